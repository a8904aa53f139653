"""Players that search, and their thoughts about positions: to be found compiled, and plain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tests.players.helpers import SENSIBLE
from trisim.engine.loop import noise_key
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.search import choose_by_search
from trisim.games.trismegistus.rules.game import Game
from trisim.players.choosing import choosing_with
from trisim.players.player import Player


def thinker(
    weights: Player = SENSIBLE,
    *,
    iterations: int = 4,
    options: int = 2,
    dice: int = 1,
    trust: float = 0.0,
) -> Player:
    """A player of some weights who thinks."""
    numbers = {"iterations": iterations, "options": options, "dice": dice, "trust": trust}
    search = {name: float(value) for name, value in numbers.items()}
    return replace(weights, choose=choose_by_search, search=search)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player chose, and what it found of the options it thought about, the best first."""

    move: int
    candidates: tuple[int, ...]
    sums: tuple[float, ...]
    played: tuple[int, ...]


def thought_of(player: Player, game: Game, noise: int = 5, policy: Any = None) -> Thought:
    """What a player thinks who comes new to a table, or has a policy already."""
    policy = KIT.policy_of(player, game.box) if policy is None else policy
    policy.noise = noise_key(noise, game.seat, 0)
    move = choosing_with(player, game.seat, policy)(game)
    among = slice(int(policy.search.compared))
    found = (
        policy.search.candidates[among],
        policy.search.sums[among],
        policy.search.played[among],
    )
    return Thought(move, *(tuple(each.tolist()) for each in found))


def noise_at(place: int) -> int:
    """Chance of a player's own, another in each place."""
    return 100 + place
