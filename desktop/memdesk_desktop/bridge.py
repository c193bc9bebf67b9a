"""The only module of the window that talks to the host: actions run off the UI thread, answers come back on it."""

from __future__ import annotations

import itertools
import sys
import weakref
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from shiboken6 import isValid

from memdesk.models.requests import ActionError, ActionRequest, ActionResult

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

READ_ACTIONS: frozenset[tuple[str, str]] = frozenset(
    {
        *(("memory", action) for action in ("status", "list", "search", "read")),
        *(
            ("memory_admin", action)
            for action in (
                *("history", "read_revision", "diff", "trash", "activity", "overview", "verify", "reindex", "export"),
                *("drafts", "locate", "recognise", "persona", "persona_revision", "journal"),
            )
        ),
        *(
            ("city", action)
            for action in (
                "list_agents",
                "list_workspaces",
                "list_templates",
                "list_clients",
                "product_info",
                "list_backups",
                "backup",
                "restore_backup",
            )
        ),
        *(("context", action) for action in ("prompt", "capture_list", "recall_preview")),
        ("file_memory", "search"),
    }
)
# What these write is no memory: nobody has to look again.
QUIET_ACTIONS: frozenset[tuple[str, str]] = frozenset(
    {("memory_admin", "save_draft"), ("memory_admin", "discard_draft")}
)
_READERS = 3
_CALM_MS = 40
_ID_KEYS = ("memory_id", "moved_from", "evidence_id")
_ID_LIST_KEYS = ("memory_ids", "evidence_ids")


class Host(Protocol):
    """What the window needs of ``memdesk.host.ActionHost``."""

    def run(self, request: ActionRequest) -> ActionResult:
        """Run one action and answer; never raises for a caller's mistake."""
        ...


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What changed: ids, or none where anything may have (``action`` is empty for outside changes).

    ``registry`` tells that agents or workspaces came or went, ``captures`` that turns were captured or dealt with.
    """

    memory_ids: frozenset[str] = frozenset()
    initiator: Literal["window", "outside"] = "outside"
    action: str = ""
    registry: bool = False
    captures: bool = False

    @property
    def anything(self) -> bool:
        """Whether no single record is named, so that a view refreshes whatever it shows."""
        return not (self.memory_ids or self.registry or self.captures)

    def touches(self, memory_id: str) -> bool:
        """Whether a view that shows this record has to look again."""
        return self.anything or memory_id in self.memory_ids


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a worker hands to the UI thread."""

    ticket: int
    value: Any = None
    error: BaseException | None = None


@dataclass(slots=True)
class _Task:
    """Who waits for an outcome, kept on the UI thread."""

    key: str | None
    deliver: Callable[[_Outcome], None]
    always: bool = False
    can_wait: bool = False


class _Skipped:
    """Stands for the value of a task that nobody wants any more."""


class _Receiver:
    """A callback that is dropped when the QObject behind it is gone, so that no slot touches a dead widget."""

    def __init__(self, callback: Callable[[Any], None], owner: QObject | None) -> None:
        bound = getattr(callback, "__self__", None)
        self._strong: Callable[[Any], None] | None = callback
        self._weak: weakref.WeakMethod[Callable[[Any], None]] | None = None
        self._owner: weakref.ref[QObject] | None = weakref.ref(owner) if owner is not None else None
        if isinstance(bound, QObject):
            self._strong = None
            self._weak = weakref.WeakMethod(callback)
            self._owner = self._owner or weakref.ref(bound)

    def __call__(self, value: Any) -> None:
        if self._owner is not None:
            owner = self._owner()
            if owner is None or not isValid(owner):
                return
        callback = self._weak() if self._weak is not None else self._strong
        if callback is not None:
            callback(value)


class _Courier(QObject):
    """Lives as long as the bridge and carries outcomes from workers to the UI thread."""

    finished = Signal(object)
    outside = Signal(object)


