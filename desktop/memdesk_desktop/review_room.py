"""Plugs the Review room into the window: made when it is first asked for, counted always."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from memdesk_desktop.review_count import ReviewCount

if TYPE_CHECKING:
    from memdesk_desktop.memory_view import MemoryView
    from memdesk_desktop.review_view import ReviewView
    from memdesk_desktop.widgets.rail import Rail
    from memdesk_desktop.workspace_page import WorkspacePage


class ReviewRoom(QObject):
    """What leads to the room, and how many captures wait there."""

    def __init__(self, page: WorkspacePage, rail: Rail) -> None:
        super().__init__(page)
        self._page = page
        page.offer_view("review", self._make_view)
        page.offer_view("try", self._make_try)
        self.count = ReviewCount(page.bridge, page.state, self)
        self.count.changed.connect(rail.show_waiting)
        page.registry.agents_changed.connect(self.count.fetch)

    @property
    def view(self) -> ReviewView:
        """The room; made when it is first asked for."""
        return cast("ReviewView", self._page.view("review"))

    def open(self) -> None:
        """Show the captures that wait for a decision."""
        if self._page.state.can_act:
            self._page.open_view("review")

    def open_try(self) -> None:
        """Show what a message would recall."""
        if self._page.state.can_act:
            self._page.open_view("try")

    def _make_view(self) -> MemoryView:
        from memdesk_desktop.review_view import ReviewView

        view = ReviewView(self._page.bridge, self._page.theme, self._page.state)
        view.try_requested.connect(self.open_try)
        return view

    def _make_try(self) -> MemoryView:
        from memdesk_desktop.try_view import TryView

        return TryView(self._page.bridge, self._page.theme, self._page.state)
