"""What is said aloud without being asked: how much was found, what was done, what went wrong; and nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from pytestqt.qtbot import QtBot
from scenes import PAGE, SCENES, Stage, city

from memdesk import ActionHost
from memdesk_desktop.main_window import MainWindow

POLITE, ASSERTIVE = QAccessible.AnnouncementPoliteness.Polite, QAccessible.AnnouncementPoliteness.Assertive
Said = list[tuple[str, QAccessible.AnnouncementPoliteness]]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    """Every announcement that goes to the desktop, which still gets it."""
    heard: Said = []
    pass_on = QAccessible.updateAccessibility

    def listen(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            heard.append((event.message(), event.politeness()))
        pass_on(event)

    monkeypatch.setattr(QAccessible, "updateAccessibility", listen)
    return heard


@pytest.fixture
def stage(qtbot: QtBot, window_of: Callable[[object], MainWindow], tmp_path: Path, said: Said) -> Iterator[Stage]:
    host: ActionHost = city(tmp_path / "city")
    stage = Stage(qtbot, window_of(host), host, tmp_path / "city")
    said.clear()
    yield stage
    stage.page.snackbar.hide()
    host.city.close()


def test_how_much_was_found_is_said_once(stage: Stage, said: Said) -> None:
    SCENES["search"](stage)
    assert said == [(stage.page.list_view.toolbar.info.text(), POLITE)]
    assert said[0][0].startswith("3 ")
    stage.page.refresh()
    stage.settle()
    assert len(said) == 1
    SCENES["nothing-found"](stage)
    assert len(said) == 2
    assert "0" in said[1][0]
    assert said[1][1] == POLITE


def test_how_much_a_filter_leaves_is_said_and_what_it_hid_again(stage: Stage, said: Said) -> None:
    toolbar = stage.page.list_view.toolbar
    for kinds, count in ((frozenset({"decision"}), "1 "), (frozenset(), "4 ")):
        toolbar.types.set_types(kinds)
        toolbar.types.types_changed.emit(kinds)
        stage.settle()
        assert said[-1][0].startswith(count)
    assert len(said) == 2


def test_another_scope_is_not_a_result(stage: Stage, said: Said) -> None:
    stage.page.open_scope("shared")
    stage.settle()
    stage.page.open_scope("kim")
    stage.settle()
    assert said == []


def test_what_was_done_is_said_politely_and_what_went_wrong_at_once(stage: Stage, said: Said) -> None:
    SCENES["forgotten"](stage)
    stage.settle()
    assert any(text.startswith("Forgotten") and how == POLITE for text, how in said)
    said.clear()
    SCENES["failure"](stage)
    banner = stage.page.list_view.banner
    assert (banner.accessibleName(), ASSERTIVE) in said


def test_a_conflict_is_said_at_once(stage: Stage, said: Said) -> None:
    SCENES["conflict"](stage)
    assert any(how == ASSERTIVE and "changed while you were editing" in text for text, how in said)
    assert stage.page.current_memory_id == PAGE
