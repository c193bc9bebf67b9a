"""How much of memory an agent is told, as people set it: the budgets of Core Memory and of a recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Budget(NamedTuple):
    """Items (files and pages, or passages), characters, and tokens (estimated); nothing is told beyond any of them."""

    items: int
    characters: int
    tokens: int


CORE_MEMORY = Budget(items=16, characters=48_000, tokens=12_000)
RECALL = Budget(items=6, characters=6_000, tokens=1_500)
_MOST = {
    "core_memory": Budget(items=1_000, characters=2_000_000, tokens=500_000),
    "recall": Budget(items=50, characters=200_000, tokens=50_000),
}


class Budgets(NamedTuple):
    """The budgets that hold; ``problems`` are sentences about what was set and is no budget."""

    core_memory: Budget = CORE_MEMORY
    recall: Budget = RECALL
    problems: tuple[str, ...] = ()


DEFAULT_BUDGETS = Budgets()


def budgets_of(settings: Mapping[str, Any]) -> Budgets:
    """The budgets that ``settings.json`` names under ``budgets``; what is wrong there is the default, and said."""
    value = settings.get("budgets")
    if value is None:
        return DEFAULT_BUDGETS
    if not isinstance(value, dict):
        return Budgets(problems=("settings.json: budgets is no object, so the defaults hold.",))
    problems = [
        f"settings.json: budgets.{name} is not known. There are core_memory and recall."
        for name in value
        if name not in _MOST
    ]
    core_memory = _budget("core_memory", value.get("core_memory"), CORE_MEMORY, problems)
    recall = _budget("recall", value.get("recall"), RECALL, problems)
    return Budgets(core_memory, recall, tuple(problems))


def _budget(name: str, value: object, default: Budget, problems: list[str]) -> Budget:
    if value is None:
        return default
    if not isinstance(value, dict):
        problems.append(f"settings.json: budgets.{name} is no object, so its defaults hold.")
        return default
    problems += [
        f"settings.json: budgets.{name}.{key} is not known. There are items, characters and tokens."
        for key in value
        if key not in Budget._fields
    ]
    numbers = [
        _number(f"budgets.{name}.{key}", value.get(key), getattr(default, key), getattr(_MOST[name], key), problems)
        for key in Budget._fields
    ]
    return Budget(*numbers)


def _number(name: str, value: object, default: int, most: int, problems: list[str]) -> int:
    if value is None:
        return default
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    problems.append(f"settings.json: {name} is no whole number from 0 to {most:,}, so the default holds: {default:,}.")
    return default
