"""The figure of good scores: win rates by score, for each preset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trisim.report.difficulty_figure import MARKS, NEUTRAL, bar, foot, head
from trisim.report.kit import StudyWords
from trisim.report.style import GREY, our_style, plain_axes, short
from trisim.stats.difficulty import Findings, StrategyFindings
from trisim.stats.score_brackets import Bracket, ScoreTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHADES = ("#4A9CC7", "#00518A", "#B8860B", "#8C2D04", "#222222", "#8B4F86", "#007A5A", "#A3366B")
"""Presets from easy to hard."""

FEWEST = 20
"""Brackets with fewer games aren't drawn: the interval would fill the panel."""

WIDE, TALL, MOST_PANELS = 3.9, 2.5, 3
LEFT, BETWEEN, TOP, HEAD, BOTTOM, FOOT = 0.6, 0.55, 0.62, 0.55, 0.68, 0.45
"""Inches: of a panel, and around it."""


def draw_scores(findings: Findings, study: StudyWords = NEUTRAL) -> Figure:
    """A panel for each strategy, a line for each preset."""
    from matplotlib.figure import Figure

    count = len(findings.strategies)
    columns = min(count, MOST_PANELS)
    lines = -(-count // columns)
    wide = 6.4 if count == 1 else WIDE
    width = LEFT + columns * (wide + BETWEEN)
    height = TOP + lines * (HEAD + TALL + BOTTOM) + FOOT
    with our_style():
        figure = Figure(figsize=(width, height))
        for number, each in enumerate(findings.strategies):
            line, column = divmod(number, columns)
            x = LEFT + column * (wide + BETWEEN)
            y = height - TOP - (line + 1) * (HEAD + TALL) - line * BOTTOM
            axes = figure.add_axes((x / width, y / height, wide / width, TALL / height))
            draw_panel(axes, each)
        head(figure, width, height, "What is a good score")
        beside = "against" if study.automa else "in"
        names = [f"{beside} {short(each.setup)}" for each in findings.strategies[0].scores]
        legend(figure, width, height, names)
        foot(figure, width, height, caption(findings))
    return figure


def draw_panel(axes: Axes, each: StrategyFindings) -> None:
    for number, table in enumerate(each.scores):
        draw_table(axes, table, number, len(each.scores))
    labels = [tick(bracket) for bracket in each.scores[0].brackets]
    axes.set_xticks(
        range(len(labels)), labels=labels, rotation=35, ha="right", rotation_mode="anchor"
    )
    axes.tick_params(axis="x", labelsize=7.5)
    axes.set_xlim(-0.5, len(labels) - 0.5)
    axes.set_ylim(-2, 102)
    axes.axhline(50, color=GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
    plain_axes(axes, "y")
    axes.set_ylabel("games won, %", size=8)
    axes.text(0, 1.11, short(each.strategy, 36), transform=axes.transAxes, weight="bold", size=10)
    axes.text(0, 1.03, half_words(each), transform=axes.transAxes, color=GREY, size=7.5)


def tick(bracket: Bracket) -> str:
    """A bracket in few letters."""
    if bracket.low is None:
        return f"≤ {bracket.high}"
    return f"≥ {bracket.low}" if bracket.high is None else bracket.words


def draw_table(axes: Axes, table: ScoreTable, number: int, many: int) -> None:
    """One preset: the share of games won, bracket by bracket."""
    shift = 0.3 * ((number + 0.5) / many - 0.5)
    shown = [
        (place + shift, here.win)
        for place, here in enumerate(table.brackets)
        if here.win.n >= min(FEWEST, table.games)
    ]
    ends = [bar(win, 100) for _, win in shown]
    axes.errorbar(
        [x for x, _ in shown],
        [100 * win.value for _, win in shown],
        yerr=[[low for low, _ in ends], [high for _, high in ends]],
        color=SHADES[number % len(SHADES)],
        marker=MARKS[number % len(MARKS)],
        markersize=4,
        linewidth=1.2,
        elinewidth=1.0,
        capsize=2,
    )


def half_words(each: StrategyFindings) -> str:
    """The scores that win half of the games."""
    found = []
    for table in each.scores:
        half = next(here.score for here in table.thresholds if here.chance == 0.5)
        found.append(
            f"{short(table.setup, 14)} {half.value:.0f}" if half else f"{short(table.setup, 14)} –"
        )
    return f"half are won from: {', '.join(found)}"


def legend(figure: Figure, width: float, height: float, presets: Sequence[str]) -> None:
    """The presets, each in its colour with its mark."""
    from matplotlib.lines import Line2D

    looks = [(SHADES[i % len(SHADES)], MARKS[i % len(MARKS)]) for i in range(len(presets))]
    figure.legend(
        [Line2D([], [], color=colour, marker=mark, markersize=4) for colour, mark in looks],
        presets,
        loc="upper left",
        bbox_to_anchor=(0.06 / width, 1 - 0.36 / height),
        ncols=min(len(presets), max(1, int(width / 1.5))),
        frameon=False,
        fontsize=8.5,
        labelcolor=[colour for colour, _ in looks],
        borderaxespad=0.2,
        columnspacing=1.4,
    )


def caption(findings: Findings) -> str:
    """The message of the figure, and its basis."""
    games = sorted({table.games for each in findings.strategies for table in each.scores})
    number = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    return (
        f"Games by your score at the end, and how many of them were won; {number} games a line. "
        f"Bars: {100 * findings.level:.3g} % intervals, which hold together for a line. Brackets "
        f"with fewer than {FEWEST} games are left out."
    )
