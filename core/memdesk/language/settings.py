"""Which model is asked, and how long it may take. The key is never here."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from memdesk.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

Apply = Literal["review", "apply"]
KEY_VARIABLE = "MEMDESK_MODEL_KEY"
KEYRING_SERVICE = "memdesk"


# A plain tuple: every command reads the settings, and few need what makes better classes.
class ModelSettings(NamedTuple):
    """An endpoint. ``apply``: whether what it proposes is written at once or waits for review (the default)."""

    base_url: str
    model: str
    apply: Apply = "review"
    timeout_s: float = 20.0
    max_characters: int = 60_000
    key_variable: str = KEY_VARIABLE
    headers: Mapping[str, str] = MappingProxyType({})


def model_settings(settings: Mapping[str, Any]) -> ModelSettings | None:
    """The model that ``settings.json`` names under ``model``; None where it names none.

    Raises Unreadable, also for a key in the file: keys belong into the environment or the system's keyring.
    """
    value = settings.get("model")
    if value is None:
        return None
    if not isinstance(value, dict):
        raise _wrong("model is no object")
    if {"key", "api_key", "token", "password"} & {name.lower() for name in value}:
        raise _wrong(f"model holds a key. Put it into {KEY_VARIABLE} or the system's keyring, and take it out there")
    if not value.get("base_url") or value.get("enabled") is False:
        return None
    from urllib.parse import urlsplit

    url, name = value["base_url"], value.get("model")
    if not isinstance(url, str) or urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise _wrong("model.base_url is no http address")
    if urlsplit(url).username or urlsplit(url).password:
        raise _wrong("model.base_url holds a password")
    if not isinstance(name, str) or not name.strip():
        raise _wrong("model.model names no model")
    apply = value.get("apply", "review")
    if apply not in ("review", "apply"):
        raise _wrong("model.apply is neither review nor apply")
    timeout = value.get("timeout_s", 20.0)
    if not isinstance(timeout, int | float) or isinstance(timeout, bool) or not 0 < timeout <= 600:
        raise _wrong("model.timeout_s is no number of seconds")
    return ModelSettings(url.rstrip("/"), name.strip(), apply, float(timeout))


def _wrong(what: str) -> Unreadable:
    return Unreadable(f"settings.json: {what}.", path="settings.json")
