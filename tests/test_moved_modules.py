"""Documented modules that have moved are found by their old names."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import trisim

OLD_STRATEGY = """
from trisim.players.strategy import Box, Game, Mind, Moves, draw, strategy
from trisim.rules.actions import experiments_held
from trisim.rules.codes import Move
from trisim.rules.game import Game as Played
from trisim.rules.position import read_position, write_position
from trisim.rules.solo import Solo
import trisim
assert Played is trisim.Game
print(Move.__module__, trisim.rules.codes.Move is Move)
"""


@pytest.mark.parametrize("old", trisim.MOVED)
def test_an_old_name_is_the_same_module(old: str) -> None:
    now = import_module(trisim.MOVED[old])
    assert import_module(old) is now
    assert now.__name__ == trisim.MOVED[old]
    assert now.__spec__ is not None
    assert now.__spec__.name == trisim.MOVED[old]


def test_old_imports_work_in_a_fresh_process() -> None:
    done = subprocess.run([sys.executable, "-c", OLD_STRATEGY], capture_output=True, text=True)
    assert done.stdout == "trisim.games.trismegistus.rules.codes True\n", done.stderr


def test_other_modules_of_an_old_package_are_no_copies() -> None:
    from trisim.games.trismegistus.rules import payment

    assert import_module("trisim.rules.payment") is payment
    with pytest.raises(ModuleNotFoundError, match=r"trismegistus\.rules\.no_such_chapter"):
        import_module("trisim.rules.no_such_chapter")


@pytest.mark.parametrize("name", ["alchemist", "cards", "difficulty", "summary"])
def test_pages_of_the_box_can_be_imported_first(name: str) -> None:
    code = f"import trisim.games.trismegistus.box.show.{name}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
