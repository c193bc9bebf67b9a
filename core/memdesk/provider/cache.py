"""Where the index of a City is kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.storage.layout import CityLayout


def index_file(layout: CityLayout) -> Path:
    """The index inside the City's own cache, or in the user's cache folder where it cannot be written there.

    A link below the root leads out of the City, where nothing of it is to be made.
    """
    place = layout.cache_dir
    leads_out = place.is_symlink() or place.parent.is_symlink()
    while not place.exists() and place != place.parent:
        place = place.parent
    if not leads_out and os.access(place, os.W_OK | os.X_OK):
        return layout.index_file
    import hashlib

    import platformdirs

    name = hashlib.sha256(os.fsencode(layout.root.resolve())).hexdigest()[:16]
    return Path(platformdirs.user_cache_dir("memdesk", appauthor=False)) / "indexes" / name / "index.db"
