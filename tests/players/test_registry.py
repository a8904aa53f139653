"""Strategies by name, by file and by what is given to them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from trisim.engine.cache import SEARCH
from trisim.games.trismegistus.players.evaluator import choose_best
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.search import choose_by_search
from trisim.games.trismegistus.rules.game import Game
from trisim.players.choosing import chooser
from trisim.players.player import kernel_groups
from trisim.players.registry import Kind, StrategyError, load, names

COMPILED = '''"""Always the first option."""
from __future__ import annotations
from trisim.games.trismegistus.strategy import Box, Game, Moves, Policy, strategy

@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
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
    player = load("random", KIT)
    assert (player.spec, player.name, player.kind, player.blind) == (
        "random",
        "random",
        Kind.COMPILED,
        True,
    )
    assert player.source is not None
    assert player.source.is_file()


def test_an_unknown_name_gets_a_proposal() -> None:
    with pytest.raises(StrategyError, match="no strategy 'randm'; did you mean 'random'"):
        load("randm", KIT)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(StrategyError, match=r"no strategy file \./nothing\.py; name a file"):
        load("./nothing.py", KIT)


def test_a_compiled_strategy_is_a_function_with_the_decorator(tmp_path: Path) -> None:
    player = load(strategy_file(tmp_path, COMPILED), KIT)
    assert player.kind is Kind.COMPILED
    assert not player.blind
    assert player.name == "mine"


def test_a_strategy_in_python_is_a_class_with_choose(tmp_path: Path) -> None:
    player = load(strategy_file(tmp_path, IN_PYTHON), KIT)
    assert player.kind is Kind.PYTHON
    game = Game.new(2, 3)
    first, second = chooser(player, 1, 0, game.box), chooser(player, 1, 0, game.box)
    assert first(game) == second(game) == game.legal()[-1]


def test_a_changed_file_is_another_strategy(tmp_path: Path) -> None:
    before = load(strategy_file(tmp_path, COMPILED), KIT)
    after = load(strategy_file(tmp_path, COMPILED.replace("moves[0]", "moves[n - 1]")), KIT)
    assert before.digest != after.digest
    game = Game.new(2, 3)
    assert chooser(before, 1, 0, game.box)(game) == game.legal()[0]
    assert chooser(after, 1, 0, game.box)(game) == game.legal()[-1]


def test_noise_is_a_seats_own_in_each_rotation() -> None:
    player = load("random", KIT)

    def first_moves(seed: int, rotation: int) -> list[int]:
        game = Game.new(2, 3)
        choose = [chooser(player, seed, seat, game.box, rotation) for seat in range(2)]
        moves = []
        for _ in range(25):
            moves.append(choose[game.seat](game))
            game.apply(moves[-1])
        return moves

    assert first_moves(1, 0) == first_moves(1, 0)
    assert len({tuple(first_moves(*key)) for key in [(1, 0), (1, 1), (2, 0)]}) == 3


def test_every_shipped_strategy_says_what_it_does() -> None:
    for name in names(KIT):
        player = load(name, KIT)
        assert len(player.idea) > 20
        assert player.author


def test_a_name_of_two_files_is_an_error(tmp_path: Path) -> None:
    for name in ("twin.py", "twin.toml", "README.md"):
        (tmp_path / name).write_text(IN_PYTHON, encoding="utf-8")
    kit = replace(KIT, strategies=tmp_path)
    assert names(kit) == ["twin"]
    with pytest.raises(StrategyError) as caught:
        load("twin", kit)
    both = f"{tmp_path / 'twin.py'} and {tmp_path / 'twin.toml'}"
    assert str(caught.value) == f"strategy 'twin' is there twice: {both}; rename one"


def test_ideas_and_authors_come_from_the_file(tmp_path: Path) -> None:
    text = '"""\nLast things first.\n\nMore.\n"""\nAUTHOR = " Ada "\n' + IN_PYTHON
    player = load(strategy_file(tmp_path, text), KIT)
    assert (player.idea, player.author) == ("Last things first.", "Ada")
    assert (load("random", KIT).author, load(strategy_file(tmp_path, IN_PYTHON), KIT).author) == (
        "trisim",
        "",
    )


def test_what_a_class_says_is_its_idea_if_the_file_says_nothing(tmp_path: Path) -> None:
    text = 'class Mine:\n    """Waits."""\n    def choose(self, view): ...\n'
    assert load(strategy_file(tmp_path, text), KIT).idea == "Waits."


def test_every_strategy_can_err(tmp_path: Path) -> None:
    path = strategy_file(tmp_path, IN_PYTHON)
    quiet, noisy = load(path, KIT), load(f"{path}:noise=0.25:far=1.5", KIT)
    assert (quiet.noise, quiet.far, noisy.noise, noisy.far) == (0, 3, 0.25, 1.5)
    assert (noisy.spec, noisy.digest) == (f"{path}:noise=0.25:far=1.5", quiet.digest)


def test_a_compiled_strategy_declares_parameters(tmp_path: Path) -> None:
    declared = 'PARAMETERS = {"patience": 0.3, "greed": 2}\n\n@strategy()'
    path = strategy_file(tmp_path, COMPILED.replace("@strategy()", declared))
    assert list(load(path, KIT).parameters.items()) == [("patience", 0.3), ("greed", 2.0)]
    assert list(load(f"{path}:greed=-1e1", KIT).parameters.items()) == [
        ("patience", 0.3),
        ("greed", -10.0),
    ]


WITH_ARGUMENTS = """
class Mine:
    def __init__(self, depth=2, share=0.5, *, label="x", **others):
        self.depth, self.share = depth, share

    def choose(self, view):
        return view.legal()[min(self.depth, len(view.legal()) - 1)]
