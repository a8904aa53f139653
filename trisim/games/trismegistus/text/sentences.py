"""Sentences of a transcript: events that belong together become one line.

A sentence stays open while events join it. ``takes`` says whether one does, and keeps it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from trisim.games.trismegistus.box.nouns import counted_words
from trisim.games.trismegistus.box.words import Symbol, Thing
from trisim.games.trismegistus.rules.codes import Cause, Event, Move, Part
from trisim.games.trismegistus.rules.game import LogEvent
from trisim.games.trismegistus.text.describe import (
    arrow_words,
    die_words,
    element_word,
    goods_words,
    points_words,
    space_words,
)
from trisim.texts import listed, plural

if TYPE_CHECKING:
    from trisim.games.trismegistus.text.log_state import Following

HIDDEN = "a publication"
"""In place of a publication's name, for those who may not know it."""

ORDINALS = ("first", "second", "third", "fourth")


class Sentence(Protocol):
    """A line that is still being written."""

    seat: int

    def takes(self, event: LogEvent) -> bool:
        """Whether an event belongs to this line; if so, it is kept."""
        ...

    def text(self) -> str:
        """The line so far."""
        ...


@dataclass
class Plain:
    """A line that is complete from the start."""

    seat: int
    words: str

    def takes(self, event: LogEvent) -> bool:
        """Nothing joins it."""
        return False

    def text(self) -> str:
        return self.words


# ---------------------------------------------------------------- changes of one cause


@dataclass
class Clause:
    """Changes of one kind in a row: paid, gained, points, a track, or other words."""

    kind: str
    goods: Counter[int] = field(default_factory=Counter)
    words: list[str] = field(default_factory=list)
    levels: tuple[int, int, int] = (0, 0, 0)  # track, from, to

    def text(self) -> str:
        """The clause in words."""
        match self.kind:
            case "pays" | "gains" | "makes up levels with":
                return f"{self.kind} {goods_words(self.goods)}"
            case "scores":
                return f"scores {points_words(self.goods[Thing.POINT])}"
            case "track":
                track, before, after = self.levels
                return f"{element_word(track)} {before}→{after}"
            case "":
                return listed(self.words)
            case _ if len(self.words) > 1 and set(self.words) == {HIDDEN}:
                return f"{self.kind} {len(self.words)} publications"
            case _:
                return f"{self.kind} {listed(self.words)}"


@dataclass
class Changes:
    """Gains and payments of one cause: ``from the step token: fire 3→4``."""

    following: Following
    seat: int
    cause: Cause
    cause_id: int
    opening: str
    clauses: list[Clause] = field(default_factory=list)

    def takes(self, event: LogEvent) -> bool:
        """Everything of the same player and cause; a token belongs to the step before."""
        if event.seat != self.seat:
            return False
        if event.what is Event.TOKEN:
            self.say("", f"reaches the {self.following.token(event.thing)}")
            return True
        if (event.cause, event.cause_id) != (self.cause, self.cause_id):
            return False
        return self.change(event)

    def change(self, event: LogEvent) -> bool:
        """Keep a change; whether it is one."""
        names = self.following
        match event.what:
            case Event.HOLD:
                self.add("gains" if event.delta > 0 else "pays").goods[event.thing] += abs(
                    event.delta
                )
            case Event.POINTS:
                self.add("scores").goods[Thing.POINT] += event.delta
            case Event.LEVEL:
                self.step(event.thing, event.delta)
            case Event.DRAW:
                self.say("draws", names.publication(event.seat, event.thing))
            case Event.RETURN:
                self.say("returns", names.publication(event.seat, event.thing))
            case Event.REACT:
                verb = "restores" if event.delta > 0 else "turns down"
                self.say("", f"{verb} {counted_words(abs(event.delta), Thing.REACTION)}")
            case Event.READY:
                self.say("recharges", names.artifact(event.thing))
            case Event.LOSE_ARTIFACT:
                self.say("", f"{names.artifact(event.thing)} leaves the game")
            case Event.TAKE_ARTIFACT:
                self.say("puts", f"{names.artifact(event.thing)} at {arrow_words(event.delta)}")
            case _:
                return False
        return True

    def add(self, kind: str) -> Clause:
        """The last clause if it is of the kind, else a new one."""
        if not self.clauses or self.clauses[-1].kind != kind:
            self.clauses.append(Clause(kind))
        return self.clauses[-1]

    def say(self, kind: str, words: str) -> None:
        """Words in a clause of a kind; without a kind they stand alone."""
        if kind:
            self.add(kind).words.append(words)
        else:
            self.clauses.append(Clause("", words=[words]))

    def step(self, track: int, delta: int) -> None:
        """A marker moved; steps on the same track go on."""
        after = self.following.levels[self.seat][track]
        last = self.clauses[-1] if self.clauses else None
        if last and last.kind == "track" and last.levels[0] == track:
            before = last.levels[1]
            if (after > before) == (delta > 0):
                last.levels = (track, before, after)
                return
        self.clauses.append(Clause("track", levels=(track, after - delta, after)))

    def text(self) -> str:
        clauses = "; ".join(clause.text() for clause in self.clauses)
        return f"{self.opening}: {clauses}" if clauses else self.opening


