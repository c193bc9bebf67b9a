"""A City: one platform root, its registry, and the Powers that it hosts."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, TypeVar

from memdesk.city.registry import CityRegistry
from memdesk.city.settings import parsed_settings, retention_of, semantic_of
from memdesk.errors import MemdeskError, StorageUnavailable
from memdesk.language.settings import model_settings
from memdesk.models.budgets import budgets_of
from memdesk.power import PowerLifecycleContext
from memdesk.semantic.choice import SemanticChoice
from memdesk.storage.audit import Audit
from memdesk.storage.layout import CityLayout, named_path
from memdesk.storage.retention import DEFAULT_RETENTION
from memdesk.storage.safe_root import SafeRoot

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from memdesk.city.examining import Examined
    from memdesk.power import ActionSpec, Power

_T = TypeVar("_T")


class City:
    """A platform root with its agents, workspaces and Powers.

    Example: ``City(root, powers=[MemoryPower(platform_root_path=root)])``. Raises StorageUnavailable where the
    root is a file. A root that does not exist is made by the first write.
    """

    def __init__(self, platform_root_path: str | os.PathLike[str], powers: Iterable[Power] = ()) -> None:
        self.layout = CityLayout(named_path(platform_root_path).absolute())
        _check_root(self.layout.root)
        self.registry = CityRegistry(self.layout)
        self.audit = Audit(SafeRoot(self.layout.state_dir, within=self.layout.root))
        self.powers: dict[str, Power] = {}
        settings = _settings(self.layout.root)
        for power in powers:
            self.powers[power.name] = power
            storage = self.layout.root / "powers" / power.name
            power.initialize(settings._replace(storage=storage))

    @property
    def root(self) -> Path:
        """The platform root, absolute."""
        return self.layout.root

    @property
    def city_actions(self) -> tuple[ActionSpec, ...]:
        """The actions of the City itself: its registry."""
        from memdesk.city.actions import CITY_ACTIONS

        return CITY_ACTIONS

    def examine(self, *, repair: bool = False) -> Examined:
        """Look at the City's own files; ``repair`` moves what cannot be used to the quarantine."""
        from memdesk.city.examining import examine_city

        return examine_city(self, repair=repair)

    def close(self) -> None:
        """Close every Power."""
        for power in self.powers.values():
            power.close()

    def __enter__(self) -> City:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _settings(root: Path) -> PowerLifecycleContext:
    """What people set. One that is not understood has its default, says so, and leaves the others as they are."""
    problems: list[str] = []
    settings = _understood(lambda: parsed_settings(SafeRoot(root)), None, problems)
    if settings is None:
        # Until somebody mends the file nothing is kept for less than the default, nobody is asked, and vectors are
        # neither used nor taken away.
        unread = SemanticChoice(enabled=None)
        return PowerLifecycleContext(root, root, semantic=unread, problems=tuple(problems))
    budgets = budgets_of(settings)
    return PowerLifecycleContext(
        root,
        root,
        retention=_understood(lambda: retention_of(settings), DEFAULT_RETENTION, problems),
        model=_understood(lambda: model_settings(settings), None, problems),
        semantic=_understood(lambda: semantic_of(settings), SemanticChoice(enabled=None), problems),
        budgets=budgets,
        problems=(*problems, *budgets.problems),
    )


def _understood(read: Callable[[], _T], default: _T, problems: list[str]) -> _T:
    try:
        return read()
    except MemdeskError as error:
        problems.append(error.message)
        return default


def _check_root(root: Path) -> None:
    try:
        mode = root.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageUnavailable(
            f"The City at {root} cannot be opened: {error.strerror}.", path=str(root), reason=error.strerror or ""
        ) from error
    if not stat.S_ISDIR(mode):
        raise StorageUnavailable(f"{root} is a file, not a City's folder.", path=str(root))
