"""What cards do, in numbers."""

from __future__ import annotations

import numpy as np
import pytest

from trisim.games.madness.box.box import load_box
from trisim.games.madness.box.notation import parse_effect
from trisim.games.madness.players.card_facts import gifts, harms, worth
from trisim.games.madness.players.kit import KIT
from trisim.games.madness.players.policy import Gift, Harm
from trisim.players.registry import load

GIFTS = [
    ("draw 1x", {Gift.DRAW: 1}),
    ("each: draw 1x", {Gift.DRAW: 4}),
    ("others: act 1", {Gift.ACT: 3}),
    ("another: draw 2x", {Gift.DRAW: 2}),
    ("2 others: draw 1", {Gift.DRAW: 2}),
    ("1x others: draw 1, then support 1 from hand", {Gift.DRAW: 1, Gift.SUPPORT: 1}),
    ("destroy 1x from hand", {Gift.DESTROY: 1}),
    ("destroy 4 from madness pile", {}),
    ("draw 2x, then cure 1x from hand or support", {Gift.DRAW: 2, Gift.CURE: 1}),
    ("destroy 1 curse, then madness 1 to discard", {Gift.CURSE: 1, Gift.CURE: -1}),
    ("each: discard 1x from hand, then draw 1x", {Gift.DRAW: 2}),
    ("return 1x element card to hand", {Gift.GAIN: 1}),
    ("recharge 1 own spell", {Gift.OTHER: 1}),
]
HARMS = [
    ("each: madness 1 to hand", {Harm.MADNESS: 4}),
    ("destroy 4 from madness pile", {Harm.MADNESS: 4}),
    ("each: discard 1 from hand", {Harm.CARDS: 4}),
    ("each: discard 2 from deck", {Harm.CARDS: 2.4}),
    ("each: discard all from support", {Harm.CARDS: 8}),
    ("each: discard all from deck", {Harm.CARDS: 4}),
    ("others: neutralise 1 own spell", {Harm.OTHER: 3}),
    ("each: destroy 1 own spell", {Harm.OTHER: 12}),
    ("madness 1 under each curse", {Harm.MADNESS: 0.5}),
    ("each: return 1 madness to discard", {Harm.OTHER: 4}),
]
PLAYERS = 4


@pytest.mark.parametrize(("text", "expected"), GIFTS)
def test_gifts(text: str, expected: dict[Gift, float]) -> None:
    found = gifts(parse_effect(text), PLAYERS)
    assert {gift: found[gift] for gift in Gift if found[gift]} == expected


@pytest.mark.parametrize(("text", "expected"), HARMS)
def test_harm(text: str, expected: dict[Harm, float]) -> None:
    found = harms(parse_effect(text), PLAYERS)
    assert {harm: found[harm] for harm in Harm if found[harm]} == pytest.approx(expected)


def test_every_spell_and_bonus_does_something_and_every_curse_and_failure_harms() -> None:
    box = load_box()
    for players in (2, 5):
        assert all(gifts(spell.effect, players).any() for spell in box.spells)
        assert all(harms(curse.effect, players).any() for curse in box.curses)
        inner = [sheet for sheet in box.sheets if sheet.side.word == "inner"]
        assert all(worth(gifts(sheet.bonus, players)) > 0 for sheet in inner)
        assert all(harms(sheet.failure, players).any() for sheet in inner)


def test_the_record_of_a_player_has_the_facts_of_its_box() -> None:
    box = load_box()
    policy = KIT.policy_of(load("balanced", KIT), box)
    number = [spell.id for spell in box.spells].index("telekinesis")
    for players in range(2, 6):
        assert policy.facts.spell[number, players, Gift.DRAW] == players
    assert not np.any(policy.facts.spell[len(box.spells) :])
