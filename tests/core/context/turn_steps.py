"""Short ways to begin, finish and review turns in tests."""

from __future__ import annotations

from typing import Any

from cities import ok
from memdesk import ActionHost


def begin(host: ActionHost, text: str, turn: str = "t-1", **options: Any) -> dict[str, Any]:
    """Begin a turn of session s-1 of kim."""
    given = {"agent": "kim", "session": "s-1"} | options
    return ok(host, "turn_begin", power="context", text=text, turn_id=turn, **given)


def finish(
    host: ActionHost, user: str, assistant: str = "Noted.", turn: str = "t-1", outcome: str = "success", **options: Any
) -> dict[str, Any]:
    """Finish a turn of session s-1 of kim."""
    given = {"agent": "kim", "session": "s-1"} | options
    texts = {"user": user, "assistant": assistant}
    return ok(host, "turn_finish", power="context", outcome=outcome, turn_id=turn, **texts, **given)


def context(host: ActionHost, action: str, **options: Any) -> dict[str, Any]:
    """Run an action of the Power context for kim."""
    return ok(host, action, power="context", **({"agent": "kim"} | options))
