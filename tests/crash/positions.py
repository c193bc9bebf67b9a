"""Interrupts each write at each of its system calls, in a process of its own: ``positions.py FOLDER STRIDE OFFSET``.

Prints one JSON object: how many positions, kills and failures were tried, and what went wrong.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import traceback
from pathlib import Path
from typing import Any

from cities import make_host, tree
from crash.faults import KILL, TORN, faulty, modes
from crash.operations import OPERATIONS, Operation, State, check, prepare


def count_calls(root: Path, operation: Operation, state: State) -> list[str]:
    """The storage calls of an undisturbed write."""
    host = make_host(root)
    with faulty(0, KILL) as layer:
        result = operation.write(host, state)
    host.city.close()
    assert result.success, result.error
    return layer.calls


def attempt(root: Path, operation: Operation, state: State, at: int, mode: str) -> str:
    """Write with one call struck, in a forked process where it is killed; done, kept, failed or killed."""
    if mode not in (KILL, TORN):
        return _write(root, operation, state, at, mode)
    child = os.fork()
    if child == 0:
        result = _write(root, operation, state, at, mode)
        os._exit(1 if result == "failed" else 0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "killed"
    return "done" if os.WEXITSTATUS(status) == 0 else "failed"


def _write(root: Path, operation: Operation, state: State, at: int, mode: str) -> str:
    host = make_host(root)
    try:
        with faulty(at, mode):
            result = operation.write(host, state)
        kept = any(warning.code == "evidence_kept" for warning in result.warnings)
        return "failed" if not result.success else "kept" if kept else "done"
    finally:
        host.city.close()


def main(folder: Path, stride: int, offset: int, only: str | None = None) -> dict[str, Any]:
    """Try every ``stride``-th pair of position and way to fail."""
    base = folder / "base"
    state = prepare(base)
    report: dict[str, Any] = {"positions": 0, "tried": 0, "kills": 0, "failures": 0, "done": 0, "wrong": []}
    number = offset
    for operation in OPERATIONS:
        if only not in (None, operation.name):
            continue
        calls = count_calls(_copy(base, folder / "counted"), operation, state)
        report["positions"] += len(calls)
        for at, call in enumerate(calls, 1):
            for mode in modes(call):
                number += 1
                if number % stride == 0:
                    _try(report, base, folder / "tried", operation, state, at, mode)
    return report


def _try(
    report: dict[str, Any], base: Path, root: Path, operation: Operation, state: State, at: int, mode: str
) -> None:
    _copy(base, root)
    before = tree(root)
    result = attempt(root, operation, state, at, mode)
    report["tried"] += 1
    report["kills"] += result == "killed"
    report["failures"] += result == "failed"
    try:
        outcome = check(root, before, state, operation, result)
        report["done"] += outcome == "done"
        # A purge is finished by the next writer, once it has begun.
        if result == "failed" and outcome == "done" and operation.name != "purge":
            report.setdefault("done_though_failed", []).append(f"{operation.name} {at} {mode}")
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        report["wrong"].append(
            f"{operation.name} call {at} {mode} ({result}): {error!r} at {where.name}:{where.lineno}"[:600]
        )


def _copy(base: Path, root: Path) -> Path:
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(base, root, symlinks=True)
    return root


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])))
