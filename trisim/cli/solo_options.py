"""The options of commands that play against Botmegistus, and what they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import click

from trisim.cli.common import fail

if TYPE_CHECKING:
    from trisim.box.difficulty import Value
    from trisim.sim.solo_setups import SoloSetup

Options: TypeAlias = dict[str, Any]
"""The options of the command line by name, as they were typed or left out."""

SOLO = click.option("--solo", is_flag=True, help="Alone against Botmegistus, the solo opponent.")
DIFFICULTY = click.option(
    "--difficulty",
    metavar="NAME",
    help="How strong Botmegistus is: easy, normal, hard, nightmare, or a preset of your own; "
    "trisim difficulty list shows them.  [normal]",
)
OPTION = click.option(
    "--option",
    "solo_options",
    multiple=True,
    metavar="KEY[=VALUE]",
    help="A difficulty option laid over the preset, such as extra_gold, bot_first=no or "
    "setup_rolls=4; may be given more than once.",
)
PLANNING = click.option(
    "--planning", is_flag=True, help="Two cards of Botmegistus lie open: its planning variant."
)

FOR_SOLO = {"difficulty": "--difficulty", "solo_options": "--option", "planning": "--planning"}
"""Options that mean nothing without ``--solo``, as they are typed."""

SOLO_OPTIONS = {"solo", *FOR_SOLO}

NOT_FOR_SOLO = {
    "players": "--players: with --solo you play alone; leave it out",
    "achievements": "--achievements: there are none against Botmegistus; leave out one of "
    "--achievements and --solo",
}
"""What is said of options that contradict ``--solo``."""


def check_solo(options: Options, given: set[str]) -> None:
    """Stop at options that mean nothing together."""
    if options["solo"]:
        for name, message in NOT_FOR_SOLO.items():
            if name in given:
                fail(message)
        return
    for name, option in FOR_SOLO.items():
        if name in given:
            fail(f"{option}: this is for games against Botmegistus; add --solo, or leave it out")


def solo_setups(options: Options) -> tuple[SoloSetup, ...]:
    """The setup that is asked for, or none."""
    from trisim.box.difficulty import NORMAL
    from trisim.sim.solo_setups import solo_setup

    if not options.get("solo"):
        return ()
    difficulty = options["difficulty"] or NORMAL
    return (solo_setup(difficulty, read_solo_options(options), options["planning"]),)


def read_solo_options(options: Options) -> dict[str, Value]:
    """The values of ``--option``."""
    from trisim.box.difficulty import DifficultyError, read_options

    try:
        return read_options(options["solo_options"])
    except DifficultyError as error:
        fail(str(error))


def solo_defaults(setups: tuple[SoloSetup, ...], given: set[str]) -> Options:
    """What a run that goes on was begun with, as options."""
    from trisim.box.difficulty import option_word

    if not setups:
        return {}
    if not given & set(FOR_SOLO):
        return {"solo": True, "setups": setups}
    first = setups[0]
    return {
        "solo": True,
        "difficulty": first.difficulty,
        "solo_options": tuple(option_word(*option) for option in first.options),
        "planning": first.planning,
    }
