"""The rules of a game for Python: records, kernels, and how a game is set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from trisim.engine.kernel import Entry, KernelRegistry, Pointed

if TYPE_CHECKING:
    from trisim.engine.game import Game


def no_groups(options: Any) -> tuple[str, ...]:
    """For a game whose rules are compiled as a whole."""
    return ()


def no_automa_seat(box: Any, options: Any) -> int:
    """For a game without an automa."""
    return -1


def no_options(game: Any, box: Any, options: Any) -> None:
    """For a game without options."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """All that is needed to play a game, one at a time from Python or many in the compiled loop.

    ``options`` in the functions below is the game's own ``GameOptions``.
    """

    registry: KernelRegistry
    """The game's records and kernels; it knows the records ``Game``, ``Log`` and ``Box``."""

    seats: int
    """Room for players: the most that a game can have."""

    moves: int
    """Room for the options of a decision."""

    events: int
    """Room for the events of a whole game."""

    box_record: Callable[[Any], Any]
    """``box_record(box)``: the box as a record for kernels. ``box_for_kernels`` keeps it."""

    loop: Any
    """The templates of ``trisim.engine.loop``, bound to the game: ``play_games`` and others."""

    face: type[Game]
    """The class of a single game in Python."""

    automa: Pointed | None = None
    """``automa(game, box, log)`` does what the automa has to do; None without one."""

    fill_options: Callable[[Any, Any, Any], None] = no_options
    """``fill_options(game, box, options)`` writes the options into the record of a blank game."""

    automa_seat: Callable[[Any, Any], int] = no_automa_seat
    """``automa_seat(box, options)``: the seat that the automa takes; -1 if it doesn't play."""

    entry_modules: tuple[str, ...] = ()
    """The modules with the entries that every run needs."""

    kernel_groups: Mapping[str, str] = field(default_factory=dict)
    """The groups of entries that only some runs need, and the module of each."""

    groups_of: Callable[[Any], tuple[str, ...]] = no_groups
    """``groups_of(options)``: the groups that games with these options need."""

    boxes: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def name(self) -> str:
        return self.registry.name

    @property
    def game_type(self) -> np.dtype[Any]:
        """The record of a game's state."""
        return self.registry.records["Game"]

    @property
    def log_type(self) -> np.dtype[Any]:
        """The record of the log, with room for ``events``."""
        return self.registry.records["Log"]

    @property
    def loop_state(self) -> np.dtype[Any]:
        """The record of the loop's state."""
        return self.registry.records["LoopState"]

    @property
    def play_games(self) -> Entry:
        """The loop that plays many games."""
        entry: Entry = self.loop.play_games
        return entry

    def kernel(self, name: str) -> Any:
        """A kernel that the loop is bound to, such as ``begin``, ``run_on`` or ``apply``."""
        return self.loop.names[name]

    def automas(self, options: Any, is_compiled: bool) -> tuple[Any, ...]:
        """The functions that the loop calls when the automa acts."""
        automa: Pointed = self.loop.no_automa
        if self.automa is not None and options.automas:
            automa = self.automa
        return (automa.function(is_compiled),)

    def box_for_kernels(self, box: Any) -> Any:
        """The record of a box, made once for each content."""
        if box.digest not in self.boxes:
            self.boxes[box.digest] = self.box_record(box)
        return self.boxes[box.digest]

    def new_game(
        self, box: Any, players: int, seed: int, options: Any = None, roles: Sequence[str] = ()
    ) -> Game:
        """A game before its first choice; with ``roles``, one for each seat that decides."""
        return self.face.begin(self, box, players, seed, options, roles)
