"""The strategies that come with the game: they load, explain themselves, and play as they say."""

from __future__ import annotations

import pytest

from tests.madness.players.positions import frame_of, of_kind, positions
from trisim.games.madness.box.box import load_box
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.rules.codes import Frame
from trisim.players.choosing import choosing_with
from trisim.players.player import Kind
from trisim.players.registry import load, names

OURS = ("cautious", "fighter", "builder", "balanced")


def test_there_are_strategies_for_every_rung_of_a_ladder() -> None:
    assert {*names(KIT)} >= {"random", *OURS}
    assert load("random", KIT).blind
    assert all(load(name, KIT).kind is Kind.WEIGHTS for name in OURS)


@pytest.mark.parametrize("name", OURS)
def test_weights_of_ours_name_every_feature_and_have_a_plan(name: str) -> None:
    player = load(name, KIT)
    assert {*player.weights} == {*KIT.features}
    assert player.idea


def test_every_strategy_chooses_at_every_kind_of_decision() -> None:
    for name in names(KIT):
        player = load(name, KIT)
        if player.kind is Kind.WEIGHTS:
            player = load(f"{name}:width=1:depth=1:iterations=0", KIT)
        for game in positions()[::11]:
            policy = KIT.policy_of(player, game.box)
            assert choosing_with(player, game.seat, policy)(game) in game.legal()


def test_errors_change_choices_and_no_errors_none() -> None:
    exact, erring = "balanced:width=1:depth=1", "balanced:width=1:depth=1:noise=1:far=50"
    games = of_kind(Frame.ACT)[:12]
    changed = 0
    for game in games:
        moves = []
        for spec in (exact, exact + ":noise=0", erring):
            player = load(spec, KIT)
            moves.append(choosing_with(player, game.seat, KIT.policy_of(player, game.box))(game))
        assert moves[0] == moves[1]
        changed += moves[2] != moves[0]
    assert changed > 3


def test_explained_values_are_the_sums_of_their_parts() -> None:
    player = load("balanced:width=1:depth=2", KIT)
    assert KIT.explain is not None
    for game in of_kind(Frame.ACT, Frame.CARD, Frame.SEAT)[::6]:
        explaining = KIT.explain(player, 1, game.seat, load_box())
        move = explaining(game)
        found = explaining.last
        assert found.chosen.move == move
        assert found.chosen.value == max(option.value for option in found.options)
        for option in found.options:
            assert sum(option.parts.values()) == pytest.approx(option.value)
            assert {*option.parts} <= {*KIT.features, "worth"}


def test_frames_of_all_kinds_have_positions() -> None:
    assert len({frame_of(game) for game in positions()}) >= 8
