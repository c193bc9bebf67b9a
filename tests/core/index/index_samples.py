"""Records and changes for the tests of the index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdesk.index.memory_index import MemoryIndex
from memdesk.index.model import FileChange, FileKey, IndexRecord, SearchQuery

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memdesk.index.model import Hit

KEY = FileKey(10, 20, 30, 40)


def record(name: str, body: str = "", *, subject: str = "city", **values: Any) -> IndexRecord:
    values = {
        "kind": "wiki",
        "revision": "0" * 64,
        "title": "entry",
        "memory_type": "fact",
        "observed_at": "2026-01-01T00:00:00.000Z",
        "updated_at": "2026-01-01T00:00:00.000Z",
        "bytes": len(body.encode("utf-8", "surrogatepass")),
        **values,
    }
    kind = values["kind"]
    folder = "evidence/journal" if kind == "journal" else kind
    memory_id = f"{subject}/{folder}/{name}" if kind != "fact" else f"{subject}/fact"
    rel = values.pop("rel", "FACT.md" if kind == "fact" else f"{folder}/{name}.md")
    return IndexRecord(memory_id=memory_id, subject=subject, rel=rel, body=body, **values)


def change(*records: IndexRecord, key: FileKey | None = KEY) -> FileChange:
    return FileChange(records[0].subject, records[0].rel, key, records)


def gone(subject: str, rel: str) -> FileChange:
    return FileChange(subject, rel, None)


def opened(path: Path, records: Iterable[IndexRecord] = ()) -> MemoryIndex:
    index = MemoryIndex(path)
    index.open()
    index.apply(change(one) for one in records)
    return index


def names(hits: Iterable[Hit]) -> list[str]:
    return [hit.row.memory_id.rpartition("/")[2] for hit in hits]


def found(index: MemoryIndex, query: str, subjects: tuple[str, ...] = ("city",), **values: Any) -> list[str]:
    return names(index.search(SearchQuery(query=query, subjects=subjects, **values)))
