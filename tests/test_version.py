"""The version of the rules of a game: raised whenever its goldens or counts change."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.frozen import SAME_RULES, Frozen
from tests.madness.properties import regenerate as madness
from tests.trismegistus.rules import regenerate as trismegistus

GAMES = {"trismegistus": trismegistus.FROZEN, "madness": madness.FROZEN}


@pytest.mark.parametrize("game", GAMES)
def test_goldens_and_counts_belong_to_this_version_of_the_rules(game: str) -> None:
    frozen = GAMES[game]
    recorded = frozen.recorded()
    assert recorded["rules_version"] == frozen.rules_version, (
        f"RULES_VERSION is {frozen.rules_version}, and goldens and counts are recorded for "
        f"{recorded['rules_version']}: run {frozen.command}"
    )
    assert recorded["digest"] == frozen.digest(), (
        "golden transcripts or counts of legal moves have changed, and RULES_VERSION has not: if "
        f"rows of runs change by this, raise it in {frozen.version_file} and run {frozen.command}; "
        f"if the rules are the same, run {frozen.command} {SAME_RULES}"
    )


@pytest.fixture
def copied(tmp_path: Path) -> Frozen:
    """Some goldens, counts and the version in a folder of their own."""
    frozen = trismegistus.FROZEN
    for name in ("play-2.txt", "version.json"):
        (tmp_path / name).write_bytes((frozen.folder / name).read_bytes())
    counts = tmp_path / "counts.toml"
    counts.write_bytes(frozen.counts.read_bytes())
    made = replace(frozen, folder=tmp_path, counts=counts, write=lambda _: None)
    assert made.regenerate([SAME_RULES]) == 0
    return made


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("play-2.txt", "Round 1", "Round one"), ("counts.toml", "[5, 20, 40, 80]", "[5, 20, 40, 81]")],
)
def test_a_change_is_recorded_only_with_another_version(
    file: str, old: str, new: str, copied: Frozen
) -> None:
    text = (copied.folder / file).read_text()
    assert old in text
    (copied.folder / file).write_text(text.replace(old, new))
    before = copied.version.read_text()
    assert copied.regenerate([]) == 1
    assert copied.version.read_text() == before
    assert copied.recorded()["digest"] != copied.digest()
    raised = replace(copied, rules_version=copied.rules_version + 1)
    assert raised.regenerate([]) == 0
    assert raised.recorded() == {
        "rules_version": copied.rules_version + 1,
        "digest": copied.digest(),
    }


def test_new_words_by_the_same_rules_are_recorded_on_request(copied: Frozen) -> None:
    (copied.folder / "play-9.txt").write_text("another game")
    assert copied.regenerate([]) == 1
    assert copied.regenerate([SAME_RULES]) == 0
    assert json.loads(copied.version.read_text())["digest"] == copied.digest()


def test_comments_in_the_counts_change_nothing(copied: Frozen) -> None:
    with copied.counts.open("a") as file:
        file.write("# another comment\n")
    assert copied.regenerate([]) == 0
