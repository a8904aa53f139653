"""Mastery tracks: advancing, the top, bonus tokens."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import Cause, Event, Frame, Move, Part
from trisim.games.trismegistus.rules.stack import (
    add_move,
    because,
    begin_effects,
    note,
    points,
    pop,
    push,
)
from trisim.games.trismegistus.rules.state import Box, Game, Lab, Log, Moves

TOP = 12


@kernel
def start_move(game: Game, box: Box, log: Log, seat: int, track: int, spaces: int) -> None:
    """A marker moves up; from the top it scores instead, however many spaces it was to go."""
    if game.labs[seat].level[track] >= TOP:
        points(game, log, seat, Part.TRACK_TOP, int(box.rules.points_at_top))
    else:
        push(game, Frame.STEPS, seat, track, spaces, 0)


@kernel
def push_repeat(
    game: Game, kind: int, seat: int, a: int, b: int, c: int, moved: int, track: int
) -> None:
    """What is left of a repeated advance waits, with the tracks it has moved on."""
    push(game, kind, seat, a, b, c)
    game.stack[game.depth - 1].arg[4] = moved | (1 << track)


@kernel
def repeat_move(
    game: Game, box: Box, log: Log, seat: int, track: int, spaces: int, moved: int
) -> None:
    """One of several moves of an effect; by a ruling, a further one at the top scores nothing."""
    if not is_lost(box, game.labs[seat], track, moved):
        start_move(game, box, log, seat, track, spaces)


@kernel
def is_lost(box: Box, lab: Lab, track: int, moved: int) -> bool:
    """Whether a move comes to nothing, after its effect has moved on some tracks (bits)."""
    if box.rules.each_advance_scores_at_top or lab.level[track] < TOP:
        return False
    return bool((moved >> track) & 1)


@kernel
def run_steps(game: Game, box: Box, log: Log, seat: int, track: int, spaces: int) -> None:
    """One space; the rest of the move waits on the stack. Spaces beyond the top are lost."""
    pop(game)
    if spaces == 0 or game.labs[seat].level[track] >= TOP:
        return
    if spaces > 1:
        push(game, Frame.STEPS, seat, track, spaces - 1, 0)
    step_up(game, box, log, seat, track)


@kernel
def enter_space(game: Game, box: Box, log: Log, seat: int, track: int) -> int:
    """Enter the next space of a track; the kind of bonus token it has for this seat, -1: none."""
    lab = game.labs[seat]
    lab.level[track] += 1
    note(game, log, Event.LEVEL, seat, track, 1)
    space = bonus_space(box, int(lab.level[track]))
    if space < 0 or game.bonus[track, space] < 0:
        return -1
    bit = 1 << (track * 4 + space)
    if int(lab.tokens) & bit:  # once a player and token
        return -1
    lab.tokens = int(lab.tokens) | bit
    note(game, log, Event.TOKEN, seat, int(game.bonus[track, space]), track * 4 + space)
    return int(game.bonus[track, space])


@kernel
def step_up(game: Game, box: Box, log: Log, seat: int, track: int) -> None:
    """Enter the next space of a track and take the bonus token there."""
    lab = game.labs[seat]
    kind = enter_space(game, box, log, seat, track)
    if kind < 0:
        return
    if lab.transmuting > 0 and box.rules.bonus_waits_for_artifact:
        lab.waiting[lab.waits] = kind
        lab.waits += 1
    else:
        push(game, Frame.TOKEN, seat, kind, 0, 0)


@kernel
def bonus_space(box: Box, level: int) -> int:
    """Which of the bonus spaces of a track this level is, lowest first; -1: none."""
    if not box.track_bonus[level]:
        return -1
    space = 0
    for below in range(level):
        space += int(box.track_bonus[below])
    return space


@kernel
def run_token(game: Game, box: Box, seat: int, kind: int) -> None:
    """A bonus token takes effect."""
    pop(game)
    because(game, Cause.TOKEN, kind)
    begin_effects(game, box, seat, int(box.token_effect[kind, 0]), int(box.token_effect[kind, 1]))


@kernel
def remove_tokens(game: Game, box: Box, log: Log) -> None:
    """Every token that a marker stands on or has passed leaves."""
    for track in range(4):
        highest = 0
        for seat in range(int(game.players)):
            highest = max(highest, int(game.labs[seat].level[track]))
        for level in range(1, highest + 1):
            space = bonus_space(box, level)
            if space >= 0 and game.bonus[track, space] >= 0:
                note(
                    game,
                    log,
                    Event.TOKEN_GONE,
                    -1,
                    int(game.bonus[track, space]),
                    track * 4 + space,
                )
                game.bonus[track, space] = -1


@kernel
def moved_tracks(game: Game) -> int:
    """The tracks that the repeated advance on top of the stack has moved on, as bits."""
    return int(game.stack[game.depth - 1].arg[4])


@kernel
def run_named(
    game: Game, box: Box, log: Log, seat: int, track: int, spaces: int, times: int
) -> None:
    """Advance on a named track, so many times."""
    moved = moved_tracks(game)
    pop(game)
    if times > 1:
        push_repeat(game, Frame.ADVANCE_NAMED, seat, track, spaces, times - 1, moved, track)
    repeat_move(game, box, log, seat, track, spaces, moved)


@kernel
def legal_any_track(moves: Moves) -> int:
    """Any of the four tracks."""
    n = 0
    for track in range(4):
        n = add_move(moves, n, Move.TRACK, track, 0, 0)
    return n


@kernel
def legal_lowest(game: Game, seat: int, moves: Moves) -> int:
    """The lowest track; with a tie the player chooses."""
    lowest = lowest_level(game, seat)
    n = 0
    for track in range(4):
        if game.labs[seat].level[track] == lowest:
            n = add_move(moves, n, Move.TRACK, track, 0, 0)
    return n


@kernel
def lowest_level(game: Game, seat: int) -> int:
    """The level on the lowest track."""
    lowest = TOP
    for track in range(4):
        lowest = min(lowest, int(game.labs[seat].level[track]))
    return lowest


@kernel
def legal_different(used: int, moves: Moves) -> int:
    """The tracks not advanced on yet."""
    n = 0
    for track in range(4):
        if not (used >> track) & 1:
            n = add_move(moves, n, Move.TRACK, track, 0, 0)
    return n


@kernel
def resolve_any_track(
    game: Game, box: Box, log: Log, seat: int, spaces: int, times: int, track: int
) -> None:
    """Move on the chosen track; further times wait."""
    moved = moved_tracks(game)
    pop(game)
    if times > 1:
        push_repeat(game, Frame.ADVANCE_ANY, seat, spaces, times - 1, 0, moved, track)
    repeat_move(game, box, log, seat, track, spaces, moved)


@kernel
def resolve_lowest(game: Game, box: Box, log: Log, seat: int, times: int, track: int) -> None:
    """Move on the lowest track; the next time it is looked for anew."""
    moved = moved_tracks(game)
    pop(game)
    if times > 1:
        push_repeat(game, Frame.ADVANCE_LOWEST, seat, times - 1, 0, 0, moved, track)
    repeat_move(game, box, log, seat, track, 1, moved)


@kernel
def resolve_different(
    game: Game, box: Box, log: Log, seat: int, tracks: int, used: int, track: int
) -> None:
    """Move on one of several different tracks; further ones wait, and further times."""
    left, moved = int(game.stack[game.depth - 1].arg[2]) - 1, moved_tracks(game)
    pop(game)
    used = used | (1 << track) if left % tracks > 0 else 0  # the next time: all tracks again
    if left > 0:
        push_repeat(game, Frame.ADVANCE_DIFFERENT, seat, tracks, used, left, moved, track)
    repeat_move(game, box, log, seat, track, 1, moved)
