"""Planted tournaments: sheets whose true strengths are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trisim.stats.deal_arrays import Sheet
from trisim.stats.standings import Standings, Tally, standings


def planted_sheets(
    rng: np.random.Generator,
    logs: Sequence[float],
    lineups: Sequence[tuple[int, ...]],
    deals: int,
    alike: float = 0.0,
) -> list[Sheet]:
    """Games that follow Plackett and Luce exactly; with ``alike``, a deal has favourites.

    Each strategy's luck is Gumbel's. In a share ``alike`` of the games of a deal everybody has the
    luck of the deal, the same in all of these games: each game is as it should be, but they are not
    independent.
    """
    of_deal = rng.gumbel(size=(deals, 1, len(logs)))
    sheets = []
    for lineup in lineups:
        shape = (deals, len(lineup), len(lineup))
        own = rng.gumbel(size=shape)
        common = np.broadcast_to(of_deal[..., list(lineup)], shape)
        luck = np.where(rng.random((*shape[:2], 1)) < alike, common, own)
        worth = np.asarray(logs)[list(lineup)] + luck
        sheets.append(sheet_of(lineup, (worth[..., None, :] > worth[..., :, None]).sum(-1) + 1))
    return sheets


def sheet_of(lineup: Sequence[int], rank: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Sheet:
    """A sheet from ranks by deal, rotation and place."""
    winners = (rank == 1).sum(axis=-1, keepdims=True)
    win = np.where(rank == 1, 1 / winners, 0.0)
    score = np.asarray(100.0 - 10 * rank, dtype=np.float64)
    return Sheet(tuple(lineup), np.arange(len(rank)), rank, score, win)


def standings_of(
    sheets: Sequence[Sheet], names: Sequence[str], form: str = "mixed", seed: int = 1
) -> Standings:
    """The standings of sheets that all have the same deals."""
    tally = Tally(tuple(names), form, seed)
    tally.read(sheets)
    return standings(tally, specs=names, players=sheets[0].players, lineups=len(sheets))
