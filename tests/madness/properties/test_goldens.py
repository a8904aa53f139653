"""Golden transcripts, line by line."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.madness.properties.regenerate import FOLDER, FROZEN, GOLDENS, Golden


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: str(golden.name))
def test_golden_transcript(golden: Golden) -> None:
    kept = (FOLDER / golden.file).read_text(encoding="utf-8").splitlines()
    now = golden.transcript().splitlines()
    difference = "\n".join(unified_diff(kept, now, golden.file, "this version", lineterm=""))
    assert kept == now, f"{difference}\n\nIf this is meant: {FROZEN.command}"


def test_every_golden_is_played() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden.file for golden in GOLDENS}


def test_goldens_show_what_the_game_can_do() -> None:
    text = " ".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt"))
    text = " ".join(text.split())
    for words in (
        "has won", "the madness pile was empty", "the last monster, escapes", "all players are",
        "is eliminated", "strikes", "destroys the curse", "appears", "is beaten", "escapes",
        "learns", "gives up", "acquires", "cures", "boosted", "uses the ability", "of the support",
        "as water", "may take an action", "paid with the pool", "puts", "neutralises",
        "turn up again", "recharges", "token", "under", "for the empty deck", "New in the library",
    ):  # fmt: skip
        assert words in text, words


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: str(golden.name))
def test_lines_fit_into_100_columns(golden: Golden) -> None:
    lines = (FOLDER / golden.file).read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)