@dataclass
class Payment(Changes):
    """Performing an experiment: what is paid, discounts, and levels made up for."""

    level_bought: bool = False

    def takes(self, event: LogEvent) -> bool:
        """Payments of this experiment."""
        if (event.seat, event.cause, event.cause_id) != (self.seat, self.cause, self.cause_id):
            return False
        if event.what is Event.DISCOUNT:
            self.say("uses", f"a discount on {'a level' if event.delta else 'a material'}")
        elif event.what is Event.LEVEL_BOUGHT:
            self.level_bought = True
        elif event.what is Event.HOLD and self.level_bought:
            self.level_bought = False
            self.add("makes up levels with").goods[event.thing] -= event.delta
        else:
            return self.change(event)
        return True


@dataclass
class Unlocking(Changes):
    """A formula that leaves its column, bought or not."""

    def takes(self, event: LogEvent) -> bool:
        """The gold paid, and the space of the vault."""
        if (event.seat, event.cause, event.cause_id) != (self.seat, self.cause, self.cause_id):
            return False
        if event.what is Event.UNLOCK:
            self.say("", placed_words(event.delta))
            return True
        return self.change(event)


def placed_words(space: int) -> str:
    """Where a formula goes."""
    if space < 0:
        return "the vault is full, so it leaves the game"
    return f"placed in {space_words(space)}"


# ---------------------------------------------------------------- a turn


@dataclass
class Drafting:
    """A die drafted, turned if it is wild, and raised by ethereal dice."""

    seat: int
    drafted: LogEvent
    symbol: str = ""
    ethereal: int = 0

    def takes(self, event: LogEvent) -> bool:
        """The wild face, and ethereal dice."""
        if event.what is Event.WILD:
            self.symbol = symbol_word(event.thing)
        elif event.what is Event.HOLD and event.cause is Cause.DRAFT:
            self.ethereal -= event.delta
        else:
            return False
        return True

    def text(self) -> str:
        symbol, color = divmod(self.drafted.thing, 3)
        text = f"drafts a {die_words(symbol, color)} die: potency {self.drafted.delta}"
        if self.ethereal:
            spent = counted_words(self.ethereal, Thing.ETHEREAL_DIE)
            text += f", {self.drafted.delta + self.ethereal} with {spent}"
        return text + (f"; turns it to {self.symbol}" if self.symbol else "")


def symbol_word(symbol: int) -> str:
    """The face a wild die is turned to."""
    return Symbol(symbol).word


@dataclass
class PuttingAside:
    """A die that is used up or put aside, and perhaps the end of the round for its player."""

    following: Following
    seat: int
    words: str
    used: bool = False

    def takes(self, event: LogEvent) -> bool:
        """The die's own line, and the place in the next round."""
        if event.seat != self.seat:
            return False
        if event.what is Event.DIE_USED and not self.used:
            self.used = True
            self.words += f" ({self.following.dice_words(self.seat)})"
        elif event.what is Event.FINISH:
            self.words += f"; {ORDINALS[event.delta]} in the next order"
        else:
            return False
        return True

    def text(self) -> str:
        return self.words


