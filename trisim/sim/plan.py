"""A plan: a request together with box, strategies and design."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from trisim.box.box import Box, load_box
from trisim.box.faults import shown
from trisim.engine import kernel
from trisim.players.player import kernel_groups, speed_of
from trisim.players.registry import Player, StrategyError, load
from trisim.players.restrictions import restrictions_of
from trisim.players.speed import PLAIN_GAMES, plays_compiled
from trisim.plugin import GamePlugin
from trisim.plugin import load as load_game
from trisim.sim.design import Design
from trisim.sim.errors import BadStrategyError, SettingsError
from trisim.sim.run_request import RunRequest, usual_part

if TYPE_CHECKING:
    import pyarrow as pa

    from trisim.players.kit import PlayerKit

OnGames: TypeAlias = Callable[[int], None]
"""Called with the number of games since the last call; may raise to stop."""

Blocks: TypeAlias = "dict[str, pa.Table]"
"""The rows of a block of deals, by table."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is needed to play any block of a run's deals."""

    request: RunRequest
    box: Box
    players: tuple[Player, ...]
    """The loaded strategy of each place of the line-up; an automa, in the last, has none."""

    design: Design

    is_compiled: bool = False
    """Whether its games are played compiled, or plain: the rows are the same."""

    @property
    def game(self) -> GamePlugin:
        return load_game(self.request.game)

    @property
    def kernel_groups(self) -> tuple[str, ...]:
        """The optional groups of kernels that are needed."""
        return kernel_groups(self.players, self.game.rules.groups_of(self.request.options))

    def for_games(self, games: int, few: int = PLAIN_GAMES) -> Plan:
        """The plan for this number of games: compiled if that saves time."""
        return replace(self, is_compiled=plays_compiled(self.players, games, few))


def prepare(
    request: RunRequest,
    *,
    box: Box | None = None,
    strategies: Mapping[str, Player] | None = None,
    compiled: bool | None = None,
) -> Plan:
    """Load what is not given, and make the design.

    Errors in a request, a box or a strategy are raised here. Whether to play ``compiled`` is also
    decided here, unless the caller has decided it for several runs together.
    """
    game = load_game(request.game)
    check_tables(request, game)
    loaded = load_box(game.box, request.box, request.variants) if box is None else box
    found = loaded_players(request.strategies, game.players, strategies)
    players = tuple(found[spec] for spec in request.strategies)
    check_restrictions(players, loaded)
    if request.part_games is None:
        speed, games_a_deal = speed_of(players), request.games_a_deal
        part = usual_part(request.deals, games_a_deal, bool(request.ledger), speed)
        request = replace(request, part_games=part * games_a_deal)
    plan = Plan(request, loaded, players, Design.of(request, loaded))
    if compiled is None:
        return plan.for_games(request.games)
    return replace(plan, is_compiled=compiled and kernel.JIT)


def check_tables(request: RunRequest, game: GamePlugin) -> None:
    """Stop at a table on request that the game doesn't have."""
    levels = {table.level for table in game.record.tables.values()}
    for level in request.levels:
        if level in ("cards", "ledger") and level not in levels:
            raise SettingsError(f"--with {level}: {game.name} has no such table; leave it out")


def check_restrictions(players: Iterable[Player], box: Box) -> None:
    """Stop at a player that does without something which its game doesn't have."""
    try:
        for player in players:
            restrictions_of(player, box)
    except StrategyError as error:
        raise BadStrategyError(str(error)) from error


def loaded_players(
    specs: Sequence[str], kit: PlayerKit, known: Mapping[str, Player] | None = None
) -> dict[str, Player]:
    """The strategies by spec: all of them known, or all loaded, as the user names them."""
    try:
        found = {spec: load(spec, kit) for spec in specs} if known is None else known
        return {spec: found[spec] for spec in specs}
    except StrategyError as error:
        raise BadStrategyError(str(error)) from error
    except KeyError as error:
        raise BadStrategyError(
            f"strategy {shown(error.args[0])}: the manifest names no file of it; it is damaged"
        ) from None
