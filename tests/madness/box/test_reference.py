"""The reference set agrees with the rulebook, as far as that says something."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from tests.madness.box.helpers import BOX_FILES, REFERENCE, effects_of
from trisim.box.checks import count_cards
from trisim.games.madness.box.box import Box, load_box
from trisim.games.madness.box.cards import CARD_FILES, Sheet
from trisim.games.madness.box.notation import parse_ability, parse_effect
from trisim.games.madness.box.show.summary import sources
from trisim.games.madness.box.spelling import effect_text
from trisim.games.madness.box.terms import has_variable, steps_of
from trisim.games.madness.box.words import (
    VALUES,
    CurseKind,
    Element,
    Side,
    Source,
    Verb,
    When,
    Zone,
)

# ---------------------------------------------------------------- counts


def test_each_element_has_eighteen_ten_and_six_cards(reference: Box) -> None:
    copies = {(card.element, card.value): card.copies for card in reference.elements}
    assert len(copies) == len(Element) * VALUES
    for element in Element:
        assert [copies[element, value] for value in (1, 2, 3)] == [18, 10, 6]


def test_four_basic_spells_and_three_of_each_element_and_level(reference: Box) -> None:
    basic = [spell.element for spell in reference.spells if spell.basic]
    assert sorted(basic) == list(Element)
    assert {spell.level for spell in reference.spells if spell.basic} == {1}
    library = Counter((s.element, s.level) for s in reference.spells if not s.basic)
    assert library == {(element, level): 3 for element in Element for level in (1, 2, 3)}


def test_forty_eight_curses_nine_of_an_element_and_twelve_of_all(reference: Box) -> None:
    kinds = Counter(curse.kind for curse in reference.curses)
    assert [kinds[kind] for kind in CurseKind] == [9, 9, 9, 9, 12]


def test_four_covers_twelve_inner_pages_and_a_last_one(reference: Box) -> None:
    sides = Counter(sheet.side for sheet in reference.sheets)
    assert [sides[side] for side in Side] == [4, 12, 1]
    assert len([sheet for sheet in reference.sheets if sheet.monster]) == 16


def test_madness_by_players(reference: Box) -> None:
    assert reference.rules.madness.by_players == (20, 25, 30, 35)


def test_box_toml_counts_what_there_is(reference: Box) -> None:
    assert reference.about == count_cards(reference)


# ---------------------------------------------------------------- mages

ROWS = {  # as printed: the card of value 2, then those of value 1, the own element first
    "ada": (1, 3, 4, 2, 2),
    "basil": (1, 2, 3, 3, 3),
    "cleo": (1, 3, 3, 3, 2),
    "dora": (1, 3, 4, 2, 2),
    "emil": (1, 3, 5, 2, 1),
    "flora": (1, 2, 4, 4, 1),
    "galen": (1, 1, 4, 3, 3),
    "hugo": (1, 4, 3, 3, 1),
}
ABILITIES = {
    "ada": "places 5",
    "basil": "air value 1 as any",
    "cleo": "discard 1 madness from hand, if done draw 1",
    "dora": "recharge 1 spell of anyone",
    "emil": "reveal 1",
    "flora": "draw 1",
    "galen": "swap 2",
    "hugo": "spells 6",
}


def test_mages_have_the_rows_of_the_rulebook(reference: Box) -> None:
    for mage in reference.mages:
        others = [
            n for element, n in zip(Element, mage.ones, strict=True) if element is not mage.element
        ]
        row = (1, mage.ones[mage.element], *sorted(others, reverse=True))
        assert row == ROWS[mage.id]
        assert sum(row) == 12


def test_mages_have_the_abilities_of_the_rulebook_in_its_order(reference: Box) -> None:
    assert [mage.id for mage in reference.mages] == list(ABILITIES)
    for mage in reference.mages:
        assert mage.ability == parse_ability(ABILITIES[mage.id])


def test_abilities_are_used_when_they_can_be(reference: Box) -> None:
    by_when = {when: {m.id for m in reference.mages if m.when is when} for when in When}
    assert by_when[When.ALWAYS] == {"ada", "hugo"}
    assert by_when[When.CURSE_DESTROYED] == {"flora"}


def test_two_mages_of_each_element(reference: Box) -> None:
    assert Counter(mage.element for mage in reference.mages) == dict.fromkeys(Element, 2)


def test_any_five_mages_find_their_cards_of_value_1_in_nightmare_too(reference: Box) -> None:
    for five in combinations(reference.mages, 5):
        for element in Element:
            ones = sum(mage.ones[element] + (mage.element is element) for mage in five)
            assert ones <= 18


# ---------------------------------------------------------------- cards that the text names

SPELLS = {
    "Growth": (Element.EARTH, 1, "draw 1x"),
    "Ice": (Element.WATER, 1, "support 1x from hand"),
    "Combustion": (Element.FIRE, 1, "destroy 1x from hand"),
    "Telepathy": (Element.AIR, 1, "another: act 1x"),
    "Power of the Inferno": (
        Element.FIRE,
        1,
        "a player: may discard 1x from hand or pool, if done draw 1x",
    ),
    "Mind Control": (Element.AIR, 1, "1x others: act 1, then draw 1"),
    "Essence of Earth": (Element.EARTH, 1, "1x others: put 1 from discard on deck"),
    "Cold Mind": (Element.WATER, 1, "support 1x from hand, then draw 1x"),
    "Glacial Circle": (Element.WATER, 3, "each: support 1x from hand, then draw 1x"),
    "Levitation": (None, None, "1x others: draw to 6"),
    "Telekinesis": (None, None, "each: draw 1x"),
    "Frozen Touch": (None, None, "1x others: draw 1, then support 1 from hand"),
    "Adrenaline": (None, None, "draw 2x, then cure 1x from hand or support"),
    "Abundance": (None, None, "another: draw 2x"),
    "Eye of the Tornado": (None, None, "each: discard 1x from hand, then draw 1x"),
    "Avatar": (None, None, "act 1x from kept pool"),
}
"""Element and level where the text says them."""


@pytest.mark.parametrize("name", SPELLS)
def test_a_spell_does_what_the_text_says(name: str, reference: Box) -> None:
    (spell,) = [spell for spell in reference.spells if spell.name == name]
    element, level, effect = SPELLS[name]
    assert effect_text(spell.effect) == effect
    assert element in (None, spell.element)
    assert level in (None, spell.level)
    assert spell.source is Source.TEXT


def test_no_other_spell_is_said_to_be_from_the_text(reference: Box) -> None:
    assert {spell.name for spell in reference.spells if spell.source is Source.TEXT} == set(SPELLS)


def test_four_curses_of_the_text(reference: Box) -> None:
    found = {(c.kind, effect_text(c.effect)) for c in reference.curses if c.source is Source.TEXT}
    assert found == {
        (CurseKind.AIR, "each: discard 1 air from hand or pool"),
        (CurseKind.FIRE, "each: discard 1 fire from hand or pool"),
        (CurseKind.MULTI, "destroy 4 from madness pile"),
        (CurseKind.WATER, "each: neutralise 1 own spell"),
    }


PAIRS = {
    ("each: support 1 from deck", "each: destroy 2 from deck"),
    (
        "each: put up to 2 from discard on deck",
        "each: discard all air from hand and support",
    ),
    (
        "each: may destroy any from hand, then draw as many",
        "a player: discard all from support, then madness 3 to support",
    ),
    (
        "each: cure 1 from hand or pool, then cure up to 1 from hand or pool",
        "each: discard all from hand, then draw 5",
    ),
    (
        "each: may destroy 1 from discard, if done gain higher to hand",
        "each: madness 1 to discard",
    ),
    (
        "each: may discard 1 value 1 from hand or pool, "
        "if done gain value 3 of its element to deck",
        "each: discard all water from hand and support",
    ),
    ("win", "lose"),
}


def test_six_pairs_of_the_text_and_the_last_page(reference: Box) -> None:
    fronts = [each for each in reference.sheets if each.side is not Side.COVER]
    found = {pair(each) for each in fronts if each.source is Source.TEXT}
    assert found == PAIRS


def pair(sheet: Sheet) -> tuple[str, str]:
    return effect_text(sheet.bonus), effect_text(sheet.failure)


def test_three_monsters_of_the_text_and_the_last_page(reference: Box) -> None:
    found = {
        effect_text(each.appearance)
        for each in reference.sheets
        if each.side is not Side.LAST and each.monster_source is Source.TEXT
    }
    assert found == {
        "each: madness 1 to hand",
        "each: discard all from deck",
        "madness 1 under each curse",
    }
    (last,) = [each for each in reference.sheets if each.side is Side.LAST]
    assert effect_text(last.appearance) == "each: madness 1 to deck"


# ---------------------------------------------------------------- numbers


def test_numbers_of_the_rules(reference: Box) -> None:
    numbers = reference.rules.numbers
    assert (numbers.hand, numbers.places, numbers.most_spells, numbers.most_boost) == (6, 3, 5, 3)
    assert (numbers.learn_cost, numbers.cure_cost) == (2, 2)
    assert (numbers.curse_cost, numbers.multi_cost, numbers.token_cost) == (4, 1, 1)
    assert (numbers.reward_value, numbers.tokens) == (2, 4)


def test_rounds_grow_with_time_and_difficulty(reference: Box) -> None:
    table = [each.by_difficulty for each in reference.rounds]
    assert all(list(row) == sorted(row) for row in table)
    for column in zip(*table, strict=True):
        assert list(column) == sorted(column)


def test_modes_are_those_of_the_rules(reference: Box) -> None:
    found = {n: (m.madness_in_deck, m.starting_two) for n, m in reference.modes.items()}
    assert found == {
        "normal": (0, True),
        "terror": (1, True),
        "nightmare": (0, False),
        "both": (1, False),
    }


# ---------------------------------------------------------------- cards of our own


def test_sources_are_counted(reference: Box) -> None:
    counted = {
        name: [Counter(each)[source] for source in Source]
        for name, each in sources(reference).items()
    }
    assert counted == {
        "mages": [8, 0, 0],
        "basic spells": [4, 0, 0],
        "library spells": [12, 0, 24],
        "curses": [4, 0, 44],
        "bonus and failure": [7, 0, 6],
        "monsters": [3, 0, 13],
    }


def test_every_verb_is_on_a_card(reference: Box) -> None:
    verbs = {step.verb for _, effect in effects_of(reference) for step in steps_of(effect)}
    assert verbs == set(Verb) - {Verb.END}


def test_what_the_glossary_implies_is_on_cards_of_our_own(reference: Box) -> None:
    ours = [s.effect for s in reference.spells if s.source is Source.OURS]
    ours += [c.effect for c in reference.curses if c.source is Source.OURS]
    verbs = {step.verb for effect in ours for step in steps_of(effect)}
    assert verbs >= {
        Verb.SHUFFLE,
        Verb.GIVE,
        Verb.NEUTRALISE_CURSE,
        Verb.RETURN,
        Verb.TOKEN,
        Verb.RECHARGE,
        Verb.DESTROY_CURSE,
    }


def test_no_spell_is_written_twice(reference: Box) -> None:
    texts = Counter(effect_text(spell.effect) for spell in reference.spells)
    assert max(texts.values()) == 1


def test_most_spells_can_be_boosted(reference: Box) -> None:
    assert sum(has_variable(spell.effect) for spell in reference.spells) >= 30


def test_every_symbol_is_an_element_twelve_times(reference: Box) -> None:
    symbols = Counter(kind for sheet in reference.sheets for kind in sheet.curses)
    assert symbols == {CurseKind(element): 12 for element in Element}


def test_curses_of_the_pool_leave_madness_be(reference: Box) -> None:
    """Nothing of ours empties the pile faster than the curse of the text that takes four."""
    for ident, effect in effects_of(reference):
        for step in steps_of(effect):
            if step.zones == (Zone.PILE,):
                assert step.n <= 4, ident


def test_one_effect_for_the_last_page(reference: Box) -> None:
    assert parse_effect("win") in [sheet.bonus for sheet in reference.sheets]


# ---------------------------------------------------------------- the files


def test_ids_are_unique_in_the_whole_box(reference: Box) -> None:
    ids = [card.id for kind in CARD_FILES for card in reference.cards(kind)]
    assert len(set(ids)) == len(ids) == len(reference.by_id)


def test_names_of_cards_are_plain_words(reference: Box) -> None:
    for card in (*reference.spells, *reference.curses, *reference.sheets, *reference.mages):
        assert re.fullmatch(r"[A-Z][a-z]+( [A-Za-z][a-z]*)*", card.name), card.name


def test_it_says_what_is_our_own(reference: Box) -> None:
    assert "own" in reference.about.values


def test_the_folder_holds_the_files_of_a_box_and_no_others() -> None:
    found = {path.name for path in REFERENCE.iterdir() if path.name != "__pycache__"}
    assert found == set(BOX_FILES)


@pytest.mark.parametrize("name", BOX_FILES)
def test_files_are_clean_and_in_their_normal_spelling(name: str) -> None:
    data = (REFERENCE / name).read_bytes()
    assert b"\r" not in data
    assert b"\t" not in data
    assert data.endswith(b"\n")
    assert not data.endswith(b"\n\n")
    assert not re.search(rb"[ \t]\n", data)


def test_it_loads_under_its_name_and_as_a_folder(reference: Box) -> None:
    assert load_box("reference").digest == load_box(REFERENCE).digest == reference.digest


def test_roles_are_the_mages_in_their_order(reference: Box) -> None:
    assert list(reference.roles) == list(ABILITIES)
    assert reference.roles["ada"].name == "Ada"
