"""Monsters and their curses: rows of both, and what the game counts of them."""

from __future__ import annotations

from trisim.games.madness.box.words import CurseKind
from trisim.games.madness.kernels import kernel
from trisim.games.madness.record.codes import CurseFate, MonsterFate
from trisim.games.madness.record.rows import CurseRow, MonsterRow, Tally, TurnRow
from trisim.games.madness.rules.codes import Cause, Event
from trisim.games.madness.rules.state import MONSTERS, SLOTS, Box
from trisim.record.columns import MISSING

INVOCATION = 6
"""The space of the marker where a monster is beaten or escapes."""


@kernel
def clear_monsters(tally: Tally) -> None:
    """Before the first turn no monster has appeared."""
    tally.monster = 0
    tally.sheet = MISSING
    tally.space = 0
    tally.beaten = 0
    tally.escaped = 0
    tally.lay = 0
    tally.on_track = 0
    for slot in range(SLOTS):
        tally.track[slot] = -1
        tally.laid_as[slot] = 0
    for number in range(MONSTERS):
        tally.laid[number] = 0
        tally.destroyed[number] = 0
        tally.reached[number] = 0


# ---------------------------------------------------------------- monsters


@kernel
def begin_monster(row: MonsterRow, tally: Tally, sheet: int, number: int) -> None:
    """The row of a monster that appears."""
    tally.monster = number + 1
    tally.sheet = sheet
    tally.reached[number] = 1
    row.game = tally.number
    row.deal = tally.deal
    row.round_ = number + 1
    row.monster = sheet
    row.page = MISSING
    row.first_turn = tally.turn
    row.turns = 1
    row.curses, row.multi, row.destroyed, row.struck = 0, 0, 0, 0
    row.turn_destroyed = MISSING
    row.fate = MonsterFate.OPEN
    row.left, row.actions, row.madness_taken, row.madness_cured = 0, 0, 0, 0


@kernel
def move_marker(row: MonsterRow, tally: Tally, space: int) -> None:
    """The marker reaches a space of the monster at hand, or the first one of the next."""
    tally.space = space
    number = int(tally.monster) - 1
    if number >= 0 and space > int(tally.reached[number]):
        tally.reached[number] = space
        row.turns = min(space, INVOCATION - 1)


@kernel
def end_monster(row: MonsterRow, tally: Tally, what: int) -> None:
    """A monster is beaten, or escapes."""
    row.left = tally.on_track
    if what == Event.BEATEN:
        row.fate = MonsterFate.BEATEN
        tally.beaten += 1
    else:
        row.fate = MonsterFate.ESCAPED
        tally.escaped += 1


@kernel
def close_monster(row: MonsterRow, tally: Tally) -> None:
    """The game ends: curses of a monster that is still at hand are left."""
    if row.fate == MonsterFate.OPEN:
        row.left = tally.on_track


# ---------------------------------------------------------------- curses


@kernel
def lay_curse(row: MonsterRow, tally: Tally, box: Box, curse: int, slot: int) -> None:
    """Count a curse that is laid."""
    number = int(tally.monster) - 1
    if number >= 0:
        tally.laid[number] += 1
    row.curses += 1
    row.multi += int(box.curse[curse].kind == CurseKind.MULTI)
    tally.track[slot] = curse
    tally.laid_as[slot] = tally.lay
    tally.on_track += 1
    tally.lay += 1


@kernel
def write_laid(row: CurseRow, tally: Tally, box: Box, curse: int, slot: int) -> None:
    """The row of a curse that was just laid."""
    row.game = tally.number
    row.deal = tally.deal
    row.lay = int(tally.lay) - 1
    row.curse = curse
    row.kind = box.curse[curse].kind
    row.round_ = tally.monster
    row.slot = slot
    row.turn_laid = tally.turn
    row.turn_struck, row.turn_gone, row.destroyed_by = MISSING, MISSING, MISSING
    row.fate = CurseFate.OPEN
    row.by_effect, row.tokens, row.neutralised = 0, 0, 0
    row.madness_under, row.madness_taken = 0, 0


@kernel
def destroy_curse(turn: TurnRow, row: MonsterRow, tally: Tally, slot: int) -> None:
    """Count a curse that is destroyed, by action or effect."""
    number = int(tally.monster) - 1
    if number >= 0:
        tally.destroyed[number] += 1
    turn.curses_destroyed += 1
    row.destroyed += 1
    row.turn_destroyed = tally.turn
    clear_slot(tally, slot)


@kernel
def clear_slot(tally: Tally, slot: int) -> None:
    tally.track[slot] = -1
    tally.on_track -= 1


@kernel
def follow_curse(
    row: CurseRow, tally: Tally, what: int, seat: int, thing: int, delta: int, cause: int
) -> None:
    """What happens to a curse on the track."""
    if what == Event.CURSE_STRIKES:
        row.turn_struck = tally.turn
    elif what == Event.CURSE_DESTROYED:
        row.fate = CurseFate.DESTROYED
        row.turn_gone = tally.turn
        row.destroyed_by = seat
        row.by_effect = int(cause != Cause.ACTION)
    elif what == Event.CURSE_LEAVES:
        row.fate = CurseFate.LEFT
        row.turn_gone = tally.turn
    elif what == Event.CURSE_NEUTRALISED:
        row.neutralised += 1
    elif what == Event.TOKEN:
        row.tokens += 1
    elif what == Event.CURSE_MADNESS and delta > 0:
        row.madness_under += delta


@kernel
def slot_of_event(what: int, thing: int, delta: int) -> int:
    """The slot that an event about a curse names."""
    return thing if what == Event.CURSE_MADNESS else delta


# ---------------------------------------------------------------- progress


@kernel
def progress(tally: Tally, pile: int, madness: int) -> float:
    """How far the team came; see the column."""
    total = 0.0
    for number in range(int(tally.monster)):
        over = (int(tally.reached[number]) - 1) / (INVOCATION - 1)
        laid = int(tally.laid[number])
        done = int(tally.destroyed[number]) / laid if laid > 0 else over
        total += (over + done) / 2
    return 0.95 * total / MONSTERS + 0.04 * min(1.0, pile / max(1, madness))
