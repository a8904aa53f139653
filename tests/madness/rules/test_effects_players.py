"""Effects: whom a clause is about, in which order, and what glues steps together."""

from __future__ import annotations

import pytest

from tests.madness.rules.boxes import box_with
from tests.madness.rules.table import Table, effect, is_idle, seat, table
from trisim.games.madness.rules.codes import Event

DRAWS = seat(deck="air 1 x9")
FOUR = (DRAWS,) * 4


def hands(game: Table) -> list[int]:
    """Sizes of hands."""
    return [int(own.hand.sum()) for own in game.game.seats[: game.game.players]]


# ---------------------------------------------------------------- who


def test_you_is_the_caster() -> None:
    assert hands(effect("draw 2", *FOUR, caster=2)) == [0, 0, 2, 0]


def test_another_is_chosen_by_the_caster() -> None:
    game = effect("another: draw 1", *FOUR, caster=2)
    assert game.asked == "seat 2"
    assert game.options == ["seat 0", "seat 1", "seat 3"]
    assert hands(game.play("seat 1")) == [0, 1, 0, 0]


def test_with_two_players_another_is_the_other() -> None:
    assert hands(effect("another: draw 1", DRAWS, DRAWS, caster=1)) == [1, 0]


def test_others_are_all_but_the_caster() -> None:
    assert hands(effect("others: draw 1", *FOUR, caster=1)) == [1, 0, 1, 1]


def test_a_player_is_anyone_the_caster_included() -> None:
    game = effect("a player: draw 1", *FOUR, caster=3)
    assert game.asked == "seat 3"
    assert game.options == ["seat 0", "seat 1", "seat 2", "seat 3"]
    assert hands(game.play("seat 3")) == [0, 0, 0, 1]


def test_each_is_all() -> None:
    assert hands(effect("each: draw 1", *FOUR, caster=3)) == [1, 1, 1, 1]


def test_two_others_are_two_different_players() -> None:
    game = effect("1x others: draw 1", *FOUR, caster=1, boost=2)
    assert game.options == ["seat 0", "seat 2"]  # each pair in one order only
    game.play("seat 0")
    assert game.options == ["seat 2", "seat 3"]
    assert hands(game.play("seat 3")) == [1, 0, 0, 1]


def test_as_many_others_as_there_are() -> None:
    assert hands(effect("1x others: draw 1", DRAWS, DRAWS, DRAWS, boost=3)) == [0, 1, 1]


def test_two_players_may_include_the_caster() -> None:
    game = effect("2 players: draw 1", *FOUR)
    assert hands(game.play("seat 0", "seat 2")) == [1, 0, 1, 0]


def test_all_three_of_three_others() -> None:
    assert hands(effect("1x others: draw 1", *FOUR, boost=3)) == [0, 1, 1, 1]


def test_the_eliminated_are_nobody() -> None:
    assert hands(effect("each: draw 1", *FOUR, out=[1])) == [1, 0, 1, 1]
    game = effect("another: draw 1", *FOUR, out=[1])
    assert game.options == ["seat 2", "seat 3"]
    assert hands(effect("another: draw 1", DRAWS, DRAWS, DRAWS, out=[1])) == [0, 0, 1]


def test_an_effect_that_can_hit_nobody_is_ignored() -> None:
    game = effect("another: draw 1; draw 2", DRAWS, DRAWS, out=[1])
    assert hands(game) == [2, 0]


# ---------------------------------------------------------------- the order


def test_effects_go_from_the_active_player_clockwise() -> None:
    hand = seat("fire 1, air 1")
    game = effect("each: discard 1 from hand", hand, hand, hand, caster=1, active=2)
    order = []
    while not is_idle(game):
        order.append(game.deciding)
        game.play("air 1")
    assert order == [2, 0, 1]


def test_each_finishes_before_the_next_begins() -> None:
    hand = seat("fire 1, air 1", deck="water 1")
    game = effect("each: discard 1 from hand, then draw 1", hand, hand)
    game.play("air 1")
    assert (game.hand(0), game.hand(1)) == ("water 1, fire 1", "fire 1, air 1")


