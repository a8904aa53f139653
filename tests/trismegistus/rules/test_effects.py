"""Rules, effects: each kind, multipliers, exchanges, and the order of the parts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    acting,
    can,
    card,
    first_arguments,
    found,
    held,
    is_ready,
    kinds,
    levels,
    play,
    slot,
    told,
    unpack,
)
from tests.trismegistus.rules.helpers_2 import (
    FORMULAS,
    all_ends,
    at,
    changed,
    goods_of,
    is_idle,
    points,
    using,
)
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.codes import Event, Frame, Move, Part
from trisim.games.trismegistus.rules.game import Game

NAMED = [thing for thing in Thing if thing < Thing.POINT]
RAW = [Thing.LEAD, Thing.RAW_COPPER, Thing.RAW_TIN, Thing.RAW_MERCURY, Thing.RAW_IRON]
METALS = [(Thing(n), Thing(n + 4)) for n in range(1, 5)]
REFINED = [refined for _, refined in METALS]
PRECIOUS = [Thing.SILVER, Thing.GOLD]
ELEMENTS = [element.word for element in Element]
FIRE, WATER, EARTH, AIR = Element


def things(game: Game) -> list[Thing]:
    return [Thing(n) for n in first_arguments(game, Move.THING)]


def ends(game: Game) -> set[tuple[int, ...]]:
    """What can be held once nothing is pending but the menu."""
    pending = (Frame.GAIN_ANY, Frame.EXCHANGE, Frame.OTHER_RAW, Frame.PAY, Frame.EFFECTS)
    return {goods_of(end) for end in all_ends(game, *pending)}


# ---------------------------------------------------------------- gains


@pytest.mark.parametrize("thing", NAMED, ids=lambda thing: thing.word)
def test_a_named_thing_is_gained(thing: Thing) -> None:
    game = using(f"3 {thing.word}")
    assert is_idle(game)
    assert held(game) == {thing: 3}


def test_points_are_scored() -> None:
    assert points(using("7 points")) == {Part.FORMULAS: 7}


def test_a_gained_reaction_is_kept_and_ready() -> None:
    game = using("reaction", goods="", used_reactions=1)
    assert held(game) == {Thing.REACTION: 1}
    assert int(game.state.labs[0].used_reactions) == 1


def test_a_gained_reaction_arrives_used_by_ruling() -> None:
    game = using("2 reactions", rules={"gained_reaction_is_ready": False})
    assert held(game) == {}
    assert int(game.state.labs[0].used_reactions) == 2
    told = [(h.what, h.delta) for h in game.events() if h.what in (Event.HOLD, Event.REACT)]
    assert told == [(Event.HOLD, 2), (Event.REACT, -2)]


@pytest.mark.parametrize(("used", "times", "turned"), [(0, 1, 0), (2, 1, 1), (2, 3, 2), (3, 2, 2)])
def test_restoring_turns_used_reactions_up(used: int, times: int, turned: int) -> None:
    game = using(f"restore reaction x{times}", used_reactions=used)
    assert held(game).get(Thing.REACTION, 0) == turned
    assert int(game.state.labs[0].used_reactions) == used - turned


def test_a_reaction_that_arrives_used_can_be_restored_by_the_same_effect() -> None:
    game = using("restore reaction + reaction", rules={"gained_reaction_is_ready": False})
    assert held(game) == {Thing.REACTION: 1}


def test_any_raw_is_one_of_the_five() -> None:
    game = using("any raw")
    assert things(game) == RAW


@pytest.mark.parametrize("precious", [True, False])
def test_any_refined_may_be_silver_or_gold_by_ruling(precious: bool) -> None:
    game = using("any refined", rules={"any_refined_gained_is_precious": precious})
    assert things(game) == [*REFINED, *(PRECIOUS if precious else [])]


def test_rulings_on_any_refined_gained_and_paid_are_apart() -> None:
    gained, paid = "any_refined_gained_is_precious", "any_refined_paid_is_precious"
    game = using("silver -> any refined", goods="silver", rules={gained: False})
    assert things(play(game, Move.YES)) == REFINED
    assert things(using("any refined", rules={paid: False})) == [*REFINED, *PRECIOUS]
    game = using("any refined -> gold", goods="silver", rules={gained: False})
    assert held(play(game, Move.YES)) == {Thing.GOLD: 1}


def test_any_refined_gained_may_be_gold() -> None:
    assert held(play(using("any refined"), Move.THING, Thing.GOLD)) == {Thing.GOLD: 1}


def test_each_unit_of_any_raw_may_be_another_one() -> None:
    mixes = ends(using("2 any raw"))
    assert len(mixes) == 15
    assert {sum(mix) for mix in mixes} == {2}


def test_a_mix_is_chosen_in_one_order_only() -> None:
    game = using("3 any raw")
    assert len(list(all_ends(game, Frame.GAIN_ANY))) == 35
    play(game, Move.THING, Thing.RAW_MERCURY)
    assert things(game) == [Thing.RAW_MERCURY, Thing.RAW_IRON]


def test_any_essence_is_salt_sulfur_aether_or_a_raw_mercury() -> None:
    mixes = ends(using("2 any essence"))
    assert len(mixes) == 10
    gained = {Thing(n) for mix in mixes for n, count in enumerate(mix) if count}
    assert gained == {Thing.SALT, Thing.SULFUR, Thing.AETHER, Thing.RAW_MERCURY}


# ---------------------------------------------------------------- advances


@pytest.mark.parametrize("element", list(Element))
def test_advancing_on_a_named_track(element: Element) -> None:
    assert levels(using(f"advance {element.word}")) == {element: 1}


def test_named_tracks_by_and_times() -> None:
    assert levels(using("advance water by 2")) == {WATER: 2}
    assert levels(using("advance water x3")) == {WATER: 3}
    assert levels(using("advance air by 2 x2")) == {AIR: 4}


@pytest.mark.parametrize(("effect", "scored"), [("by 2", 1), ("x2", 2), ("by 2 x2", 2)])
def test_at_the_top_each_move_gives_a_point_however_many_spaces(effect: str, scored: int) -> None:
    game = using(f"advance fire {effect}", levels={"fire": 12})
    assert points(game) == {Part.TRACK_TOP: scored}
    assert levels(game) == {FIRE: 12}


def test_spaces_beyond_the_top_are_lost() -> None:
    game = using("advance fire by 3", levels={"fire": 11})
    assert levels(game) == {FIRE: 12}
    assert points(game) == {}


def test_any_by_two_is_two_spaces_on_one_track() -> None:
    game = using("advance any by 2")
    assert first_arguments(game, Move.TRACK) == [0, 1, 2, 3]
    assert levels(play(game, Move.TRACK, EARTH)) == {EARTH: 2}


def test_any_twice_may_be_two_tracks() -> None:
    game = using("advance any x2")
    play(game, Move.TRACK, EARTH)
    play(game, Move.TRACK, AIR)
    assert is_idle(game)
    assert levels(game) == {EARTH: 1, AIR: 1}


def test_different_tracks_are_each_advanced_once() -> None:
    game = using("advance 3 different")
    play(game, Move.TRACK, WATER)
    assert first_arguments(game, Move.TRACK) == [0, 2, 3]
    play(game, Move.TRACK, AIR)
    assert first_arguments(game, Move.TRACK) == [0, 2]
    play(game, Move.TRACK, FIRE)
    assert is_idle(game)
    assert levels(game) == {FIRE: 1, WATER: 1, AIR: 1}


def test_four_different_tracks_ask_for_an_order_only() -> None:
    pending = (Frame.ADVANCE_DIFFERENT,)
    for end in all_ends(using("advance 4 different"), *pending):
        assert levels(end) == dict.fromkeys(Element, 1)


def test_the_lowest_track_is_found() -> None:
    game = using("advance lowest", levels={"fire": 1, "water": 2, "air": 3})
    assert is_idle(game)
    assert levels(game)[EARTH] == 1


def test_with_a_tie_for_the_lowest_the_player_chooses() -> None:
    game = using("advance lowest", levels={"fire": 1, "water": 2})
    assert first_arguments(game, Move.TRACK) == [EARTH, AIR]


def test_the_lowest_track_is_looked_for_anew_each_time() -> None:
    game = using("advance lowest x2", levels={"fire": 1, "water": 2, "earth": 1})
    assert levels(game).get(AIR) == 1
    assert first_arguments(game, Move.TRACK) == [FIRE, EARTH, AIR]


def test_going_over_a_bonus_space_takes_its_token_at_once() -> None:
    board = {"tokens": {"fire": ["ethereal", ""]}}
    game = using("advance fire by 2", levels={"fire": 3}, board=board)
    assert levels(game) == {FIRE: 5}
    assert held(game) == {Thing.ETHEREAL_DIE: 1}


def test_a_token_interrupts_the_rest_of_a_move() -> None:
    board = {"tokens": {"fire": ["step", ""]}}
    game = using("advance fire by 3", levels={"fire": 3}, board=board)
    assert levels(game) == {FIRE: 4}
    play(game, Move.TRACK, AIR)
    assert levels(game) == {FIRE: 6, AIR: 1}


# ---------------------------------------------------------------- transmuting


@pytest.mark.parametrize(
    ("color", "arrows"),
    [("black", {0, 3}), ("white", {1, 4}), ("red", {2, 5}), ("any", {0, 1, 2, 3, 4, 5})],
)
def test_transmutations_follow_arrows_of_their_colour(color: str, arrows: set[int]) -> None:
    goods = "lead + raw copper + raw tin + raw mercury + raw iron + silver + salt"
    game = using(f"transmute {color}", goods=goods)
    assert {unpack(move)[1] for move in found(game, Move.TRANSMUTE)} == arrows


def test_a_granted_transmutation_may_be_declined() -> None:
    game = using("transmute any", goods="lead + salt")
    assert is_idle(play(game, Move.NONE))
    assert held(game) == {Thing.LEAD: 1, Thing.SALT: 1}


def test_granted_transmutations_may_follow_different_arrows() -> None:
    game = using("transmute any x2", goods="lead + silver + 2 salt")
    play(game, Move.TRANSMUTE, 0)
    play(game, Move.TRANSMUTE, 5)
    assert held(game) == {Thing.REFINED_COPPER: 1, Thing.GOLD: 1}
    assert levels(game) == {EARTH: 2}


def test_a_granted_transmutation_triggers_artifacts_as_usual() -> None:
    game = using("transmute any", goods="lead + salt", artifacts={"lead_copper": "t1-lead"})
    play(game, Move.TRANSMUTE, 0)
    assert at(game, Frame.TRIGGER)
    play(game, Move.YES)
    assert held(game) == {Thing.REFINED_COPPER: 1, Thing.LEAD: 1}
    assert not is_ready(game, "lead_copper")


def test_transmuting_without_a_cube_or_an_essence_is_passed_over() -> None:
    assert is_idle(using("transmute any x3", goods="9 salt"))
    assert is_idle(using("transmute any x3", goods="lead"))


# ---------------------------------------------------------------- random artifacts


def test_a_random_artifact_is_the_top_one_placed_in_any_slot_and_used_at_once() -> None:
    game = using("random artifact")
    assert at(game, Frame.RANDOM)
    play(game, Move.YES)
    assert at(game, Frame.SLOT)
    assert first_arguments(game, Move.SLOT) == list(range(6))
    play(game, Move.SLOT, 4)
    assert at(game, Frame.USE_NEW)
    play(game, Move.NONE)
    assert is_idle(game)
    lab = game.state.labs[0]
    assert int(game.tables.artifact_level[int(lab.slots[4])]) == 1
    assert is_ready(game, "iron_silver")


def test_a_random_artifact_may_be_declined_before_it_is_drawn() -> None:
    game = using("random artifact")
    before = game.state.artifact_at.copy()
    play(game, Move.NONE)
    assert is_idle(game)
    assert (game.state.artifact_at == before).all()


@pytest.mark.parametrize("round_no", [1, 2, 3])
def test_a_random_artifact_comes_from_the_current_stack(round_no: int) -> None:
    game = using("random artifact", board={"round": round_no, "market": {}})
    play(game, Move.YES)
    play(game, Move.SLOT, 0)
    assert int(game.tables.artifact_level[int(game.state.labs[0].slots[0])]) == round_no


def test_a_random_artifact_is_not_turned_by_its_first_use() -> None:
    offered = ["t1-black", "t1-white", "t1-tin", "t1-step", "t1-iron", "t1-chameleon"]
    market = {"black": offered[:2], "white": offered[2:4], "red": offered[4:]}
    other = {"goods": "", "artifacts": {"lead_copper": "t1-other"}}
    game = using("random artifact", other, board={"market": market})  # only the lead tool is left
    play(game, Move.YES)
    play(game, Move.SLOT, 0)
    play(game, Move.YES)
    assert held(game) == {Thing.LEAD: 1}
    assert is_ready(game, "lead_copper")


def test_a_random_artifact_replaces_what_was_in_the_slot() -> None:
    game = using("random artifact", artifacts={"lead_copper": "t0-salt"})
    play(game, Move.YES)
    play(game, Move.SLOT, 0)
    assert int(game.state.artifact_at[card(game, "t0-salt")]) == -1
    assert told(game, Event.LOSE_ARTIFACT) == [(0, card(game, "t0-salt"), 0)]


def test_with_the_stack_empty_there_is_no_random_artifact() -> None:
    offered = ["t1-black", "t1-white", "t1-tin", "t1-step", "t1-iron", "t1-chameleon"]
    market = {"black": offered[:2], "white": offered[2:4], "red": offered[4:]}
    other = {"goods": "", "artifacts": {"lead_copper": "t1-other", "copper_tin": "t1-lead"}}
    assert is_idle(using("random artifact", other, board={"market": market}))


def test_the_market_is_not_touched_by_a_random_artifact() -> None:
    game = using("random artifact x2")
    before = game.state.market.copy()
    for move in (Move.YES, Move.SLOT, Move.NONE, Move.YES, Move.SLOT, Move.NONE):
        play(game, move, *((2,) if move is Move.SLOT else ()))
    assert is_idle(game)
    assert (game.state.market == before).all()


# ---------------------------------------------------------------- exchanges


def test_an_exchange_may_be_left() -> None:
    game = using("lead -> point", goods="lead")
    play(game, Move.NONE)
    assert is_idle(game)
    assert held(game) == {Thing.LEAD: 1}


def test_an_exchange_that_cannot_be_paid_is_passed_over() -> None:
    assert is_idle(using("silver -> gold", goods="9 lead"))


@pytest.mark.parametrize(
    ("exchange", "goods", "after"),
    [
        ("lead -> 2 points", "lead", ""),
        ("2 raw tin -> refined iron", "2 raw tin", "refined iron"),
        ("2 raw tin -> refined iron", "raw tin + refined tin", "refined iron"),
        ("2 raw tin -> refined iron", "2 gold", "refined iron"),
        ("silver -> gold", "silver", "gold"),
        ("refined copper -> 2 ethereal dice", "refined copper", "2 ethereal dice"),
        ("any refined -> gold", "silver", "gold"),
        ("any raw -> chameleon", "refined iron", "chameleon"),
        ("gold -> advance fire x2", "gold", ""),
    ],
)
def test_the_price_is_paid_and_the_reward_taken(exchange: str, goods: str, after: str) -> None:
    game = using(exchange, goods=goods)
    play(game, Move.YES)
    assert held(game) == held(acting(goods=after))
    assert is_idle(game)


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("cubes", [1, 2, 3, 4])
def test_up_to_n_means_at_most_so_often(times: int, cubes: int) -> None:
    game = using(f"silver -> salt up to {times} times", goods=f"{cubes} silver")
    salts = {goods[Thing.SALT] for goods in ends(game)}
    assert salts == set(range(min(times, cubes) + 1))


@pytest.mark.parametrize(("raw", "refined"), METALS)
def test_same_refined_is_the_refined_form_of_the_raw_given(raw: Thing, refined: Thing) -> None:
    game = using("any raw -> same refined", goods=raw.word)
    play(game, Move.GIVE, raw)
    assert held(game) == {refined: 1}
    assert is_idle(game)


def test_lead_has_no_refined_form() -> None:
    assert is_idle(using("any raw -> same refined", goods="9 lead"))


def test_refining_up_to_two_may_stop_after_one() -> None:
    game = using("any raw -> same refined up to 2 times", goods="2 raw tin")
    play(game, Move.GIVE, Thing.RAW_TIN)
    play(game, Move.NONE)
    assert held(game) == {Thing.RAW_TIN: 1, Thing.REFINED_TIN: 1}


def test_refining_moves_no_marker_and_triggers_nothing() -> None:
    game = using(
        "any raw -> same refined", goods="raw tin + salt", artifacts={"copper_tin": "t0-salt"}
    )
    play(game, Move.GIVE, Thing.RAW_TIN)
    assert is_idle(game)
    assert levels(game) == {}
    assert is_ready(game, "copper_tin")


def test_gold_given_as_a_raw_metal_becomes_that_metal_refined() -> None:
    game = using("any raw -> same refined", goods="gold")
    assert [unpack(move)[2] for move in found(game, Move.GIVE, Thing.GOLD)] == [1, 2, 3, 4]
    play(game, Move.GIVE, Thing.GOLD, Thing.RAW_IRON)
    assert held(game) == {Thing.REFINED_IRON: 1}


@pytest.mark.parametrize("given", RAW, ids=lambda thing: thing.word)
def test_other_raw_is_another_raw_material(given: Thing) -> None:
    game = using("any raw -> other raw", goods=given.word)
    play(game, Move.GIVE, given)
    assert things(game) == [thing for thing in RAW if thing is not given]
    play(game, Move.THING, things(game)[0])
    assert is_idle(game)


def test_other_raw_refined_pays_as_its_raw_and_excludes_it() -> None:
    game = using("any raw -> other raw", goods="refined tin")
    play(game, Move.GIVE, Thing.REFINED_TIN)
    assert Thing.RAW_TIN not in things(game)
    assert len(things(game)) == 4


def test_other_raw_for_gold_may_be_any() -> None:
    game = using("any raw -> other raw", goods="gold")
    play(game, Move.GIVE, Thing.GOLD)
    assert things(game) == RAW


def test_other_raw_up_to_three_times() -> None:
    game = using("any raw -> other raw up to 3 times", goods="3 lead + silver")
    leads = {goods[Thing.LEAD] for goods in ends(game)}
    assert leads == {0, 1, 2, 3}
    assert {goods[Thing.SILVER] for goods in ends(game)} == {1}


@pytest.mark.parametrize("given", [*REFINED, Thing.SILVER], ids=lambda thing: thing.word)
def test_any_refined_for_gold_takes_every_refined_cube(given: Thing) -> None:
    game = using("any refined -> gold up to 3 times", goods=f"2 {given.word}")
    golds = {goods[Thing.GOLD] for goods in ends(game)}
    assert golds == {0, 1, 2}


def test_any_refined_for_gold_takes_no_silver_by_ruling() -> None:
    rules = {"any_refined_paid_is_precious": False}
    assert is_idle(using("any refined -> gold", goods="silver", rules=rules))


def test_gold_for_five_raw_may_be_any_mix() -> None:
    game = using("gold -> 5 any raw", goods="gold")
    play(game, Move.YES)
    mixes = ends(game)
    assert len(mixes) == 126
    assert all(sum(mix[:5]) == 5 and mix[Thing.GOLD] == 0 for mix in mixes)


def test_only_gold_pays_for_five_raw() -> None:
    assert is_idle(using("gold -> 5 any raw", goods="9 silver + 9 refined iron"))


def test_going_down_needs_a_level_above_0() -> None:
    assert is_idle(using("down any -> 2 silver"))
    game = using("down any -> 2 silver", levels={"water": 1, "air": 12})
    assert first_arguments(game, Move.TRACK) == [WATER, AIR]


def test_going_down_is_one_space_on_one_track() -> None:
    game = using("down any -> 2 silver", levels={"water": 3, "air": 12})
    game.events()
    play(game, Move.TRACK, AIR)
    assert levels(game) == {WATER: 3, AIR: 11}
    assert held(game) == {Thing.SILVER: 2}
    assert told(game, Event.LEVEL) == [(0, AIR, -1)]


def test_going_down_onto_a_bonus_space_gives_no_token() -> None:
    board = {"tokens": {"fire": ["chameleon", ""]}}
    game = using("down any -> salt", levels={"fire": 5}, board=board)
    play(game, Move.TRACK, FIRE)
    assert held(game) == {Thing.SALT: 1}


def test_a_token_is_given_once_even_if_a_marker_comes_back() -> None:
    board = {"tokens": {"fire": ["chameleon", ""]}}
    game = using("advance fire + down any -> advance fire", levels={"fire": 3}, board=board)
    play(game, Move.PART, 0)
    assert held(game) == {Thing.CHAMELEON: 1}
    play(game, Move.TRACK, FIRE)
    assert levels(game) == {FIRE: 4}
    assert held(game) == {Thing.CHAMELEON: 1}


def test_the_reward_of_an_exchange_may_be_a_deed() -> None:
    game = using("gold -> transmute any x3", goods="gold + lead + 3 salt")
    play(game, Move.YES)
    for arrow in (0, 1, 2):
        play(game, Move.TRANSMUTE, arrow)
    assert is_idle(game)
    assert held(game) == {Thing.REFINED_MERCURY: 1}
    game = using("down any -> advance 3 different", levels={"fire": 1})
    play(game, Move.TRACK, FIRE)
    assert at(game, Frame.ADVANCE_DIFFERENT)
    game = using("2 any refined -> random artifact", goods="2 silver")
    play(game, Move.YES)
    assert at(game, Frame.RANDOM)


def test_the_reward_of_one_exchange_may_pay_the_next() -> None:
    game = using("any raw -> 2 any raw up to 2 times", goods="lead")
    assert max(sum(goods) for goods in ends(game)) == 3


def test_which_cube_pays_the_price_is_a_choice() -> None:
    game = using("any raw -> chameleon", goods="lead + refined iron + gold + silver")
    play(game, Move.YES)
    assert things(game) == [Thing.LEAD, Thing.REFINED_IRON, Thing.GOLD]


def test_nothing_paid_is_given_back() -> None:
    game = using("gold -> random artifact", goods="gold")
    play(game, Move.YES)
    play(game, Move.NONE)
    assert held(game) == {}


# ---------------------------------------------------------------- multipliers

RICH: dict[str, Any] = {
    "performed": ["fire-0b", "fire-ma", "air-0a"],
    "artifacts": {"lead_copper": "t1-iron", "iron_silver": "t1-chameleon", "copper_tin": "t1-lead"},
    "levels": {"fire": 3, "water": 2, "earth": 12, "air": 1},
    "goods": "",
}
"""Three experiments, three artifacts (fire + water, 2 air, none), levels; one formula."""

COUNTED = [
    ("experiment", 3),
    ("fire experiment", 2),
    ("water experiment", 0),
    ("air experiment", 1),
    ("artifact", 3),
    ("fire artifact", 1),
    ("air artifact", 1),
    ("earth artifact", 0),
    ("elemental", 4),
    ("air elemental", 2),
    ("fire/air elemental", 3),
    ("fire/water/earth/air elemental", 4),
    ("earth elemental", 0),
    ("formula", 1),
    ("fire level", 3),
    ("earth level", 12),
    ("lowest level", 1),
]


@pytest.mark.parametrize(("what", "count"), COUNTED)
def test_a_multiplier_counts(what: str, count: int) -> None:
    game = using(f"2 points per {what}", **RICH)
    assert is_idle(game)
    assert points(game).get(Part.FORMULAS, 0) == 2 * count


@pytest.mark.parametrize(("what", "count"), COUNTED[:9])
def test_a_multiplier_multiplies_goods_and_choices(what: str, count: int) -> None:
    assert held(using(f"2 salt per {what}", **RICH)).get(Thing.SALT, 0) == 2 * count
    if count:
        assert {sum(goods) for goods in ends(using(f"any essence per {what}", **RICH))} == {count}


def test_a_multiplier_multiplies_how_often() -> None:
    assert levels(using("advance fire x2 per air experiment", **RICH))[FIRE] == 5
    assert levels(using("advance fire by 2 per artifact", **RICH))[FIRE] == 9
    game = using("transmute any per artifact", **{**RICH, "goods": "4 lead + 4 salt"})
    for _ in range(3):
        assert at(game, Frame.TRANSMUTE)
        play(game, Move.TRANSMUTE, 0)
        if at(game, Frame.TRIGGER):
            play(game, Move.NONE)
    assert is_idle(game)


def test_points_per_elemental_count_artifacts_only() -> None:
    game = using("point per fire elemental", performed=["fire-0b"], levels={"fire": 12})
    assert points(game) == {}


def test_other_players_things_do_not_count() -> None:
    rich = {key: value for key, value in RICH.items() if key != "goods"}
    game = using("point per experiment + point per artifact + point per fire level", rich)
    for end in all_ends(game, Frame.EFFECTS):
        assert points(end) == {}


def test_a_multiplier_of_nothing_gives_nothing() -> None:
    for effect in (
        "any raw per experiment",
        "advance any per artifact",
        "transmute any per formula",
    ):
        game = using(effect, goods="lead")
        assert is_idle(game)
        assert held(game) == {Thing.LEAD: 1}
        assert levels(game) == {}


# ---------------------------------------------------------------- the order of the parts


def test_plain_parts_come_first_and_at_once() -> None:
    game = using("transmute any + gold + advance any + 2 silver", goods="")
    assert held(game) == {Thing.GOLD: 1, Thing.SILVER: 2}
    assert at(game, Frame.EFFECTS)
    assert kinds(game) == {Move.PART}
    assert first_arguments(game, Move.PART) == [0, 1]


def test_what_plain_parts_give_can_be_used_by_the_others() -> None:
    game = using("transmute any + lead + salt", goods="")
    play(game, Move.TRANSMUTE, 0)
    assert held(game) == {Thing.REFINED_COPPER: 1}


def test_the_parts_that_are_left_come_in_the_order_one_likes() -> None:
    game = using("advance any + any raw + draw publications")
    orders = set()
    for first in range(3):
        one = play(game.copy(), Move.PART, first)
        orders.add(one.frame)
    assert orders == {Frame.ADVANCE_ANY, Frame.GAIN_ANY, Frame.RETURN}


def test_the_last_part_needs_no_choice_of_order() -> None:
    game = using("advance any + any raw")
    play(game, Move.PART, 1)
    play(game, Move.THING, Thing.LEAD)
    assert at(game, Frame.ADVANCE_ANY)


def test_the_order_matters_for_multipliers() -> None:
    effect = "random artifact + 5 points per artifact"
    first = play(using(effect), Move.PART, 1)
    assert points(first) == {}
    second = play(using(effect), Move.PART, 0)
    play(second, Move.YES)
    play(second, Move.SLOT, 0)
    play(second, Move.NONE)
    assert points(second) == {Part.FORMULAS: 5}


def test_parts_of_a_nested_effect_are_done_before_the_rest() -> None:
    box = changed({
        "formulas.duval-1": {"ability": "transmute any + advance any"},
        "artifacts.t0-salt": {"ability": "any raw + any essence"},
    })  # fmt: skip
    game = acting(
        box=box, alchemist="duval", formulas=FORMULAS, vault={"0,1": "duval-1"},
        artifacts={"lead_copper": "t0-salt"}, goods="lead + salt",
    )  # fmt: skip
    play(game, Move.USE_FORMULA, 0)
    play(game, Move.PART, 0)
    play(game, Move.TRANSMUTE, 0)
    play(game, Move.YES)
    assert at(game, Frame.EFFECTS)
    assert len(game.legal()) == 2
    play(game, Move.PART, 0)
    assert at(game, Frame.GAIN_ANY)
    play(game, Move.THING, Thing.LEAD)
    play(game, Move.THING, Thing.SALT)
    assert at(game, Frame.ADVANCE_ANY)
    play(game, Move.TRACK, FIRE)
    assert is_idle(game)
    assert held(game) == {Thing.REFINED_COPPER: 1, Thing.LEAD: 1, Thing.SALT: 1}


@pytest.mark.parametrize(
    ("cause", "part"),
    [("artifact", Part.ABILITIES), ("formula", Part.FORMULAS), ("experiment", Part.BONUSES)],
)
def test_points_are_kept_apart_by_where_they_come_from(cause: str, part: Part) -> None:
    box = changed({
        "artifacts.t0-salt": {"ability": "3 points"},
        "formulas.duval-1": {"ability": "3 points"},
        "experiments.fire-0a": {"bonus": "3 points"},
    })  # fmt: skip
    game = acting(
        box=box, alchemist="duval", formulas=FORMULAS, vault={"0,1": "duval-1"},
        beside=["fire-0a"], artifacts={"lead_copper": "t0-salt"}, goods="lead + salt",
        performed=["fire-0b"],
    )  # fmt: skip
    if cause == "artifact":
        play(game, Move.ARROW, slot("lead_copper"))
        play(game, Move.YES)
    else:
        play(game, Move.USE_FORMULA if cause == "formula" else Move.PERFORM)
    if at(game, Frame.PAY):
        game.apply(game.legal()[0])
    assert points(game) == {part: 3}
    assert not can(game, Move.PART)


@pytest.mark.parametrize("each", [0, 1, 5])
def test_other_points_at_the_top_by_the_box(each: int) -> None:
    box = changed({
        "rules.numbers": {"points_at_top": each},
        "formulas.duval-1": {"ability": "advance fire x2"},
    })  # fmt: skip
    game = acting(box=box, formulas=FORMULAS, vault={"0,1": "duval-1"}, levels={"fire": 12})
    play(game, Move.USE_FORMULA, 0)
    assert points(game).get(Part.TRACK_TOP, 0) == 2 * each
