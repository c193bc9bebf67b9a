"""Numbers for people, grouped as the language of the window groups them."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def number_text(number: int) -> str:
    """A whole number such as "12,480"."""
    return QLocale().toString(number)
