"""Where icons, themes and other files of the program lie, in a checkout, a wheel or a frozen bundle."""

from __future__ import annotations

import importlib.resources
import json
import re
import shutil
import sys
import tempfile
import weakref
from functools import cache
from pathlib import Path

_PACKAGED = "_resources"
_MARKER = Path("themes") / "tokens.json"


@cache
def resource_root() -> Path:
    """The folder of resources; raises FileNotFoundError where the program is installed without it."""
    for folder in _candidates():
        if (folder / _MARKER).is_file():
            return folder
    raise FileNotFoundError("The icons and themes of Memdesk are missing. Install it again.")


def _candidates() -> list[Path]:
    folders = [Path(__file__).resolve().parents[2] / "resources"]
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        folders = [Path(bundle) / "memdesk" / _PACKAGED, Path(bundle) / "resources"]
    packaged = importlib.resources.files("memdesk") / _PACKAGED
    return [*folders, packaged] if isinstance(packaged, Path) else folders


def resource_path(*parts: str) -> Path:
    """The path of one resource, such as ``("translations", "memdesk_zh_CN.qm")``; it may not exist."""
    return resource_root().joinpath(*parts)


@cache
def icon_svg(name: str) -> str:
    """The SVG text of an icon, with ``currentColor`` where its colour goes; raises FileNotFoundError."""
    return resource_path("icons", f"{name}.svg").read_text("utf-8")


@cache
def theme_tokens() -> dict[str, dict[str, str]]:
    """Colours as ``#RRGGBB`` by theme (``light``, ``dark``) and token."""
    tokens: dict[str, dict[str, str]] = json.loads(resource_path("themes", "tokens.json").read_text("utf-8"))
    return tokens


@cache
def stylesheet_template() -> str:
    """The style sheet, with ``@token`` for colours and ``ICONDIR`` for the folder of tinted icons; no comments."""
    return re.sub(r"/\*.*?\*/", "", resource_path("themes", "memdesk.qss").read_text("utf-8"), flags=re.DOTALL)


def tinted_svg(name: str, colour: str, stroke: float | None = None) -> str:
    """An icon's SVG in one colour (``#RRGGBB``); ``stroke`` replaces its stroke width, in units of its 24 grid."""
    svg = icon_svg(name).replace("currentColor", colour)
    return svg if stroke is None else svg.replace('stroke-width="1.5"', f'stroke-width="{stroke}"')


class StylesheetIcons:
    """Tinted icons as files, since a style sheet can only name files; removed with the last theme or at exit."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="memdesk-icons-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def write(self, theme: str, name: str, token: str, colour: str, stroke: float | None = None) -> None:
        """Write ``<theme>/<name>--<token>.svg``; raises OSError where the temporary folder is not writable."""
        folder = self.folder(theme)
        folder.mkdir(exist_ok=True)
        (folder / f"{name}--{token}.svg").write_text(tinted_svg(name, colour, stroke), "utf-8")

    def folder(self, theme: str) -> Path:
        """The folder of one theme's icons."""
        return self._folder / theme

    def remove(self) -> None:
        """Delete the files now."""
        self._remove()
