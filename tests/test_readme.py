"""Every command and example of the README and the user's pages does what it says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import trisim
from trisim.cli import main

ROOT = Path(__file__).parents[1]
FEW = {"--games": "8", "--strategy": "random"}
"""In place of what a page has: tests play uncompiled."""


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in a language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def commands(text: str) -> list[list[str]]:
    """The arguments of each ``trisim`` command in a block."""
    lines = [line.removeprefix("$ ") for line in text.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("trisim ")]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def succeed(args: list[str]) -> None:
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, f"trisim {shlex.join(args)}: {result.output}"


def quickly(args: list[str]) -> list[str]:
    """The same command with few games of a quick strategy."""
    return [FEW.get(option, arg) for option, arg in zip(["", *args], args, strict=False)]


def test_the_tour_of_the_readme_works_from_its_first_command_to_its_comparison(here: Path) -> None:
    (variant,) = blocks("README.md", "toml")
    (here / "bell.toml").write_text(variant)
    found = [args for text in blocks("README.md", "console") for args in commands(text)]
    assert len(found) >= 7
    for args in found:
        succeed(quickly(args))
    assert (here / "comparisons" / "bell" / "comparison.html").stat().st_size > 10_000


def test_commands_that_the_readme_names_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    known = set(main.list_commands(main.make_context("trisim", ["--help"], resilient_parsing=True)))
    assert set(re.findall(r"`trisim ([a-z]+)", text)) <= known


def test_variant_page_shows_a_variant_that_works(here: Path) -> None:
    (variant,) = blocks("docs/variants.md", "toml")
    (here / "costly-iron.toml").write_text(variant)
    box = trisim.load_box(variants=["costly-iron.toml"])
    assert box.by_id["book-of-salt"].name == "Book of Salt"
    assert "moon-coffer" not in box.by_id
    for text in blocks("docs/variants.md", ""):
        for args in commands(text):
            succeed(args)


@pytest.mark.parametrize("block", range(3))
def test_playing_page_shows_programs_that_work(
    block: int, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position, _ = blocks("docs/playing.md", "toml")
    (here / "position.toml").write_text(position)
    exec(compile(blocks("docs/playing.md", "python")[block], "playing.md", "exec"), {})
    assert capsys.readouterr().out


def test_reports_page_shows_commands_and_a_program_that_work(here: Path) -> None:
    for text in blocks("docs/reports.md", "console"):
        for args in commands(text):
            succeed(args)
    (code,) = blocks("docs/reports.md", "python")
    exec(compile(code, "reports.md", "exec"), {})
    assert (here / "reports" / "a.html").stat().st_size > 10_000
    assert (here / "base-files" / "numbers.json").exists()


def test_help_examples_work(here: Path) -> None:
    for group in ([], ["box"], ["strategies"]):
        text = CliRunner().invoke(main, [*group, "--help"]).output
        lines = [line.strip().replace(" && ", "\n") for line in text.splitlines()]
        for args in commands(
            "\n".join(line.partition("   ")[0] for line in "\n".join(lines).splitlines())
        ):
            if args[1:2] == ["new"] and Path(args[2]).exists():
                continue
            succeed(args)


def test_demo_shows_what_the_readme_says(tmp_path: Path) -> None:
    """The box, a card, a check of a damaged copy, a game, a run, a report; plain in a pipe."""
    trisim = Path(sys.executable).with_name("trisim")
    demo = tmp_path / "demo"
    small = {"GAMES": "20", "STRATEGY": "random", "DEMO": str(demo)}
    done = subprocess.run(
        ["sh", "docs/demo.sh", trisim],
        cwd=ROOT,
        env={**os.environ, **small},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"Open it in a browser: {demo}/report.html" in done.stdout
    assert "<h1" in (demo / "report.html").read_text(encoding="utf-8")
    _, _, next_steps = done.stdout.partition("What to try next")
    for args in commands("\n".join(line.strip() for line in next_steps.splitlines())):
        if "0=human" not in args:
            succeed(args)
    for words in (
        "In the box",
        "Isaac Newton",
        "Iron Feather",
        "lead has no refined form",
        "Score",
        "20 games of 2 players",
        "transmute",
    ):
        assert words in done.stdout
    assert "2 faults" in done.stderr
    assert "\x1b[" not in done.stdout
