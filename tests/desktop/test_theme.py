"""Tokens, icons and the style sheet."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from memdesk.models.records import MEMORY_TYPES
from memdesk_desktop.resources import icon_svg, resource_path, stylesheet_template, theme_tokens
from memdesk_desktop.theme import Theme, Tokens
from memdesk_desktop.widgets.avatar import initial
from memdesk_desktop.widgets.badge import type_icon


def test_both_themes_have_exactly_the_tokens_of_the_program() -> None:
    names = {name.rstrip("_").replace("_", "-") for name in Tokens.__dataclass_fields__}
    assert set(theme_tokens()) == {"light", "dark", "contrast-light", "contrast-dark"}
    for values in theme_tokens().values():
        assert set(values) == names
        assert all(re.fullmatch(r"#[0-9A-F]{6}", value) for value in values.values())


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in QColor(colour).getRgb()[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_can_be_read_on_what_it_stands_on(name: str) -> None:
    tokens = theme_tokens()[name]
    surfaces = ["main", "subtle", "hover", "pressed", "selected", "sidebar"]
    pairs = [(text, surface) for text in ("text", "text2", "text3") for surface in surfaces[:4]]
    pairs += [(kind, f"{kind}-tint") for kind in MEMORY_TYPES]
    pairs += [("on-accent", "accent"), ("on-snack", "snack"), ("snack-action", "snack"), ("danger", "danger-tint")]
    for text, surface in pairs:
        high, low = sorted((_luminance(tokens[text]), _luminance(tokens[surface])), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5, (text, surface)


def test_the_style_sheet_leaves_no_token_and_names_only_icons_that_are_written(qapp: QApplication) -> None:
    theme = Theme("dark")
    theme.apply(qapp)
    sheet = theme.stylesheet()
    assert "@" not in sheet
    assert "ICONDIR" not in sheet
    paths = set(re.findall(r"url\((.*?)\)", sheet))
    assert len(paths) >= 3
    for path in paths:
        with open(path, encoding="utf-8") as file:
            assert "currentColor" not in file.read()
    qapp.setStyleSheet("")
    theme.close()


def test_every_token_of_the_style_sheet_exists() -> None:
    known = set(theme_tokens()["light"])
    sheet = re.sub(r"/\*.*?\*/", "", stylesheet_template(), flags=re.S)
    assert set(re.findall(r"@([a-z0-9-]+)", sheet)) <= known


def test_every_icon_takes_a_colour_and_is_sharp(theme: Theme) -> None:
    for file in resource_path("icons").glob("*.svg"):
        if file.stem == "memdesk":
            continue
        assert "currentColor" in icon_svg(file.stem)
        pixmap = theme.pixmap(file.stem, "danger", 16, 2.0)
        assert pixmap.width() == 32
        image = pixmap.toImage()
        seen = {
            image.pixelColor(x, y).name().upper()
            for x in range(32)
            for y in range(32)
            if image.pixelColor(x, y).alpha() == 255
        }
        assert theme.tokens.danger in seen, file.stem


def test_types_have_different_shapes(theme: Theme) -> None:
    shapes = set()
    for memory_type in MEMORY_TYPES:
        image = type_icon(memory_type, theme).pixmap(16, 16).toImage()
        shapes.add(tuple(image.pixelColor(x, y).alpha() > 120 for x in range(16) for y in range(16)))
    assert len(shapes) == len(MEMORY_TYPES)


@pytest.mark.parametrize(
    ("name", "letter"), [("assistant", "A"), ("文档助手", "文"), ("_-7x", "7"), ("", "?"), ("ß", "S")]
)
def test_initials(name: str, letter: str) -> None:
    assert initial(name) == letter
