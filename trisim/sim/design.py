"""The design of a run: strategy and role of each seat, game by game.

Game number = (deal × scenarios + scenario) × rotations + rotation. In rotation r, seat s has place
(s + r) % players of the line-up, and the role of that place: strategy and role move round the table
together.

A run against an automa has one rotation: place 0 is the player, with the same role in all
scenarios, and place 1 is the automa, which has no role; the game decides the seat of the automa.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from trisim.box.box import Box
from trisim.box.faults import did_you_mean
from trisim.engine.chance import DEAL, ROLES, absorb
from trisim.engine.rules import Rules
from trisim.plugin import load
from trisim.record.base import RoleWords
from trisim.sim.errors import SettingsError
from trisim.sim.options import BALANCED, CHOSEN, RANDOM
from trisim.sim.run_request import RunRequest

Bytes: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]
Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]


class GameKey(NamedTuple):
    """Where a game stands in its run."""

    deal: int
    scenario: int
    rotation: int


@dataclass(frozen=True, slots=True)
class Seat:
    """Place of the line-up and role of a seat in a game; no role if the strategy chooses it."""

    place: int
    role: str | None


@dataclass(frozen=True, slots=True)
class Design:
    """Strategy and role of each seat, game by game."""

    players: int
    scenarios: int
    rotations: int
    seed: int
    mode: str
    names: tuple[str, ...]
    """All roles of the box, in its order: the number of a role is its place here."""

    cycle: tuple[tuple[int, ...], ...]
    """The roles of each place, deal by deal, over and over; empty if they are drawn."""

    may_repeat: bool = False
    """Whether two players can have the same role."""

    automa_seats: tuple[int, ...] = ()
    """The seat of the automa in each scenario, if there is one."""

    room: int = 4
    """Seats that the records of the game have room for."""

    @classmethod
    def of(cls, request: RunRequest, box: Box) -> Design:
        """The design for a request, with the roles of a box."""
        names, rules = tuple(box.roles), load(request.game).rules
        role, asked = request.info.role, request.roles
        mode = CHOSEN if role is None else asked if isinstance(asked, str) else "fixed"
        may_repeat = role is not None and role.may_repeat
        if mode in (BALANCED, RANDOM) and len(names) < (1 if may_repeat else request.people):
            assert role is not None
            raise SettingsError(
                f"{role.many} {mode}: the box has {len(names)} for {request.people} players"
            )
        cycle: tuple[tuple[int, ...], ...] = ()
        if mode == BALANCED:
            cycle = balanced_cycle(len(names), request.people, may_repeat)
        elif mode == "fixed":
            assert role is not None
            cycle = (tuple(number_of(name, names, role) for name in asked),)
        seats = automa_seats(request, box, rules)
        return cls(
            request.players,
            len(request.scenarios),
            request.rotations,
            request.seed,
            mode,
            names,
            cycle,
            may_repeat,
            seats,
            rules.seats,
        )

    @property
    def games_a_deal(self) -> int:
        """How many games a deal has: each scenario in each rotation."""
        return self.scenarios * self.rotations

    def key_of(self, game: int) -> GameKey:
        deal, within = divmod(game, self.games_a_deal)
        return GameKey(deal, *divmod(within, self.rotations))

    @property
    def people(self) -> int:
        """How many places have a role: all but that of an automa."""
        return 1 if self.automa_seats else self.players

    @property
    def turned(self) -> Bytes:
        """The place of each seat, for each game of a deal."""
        if self.automa_seats:
            first = np.array(self.automa_seats, np.int8) == 0
            return np.where(first[:, None], np.array([1, 0], np.int8), np.array([0, 1], np.int8))
        seat, rotation = np.arange(self.players), np.arange(self.rotations)
        places: Bytes = ((seat[None, :] + rotation[:, None]) % self.players).astype(np.int8)
        return np.tile(places, (self.scenarios, 1))

    def seats(self, game: int) -> list[Seat]:
        """Every seat of a game, by its number."""
        deal, within = divmod(game, self.games_a_deal)
        places, roles = (each[within, : self.players] for each in self.block(deal, 1))
        return [
            Seat(int(place), self.names[number] if number >= 0 else None)
            for place, number in zip(places, roles, strict=True)
        ]

    def block(self, first_deal: int, deals: int) -> tuple[Bytes, Bytes]:
        """Places and roles by game and seat: int8 [games, seats], -1 for none.

        Roles are numbers in the order of the box; -1 if the strategies choose them.
        """
        turned = self.turned  # [game of a deal, seat] → place
        places = np.full((deals * self.games_a_deal, self.room), -1, np.int8)
        places[:, : self.players] = np.tile(turned, (deals, 1))
        roles = np.full_like(places, -1)
        if self.mode != CHOSEN:
            by_place = np.full((deals, self.players), -1, np.int8)  # [deal, place]
            by_place[:, : self.people] = self.roles(first_deal, deals)
            roles[:, : self.players] = by_place[:, turned].reshape(-1, self.players)
        return places, roles

    def roles(self, first_deal: int, deals: int) -> Bytes:
        """The numbers of the roles by deal and place, without the automa."""
        if self.mode == RANDOM:
            return self.drawn(first_deal, deals)
        turn = np.arange(first_deal, first_deal + deals) % len(self.cycle)
        return np.array(self.cycle, np.int8)[turn]

    def drawn(self, first_deal: int, deals: int) -> Bytes:
        """Roles drawn for each deal by a hash of their ids; without a role, the others stay."""
        key = fold(self.deal_seeds(first_deal, deals), word(ROLES))
        if self.may_repeat:
            return np.stack(
                [np.argmin(self.hashes(fold(key, word(place))), 1) for place in range(self.people)],
                axis=1,
            ).astype(np.int8)
        order: Bytes = np.argsort(self.hashes(key), axis=1)[:, : self.people].astype(np.int8)
        return order

    def hashes(self, key: Words) -> Words:
        return np.stack([fold(key, word(hash_of(name))) for name in self.names], axis=1)

    def deal_seeds(self, first_deal: int, deals: int) -> Words:
        """The seed of each deal; the same as ``trisim.engine.chance.deal_seed`` gives."""
        numbers = np.arange(first_deal, first_deal + deals, dtype=np.uint64)
        return fold(fold(word(self.seed), word(DEAL)), numbers)


def automa_seats(request: RunRequest, box: Box, rules: Rules) -> tuple[int, ...]:
    """The seat of the automa in each scenario; empty without one."""
    seats = []
    for name, options in zip(request.scenarios, request.scenario_options, strict=True):
        try:
            seats.append(rules.automa_seat(box, options))
        except SettingsError as error:
            where = f"setup {name}: " if len(request.scenarios) > 1 else ""
            raise SettingsError(f"{where}{error}") from error
    return tuple(seats) if request.automas else ()


fold: Callable[[Words, Words], Words] = cast(Any, absorb)
"""``absorb`` for arrays of words: the same function, called plain."""


def word(value: int) -> Words:
    """A 64-bit word as an array, because arrays wrap round without a warning."""
    return np.array([value], np.uint64)


def hash_of(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")


def number_of(name: str, names: tuple[str, ...], role: RoleWords) -> int:
    if name not in names:
        known = did_you_mean(name, list(names))
        raise SettingsError(f"{role.many}: there is no {role.one} '{name}'; {known}")
    return names.index(name)


def balanced_cycle(
    roles: int, players: int, may_repeat: bool = False
) -> tuple[tuple[int, ...], ...]:
    """Roles by deal and place, so that all pairs of places have all pairs of roles equally often.

    A prime number of roles takes the lines (k·place + c) % roles; for other numbers such lines miss
    pairs, so all permutations are used, in an order that mixes line-ups: a run that is shorter than
    the cycle has most of them about equally often. In each group of as many deals as there are
    roles, each role has each place once. Roles that may repeat take all combinations.

    >>> len(balanced_cycle(5, 4)), len(balanced_cycle(4, 4)), len(balanced_cycle(5, 1))
    (20, 24, 5)
    >>> balanced_cycle(2, 2, may_repeat=True)
    ((0, 0), (1, 1), (0, 1), (1, 0))
    """
    if players == 1:
        return tuple((number,) for number in range(roles))
    if may_repeat:
        bases = [(0, *rest) for rest in product(range(roles), repeat=players - 1)]
    elif all(roles % divisor for divisor in range(2, roles)):
        steps = range(1, roles)
        bases = [tuple(k * i % roles for i in range(players)) for k in steps]
    else:
        others = permutations(range(1, roles), players - 1)
        bases = sorted(((0, *rest) for rest in others), key=lambda base: hash_of(str(base)))
    return tuple(
        tuple((number + shift) % roles for number in base)
        for base in bases
        for shift in range(roles)
    )
