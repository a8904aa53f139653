"""Transmutation: choose a cube, pay an essence, advance, refine, and trigger the artifact."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Essence, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Move, Transmuting
from trisim.games.trismegistus.rules.stack import (
    add_move,
    because,
    begin_effects,
    hold,
    note,
    pop,
    push,
)
from trisim.games.trismegistus.rules.state import Box, Game, Lab, Log, Moves
from trisim.games.trismegistus.rules.stone import legal_use, use_formula
from trisim.games.trismegistus.rules.tracks import start_move

PAYMENTS = 6
"""What can be paid as an essence: salt, sulfur, aether, raw mercury, refined mercury, gold."""


@kernel
def payment_thing(payment: int) -> int:
    """The thing of each payment, in the order of the options."""
    if payment < 3:
        return int(Thing.SALT) + payment
    if payment == 3:
        return int(Thing.RAW_MERCURY)
    if payment == 4:
        return int(Thing.REFINED_MERCURY)
    return int(Thing.GOLD)


@kernel
def essence_of(thing: int) -> int:
    """The essence that a thing is paid as: mercury and gold count as mercury."""
    if thing >= Thing.SALT:
        return thing - int(Thing.SALT)
    return int(Essence.MERCURY)


@kernel
def foot_thing(arrow: int, refined: int) -> int:
    """The raw or refined cube at the foot of an arrow; -1: there is no such form."""
    if refined == 0:
        return arrow if arrow <= 4 else -1
    return arrow + 4 if arrow >= 1 else -1


@kernel
def head_thing(arrow: int) -> int:
    """The refined cube at the head of an arrow."""
    return arrow + 5


@kernel
def can_pay_essence(box: Box, lab: Lab, arrow: int, foot: int, paid: int) -> bool:
    """Whether a thing can pay: the chosen cube can't, nor can what it becomes."""
    left = int(lab.held[paid])
    if paid == foot:
        left -= 1
    if paid == head_thing(arrow) and not box.rules.pay_before_moving:
        left += 1
    return left > 0


@kernel
def legal_transmute(
    game: Game, box: Box, seat: int, arrows: int, only_form: int, n: int, moves: Moves
) -> int:
    """Every cube and payment along the arrows (bits); ``only_form``: 1 raw, 2 refined, 0 both."""
    lab = game.labs[seat]
    for arrow in range(6):
        if not (arrows >> arrow) & 1:
            continue
        for refined in range(2):
            foot = foot_thing(arrow, refined)
            if foot < 0 or lab.held[foot] == 0 or (only_form > 0 and only_form != refined + 1):
                continue
            for payment in range(PAYMENTS):
                paid = payment_thing(payment)
                if can_pay_essence(box, lab, arrow, foot, paid):
                    n = add_move(moves, n, Move.TRANSMUTE, arrow, foot, paid)
    return n


@kernel
def can_transmute(game: Game, box: Box, seat: int, arrow: int) -> bool:
    """Whether any transmutation is possible along an arrow."""
    lab = game.labs[seat]
    for refined in range(2):
        foot = foot_thing(arrow, refined)
        if foot >= 0 and lab.held[foot] > 0:
            for payment in range(PAYMENTS):
                if can_pay_essence(box, lab, arrow, foot, payment_thing(payment)):
                    return True
    return False


@kernel
def arrows_of(box: Box, color: int) -> int:
    """The arrows of a colour as bits; color 3 is any."""
    arrows = 0
    for arrow in range(6):
        if color == 3 or box.arrow_color[arrow] == color:
            arrows |= 1 << arrow
    return arrows


