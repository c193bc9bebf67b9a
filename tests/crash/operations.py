"""The writes that are interrupted, and what must hold afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cities import make_host, ok, run, tree
from memdesk import ActionHost, ActionResult

NEXT_WRITER_S = 5.0
State = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """A write by an agent; ``done`` tells whether its whole effect is there."""

    name: str
    write: Callable[[ActionHost, State], ActionResult]
    done: Callable[[ActionHost, State], bool]


def prepare(root: Path) -> State:
    """A City with something in every place."""
    host = make_host(root, "kim", "lee")
    state: State = {}
    for topic in ("alpha", "beta", "gamma"):
        ok(host, "remember", agent="kim", content=f"{topic} is the first text.", target="agent", topic=topic)
    ok(host, "remember", agent="kim", content="delta belongs to the city.", target="city", topic="delta")
    first = read(host, "agent/kim/wiki/alpha")
    state["first"] = first["revision"]
    ok(host, "revise", agent="kim", memory_id="agent/kim/wiki/alpha", content="alpha is the second text.\n")
    state["alpha"] = read(host, "agent/kim/wiki/alpha")["revision"]
    ok(host, "revise", agent="kim", memory_id="agent/kim/fact", content="Kim knows a fact.\n")
    ok(host, "remember", agent="kim", content="omega was forgotten.", target="agent", topic="omega")
    state["undo_id"] = ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/omega")["undo_id"]
    _forget_two_that_share(host, state)
    host.city.close()
    return state


def _forget_two_that_share(host: ActionHost, state: State) -> None:
    """Two pages that cite one piece of evidence, both in the trash: it went there with the second."""
    shared = ok(host, "remember", agent="kim", content="psi and chi rest on this.", target="agent", topic="psi")
    wiki = host.city.root / "agents/kim/memory/wiki"
    (wiki / "chi.md").write_text((wiki / "psi.md").read_text("utf-8").replace('"psi"', '"chi"'), "utf-8")
    ok(host, "reindex", power="memory_admin", agent="kim")
    state["shared"] = shared["evidence_id"]
    state["psi"] = ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/psi")["undo_id"]
    ok(host, "forget", agent="kim", memory_id="agent/kim/wiki/chi")


def _shared_is_back(host: ActionHost, state: State) -> bool:
    trash = ok(host, "trash", power="memory_admin", agent="kim")["items"]
    back = read(host, "agent/kim/wiki/psi") and not [item for item in trash if item["undo_id"] == state["psi"]]
    return bool(back) and bool(read(host, state["shared"]))


def read(host: ActionHost, memory_id: str) -> dict[str, Any]:
    """A record, or an empty dict."""
    return ok(host, "read", agent="kim", memory_id=memory_id)["memory"] or {}


def _says(memory_id: str, text: str) -> Callable[[ActionHost, State], bool]:
    return lambda host, _: text in read(host, memory_id).get("content", "")


def _gone(memory_id: str) -> Callable[[ActionHost, State], bool]:
    return lambda host, _: not read(host, memory_id)


def _do(action: str, power: str = "memory", **payload: Any) -> Callable[[ActionHost, State], ActionResult]:
    return lambda host, _: run(host, action, power=power, agent="kim", **payload)


def _restored(host: ActionHost, state: State) -> bool:
    return read(host, "agent/kim/wiki/alpha")["revision"] == state["first"]


def _replaced(host: ActionHost, _: State) -> bool:
    new = read(host, "agent/kim/wiki/epsilon")
    old = [read(host, memory_id) for memory_id in ("agent/kim/wiki/beta", "city/wiki/delta")]
    return bool(new) and all(record["superseded_by"] == new["memory_id"] for record in old)


def _moved(new_id: str) -> Callable[[ActionHost, State], bool]:
    def done(host: ActionHost, state: State) -> bool:
        if read(host, "agent/kim/wiki/alpha") or "second text" not in read(host, new_id).get("content", ""):
            return False
        revisions = ok(host, "history", power="memory_admin", agent="kim", memory_id=new_id)["revisions"]
        return state["first"] in {entry["revision"] for entry in revisions if entry["available"]}

    return done


def _undone(host: ActionHost, state: State) -> bool:
    trash = ok(host, "trash", power="memory_admin", agent="kim")["items"]
    return bool(read(host, "agent/kim/wiki/omega")) and not [i for i in trash if i["undo_id"] == state["undo_id"]]


def _purged(host: ActionHost, _: State) -> bool:
    found = [path for path in host.city.root.rglob("*") if path.is_file()]
    return not any(b"alpha is the" in path.read_bytes() for path in found)


ALPHA = "agent/kim/wiki/alpha"
OPERATIONS = (
    Operation(
        "remember_new",
        _do("remember", content="A new thing.", target="agent", topic="zeta"),
        _says("agent/kim/wiki/zeta", "A new thing."),
    ),
    Operation(
        "remember_more",
        _do("remember", content="One more thing.", target="agent", topic="alpha"),
        _says(ALPHA, "One more thing."),
    ),
    Operation(
        "remember_replaces",
        _do(
            "remember",
            content="It is so now.",
            target="agent",
            topic="epsilon",
            replaces=["agent/kim/wiki/beta", "city/wiki/delta"],
        ),
        _replaced,
    ),
    Operation(
        "revise",
        _do("revise", memory_id=ALPHA, content="alpha, wholly new.\n", evidence="Kim said so."),
        _says(ALPHA, "wholly new"),
    ),
    Operation("instruct", _do("revise", memory_id=ALPHA, instruction="Mind the gap."), _says(ALPHA, "Mind the gap.")),
    Operation(
        "fact", _do("revise", memory_id="agent/kim/fact", content="Another fact.\n"), _says("agent/kim/fact", "Another")
    ),
    Operation(
        "digest",
        _do("digest", session_id="s1", transcript="User: Remember that tea is at four.\nAssistant: Noted."),
        lambda host, _: "tea is at four" in str(ok(host, "search", agent="kim", query="tea at four")["items"]).lower(),
    ),
    Operation("forget", _do("forget", memory_id=ALPHA), _gone(ALPHA)),
    Operation(
        "undo_forget",
        lambda host, state: run(host, "undo_forget", power="memory_admin", agent="kim", undo_id=state["undo_id"]),
        _undone,
    ),
    Operation(
        "undo_forget_shared",
        lambda host, state: run(host, "undo_forget", power="memory_admin", agent="kim", undo_id=state["psi"]),
        _shared_is_back,
    ),
    Operation("move_topic", _do("move", "memory_admin", memory_id=ALPHA, topic="eta"), _moved("agent/kim/wiki/eta")),
    Operation("move_scope", _do("move", "memory_admin", memory_id=ALPHA, to_scope="shared"), _moved("city/wiki/alpha")),
    Operation(
        "restore",
        lambda host, state: run(
            host, "restore", power="memory_admin", agent="kim", memory_id=ALPHA, revision=state["first"]
        ),
        _restored,
    ),
    Operation("purge", _do("purge", "memory_admin", memory_id=ALPHA), _purged),
)


def check(root: Path, before: dict[str, str], state: State, operation: Operation, result: str) -> str:
    """What must hold after ``result``: done (acknowledged), failed, or killed. Gives what happened: done or undone.

    ``kept``: done, and told that evidence stays since a page could not be read in that moment.
    """
    listed = make_host(root)
    try:
        items = ok(listed, "list", agent="kim", include_evidence=True)["items"]
        assert not [item for item in items if ".tmp" in str(item)], "a temporary file is listed"
        started = time.monotonic()
        for target in ("agent", "city"):
            ok(listed, "remember", agent="kim", content=f"The next {target} text.", target=target, topic="next")
        assert time.monotonic() - started < NEXT_WRITER_S, "the next writer had to wait"
        outcome = _outcome(root, listed, before, state, operation, result)
        _check_whole(root, listed, kept=result == "kept")
    finally:
        listed.city.close()
    return outcome


def _outcome(
    root: Path, host: ActionHost, before: dict[str, str], state: State, operation: Operation, result: str
) -> str:
    now = {rel: digest for rel, digest in tree(root).items() if not _is_next(root, rel)}
    if result == "kept":
        assert not read(host, ALPHA), "what was acknowledged was not done"
        return "done"
    done = operation.done(host, state)
    if result == "done":
        assert done, "an acknowledged write is lost"
    if done:
        return "done"
    assert now == before, f"half written: {sorted(set(now.items()) ^ set(before.items()))}"
    return "undone"


def _is_next(root: Path, rel: str) -> bool:
    return b"The next " in (root / rel).read_bytes()


def _check_whole(root: Path, host: ActionHost, *, kept: bool) -> None:
    temporaries = [str(path) for path in root.rglob("*.tmp") if ".memdesk" not in path.parts]
    assert not temporaries, f"temporary files are left: {temporaries}"
    pages = [path.read_text("utf-8") for path in root.rglob("*.md") if "wiki" in path.parts]
    for path in root.rglob("evidence/manual/*/*.md"):
        assert kept or any(path.stem in page for page in pages), f"orphan evidence: {path}"
    verified = ok(host, "verify", power="memory_admin", agent="kim")
    assert verified["ok"], verified["problems"]
    assert not list((root / ".memdesk" / "state" / "pending").glob("*")), "steps are left over"
    for item in ok(host, "list", agent="kim")["items"]:
        history = ok(host, "history", power="memory_admin", agent="kim", memory_id=item["memory_id"])
        for entry in history["revisions"]:
            if entry["available"]:
                ok(
                    host,
                    "read_revision",
                    power="memory_admin",
                    agent="kim",
                    memory_id=item["memory_id"],
                    revision=entry["revision"],
                )
