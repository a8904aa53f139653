"""Dice: rolling them into the bowls, drafting, wild faces, ethereal dice."""

from __future__ import annotations

from trisim.engine.chance import draw
from trisim.games.trismegistus.box.words import Symbol, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Move
from trisim.games.trismegistus.rules.solo import dice_in_game
from trisim.games.trismegistus.rules.stack import add_move, because, hold, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.streams import DICE

SYMBOLS = len(Symbol)
COLORS = 3
WILD = int(Symbol.WILD)


@kernel
def roll_die(game: Game, color: int) -> None:
    """Roll one die into its bowl; a die more or less of one colour leaves the others' rolls."""
    stream = DICE + int(game.round_no) * COLORS + color
    symbol = draw(game.seed, stream, int(game.rolls[color]), SYMBOLS)
    game.rolls[color] += 1
    game.bowls[symbol, color] += 1


@kernel
def dice_in_bowl(game: Game, symbol: int) -> int:
    """How many dice a bowl holds."""
    return int(game.bowls[symbol, 0]) + int(game.bowls[symbol, 1]) + int(game.bowls[symbol, 2])


@kernel
def overfull_bowl(game: Game, box: Box) -> int:
    """The first bowl with more dice than its limit; -1: none."""
    for symbol in range(SYMBOLS):
        if dice_in_bowl(game, symbol) > int(box.rules.bowl_limit):
            return symbol
    return -1


@kernel
def roll_dice(game: Game, box: Box, log: Log) -> None:
    """Roll all dice; reroll the first overfull bowl until there is none."""
    game.rolls[:] = 0
    game.bowls[:] = 0
    for color in range(3):
        for _ in range(dice_in_game(game, box, color)):
            roll_die(game, color)
    symbol = overfull_bowl(game, box)
    while symbol >= 0:
        note(game, log, Event.REROLL, -1, symbol, dice_in_bowl(game, symbol))
        reroll_bowl(game, symbol)
        symbol = overfull_bowl(game, box)
    for symbol in range(SYMBOLS):
        for color in range(3):
            note(game, log, Event.BOWL, -1, symbol * 3 + color, int(game.bowls[symbol, color]))


@kernel
def reroll_bowl(game: Game, symbol: int) -> None:
    """Take all dice out of a bowl and roll them again."""
    black, white = int(game.bowls[symbol, 0]), int(game.bowls[symbol, 1])
    red = int(game.bowls[symbol, 2])
    for color in range(3):
        game.bowls[symbol, color] = 0
    for _ in range(black):
        roll_die(game, 0)
    for _ in range(white):
        roll_die(game, 1)
    for _ in range(red):
        roll_die(game, 2)


# ---------------------------------------------------------------- draft


@kernel
def legal_draft(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """Go on with the die there is, or take any die while dice of the round are left."""
    lab = game.labs[seat]
    has_die = lab.die_symbol >= 0
    n = 0
    if has_die:
        n = add_move(moves, n, Move.NONE, 0, 0, 0)
    if int(lab.dice_used) + int(has_die) >= int(box.rules.dice_per_round):
        return n
    for symbol in range(SYMBOLS):
        for color in range(3):
            if game.bowls[symbol, color] > 0:
                n = add_move(moves, n, Move.DIE, symbol, color, 0)
    return n


@kernel
def resolve_draft(
    game: Game, box: Box, log: Log, seat: int, kind: int, symbol: int, color: int
) -> None:
    """Take a die; its potency is the number of dice that were in the bowl."""
    pop(game)
    lab = game.labs[seat]
    if kind == Move.NONE:
        count_as_itself(game, seat)
        return
    if lab.die_symbol >= 0:
        die = int(lab.die_symbol) * 3 + int(lab.die_color)
        note(game, log, Event.WASTE, seat, die, int(lab.potency))
        put_aside(game, log, seat)
    because(game, Cause.DRAFT, 0)
    take_die(game, box, log, seat, symbol, color)
    push(game, Frame.ETHEREAL, seat, 0, 0, 0)
    if symbol == WILD:
        push(game, Frame.WILD, seat, 0, 0, 0)


@kernel
def potency_of(game: Game, box: Box, symbol: int) -> int:
    """The potency of a die taken from a bowl now."""
    return min(dice_in_bowl(game, symbol), int(box.rules.potency_limit))


@kernel
def take_die(game: Game, box: Box, log: Log, seat: int, symbol: int, color: int) -> None:
    """A die goes from its bowl to the potency track."""
    lab = game.labs[seat]
    lab.potency = potency_of(game, box, symbol)
    game.bowls[symbol, color] -= 1
    lab.die_symbol = symbol
    lab.die_color = color
    count_as_itself(game, seat)
    note(game, log, Event.DRAFT, seat, symbol * 3 + color, int(lab.potency))


@kernel
def count_as_itself(game: Game, seat: int) -> None:
    """The die counts as what it is, until a chameleon says otherwise."""
    lab = game.labs[seat]
    lab.as_symbol = lab.die_symbol
    lab.as_color = lab.die_color


@kernel
def put_aside(game: Game, log: Log, seat: int) -> None:
    """A die goes to the used dice."""
    lab = game.labs[seat]
    note(game, log, Event.DIE_USED, seat, int(lab.die_symbol) * 3 + int(lab.die_color), 0)
    lab.die_symbol = -1
    lab.potency = 0
    lab.dice_used += 1


@kernel
def legal_wild(moves: Moves) -> int:
    """Any of the other five symbols."""
    n = 0
    for symbol in range(WILD):
        n = add_move(moves, n, Move.SYMBOL, symbol, 0, 0)
    return n


@kernel
def resolve_wild(game: Game, log: Log, seat: int, symbol: int) -> None:
    """Turn a wild die."""
    pop(game)
    set_face(game, log, seat, symbol)


@kernel
def set_face(game: Game, log: Log, seat: int, symbol: int) -> None:
    """A wild die shows another symbol from now on."""
    game.labs[seat].die_symbol = symbol
    count_as_itself(game, seat)
    note(game, log, Event.WILD, seat, symbol, 0)


@kernel
def legal_ethereal(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """Spend none, or as many ethereal dice as one draft allows."""
    lab = game.labs[seat]
    n = add_move(moves, 0, Move.NONE, 0, 0, 0)
    most = min(int(lab.held[Thing.ETHEREAL_DIE]), int(box.rules.ethereal_per_draft))
    most = min(most, int(box.rules.potency_limit) - int(lab.potency))
    for count in range(1, most + 1):
        n = add_move(moves, n, Move.YES, count, 0, 0)
    return n


@kernel
def resolve_ethereal(game: Game, log: Log, seat: int, kind: int, count: int) -> None:
    """Raise the potency of the die just drafted."""
    pop(game)
    if kind == Move.YES:
        raise_potency(game, log, seat, count)


@kernel
def raise_potency(game: Game, log: Log, seat: int, count: int) -> None:
    """Spend ethereal dice on a die."""
    hold(game, log, seat, Thing.ETHEREAL_DIE, -count)
    game.labs[seat].potency += count
