"""Single games of every registered game: decisions, copies, and what is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.playing import (
    GAMES,
    new_game,
    options_of,
    positions,
    random_game,
    weights_of,
)
from trisim.engine.game import Game, IllegalMoveError
from trisim.engine.loop import DECISION_LIMIT, noise_key
from trisim.players.choosing import choosing_with
from trisim.players.kit import PlayerKit
from trisim.players.registry import load as load_strategy
from trisim.plugin import Outcome, load

KEY = 11
pytestmark = pytest.mark.parametrize("name", GAMES)


def test_every_decision_is_a_choice_and_every_game_ends(name: str) -> None:
    for seed, players in enumerate(load(name).info.players):
        for options in options_of(name):
            game = new_game(name, players, seed, options)
            for here in random_game(game, seed):
                moves = here.legal()
                assert len(moves) > 1, "a forced move is taken without asking"
                assert len(set(moves)) == len(moves)
                assert 0 <= here.seat < here.players
                assert here.seat != here.automa_seat
                assert all(load(name).text.describe(here, move) for move in moves)
            assert int(game.state.decisions) < DECISION_LIMIT // 2
            check_result(name, game)


def check_result(name: str, game: Game) -> None:
    """A game that is over has a result of its outcome, and no options."""
    assert game.legal() == []
    with pytest.raises(IllegalMoveError):
        game.apply(0)
    if load(name).info.outcome is Outcome.TEAM:
        assert game.won in (True, False)
        return
    scores = {seat: game.score(seat) for seat in range(game.players)}
    assert game.winners()
    assert {scores[seat] for seat in game.winners()} == {max(scores.values())}


def test_the_same_seed_and_moves_give_the_same_game(name: str) -> None:
    players = load(name).info.players[0]
    one, other, third = (new_game(name, players, seed) for seed in (5, 5, 6))
    assert third.state.tobytes() != one.state.tobytes()
    while not one.is_over:
        assert other.legal() == one.legal()
        move = one.legal()[int(one.state.decisions) % len(one.legal())]
        one.apply(move)
        other.apply(move)
        assert other.state.tobytes() == one.state.tobytes()
    assert other.events() == one.events() != []


def test_copies_are_independent(name: str) -> None:
    game = new_game(name, load(name).info.players[-1], 2)
    for here in random_game(game, 2):
        before, moves = here.state.tobytes(), here.legal()
        for move in {moves[0], moves[-1]}:
            copy = here.copy()
            assert copy.state.tobytes() == before
            assert copy.legal() == moves
            copy.apply(move)
            assert copy.state.tobytes() != before
            here.view(here.seat).apply(move)
        assert here.state.tobytes() == before
        assert here.legal() == moves


def test_an_illegal_move_changes_nothing(name: str) -> None:
    for game in positions(name):
        before = game.state.tobytes()
        with pytest.raises(IllegalMoveError):
            game.apply(max(game.legal()) + 1)
        assert game.state.tobytes() == before


# ---------------------------------------------------------------- what is hidden


def dealt_anew(game: Any, key: int, *, keep_seed: bool = False) -> Any:
    """The position with all that is hidden from the seat that decides dealt anew."""
    other = game.copy()
    other.state.seed = key
    other.rules.kernel("masked")(other.state, other.tables, game.seat)
    if keep_seed:
        other.state.seed = game.state.seed
    return other


def key_of(game: Any) -> int:
    return KEY + int(game.state.decisions)


def test_what_is_hidden_changes_no_options(name: str) -> None:
    for game in positions(name):
        for key in (key_of(game), 2 * key_of(game)):
            other = dealt_anew(game, key)
            other.run_on()  # asks the rules for the options of this position
            assert not other.is_over
            assert other.seat == game.seat
            assert other.legal() == game.legal()


def test_what_is_hidden_changes_no_restriction(name: str) -> None:
    kit = load(name).players
    for game in positions(name):
        known = {each.code for each in kit.restrictions(game.box)}
        assert restricted_by(kit, game, known) == restricted_by(
            kit, dealt_anew(game, key_of(game)), known
        )


def restricted_by(kit: PlayerKit, game: Any, known: set[int]) -> list[set[int]]:
    """The options that a player without each thing may not take, by option: the codes."""
    if not known:
        return []
    player = load_strategy("random", kit)
    policy = kit.policy_of(player, game.box)
    policy.without.counts = True
    found = []
    for move in game.legal():
        count = kit.allowed.names["falls_under"](game.state, game.tables, move, policy)
        found.append({int(code) for code in policy.without.found[:count]})
    assert set().union(*found) <= known
    return found


def test_a_player_without_something_never_does_it_unless_it_must(name: str) -> None:
    game = load(name)
    box = positions(name)[0].box
    names = [each.name for each in game.players.restrictions(box)][:3]
    for without in names:
        player = load_strategy(f"random:without={without}", game.players)
        for here in positions(name)[::5]:
            policy = game.players.policy_of(player, box)
            move = choosing_with(player, here.seat, policy)(here)
            is_restricted = game.players.allowed.is_restricted
            must = all(
                is_restricted(here.state, here.tables, each, policy) for each in here.legal()
            )
            assert must or not is_restricted(here.state, here.tables, move, policy)


def test_a_view_tells_nothing_of_what_is_hidden(name: str) -> None:
    for game in positions(name):
        other = dealt_anew(game, key_of(game), keep_seed=True)
        assert other.view(game.seat).state.tobytes() == game.view(game.seat).state.tobytes()


def judged(choose: Any, policy: Any, game: Any) -> tuple[int, list[float]]:
    """A choice, and what the options are found worth."""
    move = choose(game)
    return move, policy.evaluation.values[: len(game.legal())].tolist()


def test_what_is_hidden_changes_no_choice_of_weights(name: str) -> None:
    kit, strategies = load(name).players, weights_of(load(name))
    if not strategies:
        pytest.skip("no strategy of weights")
    for place, game in enumerate(positions(name)[::9]):
        player = load_strategy(strategies[place % len(strategies)], kit)
        found = []
        for here in (game, dealt_anew(game, key_of(game))):
            policy = kit.policy_of(player, game.box)
            policy.noise = noise_key(KEY, game.seat, 0)
            found.append(judged(choosing_with(player, game.seat, policy), policy, here))
        assert found[0] == found[1], f"{player.name}, decision {int(game.state.decisions)}"


def test_a_choice_by_what_is_hidden_would_be_noticed(name: str) -> None:
    """The positions differ, so a player that looks at all of the state would choose otherwise.

    A game may derive all that is hidden from the seed: then nothing else of the state differs.
    """
    differing = [
        game
        for game in positions(name)
        if dealt_anew(game, key_of(game)).state.tobytes() != game.state.tobytes()
    ]
    assert differing