def test_chosen_players_too_go_clockwise_from_the_active_player() -> None:
    hand = seat("fire 1, air 1")
    game = effect("2 others: discard 1 from hand", hand, hand, hand, hand, caster=1, active=2)
    game.play("seat 0", "seat 3")
    assert game.asked == "card 3"
    game.play("air 1")
    assert game.asked == "card 0"


def test_who_is_affected_chooses() -> None:
    game = effect("another: discard 1 from hand", seat("fire 1, air 1"), seat("fire 1, air 1"))
    assert game.asked == "card 1"


def test_clauses_follow_one_another() -> None:
    game = effect("others: draw 1; each: discard 1 from hand; draw 3", DRAWS, DRAWS, DRAWS)
    assert hands(game) == [3, 0, 0]
    assert [game.discard(n) for n in range(3)] == ["", "air 1", "air 1"]


def test_players_of_a_later_clause_are_chosen_anew() -> None:
    here = seat("fire 1, air 3", deck="water 1")
    game = effect("another: discard 1 from hand; another: draw 1", here, here, here, here)
    game.play("seat 3", "air 3")
    assert game.options == ["seat 1", "seat 2", "seat 3"]
    assert game.play("seat 1").hand(1) == "water 1, fire 1, air 3"


def test_what_one_player_cannot_do_is_skipped_for_that_one_only() -> None:
    game = effect(
        "each: discard 1 air from hand or pool, then draw 1",
        seat("fire 1", deck="water 1"),
        seat("air 1", deck="water 1"),
        seat(deck="water 1"),
    )
    assert [game.hand(n) for n in range(3)] == ["water 1, fire 1", "water 1", "water 1"]
    assert game.discard(1) == "air 1"


def test_a_loss_in_the_middle_ends_the_game_at_once() -> None:
    game = effect("each: madness 1 to hand; each: draw 1", *FOUR, pile=2)
    assert game.asked == "lost: pile"
    assert hands(game) == [1, 1, 0, 0]


# ---------------------------------------------------------------- then, if done, may


def test_then_follows_even_if_nothing_was_done() -> None:
    assert hands(effect("discard 1 from hand, then draw 2", DRAWS)) == [2, 0]


def test_if_done_needs_something_done() -> None:
    assert hands(effect("discard 1 from hand, if done draw 2", DRAWS)) == [0, 0]
    assert (
        hands(effect("discard 1 from hand, if done draw 2", seat("fire 1", deck="air 1 x2")))[0]
        == 2
    )


def test_if_done_is_about_the_step_before_it_alone() -> None:
    text = "discard 1 from hand, then cure 1 from hand, if done draw 1"
    assert hands(effect(text, seat("fire 1", deck="air 1"))) == [0, 0]


def test_a_chain_of_if_done_stops_at_the_first_that_is_not() -> None:
    text = "discard 1 from hand, if done draw 1, if done draw 1"
    assert hands(effect(text, seat(deck="air 1 x3"))) == [0, 0]
    assert hands(effect(text, seat("fire 1", deck="air 1 x3"))) == [2, 0]


@pytest.mark.parametrize(
    "step",
    [
        "draw 1",
        "discard 1 from hand",
        "discard all from hand",
        "discard all fire from hand and support",
        "destroy 1 from deck",
        "destroy all from hand",
        "support 1 from hand",
        "support 1 from deck",
        "put 1 from hand on deck",
        "cure 1 from hand",
        "give 1 to another",
        "return 1 to hand",
        "gain value 2 to hand",
        "madness 1 to hand",
        "act 1",
        "recharge 1 own spell",
        "neutralise 1 own spell",
        "neutralise 1 curse",
        "destroy 1 own spell",
        "destroy 1 curse",
        "token fire on 1 curse",
        "token fire on each curse",
        "swap 1",
        "reveal 1",
        "shuffle discard into deck",
    ],
)
def test_every_step_that_may_be_done_can_be_left(step: str) -> None:
    here = seat(
        "fire 1, madness",
        deck="air 1 x9",
        discard="water 1",
        support="fire 1",
        spells="ice exhausted, growth",
    )
    game = effect(
        f"may {step}, if done draw to 9", here, seat(), destroyed="air 1", curses="fire-1 air-1"
    )
    before = everything(game)
    assert not is_idle(game), "it is not asked"
    assert "no" in game.options or "stop" in game.options
    game.play("no" if "no" in game.options else "stop")
    assert is_idle(game)
    assert everything(game) == before


