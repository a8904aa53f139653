"""The tables of the engine say the same as the cards."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.notation import parse_effect, parse_requirement
from trisim.games.trismegistus.box.notation.terms import CountKind
from trisim.games.trismegistus.box.tables import (
    ALL_ELEMENTS,
    DOWN,
    NONE,
    EffectColumn,
    EffectKind,
    Tables,
    effect_row,
    make_tables,
    need_row,
)
from trisim.games.trismegistus.box.words import Color, Element, Essence, Level, Symbol, Thing, Track


@pytest.fixture(scope="module")
def tables(testbox: Box) -> Tables:
    return make_tables(testbox)


def row(text: str) -> list[int]:
    (part,) = parse_effect(text)
    return effect_row(part)


def test_every_array_is_read_only(tables: Tables) -> None:
    for name, array in tables._asdict().items():
        assert not array.flags.writeable, name
        with pytest.raises(ValueError, match="read-only"):
            array[...] = array


def test_no_array_is_empty_or_of_another_type(tables: Tables) -> None:
    for name, array in tables._asdict().items():
        assert array.size, name
        if name not in ("rules", "solo_rules"):
            assert array.dtype == (np.uint64 if name.endswith("_key") else np.int16), name


def test_cards_stand_in_the_order_of_their_ids(testbox: Box, tables: Tables) -> None:
    assert [card.id for card in testbox.experiments] == sorted(c.id for c in testbox.experiments)
    assert tables.experiment_points.tolist() == [card.points for card in testbox.experiments]
    assert tables.experiment_level.tolist() == [card.level for card in testbox.experiments]
    assert tables.publication_players.tolist() == [card.players for card in testbox.publications]


def test_costs_are_counted_by_material(testbox: Box, tables: Tables) -> None:
    for index, card in enumerate(testbox.experiments):
        assert tables.experiment_cost[index].sum() == sum(part.count for part in card.cost)
        for part in card.cost:
            column = part.thing if part.thing <= Thing.GOLD else part.thing - 7
            assert tables.experiment_cost[index, column] >= part.count


def test_spans_hold_each_cards_own_effects(testbox: Box, tables: Tables) -> None:
    for index, card in enumerate(testbox.artifacts):
        first, count = tables.artifact_ability[index]
        assert tables.effects[first : first + count].tolist() == [
            effect_row(part) for part in card.ability
        ]
    for index, achievement in enumerate(testbox.achievements):
        first, count = tables.achievement_needs[index]
        assert tables.needs[first : first + count].tolist() == [
            need_row(part) for part in achievement.requires
        ]


def test_elementals_are_counted_by_element(testbox: Box, tables: Tables) -> None:
    for index, card in enumerate(testbox.publications):
        for element in Element:
            assert tables.publication_elementals[index, element] == card.elementals.count(element)


def test_effect_rows() -> None:
    assert row("3 gold") == [EffectKind.GAIN, Thing.GOLD, 3, 1, NONE, 0, NONE, 0, 1]
    assert row("advance any by 2 x3") == [EffectKind.ADVANCE, Track.ANY, 2, 3, NONE, 0, NONE, 0, 1]
    assert row("advance 3 different")[:4] == [EffectKind.ADVANCE, Track.DIFFERENT, 3, 1]
    assert row("transmute red x2")[:4] == [EffectKind.TRANSMUTE, Color.RED, 1, 2]
    assert row("draw publications x2")[:4] == [EffectKind.DRAW_PUBLICATIONS, 0, 1, 2]


def test_effect_rows_with_multipliers() -> None:
    per = slice(EffectColumn.PER, EffectColumn.PER_ELEMENTS + 1)
    assert row("point per experiment")[per] == [CountKind.EXPERIMENT, ALL_ELEMENTS]
    assert row("point per water experiment")[per] == [CountKind.EXPERIMENT, 0b0010]
    assert row("point per fire/air elemental")[per] == [CountKind.ELEMENTAL, 0b1001]
    assert row("transmute any per formula")[per] == [CountKind.FORMULA, ALL_ELEMENTS]


def test_effect_rows_of_exchanges() -> None:
    price = slice(EffectColumn.PRICE, EffectColumn.UP_TO + 1)
    assert row("any refined -> gold up to 3 times")[price] == [Thing.ANY_REFINED, 1, 3]
    assert row("down any -> 2 silver")[price] == [DOWN, 1, 1]
    assert row("any raw -> same refined")[0] == EffectKind.SAME_REFINED
    assert row("2 gold -> transmute any x2")[:4] == [EffectKind.TRANSMUTE, Color.ANY, 1, 2]


def test_need_rows() -> None:
    def need(text: str) -> list[int]:
        (part,) = parse_requirement(text)
        return need_row(part)

    assert need("3 fire experiments") == [CountKind.EXPERIMENT, 0b0001, NONE, NONE, 3]
    assert need("2 level 3 experiments") == [
        CountKind.EXPERIMENT,
        ALL_ELEMENTS,
        Level.THREE,
        NONE,
        2,
    ]
    assert need("masterpiece")[2] == Level.MASTERPIECE
    assert need("earth level 8") == [CountKind.LEVEL, 0b0100, NONE, NONE, 8]
    assert need("2 gold") == [NONE, 0, NONE, Thing.GOLD, 2]


def test_board_tables(reference: Box) -> None:
    tables = make_tables(reference)
    assert tables.dice.tolist() == [[0, 0, 0], [5, 5, 4], [5, 5, 4], [5, 5, 5], [6, 5, 5]]
    assert tables.bowl_essence[Symbol.IRON] == Essence.ANY
    assert tables.bowl_essence[Symbol.WILD] == NONE
    assert tables.track_bonus.tolist() == [int(level in (4, 8)) for level in range(13)]
    assert tables.start_goods[3, Thing.ETHEREAL_DIE] == 2
    assert tables.start_goods[3, Thing.RAW_MERCURY] == 2
    assert tables.start_goods[0].sum() == 9
    assert len(tables.token_kind) == 12


def test_rules_are_found_by_name(reference: Box) -> None:
    rules = make_tables(reference).rules[0]
    assert (rules.potency_limit, rules.dice_per_round, rules.held_experiments) == (5, 3, 2)
    assert rules.bonus_waits_for_artifact == 1
    assert rules.formulas_between_transmutations == 0


def test_vault_tables(testbox: Box, tables: Tables) -> None:
    for index, alchemist in enumerate(testbox.alchemists.values()):
        vault = alchemist.vault
        assert tables.vault_space[index].sum() == len(vault.spaces)
        for line, effects in enumerate(vault.left):
            assert tables.vault_row_bonus[index, line, 0, 1] == len(effects)
        for line, effects in enumerate(vault.bottom):
            assert tables.vault_column_bonus[index, line, 1, 1] == len(effects)


def test_intro_points_to_the_named_cards(testbox: Box, tables: Tables) -> None:
    for row, seat in zip(tables.intro.tolist(), testbox.intro.seats, strict=True):
        assert list(testbox.alchemists)[row[0]] == seat.alchemist
        assert testbox.experiments[row[1]].id == seat.experiment
        assert testbox.experiments[row[2]].id == seat.masterpiece
        assert testbox.publications[row[3]].id == seat.publication
        assert testbox.artifacts[row[4]].id == seat.artifact


def test_keys_depend_on_ids_alone(testbox: Box, tables: Tables) -> None:
    keys = dict(zip((c.id for c in testbox.artifacts), tables.artifact_key.tolist(), strict=True))
    assert len(set(keys.values())) == len(keys)
    again = make_tables(testbox).artifact_key.tolist()
    assert again == tables.artifact_key.tolist()


def test_another_card_changes_no_type(testbox_path: Path, tables: Tables, tmp_path: Path) -> None:
    variant = tmp_path / "more.toml"
    variant.write_text(
        '[add.publications.one-more]\nname = "One More"\nelementals = "fire"\npoints = 1\n'
    )
    more = make_tables(load_box(testbox_path, [variant]))
    for name, array in more._asdict().items():
        before = getattr(tables, name)
        assert (array.dtype, array.ndim) == (before.dtype, before.ndim), name
    assert len(more.publication_key) == len(tables.publication_key) + 1
    assert set(tables.publication_key.tolist()) < set(more.publication_key.tolist())


def test_order_of_rows_has_no_meaning(testbox_path: Path, tables: Tables, tmp_path: Path) -> None:
    copy = tmp_path / "box"
    shutil.copytree(testbox_path, copy)
    for path in copy.glob("*.csv"):
        header, *rows = path.read_text().splitlines()
        path.write_text("\n".join([header, *reversed(rows)]) + "\n")
    turned = make_tables(load_box(copy))
    for name, array in turned._asdict().items():
        assert np.array_equal(array, getattr(tables, name)), name
    assert load_box(copy).digest == load_box(testbox_path).digest
