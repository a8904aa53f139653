"""Paying: from hand and pool, without a needless card; compared with brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from tests.madness.rules.boxes import box_with, mage_with
from tests.madness.rules.table import Table, seat, table
from trisim.engine.moves import first_of, second_of
from trisim.games.madness.box.words import ELEMENTS
from trisim.games.madness.rules import payment
from trisim.games.madness.rules.codes import Move

Card = tuple[int, int]
"""A place (0: the hand, 1 to 5: supports) and a kind."""

Plan = tuple[Card, ...]
"""What a payment consists of; the place of a card that counts as another element is negative."""

# ---------------------------------------------------------------- all payments, by the rules


def asked_to_pay(game: Table, needs: Sequence[int], kept: int = 0) -> Any:
    """Seat 0 is to pay so much of each element."""
    payment.begin_payment(game.game, 0, kept, Move.LEARN, 0, 0)
    for element, need in enumerate(needs):
        payment.need_of(game.game, element, need)
    return game.game


def plans_by_rules(game: Table, needs: Sequence[int], kept: int = 0) -> list[Plan]:
    """All complete payments that the frame can reach; an assertion fails at a dead end."""
    return sorted(tuple(sorted(plan)) for plan in walk(game, asked_to_pay(game, needs, kept)))


def walk(game: Table, state: Any) -> Iterator[list[Card]]:
    count = payment.legal_payments(state, game.record, game.moves)
    assert count > 0, "a dead end"
    moves = [int(move) for move in game.moves[:count]]
    assert len(set(moves)) == count
    for move in moves:
        after, place, kind = state.copy(), first_of(move), second_of(move)
        was_used = bool(after.seats[0].wild_used)
        is_over = payment.pay_card(after, game.record, game.log, place, kind)
        is_wild = bool(after.seats[0].wild_used) and not was_used
        card = (-1 - place if is_wild else place, kind)
        for rest in [[]] if is_over else walk(game, after):
            yield [card, *rest]


# ---------------------------------------------------------------- all payments, by brute force


def value(kind: int) -> int:
    return kind % 3 + 1


def choices_of(cards: Sequence[Card]) -> Iterator[Plan]:
    """All sets of some cards, of which some are alike."""
    counts = Counter(cards)
    for numbers in product(*(range(n + 1) for n in counts.values())):
        yield tuple(card for card, n in zip(counts, numbers, strict=True) for _ in range(n))


def pays(need: int, cards: Plan, wild: int = 0) -> bool:
    """Whether cards of an element are enough, and none of them is needless."""
    total = sum(value(kind) for _, kind in cards) + wild
    least = min([value(kind) for _, kind in cards] + [1] * wild, default=0)
    return total >= need and (total - least < need or not (cards or wild))


def plans_by_force(cards: Sequence[Card], needs: Sequence[int], wild: int = -1) -> list[Plan]:
    """All payments that are enough and have no needless card.

    ``wild`` is the element of which one card of value 1 may count as any other.
    """
    plans = list(plans_for(cards, needs))
    wilds = {card for card in cards if wild >= 0 and card[1] == 3 * wild}
    for place, kind in sorted(wilds):
        rest = list(cards)
        rest.remove((place, kind))
        for element in range(ELEMENTS):
            if element != wild and needs[element] > 0:
                added = (-1 - place, kind)
                plans += [(*plan, added) for plan in plans_for(rest, needs, element)]
    return sorted(tuple(sorted(plan)) for plan in plans)


def plans_for(cards: Sequence[Card], needs: Sequence[int], helped: int = -1) -> Iterator[Plan]:
    """Payments element by element; a card of value 1 from elsewhere helps one of them."""
    by_element = [
        [
            plan
            for plan in choices_of([card for card in cards if card[1] // 3 == element])
            if pays(needs[element], plan, int(element == helped))
        ]
        for element in range(ELEMENTS)
    ]
    for parts in product(*by_element):
        yield tuple(card for part in parts for card in part)


# ---------------------------------------------------------------- random hands and pools


def deal(game: Table, cards: Sequence[Card]) -> None:
    """Give seat 0 and the pool some cards, and nobody anything else."""
    for number in range(3):
        game.game.seats[number].hand[:] = 0
        game.game.seats[number].support[:] = 0
        game.game.seats[number].discard[:] = 0
        game.game.used[number][:] = 0
    game.game.seats[0].wild_used = False
    game.game.depth = 3
    game.log.count = 0
    for place, kind in cards:
        if place == 0:
            game.game.seats[0].hand[kind] += 1
        else:
            game.game.seats[place - 1].support[kind] += 1


def random_cards(rng: random.Random, elements: Sequence[int], most: int) -> list[Card]:
    return [
        (rng.choice((0, 0, 0, 1, 2, 3)), 3 * rng.choice(elements) + rng.choice((0, 0, 0, 1, 1, 2)))
        for _ in range(rng.randint(1, most))
    ]


def enough(cards: Sequence[Card], needs: Sequence[int], wild: int = -1) -> bool:
    return bool(plans_by_force(cards, needs, wild))


def tried(
    seed: int, number: int, game: Table, elements: Sequence[int], wild: int = -1
) -> Iterator[tuple[list[Card], list[int]]]:
    """Random cards that are enough for a random need."""
    rng = random.Random(seed)
    while number > 0:
        cards = random_cards(rng, elements, 8)
        needs = [0] * ELEMENTS
        for element in rng.sample(elements, rng.randint(1, len(elements))):
            needs[element] = rng.randint(1, 6 if len(elements) == 1 else 3)
        if enough(cards, needs, wild):
            deal(game, cards)
            number -= 1
            yield cards, needs


@pytest.fixture
def game() -> Table:
    return table(seat(), seat(), seat())


@pytest.mark.parametrize("seed", range(4))
def test_payments_of_one_element_are_those_of_brute_force(game: Table, seed: int) -> None:
    for cards, needs in tried(seed, 300, game, [seed]):
        assert plans_by_rules(game, needs) == plans_by_force(cards, needs), (cards, needs)


@pytest.mark.parametrize("seed", range(4))
def test_payments_of_several_elements_are_those_of_brute_force(game: Table, seed: int) -> None:
    for cards, needs in tried(seed, 100, game, range(ELEMENTS)):
        assert plans_by_rules(game, needs) == plans_by_force(cards, needs), (cards, needs)


@pytest.mark.parametrize("wild", range(ELEMENTS))
def test_payments_with_a_card_that_counts_as_another_element(wild: int) -> None:
    word = ("water", "earth", "fire", "air")[wild]
    box = box_with(mages=(mage_with("wild", f"{word} value 1 as any", "turn"),))
    game = table(seat(mage="wild"), seat(), seat(), box=box)
    other = (wild + 1) % ELEMENTS
    for elements, number in (([other, wild], 120), (range(ELEMENTS), 60)):
        for cards, needs in tried(wild, number, game, elements, wild):
            assert plans_by_rules(game, needs) == plans_by_force(cards, needs, wild), (cards, needs)


def test_payments_from_a_pool_that_is_kept_leave_out_the_hand_and_used_cards(game: Table) -> None:
    rng = random.Random(5)
    tested = 0
    while tested < 150:
        cards, used = random_cards(rng, [2], 7), random_cards(rng, [2], 3)
        pool = [card for card in cards if card[0] > 0]
        for card in used:
            if card in pool:
                pool.remove(card)
        needs = [0, 0, rng.randint(1, 4), 0]
        if not enough(pool, needs):
            continue
        deal(game, cards)
        pooled = Counter(card for card in cards if card[0] > 0)
        for (place, kind), n in Counter(used).items():
            if place > 0:
                game.game.used[place - 1][kind] = min(n, pooled[place, kind])
        assert plans_by_rules(game, needs, kept=1) == plans_by_force(pool, needs)
        tested += 1


def test_a_kept_pool_can_be_paid_with_a_card_that_counts_as_another_element() -> None:
    game, rng, tested = table(seat(mage="m2"), seat(), seat()), random.Random(6), 0
    while tested < 80:
        cards = random_cards(rng, [2, 3], 8)
        pool = [card for card in cards if card[0] > 0]
        needs = [0, 0, rng.randint(1, 3), rng.randint(0, 1)]
        if enough(pool, needs, wild=3):
            deal(game, cards)
            assert plans_by_rules(game, needs, kept=1) == plans_by_force(pool, needs, wild=3)
            tested += 1


def test_an_action_is_offered_exactly_when_it_can_be_paid(game: Table) -> None:
    rng, count = random.Random(9), 0
    game.game.seats[0].spells[:] = -1
    for _ in range(120):
        cards = random_cards(rng, range(ELEMENTS), 6)
        deal(game, cards)
        game.game.seats[0].spells[0] = game.number("spells", "glacial-circle")
        game.run()
        for times in (1, 2, 3):
            word = "cast glacial-circle" + (f" x{times}" if times > 1 else "")
            assert (word in game.options) == enough(cards, [3 * times, 0, 0, 0])
        for place, element in enumerate(("water", "earth", "fire", "air")):
            for cost in (2, 3):
                can = enough(cards, [cost * (place == other) for other in range(ELEMENTS)])
                assert (f"acquire {element} {cost}" in game.options) == can
                count += can
    assert count > 50


# ---------------------------------------------------------------- in words


def test_surplus_is_lost() -> None:
    game = table(seat("fire 3")).play("acquire fire 2")
    assert (game.hand(0), game.discard(0)) == ("", "fire 2, fire 3")


def test_no_needless_card_may_be_added() -> None:
    game = table(seat("fire 2 x2, fire 1 x2")).play("acquire fire 2")
    assert game.options == ["fire 2", "fire 1"]
    assert game.play("fire 2").asked == "act 0"
    game = table(seat("fire 1, fire 2, fire 3")).play("acquire fire 3")
    assert game.options == ["fire 3", "fire 2"]
    assert game.play("fire 2").hand(0) == "fire 3"  # the 1 followed by itself


def test_a_card_pays_for_one_element_only() -> None:
    game = table(seat("water 3, earth 3, fire 3"), curses="multi-1")
    assert "destroy multi-1" not in game.options


def test_hand_the_own_support_and_that_of_others_pay_together() -> None:
    game = table(seat("fire 1", support="fire 1"), seat(support="fire 1"))
    game.play("acquire fire 3")
    assert game.discard(0) == "fire 1 x2, fire 3"
    assert game.discard(1) == "fire 1"
    assert (game.support(0), game.support(1)) == ("", "")


def test_the_hand_of_another_does_not_pay() -> None:
    game = table(seat("fire 1"), seat("fire 2"))
    assert game.options == ["end", "cast combustion"]


def test_madness_in_the_pool_pays_nothing() -> None:
    game = table(seat("fire 1"), seat(support="madness x3"))
    assert game.options == ["end", "cast combustion"]


def test_equal_cards_of_one_place_are_one_option() -> None:
    game = table(seat("fire 1 x4", support="fire 1 x2"), seat(support="fire 1 x2"))
    game.play("acquire fire 2")
    assert game.options == ["fire 1", "fire 1 of 0", "fire 1 of 1"]


def test_a_cost_of_several_elements_is_paid_element_by_element() -> None:
    game = table(seat("water 1, water 2, earth 1, earth 2, fire 1, air 1"), curses="multi-1")
    game.play("destroy multi-1")
    assert game.options == ["water 2", "water 1"]
    game.play("water 1")
    assert game.options == ["earth 2", "earth 1"]
    game.play("earth 2")
    assert game.asked == "element 0"
    assert game.hand(0) == "water 2, earth 1"
