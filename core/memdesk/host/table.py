"""The whole action table: the rows of every Power that Memdesk brings, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.city.actions import CITY_ACTIONS
from memdesk.memory.table import MEMORY_ACTIONS

if TYPE_CHECKING:
    from memdesk.power import ActionSpec


def all_actions() -> tuple[ActionSpec, ...]:
    """Every action, in the order that help and documentation show."""
    return (*MEMORY_ACTIONS, *CITY_ACTIONS)
