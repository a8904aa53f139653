"""The record that kernels read: effects as rows, cards by number, settings."""

from __future__ import annotations

from typing import Any

import pytest

from trisim.engine.decks import card_key
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.limits import CARD_LIMITS, MOST_COPIES
from trisim.games.madness.box.spelling import FILTERS
from trisim.games.madness.box.tables import box_record, modes_in_order
from trisim.games.madness.box.terms import Clause, Step, has_variable
from trisim.games.madness.box.words import (
    ELEMENTS,
    KINDS,
    MADNESS,
    Count,
    Difficulty,
    Element,
    Mode,
    Side,
    Verb,
    When,
    Who,
    Zone,
)
from trisim.games.madness.rules import state


@pytest.fixture(scope="module")
def record(reference: Box) -> Any:
    return box_record(reference)


def number_of(cards: Any, ident: str) -> int:
    return next(n for n, card in enumerate(cards) if card.id == ident)


def rows_from(record: Any, first: int) -> list[Any]:
    """The rows of an effect, without its end."""
    rows = []
    while record.rows[first].verb != Verb.END:
        rows.append(record.rows[first])
        first += 1
    return rows


def program(record: Any, box: Box, spell: str) -> list[Any]:
    return rows_from(record, int(record.spell[number_of(box.spells, spell)].effect))


# ---------------------------------------------------------------- rows


def test_a_step_becomes_a_row(reference: Box, record: Any) -> None:
    rows = program(record, reference, "glacial-circle")
    first, second = rows
    assert (first.verb, first.who, first.opens, second.opens) == (
        Verb.SUPPORT,
        Who.EACH,
        True,
        False,
    )
    assert (first.n, first.variable, first.count) == (1, True, Count.EXACT)
    assert (first.zones, first.to) == (1 << Zone.HAND, Zone.SUPPORT)
    assert (second.verb, second.who, second.zones, second.to) == (
        Verb.DRAW,
        Who.EACH,
        0,
        Zone.HAND,
    )


def test_glue_and_may_are_kept(reference: Box, record: Any) -> None:
    first, second = program(record, reference, "power-of-the-inferno")
    assert (first.may, first.if_done, second.may, second.if_done) == (True, False, False, True)
    assert first.zones == 1 << Zone.HAND | 1 << Zone.POOL
    assert (first.who, first.who_n, first.who_variable) == (Who.SOME_PLAYERS, 1, False)


def test_numbers_of_players_are_kept(reference: Box, record: Any) -> None:
    row = program(record, reference, "essence-of-earth")[0]
    assert (row.who, row.who_n, row.who_variable) == (Who.SOME_OTHERS, 1, True)
    assert (row.verb, row.to, row.zones) == (Verb.TOP, Zone.DECK, 1 << Zone.DISCARD)


def test_targets_of_verbs(testbox: Box) -> None:
    record = box_record(testbox)
    found = {int(row.verb): int(row.to) for row in record.rows if row.verb}
    for verb, zone in (
        (Verb.DRAW, Zone.HAND),
        (Verb.DISCARD, Zone.DISCARD),
        (Verb.DESTROY, Zone.DESTROYED),
        (Verb.SUPPORT, Zone.SUPPORT),
        (Verb.TOP, Zone.DECK),
        (Verb.CURE, Zone.PILE),
        (Verb.GIVE, Zone.HAND),
        (Verb.SHUFFLE, Zone.DECK),
    ):
        assert found[verb] == zone
    for verb in (Verb.ACT, Verb.RECHARGE, Verb.TOKEN, Verb.SWAP, Verb.WIN):
        assert found[verb] == -1


def test_gains_tokens_and_madness_say_where_and_what(reference: Box, record: Any) -> None:
    sheet = record.sheet[number_of(reference.sheets, "fog-shepherd")]
    gain = rows_from(record, int(sheet.bonus))[1]
    assert (gain.verb, gain.value, gain.same_element, gain.to) == (Verb.GAIN, 3, True, Zone.DECK)
    curse = record.curse[number_of(reference.curses, "gathering-storm")]
    token = rows_from(record, int(curse.effect))[0]
    assert (token.verb, token.element, token.count) == (Verb.TOKEN, Element.AIR, Count.ALL)
    assert record.rows[int(curse.effect) + 1].verb == Verb.END
    madness = record.sheet[number_of(reference.sheets, "sorcerer")]
    assert rows_from(record, int(madness.appearance))[0].to == Zone.CURSE


def test_clauses_open_and_effects_end(testbox: Box) -> None:
    record = box_record(testbox)
    rows = program(record, testbox, "avalanche")
    assert [bool(row.opens) for row in rows] == [True, False, True]
    assert [int(row.who) for row in rows] == [Who.YOU, Who.YOU, Who.OTHERS]


def test_every_effect_reads_back_from_its_rows(reference: Box, testbox: Box) -> None:
    for box in (reference, testbox):
        record = box_record(box)
        for number, spell in enumerate(box.spells):
            assert effect_from(record, int(record.spell[number].effect)) == spell.effect
        for number, curse in enumerate(box.curses):
            assert effect_from(record, int(record.curse[number].effect)) == curse.effect
        for number, sheet in enumerate(box.sheets):
            row = record.sheet[number]
            for name in ("bonus", "failure", "appearance"):
                first = int(row[name])
                assert (effect_from(record, first) if first >= 0 else ()) == getattr(sheet, name)


