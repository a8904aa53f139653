"""Every legal move in words a player would use."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.trismegistus.rules.helpers_2 import random_move
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.rules.codes import DECISIONS, Frame
from trisim.games.trismegistus.rules.game import Game, IllegalMoveError
from trisim.games.trismegistus.text.describe import WORDS, card_of, card_words, describe
from trisim.games.trismegistus.text.position import make_position


def words(game: Game) -> list[str]:
    return [game.describe(move) for move in game.legal()]


def choose(game: Game, text: str) -> None:
    """Make the move whose words are these."""
    game.apply(game.legal()[words(game).index(text)])


def at(box: Box, seat: dict[str, Any], other: dict[str, Any] | None = None, **top: Any) -> Game:
    """A position of two seats; the first one is to act."""
    goods = {"alchemist": "newton", "goods": ""}
    data = {"players": 2, "to": "action", **top}
    return make_position({**data, "seats": [seat, other if other is not None else goods]}, box)


def test_every_kind_of_decision_has_words() -> None:
    assert set(WORDS) == {frame for frame in Frame if frame < DECISIONS}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_options_of_a_decision_never_read_the_same(players: int, testbox: Box) -> None:
    game = Game.new(players, 5, box=testbox, achievements=True)
    while not game.is_over:
        found = words(game)
        assert len(set(found)) == len(found), found
        for text in found:
            assert text == text.strip()
            assert len(text) <= 200
            assert not re.search(r"None|Thing|Move|np\.|-1|[{}_]", text), text
        game.apply(random_move(game))


def test_a_move_that_is_not_legal_has_no_words(testbox: Box) -> None:
    game = Game.new(2, box=testbox)
    with pytest.raises(IllegalMoveError):
        describe(game, 12345)


def test_setup(testbox: Box) -> None:
    game = Game.new(2, 7, box=testbox)
    assert words(game)[0] == "take Test Duval's laboratory"
    while game.frame is Frame.LABORATORY:
        game.apply(game.legal()[0])
    assert words(game) == ["keep Test Water Zero B", "keep Test Water Zero A"]
    while game.frame is Frame.KEEP:
        game.apply(game.legal()[0])
    assert words(game)[1] == "put Test Salt Tool at the arrow copper→tin"


def test_draft(testbox: Box) -> None:
    seat = {"alchemist": "duval", "goods": "ethereal die", "die": "red tin", "potency": 2}
    game = at(
        testbox, seat, to="draft", bowls={"mercury": {"red": 2, "black": 1}, "wild": {"red": 1}}
    )
    assert words(game) == [
        "go on with the red tin die (potency 2)",
        "draft a black die from the mercury bowl (potency 3), wasting 2 potency",
        "draft a red die from the mercury bowl (potency 3), wasting 2 potency",
        "draft a red die from the wild bowl (potency 1), wasting 2 potency",
    ]
    choose(game, "draft a red die from the wild bowl (potency 1), wasting 2 potency")
    assert words(game)[4] == "turn the wild die to iron"
    choose(game, "turn the wild die to iron")
    assert words(game) == ["spend no ethereal die (potency 1)", "spend 1 ethereal die (potency 2)"]


def test_actions(testbox: Box) -> None:
    seat = {
        "alchemist": "duval",
        "goods": "raw mercury + salt + gold + chameleon",
        "die": "black mercury",
        "potency": 3,
        "artifacts": {"lead_copper": "t0-salt"},
        "used": ["lead_copper"],
        "formulas": [f"duval-{number}" for number in range(1, 9)],
    }
    books = {"mercury": ["", "air-1a"]}
    game = at(testbox, seat, books=books, market={"black": ["t1-tin", "t1-lead"]})
    found = words(game)
    for text in (
        "buy Test Duval One of the fire column for 1 gold",
        "spend a chameleon: the die counts as red iron for this action",
        "harvest 2 raw mercury (2 potency)",
        "take 2 raw mercury as essences (2 potency)",
        "transmute along the arrow mercury→iron",
        "buy Test Tin Tool (3 potency)",
        "recharge Test Salt Tool (1 potency)",
        "take Test Air One A from the mercury book (1 potency)",
    ):
        assert text in found


def test_transmutation_and_trigger(testbox: Box) -> None:
    seat = {
        "alchemist": "duval",
        "goods": "refined iron + salt + aether",
        "die": "white tin",
        "potency": 2,
        "artifacts": {"iron_silver": "t2-silver"},
    }
    essences = {"fire": "salt", "water": "sulfur", "earth": "aether", "air": "mercury"}
    game = at(testbox, seat, essences=essences)
    choose(game, "transmute along the arrow iron→silver")
    assert words(game) == [
        "transmute refined iron into silver, paying salt (advance on fire)",
        "transmute refined iron into silver, paying aether (advance on earth)",
    ]
    choose(game, "transmute refined iron into silver, paying salt (advance on fire)")
    assert words(game) == [
        "turn Test Silver Tool down: 2 silver",
        "leave Test Silver Tool face up",
    ]


def test_paying_for_an_experiment_and_the_vault(testbox: Box) -> None:
    seat = {
        "alchemist": "duval",
        "goods": "raw copper + refined tin + 3 gold + silver",
        "die": "white lead",
        "potency": 1,
        "levels": {"water": 1},
        "beside": ["water-1a"],
        "formulas": [f"duval-{number}" for number in range(1, 9)],
        "bought": ["duval-3"],
        "vault": {"0,1": "duval-3"},
    }
    game = at(testbox, seat)
    choose(game, "perform Test Water One A")
    assert words(game) == [
        "use the discount on the raw tin",
        "pay 1 refined tin for the raw tin",
        "pay 1 gold for the raw tin",
    ]
    choose(game, "pay 1 gold for the raw tin")
    choose(game, "pay 1 refined tin for the raw tin")
    # the discount is left for the level, so nothing more is asked; one formula is left there
    assert "place Test Duval Four in row 2, column 1 of the vault" in words(game)
    done = "place Test Duval Four in row 1, column 3 of the vault, completing the row (1 lead)"
    assert done in words(game)


def test_effects_exchanges_and_choices(testbox: Box) -> None:
    seat = {
        "alchemist": "maria",
        "goods": "raw tin + gold",
        "die": "white lead",
        "potency": 1,
        "levels": {"fire": 12, "air": 2},
        "formulas": [f"maria-{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8)],
        "vault": {"0,0": "maria-1", "0,2": "maria-6", "1,0": "maria-8"},
    }
    game = at(testbox, seat)
    choose(game, "use the formula Test Maria One")
    assert "give 1 raw tin for refined tin" in words(game)
    assert "give 1 gold as raw iron for refined iron" in words(game)
    choose(game, "exchange nothing")
    choose(game, "use the formula Test Maria Six")
    down = "go down to 1 on air to advance 1 space on each of 3 different tracks"
    assert words(game)[-1] == down
    choose(game, down)
    assert words(game)[0] == "score 1 point at the top of fire"
    assert words(game)[3] == "advance on air from 1 to 2"
    for _ in range(3):
        game.apply(game.legal()[0])
    choose(game, "use the formula Test Maria Eight")
    assert "first: exchange any raw material for 1 chameleon" in words(game)


def test_reactions(testbox: Box) -> None:
    seat = {"alchemist": "duval", "goods": "", "die": "red mercury", "potency": 1}
    other = {
        "alchemist": "newton",
        "goods": "reaction + silver + salt",
        "artifacts": {"lead_copper": "t0-salt"},
        "used": ["lead_copper"],
    }
    essences = {"fire": "salt", "water": "sulfur", "earth": "aether", "air": "mercury"}
    game = at(testbox, seat, other, to="react", essences=essences)
    assert words(game) == [
        "don't react",
        "react: 1 raw mercury",
        "react: 1 raw mercury as essence",
        "react: transmute silver into gold, paying salt (advance on fire)",
        "react: recharge Test Salt Tool",
    ]


def test_the_card_of_a_move_can_be_explained(testbox: Box) -> None:
    seat = {"alchemist": "duval", "goods": "lead", "die": "black lead", "potency": 3}
    game = at(testbox, {**seat, "beside": ["fire-0a"]}, market={"black": ["t1-chameleon"]})
    cards = {describe(game, move): card_of(game, move) for move in game.legal()}
    bought, performed = (
        cards["buy Test Chameleon Tool (3 potency)"],
        cards["perform Test Fire Zero A"],
    )
    assert bought is not None
    assert performed is not None
    assert card_words(testbox, bought) == "1 chameleon [2 air]"
    assert card_words(testbox, performed) == "fire 0; pay 1 lead; 1 point; bonus: 1 gold"
    assert cards["harvest 1 lead (1 potency)"] is None
