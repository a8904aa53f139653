"""Figures of a study of difficulty: effects of options, and the curve of presets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from trisim.report.figures.lines import spread_out
from trisim.report.kit import StudyWords
from trisim.report.style import FAINT, GREY, INK, our_style, plain_axes, short
from trisim.stats.difficulty import PRESET, Effect, Findings, StrategyFindings
from trisim.stats.estimate import Estimate, Scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LOOKS = (("#0072B2", "o"), ("#D55E00", "s"), ("#007A5A", "^"), ("#8B4F86", "D"), ("#9A6E00", "v"))
MIXED = (INK, "P")
"""Colour and mark of groups of options, distinguishable with colour blindness and in grey.

What belongs to several groups, or to none, is mixed.
"""

Looks: TypeAlias = Mapping[str, tuple[str, str]]
NEUTRAL = StudyWords()

COLOURS = ("#0072B2", "#D55E00", "#007A5A", "#8B4F86", "#9A6E00", "#3A8FBF", "#222222", "#A3366B")
MARKS = "osD^vPXp"

ROW, LETTER = 0.27, 0.078
"""Inches of a row, and of a letter."""

PANEL, MOST_PANELS = 2.9, 4
"""Inches of a panel; so many are side by side at the most."""

TOP, HEAD, BOTTOM, FOOT = 0.68, 0.48, 0.62, 0.5
"""Inches above all panels, above each row of them, below each, and below all."""


# ---------------------------------------------------------------- what each option is worth


WIN, MARGIN = "win", "margin"
TITLES = {WIN: "What each option is worth", MARGIN: "What each option is worth in points"}
AXES = {WIN: "percentage points of your win rate", MARGIN: "points of your score less its"}


def looks_of(findings: Findings, study: StudyWords) -> dict[str, tuple[str, str]]:
    """Colour and mark of each group; those of the game first."""
    there = [setup.group for setup in findings.setups if setup.group]
    groups = dict.fromkeys([*study.groups, *there])
    return {each: LOOKS[i % len(LOOKS)] for i, each in enumerate(groups)} | {"": MIXED}


def options_shown(findings: Findings, quantity: str = WIN) -> list[str]:
    """The setups that are compared with the baseline, without presets; the hardest first."""
    names = [setup.name for setup in findings.setups[1:] if setup.kind != PRESET]

    def worth(name: str) -> float:
        effects = [change_of(each.effect(name), quantity).value for each in findings.strategies]
        return sum(effects) / len(effects)

    return sorted(names, key=worth)


@dataclass(frozen=True, slots=True)
class Panels:
    """The positions of the panels of strategies, in inches from the left and from below."""

    count: int
    rows: int
    letters: int
    """Of the longest name of a row."""

    beside: float
    """Room for figures beside each panel."""

    @property
    def columns(self) -> int:
        return min(self.count, MOST_PANELS)

    @property
    def lines(self) -> int:
        return -(-self.count // self.columns)

    @property
    def left(self) -> float:
        """The left edge of the panels: right of the names."""
        return 0.3 + LETTER * self.letters

    @property
    def width(self) -> float:
        return max(7.0, self.left + self.columns * (PANEL + self.beside) + 0.1)

    @property
    def tall(self) -> float:
        return ROW * self.rows + 0.1

    @property
    def height(self) -> float:
        return TOP + self.lines * (HEAD + self.tall + BOTTOM) + FOOT

    def box(self, number: int) -> tuple[float, float, float, float]:
        """The position of a panel, in shares of the figure."""
        line, column = divmod(number, self.columns)
        x = self.left + column * (PANEL + self.beside)
        y = self.height - TOP - (line + 1) * (HEAD + self.tall) - line * BOTTOM
        return x / self.width, y / self.height, PANEL / self.width, self.tall / self.height


def change_of(effect: Effect, quantity: str) -> Estimate:
    """The effect of an option on wins, or on the margin."""
    return effect.margin if quantity == MARGIN and effect.margin else effect.win


def draw_options(findings: Findings, study: StudyWords = NEUTRAL) -> Figure:
    return draw_changes(findings, WIN, study)


def draw_margins(findings: Findings, study: StudyWords = NEUTRAL) -> Figure:
    return draw_changes(findings, MARGIN, study)


def draw_changes(findings: Findings, quantity: str, study: StudyWords) -> Figure:
    """A panel for each strategy, a row for each option, with its interval."""
    from matplotlib.figure import Figure

    looks = looks_of(findings, study)
    names = options_shown(findings, quantity)
    labels = [short(name, 40) for name in names]
    few = len(findings.strategies) <= 2
    beside = 1.75 if few else 0.62
    layout = Panels(len(findings.strategies), len(names), max(map(len, labels)), beside)
    reach = widest(findings, names, quantity)
    with our_style():
        figure = Figure(figsize=(layout.width, layout.height))
        for number, each in enumerate(findings.strategies):
            axes = figure.add_axes(layout.box(number))
            draw_panel(axes, findings, each, names, quantity, few, looks)
            axes.set_xlim(*reach)
            named = number % layout.columns == 0
            axes.set_yticks(range(len(names)), labels=labels if named else [""] * len(names))
            colour_labels(axes, findings, names, looks)
        head(figure, layout.width, layout.height, TITLES[quantity])
        legend(figure, layout, findings, names, looks)
        foot(figure, layout.width, layout.height, options_caption(findings, quantity, study))
    return figure


def widest(findings: Findings, names: Sequence[str], quantity: str) -> tuple[float, float]:
    """The range of all intervals, 0 included; infinite ones don't count."""
    effects = [
        change_of(each.effect(name), quantity) for each in findings.strategies for name in names
    ]
    ends = [(each, end) for each in effects for end in (each.value, each.low, each.high)]
    known = [scaled(each, end) for each, end in ends if math.isfinite(end)]
    low, high = min(0.0, *known), max(0.0, *known)
    room = 0.06 * max(high - low, 2.0)
    return low - room, high + room


