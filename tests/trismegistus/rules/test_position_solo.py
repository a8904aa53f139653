"""Positions of solo games: written, read back and played on; errors take one line."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.trismegistus.rules.helpers_2 import random_moves
from tests.trismegistus.rules.test_position import is_writable, play_on
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.rules.codes import At, Event, Frame
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.solo import Solo
from trisim.games.trismegistus.text.position import (
    PositionError,
    make_position,
    read_position,
    write_position,
)

HARD = SoloOptions(extra_gold=True, starting_experiment=True, tracks_at_one=True, setup_rolls=4)
FIRST = SoloOptions(bot_first=True, no_personality=True, less_gold=True, setup_rolls=0)
KINDS = {
    "normal": Solo(),
    "planning": Solo(HARD, planning=True),
    "first": Solo(FIRST),
}

NOT_WRITTEN = {
    "decisions", "rolls", "cause", "cause_id", "acted", "dealt", "kept", "stack", "agenda", "under",
    "choosing",
}  # fmt: skip
"""What a position doesn't say: where the game came from."""


OF_A_DIE = ("die_color", "as_symbol", "as_color")
"""What means nothing without a die; and what it counts as is only for who can have a chameleon."""


def lab_facts(lab: Any) -> dict[str, Any]:
    """A laboratory's record as plain values."""
    found = {name: lab[name].tolist() for name in lab.dtype.names}
    if found["alchemist"] < 0:
        found |= dict.fromkeys(OF_A_DIE[1:])
    return found | (dict.fromkeys(OF_A_DIE) if found["die_symbol"] < 0 else {})


def facts(record: Any) -> dict[str, Any]:
    """A record as plain values, but for what a position doesn't say."""
    names = [name for name in record.dtype.names if name not in NOT_WRITTEN]
    found: dict[str, Any] = {}
    for name in names:
        value = record[name]
        if name == "labs":
            found[name] = [lab_facts(lab) for lab in value[:2]]
        elif value.dtype.names:
            found[name] = {n: value[n].tolist() for n in value.dtype.names}
        else:
            found[name] = value.tolist()
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_written_position_is_read_back_as_the_same_state(
    kind: str, seed: int, testbox: Box
) -> None:
    count = 0
    for now in random_moves(Game.new(seed=seed, box=testbox, solo=KINDS[kind]), seed):
        if now.is_over or not is_writable(now):
            continue
        text = write_position(now)
        again = read_position(text, testbox)
        assert write_position(again) == text
        assert again.legal() == now.legal()
        assert facts(again.state) == facts(now.state)
        count += 1
    assert count > 15


@pytest.mark.parametrize("kind", KINDS)
def test_a_solo_position_goes_on_as_the_game_does(kind: str, testbox: Box) -> None:
    played = 0
    for n, now in enumerate(random_moves(Game.new(seed=5, box=testbox, solo=KINDS[kind]), 5)):
        if n % 40 >= 30 and not now.is_over and is_writable(now) and played < 3:
            play_on(now.copy(), read_position(write_position(now), testbox), n, 10_000)
            played += 1
    assert played == 3


def test_an_introductory_solo_position_is_read_back_as_the_same_state(testbox: Box) -> None:
    game = Game.new(seed=5, box=testbox, solo=Solo(), intro=True)
    again = read_position(write_position(game), testbox)
    assert facts(again.state) == facts(game.state)
    assert again.state.with_intro


def test_the_solo_table_says_what_is_not_as_usual(testbox: Box) -> None:
    game = Game.new(seed=1, box=testbox, solo=KINDS["planning"])
    while not is_writable(game):
        game.apply(game.legal()[0])
    data = tomllib.loads(write_position(game))
    assert data["solo"]["planning"] is True
    assert data["solo"]["options"] == {
        "extra_gold": True, "starting_experiment": True, "tracks_at_one": True, "setup_rolls": 4,
    }  # fmt: skip
    assert len(data["solo"]["open"]) == 2
    assert "alchemist" not in data["seats"][1]


