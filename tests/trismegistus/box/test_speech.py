"""The notation in a player's words."""

from __future__ import annotations

import pytest

from trisim.games.trismegistus.box.notation import (
    parse_bot,
    parse_cost,
    parse_effect,
    parse_elementals,
    parse_requirement,
)
from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Amount,
    Countable,
    CountKind,
    Do,
    Down,
    Exchange,
    Gain,
    Need,
    Swap,
    Transmute,
    Verb,
)
from trisim.games.trismegistus.box.nouns import need_words
from trisim.games.trismegistus.box.speech import (
    Drawing,
    bot_words,
    cost_words,
    effect_words,
    effects_words,
    elementals_words,
    requirement_words,
)
from trisim.games.trismegistus.box.words import Color, Element, Level, Thing, Track

EFFECTS = {
    "": "nothing",
    "gold": "1 gold",
    "2 points": "2 points",
    "ethereal die": "1 ethereal die",
    "2 ethereal dice": "2 ethereal dice",
    "chameleon + 2 reactions": "1 chameleon and 2 reactions",
    "lead + raw tin + refined iron": "1 lead, 1 raw tin and 1 refined iron",
    "any raw": "1 raw material of your choice",
    "2 any refined": "2 refined materials of your choice",
    "2 any essence": "2 essences of your choice",
    "2 points per fire experiment": "2 points for each fire experiment you performed",
    "point per artifact": "1 point for each artifact you have",
    "salt per earth artifact": "1 salt for each artifact with an earth elemental",
    "point per fire/air elemental": "1 point for each fire or air elemental on your artifacts",
    "point per elemental": "1 point for each elemental on your artifacts",
    "raw mercury per formula": "1 raw mercury for each formula in your vault",
    "point per earth level": "1 point for each level on the earth track",
    "point per lowest level": "1 point for each level on your lowest track",
    "advance fire": "advance 1 space on the fire track",
    "advance fire by 2": "advance 2 spaces on the fire track",
    "advance fire x2": "advance twice on the fire track",
    "advance any": "advance 1 space on a track of your choice",
    "advance any by 2": "advance 2 spaces on one track of your choice",
    "advance any x3": "advance 3 times, each time on a track of your choice",
    "advance any by 2 x2": "advance twice by 2 spaces, each time on one track of your choice",
    "advance lowest x2": "advance twice, each time on your lowest track",
    "advance 3 different": "advance 1 space on each of 3 different tracks",
    "advance 4 different": "advance 1 space on every track",
    "advance fire + advance air": "advance 1 space on the fire and air tracks",
    "transmute red": "transmute once along a red arrow",
    "transmute white x2": "transmute twice along white arrows",
    "transmute any": "transmute once along any arrow",
    "transmute any x3": "transmute 3 times along any arrows",
    "draw publications": "draw 2 publications, return 1",
    "draw publications x2": "twice, draw 2 publications, return 1",
    "random artifact": "gain a random artifact",
    "random artifact x2": "gain 2 random artifacts",
    "restore reaction": "restore a used reaction",
    "restore reaction x2": "restore 2 used reactions",
    "any raw -> same refined": "refine 1 raw material",
    "any raw -> same refined up to 2 times": "refine up to 2 raw materials",
    "any raw -> other raw": "exchange a raw material for a different one",
    "any raw -> other raw up to 3 times": (
        "up to 3 times, exchange a raw material for a different one"
    ),
    "any refined -> gold up to 3 times": "up to 3 times, exchange any refined material for 1 gold",
    "gold -> 5 any raw": "exchange 1 gold for 5 raw materials of your choice",
    "2 any raw -> silver": "exchange any 2 raw materials for 1 silver",
    "silver -> transmute any": "pay 1 silver to transmute once along any arrow",
    "down any -> silver": "go down 1 space on a track to take 1 silver",
    "down any -> 3 points": "go down 1 space on a track to score 3 points",
    "down any -> draw publications up to 2 times": (
        "up to 2 times, go down 1 space on a track to draw 2 publications, return 1"
    ),
    "gold + transmute red + salt": "1 gold; transmute once along a red arrow; 1 salt",
}

