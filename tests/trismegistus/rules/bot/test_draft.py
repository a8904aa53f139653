"""The draft of Botmegistus: each step in turn, each tie-break, wild faces, ethereal dice."""

from __future__ import annotations

import pytest

from tests.trismegistus.rules.bot.helpers import (
    BLACK,
    COPPER,
    IRON,
    LEAD,
    MERCURY,
    RED,
    TIN,
    WHITE,
    bot_game,
    bowls,
    card_with,
    decided,
    drafted,
    ethereal,
    lab_of,
    solo_rule,
    turn_with,
)
from trisim.games.trismegistus.box.words import Color, Symbol, Thing
from trisim.games.trismegistus.rules.codes import BotDecision, Event, Priority
from trisim.games.trismegistus.rules.game import Game


def game_with(symbols: str = "iron lead", color: str = "red", **dice: str) -> Game:
    """A card that asks for such dice, and these in the bowls; no ethereal die."""
    game = bot_game(box=card_with(color, symbols))
    bowls(game, **dice)
    return game


CASES: list[tuple[str, str, dict[str, str], tuple[Symbol, Color], Priority, Priority]] = [
    # step 1: the card's colour; highest potency of wild, left, right; then as listed
    ("iron lead", "left", {"iron": "red"}, (IRON, RED), Priority.CARD_COLOR, Priority.ONLY),
    ("iron lead", "right", {"lead": "red"}, (LEAD, RED), Priority.CARD_COLOR, Priority.ONLY),
    (
        "iron lead",
        "higher potency before the left symbol",
        {"iron": "red", "lead": "red black"},
        (LEAD, RED),
        Priority.CARD_COLOR,
        Priority.POTENCY,
    ),
    (
        "iron lead",
        "higher potency before wild",
        {"wild": "red", "lead": "red black"},
        (LEAD, RED),
        Priority.CARD_COLOR,
        Priority.POTENCY,
    ),
    (
        "iron lead",
        "wild before left",
        {"wild": "red", "iron": "red", "lead": "red"},
        (IRON, RED),
        Priority.CARD_COLOR,
        Priority.SYMBOL,
    ),
    (
        "lead iron",
        "left before right",
        {"iron": "red", "lead": "red"},
        (LEAD, RED),
        Priority.CARD_COLOR,
        Priority.SYMBOL,
    ),
    (
        "iron lead",
        "own colour before a higher potency of another",
        {"iron": "red", "lead": "black white white"},
        (IRON, RED),
        Priority.CARD_COLOR,
        Priority.ONLY,
    ),
    # step 2: another colour, the same three; then by colour priority (red, white, black)
    (
        "iron lead",
        "another colour before another symbol",
        {"iron": "black", "tin": "red red red"},
        (IRON, BLACK),
        Priority.OTHER_COLOR,
        Priority.ONLY,
    ),
    (
        "iron lead",
        "another colour: potency",
        {"wild": "white", "lead": "black black"},
        (LEAD, BLACK),
        Priority.OTHER_COLOR,
        Priority.POTENCY,
    ),
    (
        "iron lead",
        "another colour: wild before left, whatever the colour",
        {"wild": "black", "iron": "white"},
        (IRON, BLACK),
        Priority.OTHER_COLOR,
        Priority.SYMBOL,
    ),
    (
        "iron lead",
        "another colour: left before right, whatever the colour",
        {"iron": "black", "lead": "white"},
        (IRON, BLACK),
        Priority.OTHER_COLOR,
        Priority.SYMBOL,
    ),
    (
        "iron lead",
        "another colour: by colour priority",
        {"iron": "black white"},
        (IRON, WHITE),
        Priority.OTHER_COLOR,
        Priority.COLOR,
    ),
    # step 3: any die of the card's colour, then of the first colour that has one
    (
        "iron lead",
        "any of the colour: potency",
        {"tin": "red white", "copper": "red white black"},
        (COPPER, RED),
        Priority.ANY_OF_COLOR,
        Priority.POTENCY,
    ),
    (
        "lead",
        "any of the colour: iron first",
        {"iron": "red", "mercury": "red", "tin": "red", "copper": "red"},
        (IRON, RED),
        Priority.ANY_OF_COLOR,
        Priority.SYMBOL,
    ),
    (
        "lead",
        "any of the colour: mercury before tin",
        {"mercury": "red", "tin": "red", "copper": "red"},
        (MERCURY, RED),
        Priority.ANY_OF_COLOR,
        Priority.SYMBOL,
    ),
    (
        "iron",
        "any of the colour: tin before copper and lead",
        {"tin": "red", "copper": "red", "lead": "red"},
        (TIN, RED),
        Priority.ANY_OF_COLOR,
        Priority.SYMBOL,
    ),
    (
        "iron",
        "any of the colour: copper before lead",
        {"copper": "red", "lead": "red"},
        (COPPER, RED),
        Priority.ANY_OF_COLOR,
        Priority.SYMBOL,
    ),
    (
        "iron lead",
        "any of the first colour, whatever the potency of the next",
        {"tin": "black black black", "copper": "white"},
        (COPPER, WHITE),
        Priority.ANY_OF_OTHER_COLOR,
        Priority.ONLY,
    ),
    (
        "iron lead",
        "any of the first colour: potency",
        {"mercury": "white", "copper": "white black"},
        (COPPER, WHITE),
        Priority.ANY_OF_OTHER_COLOR,
        Priority.POTENCY,
    ),
    (
        "iron lead",
        "any of the first colour: as listed",
        {"tin": "white black", "copper": "white black"},
        (TIN, WHITE),
        Priority.ANY_OF_OTHER_COLOR,
        Priority.SYMBOL,
    ),
    # "max" cards
    (
        "max",
        "max: the highest potency of its colour",
        {"iron": "red", "lead": "red black", "tin": "black black black"},
        (LEAD, RED),
        Priority.HIGHEST,
        Priority.POTENCY,
    ),
    (
        "max",
        "max: wild before iron, and set to iron",
        {"wild": "red black", "iron": "red black"},
        (IRON, RED),
        Priority.HIGHEST,
        Priority.SYMBOL,
    ),
    (
        "max",
        "max: iron before mercury",
        {"iron": "red", "mercury": "red", "lead": "red"},
        (IRON, RED),
        Priority.HIGHEST,
        Priority.SYMBOL,
    ),
    (
        "max",
        "max: copper before lead",
        {"copper": "red", "lead": "red"},
        (COPPER, RED),
        Priority.HIGHEST,
        Priority.SYMBOL,
    ),
    (
        "max",
        "max: the first colour that has a die",
        {"copper": "white", "lead": "black black black"},
        (COPPER, WHITE),
        Priority.HIGHEST_OF_OTHER_COLOR,
        Priority.ONLY,
    ),
    (
        "max",
        "max: the highest of the first colour that has a die",
        {"copper": "white", "lead": "white black"},
        (LEAD, WHITE),
        Priority.HIGHEST_OF_OTHER_COLOR,
        Priority.POTENCY,
    ),
]


