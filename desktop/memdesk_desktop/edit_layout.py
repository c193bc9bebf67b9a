"""The widgets of the edit view and where they stand: fields, editor and preview, reason, banners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from memdesk.models.kinds import MEMORY_TYPES
from memdesk_desktop.article_browser import ArticleBrowser
from memdesk_desktop.diff_view import DiffView
from memdesk_desktop.fact_guide import FactGuide
from memdesk_desktop.markdown_editor import MarkdownEditor
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.merge_pane import MergePane
from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.badge import type_icon, type_label
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.choice_bar import ChoiceBar
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.form import hinted_button, scrolling_column
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

NARROW = 760
_HALF = 320
_REASON_BAR = 64


class EditLayout(MemoryView):
    """Makes and places the widgets; what they do is EditView's."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self._narrow = False
        self._make_widgets()
        self._lay_out()

    def _make_widgets(self) -> None:
        theme = self.theme
        self.conflict_banner = Banner(theme)
        self.save_banner = Banner(theme)
        self.merge_banner = Banner(theme)
        self.discard_bar = ChoiceBar(theme)
        self.title_field = QLineEdit()
        self.title_field.setFont(theme.font("interface"))
        self.type_field = HuggingCombo(theme)
        for memory_type in MEMORY_TYPES:
            self.type_field.addItem(type_icon(memory_type, theme), "", memory_type)
        self._name_types()
        self.tags_field = QLineEdit()
        self.tags_field.setFont(theme.font("interface"))
        say(self.tags_field.setPlaceholderText, lambda: self.tr("separated by commas"))
        self.editor = MarkdownEditor(theme)
        self.fact_guide = FactGuide(self.bridge, theme, self.state, self.editor)
        self.preview = ArticleBrowser(theme, margins=(28, 4, 28, 32), code_token="main")
        self.diff = DiffView(theme, left=20)
        self.merge_pane = MergePane(theme, self)
        self.reason_field = QLineEdit()
        self.reason_field.setFont(theme.font("interface"))
        self.reason_field.setMaxLength(2_000)
        self.cancel_button = Button(theme, lambda: self.tr("Cancel"), kind="quiet")
        self.save_button = hinted_button(theme, lambda: self.tr("Save"), "Ctrl+S")
        self.unsaved_label = plain_label(role="caption")
        self.counts_label = plain_label(role="caption")
        self.write_tab = Button(theme, lambda: self.tr("Write"), kind="quiet")
        self.preview_tab = Button(theme, lambda: self.tr("Preview"), kind="quiet")

    def _name_types(self) -> None:
        for row in range(self.type_field.count()):
            self.type_field.setItemText(row, type_label(self.type_field.itemData(row)))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._banner_box())
        column.addWidget(self.discard_bar)
        column.addWidget(self._fields_row())
        column.addWidget(self.fact_guide)
        column.addWidget(self._tabs_row())
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setObjectName("editSplitter")
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self._write_half())
        self._splitter.addWidget(self._preview_half())
        self._splitter.setSizes([500, 500])
        column.addWidget(self._splitter, 1)
        column.addWidget(self._reason_bar())

    def _banner_box(self) -> QWidget:
        self._banners = QWidget()
        box = QVBoxLayout(self._banners)
        box.setContentsMargins(40, 12, 24, 2)
        box.setSpacing(8)
        self._box = box
        self._all_banners = [self.conflict_banner, self.save_banner, self.merge_banner]
        for banner in self._all_banners:
            box.addWidget(banner)
        self._banners.hide()
        return self._banners

    def _add_banner(self, banner: Banner) -> None:
        """Add a banner above the others."""
        self._box.insertWidget(0, banner)
        self._all_banners.append(banner)

    def _show_banners(self) -> None:
        """Take room for banners where one is shown."""
        self._banners.setVisible(any(not banner.isHidden() for banner in self._all_banners))

    def _fields_row(self) -> QWidget:
        holder = QWidget()
        holder.setObjectName("editFields")
        holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(holder)
        row.setContentsMargins(40, 10, 24, 10)
        row.setSpacing(8)
        fields: tuple[tuple[Text, QWidget, int], ...] = (
            (lambda: self.tr("Title"), self.title_field, 3),
            (lambda: self.tr("Type"), self.type_field, 0),
            (lambda: self.tr("Tags"), self.tags_field, 2),
        )
        for text, field, stretch in fields:
            label = plain_label(text, role="secondary")
            label.setBuddy(field)
            say(field.setAccessibleName, text)
            if row.count():
                row.addSpacing(8)
            row.addWidget(label)
            row.addWidget(field, stretch)
        self._fields = holder
        return holder

    def _tabs_row(self) -> QWidget:
        self._tabs = QWidget()
        row = QHBoxLayout(self._tabs)
        row.setContentsMargins(30, 4, 24, 4)
        row.setSpacing(4)
        group = QButtonGroup(self)
        for tab in (self.write_tab, self.preview_tab):
            tab.setCheckable(True)
            group.addButton(tab)
            row.addWidget(tab)
        row.addStretch(1)
        self.write_tab.setChecked(True)
        self._tabs.hide()
        return self._tabs

    def _write_half(self) -> QWidget:
        half = QWidget()
        half.setMinimumWidth(_HALF)
        column = QVBoxLayout(half)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(40, 8, 20, 4)
        row.addWidget(plain_label(lambda: self.tr("Markdown"), role="caption2"))
        row.addSpacing(8)
        row.addWidget(self.counts_label)
        row.addStretch(1)
        row.addWidget(self.unsaved_label)
        column.addLayout(row)
        column.addWidget(self.editor, 1)
        self._write = half
        return half

    def _preview_half(self) -> QWidget:
        half = QWidget()
        half.setObjectName("previewHalf")
        half.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        half.setMinimumWidth(_HALF)
        column = QVBoxLayout(half)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._preview_caption = plain_label(role="caption2")
        row = QHBoxLayout()
        row.setContentsMargins(28, 8, 20, 4)
        row.addWidget(self._preview_caption)
        column.addLayout(row)
        self._preview_area: QScrollArea = scrolling_column(self.preview)
        self._right = QStackedWidget()
        self._right.setObjectName("previewStack")
        self._right.addWidget(self._preview_area)
        self._right.addWidget(self.diff)
        self._right.addWidget(self.merge_pane)
        self._show_right(self._preview_area, lambda: self.tr("Preview"))
        column.addWidget(self._right, 1)
        self._preview = half
        return half

    def _show_right(self, widget: QWidget, name: Text, caption: Text = "") -> None:
        """Show the preview, the diff or the merge beside the text; ``name`` is that of its tab."""
        self._right.setCurrentWidget(widget)
        say(self._preview_caption.setText, caption or name)
        say(self.preview_tab.setText, name)

    def _reason_bar(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("reasonBar")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        bar.setFixedHeight(_REASON_BAR)
        row = QHBoxLayout(bar)
        row.setContentsMargins(40, 0, 24, 0)
        row.setSpacing(12)
        label = plain_label(lambda: self.tr("Reason for this revision"), role="secondary")
        label.setBuddy(self.reason_field)
        say(self.reason_field.setAccessibleName, lambda: self.tr("Reason for this revision"))
        row.addWidget(label)
        row.addWidget(self.reason_field, 1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.save_button)
        return bar

    # Narrow windows

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._narrow = self.width() < NARROW
        self._show_halves()

    @Slot()
    def _on_write_tab_toggled(self) -> None:
        self._show_halves()
        # The focus was in what is hidden now: it goes to what took its place, not to the next field.
        (self.editor if self.write_tab.isChecked() else self._right_focus()).setFocus()

    def _right_focus(self) -> QWidget:
        return next((item for item in (self.diff, self.merge_pane) if item.isVisibleTo(self._right)), self.preview)

    def _show_halves(self) -> None:
        self._tabs.setVisible(self._narrow)
        self._write.setVisible(not self._narrow or self.write_tab.isChecked())
        self._preview.setVisible(not self._narrow or not self.write_tab.isChecked())
