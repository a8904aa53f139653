"""A single game in Python: step by step, each move checked, each change in a log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

import numpy as np

from trisim.engine.kernel import records
from trisim.engine.loop import AUTOMA_TO_MOVE
from trisim.engine.rules import Rules
from trisim.texts import did_you_mean

What = TypeVar("What", bound=int, covariant=True)
Cause = TypeVar("Cause", bound=int, covariant=True)


Keep: TypeAlias = "Callable[[Game, Any, int], int]"
"""``keep(game, moves, n)`` moves the options that stay to the front, and returns how many."""


class IllegalMoveError(ValueError):
    """A move that isn't among the options of the pending decision."""


class GameError(ValueError):
    """A game that can't be set up or continued as requested."""


@dataclass(frozen=True, slots=True)
class LogEvent(Generic[What, Cause]):
    """One entry of the log: event, seat and cause."""

    what: What
    seat: int  # -1: nobody's
    thing: int
    delta: int
    cause: Cause
    cause_id: int


class Game:
    """One game: its state, the options of the pending decision, and the log.

    Moves are the numbers that ``legal`` returns. Forced moves are made automatically. A game may
    derive a class of its own, with words for its events and roles.
    """

    event_type: ClassVar[type[IntEnum] | type[int]] = int
    cause_type: ClassVar[type[IntEnum] | type[int]] = int
    """What the numbers of events and causes stand for."""

    role_words: ClassVar[tuple[str, str]] = ("role", "roles")
    roles_repeat: ClassVar[bool] = False
    """Whether two players of a game can have the same role."""

    def __init__(
        self, rules: Rules, box: Any, state: Any, moves: np.ndarray[Any, Any] | None = None
    ) -> None:
        self.rules = rules
        self.box = box
        self.tables = rules.box_for_kernels(box)
        self.state = state
        self._log = records(1, rules.log_type)[0]
        self._log.capacity = rules.events
        self._moves = np.zeros(rules.moves, np.int32)
        self._count = 0
        self._keep: Keep | None = None
        if moves is not None:
            self._count = len(moves)
            self._moves[: self._count] = moves

    @classmethod
    def begin(
        cls,
        rules: Rules,
        box: Any,
        players: int,
        seed: int = 1,
        options: Any = None,
        roles: Sequence[str] = (),
    ) -> Self:
        """A game of some rules before its first choice.

        ``options`` are the game's own; ``roles`` are ids, one for each seat that decides.
        """
        state = records(1, rules.game_type)[0]
        rules.fill_options(state, box, options)
        return cls.set_up(rules, box, state, players, seed, roles)

    @classmethod
    def set_up(
        cls, rules: Rules, box: Any, state: Any, players: int, seed: int, roles: Sequence[str] = ()
    ) -> Self:
        """Begin a game in a blank state that has its options."""
        if not 0 <= seed < 2**64:
            raise GameError(f"seed {seed}: a seed is a whole number from 0 to 2**64 - 1")
        game = cls(rules, box, state)
        rules.kernel("begin")(state, game.tables, game._log, players, seed)
        game.run_on()
        if roles:
            game._assign(roles)
        return game

    def _assign(self, roles: Sequence[str]) -> None:
        """Make the moves that take the requested roles, by seat."""
        names = self.role_ids()
        for name in roles:
            if name not in names:
                one = self.role_words[0]
                raise GameError(f"no {one} '{name}'; {did_you_mean(name, names)}")
        seats = [seat for seat in range(self.players) if seat != self.automa_seat]
        if len(roles) != len(seats) or (len(set(roles)) < len(seats) and not self.roles_repeat):
            self._refuse_roles()
        wanted = dict(zip(seats, map(names.index, roles), strict=True))
        while (move := self._assigned_move(wanted)) >= 0:
            self.apply(move)

    def _refuse_roles(self) -> None:
        raise GameError(f"{self.players} players need as many different {self.role_words[1]}")

    def _assigned_move(self, wanted: dict[int, int]) -> int:
        """The move that takes a seat's role; -1: the pending decision is another one."""
        if self.is_over:
            return -1
        return int(self.rules.kernel("assigned")(self.state, wanted[self.seat]))

    def role_ids(self) -> list[str]:
        """The roles of the box."""
        return list(self.box.roles)

    # -- what is to decide

    @property
    def players(self) -> int:
        return int(self.state.players)

    @property
    def automa_seat(self) -> int:
        """The seat of the automa; -1: it doesn't play."""
        return -1

    @property
    def is_over(self) -> bool:
        return bool(self.state.over)

    @property
    def seat(self) -> int:
        """The seat that decides."""
        if self.is_over:
            raise GameError("the game is over: nobody decides")
        return int(self.rules.kernel("deciding_seat")(self.state))

    def legal(self) -> list[int]:
        """The options of the pending decision, in a fixed order; none when the game is over."""
        return [int(move) for move in self._moves[: self._count]]

    def describe(self, move: int) -> str:
        """A move in words a player would use."""
        return f"move {move}"

    # -- moving

    def apply(self, move: int) -> None:
        """Make a move and continue to the next real choice."""
        if move not in self.legal():
            if self.is_over:
                raise IllegalMoveError("the game is over")
            raise IllegalMoveError(
                f"move {move} is none of the {self._count} options of seat {self.seat}"
            )
        apply = self.rules.kernel("apply")
        self._go_on(apply(self.state, self.tables, self._moves, self._log, move))

    def run_on(self) -> None:
        """Continue a new position to its first real choice."""
        run_on = self.rules.kernel("run_on")
        self._go_on(run_on(self.state, self.tables, self._moves, self._log, -1))

    def _go_on(self, count: int) -> None:
        """Let the automa act until a player has a real choice."""
        run_on = self.rules.kernel("run_on")
        while count == AUTOMA_TO_MOVE:
            assert self.rules.automa is not None
            self.rules.automa(self.state, self.tables, self._log)
            count = run_on(self.state, self.tables, self._moves, self._log, -1)
        self._count = (
            count if self._keep is None or not count else self._keep(self, self._moves, count)
        )
        if self._log.count >= self._log.capacity:
            raise GameError("the log is full: take its events from time to time")

    def events(self) -> list[LogEvent[Any, Any]]:
        """All events since the last call."""
        events = self._log.events[: self._log.count]
        self._log.count = 0
        return [
            LogEvent(
                self.event_type(int(event.what)),
                int(event.seat),
                int(event.thing),
                int(event.delta),
                self.cause_type(int(event.cause)),
                int(event.cause_id),
            )
            for event in events
        ]

    def copy(self) -> Self:
        """An independent copy, with an empty log."""
        state = records(1, self.rules.game_type)
        state[0] = self.state
        copy = type(self)(self.rules, self.box, state[0], self._moves[: self._count])
        copy._keep = self._keep
        return copy

    def restrict(self, keep: Keep) -> None:
        """Leave out options from now on, in copies too."""
        self._keep = keep
        self._count = keep(self, self._moves, self._count)

    def view(self, seat: int) -> Self:
        """The game as a seat sees it: hidden information is dealt anew."""
        if not 0 <= seat < self.players:
            raise GameError(f"there is no seat {seat}")
        copy = self.copy()
        self.rules.kernel("masked")(copy.state, copy.tables, seat)
        return copy

    # -- results: a game has those of its outcome

    def score(self, seat: int) -> float:
        """A seat's points, or those it would have if the game ended here (games of points)."""
        raise NotImplementedError(f"{self.rules.name} has no points")

    def winners(self) -> list[int]:
        """The seats that won or share the win, once the game is over (games of points)."""
        raise NotImplementedError(f"{self.rules.name} has no points")

    @property
    def won(self) -> bool:
        """Whether the team has won, once the game is over (games of a team)."""
        raise NotImplementedError(f"{self.rules.name} is not won or lost together")
