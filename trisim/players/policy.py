"""The record of a strategy at a seat: its numbers, and memory for evaluation and search.

A game combines these parts with ``policy_type`` and adds parts of its own. Strategies of users read
``noise``, the key of their own chance, and ``parameters``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from trisim.engine.kernel import KernelRegistry, struct
from trisim.engine.log import QUIET_LOG
from trisim.players.allowed import without_type
from trisim.players.kit import Number
from trisim.players.player import Kind, Player
from trisim.players.restrictions import restrictions_of

PARAMETER_ROOM = 8
CANDIDATES = 16
"""Room for options that are simulated."""

LENGTH = "length"
"""The number of the search that says how far a line of play goes; games may call it otherwise."""


def search_numbers(length: str, meaning: str) -> dict[str, Number]:
    """The numbers of the search in weights files; ``length`` is the unit of its length."""
    most = 1_000_000
    return {
        "iterations": Number(
            0, "lines of play that a decision is simulated by; 0: it doesn't search", 0, most, True
        ),
        "options": Number(6, "options that it simulates, at the most", 2, CANDIDATES, True),
        length: Number(2, meaning, 1, 99, True),
        "trust": Number(
            4.0, "lines of play that its first judgement of an option counts as much as", 0, most
        ),
    }


def evaluation_type(moves: int, features: int) -> np.dtype[Any]:
    """The values of the options of the last decision."""
    return struct(
        ("values", np.float64, (moves,)),
        ("explaining", np.bool_),  # whether the features of each option are kept
        ("parts", np.float64, (moves, features)),  # by option and feature
    )


def search_type(game: np.dtype[Any], moves: int) -> np.dtype[Any]:
    """The numbers of the search, and its memory."""
    return struct(
        ("iterations", np.float64),  # lines of play; 0: it doesn't search
        ("options", np.float64),  # that are simulated, at the most
        ("length", np.float64),  # how far a line of play goes, in units of the game
        ("trust", np.float64),  # lines of play that the first judgement counts as much as
        ("worlds", game, (2,)),  # the position with hidden cards dealt anew; a line of play from it
        ("choices", np.int32, (moves,)),  # of the line of play
        ("log", QUIET_LOG),
        ("candidates", np.int64, (CANDIDATES,)),  # options that are simulated, the best first
        ("priors", np.float64, (CANDIDATES,)),  # what each was worth at first sight
        ("sums", np.float64, (CANDIDATES,)),  # what their lines of play came to
        ("played", np.int64, (CANDIDATES,)),  # how many lines of play each had
        ("behind", np.float64, (CANDIDATES,)),  # how far each is behind the first in this stage
        ("squares", np.float64, (CANDIDATES,)),  # of how far it was behind in each world
        ("compared", np.int64),  # candidates of the last decision; 0: nothing was simulated
        ("lines", np.int64),  # of play, in all decisions so far
    )


def policy_type(
    *,
    game: np.dtype[Any] | None = None,
    moves: int = 0,
    phases: int = 0,
    features: int = 0,
    judgement: Iterable[str] = (),
    restrictions: int = 0,
    parts: Mapping[str, np.dtype[Any]] | None = None,
) -> np.dtype[Any]:
    """The record of a strategy; without features, for compiled strategies only.

    ``restrictions`` is the room for their codes. ``parts`` are records of the game's own evaluator,
    by name.
    """
    fields: list[tuple[Any, ...]] = [
        ("noise", np.uint64),  # the key of its own chance in this game
        ("error_rate", np.float64),  # in what share of its decisions it makes an error, 0 … 1
        ("error_size", np.float64),  # how large errors are, in points
        (
            "parameters",
            np.float64,
            (PARAMETER_ROOM,),
        ),  # of a compiled strategy, as it declares them
        ("without", without_type(max(restrictions, 1))),
    ]
    if features:
        assert game is not None
        numbers = [(name, np.float64) for name in judgement]
        fields += [
            ("weights", np.float64, (phases, features)),
            *([("judgement", struct(*numbers))] if numbers else []),
            ("evaluation", evaluation_type(moves, features)),
            ("search", search_type(game, moves)),
        ]
    return struct(*fields, *(parts or {}).items())


def register_policy(registry: KernelRegistry, policy: np.dtype[Any], seats: int) -> None:
    """Declare the record of a strategy and its arrays among the types of a game."""
    registry.records["Policy"] = policy
    registry.arrays["Policies"] = ("Policy", 1)
    registry.arrays["Floats"] = ("float64", 1)
    registry.pointers["Choosers"] = ("int Game Box Moves int int Policy", seats)


def fill_policy(policy: Any, player: Player, box: Any) -> None:
    """Fill a blank record with what every strategy has."""
    policy.error_rate = player.noise
    policy.error_size = player.far
    for restriction in restrictions_of(player, box):
        policy.without.codes[restriction.code] = 1
        policy.without.applies = True
    if player.kind is Kind.WEIGHTS:
        names = list(player.kit.features)
        for name, weights in player.weights.items():
            policy.weights[:, names.index(name)] = weights
        for name, value in player.judgement.items():
            policy.judgement[name] = value
        for name, value in player.search.items():
            policy.search[name if name in policy.search.dtype.names else LENGTH] = value
    elif player.kind is Kind.COMPILED:
        for place, value in enumerate(player.parameters.values()):
            policy.parameters[place] = value
