"""What ``trisim run`` says before and after the games."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from trisim.display import duration, rate_words
from trisim.record.base import Outcome
from trisim.sim.options import STANDARD
from trisim.terminal import console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from trisim.sim.forecast import Forecast
    from trisim.sim.plan import Plan
    from trisim.sim.run import Run
    from trisim.sim.run_request import RunRequest
    from trisim.stats.estimate import Estimate
    from trisim.stats.summary import LevelSummary, Summary


WIDEST = 10_000
"""Columns in which any table has room."""

SHORT_NAME = 10
"""Columns that a name is given at least; longer ones go on in the next line."""


def rounding_words(request: RunRequest, games: int | None) -> str:
    """What is said if there are more games than asked for, to have whole deals."""
    if games is None or request.games == games:
        return ""
    return (
        f"--games {games}: rounded up to {request.games:,}, "
        f"whole deals of {request.games_a_deal} games."
    )


def size_words(size: float) -> str:
    """A size on disk as people say it.

    >>> size_words(532), size_words(1_234_567), size_words(5.6e9)
    ('532 bytes', '1.2 MB', '5.6 GB')
    """
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:.{0 if size / unit >= 99.5 else 1}f} {name}"
    return f"{size:.0f} bytes"


def plain_table(*headings: str) -> Table:
    """A table without a frame."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        made.add_column(heading, overflow="fold")
    return made


# ---------------------------------------------------------------- before


def show_forecast(plan: Plan, found: Forecast, backend: str, out: Path | None, free: int) -> None:
    """What would be played, and what that takes."""
    from rich.markup import escape
    from rich.table import Table

    request = plan.request
    made = Table(box=None, show_header=False, pad_edge=False)
    made.add_column(style="bold", no_wrap=True)
    made.add_column()
    for name, words in (
        ("games", games_words(request)),
        *role_rows(plan),
        ("box", escape(box_words(plan))),
        ("tables", ", ".join(request.tables) + ledger_words(request)),
        ("parts", parts_words(request)),
        ("time", time_words(found, backend)),
        ("disk", disk_words(found, out, free)),
    ):
        made.add_row(name, words)
    out_console = console()
    out_console.print(made)
    show_seats(plan, out_console)
    out_console.print("Nothing was written.")


def games_words(request: RunRequest) -> str:
    """How many games, and what they are made of."""
    more = " at most" if request.until_ci else ""
    if request.automas:
        many = len(request.scenarios)
        setups = f" against {many} setups each" if many > 1 else ""
        return (
            f"{request.games:,}{more}, against {request.opponent}: {request.deals:,} "
            f"deals{setups}, seed {request.seed}"
        )
    named = [] if request.scenarios == (STANDARD,) else request.scenarios
    return (
        f"{request.games:,}{more}, of {request.players} players: {request.deals:,} deals in "
        f"{request.rotations} rotations, seed {request.seed}"
        + "".join(f", {words}" for words in (*request.options.changed.values(), *named))
    )


def role_rows(plan: Plan) -> list[tuple[str, str]]:
    """How roles come to their seats, if the game has some."""
    role = plan.request.info.role
    if role is None:
        return []
    cycle = len(plan.design.cycle)
    balanced = f"all pairs have met in all pairs of seats after {cycle} deals"
    if plan.request.automas:
        balanced = f"you have had each of them equally often after {cycle} deals"
    words = {
        "balanced": f"balanced: {balanced}",
        "random": "random: drawn for each deal",
        "chosen": "chosen by the strategies",
        "fixed": "the same in all deals",
    }
    return [(role.many, words[plan.design.mode])]


def box_words(plan: Plan) -> str:
    """The box, with variants."""
    return " + ".join([plan.box.about.name, *(variant.name for variant in plan.box.variants)])


def ledger_words(request: RunRequest) -> str:
    """How much of the ledger is kept."""
    every = request.ledger
    return f" (of every {every:,}th deal)" if every > 1 else ""


def parts_words(request: RunRequest) -> str:
    """How many files a table has."""
    deals = min(request.deals, request.part_deals)
    return f"{request.parts:,} of {deals:,} deals ({deals * request.games_a_deal:,} games)"


def time_words(found: Forecast, backend: str) -> str:
    """How long it takes."""
    cores = "1 core" if found.cores == 1 else f"{found.cores} cores"
    if backend in ("dask", "ray"):
        cores = "as many cores as here"
    return (
        f"about {duration(found.seconds)} on {cores} ({rate_words(found.pace)} on one, "
        f"measured with {found.sample:,} games)"
    )


