"""What ``trisim difficulty`` says after the games."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from math import isinf
from typing import TYPE_CHECKING, Any

from trisim.cli.automa_report import plus_minus
from trisim.cli.run_report import interval, plain_table, value_words
from trisim.cli.tournament_report import BLANK, filled
from trisim.terminal import console
from trisim.texts import SPEAKS

if TYPE_CHECKING:
    from rich.console import Console

    from trisim.campaigns.difficulty import Study
    from trisim.stats.difficulty import Effect, Findings, StrategyFindings
    from trisim.stats.estimate import Estimate
    from trisim.stats.score_brackets import Bracket, ScoreTable, Threshold

COLOURS = ("yellow", "blue")
"""Of scenarios that surely are harder, and of those that surely are easier."""


def show_findings(study: Study, findings: Findings) -> None:
    """Everything a study has found out, strategy by strategy."""
    out, words = console(), study.manifest.plugin.report.study
    out.print(head(findings, words.automa), soft_wrap=True)
    colours = dict(zip(words.verdicts, COLOURS, strict=True))
    for each in findings.strategies:
        show_strategy(out, findings, each, colours)
    out.print(notes(findings, words.automa), style="dim")
    where = shlex.quote(str(study.path))
    out.print(f"Pictures, tables and all figures: {where}", soft_wrap=True, markup=False)


def head(findings: Findings, automa: str) -> str:
    """What was played."""
    many, setups = len(findings.strategies), len(findings.setups)
    who = "1 strategy" if many == 1 else f"{many} strategies"
    where = f"against {setups} setups of {automa}" if automa else f"in {setups} scenarios"
    return f"[bold]{findings.games:,} games[/] of {who} {where}, on the same deals"


def show_strategy(
    out: Console, findings: Findings, each: StrategyFindings, colours: Mapping[str, str]
) -> None:
    """What was found for one strategy."""
    from rich.markup import escape

    out.print(f"\n[bold]{escape(each.strategy)}[/], {each.deals:,} deals{until_words(each)}")
    if each.aborted:
        out.print(
            f"[bold red]{each.aborted:,} games were aborted[/] at a limit that no legal game "
            "should reach; they count below.",
            soft_wrap=True,
        )
    options = [effect for effect in each.effects if effect.kind != "preset"]
    if options:
        out.print(effect_table(findings, each, options, colours))
        out.print(meant_words(options), soft_wrap=True, markup=False)
    if findings.presets:
        out.print(preset_table(findings, each))
        out.print(order_words(each), soft_wrap=True, markup=False)
    if each.interactions:
        out.print(interaction_table(each))
    if each.scores:
        out.print(score_table(each.scores))
        out.print(bracket_table(each.scores))


def until_words(each: StrategyFindings) -> str:
    """Whether the intervals became as narrow as was asked for."""
    if each.is_narrow is None:
        return ""
    return " (stopped: narrow enough)" if each.is_narrow else " (all played: not narrow enough yet)"


# ---------------------------------------------------------------- effects


def effect_table(
    findings: Findings,
    each: StrategyFindings,
    options: Sequence[Effect],
    colours: Mapping[str, str],
) -> Any:
    """What each option is worth, the hardest first; points only if there are some."""
    base = each.figures(findings.baseline)
    margin = ["margin"] if base.margin else []
    made = plain_table(
        "option",
        measure(findings, has_margin=bool(margin)),
        "change",
        "95 %",
        *margin,
        "what it is worth",
    )
    blank = [""] * (2 + len(margin))
    rows: list[tuple[str, ...]] = [
        (escaped(base.setup), value_words(base.win), *blank, f"({interval(base.win)})")
    ]
    rows += [effect_row(each, effect, colours) for effect in options]
    return with_words(filled(made, rows))


def effect_row(
    each: StrategyFindings, effect: Effect, colours: Mapping[str, str]
) -> tuple[str, ...]:
    """One option."""
    return (
        escaped(effect.setup),
        value_words(each.figures(effect.setup).win),
        value_words(effect.win),
        interval(effect.win),
        *([plus_minus(effect.margin)] if effect.margin else []),
        verdict_words(effect, colours),
    )


def verdict_words(effect: Effect, colours: Mapping[str, str]) -> str:
    """Whom an option helps: by wins, or if these don't tell, by points."""
    from trisim.stats.difficulty import NOT_SEEN

    verdict, as_meant, only = effect.verdict, effect.as_meant, ""
    if verdict == NOT_SEEN and effect.margin_verdict != NOT_SEEN:
        verdict, as_meant, only = effect.margin_verdict, effect.margin_as_meant, " (points)"
    against = ", against its meaning" if as_meant is False else ""
    return f"[{colours.get(verdict, 'dim')}]{verdict}{only}{against}[/]"


def meant_words(options: Sequence[Effect]) -> str:
    """How many options do what they are meant to."""
    judged = [effect for effect in options if effect.meant]
    by_wins = counted({effect.setup: effect.as_meant for effect in judged})
    by_points = counted({e.setup: e.margin_as_meant for e in judged if e.margin})
    points = f", {by_points} by points" if any(effect.margin for effect in judged) else ""
    return f"Surely as they are meant: {by_wins} by wins{points}."


def counted(as_meant: Mapping[str, bool | None]) -> str:
    """How many do what they are meant to, and which do the opposite."""
    yes = sum(each is True for each in as_meant.values())
    against = [name for name, each in as_meant.items() if each is False]
    return f"{yes} of {len(as_meant)}" + (f" (against it: {', '.join(against)})" if against else "")


# ---------------------------------------------------------------- presets


