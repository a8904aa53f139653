"""The player that thinks: its candidates, its worlds, its lines of play, and what it makes of them.

Everything here is uncompiled, where a turn takes about half a second. So lines of play are short or
made up; ``tests/record/test_compiled.py`` has the search compiled, on positions of every kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.players.helpers import SENSIBLE, chosen, game_of, options, player_of, policy_at
from tests.players.search_games import IN_SHORT
from tests.players.searching import Thought, noise_at, thinker, thought_of
from tests.players.shuffling import KEY, positions, shuffled, where
from tests.players.test_no_peeking import hidden_things, known_things
from tests.trismegistus.rules.helpers import acting, found, number, pass_until
from trisim.engine.kernel import records
from trisim.engine.loop import noise_key
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.players.drafting import OUTDONE, WASTING
from trisim.games.trismegistus.players.evaluator import weigh
from trisim.games.trismegistus.players.features import look_at
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.lookahead import FIRST, judge
from trisim.games.trismegistus.players.noise import error
from trisim.games.trismegistus.players.policy import POLICY, SEARCH, quiet_log
from trisim.games.trismegistus.players.search import bound as search
from trisim.games.trismegistus.players.search import choose_by_search
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.dice import roll_dice
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.machine import legal
from trisim.games.trismegistus.rules.solo import Solo
from trisim.games.trismegistus.rules.state import MOVES
from trisim.players.player import Player
from trisim.players.policy import CANDIDATES
from trisim.players.search import FIRST_OF_ALL, LINE, LOOK, WORLD

LARGE = 1_000
VALUES = st.lists(st.integers(-5, 5).map(float) | st.just(OUTDONE), min_size=1, max_size=40)


def blank_policy(**given_: float) -> Any:
    """A policy with some numbers, and nothing more."""
    policy = records(1, POLICY)[0]
    for name, value in {"iterations": LARGE, "options": CANDIDATES, **given_}.items():
        policy.search[name] = value
    return policy


def policy_with(*values: float, **given_: float) -> Any:
    """A policy that has found its options worth this at first sight, and has listed them."""
    policy = blank_policy(**given_)
    policy.evaluation.values[: len(values)] = values
    policy.search.compared = search.list_candidates(policy, len(values))
    return policy


def candidates(policy: Any) -> list[int]:
    return [int(option) for option in policy.search.candidates[: policy.search.compared]]


# ---------------------------------------------------------------- candidates


def test_candidates_are_the_best_options_the_best_first_and_equals_in_their_order() -> None:
    assert candidates(policy_with(1, 5, 3, 5, -4, 4, options=4)) == [1, 3, 5, 2]
    assert candidates(policy_with(2, 2, 2, 2, options=3)) == [0, 1, 2]


def test_what_was_ruled_out_is_no_candidate() -> None:
    assert candidates(policy_with(OUTDONE, 1, WASTING, WASTING - 3, 0, OUTDONE)) == [1, 4]
    assert candidates(policy_with(OUTDONE, WASTING)) == []


@given(values=VALUES, most=st.integers(2, CANDIDATES), iterations=st.integers(1, 60))
def test_no_more_are_listed_than_asked_for_and_can_be_told_apart(
    values: list[float], most: int, iterations: int
) -> None:
    policy = policy_with(*values, options=most, iterations=iterations)
    left = [option for option, value in enumerate(values) if value > OUTDONE]
    ranked = sorted(left, key=lambda option: -values[option])  # which keeps equals in order
    fit = [n for n in range(1, most + 1) if n == 1 or search.lines_at_least(n) <= iterations]
    assert candidates(policy) == ranked[: max(fit)]


@pytest.mark.parametrize(
    ("count", "lines", "stages"),
    [(0, 0, 0), (1, 0, 0), (2, 2, 1), (3, 3 + 2, 2), (4, 4 + 2, 2), (5, 5 + 3 + 2, 3),
     (6, 6 + 3 + 2, 3), (9, 9 + 5 + 3 + 2, 4), (16, 16 + 8 + 4 + 2, 4)],
)  # fmt: skip
def test_lines_and_stages_until_one_is_left(count: int, lines: int, stages: int) -> None:
    assert search.lines_at_least(count) == lines
    assert search.stages_for(count) == stages


def test_there_is_room_for_as_many_as_may_be_asked_for() -> None:
    assert SEARCH["options"].most == CANDIDATES


def priors(policy: Any) -> list[float]:
    """What the candidates are worth when a thought begins."""
    policy.search.sums[:], policy.search.played[:] = 7.0, 7  # of an earlier decision
    search.begin_search(policy)
    assert not policy.search.sums[: policy.search.compared].any()
    assert not policy.search.played[: policy.search.compared].any()
    return [float(value) for value in policy.search.priors[: policy.search.compared]]


def test_first_judgements_are_values_at_first_sight() -> None:
    assert priors(policy_with(3.5, 1, 2)) == [3.5, 2, 1]


def test_a_free_action_is_worth_what_it_gains_over_the_best_action() -> None:
    policy = policy_with(10, FIRST_OF_ALL + 2, 12, FIRST_OF_ALL + 0.5)
    assert candidates(policy) == [1, 3, 2, 0]
    assert priors(policy) == pytest.approx([14, 12.5, 12, 10])


def test_free_actions_among_themselves_are_worth_their_gains() -> None:
    assert priors(policy_with(FIRST_OF_ALL + 2, FIRST_OF_ALL + 1)) == pytest.approx([2, 1])


# ---------------------------------------------------------------- worlds


def world_of(game: Game, policy: Any, number_: int = 0) -> Game:
    """A world as it may be for the seat that decides, its options found anew."""
    search.deal_world(game.state, game.tables, game.seat, policy, number_)
    world = game_of(policy.search.worlds[WORLD], game)
    moves = np.zeros(MOVES, np.int32)
    n = legal(world.state, world.tables, moves)
    return Game(game.rules, game.box, world.state, moves[:n])


def test_worlds_fit_all_that_a_seat_knows() -> None:
    for game in positions():
        before = known_things(game, game.seat)
        after = known_things(world_of(game, policy_at(game)), game.seat)
        assert [name for name in before if before[name] != after[name]] == [], where(game)


def test_worlds_differ_in_all_that_is_hidden() -> None:
    unchanged = set(hidden_things(positions()[0], 0))
    for game in positions()[::2]:
        policy = policy_at(game)
        one, other = (
            hidden_things(world_of(game, policy, number_), game.seat) for number_ in (0, 1)
        )
        unchanged -= {name for name in one if one[name] != other[name]}
    assert not unchanged


def test_a_world_is_the_same_each_time_and_whatever_is_really_hidden() -> None:
    for game in positions()[::3]:
        policy, fresh = policy_at(game), policy_at(game)
        fresh.noise = policy.noise
        once = world_of(game, policy, 3).state.tobytes()
        world_of(game, policy, 4)
        assert world_of(game, policy, 3).state.tobytes() == once
        other = shuffled(game, game.seat, KEY)
        assert world_of(other, fresh, 3).state.tobytes() == once, where(game)


def test_dice_to_come_are_others_in_each_world_and_never_the_real_ones() -> None:
    game = first_draft()
    policy = policy_at(game)
    tables = [game, *(world_of(game, policy, number_) for number_ in range(3))]
    assert len({table.state.bowls.tobytes() for table in tables}) == 1  # those that lie there
    for table in tables:
        table.state.round_no += 1
        table.state.bowls[:] = 0
        roll_dice(table.state, table.tables, quiet_log(policy.scratch.log))
    assert len({table.state.bowls.tobytes() for table in tables}) == len(tables)


def test_worlds_are_dealt_by_chance_of_a_seats_own() -> None:
    game = first_draft()
    policy, other = policy_at(game), policy_at(game)
    other.noise = noise_key(int(game.state.seed), 1, 0)
    assert world_of(game, policy).state.seed != world_of(game, other).state.seed


# ---------------------------------------------------------------- lines of play


def first_draft(**numbers: int) -> Game:
    """The first draft of a game of two that is soon over."""
    return pass_until(Game.new(2, 5, box=number(rounds=1, **numbers)), Frame.DRAFT)


def last_action(**seat: Any) -> Game:
    """The last action of a game: seat 0 has its last die, and nobody comes after it."""
    done = {"dice_used": 3, "goods": ""}
    board = {"round": 3, "next_order": [1]}
    return acting(done, board=board, dice_used=2, **seat)


def line_of(game: Game, policy: Any, move: int | None = None) -> tuple[float, Game]:
    """What a move comes to in a world, and where its line of play has ended."""
    search.deal_world(game.state, game.tables, game.seat, policy, 0)
    worth = search.play_line(game.tables, game.seat, policy, move or game.legal()[0])
    return float(worth), game_of(policy.search.worlds[LINE], game)


@pytest.mark.parametrize("dice", [1, 2])
def test_a_line_of_play_ends_before_the_own_draft_so_many_dice_later(dice: int) -> None:
    game = first_draft()
    policy = policy_at(game, thinker(dice=dice))
    _, line = line_of(game, policy)
    assert (line.frame, line.seat) == (Frame.DRAFT, game.seat)
    assert int(line.state.labs[game.seat].dice_used) == dice
    assert policy.search.lines == 1


def test_the_die_at_hand_is_the_first_of_them() -> None:
    game = first_draft()
    drafting = game.seat
    game.apply(game.legal()[0])
    pass_until(game, Frame.ACTION)
    assert game.seat == drafting
    _, line = line_of(game, policy_at(game, thinker(dice=1)))
    assert (line.frame, line.seat) == (Frame.DRAFT, drafting)
    assert int(line.state.labs[drafting].dice_used) == 1


def test_a_line_of_play_goes_on_into_the_next_round() -> None:
    game = pass_until(Game.new(2, 5, box=number(rounds=2, dice_per_round=1)), Frame.DRAFT)
    _, line = line_of(game, policy_at(game, thinker(dice=1)))
    assert (line.frame, line.seat) == (Frame.DRAFT, game.seat)
    assert int(line.state.round_no) == 2
    assert int(line.state.labs[game.seat].dice_used) == 0


def test_a_line_of_play_to_the_end_of_the_game_is_worth_its_score() -> None:
    game = first_draft(dice_per_round=1)
    worth, line = line_of(game, policy_at(game, thinker(dice=99)))
    assert line.is_over
    assert worth == line.score(game.seat)


def test_a_line_of_play_that_ends_earlier_is_worth_what_a_fresh_policy_finds() -> None:
    game = first_draft()
    player = thinker(dice=1)
    worth, line = line_of(game, policy_at(game, player))
    fresh = KIT.policy_of(player, game.box)
    look_at(line.state, line.tables, game.seat, fresh)
    fresh.scratch.states[FIRST] = line.state
    assert worth == judge(line.tables, game.seat, fresh, FIRST)


def test_lines_of_play_leave_the_game_and_the_world_as_they_are() -> None:
    game = first_draft()
    policy = policy_at(game, thinker(dice=1))
    before = game.state.tobytes()
    search.deal_world(game.state, game.tables, game.seat, policy, 0)
    world = policy.search.worlds[WORLD].tobytes()
    worths = [
        search.play_line(game.tables, game.seat, policy, move)
        for move in (game.legal()[0], game.legal()[-1], game.legal()[0])
    ]
    assert worths[0] == worths[2] != worths[1]  # nothing of one line is left in the next
    assert policy.search.worlds[WORLD].tobytes() == world
    assert game.state.tobytes() == before
    assert policy.search.lines == 3


def test_botmegistus_plays_its_turns_in_lines_of_play() -> None:
    game = pass_until(Game.new(seed=3, box=number(rounds=1), solo=Solo()), Frame.DRAFT)
    _, line = line_of(game, policy_at(game, thinker(dice=1)))
    assert (line.frame, line.seat) == (Frame.DRAFT, game.seat)
    assert int(line.state.turn_no) >= int(game.state.turn_no) + 2
    assert int(line.state.labs[game.bot_seat].dice_used) > 0


# ---------------------------------------------------------------- comparing


class Planted:
    """Lines of play that are made up: what each move is worth in each world, and who met which."""

    def __init__(self, worth: Callable[[int, int], float]) -> None:
        self.worth = worth
        self.world = -1
        self.met: list[tuple[int, int]] = []
        self.explaining: list[bool] = []

    def deal_world(self, game: Any, box: Any, seat: int, policy: Any, number_: int) -> None:
        assert number_ == self.world + 1, "worlds are numbered one after the other"
        self.world = number_

    def play_line(self, box: Any, seat: int, policy: Any, move: int) -> float:
        self.met.append((self.world, move))
        self.explaining.append(bool(policy.evaluation.explaining))
        policy.search.lines += 1
        return self.worth(self.world, move)

    def by_world(self) -> list[list[int]]:
        """The moves that met each world, in their order."""
        return [[move for at, move in self.met if at == n] for n in range(self.world + 1)]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Planted]:
    """Put made-up lines of play into the search; a patient one never looks for the hopeless."""

    def put(worth: Callable[[int, int], float], patient: bool = False) -> Planted:
        planted = Planted(worth)
        monkeypatch.setitem(search.names, "LOOK", LARGE if patient else LOOK)
        monkeypatch.setitem(search.names, "deal_world", planted.deal_world)
        monkeypatch.setitem(search.names, "play_line", planted.play_line)
        return planted

    return put


Plant = Callable[..., Planted]


def compared(policy: Any) -> list[int]:
    """The candidates of a policy in the order in which they are left over; move n is option n."""
    search.begin_search(policy)
    search.compare(None, None, np.arange(MOVES, dtype=np.int32), 0, policy)
    return candidates(policy)


@given(
    count=st.integers(2, CANDIDATES),
    iterations=st.integers(2, 400),
    key=st.integers(0, 9),
)
def test_never_more_lines_than_iterations_and_the_same_worlds_for_all(
    plant: Plant, count: int, iterations: int, key: int
) -> None:
    planted = plant(lambda world, move: float((move * 7 + world * key) % 11))
    policy = policy_with(*range(count), iterations=iterations)
    thought = int(policy.search.compared)
    if thought < 2:
        return
    compared(policy)
    assert (
        len(planted.met)
        == policy.search.lines
        == int(policy.search.played[:thought].sum())
        <= iterations
    )
    groups = [set(moves) for moves in planted.by_world()]
    assert groups[0] == set(candidates(policy))  # all meet the first world
    assert all(after <= before for before, after in pairwise(groups))  # none comes back
    assert all(len(group) >= 2 for group in groups)
    for place, option in enumerate(candidates(policy)):
        assert policy.search.played[place] == sum(option in group for group in groups)


@given(count=st.integers(2, CANDIDATES), iterations=st.integers(2, 400))
def test_the_candidates_of_a_stage_are_half_of_those_before(
    plant: Plant, count: int, iterations: int
) -> None:
    planted = plant(lambda world, move: float(move * 7 % 11), patient=True)
    policy = policy_with(*range(count), iterations=iterations)
    halves = [int(policy.search.compared)]
    while halves[-1] > 2:
        halves.append((halves[-1] + 1) // 2)
    if halves[0] < 2:
        return
    compared(policy)
    groups = [tuple(sorted(moves)) for moves in planted.by_world()]
    assert [len(group) for group in dict.fromkeys(groups)] == halves
    assert search.lines_at_least(halves[0]) <= len(planted.met) <= iterations


def test_iterations_are_nearly_all_used_if_nobody_is_hopeless(plant: Plant) -> None:
    planted = plant(lambda world, move: float((move * 7 + world * 5) % 11))
    compared(policy_with(1, 1, 1, 1, 1, 1, iterations=200))
    assert 180 <= len(planted.met) <= 200


def test_the_worse_half_is_left_out_from_time_to_time(plant: Plant) -> None:
    planted = plant(lambda world, move: [3.0, 9.0, 5.0, 1.0, 7.0][move])
    policy = policy_with(5, 4, 3, 2, 1, iterations=10)
    assert compared(policy) == [1, 4, 2, 0, 3]
    assert planted.by_world() == [[0, 1, 2, 3, 4], [1, 4, 2], [1, 4]]
    assert policy.search.played[:5].tolist() == [3, 3, 2, 1, 1]
    assert policy.search.sums[:5].tolist() == [27, 21, 10, 3, 1]


@given(worths=st.permutations(range(8)), iterations=st.integers(14, 200), patient=st.booleans())
def test_without_luck_the_order_is_that_of_the_lines_of_play(
    plant: Plant, worths: list[int], iterations: int, patient: bool
) -> None:
    plant(lambda world, move: float(worths[move]), patient=patient)
    order = compared(policy_with(*range(8), iterations=iterations))
    ranked = sorted(range(8), key=lambda option: -worths[option])
    assert order[0] == ranked[0]
    if patient:  # the hopeless stand as they were found
        assert order == ranked


def test_one_that_shines_late_is_kept_if_it_is_among_the_better_half(plant: Plant) -> None:
    plant(lambda world, move: [4.0, 3.0, 2.0, 1.0][move] if world == 0 else float(move))
    assert compared(policy_with(1, 1, 1, 1, iterations=6))[0] == 0  # 4 + 0 against 3 + 1, a tie
    plant(lambda world, move: [4.0, 3.0, 2.0, 1.0][move] if world == 0 else 2.0 * move)
    assert compared(policy_with(1, 1, 1, 1, iterations=6))[0] == 1


def test_first_judgements_are_levelled_and_count_as_trusted(
    plant: Plant,
) -> None:
    plant(lambda world, move: [10.0, 12.0][move])
    policy = policy_with(1.0, 0.0, iterations=2, trust=3.0)
    assert compared(policy) == [0, 1]  # first sight is trusted like three lines of play
    assert policy.search.priors[:2].tolist() == [11.5, 10.5]
    plant(lambda world, move: [10.0, 14.0][move])
    assert compared(policy_with(1.0, 0.0, iterations=2, trust=3.0)) == [1, 0]


def test_levelling_keeps_differences_and_takes_the_mean_of_the_lines_of_play() -> None:
    policy = blank_policy()
    policy.search.compared = 3
    policy.search.priors[:3], policy.search.sums[:3], policy.search.played[:3] = (
        [5, 3, 1],
        [20, 40, 60],
        2,
    )
    search.level_priors(policy)
    assert policy.search.priors[:3].tolist() == [22, 20, 18]


def test_an_estimate_is_between_lines_of_play_and_first_judgement() -> None:
    policy = blank_policy(trust=4.0)
    policy.search.sums[0], policy.search.played[0], policy.search.priors[0] = 60.0, 6, 20.0
    assert search.estimate(policy, 0) == 14.0
    policy.search.trust = 0.0
    assert search.estimate(policy, 0) == 10.0


@given(worths=st.lists(st.integers(0, 4), min_size=2, max_size=CANDIDATES), data=st.data())
def test_candidates_are_put_in_order_and_equals_stay(
    worths: list[int], data: st.DataObject
) -> None:
    left = data.draw(st.integers(1, len(worths)))
    policy = blank_policy()
    for place, worth in enumerate(worths):
        policy.search.candidates[place], policy.search.sums[place], policy.search.played[place] = (
            place,
            worth,
            1,
        )
        policy.search.priors[place] = 100 + place
    search.put_in_order(policy, left)
    order = [*sorted(range(left), key=lambda place: -worths[place]), *range(left, len(worths))]
    assert policy.search.candidates[: len(worths)].tolist() == order
    assert policy.search.sums[: len(worths)].tolist() == [worths[place] for place in order]
    assert policy.search.priors[: len(worths)].tolist() == [100 + place for place in order]


def test_swapping_takes_along_all_that_is_a_candidates_own() -> None:
    policy = blank_policy()
    own = ("candidates", "priors", "sums", "played", "behind", "squares")
    for number_, name in enumerate(own):
        policy.search[name][:3] = [10 * number_ + 1, 10 * number_ + 2, 10 * number_ + 3]
    search.swap(policy, 0, 2)
    for number_, name in enumerate(own):
        found_ = policy.search[name][:3].tolist()
        assert found_ == [10 * number_ + 3, 10 * number_ + 2, 10 * number_ + 1]


# ---------------------------------------------------------------- the hopeless


def behind_by(*differences: list[float]) -> Any:
    """A policy whose further candidates were behind the first by this, world by world."""
    policy = blank_policy()
    policy.search.compared = 1 + len(differences)
    for place, each in enumerate([[0.0], *differences]):
        policy.search.candidates[place] = place
        policy.search.behind[place], policy.search.squares[place] = (
            sum(each),
            sum(one * one for one in each),
        )
    return policy


@pytest.mark.parametrize(
    ("differences", "stays"),
    [
        ([5.0, 5.0, 5.0, 5.0, 5.0], False),
        ([4.0, 5.0, 6.0, 4.0, 5.0], False),
        ([0.0, 0.0, 0.0, 0.0, 0.0], False),  # an equal: where nothing but the order differs
        ([0.0, 0.0, 3.0, 0.0, 0.0], True),  # might be luck
        ([9.0, -8.0, 7.0, -6.0, 5.0], True),
        ([-1.0, -1.0, -1.0, -1.0, -1.0], True),  # ahead
        ([-0.1, 0.1, 0.0, 0.0, 0.0], True),  # nearly an equal
    ],
)
def test_those_that_are_surely_behind_or_equal_are_left_out(
    differences: list[float], stays: bool
) -> None:
    policy = behind_by(differences)
    assert search.without_hopeless(policy, 2, 5) == 1 + stays


def test_the_hopeless_are_put_last_and_all_others_are_looked_at() -> None:
    luck, lost = [9.0, -8.0, 7.0, -6.0, 5.0], [5.0] * 5
    policy = behind_by(lost, luck, lost, luck, lost)
    assert search.without_hopeless(policy, 6, 5) == 3
    assert candidates(policy)[0] == 0
    assert sorted(candidates(policy)[:3]) == [0, 2, 4]
    assert sorted(candidates(policy)) == list(range(6))


def test_hopeless_ones_need_no_more_lines(plant: Plant) -> None:
    planted = plant(lambda world, move: [9.0, 1.0, 2.0][move])
    policy = policy_with(3, 2, 1, iterations=300)
    assert compared(policy)[0] == 0
    assert len(planted.met) == 3 * LOOK
    assert policy.search.played[:3].tolist() == [LOOK] * 3


def test_one_that_is_last_at_first_sight_and_always_better_is_found(plant: Plant) -> None:
    plant(lambda world, move: [1.0, 2.0, 9.0][move] + world)
    assert compared(policy_with(3, 2, 1, iterations=300))[0] == 2


def test_how_far_each_is_behind_is_counted_anew_in_each_stage(plant: Plant) -> None:
    plant(lambda world, move: [4.0, 3.0, 2.0, 1.0][move] + world)
    policy = policy_with(4, 3, 2, 1, iterations=12)
    compared(policy)  # a world for four, then four for two
    assert policy.search.played[:4].tolist() == [5, 5, 1, 1]
    assert policy.search.behind[:4].tolist() == [0, 4, 2, 3]
    assert policy.search.squares[:4].tolist() == [0, 4, 4, 9]


# ---------------------------------------------------------------- errors


def erring_policy(*estimates: float, far: float) -> Any:
    """A policy that always errs, and has found its candidates (options 10, 11 …) worth this."""
    policy = blank_policy()
    policy.error_rate, policy.error_size = 1.0, far
    policy.noise = noise_key(5, 0, 0)
    policy.search.compared = len(estimates)
    for place, value in enumerate(estimates):
        policy.search.candidates[place], policy.search.sums[place], policy.search.played[place] = (
            10 + place,
            value,
            1,
        )
    return policy


def choices(policy: Any, count: int = 60) -> list[int]:
    """What it chooses in so many decisions."""
    state = Game.new(2, 1).state
    made = []
    for decision in range(count):
        state.decisions = decision
        made.append(search.best_candidate(state, policy))
    return made


def test_without_errors_the_first_is_chosen() -> None:
    policy = erring_policy(3, 2, 1, far=50.0)
    policy.error_rate = 0.0
    assert set(choices(policy)) == {10}


def test_errors_of_no_distance_change_nothing_even_if_one_that_was_left_out_seemed_better() -> None:
    assert set(choices(erring_policy(3, 2, 9, far=0.0))) == {10}


def test_one_that_was_left_out_errs_its_way_up_as_one_worth_no_more_than_those_before() -> None:
    assert choices(erring_policy(3, 2, 9, far=4.0)) == choices(erring_policy(3, 2, 2, far=4.0))


def test_errors_are_those_of_the_options() -> None:
    policy, state = erring_policy(3, 2.5, 2, far=4.0), Game.new(2, 1).state
    made = choices(policy)
    assert set(made) == {10, 11, 12}
    for decision, choice in enumerate(made):
        state.decisions = decision
        seen = {10 + n: 3 - n / 2 + error(state, policy, 10 + n) for n in range(3)}
        assert choice == max(seen, key=lambda option: seen[option])


# ---------------------------------------------------------------- thinking


def thoughtful(game: Game, player: Player, policy: Any = None) -> tuple[int, Any]:
    """The move of a player who thinks, and its policy."""
    policy = policy_at(game, player) if policy is None else policy
    moves = options(game)
    return int(
        choose_by_search(game.state, game.tables, moves, len(moves), game.seat, policy)
    ), policy


def at_first_sight(game: Game, player: Player) -> list[int]:
    """The moves of a decision, the best at first sight first."""
    policy, moves = policy_at(game, player), options(game)
    weigh(game.state, game.tables, moves, len(moves), game.seat, policy)
    order = sorted(range(len(moves)), key=lambda option: -policy.evaluation.values[option])
    return [int(moves[option]) for option in order]


def test_the_best_in_lines_of_play_is_chosen_although_first_sight_prefers_another(
    plant: Plant,
) -> None:
    game = first_draft()
    first, second, third = at_first_sight(game, SENSIBLE)[:3]
    assert chosen(game, SENSIBLE) == first
    for wanted in (first, second, third):
        plant(lambda world, move, wanted=wanted: 50.0 + 5.0 * (move == wanted))
        move, _ = thoughtful(game, thinker(iterations=11, options=6))
        assert move == wanted
    plant(lambda world, move: 50.0 + 5.0 * (move == second))
    move, _ = thoughtful(game, thinker(iterations=11, options=6, trust=1e6))
    assert move == first


def test_the_end_of_the_game_is_seen_by_one_to_whom_only_cubes_matter() -> None:
    weights = player_of(raw=1, refined=0.5, gold=0.1)
    game = last_action(die="red lead", potency=2, goods="silver + salt")
    harvest, gold = found(game, Move.HARVEST, 2), found(game, Move.ARROW)
    assert harvest
    assert gold
    assert chosen(game, weights) in found(game, Move.HARVEST)
    move, policy = thoughtful(game, thinker(weights, iterations=12, options=6, trust=0.0))
    assert move in gold
    assert policy.search.lines <= 12


def test_lines_of_play_are_counted_and_explaining_is_off_meanwhile(plant: Plant) -> None:
    planted = plant(lambda world, move: float(move % 7))
    game, player = first_draft(), thinker(iterations=9, options=4)
    policy = policy_at(game, player)
    policy.evaluation.explaining = True
    for times in (1, 2):
        planted.world = -1
        thoughtful(game, player, policy)
        assert policy.evaluation.explaining
        assert policy.search.lines == len(planted.met)
        assert policy.search.lines == times * int(
            policy.search.played[: policy.search.compared].sum()
        )
    assert not any(planted.explaining)
    policy.evaluation.explaining = False
    planted.world = -1
    thoughtful(game, player, policy)
    assert not policy.evaluation.explaining


def test_thinking_leaves_the_game_as_it_is() -> None:
    game = first_draft()
    before, moves = game.state.tobytes(), game.legal()
    move, policy = thoughtful(game, thinker(iterations=2, options=2))
    assert policy.search.lines == 2
    assert game.state.tobytes() == before
    assert move in moves
    assert game.legal() == moves


@pytest.mark.parametrize("iterations", [1, 2])
def test_where_one_option_is_left_nothing_is_played(plant: Plant, iterations: int) -> None:
    planted = plant(lambda world, move: 0.0)
    game = first_draft()
    if iterations > 1:  # enough to think, but potency that is left is never wasted
        game.apply(game.legal()[0])
        pass_until(game, Frame.ACTION)
        seat = game.seat
        game.state.labs[seat].potency = 3
        harvest = found(game, Move.HARVEST, 1) or found(game, Move.ESSENCE)
        game.apply(harvest[0])
        while game.frame is not Frame.DRAFT or game.seat != seat:
            game.apply(game.legal()[0])
        assert int(game.state.labs[seat].die_symbol) >= 0
    move, policy = thoughtful(game, thinker(iterations=iterations))
    assert (policy.search.compared, policy.search.lines, planted.met) == (0, 0, [])
    assert move == chosen(game, SENSIBLE)


def test_a_thinking_player_thinks_about_every_kind_of_decision(plant: Plant) -> None:
    """What it then takes is legal, and best in made-up lines of play."""
    plant_worth: Callable[[int, int], float] = lambda world, move: float(move * 31 % 101)  # noqa: E731
    thought_about = set()
    for game in positions():
        plant(plant_worth)
        move, policy = thoughtful(game, thinker(iterations=30, options=16))
        assert move in game.legal(), where(game)
        if policy.search.compared:
            thought_about.add(game.frame)
            among = [game.legal()[place] for place in candidates(policy)]
            assert move == max(among, key=lambda one: plant_worth(0, one)), where(game)
    assert {Frame.DRAFT, Frame.ACTION, Frame.KEEP, Frame.LABORATORY, Frame.REACT} <= thought_about


# ---------------------------------------------------------------- peeking, and remembering


def cheap_positions() -> Iterator[Game]:
    """Some positions in which a line of play of one die is short, but long enough to draw cards."""
    yield from (game for game in positions() if game.players == 2 and game.frame in IN_SHORT)


@lru_cache(maxsize=1)
def quick() -> Player:
    """A player who thinks just a little."""
    return thinker(iterations=2, options=2, dice=1)


def peeking(game: Game) -> bool:
    """Whether a player thinks otherwise when what it can't know is otherwise."""
    other = shuffled(game, game.seat, KEY)
    return thought_of(quick(), game) != thought_of(quick(), other)


