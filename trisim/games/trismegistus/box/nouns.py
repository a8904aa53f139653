"""Things, cards and countables, in a player's words."""

from __future__ import annotations

from typing import assert_never

from trisim.box.box import Card
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.cards import (
    Achievement,
    Artifact,
    Experiment,
    Formula,
    Publication,
    SoloCard,
)
from trisim.games.trismegistus.box.notation.terms import Amount, Countable, CountKind, Need
from trisim.games.trismegistus.box.words import Level, Thing
from trisim.texts import article, listed, plural

CHOSEN = {
    Thing.ANY_RAW: "raw material",
    Thing.ANY_REFINED: "refined material",
    Thing.ANY_ESSENCE: "essence",
}
COUNTED = {
    Thing.ETHEREAL_DIE: ("ethereal die", "ethereal dice"),
    Thing.CHAMELEON: ("chameleon", "chameleons"),
    Thing.REACTION: ("reaction", "reactions"),
    Thing.POINT: ("point", "points"),
}


# ---------------------------------------------------------------- things


def gained_words(count: int, thing: Thing) -> str:
    """So many of a thing that is taken."""
    if thing in CHOSEN:
        return f"{count} {CHOSEN[thing]}{plural(count)} of your choice"
    return counted_words(count, thing)


def paid_words(amount: Amount) -> str:
    """So many of a thing that is paid or shown."""
    count, thing = amount.count, amount.thing
    if thing in CHOSEN:
        return f"any {count} {CHOSEN[thing]}{plural(count)}"
    return counted_words(count, thing)


def counted_words(count: int, thing: Thing) -> str:
    """So many of a named thing; metals and essences have no plural."""
    one, many = COUNTED.get(thing, (thing.word, thing.word))
    return f"{count} {one if count == 1 else many}"


# ---------------------------------------------------------------- what is counted


def per_words(per: Countable | None) -> str:
    """`` for each fire experiment you performed``, or ""."""
    return f" for each {multiplier_words(per)}" if per else ""


def multiplier_words(what: Countable) -> str:
    """What a multiplier counts, in the singular."""
    match what.kind:
        case CountKind.EXPERIMENT:
            return f"{experiment_words(what, 1)} you performed"
        case CountKind.ARTIFACT:
            return artifact_words(what, 1) if what.elements else "artifact you have"
        case CountKind.ELEMENTAL:
            return f"{elemental_words(what, 1)} on your artifacts"
        case CountKind.FORMULA:
            return "formula in your vault"
        case CountKind.LEVEL:
            return f"level on the {what.elements[0].word} track"
        case CountKind.LOWEST_LEVEL:
            return "level on your lowest track"
        case CountKind.ANY_LEVEL:
            return "level on your highest track"
        case _ as unknown:
            assert_never(unknown)


def need_words(need: Need) -> str:
    """One part of a requirement."""
    count, what = need.count, need.what
    if isinstance(what, Thing):
        return paid_words(Amount(count, what))
    match what.kind:
        case CountKind.EXPERIMENT:
            return f"{count} {experiment_words(what, count)}"
        case CountKind.ARTIFACT:
            return f"{count} {artifact_words(what, count)}"
        case CountKind.ELEMENTAL:
            return f"{count} {elemental_words(what, count)}"
        case CountKind.FORMULA:
            return f"{count} formula{plural(count)} in your vault"
        case CountKind.LEVEL:
            return f"level {count} on the {what.elements[0].word} track"
        case CountKind.LOWEST_LEVEL:
            return f"level {count} on every track"
        case CountKind.ANY_LEVEL:
            return f"level {count} on at least one track"
        case _ as unknown:
            assert_never(unknown)


def experiment_words(what: Countable, count: int) -> str:
    """Experiments of an element or a level."""
    if what.level is Level.MASTERPIECE:
        return f"masterpiece{plural(count)}"
    level = what.level.words if what.level is not None else ""
    elements = listed((element.word for element in what.elements), "or")
    return " ".join(word for word in (level, elements, f"experiment{plural(count)}") if word)


def artifact_words(what: Countable, count: int) -> str:
    """Artifacts, all or with an elemental."""
    elements = listed((element.word for element in what.elements), "or")
    of = f" with {article(elements)} {elements} elemental" if elements else ""
    return f"artifact{plural(count)}{of}"


def elemental_words(what: Countable, count: int) -> str:
    """Elementals, all or of some elements."""
    elements = listed((element.word for element in what.elements), "or")
    return f"{elements} elemental{plural(count)}".strip()


# ---------------------------------------------------------------- cards


def kind_words(box: Box, card: Card) -> str:
    """What kind of card it is: ``level 2 air experiment``."""
    match card:
        case Experiment(level=Level.MASTERPIECE):
            return f"{card.element.word} masterpiece"
        case Experiment():
            return f"{card.level.words} {card.element.word} experiment"
        case Artifact():
            return f"{card.level.words} artifact"
        case Publication():
            return "publication"
        case Achievement():
            return "achievement"
        case Formula():
            return f"formula of {alchemist_name(box, card.alchemist)}"
        case SoloCard():
            element = f"{card.element.word} " if card.element is not None else ""
            return f"{element}{card.kind.word} card of Botmegistus"
        case _:
            return "card"


def alchemist_name(box: Box, ident: str) -> str:
    """The name of an alchemist."""
    found = box.alchemists.get(ident)
    return found.name if found else ident
