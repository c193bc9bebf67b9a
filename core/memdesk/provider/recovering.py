"""Ends what a writer began and did not end: undone whole, or, once there is no way back, finished."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memdesk.errors import NotFound
from memdesk.provider.purging import purge_again
from memdesk.storage.file_steps import temporary_name
from memdesk.storage.intents import Pending, Step, drop
from memdesk.storage.revisions import revision_of

if TYPE_CHECKING:
    from memdesk.provider.protocol import SubjectKey
    from memdesk.provider.stores import Stores, SubjectStore

Touched = set[tuple["SubjectKey", str]]


def settle(stores: Stores, pending: Pending, *, crashed: bool) -> Touched:
    """Bring the files of a writer's steps to one of two states: as before, or as wanted; gives the files touched.

    ``crashed``: the writer died, so that what is whole stays; otherwise it failed and its caller was told so.
    The caller holds the locks of ``pending.subjects``, and after a crash drops the steps. Raises StorageUnavailable;
    to be called again then.
    """
    touched: Touched = {(step.subject, step.rel) for step in pending.steps if step.rel}
    for step in pending.steps:
        _settle_temporary(stores[step.subject], step)
    if any(step.kind == "purge" for step in pending.steps):
        _finish_purge(stores, pending.steps)
    elif _has_left(stores, pending.steps):
        _finish_move(stores, pending.steps)
    elif crashed and _is_back(stores, pending.steps):
        for step in pending.steps:
            if step.undo_id is not None:
                touched |= _undo_trash(stores[step.subject], step, crashed=True)
    elif not crashed or not _is_whole(stores, pending.steps):
        for step in reversed(pending.steps):
            touched |= _undo(stores, step, pending, crashed=crashed)
    if not crashed:
        drop(stores.state, pending.rel)
    return touched


def _current(store: SubjectStore, rel: str) -> bytes | None:
    try:
        return store.root.read(rel, limit=1 << 40)[0]
    except NotFound:
        return None


def _revision(store: SubjectStore, rel: str) -> str | None:
    data = _current(store, rel)
    return None if data is None else revision_of(data)


# -- what state things are in ----------------------------------------------------------------------------


def _is_whole(stores: Stores, steps: tuple[Step, ...]) -> bool:
    """Whether every step was taken and was the last one: then the writer was only not done with its own papers."""
    written = [step for step in steps if step.kind == "write"]
    if not written or len(written) + sum(step.kind == "evidence" for step in steps) != len(steps):
        return False
    texts = [_current(stores[step.subject], step.rel) for step in written]
    if any(text is None or revision_of(text) != step.after for text, step in zip(texts, written, strict=True)):
        return False
    evidence = [step for step in steps if step.kind == "evidence"]
    return all(any(step.memory_id.encode() in (text or b"") for text in texts) for step in evidence)


def _is_back(stores: Stores, steps: tuple[Step, ...]) -> bool:
    """Whether a forgotten record has come back, so that the evidence that was copied for it stays."""
    return any(
        step.kind == "undo_forget" and step.undo_id is not None and stores[step.subject].trash.is_back(step.undo_id)
        for step in steps
    )


def _has_left(stores: Stores, steps: tuple[Step, ...]) -> bool:
    """Whether a record that is moved is gone from its old place: the point of no return of a move."""
    first = next((step for step in steps if step.kind == "remove"), None)
    if first is None or _current(stores[first.subject], first.rel) is not None:
        return False
    target = next((step for step in reversed(steps) if step.kind == "write"), None)
    return target is not None and _current(stores[target.subject], target.rel) is not None


# -- back, or on -----------------------------------------------------------------------------------------


def _settle_temporary(store: SubjectStore, step: Step) -> None:
    """Remove the temporary file of a step; another program's text that was caught in it goes to history first."""
    if step.temp is None:
        return
    rel = "/".join((*step.rel.split("/")[:-1], step.temp))
    held = _current(store, rel)
    if held is None:
        return
    known = revision_of(held) in (step.before, step.after)
    if not known and (step.kind == "remove" or _revision(store, step.rel) != step.before):
        if _revision(store, step.rel) == step.after or step.kind == "remove":
            _put_back(store, step, held)
            store.root.remove(rel)
            return
        store.history.keep(held)
    store.root.remove(rel)


