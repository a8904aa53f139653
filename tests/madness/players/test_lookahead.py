"""What a look-ahead does with draws, learned spells, given actions and the rest of a turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.madness.players.positions import frame_of, narrow, new_game, of_kind, positions
from trisim.engine.moves import kind_of, move_of
from trisim.games.madness.game import Options
from trisim.games.madness.players.evaluator import weigh
from trisim.games.madness.players.features import Feature
from trisim.games.madness.players.judging import final_value, judge
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.players.lookahead import begin_root, copy_state, step
from trisim.games.madness.players.paying import begin_prices
from trisim.games.madness.players.policy import LINE, ROOT
from trisim.games.madness.rules.codes import EXHAUSTED, Frame, Move
from trisim.games.madness.rules.face import Face
from trisim.players.choosing import choosing_with
from trisim.players.player import Player
from trisim.players.registry import load

GROWTH, AIR, EARTH_1 = "growth", 3, 3


def opened(players: int = 3, seed: int = 4) -> Face:
    """A game at its first action, its player with a rich hand."""
    game = new_game(players, seed)
    while frame_of(game) is not Frame.ACT:
        game.apply(game.legal()[0])
    own = game.state.seats[game.seat]
    own.hand[:12] = 0
    own.hand[[0, 3, 6, 9]] = 2
    game.run_on()
    return game


def line_after(game: Face, move: int, player: Player | None = None) -> Any:
    """The policy after a move in a line of play."""
    policy = KIT.policy_of(player or narrow(), game.box)
    begin_root(game.state, policy, game.seat)
    begin_prices(game.tables, policy)
    copy_state(policy, LINE, ROOT)
    step(game.tables, policy, move)
    return policy


def cast(game: Face, spell: str, boost: int = 1) -> int:
    """The move that casts a spell."""
    number = [card.id for card in game.box.spells].index(spell)
    slot = game.state.seats[game.seat].spells.tolist().index(number)
    return move_of(Move.CAST, slot, boost, 0)


def test_draws_are_counted_and_not_made() -> None:
    game = opened()
    seat = game.seat
    policy = line_after(game, cast(game, GROWTH, 2))
    line, own = policy.lookahead.states[LINE], game.state.seats[seat]
    assert policy.lookahead.coming[LINE, seat] == 2
    assert line.seats[seat].deck_n == own.deck_n
    assert line.seats[seat].hand.sum() == own.hand.sum() - 2
    assert line.stack[line.depth - 1].kind == Frame.ACT


def test_cards_that_are_drawn_are_worth_what_they_are_on_average() -> None:
    game = opened()
    seat = game.seat
    game.state.seats[seat].deck[:], game.state.seats[seat].deck_n = 0, 4
    game.state.seats[seat].deck[11] = 0b1111  # four air cards of value 3
    policy = line_after(game, cast(game, GROWTH))
    judge(game.tables, policy, LINE)
    assert policy.summary.features[Feature.DRAWN] == pytest.approx(3)


def test_a_learned_spell_uncovers_nothing() -> None:
    game = opened()
    seat, spell = game.seat, int(game.state.library[AIR])
    policy = line_after(game, move_of(Move.LEARN, AIR, 0, 0))
    line = policy.lookahead.states[LINE]
    assert spell in line.seats[seat].spells
    assert int(line.library[AIR]) == -1
    assert int(line.library_level[AIR]) == 2
    game.apply(move_of(Move.LEARN, AIR, 0, 0))
    while frame_of(game) is Frame.PAY:
        game.apply(game.legal()[0])
    assert int(game.state.library[AIR]) >= 0


def test_an_action_that_is_given_is_looked_at() -> None:
    game = opened()
    seat = game.seat
    policy = line_after(game, cast(game, "telepathy"))
    line = policy.lookahead.states[LINE]
    top = line.stack[line.depth - 1]
    assert top.kind == Frame.ACT
    assert int(top.seat) != seat
    assert line.seats[seat].marks[game.state.seats[seat].spells.tolist().index(telepathy(game))]


def telepathy(game: Face) -> int:
    return [card.id for card in game.box.spells].index("telepathy")


def test_looking_ahead_leaves_the_game_as_it_was() -> None:
    for game in positions()[::5]:
        before = game.state.tobytes()
        choosing_with(narrow(), game.seat, KIT.policy_of(narrow(), game.box))(game)
        assert game.state.tobytes() == before


def values_of(game: Face, spec: str) -> list[float]:
    """What the options are worth to a player."""
    policy = KIT.policy_of(load(spec, KIT), game.box)
    moves = np.array(game.legal(), np.int32)
    weigh(game.state, game.tables, moves, len(moves), game.seat, policy)
    return [float(value) for value in policy.evaluation.values[: len(moves)]]


def test_looking_further_finds_no_option_worth_less() -> None:
    for game in of_kind(Frame.ACT)[:3]:
        near = values_of(game, "balanced:width=1:depth=1")
        far = values_of(game, "balanced:width=2:depth=2")
        assert all(one <= other for one, other in zip(near, far, strict=True))
        assert max(far) >= max(near)


def test_to_end_the_turn_is_worth_the_position_as_it_is() -> None:
    for game in of_kind(Frame.ACT)[:4]:
        policy = KIT.policy_of(narrow(), game.box)
        begin_root(game.state, policy, game.seat)
        now = judge(game.tables, policy, ROOT)
        assert kind_of(game.legal()[0]) == Move.END
        assert values_of(game, "balanced:width=1:depth=1")[0] == pytest.approx(now)


def test_the_end_of_a_game_is_worth_more_the_later_it_comes() -> None:
    game = opened()
    state = game.state.copy()
    state.over, state.won = True, True
    won = final_value(state, 0)
    state.won, state.turn = False, 12
    early = final_value(state, 0)
    state.turn, state.beaten = 25, 0b111
    assert early < final_value(state, 0) < won


def test_a_spell_that_is_exhausted_is_not_cast_again_in_a_line() -> None:
    game = opened()
    policy = line_after(game, cast(game, GROWTH))
    own = policy.lookahead.states[LINE].seats[game.seat]
    slot = own.spells.tolist().index([card.id for card in game.box.spells].index(GROWTH))
    assert own.marks[slot] & EXHAUSTED


def test_mages_are_taken_by_chance_of_the_players_own() -> None:
    game = new_game(2, 1)
    game = type(game).begin(game.rules, game.box, 3, 5, Options())
    taken = set()
    for noise in range(12):
        policy = KIT.policy_of(narrow(), game.box)
        policy.noise = noise
        taken.add(choosing_with(narrow(), 0, policy)(game))
    assert len(taken) > 3
