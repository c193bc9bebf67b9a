"""Where one has been within the Memory room, so that Back leads there, with its scope and its row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memdesk_desktop.workspace_state import SHARED

ViewName = Literal[
    "list",
    "everything",
    "detail",
    "edit",
    "new",
    "settings",
    "trash",
    "activity",
    "prompt",
    "persona",
    "review",
    "try",
    "import",
    "connect",
    "city",
    "preferences",
]

_FORMS: frozenset[ViewName] = frozenset({"edit", "new"})


@dataclass(slots=True)
class Stop:
    """A view, the record it shows, the scope it is in, the list's query there, and the row that was current."""

    view: ViewName
    memory_id: str | None = None
    scope: str = SHARED
    query: str = ""
    row: str | None = None


class Trail:
    """The way from the list to what is shown; it is never empty."""

    def __init__(self) -> None:
        self._stops: list[Stop] = [Stop("list")]

    @property
    def here(self) -> Stop:
        """What is shown."""
        return self._stops[-1]

    @property
    def before(self) -> Stop | None:
        """What Back leads to."""
        return self._stops[-2] if self.can_go_back else None

    @property
    def can_go_back(self) -> bool:
        """Whether this view was opened from another one."""
        return len(self._stops) > 1

    def begin(self, stop: Stop) -> None:
        """Forget the way: this is where it starts."""
        self._stops = [stop]

    def begin_below(self, stop: Stop) -> None:
        """Forget the way that led here: Back leads to this."""
        self._stops = [stop, self.here]

    def push(self, stop: Stop) -> None:
        """Go on; what is shown already is no step."""
        self._leave_form()
        if (self.here.view, self.here.memory_id) == (stop.view, stop.memory_id) and self.can_go_back:
            self._stops.pop()
        self._stops.append(stop)

    def _leave_form(self) -> None:
        """A form that one went on from is no place to come back to, nor is the record that it was about."""
        memory_id = self.here.memory_id
        if self.here.view not in _FORMS or not self.can_go_back:
            return
        self._stops.pop()
        while memory_id is not None and self.can_go_back and self.here.memory_id == memory_id:
            self._stops.pop()

    def pop(self) -> Stop:
        """Go back one step; the stop that is left behind."""
        return self._stops.pop()

    def drop_records(self, memory_ids: set[str]) -> bool:
        """Leave out views of records that are gone; whether what is shown was one of them."""
        here = self.here
        kept = [stop for stop in self._stops if stop.memory_id is None or stop.memory_id not in memory_ids]
        self._stops = kept or [Stop("list", scope=here.scope, query=here.query)]
        return self.here is not here
