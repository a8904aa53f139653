"""Each difficulty option changes what it should and nothing else, on common deals.

States are compared field by field: ``differing`` names the fields that differ, the bot's own
laboratory as ``bot_lab`` and yours as ``your_lab``. In play, both games are given the same moves
for as long as they are asked the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.trismegistus.rules.bot.helpers import (
    SWITCHES,
    bot_levels,
    ethereal,
    gold,
    held_experiments,
    lab_of,
    new_solo,
    own,
    random_solo,
    solo_rule,
    through_setup,
    your_lab,
)
from tests.trismegistus.rules.helpers import box_with
from tests.trismegistus.rules.property_checks import more_cards
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.box.words import Level, SoloKind, Thing
from trisim.games.trismegistus.rules.codes import At, BotDecision, Dealt, Event, Frame, Priority
from trisim.games.trismegistus.rules.game import Game, reference_box
from trisim.games.trismegistus.rules.solo import fill_solo, solo_of
from trisim.games.trismegistus.rules.state import GAME

SEEDS = (1, 2, 3, 4)


def differing(one: Game, other: Game) -> set[str]:
    """The fields of two states that differ; what is set for both by the options is left out."""
    names = set()
    for name in GAME.names or ():
        if name == "labs":
            for whose, lab in (("bot_lab", lab_of), ("your_lab", your_lab)):
                mine, theirs = lab(one), lab(other)
                names |= {f"{whose}.{n}" for n in mine.dtype.names if not same(mine[n], theirs[n])}
        elif name in ("bot", "solo"):
            mine, theirs = one.state[name], other.state[name]
            names |= {f"{name}.{n}" for n in mine.dtype.names if not same(mine[n], theirs[n])}
        elif name in ("stack", "agenda", "cause", "cause_id"):
            continue  # what is pending is compared by the decisions asked; the rest is left over
        elif not same(one.state[name], other.state[name]):
            names.add(name)
    return {name for name in names if not name.startswith("solo.")}


def same(one: Any, other: Any) -> bool:
    """Whether two fields are the same, byte by byte."""
    return np.asarray(one).tobytes() == np.asarray(other).tobytes()


def pair(seed: int, **options: Any) -> tuple[Game, Game]:
    """The same deal without and with options, at your first turn."""
    shared = {"setup_rolls": 2, "planning": False}
    plain = {key: value for key, value in options.items() if key in ("box",)}
    base = through_setup(new_solo(seed, **{**shared, **plain}))
    return base, through_setup(new_solo(seed, **{**shared, **options}))


def in_step(one: Game, other: Game, key: int) -> Iterator[tuple[Game, Game]]:
    """The same random moves in both, for as long as both are asked the same."""
    chance = np.random.default_rng(key)
    while one.legal() == other.legal() and one.frame == other.frame and not one.is_over:
        yield one, other
        move = one.legal()[int(chance.integers(len(one.legal())))]
        one.apply(move)
        other.apply(move)


# ---------------------------------------------------------------- its start


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("option", "change"), [("extra_gold", 1), ("less_gold", -1)])
def test_option_gold(seed: int, option: str, change: int) -> None:
    base, other = pair(seed, **{option: True})
    assert differing(base, other) == {"bot_lab.held"}
    assert gold(other) - gold(base) == change
    assert ethereal(other) == ethereal(base)


@pytest.mark.parametrize("seed", SEEDS)
def test_option_starting_experiment(seed: int) -> None:
    base, other = pair(seed, starting_experiment=True)
    assert differing(base, other) == {"bot_lab.beside", "experiment_at"}
    (held,) = held_experiments(other)
    (card,) = [card for card in other.box.experiments if card.id == held]
    assert card.level is Level.STARTING
    assert (base.state.experiment_at != other.state.experiment_at).sum() == 1


def test_option_starting_experiment_is_a_random_one() -> None:
    seen = {held_experiments(pair(s, starting_experiment=True)[1])[0] for s in range(10)}
    assert len(seen) > 3


@pytest.mark.parametrize("seed", SEEDS)
def test_option_tracks_at_one_comes_before_the_rolls(seed: int) -> None:
    base, other = pair(seed, tracks_at_one=True, setup_rolls=0)
    assert bot_levels(other) == [1, 1, 1, 1]
    base, other = pair(seed, tracks_at_one=True)
    assert differing(base, other) <= {"bot_lab.level"}
    assert sum(bot_levels(other)) == 6
    assert min(bot_levels(other)) == 1


def head_start(game: Game) -> tuple[list[int], list[tuple[int, int]]]:
    """What was rolled, and each level gained, in order (the log is emptied)."""
    told = game.events()
    rolls = [one.thing for one in told if one.what is Event.BOT_ROLL]
    return rolls, [(one.seat, one.thing) for one in told if one.what is Event.LEVEL]


@pytest.mark.parametrize("seed", SEEDS)
def test_option_setup_rolls_are_prefixes_of_each_other(seed: int) -> None:
    games = {n: through_setup(new_solo(seed, setup_rolls=n)) for n in (0, 2, 5, 12)}
    told = {n: head_start(game) for n, game in games.items()}
    assert bot_levels(games[0]) == [0, 0, 0, 0]
    for fewer, more in ((0, 2), (2, 5), (5, 12)):
        assert len(told[more][0]) == more
        assert told[more][0][:fewer] == told[fewer][0]
        assert told[more][1][: len(told[fewer][1])] == told[fewer][1]
    assert differing(games[0], games[2]) == {"bot_lab.level"}
    reached = {"bot_lab.level", "bot_lab.tokens", "bot_lab.vp", "bot_lab.held", "bonus"}
    assert differing(games[2], games[12]) <= reached


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("box", [box_with(), reference_box()])
def test_option_no_personality_skips_the_refused_artifact_too(seed: int, box: Any) -> None:
    base, other = pair(seed, no_personality=True, box=box)
    assert differing(base, other) == {"bot.at", "bot.elementals", "artifact_at"}
    (card,) = (base.state.bot.at != other.state.bot.at).nonzero()[0]
    assert base.box.solo_cards[int(card)].kind is SoloKind.PERSONALITY
    assert len(own(base)) == 1
    assert own(other) == []
    (refused,) = (base.state.artifact_at != other.state.artifact_at).nonzero()[0]
    assert other.state.artifact_at[refused] == At.AWAY


def test_option_no_personality_changes_its_deck_alone_where_a_ruling_keeps_the_artifact() -> None:
    base, other = pair(1, no_personality=True, box=solo_rule(keeps_refused_artifact=True))
    assert differing(base, other) == {"bot.at"}
    assert own(other) == own(base) != []


@pytest.mark.parametrize("seed", SEEDS)
def test_option_planning_changes_where_its_cards_lie(seed: int) -> None:
    base, other = pair(seed, planning=True)
    assert differing(base, other) == {"bot.at", "bot.open"}


# ---------------------------------------------------------------- your start


@pytest.mark.parametrize("seed", SEEDS)
def test_option_bot_first(seed: int) -> None:
    base, other = new_solo(seed), new_solo(seed, bot_first=True)
    assert (base.bot_seat, other.bot_seat, other.seat) == (1, 0, 1)
    assert differing(base, other) == {"bot_seat", "dealt"}
    assert (base.state.dealt[0] == other.state.dealt[1]).all()
    assert int(your_lab(other).held[Thing.ETHEREAL_DIE]) == 0
    other.events()
    through_setup(base)
    through_setup(other)
    told = other.events()
    turn = next(place for place, one in enumerate(told) if one.what is Event.TURN)
    start = [(one.seat, one.thing, one.delta) for one in told[:turn] if one.what is Event.HOLD]
    assert (0, Thing.ETHEREAL_DIE, 1) in start
    assert (0, Thing.GOLD, 2) in start
    assert told[turn].seat == 0
    assert other.state.order[:2].tolist() == [0, 1]
    assert int(your_lab(other).held[Thing.ETHEREAL_DIE]) == 0
    for name in ("alchemist", "slots", "beside", "masterpiece", "formula", "level"):
        assert (your_lab(base)[name] == your_lab(other)[name]).all(), name
    assert own(base)[0] in own(other)
    reacting = [one for one in told if one.what is Event.BOT_CARD]
    assert len(reacting) == 1


def rerolled(game: Game) -> bool:
    """Whether a bowl was rolled again (the log is emptied)."""
    return any(one.what is Event.REROLL for one in game.events())


def test_option_no_fifth_white_leaves_the_other_dice() -> None:
    compared = 0
    for seed in range(8):
        base, other = new_solo(seed), new_solo(seed, no_fifth_white=True)
        if rerolled(base) or rerolled(other):
            continue
        assert differing(base, other) == {"bowls", "rolls"}
        fewer = base.state.bowls - other.state.bowls
        assert fewer.sum(axis=0).tolist() == [0, 1, 0]
        assert fewer.min() == 0
        assert other.state.bowls.sum(axis=0).tolist() == [5, 4, 4]
        compared += 1
    assert compared > 3


def test_option_no_fifth_white_holds_in_every_round() -> None:
    game = through_setup(new_solo(3, no_fifth_white=True))
    rolls = []
    while not game.is_over:
        game.apply(game.legal()[0])
        told = game.events()
        if any(one.what is Event.ROUND for one in told):
            bowls = [one for one in told if one.what is Event.BOWL]
            rolls.append([sum(o.delta for o in bowls if o.thing % 3 == c) for c in range(3)])
    assert rolls == [[5, 4, 4]] * 3


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("option", "kind", "field"),
    [
        ("one_publication", Dealt.PUBLICATION, "publication_at"),
        ("one_masterpiece", Dealt.MASTERPIECE, "experiment_at"),
    ],
)
def test_option_one_card_dealt_and_no_choice(
    seed: int, option: str, kind: Dealt, field: str
) -> None:
    base, other = new_solo(seed), new_solo(seed, **{option: True})
    assert differing(base, other) == {"dealt", field}
    assert other.state.dealt[0, kind].tolist() == [base.state.dealt[0, kind, 0], -1, -1]
    for another in set(Dealt) - {kind}:
        assert (base.state.dealt[0, another] == other.state.dealt[0, another]).all()
    asked = []
    while other.frame is Frame.KEEP:
        asked.append(int(other.state.stack[other.state.depth - 1].arg[0]))
        other.apply(other.legal()[0])
    assert kind not in asked
    assert len(asked) == 3
    kept = other.state[field][base.state.dealt[0, kind, 0]]
    assert kept == 0
    through_setup(base)  # keeps the first of all
    through_setup(other)
    rest = {"publication_at", "under", "unders"} if kind == Dealt.PUBLICATION else {"experiment_at"}
    assert differing(base, other) == {*rest, "decisions"}


def test_option_one_card_of_three_dealt() -> None:
    game = new_solo(2, more_cards(), one_publication=True, one_masterpiece=True)
    dealt = game.state.dealt[0]
    assert [(dealt[kind] >= 0).sum() for kind in Dealt] == [3, 1, 1, 3]


# ---------------------------------------------------------------- in play


def check_same_until(one: Game, other: Game, key: int, allowed: set[str]) -> tuple[Game, Game]:
    """Both are the same at every decision, but for these fields; where they end or part."""
    for mine, theirs in in_step(one, other, key):
        assert differing(mine, theirs) <= allowed, f"decision {mine.state.decisions}"
    return one, other


@pytest.mark.parametrize("option", ["three_masterpieces", "masterpiece_gold", "no_masterpiece"])
@pytest.mark.parametrize("seed", [1, 5])
def test_option_masterpieces_change_the_end_alone(option: str, seed: int) -> None:
    one, other = pair(seed, **{option: True})
    assert differing(one, other) == set()
    check_same_until(one, other, seed, set())
    assert one.is_over
    assert other.is_over
    ours = {"held", "performed", "performed_element", "performed_level", "vp", "score", "bought"}
    assert differing(one, other) <= {"experiment_at", *(f"bot_lab.{name}" for name in ours)}
    assert one.score(0) == other.score(0)


def test_option_no_specialization_changes_what_comes_between_rounds() -> None:
    one, other = pair(3, no_specialization=True)
    assert differing(one, other) == set()
    for mine, theirs in in_step(one, other, 3):
        if mine.state.round_no == 1:
            assert differing(mine, theirs) == set()
        else:
            break
    assert one.state.round_no == other.state.round_no == 2
    told = [game.events() for game in (one, other)]
    added = [
        [o for o in t if o.what is Event.BOT_ADDED and o.cause.word == "round end"] for t in told
    ]
    assert [len(a) for a in added] == [1, 0]
    chosen = [
        [
            o
            for o in t
            if o.what is Event.BOT_CHOICE and o.thing // 100 == BotDecision.SPECIALIZATION
        ]
        for t in told
    ]
    assert [len(c) for c in chosen] == [1, 0]
    while not other.is_over:
        other.apply(other.legal()[0])
    kinds = zip(other.box.solo_cards, other.state.bot.at, strict=False)
    assert all(at == -1 for card, at in kinds if card.kind is SoloKind.SPECIALIZATION)


def test_option_personality_on_tie_changes_ties_alone() -> None:
    parted = 0
    for seed in range(6):
        _, other = pair(seed, personality_on_tie=True, setup_rolls=0)
        one = through_setup(new_solo(seed, setup_rolls=0))
        assert differing(one, other) == set()
        ties = 0
        for mine, theirs in in_step(one, other, seed):
            told = personalities(mine), personalities(theirs)
            ties += told[0] != told[1]
            if differing(mine, theirs):
                assert ties > 0
                assert told[0] == [Priority.NOT_AHEAD]
                assert told[1] == [Priority.AHEAD]
                parted += 1
                break
    assert parted > 0


def personalities(game: Game) -> list[Priority]:
    """How personalities were settled since last asked."""
    told = [one.thing for one in game.events() if one.what is Event.BOT_CHOICE]
    return [Priority(t % 100) for t in told if t // 100 == BotDecision.PERSONALITY]


# ---------------------------------------------------------------- all of them, and together


@pytest.mark.parametrize("option", SWITCHES)
def test_option_is_written_down_and_read_back(option: str) -> None:
    game = new_solo(1, **{option: True})
    assert game.solo is not None
    assert game.solo.options == SoloOptions(**{option: True})
    assert not game.solo.planning
    changed = {n for n in SWITCHES if int(game.state.solo[n])}
    assert changed == {option}


@pytest.mark.parametrize("key", range(6))
def test_options_together_are_read_back(key: int) -> None:
    solo = random_solo(key)
    state = new_solo(1).state
    fill_solo(state.solo, solo)
    assert solo_of(state.solo) == solo


def test_options_together_change_what_each_changes() -> None:
    base, other = pair(
        2, extra_gold=True, starting_experiment=True, three_masterpieces=True, no_personality=True
    )
    wanted = {"bot_lab.held", "bot_lab.beside", "experiment_at"}
    wanted |= {"bot.at", "bot.elementals", "artifact_at"}
    assert differing(base, other) == wanted
    assert (gold(other) - gold(base), len(held_experiments(other))) == (1, 1)
    base, other = pair(2, less_gold=True, setup_rolls=0, no_specialization=True)
    assert differing(base, other) == {"bot_lab.held", "bot_lab.level"}


def test_options_of_every_kind_at_once_make_a_game() -> None:
    hardest = {name: True for name in SWITCHES if not name.startswith(("no_", "less_"))}
    game = through_setup(new_solo(4, setup_rolls=12, no_fifth_white=True, planning=True, **hardest))
    while not game.is_over:
        game.apply(game.legal()[0])
    assert game.score(0) > 0


def test_options_the_usual_ones_are_those_of_the_rules() -> None:
    usual = SoloOptions()
    assert usual.setup_rolls == 2
    assert not any(getattr(usual, name) for name in SWITCHES)
