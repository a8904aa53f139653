"""``trisim tournament``: strategies against each other, and who is how strong."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from trisim.cli.box import BOX, VARIANT
from trisim.cli.common import fail
from trisim.cli.options import TRUST, NamedPath, one_of, whole_number
from trisim.cli.play import number
from trisim.cli.run import failing
from trisim.cli.run_options import LARGEST_SEED, LOGS, read_jobs
from trisim.cli.tournament_report import plan_words, rounding_words, show_plan, show_standings

if TYPE_CHECKING:
    from trisim.players.player import Player
    from trisim.sim.bundled_runs import BundledRuns
    from trisim.sim.tournament import Tournament
    from trisim.sim.tournament_settings import TournamentSettings

SHOW = "show"
FORMATS = ("mixed", "duel")

EPILOG = """\b
Examples:
  trisim tournament random mine.py --games 400 --out tournaments/mine
  trisim tournament random mine.py --format duel --out tournaments/duel
  trisim tournament random mine.py --games 4000 --dry-run    how many games, how long
  trisim tournament --out tournaments/mine --resume          go on where it was stopped
  trisim tournament show tournaments/mine                    the result once more
"""


@click.command(
    epilog=EPILOG, short_help="Strategies against each other: ratings, and who beats whom."
)
@click.argument("words", metavar="STRATEGY…", nargs=-1)
@click.option(
    "--format",
    "form",
    default="mixed",
    metavar="HOW",
    help="mixed: tables of different strategies; duel: one against a table of another, for all "
    "pairs.  [mixed]",
)
@click.option("--players", default="4", metavar="N", help="How many at a table: 2 to 4.  [4]")
@click.option(
    "--games",
    default="1000",
    metavar="N",
    help="How many games of each line-up, rounded up to whole deals.  [1000]",
)
@click.option("--seed", default="1", metavar="S", help="The same one, the same games.  [1]")
@click.option(
    "--out", metavar="DIR", type=NamedPath(path_type=Path), help="Where the tournament goes."
)
@click.option("--jobs", default="-1", metavar="N", help="How many cores; -1 for all.  [-1]")
@click.option(
    "--alchemists",
    metavar="HOW",
    help="balanced, random, chosen, or ids with commas, as in trisim run.  [balanced]",
)
@click.option("--achievements", is_flag=True, help="With the achievements variant.")
@click.option("--intro", is_flag=True, help="With the introductory setup.")
@BOX
@VARIANT
@click.option(
    "--log",
    default="players",
    metavar="LEVEL",
    help="What the runs write: players (and games), or turns (and rounds) as well.  [players]",
)
@click.option("--resume", is_flag=True, help="Go on with the tournament in DIR.")
@click.option("--force", is_flag=True, help="Replace a tournament that is in DIR.")
@TRUST
@click.option("--dry-run", is_flag=True, help="Say who would meet whom, and what that takes.")
@click.option("--quiet", is_flag=True, help="No progress and no tables.")
@click.pass_context
def tournament(context: click.Context, /, words: tuple[str, ...], **options: Any) -> None:
    """Let strategies play against each other, and say how strong each is.

    All line-ups play the same deals, and everybody sits in every seat. DIR gets the results
    (tournament.json, strategies.parquet, pairs.parquet, a picture) and in runs/ an ordinary run
    for each line-up. docs/tournaments.md says what is measured, and how.
    """
    if words[:1] == (SHOW,):
        show(words[1:])
        return
    given = {
        name
        for name in options
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    asked = read_options(options)
    with failing():
        settings, asked = settings_of(words, options, given, asked)
        tell_rounding(settings, options, given, asked)
        if asked.dry_run:
            show_plan(settings, asked)
        else:
            play(settings, asked)


def show(words: tuple[str, ...]) -> None:
    """Show the results of a tournament once more, from what was written."""
    if len(words) != 1:
        fail("tournament show: name the folder of one tournament, such as tournaments/first")
    with failing():
        from trisim.report.tournament_files import read_results

        show_standings(read_results(Path(words[0])), Path(words[0]))


# ---------------------------------------------------------------- what was asked for


@dataclass(frozen=True, slots=True)
class Asked:
    """How the tournament is to be played: whatever isn't in its settings."""

    out: Path | None
    jobs: int
    box: Path | None
    variants: tuple[Path, ...]
    resume: bool
    force: bool
    dry_run: bool
    quiet: bool
    trust: bool
    strategies: dict[str, Player] | None = None
    """By spec, if a tournament goes on with those that it has copies of."""


def read_options(
    options: dict[str, Any], what: str = "tournament", example: str = "tournaments/first"
) -> Asked:
    """What isn't in the settings; everything that is wrong by itself is found here."""
    if options["resume"] and options["force"]:
        fail("--resume and --force: give one of them")
    if options["out"] is None and not options["dry_run"]:
        fail(f"--out is missing: name a folder for the {what}, such as --out {example}")
    return Asked(
        out=options["out"],
        jobs=read_jobs(options["jobs"]),
        box=options["folder"],
        variants=options["variants"],
        resume=options["resume"],
        force=options["force"],
        dry_run=options["dry_run"],
        quiet=options["quiet"],
        trust=options["trust"],
    )


