"""Figures of dice and bowls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trisim.games.trismegistus.report.analyses.bowl_drafts import LastFigures, PickFigures
from trisim.games.trismegistus.report.analyses.bowl_rolls import BowlSize, CountOdds
from trisim.games.trismegistus.report.colors import DICE, SYMBOLS
from trisim.report.figures.lines import draw_band, write_ends
from trisim.report.style import FAINT, GREY, INK, SERIES, WIDTH, drawing, our_style, plain_axes
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DASHES = (0, (3, 2))


@dataclass(frozen=True, slots=True)
class Die:
    """An estimate for a colour in a bowl, and its exact value, if that is known."""

    symbol: str
    color: str
    estimate: Estimate
    exact: float | None = None


def draw_sizes(sizes: Sequence[BowlSize]) -> Figure:
    """A small panel for each bowl: exact chances as bars, observed shares as dots."""
    import matplotlib.pyplot as plt

    symbols = list(dict.fromkeys(each.symbol for each in sizes))
    with our_style():
        figure, panels = plt.subplots(
            2, 3, figsize=(WIDTH, 3.6), sharex=True, sharey=True, layout="constrained"
        )
        for axes, symbol in zip(panels.flat, symbols, strict=False):
            draw_bowl(axes, symbol, [each for each in sizes if each.symbol == symbol])
        for axes in panels[-1]:
            axes.set_xlabel("dice in the bowl")
        panels[0, 0].set_ylim(0, 1.22 * panels[0, 0].get_ylim()[1])
        explain_marks(panels[0, 0])
    plt.close(figure)
    return figure


def draw_bowl(axes: Axes, symbol: str, sizes: Sequence[BowlSize]) -> None:
    for each in sizes:
        if each.dice.exact is not None:
            axes.bar(each.size, 100 * each.dice.exact, width=0.8, color=FAINT, edgecolor=GREY)
        seen = each.dice.observed
        color = SYMBOLS.get(symbol, INK)
        axes.plot([each.size] * 2, [100 * seen.low, 100 * seen.high], color=color, linewidth=1.6)
        axes.plot(each.size, 100 * seen.value, "o", color=color, markersize=4)
    axes.set_title(symbol, color=SYMBOLS.get(symbol, INK), loc="left", fontsize=9, pad=3)
    axes.yaxis.set_major_formatter("{x:g} %")
    axes.set_xticks(range(0, len(sizes), 1 if len(sizes) < 8 else 4))
    plain_axes(axes, "y")


def explain_marks(axes: Axes) -> None:
    """A legend of bars and dots in the free corner of the first panel."""
    axes.text(
        0.99,
        0.97,
        "bar: exact, dot: seen",
        transform=axes.transAxes,
        ha="right",
        va="top",
        color=GREY,
        fontsize=8,
    )


def draw_colors(dice: Sequence[Die], label: str, percent: bool = False) -> Figure:
    """A row for each bowl, a dot for each colour of dice; a stroke at the exact value."""
    symbols = list(dict.fromkeys(each.symbol for each in dice))
    colors = list(dict.fromkeys(each.color for each in dice))
    times = 100 if percent else 1
    with drawing(0.8 + 0.52 * len(symbols)) as (figure, axes):
        for each in dice:
            row = symbols.index(each.symbol) + 0.24 * (colors.index(each.color) - 1)
            draw_die(axes, row, each, times)
        axes.set_yticks(range(len(symbols)), symbols)
        axes.set_ylim(len(symbols) - 0.5, -0.9)
        axes.set_xlabel(label)
        if percent:
            axes.xaxis.set_major_formatter("{x:g} %")
        plain_axes(axes)
        axes.tick_params(axis="y", length=0)
        name_colors(axes, colors)
    return figure


def draw_die(axes: Axes, row: float, die: Die, times: int) -> None:
    """A dot with its interval, and the exact value behind it."""
    seen, color = die.estimate, DICE.get(die.color, INK)
    if die.exact is not None:
        axes.plot(times * die.exact, row, "|", color=GREY, markersize=11, markeredgewidth=1.4)
    axes.plot([times * seen.low, times * seen.high], [row, row], color=color, linewidth=2)
    axes.plot(times * seen.value, row, "o", color=color, markersize=4.5)


def name_colors(axes: Axes, colors: Sequence[str]) -> None:
    """The colours of dice, in their own colours, above the rows."""
    for place, color in enumerate(colors):
        axes.text(
            0.02 + 0.13 * place,
            0.985,
            f"● {color}",
            transform=axes.transAxes,
            va="top",
            color=DICE.get(color, INK),
            fontsize=8,
        )


def draw_picks(picks: Sequence[PickFigures]) -> Figure:
    """Potency by pick: a line with its band for each round, and the fullest bowl above."""
    rounds = sorted({each.round for each in picks if each.round})
    every = [each for each in picks if each.round == 0]
    with drawing(3.3) as (figure, axes):
        axes.plot(
            [each.pick for each in every],
            [each.best.value for each in every],
            color=GREY,
            linestyle=DASHES,
            linewidth=1.2,
        )
        ends = [("fullest bowl", every[-1].best.value, GREY)] if every else []
        for number in rounds:
            line = [each for each in picks if each.round == number]
            color = SERIES[(number - 1) % len(SERIES)]
            draw_band(axes, [each.pick for each in line], [each.potency for each in line], color)
            ends.append((f"round {number}", line[-1].potency.value, color))
        last = max((each.pick for each in picks), default=1)
        write_ends(axes, last, ends)
        axes.set_xlim(0.7, last + max(1.0, 0.28 * last))
        axes.set_xticks(range(1, last + 1))
        axes.set_ylim(bottom=0)
        axes.set_xlabel("die of the round, in the order of drafting")
        axes.set_ylabel("potency")
        plain_axes(axes, "y")
    return figure


def draw_last(last: Sequence[LastFigures]) -> Figure:
    """The last die: the sizes of the fullest bowl and of the bowl that is taken from."""
    with drawing(2.6) as (figure, axes):
        for offset, name, color in ((-0.2, "fullest", GREY), (0.2, "taken", SERIES[0])):
            for each in last:
                seen: Estimate = getattr(each, name)
                axes.bar(each.size + offset, 100 * seen.value, width=0.38, color=color)
                axes.text(
                    each.size + offset,
                    100 * seen.value,
                    f"{100 * seen.value:.0f}",
                    ha="center",
                    va="bottom",
                    fontsize=8,
                )
        for height, (words, color) in enumerate(
            (("bowl it is taken from", SERIES[0]), ("fullest bowl there is", GREY))
        ):
            axes.text(
                0.99, 0.86 + 0.1 * height, words, color=color, transform=axes.transAxes, ha="right"
            )
        axes.set_xticks([each.size for each in last])
        axes.set_xlabel("dice in the bowl")
        axes.yaxis.set_major_formatter("{x:g} %")
        plain_axes(axes, "y")
    return figure


def draw_players(odds: Sequence[CountOdds]) -> Figure:
    """The exact chances of the sizes of a bowl, a line for each number of players."""
    with drawing(2.8) as (figure, axes):
        for each in odds:
            color = SERIES[(each.players - 2) % len(SERIES)]
            shares = [100 * chance for chance in each.sizes]
            axes.plot(range(len(shares)), shares, "o-", color=color, markersize=4)
        ends = [
            (
                f"{each.players} players: {each.dice} dice",
                100 * each.sizes[-1],
                SERIES[(each.players - 2) % len(SERIES)],
            )
            for each in odds
        ]
        size = max((len(each.sizes) for each in odds), default=2) - 1
        axes.set_ylim(bottom=0)
        write_ends(axes, size, ends)
        axes.set_xlim(-0.2, size + 0.42 * size)
        axes.set_xticks(range(size + 1))
        axes.set_xlabel("dice in a bowl")
        axes.yaxis.set_major_formatter("{x:g} %")
        plain_axes(axes, "y")
    return figure
