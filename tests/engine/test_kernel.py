"""Registries of kernels: each game has records of its own, whatever they are called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from trisim.engine.kernel import REGISTRIES, KernelRegistry, struct

TWO_GAMES = """
from __future__ import annotations
import numpy as np
from trisim.engine.kernel import KernelRegistry, records, struct

small, large = KernelRegistry("small"), KernelRegistry("large")
small.records["Game"] = struct(("score", np.int8), ("seats", np.int8, (2,)))
large.records["Game"] = struct(("turn", np.int64), ("score", np.float64), ("seats", np.int8, (5,)))

@small.entry
def sum_small(game: Game) -> int:
    return int(game.score) + int(game.seats.sum())

@large.entry
def sum_large(game: Game) -> float:
    return float(game.score) + float(game.seats.sum())

for registry, entry in ((small, sum_small), (large, sum_large)):
    game = records(1, registry.records["Game"])[0]
    game.score = 3
    game.seats[:] = 1
    print(entry(game), len(registry.entries))
"""


@pytest.fixture
def registry() -> KernelRegistry:
    REGISTRIES.pop("of a test", None)
    return KernelRegistry("of a test")


@pytest.mark.parametrize("plain", ["1", "0"])
def test_two_games_have_a_record_of_the_same_name(plain: str, tmp_path: Path) -> None:
    script = tmp_path / "games.py"
    script.write_text(TWO_GAMES, encoding="utf-8")
    env = {**os.environ, "NUMBA_DISABLE_JIT": plain, "TRISIM_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, script], env=env, capture_output=True, text=True)
    assert done.stdout == "5 1\n8.0 1\n", done.stderr


def test_a_name_is_taken_once(registry: KernelRegistry) -> None:
    with pytest.raises(ValueError, match="two registries of kernels called of a test"):
        KernelRegistry("of a test")


def test_a_type_that_a_game_does_not_have_is_named(registry: KernelRegistry) -> None:
    registry.records["Board"] = struct(("height", np.int8))
    with pytest.raises(TypeError, match="the kernels of of a test have no type called 'Game'"):
        registry.numba_type("Game")
