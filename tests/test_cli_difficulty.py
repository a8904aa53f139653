"""``trisim difficulty``: what a user sees, and what is said about mistakes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

import trisim
from tests.campaigns.study_fakes import LOOKER, fake
from tests.typed import Typed
from trisim.sim import part
from trisim.sim.errors import FolderError, RunError
from trisim.stats import score_brackets

ROOT = Path(__file__).parents[1]
call = Typed("difficulty")
said = call.mistake
SMALL = ("--strategy", f"random,{LOOKER}", "--games", "60", "--jobs", "1")
FEW = ("--only", "extra_gold,less_gold,presets", "--combination", "extra_gold+bot_first")


@pytest.fixture(autouse=True, scope="module")
def here() -> Iterator[None]:
    """Stand-ins play: studies of real games are tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(part, "function_named", lambda name: fake)
        patch.setattr(score_brackets, "REPEATS", 20)
        yield


@pytest.fixture(scope="module")
def played(here: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    out = tmp_path_factory.mktemp("cli") / "first"
    return out, call(*SMALL, *FEW, "--out", out)


def test_study_shows_and_writes_everything(played: tuple[Path, Result]) -> None:
    out, result = played
    assert result.exit_code == 0, result.output
    assert "960 games of 2 strategies against 8 setups of Botmegistus" in result.stdout
    assert "in 8 scenarios: 60 deals in each, always the same; 960 games in all" in result.stderr
    for words in (
        "random, 60 deals", "looker, 60 deals", "what it is worth", "no effect seen",
        "presets", "combinations", "extra_gold+bot_first", "your score against", "won with a score",
        "This speaks of the", "Surely as they are meant: ", "by points: strictly ordered",
    ):  # fmt: skip
        assert words in result.stdout, words
    assert "\x1b[" not in result.stdout
    names = {path.name for path in out.iterdir()}
    assert names == {
        "campaign.json", "inputs", "difficulty.json", "effects.parquet", "presets.parquet",
        "brackets.parquet", "runs", "options.png", "options.svg", "margins.png",
        "margins.svg", "presets.png", "presets.svg", "scores.png", "scores.svg",
    }  # fmt: skip


def test_files_say_the_same_as_the_terminal(played: tuple[Path, Result]) -> None:
    out, _ = played
    data = json.loads((out / "difficulty.json").read_text())
    assert data["runs"] == {"random": "runs/000-random", "looker": "runs/001-looker"}
    table = pl.read_parquet(out / "effects.parquet")
    for each in data["findings"]["strategies"]:
        for effect in each["effects"]:
            row = table.filter(strategy=each["strategy"], setup=effect["setup"])
            assert row["win_effect"].item() == effect["win"]["value"]
            assert row["verdict"].item() == effect["verdict"]


def test_show_says_it_once_more(played: tuple[Path, Result]) -> None:
    out, result = played
    again = call("show", out)
    assert again.exit_code == 0, again.output
    assert again.stdout == result.stdout


def test_resume_needs_no_words(played: tuple[Path, Result]) -> None:
    out, result = played
    before = (out / "difficulty.json").read_bytes()
    again = call("--out", out, "--resume")
    assert again.exit_code == 0, again.output
    assert again.stdout == result.stdout
    assert (out / "difficulty.json").read_bytes() == before
    assert "games: " not in said("--out", out, "--resume", "--rolls", "x")


def test_resume_refuses_what_is_other(played: tuple[Path, Result]) -> None:
    out, _ = played
    result = call("--out", out, "--resume", "--games", "90", "--seed", "1")
    assert result.exit_code == 2
    assert "games: 90, was 60" in result.stderr
    assert "seed" not in result.stderr


def test_python_gives_the_same(played: tuple[Path, Result], tmp_path: Path) -> None:
    found = trisim.difficulty(
        ["random", LOOKER],
        games=60,
        only=["extra_gold", "less_gold", "presets"],
        combinations="extra_gold+bot_first",
        jobs=1,
        out=tmp_path / "out",
        progress=False,
    )
    assert found.findings() == trisim.Study(played[0]).findings()
    with pytest.raises(FolderError, match="force=True"):
        trisim.difficulty("random", games=1, out=tmp_path / "out", progress=False)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"until_ci": "200%"}, "until_ci 200%: half-width 2: every difference"),
        ({"rolls": [99]}, "rolls 99: a whole number from 0 to 12 is expected"),
        ({"games": "many"}, "games many: a whole number"),
        ({"seed": -1}, "seed -1: a whole number"),
        ({"resume": True, "force": True}, "resume=True and force=True: give one of them"),
        ({"out": ""}, "out '': a name is missing; leave it out for a temporary folder"),
    ],
)
def test_mistakes_in_python_are_in_its_words(given: dict[str, Any], words: str) -> None:
    with pytest.raises(RunError) as caught:
        trisim.difficulty("random", progress=False, **given)
    assert str(caught.value).startswith(words)


