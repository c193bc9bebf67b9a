"""Many vectors are built by a process of their own, with little claim on the machine.

Run as a module it builds: ``python -m memdesk.provider.vectors_apart INDEX ENCODERS``, and prints ``DONE TOTAL`` after
every batch. Ended early, the next one goes on from there.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.semantic.encoders import Encoder, EncoderKind


def main(index_path: str, numbers: str) -> int:
    """Build the vectors of an index with the encoders of these numbers."""
    from memdesk.errors import Busy
    from memdesk.index.memory_index import MemoryIndex
    from memdesk.semantic.building import Builder
    from memdesk.semantic.encoders import KINDS

    if hasattr(os, "nice"):
        os.nice(10)
    index = MemoryIndex(Path(index_path))
    index.open()
    wanted = {int(number) for number in numbers.split(",")}
    loaded: dict[int, Encoder] = {}

    def load(kind: EncoderKind) -> Encoder:
        if kind.number not in loaded:
            loaded[kind.number] = kind.load(threads=os.cpu_count() or 1)
        return loaded[kind.number]

    def tell(done: int, total: int) -> None:
        # Where nobody listens any more this fails, and the process ends.
        sys.stdout.write(f"{done} {total}\n")
        sys.stdout.flush()

    try:
        Builder(index, [kind for kind in KINDS if kind.number in wanted], load).run(tell, lambda: False)
    except Busy:
        return 0
    finally:
        index.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
