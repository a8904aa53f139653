"""A small game has weights, errors, search and explanations by a kernel that fills in features."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine import toy_pig
from tests.engine.toy_pig import BANK, BOX_OF_FILES, KIT, ROLL, RULES, played
from trisim.engine.game import GameError, IllegalMoveError
from trisim.players.choosing import chooser
from trisim.players.explaining import Standing
from trisim.players.player import StrategyError
from trisim.players.registry import every_strategy, load, names

ROOT = Path(__file__).parents[2]


COMPARE = """
import sys
from tests.engine.toy_pig import rows_of
compiled, plain = (rows_of(sys.argv[1:], 6, is_compiled) for is_compiled in (True, False))
print(compiled == plain)
"""


def game_with(pot: int, banked: int = 0) -> Any:
    """A game of two in which seat 0 has a choice."""
    game = RULES.new_game(BOX_OF_FILES, 2, 1)
    game.state.active, game.state.pot, game.state.banked[0] = 0, pot, banked
    return game


def choice(spec: str, game: Any) -> int:
    return chooser(load(spec, KIT), 1, game.seat, game.box)(game)


def test_shipped_strategies_are_those_of_the_game() -> None:
    assert names(KIT) == ["careful", "opener"]
    assert [each.error for each in every_strategy(KIT)] == ["", ""]
    assert {load(name, KIT).game for name in names(KIT)} == {"pig"}


@pytest.mark.parametrize(
    ("pot", "banked", "move"), [(9, 0, ROLL), (11, 0, BANK), (9, 15, BANK), (4, 15, ROLL)]
)
def test_weights_count_by_phase(pot: int, banked: int, move: int) -> None:
    assert choice("careful", game_with(pot, banked)) == move


def test_weights_can_be_given_and_are_the_same_in_all_phases() -> None:
    assert load("careful:pot=0.5", KIT).weights["pot"] == (0.5, 0.5)
    assert choice("careful:pot=0.5", game_with(5)) == BANK


def test_hidden_cards_change_no_choice() -> None:
    for pot in range(1, 20):
        game = game_with(pot)
        before = [choice(spec, game) for spec in ("careful", "careful:iterations=12")]
        game.state.bonus[1] = 4 - game.state.bonus[1]
        assert [choice(spec, game) for spec in ("careful", "careful:iterations=12")] == before


def test_errors_are_made_as_often_as_asked() -> None:
    wrong = [choice("careful:noise=1:far=50", game_with(pot)) for pot in range(1, 40)]
    right = [choice("careful", game_with(pot)) for pot in range(1, 40)]
    assert wrong != right
    assert [choice("careful:noise=0:far=50", game_with(pot)) for pot in range(1, 40)] == right


def test_options_are_explained_by_feature() -> None:
    assert KIT.explain is not None
    choose = KIT.explain(load("careful", KIT), 1, 0, BOX_OF_FILES)
    assert choose(game_with(11, 2)) == BANK
    chosen, other = choose.last.options
    assert (chosen.words, chosen.parts) == ("bank 11", {"banked": 13.0})
    assert other.parts == {"banked": 2.0, "pot": pytest.approx(8.8), "rolling": 2.0}
    assert chosen.value == sum(chosen.parts.values())
    assert choose.last.difference() == {
        "banked": 11.0,
        "pot": pytest.approx(-8.8),
        "rolling": pytest.approx(-2.0),
    }


def test_the_search_explains_what_it_simulated() -> None:
    assert KIT.explain is not None
    choose = KIT.explain(load("careful:iterations=100:trust=0", KIT), 1, 0, BOX_OF_FILES)
    choose(game_with(60, 5))
    assert choose.last.chosen.words == "bank 60"
    assert sum(option.lines for option in choose.last.options) > 2
    assert all(option.standing is Standing.PLAIN for option in choose.last.options)


def test_a_game_is_checked_step_by_step() -> None:
    game = RULES.new_game(BOX_OF_FILES, 3, 7)
    copy, view = game.copy(), game.view(1)
    assert copy.legal() == view.legal() == game.legal()
    game.apply(game.legal()[0])
    assert copy.state.decisions == 0
    with pytest.raises(IllegalMoveError, match="move 7 is none of the 2 options of seat"):
        copy.apply(7)
    with pytest.raises(GameError, match="there is no seat 3"):
        game.view(3)
    with pytest.raises(GameError, match="a seed is a whole number"):
        RULES.new_game(BOX_OF_FILES, 3, -1)


def test_the_same_seed_gives_the_same_game() -> None:
    choosers = [chooser(load("careful:noise=0.2", KIT), 3, seat, BOX_OF_FILES) for seat in (0, 1)]
    assert played(choosers, 3) == played(choosers, 3) != played(choosers, 4)


def test_a_strategy_for_another_game_is_refused() -> None:
    with pytest.raises(StrategyError) as caught:
        load(str(ROOT / "tests" / "strategies" / "looker.py"), KIT)
    said = str(caught.value)
    assert "a strategy for trismegistus, and pig is played; import from" in said
    assert "\n" not in said


def test_a_weights_file_for_another_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('idea = "x"\n[weights]\ngold = 1\nbanked = [1, 2, 3]\n')
    with pytest.raises(StrategyError, match="'gold': no such feature") as caught:
        load(str(tmp_path / "mine.toml"), KIT)
    assert str(caught.value).endswith("(and 1 more)")
    (tmp_path / "mine.toml").write_text('idea = "x"\n[weights]\nbanked = [1, 2, 3]\n')
    with pytest.raises(StrategyError, match="give one, or two: for the beginning and the end"):
        load(str(tmp_path / "mine.toml"), KIT)


def test_compiled_games_have_the_same_rows_as_plain_ones(tmp_path: Path) -> None:
    specs = ["careful:iterations=12:length=4", "careful:noise=0.3", "opener"]
    done = subprocess.run(
        [sys.executable, "-c", COMPARE, *specs],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", "TRISIM_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True\n"
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("pig-")


def test_the_loop_writes_down_every_game() -> None:
    rows = toy_pig.rows_of(["careful", "opener"], 4, is_compiled=False)
    assert [row[0] for row in rows] == [0, 1, 2, 3]
    assert all(row[7] >= 30 for row in rows)  # seat 1 never banks
