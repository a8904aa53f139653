"""What a player looks at before deciding: the own cards, and the whole table."""

from __future__ import annotations

from typing import Any

from trisim.games.madness.rules.codes import Act, Cause, Frame
from trisim.games.madness.rules.state import SLOTS
from trisim.games.madness.text.board import (
    board_lines,
    curse_marks,
    deck_words,
    entry,
    pile_of_cards,
    player_heading,
    player_lines,
    spell_states,
    support_words,
)
from trisim.games.madness.text.causes import cause_words
from trisim.games.madness.text.describe import Pending
from trisim.games.madness.text.words import (
    SPACES,
    curse_words,
    player_name,
    space_words,
    zone_words,
)
from trisim.texts import plural


def table_lines(game: Any, seat: int) -> list[str]:
    """The board and every player, the own one last."""
    lines = board_lines(game)
    others = [other for other in range(game.players) if other != seat]
    for one in (*others, seat):
        if game.state.seats[one].mage >= 0:
            lines += ["", player_heading(game, one, seat), *player_lines(game, one)]
    return lines


def own_lines(game: Any, seat: int) -> list[str]:
    """Who decides and about what, the own cards, what can pay, and the curses ahead."""
    if game.state.seats[seat].mage < 0:
        return []
    own = game.state.seats[seat]
    lines = entry("now", now_words(game, seat))
    lines += entry("hand", zone_words(own.hand))
    lines += entry("support", support_words(game, seat))
    lines += pool_lines(game, seat)
    lines += entry("deck", deck_words(own)) + entry("discard", pile_of_cards(own.discard))
    lines += entry("spells", spell_states(game, seat))
    return lines + curse_lines(game)


def now_words(game: Any, seat: int) -> str:
    """Who decides, in whose turn, and what asks for it."""
    name, active = player_name(game, seat), int(game.state.active)
    turn = "own turn" if active == seat else f"turn of {player_name(game, active)}"
    where = f"turn {int(game.state.turn)}, marker on {space_words(int(game.state.space))}"
    because = asking_words(game, seat)
    return f"{name}, {turn} ({where})" + (f": {because}" if because else "")


def asking_words(game: Any, seat: int) -> str:
    """What asks for the decision, if it isn't simply the own action phase."""
    pending = Pending.of(game)
    top = game.state.stack[game.state.depth - 1]
    cause, ident = Cause(int(top.cause)), int(top.cause_id)
    if pending.frame is Frame.ACT and pending.args[Act.LEFT] < 0:
        return ""
    if pending.frame is Frame.TRIM:
        return "too many cards in hand"
    if pending.frame is Frame.PAY:
        return "the payment"
    words = cause_words(game, cause, ident)
    if pending.frame is Frame.ACT:
        left = pending.args[0]
        return f"{left} action{plural(left)} from {words}"
    return words


def pool_lines(game: Any, seat: int) -> list[str]:
    """The supports of the others, which pay, too."""
    others = [
        f"{player_name(game, other)} {zone_words(game.state.seats[other].support)}"
        for other in range(game.players)
        if other != seat and any(game.state.seats[other].support)
    ]
    return entry("pool", "; ".join(others)) if others else []


def curse_lines(game: Any) -> list[str]:
    """The curses on the track with their costs."""
    curses = [
        f"{SPACES[slot]}: {curse_words(game.box, int(game.state.track[slot]))} "
        f"[{', '.join(curse_marks(game, slot))}]"
        for slot in range(SLOTS)
        if game.state.track[slot] >= 0
    ]
    return entry("curses", "; ".join(curses) or "none left")
