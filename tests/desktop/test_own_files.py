"""What the window keeps for itself: preferences, sessions, reports and logs; none of it holds what anyone wrote."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import qWarning

from memdesk.ids import parse_memory_id
from memdesk.models.payloads import ListPayload
from memdesk_desktop.crash_reports import CrashReports, described
from memdesk_desktop.links import link_to, named_by
from memdesk_desktop.list_filters import PERIODS, ListFilters
from memdesk_desktop.logs import LogFile, without_names
from memdesk_desktop.preferences import ZOOMS, Preferences, PreferencesFile, next_zoom
from memdesk_desktop.session import SessionFile, narrowing_to_store, take_state
from memdesk_desktop.workspace_state import WorkspaceState

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_preferences_are_kept_and_the_newest_city_stands_first(tmp_path: Path) -> None:
    file = PreferencesFile(tmp_path / "deep" / "preferences.json")
    chosen = Preferences("contrast", "zh_CN", 150, True)
    for number in range(12):
        chosen = chosen.with_city(f"/city/{number % 10}")
    assert file.save(chosen)
    assert file.load() == chosen
    assert chosen.cities[:3] == ("/city/1", "/city/0", "/city/9")
    assert len(chosen.cities) == 8


@pytest.mark.parametrize("data", [b"", b"[]", b'{"zoom": 5, "theme": []', b"\xff\xfe", b'{"zoom": "x", "cities": [1]}'])
def test_preferences_that_are_spoilt_are_the_defaults(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "preferences.json"
    path.write_bytes(data)
    assert PreferencesFile(path).load() == Preferences()


def test_zoom_goes_in_steps_and_ends_at_its_ends() -> None:
    assert [next_zoom(100, 1), next_zoom(100, -1), next_zoom(200, 1), next_zoom(75, -1)] == [110, 90, 200, 75]
    assert next_zoom(130, 1) == 150
    assert ZOOMS[0] < 100 < ZOOMS[-1]


@settings(deadline=None)
@given(session=st.dictionaries(st.sampled_from(["scope", "acting", "workspace", "types", "evidence", "sort"]), JSON))
def test_a_session_of_whatever_kind_leaves_a_state_that_can_be_used(session: dict[str, Any]) -> None:
    state = WorkspaceState()
    take_state(state, session)
    assert isinstance(state.scope, str)
    assert state.scope
    assert state.request("list", state.filters()).agent_id is None or state.acting_agent
    assert state.sort in ("newest", "oldest", "changed", "title")


def test_each_city_has_a_session_of_its_own(tmp_path: Path) -> None:
    one, other = (SessionFile(tmp_path / "s", Path(root)) for root in ("/city/a", "/city/b"))
    assert one.save({"scope": "kim"})
    assert (one.load(), other.load()) == ({"scope": "kim"}, {})


@pytest.mark.parametrize("memory_id", ["agent/kim/wiki/项目规范", "city/wiki/a%20b/c", "agent/kim/fact"])
def test_a_link_leads_to_the_record_that_it_was_made_for(memory_id: str) -> None:
    parse_memory_id(memory_id)
    assert named_by(link_to(memory_id))[0] == memory_id
    assert memory_id in named_by(f"MEMDESK://memory/{memory_id}#L3-L9")
    assert named_by(f"memory://builtin/{memory_id}#L3") == (memory_id,)


@pytest.mark.parametrize("link", ["", "memdesk:", "memdesk://", "memdesk://memory", "memdesk://purge/city/wiki/a", "x"])
def test_other_links_name_nothing(link: str) -> None:
    assert named_by(link) == ()


def _fail(text: str) -> None:
    try:
        raise KeyError(text)
    except KeyError as error:
        raise ValueError(f"could not read {text}") from error


def test_a_report_tells_where_and_not_what(tmp_path: Path) -> None:
    reports = CrashReports(tmp_path)
    assert reports.unseen() is None
    with pytest.raises(ValueError, match="zx-4471") as caught:
        _fail("zx-4471 secret")
    assert "zx-4471" not in described(caught.value)
    reports.write(caught.value)
    report = reports.unseen()
    assert report is not None
    assert "zx-4471" not in report.text
    assert "builtins.ValueError" in report.text
    assert "caused by\nbuiltins.KeyError" in report.text
    assert "test_own_files.py" in report.text
    assert str(Path.home()) not in report.text
    reports.dismiss()
    assert reports.unseen() is None


def test_reports_do_not_pile_up(tmp_path: Path) -> None:
    reports = CrashReports(tmp_path)
    for _ in range(15):
        reports.write(ValueError("x"))
    assert len(list(tmp_path.iterdir())) == 10


def test_logs_rotate_and_leave_out_what_is_quoted(tmp_path: Path) -> None:
    log = LogFile(tmp_path)
    logger = logging.getLogger("memdesk.test")
    try:
        qWarning('Cannot open file "zx-4471.png" at memory://x/zx-4471')
        logger.propagate = False
        handler = logging.getLogger("memdesk").handlers[-1]
        for number in range(20_000):
            handler.handle(logger.makeRecord("memdesk.test", logging.INFO, "", 0, "%d %s", (number, "x" * 80), None))
    finally:
        log.close()
    files = sorted(tmp_path.iterdir())
    assert 2 <= len(files) <= 4
    assert all(path.stat().st_size <= 500_000 for path in files)
    assert not any(b"zx-4471" in path.read_bytes() for path in files)
    assert without_names("loading 'a b' from file:///home/kim/x failed") == "loading … from … failed"
    assert (tmp_path / "memdesk.log").stat().st_mode & 0o077 == 0


def test_preferences_file_is_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    PreferencesFile(path).save(Preferences(cities=("/城市",)))
    assert json.loads(path.read_text(encoding="utf-8"))["cities"] == ["/城市"]


@settings(deadline=None)
@given(stored=JSON)
def test_filters_of_whatever_kind_leave_a_list_that_can_be_asked_for(stored: Any) -> None:
    state = WorkspaceState()
    take_state(state, {"narrowing": stored})
    ListPayload.model_validate(state.filters())


@given(
    filters=st.builds(
        ListFilters,
        tags=st.lists(st.text(min_size=1, max_size=20), max_size=5, unique=True).map(tuple),
        workspace=st.none() | st.text(min_size=1, max_size=20),
        period=st.sampled_from(PERIODS),
        first=st.none() | st.dates(),
        last=st.none() | st.dates(),
    )
)
def test_tags_workspace_and_days_come_back_as_they_were(filters: ListFilters) -> None:
    state = WorkspaceState()
    take_state(state, {"narrowing": json.loads(json.dumps(narrowing_to_store(filters)))})
    assert state.narrowing == filters
