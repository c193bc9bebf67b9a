"""Results as text for people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
Renderer = Callable[[dict[str, Any]], list[str]]


def render(power: str, action: str, data: dict[str, Any]) -> str:
    """The text of a result; actions without a form of their own list their fields."""
    lines = _RENDERERS.get((power, action), _fields)(data)
    return "".join(f"{printable(line)}\n" for line in lines)


def printable(text: str) -> str:
    """Show control characters instead of sending them: a memory's text must not steer the terminal."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def _day(time: str) -> str:
    return time[:16].replace("T", " ")


def _fields(data: dict[str, Any]) -> list[str]:
    lines = []
    for key, value in data.items():
        if isinstance(value, dict):
            lines += [f"{key}:", *(f"  {line}" for line in _fields(value))]
        elif isinstance(value, list):
            lines.append(f"{key}: {', '.join(str(item) for item in value) or '-'}")
        else:
            lines.append(f"{key}: {'-' if value is None else value}")
    return lines


def _marks(item: dict[str, Any]) -> str:
    marks = [item["memory_type"], _day(item["observed_at"])]
    if item.get("workspace_id"):
        marks.append(f"in {item['workspace_id']}")
    if item.get("superseded_by"):
        marks.append("replaced")
    if item["evidence_count"]:
        marks.append(f"{item['evidence_count']} evidence")
    return " · ".join(marks)


def _item(item: dict[str, Any]) -> list[str]:
    snippet = " ".join(item["snippet"].split())
    return [f"{item['title']}", f"  {item['memory_id']}", f"  {_marks(item)}", f"  {snippet}", ""]


def _list(data: dict[str, Any]) -> list[str]:
    lines = [line for item in data["items"] for line in _item(item)]
    if not data["items"]:
        return ["Nothing is remembered here."]
    more = " (more with offset)" if data["has_more"] else ""
    return [*lines, f"{len(data['items'])} of {data['total']}{more}"]


def _search(data: dict[str, Any]) -> list[str]:
    if not data["items"]:
        return ["Nothing found."]
    lines: list[str] = []
    for item in data["items"]:
        first, *rest = _item(item)
        lines += [f"{item['score']:.2f}  {first}", *rest[:-1], f"  {item['citation']}", ""]
    return lines[:-1]


def _read(data: dict[str, Any]) -> list[str]:
    memory = data["memory"]
    if memory is None:
        return ["There is no such memory."]
    head = [memory["title"], memory["memory_id"], _marks(memory), f"revision {memory['revision'][:12]}"]
    refs = [f"- {ref['memory_id'] or ref['source_id']} ({ref['label']})" for ref in memory["source_refs"]]
    sources = ["", "Sources:", *refs] if refs else []
    return [*head, "", *memory["content"].rstrip("\n").split("\n"), *sources]


def _history(data: dict[str, Any]) -> list[str]:
    return [
        f"{item['ordinal']:>3}  {item['revision'][:12]}  {_day(item['at'])}  {_actor(item['actor'])}  "
        f"{item['reason'] or item['action']}{'  (current)' if item['current'] else ''}"
        for item in data["revisions"]
    ]


def _actor(actor: dict[str, Any]) -> str:
    if actor["caller"] == "outside":
        return "another program"
    return f"{actor['agent_id'] or '-'} ({actor['caller']})"


def _diff(data: dict[str, Any]) -> list[str]:
    signs = {"same": " ", "add": "+", "del": "-"}
    return [f"{signs[line['kind']]} {line['text']}" for line in data["lines"]]


def _trash(data: dict[str, Any]) -> list[str]:
    if not data["items"]:
        return ["The trash is empty."]
    return [
        f"{item['undo_id']}  {_day(item['forgotten_at'])}  {item['memory_id']}  {item['title']}"
        for item in data["items"]
    ]


def _activity(data: dict[str, Any]) -> list[str]:
    return [
        f"{_day(item['at'])}  {_actor(item['actor'])}  {item['power']} {item['action']}  {item['memory_id'] or '-'}"
        for item in data["items"]
    ] or ["Nothing has happened."]


def _agents(data: dict[str, Any]) -> list[str]:
    return [f"{item['agent_id']}  {item['name']}" for item in data["agents"]] or ["No agent is registered."]


def _workspaces(data: dict[str, Any]) -> list[str]:
    return [
        f"{item['workspace_id']}  {item['path']}{'' if item['exists'] else '  (missing)'}"
        for item in data["workspaces"]
    ] or ["No workspace is registered."]


def _verify(data: dict[str, Any]) -> list[str]:
    lines = []
    for problem in data["problems"]:
        place = problem["memory_id"] or problem["path"] or "City"
        lines.append(f"{place}: {problem['message']} ({problem['code']})")
        if problem["repair"]:
            lines.append(f"  repair: {problem['repair']}")
    if data["repaired"]:
        lines.append(f"{data['repaired']} repaired")
    if data["accepted"]:
        lines.append(f"{len(data['accepted'])} left as they are")
    return [*lines, f"{data['records']} records, {len(data['problems'])} problems"]


def _updated(data: dict[str, Any]) -> list[str]:
    size = f"{data['characters']:,} characters, about {data['tokens']:,} tokens"
    return [f"{data['memory_id']}  {data['mode']}  revision {data['revision'][:12]}  {size}"]


