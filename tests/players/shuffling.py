"""Positions of every kind of decision, and the same with all that is hidden dealt anew."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from trisim.engine.loop import noise_key
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.rules.codes import DECISIONS, Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.view import masked
from trisim.players.choosing import choosing_with
from trisim.players.player import Player

TABLES = ((2, 1), (3, 2), (4, 3), (2, 4), (3, 5), (4, 6))
"""Players and seed of the games that positions are taken from; every other with achievements."""

LIKED = (
    Move.PERFORM, Move.BUY_FORMULA, Move.USE_FORMULA, Move.CLAIM, Move.ARROW, Move.TRANSMUTE,
)  # fmt: skip
GIFT, LEVELS, GOODS = 3, 2, 14
"""What makes a random table rich enough to come to every kind of decision: cubes, essences."""

FREQUENT = {Frame.KEEP: 6, Frame.DRAFT: 4, Frame.ACTION: 6, Frame.REACT: 4}
USUAL = 2
KEY = 11


def rich_game(players: int, seed: int) -> Iterator[tuple[Game, bool]]:
    """A game at each of its decisions, and whether the move made there drew publications.

    Moves are random, of those that lead far if there are any.
    """
    chance = random.Random(seed)
    game = Game.new(players, seed, achievements=seed % 2 == 0)
    is_rich = False
    while not game.is_over:
        if not game.state.choosing and not is_rich:
            is_rich = True
            for lab in game.state.labs[:players]:
                lab.held[:GOODS] += GIFT
                lab.level += LEVELS
        before, moves = game.copy(), game.legal()
        liked = [move for move in moves if move >> 24 in LIKED]
        game.apply(chance.choice(liked if liked and chance.random() < 0.8 else moves))
        yield before, any(one.what is Event.DRAW for one in game.events())


@lru_cache(maxsize=1)
def positions() -> tuple[Game, ...]:
    """A few positions of each kind of decision, from all tables, and some from which one draws."""
    found: dict[Frame, list[Game]] = defaultdict(list)
    drawing = []
    for players, seed in TABLES:
        for game, drew in rich_game(players, seed):
            assert game.frame is not None
            found[game.frame].append(game)
            drawing += [game] if drew else []
    assert len(found) == DECISIONS, "a kind of decision never came up"
    each = (game for kind in sorted(found) for game in spread(found[kind], kind))
    return (*each, *spread(drawing, Frame.DRAW))


def one_of_each(place: int) -> list[Game]:
    """One position of each kind of decision, others for another place."""
    kinds: dict[Any, list[Game]] = defaultdict(list)
    for game in positions():
        kinds[game.frame].append(game)
    return [games[place % len(games)] for games in kinds.values()]


def spread(games: list[Game], kind: Frame) -> list[Game]:
    """Some of many, from first to last."""
    wanted = min(len(games), FREQUENT.get(kind, USUAL))
    return [games[(2 * place + 1) * len(games) // (2 * wanted)] for place in range(wanted)]


def shuffled(game: Game, seat: int, key: int, *, keep_seed: bool = False) -> Game:
    """The game with everything hidden from a seat dealt anew; the order of the decks, too.

    With ``keep_seed``, what the seat is shown of it is the very same.
    """
    other = game.copy()
    other.state.seed = key
    masked(other.state, other.tables, seat)
    if keep_seed:
        other.state.seed = game.state.seed
    return other


def judged(player: Player, game: Game, chance: int = 5) -> tuple[int, Any]:
    """The choice of a player who comes new to a table, and what it finds the options worth.

    Its own chance is the same at every table.
    """
    policy = KIT.policy_of(player, game.box)
    policy.noise = noise_key(chance, game.seat, 0)
    move = choosing_with(player, game.seat, policy)(game)
    return move, policy.evaluation.values[: len(game.legal())].tolist()


def peeks(player: Player, game: Game, *, keep_seed: bool = False) -> bool:
    """Whether a player judges otherwise when what it can't know is otherwise."""
    other = shuffled(game, game.seat, KEY + int(game.state.decisions), keep_seed=keep_seed)
    return judged(player, game) != judged(player, other)


def where(game: Game) -> str:
    """A position, to be found again."""
    state = game.state
    frame = game.frame.name if game.frame is not None else "the end"
    return f"{frame}, {game.players} players, seed {int(state.seed)}, decision {state.decisions}"
