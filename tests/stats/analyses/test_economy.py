"""The economy: planted ledgers come out to the cube, and books that don't balance are found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from tests.stats.analyses.people import facts_of, result_of
from trisim.games.trismegistus.report.analyses.economy import EconomyAnalysis
from trisim.stats.analyses import economy
from trisim.stats.analyses.economy import ALL, Economy, Flow

TABLES = frozenset({"players", "ledger"})
Entry = tuple[int, int, str, str, int]
"""Game, seat, cause, item, delta."""


def frames(entries: list[Entry], games: int, gold: list[int], bot: bool = False) -> dict[str, Any]:
    """A ledger, and players who hold so much gold at the end, game by game and seat by seat."""
    steps: dict[int, int] = {}
    rows = []
    for game, seat, cause, item, delta in entries:
        steps[game] = steps.get(game, -1) + 1
        row = {"game": game, "deal": game // 2, "step": steps[game], "seat": seat}
        rows.append({**row, "cause": cause, "item": item, "delta": delta})
    players = [
        {
            "game": game,
            "deal": game // 2,
            "seat": seat,
            "strategy": "botmegistus" if bot and seat else "one",
            "gold": gold[2 * game + seat],
            "held_lead": 0,
        }
        for game in range(games)
        for seat in range(2)
    ]
    words = {"cause": pl.Categorical, "item": pl.Categorical, "delta": pl.Int16}
    return {
        "ledger": pl.LazyFrame(rows, schema_overrides=words),
        "players": pl.LazyFrame(players, schema_overrides={"strategy": pl.Categorical}),
    }


def planted(games: int) -> list[Entry]:
    """Seat 0 gets 3 gold by artifacts and pays 1; in odd games 2 more; seat 1 has lead twice."""
    entries: list[Entry] = []
    for game in range(games):
        entries += [
            (game, 0, "setup", "lead", 1),
            (game, 1, "setup", "lead", 1),
            (game, 0, "artifact", "gold", 3),
            (game, 0, "purchase", "gold", -1),
            (game, 1, "payment", "lead", -1),
            (game, 0, "payment", "lead", -1),
            (game, 0, "score", "vp_gold", 2),
        ]
        if game % 2:
            entries.append((game, 0, "reaction", "gold", 2))
    return entries


def found_in(data: dict[str, Any], games: int, **others: Any) -> Economy:
    facts = replace(facts_of(("one", "one"), games, tables=TABLES), **others)
    return result_of(EconomyAnalysis, Economy, facts, [data])


def flow(flows: tuple[Flow, ...], cause: str, item: str) -> Flow:
    return next(each for each in flows if (each.cause, each.item) == (cause, item))


def value(flows: tuple[Flow, ...], cause: str, item: str, way: str) -> float | None:
    estimate = getattr(flow(flows, cause, item), way)
    return None if estimate is None else float(estimate.value)


GOLD = [2, 0, 4, 0] * 10


def test_per_player_and_game() -> None:
    found = found_in(frames(planted(20), 20, GOLD), 20)
    assert found.games == 20
    assert value(found.items, "artifact", "gold", "gained") == 1.5
    assert value(found.items, "reaction", "gold", "gained") == 0.5
    assert value(found.items, "purchase", "gold", "spent") == 0.5
    assert value(found.items, "purchase", "gold", "gained") is None
    assert value(found.items, ALL, "gold", "gained") == 2.0
    assert value(found.points, "score", "vp_gold", "gained") == 1.0
    assert flow(found.items, ALL, "gold").gained.n == 40  # type: ignore[union-attr]


def test_kinds_gather_items_and_all_gathers_kinds() -> None:
    found = found_in(frames(planted(20), 20, GOLD), 20)
    assert value(found.kinds, "setup", "raw", "gained") == 1.0
    assert value(found.kinds, ALL, ALL, "gained") == 3.0
    assert value(found.kinds, ALL, ALL, "spent") == 1.5
    assert value(found.kinds, ALL, "gold", "gained") == 2.0  # once, though kind and item


def test_the_setup_is_exact_and_nothing_is_below_nothing() -> None:
    found = found_in(frames(planted(20), 20, GOLD), 20)
    setup = flow(found.items, "setup", "lead").gained
    assert setup is not None
    assert (setup.low, setup.value, setup.high) == (1.0, 1.0, 1.0)
    for each in (*found.items, *found.kinds):
        assert each.gained is None or each.gained.low >= 0


def test_books_balance_with_what_players_hold() -> None:
    found = found_in(frames(planted(20), 20, GOLD), 20)
    books = {each.item: each for each in found.holdings}
    assert (books["gold"].net, books["gold"].held) == (60, 60)
    assert books["gold"].left.value == 1.5
    assert (books["lead"].net, books["lead"].held) == (0, 0)
    wrong = found_in(frames(planted(20), 20, [9, *GOLD[1:]]), 20)
    off = next(each for each in wrong.holdings if each.item == "gold")
    assert (off.net, off.held) == (60, 67)


def test_games_without_a_ledger_do_not_count() -> None:
    """Every other deal has one; what others hold is none of its business."""
    entries = [each for each in planted(20) if (each[0] // 2) % 2 == 0]
    found = found_in(frames(entries, 20, GOLD), 20)
    assert found.games == 10
    assert value(found.items, "artifact", "gold", "gained") == 1.5
    assert all(each.net == each.held for each in found.holdings if each.held is not None)


def test_a_deal_where_nothing_happened_counts_as_nothing() -> None:
    entries = [each for each in planted(20) if each[2] != "artifact" or each[0] < 10]
    found = found_in(frames(entries, 20, GOLD), 20)
    artifacts = flow(found.items, "artifact", "gold").gained
    assert artifacts is not None
    assert artifacts.value == 0.75
    assert artifacts.clusters == 10


def test_solo_is_yours_alone() -> None:
    entries = [*planted(20), *((game, 1, "bot card", "gold", 5) for game in range(20))]
    gold = [2, 5, 4, 5] * 10
    data = frames(entries, 20, gold, bot=True)
    found = found_in(data, 20, lineup=("one", "botmegistus"))
    assert value(found.items, "artifact", "gold", "gained") == 3.0
    assert all(each.cause != "bot card" for each in found.items)
    assert all(each.net == each.held for each in found.holdings if each.held is not None)


def test_batches_add_up() -> None:
    data = frames(planted(20), 20, GOLD)
    facts = facts_of(("one", "one"), 20, tables=TABLES)
    early = pl.col("game") < 6
    parts = [{name: each.filter(cut) for name, each in data.items()} for cut in (early, ~early)]
    apart = result_of(EconomyAnalysis, Economy, facts, parts)
    assert apart == found_in(data, 20)


def test_an_empty_ledger_is_no_game() -> None:
    data = frames(planted(2), 2, GOLD)
    data["ledger"] = data["ledger"].filter(pl.col("game") < 0)
    found = found_in(data, 2)
    assert (found.games, found.items, found.points) == (0, (), ())


def test_measures_have_stable_names() -> None:
    measures = found_in(frames(planted(20), 20, GOLD), 20).measures()
    assert measures["economy.gold.gained"].value == 2.0
    assert measures["economy.gold.spent"].value == 0.5
    assert measures["economy.gold.left"].value == pytest.approx(1.5)


def test_a_game_that_names_no_items_has_all_that_there_are() -> None:
    facts = facts_of(("one", "one"), 20, tables=TABLES)
    data = frames(planted(20), 20, GOLD)
    plain = result_of(economy.EconomyAnalysis, Economy, facts, [data])
    named = found_in(data, 20)
    assert {each.item for each in plain.items} == {each.item for each in named.items}
    assert value(plain.items, "artifact", "gold", "gained") == 1.5
    assert not plain.kinds
