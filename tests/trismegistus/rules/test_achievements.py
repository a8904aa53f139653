"""Rules, achievements: what they ask, claiming them, bonuses and points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    acting,
    box_with,
    can,
    card,
    held,
    number,
    play,
    position,
    told,
)
from tests.trismegistus.rules.helpers_2 import changed, goods_of, is_idle, rulings
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.rules.codes import At, Event, Frame, Move, Part
from trisim.games.trismegistus.rules.game import Game


def asked(requires: str, *others: Any, bonus: str = "", rules: Any = None, **seat: Any) -> Game:
    """An achievement that asks this lies open; seat 0 is about to act."""
    values = {"requires": requires, "bonus": bonus, "points": 5}
    box = changed({"achievements.ach-lead": values, **rulings(**(rules or {}))})
    return acting(*others, box=box, board={"achievements": ["ach-lead"]}, **seat)


def meets(requires: str, rules: Any = None, **seat: Any) -> bool:
    return can(asked(requires, rules=rules, **seat), Move.CLAIM)


def achiever(game: Game, ident: str = "ach-lead") -> int:
    return int(game.state.achievement_at[card(game, ident)])


# ---------------------------------------------------------------- materials


@pytest.mark.parametrize(
    ("requires", "goods", "met"),
    [
        ("lead", "lead", True),
        ("lead", "raw tin + silver", False),
        ("raw tin", "refined tin", True),
        ("refined tin", "9 raw tin", False),
        ("raw tin", "gold", True),
        ("silver", "gold", True),
        ("gold", "9 silver", False),
        ("2 gold", "gold", False),
        ("5 any raw", "lead + raw tin + refined iron + 2 gold", True),
        ("5 any raw", "lead + raw tin + refined iron + gold + silver", False),
        ("3 any refined", "silver + gold + refined copper", True),
        ("3 any refined", "silver + raw iron + refined copper", False),
        ("raw tin + any raw", "raw tin", False),
        ("raw tin + refined tin", "2 refined tin", True),
        ("raw tin + refined tin", "raw tin + gold", True),
        ("silver + gold + any refined", "silver + 2 gold", True),
        ("silver + gold + any refined", "silver + gold", False),
        ("lead + lead", "lead", False),
        ("raw mercury", "9 salt", False),
    ],
)
def test_materials_refined_counts_as_raw_gold_as_any_each_cube_once(
    requires: str, goods: str, met: bool
) -> None:
    assert meets(requires, goods=goods) == met


def test_any_refined_shows_no_silver_by_ruling() -> None:
    assert not meets("any refined", {"any_refined_paid_is_precious": False}, goods="silver")
    assert meets("any refined", {"any_refined_paid_is_precious": False}, goods="gold")


def test_discounts_do_not_help_to_show_materials() -> None:
    assert not meets("gold", vault={"0,1": "duval-1"}, alchemist="duval", goods="")


# ---------------------------------------------------------------- other requirements

FORMULA_LAB = {"alchemist": "duval", "vault": {"0,1": "duval-1", "0,2": "duval-3"}}


@pytest.mark.parametrize(
    ("requires", "seat", "met"),
    [
        ("2 experiments", {"performed": ["fire-0a", "air-ma"]}, True),
        ("2 experiments", {"performed": ["fire-0a"], "beside": ["fire-0b"]}, False),
        ("2 fire experiments", {"performed": ["fire-0a", "fire-ma"]}, True),
        ("2 fire experiments", {"performed": ["fire-0a", "air-ma"]}, False),
        ("level 1 experiment", {"performed": ["fire-1a"]}, True),
        ("level 1 experiment", {"performed": ["fire-2a", "fire-0a"]}, False),
        ("2 level 3 experiments", {"performed": ["fire-3a", "air-3a"]}, True),
        ("starting experiment", {"performed": ["fire-0a"]}, True),
        ("starting experiment", {"performed": ["fire-1a"]}, False),
        ("masterpiece", {"performed": ["fire-ma"]}, True),
        ("masterpiece", {"masterpiece": "fire-ma"}, False),
        ("2 artifacts", {"artifacts": {"lead_copper": "t0-salt", "iron_silver": "t1-lead"}}, True),
        ("2 artifacts", {"artifacts": {"lead_copper": "t1-chameleon"}}, False),
        ("water artifact", {"artifacts": {"lead_copper": "t1-iron"}}, True),
        ("water artifact", {"artifacts": {"lead_copper": "t0-salt"}}, False),
        ("2 air elementals", {"artifacts": {"lead_copper": "t1-chameleon"}}, True),
        ("2 air elementals", {"artifacts": {"lead_copper": "t1-iron"}}, False),
        ("fire/air elemental", {"artifacts": {"lead_copper": "t1-iron"}}, True),
        ("2 fire/water elementals", {"artifacts": {"lead_copper": "t1-iron"}}, True),
        ("3 elementals", {"artifacts": {"lead_copper": "t1-iron", "iron_silver": "t0-air"}}, True),
        ("2 formulas", FORMULA_LAB, True),
        ("3 formulas", FORMULA_LAB, False),
        ("fire level 6", {"levels": {"fire": 6}}, True),
        ("fire level 6", {"levels": {"fire": 5, "water": 12}}, False),
        ("any level 10", {"levels": {"earth": 10}}, True),
        ("any level 10", {"levels": dict.fromkeys(["fire", "water", "earth", "air"], 9)}, False),
        ("lowest level 4", {"levels": dict.fromkeys(["fire", "water", "earth", "air"], 4)}, True),
        ("lowest level 4", {"levels": {"fire": 12, "water": 12, "earth": 12, "air": 3}}, False),
        ("fire level 2 + 2 gold", {"levels": {"fire": 2}, "goods": "2 gold"}, True),
        ("fire level 2 + 2 gold", {"levels": {"fire": 2}, "goods": "gold"}, False),
        ("fire level 2 + 2 gold", {"levels": {"fire": 1}, "goods": "2 gold"}, False),
    ],
)
def test_each_kind_of_requirement(requires: str, seat: dict[str, Any], met: bool) -> None:
    assert meets(requires, **seat) == met


@pytest.mark.parametrize("everything", [True, False])
def test_elementals_are_counted_as_for_publications_by_ruling(everything: bool) -> None:
    rules = {"achievements_count_all_elementals": everything}
    for seat in ({"performed": ["fire-0a"]}, {"levels": {"fire": 12}}):
        assert meets("fire elemental", rules, **seat) == everything
        assert meets("elemental", rules, **seat) == everything
    assert meets("fire elemental", rules, artifacts={"lead_copper": "t0-salt"})
    assert not meets("fire artifact", rules, performed=["fire-0a"])


def test_what_others_have_does_not_count() -> None:
    game = asked("lead", {"goods": "lead"})
    assert not can(game, Move.CLAIM)


# ---------------------------------------------------------------- claiming


def test_claiming_is_free_before_and_after_the_action() -> None:
    game = asked("lead", goods="lead", potency=2)
    assert can(game, Move.CLAIM)
    play(game, Move.HARVEST, 1)
    assert game.frame is Frame.AFTER
    assert can(game, Move.CLAIM)


def test_others_do_not_claim_on_ones_turn() -> None:
    box = changed({"achievements.ach-lead": {"requires": "lead"}})
    game = position(
        {"goods": "", "die": "black lead"}, {"goods": "lead + reaction"}, box=box, to="action",
        achievements=["ach-lead"],
    )  # fmt: skip
    play(game, Move.HARVEST, 1)
    while game.seat == 0:
        play(game, Move.NONE)
    assert game.frame is Frame.REACT
    assert not can(game, Move.CLAIM)


def test_nothing_is_spent() -> None:
    game = asked("2 gold + raw tin", goods="2 gold + raw tin")
    before = goods_of(game)
    play(game, Move.CLAIM)
    assert goods_of(game) == before


def test_its_points_count_at_the_end() -> None:
    game = play(asked("lead", goods="lead"), Move.CLAIM)
    assert game.parts(0)[Part.ACHIEVEMENTS] == 0
    assert game.score(0) == 5


def test_its_bonus_is_taken_at_once() -> None:
    game = play(asked("lead", goods="lead", bonus="gold + advance any"), Move.CLAIM)
    assert held(game) == {Thing.LEAD: 1, Thing.GOLD: 1}
    assert game.frame is Frame.ADVANCE_ANY


def test_a_bonus_not_taken_is_lost() -> None:
    game = play(asked("lead", goods="lead", bonus="lead -> gold"), Move.CLAIM)
    play(game, Move.NONE)
    assert is_idle(game)
    assert not can(game, Move.CLAIM)


def test_it_is_claimed_by_one_player_only() -> None:
    game = asked("lead", {"goods": "lead"}, goods="lead")
    play(game, Move.CLAIM)
    assert achiever(game) == 0
    play(game, Move.HARVEST, 1)
    assert game.seat == 1
    play(game, *first_die(game))
    assert game.frame is Frame.ACTION
    assert not can(game, Move.CLAIM)


def first_die(game: Game) -> tuple[Move, int, int]:
    """Any die that isn't wild."""
    moves = [move for move in game.legal() if (move >> 16) & 255 < 5]
    return Move.DIE, (moves[0] >> 16) & 255, (moves[0] >> 8) & 255


