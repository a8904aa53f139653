"""What ``trisim balance`` says after the games."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from trisim.cli.run_report import plain_table
from trisim.cli.tournament_report import filled
from trisim.terminal import console

if TYPE_CHECKING:
    from trisim.campaigns.balance import Balance
    from trisim.report.balance_change import Balanced

LONGEST = 60


def show_findings(balance: Balance, found: Balanced) -> None:
    """The answer, and a table of the variants."""
    from rich.markup import escape

    from trisim.report.balance_change_words import answers, counts_words, variant_lines
    from trisim.report.style import short

    out = console()
    for number, words in enumerate(answers(found)):
        style = "bold" if number == 0 else None
        out.print(words, style=style, soft_wrap=True, markup=False, highlight=False)
    adapted = ("players tuned to it",) if found.players else ()
    table = plain_table("Variant", "price", "targets on new deals", *adapted, "")
    rows = [
        (
            escape(short(each.name, LONGEST)),
            f"{each.price:g}",
            words,
            *([counts_words(each.adapted) if each.adapted else "–"] if adapted else []),
            "chosen" if number == found.chosen else "",
        )
        for number, (each, words) in enumerate(variant_lines(found))
    ]
    out.print(filled(table, rows))
    out.print(
        f"\n{found.games:,} games. Intervals hold together over variants and targets. This speaks "
        "of the strategies that played, and of no others.",
        style="dim",
    )
    if found.best.options:
        out.print(f"Options of the game: {found.best.options}", soft_wrap=True, markup=False)
    if found.best.file:
        file = shlex.quote(str(balance.path / found.best.file))
        out.print(f"The variant: {file}", soft_wrap=True, markup=False)
    where = shlex.quote(str(balance.path / "balance.html"))
    out.print(f"All figures: {where}", soft_wrap=True, markup=False)
