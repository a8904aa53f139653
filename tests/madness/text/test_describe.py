"""Moves in words: every kind, and no two options of a decision alike."""

from __future__ import annotations

import pytest

from tests.madness.text.helpers import (
    choose,
    new_game,
    options,
    played,
    position,
    reference,
    small_box,
)
from trisim.engine.game import GameError, IllegalMoveError
from trisim.games.madness.box.box import Box
from trisim.games.madness.rules.codes import Frame, Move
from trisim.games.madness.text.describe import WORDS, Pending, describe
from trisim.games.madness.text.kit import TEXT
from trisim.games.madness.text.views import own_lines, table_lines
from trisim.transcript import PAGE_WIDTH

SEEN_IN_PLAY = {*Frame} - {frame for frame in Frame if frame >= Frame.EFFECT} - {Frame.MAY}
"""Decisions that a few random games come to; few cards ask whether a player may do something."""


def boxes() -> list[Box]:
    return [small_box(), reference()]


def test_every_kind_of_move_has_words() -> None:
    assert set(WORDS) == set(Move)


def test_options_of_a_decision_never_read_the_same() -> None:
    frames: set[Frame] = set()
    for box in boxes():
        for seed in range(8):
            game = new_game(seed, box)
            for moves in played(game, seed):
                words = [describe(game, move) for move in moves]
                assert len(set(words)) == len(words), words
                assert all(text == " ".join(text.split()) and "{" not in text for text in words)
                frames.add(Pending.of(game).frame)
    assert frames == SEEN_IN_PLAY


def test_a_move_that_is_not_legal_has_no_words() -> None:
    game = new_game(1)
    with pytest.raises(IllegalMoveError, match="none of the options"):
        describe(game, Move.TRIM << 24)


def test_there_is_nothing_to_describe_when_the_game_is_over() -> None:
    game = new_game(1)
    for _ in played(game):
        pass
    with pytest.raises(GameError, match="the game is over"):
        Pending.of(game)


def test_mages() -> None:
    assert options(new_game(1))[:2] == ["be Mage One (water)", "be Mage Two (air)"]


HAND = {"water 3": 1, "earth 2": 2, "fire 1": 3, "air 1": 1, "madness": 1}


def test_actions_with_their_costs() -> None:
    game = position(
        seats=[
            {"mage": "m7", "hand": HAND, "spells": ["ice", "growth", "combustion", "telepathy"]},
            {"mage": "m8", "support": {"madness": 1}},
        ],
        curses=[
            {"id": "fire-loss", "on": "3 left"},
            {"id": "guest", "on": "5"},
            {"id": "earth-loss", "on": "2", "tokens": {"earth": 1}},
        ],
        library={"water": "cleanse", "fire": "scorch"},
    )
    assert options(game) == [
        "end your actions",
        "cast Ice (1 water)",
        "cast Ice boosted ×2 (2 water)",
        "cast Ice boosted ×3 (3 water)",
        "cast Growth (1 earth)",
        "cast Growth boosted ×2 (2 earth)",
        "cast Growth boosted ×3 (3 earth)",
        "cast Combustion (1 fire)",
        "cast Combustion boosted ×2 (2 fire)",
        "cast Combustion boosted ×3 (3 fire)",
        "cast Telepathy (1 air)",
        "learn Cleanse (3 water)",
        "acquire water 2 (2 water)",
        "acquire water 3 (3 water)",
        "acquire earth 2 (2 earth)",
        "acquire earth 3 (3 earth)",
        "learn Scorch (3 fire)",
        "acquire fire 2 (2 fire)",
        "acquire fire 3 (3 fire)",
        "destroy the curse Fire Loss on 3 left (3 fire)",
        *[f"cure a madness of your hand (1 {one})" for one in ("water", "earth", "fire", "air")],
        *[
            f"cure a madness of Mage Eight's support (1 {one})"
            for one in ("water", "earth", "fire", "air")
        ],
    ]


def test_a_multi_element_curse_costs_each_element_and_its_tokens() -> None:
    game = position(
        seats=[{"hand": {"water 2": 1, "earth 2": 1, "fire 2": 1, "air 2": 2}}],
        curses=[{"id": "guest", "on": "5", "tokens": {"air": 1}}],
    )
    cost = "2 water, 2 earth, 2 fire and 4 air"
    assert f"destroy the curse Guest on 5 ({cost})" in options(game)


