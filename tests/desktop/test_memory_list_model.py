"""The virtual list: 100,000 records, few pages held, stale answers ignored, warnings on their rows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from fake_host import FakeHost, summary
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memdesk.models.requests import ActionError, ActionWarning
from memdesk_desktop.bridge import HostBridge
from memdesk_desktop.memory_list_model import MAX_PAGES, PAGE_SIZE, ListQuery, MemoryListModel
from memdesk_desktop.memory_row import row_from_summary, utf16_spans
from memdesk_desktop.workspace_state import WorkspaceState

Make = Callable[[object], HostBridge]
STATE = WorkspaceState(scope="assistant", agents=("assistant", "reviewer"), executing_agent="assistant")
MANY = 100_000


def _loaded(qtbot: QtBot, model: MemoryListModel, state: WorkspaceState = STATE) -> None:
    with qtbot.waitSignal(model.loaded):
        model.load(ListQuery.of(state))


def test_a_hundred_thousand_records_take_one_page_to_show(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many["assistant"] = MANY
    model = MemoryListModel(bridge_of(fake))
    _loaded(qtbot, model)
    assert model.rowCount() == MANY
    assert len(fake.requests) == 1
    assert model.row(0).title == "Page 0"  # type: ignore[union-attr]
    assert model.row(PAGE_SIZE) is None


def test_a_row_that_is_looked_at_is_fetched_and_announced(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many["assistant"] = MANY
    model = MemoryListModel(bridge_of(fake))
    _loaded(qtbot, model)
    with qtbot.waitSignal(model.dataChanged) as changed:
        assert model.index(99_999, 0).data() is None
    assert changed.args[0].row() == MANY - PAGE_SIZE
    assert model.index(99_999, 0).data() == "Page 99999"


def test_reading_everything_holds_at_most_twenty_pages(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many["assistant"] = 30 * PAGE_SIZE
    bridge = bridge_of(fake)
    model = MemoryListModel(bridge)
    _loaded(qtbot, model)
    for place in range(PAGE_SIZE, 30 * PAGE_SIZE, PAGE_SIZE):
        model.index(place, 0).data()
        qtbot.waitUntil(lambda place=place: model.row(place) is not None)
    assert model.pages_held == MAX_PAGES
    assert len(fake.requests) == 30


def test_pages_that_scrolled_past_are_not_fetched(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many["assistant"] = MANY
    bridge = bridge_of(fake)
    model = MemoryListModel(bridge)
    _loaded(qtbot, model)
    fake.gate = threading.Event()
    for place in range(PAGE_SIZE, 100 * PAGE_SIZE, PAGE_SIZE):
        model.index(place, 0).data()
    qtbot.wait(20)
    fake.gate.set()
    qtbot.waitUntil(lambda: model.row(99 * PAGE_SIZE) is not None and not bridge.busy)
    assert len(fake.requests) <= 4


def test_an_answer_to_an_earlier_question_is_ignored(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many |= {"assistant": 10, "reviewer": 20}
    bridge = bridge_of(fake)
    model = MemoryListModel(bridge)
    model.load(ListQuery.of(STATE))
    model.load(ListQuery.of(replace(STATE, scope="reviewer")))
    qtbot.waitUntil(lambda: not bridge.busy)
    assert model.rowCount() == 20


def test_earlier_rows_stay_when_fetching_fails(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many["assistant"] = 10
    model = MemoryListModel(bridge_of(fake))
    _loaded(qtbot, model)
    fake.error = ActionError(code="storage_unavailable", message="The disk is gone.")
    with qtbot.waitSignal(model.failed) as failed:
        model.load(ListQuery.of(STATE))
    assert failed.args[0].code == "storage_unavailable"
    assert model.rowCount() == 10
    assert model.row(9) is not None


def test_the_state_may_move_on_while_pages_are_fetched(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many["assistant"] = MANY
    state = replace(STATE)
    model = MemoryListModel(bridge_of(fake))
    _loaded(qtbot, model, state)
    state.memory_types = frozenset({"decision"})
    model.index(PAGE_SIZE, 0).data()
    qtbot.waitUntil(lambda: len(fake.requests) == 2)
    assert "memory_types" not in fake.requests[1].payload


def test_search_results_in_other_orders_with_the_fact_file_first(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.memories["assistant"] = [
        summary("agent/assistant/wiki/b", "b word", observed_at="2026-01-02T00:00:00.000Z"),
        summary("agent/assistant/wiki/a", "a word", observed_at="2026-01-01T00:00:00.000Z"),
        summary("agent/assistant/fact", "word", observed_at="2025-01-01T00:00:00.000Z"),
    ]
    model = MemoryListModel(bridge_of(fake))
    for sort, order in (("best", "fba"), ("newest", "fba"), ("oldest", "fab"), ("title", "fab")):
        _loaded(qtbot, model, replace(STATE, query="word", sort=sort))  # type: ignore[arg-type]
        ids = [model.row(place).memory_id for place in range(3)]  # type: ignore[union-attr]
        assert "".join(memory_id.rsplit("/", 1)[-1][0] for memory_id in ids) == order, sort


def test_warnings_stand_on_their_rows(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many["assistant"] = 3
    fake.warnings = [
        ActionWarning(code="x", message="Odd file.", details={"memory_id": "agent/assistant/wiki/page-1"}),
        ActionWarning(code="y", message="General."),
    ]
    model = MemoryListModel(bridge_of(fake))
    _loaded(qtbot, model)
    warnings = [model.row(place).warnings for place in range(3)]  # type: ignore[union-attr]
    assert [[warning.message for warning in row] for row in warnings] == [[], ["Odd file."], []]
    assert "Odd file." in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_rows_of_pages_that_are_not_held_can_be_had(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.many["assistant"] = 1000
    model, seen = MemoryListModel(bridge_of(fake)), []
    _loaded(qtbot, model)
    model.fetch_rows([0, 500, 999], seen.append)
    qtbot.waitUntil(lambda: len(seen) == 1)
    assert [row.title for row in seen[0]] == ["Page 0", "Page 500", "Page 999"]


def test_what_a_screen_reader_says(qtbot: QtBot, fake: FakeHost, bridge_of: Make) -> None:
    fake.memories["assistant"] = [
        summary(
            "agent/assistant/wiki/a",
            "Title",
            memory_type="decision",
            tags=["release process"],
            workspace_id="web-app",
            evidence_count=3,
        )
    ]
    model = MemoryListModel(bridge_of(fake))
    _loaded(qtbot, model)
    text = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text.startswith("Decision. Title. Tags release process. 12 March 2026, ")
    assert text.endswith(" 3 evidence. Workspace web-app.")


@given(st.text(), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda pair: tuple(sorted(pair)))))
def test_ranges_of_code_points_become_ranges_of_utf16(text: str, spans: list[tuple[int, int]]) -> None:
    units = text.encode("utf-16-le", "surrogatepass")
    for (start, end), (first, last) in zip(spans, utf16_spans(text, spans), strict=True):
        assert units[2 * first : 2 * last] == text[start:end].encode("utf-16-le", "surrogatepass")


def test_what_a_row_is_is_read_from_its_id() -> None:
    kinds = {
        "agent/kim/fact": (True, False),
        "agent/kim/wiki/fact": (False, False),
        "agent/kim/evidence/manual/2026-01-01/x": (False, True),
        "city/evidence/manual/2026-01-01/x": (False, True),
        "city/wiki/evidence": (False, False),
    }
    for memory_id, (fact, evidence) in kinds.items():
        row = row_from_summary(summary(memory_id, "T"))
        assert (row.is_fact_file, row.is_evidence) == (fact, evidence), memory_id
