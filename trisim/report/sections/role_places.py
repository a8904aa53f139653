"""The blocks on roles by seat and by strategy, in the section on roles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trisim.report.figures.heat import HeatCell, draw_heat
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.sections.role_names import label, ranked, short_label, title, words_of
from trisim.report.sections.words import (
    above,
    basis_of,
    below,
    exact_percent,
    percent,
    player_words,
    sure,
)
from trisim.stats.analyses.roles import Roles, RoleWhere
from trisim.stats.analyses.source import Facts
from trisim.stats.estimate import Comparison, with_minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def seat_block(found: Roles, facts: Facts) -> Block:
    role = words_of(facts)
    words = where_words(found.by_seat, facts, lambda each: each.win, "as ", "par")
    return Block(
        f"{role.many}-seats",
        "By seat",
        (words,),
        basis_of(found.by_seat[0].win.estimate, f"games of each {role.one} in each seat"),
        Picture(
            f"{role.one}-seats",
            f"Win rate by {role.one} and seat",
            words,
            lambda: where_picture(found, facts, found.by_seat, beyond=False),
        ),
        where_table("seat", found.by_seat, facts),
    )


def strategy_block(found: Roles, facts: Facts) -> Block:
    """Each role with each strategy."""
    role = words_of(facts)
    words = where_words(
        found.by_strategy,
        facts,
        lambda each: each.beyond,
        "in the hands of ",
        f"what that strategy wins with all {role.many}",
    )
    return Block(
        f"{role.many}-strategies",
        "By strategy",
        (words,),
        basis_of(found.by_strategy[0].win.estimate, f"games of each {role.one} with each strategy"),
        Picture(
            f"{role.one}-strategies",
            f"Win rate by {role.one} and strategy, less the strategy's own",
            words,
            lambda: where_picture(found, facts, found.by_strategy, beyond=True),
        ),
        where_table("strategy", found.by_strategy, facts),
    )


def where_words(
    cells: Sequence[RoleWhere],
    facts: Facts,
    compared: Callable[[RoleWhere], Comparison],
    place: str,
    what: str,
) -> str:
    """The cells that surely differ most, above and below."""
    parts = []
    for word, test in (("above", above), ("below", below)):
        those = [each for each in cells if test(compared(each))]
        if those:
            far = max(
                those, key=lambda each: abs(compared(each).estimate.value - compared(each).null)
            )
            parts.append(
                f"{len(those)} of {len(cells)} combinations {'is' if len(those) == 1 else 'are'} "
                f"surely {word} {what}{', most of all' if those[1:] else ':'} "
                f"{label(facts, far.role)} {place}{where_name(far)}, "
                f"{percent(compared(far).estimate)}"
            )
    if not parts:
        return f"No combination is surely above or below {what}, corrected for all {len(cells)}."
    return f"{'; '.join(parts)}."


def where_name(cell: RoleWhere) -> str:
    """A seat in words, or a strategy."""
    return player_words(int(cell.where)) if cell.where.isdigit() else cell.where


def where_picture(
    found: Roles, facts: Facts, cells: Sequence[RoleWhere], *, beyond: bool
) -> Figure:
    """Roles from top to bottom, seats or strategies from left to right."""
    rows = [each.role for each in ranked(found)]
    columns = list(dict.fromkeys(each.where for each in cells))
    names = [where_name(next(each for each in cells if each.where == where)) for where in columns]
    drawn = {
        (rows.index(each.role), columns.index(each.where)): heat_cell(
            each.beyond if beyond else each.win
        )
        for each in cells
    }
    return draw_heat(
        [short_label(facts, each) for each in rows],
        names,
        drawn,
        0.0 if beyond else found.reference,
        "percentage points from the strategy's own win rate; bold: surely not 0"
        if beyond
        else f"per cent won; bold: surely not {exact_percent(found.reference)}",
    )


def heat_cell(compared: Comparison) -> HeatCell:
    estimate = compared.estimate
    ends = with_minus(f"{100 * estimate.low:z.0f} to {100 * estimate.high:z.0f}")
    return HeatCell(estimate.value, estimate.shown(estimate.value), ends, sure(compared))


def where_table(where: str, cells: Sequence[RoleWhere], facts: Facts) -> Table:
    role, several = words_of(facts), {"strategy": "strategies"}.get(where, f"{where}s")
    return Table(
        f"{role.one}-{several}",
        f"{title(role.many)} by {where}",
        (
            Column(role.one, title(role.one)),
            Column("where", title(where)),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("p", "p", Kind.P_VALUE, "of a difference from equals; after Holm"),
            Column("beyond", "Beyond", Kind.ESTIMATE, f"wins less those of all {role.many} there"),
            Column("p_beyond", "p beyond", Kind.P_VALUE, "of a difference from 0; after Holm"),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(
            (
                label(facts, each.role),
                where_name(each),
                each.win.estimate,
                each.win.adjusted,
                each.beyond.estimate,
                each.beyond.adjusted,
                each.score,
            )
            for each in cells
        ),
    )
