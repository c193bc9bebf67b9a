"""From what a person types to what is looked for.

A query becomes *groups*, one for each word, phrase or run of characters. Groups are alternatives, and records that
have more of them come first; only a quoted phrase is required. Nothing typed is syntax: what reaches FTS5 is made here
from terms that hold letters and digits alone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from memdesk.index.analyzer import Unit, joined_words, pairs, term, units
from memdesk.index.folding import fold_text, without_surrogates
from memdesk.index.stems import stem

GroupKind = Literal["word", "phrase", "run"]

MAX_GROUPS = 48
MAX_PAIRS = 24
_SHORTEST_PREFIX = 2
_BEGIN_MANY = 3
# A run this short is one word, and is found only whole.
_WHOLE_RUN = 3
_QUOTE = re.compile('["\u201c\u201d\u201e\u201f\uff02\u300c\u300d\u300e\u300f]')
_CHUNK = re.compile(r"(?:[^\s,;|()\[\]{}<>?!]|(?<=\d),(?=\d))+")
_SAID_OF_ALL = """
    a about after again all also am an and any are as at be because been before being both but by can could did do
    does doing done down each few for from further had has have having he her here hers herself him himself his how i
    if in into is it its itself just kind many may me might more most much must my myself no nor not now of off on once
    only or other our ours out over own same shall she should so some someone something such than that the their
    theirs them themselves then there these they this those through to too type under until up us very was we were what
    when where which while who whom whose why will with would you your yours yourself
"""
_STOP_WORDS = frozenset(_SAID_OF_ALL.split())
# What is said of anything: a passage that has one of these, and not what it is said of, answers little.
_LIGHT = """
    come comes came coming get gets getting got give gives gave given go goes going gone went keep keeps kept let
    lets like look looks make makes made making need needs put puts say says said see seen show shows take takes
    taken took tell tells thing things think told try use uses used using want wants way ways work works
