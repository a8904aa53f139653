"""``trisim run`` as a user meets it."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner, Result

from tests.sim.helpers import parquet
from tests.small_run import TESTBOX, small_run
from trisim.cli import main
from trisim.cli.run_report import interval, show_levels, value_words
from trisim.display import Pace, duration, game_lines
from trisim.sim.progress import Progress
from trisim.sim.run import Run

SMALL = ["--players", "2", "--games", "2", "--box", str(TESTBOX), "--jobs", "1"]


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["run", *map(str, args)])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------- a run


def test_a_run_says_how_it_went_and_what_next(here: Path) -> None:
    result = run(*SMALL, "--games", "3", "--out", "runs/my run")
    assert result.exit_code == 0, result.output
    assert "--games 3: rounded up to 4, whole deals of 2 games." in result.stderr
    assert "Playing 4 games …" in result.stderr
    out = result.stdout
    assert re.search(
        r"^4 games of 2 players, 2 deals in .* games/s, \d+ decisions a game$", out, re.M
    )
    assert "seat 0" in out
    assert "seat 1" in out
    assert all(f" {name} " in out for name in Run("runs/my run").to_pandas("players")["alchemist"])
    assert re.search(r"Equals would win 50 % each\. Intervals are clustered by deal", out)
    assert re.search(r"runs/my run: .* kB; rows of games \(4\), players \(8\), rounds", out)
    assert "aborted" not in out
    assert "\x1b[" not in out
    assert "For questions about balance, play with --strategy tuned: " in out
    commands = [line.strip() for line in out.split("What next:\n")[1].splitlines()]
    known = ["report", "audit", "sql", "replay", "-c"]
    assert [shlex.split(command)[1] for command in commands] == known
    for command in (commands[0], *commands[2:4]):
        assert CliRunner().invoke(main, shlex.split(command)[1:]).exit_code == 0, command
    python = subprocess.run(
        [sys.executable, *shlex.split(commands[4])[1:]], capture_output=True, text=True, check=True
    )
    assert "action" in python.stdout


def test_the_summary_has_the_figures_of_the_run(here: Path) -> None:
    shown = run(*SMALL, "--out", "a").stdout
    players = Run("a").players.collect()
    for seat in (0, 1):
        wins = players.filter(pl.col("seat") == seat)["win"].to_list()
        (line,) = [line for line in shown.splitlines() if f" seat {seat} " in line]
        assert line.split()[2] == f"{100 * sum(wins) / len(wins):.1f}"


def test_options_reach_the_request(here: Path) -> None:
    (here / "short.toml").write_text('name = "Short"\n[change.rules.numbers]\nrounds = 1\n')
    result = run(
        *SMALL, "--games", "4", "--seed", "9", "--log", "players", "--achievements",
        "--alchemists", "chosen", "--with", "cards", "--with", "ledger:every=2",
        "--part-games", "1", "--variant", "short.toml", "--quiet", "--out", "a",
    )  # fmt: skip
    assert (result.exit_code, result.output) == (0, "")
    opened = Run("a")
    asked = opened.request
    assert (asked.players, asked.deals, asked.rotations, asked.seed) == (2, 4, 1, 9)
    assert (asked.log, asked.cards, asked.ledger) == ("players", True, 2)
    assert (asked.options.achievements, asked.roles, asked.part_deals) == (True, "chosen", 1)
    assert [variant.name for variant in opened.manifest.variants] == ["Short"]
    assert opened.tables == ("games", "players", "cards", "ledger")
    assert opened.ledger.select("game").unique().sort("game").collect()["game"].to_list() == [0, 2]
    assert "--seed" not in opened.manifest.command or "9" in opened.manifest.command


def test_a_lineup_goes_round_the_table(here: Path) -> None:
    (here / "mine.py").write_text(
        "class Last:\n    def choose(self, view):\n        return view.legal()[-1]\n"
    )
    result = run(*SMALL, "--lineup", "mine.py,random", "--log", "players", "--out", "a")
    assert result.exit_code == 0, result.output
    assert "mine.py" in result.stdout
    seats = Run("a").players.sort("game", "seat").collect()["strategy"].to_list()
    assert seats == ["mine.py", "random", "random", "mine.py"]


def test_alchemists_by_name_and_the_introductory_setup(here: Path) -> None:
    assert run(*SMALL, "--alchemists", "maria, Newton", "--quiet", "--out", "a").exit_code == 0
    named = Run("a").players.collect()["alchemist"].to_list()
    assert named == ["maria", "newton", "newton", "maria"]
    assert run(*SMALL, "--intro", "--quiet", "--out", "b").exit_code == 0
    assert Run("b").request.options.intro


def test_the_same_command_gives_the_same_bytes_with_two_jobs(here: Path) -> None:
    more = ["--games", "4", "--part-games", "2", "--quiet"]
    assert run(*SMALL, *more, "--out", "a").exit_code == 0
    assert run(*SMALL, *more, "--jobs", "2", "--out", "b").exit_code == 0
    assert parquet(here / "a") == parquet(here / "b")
    assert len(parquet(here / "a")) == 8


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([], "--out is missing: name a folder for the run, such as --out runs/base"),
        (["--out", "a", "--players", "5"], "--players 5: a whole number from 2 to 4 is expected"),
        (["--out", "a", "--games", "0"], "--games 0: a whole number from 1 on is expected"),
        (["--out", "a", "--games", "1e6"], "--games 1e6: a whole number from 1 on is expected"),
        (["--out", "a", "--seed", "-1"], "--seed -1: a whole number from 0 to 2**64 - 1"),
        (["--out", "a", "--strategy", "rando"], "no strategy 'rando'; did you mean 'random'?"),
        (["--out", "a", "--strategy", "no.py"], "no strategy file no.py"),
        (["--out", "a", "--lineup", "random,random"], "2 places for 4 players"),
        (["--out", "a", "--lineup", "random", "--strategy", "random"], "give one of them"),
        (["--out", "a", "--resume", "--force"], "--resume and --force: give one of them"),
        (["--out", "a", "--alchemists", "balance"], "balanced, random, chosen, or 4 ids"),
        (["--out", "a", "--alchemists", "duvall,newton,maria,bacon"], "did you mean 'duval'?"),
        (["--out", "a", "--alchemists", "duval,duval,maria,bacon"], "as many different ones"),
        (["--out", "a", "--intro", "--alchemists", "random"], "alchemists of its own"),
        (["--out", "a", "--log", "turn"], "--log turn: did you mean 'turns'?"),
        (["--out", "a", "--with", "x"], "--with x: cards or ledger is expected"),
        (["--out", "a", "--with", "ledger:every=0"], "--with ledger:every 0: a whole number"),
        (["--out", "a", "--with", "cards:every=2"], "only the ledger can be thinned out"),
        (["--out", "a", "--jobs", "0"], "--jobs 0: a number of cores is expected, or -1 for all"),
        (["--out", "a", "--jobs", "-99"], "--jobs -99: a number of cores is expected, or -1"),
        (["--out", "a", "--games", "9" * 23], "99: 1,099,511,627,776 is the most"),
        (["--out", "a", "--games", "9" * 5000], "…: 1,099,511,627,776 is the most"),
        (["--out", "a", "--with", f"ledger:every={'9' * 20}"], "1,099,511,627,776 is the most"),
        (["--out", ""], "--out '': a name is missing"),
        (["--out", "x" * 300], "xxx…: this name is too long for a file or folder"),
        (["--out", "a", "--jobs", "all"], "--jobs all: a number of cores is expected"),
        (["--out", "a", "--backend", "rai"], "--backend rai: did you mean 'ray'?"),
        (["--out", "a", "--address", "x:1"], "address x:1: only the backends dask and ray"),
        (["--out", "a", "--backend", "dask"], "name its scheduler with --address"),
        (["--out", "a", "--part-games", "no"], "--part-games no: a whole number from 1 on"),
        (["--out", "a", "--until-ci", "win"], "--until-ci win: 'win': write METRIC=HALFWIDTH"),
        (["--out", "a", "--until-ci", "sea=1%"], "unknown metric 'sea'; did you mean 'seat'?"),
        (["--out", "a", "--until-ci", "seat=2"], "--until-ci seat=2: half-width 2"),
        (["--out", "a", "--box", "nowhere"], "nowhere: there is no such folder"),
        (["--out", "a", "--variant", "no.toml"], "no.toml: there is no such file"),
        (["--out", "a", "--resume"], "--resume: there is no run in a; name its folder"),
        (["--out", "file"], "file: it exists and is not a directory"),
        (["--out", "."], ".: it exists and holds other things than a run"),
        (["--out", "file/a"], "can't be written"),
    ],
)
def test_mistakes_are_one_line_and_leave_nothing(
    args: list[str], expected: str, here: Path
) -> None:
    (here / "file").write_text("mine")
    result = run(*args)
    assert result.exit_code == 2
    assert result.stderr.startswith("trisim: ")
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert [path.name for path in here.iterdir()] == ["file"]
    assert (here / "file").read_text() == "mine"


def test_all_faults_of_a_box_are_told(fresh_box: Path, here: Path) -> None:
    (fresh_box / "intro.toml").unlink()
    (fresh_box / "solo.toml").unlink()
    result = run("--box", fresh_box, "--out", "a")
    assert result.exit_code == 2
    assert result.stderr.count("this file is missing") == 2
    assert not (here / "a").exists()


def test_a_run_is_never_overwritten_unless_forced(here: Path) -> None:
    assert run(*SMALL, "--quiet", "--log", "players", "--out", "a").exit_code == 0
    before = parquet(here / "a")
    again = run(*SMALL, "--seed", "2", "--out", "a")
    assert again.exit_code == 2
    assert "there is a run already; --resume continues it, --force replaces it" in again.stderr
    assert parquet(here / "a") == before
    assert run(*SMALL, "--seed", "2", "--quiet", "--force", "--out", "a").exit_code == 0
    assert parquet(here / "a") != before


def test_a_strategy_that_raises_is_named_with_game_seat_and_decision(here: Path) -> None:
    (here / "bad.py").write_text(
        "class Bad:\n    def choose(self, view):\n        raise ValueError('oops')\n"
    )
    result = run(*SMALL, "--lineup", "bad.py,random", "--out", "a")
    assert result.exit_code == 2
    assert re.search(r"trisim: strategy 'bad.py' in game 0, seat 0, decision \d+", result.stderr)
    assert "ValueError: oops" in result.stderr


def test_a_strategy_file_with_a_slip_is_named(here: Path) -> None:
    (here / "bad.py").write_text("class Bad\n")
    result = run(*SMALL, "--strategy", "bad.py", "--out", "a")
    assert result.exit_code == 2
    assert "bad.py, line 1: SyntaxError" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("choose", "expected"),
    [
        ("raise ValueError('one\\ntwo')", "ValueError: one two"),
        ("raise StopIteration", "StopIteration"),
        ("return 10**30", "1000000000000000000000000000000 is no move"),
    ],
)
def test_whatever_a_strategy_does_is_one_line(choose: str, expected: str, here: Path) -> None:
    (here / "bad.py").write_text(f"class Bad:\n    def choose(self, view):\n        {choose}\n")
    result = run(*SMALL, "--lineup", "bad.py,random", "--out", "a")
    assert result.exit_code == 2
    last = result.stderr.splitlines()[-1]
    assert last.startswith("trisim: strategy 'bad.py' in game 0")
    assert expected in last


def test_a_strategy_file_that_exits_is_named(here: Path) -> None:
    (here / "bad.py").write_text("import sys\nsys.exit(3)\n")
    result = run(*SMALL, "--strategy", "bad.py", "--out", "a")
    assert result.exit_code == 2
    assert "bad.py, line 2: SystemExit: 3" in result.stderr


FIRST = "class First:\n    def choose(self, view):\n        return view.legal()[0]\n"


def test_brackets_in_names_are_brackets(here: Path) -> None:
    (here / "a[").mkdir()
    (here / "a[" / "b].py").write_text(FIRST)
    args = [*SMALL, "--lineup", "a[/b].py,random", "--until-ci", "seat=40%"]
    seats = run(*args, "--dry-run")
    assert seats.exit_code == 0
    assert "a[/b].py (" in seats.stdout
    result = run(*args, "--out", "runs [x]*")
    assert result.exit_code == 0
    assert "a[/b].py " in result.stdout


@pytest.mark.parametrize(
    ("until", "said"), [("seat=0.001%", "are not narrow enough yet"), ("score=1000", "stopped: ")]
)
def test_it_says_whether_intervals_are_narrow_enough(until: str, said: str, here: Path) -> None:
    result = run(*SMALL, "--games", "20", "--part-games", "4", "--until-ci", until, "--out", "a")
    assert result.exit_code == 0
    assert said in result.stdout


def test_the_interval_of_the_score_by_which_it_stops_is_shown(here: Path) -> None:
    shown = run(*SMALL, "--games", "4", "--until-ci", "score=1000", "--out", "a").stdout
    score = Run("a").summary().score
    assert score.anytime
    (line,) = [line for line in shown.splitlines() if " all players " in line]
    low, high = score.shown(score.low), score.shown(score.high)
    assert line.split()[2:] == [score.shown(score.value), low, "…", high, "4"]
    assert "that of all players, by which it stops, holds at every look" in shown


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100])
def test_no_figure_is_lost_on_a_narrow_terminal(width: int) -> None:
    from rich.console import Console

    summary = small_run().summary()
    out = Console(width=width, file=io.StringIO(), force_terminal=True, color_system=None)
    show_levels(summary, out)
    assert isinstance(out.file, io.StringIO)
    shown = " ".join(out.file.getvalue().split())
    for level in (*summary.seats, *summary.roles):
        for estimate in (level.win, level.score):
            assert f"{value_words(estimate)}" in shown
            assert interval(estimate) in shown


# ---------------------------------------------------------------- going on


@pytest.fixture
def stopped(here: Path) -> Path:
    """A run of two parts of which the second is missing; the whole one is beside it."""
    more = ["--games", "4", "--part-games", "2", "--log", "players", "--seed", "5", "--quiet"]
    assert run(*SMALL, *more, "--out", "whole").exit_code == 0
    shutil.copytree("whole", "part")
    manifest = json.loads(Path("part/manifest.json").read_text())
    manifest["status"] = "interrupted"
    manifest["parts"] = manifest["parts"][:1]
    Path("part/manifest.json").write_text(json.dumps(manifest))
    for file in ("games/part-00001.parquet", "players/part-00001.parquet"):
        (here / "part" / file).unlink()
    (here / "part" / ".receipts" / "part-00001.json").unlink(missing_ok=True)
    return here / "part"


def test_resume_needs_nothing_but_the_folder(stopped: Path) -> None:
    result = run("--resume", "--out", stopped, "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert "Playing 4 games; 2 are there already …" in result.stderr
    assert parquet(stopped) == parquet(stopped.parent / "whole")
    assert "rounded" not in result.stderr


def test_resume_takes_the_command_once_more(stopped: Path) -> None:
    more = ["--games", "4", "--part-games", "2", "--log", "players", "--seed", "5"]
    assert run(*SMALL, *more, "--quiet", "--out", stopped, "--resume").exit_code == 0
    assert parquet(stopped) == parquet(stopped.parent / "whole")


@pytest.mark.parametrize(
    ("args", "difference"),
    [
        (["--seed", "6"], "seed: 6, was 5"),
        (["--games", "400"], "games: 400, was 4"),
        (["--players", "3"], "players: 3, was 2"),
        (["--alchemists", "random"], "alchemists: random, was balanced"),
        (["--with", "cards"], "cards: on, was off"),
        (["--log", "turns"], "log: turns, was players"),
        (["--part-games", "4"], "part-games: 4, was 2"),
        (["--until-ci", "seat=0.1"], "until-ci: seat=0.1, was none"),
        (["--variant", "short.toml"], "box: "),
    ],
)
def test_resume_with_other_settings_is_refused_and_says_what_differs(
    args: list[str], difference: str, stopped: Path
) -> None:
    Path("short.toml").write_text("[change.rules.numbers]\nrounds = 1\n")
    before = parquet(stopped)
    result = run("--resume", "--out", stopped, *args)
    assert result.exit_code == 2
    assert "begun with other settings" in result.stderr
    assert difference in result.stderr
    assert "Playing" not in result.stderr
    assert parquet(stopped) == before


def test_resume_plays_with_the_box_of_the_run(here: Path, fresh_box: Path) -> None:
    rules = fresh_box / "rules.toml"
    rules.write_text(rules.read_text().replace("\nrounds = 3", "\nrounds = 2"))
    more = ["--players", "2", "--games", "4", "--part-games", "2", "--log", "players", "--quiet"]
    assert run(*more, "--box", fresh_box, "--jobs", "1", "--out", "whole").exit_code == 0
    shutil.copytree("whole", "part")
    manifest = json.loads(Path("part/manifest.json").read_text())
    manifest["status"] = "interrupted"
    Path("part/manifest.json").write_text(json.dumps(manifest))
    Path("part/games/part-00001.parquet").unlink()
    shutil.rmtree(fresh_box)
    assert run("--resume", "--quiet", "--out", "part").exit_code == 0
    assert parquet(here / "part") == parquet(here / "whole")


PATIENT = """
class Patient:
    def __init__(self, patience=0):
        self.patience = patience

    def choose(self, view):
        return view.legal()[self.patience % len(view.legal())]
