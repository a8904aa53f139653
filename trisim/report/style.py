"""How our figures look, whatever the user's settings are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from trisim.box.box import Box

ORANGE, PALE, BLUE = "#b35806", "#f7f7f7", "#2166ac"
"""Less, as much and more than equals would have: told apart by all eyes, and in grey by numbers."""

INK, GREY, FAINT = "#222222", "#777777", "#e5e5e5"

WIDTH = 5.4
"""Inches of a figure in a report: with letters of 9 points it can be read on a phone, too."""

WIDE = 8.0
"""Inches of a figure that needs the whole page, such as a flow."""

ELEMENTS = {"fire": "#d55e00", "water": "#0072b2", "earth": "#009e73", "air": "#cc79a7"}
SYMBOLS = {
    "lead": "#3f4a5a",
    "copper": "#c1622d",
    "tin": "#8fa3b5",
    "mercury": "#2a7f9e",
    "iron": "#7d2e3b",
    "silver": "#b9c0c9",
    "gold": "#d9a400",
    "wild": "#7b5aa6",
}
DICE = {"black": "#222222", "white": "#b9b9b9", "red": "#c23b22"}
SERIES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#7b5aa6", "#8a7500")
"""Colours for whatever comes in a list: alchemists, strategies, runs (after Okabe and Ito)."""

LONGEST = 24
"""Letters of a name; of a longer one the middle is left out."""

DPI = 150
STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "svg.hashsalt": "trisim",
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def alchemist_colors(box: Box) -> dict[str, str]:
    """A colour for each alchemist of a box, the same in every figure."""
    return {name: SERIES[i % len(SERIES)] for i, name in enumerate(sorted(box.alchemists))}


@contextmanager
def our_style() -> Iterator[None]:
    """In our style."""
    import matplotlib as mpl

    with mpl.rc_context(STYLE):
        yield


def save(figure: Figure, path: Path, kind: str) -> None:
    """Put a figure into a file, ``png`` or ``svg``; the same bytes each time."""
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    with our_style():
        figure.savefig(path, format=kind, dpi=DPI, metadata=metadata, facecolor="white")


def short(name: str, longest: int = LONGEST) -> str:
    """A name that fits; its beginning and its end tell most."""
    if len(name) <= longest:
        return name
    return f"{name[: longest // 2]}…{name[-(longest // 2 - 1) :]}"


def plain_text(name: str) -> str:
    """A name that is drawn as it is: matplotlib would read what stands between dollars."""
    return " ".join(name.split()).replace("$", r"\$")


def plain_axes(axes: Axes, grid: Literal["x", "y"] = "x") -> None:
    """No frame but the line below, and a faint grid behind."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.grid(axis=grid, color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
