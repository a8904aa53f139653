"""The table as plain text: the track, the grimoire, the library, the stacks, every player."""

from __future__ import annotations

from typing import Any

from trisim.games.madness.box.words import (
    ELEMENTS,
    VALUES,
    Element,
    Side,
)
from trisim.games.madness.rules.state import MONSTERS, SLOTS
from trisim.games.madness.text.describe import curse_cost
from trisim.games.madness.text.effects import ability_words, effect_words
from trisim.games.madness.text.words import (
    SPACES,
    cards_counted,
    curse_kind_word,
    curse_words,
    deck_kinds,
    flowing,
    kind_word,
    mark_words,
    player_name,
    sheet_name,
    space_words,
    zone_words,
)
from trisim.texts import plural

KEY = 12
"""How wide the column of names at the left is."""


def entry(key: str, text: str, indent: str = "  ") -> list[str]:
    """A name at the left and its text at the right."""
    label = f"{indent}{key:<{KEY}}"
    return flowing(f"{label}{text}", "", " " * len(label))


# ---------------------------------------------------------------- the track and the grimoire


def moment_words(game: Any) -> str:
    """Turn, marker and monster: ``turn 7, marker on space 2, monster 2 of 6: Slime``."""
    state = game.state
    if state.turn < 1:
        return "before the first turn"
    words = f"turn {int(state.turn)}, marker on {space_words(int(state.space))}"
    if state.monster < 0:
        return words
    name = sheet_name(game.box, int(state.book[state.monster]))
    return f"{words}, monster {int(state.monster) + 1} of {MONSTERS}: {name}"


def track_lines(game: Any, indent: str = "  ") -> list[str]:
    """The curses on the track, with what they do and what destroys them."""
    lines = []
    for slot in range(SLOTS):
        if game.state.track[slot] >= 0:
            lines += entry(f"on {SPACES[slot]}", curse_on_track(game, slot), indent)
    return lines or entry("track", "no curses", indent)


def curse_on_track(game: Any, slot: int) -> str:
    """A curse with its text, cost and what lies on and under it."""
    curse = int(game.state.track[slot])
    words = f"{curse_words(game.box, curse)}: {effect_words(game.box, 'curses', curse)}"
    return f"{words} [{', '.join(curse_marks(game, slot))}]"


def curse_marks(game: Any, slot: int) -> list[str]:
    """What destroys a curse, and what has changed about it."""
    state = game.state
    marks = [curse_cost(game, slot)]
    if state.neutral[slot]:
        marks.append("neutralised")
    elif slot_passed(game, slot):
        marks.append("passed")
    marks += [
        f"{int(tokens)} {Element(element).word} token{plural(int(tokens))}"
        for element, tokens in enumerate(state.tokens[slot])
        if tokens
    ]
    if state.under[slot]:
        marks.append(f"{int(state.under[slot])} madness under it")
    return marks


SPACE_OF_SLOT = (2, 3, 3, 4, 5)


def slot_passed(game: Any, slot: int) -> bool:
    """Whether the marker has reached the space of a curse."""
    return bool(SPACE_OF_SLOT[slot] <= int(game.state.space))


def page_lines(game: Any, indent: str = "  ") -> list[str]:
    """The page at the right: bonus, failure, and the curses of the next monster."""
    state = game.state
    if state.monster < 0:
        return []
    return right_page_lines(game, int(state.book[state.monster + 1]), indent)


def right_page_lines(game: Any, sheet: int, indent: str = "  ") -> list[str]:
    """A page as it lies at the right."""
    page = game.box.sheets[sheet]
    if page.side is Side.LAST:
        return entry("last page", effect_words(game.box, "appearance", sheet), indent)
    symbols = ", ".join(curse_kind_word(symbol) for symbol in page.curses)
    return [
        *entry("bonus", effect_words(game.box, "bonus", sheet), indent),
        *entry("failure", effect_words(game.box, "failure", sheet), indent),
        *entry("next", f"a monster with curses of {symbols}", indent),
    ]


# ---------------------------------------------------------------- library and stacks


