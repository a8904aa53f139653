"""One decision ahead: own choices are finished, and nothing beyond is touched or known."""

from __future__ import annotations

from typing import Any

import pytest

from tests.players.helpers import chosen, game_of, player_of, policy_at, values_of
from tests.trismegistus.rules.helpers import (
    Data,
    acting,
    box_with,
    found,
    held,
    levels,
    position,
    unpack,
)
from tests.trismegistus.rules.helpers_2 import (
    FORMULAS,
    asking,
    changed,
    is_performed,
    random_moves,
    rulings,
    using,
)
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.players.features import Feature
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.lookahead import (
    FIRST,
    LEVELS_AT,
    ROOT,
    begin,
    go_on,
    judge,
    margin,
    run_own,
    settle,
    step,
)
from trisim.games.trismegistus.rules.codes import FormulaState, Frame, Move
from trisim.games.trismegistus.rules.game import Game
from trisim.players.registry import load

BETWEEN = {"formulas_between_transmutations": True}
CURIOUS: dict[str, Any] = {"score": 1, "gold": 0.5, "raw": 0.3, "levels": 0.2, "refined": 0.6}


def ahead(game: Game, move: int, **weights: Any) -> tuple[Game, Any]:
    """The position that look-ahead reaches by a move, and the policy."""
    policy = policy_at(game, player_of(**(weights or CURIOUS)))
    begin(game.state, policy)
    step(game.tables, game.seat, policy, move)
    return game_of(policy.scratch.states[FIRST], game), policy


def only(game: Game, kind: Move, *arguments: int) -> int:
    """The one move of a kind."""
    moves = found(game, kind, *arguments)
    assert len(moves) == 1, [unpack(move) for move in game.legal()]
    return moves[0]


def after_formula(effect: str, **seat: Any) -> tuple[Game, Any]:
    """Where look-ahead ends when a formula with this ability is used."""
    box = changed({"formulas.duval-1": {"ability": effect}})
    lab: dict[str, Any] = {
        "alchemist": "duval",
        "formulas": FORMULAS,
        "vault": {"0,1": "duval-1"},
    }
    game = acting(box=box, **{**lab, **seat})
    return ahead(game, only(game, Move.USE_FORMULA, 0))


# ---------------------------------------------------------------- the game is left alone


def test_weighing_never_touches_the_game_nor_the_options() -> None:
    player = load("balanced", KIT)
    game = Game.new(3, 5, box=box_with(), achievements=True)
    policy = policy_at(game, player)
    for now in random_moves(game, 2):
        if now.is_over:
            return
        if now.state.decisions % 4 and now.frame is not Frame.RETURN:
            continue
        before, moves = now.state.tobytes(), now.legal()
        assert chosen(now, player, policy) in moves
        assert now.state.tobytes() == before, f"decision {now.state.decisions}"
        assert now.legal() == moves
        assert policy.scratch.states[ROOT].tobytes() == before


@pytest.mark.parametrize("item", [*range(int(Thing.POINT)), *range(LEVELS_AT, LEVELS_AT + 4)])
def test_margins_leave_the_position_as_it_was(item: int) -> None:
    game = acting(goods="2 lead + gold", levels={"fire": 12, "air": 11}, beside=["fire-1a"])
    policy = policy_at(game, load("balanced", KIT))
    before = policy.scratch.states[ROOT].tobytes()
    once = margin(game.tables, 0, policy, item)
    assert policy.scratch.states[ROOT].tobytes() == before
    assert margin(game.tables, 0, policy, item) == once  # from memory


def test_margins_are_what_one_more_is_worth() -> None:
    game = acting(goods="2 lead", levels={"fire": 9, "air": 12})
    policy = policy_at(game, player_of(score=1, silver=7, levels=0.5))
    assert margin(game.tables, 0, policy, int(Thing.SILVER)) == 7
    assert margin(game.tables, 0, policy, int(Thing.GOLD)) == 1  # a point
    assert margin(game.tables, 0, policy, int(Thing.LEAD)) == 0
    assert margin(game.tables, 0, policy, LEVELS_AT + Element.FIRE) == 2.5  # 2 points at level 10
    assert margin(game.tables, 0, policy, LEVELS_AT + Element.WATER) == 0.5
    assert margin(game.tables, 0, policy, LEVELS_AT + Element.AIR) == 0  # the top


def test_margins_are_forgotten_with_the_next_decision() -> None:
    game = acting(goods="2 lead")
    player = player_of(next_stone=0, gold_for_formula=5)
    policy = policy_at(game, player)
    values_of(game, player, policy)
    assert margin(game.tables, 0, policy, int(Thing.GOLD)) == 5  # the price of the first formula
    rich = acting(goods="gold")
    values_of(rich, player, policy)
    assert margin(rich.tables, 0, policy, int(Thing.GOLD)) == 0  # it is there already


