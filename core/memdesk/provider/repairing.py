"""Does what a finding's ``repair`` says. Nothing is deleted: what is taken away goes to the quarantine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.provider.purging import rewrite_journal
from memdesk.provider.verifying import ACCEPT, QUARANTINE, Accepted, Finding
from memdesk.storage.journal import read_journal, without_lines
from memdesk.storage.quarantine import Quarantine

if TYPE_CHECKING:
    from memdesk.provider.stores import SubjectStore


def repair(store: SubjectStore, findings: list[Finding]) -> int:
    """Repair what does not need the index or another subject; gives how many. The caller holds the subject's lock."""
    quarantine = Quarantine(store.state)
    done = 0
    for finding in findings:
        if finding.problem.repair == QUARANTINE:
            done += _set_aside(store, finding, quarantine)
    journals = {finding.rel for finding in findings if finding.problem.code == "journal_line_unreadable"}
    for rel in journals:
        done += _mend_journal(store, rel, quarantine)
    accepted = {finding.key for finding in findings if finding.problem.repair == ACCEPT}
    if accepted:
        known = Accepted(store)
        known.save(known.keys() | accepted)
    return done + len(accepted)


def _set_aside(store: SubjectStore, finding: Finding, quarantine: Quarantine) -> bool:
    if finding.problem.code == "trash_incomplete" and store.trash.recover_item(finding.revision, store.root):
        return True
    root = store.root if finding.area == "root" else store.state
    try:
        quarantine.take(root, finding.rel, store.subject if finding.area == "root" else "state")
    except MemdeskError:
        # Named again the next time.
        return False
    return True


def _mend_journal(store: SubjectStore, rel: str, quarantine: Quarantine) -> int:
    taken: list[bytes] = []

    def mended(data: bytes) -> bytes:
        taken[:] = [line.raw for line in read_journal(data)[1]]
        if taken:
            quarantine.put(store.subject, f"{rel}.lines", b"\n".join(taken) + b"\n")
        for raw in set(taken):
            data = without_lines(data, raw)
        return data

    rewrite_journal(store, rel, mended)
    return len(taken)
