"""How games are lost: why, at which monster, and what dealt the last blow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import polars as pl

from trisim.games.madness.report.facts import MONSTERS
from trisim.stats.analyses.card_rows import numbers
from trisim.stats.analyses.deal_totals import DealTotals
from trisim.stats.analyses.seated import Ints
from trisim.stats.analyses.source import Batch, Facts, Missing, Result
from trisim.stats.analyses.tallies import Tallies
from trisim.stats.estimate import Estimate, Scale

LOSSES = ("pile", "escape", "madness")
ROUNDS = range(1, MONSTERS + 1)
HALF = MONSTERS // 2
"""The last round of the first half."""


@dataclass(frozen=True, slots=True)
class LossShare:
    """Why games are lost: the share of lost games, and how many turns they have."""

    loss: str
    share: Estimate
    turns: Estimate


@dataclass(frozen=True, slots=True)
class RoundLoss:
    """A monster of the game, by its number: of the games that reach it, those lost there.

    ``shares`` are of all lost games, by loss.
    """

    round: int
    reached: Estimate
    lost: Estimate
    shares: tuple[tuple[str, Estimate], ...]


@dataclass(frozen=True, slots=True)
class Blow:
    """What took the madness that the pile did not have: its share of such games."""

    cause: str
    share: Estimate


@dataclass(frozen=True, slots=True)
class CardBlow:
    """The same by card."""

    card: str
    cause: str
    share: Estimate


@dataclass(frozen=True, slots=True)
class Losses:
    """Lost games; intervals of a table hold together."""

    lost: Estimate
    early: Estimate
    """The share of lost games that end in the first half of the rounds."""

    losses: tuple[LossShare, ...]
    rounds: tuple[RoundLoss, ...]
    blows: tuple[Blow, ...]
    cards: tuple[CardBlow, ...]

    def measures(self) -> dict[str, Estimate]:
        """``loss.pile.share`` of lost games, ``loss.round.3.lost`` of games that reach it."""
        found = {f"loss.{each.loss}.share": each.share for each in self.losses}
        found |= {f"loss.round.{each.round}.lost": each.lost for each in self.rounds}
        found["loss.early.share"] = self.early
        return {name: each for name, each in found.items() if each.clusters}


class LossAnalysis:
    """Reads ``games``."""

    needs: ClassVar[tuple[str, ...]] = ("games",)

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.tally = Tallies("loss.*.share", "loss.round.*.lost")

    def deal_totals(self) -> DealTotals:
        return self.tally.totals

    def read(self, batch: Batch) -> None:
        words = ("loss", "loss_cause", "loss_card")
        games = (
            batch["games"]
            .select("deal", "won", "turns", "monsters", *(pl.col(n).cast(pl.String) for n in words))
            .collect()
        )
        self.tally.begin(games["deal"])
        self.tally.mean("lost", self.deals(games), lost_in(games).to_numpy(), Scale.RATE)
        lost = games.filter(lost_in(games))
        loss = numbers(lost["loss"], LOSSES)
        deals = self.tally.deals_of(lost["deal"])
        self.tally.shares([f"loss.{each}.share" for each in LOSSES], deals, loss)
        self.tally.mean("loss.early.share", deals, lost["monsters"].to_numpy() <= HALF, Scale.RATE)
        turns = lost["turns"].to_numpy()
        self.tally.by([f"loss.{each}.turns" for each in LOSSES], deals, loss, turns, Scale.MEAN)
        self.by_round(games, lost, loss)
        self.blows(lost.filter(lost["loss"] == "pile"))

    def deals(self, rows: pl.DataFrame) -> Any:
        return self.tally.deals_of(rows["deal"])

    def by_round(self, games: pl.DataFrame, lost: pl.DataFrame, loss: Ints) -> None:
        """Of the games that reach a monster, those that are lost while it is at hand."""
        reached = games["monsters"].to_numpy().astype(np.int64)
        ends_here = lost_in(games).to_numpy()
        deals = self.deals(games)
        for number in ROUNDS:
            there = reached >= number
            self.tally.mean(f"loss.round.{number}.reached", deals, there, Scale.RATE)
            ends = ends_here & (reached == number)
            self.tally.ratio(f"loss.round.{number}.lost", deals, ends, there)
        names = [f"{number} {each}" for number in ROUNDS for each in LOSSES]
        at = lost["monsters"].to_numpy().astype(np.int64) - 1
        key = np.where((at >= 0) & (loss >= 0), at * len(LOSSES) + loss, -1)
        self.tally.shares(names, self.deals(lost), key)

    def blows(self, lost: pl.DataFrame) -> None:
        """What madness was due for, by cause and by card."""
        rows = lost.select("deal", *(pl.col(name).fill_null("") for name in BLOW))
        deals = self.deals(rows)
        games = np.bincount(deals.row, minlength=deals.count).astype(np.float64)
        for group, columns in (("cause", BLOW[:1]), ("card", BLOW)):
            words = rows.select(columns).rows()
            names = sorted(set(words))
            place = {word: number for number, word in enumerate(names)}
            key = np.array([place[word] for word in words], dtype=np.int64)
            table = deals.totals(key, len(names))
            found = {name_of(each): table[:, number] for number, each in enumerate(names)}
            self.tally.put_group(group, found, games, Scale.RATE)

    def result(self) -> Result:
        tally = self.tally
        if "lost" not in tally:
            return Missing("No game of this run can be read.")
        lost = tally.estimate("lost")
        if not lost.value:
            return Missing("No game was lost.")
        causes = [name.split(".")[1] for name in tally.names_of("cause")]
        cards = [name.split(".")[1:] for name in tally.names_of("card")]
        cards = [each for each in cards if each[1]]
        return Losses(
            lost,
            tally.estimate("loss.early.share"),
            tuple(
                LossShare(
                    each,
                    tally.estimate(f"loss.{each}.share", len(LOSSES)),
                    tally.estimate(f"loss.{each}.turns", len(LOSSES)),
                )
                for each in LOSSES
            ),
            tuple(self.round_loss(number) for number in ROUNDS),
            tuple(Blow(each, tally.estimate(name_of((each,)), len(causes))) for each in causes),
            tuple(
                CardBlow(card, cause, tally.estimate(name_of((cause, card)), len(cards)))
                for cause, card in cards
            ),
        )

    def round_loss(self, number: int) -> RoundLoss:
        tally, many = self.tally, len(ROUNDS)
        return RoundLoss(
            number,
            tally.estimate(f"loss.round.{number}.reached", many),
            tally.estimate(f"loss.round.{number}.lost", many),
            tuple(
                (each, tally.estimate(f"{number} {each}", many * len(LOSSES))) for each in LOSSES
            ),
        )


BLOW = ("loss_cause", "loss_card")


def lost_in(games: pl.DataFrame) -> pl.Series:
    """Games that are lost; one that was aborted is neither."""
    return games["loss"].is_in(LOSSES)


def name_of(blow: tuple[str, ...]) -> str:
    """What its share is called among the totals."""
    return ".".join(("blow", *blow))
