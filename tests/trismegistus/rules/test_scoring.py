"""Rules, the score: each part, the best set of publications, and who wins."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trismegistus.rules.helpers import Data, box_with, number, position
from tests.trismegistus.rules.helpers_2 import changed, random_moves
from tests.trismegistus.rules.test_rounds import end_round, last_turn
from trisim.engine.kernel import records
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Element
from trisim.games.trismegistus.rules.codes import Cause, Event, Part
from trisim.games.trismegistus.rules.game import Game, engine_box
from trisim.games.trismegistus.rules.scoring import best_set, elementals_of, final_part
from trisim.games.trismegistus.rules.state import GAME

EMPTY: Data = {"goods": ""}


def final(box: Box | None = None, **seat: Any) -> dict[Part, int]:
    """The parts of the score of seat 0, if the game ended with this."""
    game = position({**EMPTY, **seat}, EMPTY, box=box)
    parts = {part: int(final_part(game.state, game.tables, 0, part)) for part in Part}
    assert game.score(0) == sum(parts.values()) + sum(game.parts(0).values())
    return {part: count for part, count in parts.items() if count}


# ---------------------------------------------------------------- the parts


def test_nothing_scores_nothing() -> None:
    assert final() == {}


def test_experiments_score_their_printed_points() -> None:
    assert final(performed=["fire-1a", "air-1b"])[Part.EXPERIMENTS] == 9


def test_experiments_not_performed_score_nothing() -> None:
    assert final(beside=["fire-1a", "air-1b"], masterpiece="fire-mb") == {}


def test_a_performed_masterpiece_scores_its_printed_points() -> None:
    assert final(performed=["fire-ma"]) == {Part.MASTERPIECE: 15}


def test_achievements_score_theirs() -> None:
    game = position({**EMPTY, "achievements": ["ach-lead", "ach-experiments"]}, achievements=[])
    assert int(final_part(game.state, game.tables, 0, Part.ACHIEVEMENTS)) == 15
    assert game.score(0) == 15
    assert game.score(1) < 15


@pytest.mark.parametrize("formulas", range(8))
def test_the_stone_scores_by_formulas_placed(formulas: int) -> None:
    spaces = ["0,1", "0,2", "1,0", "1,1", "1,2", "2,0", "2,1"][:formulas]
    vault = {space: f"duval-{n + 1}" for n, space in enumerate(spaces)}
    scored = final(vault=vault, alchemist="duval").get(Part.STONE, 0)
    assert scored == [0, 0, 1, 4, 9, 16, 25, 36][formulas]


def test_another_stone_table_by_the_box() -> None:
    box = changed({"board.stone": {"points": [5, 6, 7, 8, 9, 10, 11, 12]}})
    assert final(box) == {Part.STONE: 5}
    assert final(box, vault={"0,1": "duval-1"}) == {Part.STONE: 6}


def test_formulas_not_placed_score_nothing() -> None:
    vault = {space: f"duval-{n + 1}" for n, space in enumerate(["0,1", "0,2"])}
    used = final(vault=vault, used_formulas=["duval-1", "duval-2"])
    assert used == final(vault=vault) == {Part.STONE: 1}


def test_leftover_gold_and_ethereal_dice_score_one_each() -> None:
    goods = "3 gold + 2 ethereal dice + 9 silver + 9 refined iron + 9 salt + 9 chameleons"
    assert final(goods=goods) == {Part.GOLD: 3, Part.ETHEREAL: 2}


def test_other_points_for_leftovers_by_the_box() -> None:
    box = number(points_per_gold=3, points_per_ethereal=0)
    assert final(box, goods="3 gold + 2 ethereal dice") == {Part.GOLD: 9}
    box = number(points_per_ethereal=5)
    scored = final(box, goods="3 gold + 2 ethereal dice")
    assert scored == {Part.GOLD: 3, Part.ETHEREAL: 10}


@pytest.mark.parametrize("element", [element.word for element in Element])
@pytest.mark.parametrize("level", range(13))
def test_mastery_scores_at_levels_10_11_and_12(element: str, level: int) -> None:
    scored = final(levels={element: level}).get(Part.MASTERY, 0)
    assert scored == {10: 2, 11: 4, 12: 7}.get(level, 0)


def test_mastery_scores_each_track() -> None:
    levels = {"fire": 10, "water": 11, "earth": 12, "air": 12}
    assert final(levels=levels)[Part.MASTERY] == 20


def test_another_table_for_mastery_by_the_box() -> None:
    box = changed({"board.tracks": {"points": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 60]}})
    assert final(box, levels={"fire": 3, "air": 5}) == {Part.MASTERY: 8}


def test_points_of_the_way_are_added() -> None:
    way = {"bonuses": 3, "abilities": 5, "formulas": 7, "vault": 11, "track top": 13}
    game = position({**EMPTY, "goods": "gold", "points": way}, EMPTY)
    assert game.score(0) == 40


# ---------------------------------------------------------------- elementals


def elementals(**seat: Any) -> list[int]:
    game = position({**EMPTY, **seat}, EMPTY)
    return [elementals_of(game.state, game.tables, 0, element) for element in range(4)]


def test_elementals_on_artifacts_count() -> None:
    artifacts = {"lead_copper": "t1-iron", "copper_tin": "t1-chameleon", "iron_silver": "t1-lead"}
    assert elementals(artifacts=artifacts) == [1, 1, 0, 2]


def test_used_artifacts_count_as_well() -> None:
    artifacts = {"lead_copper": "t1-iron"}
    assert elementals(artifacts=artifacts, used=["lead_copper"]) == [1, 1, 0, 0]


def test_each_performed_experiment_counts_one_of_its_element() -> None:
    assert elementals(performed=["fire-0a", "fire-ma", "air-1b", "earth-0a"]) == [2, 0, 1, 1]


def test_experiments_beside_the_laboratory_count_none() -> None:
    assert elementals(beside=["fire-0a"], masterpiece="fire-ma") == [0, 0, 0, 0]


@pytest.mark.parametrize("level", [10, 11, 12])
def test_each_track_at_12_counts_one(level: int) -> None:
    assert elementals(levels={"fire": level, "air": 12}) == [int(level == 12), 0, 0, 1]


def test_a_track_counts_only_if_it_is_at_12_now() -> None:
    """Reached once and left again, as by an exchange, is not enough."""
    assert elementals(levels={"water": 11}) == [0, 0, 0, 0]


# ---------------------------------------------------------------- publications


def published(*publications: str, **seat: Any) -> int:
    return final(publications=list(publications), **seat).get(Part.PUBLICATIONS, 0)


def test_a_publication_scores_with_its_elementals() -> None:
    assert published("pub-fire") == 0
    assert published("pub-fire", performed=["fire-0b"]) == 2
    assert published("pub-water", performed=["water-0b"]) == 0
    assert published("pub-water", performed=["water-0b", "water-0a"]) == 4


def test_elementals_of_all_sources_serve_together() -> None:
    seat: Data = {
        "performed": ["fire-0b"],
        "artifacts": {"lead_copper": "t0-sulfur"},
        "levels": {"earth": 12},
    }
    assert published("pub-three", **seat) == 8


def test_each_elemental_serves_one_publication() -> None:
    seat: Data = {"performed": ["fire-0b", "water-0b"]}
    assert published("pub-fire", "pub-fire-water", **seat) == 4
    assert published("pub-fire", "pub-fire-water", performed=[*seat["performed"], "fire-0a"]) == 6


def test_the_best_set_is_not_the_greedy_one() -> None:
    box = changed({
        "publications.pub-three": {"elementals": "fire + water", "points": 8},
        "publications.pub-fire": {"elementals": "fire", "points": 5},
        "publications.pub-water": {"elementals": "water", "points": 5},
    })  # fmt: skip
    held = ["pub-three", "pub-fire", "pub-water"]
    seat = {"publications": held, "performed": ["fire-0b", "water-0b"]}
    assert final(box, **seat)[Part.PUBLICATIONS] == 10


def test_elementals_of_other_players_serve_nobody_else() -> None:
    game = position({**EMPTY, "publications": ["pub-fire"]}, {**EMPTY, "performed": ["fire-0a"]})
    assert int(final_part(game.state, game.tables, 0, Part.PUBLICATIONS)) == 0


CARD = st.tuples(
    st.lists(st.integers(0, 3), min_size=1, max_size=6), st.integers(0, 20)
)  # elements asked, points


@given(st.lists(CARD, max_size=9), st.lists(st.integers(0, 4), min_size=4, max_size=4))
def test_the_best_set_of_publications_is_found(
    cards: list[tuple[list[int], int]], have: list[int]
) -> None:
    box = records(1, engine_box(box_with()).dtype)[0]
    game = records(1, GAME)[0]
    needs = [[asked.count(element) for element in range(4)] for asked, _ in cards]
    for n, (_, points) in enumerate(cards):
        box.publication_elementals[n] = needs[n]
        box.publication_points[n] = points
        game.scratch[n] = n
    best = max(
        sum(cards[n][1] for n in chosen)
        for size in range(len(cards) + 1)
        for chosen in combinations(range(len(cards)), size)
        if all(sum(needs[n][e] for n in chosen) <= have[e] for e in range(4))
    )
    assert best_set(game, box, len(cards), *have) == best


def test_all_publications_at_once_are_scored_soon() -> None:
    """The search stays quick with every card in one hand."""
    ids = [one.id for one in box_with().publications]
    everything = {
        "publications": ids,
        "performed": [one.id for one in box_with().experiments if one.level in (0, 4)],
        "levels": dict.fromkeys(["fire", "water", "earth", "air"], 12),
    }
    game = position({**EMPTY, **everything}, players=4)
    assert int(final_part(game.state, game.tables, 0, Part.PUBLICATIONS)) > 60


# ---------------------------------------------------------------- the end


def test_at_the_end_the_parts_add_up_to_the_score() -> None:
    seat = {"goods": "4 gold + ethereal die", "levels": {"fire": 12}, "performed": ["fire-ma"],
            "publications": ["pub-fire"], "points": {"bonuses": 6}}  # fmt: skip
    game = end_round(last_turn(seat, round_no=3))
    parts = {part: count for part, count in game.parts(0).items() if count}
    assert parts == {
        Part.GOLD: 4,
        Part.ETHEREAL: 1,
        Part.MASTERY: 7,
        Part.MASTERPIECE: 15,
        Part.PUBLICATIONS: 2,
        Part.BONUSES: 6,
    }
    assert game.score(0) == sum(parts.values()) == 35


def test_the_score_is_told_part_by_part() -> None:
    game = end_round(last_turn({"goods": "4 gold"}, round_no=3))
    told = [h for h in game.events() if h.what is Event.POINTS]
    assert [(h.seat, h.thing, h.delta, h.cause) for h in told] == [(0, Part.GOLD, 4, Cause.SCORE)]


def test_the_score_so_far_is_the_score_if_the_game_ended_here() -> None:
    game = Game.new(3, 8, box=box_with(), achievements=True)
    before = 0
    for now in random_moves(game, 8):
        assert min(now.score(seat) for seat in range(3)) >= 0
        before = now.score(0) if not now.is_over else before
    assert abs(game.score(0) - before) <= 70


# ---------------------------------------------------------------- who wins


def winners(*seats: Data) -> list[int]:
    return end_round(last_turn(*seats, round_no=3)).winners()


def test_most_points_win() -> None:
    assert winners({"goods": "gold"}, {"goods": "2 gold"}) == [1]
    assert winners({"goods": "3 gold"}, {"goods": "2 gold"}, {}) == [0]


def test_with_a_tie_most_performed_experiments_win() -> None:
    one = {"performed": ["water-0b"], "goods": "2 gold"}
    assert winners(one, {"goods": "2 gold"}) == [0]
    assert winners({"goods": "2 gold"}, one) == [1]


def test_a_performed_masterpiece_counts_for_ties() -> None:
    one = {"performed": ["water-mb"], "goods": "2 gold"}
    assert winners({"goods": "2 gold"}, one) == [1]


def test_then_the_victory_is_shared() -> None:
    assert winners({"goods": "gold"}, {"goods": "gold"}) == [0, 1]
    both = [{"performed": ["water-0b"]}, {"performed": ["water-mb"]}]
    assert winners(*both, {}) == [0, 1]


def test_points_come_before_experiments() -> None:
    assert winners({"performed": ["water-0b", "water-mb"]}, {"goods": "gold"}) == [1]
