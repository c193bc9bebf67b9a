"""How long the history keeps texts that were written over: by age and by size, never the only copy of anything."""

from __future__ import annotations

from typing import NamedTuple


class Retention(NamedTuple):
    """The default: every text for two years, the last 50 of a record for ever, up to 2,000 MB a subject."""

    history_days: int = 730
    history_megabytes: int = 2000
    history_revisions: int = 50


DEFAULT_RETENTION = Retention()
