"""The small frozen box holds every kind of part the notation knows, and the extremes."""

from __future__ import annotations

from collections.abc import Iterator

from tests.box.helpers import bot_cells, effect_cells
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.limits import MAX_PARTS
from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Amount,
    Countable,
    CountKind,
    Do,
    Down,
    Effect,
    Effects,
    Exchange,
    Gain,
    Swap,
    Transmute,
    Verb,
)
from trisim.games.trismegistus.box.words import Color, Element, Level, Thing, Track

MATERIALS = {thing for thing in Thing if thing.is_material}


def parts_of(box: Box) -> Iterator[Effect]:
    for effects in effect_cells(box):
        yield from effects


def rewards_of(box: Box) -> Iterator[Effect | Swap]:
    """What is gained or done, in exchanges or not."""
    for part in parts_of(box):
        yield part.reward if isinstance(part, Exchange) else part


def kind_of(what: Countable) -> tuple[CountKind, int, Level | None]:
    return what.kind, min(len(what.elements), 2), what.level


def test_everything_is_gained_somewhere(testbox: Box) -> None:
    assert {part.thing for part in parts_of(testbox) if isinstance(part, Gain)} == set(Thing)


def test_every_deed_is_done_somewhere(testbox: Box) -> None:
    parts = list(parts_of(testbox))
    tracks = {part.track for part in parts if isinstance(part, Advance)}
    assert tracks == set(Track) - {Track.NEAREST}
    assert {part.color for part in parts if isinstance(part, Transmute)} == set(Color)
    verbs = {part.verb for part in parts if isinstance(part, Do)}
    assert verbs == {Verb.DRAW_PUBLICATIONS, Verb.RANDOM_ARTIFACT, Verb.RESTORE_REACTION}


def test_every_kind_of_deed_is_repeated_somewhere(testbox: Box) -> None:
    repeated = {type(part) for part in rewards_of(testbox) if getattr(part, "times", 1) > 1}
    assert repeated >= {Advance, Transmute, Do}
    steps = {part.steps for part in parts_of(testbox) if isinstance(part, Advance)}
    assert {1, 2, 3, 12} <= steps


def test_every_multiplier_stands_somewhere(testbox: Box) -> None:
    found = {kind_of(per) for part in parts_of(testbox) if (per := getattr(part, "per", None))}
    assert found >= {
        *((kind, n, None) for kind in (CountKind.EXPERIMENT, CountKind.ARTIFACT) for n in (0, 1)),
        *((CountKind.ELEMENTAL, n, None) for n in (0, 1, 2)),
        (CountKind.FORMULA, 0, None),
        (CountKind.LEVEL, 1, None),
        (CountKind.LOWEST_LEVEL, 0, None),
    }
    multiplied = {type(part) for part in parts_of(testbox) if getattr(part, "per", None)}
    assert multiplied == {Gain, Advance, Transmute, Do}


def test_every_kind_of_price_and_reward_stands_somewhere(testbox: Box) -> None:
    exchanges = [part for part in parts_of(testbox) if isinstance(part, Exchange)]
    prices = {e.price.thing for e in exchanges if isinstance(e.price, Amount)}
    named = {Thing.LEAD, Thing.RAW_TIN, Thing.REFINED_COPPER, Thing.SILVER, Thing.GOLD}
    assert prices >= named | {Thing.ANY_RAW, Thing.ANY_REFINED}
    assert any(isinstance(e.price, Down) for e in exchanges)
    assert {type(e.reward) for e in exchanges} == {Gain, Advance, Transmute, Do, Swap}
    assert {e.reward for e in exchanges if isinstance(e.reward, Swap)} == set(Swap)
    assert {1, 2, 3, 9} <= {e.times for e in exchanges}


def test_every_material_is_asked_for_somewhere(testbox: Box) -> None:
    assert {part.thing for card in testbox.experiments for part in card.cost} == MATERIALS


