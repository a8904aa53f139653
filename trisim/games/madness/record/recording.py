"""From the log of a game to its rows: one pass, event by event."""

from __future__ import annotations

from trisim.games.madness.box.words import Zone
from trisim.games.madness.kernels import inlined, kernel
from trisim.games.madness.record.actions import (
    count_action,
    give,
    giver_of,
    kind_of_action,
    leave,
    settle,
    use_up,
    write_action,
    write_details,
)
from trisim.games.madness.record.games import finish
from trisim.games.madness.record.ledger import cause_code, post
from trisim.games.madness.record.monsters import (
    begin_monster,
    clear_monsters,
    clear_slot,
    close_monster,
    destroy_curse,
    end_monster,
    follow_curse,
    lay_curse,
    move_marker,
    slot_of_event,
    write_laid,
)
from trisim.games.madness.record.moves import (
    count_move,
    forget_payment,
    lay_out,
    move,
    pay_and_keep,
    slot_of,
)
from trisim.games.madness.record.players import list_spell
from trisim.games.madness.record.rows import (
    ACTIONS,
    CURSES,
    KEEP_ACTIONS,
    KEEP_CARDS,
    KEEP_LEDGER,
    KEEP_TURNS,
    LEDGER,
    MONSTERS_AT,
    PLAYERS,
    RECORDING,
    TURNS,
    Rows,
    Tally,
)
from trisim.games.madness.record.spells import (
    forget_cards,
    learn,
    lose_spells,
    mage_of,
    rewards,
    turn_up,
    use,
)
from trisim.games.madness.record.turns import begin_turn, close_turn
from trisim.games.madness.rules.codes import Cause, Event, Loss
from trisim.games.madness.rules.state import Box, Game, Log
from trisim.record.columns import MISSING

__all__ = ["RECORDING", "record"]


@kernel
def record(
    rows: Rows, tally: Tally, game: Game, box: Box, log: Log, keep: int, number: int, deal: int
) -> None:
    """Write a finished game: everything except the columns that the loop writes.

    What takes all rows is inlined: passing them costs more than the work.
    """
    tally.number, tally.deal = number, deal
    begin(rows, tally, game, box)
    for place in range(int(log.count)):
        event = log.events[place]
        what, seat = int(event.what), int(event.seat)
        thing, delta = int(event.thing), int(event.delta)
        if what == Event.CHOICE:
            rows.players[tally.player_at + seat].choices += 1
            if seat == int(tally.active):
                rows.turns[tally.turn_at].choices += 1
                rows.turns[tally.turn_at].options += delta
            continue
        cause, cause_id = int(event.cause), int(event.cause_id)
        if what == Event.CARDS:
            follow_cards(rows, tally, box, keep, seat, thing, delta, cause, cause_id)
        elif what < Event.CURSE_LAID:
            follow_board(rows, tally, game, keep, what, seat, thing, delta)
        elif what <= Event.TOKEN:
            follow_curses(rows, tally, game, box, keep, what, seat, thing, delta, cause)
        elif what >= Event.CAST and what <= Event.CURE:
            follow_action(rows, tally, game, keep, what, seat, thing, delta)
        else:
            follow_seat(rows, tally, box, keep, what, seat, thing, delta, cause, cause_id)
    close(rows, tally, keep)
    finish(rows, tally, game, box, keep)


@inlined
def begin(rows: Rows, tally: Tally, game: Game, box: Box) -> None:
    """Before the setup."""
    tally.player_at = rows.filled[PLAYERS]
    tally.turn_at, tally.monster_at = rows.filled[TURNS], rows.filled[MONSTERS_AT]
    tally.curse_at = rows.filled[CURSES]
    tally.players = game.players
    tally.turn, tally.active = -1, -1
    tally.step, tally.action, tally.depth = 0, 0, 0
    tally.forgotten = MISSING
    tally.eliminated = 0
    tally.loss_cause, tally.loss_id, tally.loss_seat = MISSING, MISSING, MISSING
    lay_out(tally, game, box)
    clear_monsters(tally)
    forget_cards(tally, box)


