"""Which memories were opened last, for the palette."""

from __future__ import annotations

_MOST = 8


class RecentMemories:
    """Titles by memory_id, the one opened last at the end."""

    def __init__(self) -> None:
        self.titles: dict[str, str] = {}

    def remember(self, memory_id: str, title: str) -> None:
        """A memory was opened."""
        self.titles.pop(memory_id, None)
        self.titles[memory_id] = title
        while len(self.titles) > _MOST:
            del self.titles[next(iter(self.titles))]

    def forget(self, memory_ids: set[str]) -> None:
        """These are not where they were."""
        self.titles = {key: title for key, title in self.titles.items() if key not in memory_ids}
