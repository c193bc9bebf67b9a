r"""Makes text from memory safe to stand in a prompt: it stays what it says, and can never be more than that.

What is harmless stays as it is, character by character, since an agent that corrects its memory works from what it
reads here. Changed are only:

- control characters, and those that are invisible or turn the direction of writing: shown as ``\\u202e``;
- what looks like a tag of the prompt, or a mark that chat models part messages with: ``<`` becomes ``&lt;``;
- a line that begins like a message of the system or the assistant: marked as a quotation;
- a code fence that is never closed: closed at the end.
"""

from __future__ import annotations

import re
import unicodedata

BLOCKS = (
    "core_memory",
    "soul",
    "user_profile",
    "agent_knowledge",
    "pinned_page",
    "dynamic_recall",
    "current_message",
)
"""The names of every block that Memdesk puts around memory text."""

QUOTED = "[from memory] "
"""Stands before a line of memory that begins like a message of somebody else."""

_ROLES = ("system", "developer", "assistant", "instruction", "instructions", "system_prompt", "system-prompt")
# What models call tools with, and are answered in.
_CALLS = (
    "tool_call",
    "tool_calls",
    "tool_response",
    "tool_result",
    "function_call",
    "function_calls",
    "function_results",
)
_MARKS = ("start_of_turn", "end_of_turn", "start_of_image", "bos", "eos", "s")
# Nothing is seen of these, so that a name may be written with them and read without.
_UNSEEN = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2064\u3164\ufe00-\ufe0f\ufeff"
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_GAP = f"[\\s{_UNSEEN}]{{0,40}}"
_OPEN = "[<\u2039\u2329\u27e8\u3008\ufe64\uff1c]"
_NAMES = "|".join(f"[{_UNSEEN}]{{0,9}}".join(map(re.escape, name)) for name in (*BLOCKS, *_ROLES, *_CALLS, *_MARKS))
_TAG = re.compile(
    f"{_OPEN}(?=(?:{_GAP}[/\uff0f\\\\])?{_GAP}(?:{_NAMES})(?![a-z0-9])|{_GAP}[|\uff5c]|<{_GAP}/?{_GAP}sys\\b)",
    re.IGNORECASE,
)
_TURN = re.compile(r"\[(?=/?(?:INST|SYS|SYSTEM|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])", re.IGNORECASE)
# What may stand before the name of a speaker: blanks, and marks of quotes, headings and emphasis.
_BLANKS = " \t\u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"
_LEADING = _BLANKS + ">#*_~`=[({<\"'|"
_SPEAKER = re.compile(
    r"(?:system|developer|assistant|human|系统|系統|助手|システム|アシスタント|시스템|어시스턴트)"
    r"(?:[ _-]?(?:prompt|message|instructions?|note|提示词?|提示詞?|消息|訊息|指令|通知|メッセージ|プロンプト"
    r"|메시지|프롬프트))?"
    r"[^\S\n]{0,9}[*_~`\])}>\"']{0,9}[^\S\n]{0,9}(?:[:：︰﹕]|\])",
    re.IGNORECASE,
)
_LONGEST_NAME = 100
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


def escape_memory(text: str) -> str:
    """``text`` as it may stand inside a block of the prompt; line ends become line feeds."""
    shown = _HIDDEN.sub(_visible, text.replace("\r\n", "\n").replace("\r", "\n"))
    shown = _TURN.sub("&#91;", _TAG.sub(_escaped, shown))
    return _close_fence("\n".join(map(_as_quotation, shown.split("\n"))))


def escape_attribute(text: str) -> str:
    """``text`` as it may stand between the quotes of a tag's attribute: one line, no marks."""
    line = " ".join(_HIDDEN.sub(_visible, text).split())
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _visible(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _escaped(match: re.Match[str]) -> str:
    return "&lt;" if match[0] == "<" else f"&#{ord(match[0])};"


def _as_quotation(line: str) -> str:
    """Mark a line that begins like a message; a list item that names a system is none: ``* System: Debian 12``."""
    start = line.lstrip(_LEADING)
    # Letters of full width read the same.
    plain = start if start.isascii() else unicodedata.normalize("NFKC", start[:_LONGEST_NAME]).lstrip(_LEADING)
    if not _SPEAKER.match(plain) or line.lstrip().startswith("* "):
        return line
    return QUOTED + line


def _close_fence(text: str) -> str:
    """End a code fence that is open at the end, so that what follows the block is no code."""
    fence = ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if match is None:
            continue
        marks, rest = match[1], match[2]
        if not fence:
            # A backtick in the rest of the line means that this is code within a line.
            fence = "" if marks[0] == "`" and "`" in rest else marks
        elif marks[0] == fence[0] and len(marks) >= len(fence) and not rest.strip():
            fence = ""
    return f"{text.rstrip(chr(10))}\n{fence}" if fence else text
