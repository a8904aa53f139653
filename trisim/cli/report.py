"""``trisim report``: from a run to a page that says what is in balance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from trisim.cli.options import NamedPath


def write_targets(context: click.Context, option: click.Parameter, file: Path | None) -> None:
    """Write the targets that come with trisim to a file, and stop there."""
    if file is None or context.resilient_parsing:
        return
    from trisim.cli.common import fail
    from trisim.sim.disk import write_text
    from trisim.stats.balance.targets import default_text

    if file.exists():
        fail(f"--new-targets {file}: it exists already; name a new file")
    if not file.parent.is_dir():
        fail(f"--new-targets {file}: there is no folder {file.parent}; make it first")
    write_text(file, default_text())
    click.echo(f"Targets written to {file}; 'trisim report RUN --targets {file}' judges by them.")
    context.exit()


NEW_TARGETS = click.option(
    "--new-targets",
    metavar="FILE",
    type=NamedPath(path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=write_targets,
    help="Write the targets that come with trisim to FILE, to edit them, and do nothing else.",
)


@click.command(short_help="A balance report of one run or several.")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=NamedPath(path_type=Path))
@click.option("--out", metavar="FILE", required=True, type=NamedPath(path_type=Path))
@click.option(
    "--targets",
    metavar="FILE",
    type=NamedPath(path_type=Path),
    help="Judge by the targets of FILE instead of those that come with trisim.",
)
@NEW_TARGETS
def report(runs: tuple[Path, ...], out: Path, targets: Path | None) -> None:
    """Write what RUN says about balance to FILE."""
    from trisim.cli.run import failing

    with failing():
        from trisim.report.balance import page_of
        from trisim.report.page.html import html_of
        from trisim.report.reading import read_material
        from trisim.sim.disk import write_text
        from trisim.stats.balance.targets import default_targets, read_targets

        aims = read_targets(targets) if targets else default_targets()
        material = replace(read_material(runs), targets=aims)
        write_text(out, html_of(page_of(material)))
