"""From files to index records: what a file under a memory root says to the index."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from memdesk.ids import MemoryId, encode_component, is_memory_id, memory_id_for_path
from memdesk.index.model import FileKey, IndexRecord
from memdesk.storage.clock import iso_from_timestamp
from memdesk.storage.revisions import revision_of

if TYPE_CHECKING:
    from memdesk.storage.journal import JournalLine
    from memdesk.storage.records import ParsedRecord
    from memdesk.storage.safe_root import FileStat

JOURNAL = "JOURNAL.jsonl"
FACT = "FACT.md"
UNREADABLE_LINES = "journal_lines_unreadable"
# How sync programs name the copy that lost: Dropbox, Nextcloud and Seafile; pCloud; Syncthing; Resilio.
_CONFLICT_COPY = re.compile(
    r"^(?P<base>.+?)(?: [(\[](?:[^()\[\]]*(?:conflict|冲突|衝突)[^()\[\]]*)[)\]]|\.sync-conflict-[\w-]+|\.conflict)$",
    re.I,
)
# iCloud and Finder; Google Drive; OneDrive, which adds the computer's name. A page may be named so, too.
_NUMBERED_COPY = re.compile(r"^(?P<base>.+?)(?: \d{1,2}| \(\d{1,2}\)|-(?:DESKTOP|LAPTOP)-[0-9A-Z]{4,8}(?:-\d)?)$")
_TITLE_LENGTH = 80
_SQL_HALF = 2**63


def subject_parts(subject: str) -> tuple[str, str | None]:
    """Split a subject key into its kind and its agent_id."""
    kind, _, agent_id = subject.partition("/")
    return kind, agent_id or None


def id_for(subject: str, rel: str) -> MemoryId | None:
    """The memory_id of a file of a subject; None where the file is no record."""
    kind, agent_id = subject_parts(subject)
    return memory_id_for_path("city" if kind == "city" else "agent", agent_id, rel)


def is_journal(subject: str, rel: str) -> bool:
    """Whether a file of a subject is its journal."""
    return subject != "city" and rel.lower() == JOURNAL.lower()


def file_key(stat: FileStat) -> FileKey:
    """What tells whether a file changed since it was indexed."""
    times = (_sql_integer(stat.mtime_ns), _sql_integer(stat.ctime_ns))
    return FileKey(size=stat.size, mtime_ns=times[0], ctime_ns=times[1], inode=_sql_integer(stat.inode))


def fingerprint(key: FileKey) -> int:
    """One number for a file's state; within one process equal numbers mean equal states."""
    return hash((key.size, key.mtime_ns, key.ctime_ns, key.inode))


def _sql_integer(value: int) -> int:
    """Wrap a number into what SQLite stores: a clock gone wild gives times beyond it, some file systems inodes."""
    return (value + _SQL_HALF) % (2 * _SQL_HALF) - _SQL_HALF


def parse_file(rel: str, data: bytes, mtime_ns: int) -> ParsedRecord:
    """Parse the bytes of a page or of evidence. Never raises."""
    # Imported where it is needed: a search reads no file.
    from memdesk.storage.records import parse_record

    fact = rel == FACT
    return parse_record(
        data,
        fallback_title=FACT if fact else rel.rpartition("/")[2][:-3],
        mtime=mtime_ns / 1e9,
        default_type="fact" if fact else "document",
    )


@lru_cache(maxsize=4096)
def full_id(subject: str, source_id: str) -> str | None:
    """The full memory_id of a stored source_id, short or full; None where it names no record."""
    if source_id.startswith(("evidence/", "wiki/")):
        head, _, rest = source_id.partition("/")
        for candidate in (
            f"{subject}/{source_id}",
            "/".join((subject, head, *(encode_component(part) for part in rest.split("/")))),
        ):
            if is_memory_id(candidate):
                return candidate
        return None
    return source_id if is_memory_id(source_id) else None


def conflict_base(rel: str) -> tuple[str, bool] | None:
    """For a sync program's copy: (path of the file it copies, whether the name alone is proof); else None."""
    above, slash, name = rel.rpartition("/")
    if match := _CONFLICT_COPY.match(name[:-3]):
        return f"{above}{slash}{match['base']}.md", True
    if match := _NUMBERED_COPY.match(name[:-3]):
        return f"{above}{slash}{match['base']}.md", False
    return None


