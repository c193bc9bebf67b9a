"""Markdown to safe HTML: what agents write, what would harm, what would take forever."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk_desktop.markdown_html import MAX_CHARACTERS, RenderLabels, is_allowed_link, render
from memdesk_desktop.visible_text import break_runs, show_hidden, without_breaks

Rule = tuple[str, list[str], list[str]]

# Source, what the HTML must hold, what it must not.
SNIPPETS: list[Rule] = [
    ("# Title", ["<h1>Title</h1>"], []),
    ("## A\ntext", ["<h2>A</h2>", "<p>text</p>"], []),
    ("### C ###", ["<h3>C</h3>"], []),
    ("Title\n=====", ["<h1>Title</h1>"], []),
    ("Part\n---\nmore", ["<h2>Part</h2>"], ["<hr"]),
    ("#42 is closed", ["<p>#42 is closed</p>"], ["<h1>"]),
    ("#tag and #other", ["#tag"], ["<h1>"]),
    ("a\n#b", ["#b"], ["<h1>"]),
    ("text\n- a\n- b", ["<p>text</p>", "<li>a</li>", "<li>b</li>"], []),
    ("text\n* a\n* b", ["<ul>", "<li>b</li>"], []),
    ("text\n1. a\n2. b", ["<ol>", "<li>a</li>"], []),
    ("in\n1986. A good year", ["1986. A good year"], ["<ol"]),
    ("a paragraph\n- not empty", ["<li>not empty</li>"], []),
    ("- a\n  - b\n  - c\n- d", ["<li>a<ul>", "<li>b</li>", "</ul>\n</li>\n<li>d</li>"], []),
    ("- a\n    - b", ["<li>a<ul>", "<li>b</li>"], []),
    ("- a\n  - b\n    - c", ["<li>a<ul>", "<li>b<ul>", "<li>c</li>"], []),
    ("1. a\n  - b\n2. c", ["<li>a<ul>", "<li>b</li>", "<li>c</li>"], []),
    ("1. a\n   - b\n2. c", ["<li>a<ul>", "<li>c</li>"], []),
    ("1) a\n2) b", ["<ol>", "<li>b</li>"], []),
    ("3. three\n4. four", ['<ol start="3">'], []),
    ("- a\n\n1. b", ["<ul>", "<ol>"], []),
    ("- a\n\n  second\n- b", ["<p>a</p>", "<p>second</p>", "<p>b</p>"], []),
    ("- a\nlazy", ["lazy</li>"], ["<p>lazy"]),
    ("- a\n\nafter", ["<p>after</p>"], []),
    ("* * *", ["<hr>"], ["<li>"]),
    ("text\n\n---\n\nmore", ["<hr>"], ["<h2>"]),
    ("- [ ] open\n- [x] done\n- [X] done too", ['class="unchecked">open', 'class="checked">done</li>'], ["[ ]", "[x]"]),
    ("- [ ] with **bold**", ['class="unchecked">with <strong>bold'], []),
    ("- [link](https://a.example)", ['href="https://a.example"'], ["checked"]),
    ("| a | b |\n|---|---|\n| 1 | 2 |", ["<table", '<th align="left">a</th>', "<td>2</td>"], []),
    ("text\n| a | b |\n|---|---|\n| 1 | 2 |", ["<p>text</p>", "<td>1</td>"], []),
    ("| a | b |\n|--:|:-:|\n| 1 | 2 |", ['align="right"', 'align="center"'], []),
    ("| a |\n|---|\n| `x|y` |", ["<code>x|y</code>"], []),
    ("| a |\n|---|\n| one<br>two |", ["one<br>", "two</td>"], []),
    ("a | b", ["a | b"], ["<table"]),
    ("```\na < b\n```", ["<pre>a &lt; b</pre>"], []),
    ("```python\nx = 1\n```", ["<pre>x = 1</pre>"], ["python"]),
    ("text\n```\ncode\n```\nmore", ["<p>text</p>", "<pre>code</pre>", "<p>more</p>"], []),
    ("```\nnever closed", ["<pre>never closed</pre>"], []),
    ("~~~\na\n```\n~~~", ["<pre>a\n```</pre>"], []),
    ("````\n```\ninner\n```\n````", ["<pre>```\ninner\n```</pre>"], []),
    ("- item\n  ```sh\n  run\n  ```\n- next", ["<pre>run</pre>", "next"], []),
    ("```\n# no heading\n- no list\n```", ["# no heading\n- no list"], ["<h1>", "<li>"]),
    ("    indented", ["<pre>indented</pre>"], []),
    ("```\n**no bold** <b>\n```", ["**no bold** &lt;b&gt;"], ["<strong>"]),
    ("**bold** and *it*", ["<strong>bold</strong>", "<em>it</em>"], []),
    ("**粗体：**后面", ["<strong>粗体：</strong>后面"], []),
    ("snake_case_name", ["snake_case_name"], ["<em>"]),
    ("2 * 3 * 4", ["2 * 3 * 4"], ["<em>"]),
    ("~~gone~~", ["<del>gone</del>"], []),
    ("`code` here", ["<code>code</code>"], []),
    ("`` a`b ``", ["<code>a`b</code>"], []),
    ("see https://a.example/x_y_z?q=1.", ['href="https://a.example/x_y_z?q=1"', "</a>."], ["<em>"]),
    ("(https://a.example/b)", ['href="https://a.example/b"', "</a>)"], []),
    ("https://a.example/b_(c)", ['href="https://a.example/b_(c)"'], []),
    ("见https://b.example/路，好", ["，好"], ["路，好</a>"]),
    ("<https://a.example>", ['href="https://a.example"'], []),
    ("[a](https://a.example 'title')", ['<a href="https://a.example">a</a>'], ["title="]),
    ("[a][1]\n\n[1]: https://a.example", ['href="https://a.example"'], ["[1]:"]),
    ("[m](memory://builtin/city/wiki/x#L3-L4)", ['href="memory://builtin/city/wiki/x#L3-L4"'], []),
    ("memory://builtin/city/wiki/x", ['href="memory://builtin/city/wiki/x"'], []),
    ("[w](mailto:desk@a.example)", ["href=", "w</a>"], []),
    ("[j](javascript:alert(1))", ["j (javascript:alert(1))"], ["<a"]),
    ("[j](JaVaScRiPt:alert(1))", ["j ("], ["<a"]),
    ("[j](java&#115;cript:alert(1))", ["j ("], ["<a"]),
    ("[f](file:///etc/passwd)", ["f (file:///etc/passwd)"], ["<a"]),
    ("[d](data:text/html,x)", ["d (data:text/html,x)"], ["<a"]),
    ("<javascript:alert(1)>", ["javascript:alert(1)"], ["<a"]),
    ("[rel](docs/a.md)", ["rel (docs/a.md)"], ["<a"]),
    ("![alt](http://x.example/y.png)", ["[Image: alt (http://x.example/y.png)]"], ["<img"]),
    ("![](/etc/passwd)", ["[Image: /etc/passwd]"], ["<img"]),
    ("[![badge](http://x.example/b.svg)](https://a.example)", ["Image: badge"], ["<img"]),
    ("<script>alert(1)</script>", ["&lt;script&gt;alert(1)&lt;/script&gt;"], ["<script"]),
    ('<img src=x onerror="alert(1)">', ["&lt;img"], ["<img"]),
    ("<div>\n\n**still Markdown**\n\n</div>", ["&lt;div&gt;", "<strong>still Markdown</strong>"], []),
    ("<!-- hidden -->", ["&lt;!-- hidden --&gt;"], []),
    ("a &amp; b &lt;", ["a &amp; b &lt;"], []),
    ("> quote\n> more", ['class="quote"', "quote\nmore"], []),
    ("> a\n> - b", ["<li>b</li>"], []),
    ("> a\n>> b", ["<p>a</p>", "<p>b</p>"], []),
    ("text\n> quote", ["<p>text</p>", 'class="quote"'], []),
    ("> ```\n> code\n> ```", ["<pre>code</pre>"], []),
    ("a[^1]\n\n[^1]: The note.", ["The note.", "#fn"], ["[^1]"]),
    ("line one  \nline two", ["<br>"], []),
    ("line one\\\nline two", ["<br>"], ["\\"]),
    ("中文\n换行", ["中文换行"], []),
    ("english\nlines", ["english\nlines"], []),
    ("a\r\n\r\n- b\r\n", ["<p>a</p>", "<li>b</li>"], ["\r"]),
    ("\ta", ["<pre>a</pre>"], []),
    ("", [], ["<p>"]),
    ("a\u202eb", ["a‹U+202E›b"], ["\u202e"]),
    ("zero\u200bwidth", ["zero‹U+200B›width"], []),
    ("\ufeffstart", ["‹U+FEFF›start"], []),
    ("nul\x00l", ["nul‹U+0000›l"], ["\x00"]),
    ("👩\u200d👧 می\u200cخواهم", ["👩\u200d👧", "می\u200cخواهم"], ["U+"]),
]


@pytest.mark.parametrize(("source", "present", "absent"), SNIPPETS, ids=[rule[0][:28] for rule in SNIPPETS])
def test_snippets(source: str, present: list[str], absent: list[str]) -> None:
    rendered = render(source)
    assert rendered.note == ""
    for text in present:
        assert text in rendered.html
    for text in absent:
        assert text not in rendered.html


def test_the_title_stands_once() -> None:
    assert render("# Ring\ntext", title="Ring").html.count("Ring") == 1
    assert render("text", title="Ring <b>").html.startswith("<h1>Ring &lt;b&gt;</h1>")
    assert render("# Other", title="Ring").html.count("<h1>") == 2


def test_the_word_for_images_is_the_readers() -> None:
    assert "[图片: a (b)]" in render("![a](b)", labels=RenderLabels(image="图片")).html


def test_boxes_in_lists_know_their_depth() -> None:
    html = render("- a\n\n  ```\n  x\n  ```\n\n  - b\n\n    ```\n    y\n    ```\n\n```\nz\n```").html
    assert re.findall(r'class="code" width="100%" cellspacing="(\d+)"', html) == ["31", "51", "11"]


HOSTILE = {
    "brackets": "[" * 20_000,
    "bracket pairs": "[]" * 20_000,
    "nested brackets": "[" * 500 + "]" * 500,
    "half links": "[a](" * 20_000,
    "half images": "![" * 20_000,
    "nested lists": "\n".join("  " * depth + "- a" for depth in range(400)),
    "lists in a line": "- " * 20_000,
    "quotes": ">" * 20_000,
    "spaced quotes": "> " * 20_000,
    "one megabyte": "x" * 1_000_000,
    "backticks": "".join("`" * (size % 50) + "a" for size in range(4_000)),
    "stars": "*a **b " * 10_000,
    "tildes": "~~a " * 20_000,
    "fences": "```\n" * 20_000,
    "footnotes": "[^1]" * 10_000 + "\n\n[^1]: [^1]",
    "list": "- a\n" * 40_000,
    "table": "|a|b|\n|-|-|\n" + "|1|2|\n" * 20_000,
    "long row": "|a|\n|-|\n|" + "x " * 60_000 + "|",
    "tags": "<a " * 20_000,
    "addresses": "http://a" * 20_000,
    "entities": "&amp;" * 40_000,
    "references": "\n".join(f"[{number}]: http://a.example/{number}" for number in range(5_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_ends_and_is_shown(name: str) -> None:
    started = time.monotonic()
    rendered = render(HOSTILE[name])
    assert time.monotonic() - started < 8
    assert rendered.html or name in ("references", "quotes", "spaced quotes")  # marks without any text
    assert len(rendered.html) < 12 * MAX_CHARACTERS


def test_too_deep_brackets_give_the_source() -> None:
    rendered = render("[" * 100 + "x")
    assert rendered.note == "too_complex"
    assert "[" * 100 + "x" in rendered.html.replace("\u200b", "")


def test_no_time_gives_the_source() -> None:
    rendered = render("# A\n\ntext", seconds=-1)
    assert rendered.note == "too_slow"
    assert "<pre># A\n\ntext</pre>" in rendered.html


def test_long_text_is_cut_at_a_line_and_whole_as_source() -> None:
    text = "a line of text\n" * 20_000
    rendered = render(text)
    assert rendered.note == "cut"
    assert 0 < rendered.shown <= MAX_CHARACTERS < rendered.total == len(text)
    whole = render(text, whole=True)
    assert whole.note == ""
    assert whole.html.count("a line of text") == 20_000


def test_long_runs_get_places_to_break_and_lose_them_again() -> None:
    run = "x" * 1_000
    assert "\u200b" in break_runs(run)
    assert without_breaks(break_runs(run)) == run
    assert break_runs("中" * 1_000) == "中" * 1_000
    html = render("&" * 500).html
    assert "&amp;" * 40 + "\u200b" in html


def test_only_four_schemes_are_links() -> None:
    assert is_allowed_link("https://a.example")
    assert is_allowed_link("memory://builtin/city/wiki/x")
    for address in (
        "javascript:x",
        "file:///x",
        "data:x",
        "ftp://x",
        "//x",
        "x",
        "",
        "https:",
        "https://a\u202eb",
        "vbscript:x",
    ):
        assert not is_allowed_link(address)


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_text_is_rendered_safely(text: str) -> None:
    html = render(text).html
    _assert_safe(html)
    assert render(text).html == html


_PIECES = [
    "# ",
    "- ",
    "1. ",
    "> ",
    "```",
    "~~~",
    "|",
    "|-|-|",
    "**",
    "_",
    "`",
    "[",
    "](",
    ")",
    "![",
    "<b>",
    "</b>",
    "<!--",
    "[^1]",
    "[^1]: ",
    "\n",
    "\n\n",
    "  ",
    "    ",
    "javascript:",
    "file:///",
    "https://a.example ",
    "&#106;",
    "- [x] ",
    "中文",
    "\u202e",
    "\\",
    "---",
    "<script>",
    "onclick=",
    '"',
    "'",
    "\t",
    "\ufdd0",
    "[1]: ",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=60).map("".join))
@settings(max_examples=300, deadline=None)
def test_any_markdown_is_rendered_safely(text: str) -> None:
    _assert_safe(render(text).html)


def _assert_safe(html: str) -> None:
    tags = set(re.findall(r"<\s*([a-zA-Z!/][\w-]*)", html.replace("</", "<")))
    assert not tags & {"script", "img", "iframe", "style", "object", "link", "input", "svg", "form", "video"}
    assert not re.search(r"<[^>]*\son\w+\s*=", html)
    for address in re.findall(r'href="([^"]*)"', html):
        assert re.match(r"(?i)(?:https?|mailto|memory):|#", address)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08]", html)


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_hidden_characters_become_visible(text: str) -> None:
    shown = show_hidden(text)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\ufeff\x00-\x08]", shown)