@pytest.mark.parametrize(
    ("symbols", "name", "dice", "die", "step", "told"), CASES, ids=[case[1] for case in CASES]
)
def test_draft_steps_and_ties(
    symbols: str,
    name: str,
    dice: dict[str, str],
    die: tuple[Symbol, Color],
    step: Priority,
    told: Priority,
) -> None:
    game = game_with(symbols, **dice)
    assert drafted(game)[:2] == die
    choices = {decision: priority for decision, priority, _ in decided(game)}
    assert choices == {BotDecision.STEP: step, BotDecision.DIE: told}


def test_draft_a_card_with_one_symbol_asks_for_no_other() -> None:
    game = game_with("lead", copper="red", lead="white")
    assert drafted(game)[:2] == (LEAD, WHITE)


def test_draft_wild_is_set_to_the_left_symbol() -> None:
    game = game_with("tin lead", wild="red", lead="white")
    assert drafted(game)[0] is TIN
    assert [one.thing for one in game.events() if one.what is Event.WILD] == [TIN]
    assert int(lab_of(game).as_symbol) == TIN


def test_draft_wild_of_a_max_card_is_set_as_the_ruling_says() -> None:
    box = card_with("red", "max")
    game = bot_game(box=box)
    bowls(game, wild="red")
    assert drafted(game)[0] is IRON
    game = bot_game(box=solo_rule(wild_for_max="copper"))  # its card "bot-artifact" is red, max
    bowls(game, wild="red")
    assert drafted(game, "bot-artifact")[0] is COPPER


def test_draft_colour_priority_is_that_of_the_box() -> None:
    from tests.trismegistus.rules.helpers import box_with

    turned = box_with('[change.solo]\ncolor_priority = ["black", "white", "red"]\n')
    game = bot_game(box=turned)
    bowls(game, mercury="white red", tin="black")
    assert drafted(game, "bot-points")[:2] == (MERCURY, RED)  # red, mercury tin: its own colour
    game = bot_game(box=turned)
    bowls(game, iron="white black")
    assert drafted(game, "bot-lowest")[:2] == (IRON, BLACK)  # red, iron


@pytest.mark.parametrize(
    ("in_bowl", "dice", "potency", "left"),
    [(3, 2, 4, 1), (4, 1, 5, 0), (5, 2, 5, 2), (3, 0, 3, 0)],
)
def test_draft_spends_one_ethereal_die_below_potency_5(
    in_bowl: int, dice: int, potency: int, left: int
) -> None:
    game = game_with("iron", iron=" ".join(["red"] * in_bowl))
    lab_of(game).held[Thing.ETHEREAL_DIE] = dice
    assert drafted(game) == (IRON, RED, potency)
    assert ethereal(game) == left


def test_draft_potency_counts_all_dice_of_the_bowl_and_takes_one() -> None:
    game = game_with("iron", iron="red black white")
    assert drafted(game) == (IRON, RED, 3)
    assert game.state.bowls[IRON].tolist() == [1, 1, 0]


def test_draft_only_without_a_die() -> None:
    game = game_with("iron", iron="red")
    lab = lab_of(game)
    lab.die_symbol, lab.die_color, lab.potency = TIN, WHITE, 2
    turn_with(game, "bot-gold")
    assert (lab.die_symbol, lab.die_color) == (TIN, WHITE)
    assert lab.potency == 1
    assert game.state.bowls[IRON, RED] == 1