@kernel
def legal_next(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """The options of a TRANSMUTE frame: each transmutation, and to stop unless one is due.

    By a ruling, formulas may be used between the transmutations of one action.
    """
    frame = game.stack[game.depth - 1]
    arrows, is_action = int(frame.arg[0]), int(frame.arg[2]) == Transmuting.ACTION
    must, form = int(frame.arg[3]), int(frame.arg[4])
    n = 0
    if not must:
        n = add_move(moves, n, Move.NONE, 0, 0, 0)
    n = legal_transmute(game, box, seat, arrows, form, n, moves)
    if is_action and not must and box.rules.formulas_between_transmutations:
        n = legal_use(game, seat, n, moves)
    return n


@kernel
def resolve_next(
    game: Game, box: Box, log: Log, seat: int, kind: int, arrow: int, foot: int, paid: int
) -> None:
    """Stop, or transmute once; what is left of the frame waits for the next one.

    With a formula instead, ``arrow`` is its position, and the frame stays as it is.
    """
    if kind == Move.USE_FORMULA:
        use_formula(game, box, log, seat, arrow)
        return
    frame = game.stack[game.depth - 1]
    arrows, left = int(frame.arg[0]), int(frame.arg[1])
    source, form = int(frame.arg[2]), int(frame.arg[4])
    pop(game)
    if kind == Move.NONE:
        return
    if source == Transmuting.ONE_ARROW:
        arrows = 1 << arrow
    if source == Transmuting.ACTION:
        game.labs[seat].potency -= 1
        note(game, log, Event.SPEND, seat, arrow, 1)
        if not box.rules.mix_raw_and_refined:
            form = 1 if foot <= Thing.RAW_IRON else 2
    if left > 1:
        push(game, Frame.TRANSMUTE, seat, arrows, left - 1, source)
        game.stack[game.depth - 1].arg[4] = form
    transmute(game, box, log, seat, arrow, foot, paid)


@kernel
def transmute(game: Game, box: Box, log: Log, seat: int, arrow: int, foot: int, paid: int) -> None:
    """The five steps; the artifact's ability and the tokens follow from the stack."""
    lab = game.labs[seat]
    push(game, Frame.TRANSMUTED, seat, int(lab.waits), 0, 0)
    slot_ready = lab.slots[arrow] >= 0 and lab.ready[arrow]
    if slot_ready:
        push(game, Frame.TRIGGER, seat, arrow, 0, 0)
    lab.transmuting += 1
    note(game, log, Event.TRANSMUTE, seat, arrow, 1)
    if box.rules.pay_before_moving:
        hold(game, log, seat, paid, -1)
    hold(game, log, seat, foot, -1)
    hold(game, log, seat, head_thing(arrow), 1)
    if not box.rules.pay_before_moving:
        hold(game, log, seat, paid, -1)
    track = int(game.essence_track[essence_of(paid)])
    start_move(game, box, log, seat, track, 1)


@kernel
def run_transmuted(game: Game, box: Box, seat: int, waited: int) -> None:
    """A transmutation is over: the tokens entered in it resolve, the first one first."""
    pop(game)
    lab = game.labs[seat]
    lab.transmuting -= 1
    if lab.transmuting > 0 and box.rules.bonus_waits_for_outermost:
        return
    first = 0 if lab.transmuting == 0 else waited
    for place in range(int(lab.waits) - 1, first - 1, -1):
        push(game, Frame.TOKEN, seat, int(lab.waiting[place]), 0, 0)
    lab.waits = first


@kernel
def legal_yes_no(moves: Moves) -> int:
    """Yes, or no."""
    n = add_move(moves, 0, Move.YES, 0, 0, 0)
    return add_move(moves, n, Move.NONE, 0, 0, 0)


@kernel
def resolve_trigger(game: Game, box: Box, log: Log, seat: int, kind: int, slot: int) -> None:
    """Turn the artifact down and resolve its ability, or leave it.

    It may be down already, if a bonus token that doesn't wait (by a ruling) transmuted before it.
    """
    pop(game)
    lab = game.labs[seat]
    if kind == Move.NONE or not lab.ready[slot]:
        return
    lab.ready[slot] = 0
    note(game, log, Event.EXHAUST, seat, int(lab.slots[slot]), slot)
    use_ability(game, box, seat, int(lab.slots[slot]))


@kernel
def use_ability(game: Game, box: Box, seat: int, artifact: int) -> None:
    """Resolve an artifact's ability."""
    because(game, Cause.ARTIFACT, artifact)
    begin_effects(
        game,
        box,
        seat,
        int(box.artifact_ability[artifact, 0]),
        int(box.artifact_ability[artifact, 1]),
    )
