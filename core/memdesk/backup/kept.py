"""The backups of one City in a folder, known by their names."""

from __future__ import annotations

import hashlib
import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

_NAME = re.compile(r"memdesk-(?P<city>.+-[0-9a-f]{8})-(?P<time>\d{8}T\d{9}Z)\.zip\Z")
_UNSAFE = re.compile(r"[^\w-]+")
_FORM = "%Y%m%dT%H%M%S%fZ"


class KeptBackup(NamedTuple):
    """A file whose name says that it is a backup of the City; whether it is sound shows when it is opened."""

    path: Path
    made_at: datetime
    size: int


def city_name(root: Path) -> str:
    """What tells the backups of a City from those of another in one folder."""
    place = hashlib.sha256(os.fsencode(root)).hexdigest()[:8]
    return f"{_UNSAFE.sub('-', root.name)[:40] or 'city'}-{place}"


def new_name(root: Path, moment: datetime) -> str:
    """The name of a backup that is made at a moment, which counts to the millisecond."""
    utc = moment.astimezone(UTC)
    return f"memdesk-{city_name(root)}-{utc:%Y%m%dT%H%M%S}{utc.microsecond // 1000:03}Z.zip"


def kept_backups(root: Path, folder: Path) -> list[KeptBackup]:
    """The backups of the City at ``root``, newest first; none where the folder cannot be read."""
    ours, found = city_name(root), []
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return []
    for entry in entries:
        match = _NAME.match(entry.name)
        if match is None or match["city"] != ours or not entry.is_file(follow_symlinks=False):
            continue
        moment = datetime.strptime(match["time"], _FORM).replace(tzinfo=UTC)
        found.append(KeptBackup(Path(entry.path), moment, entry.stat().st_size))
    return sorted(found, key=lambda item: (item.made_at, item.path.name), reverse=True)


def is_due(kept: list[KeptBackup], every_hours: int, now: datetime) -> bool:
    """Whether it is time for the next; one of the future, after a clock was set back, does not count."""
    past = [item.made_at for item in kept if item.made_at <= now + timedelta(minutes=5)]
    return not past or max(past) + timedelta(hours=every_hours) <= now
