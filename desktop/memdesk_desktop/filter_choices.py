"""Finds out which tags and workspaces there are to filter by, in one scope or in all."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk_desktop.list_filters import Choices

if TYPE_CHECKING:
    from memdesk.models.requests import ActionResult
    from memdesk.models.results import OverviewData
    from memdesk_desktop.bridge import HostBridge
    from memdesk_desktop.workspace_state import WorkspaceState


class FilterChoices(QObject):
    """Asks one scope after the other, each as the agent that may read it."""

    found = Signal(object)  # Choices

    def __init__(self, bridge: HostBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._generation = 0

    def fetch(self, state: WorkspaceState) -> None:
        """Look what there is in the scope of a state; ``found`` goes out once all have answered."""
        self._generation += 1
        scopes = state.scopes if state.is_everything else (state.scope,)
        answers: list[OverviewData | None] = []
        for scope in scopes:
            scoped = replace(state, scope=scope)
            request = scoped.request("overview", {"subject_kinds": scoped.subject_kinds}, power="memory_admin")
            done = partial(self._on_done, self._generation, answers, len(scopes))
            self._bridge.submit(request, on_done=done, owner=self)

    def _on_done(
        self, generation: int, answers: list[OverviewData | None], expected: int, result: ActionResult
    ) -> None:
        if generation != self._generation:
            return
        from memdesk.models.results import OverviewData

        answers.append(OverviewData.model_validate(result.data) if result.success else None)
        if len(answers) == expected:
            self.found.emit(_merged([answer for answer in answers if answer is not None]))


def _merged(answers: list[OverviewData]) -> Choices:
    tags: Counter[str] = Counter()
    workspaces: Counter[str] = Counter()
    for answer in answers:
        tags.update({item.name: item.count for item in answer.tags})
        workspaces.update({item.name: item.count for item in answer.workspaces})
    return Choices(
        tags=tuple(sorted(tags.items(), key=lambda pair: (-pair[1], pair[0]))),
        more_tags=sum(answer.more_tags for answer in answers),
        workspaces=tuple(sorted(workspaces.items(), key=lambda pair: (-pair[1], pair[0]))),
    )
