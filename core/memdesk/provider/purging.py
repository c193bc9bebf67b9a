"""Purge: takes a memory out of every place below the root, and tells where its text still stands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, NotFound
from memdesk.ids import parse_memory_id
from memdesk.provider.indexing import FACT, JOURNAL, id_for
from memdesk.storage.intents import Step
from memdesk.storage.journal import without_lines
from memdesk.storage.records import parse_record
from memdesk.storage.revisions import revision_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from memdesk.provider.protocol import LoadedRecord, SubjectKey
    from memdesk.provider.stores import Stores, SubjectStore

_LEAST_NEEDLE = 16
_MOST_NEEDLES = 500
_MOST_QUOTES = 50
_MAX_FILE = 600_000_000
# What these folders of the state hold is looked after by purge itself, or is no memory text.
_OWN_FOLDERS = ("history/", "trash/", "audit/", "locks/", "pending/", "pins/")


def steps_for(store: SubjectStore, records: Iterable[LoadedRecord], memory_id: str, undo_ids: list[str]) -> list[Step]:
    """The steps of a purge; the texts go last, so that a purge that is cut short is known until it is done."""
    subject = store.subject
    records = list(records)
    revisions = {record.revision for record in records}
    ids = {memory_id, *(str(record.memory_id) for record in records)}
    for undo_id in undo_ids:
        manifest = store.trash.get(undo_id)
        ids |= {file.memory_id for file in manifest.files}
        revisions |= {revision_of(data) for data in store.trash.texts(undo_id)}
    for owner in ids:
        revisions |= store.history.revisions(owner)
    known = sorted(revisions)
    steps = [Step("purge", subject, memory_id, more=tuple(known[at : at + 200])) for at in range(0, len(known), 200)]
    steps += [Step("purge", subject, owner, more=("log",)) for owner in sorted(ids)]
    steps += [Step("purge", subject, memory_id, undo_id=undo_id) for undo_id in undo_ids]
    steps += [Step("purge", subject, str(item.memory_id), item.rel, before=item.revision) for item in records]
    # Logs go before the texts they name are looked at, else they would keep them.
    return sorted(steps, key=lambda step: (step.more != ("log",), bool(step.rel), bool(step.undo_id)))


def purge_again(stores: Stores, step: Step) -> set[tuple[SubjectKey, str]]:
    """Take one step of a purge, or take it again; gives the file that is gone."""
    store = stores[step.subject]
    if step.more == ("log",):
        store.history.forget_record(step.memory_id)
        store.pins.unpin(step.memory_id)
    elif step.more:
        for subject in stores.subjects():
            stores[subject].history.drop_unused(step.more)
    elif step.undo_id is not None:
        try:
            store.trash.erase(step.undo_id)
        except NotFound:
            store.trash.recover_item(step.undo_id, store.root)
    elif step.rel:
        _remove(store, step)
        return {(step.subject, step.rel)}
    return set()


def _remove(store: SubjectStore, step: Step) -> None:
    try:
        data, _ = store.root.read(step.rel, limit=_MAX_FILE)
    except NotFound:
        return
    if revision_of(data) == step.before:
        store.root.remove(step.rel)
        store.root.prune_empty_dirs(step.rel.rpartition("/")[0])


def purge_journal_line(store: SubjectStore, record: LoadedRecord) -> None:
    """Take every line that is this one out of the journal; all other bytes stay. Raises StorageUnavailable."""
    rewrite_journal(store, record.rel, lambda data: without_lines(data, record.data))


def rewrite_journal(store: SubjectStore, rel: str, change: Callable[[bytes], bytes]) -> None:
    """Write a journal again as ``change`` gives it. Raises StorageUnavailable, NotFound."""
    data, _ = store.root.read(rel, limit=_MAX_FILE)
    while True:
        caught: list[bytes] = []
        store.root.write(rel, change(data), limit=None, displaced=caught.append)
        if caught[0] == data:
            return
        # Another program has written in this very moment: the same again with what it wrote.
        data = caught[0]


# -- where else the text stands --------------------------------------------------------------------------


def needles(texts: Iterable[bytes]) -> list[bytes]:
    """Lines that are long enough to tell a text by, and as they stand in JSON; longest first."""
    found: set[bytes] = set()
    for data in texts:
        body = parse_record(data, fallback_title="", mtime=0.0, default_type="document").body
        lines = [line.strip() for line in body.split("\n")]
        long = [line for line in lines if len(line.encode("utf-8", "replace")) >= _LEAST_NEEDLE]
        for line in long or [body.strip()]:
            if line:
                found |= {line.encode("utf-8", "surrogateescape")} | {
                    json.dumps(line, ensure_ascii=plain)[1:-1].encode("utf-8", "surrogateescape")
                    for plain in (True, False)
                }
    return sorted(found, key=len, reverse=True)[:_MOST_NEEDLES]


def sweep_state(stores: Stores, memory_id: str, wanted: list[bytes]) -> list[str]:
    """Remove what else in the state folder holds the text or is about the record: drafts, snapshots, quarantine."""
    removed = []
    drafts = stores.of(parse_memory_id(memory_id)).drafts
    drafts.bar(memory_id)
    # A window that was killed while it wrote a draft leaves a temporary file, which no scan names.
    stores.state.sweep_temporaries(0, drafts.base)
    for entry in list(stores.state.scan(complete=True)):
        if entry.stat is None or entry.rel.startswith(_OWN_FOLDERS):
            continue
        data, _ = stores.state.read(entry.rel, limit=_MAX_FILE)
        if memory_id.encode() in data or any(needle in data for needle in wanted):
            stores.state.remove(entry.rel)
            removed.append(entry.rel)
    return removed


def quotes(stores: Stores, subjects: Iterable[SubjectKey], wanted: list[bytes]) -> Iterator[str]:
    """The records of these subjects, and their waiting captures, in which the same text stands."""
    left = _MOST_QUOTES
    for subject in subjects if wanted else ():
        with stores[subject].root.reading() as read:
            for rel in _files(stores[subject]):
                if left and _holds(read, rel, wanted):
                    left -= 1
                    memory_id = id_for(subject, rel)
                    yield str(memory_id) if memory_id else f"{subject}/{rel}"


def _files(store: SubjectStore) -> Iterator[str]:
    for sub in ("wiki", "evidence", "capture-jobs"):
        yield from (entry.rel for entry in store.root.scan(sub) if entry.stat is not None)
    if store.subject != "city":
        yield from (FACT, JOURNAL)


def _holds(read: Callable[..., tuple[bytes, object]], rel: str, wanted: list[bytes]) -> bool:
    try:
        data, _ = read(rel, limit=_MAX_FILE)
    except MemdeskError:
        return False
    return any(needle in data for needle in wanted)
