"""States of the window that tests of languages and of room walk through, each put up on a real City."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TypeAlias

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from cities import make_host, ok, page
from memdesk import ActionHost, MemoryPower
from memdesk.models.requests import ActionError
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.city_place import CityPlace, Launch
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.import_view import ImportView
from memdesk_desktop.list_filters import ListFilters
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.new_view import NewView
from memdesk_desktop.try_view import TryView

PAGE = "agent/kim/wiki/canary-ring"
FILE = "agents/kim/memory/wiki/canary-ring.md"


def city(root: Path) -> ActionHost:
    """A City with Latin and Han names, evidence, revisions, links, and a page that another program spoilt."""
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    for topic, kind in (("Canary ring", "decision"), ("发布流程", "procedure"), ("Short answers", "preference")):
        ok(
            host,
            "remember",
            agent="kim",
            content=f"{topic}: every release 发布 is careful.\n\nSee <https://example.org/ring>.",
            target="agent",
            topic=topic,
            memory_type=kind,
            tags=["release", "发布"],
        )
    change = {"memory_id": PAGE, "content": "Canary ring: ten minutes.\n", "instruction": "Ten are enough"}
    ok(host, "revise", agent="kim", **change)
    broken = "---\ntitle: [never closed\n---\nA release page.\n"
    page(root, "agents/kim/memory/wiki/spoilt.md", broken)
    _refresh(host)
    return host


def settle(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until nothing is awaited any more."""
    for _ in range(3):
        qtbot.wait(30)
        qtbot.waitUntil(lambda: not window.page.bridge.busy, timeout=10_000)
        QApplication.processEvents()


class Stage:
    """A window at the list of an agent, and what scenes do to it."""

    def __init__(self, qtbot: QtBot, window: MainWindow, host: ActionHost, root: Path) -> None:
        self.qtbot, self.window, self.host, self.root = qtbot, window, host, root
        self.page = window.page
        window._may_close = True
        self.page.open_scope("kim")
        self.settle()

    def settle(self) -> None:
        settle(self.qtbot, self.window)

    def detail(self, memory_id: str = PAGE) -> DetailView:
        self.page.open_memory(memory_id)
        self.settle()
        view = self.page.current_view
        assert isinstance(view, DetailView)
        return view

    def edit(self) -> EditView:
        self.page.edit_memory(PAGE)
        self.settle()
        view = self.page.current_view
        assert isinstance(view, EditView)
        return view

    def new(self) -> NewView:
        self.page.open_new()
        self.settle()
        view = self.page.current_view
        assert isinstance(view, NewView)
        return view

    def written_elsewhere(self, text: str) -> None:
        """Another program changes the page."""
        file = self.root / FILE
        file.write_text(file.read_text("utf-8").replace("Canary ring: ten minutes.", text), "utf-8")
        _refresh(self.host)
        self.page.bridge.report_outside_changes(ChangeSet(frozenset({PAGE})))
        self.settle()


def _refresh(host: ActionHost) -> None:
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    power.provider.refresh()


def _list(stage: Stage) -> None:
    pass


def _search(stage: Stage, query: str = "发布") -> None:
    stage.page.list_view.toolbar.search.setText(query)
    stage.qtbot.wait(150)
    stage.settle()


def _nothing_found(stage: Stage) -> None:
    stage.window.state.memory_types = frozenset({"decision"})
    _search(stage, "zebra")


def _empty_shared(stage: Stage) -> None:
    stage.page.open_scope("shared")


def _no_such_types(stage: Stage) -> None:
    stage.window.state.memory_types = frozenset({"document", "episode"})
    stage.page.list_view.reload()


def _selection(stage: Stage) -> None:
    stage.page.list_view.table.selectAll()


def _failure(stage: Stage) -> None:
    error = ActionError(code="storage_unavailable", message="The disk is full.", details={"reason": "disk_full"})
    stage.page.list_view.show_failure(error)


def _forgotten(stage: Stage) -> None:
    stage.page.forgetting.forget([])
    stage.page._on_forget_requested([PAGE])


def _detail(stage: Stage) -> None:
    stage.detail()


