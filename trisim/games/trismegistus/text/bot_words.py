"""Decisions of Botmegistus and their priorities in words; its cards and its difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import SoloCard
from trisim.games.trismegistus.box.difficulty import changed_options, every_option, option_word
from trisim.games.trismegistus.box.notation.terms import Advance, Effect
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.box.speech import bot_words
from trisim.games.trismegistus.box.words import Color, Element, Symbol, Track
from trisim.games.trismegistus.rules.codes import DECISION_STEP, BotDecision, Priority
from trisim.games.trismegistus.rules.game import LogEvent
from trisim.texts import listed, plural


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of Botmegistus: its reason, and the thing it takes."""

    decision: BotDecision
    priority: Priority
    thing: int

    @classmethod
    def of(cls, event: LogEvent) -> Choice:
        """From its event."""
        decision, priority = divmod(event.thing, DECISION_STEP)
        return cls(BotDecision(decision), Priority(priority), event.delta)


# ---------------------------------------------------------------- cards


def solo_card_words(card: SoloCard) -> str:
    """A card by name: its die, the potency it spends, and its action."""
    ahead = f"; when ahead there, instead: {bot_words(card.ahead)}" if card.ahead else ""
    return (
        f"{card.name} ({asked_die(card)}; {card.potency} potency): {bot_words(card.action)}{ahead}"
    )


def asked_die(card: SoloCard) -> str:
    """The die of a card: ``white iron or lead``."""
    return f"{card.color.word} {symbols_words(card.symbols)}"


def symbols_words(symbols: Sequence[Symbol]) -> str:
    """The symbols of a card, the left one first; without any: the highest."""
    return listed((symbol.word for symbol in symbols), "or") or "of the highest potency"


def advances(effects: Iterable[Effect]) -> set[Track]:
    """The tracks of a card or token."""
    return {effect.track for effect in effects if isinstance(effect, Advance)}


# ---------------------------------------------------------------- the draft


def step_words(card: SoloCard, step: Priority, color: Color) -> str:
    """The step of the draft that found the die."""
    own, wanted = card.color.word, listed(("wild", *(s.word for s in card.symbols)), "or")
    match step:
        case Priority.CARD_COLOR:
            return f"step 1, a {own} die, {wanted}"
        case Priority.OTHER_COLOR:
            return f"step 2, {wanted} of another colour than {own}"
        case Priority.ANY_OF_COLOR:
            return f"step 3, any {own} die"
        case Priority.ANY_OF_OTHER_COLOR:
            return f"step 3, any {color.word} die, as none is {own}"
        case Priority.HIGHEST:
            return f"the highest {own} die"
        case _:
            return f"the highest {color.word} die, as none is {own}"


DIE_WORDS = {
    Priority.ONLY: "no other fits",
    Priority.POTENCY: "the highest potency",
    Priority.SYMBOL: "first by symbol of those as high",
    Priority.COLOR: "first by colour of those as high",
}
"""What settled which die of a step."""


# ---------------------------------------------------------------- other decisions


TRACK_TIES = {
    Priority.NEXT_TOKEN: "nearest to the next bonus token",
    Priority.LEFTMOST: "left-most",
}


def tie_words(priority: Priority, lead: int, opponent: str) -> str:
    """The reason that broke a tie between tracks, with its lead over the player there."""
    if priority is not Priority.LEAD:
        return TRACK_TIES[priority]
    if lead > 0:
        return f"largest lead over {opponent}"
    return f"smallest lag behind {opponent}" if lead else f"level with {opponent}"


EXPERIMENT_WORDS = {
    Priority.ONLY: "the only one there",
    Priority.NEW_TYPE: "a type it lacks",
    Priority.COMPLETABLE: "one it can complete now",
    Priority.NEARER: "fewer levels missing",
    Priority.MORE_POINTS: "more points",
    Priority.LEFT: "the left one",
}
"""Why an experiment is taken from a book."""


COMPLETE_WORDS = {
    Priority.NEW_TYPE: "not both can be paid, and this is a type it has not completed",
    Priority.MORE_POINTS: "not both can be paid, and this gives more points",
    Priority.HELD_LONGER: "not both can be paid, and this was held longer",
}
"""Why an experiment is completed before another, where that matters."""


MASTERPIECE_WORDS = {
    Priority.ONLY: "the only one it can complete",
    Priority.MORE_POINTS: "of those it can complete, most points",
    Priority.LESS_GOLD: "of those it can complete, least gold",
    Priority.FIRST_DRAWN: "of those it can complete, the first drawn",
}
"""Why a masterpiece is completed."""


def artifact_words(priority: Priority, face: int) -> str:
    """Why an artifact is taken."""
    if priority is Priority.D6:
        return f"as many elementals as another, a {face} on the d6"
    return "most elementals" if priority is Priority.MOST_ELEMENTALS else "the only one there"


def ahead_words(element: Element, own: int, other: int, opponent: str, ahead: bool) -> str:
    """Whether its personality is ahead, and by which levels."""
    if own == other:
        enough = "enough" if ahead else "not enough"
        return f"level with {opponent} on {element.word} ({own} each), which is {enough}"
    where = "above" if own > other else "below"
    return f"{where} {opponent} on {element.word} ({own} to {other})"


def specialization_words(counts: Sequence[int], first: int, element: Element) -> str:
    """Why a specialization of an element joins the deck."""
    others = [each for each in Element if each != first]
    tied = [each for each in others if counts[each] == counts[element]]
    apart = f" apart from {Element(first).word}" if first >= 0 else ""
    if counts[element] == 0:
        return f"by chance, as it has no elementals{apart}"
    if len(tied) > 1:
        names = listed(each.word for each in tied)
        return f"by chance, its commonest elementals{apart} being {names}, {counts[element]} each"
    return f"its commonest elemental{apart}: {counts[element]}"


def formula_words(types: Sequence[Element], bought: int, counted: int, gold: int) -> str:
    """The number of formulas counted at the end, and for what."""
    kinds = f" ({listed(element.word for element in types)})" if types else ""
    for_types = f"{len(types)} for the types of its experiments{kinds}"
    for_gold = f" and {bought} for {gold} gold" if bought else ""
    return f"counts {counted} formula{plural(counted)}: {for_types}{for_gold}"


# ---------------------------------------------------------------- difficulty


def difficulty_lines(box: Box, options: SoloOptions) -> list[tuple[str, str]]:
    """The difficulty by name if it is a preset, then each option without its default value."""
    presets = [name for name, preset in box.solo.difficulty.items() if preset.options == options]
    name = presets[0] if presets else "of your own"
    meanings = {option.name: option for option in every_option()}
    lines = [("Difficulty", name)]
    for option, value in changed_options(options).items():
        usual = meanings[option].usual
        instead = "" if isinstance(usual, bool) else f", {usual} as a rule"
        lines.append((option_word(option, value), meanings[option].meaning + instead))
    return lines