@inlined
def close(rows: Rows, tally: Tally, keep: int) -> None:
    """The last turn and the last monster are over."""
    close_turn(rows.turns[tally.turn_at], tally)
    close_monster(rows.monsters[tally.monster_at], tally)
    if keep & KEEP_TURNS:
        rows.filled[TURNS] = int(tally.turn_at) + int(tally.turn >= 0)
        rows.filled[MONSTERS_AT] = int(tally.monster_at) + int(tally.monster > 0)
    if keep & KEEP_CARDS:
        rows.filled[CURSES] = int(tally.curse_at) + int(tally.lay)


# ---------------------------------------------------------------- cards


@inlined
def follow_cards(
    rows: Rows,
    tally: Tally,
    box: Box,
    keep: int,
    seat: int,
    thing: int,
    count: int,
    cause: int,
    cause_id: int,
) -> None:
    """Cards of a kind move from zone to zone."""
    kind, source, target = thing & 15, thing >> 4 & 15, thing >> 8
    move(tally, seat, kind, source, target, count)
    if keep & KEEP_LEDGER:
        row = rows.ledger[rows.filled[LEDGER]]
        post(row, tally, box, seat, kind, source, target, count, cause, cause_id)
        rows.filled[LEDGER] += 1
    if seat < 0:
        return
    player, turn = rows.players[tally.player_at + seat], rows.turns[tally.turn_at]
    monster = rows.monsters[tally.monster_at]
    count_move(player, turn, monster, tally, seat, kind, source, target, count, cause)
    if cause == Cause.CURSE and source == Zone.PILE and keep & KEEP_CARDS:
        slot = slot_of(tally, cause_id)
        if slot >= 0 and target <= Zone.DECK:
            rows.curses[tally.curse_at + tally.laid_as[slot]].madness_taken += count


# ---------------------------------------------------------------- turns, monsters, curses


@inlined
def follow_board(
    rows: Rows, tally: Tally, game: Game, keep: int, what: int, seat: int, thing: int, delta: int
) -> None:
    """A turn begins, the marker moves, a monster appears, is beaten or escapes."""
    if what == Event.TURN:
        close_turn(rows.turns[tally.turn_at], tally)
        if keep & KEEP_TURNS and tally.turn >= 0:
            tally.turn_at += 1
        tally.turn, tally.active = thing - 1, seat
        rows.players[tally.player_at + seat].turns += 1
        begin_turn(rows.turns[tally.turn_at], tally, mage_of(game, seat))
    elif what == Event.MARKER:
        move_marker(rows.monsters[tally.monster_at], tally, thing)
    elif what == Event.MONSTER:
        if keep & KEEP_TURNS and tally.monster > 0:
            tally.monster_at += 1
        begin_monster(rows.monsters[tally.monster_at], tally, thing, delta)
    elif what == Event.PAGE:
        rows.monsters[tally.monster_at].page = thing
    elif what == Event.BEATEN or what == Event.ESCAPED:
        end_monster(rows.monsters[tally.monster_at], tally, what)


@inlined
def follow_curses(
    rows: Rows,
    tally: Tally,
    game: Game,
    box: Box,
    keep: int,
    what: int,
    seat: int,
    thing: int,
    delta: int,
    cause: int,
) -> None:
    """Something happens to a curse."""
    slot = slot_of_event(what, thing, delta)
    monster = rows.monsters[tally.monster_at]
    if what == Event.CURSE_LAID:
        lay_curse(monster, tally, box, thing, slot)
    if keep & KEEP_CARDS:
        row = rows.curses[tally.curse_at + tally.laid_as[slot]]
        if what == Event.CURSE_LAID:
            write_laid(row, tally, box, thing, slot)
        else:
            follow_curse(row, tally, what, seat, thing, delta, cause)
    if what == Event.CURSE_STRIKES:
        monster.struck += 1
    elif what == Event.CURSE_LEAVES:
        clear_slot(tally, slot)
    elif what == Event.CURSE_DESTROYED:
        destroy_curse(rows.turns[tally.turn_at], monster, tally, slot)
        player = rows.players[tally.player_at + seat]
        player.destroyed_by_effects += int(cause != Cause.ACTION)
        if rewards(box, mage_of(game, seat)):
            use(tally.mages[seat], tally, seat, 1)


