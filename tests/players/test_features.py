"""Features of positions, counted by hand; each feature has a test that begins with its name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.players.helpers import HALVES, features_of, policy_at, weighed_features
from tests.trismegistus.rules.helpers import acting, box_with, found, number, play, position
from tests.trismegistus.rules.helpers_2 import FORMULAS, changed, random_moves
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.players.features import (
    FEATURES,
    MEANINGS,
    Feature,
    features,
    look_at,
    points_now,
)
from trisim.games.trismegistus.players.lookahead import FIRST, begin, judge, step
from trisim.games.trismegistus.players.policy import FEATURE_ROOM
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.game import Game, reference_box
from trisim.games.trismegistus.rules.scoring import score_now

DUVAL: dict[str, Any] = {"alchemist": "duval", "formulas": FORMULAS}
SPACES = ["0,1", "0,2", "1,0", "1,1", "1,2", "2,0", "2,1"]
"""The spaces of Duval's vault."""


def with_vault(count: int, **seat: Any) -> Game:
    """A position in which Duval has so many formulas in the vault."""
    vault = dict(zip(SPACES, FORMULAS[:count], strict=False))
    return acting(**{**DUVAL, "vault": vault, **seat})


def look_ahead(game: Game, move: int) -> dict[Feature, float]:
    """The features after a move, its consequences followed."""
    policy = policy_at(game)
    begin(game.state, policy)
    step(game.tables, game.seat, policy, move)
    judge(game.tables, game.seat, policy, FIRST)
    return weighed_features(policy)


# ---------------------------------------------------------------- every feature is documented


def feature_of(test: str) -> str:
    """The feature that a test is named after: the one with the longest name that fits."""
    names = [feature.name.lower() for feature in Feature]
    fitting = [name for name in names if test.startswith(f"test_{name}_")]
    return max(fitting, key=len, default="")


def test_each_feature_has_a_test_that_begins_with_its_name() -> None:
    tested = {feature_of(name) for name in globals()}
    assert [f.name for f in Feature if f.name.lower() not in tested] == []


def test_each_feature_has_a_meaning_of_its_own_in_one_line() -> None:
    assert list(MEANINGS) == list(Feature)
    assert len(set(MEANINGS.values())) == len(Feature)
    for meaning in MEANINGS.values():
        assert meaning
        assert "\n" not in meaning


def test_features_are_numbered_from_0_and_have_room() -> None:
    assert [int(feature) for feature in Feature] == list(range(FEATURES))
    assert FEATURES <= FEATURE_ROOM
    assert FEATURE_ROOM % 4 == 0, "they are weighed four at a time"


# ---------------------------------------------------------------- points


def test_score_is_the_points_if_the_game_ended_here() -> None:
    seat = {"goods": "3 gold + ethereal die", "levels": {"fire": 11}, "performed": ["fire-1a"]}
    game = with_vault(3, points={"bonuses": 5}, publications=["pub-fire"], **seat)
    assert features_of(game)[Feature.SCORE] == 3 + 1 + 4 + 4 + 4 + 5 + 2


def test_score_counts_achievements_only_if_they_are_in_the_game() -> None:
    game = acting(board={"achievements": ["ach-never"]}, achievements=["ach-lead"])
    assert features_of(game)[Feature.SCORE] == 5


@pytest.mark.parametrize(("box", "players"), [("test", 2), ("reference", 4)])
def test_score_is_that_of_the_rules_at_every_decision_and_one_move_ahead(
    box: str, players: int
) -> None:
    which: Box = box_with() if box == "test" else reference_box()
    game = Game.new(players, 11, box=which, achievements=True)
    policy = policy_at(game)
    for now in random_moves(game, 3):
        if now.is_over:
            break
        seat = now.seat
        look_at(now.state, now.tables, seat, policy)
        features(now.state, now.tables, seat, policy)
        assert points_now(now.state, now.tables, seat, policy) == now.score(seat)
        if now.state.decisions % 3 == 0 and now.frame not in (Frame.KEEP, Frame.LABORATORY):
            check_score_ahead(now, seat, policy)


