"""The style of our figures, independent of the user's settings."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from trisim.texts import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ORANGE, PALE, BLUE = "#b35806", "#f7f7f7", "#2166ac"
"""Less than, equal to and more than par: distinguishable with colour blindness."""

LEAST, MOST = "#b25707", "#2065ab"
"""The ends of a scale: not those colours themselves, which a page makes brighter in the dark."""

INK, GREY, FAINT = "#222222", "#777777", "#e5e5e5"
"""Letters and lines, what stands back, and grids; in the dark a page turns them round."""

WHITE = "#ffffff"
DARK_GROUND = "#15171c"
"""What a page is in the dark."""

ON_PALE, ON_DEEP = "#1b1b1b", "#fdfdfd"
"""Letters on a coloured ground, which no page turns round: ``letters_on`` says which."""

WIDTH = 5.0
"""Inches of a figure in a report: with letters of 9 points it can be read on a phone, too."""

WIDE = 6.4
"""Inches of a figure that needs the whole page, such as a flow."""

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#5e674c", "#846273", "#e69f00", "#56b4e9")
"""Colours for whatever comes in a list: roles, strategies, runs (after Okabe and Ito)."""

MARKERS = "osD^vPX*"
"""Marks for the same, so that they can be told apart without colours."""

DARK_LABELS = {"#0072b2": "#4aa3e0", "#5e674c": "#93a07a", "#846273": "#b391a3"}
"""Letters need more contrast than shapes: labels in these colours are brighter in the dark."""

PALE_SERIES = frozenset({"#e69f00", "#56b4e9"})
"""Colours of series that are too pale to stand on white by themselves."""

VARIABLES = {
    INK: "ink",
    "#000000": "ink",
    GREY: "grey",
    FAINT: "faint",
    WHITE: "paper",
    ORANGE: "less",
    BLUE: "more",
}
"""Colours that a page may turn round, and what its style sheet calls them."""


@dataclass(frozen=True, slots=True)
class GameColor:
    """A colour for things of a game, such as a metal: on a light and on a dark ground."""

    name: str
    """What style sheets call it: ``symbol-sun``."""

    light: str
    dark: str
    is_pale: bool = False
    """Whether it gets a thin grey line round it on white."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a game in addition to the neutral ones."""

    colors: tuple[GameColor, ...] = ()

    @property
    def variables(self) -> dict[str, str]:
        """The CSS names of the colours of figures."""
        return VARIABLES | {each.light: each.name for each in self.colors}

    @property
    def pale(self) -> frozenset[str]:
        """Colours that get a thin grey outline."""
        return PALE_SERIES | {each.light for each in self.colors if each.is_pale}


LONGEST = 24
"""Letters of a name; of a longer one the middle is left out."""

DPI = 150
STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "svg.hashsalt": "trisim",
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.parse_math": False,  # a $ in a name begins no formula
}


def role_colors(roles: Iterable[str]) -> dict[str, str]:
    """A colour for each role of a box, the same in every figure."""
    return {name: SERIES[i % len(SERIES)] for i, name in enumerate(sorted(roles))}


def series_look(place: int) -> tuple[str, str]:
    """Colour and mark of a series, counted from 0; no two of the first 64 look the same.

    >>> series_look(0) == series_look(8), series_look(0)[0] == series_look(8)[0]
    (False, True)
    """
    turn = place // len(SERIES)
    return SERIES[place % len(SERIES)], MARKERS[(place + turn) % len(MARKERS)]


NO_PALETTE = Palette()


@contextmanager
def our_style() -> Iterator[None]:
    """Our style; no warning for a character that the font lacks, such as an emoji in a name."""
    import matplotlib as mpl

    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph .* missing from font", UserWarning)
        yield


@contextmanager
def drawing(height: float, width: float = WIDTH) -> Iterator[tuple[Figure, Axes]]:
    """A figure of this size in inches with a single panel, in our style."""
    from matplotlib.figure import Figure

    with our_style():
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure, figure.add_subplot()


def letters_on(color: str) -> str:
    """The colour of letters that can be read on this ground, in light and dark mode."""
    from matplotlib.colors import to_rgb

    red, green, blue = to_rgb(color)
    return ON_PALE if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else ON_DEEP


def plain_text(name: str) -> str:
    r"""A name on one line; control characters, which no font or SVG file has, are escapes.

    >>> print(plain_text("a\nb"), plain_text("\x1b[2J"))
    a b \x1b[2J
    """
    return visible(" ".join(name.split()))


def outlined(figure: Figure, pale: frozenset[str] = PALE_SERIES) -> Figure:
    """The figure with a thin outline around things that are too pale for a white ground."""
    from matplotlib.collections import PathCollection
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
    from matplotlib.patheffects import withStroke

    for patch in figure.findobj(Patch):
        if patch.get_visible() and is_one_of(patch.get_facecolor(), pale):
            patch.set(edgecolor=GREY, linewidth=0.6)
    for dots in figure.findobj(PathCollection):
        if any(is_one_of(color, pale) for color in dots.get_facecolor()):
            dots.set(edgecolor=GREY, linewidth=0.6)
    for line in figure.findobj(Line2D):
        if is_one_of(line.get_color(), pale):
            effect = withStroke(linewidth=line.get_linewidth() + 0.9, foreground=GREY)
            line.set(markeredgecolor=GREY, markeredgewidth=0.6, path_effects=[effect])
    return figure


def is_one_of(color: Any, colors: frozenset[str]) -> bool:
    """Whether a colour, however it is written, is one of these."""
    from matplotlib.colors import is_color_like, to_hex

    return is_color_like(color) and to_hex(color) in colors


def save(figure: Figure, path: Path | IO[bytes], kind: str) -> None:
    """Write a figure to a file, ``png`` or ``svg``; the same bytes each time."""
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    with our_style():
        figure.savefig(path, format=kind, dpi=DPI, metadata=metadata, facecolor="white")


def short(name: str, longest: int = LONGEST) -> str:
    """A name as ``plain_text`` that fits on a line: its beginning and its end."""
    name = plain_text(name)
    if len(name) <= longest:
        return name
    return f"{name[: longest // 2]}…{name[-(longest // 2 - 1) :]}"


def diverging(share: float) -> str:
    """A colour for less (-1), as much (0) and more (1) than par."""
    from matplotlib.colors import LinearSegmentedColormap, to_hex

    colours = LinearSegmentedColormap.from_list("trisim", [LEAST, PALE, MOST])
    return to_hex(colours((min(max(share, -1.0), 1.0) + 1) / 2))


ROUND = (1, 2, 5, 10)
"""Ticks are so far apart, or ten times as far, or a tenth."""


def plain_axes(axes: Axes, grid: Literal["x", "y"] = "x") -> None:
    """No frame but the line below, a faint grid behind, and round numbers along it."""
    from matplotlib.ticker import AutoLocator, MaxNLocator

    axis = axes.xaxis if grid == "x" else axes.yaxis
    if isinstance(axis.get_major_locator(), AutoLocator):
        axis.set_major_locator(MaxNLocator("auto", steps=ROUND))
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.grid(axis=grid, color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
