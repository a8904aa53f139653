"""Explanations: what they add up to, and that the move explained is the move chosen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.players.shuffling import one_of_each, positions, where
from tests.players.test_no_peeking import everything
from tests.trismegistus.rules.helpers import Data, position, rule
from trisim.api import explain
from trisim.games.trismegistus.players.explaining import (
    WORTH,
    Explaining,
    Explanation,
    Standing,
)
from trisim.games.trismegistus.players.features import Feature
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.search import bound as search
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.game import Game
from trisim.players.choosing import chooser
from trisim.players.player import Player, StrategyError
from trisim.players.registry import load

SEED = 5


def explained(game: Game, player: Player) -> tuple[int, Explanation]:
    """A player's choice, and why."""
    choose = Explaining(player, SEED, game.seat, game.box)
    move = choose(game)
    assert choose.last is not None
    return move, choose.last


def check_sums(game: Game, player: Player) -> None:
    """Points by feature add up to the value of each option that was looked at."""
    _, why = explained(game, player)
    for option in why.options:
        total = sum(option.parts.values())
        assert total == pytest.approx(option.value, abs=1e-6), f"{where(game)}: {option.words}"


def test_points_by_feature_add_up_to_the_value() -> None:
    player = everything()
    for game in positions():
        check_sums(game, player)
    for game in one_of_each(1):
        check_sums(game, load("greedy", KIT))


def test_values_are_told_apart() -> None:
    found = [explain(game, "balanced") for game in one_of_each(0)]
    values = {option.value for why in found for option in why.options}
    names = {name for why in found for option in why.options for name in option.parts}
    assert len(values) > 50
    assert names <= {WORTH, *(feature.name.lower() for feature in Feature)}
    assert len(names) > 20


@pytest.mark.parametrize("spec", ["balanced", "balanced:noise=1"])
def test_the_move_explained_is_the_move_chosen(spec: str) -> None:
    player = load(spec, KIT)
    for game in one_of_each(1):
        move, why = explained(game, player)
        assert move == chooser(player, SEED, game.seat, game.box)(game), where(game)
        assert why.chosen.move == move
        assert why.seat == game.seat
        assert {option.move for option in why.options} == set(game.legal())
        assert all(option.words == game.describe(option.move) for option in why.options)


def test_the_best_is_chosen() -> None:
    for game in one_of_each(0):
        why = explain(game, "balanced")
        assert not why.makes_error
        assert why.best.value == pytest.approx(why.chosen.value, abs=1e-9), where(game)
        plain = [option.value for option in why.options if option.standing is Standing.PLAIN]
        assert plain == sorted(plain, reverse=True)


def test_who_errs_is_seen_to_err() -> None:
    lost = 0
    for game in one_of_each(0):
        _, why = explained(game, load("balanced:noise=1", KIT))
        assert why.makes_error
        seen = {option.move: option.value + option.error for option in why.options}
        like = [o.move for o in why.options if o.standing is why.chosen.standing]
        assert max(like, key=lambda move: seen[move]) == why.chosen.move, where(game)
        lost += why.best.move != why.chosen.move
    assert lost > 3


def test_the_difference_is_that_of_the_values() -> None:
    compared = 0
    for game in one_of_each(1):
        why = explain(game, "balanced")
        if why.runner_up is None:
            assert not why.difference()
            continue
        compared += 1
        total = sum(why.difference().values())
        assert total == pytest.approx(why.chosen.value - why.runner_up.value, abs=1e-4)
    assert compared > 10


def of_kind(kind: Frame) -> list[Explanation]:
    return [explain(game, "balanced") for game in positions() if game.frame is kind]


def first_draft(seed: int) -> Game:
    """A game at its first turn."""
    game = Game.new(2, seed)
    while game.frame is not Frame.DRAFT:
        game.apply(game.legal()[0])
    return game


def test_a_die_is_for_a_deed() -> None:
    drafts = [explain(first_draft(seed), "balanced") for seed in (1, 2)]
    deeds = [option.action for why in drafts for option in why.options if option.parts]
    assert deeds
    assert all(deeds)
    verbs = {deed.split()[0] for deed in deeds}
    assert verbs <= {"harvest", "take", "buy", "recharge", "transmute"}
    assert len(verbs) > 1


