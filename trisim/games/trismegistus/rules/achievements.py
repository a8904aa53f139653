"""Achievements: what they ask, and claiming them."""

from __future__ import annotations

from trisim.games.trismegistus.box.notation.terms import CountKind
from trisim.games.trismegistus.box.tables import NONE, NeedColumn
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import At, Cause, Event, Move
from trisim.games.trismegistus.rules.effects import count_of
from trisim.games.trismegistus.rules.payment import can_pay_due, clear_due
from trisim.games.trismegistus.rules.scoring import elementals_of
from trisim.games.trismegistus.rules.stack import add_move, because, begin_effects, note
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves

KIND, ELEMENTS, LEVEL, THING, COUNT = 0, 1, 2, 3, 4
assert (KIND, LEVEL, COUNT) == (NeedColumn.KIND, NeedColumn.LEVEL, NeedColumn.COUNT)


@kernel
def shown(game: Game, box: Box, seat: int, row: int) -> int:
    """How much a player can show of what one part of a requirement counts."""
    lab = game.labs[seat]
    kind, elements = int(box.needs[row, KIND]), int(box.needs[row, ELEMENTS])
    if kind == CountKind.EXPERIMENT and box.needs[row, LEVEL] != NONE:
        return int(lab.performed_level[box.needs[row, LEVEL]])
    if kind == CountKind.ANY_LEVEL:
        highest = 0
        for track in range(4):
            highest = max(highest, int(lab.level[track]))
        return highest
    if kind == CountKind.ELEMENTAL and box.rules.achievements_count_all_elementals:
        total = 0
        for element in range(4):
            if (elements >> element) & 1:
                total += elementals_of(game, box, seat, element)
        return total
    return count_of(game, box, seat, kind, elements)


@kernel
def can_claim(game: Game, box: Box, seat: int, achievement: int) -> bool:
    """Whether everything an achievement asks can be shown; each cube counts once."""
    lab = game.labs[seat]
    first = int(box.achievement_needs[achievement, 0])
    clear_due(lab)
    for row in range(first, first + int(box.achievement_needs[achievement, 1])):
        thing = int(box.needs[row, THING])
        if thing != NONE:
            column = thing if thing <= Thing.GOLD else thing - 7
            lab.due[column] += box.needs[row, COUNT]
        elif shown(game, box, seat, row) < int(box.needs[row, COUNT]):
            clear_due(lab)
            return False
    fine = can_pay_due(box, lab)
    clear_due(lab)
    return fine


@kernel
def legal_claim(game: Game, box: Box, seat: int, n: int, moves: Moves) -> int:
    """Each achievement that can be claimed now."""
    if not game.with_achievements:
        return n
    for achievement in range(int(box.achievements)):
        if game.achievement_at[achievement] == At.OPEN and can_claim(game, box, seat, achievement):
            n = add_move(moves, n, Move.CLAIM, achievement, 0, 0)
    return n


@kernel
def claim(game: Game, box: Box, log: Log, seat: int, achievement: int) -> None:
    """Claim an achievement and take its bonus; its points count at the end."""
    game.achievement_at[achievement] = seat
    because(game, Cause.ACHIEVEMENT, achievement)
    note(game, log, Event.ACHIEVE, seat, achievement, 0)
    first = int(box.achievement_bonus[achievement, 0])
    begin_effects(game, box, seat, first, int(box.achievement_bonus[achievement, 1]))
