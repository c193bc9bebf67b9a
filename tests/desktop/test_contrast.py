"""The colours of both themes: enough contrast for text and controls, and types that stay apart for every eye.

Contrast after WCAG 2.2, colour vision after Machado, Oliveira and Fernandes 2009 (severity 1), distances in OKLab.
"""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import pytest

from memdesk.models.records import MEMORY_TYPES

TOKENS = json.loads((Path(__file__).parents[2] / "resources" / "themes" / "tokens.json").read_text(encoding="utf-8"))
THEMES = ("light", "dark", "contrast-light", "contrast-dark")
# Text and controls: AA, and AAA where high contrast is asked for.
LEAST = {"light": (4.5, 3.0), "dark": (4.5, 3.0), "contrast-light": (7.0, 4.5), "contrast-dark": (7.0, 4.5)}
APART = 6.0

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

SURFACES = ("main", "sidebar", "rail", "subtle", "hover", "pressed", "selected")
BUTTONS = ("btn", "btn-hover", "btn-press")
STATES = ("danger", "warn", "ok")

# Foregrounds and the surfaces they sit on; each with each.
TEXT_PAIRS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("text", "text2", "text3"), SURFACES),
    (("accent-text",), ("main", "sidebar", "rail", "subtle", "hover", "selected", "btn")),
    (("on-accent",), ("accent", "accent-hover", "accent-press")),
    (("on-snack", "snack-action"), ("snack",)),
    (("text", "text2"), ("mark",)),
    (("text", "danger"), BUTTONS),
    (("text2",), ("btn", "avatar")),
    (("text",), ("add", "del")),
    (STATES, ("main", "subtle")),
    (("text", "text2"), tuple(f"{state}-tint" for state in STATES)),
    *(((state,), (f"{state}-tint",)) for state in STATES),
    *(((kind,), ("main", f"{kind}-tint")) for kind in MEMORY_TYPES),
)
CONTROL_PAIRS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("control",), ("main", "sidebar", "subtle", "hover", "selected")),
    (("focus",), ("main", "sidebar", "rail", "subtle", "hover", "selected")),
    (("accent",), ("main", "sidebar", "rail", "selected")),
    (("mark-line",), ("main", "selected", "mark")),
    (MEMORY_TYPES, ("selected", "subtle")),
)

VISION: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LINEAR_TO_CONE: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
CONE_TO_OKLAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def linear(colour: str) -> Vector:
    assert colour.startswith("#")
    assert len(colour) == 7
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def times(matrix: Matrix, vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def seen_as(colour: str, vision: Matrix) -> Vector:
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in times(vision, linear(colour)))
    first, second, third = (math.cbrt(cone) for cone in times(LINEAR_TO_CONE, (red, green, blue)))
    return times(CONE_TO_OKLAB, (first, second, third))


def too_weak(theme: str, pairs: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...], least: float) -> list[str]:
    colours = TOKENS[theme]
    return [
        f"{front} on {back}: {ratio:.2f}"
        for fronts, backs in pairs
        for front, back in itertools.product(fronts, backs)
        if (ratio := contrast(colours[front], colours[back])) < least
    ]


def test_all_themes_name_the_same_colours() -> None:
    assert set(TOKENS) == set(THEMES)
    assert all(set(TOKENS[theme]) == set(TOKENS["light"]) for theme in THEMES)


@pytest.mark.parametrize("theme", ["contrast-light", "contrast-dark"])
def test_lines_can_be_seen_where_high_contrast_is_asked_for(theme: str) -> None:
    assert too_weak(theme, ((("hairline", "divider"), ("main", "sidebar", "subtle")),), 4.5) == []
    assert too_weak(theme, ((("disabled",), ("main", "btn")),), 4.5) == []


def test_contrast_is_that_of_the_definition() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str) -> None:
    assert too_weak(theme, TEXT_PAIRS, LEAST[theme][0]) == []


@pytest.mark.parametrize("theme", THEMES)
def test_controls_can_be_seen(theme: str) -> None:
    assert too_weak(theme, CONTROL_PAIRS, LEAST[theme][1]) == []


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_types_stay_apart(theme: str, vision: str) -> None:
    seen = {kind: seen_as(TOKENS[theme][kind], VISION[vision]) for kind in MEMORY_TYPES}
    close = [
        f"{one} and {other}: {distance:.1f}"
        for one, other in itertools.combinations(MEMORY_TYPES, 2)
        if (distance := 100 * math.dist(seen[one], seen[other])) < APART
    ]
    assert close == []
