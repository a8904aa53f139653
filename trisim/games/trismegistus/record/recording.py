"""From the log of a finished game to its rows."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.record.bot import follow_bot
from trisim.games.trismegistus.record.cards import (
    cards_of,
    credit,
    credit_artifacts,
    credit_publications,
    dealt_card,
    follow_card,
    forget_cards,
    write_card,
)
from trisim.games.trismegistus.record.ledger import change_of, item_of, post, post_more
from trisim.games.trismegistus.record.players import (
    list_dealt,
    list_experiment,
    list_formula,
    write_player,
)
from trisim.games.trismegistus.record.rows import (
    BOT,
    CARDS,
    GAMES,
    KEEP_CARDS,
    KEEP_LEDGER,
    KEEP_TURNS,
    LEDGER,
    PLAYERS,
    ROUNDS,
    TURNS,
    PlayerRow,
    RoundRow,
    Rows,
    Tally,
    TurnRow,
)
from trisim.games.trismegistus.record.standings import begin_leads, follow_leads, write_result
from trisim.games.trismegistus.record.turns import (
    begin_turn,
    follow_deed,
    follow_die,
    list_scores,
    spend_ethereal,
    stand,
)
from trisim.games.trismegistus.rules.codes import Cause, Event
from trisim.games.trismegistus.rules.state import SEATS, Box, Game, Log
from trisim.record.columns import MISSING

LAST_BOWL = 17
"""Symbol * 3 + color of the last one told after a roll."""


@kernel
def record(
    rows: Rows, tally: Tally, game: Game, box: Box, log: Log, keep: int, number: int, deal: int
) -> None:
    """Write a finished game: everything except the columns that the loop writes.

    Rows are passed to the functions below one by one: passing all tables costs more than the work.
    """
    begin(tally, keep, game, deal)
    first = int(rows.filled[PLAYERS])
    turn_at = int(rows.filled[TURNS])  # without turns, one row serves for all
    for place in range(int(log.count)):
        event = log.events[place]
        what, seat = int(event.what), int(event.seat)
        thing, delta = int(event.thing), int(event.delta)
        if what == Event.CHOICE:
            rows.players[first + seat].choices += 1
            if seat == int(tally.seat):
                rows.turns[turn_at].choices += 1
                rows.turns[turn_at].options += delta
            continue
        if seat < 0:
            follow_board(rows, tally, keep, number, what, thing, delta)
        elif what == Event.TURN:
            close_turn(rows.turns[turn_at], tally, int(game.players))
            if keep & KEEP_TURNS and thing > 0:
                turn_at += 1
            tally.turn = thing
            tally.seat = seat
            begin_turn(rows.turns[turn_at], tally, number, seat)
        else:
            cause, cause_id = int(event.cause), int(event.cause_id)
            player, turn = rows.players[first + seat], rows.turns[turn_at]
            item = (
                item_of(what, thing, delta) if keep & KEEP_LEDGER or is_shown(what, thing) else -1
            )
            if item >= 0:
                change = change_of(what, delta)
                row = rows.ledger[rows.filled[LEDGER]]
                rows.filled[LEDGER] += post(
                    row, tally, box, keep, number, seat, item, change, cause, cause_id
                )
            if keep & KEEP_LEDGER:
                row = rows.ledger[rows.filled[LEDGER]]
                rows.filled[LEDGER] += post_more(
                    row, tally, box, number, seat, what, thing, delta, cause, cause_id
                )
            if what >= Event.BOT_CARD:
                told = rows.bot[rows.filled[BOT]]
                rows.filled[BOT] += follow_bot(told, tally, box, keep, number, what, thing, delta)
            follow_seat(player, turn, tally, box, what, seat, thing, delta, cause, cause_id)
        if keep & KEEP_CARDS:
            follow_card(tally, box, what, seat, thing, delta)
            credit(tally, box, what, int(event.cause), int(event.cause_id), delta)
    close_turn(rows.turns[turn_at], tally, int(game.players))
    if keep & KEEP_TURNS:
        rows.filled[TURNS] = turn_at + 1
    finish(rows, tally, game, box, keep, number)


@kernel
def is_shown(what: int, thing: int) -> bool:
    """Whether rows of turns have the amount that an event changes."""
    return what == Event.LEVEL or (what == Event.HOLD and thing == Thing.GOLD)


@kernel
def begin(tally: Tally, keep: int, game: Game, deal: int) -> None:
    tally.deal = deal
    tally.turn = -1
    tally.round_no = 0
    tally.picks = 0
    tally.seat = -1
    tally.step = 0
    tally.bot_step = 0
    tally.card = MISSING
    begin_leads(tally, int(game.players))
    for seat in range(SEATS):
        own, alchemist = tally.seats[seat], int(game.labs[seat].alchemist)
        own.alchemist = alchemist if alchemist >= 0 else MISSING
        own.held[:] = 0
        own.level[:] = 0
        own.vp[:] = 0
        own.cards[:] = 0
        own.potency = 0
        own.symbol = MISSING
        own.color = MISSING
    if keep & KEEP_CARDS:
        forget_cards(tally)


# ---------------------------------------------------------------- what a seat does


@kernel
def follow_seat(
    player: PlayerRow,
    turn: TurnRow,
    tally: Tally,
    box: Box,
    what: int,
    seat: int,
    thing: int,
    delta: int,
    cause: int,
    cause_id: int,
) -> None:
    """Count an event in the rows of the player and of the turn."""
    is_acting = seat == int(tally.seat)
    if what == Event.HOLD:
        if thing == Thing.ETHEREAL_DIE and cause == Cause.DRAFT:
            spend_ethereal(turn, player, tally.seats[seat], -delta)
    elif what == Event.STANDING:
        tally.standing[seat] = thing
        if is_acting:
            stand(turn, tally.seats[seat], thing, delta)
            tally.seat = -1  # what a seat does from here on is for the end of the round, or game
            tally.card = MISSING
    elif (what >= Event.DRAFT and what <= Event.ACTION) or what == Event.SPEND:
        follow_die(turn, player, tally, tally.seats[seat], what, thing, delta)
    elif what >= Event.TAKE_EXPERIMENT:
        count_deed(player, turn, box, what, thing, delta)
        if is_acting:
            follow_deed(turn, what, thing, delta, cause, cause_id)


@kernel
def count_deed(
    player: PlayerRow, turn: TurnRow, box: Box, what: int, thing: int, delta: int
) -> None:
    """Actions that are counted for a player."""
    if what == Event.REACT:
        if delta == -1 and thing > 0:  # else reactions that turn up, or arrive used
            player.reactions += 1
            turn.reactions += 1
    elif what == Event.PERFORM:
        list_experiment(player, thing)
    elif what == Event.UNLOCK:
        list_formula(player, thing)
    elif what == Event.EXHAUST or what == Event.USE_NEW:
        player.artifact_uses += 1
    elif what == Event.DRAW:
        turn.publications_drawn += 1
    elif what == Event.ACHIEVE:
        player.achievements += 1
    elif what == Event.KEEP:
        list_dealt(player, dealt_card(box, delta // 2, thing), delta % 2 == 1)


@kernel
def close_turn(row: TurnRow, tally: Tally, players: int) -> None:
    """Who leads after a turn; before the first one nobody does."""
    if tally.turn < 0:
        return
    list_scores(row, tally, players)
    follow_leads(tally, players, int(tally.turn))


# ---------------------------------------------------------------- the board


@kernel
def follow_board(
    rows: Rows, tally: Tally, keep: int, number: int, what: int, thing: int, delta: int
) -> None:
    """Rounds, rolls and bowls."""
    if what == Event.ROUND:
        tally.round_no = thing
        tally.picks = 0
        if keep & KEEP_TURNS:
            rows.filled[ROUNDS] += 1
            row = rows.rounds[rows.filled[ROUNDS] - 1]
            row.game = number
            row.deal = tally.deal
            row.round_ = thing
    elif what == Event.ORDER:
        if keep & KEEP_TURNS:
            row = rows.rounds[rows.filled[ROUNDS] - 1]
            row.order[row.n_order] = thing
            row.n_order += 1
    elif what == Event.REROLL:
        if keep & KEEP_TURNS:
            rows.rounds[rows.filled[ROUNDS] - 1].rerolls += 1
    elif what == Event.BOWL:
        tally.bowls[thing] = delta
        if keep & KEEP_TURNS and thing == LAST_BOWL:
            write_bowls(rows.rounds[rows.filled[ROUNDS] - 1], tally)


@kernel
def write_bowls(row: RoundRow, tally: Tally) -> None:
    """The dice in the bowls after the roll."""
    bowls = tally.bowls
    row.bowl_lead_black, row.bowl_lead_white, row.bowl_lead_red = bowls[0], bowls[1], bowls[2]
    row.bowl_copper_black, row.bowl_copper_white = bowls[3], bowls[4]
    row.bowl_copper_red = bowls[5]
    row.bowl_tin_black, row.bowl_tin_white, row.bowl_tin_red = bowls[6], bowls[7], bowls[8]
    row.bowl_mercury_black, row.bowl_mercury_white = bowls[9], bowls[10]
    row.bowl_mercury_red = bowls[11]
    row.bowl_iron_black, row.bowl_iron_white, row.bowl_iron_red = bowls[12], bowls[13], bowls[14]
    row.bowl_wild_black, row.bowl_wild_white, row.bowl_wild_red = bowls[15], bowls[16], bowls[17]


# ---------------------------------------------------------------- the end


@kernel
def finish(rows: Rows, tally: Tally, game: Game, box: Box, keep: int, number: int) -> None:
    """The last turn is over: the rows of the players, of the game and of the cards."""
    first = int(rows.filled[PLAYERS])
    for seat in range(int(game.players)):
        write_player(rows.players[first + seat], tally, game, box, seat)
    turns = int(tally.turn) + 1
    write_result(rows, tally, game, int(game.players), turns)
    row = rows.games[rows.filled[GAMES]]
    row.solo = int(game.bot_seat >= 0)
    row.turns = turns
    if keep & KEEP_CARDS:
        credit_publications(tally, game, box, int(tally.turn))
        credit_artifacts(tally, game, box)
        for card in range(cards_of(box)):
            if tally.cards[card].seen:
                seen = rows.cards[rows.filled[CARDS]]
                write_card(seen, tally, tally.cards[card], number, card)
                rows.filled[CARDS] += 1
