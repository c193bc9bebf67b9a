"""Each action gives the window and the command line the same data, down to the last field."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from cities import make_host, ok
from commands import Command
from memdesk import ActionRequest, ActionResult
from memdesk.host.table import all_actions
from memdesk.storage.capture_jobs import job_id_of
from memdesk_desktop.bridge import HostBridge

PAGE = "city/wiki/release-window"
JOB = job_id_of("s-1", "t-1")
VOLATILE = {
    "revision",
    "evidence_id",
    "undo_id",
    "updated_at",
    "seconds",
    "evidence_ids",
    "observed_at",
    "at",
    "captured_at",
    "ts",
}


def payloads(first: str, undo_id: str) -> dict[tuple[str, str], dict[str, Any]]:
    """A call of every action that a window or a command may make."""
    return {
        ("memory", "status"): {},
        ("memory", "list"): {"include_evidence": True, "sort": "title"},
        ("memory", "search"): {"query": "release 发布", "include_evidence": True, "explain": True},
        ("memory", "read"): {"memory_id": PAGE},
        ("memory", "remember"): {"content": "Hotfixes any time.", "target": "city", "topic": "hotfix"},
        ("memory", "digest"): {"session_id": "s-1", "transcript": "User: remember that Friday is frozen."},
        ("memory", "revise"): {"memory_id": PAGE, "content": "Thursday 发布.", "instruction": "moved"},
        ("memory", "forget"): {"memory_id": "city/wiki/to-forget"},
        ("memory_admin", "history"): {"memory_id": PAGE},
        ("memory_admin", "read_revision"): {"memory_id": PAGE, "revision": first},
        ("memory_admin", "diff"): {"memory_id": PAGE},
        ("memory_admin", "restore"): {"memory_id": PAGE, "revision": first},
        ("memory_admin", "move"): {"memory_id": "city/wiki/to-move", "to_scope": "kim"},
        ("memory_admin", "trash"): {},
        ("memory_admin", "undo_forget"): {"undo_id": undo_id},
        ("memory_admin", "purge"): {"memory_id": "city/wiki/to-forget"},
        ("memory_admin", "pin"): {"memory_id": PAGE},
        ("memory_admin", "unpin"): {"memory_id": PAGE},
        ("memory_admin", "activity"): {},
        ("memory_admin", "verify"): {},
        ("memory_admin", "reindex"): {},
        ("city", "list_agents"): {},
        ("city", "list_workspaces"): {},
        ("file_memory", "update"): {"content": "- Uses fish.\n"},
        ("memory_admin", "overview"): {},
        ("memory_admin", "drafts"): {},
        ("file_memory", "search"): {"query": "x"},
        ("context", "prompt"): {},
        ("context", "turn_begin"): {"session": "s-1", "turn_id": "t-2", "text": "When is the release window?"},
        ("context", "turn_finish"): {"session": "s-1", "turn_id": "t-3", "user": "When?", "outcome": "success"},
        ("context", "capture_list"): {},
        ("context", "capture_run"): {},
        ("context", "capture_approve"): {"job_id": JOB},
        ("context", "capture_dismiss"): {"job_id": JOB},
        ("context", "capture_pause"): {"paused": True},
    }


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[tuple[str, str], dict[str, Any]]]:
    """A City in which every action has something to do."""
    root = tmp_path_factory.mktemp("same") / "master"
    host = make_host(root, "kim", "lee")
    made = ok(host, "remember", agent="kim", content="Tuesday 发布.", target="city", topic="Release window")
    ok(host, "revise", agent="kim", memory_id=PAGE, content="Wednesday 发布.")
    for topic in ("to forget", "to move", "gone"):
        ok(host, "remember", agent="kim", content=f"About {topic}.", target="city", topic=topic)
    undo_id = ok(host, "forget", agent="kim", memory_id="city/wiki/gone")["undo_id"]
    turn = {"session": "s-1", "turn_id": "t-1", "user": "My timezone is CET.", "outcome": "success"}
    ok(host, "turn_finish", power="context", agent="kim", **turn)
    host.city.close()
    return root, payloads(made["revision"], undo_id)


def test_every_action_is_compared(master: tuple[Path, dict[tuple[str, str], dict[str, Any]]]) -> None:
    told = {(spec.power, spec.name) for spec in all_actions()}
    by_other_commands = {("city", name) for name in ("add_agent", "remove_agent", "add_workspace", "remove_workspace")}
    by_other_commands |= {("city", "product_info"), ("city", "list_clients"), ("city", "connect")}
    by_other_commands |= {("memory_admin", "import"), ("memory_admin", "export"), ("city", "restore_backup")}
    by_other_commands |= {("city", name) for name in ("backup", "list_backups", "set_backup")}
    # What is kept while somebody types, and what a message would recall, is asked by windows alone; a line of the
    # journal is named after the moment it came.
    of_windows = {("memory_admin", "save_draft"), ("memory_admin", "discard_draft"), ("context", "recall_preview")}
    # So are an agent's own files, the days of its journal, and where a file lies.
    of_windows |= {("memory_admin", name) for name in ("persona", "persona_revision", "revise_persona", "journal")}
    of_windows |= {("memory_admin", "recognise"), ("memory_admin", "locate"), ("city", "list_templates")}
    assert set(master[1]) | by_other_commands | of_windows | {("file_memory", "append")} >= told


def settled(value: Any) -> Any:
    """A result without what differs by nature between two runs: new ids, hashes and times."""
    if isinstance(value, dict):
        return {key: "…" if key in VOLATILE and item is not None else settled(item) for key, item in value.items()}
    return [settled(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("power", "action"), payloads("", ""))
def test_window_and_command_line_give_the_same_data(
    power: str,
    action: str,
    master: tuple[Path, dict[tuple[str, str], dict[str, Any]]],
    memdesk: Command,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    origin, calls = master
    payload = calls[(power, action)]
    mutating = {(spec.power, spec.name) for spec in all_actions() if spec.mutates}
    where = tmp_path / "work" / "city"
    shutil.copytree(origin, where)
    answers = [through_the_window(qtbot, where, power, action, payload)]
    # The same place, since some answers name it.
    shutil.rmtree(where.parent)
    shutil.copytree(origin, where)
    answers.append(through_the_command(memdesk, where, power, action, payload))
    if (power, action) in mutating or action == "reindex":
        answers = [settled(answer) for answer in answers]
    assert answers[0]["success"] is True, answers[0]
    assert answers[0] == answers[1]


def through_the_window(qtbot: QtBot, root: Path, power: str, action: str, payload: dict[str, Any]) -> dict[str, Any]:
    host = make_host(root)
    bridge = HostBridge(host)
    got: list[ActionResult] = []
    bridge.submit(ActionRequest(agent_id="kim", power=power, action=action, payload=payload), on_done=got.append)
    try:
        qtbot.waitUntil(lambda: bool(got), timeout=20_000)
    finally:
        bridge.shutdown()
        host.city.close()
    return got[0].to_json_dict()


def through_the_command(
    memdesk: Command, root: Path, power: str, action: str, payload: dict[str, Any]
) -> dict[str, Any]:
    if power == "city":
        kind = action.removeprefix("list_").removesuffix("s")
        return dict(memdesk(kind, "list", "--json", "--root", str(root)).json)
    if power == "context":
        return through_its_command(memdesk, root, action, dict(payload))
    command = {"memory": "memory", "file_memory": "tool"}.get(power, "admin")
    arguments = ("--agent", "kim", "--json", "--root", str(root), "--input", json.dumps(payload))
    return dict(memdesk(command, action, *arguments).json)


def through_its_command(memdesk: Command, root: Path, action: str, payload: dict[str, Any]) -> dict[str, Any]:
    """The actions of context have commands of their own: ``turn begin``, ``capture run``, ``prompt``."""
    words = action.split("_")
    for key, option in (("session", "--session"), ("turn_id", "--turn"), ("job_id", "--job")):
        if key in payload:
            words += [option, payload.pop(key)]
    given = [] if action == "prompt" else ["--input", json.dumps(payload)]
    return dict(memdesk(*words, "--agent", "kim", "--json", "--root", str(root), *given).json)
