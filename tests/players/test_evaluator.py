"""The evaluator: what it takes, in positions where that is clear, and how it values dice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.players.helpers import (
    NOT_ACTIONS,
    SENSIBLE,
    chosen,
    player_of,
    policy_at,
    taken,
    values_of,
)
from tests.sim.helpers import play_games, small
from tests.trismegistus.rules.helpers import (
    TESTBOX,
    Data,
    acting,
    box_with,
    found,
    kinds,
    number,
    play,
    position,
    unpack,
)
from tests.trismegistus.rules.helpers_2 import FORMULAS, asking, changed, using
from trisim.games.trismegistus.box.words import Color, Element, Symbol, Thing
from trisim.games.trismegistus.players.features import FEATURES, Feature
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game
from trisim.players.choosing import chooser
from trisim.players.registry import load

GREEDY = load("greedy", KIT)
NOBODY = player_of()
"""To whom everything is worth nothing."""

# ---------------------------------------------------------------- options


def test_a_whole_game_is_legal_and_wastes_no_potency() -> None:
    game = Game.new(2, 3, box=number(rounds=1), achievements=True)
    choose = [chooser(SENSIBLE, 3, seat, game.box) for seat in range(2)]
    wasted, drafted = 0, 0
    while not game.is_over:
        move = choose[game.seat](game)
        assert move in game.legal()
        game.apply(move)
        for one in game.events():
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
    player = replace(NOBODY, weights=weights)
    for round_no, thing in ((1, Thing.SILVER), (2, Thing.GOLD), (3, Thing.SILVER)):
        game = using("any refined", goods="", board={"round": round_no})
        assert taken(game, player)[:2] == (Move.THING, thing)


def test_explained_options_add_up_to_their_values() -> None:
    game = acting(goods="lead + gold", beside=["fire-0a"], board={"to": "after"})
    policy = policy_at(game, SENSIBLE)
    policy.evaluation.explaining = True
    values = list(values_of(game, SENSIBLE, policy).values())
    assert len(values) > 2
    for option, value in enumerate(values):
        parts = policy.evaluation.parts[option, :FEATURES] * policy.weights[0, :FEATURES]
        assert parts.sum() == pytest.approx(value)
    assert len(set(policy.evaluation.parts[: len(values), Feature.SCORE])) > 1


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


def before_draft(bonus: str, **seat: Any) -> Game:
    """Seat 0 may perform an experiment of this bonus before it drafts a red tin die."""
    changes: dict[str, Data] = {
        "experiments.fire-0a": {"bonus": bonus},
        "rules.rulings": {"free_actions_before_draft": "experiments"},
    }
    own = {"beside": ["fire-0a"], "goods": "lead + salt", "levels": {"fire": 3}, **seat}
    return position(own, box=changed(changes), bowls={"tin": {"red": 3}})


WANTING = player_of(score=1, raw=0.1, refined=0.5, levels=0.2)


def test_a_free_action_comes_before_the_draft_if_it_gains_and_helps_it() -> None:
    game = before_draft("ethereal die")
    assert kinds(game) == {Move.DIE, Move.PERFORM}
    assert taken(game, WANTING)[0] is Move.PERFORM
    assert taken(game, player_of(raw=10))[0] is Move.DIE  # it costs a lead
    assert taken(before_draft("gold"), WANTING)[0] is Move.DIE  # it can wait
    going_on = before_draft("ethereal die", die="red tin", potency=2)
    assert taken(going_on, WANTING)[0] is Move.NONE


def test_what_dice_are_good_for_is_looked_at_anew_after_a_free_action_before_the_draft() -> None:
    game = before_draft("ethereal die")
    policy = policy_at(game, WANTING)
    while game.frame is not Frame.ETHEREAL:  # the draft is forced
        game.apply(chosen(game, WANTING, policy))
    assert game.state.labs[0].performed == 1
    assert values_of(game, WANTING, policy) == values_of(game, WANTING)


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
    given: dict[str, Any] = {
        "box": TESTBOX,
        "variants": short,
        "games": 2,
        "lineup": "balanced:noise=0.2",
        "alchemists": "chosen",
    }
    one = play_games(tmp_path / "one", small(part_games=2, **given))
    two = play_games(tmp_path / "two", small(part_games=1, **given), jobs=2)
    for table in ("games", "players", "turns"):
        rows = [pl.read_parquet(each / table / "*.parquet") for each in (one, two)]
        assert rows[0].height >= 2
        assert rows[0].equals(rows[1]), table
