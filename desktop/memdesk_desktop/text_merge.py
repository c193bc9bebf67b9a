"""Three-way merge of two versions of a text by lines, and the diff of two texts; pure, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from memdesk.models.records import DiffLine
from memdesk_desktop.word_diff import changed_spans, paired

if TYPE_CHECKING:
    from collections.abc import Sequence

Choice = Literal["mine", "theirs", "both"]
MAX_ROWS = 5_000
_EXACT_LINES = 4_000  # above this, frequent lines are not searched for, which would take quadratic time


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that are not the same in all three versions."""

    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]

    @property
    def is_conflict(self) -> bool:
        """Whether both sides replaced the same lines by different ones, so that somebody has to decide."""
        return bool(self.base) and self.by_both

    @property
    def by_both(self) -> bool:
        """Whether both sides have something of their own here."""
        return self.base not in (self.mine, self.theirs)

    @property
    def suggested(self) -> Choice | None:
        """What to take without being asked; None where somebody has to decide."""
        if self.is_conflict:
            return None
        if self.by_both:
            return "both"
        return "theirs" if self.mine == self.base else "mine"

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen: both only where that is neither of the two."""
        both = self.lines("both") not in (self.mine, self.theirs)
        return ("mine", "theirs", "both") if both else ("mine", "theirs")

    def lines(self, choice: Choice | None) -> tuple[str, ...]:
        """The lines of a choice; both sides' lines, theirs first, where none was made."""
        return {"mine": self.mine, "theirs": self.theirs}.get(choice or "both", self.theirs + self.mine)


@dataclass(frozen=True, slots=True)
class LineMerge:
    """A text in parts: lines that are settled, and changes to choose from."""

    parts: tuple[tuple[str, ...] | Change, ...]
    ending: str

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes in the order of the text."""
        return tuple(part for part in self.parts if isinstance(part, Change))

    @property
    def suggested(self) -> tuple[Choice | None, ...]:
        """What to start from: a choice for each change, None where it is open."""
        return tuple(change.suggested for change in self.changes)

    def text(self, choices: Sequence[Choice | None]) -> str:
        """The text with a choice for each change; where none was made, both versions stand there."""
        made = iter(choices)
        lines: list[str] = []
        for part in self.parts:
            lines.extend(part.lines(next(made)) if isinstance(part, Change) else part)
        return "\n".join(lines) + self.ending

    def place(self, choices: Sequence[Choice | None], at: int) -> tuple[int, int]:
        """The first line of a change in that text, from 0, and how many it has."""
        made = iter(enumerate(choices))
        line = 0
        for part in self.parts:
            if not isinstance(part, Change):
                line += len(part)
                continue
            index, choice = next(made)
            if index == at:
                return line, len(part.lines(choice))
            line += len(part.lines(choice))
        return line, 0


@dataclass(frozen=True, slots=True)
class _Hunk:
    """``lines`` stand where the base has its lines ``start`` to ``end`` (excluded)."""

    start: int
    end: int
    lines: tuple[str, ...]
    mine: bool


def merge_lines(base: str, mine: str, theirs: str) -> LineMerge:
    """Both sides' changes of ``base``, each to be chosen; nothing of either side is dropped without a choice."""
    base_lines, mine_lines, their_lines = base.split("\n"), mine.split("\n"), theirs.split("\n")
    ending = _merged_ending(base_lines, mine_lines, their_lines)
    hunks = sorted(
        [*_hunks(base_lines, their_lines, mine=False), *_hunks(base_lines, mine_lines, mine=True)],
        key=lambda hunk: (hunk.start, hunk.end, hunk.mine),
    )
    parts: list[tuple[str, ...] | Change] = []
    at = 0
    for group in _overlapping(hunks):
        start, end = group[0].start, max(hunk.end for hunk in group)
        parts.append(tuple(base_lines[at:start]))
        parts.extend(_parts_of(base_lines, group, start, end))
        at = end
    parts.append(tuple(base_lines[at:]))
    return LineMerge(tuple(part for part in parts if part), ending)


