"""Where an agent has no FACT.md yet: a row at the top of its list that opens the editor for it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from memdesk_desktop.phrases import say_in_sentences
from memdesk_desktop.sayings import say

if TYPE_CHECKING:
    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.memory_list_model import Loaded
    from memdesk_desktop.memory_row import MemoryRow
    from memdesk_desktop.theme import Theme

_HEIGHT = 64
_LEFT, _RIGHT, _INSET = 40, 24, 8


class FactInvite(QAbstractButton):
    """Shown while the whole memory of an agent is listed and FACT.md is not among it because there is none."""

    wanted = Signal(str)  # memory_id

    def __init__(self, bridge: HostBridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._theme = theme
        self._memory_id = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        say(self.setAccessibleName, lambda: say_in_sentences([self._title(), self._text()]))
        self.clicked.connect(self._on_clicked)
        theme.changed.connect(self.update)
        self.hide()

    def look(self, loaded: Loaded, first: MemoryRow | None) -> None:
        """Find out whether the agent whose memory is listed lacks FACT.md."""
        query, state = loaded.query, loaded.query.state
        narrowed = bool(query.is_search or query.memory_types or not query.narrowing.is_empty)
        if narrowed or state.is_shared or state.is_everything or (first is not None and first.is_fact_file):
            self.leave()
            return
        memory_id = f"agent/{query.scope}/fact"
        request = state.request("read", {"memory_id": memory_id, "from_line": 1, "line_count": 1})
        done = partial(self._on_read_done, memory_id)
        self._bridge.submit(request, on_done=done, key="fact-invite", owner=self, can_wait=True)

    def leave(self) -> None:
        """Go: something else is shown."""
        self._bridge.drop("fact-invite")
        self._memory_id = ""
        self.hide()

    def _on_read_done(self, memory_id: str, result: ActionResult) -> None:
        record = (result.data or {}).get("memory")
        absent = result.success and (record is None or record.get("revision") is None)
        self._memory_id = memory_id if absent else ""
        self.setVisible(absent)

    def _on_clicked(self) -> None:
        if self._memory_id:
            self.wanted.emit(self._memory_id)

    def _title(self) -> str:
        return self.tr("Write long-term knowledge")

    def _text(self) -> str:
        return self.tr("FACT.md is not there yet. What stands in it, every session of this agent begins with.")

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self._theme.colour("main"))
        box = QRectF(self.rect()).adjusted(_INSET, 0, -_INSET, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        fill = "pressed" if self.isDown() else "hover" if self.underMouse() else "subtle"
        painter.setBrush(self._theme.colour(fill))
        painter.drawRoundedRect(box, 6, 6)
        self._theme.draw_icon(painter, QRectF(17, 14, 16, 16), "new", "accent-text")
        width = self.width() - _LEFT - _RIGHT
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self._theme.emphasised("row-title", self._title()))
        painter.setPen(self._theme.colour("accent-text"))
        painter.drawText(QRectF(_LEFT, 11, width, 22), left, self._title())
        painter.setFont(self._theme.font("interface"))
        painter.setPen(self._theme.colour("text2"))
        text = painter.fontMetrics().elidedText(self._text(), Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRectF(_LEFT, 33, width, 20), left, text)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self._theme.colour("divider"))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)
        painter.end()
