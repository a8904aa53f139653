"""Compiled or plain, by who plays and how many games; and what is said about compiling."""

from __future__ import annotations

from dataclasses import replace

import pytest

from trisim import display
from trisim.engine import cache, compilation, kernel
from trisim.games.trismegistus.loop import RULES
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.plugin import PLUGIN
from trisim.players import choosing
from trisim.players.registry import load, names
from trisim.players.speed import PLAIN_GAMES, PLAIN_GAMES_OF_WEIGHTS, plays_compiled

FIRST = "tests/strategies/first.py"


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules can be compiled, and aren't yet."""
    monkeypatch.setattr(kernel, "JIT", True)
    monkeypatch.setattr(cache, "is_compiled", lambda *groups: False)


CASES = [
    (PLAIN_GAMES, ["random"], False),
    (PLAIN_GAMES, ["random", FIRST], False),
    (PLAIN_GAMES + 1, ["random"], True),
    (PLAIN_GAMES_OF_WEIGHTS, ["balanced"], False),
    (PLAIN_GAMES_OF_WEIGHTS + 1, ["balanced"], True),
    (PLAIN_GAMES_OF_WEIGHTS + 1, ["random", "balanced:noise=0.1"], True),
    (1, ["random", "balanced:iterations=5"], True),
    (1, ["search"], True),
    (1, ["search:iterations=0"], False),
    (1, [], False),
]


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize(("games", "specs", "compiled"), CASES)
def test_few_games_are_played_plain_unless_somebody_searches(
    games: int, specs: list[str], compiled: bool
) -> None:
    assert plays_compiled([load(spec, KIT) for spec in specs], games) is compiled


@pytest.mark.usefixtures("compiling")
def test_the_limit_can_be_another_but_weights_stay_slow() -> None:
    assert not plays_compiled([load("random", KIT)], 40, few=40)
    assert plays_compiled([load("random", KIT)], 41, few=40)
    assert plays_compiled([load("balanced", KIT)], PLAIN_GAMES_OF_WEIGHTS + 1, few=40)
    assert plays_compiled([load("balanced", KIT)], 2, few=1)


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize("name", names(KIT))
def test_a_single_game_of_ours_is_compiled_for_a_search_alone(name: str) -> None:
    player = load(name, KIT)
    assert plays_compiled([player], 1) is player.uses_search


def test_what_is_compiled_already_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "JIT", True)
    monkeypatch.setattr(cache, "is_compiled", lambda registry, *groups: groups == ())
    assert plays_compiled([load("random", KIT)], 1)


@pytest.mark.parametrize("spec", ["random", "search"])
def test_a_user_who_wants_nothing_compiled_gets_that(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "JIT", False)
    monkeypatch.setattr(cache, "is_compiled", lambda *groups: True)
    assert not plays_compiled([load(spec, KIT)], 10**6)


@pytest.mark.parametrize(
    ("spec", "is_compiled", "expected"),
    [
        ("balanced", False, "plain"),
        ("balanced", True, "compiled"),
        ("search", False, "compiled"),
        ("random", True, "plain"),
    ],
)
def test_in_a_single_game_only_weights_are_compiled(
    spec: str, is_compiled: bool, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Kernel:
        def function(self, is_compiled: bool) -> str:
            return "compiled" if is_compiled else "plain"

    monkeypatch.setattr(kernel, "JIT", True)
    monkeypatch.setattr(cache, "is_compiled", lambda *groups: is_compiled)
    assert choosing.kernel_of(replace(load(spec, KIT), choose=Kernel())) == expected  # type: ignore[comparison-overlap]


# ---------------------------------------------------------------- what is said


@pytest.mark.parametrize(
    ("there", "groups", "words"),
    [
        ((), (), "Compiling the rules, once (half a minute to a minute)"),
        ((), ("solo",), "Compiling the rules, once (half a minute to a minute)"),
        ((), ("solo", "search"),
         "Compiling the rules and the search, once (half a minute to a minute)"),
        (("",), ("search",), "Compiling the search, once (half a minute to a minute)"),
        (("", "solo"), ("solo", "search"),
         "Compiling the search, once (half a minute to a minute)"),
        (("",), ("solo",), "Compiling the rules for solo, once (about ten seconds)"),
        (("", "search"), ("solo", "search"),
         "Compiling the rules for solo, once (about ten seconds)"),
        (("", "solo", "search"), ("solo", "search"), None),
        (("",), (), None),
    ],
)  # fmt: skip
def test_what_is_compiled_is_said(
    there: tuple[str, ...],
    groups: tuple[str, ...],
    words: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """``there`` are the marks in the cache, "" that of the rules."""
    compiled: list[tuple[str, ...]] = []
    monkeypatch.setattr(kernel, "JIT", True)
    monkeypatch.setattr(cache, "is_compiled", lambda _, *groups: {"", *groups} <= set(there))
    monkeypatch.setattr(compilation, "compile_all", lambda _, tell, groups: compiled.append(groups))
    display.compile_groups(RULES, *groups)
    assert compiled == ([] if words is None else [groups])
    assert capsys.readouterr().err == ("" if words is None else f"{words} …\n")


def test_a_user_who_wants_nothing_compiled_waits_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "is_compiled", lambda *groups: False)
    monkeypatch.setattr(compilation, "compile_all", lambda *_: pytest.fail("it was compiled"))
    monkeypatch.setattr(kernel, "JIT", False)
    display.compile_groups(RULES, cache.SEARCH)


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize(
    ("specs", "games", "expected"),
    [
        (["random"], 10, []),
        (["random"], 101, [()]),
        (["random", "search"], 1, [("search",)]),
    ],
)
def test_what_games_need_is_compiled_if_they_are_played_compiled(
    specs: list[str],
    games: int,
    expected: list[tuple[str, ...]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[tuple[str, ...]] = []
    monkeypatch.setattr(compilation, "compile_all", lambda _, tell, groups: compiled.append(groups))
    display.compile_for(PLUGIN, [load(spec, KIT) for spec in specs], games)
    assert compiled == expected
