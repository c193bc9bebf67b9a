"""The form that adds an agent: its id, its name, and what it is made from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from memdesk.models.requests import ActionRequest
from memdesk.models.results import TemplatesData
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.text_widgets import plain_label, plain_tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

BLANK = "blank"
_SUGGESTED = "assistant"
_LABELS, _FIELD = 96, 240
_LONGEST_NAME = 200


class AgentAdding(QWidget):
    """An id is suggested, so that Enter alone is enough; what is typed is checked by the host."""

    agent_added = Signal(str)

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._state = state
        self._templates: dict[str, str] = {}
        self._suggestion = ""
        self.field = QLineEdit()
        say(self.field.setPlaceholderText, lambda: self.tr("such as assistant"))
        self.name = QLineEdit()
        self.name.setMaxLength(_LONGEST_NAME)
        say(self.name.setPlaceholderText, lambda: self.tr("as you call it (optional)"))
        self.template = HuggingCombo(theme, max_width=_FIELD)
        self.template.addItem(self._blank_title(), BLANK)
        self.about = plain_label(role="caption", wrap=True)
        self.add = Button(theme, lambda: self.tr("Add agent"), kind="primary")
        self.error = plain_label(role="error", wrap=True)
        self.error.hide()
        self._lay_out()
        self.add.clicked.connect(self.submit)
        self.template.currentIndexChanged.connect(self._on_template_changed)
        self._show_about()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(0)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, _LABELS)
        grid.setColumnStretch(1, 1)
        rows: tuple[tuple[Text, QWidget], ...] = (
            (lambda: self.tr("Id"), self.field),
            (lambda: self.tr("Name"), self.name),
            (lambda: self.tr("Made from"), self.template),
        )
        for at, (text, field) in enumerate(rows):
            label = plain_label(text, role="secondary")
            label.setFixedHeight(32)
            label.setBuddy(field)
            say(field.setAccessibleName, text)
            field.setMaximumWidth(_FIELD)
            if isinstance(field, QLineEdit):
                field.setMinimumWidth(_FIELD)
            grid.addWidget(label, at, 0)
            grid.addWidget(field, at, 1, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(self.about, len(rows), 1)
        grid.addWidget(self.error, len(rows) + 1, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.add)
        buttons.addStretch(1)
        grid.addLayout(buttons, len(rows) + 2, 1)

    def begin(self) -> None:
        """Offer an id that is free and fetch what an agent can be made from; the field has the focus."""
        self._show_error("")
        self.add.setEnabled(True)
        self.name.clear()
        self.template.setCurrentIndex(0)
        self._suggest()
        self.fetch_templates()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def fetch_templates(self) -> None:
        """Ask what there is to choose, in the language of the window."""
        payload = {"locale": QLocale().bcp47Name()}
        request = ActionRequest(power="city", action="list_templates", payload=payload)
        self._bridge.submit(request, key=f"templates-{id(self)}", on_done=self._on_templates_done)

    def _on_templates_done(self, result: ActionResult) -> None:
        if not result.success:
            return
        chosen = self.template.currentData() or BLANK
        found = TemplatesData.model_validate(result.data).templates
        self._templates = {item.name: item.description or "" for item in found}
        self.template.blockSignals(True)
        self.template.clear()
        for item in found:
            self.template.addItem(item.title or self._blank_title(), item.name)
        self.template.setCurrentIndex(max(0, self.template.findData(chosen)))
        self.template.blockSignals(False)
        self.template.updateGeometry()
        self._show_about()

    def _blank_title(self) -> str:
        return self.tr("Nothing: an empty memory")

    def _on_template_changed(self) -> None:
        self._suggest()
        self._show_about()

    def _suggest(self) -> None:
        """Put a free id into the field, as long as nobody has typed one."""
        if self.field.text() not in ("", self._suggestion):
            return
        template = self.template.currentData() or BLANK
        base = _SUGGESTED if template == BLANK else template
        names = (base if at < 2 else f"{base}-{at}" for at in range(1, 1000))
        self._suggestion = next((name for name in names if name not in self._state.agents), "")
        self.field.setText(self._suggestion)

    def _show_about(self) -> None:
        template = self.template.currentData() or BLANK
        about = self._templates.get(template) or (
            self.tr("Its memory begins empty; SOUL.md and USER.md can be written later.") if template == BLANK else ""
        )
        self.about.setText(about)
        self.about.setVisible(bool(about))

    def submit(self) -> None:
        """Add what is entered."""
        agent_id = self.field.text().strip()
        if not agent_id or not self.add.isEnabled():
            self.field.setFocus()
            return
        self.add.setEnabled(False)
        payload = {
            "agent_id": agent_id,
            "name": self.name.text().strip() or None,
            "template": self.template.currentData() or BLANK,
            "locale": QLocale().bcp47Name(),
        }
        request = ActionRequest(power="city", action="add_agent", payload=payload)
        self._bridge.submit(request, on_done=self._on_added)

    def _on_added(self, result: ActionResult) -> None:
        self.add.setEnabled(True)
        if result.success and result.data is not None:
            self._show_error("")
            self.field.clear()
            self._suggestion = ""
            self.agent_added.emit(result.data["agent"]["agent_id"])
            return
        error = result.error
        self._show_error(partial(error_text, error), partial(error_details, error))
        self.field.setFocus()

    def _show_error(self, message: Text, details: Text = "") -> None:
        say(self.error.setText, message)
        say(self.error.setToolTip, lambda: plain_tooltip(said(details)))
        self.error.setVisible(bool(said(message)))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.template.setItemText(0, self._blank_title())
            self._show_about()
            if self.isVisible():
                self.fetch_templates()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not isinstance(self.focusWidget(), Button):
            self.submit()
        else:
            super().keyPressEvent(event)
