"""Monsters: the invocation space, bonus and failure, appearances, and the curses they bring."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.madness.rules.boxes import box_with, plain_box
from tests.madness.rules.table import Place, Table, new_game, seat, table
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.words import CurseKind
from trisim.games.madness.rules import state
from trisim.games.madness.rules.codes import Event, Loss
from trisim.games.madness.rules.curses import draw_curse

DRAWS = seat(deck="air 1 x9")
BOOK = "cover-1 page-1"
SIX = "cover-1 page-1 page-2 page-3 page-4 page-5"


def invoked(*places: Place, box: Box | None = None, **board: Any) -> Table:
    """The marker moves onto the invocation space; the first monster is at hand."""
    board = {"book": BOOK, "space": 5} | board
    return table(*(places or (DRAWS, DRAWS)), start="monster", box=box, **board)


def sheets(game: Table, what: Event) -> list[str]:
    return [game.box.sheets[thing].id for _, thing, _ in game.events(what)]


def kinds(game: Table) -> list[str]:
    """The kinds of the curses on the track."""
    return [name.split("-")[0] or "-" for name in game.track.split()]


# ---------------------------------------------------------------- beaten, or escaped

BONUS = {"page-1": "each: draw 1", "*": ""}
FAILURE = {"page-1": "each: madness 1 to discard", "*": ""}


def test_with_no_curse_left_the_monster_is_beaten_and_each_gets_the_bonus() -> None:
    game = invoked(box=box_with(bonus=BONUS, failure=FAILURE))
    assert sheets(game, Event.BEATEN) == ["cover-1"]
    assert sheets(game, Event.ESCAPED) == []
    assert (game.hand(0), game.hand(1), game.pile) == ("air 1", "air 1", 20)
    assert game.game.beaten == 0b1


@pytest.mark.parametrize("slot", range(5))
def test_with_a_curse_left_each_suffers_the_failure(slot: int) -> None:
    curses = " ".join(["-"] * slot + ["multi-1"])
    game = invoked(curses=curses, box=box_with(bonus=BONUS, failure=FAILURE))
    assert sheets(game, Event.ESCAPED) == ["cover-1"]
    assert (game.hand(0), game.discard(0), game.discard(1)) == ("", "madness", "madness")
    assert game.game.beaten == 0


def test_a_neutralised_curse_that_is_left_is_a_failure() -> None:
    game = invoked(curses="fire-1/neutral", box=box_with(bonus=BONUS, failure=FAILURE))
    assert sheets(game, Event.ESCAPED) == ["cover-1"]


def test_after_the_failure_all_curses_go_under_their_piles() -> None:
    game = invoked(curses="multi-1 - multi-2/neutral", box=box_with(rounds=[0] * 6))
    assert "multi" not in kinds(game)
    assert [game.curse_state(name) for name in ("multi-1", "multi-2")] == [1, 2]


def test_curses_under_a_pile_come_after_all_others_in_the_order_in_which_they_went() -> None:
    box = box_with(rounds=[0, 1, 0, 0, 0, 0])
    for under, first in (("multi-2 multi-1", "multi-2"), ("multi-1 multi-2", "multi-1")):
        assert prepared(box, under).track.split()[0] == first


def prepared(box: Box, under: str) -> Table:
    """The next monster brings a multi-element curse; only some under the pile are left."""
    game = table(DRAWS, DRAWS, box=box, book=BOOK, space=5, under=under)
    for n in range(3, 10):
        game.game.curses[game.number("curses", f"multi-{n}")] = -2  # destroyed
    return game.play("end")


def test_shuffled_curses_come_before_those_under_the_pile() -> None:
    box = box_with(rounds=[0, 1, 0, 0, 0, 0])
    for seed in range(10):
        game = table(DRAWS, DRAWS, box=box, book=BOOK, space=5, under="multi-1", seed=seed)
        assert game.play("end").track.split()[0] != "multi-1"


def test_passed_curses_stay_until_the_invocation_space() -> None:
    curses = "fire-1 - - - fire-2"
    game = table(DRAWS, DRAWS, space=4, curses=curses, book=BOOK).play("end")
    assert game.track == curses
    assert sheets(game.play("end"), Event.ESCAPED) == ["cover-1"]


def test_a_monster_lasts_five_turns_even_if_its_curses_are_gone() -> None:
    game = table(DRAWS, DRAWS, DRAWS, space=1, book=BOOK)
    for _ in range(4):
        game.play("end")
        assert sheets(game, Event.BEATEN) == []
    assert sheets(game.play("end"), Event.BEATEN) == ["cover-1"]


# ---------------------------------------------------------------- the next monster


def test_the_next_monster_comes_in_the_same_phase_of_the_same_player() -> None:
    game = invoked(active=1)
    assert game.asked == "act 1"
    assert (game.game.monster, game.game.space) == (1, 1)
    assert sheets(game, Event.MONSTER) == ["page-1"]
    assert len(sheets(game, Event.PAGE)) == 1
    markers = [space for _, space, _ in game.events(Event.MARKER)]
    assert markers == [6, 1]


def test_the_front_of_a_page_serves_one_monster_and_its_back_is_the_next() -> None:
    game = invoked(seat(deck="air 1 x40"), seat(deck="air 1 x40"))
    assert sheets(game, Event.MONSTER) == ["page-1"]  # the page that lay at the right
    for _ in range(5):
        game.play("end")
    monsters, pages = sheets(game, Event.MONSTER), sheets(game, Event.PAGE)
    assert monsters == ["page-1", pages[0]]
    assert len({*monsters, *pages}) == 3


def test_neutralised_spells_turn_up_before_the_appearance() -> None:
    box = box_with(appearance={"page-1": "each: neutralise 1 own spell"})
    here = seat(spells="ice neutral", deck="air 1 x9")
    game = invoked(here, seat(spells="growth exhausted neutral, ice", deck="air 1 x9"), box=box)
    assert len(game.events(Event.SPELL_UP)) == 2
    game.play("ice of 1")
    assert game.spells(0) == "ice neutral"  # turned up, and neutralised again
    assert game.spells(1) == "growth exhausted, ice neutral"


def test_a_spell_that_was_exhausted_comes_back_exhausted() -> None:
    here = seat(spells="ice exhausted neutral, growth neutral", deck="air 1 x9")
    assert invoked(here, DRAWS).spells(0) == "ice exhausted, growth"


def test_spells_stay_neutralised_while_the_same_monster_lasts() -> None:
    here = seat(spells="ice neutral", deck="air 1 x9")
    game = table(here, here, space=2, book=BOOK).play("end", "end", "end")
    assert game.spells(0) == "ice neutral"
    assert game.play("end").spells(0) == "ice"


def test_the_order_of_a_new_monster() -> None:
    box = box_with(
        bonus={"*": "", "page-1": "draw 1"},
        appearance={"page-1": "each: madness 1 to hand"},
    )
    game = invoked(seat(spells="ice neutral", deck="air 1 x9"), DRAWS, box=box)
    wanted = (Event.BEATEN, Event.CARDS, Event.MONSTER, Event.SPELL_UP, Event.CURSE_LAID)
    order = [Event(e.what) for e in game.log.events[: game.log.count] if e.what in wanted]
    assert order == [
        Event.BEATEN,
        Event.CARDS,  # the bonus
        Event.MONSTER,
        Event.SPELL_UP,
        *[Event.CARDS] * 2,  # the appearance
        *[Event.CURSE_LAID] * 3,
    ]


def test_the_appearance_is_an_effect_on_all() -> None:
    game = invoked(box=box_with(appearance={"page-1": "each: madness 1 to hand"}), pile=5)
    assert (game.hand(0), game.hand(1), game.pile) == ("madness", "madness", 3)


def test_the_cover_has_an_appearance_in_the_first_turn() -> None:
    box = box_with(appearance={"cover-1": "each: madness 1 to discard", "cover-2": "draw 1"})
    seen = set()
    for seed in range(6):
        game = new_game("m1", "m8", box=box, seed=seed)
        cover = game.box.sheets[game.game.book[0]].id
        assert (game.discard(1) == "madness") == (cover == "cover-1")
        seen.add(cover)
    assert len(seen) == 2


def test_an_appearance_about_curses_waits_until_they_lie() -> None:
    game = invoked(box=box_with(appearance={"page-1": "madness 1 under each curse"}), pile=5)
    assert game.track.count("/madness") == 3
    assert game.pile == 2
    game = invoked(box=box_with(appearance={"page-1": "token air on each curse"}))
    assert game.track.count("/air") == 3


def test_curses_that_are_neutralised_when_a_monster_appears_stay_so_for_a_turn() -> None:
    game = invoked(box=box_with(appearance={"page-1": "neutralise 9 curses"}))
    while "neutral" not in game.track or game.asked.startswith("curse"):
        game.play(game.options[0])
    assert game.track.count("/neutral") == 3
    game.play("end")
    assert game.struck() == []
    assert game.track.count("/neutral") == 0


# ---------------------------------------------------------------- laying curses


@pytest.mark.parametrize(
    ("multi", "expected"),
    [
        (0, ["earth", "fire", "air", "-", "-"]),
        (1, ["multi", "earth", "fire", "air", "-"]),
        (2, ["multi", "multi", "earth", "fire", "air"]),
    ],
)
def test_multi_element_curses_first_then_three_by_symbols(multi: int, expected: list[str]) -> None:
    box = box_with(rounds=[0, multi, 0, 0, 0, 0])
    game = invoked(box=box, book="cover-1 page-2")
    assert kinds(game) == expected  # the symbols of page 2, from left to right


def test_curses_fill_2_then_3_left_3_right_4_and_5() -> None:
    box = box_with(rounds=[0, 2, 0, 0, 0, 0])
    game = invoked(box=box)
    laid = [(game.box.curses[thing].id, slot) for _, thing, slot in game.events(Event.CURSE_LAID)]
    assert laid == [(name, slot) for slot, name in enumerate(game.track.split())]


def test_the_round_marker_moves_with_the_monster_not_on_the_first_turn() -> None:
    box = box_with(rounds=[1, 2, 0, 0, 0, 0])
    game = new_game("m1", "m8", box=box)
    assert kinds(game).count("multi") == 1
    for _ in range(5):
        game.play("end")
    assert kinds(game).count("multi") == 2


def test_three_curses_lie_on_2_and_3() -> None:
    game = invoked()
    assert [name != "-" for name in game.track.split()] == [True, True, True, False, False]


# ---------------------------------------------------------------- piles


def destroyed_pile(kind: str, left: int, box: Box | None = None) -> Table:
    """The next monster brings water, earth and fire; of a kind only some curses are left."""
    box = box or box_with(rounds=[0] * 6)
    game = table(DRAWS, DRAWS, box=box, book=BOOK, space=5)
    for n in range(left + 1, 10):
        game.game.curses[game.number("curses", f"{kind}-{n}")] = -2
    return game.play("end")


def test_an_empty_pile_is_refilled_from_its_destroyed_curses() -> None:
    game = destroyed_pile("earth", 0)
    assert kinds(game)[:3] == ["water", "earth", "fire"]
    assert game.events(Event.PILE_REFILLED) == [(-1, 1, 9)]
    states = Counter(game.curse_state(f"earth-{n}") for n in range(1, 10))
    assert states == {0: 8, -1: 1}  # in the pile, on the track


def test_only_destroyed_curses_of_the_same_kind_refill_a_pile() -> None:
    box = box_with(rounds=[0, 2, 0, 0, 0, 0])
    game = table(DRAWS, DRAWS, box=box, book=BOOK, space=5)
    for name in [*(f"multi-{n}" for n in range(2, 10)), "water-1"]:
        game.game.curses[game.number("curses", name)] = -2
    game.play("end")
    first, second = game.track.split()[:2]
    assert first == "multi-1"  # the last of the pile
    assert second in {f"multi-{n}" for n in range(2, 10)}
    assert [game.curse_state(name) for name in (first, second, "water-1")] == [-1, -1, -2]


def test_a_refilled_pile_is_shuffled() -> None:
    laid = set()
    for seed in range(25):
        game = table(DRAWS, DRAWS, book=BOOK, space=5, seed=seed)
        for n in range(1, 10):
            game.game.curses[game.number("curses", f"earth-{n}")] = -2
        laid.add(game.play("end").track.split()[1])
    assert len(laid) > 4


def test_a_refilled_pile_has_another_order_than_before() -> None:
    orders = []
    for shuffles in (0, 1):
        game = table(DRAWS, DRAWS)
        for n in range(1, 10):
            game.game.curses[game.number("curses", f"earth-{n}")] = -2 * shuffles
        orders.append(drawn_pile(game, CurseKind.EARTH))
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


def drawn_pile(game: Table, kind: CurseKind) -> list[int]:
    """The nine curses of a pile, from the top."""
    found = []
    for _ in range(9):
        found.append(draw_curse(game.game, game.record, game.log, kind))
        game.game.curses[found[-1]] = state.ON_TRACK
    return found


def test_a_pile_that_is_not_empty_is_not_refilled() -> None:
    game = destroyed_pile("earth", 1)
    assert game.events(Event.PILE_REFILLED) == []
    assert game.track.split()[1] == "earth-1"


def test_without_the_ruling_an_empty_pile_gives_no_curse() -> None:
    box = box_with(rounds=[0] * 6, rulings={"refill_curses": False})
    game = destroyed_pile("earth", 0, box)
    assert kinds(game) == ["water", "fire", "-", "-", "-"]
    assert game.events(Event.PILE_REFILLED) == []


def test_curses_on_the_track_are_not_in_the_pile_that_is_refilled() -> None:
    symbols = box_with(rounds=[0] * 6)
    game = table(DRAWS, DRAWS, box=symbols, book=BOOK, space=5)
    for n in range(1, 10):
        game.game.curses[game.number("curses", f"earth-{n}")] = -2 if n > 1 else 5
    assert game.play("end").track.split()[1] == "earth-1"  # from under the pile


# ---------------------------------------------------------------- tokens and madness of curses


def test_tokens_of_curses_that_leave_go_back() -> None:
    game = invoked(curses="multi-1/fire/fire/water multi-2/fire")
    assert list(game.game.token_supply) == [4, 4, 4, 4]
    assert "/" not in game.track


def test_madness_under_a_curse_goes_to_whoever_destroys_it() -> None:
    game = table(seat("fire 2 x2"), DRAWS, curses="fire-1/madness/madness", pile=5)
    game.play("destroy fire-1", "element air")
    assert (game.discard(0), game.pile) == ("fire 2 x2, air 2, madness x2", 5)


def test_unclaimed_madness_returns_to_the_pile_after_the_failure() -> None:
    box = box_with(failure={"page-1": "destroy 4 from madness pile", "*": ""})
    game = invoked(curses="multi-1/madness multi-2/madness", box=box, pile=3)
    assert (game.pile, game.destroyed) == (2, "madness x3")


@pytest.mark.parametrize("loses", [True, False])
def test_madness_that_must_be_laid_under_a_curse_from_an_empty_pile(loses: bool) -> None:
    box = box_with(
        appearance={"page-1": "madness 1 under each curse"},
        rulings={"empty_pile_under_curses_loses": loses},
    )
    game = invoked(box=box, pile=2)
    assert (game.asked == "lost: pile") == loses
    assert game.track.count("/madness") == 2
    assert game.game.loss == (Loss.PILE if loses else Loss.NONE)


# ---------------------------------------------------------------- the last page


def last_monster(box: Box) -> Table:
    """The sixth monster appears, and the last page is open."""
    return table(DRAWS, DRAWS, start="monster", book=SIX, space=5, monster=4, box=box)


def test_the_last_page_has_an_effect_when_its_monster_appears() -> None:
    texts = {"last": "each: madness 1 to deck", "page-5": "each: draw 1"}
    game = last_monster(box_with(appearance=texts))
    assert sheets(game, Event.PAGE) == ["last"]
    assert game.deck(0).startswith("madness, air 1")
    assert (game.hand(0), game.hand(1)) == ("air 1", "air 1")  # the monster's own came first


@pytest.mark.parametrize("both", [True, False])
def test_the_monster_beside_the_last_page_has_its_own_effect_or_not(both: bool) -> None:
    texts = {"last": "each: madness 1 to discard", "page-5": "each: draw 1"}
    box = box_with(appearance=texts, rulings={"both_last_appearances": both})
    game = last_monster(box)
    assert game.discard(0) == "madness"
    assert game.hand(0) == ("air 1" if both else "")


def test_an_appearance_about_curses_on_the_last_page_waits_too() -> None:
    box = box_with(appearance={"last": "token fire on each curse", "page-5": "each: draw 1"})
    assert last_monster(box).track.count("/fire") == 3


def test_the_monster_of_the_last_round_may_be_about_curses() -> None:
    texts = {"last": "each: madness 1 to deck", "page-5": "madness 1 under each curse"}
    game = last_monster(box_with(appearance=texts))
    assert game.track.count("/madness") == 3
    assert game.deck(1).startswith("madness")


def test_the_last_page_has_no_effect_before() -> None:
    game = invoked(box=box_with(appearance={"last": "each: madness 1 to deck"}))
    assert not game.deck(0).startswith("madness")


def test_all_symbols_of_the_box_are_laid() -> None:
    symbols = {sheet.id: [kind.word for kind in sheet.curses] for sheet in plain_box().sheets}
    assert symbols["page-3"] == ["fire", "air", "water"]
    assert symbols["last"] == []
