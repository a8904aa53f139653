"""``--game``: commands whose options depend on the game that is named.

``--game`` is read before all other options: ``trisim run --game x --help`` shows the options of x,
and an option of another game is one line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import Field, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from trisim.cli.common import Group, fail
from trisim.cli.options import Command, OptionField, click_options, given_values, own_fields
from trisim.plugin import DEFAULT, GameInfo, PluginError, RoleWords, every_game, info, load
from trisim.sim.options import Option, option_of, quote
from trisim.texts import listed

if TYPE_CHECKING:
    from trisim.plugin import GamePlugin

ENVIRONMENT = "TRISIM_GAME"
"""The environment variable that names the game, if ``--game`` doesn't."""

KEY = "trisim.game"
"""Where contexts of click, which share it with those of subcommands, keep the game."""


class GameOption(click.Option):
    """``--game``, and behind it the options of a request, which depend on the game.

    ``only`` names the fields of the request to take, if it isn't all of them; what the game itself
    declares is always taken. With ``roles_by_seat`` roles are named seat by seat.
    """

    def __init__(
        self,
        *words: Any,
        request: type[Any] | None = None,
        only: Sequence[str] = (),
        roles_by_seat: bool = False,
        **how: Any,
    ) -> None:
        super().__init__(*words, **how)
        self.request, self.only, self.roles_by_seat = request, only, roles_by_seat
        self.made: dict[str, list[click.Option]] = {}

    def options_for(self, game: GameInfo) -> list[click.Option]:
        """The options that follow ``--game``; the same objects each time, as click wants them."""
        if game.name not in self.made:
            known = fields_for(self.request, game, self.only) if self.request else []
            by_seat = [roles_option(game.role)] if self.roles_by_seat and game.role else []
            self.made[game.name] = click_options(known) + by_seat
        return self.made[game.name]


def game_option(**how: Any) -> Callable[[Command], Command]:
    """``--game``, with what ``GameOption`` takes."""
    usual = f"  [{DEFAULT}, or ${ENVIRONMENT}]"
    words = how.pop("help", "Which game; trisim games lists them.")
    return click.option("--game", cls=GameOption, metavar="NAME", help=f"{words}{usual}", **how)


def roles_option(role: RoleWords) -> click.Option:
    """The option that gives each seat of a single game its role."""
    return click.Option(
        [f"--{role.many}", "roles"],
        default="",
        metavar="A,B,…",
        help=f"The {role.many} by seat, by id; left out, the players choose.",
    )


