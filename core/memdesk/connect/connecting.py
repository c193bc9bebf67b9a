"""Shows what would go into a client's configuration, puts it there, or takes it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.connect.clients import Target, Wanted, generic_text, targets
from memdesk.connect.config_files import ConfigFile
from memdesk.errors import InvalidInput, Unreadable
from memdesk.models.connecting import ConnectData, ConnectedFile

if TYPE_CHECKING:
    from pathlib import Path

    from memdesk.models.connecting import ConnectMode, ConnectPayload


@dataclass(frozen=True, slots=True)
class _Planned:
    target: Target
    file: ConfigFile
    before: bytes | None
    after: bytes | None
    had_ours: bool


def connect(payload: ConnectPayload, wanted: Wanted, home: Path) -> ConnectData:
    """Carry out what is asked for, in every file or in none. Raises Unreadable, Conflict, StorageUnavailable."""
    found = targets(payload.client, home, payload.folders)
    if not found:
        if payload.mode != "show":
            raise InvalidInput("Memdesk does not know where this client keeps its configuration.", field="client")
        return ConnectData(client=payload.client, mode=payload.mode, files=[], text=generic_text(wanted))
    # All are understood before the first is written.
    plans = [_plan(target, None if payload.mode == "remove" else wanted) for target in found]
    files = [_carry_out(plan, wanted, payload.mode) for plan in plans]
    return ConnectData(client=payload.client, mode=payload.mode, files=files, text=None)


def _plan(target: Target, wanted: Wanted | None) -> _Planned:
    file = ConfigFile(target.path)
    before = file.read()
    if before is None and wanted is None:
        return _Planned(target, file, None, None, had_ours=False)
    try:
        without = _edited(target, before, None)
        had_ours = before is not None and without != before
        after = _restored(target, file, before, without) if wanted is None else _edited(target, before, wanted)
    except ValueError as error:
        raise Unreadable(
            f"{target.path} is not understood ({error}), so it is left as it is. Mend it, or put the text in by hand.",
            path=str(target.path),
        ) from error
    return _Planned(target, file, before, after, had_ours)


def _edited(target: Target, data: bytes | None, wanted: Wanted | None) -> bytes:
    raw = data or b""
    bom = raw[:3] if raw.startswith(b"\xef\xbb\xbf") else b""
    text = raw[len(bom) :].decode("utf-8")
    return bom + target.edit(text if text.strip() else target.empty, wanted).encode()


def _restored(target: Target, file: ConfigFile, before: bytes | None, without: bytes) -> bytes | None:
    """The file without Memdesk: just as it was, where nobody else changed it meanwhile; None where it was not there."""
    backup = file.read_backup()
    if backup is not None and _edited(target, backup, None) == without:
        return backup
    if without == before:
        return before
    if backup is None and without.strip() in (b"", b"{}"):
        return None
    return without


def _carry_out(plan: _Planned, wanted: Wanted, mode: ConnectMode) -> ConnectedFile:
    changed = plan.after != plan.before
    if mode != "show" and changed:
        if plan.after is None:
            assert plan.before is not None
            plan.file.remove(plan.before)
        else:
            plan.file.write(plan.after, plan.before, keep_backup=plan.had_ours)
            if mode == "remove" and plan.after == plan.file.read_backup():
                plan.file.forget_backup()
    kept = mode != "show" and plan.file.read_backup() is not None
    return ConnectedFile(
        path=str(plan.target.path),
        changed=changed,
        removed=changed and plan.after is None,
        text=None if mode == "remove" else plan.target.edit(plan.target.empty, wanted),
        backup=str(plan.file.backup) if kept else None,
    )
