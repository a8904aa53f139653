"""``trisim tune``: what a user sees, what is said about mistakes, and real games once."""

from __future__ import annotations

import errno
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import trisim
from tests.sim.tournament_fakes import FAKE
from tests.sim.tuning_fakes import HILL, begin, small
from tests.typed import Typed
from trisim import display
from trisim.campaigns.tuning import Tuning
from trisim.campaigns.tuning_request import TuningRequest
from trisim.cli import campaign as command
from trisim.games.trismegistus.players.kit import KIT
from trisim.players.registry import load
from trisim.sim import campaign
from trisim.sim.errors import FolderError, RunError
from trisim.sim.forecast import Forecast
from trisim.sim.plan import Plan
from trisim.sim.progress import Progress

ROOT = Path(__file__).parents[1]
LOOKER = "tests/strategies/looker.py"
call = Typed("tune")
said = call.mistake
SMALL = (
    *("--pool", "balanced,random", "--check", "greedy", "--players", "2", "--generations", "11"),
    *("--population", "4", "--games", "4", "--check-games", "40", "--self-play", "2"),
)


@pytest.fixture(autouse=True, scope="module")
def here() -> Iterator[None]:
    """In the folder of the project; stand-ins play in place of real games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(Tuning, "play_candidate", HILL)
        for module in (command, campaign):  # of the command line, and of Python
            patch.setattr(module, "play_campaign", partial(campaign.play_campaign, play=FAKE))
        yield


@pytest.fixture(scope="module")
def played(here: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    out = tmp_path_factory.mktemp("cli") / "first"
    return out, call("balanced", *SMALL, "--out", out, "--save", out.parent / "mine.toml")


def test_tune_shows_and_writes_everything(played: tuple[Path, Result]) -> None:
    out, result = played
    assert result.exit_code == 0, result.output
    for words in (
        "176 games of tuning, then 120 to check the result on 20 deals it never met",
        "never met",
        "It is surely better than its start, balanced.",
        "Equals would win 50 %",
    ):
        assert words in result.stdout, words
    assert "\x1b[" not in result.stdout
    assert {path.name for path in out.iterdir()} == {
        "campaign.json", "inputs", "generations.jsonl", "unchecked.toml", "runs", "check.json",
        "tuning.png", "tuning.svg", "tuned.toml",
    }  # fmt: skip


def test_lines_say_how_it_goes(played: tuple[Path, Result]) -> None:
    lines = played[1].stderr.splitlines()
    assert lines[0].startswith("balanced against balanced, random and itself: 11 generations of 4")
    assert [line for line in lines if "generation 10 of 11, against balanced" in line]
    assert "generation 9 of" not in played[1].stderr
    assert [line for line in lines if line.startswith("Playing")] == ["Playing 296 games …"]


class Gone(io.StringIO):
    """A pipe that nobody reads any more."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


class Terminal(io.TextIOWrapper):
    """A stream as of a terminal, over bytes as real ones are."""

    def isatty(self) -> bool:
        return True

    def written(self) -> bytes:
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()


def test_lines_stand_above_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(io.BytesIO(), encoding="utf-8", errors="strict")
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(display, "is_live", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    with display.playing(20) as tell:
        tell(Progress(5, 20, 0, 1, 5, 1.0))
        display.say_beside("a line")
    terminal.flush()
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.written().decode())
    lines = [line.strip() for line in re.split(r"[\r\n]+", shown)]
    assert "a line" in lines
    assert any("5 of 20 games" in line for line in lines)


def test_nobody_who_listens_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = small(generations=10)
    heard = begin(tmp_path / "heard", asked)
    monkeypatch.setattr(sys, "stderr", Gone())
    unheard = begin(tmp_path / "unheard", asked, on_note=display.say_beside)
    assert unheard.generations() == heard.generations()


def test_save_is_a_copy_that_plays(played: tuple[Path, Result]) -> None:
    out = played[0]
    copy = out.parent / "mine.toml"
    assert copy.read_bytes() == (out / "tuned.toml").read_bytes()
    assert load(str(copy), KIT).weights["score"] == (1.0, 1.0, 1.0)


def test_show_says_it_once_more(played: tuple[Path, Result]) -> None:
    out, result = played
    assert call("show", out).stdout == result.stdout


