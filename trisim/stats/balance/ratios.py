"""Ratios of many things at once, such as all cards: what ``Sums`` keeps, in arrays side by side."""

from __future__ import annotations

import numpy as np

from trisim.stats.balance.seated import Array
from trisim.stats.clustered import Sums


class Ratios:
    """Sums over deals of totals y over m, a column for each thing; they add up batch by batch."""

    def __init__(self, width: int) -> None:
        self.clusters = np.zeros(width, dtype=np.int64)
        self.sums = np.zeros((5, width))

    def add(self, y: Array, m: Array) -> None:
        """Add totals by deal (rows) and thing (columns); where m is 0, so is y."""
        self.clusters += np.count_nonzero(m, axis=0)
        self.sums += [y.sum(axis=0), m.sum(axis=0), dot(y, y), dot(y, m), dot(m, m)]

    def of(self, column: int) -> Sums:
        """The sums of one thing."""
        return Sums(int(self.clusters[column]), *(float(each) for each in self.sums[:, column]))


def dot(a: Array, b: Array) -> Array:
    """The sum of products, column by column."""
    products: Array = np.einsum("ij,ij->j", a, b)
    return products
