"""Writes ``roots/<version>``: a City as the present release leaves it, for later releases to open.

An argument names another folder, for a form of the files that came between two releases.
"""

from __future__ import annotations

import json
import shutil
import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from cities import make_host, ok, page


def main() -> None:
    """Make the City of this version; what must be found in it stands in ``expected.json``."""
    root = Path(__file__).parent / "roots" / (sys.argv[1] if len(sys.argv) > 1 else metadata.version("memdesk"))
    shutil.rmtree(root, ignore_errors=True)
    host = make_host(root, "kim", "lee")
    ok(host, "remember", agent="kim", content="Two people at night.", target="agent", topic="roster", tags=["night"])
    ok(
        host,
        "revise",
        agent="kim",
        memory_id="agent/kim/wiki/roster",
        content="Three people at night.\n",
        evidence="So said Kim.",
    )
    ok(host, "remember", agent="lee", content="Deploys are on Tuesdays.", target="city", topic="发布流程")
    ok(host, "remember", agent="kim", content="This was forgotten.", target="agent", topic="old")
    ok(host, "revise", agent="kim", memory_id="agent/kim/fact", content="Prefers short answers.\n")
    ok(host, "digest", agent="kim", session_id="s1", transcript="User: Remember that tea is at four.")
    ok(host, "pin", power="memory_admin", agent="kim", memory_id="agent/kim/wiki/roster")
    undo_id = ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/old")["undo_id"]
    page(root, "agents/kim/memory/JOURNAL.jsonl", '{"ts":"2026-01-05T09:00:00Z","tags":[],"text":"An event."}\n')
    page(root, "agents/kim/memory/wiki/by-hand.md", "---\ntitle: By hand # kept\n---\n\nWritten by hand.\n")
    expected = {
        "ids": {
            agent: sorted(item["memory_id"] for item in ok(host, "list", agent=agent, include_evidence=True)["items"])
            for agent in ("kim", "lee")
        },
        "revisions": {
            memory_id: [
                entry["revision"]
                for entry in ok(host, "history", power="memory_admin", agent="kim", memory_id=memory_id)["revisions"]
            ]
            for memory_id in ("agent/kim/wiki/roster", "agent/kim/fact")
        },
        "pinned": "agent/kim/wiki/roster",
        "undo_id": undo_id,
    }
    host.city.close()
    page(root, "expected.json", json.dumps(expected, indent=1, ensure_ascii=False) + "\n")
    shutil.rmtree(root / ".memdesk" / "cache")
    shutil.rmtree(root / ".memdesk" / "state" / "locks")


if __name__ == "__main__":
    main()
