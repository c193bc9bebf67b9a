"""Markdown to safe HTML: no Qt, no file, no network; meant for a worker thread.

Nothing in a text can run or load: raw HTML is shown as text, images become their description and address, and
links other than http, https, mailto and memory are plain text. Text that would take long is shown as source.
"""

from __future__ import annotations

import html
import re
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import markdown
import nh3
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from memdesk_desktop.markdown_blocks import TASK_DONE, TASK_OPEN, BlockWriter
from memdesk_desktop.visible_text import break_runs, break_runs_html, show_hidden

if TYPE_CHECKING:
    from collections.abc import Callable

Note = Literal["", "cut", "too_complex", "too_slow"]

MAX_CHARACTERS = 200_000
MAX_LINES = 4_000
MAX_BRACKET_DEPTH = 24
SECONDS = 3.0
LINK_SCHEMES = frozenset({"http", "https", "mailto", "memory"})

# The kind of a table in the HTML and how deep in lists it stands are told by its cell spacing (kind + 20 a level):
# Qt keeps no class of an element, and takes tables out of lists.
CODE_SPACING, QUOTE_SPACING, DATA_SPACING = 11, 13, 17
LIST_LEVEL_SPACING = 20

_TAGS = {
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div", "span", "blockquote", "pre", "ul", "ol", "li"),
    *("a", "code", "em", "strong", "del", "sup", "sub", "table", "thead", "tbody", "tr", "th", "td"),
}
_ATTRIBUTES: dict[str, set[str]] = {
    "*": set(),
    "a": {"href", "id"},
    "li": {"id", "class"},
    "sup": {"id"},
    "ol": {"start"},
    "th": {"align"},
    "td": {"align"},
}
_CJK = "\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uff00-\uffef"
_SOFT_BREAK = re.compile(f"(?<=[{_CJK}])\n(?=[{_CJK}])")
_BOXES = re.compile(r"(</?ul>|<ol[^>]*>|</ol>|<table>|<th>|</?blockquote>)")
_CONTENTS = re.compile(r"(<pre>.*?</pre>)", re.DOTALL)
_BARE_LINK = (
    r"(?<![\w/])((?:https?://|memory://|mailto:)[^\s<>\"'`\\^{|}，。；：！？、（）【】《》「」『』“”‘’\u0002\u0003]+)"
)
_DEPTH_OF = {"[": 1, "]": -1}


@dataclass(frozen=True, slots=True)
class RenderedMarkdown:
    """Safe HTML, why it is not the whole text (``note``), and how many characters of how many it shows."""

    html: str
    note: Note = ""
    shown: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class RenderLabels:
    """The words that rendering adds to a text, in the reader's language."""

    image: str = "Image"


class _TooSlow(Exception):
    """The time is over."""


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def __call__(self) -> None:
        if time.monotonic() > self._end:
            raise _TooSlow


def render(
    text: str, *, title: str = "", labels: RenderLabels | None = None, whole: bool = False, seconds: float = SECONDS
) -> RenderedMarkdown:
    """Turn Markdown into safe HTML; never raises. ``title`` becomes the first heading unless the text has it.

    More than 200,000 characters are cut at a line (``whole`` lifts that for the source view only), too complex or
    too slow text gives its source. ``seconds`` bounds the time of the conversion.
    """
    total = len(text)
    body = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    if whole:
        return RenderedMarkdown(source_html(body, title=title), "", total, total)
    body, cut = _cut(body)
    body = show_hidden(body)
    note: Note = "cut" if cut else ""
    shown = min(len(body), total)
    if _too_complex(body):
        return RenderedMarkdown(source_html(body, title=title), "too_complex", shown, total)
    try:
        inner = _convert(body, labels or RenderLabels(), _Deadline(seconds))
    except _TooSlow:
        return RenderedMarkdown(source_html(body, title=title), "too_slow", shown, total)
    except Exception:  # noqa: BLE001 - whatever a parser does with hostile text, the text itself is shown
        return RenderedMarkdown(source_html(body, title=title), "too_complex", shown, total)
    return RenderedMarkdown(_with_title(inner, title), note, shown, total)


def source_html(text: str, *, title: str = "") -> str:
    """The text as it is, escaped, in one code box, below ``title``."""
    escaped = html.escape(break_runs(show_hidden(text)), quote=False)
    return _heading(title) + _code_table(escaped)