@dataclass
class Acting:
    """The action of a turn, except transmutations."""

    following: Following
    seat: int
    kind: Move
    spent: int
    goods: Counter[int] = field(default_factory=Counter)
    what: str = ""
    lost: str = ""

    def takes(self, event: LogEvent) -> bool:
        """What the action is about."""
        if event.seat != self.seat or self.what:
            return False
        names, cause = self.following, event.cause
        match self.kind, event.what:
            case ((Move.HARVEST | Move.ESSENCE), Event.HOLD):
                if self.goods or cause not in (Cause.HARVEST, Cause.ESSENCE):
                    return False
                self.goods[event.thing] += event.delta
            case Move.BUY_ARTIFACT, Event.LOSE_ARTIFACT:
                self.lost = f" in place of {names.artifact(event.thing)}"
            case Move.BUY_ARTIFACT, Event.TAKE_ARTIFACT:
                self.what = f"{names.artifact(event.thing)}, put at {arrow_words(event.delta)}"
            case Move.RECHARGE, Event.READY:
                self.what = names.artifact(event.thing)
            case Move.EXPERIMENT, Event.TAKE_EXPERIMENT:
                book = symbol_word(event.delta)
                self.what = f"{names.experiment(event.thing)} from the {book} book"
            case _:
                return False
        return True

    def text(self) -> str:
        """The action and its potency."""
        left = self.following.dice[self.seat].potency
        potency = f"({self.spent} potency, {left} left)"
        goods = goods_words(self.goods) or "nothing"
        match self.kind:
            case Move.HARVEST:
                return f"harvests {goods} {potency}"
            case Move.ESSENCE:
                return f"takes {goods} as essence{plural(self.spent)} {potency}"
            case Move.BUY_ARTIFACT:
                return f"buys {self.what or 'an artifact'}{self.lost} {potency}"
            case Move.RECHARGE:
                return f"recharges {self.what} {potency}"
            case _:
                return f"takes {self.what} {potency}"


@dataclass
class Transmuting:
    """One transmutation: cube, payment, track, and the token it leads to."""

    following: Following
    seat: int
    opening: str
    potency: str
    holds: list[LogEvent] = field(default_factory=list)
    track: str = ""
    token: str = ""

    def takes(self, event: LogEvent) -> bool:
        """Cubes and payment, in either order; the step or the point; a token."""
        if event.seat != self.seat:
            return False
        if event.what is Event.HOLD and len(self.holds) < 3:
            self.holds.append(event)
        elif event.what is Event.LEVEL and not self.track:
            after = self.following.levels[self.seat][event.thing]
            self.track = f"{element_word(event.thing)} {after - event.delta}→{after}"
        elif event.what is Event.POINTS and event.thing == Part.TRACK_TOP and not self.track:
            self.track = f"scores {points_words(event.delta)} at the top"
        elif event.what is Event.TOKEN and not self.token:
            self.token = f"; reaches the {self.following.token(event.thing)}"
        else:
            return False
        return True

    def text(self) -> str:
        """The transmutation in a line."""
        holds = self.holds
        if holds[1].delta < 0:  # paid before the cube was moved
            holds = [*holds[1:], holds[0]]
        foot, head, paid = (Thing(event.thing).word for event in holds)
        return (
            f"{self.opening}transmutes {foot} into {head}, paying {paid}{self.potency}: "
            f"{self.track}{self.token}"
        )


@dataclass
class TurningUp:
    """What a player turns up at the end of a round."""

    following: Following
    seat: int
    things: list[str] = field(default_factory=list)

    def takes(self, event: LogEvent) -> bool:
        """Artifacts and reactions of the same player."""
        if event.seat != self.seat or event.cause is not Cause.ROUND_END:
            return False
        if event.what is Event.READY:
            self.things.append(self.following.artifact(event.thing))
        elif event.what is Event.REACT:
            self.things.append(counted_words(event.delta, Thing.REACTION))
        else:
            return False
        return True

    def text(self) -> str:
        return f"turns up {listed(self.things)}"