class GameCommand(click.Command):
    """A command whose options depend on the game: ``--game`` is read before all others."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters for the game at hand."""
        return [
            each
            for param in super().get_params(ctx)
            for each in (param, *options_behind(param, game_of(ctx)))
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, ``--game`` first."""
        choose_game(ctx, args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            refuse_option(self, game_of(ctx), error.option_name)
            raise

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does, and what the game has to say about it."""
        super().format_help_text(ctx, formatter)
        if note := game_of(ctx).notes.get(name_of(ctx)):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(note)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, with those of the game."""
        game = game_of(ctx)
        general = (self.epilog or "\b\nExamples:\n").rstrip("\n").split("\n")
        lines = [*general, *(f"  {line}" for line in game.examples.get(name_of(ctx), ()))]
        if game.name != DEFAULT:
            lines = [with_game(line, name_of(ctx), game.name) for line in lines]
        if len(lines) > len(HEAD):
            formatter.write_paragraph()
            formatter.write_text("\n".join(lines))


HEAD = ("\b", "Examples:")
"""How the examples of a command begin."""


def name_of(context: click.Context) -> str:
    """What a command is called, without the program: ``box show``."""
    names = []
    while context.parent is not None:
        names.append(context.info_name or "")
        context = context.parent
    return " ".join(reversed(names))


def with_game(line: str, command: str, game: str) -> str:
    """An example that names the game, unless it does already or is about a folder, which does."""
    if "--game " in line or "--resume" in line or f"trisim {command} show " in line:
        return line
    return line.replace(f"trisim {command} ", f"trisim {command} --game {game} ")


class GameGroup(GameCommand, Group):
    """A group of commands whose options depend on the game."""


def options_behind(param: click.Parameter, game: GameInfo) -> list[click.Option]:
    """The options that a parameter stands for, besides itself."""
    return param.options_for(game) if isinstance(param, GameOption) else []


def game_of(context: click.Context) -> GameInfo:
    """The game that a command is about."""
    if KEY not in context.meta:
        context.meta[KEY] = usual_game()
    game: GameInfo = context.meta[KEY]
    return game


def game_words(game: str) -> str:
    """The option that names a game in a command to be typed; nothing for the default."""
    return "" if game == DEFAULT else f" --game {game}"


NAMED = re.compile(r"'trisim (?:box|strategies)(?: [a-z]+)?")
"""Commands in messages of packages that don't know how a game was chosen."""


def naming_game(message: str) -> str:
    """A message whose commands name the game of the command that is running."""
    context = click.get_current_context(silent=True)
    game = game_words(game_of(context).name) if context is not None else ""
    return NAMED.sub(lambda found: found[0] + game, message) if game else message


def plugin_of(context: click.Context) -> GamePlugin:
    """The game that a command is about, loaded."""
    try:
        return load(game_of(context).name)
    except PluginError as error:
        fail(str(error))


def choose_game(context: click.Context, args: Sequence[str]) -> None:
    """Find the game in the arguments of a command: named, or that of a folder to go on with."""
    if name := value_in(args, "--game"):
        context.meta[KEY] = game_named(name, "--game")
    elif "--resume" in args and (out := value_in(args, "--out")):
        from trisim.sim.stored import game_of_folder

        if name := game_of_folder(Path(out)):
            context.meta[KEY] = game_named(name, out)


def value_in(args: Sequence[str], option: str) -> str:
    """The last value of an option among arguments that are not yet parsed; "" if there is none."""
    before = list(args[: args.index("--")] if "--" in args else args)
    found = [word.partition("=")[2] for word in before if word.startswith(f"{option}=")]
    found += [word for name, word in pairwise(before) if name == option]
    return found[-1] if found else ""


def usual_game() -> GameInfo:
    """The game of the environment variable, or the default."""
    return game_named(os.environ.get(ENVIRONMENT) or DEFAULT, ENVIRONMENT)


def game_named(name: str, where: str) -> GameInfo:
    """A game by its name; an unknown one is one line that says where it is named."""
    try:
        return info(name)
    except PluginError as error:
        fail(f"{where}: {error}")


def refuse_option(command: click.Command, game: GameInfo, option: str) -> None:
    """Stop at an option of other games."""
    owners = [
        each.name
        for each in (one.info for one in every_game())
        if each is not None and each is not game and option in flags_of(command, each)
    ]
    if owners:
        fail(
            f"{option}: an option of {' and '.join(owners)}, not of {game.name}; leave it out, or "
            f"add --game {owners[0]}"
        )


def flags_of(command: click.Command, game: GameInfo) -> set[str]:
    """The options that a command has for a game alone."""
    made = (each for param in command.params for each in options_behind(param, game))
    return {word for each in made for word in each.opts}


# ---------------------------------------------------------------- options of a request

DECLARED_BY_GAME = {"game_options": "options", "study": "study"}
"""Fields of requests that hold a game's own options, and where ``GameInfo`` has their class."""


def request_options(kind: type[Any], **how: Any) -> Callable[[Command], Command]:
    """Add ``--game`` and the options of a request to a command, a ``GameCommand``."""
    return game_option(request=kind, **how)


def fields_for(kind: type[Any], game: GameInfo, only: Sequence[str] = ()) -> list[OptionField]:
    """The fields of a request that are options in a game; those of the game's own among them."""
    found: list[OptionField] = []
    for each in fields(kind):
        if each.name in DECLARED_BY_GAME:
            found += own_fields(getattr(game, DECLARED_BY_GAME[each.name]))
        elif each.name != "game" and (not only or each.name in only):
            known = option_of(each)
            found += [] if known is None else in_words_of(game, each, known)
    return found


def in_words_of(game: GameInfo, each: Field[Any], known: Option) -> list[OptionField]:
    """An option of all games with the limits and words of one; roles only if it has some."""
    if known.is_roles:
        role = game.role
        return [(each, replace(known, flag=f"--{role.many}", help=role.help))] if role else []
    tuning = {"pool": quote(game.tuning.pool), "check": check_words(game, known)}
    if each.name in tuning:
        return [(each, replace(known, default_words=tuning[each.name]))]
    if each.name == "players":
        few, many = game.players[0], game.players[-1]
        limits = f"{few} to {many}" if few < many else f"{few}"
        words, usual = f"{known.help.rstrip('.')}: {limits}.", str(game.default_players)
        known = replace(known, help=words, least=few, most=many, default_words=usual)
    return [(each, known)]


def check_words(game: GameInfo, known: Option) -> str:
    """Whom a tuning is checked against if nobody is named, in words."""
    but = f", but {listed(game.tuning.unchecked)}" if game.tuning.unchecked else ""
    return f"{known.default_words}{but}"


def given_request(context: click.Context, kind: type[Any], **arguments: Any) -> dict[str, Any]:
    """What was typed for a request, with its game; nothing if all of it comes from a folder.

    ``arguments`` are what was typed without an option.
    """
    game = game_of(context)
    found = given_values(context, fields_for(kind, game)) | arguments
    is_named = context.get_parameter_source("game") is ParameterSource.COMMANDLINE
    goes_on = context.params.get("resume") and not found and not is_named
    return found if goes_on else found | {"game": game.name}