def _spoilt(stage: Stage) -> None:
    stage.detail("agent/kim/wiki/spoilt")


def _fact(stage: Stage) -> None:
    stage.detail("agent/kim/fact")


def _missing(stage: Stage) -> None:
    stage.detail("agent/kim/wiki/never-was")


def _diff(stage: Stage) -> None:
    view = stage.detail()
    view.panel._rows[-1].click()


def _compare_two(stage: Stage) -> None:
    _diff(stage)
    stage.settle()
    box = stage.detail().compare.from_box
    box.setCurrentIndex(box.count() - 1)
    box.activated.emit(box.currentIndex())


def _tags(stage: Stage) -> None:
    _selection(stage)
    stage.window.run_command("tags")


def _tagged(stage: Stage) -> None:
    _tags(stage)
    bar = stage.page.bars.tag_bar
    bar.add_field.setText("发布之后, ring")
    with stage.qtbot.waitSignal(stage.page.records.tagging.tagged):
        bar.accept()


def _purge(stage: Stage) -> None:
    stage.detail()
    stage.window.run_command("purge")


def _purged(stage: Stage) -> None:
    _purge(stage)
    with stage.qtbot.waitSignal(stage.page.records.purging.answered):
        stage.page.bars.purge_bar.purge_button.click()


def _filtered(stage: Stage) -> None:
    filters = ListFilters(tags=("release", "发布"), period="between", first=date(2020, 1, 2), last=date(2099, 12, 30))
    stage.page.list_view.toolbar.narrowing_changed.emit(filters)
    stage.settle()


def _nothing_fits(stage: Stage) -> None:
    filters = ListFilters(tags=("发布",), workspace="web-app", period="month")
    stage.page.list_view.toolbar.narrowing_changed.emit(filters)
    stage.settle()


def _activity(stage: Stage) -> None:
    stage.page.open_activity()
    stage.settle()


def _activity_pictures(stage: Stage) -> None:
    _activity(stage)
    stage.page.activity_view.pictures_tab.setChecked(True)


def _activity_tables(stage: Stage) -> None:
    _activity_pictures(stage)
    for card in stage.page.activity_view.pictures.cards:
        card.toggle.click()


def _captured(stage: Stage) -> None:
    """Captures of two agents: one to review, one that nobody has looked at."""
    turns = (
        ("kim", "The staging server listens on port 7100 these days. Could you check its logs?"),
        ("lee", "我们团队通常在周五下午不发布新版本，除非是安全修复。你能看看今天的清单吗？"),
    )
    for agent, user in turns:
        turn = {"session": "morning", "turn_id": agent, "assistant": "Yes.", "outcome": "success"}
        ok(stage.host, "turn_finish", power="context", agent=agent, user=user, **turn)
    ok(stage.host, "capture_run", power="context", agent="kim")


def _review(stage: Stage) -> None:
    _captured(stage)
    stage.window.review_room.open()
    stage.settle()


def _review_pending(stage: Stage) -> None:
    _review(stage)
    stage.window.review_room.view.list.choose(1)


def _review_edit(stage: Stage) -> None:
    _review(stage)
    stage.window.review_room.view.panel.edit()


def _review_several(stage: Stage) -> None:
    _review(stage)
    stage.window.review_room.view.list.selectAll()


def _review_dismissed(stage: Stage) -> None:
    _review(stage)
    stage.window.review_room.view.dismiss(True)


def _review_paused(stage: Stage) -> None:
    _review(stage)
    stage.window.review_room.view.pause_button.click()
    stage.settle()


def _try_message(stage: Stage) -> None:
    stage.window.review_room.open_try()
    view = stage.page.view("try")
    assert isinstance(view, TryView)
    view.asked.setPlainText("How long is the canary ring?")
    stage.qtbot.wait(400)
    stage.settle()


def _review_empty(stage: Stage) -> None:
    stage.window.review_room.open()
    stage.settle()


def _find(stage: Stage) -> None:
    view = stage.detail()
    view.find_text()
    view.find_bar.field.setText("ring")
    stage.qtbot.wait(120)


