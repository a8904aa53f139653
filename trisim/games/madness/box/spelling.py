"""The spelling of effects and abilities: the words of the notation, and how a value is written.

Each value has one normal spelling, which reads back as the same value.
"""

from __future__ import annotations

from trisim.games.madness.box.terms import Ability, Clause, Effect, Step
from trisim.games.madness.box.words import (
    ANY_CARD,
    ELEMENT_CARDS,
    MADNESS,
    VALUES,
    Count,
    Element,
    Verb,
    Who,
    Zone,
)


def kinds_by_filter() -> dict[str, int]:
    """The sets of kinds that a filter can name, by its normal spelling; "" is any card."""
    found = {"": ANY_CARD, "madness": 1 << MADNESS, "element card": ELEMENT_CARDS}
    for element in Element:
        kinds = 0
        for value in range(1, VALUES + 1):
            kind = 1 << VALUES * element + value - 1
            found[f"{element.word} value {value}"] = kind
            found[f"value {value}"] = found.get(f"value {value}", 0) | kind
            kinds |= kind
        found[element.word] = kinds
    return found


FILTERS = kinds_by_filter()
FILTER_OF = {kinds: text for text, kinds in FILTERS.items()}

ZONES = {
    "hand": Zone.HAND,
    "support": Zone.SUPPORT,
    "pool": Zone.POOL,
    "discard": Zone.DISCARD,
    "deck": Zone.DECK,
    "madness pile": Zone.PILE,
}
ZONE_WORDS = {zone: word for word, zone in ZONES.items()}


def effect_text(effect: Effect) -> str:
    """The normal spelling of an effect."""
    return "; ".join(clause_text(clause) for clause in effect)


def ability_text(ability: Ability) -> str:
    """The normal spelling of an ability: rights first."""
    parts = [
        f"places {ability.places}" if ability.places else "",
        f"spells {ability.spells}" if ability.spells else "",
        f"{ability.wild.word} value 1 as any" if ability.wild is not None else "",
        effect_text(ability.effect),
    ]
    return "; ".join(part for part in parts if part)


def clause_text(clause: Clause) -> str:
    """``each: draw 1, then discard 1 from hand``."""
    text = who_text(clause)
    for number, step in enumerate(clause.steps):
        if number:
            text += ", if done " if step.if_done else ", then "
        text += ("may " if step.may else "") + step_text(step)
    return text


def who_text(clause: Clause) -> str:
    """``1x others: ``; nothing for the one who causes the effect."""
    match clause.who:
        case Who.YOU:
            return ""
        case Who.SOME_OTHERS | Who.SOME_PLAYERS:
            one, many = ("another", "others")
            if clause.who is Who.SOME_PLAYERS:
                one, many = ("a player", "players")
            if clause.n == 1 and not clause.variable:
                return f"{one}: "
            return f"{number_text(clause)} {many}: "
    return f"{clause.who.word}: "


def number_text(term: Step | Clause) -> str:
    """``2``, or ``2x`` if the boost multiplies it."""
    return f"{term.n}x" if term.variable else str(term.n)


def amount_text(step: Step) -> str:
    """``2``, ``up to 1x``, ``any``, ``as many`` or ``all``."""
    match step.count:
        case Count.EXACT:
            return number_text(step)
        case Count.UP_TO:
            return f"up to {number_text(step)}"
        case Count.UNTIL:
            return f"to {number_text(step)}"
    return step.count.word


def counted(step: Step, thing: str) -> str:
    """``1 curse``, ``1x curses``."""
    return f"{number_text(step)} {thing}" + ("s" if step.n > 1 or step.variable else "")


def cards_text(step: Step) -> str:
    """How many cards, and which: ``2 air``, ``all``, ``up to 1x value 2``."""
    return f"{amount_text(step)} {FILTER_OF[step.kinds]}".rstrip()


def sources_text(step: Step) -> str:
    """``from hand or support``."""
    glue = " and " if step.count is Count.ALL else " or "
    return "from " + glue.join(ZONE_WORDS[zone] for zone in step.zones)


def step_text(step: Step) -> str:
    """A step without its ``may``."""
    verb = step.verb
    match verb:
        case Verb.DRAW:
            return f"draw {amount_text(step)}"
        case Verb.DISCARD | Verb.DESTROY | Verb.SUPPORT:
            return f"{verb.word} {cards_text(step)} {sources_text(step)}"
        case Verb.TOP:
            return f"put {cards_text(step)} {sources_text(step)} on deck"
        case Verb.CURE:
            return f"cure {amount_text(step)} {sources_text(step)}"
        case Verb.GIVE:
            return f"give {cards_text(step)} to another"
        case Verb.RETURN:
            return f"return {cards_text(step)} {target_text(step)}"
        case Verb.MADNESS:
            return f"madness {number_text(step)} {target_text(step)}"
        case Verb.GAIN:
            return f"gain {gained_text(step)} {target_text(step)}"
        case Verb.SWAP | Verb.REVEAL:
            return f"{verb.word} {step.n}"
        case Verb.SHUFFLE:
            return f"shuffle {ZONE_WORDS[step.zones[0]]} into deck"
        case Verb.WIN | Verb.LOSE:
            return verb.word
    return things_text(step)


def things_text(step: Step) -> str:
    """A step about actions, spells, curses or tokens."""
    match step.verb:
        case Verb.ACT:
            return f"act {number_text(step)}" + (" from kept pool" if step.zones else "")
        case Verb.RECHARGE if step.anyone:
            return f"recharge {counted(step, 'spell')} of anyone"
        case Verb.RECHARGE:
            return f"recharge {counted(step, 'own spell')}"
        case Verb.NEUTRALISE_SPELL | Verb.DESTROY_SPELL:
            return f"{step.verb.word.split()[0]} {counted(step, 'own spell')}"
        case Verb.NEUTRALISE_CURSE | Verb.DESTROY_CURSE:
            return f"{step.verb.word.split()[0]} {counted(step, 'curse')}"
        case Verb.TOKEN:
            assert step.element is not None
            curses = "each curse" if step.count is Count.ALL else counted(step, "curse")
            return f"token {step.element.word} on {curses}"
    raise ValueError(f"no step of an effect: {step}")


def target_text(step: Step) -> str:
    assert step.to is not None
    return "under each curse" if step.to is Zone.CURSE else f"to {ZONE_WORDS[step.to]}"


def gained_text(step: Step) -> str:
    """``higher``, ``value 2``, ``value 3 of its element``."""
    if not step.value:
        return "higher"
    return f"value {step.value}" + (" of its element" if step.same_element else "")