def effect_from(record: Any, first: int) -> tuple[Clause, ...]:
    """An effect from its rows: what the kernels can know of it."""
    clauses: list[Clause] = []
    for row in rows_from(record, first):
        step = Step(
            verb=Verb(row.verb),
            count=Count(row.count),
            n=int(row.n),
            variable=bool(row.variable),
            kinds=int(row.kinds),
            zones=tuple(zone for zone in Zone if int(row.zones) >> zone & 1),
            to=Zone(row.to) if row.verb in (*WITH_TARGET,) else None,
            value=int(row.value),
            same_element=bool(row.same_element),
            anyone=bool(row.anyone),
            element=Element(row.element) if row.element >= 0 else None,
            may=bool(row.may),
            if_done=bool(row.if_done),
        )
        if row.opens:
            clauses.append(
                Clause(
                    steps=(step,),
                    who=Who(row.who),
                    n=int(row.who_n),
                    variable=bool(row.who_variable),
                )
            )
        else:
            last = clauses.pop()
            clauses.append(
                Clause(steps=(*last.steps, step), who=last.who, n=last.n, variable=last.variable)
            )
    return tuple(clauses)


WITH_TARGET = (Verb.RETURN, Verb.GAIN, Verb.MADNESS, Verb.SHUFFLE)
"""Whose step says where cards go."""


# ---------------------------------------------------------------- cards


def test_spells_are_in_the_order_of_their_ids(reference: Box, record: Any) -> None:
    assert record.spells == len(reference.spells) == 40
    for number, spell in enumerate(reference.spells):
        row = record.spell[number]
        assert row.key == card_key(spell.id)
        assert (row.element, row.level, row.basic) == (spell.element, spell.level, spell.basic)
        assert row.boosts == has_variable(spell.effect)


def test_curses_know_their_pile(reference: Box, record: Any) -> None:
    assert record.curses == len(reference.curses) == 48
    for number, curse in enumerate(reference.curses):
        assert record.curse[number].kind == curse.kind
        assert record.curse[number].key == card_key(curse.id)


def test_sheets_have_symbols_and_effects_or_none(reference: Box, record: Any) -> None:
    assert record.sheets == len(reference.sheets) == 17
    for number, sheet in enumerate(reference.sheets):
        row = record.sheet[number]
        assert row.side == sheet.side
        if sheet.side is Side.COVER:
            assert (row.bonus, row.failure) == (-1, -1)
        if sheet.side is Side.LAST:
            assert list(row.curses) == [-1, -1, -1]
        else:
            assert list(row.curses) == list(sheet.curses)


def test_appearances_about_curses_wait_for_them(reference: Box, record: Any) -> None:
    waiting = {s.id for n, s in enumerate(reference.sheets) if record.sheet[n].after_curses}
    assert waiting == {"sorcerer", "cinder-hydra", "thorn-judge"}


def test_mages_have_rights_and_effects(reference: Box, record: Any) -> None:
    rows = {mage.id: record.mage[n] for n, mage in enumerate(reference.mages)}
    assert record.mages == 8
    assert (rows["ada"].places, rows["ada"].spells, rows["ada"].effect) == (5, 5, -1)
    assert (rows["hugo"].places, rows["hugo"].spells) == (3, 6)
    assert {name for name, row in rows.items() if row.wild == Element.AIR} == {"basil"}
    assert {name for name, row in rows.items() if row.wild == -1} == set(rows) - {"basil"}
    assert rows["flora"].when == When.CURSE_DESTROYED
    assert [int(n) for n in rows["emil"].ones] == [5, 2, 3, 1]
    assert rows_from(record, int(rows["galen"].effect))[0].verb == Verb.SWAP


def test_copies_by_kind(testbox: Box) -> None:
    record = box_record(testbox)
    assert list(record.copies) == [20, 6, 2, 24, 10, 6, 22, 5, 1, 62, 6, 1, 0]
    assert len(record.copies) == KINDS


# ---------------------------------------------------------------- settings


def test_numbers_and_rulings_by_name(testbox: Box) -> None:
    record = box_record(testbox)
    for settings in (testbox.rules.numbers, testbox.rules.rulings):
        for name in settings.__slots__:
            assert record[name] == getattr(settings, name), name


def test_rounds_and_madness(testbox: Box) -> None:
    record = box_record(testbox)
    assert record.rounds[:, Difficulty.III].tolist() == [2, 1, 2, 1, 2, 1]
    assert record.rounds[0].tolist() == [0, 1, 2]
    assert record.madness.tolist() == [0, 0, 15, 20, 30, 62]


def test_modes_are_those_of_the_rulebook_then_others(testbox: Box) -> None:
    names = [name for name, _ in modes_in_order(testbox)]
    assert names == [*(mode.word for mode in Mode), "gloom"]
    record = box_record(testbox)
    found = [(int(row.madness_in_deck), bool(row.starting_two)) for row in record.mode[:5]]
    assert found == [(0, True), (5, True), (0, False), (2, False), (3, True)]


def test_two_records_of_a_box_are_equal(reference: Box, record: Any) -> None:
    assert box_record(reference).tobytes() == record.tobytes()


def test_limits_are_the_room_of_the_records() -> None:
    assert CARD_LIMITS["spells"] == state.BOX["spell"].shape[0]
    assert CARD_LIMITS["curses"] == state.BOX["curse"].shape[0] == state.MOST_CURSES
    assert CARD_LIMITS["sheets"] == state.BOX["sheet"].shape[0]
    assert CARD_LIMITS["mages"] == state.BOX["mage"].shape[0]
    assert MOST_COPIES < 63


def test_filters_are_sets_of_kinds() -> None:
    assert FILTERS["madness"] == 1 << MADNESS
    assert bin(FILTERS["element card"]).count("1") == 3 * ELEMENTS
