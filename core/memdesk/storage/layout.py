"""Where things lie below a platform root."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from memdesk.errors import InvalidInput
from memdesk.ids import is_registered_id


def named_path(text: str | os.PathLike[str]) -> Path:
    """A path as a person writes it, with ``~`` for a home folder. Raises InvalidInput where there is no such home."""
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise InvalidInput(f"There is no home folder for {os.fspath(text)[:200]}.", field="path") from error


SubjectKey = str
"""Whose memory: ``city``, or ``agent/<agent_id>``."""


def subject_path(subject: SubjectKey) -> str:
    """The folder of a subject inside the state folder; raises InvalidInput where it is no subject."""
    kind, _, agent_id = subject.partition("/")
    if subject == "city" or (kind == "agent" and is_registered_id(agent_id)):
        return subject
    raise InvalidInput("This is not a subject.", subject=subject[:200])


class CityLayout(NamedTuple):
    """The paths of one City; makes nothing."""

    root: Path

    @property
    def city_file(self) -> Path:
        """The registry of agents and workspaces."""
        return self.root / "city.json"

    @property
    def settings_file(self) -> Path:
        """The settings that the window shows."""
        return self.root / "settings.json"

    @property
    def agents_dir(self) -> Path:
        """The folder that holds one folder an agent."""
        return self.root / "agents"

    def agent_dir(self, agent_id: str) -> Path:
        """The folder of one agent."""
        return self.agents_dir / agent_id

    @property
    def shared_root(self) -> Path:
        """The memory root of the City."""
        return self.root / "powers" / "memory"

    def memory_root(self, subject: SubjectKey) -> Path:
        """The memory root of a subject; raises InvalidInput."""
        if subject_path(subject) == "city":
            return self.shared_root
        return self.agent_dir(subject.partition("/")[2]) / "memory"

    @property
    def state_dir(self) -> Path:
        """History, trash, audit, pins, locks: cannot be rebuilt."""
        return self.root / ".memdesk" / "state"

    @property
    def cache_dir(self) -> Path:
        """What can be deleted at any time."""
        return self.root / ".memdesk" / "cache"

    @property
    def index_file(self) -> Path:
        """The search index."""
        return self.cache_dir / "index.db"
