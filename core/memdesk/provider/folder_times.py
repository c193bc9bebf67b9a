"""The folders of a memory root with their times: what came, went or was replaced in one has changed its time."""

from __future__ import annotations

import os
import time
from stat import S_ISDIR
from typing import TYPE_CHECKING

from memdesk.provider.file_changes import RACY_NS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memdesk.provider.stores import SubjectStore

TREES = ("wiki", "evidence")
"""The folders of a root whose files are records."""


def folders_of(store: SubjectStore, known: Mapping[str, int] | None = None) -> dict[str, int]:
    """The folders of a root with their times; one that changed a moment ago has time 0, and is looked at again.

    What is in a folder that still has its ``known`` time is known, too.
    """
    inner: dict[str, list[str]] = {}
    for rel in known or ():
        inner.setdefault(rel.rpartition("/")[0], []).append(rel)
    out: dict[str, int] = {}
    recent = time.time_ns() - RACY_NS
    waiting = list(TREES)
    while waiting:
        rel = waiting.pop()
        try:
            found = os.stat(f"{store.root.path}/{rel}", follow_symlinks=False)  # noqa: PTH116
            if not S_ISDIR(found.st_mode):
                continue
            mtime = found.st_mtime_ns
            out[rel] = 0 if mtime > recent else mtime
            if known and mtime == known.get(rel):
                waiting += inner.get(rel, ())
            else:
                waiting += _inner_folders(store, rel)
        except OSError:
            continue
    return out


def _inner_folders(store: SubjectStore, rel: str) -> list[str]:
    with os.scandir(f"{store.root.path}/{rel}") as entries:
        return [
            f"{rel}/{entry.name}"
            for entry in entries
            if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)
        ]


def names_in(store: SubjectStore, folder: str) -> Iterator[tuple[str, int]]:
    """The Markdown files of one folder with their inodes, without a look at each."""
    try:
        with os.scandir(f"{store.root.path}/{folder}") as entries:
            for entry in entries:
                if entry.is_file(follow_symlinks=False):
                    yield f"{folder}/{entry.name}", entry.inode()
    except OSError:
        return
