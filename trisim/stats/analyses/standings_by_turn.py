"""The scores of all seats after each turn, as if the game ended there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Standings:
    """The course of each game of a batch; games without a single winner have no drama."""

    behind: Whole
    """Positions, a position after each turn but the last, in which the later winner was behind."""

    positions: Whole
    deficit: Whole
    """Points behind the leader, summed over these positions."""

    greatest: Whole
    """Most points that the later winner was ever behind."""

    swing: Whole
    """Most points that anybody gained in a turn of their own."""

    after: NDArray[np.int32]
    """Scores at the end of each round: [round - 1, seat, game]."""

    reached: NDArray[np.bool_]
    """Whether the round was played to its end: [round - 1, game]."""


def standings(
    starts: Whole, turns: Mapping[str, NDArray[Any]], winner: Whole, shape: tuple[int, int]
) -> Standings:
    """From the columns ``round``, ``seat`` and ``scores`` of turns, sorted by game and turn.

    ``scores`` has a row for each turn and a column for each seat. ``starts`` has the first row of
    each game, ``winner`` the winning seat, -1 for a shared victory; ``shape`` is (rounds, seats).
    """
    lengths = np.diff(starts, append=len(turns["round"]))
    walk = Walk(*shape, winner)
    for turn in range(int(lengths.max(initial=0))):
        here = np.flatnonzero(lengths > turn)
        row, last = starts[here] + turn, lengths[here] == turn + 1
        walk.take(here, turns["seat"][row], turns["scores"][row].astype(np.int64), last)
        number = turns["round"][row]
        following = turns["round"][np.where(last, row, row + 1)]
        closing = last | (following != number)
        walk.close(here[closing], number[closing].astype(np.int64) - 1)
    return walk.done()


class Walk:
    """Steps through all games of a batch in parallel, a turn at a time."""

    def __init__(self, rounds: int, seats: int, winner: Whole) -> None:
        games = len(winner)
        self.winner, self.alone = np.maximum(winner, 0), winner >= 0
        self.standing = np.zeros((seats, games), dtype=np.int32)
        self.behind, self.positions, self.deficit, self.greatest, self.swing = (
            np.zeros(games, dtype=np.int64) for _ in range(5)
        )
        self.after = np.zeros((rounds, seats, games), dtype=np.int32)
        self.reached = np.zeros((rounds, games), dtype=bool)

    def take(self, here: Whole, seat: NDArray[Any], scores: Whole, last: NDArray[np.bool_]) -> None:
        """One turn of the games that are not over."""
        gain = scores[np.arange(len(here)), seat] - self.standing[seat, here]
        self.swing[here] = np.maximum(self.swing[here], gain)
        self.standing[:, here] = scores.T
        told = self.alone[here] & ~last
        there = here[told]
        lag = self.standing[:, there].max(axis=0) - self.standing[self.winner[there], there]
        self.positions[there] += 1
        self.behind[there] += lag > 0
        self.deficit[there] += lag
        self.greatest[there] = np.maximum(self.greatest[there], lag)

    def close(self, here: Whole, round_at: Whole) -> None:
        """The end of a round in some games."""
        within = round_at < len(self.after)
        here, round_at = here[within], round_at[within]
        self.after[round_at, :, here] = self.standing[:, here].T
        self.reached[round_at, here] = True

    def done(self) -> Standings:
        return Standings(
            self.behind,
            self.positions,
            self.deficit,
            self.greatest,
            self.swing,
            self.after,
            self.reached,
        )
