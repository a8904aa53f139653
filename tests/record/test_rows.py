"""The rows of a game against the game itself, looked at while it is played again."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import polars as pl
import pytest

from tests.record.playing import box_of, cases, game_of
from trisim.games.trismegistus.box.words import Element, Thing
from trisim.games.trismegistus.record.rows import RECORDING
from trisim.games.trismegistus.record.tables import TABLES
from trisim.games.trismegistus.rules import machine
from trisim.games.trismegistus.rules.codes import FormulaState, Frame, Move, Part
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.scoring import score_now
from trisim.games.trismegistus.rules.turn import run_cleanup
from trisim.sim.block import play_block

NAMES = list(cases())
WITH_TURNS = [name for name in NAMES if cases()[name].request.log == "turns"]
ACTIONS = {
    Move.HARVEST: "harvest",
    Move.ESSENCE: "essence",
    Move.ARROW: "transmute",
    Move.BUY_ARTIFACT: "artifact",
    Move.RECHARGE: "recharge",
    Move.EXPERIMENT: "experiment",
}


@lru_cache
def rows_of(case: str) -> dict[str, pl.DataFrame]:
    plan = cases()[case]
    blocks = play_block(plan, 0, plan.request.deals)
    return {name: pl.DataFrame(pl.from_arrow(table)) for name, table in blocks.items()}


@dataclass
class Watched:
    """A game played again, with what could be seen from outside."""

    game: Game
    turns: list[dict[str, Any]] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)  # of all seats after each turn
    choices: Counter[int] = field(default_factory=Counter)
    in_turn: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    actions: dict[int, str] = field(default_factory=dict)
    abilities: Counter[tuple[int, int]] = field(default_factory=Counter)  # by seat and artifact


@lru_cache
def watched(case: str, number: int) -> Watched:
    """Play a game again, and look at the state whenever a turn is cleaned up."""
    patch = pytest.MonkeyPatch()
    seen: list[Watched] = []

    def look(state: Any, box: Any, log: Any, seat: int) -> None:
        turn = {
            "turn": int(state.turn_no),
            "round": int(state.round_no),
            "seat": seat,
            "score_now": int(score_now(state, box, seat)),
            "vp": int(state.labs[seat].vp.sum()),
            "gold": int(state.labs[seat].held[Thing.GOLD]),
        }
        turn |= {
            f"mastery_{element.name.lower()}": int(state.labs[seat].level[element])
            for element in Element
        }
        players = range(int(state.players))
        run_cleanup(state, box, log, seat)
        seen[0].turns.append(turn)
        seen[0].scores.append([int(score_now(state, box, other)) for other in players])

    patch.setattr(machine, "run_cleanup", look)
    try:
        game, choosers = game_of(case, number)
        seen.append(Watched(game))
        play(seen[0], choosers)
    finally:
        patch.undo()
    return seen[0]


def play(watch: Watched, choosers: list[Any]) -> None:
    game = watch.game
    while not game.is_over:
        seat, options = game.seat, len(game.legal())
        move = choosers[seat](game)
        watch.choices[seat] += 1
        if game.frame in (Frame.TRIGGER, Frame.USE_NEW) and Move(move >> 24) is Move.YES:
            slot = int(game.state.stack[game.state.depth - 1].arg[0])
            watch.abilities[seat, int(game.state.labs[seat].slots[slot])] += 1
        begun = game.frame not in (Frame.LABORATORY, Frame.KEEP, Frame.START_SLOT)
        if begun and seat == int(game.state.active):
            watch.in_turn[int(game.state.turn_no)].append(options)
            if game.frame is Frame.ACTION and Move(move >> 24) in ACTIONS:
                watch.actions[int(game.state.turn_no)] = ACTIONS[Move(move >> 24)]
        game.apply(move)


@pytest.mark.parametrize("case", WITH_TURNS)
def test_turns_are_what_the_state_was_after_the_reactions(case: str) -> None:
    turns = rows_of(case)["turns"].filter(pl.col("game") == 0)
    watch = watched(case, 0)
    assert turns.height == len(watch.turns)
    for row, seen in zip(turns.iter_rows(named=True), watch.turns, strict=True):
        assert {name: row[name] for name in seen} == seen


@pytest.mark.parametrize("case", NAMES)
def test_every_row_has_the_deal_of_its_game(case: str) -> None:
    rows = rows_of(case)
    deals = dict(rows["games"].select("game", "deal").iter_rows())
    for frame in rows.values():
        assert frame["deal"].to_list() == [deals[game] for game in frame["game"]]


@pytest.mark.parametrize("case", WITH_TURNS)
def test_turns_name_who_plays_and_the_place_of_the_draft(case: str) -> None:
    rows = rows_of(case)
    names = ["strategy", "alchemist"]
    who = {row[:2]: row[2:] for row in rows["players"].select("game", "seat", *names).iter_rows()}
    drafts: Counter[tuple[int, int]] = Counter()
    for row in rows["turns"].iter_rows(named=True):
        assert (row["strategy"], row["alchemist"]) == who[row["game"], row["seat"]]
        drafts[row["game"], row["round"]] += row["drafted"]
        assert row["pick"] == (drafts[row["game"], row["round"]] if row["drafted"] else None)


@pytest.mark.parametrize("case", WITH_TURNS)
def test_choices_options_and_actions_are_those_of_the_game(case: str) -> None:
    watch = watched(case, 0)
    for row in rows_of(case)["turns"].filter(pl.col("game") == 0).iter_rows(named=True):
        options = watch.in_turn[row["turn"]]
        assert (row["choices"], row["options"]) == (len(options), sum(options))
        if row["turn"] in watch.actions:  # else there was but one
            assert row["action"] == watch.actions[row["turn"]]
    players = rows_of(case)["players"].filter(pl.col("game") == 0)
    for row in players.iter_rows(named=True):
        assert row["choices"] == watch.choices[row["seat"]]


@pytest.mark.parametrize("case", NAMES)
def test_players_are_what_the_game_ended_with(case: str) -> None:
    number = min(1, rows_of(case)["games"].height - 1)
    watch, box = watched(case, number), box_of(case)
    rows = rows_of(case)["players"].filter(pl.col("game") == number).iter_rows(named=True)
    winners = watch.game.winners()
    for seat, row in enumerate(rows):
        lab = watch.game.state.labs[seat]
        assert row["seat"] == seat
        is_bot = seat == watch.game.bot_seat
        assert row["alchemist"] == (None if is_bot else list(box.alchemists)[int(lab.alchemist)])
        assert row["score"] == watch.game.score(seat) == sum_of_parts(row)
        for part in Part:
            assert row[f"vp_{part.name.lower()}"] == watch.game.parts(seat)[part]
        assert row["win"] == pytest.approx(1 / len(winners) if seat in winners else 0)
        for thing in (thing for thing in Thing if thing < Thing.POINT):
            name = "gold" if thing is Thing.GOLD else f"held_{thing.name.lower()}"
            assert row[name] == int(lab.held[thing])
        assert len(row["experiments"]) == row["experiments_done"] == int(lab.performed)
        assert sorted(row["publications"]) == sorted(
            card.id
            for number, card in enumerate(box.publications)
            if watch.game.state.publication_at[number] == seat
        )
        used = sum(int(state) == FormulaState.USED for state in lab.formula_state)
        assert row["formulas_used"] == used
        assert len(row["kept"]) == (0 if is_bot else 4)


def sum_of_parts(row: dict[str, Any]) -> int:
    return sum(points for name, points in row.items() if name.startswith("vp_"))


@pytest.mark.parametrize("case", WITH_TURNS)
def test_scores_of_all_seats_are_those_after_each_turn(case: str) -> None:
    """Also what reacting players gain, and Botmegistus between rounds."""
    turns = rows_of(case)["turns"].filter(pl.col("game") == 0)
    assert turns["scores"].to_list() == watched(case, 0).scores


@pytest.mark.parametrize("case", WITH_TURNS)
def test_leads_are_those_of_the_scores_after_each_turn(case: str) -> None:
    watch = watched(case, 0)
    row = rows_of(case)["games"].row(0, named=True)
    leaders = [
        scores.index(max(scores)) for scores in watch.scores if scores.count(max(scores)) == 1
    ]
    assert row["lead_changes"] == sum(one != other for one, other in pairwise(leaders))
    winners = watch.game.winners()
    if len(winners) > 1:
        assert row["settled_turn"] is None
        return
    behind = [n for n, scores in enumerate(watch.scores) if scores[winners[0]] < max(scores)]
    last = len(watch.scores) - 1
    assert row["settled_turn"] == min(behind[-1] + 1 if behind else 0, last)
    assert row["win_score"] == max(watch.game.score(seat) for seat in range(watch.game.players))
    if watch.game.solo is None:  # who can still complete a masterpiece
        assert row["win_score"] == max(watch.scores[-1])


@pytest.mark.parametrize("case", [name for name in NAMES if name != "three"])
def test_the_ledger_adds_up_to_holdings_and_score(case: str) -> None:
    rows = rows_of(case)
    sums = rows["ledger"].group_by("game", "seat", "item").agg(pl.col("delta").sum())
    found = {(game, seat, item): delta for game, seat, item, delta in sums.iter_rows()}
    for row in rows["players"].iter_rows(named=True):
        for name, amount in row.items():
            item = name.removeprefix("held_")
            if name.startswith(("held_", "vp_", "mastery_")) or name == "gold":
                assert found.get((row["game"], row["seat"], item), 0) == amount, name
        for item, name in (
            ("experiments_done", "experiments_done"),
            ("experiments_held", "experiments_held"),
            ("artifacts", "artifacts_owned"),
            ("publications", "publications_held"),
            ("formulas", "formulas_unlocked"),
            ("achievements", "achievements"),
        ):
            assert found.get((row["game"], row["seat"], item), 0) == row[name], name


def test_the_ledger_may_be_that_of_every_nth_deal() -> None:
    rows = rows_of("three")
    deals = rows["games"].filter(pl.col("game").is_in(rows["ledger"]["game"].unique().to_list()))
    assert deals["deal"].unique().to_list() == [0]
    assert rows["games"]["deal"].unique().sort().to_list() == [0, 1]


@pytest.mark.parametrize("case", NAMES)
def test_cards_are_where_the_players_have_them(case: str) -> None:
    rows = rows_of(case)
    taken = rows["cards"].filter(pl.col("turn_completed").is_not_null())
    for row in rows["players"].iter_rows(named=True):
        own = taken.filter((pl.col("game") == row["game"]) & (pl.col("seat") == row["seat"]))
        by_kind = {str(kind): frame for (kind,), frame in own.group_by("kind")}
        done = [
            card
            for kind in ("experiment", "starting experiment", "masterpiece")
            for card in (by_kind[kind]["card"] if kind in by_kind else [])
        ]
        assert sorted(done) == sorted(row["experiments"])
        published: Any = by_kind["publication"]["card"] if "publication" in by_kind else []
        assert sorted(published) == sorted(row["publications_done"])
    assert (rows["cards"]["first_turn"] <= rows["cards"]["last_turn"]).all()


@pytest.mark.parametrize("case", ["two", "four", "solo"])
def test_uses_of_artifacts_are_all_that_were_chosen_that_of_a_new_one_too(case: str) -> None:
    watch, box = watched(case, 0), box_of(case)
    cards = rows_of(case)["cards"].filter(pl.col("game") == 0)
    artifacts = cards.filter(
        pl.col("kind").cast(pl.String).str.contains("artifact") & (pl.col("uses") > 0)
    )
    uses = {(row["seat"], row["card"]): row["uses"] for row in artifacts.iter_rows(named=True)}
    ids = [card.id for card in box.artifacts]
    assert uses == {(seat, ids[card]): n for (seat, card), n in watch.abilities.items()}
    for row in rows_of(case)["players"].filter(pl.col("game") == 0).iter_rows(named=True):
        own = [n for (seat, _), n in watch.abilities.items() if seat == row["seat"]]
        assert row["artifact_uses"] == sum(own)


def test_publications_drawn_in_a_turn_are_those_of_reacting_players_too() -> None:
    others = 0
    for case in (name for name in WITH_TURNS if name != "three"):
        rows = rows_of(case)
        drawn = rows["ledger"].filter(
            pl.col("item") == "publications", pl.col("delta") > 0, pl.col("turn") >= 0
        )
        by_turn = drawn.group_by("game", "turn").agg(drawn=pl.len())
        turns = rows["turns"].join(by_turn, on=["game", "turn"], how="left")
        assert turns["publications_drawn"].to_list() == turns["drawn"].fill_null(0).to_list()
        acting = rows["turns"].select("game", "turn", actor="seat")
        others += (
            drawn.join(acting, on=["game", "turn"]).filter(pl.col("seat") != pl.col("actor")).height
        )
    assert others, "somebody draws in a reaction"


@pytest.mark.parametrize("case", NAMES)
def test_points_of_cards_are_those_of_the_score(case: str) -> None:
    rows = rows_of(case)
    points = rows["cards"].group_by("game").agg(pl.col("points").sum()).sort("game")
    parts = ["experiments", "masterpiece", "publications", "bonuses", "formulas", "achievements"]
    parts += ["abilities", "artifacts"]
    scored = (
        rows["players"]
        .group_by("game")
        .agg(pl.sum_horizontal(f"vp_{part}" for part in parts).sum())
        .sort("game")
    )
    tokens = (
        rows["ledger"]
        .filter((pl.col("item") == "vp_abilities") & (pl.col("cause") != "artifact"))
        .group_by("game")
        .agg(pl.col("delta").sum())
    )
    other = dict(tokens.iter_rows())
    for (game, mine), (_, theirs) in zip(points.iter_rows(), scored.iter_rows(), strict=True):
        if case != "three":  # whose ledger has every second deal only
            assert mine == theirs - other.get(game, 0)


@pytest.mark.parametrize("case", NAMES)
def test_keys_are_unique_and_rows_sorted_by_them(case: str) -> None:
    for name, frame in rows_of(case).items():
        keys = frame.select(TABLES[name].key)
        if name == "cards":  # in the order of the box, not of the alphabet
            order = RECORDING.words(box_of(case), [], [])["card"]
            keys = keys.with_columns(pl.col("card").replace_strict(order, range(len(order))))
        assert keys.n_unique() == frame.height
        assert keys.equals(keys.sort(TABLES[name].key))


def test_rounds_tell_the_dice_in_the_bowls() -> None:
    rounds = rows_of("four")["rounds"]
    dice = rounds.select(pl.sum_horizontal(pl.selectors.starts_with("bowl_"))).to_series()
    board = box_of("four").board.dice
    assert set(dice.to_list()) == {board.black + board.white + board.red}
    assert rounds["order"][0].to_list() == [0, 1, 2, 3]
    assert all(sorted(order) == [0, 1, 2, 3] for order in rounds["order"].to_list())
