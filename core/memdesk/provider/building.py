"""Many files are read by a process of their own, so that whoever asked for them stays free to do other things.

Run as a module it builds: ``python -m memdesk.provider.building ROOT INDEX``, and prints a line ``DONE TOTAL`` now
and then. What it has read is in the index, batch by batch: ended early, it goes on from there the next time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_LOOK_S = 0.2


def build_apart(root: Path, index: Path, told: Callable[[int, int], None], stopped: threading.Event) -> bool:
    """Read what changed in another process and wait for it; ``told`` hears how far it is. False where it failed."""
    return run_apart("memdesk.provider.building", [str(root), str(index)], told, stopped)


def run_apart(module: str, arguments: list[str], told: Callable[[int, int], None], stopped: threading.Event) -> bool:
    """Run a module that prints ``DONE TOTAL`` lines in another process and wait for it. False where it failed."""
    if getattr(sys, "frozen", False):
        return False
    command, environment = module_command(module, *arguments)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
    except OSError:
        return False
    ending = threading.Thread(target=_end_when_stopped, args=(process, stopped), name="memdesk-build", daemon=True)
    ending.start()
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            done, _, total = line.partition(" ")
            told(int(done), int(total))
    code = process.wait()
    ending.join()
    return code == 0


def module_command(module: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """How to run a module of this package in another process: the command and its environment."""
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    return [sys.executable, "-m", module, *arguments], {**os.environ, "PYTHONPATH": path}


def _end_when_stopped(process: subprocess.Popen[str], stopped: threading.Event) -> None:
    while process.poll() is None:
        if stopped.wait(_LOOK_S):
            process.terminate()
            return


def main(root: str, index_path: str) -> int:
    """Bring an index up to date with a City's files."""
    from memdesk.index.memory_index import MemoryIndex
    from memdesk.provider.preparing import Preparers
    from memdesk.provider.stores import Stores
    from memdesk.provider.sync import Reconciler
    from memdesk.storage.layout import CityLayout

    index = MemoryIndex(Path(index_path), bulk=True)
    index.open()
    preparers = Preparers(Path(root))
    reconciler = Reconciler(Stores(CityLayout(Path(root))), index, apart=False, preparers=preparers)
    finished = threading.Event()

    def tell() -> None:
        while not finished.wait(_LOOK_S):
            if reconciler.progress is not None:
                sys.stdout.write(f"{reconciler.progress[0]} {reconciler.progress[1]}\n")
                sys.stdout.flush()

    telling = threading.Thread(target=tell, daemon=True)
    telling.start()
    try:
        with preparers:
            reconciler.refresh()
    finally:
        finished.set()
        telling.join()
        index.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
