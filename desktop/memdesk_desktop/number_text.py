"""Numbers for people, grouped as the language of the window groups them."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def number_text(number: int) -> str:
    """A whole number such as "12,480"."""
    return QLocale().toString(number)


def size_text(count: int) -> str:
    """A number of bytes as "18.4 MB", in powers of 1000."""
    locale = QLocale()
    text = locale.formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
    return text.replace(f"{locale.decimalPoint()}0 ", " ")
