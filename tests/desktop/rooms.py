"""A City of two agents for tests of the window, and short ways to look at it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from cities import make_host, ok
from memdesk import ActionHost
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.memory_list_view import MemoryListView

RING = "agent/kim/wiki/canary-ring"


def two_agents(root: Path) -> ActionHost:
    """kim and lee with a page of their own about releases, and one in Shared."""
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    for agent, target, topic in (
        ("kim", "agent", "Canary ring"),
        ("kim", "agent", "Short answers"),
        ("lee", "agent", "发布流程"),
        ("kim", "city", "Release window"),
    ):
        text = f"{topic}: every release 发布 is careful."
        ok(host, "remember", agent=agent, content=text, target=target, topic=topic, memory_type="decision")
    return host


def settle(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until nothing is awaited."""
    lists = (window.page.list_view, window.page.everything_view)

    def quiet() -> bool:
        return not (window.page.bridge.busy or any(view._refresh_timer.isActive() for view in lists))

    qtbot.waitUntil(quiet, timeout=10_000)


def at_scope(qtbot: QtBot, window: MainWindow, scope: str) -> MainWindow:
    """The window at the memory of a scope; it closes without asking about what a test has typed."""
    window._may_close = True
    window.page.open_scope(scope)
    settle(qtbot, window)
    return window


def shown(view: MemoryListView) -> list[str]:
    """The ids of the rows of a list."""
    rows = [view.model.row(place) for place in range(view.model.rowCount())]
    return [row.memory_id for row in rows if row is not None]


def type_text(field: QLineEdit, text: str) -> None:
    """Type, key by key where there are keys for it, else as an input method does."""
    if text.isascii():
        QTest.keyClicks(field, text)
    else:
        event = QInputMethodEvent()
        event.setCommitString(text)
        QApplication.sendEvent(field, event)


def open_menus() -> list[QMenu]:
    """The menus that are open."""
    return [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMenu) and widget.isVisible()]
