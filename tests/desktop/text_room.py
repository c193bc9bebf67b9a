"""Which texts of a window have too little room."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QScrollArea, QToolButton, QWidget

from memdesk_desktop.widgets.text_widgets import LinkButton
from memdesk_desktop.widgets.timeline import RevisionRow

# These cut what people wrote, by design, and have the whole in their tooltip, or show only an icon.
CUTTING = (RevisionRow, LinkButton, QToolButton)
CUTTING_NAMES = {"viewTitle", "backButton"}


def cut_texts(window: QWidget) -> list[str]:
    """A line for each label, button or box whose text is cut, and each column that is wider than its view."""
    return [_describe(widget) for widget in window.findChildren(QWidget) if _is_cut(widget, window)]


def _is_cut(widget: QWidget, window: QWidget) -> bool:
    if not widget.isVisibleTo(window) or widget.objectName() in CUTTING_NAMES or isinstance(widget, CUTTING):
        return False
    if isinstance(widget, QLabel):
        return bool(widget.text()) and _label_is_cut(widget)
    if isinstance(widget, QAbstractButton | QComboBox):
        return _lacks(widget, widget.sizeHint().width(), widget.sizeHint().height()) or _leaves(widget)
    if isinstance(widget, QScrollArea) and widget.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
        return widget.widget().width() > widget.viewport().width()
    return False


def _label_is_cut(label: QLabel) -> bool:
    if label.wordWrap():
        return label.height() < label.heightForWidth(label.width()) - 1 or _longest_word(label) > label.width() + 1
    return _lacks(label, label.sizeHint().width(), label.sizeHint().height()) or _leaves(label)


def _longest_word(label: QLabel) -> int:
    if label.textFormat() == Qt.TextFormat.RichText:
        return 0
    return max(
        (label.fontMetrics().horizontalAdvance(word) for word in re.split(r"[\s/-]", label.text()) if word.isascii()),
        default=0,
    )


def _lacks(widget: QWidget, width: int, height: int) -> bool:
    return widget.width() < width or widget.height() < min(height, 28)


def _leaves(widget: QWidget) -> bool:
    """Whether it stands partly outside of what holds it, at its left or right."""
    parent = widget.parentWidget()
    return parent is not None and (widget.x() < 0 or widget.x() + widget.width() > parent.width())


def _describe(widget: QWidget) -> str:
    text = widget.currentText() if isinstance(widget, QComboBox) else getattr(widget, "text", str)()
    have, want = widget.size().toTuple(), widget.sizeHint().toTuple()
    return f"{type(widget).__name__} {widget.objectName()} {text!r}: has {have}, wants {want}"