def knows_all(game: Any, box: Any, seat: int, policy: Any, number_: int) -> None:
    """A cheat: the world is the game as it is."""
    policy.search.worlds[WORLD] = game


def keeps_hands(game: Any, box: Any, seat: int) -> None:
    """A cheat: chance gets another key, but cards stay where they really are."""


def test_nothing_hidden_changes_a_thought() -> None:
    for game in cheap_positions():
        assert not peeking(game), where(game)


@pytest.mark.parametrize(
    ("name", "cheat"),
    [("deal_world", knows_all), ("masked", keeps_hands)],
    ids=["knows all", "keeps hands"],
)
def test_a_search_that_cheats_is_caught(
    name: str, cheat: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(search.names, name, cheat)
    assert any(peeking(game) for game in cheap_positions())


def test_a_policy_that_has_searched_before_chooses_as_a_fresh_one() -> None:
    used: Thought | None = None
    policy = None
    games = [*cheap_positions(), first_draft()]
    for place, game in enumerate(games):
        if policy is None or game.box is not games[place - 1].box:
            policy = KIT.policy_of(quick(), game.box)
        used = thought_of(quick(), game, noise_at(place), policy)
        assert used == thought_of(quick(), game, noise_at(place)), where(game)
    assert used is not None


# ---------------------------------------------------------------- what is held at the end


def test_the_planted_end_is_worth_what_the_rules_say() -> None:
    """Gold counts at the end, and harvested cubes don't: what the case above rests on."""
    game = last_action(die="red lead", potency=2, goods="silver + salt")
    policy = policy_at(game, thinker(player_of(raw=1), dice=1))
    worth, line = line_of(game, policy, found(game, Move.HARVEST, 2)[0])
    assert line.is_over
    assert worth == line.score(0)
    better, line = line_of(game, policy, found(game, Move.ARROW)[0])
    assert int(line.state.labs[0].held[Thing.GOLD]) == 1
    assert better > worth


def test_players_with_other_numbers_think_otherwise(plant: Plant) -> None:
    """All four numbers of a player reach its policy."""
    player = thinker(iterations=7, options=3, dice=2, trust=1.5)
    policy = KIT.policy_of(player, number())
    numbers = ("iterations", "options", "length", "trust")
    assert [policy.search[name] for name in numbers] == [7, 3, 2, 1.5]
    assert player.uses_search
    assert not replace(player, search={**player.search, "iterations": 0.0}).uses_search
