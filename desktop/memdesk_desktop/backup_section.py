"""Backups of this City: how they are made, the last one, one more now, and making a City of one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.requests import ActionError, ActionRequest
from memdesk_desktop.error_texts import error_text
from memdesk_desktop.number_text import number_text, size_text
from memdesk_desktop.phrases import fill, join_sentences
from memdesk_desktop.sayings import TextContext, said, say
from memdesk_desktop.time_text import relative_time
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.combo import HuggingCombo
from memdesk_desktop.widgets.form import left_row
from memdesk_desktop.widgets.text_widgets import plain_label

if TYPE_CHECKING:
    from typing import Any

    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme

BackupTexts = TextContext("BackupTexts")
_EVERY = (1, 6, 24, 168, 720)
_KEEP = (3, 7, 14, 30, 90)
_COMBO = 220


class BackupSection(QWidget):
    """Says how things stand; a form for how they should stand, and one for the way back, open below."""

    city_chosen = Signal(str)
    message_ready = Signal(str)

    def __init__(self, bridge: HostBridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._data: dict[str, Any] = {}
        self._busy = False
        self.state = plain_label(wrap=True)
        self.state.setMinimumHeight(32)
        self.error = plain_label(role="error", wrap=True)
        self.error.hide()
        self.change = Button(theme, self._change_text, icon="settings")
        self.now = Button(theme, lambda: self.tr("Back up now"), icon="history")
        self.restore = Button(theme, lambda: self.tr("Restore a backup"), icon="undo")
        self.plan = _PlanForm(theme)
        self.way_back = _RestoreForm(theme)
        for form in (self.plan, self.way_back):
            form.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.state)
        column.addWidget(self.error)
        column.addLayout(left_row(self.change, self.now, self.restore))
        column.addWidget(self.plan)
        column.addWidget(self.way_back)
        self.change.clicked.connect(self.open_plan)
        self.now.clicked.connect(self.back_up)
        self.restore.clicked.connect(self.open_restore)
        self.plan.wanted.connect(self._set)
        self.plan.cancelled.connect(self.close_forms)
        self.way_back.wanted.connect(self._restore)
        self.way_back.cancelled.connect(self.close_forms)

    @property
    def is_open(self) -> bool:
        """Whether one of its forms is."""
        return self.plan.isVisible() or self.way_back.isVisible()

    def refresh(self) -> None:
        """Ask how things stand."""
        request = ActionRequest(power="city", action="list_backups")
        self._bridge.submit(request, key="city-backups", on_done=self._on_listed, owner=self)

    def open_plan(self) -> None:
        """Show the form for how backups are made."""
        self.close_forms()
        self.plan.begin(self._data)

    def open_restore(self) -> None:
        """Show the form that makes a City of a backup; the newest one is named already."""
        self.close_forms()
        kept = self._data.get("backups") or [{"path": ""}]
        self.way_back.begin(str(kept[0]["path"]))

    def close_forms(self) -> None:
        """Close what is open, with the focus where it came from."""
        for form, button in ((self.plan, self.change), (self.way_back, self.restore)):
            if form.isVisible():
                form.hide()
                button.setFocus()

    def back_up(self) -> None:
        """Make a backup now; without a folder one is asked for first."""
        if not self._data.get("folder"):
            self.open_plan()
            return
        self._run("backup", {}, self._on_made)

    def _set(self, folder: str, every_hours: int, keep: int) -> None:
        payload = {"folder": folder, "every_hours": every_hours, "keep": keep} if folder else {}
        self._run("set_backup", payload, self._on_set)

    def _restore(self, path: str, to: str) -> None:
        self._run("restore_backup", {"path": path, "to": to}, self._on_restored)

    def _run(self, action: str, payload: dict[str, Any], done: Any) -> None:
        if self._busy:
            return
        self._be_busy(busy=True)
        self._show_error("")
        request = ActionRequest(power="city", action=action, payload=payload)
        self._bridge.submit(request, on_done=partial(self._on_done, done), owner=self)

    def _be_busy(self, *, busy: bool) -> None:
        self._busy = busy
        say(self.now.setText, (lambda: self.tr("Backing up…")) if busy else (lambda: self.tr("Back up now")))
        for widget in (self.now, self.change, self.restore, self.plan, self.way_back):
            widget.setEnabled(not busy)

    def _on_done(self, done: Any, result: ActionResult) -> None:
        self._be_busy(busy=False)
        if not result.success:
            self._show_error(partial(error_text, result.error))
            self.refresh()
            return
        done(result.data or {})

    def _on_listed(self, result: ActionResult) -> None:
        if not result.success:
            self._show_error(partial(error_text, result.error))
            return
        self._show(result.data or {})

    def _on_set(self, data: dict[str, Any]) -> None:
        self.close_forms()
        self._show(data)
        if data.get("is_due"):
            self.back_up()

    def _on_made(self, data: dict[str, Any]) -> None:
        left = len(data["left_out"])
        if left:
            first = data["left_out"][0]
            self._show_error(
                lambda: fill(
                    self.tr("%Ln file(s) left out; the first is {name}.", "links, pipes, unreadable files", left),
                    name=first,
                )
            )
        self.message_ready.emit(self.tr("The City is backed up."))
        self.refresh()
        self.now.setFocus()

    def _on_restored(self, data: dict[str, Any]) -> None:
        self.close_forms()
        self.city_chosen.emit(str(data["root"]))

    def _show(self, data: dict[str, Any]) -> None:
        self._data = data
        say(self.state.setText, self._state_text)
        say(self.change.setText, self._change_text)
        problem = data.get("problem")
        if problem:
            why = ActionError(code=str(data.get("problem_code")), message=str(problem))
            self._show_error(lambda: fill(self.tr("The last backup failed: {problem}"), problem=error_text(why)))

    def _show_error(self, text: Text) -> None:
        say(self.error.setText, text)
        self.error.setVisible(bool(said(text)))

    def _change_text(self) -> str:
        return self.tr("Change") if self._data.get("folder") else self.tr("Make backups")

    def _state_text(self) -> str:
        data = self._data
        kept = data.get("backups") or []
        if not data.get("folder"):
            return self.tr("No backup is made by itself. Choose a folder, best on another disk.")
        plan = fill(
            self.tr("{often}, to {folder}; the newest {count} stay."),
            often=every_text(int(data["every_hours"])),
            folder=data["folder"],
            count=number_text(int(data["keep"])),
        )
        if not kept:
            return join_sentences(plan, self.tr("There is none yet."))
        size = size_text(int(kept[0]["bytes"]))
        last = fill(self.tr("The last one: {time}, {size}."), time=relative_time(kept[0]["made_at"]), size=size)
        return join_sentences(plan, last)


class _PlanForm(QWidget):
    """Where to, how often, how many."""

    wanted = Signal(str, int, int)
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.folder = _PathField(theme, lambda: self.tr("Folder for backups"), folder=True)
        self.every = HuggingCombo(theme, max_width=_COMBO)
        say(self.every.setAccessibleName, lambda: self.tr("How often"))
        self.keep = HuggingCombo(theme, max_width=_COMBO)
        say(self.keep.setAccessibleName, lambda: self.tr("How many stay"))
        self.save = Button(theme, lambda: self.tr("Save"), kind="primary")
        self.end = Button(theme, lambda: self.tr("Make none"))
        self.cancel = Button(theme, lambda: self.tr("Cancel"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.folder)
        column.addLayout(left_row(self.every, self.keep))
        column.addLayout(left_row(self.save, self.end, self.cancel))
        self.save.clicked.connect(self.submit)
        self.folder.field.returnPressed.connect(self.submit)
        self.end.clicked.connect(lambda: self.wanted.emit("", 24, 7))
        self.cancel.clicked.connect(self.cancelled)
        self._fill()

    def begin(self, data: dict[str, Any]) -> None:
        """Show what is set, with the cursor in the folder."""
        self.folder.field.setText(str(data.get("folder") or ""))
        self._fill(int(data.get("every_hours") or 24), int(data.get("keep") or 7))
        self.end.setVisible(bool(data.get("folder")))
        self.show()
        self.folder.field.setFocus()

    def submit(self) -> None:
        """Hand on what is entered; an empty field gets the cursor instead."""
        folder = self.folder.field.text().strip()
        if folder:
            self.wanted.emit(folder, self.every.currentData(), self.keep.currentData())
        else:
            self.folder.field.setFocus()

    def _fill(self, every: int | None = None, keep: int | None = None) -> None:
        """Name the choices in the language of the moment; what is set, and none of them, is one more."""
        every = every or self.every.currentData() or 24
        keep = keep or self.keep.currentData() or 7
        for combo, values, chosen in ((self.every, _EVERY, every), (self.keep, _KEEP, keep)):
            combo.clear()
            for value in sorted({*values, chosen}):
                text = (
                    every_text(value)
                    if combo is self.every
                    else fill(self.tr("Keep {count}"), count=number_text(value))
                )
                combo.addItem(text, value)
            combo.setCurrentIndex(combo.findData(chosen))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()


class _RestoreForm(QWidget):
    """Which backup, and the new folder."""

    wanted = Signal(str, str)
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = _PathField(theme, lambda: self.tr("File of the backup"), folder=False)
        self.to = _PathField(theme, lambda: self.tr("A new or empty folder"), folder=True)
        note = plain_label(
            lambda: self.tr("This City stays as it is; the restored one opens beside it."), role="caption", wrap=True
        )
        self.go = Button(theme, lambda: self.tr("Restore and open"), kind="primary")
        self.cancel = Button(theme, lambda: self.tr("Cancel"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        for widget in (self.file, self.to, note):
            column.addWidget(widget)
        column.addLayout(left_row(self.go, self.cancel))
        self.go.clicked.connect(self.submit)
        self.cancel.clicked.connect(self.cancelled)
        for field in (self.file.field, self.to.field):
            field.returnPressed.connect(self.submit)

    def begin(self, path: str) -> None:
        """Name a backup, with the cursor where something is missing."""
        self.file.field.setText(path)
        self.to.field.clear()
        self.show()
        (self.to if path else self.file).field.setFocus()

    def submit(self) -> None:
        """Hand on what is entered; an empty field gets the cursor instead."""
        path, to = self.file.field.text().strip(), self.to.field.text().strip()
        for text, place in ((path, self.file), (to, self.to)):
            if not text:
                place.field.setFocus()
                return
        self.wanted.emit(path, to)


class _PathField(QWidget):
    """A path that is typed or looked for."""

    def __init__(self, theme: Theme, name: Text, *, folder: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._name = name
        self.field = QLineEdit()
        say(self.field.setPlaceholderText, name)
        say(self.field.setAccessibleName, name)
        self.browse = Button(theme, lambda: self.tr("Browse…"), icon="workspace")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.browse)
        self.browse.clicked.connect(self._on_browse_clicked)

    def _on_browse_clicked(self) -> None:
        dialog = QFileDialog(self, said(self._name), self.field.text())
        if self._folder:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            dialog.setNameFilter("*.zip")
        dialog.fileSelected.connect(self.field.setText)
        dialog.open()


def every_text(hours: int) -> str:
    """How often, in the largest unit that fits."""
    if hours % 168 == 0:
        return BackupTexts.tr("Every %Ln week(s)", "", hours // 168)
    if hours % 24 == 0:
        return BackupTexts.tr("Every %Ln day(s)", "", hours // 24)
    return BackupTexts.tr("Every %Ln hour(s)", "", hours)
