"""``trisim report`` and ``trisim.write_report``: what they write, and how they refuse."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import trisim
from tests.report.reported import copied, page_with, undrawn
from tests.small_run import small_run
from trisim.cli import main
from trisim.games.trismegistus.plugin import PLUGIN
from trisim.games.trismegistus.report import kit
from trisim.report.page import files
from trisim.report.page.model import Block, Column, KeyFigure, Kind, Page, Section, Standing, Table
from trisim.report.page.pdf import NoPdfError, check_pdf
from trisim.sim.errors import FolderError, RunError
from trisim.stats.estimate import Estimate, Scale

MILLIMETRE = 96 / 25.4
"""In the units of a style sheet."""


@pytest.fixture(autouse=True)
def few_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sections are enough to see how files are written."""
    few = tuple(each for each in kit.CHAPTERS if each.key in ("alchemists", "provenance"))
    assert len(few) == 2
    monkeypatch.setattr(PLUGIN, "report", replace(kit.REPORT, chapters=few))


def report(*args: object) -> Result:
    return CliRunner().invoke(main, ["report", str(small_run().path), *map(str, args)])


def fails(said: str, *args: object) -> None:
    result = report(*args)
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert result.stderr.removeprefix("Reporting …\n").count("\n") == 1


def refuses(said: str, *args: object) -> None:
    """Fails before it says that it reports."""
    fails(said, *args)
    assert "Reporting" not in report(*args).stderr


# ---------------------------------------------------------------- what is written


def test_a_page_and_where_it_is(tmp_path: Path) -> None:
    out = tmp_path / "new" / "base.html"
    result = report("--out", out, "--title", "Spring <prototype>")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"{out}: ")
    assert "<h1>Spring &lt;prototype&gt;</h1>" in out.read_text(encoding="utf-8")
    assert [path.name for path in out.parent.iterdir()] == ["base.html"]


def test_all_that_can_stand_beside_it(tmp_path: Path) -> None:
    out = tmp_path / "base.html"
    assert report("--out", out, "--with", "all").exit_code == 0
    folder = tmp_path / "base-files"
    assert (folder / "figures" / "alchemist-wins.svg").read_bytes().startswith(b"<?xml")
    assert (
        (folder / "tables" / "alchemist-wins.csv").read_text().startswith("alchemist,win,win_low")
    )
    assert json.loads((folder / "numbers.json").read_text())["runs"][0]["games"] == 8
    assert str(folder) in report("--out", out, "--with", "json").output
    assert [path.name for path in folder.iterdir()] == ["numbers.json"]
    assert {path.name for path in tmp_path.iterdir()} == {"base.html", "base-files"}


def test_markdown_has_its_pictures_beside_it(tmp_path: Path) -> None:
    out = tmp_path / "base.md"
    assert report("--out", out, "--with", "figures:png").exit_code == 0
    assert "](base.md-files/figures/alchemist-wins.png)" in out.read_text()
    assert (tmp_path / "base.md-files/figures/alchemist-wins.png").read_bytes()[1:4] == b"PNG"


def test_pages_of_one_stem_keep_the_files_of_each_other(tmp_path: Path) -> None:
    names = ("a.html", "a.htm", "a.md", "a.markdown", "a.pdf", "a")
    asked = [files.report_output(tmp_path / name, "md", ("all",)) for name in names]
    assert len({each.folder for each in asked}) == len(names)
    for name in ("a.html", "a.md"):
        assert report("--out", tmp_path / name, "--with", "tables").exit_code == 0
    assert (tmp_path / "a-files" / "tables").is_dir()
    assert (tmp_path / "a.md-files" / "figures").is_dir()


def skip_without_pdf() -> None:
    try:
        check_pdf()
    except NoPdfError as error:
        pytest.skip(str(error))


def test_a_pdf(tmp_path: Path) -> None:
    skip_without_pdf()
    out = tmp_path / "base.pdf"
    result = report("--out", out)
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"%PDF")


def paper(page: Page, number: int) -> tuple[float, list[Any]]:
    """The right edge of a sheet of paper, and the boxes of text on it."""
    skip_without_pdf()
    import weasyprint

    sheet = weasyprint.HTML(string=undrawn(page)).render().pages[number - 1]
    return sheet.width, [box for box in sheet._page_box.descendants() if hasattr(box, "text")]


