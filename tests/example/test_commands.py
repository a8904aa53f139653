"""The commands on the page that builds the example do what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.example.page import PAGE
from trisim.cli import main

FEW = {"--games": "12", "--generations": "1", "--strategy": "random"}
"""In place of what the page has: tests play uncompiled."""

MORE = {"tune": ["--population", "4", "--check-games", "6"]}
"""Options that make a command shorter."""


def commands() -> list[list[str]]:
    page = PAGE.read_text(encoding="utf-8")
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)
    lines = [line for kind, block in fences if not kind for line in block.splitlines()]
    found = [shlex.split(line)[1:] for line in lines if line.startswith("trisim ")]
    assert len(found) > 8
    return found


def with_few_games(command: list[str]) -> list[str]:
    words = list(command)
    for place, word in enumerate(command[:-1]):
        words[place + 1] = FEW.get(word, words[place + 1])
    return [*words, *MORE.get(command[0], [])]


def test_all_commands_work_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in commands():
        done = CliRunner().invoke(main, with_few_games(command))
        assert done.exit_code == 0, (command, done.output, done.exception)
