"""From runs to a report on disk, all in one: what the command and ``trisim.write_report`` call."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from trisim.report.balance import page_of
from trisim.report.page.files import Told, Wanted, check_place, wanted, write_report
from trisim.report.reading import read_material, silent


def make_report(
    runs: Sequence[str | Path],
    out: str | Path,
    *,
    format: str | None = None,  # noqa: A002 (as on the command line)
    extras: Sequence[str] = (),
    title: str = "",
    told: Told = silent,
) -> Wanted:
    """Read the runs, write the page and what was asked for beside it; say what was written."""
    asked = wanted(out, format, tuple(extras))
    check_place(asked)
    material = read_material(runs, told)
    write_report(page_of(material, title), material, asked, told)
    return asked