# ---------------------------------------------------------------- where it stops


def test_it_stops_before_the_others() -> None:
    game = position(
        {"goods": "gold", "die": "black lead"}, {"goods": "2 reactions + lead + salt"}, to="after"
    )
    reached, _ = ahead(game, only(game, Move.NONE))
    assert reached.frame is Frame.REACT
    assert reached.seat == 1
    assert held(reached, 1) == held(game, 1)


def test_it_stops_before_the_next_turn() -> None:
    game = acting({}, goods="gold", board={"to": "after"})
    reached, _ = ahead(game, only(game, Move.NONE))
    assert reached.state.turn_no == game.state.turn_no
    assert reached.frame in (Frame.REACT, Frame.CLEANUP)


def test_it_stops_at_its_own_next_menu() -> None:
    game = acting(goods="", potency=2)
    reached, _ = ahead(game, only(game, Move.HARVEST, 2))
    assert reached.frame is Frame.AFTER
    assert held(reached) == {Thing.LEAD: 2}


def test_it_stops_between_the_transmutations_of_an_action_and_goes_on_when_asked() -> None:
    game = acting(goods="2 lead + 2 salt", potency=2)
    reached, policy = ahead(game, only(game, Move.ARROW, 0))
    assert reached.frame is Frame.TRANSMUTE
    assert held(reached) == {Thing.LEAD: 1, Thing.REFINED_COPPER: 1, Thing.SALT: 1}
    assert go_on(game.tables, 0, policy)
    assert held(game_of(policy.scratch.states[FIRST], game)) == {Thing.REFINED_COPPER: 2}
    assert not go_on(game.tables, 0, policy)


def test_formulas_between_transmutations_are_no_transmutations() -> None:
    box = changed({"formulas.duval-8": {"ability": "salt"}, "rules.rulings": BETWEEN})
    lab: Data = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-8"}}
    game = acting(box=box, goods="2 lead + 2 salt", potency=2, **lab)
    _, policy = ahead(game, only(game, Move.ARROW, 0), refined=100, levels=-1)
    assert go_on(game.tables, 0, policy)
    reached = game_of(policy.scratch.states[FIRST], game)
    assert held(reached) == {Thing.REFINED_COPPER: 2}
    assert reached.state.labs[0].formula_state[7] == FormulaState.READY


def test_in_random_games_nobody_else_moves_and_no_card_is_drawn() -> None:
    game = Game.new(3, 9, box=box_with())
    policy = policy_at(game, player_of(**CURIOUS))
    seen = 0
    for now in random_moves(game, 4):
        if now.is_over or now.state.decisions % 3 or now.frame in (Frame.KEEP, Frame.LABORATORY):
            continue
        seat = now.seat
        policy.scratch.states[ROOT] = now.state
        policy.memo.known = 0
        begin(now.state, policy)
        step(now.tables, seat, policy, now.legal()[-1])
        check_only_own(now, policy.scratch.states[FIRST], seat)
        seen += 1
    assert seen > 20


def check_only_own(game: Game, state: Any, seat: int) -> None:
    """Nothing has changed that isn't the seat's own or taken by it."""
    before = game.state
    for other in range(game.players):
        if other != seat:
            assert state.labs[other].tobytes() == before.labs[other].tobytes()
    assert state.turn_no == before.turn_no
    assert state.rolls.tolist() == before.rolls.tolist()
    for name in ("experiment_at", "artifact_at", "publication_at"):
        drawn = (before[name] == -2) & (state[name] != -2)
        assert not drawn.any(), name


# ---------------------------------------------------------------- chance is skipped and counted


@pytest.mark.parametrize(
    ("effect", "draws", "gifts"),
    [
        ("draw publications", 1, 0),
        ("draw publications x2", 2, 0),
        ("random artifact", 0, 1),
        ("random artifact x2", 0, 2),
        ("draw publications + random artifact + gold", 1, 1),
    ],
)
def test_skipped_draws_are_counted(effect: str, draws: int, gifts: int) -> None:
    reached, policy = after_formula(effect)
    assert policy.scratch.skipped[FIRST].tolist() == [draws, gifts]
    assert reached.frame is Frame.ACTION
    judge(reached.tables, 0, policy, FIRST)
    assert policy.scratch.features[Feature.PUBLICATIONS_COMING] == draws
    assert policy.scratch.features[Feature.ARTIFACTS_COMING] == gifts


