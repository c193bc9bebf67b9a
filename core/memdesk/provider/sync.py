"""Keeps the index true to the files: finds what changed on disk and reads just that."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, UnsafePath
from memdesk.index.model import FileChange
from memdesk.provider.file_changes import conflict_of, read_change, stat_of
from memdesk.provider.folder_times import TREES, folders_of, names_in
from memdesk.provider.indexing import FACT, JOURNAL, file_key, fingerprint, id_for, is_journal
from memdesk.provider.renames import Renames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.index.model import Row
    from memdesk.index.writing import PreparedChange
    from memdesk.provider.preparing import Preparers
    from memdesk.provider.protocol import Skipped, SubjectKey
    from memdesk.provider.stores import Stores, SubjectStore
    from memdesk.storage.safe_root import FileStat

_SCAN_SHARE = 20.0
"""A scan is due when this many times its own duration have passed: looking costs at most a twentieth …"""
_ALWAYS_S = 0.01
"""… one that takes no longer than this is always due …"""
_SOON_S = 1.0
"""… what other programs write is found so soon, or after four times a scan's duration where that is longer …"""
_INLINE_S = 0.1
"""… and one that takes longer than this is done beside the queries."""
_LARGE = 4000
"""A City of so many files is not looked through before its first answer …"""
_APART = 4000
"""… and so many files are read by a process of their own, or as many lines of a journal …"""
_LINE_BYTES = 200
"""… each taken for so many bytes."""
_WORTH_TELLING = 200
_LOOK_UP = 256
_PATIENCE_S = 0.3


class _Scan:
    def __init__(
        self,
        *,
        stale: list[str] | None = None,
        gone: list[str] | None = None,
        skipped: list[Skipped] | None = None,
        folders: dict[str, int] | None = None,
    ) -> None:
        self.stale = stale or []
        self.journal_bytes = 0
        self.gone = gone or []
        self.skipped = skipped if skipped is not None else []
        self.folders = folders or {}

    @property
    def work(self) -> int:
        """How much there is to read, in files of common size."""
        return len(self.stale) + self.journal_bytes // _LINE_BYTES


