"""Players with restrictions: what they do without they neither take nor use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import trisim
from tests.conftest import TESTS
from tests.players.helpers import SENSIBLE, chosen, options, player_of, policy_at
from tests.players.searching import thinker
from tests.trismegistus.rules.helpers import acting, found, position
from tests.trismegistus.rules.helpers_2 import FORMULAS, changed, using
from trisim.box.box import load_box as load_any_box
from trisim.engine.moves import first_of, kind_of
from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.box.words import Symbol, Thing
from trisim.games.trismegistus.players import search
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.lookahead import FIRST, begin, step
from trisim.games.trismegistus.players.restricting import allow, falls_under, is_restricted
from trisim.games.trismegistus.players.restrictions import ROOM
from trisim.games.trismegistus.rules.codes import Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game
from trisim.players.choosing import chooser, restricted
from trisim.players.player import StrategyError
from trisim.players.registry import load
from trisim.players.restrictions import restrictions_by_name
from trisim.players.specs import parse_spec
from trisim.plugin import games
from trisim.plugin import load as load_game
from trisim.sim.audit import audit
from trisim.sim.block import play_block, replay_game
from trisim.sim.errors import BadStrategyError
from trisim.sim.inputs import load_plan
from trisim.sim.plan import Plan, prepare
from trisim.sim.run_request import RunRequest
from trisim.sim.trust import user_trust
from trisim.sim.usage import Use, usage

BOX = load_box(TESTS / "testbox")

# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "where", "without", "given"),
    [
        ("tuned:without=recharge", "tuned", ("recharge",), {}),
        ("a:without=card:x+category:y", "a", ("card:x", "category:y"), {}),
        ("a:without=card:x:noise=0.1", "a", ("card:x",), {"noise": 0.1}),
        ("a:noise=0.1:without=recharge+card:x", "a", ("recharge", "card:x"), {"noise": 0.1}),
        ("./b/a.py:without= x + y ", "./b/a.py", ("x", "y"), {}),
        ("C:\\b\\a.toml:without=card:x", "C:\\b\\a.toml", ("card:x",), {}),
    ],
)
def test_a_spec_names_what_a_player_does_without(
    text: str, where: str, without: tuple[str, ...], given: dict[str, float]
) -> None:
    spec = parse_spec(text)
    assert (spec.where, spec.without, spec.given) == (where, without, given)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("random:without=", "names nothing"),
        ("random:without=recharge+", "names nothing"),
        ("random:without=x+x", "'x' is named twice"),
        ("random:without=x:without=y", "'without' is given twice"),
        ("random:without", "is no parameter"),
    ],
)
def test_a_spec_that_names_nothing_is_refused(text: str, problem: str) -> None:
    with pytest.raises(StrategyError, match=problem) as error:
        load(text, KIT)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("recharg", "did you mean 'recharge'"),
        ("card:t0-sal", "did you mean 'card:t0-salt'"),
        ("x=y", "'trisim strategies restrictions' lists them"),
        ("Ω" * 500, "'trisim strategies restrictions' lists them"),
    ],
)
def test_an_unknown_restriction_is_refused_before_anything_is_played(
    name: str, remedy: str
) -> None:
    request = RunRequest.of(games=4, strategy=f"random:without={name}")
    with pytest.raises(BadStrategyError, match=remedy) as error:
        prepare(request, box=BOX)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("name", games())
def test_every_game_lists_each_restriction_once(name: str) -> None:
    game = load_game(name)
    found = game.players.restrictions(load_any_box(game.box))
    assert len({each.name for each in found}) == len({each.code for each in found}) == len(found)
    room = game.players.policy["without"]["codes"].shape[0]
    assert all(0 <= each.code < room for each in found)
    assert all(each.title and each.kind for each in found)


def test_every_card_that_can_be_chosen_can_be_restricted() -> None:
    known = restrictions_by_name(KIT, BOX)
    kinds = ("experiments", "artifacts", "publications", "achievements", "formulas")
    ids = [card.id for kind in kinds for card in BOX.cards(kind)]
    assert {name for name in known if name.startswith("card:")} == {
        f"card:{ident}" for ident in ids
    }
    assert max(each.code for each in known.values()) < ROOM


# ---------------------------------------------------------------- whole games

FORBIDS: dict[str, Callable[[Any], bool]] = {
    "recharge": lambda one: is_action(one, Move.RECHARGE),
    "harvest": lambda one: is_action(one, Move.HARVEST),
    "essences": lambda one: is_action(one, Move.ESSENCE),
    "transmute": lambda one: one.what is Event.TRANSMUTE,
    "buy-artifact": lambda one: is_action(one, Move.BUY_ARTIFACT),
    "take-experiment": lambda one: one.what is Event.TAKE_EXPERIMENT,
    "perform": lambda one: one.what is Event.PERFORM,
    "use-formula": lambda one: one.what is Event.USE_FORMULA,
    "use-artifact": lambda one: one.what in (Event.EXHAUST, Event.USE_NEW),
    "chameleon": lambda one: one.what is Event.CHAMELEON,
    "reaction": lambda one: one.what is Event.REACT and one.delta == -1,
    "category:publications": lambda one: one.what is Event.DRAW,
    "category:artifacts": lambda one: one.what in (Event.EXHAUST, Event.USE_NEW),
    "category:achievements": lambda one: one.what is Event.ACHIEVE,
    "transmute:lead-copper": lambda one: one.what is Event.TRANSMUTE and one.thing == 0,
    "die:wild": lambda one: one.what is Event.DRAFT and one.thing // 3 == 5,
}
"""What never happens to a player without something, as the log tells it."""


def is_action(one: Any, kind: Move) -> bool:
    """Whether an event is an action, or a reaction, of a kind."""
    if one.what is Event.REACT:
        return bool(one.delta == -1 and one.thing == kind)
    return one.what is Event.ACTION and one.thing == kind


def plan_of(spec: str, deals: int = 1, others: str = "random", **changes: Any) -> Plan:
    """A table of two, where the player of a spec sits in seat 0 of the first game of a deal."""
    given: dict[str, Any] = {"players": 2, "seed": 9, "achievements": True, **changes}
    request = RunRequest.of(games=2 * deals, lineup=f"{spec},{others}", **given)
    return prepare(request, box=BOX, compiled=False)


def rich_events(plan: Plan, number: int, seat: int = 0) -> Iterator[Any]:
    """The events of a seat in a game of a run in which all begin rich, so that all comes up."""
    game, choosers = replay_game(plan, number)
    is_rich = False
    while not game.is_over:
        if not game.state.choosing and not is_rich:
            is_rich = True
            for lab in game.state.labs[: game.players]:
                lab.held[: Thing.POINT] += 3
                lab.level += 2
        game.apply(choosers[game.seat](game))
        yield from (one for one in game.events() if one.seat == seat)


@cache
def happened(spec: str, games: int = 2) -> Counter[str]:
    """How often a player does each of the things that can be forbidden."""
    plan, found = plan_of(spec, deals=games), Counter[str]()
    for deal in range(games):
        for one in rich_events(plan, 2 * deal):
            found.update(name for name, forbids in FORBIDS.items() if forbids(one))
    return found


GROUPS = (
    ("recharge", "category:publications", "chameleon", "die:wild", "transmute:lead-copper"),
    ("harvest", "buy-artifact", "use-formula", "reaction"),
    ("essences", "use-artifact", "category:achievements"),
    ("transmute", "take-experiment", "perform", "category:artifacts"),
)
"""Restrictions that leave enough to do, together."""


@pytest.mark.parametrize("names", GROUPS, ids="+".join)
def test_a_restricted_player_never_does_it_and_a_free_one_does(names: tuple[str, ...]) -> None:
    done = happened(f"random:without={'+'.join(names)}")
    free = happened("random", games=6)
    assert [name for name in names if done[name]] == []
    assert [name for name in names if not free[name]] == []


def cards_of(events: Iterator[Any]) -> Iterator[tuple[str, int]]:
    """The cards that are taken by choice, or used: the kind of card, and its number."""
    for one in events:
        if one.what in (Event.EXHAUST, Event.USE_NEW):
            yield "artifacts", one.thing
        elif one.what in (Event.TAKE_EXPERIMENT, Event.PERFORM):
            yield "experiments", one.thing
        elif one.what is Event.USE_FORMULA:
            yield "formulas", one.thing
        elif one.what is Event.ACHIEVE:
            yield "achievements", one.thing
        elif one.what is Event.KEEP and one.delta % 2:
            yield KEPT[one.delta // 2], one.thing


KEPT = ("experiments", "experiments", "publications", "artifacts")
"""What is kept at the start, by ``Dealt``."""


def test_a_player_without_a_card_neither_takes_nor_uses_it() -> None:
    plan = plan_of("random", deals=2)
    most: dict[str, Counter[int]] = {}
    for kind, card in [each for n in range(2) for each in cards_of(rich_events(plan, 2 * n))]:
        most.setdefault(kind, Counter())[card] += 1
    assert len(most) == 5
    favourites = {(kind, count.most_common(1)[0][0]) for kind, count in most.items()}
    names = [f"card:{BOX.cards(kind)[card].id}" for kind, card in favourites]
    plan = plan_of(f"random:without={'+'.join(names)}", deals=2)
    used = {each for n in range(2) for each in cards_of(rich_events(plan, 2 * n))}
    assert not used & favourites


def test_a_player_without_a_publication_returns_it() -> None:
    game = using("draw publications")
    hand = {first_of(move) for move in game.legal()}
    assert game.frame is Frame.RETURN
    for card in hand:
        player = load(f"random:without=card:{game.box.publications[card].id}", KIT)
        assert first_of(chooser(player, 3, 0, game.box)(game)) == card


# ---------------------------------------------------------------- every option restricted

NO_ACTIONS = "harvest+essences+transmute+buy-artifact+recharge+take-experiment"


def test_where_all_options_are_restricted_all_are_allowed_and_the_table_counts_it() -> None:
    plan = plan_of(f"random:without={NO_ACTIONS}")
    players = play_block(plan, 0, 1)["players"].to_pylist()
    for row in players:
        if row["strategy"] == "random":
            assert row["all_restricted"] == 0
            continue
        assert row["all_restricted"] == all_restricted(plan, row["game"], row["seat"]) > 0


def all_restricted(plan: Plan, number: int, seat: int) -> int:
    """Decisions of a seat in which it could only do what it does without, counted from Python."""
    game, choosers = replay_game(plan, number)
    policy = KIT.policy_of(plan.players[0], plan.box)
    count = 0
    while not game.is_over:
        if game.seat == seat and not is_assigned(game):
            moves = game.legal()
            count += all(is_restricted(game.state, game.tables, move, policy) for move in moves)
        game.apply(choosers[game.seat](game))
    return count


def is_assigned(game: Any) -> bool:
    """Whether a seat takes its alchemist, which is dealt."""
    return game.frame is Frame.LABORATORY


def test_an_error_never_picks_a_restricted_option() -> None:
    game = acting(potency=2, goods="lead + salt")
    harvest = set(found(game, Move.HARVEST))
    for spec in ("random:noise=1", "balanced:noise=1:far=1000"):
        free, player = load(spec, KIT), load(f"{spec}:without=harvest", KIT)
        taken: dict[bool, set[int]] = {True: set(), False: set()}
        for seed in range(60):
            for each in (free, player):
                taken[each is player].add(chooser(each, seed, 0, game.box)(game))
        assert taken[False] & harvest
        assert not taken[True] & harvest
        assert len(taken[True]) > 1


# ---------------------------------------------------------------- look-ahead and search


def with_formula() -> Game:
    """A formula can turn silver into gold, and nothing else can."""
    box = changed({"formulas.duval-1": {"ability": "transmute any"}})
    lab: dict[str, Any] = {"alchemist": "duval", "formulas": FORMULAS, "vault": {"0,1": "duval-1"}}
    return acting(box=box, goods="silver + salt", potency=1, **lab)


def test_look_ahead_keeps_to_restrictions_inside_a_line_of_play() -> None:
    game, weights = with_formula(), player_of(gold=1, raw=0.1)
    without = replace(weights, without=("transmute:silver-gold",))
    (formula,) = found(game, Move.USE_FORMULA)
    assert chosen(game, weights) == formula
    policy = policy_at(game, without)
    assert not is_restricted(game.state, game.tables, formula, policy)
    assert chosen(game, without, policy) != formula
    begin(game.state, policy)
    step(game.tables, 0, policy, formula)
    assert policy.scratch.states[FIRST].labs[0].held[Thing.GOLD] == 0


def test_a_die_is_not_drafted_for_an_action_that_is_restricted() -> None:
    game = position(
        {"goods": ""}, {"goods": ""}, to="draft", bowls={"lead": {"black": 2}, "tin": {"red": 1}}
    )
    weights = player_of(raw=1, potency=-1)
    assert chosen(game, weights) in found(game, Move.DIE, Symbol.LEAD)
    assert chosen(game, replace(weights, without=("harvest:lead",))) in found(
        game, Move.DIE, Symbol.TIN
    )


def test_search_simulates_nothing_that_its_player_does_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The others, in its simulations, are free."""
    game = acting(potency=1, goods="lead + salt")
    made: list[tuple[int, bool]] = []
    player = thinker(replace(SENSIBLE, without=("harvest", "reaction:harvest")), iterations=8)
    policy = policy_at(game, player)
    apply = search.bound.names["apply"]

    def spy(line: Any, box: Any, moves: Any, log: Any, move: int) -> int:
        seat = int(line.stack[line.depth - 1].seat)
        made.append((seat, kind_of(move) == Move.HARVEST))
        return int(apply(line, box, moves, log, move))

    monkeypatch.setitem(search.bound.names, "apply", spy)
    moves = options(game)
    n = allow(game.state, game.tables, moves, len(moves), policy)
    move = search.choose_by_search(game.state, game.tables, moves, n, 0, policy)
    assert kind_of(int(move)) != Move.HARVEST
    assert policy.without.applies
    assert (0, True) not in made
    assert {seat for seat, _ in made} == {0, 1}


