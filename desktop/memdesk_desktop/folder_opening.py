"""Names a folder, tells what it is before anything is done with it, and opens, begins or imports it."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.places import RecogniseData
from memdesk.models.requests import ActionRequest
from memdesk.models.transfer import ImportData
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.number_text import number_text
from memdesk_desktop.phrases import fill, join_sentences, join_words
from memdesk_desktop.sayings import said, say
from memdesk_desktop.widgets.buttons import Button
from memdesk_desktop.widgets.text_widgets import plain_label, plain_tooltip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from memdesk.models.requests import ActionResult
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.city_place import CityPlace
    from memdesk_desktop.sayings import Text
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.widgets.buttons import ButtonKind

_NAMED_AGENTS = 6


class FolderOpening(QWidget):
    """Enter looks at the folder; what can be done with it is then the focused button."""

    city_chosen = Signal(str)
    imported = Signal()

    def __init__(self, bridge: HostBridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._theme = theme
        self._root = ""
        self._asked = ""
        self.field = QLineEdit()
        say(self.field.setPlaceholderText, lambda: self.tr("Path of a folder"))
        say(self.field.setAccessibleName, lambda: self.tr("Path of a folder"))
        self.browse = Button(theme, lambda: self.tr("Browse…"), icon="workspace")
        self.what = plain_label(wrap=True)
        self.what.hide()
        self.act = Button(theme, kind="primary")
        self.act.hide()
        self._run: Callable[[], None] = self.look
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.browse)
        buttons = QHBoxLayout()
        buttons.addWidget(self.act)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.what)
        column.addLayout(buttons)
        self.browse.clicked.connect(self.choose)
        self.act.clicked.connect(self._on_act_clicked)
        self.field.textEdited.connect(self._on_field_edited)

    def show_place(self, place: CityPlace) -> None:
        """Know which City is open: what is imported goes there."""
        self._root = place.root

    def offer(self, path: str) -> None:
        """Put a path into the field and, where there is one, tell what it is."""
        self.field.setText(path)
        self._clear()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()
        if path:
            self.look()

    def choose(self) -> None:
        """Choose a folder in the platform's dialog."""
        dialog = QFileDialog(self, self.tr("Choose a folder"), self.field.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.offer)
        dialog.open()

    def look(self) -> None:
        """Ask what the folder is; nothing is written."""
        path = self.field.text().strip()
        if not path:
            self.field.setFocus()
            return
        self._asked = path
        request = ActionRequest(power="memory_admin", action="recognise", payload={"path": path})
        self._bridge.submit(request, key=f"recognise-{id(self)}", on_done=self._on_looked)

    def _on_looked(self, result: ActionResult) -> None:
        if not result.success:
            self._fail(result)
            return
        found = RecogniseData.model_validate(result.data)
        if found.is_open:
            self._tell(lambda: self.tr("This City is open already."))
        elif found.kind == "cherry-studio":
            self._tell(partial(self._cherry_text, found, None))
            self._import(found, dry_run=True)
        else:
            self._tell(partial(self._text_of, found))
            choose = partial(self.city_chosen.emit, found.path)
            if found.kind in ("memdesk", "downcity"):
                self._offer(lambda: self.tr("Open this City"), "primary", choose)
            else:
                kind: ButtonKind = "secondary" if found.kind == "other" else "primary"
                self._offer(lambda: self.tr("Begin a City here"), kind, choose)

    def _text_of(self, found: RecogniseData) -> str:
        own = self.tr(
            "Opening adds the folder .memdesk for index and history; no other file changes until you change something."
        )
        new = self.tr("Its files are written once you add its first agent.")
        if found.kind == "memdesk":
            return reduce(join_sentences, (self.tr("This is a City."), self._agents(found.agents), own))
        if found.kind == "downcity":
            first = self.tr("This is a City that downcity made. It opens as it is, and downcity can go on reading it.")
            return reduce(join_sentences, (first, self._agents(found.agents), own))
        if found.kind == "other":
            first = self.tr("This folder holds other files and no City. A City here would lie among them.")
        elif found.kind == "empty":
            first = self.tr("This folder is empty. A new City can begin here.")
        else:
            first = self.tr("There is no such folder yet. A new City can begin here.")
        return join_sentences(first, new)

    def _agents(self, agents: list[str]) -> str:
        if not agents:
            return self.tr("No agent is registered in it.")
        names = join_words(agents[:_NAMED_AGENTS])
        more = len(agents) - _NAMED_AGENTS
        if more > 0:
            names = self.tr("{names} and {count} more").format(names=names, count=number_text(more))
        return fill(self.tr("Its agents: {names}."), names=names)

    def _cherry_text(self, found: RecogniseData, planned: ImportData | None) -> str:
        first = self.tr("Here Cherry Studio keeps agents. Their memory can be copied into the City that is open.")
        where = fill(self.tr("It goes to {root}; this folder is only read."), root=self._root) if self._root else ""
        count = self._planned_text(planned) if planned is not None else ""
        return reduce(join_sentences, (first, self._agents(found.agents), count, where))

    def _planned_text(self, planned: ImportData) -> str:
        if not planned.changes:
            return self.tr("All of it is here already.")
        return self.tr("%Ln files and journals would come.", "", planned.changes)

    def _import(self, found: RecogniseData, *, dry_run: bool) -> None:
        payload = {
            "kind": "cherry-studio",
            "path": found.path,
            "dry_run": dry_run,
            "locale": QLocale().bcp47Name(),
        }
        request = ActionRequest(power="memory_admin", action="import", payload=payload)
        done = partial(self._on_planned, found) if dry_run else partial(self._on_imported, found)
        self._bridge.submit(request, on_done=done, owner=self)

    def _on_planned(self, found: RecogniseData, result: ActionResult) -> None:
        if self.field.text().strip() != self._asked:
            return
        if not result.success:
            self._fail(result)
            return
        planned = ImportData.model_validate(result.data)
        self._tell(partial(self._cherry_text, found, planned))
        if planned.changes:
            begin = partial(self._begin_import, found)
            self._offer(lambda: self.tr("Import into this City"), "primary", begin)

    def _begin_import(self, found: RecogniseData) -> None:
        self.act.setEnabled(False)
        self._import(found, dry_run=False)

    def _on_imported(self, found: RecogniseData, result: ActionResult) -> None:
        self.act.setEnabled(True)
        if not result.success:
            self._fail(result)
            return
        done = ImportData.model_validate(result.data)
        self.act.hide()
        self._tell(partial(self._imported_text, done, len(found.agents)))
        self.imported.emit()

    def _imported_text(self, done: ImportData, agents: int) -> str:
        came = self.tr("%Ln files and journals came.", "", done.changes)
        return join_sentences(self.tr("Imported %Ln agents.", "", agents), came)

    def _fail(self, result: ActionResult) -> None:
        error = result.error
        self._tell(partial(error_text, error), role="error", details=partial(error_details, error))
        self.act.hide()

    def _tell(self, text: Text, *, role: str = "", details: Text = "") -> None:
        say(self.what.setText, text)
        say(self.what.setToolTip, lambda: plain_tooltip(said(details)))
        self.what.setProperty("role", role)
        self.what.style().unpolish(self.what)
        self.what.style().polish(self.what)
        self.what.show()
        self.act.hide()
        announcement = QAccessibleAnnouncementEvent(self.what, said(text))
        QAccessible.updateAccessibility(announcement)

    def _offer(self, text: Text, kind: ButtonKind, run: Callable[[], None]) -> None:
        say(self.act.setText, text)
        self.act.setProperty("kind", kind)
        self.act.style().unpolish(self.act)
        self.act.style().polish(self.act)
        self.act.setEnabled(True)
        self.act.show()
        self._run = run
        if self.isAncestorOf(self.window().focusWidget() or self.window()):
            self.act.setFocus(Qt.FocusReason.TabFocusReason)

    def _clear(self) -> None:
        self.what.hide()
        self.act.hide()

    def _on_field_edited(self) -> None:
        self._bridge.drop(f"recognise-{id(self)}")
        self._clear()

    def _on_act_clicked(self) -> None:
        self._run()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and self.field.hasFocus():
            self.look()
        elif enter and self.act.hasFocus():
            self.act.click()
        else:
            super().keyPressEvent(event)
