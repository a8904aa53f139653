"""Targets before and after a change: every figure on its band, in a picture and in a table."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.comparison import TargetChange, TargetMeasure
from trisim.report.comparison_tables import View
from trisim.report.figures.moves import Move, MovePanel, draw_moves
from trisim.report.figures.stacked import LONGEST
from trisim.report.page.cells import NOTHING
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Standing, Table
from trisim.report.sections.measures import band_words
from trisim.report.sections.words import counted, first_clauses
from trisim.report.style import short
from trisim.stats.analyses.verdicts import UNDECIDED
from trisim.stats.changes import CHANGED

MOST_MOVES = 6
"""Figures of a target that are drawn."""


def target_block(view: View) -> Block | None:
    """Every target before and after; None without targets."""
    found = sorted(view.version.targets, key=lambda each: not each.has_moved)
    if not found:
        return None
    moved = [each for each in found if each.has_moved]
    words = [moved_words(moved), *(f"“{each.name}”: {each.note}" for each in found if each.note)]
    panels = [panel for each in found for panel in panels_of(each, view)]
    return Block(
        f"targets{view.suffix}",
        f"Targets before and after{view.heading}",
        tuple(words),
        "A target is within if the whole interval of each of its figures is, outside if that of "
        "any is, and undecided else. These intervals hold together for all targets and versions.",
        target_picture(panels, found, view) if panels else None,
        target_table(found, view),
    )


def moved_words(moved: Sequence[TargetChange]) -> str:
    if not moved:
        return "No verdict on a target changed."
    clauses = [f"“{each.name}”: {each.before_words} → {each.after_words}" for each in moved]
    return f"{counted(len(moved), 'verdicts')} changed. {first_clauses(clauses)}."


def target_picture(
    panels: Sequence[MovePanel], targets: Sequence[TargetChange], view: View
) -> Picture:
    alt = "; ".join(f"{each.name}: {each.before_words} → {each.after_words}" for each in targets)
    return Picture(
        f"targets{view.suffix}",
        "Hollow: before; filled: after; shaded: where it should be. Round: within; square: "
        "undecided; triangle: outside, above or below",
        f"Each figure of each target before and after, on its band. {alt}.",
        lambda: draw_moves(panels),
    )


def panels_of(target: TargetChange, view: View) -> list[MovePanel]:
    """The figures of a target that say most, by unit and band."""
    groups: dict[tuple[str, float, float], list[TargetMeasure]] = {}
    for each in target.measures:
        if (known := each.after or each.before) is not None:
            groups.setdefault((known.unit, each.low, each.high), []).append(each)
    return [
        MovePanel(
            panel_title(target, found),
            low,
            high,
            tuple(move_of(each, view) for each in most_telling(found)),
        )
        for (_, low, high), found in groups.items()
    ]


def panel_title(target: TargetChange, found: Sequence[TargetMeasure]) -> str:
    """The target and its band; below it the verdict before and after."""
    some = f"; {MOST_MOVES} of {len(found)}" if len(found) > MOST_MOVES else ""
    head = f"{short(target.name, LONGEST)} ({aim_words(found[0])}{some})"
    return f"{head}\n{verdict_words(target)}"


def verdict_words(target: TargetChange) -> str:
    """The verdict before and after; once if it is the same."""
    if not target.has_moved:
        return f"{target.after_words}, as before"
    return f"{target.before_words} → {target.after_words}"


def aim_words(measure: TargetMeasure) -> str:
    known = measure.after or measure.before
    assert known is not None
    return band_words(measure.low, measure.high, known.scale)


def most_telling(measures: Sequence[TargetMeasure]) -> list[TargetMeasure]:
    """Those with another verdict first, then those that are outside, then those that moved."""
    return sorted(measures, key=tell_order)[:MOST_MOVES]


def tell_order(measure: TargetMeasure) -> tuple[bool, bool, bool, float]:
    """Small for measures that a reader must see."""
    moved = measure.verdict_before != measure.verdict_after
    decided_move = moved and UNDECIDED not in (measure.verdict_before, measure.verdict_after)
    size = abs(measure.difference.value) if measure.difference is not None else 0.0
    is_outside = bool(measure.side_after or measure.side_before)
    return not decided_move, measure.change != CHANGED, not is_outside, -size


def move_of(measure: TargetMeasure, view: View) -> Move:
    verdicts = (
        measure.side_before or measure.verdict_before,
        measure.side_after or measure.verdict_after,
    )
    label = view.labels.of(measure.measure, LONGEST)
    return Move(label, measure.before, measure.after, verdicts)


def target_table(found: Sequence[TargetChange], view: View) -> Table:
    """A row for each figure of each target."""
    columns = (
        Column("target", "Target"),
        Column("label", "Figure"),
        Column("aim", "Aimed at"),
        Column("standing_before", "Verdict before", Kind.STANDING),
        Column("standing_after", "Verdict after", Kind.STANDING),
        Column("before", "Before", Kind.ESTIMATE),
        Column("after", "After", Kind.ESTIMATE),
        Column("difference", "Difference", Kind.ESTIMATE),
        Column("measure", "Name"),
    )
    rows = tuple(
        target_row(target, each, view)
        for target in found
        for each in sorted(target.measures, key=tell_order)
    )
    return Table(f"targets{view.suffix}", "Targets before and after", columns, rows)


def target_row(target: TargetChange, measure: TargetMeasure, view: View) -> tuple[Cell, ...]:
    known = measure.before or measure.after
    return (
        target.name,
        view.labels.of(measure.measure),
        aim_words(measure) if known is not None else NOTHING,
        standing_on(measure.verdict_before, measure.side_before),
        standing_on(measure.verdict_after, measure.side_after),
        measure.before,
        measure.after,
        measure.difference,
        measure.measure,
    )


def standing_on(verdict: str, side: str) -> Standing | None:
    """The verdict on a figure, with its side if it is outside; None if it wasn't judged."""
    words = side or verdict
    return Standing(words) if words in {each.value for each in Standing} else None
