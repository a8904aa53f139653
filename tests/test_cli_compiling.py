"""A few games never wait for a compilation, unless they would take longer without."""

from __future__ import annotations

from pathlib import Path

import pytest

from trisim.cli import compiling
from trisim.cli.compiling import PLAIN_GAMES, PLAIN_GAMES_OF_WEIGHTS, compile_if_worth_it
from trisim.rules import cache


@pytest.mark.parametrize(
    ("games", "lineups", "plain"),
    [
        (PLAIN_GAMES, [""], True),
        (PLAIN_GAMES, ["random*3,mine.py:greed=1"], True),
        (PLAIN_GAMES + 1, ["random"], False),
        (PLAIN_GAMES_OF_WEIGHTS, ["balanced"], True),
        (PLAIN_GAMES_OF_WEIGHTS + 1, ["random*2,balanced:noise=0.1"], False),
        (PLAIN_GAMES_OF_WEIGHTS + 1, ["random", "own/mine.toml"], False),
    ],
)
def test_players_who_look_ahead_are_compiled_for_sooner(
    games: int, lineups: list[str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_plain: list[bool] = []
    monkeypatch.setattr(compiling, "play_uncompiled", lambda: left_plain.append(True))
    compile_if_worth_it(games, lineups)
    assert bool(left_plain) is plain


def test_modules_said_not_to_be_compiled_are_there_and_have_no_kernels() -> None:
    package = Path(cache.__file__).parents[1]
    for name in cache.NOT_COMPILED:
        found = [
            package / part / name for part in cache.COMPILED if (package / part / name).exists()
        ]
        assert found, f"there is no module {name}"
        for path in found:
            text = path.read_text(encoding="utf-8")
            assert not any(f"\n@{mark}" in text for mark in ("kernel", "entry", "strategy")), path