def test_skipped_draws_of_another_line_are_forgotten() -> None:
    game = using("draw publications", goods="")
    reached, policy = after_formula("random artifact x2")
    begin(game.state, policy)
    assert policy.scratch.skipped[FIRST].tolist() == [0, 0]
    assert reached.frame is Frame.ACTION


def test_skipped_draws_of_the_best_choice_count_and_not_those_of_others() -> None:
    lottery = "gold -> random artifact + gold -> draw publications"
    for weight, expected in ((10.0, [1, 0]), (-10.0, [0, 0])):
        box = changed({"formulas.duval-1": {"ability": lottery}})
        lab: Data = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-1"}}
        game = acting(box=box, goods="gold", **lab)
        move = only(game, Move.USE_FORMULA, 0)
        _, policy = ahead(game, move, publications_coming=weight, artifacts_coming=-10, gold=1)
        assert policy.scratch.skipped[FIRST].tolist() == expected


def test_a_bought_artifact_is_placed_and_its_space_stays_empty() -> None:
    game = acting(die="red lead", potency=3, board={"market": {"red": ["t1-tin", "t1-lead"]}})
    reached, _ = ahead(game, only(game, Move.BUY_ARTIFACT, 2, 0))
    lab = reached.state.labs[0]
    assert [int(slot) >= 0 for slot in lab.slots] == [True] + [False] * 5
    assert held(reached) == {Thing.RAW_TIN: 1}  # its ability, used at once
    assert reached.state.market[2, 0] == -1


# ---------------------------------------------------------------- own choices are finished


def test_an_experiment_is_paid_and_its_bonuses_are_taken() -> None:
    game = asking("2 any raw", goods="2 lead + 2 raw iron", bonus="2 any raw + advance any")
    reached, _ = ahead(game, only(game, Move.PERFORM, 0), raw=1, levels=1, chain=0.1)
    assert is_performed(reached, "fire-0a")
    assert held(reached)[Thing.RAW_IRON] >= 2  # lead paid
    assert sum(held(reached).values()) == 4
    assert sum(levels(reached).values()) == 1
    assert reached.frame is Frame.ACTION
    assert reached.state.labs[0].placed == 1  # the first one of its column: a formula


def test_payment_gives_up_what_is_cheapest() -> None:
    game = asking("any refined", goods="refined iron + refined copper + gold + silver")
    reached, _ = ahead(game, only(game, Move.PERFORM, 0))
    assert Thing.REFINED_COPPER not in held(reached)
    assert {Thing.SILVER, Thing.GOLD} <= set(held(reached))


def test_a_discount_pays_before_better_cubes_and_after_raw_ones() -> None:
    game = asking("raw tin + refined iron", goods="raw tin + 2 refined iron", discounts=1)
    reached, _ = ahead(game, only(game, Move.PERFORM, 0))
    assert held(reached) == {Thing.REFINED_IRON: 2}


def test_the_bonuses_of_completed_vault_lines_are_taken() -> None:
    lab: dict[str, Any] = {"alchemist": "duval", "formulas": FORMULAS}
    game = acting(goods="gold", vault={"0,1": "duval-3"}, used_formulas=["duval-3"], **lab)
    move = only(game, Move.BUY_FORMULA, 0)
    policy = policy_at(game, player_of(**CURIOUS))
    policy.facts.line_value[game.state.labs[0].alchemist, 0] = 100.0
    begin(game.state, policy)
    step(game.tables, 0, policy, move)
    reached = game_of(policy.scratch.states[FIRST], game)
    assert held(reached) == {Thing.LEAD: 1}  # at the end of the first row


def test_a_chain_of_artifacts_is_followed() -> None:
    chain = {"lead_copper": "t2-chain", "copper_tin": "t0-salt", "tin_mercury": "t0-copper"}
    game = acting(goods="lead + 3 salt", artifacts=chain)
    reached, _ = ahead(game, only(game, Move.ARROW, 0), refined=1, levels=1, chain=1)
    assert held(reached) == {Thing.REFINED_MERCURY: 1, Thing.SALT: 1, Thing.RAW_COPPER: 1}
    assert levels(reached) == {Element.EARTH: 3}
    assert not reached.state.labs[0].ready[:3].any()


@pytest.mark.parametrize(
    ("effect", "goods", "expected"),
    [
        ("transmute black", "lead + salt", {Thing.REFINED_COPPER: 1}),
        ("any raw -> same refined", "raw iron", {Thing.REFINED_IRON: 1}),
        ("lead -> 5 points", "lead + raw tin", {Thing.RAW_TIN: 1}),
        ("lead -> salt", "lead", {Thing.LEAD: 1}),  # it has no use for salt
        ("down any -> 2 silver", "", {Thing.SILVER: 2}),
    ],
)
def test_effects_are_used_as_is_best(effect: str, goods: str, expected: dict[Thing, int]) -> None:
    weights: dict[str, float] = {"score": 1, "refined": 1, "raw": 0.1, "silver": 2, "levels": 0.1}
    box = changed({"formulas.duval-1": {"ability": effect}})
    lab: Data = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-1"}}
    game = acting(box=box, goods=goods, levels={"fire": 2}, **lab)
    reached, _ = ahead(game, only(game, Move.USE_FORMULA, 0), **weights)
    assert reached.frame is Frame.ACTION
    assert held(reached) == expected