def disk_words(found: Forecast, out: Path | None, free: int) -> str:
    """How much disk it needs, and whether it is there."""
    from rich.markup import escape

    there = f"{size_words(free)} free at {escape(str(out)) if out else 'this folder'}"
    short = " — [bold red]not enough[/]" if found.bytes > free else ""
    return f"about {size_words(found.bytes)}, {there}{short}"


def show_seats(plan: Plan, out: Console) -> None:
    """Who sits where in the games of the first deal."""
    from rich.markup import escape

    seats = range(plan.request.players)
    made = plain_table("deal 0", *(f"seat {seat}" for seat in seats))
    for game in range(plan.request.games_a_deal):
        names = [
            plan.request.lineup[seat.place] + (f" ({seat.role})" if seat.role else "")
            for seat in plan.design.seats(game)
        ]
        name = plan.request.scenarios[plan.design.key_of(game).scenario]
        setup = "" if name == STANDARD else f" ({name})"
        made.add_row(escape(f"game {game}{setup}"), *map(escape, names))
    out.print(made)


# ---------------------------------------------------------------- after


def show_run(run: Run) -> None:
    """What came of a run, and what to do with it."""
    from trisim.cli.automa_report import show_automa_run
    from trisim.cli.team_report import show_team_run

    out = console()
    if run.plugin.info.outcome is Outcome.TEAM:
        show_team_run(run, out)
        return
    if run.request.automas:
        show_automa_run(run, out)
        return
    summary = run.summary()
    out.print(played_words(run, summary), soft_wrap=True)
    show_aborted(run, out)
    show_levels(summary, out)
    out.print(interval_words(summary), soft_wrap=True)
    show_what_next(run, out)


def show_what_next(run: Run, out: Console) -> None:
    """What was written, and what to do with it."""
    tables = ", ".join(f"{name} ({run.rows(name):,})" for name in run.tables)
    out.print(
        f"\n{run.path}: {size_words(run.bytes)}; rows of {tables}", soft_wrap=True, markup=False
    )
    words = "" if run.request.automas else run.plugin.players.advice_for(run.request.strategies)
    if words:
        out.print(words, soft_wrap=True, markup=False)
    out.print("\n".join(["What next:", *next_commands(run)]), soft_wrap=True, markup=False)


def played_words(run: Run, summary: Summary) -> str:
    """How many games there are, and how long it took."""
    return (
        f"[bold]{summary.games:,} games[/] of {run.request.players} players, {summary.deals:,} "
        f"deals{pace_words(run, summary.games)}"
    )


def pace_words(run: Run, games: int) -> str:
    """How long so many games took, and why there aren't more."""
    sittings = run.manifest.sittings
    known = bool(sittings) and all(sitting.seconds for sitting in sittings)
    seconds = run.manifest.seconds
    pace = f" in {duration(seconds)}, {rate_words(games / seconds)}" if known else ""
    decisions = run.sql("select avg(decisions) as n from games").item()
    return f"{pace}, {decisions:,.0f} decisions a game{until_words(run)}"


def until_words(run: Run) -> str:
    """Whether the intervals became as narrow as ``--until-ci`` asks for."""
    if run.manifest.stopped:
        return " (stopped: the intervals are narrow enough)"
    return " (all played: the intervals are not narrow enough yet)" if run.request.until_ci else ""


def show_aborted(run: Run, out: Console) -> None:
    """Report aborted games; they count in all figures."""
    aborted = run.sql(
        "select count(*) as n, min(game) as first from games where status = 'aborted'"
    ).row(0)
    if aborted[0]:
        from rich.markup import escape

        command = f"trisim replay {shlex.quote(str(run.path))} {aborted[1]}"
        out.print(
            f"[bold red]{aborted[0]:,} games were aborted[/] at a limit that no legal game should "
            f"reach; they count below. See: {escape(command)}",
            soft_wrap=True,
        )


def show_levels(summary: Summary, out: Console) -> None:
    """Everybody's figures: a table, or below each other where a table would be cut off."""
    from rich.cells import cell_len

    made = plain_table("", "wins", "95 %", "score", "95 %", "games", "")
    for column in made.columns[1:-1]:
        column.justify, column.no_wrap = "right", True
    blocks = figures(summary)
    for rows in blocks:
        for row in rows:
            made.add_row(*row)
        made.add_section()
    names = max((cell_len(row[0]) for rows in blocks for row in rows), default=0)
    whole = out.measure(made, options=out.options.update(width=WIDEST)).maximum
    if whole - max(0, names - SHORT_NAME) <= out.width:
        out.print(made)
        return
    for row in (row for rows in blocks for row in rows):
        out.print(stacked(row), soft_wrap=True)


