"""The files that ``trisim strategies new`` writes: each plays, and better than chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from trisim.api import explain, play_game
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.text.position import make_position
from trisim.players.player import Kind
from trisim.players.registry import load
from trisim.players.scaffold import template, write_new

SEEDS = (1, 2)


def destroyed(strategy: str) -> int:
    """Curses that two players destroy by actions in a few games."""
    games = (play_game(2, seed, strategy, game="madness").transcript for seed in SEEDS)
    return sum(text.count("destroys the curse ") for text in games)


@pytest.mark.parametrize("kind", [Kind.COMPILED, Kind.PYTHON], ids=str)
def test_new_code_destroys_more_curses_than_chance(kind: Kind, tmp_path: Path) -> None:
    path = write_new("mine", kind, tmp_path, KIT)
    assert destroyed(str(path)) > 2 * destroyed("random")


def test_new_weights_destroy_a_curse_that_they_can_pay_for(tmp_path: Path) -> None:
    path = write_new("mine", Kind.WEIGHTS, tmp_path, KIT)
    seats = [{"mage": "ada", "hand": {"air 1": 4, "fire 1": 2}}]
    game = make_position({"curses": [{"id": "howling", "on": "2"}], "seats": seats})
    chosen = explain(game, f"{path}:width=1:depth=1").chosen
    assert chosen.words.startswith("destroy the curse Howling")
    assert "strategies features --game madness" in template(Kind.WEIGHTS, KIT)


def test_numbers_of_new_code_can_be_set(tmp_path: Path) -> None:
    for kind, number in ((Kind.COMPILED, "pile=3"), (Kind.PYTHON, "curse=2")):
        path = write_new(f"mine-{kind.name.lower()}", kind, tmp_path, KIT)
        assert load(f"{path}:{number}", KIT).kind is kind
