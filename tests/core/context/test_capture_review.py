"""The worker and the review: what becomes of captures."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from turn_steps import begin, context, finish

from cities import code, make_host, ok, page
from memdesk import ActionHost

CORE = str(Path(__file__).parents[3] / "core")


def read(host: ActionHost, memory_id: str) -> dict[str, object]:
    return dict(ok(host, "read", agent="kim", memory_id=memory_id)["memory"])


def test_what_was_stated_outright_becomes_memory_with_its_evidence(host: ActionHost) -> None:
    finish(host, "Remember that the staging port is 7100. I prefer short answers.", "Noted.")
    ran = context(host, "capture_run")
    assert (ran["done"], ran["review"], ran["failed"], ran["remaining"]) == (1, 0, 0, 0)
    (job,) = ran["items"]
    assert job["state"] == "done"
    assert job["memory_ids"] == ["agent/kim/wiki/staging-port", "agent/kim/wiki/user-preferences"]
    assert (job["user"], job["assistant"], job["proposals"]) == ("", "", [])
    evidence = read(host, job["evidence_id"])
    assert evidence["content"].startswith("User: Remember that the staging port is 7100.")
    fact = read(host, job["memory_ids"][0])
    assert (fact["memory_type"], fact["content"]) == ("fact", "The staging port is 7100.\n")
    assert fact["evidence_count"] == 1
    assert context(host, "capture_list")["total"] == 0
    assert context(host, "capture_list", states=["done"])["items"] == [job]
    assert ok(host, "status", agent="kim")["details"]["capture_jobs"] == {
        "pending": 0,
        "review": 0,
        "done": 1,
        "dismissed": 0,
        "failed": 0,
    }


def test_each_job_is_done_once(host: ActionHost) -> None:
    finish(host, "Remember that the staging port is 7100.")
    first = context(host, "capture_run")["items"]
    assert context(host, "capture_run")["items"] == []
    job_id = first[0]["job_id"]
    assert context(host, "capture_run", job_id=job_id)["items"] == []
    assert finish(host, "Something else?")["job_id"] == job_id
    assert context(host, "capture_list")["total"] == 0
    assert read(host, "agent/kim/wiki/staging-port")["evidence_count"] == 1


def test_a_page_that_is_there_is_joined(host: ActionHost) -> None:
    given = {"agent": "kim", "target": "agent", "topic": "package manager", "memory_type": "decision"}
    ok(host, "remember", content="The package manager is pnpm.", **given)
    finish(host, "We decided that the package manager caches in CI.")
    (job,) = context(host, "capture_run")["items"]
    assert job["memory_ids"] == ["agent/kim/wiki/package-manager"]
    content = read(host, job["memory_ids"][0])["content"]
    assert "The package manager is pnpm." in content
    assert "caches in CI" in content


def test_a_correction_supersedes_what_it_corrects_and_says_so(host: ActionHost, root: Path) -> None:
    page(
        root,
        "agents/kim/memory/wiki/gateway.md",
        '---\ntitle: "Gateway"\nmemory_type: "fact"\n---\n\nThe staging gateway listens on 7000.\n',
    )
    finish(host, "Correction: the staging gateway port is 7100, not 7000.")
    (job,) = context(host, "capture_run")["items"]
    memory = read(host, job["memory_ids"][0])
    assert "7100" in str(memory["content"])
    assert "7000" not in str(memory["content"])
    old = read(host, "agent/kim/wiki/gateway")
    if memory["memory_id"] == old["memory_id"]:
        assert "Corrects: an earlier statement on this page" in str(memory["content"])
    else:
        assert job["corrected"] == [old["memory_id"]]
        assert old["superseded_by"] == memory["memory_id"]
    recall = begin(host, "Which port has the staging gateway?")["recall"]
    assert "7100" in recall
    assert "7000" not in recall


def test_the_rest_waits_for_review_and_is_approved_as_proposed(host: ActionHost) -> None:
    finish(host, "My timezone is Central European Time.", "Good to know.")
    assert context(host, "capture_run")["review"] == 1
    (job,) = context(host, "capture_list")["items"]
    assert job["state"] == "review"
    (proposal,) = job["proposals"]
    assert proposal["content"] == "My timezone is Central European Time."
    assert (proposal["memory_type"], proposal["topic"]) == ("fact", "timezone")
    assert ok(host, "list", agent="kim")["total"] == 0
    data = context(host, "capture_approve", job_id=job["job_id"])
    assert data["memory_ids"] == ["agent/kim/wiki/timezone"]
    assert data["job"]["state"] == "done"
    assert read(host, data["memory_ids"][0])["content"] == "My timezone is Central European Time.\n"
    assert code(host, "capture_approve", power="context", agent="kim", job_id=job["job_id"]) == "conflict"
    assert code(host, "capture_dismiss", power="context", agent="kim", job_id=job["job_id"]) == "conflict"


def test_a_person_edits_and_then_approves(host: ActionHost) -> None:
    job_id = finish(host, "Which port does the gateway use?", "It is 7100 since April.")["job_id"]
    context(host, "capture_run")
    items = [
        {"content": "The gateway uses port 7100 since April.", "memory_type": "fact", "topic": "gateway"},
        {"content": "Ask before changing ports.", "memory_type": "procedure"},
    ]
    data = context(host, "capture_approve", job_id=job_id, items=items, target="city")
    assert data["memory_ids"] == ["city/wiki/gateway", "city/wiki/rules"]
    assert read(host, "city/wiki/gateway")["memory_type"] == "fact"


def test_a_dismissed_capture_leaves_no_text(host: ActionHost, root: Path) -> None:
    job_id = finish(host, "My xylophone teacher is called Berta.")["job_id"]
    context(host, "capture_run")
    assert context(host, "capture_dismiss", job_id=job_id) == {"job_id": job_id, "also": []}
    assert not [path for path in root.rglob("*") if path.is_file() and b"xylophone" in path.read_bytes()]
    assert context(host, "capture_list", states=["dismissed"])["items"][0]["job_id"] == job_id
    assert finish(host, "My xylophone teacher is called Berta.")["job_id"] == job_id
    assert context(host, "capture_list")["total"] == 0


def test_always_skip_things_like_this(host: ActionHost, root: Path) -> None:
    texts = ["What is the weather in Lisbon today?", "What is the weather in Porto today?", "Which port is staging?"]
    ids = [finish(host, text, turn=f"t-{number}")["job_id"] for number, text in enumerate(texts)]
    context(host, "capture_run")
    data = context(host, "capture_dismiss", job_id=ids[0], always=True)
    assert data["also"] == [ids[1]]
    skipped = finish(host, "What is the weather in Lisbon today again?", turn="t-9")
    assert (skipped["capture"], skipped["reason"]) == ("skipped", "unwanted")
    assert finish(host, "Which port is production?", turn="t-10")["capture"] == "queued"
    assert finish(host, texts[0], turn="t-11", agent="lee")["capture"] == "queued"
    assert b"Lisbon" not in (root / ".memdesk/state/capture.json").read_bytes()


def test_capture_rests_for_an_agent_and_for_all(host: ActionHost) -> None:
    finish(host, "Remember that the staging port is 7100.", turn="t-0")
    assert context(host, "capture_pause", paused=True) == {"paused": True, "everyone": False}
    assert finish(host, "Which port?")["reason"] == "paused"
    ran = context(host, "capture_run")
    assert (ran["paused"], ran["remaining"], ran["items"]) == (True, 1, [])
    assert finish(host, "Which port?", agent="lee")["capture"] == "queued"
    context(host, "capture_pause", paused=True, everyone=True)
    assert finish(host, "Which port?", turn="t-2", agent="lee")["reason"] == "paused"
    context(host, "capture_pause", paused=False, everyone=True)
    assert context(host, "capture_list")["paused"]
    context(host, "capture_pause", paused=False)
    assert context(host, "capture_run")["done"] == 1


def test_a_job_that_fails_says_why_and_is_tried_again(host: ActionHost, root: Path) -> None:
    blocked = page(root, "agents/kim/memory/wiki/placeholder.md", "x\n").parent
    finish(host, "Remember that the staging port is 7100.")
    outside = root.parent / "outside"
    outside.mkdir()
    blocked.rename(root.parent / "moved")
    blocked.symlink_to(outside)
    ran = context(host, "capture_run")
    assert ran["failed"] == 1
    assert (ran["items"][0]["state"], ran["items"][0]["reason"], ran["items"][0]["attempts"]) == (
        "failed",
        "unsafe_path",
        1,
    )
    assert list(outside.iterdir()) == []
    blocked.unlink()
    assert context(host, "capture_run")["done"] == 1


def test_a_job_is_given_up_after_three_attempts_and_run_again_when_asked(host: ActionHost, root: Path) -> None:
    job_id = finish(host, "Remember that the staging port is 7100.")["job_id"]
    wiki = root / "agents/kim/memory/wiki"
    if wiki.exists():
        wiki.rmdir()
    wiki.write_text("in the way")
    for _ in range(3):
        assert context(host, "capture_run")["failed"] == 1
    assert context(host, "capture_run")["items"] == []
    wiki.unlink()
    assert context(host, "capture_run")["items"] == []
    assert context(host, "capture_run", job_id=job_id)["done"] == 1


KILLED = """
import os, signal, sys
from pathlib import Path
from cities import make_host, ok
from memdesk.storage.capture_jobs import CaptureJobs
save = CaptureJobs.save
def dying(self, job):
    if job.state == "done":
        os.kill(os.getpid(), signal.SIGKILL)
    return save(self, job)
