"""The evaluator: what it takes, in positions where that is clear, and how it values dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.players.helpers import chosen, mind_at, player_of, values_of
from tests.rules.helpers import (
    TESTBOX,
    acting,
    box_with,
    found,
    kinds,
    number,
    play,
    position,
    unpack,
)
from tests.rules.helpers_2 import FORMULAS, asking, using
from tests.sim.helpers import small
from trisim.box.words import Color, Element, Symbol, Thing
from trisim.players.choosing import chooser
from trisim.players.features import FEATURES, Feature
from trisim.players.mind import JUDGEMENT
from trisim.players.player import Player
from trisim.players.registry import load
from trisim.rules.codes import Event, Frame, Move
from trisim.rules.game import Game, reference_box
from trisim.sim.runner import run

GREEDY = load("greedy")
NOBODY = player_of()
"""To whom everything is worth nothing."""

LINEAR = player_of(
    judgement={"less": 0.0, "rush": 0.0},
    score=1,
    raw=0.5,
    refined=0.9,
    chain=0.05,
    essences=0.4,
    silver=1.5,
    gold=1.2,
    levels=0.3,
    experiments=0.7,
    artifacts_ready=0.6,
    potency=0.3,
    tempo=0.2,
    ethereal_dice=0.1,
)
"""To whom so many of a thing are worth so many times one."""

SENSIBLE = player_of(
    score=1,
    experiments=0.75,
    masterpiece=0.6,
    levels=0.4,
    high_levels=4,
    tokens_ahead=0.6,
    artifacts_ready=0.5,
    artifacts_in_reach=0.3,
    publications_near=0.6,
    formulas_ready=0.7,
    gold=1,
    silver=1.5,
    raw=0.4,
    refined=0.6,
    chain=0.1,
    essences=0.3,
    fuel=0.3,
    potency=1.2,
    reactions=0.8,
    chameleons=0.7,
    ethereal_dice=0.2,
)
"""Of the kind of the shipped ones, which are tuned from time to time."""

NOT_ACTIONS = (
    Move.BUY_FORMULA,
    Move.USE_FORMULA,
    Move.PERFORM,
    Move.CLAIM,
    Move.CHAMELEON,
)


def taken(game: Game, player: Player) -> tuple[Move, int, int, int]:
    """The move of a player, taken apart."""
    move = chosen(game, player)
    assert move in game.legal()
    return unpack(move)


# ---------------------------------------------------------------- options


def test_a_whole_game_is_legal_and_wastes_no_potency() -> None:
    game = Game.new(2, 3, box=number(rounds=1), achievements=True)
    choose = [chooser(SENSIBLE, 3, seat, game.box) for seat in range(2)]
    wasted, drafted = 0, 0
    while not game.is_over:
        move = choose[game.seat](game)
        assert move in game.legal()
        game.apply(move)
        for one in game.happenings():
            wasted += one.delta * (one.what is Event.WASTE)
            drafted += one.what is Event.DRAFT
    assert wasted == 0
    assert drafted == 2 * 3


@pytest.mark.parametrize(
    "effect", ["any raw", "any essence", "advance any", "advance lowest", "any raw -> other raw"]
)
def test_the_first_of_equal_options(effect: str) -> None:
    game = using(effect, goods="lead")
    values = values_of(game, NOBODY)
    assert len(set(values.values())) == 1
    assert chosen(game, NOBODY) == game.legal()[0]


def test_the_first_of_the_best_options() -> None:
    game = using("advance any", goods="")
    values = values_of(game, player_of(lowest_level=0, high_levels=-1, levels=1))
    assert len(set(values.values())) == 1
    uneven = using("advance any", goods="", levels={"fire": 6, "air": 7})
    assert taken(uneven, player_of(high_levels=-1, levels=1))[:2] == (Move.TRACK, Element.WATER)


def test_weights_are_those_of_the_round() -> None:
    weights = {"silver": (1.0, 0.0, 5.0), "gold": (0.0, 1.0, 0.0)}
    player = Player("", "", NOBODY.kind, None, "", NOBODY.choose, weights=weights)
    player = Player(**{**fields(player), "judgement": dict(JUDGEMENT)})
    for round_no, thing in ((1, Thing.SILVER), (2, Thing.GOLD), (3, Thing.SILVER)):
        game = using("any refined", goods="", board={"round": round_no})
        assert taken(game, player)[:2] == (Move.THING, thing)


def fields(player: Player) -> dict[str, Any]:
    """The fields of a player."""
    return {name: getattr(player, name) for name in player.__dataclass_fields__}


def test_explained_options_add_up_to_their_values() -> None:
    game = acting(goods="lead + gold", beside=["fire-0a"], board={"to": "after"})
    mind = mind_at(game, SENSIBLE)
    mind.explaining = True
    values = list(values_of(game, SENSIBLE, mind).values())
    assert len(values) > 2
    for option, value in enumerate(values):
        parts = mind.parts[option, :FEATURES] * mind.weights[0, :FEATURES]
        assert parts.sum() == pytest.approx(value)
    assert len(set(mind.parts[: len(values), Feature.SCORE])) > 1


# ---------------------------------------------------------------- acting


def test_a_free_action_that_gains_comes_before_any_action() -> None:
    game = acting(beside=["fire-0a"], goods="lead", potency=3)
    assert {Move.PERFORM, Move.HARVEST} <= kinds(game)
    for much in ({"essences": 100.0}, {"raw": 100.0}):
        assert taken(game, player_of(score=1, judgement=None, **much))[0] is Move.PERFORM


def test_a_free_action_that_loses_comes_after_every_action() -> None:
    game = acting(goods="gold", potency=2, alchemist="duval", formulas=FORMULAS)
    values = values_of(game, player_of(gold=10))
    free = [value for move, value in values.items() if unpack(move)[0] is Move.BUY_FORMULA]
    actions = [value for move, value in values.items() if unpack(move)[0] not in NOT_ACTIONS]
    assert len(free) == 8
    assert max(free) < min(actions)


def test_of_two_free_actions_the_better_one() -> None:
    game = acting(beside=["fire-0a", "fire-1a"], goods="3 lead", levels={"fire": 2})
    assert taken(game, player_of(score=1))[:2] == (Move.PERFORM, 1)  # 4 points, not 1


def test_a_chameleon_is_spent_if_that_gains_more_than_it_is_worth() -> None:
    game = acting(goods="chameleon", die="black lead", potency=3, board={"market": {}})
    wanting = player_of(chain=1, chameleons=0.5)  # lead is at 0, iron at 4
    kind, symbol, _, _ = taken(game, wanting)
    assert (kind, symbol) == (Move.CHAMELEON, Symbol.IRON)
    assert taken(game, player_of(chain=1, chameleons=20))[0] is Move.HARVEST
    assert taken(play(game, Move.CHAMELEON, Symbol.IRON, 0), wanting)[:2] == (Move.HARVEST, 3)


def test_a_chameleon_is_not_spent_on_one_potency() -> None:
    game = acting(goods="chameleon", die="black lead", potency=1)
    assert taken(game, player_of(chain=10))[0] is not Move.CHAMELEON


def test_transmuting_goes_on_as_long_as_it_gains() -> None:
    game = acting(goods="3 lead + 3 salt", die="black lead", potency=3)
    player = player_of(refined=1, levels=1, potency=0.1)
    assert taken(game, player)[0] is Move.ARROW
    play(game, Move.ARROW, 0)
    assert game.frame is Frame.TRANSMUTE
    assert taken(game, player)[0] is Move.TRANSMUTE
    saving = player_of(refined=1, essences=20, potency=0.1)
    assert taken(game, saving)[0] is Move.NONE


# ---------------------------------------------------------------- greedy: points now


def test_greedy_performs_what_scores() -> None:
    game = acting(beside=["fire-1a"], goods="2 lead", levels={"fire": 2}, board={"to": "after"})
    assert taken(game, GREEDY)[:2] == (Move.PERFORM, 0)


def test_greedy_takes_gold_of_any_refined() -> None:
    assert taken(using("any refined", goods=""), GREEDY)[:2] == (Move.THING, Thing.GOLD)


def test_greedy_advances_where_a_level_scores() -> None:
    game = using("advance any", goods="", levels={"fire": 3, "earth": 9})
    assert taken(game, GREEDY)[:2] == (Move.TRACK, Element.EARTH)


def test_greedy_takes_the_die_and_the_arrow_that_score() -> None:
    bowls = {"tin": {"black": 1, "white": 1, "red": 1}}
    seat = {"goods": "lead + salt", "levels": {"earth": 9}}  # a salt is a step on earth
    game = position(seat, {"goods": ""}, bowls=bowls, essences={"earth": "salt"}, tokens={})
    assert taken(game, GREEDY)[:3] == (Move.DIE, Symbol.TIN, Color.BLACK)
    game.apply(chosen(game, GREEDY))
    assert taken(game, GREEDY)[:2] == (Move.ARROW, 0)


def test_greedy_takes_a_line_of_the_vault_that_scores() -> None:
    vault = {"1,0": "newton-1", "1,1": "newton-2", "2,1": "newton-3", "3,1": "newton-4"}
    game = acting(
        alchemist="newton",
        formulas=[f"newton-{n}" for n in range(1, 9)],
        vault=vault,
        used_formulas=list(vault.values()),
        goods="9 gold",
    )
    game.apply(found(game, Move.BUY_FORMULA)[0])
    assert game.frame is Frame.VAULT
    values = values_of(game, GREEDY)
    scores = {}
    for move in game.legal():
        copy = game.copy()
        copy.apply(move)
        while copy.frame not in (Frame.ACTION, Frame.AFTER):
            copy.apply(copy.legal()[0])
        scores[move] = copy.score(0)
    best = [move for move, score in scores.items() if score == max(scores.values())]
    assert chosen(game, GREEDY) in best
    assert len(best) < len(scores)
    assert len(set(values.values())) > 1


def test_greedy_does_not_pay_points_for_nothing() -> None:
    game = asking("gold", goods="gold", board={"to": "after"})  # 1 point, and no more
    game.state.labs[0].by_experiment[0] = 1
    costly = values_of(game, GREEDY)
    assert costly[found(game, Move.PERFORM)[0]] == costly[found(game, Move.NONE)[0]]
    assert taken(game, GREEDY)[0] is Move.NONE


# ---------------------------------------------------------------- drafting


def test_a_die_at_hand_is_used_up_first() -> None:
    bowls = {"iron": {"red": 5}, "lead": {"black": 2}}
    seat = {"goods": "", "die": "black lead", "potency": 1}
    game = position(seat, {"goods": ""}, bowls=bowls)
    assert {Move.NONE, Move.DIE} == kinds(game)
    for player in (SENSIBLE, GREEDY, player_of(potency=-5, chain=9)):
        assert taken(game, player)[0] is Move.NONE


def best_action(game: Game, player: Player) -> float:
    """What the best action is worth after the rules have dealt with wild and ethereal dice."""
    if game.frame in (Frame.WILD, Frame.ETHEREAL):
        return max(best_action(after(game, move), player) for move in game.legal())
    assert game.frame is Frame.ACTION
    values = values_of(game, player)
    return max(v for move, v in values.items() if unpack(move)[0] not in NOT_ACTIONS)


def after(game: Game, move: int) -> Game:
    """A copy after a move."""
    copy = game.copy()
    copy.apply(move)
    return copy


def drafts(game: Game, every: int, seed: int) -> list[Game]:
    """Every so many positions of a random game in which a die has to be drafted."""
    chance, seen = np.random.default_rng(seed), []
    while not game.is_over:
        if game.frame is Frame.DRAFT and not found(game, Move.NONE):
            seen.append(game.copy())
        game.apply(game.legal()[int(chance.integers(len(game.legal())))])
        game.happenings()
    return seen[1::every]


BOWLS = [
    {"lead": {"black": 2, "red": 1}, "iron": {"white": 3}},
    {"copper": {"black": 5}, "tin": {"white": 1}, "wild": {"red": 2}},
    {"mercury": {"black": 1, "white": 2, "red": 2}, "wild": {"black": 1}},
]


@pytest.mark.parametrize("bowls", BOWLS)
@pytest.mark.parametrize("ethereal", ["", " + ethereal die"])
def test_a_die_is_worth_its_best_action_exactly_if_worths_are_linear(
    bowls: dict[str, Any], ethereal: str
) -> None:
    seat = {
        "goods": "2 lead + raw tin + refined copper + salt + aether" + ethereal,
        "artifacts": {"lead_copper": "t0-salt", "copper_tin": "t1-step"},
        "used": ["copper_tin"],
        "levels": {"fire": 3, "air": 9},
    }
    game = position(seat, {"goods": ""}, bowls=bowls)
    player = Player(**{**fields(LINEAR), "weights": {**LINEAR.weights, "experiments": (0,) * 3}})
    for move, value in values_of(game, player).items():
        assert value == pytest.approx(best_action(after(game, move), player)), game.describe(move)


def test_a_die_is_worth_about_its_best_action() -> None:
    """A deed is judged once for all dice, as if with the potency of the best one.

    So there is more time to come for small dice than there is, and their worth is rather too high.
    """
    game = Game.new(2, 2, box=reference_box())
    compared = 0
    for now in drafts(game, 5, seed=1)[:3]:
        values = values_of(now, SENSIBLE)
        really = {move: best_action(after(now, move), SENSIBLE) for move in values}
        for move, value in values.items():
            assert -0.01 <= value - really[move] < 3, now.describe(move)
        favourite = max(values, key=values.__getitem__)
        assert max(really.values()) - really[favourite] < 0.5
        compared += len(values)
    assert compared > 20


@pytest.mark.parametrize("ethereal", ["", "ethereal die"])
def test_a_wild_die_is_turned_the_same_way_with_and_without_the_table_of_the_draft(
    ethereal: str,
) -> None:
    seat = {"goods": f"2 lead + raw tin + salt + {ethereal or 'aether'}", "beside": ["fire-1a"]}
    bowls = {"wild": {"red": 2, "black": 1}, "tin": {"white": 3}}
    game = position(seat, {"goods": ""}, bowls=bowls)
    mind = mind_at(game, SENSIBLE)
    values_of(game, SENSIBLE, mind)
    play(game, Move.DIE, Symbol.WILD, Color.RED)
    for frame in (Frame.WILD, Frame.ETHEREAL)[: 1 + bool(ethereal)]:
        assert game.frame is frame
        known, anew = values_of(game, SENSIBLE, mind), values_of(game, SENSIBLE)
        assert spread(known) == pytest.approx(spread(anew))
        assert chosen(game, SENSIBLE, mind) == chosen(game, SENSIBLE)
        game.apply(chosen(game, SENSIBLE))


def spread(values: dict[int, float]) -> list[float]:
    """Values by how far they are below the best one."""
    return [max(values.values()) - value for value in values.values()]


def test_a_table_of_another_turn_is_not_used() -> None:
    seat = {"goods": "2 lead + ethereal die"}
    first = position(seat, {"goods": ""}, bowls={"wild": {"red": 1}, "lead": {"black": 1}})
    mind = mind_at(first, SENSIBLE)
    values_of(first, SENSIBLE, mind)
    later = position(seat, {"goods": ""}, bowls={"wild": {"red": 5}, "tin": {"red": 1}}, turn=7)
    play(later, Move.DIE, Symbol.WILD)
    assert values_of(later, SENSIBLE, mind) == values_of(later, SENSIBLE)


def test_an_ethereal_die_is_spent_if_it_gains_more_than_it_is_worth() -> None:
    bowls = {"lead": {"black": 2}, "tin": {"red": 1}}
    game = position({"goods": "ethereal die"}, {"goods": ""}, bowls=bowls)
    play(game, Move.DIE, Symbol.LEAD)
    assert game.frame is Frame.ETHEREAL
    lavish, thrifty = player_of(raw=1, score=0.1), player_of(raw=1, score=0.1, ethereal_dice=5)
    assert taken(game, lavish)[:2] == (Move.YES, 1)
    assert taken(game, thrifty)[0] is Move.NONE


def test_what_a_die_leaves_in_the_bowls_counts_if_it_is_weighed() -> None:
    bowls = {"lead": {"black": 3, "red": 1}, "tin": {"black": 1}}
    game = position({"goods": ""}, {"goods": ""}, bowls=bowls)
    values = values_of(game, player_of(dice_on_offer=1))
    tin = values[found(game, Move.DIE, Symbol.TIN)[0]]
    lead = values[found(game, Move.DIE, Symbol.LEAD)[0]]
    assert tin - lead == 2  # of two dice to come: 4 and 3, or 3 and 2


# ---------------------------------------------------------------- setup


def test_of_the_cards_dealt_the_better_one_is_kept() -> None:
    game = Game.new(2, 1, box=box_with())
    while game.frame is not Frame.KEEP:
        game.apply(game.legal()[0])
    values = list(values_of(game, SENSIBLE).values())
    assert len(set(values)) > 1
    best = game.legal()[values.index(max(values))]
    assert chosen(game, SENSIBLE) == best


# ---------------------------------------------------------------- runs


def test_rows_are_the_same_with_any_jobs_and_parts(tmp_path: Path) -> None:
    short = tmp_path / "short.toml"
    short.write_text("[change.rules.numbers]\nrounds = 1\ndice_per_round = 1\n")
    how: dict[str, Any] = {"box": TESTBOX, "variants": [short]}
    given: dict[str, Any] = {
        "games": 2,
        "lineup": "balanced:noise=0.2",
        "alchemists": "chosen",
    }
    one = run(small(part_deals=2, **given), tmp_path / "one", **how, jobs=1)
    two = run(small(part_deals=1, **given), tmp_path / "two", **how, jobs=2)
    for table in ("games", "players", "turns"):
        rows = [pl.read_parquet(each / table / "*.parquet") for each in (one, two)]
        assert rows[0].height >= 2
        assert rows[0].equals(rows[1]), table
