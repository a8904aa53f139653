"""Settings: everything that decides the rows of a run, and their bytes."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, TypeAlias

from trisim.box.difficulty import BOTMEGISTUS
from trisim.players.player import Pace
from trisim.sim.errors import SettingsError
from trisim.sim.solo_setups import SoloSetup, check_setups

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
LARGEST_SEED = 2**64 - 1
MOST_DEALS = 2**40
MOST_PARTS = 99_999
"""The names of parts have five digits, so that they sort."""

BALANCED, RANDOM, CHOSEN = "balanced", "random", "chosen"
STANDARD = "standard"
"""The only scenario of games without Botmegistus."""

LOGS = ("players", "turns")
GAMES_A_PART = {Pace.QUICK: 8_192, Pace.PYTHON: 64, Pace.THINKING: 8}
"""Some 300,000 rows of turns: three row groups, a second or two of play, tens of megabytes. Where
games take long, so many that a kill loses little."""

GAMES_A_PART_WITH_LEDGER = 1_024
FEWEST_GAMES_A_PART = {Pace.QUICK: 64, Pace.PYTHON: 64, Pace.THINKING: 1}
PARTS_OF_A_SMALL_RUN = 32
"""Enough that two or eight cores end at about the same time, and a resume loses little."""

Until: TypeAlias = tuple[str, float]
"""A metric, and the half-width of its interval at which a run is long enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What decides every row and every byte of a run, besides box, strategies and version.

    How it is played (jobs, backend) is not among them: it changes nothing.
    """

    players: int
    deals: int
    seed: int
    lineup: tuple[str, ...]
    """A strategy for each place; places move round the table, deal by deal."""

    alchemists: str | tuple[str, ...] = BALANCED
    """``balanced``, ``random``, ``chosen``, or an alchemist for each place."""

    achievements: bool = False
    intro: bool = False
    log: str = "turns"
    cards: bool = False
    ledger_every: int = 0
    """0: no ledger; N: the ledger of every N-th deal."""

    part_deals: int
    until: Until | None = None
    solo: tuple[SoloSetup, ...] = ()
    """What one plays against, if the other seat is Botmegistus's; the line-up names it last."""

    def __post_init__(self) -> None:
        check_numbers(self)
        check_table(self)
        check_log(self)

    @property
    def rotations(self) -> int:
        """How many distinct rotations of line-up and alchemists there are; 1 in a solo run.

        >>> settings_for(players=4, games=8, lineup="random").rotations
        4
        >>> settings_for(players=4, games=8, lineup="random", alchemists="chosen").rotations
        1
        """
        if self.solo:
            return 1
        if self.alchemists != CHOSEN:
            return self.players
        return next(
            turn
            for turn in range(1, self.players + 1)
            if self.lineup[turn:] + self.lineup[:turn] == self.lineup
        )

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The names of what every deal is played against: the setups of Botmegistus, if any."""
        return tuple(setup.name for setup in self.solo) or (STANDARD,)

    @property
    def games_a_deal(self) -> int:
        """How many games a deal has: each scenario in each rotation."""
        return len(self.scenarios) * self.rotations

    @property
    def games(self) -> int:
        """How many games the run has, if nothing stops it before."""
        return self.deals * self.games_a_deal

    @property
    def parts(self) -> int:
        """How many parts the run has, if nothing stops it before."""
        return -(-self.deals // self.part_deals)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are written."""
        more = ("rounds", "turns") if self.log == "turns" else ()
        bot = ("bot",) if more and self.solo else ()
        cards = ("cards",) if self.cards else ()
        ledger = ("ledger",) if self.ledger_every else ()
        return ("games", "players", *more, *bot, *cards, *ledger)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies of the line-up that somebody has to load; Botmegistus needs none."""
        return self.lineup[:1] if self.solo else self.lineup

    @property
    def opponent(self) -> str:
        """Whom a solo run is played against, in words."""
        setups = self.solo
        return f"Botmegistus, {setups[0] if len(setups) == 1 else f'{len(setups)} setups'}"

    def deals_of(self, part: int) -> tuple[int, int]:
        """The first deal of a part, and how many it has."""
        first = part * self.part_deals
        return first, min(self.part_deals, self.deals - first)

    def differences(self, other: Settings) -> list[str]:
        """What is not as in other settings, one line each: ``players: 4, was 3``."""
        changed = (
            field.name
            for field in fields(self)
            if getattr(self, field.name) != getattr(other, field.name)
        )
        pairs = ((self.as_asked(name), other.as_asked(name)) for name in changed)
        return [f"{name}: {mine}, was {was}" for (name, mine), (_, was) in pairs if mine != was]

    def as_asked(self, name: str) -> tuple[str, str]:
        """A setting as a user gives it: in games, not in deals."""
        match name:
            case "deals":
                return "games", shown(self.games)
            case "part_deals":
                return "part-games", shown(self.part_deals * self.games_a_deal)
            case "solo":
                return "solo", "; ".join(map(str, self.solo)) or "off"
        return name, shown(getattr(self, name))


def shown(value: object) -> str:
    """A value as a person would type it."""
    match value:
        case None:
            return "none"
        case bool():
            return "on" if value else "off"
        case (str() as metric, float() as halfwidth):
            return f"{metric}={halfwidth:g}"
        case tuple():
            return ",".join(map(str, value))
    return str(value)


# ---------------------------------------------------------------- what must hold


def check_numbers(settings: Settings) -> None:
    """Every number is one that a run can have."""
    check_whole("players", settings.players, FEWEST_PLAYERS, MOST_PLAYERS)
    check_whole("deals", settings.deals, 1, MOST_DEALS)
    check_whole("seed", settings.seed, 0, LARGEST_SEED)
    check_whole("part_deals", settings.part_deals, 1, MOST_DEALS)
    check_whole("ledger_every", settings.ledger_every, 0, MOST_DEALS)
    if settings.parts > MOST_PARTS:
        size, least = settings.part_deals, fewest_deals_a_part(settings.deals)
        raise SettingsError(
            f"part-games {size * settings.games_a_deal}: {settings.games:,} games would make "
            f"{settings.parts:,} parts, and a run has up to {MOST_PARTS:,}; give --part-games "
            f"{least * settings.games_a_deal} or more, or leave it out"
        )


def fewest_deals_a_part(deals: int) -> int:
    """How many deals a part needs at least, lest there are too many parts."""
    return -(-deals // MOST_PARTS)


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """A whole number within its limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise SettingsError(f"{name} {value}: a whole number from {least} to {most} is expected")


