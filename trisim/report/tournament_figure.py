"""The figure of a tournament: ratings with intervals, and who finishes above whom."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.report.figures.intervals import ROW, Dot, draw_rows
from trisim.report.style import BLUE, GREY, INK, ORANGE, PALE, our_style, save, short
from trisim.stats.dominance import RISK
from trisim.stats.estimate import Comparison, Estimate
from trisim.stats.standings import DUEL, Standings
from trisim.stats.team_standings import TeamStandings

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CELL = 0.62
"""Inches of a cell of the matrix, as wide as it is high."""

RATINGS_WIDTH = 3.1
BOTTOM = 1.25
"""Inches below the rows: an axis, and what the figures stand on."""

SHORTEST = 7
"""Letters of a name that fits above a column as it is."""

LETTER, TITLE_LETTER = 0.078, 0.105
"""Inches of a letter of a name, and of a title."""

TEAM_WIDTH = 7.2
"""Inches of the picture of teams."""

SLANT = 0.7
"""How far a slanted name reaches, up and to the right, of its length."""


def save_figure(standings: Standings | TeamStandings, path: Path, kind: str) -> None:
    """Draw the figure into a file, ``png`` or ``svg``; the same bytes each time."""
    made = draw_teams(standings) if isinstance(standings, TeamStandings) else draw(standings)
    save(made, path, kind)


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of the parts, in inches from the left and from below."""

    rows: int
    letters: int
    """Of the longest name."""

    title: str

    @property
    def slanted(self) -> bool:
        """Whether the names of columns are wider than the columns."""
        return self.letters > SHORTEST

    @property
    def ratings(self) -> float:
        """The left edge of the ratings: right of the names."""
        return 0.25 + LETTER * self.letters

    @property
    def matrix(self) -> float:
        """The left edge of the matrix."""
        return self.ratings + RATINGS_WIDTH + 0.3

    @property
    def width(self) -> float:
        beyond = SLANT * LETTER * self.letters if self.slanted else 0.0
        title = TITLE_LETTER * len(self.title)
        return self.matrix + max(CELL * self.rows + max(0.2, beyond - CELL / 2), title) + 0.1

    @property
    def top(self) -> float:
        """The room above the matrix: a title and names."""
        return 0.6 + (SLANT * LETTER * self.letters if self.slanted else 0.15)

    @property
    def height(self) -> float:
        return self.top + CELL * self.rows + BOTTOM

    def box(self, left: float, width: float) -> tuple[float, float, float, float]:
        """The position of axes, as tall as the rows, in shares of the figure."""
        low, tall = BOTTOM / self.height, CELL * self.rows / self.height
        return left / self.width, low, width / self.width, tall


def draw(standings: Standings) -> Figure:
    with our_style():
        return drawn(standings)


def drawn(standings: Standings) -> Figure:
    """Ratings on the left, the matrix on the right, with one row for each strategy."""
    from matplotlib.figure import Figure

    names = [short(each.strategy) for each in standings.strategies]
    title = matrix_title(standings)
    layout = Layout(len(names), max(map(len, names)), title)
    figure = Figure(figsize=(layout.width, layout.height))
    left = figure.add_axes(layout.box(layout.ratings, RATINGS_WIDTH))
    right = figure.add_axes(layout.box(layout.matrix, CELL * layout.rows))
    draw_ratings(left, standings, names)
    draw_matrix(right, standings, names, slanted=layout.slanted)
    for place, words in ((layout.ratings, "Rating"), (layout.matrix, title)):
        at = place / layout.width, 1 - 0.15 / layout.height
        figure.text(*at, words, weight="bold", va="top", size=11)
    foot = 0.15 / layout.width, 0.12 / layout.height
    figure.text(*foot, caption(standings, layout.width), va="bottom", color=GREY, size=7.5)
    return figure


# ---------------------------------------------------------------- ratings


def draw_ratings(axes: Axes, standings: Standings, names: list[str]) -> None:
    """A dot and its interval for each strategy, with its numbers."""
    rows = range(len(names))
    for row, each in zip(rows, standings.strategies, strict=True):
        draw_rating(axes, row, each.rating)
    axes.axvline(1500, color=GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(rows, labels=names)
    axes.tick_params(axis="y", length=0)
    axes.margins(x=0.12)
    widen(axes)
    axes.xaxis.set_major_locator(locator())
    axes.set_xlabel("1500: average of those who played", size=8)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color="#e5e5e5", linewidth=0.6)
    axes.set_axisbelow(True)


def draw_rating(axes: Axes, row: int, rating: Estimate) -> None:
    """One dot, its bar if it has one, and its figures above."""
    words = f"{rating.value:.0f}"
    if math.isfinite(rating.low) and math.isfinite(rating.high):
        ends = [[rating.value - rating.low], [rating.high - rating.value]]
        axes.errorbar([rating.value], [row], xerr=ends, color=BLUE, capsize=4, linewidth=1.6)
        words += f"  ({rating.low:.0f} – {rating.high:.0f})"
    axes.plot([rating.value], [row], "o", color=BLUE, markersize=4.5)
    axes.annotate(
        words,
        (rating.value, row),
        xytext=(0, 7),
        textcoords="offset points",
        ha="center",
        size=7.5,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
    )


def widen(axes: Axes) -> None:
    """Room for the figures beside the outermost dots, and at least some points of rating."""
    low, high = axes.get_xlim()
    middle, reach = (low + high) / 2, max((high - low) / 2, 25)
    axes.set_xlim(middle - 1.25 * reach, middle + 1.25 * reach)


def locator() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(nbins=4, steps=[1, 2, 2.5, 5, 10])


# ---------------------------------------------------------------- who finishes above whom


