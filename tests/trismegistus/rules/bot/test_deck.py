"""The deck of Botmegistus: flipping, shuffling at once or when needed, the planning variant."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.trismegistus.rules.bot.helpers import (
    YOU,
    ask,
    bot_game,
    call,
    give_die,
    new_solo,
    solo_card,
    solo_rule,
    stack_deck,
    through_setup,
    turn_with,
)
from tests.trismegistus.rules.helpers import box_with
from tests.trismegistus.rules.helpers_2 import assert_even
from trisim.games.trismegistus.box.words import SoloKind
from trisim.games.trismegistus.rules.bot.deck import flip, put_away, take_top
from trisim.games.trismegistus.rules.bot.rounds import between_rounds
from trisim.games.trismegistus.rules.codes import At, BotTask, Event, Frame
from trisim.games.trismegistus.rules.game import Game

BASIC = 9


def cards(game: Game, where: At) -> set[str]:
    """Its cards in a place."""
    pairs = zip(game.box.solo_cards, game.state.bot.at, strict=False)
    return {card.id for card, at in pairs if at == where}


def one_turn(game: Game) -> tuple[str, list[tuple[Event, int, int]]]:
    """One turn; the card it used, and what happened to its cards."""
    game.events()
    give_die(game, potency=5)
    ask(game, BotTask.TURN)
    told = [(one.what, one.thing, one.delta) for one in game.events()]
    (card,) = [thing for what, thing, _ in told if what is Event.BOT_CARD]
    return game.box.solo_cards[card].id, told


def test_deck_is_the_basic_cards_and_the_personality() -> None:
    game = bot_game()
    deck = [card for card in game.box.solo_cards if card.id in cards(game, At.DECK)]
    kinds = Counter(card.kind for card in deck)
    assert kinds == {SoloKind.BASIC: BASIC, SoloKind.PERSONALITY: 1}
    assert len(cards(game, At.AWAY)) == len(game.box.solo_cards) - BASIC - 1


def test_deck_has_no_cards_before_the_setup_of_the_bot() -> None:
    game = new_solo()
    assert game.frame is Frame.KEEP
    assert set(game.state.bot.at.tolist()) == {At.AWAY}
    assert game.state.bot.open.tolist() == [-1, -1]
    assert (int(game.state.bot.card), int(game.state.bot.special)) == (-1, -1)


def test_deck_every_card_comes_once_before_any_comes_again() -> None:
    game = bot_game()
    first = [one_turn(game)[0] for _ in range(BASIC + 1)]
    second = [one_turn(game)[0] for _ in range(BASIC + 1)]
    assert len(set(first)) == BASIC + 1
    assert set(second) == set(first)
    assert first != second


def test_deck_is_shuffled_anew_each_time_and_by_the_seed() -> None:
    orders = {tuple(one_turn(game)[0] for _ in range(5)) for game in map(bot_game, range(8))}
    assert len(orders) > 5


def test_deck_is_reshuffled_at_once_when_the_last_card_is_resolved() -> None:
    game = bot_game()
    stack_deck(game, "bot-gold", "bot-die")
    _, told = one_turn(game)
    assert Event.BOT_SHUFFLE not in [what for what, _, _ in told]
    assert len(cards(game, At.USED)) == 1
    _, told = one_turn(game)
    assert [(what, n) for what, n, _ in told if what is Event.BOT_SHUFFLE] == [
        (Event.BOT_SHUFFLE, 2)
    ]
    assert cards(game, At.DECK) == {"bot-gold", "bot-die"}
    assert told[-1][0] is Event.BOT_SHUFFLE  # after the card was resolved


def test_deck_with_the_ruling_off_is_reshuffled_when_a_card_is_needed() -> None:
    game = bot_game(box=solo_rule(reshuffle_at_once=False))
    stack_deck(game, "bot-gold", "bot-die")
    one_turn(game)
    _, told = one_turn(game)
    assert Event.BOT_SHUFFLE not in [what for what, _, _ in told]
    assert cards(game, At.USED) == {"bot-gold", "bot-die"}
    _, told = one_turn(game)
    whats = [what for what, _, _ in told]
    assert whats.index(Event.BOT_SHUFFLE) < whats.index(Event.BOT_CARD)
    assert len(cards(game, At.USED)) == 1


def dealt_by(game: Game, seed: int, flipped: int) -> None:
    """The order of another seed; so many cards of the basic deck and the personality are used."""
    game.state.seed = seed
    stack_deck(game, *(card.id for card in game.box.solo_cards if card.kind is SoloKind.BASIC))
    game.state.bot.at[solo_card(game, "bot-self-air")] = At.DECK
    game.state.bot.shuffles = 0
    game.state.bot.special = -1
    for _ in range(flipped):
        game.state.bot.at[call(take_top, game)] = At.USED


def order_of_deck(game: Game) -> list[int]:
    """The cards left in the deck, the next one first."""
    left = int((game.state.bot.at == At.DECK).sum())
    return [call(take_top, game) for _ in range(left)]


def round_ends(game: Game, round_no: int) -> int:
    """What comes after a round; the card that was added."""
    game.state.round_no = round_no + 1
    game.events()
    call(between_rounds, game)
    (card,) = [one.thing for one in game.events() if one.what is Event.BOT_ADDED]
    return card


@pytest.mark.parametrize("flipped", [0, 6, BASIC])
def test_deck_an_added_card_is_equally_likely_in_every_place_left(flipped: int) -> None:
    game, places = bot_game(), []
    for seed in range(300):
        dealt_by(game, seed, flipped)
        used = cards(game, At.USED)
        added = round_ends(game, 1)
        assert cards(game, At.USED) == used
        places.append(order_of_deck(game).index(added))
    assert_even(places, BASIC + 2 - flipped)


def test_deck_both_specializations_are_equally_likely_in_every_place_left() -> None:
    game, places = bot_game(), []
    for seed in range(600):
        dealt_by(game, seed, 5)
        first = round_ends(game, 1)
        for _ in range(3):
            game.state.bot.at[call(take_top, game)] = At.USED
        second, here = round_ends(game, 2), game.state.bot.at[first] == At.DECK
        order = order_of_deck(game)
        if here:
            places.append((order.index(first), order.index(second)))
    assert_even(places, 4 * 3)


def test_deck_in_a_view_an_added_card_is_equally_likely_in_every_place_left() -> None:
    game, places = bot_game(), []
    dealt_by(game, 1, 5)
    for key in range(300):
        game.state.decisions = key
        view = game.view(YOU)
        view.state.bot.at[call(take_top, view)] = At.USED
        added = round_ends(view, 1)
        places.append(order_of_deck(view).index(added))
    assert_even(places, BASIC + 2 - 6)


def test_deck_the_others_have_the_same_order_without_the_added_card() -> None:
    orders = []
    for without in (False, True):
        game = bot_game(no_specialization=without)
        dealt_by(game, 5, 4)
        game.state.round_no = 2
        call(between_rounds, game)
        orders.append(order_of_deck(game))
    assert [card for card in orders[0] if card in orders[1]] == orders[1]
    assert len(orders[0]) == len(orders[1]) + 1


def test_deck_the_personality_is_equally_likely_in_every_place() -> None:
    game, places = bot_game(), []
    for seed in range(300):
        dealt_by(game, seed, 0)
        places.append(order_of_deck(game).index(solo_card(game, "bot-self-air")))
    assert_even(places, BASIC + 1)


def test_deck_the_top_of_a_new_deck_is_equally_likely_any_of_the_old_one() -> None:
    game, places = bot_game(), []
    for seed in range(300):
        dealt_by(game, seed, 0)
        old = order_of_deck(game)
        game.state.bot.at[old] = At.USED
        places.append(old.index(call(take_top, game)))
    assert_even(places, BASIC + 1)


# ---------------------------------------------------------------- the planning variant


def test_planning_two_cards_lie_open_after_the_personality_is_in() -> None:
    personal = 0
    for seed in range(12):
        game = through_setup(new_solo(seed, planning=True))
        shown = [game.box.solo_cards[int(card)] for card in game.state.bot.open]
        assert {card.id for card in shown} == cards(game, At.OPEN)
        assert len(cards(game, At.DECK)) == BASIC - 1
        personal += any(card.kind is SoloKind.PERSONALITY for card in shown)
    assert personal > 0


def test_without_planning_no_card_lies_open() -> None:
    game = bot_game()
    assert game.state.bot.open.tolist() == [-1, -1]
    assert not cards(game, At.OPEN)


def test_planning_the_d6_picks_left_for_1_to_3_and_right_for_4_to_6() -> None:
    seen = set()
    for seed in range(16):
        game = bot_game(seed, planning=True)
        left, right = (game.box.solo_cards[int(card)].id for card in game.state.bot.open)
        used, told = one_turn(game)
        (face,) = [thing for what, thing, delta in told if what is Event.BOT_ROLL and delta == 6][
            :1
        ]
        seen.add(face)
        assert used == (left if face < 3 else right)
        (side,) = [delta for what, _, delta in told if what is Event.BOT_CARD]
        assert side == (1 if face < 3 else 2)
    assert seen == set(range(6))


def test_planning_the_used_card_is_replaced_in_its_place() -> None:
    game = bot_game(3, planning=True)
    before = game.state.bot.open.tolist()
    used, told = one_turn(game)
    place = before.index(solo_card(game, used))
    after = game.state.bot.open.tolist()
    assert after[1 - place] == before[1 - place]
    assert after[place] not in (*before, -1)
    assert [(what, t, d) for what, t, d in told if what is Event.BOT_OPEN] == [
        (Event.BOT_OPEN, after[place], place)
    ]
    assert used in cards(game, At.USED)


@pytest.mark.parametrize("at_once", [True, False])
def test_planning_open_cards_are_never_reshuffled(at_once: bool) -> None:
    game = bot_game(4, box=solo_rule(reshuffle_at_once=at_once), planning=True)
    seen: Counter[str] = Counter()
    for _ in range(30):
        used, told = one_turn(game)
        seen[used] += 1
        shuffled = [n for what, n, _ in told if what is Event.BOT_SHUFFLE]
        assert all(n <= BASIC - at_once for n in shuffled)
        shown = [int(card) for card in game.state.bot.open]
        assert len(set(shown)) == 2
        assert -1 not in shown
        assert {game.box.solo_cards[card].id for card in shown} == cards(game, At.OPEN)
    assert len(seen) == BASIC + 1


def test_planning_the_card_of_the_turn_is_used_before_it_is_replaced() -> None:
    game = bot_game(box=solo_rule(reshuffle_at_once=False), planning=True)
    stack_deck(game)
    for place, ident in enumerate(("bot-gold", "bot-die")):
        game.state.bot.at[solo_card(game, ident)] = At.OPEN
        game.state.bot.open[place] = solo_card(game, ident)
    used, _ = one_turn(game)  # no other card is left: it comes back at once
    assert {game.box.solo_cards[int(card)].id for card in game.state.bot.open} == {
        "bot-gold",
        "bot-die",
    }
    assert used in ("bot-gold", "bot-die")


def test_planning_the_last_card_is_replaced_by_one_of_the_new_deck() -> None:
    game = bot_game(planning=True)
    stack_deck(game, "bot-gold")
    call(flip_all, game)
    assert cards(game, At.OPEN) == {"bot-gold"}


def flip_all(state: object, tables: object, log: object) -> None:
    """Lay the one card open, use it, and see it again."""
    from trisim.games.trismegistus.rules.bot.deck import lay_open

    lay_open(state, tables, log)
    flip(state, tables, log)
    put_away(state, tables, log)


def test_the_card_of_a_turn_is_told_with_what_it_does() -> None:
    game = bot_game(box=box_with())
    give_die(game, potency=5)
    turn_with(game, "bot-gold")
    told = [(one.what, one.thing) for one in game.events()]
    assert told[0] == (Event.BOT_CARD, solo_card(game, "bot-gold"))
