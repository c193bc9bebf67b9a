"""What other programs keep as Markdown: which file of a source becomes which page, of which type.

Formats: https://code.claude.com/docs/en/memory (CLAUDE.md, rules, a project's memory folder), https://agents.md,
https://docs.basicmemory.com/concepts/knowledge-format, and folders of notes such as Obsidian's vaults.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.ids import slugify
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from memdesk.models.records import MemoryType

_LEFT_ALONE = frozenset({"node_modules", "venv", "__pycache__", "dist", "build", "target"})
_CLAUDE_TYPES: dict[str, MemoryType] = {
    "user": "preference",
    "feedback": "preference",
    "project": "fact",
    "reference": "document",
}


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of a source: its root and path there, and the topic and type of the page that it becomes.

    ``types`` maps what its own front matter says under ``type`` to a type of memory. ``skipped`` says why it is none.
    """

    root: SafeRoot
    rel: str
    topic: tuple[str, ...]
    memory_type: MemoryType
    types: dict[str, MemoryType]
    skipped: str | None = None


def claude_code(folder: Path) -> Iterator[SourceFile]:
    """A project folder with CLAUDE.md, or the folder ``.claude`` of a user with its projects' memory."""
    name = slugify(folder.resolve().name.lstrip(".") or "claude")
    base = ("claude-code", name)
    inner = folder / ".claude"
    for place, part in ((folder, base), (inner, (*base, "settings"))):
        if not place.is_dir():
            continue
        for file in _files(place):
            head, _, rest = file.partition("/")
            stem = _stem(file)
            if file in ("CLAUDE.md", "CLAUDE.local.md"):
                yield SourceFile(SafeRoot(place), file, (*part, stem[-1]), "procedure", {})
            elif head == "rules" and rest:
                yield SourceFile(SafeRoot(place), file, (*part, *stem), "procedure", {})
            elif head in ("projects", "memory") and "memory" in file.split("/")[:-1]:
                index = "It is only the list of the others." if stem[-1] == "memory" else None
                yield SourceFile(SafeRoot(place), file, (*part, *stem), "fact", _CLAUDE_TYPES, index)
            elif rest and file.endswith("/CLAUDE.md") and place == folder and head != "projects":
                yield SourceFile(SafeRoot(place), file, (*part, *stem), "procedure", {})


def agents_md(folder: Path) -> Iterator[SourceFile]:
    """A project's AGENTS.md, and those of the folders below."""
    base = ("agents-md", slugify(folder.resolve().name))
    for file in _files(folder):
        if file.rpartition("/")[2] == "AGENTS.md":
            yield SourceFile(SafeRoot(folder), file, (*base, *_stem(file)), "procedure", {})


def markdown(folder: Path) -> Iterator[SourceFile]:
    """A folder of notes."""
    base = (slugify(folder.resolve().name),)
    for file in _files(folder):
        yield SourceFile(SafeRoot(folder), file, (*base, *_stem(file)), "document", {})


SOURCES: dict[str, Callable[[Path], Iterator[SourceFile]]] = {
    "claude-code": claude_code,
    "agents-md": agents_md,
    "markdown": markdown,
}


def _files(folder: Path) -> list[str]:
    """The Markdown files below a folder, without what is hidden or made by tools; links are not followed."""
    found = [entry.rel for entry in SafeRoot(folder).scan() if entry.skipped is None]
    return sorted(
        rel
        for rel in found
        if rel.lower().endswith((".md", ".markdown"))
        and not any(part.startswith(".") or part in _LEFT_ALONE for part in rel.split("/"))
    )


def _stem(rel: str) -> tuple[str, ...]:
    *folders, last = rel.split("/")
    return (*(slugify(part) for part in folders), slugify(last.rpartition(".")[0]))
