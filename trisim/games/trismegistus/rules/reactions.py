"""Reactions: what the other players may do after an action."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.actions import (
    essence_thing,
    legal_essence,
    legal_recharge,
    recharge,
)
from trisim.games.trismegistus.rules.codes import Cause, Event, Move
from trisim.games.trismegistus.rules.stack import add_move, because, gain, note, pop
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.transmute import arrows_of, legal_transmute, transmute


@kernel
def legal_react(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """Nothing, or one reaction to the real die of the active player."""
    n = add_move(moves, 0, Move.NONE, 0, 0, 0)
    if game.labs[seat].held[Thing.REACTION] == 0:
        return n
    die = game.labs[int(game.active)]
    symbol, color = int(die.die_symbol), int(die.die_color)
    n = add_move(moves, n, Move.HARVEST, 1, 0, 0)
    n = legal_essence(box, symbol, 1, n, moves)
    n = legal_transmute(game, box, seat, arrows_of(box, color), 0, n, moves)
    return legal_recharge(game, seat, n, moves)


@kernel
def resolve_react(
    game: Game, box: Box, log: Log, seat: int, kind: int, a: int, b: int, c: int
) -> None:
    """Turn a reaction token and take the reaction."""
    pop(game)
    if kind == Move.NONE:
        return
    lab = game.labs[seat]
    because(game, Cause.REACTION, 0)
    lab.held[Thing.REACTION] -= 1
    lab.used_reactions += 1
    note(game, log, Event.REACT, seat, kind, -1)
    if kind == Move.HARVEST:
        gain(game, box, log, seat, int(game.labs[int(game.active)].die_symbol), 1)
    elif kind == Move.ESSENCE:
        gain(game, box, log, seat, essence_thing(a), 1)
    elif kind == Move.TRANSMUTE:
        game.acted = int(game.acted) | (1 << seat)
        transmute(game, box, log, seat, a, b, c)
    else:
        recharge(game, log, seat, a)
