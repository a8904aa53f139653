"""Effects and abilities as plain English sentences, for transcripts and pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from trisim.games.madness.box.terms import Ability, Clause, Effect, Step
from trisim.games.madness.box.words import (
    ANY_CARD,
    ELEMENT_CARDS,
    MADNESS,
    VALUES,
    Count,
    Element,
    Verb,
    When,
    Who,
    Zone,
)
from trisim.texts import article, listed, plural

PILES = {Zone.HAND: "hand", Zone.SUPPORT: "support", Zone.DISCARD: "discard pile"}
"""What belongs to a player, in words."""

TOP = (Zone.DECK,)

MOVES = (
    *(Verb.DISCARD, Verb.DESTROY, Verb.CURE, Verb.SUPPORT, Verb.TOP),
    *(Verb.GIVE, Verb.RETURN, Verb.SWAP),
)


def effect_words(effect: Effect, boost: int = 1, *, you: str = "") -> str:
    """An effect in sentences, its variable numbers multiplied by the boost.

    ``you`` is who the effect is about if it doesn't say; without it, the reader is addressed.

    >>> from trisim.games.madness.box.notation import parse_effect
    >>> effect_words(parse_effect("each: support 1x from hand, then draw 1x"), 2)
    'Each player puts 2 cards of their hand into their support, then draws 2 cards.'
    >>> effect_words(parse_effect("neutralise 1 curse"), you="the active player")
    'The active player neutralises 1 curse until the next turn.'
    """
    return " ".join(sentence(clause_words(clause, boost, you)) for clause in effect)


def ability_words(ability: Ability, when: When) -> str:
    """What a mage can do.

    >>> ability_words(Ability(wild=Element.AIR), When.TURN)
    'Once in your turn, 1 air card of value 1 may count as any other element.'
    """
    found = []
    if ability.places:
        found.append(f"Your support has {ability.places} place{plural(ability.places)}.")
    if ability.spells:
        found.append(f"You may have up to {ability.spells} spells.")
    if ability.wild is not None:
        card = f"1 {ability.wild.word} card of value 1"
        found.append(f"Once in your turn, {card} may count as any other element.")
    if ability.effect:
        start = "When you destroy a curse" if when is When.CURSE_DESTROYED else "Once in your turn"
        text = effect_words(ability.effect)
        found.append(f"{start}: {text[0].lower()}{text[1:]}")
    return " ".join(found)


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# ---------------------------------------------------------------- clauses


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who does something, as grammar needs it."""

    subject: str
    """Empty if the reader is addressed."""

    is_one: bool = True

    @property
    def their(self) -> str:
        return "their" if self.subject else "your"

    def does(self, verb: str) -> str:
        """The verb of a step, as its first word."""
        first, _, rest = verb.partition(" ")
        return f"{first}s {rest}".strip() if self.subject and self.is_one else verb


def speaker_of(clause: Clause, boost: int, you: str) -> Speaker:
    number = clause.n * (boost if clause.variable else 1)
    match clause.who:
        case Who.YOU:
            return Speaker(you)
        case Who.OTHERS:
            return Speaker("each other player")
        case Who.EACH:
            return Speaker("each player")
    if clause.who is Who.SOME_OTHERS:
        one, many = "another player", f"{number} other players each"
    else:
        choice = f"that {you} chooses" if you else "of your choice"
        one, many = f"a player {choice}", f"{number} players {choice} each"
    return Speaker(one) if number == 1 else Speaker(many, is_one=False)


def clause_words(clause: Clause, boost: int, you: str) -> str:
    """A clause as a sentence without its full stop."""
    speaker = speaker_of(clause, boost, you)
    if clause.steps[0].verb in (Verb.WIN, Verb.LOSE):
        return f"the game is {'won' if clause.steps[0].verb is Verb.WIN else 'lost'}"
    text = speaker.subject
    for number, step in enumerate(clause.steps):
        if number:
            text += ", and if so" if step.if_done else ", then"
        words = step_words(step, boost, speaker.their)
        if step.may:
            words = f"may {words}" if speaker.subject else f"you may {words}"
        else:
            words = speaker.does(words)
        text += f" {words}"
    return text.strip()


# ---------------------------------------------------------------- cards and places


def number_of(step: Step, boost: int) -> int:
    return step.n * (boost if step.variable else 1)


def cards_words(step: Step, boost: int, mark: str = "") -> str:
    """How many cards and which: ``up to 2 air cards``, ``all madness``."""
    number = number_of(step, boost)
    match step.count:
        case Count.EXACT:
            return f"{number} {kind_words(step.kinds, number, mark)}"
        case Count.UP_TO:
            return f"up to {number} {kind_words(step.kinds, number, mark)}"
        case Count.ANY:
            return f"any number of {kind_words(step.kinds, 2, mark)}"
        case Count.AS_MANY:
            return f"as many {kind_words(step.kinds, 2, mark)}"
    return f"all {kind_words(step.kinds, 2, mark)}"