class Reconciler:
    """Compares the memory roots with the index. Safe to call from several threads.

    A small City is looked through whenever that is due. In a large one the first question of a process trusts the
    index that the last process left, after a look at every folder: files that came, went or were replaced change
    their folder's time. What was written into a file in place shows there only when that file is among the hits,
    which are compared with their files; the look at every file goes on meanwhile in a thread, and from then on
    that is done whenever due, beside the questions. A process that ends with its first answer leaves it to the
    next that stays, or to ``reindex``.
    """

    def __init__(
        self, stores: Stores, index: MemoryIndex, *, apart: bool = True, preparers: Preparers | None = None
    ) -> None:
        self._stores = stores
        self._index = index
        self._apart = apart
        self._preparers = preparers
        self._renames = Renames(stores)
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._started = False
        self._trusting = False
        self._whole = False
        self._stopped = threading.Event()
        self._worker: threading.Thread | None = None
        self._found: set[str] = set()
        self._skipped: dict[SubjectKey, list[Skipped]] = {}
        self._last_end = 0.0
        # Seconds that looking took; reading what had changed does not count, or much news would make us deaf.
        self._looking = 0.0
        self.progress: tuple[int, int] | None = None
        """How many of how many files are read, while many are."""

    def skipped(self, subjects: Iterable[SubjectKey]) -> list[Skipped]:
        """What the last scan found below the roots that is no record."""
        return [item for subject in subjects for item in self._skipped.get(subject, [])]

    def close(self) -> None:
        """Stop looking; what was read stays in the index, and the next look goes on from there."""
        self._stopped.set()
        worker = self._worker
        if worker is not None and worker is not threading.current_thread():
            worker.join()
        self._stopped.clear()
        self._worker = None
        self._started = self._trusting = self._whole = False

    def refresh_if_due(self) -> frozenset[str]:
        """Look, unless the last look is too recent for what it cost; what changed since the last call."""
        if not self._started:
            self._start()
            return self._news()
        if self._trusting:
            self._look_beside()
            return self._news()
        passed, cost = time.monotonic() - self._last_end, self._looking
        if cost <= _ALWAYS_S or passed >= min(_SCAN_SHARE * cost, max(_SOON_S, 4 * cost)):
            if cost <= _INLINE_S:
                return self.refresh() | self._news()
            self._look_beside()
        return self._news()

    def refresh(self, *, force: bool = False) -> frozenset[str]:
        """Bring the index up to date; ``force`` reads every file again. Returns the memory_ids that changed."""
        with self._lock:
            self._started = True
            started = time.monotonic()
            changed: set[str] = set()
            subjects = sorted({*self._stores.subjects(), *self._index.subjects()})
            scans = {subject: self._scan(self._stores[subject], force=force) for subject in subjects}
            self._looking = time.monotonic() - started
            count = sum(scan.work for scan in scans.values())
            if self._apart and count >= _APART and not force:
                self._progressed(0, count)
                large = [subject for subject, scan in scans.items() if scan.work >= _APART // 8]
                from memdesk.provider.building import build_apart

                if build_apart(self._stores.layout.root, self._index.path, self._progressed, self._stopped):
                    changed.update(memory_id for subject in large for memory_id in self._index.all_ids(subject))
                scans = {subject: self._scan(self._stores[subject], force=False) for subject in subjects}
            self._apply(scans, changed)
            self._last_end = time.monotonic()
            self._whole = not self._stopped.is_set()
            self._trusting = False
        return frozenset(changed)

    def refresh_files(self, paths: Iterable[str]) -> frozenset[str]:
        """Bring the index up to date with what is said to have changed; the memory_ids that did.

        In a small City everything is looked at. In a large one a folder is told of with every file that is written in
        it: then what came, went or was replaced is looked for, and nowhere but in folders whose time is another.
        """
        if not self._whole or not self._index.has_files(_LARGE):
            return self.refresh()
        changed: set[str] = set()
        beside: dict[SubjectKey, SubjectStore] = {}
        for store, rel in filter(None, map(self._place, paths)):
            if rel not in _singles(store) and id_for(store.subject, rel) is None:
                beside[store.subject] = store
            elif self._is_stale(store, rel):
                scan = _Scan(stale=[rel])
                self._index.apply(self._changes(store, scan, changed, (0, 1)), still=self._still)
        self._renames.follow()
        with self._lock:
            for store in beside.values():
                changed |= self._look_at_folders(store)
        return frozenset(changed)

    def look_at_pages(self, subjects: Iterable[SubjectKey]) -> None:
        """Bring the index up to date with the pages and facts of subjects; evidence waits for the next whole look."""
        from memdesk.provider.page_look import look_at_pages

        with self._lock:
            looks = {subject: look_at_pages(self._stores[subject], self._index) for subject in subjects}
            many = sum(len(look.stale) for look in looks.values()) >= _APART
            for subject, look in () if many else looks.items():
                others = [item for item in self._skipped.get(subject, ()) if item.rel.startswith("evidence")]
                self._skipped[subject] = [*others, *look.skipped]
                scan = _Scan(stale=look.stale, gone=look.gone)
                place = 0, len(look.stale)
                self._index.apply(self._changes(self._stores[subject], scan, self._found, place), still=self._still)
            self._renames.follow()
        if many:
            self._found |= self.refresh()

    def look_at(self, rows: Iterable[Row]) -> bool:
        """Where not every file was looked at yet, compare those of these rows with the index; whether any differs."""
        if self._whole:
            return False
        stale: dict[SubjectKey, list[str]] = {}
        for row in rows:
            stat = stat_of(self._stores[row.subject], row.rel)
            known = self._index.key(row.subject, row.rel)
            if stat is None or known is None or fingerprint(file_key(stat)) != fingerprint(known):
                stale.setdefault(row.subject, []).append(row.rel)
        for subject, rels in stale.items():
            store, scan = self._stores[subject], _Scan(stale=list(dict.fromkeys(rels)))
            self._follow_journal(store, scan, (0, 1))
            changes = (read_change(store, rel, conflict_of(store, rel)) for rel in scan.stale)
            self._index.apply(changes, still=self._still)
        return bool(stale)

    # -- inside ------------------------------------------------------------------------------------------

    def _still(self, change: PreparedChange) -> bool:
        """Whether a file is as it was when it was read."""
        stat = stat_of(self._stores[change.subject], change.rel)
        if stat is None or change.key is None:
            # A file beside FACT.md that is spelt otherwise is there, and no longer the one that counts.
            return change.key is None and (stat is None or not self._is_record(change.subject, change.rel))
        now, then = file_key(stat), change.key
        return (now.size, now.mtime_ns, now.ctime_ns) == (then.size, then.mtime_ns, then.ctime_ns)

    def _is_record(self, subject: SubjectKey, rel: str) -> bool:
        return "/" in rel or rel in _singles(self._stores[subject])

    def _start(self) -> None:
        """The first look of this process."""
        with self._starting:
            if self._started:
                return
            if not self._index.has_files(_LARGE):
                self._found |= self.refresh()
                return
            with self._lock:
                for subject in sorted({*self._stores.subjects(), *self._index.subjects()}):
                    self._found |= self._look_at_folders(self._stores[subject])
            self._started = self._trusting = True
            self._look_beside()

    def _news(self) -> frozenset[str]:
        found, self._found = self._found, set()
        return frozenset(found)

    def _look_beside(self) -> None:
        """Look at every file in a thread of its own, unless that goes on already."""
        if self._worker is not None and self._worker.is_alive():
            return
        self._worker = threading.Thread(target=self._look, name="memdesk-look", daemon=True)
        self._worker.start()

    def _look(self) -> None:
        # A command that is answered at once ends before this begins.
        if self._stopped.wait(_PATIENCE_S):
            return
        try:
            self._found |= self.refresh()
        except MemdeskError:
            # What cannot be read now is met, and told, by the next question.
            self._trusting = False

    def _progressed(self, done: int, total: int) -> None:
        self.progress = (done, total) if done < total else None

    def _apply(self, scans: dict[SubjectKey, _Scan], changed: set[str]) -> None:
        total = sum(scan.work for scan in scans.values())
        done = 0
        for subject, scan in scans.items():
            self._skipped[subject] = scan.skipped
            store = self._stores[subject]
            if scan.stale or scan.gone:
                changed |= self._follow_journal(store, scan, (done, total))
                if self._preparers is not None and len(scan.stale) >= _WORTH_TELLING and not self._renames.any_went:
                    self._index.apply(self._changes(store, _Scan(gone=scan.gone), changed, (0, 0)), still=self._still)
                    self._index.put(
                        self._prepared(self._preparers, store, scan.stale, (done, total)), still=self._still
                    )
                else:
                    self._index.apply(self._changes(store, scan, changed, (done, total)), still=self._still)
                done += scan.work
            if not self._stopped.is_set() and self._index.folders(subject) != scan.folders:
                self._index.set_folders(subject, scan.folders)
        self.progress = None
        self._renames.follow()
        if done >= _APART and not self._stopped.is_set():
            self._index.settle()

    def _scan(self, store: SubjectStore, *, force: bool) -> _Scan:
        try:
            return self._scan_root(store, force=force)
        except UnsafePath as error:
            # The root itself is a link: nothing beyond it is looked at, and all others stay readable.
            return _Scan(skipped=[_skipped(store, "", error.code)], gone=list(self._index.inodes(store.subject)))

    def _scan_root(self, store: SubjectStore, *, force: bool) -> _Scan:
        stopped = self._stopped.is_set
        scan = _Scan(folders=folders_of(store, self._index.folders(store.subject)))
        known = self._index.fingerprints(store.subject, stopped=stopped)
        for number, (rel, stat) in enumerate(self._files(store, scan.skipped)):
            before = known.pop(rel, None)
            if number % _LOOK_UP == 0 and stopped():
                break
            # Nearly always it is as it was: a hash of the stat alone tells that.
            if before == hash(stat[:4]) and not force:
                continue
            if stopped():
                return _Scan(skipped=scan.skipped)
            if before is None and id_for(store.subject, rel) is None and rel not in _singles(store):
                continue
            if force or before != fingerprint(file_key(stat)):
                scan.stale.append(rel)
                if is_journal(store.subject, rel) and not force:
                    # Of one that is known, only what was added is read.
                    old = self._index.key(store.subject, rel) if before is not None else None
                    scan.journal_bytes = max(0, stat.size - (old.size if old is not None else 0))
        if stopped():
            return _Scan(skipped=scan.skipped)
        scan.gone = list(known)
        return scan

    @staticmethod
    def _files(store: SubjectStore, skipped: list[Skipped]) -> Iterator[tuple[str, FileStat]]:
        for sub in TREES:
            for entry in store.root.scan(sub):
                if entry.skipped is not None:
                    skipped.append(_skipped(store, entry.rel, entry.skipped))
                elif entry.stat is not None:
                    yield entry.rel, entry.stat
        for name in (FACT, JOURNAL) if store.subject != "city" else ():
            try:
                rel = store.root.resolve(name)
                stat = store.root.stat(rel) if rel is not None else None
            except MemdeskError as error:
                skipped.append(_skipped(store, name, error.code))
                continue
            if rel is not None and stat is not None:
                yield rel, stat

    def _look_at_folders(self, store: SubjectStore) -> set[str]:
        """Read what came, went or was replaced in folders whose time is another than when they were looked at."""
        known = self._index.folders(store.subject)
        now = folders_of(store, known)
        other = {rel for rel in known.keys() | now.keys() if not now.get(rel) or known.get(rel) != now[rel]}
        singles = {rel for rel in _singles(store) if self._is_stale(store, rel)}
        if not other and not singles:
            return set()
        indexed = self._index.inodes(store.subject)
        present = {rel: inode for folder in other & now.keys() for rel, inode in names_in(store, folder)}
        scan = _Scan(stale=sorted(singles))
        for rel, inode in present.items():
            if indexed.get(rel) != inode and (rel in indexed or id_for(store.subject, rel) is not None):
                scan.stale.append(rel)
        scan.gone = [rel for rel in indexed if rel.rpartition("/")[0] in other and rel not in present]
        changed = self._follow_journal(store, scan, (0, 1))
        self._index.apply(self._changes(store, scan, changed, (0, len(scan.stale))), still=self._still)
        self._index.set_folders(store.subject, now)
        self._renames.follow()
        return changed

    def _place(self, path: str) -> tuple[SubjectStore, str] | None:
        """The root that a path lies below, and the rest of it; None where it lies in none."""
        real = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))  # noqa: PTH118, PTH119, PTH120
        for subject in self._stores.subjects():
            store = self._stores[subject]
            if real.startswith(store.root.path + os.sep):
                return store, real[len(store.root.path) + 1 :].replace(os.sep, "/")
        return None

    def _is_stale(self, store: SubjectStore, rel: str) -> bool:
        stat, known = stat_of(store, rel), self._index.key(store.subject, rel)
        if stat is None or known is None:
            return bool(stat) != bool(known)
        return fingerprint(file_key(stat)) != fingerprint(known)

    def _changes(
        self, store: SubjectStore, scan: _Scan, changed: set[str], place: tuple[int, int]
    ) -> Iterator[FileChange]:
        """Read what changed, lazily, one batch at a time."""
        for rel in scan.gone:
            before = self._index.revisions_of_file(store.subject, rel)
            self._renames.went(store.subject, rel, before)
            changed.update(memory_id for memory_id, _ in before)
            yield FileChange(store.subject, rel, None, ())
        many = len(scan.stale) >= _APART
        for count, rel in enumerate(scan.stale, place[0]):
            if self._stopped.is_set():
                return
            if place[1] >= _WORTH_TELLING and count % _WORTH_TELLING == 0:
                self._progressed(count, place[1])
            change = read_change(store, rel, conflict_of(store, rel))
            changed.update(self._different(change, whole=not many or self._renames.any_went))
            yield change

    def _follow_journal(self, store: SubjectStore, scan: _Scan, place: tuple[int, int]) -> set[str]:
        """Where a journal is among what changed, read what was added to it; else it is left to be read whole."""
        rel = next((rel for rel in scan.stale if is_journal(store.subject, rel)), None)
        if rel is None or rel in scan.gone:
            return set()
        from memdesk.provider.journal_index import follow_journal

        def told(done: int, total: int) -> None:
            if place[1] >= _WORTH_TELLING:
                self._progressed(place[0] + scan.journal_bytes // _LINE_BYTES * done // total, place[1])

        prepare = self._preparers.prepare_parts if self._preparers is not None else None
        changed = follow_journal(store, self._index, rel, prepare=prepare, told=told, stopped=self._stopped.is_set)
        if changed is None:
            return set()
        scan.stale.remove(rel)
        return changed

    def _prepared(
        self, preparers: Preparers, store: SubjectStore, stale: list[str], place: tuple[int, int]
    ) -> Iterator[PreparedChange]:
        """What changed, read and analysed by other processes; who runs this asks for no names of what did."""
        for count, change in enumerate(preparers.prepare(store, stale), place[0]):
            if self._stopped.is_set():
                return
            if count % _WORTH_TELLING == 0:
                self._progressed(count, place[1])
            yield change

    def _different(self, change: FileChange, *, whole: bool) -> set[str]:
        """The ids of the records that a file has, had or has otherwise than the index knows; ``whole`` False: has."""
        now = {record.memory_id: record.revision for record in change.records}
        if not whole:
            return set(now)
        before = dict(self._index.revisions_of_file(change.subject, change.rel))
        if not now:
            self._renames.went(change.subject, change.rel, before.items())
        elif not before:
            self._renames.came(change.subject, change.rel, now.items())
        return {memory_id for memory_id in now.keys() | before.keys() if now.get(memory_id) != before.get(memory_id)}


def _skipped(store: SubjectStore, rel: str, code: str) -> Skipped:
    # Loaded only where there is any: a new process would take longer for it than for a search.
    from memdesk.provider.protocol import Skipped

    return Skipped(store.subject, rel, code)


def _singles(store: SubjectStore) -> tuple[str, ...]:
    if store.subject == "city":
        return ()
    return tuple(rel for name in (FACT, JOURNAL) if (rel := _resolved(store, name)) is not None)


def _resolved(store: SubjectStore, name: str) -> str | None:
    try:
        return store.root.resolve(name)
    except MemdeskError:
        return None
