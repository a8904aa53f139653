"""The section on seats and the order of play."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.kit import ReportKit
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import (
    basis_of,
    counted,
    exact_percent,
    ordinal,
    percent,
    player_words,
    stands_out,
)
from trisim.stats.analyses.seats import FARTHEST, PlaceFigures, SeatFigures, Seats, TurnFigures
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import Estimate
from trisim.texts import listed

KEY, TITLE = "seats", "Seats and order"
QUESTION = "Does it matter where one sits?"
NOT_CAUSAL = (
    "This is what goes together, not what causes it: a place in the order is earned, and players "
    "who finish early also played the round in another way."
)


def build(inputs: ReportInputs) -> Section | None:
    """Seats, places in the order and numbers of turns; None against an automa."""
    run = inputs.subject
    if run.facts.has_automa:
        return None
    question = inputs.kit.question(KEY, QUESTION)
    found = run.result(Seats, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, question, problem=found.reason)
    blocks = []
    if found.seats:
        blocks.append(seat_block(found, run.facts, inputs.kit))
    if found.places:
        blocks.append(order_block(found))
    if found.turns[1:]:
        blocks.append(turn_block(found, inputs.kit))
    return Section(KEY, TITLE, question, tuple(blocks), missing_words(found, run.facts))


def missing_words(found: Seats, facts: Facts) -> str:
    """What is missing, and why."""
    if not found.seats:
        return "The run has no players' rows."
    wanted = [name for name in ("rounds", "turns") if name in facts.game_tables]
    lacking = [name for name in wanted if name not in facts.tables]
    if not lacking:
        return ""
    why = " ".join(facts.unusable[name] for name in lacking if name in facts.unusable)
    return why or (
        f"The order of play and the numbers of turns need the "
        f"table{'s' if len(lacking) > 1 else ''} {listed(lacking)}: play the run with --log turns."
    )


# ---------------------------------------------------------------- seats


def seat_block(found: Seats, facts: Facts, kit: ReportKit) -> Block:
    given = given_to(facts, kit)
    words = stands_out(
        [(f"the {player_words(each.seat)}", each.win) for each in found.seats], equals(found)
    )
    dots = [Dot(player_words(each.seat), each.win.estimate) for each in found.seats]
    return Block(
        "seats-wins",
        "Seats",
        (f"{extremes(found.seats)} {words}", *given_words(given)),
        basis_of(found.seats[0].win.estimate, "games of each seat"),
        Picture(
            "seat-wins",
            "Win rate by seat",
            extremes(found.seats),
            lambda: draw_dots(dots, found.par, "equals"),
        ),
        seat_table(found, given),
    )


def equals(found: Seats) -> str:
    """The reference of win rates."""
    return f"the {exact_percent(found.par)} of equals"


def extremes(seats: Sequence[SeatFigures]) -> str:
    ranked = sorted(seats, key=lambda each: each.win.estimate.value)
    worst, best = ranked[0], ranked[-1]
    return (
        f"The {player_words(best.seat)} wins most often, {percent(best.win.estimate)}; the "
        f"{ordinal(worst.seat + 1)} least often, {percent(worst.win.estimate)}."
    )


def given_to(facts: Facts, kit: ReportKit) -> Sequence[str] | None:
    """The extra things that the box gives each seat; None if the game doesn't say so."""
    if kit.seat_start is None:
        return None
    return [kit.seat_start(facts.box, seat) for seat in range(facts.players)]


def given_words(given: Sequence[str] | None) -> list[str]:
    """The compensation of a late seat in the box; exact."""
    if given is None:
        return []
    later = [f"the {player_words(seat)} {words}" for seat, words in enumerate(given) if words]
    if not later:
        return ["The box gives no seat anything to begin with that others don't get."]
    return [f"Besides what everybody gets, the box gives {listed(later)}; win rates include that."]


