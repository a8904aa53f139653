"""The request of a run: game, players, games, strategies, what is logged."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from trisim.players.player import Speed
from trisim.plugin import DEFAULT, info, load
from trisim.record.base import RoleWords
from trisim.sim.errors import SettingsError
from trisim.sim.options import (
    BALANCED,
    CHOSEN,
    RANDOM,
    GameOptions,
    Scenario,
    check_options,
    check_scenarios,
    check_whole,
    option,
    quote,
)
from trisim.sim.request import (
    BOX,
    GAME,
    LINEUP,
    LOG,
    PLAYERS,
    ROLES,
    SEED,
    VARIANTS,
    Request,
    default_players,
)

MOST_PARTS = 99_999
"""The names of parts have five digits, so that they sort."""

GAMES_A_PART = {Speed.QUICK: 8_192, Speed.PYTHON: 64, Speed.SEARCH: 8}
"""Some 300,000 rows of turns: three row groups, a second or two of play, tens of megabytes. Where
games take long, so many that a kill loses little."""

GAMES_A_PART_WITH_LEDGER = 1_024
FEWEST_GAMES_A_PART = {Speed.QUICK: 64, Speed.PYTHON: 64, Speed.SEARCH: 1}
PARTS_OF_A_SMALL_RUN = 32
"""Enough that two or eight cores end at about the same time, and a resume loses little."""

MODES = (BALANCED, RANDOM, CHOSEN)

Until: TypeAlias = tuple[str, float]
"""A metric, and the half-width of its interval at which a run is long enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest(Request):
    """A request that decides, with box, strategies and version, every byte of a run.

    ``RunRequest.of`` takes values as a user gives them; the class has them as they are stored.
    Games are rounded up to whole deals.

    >>> RunRequest.of(players=3, games=100).games
    102
    """

    what: ClassVar[str] = "run"
    NEEDED: ClassVar[tuple[str, ...]] = ("players", "games", "lineup", "seed", "part_games")

    game: str = option(DEFAULT, **GAME)
    players: int = option(0, unsaid=None, **PLAYERS)
    """Seats, an automa's included; 0 stands for the default of the game."""

    games: int = option(
        1000,
        "How many games, rounded up to whole deals: a deal is played once for each rotation of "
        "the line-up round the table.",
    )
    strategy: str = option(
        "random",
        "The strategy of all seats: a name or a file, with parameters if you like, such as "
        "random:noise=0.1; trisim strategies lists the names.",
        metavar="NAME",
        unsaid=None,
        stored=False,
    )
    lineup: tuple[str, ...] = option((), **LINEUP)
    """A strategy for each place; places move round the table, deal by deal."""

    seed: int = option(1, **SEED)
    roles: str | tuple[str, ...] = option(BALANCED, **ROLES)
    """``balanced``, ``random``, ``chosen``, or a role for each place."""

    game_options: GameOptions | None = None
    """The options of the game; None stands for its defaults."""

    setups: tuple[Scenario[Any], ...] = ()
    """The scenarios of every deal, if there are several."""

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
        "Stop as soon as all intervals are so narrow: seat, a role or strategy (win rates) or "
        "score, such as seat=0.5%; --games is the most.",
        metavar="METRIC=HALFWIDTH",
        default_words="",
    )
    part_games: int | None = option(
        None,
        "For experts: games in a file; the rows don't depend on it.",
        default_words="some thousands",
    )
    """None until the strategies are loaded: their speed decides it."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        self.complete()
        check_options(self)
        check_seats(self)
        put(self, "games", self.deals * self.games_a_deal)  # whole deals
        if self.part_games is not None:
            put(self, "part_games", self.part_deals * self.games_a_deal)
            check_parts(self)
        if self.until_ci is not None:
            check_until(self, *self.until_ci)

    # -- from what a user gives

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert line-ups, roles and paths."""
        values = values | table_given(values, given)
        ledger = values.get("ledger", 0)
        values.pop("strategy", None)
        return values | {
            "variants": as_paths(values.get("variants", ())),
            "box": None if values.get("box") is None else Path(values["box"]),
            "ledger": int(ledger) if isinstance(ledger, bool) else ledger,
            "until_ci": read_until(values.get("until_ci"), values["game"]),
        }

    # -- what follows

    @property
    def automas(self) -> tuple[str, ...]:
        """The words of the opponents that the rules play, in the last places of the line-up."""
        automas: tuple[str, ...] = self.options.automas
        return automas

    @property
    def people(self) -> int:
        """The number of places with a strategy and a role: all but those of automas."""
        return self.players - len(self.automas)

    @property
    def rotations(self) -> int:
        """The number of distinct rotations of line-up and roles; 1 against an automa.

        >>> RunRequest.of(roles="chosen").rotations, RunRequest.of().rotations
        (1, 4)
        """
        if self.automas:
            return 1
        if self.roles != CHOSEN and self.info.role is not None:
            return self.players
        return next(
            turn
            for turn in range(1, self.players + 1)
            if self.lineup[turn:] + self.lineup[:turn] == self.lineup
        )

    @property
    def scenario_options(self) -> tuple[Any, ...]:
        return tuple(each.options for each in self.setups) or (self.options,)

    @property
    def scenarios(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.setups) or (self.options.scenario,)

    @property
    def games_a_deal(self) -> int:
        """Each scenario in each rotation."""
        return len(self.scenarios) * self.rotations

    @property
    def deals(self) -> int:
        """The number of deals; ``until_ci`` may stop the run earlier."""
        return -(-self.games // self.games_a_deal)

    @property
    def part_deals(self) -> int:
        if self.part_games is None:
            return usual_part(self.deals, self.games_a_deal, bool(self.ledger))
        return max(1, -(-self.part_games // self.games_a_deal))

    @property
    def parts(self) -> int:
        """The number of parts; ``until_ci`` may stop the run earlier."""
        return -(-self.deals // self.part_deals)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of tables that are written, as ``Table.level`` names them."""
        turns = ("turns",) if self.log == "turns" else ()
        cards = ("cards",) if self.cards else ()
        ledger = ("ledger",) if self.ledger else ()
        return ("always", *turns, *cards, *ledger)

    @property
    def tables(self) -> tuple[str, ...]:
        known, unwritten = load(self.game).record.tables, self.options.unwritten
        return tuple(
            name
            for name, table in known.items()
            if table.level in self.levels and name not in unwritten
        )

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies of the line-up, without automas."""
        return self.lineup[: self.people]

    @property
    def opponent(self) -> str:
        """The opponent of a run against an automa, in words."""
        many = f"{len(self.setups)} setups" if self.setups else self.scenarios[0]
        return f"{self.automas[0].capitalize()}, {many}"

    def differences(self, other: RunRequest) -> list[str]:
        """As of any request, without lengths of parts that follow from other rotations."""
        lines = Request.differences(self, other)
        if self.games_a_deal == other.games_a_deal:
            return lines
        return [line for line in lines if not line.startswith("part-games:")]

    def deals_of(self, part: int) -> tuple[int, int]:
        """The first deal of a part, and its number of deals."""
        first = part * self.part_deals
        return first, min(self.part_deals, self.deals - first)


def table_given(
    values: Mapping[str, Any], given: frozenset[str], usual: str = RANDOM
) -> dict[str, Any]:
    """Players, line-up and roles from what a user gives; one strategy plays in all places.

    ``usual`` is the strategy if none is given.
    """
    if {"strategy", "lineup"} <= given:
        raise SettingsError("--strategy and --lineup: give one of them")
    game, options = values["game"], values["game_options"]
    players = options.players or values.get("players") or default_players(game, options)
    check_players(game, options, players)
    automas = options.automas
    lineup = values.get("strategy") or usual
    if "strategy" not in given:
        lineup = values.get("lineup") or lineup
        if not isinstance(lineup, str):
            lineup = without_automas(tuple(lineup), automas)
        if "lineup" not in given and len({*lineup}) == 1:  # one for all, however many they are
            lineup = lineup[:1] * (players - len(automas))
    return {
        "players": players,
        "lineup": read_lineup(lineup, players, automas),
        "roles": read_roles(values.get("roles"), options),
    }


def check_players(game: str, options: GameOptions, players: object) -> None:
    if players != options.players:
        allowed = info(game).players
        check_whole("players", players, allowed[0], allowed[-1])


def usual_part(deals: int, games_a_deal: int, ledger: bool, speed: Speed = Speed.QUICK) -> int:
    """The default number of deals in a part; it never depends on the number of jobs.

    >>> usual_part(1_000_000, 4, False), usual_part(5_000, 4, False)
    (2048, 157)
    >>> usual_part(5_000, 4, False, Speed.SEARCH)
    2

    A larger part needs more memory, so parts grow only where there would be too many of them.

    >>> usual_part(250_000_000, 4, False)
    2501
    """
    most = min(GAMES_A_PART[speed], GAMES_A_PART_WITH_LEDGER if ledger else GAMES_A_PART[speed])
    small = max(-(-deals // PARTS_OF_A_SMALL_RUN), FEWEST_GAMES_A_PART[speed] // games_a_deal)
    return max(1, min(small, most // games_a_deal), fewest_deals_a_part(deals))


def fewest_deals_a_part(deals: int) -> int:
    """The smallest number of deals in a part that keeps the number of parts within its limit."""
    return -(-deals // MOST_PARTS)


# ---------------------------------------------------------------- what must hold


def check_parts(request: RunRequest) -> None:
    if request.parts > MOST_PARTS:
        least = fewest_deals_a_part(request.deals)
        raise SettingsError(
            f"part-games {request.part_games}: {request.games:,} games would make "
            f"{request.parts:,} parts, and a run has up to {MOST_PARTS:,}; give --part-games "
            f"{least * request.games_a_deal} or more, or leave it out"
        )


def check_seats(request: RunRequest) -> None:
    players, lineup, automas = request.players, request.lineup, request.automas
    check_players(request.game, request.options, players)
    check_scenarios(request.setups)
    if len(lineup) != players or lineup[request.people :] != automas:
        need = f"{players} players need {players} places"
        if automas:
            need = f"{request.people} for strategies and the last for {', '.join(automas)}"
        raise SettingsError(f"line-up {','.join(lineup)}: {need}")
    check_roles(request)
    for options in request.scenario_options:
        options.check(request)


def check_roles(request: RunRequest) -> None:
    role, roles, people = request.info.role, request.roles, request.people
    if isinstance(roles, str) and roles in MODES:
        return
    if role is None:
        raise SettingsError(f"roles {quote(roles)}: {request.game} has no roles; leave them out")
    ids = (roles,) if isinstance(roles, str) else roles
    is_each = len(ids) == people and (len(set(ids)) == people or role.may_repeat)
    if isinstance(roles, str) or not is_each:
        raise SettingsError(f"{role.many} {quote(roles)}: {needed_roles(request, role, len(ids))}")


def needed_roles(request: RunRequest, role: RoleWords, given: int) -> str:
    """The expectation for the message on a wrong number of roles."""
    people, automas = request.people, request.automas
    if people > 1 < given:
        each = "one each" if role.may_repeat else "as many different ones"
        return f"{people} players need {each}"
    ids = "one id is" if people == 1 else f"{people} ids with commas between them are"
    also = f"; {automas[0].capitalize()} has none" if automas else ""
    return f"balanced, random, chosen, or {ids} expected{also}"


def check_until(request: RunRequest, metric: str, halfwidth: float) -> None:
    """Check that the intervals can become so narrow."""
    words = f"until-ci {metric}={halfwidth:g}"
    if not metric or not (math.isfinite(halfwidth) and halfwidth > 0):
        raise SettingsError(
            f"until-ci {metric}={halfwidth}: METRIC=HALFWIDTH is expected, such as seat=0.01"
        )
    role = request.info.role
    others = f"{role.one} or score" if role else "score"
    if metric == "seat" and request.automas:
        raise SettingsError(
            f"{words}: seats aren't changed in a solo run; wait for strategy (your win rate), "
            f"{others}"
        )
    if metric == "option" and len(request.setups) < 2:
        raise SettingsError(
            f"{words}: this compares several scenarios, and is for trisim difficulty"
        )
    if metric == "strategy" and len(set(request.lineup)) == 1:
        raise SettingsError(
            f"{words}: all places have the strategy {request.lineup[0]}, so its win rate is known; "
            f"give a line-up of several, or wait for seat, {others}"
        )


# ---------------------------------------------------------------- reading what a user gives

NAME = re.compile(r"(?P<spec>.+?)\s*\*\s*(?P<count>[+-]?[\d.]*)")


def read_lineup(
    lineup: str | Sequence[str], players: int, automas: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """A strategy for each place, then automas.

    A line-up that is a tuple already may have another number of players.

    >>> read_lineup("tuned", 2), read_lineup("tuned:noise=0.1", 2, ("automa",))
    (('tuned', 'tuned'), ('tuned:noise=0.1', 'automa'))
    """
    if not automas:
        return parse_lineup(lineup, players) if isinstance(lineup, str) else tuple(lineup)
    text = lineup if isinstance(lineup, str) else ",".join(lineup)
    return (*solo_lineup(text, automas[0]), *automas)


def without_automas(lineup: tuple[str, ...], automas: tuple[str, ...]) -> tuple[str, ...]:
    """A line-up without the automas at its end."""
    people = len(lineup) - len(automas)
    return lineup[:people] if people > 0 and lineup[people:] == automas else lineup


def parse_lineup(text: str, players: int) -> tuple[str, ...]:
    """A strategy for each place; a single one takes all places.

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


def solo_lineup(text: str, automa: str) -> tuple[str, ...]:
    """The one strategy that plays against an automa."""
    words, name = split_specs(text), automa.capitalize()
    if len(words) != 1 or NAME.fullmatch(text):
        raise SettingsError(
            f"line-up {text}: one strategy plays against {name}; to compare several, play a "
            "run with each of them and the same seed"
        )
    if words[0].partition(":")[0] == automa:
        raise SettingsError(f"line-up {text}: {name} is the opponent; name who plays it")
    return (words[0],)


def count_of(word: str, count: str, players: int) -> int:
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


def read_roles(given: str | Sequence[str] | None, options: GameOptions) -> str | tuple[str, ...]:
    """How roles are dealt, or a role for each place; by default as the options say."""
    if given is None:
        return options.default_roles
    if not isinstance(given, str):
        return tuple(given)
    words = tuple(word.strip().lower() for word in given.split(","))
    return words[0] if words[0] in MODES and len(words) == 1 else words


def read_until(given: str | Until | None, game: str = DEFAULT) -> Until | None:
    """A metric and a half-width.

    >>> read_until("seat=0.01"), read_until("score=2")
    (('seat', 0.01), ('score', 2.0))
    """
    if not isinstance(given, str):
        return given
    from trisim.stats.estimate import StatsError
    from trisim.stats.sequence import metrics_of, parse_target

    try:
        target = parse_target(given, metrics_of(info(game).outcome, info(game).role))
    except StatsError as error:
        raise SettingsError(f"--until-ci {given}: {error}") from error
    return target.metric.value, target.halfwidth


def as_paths(given: str | Path | Sequence[str | Path]) -> tuple[Path, ...]:
    return tuple(map(Path, [given] if isinstance(given, str | Path) else given))
