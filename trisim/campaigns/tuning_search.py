"""The search for better numbers: CMA-ES over vectors in units of scale, by ranks alone.

CMA-ES draws candidates from a normal distribution and moves its mean, spread and shape towards the
better half (Hansen, *The CMA Evolution Strategy: A Tutorial*, 2016). It needs ranks, no gradients,
and tolerates noise as long as better is better on average; every candidate of a generation plays
the same deals, so that much of the luck is the same for all.

No state is kept on disk: the same fitnesses restore the same state.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from cmaes import CMA

from trisim.campaigns.tuning_numbers import Vector
from trisim.campaigns.tuning_request import TuningRequest, stream_seed

DIGITS = 4
"""Decimals of a candidate, in units of scale: further digits depend on the processor and must
decide nothing."""

ADAPTS = False
"""Whether the library also adapts its learning rate to the noise (``lr_adapt``).

On test functions of 116 numbers with realistic noise, it gained 65 % of the possible gain and plain
CMA-ES 53 % (300 generations of 24, eight seeds). It is untested on games.
"""

LAST = 3
"""The result is the mean over the last 1/LAST of the generations."""


class SteadyCMA(CMA):  # type: ignore[misc]  # no stubs
    """CMA-ES that draws the same on every processor.

    The library rotates a draw by eigenvectors of the covariance. If eigenvalues are equal, as all
    are at first, eigenvectors are not unique and differ between processors and numbers of threads.
    The symmetric root of the covariance is unique; only its last digits differ.
    """

    def _sample_solution(self) -> Vector:
        vectors, lengths = self._eigen_decomposition()
        draw = vectors @ (lengths * (vectors.T @ self._rng.randn(self._n_dim)))
        return np.asarray(self._mean + self._sigma * draw, dtype=np.float64)


class Search:
    """Draws candidates, generation after generation, and moves the mean."""

    def __init__(self, request: TuningRequest, size: int) -> None:
        self.request = request
        self._optimiser = SteadyCMA(
            mean=np.zeros(size),
            sigma=request.sigma,
            population_size=request.population,
            seed=stream_seed(request.seed, "search") % 2**32,
            lr_adapt=ADAPTS,
        )
        self.means: list[Vector] = [np.zeros(size)]
        """After 0, 1, 2 … generations."""

    @property
    def generation(self) -> int:
        return len(self.means) - 1

    def ask(self) -> list[Vector]:
        """The candidates of the next generation."""
        count = self.request.population
        return [np.round(self._optimiser.ask(), DIGITS) for _ in range(count)]

    def tell(self, candidates: Sequence[Vector], fitness: Sequence[float]) -> None:
        """Update with the fitness of the candidates; more is better."""
        found = [(each, -value) for each, value in zip(candidates, fitness, strict=True)]
        self._optimiser.tell(found)
        self.means.append(self._optimiser.mean.copy())

    def spread(self, candidates: Sequence[Vector]) -> float:
        """The distance of candidates from the mean: root mean square over all numbers."""
        away = np.array(candidates) - self.means[-1]
        return round(float(np.sqrt((away**2).mean())), 6)

    def snapshot(self) -> Vector:
        """The vector that is now ``itself`` in the pool."""
        at = self.request.snapshot_of(self.generation)
        assert at is not None
        return self.means[at]

    def result(self) -> Vector:
        """The mean of the distribution, averaged over the last third of the generations.

        The mean of a single generation depends on the luck of its deals; once it no longer drifts,
        the average of many generations is closer to the optimum.
        """
        last = max(1, self.generation // LAST)
        return np.asarray(np.mean(self.means[-last:], axis=0), dtype=np.float64)
