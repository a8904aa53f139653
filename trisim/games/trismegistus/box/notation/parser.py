"""Reading the notation: recursive descent, one method for each line of the grammar.

``docs/notation.md`` is the grammar in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from trisim.box.notation import Reader
from trisim.games.trismegistus.box.notation.lexer import MATERIALS, SPELLING, one_of
from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Amount,
    BotAction,
    Cost,
    Countable,
    CountKind,
    Do,
    Down,
    Effect,
    Effects,
    Elementals,
    Exchange,
    Gain,
    Need,
    Requirement,
    Reward,
    Swap,
    Transmute,
    Verb,
)
from trisim.games.trismegistus.box.words import Color, Element, Level, Thing, Track

T = TypeVar("T")

MAX_COUNT = 20
MAX_POINTS = 60
MAX_TIMES = 9
MAX_STEPS = 12

THINGS = {thing.word: thing for thing in Thing}
ALIASES = {"raw lead": Thing.LEAD}
ELEMENTS = {element.word: element for element in Element}
COLORS = {color.word: color for color in Color}
DEEDS = {
    "draw publications": Verb.DRAW_PUBLICATIONS,
    "random artifact": Verb.RANDOM_ARTIFACT,
    "restore reaction": Verb.RESTORE_REACTION,
}
TAKES = {"take artifact": Verb.TAKE_ARTIFACT, "take experiment": Verb.TAKE_EXPERIMENT}
VERBS = ["advance", "transmute", *DEEDS]
ONE_FORM = {
    "refined lead": ("lead has no refined form", "write 'lead', or a refined metal"),
    "raw silver": ("silver is always refined", "write 'silver'"),
    "raw gold": ("gold is always refined", "write 'gold'"),
    "refined silver": ("silver has one form only", "write 'silver'"),
    "refined gold": ("gold has one form only", "write 'gold'"),
    "mercury essence": ("the mercury essence is a raw mercury", "write 'raw mercury'"),
}
TWO_FORMS = ("copper", "tin", "mercury", "iron")
COUNTED_WITH_ELEMENT = ["experiment", "artifact", "elemental", "level"]
NEEDED = ["experiment", "artifact", "elemental", "formula", "masterpiece", "level"]


class Parser(Reader):
    """Reads one cell."""

    def __init__(self, text: str) -> None:
        super().__init__(text, SPELLING)

    def one_of(self, words: Sequence[str]) -> str:
        return one_of(list(words))

    # -- counts

    def count(self) -> int:
        """A count in front of a thing, 1 if there is none; how large depends on the thing."""
        return self.number(10**6 - 1, "a count") if self.here.is_number else 1

    def check_count(self, count: int, thing: Thing, start: int) -> None:
        """Refuse a count that is too large for its thing."""
        most = MAX_POINTS if thing is Thing.POINT else MAX_COUNT
        if count > most:
            self.at = start
            raise self.fail(f"a count must be from 1 to {most}", "change the number")

    # -- cells

    def cell(self, part: Callable[[], T]) -> tuple[T, ...]:
        """``part { "+" part }`` to the end, or nothing."""
        if not self.here.text:
            return ()
        parts = [part()]
        while self.here.text:
            if not self.accept("+"):
                raise self.fail("this doesn't follow from what stands before it", self.joining())
            parts.append(part())
        return tuple(parts)

    def joining(self) -> str:
        if self.here.text == "x":
            return "count things in front ('2 gold'); only deeds are repeated with 'x2'"
        if self.here.is_number:
            return "join parts with '+'; repeat a deed with 'x2'"
        if self.here.text in ("for", "each", "every"):
            return "write 'per' for 'for each', as in '2 points per fire experiment'"
        return "join parts with '+'"

    # -- things

    def thing(self, allowed: list[str]) -> Thing:
        """One of the allowed things, with a specific message for common mistakes."""
        phrase = self.ahead(2)
        if phrase in ONE_FORM:
            problem, remedy = ONE_FORM[phrase]
            raise self.fail(problem, remedy, words=2)
        if self.here.text in TWO_FORMS:
            metal = self.here.text
            raise self.fail(
                "it doesn't say raw or refined", f"write 'raw {metal}' or 'refined {metal}'"
            )
        if self.here.text == "essence":
            raise self.fail(
                "it doesn't say which essence", "write 'any essence', 'salt', 'sulfur' or 'aether'"
            )
        known = {phrase: self.known(phrase) for phrase in [*THINGS, *ALIASES]}
        start = self.at
        thing = self.choose(known, allowed)
        if thing.word not in allowed:
            words, self.at = self.at - start, start
            raise self.fail("this can't be asked for here", f"expected {one_of(allowed)}", words)
        return thing

    @staticmethod
    def known(phrase: str) -> Thing:
        return ALIASES[phrase] if phrase in ALIASES else THINGS[phrase]

    def amount(self, allowed: list[str]) -> Amount:
        """``[n] thing``."""
        start = self.at
        count = self.count()
        thing = self.thing(allowed)
        self.check_count(count, thing, start)
        return Amount(count, thing)

    def cost_part(self) -> Amount:
        return self.amount(MATERIALS)

    def elemental_part(self) -> tuple[Element, ...]:
        count = self.number(MAX_COUNT, "a count") if self.here.is_number else 1
        return (self.choose(ELEMENTS),) * count

    # -- effects

    def effect_part(self) -> Effect:
        """``gain | deed | exchange``."""
        if self.sees("down"):
            return self.exchange(self.down())
        if self.sees_verb():
            return self.deed()
        start = self.at
        amount = self.amount_or_verb()
        if self.sees("->"):
            return self.exchange(self.payable(amount, start))
        return Gain(amount.count, amount.thing, self.per())

    def sees_verb(self) -> bool:
        return any(self.here.text == verb.split()[0] for verb in VERBS)

    def amount_or_verb(self) -> Amount:
        """An amount; what isn't one might have been meant as a deed."""
        if self.here.is_number and self.tokens[self.at + 1].text in {v.split()[0] for v in VERBS}:
            count = self.here.text
            raise self.fail("a deed is repeated behind it", f"write 'x{count}' after the deed")
        return self.amount([*THINGS, *(VERBS if not self.here.is_number else [])])

    def payable(self, amount: Amount, start: int) -> Amount:
        if not amount.thing.is_material:
            words, self.at = self.at - start, start
            raise self.fail(
                "this can't be the price of an exchange",
                "pay with materials or with 'down any'",
                words,
            )
        return amount

    def deed(self) -> Advance | Transmute | Do:
        """``verb [ "x" n ] [ "per" countable ]``."""
        verb = self.verb()
        times = self.times()
        per = self.per()
        if isinstance(verb, Advance):
            return Advance(verb.track, verb.steps, times, per)
        if isinstance(verb, Transmute):
            return Transmute(verb.color, times, per)
        return Do(verb.verb, times, per)

    def verb(self) -> Advance | Transmute | Do:
        if self.accept("advance"):
            return self.advance()
        if self.accept("transmute"):
            return Transmute(self.choose(COLORS))
        return Do(self.choose(DEEDS, VERBS))

    def advance(self) -> Advance:
        """What follows "advance"."""
        if self.here.is_number:
            steps = self.number(len(Element), "the number of different tracks")
            self.choose({"different": None})
            return Advance(Track.DIFFERENT, steps)
        tracks = {t.word: t for t in Track if t <= Track.LOWEST}
        track = self.choose(tracks, [*tracks, "3 different"])
        if self.sees("by") and track is Track.LOWEST:
            raise self.fail("the lowest track is looked for at each step", "write 'x2' for 'by 2'")
        return Advance(track, self.number(MAX_STEPS, "'by'") if self.accept("by") else 1)

    def times(self) -> int:
        return self.number(MAX_TIMES, "'x'") if self.accept("x") else 1

    def per(self) -> Countable | None:
        return self.countable() if self.accept("per") else None

    def countable(self) -> Countable:
        """What a multiplier counts."""
        elements = self.elements()
        if self.accept("lowest level"):
            return Countable(CountKind.LOWEST_LEVEL)
        kinds = ["experiment", "artifact", "elemental", "level"] if elements else []
        kinds = kinds or [
            "experiment",
            "artifact",
            "elemental",
            "formula",
            *ELEMENTS,
            "lowest level",
        ]
        return self.counted(elements, kinds)

    def elements(self) -> tuple[Element, ...]:
        """``[ element { "/" element } ]``, each once, in the order of the tracks."""
        if self.here.text not in ELEMENTS:
            return ()
        found = {self.choose(ELEMENTS)}
        while self.accept("/"):
            if ELEMENTS.get(self.here.text) in found:
                raise self.fail("this element stands there already", "name each element once")
            found.add(self.choose(ELEMENTS))
        return tuple(sorted(found))

    def counted(self, elements: tuple[Element, ...], expected: list[str]) -> Countable:
        kinds = {k.word: k for k in CountKind if k.word in expected}
        kind = self.choose(kinds, expected)
        if len(elements) > 1 and kind is not CountKind.ELEMENTAL:
            self.at -= 1
            raise self.fail("only elementals are counted for two elements", "name one element")
        return Countable(kind, elements)

    def down(self) -> Down:
        self.choose({"down any": None})
        return Down()

    def exchange(self, price: Amount | Down) -> Exchange:
        """From the arrow on."""
        self.choose({"->": None})
        reward = self.reward(price)
        times = 1
        if self.accept("up to"):
            times = self.number(MAX_TIMES, "'up to'")
            self.choose({"times": None})
        return Exchange(price, reward, times)

    def reward(self, price: Amount | Down) -> Reward:
        for swap in Swap:
            if self.sees(swap.word):
                if price != Amount(1, Thing.ANY_RAW):
                    problem = f"'{swap.word}' has a meaning after one raw material only"
                    raise self.fail(problem, f"write 'any raw -> {swap.word}'", words=2)
                self.accept(swap.word)
                return swap
        if self.sees_verb():
            verb = self.verb()
            times = self.times()
            return self.repeated(verb, times)
        amount = self.amount([*THINGS, *(VERBS if not self.here.is_number else [])])
        return Gain(amount.count, amount.thing)

    @staticmethod
    def repeated(verb: Advance | Transmute | Do, times: int) -> Reward:
        if isinstance(verb, Advance):
            return Advance(verb.track, verb.steps, times)
        if isinstance(verb, Transmute):
            return Transmute(verb.color, times)
        return Do(verb.verb, times)

    # -- requirements

    def need_part(self) -> Need:
        """``[n] held | level``."""
        numbered = self.here.is_number
        count = self.number(MAX_COUNT, "a count") if numbered else 1
        what = self.held(numbered)
        if isinstance(what, Countable) and what.kind in LEVELS:
            if numbered:
                raise self.fail("a level stands behind", "write it as in 'fire level 8'")
            return Need(self.number(MAX_STEPS, "a level"), what)
        return Need(count, what)

    def held(self, numbered: bool) -> Countable | Thing:
        if self.accept("masterpiece"):
            return Countable(CountKind.EXPERIMENT, level=Level.MASTERPIECE)
        if self.accept("starting experiment"):
            return Countable(CountKind.EXPERIMENT, level=Level.STARTING)
        if self.accept("level"):
            level = Level(self.number(3, "the level of an experiment"))
            self.choose({"experiment": None})
            return Countable(CountKind.EXPERIMENT, level=level)
        if self.accept("lowest level"):
            return Countable(CountKind.LOWEST_LEVEL)
        if self.accept("any level"):
            return Countable(CountKind.ANY_LEVEL)
        return self.held_of_elements(numbered)

    def held_of_elements(self, numbered: bool) -> Countable | Thing:
        elements = self.elements()
        if elements:
            return self.counted(elements, COUNTED_WITH_ELEMENT)
        if self.here.text in ("experiment", "artifact", "elemental", "formula"):
            return self.counted((), ["experiment", "artifact", "elemental", "formula"])
        levels = [] if numbered else ["any level", "lowest level"]
        if self.here.text in MATERIAL_HEADS:
            return self.thing(MATERIALS)
        raise self.unexpected([*NEEDED, *ELEMENTS, *levels, *MATERIALS])

    # -- what Botmegistus does

    def bot_part(self) -> Gain | Advance | Do:
        if self.accept("advance"):
            tracks = {t.word: t for t in Track if t not in (Track.ANY, Track.DIFFERENT)}
            return Advance(self.choose(tracks), 1, self.times())
        if self.sees("take"):
            return Do(self.choose(TAKES))
        start = self.at
        count = self.count()
        goods = {thing.word: thing for thing in (Thing.GOLD, Thing.ETHEREAL_DIE, Thing.POINT)}
        verbs = [] if self.at > start else ["advance", *TAKES]
        thing = self.choose(goods, [*goods, *verbs])
        self.check_count(count, thing, start)
        return Gain(count, thing)


