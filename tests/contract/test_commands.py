"""Every command with every registered game, as a user meets it."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.contract.playing import GAMES, LINEUP, folder, has_presets, small_run
from trisim.cli import main
from trisim.plugin import Outcome, info, load
from trisim.sim.options import flag_of, option_of

pytestmark = pytest.mark.parametrize("name", GAMES)
STARTING = ("run", "play", "tournament", "tune", "difficulty")
"""Commands that take the options of a game."""

WITH_ROLES = ("run", "play", "tournament", "difficulty")


def trisim(*words: str | Path) -> Result:
    """A command, which writes nothing where the tests are."""
    return CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)


def done(*words: str | Path) -> str:
    """What a command says that works."""
    result = trisim(*words)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: str | Path) -> str:
    """What a command says that a user got wrong: one line."""
    result = trisim(*words)
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("trisim: ")
    return result.stderr


def flags(name: str) -> list[str]:
    """The flags of the options of a game."""
    return [flag_of(each) for each in fields(info(name).options) if option_of(each)]


def fewest(name: str) -> str:
    return str(info(name).players[0])


# ---------------------------------------------------------------- what can be typed


def test_games_lists_it(name: str) -> None:
    lines = done("games").splitlines()
    line = next(line for line in lines if line.split()[:1] == [name])
    assert info(name).outcome.value in line


@pytest.mark.parametrize("command", STARTING)
def test_help_has_the_flags_of_the_game(name: str, command: str) -> None:
    said = done(command, "--game", name, "--help")
    role = info(name).role
    roles = [f"--{role.many}"] if role and command in WITH_ROLES else []
    for flag in (*flags(name), *roles):
        assert re.search(rf"^  {flag}\b", said, re.M), flag
    theirs = {flag for other in GAMES for flag in flags(other)} - {*flags(name)}
    assert not [flag for flag in theirs if re.search(rf"^  {flag}\b", said, re.M)]


@pytest.mark.parametrize("command", STARTING)
def test_an_unknown_option_is_one_line(name: str, command: str) -> None:
    assert "--nonsense" in refused(command, "--game", name, "--nonsense")


@pytest.mark.parametrize("command", STARTING)
def test_an_option_of_another_game_is_one_line(name: str, command: str) -> None:
    theirs = {flag: other for other in GAMES for flag in flags(other) if flag not in flags(name)}
    for flag, other in theirs.items():
        said = refused(command, "--game", name, flag)
        assert flag in said
        assert other in said


def test_what_a_game_can_not_have_is_one_line(name: str, tmp_path: Path) -> None:
    to = ("--game", name, "--out", tmp_path / "run")
    assert "players" in refused("run", *to, "--players", str(info(name).players[-1] + 1))
    assert "nobody" in refused("run", *to, "--strategy", "nobody")
    assert "nowhere" in refused("run", *to, "--box", tmp_path / "nowhere")
    if role := info(name).role:
        ids = ",".join(["nobody"] * int(fewest(name)))
        assert "nobody" in refused("run", *to, "--players", fewest(name), f"--{role.many}", ids)
    assert not (tmp_path / "run").exists()


# ---------------------------------------------------------------- single games and boxes


def test_play_with_a_seed(name: str) -> None:
    games = [
        done("play", "--game", name, "--players", fewest(name), "--seed", seed)
        for seed in ("7", "7", "8")
    ]
    assert games[0] == games[1] != games[2]
    assert games[0].count("\n") > 10


def test_boxes(name: str, tmp_path: Path) -> None:
    assert "no faults" in done("box", "check", "--game", name)
    assert done("box", "show", "--game", name)
    done("box", "new", "--game", name, tmp_path / "box")
    assert "no faults" in done("box", "check", "--game", name, tmp_path / "box")
    (tmp_path / "box" / "box.toml").write_text("name = 3\n")
    assert trisim("box", "check", "--game", name, tmp_path / "box").exit_code == 2


def test_strategies(name: str) -> None:
    assert re.search(r"^\s*random\b", done("strategies", "--game", name), re.M)
    assert "random" in done("strategies", "show", "--game", name, "random")


# ---------------------------------------------------------------- runs


def test_run_says_how_it_went(name: str, tmp_path: Path) -> None:
    how = ("--players", fewest(name), "--games", fewest(name), "--jobs", "1")
    said = done("run", "--game", name, *how, "--out", tmp_path / "run")
    assert f"{fewest(name)} games" in said
    assert str(tmp_path) in said.replace("\n", "")


def test_commands_on_a_run_know_its_game(name: str) -> None:
    run = small_run(name)
    assert str(run.request.games) in done("sql", run.path, "select count(*) from games")
    tables = done("sql", run.path)
    assert all(table in tables for table in run.request.tables)
    assert done("replay", run.path, "1").count("\n") > 10
    audit = done("audit", run.path, "--replay", "1")
    assert f"clean. {run.request.games} games" in audit
    assert run.path.name in done("runs", folder())


def test_a_report_has_its_chapters(name: str, tmp_path: Path) -> None:
    done("report", small_run(name).path, "--out", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    shown, declared = re.findall(r'<h2 id="([\w-]+)"', page), load(name).report.chapters
    assert shown == [each.key for each in declared if each.key in shown]
    role = info(name).role
    needed = {"skill", "provenance", *([role.many] if role else [])}
    assert needed <= {*shown}
    assert page.rstrip().endswith("</html>")


# ---------------------------------------------------------------- campaigns


def test_a_tournament(name: str, tmp_path: Path) -> None:
    how = ("--players", fewest(name), "--games", fewest(name), "--jobs", "1")
    said = done("tournament", "--game", name, *LINEUP, *how, "--out", tmp_path / "cup")
    assert all(strategy in said for strategy in LINEUP)
    assert ("rating" in said) is (info(name).outcome is not Outcome.TEAM)
    assert done("tournament", "show", tmp_path / "cup")


def test_a_study_of_difficulty(name: str, tmp_path: Path) -> None:
    if not has_presets(name):
        pytest.skip("no presets")
    first, second = list(info(name).presets)[:2]
    how = ("--strategy", "random", "--games", "2", "--only", second, "--jobs", "1")
    players = () if info(name).options(**info(name).presets[first]).players else (fewest(name),)
    seats = [word for each in players for word in ("--players", each)]
    said = done("difficulty", "--game", name, *how, *seats, "--out", tmp_path / "study")
    assert first in said
    assert second in said
    assert done("difficulty", "show", tmp_path / "study")
    assert second in done("difficulty", "--game", name, "list")


def test_a_search_for_a_win_rate(name: str, tmp_path: Path) -> None:
    if not has_presets(name):
        pytest.skip("no presets")
    first, second = list(info(name).presets)[:2]
    options = info(name).options(**info(name).presets[first])
    how = ("--strategy", "random", "--games", "2", "--only", second, "--jobs", "1")
    args = ("--game", name, *how, "--solve", "50%", "--out", tmp_path / "coin")
    if info(name).outcome is Outcome.POINTS and not options.automas:
        assert "players compete" in refused("difficulty", *args)
        return
    said = done("difficulty", *args)
    assert first in said
    assert second in said
    assert done("difficulty", "show", tmp_path / "coin") in said
