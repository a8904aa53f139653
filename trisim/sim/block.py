"""A block of deals, played and written down: the work of one part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa

from trisim.engine.chance import deal_seed
from trisim.engine.kernel import records
from trisim.engine.loop import BLANK_AT, VIEW_AT, ChooserKind, Keep, LoopExit
from trisim.games.trismegistus.loop import RULES
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.record.recording import (
    BOT_ROOM,
    LEDGER_ROOM,
    NAMES,
    ROUNDS_ROOM,
    TURNS_ROOM,
)
from trisim.games.trismegistus.record.rows import CARD_ROOM, TALLY, Rows, clear, room_for
from trisim.games.trismegistus.record.tables import TABLES
from trisim.games.trismegistus.record.words import words_of
from trisim.games.trismegistus.rules.game import Game, engine_box
from trisim.games.trismegistus.rules.solo import Solo, fill_solo
from trisim.games.trismegistus.rules.state import EVENTS, GAME, LOG, MOVES, SEATS
from trisim.players.choosing import Choose, chooser
from trisim.players.registry import Kind, Player, StrategyError, fault_of, in_a_line
from trisim.record.arrow import dictionaries, to_arrow
from trisim.sim.plan import Blocks, Plan, Told

LARGEST_MOVE = 2**31 - 1
"""No option has a larger number."""

CHUNK, PLAIN_CHUNK = 1024, 4
"""Games between two calls of ``told``, which may stop them, and that the rows have room for."""


def play_block(plan: Plan, first_deal: int, deals: int, told: Told | None = None) -> Blocks:
    """Play all games of a block of deals; the rows of each table asked for.

    The same plan and block give the same rows, compiled or not.
    """
    table = BlockPlayer(plan, first_deal, deals)
    chunks: dict[str, list[pa.Table]] = {name: [] for name in plan.request.tables}
    while not table.is_done:
        before = table.games_played
        table.play()
        for name, parts in chunks.items():
            parts.append(table.take(name))
        if told is not None:
            told(table.games_played - before)
    return {name: pa.concat_tables(parts).combine_chunks() for name, parts in chunks.items()}


class BlockPlayer:
    """Everything that is needed to play the games of a block, and how far they are."""

    def __init__(self, plan: Plan, first_deal: int, deals: int) -> None:
        self.plan = plan
        self.box = engine_box(plan.box)
        strategies = list(dict.fromkeys(plan.request.lineup))
        self.words = dictionaries(words_of(plan.box, strategies, plan.request.scenarios))
        self.places, self.roles = plan.design.block(first_deal, deals)
        self.state = make_state(plan, first_deal, len(self.places))
        self.pool = pool_of(plan)
        automa: Any = RULES.automa if plan.solo else RULES.loop.no_automa
        self.automas = (automa.function(plan.is_compiled),)
        self.moves = np.zeros(MOVES, np.int32)
        self.offered = np.zeros(MOVES, np.int32)
        self.log = records(1, LOG)[0]
        self.log.capacity = EVENTS
        self.tallies = records(1, TALLY)
        self.minds = records(SEATS, KIT.policy)
        for mind, player in zip(self.minds, plan.players, strict=False):
            KIT.fill(mind, player, plan.box)
        self.choosers = choosers_of(plan.players, plan.is_compiled)
        self.outside: dict[int, Any] = {}
        self.outside_game = -1
        self.rows = self.make_rows()

    @property
    def is_done(self) -> bool:
        """Whether all games are played."""
        return bool(self.state.at >= self.state.games)

    @property
    def games_played(self) -> int:
        """How many games are over."""
        return int(self.state.at)

    def make_rows(self) -> Rows:
        """Room for a chunk of games."""
        most = CHUNK if self.plan.is_compiled else PLAIN_CHUNK
        keep, games = int(self.state.keep), min(most, int(self.state.games))
        room = {"games": games, "players": games * SEATS}
        if keep & Keep.TURNS:
            room |= {"rounds": games * 3 + ROUNDS_ROOM, "turns": games * 64 + TURNS_ROOM}
        if keep & Keep.BOT:
            room["bot"] = games * 160 + BOT_ROOM
        if keep & Keep.CARDS:
            room["cards"] = games * 160 + CARD_ROOM
        if keep & Keep.LEDGER:
            room["ledger"] = games * 400 // int(self.state.ledger_every) + LEDGER_ROOM
        return room_for(room)

    def play(self) -> None:
        """Play until the rows are full or all games are over."""
        clear(self.rows)
        while True:
            reply = self.play_on_or_explain()
            if reply in (LoopExit.DONE, LoopExit.FULL):
                return
            if reply is LoopExit.NONSENSE:
                raise StrategyError(
                    f"{self.where()}: move {self.state.move} is none of its options"
                )
            self.state.move = self.ask()

    def play_on_or_explain(self) -> LoopExit:
        """Play on; an error of a compiled strategy names it and its decision."""
        try:
            return self.play_on()
        except BaseException as error:
            if not self.state.deciding:
                raise
            raise self.fault(error) from error

    def fault(self, error: BaseException) -> StrategyError:
        """What the strategy that decides raised, in one line."""
        return fault_of(error, self.player(int(self.state.seat)).source, self.where())

    def play_on(self) -> LoopExit:
        """Play on, compiled or plain."""
        play = RULES.play_games.function(self.plan.is_compiled)
        return LoopExit(
            play(
                self.state,
                self.pool,
                self.box,
                self.moves,
                self.offered,
                self.log,
                self.tallies,
                self.rows,
                self.choosers,
                self.minds,
                self.places,
                self.roles,
                self.automas,
            )
        )

    def take(self, name: str) -> pa.Table:
        """The rows of a table that were filled."""
        rows = getattr(self.rows, name)[: self.rows.filled[NAMES.index(name)]]
        return to_arrow(TABLES[name], rows, self.words)

    # -- strategies in Python

    def ask(self) -> int:
        """Ask a strategy in Python for its move."""
        seat, at = int(self.state.seat), int(self.state.at)
        if self.outside_game != at:
            self.outside, self.outside_game = {}, at
        try:
            if seat not in self.outside:
                self.outside[seat] = self.player(seat).choose()
            view = Game(
                RULES, self.plan.box, self.pool[VIEW_AT], self.offered[: self.state.options]
            )
            move = self.outside[seat].choose(view)
        except BaseException as error:
            raise self.fault(error) from error
        is_number = isinstance(move, int | np.integer) and not isinstance(move, bool)
        if not is_number or not 0 <= move <= LARGEST_MOVE:
            raise StrategyError(f"{self.where()}: {move!r} is no move; choose one of view.legal()")
        return int(move)

    def player(self, seat: int) -> Player:
        """Who plays a seat of the game at hand."""
        return self.plan.players[int(self.places[self.state.at, seat])]

    def where(self) -> str:
        """The decision at hand, in words."""
        first = int(self.state.first_deal) * self.plan.design.games_a_deal
        seat = int(self.state.seat)
        return (
            f"strategy '{self.player(seat).spec}' in game {first + int(self.state.at)}, "
            f"seat {seat}, decision {int(self.pool[0].decisions)}"
        )


def pool_of(plan: Plan) -> Any:
    """Room for the game at hand and a view of it, and a blank game for each scenario."""
    pool = records(BLANK_AT + plan.design.scenarios, GAME)
    pool["with_achievements"] = plan.request.achievements
    pool["with_intro"] = plan.request.intro
    for number, setup in enumerate(plan.request.solo_setups):
        fill_solo(pool[BLANK_AT + number].solo, Solo(plan.solo[number], setup.planning))
    return pool


def make_state(plan: Plan, first_deal: int, games: int) -> Any:
    """What is to be played."""
    request, state = plan.request, records(1, RULES.loop_state)[0]
    state.seed = request.seed
    state.first_deal = first_deal
    state.scenarios = plan.design.scenarios
    state.rotations = plan.design.rotations
    state.games = games
    state.players = request.players
    state.keep = (
        (Keep.TURNS if request.log == "turns" else 0)
        | (Keep.BOT if "bot" in request.tables else 0)
        | (Keep.CARDS if request.cards else 0)
        | (Keep.LEDGER if request.ledger else 0)
    )
    state.ledger_every = max(request.ledger, 1)
    state.move = -1
    strategies = list(dict.fromkeys(request.lineup))
    for place, spec in enumerate(request.lineup):
        state.strategies[place] = strategies.index(spec)
    for place, player in enumerate(plan.players):
        state.choosers[place] = chooser_kind(player)
    return state


def chooser_kind(player: Player) -> ChooserKind:
    """How a strategy decides."""
    if player.kind is Kind.PYTHON:
        return ChooserKind.OUTSIDE
    if player.kind is Kind.WEIGHTS:
        return ChooserKind.WEIGHTS
    return ChooserKind.BLIND if player.blind else ChooserKind.VIEW


def choosers_of(players: tuple[Player, ...], is_compiled: bool) -> tuple[Any, ...]:
    """The kernels of the line-up; places without one are never called, and padded."""
    from trisim.players.registry import load

    padding = load("random", KIT)
    chosen = [padding if player.kind is Kind.PYTHON else player for player in players]
    chosen += [padding] * (SEATS - len(chosen))
    return tuple(ready(each) if is_compiled else each.choose.py_func for each in chosen)


def ready(player: Player) -> Any:
    """The kernel of a strategy, compiled."""
    from numba.core.errors import NumbaError

    try:
        kernel = player.choose.ready()
    except NumbaError as error:
        what = in_a_line(error)
        raise StrategyError(f"strategy '{player.spec}' can't be compiled: {what}") from error
    if str(kernel.nopython_signatures[0].return_type) != "int64":
        raise StrategyError(f"strategy '{player.spec}': it can only raise, and never gives a move")
    return kernel


def replay_game(
    plan: Plan, number: int, choosing: Callable[..., Choose] = chooser
) -> tuple[Game, list[Choose]]:
    """A game of a run before its first choice, and who chooses for each seat."""
    request = plan.request
    deal, scenario, rotation = plan.design.key_of(number)
    seats, seed = plan.design.seats(number), deal_seed(request.seed, deal)
    game = Game.new(
        request.players,
        seed,
        box=plan.box,
        achievements=request.achievements,
        intro=request.intro,
        alchemists=[seat.alchemist for seat in seats if seat.alchemist is not None],
        solo=solo_of(plan, scenario),
    )
    choosers = [
        bot_chooses
        if seat.place >= len(plan.players)
        else choosing(plan.players[seat.place], seed, number, plan.box, rotation)
        for number, seat in enumerate(seats)
    ]
    return game, choosers


def solo_of(plan: Plan, scenario: int) -> Solo | None:
    """What a game of a solo run is played against."""
    if not plan.solo:
        return None
    return Solo(plan.solo[scenario], plan.request.solo_setups[scenario].planning)


def bot_chooses(game: Game) -> int:
    """Never asked: the game itself plays Botmegistus."""
    raise AssertionError(f"Botmegistus was asked for a move in seat {game.seat}")
