"""The work of one part: what its strategies may do wrong."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from numba.core.errors import TypingError

from tests.trismegistus.rules.helpers import box_with
from trisim.games.trismegistus.loop import bound
from trisim.games.trismegistus.players.kit import KIT
from trisim.players.registry import Kind, Player, StrategyError
from trisim.sim.block import play_block, ready
from trisim.sim.plan import prepare
from trisim.sim.run_request import RunRequest


def test_a_strategy_that_can_not_be_compiled_is_named() -> None:
    def fail() -> None:
        raise TypingError("no such\nname")

    player = Player(KIT, "mine.py", "mine", Kind.COMPILED, None, "", SimpleNamespace(ready=fail))
    with pytest.raises(
        StrategyError, match=r"'mine\.py' can't be compiled: TypingError: no such name"
    ):
        ready(player)


def test_a_strategy_that_never_returns_is_named() -> None:
    compiled = SimpleNamespace(nopython_signatures=[SimpleNamespace(return_type="none")])
    player = Player(
        KIT, "mine.py", "mine", Kind.COMPILED, None, "", SimpleNamespace(ready=lambda: compiled)
    )
    with pytest.raises(StrategyError, match="it can only raise, and never gives a move"):
        ready(player)


FAILING = """
class Failing:
    def choose(self, view):
        if len(view.legal()) > 2:
            raise {error}
        return view.legal()[0]
"""

COMPILED = """
from __future__ import annotations
from trisim.games.trismegistus.strategy import Box, Game, Moves, Policy, strategy

@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    if n > 2:
        raise ValueError("too many")
    return int(moves[0])
"""

SILENT = """
class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no words")
"""


def play_with(folder: Path, text: str) -> None:
    (folder / "mine.py").write_text(text, encoding="utf-8")
    lineup = (str(folder / "mine.py"), "random")
    request = RunRequest(players=2, games=2, lineup=lineup)
    play_block(prepare(request, box=box_with()), 0, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (FAILING.format(error="ValueError('three')"), "line 5: ValueError: three"),
        (SILENT + FAILING.format(error="Silent()"), "line 9: Silent"),
        (COMPILED, "line 8: ValueError: too many"),
        (COMPILED.replace('raise ValueError("too many")', "return 0"), "move 0 is none of its"),
    ],
)
def test_a_strategy_that_goes_wrong_is_named_with_its_decision(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(StrategyError) as failed:
        play_with(tmp_path, text)
    line = str(failed.value)
    assert re.search(r"mine\.py' in game 0, seat \d, decision \d+: ", line)
    assert said in line
    assert "\n" not in line


def test_a_fault_of_the_rules_is_not_blamed_on_a_strategy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise OverflowError("too much is pending")

    monkeypatch.setitem(bound.names, "apply", broken)
    with pytest.raises(OverflowError):
        play_with(tmp_path, COMPILED.replace("n > 2", "n < 0"))
