"""A game of *Trismegistus* for Python: step by step, each move checked, every change in a log.

>>> from trisim.games.trismegistus.rules.game import Game
>>> game = Game.new(players=2, seed=7)
>>> game.seat, game.is_over
(1, False)
>>> game.apply(game.legal()[0])
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from trisim.engine import game as engine
from trisim.engine.game import GameError as GameError
from trisim.engine.game import IllegalMoveError as IllegalMoveError
from trisim.engine.kernel import records
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.settings import CONTRADICTIONS
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Part
from trisim.games.trismegistus.rules.scoring import is_before, score_now
from trisim.games.trismegistus.rules.solo import PLAYERS as SOLO_PLAYERS
from trisim.games.trismegistus.rules.solo import Solo, fill_solo, solo_of
from trisim.games.trismegistus.rules.state import GAME

MOST_PLAYERS = 4

LogEvent: TypeAlias = engine.LogEvent[Event, Cause]


@lru_cache(maxsize=1)
def reference_box() -> Box:
    """The reference set, loaded once."""
    return load_box()


def engine_box(box: Box) -> Any:
    """The record of a box for kernels, made once."""
    from trisim.games.trismegistus.loop import RULES

    return RULES.box_for_kernels(box)


class Game(engine.Game):
    """One game: its state, the options of the pending decision, and the log.

    Moves are the numbers that ``legal`` gives; ``describe`` puts them into words. Moves that are
    forced are taken without asking.
    """

    event_type, cause_type = Event, Cause
    role_words = ("alchemist", "alchemists")
    box: Box

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
        from trisim.games.trismegistus.loop import RULES  # which has this class

        if solo is not None:
            check_solo(solo, players, achievements)
        players = players or (4 if solo is None else SOLO_PLAYERS)
        if not 2 <= players <= MOST_PLAYERS:
            raise GameError(f"{players} players: a game is for 2 to 4")
        state = records(1, GAME)[0]
        state.with_achievements, state.with_intro = achievements, intro
        if solo is not None:
            fill_solo(state.solo, solo)
        return cls.set_up(RULES, box or reference_box(), state, players, seed, alchemists)

    def _assign(self, roles: Sequence[str]) -> None:
        if self.state.with_intro:
            raise GameError("the introductory setup has alchemists of its own")
        super()._assign(roles)

    def _refuse_roles(self) -> None:
        if self.solo is not None:
            raise GameError("a solo game needs one alchemist: yours")
        super()._refuse_roles()

    def role_ids(self) -> list[str]:
        """The alchemists of the box."""
        return list(self.box.alchemists)

    # -- what is to decide

    @property
    def solo(self) -> Solo | None:
        """How hard Botmegistus is; nothing if it doesn't play."""
        return solo_of(self.state.solo)

    @property
    def automa_seat(self) -> int:
        """The seat of Botmegistus; -1: it doesn't play."""
        return int(self.state.bot_seat)

    @property
    def bot_seat(self) -> int:
        """The seat of Botmegistus; -1: it doesn't play."""
        return self.automa_seat

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
        return super().seat

    def describe(self, move: int) -> str:
        """A move in words a player would use."""
        from trisim.games.trismegistus.text.describe import describe

        return describe(self, move)

    def events(self) -> list[LogEvent]:
        """Everything that happened since this was last asked."""
        return super().events()

    happenings = events  # its name in documents of earlier versions; it goes with version 1.0

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
