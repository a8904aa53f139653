"""``trisim box``: make, check, show and compare boxes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trisim.cli.common import Group, fail, fail_with_faults
from trisim.terminal import console

if TYPE_CHECKING:
    from trisim.box.box import Box
    from trisim.box.format import BoxFormat
    from trisim.box.help import BoxHelp

FOLDER = click.Path(path_type=Path)
BOX = click.option(
    "--box", "folder", type=FOLDER, metavar="DIR", help="The box; left out, the reference set."
)
VARIANT = click.option(
    "--variant",
    "variants",
    type=FOLDER,
    metavar="FILE",
    multiple=True,
    help="A variant to lay over it; may be given more than once.",
)


def game_format() -> BoxFormat[Box]:
    """The format of the boxes of the game at hand."""
    from trisim.games.trismegistus.box.box import FORMAT

    return FORMAT


def game_help() -> BoxHelp:
    """What the help says of boxes of the game at hand."""
    from trisim.games.trismegistus.box.help import HELP

    return HELP


class BoxGroup(Group):
    """The commands, with examples of the game."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        examples = (
            ("tidy mybox", "after a spreadsheet saved it in its own way"),
            ("show", "a summary of the reference set"),
            *((f"show {what}", meaning) for what, meaning in game_help().examples),
            ("diff reference mybox", "what you changed"),
        )
        lines = (f"  {f'trisim box {command}':<42}{meaning}" for command, meaning in examples)
        first = "  trisim box new mybox && trisim box check mybox"
        self.epilog = "\n".join(("\b\nExamples:", first, *lines))
        super().format_epilog(ctx, formatter)


class ShowCommand(click.Command):
    """A command whose help lists what can be shown of a box of the game."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does, and what can be shown."""
        super().format_help_text(ctx, formatter)
        subjects = game_help().subjects
        if not subjects:
            with_ids, files = game_format().with_ids, game_format().sections
            names = (name.replace("_", " ") for name in files if name != "box")
            subjects = f"WHAT is one of the {' or '.join(with_ids)}, by id or name;\n"
            subjects += f"or a file: {', '.join(names)}."
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"\b\n{subjects}")


@click.group(cls=BoxGroup)
def box() -> None:
    """The cards, tiles and boards of the game, as files you can edit."""


@box.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
def new(folder: Path) -> None:
    """Copy the reference set to DIR, to edit it there.

    DIR must not exist yet, or be empty: nothing is ever overwritten.
    """
    from trisim.box.files import copy_reference

    if str(folder) == "reference":
        fail("'reference' is what the set that comes with trisim is called; name another folder")
    try:
        copy_reference(game_format(), folder)
    except OSError as error:
        fail(f"{folder} can't be written: {error.strerror}; name a new folder")
    names = game_format().file_names
    click.echo(f"Wrote {len(names)} files to {folder}:")
    click.echo("  " + "  ".join(names))
    click.echo("Edit the .csv files in a spreadsheet and the .toml files in a text editor. Then:")
    click.echo(f"  trisim box check {shlex.quote(str(folder))}")
    click.echo(f"  trisim box diff reference {shlex.quote(str(folder))}")


@box.command()
@click.argument("folder", metavar="[DIR]", type=FOLDER, required=False)
@VARIANT
def check(folder: Path | None, variants: tuple[Path, ...]) -> None:
    """Look for everything that is wrong with the box in DIR, or with the reference set.

    Each fault comes with its file, row, column and word, and with what would be right. If there
    is any, the exit code is 2.
    """
    form = game_format()
    loaded = load(form, folder, variants, stderr=False)
    files = form.counted or form.with_ids
    counts = ", ".join(f"{len(getattr(loaded, file))} {file.replace('_', ' ')}" for file in files)
    name = " + ".join([loaded.about.name, *(variant.name for variant in loaded.variants)])
    click.echo(f"{name}: no faults. {counts}.")


@box.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
def tidy(folder: Path) -> None:
    """Put the files of the box in DIR into their normal form, after a spreadsheet saved them.

    UTF-8 without byte-order mark, commas between the cells, no blanks around them, no empty rows or
    columns, 3 for 3.0. What the cells mean is not changed.
    """
    from trisim.box.tidy import tidy_folder

    if not folder.is_dir():
        fail(f"{folder}: there is no such folder; name the folder of a box")
    try:
        changed = tidy_folder(game_format(), folder)
    except OSError as error:
        fail(f"{folder} can't be written: {error.strerror}; check its permissions")
    if not changed:
        click.echo("Everything is tidy already.")
    for name, encoding in changed.items():
        assumed = "" if encoding == "UTF-8" else f" (read as {encoding}: check accented letters)"
        click.echo(f"Tidied {name}{assumed}")


@box.command(cls=ShowCommand)
@click.argument("what", nargs=-1)
@BOX
@VARIANT
def show(what: tuple[str, ...], folder: Path | None, variants: tuple[Path, ...]) -> None:
    """Show WHAT as a player wants to read it; without WHAT, a summary of the box."""
    from trisim.box.show import NothingToShow
    from trisim.box.show import show as show_page

    loaded = load(game_format(), folder, variants)
    try:
        show_page(loaded, " ".join(what) or None, console())
    except NothingToShow as error:
        fail(str(error))


@box.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option(
    "--box",
    "folder",
    type=FOLDER,
    metavar="DIR",
    help="The box that variants are laid over; left out, the reference set.",
)
def diff(before: str, after: str, folder: Path | None) -> None:
    """Say what differs between two boxes, by cards and fields.

    A and B are folders of boxes, variant files (laid over the reference set or over --box), or
    the word 'reference'.
    """
    from trisim.box.compare import compare
    from trisim.box.show.difference import show_differences

    boxes = [load_either(game_format(), name, folder) for name in (before, after)]
    show_differences(compare(*boxes), before, after, console())


def load_either(form: BoxFormat[Box], name: str, base: Path | None) -> Box:
    """A box by its folder, or a variant laid over a base."""
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
