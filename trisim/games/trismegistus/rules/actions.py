"""The one action of a turn, and the chameleon before it."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Essence, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Move, Transmuting
from trisim.games.trismegistus.rules.stack import add_move, because, gain, hold, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.transmute import can_transmute


@kernel
def legal_action(game: Game, box: Box, seat: int, n: int, moves: Moves) -> int:
    """Every action that the die allows, as it counts for this action."""
    lab = game.labs[seat]
    potency, symbol, color = int(lab.potency), int(lab.as_symbol), int(lab.as_color)
    for count in range(1, potency + 1):
        n = add_move(moves, n, Move.HARVEST, count, 0, 0)
    n = legal_essence(box, symbol, potency, n, moves)
    for arrow in range(6):
        if int(box.arrow_color[arrow]) == color and can_transmute(game, box, seat, arrow):
            n = add_move(moves, n, Move.ARROW, arrow, 0, 0)
    if potency >= int(box.rules.artifact_potency):
        for space in range(int(box.rules.market_per_color)):
            if game.market[color, space] >= 0:
                n = add_move(moves, n, Move.BUY_ARTIFACT, color, space, 0)
    if potency >= int(box.rules.recharge_potency):
        n = legal_recharge(game, seat, n, moves)
    if potency >= int(box.rules.experiment_potency):
        n = legal_experiment(game, box, seat, symbol, n, moves)
    return n


@kernel
def legal_essence(box: Box, symbol: int, most: int, n: int, moves: Moves) -> int:
    """Essences of the bowl of a symbol, up to so many, all of one kind."""
    essence = int(box.bowl_essence[symbol])
    for count in range(1, most + 1):
        if essence != Essence.ANY:
            n = add_move(moves, n, Move.ESSENCE, essence, count, 0)
        else:
            for kind in range(4):
                n = add_move(moves, n, Move.ESSENCE, kind, count, 0)
    return n


@kernel
def essence_thing(essence: int) -> int:
    """What is held after gaining an essence: mercury is a raw mercury."""
    if essence == Essence.MERCURY:
        return int(Thing.RAW_MERCURY)
    return int(Thing.SALT) + essence


@kernel
def legal_recharge(game: Game, seat: int, n: int, moves: Moves) -> int:
    """Each used artifact."""
    lab = game.labs[seat]
    for slot in range(6):
        if lab.slots[slot] >= 0 and not lab.ready[slot]:
            n = add_move(moves, n, Move.RECHARGE, slot, 0, 0)
    return n


@kernel
def experiments_held(game: Game, seat: int) -> int:
    """Experiments beside the laboratory."""
    count = 0
    for place in range(4):
        if game.labs[seat].beside[place] >= 0:
            count += 1
    return count


@kernel
def legal_experiment(game: Game, box: Box, seat: int, symbol: int, n: int, moves: Moves) -> int:
    """Each card in the book of a symbol, below the limit of experiments held."""
    if experiments_held(game, seat) >= int(box.rules.held_experiments):
        return n
    for place in range(2):
        if game.books[symbol, place] >= 0:
            n = add_move(moves, n, Move.EXPERIMENT, symbol, place, 0)
    return n


@kernel
def legal_chameleon(game: Game, seat: int, n: int, moves: Moves) -> int:
    """Any other symbol and colour, for a chameleon."""
    lab = game.labs[seat]
    if lab.held[Thing.CHAMELEON] == 0:
        return n
    for symbol in range(5):
        for color in range(3):
            if symbol != lab.die_symbol or color != lab.die_color:
                n = add_move(moves, n, Move.CHAMELEON, symbol, color, 0)
    return n


@kernel
def spend_chameleon(game: Game, log: Log, seat: int, symbol: int, color: int) -> None:
    """The die counts as another one for the coming action."""
    lab = game.labs[seat]
    because(game, Cause.CHAMELEON, 0)
    hold(game, log, seat, Thing.CHAMELEON, -1)
    note(game, log, Event.CHAMELEON, seat, symbol * 3 + color, 0)
    lab.as_symbol = symbol
    lab.as_color = color
    game.stack[game.depth - 1].arg[0] = 1


@kernel
def resolve_action(game: Game, box: Box, log: Log, seat: int, kind: int, a: int, b: int) -> None:
    """Carry out the action of the turn."""
    pop(game)
    if kind == Move.HARVEST:
        spend(game, log, seat, kind, a)
        because(game, Cause.HARVEST, 0)
        gain(game, box, log, seat, int(game.labs[seat].as_symbol), a)
    elif kind == Move.ESSENCE:
        spend(game, log, seat, kind, b)
        because(game, Cause.ESSENCE, 0)
        gain(game, box, log, seat, essence_thing(a), b)
    elif kind == Move.ARROW:
        note(game, log, Event.ACTION, seat, kind, 0)
        because(game, Cause.TRANSMUTATION, a)
        potency = int(game.labs[seat].potency)
        push(game, Frame.TRANSMUTE, seat, 1 << a, potency, Transmuting.ACTION)
        game.stack[game.depth - 1].arg[3] = 1
    elif kind == Move.BUY_ARTIFACT:
        spend(game, log, seat, kind, int(box.rules.artifact_potency))
        buy_artifact(game, seat, a, b)
    elif kind == Move.RECHARGE:
        spend(game, log, seat, kind, int(box.rules.recharge_potency))
        recharge(game, log, seat, a)
    elif kind == Move.EXPERIMENT:
        spend(game, log, seat, kind, int(box.rules.experiment_potency))
        take_experiment(game, box, log, seat, a, b)


@kernel
def spend(game: Game, log: Log, seat: int, kind: int, potency: int) -> None:
    """Spend potency on an action."""
    game.labs[seat].potency -= potency
    note(game, log, Event.ACTION, seat, kind, potency)


@kernel
def buy_artifact(game: Game, seat: int, color: int, space: int) -> None:
    """Take an artifact from the market; the space is refilled when all is done."""
    artifact = int(game.market[color, space])
    game.market[color, space] = -1
    game.artifact_at[artifact] = seat
    because(game, Cause.ARTIFACT, artifact)
    push(game, Frame.REFILL_MARKET, seat, color, space, 0)
    push(game, Frame.SLOT, seat, artifact, 0, 0)


@kernel
def recharge(game: Game, log: Log, seat: int, slot: int) -> None:
    """Turn a used artifact up."""
    lab = game.labs[seat]
    lab.ready[slot] = 1
    note(game, log, Event.READY, seat, int(lab.slots[slot]), slot)


@kernel
def take_experiment(game: Game, box: Box, log: Log, seat: int, symbol: int, place: int) -> None:
    """Take a card from a book; one of the current level is replaced."""
    because(game, Cause.EXPERIMENT, int(game.books[symbol, place]))
    experiment = pick_experiment(game, log, seat, symbol, place)
    if int(box.experiment_level[experiment]) == int(game.round_no):
        push(game, Frame.REFILL_BOOK, seat, symbol, 0, 0)


@kernel
def pick_experiment(game: Game, log: Log, seat: int, symbol: int, place: int) -> int:
    """A card goes from a book to a laboratory; which one."""
    experiment = int(game.books[symbol, place])
    game.books[symbol, place] = -1
    game.experiment_at[experiment] = seat
    add_beside(game, seat, experiment)
    note(game, log, Event.TAKE_EXPERIMENT, seat, experiment, symbol)
    return experiment


@kernel
def add_beside(game: Game, seat: int, experiment: int) -> None:
    """Lay an experiment beside the laboratory."""
    game.labs[seat].beside[experiments_held(game, seat)] = experiment
