"""Sentences of a transcript: events that belong together become one line.

A sentence has an opening, such as an action with its payment, and clauses about players: who draws,
discards or destroys what. It stays open while events join it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trisim.games.madness.box.words import MADNESS, Zone
from trisim.games.madness.rules.codes import Cause, Event
from trisim.games.madness.text.events import (
    CHOOSES,
    CLAUSES,
    QUIET,
    SHARED,
    LogEvent,
    Names,
    cards_moved,
    phrase_of,
)
from trisim.games.madness.text.words import cards_counted, cards_words, possessive
from trisim.texts import listed
from trisim.transcript import BOARD

LINE_BREAK = "\n"
"""Between the lines of a sentence in which each player has one."""


@dataclass
class Clause:
    """Something that happens to a player, or to nobody: a phrase with cards or names in it."""

    seat: int
    phrase: str
    cards: Counter[int] = field(default_factory=Counter)
    words: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The clause, without who it is about."""
        if self.cards:
            return self.phrase.format(cards_words(self.cards))
        return self.phrase.format(listed(self.words))


@dataclass
class Sentence:
    """A line that is still being written."""

    names: Names
    seat: int
    cause: tuple[Any, int]
    opening: str = ""
    says_nothing: str = ""
    """What it says if nothing happens."""

    names_first: bool = False
    """Whether the first clause says whom it is about."""

    clauses: list[Clause] = field(default_factory=list)
    follows: set[tuple[Any, int]] = field(default_factory=set)
    """Other causes that belong to this line: rewards for a curse that it destroys."""

    giver: int = BOARD
    shuffled: Counter[int] = field(default_factory=Counter)
    """Cards on their way into a deck, which is perhaps shuffled with them."""

    shuffled_from: Zone = Zone.DISCARD
    putter: int = BOARD

    def takes(self, event: LogEvent) -> bool:
        """Whether an event belongs to this line; if so, it is kept."""
        if event.what in QUIET:
            return True
        cause = (event.cause, event.cause_id)
        if cause != self.cause and cause not in self.follows:
            return False
        return self.change(event)

    def change(self, event: LogEvent) -> bool:
        """Keep a change; whether it is one."""
        if self.is_on_its_way(event):
            return True
        clauses = self.clauses_of(event)
        for clause in clauses:
            self.add(clause)
        return bool(clauses)

    def add(self, clause: Clause) -> None:
        """A further clause, or more of the last one."""
        last = self.clauses[-1] if self.clauses else None
        if last and (last.seat, last.phrase) == (clause.seat, clause.phrase):
            last.cards += clause.cards
            last.words += clause.words
        else:
            self.clauses.append(clause)

    def clauses_of(self, event: LogEvent) -> list[Clause]:
        """An event as clauses; none: it has a line of its own."""
        if event.what is Event.SHUFFLED:
            return [self.shuffle(event)]
        clause = self.clause_of(event)
        if clause is None:
            return []
        self.put_on_deck()
        return [clause]

    def put_on_deck(self) -> None:
        """Cards were put on a deck, which is not shuffled."""
        if self.shuffled:
            cards, self.shuffled = self.shuffled, Counter()
            phrase = phrase_of(self.shuffled_from, Zone.DECK)
            self.add(Clause(self.putter, phrase, cards))

    def shuffle(self, event: LogEvent) -> Clause:
        """A shuffle, with what caused it."""
        cards, self.shuffled = self.shuffled, Counter()
        number = cards_counted(event.thing)
        if event.delta:
            self.untake(event.seat)
            return Clause(event.seat, f"takes a madness for the empty deck and shuffles {number}")
        if cards:
            where = "hand" if self.shuffled_from is Zone.HAND else "discard pile"
            return Clause(event.seat, f"shuffles {{}} of the {where} into the deck", cards)
        return Clause(event.seat, f"shuffles a deck of {number}")

    def untake(self, seat: int) -> None:
        """The madness for an empty deck is told with its shuffle."""
        last = self.clauses[-1]
        last.cards[MADNESS] -= 1
        if not last.cards[MADNESS]:
            self.clauses.pop()

    def is_on_its_way(self, event: LogEvent) -> bool:
        """Whether an event is told by a later one: cards on their way, or under a curse."""
        if event.what is Event.CURSE_MADNESS:
            return bool(event.delta < 0)
        if event.what is not Event.CARDS:
            return False
        kind, source, target = cards_moved(event)
        if target is Zone.PASSING:
            self.giver = event.seat
        if target is Zone.DECK and source in (Zone.HAND, Zone.DISCARD):
            if (self.putter, self.shuffled_from) != (event.seat, source):
                self.put_on_deck()
            self.shuffled[kind] += event.delta
            self.shuffled_from, self.putter = source, event.seat
            return True
        return target in (Zone.PASSING, Zone.CURSE)

    def clause_of(self, event: LogEvent) -> Clause | None:
        """An event as a clause; None: it has a line of its own."""
        if event.what is Event.CURSE_DESTROYED:
            self.follow_rewards(event)
        if event.what is Event.CARDS:
            return self.cards_clause(event)
        if event.what is Event.RECHARGED and event.seat != self.seat != BOARD:
            whose = possessive(self.names.player(event.seat))
            return Clause(
                self.seat, "recharges {}", words=[f"{whose} {self.names.spell(event.thing)}"]
            )
        found = CLAUSES.get(event.what)
        if found is None:
            return None
        phrase, words = found(self.names, event)
        return Clause(event.seat, phrase, words=words)

    def follow_rewards(self, event: LogEvent) -> None:
        """What a seat gets for a curse belongs to this line."""
        mage = int(self.names.game.state.seats[event.seat].mage)
        self.follows |= {(Cause.REWARD, event.thing), (Cause.MAGE, mage)}

    def cards_clause(self, event: LogEvent) -> Clause | None:
        """Cards that move; those that are only on their way are told when they arrive."""
        kind, source, target = cards_moved(event)
        phrase = phrase_of(source, target)
        seat = BOARD if {source, target} <= SHARED else event.seat
        if source is Zone.PASSING and target is Zone.HAND:
            seat, phrase = self.giver, f"gives {{}} to {self.names.player(event.seat)}"
        return Clause(seat, phrase, Counter({kind: event.delta}))

    # -- the line

    def text(self) -> str:
        self.put_on_deck()
        self.texts = self.clause_texts()
        if self.names_first and self.is_long():
            return LINE_BREAK.join([self.opening, *self.by_player()])
        clauses = "; ".join(self.texts) or self.says_nothing
        return ": ".join(part for part in (self.opening, clauses) if part)

    def is_long(self) -> bool:
        """Whether several players do several things each: each of them has a line."""
        seats = [clause.seat for clause in self.told()]
        return len(set(seats)) > 1 and any(seats.count(seat) > 1 for seat in seats if seat >= 0)

    def by_player(self) -> list[str]:
        """The clauses of each player in a row."""
        rows: list[list[str]] = []
        subject = [BOARD]
        for (seats, _), text in zip(self.grouped(), self.texts, strict=True):
            if not rows or seats != subject:
                rows.append([])
            rows[-1].append(text)
            subject = seats
        return ["; ".join(row) for row in rows]

    def clause_texts(self) -> list[str]:
        """The clauses; each says whom it is about if it is another than before."""
        texts, subject = [], BOARD if self.names_first else self.seat
        for seats, text in self.grouped():
            if seats != [BOARD] and seats != [subject]:
                names = listed(self.names.player(seat) for seat in seats)
                text = f"{names} {text if len(seats) == 1 else of_several(text)}"
            subject = subject if seats == [BOARD] else seats[-1] if len(seats) == 1 else BOARD
            texts.append(text)
        return texts

    def grouped(self) -> list[tuple[list[int], str]]:
        """The clauses with those whom they are about: players who do the same are told together."""
        groups: list[tuple[list[int], str]] = []
        for clause in self.told():
            text = clause.text()
            is_same = bool(groups) and groups[-1][1] == text and clause.seat not in groups[-1][0]
            if is_same and BOARD not in (clause.seat, groups[-1][0][0]):
                groups[-1][0].append(clause.seat)
            else:
                groups.append(([clause.seat], text))
        return groups

    def told(self) -> list[Clause]:
        """The clauses, but no player who is chosen and then told about."""
        clauses = [clause for clause in self.clauses if clause.phrase]
        return [
            clause
            for place, clause in enumerate(clauses)
            if clause.phrase != CHOOSES or not self.tells_of(clause.words, clauses[place + 1 :])
        ]

    def tells_of(self, names: Sequence[str], clauses: Sequence[Clause]) -> bool:
        """Whether clauses are about all these players."""
        told = {self.names.player(clause.seat) for clause in clauses if clause.seat != BOARD}
        return set(names) <= told or any(clause.phrase.startswith("gives ") for clause in clauses)


def of_several(text: str) -> str:
    """A clause about several players.

    >>> of_several("takes 1 madness"), of_several("may take an action")
    ('take 1 madness each', 'may take an action each')
    """
    verb, _, rest = text.partition(" ")
    several = verb[:-1] if verb.endswith("s") else verb
    return f"{several} {rest} each".replace(" and shuffles ", " and shuffle ").replace("  ", " ")