def _link(stage: Stage) -> None:
    stage.detail()._on_article_web_link_requested("https://example.org/ring")


def _edit(stage: Stage) -> None:
    stage.edit()


def _typed(stage: Stage) -> EditView:
    view = stage.edit()
    view.editor.replace_text("Canary ring: an hour.\n")
    stage.qtbot.wait(220)
    return view


def _unsaved(stage: Stage) -> None:
    _typed(stage).confirm_leave(lambda: None)


def _in_conflict(stage: Stage) -> EditView:
    view = _typed(stage)
    stage.written_elsewhere("Canary ring: a day.")
    stage.qtbot.waitUntil(lambda: view._trouble == "changed", timeout=10_000)
    stage.settle()
    return view


def _conflict(stage: Stage) -> None:
    _in_conflict(stage)


def _compare(stage: Stage) -> None:
    _in_conflict(stage)._toggle_compare()


def _merged(stage: Stage) -> None:
    view = _in_conflict(stage)
    view.merge()
    stage.qtbot.waitUntil(lambda: not view.merge_banner.isHidden(), timeout=10_000)
    stage.qtbot.wait(220)


def _gone(stage: Stage) -> None:
    view = _typed(stage)
    ok(stage.host, "forget", agent="kim", memory_id=PAGE)
    stage.page.bridge.report_outside_changes(ChangeSet(frozenset({PAGE})))
    stage.settle()
    assert view.has_unsaved_changes()


def _new(stage: Stage) -> None:
    stage.new()


def _new_shared(stage: Stage) -> None:
    stage.page.open_scope("shared")
    view = stage.new()
    view.content.load_text("Text")
    view.workspace.setCurrentIndex(1)


def _new_exists(stage: Stage) -> None:
    view = stage.new()
    view.content.load_text("Text")
    view.topic.setText("Canary ring")
    view.save()


def _new_refused(stage: Stage) -> None:
    view = stage.new()
    view.content.load_text("Text")
    view.topic.setText("A topic")
    view.tags.setText("x" * 2_000)
    view.save()


def _settings(stage: Stage) -> None:
    stage.page.open_settings()


Scene: TypeAlias = Callable[[Stage], None]


def _everything(stage: Stage, query: str = "发布") -> None:
    stage.page.search_everything()
    stage.page.everything_view.toolbar.search.setText(query)
    stage.qtbot.wait(150)
    stage.settle()


def _everything_asks(stage: Stage) -> None:
    stage.page.search_everything()
    stage.settle()


def _everything_has_none(stage: Stage) -> None:
    _everything(stage, "zebra")


def _trash(stage: Stage) -> None:
    ok(stage.host, "forget", agent="kim", memory_id=PAGE)
    stage.page.open_trash()
    stage.settle()


def _trash_empty(stage: Stage) -> None:
    stage.page.open_trash()
    stage.settle()


def _move(stage: Stage) -> None:
    stage.page.list_view.table.go_to(PAGE)
    stage.window.run_command("move")
    stage.settle()


def _moved(stage: Stage) -> None:
    _move(stage)
    stage.page.move_bar.scope.setCurrentIndex(stage.page.move_bar.scope.findData("lee"))
    stage.page.move_bar._on_accepted()
    stage.settle()


def _changed_by_others(stage: Stage) -> None:
    stage.written_elsewhere("Other words.")
    stage.qtbot.waitUntil(stage.page.list_view.toolbar.notice.isVisible)


def _city(stage: Stage) -> None:
    stage.window.show_place(CityPlace(str(stage.root), recent=("/srv/another-city", "/srv/城市")))
    stage.page.open_view("city")
    stage.settle()


def _city_adding(stage: Stage) -> None:
    _city(stage)
    stage.window.city_view.open_adding()
    stage.settle()
    stage.window.city_view.adding.template.setCurrentIndex(1)
    stage.settle()


def _city_removing(stage: Stage) -> None:
    _city(stage)
    stage.window.city_view.agents.buttons[0].click()
    stage.window.city_view.question.buttons[0].click()
    stage.settle()
    stage.window.city_view.agents.buttons[0].click()


