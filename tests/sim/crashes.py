"""Dies before each step that changes the directory of a run, one after the other, and resumes.

A step is a file opened for writing, renamed or removed, or a directory made. To die at once,
without cleaning up, is to a directory what ``kill -9`` is. Each try is a fork of this process,
which has everything loaded, so that it is quick. ``python -m tests.sim.crashes FOLDER [force]``
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.sim.helpers import litter, parquet, play, small
from trisim.box.box import Conversion
from trisim.box.format import BoxFormat
from trisim.games.trismegistus.box.box import FORMAT, Box, load_box
from trisim.games.trismegistus.players.kit import KIT
from trisim.players.registry import load
from trisim.plugin import load as load_game
from trisim.sim import inputs, plan
from trisim.sim.manifest import read_manifest
from trisim.sim.provenance import rules_digest

STEPS = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
DIED = 9
REQUEST = small(games=4, part_games=2, log="players")
OTHER = small(games=8, part_games=4, seed=5)


def in_a_fork(work: Callable[[], Any]) -> int:
    """Do something in a fork of this process; its exit code."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die_before(step: int, folder: Path) -> None:
    """Die before the directory is touched for so many times."""
    left = step

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal left
        if event in STEPS and is_inside(arguments[0], folder):
            left -= event != "open" or bool(arguments[2] & WRITING)
            if left < 0:
                os._exit(DIED)

    sys.addaudithook(count)


def is_inside(path: object, folder: Path) -> bool:
    """Whether a path is that of a directory, or in it."""
    return isinstance(path, str | os.PathLike) and os.fspath(path).startswith(str(folder))


def crash(folder: Path, step: int, wanted: dict[str, str], *, force: bool) -> bool:
    """Die at a step and resume; whether there was such a step."""
    if force:
        assert in_a_fork(lambda: play(folder, OTHER)) == 0

    def doomed() -> None:
        die_before(step, folder)
        play(folder, REQUEST, force=force)

    died = in_a_fork(doomed)
    assert died in (0, DIED), died
    assert force or parquet(folder).items() <= wanted.items(), f"at step {step}"
    if list(folder.glob(".receipts/*.json")):
        (folder.parent / "playing").touch()  # from here on a run is a run, however it began
    assert in_a_fork(lambda: resumed(folder, force=force)) == 0, f"after step {step}"
    return died == DIED


def resumed(folder: Path, *, force: bool) -> None:
    """Go on; where the old run of another kind is still whole, replace it once more."""
    old = folder.is_dir() and (folder / "manifest.json").is_file()
    if force and old and read_manifest(folder).request == OTHER:
        play(folder, REQUEST, force=True)
    else:
        play(folder, REQUEST, resume=True)
    assert read_manifest(folder).status == "finished"
    assert not litter(folder), litter(folder)


def main(place: Path, *, force: bool) -> int:
    """Try every step; how many there were."""
    rules_digest(load_game(REQUEST.game))  # once: the sources may be edited meanwhile
    for name in ("joblib", "pandas", "trisim.record.arrow"):
        import_module(name)
    load("random", KIT)
    for module in (inputs, plan):
        vars(module)["load_box"] = quick_box
    assert in_a_fork(lambda: play(place / "whole", REQUEST)) == 0
    wanted = parquet(place / "whole")
    assert len(wanted) == 4
    step = 0
    while crash(place / f"step-{step}", step, wanted, force=force):
        assert parquet(place / f"step-{step}") == wanted, f"after step {step}"
        step += 1
        if force and (place / "playing").exists():
            break
    return step


BOX = load_box()
REFERENCE = {name: (FORMAT.reference / name).read_bytes() for name in FORMAT.file_names}


def quick_box(
    form: BoxFormat[Any],
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    *,
    conversion: Conversion | None = None,
) -> Box:
    """The reference set, loaded once; a copy of it must be complete."""
    assert form is FORMAT
    assert conversion is None
    if box is not None:
        assert {path.name: path.read_bytes() for path in Path(box).iterdir()} == REFERENCE
    return BOX


if __name__ == "__main__":
    sys.stdout.write(f"{main(Path(sys.argv[1]), force='force' in sys.argv)}\n")
