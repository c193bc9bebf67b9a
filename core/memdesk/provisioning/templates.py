"""The templates of built-in agents, read whole and checked before anything is done with them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memdesk.errors import InvalidInput, StorageUnavailable, Unreadable
from memdesk.ids import is_registered_id
from memdesk.resources import resource_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

BLANK = "blank"
CARD, SOUL, USER, FACT = "agent.json", "SOUL.md", "USER.md", "memory/FACT.md"
PERSONA = (SOUL, USER)
DEFAULT_LOCALE = "en-US"
_MANIFEST = "product-manifest.json"
_TEXTS = ("name", "description", "instructions")
_MAX_FILE, _MAX_FILES = 1_000_000, 200


@dataclass(frozen=True, slots=True)
class Template:
    """A template: its texts by field and locale, and the files that are copied as they are, by path."""

    name: str
    texts: Mapping[str, Mapping[str, str]]
    files: Mapping[str, bytes]

    def card(self, locale: str | None, name: str | None = None) -> dict[str, str]:
        """What ``agent.json`` says in one language; ``name`` takes the place of the template's."""
        chosen = best_locale(locale, self.texts["name"])
        card = {field: self.texts[field][chosen] for field in _TEXTS}
        return card | ({"name": name} if name else {}) | {"template": self.name, "locale": chosen}


def template_names(folder: Path | None = None) -> tuple[str, ...]:
    """The templates there are, ``blank`` first."""
    base = folder or _builtin()
    try:
        found = sorted(entry.name for entry in base.iterdir() if entry.is_dir()) if base is not None else []
    except OSError:
        found = []
    return (BLANK, *(name for name in found if is_registered_id(name)))


def load_template(name: str, folder: Path | None = None) -> Template:
    """Read and check a template of ``folder``, by default those that come with Memdesk.

    Raises InvalidInput where there is none of that name, Unreadable where one is not as it should be.
    """
    known = template_names(folder)
    base = folder or _builtin()
    if name not in known or name == BLANK or base is None:
        raise InvalidInput(f"There is no template {name[:64]}.", field="template", known=list(known))
    files = _files(base / name, name)
    files.pop(_MANIFEST, None)
    for rel in (CARD, *PERSONA, FACT):
        if not files.get(rel, b"").strip():
            raise _malformed(name, f"{rel} is missing or empty")
    for rel, data in files.items():
        if not _is_text(data):
            raise _malformed(name, f"{rel} is no text")
    return Template(name, _texts(name, files.pop(CARD)), files)


def best_locale(wanted: str | None, offered: Mapping[str, str]) -> str:
    """The offered locale that fits best: itself, its language, else English."""
    key = _key(wanted or "")
    by_key = {_key(locale): locale for locale in offered}
    if key in by_key:
        return by_key[key]
    language = key.partition("-")[0]
    same = [locale for other, locale in by_key.items() if other.partition("-")[0] == language]
    return same[0] if same else DEFAULT_LOCALE


def _key(locale: str) -> str:
    return locale.partition(".")[0].partition("@")[0].replace("_", "-").casefold()


def _builtin() -> Path | None:
    root = resource_root()
    return root / "builtin-agents" if root is not None else None


def _files(base: Path, name: str) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    try:
        for folder, inner, names in os.walk(base):
            inner.sort()
            for file in sorted(names):
                full = f"{folder}/{file}"
                rel = os.path.relpath(full, base).replace(os.sep, "/")
                info = os.stat(full, follow_symlinks=False)  # noqa: PTH116
                if file.startswith(".") or len(files) >= _MAX_FILES or info.st_size > _MAX_FILE:
                    raise _malformed(name, f"{rel} does not belong there")
                with open(full, "rb") as opened:  # noqa: PTH123
                    files[rel] = opened.read()
    except OSError as error:
        raise StorageUnavailable(f"The template {name} cannot be read: {error.strerror}.") from error
    return files


def _texts(name: str, raw: bytes) -> dict[str, dict[str, str]]:
    try:
        card: Any = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise _malformed(name, f"{CARD} is not JSON") from error
    texts: dict[str, dict[str, str]] = {}
    for field in _TEXTS:
        value = card.get(field) if isinstance(card, dict) else None
        if not isinstance(value, dict) or not all(isinstance(text, str) and text.strip() for text in value.values()):
            raise _malformed(name, f"{CARD} has no {field} by locale")
        texts[field] = value
    if any(set(value) != set(texts["name"]) or DEFAULT_LOCALE not in value for value in texts.values()):
        raise _malformed(name, f"{CARD} does not say everything in every locale")
    return texts


def _is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode("utf-8")
    except UnicodeDecodeError:
        return False


def _malformed(name: str, why: str) -> Unreadable:
    return Unreadable(f"The template {name} is damaged, so nothing was changed: {why}. Install Memdesk again.")
