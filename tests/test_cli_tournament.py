"""``trisim tournament``: what a user sees, and what is said about mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result

import trisim
from tests.typed import Typed
from trisim.sim.errors import FolderError
from trisim.stats import ratings

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "trisim" / "games" / "trismegistus" / "box" / "reference"
LOOKER = "tests/strategies/looker.py"
call = Typed("tournament")
said = call.mistake
SMALL = ("random", LOOKER, "--players", "2", "--games", "4", "--jobs", "1")


@pytest.fixture(autouse=True, scope="module")
def here(testbox_path: Path):  # type: ignore[no-untyped-def]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(ratings, "REPEATS", 20)
        yield


@pytest.fixture(scope="module")
def played(here: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    out = tmp_path_factory.mktemp("cli") / "first"
    return out, call(*SMALL, "--out", out)


def test_tournament_shows_and_writes_everything(played: tuple[Path, Result]) -> None:
    out, result = played
    assert result.exit_code == 0, result.output
    assert "4 games of 2 players, 2 strategies in 1 line-up" in result.stdout
    for word in ("rating", "chance", "wins", "rank", "score", "random", "Plackett–Luce"):
        assert word in result.stdout
    assert "This speaks of the strategies that played" in result.stdout
    assert "\x1b[" not in result.stdout
    names = {path.name for path in out.iterdir()}
    assert names == {
        "campaign.json", "inputs", "tournament.json", "strategies.parquet", "pairs.parquet",
        "tournament.png", "tournament.svg", "runs",
    }  # fmt: skip


def test_files_say_the_same_as_the_terminal(played: tuple[Path, Result]) -> None:
    out, _ = played
    data = json.loads((out / "tournament.json").read_text())
    assert data["standings"]["games"] == 4
    assert data["lineups"] == [{"run": "runs/000-random-looker", "places": ["random", "looker"]}]
    table = pl.read_parquet(out / "strategies.parquet")
    values = [each["win"]["value"] for each in data["standings"]["strategies"]]
    assert table["win"].to_list() == values
    assert sum(values) == pytest.approx(1)


def test_runs_can_be_audited_and_asked(played: tuple[Path, Result]) -> None:
    run = played[0] / "runs" / "000-random-looker"
    assert Typed("audit")(run).exit_code == 0
    asked = Typed("sql")(run, "select count(*) as n from players")
    assert "8" in asked.stdout


def test_show_says_it_once_more(played: tuple[Path, Result]) -> None:
    out, result = played
    again = call("show", out)
    assert again.exit_code == 0
    assert again.stdout == result.stdout


def test_resume_needs_no_names(played: tuple[Path, Result]) -> None:
    out, result = played
    before = (out / "tournament.json").read_bytes()
    again = call("--out", out, "--resume")
    assert again.exit_code == 0, again.output
    assert again.stdout == result.stdout
    assert (out / "tournament.json").read_bytes() == before


def test_python_gives_the_same(played: tuple[Path, Result], tmp_path: Path) -> None:
    found = trisim.tournament(
        ["random", LOOKER], players=2, games=4, jobs=1, out=tmp_path / "out", progress=False
    )
    assert found.standings() == trisim.Tournament(played[0]).standings()
    with pytest.raises(FolderError, match="force=True"):
        trisim.tournament(["random", LOOKER], out=tmp_path / "out", progress=False)


def test_rounding_is_said() -> None:
    result = call("random", LOOKER, "--players", "2", "--games", "1", "--dry-run")
    assert result.exit_code == 0, result.output
    assert "--games 1: rounded up to 2 a line-up, whole deals of 2 games." in result.stdout
    assert "2 strategies in 1 line-up of 2 (mixed), 2 games each, 2 in all" in result.stdout
    assert "000  random, looker" in result.stdout
    assert "Nothing was written" in result.stdout


def test_quiet_says_nothing(tmp_path: Path) -> None:
    result = call(*SMALL[:4], "--games", "2", "--out", tmp_path / "out", "--quiet")
    assert result.exit_code == 0, result.output
    assert not result.output


def test_mistakes_are_one_line(played: tuple[Path, Result], tmp_path: Path) -> None:
    out, new = played[0], tmp_path / "new"
    assert "there is a tournament already" in said(*SMALL, "--out", out)
    assert "--out is missing" in said(*SMALL)
    assert "name the strategies" in said("--out", new)
    assert "there is no tournament in" in said("--out", new, "--resume")
    assert "2 to 24" in said("random", "--out", new)
    assert "named twice" in said("random", "random", "--out", new)
    assert "did you mean 'random'" in said("random", "rondom", "--out", new)
    assert "format swiss: mixed or duel" in said(*SMALL, "--out", new, "--format", "swiss")
    assert "--players 5" in said("random", LOOKER, "--out", new, "--players", "5")
    assert "--games many" in said("random", LOOKER, "--out", new, "--games", "many")
    assert "--jobs 0" in said("random", LOOKER, "--out", new, "--jobs", "0")
    assert "give one of them" in said(*SMALL, "--out", new, "--resume", "--force")
    assert "no alchemist" in said(*SMALL, "--out", new, "--alchemists", "nobody,newton")
    assert "holds other things" in said(*SMALL, "--out", ROOT / "tests")
    assert "no tournament" in said("show", tmp_path)
    assert "name the folder" in said("show")
    assert "a file" in said("show", ROOT / "README.md")
    assert not new.exists()


def test_other_settings_are_named(played: tuple[Path, Result]) -> None:
    result = call("--out", played[0], "--resume", "--players", "3", "--seed", "2")
    assert result.exit_code == 2
    assert "players: 3, was 2" in result.stderr
    assert "seed: 2, was 1" in result.stderr


def test_show_of_one_without_results_says_how_to_go_on(
    played: tuple[Path, Result], tmp_path: Path
) -> None:
    asked = (played[0] / "campaign.json").read_text()
    (tmp_path / "campaign.json").write_text(asked)
    assert "has no results yet" in said("show", tmp_path)


def test_variant_and_box_are_copied_for_a_resume(testbox_path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    few = ("random", LOOKER, "--players", "2", "--games", "2", "--jobs", "1")
    assert call(*few, "--out", out, "--box", testbox_path).exit_code == 0
    assert call("--out", out, "--resume").exit_code == 0
    result = call(*few, "--out", out, "--resume", "--box", REFERENCE)
    assert "box: " in result.stderr
