"""Random play of other libraries, in an environment that has them; needs nothing of trisim.

Started as ``python peer_games.py NAME``: prints the library's version, then for each line with a
number of seconds plays that long and prints games, decisions (-1: not counted) and seconds of the
processor's time.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

Play = Callable[[int], int]
"""Plays one game by a seed; returns how many decisions it took, -1 if that can't be told."""


def catanatron() -> Play:
    """Settlers of Catan: four players who choose at random."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    def play(seed: int) -> int:
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        return len(game.state.actions) if hasattr(game.state, "actions") else -1

    return play


def open_spiel(name: str) -> Play:
    """A game of OpenSpiel, played out by its own C++ loop and C++ random bots."""
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game(name)
    seats = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in seats]
    random.seed(7)
    steps = sum(count_steps(game.new_initial_state()) for _ in range(20)) // 20

    def play(seed: int) -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return steps

    return play


def count_steps(state: Any) -> int:
    """How many decisions a random game takes, chance left out."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            moves, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(moves, weights)[0])  # noqa: S311
        else:
            steps += 1
            state.apply_action(random.choice(state.legal_actions()))  # noqa: S311
    return steps


def pyminion() -> Play:
    """Dominion: two players who buy money and provinces; it has no random player."""
    import copy
    import logging

    from pyminion.bots.examples import BigMoney  # type: ignore[import-not-found]
    from pyminion.expansions.base import base_set  # type: ignore[import-not-found]
    from pyminion.game import Game  # type: ignore[import-not-found]

    logging.disable(logging.CRITICAL)
    players = [BigMoney("first"), BigMoney("second")]
    game = Game(players=players, expansions=[base_set], log_stdout=False)

    def play(seed: int) -> int:
        random.seed(seed)
        copy.copy(game).play()
        return -1

    return play


PEERS: dict[str, tuple[str, Callable[[], Play]]] = {
    "catanatron": ("catanatron", catanatron),
    "gin_rummy": ("open_spiel", lambda: open_spiel("gin_rummy")),
    "backgammon": ("open_spiel", lambda: open_spiel("backgammon")),
    "pyminion": ("pyminion", pyminion),
}
"""The package and the game of each peer."""


def main() -> None:
    """Serve turns until the input ends."""
    package, make = PEERS[sys.argv[1]]
    play = make()
    play(0)
    sys.stdout.write(f"{version(package)}\n")
    sys.stdout.flush()
    seed = 0
    for line in sys.stdin:
        games = decisions = 0
        began, busy = time.perf_counter(), time.process_time()
        while games == 0 or time.perf_counter() - began < float(line):
            seed += 1
            decisions += play(seed)
            games += 1
        took = time.process_time() - busy
        sys.stdout.write(f"{games} {decisions if decisions > 0 else -1} {took}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
