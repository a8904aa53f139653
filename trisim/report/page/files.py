"""A report on disk: the page, and the requested files beside it.

::

    base.html             the page
    base-files/figures/   every figure, as SVG or PNG
    base-files/tables/    every table, as CSV
    base-files/numbers.json
    base.md-files/        the same for the page base.md; base.pdf-files for base.pdf
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
"""Called with the current step, the amount done, and the total."""


@dataclass(frozen=True, slots=True)
class ReportOutput:
    path: Path
    format: str
    extras: frozenset[str] = frozenset()
    figures: str = SVG
    """What kind of files pictures are, where they are files."""

    @property
    def folder(self) -> Path:
        """The folder beside the page; pages with different suffixes have different folders.

        >>> [ReportOutput(Path(name), MARKDOWN).folder.name for name in ("a.html", "a.md", "a")]
        ['a-files', 'a.md-files', 'a-md-files']
        """
        name = self.path.name if self.path.suffix else f"{self.path.name}-{self.format}"
        return self.path.with_name(f"{name.removesuffix('.html')}-files")

    @property
    def beside(self) -> frozenset[str]:
        """The contents of the folder: what is requested, and what the page needs."""
        needed = {FIGURES} if self.format == MARKDOWN else set()
        extras = {FIGURES, TABLES, JSON} if ALL in self.extras else set(self.extras)
        return frozenset(needed | extras)


def report_output(
    out: str | Path,
    format: str | None,  # noqa: A002
    extras: tuple[str, ...] = (),
) -> ReportOutput:
    """The checked output of a request; extras are ``figures:png`` and such."""
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
    return ReportOutput(path, form, frozenset(kinds), figures)


def check_place(output: ReportOutput, runs: Sequence[str | Path] = ()) -> None:
    """Stop, before anything is read, if the report can't be written or would do harm."""
    if output.path.is_dir():
        raise FolderError(f"{output.path}: this is a folder; name a file for the report")
    if output.path.exists():
        check_replaceable(output.path, runs)
    if output.beside and output.folder.exists():
        check_ours(output.folder)
    if output.format == PDF:
        check_pdf()


def check_replaceable(path: Path, runs: Sequence[str | Path]) -> None:
    """Stop if a file to be replaced is a device, or belongs to one of the runs."""
    if not path.is_file():
        raise FolderError(f"{path}: this is no plain file; name another one for the report")
    for run in runs:
        inside = path.resolve().is_relative_to(Path(run).resolve())
        if inside and path.suffix.lower() not in SUFFIXES:
            raise FolderError(f"{path}: this belongs to the run {run}; name a file elsewhere")


def check_ours(folder: Path) -> None:
    """Stop if a folder to be replaced contains files that no report wrote."""
    others = [path.name for path in folder.iterdir() if path.name not in OURS]
    if others:
        raise FolderError(
            f"{folder}: holds other things than the files of a report, such as {others[0]}; "
            "move them, or name another file for the report"
        )


def write_report(
    page: Page, inputs: ReportInputs, output: ReportOutput, on_progress: Progress
) -> None:
    """Write all files of a report on runs."""
    write_pages(page, output, on_progress, lambda: json_of(page, inputs))


def write_pages(
    page: Page, output: ReportOutput, on_progress: Progress, numbers: Callable[[], str]
) -> None:
    """Write all files; each file, and the folder beside the page, is complete or absent.

    ``numbers`` makes the text of the JSON file, if one is asked for.
    """
    gallery = Gallery(page.palette)
    for number, picture in enumerate(page.pictures, start=1):
        gallery.figure(picture)
        on_progress("Drawing pictures", number, len(page.pictures))
    with writing(output.path):
        output.path.parent.mkdir(parents=True, exist_ok=True)
        if output.beside:
            write_beside(page, output, gallery, numbers)
        with written_whole(output.path) as draft:
            draft.write_bytes(bytes_of(page, output, gallery))
        flush_folder(output.path.parent)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn a failed write into one line."""
    try:
        yield
    except OSError as error:
        raise FolderError(
            f"{path}: can't be written ({error.strerror}); name another file with --out"
        ) from error


def bytes_of(page: Page, output: ReportOutput, gallery: Gallery) -> bytes:
    """The page itself."""
    if output.format == PDF:
        return pdf_of(page, gallery)
    if output.format == HTML:
        return html_of(page, gallery).encode()
    place = f"{output.folder.name}/{FIGURES}"
    return markdown_of(page, lambda each: f"{place}/{each.name}.{output.figures}").encode()


def write_beside(
    page: Page, output: ReportOutput, gallery: Gallery, numbers: Callable[[], str]
) -> None:
    """Write the folder beside the page under another name, then rename it."""
    draft = unfinished_name(output.folder)
    draft.mkdir()
    try:
        if FIGURES in output.beside:
            write_figures(page, draft / FIGURES, output.figures, gallery)
        if TABLES in output.beside:
            write_tables(page, draft / TABLES)
        if JSON in output.beside:
            (draft / NUMBERS).write_text(numbers(), encoding="utf-8")
        replace_folder(draft, output.folder)
    except BaseException:
        remove(draft)
        raise


def write_figures(page: Page, folder: Path, kind: str, gallery: Gallery) -> None:
    folder.mkdir()
    for picture in page.pictures:
        (folder / f"{picture.name}.{kind}").write_bytes(gallery.file(picture, kind))


def write_tables(page: Page, folder: Path) -> None:
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
