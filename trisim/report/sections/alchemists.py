"""The section on alchemists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trisim.box.nouns import listed
from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.heat import HeatCell, draw_heat
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.material import Material, RunMaterial
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import (
    above,
    basis_of,
    below,
    named,
    p_words,
    percent,
    run_words,
    sorted_by_value,
    sure,
)
from trisim.report.style import INK, alchemist_colors
from trisim.stats.balance.alchemists import (
    AlchemistFigures,
    AlchemistPair,
    Alchemists,
    AlchemistWhere,
)
from trisim.stats.balance.source import Facts, Missing
from trisim.stats.estimate import Comparison

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KEY, TITLE = "alchemists", "Alchemists"
QUESTION = "Does it matter which laboratory you have?"


def build(material: Material) -> Section:
    """Win rates and scores of the alchemists in the run that the page is about."""
    run = material.subject
    found = run.result(Alchemists, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    if not found.figures:
        return Section(KEY, TITLE, QUESTION, problem="No row of the run names an alchemist.")
    blocks = [win_block(found, run.facts), pair_block(found, run.facts)]
    if found.by_seat:
        blocks.append(seat_block(found, run.facts))
    if found.by_strategy:
        blocks.append(strategy_block(found, run.facts))
    blocks.append(runs_block(material))
    return Section(KEY, TITLE, QUESTION, tuple(block for block in blocks if block is not None))


def label(facts: Facts, alchemist: str) -> str:
    """An alchemist as printed."""
    return named(facts.box, alchemist)


# ---------------------------------------------------------------- win rates


def win_block(found: Alchemists, facts: Facts) -> Block:
    """Each alchemist against par."""
    return Block(
        "alchemists-wins",
        "Win rates and scores",
        (win_words(found, facts), sure_words(found, facts)),
        basis_of(found.figures[0].win.estimate, "games of each alchemist"),
        win_picture(found, facts),
        win_table(found, facts),
    )


def ranked(found: Alchemists) -> list[AlchemistFigures]:
    """From the best to the worst."""
    return sorted_by_value(found.figures, lambda each: each.win.estimate.value)


def win_words(found: Alchemists, facts: Facts) -> str:
    """Best and worst, in a sentence."""
    best, *_, worst = [*ranked(found), ranked(found)[-1]]
    reference = (
        f"You win {100 * found.reference:.0f} % with all of them together."
        if facts.is_solo
        else f"Equals would win {100 * found.par:.0f} %."
    )
    if best is worst:
        return f"{label(facts, best.alchemist)} wins {percent(best.win.estimate)}. {reference}"
    return (
        f"{label(facts, best.alchemist)} wins most often, {percent(best.win.estimate)}; "
        f"{label(facts, worst.alchemist)} least often, {percent(worst.win.estimate)}. {reference}"
    )


def sure_words(found: Alchemists, facts: Facts) -> str:
    """Who is surely above or below, corrected for all of them."""
    what = "your win rate with all of them" if facts.is_solo else "par"
    parts = [
        f"surely {word} {what}: {listed(label(facts, each.alchemist) for each in those)}"
        for word, test in (("above", above), ("below", below))
        if (those := [each for each in ranked(found) if test(each.win)])
    ]
    if not parts:
        return f"None is surely above or below {what}: so many games can't tell."
    words = "; ".join(parts)
    return f"{words[0].upper()}{words[1:]}."


def win_picture(found: Alchemists, facts: Facts) -> Picture:
    """A dot with its interval for each."""
    colors = alchemist_colors(facts.box)
    dots = [
        Dot(
            label(facts, each.alchemist),
            each.win.estimate,
            colors.get(each.alchemist, INK),
        )
        for each in ranked(found)
    ]
    return Picture(
        "alchemist-wins",
        "Win rate by alchemist",
        win_words(found, facts),
        lambda: draw_dots(dots, found.reference, "all" if facts.is_solo else "equals"),
    )


def win_table(found: Alchemists, facts: Facts) -> Table:
    """The figures behind the picture."""
    against = "your win rate with all of them" if facts.is_solo else "equals"
    return Table(
        "alchemist-wins",
        "Alchemists: wins and scores",
        (
            Column("alchemist", "Alchemist"),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("p", "p", Kind.TEXT, f"of a difference from {against}; after Holm"),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(
            (
                label(facts, each.alchemist),
                each.win.estimate,
                p_words(each.win.adjusted),
                each.score,
            )
            for each in ranked(found)
        ),
    )


# ---------------------------------------------------------------- pairs


def pair_block(found: Alchemists, facts: Facts) -> Block | None:
    """Each alchemist against each other."""
    if not found.pairs:
        return None
    order = [each.alchemist for each in ranked(found)]
    return Block(
        "alchemists-pairs",
        "Which differ",
        (pair_words(found, facts),),
        basis_of(found.pairs[0].difference.estimate, "games of the first pair"),
        Picture(
            "alchemist-pairs",
            "Win rate of the row less that of the column",
            pair_words(found, facts),
            lambda: draw_heat(
                [label(facts, each) for each in order[:-1]],
                [label(facts, each) for each in order[1:]],
                pair_cells(found.pairs, order),
                0.0,
                "percentage points; bold: surely different",
            ),
        ),
        pair_table(found, facts),
    )


def pair_words(found: Alchemists, facts: Facts) -> str:
    """How many pairs differ surely, and the one that differs most."""
    differing = [pair for pair in found.pairs if sure(pair.difference)]
    if not differing:
        return "No two alchemists surely differ, corrected for all pairs."
    most = max(differing, key=lambda pair: abs(pair.difference.estimate.value))
    one, other, estimate = most.first, most.second, most.difference.estimate
    ends = estimate.low, estimate.high
    if estimate.value < 0:
        one, other, ends = other, one, (-estimate.high, -estimate.low)
    count = "all" if len(differing) == len(found.pairs) else f"{len(differing)}"
    return (
        f"Of {len(found.pairs)} pairs {count} surely differ, corrected for all of them. The "
        f"largest sure difference: {label(facts, one)} wins "
        f"{100 * abs(estimate.value):.1f} percentage points "
        f"[{100 * ends[0]:.1f}, {100 * ends[1]:.1f}] more often than {label(facts, other)}."
    )


def pair_cells(
    pairs: Sequence[AlchemistPair], order: Sequence[str]
) -> dict[tuple[int, int], HeatCell]:
    """The better one's row, the worse one's column."""
    cells = {}
    for pair in pairs:
        first, second = order.index(pair.first), order.index(pair.second)
        value = pair.difference.estimate.value * (1 if first < second else -1)
        row, column = min(first, second), max(first, second) - 1
        cells[row, column] = HeatCell(value, f"{100 * value:+.1f}", "", sure(pair.difference))
    return cells


def pair_table(found: Alchemists, facts: Facts) -> Table:
    """All pairs."""
    return Table(
        "alchemist-pairs",
        "Differences of win rates between alchemists",
        (
            Column("first", "First"),
            Column("second", "Second"),
            Column("difference", "First less second", Kind.ESTIMATE),
            Column("p", "p", Kind.TEXT, "of a difference; after Holm, for all pairs"),
        ),
        tuple(
            (
                label(facts, pair.first),
                label(facts, pair.second),
                pair.difference.estimate,
                p_words(pair.difference.adjusted),
            )
            for pair in sorted_by_value(
                found.pairs, lambda pair: abs(pair.difference.estimate.value)
            )
        ),
    )


# ---------------------------------------------------------------- by seat and strategy


def seat_block(found: Alchemists, facts: Facts) -> Block:
    """Each alchemist in each seat."""
    words = where_words(found.by_seat, facts, lambda each: each.win, "in seat ", "par")
    return Block(
        "alchemists-seats",
        "By seat",
        (words,),
        basis_of(found.by_seat[0].win.estimate, "games of each alchemist in each seat"),
        Picture(
            "alchemist-seats",
            "Win rate by alchemist and seat",
            words,
            lambda: where_picture(found, facts, found.by_seat, beyond=False),
        ),
        where_table("alchemist-seats", "Alchemists by seat", "Seat", found.by_seat, facts),
    )


def strategy_block(found: Alchemists, facts: Facts) -> Block:
    """Each alchemist in the hands of each strategy."""
    words = where_words(
        found.by_strategy,
        facts,
        lambda each: each.beyond,
        "in the hands of ",
        "what that strategy wins with all alchemists",
    )
    return Block(
        "alchemists-strategies",
        "By strategy",
        (words,),
        basis_of(found.by_strategy[0].win.estimate, "games of each alchemist with each strategy"),
        Picture(
            "alchemist-strategies",
            "Win rate by alchemist and strategy, less the strategy's own",
            words,
            lambda: where_picture(found, facts, found.by_strategy, beyond=True),
        ),
        where_table(
            "alchemist-strategies", "Alchemists by strategy", "Strategy", found.by_strategy, facts
        ),
    )


def where_words(
    cells: Sequence[AlchemistWhere],
    facts: Facts,
    compared: Callable[[AlchemistWhere], Comparison],
    place: str,
    what: str,
) -> str:
    """The cells that surely stand out most, either way."""
    parts = []
    for word, test in (("above", above), ("below", below)):
        those = [each for each in cells if test(compared(each))]
        if those:
            far = max(
                those, key=lambda each: abs(compared(each).estimate.value - compared(each).null)
            )
            parts.append(
                f"{len(those)} of {len(cells)} combinations are surely {word} {what}, most of all "
                f"{label(facts, far.alchemist)} {place}{where_name(far)}, "
                f"{percent(compared(far).estimate)}"
            )
    if not parts:
        return f"No combination is surely above or below {what}, corrected for all {len(cells)}."
    return f"{'; '.join(parts)}."


def where_name(cell: AlchemistWhere) -> str:
    """A seat counted from 1, or a strategy."""
    return str(int(cell.where) + 1) if cell.where.isdigit() else cell.where


def where_picture(
    found: Alchemists, facts: Facts, cells: Sequence[AlchemistWhere], *, beyond: bool
) -> Figure:
    """Alchemists from top to bottom, seats or strategies from left to right."""
    rows = [each.alchemist for each in ranked(found)]
    columns = list(dict.fromkeys(each.where for each in cells))
    names = [where_name(next(each for each in cells if each.where == where)) for where in columns]
    drawn = {
        (rows.index(each.alchemist), columns.index(each.where)): heat_cell(
            each.beyond if beyond else each.win
        )
        for each in cells
    }
    return draw_heat(
        [label(facts, each) for each in rows],
        names if beyond else [f"seat {name}" for name in names],
        drawn,
        0.0 if beyond else found.par,
        "percentage points from the strategy's own win rate; bold: surely not 0"
        if beyond
        else f"per cent won; bold: surely not {100 * found.par:.3g} %",
    )


def heat_cell(compared: Comparison) -> HeatCell:
    """The value with its interval."""
    estimate = compared.estimate
    ends = f"{100 * estimate.low:z.0f} to {100 * estimate.high:z.0f}"
    return HeatCell(estimate.value, estimate.shown(estimate.value), ends, sure(compared))


def where_table(
    name: str, caption: str, where: str, cells: Sequence[AlchemistWhere], facts: Facts
) -> Table:
    """All combinations."""
    return Table(
        name,
        caption,
        (
            Column("alchemist", "Alchemist"),
            Column("where", where),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("p", "p", Kind.TEXT, "of a difference from equals; after Holm"),
            Column("beyond", "Beyond", Kind.ESTIMATE, "wins less those of all alchemists there"),
            Column("p_beyond", "p beyond", Kind.TEXT, "of a difference from 0; after Holm"),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(
            (
                label(facts, each.alchemist),
                where_name(each),
                each.win.estimate,
                p_words(each.win.adjusted),
                each.beyond.estimate,
                p_words(each.beyond.adjusted),
                each.score,
            )
            for each in cells
        ),
    )


# ---------------------------------------------------------------- other runs


def runs_block(material: Material) -> Block | None:
    """The alchemists of several runs side by side."""
    runs = [(run, found) for run in material.tables if (found := figures_of(run))]
    if len(runs) < 2 or material.subject.facts.is_solo:
        return None
    facts = material.subject.facts
    alchemists = list(dict.fromkeys(name for _, found in runs for name in found))  # best first
    names = run_names([run.facts for run, _ in runs])
    words = runs_words(runs, names)
    groups = [
        Group(
            label(facts, name),
            tuple(found[name].beyond if name in found else None for _, found in runs),
        )
        for name in alchemists
    ]
    first = next(iter(runs[0][1].values()))
    return Block(
        "alchemists-runs",
        "In all runs of this report",
        words,
        f"{basis_of(first.beyond, 'games of an alchemist in the first run')} Each run is corrected "
        "for its own alchemists.",
        Picture(
            "alchemist-runs",
            "Win rate less par, by alchemist and run",
            " ".join(words),
            lambda: draw_grouped(groups, names, 0.0, "percentage points from par"),
        ),
        runs_table(runs, names),
    )


def figures_of(run: RunMaterial) -> dict[str, AlchemistFigures]:
    """The figures of a run by alchemist, best first; none if it has no such section."""
    found = run.result(Alchemists, KEY)
    if isinstance(found, Missing):
        return {}
    return {each.alchemist: each for each in ranked(found)}


def run_names(facts: Sequence[Facts]) -> list[str]:
    """Runs in a few words; by their labels where words don't tell them apart."""
    names = [run_words(each) for each in facts]
    return names if len(set(names)) == len(names) else [each.label for each in facts]


