"""Errors: as often and as far as is said, by chance of a seat's own, and the same each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.players.helpers import chosen, options, player_of, policy_at, values_of
from tests.record.playing import plan_for
from tests.trismegistus.rules.helpers import acting, box_with, number
from tests.trismegistus.rules.helpers_2 import random_moves
from tests.trismegistus.support.noise import random_move
from trisim.engine.kernel import records
from trisim.engine.loop import noise_key
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.noise import any_option, error, makes_error
from trisim.games.trismegistus.players.policy import POLICY
from trisim.games.trismegistus.rules.game import Game
from trisim.players.choosing import chooser
from trisim.players.player import Player
from trisim.players.registry import load
from trisim.sim.block import play_block, replay_game

STRATEGIES = Path(__file__).parents[1] / "strategies"
COMPILED, PYTHON = str(STRATEGIES / "looker.py"), str(STRATEGIES / "first.py")
MANY = 4000

PLAYER = player_of(score=1, raw=0.4, essences=0.3, levels=0.4, gold=1, refined=0.6, potency=1)


def policy_with(
    noise: float, far: float = 3.0, seed: int = 5, seat: int = 0, rotation: int = 0
) -> Any:
    """A policy that errs, and nothing more."""
    policy = records(1, POLICY)[0]
    policy.error_rate, policy.error_size, policy.noise = noise, far, noise_key(seed, seat, rotation)
    return policy


def decisions(count: int = MANY) -> Iterator[Any]:
    """The state of one game, as if at so many decisions."""
    state = Game.new(2, 1, box=box_with()).state
    for number_of_it in range(count):
        state.decisions = number_of_it
        yield state


def errors_of(policy: Any, count: int = 200) -> list[bool]:
    """In which of the first decisions it errs."""
    return [makes_error(state, policy) for state in decisions(count)]


# ---------------------------------------------------------------- how often


@pytest.mark.parametrize("noise", [0.0, 0.05, 0.3, 0.5, 0.9, 1.0])
def test_the_share_of_decisions_with_an_error_is_the_noise(noise: float) -> None:
    share = np.mean(errors_of(policy_with(noise), MANY))
    deviation = (noise * (1 - noise) / MANY) ** 0.5
    assert abs(share - noise) <= 4 * deviation


def test_errors_are_the_same_each_time_and_others_in_other_seats_rotations_and_games() -> None:
    once = errors_of(policy_with(0.5))
    assert errors_of(policy_with(0.5)) == once
    for other in ({"seat": 1}, {"rotation": 1}, {"seed": 6}):
        differing = np.mean(np.array(errors_of(policy_with(0.5, **other))) != np.array(once))
        assert 0.35 < differing < 0.65, other


def test_more_noise_adds_errors_and_takes_none_away() -> None:
    few, many = errors_of(policy_with(0.2)), errors_of(policy_with(0.6))
    assert all(more for less, more in zip(few, many, strict=True) if less)
    assert sum(few) < sum(many)


# ---------------------------------------------------------------- how far


def test_errors_never_exceed_far_and_reach_to_both_sides() -> None:
    policy = policy_with(1.0, far=2.5)
    errors = np.array([error(state, policy, 7) for state in decisions(1000)])
    assert abs(errors).max() <= 2.5
    assert errors.min() < -2.3
    assert errors.max() > 2.3
    assert abs(errors.mean()) < 4 * 2.5 / (3 * len(errors)) ** 0.5  # even from -far to far


def test_each_option_has_an_error_of_its_own() -> None:
    policy = policy_with(1.0)
    state = next(decisions(1))
    errors = [error(state, policy, option) for option in range(50)]
    assert len(set(errors)) == 50
    assert [error(state, policy, option) for option in range(50)] == errors


def test_an_error_of_no_distance_is_none() -> None:
    policy = policy_with(1.0, far=0.0)
    assert not any(error(state, policy, 1) for state in decisions(20))


# ---------------------------------------------------------------- weights


def sampled(seed: int, every: int) -> Iterator[Game]:
    """Every so many decisions of a random game."""
    for now in random_moves(Game.new(2, seed, box=box_with()), seed):
        if not now.is_over and now.state.decisions % every == 0:
            yield now


def test_without_noise_or_without_distance_nothing_changes() -> None:
    still = [replace(PLAYER, noise=0.0, far=50.0), replace(PLAYER, noise=1.0, far=0.0)]
    for now in sampled(3, 6):
        move = chosen(now, PLAYER)
        assert [chosen(now, player) for player in still] == [move, move]


def test_a_weights_player_that_errs_takes_nothing_much_worse_than_it_could() -> None:
    far, changed = 1.5, 0
    for now in sampled(4, 7):
        values = values_of(now, PLAYER)
        erring = replace(PLAYER, noise=1.0, far=far)
        move = chosen(now, erring)
        assert values[move] >= max(values.values()) - 2 * far
        changed += move != chosen(now, PLAYER)
    assert changed > 2


def test_a_weights_player_that_errs_takes_what_looks_best_with_its_errors() -> None:
    game = acting(goods="2 lead + salt", potency=4)
    values = values_of(game, PLAYER)
    player = replace(PLAYER, noise=1.0, far=1.0)
    policy = policy_at(game, player)
    for decision in range(20):
        game.state.decisions = decision
        seen = [value + error(game.state, policy, at) for at, value in enumerate(values.values())]
        assert chosen(game, player, policy) == game.legal()[seen.index(max(seen))]


def test_a_weights_player_errs_in_the_share_of_its_decisions_that_is_said() -> None:
    game = acting(goods="2 lead + salt", potency=4)
    policy = policy_at(game, replace(PLAYER, noise=0.3, far=100.0))
    plain = chosen(game, PLAYER)
    mistakes = 0
    for decision in range(60):
        game.state.decisions = decision
        mistaken = makes_error(game.state, policy)
        changed = chosen(game, PLAYER, policy) != plain
        assert mistaken or not changed
        mistakes += changed
    assert 6 <= mistakes <= 30  # some errors change nothing


# ---------------------------------------------------------------- compiled and Python


def with_noise(spec: str, noise: float) -> Player:
    """A strategy that errs."""
    return load(f"{spec}:noise={noise}", KIT)


@pytest.mark.parametrize("spec", [COMPILED, PYTHON])
def test_others_take_any_option_when_they_err_each_as_likely(spec: str) -> None:
    game = acting(potency=2)
    count = len(game.legal())
    choose = chooser(with_noise(spec, 1.0), 5, 0, game.box)
    taken: Counter[int] = Counter()
    for decision in range(120 * count):
        game.state.decisions = decision
        taken[choose(game)] += 1
    assert set(taken) == set(game.legal())
    assert max(abs(times - 120) for times in taken.values()) < 5 * 120**0.5


@pytest.mark.parametrize("spec", [COMPILED, PYTHON])
def test_others_play_as_ever_when_they_do_not_err(spec: str) -> None:
    game = acting(potency=2)
    plain, erring = load(spec, KIT), with_noise(spec, 0.5)
    policy = policy_with(0.5)
    mistakes = 0
    for decision in range(40):
        game.state.decisions = decision
        move = chooser(erring, 5, 0, game.box)(game)
        if makes_error(game.state, policy):
            moves = options(game)
            assert move == any_option(game.state, moves, len(moves), policy)
            mistakes += 1
        else:
            assert move == chooser(plain, 5, 0, game.box)(game)
    assert 8 < mistakes < 32


def test_errors_have_a_chance_of_their_own() -> None:
    """Not that of random players, which would make equal moves of different decisions."""
    policy, same = policy_with(1.0, seed=1), 0
    moves = np.arange(10, dtype=np.int32)
    for state in decisions(500):
        same += any_option(state, moves, 10, policy) == random_move(state, moves, 10)
    assert 20 < same < 80


# ---------------------------------------------------------------- runs


@pytest.mark.parametrize("spec", ["greedy", COMPILED, PYTHON])
def test_a_replay_errs_as_the_run_did(spec: str) -> None:
    box = number(rounds=1, dice_per_round=1)
    plan = plan_for(box, 2, lineup=(f"{spec}:noise=0.6", "random"))
    rows = play_block(plan, 0, 1)
    for number_of_game in range(2):
        game, choosers = replay_game(plan, number_of_game)
        while not game.is_over:
            game.apply(choosers[game.seat](game))
        scores = [int(game.state.labs[seat].score) for seat in range(2)]
        mine = rows["players"].slice(2 * number_of_game, 2)
        assert mine["score"].to_pylist() == scores
        decided = rows["games"]["decisions"][number_of_game].as_py()
        assert decided == int(game.state.decisions)
