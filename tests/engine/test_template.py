"""Templates: one loop bound to two games, plain and compiled, cold and from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine import toy_games

ROOT = Path(__file__).parents[2]
KERNELS = {"race": 4, "pile": 4}
"""Kernels of each game: two templates and two of its own."""


def played(cache: Path, *names: str) -> list[list[str]]:
    """Both games in one process of their own, compiled: what it prints, line by line."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.toy_games", *names],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", "TRISIM_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("names", [("race", "pile"), ("pile", "race")])
def test_two_games_in_one_process_are_as_plain_cold_and_cached(
    names: tuple[str, str], tmp_path: Path
) -> None:
    cold = played(tmp_path, *names)
    assert [line[:2] for line in cold] == [[name, "True"] for name in names]
    assert int(cold[0][2]) >= KERNELS[names[0]]
    assert int(cold[1][2]) >= int(cold[0][2]) + KERNELS[names[1]]
    for order in (names, names[::-1]):
        assert played(tmp_path, *order) == [[name, "True", "0"] for name in order]


def test_each_game_has_its_own_rules() -> None:
    races, piles = (toy_games.play(name, is_compiled=False) for name in ("race", "pile"))
    assert races != piles
    assert len({turns for turns, _ in races}) > 1


def test_templates_themselves_are_left_alone() -> None:
    with pytest.raises(TypeError, match="bound to one"):
        toy_games.turns_of(None)


@pytest.mark.parametrize(
    ("names", "wrong"),
    [({"begin": None}, r"\['step'\]"), ({"begin": None, "step": None, "stop": 1}, r"\['stop'\]")],
)
def test_a_kernel_that_is_missing_or_unknown_is_named(names: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=f"race: kernels that are missing or unknown: {wrong}"):
        toy_games.TEMPLATES.bind(toy_games.RACE, __name__, **names)