def check_score_ahead(game: Game, seat: int, policy: Any) -> None:
    """The score that look-ahead sees after the first and the last option is that of the rules."""
    for move in {game.legal()[0], game.legal()[-1]}:
        policy.scratch.states[0] = game.state
        policy.memo.known = 0
        look_at(game.state, game.tables, seat, policy)
        begin(game.state, policy)
        step(game.tables, seat, policy, move)
        judge(game.tables, seat, policy, FIRST)
        scored = score_now(policy.scratch.states[FIRST], game.tables, seat)
        assert policy.scratch.features[Feature.SCORE] == scored, game.describe(move)


# ---------------------------------------------------------------- experiments


def test_experiments_by_how_little_is_missing() -> None:
    game = acting(beside=["fire-1a"], goods="lead")  # 2 lead at fire 2
    lacking = 1 + 2 * 3
    counted = features_of(game, worths={"fire-1a": 404}, level=3.0, **HALVES)
    assert counted[Feature.EXPERIMENTS] == pytest.approx(404 / (1 + lacking))


def test_experiments_without_hope_count_nothing() -> None:
    last: dict[str, Any] = {"beside": ["fire-1a"], "dice_used": 2, "board": {"round": 3}}
    worths = {"fire-1a": 404.0}  # 2 lead at fire 2, no die to come: six efforts at the most
    assert features_of(acting(**last), worths=worths, level=2.1)[Feature.EXPERIMENTS] == 0
    assert features_of(acting(**last), worths=worths, level=2.0)[Feature.EXPERIMENTS] > 0


def test_experiments_do_not_count_a_cube_twice_and_the_lowest_mastery_takes_it() -> None:
    held = ["fire-1a", "earth-0b"]  # 2 lead each, at 2 and at 1
    levels = {"fire": 2, "earth": 1}
    worths = {"fire-1a": 30.0, "earth-0b": 6.0}
    for beside in (held, held[::-1]):
        game = acting(beside=beside, goods="2 lead", levels=levels)
        counted = features_of(game, worths=worths, **HALVES)
        assert counted[Feature.EXPERIMENTS] == pytest.approx(6 + 30 / (1 + 2))
        assert counted[Feature.PERFORMABLE] == 1


def test_experiments_pull_less_when_time_is_short() -> None:
    game = acting(beside=["fire-0a"], dice_used=2, potency=2, board={"round": 3})
    worths: dict[str, float] = {"fire-0a": 10.0}
    hurry: dict[str, Any] = {"slope": 0.0, "rush": 3.0}
    last = features_of(game, worths=worths, **hurry)  # effort 1, no die to come
    assert last[Feature.EXPERIMENTS] == pytest.approx(10 / (1 + 3 / 1))
    early = acting(beside=["fire-0a"], dice_used=2, potency=2, board={"round": 2})
    assert features_of(early, worths=worths, **hurry)[Feature.EXPERIMENTS] == pytest.approx(
        10 / (1 + 3 / (1 + 3 * 3.3))
    )


def test_experiments_pull_as_in_the_last_round_of_a_short_game() -> None:
    short: dict[str, Any] = {"beside": ["fire-0a"], "dice_used": 2, "potency": 2}
    hurry: dict[str, Any] = {"slope": 0.0, "rush": 3.0}
    counted = features_of(acting(box=number(rounds=1), **short), worths={"fire-0a": 10}, **hurry)
    assert counted[Feature.EXPERIMENTS] == pytest.approx(10 / (1 + 3 / 1))


def test_masterpiece_by_how_little_is_missing_after_the_experiments() -> None:
    game = acting(masterpiece="water-mb", beside=["fire-0a"], goods="lead")  # a lead each
    counted = features_of(game, worths={"water-mb": 8, "fire-0a": 5}, **HALVES)
    assert counted[Feature.MASTERPIECE] == 4
    assert counted[Feature.EXPERIMENTS] == 5
    assert features_of(acting())[Feature.MASTERPIECE] == 0


