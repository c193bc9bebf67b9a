"""Detail, edit, new and settings on a real City."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from cities import make_host, ok, page
from memdesk import ActionHost
from memdesk_desktop.article_browser import ArticleBrowser
from memdesk_desktop.bridge import ChangeSet
from memdesk_desktop.detail_view import DetailView
from memdesk_desktop.edit_view import EditView
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.markdown_html import render
from memdesk_desktop.new_view import NewView
from memdesk_desktop.settings_view import SettingsView
from memdesk_desktop.theme import Theme
from memdesk_desktop.widgets.form import scrolling_column

Open = Callable[[object], MainWindow]
PAGE = "agent/kim/wiki/backup-window"
FILE = "agents/kim/memory/wiki/backup-window.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "city"


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    host = make_host(root, "kim", "lee", workspaces=("web-app",))
    content = "Backups run at 01:00."
    ok(
        host,
        "remember",
        agent="kim",
        content=content,
        target="agent",
        topic="Backup window",
        mode="create",
        tags=["ops"],
    )
    yield host
    host.city.close()


@pytest.fixture
def window(qtbot: QtBot, host: ActionHost, window_of: Open) -> MainWindow:
    window = window_of(host)
    window.page.open_scope("kim")
    settle(qtbot, window)
    window._may_close = True  # tests end with text that nobody will save
    return window


def settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.wait(20)
    qtbot.waitUntil(lambda: not window.page.bridge.busy, timeout=10_000)


def opened(qtbot: QtBot, window: MainWindow, memory_id: str = PAGE) -> DetailView:
    window.page.open_memory(memory_id)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, DetailView)
    qtbot.waitUntil(lambda: view.record is not None or view._stack.currentWidget() is view.empty)
    settle(qtbot, window)
    return view


def editing(qtbot: QtBot, window: MainWindow, memory_id: str = PAGE) -> EditView:
    window.page.edit_memory(memory_id)
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, EditView)
    qtbot.waitUntil(lambda: not view.editor.isReadOnly())
    settle(qtbot, window)
    return view


def told(qtbot: QtBot, window: MainWindow, memory_id: str = PAGE) -> None:
    window.page.bridge.report_outside_changes(ChangeSet(frozenset({memory_id})))
    settle(qtbot, window)


def button(parent: QWidget, text: str) -> QAbstractButton:
    QApplication.processEvents()
    found = [item for item in parent.findChildren(QAbstractButton) if item.text() == text and not item.isHidden()]
    assert found, f"no button {text}"
    return found[-1]


def content(host: ActionHost, memory_id: str = PAGE) -> str:
    memory = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]
    return str(memory["content"]).strip()


# Detail


def test_detail_shows_text_facts_evidence_and_revisions(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = opened(qtbot, window)
    assert "Backups run at 01:00." in view.article.toPlainText()
    assert view.record is not None
    assert view.record.memory_id == PAGE
    item = view.panel._evidence and view.panel.evidence.body.itemAt(0).widget()
    assert item is not None
    qtbot.waitUntil(lambda: "Backups run" in item.excerpt.text())
    item.toggle()
    qtbot.waitUntil(lambda: item.is_open)
    assert "Backups run at 01:00." in item.whole.toPlainText()
    item.toggle()
    assert not item.is_open
    assert [row.revision.ordinal for row in view.panel._rows] == [1]


def test_copying_the_id(qtbot: QtBot, window: MainWindow) -> None:
    view = opened(qtbot, window)
    copy = view.panel.findChild(QAbstractButton, "copyMemoryId")
    assert copy is not None
    copy.click()
    assert QGuiApplication.clipboard().text() == PAGE


def test_a_change_from_outside_is_shown(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = opened(qtbot, window)
    ok(host, "revise", agent="kim", memory_id=PAGE, content="Backups run at 03:00.")
    told(qtbot, window)
    qtbot.waitUntil(lambda: "03:00" in view.article.toPlainText())
    assert [row.revision.ordinal for row in view.panel._rows] == [2, 1]


def test_a_revision_shows_its_changes_and_can_be_restored(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    ok(host, "revise", agent="kim", memory_id=PAGE, content="Backups run at 03:00.", instruction="Later")
    view = opened(qtbot, window)
    view.panel._rows[0].click()
    qtbot.waitUntil(lambda: view._reading.currentIndex() == 1)
    assert view.compare.diff.changed_lines == (1, 1)
    assert not view.compare.restore_button.isVisible()
    view.panel._rows[1].click()
    qtbot.waitUntil(lambda: view.compare.restore_button.isVisible())
    view.compare.restore_button.click()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: "01:00" in view.article.toPlainText())
    assert content(host) == "Backups run at 01:00."
    assert view._reading.currentIndex() == 0


def test_a_forgotten_memory_is_said_to_be_gone(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = opened(qtbot, window)
    ok(host, "forget", agent="kim", memory_id=PAGE)
    told(qtbot, window)
    qtbot.waitUntil(lambda: view._stack.currentWidget() is view.empty)
    assert not view._actions.edit.isEnabled()
    missing = opened(qtbot, window, "agent/kim/wiki/never-was")
    assert missing._stack.currentWidget() is missing.empty


def test_evidence_and_fact_offer_what_they_allow(
    qtbot: QtBot, window: MainWindow, host: ActionHost, root: Path
) -> None:
    memory = ok(host, "read", agent="kim", memory_id=PAGE)["memory"]
    evidence = opened(qtbot, window, memory["source_refs"][0]["memory_id"])
    assert not evidence._actions.edit.isVisible()
    page(root, "agents/kim/memory/FACT.md", "The user likes short answers.\n")
    fact = opened(qtbot, window, "agent/kim/fact")
    assert "short answers" in fact.article.toPlainText()
    assert fact._actions.edit.isVisible()
    assert not fact._actions.forget.isVisible()


def test_a_file_with_a_problem_says_so(qtbot: QtBot, window: MainWindow, root: Path) -> None:
    page(root, "agents/kim/memory/wiki/spoilt.md", "---\ntitle: [never closed\n---\nA page.\n")
    view = opened(qtbot, window, "agent/kim/wiki/spoilt")
    assert view.problem_banner.isVisible()
    assert "A page." in view.article.toPlainText()


def test_a_replaced_memory_leads_to_the_newer_one(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    ok(host, "remember", agent="kim", content="At 05:00.", target="agent", topic="New window", replaces=[PAGE])
    view = opened(qtbot, window)
    assert view.replaced_banner.isVisible()
    button(view.replaced_banner, "Open the newer one").click()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.memory_id == "agent/kim/wiki/new-window")


def test_the_panel_goes_below_in_a_narrow_window(qtbot: QtBot, window: MainWindow) -> None:
    view = opened(qtbot, window)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: view._side.isVisible())
    window.resize(900, 560)
    qtbot.waitUntil(lambda: not view._side.isVisible())
    assert view.panel.isVisible()
    assert view._column_layout.indexOf(view.panel) >= 0
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: view._side.isVisible())
    assert view.panel.isVisible()


def test_find_in_page(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    ok(host, "revise", agent="kim", memory_id=PAGE, content="Ring one.\n\nring two, RING three.")
    view = opened(qtbot, window)
    window.page.focus_search()
    assert view.find_bar.isVisible()
    QTest.keyClicks(view.find_bar.field, "ring")
    qtbot.waitUntil(lambda: view.find_bar.count.text() == "1 of 3")
    QTest.keyClick(view.find_bar.field, Qt.Key.Key_Return)
    assert view.find_bar.count.text() == "2 of 3"
    QTest.keyClick(view.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert view.find_bar.count.text() == "1 of 3"
    window.theme.set_mode("dark")
    assert len(view.article._matches) == 3
    QTest.keyClick(view.find_bar.field, Qt.Key.Key_Escape)
    assert not view.find_bar.isVisible()


def test_web_links_ask_first(qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    opened_addresses: list[str] = []
    monkeypatch.setattr("memdesk_desktop.detail_view._open_address", opened_addresses.append)
    view = opened(qtbot, window)
    view.article.anchorClicked.emit(QUrl("https://a.example/x"))
    assert view.link_bar.isVisible()
    assert "https://a.example/x" in view.link_bar.question.text()
    assert not opened_addresses
    button(view.link_bar, "Open").click()
    assert opened_addresses == ["https://a.example/x"]
    for address in ("javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"):
        view.article.anchorClicked.emit(QUrl(address))
        assert not view.link_bar.isVisible()


def test_memory_links_open_memories(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    ok(host, "remember", agent="kim", content="We use pnpm.", target="city", topic="Package manager")
    view = opened(qtbot, window)
    view.article.anchorClicked.emit(QUrl("memory://builtin/city/wiki/package-manager#L1"))
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.memory_id == "city/wiki/package-manager")


# The page itself


def test_nothing_is_loaded(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    browser = ArticleBrowser(theme, margins=(40, 32, 24, 40))
    qtbot.addWidget(browser)
    secret = tmp_path / "secret.html"
    secret.write_text("secret")
    for kind in QTextDocument.ResourceType:
        loaded = browser.loadResource(kind.value, QUrl.fromLocalFile(str(secret)))
        assert loaded is not None
        assert b"secret" not in bytes(loaded) if hasattr(loaded, "data") else True
    browser.setSource(QUrl.fromLocalFile(str(secret)))
    assert "secret" not in browser.toPlainText()


def test_a_page_grows_and_follows_the_theme(qtbot: QtBot, theme: Theme) -> None:
    browser = ArticleBrowser(theme, margins=(40, 32, 24, 40))
    area = scrolling_column(browser)
    qtbot.addWidget(area)
    area.resize(700, 300)
    area.show()
    source = "# A\n\n- [x] done\n- `code` x\n\n> q\n\n| a |\n|---|\n| 1 |\n\n" + "word " * 500 + "\u202e"
    browser.set_page(render(source).html)
    qtbot.waitUntil(lambda: browser.height() > 300)
    assert len(browser._spans.code) == 1
    assert [mark for _, mark in browser._spans.items] == ["checked", "disc"]
    assert len(browser._spans.hidden) == 1
    browser.grab()
    theme.set_mode("dark")
    assert browser.document().begin().begin().fragment().charFormat().foreground().color() == theme.colour("text")


def test_copied_text_has_no_breaks_of_ours(qtbot: QtBot, theme: Theme) -> None:
    browser = ArticleBrowser(theme, margins=(40, 32, 24, 40))
    qtbot.addWidget(browser)
    browser.set_page(render("x" * 400).html)
    browser.selectAll()
    assert "x" * 400 in browser.createMimeDataFromSelection().text()


# Edit


def test_an_edit_is_saved_with_its_reason(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    opened(qtbot, window)
    view = editing(qtbot, window)
    assert not view.can_save
    view.editor.replace_text("Backups run at 02:00.")
    view.title_field.setText("Backups")
    view.tags_field.setText("ops, night")
    view.reason_field.setText("Moved an hour")
    qtbot.waitUntil(lambda: "02:00" in view.preview.toPlainText())
    assert view.unsaved_label.text() == "Unsaved changes"
    view.save_button.click()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: window.page.current_view_name == "detail")
    memory = ok(host, "read", agent="kim", memory_id=PAGE)["memory"]
    assert memory["content"].strip().startswith("Backups run at 02:00.")
    assert memory["title"] == "Backups"
    assert memory["tags"] == ["ops", "night"]
    newest = ok(host, "history", agent="kim", power="memory_admin", memory_id=PAGE)["revisions"][0]
    assert newest["reason"] == "Moved an hour"


def test_opening_and_closing_changes_nothing(qtbot: QtBot, window: MainWindow, host: ActionHost, root: Path) -> None:
    page(root, "agents/kim/memory/wiki/odd.md", '---\ntags: ["a, b"]\n---\nno\u00a0break\r\nline\u2028sep \r\n')
    told(qtbot, window, "agent/kim/wiki/odd")
    before = (root / "agents/kim/memory/wiki/odd.md").read_bytes()
    view = editing(qtbot, window, "agent/kim/wiki/odd")
    assert not view.has_unsaved_changes()
    assert "\u00a0" in view.draft.content
    window.page.go_back()
    assert (root / "agents/kim/memory/wiki/odd.md").read_bytes() == before


def _conflict(qtbot: QtBot, window: MainWindow, host: ActionHost) -> EditView:
    view = editing(qtbot, window)
    view.editor.replace_text("Backups run at 02:00.")
    added = "Backups run at 01:00.\nTapes are kept for 90 days.\n"
    ok(host, "revise", agent="kim", memory_id=PAGE, content=added, caller="agent")
    return view


def test_a_change_while_editing_raises_the_banner(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = _conflict(qtbot, window, host)
    told(qtbot, window)
    qtbot.waitUntil(lambda: view.conflict_banner.isVisible())
    assert view.editor.text() == "Backups run at 02:00."
    assert view.conflict_banner.title.text() == "This memory changed while you were editing."
    qtbot.waitUntil(lambda: view.conflict_banner.text.text().startswith("kim saved revision 2 at "))
    assert view.conflict_banner.text.text().endswith("Your text is kept here until you choose.")
    assert not view.save_button.isEnabled()
    button(view.conflict_banner, "Compare").click()
    qtbot.waitUntil(lambda: view._right.currentWidget() is view.diff and bool(view.diff.toPlainText()))
    assert view.diff.changed_lines == (1, 2)


def test_saving_without_having_heard_is_refused_too(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = _conflict(qtbot, window, host)
    view.save()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.conflict_banner.isVisible())
    assert view.editor.text() == "Backups run at 02:00."
    assert "90 days" in content(host)


def test_keep_mine_saves_over_theirs_which_history_keeps(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = _conflict(qtbot, window, host)
    told(qtbot, window)
    button(view.conflict_banner, "Keep mine").click()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: content(host) == "Backups run at 02:00.")
    revisions = ok(host, "history", agent="kim", power="memory_admin", memory_id=PAGE)["revisions"]
    assert [item["ordinal"] for item in revisions] == [3, 2, 1]


def test_take_theirs_can_be_undone(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = _conflict(qtbot, window, host)
    told(qtbot, window)
    button(view.conflict_banner, "Take theirs").click()
    settle(qtbot, window)
    assert "90 days" in view.editor.text()
    assert not view.has_unsaved_changes()
    assert not view.conflict_banner.isVisible()
    view.editor.undo()
    assert view.editor.text() == "Backups run at 02:00."


def test_merge_holds_both(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = _conflict(qtbot, window, host)
    told(qtbot, window)
    button(view.conflict_banner, "Merge").click()
    qtbot.waitUntil(lambda: not view.conflict_banner.isVisible())
    settle(qtbot, window)
    assert view.save_button.isEnabled()
    view.save()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: content(host) == "Backups run at 02:00.\nTapes are kept for 90 days.")


def test_a_page_forgotten_meanwhile_is_not_made_again(
    qtbot: QtBot, window: MainWindow, host: ActionHost, root: Path
) -> None:
    view = editing(qtbot, window)
    view.editor.replace_text("Backups run at 02:00.")
    ok(host, "forget", agent="kim", memory_id=PAGE)
    view.save()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.conflict_banner.isVisible())
    assert not (root / FILE).exists()
    assert not view.save_button.isEnabled()
    assert view.editor.text() == "Backups run at 02:00."
    button(view.conflict_banner, "Save as new").click()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: (root / FILE).exists())
    assert "02:00" in content(host)


def test_leaving_with_changes_asks(qtbot: QtBot, window: MainWindow) -> None:
    opened(qtbot, window)
    view = editing(qtbot, window)
    view.editor.replace_text("Typed.")
    window.page.go_back()
    assert window.page.current_view is view
    assert view.discard_bar.question.text() == "Discard your changes?"
    button(view.discard_bar, "Keep editing").click()
    assert view.editor.text() == "Typed."
    window._may_close = False
    window.close()
    assert window.isVisible()
    window._may_close = True
    assert view.discard_bar.isVisible()
    button(view.discard_bar, "Keep editing").click()
    window.page.go_back()
    button(view.discard_bar, "Discard").click()
    assert window.page.current_view_name == "detail"


def test_a_save_that_fails_keeps_the_text(qtbot: QtBot, window: MainWindow, host: ActionHost, root: Path) -> None:
    view = editing(qtbot, window)
    big = "x" * 6_000_000
    view.editor.setPlainText("short")
    view.editor.text = lambda: big  # type: ignore[method-assign]
    view.save()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.save_banner.isVisible())
    assert view.save_banner.title.text() == "Not saved. Your text is still here."
    del view.editor.text
    assert view.editor.text() == "short"
    assert content(host) == "Backups run at 01:00."


def test_a_secret_is_stored_only_by_an_explicit_choice(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    secret = "password = " + "hunter2!"
    view = editing(qtbot, window)
    view.editor.setPlainText(secret)
    view.save()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.save_banner.isVisible())
    assert view.editor.text() == secret
    assert content(host) == "Backups run at 01:00."
    button(view.save_banner, "Store it anyway").click()
    qtbot.waitUntil(lambda: window.page.current_view is not view)
    assert content(host) == secret
    window.page.open_new()
    new = window.page.current_view
    assert isinstance(new, NewView)
    new.content.setPlainText(secret)
    new.topic.setText("Secret")
    new.save()
    settle(qtbot, window)
    button(new.banner, "Store it anyway").click()
    qtbot.waitUntil(lambda: window.page.current_view is not new)
    assert content(host, "agent/kim/wiki/secret") == secret


def test_fact_is_revised_whole_and_made_where_absent(qtbot: QtBot, window: MainWindow, root: Path) -> None:
    view = editing(qtbot, window, "agent/kim/fact")
    view.editor.replace_text("The user likes short answers.")
    assert not view._fields.isVisible()
    told(qtbot, window, "agent/kim/fact")
    assert not view.conflict_banner.isVisible()
    view.save()
    settle(qtbot, window)
    fact = root / "agents/kim/memory/FACT.md"
    qtbot.waitUntil(fact.exists)
    assert "short answers" in fact.read_text("utf-8")


def test_tabs_in_a_narrow_window(qtbot: QtBot, window: MainWindow) -> None:
    view = editing(qtbot, window)
    window.resize(900, 560)
    qtbot.waitUntil(lambda: view._tabs.isVisible())
    assert view._write.isVisible()
    assert not view._preview.isVisible()
    view.preview_tab.click()
    assert view._preview.isVisible()
    assert not view._write.isVisible()


# New


def writing(qtbot: QtBot, window: MainWindow, scope: str) -> NewView:
    window.page.open_scope(scope)
    settle(qtbot, window)
    window.page.open_new()
    view = window.page.current_view
    assert isinstance(view, NewView)
    return view


def test_a_new_memory_goes_where_the_sentence_says(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = writing(qtbot, window, "shared")
    assert not view.can_save
    view.content.load_text("Use pnpm.")
    view.topic.setText("Package manager")
    view.types.set_memory_type("decision")
    view.tags.setText("tooling")
    view.workspace.setCurrentIndex(view.workspace.findData("web-app"))
    plain = QTextDocument()
    plain.setHtml(view.destination.text())
    assert plain.toPlainText() == "Will be stored in Shared, by agent kim, tagged with workspace web-app."
    view.save_button.click()
    settle(qtbot, window)
    memory = ok(host, "read", agent="kim", memory_id="city/wiki/package-manager")["memory"]
    assert memory["workspace_id"] == "web-app"
    assert memory["memory_type"] == "decision"
    assert memory["tags"] == ["tooling"]
    assert not view.has_unsaved_changes()
    qtbot.waitUntil(lambda: window.page.current_view_name == "detail")


def test_an_existing_topic_is_never_overwritten(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    view = writing(qtbot, window, "kim")
    assert not view.workspace.isVisible()
    view.content.load_text("Tapes are kept.")
    view.topic.setText("backup WINDOW")
    view.save()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: view.banner.isVisible())
    assert view.banner.title.text() == "A memory with this topic exists."
    assert view.content.text() == "Tapes are kept."
    assert content(host) == "Backups run at 01:00."
    button(view.banner, "Add to it").click()
    settle(qtbot, window)
    qtbot.waitUntil(lambda: "Tapes are kept." in content(host))
    assert "Backups run at 01:00." in content(host)


def test_types_move_with_the_arrows(qtbot: QtBot, window: MainWindow) -> None:
    view = writing(qtbot, window, "kim")
    chips = view.types.chips
    chips["fact"].setFocus()
    QTest.keyClick(chips["fact"], Qt.Key.Key_Right)
    assert view.types.memory_type == "preference"


def test_leaving_a_new_memory_asks(qtbot: QtBot, window: MainWindow) -> None:
    view = writing(qtbot, window, "kim")
    view.content.load_text("Typed.")
    view.cancel_button.click()
    assert view.discard_bar.isVisible()
    assert window.page.current_view is view
    button(view.discard_bar, "Discard").click()
    assert window.page.current_view_name == "list"


# Settings


def test_settings_show_what_status_says_and_nothing_to_type(qtbot: QtBot, window: MainWindow, host: ActionHost) -> None:
    window.page.open_settings()
    settle(qtbot, window)
    view = window.page.current_view
    assert isinstance(view, SettingsView)
    texts: list[Any] = [label.text() for label in view.findChildren(type(view._subtitle()))]
    for text in ("Memory settings", "Read-only", "Local files", "Ready", "Search with highlights", "5 MB per memory"):
        assert text in texts
    for kind in (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractButton):
        shown = [widget for widget in view.findChildren(kind) if widget.isVisible()]
        assert not shown


# Everything


def test_every_button_has_a_name(qtbot: QtBot, window: MainWindow) -> None:
    opened(qtbot, window)
    editing(qtbot, window)
    for name in ("detail", "edit", "new", "settings"):
        view = window.page.view(name)  # type: ignore[arg-type]
        for item in view.findChildren(QAbstractButton):
            assert item.accessibleName() or item.text(), f"{item} in {view}"
