"""Every command and example of docs/runs.md does what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from trisim.cli import main
from trisim.games.trismegistus.players.kit import KIT
from trisim.players.registry import Kind, load
from trisim.sim.run import Run

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "runs.md"
STRATEGIES = ROOT / "strategies" / "README.md"
FEW = "20"
"""Games in place of the thousands of the page: tests play uncompiled."""


def blocks(language: str, page: Path = PAGE) -> list[str]:
    """The code blocks of a page in a language."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def commands() -> list[list[str]]:
    """The arguments of every command for this machine, with few games of two players."""
    lines = [line for text in blocks("console") for line in text.splitlines()]
    found = [shlex.split(line.removeprefix("$ "), comments=True)[1:] for line in lines]
    return [few_games(args) for args in found]


def few_games(args: list[str]) -> list[str]:
    """The same command with few games."""
    if "--games" not in args:
        return args
    at = args.index("--games") + 1
    return [*args[:at], FEW, *args[at + 1 :], "--players", "2", "--jobs", "1"]


def is_strategy(code: str) -> bool:
    """Whether a block is the file of a strategy, not a program."""
    return "def choose(" in code


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_works_from_its_first_command_to_its_last_program(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for args in commands():
        result = CliRunner().invoke(main, args)
        assert result.exit_code == 0, f"trisim {shlex.join(args)}: {result.output}"
        assert result.output or "--out" in args
    assert (here / "players.csv").read_text().startswith("game,deal,seat,strategy,alchemist")
    assert [path.name for path in (here / "runs").iterdir()] == ["base"]
    for code in blocks("python"):
        if is_strategy(code):
            continue
        few = re.sub(r"games=\d+", "games=6", code)
        exec(compile(few, "runs.md", "exec"), {})
        assert capsys.readouterr().out


@pytest.mark.parametrize("page", [PAGE, STRATEGIES])
@pytest.mark.parametrize("compiled", [False, True])
def test_strategies_of_the_pages_play(page: Path, compiled: bool, here: Path) -> None:
    found = [code for code in blocks("python", page) if is_strategy(code)]
    (code,) = [code for code in found if ("@strategy" in code) is compiled]
    (here / "mine.py").write_text(code)
    assert load("mine.py", KIT).kind is (Kind.COMPILED if compiled else Kind.PYTHON)
    args = "run --players 2 --games 2 --lineup mine.py,random --jobs 1 --log players --out a"
    result = CliRunner().invoke(main, args.split())
    assert result.exit_code == 0, result.output
    assert Run("a").games_played == 2


@pytest.mark.parametrize("page", [PAGE, STRATEGIES])
def test_pages_say_what_a_strategy_must_return(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "returns one of `view.legal()`" in text or "return one of `view.legal()`" in text
    assert "`moves[0]` to `moves[n - 1]`" in text
    assert "NUMBA_BOUNDSCHECK=1" in text


def test_commands_for_clusters_are_real_commands(here: Path) -> None:
    lines = [line for text in blocks("sh") for line in text.splitlines()]
    found = [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("trisim ")]
    assert {args[args.index("--backend") + 1] for args in found} == {"dask", "ray"}
    for args in found:
        dry = [*few_games(args), "--dry-run"]
        result = CliRunner().invoke(main, dry)
        backend = args[args.index("--backend") + 1]
        missing = f"backend {backend}: "
        assert result.exit_code == 0 or missing in result.output, result.output


def test_options_of_the_page_exist() -> None:
    commands = (["run"], ["sql"], ["replay"], ["audit"], ["runs", "delete"])
    helps = [CliRunner().invoke(main, [*command, "--help"]).output for command in commands]
    known = set(re.findall(r"--[a-z-]+", " ".join(helps)))
    theirs = {"--head", "--nworkers", "--nthreads"}
    assert set(re.findall(r"--[a-z]+[a-z-]*", PAGE.read_text(encoding="utf-8"))) <= known | theirs


def test_messages_of_the_page_are_those_of_the_program() -> None:
    """What the page says that trisim says stands in its sources."""
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in (PAGE.parents[1] / "trisim").rglob("*.py")
    )
    joined = re.sub(r'"\s*\n\s*f?"', "", sources)
    chapter = PAGE.read_text(encoding="utf-8").split("## When something goes wrong")[1]
    messages = re.findall(r"^\| `(.*?)`", chapter, flags=re.MULTILINE)
    assert len(messages) >= 10
    for message in messages:
        for words in message.split("…"):
            assert words.strip(" ',") in joined, message
