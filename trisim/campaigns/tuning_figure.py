"""The figure of a tuning: results of candidates against each opponent, by generation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from trisim.campaigns.tuning_log import Generation
from trisim.campaigns.tuning_request import ITSELF, TuningRequest
from trisim.report.style import (
    GREY,
    INK,
    drawing,
    outlined,
    plain_axes,
    save,
    series_look,
)
from trisim.report.style import short as shortened
from trisim.sim.campaign import short_name
from trisim.sim.disk import written_whole
from trisim.stats.tuning_progress import WINDOW, Climb, Turn, climbs

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PICTURES = ("tuning.png", "tuning.svg")
HEIGHT, WIDTH = 4.4, 7.6
"""Inches."""


def write_figures(folder: Path, generations: Sequence[Generation], request: TuningRequest) -> None:
    """Write the figures; the same bytes each time."""
    turns = [Turn(each.generation + 1, each.opponent, each.win) for each in generations]
    for name in PICTURES:
        with written_whole(folder / name) as draft:
            save(draw(climbs(turns), request), draft, name.rpartition(".")[2])


def draw(series: Sequence[Climb], request: TuningRequest) -> Figure:
    """A series for each opponent: a point for each generation, a running mean and its band."""
    with drawing(HEIGHT, WIDTH) as (figure, axes):
        for number, climb in enumerate(series):
            draw_climb(axes, climb, *series_look(number))
        if not request.is_team:
            par = 100 / request.players
            axes.axhline(par, color=GREY, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
        axes.set_xlabel("generation")
        axes.set_ylabel("wins of the candidates, in %")
        axes.margins(x=0.02)
        axes.set_ylim(bottom=0)
        plain_axes(axes, "y")
        names = ", ".join(name_of(climb) for climb in series)
        title = "Teams of candidates" if request.is_team else f"Candidates against {names}"
        axes.set_title(title, loc="left", weight="bold", size=11, wrap=True)
        if not request.is_team:
            label_ends(axes, series)
        figure.supxlabel(caption(request), x=0.01, ha="left", color=GREY, size=7.5)
        return outlined(figure)


def draw_climb(axes: Axes, climb: Climb, colour: str, mark: str) -> None:
    x = list(climb.generations)
    axes.plot(x, percents(climb.wins), mark, color=colour, markersize=3, alpha=0.4, zorder=2)
    means, errors = percents(climb.means), percents(climb.errors)
    low = [mean - error for mean, error in zip(means, errors, strict=True)]
    high = [mean + error for mean, error in zip(means, errors, strict=True)]
    axes.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0, zorder=2)
    axes.plot(x, means, color=colour, linewidth=1.8, zorder=3, label=name_of(climb))


def percents(shares: Sequence[float]) -> list[float]:
    return [100 * share for share in shares]


def name_of(climb: Climb) -> str:
    plain = climb.opponent if climb.opponent == ITSELF else short_name(climb.opponent)
    return shortened(plain)


def label_ends(axes: Axes, series: Sequence[Climb]) -> None:
    """A legend, if there are several opponents."""
    if len(series) > 1:
        axes.legend(frameon=False, ncols=min(4, len(series)), loc="upper left", labelcolor=INK)
        low, high = axes.get_ylim()
        axes.set_ylim(low, high + 0.14 * (high - low))


def caption(request: TuningRequest) -> str:
    """The facts behind the figure."""
    itself = (
        f" '{ITSELF}' is the mean as it was, taken anew every {request.self_play} generations."
        if request.plays_itself
        else ""
    )
    how = f"one against {request.players - 1}; dashed: what equals would win"
    opponent = " against the same opponent"
    if request.is_team:
        how, opponent = f"in all {request.players} seats", ""
    words = (
        f"A point is the mean win rate of {request.population:,} candidates in a generation, each "
        f"over the same {request.games:,} games, {how}. Lines are running means of up to {WINDOW} "
        f"generations{opponent}, ± 2 standard errors.{itself} Candidates do worse than the "
        "mean they are spread around: how good the result is, the check at the end says."
    )
    return fill(words, 132)
