"""Where a person was in a City: window, scope, filters, order, selection and scroll, to come back to."""

from __future__ import annotations

import base64
import binascii
import hashlib
from datetime import date
from typing import TYPE_CHECKING, Any, get_args

from PySide6.QtCore import QByteArray, Qt

from memdesk.models.kinds import MEMORY_TYPES
from memdesk_desktop.json_file import read_json, write_json
from memdesk_desktop.list_filters import PERIODS, ListFilters
from memdesk_desktop.workspace_state import EVERYTHING, SHARED, SortOrder, WorkspaceState

if TYPE_CHECKING:
    from pathlib import Path

    from memdesk_desktop.main_window import MainWindow

_VIEWS = ("list", "detail", "edit", "new", "settings", "trash")
_LONGEST_ID = 4096
_MOST_TAGS, _LONGEST_NAME = 50, 200


class SessionFile:
    """The session of one City, in a folder of the window's own: nothing of it stands below the City's root."""

    def __init__(self, folder: Path, root: Path) -> None:
        name = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:24]
        self._path = folder / f"{name}.json"

    def load(self) -> dict[str, Any]:
        """What was stored; empty for a City that is opened for the first time."""
        return read_json(self._path)

    def save(self, session: dict[str, Any]) -> bool:
        """Store where one is."""
        return write_json(self._path, session)


def take_state(state: WorkspaceState, session: dict[str, Any]) -> None:
    """Scope, filters and order as they were; what is not understood is left as it is."""
    scope, agent, workspace = (session.get(name) for name in ("scope", "acting", "workspace"))
    if isinstance(scope, str) and scope not in ("", EVERYTHING):
        state.scope = scope
    if isinstance(agent, str) and agent:
        state.executing_agent = agent
    if isinstance(workspace, str) and workspace:
        state.workspace_id = workspace
    types = session.get("types")
    if isinstance(types, list):
        state.memory_types = frozenset(name for name in types if name in MEMORY_TYPES)
    if isinstance(session.get("evidence"), bool):
        state.include_evidence = session["evidence"]
    state.narrowing = _narrowing_of(session.get("narrowing"))
    if session.get("sort") in get_args(SortOrder) and session["sort"] != "best":
        state.sort = session["sort"]


def _narrowing_of(stored: Any) -> ListFilters:
    """Tags, workspace and days as they were stored; what is not understood narrows nothing."""
    if not isinstance(stored, dict):
        return ListFilters()
    tags, workspace, period = (stored.get(name) for name in ("tags", "workspace", "period"))
    named = [tag for tag in tags if _is_name(tag)] if isinstance(tags, list) else []
    return ListFilters(
        tags=tuple(dict.fromkeys(named))[:_MOST_TAGS],
        workspace=workspace if _is_name(workspace) else None,
        period=period if period in PERIODS else "any",
        first=_day_of(stored.get("first")),
        last=_day_of(stored.get("last")),
    )


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME


def _day_of(text: Any) -> date | None:
    try:
        return date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def narrowing_to_store(narrowing: ListFilters) -> dict[str, Any]:
    """Tags, workspace and days in a form that a file can hold."""
    first, last = (day.isoformat() if day is not None else None for day in (narrowing.first, narrowing.last))
    return {
        "tags": list(narrowing.tags),
        "workspace": narrowing.workspace,
        "period": narrowing.period,
        "first": first,
        "last": last,
    }


def take_geometry(window: MainWindow, session: dict[str, Any]) -> None:
    """Size and place of the window and its panes."""
    geometry = session.get("geometry")
    if isinstance(geometry, str):
        try:
            data = base64.b64decode(geometry, validate=True)
        except (binascii.Error, ValueError):
            data = b""
        if data:
            window.restoreGeometry(QByteArray(data))
    sidebar = session.get("sidebar")
    if isinstance(sidebar, int) and 0 < sidebar < 2_000:
        window.page.splitter.setSizes([sidebar, max(1, window.page.splitter.width() - sidebar)])


def return_to_place(window: MainWindow, session: dict[str, Any]) -> None:
    """Once the agents are known: the view, the row and how far the list was scrolled."""
    page = window.page
    row, view, memory_id = (session.get(name) for name in ("row", "view", "memory_id"))
    list_view = page.list_view
    if isinstance(row, str):
        list_view.return_to(row)
    top = session.get("top")
    if isinstance(top, int) and top > 0:

        def scroll() -> None:
            list_view.table.verticalScrollBar().setValue(top)

        list_view.model.loaded.connect(scroll, Qt.ConnectionType.SingleShotConnection)
    if view not in _VIEWS or view == "list":
        return
    if view in ("detail", "edit") and isinstance(memory_id, str) and 0 < len(memory_id) <= _LONGEST_ID:
        page.open_memory(memory_id)
        if view == "edit":
            page.edit_memory(memory_id)
    elif view in ("settings", "trash", "new"):
        {"settings": page.open_settings, "trash": page.open_trash, "new": page.open_new}[view]()


def session_of(window: MainWindow) -> dict[str, Any]:
    """Where one is now. A query is no place: it may be a text of somebody, and is not kept."""
    state, page = window.state, window.page
    view = page.current_view_name
    table = page.list_view.table
    everywhere = view == "everything"
    return {
        "version": 1,
        "geometry": base64.b64encode(window.saveGeometry().data()).decode(),
        "sidebar": page.splitter.sizes()[0],
        "scope": SHARED if state.is_everything else state.scope,
        "acting": state.executing_agent,
        "workspace": state.workspace_id,
        "types": sorted(state.memory_types),
        "evidence": state.include_evidence,
        "narrowing": narrowing_to_store(state.narrowing),
        "sort": "newest" if state.is_searching else state.sort,
        "view": "list" if everywhere else view,
        "memory_id": None if everywhere else page.current_memory_id,
        "row": None if state.is_searching else page.list_view.current_memory_id,
        "top": 0 if state.is_searching else table.verticalScrollBar().value(),
    }
