"""What is known about a memory beside its text: id, type, times, citations, evidence and revisions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk_desktop.agent_links import AgentLinks
from memdesk_desktop.memory_reference import cited_name, evidence_label, is_evidence, is_fact, lines_text, scope_of
from memdesk_desktop.phrases import join_words
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time, relative_time
from memdesk_desktop.widgets.badge import TypeBadge
from memdesk_desktop.widgets.buttons import Button, IconButton
from memdesk_desktop.widgets.evidence_item import EvidenceItem
from memdesk_desktop.widgets.section import Section
from memdesk_desktop.widgets.text_widgets import ElidedLabel, LinkButton, plain_label, plain_tooltip
from memdesk_desktop.widgets.timeline import RevisionRow

if TYPE_CHECKING:
    from memdesk.models.records import MemoryRecord, Revision, SourceRef
    from memdesk_desktop.theme import Theme

WIDTH = 300
_LABELS = 84
_PADDING = 20
_ROW, _ROW_GAP = 20, 6
_ID_RUN, _ID_MAX = 16, 64
EVIDENCE_PAGE = 10
LEAST_HEADINGS, MAX_HEADINGS = 3, 200
_STEP = 12


class MemoryPanel(QWidget):
    """Shows a record; what a person asks for goes out as signals."""

    reference_activated = Signal(str)  # memory_id
    evidence_excerpt_wanted = Signal(str, object)  # memory_id, EvidenceItem
    evidence_opened = Signal(str, object)  # memory_id, EvidenceItem
    revision_chosen = Signal(object)  # Revision, or None to go back to the text
    copied = Signal(str)  # a sentence for the snackbar
    heading_chosen = Signal(int)  # its position in the text

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[RevisionRow] = []
        self._evidence: list[SourceRef] = []
        # Of which record, in which language.
        self._evidence_shown: tuple[str, str, list[SourceRef]] | None = None
        self.setObjectName("metaPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        say(self.setAccessibleName, lambda: self.tr("About this memory"))
        self._grid_host = QWidget()
        self.agent = AgentLinks(theme)
        self.outline = Section(theme, lambda: self.tr("On this page"))
        self.outline.hide()
        self.citations = Section(theme, lambda: self.tr("Citations"))
        self.evidence = Section(theme, lambda: self.tr("Evidence"))
        self.revisions = Section(theme, lambda: self.tr("Revisions"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(_PADDING, _PADDING, _PADDING, _PADDING)
        self._column.setSpacing(0)
        self._column.addWidget(self._grid_host)
        self._column.addSpacing(12)
        for section in (self.outline, self.agent, self.citations, self.evidence, self.revisions):
            self._column.addWidget(section)
        self._column.addStretch(1)

    # The table at the top

    def show_record(self, record: MemoryRecord) -> None:
        """Show everything but the revisions."""
        host = QWidget()
        grid = QGridLayout(host)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(0)
        grid.setVerticalSpacing(_ROW_GAP)
        grid.setColumnMinimumWidth(0, _LABELS)
        grid.setColumnStretch(1, 1)
        for label, value in self._values(record):
            row = grid.rowCount()
            caption = _line(plain_label(label, role="secondary"))
            grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(value, row, 1)
        self._column.replaceWidget(self._grid_host, host)
        self._grid_host.deleteLater()
        self._grid_host = host
        self.agent.show_for(record.memory_id)
        self._show_citations(record)
        self._show_evidence(record)
        self.revisions.setVisible(not is_evidence(record.memory_id))

    def _values(self, record: MemoryRecord) -> list[tuple[str, QWidget]]:
        scope = scope_of(record.memory_id)
        shared = self.tr("Shared")
        subject = shared if record.subject.kind == "city" else (record.subject.agent_id or scope)
        rows: list[tuple[str, QWidget]] = [
            (self.tr("Memory ID"), self._memory_id(record.memory_id)),
            (self.tr("Type"), self._type(record)),
            (self.tr("Subject"), _line(plain_label(subject, selectable=True))),
            (self.tr("Observed"), self._time(record.observed_at)),
        ]
        if record.updated_at != record.observed_at:
            rows.append((self.tr("Updated"), self._time(record.updated_at)))
        rows.append((self.tr("Scope"), _line(plain_label(shared if scope == "shared" else scope))))
        if record.workspace_id:
            rows.append((self.tr("Workspace"), self._workspace(record.workspace_id)))
        if record.tags:
            rows.append((self.tr("Tags"), _line(plain_label(join_words(record.tags), wrap=True, selectable=True))))
        return rows

    def _memory_id(self, memory_id: str) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        label = plain_label(_breakable(memory_id), wrap=True)
        label.setFont(self._theme.font("mono-caption"))
        _line(label)
        label.setAccessibleName(memory_id)
        label.setToolTip(plain_tooltip(memory_id))
        copy = IconButton(self._theme, "copy", self.tr("Copy memory ID"))
        copy.setObjectName("copyMemoryId")
        _shrink(copy)
        copy.clicked.connect(partial(self._copy, memory_id, self.tr("Memory ID copied")))
        row.addWidget(label, 1)
        row.addWidget(copy, 0, Qt.AlignmentFlag.AlignTop)
        return holder

    def _type(self, record: MemoryRecord) -> QWidget:
        if is_fact(record.memory_id):
            label = _line(plain_label("FACT.md"))
            label.setFont(self._theme.font("mono-caption"))
            return label
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(TypeBadge(self._theme, record.memory_type))
        row.addStretch(1)
        holder.setFixedHeight(_ROW)
        return holder

    @staticmethod
    def _time(iso: str) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_line(plain_label(absolute_time(iso), selectable=True)))
        relative = relative_time(iso)
        if relative not in absolute_time(iso):
            column.addWidget(plain_label(relative, role="caption"))
        return holder

    def _workspace(self, workspace_id: str) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        icon = QLabel()
        icon.setPixmap(self._theme.pixmap("workspace", "text3", 14, self.devicePixelRatioF()))
        row.addWidget(icon)
        row.addWidget(plain_label(workspace_id))
        row.addStretch(1)
        holder.setFixedHeight(_ROW)
        return holder

    def _copy(self, text: str, sentence: str, _checked: bool = False) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.emit(sentence)

    # Outline

    def show_headings(self, headings: list[tuple[int, str, int]]) -> None:
        """Show the headings of a page that has several (level, text, position); each leads there."""
        self.outline.clear()
        shown = headings[:MAX_HEADINGS]
        self.outline.setVisible(len(shown) >= LEAST_HEADINGS)
        self.outline.set_count(len(headings))
        if len(shown) < LEAST_HEADINGS:
            return
        least = min(level for level, _text, _position in shown)
        for level, text, position in shown:
            link = LinkButton(self._theme, text, "interface")
            link.setContentsMargins(0, 0, 0, 0)
            link.clicked.connect(partial(self._choose_heading, position))
            holder = QWidget()
            row = QHBoxLayout(holder)
            row.setContentsMargins(_STEP * min(level - least, 3), 2, 0, 2)
            row.addWidget(link)
            self.outline.body.addWidget(holder)

    def _choose_heading(self, position: int, _checked: bool = False) -> None:
        self.heading_chosen.emit(position)

    # Citations and evidence

    def _show_citations(self, record: MemoryRecord) -> None:
        self.citations.clear()
        cited = [ref for ref in record.source_refs if not (ref.memory_id and is_evidence(ref.memory_id))]
        own = self._citation_row(record.citation, lines_text(record.citation), None)
        copy = IconButton(self._theme, "copy", self.tr("Copy citation"))
        _shrink(copy)
        copy.clicked.connect(partial(self._copy, record.citation, self.tr("Citation copied")))
        layout = own.layout()
        if layout is not None:
            layout.addWidget(copy)
        self.citations.body.addWidget(own)
        for ref in cited:
            target = ref.memory_id if ref.exists else None
            self.citations.body.addWidget(self._citation_row(ref.source_id, ref.label, target))
        self.citations.set_count(len(cited) + 1)

    def _citation_row(self, text: str, note: str, target: str | None) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        if target is not None:
            link = LinkButton(self._theme, text)
            link.clicked.connect(partial(self._open_reference, target))
            row.addWidget(link, 1)
        else:
            label = ElidedLabel(self._theme, "mono-caption", "text2", mode=Qt.TextElideMode.ElideLeft)
            label.set_text(text, shown=cited_name(text))
            row.addWidget(label, 1)
        row.addWidget(plain_label(note, role="caption"))
        holder.setFixedHeight(24)
        return holder

    def _open_reference(self, memory_id: str, _checked: bool = False) -> None:
        self.reference_activated.emit(memory_id)

    def _show_evidence(self, record: MemoryRecord) -> None:
        evidence = [ref for ref in record.source_refs if ref.memory_id and is_evidence(ref.memory_id)]
        shown = (record.memory_id, QLocale().name(), evidence)
        if shown == self._evidence_shown:
            return  # what is open stays open
        self._evidence_shown, self._evidence = shown, evidence
        self.evidence.clear()
        self.evidence.set_count(len(self._evidence))
        if is_evidence(record.memory_id):
            self.evidence.body.addWidget(plain_label(self.tr("Evidence never changes."), role="caption", wrap=True))
            self.evidence.setVisible(True)
            return
        self.evidence.setVisible(True)
        if not self._evidence:
            self.evidence.body.addWidget(plain_label(self.tr("No evidence is kept."), role="caption", wrap=True))
        self._show_more_evidence(0)

    def _show_more_evidence(self, start: int, _checked: bool = False) -> None:
        if start:
            item = self.evidence.body.takeAt(self.evidence.body.count() - 1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        end = start + EVIDENCE_PAGE
        for ref in self._evidence[start:end]:
            self._add_evidence(ref)
        rest = len(self._evidence) - end
        if rest > 0:
            more = Button(self._theme, self.tr("Show %Ln more", "", rest), kind="quiet")
            more.clicked.connect(partial(self._show_more_evidence, end))
            self.evidence.body.addWidget(more)

    def _add_evidence(self, ref: SourceRef) -> None:
        item = EvidenceItem(self._theme, evidence_label(ref))
        self.evidence.body.addWidget(item)
        if not ref.exists or ref.memory_id is None:
            item.show_missing()
            return
        item.opened.connect(partial(self.evidence_opened.emit, ref.memory_id, item))
        self.evidence_excerpt_wanted.emit(ref.memory_id, item)

    # Revisions

    def show_revisions(self, revisions: list[Revision]) -> None:
        """Show the history, newest first."""
        chosen = next((row.revision for row in self._rows if row.isChecked()), None)
        self.revisions.clear()
        self._rows = []
        self.revisions.set_count(len(revisions))
        for at, revision in enumerate(revisions):
            row = RevisionRow(self._theme, revision, last=at + 1 == len(revisions))
            row.setChecked(chosen is not None and chosen.ordinal == revision.ordinal)
            row.clicked.connect(partial(self._choose, row))
            self.revisions.body.addWidget(row)
            self._rows.append(row)

    def _choose(self, chosen: RevisionRow) -> None:
        checked = chosen.isChecked()
        for row in self._rows:
            row.setChecked(row is chosen and checked)
        self.revision_chosen.emit(chosen.revision if checked else None)

    def mark_revision(self, revision: Revision | None) -> None:
        """Mark the revision whose changes are shown."""
        for row in self._rows:
            row.setChecked(revision is not None and row.revision.ordinal == revision.ordinal)


def _breakable(memory_id: str) -> str:
    """An id that may break after a slash and within a long name; a very long one loses its middle."""
    half = _ID_MAX // 2
    shown = memory_id if len(memory_id) <= _ID_MAX else f"{memory_id[:half]}…{memory_id[-half:]}"
    names = ("\u200b".join(name[at : at + _ID_RUN] for at in range(0, len(name), _ID_RUN)) for name in shown.split("/"))
    return "/\u200b".join(names)


def _line(label: QLabel) -> QLabel:
    """Give a label the height of a row, so that the lines of name and value stand level also where one wraps."""
    room = max(0, _ROW - label.fontMetrics().height()) // 2
    label.setContentsMargins(0, room, 0, room)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label


def _shrink(button: Button) -> None:
    """Make an icon button as small as a line of text."""
    button.setProperty("small", True)
    button.setFixedSize(22, 22)
    button.setIconSize(QSize(14, 14))
