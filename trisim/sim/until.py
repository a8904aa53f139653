"""``until``: a run stops when its intervals are narrow enough.

The intervals are checked only after fixed prefixes of the parts, so that neither the number of jobs
nor an interruption can change where the run stops; parts beyond that prefix are never played.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from trisim.plugin import GameInfo
from trisim.sim.errors import SettingsError
from trisim.sim.manifest import Stopped
from trisim.sim.options import CHOSEN
from trisim.sim.plan import Plan
from trisim.sim.receipts import table_file
from trisim.sim.run_request import Until

if TYPE_CHECKING:
    from trisim.stats.clustered import Sums
    from trisim.stats.estimate import Level
    from trisim.stats.sequence import Target


class Watcher:
    """Updates the intervals of a metric part by part, in a fixed order."""

    def __init__(self, folder: Path, plan: Plan, until: Until) -> None:
        from trisim.stats.metric_sums import MetricSource

        self.folder = folder
        self.target = target_of(until, plan.request.info)
        request = plan.request
        automa = request.info.automa if request.automas else ""
        self.source = MetricSource(request.scenarios, request.info.outcome, automa)
        self.levels = expected_levels(self.target.metric.value, plan)
        self.sums: dict[Level, Sums] = {}

    def add(self, parts: Iterable[int]) -> None:
        import polars as pl

        from trisim.stats.totals import combine

        for part in parts:
            file = self.folder / self.source.table / table_file(part)
            frame = pl.scan_parquet(file, glob=False)
            self.sums = combine([self.sums, self.source.sums(self.target.metric, frame)])

    def is_satisfied(self) -> bool:
        from trisim.stats.sequence import is_reached

        return is_reached(self.target, self.sums, levels=self.levels)

    def found(self, parts: int) -> Stopped:
        """The manifest's record of the look that stopped the run."""
        from trisim.stats.sequence import intervals

        estimates = intervals(self.target, self.sums, levels=self.levels)
        return Stopped(
            parts=parts,
            metric=self.target.metric.value,
            halfwidth=self.target.halfwidth,
            widest=max(estimate.halfwidth for estimate in estimates.values()),
            estimates={str(level): each.as_dict() for level, each in estimates.items()},
        )


def target_of(until: Until, info: GameInfo) -> Target:
    from trisim.stats.estimate import StatsError
    from trisim.stats.sequence import Target, metric_named, metrics_of

    try:
        return Target(metric_named(until[0], metrics_of(info.outcome, info.role)), until[1])
    except StatsError as error:
        raise SettingsError(f"until-ci {until[0]}={until[1]:g}: {error}") from error


def expected_levels(metric: str, plan: Plan) -> int | None:
    """The number of intervals; None if it depends on the strategies."""
    request = plan.request
    if request.info.role is not None and metric == request.info.role.one:
        if request.roles == CHOSEN:
            return None
        fixed = not isinstance(request.roles, str)
        return len(set(request.roles)) if fixed else len(plan.box.roles)
    if metric == "option":
        return len(request.scenarios) - 1  # each setup but the first, which they are compared with
    if metric == "won":
        return len(request.scenarios)
    if request.automas:
        return len(request.scenarios) if metric == "strategy" else 1
    return {"seat": request.players, "strategy": len(set(request.lineup))}.get(metric, 1)
