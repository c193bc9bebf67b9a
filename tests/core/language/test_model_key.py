"""The key of the model comes from the environment or the system's keyring, and is kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from chat_server import Chat, proposes, serving
from model_steps import GOOD, KEY, captured, settle

from cities import ok

keyring = pytest.importorskip("keyring")


@pytest.fixture
def chat() -> Iterator[Chat]:
    with serving() as chat:
        yield chat


class OwnKeyring(keyring.backend.KeyringBackend):  # type: ignore[misc]
    """A keyring that holds one key, or fails as the keyrings of systems do."""

    priority = 1.0

    def __init__(self, fails: Exception | None = None) -> None:
        super().__init__()
        self.fails = fails
        self.asked: list[tuple[str, str]] = []

    def get_password(self, service: str, username: str) -> str | None:
        self.asked.append((service, username))
        if self.fails is not None:
            raise self.fails
        return KEY

    def set_password(self, service: str, username: str, password: str) -> None:
        raise AssertionError("Memdesk writes no keys.")


@contextmanager
def keyring_of(backend: OwnKeyring) -> Iterator[OwnKeyring]:
    """Let the system's keyring be this one for a while."""
    before = keyring.get_keyring()
    keyring.set_keyring(backend)
    try:
        yield backend
    finally:
        keyring.set_keyring(before)


def test_the_key_comes_from_the_systems_keyring_and_is_kept_nowhere(
    root: Path, chat: Chat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("MEMDESK_MODEL_KEY", raising=False)
    caplog.set_level("DEBUG")
    chat.reply = proposes(GOOD)
    with keyring_of(OwnKeyring()) as own:
        host = settle(root, chat)
        job, warnings = captured(host)
        answers = [str(ok(host, "status", agent="kim")), str(job), str(warnings)]
    assert own.asked == [("memdesk", urlsplit(chat.url).netloc)]
    assert chat.headers[0]["Authorization"] == f"Bearer {KEY}"
    host.city.close()
    assert not [path for path in root.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert KEY not in caplog.text + "".join(answers)


@pytest.mark.parametrize("fails", [keyring.errors.NoKeyringError(), keyring.errors.KeyringLocked(), OSError("D-Bus")])
def test_a_keyring_that_fails_gives_no_key_and_is_no_harm(
    root: Path, chat: Chat, monkeypatch: pytest.MonkeyPatch, fails: Exception
) -> None:
    monkeypatch.delenv("MEMDESK_MODEL_KEY", raising=False)
    chat.reply = proposes(GOOD)
    with keyring_of(OwnKeyring(fails)):
        job, warnings = captured(settle(root, chat))
    assert (job["state"], warnings) == ("review", [])
    assert "Authorization" not in chat.headers[0]


def test_the_environment_comes_before_the_keyring(root: Path, chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMDESK_MODEL_KEY", "from-the-environment")
    chat.reply = proposes(GOOD)
    with keyring_of(OwnKeyring()) as own:
        captured(settle(root, chat))
    assert own.asked == []
    assert chat.headers[0]["Authorization"] == "Bearer from-the-environment"
