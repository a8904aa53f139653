"""Strategies by name and by file; what can't be one is named with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from trisim.players.choosing import chooser
from trisim.players.registry import StrategyError, load, names
from trisim.rules.game import Game

COMPILED = '''"""Always the first option."""
from __future__ import annotations
from trisim.players.strategy import Box, Game, Mind, Moves, strategy

@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, mind: Mind) -> int:
    return int(moves[0])
'''

IN_PYTHON = """
class Patient:
    def __init__(self):
        self.asked = 0

    def choose(self, view):
        self.asked += 1
        return view.legal()[-1]
"""


def strategy_file(folder: Path, text: str, name: str = "mine.py") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_strategy_is_found_by_name() -> None:
    player = load("random")
    assert (player.spec, player.name, player.compiled, player.blind) == (
        "random",
        "random",
        True,
        True,
    )
    assert player.source is not None
    assert player.source.is_file()


def test_an_unknown_name_gets_a_proposal() -> None:
    with pytest.raises(StrategyError, match="no strategy 'randm'; did you mean 'random'"):
        load("randm")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(StrategyError, match=r"no strategy file \./nothing\.py; name a file"):
        load("./nothing.py")


def test_a_compiled_strategy_is_a_function_with_the_decorator(tmp_path: Path) -> None:
    player = load(strategy_file(tmp_path, COMPILED))
    assert player.compiled
    assert not player.blind
    assert player.name == "mine"


def test_a_strategy_in_python_is_a_class_with_choose(tmp_path: Path) -> None:
    player = load(strategy_file(tmp_path, IN_PYTHON))
    assert not player.compiled
    first, second = chooser(player, 1, 0), chooser(player, 1, 0)
    game = Game.new(2, 3)
    assert first(game) == second(game) == game.legal()[-1]


def test_a_changed_file_is_another_strategy(tmp_path: Path) -> None:
    before = load(strategy_file(tmp_path, COMPILED))
    after = load(strategy_file(tmp_path, COMPILED.replace("moves[0]", "moves[n - 1]")))
    assert before.digest != after.digest
    game = Game.new(2, 3)
    assert chooser(before, 1, 0)(game) == game.legal()[0]
    assert chooser(after, 1, 0)(game) == game.legal()[-1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def choose(view)\n    return 1\n", r"mine\.py: line 1: SyntaxError"),
        ("import math\n\nmath.nothing\n", r"mine\.py: line 3: AttributeError"),
        ("answer = 42\n", r"neither a function 'choose' with @strategy nor one class"),
        ("def choose(view): return 1\n", r"neither a function 'choose' with @strategy nor one"),
        (IN_PYTHON + IN_PYTHON.replace("Patient", "Other"), r"found 2"),
    ],
)
def test_nonsense_is_refused_with_file_and_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(StrategyError, match=said):
        load(strategy_file(tmp_path, text))


def test_noise_is_a_seats_own_in_each_rotation() -> None:
    player = load("random")

    def first_moves(seed: int, rotation: int) -> list[int]:
        game = Game.new(2, 3)
        choose = [chooser(player, seed, seat, rotation) for seat in range(2)]
        moves = []
        for _ in range(25):
            moves.append(choose[game.seat](game))
            game.apply(moves[-1])
        return moves

    assert first_moves(1, 0) == first_moves(1, 0)
    assert len({tuple(first_moves(*key)) for key in [(1, 0), (1, 1), (2, 0)]}) == 3


def test_every_shipped_strategy_says_what_it_does() -> None:
    for name in names():
        source = load(name).source
        assert source is not None
        assert source.read_text(encoding="utf-8").startswith('"""')


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("from __future__ import annotations\n", "", "begin the file with 'from __future__"),
        ("-> int", "", "write the function as 'def choose"),
        ("n: int, ", "", "write the function as 'def choose"),
        ("n: int, ", "n: float, ", "write the function as 'def choose"),
    ],
)
def test_a_compiled_strategy_says_what_its_arguments_are(
    before: str, after: str, expected: str, tmp_path: Path
) -> None:
    with pytest.raises(StrategyError, match=expected):
        load(strategy_file(tmp_path, COMPILED.replace(before, after)))
