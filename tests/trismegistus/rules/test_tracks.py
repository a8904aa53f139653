"""The rules on advancing: bonus tokens, the top, the lowest track, going down."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    box_with,
    can,
    first_arguments,
    held,
    kinds,
    levels,
    number,
    pending,
    play,
    slot,
    told,
    toml_lines,
)
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.rules.codes import Event, Frame, Move, Part
from trisim.games.trismegistus.rules.game import Game

FIRE, WATER, EARTH, AIR = Element
NEWTON: Data = {
    "alchemist": "newton",
    "formulas": [f"newton-{i}" for i in range(1, 9)],
}


def using(formula: int, box_text: str = "", **options: Any) -> Game:
    """Seat 0 uses a formula of Newton, which advances in one way or another."""
    own = {**NEWTON, "vault": {"1,1": f"newton-{formula}"}}
    box = options.pop("box", box_with(box_text))
    game = acting(box=box, **own, **options)
    return play(game, Move.USE_FORMULA, formula - 1)


def top_points(game: Game) -> int:
    """Points for moves that started on the top."""
    return game.parts(0)[Part.TRACK_TOP]


# ---------------------------------------------------------------- one space at a time


def test_a_step_advances_one_space() -> None:
    assert levels(using(1)) == {FIRE: 1}


def test_a_move_of_several_spaces_goes_one_at_a_time() -> None:
    game = using(2)
    assert levels(game) == {WATER: 2}
    assert told(game, Event.LEVEL) == [(0, WATER, 1)] * 2


def test_a_repeated_move_is_several_moves() -> None:
    assert levels(using(4)) == {AIR: 4}  # by 2, twice


def test_any_track_may_be_chosen() -> None:
    game = using(5)
    assert first_arguments(game, Move.TRACK) == [FIRE, WATER, EARTH, AIR]
    play(game, Move.TRACK, EARTH)
    assert levels(game) == {EARTH: 3}


# ---------------------------------------------------------------- bonus tokens


@pytest.mark.parametrize(
    ("kind", "thing"), [("chameleon", Thing.CHAMELEON), ("ethereal", Thing.ETHEREAL_DIE)]
)
def test_entering_a_bonus_space_gives_its_token(kind: str, thing: Thing) -> None:
    game = using(1, levels={"fire": 3}, board={"tokens": {"fire": [kind, ""]}})
    assert held(game) == {thing: 1}


def test_a_step_token_advances_on_any_track() -> None:
    game = using(1, levels={"fire": 3}, board={"tokens": {"fire": ["step", ""]}})
    assert pending(game, Frame.ADVANCE_ANY)
    assert first_arguments(game, Move.TRACK) == [FIRE, WATER, EARTH, AIR]
    play(game, Move.TRACK, FIRE)
    assert levels(game) == {FIRE: 5}


def test_bonus_spaces_are_at_levels_four_and_eight() -> None:
    game = using(8, board={"tokens": {"earth": ["chameleon", "ethereal"]}})
    play(game, Move.TRACK, EARTH)
    got = told(game, Event.LEVEL, Event.TOKEN)
    assert [place for place, one in enumerate(got) if one[2] != 1] == [4, 9]
    assert held(game) == {Thing.CHAMELEON: 1, Thing.ETHEREAL_DIE: 1}
    assert levels(game) == {EARTH: 12}


def test_bonus_spaces_are_values_of_the_box() -> None:
    text = "[change.board.tracks]\nbonus_spaces = [2, 6]"
    game = using(8, text, board={"tokens": {"earth": ["chameleon", "ethereal"]}})
    play(game, Move.TRACK, EARTH)
    got = told(game, Event.LEVEL, Event.TOKEN)
    assert [place for place, one in enumerate(got) if one[2] != 1] == [2, 7]


def test_outside_a_transmutation_a_token_resolves_at_once() -> None:
    game = using(2, levels={"water": 3}, board={"tokens": {"water": ["step", ""]}})
    assert pending(game, Frame.ADVANCE_ANY)
    assert levels(game) == {WATER: 4}  # the second space of the move is still to go
    play(game, Move.TRACK, FIRE)
    assert levels(game) == {WATER: 5, FIRE: 1}


def test_starting_on_a_token_gives_nothing() -> None:
    game = using(1, levels={"fire": 4}, board={"tokens": {"fire": ["chameleon", ""]}})
    assert held(game) == {}


def test_tokens_of_other_tracks_do_not_matter() -> None:
    game = using(1, levels={"fire": 3}, board={"tokens": {"water": ["chameleon", ""]}})
    assert held(game) == {}


def test_steps_may_lead_from_token_to_token() -> None:
    tokens = {"fire": ["step", ""], "water": ["step", ""], "air": ["chameleon", ""]}
    levels_ = {"fire": 3, "water": 3, "air": 3}
    game = using(1, levels=levels_, board={"tokens": tokens})
    play(game, Move.TRACK, WATER)
    play(game, Move.TRACK, AIR)
    assert levels(game) == {FIRE: 4, WATER: 4, AIR: 4}
    assert held(game) == {Thing.CHAMELEON: 1}


# ---------------------------------------------------------------- the top


def test_a_move_that_starts_on_the_top_gives_one_point() -> None:
    game = using(1, levels={"fire": 12})
    assert levels(game) == {FIRE: 12}
    assert top_points(game) == 1


@pytest.mark.parametrize(("formula", "track"), [(5, FIRE), (8, FIRE), (2, WATER)])
def test_however_many_steps_the_move_has(formula: int, track: Element) -> None:
    game = using(formula, levels={track.word: 12})
    if can(game, Move.TRACK):
        play(game, Move.TRACK, track)
    assert top_points(game) == 1


def test_steps_beyond_the_top_are_lost() -> None:
    game = using(2, levels={"water": 11})  # by 2
    assert levels(game) == {WATER: 12}
    assert top_points(game) == 0


def test_a_move_that_reaches_the_top_gives_no_point() -> None:
    game = using(1, levels={"fire": 11})
    assert (levels(game), top_points(game)) == ({FIRE: 12}, 0)


def test_repeated_moves_score_for_each_that_starts_on_the_top() -> None:
    assert top_points(using(4, levels={"air": 12})) == 2
    assert top_points(using(4, levels={"air": 11})) == 1  # the first one reaches it
    assert top_points(using(4, levels={"air": 9})) == 0


ONCE = {"each_advance_scores_at_top": False}


def advancing(effect: str, levels_: dict[str, int], *tracks: Element) -> Game:
    """An effect that advances, with the ruling that repeated moves score once; tracks chosen."""
    text = "[change.rules.rulings]\n" + toml_lines(ONCE)
    game = using(6, f'{text}[change.formulas.newton-6]\nability = "{effect}"', levels=levels_)
    for track in tracks:
        play(game, Move.TRACK, track)
    if can(game, Move.PART):  # equal parts: in any order
        play(game, Move.PART, 0)
    assert pending(game, Frame.ACTION)
    return game


@pytest.mark.parametrize(("level", "reached"), [(12, 1), (11, 0), (10, 0)])
def test_by_a_ruling_repeated_moves_on_a_track_score_once_as_one_move(
    level: int, reached: int
) -> None:
    game = advancing("advance fire x3", {"fire": level})
    assert (levels(game), top_points(game)) == ({FIRE: 12}, reached)


def test_by_that_ruling_the_moves_below_the_top_stay_as_they_are() -> None:
    assert levels(advancing("advance air by 2 x2", {"air": 3})) == {AIR: 7}


def test_by_that_ruling_each_track_scores_once() -> None:
    both = {"fire": 12, "water": 12}
    assert top_points(advancing("advance any x3", both, FIRE, FIRE, FIRE)) == 1
    assert top_points(advancing("advance any x3", both, FIRE, WATER, FIRE)) == 2
    top = dict.fromkeys(("fire", "water", "earth", "air"), 12)
    assert top_points(advancing("advance lowest x3", top, AIR, AIR, EARTH)) == 2
    twice = advancing("advance 2 different x2", top, FIRE, WATER, FIRE, AIR)
    assert top_points(twice) == 3
    assert top_points(advancing("advance fire + advance fire", {"fire": 12})) == 2


def test_different_tracks_twice_are_chosen_anew_the_second_time() -> None:
    text = '[change.formulas.newton-7]\nability = "advance 2 different x2"'
    game = using(7, text)
    for track, left in ((FIRE, 4), (WATER, 3), (FIRE, 4), (EARTH, 3)):
        assert len(game.legal()) == left
        play(game, Move.TRACK, track)
    assert levels(game) == {FIRE: 2, WATER: 1, EARTH: 1}
    assert pending(game, Frame.ACTION)


def test_a_move_that_is_lost_is_told_so() -> None:
    text = "[change.rules.rulings]\n" + toml_lines(ONCE)
    text += '[change.formulas.newton-6]\nability = "advance any x2"'
    game = using(6, text, levels={"fire": 12})
    assert game.describe(game.legal()[0]) == "score 1 point at the top of fire"
    play(game, Move.TRACK, FIRE)
    assert game.describe(game.legal()[0]) == "stay at the top of fire"


def test_one_point_for_each_marker_so_moved() -> None:
    game = using(7, levels={"fire": 12, "water": 12, "earth": 11})  # four different tracks
    while pending(game, Frame.ADVANCE_DIFFERENT):
        game.apply(game.legal()[0])
    assert levels(game) == {FIRE: 12, WATER: 12, EARTH: 12, AIR: 1}
    assert top_points(game) == 2


def test_a_step_token_on_the_top_gives_a_point() -> None:
    levels_ = {"fire": 3, "water": 12}
    game = using(1, levels=levels_, board={"tokens": {"fire": ["step", ""]}})
    play(game, Move.TRACK, WATER)
    assert top_points(game) == 1


@pytest.mark.parametrize("worth", [0, 3])
def test_points_at_the_top_are_a_number_of_the_box(worth: int) -> None:
    game = using(1, levels={"fire": 12}, box=number(points_at_top=worth))
    assert top_points(game) == worth


# ---------------------------------------------------------------- the lowest track


def test_the_lowest_track_advances_without_asking() -> None:
    text = '[change.formulas.newton-6]\nability = "advance lowest"'
    game = using(6, text, levels={"fire": 3, "water": 2, "earth": 1, "air": 2})
    assert levels(game) == {FIRE: 3, WATER: 2, EARTH: 2, AIR: 2}


def test_with_a_tie_for_the_lowest_track_the_player_chooses() -> None:
    game = using(6, levels={"fire": 3, "water": 1, "air": 1, "earth": 2})
    assert pending(game, Frame.ADVANCE_LOWEST)
    assert first_arguments(game, Move.TRACK) == [WATER, AIR]
    play(game, Move.TRACK, AIR)
    # the lowest is looked for anew: water alone now stands at 1, and then three stand at 2
    assert levels(game) == {FIRE: 3, WATER: 2, AIR: 2, EARTH: 2}
    assert first_arguments(game, Move.TRACK) == [WATER, EARTH, AIR]


def test_with_all_tracks_on_the_top_the_lowest_scores() -> None:
    game = using(6, levels=dict.fromkeys(("fire", "water", "earth", "air"), 12))
    while pending(game, Frame.ADVANCE_LOWEST):
        assert len(game.legal()) == 4
        game.apply(game.legal()[0])
    assert top_points(game) == 9


# ---------------------------------------------------------------- different tracks, down


def test_different_tracks_advance_once_each() -> None:
    text = '[change.formulas.newton-7]\nability = "advance 2 different"'
    game = using(7, text)
    assert first_arguments(game, Move.TRACK) == [FIRE, WATER, EARTH, AIR]
    play(game, Move.TRACK, EARTH)
    assert first_arguments(game, Move.TRACK) == [FIRE, WATER, AIR]
    play(game, Move.TRACK, AIR)
    assert levels(game) == {EARTH: 1, AIR: 1}


DOWN = '[change.formulas.newton-1]\nability = "down any -> 2 silver"'


def test_down_one_needs_a_level_above_zero() -> None:
    game = using(1, DOWN, levels={"water": 1, "air": 12})
    assert first_arguments(game, Move.TRACK) == [WATER, AIR]
    play(game, Move.TRACK, WATER)
    assert levels(game) == {AIR: 12}
    assert held(game) == {Thing.SILVER: 2}


def test_with_all_levels_at_zero_nothing_goes_down() -> None:
    game = using(1, DOWN)
    assert pending(game, Frame.ACTION)
    assert held(game) == {}


def test_going_down_onto_a_bonus_space_gives_nothing() -> None:
    game = using(1, DOWN, levels={"fire": 5}, board={"tokens": {"fire": ["chameleon", ""]}})
    play(game, Move.TRACK, FIRE)
    assert held(game) == {Thing.SILVER: 2}


def test_going_down_may_be_declined() -> None:
    game = using(1, DOWN, levels={"fire": 5})
    assert kinds(game) == {Move.NONE, Move.TRACK}


def test_advancing_in_a_transmutation_and_by_effects_uses_the_same_tracks() -> None:
    game = using(1, goods="lead + aether")
    play(game, Move.ARROW, slot("lead_copper"))
    assert levels(game) == {FIRE: 2}
