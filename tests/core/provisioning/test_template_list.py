"""The templates as people choose among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cities import code, make_host, ok


@pytest.mark.parametrize(("locale", "title"), [("zh-CN", "Cherry 小助手"), ("en-GB", "Cherry Assistant")])
def test_templates_are_named_in_the_language_that_was_asked_for(tmp_path: Path, locale: str, title: str) -> None:
    host = make_host(tmp_path / "city")
    found = ok(host, "list_templates", power="city", locale=locale)["templates"]
    assert found[0] == {"name": "blank", "title": None, "description": None}
    named = {item["name"]: item for item in found}
    assert named["cherry-assistant"]["title"] == title
    assert all(item["description"] for item in found[1:])
    assert not (tmp_path / "city").exists()


def test_every_listed_template_makes_an_agent(tmp_path: Path) -> None:
    host = make_host(tmp_path / "city", "kim")
    for item in ok(host, "list_templates", power="city")["templates"]:
        agent = f"a-{item['name']}"
        ok(host, "add_agent", power="city", agent_id=agent, template=item["name"], locale="en-US")
        assert (tmp_path / "city/agents" / agent / "SOUL.md").exists() is (item["name"] != "blank")
    assert code(host, "list_templates", power="city", agent="kim", caller="agent") == "access_denied"
