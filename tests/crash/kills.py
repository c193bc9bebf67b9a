"""Kills writers at random moments: ``kills.py FOLDER KILLS COMMAND_LINE_KILLS SEED``. Prints one JSON object.

A writer tells through a pipe what was acknowledged to it, as its caller would know it.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

from cities import make_host, ok, run
from memdesk import ActionHost
from memdesk.storage.journal import format_journal_line, read_journal

TOPICS = ("alpha", "beta", "gamma")
NEXT_WRITER_S = 5.0
READY = b"ready\n"


def write_one(host: ActionHost, chance: random.Random, text: str) -> bool:
    """One write of some kind; whether it was acknowledged."""
    topic = chance.choice(TOPICS)
    memory_id = f"agent/kim/wiki/{topic}"
    kind = chance.choice(("new", "append", "append", "revise", "forget", "move", "digest", "journal", "city"))
    if kind == "new":
        return run(host, "remember", agent="kim", content=text, target="agent", topic=text).success
    if kind == "city":
        return run(host, "remember", agent="kim", content=text, target="city", topic=topic).success
    if kind == "revise":
        return run(host, "revise", agent="kim", memory_id=memory_id, content=f"{text}\n").success
    if kind == "digest":
        return run(host, "digest", agent="kim", session_id=text, transcript=f"User: Remember that {text}.").success
    if kind == "journal":
        host.city.powers["memory"].provider._stores["agent/kim"].root.append_line(
            "JOURNAL.jsonl", format_journal_line("2026-11-30T10:00:00.000Z", [], text)
        )
        return True
    done = run(host, "remember", agent="kim", content=text, target="agent", topic=topic).success
    if kind == "forget":
        run(host, "forget", agent="kim", memory_id=memory_id)
    elif kind == "move":
        run(host, "move", power="memory_admin", agent="kim", memory_id=memory_id, to_scope="shared", topic=text)
    return done


def victim(root: Path, number: int, seed: int) -> tuple[int, int]:
    """Start a writer that goes on until it is killed: (process, pipe of what was acknowledged)."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    chance = random.Random(seed)
    host = make_host(root)
    os.write(writing, READY)
    for count in range(10_000):
        text = f"kept-{number}-{count}-x"
        if write_one(host, chance, text):
            os.write(writing, f"{text}\n".encode())
    os._exit(0)


def kill_one(root: Path, number: int, chance: random.Random) -> list[str]:
    """Start a writer, kill it within 150 ms of its first write; what was acknowledged to it."""
    child, pipe = victim(root, number, chance.randrange(1 << 30))
    os.read(pipe, len(READY))
    time.sleep(chance.uniform(0.002, 0.15))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(pipe, "rb") as acknowledged:
        return acknowledged.read().decode().split()


def kill_command(root: Path, number: int, chance: random.Random) -> list[str]:
    """Kill the command line while it writes; what it acknowledged."""
    text = f"kept-command-{number}-x"
    payload = json.dumps({"content": text, "target": "agent", "topic": "alpha"})
    command = [sys.executable, "-m", "memdesk", "--root", str(root), "memory", "remember", "--agent", "kim"]
    with subprocess.Popen([*command, "--json", "--input", payload], stdout=subprocess.PIPE) as process:
        try:
            out, _ = process.communicate(timeout=chance.uniform(0.25, 1.2))
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
    return [text] if b'"success": true' in out or b'"success":true' in out else []


def everything(root: Path) -> bytes:
    """Every text below the root, that of the history too."""
    pieces = []
    for path in root.rglob("*"):
        if path.suffix in (".md", ".jsonl") and path.is_file():
            pieces.append(path.read_bytes())
        elif path.suffix == ".z":
            pieces.append(zlib.decompress(path.read_bytes()))
    return b"\n".join(pieces)


def check(root: Path, acknowledged: set[str], report: dict[str, Any], *, deep: bool) -> None:
    """What must hold after a kill."""
    host = make_host(root)
    try:
        started = time.monotonic()
        for target in ("agent", "city"):
            ok(host, "remember", agent="kim", content="The next writer.", target=target, topic="next")
        report["slowest_next_writer_s"] = max(report["slowest_next_writer_s"], round(time.monotonic() - started, 2))
        if time.monotonic() - started > NEXT_WRITER_S:
            report["wrong"].append("the next writer had to wait")
        if deep:
            _check_all(root, host, acknowledged, report)
    finally:
        host.city.close()


def _check_all(root: Path, host: ActionHost, acknowledged: set[str], report: dict[str, Any]) -> None:
    found = everything(root)
    lost = [text for text in acknowledged if text.encode() not in found]
    report["lost"] += len(lost)
    report["wrong"] += lost[:5]
    report["wrong"] += [str(path) for path in root.rglob("*.tmp") if ".memdesk" not in path.parts]
    pages = b"\n".join(path.read_bytes() for path in root.rglob("*.md") if "evidence" not in path.parts)
    for path in root.rglob("evidence/manual/*/*.md"):
        if path.stem.encode() not in pages:
            report["wrong"].append(f"orphan evidence: {path}")
    journal = root / "agents/kim/memory/JOURNAL.jsonl"
    report["torn_lines"] = len(read_journal(journal.read_bytes())[1]) if journal.exists() else 0
    verified = ok(host, "verify", power="memory_admin", agent="kim")
    report["wrong"] += [problem for problem in verified["problems"] if problem["code"] != "leftover_file"]


def main(folder: Path, kills: int, command_kills: int, seed: int) -> dict[str, Any]:
    """Kill so many writers, and so many commands."""
    root, chance = folder / "city", random.Random(seed)
    make_host(root, "kim", "lee").city.close()
    report: dict[str, Any] = {"kills": 0, "acknowledged": 0, "lost": 0, "slowest_next_writer_s": 0.0, "wrong": []}
    acknowledged: set[str] = set()
    for number in range(kills + command_kills):
        kill = kill_one if number < kills else kill_command
        acknowledged.update(kill(root, number, chance))
        report["kills"] += 1
        check(root, acknowledged, report, deep=number % 20 == 0)
    check(root, acknowledged, report, deep=True)
    return report | {"acknowledged": len(acknowledged), "seed": seed}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))))