def rechosen(merge: LineMerge, before: Sequence[Choice | None], after: Sequence[Choice | None], current: str) -> str:
    """``current``, which came from the choices ``before`` and was perhaps edited, with the choices ``after``.

    What was edited elsewhere stays; where the choice is another, the choice holds.
    """
    old, new = merge.text(before), merge.text(after)
    if current == old:
        return new
    edited = merge_lines(old, current, new)
    return edited.text(tuple(choice or "theirs" for choice in edited.suggested))


def moved_line(old: str, new: str, line: int) -> int:
    """Where a line of one text, counted from 0, stands in another."""
    if old == new:
        return line
    for _tag, start, end, new_start, new_end in _matcher(old.split("\n"), new.split("\n")).get_opcodes():
        if start <= line < end:
            return min(new_start + line - start, max(new_start, new_end - 1))
    return new.count("\n")


def _merged_ending(base: list[str], mine: list[str], theirs: list[str]) -> str:
    """Take the final line breaks off all three, so that appending is no change of the last line; give them back."""
    ends = []
    for lines in (base, mine, theirs):
        count = 0
        while len(lines) > 1 and not lines[-1]:
            lines.pop()
            count += 1
        ends.append("\n" * count)
    return ends[2] if ends[1] == ends[0] else ends[1]


def _hunks(base: list[str], changed: list[str], *, mine: bool) -> list[_Hunk]:
    return [
        _Hunk(start, end, tuple(changed[new_start:new_end]), mine)
        for tag, start, end, new_start, new_end in _matcher(base, changed).get_opcodes()
        if tag != "equal"
    ]


