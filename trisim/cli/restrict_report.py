"""What ``trisim restrict`` says after the games."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from trisim.cli.run_report import interval, percent, plain_table, value_words
from trisim.cli.tournament_report import filled
from trisim.report.restrict_words import ABOUT, AGAIN, find_out
from trisim.stats.restrictions import CLASSES, DEAD, INDIFFERENT, NEEDED, TRAP, USEFUL
from trisim.terminal import console

if TYPE_CHECKING:
    from trisim.campaigns.restrict import RestrictionStudy
    from trisim.stats.restrictions import Worth, Worths

MOST_NAMED, MOST_SHOWN = 3, 10
"""Parts that are named in a line, and those with figures."""

COLOURS = {NEEDED: "blue", USEFUL: "cyan", TRAP: "red", DEAD: "yellow", INDIFFERENT: "yellow"}


def show_worths(study: RestrictionStudy, worths: Worths) -> None:
    """The classes, the parts that are worth most, the traps, and where the page is."""
    from trisim.report.restrict_files import PAGE

    out = console()
    out.print(head(worths), soft_wrap=True)
    out.print(class_table(worths))
    for verdict in (NEEDED, TRAP):
        if found := worths.of_class(verdict):
            out.print(effect_table(worths, verdict, found[:MOST_SHOWN]))
    if worths.aborted:
        out.print(f"[bold red]{worths.aborted:,} games were aborted[/]; they count.")
    out.print(notes(worths), style="dim")
    for line in what_next(study, worths):
        out.print(line, soft_wrap=True, markup=False)
    where = shlex.quote(str(study.path / PAGE))
    out.print(f"The page: {where}", soft_wrap=True, markup=False)


def head(worths: Worths) -> str:
    from rich.markup import escape

    many = len(worths.worths)
    what = "1 part" if many == 1 else f"{many} parts"
    return (
        f"[bold]{escape(worths.strategy)}[/] without each of {what} of the game, in one seat of "
        f"{worths.players}: {worths.games:,} games each, {len(worths.again)} of them again on new "
        "deals"
    )


def class_table(worths: Worths) -> Any:
    made = plain_table("class", "parts", "what it says", "the largest")
    rows = []
    for verdict in CLASSES:
        found = worths.of_class(verdict)
        names = ", ".join(each.part.name for each in found[:MOST_NAMED])
        more = ", …" if len(found) > MOST_NAMED else ""
        colour = COLOURS.get(verdict, "dim") if found else "dim"
        rows.append((f"[{colour}]{verdict}[/]", f"{len(found)}", ABOUT[verdict], names + more))
    for row in rows:
        made.add_row(*row)
    made.columns[1].justify = "right"
    return made


def effect_table(worths: Worths, verdict: str, found: Sequence[Worth]) -> Any:
    """Parts with their effects on the seat that does without them."""
    has_scores = any(each.quoted.score for each in found)
    score = ["score", "95 %"] if has_scores else []
    win = "team wins" if worths.is_team else "wins"
    many = len(worths.of_class(verdict))
    most = f"{verdict}, the first {len(found)} of {many}" if len(found) < many else verdict
    made = plain_table(most, win, "95 %", *score)
    return filled(made, [effect_row(each, has_scores) for each in found])


def effect_row(each: Worth, has_scores: bool) -> tuple[str, ...]:
    from rich.markup import escape

    effect, again = each.quoted, f" {AGAIN}" if each.second else ""
    row = (f"{escape(each.part.name)}{again}", value_words(effect.win), interval(effect.win))
    if not has_scores:
        return row
    score = effect.score
    return (*row, value_words(score) if score else "", interval(score) if score else "")


def notes(worths: Worths) -> str:
    rates = ", ".join(value_words(each) for each in worths.free)
    whose = "the team" if worths.is_team else "the seat"
    return (
        f"Figures are the change for {whose} that does without a part; free it wins {rates}. "
        f"{AGAIN}: from new deals. All intervals hold together at 95 %, paired by deal; the margin "
        f"is {percent(worths.margin)}. This speaks of {worths.strategy} and of no other strategy."
    )


def what_next(study: RestrictionStudy, worths: Worths) -> Iterator[str]:
    """How to find out about the largest trap."""
    for worth in worths.of_class(TRAP)[:1]:
        yield f"{worth.part.name}: a fault of the part, or of the player? To find out:"
        folder = shlex.quote(str(study.path))
        for _, command in find_out(worths, worth, folder, study.latest_free):
            yield f"  {command}"