def test_a_study_without_a_folder_is_gone_when_python_ends() -> None:
    code = (
        "import trisim; study = trisim.difficulty('random', games=2, only='bot_first', jobs=1); "
        "print(study.path, study.findings().games, study.path.is_dir())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    path, games, was_there = done.stdout.split()
    assert (games, was_there) == ("4", "True")
    assert not Path(path).exists()


def test_until_ci_says_whether_it_is_enough(tmp_path: Path) -> None:
    args = ("--strategy", "random", "--only", "extra_gold", "--jobs", "1")
    result = call(*args, "--until-ci", "10%", "--games", "20000", "--out", tmp_path / "a")
    assert result.exit_code == 0, result.output
    assert "(stopped: narrow enough)" in result.stdout
    assert "hold at every look" in result.stdout
    assert "at most 20,000 deals in each" in result.stderr
    result = call(*args, "--until-ci", "1%", "--games", "70", "--out", tmp_path / "b")
    assert "(all played: not narrow enough yet)" in result.stdout


def test_dry_run_says_what_would_be_compared(tmp_path: Path) -> None:
    args = ("--strategy", "random", "--games", "5", "--jobs", "1", *FEW)
    result = call(*args, "--out", tmp_path / "out", "--dry-run")
    assert result.exit_code == 0, result.output
    assert "random in 8 scenarios: 5 deals in each" in result.stdout
    for line in (
        "  normal                 baseline",
        "  extra_gold             option, harder bot",
        "  hard                   preset",
        "  extra_gold+bot_first   combination",
    ):
        assert line in result.stdout.splitlines()
    assert "About " in result.stdout
    assert "Nothing was written" in result.stdout
    assert not (tmp_path / "out").exists()
    result = call(*args, "--until-ci", "option=1%", "--dry-run")
    assert "until all effects are known to ± 1 points: at most 5 deals" in result.stdout
    assert "At most " in result.stdout


def test_quiet_says_nothing(tmp_path: Path) -> None:
    result = call("--strategy", "random", "--games", "5", "--out", tmp_path / "out", "--quiet")
    assert result.exit_code == 0, result.output
    assert not result.output


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "--out is missing: name a folder for the study, such as --out studies/first"),
        (("--resume", "--force", "--out", "x"), "--resume and --force: give one of them"),
        (("--only", "extra_gould", "--out", "x"), "did you mean 'extra_gold'"),
        (("--combination", "extra_gold", "--out", "x"), "options with + between them"),
        (("--combination", "extra_gold+less_gold", "--out", "x"), "contradict each other"),
        (("--rolls", "0,99", "--out", "x"), "--rolls 99"),
        (("--until-ci", "wide", "--out", "x"), "--until-ci wide: half-width 'wide'"),
        (("--until-ci", "200%", "--out", "x"), "known to ±1.0 beforehand"),
        (("--until-ci", "seat=1%", "--out", "x"), "--until-ci seat=1%: half-width 'seat=1%'"),
        (("--only", "normal", "--out", "x"), "nothing is left to compare"),
        (("--alchemists", "newton,duval", "--out", "x"), "one id is expected"),
        (("--backend", "rey", "--out", "x"), "--backend rey: did you mean 'ray'"),
        (("--out", "x", "--resume"), "--resume: there is no study in x"),
        (("show",), "difficulty show: name the folder of one study, such as studies/first"),
        (("show", ""), "a name is missing"),
        (("--games", "none", "--out", "x"), "--games none: a whole number"),
        (("--strategy", "rondom", "--games", "1", "--out", "x"), "no strategy 'rondom'"),
        (("--strategy", "rondom", "--games", "1", "--dry-run"), "no strategy 'rondom'"),
        (("--strategy", "random,random", "--games", "1", "--out", "x"), "random is named twice"),
        (("--alchemists", "nobody", "--games", "1", "--out", "x"), "no alchemist 'nobody'"),
        (("show", "x"), "this is no study"),
        (("--games", "5", "list"), "its options follow it"),
    ],
)
def test_mistakes_are_one_line(
    args: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in said(*args)
    assert not list(tmp_path.iterdir())


def test_a_study_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "difficulty-settings.json").write_text("{}")
    earlier = "an earlier version of trisim wrote this study, and only that can read it"
    for args in (("show", tmp_path), ("--out", tmp_path, "--resume")):
        assert said(*args) == f"trisim: {tmp_path}: {earlier}"


def test_the_folder_is_called_as_it_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = ("--strategy", "random", "--only", "hard", "--games", "5", "--jobs", "1")
    assert call(*args, "--out", "here").stdout.endswith("all figures: here\n")


def test_list_works_in_a_process_of_its_own() -> None:
    """Other tests may have imported what it needs."""
    args = [sys.executable, "-m", "trisim", "difficulty", "list"]
    done = subprocess.run(args, capture_output=True, text=True, check=True)
    assert "Difficulty of the solo game (4 presets)" in done.stdout


def test_help_has_examples_and_commands() -> None:
    text = call("--help").stdout
    for words in ("--until-ci", "--combination", "show", "list", "studies/first", "each scenario"):
        assert words in text
