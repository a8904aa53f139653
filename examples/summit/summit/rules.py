"""The rules, in the order in which they come up in a game."""

from __future__ import annotations

from summit.state import (
    DECK,
    DICE,
    REGISTRY,
    SEATS,
    At,
    Box,
    Event,
    Frame,
    Game,
    Gear,
    Log,
    Loss,
    Move,
    Moves,
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
from trisim.engine.machine import MACHINE, add_move, arg_of, kind_of

# ---------------------------------------------------------------- setup and days


@kernel
def begin(game: Game, box: Box, log: Log, players: int, seed: U64) -> None:
    """Everybody is in the valley and chooses a climber."""
    game.seed = seed
    game.players = players
    game.at[:] = At.AWAY
    for card in range(int(box.cards)):
        game.at[card] = At.DECK
    push(game, Frame.DAWN, -1)
    for seat in range(players - 1, -1, -1):
        push(game, Frame.ROLE, seat)


@kernel
def take_role(game: Game, box: Box, log: Log, seat: int, role: int) -> None:
    """A climber sets off with cards."""
    game.climbers[seat].role = role
    note(log, Event.ROLE, seat, role, 0)
    push_with(game, Frame.DRAW, seat, int(box.hand) + int(box.extra_cards[role]), 0)


@kernel
def dawn(game: Game, box: Box, log: Log) -> None:
    """A new day has its own weather, and another climber starts; or the game is over."""
    if int(game.day) == int(box.days) or is_all_up(game, box):
        finish(game, box, log)
        return
    game.day += 1
    card = next_card(game.seed, DECK, box.key[:], game.at[:], int(box.cards), At.DECK)
    if card >= 0:  # else the weather stays as it is
        game.at[card] = At.AWAY
        game.wind = box.wind[card]
    note(log, Event.DAWN, -1, int(game.day), card)
    push(game, Frame.DAWN, -1)
    for place in range(int(game.players) - 1, -1, -1):
        push(game, Frame.TURN, (int(game.day) - 1 + place) % int(game.players))


@kernel
def is_up(game: Game, box: Box, seat: int) -> bool:
    """Whether a climber has reached the summit."""
    return bool(game.climbers[seat].height == box.summit)


@kernel
def is_all_up(game: Game, box: Box) -> bool:
    """Whether all have."""
    for seat in range(int(game.players)):
        if not is_up(game, box, seat):
            return False
    return True


# ---------------------------------------------------------------- a climber's turn


@kernel
def start(game: Game, box: Box, log: Log, seat: int) -> None:
    """A climber who is not up yet sets off, well rested."""
    if not is_up(game, box, seat):
        game.tired = 0
        game.rolled = 0
        note(log, Event.TURN, seat, int(game.turn_no), 0)
        game.turn_no += 1
        push(game, Frame.CLIMB, seat)


@kernel
def danger(game: Game, box: Box, seat: int) -> int:
    """The highest number on a die that is no hold: it grows with every roll."""
    grip = int(box.grip[game.climbers[seat].role])
    return max(0, int(game.wind) + int(game.winter) - grip) + int(game.tired)


@kernel
def roll(game: Game, box: Box, log: Log, seat: int) -> None:
    """Roll both dice. If one of them is a hold, the climber goes on, else slips."""
    stream, counter = DICE + int(game.day) * SEATS + seat, int(game.rolled) * 2
    first = 1 + draw(game.seed, stream, counter, 6)
    second = 1 + draw(game.seed, stream, counter + 1, 6)
    game.low, game.high = min(first, second), max(first, second)
    game.rolled += 1
    note(log, Event.ROLL, seat, first, second)
    is_hold = int(game.high) > danger(game, box, seat)
    push(game, Frame.HOLD if is_hold else Frame.SLIP, seat)


@kernel
def climb(game: Game, box: Box, log: Log, seat: int, steps: int) -> None:
    """Climb by a die. A card lies on each ledge; the first on the summit plants a flag."""
    game.tired += 1
    climber, summit = game.climbers[seat], int(box.summit)
    height = min(int(climber.height) + steps, summit)
    move_to(game, log, seat, height)
    if height == summit:
        if is_first_up(game, box, seat):
            climber.flag = box.flag
            note(log, Event.FLAG, seat, int(box.flag), 0)
        camp(game, log, seat)
        return
    push(game, Frame.CLIMB, seat)
    if height % int(box.ledges) == 0:
        push_with(game, Frame.DRAW, seat, 1, 0)


@kernel
def move_to(game: Game, log: Log, seat: int, height: int) -> None:
    """Go to a height."""
    climber = game.climbers[seat]
    note(log, Event.HEIGHT, seat, height, height - int(climber.height))
    climber.height = height


@kernel
def is_first_up(game: Game, box: Box, seat: int) -> bool:
    """Whether nobody else is on the summit."""
    for other in range(int(game.players)):
        if other != seat and is_up(game, box, other):
            return False
    return True


@kernel
def camp(game: Game, log: Log, seat: int) -> None:
    """Make camp: no fall leads below it."""
    game.climbers[seat].camp = game.climbers[seat].height
    note(log, Event.CAMP, seat, int(game.climbers[seat].camp), 0)


@kernel
def fall(game: Game, box: Box, log: Log, seat: int) -> None:
    """Fall to the last camp. Too many falls end an expedition."""
    climber = game.climbers[seat]
    climber.falls += 1
    move_to(game, log, seat, int(climber.camp))
    if game.team and falls_left(game, box) == 0:
        game.loss = Loss.FALLS
        finish(game, box, log)


@kernel
def falls_left(game: Game, box: Box) -> int:
    """Falls until an expedition is called off."""
    left = int(box.most_falls) * int(game.players)
    for seat in range(int(game.players)):
        left -= int(game.climbers[seat].falls)
    return left


# ---------------------------------------------------------------- cards


@kernel
def draw_cards(game: Game, box: Box, log: Log, seat: int, count: int) -> None:
    """Take cards from the deck, as long as there are some."""
    for _ in range(count):
        card = next_card(game.seed, DECK, box.key[:], game.at[:], int(box.cards), At.DECK)
        if card >= 0:
            game.at[card] = seat
            note(log, Event.DRAW, seat, card, 1)


@kernel
def use_card(game: Game, log: Log, seat: int, card: int) -> None:
    """A card is used up."""
    game.at[card] = At.AWAY
    note(log, Event.USE, seat, card, -1)


@kernel
def list_cards(game: Game, box: Box, moves: Moves, n: int, seat: int, gear: int, kind: int) -> int:
    """Add an option for each card of a kind in a hand."""
    for card in range(int(box.cards)):
        if int(game.at[card]) == seat and int(box.gear[card]) == gear:
            n = add_move(moves, n, kind, card)
    return n


@kernel
def card_points(game: Game, box: Box, seat: int) -> int:
    """Points on the cards in a hand."""
    points = 0
    for card in range(int(box.cards)):
        if int(game.at[card]) == seat:
            points += int(box.points[card])
    return points


# ---------------------------------------------------------------- the end


@kernel
def finish(game: Game, box: Box, log: Log) -> None:
    """Count the points of everybody, or say whether the expedition has failed."""
    for seat in range(int(game.players)):
        climber = game.climbers[seat]
        climber.score = int(climber.camp) + card_points(game, box, seat) + int(climber.flag)
    if game.loss == Loss.NONE and not is_all_up(game, box):
        game.loss = Loss.NIGHT
    game.over = True


# ---------------------------------------------------------------- what the engine asks


@kernel
def legal(game: Game, box: Box, moves: Moves) -> int:
    """The options of the pending decision."""
    frame = game.stack[game.depth - 1]
    kind, seat, n = int(frame.kind), int(frame.seat), 0
    if kind == Frame.ROLE:
        for role in range(int(box.roles)):
            n = add_move(moves, n, Move.ROLE, role)
    elif kind == Frame.CLIMB:
        n = add_move(moves, n, Move.CAMP, 0)
        if danger(game, box, seat) < 6:  # else there is no hold on any die
            n = add_move(moves, n, Move.ROLL, 0)
        if game.tired > 0:
            n = list_cards(game, box, moves, n, seat, Gear.TEA, Move.TEA)
    elif kind == Frame.HOLD:
        n = add_move(moves, n, Move.HOLD, int(game.high))
        if game.low < game.high and int(game.low) > danger(game, box, seat):
            n = add_move(moves, n, Move.HOLD, int(game.low))
    else:
        n = add_move(moves, n, Move.FALL, 0)
        n = list_cards(game, box, moves, n, seat, Gear.ROPE, Move.ROPE)
    return n


@kernel
def carry_out(game: Game, box: Box, log: Log, move: int) -> None:
    """Do a move of the pending decision."""
    seat, kind, number = int(game.stack[game.depth - 1].seat), kind_of(move), arg_of(move)
    pop(game)
    if kind == Move.ROLE:
        take_role(game, box, log, seat, number)
    elif kind == Move.ROLL:
        push(game, Frame.ROLL, seat)
    elif kind == Move.CAMP:
        camp(game, log, seat)
    elif kind == Move.TEA:
        use_card(game, log, seat, number)
        game.tired = 0
        push(game, Frame.CLIMB, seat)
    elif kind == Move.HOLD:
        climb(game, box, log, seat, number)
    elif kind == Move.ROPE:
        use_card(game, log, seat, number)
        camp(game, log, seat)
    else:
        fall(game, box, log, seat)


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
    return role << 16 if role >= 0 and pending(game) == Frame.ROLE else -1


@kernel
def note_choice(game: Game, log: Log, seat: int, options: int) -> None:
    """Write a choice to the log."""
    note(log, Event.CHOICE, seat, pending(game), options)


@kernel
def masked(game: Game, box: Box, seat: int) -> None:
    """Deal anew what a seat can't see: the order of the deck and the hands of the others."""
    game.seed = hash3(game.seed, VIEW + seat, int(game.decisions))
    deal_anew(game.seed, VIEW, box.key[:], game.at[:], int(box.cards), At.DECK, seat)


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