def test_experiments_held_are_those_beside_the_laboratory() -> None:
    game = acting(beside=["fire-1a", "air-1a"], masterpiece="water-mb", performed=["fire-0a"])
    assert features_of(game)[Feature.EXPERIMENTS_HELD] == 2


def test_performable_are_those_for_which_nothing_is_missing() -> None:
    lacking = acting(beside=["fire-0a"], masterpiece="water-mb")
    assert features_of(lacking)[Feature.PERFORMABLE] == 0
    ready = acting(beside=["fire-0a"], masterpiece="water-mb", goods="2 lead")
    assert features_of(ready)[Feature.PERFORMABLE] == 2


# ---------------------------------------------------------------- tracks

LEVELS = {"fire": 12, "water": 9, "earth": 6, "air": 1}


def test_levels_on_all_tracks() -> None:
    assert features_of(acting(levels=LEVELS))[Feature.LEVELS] == 28


def test_high_levels_are_squared_above_6() -> None:
    counted = features_of(acting(levels=LEVELS))
    assert counted[Feature.HIGH_LEVELS] == pytest.approx(1 + 9 / 36)


def test_lowest_level_on_any_track() -> None:
    assert features_of(acting(levels=LEVELS))[Feature.LOWEST_LEVEL] == 1
    assert features_of(acting(levels={"fire": 3}))[Feature.LOWEST_LEVEL] == 0


def test_tokens_ahead_by_how_near_they_are() -> None:
    tokens = {"fire": ["step", "chameleon"], "water": ["step", "step"], "air": ["", "ethereal"]}
    levels = {"fire": 2, "water": 5, "earth": 3, "air": 7}  # tokens at 4 and 8
    game = acting(levels=levels, board={"tokens": tokens})
    assert features_of(game)[Feature.TOKENS_AHEAD] == pytest.approx(1 / 2 + 1 / 3 + 1)


def test_tokens_ahead_beyond_four_steps_or_gone_count_nothing() -> None:
    tokens = {"fire": ["", "step"], "water": ["step", "step"]}
    game = acting(levels={"fire": 3, "water": 8}, board={"tokens": tokens})
    assert features_of(game)[Feature.TOKENS_AHEAD] == 0


def test_tokens_ahead_are_those_within_four_steps() -> None:
    box = changed({"board.tracks": {"bonus_spaces": [6, 11]}})
    tokens = {"fire": ["step", "step"], "water": ["step", "step"], "air": ["step", "step"]}
    levels = {"fire": 1, "water": 2, "air": 6}  # 5, 4 and 5 steps
    game = acting(box=box, levels=levels, board={"tokens": tokens})
    assert features_of(game)[Feature.TOKENS_AHEAD] == pytest.approx(1 / 4)


def test_columns_begun_are_those_with_an_experiment() -> None:
    game = acting(performed=["fire-0a", "fire-1a", "air-0a"])
    assert features_of(game)[Feature.COLUMNS_BEGUN] == 2


# ---------------------------------------------------------------- artifacts

ARTIFACTS = {"lead_copper": "t0-salt", "tin_mercury": "t0-air", "silver_gold": "t1-iron"}
WORTHS = {"t0-salt": 1.0, "t0-air": 10.0, "t1-iron": 100.0}


def with_artifacts(**seat: Any) -> dict[Feature, float]:
    """The features with three artifacts, of which that at tin is used."""
    game = acting(artifacts=ARTIFACTS, used=["tin_mercury"], **seat)
    return features_of(game, worths=WORTHS)


def test_artifacts_ready_by_their_worth() -> None:
    assert with_artifacts()[Feature.ARTIFACTS_READY] == 101


def test_artifacts_used_by_their_worth() -> None:
    assert with_artifacts()[Feature.ARTIFACTS_USED] == 10