def test_payments_name_the_place_and_what_is_due() -> None:
    game = position(
        seats=[
            {"mage": "m1", "hand": {"fire 1": 2}, "support": {"fire 1": 1}},
            {"mage": "m3", "support": {"fire 2": 1}},
        ]
    )
    choose(game, "cast Combustion boosted ×2 (2 fire)")
    assert options(game) == [
        "pay fire 2 of Mage Three's support (2 fire due)",
        "pay fire 1 of your hand (2 fire due)",
    ]
    choose(
        game.copy(),
        "pay fire 1 of your hand (2 fire due)",
        "pay fire 1 of your support (1 fire due)",
    )
    text = " ".join(" ".join(own_lines(game, 0)).split())
    assert text.startswith("now Mage One's own turn (turn 1, marker on space 1): ")
    assert ": what pays, to cast Combustion boosted ×2 (2 fire) hand" in text


def test_a_card_that_counts_as_another_element() -> None:
    game = position(seats=[{"mage": "m2", "hand": {"fire 1": 2, "air 1": 1}}])
    choose(game, "cast Combustion boosted ×2 (2 fire)")
    assert options(game) == [  # the first one was forced
        "pay fire 1 of your hand (1 fire due)",
        "pay air 1 of your hand as fire (1 fire due)",
    ]


def test_cards_of_the_pool_that_pay_and_stay() -> None:
    game = position(
        seats=[
            {"mage": "m1", "hand": {"earth 3": 1}, "spells": ["avatar", "ice"]},
            {"mage": "m3", "support": {"water 1": 1, "water 2": 1}},
        ],
    )
    choose(game, "cast Avatar (3 earth)")
    assert "pass" in options(game)
    choose(game, "cast Ice (1 water)")
    assert options(game) == [
        "use water 2 of Mage Three's support (1 water due)",
        "use water 1 of Mage Three's support (1 water due)",
    ]


def test_cards_of_effects_by_verb_and_place() -> None:
    game = position(
        seats=[
            {"hand": {"fire 2": 1, "water 1": 1}, "discard": {"air 1": 1}, "spells": ["scorch"]},
            {"mage": "m3", "support": {"earth 1": 1, "madness": 1}},
        ]
    )
    choose(game, "cast Scorch (2 fire)")
    assert options(game) == [
        "destroy nothing",
        "destroy water 1 of your hand",
        "destroy earth 1 of Mage Three's support",
        "destroy fire 2 of your discard pile",
        "destroy air 1 of your discard pile",
    ]
    choose(game, "destroy water 1 of your hand")
    assert options(game)[0] == "destroy no further one"


def test_giving_names_the_receiver() -> None:
    game = position(
        players=3,
        seats=[{"hand": {"earth 1": 1, "fire 1": 2, "madness": 1}, "spells": ["largesse"]}],
    )
    choose(game, "cast Largesse (1 earth)")
    assert options(game) == ["give to Mage Two", "give to Mage Three"]
    choose(game, "give to Mage Three")
    assert options(game) == [
        "give nothing",
        "give fire 1 of your hand to Mage Three",
        "give a madness of your hand to Mage Three",
    ]


def test_players_spells_and_curses_are_chosen_by_name() -> None:
    game = position(
        players=3,
        seats=[
            {"mage": "m4", "hand": {"air 1": 1}, "spells": ["telepathy", "ice"]},
            {"mage": "m5", "exhausted": ["growth"]},
            {"mage": "m6", "exhausted": ["growth", "ice"]},
        ],
    )
    assert "use the ability of Mage Four" in options(game)
    other = game.copy()
    choose(other, "use the ability of Mage Four")
    assert options(other) == [
        "recharge Mage Five's Growth",
        "recharge Mage Six's Growth",
        "recharge Mage Six's Ice",
    ]
    choose(game, "cast Telepathy (1 air)")
    assert options(game) == ["choose Mage Five", "choose Mage Six"]


