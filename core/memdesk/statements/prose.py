"""The user's own words: without code, quotations, and what was pasted from elsewhere."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n.*?(?:^[ \t]*\1[^\n]*$|\Z)", re.M | re.S)
_BLOCK_QUOTE = re.compile(r"^[ \t]*>.*$", re.M)
_TAGGED = re.compile(r"<(?P<tag>quote|document|paste|log|email|context|file)\b[^>]{0,200}>.*?</(?P=tag)>", re.S | re.I)
_INDENTED = re.compile(r"^(?: {4}|\t)(?![-*•]|\d+[.)]).*$", re.M)
_QUOTED = re.compile(
    r"[\"“]([^\"“”\n]{1,400})[\"”]|「([^「」\n]{1,400})」|『([^『』\n]{1,400})』"
    r"|(?<!\w)'([^'\n]{3,400})'(?!\w)|‘([^‘’\n]{3,400})’"
)
# What only machines write at the beginning of a line.
_MACHINE = re.compile(
    r"^[ \t]*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE"
    r"|FATAL)\b|\$ |>>> |@@ |diff --git|\+\+\+ |--- |"
    r"(?:From|To|Cc|Subject|Date|Sent|发件人|收件人|主题|日期)[:：] |Traceback |  File \""
    r"|at [\w.$]+\(|#include|import \w|from [\w.]+ import|def \w|class \w+[:(]|function \w|"
    r"const \w|let \w+ =|//|/\*|#!|<\?|<!|\|.*\|[ \t]*$).*$",
    re.M,
)
_SPEAKER = re.compile(
    r"^[ \t]*(?:[-*•][ \t]+)?(?:@?(?P<name>[A-Z][\w.-]{1,20}(?: [A-Z][\w.-]{1,20})?)"
    r"|(?P<han>[\u4e00-\u9fff]{2,6}))(?: \(\d.{0,20}\))?[:：][ \t]*\S.*$",
    re.M,
)
_LABELS = re.compile(
    r"(?:Correction|Decision|Decided|Note|Notes|Reminder|Fyi|FYI|Important|Update|Updated|Rule"
    r"|Rules|Preference|Fact|Also|Ps|PS|Please|Remember|Memo|Todo|TODO|Heads.up"
    r"|Sorry|Actually|Oops|No|Ok|OK|Okay|Thanks|Yes|Right|Edit|Amendment|Agreed|Policy"
    r"|Convention|Conclusion|Hi|Hello|Hey)\b"
    r"|.*(?:我|决定|规则|约定|统一|更正|纠正|修正|勘误|记|注意|备注|备忘|补充|提醒|结论|另外"
    r"|偏好|规范|请|一律|以后|今后|对了|定了|说明|方案)"
)
_INTRODUCES = re.compile(
    r"(?:\b(?:here(?:'s| is| are)|this is|below is|see|following|pasted?|translate"
    r"|summari[sz]e|proofread|review|rewrite|explain|fix|check|polish|reads?|says?|said|wrote"
    r"|writes|"
    r"quote|email|message|article|document|transcript|log|output|letter|text|paragraph"
    r"|sentence|snippet|readme|notes?|ticket|comment)\b[^\n]{0,120}|"
    r"(?:以下|下面|如下|翻译|总结|润色|改写|校对|这段|这封|这篇|原文|全文|邮件|日志|输出|文章"
    r"|写道|说)[^\n]{0,60})[:：][ \t]*$",
    re.I,
)
_ASKS_TO_KEEP = re.compile(
    r"\b(?:remember|keep in mind|note|from now on|memori[sz]e|rules?|preferences?|decided"
    r"|decisions?|don't forget)\b|记|以后|规则|约定|偏好|决定|请遵守",
    re.I,
)
_MAX_PARAGRAPH = 900
_MAX_LINES = 14
_MAX_TEXT = 60_000


def own_words(text: str) -> str:
    """The text with everything blanked that is not what its writer says; places and line breaks stay."""
    text = text[:_MAX_TEXT].replace("\r\n", "\n")
    for pattern in (_FENCE, _TAGGED, _BLOCK_QUOTE, _MACHINE):
        text = pattern.sub(_blank, text)
    text = _SPEAKER.sub(_blank_speaker, text)
    return _without_pastes(_INDENTED.sub(_blank, text))


def without_quotes(sentence: str) -> str:
    """A sentence in which what stands in quotation marks is blanked with ``·``, character by character."""
    return _QUOTED.sub(lambda match: match[0][0] + "·" * (len(match[0]) - 2) + match[0][-1], sentence)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _blank_speaker(match: re.Match[str]) -> str:
    """A line that begins with somebody's name is what that one said, unless the name is a label of the writer."""
    return match[0] if _LABELS.match(match["name"] or match["han"]) else _blank(match)


def _without_pastes(text: str) -> str:
    """Blank long paragraphs, and what follows a line that announces somebody's text."""
    kept: list[str] = []
    announced = False
    for paragraph in re.split(r"(\n[ \t]*\n)", text):
        if not paragraph.strip():
            kept.append(paragraph)
            continue
        first, newline, rest = paragraph.partition("\n")
        if announced or len(paragraph) > _MAX_PARAGRAPH or paragraph.count("\n") >= _MAX_LINES:
            kept.append(re.sub(r"[^\n]", " ", paragraph))
            continue
        if newline and _announces(first):
            kept.append(first + newline + re.sub(r"[^\n]", " ", rest))
            continue
        announced = _announces(paragraph.rstrip().rpartition("\n")[2])
        kept.append(paragraph)
    return "".join(kept)


def _announces(line: str) -> bool:
    return bool(_INTRODUCES.search(line)) and not _ASKS_TO_KEEP.search(line)
