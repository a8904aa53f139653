"""Standings turn by turn, against a slow and obvious way to tell them."""

from __future__ import annotations

import numpy as np
import pytest

from trisim.stats.analyses.standings_by_turn import Standings, standings

ROUNDS, SEATS = 2, 3


def told(rows: list[tuple[int, int, int, int]], winner: list[int]) -> Standings:
    """From rows of game, round, seat and its score; the others stand where they stood."""
    game, number, seat, score = (np.array(column) for column in zip(*rows, strict=True))
    starts = np.searchsorted(game, np.arange(len(winner)))
    scores = np.zeros((len(rows), SEATS), np.int16)
    for row in range(len(rows)):
        if row and game[row] == game[row - 1]:
            scores[row] = scores[row - 1]
        scores[row, seat[row]] = score[row]
    turns = {"round": number.astype(np.int8), "seat": seat, "scores": scores}
    return standings(starts, turns, np.array(winner), (ROUNDS, SEATS))


def test_a_game_by_hand() -> None:
    """Seat 1 wins, after being 4 behind twice and 3 behind once; one turn brings 9."""
    rows = [
        (0, 1, 0, 4),  # 4 0 0: behind by 4
        (0, 1, 1, 4),  # 4 4 0
        (0, 1, 2, 8),  # 4 4 8: behind by 4
        (0, 2, 0, 7),  # 7 4 8: behind by 4
        (0, 2, 1, 5),  # 7 5 8: behind by 3
        (0, 2, 2, 6),  # 7 5 6: behind by 2
        (0, 2, 1, 14),  # the end
    ]
    found = told(rows, [1])
    assert (found.positions[0], found.behind[0]) == (6, 5)
    assert (found.deficit[0], found.greatest[0], found.swing[0]) == (17, 4, 9)
    assert found.after[:, :, 0].tolist() == [[4, 4, 8], [7, 14, 6]]
    assert found.reached[:, 0].tolist() == [True, True]


def test_what_others_gain_in_a_turn_counts_for_the_standing_but_is_no_swing() -> None:
    scores = np.array([[1, 0, 0], [1, 2, 7], [8, 2, 7]], np.int16)
    seats = np.array([0, 1, 0])
    turns = {"round": np.ones(3, np.int8), "seat": seats, "scores": scores}
    found = standings(np.array([0]), turns, np.array([0]), (ROUNDS, SEATS))
    assert (found.behind[0], found.greatest[0], found.swing[0]) == (1, 6, 7)


def test_shared_victories_have_no_drama_and_short_games_no_second_round() -> None:
    rows = [(0, 1, 0, 3), (0, 1, 1, 3), (1, 1, 2, 5)]
    found = told(rows, [-1, 2])
    assert found.positions.tolist() == [0, 0]
    assert found.swing.tolist() == [3, 5]
    assert found.reached.tolist() == [[True, True], [False, False]]


@pytest.mark.parametrize("seed", range(3))
def test_many_games_side_by_side_are_each_as_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, winner = [], rng.integers(-1, SEATS, 9).tolist()
    for game in range(9):
        for number in (1, 2):
            rows += [
                (game, number, int(rng.integers(SEATS)), int(rng.integers(30)))
                for _ in range(rng.integers(1, 9))
            ]
    together = told(rows, winner)
    for game in range(9):
        own = [(0, *row[1:]) for row in rows if row[0] == game]
        alone = told(own, [winner[game]])
        for name in ("behind", "positions", "deficit", "greatest", "swing"):
            assert getattr(alone, name)[0] == getattr(together, name)[game]
        assert (alone.after[:, :, 0] == together.after[:, :, game]).all()


def test_drama_is_that_of_a_plain_loop() -> None:
    rng = np.random.default_rng(4)
    rows = [(0, 1, int(rng.integers(SEATS)), int(rng.integers(30))) for _ in range(40)]
    found = told(rows, [2])
    standing, lags = [0] * SEATS, []
    for _, _, seat, score in rows[:-1]:
        standing[seat] = score
        lags.append(max(standing) - standing[2])
    assert found.deficit[0] == sum(lags)
    assert found.behind[0] == sum(lag > 0 for lag in lags)
    assert found.greatest[0] == max(lags)
