"""Positions: what is written is read back and goes on in the same way; errors take one line."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    box_with,
    card,
    held,
    levels,
    number,
    pass_until,
    play,
    position,
    rule,
)
from tests.trismegistus.rules.helpers_2 import FORMULAS, random_moves
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.rules.codes import (
    LAID_BY,
    At,
    Event,
    FormulaState,
    Frame,
    Move,
    Part,
)
from trisim.games.trismegistus.rules.game import Game, GameError, LogEvent
from trisim.games.trismegistus.text.position import (
    SEAT_KEYS,
    TOP_KEYS,
    PositionError,
    make_position,
    read_position,
    write_position,
)

WRITABLE = (Frame.DRAFT, Frame.ACTION, Frame.AFTER)


def is_writable(game: Game) -> bool:
    """Whether one of the main steps of a turn is pending, with no chameleon spent for it."""
    top = game.state.stack[game.state.depth - 1]
    return game.frame in WRITABLE and not (game.frame is Frame.ACTION and top.arg[0])


def told_of(game: Game) -> list[LogEvent]:
    """What happened; whose standing is noted after a turn depends on what was before a position."""
    return [one for one in game.events() if one.what is not Event.STANDING]


def play_on(one: Game, other: Game, seed: int, decisions: int) -> None:
    """Both games go on with the same random moves, and the same things happen."""
    chance = np.random.default_rng(seed)
    one.events()
    other.events()
    for _ in range(decisions):
        assert one.frame is other.frame
        assert one.legal() == other.legal()
        if one.is_over:
            break
        assert one.seat == other.seat
        move = one.legal()[int(chance.integers(len(one.legal())))]
        one.apply(move)
        other.apply(move)
        assert told_of(one) == told_of(other)
    assert [one.score(s) for s in range(one.players)] == [
        other.score(s) for s in range(one.players)
    ]


def main_steps(game: Game, seed: int, every: int, first: int = 0) -> Iterator[tuple[int, Game]]:
    """Some of the main steps of a random game, with their numbers; there is at least one."""
    count = 0
    for n, now in enumerate(random_moves(game, seed)):
        if n % every == first and not now.is_over and is_writable(now):
            yield n, now
            count += 1
    assert count, "no position could be written"


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_what_was_written_is_read_and_written_the_same(players: int, seed: int) -> None:
    game = Game.new(players, seed, box=box_with(), achievements=seed % 2 == 0)
    count = 0
    for _, now in main_steps(game, seed, 4):
        text = write_position(now)
        again = read_position(text, now.box)
        assert write_position(again) == text
        assert again.legal() == now.legal()
        count += 1
    assert count > 8


@pytest.mark.parametrize(("players", "seed"), [(2, 11), (3, 12), (4, 13), (4, 14)])
def test_a_position_read_back_goes_on_as_the_game_does(players: int, seed: int) -> None:
    game = Game.new(players, seed, box=box_with(), achievements=seed % 2 == 0)
    for n, now in main_steps(game, seed, 20, 5):
        play_on(now.copy(), read_position(write_position(now), now.box), n, 30)


@pytest.mark.parametrize("seed", [21, 22])
def test_a_position_read_back_goes_on_to_the_same_end(seed: int) -> None:
    game = Game.new(2, seed, box=box_with(), intro=seed == 22)
    for n, now in enumerate(random_moves(game, seed)):
        if n > 40 and is_writable(now):
            play_on(now.copy(), read_position(write_position(now), now.box), seed, 10_000)
            return
    raise AssertionError("the game was too short")


def test_positions_of_variants_go_on_as_the_game_does() -> None:
    variants = [
        rule(discounts_last=False),
        rule(full_vault_keeps_discount=False, one_formula_by_each_way=False),
        rule(free_actions_before_draft="all"),
        number(market_per_color=1, held_experiments=4, dice_per_round=4),
    ]
    for seed, box in enumerate(variants):
        game = Game.new(2, seed, box=box)
        for n, now in main_steps(game, seed, 25, 20):
            play_on(now.copy(), read_position(write_position(now), box), n, 30)


def test_views_of_a_position_read_back_are_the_same() -> None:
    game = Game.new(3, 31, box=box_with())
    for _, now in main_steps(game, 31, 30, 20):
        again = read_position(write_position(now), now.box)
        again.state.decisions = now.state.decisions
        for seat in range(3):
            one, other = now.view(seat).state, again.view(seat).state
            for name in ("experiment_at", "artifact_at", "publication_at", "under"):
                assert (one[name] == other[name]).all(), name


def test_more_goods_than_one_word_can_say_are_written() -> None:
    game = acting(goods="20 lead + 20 lead + 5 lead + gold")
    assert held(game)[Thing.LEAD] == 45
    assert held(read_position(write_position(game), game.box)) == held(game)


def test_a_token_had_in_this_turn_is_not_had_again() -> None:
    game = acting(levels={"fire": 3}, entered={"fire": [4]}, formulas=FORMULAS,
                  board={"tokens": {"fire": ["chameleon"]}})  # fmt: skip
    again = read_position(write_position(game), game.box)
    assert int(again.state.labs[0].tokens) == int(game.state.labs[0].tokens) == 1


def test_only_the_main_steps_of_a_turn_can_be_written() -> None:
    game = Game.new(2, 1, box=box_with())
    with pytest.raises(PositionError, match="drafts, acts or ends a turn"):
        write_position(game)
    game = acting(goods="chameleon", potency=2)
    game.apply(next(move for move in game.legal() if move >> 24 == Move.CHAMELEON))
    with pytest.raises(PositionError, match="drafts, acts or ends a turn"):
        write_position(game)


# ---------------------------------------------------------------- what the keys mean


def test_what_is_not_named_is_as_after_setup_without_starting_cards() -> None:
    game = position()
    assert game.frame is Frame.DRAFT
    assert game.seat == 0
    assert held(game)[Thing.REACTION] == 2
    lab = game.state.labs[0]
    assert int(lab.masterpiece) == -1
    assert (lab.slots == -1).all()
    assert (lab.beside == -1).all()
    assert (game.state.publication_at != 0).all()
    assert int(game.state.bowls.sum()) == 14
    assert (game.state.market[:, :2] >= 0).all()


def test_goods_replace_the_starting_goods() -> None:
    assert held(acting(goods="2 gold + reaction")) == {Thing.GOLD: 2, Thing.REACTION: 1}
    assert held(acting(goods="")) == {}


def test_a_named_card_makes_room_on_offer() -> None:
    for seed in range(6):
        game = position({"beside": ["fire-1a"], "artifacts": {"lead_copper": "t1-lead"}}, seed=seed)
        assert card(game, "fire-1a") not in game.state.books
        assert card(game, "t1-lead") not in game.state.market
        assert (game.state.books[:, 1] >= 0).sum() >= 4
        assert (game.state.market[:, :2] >= 0).all()


def test_essences_change_places() -> None:
    for essence in ("salt", "sulfur", "aether", "mercury"):
        game = position(essences={"earth": essence})
        assert sorted(int(n) for n in game.state.essence_track) == [0, 1, 2, 3]
        place = ["salt", "sulfur", "aether", "mercury"].index(essence)
        assert int(game.state.essence_track[place]) == 2


def test_every_key_of_a_seat() -> None:
    seat: Data = {
        "alchemist": "duval", "goods": "lead", "used_reactions": 1, "levels": {"fire": 5},
        "entered": {"fire": [4]}, "die": "red tin", "potency": 3, "dice_used": 1,
        "artifacts": {"lead_copper": "t0-salt"}, "used": ["lead_copper"], "beside": ["fire-0a"],
        "masterpiece": "fire-ma", "refused": ["fire-mb"], "performed": ["water-0a"],
        "publications": ["pub-fire"], "returned": ["pub-air"], "achievements": ["ach-lead"],
        "formulas": FORMULAS[::-1], "vault": {"0,1": "duval-1", "0,2": "duval-3"},
        "used_formulas": ["duval-1"], "gone": ["duval-5"], "bought": ["duval-3"],
        "discounts": {"fire": 2}, "points": {"vault": 4},
    }  # fmt: skip
    assert set(seat) == set(SEAT_KEYS)
    game = position(seat, under=["pub-air"], to="action", achievements=["ach-never"])
    lab = game.state.labs[0]
    assert levels(game) == {0: 5}
    assert (int(lab.die_color), int(lab.die_symbol), int(lab.potency)) == (2, 2, 3)
    assert (int(lab.dice_used), int(lab.used_reactions), int(lab.tokens)) == (1, 1, 1)
    assert (int(lab.slots[0]), int(lab.ready[0])) == (card(game, "t0-salt"), 0)
    assert int(lab.beside[0]) == card(game, "fire-0a")
    assert int(lab.masterpiece) == card(game, "fire-ma")
    assert int(game.state.experiment_at[card(game, "fire-mb")]) == LAID_BY
    assert (int(lab.performed), int(lab.by_experiment[1])) == (1, 1)
    assert int(game.state.publication_at[card(game, "pub-fire")]) == 0
    assert int(game.state.publication_at[card(game, "pub-air")]) == LAID_BY
    assert int(game.state.achievement_at[card(game, "ach-lead")]) == 0
    assert [int(n) for n in lab.formula_state] == [
        0, 0, 0, FormulaState.GONE, 0, FormulaState.READY, 0, FormulaState.USED,
    ]  # fmt: skip
    assert (int(lab.placed), int(lab.bought)) == (2, 1)
    assert [int(n) for n in lab.by_gold] == [0, 0, 1, 0]
    assert [int(n) for n in lab.discounts] == [2, 1, 1, 1]
    assert game.parts(0)[Part.VAULT] == 4


def test_every_key_of_the_board() -> None:
    data: Data = {
        "players": 3, "seed": 5, "round": 2, "turn": 9, "active": 1, "order": [2, 1, 0],
        "next_order": [0], "to": "after", "intro": True, "bowls": {"lead": {"red": 2}},
        "market": {"black": ["t2-gold", ""]}, "books": {"tin": ["fire-1a", "fire-2a"]},
        "tokens": {"air": ["", "step"]}, "essences": {"fire": "salt"},
        "achievements": ["ach-lead"], "under": ["pub-air", "pub-fire"],
        "left": ["t0-salt", "air-1a"],
        "seats": [{"dice_used": 3}, {"die": "black lead", "goods": "gold"}],
    }  # fmt: skip
    assert set(data) == set(TOP_KEYS) - {"solo"}
    game = make_position(data, box_with())
    state = game.state
    assert (game.players, int(state.seed), int(state.round_no), int(state.turn_no)) == (3, 5, 2, 9)
    assert (int(state.active), game.frame) == (1, Frame.AFTER)
    assert [int(n) for n in state.order] == [2, 1, 0, -1]
    assert (int(state.next_order[0]), int(state.finished)) == (0, 1)
    assert int(state.bowls.sum()) == int(state.bowls[0, 2]) == 2
    assert [int(n) for n in state.market[0]] == [card(game, "t2-gold"), -1, -1, -1]
    assert [int(n) for n in state.books[2]] == [card(game, "fire-1a"), card(game, "fire-2a")]
    assert [int(n) for n in state.bonus[3]] == [-1, 0, -1, -1]
    assert int(state.essence_track[0]) == 0
    assert int(state.achievement_at[card(game, "ach-lead")]) == At.OPEN
    assert [int(n) for n in state.under[:2]] == [card(game, "pub-air"), card(game, "pub-fire")]
    assert int(state.artifact_at[card(game, "t0-salt")]) == At.AWAY
    assert int(state.experiment_at[card(game, "air-1a")]) == At.AWAY


def test_to_react_begins_with_the_reactions() -> None:
    game = position({"die": "black lead", "goods": ""}, {"goods": "reaction"}, to="react")
    assert game.frame is Frame.REACT
    assert game.seat == 1


def test_a_position_is_played_on() -> None:
    game = pass_until(play(acting(potency=2, goods="lead"), Move.HARVEST, 1), Frame.DRAFT)
    assert game.seat == 1


# ---------------------------------------------------------------- errors

BAD: list[tuple[Data, str]] = [
    ({"player": 2}, "unknown key 'player'; did you mean 'players'"),
    ({"players": 5}, "from 2 to 4"),
    ({"players": "two"}, "a whole number"),
    ({"players": True}, "a whole number"),
    ({"seed": -1}, "seed = -1"),
    ({"round": 4}, "from 1 to 3"),
    ({"turn": -1}, "turn = -1"),
    ({"active": 2}, "from 0 to 1"),
    ({"order": [0, 0]}, "each once"),
    ({"order": ["a", 1]}, "each once"),
    ({"order": 3}, "a list"),
    ({"next_order": [0]}, "the seats none are expected"),
    ({"to": "sleep"}, "known: draft, action"),
    ({"to": ["action"]}, "known: draft, action"),
    ({"to": "action"}, "seat 0 needs a die"),
    ({"bowls": 3}, "a table"),
    ({"bowls": {}}, "there is no die"),
    ({"bowls": {"lead": 3}}, "a table"),
    ({"bowls": {"zinc": {"red": 1}}}, "unknown word 'zinc'"),
    ({"bowls": {"lead": {"any": 1}}}, "unknown word 'any'"),
    ({"bowls": {"lead": {"red": "x"}}}, "a whole number"),
    ({"market": {"blue": []}}, "unknown word 'blue'"),
    ({"market": {"red": ["nothing"]}}, "no artifact 'nothing'"),
    ({"market": {"red": "t1-lead"}}, "a list"),
    ({"market": {"red": ["t1-lead", "t1-lead"]}}, "two places"),
    ({"market": {"red": [""] * 5}}, "at most 4"),
    ({"books": {"wild": ["fire-1a"]}}, "unknown word 'wild'"),
    ({"books": {"tin": ["fire-1a", "", ""]}}, "at most 2"),
    ({"books": {"tin": [["fire-1a"]]}}, "no experiment"),
    ({"tokens": {"fire": ["wings"]}}, "no 'wings' at space 0"),
    ({"tokens": {"fire": ["", "", "step"]}}, "no 'step' at space 2"),
    ({"tokens": {"fire": "step"}}, "a list"),
    ({"tokens": {"wood": ["step"]}}, "unknown word 'wood'"),
    ({"essences": {"fire": "any"}}, "unknown word 'any'"),
    ({"essences": {"fire": "salt", "air": "salt"}}, "two tracks"),
    ({"achievements": ["ach-gold"]}, "no achievement 'ach-gold'"),
    ({"achievements": ["ach-lead", "ach-lead"]}, "two places"),
    ({"under": ["pub-none"]}, "no publication"),
    ({"left": ["pub-fire"]}, "no experiment 'pub-fire'"),
    ({"seats": 3}, "a list"),
    ({"seats": [{}, {}, {}]}, "at most 2"),
    ({"seats": [3]}, "a table"),
    ({"market": {"red": ["t1-lead"]}, "seats": [{"artifacts": {"lead_copper": "t1-lead"}}]},
     "two places"),
    ({"under": ["pub-fire"], "seats": [{"publications": ["pub-fire"]}]}, "two places"),
    ({"seats": [{"beside": ["fire-0a"]}, {"performed": ["fire-0a"]}]}, "two places"),
    ({"seats": [{"alchemist": "newton"}, {"alchemist": "newton"}]}, "another seat's"),
]  # fmt: skip

BAD_SEATS: list[tuple[Data, str]] = [
    ({"good": ""}, "unknown key 'good'; did you mean 'goods'"),
    ({"alchemist": "nobody"}, "no alchemist 'nobody'"),
    ({"goods": "2 dragons"}, "dragons"),
    ({"goods": "any raw"}, "named things"),
    ({"goods": "2 points"}, "named things"),
    ({"goods": "advance fire"}, "named things"),
    ({"goods": "salt per artifact"}, "named things"),
    ({"used_reactions": -1}, "used_reactions = -1"),
    ({"levels": {"fire": 13}}, "from 0 to 12"),
    ({"levels": {"wood": 1}}, "unknown word 'wood'"),
    ({"levels": 3}, "a table"),
    ({"entered": {"fire": [5]}}, "level 5 has no bonus token"),
    ({"entered": {"fire": ["x"]}}, "a whole number"),
    ({"die": "blue tin"}, "unknown word 'blue'"),
    ({"die": "red wild"}, "unknown word 'wild'"),
    ({"die": 7}, "unknown word"),
    ({"die": "red tin", "potency": 6}, "from 0 to 5"),
    ({"die": "red tin", "potency": 0}, "put aside"),
    ({"die": "red tin", "dice_used": 3}, "all dice of the round are used"),
    ({"dice_used": 4}, "from 0 to 3"),
    ({"dice_used": 3}, "has used all its dice"),
    ({"artifacts": {"gold_lead": "t0-salt"}}, "no slot 'gold_lead'"),
    ({"artifacts": ["t0-salt"]}, "a table"),
    ({"artifacts": {"lead_copper": "fire-0a"}}, "no artifact 'fire-0a'"),
    ({"used": ["lead_copper"]}, "no artifact at"),
    ({"used": ["nowhere"]}, "no slot 'nowhere'"),
    ({"beside": ["fire-ma"]}, "is a masterpiece"),
    ({"beside": ["fire-0a"] * 5}, "at most 4"),
    ({"beside": "fire-0a"}, "a list"),
    ({"masterpiece": "fire-0a"}, "no masterpiece"),
    ({"masterpiece": 4}, "no experiment '4'"),
    ({"refused": ["fire-0a"]}, "no masterpiece"),
    ({"performed": ["fire-0z"]}, "no experiment 'fire-0z'; did you mean"),
    ({"publications": ["pub-fire", "pub-fire"]}, "two places"),
    ({"returned": ["pub-fire"]}, "not under the deck"),
    ({"achievements": ["x"]}, "no achievement 'x'"),
    ({"formulas": ["duval-1"]}, "all eight"),
    ({"formulas": ["duval-1"] * 8}, "all eight"),
    ({"formulas": [f"newton-{n}" for n in range(1, 9)]}, "all eight"),
    ({"vault": {"0,0": "duval-1"}}, "no space '0,0'; known: 0,1"),
    ({"vault": {"first": "duval-1"}}, "no space 'first'"),
    ({"vault": {"0,1": "newton-1"}}, "no formula of this laboratory"),
    ({"vault": {"0,1": "duval-1", "0,2": "duval-1"}}, "two places"),
    ({"used_formulas": ["duval-1"]}, "only one in the vault"),
    ({"used_formulas": ["x"]}, "no formula of this laboratory"),
    ({"gone": ["duval-1"], "vault": {"0,1": "duval-1"}}, "two places"),
    ({"bought": ["newton-1"]}, "no formula of this laboratory"),
    ({"bought": ["duval-1", "duval-1"]}, "twice"),
    ({"discounts": {"fire": 3}}, "from 0 to 2"),
    ({"points": {"luck": 3}}, "unknown word 'luck'"),
    ({"points": {"vault": -3}}, "from 0 to 1000"),
    ({"goods": "a\nb\nc"}, "seats 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "words"), [*BAD, *(({"seats": [seat]}, words) for seat, words in BAD_SEATS)]
)
def test_an_impossible_position_is_named_in_one_line(data: Data, words: str) -> None:
    with pytest.raises(PositionError) as error:
        make_position(data, box_with())
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_two_formulas_bought_in_one_column_are_an_error() -> None:
    formulas = {"formulas": FORMULAS, "bought": ["duval-1", "duval-2"]}
    with pytest.raises(PositionError, match="one formula of a column"):
        position(formulas)


@pytest.mark.parametrize("text", ["players =", "= 2", "[[seats]", "a = 1\na = 2", '"'])
def test_what_is_not_toml_is_said_so_in_one_line(text: str) -> None:
    with pytest.raises(PositionError, match="not TOML") as error:
        read_position(text, box_with())
    assert "\n" not in str(error.value)


@cache
def some_position() -> Data:
    game = Game.new(2, 4, box=box_with(), achievements=True)
    for n, now in enumerate(random_moves(game, 4)):
        if n > 90 and is_writable(now):
            return tomllib.loads(write_position(now))
    raise AssertionError("the game was too short")


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 30), st.text(max_size=4), st.just([]), st.just({}),
    st.sampled_from(["fire-0a", "t0-salt", "pub-fire", "duval-1", "fire", "red", "2 gold"]),
    st.lists(st.integers(-1, 5), max_size=3), st.just(float("nan")),
    st.dictionaries(st.sampled_from(["fire", "red", "0,1", "x"]), st.integers(-1, 14), max_size=2),
)  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a position."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for key, value in items:
        found.append((*path, key))
        if isinstance(value, (dict, list)):
            found += places(value, (*path, key))
    return found


@given(st.data())
def test_whatever_stands_in_a_position_is_read_or_named_in_one_line(data: st.DataObject) -> None:
    changed = copy.deepcopy(some_position())
    path = data.draw(st.sampled_from(places(changed)))
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = data.draw(VALUES)
    said, game = outcome(changed)
    assert "\n" not in said
    for _ in range(3):
        if game and not game.is_over:
            game.apply(game.legal()[0])


def outcome(data: Data) -> tuple[str, Game | None]:
    """What is wrong with a position, or its game."""
    try:
        return "", make_position(data, box_with())
    except PositionError as error:
        return str(error), None


def test_a_position_error_is_an_error_of_the_game() -> None:
    assert issubclass(PositionError, GameError)
