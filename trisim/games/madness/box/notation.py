"""Reading the notation: recursive descent, one method for each line of the grammar.

``docs/madness-box.md`` is the grammar in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from trisim.box.notation import Reader, Spelling
from trisim.games.madness.box.spelling import FILTERS, ZONES
from trisim.games.madness.box.terms import Ability, Clause, Effect, Step
from trisim.games.madness.box.words import ANY_CARD, VALUES, Count, Element, Verb, Who, Zone
from trisim.texts import listed

MOST = 9
"""The largest number in an effect."""

SPELLING = Spelling(
    token=re.compile(r"\s*(?:(?P<number>[0-9]+x?)|(?P<word>[a-z]+)|(?P<sign>[,;:]))"),
    others={
        "cards": "card",
        "curses": "curse",
        "players": "player",
        "spells": "spell",
        "actions": "action",
        "tokens": "token",
        "neutralize": "neutralise",
        "anybody": "anyone",
    },
    signs={
        "+": "join steps with ', then', and clauses with ';'",
        "&": "join steps with ', then', and clauses with ';'",
        ".": "end a clause with ';'",
        "-": "numbers are never negative",
        "*": "write a variable number as '2x'",
        "×": "write a variable number as '2x'",
    },
    usual="use words, whole numbers, ':', ',' and ';'",
)


WITH_DECK = ("hand", "discard", "deck")
TARGETS = {
    Verb.RETURN: WITH_DECK,
    Verb.GAIN: WITH_DECK,
    Verb.MADNESS: ("discard", "hand", "deck", "support"),
}
SOURCES = {
    Verb.DISCARD: ("hand", "support", "pool", "deck"),
    Verb.DESTROY: tuple(ZONES),
    Verb.SUPPORT: ("hand", "discard", "deck"),
    Verb.TOP: ("hand", "discard"),
    Verb.CURE: ("hand", "support", "pool"),
}
UNSEEN = (Zone.DECK, Zone.PILE)
"""Where nobody chooses: so many from the top are taken."""

ALL_OF = (Verb.DISCARD, Verb.DESTROY, Verb.CURE)
"""What can be done to all cards of a place: elsewhere a limit, an order or a choice is needed."""

ELEMENTS = {element.word: element for element in Element}
COUNTS = {"up to": Count.UP_TO, "any": Count.ANY, "as many": Count.AS_MANY, "all": Count.ALL}
KINDS_OF_CARDS = tuple(text for text in FILTERS if text)
RIGHTS = ["places", "spells"]
GROUPS = ("another", "a player", "others", "each")


class Parser(Reader):
    """Reads one cell."""

    def __init__(self, text: str) -> None:
        super().__init__(text, SPELLING)
        self.first_words: list[str] = []  # what else a cell may begin with
        self.verbs: dict[str, Callable[[], Step]] = {
            "draw": self.draw,
            "discard": lambda: self.move(Verb.DISCARD),
            "destroy": self.destroy,
            "support": lambda: self.move(Verb.SUPPORT),
            "put": self.put,
            "cure": self.cure,
            "give": self.give,
            "return": self.return_,
            "madness": self.madness,
            "gain": self.gain,
            "act": self.act,
            "recharge": self.recharge,
            "neutralise": self.neutralise,
            "token": self.token,
            "swap": lambda: Step(verb=Verb.SWAP, n=self.plain_number()),
            "reveal": lambda: Step(verb=Verb.REVEAL, n=self.plain_number()),
            "shuffle": self.shuffle,
            "win": lambda: Step(verb=Verb.WIN),
            "lose": lambda: Step(verb=Verb.LOSE),
        }

    # -- abilities

    def ability(self) -> Ability:
        """``right {"; " right} ["; " effect] | effect``."""
        rights: dict[str, int | Element] = {}
        while self.here.text in ("places", "spell", *ELEMENTS):
            start = self.at
            name, value = self.right()
            if name in rights:
                raise self.fail_since(start, "this right stands here twice", "keep one of them")
            rights[name] = value
            if not self.here.text:
                return Ability(**rights)  # type: ignore[arg-type]
            self.expect(";", "separate the parts of an ability with ';'")
        self.first_words = RIGHTS
        return Ability(**rights, effect=self.effect())  # type: ignore[arg-type]

    def right(self) -> tuple[str, int | Element]:
        """``"places" n | "spells" n | element "value 1 as any"``."""
        if self.accept("places"):
            return "places", self.plain_number()
        if self.accept("spell"):
            return "spells", self.plain_number()
        element = self.choose(ELEMENTS)
        start = self.at
        if not self.accept("value 1 as any"):
            self.at = start
            remedy = f"write '{element.word} value 1 as any'"
            raise self.fail("this is no right of a mage", remedy, words=4)
        return "wild", element

    # -- effects

    def effect(self) -> Effect:
        """``clause {"; " clause}`` to the end, or nothing."""
        if not self.here.text:
            return ()
        clauses = [self.clause()]
        while self.here.text:
            self.expect(";", self.joining())
            clauses.append(self.clause())
        return tuple(clauses)

    def clause(self) -> Clause:
        """``[who ":"] step {(", then" | ", if done") step}``."""
        who, n, variable = self.who()
        steps = [self.step()]
        while self.accept(","):
            glue = self.choose({"then": False, "if done": True})
            steps.append(self.step(if_done=glue))
        return Clause(steps=tuple(steps), who=who, n=n, variable=variable)

    def who(self) -> tuple[Who, int, bool]:
        """``(n[x] ("others" | "players") | "another" | "a player" | "others" | "each") ":"``."""
        groups = {
            "another": (Who.SOME_OTHERS, 1, False),
            "a player": (Who.SOME_PLAYERS, 1, False),
            "others": (Who.OTHERS, 1, False),
            "each player": (Who.EACH, 1, False),
            "each": (Who.EACH, 1, False),
            "you": (Who.YOU, 1, False),
        }
        if self.here.text[:1].isdigit():
            n, variable = self.variable_number()
            some = {"others": Who.SOME_OTHERS, "other": Who.SOME_OTHERS, "player": Who.SOME_PLAYERS}
            found = (self.choose(some, ["others", "players"]), n, variable)
        elif any(self.sees(phrase) for phrase in groups):
            found = self.choose(groups)
        else:
            return Who.YOU, 1, False
        self.expect(":", "write ':' after those who are affected, as in 'each: draw 1'")
        return found

    def step(self, *, if_done: bool = False) -> Step:
        """``["may"] verb …``."""
        may = self.accept("may")
        expected = [*self.verbs] if may or if_done else [*self.verbs, *GROUPS, *self.first_words]
        self.first_words = []
        step = self.choose(self.verbs, expected)()
        return replace(step, may=may, if_done=if_done)

    def expect(self, sign: str, remedy: str) -> None:
        if not self.accept(sign):
            if not self.here.text:
                raise self.fail("something is missing at the end", remedy)
            raise self.fail("this doesn't follow from what stands before it", remedy)

    def one_of(self, words: Sequence[str]) -> str:
        """All verbs, groups of players and kinds of cards as one entry each."""
        verbs = set(self.verbs) <= set(words)
        cards = set(KINDS_OF_CARDS) <= set(words)
        whole = [*(self.verbs if verbs else ()), *(GROUPS if verbs else ())]
        whole += KINDS_OF_CARDS if cards else ()
        rest = [word for word in words if word not in whole]
        quoted = ["a verb (as 'draw', 'discard', 'support')"] if verbs else []
        quoted += (
            ["players (as 'each:', 'another:')"] if verbs and set(GROUPS) <= set(words) else []
        )
        quoted += [f"'{word}'" for word in rest]
        quoted += ["a kind of card (as 'fire', 'value 1', 'madness')"] if cards else []
        return listed(quoted, "or")

    def joining(self) -> str:
        """The remedy for something that follows a step."""
        if self.here.text in ("then", "if"):
            return f"write a comma before '{self.here.text}'"
        if self.here.text == ":":
            return "who is affected is one of " + self.one_of([*GROUPS, "2 others", "2 players"])
        return "join steps with ', then' or ', if done', and clauses with ';'"

    # -- numbers, filters, zones

    def plain_number(self) -> int:
        if self.here.text.endswith("x") and self.here.text[:-1].isdigit():
            number = self.here.text[:-1]
            raise self.fail("this number can't be variable", f"write '{number}'")
        return self.number(MOST, "an amount")

    def variable_number(self) -> tuple[int, bool]:
        """``n[x]``."""
        token = self.here
        is_variable = token.text.endswith("x") and token.text[:-1].isdigit()
        if is_variable:
            if not 1 <= int(token.text[:-1][:6]) <= MOST:
                raise self.fail(f"an amount must be from 1 to {MOST}", "change the number")
            self.at += 1
            return int(token.text[:-1]), True
        number = self.number(MOST, "an amount")
        if self.sees("x"):
            raise self.fail("a blank before the x", f"write '{number}x'")
        return number, False

    def amount(self, verb: Verb) -> Step:
        """``n[x] | up to n[x] | any | as many | all``."""
        if self.sees("all") and verb not in ALL_OF:
            raise self.fail("this can't be done to all", "write a number, 'up to 2' or 'any'")
        for phrase, count in COUNTS.items():
            if self.accept(phrase):
                if count is not Count.UP_TO:
                    return Step(verb=verb, count=count)
                n, variable = self.variable_number()
                return Step(verb=verb, count=count, n=n, variable=variable)
        if not self.here.text[:1].isdigit():
            raise self.unexpected(["1", "1x", *COUNTS])
        n, variable = self.variable_number()
        return Step(verb=verb, n=n, variable=variable)

    def filter(self) -> int:
        """``[element | "value" v | element "value" v | "madness" | "element card"]``."""
        phrases = {text: FILTERS[text] for text in KINDS_OF_CARDS}
        kinds = ANY_CARD
        if any(self.sees(phrase) for phrase in phrases):
            kinds = self.choose(phrases)
        elif self.here.text == "value":
            self.at += 1
            raise self.fail("there is no such value", f"write 1, 2 or {VALUES}")
        self.accept("card")
        return kinds

    def sources(self, verb: Verb, count: Count) -> tuple[Zone, ...]:
        """``"from" zone {("or" | "and") zone}``: all cards of several zones, or any of them."""
        allowed = {word: ZONES[word] for word in SOURCES[verb]}
        if not self.accept("from"):
            raise self.unexpected(["from", *KINDS_OF_CARDS])
        start = self.at
        zones = [self.choose(allowed)]
        glue = "and" if count is Count.ALL else "or"
        while self.here.text in ("or", "and"):
            if self.here.text != glue:
                word = "all cards of" if glue == "and" else "a choice between"
                raise self.fail(f"{word} two places need '{glue}'", f"write '{glue}'")
            self.at += 1
            zones.append(self.choose(allowed))
        self.check_zones(zones, start)
        return tuple(sorted(zones))

    def check_zones(self, zones: list[Zone], start: int) -> None:
        if len(set(zones)) < len(zones):
            raise self.fail_since(start, "a place stands here twice", "name each once")
        if Zone.POOL in zones and Zone.SUPPORT in zones:
            remedy = "write 'pool' or 'support'"
            raise self.fail_since(start, "the pool includes the own support", remedy)
        if len(zones) > 1 and set(zones) & set(UNSEEN):
            remedy = "make two steps of it"
            raise self.fail_since(start, "cards that nobody sees aren't chosen", remedy)

    def target(self, verb: Verb) -> Zone:
        """``"to" zone``."""
        if not self.accept("to"):
            raise self.unexpected(["to"])
        return self.choose({word: ZONES[word] for word in TARGETS[verb]})

    # -- steps that move cards

    def draw(self) -> Step:
        """``"draw" (n[x] | "as many" | "to" n)``."""
        if self.accept("as many"):
            step = Step(verb=Verb.DRAW, count=Count.AS_MANY)
        elif self.accept("to"):
            step = Step(verb=Verb.DRAW, count=Count.UNTIL, n=self.plain_number())
        elif self.here.text[:1].isdigit():
            n, variable = self.variable_number()
            step = Step(verb=Verb.DRAW, n=n, variable=variable)
        else:
            raise self.unexpected(["1", "1x", "as many", "to 6"])
        self.accept("card")
        return step

    def move(self, verb: Verb) -> Step:
        """``amount [filter] "from" zones``."""
        return self.moved(self.amount(verb))

    def moved(self, amount: Step) -> Step:
        start = self.at
        kinds = self.filter()
        zones = self.sources(amount.verb, amount.count)
        if zones[0] in UNSEEN:
            if kinds != ANY_CARD:
                problem = f"nobody sees the cards of the {zones[0].word}"
                raise self.fail_since(start, problem, "leave the kind of card out")
            if amount.count in (Count.UP_TO, Count.ANY):
                problem = "cards that nobody sees are taken from the top"
                raise self.fail_since(start, problem, "write a number in front, after 'may'")
            if amount.count is Count.ALL and zones[0] is Zone.PILE:
                problem = "nobody may empty the madness pile"
                raise self.fail_since(start, problem, "write a number in front")
        return replace(amount, kinds=kinds, zones=zones)

    def destroy(self) -> Step:
        """``"destroy" (amount [filter] "from" zones | n[x] ("own spells" | "curses"))``."""
        start = self.at
        amount = self.amount(Verb.DESTROY)
        verbs = {"own spell": Verb.DESTROY_SPELL, "curse": Verb.DESTROY_CURSE}
        if any(self.sees(phrase) for phrase in verbs):
            if amount.count is not Count.EXACT:
                problem = "spells and curses need a plain number"
                raise self.fail_since(start, problem, "write 'may destroy 2 curses'")
            return replace(amount, verb=self.choose(verbs))
        return self.moved(amount)

    def put(self) -> Step:
        """``"put" amount [filter] "from" zones "on deck"``."""
        step = self.move(Verb.TOP)
        if not self.accept("on deck"):
            raise self.unexpected(["on deck"])
        return step

    def cure(self) -> Step:
        """``"cure" amount "from" zones``."""
        amount = self.amount(Verb.CURE)
        self.accept("madness")
        zones = self.sources(Verb.CURE, amount.count)
        return replace(amount, kinds=FILTERS["madness"], zones=zones)

    def give(self) -> Step:
        """``"give" amount [filter] "to another"``."""
        amount = self.amount(Verb.GIVE)
        kinds = self.filter()
        if not self.accept("to another"):
            raise self.unexpected(["to another"])
        return replace(amount, kinds=kinds, zones=(Zone.HAND,))

    def return_(self) -> Step:
        """``"return" amount [filter] "to" zone``."""
        amount = self.amount(Verb.RETURN)
        kinds = self.filter()
        to = self.target(Verb.RETURN)
        return replace(amount, kinds=kinds, zones=(Zone.DESTROYED,), to=to)

    def madness(self) -> Step:
        """``"madness" n[x] ("to" zone | "under each curse")``."""
        n, variable = self.variable_number()
        if self.accept("under each curse"):
            to = Zone.CURSE
        elif self.sees("to"):
            to = self.target(Verb.MADNESS)
        else:
            raise self.unexpected(["to", "under each curse"])
        return Step(verb=Verb.MADNESS, n=n, variable=variable, to=to)

    def gain(self) -> Step:
        """``"gain" ("higher" | "value" v ["of its element"]) "to" zone``."""
        if self.accept("higher"):
            return Step(verb=Verb.GAIN, same_element=True, to=self.target(Verb.GAIN))
        if not self.accept("value"):
            raise self.unexpected(["higher", "value"])
        values = {"2": 2, "3": 3}
        if self.here.text not in values:
            raise self.fail("no such value can be gained", "write 2 or 3")
        value = self.choose(values)
        same = self.accept("of its element")
        return Step(verb=Verb.GAIN, value=value, same_element=same, to=self.target(Verb.GAIN))

    def shuffle(self) -> Step:
        """``"shuffle" ("discard" | "hand") "into deck"``."""
        zone = self.choose({"discard": Zone.DISCARD, "hand": Zone.HAND})
        if not self.accept("into deck"):
            raise self.unexpected(["into deck"])
        return Step(verb=Verb.SHUFFLE, zones=(zone,), to=Zone.DECK)

    # -- other steps

    def act(self) -> Step:
        """``"act" n[x] ["from kept pool"]``."""
        n, variable = self.variable_number()
        self.accept("action")
        kept = (Zone.POOL,) if self.accept("from kept pool") else ()
        return Step(verb=Verb.ACT, n=n, variable=variable, zones=kept)

    def recharge(self) -> Step:
        """``"recharge" n[x] ("own spells" | "spells of anyone")``."""
        n, variable = self.variable_number()
        anyone = self.choose({"own spell": False, "spell of anyone": True})
        return Step(verb=Verb.RECHARGE, n=n, variable=variable, anyone=anyone)

    def neutralise(self) -> Step:
        """``"neutralise" n[x] ("own spells" | "curses")``."""
        n, variable = self.variable_number()
        verb = self.choose({"own spell": Verb.NEUTRALISE_SPELL, "curse": Verb.NEUTRALISE_CURSE})
        return Step(verb=verb, n=n, variable=variable)

    def token(self) -> Step:
        """``"token" element "on" (n[x] "curses" | "each curse")``."""
        element = self.choose(ELEMENTS)
        if not self.accept("on"):
            raise self.unexpected(["on"])
        if self.accept("each curse"):
            return Step(verb=Verb.TOKEN, count=Count.ALL, element=element)
        n, variable = self.variable_number()
        self.choose({"curse": None})
        return Step(verb=Verb.TOKEN, n=n, variable=variable, element=element)


def parse_effect(text: str) -> Effect:
    """Read an effect.

    >>> parse_effect("each: draw 1x")[0].who.word
    'each'
    """
    return Parser(text).effect()


def parse_ability(text: str) -> Ability:
    """Read the ability of a mage.

    >>> parse_ability("places 5").places
    5
    """
    return Parser(text).ability()