"""


def test_resume_plays_with_the_strategies_of_the_run(here: Path) -> None:
    (here / "mine.py").write_text(PATIENT)
    lineup = ["--lineup", "mine.py:patience=3,mine.py:noise=0.0"]
    more = ["--games", "4", "--part-games", "2", "--log", "players", "--quiet"]
    result = run(*SMALL, *more, *lineup, "--backend", "threads", "--out", "whole")
    assert result.exit_code == 0, result.output
    shutil.copytree("whole", "part")
    manifest = json.loads(Path("part/manifest.json").read_text())
    manifest["status"] = "interrupted"
    Path("part/manifest.json").write_text(json.dumps(manifest))
    Path("part/games/part-00001.parquet").unlink()
    (here / "mine.py").write_text(PATIENT.replace("patience %", "patience + 1 %"))
    refused = run(*SMALL, *more, *lineup, "--resume", "--out", "part")
    assert "strategy mine.py:patience=3: another text" in refused.stderr
    (here / "mine.py").unlink()
    goes_on = run("--resume", "--games", "4", "--backend", "threads", "--quiet", "--out", "part")
    assert goes_on.exit_code == 0, goes_on.output
    assert parquet(here / "part") == parquet(here / "whole")


# ---------------------------------------------------------------- before


def test_dry_run_says_what_would_be_played(here: Path) -> None:
    result = run(*SMALL, "--games", "39", "--dry-run", "--out", "a", "--jobs", "2")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    said = result.stdout
    assert "--games 39: rounded up to 40, whole deals of 2 games." in said
    assert re.search(r"games +40, of 2 players: 20 deals in 2 rotations, seed 1", said)
    assert re.search(r"alchemists +balanced", said)
    assert re.search(r"tables +games, players, rounds, turns", said)
    assert re.search(r"parts +1 of 20 deals \(40 games\)", said)
    assert re.search(
        r"time +about .* on 1 core \(.* games/s on one, measured with \d+ games\)", said
    )
    assert re.search(r"disk +about \d.* [kM]B, \d.* free at a", said)
    first, second = re.findall(r"game \d +random \((\w+)\) +random \((\w+)\)", said)
    assert first == tuple(reversed(second))
    assert list(here.iterdir()) == []


def test_dry_run_needs_no_folder_and_shows_who_sits_where(here: Path) -> None:
    (here / "mine.py").write_text(
        "class Last:\n    def choose(self, view):\n        return view.legal()[-1]\n"
    )
    args = [
        *SMALL,
        "--lineup",
        "mine.py,random",
        "--alchemists",
        "chosen",
        "--with",
        "ledger:every=9",
    ]
    result = run(*args, "--dry-run", "--until-ci", "seat=1%")
    assert result.exit_code == 0, result.output
    assert "chosen by the strategies" in result.stdout
    assert re.search(r"game 0 +mine.py +random", result.stdout)
    assert re.search(r"game 1 +random +mine.py", result.stdout)
    assert "ledger (of every 9th deal)" in result.stdout
    assert "2 at most" in result.stdout


def test_dry_run_says_if_the_disk_is_too_small(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trisim.sim.forecast.free_bytes", lambda folder: 1234)
    assert "1.2 kB free at this folder — not enough" in run(*SMALL, "--dry-run").stdout


# ---------------------------------------------------------------- on the way


def test_progress_is_plain_lines_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tell = game_lines(Pace())
    for clock, progress in (
        (100.0, Progress(1000, 4000, 1, 4, 0, 0.0)),
        (101.0, Progress(1500, 4000, 1, 4, 500, 1.0)),
        (111.0, Progress(2500, 4000, 2, 4, 1500, 11.0)),
        (115.0, Progress(2600, 4000, 2, 4, 1600, 15.0)),
    ):
        monkeypatch.setattr("trisim.display.time.monotonic", lambda now=clock: now)
        tell(progress)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "Playing 4,000 games; 1,000 are there already …"
    assert lines[1:] == ["2,500 of 4,000 games, 100 games/s, 15 s left"]


def test_pace_forgets_what_was_before_the_first_game() -> None:
    pace = Pace()
    assert pace.words(Progress(0, 100, 0, 1, 0, 9.0)) == ""
    assert pace.pace(Progress(10, 100, 0, 1, 10, 10.0)) == 1.0
    assert pace.pace(Progress(30, 100, 0, 1, 30, 12.0)) == 10.0


def test_time_left_is_the_most_where_a_run_may_stop_before() -> None:
    progress = Progress(30, 100, 0, 1, 30, 3.0)
    assert Pace(most=True).words(progress).endswith("at most 7.0 s left")
    assert Pace().words(progress).endswith("games/s, 7.0 s left")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0.0 s"), (9.94, "9.9 s"), (59.4, "59 s"), (59.6, "1:00 min"), (3600, "1:00 h")],
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def start(*args: str, stdout: int, stderr: int) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    return subprocess.Popen(
        [sys.executable, "-m", "trisim", "run", *SMALL, *args],
        env={**environment, "COLUMNS": "100"},
        stdout=stdout,
        stderr=stderr,
    )


def test_a_terminal_shows_a_bar(here: Path) -> None:
    ours, theirs = pty.openpty()
    process = start("--out", "a", "--games", "6", stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:  # the other side is closed
        pass
    os.close(ours)
    assert process.wait(timeout=120) == 0
    assert "━" in shown.decode()
    assert "of 6 games" in shown.decode()


def test_ctrl_c_is_one_line_and_the_run_can_be_resumed(here: Path) -> None:
    process = start(
        "--out", "a", "--games", "400", "--part-games", "2", "--log", "players",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        while not list(here.glob("a/games/part-*.parquet")) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, wrong = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in wrong
    assert b"--resume" in wrong
    assert said == b""
    opened = Run("a")
    assert not opened.is_finished
    assert opened.games_played >= 2


def test_ctrl_c_before_the_first_game_is_one_line(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("trisim.sim.runner.prepare", stop)
    result = run(*SMALL, "--out", "a")
    assert result.exit_code == 130
    assert result.stderr == "trisim: stopped\n"
    assert not list(here.iterdir())


def test_aborted_games_are_counted_and_named(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from trisim.cli.run_report import show_aborted
    from trisim.terminal import console

    assert run(*SMALL, "--quiet", "--out", "a").exit_code == 0
    file = here / "a" / "games" / "part-00000.parquet"
    frame = pl.read_parquet(file).with_columns(
        status=pl.lit("aborted").cast(pl.Categorical), game=pl.col("game") + 7
    )
    opened = Run("a", verify=False)
    frame.write_parquet(file)
    show_aborted(opened, console())
    said = capsys.readouterr().out
    assert said.startswith("2 games were aborted at a limit")
    assert "trisim replay a 7" in said


@pytest.mark.parametrize("command", ["engine", "run"])
def test_bench_looks_for_its_folder_before_it_measures(
    command: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it measures")

    monkeypatch.setattr("trisim.cli.bench.compile_groups", never)
    result = CliRunner().invoke(main, ["bench", command, "--json", "no/x.json"])
    assert result.exit_code == 2
    assert "no/x.json can't be written: there is no folder no; make it first" in result.stderr
