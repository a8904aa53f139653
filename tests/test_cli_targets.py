"""``trisim report --new-targets``: the targets that come with trisim, to edit."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from trisim.cli.report import report
from trisim.games.trismegistus.report.kit import REPORT


def test_the_targets_are_written_without_a_run(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    found = CliRunner().invoke(report, ["--new-targets", str(file)])
    assert found.exit_code == 0
    assert f"--targets {file}" in found.output
    assert file.read_text(encoding="utf-8") == REPORT.targets_text()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("mine")
    found = CliRunner().invoke(report, ["--new-targets", str(file)])
    assert (found.exit_code, file.read_text()) == (2, "mine")
    assert "it exists already; name a new file" in found.output


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    found = CliRunner().invoke(report, ["--new-targets", str(tmp_path / "none" / "mine.toml")])
    assert found.exit_code == 2
    assert "make it first" in found.output
