"""``trisim compare``: what a user sees, and what is said about mistakes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import Result

from tests.campaigns.compare_helpers import LOWER, WINDY, variant
from tests.typed import Typed

call = Typed("compare")
said = call.mistake
SMALL = (
    "--game", "summit", "--players", "2", "--games", "20", "--strategy", "random", "--jobs", "1"
)  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with two variants."""
    folder = tmp_path_factory.mktemp("compare")
    variant(folder, LOWER)
    variant(folder, WINDY, "windy")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield folder


@pytest.fixture(scope="module")
def played(here: Path) -> Result:
    return call("reference", "lower.toml", *SMALL, "--decisive", "1", "--out", "first")


def test_the_answer_is_short_and_names_the_page(played: Result) -> None:
    assert played.exit_code == 0, played.output
    lines = played.stdout.splitlines()
    assert lines[0] == "reference → lower"
    assert "summit 36 → 20" in lines[1]
    assert "20 games of each in the same 10 deals" in played.stdout
    assert re.search(r"Of \d+ measures .* undecided", played.stdout)
    assert "Intervals hold together at 95 %" in played.stdout
    assert "The page: first/comparison.html" in played.stdout
    assert "\x1b[" not in played.stdout
    assert len(lines) < 50


def test_the_folder_has_page_tables_and_figures(here: Path, played: Result) -> None:
    names = {path.name for path in (here / "first").iterdir()}
    assert names == {
        "campaign.json", "inputs", "runs", "comparison.json", "comparison.html",
        "changes.parquet", "targets.parquet", "box_changes.parquet", "divergence.parquet",
    }  # fmt: skip
    data = json.loads((here / "first" / "comparison.json").read_text(encoding="utf-8"))
    assert data["comparison"]["versions"][1]["folder"] == "runs/001-lower"
    page = (here / "first" / "comparison.html").read_text(encoding="utf-8")
    assert "lower" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_show_prints_it_again(played: Result) -> None:
    assert call("show", "first").stdout == played.stdout


def test_resume_goes_on_with_more_games(here: Path, played: Result) -> None:
    copytree(here / "first", here / "more")
    result = call("--out", "more", "--resume", "--games", "24")
    assert result.exit_code == 0, result.output
    assert "24 games of each" in result.stdout
    assert "at every look" in result.stdout


def test_runs_are_compared_into_a_page(here: Path, played: Result) -> None:
    runs = ("first/runs/000-reference", "first/runs/001-lower")
    result = call(*runs, "--out", "runs.html", "--with", "json", "--decisive", "0")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("000-reference → 001-lower")
    assert (here / "runs.html").is_file()
    assert (here / "runs-files" / "numbers.json").is_file()


def test_a_dry_run_plays_nothing(here: Path) -> None:
    result = call("reference", "lower.toml", *SMALL, "--dry-run", "--out", "dry")
    assert result.exit_code == 0, result.output
    assert "10 deals of 2 games" in result.stdout
    assert "Nothing was written" in result.stdout
    assert not (here / "dry").exists()


def test_a_dry_run_says_how_many_games_it_takes(here: Path) -> None:
    result = call("reference", "lower.toml", *SMALL, "--dry-run", "--detect", "score=2")
    assert result.exit_code == 0, result.output
    assert "To find a change of 2 with a probability of 80 %" in result.stdout
    assert "games of each version" in result.stdout
    assert "pilot of 20 games" in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("reference", "lower.toml"), "--out is missing"),
        ((), "name the versions"),
        (("reference", "--out", "x"), "2 to 12"),
        (("reference", "gone.toml", "--out", "x"), "there is no such variant"),
        (("reference", "first/runs/000-reference", "--out", "x"), "this is no run"),
        (("reference", "lower.toml", "lower.toml", "--out", "x"), "named twice"),
        (("reference", "lower.toml", "--margin", "wide", "--out", "x"), "--margin wide"),
        (("reference", "lower.toml", "--until-ci", "seat=x", "--out", "x"), "a number is expected"),
        (("reference", "lower.toml", "--targets", "gone.toml", "--out", "x"), "no such file"),
        (("reference", "lower.toml", "--detect", "2%", "--out", "x"), "add --dry-run"),
        (("reference", "lower.toml", "--dry-run", "--detect", "sheep=2%"), "unknown metric"),
        (("reference", "lower.toml", "--with", "json", "--out", "x"), "this is for runs"),
        (("show", "nowhere"), "no comparison"),
    ],
)
def test_a_mistake_is_one_line(
    here: Path, played: Result, words: tuple[str, ...], message: str
) -> None:
    game = () if words[:1] == ("show",) else ("--game", "summit")
    assert message in said(*words, *game)
    assert not (here / "x").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("A", "A", "--out", "x.html"), "named twice"),
        (("A", "B", "--games", "5", "--out", "x.html"), "--games: this is for versions"),
        (("A", "B"), "--out is missing"),
        (("A", "B", "--out", "x"), "what kind of page"),
    ],
)
def test_a_mistake_with_runs_is_one_line(
    played: Result, words: tuple[str, ...], message: str
) -> None:
    runs = {"A": "first/runs/000-reference", "B": "first/runs/001-lower"}
    assert message in said(*(runs.get(word, word) for word in words))
