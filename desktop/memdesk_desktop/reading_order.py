"""The order in which Tab goes through a window: that of reading, also for what was made later than its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QLayout

# What is inside of these belongs to them.
_WHOLE = (QComboBox, QLineEdit, QAbstractItemView)


def move_focus(window: QWidget, *, forward: bool) -> bool:
    """Give the keyboard to what comes next, or before; whether there is anything."""
    focused = QApplication.focusWidget()
    order = [widget for widget in _inside(window, focused) if widget is focused or _takes_tab(widget)]
    if not order:
        return False
    step = 1 if forward else -1
    at = order.index(focused) + step if focused in order else (0 if forward else -1)
    reasons = Qt.FocusReason
    order[at % len(order)].setFocus(reasons.TabFocusReason if forward else reasons.BacktabFocusReason)
    return True


def _takes_tab(widget: QWidget) -> bool:
    by_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return by_tab and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None


def _inside(parent: QWidget, focused: QWidget | None) -> Iterator[QWidget]:
    """What can be seen within a widget, in the order of its layout; what floats above it comes last.

    What has the keyboard is there also where it was just hidden: what comes next is next to it.
    """
    if isinstance(parent, _WHOLE):
        return
    for child in _children(parent):
        holds = focused is not None and (child is focused or child.isAncestorOf(focused))
        if (child.isVisible() or holds) and not child.isWindow():
            yield child
            yield from _inside(child, focused)


def _children(parent: QWidget) -> list[QWidget]:
    if isinstance(parent, QScrollArea):
        held = parent.widget()
        return [held] if held is not None else []
    if isinstance(parent, QAbstractScrollArea):
        return []
    if isinstance(parent, QSplitter | QStackedWidget):
        placed = [parent.widget(at) for at in range(parent.count())]
    else:
        layout = parent.layout()
        placed = list(_laid_out(layout)) if layout is not None else []
    known = [widget for widget in placed if widget is not None]
    others = [child for child in parent.children() if isinstance(child, QWidget) and child not in known]
    return [*known, *others]


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for at in range(layout.count()):
        item = layout.itemAt(at)
        inner, widget = (item.layout(), item.widget()) if item is not None else (None, None)
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _laid_out(inner)