# ---------------------------------------------------------------- what seats do


@inlined
def follow_action(
    rows: Rows, tally: Tally, game: Game, keep: int, what: int, seat: int, thing: int, delta: int
) -> None:
    """One of the five actions, which has been paid for."""
    settle(tally)
    if keep & KEEP_ACTIONS:
        row = rows.actions[rows.filled[ACTIONS]]
        write_action(row, tally, kind_of_action(what), seat)
        write_details(row, tally, what, thing, delta)
        rows.filled[ACTIONS] += 1
    use_up(tally, thing if what == Event.CAST else -1)
    player, turn = rows.players[tally.player_at + seat], rows.turns[tally.turn_at]
    monster = rows.monsters[tally.monster_at]
    count_action(player, turn, monster, tally, seat, what, delta)
    for owner in range(int(game.players)):
        if owner != seat:
            rows.players[tally.player_at + owner].cards_lent += tally.paid_support[owner]
    forget_payment(tally)
    if what == Event.CAST:
        use(tally.spells[seat, thing], tally, seat, delta)
    elif what == Event.LEARN:
        tally.forgotten = MISSING
        learn(tally, seat, thing)
        list_spell(player, thing)


@inlined
def follow_seat(
    rows: Rows,
    tally: Tally,
    box: Box,
    keep: int,
    what: int,
    seat: int,
    thing: int,
    delta: int,
    cause: int,
    cause_id: int,
) -> None:
    """Everything else."""
    if what == Event.GIVEN:
        giver = give(tally, seat, thing, delta >> 1, cause, cause_id)
        if giver != seat:
            rows.players[tally.player_at + seat].actions_received += thing
            if giver >= 0:
                rows.players[tally.player_at + giver].actions_given += thing
    elif what == Event.ABILITY or what == Event.PASS:
        follow_ability(rows, tally, keep, what, seat, thing)
    elif what == Event.WILD:
        tally.wild = thing
        use(tally.mages[seat], tally, seat, 1)
    elif what == Event.USED:
        pay_and_keep(tally, thing)
    elif what == Event.SHUFFLED:
        rows.players[tally.player_at + seat].madness_empty += delta
    elif what == Event.ELIMINATED:
        tally.eliminated += 1
        rows.players[tally.player_at + seat].eliminated_turn = tally.turn
        lose_spells(tally, box, seat)
    else:
        follow_rest(tally, box, what, seat, thing, delta, cause, cause_id)


@inlined
def follow_ability(rows: Rows, tally: Tally, keep: int, what: int, seat: int, thing: int) -> None:
    """An ability between actions, or given actions that are left."""
    settle(tally)
    player = rows.players[tally.player_at + seat]
    if keep & KEEP_ACTIONS:
        row = rows.actions[rows.filled[ACTIONS]]
        write_action(row, tally, kind_of_action(what), seat)
        rows.filled[ACTIONS] += 1
    if what == Event.PASS:
        if giver_of(tally) != seat:
            player.actions_left += thing
        leave(tally)
    else:
        player.abilities += 1
        rows.turns[tally.turn_at].abilities += 1
        use(tally.mages[seat], tally, seat, 1)


@kernel
def follow_rest(
    tally: Tally,
    box: Box,
    what: int,
    seat: int,
    thing: int,
    delta: int,
    cause: int,
    cause_id: int,
) -> None:
    """Spells that are turned up or destroyed, and why the game is lost."""
    if what == Event.LIBRARY:
        turn_up(tally, thing)
    elif what == Event.SPELL_DESTROYED:
        tally.spells[seat, thing].lost = tally.turn
        if cause == Cause.ACTION:
            tally.forgotten = thing
    elif what == Event.ENDED and delta == Loss.PILE:
        tally.loss_cause = cause
        tally.loss_seat = seat if seat >= 0 else MISSING
        tally.loss_id = cause_code(box, cause, cause_id)
