"""Book-keeping over the log: its sums must give what everybody holds, at every decision."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tests.trismegistus.support.invariants import Check, frames_of
from trisim.engine.kernel import struct
from trisim.games.trismegistus.box.words import SoloKind, Thing
from trisim.games.trismegistus.kernels import REGISTRY, kernel
from trisim.games.trismegistus.rules.codes import At, Event, FormulaState, Frame, Part
from trisim.games.trismegistus.rules.state import Box, Game, Log

BOOKS = struct(
    ("read", np.int32),  # events read so far
    ("held", np.int32, (4, 18)),
    ("reactions_used", np.int32, (4,)),
    ("vp", np.int32, (4, len(Part))),
    ("level", np.int32, (4, 4)),
    ("slots", np.int32, (4, 6)),  # artifact + 1
    ("ready", np.int32, (4, 6)),
    ("hand", np.int32, (4,)),  # publications
    ("experiments", np.int32, (4,)),  # beside the laboratory, and the masterpiece
    ("performed", np.int32, (4,)),
    ("vault", np.int32, (4,)),
    ("gone", np.int32, (4,)),  # formulas that left with the vault full
    ("formulas_used", np.int32, (4,)),
    ("achievements", np.int32, (4,)),
    ("tokens", np.int32, (4,)),  # entered, as bits
    ("tokens_there", np.int32),  # on the tracks, as bits
    ("drafted", np.int32, (4,)),  # dice of this round
    ("used", np.int32, (4,)),
    ("bot_elementals", np.int32, (4,)),  # on artifacts of Botmegistus
    ("bot_used", np.int32),  # its cards: flipped, less those shuffled into a new deck
    ("bot_added", np.int32),  # its cards added to the basic ones
    ("turns", np.int32),
    ("fault", np.int32),  # found while reading
)
"""What the log adds up to."""

REGISTRY.records["Books"] = BOOKS
Books: TypeAlias = Any


@kernel
def enter(books: Books, box: Box, log: Log, players: int) -> None:
    """Read on in the log."""
    for place in range(int(books.read), int(log.count)):
        event = log.events[place]
        what, seat = int(event.what), int(event.seat)
        thing, delta = int(event.thing), int(event.delta)
        if what == Event.ROUND or what == Event.END:
            close_round(books, box, players, what == Event.ROUND and thing == 1)
        elif what == Event.TOKEN_AT:
            books.tokens_there = int(books.tokens_there) | (1 << delta)
        elif what == Event.TOKEN_GONE:
            books.tokens_there = int(books.tokens_there) & ~(1 << delta)
        elif what >= Event.BOT_CARD or (what == Event.TAKE_ARTIFACT and delta < 0):
            enter_bot(books, box, what, thing)
        elif seat >= 0 and what < Event.TAKE_EXPERIMENT:
            enter_holding(books, what, seat, thing, delta)
        elif seat >= 0:
            enter_card(books, what, seat, thing, delta)
    books.read = log.count


@kernel
def enter_bot(books: Books, box: Box, what: int, thing: int) -> None:
    """Artifacts and cards of Botmegistus."""
    if what == Event.TAKE_ARTIFACT:
        for element in range(4):
            books.bot_elementals[element] += int(box.artifact_elementals[thing, element])
    elif what == Event.BOT_CARD:
        books.bot_used += 1
    elif what == Event.BOT_SHUFFLE:
        books.bot_used -= thing
    elif what == Event.BOT_ADDED:
        books.bot_added += 1


@kernel
def enter_holding(books: Books, what: int, seat: int, thing: int, delta: int) -> None:
    """Things, points, levels, dice, turns."""
    if what == Event.HOLD:
        books.held[seat, thing] += delta
    elif what == Event.POINTS:
        books.vp[seat, thing] += delta
    elif what == Event.LEVEL:
        books.level[seat, thing] += delta
    elif what == Event.DRAFT:
        books.drafted[seat] += 1
    elif what == Event.TURN:
        if thing != int(books.turns):
            books.fault = Check.BOOK_TURNS
        books.turns += 1


@kernel
def enter_card(books: Books, what: int, seat: int, thing: int, delta: int) -> None:
    """Cards, formulas, tokens, reactions."""
    if what == Event.REACT:
        books.held[seat, Thing.REACTION] += delta
        books.reactions_used[seat] -= delta
    elif what == Event.TAKE_EXPERIMENT:
        books.experiments[seat] += 1
    elif what == Event.KEEP:
        enter_kept(books, seat, delta)
    elif what == Event.PERFORM:
        books.experiments[seat] -= 1
        books.performed[seat] += 1
    elif what == Event.DRAW or what == Event.RETURN:
        books.hand[seat] += delta
    elif what == Event.DIE_USED:
        books.used[seat] += 1
    elif what == Event.TOKEN:
        if not (int(books.tokens_there) >> delta) & 1 or (int(books.tokens[seat]) >> delta) & 1:
            books.fault = Check.BOOK_TOKENS
        books.tokens[seat] = int(books.tokens[seat]) | (1 << delta)
    else:
        enter_laboratory(books, what, seat, thing, delta)


@kernel
def enter_kept(books: Books, seat: int, delta: int) -> None:
    """A card kept at setup: experiment, masterpiece, publication (artifacts are placed later)."""
    if delta == 1 or delta == 3:
        books.experiments[seat] += 1
    elif delta == 5:
        books.hand[seat] += 1


@kernel
def enter_laboratory(books: Books, what: int, seat: int, thing: int, delta: int) -> None:
    """Artifacts and formulas."""
    if what == Event.TAKE_ARTIFACT:
        if books.slots[seat, delta] != 0:
            books.fault = Check.BOOK_ARTIFACTS
        books.slots[seat, delta] = thing + 1
        books.ready[seat, delta] = 1
    elif what == Event.LOSE_ARTIFACT:
        books.slots[seat, delta] = 0
        books.ready[seat, delta] = 0
    elif what == Event.EXHAUST or what == Event.READY:
        up = 1 if what == Event.READY else 0
        if int(books.slots[seat, delta]) != thing + 1 or int(books.ready[seat, delta]) == up:
            books.fault = Check.BOOK_ARTIFACTS
        books.ready[seat, delta] = up
    elif what == Event.UNLOCK:
        if delta >= 0:
            books.vault[seat] += 1
        else:
            books.gone[seat] += 1
    elif what == Event.USE_FORMULA:
        books.formulas_used[seat] += 1
    elif what == Event.ACHIEVE:
        books.achievements[seat] += 1


@kernel
def close_round(books: Books, box: Box, players: int, first: bool) -> None:
    """Everybody drafted and used just as many dice as a round has."""
    for seat in range(players):
        dice = int(box.rules.dice_per_round)
        if not first and (int(books.drafted[seat]) != dice or int(books.used[seat]) != dice):
            books.fault = Check.BOOK_DICE
        books.drafted[seat] = 0
        books.used[seat] = 0


@kernel
def book_fault(books: Books, game: Game, box: Box) -> int:
    """Where the state differs from what the log adds up to."""
    if books.fault != 0:
        return int(books.fault)
    there = 0
    for track in range(4):
        for space in range(4):
            if game.bonus[track, space] >= 0:
                there |= 1 << (track * 4 + space)
    if there != int(books.tokens_there):
        return int(Check.BOOK_TOKENS)
    for seat in range(int(game.players)):
        fault = seat_book_fault(books, game, seat)
        if fault == 0:
            fault = card_book_fault(books, game, box, seat)
        if fault != 0:
            return fault
    return bot_book_fault(books, game, box)


@kernel
def bot_book_fault(books: Books, game: Game, box: Box) -> int:
    """Artifacts and cards of Botmegistus."""
    if game.bot_seat < 0:
        return 0
    for element in range(4):
        if int(books.bot_elementals[element]) != int(game.bot.elementals[element]):
            return int(Check.BOOK_BOT)
    used, added = 0, 0
    for card in range(int(box.solo_cards)):
        at = int(game.bot.at[card])
        used += int(at == At.USED)
        added += int(at != At.AWAY and int(box.solo_kind[card]) != SoloKind.BASIC)
    if used != int(books.bot_used) or added != int(books.bot_added):
        return int(Check.BOOK_BOT)
    return 0


@kernel
def seat_book_fault(books: Books, game: Game, seat: int) -> int:
    """Things, points, levels, reactions, artifacts, dice of a seat."""
    lab = game.labs[seat]
    for thing in range(18):
        if int(lab.held[thing]) != int(books.held[seat, thing]):
            return int(Check.BOOK_REACTIONS if thing == Thing.REACTION else Check.BOOK_HELD)
    if int(lab.used_reactions) != int(books.reactions_used[seat]):
        return int(Check.BOOK_REACTIONS)
    for part in range(len(lab.vp)):
        if int(lab.vp[part]) != int(books.vp[seat, part]):
            return int(Check.BOOK_POINTS)
    for track in range(4):
        if int(lab.level[track]) != int(books.level[seat, track]):
            return int(Check.BOOK_LEVEL)
    for slot in range(6):
        if int(lab.slots[slot]) + 1 != int(books.slots[seat, slot]):
            return int(Check.BOOK_ARTIFACTS)
        if lab.slots[slot] >= 0 and int(lab.ready[slot]) != int(books.ready[seat, slot]):
            return int(Check.BOOK_ARTIFACTS)
    if not game.over and int(lab.dice_used) != int(books.used[seat]):
        return int(Check.BOOK_DICE)
    return 0


@kernel
def card_book_fault(books: Books, game: Game, box: Box, seat: int) -> int:
    """Cards, formulas, achievements and tokens of a seat."""
    lab = game.labs[seat]
    hand, claimed, experiments = 0, 0, 1 if lab.masterpiece >= 0 else 0
    for card in range(int(box.publications)):
        hand += int(int(game.publication_at[card]) == seat)
    for card in range(int(box.achievements)):
        claimed += int(int(game.achievement_at[card]) == seat)
    for place in range(4):
        experiments += int(lab.beside[place] >= 0)
    if hand != int(books.hand[seat]) or experiments != int(books.experiments[seat]):
        return int(Check.BOOK_CARDS)
    under_way = frames_of(game, seat, Frame.PERFORM, -1)
    if not box.rules.performed_card_counts_itself:
        under_way += frames_of(game, seat, Frame.JOIN, -1)
    if int(lab.performed) + under_way != int(books.performed[seat]):
        return int(Check.BOOK_CARDS)
    if claimed != int(books.achievements[seat]):
        return int(Check.BOOK_ACHIEVEMENTS)
    used, gone = 0, 0
    for position in range(8):
        used += int(lab.formula_state[position] == FormulaState.USED)
        gone += int(lab.formula_state[position] == FormulaState.GONE)
    if used != int(books.formulas_used[seat]) or gone != int(books.gone[seat]):
        return int(Check.BOOK_FORMULAS)
    if int(lab.placed) != int(books.vault[seat]):
        return int(Check.BOOK_FORMULAS)
    if int(lab.tokens) != int(books.tokens[seat]):
        return int(Check.BOOK_TOKENS)
    return 0
