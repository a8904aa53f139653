"""A game for Python: step by step, each move checked, every change told.

>>> from trisim.games.trismegistus.rules.game import Game
>>> game = Game.new(players=2, seed=7)
>>> game.seat, game.is_over
(1, False)
>>> game.apply(game.legal()[0])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from trisim.box.faults import did_you_mean
from trisim.engine.kernel import records
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.settings import CONTRADICTIONS
from trisim.games.trismegistus.box.tables import make_tables
from trisim.games.trismegistus.rules.bot.moves import bot_moves
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Move, Part
from trisim.games.trismegistus.rules.machine import BOT_TO_MOVE, run_on
from trisim.games.trismegistus.rules.machine import apply as apply_move
from trisim.games.trismegistus.rules.scoring import is_before, score_now
from trisim.games.trismegistus.rules.setup import set_up
from trisim.games.trismegistus.rules.solo import PLAYERS as SOLO_PLAYERS
from trisim.games.trismegistus.rules.solo import Solo, fill_solo, solo_of
from trisim.games.trismegistus.rules.state import EVENTS, GAME, LOG, MOVES, box_record

MOST_PLAYERS = 4


class IllegalMoveError(ValueError):
    """A move that isn't among the options of the pending decision."""


class GameError(ValueError):
    """A game that can't be set up or stepped as asked."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of the log: what happened, to whom, and why."""

    what: Event
    seat: int  # -1: nobody's
    thing: int
    delta: int
    cause: Cause
    cause_id: int


_RECORDS: dict[str, Any] = {}


def engine_box(box: Box) -> Any:
    """The record of a box, made once."""
    if box.digest not in _RECORDS:
        _RECORDS[box.digest] = box_record(make_tables(box))
    return _RECORDS[box.digest]


@lru_cache(maxsize=1)
def reference_box() -> Box:
    """The reference set, loaded once."""
    return load_box()


