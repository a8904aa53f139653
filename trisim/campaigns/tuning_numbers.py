"""The tuned numbers of a weights player as a vector, and back.

A coordinate is the distance from the start in units of its scale: 0 is the start itself, and 1 a
change of about the same size for every number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trisim.box.faults import did_you_mean
from trisim.players.player import Player
from trisim.players.weights_file import SEE
from trisim.sim.errors import SettingsError

Vector: TypeAlias = NDArray[np.float64]

LEAST_SCALE, SCALE_OF_WEIGHT = 0.15, 0.25
"""The scale of a weight: a constant, so that weights of 0 can change, plus a share of it."""

SCALE_OF_LOGARITHM = 0.25
"""The scale of a number that must stay positive: its logarithm is tuned."""

LEAST = 0.01
"""The start of a number that must be positive but isn't."""


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers that are tuned in the same way: a table of a weights file, a field of a player."""

    table: str
    positive: bool
    """Whether they must stay positive, and are tuned by their logarithms."""

    digits: int
    """Decimals in files."""

    def names(self, player: Player) -> list[str]:
        """The names that a player has in this group and that can be tuned."""
        if self.table == "weights":
            return [name for name in player.kit.features if name != player.kit.yardstick]
        return list(self.values(player))

    def values(self, player: Player) -> Mapping[str, Any]:
        """The numbers of a player; of a weight, one for each phase of a game."""
        found: Mapping[str, Any] = getattr(player, self.table, {})
        return found

    def rounded(self, value: float) -> float:
        """As it is written.

        >>> GROUPS[0].rounded(-0.001), GROUPS[1].rounded(0.0001)
        (0.0, 0.001)
        """
        number = round(value, self.digits) + 0.0  # no -0.0
        return max(number, 10.0**-self.digits) if self.positive else number


GROUPS = (Group("weights", False, 2), Group("judgement", True, 3))
"""All that can be tuned."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One number: a weight in a phase of the game, or another number as a whole (phase -1)."""

    group: Group
    name: str
    phase: int = -1

    def read(self, player: Player) -> float:
        """The number of a player, as it is tuned."""
        values = self.group.values(player)
        value = values.get(self.name, 0.0) if self.phase < 0 else self.weight(values)
        return math.log(max(value, LEAST)) if self.group.positive else float(value)

    def weight(self, values: Mapping[str, Any]) -> float:
        """The weight in its phase; a feature that isn't named has weight 0."""
        found = values.get(self.name)
        return float(found[self.phase]) if found is not None else 0.0

    def scale(self, turned: float) -> float:
        """The size of a change worth trying."""
        if self.group.positive:
            return SCALE_OF_LOGARITHM
        return LEAST_SCALE + SCALE_OF_WEIGHT * abs(turned)


@dataclass(frozen=True)
class Numbers:
    """The tuned numbers of a player; makes players with other values of them."""

    start: Player
    slots: tuple[Slot, ...]

    def __len__(self) -> int:
        return len(self.slots)

    @cached_property
    def origin(self) -> Vector:
        """The numbers of the start, as they are tuned."""
        return self.read(self.start)

    @cached_property
    def scale(self) -> Vector:
        """The step for a change of 1 in each coordinate."""
        pairs = zip(self.slots, self.origin, strict=True)
        return np.array([slot.scale(float(turned)) for slot, turned in pairs])

    def read(self, player: Player) -> Vector:
        """The numbers of a player, as they are tuned."""
        return np.array([slot.read(player) for slot in self.slots], dtype=np.float64)

    def encode(self, player: Player) -> Vector:
        return np.asarray((self.read(player) - self.origin) / self.scale, dtype=np.float64)

    def decode(self, vector: Vector, *, rounded: bool = False) -> Player:
        """The player of a vector; other values are those of the start."""
        tables = {group: dict(group.values(self.start)) for group in GROUPS}
        turned = self.origin + self.scale * vector
        for slot, each in zip(self.slots, turned, strict=True):
            value = math.exp(each) if slot.group.positive else float(each)
            value = slot.group.rounded(value) if rounded else value
            table = tables[slot.group]
            table[slot.name] = value if slot.phase < 0 else self.with_phase(table, slot, value)
        changed: dict[str, Any] = {group.table: table for group, table in tables.items() if table}
        return replace(self.start, **changed)

    def with_phase(self, table: Mapping[str, Any], slot: Slot, value: float) -> tuple[float, ...]:
        """The weights of a feature with another value in one phase."""
        before = table.get(slot.name, (0.0,) * len(self.start.kit.phases))
        return (*before[: slot.phase], value, *before[slot.phase + 1 :])


def numbers_of(start: Player, only: Sequence[str] = ()) -> Numbers:
    """All numbers of a player that can be tuned, or those of some names."""
    slots = [slot for group in GROUPS for slot in slots_of(group, start)]
    known = list(dict.fromkeys(slot.name for slot in slots))
    for name in only:
        if name == start.kit.yardstick:
            raise SettingsError(f"only {name}: all others are measured by it; leave it out")
        if name not in known:
            raise SettingsError(f"only {name}: no such number; {did_you_mean(name, known, SEE)}")
    wanted = tuple(slot for slot in slots if not only or slot.name in only)
    if len(wanted) < 2:
        raise SettingsError(f"only {','.join(only)}: a single number; name one more")
    return Numbers(start, wanted)


def slots_of(group: Group, player: Player) -> list[Slot]:
    """The numbers of a group: weights have one for each phase of a game."""
    phases = range(len(player.kit.phases)) if group.table == "weights" else (-1,)
    return [Slot(group, name, phase) for name in group.names(player) for phase in phases]
