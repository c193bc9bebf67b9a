"""Changes to JSON texts touch nothing else, and come off again without a trace."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.connect.json_text import NotJson, append, drop, drop_items, load, put

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), st.sampled_from([None, 2, 4, "\t"]), VALUES)
def test_what_was_put_in_is_there_and_taken_out_leaves_the_text_as_it_was(
    data: dict[str, Any], indent: Any, value: Any
) -> None:
    data.pop("mcpServers", None)
    text = json.dumps(data, indent=indent)
    changed = put(text, ("mcpServers", "memdesk"), value)
    assert load(changed) == data | {"mcpServers": {"memdesk": value}}
    assert json.loads(changed) == load(changed)
    assert put(changed, ("mcpServers", "memdesk"), value) == changed
    assert load(drop(changed, ("mcpServers", "memdesk"))) == data
    if data:
        assert drop(changed, ("mcpServers", "memdesk")) == text


def test_comments_line_ends_and_order_stay() -> None:
    text = '// mine\r\n{\r\n\t"z": 1, // last\r\n\t/* servers */\r\n\t"mcpServers": {\r\n\t\t"git": {"command": "git"},\r\n\t},\r\n}\r\n'
    changed = put(text, ("mcpServers", "memdesk"), {"command": "m"})
    assert load(changed)["mcpServers"] == {"git": {"command": "git"}, "memdesk": {"command": "m"}}
    for kept in ("// mine\r\n", "// last", "/* servers */", '"git": {"command": "git"}'):
        assert kept in changed
    assert "\n" not in changed.replace("\r\n", "")
    assert drop(changed, ("mcpServers", "memdesk")) == text


def test_items_of_lists() -> None:
    text = '{"hooks": {"Stop": [{"mine": 1}]}}'
    changed = append(text, ("hooks", "Stop"), {"ours": 1})
    changed = append(changed, ("hooks", "Start"), {"ours": 2})
    assert load(changed) == {"hooks": {"Stop": [{"mine": 1}, {"ours": 1}], "Start": [{"ours": 2}]}}
    for event in ("Stop", "Start"):
        changed = drop_items(changed, ("hooks", event), lambda item: "ours" in item)
    assert changed == text


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1", '{"a" 1}', '{"a": }', '{"a": 1} x', "{'a': 1}", '{"a": tru}', '{"a": "\n"}', "[" * 5000, "/* {}"],
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        load(text)


@pytest.mark.parametrize("text", ["[]", '{"mcpServers": []}', '{"mcpServers": {}, "mcpServers": {}}', "1"])
def test_what_has_another_shape_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        put(text, ("mcpServers", "memdesk"), {})
