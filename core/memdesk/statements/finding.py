"""Finds what the user states outright in a message: sentence by sentence, in the language of each."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from memdesk.statements import chinese, english
from memdesk.statements.kinds import clean, subject_of, type_of
from memdesk.statements.model import Statement
from memdesk.statements.prose import own_words, without_quotes
from memdesk.statements.small_talk import is_small_talk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.statements.model import Found

_SENTENCE = re.compile(
    r"[^\n.!?;。！？；…]*(?:[.!?](?!\s|$"
    r"|[\"”'’)\]])[^\n.!?;。！？；…]*)*[.!?;。！？；…]*[\"”'’)\]」』]*"
)
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|approx|no|fig|p\.s|n\.b|st|inc|ltd)\.$", re.I)
_HAN = re.compile(r"[\u3400-\u9fff]")
_BULLET = re.compile(r"^[ \t]*(?:[-*•·]|\d{1,2}[.)、])[ \t]*")
_CONFIRMS = re.compile(
    r"(?:^|[.!。！\n])[ \t]*(?:noted|got it|ok(?:ay)?|understood|sure|done|will do|remembered"
    r"|saved|recorded|i(?:'ll| will)(?: make sure to)? (?:remember|note|keep in mind)|i(?:'ve"
    r"| have) (?:noted|saved|recorded|remembered)|"
    r"好的?|已(?:经)?记(?:住|下|录)|记(?:住|下)了|明白了?|收到"
    r"|知道了)[^:：\n,，.]{0,24}(?:[:：—–-]|, | that |，)[ \t]*(?P<said>[^\n]{3,300})",
    re.I,
)
_MAX_STATEMENTS = 40
_END = 20_000
_MAX_LENGTH = 500
_LEAST = 2


def statements(text: str, reply: str = "", before: tuple[str, str] = ("", "")) -> list[Statement]:
    """What the user says outright to be kept in a message, each once.

    ``reply`` is what the assistant answered, ``before`` the question and the answer before: what «remember that»
    points at where the message itself does not say it.
    """
    found: dict[str, Statement] = {}
    for statement in _found(text, reply, before):
        key = statement.content.casefold().rstrip(".。!！")
        if key not in found:
            found[key] = statement
    return list(found.values())[:_MAX_STATEMENTS]


def is_declined(text: str) -> bool:
    """Whether the user asks that this is not kept."""
    # What is asked at the end of a very long message counts, too.
    parts = [text] if len(text) <= _END else [text, text[-_END:]]
    plain = [without_quotes(own_words(part)) for part in parts]
    return any(english.is_declined(part) or chinese.is_declined(part) for part in plain)


def sentences_of(text: str) -> list[str]:
    """The sentences of a message that are its writer's own words."""
    return [sentence for sentence in _sentences(own_words(text)) if sentence.strip()]


def _found(text: str, reply: str, before: tuple[str, str]) -> Iterator[Statement]:
    previous = ""
    sentences = list(_sentences(own_words(text)))
    place = 0
    while place < len(sentences):
        sentence = sentences[place]
        place += 1
        if len(sentence) > _MAX_LENGTH or not sentence.strip():
            continue
        masked = without_quotes(sentence)
        found = _rule(sentence, masked)
        if found is None:
            previous = sentence
            continue
        items: list[str] = []
        if found.content is None or _opens_list(sentence):
            while place < len(sentences) and _BULLET.match(sentences[place]):
                items.append(_BULLET.sub("", sentences[place]).strip())
                place += 1
        if items:
            yield from (_statement(replace(found, content=item), item) for item in items if len(item) >= _LEAST)
            continue
        content = found.content if found.content and not _POINTS.fullmatch(found.content.strip()) else None
        if content is None:
            content = _pointed_at(previous, reply, before)
        elif _is_dangling(content) and (said := _confirmed(reply)):
            content = said
        if content and len(content.strip()) >= _LEAST:
            yield _statement(replace(found, content=content), sentence)
        previous = sentence


def _rule(sentence: str, masked: str) -> Found | None:
    """What the rules of its language make of a sentence; one that mixes both may say it in English."""
    if not _HAN.search(masked):
        return english.find(sentence, masked)
    return chinese.find(sentence, masked) or (
        english.find(sentence, masked) if _OPENS_IN_ENGLISH.match(masked) else None
    )


_OPENS_IN_ENGLISH = re.compile(
    r"\W*(?:(?:please|pls|ok|btw|also|and) ?[,:]? ?)*(?:remember|keep in mind|note|don't forget|from now on|fyi"
    r"|we decided|i prefer|call me)\b(?![^\u3400-\u9fff]*[？?])(?!.*(?:吗|么|什么|怎么|多少|哪)[？?。 ]*$)",
    re.I,
)
_POINTS = re.compile(
    r"(?:this|that|it|these|those|the above|all of (?:this|that)|this one|me|please|too|well"
    r"|for (?:me|later)|so|above|这个?|那个?|它|这一?点|这些|以上(?:内容)?|上面(?:的)?|了|哦"
    r"|吧|啊|这句话?|这件事)[ .!。！~,，]*",
    re.I,
)
_DANGLES = re.compile(
    r"(?:the |our |that |this |my )?(?:wiki|docs?|page|handbook|readme|config"
    r"|note)s?\b.{0,20}\b(?:still|says?|wrong|outdated)\b|(?:因为)?(?:wiki|文档|页面"
    r"|手册).{0,6}(?:还|仍)",
    re.I,
)


def _is_dangling(content: str) -> bool:
    """Whether what follows «remember that, …» says only that another place is wrong."""
    return bool(_DANGLES.match(content))


def _opens_list(sentence: str) -> bool:
    return sentence.rstrip().endswith((":", "："))


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a text; a bullet is one, and a point in a number or a name ends none."""
    for line in text.split("\n"):
        if _BULLET.match(line):
            yield line.strip()
            continue
        held = ""
        for match in _SENTENCE.finditer(line):
            held += match[0]
            if held.strip() and not _ABBREVIATION.search(held):
                yield held.strip()
                held = ""
        if held.strip():
            yield held.strip()


def _pointed_at(previous: str, reply: str, before: tuple[str, str]) -> str | None:
    """What «remember that» means: the sentence before it, what the assistant confirms, or what it had answered."""
    if previous and not previous.rstrip().endswith(("?", "？")) and not is_small_talk(previous):
        return previous
    if said := _confirmed(reply):
        return said
    question, answer = (part.strip() for part in before)
    if answer:
        first = next(_sentences(own_words(answer)), "")
        return f"{question} {first}".strip() if question.endswith(("?", "？")) and len(first) < 80 else first or None
    return None


def _confirmed(reply: str) -> str | None:
    """What an assistant says that it noted."""
    match = _CONFIRMS.search(reply[:2000])
    if match is None:
        return None
    said = next(_sentences(match["said"]), "").strip()
    return said if len(said) > _LEAST else None


def _statement(found: Found, sentence: str) -> Statement:
    rules = chinese if _HAN.search(without_quotes(sentence)) else english
    content = found.content or ""
    wrong = [*rules.olds(sentence), *rules.olds(content)]
    text = clean(content, rules.olds)
    corrects = found.kind == "correction" or bool(wrong)
    subject = subject_of(text)
    kind = type_of(text, found.kind)
    return Statement(text, kind, subject, corrects, tuple(dict.fromkeys(match["old"] for match in wrong)))