def test_every_requirement_stands_somewhere(testbox: Box) -> None:
    asked = [need.what for card in testbox.achievements for need in card.requires]
    kinds = {kind_of(what) for what in asked if isinstance(what, Countable)}
    assert kinds >= {
        *((CountKind.EXPERIMENT, 0, level) for level in (None, *Level)),
        (CountKind.EXPERIMENT, 1, None),
        *((CountKind.ARTIFACT, n, None) for n in (0, 1)),
        *((CountKind.ELEMENTAL, n, None) for n in (0, 1, 2)),
        (CountKind.FORMULA, 0, None),
        (CountKind.LEVEL, 1, None),
        (CountKind.LOWEST_LEVEL, 0, None),
        (CountKind.ANY_LEVEL, 0, None),
    }
    named = {Thing.LEAD, Thing.RAW_TIN, Thing.REFINED_IRON, Thing.SILVER, Thing.GOLD}
    assert {w for w in asked if isinstance(w, Thing)} >= named | {Thing.ANY_RAW, Thing.ANY_REFINED}


def test_every_bot_action_stands_somewhere(testbox: Box) -> None:
    parts = [part for action in bot_cells(testbox) for part in action]
    things = {part.thing for part in parts if isinstance(part, Gain)}
    assert things == {Thing.GOLD, Thing.ETHEREAL_DIE, Thing.POINT}
    tracks = {part.track for part in parts if isinstance(part, Advance)}
    assert tracks == set(Track) - {Track.ANY, Track.DIFFERENT}
    verbs = {part.verb for part in parts if isinstance(part, Do)}
    assert verbs == {Verb.TAKE_ARTIFACT, Verb.TAKE_EXPERIMENT}


def test_experiments_go_to_the_limits(testbox: Box) -> None:
    cards = testbox.experiments
    units = {sum(part.count for part in card.cost) for card in cards}
    assert {0, 12} <= {card.mastery for card in cards}
    assert {1, 12} <= units
    assert {0, 60} <= {card.points for card in cards}
    assert {0, MAX_PARTS} <= {len(card.bonus) for card in cards}
    assert any({part.thing for part in card.cost} == {Thing.GOLD} for card in cards)


def test_other_cards_go_to_the_limits(testbox: Box) -> None:
    assert {0, 1, 2} == {len(card.elementals) for card in testbox.artifacts}
    assert any(len(e := c.elementals) == 2 and e[0] is e[1] for c in testbox.artifacts)
    assert {1, 6} <= {len(card.elementals) for card in testbox.publications}
    assert {0, 60} <= {card.points for card in testbox.publications}
    assert {0, 60} <= {card.points for card in testbox.achievements}


def test_vaults_differ_in_shape_and_frame(testbox: Box) -> None:
    shapes = [alchemist.vault.shape for alchemist in testbox.alchemists.values()]
    assert len(set(shapes)) == len(shapes) == 5
    frames = {(len(shape), len(shape[0])) for shape in shapes}
    assert {(3, 3), (4, 3), (2, 4), (4, 4)} <= frames
    for alchemist in testbox.alchemists.values():
        assert len(alchemist.vault.spaces) == 7


def is_plain(cell: Effects) -> bool:
    """Nothing, one good, or one deed done once: what can be checked by hand at a glance."""
    if len(cell) != 1:
        return not cell
    part = cell[0]
    if isinstance(part, Exchange):
        return False
    return part.per is None and getattr(part, "times", 1) == getattr(part, "steps", 1) == 1


def test_half_of_the_cards_are_plain(testbox: Box) -> None:
    cells = [card.bonus for card in testbox.experiments]
    cells += [card.ability for card in testbox.artifacts]
    cells += [card.ability for card in testbox.formulas]
    assert sum(map(is_plain, cells)) * 2 >= len(cells)


def test_every_player_count_sets_up_with_little_to_spare(testbox: Box) -> None:
    for players in (2, 3, 4):
        ones = [
            card
            for card in testbox.experiments
            if card.level is Level.ONE and card.players <= players
        ]
        assert 5 <= len(ones) <= 7
        publications = [card for card in testbox.publications if card.players <= players]
        assert players * 2 <= len(publications) <= 10


def test_starting_artifacts_stand_two_for_each_element(testbox: Box) -> None:
    starting = [card.elementals for card in testbox.artifacts if card.level is Level.STARTING]
    assert sorted(starting) == sorted((element,) for element in Element for _ in range(2))
