"""The header of the Memory room: where one is or the way back, who acts, and what can be done here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QStackedWidget, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import say
from memdesk_desktop.widgets.acting_as import ActingAs
from memdesk_desktop.widgets.buttons import Button, IconButton

if TYPE_CHECKING:
    from memdesk_desktop.memory_view import MemoryView
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_HEIGHT = 56
_LEFT, _RIGHT = 40, 24
_BUTTON_PADDING = 10
# The arrow is drawn within its box: it is the arrow that stands on the edge.
_ARROW_INSET = 3
_ICON_HANG = 4
_COMPACT_WIDTH = 640
_TITLE_MIN_WIDTH = 72
_BACK_ROOM = 44


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
        self.back_icon = IconButton(theme, "back", lambda: self.tr("Back"), shortcut="Esc")
        self._title_row = QHBoxLayout(title_box)
        self._title_row.setSpacing(4)
        self._title_row.addWidget(self.back_icon)
        self._title_row.addWidget(self.title, 1)
        self._left.addWidget(title_box)
        self._left.addWidget(back_box)
        self._left.installEventFilter(self)
        row = QHBoxLayout(self)
        # The back button's padding hangs into the margin, so that its text stands on the edge that all views share.
        row.setContentsMargins(_LEFT - _BUTTON_PADDING - _ARROW_INSET, 1, _RIGHT, 0)
        self._row = row
        row.addWidget(self._left, 1)
        row.addWidget(self.acting)
        row.addLayout(self._actions)
        self.back.clicked.connect(self.back_requested)
        self.back_icon.clicked.connect(self.back_requested)

    def show_view(self, view: MemoryView, state: WorkspaceState, back_text: str = "") -> None:
        """Show the title and the buttons of a view; ``back_text`` is where Back leads, if not to the scope."""
        title = view.header_title()
        self.title.setFont(self._theme.emphasised("view-title", title))
        self.title.set_full_text(title)
        # A view with a title and a way back has both.
        leads_back = bool(title and view.header_back_text())
        self.back_icon.setVisible(leads_back)
        self._title_row.setContentsMargins(_ICON_HANG if leads_back else _BUTTON_PADDING, 0, 0, 0)
        self._back_text = view.header_back_text() or back_text or state.scope_name
        self.note.setText(view.header_note())
        say(self.back.setToolTip, lambda: self.tr("Back (Esc)"))
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
        self.note.setVisible(bool(self.note.text()) and not compact)
        self._row.setSpacing(8 if compact else 16)
        self._fit_back()

    def _fit_back(self) -> None:
        """Cut the words beside the arrow where they would not fit; an ampersand is no mnemonic."""
        note = 0 if self.note.isHidden() else self.note.sizeHint().width() + 8
        room = self._left.width() - note - _BACK_ROOM
        cut = self.back.fontMetrics().elidedText(self._back_text, Qt.TextElideMode.ElideRight, room)
        self.back.setText(cut.replace("&", "&&"))
        self.back.setAccessibleName(self._back_text)

    def _show_actions(self, actions: QWidget | None) -> None:
        if self._shown is not None and self._shown is not actions:
            self._shown.hide()
        if actions is not None:
            if self._actions.indexOf(actions) < 0:
                self._actions.addWidget(actions)
            actions.show()
        self._shown = actions

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._left and event.type() == QEvent.Type.Resize:
            self._fit_back()
        return super().eventFilter(watched, event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