def seat_table(found: Seats, given: Sequence[str] | None) -> Table:
    begins = Column("given", "Begins with", Kind.TEXT, "besides what everybody gets")
    return Table(
        "seats",
        "Seats: wins and scores",
        (
            Column("seat", "Seat", Kind.COUNT, "counted from 1, the starting player"),
            *([begins] if given is not None else []),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("p", "p", Kind.P_VALUE, "of a difference from equals; after Holm"),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(
            (
                each.seat + 1,
                *([given[each.seat] or "nothing"] if given is not None else []),
                each.win.estimate,
                each.win.adjusted,
                each.score,
            )
            for each in found.seats
        ),
    )


# ---------------------------------------------------------------- order


def order_block(found: Seats) -> Block:
    """Places in the order of later rounds."""
    rounds = sorted({each.round for each in found.places})
    words = tuple(round_words(found, number) for number in rounds)
    return Block(
        "seats-order",
        "Finishing early, and the order of the next round",
        (*words, NOT_CAUSAL),
        basis_of(found.places[0].win.estimate, "games of each place"),
        Picture(
            "order-wins",
            "Win rate by place in the order of a round",
            " ".join(words),
            lambda: draw_grouped(
                order_groups(found, rounds),
                [f"order of round {number}" for number in rounds],
                found.par,
                f"win rate; equals: {exact_percent(found.par)}",
            ),
        ),
        order_table(found),
    )


def order_groups(found: Seats, rounds: Sequence[int]) -> list[Group]:
    """A row for each place, an estimate for each round."""
    by_key = {(each.round, each.place): each.win.estimate for each in found.places}
    places = sorted({each.place for each in found.places})
    return [
        Group(ordinal(place), tuple(by_key.get((number, place)) for number in rounds))
        for place in places
    ]


def round_words(found: Seats, number: int) -> str:
    """The association of an early place in a round's order with winning."""
    here = [each for each in found.places if each.round == number]
    out = stands_out(
        [(f"the {ordinal(each.place)} in the order of round {number}", each.win) for each in here],
        equals(found),
    )
    first = here[0]
    return (
        f"Whoever finishes round {number - 1} first, and so begins round {number}, wins "
        f"{percent(first.win.estimate)}{turns_words(here)}. {out}"
    )


def turns_words(here: Sequence[PlaceFigures]) -> str:
    """The turns of the first and the last to finish."""
    first, last = here[0].turns, here[-1].turns
    if first is None or last is None or len(here) < 2:
        return ""
    return (
        f", after {first.shown(first.value)} turns in the round before, where the last to finish "
        f"took {last.shown(last.value)}"
    )


def order_table(found: Seats) -> Table:
    return Table(
        "order",
        "Places in the order of a round",
        (
            Column("round", "Round", Kind.COUNT),
            Column("place", "Place", Kind.COUNT, "in its order: who finished the round before so"),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("p", "p", Kind.P_VALUE, "of a difference from equals; after Holm"),
            Column("score", "Score", Kind.ESTIMATE),
            Column("turns", "Turns before", Kind.ESTIMATE, "taken in the round before"),
        ),
        tuple(
            (
                each.round,
                each.place,
                each.win.estimate,
                each.win.adjusted,
                each.score,
                each.turns,
            )
            for each in found.places
        ),
    )


# ---------------------------------------------------------------- turns


def turn_block(found: Seats, kit: ReportKit) -> Block:
    """Win rate by the number of turns above the mean of the table."""
    words = turn_words(found)
    dots = [Dot(more_words(each.more), each.win.estimate) for each in found.turns]
    return Block(
        "seats-turns",
        "Number of turns",
        (words, turns_note(kit)),
        basis_of(found.turns[0].win.estimate, "players in the first row"),
        Picture(
            "turns-wins",
            "Win rate by turns taken, compared with the table",
            words,
            lambda: draw_dots(dots, found.par, "equals"),
        ),
        turn_table(found),
    )


def turns_note(kit: ReportKit) -> str:
    """Why the number of turns need not be the cause of winning."""
    why = f"{kit.turns_note}; who does so" if kit.turns_note else "Who takes more turns"
    return f"{why} isn't chosen by lot, so this too is what goes together."


def more_words(more: int) -> str:
    """``2 turns fewer``."""
    if more == 0:
        return "as many turns"
    edge = "at least " if abs(more) == FARTHEST else ""
    return f"{edge}{counted(abs(more), 'turns')} {'more' if more > 0 else 'fewer'}"


def turn_words(found: Seats) -> str:
    """The groups that stand out."""
    named = [(f"those with {more_words(each.more)}", each.win) for each in found.turns]
    few, many = found.turns[0], found.turns[-1]
    return (
        f"Over the whole game, players with {more_words(few.more)} than the mean of their table "
        f"win {percent(few.win.estimate)}, those with {more_words(many.more)} "
        f"{percent(many.win.estimate)}. {stands_out(named, equals(found))}"
    )


def turn_table(found: Seats) -> Table:
    return Table(
        "turns-taken",
        "Turns taken in the game, compared with the mean of the table",
        (
            Column("more", "Turns more", Kind.COUNT, "than the mean of the table, rounded"),
            Column("share", "Players", Kind.PERCENT, "share of all players"),
            Column("win", "Wins", Kind.ESTIMATE),
            Column("p", "p", Kind.P_VALUE, "of a difference from equals; after Holm"),
            Column("score", "Score", Kind.ESTIMATE),
        ),
        tuple(turn_row(each) for each in found.turns),
    )


def turn_row(each: TurnFigures) -> tuple[int, float, Estimate, float, Estimate]:
    return each.more, each.share, each.win.estimate, each.win.adjusted, each.score
