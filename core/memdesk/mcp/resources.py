"""Memories as resources ``memory://<provider>/<memory_id>``: listed in pages, read whole or by lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote_to_bytes

import mcp_types as types
from mcp.shared.exceptions import MCPError

from memdesk.ids import encode_component

if TYPE_CHECKING:
    from memdesk.mcp.bound import BoundAgent
    from memdesk.models.requests import ActionResult

_PAGE = 100
_LINES = re.compile(r"L([1-9][0-9]{0,8})(?:-L([1-9][0-9]{0,8}))?\Z")
_ESCAPED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_MARKDOWN = "text/markdown"
_INVALID_PARAMS, _INTERNAL = types.INVALID_PARAMS, types.INTERNAL_ERROR


def uri_of(provider: str, memory_id: str) -> str:
    """The URI of a memory, in the form that citations have."""
    return f"memory://{provider}/{memory_id}"


def uri_forms(provider: str, memory_id: str) -> tuple[str, ...]:
    """The forms in which clients write the URI: with the letters of every script, or those percent-encoded."""
    plain = uri_of(provider, memory_id)
    encoded = uri_of(provider, quote(memory_id, safe="/%-_"))
    return (plain,) if plain == encoded else (plain, encoded)


def memory_id_of(provider: str, uri: str) -> str:
    """The memory_id that a URI names, in either form. Raises MCPError where it is no URI of a memory."""
    rest = uri.partition("#")[0].removeprefix(f"memory://{provider}/")
    if rest == uri.partition("#")[0] or not rest:
        raise MCPError(_INVALID_PARAMS, f"A memory's URI begins with memory://{provider}/.", {"uri": uri[:500]})
    return _ESCAPED.sub(_letters, rest)


def _letters(match: re.Match[str]) -> str:
    """Decode what a memory_id never encodes: letters, marks and digits of every script."""
    try:
        text = unquote_to_bytes(match[0]).decode()
    except UnicodeDecodeError:
        return match[0].upper()
    return encode_component(text)


def templates(agent: BoundAgent) -> list[types.ResourceTemplate]:
    """What can be asked for beyond the list: any page by its id, and the evidence below it."""
    return [
        types.ResourceTemplate(
            name=name,
            title=title,
            uri_template=uri_of(agent.provider, path),
            description=f"{title}. Add #L3-L9 for some of its lines.",
            mime_type=_MARKDOWN,
        )
        for name, title, path in (
            ("own-page", "A page of this agent's own memory", f"agent/{agent.agent_id}/wiki/{{+topic}}"),
            ("shared-page", "A page of the memory that all agents share", "city/wiki/{+topic}"),
            (
                "own-evidence",
                "What a page of this agent rests on",
                f"agent/{agent.agent_id}/evidence/{{kind}}/{{date}}/{{id}}",
            ),
            ("shared-evidence", "What a shared page rests on", "city/evidence/{kind}/{date}/{id}"),
        )
    ]


def list_page(agent: BoundAgent, cursor: str | None) -> types.ListResourcesResult:
    """One page of the memories that the agent can read, newest first. Raises MCPError."""
    if cursor is not None and not (cursor.isdecimal() and len(cursor) < 10):
        raise MCPError(_INVALID_PARAMS, "This is not a cursor of this list.")
    offset = int(cursor or 0)
    data = _data(agent.run("memory", "list", {"limit": _PAGE, "offset": offset}))
    listed = [_resource(agent, item) for item in data["items"]]
    return types.ListResourcesResult(
        resources=listed, next_cursor=str(offset + len(listed)) if data["has_more"] and listed else None
    )


def _resource(agent: BoundAgent, item: dict[str, Any]) -> types.Resource:
    return types.Resource(
        name=item["memory_id"],
        title=item["title"],
        uri=uri_of(agent.provider, item["memory_id"]),
        description=item["snippet"] or None,
        mime_type=_MARKDOWN,
        size=item["bytes"],
        annotations=types.Annotations(last_modified=item["updated_at"]),
    )


def read(agent: BoundAgent, uri: str) -> types.ReadResourceResult:
    """The text of a memory, or of the lines that the URI names. Raises MCPError."""
    payload: dict[str, Any] = {"memory_id": memory_id_of(agent.provider, uri)}
    lines = uri.partition("#")[2]
    if lines:
        match = _LINES.match(lines)
        if match is None:
            raise MCPError(_INVALID_PARAMS, "Lines are named like #L3 or #L3-L9.", {"uri": uri[:500]})
        first, last = int(match[1]), int(match[2] or match[1])
        payload |= {"from_line": first, "line_count": max(1, last - first + 1)}
    memory = _data(agent.run("memory", "read", payload))["memory"]
    if memory is None:
        raise MCPError(_INVALID_PARAMS, "There is no such memory.", {"code": "not_found", "uri": uri[:500]})
    text = types.TextResourceContents(uri=uri, mime_type=_MARKDOWN, text=memory["content"])
    return types.ReadResourceResult(contents=[text])


def _data(result: ActionResult) -> dict[str, Any]:
    if result.success and result.data is not None:
        return result.data
    error = result.error
    if error is None:
        raise MCPError(_INTERNAL, "Nothing is known of why this failed.")
    number = _INTERNAL if error.code in ("internal", "storage_unavailable", "busy") else _INVALID_PARAMS
    raise MCPError(number, f"{error.code}: {error.message}", {"code": error.code, "details": error.details})
