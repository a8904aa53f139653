"""The tracks of Botmegistus: which one it moves up, and what settles a tie."""

from __future__ import annotations

from trisim.games.trismegistus.box.words import Track
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.bot.choices import decide
from trisim.games.trismegistus.rules.codes import BotDecision, Priority
from trisim.games.trismegistus.rules.solo import your_seat
from trisim.games.trismegistus.rules.state import Box, Game, Log
from trisim.games.trismegistus.rules.tracks import TOP, bonus_space, enter_space, lowest_level

TRACKS = 4
NO_TOKEN = 100
"""Farther than any token."""

BESIDE = 4


@kernel
def move_up(game: Game, box: Box, log: Log, track: int) -> int:
    """Move up one space on a named track, its lowest, or where an experiment is nearest.

    The kind of the bonus token that it enters is returned; -1: none.
    """
    if track < TRACKS:
        chosen = named_track(game, box, log, track)
    elif track == Track.NEAREST:
        chosen = nearest_track(game, box, log)
    else:
        chosen = lowest_track(game, box, log)
    if chosen < 0:
        return -1
    return enter_space(game, box, log, int(game.bot_seat), chosen)


@kernel
def named_track(game: Game, box: Box, log: Log, track: int) -> int:
    """That track; from its top, another one below the top; -1: all are there."""
    if level_of(game, track) < TOP:
        decide(game, log, BotDecision.TRACK, Priority.NAMED, track)
        return track
    if not box.solo_rules.top_moves_elsewhere:
        return -1
    below = 0
    for other in range(TRACKS):
        below |= int(level_of(game, other) < TOP) << other
    return settle(game, box, log, below, Priority.ONLY)


@kernel
def lowest_track(game: Game, box: Box, log: Log) -> int:
    """Its lowest track; -1: all are at the top."""
    lowest, tracks = lowest_level(game, int(game.bot_seat)), 0
    if lowest == TOP:
        return -1
    for track in range(TRACKS):
        tracks |= int(level_of(game, track) == lowest) << track
    return settle(game, box, log, tracks, Priority.LOWEST)


@kernel
def nearest_track(game: Game, box: Box, log: Log) -> int:
    """Where the fewest levels are missing for an experiment it holds; else its lowest.

    An experiment whose level it has waits for the end of the turn; a ruling says if it counts.
    """
    fewest, tracks = TOP + 1, 0
    least = 1 if box.solo_rules.step_ignores_met_experiments else 0
    for place in range(BESIDE):
        experiment = int(game.labs[int(game.bot_seat)].beside[place])
        if experiment < 0:
            continue
        track = int(box.experiment_element[experiment])
        if level_of(game, track) == TOP:
            continue
        missing = max(0, int(box.experiment_mastery[experiment]) - level_of(game, track))
        if missing < least or missing > fewest:
            continue
        if missing < fewest:
            fewest, tracks = missing, 0
        tracks |= 1 << track
    if tracks == 0:
        return lowest_track(game, box, log)
    return settle(game, box, log, tracks, Priority.NEAREST_EXPERIMENT)


# ---------------------------------------------------------------- ties


@kernel
def settle(game: Game, box: Box, log: Log, tracks: int, alone: int) -> int:
    """One of some tracks (bits): the next token, the lead over you, left-most; -1: there is none.

    ``alone`` is the priority that has already settled it, if there is but one.
    """
    best = -1
    for place in range(TRACKS):
        track = int(box.track_order[place])
        if (tracks >> track) & 1 and (best < 0 or is_better(game, box, track, best)):
            best = track
    if best >= 0:
        decide(game, log, BotDecision.TRACK, what_settled(game, box, tracks, best, alone), best)
    return best


@kernel
def is_better(game: Game, box: Box, track: int, best: int) -> bool:
    """Whether a track comes before another that stands left of it."""
    own, other = to_next_token(game, box, track), to_next_token(game, box, best)
    if own != other:
        return own < other
    return lead(game, track) > lead(game, best)


@kernel
def what_settled(game: Game, box: Box, tracks: int, best: int, alone: int) -> int:
    """What told a track from the others."""
    all_of_them, as_near, as_far_ahead = 0, 0, 0
    for track in range(TRACKS):
        if (tracks >> track) & 1:
            all_of_them += 1
            if to_next_token(game, box, track) == to_next_token(game, box, best):
                as_near += 1
                as_far_ahead += int(lead(game, track) == lead(game, best))
    if all_of_them == 1:
        return alone
    if as_near == 1:
        return int(Priority.NEXT_TOKEN)
    return int(Priority.LEAD if as_far_ahead == 1 else Priority.LEFTMOST)


@kernel
def level_of(game: Game, track: int) -> int:
    """Its level on a track."""
    return int(game.labs[int(game.bot_seat)].level[track])


@kernel
def lead(game: Game, track: int) -> int:
    """How far it is above you on a track; below 0 if it lags."""
    return level_of(game, track) - int(game.labs[your_seat(game)].level[track])


@kernel
def to_next_token(game: Game, box: Box, track: int) -> int:
    """Spaces to the next bonus token that is still there."""
    level = level_of(game, track)
    for above in range(level + 1, TOP + 1):
        space = bonus_space(box, above)
        if space >= 0 and game.bonus[track, space] >= 0:
            return above - level
    return NO_TOKEN
