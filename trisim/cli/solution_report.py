"""What ``trisim difficulty --solve`` says after the games."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from trisim.cli.difficulty_report import escaped
from trisim.cli.game_command import game_words
from trisim.cli.run_report import interval, plain_table, value_words
from trisim.cli.tournament_report import filled
from trisim.report.solution_files import PRESET
from trisim.sim.inputs import paths_in
from trisim.sim.options import MOST_CHANGES
from trisim.terminal import console
from trisim.texts import listed

if TYPE_CHECKING:
    from rich.console import Console

    from trisim.campaigns.solution import Solution
    from trisim.stats.solve import Confirmed, Solved


def show_solved(solution: Solution, solved: Solved) -> None:
    """What to play, how certain that is, and the other candidates."""
    out = console()
    target = f"{100 * solved.target:g} %"
    out.print(
        f"[bold]{escaped(solved.strategy)}, a win rate of {target}[/]: {solved.games:,} games, "
        f"{solved.candidates:,} scenarios and combinations considered\n",
        soft_wrap=True,
    )
    show_answer(out, solution, solved, target)
    out.print(candidate_table(solved))
    out.print(nearest_words(solved), soft_wrap=True, markup=False)
    if solved.aborted:
        out.print(
            f"[bold red]{solved.aborted:,} games were aborted[/] at a limit that no legal game "
            "should reach; they count.",
            soft_wrap=True,
        )
    out.print(notes(solved), style="dim")
    where = shlex.quote(str(solution.path))
    out.print(f"Picture, table and all figures: {where}", soft_wrap=True, markup=False)


def show_answer(out: Console, solution: Solution, solved: Solved, target: str) -> None:
    """What to play, as commands that can be copied."""
    answer = solved.recommended
    win = f"{value_words(answer.win)} [{interval(answer.win).replace(' … ', ', ')}]"
    if solved.is_met:
        out.print(f"Play [bold]{escaped(answer.setup)}[/]: {win}.", soft_wrap=True)
    else:
        out.print(
            f"None of them is compatible with {target}. The nearest is "
            f"[bold]{escaped(answer.setup)}[/]: {win}, {off_words(answer, solved.target)}.",
            soft_wrap=True,
        )
        more = solution.request.most_changes + 1
        if most_changes(solved) + 1 == more <= MOST_CHANGES:
            out.print(f"More changes at once may come nearer: --most-changes {more}.")
    out.print(f"  {play_command(solution, answer)}", soft_wrap=True, markup=False)
    if (solution.path / PRESET).is_file():
        preset = shlex.quote(str(solution.path / PRESET))
        out.print(f"  as a preset of your own: {preset}", soft_wrap=True, markup=False)


def most_changes(solved: Solved) -> int:
    """How many scenarios any candidate combines that was played."""
    searched = [each.changes for each in solved.searched]
    return max(searched + [len(each.parts) for each in solved.confirmed])


def play_command(solution: Solution, answer: Confirmed) -> str:
    """The command that plays one game of a candidate, with the box of the search."""
    paths = paths_in(solution.manifest)
    box = ["--box", str(paths["box"])] if paths["box"] else []
    variants = [word for path in paths["variants"] for word in ("--variant", str(path))]
    words = " ".join(map(shlex.quote, (*answer.flags, *box, *variants)))
    return f"trisim play{game_words(solution.request.game)} {words}".rstrip()


def off_words(each: Confirmed, target: float) -> str:
    """How far a win rate surely is from the target."""
    win = each.win
    ends = sorted(100 * abs(end - target) for end in (win.low, win.high))
    side = "below" if win.value < target else "above"
    return f"{ends[0]:.1f} to {ends[1]:.1f} percentage points {side} it"


# ---------------------------------------------------------------- candidates


def candidate_table(solved: Solved) -> object:
    """The candidates on new deals, the nearest first."""
    made = plain_table("on new deals", "changes", "you win", "95 %", "off", "")
    rows = []
    for each in solved.confirmed:
        off = 100 * (each.win.value - solved.target)
        fits = "compatible" if each.is_compatible else "[dim]surely not[/]"
        chosen = "play this" if solved.is_met else "nearest"
        rows.append(
            (
                escaped(each.setup),
                str(len(each.parts)),
                value_words(each.win),
                interval(each.win),
                f"{off:+.1f}".replace("-", "−"),
                f"{fits}{f', [bold]{chosen}[/]' if each.setup == solved.answer else ''}",
            )
        )
    return filled(made, rows)


def nearest_words(solved: Solved) -> str:
    """Which candidate is the nearest, and whether that is sure."""
    name = solved.nearest.setup
    if not solved.not_told_apart:
        return f"{name} is surely the nearest of them." if len(solved.confirmed) > 1 else ""
    if len(solved.not_told_apart) == len(solved.confirmed) - 1 > 1:
        return f"{name} is the nearest here, but not surely nearer than any other."
    rest = listed(solved.not_told_apart)
    return f"{name} is the nearest here, but not surely nearer than {rest}."


def notes(solved: Solved) -> str:
    """What the figures are."""
    return (
        f"\nYou win: on {solved.deals:,} new deals, which the search had not used. Intervals are "
        "95 % and hold together for all candidates of this table. Compatible: the interval "
        f"contains {100 * solved.target:g} %; of these, play the one with the fewest changes. This "
        "speaks of the strategy that played, and of no other."
    )
