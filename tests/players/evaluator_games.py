"""Whole games of weights players, move by move: to be played compiled, and followed plain."""

from __future__ import annotations

from collections.abc import Iterator

from tests.players.helpers import options
from tests.trismegistus.rules.property_checks import other_readings
from trisim.engine.kernel import JIT
from trisim.engine.loop import noise_key
from trisim.games.trismegistus.players.evaluator import choose_best
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.rules.game import Game, reference_box
from trisim.players.registry import load

SEED = 21
LINEUPS = {
    "two": ("balanced", "greedy"),
    "four": ("balanced:noise=0.3", "balanced", "greedy", "balanced"),
}


class Table:
    """A game of a line-up, with a policy for each seat."""

    def __init__(self, name: str) -> None:
        lineup = LINEUPS[name]
        box = other_readings() if name == "two" else reference_box()
        self.game = Game.new(len(lineup), SEED, box=box, achievements=True)
        self.policies = [KIT.policy_of(load(spec, KIT), box) for spec in lineup]
        for seat, policy in enumerate(self.policies):
            policy.noise = noise_key(SEED, seat, 0)

    def choice(self) -> int:
        """The move of the seat that decides."""
        game, moves = self.game, options(self.game)
        choose = choose_best.function(JIT)
        policy = self.policies[game.seat]
        return int(choose(game.state, game.tables, moves, len(moves), game.seat, policy))


def moves_of(name: str) -> Iterator[int]:
    """The moves of a game from its beginning to its end."""
    table = Table(name)
    while not table.game.is_over:
        move = table.choice()
        yield move
        table.game.apply(move)
        table.game.events()


def traces() -> dict[str, list[int]]:
    """The moves of all games."""
    return {name: list(moves_of(name)) for name in LINEUPS}


def first_difference(name: str, moves: list[int], every: int) -> str | None:
    """Where other moves would have been made, in the setup and in every so many turns."""
    table = Table(name)
    game = table.game
    for move in moves:
        if game.state.turn_no % every == 0 and (chosen := table.choice()) != move:
            where = f"decision {game.state.decisions} of {name}, {game.frame!r}"
            return f"{where}: {game.describe(chosen)}, not {game.describe(move)}"
        game.apply(move)
        game.events()
    return None if game.is_over else f"{name} is not over"
