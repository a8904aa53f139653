"""``trisim box``: make, check, show and compare boxes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import fail, fail_with_faults
from trisim.cli.game_command import (
    GameCommand,
    GameGroup,
    game_option,
    game_words,
    naming_game,
    plugin_of,
)
from trisim.terminal import console

if TYPE_CHECKING:
    from trisim.box.box import Box
    from trisim.box.format import BoxFormat

FOLDER = click.Path(path_type=Path)
BOX = click.option(
    "--box", "folder", type=FOLDER, metavar="DIR", help="The box.  [the reference set]"
)
VARIANT = click.option(
    "--variant",
    "variants",
    type=FOLDER,
    metavar="FILE",
    multiple=True,
    help="A variant to apply; may be given more than once.",
)


@click.group(
    cls=GameGroup,
    epilog="""\b
Examples:
  trisim box new mybox && trisim box check mybox
  trisim box tidy mybox                     after a spreadsheet saved it in its own way
  trisim box show                           a summary of the reference set
  trisim box diff reference mybox           what you changed
""",
)
@game_option()
def box(**_: Any) -> None:
    """The cards, tiles and boards of the game, as files you can edit."""


@box.command(cls=GameCommand)
@click.argument("folder", metavar="DIR", type=FOLDER)
@game_option()
@click.pass_context
def new(context: click.Context, /, folder: Path, **_: Any) -> None:
    """Copy the reference set to DIR, to edit it there.

    DIR must not exist yet, or be empty: nothing is ever overwritten.
    """
    from trisim.box.files import copy_reference

    if str(folder) == "reference":
        fail("'reference' is what the set that comes with trisim is called; name another folder")
    form = plugin_of(context).box
    try:
        copy_reference(form, folder)
    except OSError as error:
        fail(f"{folder} can't be written: {error.strerror}; name a new folder")
    names = form.file_names
    click.echo(f"Wrote {len(names)} files to {folder}:")
    click.echo("  " + "  ".join(names))
    click.echo("Edit the .csv files in a spreadsheet and the .toml files in a text editor. Then:")
    game = game_words(form.game)
    click.echo(f"  trisim box check{game} {shlex.quote(str(folder))}")
    click.echo(f"  trisim box diff{game} reference {shlex.quote(str(folder))}")


@box.command(cls=GameCommand)
@click.argument("folder", metavar="[DIR]", type=FOLDER, required=False)
@VARIANT
@game_option()
@click.pass_context
def check(
    context: click.Context, /, folder: Path | None, variants: tuple[Path, ...], **_: Any
) -> None:
    """Check the box in DIR, or the reference set, and list every fault.

    Each fault has its file, row, column and word, and the remedy. If there is any, the exit code
    is 2.
    """
    form = plugin_of(context).box
    loaded = load(form, folder, variants, stderr=False)
    files = form.counted or form.with_ids
    counts = ", ".join(f"{len(getattr(loaded, file))} {file.replace('_', ' ')}" for file in files)
    name = " + ".join([loaded.about.name, *(variant.name for variant in loaded.variants)])
    click.echo(f"{name}: no faults. {counts}.")


@box.command(cls=GameCommand)
@click.argument("folder", metavar="DIR", type=FOLDER)
@game_option()
@click.pass_context
def tidy(context: click.Context, /, folder: Path, **_: Any) -> None:
    """Restore the normal form of the files in DIR after a spreadsheet has saved them.

    UTF-8 without byte-order mark, commas between the cells, no blanks around them, no empty rows or
    columns, 3 for 3.0. What the cells mean is not changed.
    """
    from trisim.box.box import folder_problem
    from trisim.box.tidy import tidy_folder

    form = plugin_of(context).box
    if problem := folder_problem(form, folder):
        fail(naming_game(f"{folder}: {'; '.join(problem)}"))
    try:
        changed = tidy_folder(form, folder)
    except OSError as error:
        fail(f"{folder} can't be written: {error.strerror}; check its permissions")
    if not changed:
        click.echo("Everything is tidy already.")
    for name, encoding in changed.items():
        assumed = "" if encoding == "UTF-8" else f" (read as {encoding}: check accented letters)"
        click.echo(f"Tidied {name}{assumed}")


@box.command(cls=GameCommand)
@click.argument("what", nargs=-1)
@BOX
@VARIANT
@game_option()
@click.pass_context
def show(
    context: click.Context,
    /,
    what: tuple[str, ...],
    folder: Path | None,
    variants: tuple[Path, ...],
    **_: Any,
) -> None:
    """Show WHAT, a card or a file by its name; without WHAT, a summary of the box."""
    from trisim.box.show import NothingToShow
    from trisim.box.show import show as show_page

    loaded = load(plugin_of(context).box, folder, variants)
    try:
        show_page(loaded, " ".join(what) or None, console())
    except NothingToShow as error:
        fail(naming_game(str(error)))


@box.command(cls=GameCommand)
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option(
    "--box",
    "folder",
    type=FOLDER,
    metavar="DIR",
    help="The box that variants are applied to.  [the reference set]",
)
@game_option()
@click.pass_context
def diff(context: click.Context, /, before: str, after: str, folder: Path | None, **_: Any) -> None:
    """Show the differences between two boxes, by cards and fields.

    A and B are folders of boxes, variant files (applied to the reference set or to --box), or
    the word 'reference'.
    """
    from trisim.box.compare import compare
    from trisim.box.show.difference import show_differences

    boxes = [load_either(plugin_of(context).box, name, folder) for name in (before, after)]
    show_differences(compare(*boxes), before, after, console())


def load_either(form: BoxFormat[Box], name: str, base: Path | None) -> Box:
    """A box by its folder, or a variant applied to a base."""
    if name.endswith(".toml") or Path(name).is_file():
        return load(form, base, (Path(name),))
    return load(form, Path(name), ())


def load(
    form: BoxFormat[Box], folder: Path | None, variants: tuple[Path, ...], *, stderr: bool = True
) -> Box:
    """A checked box; every fault is printed if there is any."""
    from trisim.box.box import load_box
    from trisim.box.faults import BoxError

    try:
        return load_box(form, folder, variants)
    except BoxError as error:
        fail_with_faults(error, stderr=stderr)