def _put_back(store: SubjectStore, step: Step, held: bytes) -> None:
    """Give a file back the text of another program that the step displaced."""
    store.history.keep(held)
    if _current(store, step.rel) is None:
        store.root.create(step.rel, held, limit=None)
    else:
        store.root.write(step.rel, held, limit=None, displaced=partial(_keep, store))


def _keep(store: SubjectStore, data: bytes) -> None:
    store.history.keep(data)


def _undo(stores: Stores, step: Step, pending: Pending, *, crashed: bool) -> Touched:
    store = stores[step.subject]
    if step.kind in ("write", "evidence"):
        # After a restart nothing tells whether the writer was done: what is there stays. A copy of what still
        # stands in its old place can go all the same.
        if pending.same_boot or any(other.kind == "remove" for other in pending.steps):
            _undo_write(store, step)
    elif step.kind == "history":
        store.history.cut_log(step.memory_id, step.size)
    elif step.undo_id is not None:
        return _undo_trash(store, step, crashed=crashed)
    return set()


def _undo_write(store: SubjectStore, step: Step) -> None:
    if step.after is None or _revision(store, step.rel) != step.after:
        return
    if step.before is not None:
        store.root.write(step.rel, store.history.read(step.before), displaced=partial(_other, store, step))
        return
    store.root.remove(step.rel, temp_name=temporary_name(""), displaced=partial(_other, store, step))
    store.root.prune_empty_dirs(step.rel.rpartition("/")[0])


def _other(store: SubjectStore, step: Step, data: bytes) -> None:
    if revision_of(data) != step.after:
        store.history.keep(data)


def _undo_trash(store: SubjectStore, step: Step, *, crashed: bool) -> Touched:
    undo_id = step.undo_id or ""
    files = store.trash.files_of(undo_id)
    if step.kind == "forget" and not crashed:
        store.trash.take_back(undo_id, store.root)
    elif not crashed:
        store.trash.put_again(undo_id, store.root)
    else:
        store.trash.recover_item(undo_id, store.root)
    return {(step.subject, file.rel) for file in files}


def _finish_purge(stores: Stores, steps: tuple[Step, ...]) -> None:
    """Go on with a purge, unless it died before all of its steps were written down: then it took none."""
    if len(steps) == steps[0].size:
        for step in steps:
            purge_again(stores, step)


def _finish_move(stores: Stores, steps: tuple[Step, ...]) -> None:
    for step in steps:
        store = stores[step.subject]
        if step.kind == "remove" and _revision(store, step.rel) == step.before:
            store.root.remove(step.rel, displaced=partial(_other_before, store, step))
            store.root.prune_empty_dirs(step.rel.rpartition("/")[0])
        elif step.kind == "history" and step.source_id and step.source_subject:
            source = stores[step.source_subject]
            moved = next(other for other in steps if other.kind == "write")
            move_pin(source, step.source_id, store, step.memory_id, moved.after or "")
            source.history.forget_record(step.source_id)


def move_pin(source: SubjectStore, old: str, target: SubjectStore, new: str, revision: str) -> None:
    """A pin follows its page within a scope; what one scope approved says nothing for another."""
    pin = source.pins.pins().get(old)
    if pin is None:
        unpin(target, new)
        return
    source.pins.unpin(old)
    if source is target:
        target.pins.pin(new, pin._replace(revision=revision))
    else:
        unpin(target, new)


def unpin(store: SubjectStore, memory_id: str) -> None:
    """Take a pin away where there is one."""
    if memory_id in store.pins.pins():
        store.pins.unpin(memory_id)


def _other_before(store: SubjectStore, step: Step, data: bytes) -> None:
    if revision_of(data) != step.before:
        store.history.keep(data)