def test_tables_of_many_runs_stay_on_paper() -> None:
    estimate = Estimate(-0.123, -0.456, 0.456, 9, 9, scale=Scale.RATE_DIFFERENCE)
    runs = [
        column
        for number in range(6)
        for column in (
            Column(f"value_{number}", "balanced", Kind.ESTIMATE),
            Column(f"standing_{number}", "Verdict", Kind.STANDING),
        )
    ]
    row = ("Mountain Ferment", *(estimate, Standing.UNDECIDED) * 6, "card.mountain-ferment.win")
    columns = (Column("label", "About"), *runs, Column("measure", "Figure"))
    block = Block("b", "b", (), "", table=Table("t", "t", columns, (row,)))
    page = Page("x", "x", (Section("s", "s", "s", (block,)),), ())
    edge, boxes = paper(page, 2)
    assert any("Ferment" in box.text for box in boxes)
    assert max(box.position_x + box.width for box in boxes) < edge - 17 * MILLIMETRE + 1


def test_key_figures_do_not_overlap_on_paper() -> None:
    figures = (
        KeyFigure("102.0", "points win a game", "100.2 to 103.8"),
        KeyFigure("24.9 %", "of games are won by the starting player", "19.4 to 31.3"),
    )
    page = replace(page_with("x"), key_figures=(*figures, *figures))
    _, boxes = paper(page, 1)
    shown = " ".join(box.text for box in boxes)
    assert "starting" in shown
    for one, other in combinations(boxes, 2):
        beside = other.position_x - one.position_x >= one.width - 1
        beside |= one.position_x - other.position_x >= other.width - 1
        apart = abs(one.position_y - other.position_y) >= 0.75 * min(one.height, other.height)
        assert beside or apart, (one.text, other.text)


def test_a_format_whatever_the_name_is(tmp_path: Path) -> None:
    out = tmp_path / "README"
    assert report("--out", out, "--format", "md", "--quiet").output == ""
    assert out.read_text().startswith("# Test box")


def test_a_report_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "base.html"
    out.write_text("old")
    assert report("--out", out).exit_code == 0
    assert "old" not in out.read_text()[:100]


def test_from_python(tmp_path: Path) -> None:
    run = small_run()
    out = trisim.write_report(run, tmp_path / "a.html", extras="tables", title="Mine")
    assert out == tmp_path / "a.html"
    assert "<h1>Mine</h1>" in out.read_text()
    assert (tmp_path / "a-files" / "tables").is_dir()
    again = trisim.write_report([run.path, run], tmp_path / "b.html")
    assert "beside it" in again.read_text()


# ---------------------------------------------------------------- what is refused


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    refuses("what kind of page shall this be?", "--out", tmp_path / "base.txt")
    refuses("--format word: html, md or pdf", "--out", tmp_path / "a.html", "--format", "word")
    refuses("--with plots: figures", "--out", tmp_path / "a.html", "--with", "plots")
    refuses("--with tables:png: figures", "--out", tmp_path / "a.html", "--with", "tables:png")
    refuses("this is a folder", "--out", tmp_path, "--format", "html")
    refuses("this is no run", tmp_path, "--out", tmp_path / "a.html")
    refuses("no such file", "--out", tmp_path / "a.html", "--targets", tmp_path / "none.toml")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "base-files").mkdir()
    (tmp_path / "base-files" / "mine.txt").write_text("mine")
    fails("such as mine.txt", "--out", tmp_path / "base.html", "--with", "tables")
    assert (tmp_path / "base-files" / "mine.txt").read_text() == "mine"
    assert not (tmp_path / "base.html").exists()


def test_no_file_of_a_run_and_no_device_is_replaced(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    manifest = run / "manifest.json"
    before = manifest.read_bytes()
    fails(f"belongs to the run {run}", run, "--out", manifest, "--format", "md")
    fails("this is no plain file", "--out", os.devnull, "--format", "md")
    assert manifest.read_bytes() == before
    for _ in range(2):  # a page in the folder of a run is as good as elsewhere
        assert report("--out", run / "base.html").exit_code == 0


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    fails("can't be written", "--out", tmp_path / "file" / "base.html")


def test_without_weasyprint_a_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    fails("pip install 'trisim[pdf]'", "--out", tmp_path / "base.pdf")


def test_without_pango_a_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library pango')")
    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    fails("apt install libpango-1.0-0", "--out", tmp_path / "base.pdf")


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> str:
        raise OSError(28, "No space left on device")

    out = tmp_path / "base.html"
    assert report("--out", out, "--with", "tables").exit_code == 0
    before = out.read_bytes(), sorted(tmp_path.rglob("*"))
    monkeypatch.setattr(files, "csv_of", broken)
    with pytest.raises(FolderError, match="No space left on device"):
        trisim.write_report(small_run(), out, extras="tables")
    assert (out.read_bytes(), sorted(tmp_path.rglob("*"))) == before


def test_messages_name_arguments_in_python(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="or give format html") as caught:
        trisim.write_report(small_run(), tmp_path / "base")
    assert "--" not in str(caught.value)
