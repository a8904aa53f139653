"""Small games and runs of any registered game, by what its ``GameInfo`` says.

Games are played plain by ``random``, which every game has: compiling takes long.
"""

from __future__ import annotations

import atexit
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, TypeAlias

from trisim.box.box import load_box
from trisim.players.player import Kind
from trisim.players.registry import load as load_strategy
from trisim.players.registry import names
from trisim.plugin import GamePlugin, games, load
from trisim.sim.block import play_block
from trisim.sim.options import Scenario
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.plan import Plan, prepare
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import run

Rows: TypeAlias = "dict[str, list[dict[str, Any]]]"
GAMES = games()
LINEUP = ("random", "random:noise=0.5")
"""Two strategies, so that it matters who sits where."""

DEALS, PART_GAMES, SEED = 4, 4, 3
CUT = "tests.contract.playing:cut"


def tables_of(game: str) -> dict[str, Any]:
    """Settings with which a game writes all tables that it has."""
    levels = {table.level for table in load(game).record.tables.values()}
    return {"cards": "cards" in levels, "ledger": int("ledger" in levels)}


def request_of(game: str, **changes: Any) -> RunRequest:
    """A few games of as few players as can be, all tables written."""
    players = load(game).info.players[0]
    people = [LINEUP[place % 2] for place in range(players)]
    given: dict[str, Any] = {
        "players": players,
        "lineup": people,
        "seed": SEED,
        "part_games": PART_GAMES,
    }
    given |= {"games": DEALS * players, **tables_of(game), **changes}
    return RunRequest.of(game=game, **given)


def has_presets(game: str) -> bool:
    return len(load(game).info.presets) > 1


def presets_of(game: str) -> tuple[Scenario[Any], ...]:
    """The first two presets."""
    info = load(game).info
    first = list(info.presets.items())[:2]
    return tuple(Scenario(name, info.options(**values)) for name, values in first)


def scenario_request(game: str, games: int = 2) -> RunRequest:
    """Some deals in each of two presets, by one strategy."""
    presets = presets_of(game)
    info, name = load(game).info, next(iter(load(game).info.presets))
    made = RunRequest.of(game=game, games=1, lineup="random", seed=SEED, **info.presets[name])
    made = replace(made, setups=presets, **tables_of(game))
    return replace(made, games=games * made.games_a_deal, part_games=made.games_a_deal)


def plain(request: RunRequest) -> Plan:
    """A plan that isn't compiled."""
    return replace(prepare(request), is_compiled=False)


def rows_of(plan: Plan) -> Rows:
    """All rows of all deals, by table."""
    made = play_block(plan, 0, plan.request.deals)
    return {name: table.to_pylist() for name, table in made.items()}


def played(
    out: Path, request: RunRequest, *, play: str = PLAY_BLOCK, jobs: int = 1, **how: Any
) -> Path:
    """A run on disk, played plain."""
    return run(plain(request), out, Execution(jobs=jobs, **how), play=play)


def cut(plan: Plan, first_deal: int, deals: int, told: Any = None) -> Any:
    """What plays the first part and stops at the second."""
    if first_deal:
        raise KeyboardInterrupt
    return play_block(plan, first_deal, deals, told)


@cache
def folder() -> Path:
    """Where the runs of this process are, as long as it lives."""
    made = Path(mkdtemp(prefix="trisim-contract-"))
    atexit.register(rmtree, made, ignore_errors=True)
    return made


@cache
def small_run(game: str) -> Run:
    """A run of a game, not to be changed."""
    return Run(played(folder() / game, request_of(game)))


# ---------------------------------------------------------------- single games


def new_game(game: str, players: int, seed: int, options: Any = None) -> Any:
    """A game before its first choice."""
    plugin = load(game)
    given = options or plugin.info.options()
    return plugin.rules.new_game(load_box(plugin.box), given.players or players, seed, given)


def options_of(game: str) -> list[Any]:
    """The usual options, and those of the first two presets."""
    return [load(game).info.options(), *(each.options for each in presets_of(game))]


def random_game(game: Any, seed: int) -> Iterator[Any]:
    """Play on at random; before each choice."""
    chance = random.Random(seed)
    while not game.is_over:
        yield game
        game.apply(chance.choice(game.legal()))


FEWEST, MOST, ENOUGH, POSITIONS = 3, 12, 400, 120
"""Games that positions are taken from; decisions after which no more are played; positions."""


@cache
def positions(game: str) -> tuple[Any, ...]:
    """Positions of some random games of a game, from first to last."""
    found: list[Any] = []
    players, options = load(game).info.players, options_of(game)
    for seed in range(MOST):
        if seed >= FEWEST and len(found) >= ENOUGH:
            break
        count, given = players[-(seed % len(players)) - 1], options[seed % len(options)]
        found += [each.copy() for each in random_game(new_game(game, count, seed, given), seed)]
    return tuple(found[:: max(1, len(found) // POSITIONS)])


def weights_of(plugin: GamePlugin) -> list[str]:
    """The shipped strategies of weights that don't search, in the order of their names."""
    kit = plugin.players
    found = {name: load_strategy(name, kit) for name in names(kit)}
    return [
        name for name, each in found.items() if each.kind is Kind.WEIGHTS and not each.uses_search
    ]
