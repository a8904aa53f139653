"""What ``trisim tournament`` says after the games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from trisim.cli.run_report import (
    WIDEST,
    interval,
    percent,
    plain_table,
    value_words,
)
from trisim.terminal import console
from trisim.texts import SPEAKS

if TYPE_CHECKING:
    from rich.console import Console

    from trisim.campaigns.tournament import Tournament
    from trisim.stats.estimate import Comparison, Estimate
    from trisim.stats.standings import Standings
    from trisim.stats.team_standings import TeamStandings

LETTERS = "abcdefghijklmnopqrstuvwxyz"
BLANK = "\u00a0"
"""Takes up room, and nothing is wrapped there."""

SHORT_NAME = 15
"""Letters of a name beside a matrix."""

SURE = 0.05


def show_result(tournament: Tournament, result: Standings | TeamStandings) -> None:
    """Everything a tournament has found out, in tables that fit a narrow terminal."""
    from trisim.stats.team_standings import TeamStandings

    out = console()
    if isinstance(result, TeamStandings):
        show_teams(out, result)
    else:
        show_standings(out, result)
    where = shlex.quote(str(tournament.path))
    out.print(f"Pictures, tables and all figures: {where}", soft_wrap=True, markup=False)


def show_standings(out: Console, standings: Standings) -> None:
    """Ratings, scores, and who finishes above whom."""
    out.print(head(standings), soft_wrap=True)
    if standings.aborted:
        out.print(
            f"[bold red]{standings.aborted:,} games were aborted[/] at a limit that no legal game "
            "should reach; they count below.",
            soft_wrap=True,
        )
    out.print(strength_table(standings))
    out.print(score_table(standings))
    if standings.format == "duel":
        show_matrix(out, standings, duel_title(standings), duel_cells(standings))
    title = "How often the row finished above the column at the same table, in %:"
    show_matrix(out, standings, title, above_cells(standings))
    for line in verdicts(standings):
        out.print(line, soft_wrap=True, markup=False)
    out.print(notes(standings), style="dim")


def show_teams(out: Console, standings: TeamStandings) -> None:
    """Teams of one strategy, pairs of them, and replaced seats."""
    from rich.markup import escape

    out.print(
        f"[bold]{standings.games:,} games[/] of {standings.players} players, "
        f"{counted(standings.lineups)} on the same {standings.deals:,} deals",
        soft_wrap=True,
    )
    if standings.aborted:
        out.print(f"[bold red]{standings.aborted:,} games were aborted[/]; they count below.")
    teams = plain_table("team of", "won", "95 %")
    rows = [(escape(each.strategy), value_words(each.won), interval(each.won))
            for each in standings.strategies]  # fmt: skip
    out.print(filled(teams, rows))
    pairs = plain_table("team of", "beside", "more wins", "95 %", "p")
    found = [(pair.first, pair.second, pair.difference) for pair in standings.pairs]
    out.print(filled(pairs, [difference_row(each) for each in found]))
    seats = plain_table("one seat of", "in a team of", "more wins", "95 %", "p")
    found = [(each.substitute, each.base, each.effect) for each in standings.substitutes]
    out.print(filled(seats, [difference_row(each) for each in found]))
    out.print(
        "More wins are percentage points on the same deals. Intervals are clustered by deal and "
        "hold together for each table; p values are corrected by Holm. This speaks of these "
        "strategies, and of no others.",
        style="dim",
    )


def difference_row(found: tuple[str, str, Comparison]) -> tuple[str, ...]:
    """Two strategies, and how much more often the first one's team wins."""
    from rich.markup import escape

    one, other, here = found
    value, ends = value_words(here.estimate), interval(here.estimate)
    return escape(one), escape(other), value, ends, f"{here.adjusted:.3f}"


def counted(lineups: int) -> str:
    """So many line-ups."""
    return "1 line-up" if lineups == 1 else f"{lineups} line-ups"


def head(standings: Standings) -> str:
    """What was played."""
    return (
        f"[bold]{standings.games:,} games[/] of {standings.players} players, "
        f"{len(standings.strategies)} strategies in {counted(standings.lineups)} "
        f"({standings.format}) over the same {standings.deals:,} deals"
    )


def strength_table(standings: Standings) -> Any:
    """Ratings, what they mean at a table of average players, and wins."""
    wins = "alone" if standings.format == "duel" and standings.players > 2 else "wins"
    made = plain_table("", "rating", "95 %", "chance", "95 %", wins, "95 %")
    rows = [
        (
            named(letter, each.strategy),
            whole(each.rating.value),
            whole_interval(each.rating),
            value_words(each.chance),
            interval(each.chance),
            value_words(each.win) + sign_of(each.win, standings.par),
            interval(each.win),
        )
        for letter, each in zip(letters(standings), standings.strategies, strict=True)
    ]
    return filled(made, rows)


def score_table(standings: Standings) -> Any:
    """Ranks and scores."""
    made = plain_table("", "rank", "95 %", "score", "95 %", "seats")
    rows = [
        (
            named(letter, each.strategy),
            value_words(each.rank),
            interval(each.rank),
            value_words(each.score),
            interval(each.score),
            f"{each.win.n:,}",
        )
        for letter, each in zip(letters(standings), standings.strategies, strict=True)
    ]
    return filled(made, rows)


def filled(made: Any, rows: Sequence[tuple[str, ...]]) -> Any:
    """A table with its rows, numbers to the right, as narrow as it can be read."""
    made.padding = (0, 1, 0, 0)
    for column in made.columns[1:]:
        column.justify, column.no_wrap = "right", True
    for row in rows:
        made.add_row(*row)
    return made


