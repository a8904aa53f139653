"""The results of a tournament as Parquet tables and figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trisim.report.campaign_files import columns_of, floats, write_parquet
from trisim.sim.disk import written_whole
from trisim.stats.estimate import Comparison
from trisim.stats.standings import ESTIMATES, Standings, complement
from trisim.stats.team_standings import TeamStandings

if TYPE_CHECKING:
    import polars as pl


TABLES = ("strategies.parquet", "pairs.parquet")
PICTURES = ("tournament.png", "tournament.svg")


def write_tables(folder: Path, standings: Standings | TeamStandings) -> None:
    if isinstance(standings, TeamStandings):
        tables = team_table(standings), team_pair_table(standings)
    else:
        tables = strategy_table(standings), pair_table(standings)
    write_parquet(folder, TABLES, tables)


def write_figures(folder: Path, standings: Standings | TeamStandings) -> None:
    from trisim.report.tournament_figure import save_figure

    for name in PICTURES:
        with written_whole(folder / name) as draft:
            save_figure(standings, draft, name.rpartition(".")[2])


# ---------------------------------------------------------------- tables


def strategy_table(standings: Standings) -> pl.DataFrame:
    """A row for each strategy, in the order of their ratings."""
    import polars as pl

    rows = [
        {
            "strategy": each.strategy,
            "spec": each.spec,
            **{
                key: value
                for name in ESTIMATES
                for key, value in columns_of(name, getattr(each, name)).items()
            },
            "seats": each.rating.n,
            "deals": each.rating.clusters,
        }
        for each in standings.strategies
    ]
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=floats(ESTIMATES))


def pair_table(standings: Standings) -> pl.DataFrame:
    """A row for each ordered pair: how often one finished above, and won against, the other."""
    import polars as pl

    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for pair in standings.pairs:
        here, there = pair.above, flipped(pair.above)
        rows[pair.first, pair.second] = comparison_columns("above", here)
        rows[pair.second, pair.first] = comparison_columns("above", there)
    for duel in standings.duels:
        rows.setdefault((duel.one, duel.others), {}).update(comparison_columns("duel", duel.win))
    names = ("above", "duel") if standings.duels else ("above",)
    table = [{"first": one, "second": other, **rest} for (one, other), rest in rows.items()]
    return pl.DataFrame(table, infer_schema_length=None, schema_overrides=floats(names))


def team_table(standings: TeamStandings) -> pl.DataFrame:
    """A row for each team of one strategy, the one that wins most often first."""
    import polars as pl

    rows = [
        {
            "strategy": each.strategy,
            "spec": each.spec,
            **columns_of("won", each.won),
            "games": each.won.n,
            "deals": each.won.clusters,
        }
        for each in standings.strategies
    ]
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=floats(["won"]))


def team_pair_table(standings: TeamStandings) -> pl.DataFrame:
    """A row for each pair of teams, and for each team with one seat replaced."""
    import polars as pl

    teams = [
        {
            "first": pair.first,
            "second": pair.second,
            "replaced": False,
            **comparison_columns("difference", pair.difference),
        }
        for pair in standings.pairs
    ]
    seats = [
        {
            "first": each.substitute,
            "second": each.base,
            "replaced": True,
            **comparison_columns("difference", each.effect),
        }
        for each in standings.substitutes
    ]
    rows = [*teams, *seats]
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=floats(["difference"]))


def comparison_columns(name: str, comparison: Comparison) -> dict[str, Any]:
    return {
        **columns_of(name, comparison.estimate),
        f"{name}_n": comparison.estimate.n,
        f"{name}_deals": comparison.estimate.clusters,
        f"{name}_p": comparison.p,
        f"{name}_p_adjusted": comparison.adjusted,
    }


def flipped(comparison: Comparison) -> Comparison:
    """The comparison of 1 minus the rate."""
    return Comparison(
        complement(comparison.estimate), 1 - comparison.null, comparison.p, comparison.adjusted
    )
