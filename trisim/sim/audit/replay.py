"""Some games of a run played once more, and every row of them compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from trisim.sim.audit.evidence import Evidence, widened
from trisim.sim.audit.findings import Wrong, one
from trisim.sim.inputs import load_plan
from trisim.sim.manifest import Manifest, about_rules_version
from trisim.sim.plan import Plan
from trisim.sim.receipts import PartRecord
from trisim.sim.trust import Trust

PLAIN_GAMES = 40
"""So many games are played again sooner plain than after a compilation."""

NAME = "replay"
SAYS = "games that are played once more give the same rows"


def spread(deals: list[range], wanted: int) -> list[int]:
    """So many deals, or all, spread evenly over those that were played.

    >>> spread([range(0, 6), range(10, 14)], 3)
    [1, 5, 12]
    """
    total = sum(map(len, deals))
    count = min(wanted, total)
    return [nth_of(deals, (2 * nth + 1) * total // (2 * count)) for nth in range(count)]


def nth_of(deals: list[range], place: int) -> int:
    """The deal at a place among all."""
    for part in deals:
        if place < len(part):
            return part[place]
        place -= len(part)
    raise IndexError(place)


def plan_again(folder: Path, manifest: Manifest, games: int, trust: Trust) -> Plan:
    """The plan of a run to play some of its games again, compiled if that is worth it."""
    plan = load_plan(folder, manifest, trust, compiled=False)
    return plan.for_games(games, PLAIN_GAMES)


@dataclass(slots=True)
class Replay:
    """The deals of a run that are played once more, and what that takes."""

    plan: Plan
    deals: tuple[int, ...]
    other_rules: bool = False
    """Whether the run was played by another version of the rules, so that rows may differ."""

    differing: int = 0
    """Deals with other rows, if so."""

    @classmethod
    def of(
        cls, folder: Path, manifest: Manifest, parts: list[PartRecord], games: int, trust: Trust
    ) -> Replay:
        """Deals for so many games; executes the code of the strategies if it is trusted."""
        there = [range(part.first_deal, part.first_deal + part.deals) for part in parts]
        wanted = -(-games // manifest.request.games_a_deal)
        plan = plan_again(folder, manifest, games, trust)
        return cls(plan, tuple(spread(there, wanted)), bool(about_rules_version(manifest)))

    def deals_in(self, evidence: Evidence) -> list[int]:
        """Those that are in a part."""
        first = evidence.record.first_deal
        last = first + evidence.record.deals - 1
        return [deal for deal in self.deals if first <= deal <= last]

    def count(self, found: Sequence[Wrong]) -> None:
        """Count a deal if its rows differ."""
        self.differing += bool(found)

    def words(self) -> str:
        """How many deals have other rows with the current rules."""
        return (
            f"{self.differing:,} of {len(self.deals):,} deals that were played once more have "
            "other rows with the current rules"
        )

    def look(self, evidence: Evidence, deal: int) -> Iterator[Wrong]:
        """Play all games of a deal and compare all rows of them."""
        from trisim.sim.block import play_block

        blocks = play_block(self.plan, deal, 1)
        games_a_deal = evidence.facts.request.games_a_deal
        games = pl.col("game") // games_a_deal == deal
        for table in evidence.tables:
            again = pl.from_arrow(blocks[table])
            assert isinstance(again, pl.DataFrame)
            written = evidence.as_written(table).filter(games)
            yield from compared(evidence, table, written, widened(again), deal)


def compared(
    evidence: Evidence, table: str, written: pl.DataFrame, again: pl.DataFrame, deal: int
) -> Iterator[Wrong]:
    """The rows of a deal, column by column."""
    if written.height != again.height:
        yield one(evidence.file(table), "rows", written.height, again.height, deal=deal)
        return
    right = again.rename({name: f"·{name}" for name in again.columns})
    both = pl.concat([written, right], how="horizontal")
    for name in names_compared(evidence, table, written.columns):
        yield from evidence.differing(table, both, name, f"·{name}")


def names_compared(evidence: Evidence, table: str, there: Sequence[str]) -> list[str]:
    """Columns that mean the same in both; a run of an earlier format has fewer."""
    facts = evidence.facts
    names = [name for name in facts.tables[table].names if name in there]
    earlier = facts.game.record.earlier
    return [name for name in names if earlier.is_as_now(table, name, facts.format)]
