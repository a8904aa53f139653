"""``trisim runs``: the runs and campaigns of a folder, and deleting them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trisim.cli.common import Group, fail
from trisim.cli.options import NamedPath
from trisim.terminal import console
from trisim.texts import listed

if TYPE_CHECKING:
    from rich.console import Console

    from trisim.sim.catalog import Entry, State

USUAL = (
    *("runs", "comparisons", "sweeps", "restrictions", "balances", "watches"),
    *("tournaments", "studies", "tunings"),
)
"""Where runs and campaigns lie unless a folder is named."""

COLORS = {"complete": "green", "unfinished": "yellow", "running": "cyan"}
WRONG = "bold red"


class Runs(Group):
    """A group whose command ``list`` needn't be named."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named, or ``list``."""
        is_folder = len(args) == 1 or Path(args[0]).exists()
        named = args[0].startswith("-") or self.get_command(ctx, args[0]) is not None
        return super().resolve_command(ctx, ["list", *args] if is_folder and not named else args)


@click.group(
    cls=Runs,
    invoke_without_command=True,
    short_help="List runs and campaigns, or delete some.",
    epilog="""\b
Examples:
  trisim runs                        those in runs, comparisons, tournaments and so on
  trisim runs elsewhere              those below another folder
  trisim runs delete runs/old        asks first
  trisim runs delete runs/a runs/b --yes
""",
)
@click.pass_context
def runs(context: click.Context) -> None:
    """List the runs and campaigns below folders, or delete some.

    ``trisim runs DIR...`` is ``trisim runs list DIR...``. A folder that is called like a command is
    named with ./ in front.
    """
    if context.invoked_subcommand is None:
        show(())


@runs.command("list")
@click.argument("folders", metavar="[DIR]...", nargs=-1, type=NamedPath(path_type=Path))
def list_runs(folders: tuple[Path, ...]) -> None:
    """List the runs and campaigns at or below each DIR; links are not followed.

    Without DIR, those in the folders runs, comparisons, sweeps, restrictions, balances, watches,
    tournaments, studies and tunings. Sizes of files are compared with what was written, checksums
    are not: trisim audit does that.
    """
    show(folders)


def show(folders: Sequence[Path]) -> None:
    """All entries as a table, what is wrong with some, and how much it is."""
    from trisim.sim.catalog import catalog

    for folder in folders:
        if not folder.is_dir():
            fail(f"{folder}: there is no such folder; name one with runs in it")
    searched = folders or [Path(name) for name in USUAL if Path(name).is_dir()]
    found = {entry.path.resolve(): entry for folder in searched for entry in catalog(folder)}
    entries = list(found.values())
    if not entries:
        named = ", ".join(map(str, folders)) or f"{listed(USUAL)} here"
        click.echo(f"There are no runs in {named}; 'trisim runs DIR' looks elsewhere.")
        return
    out = console()
    show_table(out, entries)
    for entry in entries:
        if why := entry.state.why:
            words = why if why.startswith(str(entry.path)) else f"{entry.path}: {why}"
            out.print(words, soft_wrap=True, markup=False)
    out.print(total_words(entries))


def show_table(out: Console, entries: Iterable[Entry]) -> None:
    """A line for each entry, as wide as it needs to be."""
    from rich.text import Text

    from trisim.cli.run_report import plain_table, size_words

    made = plain_table("folder", "what", "status", "games", "size", "changed")
    for column in made.columns[3:]:
        column.justify, column.no_wrap = "right", True
    for entry in entries:
        made.add_row(
            Text(str(entry.path)),
            entry.kind,
            Text(entry.state.status, COLORS.get(entry.state.status, WRONG)),
            games_words(entry.state),
            size_words(entry.bytes),
            age_words(time.time() - entry.changed),
        )
    out.print(made)


def games_words(state: State) -> str:
    """How many games there are, and of how many if some are missing."""
    there = f"{state.games:,}"
    is_all = state.status == "complete" or not state.games_in_all
    return there if is_all else f"{there} of {state.games_in_all:,}"


def total_words(entries: Sequence[Entry]) -> str:
    """How many there are, and their size."""
    from trisim.cli.run_report import size_words

    count = "1 folder" if len(entries) == 1 else f"{len(entries):,} folders"
    return f"{count}, {size_words(sum(entry.bytes for entry in entries))}"


def age_words(seconds: float) -> str:
    """How long ago something was.

    >>> age_words(5), age_words(60), age_words(7300), age_words(3 * 86400)
    ('now', '1 minute ago', '2 hours ago', '3 days ago')
    """
    for length, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count:,} {name}{'s' if count > 1 else ''} ago"
    return "now"


# ---------------------------------------------------------------- deleting


@runs.command()
@click.argument(
    "folders", metavar="DIR...", nargs=-1, required=True, type=NamedPath(path_type=Path)
)
@click.option("--yes", "-y", is_flag=True, help="Don't ask.")
def delete(folders: tuple[Path, ...], yes: bool) -> None:
    """Delete the run or campaign in each DIR, after asking.

    Refused: a folder that is no run or campaign, or that holds anything else; one that is being
    played; a run of a campaign; a link. If one DIR is refused, nothing is deleted. What is left of
    a deletion that was stopped is listed as damaged, and can be deleted.
    """
    from trisim.cli.common import failing

    with failing():
        from trisim.sim.catalog import entry_of
        from trisim.sim.deletion import check_deletable, place_of
        from trisim.sim.deletion import delete as delete_folder

        places = list(dict.fromkeys(map(place_of, folders)))
        for place in places:
            check_deletable(place)
        show_table(console(), [entry_of(place) for place in places])
        if not (yes or is_wanted(len(places))):
            click.echo("Nothing was deleted.")
            return
        for place in places:
            delete_folder(place)
            click.echo(f"Deleted {place}.")


def is_wanted(count: int) -> bool:
    """Ask whether so many folders shall be deleted."""
    if not sys.stdin.isatty():
        fail("runs delete: nobody can be asked here; add --yes to delete without asking")
    click.echo(
        f"Delete {'this folder' if count == 1 else f'these {count:,} folders'}? [y/N] ", nl=False
    )
    return sys.stdin.readline().strip().lower() in ("y", "yes")
