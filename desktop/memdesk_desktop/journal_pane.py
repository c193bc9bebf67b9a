"""An agent's journal within its list, while evidence is included: find in it, filter it by tag, add to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.file_memory import TimelineData
from memdesk_desktop.edit_draft import parse_tags
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.journal_list import TimelineList
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill
from memdesk_desktop.sayings import said_by_class, say
from memdesk_desktop.visible_text import show_hidden
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.form import hinted_button
from memdesk_desktop.widgets.plain_edit import PlainEdit
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_PAGE = 100
_LINE, _COMPOSER = 20, 64
_REFRESH_MS = 120


class Typed(NamedTuple):
    """An entry that is being written."""

    text: str = ""
    tags: str = ""


class JournalPane(QWidget):
    """Tabs beside which the whole list stands; what is typed for one agent waits there until it is added."""

    mode_changed = Signal(bool)  # whether the journal is shown in place of the list
    entry_opened = Signal(str)  # memory_id
    message_requested = Signal(str)
    escaped = Signal()

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._theme = theme
        self._state = state
        self._agent = ""
        self._query = ""
        self._loading = False
        self._has_more = False
        self._typed: dict[str, Typed] = {}
        self.all_tab = Button(theme, lambda: self.tr("All"), kind="quiet")
        self.journal_tab = Button(theme, lambda: self.tr("Journal"), kind="quiet")
        self.tag = HuggingCombo(theme)
        say(self.tag.setAccessibleName, lambda: self.tr("Tag"))
        self.info = plain_label(role="caption")
        self.text = PlainEdit(theme, "interface", _LINE)
        self.text.setObjectName("newContent")
        self.text.setFixedHeight(_COMPOSER)
        self.text.setTabChangesFocus(True)
        say(self.text.setPlaceholderText, lambda: self.tr("What happened?"))
        say(self.text.setAccessibleName, lambda: self.tr("New journal entry"))
        self.tags = QLineEdit()
        self.tags.setFont(theme.font("interface"))
        say(self.tags.setPlaceholderText, lambda: self.tr("Tags, separated by commas"))
        say(self.tags.setAccessibleName, lambda: self.tr("Tags"))
        self.add = hinted_button(theme, lambda: self.tr("Add"), "Ctrl+Enter")
        self.banner = Banner(theme)
        self.list = TimelineList(theme)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self.refresh)
        self._lay_out()
        self._connect()
        self.hide()

    @override
    def tr(self, source: str, comment: str | None = None, n: int = -1) -> str:
        return said_by_class(self, source, comment, n)

    def _lay_out(self) -> None:
        tabs = QHBoxLayout()
        tabs.setContentsMargins(30, 2, 24, 4)
        tabs.setSpacing(4)
        group = QButtonGroup(self)
        for tab in (self.all_tab, self.journal_tab):
            tab.setCheckable(True)
            group.addButton(tab)
            tabs.addWidget(tab)
        self.all_tab.setChecked(True)
        tabs.addSpacing(8)
        tabs.addWidget(self.info)
        tabs.addStretch(1)
        tabs.addWidget(self.tag)
        composer = QVBoxLayout()
        composer.setContentsMargins(40, 4, 24, 10)
        composer.setSpacing(6)
        composer.addWidget(self.banner)
        composer.addWidget(self.text)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.tags, 1)
        below.addWidget(self.add)
        composer.addLayout(below)
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(composer)
        column.addWidget(self.list, 1)
        self._inside.hide()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(tabs)
        outer.addWidget(self._inside, 1)

    def _connect(self) -> None:
        self.journal_tab.toggled.connect(self._on_journal_tab_toggled)
        self.tag.activated.connect(self._on_tag_activated)
        self.text.textChanged.connect(self._show_add)
        self.add.clicked.connect(self.append)
        self.tags.returnPressed.connect(self.append)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self._inside)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.append)
        self.list.entry_opened.connect(self.entry_opened)
        self.list.escaped.connect(self.escaped)
        self.list.more_wanted.connect(self._on_more_wanted)
        self._show_add()

    @property
    def is_open(self) -> bool:
        """Whether the journal is shown in place of the list."""
        return self.journal_tab.isChecked() and not self.isHidden()

    def focus_order(self) -> list[QWidget]:
        """What takes the focus, in reading order."""
        return [self.all_tab, self.journal_tab, self.tag, self.text, self.tags, self.add, self.list]

    def follow(self) -> None:
        """Take over scope and query of the list; offer the journal where there can be one."""
        state = self._state
        offered = state.has_journal
        self.setVisible(offered)
        if not offered:
            self._show_mode()
            return
        if state.scope != self._agent:
            self._turn_to(state.scope)
        self._show_mode()
        self.refresh()

    def _turn_to(self, agent: str) -> None:
        """Show another agent's journal; what was typed for this one waits."""
        self._typed[self._agent] = Typed(self.text.text(), self.tags.text())
        self._agent = agent
        typed = self._typed.get(agent, Typed())
        self.text.load_text(typed.text)
        self.tags.setText(typed.tags)
        self.banner.hide()
        self._fill_tags([])
        self.list.timeline.clear()

    def keep_now(self) -> None:
        """Store what is being written, where that is kept."""

    def on_memory_changed(self, changes: ChangeSet) -> None:
        """An entry may have come."""
        mine = any(item.startswith(f"agent/{self._agent}/evidence/journal") for item in changes.memory_ids)
        if self.is_open and (changes.anything or mine) and not self._timer.isActive():
            self._timer.start()

    def retranslate(self) -> None:
        """Say again what does not say itself again."""
        if self.is_open:
            self.refresh()

    def _on_journal_tab_toggled(self) -> None:
        self._show_mode()
        self.refresh()
        if self.is_open:
            self.text.setFocus()

    def _show_mode(self) -> None:
        is_open = self.is_open
        self._inside.setVisible(is_open)
        self.tag.setVisible(is_open)
        self.info.setVisible(is_open)
        expanding = QSizePolicy.Policy.Expanding if is_open else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, expanding)
        self.mode_changed.emit(is_open)

    # Reading

    def refresh(self) -> None:
        """Fetch the newest entries again, as many as are shown."""
        if self.is_open:
            self._query = self._state.query.strip()
            shown = len(self.list.timeline.entries)
            self._fetch(0, max(_PAGE, min(200, shown)))

    def _on_more_wanted(self) -> None:
        if self.is_open and self._has_more and not self._loading:
            self._fetch(len(self.list.timeline.entries), _PAGE)

    def _fetch(self, offset: int, limit: int) -> None:
        self._loading = True
        payload: dict[str, object] = {"offset": offset, "limit": limit}
        if self._query:
            payload["query"] = self._query
        if self.tag.currentData():
            payload["tag"] = self.tag.currentData()
        request = self._state.request("journal", payload, power="memory_admin")
        done = partial(self._on_page_done, self._agent, offset)
        self._bridge.submit(request, on_done=done, key="journal-page", owner=self)

    def _on_page_done(self, agent: str, offset: int, result: ActionResult) -> None:
        self._loading = False
        if agent != self._agent:
            return
        if not result.success:
            self._show_error(result, lambda: self.tr("The journal could not be read."))
            return
        data = TimelineData.model_validate(result.data)
        self._has_more = data.has_more
        if offset == 0:
            bar = self.list.verticalScrollBar()
            at, current = bar.value(), self.list.currentIndex().row()
            self.list.timeline.clear()
            self.list.timeline.add(data.items)
            if 0 <= current < self.list.timeline.rowCount():
                self.list.setCurrentIndex(self.list.timeline.index(current, 0))
            bar.setValue(at)
        elif offset == len(self.list.timeline.entries):
            self.list.timeline.add(data.items)
        self._fill_tags([(item.tag, item.count) for item in data.tags])
        say(self.info.setText, partial(self._info_text, data))

    def _info_text(self, data: TimelineData) -> str:
        if not data.journal_exists:
            return self.tr("There is no journal yet.")
        if not data.total:
            return self.tr("No entry fits.") if data.entries else self.tr("The journal is empty.")
        return self.tr("%Ln entries", "", data.total)

    def _fill_tags(self, tags: list[tuple[str, int]]) -> None:
        choices = [(self.tr("All tags"), "")]
        for tag, count in tags:
            text = fill(self.tr("{tag} ({number})"), tag=show_hidden(tag), number=number_text(count))
            choices.append((text, tag))
        self.tag.offer(choices)

    def _on_tag_activated(self, _index: int) -> None:
        self.list.timeline.clear()
        self.refresh()

    # Adding

    def _show_add(self) -> None:
        self.add.setEnabled(bool(self.text.text().strip()))

    def append(self, *, allow_sensitive: bool = False) -> None:
        """Add what is typed; it stays until it is stored."""
        text = self.text.text()
        if not text.strip() or not self.text.isEnabled():
            return
        self._enable(False)
        payload = {"text": text, "tags": list(parse_tags(self.tags.text()))}
        request = self._state.request("append", payload, power="file_memory", allow_sensitive=bool(allow_sensitive))
        self._bridge.submit(request, on_done=partial(self._on_append_done, self._agent), owner=self)

    def _on_append_done(self, agent: str, result: ActionResult) -> None:
        self._enable(True)
        if not result.success:
            self._show_error(result, lambda: self.tr("Not added. Your text is still here."))
            if result.error is not None and result.error.code == "sensitive_content":
                self.banner.add_button(lambda: self.tr("Store it anyway"), partial(self.append, allow_sensitive=True))
            return
        self._typed.pop(agent, None)
        self.message_requested.emit(self.tr("Added to the journal"))
        if agent == self._agent:
            self.banner.hide()
            self.text.load_text("")
            self.tags.clear()
            self.text.setFocus()
            self.refresh()

    def _enable(self, enabled: bool) -> None:
        for widget in (self.text, self.tags, self.add):
            widget.setEnabled(enabled)
        if enabled:
            self._show_add()

    def _show_error(self, result: ActionResult, title: Text) -> None:
        error = result.error
        self.banner.show_message(
            "error",
            title,
            partial(error_text, error),
            details=partial(error_details, error),
        )