def measure(findings: Findings, *, has_margin: bool) -> str:
    """What scenarios are compared by; there is a margin against an opponent of the rules."""
    return "score" if findings.is_scored else "you win" if has_margin else "won"


def preset_table(findings: Findings, each: StrategyFindings) -> Any:
    """Presets in the order of the box."""
    margin = ["margin"] if each.figures(findings.baseline).margin else []
    made = plain_table(
        "presets", measure(findings, has_margin=bool(margin)), "95 %", *margin, "step", "95 %"
    )
    steps = {step.harder: step.win for step in each.steps}
    rows = []
    for name in findings.presets:
        figures, step = each.figures(name), steps.get(name)
        rows.append(
            (
                escaped(name),
                value_words(figures.win),
                interval(figures.win),
                *([plus_minus(figures.margin)] if figures.margin else []),
                value_words(step) if step else "",
                interval(step) if step else "",
            )
        )
    return filled(made, rows)


def order_words(each: StrategyFindings) -> str:
    """Whether every preset is harder than the one before."""
    by_wins = order_of([(step.easier, step.harder, step.win) for step in each.steps])
    margins = [(step.easier, step.harder, step.margin) for step in each.steps if step.margin]
    by_points = f"; by points: {order_of(margins)}" if margins else ""
    by = "points" if each.setups[0].win.unit == "" else "wins"
    return f"Presets by {by}: {by_wins}{by_points}."


def order_of(steps: Sequence[tuple[str, str, Estimate]]) -> str:
    """Whether every step surely is one down, or where it isn't."""
    wrong = [f"{harder} than {easier}" for easier, harder, change in steps if change.low > 0]
    weak = [f"{easier} and {harder}" for easier, harder, change in steps if change.high >= 0]
    if wrong:
        return f"not ordered, surely easier is {', '.join(wrong)}"
    return f"not sure between {', '.join(weak)}" if weak else "strictly ordered"


# ---------------------------------------------------------------- combinations


def interaction_table(each: StrategyFindings) -> Any:
    """Combinations, and the sum of their parts."""
    made = plain_table("combinations", "together", "sum of parts", "beyond", "95 %", "")
    rows = [
        (
            escaped(here.setup),
            value_words(here.effect),
            value_words(here.expected),
            value_words(here.beyond),
            interval(here.beyond),
            here.verdict,
        )
        for here in each.interactions
    ]
    return with_words(filled(made, rows))


# ---------------------------------------------------------------- scores


def score_table(tables: Sequence[ScoreTable]) -> Any:
    """What scores there were, and which ones it takes."""
    chances = [f"wins {100 * here.chance:.0f} %" for here in tables[0].thresholds]
    made = plain_table("your score against", "10 %", "half of games", "90 %", *chances)
    rows = []
    for table in tables:
        low, half, high = (score_of(table, share) for share in (0.1, 0.5, 0.9))
        rows.append(
            (
                escaped(table.setup),
                f"{low.value:.0f}",
                with_ends(half),
                f"{high.value:.0f}",
                *(threshold_words(here) for here in table.thresholds),
            )
        )
    return filled(made, rows)


def score_of(table: ScoreTable, share: float) -> Estimate:
    """A quantile of the scores."""
    return next(here.score for here in table.quantiles if here.share == share)


def threshold_words(here: Threshold) -> str:
    """The score that it takes."""
    return with_ends(here.score) if here.score else "none"


def with_ends(score: Estimate) -> str:
    """A score with its interval; an end that isn't known is left open."""
    low, high = ("" if isinf(end) else f"{end:.0f}" for end in (score.low, score.high))
    return f"{score.value:.0f} ({low}–{high})"


def bracket_table(tables: Sequence[ScoreTable]) -> Any:
    """How often scores win, by brackets."""
    made = plain_table("won with a score of", *(escaped(table.setup) for table in tables))
    rows = [
        (first.words, *(bracket_words(table.brackets[place]) for table in tables))
        for place, first in enumerate(tables[0].brackets)
    ]
    return filled(made, rows)


def bracket_words(bracket: Bracket) -> str:
    """The share of games won, and of how many."""
    win = bracket.win
    if not win.n:
        return "–"
    half = f"{100 * win.halfwidth:.0f}"
    return f"{100 * win.value:.0f} %{BLANK}±{BLANK}{half} of {win.n:,}"


# ---------------------------------------------------------------- words


def with_words(table: Any) -> Any:
    """A table whose last column has words, which may go on in the next line."""
    table.columns[-1].justify, table.columns[-1].no_wrap = "left", False
    return table


def escaped(name: str) -> str:
    """A name in a table."""
    from rich.markup import escape

    return escape(name)


def notes(findings: Findings, automa: str) -> str:
    """What the figures are."""
    looks = (
        " Intervals of changes hold at every look, so that they may decide when to stop; all "
        "others are ordinary."
        if findings.until
        else ""
    )
    against = f"against {findings.baseline}" if automa else f"in {findings.baseline}"
    margin = "; margin: the same of your score less its, in points" if automa else ""
    tie = f" A tie is a win of {automa}." if automa else ""
    scores = " Score that wins: the least from which on so many games are won." if automa else ""
    whose = "your" if automa else "the"
    change = f"{whose} win rate less that {against} on the same deals, in percentage points (pp)"
    if findings.is_scored:
        change = f"the mean score of all players less that {against} on the same deals, in points"
    return (
        f"\nChange: {change}{margin}.{tie} Step: a preset against the one before. Intervals are "
        "95 %, paired by deal, and hold together for a column of a strategy; ± is half of one."
        f"{looks}{scores} {SPEAKS}"
    )
