"""A turn: draft, free actions and the action, reactions, cleanup."""

from __future__ import annotations

from trisim.engine.moves import kind_of
from trisim.games.trismegistus.box.words import BeforeDraft
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.achievements import claim, legal_claim
from trisim.games.trismegistus.rules.actions import (
    legal_action,
    legal_chameleon,
    resolve_action,
    spend_chameleon,
)
from trisim.games.trismegistus.rules.codes import BotTask, Event, Frame, Move
from trisim.games.trismegistus.rules.dice import legal_draft, put_aside, resolve_draft
from trisim.games.trismegistus.rules.experiments import begin_perform, legal_perform
from trisim.games.trismegistus.rules.scoring import PARTS, score_now
from trisim.games.trismegistus.rules.stack import add_move, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.stone import buy_formula, legal_buy, legal_use, use_formula
from trisim.games.trismegistus.rules.tracks import remove_tokens


@kernel
def start_turn(game: Game, box: Box, log: Log, seat: int) -> None:
    """The frames of a turn, the last one first."""
    game.active = seat
    game.acted = int(game.acted) | (1 << seat)
    if game.turn_no == 0:
        game.acted = (1 << int(game.players)) - 1  # all score something at setup
    note(game, log, Event.TURN, seat, int(game.turn_no), 0)
    push(game, Frame.CLEANUP, seat, 0, 0, 0)
    players = int(game.players)
    for left in range(players - 1, 0, -1):
        if (seat + left) % players != int(game.bot_seat):  # which never reacts
            push(game, Frame.REACT, (seat + left) % players, 0, 0, 0)
    if seat == int(game.bot_seat):
        push(game, Frame.BOT, seat, BotTask.TURN, 0, 0)
        return
    push(game, Frame.AFTER, seat, 0, 0, 0)
    push(game, Frame.ACTION, seat, 0, 0, 0)
    push(game, Frame.DRAFT, seat, 0, 0, 0)


@kernel
def legal_free(game: Game, box: Box, seat: int, n: int, moves: Moves) -> int:
    """Every free action."""
    n = legal_buy(game, box, seat, n, moves)
    n = legal_use(game, seat, n, moves)
    n = legal_perform(game, box, seat, n, moves)
    return legal_claim(game, box, seat, n, moves)


@kernel
def is_free(kind: int) -> bool:
    """Whether a kind of move is a free action."""
    return Move.BUY_FORMULA <= kind <= Move.CLAIM


@kernel
def legal_before_draft(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """The draft, and by a ruling free actions before it.

    Where no die can be drafted they wait for the next menu, which has all of them.
    """
    n = legal_draft(game, box, seat, moves)
    if n == 0 or kind_of(int(moves[n - 1])) != Move.DIE:
        return n
    if box.rules.free_actions_before_draft == BeforeDraft.EXPERIMENTS:
        return legal_perform(game, box, seat, n, moves)
    if box.rules.free_actions_before_draft == BeforeDraft.ALL:
        return legal_free(game, box, seat, n, moves)
    return n


@kernel
def legal_before(game: Game, box: Box, seat: int, chameleon: int, moves: Moves) -> int:
    """Free actions, a chameleon, the action; only the action once a chameleon is spent."""
    n = 0
    if not chameleon:
        n = legal_free(game, box, seat, n, moves)
        n = legal_chameleon(game, seat, n, moves)
    return legal_action(game, box, seat, n, moves)


@kernel
def legal_after(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """The end of the turn, or a free action."""
    n = add_move(moves, 0, Move.NONE, 0, 0, 0)
    return legal_free(game, box, seat, n, moves)


@kernel
def resolve_menu(game: Game, box: Box, log: Log, seat: int, kind: int, a: int, b: int) -> None:
    """A free action leaves the menu where it is; the action, and the end, take it away."""
    if kind == Move.BUY_FORMULA:
        buy_formula(game, box, log, seat, a)
    elif kind == Move.USE_FORMULA:
        use_formula(game, box, log, seat, a)
    elif kind == Move.PERFORM:
        begin_perform(game, box, log, seat, a)
    elif kind == Move.CLAIM:
        claim(game, box, log, seat, a)
    elif kind == Move.CHAMELEON:
        spend_chameleon(game, log, seat, a, b)
    elif kind == Move.NONE:
        pop(game)
    else:
        resolve_action(game, box, log, seat, kind, a, b)


@kernel
def resolve_before_draft(
    game: Game, box: Box, log: Log, seat: int, kind: int, a: int, b: int
) -> None:
    """A free action, after which the draft is still to come; or the draft."""
    if is_free(kind):
        resolve_menu(game, box, log, seat, kind, a, b)
    else:
        resolve_draft(game, box, log, seat, kind, a, b)


@kernel
def run_cleanup(game: Game, box: Box, log: Log, seat: int) -> None:
    """A die at 0 is put aside; with all dice used, the place in the next order; tokens leave."""
    pop(game)
    lab = game.labs[seat]
    if lab.potency == 0:
        put_aside(game, log, seat)
    if int(lab.dice_used) >= int(box.rules.dice_per_round):
        lab.finished = True
        note(game, log, Event.FINISH, seat, 0, int(game.finished))
        game.next_order[game.finished] = seat
        game.finished += 1
    remove_tokens(game, box, log)
    note_standings(game, box, log)
    game.acted = 0
    game.turn_no += 1
    push(game, Frame.NEXT_TURN, 0, 0, 0, 0)


@kernel
def note_standings(game: Game, box: Box, log: Log) -> None:
    """Where all whose score may have changed stand: the score now, and the points so far."""
    if log.capacity == 0:
        return
    for seat in range(int(game.players)):
        if not (int(game.acted) >> seat) & 1:
            continue
        vp = 0
        for part in range(PARTS):
            vp += int(game.labs[seat].vp[part])
        note(game, log, Event.STANDING, seat, score_now(game, box, seat), vp)


@kernel
def run_next_turn(game: Game, box: Box, log: Log) -> None:
    """The next player of the order who has dice left to use, or the end of the round."""
    pop(game)
    players = int(game.players)
    for later in range(1, players + 1):
        place = (int(game.order_at) + later) % players
        seat = int(game.order[place])
        if not game.labs[seat].finished:
            game.order_at = place
            start_turn(game, box, log, seat)
            return
    push(game, Frame.END_ROUND, 0, 0, 0, 0)
