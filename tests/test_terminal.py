"""Nothing that comes from elsewhere controls the terminal of whoever reads it."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.progress import Progress
from rich.table import Table

from trisim.cli import main
from trisim.display import bar
from trisim.safe_console import SafeConsole
from trisim.terminal import SafeStream
from trisim.texts import visible

EVIL = "a\x1b[2J\x9b31m\x07\r\u202eb"
SHOWN = r"a\x1b[2J\x9b31m\x07\x0d\u202eb"


def on_a_terminal(*args: str, cwd: Path | None = None) -> tuple[int, bytes]:
    """The exit code and output of a command on a terminal of its own."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "trisim", *args]
    env = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[1])}
    process = subprocess.Popen(command, stdout=follower, stderr=follower, env=env, cwd=cwd)
    os.close(follower)
    output = b""
    try:
        while piece := os.read(leader, 65536):
            output += piece
    except OSError:  # how a terminal ends on Linux
        pass
    os.close(leader)
    return process.wait(), output


def test_text_keeps_what_is_harmless() -> None:
    assert visible(EVIL) == SHOWN
    assert visible("a\tb\nc\u00a0d é 黄 ☿") == "a\tb\nc\u00a0d é 黄 ☿"


def test_a_stream_writes_control_characters_as_escapes() -> None:
    below = io.StringIO()
    SafeStream(below).write(f"{EVIL}\n")
    assert below.getvalue() == f"{SHOWN}\n"
    assert not hasattr(SafeStream(below), "buffer")


def test_a_console_writes_control_characters_as_escapes_and_keeps_its_own() -> None:
    below = io.StringIO()
    console = SafeConsole(file=below, force_terminal=True, width=200, color_system="standard")
    table = Table(EVIL, "x")
    table.add_row(EVIL, "[bold]y[/]")
    with Progress(console=console) as progress:
        progress.add_task(EVIL)
        console.print(table)
        console.print(EVIL, markup=False)
    written = below.getvalue()
    assert "\x1b[1m" in written  # bold, by rich
    assert "\x1b[2J" not in written
    assert "\x9b" not in written
    assert written.count("a\\x1b[2J") >= 4
    (row,) = [line for line in written.splitlines() if "\x1b[1my" in line]
    assert row.rstrip().endswith("│")


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind")
def test_names_on_the_command_line_do_not_reach_a_terminal_raw() -> None:
    code, output = on_a_terminal("sql", "\x1b[2Jx", "select 1")
    assert code == 2
    assert b"\x1b[2J" not in output
    assert rb"\x1b[2Jx: this is no run" in output


def test_a_name_that_is_not_utf_8_is_one_line() -> None:
    for command in (["run", "--out", "caf\udce9"], ["box", "show", "\udcff"]):
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 2
        assert result.stderr.endswith("rename it\n")
        assert result.stderr.count("\n") == 1
        assert r"\xe9: this name is not" in result.stderr or r"\xff: this" in result.stderr


def test_a_folder_that_is_not_utf_8_is_one_line(tmp_path: Path) -> None:
    strange = tmp_path / os.fsdecode(b"caf\xe9")
    try:
        strange.mkdir()
    except OSError:
        pytest.skip("this file system has only names in UTF-8")
    command = [sys.executable, "-m", "trisim", "run", "--games", "2", "--players", "2"]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    result = subprocess.run(
        [*command, "--out", "x"], cwd=strange, env=env, capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1, result.stderr
    assert r"caf\xe9" in result.stderr
    assert not list(strange.rglob("*.parquet"))


def test_brackets_in_a_name_are_no_markup_of_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    below = io.StringIO()
    shown = SafeConsole(file=below, force_terminal=True, width=200)
    monkeypatch.setattr("trisim.display.console", lambda **_: shown)
    with bar("Auditing runs/[/x] [bold]y", "") as tell:
        tell(1, 2, "[/z]")
    assert "Auditing runs/[/x] [bold]y" in below.getvalue()
    assert "[/z]" in below.getvalue()
