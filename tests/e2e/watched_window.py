"""Opens the window as ``memdesk open`` does and writes down what it shows, ten times a second.

Arguments: the platform root, the scope, and the file that the state goes to.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication

from memdesk_desktop import app
from memdesk_desktop.app import OpenOptions, run
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.evidence_item import EvidenceItem
from memdesk_desktop.widgets.notice_bar import NoticeBar


def _title(view: Any) -> str:
    field = view.title_field if hasattr(view, "title_field") else view.topic
    return str(field.text())


def _state(window: MainWindow) -> dict[str, Any]:
    page = window.page
    view: Any = page.current_view
    lists = page.list_view if page.current_view_name != "everything" else page.everything_view
    rows = [lists.model.row(place) for place in range(min(20, lists.model.rowCount()))]
    current = lists.model.row(lists.table.current_place)
    focused = QApplication.focusWidget()
    return {
        "view": page.current_view_name,
        "busy": page.bridge.busy,
        "root": window._place.root,
        "recent": list(window._place.recent),
        "welcome": page.welcome is not None and page.welcome.isVisible(),
        "found": _found(window),
        "agents": list(window.state.agents),
        "scope": window.state.scope,
        "acting": window.state.acting_agent,
        "query": lists.state.query,
        "total": lists.model.rowCount(),
        "rows": [row.memory_id for row in rows if row],
        "current": current.memory_id if current else None,
        "top": lists.table.verticalScrollBar().value(),
        "memory_id": getattr(view, "memory_id", None),
        "conflict": bool(getattr(view, "conflict_banner", None) and view.conflict_banner.isVisible()),
        "text": view.article.toPlainText() if page.current_view_name == "detail" else "",
        "editor": view.editor.toPlainText() if page.current_view_name == "edit" else "",
        "new": view.content.toPlainText() if page.current_view_name == "new" else "",
        "recovery": window.recovery_bar.bar.question.text() if window.recovery_bar.isVisible() else "",
        "notices": " ".join(bar.bar.question.text() for bar in window.findChildren(NoticeBar) if bar.isVisible()),
        "banners": " ".join(one.accessibleName() for one in window.findChildren(Banner) if one.isVisible()),
        "zoom": window.zoom,
        "focus_text": getattr(focused, "text", str)() if focused else "",
        "focus_name": focused.accessibleName() if focused else "",
        "places": _places(window),
        "language": window.language.choice,
        "tags": list(window.state.narrowing.tags),
        "period": window.state.narrowing.period,
        "popup": QApplication.activePopupWidget() is not None,
        "link_asks": view.link_bar.question.text() if page.current_view_name == "detail" else "",
        "compared": view.compare.title.text() if page.current_view_name == "detail" else "",
        "diff": view.compare.diff.toPlainText() if page.current_view_name == "detail" else "",
        "evidence": [item.whole.toPlainText() for item in window.findChildren(EvidenceItem) if item.is_open],
        "title": _title(view) if page.current_view_name in ("edit", "new") else "",
        "trash": page.trash_view.list.items.rowCount() if page.current_view_name == "trash" else None,
        "link": view.link_bar.isVisible() if page.current_view_name == "detail" else False,
        "comparing": view.compare.isVisible() if page.current_view_name == "detail" else False,
        "finding": view.find_bar.isVisible() if page.current_view_name == "detail" else False,
        "merge": view.merge_pane.title.text() if page.current_view_name == "edit" else "",
        "focus": type(focused).__name__ if focused else None,
        "notice": lists.toolbar.notice.text() if lists.toolbar.notice.isVisible() else "",
        "snackbar": page.snackbar.label.text() if page.snackbar.isVisible() else "",
        "palette": [item.text for item in window.palette_box.list.rows.items] if window.palette_box.isVisible() else [],
    }


def _places(window: MainWindow) -> dict[str, tuple[int, ...]]:
    """Where the middle of each button is on the screen, by its name; of several the first."""
    places: dict[str, tuple[int, ...]] = {}
    popup = QApplication.activePopupWidget()
    for button in (popup or window).findChildren(QAbstractButton):
        name = button.accessibleName() or button.text()
        if name and button.isVisible() and name not in places:
            x, y = button.mapToGlobal(button.rect().center()).toTuple()
            places[name] = (x, y)
    return places


def _found(window: MainWindow) -> str:
    """What the page says of the folder that was named."""
    page = window.page
    holder: Any = page.welcome if page.welcome is not None else None
    if page.current_view_name == "city":
        holder = window.city_view
    return holder.opening.what.text() if holder is not None and holder.opening.what.isVisible() else ""


def main() -> int:
    """Run until the window closes."""
    root, scope, file = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])

    class Watched(MainWindow):
        """Writes its state as long as it is shown; a window that comes up anew is watched as well."""

        def start(self) -> None:
            super().start()
            timer = QTimer(self)
            timer.timeout.connect(self._write)
            timer.start(100)

        def _write(self) -> None:
            if self.isVisible():
                partial = file.with_suffix(".partial")
                partial.write_text(json.dumps(_state(self)), encoding="utf-8")
                partial.replace(file)
                self._picture()

        def _picture(self) -> None:
            """Draw itself where somebody asked for it by a file that names the picture."""
            wish = file.with_suffix(".wish")
            if wish.exists():
                self.grab().save(wish.read_text(encoding="utf-8"))
                wish.unlink()

    app.MainWindow = Watched  # type: ignore[misc]
    return run(OpenOptions(root=root, scope=scope or None))


if __name__ == "__main__":
    sys.exit(main())
