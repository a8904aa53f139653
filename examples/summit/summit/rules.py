"""The rules, in the order in which they come up in a game."""

from __future__ import annotations

from summit.state import (
    AWAY,
    DECK,
    REGISTRY,
    SEATS,
    Box,
    Event,
    Frame,
    Game,
    Log,
    Loss,
    Move,
    Moves,
    deciding_seat,
    kernel,
    note,
    pending,
    pop,
    push,
    push_with,
)
from trisim.engine.chance import VIEW, draw, hash3
from trisim.engine.decks import deal_anew, next_card
from trisim.engine.kernel import U64
from trisim.engine.machine import MACHINE, add_move
from trisim.engine.moves import first_of, kind_of, move_of

DICE, CARDS = 1000, 2000
"""Streams of chance: dice by day and seat, and the order of the deck."""

# ---------------------------------------------------------------- days


@kernel
def begin(game: Game, box: Box, log: Log, players: int, seed: U64) -> None:
    """All are in the valley, and choose who they are before the first day."""
    game.seed = seed
    game.players = players
    game.at[:] = AWAY
    for card in range(int(box.cards)):
        game.at[card] = DECK
    push(game, Frame.DAWN, -1)
    for seat in range(players - 1, -1, -1):
        push(game, Frame.ROLE, seat)


@kernel
def dawn(game: Game, box: Box, log: Log) -> None:
    """A new day has its own weather, and another climber goes first; or the game is over.

    It is over after the last day. A race ends when somebody is on the summit, an expedition when
    everybody is.
    """
    players, up = int(game.players), climbers_up(game, box)
    if int(game.day) == int(box.days) or up == players or (up > 0 and not game.team):
        finish(game, box, log)
        return
    game.day += 1
    card = top_card(game, box)
    if card >= 0:  # else the weather stays as it is
        game.at[card] = AWAY
        game.wind = box.wind[card]
    note(log, Event.DAWN, -1, int(game.day), card)
    push(game, Frame.DAWN, -1)
    for place in range(players - 1, -1, -1):
        push(game, Frame.TURN, (int(game.day) - 1 + place) % players)


@kernel
def climbers_up(game: Game, box: Box) -> int:
    """How many climbers are on the summit."""
    up = 0
    for seat in range(int(game.players)):
        up += int(game.climbers[seat].camp == box.summit)
    return up


@kernel
def finish(game: Game, box: Box, log: Log) -> None:
    """The game is over: count points, and say whether an expedition has failed."""
    for seat in range(int(game.players)):
        game.climbers[seat].score = int(game.climbers[seat].camp) + card_points(game, box, seat)
    if game.loss == Loss.NONE and climbers_up(game, box) < int(game.players):
        game.loss = Loss.NIGHT
    game.over = True


# ---------------------------------------------------------------- a climber's turn


@kernel
def start(game: Game, box: Box, log: Log, seat: int) -> None:
    """A climber sets off, unless on the summit already."""
    if game.climbers[seat].camp < box.summit:
        note(log, Event.TURN, seat, int(game.turns), 0)
        game.turns += 1
        game.rolls = 0
        push(game, Frame.CLIMB, seat)


@kernel
def danger(game: Game, box: Box, seat: int) -> int:
    """Dice up to this number are no holds: it grows with the wind, and with each roll."""
    wind = int(game.wind) + int(game.winter) - int(box.grip[game.climbers[seat].role])
    return max(0, wind) + int(game.rolls)


@kernel
def roll(game: Game, box: Box, log: Log, seat: int) -> None:
    """Roll two dice: a climber needs a hold on one of them."""
    stream, counter = DICE + int(game.day) * SEATS + seat, 2 * int(game.rolls)
    one, other = (
        draw(game.seed, stream, counter, 6) + 1,
        draw(game.seed, stream, counter + 1, 6) + 1,
    )
    note(log, Event.ROLL, seat, one, other)
    game.low = min(one, other)
    game.high = max(one, other)
    push(game, Frame.HOLD if max(one, other) > danger(game, box, seat) else Frame.SLIP, seat)


@kernel
def climb(game: Game, box: Box, log: Log, seat: int, die: int) -> None:
    """Climb by a die. On each ledge lies a card. On the summit there is a camp for everybody."""
    climber, before = game.climbers[seat], int(game.climbers[seat].height)
    height = min(before + die, int(box.summit))
    climber.height = height
    game.rolls += 1
    note(log, Event.CLIMB, seat, height, height - before)
    if height == int(box.summit):
        camp(game, log, seat)
        return
    push(game, Frame.CLIMB, seat)
    if height % int(box.ledges) == 0:
        push_with(game, Frame.DRAW, seat, 1, 0)


@kernel
def camp(game: Game, log: Log, seat: int) -> None:
    """Make camp: no fall leads below it. The turn is over."""
    climber = game.climbers[seat]
    note(log, Event.CAMP, seat, int(climber.height), int(climber.height) - int(climber.camp))
    climber.camp = climber.height


