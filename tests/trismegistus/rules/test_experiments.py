"""Rules, performing an experiment: mastery, payment, bonuses, its column."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    can,
    card,
    end_turn,
    first_arguments,
    found,
    held,
    levels,
    number,
    pass_until,
    play,
    position,
    told,
)
from tests.trismegistus.rules.helpers_2 import (
    FORMULAS,
    all_ends,
    asking,
    at,
    can_perform,
    changed,
    goods_of,
    is_performed,
    pay,
    perform,
    points,
    rulings,
)
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.codes import MASTERPIECE, Event, Frame, Move, Part
from trisim.games.trismegistus.rules.game import Game

ELEMENTS = [element.word for element in Element]


def is_free(game: Game) -> bool:
    return game.frame in (Frame.ACTION, Frame.AFTER)


# ---------------------------------------------------------------- mastery


@pytest.mark.parametrize("element", ELEMENTS)
def test_needs_its_mastery_level_on_its_track(element: str) -> None:
    for level in range(5):
        game = asking("lead", element=element, mastery=3, levels={element: level}, goods="lead")
        assert can_perform(game) == (level >= 3)


def test_needs_its_materials() -> None:
    assert not can_perform(asking("lead + silver", goods="lead"))
    assert can_perform(asking("lead + silver", goods="lead + silver"))


def test_silver_can_be_short_for_cost_and_level_together() -> None:
    assert not can_perform(asking("silver", mastery=1, goods="silver"))
    assert can_perform(asking("silver", mastery=1, goods="2 silver"))
    assert can_perform(asking("silver", mastery=1, goods="silver + gold"))


@pytest.mark.parametrize("way", ["bought", "performed"])
def test_a_formula_unlocked_by_either_way_gives_the_discount(way: str) -> None:
    lab: Data = {"vault": {"0,1": "duval-1"}}
    extra: Data = {"bought": ["duval-1"]} if way == "bought" else {"performed": ["fire-0b"]}
    assert can_perform(asking("2 lead", goods="lead", **lab, **extra))


def test_a_discount_holds_for_every_experiment_performed_there() -> None:
    game = acting(
        formulas=FORMULAS,
        vault={"0,1": "duval-1"},
        beside=["fire-0b", "fire-1a"],
        levels={"fire": 2},
        goods="raw copper + lead",
    )
    play(game, Move.PERFORM, 0)
    pay(game, None)
    pass_until(game, Frame.ACTION)
    assert is_performed(game, "fire-0b")
    assert can_perform(game)


def test_discounts_for_the_next_one_only_by_ruling() -> None:
    game = acting(
        box=changed(rulings(discounts_last=False)),
        formulas=FORMULAS,
        vault={"0,1": "duval-1"},
        beside=["fire-0b", "fire-1a"],
        levels={"fire": 2},
        performed=["fire-0a"],
        goods="raw copper + lead",
    )
    play(game, Move.PERFORM, 0)
    pay(game, None)
    assert is_performed(game, "fire-0b")
    assert is_free(game)
    assert not can_perform(game)
    assert int(game.state.labs[0].discounts[Element.FIRE]) == 0


def test_the_formula_an_experiment_unlocks_does_not_discount_itself() -> None:
    assert not can_perform(asking("2 lead", goods="lead"))


def test_the_formula_of_the_first_experiment_discounts_the_second() -> None:
    game = asking("lead", goods="2 lead", beside=["fire-0a", "fire-1a"], levels={"fire": 2})
    perform(game)
    pass_until(game, Frame.ACTION)
    assert can_perform(game)  # fire-1a costs 2 lead


# ---------------------------------------------------------------- bonuses


def test_bonuses_are_taken_after_the_payment() -> None:
    assert not can_perform(asking("gold", bonus="2 gold", goods=""))
    game = perform(asking("gold", bonus="2 gold", goods="gold"))
    assert held(game) == {Thing.GOLD: 2}


def test_bonuses_are_taken_in_any_order() -> None:
    bonus = "transmute any + draw publications + any raw -> same refined"
    game = perform(asking("lead", bonus=bonus, goods="lead"))
    assert at(game, Frame.EFFECTS)
    assert first_arguments(game, Move.PART) == [0, 1, 2]
    play(game, Move.PART, 1)
    assert at(game, Frame.RETURN)
    play(game, Move.RETURN, game.legal()[0] >> 16 & 255)
    assert at(game, Frame.EFFECTS)
    assert first_arguments(game, Move.PART) == [0, 1]


def test_bonuses_come_before_the_card_joins_its_column() -> None:
    game = asking("lead", bonus="advance any", goods="lead")
    game.events()
    perform(game)
    assert at(game, Frame.ADVANCE_ANY)
    assert not is_performed(game, "fire-0a")
    play(game, Move.TRACK, 0)
    assert is_performed(game, "fire-0a")
    assert at(game, Frame.UNLOCK)


def test_bonuses_are_taken_now_or_never() -> None:
    game = perform(asking("lead", bonus="any raw -> same refined", goods="lead + raw tin"))
    play(game, Move.NONE)
    pass_until(game, Frame.ACTION)
    assert kinds_without_harvest(game) == set()


def kinds_without_harvest(game: Game) -> set[Move]:
    free = (Move.PERFORM, Move.PART, Move.GIVE)
    return {Move(move >> 24) for move in game.legal()} & set(free)


def test_immediate_points_are_scored_at_once() -> None:
    game = perform(asking("lead", bonus="7 points", goods="lead"))
    assert points(game) == {Part.BONUSES: 7}


@pytest.mark.parametrize("itself", [False, True])
@pytest.mark.parametrize("what", ["experiment", "fire experiment"])
def test_conditional_points_do_not_count_this_card_yet(what: str, itself: bool) -> None:
    rules = {"performed_card_counts_itself": True} if itself else {}
    game = asking(
        "lead",
        bonus=f"3 points per {what}",
        goods="lead",
        performed=["fire-0b", "fire-1a"],
        rules=rules,
    )
    assert points(perform(game)) == {Part.BONUSES: 9 if itself else 6}


def test_counting_itself_by_ruling_changes_nothing_else() -> None:
    ends = []
    for rules in ({}, {"performed_card_counts_itself": True}):
        game = perform(asking("lead", bonus="2 gold", goods="lead", rules=rules))
        assert at(game, Frame.UNLOCK)
        ends.append((goods_of(game), game.score(0), int(game.state.labs[0].performed)))
    assert ends[0] == ends[1]


def test_conditional_points_are_scored_now_and_do_not_grow_later() -> None:
    game = asking(
        "lead", bonus="3 points per experiment", goods="3 lead", beside=["fire-0a", "fire-1a"],
        levels={"fire": 2}, performed=["fire-0b"],
    )  # fmt: skip
    perform(game)
    before = points(game)
    perform(game)
    assert is_performed(game, "fire-1a")
    assert points(game) == before == {Part.BONUSES: 3}


def test_a_bonus_may_pay_for_the_next_experiment() -> None:
    game = asking("lead", bonus="2 lead", goods="lead", beside=["fire-0a", "fire-1a"],
                  levels={"fire": 2}, performed=["fire-0b"])  # fmt: skip
    perform(game)
    assert can_perform(game)


# ---------------------------------------------------------------- its column


@pytest.mark.parametrize("element", ELEMENTS)
def test_joins_the_column_of_its_element(element: str) -> None:
    game = perform(asking("lead", element=element, goods="lead"))
    counts = [int(n) for n in game.state.labs[0].performed_element]
    assert counts == [int(name == element) for name in ELEMENTS]
    assert int(game.state.labs[0].performed) == 1


@pytest.mark.parametrize("element", ELEMENTS)
def test_the_first_one_unlocks_a_formula_of_the_column_of_ones_choice(element: str) -> None:
    game = perform(asking("lead", element=element, goods="lead"))
    column = ELEMENTS.index(element)
    assert at(game, Frame.UNLOCK)
    assert first_arguments(game, Move.BUY_FORMULA) == [column * 2, column * 2 + 1]


def test_the_second_one_unlocks_nothing() -> None:
    game = perform(asking("lead", goods="lead", performed=["fire-0b"]))
    assert is_free(game)
    assert int(game.state.labs[0].placed) == 0


def test_first_ones_of_two_columns_unlock_one_each() -> None:
    game = perform(asking("lead", goods="lead", performed=["water-0b"]))
    assert at(game, Frame.UNLOCK)


def test_after_buying_there_the_first_experiment_unlocks_the_other_formula() -> None:
    game = asking("lead", goods="", vault={"0,1": "duval-1"}, bought=["duval-1"])
    perform(game)  # the discount pays
    assert at(game, Frame.VAULT)
    play(game, Move.SPACE, 2)
    assert [int(s) for s in game.state.labs[0].formula_state[:2]] == [1, 1]


def test_one_formula_in_all_by_ruling_leaves_no_second_one_for_an_experiment() -> None:
    game = asking(
        "lead", goods="", vault={"0,1": "duval-1"}, bought=["duval-1"],
        rules={"one_formula_by_each_way": False},
    )  # fmt: skip
    perform(game)
    assert is_free(game)
    assert int(game.state.labs[0].placed) == 1


def test_the_card_leaves_its_place_beside_the_laboratory() -> None:
    game = asking("lead", goods="lead", beside=["fire-0a", "fire-1a"], performed=["fire-0b"])
    perform(game)
    beside = [int(n) for n in game.state.labs[0].beside]
    assert beside == [card(game, "fire-1a"), -1, -1, -1]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_performing_makes_room_for_another_experiment(limit: int) -> None:
    box = number(held_experiments=limit)
    beside = ["fire-0a", "water-0b", "earth-0b", "air-0a"][:limit]
    game = acting(
        box=box, beside=beside, goods="lead", performed=["fire-0b"], die="black lead", potency=2
    )
    assert not can(game, Move.EXPERIMENT)
    perform(game)
    assert can(game, Move.EXPERIMENT)


def test_held_experiments_leaves_the_masterpiece_aside() -> None:
    game = acting(beside=["fire-0a"], masterpiece="water-mb", potency=2)
    assert can(game, Move.EXPERIMENT)


def test_performing_is_free_before_and_after_the_action() -> None:
    game = asking("lead", goods="lead", performed=["fire-0b"], potency=2)
    assert can_perform(game)
    play(game, Move.HARVEST, 1)
    assert at(game, Frame.AFTER)
    assert can_perform(game)
    assert int(perform(game).state.labs[0].potency) == 1


def test_others_never_perform_on_ones_turn() -> None:
    game = position(
        {"goods": "", "die": "black lead"},
        {"goods": "3 lead + reaction", "beside": ["fire-0a"]},
        to="action",
    )
    play(game, Move.HARVEST, 1)
    assert game.seat == 1
    assert not can(game, Move.PERFORM)


def test_performing_is_told_with_bonus_and_payment_apart() -> None:
    game = asking("lead", bonus="gold", goods="lead", performed=["fire-0b"])
    game.events()
    perform(game)
    happenings = [h for h in game.events() if h.what in (Event.PERFORM, Event.HOLD)]
    assert [(h.what.name, h.delta, h.cause.name) for h in happenings] == [
        ("PERFORM", 0, "PAYMENT"),
        ("HOLD", -1, "PAYMENT"),
        ("HOLD", 1, "EXPERIMENT"),
    ]


# ---------------------------------------------------------------- the masterpiece


def master(**seat: Any) -> Game:
    """Seat 0 can perform a water masterpiece that costs a lead."""
    return acting(goods="lead", formulas=FORMULAS, masterpiece="water-mb", **seat)


def test_a_masterpiece_is_performed_like_any_experiment() -> None:
    game = play(master(), Move.PERFORM, MASTERPIECE)
    assert is_performed(game, "water-mb")
    assert int(game.state.labs[0].masterpiece) == -1
    assert int(game.state.labs[0].performed_element[Element.WATER]) == 1
    assert int(game.state.labs[0].performed) == 1


def test_a_masterpiece_unlocks_a_formula_as_the_first_of_its_column() -> None:
    game = play(master(), Move.PERFORM, MASTERPIECE)
    assert at(game, Frame.UNLOCK)
    assert first_arguments(game, Move.BUY_FORMULA) == [2, 3]


def test_after_a_masterpiece_the_next_experiment_there_unlocks_nothing() -> None:
    game = play(master(beside=["water-0a"], levels={"water": 1}), Move.PERFORM, MASTERPIECE)
    pass_until(game, Frame.ACTION)
    game.state.labs[0].held[Thing.RAW_COPPER] = 1
    game.state.labs[0].held[Thing.RAW_TIN] = 1
    play(game, Move.HARVEST, 1)
    placed = int(game.state.labs[0].placed)
    for end in all_ends(perform(game), Frame.PAY):
        assert end.frame is Frame.AFTER
        assert int(end.state.labs[0].placed) == placed


def test_a_masterpiece_uses_discounts_and_silver() -> None:
    box = changed({"experiments.water-mb": {"mastery": 1, "cost": "2 lead"}})
    game = acting(box=box, goods="lead + silver", formulas=FORMULAS, masterpiece="water-mb",
                  vault={"0,1": "duval-3"})  # fmt: skip
    assert can(game, Move.PERFORM, MASTERPIECE)


def test_experiments_and_masterpiece_are_offered_apart() -> None:
    game = acting(goods="2 lead", masterpiece="water-mb", beside=["fire-0a"])
    assert first_arguments(game, Move.PERFORM) == [0, MASTERPIECE]


def test_a_performed_card_stays_for_the_rest_of_the_game() -> None:
    game = perform(asking("lead", goods="lead", performed=["fire-0b"]))
    play(game, Move.HARVEST, 1)
    end_turn(game)
    assert is_performed(game, "fire-0a")
    assert told(game, Event.REMOVE) == []
    assert levels(game) == {}
    assert not found(game, Move.PERFORM)