def test_resume_needs_nothing_said_again(played: tuple[Path, Result]) -> None:
    out, result = played
    before = (out / "tuned.toml").read_bytes()
    again = call("--out", out, "--resume")
    assert again.exit_code == 0, again.output
    assert again.stdout == result.stdout
    assert (out / "tuned.toml").read_bytes() == before


def test_the_command_in_the_file_asks_for_the_same(played: tuple[Path, Result]) -> None:
    out = played[0]
    command = (out / "tuned.toml").read_text().splitlines()[1].removeprefix("#").split()
    assert command[-2:] == ["--out", "DIR"]
    result = call(*command[2:-1], out, "--resume", "--quiet")
    assert result.exit_code == 0, result.output


def test_python_gives_the_same(played: tuple[Path, Result], tmp_path: Path) -> None:
    found = trisim.tune(
        pool=("balanced", "random"), check="greedy", players=2, generations=11, population=4,
        games=4, check_games=40, self_play=2, out=tmp_path / "out", progress=False,
    )  # fmt: skip
    assert found.tuned.read_bytes() == (played[0] / "tuned.toml").read_bytes()
    assert found.check() == trisim.Tuning(played[0]).check()
    with pytest.raises(FolderError, match="force=True"):
        trisim.tune(out=tmp_path / "out", progress=False)


