"""What a window is for those who do not see it or use no mouse: names, roles, and where the keyboard gets to."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QToolButton,
    QWidget,
)

from memdesk_desktop.main_window import MainWindow

Role = QAccessible.Role
CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView, QAbstractSpinBox, QPlainTextEdit, QTextEdit)
ROLES: tuple[tuple[type[QWidget], frozenset[QAccessible.Role]], ...] = (
    (QAbstractItemView, frozenset({Role.List, Role.Table, Role.Tree})),
    (QComboBox, frozenset({Role.ComboBox})),
    (QAbstractSpinBox, frozenset({Role.SpinBox, Role.EditableText})),
    (QLineEdit, frozenset({Role.EditableText})),
    (QPlainTextEdit, frozenset({Role.EditableText, Role.StaticText})),
    (QTextEdit, frozenset({Role.EditableText, Role.StaticText})),
    (QAbstractButton, frozenset({Role.Button, Role.ButtonMenu, Role.CheckBox, Role.RadioButton})),
)
_ROWS = 5
_MOST = 150


def faults(window: MainWindow) -> list[str]:
    """A line for each thing that cannot be told or reached."""
    return [*_nameless(window), *_mute_rows(window), *_beyond_the_keyboard(window)]


def _controls(window: MainWindow) -> list[QWidget]:
    """What can be used or takes the keyboard, but for what belongs to another control."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisibleTo(window)
        and (isinstance(widget, CONTROLS) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and not isinstance(widget, QHeaderView)
        and not (isinstance(widget, QToolButton) and isinstance(widget.parentWidget(), QLineEdit))
        and not (isinstance(widget, QLineEdit) and isinstance(widget.parentWidget(), QAbstractSpinBox | QComboBox))
    ]


def _nameless(window: MainWindow) -> list[str]:
    found = []
    for widget in _controls(window):
        spoken = QAccessible.queryAccessibleInterface(widget)
        if not spoken.text(QAccessible.Text.Name).strip():
            found.append(f"no name: {_where(widget)}")
        fitting = next((roles for kind, roles in ROLES if isinstance(widget, kind)), None)
        if fitting is not None and spoken.role() not in fitting:
            found.append(f"{spoken.role()}: {_where(widget)}")
    return found


def _mute_rows(window: MainWindow) -> list[str]:
    found = []
    for view in window.findChildren(QAbstractItemView):
        model = view.model() if view.isVisibleTo(window) and not isinstance(view, QHeaderView) else None
        for row in range(min(_ROWS, model.rowCount() if model is not None else 0)):
            index = view.model().index(row, 0)
            said = index.data(Qt.ItemDataRole.AccessibleTextRole) or index.data(Qt.ItemDataRole.DisplayRole)
            if not str(said or "").strip():
                found.append(f"row {row} says nothing: {_where(view)}")
    return found


def _beyond_the_keyboard(window: MainWindow) -> list[str]:
    """Go round with Tab and back with Shift+Tab: each control is met once, seen, and in the order of reading."""
    first = QApplication.focusWidget()
    if first is None or not window.isAncestorOf(first):
        return [f"nothing in the window has the keyboard: {first}"]
    QTest.keyClick(first, Qt.Key.Key_Tab)
    begin = QApplication.focusWidget()
    assert begin is not None
    met, met_back = _round(begin, Qt.Key.Key_Tab), _round(begin, Qt.Key.Key_Backtab)
    found = [f"Tab does not reach {_where(widget)}" for widget in _reachable(window) if widget not in met]
    found += [f"Tab leads into what is hidden: {_where(widget)}" for widget in met if not widget.isVisibleTo(window)]
    if met_back[:-1] != met[:-1][::-1]:
        found.append("Shift+Tab goes another way than Tab")
    panes = [_pane(window, widget) for widget in met]
    if sum(after < before for before, after in zip(panes, panes[1:] + panes[:1], strict=True)) > 1:
        found.append(f"Tab goes to and fro between panes: {panes}")
    start = panes.index(min(panes))
    row = met[start:] + met[:start]
    for before, after in itertools.pairwise(row):
        if before.parentWidget() is after.parentWidget() and _is_behind(after, before):
            found.append(f"Tab goes back from {_where(before)} to {_where(after)}")
    return found


def _round(first: QWidget, key: Qt.Key) -> list[QWidget]:
    """What has the keyboard in turn; an editor that keeps Tab for itself is left by the other way round."""
    met: list[QWidget] = []
    current: QWidget | None = first
    for _ in range(_MOST):
        assert current is not None
        QTest.keyClick(current, key)
        current = QApplication.focusWidget()
        if current is None:
            break
        met.append(current)
        if current is first:
            break
    return met


def _reachable(window: MainWindow) -> list[QWidget]:
    """What Tab has to reach; of buttons that exclude each other it reaches one, and arrow keys the others."""
    return [
        widget
        for widget in _controls(window)
        if widget.isEnabled()
        and widget.focusProxy() is None
        and not (isinstance(widget, QAbstractButton) and _is_other_of_group(widget))
    ]


def _is_other_of_group(button: QAbstractButton) -> bool:
    group = button.group()
    exclusive = button.autoExclusive() or (group is not None and group.exclusive())
    return exclusive and button.isCheckable() and not button.isChecked()


def _pane(window: MainWindow, widget: QWidget) -> int:
    panes = (window.rail, window.page.sidebar, window.page.main)
    return next((at for at, pane in enumerate(panes) if pane.isAncestorOf(widget)), len(panes))


def _is_behind(after: QWidget, before: QWidget) -> bool:
    """Whether one stands above another, or left of it in the same line."""
    one, other = after.geometry(), before.geometry()
    beside = one.right() <= other.left() and one.top() < other.bottom() and one.bottom() > other.top()
    return one.bottom() <= other.top() or beside


def _where(widget: QWidget) -> str:
    names = []
    parent: QWidget | None = widget
    while parent is not None and len(names) < 4:
        names.append(f"{type(parent).__name__} {parent.objectName()}".strip())
        parent = parent.parentWidget()
    place = widget.mapTo(widget.window(), QPoint(0, 0)).toTuple()
    return f"{' in '.join(names)} {getattr(widget, 'text', str)()!r} at {place}"
