"""Random solo games keep every check, with every option on or off and whatever rulings say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import numpy as np
import pytest

from tests.trismegistus.rules.bot.helpers import random_solo, solo_of, solo_rule
from tests.trismegistus.rules.helpers import box_with, number, rule
from tests.trismegistus.rules.helpers_2 import changed
from tests.trismegistus.rules.property_checks import Checker, Table, check_game, copy_of, more_cards
from tests.trismegistus.rules.test_properties import OF_THE_BOT
from tests.trismegistus.support.invariants import Check
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Element, Level, Thing
from trisim.games.trismegistus.rules.codes import DECISION_STEP, At, Event, Frame, Part, Priority
from trisim.games.trismegistus.rules.game import reference_box
from trisim.games.trismegistus.rules.stack import note

SWITCHES = [n for n, v in asdict(box_with().solo.rulings).items() if isinstance(v, bool)]
"""The rulings about Botmegistus of yes or no."""


def solo_table(seed: int, box: Box | None = None) -> Table:
    """A random solo game with random options."""
    return Table(box or box_with(), 2, seed, solo=random_solo(seed))


@pytest.mark.parametrize("seed", range(8))
def test_random_solo_games_keep_every_check(seed: int) -> None:
    check_game(solo_table(seed))


@pytest.mark.parametrize("seed", range(100, 103))
def test_random_solo_games_with_the_reference_set_keep_every_check(seed: int) -> None:
    check_game(solo_table(seed, reference_box()))


def test_every_decision_of_a_solo_game_keeps_every_check() -> None:
    check_game(solo_table(31), every=1)


@pytest.mark.parametrize("seed", range(2))
def test_random_introductory_solo_games_keep_every_check(seed: int) -> None:
    check_game(Table(box_with(), 2, seed, intro=True, solo=random_solo(seed)))


@pytest.mark.parametrize("ruling", SWITCHES)
def test_solo_games_keep_every_check_whatever_a_ruling_says(ruling: str) -> None:
    turned = not getattr(box_with().solo.rulings, ruling)
    for planning in (False, True):
        solo = solo_of(planning, no_personality=ruling == "keeps_refused_artifact")
        check_game(Table(solo_rule(**{ruling: turned}), 2, 41, solo=solo))


@pytest.mark.parametrize(
    "box",
    [
        number(held_experiments=4),
        number(held_experiments=1),
        number(dice_per_round=4),
        number(rounds=2),
        number(cards_dealt=1),
        number(potency_limit=6, bowl_limit=6),
        rule(cube_supply=40),
        more_cards(),
    ],
    ids=["many held", "one held", "four dice", "two rounds", "one dealt", "potent", "few", "more"],
)
def test_solo_games_keep_every_check_with_other_numbers(box: Box) -> None:
    check_game(solo_table(51, box))


# ---------------------------------------------------------------- checks can fail


def midgame() -> tuple[Table, Checker]:
    """Your turn in the second round, checked so far."""
    table = Table(box_with(), 2, 6, solo=solo_of(planning=True))
    checker = Checker(table)
    for now in table.decisions():
        state = now.state
        drafts = state.stack[state.depth - 1].kind == Frame.DRAFT
        if state.round_no == 2 and drafts and state.turn_no > 16:
            break
    assert checker.fault() == 0
    return table, checker


def set_bot(field: str, value: int, place: int | None = None) -> Callable[[Table], None]:
    """A plant in the record of its cards."""

    def plant(table: Table) -> None:
        if place is None:
            table.state.bot[field] = value
        else:
            table.state.bot[field][place] = value

    return plant


def set_lab(field: str, value: int, place: int | None = None) -> Callable[[Table], None]:
    """A plant in its laboratory."""

    def plant(table: Table) -> None:
        lab = table.state.labs[1]
        if place is None:
            lab[field] = value
        else:
            lab[field][place] = value

    return plant


def lie(what: Event, thing: int, delta: int) -> Callable[[Table], None]:
    """A plant: a line in its log that nothing stands behind."""
    return lambda table: note(table.state, table.log, what, 1, thing, delta)


def add_a_specialization(table: Table) -> None:
    away = [c for c, at in enumerate(table.state.bot.at) if at == At.AWAY]
    table.state.bot.at[away[0]] = At.DECK


def empty_the_deck(table: Table) -> None:
    at = table.state.bot.at
    at[at == At.DECK] = At.USED


def give_an_artifact(table: Table) -> None:
    """One of those that left, with elementals."""
    gone = (table.state.artifact_at[: len(table.box.artifacts)] == At.DECK).nonzero()[0]
    card = next(int(c) for c in gone if table.box.artifacts[int(c)].elementals)
    table.state.artifact_at[card] = 1


def score_artifacts(table: Table) -> None:
    table.state.labs[1].vp[Part.ARTIFACTS] = 3


def score_for_you(table: Table) -> None:
    table.state.labs[0].vp[Part.BOT] = 5


PLANTS: list[tuple[Check, Callable[[Table], None]]] = [
    (Check.HELD, set_lab("held", -1, Thing.GOLD)),
    (Check.BOT_LAB, set_lab("held", 1, Thing.SALT)),
    (Check.BOT_LAB, set_lab("alchemist", 0)),
    (Check.BOT_LAB, set_lab("bought", 1)),
    (Check.BOT_CARDS, set_bot("card", 0)),
    (Check.BOT_CARDS, set_bot("at", 3, 0)),
    (Check.BOT_CARDS, set_bot("open", -1, 1)),
    (Check.BOT_CARDS, add_a_specialization),
    (Check.BOT_CARDS, empty_the_deck),
    (Check.BOT_ELEMENTALS, set_bot("elementals", 50, 2)),
    (Check.BOT_ELEMENTALS, give_an_artifact),
    (Check.SCORE, score_artifacts),
    (Check.SCORE, score_for_you),
    (Check.BOOK_HELD, lie(Event.HOLD, Thing.GOLD, 1)),
    (Check.BOOK_BOT, lie(Event.BOT_CARD, 0, 0)),
    (Check.BOOK_BOT, lie(Event.BOT_ADDED, 0, 0)),
    (Check.BOOK_BOT, lie(Event.BOT_SHUFFLE, 3, 0)),
    (Check.BOOK_BOT, lie(Event.TAKE_ARTIFACT, 0, -1)),
    (Check.BOOK_CARDS, lie(Event.TAKE_EXPERIMENT, 0, -1)),
]


@pytest.mark.parametrize(
    ("check", "plant"), PLANTS, ids=[f"{i}-{c.name}" for i, (c, _) in enumerate(PLANTS)]
)
def test_checks_of_the_bot_find_what_is_planted(
    check: Check, plant: Callable[[Table], None]
) -> None:
    table, checker = midgame()
    plant(table)
    assert Check(checker.fault()) is check


def test_every_check_of_the_bot_is_planted() -> None:
    assert {check for check, _ in PLANTS} >= OF_THE_BOT


def test_a_white_die_too_many_is_found() -> None:
    table = Table(box_with(), 2, 7, solo=solo_of(no_fifth_white=True))
    checker = Checker(table)
    assert checker.fault() == 0
    table.state.bowls[0, 1] += 1
    assert checker.fault() == Check.DICE


# ---------------------------------------------------------------- copies


def test_solo_copies_stay_as_they_were_and_the_same_moves_give_the_same_bytes() -> None:
    one, other = solo_table(81), solo_table(81)
    kept = []
    for now, again in zip(one.decisions(), other.decisions(), strict=True):
        assert now.state.tobytes() == again.state.tobytes()
        kept.append((copy_of(now.state), now.state.tobytes()))
    assert all(copy.tobytes() == then for copy, then in kept)
    count = one.log.count
    assert count == other.log.count
    assert one.log.events[:count].tobytes() == other.log.events[:count].tobytes()


# ---------------------------------------------------------------- what random games reach


def alike() -> Box:
    """The test box with few red dice, and with many experiments that are hard to tell apart."""
    changes: dict[str, dict[str, object]] = {"board.dice": {"red": 2}}
    for card in box_with().experiments:
        if card.level in (Level.ONE, Level.TWO, Level.MASTERPIECE):
            mastery = {Element.FIRE: 0, Element.WATER: 0, Element.EARTH: 3, Element.AIR: 3}
            values = {"mastery": mastery[card.element], "points": 4}
            changes[f"experiments.{card.id}"] = dict(values)
    for name in ("gold", "die", "points", "artifact", "nearest"):
        changes[f"solo_cards.bot-{name}"] = {"action": "take experiment"}
    changes["solo_cards.bot-gold"] |= {"color": "red", "symbols": "lead"}
    changes["solo_cards.bot-lowest"] = {"action": "gold"}
    return changed(changes)


def test_random_solo_games_reach_every_event_and_priority() -> None:
    events = {event for event in Event if event >= Event.BOT_CARD}
    priorities = set(Priority)
    for seed in range(48):
        box = (box_with(), reference_box(), alike(), alike())[seed % 4]
        table = solo_table(228 + seed, box).play()
        for one in table.log.events[: table.log.count]:
            events.discard(Event(int(one.what)))
            if one.what == Event.BOT_CHOICE:
                priorities.discard(Priority(int(one.thing) % DECISION_STEP))
        if not events and not priorities:
            return
    raise AssertionError(f"never reached: {events}, {priorities}")


def test_random_solo_options_are_on_and_off() -> None:
    solos = [random_solo(key) for key in range(40)]
    for name in asdict(solos[0].options):
        assert len({getattr(solo.options, name) for solo in solos}) > 1, name
    assert np.mean([solo.planning for solo in solos]) not in (0, 1)
