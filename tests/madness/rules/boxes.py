"""Boxes for the tests of the rules: the frozen test box, with other texts, numbers and rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from trisim.games.madness.box.box import Box, load_box
from trisim.games.madness.box.cards import Curse, Mage, Round, Sheet
from trisim.games.madness.box.notation import parse_ability, parse_effect
from trisim.games.madness.box.settings import Madness, Mode, Numbers, Rules, Rulings
from trisim.games.madness.box.words import CurseKind, Element, Side, Source, When

TESTBOX = Path(__file__).parents[1] / "testbox"

Texts = Mapping[str, str]
"""Effects in the notation, by the id of a card."""


@cache
def frozen_box() -> Box:
    """The frozen test box."""
    return load_box(TESTBOX)


@cache
def plain_box() -> Box:
    """Its spells and mages, with the usual numbers, and with curses and sheets that do nothing.

    Tests write the effects that they are about on them. Curses are ``water-1`` to ``water-9`` and
    so on, ``multi-1`` to ``multi-9``; sheets ``cover-1``, ``cover-2``, ``page-1`` to ``page-6`` and
    ``last``, which says ``win`` and ``lose``; the mage ``nobody`` has no ability.
    """
    curses = [
        Curse(id=f"{kind.word}-{n}", name="", kind=kind, effect=(), source=Source.OURS)
        for kind in CurseKind
        for n in range(1, 10)
    ]
    sheets = [plain_sheet(f"cover-{n}", Side.COVER, n) for n in (1, 2)]
    sheets += [plain_sheet(f"page-{n}", Side.INNER, n) for n in range(1, 7)]
    sheets.append(plain_sheet("last", Side.LAST, None))
    six_spells = mage_with("m8", "spells 6", element="earth", ones=(1, 4, 3, 3))
    mages = [six_spells if mage.id == "m8" else mage for mage in frozen_box().mages]
    return replace(
        frozen_box(),
        elements=tuple(replace(card, copies=COPIES[card.value]) for card in frozen_box().elements),
        curses=tuple(curses),
        sheets=tuple(sheets),
        mages=(*mages, mage_with("nobody", "")),
        modes={name: Mode(name=name, **values) for name, values in MODES.items()},
        rounds=tuple(rows_of_rounds(frozen_box(), [0] * 6)),
        rules=USUAL,
    )


COPIES = {1: 18, 2: 10, 3: 6}
MODES: dict[str, Any] = {
    "normal": {"madness_in_deck": 0, "starting_two": True},
    "terror": {"madness_in_deck": 1, "starting_two": True},
    "nightmare": {"madness_in_deck": 0, "starting_two": False},
    "both": {"madness_in_deck": 1, "starting_two": False},
}
USUAL = Rules(
    numbers=Numbers(
        hand=6,
        places=3,
        most_spells=5,
        most_boost=3,
        learn_cost=2,
        cure_cost=2,
        curse_cost=4,
        multi_cost=1,
        token_cost=1,
        reward_value=2,
        tokens=4,
    ),
    madness=Madness(two_players=20, three_players=25, four_players=30, five_players=35),
    rulings=Rulings(
        refill_curses=True,
        reward_for_effects=True,
        recharged_serves_again=True,
        recharge_neutralised=False,
        abilities_on_others_turns=False,
        nightmare_two_in_stack=True,
        empty_pile_under_curses_loses=True,
        both_last_appearances=True,
    ),
)
"""What the rulebook says, and the rulings as they usually are."""


def plain_sheet(name: str, side: Side, number: int | None) -> Sheet:
    """A sheet without an effect; the curses of page 1 are water, earth and fire, and so on."""
    symbols = [None if number is None else CurseKind((number + n - 1) % 4) for n in range(3)]
    is_last = side is Side.LAST
    return Sheet(
        id=name,
        name="",
        side=side,
        bonus=parse_effect("win" * is_last),
        failure=parse_effect("lose" * is_last),
        appearance=(),
        curse_1=symbols[0],
        curse_2=symbols[1],
        curse_3=symbols[2],
        source=Source.OURS,
        back_source=None,
    )


def mage_with(
    name: str,
    ability: str,
    when: str = "always",
    element: str = "water",
    ones: tuple[int, int, int, int] = (3, 2, 3, 3),
) -> Mage:
    """A mage with eleven cards of value 1 and an ability in the notation."""
    return Mage(
        id=name,
        name=name.title(),
        element=Element[element.upper()],
        ones_water=ones[0],
        ones_earth=ones[1],
        ones_fire=ones[2],
        ones_air=ones[3],
        when=When[when.upper().replace(" ", "_")],
        ability=parse_ability(ability),
        source=Source.OURS,
    )


def box_with(
    *,
    spells: Texts | None = None,
    curses: Texts | None = None,
    bonus: Texts | None = None,
    failure: Texts | None = None,
    appearance: Texts | None = None,
    mages: tuple[Mage, ...] = (),
    rounds: Sequence[int] | None = None,
    numbers: Mapping[str, int] | None = None,
    rulings: Mapping[str, bool] | None = None,
    box: Box | None = None,
) -> Box:
    """The plain box with other effects, more mages, other numbers and rulings.

    ``box_with(curses={"fire-1": "each: draw 1"}, rulings={"refill_curses": False})``; ``rounds``
    are the multi-element curses of each monster, on all difficulties.
    """
    box = box or plain_box()
    rules = replace(
        box.rules,
        numbers=replace(box.rules.numbers, **(numbers or {})),
        rulings=replace(box.rules.rulings, **(rulings or {})),
    )
    sheets = with_texts(box.sheets, "bonus", bonus)
    sheets = with_texts(sheets, "failure", failure)
    return replace(
        box,
        spells=with_texts(box.spells, "effect", spells),
        curses=with_texts(box.curses, "effect", curses),
        sheets=with_texts(sheets, "appearance", appearance),
        mages=(*box.mages, *mages),
        rounds=box.rounds if rounds is None else tuple(rows_of_rounds(box, rounds)),
        rules=rules,
    )


def rows_of_rounds(box: Box, multi: Sequence[int]) -> Iterator[Round]:
    for row, n in zip(box.rounds, multi, strict=True):
        yield replace(row, I=n, II=n, III=n)


def with_texts(cards: tuple[Any, ...], field: str, texts: Texts | None) -> tuple[Any, ...]:
    """The cards, some with another effect; the id ``*`` is all of them."""
    texts = texts or {}
    unknown = set(texts) - {card.id for card in cards} - {"*"}
    assert not unknown, f"the box has no {unknown}"
    return tuple(
        replace(card, **{field: parse_effect(texts.get(card.id, texts.get("*", "")))})
        if card.id in texts or "*" in texts
        else card
        for card in cards
    )
