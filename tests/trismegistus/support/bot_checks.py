"""What must hold for Botmegistus at every decision; the rest is in ``invariants``."""

from __future__ import annotations

from tests.trismegistus.support.invariants import Check, is_setting_up
from trisim.games.trismegistus.box.words import SoloKind, Thing
from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import At
from trisim.games.trismegistus.rules.state import Box, Game

ELEMENTS = 4
OPEN = 2


@kernel
def bot_fault(game: Game, box: Box) -> int:
    """The first check of Botmegistus that a state fails; 0: none, or it doesn't play."""
    if game.bot_seat < 0:
        return 0
    if not has_no_laboratory(game, box):
        return int(Check.BOT_LAB)
    if not cards_are_right(game, box):
        return int(Check.BOT_CARDS)
    if not is_setting_up(game) and not elementals_are_right(game, box):
        return int(Check.BOT_ELEMENTALS)
    return 0


@kernel
def has_no_laboratory(game: Game, box: Box) -> bool:
    """No alchemist, slots, formulas, publications, nor goods but gold and ethereal dice."""
    seat = int(game.bot_seat)
    lab = game.labs[seat]
    for thing in range(18):
        if lab.held[thing] != 0 and thing != Thing.GOLD and thing != Thing.ETHEREAL_DIE:
            return False
    for slot in range(6):
        if lab.slots[slot] >= 0:
            return False
    for card in range(int(box.publications)):
        if int(game.publication_at[card]) == seat:
            return False
    bought = lab.bought != 0 and not game.over
    return lab.alchemist < 0 and lab.masterpiece < 0 and lab.placed == 0 and not bought


@kernel
def elementals_are_right(game: Game, box: Box) -> bool:
    """Its elementals are the sum over its artifacts."""
    for element in range(ELEMENTS):
        total = 0
        for card in range(int(box.artifacts)):
            if int(game.artifact_at[card]) == int(game.bot_seat):
                total += int(box.artifact_elementals[card, element])
        if total != int(game.bot.elementals[element]):
            return False
    return True


# ---------------------------------------------------------------- its cards


@kernel
def cards_at(game: Game, box: Box, where: int) -> int:
    """How many of its cards are in a place."""
    count = 0
    for card in range(int(box.solo_cards)):
        count += int(int(game.bot.at[card]) == where)
    return count


@kernel
def cards_of_kind(game: Game, box: Box, kind: int) -> int:
    """How many of its cards of a kind are in the game."""
    count = 0
    for card in range(int(box.solo_cards)):
        if int(box.solo_kind[card]) == kind:
            count += int(int(game.bot.at[card]) != At.AWAY)
    return count


@kernel
def cards_are_right(game: Game, box: Box) -> bool:
    """Each in one place: deck, open, used or away; and none is being resolved at a decision."""
    deck, used = cards_at(game, box, At.DECK), cards_at(game, box, At.USED)
    lying, away = cards_at(game, box, At.OPEN), cards_at(game, box, At.AWAY)
    if deck + used + lying + away != int(box.solo_cards) or game.bot.card >= 0:
        return False
    if is_setting_up(game):
        return away == int(box.solo_cards)
    if deck == 0 and used > 0 and box.solo_rules.reshuffle_at_once:
        return False
    return open_are_right(game, box, deck + used, lying) and kinds_are_right(game, box)


@kernel
def open_are_right(game: Game, box: Box, others: int, lying: int) -> bool:
    """In the planning variant both places have a card if there are enough; else none has."""
    places = 0
    for place in range(OPEN):
        card = int(game.bot.open[place])
        if card >= 0:
            places += 1
            if int(game.bot.at[card]) != At.OPEN:
                return False
    if places == OPEN and game.bot.open[0] == game.bot.open[1]:
        return False
    wanted = min(OPEN, others + lying) if game.solo.planning else 0
    return places == lying and places == wanted


@kernel
def kinds_are_right(game: Game, box: Box) -> bool:
    """All basic cards, at most one personality, and a specialization for each round that ended."""
    basic = 0
    for card in range(int(box.solo_cards)):
        basic += int(int(box.solo_kind[card]) == SoloKind.BASIC)
    if cards_of_kind(game, box, SoloKind.BASIC) != basic:
        return False
    most = 0 if game.solo.no_personality or game.with_intro else 1
    if cards_of_kind(game, box, SoloKind.PERSONALITY) > most:
        return False
    rounds = 0 if game.solo.no_specialization else int(game.round_no) - 1
    return cards_of_kind(game, box, SoloKind.SPECIALIZATION) == rounds
