"""``trisim report``: from a run to a page that says what is in balance."""

from __future__ import annotations

from pathlib import Path

import click

from trisim.cli.options import NamedPath


@click.command(short_help="A balance report of one run or several.")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=NamedPath(path_type=Path))
@click.option("--out", metavar="FILE", required=True, type=NamedPath(path_type=Path))
def report(runs: tuple[Path, ...], out: Path) -> None:
    """Write what RUN says about balance to FILE."""
    from trisim.cli.run import failing

    with failing():
        from trisim.report.balance import page_of
        from trisim.report.page.html import html_of
        from trisim.report.reading import read_material
        from trisim.sim.disk import write_text

        write_text(out, html_of(page_of(read_material(runs))))