def matrix_title(standings: Standings) -> str:
    """The meaning of a cell."""
    others = standings.players - 1
    if standings.format == DUEL:
        return f"Row wins against {others} of column, %"
    return "Row finishes above column, %"


def cells(standings: Standings) -> dict[tuple[int, int], tuple[Estimate, bool]]:
    """The estimate of each cell, by row and column, and whether it surely differs from par."""
    number = {each.strategy: row for row, each in enumerate(standings.strategies)}
    if standings.format == DUEL:
        return {
            (number[each.one], number[each.others]): (each.win.estimate, differs(each.win))
            for each in standings.duels
        }
    found: dict[tuple[int, int], tuple[Estimate, bool]] = {}
    for pair in standings.pairs:
        for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
            estimate = standings.above(one, other)
            if estimate is not None:
                found[number[one], number[other]] = estimate, differs(pair.above)
    return found


def differs(comparison: Comparison) -> bool:
    """Whether a value surely differs from par."""
    return comparison.adjusted < RISK


def draw_matrix(axes: Axes, standings: Standings, names: list[str], *, slanted: bool) -> None:
    """A square for each pair, its colour by the value, with the numbers in it."""
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
    from matplotlib.patches import Rectangle

    colours = LinearSegmentedColormap.from_list("trisim", [ORANGE, PALE, BLUE])
    par = standings.par if standings.format == DUEL else 0.5
    norm = TwoSlopeNorm(par, 0.0, 1.0)
    for (row, column), (estimate, sure) in cells(standings).items():
        colour = colours(norm(estimate.value))
        axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=colour))
        draw_cell(axes, row, column, estimate, sure, ink_on(colour))
    k = len(names)
    axes.set_xlim(-0.5, k - 0.5)
    axes.set_ylim(k - 0.5, -0.5)
    turned: dict[str, Any] = {"rotation": 40, "ha": "left", "rotation_mode": "anchor"}
    axes.set_xticks(range(k), labels=names, **(turned if slanted else {}))
    axes.xaxis.tick_top()
    axes.set_yticks([])
    axes.tick_params(axis="x", length=0, pad=3)
    for edge in range(1, k):
        axes.axhline(edge - 0.5, color="white", linewidth=1.5)
        axes.axvline(edge - 0.5, color="white", linewidth=1.5)
    for spine in axes.spines.values():
        spine.set_visible(False)


def draw_cell(axes: Axes, row: int, column: int, estimate: Estimate, sure: bool, ink: str) -> None:
    """The value, bold if it is sure, and its interval below."""
    weight = "bold" if sure else "normal"
    value = f"{100 * estimate.value:.0f}" if 0.0095 < estimate.value < 0.9905 else extreme(estimate)
    axes.text(column, row - 0.12, value, ha="center", va="center", color=ink, weight=weight)
    ends = f"{100 * estimate.low:.0f}–{100 * estimate.high:.0f}"
    axes.text(column, row + 0.24, ends, ha="center", va="center", color=ink, size=6.5)


def extreme(estimate: Estimate) -> str:
    """A value near 0 or 100 %, with one more digit."""
    return f"{100 * estimate.value:.1f}"


def ink_on(colour: tuple[float, float, float, float]) -> str:
    """Dark or light, whichever has more contrast."""
    red, green, blue, _ = colour
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else "white"


def caption(standings: Standings, width: float) -> str:
    """The basis of the figures, in lines that fit."""
    from textwrap import fill

    par = f"{100 * (standings.par if standings.format == DUEL else 0.5):.3g} %"
    level = f"{100 * standings.level:.3g} %"
    bars = (
        f"Bars and small numbers are {level} intervals, clustered by deal, which hold together."
        if standings.bounded
        else f"Small numbers are {level} intervals; ratings have none, since some finished above "
        "others in all games."
    )
    lineups = "1 line-up" if standings.lineups == 1 else f"{standings.lineups} line-ups"
    words = (
        f"{standings.games:,} games of {standings.players} in {lineups}, over "
        f"the same {standings.deals:,} deals. {bars} Bold: surely not {par}, corrected for all "
        "pairs. It speaks for the strategies that played."
    )
    return fill(words, int(width * 17))


# ---------------------------------------------------------------- teams


def draw_teams(standings: TeamStandings) -> Figure:
    """Win rates of teams of one strategy; below, the effect of one replaced seat."""
    from matplotlib.figure import Figure

    teams = [Dot(each.strategy, each.won) for each in standings.strategies]
    seats = [
        Dot(f"{each.substitute} among {each.base}", each.effect.estimate, colour_of(each.effect))
        for each in standings.substitutes
    ]
    figure = Figure(
        figsize=(TEAM_WIDTH, 2.2 + ROW * (len(teams) + len(seats))), layout="constrained"
    )
    with our_style():
        shares = [len(teams) + 1.5, len(seats) + 1.5]
        above, below = figure.subplots(2, 1, height_ratios=shares)
        draw_rows(above, teams)
        above.set_title("Games won by teams of one strategy", loc="left", weight="bold", size=11)
        draw_rows(below, seats, 0.0, "no change")
        below.set_title(
            "What one replaced seat changes", loc="left", weight="bold", size=11, pad=18
        )
        figure.supxlabel(
            f"{standings.games:,} games of {standings.players} players on the same "
            f"{standings.deals:,} deals. Intervals of 95 % hold together, each block by itself; "
            "colour: surely more or less.",
            x=0.01, ha="left", color=GREY, size=7.5, wrap=True,
        )  # fmt: skip
    return figure


def colour_of(effect: Comparison) -> str:
    """The colour of an effect: surely more, surely less, or not sure."""
    if effect.adjusted >= RISK:
        return INK
    return BLUE if effect.estimate.value > 0 else ORANGE
