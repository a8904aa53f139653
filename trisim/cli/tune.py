"""``trisim tune``: better weights by play against a pool."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from trisim.cli.box import BOX, VARIANT
from trisim.cli.common import fail
from trisim.cli.options import TRUST, NamedPath, whole_number
from trisim.cli.play import number
from trisim.cli.run import failing
from trisim.cli.run_options import LARGEST_SEED
from trisim.cli.tournament import Asked, read_options, with_players_of
from trisim.cli.tune_report import plan_words, rounding_words, show_check, show_plan, told_of

if TYPE_CHECKING:
    from trisim.sim.tuning import Ready, Tuning
    from trisim.sim.tuning_settings import TuningSettings
    from trisim.stats.tuning_check import Check

SHOW = "show"

EPILOG = """\b
Examples:
  trisim tune --out tunings/first                        from balanced, as it is; some 20 minutes
  trisim tune mine.toml --pool balanced,mine.toml --out tunings/mine --save mine-tuned.toml
  trisim tune mine.toml --only gold,silver,less --generations 100 --out tunings/gold
  trisim tune --generations 1000 --dry-run               how many games, how long
  trisim tune --out tunings/first --resume               go on where it was stopped
  trisim tune show tunings/first                         the result once more
"""


@click.command(epilog=EPILOG, short_help="Better weights for a strategy, by playing.")
@click.argument("words", metavar="[START]", nargs=-1)
@click.option(
    "--pool",
    default="balanced,publisher,experimenter",
    metavar="LIST",
    help="Whom to play against, in turn, with commas.  [balanced,publisher,experimenter]",
)
@click.option(
    "--self-play",
    default="25",
    metavar="N",
    help="Every N generations the mean joins the pool, in place of the one before; 0: never.  [25]",
)
@click.option("--generations", default="300", metavar="N", help="How many.  [300]")
@click.option(
    "--population", default="24", metavar="N", help="Candidates of a generation, from 4 on.  [24]"
)
@click.option(
    "--games",
    default="160",
    metavar="N",
    help="Games of a candidate in its generation, rounded up to whole deals.  [160]",
)
@click.option(
    "--sigma", default="0.6", metavar="X", help="How far the first candidates reach.  [0.6]"
)
@click.option(
    "--only",
    default="",
    metavar="LIST",
    help="The features and judgement numbers to tune, with commas.  [all]",
)
@click.option("--players", default="4", metavar="N", help="How many at a table: 2 to 4.  [4]")
@click.option("--seed", default="1", metavar="S", help="The same one, the same weights.  [1]")
@click.option(
    "--check",
    metavar="LIST",
    help="Strategies to try the result on at the end, with commas, or none.  [all shipped weights "
    "that are not met before and don't think, but greedy and tuned]",
)
@click.option(
    "--check-games",
    default="4000",
    metavar="N",
    help="Games against each of them, and against start and pool.  [4000]",
)
@click.option("--achievements", is_flag=True, help="With the achievements variant.")
@click.option("--out", metavar="DIR", type=NamedPath(path_type=Path), help="Where the tuning goes.")
@click.option(
    "--save",
    metavar="FILE",
    type=NamedPath(path_type=Path),
    help="Write the weights there, too, such as mine.toml; to be said again with --resume.",
)
@click.option("--jobs", default="-1", metavar="N", help="How many cores; -1 for all.  [-1]")
@BOX
@VARIANT
@click.option("--resume", is_flag=True, help="Go on with the tuning in DIR.")
@click.option("--force", is_flag=True, help="Replace a tuning that is in DIR.")
@TRUST
@click.option("--dry-run", is_flag=True, help="Say what would be played, and what that takes.")
@click.option("--quiet", is_flag=True, help="No progress and no tables.")
@click.pass_context
def tune(context: click.Context, /, words: tuple[str, ...], **options: Any) -> None:
    """Improve the weights of START (a name or a weights file; balanced if none is named) by play.

    Candidates play one against a table of an opponent, all of them the same deals, and the better
    ones lead to the next (CMA-ES). At the end the result is tried on new deals and on strategies
    that it never met. DIR gets tuned.toml, which says how it was found and how good it is, a
    picture, check.json, and in runs/ the games of the check. docs/tuning.md says more.
    """
    if words[:1] == (SHOW,):
        show(words[1:])
        return
    if len(words) > 1:
        fail(f"tune {shlex.join(words)}: name one strategy to begin with; others go into --pool")
    given = {
        name
        for name in options
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    asked = read_options(options, "tuning", "tunings/first")
    with failing():
        settings, asked = settings_of(words, options, given, asked)
        check_save(options["save"], settings, asked)
        said = whole_number(options["games"], "--games")
        if "games" in given and (rounded := rounding_words(settings, said)) and not asked.quiet:
            click.echo(rounded, err=not asked.dry_run)
        play(settings, asked, options["save"])


def show(words: tuple[str, ...]) -> None:
    """Show the result of a tuning once more, from what was written."""
    if len(words) != 1:
        fail("tune show: name the folder of one tuning, such as tunings/first")
    with failing():
        from trisim.report.tuning_files import read_results
        from trisim.sim.tuning import Tuning

        folder = Path(words[0])
        check = read_results(folder)
        show_check(Tuning(folder), check, folder)


# ---------------------------------------------------------------- what was asked for


def settings_of(
    words: tuple[str, ...], options: dict[str, Any], given: set[str], asked: Asked
) -> tuple[TuningSettings, Asked]:
    """The settings of a tuning, and where its box is: of one that begins, or goes on."""
    from trisim.sim.tuning_settings import tuning_settings, with_given

    said = read_settings(options)
    start: dict[str, Any] = {"start": words[0]} if words else {}
    begun = begun_tuning(asked)
    if begun is not None:
        changes = {name: value for name, value in said.items() if name in given}
        settings = with_given(begun.settings, {**changes, **start})
        return settings, with_players(begun, settings, with_box_of(begun, asked, given))
    if asked.resume and not words and not given & set(said):
        fail(f"--resume: there is no tuning in {asked.out}; name its folder, or say what to tune")
    return tuning_settings(**start, **said), asked


def begun_tuning(asked: Asked) -> Tuning | None:
    """The tuning that is to go on, if there is one."""
    if not asked.resume or asked.out is None:
        return None
    from trisim.sim.folder import Holds
    from trisim.sim.tuning import Tuning
    from trisim.sim.tuning_folder import TUNING

    return Tuning(asked.out) if TUNING.what_holds(asked.out) is Holds.A_RUN else None


def with_box_of(begun: Tuning, asked: Asked, given: set[str]) -> Asked:
    """The box and variants that it began with, unless they are named again."""
    if given & {"folder", "variants"}:
        return asked
    box = None if begun.asked.box == "reference" else Path(begun.asked.box)
    return replace(asked, box=box, variants=tuple(map(Path, begun.asked.variants)))


def with_players(begun: Tuning, settings: TuningSettings, asked: Asked) -> Asked:
    """The strategies as they were when it began, and those that are named anew."""
    from trisim.sim.plan import loaded_players

    known = with_players_of(begun, asked).strategies or {}
    new = loaded_players([spec for spec in settings.checked if spec not in known])
    return replace(asked, strategies=known | new)


def read_settings(options: dict[str, Any]) -> dict[str, Any]:
    """The values of the options that decide the weights."""
    from trisim.sim.settings import split_specs
    from trisim.sim.tuning_settings import FEWEST_CANDIDATES, MOST_CANDIDATES, MOST_GENERATIONS

    most = MOST_GENERATIONS
    return {
        "pool": read_names(options["pool"]),
        "check": None if options["check"] is None else read_names(options["check"]),
        "only": tuple(name for name in split_specs(options["only"]) if name),
        "players": number(options["players"], "--players", 2, 4),
        "generations": whole_number(options["generations"], "--generations", 1, most),
        "population": whole_number(
            options["population"], "--population", FEWEST_CANDIDATES, MOST_CANDIDATES
        ),
        "games": whole_number(options["games"], "--games"),
        "sigma": read_sigma(options["sigma"]),
        "self_play": whole_number(options["self_play"], "--self-play", 0, most),
        "seed": number(options["seed"], "--seed", 0, LARGEST_SEED),
        "achievements": options["achievements"],
        "check_games": whole_number(options["check_games"], "--check-games"),
    }


def read_names(text: str) -> tuple[str, ...]:
    """Names with commas between them; ``none`` for nobody."""
    from trisim.sim.settings import split_specs
    from trisim.sim.tuning_settings import NOBODY

    if text.strip() in ("", NOBODY):
        return ()
    return tuple(name for name in split_specs(text) if name)


def read_sigma(text: str) -> float:
    """How far the first candidates reach."""
    try:
        return float(text)
    except ValueError:
        fail(f"--sigma {text}: a number is expected, such as 0.6")


def check_save(path: Path | None, settings: TuningSettings, asked: Asked) -> None:
    """Stop before anything is played if the weights can't be written where they should go."""
    if path is None:
        return
    if path.suffix != ".toml":
        fail(f"--save {path}: weights are written to a .toml file; name one, such as mine.toml")
    if path.is_dir() or not path.absolute().parent.is_dir():
        what = "this is a folder" if path.is_dir() else "there is no such folder"
        fail(f"--save {path}: {what}; name a file in a folder that exists")
    from trisim.sim.plan import loaded_players

    players = loaded_players(settings.checked, asked.strategies).values()
    if path.resolve() in {player.source for player in players}:
        fail(f"--save {path}: the tuning plays with this file; give the result another name")