def _matcher(old: list[str], new: list[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, old, new, autojunk=max(len(old), len(new)) > _EXACT_LINES)


def _overlapping(hunks: list[_Hunk]) -> list[list[_Hunk]]:
    """Groups of hunks that change the same lines or add at the same place; hunks that only touch stand alone."""
    groups: list[list[_Hunk]] = []
    reach = -1
    for hunk in hunks:
        first = groups[-1][0] if groups else None
        added = first is not None and hunk.start == hunk.end == first.start == first.end
        if groups and (hunk.start < reach or added):
            groups[-1].append(hunk)
        else:
            groups.append([hunk])
        reach = max(reach, hunk.end)
    return groups


def _parts_of(base: list[str], group: list[_Hunk], start: int, end: int) -> list[tuple[str, ...] | Change]:
    """What a group comes to: lines that both sides agree on, with a change between them where they do not."""
    theirs = _applied(base, [hunk for hunk in group if not hunk.mine], start, end)
    mine = _applied(base, [hunk for hunk in group if hunk.mine], start, end)
    original = base[start:end]
    if original in (mine, theirs):
        return [Change(tuple(original), tuple(mine), tuple(theirs))]
    first = _common(mine, theirs)
    last = _common(mine[first:][::-1], theirs[first:][::-1])
    my_own, their_own = tuple(mine[first : len(mine) - last]), tuple(theirs[first : len(theirs) - last])
    agreed = first + last > 0 and not (my_own and their_own)  # one side only has more than the other
    middle = [Change(() if agreed else tuple(original), my_own, their_own)] if my_own != their_own else []
    return [tuple(mine[:first]), *middle, tuple(mine[len(mine) - last :])]


def _common(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    return next(
        (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right),
        min(len(one), len(other)),
    )


def _applied(base: list[str], hunks: list[_Hunk], start: int, end: int) -> list[str]:
    out: list[str] = []
    at = start
    for hunk in hunks:
        out.extend(base[at : hunk.start])
        out.extend(hunk.lines)
        at = hunk.end
    return out + base[at:end]


def diff_texts(old: str, new: str) -> list[DiffLine]:
    """The lines of both texts in order: ``same``, ``del`` (only old) before ``add`` (only new)."""
    old_lines, new_lines = _lines(old), _lines(new)
    out: list[DiffLine] = []
    for tag, start, end, new_start, new_end in _matcher(old_lines, new_lines).get_opcodes():
        if tag == "equal":
            out.extend(
                DiffLine(kind="same", old_line=start + step + 1, new_line=new_start + step + 1, text=text)
                for step, text in enumerate(old_lines[start:end])
            )
            continue
        out.extend(DiffLine(kind="del", old_line=at + 1, text=old_lines[at]) for at in range(start, end))
        out.extend(DiffLine(kind="add", new_line=at + 1, text=new_lines[at]) for at in range(new_start, new_end))
    return out


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


@dataclass(frozen=True, slots=True)
class DiffRow:
    """A line of a diff as it is shown, or (``hidden`` above 0) so many unchanged lines left out.

    ``beyond`` is how many rows more there would be, in the last row of a diff that is too long to be shown whole.
    """

    line: DiffLine | None = None
    spans: tuple[tuple[int, int], ...] = ()
    hidden: int = 0
    beyond: int = 0


@dataclass(frozen=True, slots=True)
class PreparedDiff:
    """A diff with the rows that show it, made off the UI thread."""

    lines: tuple[DiffLine, ...]
    rows: tuple[DiffRow, ...]

    @property
    def changed_lines(self) -> tuple[int, int]:
        """How many lines were added and how many removed."""
        kinds = [line.kind for line in self.lines]
        return kinds.count("add"), kinds.count("del")


def prepare_diff(lines: list[DiffLine]) -> PreparedDiff:
    """Work out how a diff is shown; at most 5,000 rows of it are."""
    rows = diff_rows(lines)
    if len(rows) > MAX_ROWS:
        rows = [*rows[:MAX_ROWS], DiffRow(beyond=len(rows) - MAX_ROWS)]
    return PreparedDiff(tuple(lines), tuple(rows))


def prepare_texts(old: str, new: str) -> PreparedDiff:
    """The same for two texts."""
    return prepare_diff(diff_texts(old, new))


def diff_rows(lines: list[DiffLine], context: int = 3) -> list[DiffRow]:
    """Rows to show: changed words of paired lines as ``spans`` of code points, long unchanged stretches left out."""
    runs = [(kind, list(items)) for kind, items in groupby(lines, key=lambda line: line.kind)]
    rows: list[DiffRow] = []
    at = 0
    while at < len(runs):
        kind, items = runs[at]
        if kind == "same":
            rows.extend(_context(items, context if at else 0, context if at + 1 < len(runs) else 0))
        elif kind == "del" and at + 1 < len(runs) and runs[at + 1][0] == "add":
            rows.extend(_changed(items, runs[at + 1][1]))
            at += 1
        else:
            rows.extend(map(DiffRow, items))
        at += 1
    return rows


def _context(items: list[DiffLine], before: int, after: int) -> list[DiffRow]:
    if len(items) <= before + after + 1:
        return [DiffRow(item) for item in items]
    tail = items[len(items) - after :]
    hidden = DiffRow(hidden=len(items) - before - after)
    return [*map(DiffRow, items[:before]), hidden, *map(DiffRow, tail)]


def _changed(olds: list[DiffLine], news: list[DiffLine]) -> list[DiffRow]:
    """A block that became another: the old lines, then the new ones, each with the words that its version lacks."""
    old_spans: dict[int, tuple[tuple[int, int], ...]] = {}
    new_spans: dict[int, tuple[tuple[int, int], ...]] = {}
    for old, new in paired([line.text for line in olds], [line.text for line in news]):
        old_spans[old] = changed_spans(olds[old].text, news[new].text)
        new_spans[new] = changed_spans(news[new].text, olds[old].text)
    removed = [DiffRow(line, old_spans.get(at, ())) for at, line in enumerate(olds)]
    return removed + [DiffRow(line, new_spans.get(at, ())) for at, line in enumerate(news)]
