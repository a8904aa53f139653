"""A few games never wait for a compilation, unless they would take longer without."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trisim import display
from trisim.cli import compiling
from trisim.cli.compiling import (
    PLAIN_GAMES,
    PLAIN_GAMES_OF_WEIGHTS,
    compile_for_replay,
    compile_if_worth_it,
    leave_plain,
    somebody_thinks,
    thinks,
)
from trisim.players.registry import load, names
from trisim.rules import cache, compilation, kernel


@pytest.mark.parametrize(
    ("games", "lineups", "plain"),
    [
        (PLAIN_GAMES, [""], True),
        (PLAIN_GAMES, ["random*3,mine.py:greed=1"], True),
        (PLAIN_GAMES + 1, ["random"], False),
        (PLAIN_GAMES_OF_WEIGHTS, ["balanced"], True),
        (PLAIN_GAMES_OF_WEIGHTS + 1, ["random*2,balanced:noise=0.1"], False),
        (PLAIN_GAMES_OF_WEIGHTS + 1, ["random", "own/mine.toml"], False),
        (1, ["random*3,balanced:iterations=5"], False),
        (1, ["random", "balanced:dice=1:iterations=200*2"], False),
        (1, ["balanced:iterations=0", "random:iterations=x"], True),
    ],
)
def test_players_who_look_ahead_are_compiled_for_sooner(
    games: int, lineups: list[str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_plain: list[bool] = []
    monkeypatch.setattr(compiling, "play_uncompiled", lambda: left_plain.append(True))
    compile_if_worth_it(games, lineups)
    assert bool(left_plain) is plain


# ---------------------------------------------------------------- players that think

THINKING = 'idea = "x"\n[weights]\nscore = 1\n[search]\niterations = 9\n'
MANIFEST = {
    "strategies": [
        {"spec": "mine.toml", "file": "mine.toml"},
        {"spec": "mine.toml:iterations=0", "file": "mine.toml"},
        {"spec": "balanced", "file": "balanced.toml"},
        {"spec": "balanced:iterations=3", "file": "balanced.toml"},
        {"spec": "random", "file": "random.py"},
    ]
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (THINKING, True),
        ("\ufeff" + THINKING, True),
        (THINKING.replace("9", "0"), False),
        (THINKING.replace("9", "-5"), False),
        (THINKING.replace("9", '"many"'), False),
        (THINKING.replace("[search]", "[serach]"), False),
        ("search = 3\n" + THINKING.replace("[search]", "[more]"), False),
        ("no TOML", False),
        (None, False),
    ],
    ids=[
        *("thinks", "with a BOM", "0", "below 0", "no number", "no table"),
        *("no table but a number", "broken", "missing"),
    ],
)
def test_a_file_says_whether_it_thinks(text: str | None, expected: bool, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert thinks(str(path)) is expected
    assert thinks(f"{path}:noise=0.5") is expected
    is_weights = text is not None and text != "no TOML"
    assert thinks(f"{path}:iterations=1") is is_weights
    assert not thinks(f"{path}:iterations=0")
    assert not thinks(f"{path}:iterations=0.5")


def test_what_is_no_text_doesnt_think(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(THINKING.encode("utf-16"))
    assert not thinks(str(tmp_path / "mine.toml"))


@pytest.mark.parametrize("name", names())
def test_of_ours_those_think_that_are_loaded_as_such(name: str) -> None:
    assert thinks(name) is load(name).thinks


@pytest.mark.parametrize(
    "spec",
    [
        *("", "random", "nobody", "./mine.py", "a:b:c", "balanced:noise=x"),
        *("random:iterations=5", "nobody:iterations=5", "mine.py:iterations=5"),
        *("balanced:iterations=10000000", "~nobody-of-this-name/mine.toml"),
    ],
)
def test_others_dont_think(spec: str) -> None:
    assert not thinks(spec)


def test_those_of_other_packages_think_if_they_are_told_how_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def found(group: str, name: str) -> list[str]:
        return ["an entry"] if (group, name) == ("trisim.strategies", "theirs") else []

    monkeypatch.setattr("importlib.metadata.entry_points", found)
    assert thinks("theirs:iterations=5")
    assert not thinks("theirs")


def test_thoughts_that_nobody_knew_of_are_refused_uncompiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernel, "JIT", False)
    monkeypatch.setattr(compiling, "PLAIN_ANYWAY", True)
    display.make_warm(cache.SEARCH)  # the user wants it so
    monkeypatch.setattr(compiling, "PLAIN_ANYWAY", False)
    display.make_warm(cache.SOLO)
    with pytest.raises(SystemExit):
        display.make_warm(cache.SEARCH)
    assert "NAME:iterations=200" in capsys.readouterr().err


def test_those_who_think_in_a_run_are_known_by_its_copies(tmp_path: Path) -> None:
    (tmp_path / "inputs").mkdir()
    (tmp_path / "inputs" / "mine.toml").write_text(THINKING, encoding="utf-8")
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST), encoding="utf-8")
    assert somebody_thinks(tmp_path)


@pytest.mark.parametrize(
    ("which", "expected"), [(0, True), (1, False), (2, False), (3, True), (4, False)]
)
def test_each_of_them_is_asked(which: int, expected: bool, tmp_path: Path) -> None:
    (tmp_path / "inputs").mkdir()
    (tmp_path / "inputs" / "mine.toml").write_text(THINKING, encoding="utf-8")
    balanced = 'idea = "x"\n[weights]\nscore = 1\n'
    (tmp_path / "inputs" / "balanced.toml").write_text(balanced, encoding="utf-8")
    alone = json.dumps({"strategies": [MANIFEST["strategies"][which]]})
    (tmp_path / "manifest.json").write_text(alone, encoding="utf-8")
    assert somebody_thinks(tmp_path) is expected


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"strategies": 3}', '{"strategies": [1]}'])
def test_of_a_broken_run_nobody_thinks(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    assert not somebody_thinks(tmp_path)


@pytest.mark.parametrize(
    ("specs", "plain"),
    [(["random", "balanced:iterations=5"], False), (["random", "balanced"], True), ([], True)],
)
def test_a_single_game_is_left_plain_unless_somebody_thinks(
    specs: list[str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[bool] = []
    monkeypatch.setattr(compiling, "play_uncompiled", lambda: done.append(True))
    leave_plain(specs)
    assert bool(done) is plain


@pytest.mark.parametrize(
    ("thinking", "games", "expected"),
    [
        (True, 1, [("search",)]),
        (True, 0, ["plain"]),
        (False, 1, ["plain"]),
        (False, 20, ["plain"]),
        (False, 21, [()]),
        (True, 21, [("search",)]),
    ],
)
def test_games_that_are_played_again_are_compiled_if_that_is_worth_it(
    thinking: bool, games: int, expected: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    monkeypatch.setattr(compiling, "somebody_thinks", lambda folder: thinking)
    monkeypatch.setattr(compiling, "play_uncompiled", lambda: done.append("plain"))
    monkeypatch.setattr(display, "make_warm", lambda *apart: done.append(apart))
    compile_for_replay(Path(), games, few=20)
    assert done == expected


@pytest.mark.parametrize(
    ("warm", "apart", "words"),
    [
        ((), (), "Compiling the rules, once (half a minute to a minute)"),
        ((), ("solo",), "Compiling the rules, once (half a minute to a minute)"),
        ((), ("solo", "search"),
         "Compiling the rules and the search, once (half a minute to a minute)"),
        (("",), ("search",), "Compiling the search, once (half a minute to a minute)"),
        (("", "solo"), ("solo", "search"),
         "Compiling the search, once (half a minute to a minute)"),
        (("",), ("solo",), "Compiling Botmegistus, once (about ten seconds)"),
        (("", "search"), ("solo", "search"), "Compiling Botmegistus, once (about ten seconds)"),
        (("", "solo", "search"), ("solo", "search"), None),
        (("",), (), None),
    ],
)  # fmt: skip
def test_what_is_compiled_is_said(
    warm: tuple[str, ...],
    apart: tuple[str, ...],
    words: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """``warm`` are the marks that are there, "" that of the rules."""
    compiled: list[tuple[str, ...]] = []
    monkeypatch.setattr(kernel, "JIT", True)
    monkeypatch.setattr(cache, "is_warm", lambda *groups: {"", *groups} <= set(warm))
    monkeypatch.setattr(compilation, "warm_up", lambda tell, groups: compiled.append(groups))
    display.make_warm(*apart)
    assert compiled == ([] if words is None else [apart])
    assert capsys.readouterr().err == ("" if words is None else f"{words} …\n")


def test_uncompiled_nothing_is_made_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "is_warm", lambda *groups: False)
    monkeypatch.setattr(compilation, "warm_up", lambda *_: pytest.fail("it was compiled"))
    monkeypatch.setattr(kernel, "JIT", False)
    display.make_warm(cache.SEARCH)
