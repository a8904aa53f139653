"""Decisive games: those in which a change of the box decided the winner, told in both versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from trisim.documents import Document
from trisim.players.player import StrategyError
from trisim.record.base import Outcome
from trisim.sim.audit.replay import plan_again, spread
from trisim.sim.design import Design, Seat
from trisim.sim.errors import RunError
from trisim.sim.paired_games import PairedGames
from trisim.sim.plan import Plan
from trisim.sim.retold import (
    Line,
    Parting,
    ToldGame,
    parting,
    tell_game,
    texts_of,
    without_common,
)
from trisim.sim.run import Run
from trisim.sim.trust import Trust, user_trust
from trisim.texts import listed, visible

MOST = 6
"""Games that are shown unless the caller says; each takes about a second."""

MOST_LINES = 60
"""Lines of a transcript that are kept from the point where the games diverge."""

NAMES = ("base", "changed")
SAME_TEXT = "The transcripts of both versions are the same."


@dataclass(frozen=True, slots=True)
class Excerpt(Document):
    """The transcript of one version from the point where the games diverge."""

    lines: tuple[str, ...]
    left_out: int
    """Lines after those, to the end of the game."""

    result: tuple[str, ...]
    """How the game ended."""


@dataclass(frozen=True, slots=True)
class DecisiveGame(Document):
    """A game that ends with other winners in the second version."""

    deal: int
    scenario: str
    rotation: int
    games: tuple[int, int]
    """The numbers of the game in both runs."""

    winners: tuple[tuple[int, ...], tuple[int, ...]]
    """The seats that won in each version: all or none of a team."""

    winner_words: tuple[str, str]
    turn: int | None = None
    """The first turn whose row differs; None if that isn't known."""

    round: int | None = None
    names_changed: bool = False
    """Whether the rows of its players, or of that turn, name a changed card."""

    same_lines: int = 0
    """Lines at the beginning of the transcript that both versions have."""

    heading: str = ""
    """The heading above the first line that differs."""

    difference: tuple[str, str] = ("", "")
    """The first line of each version that differs."""

    excerpts: tuple[Excerpt, ...] = ()
    """Those of both versions; empty if there are none."""

    problem: str = ""
    """Why there are none, in a line."""


@dataclass(frozen=True, slots=True)
class Decisive(Document):
    """Some games in which the change decided the winner."""

    names: tuple[str, str]
    """What the versions are called."""

    folders: tuple[str, str]
    decided: int
    """All pairs of games with other winners."""

    pairs: int
    games: tuple[DecisiveGame, ...]
    problem: str = ""
    """Why no transcripts are shown, in a line."""


def decisive_games(
    base: Run,
    other: Run,
    found: PairedGames,
    most: int = MOST,
    *,
    names: tuple[str, str] = NAMES,
    trust: Trust | None = None,
    compile_plan: Callable[[Plan], None] | None = None,
) -> Decisive:
    """Choose decisive games and play both versions again, from the copies in the runs.

    ``found`` is the result of ``compare_games``. Python strategies are executed if they are the
    user's own, or as ``trust`` allows. ``compile_plan`` is called before games are played; without
    it a strategy of weights that isn't compiled yet is played plain, which is slow.
    """
    rows = chosen(found.decided, most)
    games = [game_of(base, other, row) for row in rows]
    problem = ""
    if rows:
        try:
            plans = plans_of((base, other), len(rows), trust or user_trust(), compile_plan)
            games = told_games(plans, games, rows)
        except (RunError, StrategyError) as error:
            problem = visible(str(error))
    count, folders = found.divergence, (str(base.path), str(other.path))
    return Decisive(names, folders, count.other_winner, count.games, tuple(games), problem)


# ---------------------------------------------------------------- which games


def chosen(decided: pl.DataFrame, most: int) -> list[dict[str, Any]]:
    """So many games, or all, from those that diverge early to those that diverge late.

    Games in which a changed card is involved come first, then other deals before other rotations
    of the same one. Among equals they are spread evenly over the turns in which games diverge.
    """
    again = pl.int_range(pl.len()).over("deal") > 0
    tiers = (
        decided.with_row_index("place")
        .with_columns(again=again)
        .sort(~pl.col("involved"), "again", "turn", "place", nulls_last=True)
    )
    found: list[dict[str, Any]] = []
    for tier in tiers.partition_by("involved", "again", maintain_order=True):
        places = spread([range(tier.height)], most - len(found)) if len(found) < most else []
        found += [tier.row(place, named=True) for place in places]
    return sorted(found, key=lambda row: (row["turn"] is None, row["turn"] or 0, row["place"]))


