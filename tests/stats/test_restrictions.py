"""The worth of parts of a game: planted effects are found, planted nulls are not."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from trisim.documents import plain, typed
from trisim.record.base import Outcome
from trisim.stats.estimate import StatsError
from trisim.stats.place_sheet import PlaceReader, PlaceSheet
from trisim.stats.restrictions import (
    DEAD,
    INDIFFERENT,
    MARGIN,
    NEEDED,
    TRAP,
    UNDECIDED,
    USEFUL,
    Effect,
    GamePart,
    PairSums,
    Worth,
    games_to_detect,
    largest,
    sums_of_free,
    worth_of,
)

PART = GamePart("pick", "picking", "action", 100, 50, 1_000)
UNCHOSEN = GamePart("toss", "tossing", "action", 100, 0, 1_000)


def sheet(win: Any, course: Any = None, score: Any = None) -> PlaceSheet:
    """A sheet of one number for each game."""
    values = np.asarray(win, dtype=np.float64)
    marks = values if course is None else np.asarray(course, dtype=np.float64)
    return PlaceSheet(values, score, marks[..., None])


def planted(
    rng: np.random.Generator, deals: int, rate: float, share: float = 1.0
) -> tuple[PlaceSheet, PlaceSheet]:
    """Free games won at 25 %, and restricted ones of which a share is won at another rate."""
    free = (rng.random((deals, 4)) < 0.25).astype(np.float64)
    other = (rng.random((deals, 4)) < rate).astype(np.float64)
    changed = rng.random((deals, 4)) < share
    return sheet(np.where(changed, other, free)), sheet(free)


def effect_of(
    rng: np.random.Generator, rate: float, share: float = 1.0, deals: int = 1_000, family: int = 200
) -> Effect:
    """The effect of games in five parts."""
    sums = PairSums()
    for _ in range(5):
        sums.read(*planted(rng, deals // 5, rate, share))
    return sums.effect(family)


def verdict(first: Effect, second: Effect | None = None, part: GamePart = PART) -> str:
    return worth_of(part, first, second, margin=MARGIN, games=4_000).verdict


# ---------------------------------------------------------------- planted effects and nulls


@pytest.mark.parametrize(
    ("rate", "share", "expected"),
    [
        (0.05, 1.0, NEEDED),
        (0.19, 1.0, USEFUL),
        (0.40, 1.0, TRAP),
        (0.25, 0.0, INDIFFERENT),
        (0.24, 1.0, UNDECIDED),
    ],
)
def test_planted_effects_have_their_class(rate: float, share: float, expected: str) -> None:
    rng = np.random.default_rng(3)
    first = effect_of(rng, rate, share, deals=2_000)
    second = effect_of(rng, rate, share, deals=2_000, family=40)
    assert verdict(first, second) == expected


def test_planted_nulls_are_rarely_called_anything() -> None:
    """Of 60 studies of 40 parts without worth at most 5 % may have a false alarm in all."""
    rng = np.random.default_rng(11)
    alarms = excluded = 0
    for _ in range(60):
        effects = {str(n): effect_of(rng, 0.25, deals=200, family=40) for n in range(40)}
        again = {name: effect_of(rng, 0.25, deals=200, family=6) for name in largest(effects, 3)}
        found = {verdict(each, again.get(name)) for name, each in effects.items()}
        alarms += bool(found & {NEEDED, USEFUL, TRAP})
        excluded += any(each.win.excludes(0) for each in effects.values())
    assert alarms <= 9  # 5 % of 60 is 3; more than 9 has a chance of 1 in 1,000
    assert excluded <= 6  # 2.5 % of 60 is 1.5


def test_a_false_trap_of_the_first_stage_is_undone_on_new_deals() -> None:
    rng = np.random.default_rng(5)
    lucky, null = effect_of(rng, 0.40), effect_of(rng, 0.25)
    assert verdict(lucky, null) == UNDECIDED
    assert verdict(lucky) == UNDECIDED  # not without the second stage
    assert verdict(null, lucky) == UNDECIDED


def test_the_effect_is_the_planted_one() -> None:
    found = effect_of(np.random.default_rng(1), 0.10, deals=4_000)
    assert found.win.low < -0.15 < found.win.high
    assert found.restricted.low < 0.10 < found.restricted.high
    assert found.win.n == 16_000


def test_pairing_makes_intervals_narrow() -> None:
    rng = np.random.default_rng(2)
    seldom, always = effect_of(rng, 0.20, share=0.05), effect_of(rng, 0.20)
    assert seldom.win.halfwidth < always.win.halfwidth / 2


# ---------------------------------------------------------------- classes


def test_what_nobody_chose_is_dead_whatever_its_figures_are() -> None:
    needed = effect_of(np.random.default_rng(3), 0.05)
    assert verdict(needed, part=UNCHOSEN) == DEAD


def test_what_is_chosen_once_in_a_thousand_games_is_dead_too() -> None:
    fair = effect_of(np.random.default_rng(3), 0.0)
    for chosen, is_dead in ((1, True), (2, True), (3, False)):
        part = GamePart("toss", "tossing", "action", 100, chosen, 1_000)
        assert part.is_dead == is_dead
        assert (verdict(fair, part=part) == DEAD) == is_dead


def test_undecided_parts_say_how_many_games_would_decide() -> None:
    rng = np.random.default_rng(4)
    vague = worth_of(PART, effect_of(rng, 0.22), None, margin=MARGIN, games=4_000)
    assert vague.verdict == UNDECIDED
    assert vague.more_games
    sure = worth_of(PART, effect_of(rng, 0.05), None, margin=MARGIN, games=4_000)
    assert sure.more_games is None


def test_stages_that_disagree_need_as_many_games_again() -> None:
    rng = np.random.default_rng(4)
    null, lucky = effect_of(rng, 0.25), effect_of(rng, 0.40)
    worth = worth_of(PART, null, lucky, margin=MARGIN, games=4_000)
    assert (worth.verdict, worth.more_games) == (UNDECIDED, 4_000)


def test_new_deals_alone_are_quoted() -> None:
    rng = np.random.default_rng(6)
    first, second = effect_of(rng, 0.05), effect_of(rng, 0.10)
    worth = worth_of(PART, first, second, margin=MARGIN, games=4_000)
    assert worth.quoted is second
    assert typed(Worth, plain(worth)) == worth


def test_largest_effects_of_both_sides() -> None:
    rng = np.random.default_rng(7)
    rates = {"a": 0.05, "b": 0.10, "c": 0.15, "d": 0.35, "e": 0.45}
    effects = {name: effect_of(rng, rate) for name, rate in rates.items()}
    effects["same"] = effect_of(rng, 0.25, share=0.0)
    assert largest(effects, 2) == ("a", "b", "e", "d")
    assert largest(effects, 9) == ("a", "b", "c", "e", "d")


# ---------------------------------------------------------------- reading games


def rows(wins: Any, decisions: int = 9, automa: bool = False) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The tables of games with two seats, from wins by deal, rotation and seat."""
    deals, rotations, seats = np.shape(wins)
    games = np.arange(deals * rotations)
    table = pl.DataFrame(
        {
            "game": games,
            "deal": games // rotations,
            "rotation": games % rotations,
            "decisions": np.full(len(games), decisions),
            "turns": np.full(len(games), 3),
        }
    )
    names = ["me", "automa"] if automa else ["me", "me"]
    players = pl.DataFrame(
        {
            "game": np.repeat(games, seats),
            "deal": np.repeat(games // rotations, seats),
            "seat": np.tile(np.arange(seats), len(games)),
            "strategy": names * len(games),
            "score": np.ravel(wins) * 10,
            "win": np.ravel(wins),
            "all_restricted": np.tile([2, 0], len(games)),
        }
    )
    return table, players


READER = PlaceReader(2, Outcome.POINTS)
WINS = [[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [0.5, 0.5]]]
"""Two deals, two rotations: the first place sits in seat 0, then in seat 1."""


def test_the_first_place_is_found_in_every_rotation() -> None:
    found = READER.read(*rows(WINS), deals=2)
    assert found.win.tolist() == [[1.0, 0.0], [0.0, 0.5]]
    assert found.score is not None
    assert found.score.tolist() == [[10.0, 0.0], [0.0, 5.0]]
    assert found.all_restricted == 4  # seat 0 of two games


def test_rows_in_any_order_are_the_same() -> None:
    games, players = rows(WINS)
    found = READER.read(games.reverse(), players.reverse(), deals=2)
    assert found.win.tolist() == [[1.0, 0.0], [0.0, 0.5]]


def test_against_an_automa_the_first_place_is_the_player() -> None:
    reader = PlaceReader(2, Outcome.POINTS, "automa")
    found = reader.read(*rows([[[1.0, 0.0]], [[0.0, 1.0]]], automa=True), deals=2)
    assert found.win.tolist() == [[1.0], [0.0]]


def test_a_free_game_serves_all_rotations() -> None:
    free = READER.read(*rows([[[1.0, 0.0]], [[0.0, 1.0]]]), deals=2, everybody=True)
    assert free.win.tolist() == [[0.5], [0.5]]
    restricted = READER.read(*rows([[[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]]), deals=2)
    sums = PairSums()
    sums.read(restricted, free)
    assert sums.differing == 1  # the second deal: its first game has another winner
    assert sums.win.y == pytest.approx(1.0 + 2.0 - 2.0)


def test_games_of_another_length_are_not_identical() -> None:
    sums = PairSums()
    sums.read(READER.read(*rows(WINS), deals=2), READER.read(*rows(WINS, decisions=8), deals=2))
    assert (sums.differing, sums.win.y) == (2, 0.0)


def test_a_team_has_no_scores() -> None:
    games, players = rows(WINS)
    found = PlaceReader(2, Outcome.TEAM).read(games, players.drop("score"), deals=2)
    assert found.score is None
    sums = PairSums()
    sums.read(found, found)
    assert sums.effect(1).score is None
    assert sums_of_free([found]).ratio == pytest.approx(1.5 / 4)


@pytest.mark.parametrize("deals", [3, 5])
def test_games_that_are_no_whole_deals_are_refused(deals: int) -> None:
    with pytest.raises(StatsError, match=r"no .* whole deals"):
        READER.read(*rows(WINS), deals=deals)


def test_free_games_of_other_deals_are_refused() -> None:
    with pytest.raises(StatsError, match="same deals"):
        PairSums().read(sheet(np.zeros((3, 4))), sheet(np.zeros((2, 4))))


# ---------------------------------------------------------------- how many games


def test_games_to_detect_find_the_effect_in_most_studies() -> None:
    games = games_to_detect(0.10, parts=20, win_rate=0.25, games_a_deal=4)
    rng = np.random.default_rng(9)
    found = [
        effect_of(rng, 0.15, deals=games // 4 // 5 * 5, family=20).win.excludes(0)
        for _ in range(100)
    ]
    assert 0.7 < np.mean(found) <= 1.0  # planned for 80 %, with a spread that is a little too wide


def test_smaller_effects_and_more_parts_need_more_games() -> None:
    asked: dict[str, Any] = {"win_rate": 0.25, "games_a_deal": 4}
    base = games_to_detect(0.02, parts=20, **asked)
    assert games_to_detect(0.01, parts=20, **asked) > 3 * base
    assert games_to_detect(0.02, parts=200, **asked) > base
    with pytest.raises(StatsError, match="between 0 and 100"):
        games_to_detect(0.0, parts=1, **asked)