def test_python_goes_on_and_begins_anew(tmp_path: Path) -> None:
    def tune(generations: int = 2, **how: Any) -> trisim.Tuning:
        return trisim.tune(
            pool="balanced", check="none", players=2, generations=generations, population=4,
            games=4, check_games=4, out=tmp_path / "out", progress=False, **how,
        )  # fmt: skip

    tuned = tune().tuned
    before = tuned.read_bytes()
    tuned.unlink()
    assert tune(resume=True).tuned.read_bytes() == before
    with pytest.raises(FolderError, match="generations: 3, was 2"):
        tune(3, resume=True)
    assert len(tune(3, force=True).generations()) == 3


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sigma": 0}, "sigma 0: a number from 0.01 to 10"),
        ({"sigma": "wide"}, "sigma wide: a number from 0.01 to 10"),
        ({"generations": "many"}, "generations many: a whole number"),
        ({"check_games": 0}, "check_games 0: a whole number"),
        ({"self_play": -1}, "self_play -1: a whole number"),
        ({"resume": True, "force": True}, "resume=True and force=True: give one of them"),
        ({"out": ""}, "out '': a name is missing"),
    ],
)
def test_mistakes_in_python_are_in_its_words(
    given: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(RunError, match=words):
        trisim.tune(**{"out": tmp_path / "out", **given}, progress=False)
    assert not (tmp_path / "out").exists()


def test_quiet_says_nothing(tmp_path: Path) -> None:
    result = call(*SMALL, "--generations", "1", "--out", tmp_path / "out", "--quiet")
    assert result.exit_code == 0, result.output
    assert not result.output


def test_rounding_is_said(tmp_path: Path) -> None:
    result = call(*SMALL, "--generations", "1", "--games", "3", "--out", tmp_path / "out")
    assert "--games 3: rounded up to 4, whole deals of 2 games." in result.stderr


def test_a_result_that_is_no_better_is_said_so(tmp_path: Path) -> None:
    """Two games say nothing."""
    result = call(*SMALL, "--check-games", "2", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "It is NOT surely better than its start, balanced" in result.stdout
    text = " ".join((tmp_path / "out" / "tuned.toml").read_text().split("\n# "))
    assert "It is NOT surely better than its start, balanced" in text


def checked_against(**given: Any) -> tuple[str, ...] | None:
    """Whom a result is checked against that was never met."""
    return campaign.prepare_campaign(TuningRequest.of(**given)).request.check


def test_a_check_is_against_shipped_weights_that_are_not_met() -> None:
    found = checked_against(start="master", pool=("balanced",))
    assert found == ("artificer", "experimenter", "goldsmith", "publisher")


def test_a_strategy_that_is_met_under_another_name_is_not_in_the_check() -> None:
    file, pool = "strategies/trismegistus/master.toml", ("balanced:noise=0.1", "artificer")
    assert checked_against(start=file, pool=pool) == ("experimenter", "goldsmith", "publisher")


def forecast(plan: Plan, cores: int, long_enough: float) -> Forecast:
    """A hundred games a second, but for one strategy."""
    pace = 1.0 if plan.request.lineup[1] == LOOKER else 100.0
    return Forecast(plan.request.games, 1, pace, 10.0, 1)


def test_the_forecast_knows_how_long_each_opponent_of_the_check_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("trisim.sim.forecast.forecast", forecast)
    few = ("--pool", "random", "--check-games", "120", "--generations", "3", "--dry-run")
    quick, slow = (call(*few, "--check", check).stdout for check in ("greedy", LOOKER))
    assert "About 1:59 min, 3.6 kB on disk" in quick
    assert "About 3:58 min, 3.6 kB on disk" in slow


def test_a_dry_run_writes_nothing(
    played: tuple[Path, Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trisim.sim.forecast.forecast", forecast)
    few = ("--pool", "random", "--check", "none", "--check-games", "2", "--players", "2")
    asked = (*few, "--generations", "1", "--population", "4", "--games", "1", "--jobs", "1")
    result = call(*asked, "--out", tmp_path / "out", "--dry-run")
    assert result.exit_code == 0, result.output
    for words in (
        "--games 1: rounded up to 2, whole deals of 2 games.",
        "balanced against random: 1 generations of 4 candidates, 2 games each, 8 in all; then 4 "
        "games to check the result against balanced, random.",
        "116 numbers would be tuned.",
        "About 0.1 s, 40 bytes on disk. Nothing was written.",
    ):
        assert words in result.stdout, words
    assert not (tmp_path / "out").exists()
    before = {path: path.stat().st_mtime_ns for path in played[0].rglob("*")}
    assert call(*asked, "--out", played[0], "--force", "--dry-run").exit_code == 0
    assert call("--out", played[0], "--resume", "--dry-run").exit_code == 0
    assert {path: path.stat().st_mtime_ns for path in played[0].rglob("*")} == before


def test_help_names_every_default() -> None:
    text = " ".join(call("--help").stdout.split())
    for words in (
        "[balanced,publisher,experimenter]", "0: never. [25]", "generations. [300]", "4 on. [24]",
        "whole deals. [160]", "first candidates. [0.6]", "with commas. [all]", "2 to 4. [4]",
        "same weights. [1]", "start and pool. [4000]", "but greedy and tuned]", "--save FILE",
        "trisim tune show tunings/first",
    ):  # fmt: skip
        assert words in text, words


def test_folders_with_brackets_are_told_as_they_are(tmp_path: Path) -> None:
    out = tmp_path / "[a]"
    result = call(*SMALL, "--generations", "1", "--out", out)
    assert f"The weights: {shlex.quote(str(out / 'tuned.toml'))}" in result.stdout


def test_mistakes_are_one_line(played: tuple[Path, Result], tmp_path: Path) -> None:
    out, new = played[0], ("--out", tmp_path / "new")
    mine = tmp_path / "mine.toml"
    mine.write_text((ROOT / "strategies" / "trismegistus" / "balanced.toml").read_text())
    assert "there is a tuning already" in said(*SMALL, "--out", out)
    assert "--out is missing" in said(*SMALL)
    assert "name one strategy to begin with" in said("balanced", "random", *new)
    assert "did you mean 'balanced'" in said("balansed", *new)
    assert "begins with a weights file" in said("random", *new)
    assert "too slowly" in said("--pool", "tests/strategies/first.py", *new)
    assert "did you mean 'publisher'" in said("--pool", "publishr", *new)
    assert "did you mean 'master'" in said("--check", "mastr", *new)
    assert "nobody is named" in said("--pool", "none", *new)
    assert "named twice" in said("--pool", "random,random", *new)
    assert "met anyway" in said("--check", "balanced", *new)
    assert "did you mean 'gold'" in said("--only", "golt", *new)
    assert "none" in said("--only", "none", *new)
    assert "--population 3" in said("--population", "3", *new)
    assert "--generations 0" in said("--generations", "0", *new)
    assert "--games 0" in said("--games", "0", *new)
    assert "--check-games none" in said("--check-games", "none", *new)
    assert "--self-play -1" in said("--self-play", "-1", *new)
    assert "--sigma wide" in said("--sigma", "wide", *new)
    assert "sigma 0:" in said("--sigma", "0", *new)
    assert "--players 5" in said("--players", "5", *new)
    assert "--jobs 0" in said("--jobs", "0", *new)
    assert "give one of them" in said(*new, "--resume", "--force")
    assert "there is no tuning in" in said(*new, "--resume")
    assert "holds other things" in said("--out", ROOT / "tests")
    assert "a .toml file" in said(*new, "--save", "mine.py")
    assert "no such folder" in said(*new, "--save", tmp_path / "nowhere" / "mine.toml")
    assert "plays with this file" in said(mine, *new, "--save", mine)
    assert "--backend rey: did you mean 'ray'" in said(*new, "--backend", "rey")
    assert "--seed none" in said(*new, "--seed", "none")
    assert "there is no such folder" in said(*new, "--box", tmp_path / "nowhere")
    assert "no tuning" in said("show", tmp_path)
    assert "name the folder" in said("show")
    assert "a file" in said("show", ROOT / "README.md")
    assert not (tmp_path / "new").exists()


def test_resume_with_other_settings_names_them(played: tuple[Path, Result]) -> None:
    result = call("--seed", "2", "--out", played[0], "--resume")
    assert result.exit_code == 2
    assert "begun with other settings" in result.stderr
    assert "  seed: 2, was 1" in result.stderr


def test_show_of_an_unfinished_one_says_how_to_go_on(tmp_path: Path) -> None:
    out = begin(tmp_path / "out", small(generations=1)).path
    assert f"trisim tune --out {out} --resume" in said("show", out)


def test_save_spares_the_files_of_strategies_though_copies_are_played(tmp_path: Path) -> None:
    mine, out = tmp_path / "mine.toml", tmp_path / "out"
    mine.write_text((ROOT / "strategies" / "trismegistus" / "balanced.toml").read_text())
    assert call(mine, *SMALL, "--generations", "1", "--out", out).exit_code == 0
    assert "plays with this file" in said("--out", out, "--resume", "--save", mine)
    mine.write_text("nonsense")
    again = call("--out", out, "--resume", "--save", tmp_path / "other.toml", "--quiet")
    assert again.exit_code == 0, again.output
    assert (tmp_path / "other.toml").read_bytes() == (out / "tuned.toml").read_bytes()


def test_a_file_that_can_not_be_saved_is_told_and_the_weights_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("trisim.sim.disk.write_text", refused)  # others have imported it before
    mine, out = tmp_path / "mine.toml", tmp_path / "out"
    result = call(*SMALL, "--generations", "1", "--out", out, "--save", mine)
    assert result.exit_code == 2
    why = "can't be written (Permission denied); the weights are"
    assert result.stderr.splitlines()[-1] == f"trisim: --save {mine}: {why} {out / 'tuned.toml'}"
    assert (out / "tuned.toml").is_file()


def test_force_replaces_a_tuning(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for seed in ("1", "2"):
        few = (*SMALL, "--generations", "1", "--seed", seed)
        result = call(*few, "--out", out, "--force", "--quiet")
        assert result.exit_code == 0, result.output
        assert f"--seed {seed}" in (out / "tuned.toml").read_text()


def test_a_tuning_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tuning-settings.json").write_text("{}")
    earlier = "an earlier version of trisim wrote this tuning, and only that can read it"
    for args in (("show", tmp_path), ("--out", tmp_path, "--resume")):
        assert said(*args) == f"trisim: {tmp_path}: {earlier}"


def test_real_games_give_the_same_file_with_any_number_of_jobs(tmp_path: Path) -> None:
    """Compiled, as users play: a few games of each candidate, and a run that can be audited."""
    few = ("--generations", "3", "--population", "4", "--games", "4", "--self-play", "1")
    asked = ("--pool", "balanced", "--check", "random", "--check-games", "8", *few, "--quiet")
    for jobs in ("1", "2"):
        subprocess.run(
            [sys.executable, "-m", "trisim", "tune", *asked, "--jobs", jobs, "--out", jobs],
            cwd=tmp_path,
            env={**os.environ, "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            check=True,
        )
    texts = [(tmp_path / jobs / "tuned.toml").read_text() for jobs in ("1", "2")]
    assert texts[0] == texts[1]
    assert "never met: random" in texts[0]
    run = tmp_path / "1" / "runs" / "000-random"
    assert Typed("audit")(run).exit_code == 0
