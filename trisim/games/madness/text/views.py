"""What a player looks at before deciding: the own cards, and the whole table."""

from __future__ import annotations

from typing import Any

from trisim.games.madness.rules.codes import Act, Cause, Eff, Frame, Move, Pay
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
    track_lines,
)
from trisim.games.madness.text.causes import cause_words
from trisim.games.madness.text.describe import WORDS, Pending
from trisim.games.madness.text.effects import effect_words
from trisim.games.madness.text.words import (
    SPACES,
    curse_words,
    player_name,
    possessive,
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
    """Who decides and about what, the own cards, what can pay, the madness pile, and the curses."""
    if game.state.seats[seat].mage < 0:
        return []
    own = game.state.seats[seat]
    lines = entry("now", now_words(game, seat))
    lines += entry("hand", zone_words(own.hand))
    lines += entry("support", support_words(game, seat))
    lines += pool_lines(game, seat)
    lines += entry("deck", deck_words(own)) + entry("discard", pile_of_cards(own.discard))
    lines += entry("spells", spell_states(game, seat))
    lines += entry("madness", f"{int(game.state.pile)} in the pile")
    return lines + (track_lines(game) if Pending.of(game).frame is Frame.ACT else curse_lines(game))


def now_words(game: Any, seat: int) -> str:
    """Who decides, in whose turn, and what asks for it."""
    active = int(game.state.active)
    where = f"turn {int(game.state.turn)}, marker on {space_words(int(game.state.space))}"
    name = possessive(player_name(game, active))
    turn = f"{name} own turn" if active == seat else f"in {name} turn"
    who = "" if active == seat else f"{player_name(game, seat)} decides "
    because = asking_words(game)
    return f"{who}{turn} ({where})" + (f": {because}" if because else "")


def asking_words(game: Any) -> str:
    """What asks for the decision; nothing in the own action phase."""
    pending = Pending.of(game)
    if pending.is_own_turn:
        return ""
    if pending.frame is Frame.TRIM:
        return "too many cards in hand"
    if pending.frame is Frame.FORGET:
        return "too many spells"
    if pending.frame is Frame.PAY:
        action = Move(pending.args[Pay.ACTION])
        words = WORDS[action](pending, pending.args[Pay.FIRST], pending.args[Pay.SECOND])
        return f"what pays, to {words}"
    top = game.state.stack[game.state.depth - 1]
    words = cause_words(game, Cause(int(top.cause)), int(top.cause_id))
    if pending.frame is Frame.ACT:
        left = pending.args[Act.LEFT]
        return f"{left} action{plural(left)} from {words}"
    text = text_of_cause(game)
    return f"{words} ({text})" if text else words


def text_of_cause(game: Any) -> str:
    """The text of the card whose effect asks."""
    below = game.state.stack[game.state.depth - 2]
    if game.state.depth < 2 or Frame(int(below.kind)) is not Frame.EFFECT:
        return ""
    what = TEXT_OF.get(Cause(int(below.cause)))
    if what is None:
        return ""
    words = effect_words(game.box, what, int(below.cause_id), int(below.arg[Eff.BOOST]))
    caster = player_name(game, int(below.seat))
    return f"cast by {caster}: {words}" if what == "spells" else words


TEXT_OF = {
    Cause.SPELL: "spells",
    Cause.CURSE: "curses",
    Cause.BONUS: "bonus",
    Cause.FAILURE: "failure",
    Cause.APPEARANCE: "appearance",
    Cause.LAST_PAGE: "appearance",
}
"""What has the text of a cause."""


def pool_lines(game: Any, seat: int) -> list[str]:
    """The supports of the others, which pay, too."""
    others = [
        f"{player_name(game, other)}: {zone_words(game.state.seats[other].support)}"
        for other in range(game.players)
        if other != seat and any(game.state.seats[other].support)
    ]
    return entry("pool", "; ".join(others)) if others else []


def curse_lines(game: Any) -> list[str]:
    """The curses on the track in short."""
    curses = [
        f"{SPACES[slot]}: {curse_words(game.box, int(game.state.track[slot]))} "
        f"[{', '.join(curse_marks(game, slot))}]"
        for slot in range(SLOTS)
        if game.state.track[slot] >= 0
    ]
    return entry("curses", "; ".join(curses)) if curses else []
