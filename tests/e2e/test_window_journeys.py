"""Several tasks of people in one sitting, from outside: some by keyboard alone, some with the mouse as well."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from window_process import RING, Window, call, needs_a_screen, until, write

from commands import Command

pytestmark = needs_a_screen


def test_revisions_changes_language_and_a_chinese_title_by_keyboard(
    start: Callable[..., Window], filled: Command
) -> None:
    for content in ("The canary ring comes first, for ten minutes.", "The canary ring comes first, for an hour."):
        call(filled, "memory", "revise", "kim", memory_id=RING, content=content)
    window = start("kim")
    window.shows(view="list", total=1, busy=False)

    # Compare two revisions that do not follow each other.
    window.keys("Home", "Return")
    window.shows(view="detail", memory_id=RING, busy=False)
    window.keys("ctrl+h", "Tab", "Return")
    window.shows(comparing=True, busy=False)
    until(lambda: "an hour" in window.state()["diff"] and "ten minutes" in window.state()["diff"], window.state)
    window.tab_to("Compare from revision", "shift+Tab")
    window.keys("End")
    until(lambda: "Every release" in window.state()["diff"], window.state)
    state = window.shows(comparing=True, busy=False)
    assert "ten minutes" not in state["diff"]
    assert "an hour" in state["diff"]
    window.picture("compared")
    window.keys("Escape", "Escape")
    window.shows(view="list", busy=False)

    # From what was done to what it changed.
    window.keys("ctrl+shift+a")
    window.shows(view="activity", focus="ActivityList", busy=False)
    window.keys("Home", "Return")
    window.shows(view="detail", memory_id=RING, comparing=True, busy=False)
    until(lambda: "an hour" in window.state()["diff"], window.state)
    window.picture("change-of-activity")

    # Another language, there and back.
    window.keys("ctrl+k")
    window.type("preferences")
    until(lambda: "Preferences" in window.state()["palette"], window.state)
    window.keys("Return")
    window.shows(view="preferences", focus_name="Language", busy=False)
    window.keys("End")
    window.shows(language="zh_CN")
    assert window.state()["focus_name"] == "语言"
    window.picture("language")

    # A memory with a Chinese title, written while the window speaks Chinese.
    window.keys("ctrl+1", "ctrl+2", "ctrl+n")
    window.shows(view="new", scope="kim", busy=False)
    window.type("发布前先看金丝雀。")
    until(lambda: window.state()["new"] == "发布前先看金丝雀。", window.state)
    window.tab_to("主题", "shift+Tab")
    window.type("发布流程")
    window.picture("chinese")
    window.keys("ctrl+s")
    window.shows(view="detail", memory_id="agent/kim/wiki/发布流程", busy=False)
    found = call(filled, "memory", "read", "kim", memory_id="agent/kim/wiki/发布流程")["memory"]
    assert (found["title"], found["content"].strip()) == ("发布流程", "发布前先看金丝雀。")
    assert window.close() == 0


def test_filters_evidence_and_a_link_with_the_mouse(start: Callable[..., Window], filled: Command, root: Path) -> None:
    write(root, "kim", {"Tea kitchen": "Tea is in the left cupboard. See <https://example.org/tea>."})
    call(filled, "memory", "revise", "kim", memory_id="agent/kim/wiki/tea-kitchen", tags=["office"])
    window = start("kim")
    window.shows(view="list", total=2, busy=False)

    # By tag, then by day: what is from today stays, and clearing brings all back.
    window.press("More filters")
    window.shows(popup=True)
    window.type("off")
    window.keys("Tab", "space")
    window.shows(tags=["office"], total=1, busy=False)
    window.picture("by-tag")
    window.tab_to("Observed")
    window.keys("Down")
    window.shows(period="today", total=1, busy=False)
    window.press("Done")
    window.shows(popup=False)
    window.picture("by-day")

    # Read what the memory rests on.
    window.click(600, 200)
    window.shows(view="detail", memory_id="agent/kim/wiki/tea-kitchen", busy=False)
    name = next(name for name in window.state()["places"] if name.startswith("Tea is in the left cupboard."))
    window.press(name)
    until(lambda: any("left cupboard" in text for text in window.state()["evidence"]), window.state)
    window.picture("evidence")

    # A link opens only after the address was shown and agreed to; here it is not.
    window.keys("Home", "Tab", "Return")
    window.shows(link=True)
    assert "https://example.org/tea" in window.state()["link_asks"]
    window.picture("link-asks")
    window.press("Cancel")
    window.shows(link=False, view="detail")
    assert window.close() == 0