@pytest.mark.parametrize(
    ("goods", "worth"),
    [
        ("", 0),
        ("lead", 1),
        ("silver", 100),
        ("lead + silver", 101),
        ("raw tin + refined tin", 0),  # that one is used
        ("refined iron", 0),  # at the foot of another arrow
    ],
)
def test_artifacts_in_reach_are_at_arrows_with_a_cube_at_their_foot(
    goods: str, worth: float
) -> None:
    assert with_artifacts(goods=goods)[Feature.ARTIFACTS_IN_REACH] == worth


def test_artifacts_low_on_the_chain_count_most() -> None:
    counted = with_artifacts()[Feature.ARTIFACTS_LOW]
    assert counted == pytest.approx(1 * 5 / 5 + 10 * 3 / 5 + 100 * 0)


def test_artifacts_coming_are_about_to_be_drawn() -> None:
    game = acting(alchemist="agrippa", vault={"0,0": "agrippa-7"})
    use = found(game, Move.USE_FORMULA)[0]
    ahead = look_ahead(game, use)
    assert ahead[Feature.ARTIFACTS_COMING] == 1
    assert ahead[Feature.PUBLICATIONS_COMING] == 0


# ---------------------------------------------------------------- publications


def test_elementals_on_artifacts_by_experiments_and_at_the_top() -> None:
    game = acting(
        artifacts={"lead_copper": "t1-iron", "copper_tin": "t1-chameleon"},  # fire, water; 2 air
        used=["copper_tin"],
        performed=["fire-1a"],
        levels={"air": 12, "water": 11},
    )
    assert features_of(game)[Feature.ELEMENTALS] == 6


def test_publications_in_hand() -> None:
    game = acting({"publications": ["pub-air"]}, publications=["pub-fire", "pub-six"])
    assert features_of(game)[Feature.PUBLICATIONS] == 2


def test_publications_near_by_the_share_of_their_elementals() -> None:
    hand = ["pub-water", "pub-three", "pub-earth", "pub-six"]  # 4, 8, 4 and 60 points
    game = acting(publications=hand, artifacts={"lead_copper": "t0-sulfur"})  # one water
    expected = 4 * (1 / 2) ** 2 + 8 * (1 / 3) ** 2 + 0 + 60 * (1 / 6) ** 2
    assert features_of(game)[Feature.PUBLICATIONS_NEAR] == pytest.approx(expected)


def test_publications_near_leave_out_complete_ones() -> None:
    game = acting(publications=["pub-fire"], performed=["fire-0a"])
    assert features_of(game)[Feature.PUBLICATIONS_NEAR] == 0


def test_publications_coming_are_about_to_be_drawn() -> None:
    game = acting(alchemist="agrippa", vault={"0,0": "agrippa-4"})  # draw twice
    ahead = look_ahead(game, found(game, Move.USE_FORMULA)[0])
    assert ahead[Feature.PUBLICATIONS_COMING] == 2
    assert ahead[Feature.PUBLICATIONS] == 0


# ---------------------------------------------------------------- the stone


def test_formulas_ready_by_their_worth() -> None:
    game = with_vault(3, used_formulas=["duval-2"])
    worths = {"duval-1": 1.0, "duval-2": 10.0, "duval-3": 100.0, "duval-4": 1000.0}
    assert features_of(game, worths=worths)[Feature.FORMULAS_READY] == 101


def test_formulas_placed_used_or_not() -> None:
    game = with_vault(3, used_formulas=["duval-2"])
    assert features_of(game)[Feature.FORMULAS_PLACED] == 3


@pytest.mark.parametrize(("placed", "more"), [(0, 0), (1, 1), (3, 5), (6, 11), (7, 0)])
def test_next_stone_is_what_one_more_formula_scores(placed: int, more: int) -> None:
    assert features_of(with_vault(placed))[Feature.NEXT_STONE] == more  # 0 0 1 4 9 16 25 36


