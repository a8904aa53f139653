"""Things and setup: cards, piles, decks, the grimoire and the library."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.madness.rules.boxes import box_with, frozen_box, mage_with, plain_box
from tests.madness.rules.table import Table, effect, kinds_of, new_game, seat, table, words_of
from trisim.games.madness.box.words import ELEMENTS, CurseKind, Element, Side
from trisim.games.madness.rules.cards import take_top
from trisim.games.madness.rules.codes import Event
from trisim.games.madness.rules.library import spell_of_level
from trisim.games.madness.rules.payment import available
from trisim.games.madness.rules.turn import next_sheet

# ---------------------------------------------------------------- things


def test_there_are_34_cards_of_each_element() -> None:
    copies = new_game().record.copies
    assert list(copies[:12]) == [18, 10, 6] * 4
    assert sum(int(number) for number in copies) == 136


@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_card_yields_its_value_in_its_own_element(value: int) -> None:
    game = table(seat(f"earth {value}"))
    found = [available(game.game, 0, 0, element) for element in range(ELEMENTS)]
    assert found == [0, value, 0, 0]


def test_madness_yields_nothing() -> None:
    game = table(seat("madness x5, fire 1"))
    assert game.options == ["end", "cast combustion"]


def test_four_basic_spells_for_each_player() -> None:
    game = new_game()
    basic = {spell.id for spell in frozen_box().spells if spell.basic}
    assert len(basic) == 4
    for number in range(2):
        assert set(game.spells(number).split(", ")) == basic
    assert game.spells(2) == ""


def test_a_support_of_three_places() -> None:
    game = effect("support 9 from hand", seat(hand="fire 1 x4", support="madness x2"))
    assert game.support(0) == "fire 1, madness x2"
    assert game.hand(0) == "fire 1 x3"


def test_a_spell_has_two_marks_that_are_apart() -> None:
    game = table(seat(spells="ice exhausted neutral, growth exhausted, combustion neutral"))
    assert game.spells(0) == "ice exhausted neutral, growth exhausted, combustion neutral"


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize(("players", "pile"), [(2, 20), (3, 25), (4, 30), (5, 35)])
def test_the_madness_pile_by_the_number_of_players(players: int, pile: int) -> None:
    assert Table(plain_box(), players).pile == pile


def test_values_2_and_3_lie_open_in_eight_stacks() -> None:
    game = new_game()
    assert [game.stock(f"{element.word} 2") for element in Element] == [10] * 4
    assert [game.stock(f"{element.word} 3") for element in Element] == [6] * 4


def test_no_card_of_value_1_can_be_acquired() -> None:
    game = table(seat("water 1 x3, earth 1 x3, fire 1 x3, air 1 x3"))
    assert not [option for option in game.options if option.endswith(" 1") and "acquire" in option]
    assert [game.stock(f"{element.word} 1") for element in Element] == [0] * 4


def test_mages_are_chosen_from_those_that_are_left() -> None:
    game = new_game()
    assert game.asked == "mage 0"
    everybody = [f"be {mage.id}" for mage in game.box.mages]
    assert game.options == everybody
    game.play("be m1")
    assert game.asked == "mage 1"
    assert game.options == [option for option in everybody if option != "be m1"]


def deck_and_hand(game: Table, number: int) -> str:
    """All cards that a player begins with, also those in hand."""
    return words_of(
        [sum(kinds_of(text).count(kind) for text in (game.hand(number), game.deck(number)))
         for kind in range(13)]
    )  # fmt: skip


def test_eleven_cards_of_value_1_and_one_of_value_2_from_its_stack() -> None:
    game = new_game("m1", "nobody", "m8")
    assert deck_and_hand(game, 0) == "water 1 x3, water 2, earth 1 x2, fire 1 x2, air 1 x4"
    assert deck_and_hand(game, 1) == "water 1 x3, water 2, earth 1 x2, fire 1 x3, air 1 x3"
    assert deck_and_hand(game, 2) == "water 1, earth 1 x4, earth 2, fire 1 x3, air 1 x3"
    assert [game.stock(f"{word} 2") for word in ("water", "earth", "fire", "air")] == [8, 9, 10, 10]


def test_each_draws_six_cards_and_a_player_starts() -> None:
    game = new_game("m1", "nobody", "m8")
    for number in range(3):
        assert len(kinds_of(game.hand(number))) == 6
        assert len(kinds_of(game.deck(number))) == 6
    assert game.asked == "act 0"
    assert game.game.turn == 1


def test_decks_are_shuffled() -> None:
    hands = Counter(new_game("m1", "nobody", seed=seed).hand(0) for seed in range(30))
    assert len(hands) > 15
    both = new_game("nobody", "m1", seed=4)
    assert both.hand(0) != new_game("nobody", "m1", seed=5).hand(0)


def test_every_card_comes_equally_often_on_top_of_a_deck() -> None:
    firsts: Counter[int] = Counter()
    game = table(seat(shuffled="water 1 x2, earth 1, fire 1"))
    for seed in range(400):
        copy = game.game.copy()
        copy.seed = seed
        firsts[take_top(copy, game.log, 0)] += 1
    assert 160 < firsts[0] < 240  # two of four
    assert 65 < firsts[3] < 135
    assert 65 < firsts[6] < 135


# ---------------------------------------------------------------- grimoire, curses, library


def whole_book(seed: int) -> list[str]:
    """The sheets from the cover to the last page."""
    game = Table(plain_box(), 2, seed)
    for place in range(7):
        game.game.book[place] = next_sheet(game.game, game.record, place)
    return [game.box.sheets[number].id for number in game.game.book]


def test_the_grimoire_is_a_cover_five_different_inner_pages_and_the_last_page() -> None:
    for seed in range(20):
        book = whole_book(seed)
        sides = [sheet.side for name in book for sheet in plain_box().sheets if sheet.id == name]
        assert sides == [Side.COVER, *[Side.INNER] * 5, Side.LAST]
        assert len(set(book)) == 7


def test_covers_and_pages_come_at_random() -> None:
    books = [whole_book(seed) for seed in range(60)]
    assert Counter(book[0] for book in books).keys() == {"cover-1", "cover-2"}
    for place in range(1, 6):
        assert len({book[place] for book in books}) == 6


def test_later_pages_are_not_known_before_they_are_turned_up() -> None:
    game = new_game("m1", "nobody")
    known = [int(sheet) >= 0 for sheet in game.game.book]
    assert known == [True, True, *[False] * 5]  # the monster, and the page at its right


def test_each_kind_of_curse_is_a_shuffled_pile() -> None:
    laid = [tuple(new_game("m1", "nobody", seed=seed).track.split()) for seed in range(40)]
    assert len(set(laid)) > 30
    firsts = Counter(track[0] for track in laid if track[0].startswith("water"))
    assert len(firsts) > 4


def test_the_library_has_a_spell_of_level_1_of_each_element_on_top() -> None:
    game = new_game()
    for element in Element:
        spell = game.box.spells[game.game.library[element]]
        assert (spell.element, spell.level, spell.basic) == (element, 1, False)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_below_lie_random_spells_of_levels_2_and_3(level: int) -> None:
    game, found = new_game(), set()
    for seed in range(30):
        game.game.seed = seed
        found.add(spell_of_level(game.game, game.record, Element.FIRE, level))
    here = (Element.FIRE, level, False)
    spells = [(spell.element, spell.level, spell.basic) for spell in game.box.spells]
    assert found == {number for number, spell in enumerate(spells) if spell == here}
    assert len(found) == 2


def test_sixteen_tokens_four_of_each_element() -> None:
    assert list(new_game().game.token_supply) == [4] * 4


def test_a_mage_with_other_numbers_has_another_deck() -> None:
    box = box_with(mages=(mage_with("someone", "", element="air"),))
    game = new_game("someone", "m1", box=box)
    assert deck_and_hand(game, 0) == "water 1 x3, earth 1 x2, fire 1 x3, air 1 x3, air 2"


def test_setup_is_logged_with_the_mages() -> None:
    game = new_game("m1", "m8")
    mages = [game.box.mages[thing].id for _, thing, _ in game.events(Event.MAGE)]
    assert mages == ["m1", "m8"]


def test_kinds_of_curses_are_five() -> None:
    assert [kind.word for kind in CurseKind] == ["water", "earth", "fire", "air", "multi"]
