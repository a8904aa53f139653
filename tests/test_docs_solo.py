"""Every command and example of docs/solo.md does what it says."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.test_docs_runs import blocks
from trisim.cli import main
from trisim.games.trismegistus.box.difficulty import GROUPS
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.players.kit import KIT
from trisim.players.registry import load
from trisim.sim.run import Run

PAGE = Path(__file__).parents[1] / "docs" / "solo.md"
FEW = {"--games": "2", "--strategy": "random"}
"""In place of what the page has: tests play uncompiled."""


def commands() -> list[list[str]]:
    """The arguments of every command that plays a run or asks one."""
    lines = [line for text in blocks("console", PAGE) for line in text.splitlines()]
    found = [shlex.split(line.removeprefix("$ "))[1:] for line in lines]
    return [args for args in found if args[0] in ("run", "sql") or "list" in args]


def quickly(args: list[str]) -> list[str]:
    """The same command with few games of a quick strategy."""
    before = ["", *args]
    return [FEW.get(option, arg) for option, arg in zip(before, args, strict=False)]


def test_the_page_works_from_its_first_command_to_its_last_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gentle.toml").write_text(blocks("toml", PAGE)[0], encoding="utf-8")
    assert len(commands()) >= 5
    for args in commands():
        result = CliRunner().invoke(main, quickly(args))
        assert result.exit_code == 0, f"trisim {shlex.join(args)}: {result.output}"
    assert Run("runs/gentle").request.scenarios == ("gentle",)
    assert Run("runs/harder").request.scenarios == ("hard with bot_first, planning",)
    (code,) = blocks("python", PAGE)
    exec(compile(re.sub(r"games=\d+", "games=2", code), "solo.md", "exec"), {})
    assert " %" in capsys.readouterr().out


def test_strategies_of_the_page_exist() -> None:
    for name in re.findall(r"--strategy (\w+)", PAGE.read_text(encoding="utf-8")):
        assert load(name, KIT).name == name


def test_options_of_the_page_are_those_of_the_game() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Options and presets")[1]
    table = re.findall(r"^\| (?:Botmegistus|it) .*\| (.*) \|$", section, re.M)
    told = [set(re.findall(r"`(\w+)`", row)) for row in table]
    assert told[0] == set(GROUPS["harder bot"])
    assert told[1] == set(GROUPS["harder for you"])
    assert told[2] == {*GROUPS["easier"], "setup_rolls"}
    assert set.union(*told) == {field.name for field in fields(SoloOptions)}
