"""Properties of every game: checked over random games on both boxes and many variants.

Here uncompiled, over tens of games; ``test_compiled`` does the same over thousands.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trismegistus.rules.helpers import box_with, number, rule
from tests.trismegistus.rules.property_checks import (
    BEFORE_DRAFT,
    BOOLEAN_RULINGS,
    NUMBERS,
    Checker,
    Table,
    best_points,
    check_game,
    copy_of,
    flipped,
    more_cards,
)
from tests.trismegistus.support.invariants import Check
from tests.trismegistus.support.noise import random_move
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.codes import At, Event, Frame, Part
from trisim.games.trismegistus.rules.game import Game, reference_box
from trisim.games.trismegistus.rules.machine import legal
from trisim.games.trismegistus.rules.scoring import publication_points
from trisim.games.trismegistus.rules.stack import hold, note

PLAYERS = (2, 3, 4)


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_keep_every_check(players: int, seed: int) -> None:
    check_game(Table(box_with(), players, seed, achievements=seed % 2 == 1))


@pytest.mark.parametrize("players", PLAYERS)
def test_random_introductory_games_keep_every_check(players: int) -> None:
    check_game(Table(box_with(), players, 11, intro=True))


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_with_the_reference_set_keep_every_check(players: int) -> None:
    check_game(Table(reference_box(), players, 21, achievements=True))


def test_every_decision_of_a_game_keeps_every_check() -> None:
    check_game(Table(box_with(), 2, 31, achievements=True), every=1)


@pytest.mark.parametrize("ruling", BOOLEAN_RULINGS)
def test_games_keep_every_check_whatever_a_ruling_says(ruling: str) -> None:
    check_game(Table(flipped(ruling), 3, 41, achievements=True))


@pytest.mark.parametrize("name", NUMBERS)
def test_games_keep_every_check_with_other_numbers(name: str) -> None:
    check_game(Table(number(**NUMBERS[name]), 3, 51, achievements=True))


@pytest.mark.parametrize("actions", BEFORE_DRAFT)
def test_games_keep_every_check_with_free_actions_before_the_draft(actions: str) -> None:
    check_game(Table(rule(free_actions_before_draft=actions), 3, 41, achievements=True))


def test_games_keep_every_check_with_few_cubes() -> None:
    check_game(Table(rule(cube_supply=40), 4, 61))


@pytest.mark.parametrize("players", PLAYERS)
def test_games_keep_every_check_with_more_cards_dealt_and_on_offer(players: int) -> None:
    check_game(Table(more_cards(), players, 71))


# ---------------------------------------------------------------- checks can fail


def midgame(achievements: bool = True) -> tuple[Table, Checker]:
    """A table in the second round where seat 0 is to draft, checked so far."""
    table = Table(box_with(), 3, 5, achievements=achievements)
    checker = Checker(table)
    for now in table.decisions():
        state = now.state
        drafts = state.stack[state.depth - 1].kind == Frame.DRAFT
        if state.round_no == 2 and drafts and state.order_at == 1:
            break
    assert checker.fault() == 0
    return table, checker


def lab(table: Table, seat: int = 0) -> Any:
    """A laboratory of the table."""
    return table.state.labs[seat]


def steal_a_die(table: Table) -> None:
    symbol, color = np.argwhere(table.state.bowls > 0)[0]
    table.state.bowls[symbol, color] -= 1


def use_dice_without_finishing(table: Table) -> None:
    while lab(table).dice_used < 3:
        lab(table).dice_used += 1
        steal_a_die(table)


def leave_a_gap(table: Table) -> None:
    one = next(one for one in table.state.labs if one.beside[0] >= 0)
    one.beside[:] = [-1, one.beside[0], one.beside[1], -1]


def climb_too_high(table: Table) -> None:
    table.state.bonus[0] = -1
    lab(table).tokens |= 0b11
    lab(table).level[0] = 13


def forget_an_artifact(table: Table) -> None:
    slot = int(np.argwhere(lab(table).slots >= 0)[0][0])
    enter(table, Event.LOSE_ARTIFACT, 0, int(lab(table).slots[slot]), slot)


def unlock_twice(table: Table) -> None:
    lab(table).bought += 1


def fill_the_vault(table: Table) -> None:
    lab(table).placed += 1


def copy_an_artifact(table: Table) -> None:
    table.state.market[0, 0] = table.state.market[1, 0]


def copy_an_experiment(table: Table) -> None:
    table.state.books[0, 1] = table.state.books[1, 1]


def lose_a_publication(table: Table) -> None:
    at = table.state.publication_at
    at[np.argwhere((at == At.DECK) | (at == At.UNDER))[0]] = At.AWAY


def open_another_achievement(table: Table) -> None:
    at = table.state.achievement_at[: len(table.box.achievements)]
    at[np.argwhere(at == At.AWAY)[0]] = At.OPEN


def leave_the_market_empty(table: Table) -> None:
    card = int(table.state.market[2, 1])
    table.state.market[2, 1] = -1
    table.state.artifact_at[card] = At.DECK


def take_a_token_away(table: Table) -> None:
    track, space = np.argwhere(table.state.bonus >= 0)[0]
    table.state.bonus[track, space] = -1


def return_a_card(table: Table) -> None:
    gone = np.argwhere(table.state.artifact_at[: len(table.box.artifacts)] == At.AWAY)[0]
    table.state.artifact_at[gone] = At.DECK


def enter(table: Table, what: Event, seat: int, thing: int, delta: int) -> None:
    """Write a line into the log that nothing stands behind."""
    note(table.state, table.log, what, seat, thing, delta)


def put(field: str, value: object, place: object = None) -> Callable[[Table], None]:
    """A plant: a field of laboratory 0 gets another value."""

    def plant(table: Table) -> None:
        if place is None:
            lab(table)[field] = value
        else:
            lab(table)[field][place] = value

    return plant


def put_game(field: str, value: object, place: object = None) -> Callable[[Table], None]:
    """A plant: a field of the game gets another value."""

    def plant(table: Table) -> None:
        if place is None:
            table.state[field] = value
        else:
            table.state[field][place] = value

    return plant


def lie(what: Event, thing: int, delta: int) -> Callable[[Table], None]:
    """A plant: a line in the log of seat 0."""
    return lambda table: enter(table, what, 0, thing, delta)


PLANTS: list[tuple[Check, Callable[[Table], None]]] = [
    (Check.HELD, put("held", -1, Thing.SALT)),
    (Check.DICE, steal_a_die),
    (Check.USED, use_dice_without_finishing),
    (Check.POTENCY, put("potency", 6)),
    (Check.POTENCY, put("potency", -1)),
    (Check.BESIDE, leave_a_gap),
    (Check.FORMULAS, unlock_twice),
    (Check.FORMULAS, put("by_gold", 2, 0)),
    (Check.FORMULAS, put("discounts", 5, 3)),
    (Check.VAULT, fill_the_vault),
    (Check.LEVEL, climb_too_high),
    (Check.LEVEL, put("level", -1, 0)),
    (Check.EXPERIMENTS, copy_an_experiment),
    (Check.ARTIFACTS, copy_an_artifact),
    (Check.PUBLICATIONS, lose_a_publication),
    (Check.ACHIEVEMENTS, open_another_achievement),
    (Check.PERFORMED, put("performed", 9)),
    (Check.OFFERS, leave_the_market_empty),
    (Check.TOKENS, take_a_token_away),
    (Check.TOKENS, put("level", 12)),
    (Check.SCORE, put("score", 1)),
    (Check.SCORE, put("vp", 1, Part.STONE)),
    (Check.STACK, put_game("agenda_top", 1)),
    (Check.WAITING, put("waits", 1)),
    (Check.WAITING, put("transmuting", 1)),
    (Check.DUE, put("due", 1, 3)),
    (Check.DUE, put("due_levels", 1)),
    (Check.SCRATCH, put_game("scratch", 1, 0)),
    (Check.ORDER, put_game("order", 0)),
    (Check.ORDER, put("finished", True)),
    (Check.OPTIONS, lambda table: setattr(table, "options", 1)),
    (Check.ENDLESS, put_game("decisions", 100_000)),
    (Check.LEFT_FOR_GOOD, return_a_card),
    (Check.POINTS_LOST, put("vp", -1, Part.VAULT)),
    (Check.BOOK_HELD, put("held", 50, Thing.SALT)),
    (Check.BOOK_HELD, lie(Event.HOLD, Thing.SALT, 1)),
    (Check.BOOK_POINTS, put("vp", 99, Part.VAULT)),
    (Check.BOOK_LEVEL, lie(Event.LEVEL, 1, 1)),
    (Check.BOOK_REACTIONS, put("used_reactions", 9)),
    (Check.BOOK_REACTIONS, lie(Event.REACT, 0, -1)),
    (Check.BOOK_ARTIFACTS, lie(Event.EXHAUST, 95, 0)),
    (Check.BOOK_ARTIFACTS, forget_an_artifact),
    (Check.BOOK_CARDS, lie(Event.DRAW, 0, 1)),
    (Check.BOOK_CARDS, lie(Event.PERFORM, 0, 0)),
    (Check.BOOK_FORMULAS, lie(Event.UNLOCK, 0, 1)),
    (Check.BOOK_FORMULAS, lie(Event.USE_FORMULA, 0, 0)),
    (Check.BOOK_ACHIEVEMENTS, lie(Event.ACHIEVE, 0, 0)),
    (Check.BOOK_TOKENS, lie(Event.TOKEN, 0, 15)),
    (Check.BOOK_DICE, lie(Event.DIE_USED, 0, 0)),
    (Check.BOOK_DICE, lambda table: enter(table, Event.ROUND, -1, 2, 0)),
    (Check.BOOK_TURNS, lie(Event.TURN, 0, 0)),
]
NOT_PLANTED_HERE = {Check.SUPPLY, Check.BEST_SET, Check.BONUS_IN_TURN}
OF_THE_BOT = {Check.BOT_LAB, Check.BOT_CARDS, Check.BOT_ELEMENTALS, Check.BOOK_BOT}
"""Planted in solo games."""


@pytest.mark.parametrize(
    ("check", "plant"), PLANTS, ids=[f"{i}-{c.name}" for i, (c, _) in enumerate(PLANTS)]
)
def test_every_check_finds_what_is_planted(check: Check, plant: Callable[[Table], None]) -> None:
    table, checker = midgame()
    plant(table)
    assert Check(checker.fault()) is check


def test_every_check_is_planted() -> None:
    assert {check for check, _ in PLANTS} | NOT_PLANTED_HERE | OF_THE_BOT == set(Check)


def test_more_cubes_than_there_are_are_found() -> None:
    table = Table(rule(cube_supply=40), 2, 1)
    checker = Checker(table)
    hold(table.state, table.log, 0, Thing.LEAD, 50)
    assert checker.fault() == Check.SUPPLY


def test_publications_scored_too_low_are_found() -> None:
    table = Table(box_with(), 2, 3).play()
    checker = Checker(table)
    state = table.state
    assert checker.fault() == 0
    for one in state.labs[:2]:
        one.vp[Part.PUBLICATIONS] += 1
        one.score += 1
    assert checker.fault() == Check.BEST_SET


def test_a_token_that_leaves_within_a_turn_is_found() -> None:
    table, checker = midgame()
    track, space = np.argwhere(table.state.bonus >= 0)[0]
    kind = int(table.state.bonus[track, space])
    lab(table).tokens |= 1 << (track * 4 + space)
    table.state.bonus[track, space] = -1
    enter(table, Event.TOKEN, 0, kind, track * 4 + space)
    enter(table, Event.TOKEN_GONE, -1, kind, track * 4 + space)
    assert checker.fault() == Check.BONUS_IN_TURN


# ---------------------------------------------------------------- publications


@cache
def fresh_tables() -> tuple[Table, ...]:
    """Tables to lay hands of publications on."""
    return Table(box_with(), 4, 1), Table(reference_box(), 4, 1)


@given(data=st.data())
def test_the_best_set_of_publications_is_found(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(fresh_tables()), label="table")
    box = table.box
    cards = range(len(box.publications))
    hand = data.draw(st.sets(st.sampled_from(cards), max_size=9), label="hand")
    have = {e: data.draw(st.integers(0, 6), label=e.word) for e in Element}
    table.state.publication_at[table.state.publication_at == 0] = At.DECK
    for publication in hand:
        table.state.publication_at[publication] = 0
    lab(table).slots[:] = -1
    for element in Element:
        lab(table).performed_element[element] = have[element]
    best = best_points([box.publications[publication] for publication in hand], have)
    assert publication_points(table.state, table.tables, 0) == best
    assert not table.state.scratch.any()


# ---------------------------------------------------------------- copies


def is_same(one: Any, other: Any) -> bool:
    """Whether two states are the same, byte by byte."""
    return bool(one.tobytes() == other.tobytes())


@pytest.mark.parametrize("players", PLAYERS)
def test_asking_for_options_changes_nothing(players: int) -> None:
    table = Table(box_with(), players, 81, achievements=True)
    for now in table.decisions():
        if now.options:
            before = copy_of(now.state)
            moves = np.zeros_like(now.moves)
            assert legal(now.state, now.tables, moves) == now.options
            assert moves[: now.options].tolist() == now.moves[: now.options].tolist()
            assert is_same(before, now.state)


def test_copies_stay_as_they_were_while_the_game_goes_on() -> None:
    game = Game.new(2, 82, box=box_with(), achievements=True)
    copies, bytes_then = [], []
    while not game.is_over:
        copies.append(game.copy())
        bytes_then.append(game.state.tobytes())
        game.apply(random_move(game.state, game._moves, game._count))
    for copy, then in zip(copies, bytes_then, strict=True):
        assert copy.state.tobytes() == then
        assert len(copy.legal()) > 1
        assert copy.events() == []


def test_playing_on_from_a_copy_gives_the_same_game() -> None:
    game = Game.new(3, 83, box=box_with())
    copies: list[Game] = []
    while not game.is_over:
        if game.state.decisions % 25 == 0:
            copies.append(game.copy())
        game.apply(random_move(game.state, game._moves, game._count))
    assert len(copies) > 3
    for copy in copies:
        while not copy.is_over:
            copy.apply(random_move(copy.state, copy._moves, copy._count))
        assert is_same(copy.state, game.state)


def test_two_copies_are_independent() -> None:
    game = Game.new(2, 84, box=box_with())
    for _ in range(30):
        game.apply(random_move(game.state, game._moves, game._count))
    before, options = game.state.tobytes(), game.legal()
    one, other = game.copy(), game.copy()
    one.apply(options[0])
    one.events()
    assert other.state.tobytes() == game.state.tobytes() == before
    assert other.legal() == game.legal() == options
    other.apply(options[-1])
    assert game.state.tobytes() == before
    assert not is_same(one.state, other.state)


def test_the_same_moves_give_the_same_bytes_again() -> None:
    one, other = Table(box_with(), 4, 85).play(), Table(box_with(), 4, 85).play()
    assert is_same(one.state, other.state)
    assert one.log.count == other.log.count
    assert one.log.events[: one.log.count].tobytes() == other.log.events[: one.log.count].tobytes()


# ---------------------------------------------------------------- what random games reach


def test_random_games_reach_every_kind_of_decision_and_event() -> None:
    frames = set(range(Frame.REACT + 1))
    events = {int(event) for event in Event if event < Event.CHOICE}  # noted by runs, or in solo
    for seed in range(60):
        table = Table(box_with(), 2, 90 + seed, achievements=True)
        for now in table.decisions():
            if now.options:
                frames.discard(int(now.state.stack[now.state.depth - 1].kind))
        events -= {int(event.what) for event in table.log.events[: table.log.count]}
        if not frames and not events:
            return
    raise AssertionError(f"never reached: {frames}, {events}")
