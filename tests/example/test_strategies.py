"""Strategies of the example: shipped ones, and new ones from the templates of every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.example.playing import BOX
from trisim.players.choosing import chooser
from trisim.players.player import Kind
from trisim.players.registry import load, names
from trisim.players.scaffold import write_new
from trisim.plugin import load as load_game

GAMES = ("summit", "expedition")


def scores(game: str, spec: str, others: str, deals: int = 4) -> tuple[float, float]:
    """Heights of a strategy in seat 0 and of another in seat 1, on average."""
    plugin = load_game(game)
    rules, kit = plugin.rules, plugin.players
    heights = [0.0, 0.0]
    for seed in range(deals):
        table = rules.new_game(BOX, 2, seed, plugin.info.options())
        seated = [load(spec, kit), load(others, kit)]
        choosers = [chooser(player, seed, seat, BOX) for seat, player in enumerate(seated)]
        while not table.is_over:
            table.apply(choosers[table.seat](table))
        for seat in range(2):
            heights[seat] += float(table.state.climbers[seat].camp) / deals
    return heights[0], heights[1]


@pytest.mark.parametrize("game", GAMES)
def test_both_games_have_the_same_strategies(game: str) -> None:
    assert {*names(load_game(game).players)} >= {"random", "steady", "bold", "timid"}


@pytest.mark.parametrize("game", GAMES)
def test_weights_climb_higher_than_chance(game: str) -> None:
    steady, chance = scores(game, "steady", "random")
    assert steady > chance + 5


def test_search_plays() -> None:
    searching, chance = scores("summit", "steady:iterations=8", "random", deals=1)
    assert searching > chance


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("game", GAMES)
def test_a_new_strategy_of_any_kind_plays_as_it_is(game: str, kind: Kind, tmp_path: Path) -> None:
    path = write_new("mine", kind, tmp_path, load_game(game).players)
    scores(game, str(path), "random", deals=1)


def test_a_new_file_of_weights_explains_every_feature(tmp_path: Path) -> None:
    kit = load_game("summit").players
    text = write_new("mine", Kind.WEIGHTS, tmp_path, kit).read_text(encoding="utf-8")
    assert "camp = 1  # height of the last camp\n" in text
    assert "risk = 0  # " in text
    assert "a list of two is for: before the last day, on the last day" in text
