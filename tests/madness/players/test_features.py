"""Features against a slow count of the same, and by small changes of a position."""

from __future__ import annotations

from typing import Any

import pytest

from tests.madness.players.positions import frame_of, new_game, positions
from tests.madness.players.slow_features import slow_features, slow_threats
from trisim.games.madness.box.words import MADNESS
from trisim.games.madness.players.features import CHAPTERS, FEATURES, MEANINGS, Feature
from trisim.games.madness.players.judging import look_at
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.players.lookahead import begin_root
from trisim.games.madness.players.policy import FEATURE_ROOM, ROOT
from trisim.games.madness.rules.codes import EXHAUSTED, NEUTRALISED, Frame
from trisim.games.madness.rules.face import Face
from trisim.players.registry import load

WATER_1, WATER_2, AIR_3 = 0, 1, 11


def features_of(game: Face, policy: Any = None) -> dict[str, float]:
    """The features of a position, by name."""
    policy = KIT.policy_of(load("balanced", KIT), game.box) if policy is None else policy
    begin_root(game.state, policy, game.seat)
    look_at(policy.lookahead.states[ROOT], game.tables, policy, ROOT)
    return {each.name.lower(): float(policy.summary.features[each]) for each in Feature}


def test_every_feature_has_its_place_its_meaning_and_its_chapter() -> None:
    assert list(MEANINGS) == list(Feature)
    assert [feature.value for feature in Feature] == list(range(FEATURES))
    assert FEATURES <= FEATURE_ROOM
    named = " ".join(CHAPTERS.values()).split()
    assert sorted([*named, "beaten"]) == sorted(KIT.features)


def test_features_of_cards_are_those_of_a_slow_count() -> None:
    seen = 0
    for game in positions():
        if frame_of(game) is not Frame.MAGE:
            found, slow = features_of(game), slow_features(game)
            assert {name: found[name] for name in slow} == pytest.approx(slow, abs=1e-9)
            seen += 1
    assert seen > 20


def test_features_of_threats_are_those_of_a_slow_count() -> None:
    judgement = dict(load("balanced", KIT).judgement)
    seen = 0
    for game in positions():
        is_whole = not any(own.out for own in game.state.seats[: game.players])
        if is_whole and game.state.turn > 0 and int(game.state.space) <= 5:
            found, slow = features_of(game), slow_threats(game, judgement)
            assert {name: found[name] for name in slow} == pytest.approx(slow, abs=1e-9)
            seen += 1
    assert seen > 20


def opened(players: int = 3, seed: int = 4) -> Face:
    """A game at its first action."""
    game = new_game(players, seed)
    while frame_of(game) is not Frame.ACT:
        game.apply(game.legal()[0])
    return game


def change(game: Face, seat: int = 1, **zones: dict[int, int]) -> dict[str, float]:
    """How features change with more cards in zones of a seat, by zone and kind."""
    before = features_of(game)
    other = game.copy()
    for zone, cards in zones.items():
        for kind, count in cards.items():
            getattr(other.state.seats[seat], zone)[kind] += count
    after = features_of(other)
    return {name: after[name] - before[name] for name in before}


def test_a_card_in_a_support_is_in_the_pool_and_takes_a_place() -> None:
    found = change(opened(), support={AIR_3: 1})
    assert found["pool"] == 3
    assert found["places"] == -1
    assert found["reach"] >= 0


def test_madness_in_a_hand_counts_more_the_more_there_is() -> None:
    game = opened()
    found = [change(game, hand={MADNESS: count})["madness_crowd"] for count in (1, 2, 3, 4)]
    assert found == [0, 0, 1, 4]
    assert change(game, hand={MADNESS: 2})["madness_hands"] == 2
    assert change(game, discard={MADNESS: 2})["madness_decks"] == 2


