"""What ``trisim run`` says after games against an automa: your wins, the margin, both scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trisim.cli.run_report import (
    SHORT_NAME,
    WIDEST,
    interval,
    pace_words,
    plain_table,
    show_aborted,
    show_what_next,
    value_words,
)

if TYPE_CHECKING:
    from rich.console import Console

    from trisim.sim.run import Run
    from trisim.stats.estimate import Estimate
    from trisim.stats.solo import SoloLevel, SoloSummary

HEADINGS = ("", "you win", "95 %", "margin", "your score", "its score", "games")


def show_automa_run(run: Run, out: Console) -> None:
    """What came of a run against an automa, and what to do with it."""
    from rich.markup import escape

    summary = run.solo_summary()
    pace = pace_words(run, summary.games)
    out.print(
        f"[bold]{summary.games:,} games[/] of {escape(run.request.lineup[0])} against "
        f"{escape(run.request.opponent)}, {summary.deals:,} deals{pace}",
        soft_wrap=True,
    )
    show_aborted(run, out)
    show_solo_levels(summary, out)
    out.print(interval_words(run, summary), soft_wrap=True)
    show_what_next(run, out)


def show_solo_levels(summary: SoloSummary, out: Console) -> None:
    """Your figures: a table, or below each other where a table would be cut off."""
    from rich.cells import cell_len

    made = plain_table(*HEADINGS)
    for column in made.columns[1:]:
        column.justify, column.no_wrap = "right", True
    blocks = solo_figures(summary)
    for rows in blocks:
        for row in rows:
            made.add_row(*row)
        made.add_section()
    names = max(cell_len(row[0]) for rows in blocks for row in rows)
    whole = out.measure(made, options=out.options.update(width=WIDEST)).maximum
    if whole - max(0, names - SHORT_NAME) <= out.width:
        out.print(made)
        return
    for name, *values in (row for rows in blocks for row in rows):
        lines = (f"  {what} {value}" for what, value in zip(HEADINGS[1:], values, strict=True))
        out.print("\n".join([name, *lines]), soft_wrap=True)


def solo_figures(summary: SoloSummary) -> list[list[list[str]]]:
    """The rows of the summary, block by block; one role alone is no block."""
    alone = len(summary.setups) == 1
    setups = [
        solo_row("all games" if alone else f"against {each.level}", each) for each in summary.setups
    ]
    roles = [solo_row(str(each.level), each) for each in summary.roles]
    by_score = summary.until is not None and summary.until.metric.value == "score"
    whole = solo_row("all games", summary.whole)
    if alone:
        return [[whole if by_score else setups[0]], *([roles] if len(roles) > 1 else [])]
    return [setups, *([roles] if len(roles) > 1 else []), [whole]]


def solo_row(name: str, level: SoloLevel) -> list[str]:
    """A setup or a role."""
    from rich.markup import escape

    return [
        escape(name),
        value_words(level.win),
        interval(level.win),
        *(plus_minus(each) for each in (level.margin, level.score, level.bot_score)),
        f"{level.win.n:,}",
    ]


def plus_minus(estimate: Estimate) -> str:
    """A mean with half the width of its interval, which is the same on both sides."""
    if not estimate.clusters:
        return "–"
    width = estimate.shown(estimate.halfwidth).removeprefix("+")
    return f"{estimate.shown(estimate.value)} ± {width}"


def interval_words(run: Run, summary: SoloSummary) -> str:
    """What the figures are."""
    role = run.plugin.info.role
    names = {
        "strategy": "your win rate",
        "score": "all games",
        "option": "differences between setups",
    } | ({role.one: role.many} if role else {})
    looked = ""
    if summary.until:
        what = names[summary.until.metric.value]
        looked = f"; those of {what}, by which it stops, hold at every look"
    automa = run.request.automas[0].capitalize()
    return (
        f"A tie is a win of {automa}. The margin is your score less its. Intervals (95 %, ±) are "
        f"clustered by deal and hold for a whole block together{looked}."
    )
