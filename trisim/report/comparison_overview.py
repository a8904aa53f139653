"""The section on several versions together, before the blocks of each."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.comparison_first import basis
from trisim.report.comparison_tables import (
    COLUMNS,
    View,
    change_row,
    dot_of,
    is_result,
    unit_of,
    verdict_word,
)
from trisim.report.figures.changes import ChangePanel, draw_changes
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import first_few
from trisim.stats.changes import CHANGED, IDENTICAL, SAME, UNDECIDED, Change

MOST_MEASURES = 3
"""Measures that are shown side by side for all versions."""


def overview_section(views: Sequence[View], answers: Sequence[str]) -> Section:
    """Every version in a row, and the measures by which they can be compared."""
    base = views[0].names[0]
    columns = (
        Column("version", "Version"),
        Column("changed", "Surely changed", Kind.COUNT),
        Column("same", "Same", Kind.COUNT),
        Column("undecided", "Undecided", Kind.COUNT),
        Column("identical", "Identical", Kind.COUNT),
        Column("identical_games", "Identical games", Kind.ESTIMATE),
        Column("other_winner", "Another winner", Kind.ESTIMATE),
        Column("targets", "Targets with another verdict"),
    )
    table = Table(
        "overview",
        f"Every version against {base}",
        columns,
        tuple(overview_row(view) for view in views),
        len(views),
    )
    words = tuple(
        f"{view.version.name}: {words}" for view, words in zip(views, answers, strict=True)
    )
    block = Block("overview", "All versions", words, basis(views[0]), table=table)
    blocks = (block, *measure_blocks(views))
    return Section("section-overview", "Overview", "Which version does what?", blocks)


def overview_row(view: View) -> tuple[Cell, ...]:
    found, games = view.version, view.version.divergence
    moved = [f"{each.name}: {each.after_words}" for each in found.targets if each.has_moved]
    return (
        found.name,
        *(found.count(verdict) for verdict in (CHANGED, SAME, UNDECIDED, IDENTICAL)),
        games.identical_share if games is not None else None,
        games.other_winner_share if games is not None else None,
        "; ".join(moved) or "none",
    )


# ---------------------------------------------------------------- the same measure in all versions


def measure_blocks(views: Sequence[View]) -> list[Block]:
    """Side by side the differences of all versions in the measures that a designer asks for."""
    found = [name for view in views for name in main_measures(view)]
    names = list(dict.fromkeys(found))[:MOST_MEASURES]
    return [measure_block(name, number, views) for number, name in enumerate(names, 1)]


def main_measures(view: View) -> list[str]:
    """The win rate of whole games, if there is one, and the first measure of what changed."""
    found = view.version
    first: dict[str, str] = {}
    for each in found.of_changed:
        first.setdefault(view.subject(each), each.measure)
    results = [each.measure for each in found.changes if is_result(each)]
    return [*results, *first.values()]


def measure_block(measure: str, number: int, views: Sequence[View]) -> Block:
    """One measure in all versions."""
    known = [
        (view, view.version.by_measure[measure])
        for view in views
        if measure in view.version.by_measure
    ]
    title = known[0][0].words(known[0][1])
    head = f"{title[:1].upper()}{title[1:]}"
    names = first_few([view.version.name for view, _ in known])
    return Block(
        f"overview-measure-{number}",
        head,
        (),
        basis(views[0]),
        measure_picture(f"overview-measure-{number}", head, known),
        Table(
            f"overview-measure-{number}",
            f"{head}: {names}",
            (Column("version", "Version"), *COLUMNS[1:-1]),
            tuple((view.version.name, *change_row(each)[:-1]) for view, each in known),
        ),
    )


def measure_picture(name: str, title: str, known: Sequence[tuple[View, Change]]) -> Picture | None:
    """A row for each version with a difference; None if there are none."""
    shown = [(view, each) for view, each in known if each.difference is not None]
    if not shown:
        return None
    unit = unit_of(shown[0][1], shown[0][0].comparison.margins)
    dots = tuple(dot_of(each, view.version.name, unit, view) for view, each in shown)
    panel = ChangePanel(unit.title, unit.margin, dots)
    words = "; ".join(f"{view.version.name}: {verdict_word(each)}" for view, each in shown)
    return Picture(
        name,
        f"{title}: differences from {shown[0][0].names[0]}; shaded: the margin",
        f"The difference of each version with its interval. {words}.",
        lambda: draw_changes([panel]),
    )
