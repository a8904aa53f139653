"""The players' part of a game: the record of a strategy, features, shipped strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import numpy as np

from trisim.engine.kernel import KernelRegistry, Strategy, records

if TYPE_CHECKING:
    from trisim.players.player import Player
    from trisim.players.restrictions import Restriction


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a weights file can set, besides the weights."""

    default: float
    meaning: str
    least: float | None = None
    most: float | None = None
    """The limits, if it has some."""

    is_whole: bool = False

    def allows(self, value: float) -> bool:
        """Whether a value is within the limits.

        >>> Number(6, "", 2, 16, is_whole=True).allows(2.5)
        False
        """
        if self.least is not None and value < self.least:
            return False
        if self.most is not None and value > self.most:
            return False
        return not self.is_whole or float(value).is_integer()

    @property
    def limits(self) -> str:
        """The limits, in words.

        >>> Number(6, "", 2, 1000, is_whole=True).limits
        'a whole number from 2 to 1,000'
        """
        whole = "whole " if self.is_whole else ""
        ends = "" if self.least is None or self.most is None else " from {:,} to {:,}"
        return f"a {whole}number{ends.format(self.least, self.most)}"


def no_restrictions(box: Any) -> tuple[Restriction, ...]:
    """For a game that has nothing to play without."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class PlayerKit:
    """What all strategies of a game share."""

    registry: KernelRegistry
    """The game's kernels; it knows the record ``Policy``."""

    fill: Callable[[Any, Player, Any], None]
    """``fill(policy, player, box)`` puts a player into a blank record."""

    strategies: Traversable
    """The folder of the strategies that come with the game."""

    module: str
    """What the files of its strategies import."""

    templates: Traversable | None = None
    """The folder of what ``trisim strategies new`` writes; None: there is nothing to write."""

    parameter_room: int = 8
    """How many parameters a compiled strategy may declare."""

    # strategies of weights

    features: Mapping[str, str] = field(default_factory=dict)
    """What a position is judged by: the meaning of each feature, by its name in weights files."""

    chapters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The features by topic, in the order in which weights files list them."""

    yardstick: str = ""
    """The feature that weights are measured by: tuning leaves its weight alone."""

    phases: tuple[str, ...] = ("the game",)
    """The parts of a game that have weights of their own, such as rounds."""

    judgement: Mapping[str, Number] = field(default_factory=dict)
    """Numbers inside the features."""

    search: Mapping[str, Number] = field(default_factory=dict)
    """Numbers of the search."""

    choose_best: Strategy | None = None
    """Chooses by weights; None: the game has no weights."""

    choose_by_search: Strategy | None = None
    """Chooses by search, with weights; None: the game has no search."""

    explain: Callable[..., Any] | None = None
    """``explain(player, seed, seat, box, rotation)``: what chooses for a seat as a chooser does,
    and has an ``Explanation`` of the last choice; None: the game explains nothing."""

    # what any strategy can be forbidden

    restrictions: Callable[[Any], tuple[Restriction, ...]] = no_restrictions
    """``restrictions(box)``: what a player can be forbidden to take and use (``without=``)."""

    allowed: Any = None
    """The templates of ``trisim.players.allowed``, bound to a game that has restrictions."""

    # words about strategies

    recommended: str = ""
    """The strategy to play with for questions about balance; "" if there is no advice."""

    weaker: frozenset[str] = frozenset()
    """Strategies that are too weak for questions about balance."""

    advice: str = ""
    """Why to play with the recommended one: a clause, without a full stop."""

    other_groups: tuple[str, ...] = ()
    """Groups of entry points with strategies, besides ``trisim.strategies.GAME``."""

    no_strategies: Mapping[str, str] = field(default_factory=dict)
    """Words that are no strategies, such as that of an automa, and what to do instead."""

    shipped_before: frozenset[str] = frozenset()
    """Digests of shipped strategies in Python as earlier versions had them: their runs have copies,
    and this code is ours."""

    @property
    def game(self) -> str:
        return self.registry.name

    @property
    def phase_words(self) -> str:
        """The phases in a row: rounds 1, 2 and 3."""
        *first, last = self.phases
        if not first:
            return last
        kinds = {phase.partition(" ")[0] for phase in self.phases}
        numbers = [phase.partition(" ")[2] for phase in self.phases]
        if len(kinds) == 1 and all(map(str.isdigit, numbers)):
            return f"{kinds.pop()}s {', '.join(numbers[:-1])} and {numbers[-1]}"
        return f"{', '.join(first)} and {last}"

    @property
    def policy(self) -> np.dtype[Any]:
        """The record that a strategy gets."""
        return self.registry.records["Policy"]

    def policy_of(self, player: Player, box: Any) -> Any:
        """The record of a player in a single game."""
        policy = records(1, self.policy)[0]
        self.fill(policy, player, box)
        return policy

    def advice_for(self, specs: Iterable[str]) -> str:
        """The strategy to use for questions about balance, and why; "" unless all are weaker."""
        names = {spec.partition(":")[0] for spec in specs}
        if not self.recommended or not names <= self.weaker:
            return ""
        return (
            f"For questions about balance, play with --strategy {self.recommended}: {self.advice}."
        )