def stacked(row: list[str]) -> str:
    """The figures of one row on lines of their own."""
    name, wins, win_interval, score, score_interval, games, verdict = row
    lines = [
        f"  wins {wins}, 95 %: {win_interval}" if wins else "",
        f"  {verdict}" if verdict else "",
        f"  score {score}, 95 %: {score_interval}",
        f"  in {games} games",
    ]
    return "\n".join([name, *filter(None, lines)])


def figures(summary: Summary) -> list[list[list[str]]]:
    """The rows of the summary, block by block."""
    blocks = [
        [level_row(name, level, summary.par) for level in levels]
        for name, levels in groups(summary)
    ]
    return [*blocks, [whole_row(summary)]] if stops_by_score(summary) else blocks


def stops_by_score(summary: Summary) -> bool:
    """Whether the mean score of all players decides when the run is long enough."""
    return summary.until is not None and summary.until.metric.value == "score"


def whole_row(summary: Summary) -> list[str]:
    """All players together: the interval that such a run stops by."""
    score = summary.score
    return ["all players", "", "", value_words(score), interval(score), f"{summary.games:,}", ""]


def groups(summary: Summary) -> list[tuple[str, tuple[LevelSummary, ...]]]:
    """The groups of the summary; a single strategy is not one."""
    found = [("seat", summary.seats), ("", summary.roles), ("", summary.strategies)]
    return [(name, levels) for name, levels in found if len(levels) > 1]


def level_row(name: str, level: LevelSummary, par: float) -> list[str]:
    """A seat, a role or a strategy."""
    from rich.markup import escape

    verdict = ("above" if level.win.value > par else "below") if level.differs else ""
    return [
        escape(f"{name} {level.level}".strip()),
        value_words(level.win),
        interval(level.win),
        value_words(level.score),
        interval(level.score),
        f"{level.win.n:,}",
        f"{verdict} {percent(par)}" if verdict else "",
    ]


def percent(share: float) -> str:
    """A share as people say it.

    >>> percent(0.25), percent(1 / 3)
    ('25 %', '33.3 %')
    """
    return f"{100 * share:.3g} %"


def value_words(estimate: Estimate) -> str:
    """The value of an estimate."""
    return f"{estimate.shown(estimate.value)}{estimate.unit}" if estimate.clusters else "–"


def interval(estimate: Estimate) -> str:
    """The interval of an estimate."""
    if not estimate.clusters:
        return ""
    return f"{estimate.shown(estimate.low)} … {estimate.shown(estimate.high)}"


def interval_words(summary: Summary) -> str:
    """What the intervals are."""
    looked = ""
    if stops_by_score(summary):
        looked = "; that of all players, by which it stops, holds at every look"
    elif summary.until:
        looked = f"; those of {summary.until.metric.value}, by which it stops, hold at every look"
    return (
        f"Equals would win {percent(summary.par)} each. Intervals are clustered by deal and hold "
        f"for a whole block together{looked}."
    )


def counted_column(run: Run) -> tuple[str, str]:
    """A table, and a column of words in it that is worth counting."""
    if "turns" in run.tables and "action" in run.columns("turns"):
        return "turns", "action"
    role = run.plugin.info.role
    return "players", role.one if role else "strategy"


def next_commands(run: Run) -> list[str]:
    """Commands to try on a run."""
    folder = shlex.quote(str(run.path))
    table, by = counted_column(run)
    python = (
        "import polars as pl; "
        f"print(pl.scan_parquet('{run.path}/{table}/*.parquet').group_by('{by}').len().collect())"
    )
    query = f"select {by}, count(*) as n from {table} group by {by} order by n desc"  # noqa: S608 (to be read)
    page = shlex.quote(f"{run.path.name}.html")
    return [
        f"  trisim report {folder} --out {page}",
        f"  trisim audit {folder}",
        f'  trisim sql {folder} "{query}"',
        f"  trisim replay {folder} 0",
        f'  python -c "{python}"'
        if folder == str(run.path)
        else f"  python -c {shlex.quote(python)}",
    ]
