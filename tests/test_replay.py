"""``trisim replay`` as a user meets it: a game of a run, whatever has changed since."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner, Result

from tests.sim.helpers import parquet
from tests.small_run import GAMES, small_run
from trisim.cli import main
from trisim.sim.disk import checksum
from trisim.sim.run import Run

LAST = "class Last:\n    def choose(self, view):\n        return view.legal()[-1]\n"


def replay(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, args)])


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the small run, to be damaged."""
    return Path(shutil.copytree(small_run().path, tmp_path / "copy"))


def scores(run: Run, game: int) -> list[int]:
    """The scores that a run has for a game."""
    return run.players.filter(pl.col("game") == game).collect()["score"].to_list()


def alchemists_of(game: int) -> set[str]:
    """The alchemists of a game of the small run, and of any with this box and two players."""
    rows = small_run().players.filter(pl.col("game") == game).collect()
    return set(rows["alchemist"].to_list())


def totals(transcript: str) -> list[int]:
    """The scores at the end of a transcript."""
    (line,) = [line for line in transcript.splitlines() if line.strip().startswith("total ")]
    return [int(word) for word in line.split()[1:]]


@pytest.mark.parametrize("game", [0, 3, GAMES - 1])
def test_a_game_is_the_one_of_the_run(game: int) -> None:
    result = replay(small_run().path, str(game))
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert (
        f"Game {game} of {small_run().path}: deal {game // 2}, rotation {game % 2}\n"
        in result.output
    )
    assert totals(result.output) == scores(small_run(), game)
    players = small_run().players.filter(pl.col("game") == game).collect()
    seed = small_run().games.filter(pl.col("game") == game).collect()["seed"].item()
    assert f"A game of 2 players, seed {seed}\n" in result.output
    assert f"Alchemists: {', '.join(players['alchemist'])}\n" in result.output


def test_the_option_of_earlier_versions_is_understood_with_a_notice() -> None:
    path = small_run().path
    result = replay(path, "--game", "3")
    assert result.exit_code == 0
    assert result.stdout == replay(path, "3").stdout
    assert result.stderr == f"trisim: --game is no longer needed: trisim replay {path} 3\n"
    assert "--game" not in replay("--help").output


def test_the_turns_are_those_of_the_run() -> None:
    text = replay(small_run().path, "5").output
    turns = small_run().turns.filter(pl.col("game") == 5).collect()
    told = re.findall(r"^Turn (\d+) — Round (\d+) — .* \(seat (\d), ", text, re.M)
    stored = turns.select("turn", "round", "seat").rows()
    assert [tuple(map(int, words)) for words in told] == stored


def test_strategies_go_with_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("last.py").write_text(LAST)
    box = small_run().path / "inputs" / "box"
    args = ["--lineup", "last.py,random", "--players", "2", "--games", "2", "--box", str(box)]
    made = CliRunner().invoke(main, ["run", *args, "--jobs", "1", "--quiet", "--out", "a"])
    assert made.exit_code == 0, made.output
    Path("last.py").unlink()
    for game, (first, second) in enumerate([("last.py", "random"), ("random", "last.py")]):
        result = replay("a", str(game))
        assert result.exit_code == 0, result.output
        assert f"(seat 0, {first})" in result.output
        assert f"(seat 1, {second})" in result.output
        assert totals(result.output) == scores(Run("a"), game)


