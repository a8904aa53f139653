"""What people read of a single game: its moves, boards, transcripts and positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trisim.transcript import Transcript


def move_number(game: Any, move: int) -> str:
    """For a game that has no words for its moves yet."""
    return f"move {move}"


def nothing_more(game: Any, move: int) -> str:
    """For a game whose moves say all there is."""
    return ""


def no_lines(game: Any, seat: int) -> Sequence[str]:
    """For a game that shows no board."""
    return ()


def no_parts(game: Any, seat: int) -> Mapping[str, int]:
    """For a game whose scores have no parts."""
    return {}


def seat_name(game: Any, seat: int) -> str:
    """For a game whose players have no names."""
    return f"seat {seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameText:
    """What people read of a single game; ``describe`` is enough to play it."""

    describe: Callable[[Any, int], str] = move_number
    """``describe(game, move)``: an option of the pending decision, in words that a player uses."""

    more_about: Callable[[Any, int], str] = nothing_more
    """``more_about(game, move)``: the text of a card that a move names; "" if there is none."""

    own_lines: Callable[[Any, int], Sequence[str]] = no_lines
    """``own_lines(game, seat)``: what a player looks at before deciding."""

    table_lines: Callable[[Any, int], Sequence[str]] = no_lines
    """``table_lines(game, seat)``: everything on the table, as a seat sees it."""

    player_name: Callable[[Any, int], str] = seat_name
    """``player_name(game, seat)``: what a player is called, perhaps by its role."""

    score_parts: Callable[[Any, int], Mapping[str, int]] = no_parts
    """``score_parts(game, seat)``: what a seat's score is made of, once the game is over."""

    sentence: Callable[[Any, Any, bool], str] | None = None
    """``sentence(game, event, is_seen)``: an event of the log as the end of a sentence that begins
    with its seat, such as ``rolls 3 and 5``; "" if there is nothing to tell. Where it isn't
    ``is_seen``, what only the player knows is left out."""

    transcript: type[Transcript] | None = None
    """How a game is told; None: a line for each event that has a ``sentence``, or else for each
    move, and the result."""

    write_position: Callable[[Any], str] | None = None
    """``write_position(game)``: the position as the text of a file; raises a ``GameError`` where
    that is not possible. None: positions are not saved."""

    read_position: Callable[[str, Any], Any] | None = None
    """``read_position(text, box)``: the game of a position that such a file holds; raises a
    ``GameError`` of one line for an impossible one. None: positions are not read."""

    show_scenarios: Callable[[Any, Any], None] | None = None
    """``show_scenarios(box, console)``: what ``trisim difficulty list`` prints; None: the names of
    the scenarios, with their options."""

    never_wasted: str = "nothing that is left is wasted"
    """Why an option is taken when all others would waste something."""
