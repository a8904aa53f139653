"""Colours of elements and of madness, with variants for dark grounds."""

from __future__ import annotations

from trisim.report.style import GREY, GameColor, Palette

ELEMENTS = {"water": "#2f78b4", "earth": "#4f8f3a", "fire": "#cf4a22", "air": "#b9a24c"}
DARK_ELEMENTS = {"water": "#4f9bd8", "earth": "#6db355", "fire": "#ea6a41", "air": "#d8c36c"}
MADNESS, DARK_MADNESS = "#6b3f8f", "#9a6cc4"
LOSSES = {"pile": MADNESS, "escape": "#8a5a1a", "madness": GREY}

PALETTE = Palette(
    (
        *(
            GameColor(f"element-{name}", color, DARK_ELEMENTS[name], name == "air")
            for name, color in ELEMENTS.items()
        ),
        GameColor("madness", MADNESS, DARK_MADNESS),
        GameColor("escape", LOSSES["escape"], "#c98f45"),
    )
)