def check_table(settings: Settings) -> None:
    """Who sits at the table."""
    players, lineup, alchemists = settings.players, settings.lineup, settings.alchemists
    if settings.intro and alchemists != CHOSEN:
        raise SettingsError(
            f"alchemists {shown(alchemists)}: the introductory setup has alchemists of its own; "
            "leave them out"
        )
    if settings.solo:
        check_solo(settings)
        return
    if len(lineup) != players:
        raise SettingsError(f"line-up {','.join(lineup)}: {players} players need {players} places")
    if isinstance(alchemists, str):
        if alchemists not in (BALANCED, RANDOM, CHOSEN):
            raise SettingsError(
                f"alchemists {alchemists}: balanced, random, chosen, or {players} ids with commas "
                "between them are expected"
            )
    elif len(set(alchemists)) != players or len(alchemists) != players:
        raise SettingsError(
            f"alchemists {shown(alchemists)}: {players} players need as many different ones"
        )


def check_solo(settings: Settings) -> None:
    """You and Botmegistus, and nothing that only several players have."""
    lineup, alchemists = settings.lineup, settings.alchemists
    check_setups(settings.solo)
    if settings.achievements:
        raise SettingsError("solo: achievements can't be played against Botmegistus; leave one out")
    if settings.players != 2 or len(lineup) != 2 or lineup[1] != BOTMEGISTUS:
        raise SettingsError(
            f"line-up {','.join(lineup)}: a solo run has two seats, one for a strategy and one for "
            f"{BOTMEGISTUS}"
        )
    if isinstance(alchemists, str) and alchemists in (BALANCED, RANDOM, CHOSEN):
        return
    if isinstance(alchemists, str) or len(alchemists) != 1:
        raise SettingsError(
            f"alchemists {shown(alchemists)}: balanced, random, chosen, or one id is expected; "
            "Botmegistus has none"
        )


