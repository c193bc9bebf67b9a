"""One change of a merge at a time: what mine and theirs say there, and which of them the text takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QRadioButton, QVBoxLayout, QWidget

from memdesk_desktop.number_text import number_text
from memdesk_desktop.sayings import say
from memdesk_desktop.visible_text import break_runs, show_hidden
from memdesk_desktop.widgets.buttons import Button, IconButton
from memdesk_desktop.widgets.form import scrolling_column
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.text_merge import Change, Choice, LineMerge
    from memdesk_desktop.theme import Theme

_CHOICES: tuple[Choice, ...] = ("mine", "theirs", "both")
_SHOWN_LINES = 60
_SHOWN_CHARACTERS = 6_000


def _keys(choice: Choice) -> QKeySequence:
    return QKeySequence(f"Alt+{_CHOICES.index(choice) + 1}")


@dataclass(frozen=True, slots=True)
class MergeStand:
    """A merge, what was chosen so far, and the change that is looked at."""

    merge: LineMerge
    choices: tuple[Choice | None, ...]
    at: int = 0

    @property
    def change(self) -> Change:
        """The change that is looked at."""
        return self.merge.changes[self.at]

    @property
    def undecided(self) -> int:
        """How many changes somebody has to decide yet."""
        return self.choices.count(None)

    def chosen(self, choice: Choice) -> MergeStand:
        """The same with a choice for the change that is looked at."""
        return MergeStand(self.merge, (*self.choices[: self.at], choice, *self.choices[self.at + 1 :]), self.at)

    def moved(self, step: int) -> MergeStand:
        """The same at the next (1) or the previous (-1) change, around the ends."""
        return MergeStand(self.merge, self.choices, (self.at + step) % len(self.choices))


class MergePane(QWidget):
    """Shows a MergeStand; a choice and a step are signals, and whoever holds the text does them."""

    chosen = Signal(str)  # Choice
    step_requested = Signal(int)  # 1 or -1
    done_requested = Signal()

    def __init__(self, theme: Theme, keys: QWidget, parent: QWidget | None = None) -> None:
        """``keys`` is the widget within which Alt+1 to Alt+3 choose."""
        super().__init__(parent)
        self.stand: MergeStand | None = None
        self.setObjectName("mergePane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = plain_label(role="strong", wrap=True)
        self.note = plain_label(role="caption", wrap=True)
        self.previous = IconButton(theme, "chevron-up", lambda: self.tr("Previous change"), shortcut="Shift+F8")
        self.next = IconButton(theme, "chevron-down", lambda: self.tr("Next change"), shortcut="F8")
        self.done = Button(theme, lambda: self.tr("Done"), kind="quiet")
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.options = {choice: _MergeOption(theme, choice) for choice in _CHOICES}
        self._lay_out()
        self._connect(keys)

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.title)
        texts.addWidget(self.note)
        head = QHBoxLayout()
        head.setContentsMargins(28, 4, 20, 8)
        head.setSpacing(4)
        head.addLayout(texts, 1)
        for button in (self.previous, self.next, self.done):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        options = QWidget()
        column = QVBoxLayout(options)
        column.setContentsMargins(28, 4, 20, 16)
        column.setSpacing(8)
        for option in self.options.values():
            column.addWidget(option)
            self._group.addButton(option.radio)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        self._area = scrolling_column(options)
        whole.addWidget(self._area, 1)
        self.setFocusProxy(self.options["mine"].radio)

    def _connect(self, keys: QWidget) -> None:
        self._shortcuts = []
        for choice, option in self.options.items():
            option.radio.clicked.connect(partial(self._on_radio_clicked, choice))
            shortcut = QShortcut(_keys(choice), keys)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(partial(self._on_shortcut_activated, choice))
            shortcut.setEnabled(False)
            self._shortcuts.append(shortcut)
        self.previous.clicked.connect(lambda: self.step_requested.emit(-1))
        self.next.clicked.connect(lambda: self.step_requested.emit(1))
        self.done.clicked.connect(lambda: self.done_requested.emit())

    def _on_radio_clicked(self, choice: str, _checked: bool = False) -> None:
        self.chosen.emit(choice)

    def _on_shortcut_activated(self, choice: Choice) -> None:
        if self.stand is not None and choice in self.stand.change.choices:
            self.chosen.emit(choice)
            self._announce()

    def show_stand(self, stand: MergeStand | None) -> None:
        """Show where a merge stands; None once it is over."""
        before, self.stand = self.stand, stand
        for shortcut in self._shortcuts:
            shortcut.setEnabled(stand is not None)
        if stand is None:
            return
        say(self.title.setText, partial(self._title_text, stand))
        say(self.note.setText, partial(self._note_text, stand))
        several = len(stand.choices) > 1
        self.previous.setVisible(several)
        self.next.setVisible(several)
        self._group.setExclusive(False)
        for choice, option in self.options.items():
            option.show_lines(stand.change.lines(choice))
            option.set_chosen(chosen=stand.choices[stand.at] == choice)
            option.setVisible(choice in stand.change.choices)
        self._group.setExclusive(True)
        if before is None or before.at != stand.at:
            self._area.verticalScrollBar().setValue(0)
            self._announce()
            if any(option.radio.hasFocus() for option in self.options.values()):
                self.focus_choice()

    def focus_choice(self) -> None:
        """Give the keyboard to what is chosen, or to the first choice."""
        found = [option.radio for option in self.options.values() if option.radio.isChecked()]
        (found or [self.options["mine"].radio])[0].setFocus()

    def _announce(self) -> None:
        announcement = QAccessibleAnnouncementEvent(self, f"{self.title.text()}. {self.note.text()}")
        QAccessible.updateAccessibility(announcement)

    def _title_text(self, stand: MergeStand) -> str:
        return self.tr("Change {number} of {total}").format(
            number=number_text(stand.at + 1), total=number_text(len(stand.choices))
        )

    def _note_text(self, stand: MergeStand) -> str:
        if stand.choices[stand.at] is None:
            return self.tr("Both sides changed these lines. Choose what the text keeps.")
        if stand.change.by_both:
            return self.tr("Both sides changed something here.")
        if stand.change.mine == stand.change.base:
            return self.tr("Only they changed something here.")
        return self.tr("Only you changed something here.")


class _MergeOption(QFrame):
    """A choice with the lines that it leaves in the text."""

    def __init__(self, theme: Theme, choice: Choice) -> None:
        super().__init__()
        self._choice = choice
        self.setObjectName("mergeOption")
        self.radio = QRadioButton()
        self.radio.setFont(theme.font("interface"))
        self.keys = plain_label(_keys(choice).toString(QKeySequence.SequenceFormat.NativeText), role="caption")
        self.lines = QLabel()
        self.lines.setTextFormat(Qt.TextFormat.PlainText)
        self.lines.setFont(theme.font("code"))
        self.lines.setWordWrap(True)
        self.lines.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head = QHBoxLayout()
        head.addWidget(self.radio, 1)
        head.addWidget(self.keys)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.lines)
        say(self.radio.setText, self._name())

    def _name(self) -> Text:
        names: dict[str, Text] = {
            "mine": lambda: self.tr("Mine", "the lines that I wrote"),
            "theirs": lambda: self.tr("Theirs", "the lines that somebody else wrote"),
            "both": lambda: self.tr("Both, theirs first"),
        }
        return names[self._choice]

    def show_lines(self, lines: tuple[str, ...]) -> None:
        """Show the beginning of these lines."""
        shown = "\n".join(lines[:_SHOWN_LINES])[:_SHOWN_CHARACTERS]
        cut = max(0, len(lines) - _SHOWN_LINES)
        self.lines.setProperty("role", "" if lines else "caption")
        self.lines.style().polish(self.lines)
        say(self.lines.setText, lambda: self._lines_text(shown, cut) if lines else self.tr("Nothing stands here."))
        say(self.radio.setAccessibleDescription, lambda: self.lines.text())

    def _lines_text(self, shown: str, cut: int) -> str:
        text = break_runs(show_hidden(shown)) or " "
        return text + "\n" + self.tr("… and %Ln more lines", "", cut) if cut else text

    def set_chosen(self, *, chosen: bool) -> None:
        """Mark the choice."""
        self.radio.setChecked(chosen)
        if self.property("chosen") != chosen:
            self.setProperty("chosen", chosen)
            self.style().unpolish(self)
            self.style().polish(self)
