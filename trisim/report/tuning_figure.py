"""The picture of a tuning: how its candidates did against each opponent, by generation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

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
from trisim.sim.tournament_settings import short_name
from trisim.sim.tuning_settings import ITSELF, TuningSettings
from trisim.stats.tuning_progress import WINDOW, Climb

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT, WIDTH = 4.4, 7.6
"""Inches."""


def save_figure(climbs: Sequence[Climb], settings: TuningSettings, path: Path, kind: str) -> None:
    """Draw the figure into a file, ``png`` or ``svg``; the same bytes each time."""
    save(draw(climbs, settings), path, kind)


def draw(climbs: Sequence[Climb], settings: TuningSettings) -> Figure:
    """A series for each opponent: a point a generation, a running mean and its band."""
    with drawing(HEIGHT, WIDTH) as (figure, axes):
        for number, climb in enumerate(climbs):
            draw_climb(axes, climb, *series_look(number))
        par = 100 / settings.players
        axes.axhline(par, color=GREY, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
        axes.set_xlabel("generation")
        axes.set_ylabel("wins of the candidates, in %")
        axes.margins(x=0.02)
        axes.set_ylim(bottom=0)
        plain_axes(axes, "y")
        names = ", ".join(name_of(climb) for climb in climbs)
        axes.set_title(f"Candidates against {names}", loc="left", weight="bold", size=11, wrap=True)
        label_ends(axes, climbs)
        figure.supxlabel(caption(settings), x=0.01, ha="left", color=GREY, size=7.5)
        return outlined(figure)


def draw_climb(axes: Axes, climb: Climb, colour: str, mark: str) -> None:
    """The points of one opponent, their running mean and its band."""
    x = list(climb.generations)
    axes.plot(x, percents(climb.wins), mark, color=colour, markersize=3, alpha=0.4, zorder=2)
    means, errors = percents(climb.means), percents(climb.errors)
    low = [mean - error for mean, error in zip(means, errors, strict=True)]
    high = [mean + error for mean, error in zip(means, errors, strict=True)]
    axes.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0, zorder=2)
    axes.plot(x, means, color=colour, linewidth=1.8, zorder=3, label=name_of(climb))


def percents(shares: Sequence[float]) -> list[float]:
    """Shares in per cent."""
    return [100 * share for share in shares]


def name_of(climb: Climb) -> str:
    """An opponent as it is called in a picture."""
    plain = climb.opponent if climb.opponent == ITSELF else short_name(climb.opponent)
    return shortened(plain)


def label_ends(axes: Axes, climbs: Sequence[Climb]) -> None:
    """A legend, if there is anything to tell apart."""
    if len(climbs) > 1:
        axes.legend(frameon=False, ncols=min(4, len(climbs)), loc="upper left", labelcolor=INK)
        low, high = axes.get_ylim()
        axes.set_ylim(low, high + 0.14 * (high - low))


def caption(settings: TuningSettings) -> str:
    """What the figure stands on."""
    itself = (
        f" '{ITSELF}' is the mean as it was, taken anew every {settings.self_play} generations."
        if settings.self_play and settings.self_play < settings.generations
        else ""
    )
    words = (
        f"A point is the mean win rate of {settings.population:,} candidates in a generation, each "
        f"over the same {settings.games_a_candidate:,} games, one against {settings.players - 1}; "
        f"dashed: what equals would win. Lines are running means of up to {WINDOW} generations "
        f"against the same opponent, ± 2 standard errors.{itself} Candidates do worse than the "
        "mean they are spread around: how good the result is, the check at the end says."
    )
    return fill(words, 132)
