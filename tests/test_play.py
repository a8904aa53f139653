"""``trisim play`` and ``trisim.play_game`` as a user meets them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import trisim
from tests.trismegistus.rules.helpers import box_with
from trisim.api import play_game
from trisim.cli import main
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.rules.game import Game, GameError
from trisim.games.trismegistus.text.position import read_position
from trisim.plugin import PluginError
from trisim.sim.errors import SettingsError
from trisim.transcript import PAGE_WIDTH


def play(*args: str, answers: str | None = None) -> Result:
    return CliRunner().invoke(main, ["play", *args], input=answers)


@pytest.fixture
def two(testbox_path: Path) -> list[str]:
    """Options of a small game."""
    return ["--players", "2", "--box", str(testbox_path)]


# ---------------------------------------------------------------- a transcript


def test_play_prints_the_transcript_of_the_same_game_as_python(
    two: list[str], testbox: Box
) -> None:
    result = play(*two, "--seed", "3")
    assert result.exit_code == 0
    assert result.output == play_game(2, 3, box=testbox).transcript


def test_options_reach_the_game(testbox_path: Path) -> None:
    box = ["--box", str(testbox_path), "--players", "3"]
    result = play(*box, "--achievements", "--alchemists", "maria,duval,newton")
    assert "Options: achievements\n" in result.output
    assert "Alchemists: maria, duval, newton\n" in result.output
    assert "Test Maria (seat 0, random)" in result.output
    assert "Test Newton (seat 2, random)" in result.output
    intro = play(*box, "--intro").output
    assert "Options: introductory setup\n" in intro
    assert "Test Agrippa (seat 2, random)" in intro


def test_a_variant_is_named_and_used(two: list[str], tmp_path: Path) -> None:
    variant = tmp_path / "short.toml"
    variant.write_text('name = "One round"\n[change.rules.numbers]\nrounds = 1\n')
    result = play(*two, "--variant", str(variant))
    assert result.exit_code == 0, result.output
    assert ", with One round\n" in result.output
    assert "Round 2" not in result.output


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--players", "5"], "--players 5: a whole number from 2 to 4 is expected"),
        (["--players", "two"], "--players two: a whole number from 2 to 4 is expected"),
        (["--seed", "-1"], "--seed -1: a whole number from 0 to 2**64 - 1 is expected"),
        (["--seed", "abc"], "--seed abc: a whole number from 0 to 2**64 - 1 is expected"),
        (["--seed", str(2**64)], f"--seed {2**64}: a whole number from 0 to 2**64 - 1 is expected"),
        (["--strategy", "rando"], "no strategy 'rando'; did you mean 'random'?"),
        (["--seat", "4=human"], "SEAT=NAME is expected, with a seat from 0 to 3"),
        (["--seat", "human"], "SEAT=NAME is expected, with a seat from 0 to 3"),
        (["--seat", "0=bob"], "tuned, human"),
        (["--box", "nowhere"], "nowhere: there is no such folder"),
        (["--variant", "nowhere.toml"], "nowhere.toml: there is no such file"),
        (["--alchemists", "duval,newto,bacon,maria"], "did you mean 'newton'?"),
        (["--alchemists", "duval"], "4 players need as many different alchemists"),
        (["--intro", "--alchemists", "duval"], "the introductory setup has alchemists of its own"),
    ],
)
def test_mistakes_are_one_clear_line(args: list[str], expected: str) -> None:
    result = play(*args)
    assert result.exit_code == 2
    assert result.output.startswith("trisim: ")
    assert result.output.count("\n") == 1
    assert expected in result.output


@pytest.mark.parametrize("seed", ["0", str(2**64 - 1)])
def test_smallest_and_largest_seed(seed: str, two: list[str]) -> None:
    assert f"A game of 2 players, seed {seed}\n" in play(*two, "--seed", seed).output


def test_help_shows_examples() -> None:
    assert "trisim play --seat 0=human" in play("--help").output


def test_play_never_compiles(two: list[str]) -> None:
    code = (
        "import sys; from trisim.cli import main\n"
        f"try: main(['play', *{two!r}])\n"
        "except SystemExit: pass\n"
        "print('LOADED', 'numba' in sys.modules)"
    )
    environment = {name: text for name, text in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert "LOADED False" in done.stdout


# ---------------------------------------------------------------- a person at the table


def test_a_person_plays_to_the_end(two: list[str]) -> None:
    result = play(*two, "--seat", "0=human", answers="1\n" * 2000)
    assert result.exit_code == 0
    assert "— You decide (seat 0):" in result.output
    assert "(seat 1):" not in result.output
    assert re.search(
        r"^   1  draft a \w+ die from the \w+ bowl \(potency \d\)$", result.output, re.M
    )
    assert "missing: " in result.output
    assert "Score\n" in result.output


def test_quit(two: list[str]) -> None:
    result = play(*two, "--seat", "1=human", answers="q\n")
    assert result.exit_code == 0
    assert result.output.endswith("You leave the game.\n")


def test_end_of_input(two: list[str]) -> None:
    result = play(*two, "--seat", "1=human", answers="1\n")
    assert result.exit_code == 0
    assert result.output.endswith("The input has ended: the game stops here.\n")


@pytest.mark.parametrize("answer", ["0", "99", "x", "", "-1", "²", "1" * 500, "0" * 30 + "1"])
def test_bad_input_asks_again(answer: str, two: list[str]) -> None:
    result = play(*two, "--seat", "1=human", answers=f"{answer}\nq\n")
    assert result.exit_code == 0
    again = result.output.partition("> ")[2]
    assert f"'{answer}' is not from 1 to " in again
    assert "Type a number to choose, ? the board, s save the position, q quit." in again
    assert result.output.count("> ") == 2


def test_question_mark_shows_the_board(two: list[str]) -> None:
    shown = play(*two, "--seat", "1=human", answers="?\nq\n").output.partition("> ")[2]
    for words in ("Bowls", "Market", "Books", "Tracks", "ethereal token", "seat 0: fire 0"):
        assert words in shown


def test_the_keys_are_named_at_the_first_question_only(two: list[str]) -> None:
    shown = play(*two, "--seat", "1=human", answers="1\n1\nq\n").output
    assert shown.count("Type a number to choose, ? the board") == 1
    assert shown.index("Type a number") < shown.index("> ")


def test_laboratories_are_chosen_by_their_plans(two: list[str], testbox: Box) -> None:
    shown = play(*two, "--seat", "1=human", answers="q\n").output
    assert f"laboratory — {testbox.alchemists['duval'].plan[:20]}" in shown


def test_who_keeps_a_card_sees_formulas_and_all_cards_dealt(two: list[str], testbox: Box) -> None:
    keeping = play(*two, "--seat", "1=human", answers="1\n1\nq\n").output.split("— You decide")
    first, second = keeping[2:4]
    own = [card.name for card in testbox.formulas if f"{card.name}: " in first]
    assert len(own) == 8
    assert (first.count("\n  dealt  "), first.count("\n  kept  ")) == (6, 0)
    assert (second.count("\n  dealt  "), second.count("\n  kept  ")) == (4, 1)


def test_question_mark_shows_all_laboratories_with_the_others_secrets_hidden(
    two: list[str], testbox: Box
) -> None:
    shown = play(*two, "--seat", "0=human", "--intro", answers="?\nq\n").output.partition("> ")[2]
    others, _, own = shown.partition("(seat 0, you)")
    assert "(seat 1)" in others
    assert "masterpiece  hidden" in others
    assert "masterpiece  hidden" not in own
    for words in (others, own):
        assert sum(f"{card.name}: " in words for card in testbox.formulas) == 8


LONG_NAMES = """
[change.alchemists]
duval.name = "Claude the Elder Duval"
newton.name = "Isaac Ebenezer Newton"
agrippa.name = "Heinrich Cornelius Agrippa"
maria.name = "Maria Prophetissa"
"""


@pytest.mark.parametrize("width", [72, 80, 100])
def test_a_game_fits_the_page_even_with_long_names(width: int) -> None:
    token = PAGE_WIDTH.set(width)
    try:
        names = ["duval", "agrippa", "maria", "newton"]
        text = play_game(4, 3, box=box_with(LONG_NAMES), alchemists=names).transcript
    finally:
        PAGE_WIDTH.reset(token)
    assert max(map(len, text.splitlines())) <= width


def test_s_saves_the_position(
    two: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, testbox: Box
) -> None:
    monkeypatch.chdir(tmp_path)
    result = play(*two, "--seat", "0=human", "--intro", answers="s\nq\n")
    (path,) = tmp_path.iterdir()
    assert f"Wrote {path.name}" in result.output
    assert read_position(path.read_text(encoding="utf-8"), testbox).seat == 0


def test_s_says_when_a_position_cannot_be_written(
    two: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = play(*two, "--seat", "0=human", answers="s\nq\n")
    assert "Not now: a position can be written when" in result.output
    assert not list(tmp_path.iterdir())


def test_cards_of_others_are_not_shown(two: list[str], testbox: Box) -> None:
    result = play(*two, "--seat", "0=human", "--intro", answers="1\n" * 2000)
    before, _, after = result.output.partition("\nScore\n")
    other = testbox.by_id[testbox.intro.second.publication].name
    assert "masterpiece  hidden" in before
    assert other in after
    lines = [line for line in before.splitlines() if re.search(rf"{other}(?! and)", line)]
    assert all("(seat 1" not in line and "Test Newton" not in line for line in lines)


def test_interrupt_leaves_no_traceback(two: list[str]) -> None:
    command = [sys.executable, "-m", "trisim", "play", *two, "--seat", "1=human"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        while "Type a number" not in process.stdout.readline():
            assert process.poll() is None
        assert process.stdout.read(2) == "> "  # now it waits
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Interrupted: the game stops here." in out
    assert "Traceback" not in errors


@pytest.mark.parametrize("deed", ["raise ValueError", "raise GeneratorExit", "exit()", "return -1"])
def test_a_strategy_that_fails_is_one_line(deed: str, two: list[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(f"class Mine:\n    def choose(self, view):\n        {deed}\n")
    result = play(*two, "--seat", f"1={mine}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"trisim: strategy '{mine}', seat 1, decision ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("deed", ["raise GeneratorExit", "import sys; sys.exit()"])
def test_a_file_that_can_not_be_run_is_one_line(deed: str, two: list[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(deed)
    result = play(*two, "--strategy", str(mine))
    assert result.exit_code == 2
    assert f"{mine}, line 1: " in result.stderr
    assert result.stderr.count("\n") == 1


# ---------------------------------------------------------------- from Python


def test_names_of_the_package_are_loaded_when_used() -> None:
    assert trisim.Game is Game
    assert trisim.play_game is play_game
    assert "play_game" in dir(trisim)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = trisim.nothing


def test_import_stays_light() -> None:
    code = "import sys, trisim; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_result_adds_up(testbox: Box) -> None:
    result = play_game(3, 4, box=testbox)
    assert tuple(sum(parts.values()) for parts in result.parts) == result.scores
    assert max(result.scores) == result.scores[result.winners[0]]
    assert len(set(result.alchemists)) == 3


def test_a_strategy_of_ones_own_sees_only_what_its_seat_sees(testbox: Box) -> None:
    seen = []

    def nosy(game: Game) -> int:
        seen.append(int(game.state.seed))
        game.state.labs[0].held[:] = 99  # a copy: nothing comes of it
        return game.legal()[-1]

    result = play_game(2, 6, ["random", nosy], box=testbox)
    assert seen
    assert 6 not in seen
    assert max(result.scores) < 500


def test_wrong_strategies_are_named(testbox: Box) -> None:
    with pytest.raises(GameError, match=r"no strategy 'nobody'; known: .*random"):
        play_game(2, strategy="nobody", box=testbox)
    with pytest.raises(GameError, match="2 players need one strategy, or 2 of them"):
        play_game(2, strategy=["random"], box=testbox)


def test_options_and_the_game_are_checked_in_one_line(testbox: Box) -> None:
    result = play_game(2, 3, box=testbox, roles=["maria", "newton"], achievements=True)
    assert result.players == result.alchemists == ("Test Maria", "Test Newton")
    assert "Options: achievements\n" in result.transcript
    with pytest.raises(AttributeError, match=r"no 'mages'"):
        _ = result.mages
    with pytest.raises(GameError, match=r"^achievments: .*; did you mean 'achievements'"):
        play_game(2, box=testbox, achievments=True)
    with pytest.raises(SettingsError, match=r"^game: no game 'trismegist'; did"):
        trisim.run(game="trismegist")
    with pytest.raises(PluginError, match=r"^no game 'trismegist'; did you mean 'trismegistus'"):
        play_game(game="trismegist")
