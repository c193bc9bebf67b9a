"""The product manifest: generated from the code by ``packaging/product_manifest.py``, read here."""

from __future__ import annotations

import json
from typing import Any, Literal, get_args

from memdesk.errors import Unreadable
from memdesk.resources import resource_root

Section = Literal["package", "routes", "commands", "providers", "locales", "agents", "features"]
SECTIONS: tuple[Section, ...] = get_args(Section)
MANIFEST = "builtin-agents/cherry-assistant/product-manifest.json"


def read_manifest() -> dict[str, Any]:
    """The manifest of the installed version, by section. Raises Unreadable."""
    root = resource_root()
    try:
        value = json.loads((root / MANIFEST).read_bytes()) if root is not None else None
    except (OSError, ValueError) as error:
        raise _damaged() from error
    if not isinstance(value, dict) or not set(SECTIONS) <= value.keys():
        raise _damaged()
    return value


def _damaged() -> Unreadable:
    return Unreadable("The description of this product is missing or damaged. Install Memdesk again.")