def letters(standings: Standings) -> str:
    """A letter for each strategy: columns of a matrix have no room for names."""
    return LETTERS[: len(standings.strategies)]


def named(letter: str, name: str, longest: int | None = None) -> str:
    """A strategy with its letter; of a long name the middle is left out, its ends tell most."""
    from rich.markup import escape

    if longest is not None and len(name) > longest:
        half = longest // 2
        name = f"{name[:half]}…{name[len(name) - (longest - half - 1) :]}"
    return f"[bold]{letter}[/]{BLANK}{escape(name)}"


def whole(number: float) -> str:
    """A rating."""
    return f"{number:.0f}"


def whole_interval(estimate: Estimate) -> str:
    """The interval of a rating."""
    ends = (
        ("-∞" if estimate.low == float("-inf") else whole(estimate.low)),
        ("∞" if estimate.high == float("inf") else whole(estimate.high)),
    )
    return " … ".join(ends)


def sign_of(win: Estimate, par: float) -> str:
    """Whether a win rate is surely more or less than that of equals."""
    if not win.excludes(par):
        return BLANK
    return "+" if win.value > par else "-"


# ---------------------------------------------------------------- matrices


def above_cells(standings: Standings) -> dict[tuple[str, str], tuple[Estimate, Comparison]]:
    """How often each finished above each other, with the comparison that says if it is sure."""
    cells = {}
    for pair in standings.pairs:
        for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
            estimate = standings.above(one, other)
            assert estimate is not None
            cells[one, other] = estimate, pair.above
    return cells


def duel_cells(standings: Standings) -> dict[tuple[str, str], tuple[Estimate, Comparison]]:
    """How often each won against a table of each other."""
    return {(duel.one, duel.others): (duel.win.estimate, duel.win) for duel in standings.duels}


def duel_title(standings: Standings) -> str:
    """What a matrix of duels shows."""
    return (
        f"How often the row won against {standings.players - 1} of the column, in %; equals would "
        f"win {percent(standings.par)}:"
    )


def show_matrix(
    out: Console,
    standings: Standings,
    title: str,
    cells: dict[tuple[str, str], tuple[Estimate, Comparison]],
) -> None:
    """A matrix of whole per cents; those that are sure with a sign."""
    names = [each.strategy for each in standings.strategies]
    made = plain_table("", *letters(standings))
    rows = [
        (named(letter, one, SHORT_NAME), *(cell(cells.get((one, other))) for other in names))
        for letter, one in zip(letters(standings), names, strict=True)
    ]
    for column in made.columns:
        column.header_style = "bold"
    table = filled(made, rows)
    out.print(title, soft_wrap=True)
    if out.measure(table, options=out.options.update(width=WIDEST)).maximum > out.width:
        out.print("  (too wide for this terminal; pairs.parquet and the picture have it)")
    else:
        out.print(table)
    out.print(reach_words(cells), style="dim")


def cell(found: tuple[Estimate, Comparison] | None) -> str:
    """A per cent, with + or - if it surely isn't what equals would have."""
    if found is None:
        return "·"
    estimate, comparison = found
    sure = comparison.adjusted < SURE
    sign = ("+" if comparison.estimate.value > comparison.null else "-") if sure else BLANK
    if comparison.estimate is not estimate and sure:
        sign = "-" if sign == "+" else "+"
    colour = {"+": "blue", "-": "yellow"}.get(sign)
    words = f"{100 * estimate.value:.0f}{sign}"
    return f"[{colour}]{words}[/]" if colour else words


def reach_words(cells: dict[tuple[str, str], tuple[Estimate, Comparison]]) -> str:
    """How wide the intervals of a matrix are, and what they stand on."""
    estimates = [estimate for estimate, _ in cells.values()]
    widest = max(100 * (estimate.high - estimate.low) / 2 for estimate in estimates)
    least, most = min(each.n for each in estimates), max(each.n for each in estimates)
    number = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return (
        f"95 %: within ± {widest:.1f} at most, all together; n = {number} a cell; + and - are "
        "corrected for all pairs."
    )


# ---------------------------------------------------------------- words


def verdicts(standings: Standings) -> list[str]:
    """Cycles and dominated strategies, in words that claim no more than was seen."""
    lines = [f"A cycle: {cycle}." for cycle in standings.cycles]
    by_worse: dict[str, list[str]] = {}
    for each in standings.dominated:
        by_worse.setdefault(each.worse, []).append(each.better)
    lines += [
        f"{worse} is dominated by {', '.join(better)}: beaten, and no better against anybody else."
        for worse, better in by_worse.items()
    ]
    none = "No cycles and no dominated strategies were found."
    return [*(lines or [none]), SPEAKS]


def notes(standings: Standings) -> str:
    """What the figures are."""
    alone = (
        " Alone: wins of one against a table of another; rank and score are of that seat, too."
        if standings.format == "duel" and standings.players > 2
        else ""
    )
    unbounded = (
        ""
        if standings.bounded
        else " Ratings have no intervals: some finished above others in all games, so that nothing "
        "bounds how far apart they are; play more games."
    )
    return (
        f"Equals would win {percent(standings.par)} each. Rating: Plackett–Luce, 1500 on average, "
        "400 more is ten times the strength; chance: to win against others rated 1500, by this "
        "model. Intervals are clustered by deal and hold for a column together; + and - are "
        f"surely more and less than equals would have.{alone}{unbounded}"
    )
