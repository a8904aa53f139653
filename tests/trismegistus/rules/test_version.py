"""The version of the rules: raised whenever goldens or counts change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.trismegistus.rules import regenerate
from trisim.games.trismegistus.rules.version import RULES_VERSION

ANEW = "NUMBA_DISABLE_JIT=1 python -m tests.trismegistus.rules.regenerate"


def test_goldens_and_counts_belong_to_this_version_of_the_rules() -> None:
    recorded = regenerate.recorded()
    assert recorded["rules_version"] == RULES_VERSION, (
        f"RULES_VERSION is {RULES_VERSION}, and goldens and counts are recorded for "
        f"{recorded['rules_version']}: run {ANEW}"
    )
    assert recorded["digest"] == regenerate.digest(), (
        "golden transcripts or counts of legal moves have changed, and RULES_VERSION has not: if "
        f"rows of runs change by this, raise it in {regenerate.VERSION_FILE} and run {ANEW}; if "
        f"the rules are the same, run {ANEW} {regenerate.SAME_RULES}"
    )


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Goldens, counts and version in a folder of their own."""
    for name in ("play-2.txt", "version.json"):
        (tmp_path / name).write_bytes((regenerate.FOLDER / name).read_bytes())
    (tmp_path / "counts.toml").write_bytes(regenerate.COUNTS.read_bytes())
    monkeypatch.setattr(regenerate, "FOLDER", tmp_path)
    monkeypatch.setattr(regenerate, "VERSION", tmp_path / "version.json")
    monkeypatch.setattr(regenerate, "COUNTS", tmp_path / "counts.toml")
    monkeypatch.setattr(regenerate, "GOLDENS", [])
    monkeypatch.setattr(regenerate, "SOLO_GOLDENS", [])
    assert regenerate.main([regenerate.SAME_RULES]) == 0
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("play-2.txt", "Round 1", "Round one"), ("counts.toml", "[5, 20, 40, 80]", "[5, 20, 40, 81]")],
)
def test_a_change_is_recorded_only_with_another_version(
    file: str, old: str, new: str, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (copied / file).read_text()
    assert old in text
    (copied / file).write_text(text.replace(old, new))
    before = (copied / "version.json").read_text()
    assert regenerate.main([]) == 1
    assert (copied / "version.json").read_text() == before
    assert regenerate.recorded()["digest"] != regenerate.digest()
    monkeypatch.setattr(regenerate, "RULES_VERSION", RULES_VERSION + 1)
    assert regenerate.main([]) == 0
    assert regenerate.recorded() == {
        "rules_version": RULES_VERSION + 1,
        "digest": regenerate.digest(),
    }


def test_new_words_by_the_same_rules_are_recorded_on_request(copied: Path) -> None:
    (copied / "play-9.txt").write_text("another game")
    assert regenerate.main([]) == 1
    assert regenerate.main([regenerate.SAME_RULES]) == 0
    assert json.loads((copied / "version.json").read_text())["digest"] == regenerate.digest()


def test_comments_in_the_counts_change_nothing(copied: Path) -> None:
    with (copied / "counts.toml").open("a") as file:
        file.write("# another comment\n")
    assert regenerate.main([]) == 0
