"""The last lines of a transcript: won or lost, why, what was beaten and what is left."""

from __future__ import annotations

from typing import Any

from trisim.games.madness.box.terms import Effect, steps_of
from trisim.games.madness.box.words import ELEMENTS, MADNESS, VALUES, Verb
from trisim.games.madness.rules.codes import Cause, Loss
from trisim.games.madness.rules.state import MONSTERS, SLOTS
from trisim.games.madness.text.board import entry
from trisim.games.madness.text.causes import cause_words
from trisim.games.madness.text.events import LogEvent
from trisim.games.madness.text.words import (
    cards_counted,
    curse_words,
    deck_kinds,
    flowing,
    player_name,
    sheet_name,
)
from trisim.texts import listed, plural


def result_lines(game: Any, ended: LogEvent | None = None) -> list[str]:
    """How the game has ended, with what was beaten and what is left."""
    lines = flowing(outcome_words(game, ended))
    lines += entry("monsters", monsters_words(game))
    lines += entry("curses", curses_words(game))
    lines += entry("madness", madness_words(game))
    for seat in range(game.players):
        words = f"{player_name(game, seat)}: {cards_of_player(game, seat)}"
        lines += entry("" if seat else "players", words)
    return lines


# ---------------------------------------------------------------- won or lost


def outcome_words(game: Any, ended: LogEvent | None) -> str:
    """Won or lost, in which turn and why."""
    turn = f"in turn {int(game.state.turn)}"
    if game.state.won:
        return f"The team has won {turn}: {monster_at_hand(game)} is beaten."
    why = loss_words(game, Loss(int(game.state.loss)), ended)
    return f"The team has lost {turn}: {why}."


def loss_words(game: Any, loss: Loss, ended: LogEvent | None) -> str:
    """The cause of a loss, as a clause."""
    match loss:
        case Loss.PILE:
            return f"{pile_words(game, ended)}, and the madness pile was empty"
        case Loss.ESCAPE:
            left = curses_left(game)
            curses = f"{len(left)} curse{plural(len(left))} ({listed(left)})"
            return f"{monster_at_hand(game)} escapes with {curses} left"
        case Loss.MADNESS:
            return "all players are eliminated by the madness in their hands"
        case _:
            return "the game was stopped"


def monster_at_hand(game: Any) -> str:
    """The monster at hand; the last one is named as such."""
    state = game.state
    name = sheet_name(game.box, int(state.book[state.monster]))
    return f"{name}, the last monster," if state.monster == MONSTERS - 1 else name


def pile_words(game: Any, ended: LogEvent | None) -> str:
    """Who had to take a madness, and why."""
    if ended is None:
        return "a madness had to be taken"
    why = cause_words(game, ended.cause, ended.cause_id)
    if ended.seat < 0:
        return f"a madness had to be laid under a curse because of {why}"
    name = player_name(game, ended.seat)
    if ended.cause is Cause.TURN:
        return f"{name} had to take a madness for an empty deck, drawing up at the end of the turn"
    if is_for_deck(game, ended):
        return f"{name} had to take a madness for an empty deck because of {why}"
    return f"{name} had to take a madness because of {why}"


def is_for_deck(game: Any, ended: LogEvent) -> bool:
    """Whether the last madness was due for a card that an empty deck lacked."""
    gives_madness = any(
        step.verb is Verb.MADNESS
        for step in steps_of(effect_of(game.box, ended.cause, ended.cause_id))
    )
    return not gives_madness and not int(game.state.seats[ended.seat].deck_n)


def effect_of(box: Any, cause: Any, ident: int) -> Effect:
    """The effect that is a cause; none if it isn't one."""
    where = {
        Cause.SPELL: ("spells", "effect"),
        Cause.CURSE: ("curses", "effect"),
        Cause.BONUS: ("sheets", "bonus"),
        Cause.FAILURE: ("sheets", "failure"),
        Cause.APPEARANCE: ("sheets", "appearance"),
        Cause.LAST_PAGE: ("sheets", "appearance"),
    }
    if cause not in where:
        return ()
    cards, name = where[cause]
    effect: Effect = getattr(getattr(box, cards)[ident], name)
    return effect


# ---------------------------------------------------------------- what is left


def curses_left(game: Any) -> list[str]:
    """The curses on the track."""
    track = [int(game.state.track[slot]) for slot in range(SLOTS)]
    return [curse_words(game.box, curse) for curse in track if curse >= 0]


def curses_words(game: Any) -> str:
    left = curses_left(game)
    return f"{len(left)} left on the track: {', '.join(left)}" if left else "none left on the track"


def monsters_words(game: Any) -> str:
    """The monsters that were beaten and those that escaped."""
    state = game.state
    met = int(state.monster) + (state.won or int(state.loss) == Loss.ESCAPE)
    beaten = [place for place in range(MONSTERS) if int(state.beaten) >> place & 1]
    escaped = [place for place in range(met) if place not in beaten]
    words = [f"{len(beaten)} of {MONSTERS} beaten{named(game, beaten)}"]
    if escaped:
        words.append(f"{len(escaped)} escaped{named(game, escaped)}")
    return "; ".join(words)


def named(game: Any, places: list[int]) -> str:
    """Monsters in brackets."""
    names = [sheet_name(game.box, int(game.state.book[place])) for place in places]
    return f" ({', '.join(names)})" if names else ""


def madness_words(game: Any) -> str:
    """Where the madness is."""
    state = game.state
    words = [f"{int(state.pile)} in the pile"]
    held = sum(all_cards(seat)[MADNESS] for seat in state.seats[: game.players])
    words.append(f"{held} with the players")
    if state.under.any():
        words.append(f"{int(state.under.sum())} under curses")
    for counts, where in ((state.destroyed, "destroyed"), (state.gone, "gone with the eliminated")):
        if counts[MADNESS]:
            words.append(f"{int(counts[MADNESS])} {where}")
    return ", ".join(words)


def all_cards(seat: Any) -> list[int]:
    """The cards of a player by kind, wherever they are."""
    zones = (deck_kinds(seat), seat.hand, seat.support, seat.discard, seat.passing)
    return [sum(int(counts[kind]) for counts in zones) for kind in range(MADNESS + 1)]


def cards_of_player(game: Any, seat: int) -> str:
    """How large and how good the cards of a player are, and the spells."""
    own = game.state.seats[seat]
    if own.out:
        return "eliminated"
    cards = all_cards(own)
    high = sum(cards[kind] for kind in range(ELEMENTS * VALUES) if kind % VALUES)
    spells = [game.box.spells[int(spell)] for spell in own.spells if spell >= 0]
    learned = [spell.name for spell in spells if not spell.basic]
    words = [cards_counted(sum(cards)), f"{high} of value 2 or 3", f"{cards[MADNESS]} madness"]
    return ", ".join(words) + (f"; learned {listed(learned)}" if learned else "")
