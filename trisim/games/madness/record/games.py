"""The end: the row of the game, and those of its cards."""

from __future__ import annotations

from trisim.games.madness.box.words import MADNESS, Zone
from trisim.games.madness.kernels import inlined, kernel
from trisim.games.madness.record.codes import CardKind
from trisim.games.madness.record.monsters import progress
from trisim.games.madness.record.moves import in_zones
from trisim.games.madness.record.players import write_player
from trisim.games.madness.record.rows import (
    CARDS,
    GAMES,
    KEEP_CARDS,
    TABLE,
    GameRow,
    Rows,
    Tally,
)
from trisim.games.madness.record.spells import mage_of, owner_of, write_held, write_spell
from trisim.games.madness.rules.codes import Loss
from trisim.games.madness.rules.state import Box, Game
from trisim.record.columns import MISSING


@inlined
def finish(rows: Rows, tally: Tally, game: Game, box: Box, keep: int) -> None:
    """The rows of the players, of the game and of the cards."""
    learned, casts = 0, 0
    for seat in range(int(game.players)):
        row = rows.players[tally.player_at + seat]
        write_player(row, game, seat)
        if not game.seats[seat].out:
            row.eliminated_turn = MISSING
        learned += int(row.learned)
        casts += int(row.casts)
    result = rows.games[rows.filled[GAMES]]
    write_game(result, tally, game, box)
    result.spells_learned = learned
    result.casts = casts
    if keep & KEEP_CARDS:
        write_cards(rows, tally, game, box)


@kernel
def write_game(row: GameRow, tally: Tally, game: Game, box: Box) -> None:
    """The result of the team, and what was counted on the way."""
    row.turns = int(tally.turn) + 1
    row.won = int(game.won)
    row.loss = game.loss
    row.loss_cause = tally.loss_cause
    row.loss_card = tally.loss_id
    row.loss_seat = tally.loss_seat
    if game.loss == Loss.ESCAPE and tally.monster > 0:
        row.loss_card = int(box.spells) + int(box.curses) + int(tally.sheet)
    row.monsters = tally.monster
    row.last_monster = tally.sheet
    row.monsters_beaten = tally.beaten
    row.monsters_escaped = tally.escaped
    row.space = tally.space
    row.curses_laid = tally.lay
    for number in range(int(tally.monster)):
        row.curses_destroyed += tally.destroyed[number]
    row.madness_taken = tally.madness_taken
    row.madness_cured = tally.madness_cured
    row.eliminated = tally.eliminated
    write_table(row, tally)
    row.progress = 1.0
    if not game.won:
        row.progress = progress(tally, int(row.pile_left), int(box.madness[game.players]))


@kernel
def write_table(row: GameRow, tally: Tally) -> None:
    """What is where at the end."""
    row.curses_left = tally.on_track
    row.pile_left = tally.zones[TABLE, int(Zone.PILE), MADNESS]
    row.madness_hands = in_zones(tally, int(Zone.HAND), MADNESS)
    row.madness_supports = in_zones(tally, int(Zone.SUPPORT), MADNESS)
    row.madness_decks = in_zones(tally, int(Zone.DECK), MADNESS)
    row.madness_discards = in_zones(tally, int(Zone.DISCARD), MADNESS)
    row.madness_curses = tally.zones[TABLE, int(Zone.CURSE), MADNESS]
    row.madness_destroyed = tally.zones[TABLE, int(Zone.DESTROYED), MADNESS]
    row.madness_gone = tally.madness_gone
    row.strength = tally.strength


@inlined
def write_cards(rows: Rows, tally: Tally, game: Game, box: Box) -> None:
    """Spells, basic ones of each seat and those of the library that were turned up; mages."""
    for spell in range(int(box.spells)):
        if box.spell[spell].basic:
            for seat in range(int(game.players)):
                row, own = rows.cards[rows.filled[CARDS]], tally.spells[seat, spell]
                write_held(row, tally, own, spell, seat, int(CardKind.BASIC_SPELL))
                rows.filled[CARDS] += 1
        elif tally.offered[spell] != MISSING:
            row = rows.cards[rows.filled[CARDS]]
            write_spell(row, tally, spell, owner_of(tally, spell))
            rows.filled[CARDS] += 1
    for mage in range(int(box.mages)):
        for seat in range(int(game.players)):
            if mage_of(game, seat) == mage:
                row, card = rows.cards[rows.filled[CARDS]], int(box.spells) + mage
                write_held(row, tally, tally.mages[seat], card, seat, int(CardKind.MAGE))
                rows.filled[CARDS] += 1
