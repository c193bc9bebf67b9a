"""Fixtures of the core's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cities import make_host
from memdesk import ActionHost


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A place for a platform root; nothing is there yet."""
    return tmp_path / "city"


@pytest.fixture
def host(root: Path) -> Iterator[ActionHost]:
    """A City with the agents kim and lee and the workspaces web-app and billing."""
    host = make_host(root, "kim", "lee", workspaces=("web-app", "billing"))
    yield host
    host.city.close()
