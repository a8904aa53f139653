"""``trisim bench`` prints what it promises; how fast anything is, no test says."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trisim.bench import compile_time, engine, peers, runs, thinking
from trisim.bench.timing import Sample, Turn, interleave
from trisim.cli import main
from trisim.engine import cache
from trisim.engine.kernel import JIT
from trisim.sim.plan import Plan
from trisim.sim.request import Execution

TINY = """
from __future__ import annotations

from trisim.games.trismegistus.kernels import entry, kernel


@kernel
def twice(number: int) -> int:
    return 2 * number


@entry
def go(number: int) -> int:
    return twice(number) + 1


def first() -> None:
    assert go(20) == 41
"""

DRIVER = """
import sys
print("9.9", flush=True)
for line in sys.stdin:
    print(10, 500, float(line) or 1.0, flush=True)
"""


PLAY = engine.Table.play


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["bench", *args])


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games take no time here: each is 90 decisions."""
    monkeypatch.setattr(cache, "is_compiled", lambda *groups: True)
    monkeypatch.setattr(engine.Table, "play", lambda self, seed, games: 90 * games)


# ---------------------------------------------------------------- timing


def test_turns_are_interleaved_and_compared_in_pairs() -> None:
    order: list[str] = []

    def turn(name: str, factor: float) -> Turn:
        def play(number: int) -> float:
            order.append(name)
            return factor * (number + 1)

        return play

    found = interleave({"a": turn("a", 6.0), "b": turn("b", 2.0)}, 0, least=2)
    assert order == ["a", "b", "a", "b"]
    assert found["a"] == Sample((6.0, 12.0))
    ratio = found["a"].over(found["b"])
    assert (ratio.middle, ratio.low, ratio.high, ratio.n) == (3.0, 3.0, 3.0, 2)


# ---------------------------------------------------------------- engine


@pytest.mark.skipif(JIT, reason="would compile the whole engine for one game")
def test_a_table_plays_whole_games() -> None:
    assert PLAY(engine.Table(2, log=True), seed=3, games=1) > 10


@pytest.mark.skipif(JIT, reason="would compile the whole engine for one game")
def test_a_table_plays_against_botmegistus() -> None:
    case = engine.Case(options={"solo": True})
    assert case.counts == (engine.AUTOMA,)
    assert PLAY(engine.Table(engine.AUTOMA, case), seed=3, games=1) > 10


def test_engine_against_botmegistus_has_a_row_of_its_own() -> None:
    result = run("engine", "--solo", "--seconds", "0.01")
    assert result.exit_code == 0, result.output
    assert "automa" in result.output.split("players", 1)[1]


def test_engine_tells_rates_log_threads_and_sizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "cores", lambda: 2)
    result = run("engine", "--seconds", "0.01", "--json", str(tmp_path / "figures.json"))
    assert result.exit_code == 0, result.output
    for words in ("games/s", "decisions/s", "log costs", "Two threads against one", "bytes"):
        assert words in result.output
    assert "\x1b[" not in result.output
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert [row["players"] for row in figures["play"]] == [2, 3, 4]
    for row in figures["play"]:
        assert row["decisions_per_game"] == 90
        assert row["games_per_s"]["n"] >= 3
        assert {"median", "low", "high", "n"} == set(row["log_cost"])
    assert figures["state_bytes"] > 1000
    assert figures["two_threads"]["n"] == figures["two_threads_efficiency"]["n"] >= 3


def test_engine_says_when_there_is_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "cores", lambda: 1)
    assert "there is one core" in run("engine", "--seconds", "0.01").output


def test_figures_that_cant_be_written_are_one_line(tmp_path: Path) -> None:
    result = run("engine", "--seconds", "0.01", "--json", str(tmp_path / "no" / "figures.json"))
    assert result.exit_code == 2
    assert "can't be written" in result.output


# ---------------------------------------------------------------- runs


def test_runs_tell_what_writing_down_costs_and_a_long_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, bool, int]] = []

    def pretend(plan: Plan, out: Path, execution: Execution) -> None:
        asked.append((plan.request.log, plan.request.cards, execution.jobs))
        out.mkdir()
        until = time.process_time() + 0.002  # a clock must be able to tell
        while time.process_time() < until:
            pass

    long = runs.LongRun(50_000, 2, 10.0, 300_000_000, 21_000_000)
    monkeypatch.setattr(runs, "run", pretend)
    monkeypatch.setattr(runs, "play_long", lambda out, strategy, games: long)
    monkeypatch.setattr(runs, "cores", lambda: 2)
    result = run("run", "--seconds", "0.01", "--json", str(tmp_path / "figures.json"))
    assert result.exit_code == 0, result.output
    for words in ("unlogged rate", "all tables", "Two jobs against one", "a million: 3.3 min"):
        assert words in " ".join(result.output.split())
    assert set(asked) == {
        ("players", False, 1),
        ("turns", False, 1),
        ("turns", True, 1),
        ("turns", False, 2),
    }
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert set(figures["costs"]) == {"players", "turns", "all tables"}
    assert figures["long"]["resident"] == 300_000_000


