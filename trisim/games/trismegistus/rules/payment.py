"""Paying materials: refined for raw, gold for anything, discounts, and silver for levels.

What is still to pay stands in the laboratory (``due``). Units are paid one after the other, each
by a choice; a choice is offered only if the rest can still be paid. Left out are plans that pay
refined where raw of that metal would do, buy a level that isn't needed, or leave a discount unused.
"""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.stack import add_move, hold, note, push
from trisim.games.trismegistus.rules.state import Box, Game, Lab, Log, Moves

SILVER, GOLD = int(Thing.SILVER), int(Thing.GOLD)
ANY_RAW, ANY_REFINED = 11, 12  # columns of a cost behind lead … gold
LEVELS = 13  # what comes last
NOTHING = -1


@kernel
def clear_due(lab: Lab) -> None:
    """Nothing is due."""
    lab.due[:] = 0
    lab.due_levels = 0
    lab.due_discounts = 0


@kernel
def begin_payment(game: Game, seat: int, experiment: int) -> None:
    """Begin to pay what is due."""
    push(game, Frame.PAY, seat, experiment, 0, 0)


@kernel
def units_due(lab: Lab) -> int:
    """Units of material and levels still due."""
    total = int(lab.due_levels)
    for column in range(13):
        total += int(lab.due[column])
    return total


@kernel
def shortage(box: Box, lab: Lab) -> int:
    """How many units can't be paid without gold and discounts, with the best use of the rest."""
    short = int(lab.due[GOLD])
    spare_raw = int(lab.held[0])
    short += max(0, int(lab.due[0]) - spare_raw)
    spare_raw = max(0, spare_raw - int(lab.due[0]))
    spare_refined = 0
    for metal in range(1, 5):
        refined = int(lab.held[metal + 4]) - int(lab.due[metal + 4])
        short += max(0, -refined)
        refined = max(0, refined)
        raw = int(lab.held[metal]) - int(lab.due[metal])
        if raw < 0:
            short += max(0, -raw - refined)
            refined = max(0, refined + raw)
            raw = 0
        spare_raw += raw
        spare_refined += refined
    silver = int(lab.held[SILVER]) - int(lab.due[SILVER])
    short += max(0, -silver)
    silver = max(0, silver)
    any_raw = max(0, int(lab.due[ANY_RAW]) - spare_raw)
    short += max(0, any_raw - spare_refined)
    spare_refined = max(0, spare_refined - any_raw)
    short += max(0, int(lab.due_levels) - silver)
    silver = max(0, silver - int(lab.due_levels))
    if box.rules.any_refined_paid_is_precious:
        spare_refined += silver
    return short + max(0, int(lab.due[ANY_REFINED]) - spare_refined)


@kernel
def can_pay_due(box: Box, lab: Lab) -> bool:
    """Whether everything due can be paid."""
    return shortage(box, lab) <= int(lab.held[GOLD]) + int(lab.due_discounts)


@kernel
def next_due(lab: Lab) -> int:
    """The column to pay next, levels last; NOTHING if all is paid."""
    for column in range(13):
        if lab.due[column] > 0:
            return column
    return LEVELS if lab.due_levels > 0 else NOTHING


@kernel
def take_due(lab: Lab, column: int, units: int) -> None:
    """Count units of a column as paid (or, negative, as due again)."""
    if column == LEVELS:
        lab.due_levels -= units
    else:
        lab.due[column] -= units


@kernel
def works(box: Box, lab: Lab, column: int, thing: int) -> bool:
    """Whether the rest can be paid after paying a unit with a thing (NOTHING: with a discount)."""
    take_due(lab, column, 1)
    if thing == NOTHING:
        lab.due_discounts -= 1
    else:
        lab.held[thing] -= 1
    fine = can_pay_due(box, lab) and int(lab.due_discounts) <= units_due(lab)
    take_due(lab, column, -1)
    if thing == NOTHING:
        lab.due_discounts += 1
    else:
        lab.held[thing] += 1
    return fine


@kernel
def payer(box: Box, lab: Lab, column: int, place: int) -> int:
    """The things that may pay a unit of a column, by place; NOTHING where one isn't held or fit."""
    if place == 12:
        return GOLD if lab.held[GOLD] > 0 else NOTHING
    if place == GOLD or lab.held[place] == 0:
        return NOTHING
    if column == LEVELS:
        return place if place == SILVER else NOTHING
    if column < ANY_RAW:
        return place if pays_named(lab, column, place) else NOTHING
    if column == ANY_RAW:
        return place if pays_any_raw(lab, place) else NOTHING
    if place == SILVER:
        return place if box.rules.any_refined_paid_is_precious else NOTHING
    return place if Thing.REFINED_COPPER <= place <= Thing.REFINED_IRON else NOTHING


@kernel
def pays_named(lab: Lab, column: int, thing: int) -> bool:
    """The thing itself; or refined for raw, when there is no raw of that metal."""
    if thing == column:
        return True
    return 1 <= column <= 4 and thing == column + 4 and lab.held[column] == 0


@kernel
def pays_any_raw(lab: Lab, thing: int) -> bool:
    """Any raw; or a refined metal, when there is no raw of it."""
    if thing <= Thing.RAW_IRON:
        return True
    return thing <= Thing.REFINED_IRON and lab.held[thing - 4] == 0


@kernel
def legal_payment(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """Every way to pay the next unit that leaves the rest payable."""
    lab = game.labs[seat]
    column = next_due(lab)
    n = 0
    if column == NOTHING:
        return n
    if lab.due_discounts > 0 and works(box, lab, column, NOTHING):
        n = add_move(moves, n, Move.DISCOUNT, 0, 0, 0)
    for place in range(13):
        thing = payer(box, lab, column, place)
        if thing != NOTHING and works(box, lab, column, thing):
            n = add_move(moves, n, Move.THING, thing, 0, 0)
    return n


@kernel
def resolve_payment(game: Game, log: Log, seat: int, kind: int, thing: int) -> None:
    """Pay one unit."""
    lab = game.labs[seat]
    column = next_due(lab)
    experiment = int(game.stack[game.depth - 1].arg[0])
    take_due(lab, column, 1)
    if kind == Move.DISCOUNT:
        lab.due_discounts -= 1
        note(game, log, Event.DISCOUNT, seat, experiment, 1 if column == LEVELS else 0)
    else:
        if column == LEVELS:
            note(game, log, Event.LEVEL_BOUGHT, seat, thing, 1)
        hold(game, log, seat, thing, -1)
