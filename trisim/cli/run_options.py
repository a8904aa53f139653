"""What the options of ``trisim run`` ask for: settings of a new run, or of one that goes on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from trisim.cli.common import fail
from trisim.cli.options import one_of, whole_number
from trisim.cli.play import number
from trisim.cli.solo_options import SOLO_OPTIONS, check_solo, solo_defaults, solo_setups

if TYPE_CHECKING:
    from trisim.players.player import Player
    from trisim.sim.run import Run
    from trisim.sim.settings import Settings

Options: TypeAlias = dict[str, Any]
"""The options of the command line by name, as they were typed or left out."""

BACKENDS = ("threads", "loky", "dask", "ray")
LOGS = ("players", "turns")
EXTRAS = ("cards", "ledger")
LARGEST_SEED = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Asked:
    """How the run is to be played: whatever doesn't change its rows, and where its box is."""

    out: Path | None
    jobs: int
    box: Path | None
    variants: tuple[Path, ...]
    backend: str | None
    address: str | None
    resume: bool
    force: bool
    dry_run: bool
    quiet: bool
    trust: bool
    strategies: dict[str, Player] | None = None
    """By spec, if a run goes on with those that it has copies of."""


def read_options(options: Options) -> Asked:
    """What isn't in the settings; everything that is wrong by itself is found here."""
    if options["strategy"] and options["lineup"]:
        fail("--strategy and --lineup: give one of them")
    if options["resume"] and options["force"]:
        fail("--resume and --force: give one of them")
    if options["out"] is None and not options["dry_run"]:
        fail("--out is missing: name a folder for the run, such as --out runs/base")
    backend = options["backend"]
    return Asked(
        out=options["out"],
        jobs=read_jobs(options["jobs"]),
        box=options["folder"],
        variants=options["variants"],
        backend=None if backend is None else one_of(backend, "--backend", BACKENDS),
        address=options["address"],
        resume=options["resume"],
        force=options["force"],
        dry_run=options["dry_run"],
        quiet=options["quiet"],
        trust=options["trust"],
    )


def read_jobs(text: str) -> int:
    """How many cores."""
    if not re.fullmatch(r"-1|[0-9]{1,4}", text.strip()) or int(text) == 0:
        fail(f"--jobs {text}: a number of cores is expected, or -1 for all")
    return int(text)


def read_until(text: str | None) -> tuple[str, float] | None:
    """The metric of ``--until-ci``, and how narrow its intervals are to be."""
    from trisim.stats.estimate import StatsError
    from trisim.stats.sequence import Metric

    try:
        target = Metric.parse(text) if text else None
    except StatsError as error:
        fail(f"--until-ci {text}: {error}")
    return (target.metric.value, target.halfwidth) if target else None


def new_settings(options: Options) -> Settings:
    """The settings of a run that begins."""
    from trisim.api import settings_asked

    extras = read_extras(options["extras"])
    part_games = options["part_games"]
    return settings_asked(
        players=number(options["players"], "--players", 2, 4),
        games=whole_number(options["games"], "--games"),
        lineup=options["lineup"] or options["strategy"] or "random",
        seed=number(options["seed"], "--seed", 0, LARGEST_SEED),
        alchemists=options["alchemists"],
        achievements=options["achievements"],
        intro=options["intro"],
        log=one_of(options["log"], "--log", LOGS),
        cards="cards" in extras,
        ledger_every=extras.get("ledger", 0),
        part_games=None if part_games is None else whole_number(part_games, "--part-games"),
        until=read_until(options["until"]),
        are_loaded=options.get("are_loaded", False),
        solo=options.get("setups") or solo_setups(options),
    )


def read_extras(words: tuple[str, ...]) -> dict[str, int]:
    """The tables of ``--with``, and for every how many deals.

    >>> read_extras(("cards", "ledger:every=10"))
    {'cards': 1, 'ledger': 10}
    """
    extras: dict[str, int] = {}
    for word in ",".join(words).split(",") if words else ():
        name, colon, rest = word.partition(":")
        table = one_of(name, "--with", EXTRAS)
        key, _, value = rest.partition("=")
        if colon and (table, key.strip()) != ("ledger", "every"):
            fail(f"--with {word}: only the ledger can be thinned out, as in ledger:every=10")
        extras[table] = whole_number(value, "--with ledger:every") if colon else 1
    return extras


# ---------------------------------------------------------------- a run that goes on

NAMES_OF_OPTIONS = {
    "players": "players lineup deals",
    "games": "deals",
    "strategy": "lineup",
    "lineup": "lineup",
    "seed": "seed",
    "alchemists": "alchemists",
    "achievements": "achievements",
    "intro": "intro alchemists",
    "log": "log",
    "extras": "cards ledger_every",
    "part_games": "part_deals",
    "until": "until",
    "solo": "solo",
    "difficulty": "solo",
    "solo_options": "solo",
    "planning": "solo",
}
"""The settings that an option decides."""

NAMING_STRATEGIES = {"strategy", "lineup", "players"}
"""Options after which the line-up isn't as it was."""


def begun_run(asked: Asked, given: set[str]) -> Run | None:
    """The run that is to go on, if it was begun at all."""
    from trisim.sim.folder import Holds, what_holds
    from trisim.sim.manifest import check_format
    from trisim.sim.run import Run

    if not asked.resume or asked.out is None:
        return None
    if what_holds(asked.out) is Holds.A_RUN:
        begun = Run(asked.out)
        check_format(begun.path, begun.manifest)
        return begun
    if not given & set(NAMES_OF_OPTIONS):
        fail(f"--resume: there is no run in {asked.out}; name its folder, or say what to play")
    return None


def resumed_settings(begun: Run, options: Options, given: set[str]) -> Settings:
    """The settings of a run that goes on: what isn't said again is as it was."""
    named = [name for name in NAMES_OF_OPTIONS if name in given]
    if not named:
        return begun.settings
    if given & SOLO_OPTIONS and not begun.settings.solo:
        fail(f"{begun.path}: this is no solo run; resume it without --solo, or begin elsewhere")
    asked = with_defaults_of(begun.settings, options, given)
    check_solo(asked, given)
    said = new_settings(asked)
    changes = {
        field: getattr(said, field) for name in named for field in NAMES_OF_OPTIONS[name].split()
    }
    return replace(begun.settings, **changes)


def with_defaults_of(settings: Settings, options: Options, given: set[str]) -> Options:
    """Options of which those that aren't given are as in the settings of a run."""
    were = {
        "players": str(settings.players),
        "games": str(settings.games),
        "seed": str(settings.seed),
        "alchemists": settings.alchemists,
        "achievements": settings.achievements,
        "intro": settings.intro,
        **solo_defaults(settings.solo, given),
    }
    if not given & NAMING_STRATEGIES:
        were |= {"lineup": ",".join(settings.strategies), "are_loaded": True}
    return options | {name: value for name, value in were.items() if name not in given}


def with_inputs_of(begun: Run, asked: Asked, given: set[str]) -> Asked:
    """The box, variants and strategies that a run has copies of, unless they are named again."""
    from trisim.sim.inputs import BOX, INPUTS, load_players, variant_files
    from trisim.sim.trust import user_trust

    if not given & NAMING_STRATEGIES:
        trust = user_trust(everything=asked.trust)
        asked = replace(asked, strategies=load_players(begun.path, begun.manifest, trust))
    if given & {"folder", "variants"}:
        return asked
    variants = tuple(variant_files(begun.path, begun.manifest))
    return replace(asked, box=begun.path / INPUTS / BOX, variants=variants)