CaptureJobs.save = dying
ok(make_host(Path(sys.argv[1])), "capture_run", power="context", agent="kim")
"""


def test_a_worker_that_dies_before_it_closes_a_job_does_it_only_once(host: ActionHost, root: Path) -> None:
    finish(host, "Remember that the staging port is 7100.")
    paths = os.pathsep.join((CORE, str(Path(__file__).parents[2])))
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(root)], env={"PYTHONPATH": paths, "PATH": "/bin"}, check=False, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    after = make_host(root)
    assert ok(after, "capture_list", power="context", agent="kim")["items"][0]["state"] == "pending"
    (job,) = ok(after, "capture_run", power="context", agent="kim")["items"]
    assert job["state"] == "done"
    assert job["memory_ids"] == ["agent/kim/wiki/staging-port"]
    memory = read(after, "agent/kim/wiki/staging-port")
    assert memory["content"] == "The staging port is 7100.\n"
    assert memory["evidence_count"] == 1


def test_two_workers_at_once_do_each_job_once(host: ActionHost, root: Path) -> None:
    for number in range(12):
        finish(host, f"Remember that the port of service {number} is {7000 + number}.", turn=f"t-{number}")
    command = [sys.executable, "-m", "memdesk", "--root", str(root), "--json", "capture", "run", "--agent", "kim"]
    env = {"PYTHONPATH": CORE, "PATH": "/bin"}
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, env=env) for _ in range(3)]
    counts = [json.loads(process.communicate(timeout=90)[0])["data"]["done"] for process in running]
    assert sum(counts) == 12
    evidence = ok(host, "list", agent="kim", include_evidence=True, limit=500)["items"]
    assert sum("/evidence/session/" in item["memory_id"] for item in evidence) == 12


def test_a_purge_leaves_nothing_of_what_was_captured(host: ActionHost, root: Path) -> None:
    finish(host, "Remember that the xylophone room is 12.")
    (job,) = context(host, "capture_run")["items"]
    begin(host, "Which xylophone room?", "t-2")
    for memory_id in job["memory_ids"]:
        ok(host, "purge", power="memory_admin", agent="kim", memory_id=memory_id)
    host.city.close()
    assert not [path for path in root.rglob("*") if path.is_file() and b"xylophone room" in path.read_bytes()]


def test_reviewing_is_for_persons(host: ActionHost) -> None:
    job_id = finish(host, "My timezone is CET.")["job_id"]
    for action, payload in (
        ("capture_approve", {"job_id": job_id}),
        ("capture_dismiss", {"job_id": job_id}),
        ("capture_pause", {"paused": True}),
    ):
        assert code(host, action, power="context", agent="kim", caller="agent", **payload) == "access_denied"


@pytest.mark.parametrize("action", ["capture_list", "capture_run", "capture_approve", "capture_dismiss"])
def test_another_agents_job_is_not_found(host: ActionHost, action: str) -> None:
    job_id = finish(host, "My timezone is CET.", agent="lee")["job_id"]
    assert code(host, action, power="context", agent="kim", job_id=job_id) == "not_found"


def test_preview_explains_what_a_message_would_recall_and_keeps_nothing(host: ActionHost, root: Path) -> None:
    given = {"agent": "kim", "target": "agent"}
    old = ok(host, "remember", content="The staging port is 7000.", topic="old", **given)["memory_id"]
    ok(host, "remember", content="The staging port is 7100.", topic="new", replaces=[old], **given)
    data = context(host, "recall_preview", text="Which staging port?")
    assert {item["memory_id"]: item["why"] for item in data["items"]} == {
        "agent/kim/wiki/new": "told",
        old: "superseded",
    }
    told = data["items"][0] if data["items"][0]["why"] == "told" else data["items"][1]
    assert told["explain"]["terms"]
    assert data["model_input"].startswith("Which staging port?\n\n<dynamic_recall>")
    assert data["budget"]["used_items"] == 1
    assert not (root / ".memdesk/state/turns").exists()
    assert data["recall"] == begin(host, "Which staging port?")["recall"]
    assert context(host, "recall_preview", text="hello")["reason"] == "small_talk"


def test_what_was_recalled_a_month_ago_is_dropped(host: ActionHost, root: Path) -> None:
    begin(host, "Which port is staging?", "t-old")
    begin(host, "Which port is production?", "t-new")
    turns = sorted((root / ".memdesk/state/turns").rglob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    assert len(turns) == 2
    long_ago = turns[0].stat().st_mtime - 31 * 86_400
    os.utime(turns[0], (long_ago, long_ago))
    context(host, "capture_run")
    assert [path.exists() for path in turns] == [False, True]


def test_a_list_of_captures_reads_each_of_them_once(host: ActionHost, root: Path) -> None:
    for number in range(40):
        finish(host, f"How does the crane number {number} at the quay turn?", turn=f"t-{number}")
    context(host, "capture_list")
    opened: list[str] = []
    sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" and watching else None)
    watching = [True]
    listed = context(host, "capture_list", limit=10)
    watching.clear()
    assert (len(listed["items"]), listed["total"], listed["counts"]["pending"]) == (10, 40, 40)
    names = [name.rpartition("/")[2] for name in opened]
    jobs = [name for name in names if len(name) == 37 and name.endswith(".json")]
    assert len(jobs) == len(set(jobs)) == 40