REQUIREMENTS = {
    "3 fire experiments": "3 fire experiments",
    "experiment": "1 experiment",
    "2 level 3 experiments": "2 level 3 experiments",
    "starting experiment + masterpiece": "1 starting experiment and 1 masterpiece",
    "5 artifacts": "5 artifacts",
    "air artifact": "1 artifact with an air elemental",
    "4 air elementals": "4 air elementals",
    "3 fire/earth elementals": "3 fire or earth elementals",
    "4 formulas": "4 formulas in your vault",
    "earth level 8": "level 8 on the earth track",
    "any level 11": "level 11 on at least one track",
    "lowest level 4": "level 4 on every track",
    "2 gold + 2 any raw": "2 gold and any 2 raw materials",
}

BOT_ACTIONS = {
    "": "nothing",
    "take artifact + gold": "takes an artifact; gains 1 gold",
    "take experiment + advance lowest x2": (
        "takes an experiment; advances twice, each time on its lowest track"
    ),
    "advance nearest": "advances 1 space where it is nearest to completing an experiment",
    "advance fire": "advances 1 space on the fire track",
    "advance fire + advance water + advance earth + advance air": (
        "advances 1 space on every track"
    ),
    "5 points + 3 gold": "gains 5 points and 3 gold",
}


@pytest.mark.parametrize(("notation", "words"), EFFECTS.items())
def test_an_effect_in_words(notation: str, words: str) -> None:
    assert effects_words(parse_effect(notation)) == words


@pytest.mark.parametrize(("notation", "words"), REQUIREMENTS.items())
def test_a_requirement_in_words(notation: str, words: str) -> None:
    assert requirement_words(parse_requirement(notation)) == words


@pytest.mark.parametrize(("notation", "words"), BOT_ACTIONS.items())
def test_a_bot_action_in_words(notation: str, words: str) -> None:
    assert bot_words(parse_bot(notation)) == words


def test_a_cost_in_words() -> None:
    assert (
        cost_words(parse_cost("any raw + 2 refined tin")) == "any 1 raw material and 2 refined tin"
    )
    assert cost_words(()) == "nothing"


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("", "none"),
        ("fire", "fire"),
        ("fire + air", "fire and air"),
        ("2 earth", "2 earth"),
        ("2 fire + air", "2 fire and 1 air"),
    ],
)
def test_elementals_in_words(notation: str, words: str) -> None:
    assert elementals_words(parse_elementals(notation)) == words


def test_drawing_follows_the_numbers_of_the_rules() -> None:
    draw = parse_effect("draw publications")
    assert effects_words(draw, Drawing(3, 2)) == "draw 3 publications, return 2"
    assert effects_words(draw, Drawing(1, 0)) == "draw 1 publication"


@pytest.mark.parametrize("thing", Thing)
def test_every_thing_has_words_for_one_and_many(thing: Thing) -> None:
    assert effect_words(Gain(1, thing)).startswith("1 ")
    assert effect_words(Gain(3, thing)).startswith("3 ")


@pytest.mark.parametrize("kind", CountKind)
def test_every_countable_is_spoken_as_multiplier_and_as_need(kind: CountKind) -> None:
    what = Countable(kind, (Element.FIRE,))
    assert " for each " in effect_words(Gain(1, Thing.POINT, what))
    assert "3" in need_words(Need(3, what))


@pytest.mark.parametrize("level", Level)
def test_experiments_of_every_level_are_spoken(level: Level) -> None:
    words = need_words(Need(2, Countable(CountKind.EXPERIMENT, level=level)))
    assert words.startswith("2 ")
    assert words.endswith("s")


@pytest.mark.parametrize("verb", Verb)
@pytest.mark.parametrize("times", [1, 2, 3])
def test_every_verb_is_spoken(verb: Verb, times: int) -> None:
    per = Countable(CountKind.FORMULA)
    assert effect_words(Do(verb, times, per)).endswith(" for each formula in your vault")


@pytest.mark.parametrize("track", Track)
@pytest.mark.parametrize("color", Color)
@pytest.mark.parametrize("price", [Down(), Amount(2, Thing.GOLD)])
def test_every_deed_can_be_bought(track: Track, color: Color, price: Down | Amount) -> None:
    assert "advance" in effect_words(Exchange(price, Advance(track, 2)))
    assert "transmute" in effect_words(Exchange(price, Transmute(color)))


@pytest.mark.parametrize("swap", Swap)
def test_every_swap_is_spoken_after_either_price(swap: Swap) -> None:
    assert "raw material" in effect_words(Exchange(Down(), swap))
    assert "raw material" in effect_words(Exchange(Amount(1, Thing.ANY_RAW), swap))
