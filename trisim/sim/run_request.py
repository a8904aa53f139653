"""The request of a run: players, games, strategies, what is logged."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from trisim.box.difficulty import BOTMEGISTUS, NORMAL, DifficultyError, Value, read_options
from trisim.players.player import Speed
from trisim.sim.errors import SettingsError
from trisim.sim.request import (
    ACHIEVEMENTS,
    BOX,
    INTRO,
    LOG,
    PLAYERS,
    SEED,
    VARIANTS,
    Request,
    Shared,
    check_options,
    check_whole,
    option,
    quote,
)
from trisim.sim.solo_setups import SoloSetup, check_setups, solo_setup

MOST_PARTS = 99_999
"""The names of parts have five digits, so that they sort."""

BALANCED, RANDOM, CHOSEN = "balanced", "random", "chosen"
STANDARD = "standard"
"""The only scenario of games without Botmegistus."""

GAMES_A_PART = {Speed.QUICK: 8_192, Speed.PYTHON: 64, Speed.SEARCH: 8}
"""Some 300,000 rows of turns: three row groups, a second or two of play, tens of megabytes. Where
games take long, so many that a kill loses little."""

GAMES_A_PART_WITH_LEDGER = 1_024
FEWEST_GAMES_A_PART = {Speed.QUICK: 64, Speed.PYTHON: 64, Speed.SEARCH: 1}
PARTS_OF_A_SMALL_RUN = 32
"""Enough that two or eight cores end at about the same time, and a resume loses little."""

Until: TypeAlias = tuple[str, float]
"""A metric, and the half-width of its interval at which a run is long enough."""

ALCHEMISTS: Shared = {
    "metavar": "HOW",
    "unsaid": None,
    "help": "balanced: all meet in all seats equally often; random; chosen: by the strategies; or "
    "ids with commas, one for each place.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest(Request):
    """What decides every row and every byte of a run, besides box, strategies and version.

    ``RunRequest.of`` takes values as a user gives them; the class itself has them as they are
    stored. Games are rounded up to whole deals.

    >>> RunRequest.of(players=3, games=100).games
    102
    >>> RunRequest.of(games=10, solo=True).lineup
    ('random', 'botmegistus')
    """

    what: ClassVar[str] = "run"
    NEEDED: ClassVar[tuple[str, ...]] = ("players", "games", "lineup", "seed", "part_games")

    players: int = option(4, unsaid=None, **PLAYERS)
    """A solo run has two, one of which is Botmegistus."""

    games: int = option(
        1000,
        "How many games, rounded up to whole deals: a deal is played once for each rotation of "
        "the line-up round the table.",
    )
    strategy: str = option(
        "random",
        "Who plays all seats: a name or the path of a file, perhaps with parameters, such as "
        "random:noise=0.1; trisim strategies lists the names. For questions about balance: tuned.",
        metavar="NAME",
        unsaid=None,
        stored=False,
    )
    lineup: tuple[str, ...] = option(
        (),
        "Who plays each place, instead, such as mine.py,random*3.",
        metavar="A,B,…",
        unsaid=None,
        default_words="",
    )
    """A strategy for each place; places move round the table, deal by deal."""

    seed: int = option(1, **SEED)
    alchemists: str | tuple[str, ...] = option(BALANCED, **ALCHEMISTS)
    """``balanced``, ``random``, ``chosen``, or an alchemist for each place."""

    achievements: bool = option(False, **ACHIEVEMENTS)
    intro: bool = option(False, **INTRO)
    solo: bool = option(False, "Alone against Botmegistus, the solo opponent.")
    difficulty: str = option(
        NORMAL,
        "How strong Botmegistus is: easy, normal, hard, nightmare, or a preset of your own; "
        "trisim difficulty list shows them.",
        metavar="NAME",
        unsaid=None,
    )
    options: tuple[tuple[str, Value], ...] = option(
        (),
        "A difficulty option laid over the preset, such as extra_gold, bot_first=no or "
        "setup_rolls=4; may be given more than once.",
        flag="--option",
        is_multiple=True,
        metavar="KEY[=VALUE]",
        unsaid=None,
        default_words="",
    )
    planning: bool = option(False, "Two cards of Botmegistus lie open: its planning variant.")
    setups: tuple[SoloSetup, ...] = ()
    """What every deal is played against, if it is more than one: the setups of a study."""

    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)
    log: str = option("turns", **LOG)
    cards: bool = option(False, "The table of cards.", is_table=True)
    ledger: int = option(
        0, "The table of gains and payments.", is_table=True, unsaid=False, least=0
    )
    """0: no ledger; N: the ledger of every N-th deal."""

    until_ci: Until | None = option(
        None,
        "Stop as soon as all intervals are so narrow: seat, alchemist or strategy (win rates) or "
        "score, such as alchemist=0.5%; --games is the most.",
        metavar="METRIC=HALFWIDTH",
        default_words="",
    )
    part_games: int | None = option(
        None,
        "For experts: games in a file; the rows don't depend on it.",
        default_words="some thousands",
    )
    """None until the strategies are loaded: how long their games take decides it."""

    def __post_init__(self) -> None:
        check_options(self)
        check_seats(self)
        put = object.__setattr__  # whole deals, in the run and in each part
        put(self, "games", self.deals * self.games_a_deal)
        if self.part_games is not None:
            put(self, "part_games", self.part_deals * self.games_a_deal)
            check_parts(self)
        if self.until_ci is not None:
            check_until(self, *self.until_ci)

    # -- from what a user gives

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Line-ups, alchemists and options of Botmegistus as a user gives them."""
        if {"strategy", "lineup"} <= given:
            raise SettingsError("--strategy and --lineup: give one of them")
        is_solo = bool(values.get("solo"))
        check_solo_options(is_solo, values, given)
        players = 2 if is_solo else values.get("players", 4)
        check_whole("players", players, PLAYERS["least"], PLAYERS["most"])
        lineup = values.pop("strategy", "random")
        if "strategy" not in given:
            lineup = values.get("lineup") or lineup
            if "lineup" not in given and len({*lineup}) == 1:  # one for all, however many they are
                lineup = lineup[:1] * players
        intro, ledger = bool(values.get("intro")), values.get("ledger", 0)
        if "alchemists" not in given and "intro" in given:
            values.pop("alchemists", None)
        return values | {
            "players": players,
            "lineup": read_lineup(lineup, players, is_solo),
            "alchemists": read_alchemists(values.get("alchemists"), intro, is_solo),
            "options": read_solo_options(values.get("options") or ()),
            "variants": as_paths(values.get("variants", ())),
            "box": None if values.get("box") is None else Path(values["box"]),
            "ledger": int(ledger) if isinstance(ledger, bool) else ledger,
            "until_ci": read_until(values.get("until_ci")),
        }

    # -- what follows

    @property
    def solo_setups(self) -> tuple[SoloSetup, ...]:
        """What every deal is played against; nothing if there are several players."""
        if self.setups or not self.solo:
            return self.setups
        return (solo_setup(self.difficulty, dict(self.options), self.planning),)

    @property
    def rotations(self) -> int:
        """How many distinct rotations of line-up and alchemists there are; 1 in a solo run.

        >>> RunRequest.of(alchemists="chosen").rotations, RunRequest.of().rotations
        (1, 4)
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
        return tuple(setup.name for setup in self.solo_setups) or (STANDARD,)

    @property
    def games_a_deal(self) -> int:
        """How many games a deal has: each scenario in each rotation."""
        return len(self.scenarios) * self.rotations

    @property
    def deals(self) -> int:
        """How many deals the run has, if nothing stops it before."""
        return -(-self.games // self.games_a_deal)

    @property
    def part_deals(self) -> int:
        """How many deals a part has."""
        if self.part_games is None:
            return usual_part(self.deals, self.games_a_deal, bool(self.ledger))
        return max(1, -(-self.part_games // self.games_a_deal))

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
        ledger = ("ledger",) if self.ledger else ()
        return ("games", "players", *more, *bot, *cards, *ledger)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies of the line-up that somebody has to load; Botmegistus needs none."""
        return self.lineup[:1] if self.solo else self.lineup

    @property
    def opponent(self) -> str:
        """Whom a solo run is played against, in words."""
        setups = self.solo_setups
        return f"Botmegistus, {setups[0] if len(setups) == 1 else f'{len(setups)} setups'}"

    def differences(self, other: RunRequest) -> list[str]:
        """As of any request; parts that are only as long as other rotations need aren't named."""
        lines = Request.differences(self, other)
        if self.games_a_deal == other.games_a_deal:
            return lines
        return [line for line in lines if not line.startswith("part-games:")]

    def deals_of(self, part: int) -> tuple[int, int]:
        """The first deal of a part, and how many it has."""
        first = part * self.part_deals
        return first, min(self.part_deals, self.deals - first)


