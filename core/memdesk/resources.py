"""Where the files that come with the program lie: in a checkout, a wheel or a frozen bundle."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

_PACKAGED = "_resources"
_MARKER = "builtin-agents"


@cache
def resource_root() -> Path | None:
    """The folder of resources; None where the program is installed without them."""
    here = Path(__file__).resolve()
    folders = [here.parents[2] / "resources", here.parent / _PACKAGED]
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        folders = [Path(bundle) / "memdesk" / _PACKAGED, Path(bundle) / "resources"]
    return next((folder for folder in folders if (folder / _MARKER).is_dir()), None)
