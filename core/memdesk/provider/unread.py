"""What the index does not know of: pages that cannot be read, or not be understood, or are kept by a cloud service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, NotFound, StorageUnavailable
from memdesk.provider.indexing import FACT
from memdesk.provider.protocol import Skipped
from memdesk.storage.names import folded, placeholder_for
from memdesk.storage.scanning import PLACEHOLDER, UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.provider.protocol import LoadedRecord, SubjectKey
    from memdesk.provider.stores import Stores

_NOT_UNDERSTOOD = frozenset({"front_matter_problem", "not_utf8", "too_large", "storage_unavailable"})
_MAX_FILE = 64_000_000


def who_may_cite(stores: Stores, index: MemoryIndex, subject: SubjectKey) -> list[SubjectKey]:
    """Whose pages may rest on evidence: on what is shared anybody's, on an agent's own its own and shared ones."""
    return sorted({*stores.subjects(), *index.subjects()}) if subject == "city" else [subject, "city"]


def may_cite(
    stores: Stores,
    index: MemoryIndex,
    skipped: Callable[[Iterable[SubjectKey]], Sequence[Skipped]],
    record: LoadedRecord,
    refs: Sequence[str],
) -> tuple[set[str], list[Skipped]]:
    """Of these ids of evidence those that stand in pages not understood, and the pages that cannot be read at all."""
    subjects = who_may_cite(stores, index, record.subject)
    names = {ref: ref.rpartition("/")[2].encode("utf-8", "surrogatepass") for ref in refs}
    named: set[str] = set()
    unread = [item for item in skipped(subjects) if item.code in (UNAVAILABLE, PLACEHOLDER) and _is_page(item.rel)]
    for subject, rel in _doubtful(index, subjects, str(record.memory_id)):
        try:
            data, _ = stores[subject].root.read(rel, limit=_MAX_FILE)
        except NotFound:
            continue
        except MemdeskError as error:
            unread.append(Skipped(subject, rel, error.code))
            continue
        named |= {ref for ref, name in names.items() if name in data}
    return named, unread


def check_place(skipped: Sequence[Skipped], rel: str) -> None:
    """Refuse to make a file that exists already and is only not here. Raises StorageUnavailable."""
    folder, _, name = rel.rpartition("/")
    for item in skipped:
        if item.code == PLACEHOLDER:
            held_in, _, held = item.rel.rpartition("/")
            if folded(held_in) == folded(folder) and folded(placeholder_for(held) or "") == folded(name):
                raise StorageUnavailable(
                    "A cloud service keeps this memory elsewhere. Let it bring the file first.",
                    reason=PLACEHOLDER,
                    path=item.rel,
                )


def _doubtful(index: MemoryIndex, subjects: Sequence[SubjectKey], own: str) -> Iterator[tuple[SubjectKey, str]]:
    for row in index.problems(subjects):
        page = row.kind in ("wiki", "fact") and row.memory_id != own
        if page and any(code in _NOT_UNDERSTOOD for code, _ in row.problems):
            yield row.subject, row.rel


def _is_page(rel: str) -> bool:
    """Whether a page, or a folder of pages, is what lies there."""
    return rel.partition("/")[0] == "wiki" or rel.casefold() == FACT.casefold()
