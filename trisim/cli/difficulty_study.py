"""The study of ``trisim difficulty``: what was asked for, and how it is played."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import fail
from trisim.cli.difficulty_report import plan_words, show_findings, show_plan
from trisim.cli.options import whole_number
from trisim.cli.play import number
from trisim.cli.run import failing
from trisim.cli.run_options import LARGEST_SEED
from trisim.cli.tournament import Asked, read_options, with_inputs_of, with_players_of

if TYPE_CHECKING:
    from trisim.sim.study import Study
    from trisim.sim.study_settings import StudySettings

NAMES_OF_OPTIONS = {
    "strategies": "strategies",
    "only": "setups presets",
    "combinations": "setups presets",
    "rolls": "setups presets",
    "games": "deals",
    "until": "until",
    "seed": "seed",
    "alchemists": "alchemists",
}
"""The settings that an option decides."""


def study(options: dict[str, Any], given: set[str]) -> None:
    """Play a study, or say what it would be."""
    asked = read_options(options, "study", "studies/first")
    said = read_settings(options)
    with failing():
        settings, asked = settings_of(said, given, asked)
        if asked.dry_run:
            show_plan(settings, asked)
        else:
            play(settings, asked)


# ---------------------------------------------------------------- what was asked for


def read_settings(options: dict[str, Any]) -> dict[str, Any]:
    """The values of the options that decide rows."""
    games = options["games"]
    return {
        "strategies": words_of(options["strategies"]) or ("balanced",),
        "only": words_of(options["only"]),
        "combinations": words_of(options["combinations"]),
        "rolls": tuple(number(word, "--rolls", 0, 12) for word in words_of([options["rolls"]])),
        "games": None if games is None else whole_number(games, "--games"),
        "until": read_until(options["until"]),
        "seed": number(options["seed"], "--seed", 0, LARGEST_SEED),
        "alchemists": options["alchemists"],
    }


def words_of(texts: Any) -> tuple[str, ...]:
    """Words with commas between them, in one text or several.

    >>> words_of(["greedy, balanced:noise=0.1", "random"])
    ('greedy', 'balanced:noise=0.1', 'random')
    """
    words = (word.strip() for text in texts for word in text.split(","))
    return tuple(word for word in words if word)


def read_until(text: str | None) -> float | None:
    """The half-width of ``--until-ci``: ``1%``, ``0.01``, or as in a run ``option=1%``."""
    if text is None:
        return None
    from trisim.stats.estimate import StatsError
    from trisim.stats.sequence import Metric, Target, halfwidth_of

    try:
        target = Target(Metric.OPTION, halfwidth_of(text.removeprefix("option="), Metric.OPTION))
    except StatsError as error:
        fail(f"--until-ci {text}: {error}")
    return target.halfwidth


def settings_of(said: dict[str, Any], given: set[str], asked: Asked) -> tuple[StudySettings, Asked]:
    """The settings of a study, and where its box is: of one that begins, or goes on."""
    begun = begun_study(asked)
    if begun is None:
        return new_settings(said, asked), asked
    asked = with_inputs_of(begun, asked, given)
    if "strategies" not in given:
        asked = with_players_of(begun, asked)
    named = [name for name in NAMES_OF_OPTIONS if name in given]
    if not named:
        return begun.settings, asked
    new = new_settings({**said, "strategies": strategies_of(begun, said, given)}, asked)
    changes = {
        field: getattr(new, field) for name in named for field in NAMES_OF_OPTIONS[name].split()
    }
    return replace(begun.settings, **changes), asked


def strategies_of(begun: Study, said: dict[str, Any], given: set[str]) -> tuple[str, ...]:
    """Who plays in a study that goes on."""
    names: tuple[str, ...] = said["strategies"]
    return names if "strategies" in given else begun.settings.strategies


def new_settings(said: dict[str, Any], asked: Asked) -> StudySettings:
    """The settings of a study that begins."""
    from trisim.cli.box import load
    from trisim.sim.study_settings import study_settings

    return study_settings(load(asked.box, asked.variants), **said)


def begun_study(asked: Asked) -> Study | None:
    """The study that is to go on, if there is one."""
    if not asked.resume or asked.out is None:
        return None
    from trisim.sim.folder import Holds
    from trisim.sim.study import Study
    from trisim.sim.study_folder import STUDY

    return Study(asked.out) if STUDY.what_holds(asked.out) is Holds.A_RUN else None


# ---------------------------------------------------------------- playing


def play(settings: StudySettings, asked: Asked) -> None:
    """Play the study, write its results, and show them."""
    assert asked.out is not None
    from trisim.display import compile_for, playing
    from trisim.report.difficulty_files import write_results
    from trisim.sim.plan import loaded_players
    from trisim.sim.study import check_asked, play_study

    how = (asked.box, asked.variants, asked.resume, asked.force, asked.strategies)
    check_asked(settings, asked.out, *how)
    players = loaded_players(settings.strategies, asked.strategies)
    if not asked.quiet:
        click.echo(plan_words(settings), err=True)
    compile_for(players.values(), settings.games, solo=True)
    most = settings.until is not None
    with playing(settings.games, quiet=asked.quiet, most=most) as tell:
        played = play_study(
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
    findings = played.findings()
    write_results(played.path, findings)
    if not asked.quiet:
        show_findings(findings, asked.out)
