"""The page on players who adapt: what a change does with them, next to players who don't."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trisim.report.adapted import Adapted, AdaptedChange, AdaptedPlayer, AdaptedVersion
from trisim.report.comparison_tables import (
    Unit,
    View,
    dot_of,
    is_finite,
    standing_of,
    unit_of,
    verdict_word,
)
from trisim.report.comparison_words import difference_words
from trisim.report.figures.changes import ChangeDot, ChangePanel, draw_changes
from trisim.report.page.cells import NOTHING
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Table
from trisim.report.sections.words import counted, first_clauses
from trisim.sim.campaign import short_name
from trisim.stats.changes import CHANGED
from trisim.stats.estimate import Scale, with_minus
from trisim.texts import listed

MOST_PAIRS = 6
"""Measures that are drawn, with two intervals each."""

COLUMNS = (
    Column("label", "Measure"),
    Column("same_verdict", "Same players", Kind.STANDING),
    Column("adapted_verdict", "Adapted", Kind.STANDING),
    Column("same", "Difference, same players", Kind.ESTIMATE),
    Column("adapted", "Difference, adapted", Kind.ESTIMATE),
    Column("spread", "Between tunings", meaning="standard deviation that deals don't explain"),
    Column("each", "With each tuning"),
    Column("measure", "Name"),
)
ADAPTED_ROW = "players who adapted"


def adapted_blocks(view: View) -> Iterator[Block]:
    """What the change does with both kinds of players, and how strong the tuned ones are."""
    adapted = view.comparison.adapted
    if adapted is None:
        return
    found = adapted.version(view.version.name)
    yield Block(
        f"adapted{view.suffix}",
        f"Same players and players who adapted{view.heading}",
        (verdict_words(found, view), SURE),
        basis_words(adapted),
        adapted_picture(found, view),
        adapted_table(found, view) if found.changes else None,
    )
    yield players_block(adapted, view)


SURE = (
    "Another verdict is not yet a sure difference between both kinds of players: compare the "
    "intervals."
)


def verdict_words(found: AdaptedVersion, view: View) -> str:
    """Which verdicts are others if players adapt."""
    if not found.changes:
        return "No measure of these runs could be judged."
    total = len(found.changes)
    if not found.differing:
        of_all = counted(total, "measures") if total == 1 else f"all {total:,} measures"
        return f"If players adapt, the verdict on {of_all} is the same."
    clauses = [both_words(each, view) for each in first(found.differing)]
    count = len(found.differing)
    verb = "has another verdict" if count == 1 else "have another verdict"
    return f"If players adapt, {count:,} of {total:,} measures {verb}: {first_clauses(clauses, 3)}."


def both_words(change: AdaptedChange, view: View) -> str:
    """``Glass Lamp, adjusted wins: −36 pp [−41, −31] (changed), adapted −9 pp […] (undecided)``."""
    same, adapted = change.same, change.adapted
    return (
        f"{view.words(same)}: {difference_words(same)} ({same.verdict}), with players who adapted "
        f"{difference_words(adapted)} ({adapted.verdict})"
    )


def basis_words(adapted: Adapted) -> str:
    """How the players were found, and what the intervals are."""
    count = len(adapted.seeds)
    return (
        f"{short_name(adapted.start)} was tuned {count} times for each version, by "
        f"{adapted.tuning_games:,} games each, with the same start, deals and seeds "
        f"({listed(map(str, adapted.seeds))}). Those of each tuning play {adapted.games:,} games "
        f"of their version in {adapted.deals:,} deals, which no tuning has met and which are the "
        "same for all versions. Differences are means over the tunings; their "
        f"{counted(adapted.intervals, 'intervals')} hold together at 95 % and include the spread "
        f"between tunings ({freedom_words(adapted)}). Judged so are measures of changed cards and "
        "roles, wins, the mean score, and those of targets that surely changed with the same "
        "players."
    )


def freedom_words(adapted: Adapted) -> str:
    """Degrees of freedom, as a statistician asks."""
    least = len(adapted.seeds) - 1
    known = [each.freedom for version in adapted.against for each in version.changes]
    low, high = min(known, default=least), max(known, default=least)
    if high <= least:
        return f"Student's t with {least} degrees of freedom"
    words = f"{low:.2g}" if low == high else f"{low:.2g} to {high:.2g}"
    return (
        f"Student's t with {words} degrees of freedom, after Smyth: the spread of a measure is "
        "moderated by that of its kind"
    )


def first(changes: Sequence[AdaptedChange]) -> list[AdaptedChange]:
    """Measures with another verdict first, then those that surely changed."""
    return sorted(
        changes,
        key=lambda each: (
            not each.differs,
            CHANGED not in (each.same.verdict, each.adapted.verdict),
            -max(each.same.size, each.adapted.size),
        ),
    )


# ---------------------------------------------------------------- picture and table


def adapted_picture(found: AdaptedVersion, view: View) -> Picture | None:
    """Two intervals for each of the measures that say most; None if there are none."""
    drawn = [each for each in first(found.changes) if is_drawn(each)][:MOST_PAIRS]
    if not drawn:
        return None
    words = "; ".join(
        f"{view.words(each.same)}: {verdict_word(each.same)}, adapted {verdict_word(each.adapted)}"
        for each in drawn
    )
    some = f" ({len(drawn)} of {len(found.changes)})" if len(drawn) < len(found.changes) else ""
    return Picture(
        f"adapted{view.suffix}",
        f"Differences with the same players, and below with players who adapted{some}; shaded: the "
        "margin; triangles: surely changed",
        f"Two intervals for each measure. {words}.",
        lambda: draw_changes(panels_of(drawn, view)),
    )


def is_drawn(change: AdaptedChange) -> bool:
    found = (change.same.difference, change.adapted.difference)
    return all(each is not None and is_finite(each) for each in found)


def panels_of(changes: Sequence[AdaptedChange], view: View) -> list[ChangePanel]:
    """Pairs of rows by unit."""
    groups: dict[Unit, list[ChangeDot]] = {}
    for each in changes:
        unit = unit_of(each.same, view.comparison.margins)
        groups.setdefault(unit, []).extend(
            (
                dot_of(each.same, view.words(each.same), unit, view),
                dot_of(each.adapted, ADAPTED_ROW, unit, view),
            )
        )
    return [ChangePanel(unit.title, unit.margin, tuple(dots)) for unit, dots in groups.items()]


def adapted_table(found: AdaptedVersion, view: View) -> Table:
    """All measures that are judged."""
    rows = tuple(adapted_row(each, view) for each in first(found.changes))
    return Table(
        f"adapted{view.suffix}", "Same players and players who adapted", COLUMNS, rows, shown=8
    )


def adapted_row(change: AdaptedChange, view: View) -> tuple[Cell, ...]:
    same, adapted = change.same, change.adapted
    known = adapted.difference or same.difference
    is_rate = known is not None and known.scale is Scale.RATE_DIFFERENCE
    return (
        view.words(same),
        standing_of(same),
        standing_of(adapted),
        same.difference,
        adapted.difference,
        number_words(change.spread, is_rate) if known is not None else NOTHING,
        " / ".join(number_words(each, is_rate, signed=True) for each in change.by_tuning),
        same.measure,
    )


def number_words(value: float, is_rate: bool, *, signed: bool = False) -> str:
    """``−3.2 pp``; a mean without a unit."""
    number = 100 * value if is_rate else value
    return with_minus(f"{number:{'+' if signed else ''}.1f}{' pp' if is_rate else ''}")


# ---------------------------------------------------------------- who adapted


def players_block(adapted: Adapted, view: View) -> Block:
    """How strong the tuned players of both versions are, and how to play them."""
    shown = [player for name in view.names for player in adapted.players_of(name)]
    columns = (
        Column("version", "Tuned for"),
        Column("seed", "Seed", Kind.COUNT),
        Column("wins", "Against the start", Kind.ESTIMATE),
        Column("verdict", "Verdict"),
        Column("file", "Weights"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.version, each.seed, each.against_start, strength_word(each), each.file)
        for each in shown
    )
    return Block(
        f"adapted-players{view.suffix}",
        f"Who adapted{view.heading}",
        (strength_words(adapted, shown), play_words(shown)),
        strength_basis(adapted, shown),
        table=Table(f"adapted-players{view.suffix}", "Tuned players", columns, rows, len(rows)),
    )


def strength_basis(adapted: Adapted, shown: Sequence[AdaptedPlayer]) -> str:
    start = short_name(adapted.start)
    if shown[0].against_start.scale is Scale.RATE_DIFFERENCE:
        return f"How many percentage points more a team wins than one of {start}, on new deals."
    return (
        f"How often one wins at a table of {start}, on new deals of the version it was tuned for; "
        f"equals would win {100 * shown[0].par:.3g} %."
    )


def strength_word(player: AdaptedPlayer) -> str:
    if player.is_better:
        return "surely better"
    return "surely worse" if player.is_worse else "not surely better"


def strength_words(adapted: Adapted, shown: Sequence[AdaptedPlayer]) -> str:
    """How many of the tuned players are better than the start, and what follows."""
    better = sum(each.is_better for each in shown)
    worse = sum(each.is_worse for each in shown)
    words = f"{better} of {len(shown)} tuned players are surely better than {adapted.start}"
    words += f", {worse} surely worse." if worse else "."
    if better < len(shown):
        words += (
            " Where players are not surely better, adapting is not shown to pay off: it may not "
            "matter, or the tunings were too short (more games with --retune)."
        )
    return words


def play_words(shown: Sequence[AdaptedPlayer]) -> str:
    """How to play with, or against, one of them."""
    return (
        "The weights are strategies as any others: give one to 'trisim run' or 'trisim play' by "
        f"its path in the folder of this comparison, such as {shown[-1].file}."
    )
