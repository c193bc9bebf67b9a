"""A small JSON file of the window's own: what cannot be read or written is as good as none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_MAX = 1_000_000


def read_json(path: Path) -> dict[str, Any]:
    """The object in a file; empty where there is none, or none that can be understood."""
    try:
        if path.stat().st_size > _MAX:
            return {}
        data: Any = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def write_json(path: Path, value: dict[str, Any]) -> bool:
    """Put an object in place of the file, in one step; False where the disk does not let us."""
    temporary = path.with_suffix(".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        temporary.replace(path)
    except (OSError, ValueError):
        return False
    return True
