"""The preferences: language, theme, zoom, motion and the start; each takes effect at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.number_text import number_text
from memdesk_desktop.preferences import ZOOMS
from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.form_page import FormPage
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_COMBO = 240


class PreferencesView(MemoryView):
    """Each choice goes out as a signal; whoever keeps it tells it back with ``show_…``."""

    theme_chosen = Signal(str)
    language_chosen = Signal(str)
    zoom_chosen = Signal(int)
    motion_chosen = Signal(bool)
    start_chosen = Signal(bool)

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self.language = self._combo(lambda: self.tr("Language"), self.language_chosen.emit)
        self.mode = self._combo(lambda: self.tr("Theme"), self.theme_chosen.emit)
        self.zoom = self._combo(lambda: self.tr("Zoom"), self.zoom_chosen.emit)
        self.motion = QCheckBox()
        say(self.motion.setText, lambda: self.tr("Reduce motion"))
        self.start = QCheckBox()
        say(self.start.setText, lambda: self.tr("Start with the City that was open last"))
        self._fill()
        self.form = FormPage(
            theme, lambda: self.tr("Preferences"), lambda: self.tr("Each choice takes effect at once.")
        )
        for title, widget, note in self._sections():
            self.form.add_section(title, _noted(widget, note))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.form)
        self.motion.toggled.connect(self.motion_chosen)
        self.start.toggled.connect(self.start_chosen)

    def _sections(self) -> tuple[tuple[Text, QWidget, Text], ...]:
        return (
            (lambda: self.tr("Language"), self.language, ""),
            (lambda: self.tr("Theme"), self.mode, ""),
            (
                lambda: self.tr("Zoom"),
                self.zoom,
                lambda: self.tr("The window comes up again at once; what you are writing is kept."),
            ),
            (lambda: self.tr("Motion"), self.motion, ""),
            (
                lambda: self.tr("Start"),
                self.start,
                lambda: self.tr("Otherwise your own City opens, or the demo while there is none."),
            ),
        )

    def _combo(self, name: Text, emit: Callable[[object], None]) -> HuggingCombo:
        combo = HuggingCombo(self.theme, max_width=_COMBO)
        combo.setMinimumWidth(_COMBO)
        say(combo.setAccessibleName, name)
        combo.activated.connect(lambda _at, combo=combo: emit(combo.currentData()))
        return combo

    def _choices(self) -> tuple[tuple[HuggingCombo, list[tuple[object, str]]], ...]:
        # A language is called what its speakers call it, so that they find it in any other.
        languages = [("system", self.tr("Like the system")), ("en", "English"), ("zh_CN", "简体中文")]
        themes = [
            ("system", self.tr("Like the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
            ("contrast", self.tr("High contrast")),
        ]
        zooms = [(zoom, self.tr("{percent} %").format(percent=number_text(zoom))) for zoom in ZOOMS]
        return ((self.language, [*languages]), (self.mode, [*themes]), (self.zoom, [*zooms]))

    def _fill(self) -> None:
        """Name the choices in the language of the moment; what is chosen stays."""
        for combo, choices in self._choices():
            chosen = combo.currentData()
            combo.blockSignals(True)
            combo.clear()
            for value, text in choices:
                combo.addItem(text, value)
            combo.setCurrentIndex(max(0, combo.findData(chosen)))
            combo.blockSignals(False)
            combo.updateGeometry()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    @override
    def activate(self) -> None:
        self.language.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_theme(self, mode: str) -> None:
        """Mark the theme that is in force."""
        self.mode.setCurrentIndex(max(0, self.mode.findData(mode)))

    def show_language(self, name: str) -> None:
        """Mark the language that was chosen."""
        self.language.setCurrentIndex(max(0, self.language.findData(name)))

    def show_zoom(self, zoom: int) -> None:
        """Mark the zoom that is in force."""
        self.zoom.setCurrentIndex(max(0, self.zoom.findData(zoom)))

    def show_motion(self, *, reduced: bool) -> None:
        """Mark whether motion is reduced, without announcing it."""
        self.motion.blockSignals(True)
        self.motion.setChecked(reduced)
        self.motion.blockSignals(False)

    def show_start(self, *, last_city: bool) -> None:
        """Mark with which City the next start begins, without announcing it."""
        self.start.blockSignals(True)
        self.start.setChecked(last_city)
        self.start.blockSignals(False)


def _noted(widget: QWidget, note: Text) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    widget.setMinimumHeight(32)
    column.addWidget(widget)
    column.setAlignment(widget, Qt.AlignmentFlag.AlignLeft)
    if said(note):
        column.addWidget(plain_label(note, role="caption", wrap=True))
    return holder