def kind_words(kinds: int, number: int, mark: str = "") -> str:
    """Kinds of cards: ``air card of value 2``, ``madness``; ``mark`` stands before the card."""
    cards = f"card{plural(number)}"
    lead = f"{mark} " if mark else ""
    if kinds == ANY_CARD:
        return lead + cards
    if kinds == ELEMENT_CARDS:
        return f"{lead}element {cards}"
    if kinds == 1 << MADNESS:
        return f"{lead}madness"
    named = [kind for kind in range(MADNESS) if kinds >> kind & 1]
    elements = list(dict.fromkeys(Element(kind // VALUES) for kind in named))
    values = {kind % VALUES + 1 for kind in named}
    text = f"{lead}{elements[0].word} {cards}" if len(elements) == 1 else lead + cards
    return text if len(values) == VALUES else f"{text} of value {min(values)}"


def places_words(zones: Sequence[Zone], their: str, glue: str) -> str:
    """Where cards are taken from: ``their hand or support``, ``your hand or the pool``."""
    own = [PILES[zone] for zone in zones if zone in PILES]
    found = [f"{their} {listed(own, glue)}"] if own else []
    if Zone.POOL in zones:
        found.append("the pool")
    return listed(found, glue)


def taken_words(step: Step, boost: int, their: str) -> str:
    """Which cards, and where from."""
    if step.zones == TOP:
        return top_words(step, boost, their)
    if step.zones == (Zone.PILE,):
        return f"{cards_words(replace(step, kinds=1 << MADNESS), boost)} of the pile"
    glue = "and" if step.count is Count.ALL else "or"
    cards = cards_words(step, boost)
    of = "from" if " of " in cards else "of"
    return f"{cards} {of} {places_words(step.zones, their, glue)}"


def top_words(step: Step, boost: int, their: str) -> str:
    """Cards off a deck."""
    number = number_of(step, boost)
    if step.count is Count.ALL:
        return f"{their} whole deck"
    if step.count is Count.AS_MANY:
        return f"as many cards off the top of {their} deck"
    return f"the top {f'{number} cards' if number > 1 else 'card'} of {their} deck"


# ---------------------------------------------------------------- steps


def step_words(step: Step, boost: int, their: str) -> str:
    """A step, its verb first and in its basic form."""
    match step.verb:
        case Verb.DRAW if step.count is Count.UNTIL:
            return f"draw up to {step.n} cards in hand"
        case Verb.DRAW:
            return f"draw {cards_words(step, boost)}"
        case Verb.MADNESS:
            return madness_words(step, boost, their)
        case Verb.GAIN:
            return gain_words(step, their)
        case Verb.SHUFFLE:
            return f"shuffle {their} {PILES[step.zones[0]]} into {their} deck"
        case Verb.REVEAL:
            what = top_words(step, boost, their)
            return f"turn up {what}: madness is cured, anything else discarded"
        case _ if step.verb in MOVES:
            return moved_words(step, boost, their)
    return things_words(step, boost, their)


def moved_words(step: Step, boost: int, their: str) -> str:
    """A step that moves cards from one place to another."""
    cards = cards_words(step, boost)
    match step.verb:
        case Verb.SUPPORT:
            return f"put {taken_words(step, boost, their)} into {their} support"
        case Verb.TOP:
            return f"put {taken_words(step, boost, their)} on {their} deck"
        case Verb.GIVE:
            return f"give {cards} of {their} hand to another player"
        case Verb.SWAP:
            return f"exchange {cards} of {their} hand for {step.n} of {their} support"
        case Verb.RETURN:
            assert step.to is not None
            cards = cards_words(step, boost, "destroyed")
            if step.to is Zone.DECK:
                return f"put {cards} on {their} deck"
            return f"return {cards} to {their} {PILES[step.to]}"
    return f"{step.verb.word} {taken_words(step, boost, their)}"


def madness_words(step: Step, boost: int, their: str) -> str:
    number = number_of(step, boost)
    if step.to is Zone.CURSE:
        return f"lay {number} madness of the pile under each curse"
    if step.to is Zone.DECK:
        return f"put {number} madness on {their} deck"
    assert step.to is not None
    return f"add {number} madness to {their} {PILES[step.to]}"


def gain_words(step: Step, their: str) -> str:
    """A card from a stack."""
    assert step.to is not None
    card = f"a card of value {step.value}"
    if not step.value:
        card = "a card of the next higher value"
    element = "of its element" if step.same_element else "of any element"
    if step.to is Zone.DECK:
        return f"put {card} {element} on {their} deck"
    return f"take {card} {element} into {their} {PILES[step.to]}"


def things_words(step: Step, boost: int, their: str) -> str:
    """A step about actions, spells, curses or tokens."""
    number = number_of(step, boost)
    curses = f"{number} curse{plural(number)}"
    match step.verb:
        case Verb.ACT:
            kept = ", paid for with cards of the pool alone, which stay there" if step.zones else ""
            return f"take {number} action{plural(number)}{kept}"
        case Verb.RECHARGE if step.anyone:
            return f"recharge {number} spell{plural(number)} of any player"
        case Verb.RECHARGE | Verb.DESTROY_SPELL:
            return f"{step.verb.word.split()[0]} {number} of {their} spells"
        case Verb.NEUTRALISE_SPELL:
            return f"neutralise {number} of {their} spells until the next monster appears"
        case Verb.NEUTRALISE_CURSE:
            return f"neutralise {curses} until the next turn"
        case Verb.DESTROY_CURSE:
            return f"destroy {curses}"
        case Verb.TOKEN:
            assert step.element is not None
            where = "each curse" if step.count is Count.ALL else curses
            where = f"each of {where}" if where[0].isdigit() and number > 1 else where
            return f"put {article(step.element.word)} {step.element.word} token on {where}"
    raise ValueError(f"no step of an effect: {step}")