LEVELS = (CountKind.LEVEL, CountKind.LOWEST_LEVEL, CountKind.ANY_LEVEL)
MATERIAL_HEADS = {word.split()[0] for word in [*THINGS, *ALIASES]} | set(TWO_FORMS)


def parse_cost(text: str) -> Cost:
    """Read a cost.

    >>> parse_cost("2 raw tin + silver")
    (Amount(count=2, thing=<Thing.RAW_TIN: 2>), Amount(count=1, thing=<Thing.SILVER: 9>))
    """
    parser = Parser(text)
    return parser.cell(parser.cost_part)


def parse_elementals(text: str) -> Elementals:
    """Read elementals, one entry for each, in the order of the tracks.

    >>> [element.word for element in parse_elementals("air + 2 fire")]
    ['fire', 'fire', 'air']
    """
    parser = Parser(text)
    return tuple(sorted(sum(parser.cell(parser.elemental_part), ())))


def parse_effect(text: str) -> Effects:
    """Read an effect.

    >>> parse_effect("transmute red x2")
    (Transmute(color=<Color.RED: 2>, times=2, per=None),)
    """
    parser = Parser(text)
    return parser.cell(parser.effect_part)


def parse_requirement(text: str) -> Requirement:
    """Read a requirement.

    >>> parse_requirement("any level 10")[0].count
    10
    """
    parser = Parser(text)
    return parser.cell(parser.need_part)


def parse_bot(text: str) -> BotAction:
    """Read what a card of Botmegistus does.

    >>> parse_bot("5 points + gold")[1]
    Gain(count=1, thing=<Thing.GOLD: 10>, per=None)
    """
    parser = Parser(text)
    return parser.cell(parser.bot_part)
