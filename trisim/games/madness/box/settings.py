"""The TOML files: one class for each file or table, one field for each key.

As in ``cards``, these classes are the only place where the keys are declared.
"""

from __future__ import annotations

from dataclasses import dataclass

from trisim.box import box
from trisim.box.fields import Integer, Switch, Text
from trisim.box.schema import column, ruling, table

COUNT = Integer(0, 100)
COST = Integer(1, 9)
YES_NO = Switch()


# ---------------------------------------------------------------- box.toml


@dataclass(frozen=True, slots=True)
class SpellCounts:
    """How many spells of each level."""

    level_1: int = column(COUNT, "of level 1, the basic ones included")
    level_2: int = column(COUNT, "of level 2")
    level_3: int = column(COUNT, "of level 3")


@dataclass(frozen=True, slots=True)
class CurseCounts:
    """How many curses of each kind."""

    water: int = column(COUNT, "of water")
    earth: int = column(COUNT, "of earth")
    fire: int = column(COUNT, "of fire")
    air: int = column(COUNT, "of air")
    multi: int = column(COUNT, "multi-element")


@dataclass(frozen=True, slots=True)
class SheetCounts:
    """How many sheets of the grimoire."""

    cover: int = column(COUNT, "covers")
    inner: int = column(COUNT, "inner pages")
    last: int = column(COUNT, "last pages")


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of cards: finds a row that was lost or doubled by mistake."""

    elements: int = column(COUNT, "kinds of element cards")
    mages: int = column(COUNT, "mages")
    spells: SpellCounts = table(SpellCounts)
    spells_each: int = column(Integer(1, 9), "spells of the library for each element and level")
    curses: CurseCounts = table(CurseCounts)
    sheets: SheetCounts = table(SheetCounts)
    rounds: int = column(COUNT, "rounds")


@dataclass(frozen=True, slots=True)
class About(box.About):
    """``box.toml``."""

    counts: Counts = table(Counts)


# ---------------------------------------------------------------- modes.toml


@dataclass(frozen=True, slots=True)
class Mode:
    """A table of ``modes.toml``: how the players' decks begin."""

    name: str = column(Text(), "what people call this mode")
    madness_in_deck: int = column(Integer(0, 5), "madness of the pile in each first deck")
    starting_two: bool = column(
        YES_NO, "whether a first deck has a card of value 2; false: one more of value 1"
    )


# ---------------------------------------------------------------- rules.toml


@dataclass(frozen=True, slots=True)
class Madness:
    """Cards in the madness pile by the number of players."""

    two_players: int = column(Integer(1, 62), "with two players")
    three_players: int = column(Integer(1, 62), "with three")
    four_players: int = column(Integer(1, 62), "with four")
    five_players: int = column(Integer(1, 62), "with five")

    @property
    def by_players(self) -> tuple[int, ...]:
        """From two players on."""
        return self.two_players, self.three_players, self.four_players, self.five_players


@dataclass(frozen=True, slots=True)
class Numbers:
    hand: int = column(Integer(1, 12), "cards in hand after recovery; so much madness eliminates")
    places: int = column(Integer(0, 9), "places of a support")
    most_spells: int = column(
        Integer(4, 8), "spells that a player may have; everybody begins with four"
    )
    most_boost: int = column(Integer(1, 3), "how often the cost of a spell may be paid")
    learn_cost: int = column(COST, "what it costs to learn a spell, in its element")
    cure_cost: int = column(COST, "what it costs to cure a madness, in any one element")
    curse_cost: int = column(COST, "what destroys a curse of an element, in its element")
    multi_cost: int = column(COST, "what destroys a multi-element curse, in each element")
    token_cost: int = column(Integer(0, 9), "what a token on a curse adds to that, in its element")
    reward_value: int = column(Integer(2, 3), "value of the card for destroying a curse")
    tokens: int = column(Integer(0, 9), "tokens of each element")


@dataclass(frozen=True, slots=True)
class Rulings:
    """What the rulebook leaves open, or what the text at hand doesn't show."""

    refill_curses: bool = ruling(
        YES_NO,
        "an empty pile of curses is refilled with its destroyed ones, shuffled",
        "the rulebook doesn't say what happens to an empty pile; else fewer curses would be laid",
    )
    reward_for_effects: bool = ruling(
        YES_NO,
        "who destroys a curse by an effect takes a card as for the action",
        "the reward is named for destroying a curse, whatever destroyed it",
    )
    recharged_serves_again: bool = ruling(
        YES_NO,
        "a spell that is recharged may be activated again in the same turn",
        "only exhausted spells are barred; a recharge in the own turn would do nothing otherwise",
    )
    recharge_neutralised: bool = ruling(
        YES_NO,
        "a neutralised spell may be recharged while it lies face down",
        "a face-down spell is not in play for anything but the limit",
    )
    abilities_on_others_turns: bool = ruling(
        YES_NO,
        "a mage's ability may be used in an action on another player's turn",
        "abilities are for the own turn; an action of another's turn is an action only",
    )
    nightmare_two_in_stack: bool = ruling(
        YES_NO,
        "a card of value 2 that no first deck takes can be acquired; false: it leaves the game",
        "it lies in its stack before the decks are made",
    )
    empty_pile_under_curses_loses: bool = ruling(
        YES_NO,
        "madness that must be laid under a curse from an empty pile loses the game",
        "the rulebook names every madness that has to be taken",
    )
    both_last_appearances: bool = ruling(
        YES_NO,
        "when the last page lies open, the monster beside it has its own effect, too; "
        "false: that of the page only",
        "the text of the page doesn't replace that of the monster",
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """``rules.toml``."""

    numbers: Numbers = table(Numbers)
    madness: Madness = table(Madness)
    rulings: Rulings = table(Rulings)
