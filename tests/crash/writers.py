"""Many writers at once: ``writers.py FOLDER WRITES COMMANDS REPLACEMENTS``. Prints one JSON object.

Eight processes write to one page, to pages of their own and to the journal, one of them from three threads as the
window does, one through the command line; then four replace one page whole.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cities import make_host, ok, run
from memdesk import ActionHost
from memdesk.storage.journal import format_journal_line, read_journal

PROCESSES = 8


def until_done(attempt: Callable[[], Any]) -> None:
    """Write; one that is told to come back in a moment does."""
    for _ in range(50):
        result = attempt()
        if result.success:
            return
        assert result.error.code == "busy", result.error
        time.sleep(0.01)
    raise AssertionError("never had its turn")


def write(host: ActionHost, writer: int, count: int) -> None:
    """Write number ``count`` of a writer."""
    text = f"[{writer}:{count}]"
    if count % 4 == 3:
        host.city.powers["memory"].provider._stores["agent/kim"].root.append_line(
            "JOURNAL.jsonl", format_journal_line("2026-11-30T10:00:00.000Z", [], text)
        )
        return
    topic = "common" if count % 2 else f"writer-{writer}"
    until_done(lambda: run(host, "remember", agent="kim", content=text, target="agent", topic=topic))


def python_writer(root: Path, writer: int, writes: int) -> None:
    """Write through Python; the last one from three threads, as a window would."""
    host = make_host(root)
    if writer != PROCESSES - 2:
        for count in range(writes):
            write(host, writer, count)
        return
    # In order for each writer: each thread has its own page, the common page is the first one's.
    parts = [range(start, writes, 3) for start in range(3)]
    lock = threading.Lock()

    def work(part: range) -> None:
        for count in part:
            with lock:
                write(host, writer, count)

    threads = [threading.Thread(target=work, args=(part,)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def command_writer(root: Path, writer: int, writes: int) -> None:
    """Write through the command line."""
    command = [sys.executable, "-m", "memdesk", "--root", str(root), "memory", "remember", "--agent", "kim", "--json"]
    for count in range(writes):
        topic = "common" if count % 2 else f"writer-{writer}"
        payload = json.dumps({"content": f"[{writer}:{count}]", "target": "agent", "topic": topic})
        subprocess.run([*command, "--input", payload], check=True, stdout=subprocess.DEVNULL)


def fork(work: Callable[..., None], *arguments: Any) -> int:
    """Start a process; its status is 0 where the work ended well."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        work(*arguments)
        status = 0
    except BaseException as error:
        print(repr(error), file=sys.stderr)
    os._exit(status)


def wait(children: list[int]) -> int:
    """How many processes failed."""
    return sum(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0 for child in children)


def appends(root: Path, writes: int, commands: int) -> dict[str, Any]:
    """Eight writers; what of it is there."""
    children = [fork(python_writer, root, writer, writes) for writer in range(PROCESSES - 1)]
    children.append(fork(command_writer, root, PROCESSES - 1, commands))
    failed = wait(children)
    wanted = {(writer, count) for writer in range(PROCESSES - 1) for count in range(writes)}
    wanted |= {(PROCESSES - 1, count) for count in range(commands)}
    wiki = root / "agents/kim/memory/wiki"
    texts = {path.name: path.read_text("utf-8") for path in wiki.glob("*.md")}
    texts["journal"] = "\n".join(line.text for line in read_journal((wiki.parent / "JOURNAL.jsonl").read_bytes())[0])
    found: set[tuple[int, int]] = set()
    out_of_order = 0
    for text in texts.values():
        last: dict[int, int] = {}
        for match in re.finditer(r"^\[(\d+):(\d+)\]$", text, re.M):
            writer, count = int(match[1]), int(match[2])
            out_of_order += count < last.get(writer, -1) and writer != PROCESSES - 2
            last[writer] = count
            found.add((writer, count))
    return {"writes": len(wanted), "lost": len(wanted - found), "out_of_order": out_of_order, "failed": failed}


def replacer(root: Path, writer: int, times: int, told: int) -> None:
    """Replace one page whole, again and again, by the revision that was read; tell what was acknowledged."""
    host = make_host(root)
    for count in range(times):
        text = f"<{writer}:{count}>"
        memory = ok(host, "read", agent="kim", memory_id="agent/kim/wiki/whole")["memory"]
        result = run(
            host,
            "revise",
            agent="kim",
            memory_id=memory["memory_id"],
            content=f"{text}\n",
            expected_revision=memory["revision"],
        )
        assert result.success or result.error.code in ("conflict", "busy"), result.error
        os.write(told, f"{text} {'done' if result.success else result.error.code}\n".encode())


def fact_writer(root: Path, writer: int, times: int, told: int) -> None:
    """Replace FACT.md through the tool, in turn knowing what stood there and not; tell what was acknowledged."""
    host = make_host(root)
    for count in range(times):
        text = f"<{writer}:{count}>"
        payload: dict[str, Any] = {"content": f"{text}\n"}
        if count % 2:
            memory = ok(host, "read", agent="kim", memory_id="agent/kim/fact")["memory"]
            payload["expected_revision"] = memory["revision"] if memory else None
        result = run(host, "update", power="file_memory", agent="kim", **payload)
        assert result.success or result.error.code in ("conflict", "busy"), result.error
        os.write(told, f"{text} {'done' if result.success else result.error.code}\n".encode())


def replacements(root: Path, times: int) -> dict[str, Any]:
    """Four writers; each text is the present one, in the history, or was refused."""
    host = make_host(root)
    ok(host, "remember", agent="kim", content="The first.", target="agent", topic="whole")
    host.city.close()
    return _replaced(root, replacer, 4, times, "wiki/whole.md")


def facts(root: Path, times: int) -> dict[str, Any]:
    """Eight writers of FACT.md, which some of them replace without a look; nothing of it is gone."""
    return _replaced(root, fact_writer, PROCESSES, times, "FACT.md")


def _replaced(root: Path, writer_of: Callable[..., None], writers: int, times: int, rel: str) -> dict[str, Any]:
    reading, writing = os.pipe()
    children = [fork(writer_of, root, writer, times, writing) for writer in range(writers)]
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = dict(line.split() for line in pipe.read().decode().splitlines())
    failed = wait(children)
    texts = [zlib.decompress(path.read_bytes()) for path in root.rglob("*.z")]
    texts.append((root / "agents/kim/memory" / rel).read_bytes())
    lost = [text for text, told_of in told.items() if told_of == "done" and not any(text.encode() in t for t in texts)]
    refused = sum(told_of != "done" for told_of in told.values())
    return {"replacements": len(told), "refused": refused, "lost": len(lost), "failed": failed}


def main(folder: Path, writes: int, commands: int, times: int) -> dict[str, Any]:
    """Both, and whether index and files agree in the end."""
    root = folder / "city"
    make_host(root, "kim").city.close()
    report = {"appends": appends(root, writes, commands), "whole": replacements(root, times)}
    other = folder / "facts"
    make_host(other, "kim").city.close()
    report["facts"] = facts(other, times)
    host = make_host(root)
    report["problems"] = ok(host, "verify", power="memory_admin", agent="kim")["problems"]
    host.city.close()
    host = make_host(other)
    report["problems"] += ok(host, "verify", power="memory_admin", agent="kim")["problems"]
    revisions = ok(host, "history", power="memory_admin", agent="kim", memory_id="agent/kim/fact")["revisions"]
    report["facts"]["not_available"] = sum(not entry["available"] for entry in revisions)
    host.city.close()
    return report


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), *map(int, sys.argv[2:]))))