def test_the_deed_is_the_best_action_with_the_die() -> None:
    game = first_draft(1)
    why = explain(game, "balanced")
    first = why.chosen
    game.apply(first.move)
    while game.frame in (Frame.WILD, Frame.ETHEREAL):
        game.apply(explain(game, "balanced").chosen.move)
    assert game.frame is Frame.ACTION
    acts = [o for o in explain(game, "balanced").options if o.standing is Standing.PLAIN]
    assert acts[0].words.partition(" (")[0] == first.action.partition(" (")[0]


def test_free_actions_stand_apart() -> None:
    menus = of_kind(Frame.ACTION)
    free = [
        option
        for why in menus
        for option in why.options
        if Move.BUY_FORMULA <= option.move >> 24 <= Move.CLAIM
    ]
    assert {option.standing for option in free} <= {Standing.FIRST, Standing.NEVER}
    assert all((option.value > 0) == (option.standing is Standing.FIRST) for option in free)
    assert all(abs(option.value) < 1000 for why in menus for option in why.options)


@pytest.mark.parametrize("die", [{}, {"die": "red tin", "potency": 2}])
def test_free_actions_before_the_draft_are_explained_by_what_they_gain(die: Data) -> None:
    own = {"beside": ["fire-0a"], "goods": "lead + gold", "levels": {"fire": 3}, **die}
    game = position(own, box=rule(free_actions_before_draft="all"))
    why = explain(game, "balanced")
    free = [option for option in why.options if option.standing in (Standing.FIRST, Standing.NEVER)]
    assert free[0].words == "perform Test Fire Zero A"
    assert len(free) > 1
    for option in free:
        assert sum(option.parts.values()) == pytest.approx(option.value, abs=1e-4)


def test_only_weights_give_reasons() -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(StrategyError, match="'random' gives no reasons; only weights do"):
        explain(game, "random")
    choose = Explaining(load("random", KIT), SEED, game.seat, game.box)
    assert choose(game) == chooser(load("random", KIT), SEED, game.seat, game.box)(game)
    assert choose.last is None


# ---------------------------------------------------------------- players that think


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of play that aren't played."""

    def play_line(box: Any, seat: int, policy: Any, move: int) -> float:
        return float(move * 31 % 101)

    monkeypatch.setitem(search.names, "play_line", play_line)


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("spec", ["balanced", "balanced:noise=1:far=30"])
def test_thoughts_are_explained_in_the_order_they_are_left_over(spec: str) -> None:
    player = load(f"{spec}:iterations=12:options=4:trust=0", KIT)
    seen = set()
    for game in positions():
        move, why = explained(game, player)
        assert why.chosen.move == move
        assert sorted(option.move for option in why.options) == sorted(game.legal()), where(game)
        among = [option for option in why.options if option.standing is not Standing.UNSEARCHED]
        if not why.chosen.lines:
            continue  # it was no matter for thought
        assert [*why.options[: len(among)]] == among, "those left out come last"
        assert 2 <= len(among) <= 4
        assert all(not option.lines and not option.parts for option in why.options[len(among) :])
        assert [option.value for option in among] == sorted(
            (float(option.move * 31 % 101) for option in among), reverse=True
        )
        lines = [option.lines for option in among]
        assert lines == sorted(lines, reverse=True)
        assert 0 < sum(lines) <= 12
        best = max(among, key=lambda option: option.value + option.error)
        assert why.chosen.move == best.move, where(game)
        seen |= {(game.frame, why.makes_error)}
    assert len(seen) > 10
    assert {errs for _, errs in seen} == {"noise" in spec}


def test_one_that_was_left_out_is_worth_no_more_than_those_before() -> None:
    game = next(game for game in positions() if len(game.legal()) > 2)
    choose = Explaining(load("balanced:trust=0", KIT), SEED, game.seat, game.box)
    policy = choose.policy
    policy.search.compared = 3
    for place, total in enumerate((9.0, 5.0, 40.0)):
        policy.search.candidates[place], policy.search.sums[place], policy.search.played[place] = (
            place,
            total,
            1,
        )
    why = choose.explanation(game, game.legal()[0])
    assert [option.value for option in why.options[:3]] == [9, 5, 5]


@pytest.mark.usefixtures("made_up")
def test_without_a_thought_features_are_told_as_ever() -> None:
    game = next(game for game in positions() if game.frame is Frame.ACTION)
    _, thoughtless = explained(game, load("balanced:iterations=1", KIT))
    assert thoughtless == explained(game, load("balanced", KIT))[1]