def test_it_is_not_lost_later() -> None:
    game = asked("lead", goods="lead", beside=["fire-0a"])
    play(game, Move.CLAIM)
    play(game, Move.PERFORM, 0)  # costs the lead
    assert Thing.LEAD not in held(game)
    assert achiever(game) == 0


def test_it_is_not_replaced() -> None:
    game = play(asked("lead", goods="lead"), Move.CLAIM)
    at = [int(n) for n in game.state.achievement_at[: len(game.box.achievements)]]
    assert At.OPEN not in at
    assert told(game, Event.ACHIEVE) == [(0, card(game, "ach-lead"), 0)]


def test_several_can_be_claimed_in_one_turn() -> None:
    game = acting(
        board={"achievements": ["ach-lead", "ach-masterpiece", "ach-never"]},
        goods="lead",
        performed=["fire-ma"],
    )
    play(game, Move.CLAIM, card(game, "ach-lead"))
    play(game, Move.CLAIM, card(game, "ach-masterpiece"))
    assert game.score(0) == 5 + 5 + 15 + 1
    assert not can(game, Move.CLAIM)


def test_without_the_variant_there_is_nothing_to_claim() -> None:
    game = acting(goods="9 lead")
    assert not can(game, Move.CLAIM)
    assert not Game.new(2, 1, box=box_with()).state.with_achievements


@pytest.mark.parametrize("open_", [1, 4, 8])
def test_four_random_ones_lie_open_unless_the_box_says_otherwise(open_: int) -> None:
    game = Game.new(2, 1, box=number(achievements_open=open_), achievements=True)
    at = [int(n) for n in game.state.achievement_at[: len(game.box.achievements)]]
    assert at.count(At.OPEN) == open_
    assert at.count(At.AWAY) == 8 - open_


def test_which_ones_lie_open_depends_on_the_deal() -> None:
    seen = set()
    for seed in range(12):
        game = Game.new(2, seed, box=box_with(), achievements=True)
        seen.add(tuple(int(n) for n in game.state.achievement_at[:8]))
    assert len(seen) > 3
