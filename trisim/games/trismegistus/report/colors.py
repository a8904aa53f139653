"""Colours of elements, metals and dice, with variants for dark grounds."""

from __future__ import annotations

from trisim.report.style import GREY, GameColor, Palette

ELEMENTS = {"fire": "#d55e00", "water": "#0072b2", "earth": "#009e73", "air": "#cc79a7"}
"""The same on both grounds."""

SYMBOLS = {
    "lead": "#3f4a5a",
    "copper": "#c1622d",
    "tin": "#8fa3b5",
    "mercury": "#2a7f9e",
    "iron": "#7d2e3b",
    "silver": "#c3c9d1",
    "gold": "#d9a400",
    "wild": "#6a3fa0",
}
DARK_SYMBOLS = {
    "lead": "#707a88",
    "copper": "#e08a4f",
    "tin": "#a0b4c6",
    "mercury": "#2a9fc9",
    "iron": "#b8405e",
    "silver": "#e4e7eb",
    "gold": "#f0bf2e",
    "wild": "#7c52c4",
}
DICE = {"black": "#2b2b2b", "white": "#b9b9b9", "red": "#c23b22"}
DARK_DICE = {"black": "#6a6f78", "white": "#ededed", "red": "#d9523a"}
PALE = ("tin", "silver", "gold", "white")

ACTIONS = {
    "harvest": "#009e73",
    "essence": "#0072b2",
    "transmute": "#d55e00",
    "artifact": "#a66f00",
    "recharge": "#cc79a7",
    "experiment": "#7b5aa6",
    "none": GREY,
}
"""In the order in which they are drawn."""

PALETTE = Palette(
    (
        *(
            GameColor(f"symbol-{name}", color, DARK_SYMBOLS[name], name in PALE)
            for name, color in SYMBOLS.items()
        ),
        *(
            GameColor(f"die-{name}", color, DARK_DICE[name], name in PALE)
            for name, color in DICE.items()
        ),
    )
)