def index_record(
    subject: str, memory_id: MemoryId, rel: str, data: bytes, parsed: ParsedRecord, conflict: str | None
) -> IndexRecord:
    """What the index keeps of a page, of evidence or of FACT.md; ``conflict`` is the file that it is a copy of."""
    own = str(memory_id)
    refs = (full_id(subject, str(ref.get("source_id", ""))) for ref in parsed.source_refs)
    problems = [(problem.code, problem.message) for problem in parsed.problems]
    if conflict is not None:
        problems.append(("sync_conflict", f"This looks like a sync program's copy of {conflict}. Compare the two."))
    return IndexRecord(
        memory_id=own,
        subject=subject,
        kind=memory_id.kind,
        rel=rel,
        revision=revision_of(data),
        title=parsed.title,
        memory_type=parsed.memory_type,
        observed_at=parsed.observed_at,
        updated_at=parsed.updated_at,
        tags=tuple(parsed.tags),
        workspace_id=parsed.workspace_id,
        superseded_by=full_id(subject, parsed.superseded_by) if parsed.superseded_by else None,
        replaces=tuple(parsed.replaces),
        # Evidence of other programs cites itself: that is no evidence for it.
        refs=tuple(dict.fromkeys(ref for ref in refs if ref and ref != own)),
        citation_count=len(parsed.source_refs),
        bytes=len(data),
        body=parsed.body,
        problems=tuple(problems),
    )


def journal_id(subject: str, line: JournalLine, mtime_ns: int) -> str:
    """The memory_id of a line of JOURNAL.jsonl."""
    return f"{subject}/evidence/journal/{_observed(line, mtime_ns)[:10]}/{line.digest12}"


def _observed(line: JournalLine, mtime_ns: int) -> str:
    """When a line was written; one before all that give a time goes by the file's."""
    return line.at or iso_from_timestamp(mtime_ns / 1e9)


def journal_records(subject: str, data: bytes, mtime_ns: int) -> tuple[IndexRecord, ...]:
    """What the index keeps of a journal: a record a readable line (equal lines are one), none for bad ones."""
    records, bad = part_records(subject, data, mtime_ns)
    return (records[0]._replace(problems=unreadable_lines(bad)), *records[1:]) if bad and records else records


def part_records(
    subject: str, data: bytes, mtime_ns: int, *, at: str | None = None, is_first: bool = True
) -> tuple[tuple[IndexRecord, ...], int]:
    """The records of whole lines of a journal, and how many of these are no events; ``at``: the last time before."""
    from memdesk.storage.journal import find_in_journal

    lines, bad, _ = find_in_journal(data, lambda _text, _tags: True, at=at, is_first=is_first)
    records = {journal_id(subject, line, mtime_ns): line for line in lines}
    return tuple(line_record(subject, memory_id, line, mtime_ns) for memory_id, line in records.items()), len(bad)


def line_record(subject: str, memory_id: str, line: JournalLine, mtime_ns: int) -> IndexRecord:
    """What the index keeps of a line of a journal."""
    observed = _observed(line, mtime_ns)
    return IndexRecord(
        memory_id=memory_id,
        subject=subject,
        kind="journal",
        rel=JOURNAL,
        revision=revision_of(line.raw),
        title=journal_title(line.text),
        memory_type="episode",
        observed_at=observed,
        updated_at=observed,
        tags=tuple(line.tags),
        bytes=len(line.raw),
        body=line.text,
    )


def unreadable_lines(bad: int) -> tuple[tuple[str, str], ...]:
    """The problem that stands with the first event of a journal where so many of its lines are none."""
    return ((UNREADABLE_LINES, bad_lines_message(bad)),) if bad else ()


def bad_lines_message(count: int) -> str:
    """The sentence about lines of a journal that could not be read."""
    lines = "1 line" if count == 1 else f"{count} lines"
    return f"{lines} of JOURNAL.jsonl could not be read. They are kept as they are."


def journal_title(text: str) -> str:
    """A title for a journal line: its first line, cut at a word."""
    first = text.strip().split("\n", 1)[0].strip()
    if len(first) <= _TITLE_LENGTH:
        return first or "Journal entry"
    cut = first[:_TITLE_LENGTH].rsplit(" ", 1)[0]
    return f"{cut}…"
