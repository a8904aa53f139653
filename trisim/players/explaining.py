"""Why a weights player chooses a move: the value of each option, by feature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate
from typing import Any, TypeAlias

from trisim.engine.game import Game
from trisim.engine.loop import noise_key
from trisim.players.choosing import choosing_with, options_of
from trisim.players.noise import error, makes_error
from trisim.players.player import Kind, Player
from trisim.players.search import WORST, estimate

WORTH = "worth"
"""In place of a feature: what a card or a role is worth as a whole."""

EQUAL = 1e-6
"""Points by which options may differ and still be worth the same."""

Parts: TypeAlias = dict[str, float]


class Standing(StrEnum):
    """The status of an option among the others, before its value counts."""

    PLAIN = "plain"  # by its value
    FIRST = "first"  # it gains, and whatever else is done can wait
    NEVER = "never"  # it gains nothing, or can wait
    OUTDONE = "outdone"  # another one like it was better before
    WASTE = "waste"  # it would waste something: not looked at
    UNSEARCHED = "unsearched"  # left out at first sight by a player that searches


ORDER = (Standing.FIRST, Standing.PLAIN, Standing.NEVER, Standing.OUTDONE, Standing.WASTE)
"""The options as they are listed."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a player evaluated it.

    ``value`` is in points: of the position after the option, or, if it can wait, the gain over
    waiting. ``parts`` are its points by feature, and add up to it; there are none after a search.
    """

    move: int
    words: str
    value: float
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)
    standing: Standing = Standing.PLAIN
    action: str = ""
    """What the option is for, in words, if it prepares an action."""

    error: float = 0.0
    """By how much it is misjudged, in points, if the player makes an error."""

    lines: int = 0
    """Lines of play that its value was found by, if the player searched."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A decision of a player, with the values of its options."""

    seat: int
    chosen: Option
    options: tuple[Option, ...]
    """The best first, as it is without errors."""

    makes_error: bool
    """Whether the player makes an error in this decision, which may change nothing."""

    @property
    def best(self) -> Option:
        """The option with the highest value."""
        return self.options[0]

    @property
    def runner_up(self) -> Option | None:
        """The best comparable option with another value than the chosen one."""
        for option in self.options:
            is_like = option.standing is self.chosen.standing
            if is_like and abs(option.value - self.chosen.value) > EQUAL:
                return option
        return None

    def difference(self) -> dict[str, float]:
        """Points by feature that the chosen option has over the runner-up, the most first."""
        other = self.runner_up
        if other is None:
            return {}
        return by_size(minus(self.chosen.parts, other.parts))


def minus(parts: Mapping[str, float], others: Mapping[str, float]) -> Parts:
    """The difference between two sums, part by part."""
    return {name: parts.get(name, 0.0) - others.get(name, 0.0) for name in {**parts, **others}}


def by_size(parts: Mapping[str, float]) -> Parts:
    """Parts other than 0, the largest first."""
    found = {name: value for name, value in parts.items() if abs(value) > EQUAL}
    return dict(sorted(found.items(), key=lambda part: (-abs(part[1]), part[0])))


class Explaining:
    """A chooser like ``chooser`` that remembers its reasons.

    A game with its own evaluator derives a class that explains the value of an option.
    """

    def __init__(self, player: Player, seed: int, seat: int, box: Any, rotation: int = 0) -> None:
        self.player = player
        self.seat = seat
        self.policy = player.kit.policy_of(player, box)
        self.policy.noise = noise_key(seed, seat, rotation)
        self.last: Explanation | None = None
        if player.kind is Kind.WEIGHTS:
            self.policy.evaluation.explaining = True
        self.choose = choosing_with(player, seat, self.policy)

    def __call__(self, game: Any) -> int:
        """The choice; ``last`` has its explanation, if there is one."""
        move = self.choose(game)
        is_known = self.player.kind is Kind.WEIGHTS
        self.last = self.explanation(game, move) if is_known else None
        return move

    def explanation(self, game: Any, move: int) -> Explanation:
        """The explanation of a move in this position."""
        if self.policy.search.compared:
            options = self.searched(game)
        else:
            found = [self.option(game, place, one) for place, one in enumerate(self.moves(game))]
            options = sorted(found, key=lambda each: (ORDER.index(each.standing), -each.value))
        chosen = next(option for option in options if option.move == move)
        return Explanation(game.seat, chosen, tuple(options), self.makes_error(game))

    def moves(self, game: Any) -> list[int]:
        """The options that the player may take."""
        return [int(move) for move in options_of(game, self.player, self.policy)]

    def makes_error(self, game: Game) -> bool:
        return bool(makes_error(game.state, self.policy))

    def error(self, game: Game, place: int) -> float:
        """The error in the value of an option."""
        return float(error(game.state, self.policy, place)) if self.makes_error(game) else 0.0

    def option(self, game: Any, place: int, move: int) -> Option:
        """An option with its value before the search."""
        evaluation = self.policy.evaluation
        parts = zip(self.player.kit.features, evaluation.parts[place], strict=False)
        points = {name: float(value) for name, value in parts if value}
        value, wrong = float(evaluation.values[place]), self.error(game, place)
        return Option(move, game.describe(move), value, points, error=wrong)

    def searched(self, game: Any) -> list[Option]:
        """The options in the order of the search."""
        moves, found = self.moves(game), self.policy.search
        places = [int(place) for place in found.candidates[: found.compared]]
        estimates = (float(estimate(self.policy, number)) for number in range(len(places)))
        values = accumulate(estimates, min)  # as in best_candidate
        options = [
            self.candidate(game, number, moves[places[number]], value)
            for number, value in enumerate(values)
        ]
        left_out = [one for place, one in enumerate(moves) if place not in places]
        unsearched = Standing.UNSEARCHED
        return options + [
            Option(one, game.describe(one), WORST, standing=unsearched) for one in left_out
        ]

    def candidate(self, game: Any, number: int, move: int, value: float) -> Option:
        wrong = self.error(game, int(self.policy.search.candidates[number]))
        lines = int(self.policy.search.played[number])
        return Option(move, game.describe(move), value, error=wrong, lines=lines)
