"""Checks of publications: the scoring set can be paid with elementals, and none scores more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import ELEMENTS
from trisim.games.trismegistus.audit.lists import SEAT, added_up, listed
from trisim.sim.audit.findings import Wrong

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

MOST = 12
"""Hands up to this size are gone through set by set; larger ones are left alone."""


@check(
    "publications",
    "the scoring set is held, and gives the points printed on it",
    "players",
    "games",
)
def scoring_set(evidence: Evidence) -> Iterator[Wrong]:
    """Publications that score are among those held."""
    cards = listed(evidence, "publications_done").join(evidence.facts.publications, on="id")
    frame = added_up(evidence, cards, "points")
    yield from evidence.differing("players", frame, "vp_publications", "sum_points")
    held = listed(evidence, "publications")
    astray = listed(evidence, "publications_done").join(held, on=[*SEAT, "id"], how="anti")
    yield from evidence.faulty(
        "players", astray.sort(SEAT), pl.lit(True), "publications_done", "one that is held", "id"
    )


@check(
    "publication-needs",
    "the scoring set needs no more elementals than there are",
    "players",
    "games",
)
def needs_of_the_set(evidence: Evidence) -> Iterator[Wrong]:
    """Each elemental serves one publication."""
    cards = listed(evidence, "publications_done").join(evidence.facts.publications, on="id")
    frame = added_up(evidence, cards, *ELEMENTS)
    for name in ELEMENTS:
        needed, there = pl.col(f"sum_{name}"), pl.col(f"elementals_{name}")
        said = pl.format("up to {}", there)
        yield from evidence.faulty("players", frame, needed > there, f"{name} needed", said, needed)


@check("best-set", "no other set of the publications held gives more points", "players", "games")
def best_set(evidence: Evidence) -> Iterator[Wrong]:
    """All sets of up to twelve publications are tried."""
    known = pl.col("publications").list.eval(
        pl.element().is_in(evidence.facts.publications["id"].implode())
    )
    frame = evidence.finished("players").with_columns(size=pl.col("publications").list.len())
    frame = frame.filter(pl.col("size").is_between(1, MOST), known.list.all())
    for hand in frame.partition_by("size", maintain_order=True):
        best = pl.Series(best_points(evidence, hand), dtype=pl.Int32)
        right = hand.with_columns(best=best)
        yield from evidence.differing("players", right, "vp_publications", "best")


def best_points(evidence: Evidence, hands: pl.DataFrame) -> Numbers:
    """The most points that each hand can give; all hands are of one size."""
    cards = evidence.facts.publications
    size = int(hands["size"][0])
    ids = hands["publications"].explode()
    held = ids.replace_strict(cards["id"], range(cards.height)).to_numpy().reshape(-1, size)
    needs = cards.select(ELEMENTS).to_numpy()[held]  # [hand, card, element]
    points = cards["points"].to_numpy()[held]  # [hand, card]
    there = hands.select(f"elementals_{name}" for name in ELEMENTS).to_numpy()
    best = np.zeros(len(held), np.int64)
    for chosen in range(1, 1 << size):
        cards_of_set = [card for card in range(size) if chosen >> card & 1]
        fits = (needs[:, cards_of_set].sum(axis=1) <= there).all(axis=1)
        best = np.maximum(best, np.where(fits, points[:, cards_of_set].sum(axis=1), 0))
    return best