def scaled(change: Estimate, number: float) -> float:
    """Rates in per cent."""
    return 100 * number if change.scale is Scale.RATE_DIFFERENCE else number


def draw_panel(
    axes: Axes,
    findings: Findings,
    each: StrategyFindings,
    names: Sequence[str],
    quantity: str,
    few: bool,
    looks: Looks,
) -> None:
    for row, name in enumerate(names):
        draw_effect(axes, row, each.effect(name), quantity, few, looks)
    axes.axvline(0, color=GREY, linewidth=0.9, zorder=1)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    plain_axes(axes)
    for row in range(1, len(names), 2):
        axes.axhspan(row - 0.5, row + 0.5, color=FAINT, alpha=0.35, linewidth=0, zorder=0)
    axes.set_xlabel("points" if findings.is_scored else AXES[quantity], size=8)
    axes.set_title(
        f"{short(each.strategy, 30)}\n", loc="left", size=10, weight="bold", pad=14, linespacing=0.3
    )
    words = f"{base_words(findings, each, quantity)} at {findings.baseline}; {each.deals:,} deals"
    axes.text(0, 1.0, words, transform=axes.transAxes, size=7.5, color=GREY, va="bottom")


def base_words(findings: Findings, each: StrategyFindings, quantity: str) -> str:
    """The result of a strategy with the baseline."""
    base = getattr(each.figures(findings.baseline), quantity)
    value, low, high = (base.shown(number) for number in (base.value, base.low, base.high))
    is_rate = quantity == WIN and not findings.is_scored
    return f"wins {value} % ({low} – {high})" if is_rate else f"{value} ({low} – {high})"


def draw_effect(
    axes: Axes, row: int, effect: Effect, quantity: str, few: bool, looks: Looks
) -> None:
    """A mark, full if the effect is sure, its interval, and its figures beside the panel."""
    colour, mark = looks[effect.group]
    change = change_of(effect, quantity)
    value, low, high = (scaled(change, each) for each in (change.value, change.low, change.high))
    sure = change.excludes(0)
    if math.isfinite(low) and math.isfinite(high):
        axes.plot([low, high], [row, row], color=colour, linewidth=1.6, zorder=2)
    face = colour if sure else "white"
    axes.plot([value], [row], mark, color=colour, markerfacecolor=face, markersize=5, zorder=3)
    ends = f"  [{change.shown(change.low)}, {change.shown(change.high)}]" if few else ""
    axes.text(
        1.02,
        row,
        change.shown(change.value) + ends,
        transform=axes.get_yaxis_transform(),
        va="center",
        size=7.5,
        weight="bold" if sure else "normal",
        color=INK if sure else GREY,
    )


