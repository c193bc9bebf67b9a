"""Line diffs of two bodies."""

from __future__ import annotations

from difflib import SequenceMatcher

from memdesk.models.records import DiffLine

_MAX_COMPARED = 20_000
"""Lines; beyond this the whole text counts as replaced, since comparing would take too long."""


def diff_lines(old: str, new: str) -> list[DiffLine]:
    """Every line of both texts once, in order, marked ``same``, ``del`` or ``add``. Lines end at newlines only."""
    before, after = _lines(old), _lines(new)
    if len(before) + len(after) > _MAX_COMPARED:
        return [*_run("del", before, 0), *_run("add", after, 0)]
    lines: list[DiffLine] = []
    for tag, a1, a2, b1, b2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            lines += (
                DiffLine(kind="same", old_line=a1 + step + 1, new_line=b1 + step + 1, text=before[a1 + step])
                for step in range(a2 - a1)
            )
        else:
            lines += _run("del", before[a1:a2], a1)
            lines += _run("add", after[b1:b2], b1)
    return lines


def _lines(text: str) -> list[str]:
    if not text:
        return []
    return text[:-1].split("\n") if text.endswith("\n") else text.split("\n")


def _run(kind: str, lines: list[str], start: int) -> list[DiffLine]:
    key = "old_line" if kind == "del" else "new_line"
    return [
        DiffLine.model_validate({"kind": kind, key: start + step + 1, "text": text}) for step, text in enumerate(lines)
    ]
