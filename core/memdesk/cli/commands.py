"""Runs one command as one action and prints its result, for people or as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdesk.cli.container import app_locale, chosen_root, client_folders, open_host, own_command
from memdesk.cli.text_output import printable, render
from memdesk.errors import InvalidInput, MemdeskError, TooLarge
from memdesk.models.requests import ActionError, ActionRequest, ActionResult
from memdesk.storage.layout import named_path

if TYPE_CHECKING:
    import argparse

_MAX_INPUT = 64_000_000


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen command; 0 or 1."""
    if getattr(arguments, "version", False):
        from importlib import metadata

        sys.stdout.write(f"memdesk {metadata.version('memdesk')}\n")
        return 0
    power, action = "", ""
    try:
        request = _request(arguments)
        power, action = request.power, request.action
        host = open_host(chosen_root(getattr(arguments, "root", None)))
        with host.city:
            result = _doctor(host, arguments) if arguments.command == "doctor" else host.run(request)
    except MemdeskError as error:
        result = ActionResult(
            success=False, error=ActionError(code=error.code, message=error.message, details=error.details)
        )
    _print(result, power, action, as_json=getattr(arguments, "json", False))
    return 0 if result.success else 1


def _request(arguments: argparse.Namespace) -> ActionRequest:
    if arguments.command in ("agent", "workspace"):
        return _registry_request(arguments)
    if arguments.command == "reindex":
        return ActionRequest(power="memory_admin", action="reindex")
    if arguments.command == "doctor":
        return ActionRequest(power="memory_admin", action="verify")
    if arguments.command == "export":
        return _export_request(arguments)
    if arguments.command in ("backup", "restore"):
        return _backup_request(arguments)
    if arguments.command == "connect":
        return _connect_request(arguments)
    if arguments.command == "import":
        return _import_request(arguments)
    if arguments.command == "prompt":
        return ActionRequest(
            agent_id=arguments.agent,
            workspace_id=arguments.workspace,
            session_id=arguments.session,
            power="context",
            action="prompt",
        )
    if arguments.command in ("turn", "capture"):
        return _context_request(arguments)
    return ActionRequest(
        agent_id=arguments.agent,
        workspace_id=arguments.workspace,
        session_id=arguments.session,
        power=arguments.power,
        action=arguments.action,
        payload=_payload(arguments),
        caller="person",
        allow_sensitive=arguments.allow_sensitive,
    )


def _import_request(arguments: argparse.Namespace) -> ActionRequest:
    payload = {"kind": arguments.kind, "path": arguments.path, "dry_run": arguments.dry_run}
    more = {"agent_id": arguments.agent, "locale": app_locale(), "scope": arguments.scope}
    return ActionRequest(
        power="memory_admin",
        action="import",
        payload=payload | {key: value for key, value in more.items() if value},
        allow_sensitive=arguments.allow_sensitive,
    )


def _export_request(arguments: argparse.Namespace) -> ActionRequest:
    payload = {"path": arguments.file, "history": arguments.history, "replace": arguments.replace}
    if arguments.scope is not None:
        payload["scope"] = arguments.scope
    return ActionRequest(agent_id=arguments.agent, power="memory_admin", action="export", payload=payload)


def _backup_request(arguments: argparse.Namespace) -> ActionRequest:
    # The folder is one of whoever types it, whatever folder Memdesk runs in.
    folder = getattr(arguments, "folder", None)
    place = str(named_path(folder).absolute()) if folder is not None else None
    if arguments.command == "restore":
        payload: dict[str, Any] = {"path": arguments.file, "to": place}
        return ActionRequest(power="city", action="restore_backup", payload=payload)
    if arguments.backup_action == "list":
        return ActionRequest(power="city", action="list_backups")
    if arguments.backup_action == "now":
        return ActionRequest(power="city", action="backup", payload={"folder": place})
    payload = {}
    if arguments.backup_action == "set":
        payload = {"folder": place, "every_hours": arguments.every, "keep": arguments.keep}
    return ActionRequest(power="city", action="set_backup", payload=payload)


def _connect_request(arguments: argparse.Namespace) -> ActionRequest:
    payload = {
        "client": arguments.client,
        "agent_id": arguments.agent,
        "workspace_id": arguments.workspace,
        "mode": arguments.mode,
        "command": own_command(),
        "home": str(Path.home()),
        "folders": client_folders(),
    }
    return ActionRequest(power="city", action="connect", payload=payload)


def _context_request(arguments: argparse.Namespace) -> ActionRequest:
    payload = _payload(arguments)
    if arguments.command == "turn":
        action = f"turn_{arguments.turn_action}"
        payload["turn_id"] = arguments.turn
    else:
        action = f"capture_{arguments.capture_action}"
        if getattr(arguments, "job", None) is not None:
            payload["job_id"] = arguments.job
    return ActionRequest(
        agent_id=arguments.agent,
        workspace_id=arguments.workspace,
        session_id=arguments.session,
        power="context",
        action=action,
        payload=payload,
        caller="person",
        allow_sensitive=arguments.allow_sensitive,
    )


def _registry_request(arguments: argparse.Namespace) -> ActionRequest:
    kind, action = arguments.command, arguments.registry_action
    if action == "list":
        return ActionRequest(power="city", action=f"list_{kind}s")
    payload: dict[str, Any] = {f"{kind}_id": arguments.id}
    if action == "add" and kind == "agent":
        payload |= {"template": arguments.template} | ({"name": arguments.name} if arguments.name else {})
        if arguments.template != "blank" and (locale := app_locale()):
            payload["locale"] = locale
    elif action == "add":
        payload["path"] = arguments.path
    return ActionRequest(power="city", action=f"{action}_{kind}", payload=payload)


def _payload(arguments: argparse.Namespace) -> dict[str, Any]:
    text = "{}"
    if arguments.input_file is not None:
        try:
            raw = Path(arguments.input_file).read_bytes()
        except OSError as error:
            raise InvalidInput(f"The input file cannot be read: {error.strerror}.", field="input_file") from error
        text = _decode(raw)
    elif arguments.input == "-":
        text = _decode(sys.stdin.buffer.read(_MAX_INPUT + 1))
    elif arguments.input is not None:
        text = arguments.input
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("The input is not JSON.", field="input", reason=str(error)) from error
    if not isinstance(data, dict):
        raise InvalidInput("The input must be a JSON object.", field="input")
    return data


def _decode(raw: bytes) -> str:
    if len(raw) > _MAX_INPUT:
        raise TooLarge("The input is too large.", limit=_MAX_INPUT)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput("The input is not UTF-8.", field="input") from error


def _doctor(host: Any, arguments: argparse.Namespace) -> ActionResult:
    from memdesk.cli.doctor import examine

    return examine(host, repair=arguments.repair)


def _print(result: ActionResult, power: str, action: str, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(result.to_json_dict(), ensure_ascii=False, indent=2) + "\n")
        return
    for warning in result.warnings:
        sys.stderr.write(f"warning ({warning.code}): {printable(warning.message + _where(warning.details))}\n")
    if result.success:
        sys.stdout.write(render(power, action, result.data or {}))
    elif result.error is not None:
        sys.stderr.write(f"error ({result.error.code}): {printable(result.error.message)}\n")


def _where(details: dict[str, Any]) -> str:
    place = details.get("memory_id") or details.get("path")
    return f" [{place}]" if place else ""