def runs_words(
    runs: Sequence[tuple[RunMaterial, dict[str, AlchemistFigures]]], names: Sequence[str]
) -> tuple[str, ...]:
    """Who is surely above and below in each run, and in all of them."""
    lines, facts = [], runs[0][0].facts
    for word, test in (("above", above), ("below", below)):
        each_run = [{name for name, each in found.items() if test(each.win)} for _, found in runs]
        always = set.intersection(*each_run)
        if always:
            who = listed(label(facts, name) for name in sorted(always))
            lines.append(f"Surely {word} par in every run: {who}.")
    if not lines:
        lines.append("No alchemist is surely above par in every run, nor below it in every run.")
    tops = [next(iter(found.values())) for _, found in runs]
    best = [
        f"{name}: {label(facts, top.alchemist)} ({percent(top.win.estimate)})"
        for top, name in zip(tops, names, strict=True)
    ]
    return (" ".join(lines), f"Most wins: {'; '.join(best)}.")


def runs_table(
    runs: Sequence[tuple[RunMaterial, dict[str, AlchemistFigures]]], names: Sequence[str]
) -> Table:
    """A row for each alchemist of each run."""
    return Table(
        "alchemist-runs",
        "Alchemists in all runs",
        (
            Column("run", "Run"),
            Column("alchemist", "Alchemist"),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("beyond", "Less par", Kind.ESTIMATE),
            Column("p", "p", Kind.TEXT, "of a difference from equals; after Holm, within the run"),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(
            (
                name,
                label(run.facts, each.alchemist),
                each.win.estimate,
                each.beyond,
                p_words(each.win.adjusted),
                each.score,
            )
            for (run, found), name in zip(runs, names, strict=True)
            for each in found.values()
        ),
    )
