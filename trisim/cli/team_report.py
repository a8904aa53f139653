"""What ``trisim run`` says after games of a team: how often they were won, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trisim.cli.run_report import (
    interval,
    pace_words,
    plain_table,
    show_aborted,
    show_what_next,
    value_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from trisim.sim.run import Run
    from trisim.stats.team_summary import TeamSummary
    from trisim.stats.team_tally import TeamLevel


def show_team_run(run: Run, out: Console) -> None:
    """What came of a run, and what to do with it."""
    summary = run.team_summary()
    out.print(
        f"[bold]{summary.games:,} games[/] of {run.request.players} players, {summary.deals:,} "
        f"deals{pace_words(run, summary.games)}",
        soft_wrap=True,
    )
    show_aborted(run, out)
    show_levels(summary, out)
    looked = "; it stops by some of them, which hold at every look" if summary.until else ""
    out.print(
        "Intervals are clustered by deal and hold for a whole block together"
        f"{looked}. A game counts for every role and strategy at its table.",
        soft_wrap=True,
    )
    show_what_next(run, out)


def show_levels(summary: TeamSummary, out: Console) -> None:
    """Won games: of all, by scenario, by role and by strategy; one alone is no block."""
    made = plain_table("", "won", "95 %", "games")
    for column in made.columns[1:]:
        column.justify, column.no_wrap = "right", True
    won = summary.won
    made.add_row("all games", value_words(won), interval(won), f"{won.n:,}")
    for levels in (summary.scenarios, summary.roles, summary.strategies):
        if len(levels) > 1:
            made.add_section()
            for row in rows_of(levels):
                made.add_row(*row)
    out.print(made)


def rows_of(levels: Iterable[TeamLevel]) -> list[list[str]]:
    """Scenarios, roles or strategies."""
    from rich.markup import escape

    return [
        [escape(str(each.level)), value_words(each.won), interval(each.won), f"{each.won.n:,}"]
        for each in levels
    ]
