"""Takes one record over byte for byte; what is here and differs stays."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdesk.models.transfer import ImportItem
from memdesk.provider.protocol import Change, subject_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.ids import MemoryId
    from memdesk.memory.power import MemoryPower
    from memdesk.models.transfer import ImportKind
    from memdesk.power import ExecutionContext


def take_record(
    power: MemoryPower,
    context: ExecutionContext,
    memory_id: MemoryId,
    data: bytes,
    *,
    path: str,
    kind: ImportKind,
    mtime_ns: Any,
    dry_run: bool,
    before: Callable[[], None] | None = None,
) -> tuple[ImportItem, str | None]:
    """What became of it, and its revision where it was written; ``before`` is done just before it is."""
    there = power.provider.load(memory_id)
    if there is not None and there.data == data:
        return _item(path, memory_id, data, "unchanged"), None
    if there is not None:
        return _item(path, memory_id, data, "kept", "conflict", "Another text is here, and stays."), None
    power.guard(context, data.decode("utf-8", "replace"))
    if dry_run:
        return _item(path, memory_id, data, "copied"), None
    if before is not None:
        before()
    subject = subject_of(memory_id)
    with power.writing(context, subject) as writer:
        revision = writer.write(memory_id, data, None, Change(context.actor, "import", kind))
        context.changed(str(memory_id), None, revision, kind=kind)
        _keep_time(Path(power.layout.memory_root(subject), memory_id.relative_path()), mtime_ns)
    return _item(path, memory_id, data, "copied"), revision


def _keep_time(file: Path, mtime_ns: Any) -> None:
    """Some pages say nothing of when they were written, and their file's time stands for it."""
    if isinstance(mtime_ns, int) and not isinstance(mtime_ns, bool) and mtime_ns > 0:
        with suppress(OSError, OverflowError):
            os.utime(file, ns=(mtime_ns, mtime_ns), follow_symlinks=False)


def _item(
    path: str, memory_id: MemoryId, data: bytes, outcome: Any, code: str | None = None, reason: str | None = None
) -> ImportItem:
    return ImportItem(path=path, target=str(memory_id), outcome=outcome, bytes=len(data), code=code, reason=reason)
