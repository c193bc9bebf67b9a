"""The whole action table: the rows of every Power that Memdesk brings, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.backup.table import BACKUP_ACTIONS
from memdesk.city.actions import CITY_ACTIONS
from memdesk.context.table import CONTEXT_ACTIONS
from memdesk.file_memory.table import FILE_MEMORY_ACTIONS
from memdesk.memory.table import MEMORY_ACTIONS
from memdesk.persona.table import PERSONA_ACTIONS
from memdesk.transfer.table import TRANSFER_ACTIONS

if TYPE_CHECKING:
    from memdesk.power import ActionSpec, Power

OF_THE_CITY = (*CITY_ACTIONS, *BACKUP_ACTIONS)
"""The rows whose handlers are given the City's registry."""
# What stands on the memory of a City is there wherever MemoryPower is, and its handlers are given that Power.
_STANDING_ON = {"memory": (*FILE_MEMORY_ACTIONS, *CONTEXT_ACTIONS, *TRANSFER_ACTIONS, *PERSONA_ACTIONS)}


def all_actions() -> tuple[ActionSpec, ...]:
    """Every action, in the order that help and documentation show."""
    admin = (*TRANSFER_ACTIONS, *PERSONA_ACTIONS)
    return (*MEMORY_ACTIONS, *admin, *FILE_MEMORY_ACTIONS, *CONTEXT_ACTIONS, *OF_THE_CITY)


def actions_of(power: Power) -> tuple[ActionSpec, ...]:
    """The rows whose handlers are given this Power: its own, and those of the packages that stand on it."""
    return (*power.actions, *_STANDING_ON.get(power.name, ()))
