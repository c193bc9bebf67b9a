"""What just happened, for a few seconds, with Undo: it rises at the bottom and waits while it is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QEnterEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QHBoxLayout, QLabel, QWidget
from typing_extensions import override

from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button, IconButton
from memdesk_desktop.widgets.text_widgets import plain_tooltip

if TYPE_CHECKING:
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

STAY_MS = 8000
_ENTER_MS = 140
_LEAVE_MS = 100
_RISE = 8
_BOTTOM = 20
_SIDE = 24


class Snackbar(QFrame):
    """One message at a time over ``parent``; announced politely to screen readers."""

    undo_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._host = parent
        self._message = ""
        self._details: Text = ""
        self.setObjectName("snackbar")
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.undo_button = Button(theme, lambda: self.tr("Undo"), kind="snack")
        keys = QKeySequence(QKeySequence.StandardKey.Undo).toString(QKeySequence.SequenceFormat.NativeText)
        self.keys_label = QLabel(keys)
        self.keys_label.setObjectName("snackKeys")
        self.close_button = IconButton(theme, "close", lambda: self.tr("Close"), kind="snack")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 4, 4)
        row.setSpacing(0)
        row.addWidget(self.label, 1)
        row.addSpacing(8)
        row.addWidget(self.undo_button)
        row.addSpacing(2)
        row.addWidget(self.keys_label)
        row.addSpacing(6)
        row.addWidget(self.close_button)
        self._opacity = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._opacity)
        self._fade = QPropertyAnimation(self._opacity, b"opacity", self)
        self._rise = QPropertyAnimation(self, b"pos", self)
        self._rise.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._fade.finished.connect(self._on_fade_finished)
        self._stay = QTimer(self)
        self._stay.setSingleShot(True)
        self._stay.timeout.connect(self.dismiss)
        self.undo_button.clicked.connect(self._on_undo_clicked)
        self.close_button.clicked.connect(self.dismiss)
        for button in (self.undo_button, self.close_button):
            button.installEventFilter(self)
        parent.installEventFilter(self)
        self.hide()

    @property
    def offers_undo(self) -> bool:
        """Whether Undo can be pressed now."""
        return self.isVisible() and not self.undo_button.isHidden()

    def show_message(self, message: Text, *, undo: bool = False, details: Text = "") -> None:
        """Show a message, with Undo where something can be undone and ``details`` in the tooltip; replaces the last."""
        self._message, self._details = said(message), details
        self.undo_button.setVisible(undo)
        self.keys_label.setVisible(undo)
        self.show()
        self.raise_()
        self._place()
        self._enter()
        self._stay.start(STAY_MS)
        say(self._say_again, message)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._message))

    def _say_again(self, message: str) -> None:
        self._message = message
        self._place()

    def dismiss(self) -> None:
        """Fade out."""
        self._stay.stop()
        self._fade.stop()
        self._fade.setDuration(self._theme.motion_ms(_LEAVE_MS))
        self._fade.setStartValue(self._opacity.opacity())
        self._fade.setEndValue(0.0)
        self._fade.start()

    def dismiss_undo(self) -> None:
        """Fade out what offers the Undo that is happening now."""
        if self.offers_undo:
            self.dismiss()

    def _enter(self) -> None:
        duration = self._theme.motion_ms(_ENTER_MS)
        end = self.pos()
        self._opacity.setEnabled(True)
        for animation, start, stop in (
            (self._fade, 0.0, 1.0),
            (self._rise, end + QPoint(0, _RISE), end),
        ):
            animation.stop()
            animation.setDuration(duration)
            animation.setStartValue(start)
            animation.setEndValue(stop)
            animation.start()

    def _on_fade_finished(self) -> None:
        if self._fade.endValue() == 0.0:
            self.hide()
        else:
            # Text under an effect is drawn through a pixmap: only as long as it moves.
            self._opacity.setEnabled(False)

    def _place(self) -> None:
        host = self._host
        room = host.width() - 2 * _SIDE
        self.label.setText(self._message)
        if self.sizeHint().width() > room:
            metrics = QFontMetrics(self.label.font())
            spare = self.sizeHint().width() - room
            width = max(80, metrics.horizontalAdvance(self._message) - spare)
            self.label.setText(metrics.elidedText(self._message, Qt.TextElideMode.ElideMiddle, width))
        cut = "" if self.label.text() == self._message else self._message
        self.label.setToolTip(
            plain_tooltip("\n".join(filter(None, (cut, said(self._details))))) if cut or self._details else ""
        )
        size = self.sizeHint()
        self.resize(size)
        self.move((host.width() - size.width()) // 2, host.height() - size.height() - _BOTTOM)

    def _on_undo_clicked(self) -> None:
        self.dismiss()
        self.undo_requested.emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent() and self.isVisible():
            self._rise.stop()
            self._place()
        elif event.type() == QEvent.Type.FocusIn and self.isVisible():
            self._stay.stop()
        elif event.type() == QEvent.Type.FocusOut and self.isVisible():
            self._stay.start(STAY_MS)
        return super().eventFilter(watched, event)

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self._stay.stop()
        super().enterEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._stay.start(STAY_MS)
        super().leaveEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)