def colour_labels(axes: Axes, findings: Findings, names: Sequence[str], looks: Looks) -> None:
    group = {setup.name: setup.group for setup in findings.setups}
    for label, name in zip(axes.get_yticklabels(), names, strict=True):
        label.set_color(looks[group[name]][0])


def legend(
    figure: Figure, layout: Panels, findings: Findings, names: Sequence[str], looks: Looks
) -> None:
    """The groups, each in its colour with its mark."""
    from matplotlib.lines import Line2D

    group = {setup.name: setup.group for setup in findings.setups}
    there = [each for each in looks if each in {group[name] for name in names}]
    lines = [
        Line2D([], [], color=looks[each][0], marker=looks[each][1], linewidth=1.6, markersize=5)
        for each in there
    ]
    figure.legend(
        lines,
        [each or "combinations of several groups" for each in there],
        loc="upper left",
        bbox_to_anchor=(0.06 / layout.width, 1 - 0.38 / layout.height),
        ncols=len(there),
        frameon=False,
        fontsize=8.5,
        labelcolor=[looks[each][0] for each in there],
        borderaxespad=0.2,
        columnspacing=1.4,
    )


def options_caption(findings: Findings, quantity: str = WIN, study: StudyWords = NEUTRAL) -> str:
    """The message of the figure, and its basis."""
    what = "win rate" if quantity == WIN else "score less its"
    what = "mean score" if findings.is_scored else what
    sides = (
        f"Left of 0 helps {study.automa}, right of 0 helps you: your {what}, less that against"
        if study.automa
        else f"Left of 0 is harder, right of 0 easier: the {what}, less that in"
    )
    return (
        f"{sides} {findings.baseline} on the same deals. Bars: "
        f"{interval_words(findings, quantity)} Full marks: surely not 0. {findings.games:,} games "
        "in all. It speaks for the strategies that played."
    )


def interval_words(findings: Findings, quantity: str) -> str:
    looks = ", at every look" if findings.until and quantity == WIN else ""
    return (
        f"{100 * findings.level:.3g} % intervals, paired by deal, which hold together for all "
        f"setups of a strategy{looks}."
    )


# ---------------------------------------------------------------- the curve of presets

CURVE, CURVE_HEIGHT = 4.3, 3.6
"""Inches of each of the two panels."""


def draw_presets(findings: Findings, study: StudyWords = NEUTRAL) -> Figure:
    """Win rates and margins by preset, a line for each strategy, named at its end."""
    from matplotlib.figure import Figure

    names = [short(each.strategy) for each in findings.strategies]
    beside = 0.25 + LETTER * max(map(len, names))
    wide = max(
        CURVE,
        0.75 * len(findings.presets),
        LETTER * sum(len(name) + 2 for name in findings.presets),
    )
    tall = max(CURVE_HEIGHT, 0.17 * len(names))
    has_margins = findings.strategies[0].setups[0].margin is not None
    quantities = (WIN, MARGIN) if has_margins else (WIN,)
    width, height = len(quantities) * (0.75 + wide + beside), tall + 1.75
    with our_style():
        figure = Figure(figsize=(width, height))
        for number, quantity in enumerate(quantities):
            x = 0.7 + number * (0.75 + wide + beside)
            axes = figure.add_axes((x / width, 1.0 / height, wide / width, tall / height))
            draw_curves(axes, findings, quantity, tall)
        head(figure, width, height, "Presets by strategy")
        foot(figure, width, height, presets_caption(findings, study))
    return figure


