"""From existing runs to a comparison and its page: for the command and ``trisim.compare``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from trisim.report.comparison import Comparison
from trisim.report.comparison_facts import ComparisonWishes, compare_runs
from trisim.report.comparison_files import comparison_json, page_of
from trisim.report.decisive import MOST
from trisim.report.load_runs import facts_of, silent
from trisim.report.page.files import (
    Progress,
    ReportOutput,
    check_place,
    report_output,
    write_pages,
)
from trisim.report.run_names import run_names
from trisim.sim.errors import SettingsError
from trisim.sim.run import Run
from trisim.stats.analyses.targets import Target, read_targets
from trisim.stats.changes import USUAL, Margins

EXAMPLE = "comparisons/mine.html"


@dataclass(frozen=True, slots=True)
class RunsToCompare:
    """Runs that can be compared, and where the page goes."""

    runs: tuple[Run, ...]
    names: tuple[str, ...]
    output: ReportOutput | None
    targets: tuple[Target, ...] | None


def check_runs(
    folders: Sequence[str | Path],
    out: str | Path | None,
    *,
    extras: Sequence[str] = (),
    targets: str | Path | None = None,
) -> RunsToCompare:
    """Open the runs and check everything before rows are read."""
    if len({Path(folder).resolve() for folder in folders}) < len(folders):
        raise SettingsError("runs: one is named twice; name each once")
    if len(folders) < 2:
        raise SettingsError("runs: a comparison has at least 2 of them; the first is the base")
    output = None
    if out is not None:
        output = report_output(out, None, tuple(extras))
        check_place(output, folders)
    runs = tuple(Run(folder) for folder in folders)
    from trisim.report.comparison_versions import unpaired_because

    unpaired_because(runs, [str(run.path) for run in runs])
    info = runs[0].plugin.info
    aims = None if targets is None else read_targets(Path(targets), info.players).targets
    return RunsToCompare(runs, names_of_runs(runs), output, aims)


def names_of_runs(runs: Sequence[Run]) -> tuple[str, ...]:
    """Short names by what distinguishes the runs, else by folder."""
    folders = [run.path.resolve().name for run in runs]
    if len(set(folders)) == len(folders):
        return tuple(folders)
    return tuple(run_names([facts_of(run, list(run.parts)) for run in runs if run.parts]))


def compare_folders(
    asked: RunsToCompare,
    margins: Margins = USUAL,
    decisive: int = MOST,
    on_progress: Progress = silent,
) -> Comparison:
    """Compare the runs, and write the page if one is asked for."""
    wishes = ComparisonWishes(margins=margins, targets=asked.targets, decisive=decisive)
    found = compare_runs(asked.runs, asked.names, wishes, on_progress)
    if asked.output is not None:
        page = page_of(found, asked.runs[0].plugin.report)
        write_pages(page, asked.output, on_progress, lambda: comparison_json(found))
    return found
