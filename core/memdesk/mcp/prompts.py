"""Core Memory as a prompt, for clients that let a person choose one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mcp_types as types
from mcp.shared.exceptions import MCPError

if TYPE_CHECKING:
    from memdesk.mcp.bound import BoundAgent

CORE_MEMORY = types.Prompt(
    name="core_memory",
    title="Core Memory",
    description="What this agent should know from the start of a session: who it is, who the user is, what it knows.",
)
_ACTION = ("context", "prompt")


def offered(agent: BoundAgent) -> bool:
    """Whether the host can assemble Core Memory."""
    return _ACTION in agent.actions


def get(agent: BoundAgent, name: str) -> types.GetPromptResult:
    """The prompt with Core Memory as it is for this connection. Raises MCPError."""
    if name != CORE_MEMORY.name:
        raise MCPError(types.INVALID_PARAMS, f"There is no prompt {name[:100]}.")
    result = agent.run(*_ACTION, {})
    if not result.success or result.data is None:
        code, message = (result.error.code, result.error.message) if result.error else ("internal", "It failed.")
        raise MCPError(types.INTERNAL_ERROR, f"{code}: {message}", {"code": code})
    text = types.TextContent(text=result.data["core_memory"])
    return types.GetPromptResult(
        description=CORE_MEMORY.description, messages=[types.PromptMessage(role="user", content=text)]
    )
