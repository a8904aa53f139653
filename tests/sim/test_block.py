"""The work of one part: what its strategies may do wrong."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from numba.core.errors import TypingError

from trisim.players.registry import Player, StrategyError
from trisim.sim.block import ready


def test_a_strategy_that_can_not_be_compiled_is_named() -> None:
    def fail() -> None:
        raise TypingError("no such\nname")

    player = Player("mine.py", "mine", True, None, "", SimpleNamespace(ready=fail))
    with pytest.raises(
        StrategyError, match=r"'mine\.py' can't be compiled: TypingError: no such name"
    ):
        ready(player)
