"""From runs to a report on disk: called by the command and by ``trisim.write_report``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from trisim.report.balance import page_of
from trisim.report.load_runs import game_of_all, read_runs, silent
from trisim.report.page.files import (
    Progress,
    ReportOutput,
    check_place,
    report_output,
    write_report,
)
from trisim.sim.run import Run
from trisim.stats.analyses.targets import Targets, read_targets


def check_report(
    runs: Sequence[str | Path],
    out: str | Path,
    *,
    format: str | None = None,  # noqa: A002 (as on the command line)
    extras: Sequence[str] = (),
    targets: str | Path | None = None,
) -> tuple[ReportOutput, Targets]:
    """Check a report before rows are read; return the output files and the targets."""
    output = report_output(out, format, tuple(extras))
    check_place(output, runs)
    game = game_of_all([Run(run) for run in runs])
    if targets is None:
        return output, game.report.default_targets()
    return output, read_targets(Path(targets), game.info.players)


def make_report(
    runs: Sequence[str | Path],
    out: str | Path,
    *,
    format: str | None = None,  # noqa: A002 (as on the command line)
    extras: Sequence[str] = (),
    targets: str | Path | None = None,
    title: str = "",
    on_progress: Progress = silent,
) -> ReportOutput:
    """Read the runs, write the page and the requested files beside it; return what was written."""
    output, aimed_at = check_report(runs, out, format=format, extras=extras, targets=targets)
    write_checked(runs, output, aimed_at, title=title, on_progress=on_progress)
    return output


def write_checked(
    runs: Sequence[str | Path],
    output: ReportOutput,
    aimed_at: Targets,
    *,
    title: str = "",
    on_progress: Progress = silent,
) -> None:
    """Write a report that ``check_report`` has checked."""
    inputs = replace(read_runs(runs, on_progress), targets=aimed_at)
    write_report(page_of(inputs, title), inputs, output, on_progress)