class Game:
    """One game: its state, the options of the pending decision, and the log.

    Moves are the numbers that ``legal`` gives; ``describe`` puts them into words. Moves that are
    forced are taken without asking.
    """

    def __init__(self, box: Box, state: Any, options: np.ndarray[Any, Any] | None = None) -> None:
        self.box = box
        self.tables = engine_box(box)
        self.state = state
        self._log = records(1, LOG)[0]
        self._log.capacity = EVENTS
        self._moves = np.zeros(MOVES, np.int32)
        self._count = 0
        if options is not None:
            self._count = len(options)
            self._moves[: self._count] = options

    @classmethod
    def new(
        cls,
        players: int | None = None,
        seed: int = 1,
        *,
        box: Box | None = None,
        achievements: bool = False,
        intro: bool = False,
        alchemists: Sequence[str] = (),
        solo: Solo | None = None,
    ) -> Game:
        """Set up a game, of four if nobody says; with ``alchemists``, laboratories by seat.

        With ``solo`` it is one against Botmegistus, and the alchemist, if one is given, is yours.
        """
        if solo is not None:
            check_solo(solo, players, achievements)
        players = players or (4 if solo is None else SOLO_PLAYERS)
        if not 2 <= players <= MOST_PLAYERS:
            raise GameError(f"{players} players: a game is for 2 to 4")
        if not 0 <= seed < 2**64:
            raise GameError(f"seed {seed}: a seed is a whole number from 0 to 2**64 - 1")
        game = cls(box or reference_box(), records(1, GAME)[0])
        if solo is not None:
            fill_solo(game.state.solo, solo)
        set_up(game.state, game.tables, game._log, players, achievements, intro, seed)
        game._run()
        game._assign(alchemists, intro)
        return game

    def _assign(self, alchemists: Sequence[str], intro: bool) -> None:
        """Take the laboratories that were asked for."""
        if not alchemists:
            return
        if intro:
            raise GameError("the introductory setup has alchemists of its own")
        names = list(self.box.alchemists)
        for name in alchemists:
            if name not in names:
                raise GameError(f"no alchemist '{name}'; {did_you_mean(name, names)}")
        wanted_by = self._alchemists_by_seat(alchemists)
        while self.frame is Frame.LABORATORY:
            wanted = names.index(wanted_by[self.seat])
            self.apply((int(Move.LABORATORY) << 24) | (wanted << 16))

    def _alchemists_by_seat(self, alchemists: Sequence[str]) -> dict[int, str]:
        """Who is to have which laboratory; Botmegistus has none."""
        seats = [seat for seat in range(self.players) if seat != self.bot_seat]
        if len(set(alchemists)) < len(seats) or len(alchemists) != len(seats):
            if self.solo is not None:
                raise GameError("a solo game needs one alchemist: yours")
            raise GameError(f"{self.players} players need as many different alchemists")
        return dict(zip(seats, alchemists, strict=True))

    # -- what is to decide

    @property
    def players(self) -> int:
        """How many players there are."""
        return int(self.state.players)

    @property
    def solo(self) -> Solo | None:
        """How hard Botmegistus is; nothing if it doesn't play."""
        return solo_of(self.state.solo)

    @property
    def bot_seat(self) -> int:
        """The seat of Botmegistus; -1: it doesn't play."""
        return int(self.state.bot_seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has been scored."""
        return bool(self.state.over)

    @property
    def frame(self) -> Frame | None:
        """What kind of decision is pending; none when the game is over."""
        if self.is_over or self.state.depth == 0:
            return None
        return Frame(int(self.state.stack[self.state.depth - 1].kind))

    @property
    def seat(self) -> int:
        """Who decides."""
        if self.frame is None:
            raise GameError("the game is over: nobody decides")
        return int(self.state.stack[self.state.depth - 1].seat)

    def legal(self) -> list[int]:
        """The options of the pending decision, in a fixed order; none when the game is over."""
        return [int(move) for move in self._moves[: self._count]]

    def describe(self, move: int) -> str:
        """A move in words a player would use."""
        from trisim.games.trismegistus.text.describe import describe

        return describe(self, move)

    # -- moving

    def apply(self, move: int) -> None:
        """Carry out a move and run on to the next real choice."""
        if move not in self.legal():
            if self.is_over:
                raise IllegalMoveError("the game is over")
            raise IllegalMoveError(
                f"move {move} is none of the {self._count} options of seat {self.seat}"
            )
        count = apply_move(self.state, self.tables, self._moves, self._log, move)
        self._go_on(count)

    def _run(self) -> None:
        """Run on to the first real choice."""
        self._go_on(run_on(self.state, self.tables, self._moves, self._log, -1))

    def _go_on(self, count: int) -> None:
        """Let Botmegistus do what it has to, until somebody has a real choice."""
        while count == BOT_TO_MOVE:
            bot_moves(self.state, self.tables, self._log)
            count = run_on(self.state, self.tables, self._moves, self._log, -1)
        self._count = count
        self._check_log()

    def _check_log(self) -> None:
        if self._log.count >= self._log.capacity:
            raise GameError("the log is full: take its happenings from time to time")

    def happenings(self) -> list[Happening]:
        """Everything that happened since this was last asked."""
        events = self._log.events[: self._log.count]
        self._log.count = 0
        return [
            Happening(
                Event(int(event.what)),
                int(event.seat),
                int(event.thing),
                int(event.delta),
                Cause(int(event.cause)),
                int(event.cause_id),
            )
            for event in events
        ]

    def copy(self) -> Game:
        """An independent copy, with an empty log."""
        state = records(1, GAME)
        state[0] = self.state
        return Game(self.box, state[0], self._moves[: self._count])

    def view(self, seat: int) -> Game:
        """The game as a seat sees it: what is hidden from it is dealt anew."""
        from trisim.games.trismegistus.rules.view import masked

        if not 0 <= seat < self.players:
            raise GameError(f"there is no seat {seat}")
        copy = self.copy()
        masked(copy.state, copy.tables, seat)
        return copy

    # -- scores

    def score(self, seat: int) -> int:
        """A seat's score, or what it would be if the game ended here."""
        if self.is_over:
            return int(self.state.labs[seat].score)
        return int(score_now(self.state, self.tables, seat))

    def parts(self, seat: int) -> dict[Part, int]:
        """The parts of a seat's score so far; all of them when the game is over."""
        return {part: int(self.state.labs[seat].vp[part]) for part in Part}

    def winners(self) -> list[int]:
        """Who won: most points, then most performed experiments, else they share it.

        Against Botmegistus a tie is a win for it.
        """
        if not self.is_over:
            raise GameError("nobody has won yet")
        seats = range(self.players)
        return [
            seat
            for seat in seats
            if not any(is_before(self.state, other, seat) for other in seats if other != seat)
        ]


def check_solo(solo: Solo, players: int | None, achievements: bool) -> None:
    """Stop at what doesn't go together with Botmegistus, or with itself."""
    if players not in (None, SOLO_PLAYERS):
        raise GameError(f"{players} players: a solo game is for you and Botmegistus")
    if achievements:
        raise GameError("a solo game is played without achievements: leave one of them out")
    for one, other in CONTRADICTIONS:
        if getattr(solo.options, one) and getattr(solo.options, other):
            raise GameError(f"'{one}' contradicts '{other}': keep one of them")
