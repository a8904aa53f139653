"""The small frozen box has every word of the notation, and the extremes."""

from __future__ import annotations

from tests.madness.box.helpers import effects_of
from trisim.games.madness.box.box import Box
from trisim.games.madness.box.notation import MOST
from trisim.games.madness.box.spelling import effect_text
from trisim.games.madness.box.terms import steps_of
from trisim.games.madness.box.words import ELEMENTS, MADNESS, CurseKind, Side, Source, Verb, Who

DIGEST = "50bbec9f58cfd0d3"


def test_it_is_frozen(testbox: Box) -> None:
    """Positions, counts and goldens are of this box: to change it changes them all."""
    assert testbox.digest.startswith(DIGEST)


def test_twelve_spells_of_the_text_fill_a_library(testbox: Box) -> None:
    places = [
        (s.element, s.level) for s in testbox.spells if s.source is Source.TEXT and not s.basic
    ]
    assert len(places) == len(set(places)) == 12


def test_curses_of_the_text_are_there_for_each_element(testbox: Box) -> None:
    texts = {(curse.kind, effect_text(curse.effect)) for curse in testbox.curses}
    for kind in list(CurseKind)[:ELEMENTS]:
        assert (kind, f"each: discard 1 {kind.word} from hand or pool") in texts
        assert (kind, "each: neutralise 1 own spell") in texts


def test_every_verb_and_every_group_of_players_is_there(testbox: Box) -> None:
    effects = [effect for _, effect in effects_of(testbox)]
    assert {step.verb for effect in effects for step in steps_of(effect)} == set(Verb) - {Verb.END}
    assert {clause.who for effect in effects for clause in effect} == set(Who)


def test_amounts_go_to_the_limit(testbox: Box) -> None:
    steps = [step for _, effect in effects_of(testbox) for step in steps_of(effect)]
    for verb in (Verb.DRAW, Verb.ACT, Verb.MADNESS, Verb.RECHARGE, Verb.DESTROY_CURSE, Verb.SWAP):
        assert max(step.n for step in steps if step.verb is verb) == MOST
    assert 1 << MADNESS in {step.kinds for step in steps}


def test_effects_may_be_missing(testbox: Box) -> None:
    inner = [sheet for sheet in testbox.sheets if sheet.side is Side.INNER]
    assert any(not sheet.bonus for sheet in inner)
    assert any(not sheet.appearance for sheet in testbox.sheets)


def test_no_number_and_no_ruling_is_the_usual_one(reference: Box, testbox: Box) -> None:
    usual, other = reference.rules, testbox.rules
    for name in usual.rulings.__slots__:
        assert getattr(usual.rulings, name) != getattr(other.rulings, name), name
    same = {
        name
        for name in usual.numbers.__slots__
        if getattr(usual.numbers, name) == getattr(other.numbers, name)
    }
    assert same == {"most_boost"}