def test_a_box_that_has_changed_since_changes_nothing(
    fresh_box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = ["--players", "2", "--games", "2", "--box", str(fresh_box), "--log", "players"]
    made = CliRunner().invoke(main, ["run", *args, "--jobs", "1", "--quiet", "--out", "a"])
    assert made.exit_code == 0, made.output
    before = replay("a", "1").output
    rules = fresh_box / "rules.toml"
    rules.write_text(rules.read_text().replace("rounds = 3", "rounds = 1"))
    assert replay("a", "1").output == before
    shutil.rmtree(fresh_box)
    result = replay("a", "1")
    assert (result.exit_code, result.output) == (0, before)


def test_other_scores_are_told_in_one_line(copied: Path) -> None:
    file = copied / "players" / "part-00000.parquet"
    frame = pl.read_parquet(file).with_columns(pl.col("score") + 1)
    whole = Run(copied)
    stored = [score + 1 for score in scores(whole, 0)]
    frame.write_parquet(file)
    manifest = json.loads((copied / "manifest.json").read_text())
    record = manifest["parts"][0]["files"]["players"]
    record |= {"bytes": file.stat().st_size, "sha256": checksum(file)}
    (copied / "manifest.json").write_text(json.dumps(manifest))
    shutil.rmtree(copied / ".receipts", ignore_errors=True)
    result = replay(copied, "0")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert f"({', '.join(map(str, stored))}, not" in result.stderr
    assert "the rules have changed since" in result.stderr
    assert "total" in result.stdout


def test_an_unfinished_run_can_be_replayed_before_it_is_played(copied: Path) -> None:
    manifest = json.loads((copied / "manifest.json").read_text())
    manifest["status"], manifest["parts"] = "running", []
    (copied / "manifest.json").write_text(json.dumps(manifest))
    shutil.rmtree(copied / ".receipts", ignore_errors=True)
    assert Run(copied).games_played == 0
    result = replay(copied, str(GAMES - 1))
    assert result.exit_code == 0
    assert totals(result.output) == scores(small_run(), GAMES - 1)


def test_replay_changes_nothing() -> None:
    before = parquet(small_run().path)
    assert replay(small_run().path, "1").exit_code == 0
    assert parquet(small_run().path) == before


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([str(GAMES)], f"game {GAMES}: {{run}} has the games 0 to {GAMES - 1}"),
        (["--", "-1"], "game -1: a whole number from 0 on is expected"),
        (["one"], "game one: a whole number from 0 on is expected"),
        ([], f"the number of a game is missing: {{run}} has the games 0 to {GAMES - 1}"),
        (["3", "--game", "3"], "--game 3: the number is given twice; write trisim replay {run} 3"),
    ],
)
def test_an_unknown_game_is_one_line(args: list[str], expected: str) -> None:
    result = replay(small_run().path, *args)
    assert result.exit_code == 2
    assert result.output == f"trisim: {expected.format(run=small_run().path)}\n"


def test_a_run_without_its_parts_says_how_to_repair_it(copied: Path) -> None:
    for path in (copied / "players").iterdir():
        path.unlink()
    result = replay(copied, "0")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"trisim: {copied}: all its parts are missing or cut off; 'trisim run --out {copied} "
        f"--resume' plays the part again, 'trisim audit {copied}' lists all that is damaged\n"
    )


def test_a_run_without_its_first_part_still_has_its_last_game(copied: Path) -> None:
    (copied / "players" / "part-00000.parquet").unlink()
    result = replay(copied, str(GAMES - 1))
    assert result.exit_code == 0, result.output
    assert totals(result.output) == scores(small_run(), GAMES - 1)


def test_no_run_is_one_line(tmp_path: Path) -> None:
    result = replay(tmp_path, "1")
    assert result.exit_code == 2
    problem = "this is no run, it has no manifest.json; name the folder of a run"
    assert result.output == f"trisim: {tmp_path}: {problem}\n"


def test_damaged_inputs_are_named(copied: Path) -> None:
    rules = copied / "inputs" / "box" / "rules.toml"
    rules.write_text(rules.read_text().replace("rounds = ", "rounds = 1 # "))
    result = replay(copied, "1")
    assert result.exit_code == 2
    assert "inputs" in result.output
    assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("raise ValueError('oops')", "ValueError: oops"),
        ("return 123456789", "move 123456789 is none of its options"),
    ],
)
def test_a_strategy_that_fails_is_shown_up_to_there(
    body: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first, second = alchemists_of(0), alchemists_of(2)
    (stranger, *_) = sorted(second - first)  # of a run whose first part fails nothing is kept
    Path("bad.py").write_text(
        "class Bad:\n    turns = 0\n    def choose(self, view):\n        self.turns += 1\n"
        f"        known = list(view.box.alchemists).index({stranger!r})\n"
        "        met = known in [view.state.labs[seat].alchemist for seat in (0, 1)]\n"
        f"        if met and self.turns > 5:\n            {body}\n        return view.legal()[0]\n"
    )
    box = small_run().path / "inputs" / "box"
    args = ["--strategy", "bad.py", "--players", "2", "--games", "4", "--part-games", "2"]
    args += ["--box", str(box)]
    made = CliRunner().invoke(main, ["run", *args, "--jobs", "1", "--quiet", "--out", "a"])
    assert made.exit_code == 2
    assert expected in made.output
    result = replay("a", "2")
    assert result.exit_code == 2
    assert expected in result.stderr
    assert result.stderr.startswith("trisim: strategy 'bad.py', seat ")
    assert result.stderr.count("\n") == 1
    assert "Round 1" in result.stdout


def test_nothing_is_compiled_for_it() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    code = (
        "import sys; from trisim.cli import main\n"
        f"try: main(['replay', {str(small_run().path)!r}, '0'])\n"
        "except SystemExit as end: print('CODE', end.code, 'numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert "CODE 0 False" in done.stdout


def test_a_huge_number_of_a_game_is_told_what_there_is() -> None:
    result = replay(small_run().path, "9" * 23)
    assert result.exit_code == 2
    assert f"has the games 0 to {GAMES - 1}" in result.stderr