def everything(game: Table) -> list[object]:
    zones = [(game.hand(n), game.support(n), game.discard(n), game.deck(n)) for n in range(2)]
    return [*zones, game.spells(0), game.track, game.destroyed, game.pile]


@pytest.mark.parametrize(
    ("step", "here"),
    [
        ("discard 1 from hand", seat()),
        ("support 1 from deck", seat(support="fire 1 x3", deck="air 1")),
        ("gain value 2 to hand", seat()),
        ("recharge 1 own spell", seat()),
        ("destroy 1 curse", seat()),
        ("draw to 2", seat("fire 1 x2")),
    ],
)
def test_what_may_be_done_but_cannot_is_not_asked(step: str, here: object) -> None:
    game = effect(f"may {step}, if done draw 9", here, stock="")  # type: ignore[arg-type]
    assert is_idle(game)


def test_a_step_that_one_may_do_is_done_in_full() -> None:
    game = effect("may discard 2 from hand", seat("fire 1, air 1, water 1, madness"))
    game.play("fire 1")
    assert "stop" not in game.options


def test_up_to_so_many_can_be_ended_at_any_number() -> None:
    for count, discarded in ((0, ""), (1, "fire 1"), (2, "fire 1 x2")):
        game = effect("discard up to 2 from hand", seat("fire 1 x3, air 1"))
        game.play(*["fire 1"] * count)
        if count < 2:
            game.play("stop")
        assert is_idle(game)
        assert game.discard(0) == discarded


def test_any_number_is_any_set_of_cards() -> None:
    here = seat("water 1, fire 1, air 1")
    for wanted in ("", "air 1", "fire 1", "water 1, air 1", "water 1, fire 1, air 1"):
        for text in ("destroy any from hand", "may destroy any from hand"):
            game = effect(text, here)
            game.play(*[word for word in wanted.split(", ") if word])
            if not is_idle(game):
                game.play("stop")
            assert game.destroyed == wanted


def test_as_many_as_before() -> None:
    for count in range(4):
        game = effect(
            "destroy any from hand, then draw as many", seat("fire 1 x3, madness", deck="air 1 x9")
        )
        game.play(*["fire 1"] * count, "stop")
        assert game.hand(0).count("air 1") == (count > 0)
        assert hands(game)[0] == 4


def test_a_choice_is_noted_when_it_is_left() -> None:
    game = effect("may draw 1", DRAWS).play("no")
    assert game.events(Event.NOTHING) == [(0, 1, 0)]


def test_variable_numbers_are_multiplied_and_fixed_ones_are_not() -> None:
    for boost in (1, 2, 3):
        assert hands(effect("draw 2x, then draw 1", DRAWS, boost=boost))[0] == 2 * boost + 1


def test_a_limit_is_multiplied_too() -> None:
    game = effect("discard up to 1x from hand", seat("fire 1 x9"), boost=3)
    game.play("fire 1", "fire 1", "fire 1")
    assert (is_idle(game), game.discard(0)) == (True, "fire 1 x3")


def test_an_effect_of_a_card_belongs_to_whoever_caused_it() -> None:
    box = box_with(curses={"fire-1": "draw 1; others: draw 2"})
    game = table(*FOUR, active=2, turn=3, start="monster", space=1, curses="fire-1", box=box)
    assert hands(game) == [2, 2, 1, 2]  # the active player is the caster of a curse
