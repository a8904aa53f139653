"""Performing an experiment: mastery, payment, bonuses, its column."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import (
    MASTERPIECE,
    PERFORMED_BY,
    Cause,
    Event,
    Frame,
    Move,
)
from trisim.games.trismegistus.rules.payment import (
    begin_payment,
    can_pay_due,
    clear_due,
    next_due,
    units_due,
)
from trisim.games.trismegistus.rules.stack import add_move, because, begin_effects, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves
from trisim.games.trismegistus.rules.stone import begin_unlock


@kernel
def held_experiment(game: Game, seat: int, place: int) -> int:
    """The experiment at a place beside the laboratory, or the masterpiece; -1: none."""
    if place == MASTERPIECE:
        return int(game.labs[seat].masterpiece)
    return int(game.labs[seat].beside[place])


@kernel
def make_due(game: Game, box: Box, seat: int, experiment: int) -> None:
    """Make due what an experiment asks: materials, missing levels, and discounts against them."""
    lab = game.labs[seat]
    clear_due(lab)
    element = int(box.experiment_element[experiment])
    for column in range(13):
        lab.due[column] = box.experiment_cost[experiment, column]
    lab.due_levels = max(0, int(box.experiment_mastery[experiment]) - int(lab.level[element]))
    lab.due_discounts = min(int(lab.discounts[element]), units_due(lab))


@kernel
def can_perform(game: Game, box: Box, seat: int, experiment: int) -> bool:
    """Whether an experiment can be paid, levels included."""
    make_due(game, box, seat, experiment)
    payable = can_pay_due(box, game.labs[seat])
    clear_due(game.labs[seat])
    return payable


@kernel
def legal_perform(game: Game, box: Box, seat: int, n: int, moves: Moves) -> int:
    """Each experiment that can be performed now."""
    for place in range(4):
        experiment = int(game.labs[seat].beside[place])
        if experiment >= 0 and can_perform(game, box, seat, experiment):
            n = add_move(moves, n, Move.PERFORM, place, 0, 0)
    experiment = int(game.labs[seat].masterpiece)
    if experiment >= 0 and can_perform(game, box, seat, experiment):
        n = add_move(moves, n, Move.PERFORM, MASTERPIECE, 0, 0)
    return n


@kernel
def begin_perform(game: Game, box: Box, log: Log, seat: int, place: int) -> None:
    """Take the card up and begin to pay for it."""
    experiment = held_experiment(game, seat, place)
    because(game, Cause.PAYMENT, experiment)
    note(game, log, Event.PERFORM, seat, experiment, 0)
    take_up(game, seat, place)
    push(game, Frame.PERFORM, seat, experiment, 0, 0)
    make_due(game, box, seat, experiment)
    if next_due(game.labs[seat]) >= 0:
        begin_payment(game, seat, experiment)
    if not box.rules.discounts_last:
        game.labs[seat].discounts[box.experiment_element[experiment]] = 0


@kernel
def take_up(game: Game, seat: int, place: int) -> None:
    """An experiment leaves its place; the others close up."""
    lab = game.labs[seat]
    if place == MASTERPIECE:
        lab.masterpiece = -1
        return
    for later in range(place, 3):
        lab.beside[later] = lab.beside[later + 1]
    lab.beside[3] = -1


@kernel
def run_perform(game: Game, box: Box, log: Log, seat: int, experiment: int) -> None:
    """Paid: bonuses now, then the card joins its column (before, if it counts itself)."""
    pop(game)
    because(game, Cause.EXPERIMENT, experiment)
    push(game, Frame.JOIN, seat, experiment, 0, 0)
    if box.rules.performed_card_counts_itself:
        count_performed(game, box, seat, experiment)
    first, count = (
        int(box.experiment_bonus[experiment, 0]),
        int(box.experiment_bonus[experiment, 1]),
    )
    begin_effects(game, box, seat, first, count)


@kernel
def count_performed(game: Game, box: Box, seat: int, experiment: int) -> None:
    """The card is among those performed."""
    lab = game.labs[seat]
    game.experiment_at[experiment] = PERFORMED_BY + seat
    lab.performed += 1
    lab.performed_element[box.experiment_element[experiment]] += 1
    lab.performed_level[box.experiment_level[experiment]] += 1


@kernel
def run_join(game: Game, box: Box, log: Log, seat: int, experiment: int) -> None:
    """The card joins its column; the first one there unlocks a formula."""
    pop(game)
    if not box.rules.performed_card_counts_itself:
        count_performed(game, box, seat, experiment)
    column = int(box.experiment_element[experiment])
    lab = game.labs[seat]
    if lab.performed_element[column] == 1 and not lab.by_experiment[column]:
        lab.by_experiment[column] = 1
        if box.rules.one_formula_by_each_way or not lab.by_gold[column]:
            begin_unlock(game, seat, column)
