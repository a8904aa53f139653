"""``trisim report``: from a run to a page that says what is in balance."""

from __future__ import annotations

from pathlib import Path

import click

from trisim.cli.game_command import GameCommand, game_option, plugin_of
from trisim.cli.options import NamedPath
from trisim.display import duration, reporting

EPILOG = """\b
Examples:
  trisim report runs/base --out reports/base.html
  trisim report runs/base --out base.pdf --title "Spring prototype"
  trisim report runs/base --out base.html --with tables --with json
  trisim report runs/base --out base.md --with figures:png
  trisim report --new-targets mine.toml                    what to aim at, to edit
  trisim report runs/base --targets mine.toml --out base.html
  trisim report runs/four runs/three runs/two --out players.html   side by side
"""


def write_targets(context: click.Context, option: click.Parameter, file: Path | None) -> None:
    """Write the targets that come with trisim to a file, and stop there."""
    if file is None or context.resilient_parsing:
        return
    from trisim.cli.common import fail
    from trisim.sim.disk import write_text

    if file.exists():
        fail(f"--new-targets {file}: it exists already; name a new file")
    if not file.parent.is_dir():
        fail(f"--new-targets {file}: there is no folder {file.parent}; make it first")
    write_text(file, plugin_of(context).report.targets_text())
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


def check_game(game: str | None, run: Path) -> None:
    """Stop if a run is of another game than the one that is named."""
    from trisim.cli.common import fail
    from trisim.sim.stored import game_of_folder

    if game is not None and (found := game_of_folder(run)) and found != game:
        fail(f"--game {game}: {run} is a run of {found}; leave --game out")


@click.command(
    cls=GameCommand, epilog=EPILOG, short_help="What a run says about balance, as a page."
)
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=NamedPath(path_type=Path))
@click.option(
    "--out",
    metavar="FILE",
    required=True,
    type=NamedPath(path_type=Path),
    help="The page: .html, .md or .pdf. A file that is there is replaced.",
)
@click.option("--format", "form", metavar="KIND", help="html, md or pdf, whatever FILE is called.")
@click.option(
    "--with",
    "extras",
    multiple=True,
    metavar="WHAT",
    help="Beside the page, in a folder named after it (base-files for base.html): figures (as SVG; "
    "figures:png as PNG), tables (as CSV), json (all numbers), or all; may be repeated.",
)
@click.option(
    "--targets",
    metavar="FILE",
    type=NamedPath(path_type=Path),
    help="Judge by the targets of FILE instead of those that come with trisim.",
)
@NEW_TARGETS
@game_option(help="Whose targets --new-targets writes; a report is about the game of its runs.")
@click.option("--title", default="", metavar="TEXT", help="The heading of the page.")
@click.option("--quiet", is_flag=True, help="No progress, and no word at the end.")
def report(
    runs: tuple[Path, ...],
    out: Path,
    form: str | None,
    extras: tuple[str, ...],
    targets: Path | None,
    title: str,
    quiet: bool,
    game: str | None,
) -> None:
    """Write a balance report on RUN to FILE, as one self-contained page.

    The page is about the first RUN; further ones are compared with it: other numbers of players,
    other strategies, the solo game. docs/reports.md says how to read it.

    A report speaks for the strategies that played. Play RUN with --strategy tuned for questions
    about balance: weaker strategies overlook whole cards (balanced takes Courier Bell in 0.4 % of
    cases, tuned in 94 %).
    """
    from time import monotonic

    from trisim.cli.common import failing

    check_game(game, runs[0])
    began = monotonic()
    with failing():
        from trisim.report.pipeline import check_report, write_checked

        output, aimed_at = check_report(runs, out, format=form, extras=extras, targets=targets)
        with reporting(quiet) as on_progress:
            write_checked(runs, output, aimed_at, title=title, on_progress=on_progress)
    if not quiet:
        size = out.stat().st_size
        beside = f", and {output.folder}" if output.beside else ""
        click.echo(f"{out}{beside}: {size / 1e6:.1f} MB in {duration(monotonic() - began)}")