def draw_curves(axes: Axes, findings: Findings, quantity: str, tall: float) -> None:
    is_rate = quantity == WIN and not findings.is_scored
    times = 100 if is_rate else 1
    places = range(len(findings.presets))
    many = len(findings.strategies)
    for number, each in enumerate(findings.strategies):
        estimates = [getattr(each.figures(name), quantity) for name in findings.presets]
        shift = 0.25 * ((number + 0.5) / many - 0.5)
        draw_curve(axes, [place + shift for place in places], estimates, number, times)
    axes.set_xlim(-0.35, len(findings.presets) - 0.65)
    axes.set_xticks(places, labels=[short(name) for name in findings.presets])
    plain_axes(axes, "y")
    if is_rate:
        axes.set_ylim(-2, 102)
        axes.set_title("How often you win, %", loc="left", size=9)
    elif quantity == WIN:
        axes.set_title("Mean score, points", loc="left", size=9)
    else:
        axes.axhline(0, color=GREY, linewidth=0.9, zorder=1)
        axes.set_title("Your score less its, points", loc="left", size=9)
    name_ends(axes, findings, quantity, times, tall)


def draw_curve(
    axes: Axes, xs: Sequence[float], estimates: Sequence[Estimate], number: int, times: int
) -> None:
    """The curve of one strategy, with intervals."""
    values = [times * each.value for each in estimates]
    ends = [bar(each, times) for each in estimates]
    axes.errorbar(
        xs,
        values,
        yerr=[[low for low, _ in ends], [high for _, high in ends]],
        color=COLOURS[number % len(COLOURS)],
        marker=MARKS[number % len(MARKS)],
        markersize=4,
        linewidth=1.3,
        elinewidth=1.1,
        capsize=2.5,
        linestyle="-" if number < len(COLOURS) else (0, (4, 2)),
    )


def bar(estimate: Estimate, times: float) -> tuple[float, float]:
    """The arms of an interval, down and up; 0 if it is infinite."""
    down, up = estimate.value - estimate.low, estimate.high - estimate.value
    if not (math.isfinite(down) and math.isfinite(up)):
        return 0.0, 0.0
    return times * max(0.0, down), times * max(0.0, up)


def name_ends(axes: Axes, findings: Findings, quantity: str, times: int, tall: float) -> None:
    """The names of strategies beside their last points, without overlaps."""
    last = [
        getattr(each.figures(findings.presets[-1]), quantity).value for each in findings.strategies
    ]
    low, high = axes.get_ylim()
    gap = 0.17 / tall * (high - low)
    spread = spread_out([times * value for value in last], gap, low, high)
    end = axes.get_xlim()[1]
    for number, (value, at) in enumerate(zip(last, spread, strict=True)):
        colour = COLOURS[number % len(COLOURS)]
        x = len(findings.presets) - 1 + 0.25 * ((number + 0.5) / len(last) - 0.5)
        axes.plot(
            [x, end], [times * value, at], color=colour, linewidth=0.5, alpha=0.6, clip_on=False
        )
        axes.text(
            end,
            at,
            f" {short(findings.strategies[number].strategy)}",
            color=colour,
            va="center",
            size=8,
        )


def presets_caption(findings: Findings, study: StudyWords = NEUTRAL) -> str:
    """The message of the figure, and its basis."""
    deals = sorted({each.deals for each in findings.strategies})
    number = f"{deals[0]:,}" if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,}"
    ties = f" A tie is a win of {study.automa}." if study.automa else ""
    return (
        f"{number} deals a strategy, all presets on the same deals. Bars: "
        f"{100 * findings.level:.3g} % intervals, which hold together for all setups of a "
        f"strategy.{ties} It speaks for the strategies that played."
    )


# ---------------------------------------------------------------- head and foot


def head(figure: Figure, width: float, height: float, title: str) -> None:
    figure.text(0.12 / width, 1 - 0.12 / height, title, weight="bold", va="top", size=12)


def foot(figure: Figure, width: float, height: float, words: str) -> None:
    """The basis of the figure, in lines that fit; a number stays with its per cent sign."""
    from textwrap import fill

    together = words.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = fill(together, int(width * 17))
    figure.text(0.12 / width, 0.1 / height, lines, va="bottom", color=GREY, size=7.5)
