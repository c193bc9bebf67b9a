"""Writing a new memory: its text, topic, type, tags and workspace, and where it will go."""

from __future__ import annotations

import html
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memdesk.models.kinds import MEMORY_TYPES
from memdesk.models.payloads import MAX_TITLE
from memdesk_desktop.edit_draft import parse_tags
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.badge import paint_type_shape, type_label
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.choice_bar import ChoiceBar
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.form import hinted_button, scrolling_column
from memdesk_desktop.widgets.plain_edit import PlainEdit
from memdesk_desktop.widgets.text_widgets import TitleLabel, plain_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_LABELS, _FIELDS, _WORKSPACE = 120, 600, 220
_NARROW = 40 + _LABELS + _FIELDS + 24
_CONTENT_HEIGHT = 148
_ROW_GAP = 16
_CHIP_GAP = 6


class NewView(MemoryView):
    """Goes where the chosen scope says; a topic that exists is never overwritten."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self._saving = False
        self._make_widgets()
        self._lay_out()
        self._connect()
        self.on_scope_changed()

    def _make_widgets(self) -> None:
        theme = self.theme
        self.content = PlainEdit(theme, "reading", 24)
        self.content.setObjectName("newContent")
        self.content.setFixedHeight(_CONTENT_HEIGHT)
        self.content.setTabChangesFocus(True)
        self.topic = QLineEdit()
        self.topic.setFont(theme.font("interface"))
        self.topic.setMaxLength(MAX_TITLE)
        self.types = TypeChips(theme)
        self.tags = QLineEdit()
        self.tags.setFont(theme.font("interface"))
        say(self.tags.setPlaceholderText, lambda: self.tr("separated by commas"))
        self.workspace = HuggingCombo(theme, max_width=_WORKSPACE)
        self.workspace.setMinimumWidth(_WORKSPACE)
        self.destination = QLabel()
        self.destination.setTextFormat(Qt.TextFormat.RichText)
        self.destination.setWordWrap(True)
        self.destination.setProperty("role", "secondary")
        self._destination_icon = QLabel()
        self.banner = Banner(theme)
        self.discard_bar = ChoiceBar(theme)
        self.cancel_button = Button(theme, lambda: self.tr("Cancel"), kind="quiet")
        self.save_button = hinted_button(theme, lambda: self.tr("Save memory"), "Ctrl+S")

    def _lay_out(self) -> None:
        form = QWidget()
        form.setMaximumWidth(40 + _LABELS + _FIELDS + 24)
        column = QVBoxLayout(form)
        column.setContentsMargins(40, 26, 24, 40)
        column.setSpacing(0)
        heading = TitleLabel(self.theme, "page-title", lambda: self.tr("New memory"))
        column.addWidget(heading)
        column.addSpacing(16)
        column.addLayout(self._fields())
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(form, 1)
        row.addStretch(0)
        row.setAlignment(form, Qt.AlignmentFlag(0))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.discard_bar)
        outer.addWidget(scrolling_column(holder), 1)

    def _fields(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(0)
        grid.setVerticalSpacing(_ROW_GAP)
        grid.setColumnMinimumWidth(0, _LABELS)
        grid.setColumnStretch(1, 1)
        hint = plain_label(
            lambda: self.tr("Markdown. The first line becomes the title when it is a heading."), role="caption"
        )
        hint.setMinimumHeight(20)
        content = QVBoxLayout()
        content.setSpacing(4)
        content.addWidget(self.content)
        content.addWidget(hint)
        self._labels: dict[str, QLabel] = {}
        self._add_row(grid, 0, lambda: self.tr("Content"), self.content, content)
        self._add_row(grid, 1, lambda: self.tr("Topic"), self.topic, self.topic)
        self._add_row(grid, 2, lambda: self.tr("Type"), self.types, self.types)
        self._add_row(grid, 3, lambda: self.tr("Tags"), self.tags, self.tags)
        self._workspace_label = self._add_row(grid, 4, lambda: self.tr("Workspace"), self.workspace, self._hugging())
        grid.addWidget(self._destination_box(), 5, 1)
        grid.addWidget(self.banner, 6, 1)
        grid.addLayout(self._buttons(), 7, 1)
        return grid

    def _hugging(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self.workspace)
        row.addStretch(1)
        return row

    @staticmethod
    def _add_row(grid: QGridLayout, row: int, text: Text, field: QWidget, item: Any) -> QLabel:
        label = plain_label(text, role="secondary")
        label.setBuddy(field)
        label.setFixedHeight(32)
        say(field.setAccessibleName, text)
        grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        if isinstance(item, QWidget):
            grid.addWidget(item, row, 1)
        else:
            grid.addLayout(item, row, 1)
        return label

    def _destination_box(self) -> QWidget:
        box = QFrame()
        box.setObjectName("destination")
        row = QHBoxLayout(box)
        row.setContentsMargins(16, 13, 16, 13)
        row.setSpacing(10)
        row.addWidget(self._destination_icon)
        row.addWidget(self.destination, 1)
        return box

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.save_button)
        return row

    def _connect(self) -> None:
        self.content.textChanged.connect(self._on_field_changed)
        self.topic.textChanged.connect(self._on_field_changed)
        self.workspace.currentIndexChanged.connect(self._on_field_changed)
        self.cancel_button.clicked.connect(self._on_cancel_button_clicked)
        self.save_button.clicked.connect(self._on_save_button_clicked)
        self.theme.changed.connect(self._show_destination)

    # What the page asks of a view

    @override
    def commands(self) -> dict[str, Callable[[], None]]:
        return {"save": self.save_button.click} if self.save_button.isEnabled() else {}

    @override
    def activate(self) -> None:
        self.on_scope_changed()
        self.content.setFocus()

    @override
    def on_scope_changed(self) -> None:
        shared = self.state.is_shared and bool(self.state.workspaces)
        chosen = self.workspace.currentData() if self.workspace.count() and self.has_unsaved_changes() else None
        if chosen is None:
            chosen = self.state.workspace_id or ""
        self.workspace.blockSignals(True)
        self.workspace.clear()
        self.workspace.addItem(self.tr("no workspace"), "")
        for workspace_id in self.state.workspaces:
            self.workspace.addItem(self.theme.icon("workspace", "text2"), workspace_id, workspace_id)
        self.workspace.setCurrentIndex(max(0, self.workspace.findData(chosen)))
        self.workspace.blockSignals(False)
        self.workspace.updateGeometry()
        self.workspace.setVisible(shared)
        self._workspace_label.setVisible(shared)
        self._on_field_changed()

    @override
    def retranslate(self) -> None:
        self.on_scope_changed()

    @override
    def has_unsaved_changes(self) -> bool:
        return bool(self.content.text().strip() or self.topic.text().strip() or self.tags.text().strip())

    @override
    def confirm_leave(self, proceed: Callable[[], None]) -> None:
        if not self.has_unsaved_changes():
            proceed()
            return
        self.discard_bar.ask_to_discard(discard=self._clear, keep=self.content.setFocus, proceed=proceed)

    @property
    def can_save(self) -> bool:
        """Whether there is a text, a topic, and an agent to act as."""
        text = self.content.text().strip()
        return bool(text) and bool(self._topic()) and self.state.can_act and not self._saving

    # The form

    def _topic(self) -> str:
        """The topic that was typed, else the heading that the text begins with."""
        typed = self.topic.text().strip()
        if typed:
            return typed
        first = self.content.text().strip().split("\n", 1)[0]
        return first.lstrip("#").strip()[:MAX_TITLE] if first.startswith("#") else ""

    def _workspace(self) -> str | None:
        return (self.workspace.currentData() or None) if self.state.is_shared else None

    @Slot()
    def _on_field_changed(self) -> None:
        self.save_button.setEnabled(self.can_save)
        self.save_button.setToolTip(self._why_not())
        self._show_destination()

    def _why_not(self) -> str:
        if not self.state.can_act:
            return self.tr("Add an agent first.")
        return "" if self.can_save else self.tr("Write a text and a topic first.")

    @Slot()
    def _show_destination(self) -> None:
        def strong(text: str) -> str:
            return f'<b style="font-weight:600; color:{self.theme.tokens.text}">{html.escape(text)}</b>'

        agent = strong(self.state.acting_agent or "")
        workspace = self._workspace()
        if not self.state.is_shared:
            text = self.tr("Will be stored in {scope}, readable by this agent only.").format(
                scope=strong(self.state.scope)
            )
        elif workspace:
            text = self.tr("Will be stored in {scope}, by agent {agent}, tagged with workspace {workspace}.").format(
                scope=strong(self.tr("Shared")), agent=agent, workspace=strong(workspace)
            )
        else:
            text = self.tr("Will be stored in {scope}, by agent {agent}.").format(
                scope=strong(self.tr("Shared")), agent=agent
            )
        self.destination.setText(text)
        icon = "shared" if self.state.is_shared else "agent"
        self._destination_icon.setPixmap(self.theme.pixmap(icon, "text2", 16, self.devicePixelRatioF()))

    # Saving

    @Slot()
    def _on_save_button_clicked(self) -> None:
        self.save()

    def save(self, *, mode: str = "create", allow_sensitive: bool = False) -> None:
        """Store what was written; ``append`` adds it to the page that the topic has."""
        if not self.can_save:
            return
        self._saving = True
        self.banner.hide()
        self._on_field_changed()
        request = self.state.request("remember", self._payload(mode), allow_sensitive=allow_sensitive)
        if self._workspace() is not None:
            request = request.model_copy(update={"workspace_id": self._workspace()})
        done = partial(self._on_save_done, mode, self._written())
        self.bridge.submit(request, on_done=done, owner=self)

    def _written(self) -> tuple[str, str, str]:
        return self.content.text(), self.topic.text(), self.tags.text()

    def _payload(self, mode: str) -> dict[str, Any]:
        target = "agent" if not self.state.is_shared else "current_workspace" if self._workspace() else "city"
        payload: dict[str, Any] = {
            "content": self.content.text(),
            "target": target,
            "topic": self._topic(),
            "memory_type": self.types.memory_type,
            "mode": mode,
        }
        tags = parse_tags(self.tags.text())
        if tags:
            payload["tags"] = list(tags)
        return payload

    def _on_save_done(self, mode: str, written: tuple[str, str, str], result: ActionResult) -> None:
        self._saving = False
        self._on_field_changed()
        if result.success and (self._written() != written or not self.isVisible()):
            # Typed on, or left, while it was being stored: what stands here now stays.
            self.message_requested.emit(self.tr("Saved"))
        elif result.success:
            self._clear()
            self.message_requested.emit(self.tr("Saved"))
            self.open_requested.emit(str((result.data or {}).get("memory_id", "")))
        elif result.error is not None and result.error.code == "conflict":
            self._show_exists(str(result.error.details.get("memory_id", "")))
        else:
            self.banner.show_message(
                "error",
                lambda: self.tr("Not saved. Your text is still here."),
                partial(error_text, result.error),
                details=partial(error_details, result.error),
            )
            if result.error is not None and result.error.code == "sensitive_content":
                again = partial(self.save, mode=mode, allow_sensitive=True)
                self.banner.add_button(lambda: self.tr("Store it anyway"), again)
            else:
                self.banner.add_button(lambda: self.tr("Try again"), partial(self.save, mode=mode))

    def _show_exists(self, memory_id: str) -> None:
        self.banner.show_message("warn", lambda: self.tr("A memory with this topic exists."))
        if memory_id:
            self.banner.add_button(lambda: self.tr("Open it"), partial(self.open_requested.emit, memory_id))
        self.banner.add_button(lambda: self.tr("Add to it"), partial(self.save, mode="append"))

    # Leaving

    def _clear(self) -> None:
        self.content.load_text("")
        self.topic.clear()
        self.tags.clear()
        self.types.set_memory_type("fact")
        self.banner.hide()

    @Slot()
    def _on_cancel_button_clicked(self) -> None:
        self.back_requested.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.types.set_columns(3 if self.width() < _NARROW else len(MEMORY_TYPES))


class TypeChips(QWidget):
    """The six types as outlined buttons; one is chosen, arrows move."""

    chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_CHIP_GAP)
        self._rows = (QHBoxLayout(), QHBoxLayout())
        for row in self._rows:
            row.setSpacing(_CHIP_GAP)
            column.addLayout(row)
        self.chips: dict[str, TypeChip] = {}
        for memory_type in MEMORY_TYPES:
            chip = TypeChip(theme, memory_type)
            self._group.addButton(chip)
            self.chips[memory_type] = chip
        self._group.buttonToggled.connect(self.chosen)
        self.set_columns(len(MEMORY_TYPES))
        self.set_memory_type("fact")
        self.setFocusProxy(self.chips["fact"])

    def set_columns(self, columns: int) -> None:
        """Stand in rows of so many."""
        for row in self._rows:
            while row.count():
                row.takeAt(0)
        for at, chip in enumerate(self.chips.values()):
            self._rows[at // columns].addWidget(chip)
        for row in self._rows:
            row.addStretch(1)

    @property
    def memory_type(self) -> str:
        """The chosen type."""
        return next(name for name, chip in self.chips.items() if chip.isChecked())

    def set_memory_type(self, memory_type: str) -> None:
        """Choose a type."""
        self.chips[memory_type].setChecked(True)


class TypeChip(QAbstractButton):
    """One type: its shape and its name."""

    def __init__(self, theme: Theme, memory_type: str) -> None:
        super().__init__()
        self._theme = theme
        self._memory_type = memory_type
        say(self.setText, partial(type_label, memory_type))
        self.setCheckable(True)
        self.setAutoExclusive(True)
        say(self.setAccessibleName, partial(type_label, memory_type))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        bold = self._theme.font("interface")
        bold.setWeight(bold.Weight.DemiBold)
        return QSize(10 + 10 + 8 + QFontMetrics(bold).horizontalAdvance(self.text()) + 10, 32)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = self.isChecked() or self.hasFocus()
        width = 2 if ring else 1
        token = "accent" if self.isChecked() else "focus" if self.hasFocus() else "control"
        fill = "selected" if self.isChecked() else "subtle" if self.underMouse() else "main"
        painter.setPen(QPen(self._theme.colour(token), width))
        painter.setBrush(self._theme.colour(fill))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(width / 2, width / 2, -width / 2, -width / 2), 6, 6)
        if self.isChecked() and self.hasFocus():
            painter.setPen(QPen(self._theme.colour("main"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().toRectF().adjusted(2.5, 2.5, -2.5, -2.5), 4, 4)
        font = self._theme.font("interface")
        font.setWeight(font.Weight.DemiBold if self.isChecked() else font.Weight.Normal)
        shape = self.rect().toRectF()
        shape.setRect(11, (self.height() - 10) / 2, 10, 10)
        paint_type_shape(painter, shape, self._memory_type, self._theme)
        painter.setFont(font)
        painter.setPen(self._theme.colour("text"))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect().adjusted(28, 0, 0, 0), middle, self.text())
        painter.end()