def test_a_view_of_a_player_in_python_leaves_out_what_is_restricted_there_and_in_copies() -> None:
    game = acting(potency=2, goods="lead + salt")
    player = load("random:without=harvest", KIT)
    policy = KIT.policy_of(player, game.box)
    view = restricted(game.view(0), player, 0, policy)
    for each in (view, view.copy()):
        assert not harvests(each)
        assert set(each.legal()) < set(game.legal())
    assert found(game, Move.HARVEST)
    assert harvests(game.view(0))
    free, mine = Counter[int](), Counter[int]()
    after = view.copy()
    while not after.is_over:
        count = mine if after.seat == 0 else free
        count.update(kind_of(move) for move in after.legal())
        after.apply(after.legal()[-1])
    assert mine[Move.HARVEST] == 0
    assert free[Move.HARVEST] > 0


def harvests(game: Any) -> list[int]:
    """The options that harvest."""
    return [move for move in game.legal() if kind_of(move) == Move.HARVEST]


# ---------------------------------------------------------------- on disk


def test_a_run_with_restrictions_is_audited_clean_and_replayed(tmp_path: Path) -> None:
    spec = "random:without=harvest+card:t0-salt"
    made = trisim.run(
        players=2, games=4, lineup=(spec, "random"), out=tmp_path / "run", box=TESTS / "testbox",
        ledger=True, cards=True, progress=False,
    )  # fmt: skip
    assert [each.spec for each in made.manifest.strategies] == [spec, "random"]
    report = audit(made.path, replay=4)
    assert report.is_clean
    assert report["replay"].looked_at
    rows = made.players.collect().to_dicts()
    again = load_plan(made.path, made.manifest, user_trust())
    assert again.players[0].without == ("harvest", "card:t0-salt")
    for number in range(2):
        game, choosers = replay_game(again, number)
        while not game.is_over:
            game.apply(choosers[game.seat](game))
        scores = [row["score"] for row in rows if row["game"] == number]
        assert [game.score(seat) for seat in range(2)] == scores


# ---------------------------------------------------------------- what is offered and chosen


def test_usage_counts_decisions_as_a_replay_of_the_games_does() -> None:
    plan = plan_of("random")
    counted = usage(plan)
    offered, took = Counter[str](), Counter[str]()
    by_code = {each.code: each.name for each in KIT.restrictions(plan.box)}
    for number in range(2):
        game, choosers = replay_game(plan, number)
        policy = KIT.policy_of(plan.players[0], plan.box)
        policy.without.counts = True
        while not game.is_over:
            if is_assigned(game):
                game.apply(choosers[game.seat](game))
                continue
            names = {move: names_of(game, move, policy, by_code) for move in game.legal()}
            move = choosers[game.seat](game)
            offered.update(set().union(*names.values()))
            took.update(names[move])
            game.apply(move)
    assert counted == {name: Use(offered[name], took[name]) for name in by_code.values()}
    assert sum(took.values()) > 50


def names_of(game: Any, move: int, policy: Any, by_code: dict[int, str]) -> set[str]:
    """What an option falls under."""
    count = falls_under(game.state, game.tables, move, policy)
    return {by_code[int(code)] for code in policy.without.found[:count]}
