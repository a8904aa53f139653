"""Events of the log in words: who has them comes before.

Cards that move have a phrase for each pair of zones, and other events one each. ``QUIET`` are
events that need none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from trisim.engine import game as engine
from trisim.games.madness.box.words import Element, Zone
from trisim.games.madness.rules.codes import Cause, Event
from trisim.games.madness.text.words import SPACES, curse_name, player_name, spell_name

LogEvent: TypeAlias = "engine.LogEvent[Event, Cause]"

QUIET = {Event.CHOICE, Event.EXHAUSTED, Event.TOKENS_BACK}
"""Events without words of their own: another event beside them tells the same."""

H, S, D, K, T = Zone.HAND, Zone.SUPPORT, Zone.DISCARD, Zone.DECK, Zone.STOCK
P, X, B, C, W = Zone.PILE, Zone.DESTROYED, Zone.BOX, Zone.CURSE, Zone.PASSING

MOVED: dict[tuple[Zone, Zone], str] = {
    (K, H): "draws {}",
    (K, S): "puts {} from the deck into the support",
    (K, D): "discards {} off the deck",
    (K, P): "cures {} off the deck",
    (K, X): "destroys {} off the deck",
    (H, D): "discards {}",
    (S, D): "discards {} of the support",
    (H, S): "puts {} into the support",
    (S, H): "takes {} of the support to the hand",
    (D, S): "puts {} of the discard pile into the support",
    (H, K): "puts {} of the hand on the deck",
    (D, K): "puts {} of the discard pile on the deck",
    (H, P): "cures {}",
    (S, P): "cures {} of the support",
    (D, P): "cures {} of the discard pile",
    (H, X): "destroys {}",
    (S, X): "destroys {} of the support",
    (D, X): "destroys {} of the discard pile",
    (X, H): "takes {} back from the destroyed cards",
    (X, D): "takes {} back from the destroyed cards into the discard pile",
    (X, K): "puts {} of the destroyed cards on the deck",
    (T, H): "takes {} from the stacks to the hand",
    (T, D): "takes {}",
    (T, K): "puts {} from the stacks on the deck",
    (P, H): "adds {} to the hand",
    (P, D): "takes {}",
    (P, K): "puts {} on the deck",
    (P, S): "adds {} to the support",
    (P, X): "{} of the pile destroyed",
    (C, P): "{} back to the pile",
    (C, D): "takes {} that lay under it",
    (W, S): "puts {} into the support",
}
"""Cards that move from zone to zone, in words; who has them comes before."""

SHARED = {Zone.PILE, Zone.DESTROYED, Zone.STOCK, Zone.BOX, Zone.CURSE}


def phrase_of(source: Zone, target: Zone) -> str:
    """Cards that move, in words."""
    return MOVED.get((source, target), f"moves {{}} from {source.word} to {target.word}")


def cards_moved(event: LogEvent) -> tuple[int, Zone, Zone]:
    """The kind of card of an event, the zone it leaves, and where it comes to."""
    thing = int(event.thing)
    return thing & 15, Zone(thing >> 4 & 15), Zone(thing >> 8 & 15)


# ---------------------------------------------------------------- names


@dataclass
class Names:
    """Names in the words of a transcript, and the curses on the track, by the log."""

    game: Any
    track: dict[int, int] = field(default_factory=dict)

    @property
    def box(self) -> Any:
        return self.game.box

    def follow(self, event: LogEvent) -> None:
        """Keep which curse is where."""
        if event.what is Event.CURSE_LAID:
            self.track[event.delta] = event.thing

    def player(self, seat: int) -> str:
        return player_name(self.game, seat)

    def spell(self, spell: int) -> str:
        return spell_name(self.box, spell)

    def curse(self, curse: int) -> str:
        return curse_name(self.box, curse)

    def at(self, slot: int) -> str:
        """The curse in a slot."""
        curse = self.track.get(slot, -1)
        return self.curse(curse) if curse >= 0 else f"the curse on {SPACES[slot]}"


# ---------------------------------------------------------------- other events


CHOOSES = "chooses {}"


CLAUSES: dict[Event, Any] = {
    Event.RECHARGED: lambda names, event: ("recharges {}", [names.spell(event.thing)]),
    Event.SPELL_NEUTRALISED: lambda names, event: (
        "neutralises {}", [names.spell(event.thing)],
    ),
    Event.SPELL_UP: lambda names, event: ("turns {} up again", [names.spell(event.thing)]),
    Event.SPELL_DESTROYED: lambda names, event: ("destroys {}", [names.spell(event.thing)]),
    Event.CURSE_NEUTRALISED: lambda names, event: (
        "neutralises {}", [names.curse(event.thing)],
    ),
    Event.CURSE_DESTROYED: lambda names, event: (
        "destroys {}", [names.curse(event.thing)],
    ),
    Event.TOKEN: lambda names, event: (
        f"{Element(event.thing).word} token on {{}}", [names.at(event.delta)],
    ),
    Event.GIVEN: lambda names, event: (given_words(event), []),
    Event.TARGET: lambda names, event: (CHOOSES, [names.player(event.thing)]),
    Event.CURSE_MADNESS: lambda names, event: (
        f"{event.delta} madness under {{}}", [names.at(event.thing)],
    ),
    Event.NOTHING: lambda names, event: ("declines" if event.thing else "", []),
}  # fmt: skip
"""Events that are clauses: a phrase, and what is listed in it."""


def given_words(event: LogEvent) -> str:
    actions = "an action" if event.thing == 1 else f"{event.thing} actions"
    kept = ", paid with the pool, where the cards stay" if event.delta & 1 else ""
    return f"may take {actions}{kept}"
