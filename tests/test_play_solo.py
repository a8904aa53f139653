"""``trisim play --solo`` as a user meets it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.small_run import TESTBOX
from trisim.api import explain, play_game
from trisim.cli import main
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.rules.codes import Frame
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.solo import Solo
from trisim.games.trismegistus.text.position import read_position

SOLO = ["--solo", "--box", str(TESTBOX)]


def play(*args: str, answers: str | None = None) -> Result:
    return CliRunner().invoke(main, ["play", *SOLO, *args], input=answers)


def test_play_prints_the_transcript_of_the_same_game_as_python(testbox: Box) -> None:
    result = play("--seed", "3", "--difficulty", "hard", "--option", "bot_first", "--planning")
    assert result.exit_code == 0, result.output
    python = play_game(
        seed=3,
        box=testbox,
        solo=True,
        difficulty="hard",
        options={"bot_first": True},
        planning=True,
    )
    assert result.output == python.transcript


def test_options_reach_the_game() -> None:
    result = play(
        "--option", "setup_rolls=5", "--option", "no-masterpiece", "--alchemists", "maria"
    )
    title = result.output.partition("\nSetup\n")[0].splitlines()
    assert title == [
        "A solo game against Botmegistus, seed 1",
        "Box: Test box, edition 1",
        "Difficulty: of your own",
        "  setup_rolls=5         dice rolled for it at setup, 2 as a rule",
        "  no_masterpiece        it completes no masterpiece",
        "Planning: no",
        "Alchemist: maria",
        "Seats: 0 random, 1 botmegistus (seat 0 starts)",
    ]
    setup = result.output.partition("Setup of Botmegistus\n")[2].partition("\n\n")[0]
    assert len(re.findall(r"^  rolls ", setup, re.M)) == 5
    assert "draws the masterpiece" not in result.output
    assert "Test Maria (seat 0, random)" in result.output


def test_a_solo_game_with_the_introductory_setup() -> None:
    result = play("--intro")
    assert result.exit_code == 0, result.output
    assert "Alchemist: of the introductory setup\n" in result.output
    assert "gets the artifact refused" not in result.output


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--players", "2"], "--players: with --solo you play alone; leave it out"),
        (["--intro", "--alchemists", "duval"], "the introductory setup has alchemists of its own"),
        (["--achievements"], "--achievements: there are none against Botmegistus"),
        (["--difficulty", "heroic"], "there is no difficulty 'heroic'"),
        (["--option", "extragold"], "did you mean 'extra_gold'?"),
        (["--option", "setup_rolls=99"], "option setup_rolls=99"),
        (["--option", "extra_gold", "--option", "less_gold"], "contradict each other"),
        (["--seat", "1=human"], "seat 1 is Botmegistus'; yours is --seat 0=human"),
        (
            ["--option", "bot_first", "--seat", "0=human"],
            "seat 0 is Botmegistus', as it plays first; yours is --seat 1=human",
        ),
        (["--seat", "2=human"], "SEAT=NAME is expected, with a seat from 0 to 1"),
        (["--strategy", "botmegistus"], "botmegistus"),
        (["--alchemists", "duval,newton"], "a solo game needs one alchemist: yours"),
        (["--alchemists", "newto"], "did you mean 'newton'?"),
        (["--explain", "1"], "Botmegistus plays this seat, and tells its reasons anyway"),
    ],
)
def test_mistakes_are_one_clear_line(args: list[str], expected: str) -> None:
    result = play(*args)
    assert result.exit_code == 2
    assert result.output.startswith("trisim: ")
    assert result.output.count("\n") == 1
    assert expected in result.output


@pytest.mark.parametrize(
    "args", [["--planning"], ["--difficulty", "easy"], ["--option", "extra_gold"]]
)
def test_options_of_botmegistus_need_it(args: list[str]) -> None:
    result = CliRunner().invoke(main, ["play", *args])
    assert result.exit_code == 2
    assert result.output == (
        f"trisim: {args[0]}: this is for games against Botmegistus; add --solo, or leave it out\n"
    )


# ---------------------------------------------------------------- a person at the table


@pytest.mark.parametrize("first", [False, True])
def test_a_person_plays_to_the_end(first: bool) -> None:
    options = ["--option", "bot_first", "--seat", "1=human"] if first else ["--seat", "0=human"]
    result = play(*options, "--planning", answers="1\n" * 2000)
    assert result.exit_code == 0, result.output
    yours = 1 if first else 0
    assert f"— You decide (seat {yours}):" in result.output
    assert f"— You decide (seat {1 - yours}):" not in result.output
    assert re.search(r"^  react to     the \w+ \w+ die of Botmegistus$", result.output, re.M)
    assert "Score\n" in result.output


def test_the_board_shows_botmegistus() -> None:
    result = play("--seat", "0=human", "--planning", answers="1\n" * 8 + "?\nq\n")
    board = result.output.rpartition("\nBotmegistus (seat 1)\n")[2]
    keys = re.findall(r"^  ([a-z ]+?)  ", board.partition("\n\n")[0], re.M)
    assert keys[0] == "holds"
    assert {"left", "right", "in its deck"} <= set(keys)
    assert "  Botmegistus: fire " in result.output


def test_a_saved_position_is_a_solo_game(
    testbox: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = "1\n" * 6 + "s\nq\n"
    result = play("--seat", "0=human", "--difficulty", "hard", answers=answers)
    assert "Wrote position-1-" in result.output, result.output[-500:]
    (path,) = tmp_path.iterdir()
    game = read_position(path.read_text(encoding="utf-8"), testbox)
    assert game.solo == Solo(testbox.solo.difficulty["hard"].options)
    assert game.bot_seat == 1


# ---------------------------------------------------------------- reasons


def test_only_your_seat_is_explained(tmp_path: Path) -> None:
    short = tmp_path / "short.toml"
    short.write_text('name = "Short"\n[change.rules.numbers]\nrounds = 1\ndice_per_round = 1\n')
    result = play("--strategy", "balanced", "--variant", str(short), "--seed", "5", "--explain")
    assert result.exit_code == 0, result.output
    assert "    │ " in result.output
    assert "seat 0: react" in result.output
    assert "seat 1: " not in result.output


def test_a_solo_decision_can_be_explained_from_python(testbox: Box) -> None:
    game = Game.new(seed=4, box=testbox, alchemists=["newton"], solo=Solo())
    while game.frame is not Frame.DRAFT:
        game.apply(game.legal()[0])
    found = explain(game, "balanced")
    assert found.chosen.move in game.legal()
