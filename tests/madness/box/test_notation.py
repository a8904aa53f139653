"""The notation: every line of its grammar, its spellings and errors, and that it reads back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.madness.box.helpers import TESTS, effects_of
from trisim.box.notation import NotationError
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.notation import MOST, SOURCES, TARGETS, parse_ability, parse_effect
from trisim.games.madness.box.spelling import FILTERS, ZONES, ability_text, effect_text
from trisim.games.madness.box.terms import Ability, Clause, Step
from trisim.games.madness.box.words import ANY_CARD, MADNESS, Count, Element, Verb, Who, Zone

WATER, EARTH, FIRE, AIR = Element
HAND, SUPPORT, POOL, DISCARD, DECK, PILE = ZONES.values()


def step(text: str) -> Step:
    """The one step of an effect."""
    ((clause),) = parse_effect(text)
    (found,) = clause.steps
    return found


# ---------------------------------------------------------------- the grammar, line by line

STEPS: dict[str, Step] = {
    "draw 2": Step(verb=Verb.DRAW, n=2),
    "draw 1x": Step(verb=Verb.DRAW, variable=True),
    "draw as many": Step(verb=Verb.DRAW, count=Count.AS_MANY),
    "draw to 6": Step(verb=Verb.DRAW, count=Count.UNTIL, n=6),
    "discard 1 from hand": Step(verb=Verb.DISCARD, zones=(HAND,)),
    "discard all from deck": Step(verb=Verb.DISCARD, count=Count.ALL, zones=(DECK,)),
    "discard up to 2x from hand or pool": Step(
        verb=Verb.DISCARD, count=Count.UP_TO, n=2, variable=True, zones=(HAND, POOL)
    ),
    "discard all air from hand and support": Step(
        verb=Verb.DISCARD, count=Count.ALL, kinds=0b111 << 9, zones=(HAND, SUPPORT)
    ),
    "discard 1 value 1 from hand": Step(
        verb=Verb.DISCARD, kinds=1 | 1 << 3 | 1 << 6 | 1 << 9, zones=(HAND,)
    ),
    "destroy any fire value 3 from discard": Step(
        verb=Verb.DESTROY, count=Count.ANY, kinds=1 << 8, zones=(DISCARD,)
    ),
    "destroy 4 from madness pile": Step(verb=Verb.DESTROY, n=4, zones=(PILE,)),
    "destroy 2 from deck": Step(verb=Verb.DESTROY, n=2, zones=(DECK,)),
    "destroy as many element card from pool": Step(
        verb=Verb.DESTROY, count=Count.AS_MANY, kinds=(1 << 12) - 1, zones=(POOL,)
    ),
    "destroy 1 own spell": Step(verb=Verb.DESTROY_SPELL),
    "destroy 2x curses": Step(verb=Verb.DESTROY_CURSE, n=2, variable=True),
    "support 1 from deck": Step(verb=Verb.SUPPORT, zones=(DECK,)),
    "support any from hand or discard": Step(
        verb=Verb.SUPPORT, count=Count.ANY, zones=(HAND, DISCARD)
    ),
    "put up to 2 from discard on deck": Step(
        verb=Verb.TOP, count=Count.UP_TO, n=2, zones=(DISCARD,)
    ),
    "cure 1x from hand or support": Step(
        verb=Verb.CURE, variable=True, kinds=1 << MADNESS, zones=(HAND, SUPPORT)
    ),
    "cure all from pool": Step(verb=Verb.CURE, count=Count.ALL, kinds=1 << MADNESS, zones=(POOL,)),
    "give 2 water to another": Step(verb=Verb.GIVE, n=2, kinds=0b111, zones=(HAND,)),
    "return 1 value 2 to hand": Step(
        verb=Verb.RETURN,
        kinds=1 << 1 | 1 << 4 | 1 << 7 | 1 << 10,
        zones=(Zone.DESTROYED,),
        to=HAND,
    ),
    "madness 3 to support": Step(verb=Verb.MADNESS, n=3, to=SUPPORT),
    "madness 1 under each curse": Step(verb=Verb.MADNESS, to=Zone.CURSE),
    "gain higher to hand": Step(verb=Verb.GAIN, same_element=True, to=HAND),
    "gain value 3 of its element to deck": Step(
        verb=Verb.GAIN, value=3, same_element=True, to=DECK
    ),
    "gain value 2 to discard": Step(verb=Verb.GAIN, value=2, to=DISCARD),
    "act 2": Step(verb=Verb.ACT, n=2),
    "act 1x from kept pool": Step(verb=Verb.ACT, variable=True, zones=(POOL,)),
    "recharge 1 own spell": Step(verb=Verb.RECHARGE),
    "recharge 2x spells of anyone": Step(verb=Verb.RECHARGE, n=2, variable=True, anyone=True),
    "neutralise 1 own spell": Step(verb=Verb.NEUTRALISE_SPELL),
    "neutralise 2 curses": Step(verb=Verb.NEUTRALISE_CURSE, n=2),
    "token fire on 2 curses": Step(verb=Verb.TOKEN, n=2, element=FIRE),
    "token air on each curse": Step(verb=Verb.TOKEN, count=Count.ALL, element=AIR),
    "swap 2": Step(verb=Verb.SWAP, n=2),
    "reveal 1": Step(verb=Verb.REVEAL),
    "shuffle discard into deck": Step(verb=Verb.SHUFFLE, zones=(DISCARD,), to=DECK),
    "win": Step(verb=Verb.WIN),
    "lose": Step(verb=Verb.LOSE),
}


@pytest.mark.parametrize("text", STEPS)
def test_every_step_is_read_and_written(text: str) -> None:
    assert step(text) == STEPS[text]
    assert effect_text(parse_effect(text)) == text


def test_every_verb_has_a_step() -> None:
    assert {each.verb for each in STEPS.values()} == set(Verb) - {Verb.END}


WHO: dict[str, tuple[Who, int, bool]] = {
    "": (Who.YOU, 1, False),
    "another: ": (Who.SOME_OTHERS, 1, False),
    "2 others: ": (Who.SOME_OTHERS, 2, False),
    "1x others: ": (Who.SOME_OTHERS, 1, True),
    "others: ": (Who.OTHERS, 1, False),
    "a player: ": (Who.SOME_PLAYERS, 1, False),
    "3x players: ": (Who.SOME_PLAYERS, 3, True),
    "each: ": (Who.EACH, 1, False),
}


@pytest.mark.parametrize("text", WHO)
def test_a_clause_says_who_is_affected(text: str) -> None:
    (clause,) = parse_effect(f"{text}draw 1")
    assert (clause.who, clause.n, clause.variable) == WHO[text]
    assert effect_text((clause,)) == f"{text}draw 1"


def test_steps_are_glued_and_clauses_separated() -> None:
    text = "each: may draw 1, then discard 1 from hand, if done may swap 1; draw 2"
    first, second = parse_effect(text)
    assert [(s.may, s.if_done) for s in first.steps] == [
        (True, False),
        (False, False),
        (True, True),
    ]
    assert (second.who, len(second.steps)) == (Who.YOU, 1)
    assert effect_text((first, second)) == text


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_an_empty_cell_means_nothing(text: str) -> None:
    assert parse_effect(text) == ()


ABILITIES = {
    "places 5": Ability(places=5),
    "spells 6": Ability(spells=6),
    "air value 1 as any": Ability(wild=AIR),
    "reveal 1": Ability(effect=parse_effect("reveal 1")),
    "places 4; spells 7; earth value 1 as any; each: draw 1; draw 2": Ability(
        places=4, spells=7, wild=EARTH, effect=parse_effect("each: draw 1; draw 2")
    ),
}


@pytest.mark.parametrize("text", ABILITIES)
def test_an_ability_is_rights_and_an_effect(text: str) -> None:
    assert parse_ability(text) == ABILITIES[text]
    assert ability_text(ABILITIES[text]) == text


SPELLINGS = {
    "Draw 2 Cards": "draw 2",
    "EACH PLAYER: draw 1": "each: draw 1",
    "you: draw 1": "draw 1",
    "1 other: draw 1": "another: draw 1",
    "1 player: draw 1": "a player: draw 1",
    "2x other : draw 1": "2x others: draw 1",
    "discard 2 air cards from hand": "discard 2 air from hand",
    "discard 1 from pool or hand": "discard 1 from hand or pool",
    "cure 1 madness from hand": "cure 1 from hand",
    "neutralize 1 curses": "neutralise 1 curse",
    "act 2 actions": "act 2",
    "destroy 1 own spells": "destroy 1 own spell",
    "  draw   01 ,then draw 1 ": "draw 1, then draw 1",
    "recharge 1 spells of anybody": "recharge 1 spell of anyone",
}


@pytest.mark.parametrize("text", SPELLINGS)
def test_other_spellings_have_one_normal_form(text: str) -> None:
    assert effect_text(parse_effect(text)) == SPELLINGS[text]


# ---------------------------------------------------------------- errors

ERRORS: dict[str, tuple[str, str, str]] = {
    "drow 1": ("drow", "unknown word", "did you mean 'draw'?"),
    "draw": ("", "missing at the end", "'1', '1x', 'as many' or 'to 6'"),
    "draw 0": ("0", "must be 1 or more", "change the number"),
    "draw 10": ("10", "from 1 to 9", "change the number"),
    "draw 0x": ("0x", "from 1 to 9", "change the number"),
    "draw 2 x": ("x", "a blank before the x", "write '2x'"),
    "draw -1": ("-", "no meaning here", "never negative"),
    "draw 2*": ("*", "no meaning here", "'2x'"),
    "draw 1 + draw 2": ("+", "no meaning here", "', then'"),
    "draw 1 then draw 1": ("then", "doesn't follow", "a comma before 'then'"),
    "draw 1, draw 1": ("draw", "unknown word", "'then' or 'if done'"),
    "draw 1 and draw 1": ("and", "doesn't follow", "', then'"),
    "draw 1;": ("", "missing at the end", "a verb (as 'draw'"),
    "xyzzy": ("xyzzy", "unknown word", "a verb (as 'draw', 'discard', 'support') or players (as"),
    "discard 1": ("", "missing at the end", "'from' or a kind of card (as 'fire', 'value 1'"),
    "may each": ("each", "unknown word", "expected a verb (as 'draw', 'discard', 'support')"),
    "draw 1,": ("", "missing at the end", "'then' or 'if done'"),
    "draw 1, if doen draw 1": ("doen", "unknown word after 'if'", "did you mean 'done'?"),
    "each draw 1": ("draw", "doesn't follow", "write ':'"),
    "everyone: draw 1": ("everyone", "unknown word", "players (as 'each:', 'another:')"),
    "2 people: draw 1": ("people", "unknown word", "'others' or 'players'"),
    "each": ("", "missing at the end", "write ':'"),
    "discard from hand": ("from", "unknown word", "'up to', 'any', 'as many' or 'all'"),
    "discard 1 from hands": ("hands", "unknown word", "did you mean 'hand'?"),
    "discard 1 from discard": ("discard", "unknown word", "'hand'"),
    "discard 1 watre from hand": ("watre", "unknown word", "did you mean 'water'?"),
    "discard 1 value 4 from hand": ("4", "no such value", "write 1, 2 or 3"),
    "discard 1 from hand and pool": ("and", "a choice between", "write 'or'"),
    "discard all from hand or pool": ("or", "all cards of", "write 'and'"),
    "discard 1 from hand or hand": ("hand or hand", "twice", "name each once"),
    "discard 1 from pool or support": ("pool or support", "includes", "write 'pool' or 'support'"),
    "destroy 1 from hand or deck": ("hand or deck", "nobody sees", "make two steps"),
    "destroy 1 fire from deck": ("fire from deck", "sees the cards of the deck", "leave the kind"),
    "destroy up to 2 from deck": ("from deck", "taken from the top", "after 'may'"),
    "destroy all from madness pile": ("from madness pile", "empty the", "a number in front"),
    "destroy any curses": ("any", "a plain number", "may destroy 2 curses"),
    "support all from hand": ("all", "can't be done to all", "'up to 2' or 'any'"),
    "give all to another": ("all", "can't be done to all", "'up to 2' or 'any'"),
    "give 1 to you": ("you", "unknown word after 'to'", "'another'"),
    "put 1 from hand": ("", "missing at the end", "'on deck'"),
    "return 1 to support": ("support", "unknown word", "'hand', 'discard' or 'deck'"),
    "madness 1": ("", "missing at the end", "'to' or 'under each curse'"),
    "madness to hand": ("to", "an amount needs a number", "from 1 to 9"),
    "gain value 1 to hand": ("1", "no such value can be gained", "write 2 or 3"),
    "gain better to hand": ("better", "unknown word", "'higher' or 'value'"),
    "swap 2x": ("2x", "can't be variable", "write '2'"),
    "draw to 6x": ("6x", "can't be variable", "write '6'"),
    "recharge 1 spell": ("", "needs another word", "'of'"),
    "neutralise 1": ("", "missing at the end", "'own spell' or 'curse'"),
    "token water on curse": ("curse", "an amount needs a number", "from 1 to 9"),
    "token on each curse": ("on", "unknown word", "'water', 'earth', 'fire' or 'air'"),
    "shuffle hand": ("", "missing at the end", "'into deck'"),
}


@pytest.mark.parametrize("text", ERRORS)
def test_an_error_names_word_problem_and_remedy(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_effect(text)
    word, problem, remedy = ERRORS[text]
    assert caught.value.word == word
    assert problem in caught.value.problem
    assert remedy in caught.value.remedy


ABILITY_ERRORS = {
    "places 5; places 6": ("places 6", "twice", "keep one"),
    "places 5 draw 1": ("draw", "doesn't follow", "';'"),
    "air value 2 as any": ("value 2 as any", "no right of a mage", "'air value 1 as any'"),
    "places": ("", "needs a number", "1 to 9"),
    "plces 5": ("plces", "unknown word", "did you mean 'places'?"),
    "spls 5": ("spls", "unknown word", "did you mean 'spells'?"),
    "xyzzy": ("xyzzy", "unknown word", "'places' or 'spells'"),
}


@pytest.mark.parametrize("text", ABILITY_ERRORS)
def test_an_error_in_an_ability_names_word_problem_and_remedy(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_ability(text)
    word, problem, remedy = ABILITY_ERRORS[text]
    assert caught.value.word == word
    assert problem in caught.value.problem
    assert remedy in caught.value.remedy


WORDS = sorted({word for text in (*STEPS, *WHO, *ABILITIES) for word in text.split()} | {"x", ":"})


@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))
def test_whatever_is_written_is_read_or_refused_with_a_remedy(text: str) -> None:
    for parse in (parse_effect, parse_ability):
        error = error_in(parse, text)
        assert error is None or (error.problem and error.remedy)


def error_in(parse: Callable[[str], object], text: str) -> NotationError | None:
    try:
        parse(text)
    except NotationError as error:
        return error
    return None


# ---------------------------------------------------------------- all that can be said

NUMBERS = st.integers(1, MOST)
CHOSEN = (HAND, SUPPORT, DISCARD)


@st.composite
def amounts(draw: st.DrawFn, *counts: Count) -> dict[str, Any]:
    """How many."""
    count = draw(st.sampled_from(counts))
    if count not in (Count.EXACT, Count.UP_TO):
        return {"count": count}
    return {"count": count, "n": draw(NUMBERS), "variable": draw(st.booleans())}


@st.composite
def moves(draw: st.DrawFn) -> dict[str, Any]:
    """A step that takes cards of places."""
    verb = draw(st.sampled_from(list(SOURCES)))
    known = [ZONES[word] for word in SOURCES[verb]]
    unseen = [zone for zone in known if zone in (DECK, PILE)]
    if len(unseen) > 0 and draw(st.booleans()):
        zones = (draw(st.sampled_from(unseen)),)
        counts = [Count.EXACT, Count.AS_MANY]
        if zones == (DECK,) and verb in (Verb.DISCARD, Verb.DESTROY):
            counts.append(Count.ALL)
        return {"verb": verb, "zones": zones, **draw(amounts(*counts))}
    seen = [zone for zone in known if zone not in (DECK, PILE)]
    own = draw(st.sets(st.sampled_from(seen), min_size=1))
    if POOL in own:
        own.discard(SUPPORT)
    counts = [Count.EXACT, Count.UP_TO, Count.ANY, Count.AS_MANY]
    counts += [Count.ALL] if verb in (Verb.DISCARD, Verb.DESTROY, Verb.CURE) else []
    kinds = 1 << MADNESS if verb is Verb.CURE else draw(st.sampled_from(list(FILTERS.values())))
    return {"verb": verb, "zones": tuple(sorted(own)), "kinds": kinds, **draw(amounts(*counts))}


@st.composite
def transfers(draw: st.DrawFn) -> dict[str, Any]:
    """A step that draws, gives, returns, adds or gains cards."""
    verb = draw(st.sampled_from([Verb.DRAW, Verb.GIVE, Verb.RETURN, Verb.MADNESS, Verb.GAIN]))
    some = amounts(Count.EXACT, Count.UP_TO, Count.ANY, Count.AS_MANY)
    kinds = draw(st.sampled_from(list(FILTERS.values())))
    if verb is Verb.DRAW:
        if draw(st.booleans()):
            return {"verb": verb, "count": Count.UNTIL, "n": draw(NUMBERS)}
        return {"verb": verb, **draw(amounts(Count.EXACT, Count.AS_MANY))}
    if verb is Verb.GIVE:
        return {"verb": verb, "zones": (HAND,), "kinds": kinds, **draw(some)}
    to = draw(st.sampled_from([ZONES[word] for word in TARGETS[verb]]))
    if verb is Verb.RETURN:
        return {"verb": verb, "zones": (Zone.DESTROYED,), "to": to, "kinds": kinds, **draw(some)}
    if verb is Verb.MADNESS:
        target = draw(st.sampled_from([to, Zone.CURSE]))
        return {"verb": verb, "to": target, **draw(amounts(Count.EXACT))}
    value = draw(st.sampled_from([0, 2, 3]))
    same = value == 0 or draw(st.booleans())
    return {"verb": verb, "to": to, "value": value, "same_element": same}


@st.composite
def others(draw: st.DrawFn) -> dict[str, Any]:
    """A step about something else than cards."""
    verb = draw(st.sampled_from([verb for verb in Verb if verb >= Verb.ACT]))
    if verb in (Verb.WIN, Verb.LOSE):
        return {"verb": verb}
    if verb is Verb.SHUFFLE:
        return {"verb": verb, "zones": (draw(st.sampled_from([HAND, DISCARD])),), "to": DECK}
    if verb in (Verb.SWAP, Verb.REVEAL):
        return {"verb": verb, "n": draw(NUMBERS)}
    if verb is Verb.TOKEN:
        element = draw(st.sampled_from(Element))
        return {"verb": verb, "element": element, **draw(amounts(Count.EXACT, Count.ALL))}
    found = {"verb": verb, **draw(amounts(Count.EXACT))}
    if verb is Verb.ACT:
        found["zones"] = draw(st.sampled_from([(), (POOL,)]))
    if verb is Verb.RECHARGE:
        found["anyone"] = draw(st.booleans())
    return found


@st.composite
def clauses(draw: st.DrawFn) -> Clause:
    steps = []
    for number in range(draw(st.integers(1, 4))):
        values = draw(st.one_of(moves(), transfers(), others()))
        if_done = number > 0 and draw(st.booleans())
        steps.append(Step(**values, may=draw(st.booleans()), if_done=if_done))
    who = draw(st.sampled_from(Who))
    if who not in (Who.SOME_OTHERS, Who.SOME_PLAYERS):
        return Clause(steps=tuple(steps), who=who)
    return Clause(steps=tuple(steps), who=who, n=draw(NUMBERS), variable=draw(st.booleans()))


EFFECTS = st.lists(clauses(), max_size=3).map(tuple)


@given(EFFECTS)
def test_what_is_written_reads_back(effect: tuple[Clause, ...]) -> None:
    assert parse_effect(effect_text(effect)) == effect


@given(
    st.builds(
        Ability,
        places=st.integers(0, MOST),
        spells=st.integers(0, MOST),
        wild=st.none() | st.sampled_from(Element),
        effect=EFFECTS,
    )
)
def test_an_ability_that_is_written_reads_back(ability: Ability) -> None:
    assert parse_ability(ability_text(ability)) == ability


def test_every_cell_of_both_boxes_reads_back(reference: Box, testbox: Box) -> None:
    for box in (reference, testbox):
        for ident, effect in effects_of(box):
            assert parse_effect(effect_text(effect)) == effect, ident
        for mage in box.mages:
            assert parse_ability(ability_text(mage.ability)) == mage.ability


def test_filters_name_different_sets_of_kinds() -> None:
    assert len(set(FILTERS.values())) == len(FILTERS) == 22
    assert FILTERS[""] == ANY_CARD


# ---------------------------------------------------------------- the page about it

PAGE = (TESTS.parent / "docs" / "madness-box.md").read_text("utf-8")


def test_the_examples_of_the_page_are_in_their_normal_spelling() -> None:
    block = PAGE.split("```")[1].strip().splitlines()
    assert len(block) == 8
    for line in block:
        assert effect_text(parse_effect(line)) == line


def test_the_page_names_every_verb_group_and_place() -> None:
    grammar = PAGE.split("```")[3]
    quoted = set(re.findall(r'"([^"]+)"', grammar))
    assert {verb.word.split()[0] for verb in Verb if verb is not Verb.END} - {"top"} <= quoted
    assert {*ZONES, "another", "a player", "others", "each", "up to", "as many"} <= quoted


@pytest.mark.parametrize("cell", re.findall(r"^\| (`[^|]*) \|", PAGE.split("| written |")[1], re.M))
def test_what_the_page_explains_can_be_written(cell: str) -> None:
    for text in re.findall(r"`([^`]+)`", cell):
        assert any(is_readable(form.format(text)) for form in FORMS), text


FORMS = (
    "{}",
    "{} draw 1",
    "draw 1{} draw 1",
    "{} draw 1, then draw 1",
    "{} draw 1, if done draw 1",
    "discard {} from hand",
    "discard 1 {}",
    "discard all {}",
    "destroy 2 {}",
    "destroy 1 from hand, if done {}",
    "draw 1, then draw {}",
)
"""What words of the page may stand in."""


def is_readable(text: str) -> bool:
    return any(error_in(parse, text) is None for parse in (parse_effect, parse_ability))
