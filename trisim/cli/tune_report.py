"""What ``trisim tune`` says after the games."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from trisim.cli.run_report import interval, percent, plain_table, value_words
from trisim.cli.tournament_report import filled
from trisim.terminal import console

if TYPE_CHECKING:
    from trisim.campaigns.tuning import Tuning
    from trisim.stats.tuning_check import Check, Faced


def show_check(tuning: Tuning, check: Check) -> None:
    """How good the result is."""
    from trisim.campaigns.tuned_file import verdict

    out = console()
    how = "teams of one strategy" if check.is_team else f"one against {check.players - 1}"
    out.print(
        f"[bold]{tuning.request.games_before_runs:,} games[/] of tuning, then {check.games:,} to "
        f"check the result on {check.deals:,} deals it never met, {how}",
        soft_wrap=True,
    )
    if check.aborted:
        out.print(
            f"[bold red]{check.aborted:,} games were aborted[/] at a limit that no legal game "
            "should reach; they count below.",
            soft_wrap=True,
        )
    out.print(check_table(check))
    out.print(verdict(check), soft_wrap=True, markup=False, style="bold")
    out.print(notes(check), style="dim")
    where = shlex.quote(str(tuning.tuned))
    out.print(
        f"The weights: {where}; beside it a picture and all figures.", soft_wrap=True, markup=False
    )


def check_table(check: Check) -> Any:
    """Wins against each, those first that were never met."""
    from rich.markup import escape

    heads = ("beside", "", "more wins", "95 %", "n")
    made = plain_table(*(heads if check.is_team else ("against", "", "wins", "95 %", "n")))
    rows = [
        (
            escape(each.strategy),
            "met" if each.met else "never met",
            value_words(each.win.estimate) + sign(each),
            interval(each.win.estimate),
            f"{each.win.estimate.n:,}",
        )
        for each in check.faced
    ]
    return filled(made, rows)


def sign(faced: Faced) -> str:
    """Whether it surely wins more or less than equals would."""
    return "+" if faced.is_better else "-" if faced.is_worse else "\u00a0"


def notes(check: Check) -> str:
    """What the figures are."""
    equals = f"Equals would win {percent(check.par)}."
    if check.is_team:
        equals = "More wins are percentage points that its team wins more often than another."
    return (
        f"{equals} Intervals are clustered by deal and hold "
        "together; + and - are surely more and less than equals would win, corrected for all "
        "comparisons. This speaks of play with these strategies, and of no others."
    )