def check_log(settings: Settings) -> None:
    """What is logged, and when it is enough."""
    if settings.log not in LOGS:
        raise SettingsError(f"log {settings.log}: players or turns is expected")
    if settings.until is not None:
        metric, halfwidth = settings.until
        if not metric or not (math.isfinite(halfwidth) and halfwidth > 0):
            raise SettingsError(
                f"until {metric}={halfwidth}: METRIC=HALFWIDTH is expected, such as seat=0.01"
            )
        if metric == "seat" and settings.solo:
            raise SettingsError(
                f"until {metric}={halfwidth:g}: seats aren't changed in a solo run; wait for "
                "strategy (your win rate), alchemist or score"
            )
        if metric == "option" and len(settings.solo) < 2:
            raise SettingsError(
                f"until {metric}={halfwidth:g}: this compares several setups of Botmegistus, and "
                "is for trisim difficulty"
            )
        if metric == "strategy" and len(set(settings.lineup)) == 1:
            raise SettingsError(
                f"until {metric}={halfwidth:g}: all places have the strategy "
                f"{settings.lineup[0]}, so its win rate is known; give a line-up of several, or "
                "wait for seat, alchemist or score"
            )


# ---------------------------------------------------------------- from what a user asks for


def settings_for(
    *,
    players: int = 4,
    games: int,
    lineup: str | Sequence[str],
    seed: int = 1,
    alchemists: str | Sequence[str] | None = None,
    achievements: bool = False,
    intro: bool = False,
    log: str = "turns",
    cards: bool = False,
    ledger_every: int = 0,
    part_deals: int | None = None,
    until: str | Until | None = None,
    pace: Pace = Pace.QUICK,
    solo: Sequence[SoloSetup] = (),
) -> Settings:
    """Settings as a user gives them: games are rounded up to whole deals, the rest has defaults.

    >>> settings_for(players=3, games=100, lineup="random").games
    102

    A solo run has as many players as Botmegistus leaves, which is one; ``lineup`` names it.

    >>> settings_for(games=10, lineup="random", solo=[SoloSetup("normal")]).lineup
    ('random', 'botmegistus')
    """
    players = 2 if solo else players
    check_whole("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    check_whole("games", games, 1, MOST_DEALS)
    parse = solo_lineup if solo else parse_lineup
    places = parse(lineup, players) if isinstance(lineup, str) else tuple(lineup)
    given: dict[str, Any] = {
        "players": players,
        "seed": seed,
        "lineup": places,
        "alchemists": parse_alchemists(alchemists, intro, bool(solo)),
        "achievements": achievements,
        "intro": intro,
        "log": log,
        "cards": cards,
        "ledger_every": ledger_every,
        "until": parse_until(until) if isinstance(until, str) else until,
        "solo": tuple(solo),
    }
    games_a_deal = Settings(**given, deals=1, part_deals=1).games_a_deal
    deals = -(-games // games_a_deal)
    size = part_deals or usual_part(deals, games_a_deal, bool(ledger_every), pace)
    return Settings(**given, deals=deals, part_deals=size)


def usual_part(deals: int, games_a_deal: int, ledger: bool, pace: Pace = Pace.QUICK) -> int:
    """How many deals a part has if nobody says; never by the number of jobs.

    >>> usual_part(1_000_000, 4, False), usual_part(5_000, 4, False)
    (2048, 157)
    >>> usual_part(5_000, 4, False, Pace.THINKING)
    2

    A larger part takes more memory, so it is one only where there would be too many of them.

    >>> usual_part(250_000_000, 4, False)
    2501
    """
    most = min(GAMES_A_PART[pace], GAMES_A_PART_WITH_LEDGER if ledger else GAMES_A_PART[pace])
    small = max(-(-deals // PARTS_OF_A_SMALL_RUN), FEWEST_GAMES_A_PART[pace] // games_a_deal)
    return max(1, min(small, most // games_a_deal), fewest_deals_a_part(deals))


NAME = re.compile(r"(?P<spec>.+?)\s*\*\s*(?P<count>[+-]?[\d.]*)")


def parse_lineup(text: str, players: int) -> tuple[str, ...]:
    """A strategy for each place; one alone is for all of them.

    >>> parse_lineup("tuned, balanced*3", 4)
    ('tuned', 'balanced', 'balanced', 'balanced')
    >>> parse_lineup("balanced:noise=0.1", 2)
    ('balanced:noise=0.1', 'balanced:noise=0.1')
    """
    places: list[str] = []
    for word in split_specs(text):
        found = NAME.fullmatch(word)
        places += [found["spec"]] * count_of(word, found["count"], players) if found else [word]
    if not places or not all(places):
        raise SettingsError(f"line-up '{text}': names of strategies with commas between them")
    if len(places) == 1 and "*" not in text:
        places *= players
    if len(places) != players:
        raise SettingsError(
            f"line-up {text}: {len(places)} place{'s' if len(places) > 1 else ''} for {players} "
            "players; write one strategy for all, or one for each, such as mine.py,random*3"
        )
    return tuple(places)


def solo_lineup(text: str, players: int = 2) -> tuple[str, ...]:
    """The strategy of a solo run, and Botmegistus.

    >>> solo_lineup("balanced:noise=0.1")
    ('balanced:noise=0.1', 'botmegistus')
    """
    words = split_specs(text)
    if len(words) != 1 or NAME.fullmatch(text):
        raise SettingsError(
            f"line-up {text}: one strategy plays against Botmegistus; to compare several, play a "
            "run with each of them and the same seed"
        )
    if words[0].partition(":")[0] == BOTMEGISTUS:
        raise SettingsError(f"line-up {text}: Botmegistus is the opponent; name who plays it")
    return words[0], BOTMEGISTUS


def count_of(word: str, count: str, players: int) -> int:
    """How many places a strategy has."""
    if not re.fullmatch("[0-9]{1,2}", count) or int(count) == 0:
        raise SettingsError(
            f"line-up {word}: how many places, from 1 to {players}, is expected after the *, "
            "such as random*2"
        )
    return int(count)


def split_specs(text: str) -> list[str]:
    """The strategies of a line-up, with their parameters.

    >>> split_specs("tuned:noise=0.1:far=2, random")
    ['tuned:noise=0.1:far=2', 'random']
    """
    specs = [word.strip() for word in text.split(",")]
    for before, word in pairwise(specs):
        if re.match(r"\w+\s*=", word):
            raise SettingsError(
                f"line-up {text}: parameters follow a strategy with colons; write {before}:{word}"
            )
    return specs


def parse_alchemists(
    given: str | Sequence[str] | None, intro: bool, solo: bool = False
) -> str | tuple[str, ...]:
    """A design by name, or an alchemist for each place; balanced if nothing is said."""
    if given is None:
        return CHOSEN if intro else BALANCED
    if not isinstance(given, str):
        return tuple(given)
    words = tuple(word.strip().lower() for word in given.split(","))
    one_id = solo and words[0] not in (BALANCED, RANDOM, CHOSEN)
    return words if len(words) > 1 or one_id else words[0]


def parse_until(text: str) -> Until:
    """A metric and a half-width.

    >>> parse_until("seat=0.01"), parse_until("alchemist=0.5%")
    (('seat', 0.01), ('alchemist', 0.005))
    """
    from trisim.stats.estimate import StatsError
    from trisim.stats.sequence import Metric

    try:
        target = Metric.parse(text)
    except StatsError as error:
        raise SettingsError(f"until {text}: {error}") from error
    return target.metric.value, target.halfwidth
