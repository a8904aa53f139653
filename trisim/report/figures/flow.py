"""A flow from sources through things to sinks: bands as wide as the amounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from trisim.report.style import GREY, INK, WIDE, drawing, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT = 5.6
"""Inches."""

BAR = 0.014
"""Width of a node, of a figure that is 1 wide."""

GAP = 0.022
"""Space between two nodes, of a figure that is 1 high."""

LEFT, MIDDLE, RIGHT = 0.28, 0.5, 0.72
"""Where the three columns stand."""

LEAST = 0.012
"""Sources and sinks of a smaller share of everything are drawn as one, the last."""

REST = "other"


@dataclass(frozen=True, slots=True)
class Band:
    """An amount that goes from one node to the next."""

    start: str
    end: str
    size: float


@dataclass(frozen=True, slots=True)
class Node:
    """A bar of a column: its ends, and the position of the next band on it."""

    name: str
    size: float
    top: float
    bottom: float


def draw_flow(
    into: Sequence[Band], out: Sequence[Band], colors: Mapping[str, str], unit: str = ""
) -> Figure:
    """Bands into the things in the middle and out of them; ``colors`` are those of the things."""
    with drawing(HEIGHT, WIDE) as (figure, axes):
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        axes.axis("off")
        into, out = gathered(into, "start"), gathered(out, "end")
        things = [name for name in colors if any(band.end == name for band in into)]
        scale = scale_of(into, out, things)
        middle = column(things, {name: thickness(name, into, out) for name in things}, scale)
        left = column(order(into, "start"), totals(into, "start"), scale)
        right = column(order(out, "end"), totals(out, "end"), scale)
        draw_bands(axes, into, left, middle, (LEFT, MIDDLE), colors, scale)
        draw_bands(axes, out, middle, right, (MIDDLE, RIGHT), colors, scale)
        draw_nodes(axes, LEFT, left, "right", {}, unit)
        draw_nodes(axes, RIGHT, right, "left", {}, unit)
        draw_nodes(axes, MIDDLE, middle, "center", colors, unit)
    return figure


# ---------------------------------------------------------------- layout


def gathered(bands: Sequence[Band], side: str) -> list[Band]:
    """Bands, with those of small sources or sinks combined and empty ones left out."""
    sums = totals(bands, side)
    least = LEAST * sum(sums.values())
    small = {name for name, size in sums.items() if size < least}
    found: dict[tuple[str, str], float] = {}
    for band in bands:
        start = REST if side == "start" and band.start in small else band.start
        end = REST if side == "end" and band.end in small else band.end
        if band.size > 0:
            found[start, end] = found.get((start, end), 0.0) + band.size
    return [Band(start, end, size) for (start, end), size in found.items()]


def totals(bands: Sequence[Band], side: str) -> dict[str, float]:
    """The amount that leaves or reaches each node."""
    found: dict[str, float] = {}
    for band in bands:
        name = getattr(band, side)
        found[name] = found.get(name, 0.0) + band.size
    return found


def order(bands: Sequence[Band], side: str) -> list[str]:
    """The largest node first, the combined one last."""
    sums = totals(bands, side)
    return sorted(sums, key=lambda name: (name == REST, -sums[name], name))


def thickness(name: str, into: Sequence[Band], out: Sequence[Band]) -> float:
    """The larger of what comes in and what goes out."""
    return max(totals(into, "end").get(name, 0.0), totals(out, "start").get(name, 0.0))


def scale_of(into: Sequence[Band], out: Sequence[Band], things: Sequence[str]) -> float:
    """The height of one unit, so that the fullest column fits."""
    sizes = [
        (totals(into, "start").values()),
        (totals(out, "end").values()),
        [thickness(name, into, out) for name in things],
    ]
    rooms = [
        (1 - GAP * (len(column) + 1)) / sum(column) for column in map(list, sizes) if sum(column)
    ]
    return min(rooms, default=1.0)


def column(names: Sequence[str], sizes: Mapping[str, float], scale: float) -> dict[str, Node]:
    """Nodes from top to bottom, vertically centred."""
    height = sum(sizes[name] for name in names) * scale + GAP * max(0, len(names) - 1)
    top = 0.5 + height / 2
    found = {}
    for name in names:
        bottom = top - sizes[name] * scale
        found[name] = Node(name, sizes[name], top, bottom)
        top = bottom - GAP
    return found


# ---------------------------------------------------------------- drawing


def draw_bands(
    axes: Axes,
    bands: Sequence[Band],
    starts: Mapping[str, Node],
    ends: Mapping[str, Node],
    xs: tuple[float, float],
    colors: Mapping[str, str],
    scale: float,
) -> None:
    """Bands in the order of the nodes at both sides, so that few of them cross."""
    rank = {name: place for place, name in enumerate([*starts, *ends])}
    leaving = {name: node.top for name, node in starts.items()}
    reaching = {name: node.top for name, node in ends.items()}
    for band in sorted(bands, key=lambda band: (rank[band.start], rank[band.end])):
        height = band.size * scale
        y = leaving[band.start], reaching[band.end]
        color = colors.get(band.start) or colors.get(band.end) or GREY
        draw_band(axes, (xs[0] + BAR / 2, xs[1] - BAR / 2), y, height, color)
        leaving[band.start] -= height
        reaching[band.end] -= height


def draw_band(
    axes: Axes, xs: tuple[float, float], tops: tuple[float, float], height: float, color: str
) -> None:
    """A band with horizontal ends."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    (left, right), (start, end) = xs, tops
    half = (left + right) / 2
    points = [(left, start), (half, start), (half, end), (right, end)]
    points += [(right, end - height), (half, end - height), (half, start - height)]
    points += [(left, start - height), (left, start)]
    curve = [Path.CURVE4] * 3
    codes = [Path.MOVETO, *curve, Path.LINETO, *curve, Path.CLOSEPOLY]
    axes.add_patch(PathPatch(Path(points, codes), facecolor=color, alpha=0.45, linewidth=0))


def draw_nodes(
    axes: Axes,
    x: float,
    nodes: Mapping[str, Node],
    align: Literal["left", "center", "right"],
    colors: Mapping[str, str],
    unit: str,
) -> None:
    """Bars with their names and sizes beside them; in the middle column, on them."""
    from matplotlib.patches import Rectangle
    from matplotlib.patheffects import withStroke

    for node in nodes.values():
        size = node.top - node.bottom
        color = colors.get(node.name, GREY)
        axes.add_patch(
            Rectangle((x - BAR / 2, node.bottom), BAR, size, facecolor=color, linewidth=0)
        )
        words = f"{short(node.name)} {node.size:.1f}{unit}"
        axes.text(
            x + {"right": -BAR, "left": BAR, "center": 0.0}[align],
            (node.top + node.bottom) / 2,
            words,
            ha=align,
            va="center",
            color=INK,
            weight="bold" if align == "center" else "normal",
            path_effects=[withStroke(linewidth=2.5, foreground="white")],
        )
