"""How our figures look, whatever the user's settings are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ORANGE, PALE, BLUE = "#b35806", "#f7f7f7", "#2166ac"
"""Less, as much and more than equals would have: told apart by all eyes, and in grey by numbers."""

INK, GREY, FAINT = "#222222", "#777777", "#e5e5e5"

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


def plain_axes(axes: Axes, grid: Literal["x", "y"] = "x") -> None:
    """No frame but the line below, and a faint grid behind."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.grid(axis=grid, color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
