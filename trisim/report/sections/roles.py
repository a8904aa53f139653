"""The section on roles: win rates and differences."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.figures.heat import COLUMN, HeatCell, draw_heat
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.role_names import label, ranked, short_label, title, words_of
from trisim.report.sections.role_places import seat_block, strategy_block
from trisim.report.sections.role_runs import runs_block
from trisim.report.sections.words import (
    basis_of,
    exact_percent,
    percent,
    sorted_by_value,
    stands_out,
    sure,
)
from trisim.report.style import INK, role_colors
from trisim.stats.analyses.roles import RolePair, Roles
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import with_minus
from trisim.texts import article


def build(inputs: ReportInputs) -> Section:
    run = inputs.subject
    words = words_of(run.facts)
    key, name = words.many, title(words.many)
    question = inputs.kit.question(key, f"Does it matter which {words.one} you have?")
    found = run.result(Roles, key)
    if isinstance(found, Missing):
        return Section(key, name, question, problem=found.reason)
    if not found.figures:
        problem = f"No row of the run names {article(words.one)} {words.one}."
        return Section(key, name, question, problem=problem)
    blocks = [
        win_block(found, run.facts),
        pair_block(found, run.facts) if found.pairs else None,
        seat_block(found, run.facts) if found.by_seat else None,
        strategy_block(found, run.facts) if found.by_strategy else None,
        runs_block(inputs),
    ]
    return Section(key, name, question, tuple(block for block in blocks if block is not None))


# ---------------------------------------------------------------- win rates


def win_block(found: Roles, facts: Facts) -> Block:
    role = words_of(facts)
    return Block(
        f"{role.many}-wins",
        "Win rates and scores",
        (win_words(found, facts), sure_words(found, facts)),
        basis_of(found.figures[0].win.estimate, f"games of each {role.one}"),
        win_picture(found, facts),
        win_table(found, facts),
    )


def win_words(found: Roles, facts: Facts) -> str:
    """Best and worst, in a sentence."""
    best, *_, worst = [*ranked(found), ranked(found)[-1]]
    reference = (
        f"You win {exact_percent(found.reference)} with all of them together."
        if facts.has_automa
        else f"Equals would win {exact_percent(found.reference)}."
    )
    if best is worst:
        return f"{label(facts, best.role)} wins {percent(best.win.estimate)}. {reference}"
    return (
        f"{label(facts, best.role)} wins most often, {percent(best.win.estimate)}; "
        f"{label(facts, worst.role)} least often, {percent(worst.win.estimate)}. {reference}"
    )


def sure_words(found: Roles, facts: Facts) -> str:
    """The roles that are surely above or below, corrected for all of them."""
    what = "your win rate with all of them" if facts.has_automa else "par"
    return stands_out([(label(facts, each.role), each.win) for each in ranked(found)], what)


def win_picture(found: Roles, facts: Facts) -> Picture:
    role, colors = words_of(facts), role_colors(facts.box.roles)
    dots = [
        Dot(
            short_label(facts, each.role),
            each.win.estimate,
            colors.get(each.role, INK),
        )
        for each in ranked(found)
    ]
    return Picture(
        f"{role.one}-wins",
        f"Win rate by {role.one}",
        win_words(found, facts),
        lambda: draw_dots(dots, found.reference, "all" if facts.has_automa else "equals"),
    )


def win_table(found: Roles, facts: Facts) -> Table:
    against = "your win rate with all of them" if facts.has_automa else "equals"
    role = words_of(facts)
    return Table(
        f"{role.one}-wins",
        f"{title(role.many)}: wins and scores",
        (
            Column(role.one, title(role.one)),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("p", "p", Kind.P_VALUE, f"of a difference from {against}; after Holm"),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(
            (
                label(facts, each.role),
                each.win.estimate,
                each.win.adjusted,
                each.score,
            )
            for each in ranked(found)
        ),
    )


# ---------------------------------------------------------------- pairs


def pair_block(found: Roles, facts: Facts) -> Block:
    order = [each.role for each in ranked(found)]
    role = words_of(facts)
    return Block(
        f"{role.many}-pairs",
        "Which differ",
        (pair_words(found, facts),),
        basis_of(found.pairs[0].difference.estimate, "games of the first pair"),
        Picture(
            f"{role.one}-pairs",
            "Win rate of the row less that of the column",
            pair_words(found, facts),
            lambda: draw_heat(
                [short_label(facts, each) for each in order[:-1]],
                [short_label(facts, each, COLUMN) for each in order[1:]],
                pair_cells(found.pairs, order),
                0.0,
                "percentage points; bold: surely different",
            ),
        ),
        pair_table(found, facts),
    )


def pair_words(found: Roles, facts: Facts) -> str:
    """How many pairs surely differ, and the largest difference."""
    differing = [pair for pair in found.pairs if sure(pair.difference)]
    if not differing:
        return f"No two {words_of(facts).many} surely differ, corrected for all pairs."
    most = max(differing, key=lambda pair: abs(pair.difference.estimate.value))
    one, other, estimate = most.first, most.second, most.difference.estimate
    ends = estimate.low, estimate.high
    if estimate.value < 0:
        one, other, ends = other, one, (-estimate.high, -estimate.low)
    interval = with_minus(f"{100 * ends[0]:.1f}, {100 * ends[1]:.1f}")
    return (
        f"{differing_words(len(differing), len(found.pairs))}, corrected for all of them. The "
        f"largest sure difference: {label(facts, one)} wins "
        f"{100 * abs(estimate.value):.1f} percentage points "
        f"[{interval}] more often than {label(facts, other)}."
    )


def differing_words(differing: int, pairs: int) -> str:
    if differing == pairs:
        return f"All {pairs} pairs surely differ" if pairs > 1 else "The two surely differ"
    return f"Of {pairs} pairs, {differing} surely differ{'s' if differing == 1 else ''}"


def pair_cells(pairs: Sequence[RolePair], order: Sequence[str]) -> dict[tuple[int, int], HeatCell]:
    """The better one's row, the worse one's column."""
    cells = {}
    for pair in pairs:
        first, second = order.index(pair.first), order.index(pair.second)
        value = pair.difference.estimate.value * (1 if first < second else -1)
        row, column = min(first, second), max(first, second) - 1
        words = with_minus(f"{100 * value:+.1f}")
        cells[row, column] = HeatCell(value, words, "", sure(pair.difference))
    return cells


def pair_table(found: Roles, facts: Facts) -> Table:
    role = words_of(facts)
    return Table(
        f"{role.one}-pairs",
        f"Differences of win rates between {role.many}",
        (
            Column("first", "First"),
            Column("second", "Second"),
            Column("difference", "First less second", Kind.ESTIMATE),
            Column("p", "p", Kind.P_VALUE, "of a difference; after Holm, for all pairs"),
        ),
        tuple(
            (
                label(facts, pair.first),
                label(facts, pair.second),
                pair.difference.estimate,
                pair.difference.adjusted,
            )
            for pair in sorted_by_value(
                found.pairs, lambda pair: abs(pair.difference.estimate.value)
            )
        ),
    )
