"""Positions of every kind of decision, and the same with all that is hidden dealt anew."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

from trisim.games.madness.box.box import load_box
from trisim.games.madness.game import Options
from trisim.games.madness.loop import RULES
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.rules.codes import Frame, Move
from trisim.games.madness.rules.face import Face
from trisim.games.madness.rules.machine import masked
from trisim.players.player import Player
from trisim.players.registry import load

MAGES = ("ada", "basil", "cleo", "dora", "emil", "flora", "galen", "hugo")
TABLES = ((2, 1, "I"), (3, 2, "II"), (4, 3, "III"), (5, 4, "II"), (3, 6, "I"), (3, 9, "I"))
"""Players, seed and difficulty of the games that positions are taken from."""

EACH = 3
"""Positions of each kind of decision and table, at the most."""

KEY = 11


def mages_of(players: int, seed: int) -> list[int]:
    """The mages of a game, by number."""
    return random.Random(seed).sample(range(len(MAGES)), players)


def new_game(players: int, seed: int, difficulty: str = "I", mode: str = "normal") -> Face:
    """A game whose mages are dealt by its seed."""
    mages = [MAGES[number] for number in mages_of(players, seed)]
    options = Options(difficulty=difficulty, mode=mode)
    game = RULES.new_game(load_box(), players, seed, options, mages)
    assert isinstance(game, Face)
    return game


def frame_of(game: Any) -> Frame:
    """What is pending."""
    return Frame(int(game.state.stack[game.state.depth - 1].kind))


def busy_game(players: int, seed: int, difficulty: str) -> Iterator[Face]:
    """A game at each of its decisions; moves are random, and turns rarely end early."""
    chance, game = random.Random(seed), new_game(players, seed, difficulty)
    while not game.is_over:
        yield game
        moves = game.legal()
        ends = [move for move in moves if move >> 24 == Move.END]
        if ends and len(moves) > 1 and chance.random() < 0.9:
            moves = [move for move in moves if move not in ends]
        game.apply(chance.choice(moves))


@cache
def positions() -> tuple[Face, ...]:
    """Some positions of each kind of decision, from all tables, early and late ones."""
    found: list[Face] = []
    for players, seed, difficulty in TABLES:
        seen: dict[Frame, list[Face]] = defaultdict(list)
        for game in busy_game(players, seed, difficulty):
            seen[frame_of(game)].append(game.copy())
        for games in seen.values():
            found += games[:: max(1, len(games) // EACH)][:EACH]
    return tuple(found)


def of_kind(*kinds: Frame) -> list[Face]:
    """The positions of some kinds of decisions."""
    return [game for game in positions() if frame_of(game) in kinds]


def dealt_anew(game: Face, key: int = KEY) -> Face:
    """The position with decks, piles, the library and later pages in another order."""
    other = game.copy()
    other.state.seed = key
    masked(other.state, other.tables, game.seat)
    return other


def narrow(spec: str = "balanced") -> Player:
    """A player that looks one action ahead: plain, it is quick."""
    return load(f"{spec}:width=1:depth=1", KIT)
