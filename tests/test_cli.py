"""The command line as a user meets it: help, errors in one line, exit codes."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from trisim import __version__
from trisim.box.files import name_box
from trisim.cli import main
from trisim.games.trismegistus.box.box import load_box


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def test_version() -> None:
    assert run("--version").output == f"trisim, version {__version__}\n"


def all_commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    """The names of a group's commands, with those of groups in it."""
    yield path
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from all_commands(command, *path, name)
        else:
            yield (*path, name)


@pytest.mark.parametrize("command", list(all_commands(main)), ids=" ".join)
def test_every_command_has_help(command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.output
    assert "\\b" not in result.output


def test_help_shows_examples() -> None:
    assert "trisim box check mybox" in run("--help").output
    assert "trisim box diff reference mybox" in run("box", "--help").output


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from trisim.cli import main\n"
        "try: main(['box', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'pandas', 'polars', 'rich', 'tomllib', 'trisim.box.box'}\n"
        "print('LOADED', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "LOADED []" in done.stdout


def test_unknown_option_is_one_clear_line() -> None:
    result = run("box", "show", "--colour")
    assert result.exit_code == 2
    assert "--colour" in result.output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["rn"], "rn: main has no such command; did you mean 'run'?"),
        (["box", "shw"], "shw: main box has no such command; did you mean 'show'?"),
        (["strategies", "nwe"], "nwe: main strategies has no such command; did you mean 'new'?"),
        (["bench", "xyz"], "xyz: main bench has no such command; 'main bench --help' lists all"),
    ],
)
def test_an_unknown_command_is_one_line_with_the_nearest(args: list[str], said: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stderr == f"trisim: {said}\n"


def test_doctor_tells_versions_machine_and_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "secret-name"
    (home / "work").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("TRISIM_CACHE_DIR", str(home / "cache"))
    monkeypatch.chdir(home / "work")
    result = run("doctor")
    assert result.exit_code == 0, result.output
    for said in (__version__, "numba", "polars", "weasyprint", "cores", "memory", "free disk"):
        assert said in result.output
    assert "~/cache" in result.output
    assert "rules not yet, solo not yet, search not yet" in result.output
    assert "secret-name" not in result.output
    assert not (home / "cache").exists()


def test_doctor_without_a_home_tells_where_the_cache_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TRISIM_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "~nobody-of-this-name")
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "trisim-rules-" in result.output