def _journal(data: dict[str, Any]) -> list[str]:
    if not data["journal_exists"]:
        return ["There is no journal yet."]
    if not data["items"]:
        entries = "1 entry" if data["entries"] == 1 else f"{data['entries']} entries"
        return [f"No match in {entries}." if data["entries"] else "The journal is empty."]
    lines = []
    for item in data["items"]:
        tags = f"  [{', '.join(item['tags'])}]" if item["tags"] else ""
        first, *rest = item["text"].split("\n")
        lines += [f"{_day(item['ts'] or '-'):<16}{tags}  {first}", *(f"{'':<18}{line}" for line in rest)]
    more = " (more with limit)" if data["has_more"] else ""
    return [*lines, "", f"{len(data['items'])} of {data['total']}{more}"]


def _import(data: dict[str, Any]) -> list[str]:
    lines = []
    for agent in data["agents"]:
        lines += [f"{agent['agent_id']}{'  (new)' if agent['created'] else ''}  from {agent['source']}"]
        for item in agent["items"]:
            lines_taken = item["lines"]
            count = "" if lines_taken is None else f"  {lines_taken} {'line' if lines_taken == 1 else 'lines'}"
            becomes = f"  → {item['target']} ({item['memory_type']})" if item["memory_type"] else ""
            lines.append(f"  {item['outcome']:<10} {item['path']}{count}{becomes}{_because(item['reason'])}")
        lines += [f"  left       {rel}" for rel in agent["left_behind"]]
        lines.append("")
    if data["dry_run"]:
        return [*lines, f"{data['changes']} would be written. Nothing was."]
    return [*lines, f"{data['changes']} written."]


def _because(reason: str | None) -> str:
    return f"  ({reason})" if reason else ""


def _connect(data: dict[str, Any]) -> list[str]:
    if data["text"] is not None:
        return ["Put this into the program's configuration of MCP servers:", "", *data["text"].rstrip("\n").split("\n")]
    said = {"show": "would go into", "write": "stands in", "remove": "is taken out of"}[data["mode"]]
    lines = []
    for file in data["files"]:
        state = "" if file["changed"] else " (nothing to change)"
        lines.append(f"Memdesk {said} {file['path']}{state}")
        if data["mode"] == "show":
            lines += ["", *(f"    {line}" for line in file["text"].rstrip("\n").split("\n")), ""]
        if file["backup"]:
            lines.append(f"  as it was before: {file['backup']}")
    if data["mode"] == "show":
        lines.append("Nothing was written; --write does it, --remove undoes it.")
    return lines


def _captures(data: dict[str, Any]) -> list[str]:
    if not data["items"]:
        return ["Nothing waits."]
    lines: list[str] = []
    for job in data["items"]:
        reason = f"  ({job['reason']})" if job["reason"] else ""
        lines.append(f"{job['job_id']}  {job['state']}  {_day(job['captured_at'])}{reason}")
        if job["user"]:
            lines.append(f"  said: {' '.join(job['user'].split())[:200]}")
        lines += [f"  proposed: {one['content']} ({one['memory_type']}, {one['topic']})" for one in job["proposals"]]
        lines += [f"  kept: {memory_id}" for memory_id in job["memory_ids"]]
    return lines


def _backup_line(item: dict[str, Any]) -> str:
    return f"{_day(item['made_at'])}  {item['bytes'] / 1_000_000:.1f} MB  {item['path']}"


def _backup(data: dict[str, Any]) -> list[str]:
    lines = [_backup_line(data["backup"]), f"{data['files']} files"]
    lines += [f"left out: {name}" for name in data["left_out"]]
    return lines + [f"removed: {path}" for path in data["removed"]]


def _backups(data: dict[str, Any]) -> list[str]:
    plan = "No backup is made by itself. memdesk backup set FOLDER changes that."
    if data["folder"] is not None:
        plan = f"Every {data['every_hours']} hours to {data['folder']}; the newest {data['keep']} stay."
    problem = [f"The last one failed: {data['problem']}"] if data["problem"] else []
    return [plan, *problem, *map(_backup_line, data["backups"])]


def _restored(data: dict[str, Any]) -> list[str]:
    return [f"{data['root']}: {data['files']} files of {_day(data['made_at'])}"]


_RENDERERS: dict[tuple[str, str], Renderer] = {
    ("memory", "list"): _list,
    ("memory", "search"): _search,
    ("memory", "read"): _read,
    ("memory_admin", "history"): _history,
    ("memory_admin", "diff"): _diff,
    ("memory_admin", "read_revision"): lambda data: data["text"].rstrip("\n").split("\n"),
    ("memory_admin", "trash"): _trash,
    ("memory_admin", "activity"): _activity,
    ("memory_admin", "verify"): _verify,
    ("file_memory", "update"): _updated,
    ("file_memory", "search"): _journal,
    ("memory_admin", "import"): _import,
    ("context", "turn_begin"): lambda data: data["model_input"].split("\n"),
    ("context", "capture_list"): _captures,
    ("context", "capture_run"): _captures,
    ("context", "prompt"): lambda data: data["text"].rstrip("\n").split("\n"),
    ("city", "connect"): _connect,
    ("city", "list_agents"): _agents,
    ("city", "list_workspaces"): _workspaces,
    ("city", "backup"): _backup,
    ("city", "list_backups"): _backups,
    ("city", "set_backup"): _backups,
    ("city", "restore_backup"): _restored,
}