def _city_elsewhere(stage: Stage) -> None:
    _city(stage)
    stage.window.city_view.opening.offer(str(stage.root.parent / "not-there"))
    stage.settle()


def _city_backups(stage: Stage) -> None:
    _city(stage)
    stage.window.city_view.backups.open_plan()
    stage.settle()


def _city_restoring(stage: Stage) -> None:
    _city(stage)
    stage.window.city_view.backups.open_restore()
    stage.settle()


def _preferences(stage: Stage) -> None:
    stage.page.open_view("preferences")
    stage.settle()


def _agent_sees(stage: Stage) -> None:
    page(stage.root, "agents/kim/SOUL.md", "Calm.\n")
    page(stage.root, "agents/kim/memory/FACT.md", "- A fact that takes room.\n" * 4_000)
    stage.window.run_command("prompt")
    stage.settle()


def _agent_persona(stage: Stage) -> None:
    stage.window.run_command("persona")
    stage.settle()


def _agent_fact(stage: Stage) -> None:
    stage.page.edit_memory("agent/kim/fact")
    stage.settle()
    stage.qtbot.wait(120)


def _connect(stage: Stage) -> None:
    home = stage.root.parent / "home"
    (home / ".cursor").mkdir(parents=True, exist_ok=True)
    (home / ".cursor/mcp.json").write_text("{ broken", "utf-8")
    launch = Launch(("/opt/memdesk/bin/memdesk",), str(home))
    stage.window.show_place(CityPlace(str(stage.root), launch=launch))
    stage.host.city.registry.clients.note("kim", "web-app", "claude-code", "2.1.0", "2026-11-30T09:12:44.120Z")
    stage.window.run_command("connect")
    stage.settle()


def _import(stage: Stage) -> None:
    stage.window.run_command("import_cherry")
    view = stage.window.agent_pages._page.view("import")
    assert isinstance(view, ImportView)
    view.folder.setText(str(Path(__file__).parents[1] / "data" / "cherry-agents"))
    view.look()
    stage.settle()


def _journal(stage: Stage) -> None:
    ok(stage.host, "append", power="file_memory", agent="kim", text="Moved to Node 22.", tags=["build"])
    stage.page.list_view.toolbar.evidence.setChecked(True)
    stage.settle()
    stage.page.list_view.journal.journal_tab.setChecked(True)
    stage.settle()


SCENES: dict[str, Scene] = {
    name.removeprefix("_").replace("_", "-"): scene
    for name, scene in {
        **{scene.__name__: scene for scene in (_list, _nothing_found, _empty_shared, _no_such_types, _selection)},
        **{scene.__name__: scene for scene in (_failure, _forgotten, _detail, _spoilt, _fact, _missing, _diff)},
        **{scene.__name__: scene for scene in (_find, _link, _edit, _unsaved, _conflict, _compare, _merged, _gone)},
        **{scene.__name__: scene for scene in (_new, _new_shared, _new_exists, _new_refused, _settings)},
        **{scene.__name__: scene for scene in (_everything, _everything_asks, _everything_has_none, _trash)},
        **{scene.__name__: scene for scene in (_trash_empty, _move, _moved, _changed_by_others)},
        **{scene.__name__: scene for scene in (_compare_two, _tags, _tagged, _purge, _purged)},
        **{scene.__name__: scene for scene in (_filtered, _nothing_fits)},
        **{scene.__name__: scene for scene in (_activity, _activity_pictures, _activity_tables)},
        **{scene.__name__: scene for scene in (_review, _review_pending, _review_edit, _review_several)},
        **{scene.__name__: scene for scene in (_review_dismissed, _review_paused, _review_empty, _try_message)},
        **{
            scene.__name__: scene
            for scene in (
                _city,
                _city_adding,
                _city_removing,
                _city_elsewhere,
                _preferences,
                _city_backups,
                _city_restoring,
            )
        },
        **{scene.__name__: scene for scene in (_agent_sees, _agent_persona, _agent_fact, _import, _connect, _journal)},
        "search": lambda stage: _search(stage),
    }.items()
}