def test_new_box_is_sound_and_equal_to_the_reference(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "mybox"
    made = run("box", "new", str(folder))
    assert made.exit_code == 0
    assert f"trisim box check {folder}" in made.output
    assert run("box", "check", str(folder)).output.startswith("mybox: no faults.")
    assert "no difference" in run("box", "diff", "reference", str(folder)).output.lower()


def test_new_box_in_the_folder_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert run("box", "new", ".").exit_code == 0
    assert "no faults" in run("box", "check", ".").output
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


def test_new_box_behind_a_link_to_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert run("box", "new", str(tmp_path / "link")).exit_code == 0
    assert "no faults" in run("box", "check", str(tmp_path / "real")).output


def test_new_box_with_a_blank_in_its_name_prints_commands_that_work(tmp_path: Path) -> None:
    lines = run("box", "new", str(tmp_path / "my box")).output.splitlines()
    for line in lines[-2:]:
        assert run(*shlex.split(line)[1:]).exit_code == 0


@pytest.mark.parametrize("name", ['"quoted" \\d', "\x1b[31mred", "é" * 80, "=#"])
def test_new_box_is_sound_whatever_its_folder_is_called(name: str, tmp_path: Path) -> None:
    assert run("box", "new", str(tmp_path / name)).exit_code == 0
    assert "no faults" in run("box", "check", str(tmp_path / name)).output


def test_a_box_keeps_its_digest_when_it_is_renamed(fresh_box: Path) -> None:
    name_box(fresh_box / "box.toml", "Another name")
    assert load_box(fresh_box).about.name == "Another name"
    assert load_box(fresh_box).digest == load_box().digest


def test_new_box_is_not_called_as_the_reference_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("box", "new", "reference").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_new_box_never_overwrites(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    result = run("box", "new", str(tmp_path))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert "not an empty folder" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_new_box_where_nothing_can_be_written_leaves_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = run("box", "new", str(blocked / "mybox"))
    assert result.exit_code == 2
    assert "can't be written" in result.output
    assert blocked.read_text() == ""


def test_new_box_leaves_nothing_behind_when_it_fails_midway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    write_bytes = Path.write_bytes

    def full_disk(path: Path, data: bytes) -> int:
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        written.append(path)
        return write_bytes(path, data)

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    result = run("box", "new", str(tmp_path / "mybox"))
    assert result.exit_code == 2
    assert "No space left on device" in result.output
    assert list(tmp_path.iterdir()) == []


def test_check_without_folder_checks_the_reference_set() -> None:
    result = run("box", "check")
    assert result.exit_code == 0
    assert "64 experiments" in result.output


def test_check_of_a_missing_folder_is_one_line() -> None:
    result = run("box", "check", "nowhere")
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert "no such folder" in result.output


def test_check_prints_one_line_per_fault_in_a_pipe(fresh_box: Path) -> None:
    (fresh_box / "intro.toml").unlink()
    (fresh_box / "solo.toml").unlink()
    result = run("box", "check", str(fresh_box))
    assert result.exit_code == 2
    lines = result.output.splitlines()
    assert sum("this file is missing" in line for line in lines) == 2
    assert any("2 faults" in line for line in lines)


def test_show_of_something_unknown_suggests() -> None:
    result = run("box", "show", "iron", "fether")
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert "iron-feather" in result.output or "Iron Feather" in result.output


def test_show_is_plain_in_a_pipe_and_coloured_when_asked(
    fresh_box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b[" not in run("box", "show", "newton").output
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("box", "show", "newton").output


def test_show_takes_a_box_and_a_variant(fresh_box: Path, tmp_path: Path) -> None:
    variant = tmp_path / "v.toml"
    variant.write_text('[change.experiments.iron-feather]\nname = "Lead Feather"\n')
    shown = run("box", "show", "iron-feather", "--box", str(fresh_box), "--variant", str(variant))
    assert shown.exit_code == 0
    assert "Lead Feather" in shown.output


def test_diff_speaks_of_cards_and_fields(fresh_box: Path) -> None:
    path = fresh_box / "publications.csv"
    rows = path.read_text().splitlines(keepends=True)
    ident, _, elementals, points, players = rows[1].strip().split(",")
    rows[1] = f"{ident},Renamed,{elementals},{int(points) + 1},{players}\n"
    path.write_text("".join(rows))
    shown = run("box", "diff", "reference", str(fresh_box))
    assert shown.exit_code == 0
    for word in (ident, "name", "Renamed", "points", points, str(int(points) + 1)):
        assert word in shown.output


def test_diff_lays_a_variant_over_the_box_that_is_named(fresh_box: Path, tmp_path: Path) -> None:
    variant = tmp_path / "light"
    variant.write_text("[change.rules.numbers]\npotency_limit = 6\n")
    rules = fresh_box / "rules.toml"
    rules.write_text(rules.read_text().replace("bowl_limit = 5", "bowl_limit = 4"))
    shown = run("box", "diff", str(fresh_box), str(variant), "--box", str(fresh_box)).output
    assert "potency_limit 5 → 6" in shown
    assert "bowl_limit" not in shown


def test_check_names_the_variants(tmp_path: Path) -> None:
    variant = tmp_path / "light.toml"
    variant.write_text('name = "Light feather"\n')
    shown = run("box", "check", "--variant", str(variant)).output
    assert shown.startswith("Reference set + Light feather: no faults.")


@pytest.mark.parametrize("missing", [["intro.toml"], ["intro.toml", "solo.toml"]])
def test_faults_of_a_check_are_its_output(missing: list[str], fresh_box: Path) -> None:
    for name in missing:
        (fresh_box / name).unlink()
    assert run("box", "check", str(fresh_box)).stdout.count("file is missing") == len(missing)
    assert run("box", "show", "--box", str(fresh_box)).stdout == ""


def test_diff_with_a_broken_box_says_what_is_broken(fresh_box: Path) -> None:
    (fresh_box / "solo.toml").write_text("color_priority = [")
    result = run("box", "diff", "reference", str(fresh_box))
    assert result.exit_code == 2
    assert "solo.toml" in result.output


def test_show_goes_on_where_signs_cannot_be_written() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "trisim", "box", "show", "newton"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert "Isaac Newton" in done.stdout
    assert done.stderr == ""


def test_python_m_trisim() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "trisim", "box", "check"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
        check=True,
    )
    assert "no faults" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "trisim", "box", "show"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert done.stderr == "trisim: the output can't be written: No space left on device\n"
