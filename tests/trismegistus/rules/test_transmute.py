"""The rules on transmutation: its five steps, chains, and transmutations granted by effects."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    box_with,
    can,
    first_arguments,
    found,
    happened,
    held,
    is_ready,
    kinds,
    levels,
    pending,
    play,
    potency,
    rule,
    slot,
    told,
    unpack,
)
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game

LEAD_COPPER, COPPER_TIN, TIN_MERCURY = slot("lead_copper"), slot("copper_tin"), slot("tin_mercury")
MERCURY_IRON, IRON_SILVER = slot("mercury_iron"), slot("iron_silver")
SILVER_GOLD = slot("silver_gold")


def at_arrow(arrow: str, goods: str, die: str = "black lead", **seat: Any) -> Game:
    """Seat 0 has chosen an arrow; a single way to transmute is taken at once."""
    game = acting(die=die, goods=goods, **seat)
    return play(game, Move.ARROW, slot(arrow))


def payments(game: Game, arrow: int, foot: Thing) -> list[Thing]:
    """What may be paid for transmuting a cube."""
    return [Thing(unpack(move)[3]) for move in found(game, Move.TRANSMUTE, arrow, foot)]


# ---------------------------------------------------------------- 1 the cube


@pytest.mark.parametrize(
    ("arrow", "die", "feet", "head"),
    [
        ("lead_copper", "black lead", [Thing.LEAD], Thing.REFINED_COPPER),
        (
            "copper_tin",
            "white lead",
            [Thing.RAW_COPPER, Thing.REFINED_COPPER],
            Thing.REFINED_TIN,
        ),
        ("tin_mercury", "red lead", [Thing.RAW_TIN, Thing.REFINED_TIN], Thing.REFINED_MERCURY),
        (
            "mercury_iron",
            "black lead",
            [Thing.RAW_MERCURY, Thing.REFINED_MERCURY],
            Thing.REFINED_IRON,
        ),
        ("iron_silver", "white lead", [Thing.RAW_IRON, Thing.REFINED_IRON], Thing.SILVER),
        ("silver_gold", "red lead", [Thing.SILVER], Thing.GOLD),
    ],
)
def test_a_raw_or_refined_cube_becomes_the_refined_next_material(
    arrow: str, die: str, feet: list[Thing], head: Thing
) -> None:
    for foot in feet:
        goods = " + ".join(thing.word for thing in feet)
        game = at_arrow(arrow, f"{goods} + salt + sulfur", die)
        assert {unpack(move)[2] for move in found(game, Move.TRANSMUTE)} == set(feet)
        play(game, Move.TRANSMUTE, slot(arrow), foot, Thing.SALT)
        left = {thing: 1 for thing in feet if thing != foot}
        assert held(game) == {**left, head: 1, Thing.SULFUR: 1}


def test_gold_is_never_transmuted_nor_does_it_stand_for_the_cube() -> None:
    for color in ("black", "white", "red"):
        assert not can(acting(die=f"{color} tin", goods="5 gold + 5 salt"), Move.ARROW)


# ---------------------------------------------------------------- 2 the payment


def test_an_essence_token_a_mercury_or_a_gold_may_be_paid_and_nothing_else() -> None:
    everything = (
        "2 lead + raw copper + raw tin + raw mercury + raw iron + refined copper + refined tin + "
        "refined mercury + refined iron + silver + gold + salt + sulfur + aether + "
        "ethereal die + chameleon + reaction"
    )
    game = at_arrow("lead_copper", everything)
    assert payments(game, LEAD_COPPER, Thing.LEAD) == [
        Thing.SALT,
        Thing.SULFUR,
        Thing.AETHER,
        Thing.RAW_MERCURY,
        Thing.REFINED_MERCURY,
        Thing.GOLD,
    ]


def test_one_unit_is_paid() -> None:
    game = at_arrow("lead_copper", "2 lead + 3 gold + salt", potency=2)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.GOLD)
    assert held(game) == {Thing.LEAD: 1, Thing.REFINED_COPPER: 1, Thing.GOLD: 2, Thing.SALT: 1}


@pytest.mark.parametrize("goods", ["raw mercury", "refined mercury"])
def test_the_chosen_mercury_can_not_pay_for_itself(goods: str) -> None:
    assert not can(acting(goods=goods), Move.ARROW)


def test_another_mercury_can_pay() -> None:
    game = at_arrow("mercury_iron", "2 raw mercury")  # the only way is taken at once
    assert held(game) == {Thing.REFINED_IRON: 1}
    assert levels(game) == {Element.AIR: 1}


def test_raw_and_refined_mercury_pay_for_each_other() -> None:
    game = at_arrow("mercury_iron", "raw mercury + refined mercury")
    assert payments(game, MERCURY_IRON, Thing.RAW_MERCURY) == [Thing.REFINED_MERCURY]
    assert payments(game, MERCURY_IRON, Thing.REFINED_MERCURY) == [Thing.RAW_MERCURY]


def test_gold_at_silver_to_gold_pays_as_mercury() -> None:
    game = at_arrow("silver_gold", "silver + gold", "red lead")
    assert held(game) == {Thing.GOLD: 1}
    assert levels(game) == {Element.AIR: 1}


def test_what_the_cube_becomes_can_not_pay() -> None:
    assert not can(acting(die="red lead", goods="silver"), Move.ARROW)
    assert not can(acting(die="red lead", goods="raw tin"), Move.ARROW)


def test_by_a_ruling_what_the_cube_becomes_can_pay() -> None:
    box = rule(pay_before_moving=False)
    for goods, arrow in (("silver", "silver_gold"), ("raw tin", "tin_mercury")):
        game = at_arrow(arrow, goods, "red lead", box=box)
        assert held(game) == {}
        assert levels(game) == {Element.AIR: 1}
        deltas = [delta for _, _, delta in told(game, Event.HOLD)]
        assert deltas == [-1, 1, -1]  # the cube moves, then it is paid


def test_by_that_ruling_the_chosen_cube_still_can_not_pay() -> None:
    box = rule(pay_before_moving=False)
    assert not can(acting(goods="raw mercury", box=box), Move.ARROW)


def test_payment_comes_before_the_cube_moves() -> None:
    game = at_arrow("lead_copper", "lead + salt")
    assert [one[1:] for one in told(game, Event.HOLD)] == [
        (Thing.SALT, -1),
        (Thing.LEAD, -1),
        (Thing.REFINED_COPPER, 1),
    ]


# ---------------------------------------------------------------- 3 the track


@pytest.mark.parametrize(
    ("paid", "track"),
    [
        (Thing.SALT, Element.AIR),
        (Thing.SULFUR, Element.FIRE),
        (Thing.AETHER, Element.WATER),
        (Thing.RAW_MERCURY, Element.EARTH),
        (Thing.REFINED_MERCURY, Element.EARTH),
        (Thing.GOLD, Element.EARTH),
    ],
)
def test_the_marker_advances_one_on_the_track_of_the_essence_paid(
    paid: Thing, track: Element
) -> None:
    essences = {"air": "salt", "fire": "sulfur", "water": "aether", "earth": "mercury"}
    goods = "lead + salt + sulfur + aether + raw mercury + refined mercury + gold"
    game = at_arrow("lead_copper", goods, board={"essences": essences})
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, paid)
    assert levels(game) == {track: 1}


def test_a_transmutation_on_top_of_its_track_scores_instead() -> None:
    game = at_arrow("lead_copper", "lead + salt", levels={"earth": 12})
    assert levels(game) == {Element.EARTH: 12}
    assert game.score(0) == acting(goods="refined copper", levels={"earth": 12}).score(0) + 1


# ---------------------------------------------------------------- 5 the artifact


def test_a_face_up_artifact_at_the_arrow_may_be_turned_down_for_its_ability() -> None:
    game = at_arrow("lead_copper", "lead + salt", artifacts={"lead_copper": "t0-die"})
    assert pending(game, Frame.TRIGGER)
    assert kinds(game) == {Move.YES, Move.NONE}
    assert held(game) == {Thing.REFINED_COPPER: 1}  # the cube has moved
    assert levels(game) == {Element.EARTH: 1}  # and so has the marker
    play(game, Move.YES)
    assert held(game) == {Thing.REFINED_COPPER: 1, Thing.ETHEREAL_DIE: 1}
    assert not is_ready(game, "lead_copper")


def test_an_artifact_may_be_left_face_up() -> None:
    game = at_arrow("lead_copper", "lead + salt", artifacts={"lead_copper": "t0-die"})
    play(game, Move.NONE)
    assert held(game) == {Thing.REFINED_COPPER: 1}
    assert is_ready(game, "lead_copper")


def test_a_used_artifact_stays_silent() -> None:
    tools: Data = {"artifacts": {"lead_copper": "t0-die"}, "used": ["lead_copper"]}
    game = at_arrow("lead_copper", "lead + salt", **tools)
    assert pending(game, Frame.DRAFT)
    assert held(game) == {Thing.REFINED_COPPER: 1}


def test_artifacts_at_other_arrows_stay_silent() -> None:
    tools = {"copper_tin": "t0-die", "mercury_iron": "t0-salt"}
    game = at_arrow("lead_copper", "lead + salt", artifacts=tools)
    assert pending(game, Frame.DRAFT)
    assert is_ready(game, "copper_tin")


def test_an_artifact_serves_one_transmutation_of_an_action_of_several() -> None:
    tools = {"lead_copper": "t0-die"}
    game = at_arrow("lead_copper", "3 lead + 2 salt + sulfur", artifacts=tools, potency=3)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    play(game, Move.NONE)  # not this time
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    play(game, Move.YES)  # but now
    play(game, Move.TRANSMUTE)
    assert held(game) == {Thing.REFINED_COPPER: 3, Thing.ETHEREAL_DIE: 1}


def test_the_artifact_is_turned_down_before_its_ability() -> None:
    # an ability that transmutes along its own arrow can't trigger itself again
    tools = {"lead_copper": "t1-black"}
    game = at_arrow("lead_copper", "3 lead + 3 salt", artifacts=tools, board={"market": {}})
    play(game, Move.YES)
    assert not is_ready(game, "lead_copper")
    play(game, Move.TRANSMUTE, LEAD_COPPER)
    assert pending(game, Frame.DRAFT)
    assert held(game)[Thing.REFINED_COPPER] == 2


def test_the_log_names_the_artifact_as_the_cause() -> None:
    game = at_arrow("lead_copper", "lead + salt", artifacts={"lead_copper": "t0-die"})
    play(game, Move.YES)
    (gain,) = [one for one in happened(game, Event.HOLD) if one.thing == Thing.ETHEREAL_DIE]
    assert gain.cause is Cause.ARTIFACT


# ---------------------------------------------------------------- bonus tokens wait


def entering(box_rules: dict[str, object] | None = None, **seat: Any) -> Game:
    """A transmutation that enters earth 4, where a chameleon lies; the artifact gives a die."""
    own = {"levels": {"earth": 3}, "artifacts": {"lead_copper": "t0-die"}, **seat}
    box = rule(**box_rules) if box_rules else None
    board = {"tokens": {"earth": ["chameleon", ""]}}
    goods = own.pop("goods", "lead + salt")
    return at_arrow("lead_copper", goods, board=board, box=box, **own)


def test_a_bonus_token_waits_for_the_artifact() -> None:
    game = entering()
    assert pending(game, Frame.TRIGGER)
    assert levels(game) == {Element.EARTH: 4}
    assert Thing.CHAMELEON not in held(game)
    play(game, Move.YES)
    gained = [thing for _, thing, delta in told(game, Event.HOLD) if delta > 0]
    assert gained == [Thing.REFINED_COPPER, Thing.ETHEREAL_DIE, Thing.CHAMELEON]


def test_a_bonus_token_comes_even_if_the_artifact_is_left() -> None:
    game = entering()
    play(game, Move.NONE)
    assert held(game) == {Thing.REFINED_COPPER: 1, Thing.CHAMELEON: 1}


def test_by_a_ruling_a_bonus_token_comes_at_once() -> None:
    game = entering({"bonus_waits_for_artifact": False})
    assert pending(game, Frame.TRIGGER)
    assert held(game)[Thing.CHAMELEON] == 1


def test_an_artifact_turned_down_by_a_token_that_came_at_once_is_not_used_again() -> None:
    box = box_with("""
