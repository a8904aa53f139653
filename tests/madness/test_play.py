"""``trisim play --game madness``: transcripts, people at the table, reasons, saved positions."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import trisim
from trisim.api import play_game
from trisim.cli import main
from trisim.cli.reasons import reason_lines
from trisim.games.madness.box.box import load_box
from trisim.games.madness.text.position import read_position
from trisim.players.registry import StrategyError
from trisim.players.registry import load as load_strategy
from trisim.plugin import load as load_game
from trisim.sim.run_request import RunRequest

TESTBOX = Path(__file__).parent / "testbox"


def play(*args: str, answers: str | None = None) -> Result:
    command = ["play", "--game", "madness", "--box", str(TESTBOX), *args]
    return CliRunner().invoke(main, command, input=answers)


# ---------------------------------------------------------------- a transcript


def test_play_prints_the_transcript_of_the_same_game_as_python() -> None:
    result = play("--players", "3", "--seed", "3", "--difficulty", "II", "--mode", "terror")
    assert result.exit_code == 0, result.output
    again = play_game(3, 3, game="madness", box=TESTBOX, difficulty="II", mode="terror")
    assert result.output == again.transcript


def test_mages_are_those_of_the_seats() -> None:
    result = play("--players", "2", "--mages", "m5,m2")
    assert "Mages: m5, m2\n" in result.output
    assert "Mage Five (seat 0, random)" in result.output
    assert "Mage Two (seat 1, random)" in result.output


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--players", "6"], "--players 6: a whole number from 2 to 5 is expected"),
        (["--difficulty", "IV"], "--difficulty IV"),
        (["--mages", "m5"], "3 players need as many different mages"),
        (["--mages", "m5,m5,m2"], "3 players need as many different mages"),
        (["--mages", "m5,m6,mx"], "no mage 'mx'; known: m1, m2"),
        (["--seat", "3=human"], "SEAT=NAME is expected, with a seat from 0 to 2"),
    ],
)
def test_mistakes_are_one_clear_line(args: list[str], expected: str) -> None:
    result = play("--players", "3", *args) if args[0] != "--players" else play(*args)
    assert result.exit_code == 2
    assert result.output.startswith("trisim: ")
    assert result.output.count("\n") == 1
    assert expected in result.output


# ---------------------------------------------------------------- people at the table


def test_a_person_plays_several_seats_to_the_end() -> None:
    seats = ["--seat", "0=human", "--seat", "1=human"]
    result = play("--players", "3", *seats, answers="1\n" * 3000)
    assert result.exit_code == 0, result.output[-500:]
    assert {"0", "1"} == set(re.findall(r"— You decide \(seat (\d)\):", result.output))
    assert re.search(r"The team has (won|lost) in turn \d+", result.output)


def test_a_decision_in_the_turn_of_another_names_both() -> None:
    result = play("--players", "3", "--seat", "1=human", "--seat", "2=human", answers="1\n" * 3000)
    now = re.findall(r"^  now +(Mage \w+) decides in (Mage \w+)'s turn", result.output, re.M)
    assert now
    assert all(one != other for one, other in now)


def test_question_mark_shows_the_table() -> None:
    answers = "1\n1\n?\nq\n"
    result = play("--players", "2", "--seat", "0=human", "--seat", "1=human", answers=answers)
    for words in ("Library", "stacks", "madness", "(seat 0, water, you", "Page", "ability"):
        assert words in result.output, words
    assert result.output.endswith("You leave the game.\n")


def test_s_saves_a_position_that_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seats = ["--seat", "0=human", "--seat", "1=human"]
    result = play("--players", "2", "--seed", "4", *seats, answers="s\n1\ns\n1\ns\n1\ns\n1\ns\nq\n")
    assert "Not now: a position can be written when a player chooses an action" in result.output
    (path, *_) = sorted(tmp_path.iterdir())
    assert f"Wrote {path.name}" in result.output
    game = read_position(path.read_text(encoding="utf-8"), load_box(TESTBOX))
    assert "end your actions" in [game.describe(move) for move in game.legal()]


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind")
def test_the_setup_too_fits_a_narrow_terminal() -> None:
    leader, follower = pty.openpty()
    env = {**os.environ, "COLUMNS": "80", "TERM": "dumb"}
    words = ["play", "--game", "madness", "--box", str(TESTBOX), "--seat", "0=human"]
    command = [sys.executable, "-m", "trisim", *words]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=follower, env=env):
        os.close(follower)
        said = b""
        with suppress(OSError):  # the other end is closed
            while more := os.read(leader, 4096):
                said += more
    os.close(leader)
    lines = said.decode().splitlines()
    assert "Setup" in lines
    assert max(map(len, lines)) <= 80


def test_one_person_plays_all_seats() -> None:
    result = play("--players", "5", "--strategy", "human", answers="1\n" * 9000)
    assert result.exit_code == 0, result.output[-500:]
    assert set(re.findall(r"— You decide \(seat (\d)\):", result.output)) == set("01234")


# ---------------------------------------------------------------- reasons


def test_reasons_stand_before_the_lines_that_they_explain() -> None:
    plugin = load_game("madness")
    game = plugin.new_game(RunRequest.of(game="madness", players=2, box=str(TESTBOX)))
    transcript = plugin.transcript(game, ["balanced", "balanced"])
    assert plugin.players.explain is not None
    player = load_strategy("balanced", plugin.players)
    choosers = [plugin.players.explain(player, 1, seat, game.box) for seat in range(2)]
    lines = transcript.lines()
    for _ in range(12):
        choose = choosers[game.seat]
        move = choose(game)
        words = game.describe(move)
        whose = "" if transcript.is_about(choose.seat) else f"seat {choose.seat}: "
        reasons = reason_lines(choose.last, plugin.text.never_wasted, whose)
        assert words.split()[0] in reasons[0]
        transcript.remark(reasons, choose.seat)
        transcript.choose(move)
        game.apply(move)
        lines += transcript.lines()
    text = [line.text for line in lines]
    start = next(n for n, line in enumerate(text) if line.startswith("Turn 1"))
    acting = next(n for n, line in enumerate(text) if line.startswith("Turn 1, actions"))
    assert start < acting
    assert any(line.startswith("    │") for line in text[acting + 1 :])
    assert text[acting + 1].startswith("    │")


def test_reasons_from_python_for_a_position() -> None:
    game = read_position("players = 2\nturn = 7\n", load_box(TESTBOX))
    found = trisim.explain(game, "balanced")
    assert found.chosen is found.best
    assert {option.words for option in found.options} == {
        game.describe(move) for move in game.legal()
    }
    with pytest.raises(StrategyError, match="'random' gives no reasons; only weights do"):
        trisim.explain(game, "random")