def settings_of(
    words: tuple[str, ...], options: dict[str, Any], given: set[str], asked: Asked
) -> tuple[TournamentSettings, Asked]:
    """The settings of a tournament, and where its box is: of one that begins, or goes on."""
    said = read_settings(options)
    begun = begun_tournament(asked)
    if begun is not None:
        asked = with_inputs_of(begun, asked, given)
        if not words:
            asked = with_players_of(begun, asked)
        return resumed_settings(begun, words, said, given), asked
    if not words:
        fail("tournament: name the strategies, such as 'trisim tournament random mine.py …'")
    from trisim.sim.tournament_settings import tournament_settings

    return tournament_settings(words, **said), asked


def begun_tournament(asked: Asked) -> Tournament | None:
    """The tournament that is to go on, if there is one."""
    if not asked.resume or asked.out is None:
        return None
    from trisim.sim.folder import Holds
    from trisim.sim.tournament import Tournament
    from trisim.sim.tournament_folder import TOURNAMENT

    return Tournament(asked.out) if TOURNAMENT.what_holds(asked.out) is Holds.A_RUN else None


def resumed_settings(
    begun: Tournament, words: tuple[str, ...], said: dict[str, Any], given: set[str]
) -> TournamentSettings:
    """The settings of a tournament that goes on: what isn't said again is as it was."""
    from trisim.sim.settings import parse_alchemists
    from trisim.sim.tournament_settings import with_given

    said["alchemists"] = parse_alchemists(said["alchemists"], said["intro"])
    changes = {name: value for name, value in said.items() if name in named(given)}
    return with_given(begun.settings, {**changes, **({"strategies": words} if words else {})})


def with_inputs_of(begun: BundledRuns[Any], asked: Asked, given: set[str]) -> Asked:
    """The box and variants that there are copies of, unless they are named again."""
    copies = begun.inputs()
    if copies is None or given & {"folder", "variants"}:
        return asked
    return replace(asked, box=copies[0], variants=copies[1])


def with_players_of(begun: BundledRuns[Any], asked: Asked) -> Asked:
    """The strategies as they were when it began."""
    from trisim.sim.trust import user_trust

    return replace(asked, strategies=begun.players(user_trust(everything=asked.trust)))


def named(given: set[str]) -> set[str]:
    """The settings that given options decide."""
    return {"format" if name == "form" else name for name in given}


def read_settings(options: dict[str, Any]) -> dict[str, Any]:
    """The values of the options that decide rows."""
    return {
        "format": one_of(options["form"], "--format", FORMATS),
        "players": number(options["players"], "--players", 2, 4),
        "games": whole_number(options["games"], "--games"),
        "seed": number(options["seed"], "--seed", 0, LARGEST_SEED),
        "alchemists": options["alchemists"],
        "achievements": options["achievements"],
        "intro": options["intro"],
        "log": one_of(options["log"], "--log", LOGS),
    }


def tell_rounding(
    settings: TournamentSettings, options: dict[str, Any], given: set[str], asked: Asked
) -> None:
    """Say so if there are more games than asked for."""
    words = rounding_words(settings, options["games"]) if "games" in given else ""
    if words and not asked.quiet:
        click.echo(words, err=not asked.dry_run)


# ---------------------------------------------------------------- playing


def play(settings: TournamentSettings, asked: Asked) -> None:
    """Play the tournament, write its results, and show them."""
    assert asked.out is not None
    from trisim.display import compile_for, playing
    from trisim.sim.plan import loaded_players
    from trisim.sim.tournament import check_asked, play_tournament

    check_asked(
        settings,
        asked.out,
        asked.box,
        asked.variants,
        asked.resume,
        asked.force,
        asked.strategies,
    )
    if not asked.quiet:
        click.echo(plan_words(settings), err=True)
    players = loaded_players(settings.strategies, asked.strategies)
    compile_for(players.values(), settings.games)
    with playing(settings.games, quiet=asked.quiet) as tell:
        played = play_tournament(
            settings,
            asked.out,
            box=asked.box,
            variants=asked.variants,
            jobs=asked.jobs,
            resume=asked.resume,
            force=asked.force,
            command=shlex.join(["trisim", *sys.argv[1:]]),
            tell=tell,
            strategies=asked.strategies,
        )
    write(played, asked)


def write(played: Tournament, asked: Asked) -> None:
    """Work out the results, write them, and show them."""
    from trisim.report.tournament_files import write_results

    standings = played.standings()
    write_results(played.path, standings)
    if not asked.quiet:
        assert asked.out is not None
        show_standings(standings, asked.out)
