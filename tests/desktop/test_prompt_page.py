"""What the agent sees: the page with the prompt, and FACT.md with its guide and its invitation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel as QtLabel
from pytestqt.qtbot import QtBot
from rooms import at_scope, settle

from cities import make_host, ok, page
from memdesk import ActionHost, MemoryPower
from memdesk.watch import CityWatcher, OutsideChanges
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.prompt_view import PromptView
from memdesk_desktop.widgets.text_widgets import LinkButton

Open = Callable[[object], MainWindow]
FACT = "agent/kim/fact"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ActionHost]:
    """kim, who has a persona, knowledge and a replaced rule, and lee, who has nothing."""
    root = tmp_path / "city"
    host = make_host(root, "kim", "lee")
    page(root, "agents/kim/SOUL.md", "# Soul\n\nCalm 🌿 and brief.\n")
    page(root, "agents/kim/memory/FACT.md", "# Known\n\n- Uses fish.\n")
    old = ok(host, "remember", agent="kim", content="Old rule.", target="agent", topic="rules")["memory_id"]
    ok(host, "remember", agent="kim", content="New rule.", target="agent", topic="rules of 2026", replaces=[old])
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    """A window on that City at kim's memory."""
    return at_scope(qtbot, window_of(host), "kim")


def seen(qtbot: QtBot, window: MainWindow) -> PromptView:
    window.run_command("prompt")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, PromptView)
    assert view.data is not None
    return view


