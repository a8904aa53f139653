"""Rules, things and paying: refined for raw, gold for anything, discounts, silver for levels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trismegistus.rules.helpers import Data, box_with, found, play, rule
from tests.trismegistus.rules.helpers_2 import (
    all_ends,
    asking,
    can_perform,
    goods_of,
    is_idle,
    is_performed,
    offered,
    pay,
    perform,
    using,
)
from trisim.engine.kernel import records
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.game import engine_box
from trisim.games.trismegistus.rules.payment import (
    ANY_RAW,
    ANY_REFINED,
    LEVELS,
    can_pay_due,
    legal_payment,
    next_due,
    shortage,
    take_due,
    units_due,
)
from trisim.games.trismegistus.rules.state import GAME

RAW = (Thing.LEAD, Thing.RAW_COPPER, Thing.RAW_TIN, Thing.RAW_MERCURY, Thing.RAW_IRON)
REFINED = (
    Thing.REFINED_COPPER,
    Thing.REFINED_TIN,
    Thing.REFINED_MERCURY,
    Thing.REFINED_IRON,
)
PAIRS = list(zip(RAW[1:], REFINED, strict=True))
MATERIALS = (*RAW, *REFINED, Thing.SILVER, Thing.GOLD)


def word(thing: Thing) -> str:
    return thing.word


# ---------------------------------------------------------------- what pays for what


@pytest.mark.parametrize("thing", MATERIALS, ids=word)
def test_a_material_pays_for_itself(thing: Thing) -> None:
    game = asking(thing.word, goods=thing.word)
    perform(game)
    assert is_performed(game, "fire-0a")
    assert sum(goods_of(game)) == 0


@pytest.mark.parametrize(("raw", "refined"), PAIRS)
def test_refined_pays_where_its_raw_counterpart_is_asked(raw: Thing, refined: Thing) -> None:
    assert can_perform(asking(raw.word, goods=refined.word))


@pytest.mark.parametrize(("raw", "refined"), PAIRS)
def test_raw_never_pays_where_refined_is_asked(raw: Thing, refined: Thing) -> None:
    assert not can_perform(asking(refined.word, goods=f"9 {raw.word}"))


@pytest.mark.parametrize("asked", MATERIALS, ids=word)
@pytest.mark.parametrize("given_thing", MATERIALS, ids=word)
def test_no_other_material_pays_for_a_named_one(asked: Thing, given_thing: Thing) -> None:
    pays = given_thing in (asked, Thing.GOLD) or (asked, given_thing) in PAIRS
    assert can_perform(asking(asked.word, goods=given_thing.word)) == pays


@pytest.mark.parametrize("asked", [*[t.word for t in MATERIALS], "any raw", "any refined"])
def test_gold_pays_for_any_material(asked: str) -> None:
    game = perform(asking(asked, goods="gold"))
    assert is_performed(game, "fire-0a")
    assert sum(goods_of(game)) == 0


@pytest.mark.parametrize("essence", ["salt", "sulfur", "aether"])
@pytest.mark.parametrize("asked", ["lead", "raw mercury", "silver", "any raw", "any refined"])
def test_essences_pay_for_no_material(essence: str, asked: str) -> None:
    assert not can_perform(asking(asked, goods=f"9 {essence}"))


@pytest.mark.parametrize("given_thing", MATERIALS, ids=word)
def test_any_raw_never_means_silver(given_thing: Thing) -> None:
    pays = given_thing is not Thing.SILVER
    assert can_perform(asking("any raw", goods=given_thing.word)) == pays


@pytest.mark.parametrize("given_thing", MATERIALS, ids=word)
@pytest.mark.parametrize("precious", [True, False])
def test_any_refined_may_be_silver_by_ruling(given_thing: Thing, precious: bool) -> None:
    pays = given_thing in (*REFINED, Thing.GOLD) or (given_thing is Thing.SILVER and precious)
    rules = {} if precious else {"any_refined_paid_is_precious": False}
    assert can_perform(asking("any refined", goods=given_thing.word, rules=rules)) == pays


def test_lead_pays_as_any_raw_but_has_no_refined_form() -> None:
    assert can_perform(asking("any raw", goods="lead"))
    assert not can_perform(asking("any refined", goods="9 lead"))


def test_each_unit_of_any_raw_may_be_another_one() -> None:
    game = perform(asking("3 any raw", goods="lead + raw tin + raw iron"))
    assert {sum(goods_of(end)) for end in all_ends(game, Frame.PAY)} == {0}


def test_each_cube_pays_once() -> None:
    assert not can_perform(asking("raw tin + any raw", goods="raw tin"))
    assert not can_perform(asking("gold + silver", goods="gold"))
    assert not can_perform(asking("refined tin + raw tin + any raw", goods="2 refined tin"))


def test_gold_in_place_of_a_held_material_stays_a_choice() -> None:
    game = perform(asking("raw tin", goods="raw tin + refined tin + gold"))
    assert offered(game) == [Thing.RAW_TIN, Thing.GOLD]


def test_refined_is_offered_for_raw_only_without_raw_of_that_metal() -> None:
    game = perform(asking("2 raw tin", goods="raw tin + 2 refined tin + gold"))
    assert offered(game) == [Thing.RAW_TIN, Thing.GOLD]
    pay(game, Thing.RAW_TIN)
    assert offered(game) == [Thing.REFINED_TIN, Thing.GOLD]


def test_refined_of_another_metal_stays_a_choice_for_any_raw() -> None:
    game = perform(asking("any raw", goods="raw tin + refined tin + refined iron + silver"))
    assert offered(game) == [Thing.RAW_TIN, Thing.REFINED_IRON]


def test_a_choice_that_would_leave_the_rest_unpayable_is_not_offered() -> None:
    game = perform(asking("raw tin + gold", goods="raw tin + gold"))
    assert is_performed(game, "fire-0a")
    game = perform(asking("any raw + any refined", goods="lead + refined tin + raw iron"))
    assert offered(game) == [Thing.LEAD, Thing.RAW_IRON]


def test_forced_payments_are_taken_silently_but_told() -> None:
    game = asking("2 raw tin + silver", goods="2 raw tin + silver")
    game.events()
    perform(game)
    paid = [(h.thing, h.delta) for h in game.events() if h.what is Event.HOLD]
    assert paid == [(Thing.RAW_TIN, -1), (Thing.RAW_TIN, -1), (Thing.SILVER, -1)]


def test_an_experiment_that_costs_nothing_asks_nothing() -> None:
    game = asking("lead", goods="", discounts=1)
    perform(game)
    assert is_performed(game, "fire-0a")


# ---------------------------------------------------------------- levels and discounts


def test_each_silver_lowers_the_level_by_one() -> None:
    for silver in range(4):
        game = asking("lead", mastery=5, levels={"fire": 2}, goods=f"lead + {silver + 1} silver")
        assert can_perform(game) == (silver + 1 >= 3)


def test_gold_is_paid_as_silver_for_a_level() -> None:
    game = asking("lead", mastery=1, goods="lead + gold")
    perform(game)
    assert is_performed(game, "fire-0a")
    assert sum(goods_of(game)) == 0


@pytest.mark.parametrize("thing", [*RAW, *REFINED], ids=word)
def test_nothing_else_is_paid_for_a_level(thing: Thing) -> None:
    assert not can_perform(asking("lead", mastery=1, goods=f"lead + 9 {thing.word}"))


def test_silver_or_gold_for_a_level_is_a_choice() -> None:
    game = perform(asking("lead", mastery=1, goods="lead + silver + gold"))
    pay(game, Thing.LEAD)
    assert offered(game) == [Thing.SILVER, Thing.GOLD]


def test_a_level_that_is_not_needed_is_not_bought() -> None:
    game = asking("lead", mastery=3, levels={"fire": 3}, goods="lead + 5 silver + 5 gold")
    perform(game)
    pay(game, Thing.LEAD)
    assert goods_of(game)[Thing.SILVER] == 5
    assert goods_of(game)[Thing.GOLD] == 5


def test_buying_levels_moves_no_marker() -> None:
    game = asking("lead", mastery=2, goods="lead + 2 silver")
    perform(game)
    assert not game.state.labs[0].level.any()


def test_levels_count_on_the_track_of_the_experiment_only() -> None:
    assert not can_perform(asking("lead", mastery=1, levels={"water": 12}, goods="lead"))
    assert can_perform(asking("lead", mastery=1, levels={"fire": 1}, goods="lead"))


@pytest.mark.parametrize("discounts", [0, 1, 2])
def test_each_unlocked_formula_of_the_column_ignores_one_unit(discounts: int) -> None:
    game = asking("2 gold + silver", discounts=discounts, goods=f"{3 - discounts} gold")
    assert can_perform(game)
    game = asking("2 gold + silver", discounts=discounts, goods=f"{max(1, 2 - discounts)} gold")
    assert can_perform(game) == (discounts == 2)


@pytest.mark.parametrize("discounts", [0, 1, 2])
def test_each_unlocked_formula_of_the_column_ignores_one_level(discounts: int) -> None:
    for missing in range(4):
        game = asking("lead", mastery=missing, discounts=discounts, goods="lead")
        assert can_perform(game) == (missing <= discounts)


def test_two_discounts_may_be_split_between_a_unit_and_a_level() -> None:
    game = asking("lead + silver", mastery=1, discounts=2, goods="lead")
    perform(game)
    assert is_performed(game, "fire-0a")
    assert sum(goods_of(game)) == 0


def test_where_a_discount_goes_is_a_choice() -> None:
    game = perform(asking("lead + gold", mastery=1, discounts=1, goods="lead + 2 gold + silver"))
    ends = {goods_of(end) for end in all_ends(game, Frame.PAY)}
    lefts = ("lead + gold", "lead + silver", "2 gold", "gold + silver")
    assert ends == {goods_of(asking("lead", goods=left)) for left in lefts}


def test_a_formula_of_another_column_gives_no_discount() -> None:
    lab: Data = {"alchemist": "duval", "vault": {"0,1": "duval-3"}}
    assert not can_perform(asking("2 lead", goods="lead", **lab))
    game = asking("2 lead", element="water", goods="lead", **lab)
    assert can_perform(game)


def test_discounts_are_told_with_what_they_ignored() -> None:
    game = asking("lead", mastery=1, discounts=2, goods="")
    game.events()
    perform(game)
    told = [h.delta for h in game.events() if h.what is Event.DISCOUNT]
    assert told == [0, 1]


def test_levels_bought_are_told() -> None:
    game = asking("lead", mastery=2, goods="lead + silver + gold")
    game.events()
    perform(game)
    told = [h.thing for h in game.events() if h.what is Event.LEVEL_BOUGHT]
    assert told in ([], [Thing.SILVER, Thing.GOLD])
    for end in all_ends(game, Frame.PAY):
        assert goods_of(end)[Thing.SILVER] == goods_of(end)[Thing.GOLD] == 0


# ---------------------------------------------------------------- mercury as an essence


@pytest.mark.parametrize("mercury", ["raw mercury", "refined mercury", "gold"])
def test_any_held_mercury_or_a_gold_pays_as_the_mercury_essence(mercury: str) -> None:
    game = using("transmute black", goods=f"lead + {mercury}")
    play(game, Move.TRANSMUTE)
    assert is_idle(game)
    assert goods_of(game)[Thing.REFINED_COPPER] == 1
    assert int(game.state.labs[0].level[3]) == 1  # air: mercury is dominant there


def test_gold_is_never_paid_as_salt_sulfur_or_aether() -> None:
    game = using("transmute black", goods="lead + gold")
    play(game, Move.TRANSMUTE)
    assert list(game.state.labs[0].level) == [0, 0, 0, 1]


def test_gold_itself_is_never_transmuted() -> None:
    assert is_idle(using("transmute any", goods="2 gold + salt"))


def test_gaining_the_mercury_essence_is_gaining_a_raw_mercury() -> None:
    game = using("any essence", goods="")
    play(game, Move.THING, Thing.RAW_MERCURY)
    assert goods_of(game)[Thing.RAW_MERCURY] == 1


def test_any_essence_includes_mercury() -> None:
    game = using("any essence", goods="")
    things = [Thing((move >> 16) & 255) for move in game.legal()]
    assert things == [Thing.SALT, Thing.SULFUR, Thing.AETHER, Thing.RAW_MERCURY]


def test_supply_of_cubes_is_not_limited() -> None:
    game = using("20 gold", {"goods": "20 gold + 20 silver"}, goods="20 gold + 20 silver + 20 lead")
    assert goods_of(game)[Thing.GOLD] == 40


def test_cube_supply_by_ruling_limits_what_is_gained() -> None:
    game = using("5 gold", {"goods": "2 lead"}, goods="2 lead + 9 salt", rules={"cube_supply": 7})
    assert goods_of(game)[Thing.GOLD] == 3


# ---------------------------------------------------------------- against brute force

Held = tuple[int, ...]


def may_pay(column: int, precious: bool) -> list[int]:
    """The things that the rules let pay a unit of a column."""
    if column == LEVELS:
        things = [Thing.SILVER]
    elif column == ANY_RAW:
        things = [*RAW, *REFINED]
    elif column == ANY_REFINED:
        things = [*REFINED, Thing.SILVER] if precious else [*REFINED]
    elif 1 <= column <= 4:
        things = [Thing(column), Thing(column + 4)]
    else:
        things = [Thing(column)]
    return [*map(int, things), int(Thing.GOLD)]


def spend(held: Held, thing: int) -> Held:
    return (*held[:thing], held[thing] - 1, *held[thing + 1 :])


def plans(
    units: tuple[int, ...], held: Held, discounts: int, precious: bool, for_raw: int = 0
) -> Iterator[tuple[Held, int]]:
    """Every way to pay all units: what is left, and the refined metals paid as raw (bits)."""
    if discounts > len(units):
        return
    if not units:
        yield held, for_raw
        return
    column, rest = units[0], units[1:]
    if discounts:
        yield from plans(rest, held, discounts - 1, precious, for_raw)
    for thing in dict.fromkeys(may_pay(column, precious)):
        if held[thing]:
            raw_asked = column == ANY_RAW or 1 <= column <= 4
            bit = 1 << thing if raw_asked and thing in REFINED else 0
            yield from plans(rest, spend(held, thing), discounts, precious, for_raw | bit)


def wanted_ends(units: tuple[int, ...], held: Held, discounts: int, precious: bool) -> set[Held]:
    """What is left by plans that pay no refined where raw of that metal would do."""
    return {
        left
        for left, for_raw in plans(units, held, discounts, precious)
        if not any((for_raw >> refined) & 1 and left[raw] for raw, refined in PAIRS)
    }


def laboratory(held: Held, units: tuple[int, ...], discounts: int) -> Any:
    """A game whose seat 0 has this to pay."""
    game = records(1, GAME)[0]
    lab = game.labs[0]
    lab.held[:11] = held
    for column in units:
        take_due(lab, column, -1)
    lab.due_discounts = discounts
    return game


def engine_ends(game: Any, box: Any, seen: dict[bytes, set[Held]]) -> set[Held]:
    """What is left by every sequence of offered choices; each must end with all paid."""
    lab = game.labs[0]
    key = lab.tobytes()
    if key in seen:
        return seen[key]
    column = next_due(lab)
    if column < 0:
        assert int(lab.due_discounts) == 0
        return {tuple(int(n) for n in lab.held[:11])}
    moves = np.zeros(64, np.int32)
    count = legal_payment(game, box, 0, moves)
    assert count > 0, "a dead end"
    ends: set[Held] = set()
    for move in moves[:count]:
        copy = records(1, GAME)
        copy[0] = game
        after = copy[0].labs[0]
        take_due(after, column, 1)
        if int(move) >> 24 == Move.DISCOUNT:
            after.due_discounts -= 1
        else:
            after.held[(int(move) >> 16) & 255] -= 1
        ends |= engine_ends(copy[0], box, seen)
    seen[key] = ends
    return ends


COLUMNS = st.one_of(
    st.sampled_from([ANY_RAW, ANY_REFINED, LEVELS, int(Thing.SILVER), int(Thing.GOLD)]),
    st.integers(0, 12),
)
UNITS = st.lists(COLUMNS, max_size=6).map(sorted).map(tuple)
HELD = st.lists(st.integers(0, 2), min_size=11, max_size=11).map(tuple)
FEW = st.lists(st.sampled_from([0, 0, 0, 1, 1, 2]), min_size=11, max_size=11).map(tuple)


@given(UNITS, st.one_of(HELD, FEW), st.integers(0, 2), st.booleans())
def test_what_can_be_paid_is_found_exactly(
    units: tuple[int, ...], held: Held, discounts: int, precious: bool
) -> None:
    box = engine_box(box_with() if precious else rule(any_refined_paid_is_precious=False))
    discounts = min(discounts, len(units))
    lab = laboratory(held, units, discounts).labs[0]
    payable = next(plans(units, held, discounts, precious), None) is not None
    assert can_pay_due(box, lab) == payable
    assert units_due(lab) == len(units)


@given(UNITS, FEW, st.booleans())
def test_the_shortage_is_the_least_gold_that_pays(
    units: tuple[int, ...], held: Held, precious: bool
) -> None:
    box = engine_box(box_with() if precious else rule(any_refined_paid_is_precious=False))
    lab = laboratory(held, units, 0).labs[0]
    short = shortage(box, lab)
    without = held[:10]
    assert next(plans(units, (*without, short), 0, precious), None) is not None
    if short:
        assert next(plans(units, (*without, short - 1), 0, precious), None) is None


@given(UNITS.filter(lambda units: len(units) <= 4), FEW, st.integers(0, 2), st.booleans())
def test_offered_choices_reach_every_wanted_plan_and_no_other(
    units: tuple[int, ...], held: Held, discounts: int, precious: bool
) -> None:
    box = engine_box(box_with() if precious else rule(any_refined_paid_is_precious=False))
    discounts = min(discounts, len(units))
    wanted = wanted_ends(units, held, discounts, precious)
    game = laboratory(held, units, discounts)
    if wanted:
        assert engine_ends(game, box, {}) == wanted
    else:
        assert not can_pay_due(box, game.labs[0])


@pytest.mark.parametrize(
    ("cost", "mastery", "discounts", "goods"),
    [
        ("raw tin + any raw + any refined", 0, 0, "raw tin + refined tin + silver + gold"),
        ("2 any refined", 2, 1, "refined iron + 2 silver + gold"),
        ("any raw + silver + gold", 1, 2, "lead + refined copper + 2 gold"),
        ("2 raw copper + any raw", 0, 0, "raw copper + 2 refined copper + lead + gold"),
    ],
)
def test_every_sequence_of_choices_performs_the_experiment(
    cost: str, mastery: int, discounts: int, goods: str
) -> None:
    game = asking(cost, mastery=mastery, discounts=discounts, goods=goods)
    ends = list(all_ends(perform(game), Frame.PAY))
    assert len({goods_of(end) for end in ends}) > 1
    for end in ends:
        assert is_performed(end, "fire-0a") or end.frame is Frame.UNLOCK
        assert not end.state.labs[0].due.any()
        assert min(goods_of(end)) >= 0


def test_looking_at_what_can_be_performed_changes_nothing() -> None:
    game = asking("raw tin + any raw", mastery=1, discounts=1, goods="raw tin + gold")
    before = game.state.tobytes()
    assert found(game, Move.PERFORM)
    assert game.state.tobytes() == before
