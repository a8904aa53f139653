"""Figures of the flow of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from trisim.report.figures.lines import draw_band, write_ends
from trisim.report.style import GREY, INK, SERIES, drawing, letters_on, plain_axes
from trisim.stats.analyses.flow import MarginShare, SettledShare, StandingFigures
from trisim.stats.analyses.turns import ActionShare

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEGIBLE = 0.07
"""Share of a bar, below which its number would not fit."""


def draw_settled(settled: Sequence[SettledShare]) -> Figure:
    """The share of games that are settled by each part of the game, with its band."""
    with drawing(2.9) as (figure, axes):
        x = [0.0, *(100 * each.by for each in settled)]
        low, value, high = (
            [0.0, *(100 * getattr(each.games, end) for each in settled)]
            for end in ("low", "value", "high")
        )
        axes.fill_between(x, low, high, color=SERIES[0], alpha=0.25, linewidth=0)
        axes.plot(x, value, color=SERIES[0], linewidth=1.8)
        axes.axhline(50, color=GREY, linewidth=0.9, linestyle=(0, (3, 2)))
        axes.text(1, 51.5, "half of the games", color=GREY, fontsize=8, va="bottom")
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 101)
        axes.set_xlabel("turns played, of all turns of the game")
        axes.set_ylabel("games settled")
        axes.xaxis.set_major_formatter("{x:g} %")
        axes.yaxis.set_major_formatter("{x:g} %")
        plain_axes(axes, "y")
    return figure


def draw_scores(stages: Sequence[StandingFigures]) -> Figure:
    """Scores of later winners and of the others, round by round."""
    rounds = [each.round for each in stages]
    lines = (
        ("later winners", [each.winners for each in stages], SERIES[0]),
        ("all others", [each.losers for each in stages], SERIES[1]),
    )
    with drawing(2.9) as (figure, axes):
        for _, estimates, color in lines:
            draw_band(axes, rounds, estimates, color)
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
        last = rounds[-1]
        write_ends(axes, last, [(name, line[-1].value, color) for name, line, color in lines])
        axes.set_xlim(0.8, last + max(0.6, 0.34 * last))
        axes.set_xticks(rounds, [f"after round {each}" for each in rounds[:-1]] + ["end"])
        axes.set_ylabel("score")
        plain_axes(axes, "y")
    return figure


def draw_margins(margins: Sequence[MarginShare]) -> Figure:
    """A bar for each class of margins, with its interval."""
    with drawing(2.6) as (figure, axes):
        for place, each in enumerate(margins):
            seen = each.games
            axes.bar(place, 100 * seen.value, width=0.7, color=SERIES[0])
            axes.plot([place] * 2, [100 * seen.low, 100 * seen.high], color=INK, linewidth=1.2)
            axes.text(
                place,
                100 * seen.high + 0.6,
                f"{100 * seen.value:.0f}",
                ha="center",
                va="bottom",
                fontsize=8,
            )
        axes.set_xticks(range(len(margins)), [margin_name(each) for each in margins])
        axes.set_xlabel("points between the winner and the next")
        axes.yaxis.set_major_formatter("{x:g} %")
        plain_axes(axes, "y")
    return figure


def margin_name(margin: MarginShare) -> str:
    """A class of margins: ``6–10``, ``41 and more``."""
    if margin.high is None:
        return f"{margin.low} and more"
    return str(margin.low) if margin.low == margin.high else f"{margin.low}–{margin.high}"


def draw_actions(actions: Sequence[ActionShare], known: Mapping[str, str]) -> Figure:
    """A bar for each round, divided into actions; their names are above, in the same order."""
    colors = action_colors(actions, known)
    rounds = sorted({each.round for each in actions})
    with drawing(1.0 + 0.55 * len(rounds)) as (figure, axes):
        for row, number in enumerate(rounds):
            draw_mix(axes, row, [each for each in actions if each.round == number], colors)
        names = [f"round {number}" for number in rounds] if rounds[1:] else ["all turns"]
        axes.set_yticks(range(len(rounds)), names)
        axes.set_ylim(len(rounds) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter("{x:g} %")
        plain_axes(axes)
        axes.tick_params(axis="y", length=0)
        name_actions(figure, colors)
    return figure


def action_colors(actions: Sequence[ActionShare], known: Mapping[str, str]) -> dict[str, str]:
    """The colours of the actions, in the order in which they are drawn."""
    there = dict.fromkeys(each.action for each in actions)
    others = [action for action in there if action not in known]
    named = {action: color for action, color in known.items() if action in there}
    return named | {action: SERIES[i % len(SERIES)] for i, action in enumerate(others)}


def draw_mix(
    axes: Axes, row: int, actions: Sequence[ActionShare], colors: Mapping[str, str]
) -> None:
    left = 0.0
    for action, color in colors.items():
        for each in (each for each in actions if each.action == action):
            share = each.share.value
            axes.barh(
                row,
                100 * share,
                left=100 * left,
                height=0.72,
                color=color,
                edgecolor="white",
                linewidth=0.8,
            )
            if share >= LEGIBLE:
                axes.text(
                    100 * (left + share / 2),
                    row,
                    f"{100 * share:.0f}",
                    ha="center",
                    va="center",
                    color=letters_on(color),
                    fontsize=8.5,
                )
            left += share


def name_actions(figure: Figure, colors: Mapping[str, str]) -> None:
    """The actions in their colours, in a line above the bars, in the order of the bars."""
    from matplotlib.patches import Patch

    patches = [Patch(color=color, label=action) for action, color in colors.items()]
    figure.legend(
        handles=patches,
        loc="outside upper center",
        ncols=max(1, len(patches)),
        frameon=False,
        fontsize=8,
        handlelength=0.9,
        handleheight=0.9,
        columnspacing=1.0,
        handletextpad=0.4,
    )