def test_what_may_be_done_is_asked_as_yes_or_no() -> None:
    game = position(
        seats=[
            {
                "hand": {"earth 3": 1},
                "discard": {"fire 1": 2},
                "spells": ["avalanche"],
                "deck": {"air 1": 9},
            },
            {"mage": "m3", "deck": {"air 1": 9}},
        ]
    )
    choose(game, "cast Avalanche (3 earth)")
    assert options(game) == ["shuffle your deck", "don't shuffle your deck"]


def test_a_spell_makes_room_for_another() -> None:
    spells = ["ice", "growth", "combustion", "telepathy", "lull", "flood"]
    game = position(
        seats=[{"mage": "m1", "hand": {"water 3": 1}, "spells": spells}],
        library={"water": "cleanse"},
    )
    choose(game, "learn Cleanse (3 water)")
    assert options(game)[0] == "give up Ice for Cleanse"
    assert len(options(game)) == len(spells)


def test_too_many_cards_are_discarded() -> None:
    game = position(seats=[{"hand": {"water 1": 5, "fire 1": 5}}])
    choose(game, "end your actions")
    assert options(game) == [
        "discard water 1, down to the limit of the hand",
        "discard fire 1, down to the limit of the hand",
    ]


def test_the_card_of_a_move_is_explained_with_its_boost() -> None:
    game = position(seats=[{"hand": {"earth 2": 1}}])
    texts = {describe(game, move): TEXT.more_about(game, move) for move in game.legal()}
    assert texts["cast Growth (1 earth)"] == "Draw 1 card."
    assert texts["cast Growth boosted ×2 (2 earth)"] == "Draw 2 cards."
    assert texts["end your actions"] == texts["acquire earth 2 (2 earth)"] == ""


# ---------------------------------------------------------------- what a player looks at


def test_a_decision_in_the_turn_of_another_says_so() -> None:
    game = position(
        seats=[
            {"mage": "m1", "hand": {"air 1": 1}, "spells": ["telepathy"]},
            {"mage": "m3", "hand": {"earth 1": 1}},
        ]
    )
    choose(game, "cast Telepathy (1 air)")
    assert game.seat == 1
    now = " ".join(" ".join(own_lines(game, 1)).split()).partition(" hand ")[0]
    assert now == (
        "now Mage Three decides in Mage One's turn (turn 1, marker on space 1): "
        "1 action from the spell Telepathy"
    )


def test_own_lines_have_hand_support_pool_and_curses() -> None:
    game = position(
        seats=[
            {"mage": "m1", "hand": {"fire 1": 3, "madness": 2}, "top": ["air 1", "fire 2"]},
            {"mage": "m3", "support": {"fire 2": 1}},
        ],
        curses=[{"id": "fire-loss", "on": "2", "madness": 1}],
        space=3,
    )
    lines = [" ".join(line.split()) for line in own_lines(game, 0)]
    text = " ".join(lines)
    assert "hand 3 fire 1, 2 madness" in lines
    assert "support empty (0 of 5 places)" in lines
    assert "pool Mage Three: fire 2" in lines
    assert "deck 2 cards: fire 2, air 1; on top air 1, fire 2" in lines
    assert f"madness {int(game.state.pile)} in the pile" in lines
    assert "on 2 Fire Loss (fire): Each player discards 1 fire card of their hand or the" in text
    assert text.endswith("[3 fire, passed, 1 madness under it]")


def test_the_table_shows_everybody_the_own_seat_last() -> None:
    game = position(players=3, turn=7, space=3)
    text = "\n".join(table_lines(game, 0))
    for words in ("Turn 7, marker on space 3, monster 2 of 6", "bonus", "failure", "Library"):
        assert words in text, words
    heads = [line for line in table_lines(game, 0) if "(seat " in line]
    assert heads[-1].startswith("Mage One (seat 0, water, you, whose turn it is)")
    assert len(heads) == 3


@pytest.mark.parametrize("width", [72, 80, 100])
def test_lines_fit_the_page(width: int) -> None:
    token = PAGE_WIDTH.set(width)
    try:
        for seed in range(4):
            game = new_game(seed, reference())
            for _ in played(game, seed):
                seat = game.seat
                lines = [*own_lines(game, seat), *table_lines(game, seat)]
                assert max(map(len, lines), default=0) <= width
    finally:
        PAGE_WIDTH.reset(token)