# ---------------------------------------------------------------- written by hand


def solo_position(testbox: Box, solo: dict[str, Any], **data: Any) -> Game:
    """A position against Botmegistus."""
    return make_position({"players": 2, "solo": solo, **data}, testbox)


def test_what_is_not_named_is_as_after_the_setup(testbox: Box) -> None:
    game = solo_position(testbox, {})
    lab, bot = game.state.labs[1], game.state.bot
    assert game.bot_seat == 1
    assert (int(lab.held[10]), int(lab.held[14])) == (2, 1)
    assert [card.kind.word for card, at in zip(testbox.solo_cards, bot.at, strict=False)
            if at == At.DECK] == ["basic"] * 9  # fmt: skip


def test_its_turn_is_played_at_once(testbox: Box) -> None:
    seat = {"goods": "gold", "die": "red iron", "potency": 3, "artifacts": ["t0-salt"]}
    seats = [{"alchemist": "duval"}, seat]
    game = solo_position(testbox, {"deck": ["bot-gold"]}, active=1, seats=seats)
    assert game.frame is Frame.REACT
    assert int(game.state.labs[1].held[10]) == 2
    assert int(game.state.bot.elementals.sum()) == 1
    told = game.events()
    assert next(each.what for each in told if each.seat == 1) is Event.BOT_CARD


def test_you_can_be_asked_to_react_to_its_die(testbox: Box) -> None:
    seats = [{"alchemist": "duval"}, {"die": "red iron", "potency": 3}]
    game = solo_position(testbox, {}, active=1, to="react", seats=seats)
    assert (game.seat, game.frame) == (0, Frame.REACT)


def test_without_open_cards_two_are_laid_open(testbox: Box) -> None:
    game = solo_position(testbox, {"planning": True, "deck": ["bot-gold", "bot-die"]})
    names = {testbox.solo_cards[int(card)].id for card in game.state.bot.open}
    assert names == {"bot-gold", "bot-die"}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"solo": {"option": {}}}, "solo: unknown key 'option'; did you mean 'options'?"),
        ({"solo": 1}, "solo = 1: a table is expected"),
        ({"solo": {"planning": 1}}, "solo: planning = 1: true or false is expected"),
        ({"solo": {"options": {"gold": True}}}, "solo: there is no option 'gold'"),
        ({"solo": {"options": {"setup_rolls": 99}}}, "solo: option setup_rolls=99"),
        (
            {"solo": {"options": {"extra_gold": True, "less_gold": True}}},
            "solo: extra_gold and less_gold contradict each other; keep one of them",
        ),
        ({"solo": {"deck": ["bot-golf"]}}, "no solo_card 'bot-golf'; did you mean 'bot-gold'?"),
        (
            {"solo": {"deck": ["bot-gold"], "used": ["bot-gold"]}},
            "'bot-gold' stands in two places",
        ),
        ({"solo": {"open": ["bot-gold"]}}, "solo: open: cards lie open only with planning = true"),
        ({"solo": {"special": "wood"}}, "solo: special: unknown word 'wood'"),
        ({"solo": {"shuffles": -1}}, "shuffles = -1: a whole number from 0 to 1000 is expected"),
        ({"players": 3, "solo": {}}, "players = 3: a solo game has 2 seats, yours and its"),
        (
            {"solo": {}, "achievements": []},
            "achievements: a solo game is played without; leave it out",
        ),
        (
            {"solo": {}, "seats": [{}, {"alchemist": "duval"}]},
            "seats 1 (Botmegistus): unknown key 'alchemist'",
        ),
        (
            {"solo": {}, "active": 1, "to": "action", "seats": [{}, {"die": "red tin"}]},
            "to = 'action': a turn of Botmegistus is to draft or to react",
        ),
    ],
)
def test_what_cannot_be_is_one_line(data: dict[str, Any], expected: str, testbox: Box) -> None:
    with pytest.raises(PositionError) as error:
        make_position({"players": 2, **data}, testbox)
    assert expected in str(error.value)
    assert "\n" not in str(error.value)
