"""LoCoMo through ActionHost alone: each session is digested as one transcript, and hits are mapped to turns by citation.

For a recall harness whose retriever has ``build(corpus)`` and ``search(query, k)``; the corpus has ``docs`` in order, each
with ``id``, ``text`` (``Speaker: words``), ``date`` and ``session``. Alone, it takes the data set's own file and prints
recall::

    python tests/bench/locomo_adapter.py --data locomo.json

With ``MEMDESK_LOCOMO_SEMANTIC=auto`` (or ``english``, ``multilingual``) in the environment it searches by meaning, too.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "core"))

from memdesk import ActionHost, ActionRequest, City, MemoryPower

AGENT = "listener"
KS = (5, 10, 25, 50)
SEMANTIC = "MEMDESK_LOCOMO_SEMANTIC"
_CITATION = re.compile(r"memory://[^/]+/(?P<id>.+)#L(?P<first>\d+)(?:-L\d+)?\Z")


class Adapter:
    """One City for one conversation."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="memdesk-locomo-")
        root = Path(self._folder.name) / "city"
        root.mkdir()
        if os.environ.get(SEMANTIC):
            settings = {"semantic_search": {"enabled": True, "model": os.environ[SEMANTIC]}}
            (root / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        self._host = ActionHost(City(root, powers=[MemoryPower(platform_root_path=root)]))
        self._run("add_agent", power="city", agent_id=AGENT)
        self._turns: dict[tuple[str, int], str] = {}

    def build(self, corpus: Any) -> None:
        """Digest every session: its date in the first line, then one paragraph a turn."""
        for session, docs in groupby(corpus.docs, key=lambda doc: doc.session):
            turns = list(docs)
            lines = [turns[0].date, ""]
            starts: dict[int, str] = {}
            for turn in turns:
                starts[len(lines) + 1] = turn.id
                # A turn is one paragraph, as a host would write it.
                lines += [" ".join(turn.text.split()), ""]
            done = self._run("digest", session_id=f"session-{session}", transcript="\n".join(lines))
            self._turns |= {(done["evidence_id"], line): turn_id for line, turn_id in starts.items()}
        if os.environ.get(SEMANTIC):
            # Vectors are built in the background; this waits for them.
            self._run("reindex", power="memory_admin")

    def search(self, query: str, k: int) -> list[str]:
        """The ids of the turns in which the best passages begin."""
        found = self._run("search", query=query, include_evidence=True, group="passage", max_results=min(k, 50))
        return [turn for item in found["items"] if (turn := self._turn(item["citation"])) is not None]

    def close(self) -> None:
        """Remove the City."""
        self._host.city.close()
        self._folder.cleanup()

    def _turn(self, citation: str) -> str | None:
        match = _CITATION.match(citation)
        return self._turns.get((match["id"], int(match["first"]))) if match else None

    def _run(self, action: str, *, power: str = "memory", **payload: Any) -> dict[str, Any]:
        agent = None if power == "city" else AGENT
        request = ActionRequest(agent_id=agent, power=power, action=action, payload=payload, allow_sensitive=True)
        result = self._host.run(request)
        if not result.success or result.data is None:
            raise RuntimeError(str(result.error))
        return result.data


def conversations(data: Path) -> list[SimpleNamespace]:
    """The conversations of the data set's file as corpora with their questions."""
    return [_conversation(sample) for sample in json.loads(data.read_text(encoding="utf-8"))]


def _conversation(sample: dict[str, Any]) -> SimpleNamespace:
    talk = sample["conversation"]
    numbers = sorted(int(match[1]) for key in talk if (match := re.fullmatch(r"session_(\d+)", key)))
    docs = []
    for number in numbers:
        for turn in talk[f"session_{number}"] or []:
            caption = turn.get("blip_caption")
            text = f"{turn['speaker']}: {turn['text']}" + (f" [shared image: {caption}]" if caption else "")
            date = talk.get(f"session_{number}_date_time", "")
            docs.append(SimpleNamespace(id=turn["dia_id"], text=text, date=date, session=number))
    return SimpleNamespace(id=sample["sample_id"], docs=docs, questions=sample["qa"])


def recall(data: Path) -> dict[int, float]:
    """Overall recall in per cent at 5, 10, 25 and 50, the evidence taken as written."""
    sums = dict.fromkeys(KS, 0.0)
    asked = 0
    for corpus in conversations(data):
        adapter = Adapter()
        try:
            adapter.build(corpus)
            for question in corpus.questions:
                found = adapter.search(question["question"], max(KS))
                evidence = question.get("evidence") or []
                asked += 1
                for k in KS:
                    hits = sum(one in found[:k] for one in evidence)
                    sums[k] += hits / len(evidence) if evidence else 1.0
        finally:
            adapter.close()
    return {k: 100 * total / max(1, asked) for k, total in sums.items()}


def main() -> int:
    """Print recall."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="a file of the LoCoMo data set")
    found = recall(parser.parse_args().data)
    sys.stdout.write("  ".join(f"@{k} {value:.1f}" for k, value in found.items()) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