def game_of(base: Run, other: Run, row: dict[str, Any]) -> DecisiveGame:
    """A decisive game as far as the tables know it."""
    sides = (base, row["game"], row["winners"]), (other, row["game_other"], row["winners_other"])
    first, second = (result_words(*side) for side in sides)
    return DecisiveGame(
        row["deal"],
        row.get("scenario", base.request.scenarios[0]),
        row["rotation"],
        (row["game"], row["game_other"]),
        (tuple(row["winners"]), tuple(row["winners_other"])),
        (first, second),
        row["turn"],
        row["round"],
        row["involved"],
    )


def result_words(run: Run, number: int, winners: Sequence[int]) -> str:
    """Who wins a game: ``Newton (seat 1) wins``."""
    if run.plugin.info.outcome is Outcome.TEAM:
        return "the team wins" if winners else "the team loses"
    seats = Design.of(run.request, run.box).seats(number)
    names = [seat_words(run, seat, seats[seat]) for seat in winners]
    return f"{listed(names)} {'wins' if len(names) == 1 else 'share the win'}"


def seat_words(run: Run, number: int, seat: Seat) -> str:
    """A seat by the name of its role, or of an automa."""
    if seat.role is not None:
        return visible(f"{run.box.roles[seat.role].name} (seat {number})")
    automa = run.request.lineup[seat.place] in run.request.automas
    return run.request.lineup[seat.place].capitalize() if automa else f"seat {number}"


# ---------------------------------------------------------------- transcripts


def plans_of(
    runs: tuple[Run, Run], games: int, trust: Trust, compile_plan: Callable[[Plan], None] | None
) -> tuple[Plan, Plan]:
    """The plans of both runs, from their own copies."""
    one, other = (plan_again(run.path, run.manifest, 2 * games, trust) for run in runs)
    for plan in (one, other):
        if compile_plan is not None:
            compile_plan(plan)
    return one, other


def told_games(
    plans: tuple[Plan, Plan], games: Sequence[DecisiveGame], rows: Sequence[dict[str, Any]]
) -> list[DecisiveGame]:
    """The games with their transcripts."""
    texts = texts_of(plans[0].box, plans[1].box)
    found = []
    for game, row in zip(games, rows, strict=True):
        one = tell_game(plans[0], game.games[0])
        other = tell_game(plans[1], game.games[1], texts)
        stored = (row["winners"], row["scores"]), (row["winners_other"], row["scores_other"])
        problem = other_result(game, (one, other), stored)
        where = parting(one, other)
        if problem or where is None:
            found.append(replace(game, problem=problem or SAME_TEXT))
        else:
            found.append(with_transcripts(game, one, other, where))
    return found


def other_result(
    game: DecisiveGame, told: Sequence[ToldGame], stored: Sequence[tuple[list[int], list[int]]]
) -> str:
    """A line if a game has another result than the one in its run; else ""."""
    for number, again, (winners, scores) in zip(game.games, told, stored, strict=True):
        if (list(again.winners), list(again.scores)) != (winners, scores):
            return f"Game {number:,} has another result than its run when it is played again."
    return ""


def with_transcripts(
    game: DecisiveGame, one: ToldGame, other: ToldGame, where: Parting
) -> DecisiveGame:
    rests = one.lines[where.starts[0] :], other.lines[where.starts[1] :]
    is_below = one.lines[where.starts[0] - 1].is_heading
    above = [where.heading, *([] if is_below else ["  …"])] if where.heading else []
    texts = zip((one, other), without_common(*rests), strict=True)
    return replace(
        game,
        same_lines=where.same,
        heading=where.heading,
        difference=(first_words(rests[0]), first_words(rests[1])),
        excerpts=tuple(excerpt(above, lines, told.result) for told, lines in texts),
    )


def first_words(lines: Sequence[Line]) -> str:
    """The first line that isn't blank."""
    texts = (line.text.strip() for line in lines)
    return next((text for text in texts if text), "")


def excerpt(above: Sequence[str], lines: Sequence[str], result: tuple[str, ...]) -> Excerpt:
    """The first lines below a heading, and how many more there are."""
    shown = lines[:MOST_LINES]
    return Excerpt((*above, *shown), len(lines) - len(shown), result)
