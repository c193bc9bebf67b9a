"""Keeping each line's ending through an edit."""

from __future__ import annotations

from difflib import SequenceMatcher

_DIFF_LIMIT = 2000


def keep_line_ends(old: str, new: str) -> str:
    """``new`` with the line endings of ``old``: unchanged lines keep theirs, new ones take their neighbours'.

    Whether the text ends in a newline stays as it was while the last line is the same.
    """
    if old == new:
        return new
    returns, breaks = old.count("\r\n"), old.count("\n")
    if returns == breaks and returns:
        new = new.replace("\r\n", "\n").replace("\n", "\r\n")
    elif returns:
        new = _mixed(old, new)
    return _keep_final(old, new)


def _keep_final(old: str, new: str) -> str:
    kept, given = _without_final(old), _without_final(new)
    if not kept or not given or kept.rpartition("\n")[2] != given.rpartition("\n")[2]:
        return new
    return given + old[len(kept) :]


def _without_final(text: str) -> str:
    return text.removesuffix("\r\n") if text.endswith("\r\n") else text.removesuffix("\n")


def _mixed(old: str, new: str) -> str:
    *old_lines, old_last = old.split("\n")
    *new_lines, new_last = new.split("\n")
    ends = [line.endswith("\r") for line in old_lines]
    known = _matches(
        [line.removesuffix("\r") for line in old_lines] + [old_last],
        [line.removesuffix("\r") for line in new_lines] + [new_last],
    )
    out: list[str] = []
    returns = ends[0]
    for position, line in enumerate(new_lines):
        # The last line of the old text has no ending of its own to keep.
        if known.get(position, len(ends)) < len(ends):
            returns = ends[known[position]]
        out.append(line.removesuffix("\r") + ("\r" if returns else ""))
    return "\n".join([*out, new_last])


def _matches(old: list[str], new: list[str]) -> dict[int, int]:
    """Which line of ``new`` is, or stands in the place of, which of ``old``."""
    shortest = min(len(old), len(new))
    head = 0
    while head < shortest and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shortest - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    known = {position: position for position in range(head)}
    known.update({len(new) - 1 - back: len(old) - 1 - back for back in range(tail)})
    for old_at, new_at, length in _pairs(old[head : len(old) - tail], new[head : len(new) - tail]):
        known.update({head + new_at + step: head + old_at + step for step in range(length)})
    return known


def _pairs(old: list[str], new: list[str]) -> list[tuple[int, int, int]]:
    """Runs of lines that correspond: where in each, and how many."""
    if len(old) > _DIFF_LIMIT or len(new) > _DIFF_LIMIT:
        return [(0, 0, min(len(old), len(new)))]
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(old_at, new_at, min(old_to - old_at, new_to - new_at)) for _, old_at, old_to, new_at, new_to in codes]
