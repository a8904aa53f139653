"""Games to be recorded, with everything written down, and what they told while they were played.

``python -m tests.madness.record.playing FILE`` plays all cases compiled and keeps their rows.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import polars as pl

from trisim.engine.game import LogEvent
from trisim.games.madness.game import Options
from trisim.games.madness.rules import actions, machine, turn
from trisim.games.madness.rules.codes import Cause, Frame, Move
from trisim.sim.block import play_block, replay_game
from trisim.sim.options import Scenario
from trisim.sim.plan import Plan, prepare
from trisim.sim.run_request import RunRequest

HERE = Path(__file__).parent
TESTBOX = HERE.parent / "testbox"
BUSY, EASY, HARD, GIFTS = (
    HERE / name for name in ("busy.py", "easy.toml", "hard.toml", "gifts.toml")
)
EVERYTHING: dict[str, Any] = {"cards": True, "ledger": 1}


def request_for(players: int, deals: int = 1, **changes: Any) -> RunRequest:
    """A few deals of a game with everything written down; ``setups`` are scenarios."""
    setups = tuple(Scenario(each.scenario, each) for each in changes.pop("setups", (Options(),)))
    given: dict[str, Any] = {"lineup": str(BUSY), "seed": 5, **EVERYTHING, **changes}
    one = replace(RunRequest.of(game="madness", players=players, games=1, **given), setups=setups)
    return replace(one, games=deals * one.games_a_deal)


def setup(difficulty: str, mode: str = "normal") -> Options:
    return Options(difficulty=difficulty, mode=mode)


@cache
def cases() -> dict[str, Plan]:
    """Games that differ in all that changes how they are played and written down."""
    both = (setup("I", "nightmare"), setup("III", "both"))
    requests = {
        "two": request_for(2, setups=both),
        "random": request_for(4, 2, lineup="random", setups=(setup("II", "terror"),), ledger=2),
        "five": request_for(5, lineup=f"random,{BUSY},random,{BUSY},random"),
        "easy": request_for(2, variants=(EASY,), seed=4),
        "hard": request_for(2, variants=(HARD,), seed=2),
        "gifts": request_for(3, variants=(GIFTS,), setups=(setup("II"),), seed=9),
        "chosen": request_for(2, mages="chosen", box=TESTBOX, seed=9),
        "testbox": request_for(4, box=TESTBOX, seed=7, setups=(setup("II", "terror"),)),
        "players": request_for(2, log="players", cards=False, ledger=0, mages="random"),
    }
    return {name: prepare(request, compiled=True) for name, request in requests.items()}


@cache
def rows_of(case: str) -> dict[str, pl.DataFrame]:
    """All rows of a case, words as text."""
    plan = cases()[case]
    blocks = play_block(plan, 0, plan.request.deals)
    return {name: words(pl.DataFrame(pl.from_arrow(table))) for name, table in blocks.items()}


def words(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(
        pl.col(pl.Categorical).cast(pl.String),
        pl.col(pl.List(pl.Categorical)).cast(pl.List(pl.String)),
    )


# ---------------------------------------------------------------- played again


@dataclass(frozen=True)
class Choice:
    """A real choice: who makes it, and among how many options."""

    seat: int
    options: int


@dataclass(frozen=True)
class Act:
    """An action, ability or pass that is chosen: inside of how many effects, and who gave it."""

    depth: int
    giver: int | None


@dataclass
class Told:
    """A game played again, plain, with what could be seen from outside."""

    game: Any
    stream: list[LogEvent[Any, Any] | Choice] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    ends: list[Any] = field(default_factory=list)
    """The state of the game at the end of each turn."""


@cache
def told(case: str, number: int) -> Told:
    """Play a game again; look at its stack at each action, and at the state after each turn."""
    seen: list[Told] = []
    with watched(seen):
        game, choosers = replay_game(cases()[case], number)
        seen.append(Told(game))
        while not game.is_over:
            seen[0].stream += game.events()
            seen[0].stream.append(Choice(game.seat, len(game.legal())))
            game.apply(choosers[game.seat](game))
        seen[0].stream += game.events()
    seen[0].ends.append(game.state.copy())
    return seen[0]


@contextmanager
def watched(seen: list[Told]) -> Iterator[None]:
    """Let the rules tell of actions and of turns that begin."""
    choose_action, begin_turn = actions.choose_action, turn.begin_turn

    def choose(state: Any, box: Any, log: Any, kind: int, first: int, second: int) -> None:
        frame = state.stack[state.depth - 1]
        if kind != Move.END or frame.arg[0] >= 0:
            seen[0].acts.append(act_of(state))
        choose_action(state, box, log, kind, first, second)

    def begin(state: Any, box: Any, log: Any) -> None:
        if state.turn > 0:
            seen[0].ends.append(state.copy())
        begin_turn(state, box, log)

    with patch.object(machine, "choose_action", choose), patch.object(machine, "begin_turn", begin):
        yield


def act_of(state: Any) -> Act:
    """Who gave the action that is chosen now: all effects that are under way give actions."""
    effects = [
        frame for frame in state.stack[: state.depth] if int(frame.kind) == int(Frame.EFFECT)
    ]
    if not effects:
        return Act(0, None)
    by_player = int(effects[-1].cause) in (Cause.SPELL, Cause.MAGE)
    return Act(len(effects), int(effects[-1].seat) if by_player else None)


def main() -> None:
    """Play all cases and keep their rows."""
    rows = {name: play_block(plan, 0, plan.request.deals) for name, plan in cases().items()}
    Path(sys.argv[1]).write_bytes(pickle.dumps(rows))


if __name__ == "__main__":
    main()
