"""Cities on real files for tests, and a short way to run an action."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from memdesk import ActionHost, ActionRequest, ActionResult, City, MemoryPower


def make_host(root: Path, *agents: str, workspaces: tuple[str, ...] = ()) -> ActionHost:
    """A host on ``root`` with these agents registered, and workspaces with folders beside the root."""
    host = ActionHost(City(root, powers=[MemoryPower(platform_root_path=root)]))
    for agent in agents:
        ok(host, "add_agent", power="city", agent_id=agent)
    for workspace in workspaces:
        folder = root.parent / "projects" / workspace
        folder.mkdir(parents=True, exist_ok=True)
        ok(host, "add_workspace", power="city", workspace_id=workspace, path=str(folder))
    return host


def run(
    host: ActionHost,
    action: str,
    *,
    agent: str | None = None,
    power: str = "memory",
    workspace: str | None = None,
    caller: str = "person",
    **payload: Any,
) -> ActionResult:
    """Run an action."""
    return host.run(
        ActionRequest(
            agent_id=agent, workspace_id=workspace, power=power, action=action, payload=payload, caller=caller
        )
    )


def ok(host: ActionHost, action: str, **options: Any) -> dict[str, Any]:
    """Run an action that must succeed and return its data."""
    result = run(host, action, **options)
    assert result.success, result.error
    assert result.data is not None
    return result.data


def code(host: ActionHost, action: str, **options: Any) -> str:
    """Run an action that must fail and return the code of its error."""
    result = run(host, action, **options)
    assert not result.success, result.data
    assert result.error is not None
    assert result.error.message.strip()
    return result.error.code


def tree(root: Path, *, without: tuple[str, ...] = (".memdesk",)) -> dict[str, str]:
    """Every file below ``root`` with the hash of its bytes."""
    found = {}
    for path in sorted(root.rglob("*")):
        rel = path.relative_to(root)
        if path.is_file() and rel.parts[0] not in without:
            found[str(rel)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def page(root: Path, rel: str, text: str | bytes) -> Path:
    """Write a file of another program below a root."""
    path = root / rel
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
