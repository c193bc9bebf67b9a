"""The real command, from the outside."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from commands import Command
from memdesk import ActionHost, ActionRequest, City, MemoryPower
from memdesk.host.table import all_actions


@pytest.fixture
def city(memdesk: Command, tmp_path: Path) -> None:
    """A City with two agents and a workspace, made by the command."""
    folder = tmp_path / "web"
    folder.mkdir()
    for arguments in (
        ("agent", "add", "kim", "--name", "Kim"),
        ("agent", "add", "lee"),
        ("workspace", "add", "web", str(folder)),
    ):
        assert memdesk(*arguments).status == 0


def act(memdesk: Command, *arguments: str, **payload: Any) -> Any:
    done = memdesk("memory", *arguments, "--agent", "kim", "--json", "--input", json.dumps(payload))
    assert done.status == 0, done.out + done.err
    assert done.json["success"] is True
    return done.json["data"]


@pytest.mark.usefixtures("city")
def test_the_main_job_on_the_command_line(memdesk: Command) -> None:
    made = act(
        memdesk, "remember", "--workspace", "web", content="统一使用 pnpm。", target="current_workspace", topic="规范"
    )
    assert made["memory_id"] == "city/wiki/规范"
    assert act(memdesk, "search", query="pnpm")["items"][0]["memory_id"] == made["memory_id"]
    revised = act(
        memdesk, "revise", memory_id=made["memory_id"], content="统一使用 npm。", expected_revision=made["revision"]
    )
    assert act(memdesk, "read", memory_id=made["memory_id"])["memory"]["revision"] == revised["revision"]
    undo_id = act(memdesk, "forget", memory_id=made["memory_id"])["undo_id"]
    assert act(memdesk, "list")["total"] == 0
    done = memdesk("admin", "undo_forget", "--agent", "kim", "--input", json.dumps({"undo_id": undo_id}), "--json")
    assert done.json["data"]["memory_id"] == made["memory_id"]
    assert act(memdesk, "list")["total"] == 1


@pytest.mark.usefixtures("city")
def test_the_command_line_and_the_host_answer_the_same(memdesk: Command, root: Path) -> None:
    act(
        memdesk,
        "remember",
        content="Releases go out on Tuesday.",
        target="city",
        topic="release window",
        tags=["release"],
    )
    memory_id = "city/wiki/release-window"
    act(memdesk, "revise", memory_id=memory_id, content="Releases go out on Thursday.")
    host = ActionHost(City(root, powers=[MemoryPower(platform_root_path=root)]))
    same = [
        ("memory", "status", {}),
        ("memory", "list", {"include_evidence": True}),
        ("memory", "search", {"query": "release", "explain": True}),
        ("memory", "read", {"memory_id": memory_id}),
        ("memory_admin", "history", {"memory_id": memory_id}),
        ("memory_admin", "diff", {"memory_id": memory_id}),
        ("memory_admin", "trash", {}),
        ("memory_admin", "activity", {}),
        ("memory_admin", "verify", {}),
    ]
    for power, action, payload in same:
        command = "memory" if power == "memory" else "admin"
        done = memdesk(command, action, "--agent", "kim", "--json", "--input", json.dumps(payload))
        expected = host.run(ActionRequest(agent_id="kim", power=power, action=action, payload=payload)).to_json_dict()
        assert done.json == expected, action
    host.city.close()


@pytest.mark.usefixtures("city")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("memory", "erase", "--agent", "kim"), "invalid_input"),
        (("memory", "list", "--agent", "kim", "--input", '{"colour": 1}'), "invalid_input"),
        (("memory", "list", "--agent", "kim", "--input", "{"), "invalid_input"),
        (("memory", "list", "--agent", "kim", "--input", "[]"), "invalid_input"),
        (("memory", "list", "--agent", "kim", "--input-file", "/nonexistent"), "invalid_input"),
        (("memory", "list", "--agent", "ghost"), "not_found"),
        (("memory", "list", "--agent", "../x"), "invalid_input"),
        (("memory", "list", "--agent", "kim", "--workspace", "none"), "not_found"),
        (("memory", "read", "--agent", "kim", "--input", '{"memory_id": "x"}'), "invalid_memory_id"),
        (("memory", "read", "--agent", "kim", "--input", '{"memory_id": "agent/lee/fact"}'), "access_denied"),
        (("memory", "search", "--agent", "kim", "--input", '{"query": " "}'), "invalid_input"),
        (("memory", "forget", "--agent", "kim", "--input", '{"memory_id": "city/wiki/none"}'), "not_found"),
        (("memory", "remember", "--agent", "kim", "--input", '{"content": "", "target": "agent"}'), "invalid_input"),
        (("memory", "remember", "--agent", "kim", "--input", '{"content": "x"}'), "invalid_input"),
        (("admin", "purge_all", "--agent", "kim"), "invalid_input"),
        (("agent", "add", "Kim"), "invalid_input"),
        (("agent", "add", "kim"), "conflict"),
        (("agent", "remove", "ghost"), "not_found"),
        (("workspace", "add", "x", "/nonexistent"), "invalid_input"),
    ],
)
def test_what_goes_wrong_has_a_code_a_sentence_and_status_one(
    memdesk: Command, arguments: tuple[str, ...], code: str
) -> None:
    done = memdesk(*arguments, "--json")
    assert done.status == 1, done.out
    assert done.json["success"] is False
    assert done.json["error"]["code"] == code
    assert done.json["error"]["message"]
    plain = memdesk(*arguments)
    assert plain.status == 1
    assert plain.err.startswith(f"error ({code}): ")
    assert plain.out == ""
    assert "Traceback" not in plain.err


@pytest.mark.parametrize(
    "arguments", [("memory",), ("nonsense",), ("agent",), ("agent", "add"), ("memory", "list", "--nope")]
)
def test_wrong_usage_is_status_two(memdesk: Command, arguments: tuple[str, ...]) -> None:
    done = memdesk(*arguments)
    assert done.status == 2
    assert "usage: memdesk" in done.err


def test_large_content_from_standard_input_and_from_a_file(memdesk: Command, tmp_path: Path) -> None:
    memdesk("agent", "add", "kim")
    payload = json.dumps({"content": "x" * 6_000_000, "target": "agent"})
    done = memdesk("memory", "remember", "--agent", "kim", "--json", "--input", "-", stdin=payload)
    assert (done.status, done.json["error"]["code"]) == (1, "too_large")
    file = tmp_path / "input.json"
    file.write_text(json.dumps({"content": "fine", "target": "agent", "topic": "from a file"}), encoding="utf-8-sig")
    done = memdesk("memory", "remember", "--agent", "kim", "--json", "--input-file", str(file))
    assert done.json["data"]["memory_id"] == "agent/kim/wiki/from-a-file"
    done = memdesk("memory", "list", "--agent", "kim", "--json", "--input", "-", stdin=b"\xff\xfe")
    assert (done.status, done.json["error"]["code"]) == (1, "invalid_input")


def test_roots_that_cannot_be_used(memdesk: Command, root: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("kept")
    for action in ("list", "remember"):
        done = memdesk("memory", action, "--root", str(file), "--json", "--input", '{"content":"x","target":"agent"}')
        assert (done.status, done.json["error"]["code"]) == (1, "storage_unavailable")
    assert file.read_text() == "kept"
    missing = memdesk("memory", "list", "--json")
    assert (missing.status, missing.json["error"]["code"]) == (1, "storage_unavailable")
    assert not root.exists()


def test_the_plain_text_reads_well(memdesk: Command) -> None:
    assert memdesk("agent", "list").status == 0
    memdesk("agent", "add", "kim")
    assert memdesk("agent", "list").out == "kim  kim\n"
    assert memdesk("workspace", "list").out == "No workspace is registered.\n"
    assert memdesk("memory", "list", "--agent", "kim").out == "Nothing is remembered here.\n"
    memdesk(
        "memory", "remember", "--input", json.dumps({"content": "发布前冻结翻译。", "target": "agent", "topic": "冻结"})
    )
    listed = memdesk("memory", "list").out
    assert "冻结" in listed
    assert "agent/kim/wiki/冻结" in listed
    assert listed.endswith("1 of 1\n")
    assert "发布前冻结翻译。" in memdesk("memory", "read", "--input", '{"memory_id": "agent/kim/wiki/冻结"}').out
    assert memdesk("memory", "search", "--input", '{"query": "nothing like it"}').out == "Nothing found.\n"
    assert "发布" in memdesk("memory", "search", "--input", '{"query": "发布"}').out
    assert "kim (person)" in memdesk("admin", "history", "--input", '{"memory_id": "agent/kim/wiki/冻结"}').out
    assert memdesk("admin", "trash").out == "The trash is empty.\n"
    assert "memory remember" in memdesk("admin", "activity").out
    assert "0 problems" in memdesk("doctor").out
    assert "records: 2" in memdesk("reindex").out
    assert "ready" in memdesk("memory", "status").out


def test_help_lists_every_action_with_its_fields(memdesk: Command) -> None:
    for command, power in (("memory", "memory"), ("admin", "memory_admin")):
        text = memdesk(command, "--help").out
        for spec in all_actions():
            if spec.power == power:
                assert f"  {spec.name}" in text
                assert spec.summary in text
                for field in spec.payload.model_fields:
                    assert field in text
    main = memdesk("--help").out
    for word in ("open", "agent", "workspace", "memory", "admin", "doctor", "reindex", "--root", "--json"):
        assert word in main
    assert memdesk("--version").out.startswith("memdesk ")


def test_options_may_stand_before_or_after_the_command(memdesk: Command, root: Path) -> None:
    memdesk("agent", "add", "kim")
    for arguments in (
        ("--root", str(root), "--json", "agent", "list"),
        ("agent", "list", "--json", "--root", str(root)),
    ):
        assert [
            item["agent_id"] for item in memdesk(*arguments, env={"MEMDESK_ROOT": "/nowhere"}).json["data"]["agents"]
        ] == ["kim"]


def test_a_title_with_a_terminal_escape_is_not_obeyed(memdesk: Command) -> None:
    memdesk("agent", "add", "kim")
    payload = {"content": "red \x1b[31m text", "target": "agent", "topic": "esc \x1b]0;title\x07"}
    memdesk("memory", "remember", "--input", json.dumps(payload))
    for arguments in (("memory", "list"), ("memory", "search", "--input", '{"query": "red"}')):
        assert "\x1b" not in memdesk(*arguments).out


def make_read_only(path: Path) -> None:
    subprocess.run(["mount", "--bind", str(path), str(path)], check=True, capture_output=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", str(path)], check=True, capture_output=True)


def can_mount(tmp_path: Path) -> bool:
    probe = tmp_path / "probe"
    probe.mkdir(exist_ok=True)
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(probe)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    subprocess.run(["umount", str(probe)], check=False)
    return True


def test_a_read_only_root_is_read_and_not_written(memdesk: Command, root: Path, tmp_path: Path) -> None:
    memdesk("agent", "add", "kim")
    memdesk("memory", "remember", "--input", '{"content": "kept", "target": "agent"}')
    mounted = os.geteuid() == 0
    if mounted:
        if not can_mount(tmp_path):
            pytest.skip("this machine does not let a test mount")
        make_read_only(root)
    else:
        for folder in (root, *root.rglob("*")):
            folder.chmod(0o500 if folder.is_dir() else 0o400)
    try:
        done = memdesk("memory", "search", "--json", "--input", '{"query": "kept"}')
        assert done.status == 0, done.out + done.err
        assert done.json["data"]["items"][0]["memory_id"] == "agent/kim/wiki/inbox"
        written = memdesk("memory", "remember", "--json", "--input", '{"content": "new", "target": "agent"}')
        assert (written.status, written.json["error"]["code"]) == (1, "storage_unavailable")
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(root)], check=True)
        else:
            for folder in (root, *root.rglob("*")):
                folder.chmod(0o700)
    assert memdesk("memory", "list", "--json").json["data"]["total"] == 1


def test_a_full_disk_loses_nothing(memdesk: Command, root: Path, tmp_path: Path) -> None:
    if os.geteuid() != 0 or not can_mount(tmp_path):
        pytest.skip("this machine does not let a test mount a small disk")
    root.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(root)], check=True)
    try:
        memdesk("agent", "add", "kim")
        first = memdesk("memory", "remember", "--json", "--input", '{"content": "kept", "target": "agent"}').json[
            "data"
        ]
        payload = json.dumps({"content": "x" * 4_000_000, "target": "agent"})
        done = memdesk("memory", "remember", "--json", "--input", "-", stdin=payload)
        assert (done.status, done.json["error"]["code"]) == (1, "storage_unavailable")
        assert "full" in done.json["error"]["message"]
        memory = memdesk("memory", "read", "--json", "--input", json.dumps({"memory_id": first["memory_id"]})).json[
            "data"
        ]
        assert memory["memory"]["revision"] == first["revision"]
        assert not list(root.rglob("*.tmp"))
    finally:
        subprocess.run(["umount", "-l", str(root)], check=True)


@pytest.mark.parametrize("size", ["0x0", "x", "10", "²x5", "9999999x10", "-5x5", "10x99999999999999999999"])
def test_a_size_that_no_picture_has_is_wrong_usage(memdesk: Command, tmp_path: Path, size: str) -> None:
    picture = tmp_path / "picture.png"
    done = memdesk("open", "--screenshot", str(picture), f"--size={size}")
    assert done.status == 2
    assert "WIDTHxHEIGHT" in done.err
    assert not picture.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("memory", "list", "--json", "--root", "~no-such-person-here/x"),
        ("workspace", "add", "w", "~no-such-person-here/x", "--json"),
        ("workspace", "add", "w", "x" * 4096, "--json"),
    ],
)
def test_a_path_that_is_none_is_a_result(memdesk: Command, arguments: tuple[str, ...]) -> None:
    done = memdesk(*arguments)
    assert (done.status, done.json["error"]["code"]) == (1, "invalid_input")
    assert "Traceback" not in done.err


def test_a_window_on_a_path_that_is_none_says_so(memdesk: Command) -> None:
    done = memdesk("open", "--root", "~no-such-person-here/x")
    assert done.status == 1
    assert done.err.startswith("error (invalid_input)")


@pytest.mark.parametrize(
    ("place", "error"),
    [
        (("--scope", "nobody"), "error (not_found): There is no scope 'nobody'. There are: shared, kim."),
        (("--memory", "agent/nobody/wiki/x"), "error (not_found): There is no scope 'nobody'."),
        (("--memory", "x.md"), "error (invalid_memory_id)"),
        (("--scope", "kim", "--memory", ""), "error (invalid_memory_id)"),
    ],
)
def test_a_window_at_no_place_says_so(memdesk: Command, tmp_path: Path, place: tuple[str, ...], error: str) -> None:
    memdesk("agent", "add", "kim")
    picture = tmp_path / "picture.png"
    done = memdesk("open", "--screenshot", str(picture), *place)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(error)
    assert not picture.exists()
