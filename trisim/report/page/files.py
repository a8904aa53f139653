"""A report on disk: the page, and beside it what was asked for in files of their own.

::

    base.html             the page
    base-files/figures/   every picture, as SVG or PNG
    base-files/tables/    every table, as CSV
    base-files/numbers.json
    base.md-files/        the same of the page base.md; base.pdf-files of base.pdf
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from trisim.report.inputs import ReportInputs
from trisim.report.page.gallery import PNG, SVG, Gallery
from trisim.report.page.html import html_of
from trisim.report.page.markdown import markdown_of
from trisim.report.page.model import Page
from trisim.report.page.numbers import json_of
from trisim.report.page.pdf import check_pdf, pdf_of
from trisim.report.page.tables import csv_of
from trisim.sim.disk import flush_folder, remove, unfinished_name, written_whole
from trisim.sim.errors import FolderError, SettingsError

HTML, MARKDOWN, PDF = FORMATS = ("html", "md", "pdf")
SUFFIXES = {".html": HTML, ".htm": HTML, ".md": MARKDOWN, ".markdown": MARKDOWN, ".pdf": PDF}

FIGURES, TABLES, JSON, ALL = EXTRAS = ("figures", "tables", "json", "all")
NUMBERS = "numbers.json"
OURS = frozenset({FIGURES, TABLES, NUMBERS})

Progress = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and of how much."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to write, and where."""

    path: Path
    format: str
    extras: frozenset[str] = frozenset()
    figures: str = SVG
    """What kind of files pictures are, where they are files."""

    @property
    def folder(self) -> Path:
        """Where the files beside the page go; pages that differ in the suffix have different ones.

        >>> [Wanted(Path(name), MARKDOWN).folder.name for name in ("a.html", "a.md", "a")]
        ['a-files', 'a.md-files', 'a-md-files']
        """
        name = self.path.name if self.path.suffix else f"{self.path.name}-{self.format}"
        return self.path.with_name(f"{name.removesuffix('.html')}-files")

    @property
    def beside(self) -> frozenset[str]:
        """What goes into the folder: what is asked for, and what the page can't do without."""
        needed = {FIGURES} if self.format == MARKDOWN else set()
        asked = {FIGURES, TABLES, JSON} if ALL in self.extras else set(self.extras)
        return frozenset(needed | asked)


def wanted(out: str | Path, format: str | None, extras: tuple[str, ...] = ()) -> Wanted:  # noqa: A002
    """What was asked for, all of which makes sense; extras are ``figures:png`` and such."""
    path = Path(out)
    form = format or SUFFIXES.get(path.suffix.lower())
    if form is None:
        raise SettingsError(
            f"{path}: what kind of page shall this be? Name it .html, .md or .pdf, or give "
            "--format html, md or pdf"
        )
    if form not in FORMATS:
        raise SettingsError(f"--format {form}: html, md or pdf is expected")
    kinds, figures = set(), SVG
    for extra in extras:
        name, _, kind = extra.partition(":")
        if name not in EXTRAS or (kind and (name != FIGURES or kind not in (PNG, SVG))):
            raise SettingsError(
                f"--with {extra}: figures, figures:png, tables, json or all is expected"
            )
        kinds.add(name)
        figures = kind or figures
    return Wanted(path, form, frozenset(kinds), figures)


def check_place(asked: Wanted, runs: Sequence[str | Path] = ()) -> None:
    """Stop, before anything is read, where the report can't be written or would do harm."""
    if asked.path.is_dir():
        raise FolderError(f"{asked.path}: this is a folder; name a file for the report")
    if asked.path.exists():
        check_replaceable(asked.path, runs)
    if asked.beside and asked.folder.exists():
        check_ours(asked.folder)
    if asked.format == PDF:
        check_pdf()


def check_replaceable(path: Path, runs: Sequence[str | Path]) -> None:
    """Stop if what would be replaced is a device, or a file that one of the runs needs."""
    if not path.is_file():
        raise FolderError(f"{path}: this is no plain file; name another one for the report")
    for run in runs:
        inside = path.resolve().is_relative_to(Path(run).resolve())
        if inside and path.suffix.lower() not in SUFFIXES:
            raise FolderError(f"{path}: this belongs to the run {run}; name a file elsewhere")


def check_ours(folder: Path) -> None:
    """Stop if a folder that would be replaced has something in it that no report wrote."""
    others = [path.name for path in folder.iterdir() if path.name not in OURS]
    if others:
        raise FolderError(
            f"{folder}: holds other things than the files of a report, such as {others[0]}; "
            "move them, or name another file for the report"
        )


def write_report(page: Page, inputs: ReportInputs, asked: Wanted, on_progress: Progress) -> None:
    """Write all of it; each file, and the folder beside the page, is there as a whole or not."""
    gallery = Gallery(page.palette)
    for number, picture in enumerate(page.pictures, start=1):
        gallery.figure(picture)
        on_progress("Drawing pictures", number, len(page.pictures))
    with writing(asked.path):
        asked.path.parent.mkdir(parents=True, exist_ok=True)
        if asked.beside:
            write_beside(page, inputs, asked, gallery)
        with written_whole(asked.path) as draft:
            draft.write_bytes(bytes_of(page, asked, gallery))
        flush_folder(asked.path.parent)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in a line that something can't be written."""
    try:
        yield
    except OSError as error:
        raise FolderError(
            f"{path}: can't be written ({error.strerror}); name another file with --out"
        ) from error


def bytes_of(page: Page, asked: Wanted, gallery: Gallery) -> bytes:
    """The page itself."""
    if asked.format == PDF:
        return pdf_of(page, gallery)
    if asked.format == HTML:
        return html_of(page, gallery).encode()
    place = f"{asked.folder.name}/{FIGURES}"
    return markdown_of(page, lambda each: f"{place}/{each.name}.{asked.figures}").encode()


def write_beside(page: Page, inputs: ReportInputs, asked: Wanted, gallery: Gallery) -> None:
    """Write the folder beside the page under another name, and put it in place."""
    draft = unfinished_name(asked.folder)
    draft.mkdir()
    try:
        if FIGURES in asked.beside:
            write_figures(page, draft / FIGURES, asked.figures, gallery)
        if TABLES in asked.beside:
            write_tables(page, draft / TABLES)
        if JSON in asked.beside:
            (draft / NUMBERS).write_text(json_of(page, inputs), encoding="utf-8")
        replace_folder(draft, asked.folder)
    except BaseException:
        remove(draft)
        raise


def write_figures(page: Page, folder: Path, kind: str, gallery: Gallery) -> None:
    """Every picture as a file."""
    folder.mkdir()
    for picture in page.pictures:
        (folder / f"{picture.name}.{kind}").write_bytes(gallery.file(picture, kind))


def write_tables(page: Page, folder: Path) -> None:
    """Every table as a file."""
    folder.mkdir()
    for table in page.tables:
        (folder / f"{table.name}.csv").write_text(csv_of(table), encoding="utf-8")


def replace_folder(new: Path, folder: Path) -> None:
    """Put a folder in the place of one that an earlier report wrote."""
    old = unfinished_name(folder)
    if folder.exists():
        check_ours(folder)
        folder.rename(old)
    new.rename(folder)
    remove(old)
