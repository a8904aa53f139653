"""Where cards and madness come from and where they go, by round.

Games, players and turns, which every run has, tell how much. The ledger tells why: what moves into
the zones of players (hand, support, deck, discard pile) from elsewhere, and out of them. It may be
kept for every N-th deal only: its figures are of the games that have one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from trisim.games.madness.report.facts import MONSTERS, TURNS, box_of
from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.seated import Array
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Estimate, Scale

ROUNDS = range(1, MONSTERS + 1)
ENDS = (
    *("pile_left", "madness_hands", "madness_supports", "madness_decks", "madness_discards"),
    *("madness_curses", "madness_destroyed", "madness_gone"),
)
"""Columns of ``games``: where madness is at the end. Together they are all that there is."""

OF_TURNS = ("madness_all", "madness_cured", "drawn_all", "cards_paid", "acquired", "learned")
AT_END = ("pile", "strength", "pool")
"""Columns of ``turns``: added up over a round, and as they are after its last turn."""

FIRST_CARDS = 12
"""Cards of a first deck."""

HELD = ("hand", "support", "deck", "discard", "passing")
"""Zones of players; a card that is passing is on the way between two of them."""

MADNESS, CARDS, HANDS = "madness", "cards", "hands"
IN, OUT = "in", "out"


@dataclass(frozen=True, slots=True)
class RoundFlow:
    """A round, over the games that reach it; ``at_end`` after its last turn that was played."""

    round: int
    sums: tuple[tuple[str, Estimate], ...]
    at_end: tuple[tuple[str, Estimate], ...]

    def of(self, name: str) -> Estimate:
        return dict((*self.sums, *self.at_end))[name]


@dataclass(frozen=True, slots=True)
class MadnessEnd:
    """A place, and the madness that is there at the end of a game."""

    where: str
    cards: Estimate


@dataclass(frozen=True, slots=True)
class Stream:
    """Cards of a game that come by a cause into the zones of players (or hands), or leave them."""

    thing: str
    way: str
    cause: str
    detail: str
    cards: Estimate


@dataclass(frozen=True, slots=True)
class RoundStream:
    """The same of one round, over the games that reach it."""

    round: int
    cause: str
    cards: Estimate


@dataclass(frozen=True, slots=True)
class Flows:
    """Cards and madness of a game; intervals of a table hold together."""

    taken: Estimate
    cured: Estimate
    empty: Estimate
    """The share of madness taken because a deck was empty."""

    ends: tuple[MadnessEnd, ...]
    rounds: tuple[RoundFlow, ...]
    streams: tuple[Stream, ...]
    madness: tuple[RoundStream, ...]

    def measures(self) -> dict[str, Estimate]:
        """``madness.taken``, ``madness.cured``, ``madness.empty_decks`` and so on."""
        found = {
            "madness.taken": self.taken,
            "madness.cured": self.cured,
            "madness.empty_decks": self.empty,
        }
        for each in self.rounds:
            found[f"madness.pile.{each.round}"] = each.of("pile")
        return {name: each for name, each in found.items() if each.clusters}


class FlowsAnalysis:
    """Reads ``games`` and ``players`` and, where they are, ``turns`` and ``ledger``."""

    needs: ClassVar[tuple[str, ...]] = ("games", "players")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.pile = float(box_of(facts).rules.madness.by_players[facts.players - 2])
        self.tally = Tallies("madness.*")

    def deal_totals(self) -> DealTotals:
        return self.tally.totals

    def read(self, batch: Batch) -> None:
        games = batch["games"].select("deal", "madness_taken", "madness_cured", *ENDS).collect()
        self.tally.begin(games["deal"])
        deals = self.tally.deals_of(games["deal"])
        self.tally.mean("madness.taken", deals, games["madness_taken"].to_numpy())
        self.tally.mean("madness.cured", deals, games["madness_cured"].to_numpy())
        for name in ENDS:
            self.tally.mean(f"end {name}", deals, games[name].to_numpy())
        taken = ("madness_empty", "madness_taken")
        rows = (
            batch["players"].select("deal", *(pl.col(n).cast(pl.Float64) for n in taken)).collect()
        )
        over, under = (rows[name].to_numpy() for name in taken)
        self.tally.ratio("madness.empty_decks", self.tally.deals_of(rows["deal"]), over, under)
        if "turns" in self.facts.tables:
            self.turns(batch["turns"])
        if "ledger" in self.facts.tables:
            self.ledger(batch)

    def turns(self, turns: pl.LazyFrame) -> None:
        """Sums and ends of rounds; what follows the last turn of a round is no turn of it."""
        rows = (
            turns.filter(pl.col("turn") < MONSTERS * TURNS)
            .group_by("game", "round", maintain_order=True)
            .agg(
                pl.col("deal").first(),
                *(pl.col(name).cast(pl.Int64).sum() for name in OF_TURNS),
                *(pl.col(name).last() for name in AT_END),
            )
            .collect()
        )
        deals = self.tally.deals_of(rows["deal"])
        number = rows["round"].to_numpy().astype(np.int64) - 1
        for name in (*OF_TURNS, *AT_END):
            names = [f"{name} {each}" for each in ROUNDS]
            key = np.where(number < MONSTERS, number, -1)
            self.tally.by(names, deals, key, rows[name].to_numpy(), Scale.MEAN)

    # ---------------------------------------------------------------- the ledger

    def ledger(self, batch: Batch) -> None:
        """Streams of a game, and madness by round, over the games that have a ledger."""
        kept = batch["ledger"].select("game").unique()
        reached = (
            batch["games"].select("game", "deal", "monsters").join(kept, on="game", how="semi")
        ).collect()
        games = self.games_of(reached)
        moves = self.moves(batch["ledger"])
        for thing, way, of_it in self.streams(moves):
            by_cause = of_it.group_by("deal", "cause", "detail").agg(pl.col("cards").sum())
            self.put(f"{thing} {way}", by_cause, games)
        taken = moves.filter(pl.col("is_mad") & ~pl.col("from_held") & pl.col("to_held"))
        for number in ROUNDS:
            m = self.games_of(reached.filter(pl.col("monsters") >= number))
            here = taken.filter((pl.col("round") == number) & (pl.col("cause") != "setup"))
            by_cause = here.group_by("deal", "cause").agg(pl.col("cards").sum())
            self.put(f"round {number}", by_cause.with_columns(detail=pl.lit("")), m)

    def games_of(self, games: pl.DataFrame) -> Array:
        """How many of these games each deal of the batch has."""
        deals = self.tally.deals_of(games["deal"])
        return np.bincount(deals.row, minlength=deals.count).astype(np.float64)

    def moves(self, ledger: pl.LazyFrame) -> pl.DataFrame:
        """The ledger in a few rows for each deal."""
        zones = [pl.col(name).cast(pl.String) for name in ("source", "target")]
        round_of = (pl.col("turn").clip(0) // TURNS + 1).clip(1, MONSTERS).alias("round")
        of_action = pl.col("cause") == "action"
        keys = ("deal", "is_mad", "source", "target", "cause", "detail", "round")
        return (
            ledger.select(
                "deal",
                "source",
                "target",
                "cause",
                "cards",
                round_of,
                is_mad=pl.col("card") == "madness",
                detail=pl.when(of_action).then(pl.col("cause_id")),
            )
            .group_by(keys)
            .agg(pl.col("cards").cast(pl.Int64).sum())
            .with_columns(
                *zones,
                pl.col("cause").cast(pl.String),
                pl.col("detail").cast(pl.String).fill_null(""),
            )
            .with_columns(
                from_held=pl.col("source").is_in(HELD), to_held=pl.col("target").is_in(HELD)
            )
            .collect()
        )

    def streams(self, moves: pl.DataFrame) -> list[tuple[str, str, pl.DataFrame]]:
        """Madness and element cards into and out of players' zones; any cards of hands."""
        came = ~pl.col("from_held") & pl.col("to_held")
        went = pl.col("from_held") & ~pl.col("to_held")
        mad = pl.col("is_mad")
        to_hand = (pl.col("target") == "hand") & (pl.col("source") != "passing")
        of_hand = (pl.col("source") == "hand") & (pl.col("target") != "passing")
        return [
            (MADNESS, IN, moves.filter(came & mad)),
            (MADNESS, OUT, moves.filter(went & mad)),
            (CARDS, IN, moves.filter(came & ~mad)),
            (CARDS, OUT, moves.filter(went & ~mad)),
            (HANDS, IN, moves.filter(to_hand & ~mad)),
            (HANDS, OUT, moves.filter(of_hand & ~mad)),
        ]

    def put(self, group: str, rows: pl.DataFrame, m: Array) -> None:
        """Cards by cause over games; a deal without games of m has none."""
        found: dict[str, Array] = {}
        for (cause, detail), here in sorted(rows.group_by("cause", "detail"), key=key_of):
            deals = self.tally.deals_of(here["deal"])
            total = deals.columns(here["cards"].to_numpy().astype(np.float64))[:, 0]
            found[f"{group}|{cause}|{detail}"] = np.where(m > 0, total, 0.0)
        self.tally.put_group(group, found, m, Scale.MEAN)

    # ---------------------------------------------------------------- results

    def result(self) -> Result:
        tally = self.tally
        if "madness.taken" not in tally:
            return Missing("No game of this run can be read.")
        played = [number for number in ROUNDS if f"pile {number}" in tally]
        return Flows(
            tally.estimate("madness.taken"),
            tally.estimate("madness.cured"),
            tally.estimate("madness.empty_decks"),
            tuple(
                MadnessEnd(name, tally.estimate(f"end {name}", len(ENDS), (0.0, self.pile)))
                for name in ENDS
            ),
            tuple(
                RoundFlow(
                    number,
                    tuple((n, tally.estimate(f"{n} {number}", len(played))) for n in OF_TURNS),
                    tuple((n, tally.estimate(f"{n} {number}", len(played))) for n in AT_END),
                )
                for number in played
            ),
            tuple(
                each
                for thing in (MADNESS, CARDS, HANDS)
                for way in (IN, OUT)
                for each in self.found_streams(thing, way)
            ),
            tuple(each for number in ROUNDS for each in self.found_rounds(number)),
        )

    def found_streams(self, thing: str, way: str) -> list[Stream]:
        names = self.tally.names_of(f"{thing} {way}")
        found = []
        for name in names:
            _, cause, detail = name.split("|")
            most = self.pile + FIRST_CARDS * self.facts.players
            limits = (0.0, most) if cause == "setup" else None
            cards = self.tally.estimate(name, len(names), limits)
            found.append(Stream(thing, way, cause, detail, cards))
        return found

    def found_rounds(self, number: int) -> list[RoundStream]:
        names = self.tally.names_of(f"round {number}")
        return [
            RoundStream(number, name.split("|")[1], self.tally.estimate(name, len(names)))
            for name in names
        ]


def key_of(group: tuple[tuple[object, ...], pl.DataFrame]) -> tuple[str, ...]:
    """Groups in the order of their words."""
    return tuple(str(each) for each in group[0])
