"""Checks of keys: no round is missing."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.sim.audit.findings import Wrong


@check("rounds", "every game has rounds 1, 2, … to the last", "rounds", "games")
def a_row_for_each_round(evidence: Evidence) -> Iterator[Wrong]:
    """All rounds of a finished game; those of an aborted one without a gap."""
    frame = evidence["rounds"].with_columns(nth=pl.int_range(1, pl.len() + 1).over("game"))
    yield from evidence.differing("rounds", frame, "round", "nth")
    counts = evidence.finished("rounds").group_by("game", maintain_order=True).len("rounds")
    right = pl.lit(evidence.facts.rounds)
    yield from evidence.differing("rounds", counts, "rounds", right)
