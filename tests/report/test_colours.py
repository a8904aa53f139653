"""Colours that all eyes tell apart, on white and on a dark ground.

Colour blindness is simulated after Machado, Oliveira and Fernandes (2009), differences are those of
CIE 1976. Where a picture labels things directly, colours only help; so these are low bars.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from trisim.games.trismegistus.report.colors import (
    DARK_DICE,
    DARK_SYMBOLS,
    DICE,
    ELEMENTS,
    PALETTE,
    SYMBOLS,
)
from trisim.report.page.html import DARK, LIGHT
from trisim.report.style import (
    BLUE,
    DARK_GROUND,
    DARK_LABELS,
    ORANGE,
    SERIES,
    WHITE,
    letters_on,
)

Color = NDArray[np.float64]

EYES = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
DAYLIGHT = np.array([0.95047, 1.0, 1.08883])

PALETTES = {
    "elements": tuple(ELEMENTS.values()),
    "symbols": tuple(SYMBOLS.values()),
    "symbols in the dark": tuple(DARK_SYMBOLS.values()),
    "dice": tuple(DICE.values()),
    "dice in the dark": tuple(DARK_DICE.values()),
    "series": SERIES,
    "less and more": (ORANGE, BLUE),
}
APART = 12.0
"""A difference of 2.3 can just be seen side by side."""

LEGIBLE, GRAPHIC = 4.5, 3.0
"""Contrasts of letters and of shapes, by the Web Content Accessibility Guidelines."""


def linear(color: str) -> Color:
    """The light of a colour."""
    parts = np.array([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(light: Color) -> Color:
    """As differences are measured."""
    x = XYZ @ light / DAYLIGHT
    f = np.where(x > 0.008856, np.cbrt(x), 7.787 * x + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(one: str, other: str, eyes: str) -> float:
    """How different two colours look."""
    seen = [lab(np.clip(EYES[eyes] @ linear(each), 0, 1)) for each in (one, other)]
    return float(np.linalg.norm(seen[0] - seen[1]))


def contrast(one: str, other: str) -> float:
    """Of two colours, from 1 to 21."""
    dark, bright = sorted(float(XYZ[1] @ linear(each)) for each in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def test_the_measures_are_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21, rel=1e-3)
    assert difference("#ffffff", "#000000", "all cones") == pytest.approx(100, rel=1e-3)
    assert difference("#ff0000", "#00c000", "all cones") > 100
    assert difference("#a05000", "#6b6b00", "protanopia") < APART


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("palette", PALETTES)
def test_colours_are_told_apart(palette: str, eyes: str) -> None:
    alike = [
        (one, other, round(difference(one, other, eyes), 1))
        for one, other in combinations(PALETTES[palette], 2)
        if difference(one, other, eyes) < APART
    ]
    assert not alike


def test_shapes_stand_out_from_white_or_have_an_outline() -> None:
    colors = {*ELEMENTS.values(), *SYMBOLS.values(), *DICE.values(), *SERIES, ORANGE, BLUE}
    faint = {color for color in colors if contrast(color, WHITE) < GRAPHIC}
    assert faint == set(PALETTE.pale)


def test_shapes_stand_out_from_the_dark() -> None:
    same = {*ELEMENTS.values(), *SERIES}
    colors = {*same, *DARK_SYMBOLS.values(), *DARK_DICE.values(), DARK["less"], DARK["more"]}
    assert not {color for color in colors if contrast(color, DARK_GROUND) < GRAPHIC}


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_letters_can_be_read(scheme: dict[str, str]) -> None:
    assert contrast(scheme["ink"], scheme["paper"]) > LEGIBLE
    assert contrast(scheme["grey"], scheme["paper"]) > LEGIBLE


@pytest.mark.parametrize("color", [*SERIES, *SYMBOLS.values(), *DICE.values(), *ELEMENTS.values()])
def test_letters_on_a_colour_can_be_read(color: str) -> None:
    assert contrast(letters_on(color), color) > GRAPHIC


def test_labels_in_the_colours_of_a_list_can_be_read_in_the_dark() -> None:
    labels = [DARK_LABELS.get(color, color) for color in SERIES]
    assert min(contrast(color, DARK_GROUND) for color in labels) > LEGIBLE


def test_every_symbol_and_die_has_a_colour_for_the_dark() -> None:
    assert DARK_SYMBOLS.keys() == SYMBOLS.keys()
    assert DARK_DICE.keys() == DICE.keys()
