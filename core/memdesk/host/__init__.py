"""The host: the action table and the one call that runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memdesk.host.host import ActionHost, parse_payload

__all__ = ["ActionHost", "parse_payload"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that a small command starts fast."""
    if name not in __all__:
        raise AttributeError(f"module 'memdesk.host' has no attribute {name!r}")
    from memdesk.host import host

    return getattr(host, name)
