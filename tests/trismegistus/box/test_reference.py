"""The facts that bind the reference set; its values are free to change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

import pytest

from tests.box.helpers import BOX_FILES, effect_cells
from tests.conftest import REFERENCE
from trisim.box.checks import count_cards
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.cards import CARD_FILES
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
    Swap,
    Transmute,
    Verb,
)
from trisim.games.trismegistus.box.settings import Alchemist
from trisim.games.trismegistus.box.words import (
    Color,
    Element,
    Essence,
    Level,
    SoloKind,
    Thing,
    Track,
)

LEVELS = (Level.ONE, Level.TWO, Level.THREE)


def parts_of(box: Box) -> Iterator[Effect]:
    for effects in effect_cells(box):
        yield from effects


# ---------------------------------------------------------------- counts


def test_counts_of_experiments_and_artifacts(reference: Box) -> None:
    experiments = Counter(card.level for card in reference.experiments)
    assert [experiments[level] for level in Level] == [8, 16, 16, 16, 8]
    artifacts = Counter(card.level for card in reference.artifacts)
    assert [artifacts[level] for level in Level] == [8, 14, 14, 12, 0]


def test_counts_of_the_other_cards(reference: Box) -> None:
    assert len(reference.publications) == 24
    assert len(reference.achievements) == 16
    solo = Counter(card.kind for card in reference.solo_cards)
    assert [solo[kind] for kind in SoloKind] == [9, 4, 4]


def test_five_alchemists_with_eight_formulas_each(reference: Box) -> None:
    assert len(reference.alchemists) == 5
    assert {"duval", "newton", "agrippa", "bacon"} <= set(reference.alchemists)
    assert {len(reference.formulas_of(name)) for name in reference.alchemists} == {8}
    assert len(reference.formulas) == 40


def test_box_toml_counts_what_there_is(reference: Box) -> None:
    assert reference.about == count_cards(reference)


def test_dice_are_six_black_five_white_five_red(reference: Box) -> None:
    assert astuple(reference.board.dice) == (6, 5, 5)
    assert astuple(reference.board.dice_left_out.two_players) == (1, 0, 1)
    assert astuple(reference.board.dice_left_out.three_players) == (1, 0, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_two_experiments_of_each_level_are_for_three_and_two_for_four(
    level: Level, reference: Box
) -> None:
    marked = Counter(card.players for card in reference.experiments if card.level is level)
    assert marked == {2: 12, 3: 2, 4: 2}


def test_starting_experiments_and_masterpieces_are_for_any_number(reference: Box) -> None:
    cards = [card for card in reference.experiments if card.level not in LEVELS]
    assert {card.players for card in cards} == {2}


def test_four_publications_are_for_three_and_four_for_four(reference: Box) -> None:
    assert Counter(card.players for card in reference.publications) == {2: 16, 3: 4, 4: 4}


# ---------------------------------------------------------------- cards


def test_starting_artifacts_have_one_elemental_two_for_each_element(reference: Box) -> None:
    starting = [card.elementals for card in reference.artifacts if card.level is Level.STARTING]
    assert sorted(starting) == sorted((element,) for element in Element for _ in range(2))


def test_no_artifact_has_more_than_two_elementals(reference: Box) -> None:
    assert {len(card.elementals) for card in reference.artifacts} == {0, 1, 2}


def test_an_air_experiment_of_level_2_has_mastery_5_and_asks_for_iron(reference: Box) -> None:
    """The card of the rulebook's example."""
    iron = {Thing.RAW_IRON, Thing.REFINED_IRON}
    assert [
        card
        for card in reference.experiments
        if (card.level, card.element, card.mastery) == (Level.TWO, Element.AIR, 5)
        and iron & {part.thing for part in card.cost}
    ]


def test_one_artifact_gives_two_silver(reference: Box) -> None:
    """The artifact of the rulebook's example."""
    two_silver = (Gain(2, Thing.SILVER),)
    assert len([card for card in reference.artifacts if card.ability == two_silver]) == 1


def test_elements_are_shared_out_evenly(reference: Box) -> None:
    for level in Level:
        found = Counter(card.element for card in reference.experiments if card.level is level)
        assert len(set(found.values())) == 1, level


# ---------------------------------------------------------------- board


def test_arrows_are_black_white_red_black_white_red(reference: Box) -> None:
    black, white, red = Color.BLACK, Color.WHITE, Color.RED
    assert astuple(reference.board.arrows) == (black, white, red, black, white, red)
    assert reference.board.arrows.silver_gold is Color.RED


def test_tracks_stand_fire_water_earth_air(reference: Box) -> None:
    tracks = reference.board.tracks
    assert tracks.order == (Element.FIRE, Element.WATER, Element.EARTH, Element.AIR)
    printed = (tracks.fire, tracks.water, tracks.earth, tracks.air)
    assert printed == (Essence.AETHER, Essence.SULFUR, Essence.SALT, Essence.MERCURY)
    assert tracks.bonus_spaces == (4, 8)
    assert tracks.points == (0,) * 10 + (2, 4, 7)


