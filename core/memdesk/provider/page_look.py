"""Which pages are not as the index knows them: what must be known before evidence may go with a page.

Every page is looked at, since a file that was written into in place tells of that nowhere else; evidence is not,
since no evidence cites any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError, UnsafePath
from memdesk.provider.indexing import FACT, file_key, fingerprint, id_for
from memdesk.provider.protocol import Skipped

if TYPE_CHECKING:
    from memdesk.index.memory_index import MemoryIndex
    from memdesk.provider.stores import SubjectStore

_PAGES = "wiki"


class PageLook(NamedTuple):
    """Pages to be read again, pages that are gone, and what lies among pages and is none."""

    stale: list[str]
    gone: list[str]
    skipped: list[Skipped]


def look_at_pages(store: SubjectStore, index: MemoryIndex) -> PageLook:
    """Compare the pages of one subject with the index by size, times and inode."""
    look = PageLook([], [], [])
    known = index.fingerprints(store.subject, below=_PAGES)
    try:
        for entry in store.root.scan(_PAGES):
            stat = entry.stat
            if stat is None:
                look.skipped.append(Skipped(store.subject, entry.rel, entry.skipped or ""))
                continue
            before = known.pop(entry.rel, None)
            # Nearly always it is as it was: a hash of the stat alone tells that.
            if before == hash(stat[:4]) or before == fingerprint(file_key(stat)):
                continue
            if before is not None or id_for(store.subject, entry.rel) is not None:
                look.stale.append(entry.rel)
    except UnsafePath as error:
        # The root itself is a link: nothing beyond it is looked at.
        look.skipped.append(Skipped(store.subject, "", error.code))
    look.gone.extend(known)
    _look_at_fact(store, index, look)
    return look


def _look_at_fact(store: SubjectStore, index: MemoryIndex, look: PageLook) -> None:
    if store.subject == "city":
        return
    try:
        rel = store.root.resolve(FACT)
        stat = store.root.stat(rel) if rel is not None else None
    except MemdeskError as error:
        look.skipped.append(Skipped(store.subject, FACT, error.code))
        return
    if rel is not None and stat is not None:
        known = index.key(store.subject, rel)
        if known is None or fingerprint(known) != fingerprint(file_key(stat)):
            look.stale.append(rel)
