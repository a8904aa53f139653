"""Actions in a transcript: what is paid, what it is, and what comes of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from trisim.games.madness.box.words import MADNESS, Element, Zone
from trisim.games.madness.rules.codes import Cause, Event
from trisim.games.madness.text.events import QUIET, LogEvent, cards_moved
from trisim.games.madness.text.sentences import Clause, Sentence
from trisim.games.madness.text.words import counted_kind, kind_word, possessive
from trisim.texts import listed


@dataclass(frozen=True, slots=True)
class Paid:
    """A card that pays."""

    kind: int
    owner: int  # of the support it is in; -1: it is of the own hand
    wild: int = -1  # the element that it counts as


def is_payment(event: LogEvent) -> bool:
    """Whether an event belongs to the payment of an action."""
    if event.what is Event.CARDS and event.cause is Cause.ACTION:
        _, source, target = cards_moved(event)
        return target is Zone.DISCARD and source in (Zone.HAND, Zone.SUPPORT)
    return event.what in (Event.WILD, Event.USED)


@dataclass
class Acting(Sentence):
    """An action: its payment, what it is, and what comes of it."""

    paid: list[Paid] = field(default_factory=list)
    done: str = ""
    wild: int = -1

    def takes(self, event: LogEvent) -> bool:
        """The payment first, then the action, then its consequences."""
        if event.what in QUIET:
            return True
        if event.cause is Cause.ACTION and not self.done:
            return self.pays(event) or self.does(event)
        return not is_payment(event) and super().takes(event)

    def pays(self, event: LogEvent) -> bool:
        """Cards that pay, and what they count as."""
        if event.what is Event.WILD:
            self.seat, self.wild = event.seat, event.thing
        elif event.what is Event.USED:
            self.seat = event.seat
            self.paid.append(Paid(event.thing, event.delta, self.wild))
            self.wild = -1
        elif event.what is Event.CARDS:
            kind, source, _ = cards_moved(event)
            if not is_payment(event):
                return False
            owner = event.seat if source is Zone.SUPPORT else -1
            self.paid.append(Paid(kind, owner, self.wild))
            self.wild = -1
        else:
            return False
        return True

    def does(self, event: LogEvent) -> bool:
        """What the action is."""
        names = self.names
        match event.what:
            case Event.CAST:
                boost = f" boosted ×{event.delta}" if event.delta > 1 else ""
                self.done = f"casts {names.spell(event.thing)}{boost}"
                self.cause = (Cause.SPELL, event.thing)
                self.says_nothing = "nothing happens"
            case Event.LEARN:
                self.done = f"learns {names.spell(event.thing)}"
            case Event.ACQUIRE:
                self.done = f"acquires {kind_word(event.thing)}"
            case Event.DESTROY:
                self.done = f"destroys the curse {names.curse(event.thing)}"
            case Event.CURE:
                self.done = f"cures a madness of {self.cured(event)}"
            case Event.SPELL_DESTROYED:
                self.clauses.append(
                    Clause(event.seat, "gives up {}", words=[names.spell(event.thing)])
                )
                return True
            case _:
                return False
        self.seat = event.seat
        return True

    def cured(self, event: LogEvent) -> str:
        """Where the madness was."""
        if event.thing == 0:
            return "the hand"
        owner = event.thing - 1
        own = owner == event.seat
        return "the support" if own else f"{possessive(self.names.player(owner))} support"

    def change(self, event: LogEvent) -> bool:
        """What the action itself says needs no clause."""
        if event.cause is Cause.ACTION and event.what is Event.CARDS:
            kind, source, target = cards_moved(event)
            if source is Zone.STOCK or (kind == MADNESS and target is Zone.PILE):
                return True
        if event.cause is Cause.ACTION and event.what is Event.CURSE_DESTROYED:
            self.follow_rewards(event)
            return True
        return super().change(event)

    def text(self) -> str:
        self.opening = self.done + self.payment()
        return super().text()

    def payment(self) -> str:
        """``for 2 fire 1 and Ada's fire 2``."""
        if not self.paid:
            return ""
        groups: dict[tuple[int, int], Counter[int]] = {}
        for card in self.paid:
            groups.setdefault((card.owner, card.wild), Counter())[card.kind] += 1
        phrases = [words for key, cards in groups.items() for words in self.paid_words(*key, cards)]
        return f" for {listed(phrases)}"

    def paid_words(self, owner: int, wild: int, cards: Counter[int]) -> list[str]:
        """Cards that pay from one place."""
        suffix = f" as {Element(wild).word}" if wild >= 0 else ""
        if owner >= 0:
            support = "the" if owner == self.seat else possessive(self.names.player(owner))
            suffix = f" of {support} support{suffix}"
        return [f"{counted_kind(kind, count)}{suffix}" for kind, count in sorted(cards.items())]
