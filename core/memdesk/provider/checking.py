"""One check of some subjects: what was found, told as problems or repaired."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.provider.protocol import Verified
from memdesk.provider.repairing import repair
from memdesk.provider.verifying import REINDEX, Accepted, Finding, examine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from memdesk.index.memory_index import MemoryIndex
    from memdesk.models.results import VerifyProblem
    from memdesk.provider.protocol import Skipped, SubjectKey
    from memdesk.provider.stores import Stores


@dataclass(frozen=True, slots=True)
class Check:
    """What was found: by subject, the number of records and the findings that nobody has accepted, and the others."""

    stores: Stores
    records: Mapping[SubjectKey, int]
    open: Mapping[SubjectKey, list[Finding]]
    accepted: tuple[Finding, ...]

    def verified(self, repaired: int) -> Verified:
        """The answer to who asked, each problem once."""
        problems: dict[tuple[str, str, str], VerifyProblem] = {}
        for subject, findings in self.open.items():
            problems |= {(subject, finding.key, finding.problem.message): finding.problem for finding in findings}
        accepted = [finding.problem for finding in self.accepted]
        return Verified(self.records, list(problems.values()), accepted, repaired)

    def repair(self) -> tuple[int, int]:
        """Repair what can be here: (how many were, how many need the index to be built anew). Needs the locks."""
        mended = sum(repair(self.stores[subject], findings) for subject, findings in self.open.items())
        stale = sum(finding.problem.repair == REINDEX for findings in self.open.values() for finding in findings)
        return mended, stale


def check(
    stores: Stores,
    index: MemoryIndex,
    subjects: Sequence[SubjectKey],
    skipped: Callable[[Iterable[SubjectKey]], Sequence[Skipped]],
    *,
    idle: bool,
) -> Check:
    """Look at some subjects. ``idle``: nobody can be writing to them now."""
    records: dict[SubjectKey, int] = {}
    unsettled: dict[SubjectKey, list[Finding]] = {}
    accepted: list[Finding] = []
    for subject in subjects:
        store = stores[subject]
        known = Accepted(store).keys()
        records[subject], findings = examine(stores, store, index, skipped([subject]), idle=idle)
        unsettled[subject] = [finding for finding in findings if finding.key not in known]
        accepted += (finding for finding in findings if finding.key in known)
    return Check(stores, records, unsettled, tuple(accepted))
