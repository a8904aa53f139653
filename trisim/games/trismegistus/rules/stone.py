"""The philosopher's stone: unlocking formulas, placing them in the vault, using them."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import Cause, Event, FormulaState, Frame, Move
from trisim.games.trismegistus.rules.stack import (
    add_move,
    because,
    begin_effects,
    hold,
    note,
    pop,
    push,
)
from trisim.games.trismegistus.rules.state import AGENDA, Box, Game, Lab, Log, Moves

SIDE = 4
"""Rows and columns of the frame a vault is drawn in."""


@kernel
def vault_is_full(box: Box, lab: Lab) -> bool:
    """Whether every space of the vault is taken."""
    return empty_space(box, lab, 0) < 0


@kernel
def empty_space(box: Box, lab: Lab, start: int) -> int:
    """The first empty space from ``start`` on; -1: none."""
    for space in range(start, SIDE * SIDE):
        is_space = box.vault_space[lab.alchemist, space // SIDE, space % SIDE]
        if is_space and lab.vault[space] < 0:
            return space
    return -1


# ---------------------------------------------------------------- unlocking


@kernel
def begin_unlock(game: Game, seat: int, column: int) -> None:
    """The first experiment of a column unlocks one of its formulas, if any is left."""
    lab = game.labs[seat]
    for position in range(column * 2, column * 2 + 2):
        if lab.formula_state[position] == FormulaState.LOCKED:
            push(game, Frame.UNLOCK, seat, column, 0, 0)
            return


@kernel
def legal_unlock(game: Game, seat: int, column: int, moves: Moves) -> int:
    """Each locked formula of the column."""
    n = 0
    for position in range(column * 2, column * 2 + 2):
        if game.labs[seat].formula_state[position] == FormulaState.LOCKED:
            n = add_move(moves, n, Move.BUY_FORMULA, position, 0, 0)
    return n


@kernel
def resolve_unlock(game: Game, box: Box, log: Log, seat: int, position: int) -> None:
    """Unlock a formula of the column."""
    pop(game)
    release(game, box, log, seat, position)


@kernel
def release(game: Game, box: Box, log: Log, seat: int, position: int) -> None:
    """A formula leaves its column: into the vault, or, with the vault full, out of the game."""
    lab = game.labs[seat]
    if vault_is_full(box, lab):
        lab.formula_state[position] = FormulaState.GONE
        if box.rules.full_vault_keeps_discount:
            lab.discounts[position // 2] += 1
        note(game, log, Event.UNLOCK, seat, int(lab.formula[position]), -1)
        return
    lab.discounts[position // 2] += 1
    push(game, Frame.VAULT, seat, position, 0, 0)


@kernel
def formula_price(box: Box, lab: Lab) -> int:
    """Gold for the next formula."""
    count = int(lab.bought)
    if not box.rules.price_counts_bought_only:
        count = 0
        for position in range(8):
            if lab.formula_state[position] != FormulaState.LOCKED:
                count += 1
    return int(box.stone_prices[min(count, 3)])


@kernel
def legal_buy(game: Game, box: Box, seat: int, n: int, moves: Moves) -> int:
    """Each formula that gold can unlock now."""
    lab = game.labs[seat]
    if int(lab.held[Thing.GOLD]) < formula_price(box, lab) or vault_is_full(box, lab):
        return n
    for position in range(8):
        column = position // 2
        taken = lab.by_gold[column] or (
            not box.rules.one_formula_by_each_way and lab.by_experiment[column]
        )
        if lab.formula_state[position] == FormulaState.LOCKED and not taken:
            n = add_move(moves, n, Move.BUY_FORMULA, position, 0, 0)
    return n


@kernel
def buy_formula(game: Game, box: Box, log: Log, seat: int, position: int) -> None:
    """Unlock a formula for gold."""
    lab = game.labs[seat]
    because(game, Cause.PURCHASE, int(lab.formula[position]))
    hold(game, log, seat, Thing.GOLD, -formula_price(box, lab))
    lab.by_gold[position // 2] = 1
    lab.bought += 1
    release(game, box, log, seat, position)


# ---------------------------------------------------------------- the vault


@kernel
def legal_vault(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """Each empty space."""
    lab = game.labs[seat]
    n = 0
    space = empty_space(box, lab, 0)
    while space >= 0:
        n = add_move(moves, n, Move.SPACE, space, 0, 0)
        space = empty_space(box, lab, space + 1)
    return n


@kernel
def resolve_vault(game: Game, box: Box, log: Log, seat: int, position: int, space: int) -> None:
    """Place a formula and take the bonuses of the lines it completes."""
    pop(game)
    lab = game.labs[seat]
    lab.vault[space] = position
    lab.placed += 1
    lab.formula_state[position] = FormulaState.READY
    note(game, log, Event.UNLOCK, seat, int(lab.formula[position]), space)
    because(game, Cause.VAULT, int(lab.alchemist))
    before = int(game.agenda_top)
    if line_is_complete(box, lab, space // SIDE, 0, 0, 1):
        add_line(game, box, lab, space // SIDE, 0)
    if line_is_complete(box, lab, 0, space % SIDE, 1, 0):
        add_line(game, box, lab, space % SIDE, 1)
    count = int(game.agenda_top) - before
    if count > 0:
        push(game, Frame.EFFECTS, seat, count, 0, 0)


@kernel
def line_is_complete(box: Box, lab: Lab, row: int, column: int, down: int, right: int) -> bool:
    """Whether every space of a row or column is taken."""
    for _ in range(SIDE):
        if box.vault_space[lab.alchemist, row, column] and lab.vault[row * SIDE + column] < 0:
            return False
        row += down
        column += right
    return True


@kernel
def add_line(game: Game, box: Box, lab: Lab, line: int, is_column: int) -> None:
    """Put the bonuses at both ends of a line on the agenda."""
    for end in range(2):
        if is_column:
            first = int(box.vault_column_bonus[lab.alchemist, line, end, 0])
            count = int(box.vault_column_bonus[lab.alchemist, line, end, 1])
        else:
            first = int(box.vault_row_bonus[lab.alchemist, line, end, 0])
            count = int(box.vault_row_bonus[lab.alchemist, line, end, 1])
        for row in range(first, first + count):
            if game.agenda_top >= AGENDA:
                raise OverflowError("too many effects are pending")
            game.agenda[game.agenda_top] = row
            game.agenda_top += 1


# ---------------------------------------------------------------- using formulas


@kernel
def legal_use(game: Game, seat: int, n: int, moves: Moves) -> int:
    """Each face-up formula of the vault."""
    for position in range(8):
        if game.labs[seat].formula_state[position] == FormulaState.READY:
            n = add_move(moves, n, Move.USE_FORMULA, position, 0, 0)
    return n


@kernel
def use_formula(game: Game, box: Box, log: Log, seat: int, position: int) -> None:
    """Turn a formula down for good and resolve its ability."""
    lab = game.labs[seat]
    formula = int(lab.formula[position])
    lab.formula_state[position] = FormulaState.USED
    because(game, Cause.FORMULA, formula)
    note(game, log, Event.USE_FORMULA, seat, formula, 0)
    first, count = int(box.formula_ability[formula, 0]), int(box.formula_ability[formula, 1])
    begin_effects(game, box, seat, first, count)
