"""What one process does to a memory shows in the very next search of every other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cities import make_host, ok, page
from memdesk.provider import sync

HERE = Path(__file__).parents[1]
_OTHER = """
import json, sys
from pathlib import Path
from cities import make_host, run
from memdesk.provider import sync
sync._LARGE = int(sys.argv[2])
host = make_host(Path(sys.argv[1]))
for line in sys.stdin:
    agent, query = json.loads(line)
    found = run(host, "search", agent=agent, query=query, include_evidence=True)
    ids = [item["memory_id"] for item in found.data["items"]] if found.success else found.error.code
    print(json.dumps(ids), flush=True)
host.city.close()
"""


class Others:
    """Two processes that have searched before and stay."""

    def __init__(self, root: Path, large: int) -> None:
        command = [sys.executable, "-c", _OTHER, str(root), str(large)]
        path = f"{HERE.parent / 'core'}:{HERE}"
        self.processes = [
            subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": path}
            )
            for _ in range(2)
        ]

    def find(self, query: str, agent: str = "kim") -> object:
        """What both find, which must be the same."""
        answers = []
        for process in self.processes:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps([agent, query]) + "\n")
            process.stdin.flush()
            answers.append(json.loads(process.stdout.readline()))
        assert answers[0] == answers[1]
        return answers[0]

    def close(self) -> None:
        """End them."""
        for process in self.processes:
            process.communicate()
            assert process.returncode == 0


@pytest.fixture
def others_of() -> Iterator[Callable[[Path, int], Others]]:
    """Makes them, and ends them whatever happens."""
    made: list[Others] = []

    def make(root: Path, large: int) -> Others:
        made.append(Others(root, large))
        return made[-1]

    yield make
    for others in made:
        others.close()


@pytest.mark.skipif(sys.platform == "win32", reason="paths are joined by colons")
@pytest.mark.parametrize("large", [4000, 5])
def test_every_process_finds_what_is_so_now(
    tmp_path: Path, large: int, monkeypatch: pytest.MonkeyPatch, others_of: Callable[[Path, int], Others]
) -> None:
    monkeypatch.setattr(sync, "_LARGE", large)
    root = tmp_path / "city"
    host = make_host(root, "kim", "lee")
    for number in range(8):
        page(root, f"powers/memory/wiki/n{number}.md", f"Note {number}.")
    ok(host, "remember", agent="lee", content="A tapir walks.", target="agent", topic="walks")
    others = others_of(root, large)
    assert others.find("tapir", "lee")
    made = ok(host, "remember", agent="kim", content="The zebra sleeps.", target="city", topic="night")
    memory_id = made["memory_id"]
    assert memory_id in others.find("zebra")
    assert memory_id in others.find("zebra", "lee")
    read = ok(host, "read", agent="kim", memory_id=memory_id)["memory"]
    revision = read["revision"]
    ok(host, "revise", agent="kim", memory_id=memory_id, content="The okapi sleeps.\n", expected_revision=revision)
    assert memory_id not in others.find("zebra")
    assert others.find("okapi") == [memory_id]
    done = ok(host, "forget", agent="kim", memory_id=memory_id)
    assert others.find("okapi") == []
    assert others.find("zebra") == []
    ok(host, "undo_forget", power="memory_admin", agent="kim", undo_id=done["undo_id"])
    assert others.find("okapi", "lee") == [memory_id]
    moved = ok(host, "move", power="memory_admin", agent="kim", memory_id=memory_id, to_scope="kim")["memory_id"]
    assert others.find("okapi") == [moved]
    assert others.find("okapi", "lee") == []
    ok(host, "purge", power="memory_admin", agent="kim", memory_id=moved)
    assert others.find("okapi") == []
    assert others.find("zebra") == []
    ok(host, "remove_agent", power="city", agent_id="lee")
    assert others.find("tapir", "lee") == "not_found"
    assert others.find("tapir") == []
    host.city.close()