class HostBridge(QObject):
    """Runs actions and pure work off the UI thread and delivers each answer once, on the UI thread.

    Reads run side by side; mutations run one after another in the order they were submitted, and always run,
    also when a newer task with the same key or the end of the window comes first. With a ``key`` only the
    newest answer is delivered, and older reads that have not begun are not begun. A read that ``can_wait`` is
    begun once nothing else has been awaited for a moment, in which what came is painted: what a person looks at
    comes first.
    """

    memory_changed = Signal(object)  # ChangeSet
    calmed = Signal()  # what was awaited has come, and there was time to paint it

    def __init__(self, host: Host, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host = host
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="memdesk-read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="memdesk-write")
        self._tickets = itertools.count(1)
        self._tasks: dict[int, _Task] = {}
        self._latest: dict[str, int] = {}
        self._waiting: deque[Callable[[], None]] = deque()
        self._pressing = 0
        self._calm_timer = QTimer(self)
        self._calm_timer.setSingleShot(True)
        self._calm_timer.setInterval(_CALM_MS)
        self._calm_timer.timeout.connect(self._on_calm_timer_timeout)
        self._closed = False
        self._courier = _Courier(self)
        self._courier.finished.connect(self._on_courier_finished, Qt.ConnectionType.QueuedConnection)
        self._courier.outside.connect(self._on_courier_outside, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether an answer is still awaited."""
        return bool(self._tasks)

    def submit(
        self,
        request: ActionRequest,
        *,
        on_done: Callable[[ActionResult], None],
        key: str | None = None,
        owner: QObject | None = None,
        can_wait: bool = False,
    ) -> None:
        """Run an action; ``on_done`` gets its ActionResult on the UI thread, a fault as code ``internal``.

        Nothing is delivered to a bound method of a QObject, or for an ``owner``, that has been destroyed.
        """
        reads = _only_reads(request)
        deliver = partial(self._deliver_result, request, _Receiver(on_done, owner), reads)
        task = _Task(key, deliver, always=not reads, can_wait=can_wait and reads)
        self._start(self._readers if reads else self._writer, partial(self._host.run, request), task)

    def run_off_thread(
        self,
        fn: Callable[[], T],
        *,
        on_done: Callable[[T], None],
        key: str | None = None,
        on_error: Callable[[BaseException], None] | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Run pure work such as rendering; without ``on_error`` an exception goes to ``sys.excepthook``."""
        failed = _Receiver(on_error, owner) if on_error is not None else None
        deliver = partial(self._deliver_value, _Receiver(on_done, owner), failed)
        self._start(self._readers, fn, _Task(key, deliver))

    def drop(self, key: str) -> None:
        """Deliver nothing more for ``key`` until it is submitted again."""
        self._latest[key] = next(self._tickets)

    def report_outside_changes(self, changes: ChangeSet) -> None:
        """Tell the views that other processes changed something; may be called from any thread."""
        if not self._closed and isValid(self._courier):
            self._courier.outside.emit(changes)

    def shutdown(self) -> None:
        """Finish the mutations, drop reads that have not begun, deliver nothing more; waits for running work."""
        self._closed = True
        self._tasks.clear()
        self._waiting.clear()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._writer.shutdown(wait=True)
        self._readers.shutdown(wait=True)

    def _start(self, pool: ThreadPoolExecutor, fn: Callable[[], Any], task: _Task) -> None:
        if self._closed:
            return
        ticket = next(self._tickets)
        self._tasks[ticket] = task
        if task.key is not None:
            self._latest[task.key] = ticket
        work = fn if task.always else partial(self._run_if_wanted, ticket, task.key, fn)
        if task.can_wait:
            self._waiting.append(partial(self._begin, pool, work, ticket))
            self._calm_timer.start()
            return
        self._pressing += 1
        self._begin(pool, work, ticket)

    def _begin(self, pool: ThreadPoolExecutor, work: Callable[[], Any], ticket: int) -> None:
        pool.submit(work).add_done_callback(partial(self._on_future_done, ticket))

    @Slot()
    def _on_calm_timer_timeout(self) -> None:
        """Begin what could wait, unless something pressing was asked for meanwhile."""
        if self._pressing or self._closed:
            return
        while self._waiting:
            self._waiting.popleft()()
        self.calmed.emit()

    def _run_if_wanted(self, ticket: int, key: str | None, fn: Callable[[], Any]) -> Any:
        return _Skipped() if self._is_stale(ticket, key) else fn()

    def _is_stale(self, ticket: int, key: str | None) -> bool:
        return key is not None and self._latest.get(key) != ticket

    def _on_future_done(self, ticket: int, future: Future[Any]) -> None:
        """Runs in the worker: send what came out to the UI thread."""
        if self._closed or future.cancelled() or not isValid(self._courier):
            return
        error = future.exception()
        value = None if error is not None else future.result()
        self._courier.finished.emit(_Outcome(ticket, value, error))

    @Slot(object)
    def _on_courier_finished(self, outcome: _Outcome) -> None:
        task = self._tasks.pop(outcome.ticket, None)
        if task is None:
            return
        if not task.can_wait:
            self._pressing -= 1
            self._calm_timer.start()
        stale = self._is_stale(outcome.ticket, task.key)
        if task.key is not None and not stale:
            del self._latest[task.key]
        if task.always or not (stale or isinstance(outcome.value, _Skipped)):
            task.deliver(outcome)

    @Slot(object)
    def _on_courier_outside(self, changes: ChangeSet) -> None:
        self.memory_changed.emit(changes)

    def _deliver_result(self, request: ActionRequest, receiver: _Receiver, reads: bool, outcome: _Outcome) -> None:
        if outcome.error is not None:
            _report_fault(outcome.error)
            receiver(_internal_error(outcome.error))
            return
        result: ActionResult = outcome.value
        receiver(result)
        if result.success and not reads and (request.power, request.action) not in QUIET_ACTIONS:
            self.memory_changed.emit(_changes_of(request, result))

    @staticmethod
    def _deliver_value(receiver: _Receiver, failed: _Receiver | None, outcome: _Outcome) -> None:
        if outcome.error is None:
            receiver(outcome.value)
        elif failed is not None:
            failed(outcome.error)
        else:
            _report_fault(outcome.error)


def _only_reads(request: ActionRequest) -> bool:
    asked = request.payload
    only_shows = asked.get("dry_run") is True or (request.action == "connect" and asked.get("mode", "show") == "show")
    return only_shows or (request.power, request.action) in READ_ACTIONS


def _report_fault(error: BaseException) -> None:
    sys.excepthook(type(error), error, error.__traceback__)


def _internal_error(error: BaseException) -> ActionResult:
    message = "Something went wrong inside Memdesk. Nothing you typed is lost."
    return ActionResult(
        success=False, error=ActionError(code="internal", message=message, details={"fault": type(error).__name__})
    )


def _changes_of(request: ActionRequest, result: ActionResult) -> ChangeSet:
    ids: set[str] = set()
    for source in (request.payload, result.data or {}):
        ids.update(source[key] for key in _ID_KEYS if isinstance(source.get(key), str))
        for key in _ID_LIST_KEYS:
            ids.update(item for item in source.get(key) or () if isinstance(item, str))
    return ChangeSet(
        frozenset(ids),
        "window",
        request.action,
        registry=request.power == "city" or request.action == "import",
        captures=request.power == "context",
    )