[change.rules.rulings]
bonus_waits_for_artifact = false
[change.board.bonus_tokens.chameleon]
effect = "transmute any"
""")
    own: Data = {"levels": {"earth": 3}, "artifacts": {"lead_copper": "t0-die"}, "box": box}
    board = {"tokens": {"earth": ["chameleon", ""]}}
    game = at_arrow("lead_copper", "2 lead + 2 salt", board=board, **own)
    play(game, Move.TRANSMUTE, LEAD_COPPER)  # granted by the token, inside the other one
    play(game, Move.YES)
    play(game, Move.YES)  # changes nothing: it is face down
    assert held(game) == {Thing.REFINED_COPPER: 2, Thing.ETHEREAL_DIE: 1}


def test_a_bonus_token_comes_before_the_next_transmutation_of_the_action() -> None:
    game = entering(goods="2 lead + 2 salt + sulfur", potency=2, artifacts={})
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    assert pending(game, Frame.TRANSMUTE)  # the next one
    assert held(game)[Thing.CHAMELEON] == 1


def test_a_step_of_a_token_may_enter_another_bonus_space_at_once() -> None:
    board = {"tokens": {"earth": ["step", ""], "fire": ["chameleon", ""]}}
    own: Data = {"levels": {"earth": 3, "fire": 3}}
    game = at_arrow("lead_copper", "lead + salt", board=board, **own)
    assert pending(game, Frame.ADVANCE_ANY)
    play(game, Move.TRACK, Element.FIRE)
    assert levels(game) == {Element.EARTH: 4, Element.FIRE: 4}
    assert held(game) == {Thing.REFINED_COPPER: 1, Thing.CHAMELEON: 1}


# ---------------------------------------------------------------- chains


CHAIN_TOKENS = {"earth": ["chameleon", ""], "water": ["ethereal", ""]}


def chain(**options: Any) -> Game:
    """Lead→copper pays salt and enters earth 4; its artifact grants two transmutations."""
    game = acting(
        goods="3 lead + salt + 2 sulfur + aether",
        levels={"earth": 3, "water": 3},
        artifacts={"lead_copper": "t2-chain", "copper_tin": "t0-copper"},
        board={"tokens": CHAIN_TOKENS},
        **{"potency": 2, **options},
    )
    play(game, Move.ARROW, LEAD_COPPER)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    return play(game, Move.YES)


def test_an_ability_may_transmute_inside_a_transmutation() -> None:
    game = chain()
    assert potency(game) == 1  # the ability costs no potency
    assert set(first_arguments(game, Move.TRANSMUTE)) == {LEAD_COPPER, COPPER_TIN}
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.REFINED_COPPER, Thing.SULFUR)
    assert pending(game, Frame.TRIGGER)  # five steps of its own, the artifact included
    play(game, Move.YES)
    assert not is_ready(game, "copper_tin")
    assert held(game)[Thing.RAW_COPPER] == 1


def test_tokens_entered_in_a_chain_wait_for_the_outermost_transmutation() -> None:
    game = chain()
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.REFINED_COPPER, Thing.SULFUR)
    play(game, Move.NONE)  # the inner artifact is left, the inner transmutation over
    assert levels(game) == {Element.EARTH: 4, Element.WATER: 4}
    assert not {Thing.CHAMELEON, Thing.ETHEREAL_DIE} & set(held(game))
    play(game, Move.NONE)  # no second one: the outermost is done
    assert pending(game, Frame.TRANSMUTE)  # the next one of the action
    assert {Thing.CHAMELEON, Thing.ETHEREAL_DIE} < set(held(game))


def test_waiting_tokens_resolve_in_order_of_entry() -> None:
    game = chain()
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.REFINED_COPPER, Thing.SULFUR)
    play(game, Move.NONE)
    game.events()
    play(game, Move.NONE)
    gained = [thing for _, thing, delta in told(game, Event.HOLD) if delta > 0]
    assert gained == [Thing.CHAMELEON, Thing.ETHEREAL_DIE]


def test_by_a_ruling_tokens_wait_for_their_own_transmutation_only() -> None:
    game = chain(box=rule(bonus_waits_for_outermost=False))
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.REFINED_COPPER, Thing.SULFUR)
    assert Thing.ETHEREAL_DIE not in held(game)  # its artifact comes first
    play(game, Move.NONE)
    assert held(game)[Thing.ETHEREAL_DIE] == 1
    assert Thing.CHAMELEON not in held(game)  # that one belongs to the outer transmutation
    play(game, Move.NONE)
    assert held(game)[Thing.CHAMELEON] == 1


def test_a_token_entered_by_an_ability_that_advances_waits_too() -> None:
    tokens = {"air": ["chameleon", ""], "earth": ["ethereal", ""]}
    own: Data = {"levels": {"air": 3, "earth": 3}, "artifacts": {"lead_copper": "t0-air"}}
    game = at_arrow("lead_copper", "lead + salt", board={"tokens": tokens}, **own)
    play(game, Move.YES)
    gained = [thing for _, thing, delta in told(game, Event.HOLD) if delta > 0]
    assert gained == [Thing.REFINED_COPPER, Thing.ETHEREAL_DIE, Thing.CHAMELEON]


def test_the_first_waiting_token_is_carried_out_with_all_it_leads_to_before_the_second() -> None:
    # earth 4 gives a step that enters fire 4; the water token, entered later, comes after that
    tokens = {"earth": ["step", ""], "water": ["ethereal", ""], "fire": ["chameleon", ""]}
    game = acting(
        goods="2 lead + salt + sulfur",
        levels={"earth": 3, "water": 3, "fire": 3},
        artifacts={"lead_copper": "t2-chain"},
        board={"tokens": tokens},
    )
    play(game, Move.ARROW, LEAD_COPPER)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    play(game, Move.YES)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SULFUR)
    assert pending(game, Frame.ADVANCE_ANY)
    game.events()
    play(game, Move.TRACK, Element.FIRE)
    gained = [thing for _, thing, delta in told(game, Event.HOLD) if delta > 0]
    assert gained == [Thing.CHAMELEON, Thing.ETHEREAL_DIE]


def test_a_chain_three_deep_unwinds_in_order() -> None:
    tokens = {"earth": ["chameleon", ""], "water": ["ethereal", ""], "fire": ["chameleon", ""]}
    tools = {"lead_copper": "t2-chain", "copper_tin": "t3-chain", "tin_mercury": "t0-die"}
    game = acting(
        goods="2 lead + salt + sulfur + aether",
        levels={"earth": 3, "water": 3, "fire": 3},
        artifacts=tools,
        board={"tokens": tokens},
    )
    play(game, Move.ARROW, LEAD_COPPER)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    play(game, Move.YES)
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.REFINED_COPPER, Thing.SULFUR)
    play(game, Move.YES)
    while pending(game, Frame.EFFECTS):  # wild transmutations, a red one
        play(game, Move.PART, 0)
    play(game, Move.TRANSMUTE, TIN_MERCURY, Thing.REFINED_TIN, Thing.AETHER)
    play(game, Move.YES)
    while not pending(game, Frame.DRAFT):
        assert not {Thing.CHAMELEON} & set(held(game))
        play(game, Move.NONE)
    gained = [thing for _, thing, delta in told(game, Event.HOLD) if delta > 0]
    assert gained[3:] == [Thing.ETHEREAL_DIE, Thing.CHAMELEON, Thing.ETHEREAL_DIE, Thing.CHAMELEON]
    assert held(game)[Thing.REFINED_MERCURY] == 1
    assert game.state.labs[0].transmuting == 0
    assert game.state.labs[0].waits == 0


# ---------------------------------------------------------------- gains pay for the next


def test_gains_of_one_transmutation_may_pay_for_the_next() -> None:
    game = at_arrow(
        "lead_copper", "2 lead + sulfur", artifacts={"lead_copper": "t0-salt"}, potency=2
    )
    play(game, Move.YES)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    assert held(game) == {Thing.REFINED_COPPER: 2}


def test_a_cube_just_made_may_pay_for_the_next() -> None:
    game = at_arrow("tin_mercury", "2 raw tin + salt", "red lead", potency=2)
    play(game, Move.TRANSMUTE, TIN_MERCURY, Thing.RAW_TIN, Thing.REFINED_MERCURY)
    assert held(game) == {Thing.REFINED_MERCURY: 1}


def test_a_cube_gained_may_be_the_next_one_transmuted() -> None:
    own: Data = {"artifacts": {"copper_tin": "t0-copper"}, "potency": 2}
    game = at_arrow("copper_tin", "raw copper + salt + sulfur", "white lead", **own)
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.RAW_COPPER, Thing.SALT)
    play(game, Move.YES)
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.RAW_COPPER, Thing.SULFUR)
    assert held(game) == {Thing.REFINED_TIN: 2}


def test_an_action_ends_by_itself_when_nothing_more_can_be_transmuted() -> None:
    game = at_arrow("lead_copper", "lead + 3 salt", potency=3)
    assert pending(game, Frame.DRAFT)
    assert potency(game) == 2


# ---------------------------------------------------------------- granted by effects


AGRIPPA: Data = {
    "alchemist": "agrippa",
    "formulas": [f"agrippa-{i}" for i in range(1, 9)],
    "vault": {"0,0": "agrippa-1", "0,1": "agrippa-2", "1,0": "agrippa-3"},
}
FEET = "2 lead + 2 raw copper + 2 raw tin + 2 raw mercury + 2 raw iron + 2 silver + 3 salt"


@pytest.mark.parametrize(
    ("formula", "arrows"),
    [(0, [LEAD_COPPER, MERCURY_IRON]), (1, [COPPER_TIN, IRON_SILVER]), (2, [0, 1, 2, 3, 4, 5])],
)
def test_effects_grant_transmutations_of_one_color_or_of_any(
    formula: int, arrows: list[int]
) -> None:
    game = acting(goods=FEET, die="red tin", **AGRIPPA)
    play(game, Move.USE_FORMULA, formula)
    assert sorted(set(first_arguments(game, Move.TRANSMUTE))) == arrows


def test_each_granted_transmutation_may_follow_another_arrow() -> None:
    game = acting(goods=FEET, **AGRIPPA)
    play(game, Move.USE_FORMULA, 1)  # two white ones
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.RAW_COPPER, Thing.SALT)
    play(game, Move.TRANSMUTE, IRON_SILVER, Thing.RAW_IRON, Thing.SALT)
    assert levels(game) == {Element.EARTH: 2}  # paid as usual
    assert pending(game, Frame.ACTION)


def test_by_a_ruling_granted_transmutations_of_a_color_share_the_arrow_of_the_first() -> None:
    game = acting(goods=FEET, box=rule(colored_transmutations_share_arrow=True), **AGRIPPA)
    play(game, Move.USE_FORMULA, 1)  # two white ones
    assert set(first_arguments(game, Move.TRANSMUTE)) == {COPPER_TIN, IRON_SILVER}
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.RAW_COPPER, Thing.SALT)
    assert can(game, Move.NONE)
    assert set(first_arguments(game, Move.TRANSMUTE)) == {COPPER_TIN}
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.RAW_COPPER, Thing.SALT)
    assert pending(game, Frame.ACTION)
    assert potency(game) == 1  # they are no action


def test_that_ruling_does_not_touch_transmutations_of_any_color() -> None:
    game = acting(goods=FEET, box=rule(colored_transmutations_share_arrow=True), **AGRIPPA)
    play(game, Move.USE_FORMULA, 2)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    assert set(first_arguments(game, Move.TRANSMUTE)) == {0, 1, 2, 3, 4, 5}


def test_a_granted_transmutation_triggers_artifacts_as_usual() -> None:
    game = acting(goods="lead + 2 salt", artifacts={"lead_copper": "t0-die"}, **AGRIPPA)
    play(game, Move.USE_FORMULA, 0)
    play(game, Move.TRANSMUTE, LEAD_COPPER)
    play(game, Move.YES)
    assert held(game)[Thing.ETHEREAL_DIE] == 1


def test_granted_transmutations_may_be_declined() -> None:
    game = acting(goods=FEET, **AGRIPPA)
    play(game, Move.USE_FORMULA, 2)
    assert can(game, Move.NONE)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    assert can(game, Move.NONE)
    play(game, Move.NONE)
    assert pending(game, Frame.ACTION)


def test_a_granted_transmutation_that_can_not_be_paid_is_lost() -> None:
    game = acting(goods="5 lead", **AGRIPPA)
    play(game, Move.USE_FORMULA, 0)
    assert pending(game, Frame.ACTION)
    assert not can(game, Move.USE_FORMULA, 0)


def test_granted_transmutations_cost_no_potency() -> None:
    game = acting(goods=FEET, potency=2, **AGRIPPA)
    play(game, Move.USE_FORMULA, 0)
    play(game, Move.TRANSMUTE, LEAD_COPPER, Thing.LEAD, Thing.SALT)
    assert potency(game) == 2


def test_the_ruling_on_mixing_does_not_touch_granted_transmutations() -> None:
    goods = "raw copper + refined copper + 3 salt"
    game = acting(goods=goods, box=rule(mix_raw_and_refined=False), **AGRIPPA)
    play(game, Move.USE_FORMULA, 1)
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.RAW_COPPER, Thing.SALT)
    play(game, Move.TRANSMUTE, COPPER_TIN, Thing.REFINED_COPPER, Thing.SALT)
    assert held(game) == {Thing.REFINED_TIN: 2, Thing.SALT: 1}


def test_tokens_come_between_granted_transmutations() -> None:
    game = acting(
        goods="raw copper + raw iron + 2 salt",
        levels={"earth": 3},
        board={"tokens": {"earth": ["chameleon", ""]}},
        **AGRIPPA,
    )
    play(game, Move.USE_FORMULA, 1)
    play(game, Move.TRANSMUTE, COPPER_TIN)
    assert pending(game, Frame.TRANSMUTE)
    assert held(game)[Thing.CHAMELEON] == 1


def test_arrows_are_values_of_the_box() -> None:
    box = box_with('[change.board.arrows]\nlead_copper = "red"')
    game = acting(goods="lead + salt", die="red tin", box=box)
    assert first_arguments(game, Move.ARROW) == [LEAD_COPPER]