def test_an_exchange_that_loses_is_left() -> None:
    box = changed({"formulas.duval-1": {"ability": "any raw -> same refined"}})
    lab: Data = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-1"}}
    game = acting(box=box, goods="raw iron", **lab)
    move = only(game, Move.USE_FORMULA, 0)
    reached, _ = ahead(game, move, raw=1, refined=0.1)
    assert held(reached) == {Thing.RAW_IRON: 1}
    reached, _ = ahead(game, move, raw=1, refined=2)
    assert held(reached) == {Thing.REFINED_IRON: 1}


def test_a_transmutation_goes_where_an_artifact_is_ready() -> None:
    box = changed({"formulas.duval-1": {"ability": "transmute any"}})
    lab: Data = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-1"}}
    lab |= {"goods": "lead + raw copper + salt", "artifacts": {"copper_tin": "t2-silver"}}
    for used, made in (([], Thing.REFINED_TIN), (["copper_tin"], Thing.REFINED_COPPER)):
        game = acting(box=box, used=used, **lab)
        reached, _ = ahead(game, only(game, Move.USE_FORMULA, 0), score=1)
        assert made in held(reached)


def test_several_choices_of_one_thing_spread_over_kinds() -> None:
    box = changed({"formulas.duval-1": {"ability": "3 any raw"}})
    lab: Data = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-1"}}
    game = acting(box=box, beside=["fire-0b"], levels={"fire": 1}, **lab)  # lead and copper
    move = only(game, Move.USE_FORMULA, 0)
    reached, _ = ahead(game, move, experiments=1, raw=0.01)
    assert {Thing.LEAD, Thing.RAW_COPPER} <= set(held(reached))


def test_forced_choices_are_made() -> None:
    game = using("advance lowest", levels={"fire": 1, "water": 1, "earth": 1}, goods="")
    assert levels(game)[Element.AIR] == 1  # the rules make it; so does look-ahead
    reached, _ = after_formula("advance lowest", levels={"fire": 1, "water": 1, "earth": 1})
    assert levels(reached)[Element.AIR] == 1


def test_what_is_pending_at_the_root_is_settled_from_there() -> None:
    game = using("2 any raw", goods="")
    policy = policy_at(game, player_of(raw=1))
    begin(game.state, policy)
    settle(game.tables, 0, policy)
    assert sum(held(game_of(policy.scratch.states[FIRST], game)).values()) == 2
    assert run_own(game.tables, 0, policy, FIRST, policy.scratch.moves) == 0


# ---------------------------------------------------------------- returned publications


def returning(effect: str, box_rules: dict[str, int] | None = None, **seat: Any) -> Game:
    """Seat 0 has drawn publications by a formula, and is to return some."""
    changes = {"formulas.duval-1": {"ability": effect}, **rulings()}
    if box_rules:
        changes["rules.numbers"] = dict(box_rules)
    lab: Data = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-1"}}
    game = acting(box=changed(changes), **{**lab, **seat})
    game.apply(only(game, Move.USE_FORMULA, 0))
    while game.frame is Frame.EFFECTS:
        game.apply(game.legal()[0])
    assert game.frame is Frame.RETURN
    return game


def test_a_publication_that_scores_is_kept_also_if_a_choice_follows_the_return() -> None:
    seat: Data = {"performed": ["fire-0a"], "publications": ["pub-fire"]}  # it scores 2
    plain = returning("draw publications", **seat)
    followed = returning("draw publications + any raw", **seat)
    for game in (plain, followed):
        scores = {}
        for move in game.legal():
            copy = game.copy()
            copy.apply(move)
            scores[move] = copy.score(0)
        assert values_of(game, player_of(score=1)) == scores
        assert len(set(scores.values())) == 2


def test_of_two_publications_to_return_the_second_is_chosen_by_worth_too() -> None:
    hand = ["pub-fire", "pub-water"]
    game = returning(
        "draw publications",
        {"publications_returned": 2},
        performed=["fire-0a"],
        publications=hand,
    )
    values = values_of(game, player_of(score=1))
    water = next(move for move in game.legal() if "Water" in game.describe(move))
    assert values[water] == game.score(0)  # fire, the first one left, is not the second to go
