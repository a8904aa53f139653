"""What a player of *Trismegistus* can be forbidden to take and use, and the codes for kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import chain

from trisim.box.box import Card
from trisim.games.trismegistus.box import limits
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import ARROWS, Color, Element, Essence, Material, Symbol
from trisim.players.restrictions import Restriction


class Part(IntEnum):
    """Parts of the game that are no cards; of a row of codes the first."""

    HARVEST = 0
    ESSENCES = 1
    TRANSMUTE = 2
    BUY_ARTIFACT = 3
    RECHARGE = 4
    TAKE_EXPERIMENT = 5
    BUY_FORMULA = 6
    USE_FORMULA = 7
    PERFORM = 8
    USE_ARTIFACT = 9
    RANDOM_ARTIFACT = 10
    EXCHANGE = 11
    CHAMELEON = 12
    ETHEREAL_DIE = 13
    REACTION = 14
    REACTION_HARVEST = 15
    REACTION_ESSENCE = 16
    REACTION_TRANSMUTE = 17
    REACTION_RECHARGE = 18
    EXPERIMENTS = 19
    MASTERPIECE = 20
    PUBLICATIONS = 21
    ACHIEVEMENTS = 22
    ARTIFACTS = 23
    STONE = 24
    GOLD = 25
    HARVEST_OF = 26  # + raw material
    ESSENCE_OF = 31  # + essence
    ARROW = 35  # + arrow
    ARROWS_OF = 41  # + color
    TRACK = 44  # + element
    DIE = 48  # + symbol
    DICE_OF = 54  # + color


CARDS_AT = 57
EXPERIMENTS_AT = CARDS_AT
ARTIFACTS_AT = EXPERIMENTS_AT + limits.MAX_EXPERIMENTS
PUBLICATIONS_AT = ARTIFACTS_AT + limits.MAX_ARTIFACTS
ACHIEVEMENTS_AT = PUBLICATIONS_AT + limits.MAX_PUBLICATIONS
FORMULAS_AT = ACHIEVEMENTS_AT + limits.MAX_ACHIEVEMENTS
ROOM = FORMULAS_AT + limits.MAX_ALCHEMISTS * 8
"""Where the codes of cards begin, in the order of the box, and the room for all codes."""

ACTIONS = {
    "harvest": (Part.HARVEST, "harvesting raw materials"),
    "essences": (Part.ESSENCES, "gaining essences with a die or a reaction"),
    "transmute": (Part.TRANSMUTE, "transmuting, by whatever means"),
    "buy-artifact": (Part.BUY_ARTIFACT, "taking an artifact from the market"),
    "recharge": (Part.RECHARGE, "recharging an artifact"),
    "take-experiment": (Part.TAKE_EXPERIMENT, "taking an experiment from a book"),
    "buy-formula": (Part.BUY_FORMULA, "unlocking a formula for gold"),
    "use-formula": (Part.USE_FORMULA, "using a formula"),
    "perform": (Part.PERFORM, "performing an experiment or the masterpiece"),
    "use-artifact": (Part.USE_ARTIFACT, "using the ability of an artifact"),
    "random-artifact": (Part.RANDOM_ARTIFACT, "drawing a random artifact"),
    "exchange": (Part.EXCHANGE, "an exchange that an effect offers"),
    "chameleon": (Part.CHAMELEON, "spending a chameleon"),
    "ethereal-die": (Part.ETHEREAL_DIE, "raising a die with ethereal dice"),
    "reaction": (Part.REACTION, "reacting to others"),
}
REACTIONS = {
    "reaction:harvest": (Part.REACTION_HARVEST, "harvesting as a reaction"),
    "reaction:essence": (Part.REACTION_ESSENCE, "gaining an essence as a reaction"),
    "reaction:transmute": (Part.REACTION_TRANSMUTE, "transmuting as a reaction"),
    "reaction:recharge": (Part.REACTION_RECHARGE, "recharging as a reaction"),
}
CATEGORIES = {
    "category:experiments": (Part.EXPERIMENTS, "taking and performing experiments"),
    "category:masterpiece": (Part.MASTERPIECE, "performing the masterpiece"),
    "category:publications": (Part.PUBLICATIONS, "whatever draws publications"),
    "category:achievements": (Part.ACHIEVEMENTS, "claiming achievements"),
    "category:artifacts": (Part.ARTIFACTS, "taking, using and recharging artifacts"),
    "category:stone": (Part.STONE, "unlocking formulas for gold, and using formulas"),
    "category:gold": (Part.GOLD, "making gold, or gaining it by choice"),
}


def restrictions(box: Box) -> tuple[Restriction, ...]:
    """All restrictions for a box: actions, reactions, categories, kinds of moves, cards."""
    return tuple(chain(of_systems(), of_kinds(), of_cards(box)))


def of_systems() -> Iterator[Restriction]:
    """Actions, reactions and categories."""
    for kind, group in (("action", ACTIONS), ("reaction", REACTIONS), ("category", CATEGORIES)):
        for name, (code, title) in group.items():
            yield Restriction(name, title, kind, int(code))


def of_kinds() -> Iterator[Restriction]:
    """Kinds of materials, essences, transmutations, tracks and dice."""
    for material in tuple(Material)[:5]:
        yield kind_of_move("harvest", material.word, Part.HARVEST_OF + material, "harvesting {}")
    for essence in tuple(Essence)[:4]:
        title = "gaining {} with a die or a reaction"
        yield kind_of_move("essence", essence.word, Part.ESSENCE_OF + essence, title)
    for arrow, (foot, head) in enumerate(ARROWS):
        name = f"{foot.word}-{head.word}"
        title = f"transmuting {foot.word} into {head.word}"
        yield kind_of_move("transmute", name, Part.ARROW + arrow, title)
    for color in tuple(Color)[:3]:
        title = "transmuting along {} arrows"
        yield kind_of_move("transmute", color.word, Part.ARROWS_OF + color, title)
    for element in Element:
        title = "advancing on the {} track by choice"
        yield kind_of_move("track", element.word, Part.TRACK + element, title)
    for symbol in Symbol:
        yield kind_of_move("die", symbol.word, Part.DIE + symbol, "drafting {} dice")
    for color in tuple(Color)[:3]:
        yield kind_of_move("die", color.word, Part.DICE_OF + color, "drafting {} dice")


def kind_of_move(kind: str, word: str, code: int, title: str) -> Restriction:
    return Restriction(f"{kind}:{word}", title.format(word), kind, int(code))


def of_cards(box: Box) -> Iterator[Restriction]:
    """The cards that are a decision, in the order of the box."""
    for what, cards, first in rows_of_cards(box):
        for number, card in enumerate(cards):
            yield Restriction(f"card:{card.id}", f"{card.name} ({what})", "card", first + number)


def rows_of_cards(box: Box) -> tuple[tuple[str, Sequence[Card], int], ...]:
    """The kinds of cards, and where the codes of each begin."""
    return (
        ("experiment", box.experiments, EXPERIMENTS_AT),
        ("artifact", box.artifacts, ARTIFACTS_AT),
        ("publication", box.publications, PUBLICATIONS_AT),
        ("achievement", box.achievements, ACHIEVEMENTS_AT),
        ("formula", box.formulas, FORMULAS_AT),
    )
