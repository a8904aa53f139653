"""The results of a tuning as files: the check as JSON, pictures, and the weights file last."""

from __future__ import annotations

import json
from pathlib import Path

from trisim.sim.disk import write_text, written_whole
from trisim.sim.errors import FolderError
from trisim.sim.tuned_file import tuned_text
from trisim.sim.tuning import Tuning
from trisim.sim.tuning_folder import CHECK, PICTURES, TUNED, TUNING
from trisim.stats.climb import Turn, climbs
from trisim.stats.held_out import Check


def write_results(tuning: Tuning, check: Check) -> list[Path]:
    """Write all files of results into the directory of a tuning."""
    from trisim.report.tuning_figure import save_figure

    folder, asked = tuning.path, tuning.asked
    data = {"asked": asked.to_json(), "check": check.as_dict()}
    write_text(folder / CHECK, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    turns = [Turn(each.generation + 1, each.opponent, each.win) for each in tuning.generations()]
    for name in PICTURES:
        with written_whole(folder / name) as draft:
            save_figure(climbs(turns), asked.settings, draft, name.rpartition(".")[2])
    write_text(folder / TUNED, tuned_text(tuning.unchecked(), asked, check))
    return [folder / name for name in (CHECK, *PICTURES, TUNED)]


def read_results(folder: Path) -> Check:
    """The check that was written."""
    path = folder / CHECK
    try:
        return Check.from_dict(json.loads(path.read_text(encoding="utf-8"))["check"])
    except FileNotFoundError:
        TUNING.read_asked(folder)  # says so if there is no tuning at all
        raise FolderError(
            f"{folder}: this tuning has no result yet; go on with "
            f"'trisim tune --out {folder} --resume'"
        ) from None
    except NotADirectoryError:
        raise FolderError(f"{folder}: this is a file; name the folder of a tuning") from None
    except OSError as error:
        raise FolderError(f"{path}: can't be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FolderError(
            f"{path}: can't be understood; 'trisim tune --out {folder} --resume' writes it anew"
        ) from error
