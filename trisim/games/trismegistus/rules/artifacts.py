"""Artifacts and books: the market, slots, random artifacts, and refilling."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import At, Event, Frame, Move
from trisim.games.trismegistus.rules.decks import top_artifact, top_experiment
from trisim.games.trismegistus.rules.stack import add_move, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.transmute import use_ability


@kernel
def legal_slot(moves: Moves) -> int:
    """Any slot."""
    n = 0
    for slot in range(6):
        n = add_move(moves, n, Move.SLOT, slot, 0, 0)
    return n


@kernel
def place_artifact(game: Game, log: Log, seat: int, artifact: int, slot: int) -> None:
    """Put an artifact into a slot, face up; what was there leaves the game."""
    lab = game.labs[seat]
    old = int(lab.slots[slot])
    if old >= 0:
        game.artifact_at[old] = At.AWAY
        note(game, log, Event.LOSE_ARTIFACT, seat, old, slot)
    lab.slots[slot] = artifact
    lab.ready[slot] = 1
    game.artifact_at[artifact] = seat
    note(game, log, Event.TAKE_ARTIFACT, seat, artifact, slot)


@kernel
def resolve_slot(game: Game, log: Log, seat: int, artifact: int, slot: int) -> None:
    """Place a bought or gained artifact; its ability may be used now without turning it."""
    pop(game)
    place_artifact(game, log, seat, artifact, slot)
    push(game, Frame.USE_NEW, seat, slot, 0, 0)


@kernel
def resolve_use_new(game: Game, box: Box, log: Log, seat: int, kind: int, slot: int) -> None:
    """Use the ability of a new artifact, or not."""
    pop(game)
    if kind == Move.YES:
        artifact = int(game.labs[seat].slots[slot])
        note(game, log, Event.USE_NEW, seat, artifact, slot)
        use_ability(game, box, seat, artifact)


@kernel
def legal_random(game: Game, box: Box, moves: Moves) -> int:
    """Take the top artifact of the stack, or decline before it is drawn."""
    n = 0
    if top_artifact(game, box, int(game.round_no)) >= 0:
        n = add_move(moves, n, Move.YES, 0, 0, 0)
    return add_move(moves, n, Move.NONE, 0, 0, 0)


@kernel
def resolve_random(game: Game, seat: int, times: int, kind: int) -> None:
    """Draw it, or don't; further ones wait."""
    pop(game)
    if times > 1:
        push(game, Frame.RANDOM, seat, times - 1, 0, 0)
    if kind == Move.YES:
        push(game, Frame.DRAW_ARTIFACT, seat, 0, 0, 0)


@kernel
def run_draw_artifact(game: Game, box: Box, seat: int) -> None:
    """The top artifact of the stack; where it goes is the next choice."""
    pop(game)
    artifact = top_artifact(game, box, int(game.round_no))
    game.artifact_at[artifact] = seat
    push(game, Frame.SLOT, seat, artifact, 0, 0)


@kernel
def refill_market(game: Game, box: Box, log: Log, color: int, space: int) -> None:
    """Fill a space of the market from the current stack, if there is a card."""
    artifact = top_artifact(game, box, int(game.round_no))
    game.market[color, space] = artifact
    if artifact >= 0:
        game.artifact_at[artifact] = At.OPEN
        note(game, log, Event.OFFER_ARTIFACT, -1, artifact, color * 4 + space)


@kernel
def refill_book(game: Game, box: Box, log: Log, symbol: int) -> None:
    """Put an experiment of the current level into a book, if there is a card."""
    experiment = top_experiment(game, box, int(game.round_no))
    game.books[symbol, 1] = experiment
    if experiment >= 0:
        game.experiment_at[experiment] = At.OPEN
        note(game, log, Event.OFFER_EXPERIMENT, -1, experiment, symbol)