def test_the_long_run_is_measured_and_removed(tmp_path: Path) -> None:
    found = runs.play_long(tmp_path / "long", engine.Case(), 2)
    assert not (tmp_path / "long").exists()
    assert found.games == 2
    assert found.disk > 10_000
    assert found.resident > 20_000_000


# ---------------------------------------------------------------- compile


def test_compile_tells_cold_warm_plain_and_the_slowest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tinyrules.py").write_text(TINY)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    said: list[str] = []
    report = compile_time.measure(said.append, 1, ("tinyrules",))
    assert (report.compiled, report.kernels, report.lines) == (2, 2, 6)
    assert {name for name, _ in report.slowest} == {"twice", "go"}
    assert report.cache_bytes > 0
    assert len(said) == 3

    monkeypatch.setattr(compile_time, "measure", lambda say, repeats, game: report)
    result = run("compile", "--json", str(tmp_path / "figures.json"))
    assert result.exit_code == 0, result.output
    for words in (
        "compiling cold",
        "first game, rules compiled",
        "importing plain",
        "2 of 2 functions",
    ):
        assert words in result.output
    assert json.loads((tmp_path / "figures.json").read_text())["functions"] == 2


def test_time_of_a_function_leaves_out_what_it_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 0.0, 1.0, 4.0, 6.0])
    monkeypatch.setattr("time.process_time", lambda: next(now))
    times = compile_time.OwnTimes()
    for name, finished in (("outer", False), ("inner", False), ("inner", True), ("outer", True)):
        times(name, finished)
    assert times.own == {"outer": 3.0, "inner": 3.0}


# ---------------------------------------------------------------- peers


@pytest.fixture
def no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Peers that answer at once, but for one that can't be installed."""
    (tmp_path / "driver.py").write_text(DRIVER)
    monkeypatch.setattr(peers, "DRIVER", tmp_path / "driver.py")
    monkeypatch.setattr(peers, "make_environment", lambda folder: None)
    monkeypatch.setattr(peers, "python_of", lambda folder: Path(sys.executable))
    refusal = "No matching distribution found for pyminion"
    monkeypatch.setattr(
        peers, "install", lambda folder, package: refusal if package == "pyminion" else ""
    )


@pytest.mark.usefixtures("no_network")
def test_peers_shows_ratios_and_leaves_out_what_cant_be_installed(tmp_path: Path) -> None:
    result = run("peers", "--seconds", "0.01", "--json", str(tmp_path / "figures.json"))
    assert result.exit_code == 0, result.output
    assert "pyminion is left out: No matching distribution" in result.output
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert [row["name"] for row in figures["peers"]] == ["catanatron", "gin_rummy", "backgammon"]
    for row in figures["peers"]:
        assert row["version"] == "9.9"
        assert row["decisions_per_game"] == 50
        assert row["ratio"]["median"] > 0
    assert len(figures["missing"]) == 1


@pytest.mark.usefixtures("no_network")
def test_a_peer_that_breaks_is_left_out_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "driver.py").write_text("raise ValueError('no such game')")
    result = run("peers", "--seconds", "0.01")
    assert result.exit_code == 0, result.output
    assert "catanatron is left out: ValueError: no such game" in result.output


# ---------------------------------------------------------------- a player that thinks


def thought(self: thinking.Thinking, number: int) -> float:
    """A turn of four games: a second without thoughts, ten with them, of 5,000 lines of play."""
    thinks = self.plan.players[0].uses_search
    self.seconds.append(10.0 if thinks else 1.0)
    self.lines.append(5_000 if thinks else 0)
    return self.seconds[-1]


def test_thoughts_are_measured_beside_games_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(thinking.Thinking, "turn", thought)
    file = tmp_path / "search.json"
    result = run(
        "search", "--seconds", "0.01", "--strategy", "balanced", "--iterations", "3,7",
        "--json", str(file),
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "One balanced that thinks among others that don't" in result.output
    found = json.loads(file.read_text())["search"]
    assert [each["iterations"] for each in found] == [3, 7]
    for each in found:
        assert each["lines_per_s"]["median"] == 500
        assert each["lines_per_game"] == 1250
        assert each["games_per_min"]["median"] == 24
        assert each["times_slower"]["median"] == 10


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--strategy", "random"), "no parameter 'iterations'"),
        (("--strategy", "nobody"), "no strategy 'nobody'"),
        (("--iterations", "some"), "--iterations some"),
        (("--iterations", "20,2000000"), "iterations"),
    ],
)
def test_thoughts_of_nobody_are_refused(words: tuple[str, ...], told: str) -> None:
    result = run("search", *words)
    assert result.exit_code == 2
    assert told in result.output