def test_bowls_have_their_essences(reference: Box) -> None:
    salt, aether, sulfur = Essence.SALT, Essence.AETHER, Essence.SULFUR
    assert astuple(reference.board.bowls) == (salt, aether, sulfur, Essence.MERCURY, Essence.ANY)


def test_twelve_bonus_tokens_four_of_a_kind(reference: Box) -> None:
    tokens = list(reference.board.bonus_tokens.values())
    assert [token.count for token in tokens] == [4, 4, 4]
    effects = {token.effect for token in tokens}
    step, chameleon, die = Advance(Track.ANY), Gain(1, Thing.CHAMELEON), Gain(1, Thing.ETHEREAL_DIE)
    assert effects == {(step,), (chameleon,), (die,)}


def test_starting_goods_are_those_of_the_rules(reference: Box) -> None:
    start = reference.board.start
    one_each = ("lead", "raw copper", "raw tin", "raw mercury", "salt", "sulfur", "aether")
    goods = {part.thing.word: part.count for part in start.everyone if isinstance(part, Gain)}
    assert goods == dict.fromkeys(one_each, 1) | {"reaction": 2}
    die, mercury = Thing.ETHEREAL_DIE, Thing.RAW_MERCURY
    assert (start.first, start.second) == ((), (Gain(1, die),))
    assert (start.third, start.fourth) == ((Gain(2, die),), (Gain(2, die), Gain(1, mercury)))


def test_stone_scores_and_costs_as_in_the_rules(reference: Box) -> None:
    assert reference.board.stone.points == (0, 0, 1, 4, 9, 16, 25, 36)
    assert reference.board.stone.prices == (1, 2, 3, 4)


# ---------------------------------------------------------------- alchemists


def test_vaults_have_seven_spaces_in_a_frame_of_three_by_three(reference: Box) -> None:
    for alchemist in reference.alchemists.values():
        vault = alchemist.vault
        assert len(vault.spaces) == 7
        assert [len(row) for row in vault.shape] == [3, 3, 3]


def test_vault_shapes_are_all_different(reference: Box) -> None:
    shapes = [alchemist.vault.shape for alchemist in reference.alchemists.values()]
    assert len(set(shapes)) == len(shapes)


def bonuses(alchemist: Alchemist) -> tuple[object, ...]:
    vault = alchemist.vault
    return vault.top, vault.left, vault.right, vault.bottom


def test_vault_bonuses_are_all_different(reference: Box) -> None:
    found = [bonuses(alchemist) for alchemist in reference.alchemists.values()]
    assert len(set(found)) == len(found)
    for side in range(4):
        ends = [vault[side] for vault in found]
        assert len(set(ends)) == len(ends)


def test_introductory_setup_has_its_alchemists_and_slot(reference: Box) -> None:
    names = [seat.alchemist for seat in reference.intro.seats]
    assert names == ["duval", "newton", "agrippa", "bacon"]
    assert reference.intro.slot == 1  # copper to tin


# ---------------------------------------------------------------- solo


def test_colour_priority_is_red_white_black(reference: Box) -> None:
    assert reference.solo.color_priority == (Color.RED, Color.WHITE, Color.BLACK)


def test_botmegistus_starts_and_grows_as_in_the_rules(reference: Box) -> None:
    solo, die = reference.solo, Thing.ETHEREAL_DIE
    assert set(solo.start) == {Gain(1, die), Gain(2, Thing.GOLD)}
    assert solo.after_rounds == ((Gain(2, die),), (Gain(3, die),))
    scored = (solo.masterpieces, solo.points_per_elemental, solo.points_per_ethereal)
    assert (*scored, solo.gold_per_formula, solo.most_formulas) == (2, 3, 3, 2, 7)


def test_difficulty_presets_rise_from_easy_to_nightmare(reference: Box) -> None:
    presets = reference.solo.difficulty
    assert list(presets) == ["easy", "normal", "hard", "nightmare"]
    defaults = type(presets["normal"].options)()
    assert presets["normal"].options == defaults
    assert len({preset.options for preset in presets.values()}) == 4


def test_one_specialization_and_one_personality_for_each_element(reference: Box) -> None:
    for kind in (SoloKind.SPECIALIZATION, SoloKind.PERSONALITY):
        elements = [card.element for card in reference.solo_cards if card.kind is kind]
        assert set(elements) == set(Element)


# ---------------------------------------------------------------- rules


def test_numbers_of_the_rules(reference: Box) -> None:
    numbers = reference.rules.numbers
    assert (numbers.rounds, numbers.dice_per_round) == (3, 3)
    assert (numbers.bowl_limit, numbers.potency_limit) == (5, 5)
    assert (numbers.artifact_potency, numbers.recharge_potency, numbers.experiment_potency) == (
        3,
        1,
        1,
    )
    assert (numbers.held_experiments, numbers.market_per_color, numbers.cards_dealt) == (2, 2, 2)
    assert (numbers.publications_drawn, numbers.publications_returned) == (2, 1)
    assert (numbers.ethereal_per_draft, numbers.achievements_open) == (1, 4)


