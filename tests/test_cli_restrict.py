"""``trisim restrict``: what a user sees, and what is said about mistakes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

import trisim
from tests.campaigns.restrict_fakes import ONLY, fake, fake_usage
from tests.typed import Typed
from trisim.campaigns import restrict
from trisim.sim import forecast, part
from trisim.sim.errors import FolderError, RunError

call = Typed("restrict")
said = call.mistake
SMALL = ("--only", ",".join(ONLY), "--players", "3", "--games", "300", "--again", "1")
FEW = ("--strategy", "random", *SMALL, "--jobs", "1")


@pytest.fixture(autouse=True, scope="module")
def here() -> Iterator[None]:
    """Stand-ins play: real games are played in the tests of players and games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(part, "function_named", lambda name: fake)
        patch.setattr(restrict, "usage", fake_usage)
        yield


@pytest.fixture(scope="module")
def played(here: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    out = tmp_path_factory.mktemp("cli") / "first"
    return out, call(*FEW, "--out", out)


def test_the_answer_is_short_and_says_where_the_page_is(played: tuple[Path, Result]) -> None:
    out, result = played
    assert result.exit_code == 0, result.output
    assert "random without each of 6 restrictions, in one seat of 3" in result.stderr
    for words in (
        "random without each of 6 parts of the game", "300 games each, 2 of them again",
        "needed            2", "trap              1", "dead              1", "recharge",
        "harvest *", "random-artifact *", "in both stages", "of no other strategy",
        "a fault of the part, or of the player?", "--only random-artifact", "--explain",
        f"The page: {out}/restrict.html",
    ):  # fmt: skip
        assert words in result.stdout, words
    assert "\x1b[" not in result.stdout
    assert len(result.stdout.splitlines()) < 45
    assert {path.name for path in out.iterdir()} == {
        "campaign.json", "inputs", "runs", "restrict.json", "restrictions.parquet",
        "restrict.html", "usage.json",
    }  # fmt: skip


def test_files_say_the_same(played: tuple[Path, Result]) -> None:
    out, _ = played
    data = json.loads((out / "restrict.json").read_text())
    assert data["runs"]["2"]["harvest"].startswith("runs/2-")
    table = pl.read_parquet(out / "restrictions.parquet")
    classes = {each["part"]["name"]: each["verdict"] for each in data["worths"]["worths"]}
    assert dict(zip(table["name"], table["class"], strict=True)) == classes
    assert classes["recharge"] == "dead"


def test_show_says_it_once_more(played: tuple[Path, Result]) -> None:
    out, result = played
    again = call("show", out)
    assert again.exit_code == 0, again.output
    assert again.stdout == result.stdout


def test_resume_needs_no_words(played: tuple[Path, Result]) -> None:
    out, result = played
    names = ("restrict.json", "restrict.html", "restrictions.parquet")
    before = [(out / name).read_bytes() for name in names]
    again = call("--out", out, "--resume")
    assert again.exit_code == 0, again.output
    assert again.stdout == result.stdout
    assert [(out / name).read_bytes() for name in names] == before


def test_python_gives_the_same(played: tuple[Path, Result], tmp_path: Path) -> None:
    asked: dict[str, Any] = {"players": 3, "games": 300, "again": 1, "jobs": 1, "progress": False}
    found = trisim.restrict("random", only=ONLY, out=tmp_path / "out", **asked)
    assert found.worths() == trisim.RestrictionStudy(played[0]).worths()
    with pytest.raises(FolderError, match="force=True"):
        trisim.restrict("random", only=ONLY, out=tmp_path / "out", **asked)
    with pytest.raises(RunError, match="margin 2: write percentage points"):
        trisim.restrict("random", margin=2, out=tmp_path / "other")


def test_dry_run_plays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "forecast_several", lambda plans, *more: (60.0, 1e6))
    out = tmp_path / "out"
    result = call(*FEW, "--out", out, "--dry-run", "--detect", "5%")
    assert result.exit_code == 0, result.output
    assert "at most 3,000 games in all" in result.stdout
    assert "1.0 MB on disk. Nothing was written" in result.stdout
    assert "wins of the restricted seat  at most" in result.stdout
    assert not out.exists()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("tuned",), "restrict tuned: 'show' is expected, or options"),
        (("show",), "name the folder of one study of restrictions"),
        (("show", "no-such-folder"), "no study of restrictions"),
        (FEW, "--out is missing"),
        ((*FEW, "--out", "x", "--detect", "2%"), "add --dry-run"),
        ((*FEW, "--dry-run", "--detect", "x"), "--detect x: a number is expected"),
        ((*FEW, "--dry-run", "--detect", "0%"), "--detect 0%: a change is between 0% and 100%"),
        (("--only", "recharg", "--dry-run"), "did you mean 'recharge'"),
        (("--margin", "x", "--dry-run"), "--margin x: a number is expected"),
        (("--again", "0", "--dry-run"), "--again 0: a whole number from 1 on"),
        (("--strategy", "nobody", "--dry-run"), "no strategy 'nobody'"),
        (("--strategy", "tuned:without=perform", "--dry-run"), "leave it out"),
        (("--resume", "--out", "no-such-folder"), "there is no study of restrictions in"),
    ],
)
def test_mistakes_are_one_line(
    given: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in said(*given)
    assert not list(tmp_path.iterdir())