def test_the_page_shows_the_prompt_byte_for_byte(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = seen(qtbot, window)
    exact = ok(host, "prompt", power="context", agent="kim")["text"]
    assert view.text.text() == exact
    assert view.text.isReadOnly()
    window.run_command("copy_prompt")
    assert QGuiApplication.clipboard().text() == exact


def test_each_part_leads_to_its_place_and_its_source(qtbot: QtBot, window: MainWindow) -> None:
    view = seen(qtbot, window)
    assert view.data is not None
    names = [part.name for part in view.data.parts]
    assert names == ["base", "guidance", "core_memory", "soul", "fact", "end"]
    for name in ("guidance", "fact"):  # what stands after an emoji is still found
        at = names.index(name)
        view.parts.rows[at].click()
        place = view.text.textCursor().position()
        raw = view.text.document().toRawText().replace("\u2029", "\n").encode("utf-16-le")[place * 2 :]
        assert raw.decode("utf-16-le").startswith(view.data.parts[at].text)
        assert view.parts.rows[at].isChecked()
    links = {link.text(): link for link in view.parts.parts.findChildren(LinkButton)}
    links["memory/FACT.md"].click()
    settle(qtbot, window)
    assert window.page.current_memory_id == FACT


def test_what_is_replaced_is_struck_through_and_linked(qtbot: QtBot, window: MainWindow) -> None:
    view = seen(qtbot, window)
    labels = [label for label in view.parts.replaced.content.findChildren(QtLabel) if label.font().strikeOut()]
    assert [label.text() for label in labels] == ["rules"]
    link = view.parts.replaced.content.findChild(LinkButton)
    assert link is not None
    link.click()
    settle(qtbot, window)
    assert window.page.current_memory_id == "agent/kim/wiki/rules-of-2026"


def test_it_follows_changes_also_of_the_persona_by_other_programs(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    view = seen(qtbot, window)
    ok(host, "update", power="file_memory", agent="kim", content="# Known\n\n- Moved to zsh.\n")
    window.page.bridge.report_outside_changes(ChangeSet(frozenset({FACT})))
    qtbot.waitUntil(lambda: "Moved to zsh." in view.text.text(), timeout=10_000)
    power = host.city.powers["memory"]
    assert isinstance(power, MemoryPower)
    bridge = window.page.bridge

    def tell(changes: OutsideChanges) -> None:
        bridge.report_outside_changes(ChangeSet(changes.memory_ids, registry=changes.registry))

    watcher = CityWatcher(host.city.root, power.provider, tell)
    watcher.start()
    try:
        soul = tmp_path / "city/agents/kim/SOUL.md"
        calls = iter(range(1_000))

        def look() -> bool:
            # The watch may stand only after the first write.
            soul.write_text(f"Quick. {next(calls)}\n", "utf-8")
            qtbot.wait(300)
            return "Quick." in view.text.text()

        qtbot.waitUntil(look, timeout=30_000)
    finally:
        watcher.stop()


def test_what_does_not_fit_is_named_and_the_gauge_is_full(
    qtbot: QtBot, window: MainWindow, host: ActionHost, tmp_path: Path
) -> None:
    page(tmp_path / "city", "agents/kim/memory/FACT.md", "- A fact that takes room.\n" * 4_000)
    view = seen(qtbot, window)
    assert view.data is not None
    assert [item.source for item in view.data.left_out] == ["memory/FACT.md"]
    assert 0.9 < view.gauge.bar.share <= 1
    words = [label.text() for label in view.parts.left_out.content.findChildren(QtLabel)]
    assert any("more than there is room for" in text for text in words)


def test_the_acting_agent_decides_whose_prompt_is_shown(qtbot: QtBot, window: MainWindow) -> None:
    view = seen(qtbot, window)
    window.page.open_scope("lee")
    settle(qtbot, window)
    window.run_command("prompt")
    settle(qtbot, window)
    assert view.data is not None
    assert view.data.agent_id == "lee"
    assert "Uses fish" not in view.text.text()
    assert view.header_title() == "What lee sees"


def test_an_absent_fact_file_is_offered_and_written(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    invite = window.page.list_view.fact_invite
    assert not invite.isVisible()  # kim has one
    window.page.open_scope("lee")
    settle(qtbot, window)
    assert invite.isVisible()
    assert "FACT.md" in invite.accessibleName()
    invite.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(invite, Qt.Key.Key_Space)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    assert view.fact_guide.isVisible()
    view.editor.setPlainText("- Prefers short answers.\n")
    view.save()
    settle(qtbot, window)
    kept = ok(host, "read", agent="lee", memory_id="agent/lee/fact")["memory"]
    assert kept["content"] == "- Prefers short answers.\n"
    qtbot.waitUntil(lambda: not invite.isVisible(), timeout=5_000)
    row = window.page.list_view.model.row(0)
    assert row is not None
    assert row.is_fact_file


def test_a_search_does_not_offer_to_write(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_scope("lee", query="nothing of that kind")
    settle(qtbot, window)
    assert not window.page.list_view.fact_invite.isVisible()
    window.page.open_scope("shared")
    settle(qtbot, window)
    assert not window.page.list_view.fact_invite.isVisible()


def test_the_page_of_an_absent_fact_file_offers_to_write_it(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_in_its_scope("agent/lee/fact")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, DetailView)
    view.empty.buttons[0].click()
    settle(qtbot, window)
    assert isinstance(window.page.current_view, EditView)


def test_the_gauge_counts_while_one_types_and_says_when_the_end_is_cut(qtbot: QtBot, window: MainWindow) -> None:
    window.page.edit_memory(FACT)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    label = view.fact_guide.gauge.label
    qtbot.waitUntil(lambda: "21 of" in label.text() or "20 of" in label.text(), timeout=5_000)
    assert "six months" in view.fact_guide.hint.text()
    view.editor.setPlainText("0123456789" * 4)
    qtbot.waitUntil(lambda: label.text().startswith("40 of"), timeout=5_000)
    assert "about 10 of" in label.text()
    # One number of characters is enough.
    qtbot.waitUntil(lambda: view.counts_label.text() == "1 word", timeout=5_000)
    view.editor.setPlainText("word " * 12_000)
    qtbot.waitUntil(lambda: "does not fit" in label.text(), timeout=5_000)
    assert view.fact_guide.gauge.bar.share > 1
    window.page.current_view._give_up()  # type: ignore[attr-defined]


def test_the_panel_of_the_fact_file_leads_to_the_prompt(qtbot: QtBot, window: MainWindow) -> None:
    window.page.open_memory("agent/kim/wiki/rules-of-2026")
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, DetailView)
    assert not view.panel.agent.isVisible()
    window.page.open_memory(FACT)
    settle(qtbot, window)
    assert view.panel.agent.isVisible()
    view.panel.agent.prompt.click()
    settle(qtbot, window)
    assert isinstance(window.page.current_view, PromptView)