# ---------------------------------------------------------------- the legend


def test_every_thing_of_the_legend_is_gained(reference: Box) -> None:
    gained = {part.thing for part in parts_of(reference) if isinstance(part, Gain)}
    assert gained == set(Thing)


def test_every_advance_of_the_legend_stands_somewhere(reference: Box) -> None:
    found = {(part.track, part.steps) for part in all_deeds(reference) if isinstance(part, Advance)}
    named = {(Track(element), 1) for element in Element}
    assert found >= named | {(Track.ANY, n) for n in (1, 2, 3)}
    assert found >= {(Track.DIFFERENT, 3), (Track.LOWEST, 1)}


def all_deeds(box: Box) -> Iterator[Effect | Swap]:
    for part in parts_of(box):
        yield part.reward if isinstance(part, Exchange) else part


def test_every_other_deed_of_the_legend_stands_somewhere(reference: Box) -> None:
    colors = {part.color for part in parts_of(reference) if isinstance(part, Transmute)}
    assert colors == set(Color)
    assert any(part.times > 1 for part in parts_of(reference) if isinstance(part, Transmute))
    verbs = {part.verb for part in parts_of(reference) if isinstance(part, Do)}
    assert verbs == {Verb.DRAW_PUBLICATIONS, Verb.RANDOM_ARTIFACT, Verb.RESTORE_REACTION}


def test_every_exchange_of_the_legend_stands_somewhere(reference: Box) -> None:
    found = {part for part in parts_of(reference) if isinstance(part, Exchange)}
    any_raw, any_refined = Amount(1, Thing.ANY_RAW), Amount(1, Thing.ANY_REFINED)
    assert found >= {
        Exchange(any_raw, Swap.SAME_REFINED, 2),
        Exchange(any_raw, Swap.OTHER_RAW),
        Exchange(any_refined, Gain(1, Thing.GOLD), 3),
        Exchange(Amount(1, Thing.GOLD), Gain(5, Thing.ANY_RAW)),
    }
    assert any(part.price == Down() for part in found)


def test_every_multiplier_of_the_legend_stands_somewhere(reference: Box) -> None:
    found = {per for part in parts_of(reference) if (per := getattr(part, "per", None))}
    kinds = {(per.kind, min(len(per.elements), 2)) for per in found}
    assert kinds >= {
        *((kind, n) for kind in (CountKind.EXPERIMENT, CountKind.ARTIFACT) for n in (0, 1)),
        (CountKind.ELEMENTAL, 2),
        (CountKind.FORMULA, 0),
        (CountKind.LEVEL, 1),
        (CountKind.LOWEST_LEVEL, 0),
    }


def test_every_requirement_of_the_legend_stands_somewhere(reference: Box) -> None:
    asked = [need.what for card in reference.achievements for need in card.requires]
    kinds = {what.kind for what in asked if isinstance(what, Countable)}
    assert kinds == set(CountKind)
    levels = {what.level for what in asked if isinstance(what, Countable)}
    assert levels == {None, *Level}
    assert any(isinstance(what, Thing) for what in asked)


# ---------------------------------------------------------------- the files


def test_ids_are_unique_in_the_whole_box(reference: Box) -> None:
    ids = [card.id for kind in CARD_FILES for card in reference.cards(kind)]
    assert len(set(ids)) == len(ids) == len(reference.by_id)
    assert not set(ids) & set(reference.alchemists)


def test_names_are_plain_words(reference: Box) -> None:
    for card in reference.by_id.values():
        assert re.fullmatch(r"[A-Z][a-z]+( [A-Za-z][a-z]*)*", card.name), card.name


def test_it_says_that_its_values_are_our_own(reference: Box) -> None:
    assert "own" in reference.about.values


def test_the_folder_holds_the_files_of_a_box_and_no_others() -> None:
    found = {path.name for path in REFERENCE.iterdir() if path.name != "__pycache__"}
    assert found == set(BOX_FILES)


@pytest.mark.parametrize("name", BOX_FILES)
def test_files_are_clean(name: str) -> None:
    data = (REFERENCE / name).read_bytes()
    assert not data.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in data
    assert b"\t" not in data
    assert data.endswith(b"\n")
    assert not data.endswith(b"\n\n")
    assert not re.search(rb"[ \t]\n", data)


def test_it_loads_under_its_name_and_as_a_folder(reference: Box) -> None:
    assert load_box("reference").digest == load_box(REFERENCE).digest == reference.digest
    assert Path(REFERENCE).is_dir()


# ---------------------------------------------------------------- the first edition


def test_the_first_edition_is_kept_as_it_was_measured(reference: Box) -> None:
    first = load_box(Path(__file__).parents[2] / "boxes" / "reference-1")
    assert (first.about.edition, first.about.name) == ("1", "Reference set")
    assert {card.id for card in first.artifacts} == {card.id for card in reference.artifacts}
