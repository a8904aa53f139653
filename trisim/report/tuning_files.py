"""The results of a tuning as files: the check as JSON, pictures, and the weights file last."""

from __future__ import annotations

from pathlib import Path

from trisim.documents import plain
from trisim.report.results import read_result, write_result
from trisim.sim.disk import write_text, written_whole
from trisim.sim.tuned_file import tuned_text
from trisim.sim.tuning import Tuning
from trisim.sim.tuning_folder import CHECK, PICTURES, TUNED, TUNING
from trisim.stats.tuning_check import Check
from trisim.stats.tuning_progress import Turn, climbs


def write_results(tuning: Tuning, check: Check) -> list[Path]:
    """Write all files of results into the directory of a tuning."""
    from trisim.report.tuning_figure import save_figure

    folder, asked = tuning.path, tuning.asked
    write_result(folder / CHECK, {"asked": plain(asked), "check": check.as_dict()})
    turns = [Turn(each.generation + 1, each.opponent, each.win) for each in tuning.generations()]
    for name in PICTURES:
        with written_whole(folder / name) as draft:
            save_figure(climbs(turns), asked.settings, draft, name.rpartition(".")[2])
    write_text(folder / TUNED, tuned_text(tuning.unchecked(), asked, check))
    return [folder / name for name in (CHECK, *PICTURES, TUNED)]


def read_results(folder: Path) -> Check:
    """The check that was written."""
    return read_result(folder, CHECK, TUNING, "tune", "check", Check)
