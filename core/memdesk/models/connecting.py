"""Payload and result of ``connect``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.models.payloads import Payload
from memdesk.models.records import Data

ClientName = Literal["claude-code", "codex", "cursor", "generic"]
ConnectMode = Literal["show", "write", "remove"]


class ConnectPayload(Payload):
    """``connect``: ``command`` starts Memdesk; the entry point knows it, as it knows the user's folders."""

    client: ClientName
    agent_id: str
    workspace_id: str | None = None
    mode: ConnectMode = "show"
    command: list[str] = Field(min_length=1, description="how Memdesk is started, the program's full path first")
    home: str = Field(min_length=1, max_length=4096, description="the user's home folder")
    folders: dict[str, str] = Field(
        default_factory=dict, description="folders that the client's environment names, such as CODEX_HOME"
    )


class ConnectedFile(Data):
    """A file of the client; ``text`` is what goes into it and nothing else; ``removed``: it held nothing else."""

    path: str
    changed: bool
    removed: bool = False
    text: str | None
    backup: str | None = None


class ConnectData(Data):
    """``connect``; ``text`` is what to paste where the client keeps its configuration in no file that is known."""

    client: ClientName
    mode: ConnectMode
    files: list[ConnectedFile]
    text: str | None