@kernel
def fall(game: Game, box: Box, log: Log, seat: int) -> None:
    """Fall to the last camp. The turn is over, and so is an expedition with too many falls."""
    climber = game.climbers[seat]
    note(log, Event.FALL, seat, int(climber.camp), int(climber.camp) - int(climber.height))
    climber.height = climber.camp
    climber.falls += 1
    if game.team and falls_left(game, box) == 0:
        game.loss = Loss.FALLS
        finish(game, box, log)


@kernel
def hold_on(game: Game, log: Log, seat: int, card: int) -> None:
    """Use a card as a rope: it stops the fall, and the climber makes camp there."""
    game.at[card] = AWAY
    note(log, Event.USE, seat, card, -1)
    camp(game, log, seat)


@kernel
def falls_left(game: Game, box: Box) -> int:
    """Falls until an expedition has failed."""
    left = int(box.most_falls) * int(game.players)
    for seat in range(int(game.players)):
        left -= int(game.climbers[seat].falls)
    return left


# ---------------------------------------------------------------- cards


@kernel
def top_card(game: Game, box: Box) -> int:
    """The next card of the deck; -1: it is empty."""
    return next_card(game.seed, CARDS, box.key[:], game.at[:], int(box.cards), DECK)


@kernel
def draw_cards(game: Game, box: Box, log: Log, seat: int, count: int) -> None:
    """Draw cards, as long as there are some."""
    for _ in range(count):
        card = top_card(game, box)
        if card >= 0:
            game.at[card] = seat
            note(log, Event.DRAW, seat, card, 1)


@kernel
def card_points(game: Game, box: Box, seat: int) -> int:
    """Points on the cards of a seat."""
    points = 0
    for card in range(int(box.cards)):
        if game.at[card] == seat:
            points += int(box.points[card])
    return points


# ---------------------------------------------------------------- what the engine asks


@kernel
def legal(game: Game, box: Box, moves: Moves) -> int:
    """The options of the pending decision; how many there are."""
    kind, seat, n = pending(game), deciding_seat(game), 0
    if kind == Frame.ROLE:
        for role in range(int(box.roles)):
            n = add_move(moves, n, Move.ROLE, role)
    elif kind == Frame.CLIMB:
        n = add_move(moves, n, Move.CAMP, 0)
        if danger(game, box, seat) < 6:
            n = add_move(moves, n, Move.ROLL, 0)
    elif kind == Frame.HOLD:
        n = add_move(moves, n, Move.HOLD, int(game.high))
        if danger(game, box, seat) < int(game.low) < int(game.high):
            n = add_move(moves, n, Move.HOLD, int(game.low))
    else:
        n = add_move(moves, n, Move.FALL, 0)
        for card in range(int(box.cards)):
            if game.at[card] == seat:
                n = add_move(moves, n, Move.ROPE, card)
    return n


@kernel
def carry_out(game: Game, box: Box, log: Log, move: int) -> None:
    """Do what was decided."""
    seat, kind, number = deciding_seat(game), kind_of(move), first_of(move)
    pop(game)
    if kind == Move.ROLE:
        game.climbers[seat].role = number
        note(log, Event.ROLE, seat, number, 0)
        push_with(game, Frame.DRAW, seat, int(box.hand) + int(box.extra_cards[number]), 0)
    elif kind == Move.ROLL:
        push(game, Frame.ROLL, seat)
    elif kind == Move.CAMP:
        camp(game, log, seat)
    elif kind == Move.HOLD:
        climb(game, box, log, seat, number)
    elif kind == Move.FALL:
        fall(game, box, log, seat)
    else:
        hold_on(game, log, seat, number)


@kernel
def run_frame(game: Game, box: Box, log: Log) -> None:
    """Do what is no decision."""
    frame = game.stack[game.depth - 1]
    kind, seat, count = int(frame.kind), int(frame.seat), int(frame.arg[0])
    pop(game)
    if kind == Frame.DRAW:
        draw_cards(game, box, log, seat, count)
    elif kind == Frame.ROLL:
        roll(game, box, log, seat)
    elif kind == Frame.TURN:
        start(game, box, log, seat)
    else:
        dawn(game, box, log)


@kernel
def assigned(game: Game, role: int) -> int:
    """The move that takes a role that was dealt; -1: the seat has something to decide."""
    if role < 0 or pending(game) != Frame.ROLE:
        return -1
    return move_of(Move.ROLE, role, 0, 0)


@kernel
def masked(game: Game, box: Box, seat: int) -> None:
    """Deal anew what a seat can't see: the order of the deck, and the cards of the others."""
    game.seed = hash3(game.seed, VIEW + seat, int(game.decisions))
    deal_anew(game.seed, VIEW, box.key[:], game.at[:], int(box.cards), DECK, seat)


machine = MACHINE.bind(
    REGISTRY,
    __name__,
    legal=legal,
    carry_out=carry_out,
    run_frame=run_frame,
    DECISIONS=int(Frame.DRAW),
    EDGE=int(Frame.DRAW),
)
run_on, resolve, apply = machine.run_on, machine.resolve, machine.apply