def test_vault_lines_by_how_full_they_are() -> None:
    lines = {0: 4.0, 1: 900.0, 4: 900.0, 5: 9.0, 6: 6.0}  # rows 0 to 3, then columns
    one = features_of(with_vault(1), lines=lines)  # in row 0 of two, column 1 of three
    assert one[Feature.VAULT_LINES] == pytest.approx(4 / 2 + 9 / 3)
    two = features_of(with_vault(2), lines=lines)  # row 0 is full; column 2 of two
    assert two[Feature.VAULT_LINES] == pytest.approx(9 / 3 + 6 / 2)
    assert features_of(with_vault(0), lines=lines)[Feature.VAULT_LINES] == 0


def test_vault_lines_are_counted_anew_when_a_formula_is_placed_ahead() -> None:
    game = with_vault(1, goods="gold")
    lines = {0: 4.0, 1: 0.0, 2: 0.0, 4: 0.0, 5: 0.0, 6: 6.0}
    policy = policy_at(game)
    for line, worth in lines.items():
        policy.facts.line_value[game.state.labs[0].alchemist, line] = worth
    look_at(game.state, game.tables, 0, policy)
    begin(game.state, policy)
    step(game.tables, 0, policy, found(game, Move.BUY_FORMULA, 2)[0])
    judge(game.tables, 0, policy, FIRST)
    assert policy.scratch.states[FIRST].labs[0].vault[2] == 2  # where row 0 becomes full
    assert policy.scratch.features[Feature.VAULT_LINES] == 3


@pytest.mark.parametrize(("gold", "share"), [(0, 0), (1, 1 / 3), (2, 2 / 3), (3, 1), (9, 1)])
def test_gold_for_formula_is_the_share_of_its_price(gold: int, share: float) -> None:
    bought = {"bought": ["duval-1", "duval-3"]}  # the third costs 3
    game = with_vault(3, goods=f"{gold} gold" if gold else "", **bought)
    assert features_of(game)[Feature.GOLD_FOR_FORMULA] == pytest.approx(share)


# ---------------------------------------------------------------- goods


def test_gold_not_set_aside() -> None:
    game = acting(goods="3 gold", beside=["earth-3a"], levels={"earth": 7})  # asks for one
    assert features_of(game)[Feature.GOLD] == 2


def test_silver_not_set_aside() -> None:
    game = acting(goods="3 silver", beside=["air-3a"])  # asks for two
    assert features_of(game)[Feature.SILVER] == 1


def test_raw_materials_each_further_one_for_less() -> None:
    game = acting(goods="3 lead + raw tin + refined copper", beside=["fire-0a"])  # asks for a lead
    assert features_of(game, less=1.0)[Feature.RAW] == pytest.approx(2 / 3 + 1 / 2)


def test_refined_materials_each_further_one_for_less() -> None:
    game = acting(goods="2 refined copper + 2 refined iron + silver + lead", beside=["fire-2a"])
    counted = features_of(game, less=1.0)  # the copper is set aside: for itself, and for the tin
    assert counted[Feature.REFINED] == pytest.approx(2 / 3)


def test_chain_is_the_place_on_the_arrows() -> None:
    goods = "4 lead + 2 raw copper + raw iron + refined copper + refined iron + silver"
    assert features_of(acting(goods=goods))[Feature.CHAIN] == 0 + 2 * 1 + 4 + 2 + 5


def test_essences_each_further_one_for_less() -> None:
    game = acting(goods="2 salt + aether + raw mercury")
    assert features_of(game, less=1.0)[Feature.ESSENCES] == pytest.approx(2 / 3 + 1 / 2)