def usual_part(deals: int, games_a_deal: int, ledger: bool, speed: Speed = Speed.QUICK) -> int:
    """How many deals a part has if nobody says; never by the number of jobs.

    >>> usual_part(1_000_000, 4, False), usual_part(5_000, 4, False)
    (2048, 157)
    >>> usual_part(5_000, 4, False, Speed.SEARCH)
    2

    A larger part takes more memory, so it is one only where there would be too many of them.

    >>> usual_part(250_000_000, 4, False)
    2501
    """
    most = min(GAMES_A_PART[speed], GAMES_A_PART_WITH_LEDGER if ledger else GAMES_A_PART[speed])
    small = max(-(-deals // PARTS_OF_A_SMALL_RUN), FEWEST_GAMES_A_PART[speed] // games_a_deal)
    return max(1, min(small, most // games_a_deal), fewest_deals_a_part(deals))


def fewest_deals_a_part(deals: int) -> int:
    """How many deals a part needs at least, lest there are too many parts."""
    return -(-deals // MOST_PARTS)


# ---------------------------------------------------------------- what must hold


def check_parts(request: RunRequest) -> None:
    """Stop if there would be too many parts."""
    if request.parts > MOST_PARTS:
        least = fewest_deals_a_part(request.deals)
        raise SettingsError(
            f"part-games {request.part_games}: {request.games:,} games would make "
            f"{request.parts:,} parts, and a run has up to {MOST_PARTS:,}; give --part-games "
            f"{least * request.games_a_deal} or more, or leave it out"
        )


def check_seats(request: RunRequest) -> None:
    """Who sits at the table."""
    players, lineup, alchemists = request.players, request.lineup, request.alchemists
    if request.intro and alchemists != CHOSEN:
        raise SettingsError(
            f"alchemists {quote(alchemists)}: the introductory setup has alchemists of its own; "
            "leave them out"
        )
    if request.solo:
        check_solo(request)
        return
    if request.setups:
        raise SettingsError("setups: they are for solo games")
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
            f"alchemists {quote(alchemists)}: {players} players need as many different ones"
        )


def check_solo(request: RunRequest) -> None:
    """You and Botmegistus, and nothing that only several players have."""
    lineup, alchemists = request.lineup, request.alchemists
    check_setups(request.solo_setups)
    if request.achievements:
        raise SettingsError("solo: achievements can't be played against Botmegistus; leave one out")
    if request.players != 2 or len(lineup) != 2 or lineup[1] != BOTMEGISTUS:
        raise SettingsError(
            f"line-up {','.join(lineup)}: a solo run has two seats, one for a strategy and one for "
            f"{BOTMEGISTUS}"
        )
    if isinstance(alchemists, str) and alchemists in (BALANCED, RANDOM, CHOSEN):
        return
    if isinstance(alchemists, str) or len(alchemists) != 1:
        raise SettingsError(
            f"alchemists {quote(alchemists)}: balanced, random, chosen, or one id is expected; "
            "Botmegistus has none"
        )


def check_solo_options(is_solo: bool, values: dict[str, Any], given: frozenset[str]) -> None:
    """Stop at options that mean nothing together."""
    if is_solo:
        if "players" in given:
            raise SettingsError("--players: with --solo you play alone; leave it out")
        if "achievements" in given and values["achievements"]:
            raise SettingsError(
                "--achievements: there are none against Botmegistus; leave out one of "
                "--achievements and --solo"
            )
        return
    for name in ("difficulty", "options", "planning"):
        if name in given and values[name]:
            raise SettingsError(
                f"--{name.removesuffix('s')}: this is for games against Botmegistus; add --solo, "
                "or leave it out"
            )


def check_until(request: RunRequest, metric: str, halfwidth: float) -> None:
    """Whether the intervals that are waited for can get so narrow."""
    words = f"until-ci {metric}={halfwidth:g}"
    if not metric or not (math.isfinite(halfwidth) and halfwidth > 0):
        raise SettingsError(
            f"until-ci {metric}={halfwidth}: METRIC=HALFWIDTH is expected, such as seat=0.01"
        )
    if metric == "seat" and request.solo:
        raise SettingsError(
            f"{words}: seats aren't changed in a solo run; wait for strategy (your win rate), "
            "alchemist or score"
        )
    if metric == "option" and len(request.solo_setups) < 2:
        raise SettingsError(
            f"{words}: this compares several setups of Botmegistus, and is for trisim difficulty"
        )
    if metric == "strategy" and len(set(request.lineup)) == 1:
        raise SettingsError(
            f"{words}: all places have the strategy {request.lineup[0]}, so its win rate is known; "
            "give a line-up of several, or wait for seat, alchemist or score"
        )


# ---------------------------------------------------------------- reading what a user gives

NAME = re.compile(r"(?P<spec>.+?)\s*\*\s*(?P<count>[+-]?[\d.]*)")


def read_lineup(lineup: str | Sequence[str], players: int, is_solo: bool) -> tuple[str, ...]:
    """A strategy for each place; what is a tuple already may be for another number of players."""
    if isinstance(lineup, str):
        return solo_lineup(lineup) if is_solo else parse_lineup(lineup, players)
    if is_solo:
        return tuple(lineup) if BOTMEGISTUS in lineup else solo_lineup(",".join(lineup))
    return tuple(lineup)


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


def solo_lineup(text: str) -> tuple[str, ...]:
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


def read_alchemists(
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


def read_solo_options(given: Any) -> tuple[tuple[str, Value], ...]:
    """Options of Botmegistus in one order: words such as ``bot_first=no``, or a mapping.

    >>> read_solo_options(["bot_first=no", "extra_gold"])
    (('extra_gold', True), ('bot_first', False))
    """
    try:
        are_words = all(isinstance(each, str) for each in given)
        is_mapping = isinstance(given, Mapping) or not are_words
        return solo_setup(options=dict(given) if is_mapping else read_options(given)).options
    except DifficultyError as error:
        raise SettingsError(str(error)) from error


def read_until(given: str | Until | None) -> Until | None:
    """A metric and a half-width.

    >>> read_until("seat=0.01"), read_until("alchemist=0.5%")
    (('seat', 0.01), ('alchemist', 0.005))
    """
    if not isinstance(given, str):
        return given
    from trisim.stats.estimate import StatsError
    from trisim.stats.sequence import Metric

    try:
        target = Metric.parse(given)
    except StatsError as error:
        raise SettingsError(f"--until-ci {given}: {error}") from error
    return target.metric.value, target.halfwidth


def as_paths(given: str | Path | Sequence[str | Path]) -> tuple[Path, ...]:
    """Paths; one alone needs no brackets."""
    return tuple(map(Path, [given] if isinstance(given, str | Path) else given))
