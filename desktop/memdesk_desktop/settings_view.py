"""The memory settings as the provider reports them: to read and to copy, nothing to type into."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memdesk.models.kinds import MEMORY_TYPES
from memdesk.models.results import SemanticState, StatusData
from memdesk_desktop.error_texts import error_details, error_text
from memdesk_desktop.memory_view import MemoryView
from memdesk_desktop.number_text import number_text, size_text
from memdesk_desktop.phrases import join_words
from memdesk_desktop.sayings import say
from memdesk_desktop.time_text import absolute_time
from memdesk_desktop.widgets.badge import paint_type_shape, type_label
from memdesk_desktop.widgets.banner import Banner
from memdesk_desktop.widgets.form import scrolling_column
from memdesk_desktop.widgets.text_widgets import TitleLabel, plain_label

if TYPE_CHECKING:
    from memdesk.models.requests import ActionResult, ActionWarning
    from memdesk_desktop.bridge import ChangeSet, HostBridge
    from memdesk_desktop.theme import Theme
    from memdesk_desktop.workspace_state import WorkspaceState

_MAX_WIDTH = 720
_SECTION, _LABEL = 140, 116
_LINE = 24
_AGAIN_MS = 1500
_NARROW = 40 + _MAX_WIDTH + 24


class SettingsView(MemoryView):
    """Rebuilt from every answer of ``status``."""

    def __init__(self, bridge: HostBridge, theme: Theme, state: WorkspaceState, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, state, parent)
        self._asked_at = 0.0
        self._sections: list[QBoxLayout] = []
        self._status: StatusData | None = None
        self._answer_ms = 0
        self.banner = Banner(theme)
        page = QWidget()
        page.setMaximumWidth(40 + _MAX_WIDTH + 24)
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(40, 26, 24, 40)
        self._column.setSpacing(0)
        self._column.addLayout(self._heading())
        self._column.addSpacing(8)
        self._column.addWidget(self._subtitle())
        self._column.addSpacing(12)
        self._column.addWidget(self.banner)
        self._body = QWidget()
        self._column.addWidget(self._body)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(page, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._area = scrolling_column(holder)
        row.setAlignment(page, Qt.AlignmentFlag(0))
        row.addStretch(0)
        outer.addWidget(self._area)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        say(self.setAccessibleName, lambda: self.tr("Memory settings"))
        theme.changed.connect(self._rebuild)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._on_again_timeout)

    def _heading(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        heading = TitleLabel(self.theme, "page-title", lambda: self.tr("Memory settings"))
        tag = plain_label(lambda: self.tr("Read-only"))
        tag.setObjectName("tag")
        tag.setFont(self.theme.font("badge"))
        row.addWidget(heading)
        tag.setFixedHeight(20)
        row.addWidget(tag, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        return row

    def _subtitle(self) -> QLabel:
        return plain_label(
            lambda: self.tr(
                "Reported by the memory provider. To change a value, edit the provider’s configuration and restart it."
            ),
            role="secondary",
            wrap=True,
        )

    # What the page asks of a view

    @override
    def activate(self) -> None:
        self.setFocus()
        self.refresh()

    @override
    def refresh(self) -> None:
        self._asked_at = time.monotonic()
        self.bridge.submit(self.state.request("status"), on_done=self._on_status_done, key="settings-status")

    @override
    def on_scope_changed(self) -> None:
        self.refresh()

    @override
    def on_memory_changed(self, changes: ChangeSet) -> None:
        if self.isVisible():
            self.refresh()

    def _on_status_done(self, result: ActionResult) -> None:
        self._answer_ms = max(1, round((time.monotonic() - self._asked_at) * 1000))
        if not result.success:
            self.banner.show_message(
                "error",
                lambda: self.tr("Could not reach the memory provider."),
                partial(error_text, result.error),
                details=partial(error_details, result.error),
            )
            self.banner.add_button(lambda: self.tr("Try again"), self.refresh)
            return
        self._show_warnings([item for item in result.warnings if item.code == "settings_ignored"])
        self._status = StatusData.model_validate(result.data)
        self._rebuild()
        if "building" in (self._status.details.index.state, self._status.details.semantic.state):
            self._again.start()

    def _show_warnings(self, warnings: list[ActionWarning]) -> None:
        """Say what in the settings is not understood, in the words that name the place."""
        if not warnings:
            self.banner.hide()
            return
        self.banner.show_message(
            "warn",
            lambda: self.tr("Something in settings.json is not understood."),
            lambda: "\n".join(error_text(item) for item in warnings),
            details=lambda: "\n".join(filter(None, (error_details(item) for item in warnings))),
        )

    @Slot()
    def _on_again_timeout(self) -> None:
        """What is being built goes on while a person looks at how far it is."""
        if self.isVisible():
            self.refresh()

    @override
    def retranslate(self) -> None:
        self._rebuild()

    def _rebuild(self) -> None:
        status = self._status
        if status is None:
            return
        body = QWidget()
        self._sections = []
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for title, content in (
            (self.tr("Provider"), self._provider(status)),
            (self.tr("Capabilities"), self._capabilities(status)),
            (self.tr("Storage"), self._storage(status)),
            (self.tr("Semantic search"), self._semantic(status.details.semantic)),
            (self.tr("Storage roots"), self._roots(status)),
            (self.tr("Limits"), self._limits(status)),
        ):
            column.addWidget(self._section(title, content))
        self._column.replaceWidget(self._body, body)
        self._body.hide()
        self._body.deleteLater()
        self._body = body

    # Sections

    def _section(self, title: str, content: QWidget) -> QWidget:
        section = QWidget()
        section.setObjectName("settingsSection")
        section.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QBoxLayout(self._direction(), section)
        self._sections.append(row)
        row.setContentsMargins(0, 11, 0, 13)
        row.setSpacing(0)
        label = plain_label(title, role="strong")
        label.setFixedSize(_SECTION, _LINE)
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(content, 1)
        return section

    def _direction(self) -> QBoxLayout.Direction:
        """The section's name stands beside its values, or above them where there is little room."""
        narrow = self.width() < _NARROW
        return QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for section in self._sections:
            section.setDirection(self._direction())

    def _rows(self, rows: list[tuple[str, QWidget]]) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.setColumnMinimumWidth(0, _LABEL)
        grid.setColumnStretch(1, 1)
        for at, (label, value) in enumerate(rows):
            name = plain_label(label, role="secondary")
            name.setFixedHeight(_LINE)
            grid.addWidget(name, at, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, at, 1)
        return holder

    def _value(
        self, text: str, note: str = "", *, mono: bool = False, good: bool | None = None, wrap: bool = False
    ) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        if good is not None:
            icon = QLabel()
            token = "ok" if good else "warn"
            icon.setPixmap(self.theme.pixmap("check" if good else "warning", token, 16, self.devicePixelRatioF()))
            row.addWidget(icon)
        label = plain_label(text, selectable=True, wrap=mono or wrap)
        label.setMinimumHeight(_LINE)
        if mono:
            label.setFont(self.theme.font("mono-caption"))
        if good is not None:
            label.setProperty("state", "ok" if good else "warn")
        row.addWidget(label, 1 if mono or wrap else 0)
        if note:
            row.addWidget(plain_label(note, role="caption", selectable=True))
        if not (mono or wrap):
            row.addStretch(1)
        return holder

    def _provider(self, status: StatusData) -> QWidget:
        names = {"builtin": self.tr("Local files")}
        ready = status.state == "ready"
        note = self.tr("answered in {ms} ms, checked just now").format(ms=number_text(self._answer_ms))
        state = self._value(self.tr("Ready") if ready else self.tr("Degraded"), note, good=ready)
        return self._rows(
            [
                (self.tr("Name"), self._value(names.get(status.provider, status.provider))),
                (self.tr("State"), state),
                (self.tr("Version"), self._value(status.details.version, mono=True)),
            ]
        )

    def _capabilities(self, status: StatusData) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        # The unsupported ones last, as a person looks for what there is.
        items = sorted(status.capabilities.items(), key=lambda item: not item[1])
        for at, (name, supported) in enumerate(items):
            grid.addWidget(self._capability(name, supported=supported), at // 2, at % 2)
        for column in (0, 1):
            grid.setColumnStretch(column, 1)
        return holder

    def _capability(self, name: str, *, supported: bool) -> QWidget:
        names = {
            "search_highlights": self.tr("Search with highlights"),
            "search_evidence": self.tr("Search inside evidence"),
            "revise_with_history": self.tr("Revise, with history"),
            "forget_and_undo": self.tr("Forget and undo"),
            "workspace_tags": self.tr("Workspace tags"),
            "watch_outside_changes": self.tr("Watch for outside changes"),
            "semantic_search": self.tr("Semantic search"),
            "import_and_export": self.tr("Import and export"),
        }
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        icon = QLabel()
        name_of_icon, token = ("check", "ok") if supported else ("minus", "text3")
        icon.setPixmap(self.theme.pixmap(name_of_icon, token, 16, self.devicePixelRatioF()))
        row.addWidget(icon)
        text = names.get(name, name.replace("_", " ").capitalize())
        label = plain_label(text, role="" if supported else "muted", selectable=True)
        label.setFixedHeight(_LINE)
        row.addWidget(label)
        if not supported:
            row.addWidget(plain_label(self.tr("not supported"), role="caption"))
        row.addStretch(1)
        holder.setAccessibleName(text if supported else self.tr("{name}, not supported").format(name=text))
        return holder

    def _storage(self, status: StatusData) -> QWidget:
        details = status.details
        locale = QLocale()
        total = self._value(locale.toString(details.memories))
        for label in total.findChildren(QLabel):
            label.setProperty("role", "strong")
        index_ok = details.index.state in ("ready", "rebuilt")
        note = self.tr("%Ln records", "", details.index.records)
        if details.index.updated_at:
            note = self.tr("{records}, updated {time}").format(
                records=note, time=absolute_time(details.index.updated_at)
            )
        states = {"ready": self.tr("Up to date"), "rebuilt": self.tr("Rebuilt"), "building": self.tr("Being built")}
        state = states.get(details.index.state, self.tr("Unavailable"))
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._rows([(self.tr("Memories"), total)]))
        bar = TypeBar(self.theme, details.by_type)
        inset = QVBoxLayout()
        inset.setContentsMargins(_LABEL, 4, 0, 8)
        inset.setSpacing(6)
        inset.addWidget(bar)
        inset.addWidget(self._legend(details.by_type))
        column.addLayout(inset)
        evidence = self.tr("%Ln records", "", details.evidence)
        column.addWidget(
            self._rows(
                [
                    (self.tr("Evidence"), self._value(evidence)),
                    (self.tr("Capture jobs"), self._value(self._jobs(details.capture_jobs))),
                    (self.tr("On disk"), self._value(size_text(details.bytes))),
                    (self.tr("Index"), self._value(state, note, good=index_ok)),
                ]
            )
        )
        return holder

    def _semantic(self, semantic: SemanticState) -> QWidget:
        if semantic.state == "off":
            off = self.tr("Off. Search goes by words. To switch it on, set semantic_search to true in settings.json.")
            return self._value(off, wrap=True)
        states = {
            "ready": self.tr("On"),
            "building": self.tr("On, being built"),
            "unavailable": self.tr("Does not work: results are found by words alone"),
        }
        done, total = semantic.done or 0, semantic.total or 0
        note = ""
        if semantic.state == "building":
            counts = {"done": number_text(done), "total": number_text(total)}
            note = self.tr("{done} of {total} passages").format(**counts)
        elif semantic.state == "ready":
            note = self.tr("%Ln passages", "", total)
        good = semantic.state != "unavailable"
        rows = [(self.tr("State"), self._value(states[semantic.state], note, good=good))]
        if semantic.models:
            rows.append((self.tr("Model"), self._value(", ".join(semantic.models), mono=True)))
        if semantic.reason:
            rows.append((self.tr("Note"), self._value(self._semantic_note(semantic), wrap=True)))
        return self._rows(rows)

    def _semantic_note(self, semantic: SemanticState) -> str:
        notes = {
            "not_installed": self.tr(
                "Its packages are not installed. Install them with: pip install 'memdesk[semantic]'"
            ),
            "not_loaded": self.tr("Its model cannot be loaded: {reason}"),
            "no_multilingual": self.tr("Texts in other than Latin letters are found by words alone."),
        }
        return notes.get(semantic.reason or "", "").format(reason=semantic.detail or "")

    def _jobs(self, jobs: dict[str, int]) -> str:
        names = {
            "pending": lambda count: self.tr("%Ln pending", "", count),
            "done": lambda count: self.tr("%Ln done", "", count),
            "failed": lambda count: self.tr("%Ln failed", "", count),
        }
        parts = [
            names[name](count) if name in names else f"{number_text(count)} {name}"
            for name, count in jobs.items()
            if count
        ]
        return join_words(parts) or self.tr("none")

    def _legend(self, by_type: dict[str, int]) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for at, memory_type in enumerate(MEMORY_TYPES):
            row, column = divmod(at, 3)
            shape = _TypeShape(self.theme, memory_type)
            count = plain_label(QLocale().toString(by_type.get(memory_type, 0)), role="medium", selectable=True)
            count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(shape, row, column * 4)
            grid.addWidget(plain_label(type_label(memory_type), role="secondary"), row, column * 4 + 1)
            grid.addWidget(count, row, column * 4 + 2)
            grid.setColumnMinimumWidth(column * 4 + 2, 28)
            grid.setColumnMinimumWidth(column * 4 + 3, 16)
        grid.setColumnStretch(12, 1)
        return holder

    def _roots(self, status: StatusData) -> QWidget:
        names = {"city": self.tr("Shared"), "shared": self.tr("Shared")}
        roots = status.details.roots.items()
        rows = [(names.get(name, name.removeprefix("agent/")), self._value(path, mono=True)) for name, path in roots]
        if status.details.index.path:
            rows.append((self.tr("Index"), self._value(status.details.index.path, mono=True)))
        return self._rows(rows)

    def _limits(self, status: StatusData) -> QWidget:
        limits = dict(status.details.limits)
        locale = QLocale()
        budgets = [
            (name, self._budget(limits, key))
            for name, key in ((self.tr("Core Memory"), "core_memory"), (self.tr("Recall"), "recall"))
            if f"{key}_items" in limits
        ]
        texts = {
            "record_bytes": (self.tr("Content"), self.tr("{size} per memory")),
            "title_characters": (self.tr("Title"), self.tr("{size} characters")),
            "list_page": (self.tr("List"), self.tr("{size} memories per page")),
            "search_results": (self.tr("Search"), self.tr("{size} results per page")),
        }
        rows = []
        for name, value in limits.items():
            label, pattern = texts.get(name, (name.replace("_", " ").capitalize(), "{size}"))
            size = size_text(value) if name.endswith("_bytes") else locale.toString(value)
            rows.append((label, self._value(pattern.format(size=size))))
        return self._rows([*rows, *((name, self._value(text, wrap=True)) for name, text in budgets)])

    def _budget(self, limits: dict[str, int], key: str) -> str:
        """How much an agent may be told of its memory; what is said here is taken out of ``limits``."""
        items, characters, tokens = (limits.pop(f"{key}_{unit}", 0) for unit in ("items", "characters", "tokens"))
        if key == "core_memory":
            first = self.tr("%Ln files and pages", "", items)
        else:
            first = self.tr("%Ln passages for a message", "", items)
        size = self.tr("{characters} characters, {tokens} tokens").format(
            characters=number_text(characters), tokens=number_text(tokens)
        )
        return self.tr("{items}, {size}", "both with their units").format(items=first, size=size)


class TypeBar(QWidget):
    """How many memories there are of each type, as one bar."""

    def __init__(self, theme: Theme, by_type: dict[str, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts = [(name, by_type.get(name, 0)) for name in MEMORY_TYPES if by_type.get(name, 0)]
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(join_words(f"{type_label(name)} {number_text(count)}" for name, count in self._parts))

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, 10)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), 3, 3)
        painter.setClipPath(outline)
        if not self._parts:
            painter.fillRect(self.rect(), self._theme.colour("btn"))
        total = sum(count for _, count in self._parts)
        room = self.width() - 2 * max(0, len(self._parts) - 1)
        left = 0.0
        for name, count in self._parts:
            width = room * count / total
            painter.fillRect(QRectF(left, 0, width, self.height()), self._theme.colour(name))
            left += width + 2
        painter.end()


class _TypeShape(QWidget):
    def __init__(self, theme: Theme, memory_type: str) -> None:
        super().__init__()
        self._theme, self._memory_type = theme, memory_type
        self.setFixedSize(10, 18)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_type_shape(painter, QRectF(0, 4, 10, 10), self._memory_type, self._theme)
        painter.end()
