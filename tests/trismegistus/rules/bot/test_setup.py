"""The setup of the solo game: what you get, what Botmegistus gets, and its head start."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trismegistus.rules.bot.helpers import (
    bot_game,
    bot_levels,
    ethereal,
    gold,
    held_experiments,
    lab_of,
    new_solo,
    own,
    solo_of,
    solo_rule,
    through_setup,
    your_lab,
)
from tests.trismegistus.rules.helpers import box_with
from tests.trismegistus.rules.property_checks import more_cards
from trisim.games.trismegistus.box.words import Element, Essence, Level, SoloKind, Symbol, Thing
from trisim.games.trismegistus.rules.codes import LAID_BY, At, Dealt, Event, Frame
from trisim.games.trismegistus.rules.game import Game, GameError, reference_box
from trisim.games.trismegistus.rules.solo import Solo

SEEDS = range(10)


def rolled(game: Game) -> list[Symbol]:
    """The symbols rolled for it at setup (the log is emptied)."""
    rolls = [one for one in game.events() if one.what is Event.BOT_ROLL and one.delta == 6]
    return [Symbol(one.thing) for one in rolls]


# ---------------------------------------------------------------- you and it


def test_setup_has_two_seats_and_you_begin() -> None:
    game = through_setup(new_solo())
    assert (game.players, game.bot_seat) == (2, 1)
    assert game.state.order[:2].tolist() == [0, 1]
    assert (game.seat, game.frame) == (0, Frame.DRAFT)


def test_setup_you_have_what_a_first_player_of_two_has() -> None:
    solo = new_solo(3)
    pair = Game.new(players=2, seed=3, box=box_with())
    assert solo.state.labs[0].held.tolist() == pair.state.labs[0].held.tolist()


def test_setup_uses_the_dice_and_cards_of_a_game_of_two() -> None:
    solo, pair = new_solo(3), Game.new(players=2, seed=3, box=box_with())
    for name in ("market", "books", "bowls", "bonus", "essence_track", "order"):
        assert (solo.state[name] == pair.state[name]).all(), name
    box = solo.box
    for card, at in zip(box.experiments, solo.state.experiment_at, strict=False):
        assert card.players <= 2 or at == At.AWAY


def test_setup_it_has_an_ethereal_die_and_two_gold_and_no_laboratory() -> None:
    game = through_setup(new_solo(setup_rolls=0))
    lab = lab_of(game)
    assert {t: int(n) for t, n in enumerate(lab.held) if n} == {
        Thing.ETHEREAL_DIE: 1,
        Thing.GOLD: 2,
    }
    assert int(lab.alchemist) == -1
    assert set(lab.slots.tolist()) == set(lab.formula.tolist()) == {-1}
    assert int(lab.masterpiece) == -1
    assert held_experiments(game) == []
    assert not (game.state.publication_at == game.bot_seat).any()


def test_setup_asks_you_alone() -> None:
    game = new_solo()
    while game.frame in (Frame.LABORATORY, Frame.KEEP, Frame.START_SLOT):
        assert game.seat == 0
        game.apply(game.legal()[-1])


def test_setup_without_an_alchemist_you_choose_one() -> None:
    game = Game.new(solo=Solo(), box=box_with())
    assert (game.frame, game.seat) == (Frame.LABORATORY, 0)
    assert len(game.legal()) == len(box_with().alchemists)


# ---------------------------------------------------------------- the artifact you refuse


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("keep", [0, 1])
def test_setup_it_gets_the_artifact_you_refuse_and_the_personality_of_its_symbol(
    seed: int, keep: int
) -> None:
    game = new_solo(seed)
    dealt = game.state.dealt[0, Dealt.ARTIFACT].tolist()[:2]
    while game.frame in (Frame.KEEP, Frame.START_SLOT):
        game.apply(game.legal()[keep if game.frame is Frame.KEEP else 0])
    refused = game.box.artifacts[dealt[1 - keep]]
    assert own(game) == [refused.id]
    counts = [refused.elementals.count(element) for element in Element]
    assert game.state.bot.elementals.tolist() == counts
    pairs = list(zip(game.box.solo_cards, game.state.bot.at, strict=False))
    (personality,) = [c for c, at in pairs if c.kind is SoloKind.PERSONALITY and at == At.DECK]
    assert personality.element in refused.elementals
    others = [c for c, at in pairs if c.kind is not SoloKind.BASIC and at != At.AWAY]
    assert others == [personality]


def test_setup_of_three_artifacts_dealt_it_gets_the_first_you_refuse() -> None:
    game = new_solo(5, more_cards())
    dealt = game.state.dealt[0, Dealt.ARTIFACT].tolist()
    through_setup(game)  # the first one is kept
    assert own(game) == [game.box.artifacts[dealt[1]].id]
    assert game.state.artifact_at[dealt[2]] == At.AWAY


# ---------------------------------------------------------------- dice rolled for it


@pytest.mark.parametrize("seed", SEEDS)
def test_setup_rolls_advance_the_track_of_the_bowls_essence(seed: int) -> None:
    game = new_solo(seed)
    game.state.bonus[:] = -1
    game.events()
    through_setup(game)
    levels = [0, 0, 0, 0]
    for symbol in rolled(game):
        essence = game.box.board.bowls.__getattribute__(symbol.word) if symbol < 5 else Essence.ANY
        if essence is Essence.ANY:  # iron and wild: the lowest, from the left
            levels[levels.index(min(levels))] += 1
        else:
            levels[int(game.state.essence_track[essence])] += 1
    assert sum(levels) == 2
    assert sorted(bot_levels(game)) == sorted(levels)
    if not any(symbol in (Symbol.IRON, Symbol.WILD) for symbol in rolled(game)):
        assert bot_levels(game) == levels


def test_setup_rolls_reach_every_face() -> None:
    faces = set()
    for seed in range(12):
        game = new_solo(seed, setup_rolls=12)
        game.events()
        through_setup(game)
        faces |= set(rolled(game))
    assert faces == set(Symbol)


def test_setup_rolls_by_the_printed_pairing_with_the_ruling_off() -> None:
    printed = {Symbol.LEAD: "salt", Symbol.COPPER: "aether", Symbol.TIN: "sulfur"}
    assert printed[Symbol.LEAD] == "salt"
    pairing = {Symbol.LEAD: 2, Symbol.COPPER: 0, Symbol.TIN: 1, Symbol.MERCURY: 3}
    differ = 0
    for seed in range(20):
        game = new_solo(seed, solo_rule(setup_rolls_by_essence=False), setup_rolls=1)
        game.events()
        through_setup(game)
        (symbol,) = rolled(game)
        if symbol not in pairing:
            assert bot_levels(game) == [1, 0, 0, 0]
            continue
        wanted = [0, 0, 0, 0]
        wanted[pairing[symbol]] = 1
        assert bot_levels(game) == wanted
        other = through_setup(new_solo(seed, setup_rolls=1))
        differ += bot_levels(other) != wanted
    assert differ > 3  # essences are shuffled over the tracks


def test_setup_rolls_differ_from_the_dice_in_the_bowls() -> None:
    some = set()
    for seed in SEEDS:
        game = new_solo(seed)
        game.events()
        through_setup(game)
        some.add(tuple(rolled(game)))
    assert len(some) > 5


# ---------------------------------------------------------------- what you are dealt


def test_setup_refused_cards_leave_and_refused_publications_go_under() -> None:
    game = new_solo(4)
    dealt = game.state.dealt[0].copy()
    through_setup(game)  # all first ones are kept
    state = game.state
    assert state.experiment_at[dealt[Dealt.EXPERIMENT, 1]] == At.AWAY
    assert state.experiment_at[dealt[Dealt.MASTERPIECE, 1]] == LAID_BY
    assert state.under[: state.unders].tolist() == [dealt[Dealt.PUBLICATION, 1]]
    assert int(your_lab(game).masterpiece) == dealt[Dealt.MASTERPIECE, 0]


def test_setup_reference_set_works_too() -> None:
    game = through_setup(new_solo(1, reference_box()))
    assert ethereal(game) >= 1
    assert gold(game) == 2
    assert game.box.experiments[0].level in Level


# ---------------------------------------------------------------- the introductory setup


@pytest.mark.parametrize("bot_first", [False, True])
def test_setup_introductory_you_have_the_fixed_cards_of_the_first_player(bot_first: bool) -> None:
    game = introductory(bot_first=bot_first)
    you, box, fixed = 1 - game.bot_seat, game.box, game.box.intro.first
    lab = your_lab(game)
    assert list(box.alchemists)[int(lab.alchemist)] == fixed.alchemist
    assert box.experiments[int(lab.beside[0])].id == fixed.experiment
    assert box.experiments[int(lab.masterpiece)].id == fixed.masterpiece
    (publication,) = (game.state.publication_at == you).nonzero()[0]
    assert box.publications[int(publication)].id == fixed.publication
    assert box.artifacts[int(lab.slots[box.intro.slot])].id == fixed.artifact
    assert (
        lab.held.tolist()
        == through_setup(new_solo(bot_first=bot_first)).state.labs[you].held.tolist()
    )


def test_setup_introductory_nothing_is_refused_so_it_has_no_artifact_nor_personality() -> None:
    game = introductory()
    assert own(game) == []
    deck = [card.kind for card, at in zip(game.box.solo_cards, game.state.bot.at, strict=False)
            if at == At.DECK]  # fmt: skip
    assert set(deck) == {SoloKind.BASIC}


def test_setup_introductory_it_has_everything_else() -> None:
    game = introductory(starting_experiment=True, tracks_at_one=True, setup_rolls=0)
    assert (ethereal(game) >= 1, gold(game)) == (True, 2)
    assert min(bot_levels(game)) >= 1
    assert len(held_experiments(game)) == 1
    assert held_experiments(game)[0] != game.box.intro.first.experiment


def introductory(**options: Any) -> Game:
    """A solo game with the introductory setup, at the first turn."""
    game = Game.new(seed=3, box=box_with(), solo=solo_of(**options), intro=True)
    assert game.frame not in (Frame.LABORATORY, Frame.KEEP, Frame.START_SLOT)
    return game


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": 3}, "a solo game is for you and Botmegistus"),
        ({"players": 4}, "a solo game is for you and Botmegistus"),
        ({"achievements": True}, "without achievements"),
        ({"intro": True, "alchemists": ["newton"]}, "has alchemists of its own"),
        ({"alchemists": ["newton", "duval"]}, "one alchemist: yours"),
        ({"alchemists": ["nobody"]}, "no alchemist 'nobody'"),
    ],
)
def test_setup_what_is_no_solo_game_is_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(GameError, match=words):
        Game.new(solo=Solo(), box=box_with(), **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("extra_gold", "less_gold"),
        ("no_masterpiece", "three_masterpieces"),
        ("no_masterpiece", "masterpiece_gold"),
        ("personality_on_tie", "no_personality"),
    ],
)
def test_setup_contradicting_options_are_refused(one: str, other: str) -> None:
    with pytest.raises(GameError, match=f"'{one}' contradicts '{other}'"):
        Game.new(solo=solo_of(**{one: True, other: True}), box=box_with())
    for alone in (one, other):
        Game.new(solo=solo_of(**{alone: True}), box=box_with())


def test_setup_two_players_may_be_named() -> None:
    game = Game.new(players=2, solo=Solo(), box=box_with())
    assert game.solo == Solo()
    assert bot_game().solo is not None
    assert Game.new(players=2, box=box_with()).solo is None
