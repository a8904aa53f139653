"""The notation: every line of its grammar, its spellings and errors, and that it reads back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.box.helpers import notation_cells
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.notation import (
    NotationError,
    parse_bot,
    parse_cost,
    parse_effect,
    parse_elementals,
    parse_requirement,
    to_text,
)
from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Amount,
    Countable,
    CountKind,
    Do,
    Down,
    Effect,
    Exchange,
    Gain,
    Need,
    Part,
    Reward,
    Swap,
    Transmute,
    Verb,
)
from trisim.games.trismegistus.box.words import Color, Element, Level, Thing, Track

Parse = Callable[[str], tuple[Any, ...]]

CONTEXTS: dict[str, Parse] = {
    "cost": parse_cost,
    "elementals": parse_elementals,
    "effect": parse_effect,
    "requirement": parse_requirement,
    "bot": parse_bot,
}
FIRE, WATER, EARTH, AIR = Element
NOTATION_MD = Path(__file__).parents[3] / "docs" / "notation.md"

MATERIAL_WORDS = {
    "lead": Thing.LEAD,
    "raw lead": Thing.LEAD,
    "raw copper": Thing.RAW_COPPER,
    "raw tin": Thing.RAW_TIN,
    "raw mercury": Thing.RAW_MERCURY,
    "raw iron": Thing.RAW_IRON,
    "refined copper": Thing.REFINED_COPPER,
    "refined tin": Thing.REFINED_TIN,
    "refined mercury": Thing.REFINED_MERCURY,
    "refined iron": Thing.REFINED_IRON,
    "silver": Thing.SILVER,
    "gold": Thing.GOLD,
    "any raw": Thing.ANY_RAW,
    "any refined": Thing.ANY_REFINED,
}
THING_WORDS = MATERIAL_WORDS | {
    "salt": Thing.SALT,
    "sulfur": Thing.SULFUR,
    "aether": Thing.AETHER,
    "any essence": Thing.ANY_ESSENCE,
    "ethereal die": Thing.ETHEREAL_DIE,
    "chameleon": Thing.CHAMELEON,
    "reaction": Thing.REACTION,
    "point": Thing.POINT,
}


# ---------------------------------------------------------------- the grammar, line by line


@pytest.mark.parametrize("parse", CONTEXTS.values(), ids=CONTEXTS)
@pytest.mark.parametrize("text", ["", " ", "\t \n"])
def test_an_empty_cell_means_nothing(parse: Parse, text: str) -> None:
    assert parse(text) == ()


@pytest.mark.parametrize("word", MATERIAL_WORDS)
def test_cost_asks_for_every_material(word: str) -> None:
    thing = MATERIAL_WORDS[word]
    assert parse_cost(word) == (Amount(1, thing),)
    assert parse_cost(f"3 {word} + gold") == (Amount(3, thing), Amount(1, Thing.GOLD))


@pytest.mark.parametrize("word", sorted(THING_WORDS.keys() - MATERIAL_WORDS.keys()))
def test_cost_never_asks_for_what_is_no_material(word: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cost(f"gold + 2 {word}")
    assert caught.value.word == word


@pytest.mark.parametrize("word", THING_WORDS)
def test_effect_gains_every_thing(word: str) -> None:
    thing = THING_WORDS[word]
    assert parse_effect(word) == (Gain(1, thing),)
    assert parse_effect(f"20 {word}") == (Gain(20, thing),)


@pytest.mark.parametrize("element", Element)
def test_elementals_are_counted_and_sorted(element: Element) -> None:
    assert parse_elementals(element.word) == (element,)
    assert parse_elementals(f"2 {element.word}") == (element, element)
    assert parse_elementals(f"air + {element.word} + fire") == tuple(sorted((AIR, element, FIRE)))


DEEDS: dict[str, Effect] = {
    **{f"advance {e.word}": Advance(Track(e)) for e in Element},
    "advance any": Advance(Track.ANY),
    "advance fire by 2": Advance(Track.FIRE, steps=2),
    "advance any by 12": Advance(Track.ANY, steps=12),
    "advance lowest": Advance(Track.LOWEST),
    "advance lowest x2": Advance(Track.LOWEST, times=2),
    "advance 1 different": Advance(Track.DIFFERENT, steps=1),
    "advance 4 different": Advance(Track.DIFFERENT, steps=4),
    "advance 3 different x2": Advance(Track.DIFFERENT, steps=3, times=2),
    "advance fire x2": Advance(Track.FIRE, times=2),
    "advance any by 2 x3": Advance(Track.ANY, steps=2, times=3),
    **{f"transmute {c.word}": Transmute(c) for c in Color},
    "transmute red x9": Transmute(Color.RED, 9),
    "draw publications": Do(Verb.DRAW_PUBLICATIONS),
    "draw publications x2": Do(Verb.DRAW_PUBLICATIONS, 2),
    "random artifact": Do(Verb.RANDOM_ARTIFACT),
    "restore reaction x3": Do(Verb.RESTORE_REACTION, 3),
}


@pytest.mark.parametrize("text", DEEDS)
def test_effect_does_every_deed(text: str) -> None:
    assert parse_effect(text) == (DEEDS[text],)


COUNTABLES: dict[str, Countable] = {
    "experiment": Countable(CountKind.EXPERIMENT),
    "fire experiment": Countable(CountKind.EXPERIMENT, (FIRE,)),
    "artifact": Countable(CountKind.ARTIFACT),
    "water artifact": Countable(CountKind.ARTIFACT, (WATER,)),
    "elemental": Countable(CountKind.ELEMENTAL),
    "earth elemental": Countable(CountKind.ELEMENTAL, (EARTH,)),
    "air/fire elemental": Countable(CountKind.ELEMENTAL, (FIRE, AIR)),
    "fire / water / earth / air elemental": Countable(CountKind.ELEMENTAL, tuple(Element)),
    "formula": Countable(CountKind.FORMULA),
    "air level": Countable(CountKind.LEVEL, (AIR,)),
    "lowest level": Countable(CountKind.LOWEST_LEVEL),
}


@pytest.mark.parametrize("text", COUNTABLES)
def test_gains_and_deeds_are_multiplied_by_every_countable(text: str) -> None:
    per = COUNTABLES[text]
    assert parse_effect(f"2 points per {text}") == (Gain(2, Thing.POINT, per),)
    assert parse_effect(f"advance any by 2 x3 per {text}") == (Advance(Track.ANY, 2, 3, per),)
    assert parse_effect(f"transmute red x2 per {text}") == (Transmute(Color.RED, 2, per),)
    assert parse_effect(f"draw publications per {text}") == (Do(Verb.DRAW_PUBLICATIONS, 1, per),)


EXCHANGES: dict[str, Exchange] = {
    "lead -> point": Exchange(Amount(1, Thing.LEAD), Gain(1, Thing.POINT)),
    "2 raw tin -> 3 salt": Exchange(Amount(2, Thing.RAW_TIN), Gain(3, Thing.SALT)),
    "refined iron -> chameleon": Exchange(Amount(1, Thing.REFINED_IRON), Gain(1, Thing.CHAMELEON)),
    "any refined -> gold up to 3 times": Exchange(
        Amount(1, Thing.ANY_REFINED), Gain(1, Thing.GOLD), 3
    ),
    "gold -> 5 any raw": Exchange(Amount(1, Thing.GOLD), Gain(5, Thing.ANY_RAW)),
    "down any -> 2 silver": Exchange(Down(), Gain(2, Thing.SILVER)),
    "down any -> advance 3 different": Exchange(Down(), Advance(Track.DIFFERENT, 3)),
    "silver -> advance any by 2 x3": Exchange(
        Amount(1, Thing.SILVER), Advance(Track.ANY, 2, times=3)
    ),
    "gold -> transmute any x2 up to 9 times": Exchange(
        Amount(1, Thing.GOLD), Transmute(Color.ANY, 2), 9
    ),
    "2 any raw -> random artifact": Exchange(Amount(2, Thing.ANY_RAW), Do(Verb.RANDOM_ARTIFACT)),
    "any raw -> same refined": Exchange(Amount(1, Thing.ANY_RAW), Swap.SAME_REFINED),
    "1 any raw -> same refined up to 2 times": Exchange(
        Amount(1, Thing.ANY_RAW), Swap.SAME_REFINED, 2
    ),
    "any raw -> other raw up to 1 time": Exchange(Amount(1, Thing.ANY_RAW), Swap.OTHER_RAW),
}


@pytest.mark.parametrize("text", EXCHANGES)
def test_effect_exchanges_for_every_price_and_reward(text: str) -> None:
    assert parse_effect(text) == (EXCHANGES[text],)


NEEDS: dict[str, Need] = {
    "6 experiments": Need(6, Countable(CountKind.EXPERIMENT)),
    "3 fire experiments": Need(3, Countable(CountKind.EXPERIMENT, (FIRE,))),
    "starting experiment": Need(1, Countable(CountKind.EXPERIMENT, level=Level.STARTING)),
    "2 level 1 experiments": Need(2, Countable(CountKind.EXPERIMENT, level=Level.ONE)),
    "level 2 experiment": Need(1, Countable(CountKind.EXPERIMENT, level=Level.TWO)),
    "3 level 3 experiments": Need(3, Countable(CountKind.EXPERIMENT, level=Level.THREE)),
    "masterpiece": Need(1, Countable(CountKind.EXPERIMENT, level=Level.MASTERPIECE)),
    "2 masterpieces": Need(2, Countable(CountKind.EXPERIMENT, level=Level.MASTERPIECE)),
    "5 artifacts": Need(5, Countable(CountKind.ARTIFACT)),
    "water artifact": Need(1, Countable(CountKind.ARTIFACT, (WATER,))),
    "9 elementals": Need(9, Countable(CountKind.ELEMENTAL)),
    "4 air elementals": Need(4, Countable(CountKind.ELEMENTAL, (AIR,))),
    "3 water/fire elementals": Need(3, Countable(CountKind.ELEMENTAL, (FIRE, WATER))),
    "4 formulas": Need(4, Countable(CountKind.FORMULA)),
    "fire level 8": Need(8, Countable(CountKind.LEVEL, (FIRE,))),
    "any level 12": Need(12, Countable(CountKind.ANY_LEVEL)),
    "lowest level 4": Need(4, Countable(CountKind.LOWEST_LEVEL)),
    **{word: Need(1, thing) for word, thing in MATERIAL_WORDS.items()},
    "20 any raw": Need(20, Thing.ANY_RAW),
}


@pytest.mark.parametrize("text", NEEDS)
def test_requirement_asks_for_everything_held_or_reached(text: str) -> None:
    assert parse_requirement(text) == (NEEDS[text],)


BOT_ACTIONS: dict[str, Gain | Advance | Do] = {
    "gold": Gain(1, Thing.GOLD),
    "2 ethereal dice": Gain(2, Thing.ETHEREAL_DIE),
    "10 points": Gain(10, Thing.POINT),
    "take artifact": Do(Verb.TAKE_ARTIFACT),
    "take experiment": Do(Verb.TAKE_EXPERIMENT),
    **{f"advance {e.word}": Advance(Track(e)) for e in Element},
    "advance lowest x2": Advance(Track.LOWEST, times=2),
    "advance nearest": Advance(Track.NEAREST),
}


@pytest.mark.parametrize("text", BOT_ACTIONS)
def test_bot_does_all_it_can(text: str) -> None:
    assert parse_bot(text) == (BOT_ACTIONS[text],)


def test_parts_keep_their_order() -> None:
    assert parse_effect("gold + transmute red + any raw -> other raw + point per formula") == (
        Gain(1, Thing.GOLD),
        Transmute(Color.RED),
        Exchange(Amount(1, Thing.ANY_RAW), Swap.OTHER_RAW),
        Gain(1, Thing.POINT, Countable(CountKind.FORMULA)),
    )


# ---------------------------------------------------------------- spelling


@pytest.mark.parametrize(
    ("context", "written", "normal"),
    [
        ("cost", "2 RAW Tin+SILVER", "2 raw tin + silver"),
        ("cost", "  1   gold\t+\u00a0refined  iron ", "gold + refined iron"),
        ("cost", "2raw tin", "2 raw tin"),
        ("cost", "007 gold", "7 gold"),
        ("cost", "raw lead", "lead"),
        ("elementals", "air + Fire + fire", "2 fire + air"),
        ("effect", "1 POINTS", "point"),
        ("effect", "2 point", "2 points"),
        ("effect", "ethereal dice", "ethereal die"),
        (
            "effect",
            "2 ethereal die + 2 chameleon + 2 reaction",
            "2 ethereal dice + 2 chameleons + 2 reactions",
        ),
        ("effect", "transmute red ×2", "transmute red x2"),
        ("effect", "transmute red X 2", "transmute red x2"),
        ("effect", "transmute red x1", "transmute red"),
        ("effect", "advance fire by 1", "advance fire"),
        ("effect", "draw publication", "draw publications"),
        ("effect", "any raw→same refined up to 1 times", "any raw -> same refined"),
        ("effect", "any raw->other raw up to 2 time", "any raw -> other raw up to 2 times"),
        ("effect", "2 points per formulae", "2 points per formula"),
        ("effect", "point per air / fire elementals", "point per fire/air elemental"),
        ("effect", "point per fire levels", "point per fire level"),
        ("requirement", "1 experiments + 2 experiment", "experiment + 2 experiments"),
        ("requirement", "2 Masterpiece", "2 masterpieces"),
        ("requirement", "fire levels 8", "fire level 8"),
        ("bot", "Take Experiments + 2 Points", "take experiment + 2 points"),
    ],
)
def test_spellings_of_the_same(context: str, written: str, normal: str) -> None:
    parse = CONTEXTS[context]
    assert parse(written) == parse(normal)
    assert to_text(parse(written)) == normal


# ---------------------------------------------------------------- round trip

counts = st.integers(1, 20)
times = st.integers(1, 9)
materials = st.sampled_from([thing for thing in Thing if thing.is_material])
amounts = st.builds(Amount, counts, materials)
elements = st.sampled_from(Element)


def of_elements(kind: CountKind, least: int, most: int) -> st.SearchStrategy[Countable]:
    chosen = st.sets(elements, min_size=least, max_size=most).map(lambda s: tuple(sorted(s)))
    return st.builds(Countable, st.just(kind), chosen)


held = st.one_of(
    of_elements(CountKind.EXPERIMENT, 0, 1),
    of_elements(CountKind.ARTIFACT, 0, 1),
    of_elements(CountKind.ELEMENTAL, 0, 4),
    st.just(Countable(CountKind.FORMULA)),
)
one_level = of_elements(CountKind.LEVEL, 1, 1)
lowest_level = st.just(Countable(CountKind.LOWEST_LEVEL))
countables = st.none() | held | one_level | lowest_level
experiments_of_level = st.builds(
    Countable, st.just(CountKind.EXPERIMENT), st.just(()), st.sampled_from(Level)
)


def gains(per: st.SearchStrategy[Countable | None]) -> st.SearchStrategy[Gain]:
    things = st.sampled_from([thing for thing in Thing if thing is not Thing.POINT])
    points = st.builds(Gain, st.integers(1, 60), st.just(Thing.POINT), per)
    return st.builds(Gain, counts, things, per) | points


def deeds(per: st.SearchStrategy[Countable | None]) -> st.SearchStrategy[Advance | Transmute | Do]:
    tracks = st.sampled_from([track for track in Track if track <= Track.ANY])
    player_verbs = [verb for verb in Verb if verb <= Verb.RESTORE_REACTION]
    return st.one_of(
        st.builds(Advance, tracks, st.integers(1, 12), times, per),
        st.builds(Advance, st.just(Track.LOWEST), st.just(1), times, per),
        st.builds(Advance, st.just(Track.DIFFERENT), st.integers(1, 4), times, per),
        st.builds(Transmute, st.sampled_from(Color), times, per),
        st.builds(Do, st.sampled_from(player_verbs), times, per),
    )


once: st.SearchStrategy[Countable | None] = st.none()
rewards: st.SearchStrategy[Reward] = gains(once) | deeds(once)
exchanges = st.one_of(
    st.builds(Exchange, amounts | st.builds(Down), rewards, times),
    st.builds(Exchange, st.just(Amount(1, Thing.ANY_RAW)), st.sampled_from(Swap), times),
)
effects: st.SearchStrategy[Effect] = gains(countables) | deeds(countables) | exchanges
needs = st.one_of(
    st.builds(Need, counts, held | experiments_of_level),
    st.builds(
        Need,
        st.integers(1, 12),
        one_level | lowest_level | st.just(Countable(CountKind.ANY_LEVEL)),
    ),
    st.builds(Need, counts, materials),
)
bot_tracks = [track for track in Track if track not in (Track.ANY, Track.DIFFERENT)]
bot_parts = st.one_of(
    st.builds(Gain, counts, st.sampled_from([Thing.GOLD, Thing.ETHEREAL_DIE])),
    st.builds(Gain, st.integers(1, 60), st.just(Thing.POINT)),
    st.builds(Advance, st.sampled_from(bot_tracks), st.just(1), times),
    st.builds(Do, st.sampled_from([Verb.TAKE_ARTIFACT, Verb.TAKE_EXPERIMENT])),
)


def cells(parts: st.SearchStrategy[Part]) -> st.SearchStrategy[tuple[Part, ...]]:
    return st.lists(parts, max_size=6).map(tuple)


TERMS: dict[str, st.SearchStrategy[tuple[Part, ...]]] = {
    "cost": cells(amounts),
    "elementals": st.lists(elements, max_size=10).map(lambda found: tuple(sorted(found))),
    "effect": cells(effects),
    "requirement": cells(needs),
    "bot": cells(bot_parts),
}
written_cells = st.sampled_from(sorted(TERMS)).flatmap(
    lambda context: st.tuples(st.just(context), TERMS[context].map(to_text))
)


@pytest.mark.parametrize("context", TERMS)
@given(data=st.data())
def test_every_term_reads_back_as_it_was_written(context: str, data: st.DataObject) -> None:
    term = data.draw(TERMS[context])
    assert CONTEXTS[context](to_text(term)) == term


@given(written_cells, st.randoms(use_true_random=False))
def test_case_and_blanks_never_change_a_meaning(written: tuple[str, str], random: Any) -> None:
    context, text = written
    loud = "".join(random.choice((c.upper(), c.lower())) for c in text)
    airy = re.sub(" ", lambda _: " " * random.randint(1, 3), loud)
    assert CONTEXTS[context](f" {airy} ") == CONTEXTS[context](text)


@pytest.mark.parametrize("which", ["testbox", "reference"])
def test_every_cell_of_a_box_reads_back_as_it_was_written(
    which: str, request: pytest.FixtureRequest
) -> None:
    box: Box = request.getfixturevalue(which)
    found = list(notation_cells(box))
    assert {context for context, _ in found} == set(CONTEXTS)
    for context, parts in found:
        text = to_text(parts)
        assert CONTEXTS[context](text) == parts
        assert to_text(CONTEXTS[context](text)) == text


# ---------------------------------------------------------------- errors

BAD_CELLS = [
    # context, cell, offending word, part of the problem and remedy
    ("cost", "refined lead", "refined lead", "lead has no refined form; write 'lead'"),
    ("cost", "2 raw silver", "raw silver", "silver is always refined; write 'silver'"),
    ("cost", "raw gold", "raw gold", "gold is always refined; write 'gold'"),
    ("cost", "refined silver", "refined silver", "one form only; write 'silver'"),
    ("cost", "refined gold", "refined gold", "one form only; write 'gold'"),
    ("cost", "gold + mercury essence", "mercury essence", "write 'raw mercury'"),
    ("cost", "2 salt", "salt", "can't be asked for here; expected a material"),
    ("cost", "any essence", "any essence", "can't be asked for here"),
    ("cost", "2 tin", "tin", "doesn't say raw or refined; write 'raw tin' or 'refined tin'"),
    ("cost", "0 gold", "0", "must be 1 or more"),
    ("cost", "21 gold", "21", "from 1 to 20"),
    ("cost", "-1 gold", "-", "counts are never negative"),
    ("cost", "1.5 gold", ".", "use whole numbers"),
    ("cost", "gold, silver", ",", "join the parts with '+'"),
    ("cost", "gold; silver", ";", "join the parts with '+'"),
    ("cost", "gold & silver", "&", "join the parts with '+'"),
    ("cost", "gold silver", "silver", "join parts with '+'"),
    ("cost", "gold +", "", "something is missing at the end; expected a material"),
    ("cost", "+ gold", "+", "this sign can't stand here"),
    ("cost", "gold x2", "x", "count things in front ('2 gold')"),
    ("cost", "gold * 2", "*", "repeat a deed with 'x2'"),
    ("cost", "raw", "", "'raw' needs another word; expected 'copper', 'tin', 'mercury' or 'iron'"),
    ("cost", "raw goold", "goold", "unknown word after 'raw'"),
    ("cost", "goold", "goold", "did you mean 'gold'?"),
    ("cost", "refind iron", "refind", "did you mean 'refined'?"),
    ("elementals", "fier", "fier", "did you mean 'fire'?"),
    ("elementals", "fire air", "air", "join parts with '+'"),
    ("elementals", "fire/air", "/", "join parts with '+'"),
    ("elementals", "2", "", "expected 'fire', 'water', 'earth' or 'air'"),
    ("elementals", "21 fire", "21", "from 1 to 20"),
    ("effect", "2 points for each experiment", "for", "write 'per' for 'for each'"),
    ("effect", "advance fire each formula", "each", "write 'per' for 'for each'"),
    ("effect", "xyzzy", "xyzzy", "unknown word here; expected a material"),
    ("effect", "=1+1", "=", "this sign has no meaning here"),
    ("effect", "2 advance fire", "2", "write 'x2' after the deed"),
    (
        "effect",
        "advance",
        "",
        "expected 'fire', 'water', 'earth', 'air', 'any', 'lowest' or '3 diff",
    ),
    ("effect", "advance fier", "fier", "did you mean 'fire'?"),
    ("effect", "advance nearest", "nearest", "unknown word here"),
    ("effect", "advance lowest by 2", "by", "write 'x2' for 'by 2'"),
    ("effect", "advance 5 different", "5", "from 1 to 4"),
    ("effect", "advance 3", "", "expected 'different'"),
    ("effect", "advance fire by 13", "13", "'by' must be from 1 to 12"),
    ("effect", "advance fire x10", "10", "'x' must be from 1 to 9"),
    ("effect", "advance fire x", "", "'x' needs a number"),
    ("effect", "advance fire 2", "2", "repeat a deed with 'x2'"),
    ("effect", "transmute blue", "blue", "expected 'black', 'white', 'red' or 'any'"),
    ("effect", "draw publikations", "publikations", "did you mean 'publications'?"),
    ("effect", "random", "", "'random' needs another word; expected 'artifact'"),
    ("effect", "restore gold", "gold", "unknown word after 'restore'; expected 'reaction'"),
    ("effect", "61 points", "61", "from 1 to 60"),
    ("effect", "essence", "essence", "write 'any essence', 'salt', 'sulfur' or 'aether'"),
    ("effect", "take artifact", "take", "unknown word here"),
    ("effect", "down any", "", "expected '->'"),
    ("effect", "down fire -> gold", "fire", "unknown word after 'down'; expected 'any'"),
    ("effect", "gold -> same refined", "same refined", "write 'any raw -> same refined'"),
    ("effect", "2 any raw -> other raw", "other raw", "after one raw material only"),
    ("effect", "any raw -> gold up to 10 times", "10", "'up to' must be from 1 to 9"),
    ("effect", "any raw -> gold up to times", "times", "'up to' needs a number"),
    ("effect", "any raw -> gold up to 2", "", "expected 'times'"),
    ("effect", "gold -> silver per experiment", "per", "join parts with '+'"),
    ("effect", "gold per", "", "expected 'experiment', 'artifact', 'elemental'"),
    ("effect", "gold per fire", "", "expected 'experiment', 'artifact', 'elemental' or 'level'"),
    ("effect", "gold per fire formula", "formula", "unknown word here"),
    ("effect", "gold per fire/air experiment", "experiment", "only elementals are counted for two"),
    ("effect", "gold per fire/fire elemental", "fire", "name each element once"),
    ("effect", "gold per masterpiece", "masterpiece", "unknown word here"),
    ("requirement", "fire level", "", "a level needs a number"),
    ("requirement", "fire level 13", "13", "a level must be from 1 to 12"),
    ("requirement", "3 fire level 8", "8", "write it as in 'fire level 8'"),
    ("requirement", "level 4 experiment", "4", "from 1 to 3"),
    ("requirement", "level experiment", "experiment", "the level of an experiment needs a number"),
    ("requirement", "lowest 4", "4", "unknown word after 'lowest'; expected 'level'"),
    ("requirement", "2 salt", "salt", "can't be asked for here"),
    ("requirement", "points", "points", "can't be asked for here"),
    ("requirement", "fire/air experiment", "experiment", "only elementals are counted for two"),
    ("requirement", "21 gold", "21", "from 1 to 20"),
    ("requirement", "advance fire", "advance", "unknown word here"),
    ("bot", "silver", "silver", "unknown word here"),
    (
        "bot",
        "advance any",
        "any",
        "expected 'fire', 'water', 'earth', 'air', 'lowest' or 'nearest'",
    ),
    ("bot", "advance fire by 2", "by", "doesn't follow"),
    ("bot", "take", "", "'take' needs another word; expected 'artifact' or 'experiment'"),
    ("bot", "take gold", "gold", "unknown word after 'take'"),
    ("bot", "21 gold", "21", "from 1 to 20"),
    ("bot", "gold per experiment", "per", "doesn't follow"),
]


def error_of(context: str, text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        CONTEXTS[context](text)
    return caught.value


@pytest.mark.parametrize(("context", "text", "word", "said"), BAD_CELLS)
def test_a_bad_cell_names_the_word_and_what_would_be_right(
    context: str, text: str, word: str, said: str
) -> None:
    error = error_of(context, text)
    assert error.word == word
    assert said in f"{error.problem}; {error.remedy}"


def test_the_place_of_a_word_is_the_right_one_of_several() -> None:
    error = error_of("cost", "gold + raw tin + gold + raw gold")
    assert (error.start, error.end) == (24, 32)


def test_a_word_is_never_suggested_for_itself() -> None:
    assert "did you mean 'lowest'?" not in error_of("effect", "gold per lowest").remedy


def test_the_limit_named_is_that_of_the_thing() -> None:
    assert "from 1 to 20" in error_of("cost", "61 gold").problem


def test_a_wrong_price_is_the_offending_word() -> None:
    assert error_of("effect", "2 salt -> gold").word in ("salt", "2 salt")


def test_bot_remedies_name_no_material_but_gold() -> None:
    assert "raw tin" not in error_of("bot", "silver").remedy


# ---------------------------------------------------------------- any text at all

VOCABULARY = sorted(
    {
        word
        for phrase in (*THING_WORDS, *DEEDS, *COUNTABLES, *EXCHANGES, *NEEDS, *BOT_ACTIONS)
        for word in phrase.split()
    }
    | {"+", "->", "→", "×", "x", "/", "per", "by", "up", "to", "times", "0", "21", "61", "10000000"}
)


def reads_or_points_inside(context: str, text: str) -> None:
    """A cell reads, and then reads back; or its error lies inside the text and helps."""
    found = read(context, text)
    if isinstance(found, NotationError):
        assert 0 <= found.start <= found.end <= len(text)
        assert found.word == text[found.start : found.end]
        assert found.problem
        assert found.remedy
    else:
        assert CONTEXTS[context](to_text(found)) == found


def read(context: str, text: str) -> tuple[Any, ...] | NotationError:
    try:
        return CONTEXTS[context](text)
    except NotationError as error:
        return error


@pytest.mark.parametrize("context", CONTEXTS)
@given(text=st.text(max_size=40) | st.text("0123456789 +-x×→/>gold", max_size=20))
def test_any_text_reads_or_is_a_notation_error(context: str, text: str) -> None:
    reads_or_points_inside(context, text)


@pytest.mark.parametrize("context", CONTEXTS)
@settings(max_examples=200)
@given(
    words=st.lists(st.sampled_from(VOCABULARY), max_size=12), joint=st.sampled_from([" ", "", "  "])
)
def test_any_words_of_the_notation_read_or_are_a_notation_error(
    context: str, words: list[str], joint: str
) -> None:
    reads_or_points_inside(context, joint.join(words))


@settings(max_examples=300)
@given(written=written_cells, data=st.data())
def test_any_slip_of_the_pen_reads_or_is_a_notation_error(
    written: tuple[str, str], data: st.DataObject
) -> None:
    context, text = written
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    slip = data.draw(st.text(max_size=3) | st.sampled_from(VOCABULARY))
    other = data.draw(st.sampled_from(sorted(CONTEXTS)))
    for where in (context, other):
        reads_or_points_inside(where, text[:start] + slip + text[end:])


# ---------------------------------------------------------------- docs/notation.md


def documented() -> list[str]:
    """What stands between backticks in the first column of the tables."""
    rows = re.findall(r"^\| (`.*?) \|", NOTATION_MD.read_text("utf-8"), re.MULTILINE)
    return [text for row in rows for text in re.findall(r"`([^`]+)`", row)]


def reads_somewhere(text: str) -> bool:
    for parse in CONTEXTS.values():
        try:
            parse(text)
        except NotationError:
            continue
        return True
    return False


def test_the_documentation_has_examples() -> None:
    assert len(documented()) > 30


@pytest.mark.parametrize("text", documented())
def test_every_documented_example_reads(text: str) -> None:
    assert reads_somewhere(text)


def test_the_first_examples_of_the_documentation_read_in_their_contexts() -> None:
    block = NOTATION_MD.read_text("utf-8").split("```")[1]
    examples = [re.split(r"\s{2,}", line.strip()) for line in block.strip().splitlines()]
    said = ["a cost", "an effect", "a requirement", "elementals", "what Botmegistus does"]
    assert [meaning for _, meaning in examples] == said
    for context, (text, _) in zip(
        ("cost", "effect", "requirement", "elementals", "bot"), examples, strict=True
    ):
        assert CONTEXTS[context](text)


def test_the_documented_limits_are_the_real_ones() -> None:
    text = " ".join(NOTATION_MD.read_text("utf-8").split())
    said = re.search(
        r"A count is at most (\d+), points at most (\d+), "
        r"`x` and `up to` at most (\d+), `by` at most (\d+)\.",
        text,
    )
    assert said
    count, points, often, steps = map(int, said.groups())
    for context, cell, most in (
        ("cost", "{} gold", count),
        ("elementals", "{} fire", count),
        ("effect", "{} gold", count),
        ("effect", "gold -> {} salt", count),
        ("requirement", "{} formulas", count),
        ("bot", "{} gold", count),
        ("effect", "{} points", points),
        ("bot", "{} points", points),
        ("effect", "transmute red x{}", often),
        ("bot", "advance fire x{}", often),
        ("effect", "gold -> salt up to {} times", often),
        ("effect", "advance any by {}", steps),
    ):
        assert CONTEXTS[context](cell.format(most))
        assert error_of(context, cell.format(most + 1)).word == str(most + 1)