"""


def test_a_class_takes_parameters_as_arguments(tmp_path: Path) -> None:
    path = strategy_file(tmp_path, WITH_ARGUMENTS)
    assert dict(load(path, KIT).parameters) == {"depth": 2, "share": 0.5}
    made = load(f"{path}:depth=1:share=1", KIT).choose()
    assert (made.depth, made.share) == (1, 1.0)
    assert isinstance(made.depth, int)
    game = Game.new(2, 3)
    players = [load(f"{path}:depth={depth}", KIT) for depth in (0, 1)]
    moves = [chooser(player, 1, 0, game.box)(game) for player in players]
    assert moves == game.legal()[:2]
    assert load(path, KIT).choose().depth == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (":dept=2", "no parameter 'dept'; did you mean 'depth'?"),
        (":label=2", "no parameter 'label'; known: depth, share, noise, far"),
        (":depth=1.5", "depth is a whole number, such as 2"),
        (":noise=1.01", "noise is the share of decisions with an error, from 0 to 1"),
        (":noise=-0.1", "noise is the share of decisions with an error, from 0 to 1"),
        (":far=-1", "far is the size of an error, in points, 0 or more"),
        (":depth=1:depth=2", "'depth' is given twice; give it once"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(tmp_path: Path, given: str, said: str) -> None:
    path = strategy_file(tmp_path, WITH_ARGUMENTS)
    with pytest.raises(StrategyError) as caught:
        load(path + given, KIT)
    assert str(caught.value).endswith(f"mine.py{given}: {said}") or said in str(caught.value)


# ---------------------------------------------------------------- players that choose_by_search


def test_iterations_make_a_weights_player_think() -> None:
    plain, thinking = (
        load("balanced", KIT),
        load("balanced:iterations=5:options=3:dice=1:trust=0.5", KIT),
    )
    assert not plain.uses_search
    assert plain.choose is choose_best
    assert thinking.uses_search
    assert thinking.choose is choose_by_search
    assert dict(thinking.search) == {"iterations": 5, "options": 3, "dice": 1, "trust": 0.5}
    assert thinking.weights == plain.weights
    assert not load("balanced:options=3", KIT).uses_search


def test_a_file_that_thinks_may_be_asked_not_to(tmp_path: Path) -> None:
    text = 'idea = "x"\n[weights]\nscore = 1\n[search]\niterations = 9\n'
    path = strategy_file(tmp_path, text, "mine.toml")
    assert load(path, KIT).uses_search
    assert load(path, KIT).choose is choose_by_search
    assert load(f"{path}:iterations=0", KIT).choose is choose_best


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("iterations=1.5", "iterations is a whole number from 0 to 1,000,000"),
        ("iterations=-1", "iterations is a whole number from 0 to 1,000,000"),
        ("options=1", "options is a whole number from 2 to 16"),
        ("options=17", "options is a whole number from 2 to 16"),
        ("dice=0", "dice is a whole number from 1 to 99"),
        ("trust=-1", "trust is a number from 0 to 1,000,000"),
        ("iteration=5", "no parameter 'iteration'; did you mean 'iterations'?"),
    ],
)
def test_thoughts_that_make_no_sense_are_refused(given: str, said: str) -> None:
    with pytest.raises(StrategyError) as caught:
        load(f"balanced:{given}", KIT)
    assert str(caught.value) == f"balanced:{given}: {said}"


def test_only_weights_can_think(tmp_path: Path) -> None:
    for name in ("random", strategy_file(tmp_path, IN_PYTHON)):
        with pytest.raises(StrategyError, match="no parameter 'iterations'; known: noise, far"):
            load(f"{name}:iterations=5", KIT)
        assert not load(name, KIT).uses_search


def test_games_of_those_who_think_need_the_search() -> None:
    plain, thinking = load("balanced", KIT), load("balanced:iterations=5", KIT)
    assert kernel_groups([plain, load("random", KIT)]) == ()
    assert kernel_groups([plain, thinking]) == (SEARCH,)
    assert kernel_groups([plain], ("solo",)) == ("solo",)
    assert kernel_groups([thinking], ("solo",)) == ("solo", SEARCH)


def test_search_thinks_with_the_weights_of_tuned() -> None:
    search, tuned = load("search", KIT), load("tuned", KIT)
    assert search.uses_search
    assert not tuned.uses_search
    assert (search.weights, search.judgement) == (tuned.weights, tuned.judgement)


def test_a_file_in_the_home_folder_of_nobody_is_one_line() -> None:
    with pytest.raises(StrategyError, match=r"^no strategy file ~nobody-of-this-name/mine\.toml;"):
        load("~nobody-of-this-name/mine.toml", KIT)
