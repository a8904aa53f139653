"""Shuffles are fair, and a card more leaves the order of the others as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from tests.madness.properties.boxes import reference, toml_lines, varied
from trisim.engine.chance import hash3
from trisim.engine.kernel import records
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.tables import box_record
from trisim.games.madness.box.words import ELEMENTS, KINDS, MADNESS, CurseKind, Side, Zone
from trisim.games.madness.rules.cards import next_unknown, put_into_deck, shuffle_deck
from trisim.games.madness.rules.curses import next_curse
from trisim.games.madness.rules.library import LEVELS, spell_of_level
from trisim.games.madness.rules.state import DESTROYED, GAME, LOG, MONSTERS
from trisim.games.madness.rules.turn import next_sheet

GAMES = 600
LEAST = 1e-4
"""The smallest p-value that is put down to chance: seeds are fixed, so a test passes always."""

QUIET = records(1, LOG)[0]
Order = Callable[[int], Sequence[int]]


def new_state(number: int) -> Any:
    """A blank game with a seed."""
    state = records(1, GAME)[0]
    state.seed, state.players, state.book[:] = hash3(7, 0, number), 5, -1
    return state


def drawn(state: Any, cards: Sequence[int], seat: int = 0, shuffles: int = 1) -> list[int]:
    """The order of a deck of so many cards of each kind."""
    own = state.seats[seat]
    own.shuffles, own.deck[:], own.deck_n = shuffles, 0, 0
    for kind, count in enumerate(cards):
        if count:
            put_into_deck(own, kind, count)
    return [next_unknown(state, seat) for _ in range(sum(cards))]


def p_value(table: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], freedom: int) -> float:
    """How likely counts are that are so far from what is expected, or farther."""
    return float(chi2.sf(((table - expected) ** 2 / expected).sum(), freedom))


def fairness(order: Order, games: int = GAMES) -> float:
    """The p-value of all orders having the same chance, judged by places of cards."""
    first = order(0)
    cards = sorted(first)
    table = np.zeros((len(cards), len(cards)))
    for number in range(games):
        for place, card in enumerate(order(number)):
            table[cards.index(card), place] += 1
    expected = np.full_like(table, games / len(cards))
    return p_value(table, expected, (len(cards) - 1) ** 2)


# ---------------------------------------------------------------- decks


def test_every_card_of_a_deck_is_equally_likely_at_every_place() -> None:
    assert fairness(lambda number: drawn(new_state(number), [1] * KINDS)) > LEAST


def test_an_unfair_order_is_found() -> None:
    def unfair(number: int) -> list[int]:
        cards = drawn(new_state(number), [1] * KINDS)
        return cards if number % 8 else sorted(cards)

    assert fairness(unfair) < LEAST


@pytest.mark.parametrize(("seat", "shuffles"), [(4, 1), (3, 30)])
def test_later_shuffles_and_other_seats_are_as_fair(seat: int, shuffles: int) -> None:
    def order(number: int) -> list[int]:
        return drawn(new_state(number), [1] * KINDS, seat, shuffles)

    assert fairness(order) > LEAST


def test_copies_of_a_kind_share_their_places() -> None:
    deck = [0] * KINDS
    deck[0], deck[4], deck[MADNESS] = 5, 4, 3
    table = np.zeros((KINDS, 12))
    for number in range(GAMES):
        for place, kind in enumerate(drawn(new_state(number), deck)):
            table[kind, place] += 1
    expected = np.outer(deck, np.full(12, GAMES / 12))
    there = np.array(deck) > 0
    assert p_value(table[there], expected[there], 2 * 11) > LEAST


@pytest.mark.parametrize(("one", "other"), [((0, 1), (0, 2)), ((2, 4), (3, 4))])
def test_two_shuffles_have_nothing_to_do_with_each_other(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    table = np.zeros((KINDS, KINDS))
    for number in range(GAMES):
        first, second = (drawn(new_state(number), [1] * KINDS, *each) for each in (one, other))
        for place, kind in enumerate(first):
            table[place, second.index(kind)] += 1
    assert p_value(table, np.full_like(table, GAMES / KINDS), (KINDS - 1) ** 2) > LEAST


def test_a_deck_that_is_shuffled_again_has_another_order() -> None:
    table = np.zeros((KINDS, KINDS))
    for number in range(GAMES):
        state, orders = new_state(number), []
        own = state.seats[2]
        own.discard[:] = 1
        for _ in range(2):
            shuffle_deck(state, QUIET, 2, int(Zone.DISCARD), 0)
            orders.append([next_unknown(state, 2) for _ in range(KINDS)])
            own.discard[:], own.deck_n = 1, 0
        for place, kind in enumerate(orders[0]):
            table[place, orders[1].index(kind)] += 1
    assert p_value(table, np.full_like(table, GAMES / KINDS), (KINDS - 1) ** 2) > LEAST


@pytest.mark.parametrize("kind", [0, 5, MADNESS])
def test_a_card_more_leaves_the_order_of_the_others(kind: int) -> None:
    deck = [3, 1, 0, 2, 0, 1, 2, 0, 0, 4, 1, 0, 2]
    more = list(deck)
    more[kind] += 1
    for number in range(100):
        before, after = drawn(new_state(number), deck), drawn(new_state(number), more)
        places = [place for place, card in enumerate(after) if card == kind]
        assert before in [after[:place] + after[place + 1 :] for place in places]


def test_known_cards_lose_their_places_in_a_shuffle() -> None:
    tops = np.zeros(KINDS)
    for number in range(GAMES):
        state = new_state(number)
        own = state.seats[0]
        for kind in range(MADNESS):
            put_into_deck(own, kind, 1)
        own.top[0], own.top_n, own.deck_n = MADNESS, 1, own.deck_n + 1
        shuffle_deck(state, QUIET, 0, int(Zone.DISCARD), 0)
        assert own.top_n == 0
        tops[next_unknown(state, 0)] += 1
    assert p_value(tops, np.full(KINDS, GAMES / KINDS), KINDS - 1) > LEAST


# ---------------------------------------------------------------- curses, spells, sheets


def curses_in_order(box: Any, state: Any, kind: int) -> list[int]:
    """A pile of curses from top to bottom."""
    found = []
    while (curse := next_curse(state, box, kind)) >= 0:
        found.append(curse)
        state.curses[curse] = DESTROYED
    return found


@pytest.mark.parametrize("kind", [CurseKind.AIR, CurseKind.MULTI])
def test_every_curse_is_equally_likely_at_every_place_of_its_pile(kind: int) -> None:
    box = box_record(reference())
    assert fairness(lambda number: curses_in_order(box, new_state(number), kind), 300) > LEAST


@pytest.mark.parametrize("element", range(ELEMENTS))
def test_every_spell_of_a_level_is_equally_likely(element: int) -> None:
    box = box_record(reference())
    found = np.zeros((LEVELS, len(reference().spells)))
    for number in range(GAMES):
        for level in range(1, LEVELS + 1):
            found[level - 1, spell_of_level(new_state(number), box, element, level)] += 1
    for counts in found:
        some = counts[counts > 0]
        assert len(some) == 3
        assert p_value(some, np.full(3, GAMES / 3), 2) > LEAST


def book(box: Any, state: Any) -> list[int]:
    """The sheets of the grimoire."""
    for place in range(MONSTERS + 1):
        state.book[place] = next_sheet(state, box, place)
    return [int(sheet) for sheet in state.book]


def test_every_cover_and_inner_page_is_equally_likely_at_every_place() -> None:
    box = box_record(reference())
    table = np.zeros((len(reference().sheets), MONSTERS + 1))
    for number in range(GAMES):
        for place, sheet in enumerate(book(box, new_state(number))):
            table[sheet, place] += 1
    sides = np.array([sheet.side for sheet in reference().sheets])
    covers, inner = table[sides == Side.COVER], table[sides == Side.INNER]
    assert table[sides == Side.LAST].ravel().tolist() == [0] * MONSTERS + [GAMES]
    assert covers[:, 1:].sum() == inner[:, [0, MONSTERS]].sum() == 0
    assert p_value(covers[:, 0], np.full(4, GAMES / 4), 3) > LEAST
    expected = np.full((12, MONSTERS - 1), GAMES / 12)
    assert p_value(inner[:, 1:MONSTERS], expected, 11 * (MONSTERS - 1)) > LEAST


def with_a_card_more() -> Box:
    """The reference set with one more curse, spell and inner page."""
    texts: dict[str, dict[str, object]] = {
        "curses.more-anger": {"kind": "fire", "effect": "draw 1"},
        "spells.more-heat": {"element": "fire", "level": 2, "basic": "no", "effect": "draw 1"},
        "sheets.more-wings": {
            "side": "inner",
            "curse_1": "air",
            "curse_2": "air",
            "curse_3": "air",
        },
    }
    parts = []
    for name, values in texts.items():
        parts.append(f"[add.{name}]\n" + toml_lines({"name": "More", "source": "ours", **values}))
    return varied("".join(parts))


def named(box: Box, record: Any, number: int) -> list[str]:
    """The ids of all curses pile by pile, of the fire spell of level 2, and of the grimoire."""
    piles = [curses_in_order(record, new_state(number), kind) for kind in CurseKind]
    names = [box.curses[curse].id for pile in piles for curse in pile]
    names.append(box.spells[spell_of_level(new_state(number), record, 2, 2)].id)
    return names + [box.sheets[sheet].id for sheet in book(record, new_state(number))]


def test_more_cards_leave_the_order_of_curses_spells_and_sheets() -> None:
    boxes, seen = [(box, box_record(box)) for box in (reference(), with_a_card_more())], set()
    for number in range(12):
        before, after = (named(box, record, number) for box, record in boxes)
        new = {name for name in after if name.startswith("more-")}
        seen |= new
        if "more-heat" in new:  # it takes the place of the one that was chosen
            after[-8] = before[-8]
        kept = [name for name in after if name not in new]
        if "more-wings" in new:  # the last of the inner pages has no place
            del before[-2]
        assert kept == before
    assert seen == {"more-anger", "more-heat", "more-wings"}
