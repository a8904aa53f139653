"""``--game``: read before other options, which depend on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tests.test_games import Package, package  # noqa: F401 (a fixture)
from trisim import plugin
from trisim.cli import main
from trisim.cli.game_command import GameCommand, given_request, request_options
from trisim.sim.run_request import RunRequest

GAME = '''"""A game of dice."""
from dataclasses import dataclass

from trisim.plugin import GameInfo, GameOptions, Outcome, RoleWords, option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(GameOptions):
    """Weather and wind."""

    storm: bool = option(False, "In a storm.")
    wind: int = option(3, "How much wind.", least=0, most=9)
    sea: str = option("calm", "Which sea.", metavar="SEA", words=("calm", "rough"))


GAME = GameInfo(
    name="dicey",
    title="Dicey [dice]",
    players=range(2, 6),
    default_players=3,
    outcome=Outcome.TEAM,
    role=RoleWords("sailor", "sailors", "Who sails."),
    options=Options,
    presets={"calm": {}, "storm": {"storm": True}},
    box="Little box",
    examples={"run": ("trisim run --storm --out runs/storm",)},
    notes={"run": "Beware of the wind."},
    plugin="dicey.plugin:PLUGIN",
)
'''


@pytest.fixture
def dicey(package: Package) -> Package:  # noqa: F811
    package.write("game.py", GAME)
    package.declare(dicey="dicey.game:GAME")
    return package


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


@click.command(cls=GameCommand)
@request_options(RunRequest)
@click.option("--resume", is_flag=True)
@click.option("--out")
@click.pass_context
def asked(context: click.Context, /, **_: object) -> None:
    """Say what was asked for."""
    click.echo(json.dumps(given_request(context, RunRequest)))


def given(*args: str) -> dict[str, object]:
    result = CliRunner().invoke(asked, list(args))
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.output)
    return found


# ---------------------------------------------------------------- options of the game


@pytest.mark.usefixtures("dicey")
@pytest.mark.parametrize("words", [["--game", "dicey"], ["--game=dicey"]])
def test_help_shows_the_options_of_the_game_that_is_named(words: list[str]) -> None:
    text = run("run", *words, "--help").output
    for said in ("--sailors HOW", "Who sails.", "How many players: 2 to 5.  [3]", "--storm",
                 "How much wind.  [3]", "Beware of the wind."):  # fmt: skip
        assert said in text
    assert "  trisim run --game dicey --storm --out runs/storm\n" in text
    assert "  trisim run --out runs/base --resume  " in text
    assert "--alchemists" not in text
    usual = run("run", "--help").output
    assert "--alchemists HOW" in usual
    assert "--storm" not in usual


@pytest.mark.usefixtures("dicey")
def test_options_are_read_with_the_types_and_limits_of_their_fields() -> None:
    found = given("--wind", "5", "--sea", "rough", "--game", "dicey", "--sailors", "random")
    assert found == {"wind": 5, "sea": "rough", "roles": "random", "game": "dicey"}
    result = run("run", "--game", "dicey", "--wind", "10", "--out", "a")
    assert (result.exit_code, result.stderr) == (
        2, "trisim: --wind 10: a whole number from 0 to 9 is expected\n",
    )  # fmt: skip


@pytest.mark.usefixtures("dicey")
@pytest.mark.parametrize("command", ["run", "play", "tournament", "tune", "difficulty"])
def test_an_option_of_another_game_is_one_line(command: str) -> None:
    result = run(command, "--game", "dicey", "--achievements")
    assert (result.exit_code, result.stderr) == (
        2,
        "trisim: --achievements: an option of trismegistus, not of dicey; leave it out, or add "
        "--game trismegistus\n",
    )
    result = run(command, "--storm")
    assert result.stderr == (
        "trisim: --storm: an option of dicey, not of trismegistus; leave it out, or add --game "
        "dicey\n"
    )


@pytest.mark.usefixtures("dicey")
def test_an_option_of_no_game_is_one_line() -> None:
    result = run("run", "--strom", "--game", "dicey")
    assert result.exit_code == 2
    assert (
        result.stderr == "trisim: --strom: main run has no such option; did you mean '--storm'?\n"
    )
    assert run("--quick").stderr.count("\n") == 1


def test_an_unknown_game_is_one_line() -> None:
    for command in (["run"], ["play"], ["strategies"], ["strategies", "show", "x"], ["tune"]):
        result = run(*command, "--game", "trismegist")
        assert result.exit_code == 2
        assert result.stderr == (
            "trisim: --game: no game 'trismegist'; did you mean 'trismegistus'?\n"
        )


# ---------------------------------------------------------------- where the game comes from


@pytest.mark.usefixtures("dicey")
def test_the_variable_names_the_game_unless_the_option_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert given("--games", "7") == {"games": 7, "game": "trismegistus"}
    monkeypatch.setenv("TRISIM_GAME", "dicey")
    assert given("--storm") == {"storm": True, "game": "dicey"}
    assert given("--game", "trismegistus", "--solo") == {"solo": True, "game": "trismegistus"}
    monkeypatch.setenv("TRISIM_GAME", "nothing")
    result = run("run", "--out", "a")
    known = ", ".join(plugin.games())
    assert result.stderr == f"trisim: TRISIM_GAME: no game 'nothing'; known: {known}\n"


@pytest.mark.usefixtures("dicey")
@pytest.mark.parametrize("name", ["manifest.json", "campaign.json"])
def test_what_goes_on_has_the_game_of_its_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text('{"request": {"game": "dicey"}}')
    out = ["--out", str(tmp_path)]
    assert given(*out, "--resume") == {}
    assert given(*out, "--resume", "--storm") == {"storm": True, "game": "dicey"}
    monkeypatch.setenv("TRISIM_GAME", "trismegistus")
    assert given(*out, "--resume", "--storm") == {"storm": True, "game": "dicey"}
    assert given(*out, "--solo") == {"solo": True, "game": "trismegistus"}


@pytest.mark.usefixtures("dicey")
def test_a_group_hands_its_game_on_to_its_commands() -> None:
    text = run("strategies", "--game", "dicey", "show", "x").stderr
    assert text.startswith("trisim: game 'dicey': ModuleNotFoundError")
    assert run("strategies", "show", "x", "--game", "dicey").stderr == text


# ---------------------------------------------------------------- all games


def test_all_games_are_listed(dicey: Package) -> None:
    del dicey
    text = run("games").output
    for said in ("trismegistus", "2–4", "points", "alchemists", "nightmare", "Reference set",
                 "dicey", "Dicey [dice]", "2–5", "team", "sailors", "calm and storm",
                 "Little box"):  # fmt: skip
        assert said in text


def test_a_game_that_fails_to_import_is_one_line_and_breaks_nothing(dicey: Package) -> None:
    dicey.write("game.py", "1 / 0\n")
    result = run("games")
    assert result.exit_code == 0
    assert "dicey (dicey): game 'dicey' of dicey: ZeroDivisionError: division by zero" in (
        result.output
    )
    assert "Reference set" in result.output
    assert run("run", "--help").exit_code == 0
    assert "--storm: main run has no such option" in run("run", "--storm").stderr


@pytest.mark.parametrize("command", [["games"], ["run", "--help"], ["strategies", "--help"]])
def test_nothing_heavy_is_loaded(command: list[str]) -> None:
    code = (
        f"import sys; from trisim.cli import main\ntry: main({command!r})\n"
        "except SystemExit: pass\n"
        "print('LOADED', sorted({'numpy', 'numba', 'polars', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert "LOADED []" in done.stdout
