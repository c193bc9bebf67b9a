"""The header of the Memory room: where one is or the way back, who acts, and what can be done here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.widgets.acting_as import ActingAs
from memdesk_desktop.widgets.buttons import Button

if TYPE_CHECKING:
    from memdesk_desktop.memory_view import MemoryView
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_HEIGHT = 56
_LEFT, _RIGHT = 40, 24
_BUTTON_PADDING = 12
_COMPACT_WIDTH = 640
_TITLE_MIN_WIDTH = 72
_BACK_CHARACTERS = 44


class ElidedLabel(QLabel):
    """A title that is cut where there is no room, and whole in its tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def set_full_text(self, text: str) -> None:
        """Show this text, as much as fits."""
        self._full = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self._full) + 2, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(48, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics = QFontMetrics(self.font())
        shown = metrics.elidedText(self._full, Qt.TextElideMode.ElideRight, max(0, self.width()))
        self.setText(shown if self.width() > 0 else self._full)
        self.setToolTip(self._full if shown != self._full else "")


def _short(text: str, limit: int) -> str:
    """A name that leaves room for the buttons; an ampersand is no mnemonic."""
    cut = text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
    return cut.replace("&", "&&")


class PageHeader(QFrame):
    """Title or back link at the left; Acting as and the view's own buttons at the right."""

    back_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("pageHeader")
        self.setFixedHeight(_HEIGHT)
        self.title = ElidedLabel()
        self.title.setObjectName("viewTitle")
        self.title.setFont(theme.font("view-title"))
        self.back = Button(theme, kind="quiet", icon="back")
        self.back.setObjectName("backButton")
        self.acting = ActingAs(theme)
        self._actions = QHBoxLayout()
        self._actions.setContentsMargins(0, 0, 0, 0)
        self._shown: QWidget | None = None
        # It takes what the others leave, and cuts its text.
        self._left = QStackedWidget()
        self._left.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._left.setMinimumWidth(_TITLE_MIN_WIDTH)
        back_box = QWidget()
        back_row = QHBoxLayout(back_box)
        back_row.setContentsMargins(0, 0, 0, 0)
        self._back_text = ""
        self.note = QLabel()
        self.note.setProperty("role", "caption")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        back_row.setSpacing(8)
        back_row.addWidget(self.back)
        back_row.addWidget(self.note)
        back_row.addStretch(1)
        title_box = QWidget()
        title_row = QVBoxLayout(title_box)
        title_row.setContentsMargins(_BUTTON_PADDING, 0, 0, 0)
        title_row.addWidget(self.title)
        self._left.addWidget(title_box)
        self._left.addWidget(back_box)
        row = QHBoxLayout(self)
        # The back button's padding hangs into the margin, so that its text stands on the edge that all views share.
        row.setContentsMargins(_LEFT - _BUTTON_PADDING, 0, _RIGHT, 0)
        self._row = row
        row.addWidget(self._left, 1)
        row.addWidget(self.acting)
        row.addLayout(self._actions)
        self.back.clicked.connect(self.back_requested)

    def show_view(self, view: MemoryView, state: WorkspaceState) -> None:
        """Show the title and the buttons of a view."""
        title = view.header_title()
        self.title.setFont(self._theme.emphasised("view-title", title))
        self.title.set_full_text(title)
        self._back_text = view.header_back_text() or state.scope_name
        self.note.setText(view.header_note())
        self.back.setToolTip(self.tr("Back (Esc)"))
        self._left.setCurrentIndex(0 if title else 1)
        self._show_actions(view.header_actions())
        self.acting.show_state(state)
        self._fit()
        self.setProperty("rule", view.has_header_rule)
        self.style().unpolish(self)
        self.style().polish(self)

    def _fit(self) -> None:
        compact = self.width() < _COMPACT_WIDTH
        self.acting.set_compact(compact)
        self.back.setText(_short(self._back_text, _BACK_CHARACTERS // 2 if compact else _BACK_CHARACTERS))
        self.note.setVisible(bool(self.note.text()) and not compact)
        self._row.setSpacing(8 if compact else 16)

    def _show_actions(self, actions: QWidget | None) -> None:
        if self._shown is not None and self._shown is not actions:
            self._shown.hide()
        if actions is not None:
            if self._actions.indexOf(actions) < 0:
                self._actions.addWidget(actions)
            actions.show()
        self._shown = actions

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