def _cut(text: str) -> tuple[str, bool]:
    """At most MAX_CHARACTERS and MAX_LINES of the text, ending with a line where there is one."""
    end = len(text)
    if end > MAX_CHARACTERS:
        line_end = text.rfind("\n", MAX_CHARACTERS // 2, MAX_CHARACTERS)
        end = line_end + 1 if line_end >= 0 else MAX_CHARACTERS
    if text.count("\n", 0, end) > MAX_LINES:
        position = -1
        for _ in range(MAX_LINES):
            position = text.find("\n", position + 1)
        end = position + 1
    return text[:end], end < len(text)


def _too_complex(text: str) -> bool:
    """Whether brackets are nested so deep that links would be searched for again and again."""
    depth = 0
    for mark in re.finditer(r"[][]|\n[ ]*\n", text):
        step = _DEPTH_OF.get(mark[0])
        depth = 0 if step is None else max(0, depth + step)
        if depth > MAX_BRACKET_DEPTH:
            return True
    return False


def _convert(text: str, labels: RenderLabels, check: Callable[[], None]) -> str:
    converter = markdown.Markdown(
        extensions=["tables", "footnotes", "sane_lists", "pymdownx.tilde", _Reading(labels, check)],
        extension_configs={
            "footnotes": {"UNIQUE_IDS": False, "BACKLINK_TEXT": "↩", "SEPARATOR": "-"},
            "pymdownx.tilde": {"subscript": False},
            "tables": {"use_align_attribute": True},
        },
        output_format="html",
    )
    raw = converter.convert(text)
    check()
    clean = nh3.clean(
        raw,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=set(LINK_SCHEMES),
        link_rel=None,
        attribute_filter=_filter_attribute,
    )
    return break_runs_html(_for_qt(clean))


def _filter_attribute(tag: str, name: str, value: str) -> str | None:
    """The last gate: no address without an allowed scheme, no class that the window does not know."""
    if name == "href":
        return value if is_allowed_link(value) else None
    if name == "class":
        return value if value in ("checked", "unchecked") else None
    return value


def is_allowed_link(address: str) -> bool:
    """Whether an address may be a link at all: http, https, mailto, memory, or a place in the same text."""
    if address.startswith("#"):
        return True
    scheme, colon, rest = address.partition(":")
    return bool(colon) and bool(rest.strip("/")) and scheme.strip().lower() in LINK_SCHEMES and address.isprintable()


def _for_qt(clean: str) -> str:
    """Boxes as tables, which Qt can give borders and padding; no line break between Chinese characters."""
    parts = _CONTENTS.split(clean)
    depth = 0
    for at, part in enumerate(parts):
        if at % 2:
            parts[at] = _code_table(_pre_text(part), depth)
        else:
            parts[at], depth = _boxes(_SOFT_BREAK.sub("", part), depth)
    return "".join(parts)


def _boxes(part: str, depth: int) -> tuple[str, int]:
    """Write quotes and tables of a stretch that begins ``depth`` lists deep; gives the depth at its end."""
    out: list[str] = []
    for piece in _BOXES.split(part):
        if piece in ("<ul>", "</ul>", "</ol>") or piece.startswith("<ol"):
            depth += -1 if piece.startswith("</") else 1
        elif piece == "<th>":
            piece = '<th align="left">'  # Qt centres them
        elif piece == "<table>":
            piece = _table_tag("data", DATA_SPACING, depth)
        elif piece == "<blockquote>":
            piece = _table_tag("quote", QUOTE_SPACING, depth) + "<tr><td>"
        elif piece == "</blockquote>":
            piece = "</td></tr></table>"
        out.append(piece)
    return "".join(out), depth


def _table_tag(kind: str, spacing: int, depth: int) -> str:
    return f'<table class="{kind}" width="100%" cellspacing="{spacing + LIST_LEVEL_SPACING * depth}">'


def _pre_text(pre: str) -> str:
    return re.sub(r"</?(?:pre|code)>", "", pre)


def _code_table(escaped: str, depth: int = 0) -> str:
    box = _table_tag("code", CODE_SPACING, depth)
    return f"{box}<tr><td><pre>{escaped}</pre></td></tr></table>"


def _heading(title: str) -> str:
    return f"<h1>{html.escape(break_runs(show_hidden(title)), quote=False)}</h1>" if title else ""


def _with_title(inner: str, title: str) -> str:
    first = re.match(r"\s*<h1>(.*?)</h1>", inner, re.DOTALL)
    if first and html.unescape(re.sub(r"<[^>]+>", "", first[1])).strip() == show_hidden(title).strip():
        return inner
    return _heading(title) + inner


class _Reading(Extension):
    """Puts the steps below into a converter, takes raw HTML out, and watches the time at every step."""

    def __init__(self, labels: RenderLabels, check: Callable[[], None]) -> None:
        super().__init__()
        self._labels = labels
        self._check = check

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802
        """Register the steps."""
        for registry, name in ((md.preprocessors, "html_block"), (md.inlinePatterns, "html")):
            registry.deregister(name)
        md.parser.blockprocessors.deregister("code")
        md.preprocessors.register(_Blocks(md, self._check), "memdesk_blocks", 26)
        md.inlinePatterns.register(_BareLink(_BARE_LINK, md), "memdesk_bare_link", 85)
        md.inlinePatterns.register(_LineBreak(r"<br[ ]{0,3}/?>", md), "memdesk_line_break", 95)
        md.treeprocessors.register(_SafeTree(md, self._labels), "memdesk_safe", 15)
        # Footnotes come late and may hold links and images too; "inline" (20) has run on them by then.
        for processor in md.parser.blockprocessors:
            _watch(processor, "test", self._check)
        for pattern in md.inlinePatterns:
            _watch(pattern, "getCompiledRegExp", self._check)


def _watch(step: object, name: str, check: Callable[[], None]) -> None:
    original = getattr(step, name)

    def watched(*arguments: object) -> object:
        check()
        return original(*arguments)

    setattr(step, name, watched)


class _Blocks(Preprocessor):
    """Runs BlockWriter; code goes to the converter's stash."""

    def __init__(self, md: markdown.Markdown, check: Callable[[], None]) -> None:
        super().__init__(md)
        self._check = check

    def run(self, lines: list[str]) -> list[str]:
        """Rewrite the lines of the whole text."""
        return BlockWriter(self._stash_code, self._stash_plain, self._check).write(lines)

    def _stash_code(self, code: str, language: str) -> str:
        return self.md.htmlStash.store(f"<pre><code>{html.escape(code, quote=False)}</code></pre>")

    def _stash_plain(self, text: str) -> str:
        return self.md.htmlStash.store(f"<p>{html.escape(text, quote=False)}</p>")


class _BareLink(InlineProcessor):
    """An address that stands in the text by itself."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[ET.Element | None, int | None, int | None]:
        """Give the link without the punctuation that ends the sentence."""
        address = m[1]
        while address and (address[-1] in ".,;:!?*_~" or (address[-1] in ")]" and _unbalanced(address))):
            address = address[:-1]
        if not is_allowed_link(address):
            return None, None, None
        link = ET.Element("a", href=address)
        link.text = AtomicString(address)
        return link, m.start(0), m.start(0) + len(address)


def _unbalanced(address: str) -> bool:
    return any(
        address.endswith(closing) and address.count(closing) > address.count(opening)
        for opening, closing in ("()", "[]")
    )


class _LineBreak(InlineProcessor):
    """``<br>``, the one tag that is common in tables."""

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[ET.Element, int, int]:
        """Give a line break."""
        return ET.Element("br"), m.start(0), m.end(0)


class _SafeTree(Treeprocessor):
    """Images to words, links that may not be followed to text, task marks to classes."""

    def __init__(self, md: markdown.Markdown, labels: RenderLabels) -> None:
        super().__init__(md)
        self._labels = labels

    def run(self, root: ET.Element) -> None:
        """Change the tree in place."""
        for element in list(root.iter()):
            if element.tag == "img":
                self._image(element)
            elif element.tag == "a":
                _link(element)
            elif element.tag == "li":
                _task(element)

    def _image(self, element: ET.Element) -> None:
        words = element.get("alt", "").strip()
        address = element.get("src", "").strip()
        tail = element.tail
        element.clear()
        element.tag, element.tail = "span", tail
        described = f"{words} ({address})" if words else address
        element.text = AtomicString(f"[{self._labels.image}: {described}]")


def _link(element: ET.Element) -> None:
    address = html.unescape(element.get("href", "")).strip()
    if is_allowed_link(address):
        return
    text = "".join(element.itertext())
    tail = element.tail
    for name in list(element.attrib):
        del element.attrib[name]
    element.tag, element.tail = "span", tail
    if address and address != text:
        _append_text(element, f" ({address})")


def _append_text(element: ET.Element, text: str) -> None:
    if len(element):
        element[-1].tail = AtomicString((element[-1].tail or "") + text)
    else:
        element.text = AtomicString((element.text or "") + text)


def _task(element: ET.Element) -> None:
    holder = element
    if not (element.text or "").strip() and len(element) and element[0].tag == "p":
        holder = element[0]
    text = (holder.text or "").lstrip()
    if text[:1] in (TASK_OPEN, TASK_DONE):
        element.set("class", "checked" if text[0] == TASK_DONE else "unchecked")
        holder.text = text[1:]
