"""Rules, the end of a round: everything turns up, the market, the books, the order, the dice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    Data,
    box_with,
    can,
    card,
    number,
    pass_on,
    play,
    position,
    told,
)
from tests.trismegistus.rules.helpers_2 import random_moves
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.rules.codes import At, Cause, Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game


def last_turn(
    *seats: Data,
    round_no: int = 1,
    box: Box | None = None,
    finished: int | None = None,
    **data: Any,
) -> Game:
    """The active player is about to end the round: all others have used their dice."""
    players = max(2, len(seats))
    active = data.pop("active", players - 1)
    rows: list[Data] = []
    for seat in range(players):
        given = dict(seats[seat]) if seat < len(seats) else {}
        given.setdefault("goods", "")
        if seat == active:
            given |= {"dice_used": 2, "die": "black lead", "potency": 1}
        else:
            given["dice_used"] = 3
        rows.append(given)
    data = {"to": "action", "active": active, "round": round_no, **data}
    return position(*rows, box=box, players=players, **data)


def end_round(game: Game) -> Game:
    """The last action of the round, and whatever follows until the next draft or the end."""
    game.events()
    play(game, Move.HARVEST, 1)
    while not game.is_over and game.frame is not Frame.DRAFT:
        pass_on(game)
    return game


def level_of(game: Game, kind: str, number: int) -> int:
    return int(getattr(game.tables, f"{kind}_level")[number])


# ---------------------------------------------------------------- everything turns up


@pytest.mark.parametrize("round_no", [1, 2, 3])
def test_all_artifacts_and_reactions_turn_up(round_no: int) -> None:
    worn = {
        "artifacts": {"lead_copper": "t0-salt", "silver_gold": "t0-red"},
        "used": ["lead_copper", "silver_gold"],
        "used_reactions": 2,
    }
    other = {"artifacts": {"iron_silver": "t0-air"}, "used": ["iron_silver"], "used_reactions": 1}
    game = end_round(last_turn(worn, other, round_no=round_no))
    assert [int(n) for n in game.state.labs[0].ready] == [1, 0, 0, 0, 0, 1]
    assert [int(n) for n in game.state.labs[1].ready] == [0, 0, 0, 0, 1, 0]
    assert [int(game.state.labs[seat].held[Thing.REACTION]) for seat in (0, 1)] == [2, 1]
    assert [int(game.state.labs[seat].used_reactions) for seat in (0, 1)] == [0, 0]


def test_turning_up_is_told() -> None:
    worn = {"artifacts": {"lead_copper": "t0-salt"}, "used": ["lead_copper"], "used_reactions": 2}
    game = last_turn(worn)
    game = end_round(game)
    assert (0, card(game, "t0-salt"), 0) in told(game, Event.READY)
    game = end_round(last_turn(worn))
    assert (0, 0, 2) in told(game, Event.REACT)


def test_used_formulas_stay_down() -> None:
    lab = {"vault": {"0,1": "duval-1"}, "used_formulas": ["duval-1"]}
    game = end_round(last_turn(lab))
    assert not can(game, Move.USE_FORMULA)
    assert 2 in [int(state) for state in game.state.labs[0].formula_state]


# ---------------------------------------------------------------- the market


@pytest.mark.parametrize("round_no", [1, 2])
def test_the_market_is_cleared_and_refilled_with_the_next_level(round_no: int) -> None:
    game = last_turn(round_no=round_no)
    old = [int(n) for n in game.state.market[:, :2].ravel()]
    end_round(game)
    new = [int(n) for n in game.state.market[:, :2].ravel()]
    assert {level_of(game, "artifact", n) for n in new} == {round_no + 1}
    assert all(int(game.state.artifact_at[n]) == At.AWAY for n in old)
    assert all(int(game.state.artifact_at[n]) == At.OPEN for n in new)


def test_two_spaces_for_each_colour_unless_the_box_says_otherwise() -> None:
    game = end_round(last_turn())
    assert (game.state.market[:, :2] >= 0).all()
    assert (game.state.market[:, 2:] == -1).all()
    game = end_round(last_turn(box=number(market_per_color=1)))
    assert (game.state.market[:, 0] >= 0).all()
    assert (game.state.market[:, 1:] == -1).all()


def test_a_market_space_stays_empty_when_the_stack_is() -> None:
    taken = {"lead_copper": "t2-chain", "copper_tin": "t2-random", "tin_mercury": "t2-gold"}
    game = end_round(last_turn({"artifacts": taken}))  # four artifacts of level 2 are left
    flat = [int(n) for n in game.state.market[:, :2].ravel()]
    assert flat.count(-1) == 2
    assert flat[-2:] == [-1, -1]


def test_artifacts_left_on_the_stack_of_a_level_are_not_used_later() -> None:
    game = end_round(last_turn())
    assert int(game.state.round_no) == 2
    offered = {int(n) for n in game.state.market.ravel() if n >= 0}
    assert {level_of(game, "artifact", n) for n in offered} == {2}


# ---------------------------------------------------------------- the books


def test_after_round_1_a_book_holds_two_older_left_newer_right() -> None:
    game = last_turn()
    first = [int(n) for n in game.state.books[:, 1]]
    end_round(game)
    assert [int(n) for n in game.state.books[:, 0]] == first
    newer = [int(n) for n in game.state.books[:, 1]]
    assert {level_of(game, "experiment", n) for n in newer} == {2}


BOOKS = {
    "lead": ["fire-1a", "fire-2a"],
    "copper": ["", "water-2a"],
    "tin": ["earth-1a", "earth-2a"],
    "mercury": ["air-1a", "air-2a"],
    "iron": ["air-1b", "air-2b"],
}


def test_after_round_2_the_level_1_experiments_leave() -> None:
    game = end_round(last_turn(round_no=2, books=BOOKS))
    for ident in ("fire-1a", "earth-1a", "air-1a", "air-1b"):
        assert int(game.state.experiment_at[card(game, ident)]) == At.AWAY
    removed = {thing for _, thing, _ in told(game, Event.REMOVE)}
    assert removed == {card(game, i) for i in ("fire-1a", "earth-1a", "air-1a", "air-1b")}


def test_after_round_2_level_2_stands_left_and_level_3_right() -> None:
    game = end_round(last_turn(round_no=2, books=BOOKS))
    older = [card(game, BOOKS[book][1]) for book in BOOKS]
    assert [int(n) for n in game.state.books[:, 0]] == older
    newer = [int(n) for n in game.state.books[:, 1] if n >= 0]
    assert newer
    assert {level_of(game, "experiment", n) for n in newer} == {3}


def test_a_level_1_card_taken_in_round_2_is_not_replaced() -> None:
    seat = {"goods": "", "die": "black lead", "potency": 2}
    game = position(seat, {"goods": ""}, round=2, books=BOOKS, to="action")
    play(game, Move.EXPERIMENT, 0, 0)
    assert [int(n) for n in game.state.books[0]] == [-1, card(game, "fire-2a")]


def test_a_level_2_card_taken_in_round_2_is_replaced() -> None:
    seat = {"goods": "", "die": "black lead", "potency": 2}
    game = position(seat, {"goods": ""}, round=2, books=BOOKS, to="action")
    play(game, Move.EXPERIMENT, 0, 1)
    assert int(game.state.books[0, 0]) == card(game, "fire-1a")
    new = int(game.state.books[0, 1])
    assert new < 0 or level_of(game, "experiment", new) == 2
    assert new != card(game, "fire-2a")


def test_held_level_1_experiments_stay_with_their_players() -> None:
    game = end_round(last_turn({"beside": ["fire-1b"]}, {}, {}, round_no=2, books=BOOKS))
    assert int(game.state.labs[0].beside[0]) == card(game, "fire-1b")


# ---------------------------------------------------------------- order and dice


def test_the_next_order_becomes_the_current_one() -> None:
    game = last_turn({}, {}, {}, active=1, order=[0, 1, 2], next_order=[2, 0])
    end_round(game)
    assert [int(n) for n in game.state.order[:3]] == [2, 0, 1]
    assert [int(n) for n in game.state.next_order[:3]] == [-1, -1, -1]
    assert int(game.state.active) == 2
    assert game.seat == 2


def test_all_dice_are_rolled_again() -> None:
    game = last_turn(bowls={"lead": {"black": 1}})
    end_round(game)
    dice = [int(game.state.bowls[:, color].sum()) for color in range(3)]
    assert dice == [5, 5, 4]  # two players


def test_everybody_has_three_dice_to_use_again() -> None:
    game = end_round(last_turn())
    assert [int(game.state.labs[seat].dice_used) for seat in (0, 1)] == [0, 0]
    assert not any(bool(game.state.labs[seat].finished) for seat in (0, 1))
    assert can(game, Move.DIE)


def test_goods_levels_and_cards_are_kept() -> None:
    seat = {"goods": "3 gold + salt", "levels": {"fire": 5}, "beside": ["fire-0a"]}
    game = end_round(last_turn(seat))
    lab = game.state.labs[0]
    assert int(lab.held[Thing.GOLD]) == 3
    assert int(lab.level[0]) == 5
    assert int(lab.beside[0]) == card(game, "fire-0a")


def test_a_round_begins_in_the_log() -> None:
    game = end_round(last_turn())
    assert told(game, Event.ROUND) == [(-1, 2, 0)]


def test_the_round_goes_on_while_anybody_has_dice() -> None:
    game = position(
        {"goods": "", "dice_used": 2, "die": "black lead"},
        {"goods": "", "dice_used": 1},
        to="action",
    )
    play(game, Move.HARVEST, 1)
    assert int(game.state.round_no) == 1
    assert game.seat == 1


def test_what_happens_in_a_later_round_is_not_put_down_to_the_end_of_a_round() -> None:
    worn = {"artifacts": {"lead_copper": "t0-salt"}, "goods": "lead + salt"}
    game = end_round(last_turn(worn, next_order=[0]))
    assert game.seat == 0
    game.events()
    while game.frame is not Frame.ACTION:
        game.apply(game.legal()[0])
    play(game, Move.HARVEST, 1)
    causes = {h.cause for h in game.events()}
    assert Cause.ROUND_END not in causes


# ---------------------------------------------------------------- the last round


def test_after_round_3_the_game_is_scored() -> None:
    game = end_round(last_turn({"goods": "4 gold"}, round_no=3))
    assert game.is_over
    assert game.score(0) == 4
    assert game.legal() == []
    assert told(game, Event.END) == [(-1, 0, 0)]


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_other_numbers_of_rounds(rounds: int) -> None:
    box = number(rounds=rounds)
    game = end_round(last_turn(box=box, round_no=rounds))
    assert game.is_over
    if rounds > 1:
        assert not end_round(last_turn(box=box, round_no=rounds - 1)).is_over


def test_a_game_has_three_rounds_of_three_dice_each() -> None:
    game = Game.new(2, 5, box=box_with())
    game.events()
    used = []
    for now in random_moves(game, 5):
        used += [h for h in now.events() if h.what in (Event.DIE_USED, Event.ROUND)]
    assert len([h for h in used if h.what is Event.DIE_USED]) == 3 * 3 * 2
    assert [h.thing for h in used if h.what is Event.ROUND] == [2, 3]