# ---------------------------------------------------------------- playing


def play(settings: TuningSettings, asked: Asked, save: Path | None) -> None:
    """Tune, check, write the results, and show them."""
    from trisim.display import compile_groups
    from trisim.players.player import kernel_groups
    from trisim.sim.tuning import make_ready

    ready = make_ready(
        settings,
        asked.out,
        asked.box,
        asked.variants,
        resume=asked.resume,
        force=asked.force,
        strategies=asked.strategies,
    )
    if asked.dry_run:
        show_plan(ready, asked)
        return
    assert asked.out is not None
    if not asked.quiet:
        click.echo(plan_words(settings), err=True)
    if ready.is_compiled:
        compile_groups(*kernel_groups(ready.players.values()))
    tuned, check = play_all(ready, asked, asked.out)
    if save is not None:
        write_copy(tuned, save)
    if not asked.quiet:
        show_check(tuned, check, asked.out)


def play_all(ready: Ready, asked: Asked, out: Path) -> tuple[Tuning, Check]:
    """The tuning and its check, played, with what came of them written down."""
    from trisim.display import playing
    from trisim.report.tuning_files import write_results
    from trisim.sim.tuning import play_check, play_tuning

    settings = ready.settings
    files: dict[str, Any] = {
        "box": asked.box,
        "variants": asked.variants,
        "jobs": asked.jobs,
        "strategies": ready.players,
    }
    with playing(settings.games, quiet=asked.quiet) as tell:
        tuned = play_tuning(
            settings,
            out,
            **files,
            resume=asked.resume,
            force=asked.force,
            tell=tell,
            after=told_of(settings, quiet=asked.quiet),
        )
    with playing(settings.check_games, quiet=asked.quiet) as tell:
        command = shlex.join(["trisim", *sys.argv[1:]])
        check = play_check(tuned, **files, command=command, tell=tell)
    write_results(tuned, check)
    return tuned, check


def write_copy(tuned: Tuning, path: Path) -> None:
    """Write the weights file to a place of the user's, whole or not at all."""
    from trisim.sim.disk import write_text

    try:
        write_text(path, tuned.tuned.read_text(encoding="utf-8"))
    except OSError as error:
        fail(f"--save {path}: can't be written ({error.strerror}); the weights are {tuned.tuned}")