"""
LIGHT_WORDS = frozenset(_LIGHT.split())
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {word: str(value) for value, word in enumerate(_NUMBER_WORDS.split())}
_NUMBERS |= {figure: stem(word) for word, figure in _NUMBERS.items()}
# What Chinese questions are made of besides what they ask about.
_FUNCTION_WORDS = re.compile(
    "为什么|什么时候|什么|怎么样|怎么|怎样|如何|哪里|哪儿|哪个|哪些|哪|谁|多少|几个|我们|你们|他们|请问|这个|那个"
    "|需要|应该|可以|有没有|是不是|[的了吗呢吧嘛啊是在和与或把被给对从有我你他她它请]"
)
_HIRAGANA = re.compile("[\u3041-\u309f]+\\Z")
# What a word that is still being typed may become; its stem may be shorter than what stands there already.
_COMPLETIONS = ("g", "ng", "ing", "n", "on", "ion", "tion", "s", "es", "ss", "d", "y", "ty", "e", "t", "nt", "ent")


class Group(NamedTuple):
    """One thing looked for, as typed (``label``, folded) and as terms.

    ``prefix`` is the beginning of the last word while it is being typed. ``others`` are terms that do as well for the
    last: what a half-typed word may become, a number in figures, or, where ``corrected``, what was meant. ``literal``
    is the folded text that must be there as it is for a full match, where the terms alone say less than what was typed.
    """

    label: str
    kind: GroupKind
    terms: tuple[str, ...]
    prefix: str = ""
    others: tuple[str, ...] = ()
    corrected: bool = False
    literal: str = ""
    required: bool = False

    @property
    def begins_many(self) -> bool:
        """Whether only so few letters are typed that ranking all that begins with them would take too long."""
        return 0 < len(self.prefix) <= _BEGIN_MANY and len(self.terms) == 1

    def beginning(self) -> str:
        """What FTS5 looks for where the beginning of a word is all that is known."""
        return f'"{self.prefix}" *'

    def expression(self) -> str:
        """What FTS5 looks for."""
        if self.kind == "run":
            if not self.terms:
                return f'"{self.label}" *'
            if len(self.label) > _WHOLE_RUN and not self.required:
                return " OR ".join(f'"{pair}"' for pair in self.terms)
            return _phrase(self.terms)
        alternatives = [_phrase(self.terms)]
        if self.prefix and not self.begins_many:
            alternatives.append(f"{_phrase((*self.terms[:-1], self.prefix))} *")
        alternatives.extend(_phrase((*self.terms[:-1], last)) for last in self.others)
        return " OR ".join(alternatives)


class Parsed(NamedTuple):
    """A query understood. ``text`` is all of it, folded, with single spaces."""

    text: str
    groups: tuple[Group, ...] = ()
    required: tuple[Group, ...] = ()

    @property
    def says_more(self) -> bool:
        """Whether the text as a whole is more than its only word."""
        return len(self.groups) != 1 or self.groups[0].label != self.text

    @property
    def is_one_word(self) -> bool:
        """Whether a passage either has the only thing asked for, whole, or not."""
        if len(self.groups) != 1:
            return False
        only = self.groups[0]
        return only.kind == "word" and not (only.prefix or only.others or only.literal)

    def expression(self) -> str:
        """The whole MATCH expression; empty where nothing can be looked for."""
        anything = " OR ".join(f"({group.expression()})" for group in self.groups)
        if not self.required:
            return anything
        needed = " AND ".join(f"({group.expression()})" for group in self.required)
        return f"({needed}) AND ({anything})" if len(self.groups) > len(self.required) else needed

    def expression_of_all(self) -> str:
        """The MATCH expression for passages that have every group."""
        return " AND ".join(f"({group.expression()})" for group in self.groups)


@lru_cache(maxsize=64)
def parse(query: str) -> Parsed:
    """Understand a query; any text is one, and some look for nothing."""
    query = without_surrogates(query).replace("\ufffd", " ").replace("\0", " ")
    groups: list[Group] = []
    pieces = _QUOTE.split(query)
    # In a question quotation marks name something; elsewhere they ask for just these words.
    question = query.rstrip().endswith(("?", "？")) and len(pieces) > 1
    for position, piece in enumerate(pieces):
        if position % 2:
            groups.extend(group._replace(required=not question) for group in _quoted(piece))
        else:
            groups.extend(_unquoted(piece, open_end=position == len(pieces) - 1))
    joined = joined_words(query)
    groups = [_taken_apart(group, joined) for group in groups] if joined else groups
    kept = _without_stop_words(list(dict.fromkeys(groups)))
    return Parsed(as_asked(query), tuple(kept), tuple(group for group in kept if group.required))


def _taken_apart(group: Group, joined: dict[str, str]) -> Group:
    """``userProfile`` also finds "user profile"."""
    parts = joined.get(group.label, "")
    return group._replace(others=(*group.others, parts)) if group.kind == "word" and " " in parts else group


def as_asked(text: str) -> str:
    """A text folded, without quotation marks, with single spaces: a query equals a title that says the same."""
    return " ".join(fold_text(_QUOTE.sub(" ", text)).split())


def relaxed(parsed: Parsed) -> Parsed:
    """The same with every phrase taken apart: for when there is nothing where the parts stand together."""
    groups: list[Group] = []
    for group in parsed.groups:
        if group.kind == "phrase" and not group.required:
            groups.extend(Group(part, "word", (part,)) for part in group.terms)
        elif group.kind == "run" and len(group.label) == _WHOLE_RUN and not group.required:
            groups.extend(Group(pair, "run", (pair,)) for pair in group.terms)
        else:
            groups.append(group)
    unique = _without_stop_words(list(dict.fromkeys(groups)))
    return Parsed(parsed.text, tuple(unique), parsed.required)


def _quoted(text: str) -> list[Group]:
    literal = " ".join(fold_text(text).split())
    found = units(literal)
    if not found:
        return []
    if len(found) == 1 and found[0].kind == "run":
        return [_run(found[0].text, required=True)]
    # A phrase in several scripts: every part is required, and the text as it stands is the full match.
    out = []
    for segment in _segments(found):
        if segment[0].kind == "run":
            out.append(_run(segment[0].text, required=True))
        else:
            kind: GroupKind = "word" if len(segment) == 1 else "phrase"
            label = literal[segment[0].start : segment[-1].end]
            out.append(Group(label, kind, tuple(map(term, segment)), literal=literal, required=True))
    return out


def _unquoted(text: str, *, open_end: bool) -> list[Group]:
    folded = fold_text(text)
    out: list[Group] = []
    for chunk in _CHUNK.finditer(folded):
        found = units(chunk[0])
        for segment in _segments(found):
            if segment[0].kind == "run":
                out.extend(_run(part) for part in _telling_parts(segment[0].text))
                continue
            last = segment[-1]
            typing = open_end and chunk.start() + last.end == len(folded) and last.kind == "word"
            out.append(_words(segment, chunk[0], alone=len(segment) == len(found), typing=typing))
    return out


def _segments(found: list[Unit]) -> list[list[Unit]]:
    """Runs one by one; words and symbols together as far as no run is between them."""
    out: list[list[Unit]] = []
    for unit in found:
        if unit.kind != "run" and out and out[-1][0].kind != "run":
            out[-1].append(unit)
        else:
            out.append([unit])
    return out


def _telling_parts(run: str) -> list[str]:
    """A run without its function words, where more than single characters are left of it."""
    if len(run) < _WHOLE_RUN:
        return [run]
    parts = [part for part in _FUNCTION_WORDS.split(run) if len(part) > 1] or [run]
    # One piece may have so many pairs; what goes on where it ends begins with its last character.
    return [part[at : at + MAX_PAIRS + 1] for part in parts for at in range(0, max(1, len(part) - 1), MAX_PAIRS)]


def _run(run: str, *, required: bool = False) -> Group:
    found = list(dict.fromkeys(pairs(run)))
    if len(run) > _WHOLE_RUN and not required:
        found = _telling(found)[:MAX_PAIRS]
    return Group(run, "run", tuple(found), required=required)


def _telling(found: list[str]) -> list[str]:
    """The pairs that are not endings alone, where any such are there."""
    return [pair for pair in found if not _HIRAGANA.match(pair)] or found


def _words(segment: list[Unit], chunk: str, *, alone: bool, typing: bool) -> Group:
    found = tuple(map(term, segment))
    label = chunk[segment[0].start : segment[-1].end]
    literal = ""
    if len(segment) > 1:
        # The chunk says more than its words: "c:\\data" is not "c data".
        literal = _trimmed(chunk) if alone else label
    last = segment[-1].text.replace("'", "")
    prefix = last if typing and len(last) >= _SHORTEST_PREFIX and (last.isalnum()) else ""
    return Group(
        label,
        "word" if len(segment) == 1 else "phrase",
        found,
        prefix=prefix,
        others=_others(segment[-1].text, last, found[-1], typing=bool(prefix)),
        literal=literal,
    )


def _trimmed(chunk: str) -> str:
    return chunk.strip(".,:;!?'\"")


def _others(written: str, word: str, known: str, *, typing: bool) -> tuple[str, ...]:
    number = _NUMBERS.get(written)
    found = (number,) if number else ()
    return found + _possible_stems(word, known) if typing else found


def _possible_stems(word: str, known: str) -> tuple[str, ...]:
    """Stems of what a half-typed word may become that neither begin with it nor are its own."""
    if len(word) <= 4:
        return ()
    stems = dict.fromkeys(stem(word + ending) for ending in _COMPLETIONS)
    return tuple(found for found in stems if found != known and not found.startswith(word))[:3]


def _without_stop_words(groups: list[Group]) -> list[Group]:
    telling = [group for group in groups if group.kind != "word" or group.required or group.label not in _STOP_WORDS]
    return telling or groups


def _phrase(terms: tuple[str, ...]) -> str:
    return f'"{" ".join(terms)}"'
