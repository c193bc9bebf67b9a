"""Keeping each line's ending through an edit."""

from __future__ import annotations

from difflib import SequenceMatcher

_DIFF_LIMIT = 2000


def keep_line_ends(old: str, new: str) -> str:
    """``new`` with the line endings of ``old``: lines that are unchanged, or changed in
    their place, keep theirs, new ones take their neighbours'.

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
    kept, given = old.removesuffix("\n").removesuffix("\r"), new.removesuffix("\n").removesuffix("\r")
    if not kept or not given or kept.rpartition("\n")[2] != given.rpartition("\n")[2]:
        return new
    return given + old[len(kept) :]


def _mixed(old: str, new: str) -> str:
    old_lines, new_lines = old.split("\n"), new.split("\n")
    ends = [line.endswith("\r") for line in old_lines]
    old_texts = [line.removesuffix("\r") for line in old_lines]
    new_texts = [line.removesuffix("\r") for line in new_lines]
    known = _matches(old_texts, new_texts)
    out: list[str] = []
    before = ends[0]
    for position, text in enumerate(new_texts):
        if position in known:
            before = ends[known[position]]
        out.append(text + "\r" if before and position < len(new_texts) - 1 else text)
    return "\n".join(out)


def _matches(old: list[str], new: list[str]) -> dict[int, int]:
    """Which line of ``new`` is which of ``old``: the same beginning and end, and what a diff finds between."""
    shortest = min(len(old), len(new))
    head = 0
    while head < shortest and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shortest - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    known = {position: position for position in range(head)}
    known.update({len(new) - 1 - back: len(old) - 1 - back for back in range(tail)})
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(old_middle) <= _DIFF_LIMIT and len(new_middle) <= _DIFF_LIMIT:
        matcher = SequenceMatcher(None, old_middle, new_middle, autojunk=False)
        for _, old_start, old_end, new_start, new_end in matcher.get_opcodes():
            # A line that was changed in its place keeps its ending, too.
            for step in range(min(old_end - old_start, new_end - new_start)):
                known[head + new_start + step] = head + old_start + step
    return known