def test_a_better_card_makes_decks_stronger_and_a_larger_deck_is_shuffled_less() -> None:
    found = change(opened(), discard={AIR_3: 1})
    assert found["decks"] > 0
    assert found["shuffles"] < 0
    assert change(opened(), discard={WATER_1: -1, WATER_2: 1})["decks"] > 0


def test_the_pile_is_short_of_what_the_turns_left_will_cost() -> None:
    game = opened()
    game.state.pile = 3
    found = features_of(game)
    assert found["pile"] == pytest.approx(3)
    drain = load("balanced", KIT).judgement["drain"]
    assert found["pile_short"] == pytest.approx(drain * 29 - 3)


def test_a_pile_is_low_below_its_margin() -> None:
    game = opened()
    margin = load("balanced", KIT).judgement["margin"]
    game.state.pile = int(margin) + 1
    assert features_of(game)["pile_low"] == 0
    game.state.pile = 2
    assert features_of(game)["pile_low"] == pytest.approx((margin - 2) ** 2 / margin)


def test_a_spell_is_ready_until_it_is_cast() -> None:
    game = opened()
    before = features_of(game)["spells_ready"]
    game.state.seats[1].marks[0] = EXHAUSTED
    game.state.seats[1].marks[1] = NEUTRALISED
    assert features_of(game)["spells_ready"] == before - 2


def test_a_plan_uses_each_card_for_one_curse() -> None:
    game = opened()
    water = [number for number, curse in enumerate(game.box.curses) if curse.kind == 0]
    game.state.track[:] = -1
    for seat in game.state.seats[: game.players]:
        seat.hand[:], seat.deck[:], seat.deck_n, seat.top_n = 0, 0, 0, 0
    game.state.space = 4  # one more turn
    game.state.seats[(int(game.state.active) + 1) % game.players].hand[WATER_2] = 2
    game.state.track[0] = water[0]
    alone = features_of(game)
    game.state.track[1] = water[1]
    both = features_of(game)
    assert alone["planned"] == pytest.approx(1)
    assert both["planned"] == pytest.approx(1)
    assert both["reach"] == pytest.approx(2)
    assert both["beatable"] < alone["beatable"]
    assert both["pressure"] == 2 * alone["pressure"] == 1


def test_an_empty_pile_is_doom_when_a_deck_must_be_shuffled() -> None:
    game = opened()
    active = game.state.seats[int(game.state.active)]
    game.state.pile = 0
    assert features_of(game)["doom"] >= 0
    before = features_of(game)["doom"]
    active.hand[:] = 0
    active.deck_n, active.top_n, active.deck[:] = 0, 0, 0
    assert features_of(game)["doom"] == before + 1


def test_a_neutralised_spell_counts_less() -> None:
    game = opened()
    before = features_of(game)
    game.state.seats[1].marks[:4] = NEUTRALISED
    after = features_of(game)
    assert 0 < after["spells_draw"] < before["spells_draw"]


def test_fewer_turns_left_make_what_lasts_worth_less() -> None:
    game = opened()
    early = features_of(game)
    game.state.turn = 25
    late = features_of(game)
    for name in ("decks", "shuffles", "spells_draw", "spell_cost"):
        assert 0 < late[name] < early[name]


def test_a_curse_in_reach_of_the_next_player_makes_the_monster_beatable() -> None:
    game = opened()
    for slot in range(1, 5):
        game.state.track[slot] = -1
    game.state.track[0] = next(
        number for number, curse in enumerate(game.box.curses) if curse.kind == 0
    )
    for seat in game.state.seats[: game.players]:
        seat.hand[:3] = 0
    poor = features_of(game)
    game.state.seats[1].hand[WATER_2] = 2
    rich = features_of(game)
    assert poor["reach"] < rich["reach"] == 1
    assert poor["beatable"] < rich["beatable"] == 1
    game.state.space = 5
    assert features_of(game)["beatable"] == pytest.approx(0)
    assert features_of(game)["late"] == 1
