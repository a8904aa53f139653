"""The design of a run: who sits where with which alchemist, game by game.

Game number = (deal × scenarios + scenario) × rotations + rotation. In rotation r, seat s has place
(s + r) % players of the line-up, and the alchemist of that place: strategy and alchemist move round
the table together.

The scenarios of a solo run are its setups, and it has one rotation: place 0 is you, with the same
alchemist in all scenarios, and place 1 is Botmegistus, which has none; who sits first is an option
of the setup.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from trisim.box.box import Box
from trisim.box.faults import did_you_mean
from trisim.engine.chance import DEAL, ROLES, absorb
from trisim.games.trismegistus.rules.state import SEATS
from trisim.sim.errors import SettingsError
from trisim.sim.run_request import BALANCED, CHOSEN, RANDOM, RunRequest
from trisim.sim.solo_setups import options_in_force

Bytes: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]
Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]


class GameKey(NamedTuple):
    """Where a game stands in its run."""

    deal: int
    scenario: int
    rotation: int


@dataclass(frozen=True, slots=True)
class Seat:
    """What a seat has in a game: a place of the line-up, and an alchemist unless it chooses."""

    place: int
    alchemist: str | None


@dataclass(frozen=True, slots=True)
class Design:
    """Who sits where with which alchemist."""

    players: int
    scenarios: int
    rotations: int
    seed: int
    mode: str
    names: tuple[str, ...]
    """All alchemists of the box, in its order: an alchemist's number is its place here."""

    cycle: tuple[tuple[int, ...], ...]
    """The alchemists of each place, deal by deal, over and over; empty if they are drawn."""

    bot_seats: tuple[int, ...] = ()
    """The seat of Botmegistus in each scenario of a solo run."""

    @classmethod
    def of(cls, request: RunRequest, box: Box) -> Design:
        """The design that settings ask for, with the alchemists of a box."""
        names = tuple(box.alchemists)
        asked = request.alchemists
        mode = asked if isinstance(asked, str) else "fixed"
        options = options_in_force(request.solo_setups, box)
        people = 1 if request.solo else request.players
        if mode in (BALANCED, RANDOM) and len(names) < people:
            raise SettingsError(f"alchemists {mode}: the box has {len(names)} for {people} players")
        cycle: tuple[tuple[int, ...], ...] = ()
        if mode == BALANCED:
            cycle = balanced_cycle(len(names), people)
        elif not isinstance(asked, str):
            cycle = (tuple(number_of(name, names) for name in asked),)
        bot_seats = tuple(0 if each.bot_first else 1 for each in options)
        return cls(
            request.players,
            len(request.scenarios),
            request.rotations,
            request.seed,
            mode,
            names,
            cycle,
            bot_seats,
        )

    @property
    def games_a_deal(self) -> int:
        """How many games a deal has: each scenario in each rotation."""
        return self.scenarios * self.rotations

    def key_of(self, game: int) -> GameKey:
        """Deal, scenario and rotation of a game, by its number."""
        deal, within = divmod(game, self.games_a_deal)
        return GameKey(deal, *divmod(within, self.rotations))

    @property
    def people(self) -> int:
        """How many places have an alchemist: all but Botmegistus."""
        return 1 if self.bot_seats else self.players

    @property
    def turned(self) -> Bytes:
        """The place of each seat, for each game of a deal."""
        if self.bot_seats:
            first = np.array(self.bot_seats, np.int8) == 0
            return np.where(first[:, None], np.array([1, 0], np.int8), np.array([0, 1], np.int8))
        seat, rotation = np.arange(self.players), np.arange(self.rotations)
        places: Bytes = ((seat[None, :] + rotation[:, None]) % self.players).astype(np.int8)
        return np.tile(places, (self.scenarios, 1))

    def seats(self, game: int) -> list[Seat]:
        """Every seat of a game, by its number."""
        deal, within = divmod(game, self.games_a_deal)
        places, alchemists = (each[within, : self.players] for each in self.block(deal, 1))
        return [
            Seat(int(place), self.names[number] if number >= 0 else None)
            for place, number in zip(places, alchemists, strict=True)
        ]

    def block(self, first_deal: int, deals: int) -> tuple[Bytes, Bytes]:
        """Places and alchemists by game and seat: int8 [games, 4], -1 for none.

        Alchemists are numbers in the order of the box; -1 where the strategies choose.
        """
        turned = self.turned  # [game of a deal, seat] → place
        places = np.full((deals * self.games_a_deal, SEATS), -1, np.int8)
        places[:, : self.players] = np.tile(turned, (deals, 1))
        alchemists = np.full_like(places, -1)
        if self.mode != CHOSEN:
            by_place = np.full((deals, self.players), -1, np.int8)  # [deal, place]
            by_place[:, : self.people] = self.alchemists(first_deal, deals)
            alchemists[:, : self.players] = by_place[:, turned].reshape(-1, self.players)
        return places, alchemists

    def alchemists(self, first_deal: int, deals: int) -> Bytes:
        """The alchemists' numbers by deal and place, that of Botmegistus left out."""
        if self.mode == RANDOM:
            return self.drawn(first_deal, deals)
        turn = np.arange(first_deal, first_deal + deals) % len(self.cycle)
        return np.array(self.cycle, np.int8)[turn]

    def drawn(self, first_deal: int, deals: int) -> Bytes:
        """Alchemists shuffled for each deal, by a hash of their ids: one less leaves the others."""
        key = fold(self.deal_seeds(first_deal, deals), word(ROLES))
        hashes = np.stack([fold(key, word(hash_of(name))) for name in self.names], axis=1)
        order: Bytes = np.argsort(hashes, axis=1)[:, : self.people].astype(np.int8)
        return order

    def deal_seeds(self, first_deal: int, deals: int) -> Words:
        """The seed of each deal; the same as ``trisim.engine.chance.deal_seed`` gives."""
        numbers = np.arange(first_deal, first_deal + deals, dtype=np.uint64)
        return fold(fold(word(self.seed), word(DEAL)), numbers)


fold: Callable[[Words, Words], Words] = cast(Any, absorb)
"""``absorb`` for arrays of words: the very same function, called plain."""


def word(value: int) -> Words:
    """One 64-bit word, as an array: these wrap round without a warning."""
    return np.array([value], np.uint64)


def hash_of(name: str) -> int:
    """64 bits of an id."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")


def number_of(name: str, names: tuple[str, ...]) -> int:
    """The number of an alchemist."""
    if name not in names:
        known = did_you_mean(name, list(names))
        raise SettingsError(f"alchemists: there is no alchemist '{name}'; {known}")
    return names.index(name)


def balanced_cycle(alchemists: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Alchemists by deal and place, so that all pairs of places see all pairs equally often.

    A prime number of alchemists takes the lines (k·place + c) % alchemists; with any other number
    such lines miss pairs, and all ways to seat them are gone through. Each run of as many deals as
    there are alchemists has each of them at each place once.

    >>> len(balanced_cycle(5, 4)), len(balanced_cycle(4, 4)), len(balanced_cycle(5, 1))
    (20, 24, 5)
    """
    if players == 1:
        return tuple((number,) for number in range(alchemists))
    if all(alchemists % divisor for divisor in range(2, alchemists)):
        steps = range(1, alchemists)
        bases = [tuple(k * i % alchemists for i in range(players)) for k in steps]
    else:
        others = permutations(range(1, alchemists), players - 1)
        bases = [(0, *rest) for rest in others]
    return tuple(
        tuple((number + shift) % alchemists for number in base)
        for base in bases
        for shift in range(alchemists)
    )
