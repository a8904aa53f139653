"""Worked examples of the rules on drafting, transmuting and the chameleon."""

from __future__ import annotations

from tests.trismegistus.rules.helpers import (
    acting,
    can,
    held,
    is_ready,
    kinds,
    levels,
    next_turn_of,
    pending,
    play,
    position,
    potency,
    slot,
)
from trisim.games.trismegistus.box.words import Color, Element, Symbol, Thing
from trisim.games.trismegistus.rules.codes import Frame, Move


def test_worked_example_1_a_mercury_bowl_of_three_and_one_ethereal_die() -> None:
    bowls = {"mercury": {"black": 1, "white": 1, "red": 1}, "tin": {"red": 2}}
    game = position({"goods": "2 ethereal dice"}, bowls=bowls)
    play(game, Move.DIE, Symbol.MERCURY, Color.WHITE)
    assert potency(game) == 3
    play(game, Move.YES, 1)
    assert potency(game) == 4
    assert pending(game, Frame.ACTION)  # a second one may not be spent
    assert Move.YES not in kinds(game)
    assert held(game) == {Thing.ETHEREAL_DIE: 1}


def test_worked_example_2_silver_to_gold_without_essence_tokens() -> None:
    game = acting(
        die="red copper",
        potency=3,
        goods="silver + raw mercury",
        levels={"earth": 2},
        artifacts={"silver_gold": "t2-silver"},
        board={
            "essences": {"earth": "mercury", "air": "salt", "fire": "aether", "water": "sulfur"},
            "tokens": {"earth": ["ethereal", ""]},
        },
    )
    play(game, Move.ARROW, slot("silver_gold"))  # a mercury is the only payment
    assert levels(game) == {Element.EARTH: 3}
    play(game, Move.YES)
    assert not is_ready(game, "silver_gold")
    assert held(game) == {Thing.GOLD: 1, Thing.SILVER: 2}

    play(game, Move.TRANSMUTE, slot("silver_gold"), Thing.SILVER, Thing.GOLD)
    assert levels(game) == {Element.EARTH: 4}
    assert held(game) == {Thing.GOLD: 1, Thing.SILVER: 1, Thing.ETHEREAL_DIE: 1}
    assert pending(game, Frame.TRANSMUTE)  # the artifact stayed silent

    play(game, Move.TRANSMUTE, slot("silver_gold"), Thing.SILVER, Thing.GOLD)
    assert levels(game) == {Element.EARTH: 5}
    assert held(game) == {Thing.GOLD: 1, Thing.ETHEREAL_DIE: 1}


def test_worked_example_4_a_chameleon_lets_a_black_die_follow_a_red_arrow() -> None:
    game = acting(
        die="black lead", potency=4, goods="chameleon + 4 raw tin + 3 salt + sulfur + aether"
    )
    assert not can(game, Move.ARROW)
    play(game, Move.CHAMELEON, Symbol.LEAD, Color.RED)
    play(game, Move.ARROW, slot("tin_mercury"))
    for _ in range(3):
        play(game, Move.TRANSMUTE, slot("tin_mercury"), Thing.RAW_TIN, Thing.SALT)
    play(game, Move.NONE)
    assert held(game)[Thing.REFINED_MERCURY] == 3
    assert potency(game) == 1
    next_turn_of(game)
    play(game, Move.NONE)
    assert not can(game, Move.ARROW, slot("tin_mercury"))  # for that action only
