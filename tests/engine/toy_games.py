"""Two toy games with different records, bound to one loop that is written once.

``python -m tests.engine.toy_games NAME…`` plays them compiled, in that order, and prints how they
went and how many kernels were compiled for them.
"""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

import numpy as np

from trisim.engine.chance import hash3
from trisim.engine.kernel import WATCHERS, KernelRegistry, records, struct
from trisim.engine.template import OF_GAME, Templates

Game: TypeAlias = Any
LIMIT = 100

TEMPLATES = Templates()
begin = OF_GAME
step = OF_GAME


@TEMPLATES.entry
def play_toy(game: Game, seed: int) -> int:
    """Play a game to its end: the number of its turns."""
    begin(game, seed)
    return turns_of(game)


@TEMPLATES.kernel
def turns_of(game: Game) -> int:
    """Play turn after turn."""
    turns = 0
    while turns < LIMIT and not step(game):
        turns += 1
    return turns


# ---------------------------------------------------------------- a race to a number

RACE = KernelRegistry("race")
RACE.records["Game"] = struct(("place", np.int64), ("seed", np.uint64))


@RACE.kernel
def begin_race(game: Game, seed: int) -> None:
    """At the start."""
    game.place = 0
    game.seed = seed


@RACE.kernel
def step_race(game: Game) -> bool:
    """Go one to six spaces; whether that was the last."""
    game.place += 1 + int(hash3(game.seed, int(game.place), 0) % np.uint64(6))
    return bool(game.place >= 40)


race = TEMPLATES.bind(RACE, __name__, begin=begin_race, step=step_race)

# ---------------------------------------------------------------- a pile that shrinks

PILE = KernelRegistry("pile")
PILE.records["Game"] = struct(("piles", np.int16, (3,)), ("left", np.float64))


@PILE.kernel
def begin_pile(game: Game, seed: int) -> None:
    """Three piles."""
    for number in range(3):
        game.piles[number] = 3 + (seed + number) % 5
    game.left = 1.0


@PILE.kernel
def step_pile(game: Game) -> bool:
    """Take one away from the largest; whether that was the last."""
    largest = 0
    for number in range(3):
        if game.piles[number] > game.piles[largest]:
            largest = number
    game.piles[largest] -= 1
    game.left /= 2
    return bool(game.piles[largest] == 0)


pile = TEMPLATES.bind(PILE, __name__, begin=begin_pile, step=step_pile)

GAMES = {"race": (RACE, race), "pile": (PILE, pile)}


def play(name: str, is_compiled: bool) -> list[tuple[int, str]]:
    """Turns and last positions of a few games."""
    registry, bound = GAMES[name]
    found = []
    for seed in range(5):
        game = records(1, registry.records["Game"])[0]
        turns = bound.play_toy.function(is_compiled)(game, seed)
        found.append((int(turns), str(game)))
    return found


if __name__ == "__main__":
    compiled: list[str] = []
    WATCHERS.append(lambda name, finished: compiled.append(name) if finished else None)
    for word in sys.argv[1:]:
        is_same = play(word, is_compiled=True) == play(word, is_compiled=False)
        sys.stdout.write(f"{word} {is_same} {len(compiled)}\n")