def library_lines(game: Any, indent: str = "  ") -> list[str]:
    """The spells that can be learned."""
    lines = []
    for element in Element:
        spell = int(game.state.library[element])
        if spell >= 0:
            lines += entry(element.word, spell_line(game.box, spell), indent)
        else:
            lines += entry(element.word, "none left", indent)
    return lines


def spell_line(box: Any, spell: int) -> str:
    """A spell with its level and its text."""
    card = box.spells[spell]
    return f"{card.name}, level {card.level}: {effect_words(box, 'spells', spell)}"


def stack_words(game: Any) -> str:
    """The stacks of value 2 and 3: ``water 7 and 6, …``."""
    stock = game.state.stock
    return ", ".join(
        f"{Element(element).word} "
        + " and ".join(str(int(stock[VALUES * element + value])) for value in range(1, VALUES))
        for element in range(ELEMENTS)
    )


def pile_words(game: Any) -> str:
    """The madness pile, and what has left the game."""
    destroyed = zone_words(game.state.destroyed, "")
    words = f"{int(game.state.pile)} left"
    return f"{words}; destroyed: {destroyed}" if destroyed else words


# ---------------------------------------------------------------- players


def deck_words(seat: Any) -> str:
    """A deck: how many cards, which ones, and those on top that are known."""
    if not seat.deck_n:
        return "empty"
    words = f"{cards_counted(int(seat.deck_n))}: {zone_words(deck_kinds(seat))}"
    top = [kind_word(int(kind)) for kind in reversed(seat.top[: int(seat.top_n)])]
    return f"{words}; on top {', '.join(top)}" if top else words


def pile_of_cards(counts: Any) -> str:
    """The cards of a discard pile, and how many they are."""
    number = sum(int(count) for count in counts)
    return f"{cards_counted(number)}: {zone_words(counts)}" if number else "empty"


def support_words(game: Any, seat: int) -> str:
    """The cards of a support, with its places."""
    own = game.state.seats[seat]
    places = int(game.tables.mage[own.mage].places)
    used = sum(int(count) for count in own.support)
    return f"{zone_words(own.support)} ({used} of {places} places)"


def spell_states(game: Any, seat: int) -> str:
    """The spells of a player by name and cost, with their states."""
    own = game.state.seats[seat]
    words = []
    for spell, marks in zip(own.spells, own.marks, strict=True):
        if spell >= 0:
            card = game.box.spells[int(spell)]
            state = "" if not marks else f", {mark_words(int(marks))}"
            words.append(f"{card.name} ({card.level} {card.element.word}{state})")
    return ", ".join(words) or "none"


def player_lines(game: Any, seat: int, indent: str = "  ") -> list[str]:
    """All that a player has."""
    own = game.state.seats[seat]
    if own.out:
        return entry("", "eliminated", indent)
    lines = entry("hand", zone_words(own.hand), indent)
    lines += entry("support", support_words(game, seat), indent)
    lines += entry("deck", deck_words(own), indent)
    lines += entry("discard", pile_of_cards(own.discard), indent)
    lines += entry("spells", spell_states(game, seat), indent)
    ability = ability_words(game.box, int(own.mage))
    used = " (used)" if own.ability_used or own.wild_used else ""
    return lines + entry("ability", ability + used, indent)


def player_heading(game: Any, seat: int, viewer: int = -1) -> str:
    """A player by name and seat."""
    you = ", you" if seat == viewer else ""
    turn = ", whose turn it is" if seat == int(game.state.active) else ""
    element = game.box.mages[int(game.state.seats[seat].mage)].element.word
    return f"{player_name(game, seat)} (seat {seat}, {element}{you}{turn})"


# ---------------------------------------------------------------- all of it


def board_lines(game: Any) -> list[str]:
    """Everything that belongs to nobody."""
    lines = [moment_words(game)[:1].upper() + moment_words(game)[1:]]
    if game.state.monster >= 0:
        lines += ["Curses", *track_lines(game), "Page", *page_lines(game)]
    lines += ["Library", *library_lines(game)]
    lines += entry("stacks", f"left of value 2 and 3: {stack_words(game)}", "")
    return lines + entry("madness", pile_words(game), "")
