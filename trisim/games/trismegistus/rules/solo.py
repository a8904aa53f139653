"""The solo game: whether a game is one, its difficulty options, and who is who at the table."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.state import Box, Game
from trisim.sim.errors import SettingsError

PLAYERS = 2
"""Seats of a solo game: yours, and its."""

SOLO_DICE = 1
"""The row of ``box.dice`` for the solo game."""

WHITE = 1


@dataclass(frozen=True, slots=True)
class Solo:
    """A game against Botmegistus: how hard, and whether its next cards lie open."""

    options: SoloOptions = field(default_factory=SoloOptions)
    planning: bool = False


def solo_in_force(box: Any, options: Any) -> Solo | None:
    """What games with these options of a run are played against; None if Botmegistus doesn't."""
    from trisim.games.trismegistus.box.difficulty import DifficultyError, options_of

    if not options.solo:
        return None
    try:
        return Solo(options_of(box, options.difficulty, dict(options.options)), options.planning)
    except DifficultyError as error:
        raise SettingsError(str(error)) from error


def fill_solo(record: Any, solo: Solo) -> None:
    """Make a blank game (its ``solo`` record) one against Botmegistus."""
    record.on = True
    record.planning = solo.planning
    for option in fields(SoloOptions):
        record[option.name] = int(getattr(solo.options, option.name))


def solo_of(record: Any) -> Solo | None:
    """Back from the record; nothing if it is no solo game."""
    if not record.on:
        return None
    usual = asdict(SoloOptions())
    options: dict[str, Any] = {name: type(usual[name])(record[name]) for name in usual}
    return Solo(SoloOptions(**options), bool(record.planning))


@kernel
def your_seat(game: Game) -> int:
    """The seat that is not Botmegistus'."""
    return 1 - int(game.bot_seat)


@kernel
def dice_in_game(game: Game, box: Box, color: int) -> int:
    """How many dice of a colour are rolled."""
    if game.bot_seat < 0:
        return int(box.dice[int(game.players), color])
    dice = int(box.dice[SOLO_DICE, color])
    return dice - int(game.solo.no_fifth_white) if color == WHITE else dice