@pytest.mark.parametrize(
    ("goods", "count"),
    [
        ("lead", 0),
        ("salt", 0),
        ("raw mercury", 0),  # it can't pay for itself
        ("2 raw mercury", 1),
        ("raw mercury + salt", 1),
        ("2 lead + salt", 1),
        ("lead + 2 salt", 1),
        ("lead + raw tin + raw mercury", 1),
        ("lead + refined iron + sulfur + aether", 2),
        ("9 lead + 9 salt", 6),
    ],
)
def test_fuel_is_the_transmutations_at_hand(goods: str, count: int) -> None:
    assert features_of(acting(goods=goods))[Feature.FUEL] == count


def test_reactions_ready() -> None:
    game = acting(goods="2 reactions", used_reactions=1)
    assert features_of(game)[Feature.REACTIONS] == 2


def test_chameleons_held() -> None:
    assert features_of(acting(goods="2 chameleons"))[Feature.CHAMELEONS] == 2


def test_ethereal_dice_held() -> None:
    assert features_of(acting(goods="3 ethereal dice"))[Feature.ETHEREAL_DICE] == 3


# ---------------------------------------------------------------- dice and time


def test_potency_left_on_the_die() -> None:
    assert features_of(acting(potency=3))[Feature.POTENCY] == 3
    assert features_of(position(to="draft"))[Feature.POTENCY] == 0


@pytest.mark.parametrize(
    ("seat", "left"), [({"die": "red tin"}, 2), ({"die": "red tin", "dice_used": 2}, 0), ({}, 3)]
)
def test_dice_left_to_be_drafted(seat: dict[str, Any], left: int) -> None:
    game = position(seat, to="action" if seat else "draft")
    assert features_of(game)[Feature.DICE_LEFT] == left


@pytest.mark.parametrize(
    ("bowls", "dice_used", "potency"),
    [
        ({"lead": {"black": 2, "red": 1}}, 0, 3 + 2),  # one die at hand, two to come
        ({"lead": {"black": 2, "red": 1}, "wild": {"white": 1}}, 1, 3),
        ({"lead": {"black": 2}, "tin": {"white": 5}}, 0, 5 + 4),
        ({"lead": {"black": 3}, "tin": {"white": 3}}, 0, 3 + 3),
        ({"lead": {"black": 4}, "tin": {"white": 2}}, 0, 4 + 3),
        ({"lead": {"black": 7}}, 0, 5 + 5),  # the limit
        ({"lead": {"black": 1}}, 0, 1),
        ({"lead": {"black": 3}}, 2, 0),
    ],
)
def test_dice_on_offer_by_their_potency(
    bowls: dict[str, Any], dice_used: int, potency: float
) -> None:
    game = acting(dice_used=dice_used, board={"bowls": bowls})
    assert features_of(game)[Feature.DICE_ON_OFFER] == potency


def test_tempo_is_dice_used_ahead_of_the_others_on_average() -> None:
    game = acting({"dice_used": 1}, {"dice_used": 0}, dice_used=2)
    assert features_of(game)[Feature.TEMPO] == 2 - 0.5


def test_tempo_counts_a_die_that_is_used_up() -> None:
    game = acting({"dice_used": 1}, dice_used=1, potency=1, goods="gold + lead", **DUVAL)
    assert features_of(game)[Feature.TEMPO] == 0
    assert features_of(play(game, Move.HARVEST, 1))[Feature.TEMPO] == 1


def test_silver_pays_for_levels_only_when_nothing_else_is_missing() -> None:
    worths = {"fire-1a": 10.0}  # 2 lead at fire 2
    paid = features_of(acting(beside=["fire-1a"], goods="2 lead + 2 silver"), worths=worths)
    assert paid[Feature.PERFORMABLE] == 1
    assert paid[Feature.SILVER] == 0
    short = features_of(acting(beside=["fire-1a"], goods="2 lead + silver"), worths=worths)
    assert (short[Feature.PERFORMABLE], short[Feature.SILVER]) == (0, 1)
    lacking = features_of(acting(beside=["fire-1a"], goods="lead + 2 silver"), worths=worths)
    assert (lacking[Feature.PERFORMABLE], lacking[Feature.SILVER]) == (0, 2)
