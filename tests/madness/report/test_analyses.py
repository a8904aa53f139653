"""Each analysis of this game against slow Python on planted games, and batch by batch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import polars as pl
import pytest

from tests.madness.report.planted import ELEMENTS, ROUNDS, Planted, box
from trisim.games.madness.box.words import Side
from trisim.games.madness.report.analyses.curses import Curses
from trisim.games.madness.report.analyses.elements import Elements
from trisim.games.madness.report.analyses.flows import Flows
from trisim.games.madness.report.analyses.losses import LOSSES, Losses
from trisim.games.madness.report.analyses.mages import first_values
from trisim.games.madness.report.analyses.monsters import Monsters
from trisim.games.madness.report.analyses.progress import Progress
from trisim.games.madness.report.analyses.spells import SpellCards
from trisim.games.madness.report.analyses.teamwork import Teamwork
from trisim.games.madness.report.kit import REPORT
from trisim.stats.analyses.deal_totals import HasDealTotals
from trisim.stats.analyses.source import Batch, Result, analyse

PLANTED = Planted(deals=60, scenarios={"I/normal": 0.5, "II/normal": 0.0})
Row = dict[str, Any]


@lru_cache(maxsize=1)
def tables() -> dict[str, pl.DataFrame]:
    """The tables, with words as words."""
    return {name: frame.collect() for name, frame in PLANTED.play(5).items()}


@lru_cache(maxsize=2)
def results(parts: int = 1) -> dict[str, Result]:
    """The results of all chapters, read in so many batches."""
    wanted = {each.key: each.analysis for each in REPORT.chapters if each.analysis is not None}
    size = -(-PLANTED.deals // parts)
    batches = [
        Batch(
            {
                name: frame.filter(pl.col("deal") // size == part).lazy()
                for name, frame in tables().items()
            }
        )
        for part in range(parts)
    ]
    return analyse(PLANTED.facts(), batches, wanted)


def rows(name: str) -> list[Row]:
    return tables()[name].to_dicts()


def games() -> dict[int, Row]:
    return {row["game"]: row for row in rows("games")}


def mean(values: Iterable[float]) -> float:
    found = [float(each) for each in values]
    return sum(found) / len(found)


def result(kind: type[Any], key: str) -> Any:
    found = results()[key]
    assert isinstance(found, kind)
    return found


def slow_difference(rows_of: list[Row], thing: str, key: str, strata: tuple[str, ...]) -> float:
    """Mantel and Haenszel: wins with a thing less those without it, in the same stratum."""
    cells: dict[Any, list[Row]] = defaultdict(list)
    for row in rows_of:
        cells[tuple(row[name] for name in strata)].append(row)
    above = below = 0.0
    for here in cells.values():
        with_it = [row["won"] for row in here if row[key] == thing]
        others = [row["won"] for row in here if row[key] != thing]
        if with_it and others:
            weight = len(with_it) * len(others) / len(here)
            above += weight * (mean(with_it) - mean(others))
            below += weight
    return above / below


def with_result(name: str) -> list[Row]:
    """The rows of a table with the result of their game."""
    of_game = games()
    more = ("won", "scenario", "loss", "loss_card", "loss_cause")
    return [row | {each: of_game[row["game"]][each] for each in more} for row in rows(name)]


# ---------------------------------------------------------------- games


def test_progress() -> None:
    found, every = result(Progress, "progress"), rows("games")
    assert found.beaten.value == pytest.approx(mean(row["monsters_beaten"] for row in every))
    assert found.progress.value == pytest.approx(mean(row["progress"] for row in every))
    for each in found.scenarios:
        here = [row for row in every if row["scenario"] == each.scenario]
        assert each.won.value == pytest.approx(mean(row["won"] for row in here))
        assert each.escaped.value == pytest.approx(mean(row["monsters_escaped"] for row in here))
    for share in found.shares:
        expected = mean(row["monsters_beaten"] == share.monsters for row in every)
        assert share.games.value == pytest.approx(expected)
    for share in found.escaped:
        here = [row for row in every if row["monsters_escaped"] == share.monsters]
        assert share.games.value == pytest.approx(len(here) / len(every))
        assert share.won.value == pytest.approx(mean(row["won"] for row in here))


def test_losses() -> None:
    found, every = result(Losses, "losses"), rows("games")
    lost = [row for row in every if row["loss"] in LOSSES]
    assert found.lost.value == pytest.approx(len(lost) / len(every))
    assert found.early.value == pytest.approx(mean(row["monsters"] <= 3 for row in lost))
    for each in found.losses:
        here = [row["turns"] for row in lost if row["loss"] == each.loss]
        assert each.share.value == pytest.approx(len(here) / len(lost))
        assert not here or each.turns.value == pytest.approx(mean(here))
    for each in found.rounds:
        there = [row for row in every if row["monsters"] >= each.round]
        ends = [row for row in lost if row["monsters"] == each.round]
        assert each.reached.value == pytest.approx(len(there) / len(every))
        assert each.lost.value == pytest.approx(len(ends) / len(there))
        for loss, share in each.shares:
            expected = sum(row["loss"] == loss for row in ends) / len(lost)
            assert share.value == pytest.approx(expected)
    empty = [row for row in lost if row["loss"] == "pile"]
    assert {each.cause for each in found.blows} == {row["loss_cause"] for row in empty}
    for each in found.cards:
        here = [row for row in empty if row["loss_card"] == each.card]
        assert each.share.value == pytest.approx(len(here) / len(empty))


def test_teamwork() -> None:
    found, of_game = result(Teamwork, "teamwork"), defaultdict(list)
    for row in rows("players"):
        of_game[row["game"]].append(row)
    every = [row for players in of_game.values() for row in players]

    def total(*names: str) -> float:
        return float(sum(row[name] for row in every for name in names))

    paying = total("cards_hand", "cards_support", "cards_others")
    assert found.given.value == pytest.approx(total("actions_given") / len(of_game))
    assert found.left.value == pytest.approx(total("actions_left") / total("actions_received"))
    assert found.abroad.value == pytest.approx(total("abroad") / total("actions"))
    assert found.others.value == pytest.approx(total("cards_others") / paying)
    shares = [
        sorted((row["choices"] for row in players), reverse=True) for players in of_game.values()
    ]
    for rank, each in enumerate(found.seats):
        expected = mean(seats[rank] / sum(seats) for seats in shares)
        assert each.share.value == pytest.approx(expected)
    assert sum(each.by_lot for each in found.seats) == pytest.approx(1)


# ---------------------------------------------------------------- monsters and curses


def test_monsters() -> None:
    found, every = result(Monsters, "monsters"), with_result("monsters")
    last: dict[int, int] = defaultdict(int)
    for row in every:
        last[row["game"]] = max(last[row["game"]], row["round"])
    for kind, figures, key in (("round", found.rounds, str), ("monster", found.monsters, None)):
        for each in figures:
            here = [r for r in every if (key(r[kind]) if key else r[kind]) == each.name]
            decided = [row for row in here if row["fate"] != "open"]
            fatal = [r["loss"] != "none" and r["round"] == last[r["game"]] for r in here]
            assert each.beaten.value == pytest.approx(mean(r["fate"] == "beaten" for r in decided))
            assert each.fatal.value == pytest.approx(mean(fatal))
            struck = sum(r["struck"] for r in here) / sum(r["curses"] for r in here)
            assert each.struck.value == pytest.approx(struck)
            assert each.madness.value == pytest.approx(mean(r["madness_taken"] for r in here))


def test_monsters_and_pages_are_compared_with_others_at_the_same_place() -> None:
    found, every = result(Monsters, "monsters"), with_result("monsters")
    for figures, key in ((found.monsters, "monster"), (found.pages, "page")):
        compared = [each for each in figures if each.win is not None]
        assert len(compared) >= 8
        for each in compared:
            slow = slow_difference(every, each.name, key, ("scenario", "round"))
            assert each.win.estimate.value == pytest.approx(slow)
    (end,) = (each.id for each in box().sheets if each.side is Side.LAST)
    last = next(each for each in found.pages if each.name == end)
    assert last.win is None, "it always lies at the end: nothing to compare"


def test_curses() -> None:
    found, every = result(Curses, "curses"), with_result("curses")
    for each in found.curses:
        here = [row for row in every if row["curse"] == each.name]
        strikes = [row for row in here if row["turn_struck"] is not None]
        down = [row for row in here if row["fate"] == "destroyed"]
        assert each.laid.value == pytest.approx(len(here) / len(games()))
        assert each.struck.value == pytest.approx(len(strikes) / len(here))
        assert each.destroyed.value == pytest.approx(len(down) / len(here))
        turns = mean(row["turn_gone"] - row["turn_laid"] for row in down)
        assert each.turns.value == pytest.approx(turns)
        ended = {row["game"] for row in strikes if row["loss_card"] == each.name}
        assert each.fatal.value == pytest.approx(len(ended) / len(strikes))
        slow = slow_difference(every, each.name, "curse", ("scenario", "round", "kind"))
        assert each.win is not None
        assert each.win.estimate.value == pytest.approx(slow)
    for each in found.kinds:
        here = [row for row in every if row["kind"] == each.name]
        assert each.destroyed.value == pytest.approx(
            mean(row["fate"] == "destroyed" for row in here)
        )


# ---------------------------------------------------------------- spells and elements


def test_spells() -> None:
    found, every = result(SpellCards, "cards"), rows("cards")
    assert len(found.uses) == len(box().spells)
    for each in found.uses:
        here = [row for row in every if row["card"] == each.spell and row["seat"] is not None]
        casts = sum(row["uses"] for row in here)
        assert each.casts.value == pytest.approx(casts / len(games()))
        if casts:
            assert each.boosted.value == pytest.approx(sum(r["boosted"] for r in here) / casts)
            assert each.abroad.value == pytest.approx(sum(r["abroad"] for r in here) / casts)
    for figures in (each for each in found.figures if each.kind == "spell"):
        here = [row for row in every if row["card"] == figures.card]
        taken = [row for row in here if row["seat"] is not None]
        assert figures.offered.value == pytest.approx(len(here) / len(games()))
        assert figures.taken.value == pytest.approx(len(taken) / len(here))


def test_elements() -> None:
    found = result(Elements, "elements")
    element_of = {each.id: each.element.word for each in box().spells}
    amounts: dict[str, dict[str, float]] = {name: defaultdict(float) for name in SHARES}
    for row in rows("players"):
        for element in ELEMENTS:
            amounts["strength"][element] += row[f"value_{element}"]
            amounts["first"][element] += first_values(box())[row["mage"]][element]
        for spell in row["spells_learned"]:
            amounts["learned"][element_of[spell]] += 1
    for row in rows("actions"):
        for element in ELEMENTS:
            amounts["paid"][element] += row[f"paid_{element}"]
    for row in rows("cards"):
        if row["card"] in element_of:
            amounts["cast"][element_of[row["card"]]] += row["uses"]
    assert [each.what for each in found.shares] == list(SHARES)
    for each in found.shares:
        here = amounts[each.what]
        for element in ELEMENTS:
            share = here[element] / sum(here.values())
            assert each.shares[element].estimate.value == pytest.approx(share)


SHARES = ("first", "strength", "paid", "learned", "cast")


# ---------------------------------------------------------------- cards and madness


def test_rounds_and_ends() -> None:
    found = result(Flows, "flows")
    every = rows("games")
    assert found.taken.value == pytest.approx(mean(row["madness_taken"] for row in every))
    for end in found.ends:
        assert end.cards.value == pytest.approx(mean(row[end.where] for row in every))
    by_round: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in rows("turns"):
        if row["turn"] < ROUNDS * 5:
            by_round[row["game"], row["round"]].append(row)
    for each in found.rounds:
        here = [turns for (_, number), turns in by_round.items() if number == each.round]
        for name in ("madness_all", "drawn_all", "cards_paid"):
            sums = mean(sum(row[name] for row in turns) for turns in here)
            assert each.of(name).value == pytest.approx(sums)
        assert each.of("pile").value == pytest.approx(mean(turns[-1]["pile"] for turns in here))


def test_streams_of_the_ledger() -> None:
    found = result(Flows, "flows")
    amounts: dict[tuple[str, str, str, str], float] = defaultdict(float)
    held = {"hand", "support", "deck", "discard", "passing"}
    for row in rows("ledger"):
        thing = "madness" if row["card"] == "madness" else "cards"
        detail = (row["cause_id"] or "") if row["cause"] == "action" else ""
        ways = (row["source"] in held, row["target"] in held)
        if ways == (False, True):
            amounts[thing, "in", row["cause"], detail] += row["cards"]
        if ways == (True, False):
            amounts[thing, "out", row["cause"], detail] += row["cards"]
        if thing == "cards" and row["target"] == "hand":
            amounts["hands", "in", row["cause"], detail] += row["cards"]
        if thing == "cards" and row["source"] == "hand":
            amounts["hands", "out", row["cause"], detail] += row["cards"]
    streams = {(s.thing, s.way, s.cause, s.detail): s.cards.value for s in found.streams}
    assert streams == {key: pytest.approx(amount / len(games())) for key, amount in amounts.items()}
    for each in found.madness:
        reached = {row["game"] for row in rows("games") if row["monsters"] >= each.round}
        total = sum(
            row["cards"]
            for row in rows("ledger")
            if row["card"] == "madness"
            and row["source"] == "pile"
            and row["cause"] == each.cause
            and min(row["turn"] // 5 + 1, ROUNDS) == each.round
        )
        assert each.cards.value == pytest.approx(total / len(reached))


# ---------------------------------------------------------------- batches


def test_batches_make_no_difference_to_values() -> None:
    one, several = results(), results(3)
    for key, found in one.items():
        measures, others = found.measures(), several[key].measures()
        assert list(measures) == list(others), key
        for name, each in measures.items():
            assert others[name].value == pytest.approx(each.value), name
            if not name.endswith(".win"):  # intervals within strata depend on batches a little
                assert others[name].low == pytest.approx(each.low), name


def test_runs_are_paired_by_measures_of_the_report_alone() -> None:
    wanted = {each.key: each.analysis for each in REPORT.chapters if each.analysis is not None}
    batch = Batch({name: frame.lazy() for name, frame in tables().items()})
    for key, kind in wanted.items():
        analysis = kind(PLANTED.facts())
        analysis.read(batch)
        if isinstance(analysis, HasDealTotals):
            columns, measures = analysis.deal_totals().columns, results()[key].measures()
            came = {name for name, each in columns.items() if each.m.any()}
            strange = {name for name in came - measures.keys() if name.split(".")[-1] not in MORE}
            assert not strange or key in NEUTRAL, key
            for name in came & measures.keys():
                if not name.endswith(".win"):  # of strata, which are not of single deals
                    y, m = columns[name].y.sum(), columns[name].m.sum()
                    assert measures[name].value == pytest.approx(y / m), name


NEUTRAL = ("outcome", "flow")
MORE = ("uses", "points", "offered")
"""Figures of cards that any game's analysis offers besides its main ones."""
