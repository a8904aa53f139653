"""Plays one part of a run and writes its files: the work of a worker.

A task names the run's directory and the part; everything else is read from the directory. All files
of a part are first written under hidden names. The receipt comes last.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from trisim.players.registry import StrategyError
from trisim.record.columns import Table
from trisim.sim.disk import checksum, written_whole
from trisim.sim.errors import AbandonedPartError, BadStrategyError, FolderError, RunError
from trisim.sim.inputs import load_plan
from trisim.sim.loaded import Loaded
from trisim.sim.lock import still_holds
from trisim.sim.manifest import read_manifest
from trisim.sim.plan import OnGames, Plan
from trisim.sim.receipts import FileRecord, PartRecord, table_file, write_receipt
from trisim.sim.trust import NOTHING, Trust

PLAY_BLOCK = "trisim.sim.block:play_block"
"""The function that plays a block of deals, as module:function."""

LOOK_EVERY = 1.0
"""Seconds between two checks that the scheduler of the run still holds the lock."""


@dataclass(frozen=True, slots=True)
class Task:
    folder: str
    run: str
    token: str
    """The token of the scheduler's lock: without it, the part is no longer wanted."""

    part: int
    play: str = PLAY_BLOCK
    trust: Trust = NOTHING
    """The Python code that a worker may execute, as the scheduler has decided."""

    is_compiled: bool = False
    """Whether it is played compiled or plain, as the scheduler has decided."""


def play_part(task: Task, on_games: OnGames | None = None) -> PartRecord:
    """Play a part and write its files; raises only ``RunError``, except for bugs."""
    folder = Path(task.folder)
    with errors_in_words(folder, f"part {task.part}"):
        return played(folder, task, on_games or DirectorWatch(folder, task.token))


@contextmanager
def errors_in_words(folder: Path, what: str) -> Iterator[None]:
    """Turn the errors of a worker into ``RunError``, except for bugs."""
    try:
        yield
    except StrategyError as error:
        raise BadStrategyError(str(error)) from error
    except SystemExit as error:  # it would end a thread without a word
        raise BadStrategyError(f"{folder}: a strategy left {what} by exit()") from error
    except OSError as error:
        raise disk_error(folder, error, what) from error
    except MemoryError:
        raise RunError(
            f"{folder}: not enough memory to play {what}; continue with fewer --jobs and --resume"
        ) from None


def played(folder: Path, task: Task, on_games: OnGames) -> PartRecord:
    on_games(0)
    started = time.perf_counter()
    plan = PLANS.get(task.folder, task.run, task.trust, task.is_compiled)
    first, deals = plan.request.deals_of(task.part)
    tables = function_named(task.play)(plan, first, deals, on_games)
    files = put_in_place(folder, task, tables, plan.game.record.tables, on_games)
    seconds = round(time.perf_counter() - started, 3)
    games = deals * plan.request.games_a_deal
    record = PartRecord(task.part, first, deals, games, seconds, files)
    write_receipt(folder, task.run, record)
    return record


def plan_in(folder: str, run: str, trust: Trust, is_compiled: bool) -> Plan:
    path = visible_folder(folder)
    manifest = read_manifest(path)
    if manifest.run != run:
        raise AbandonedPartError(f"{folder}: another run has begun here")
    return load_plan(path, manifest, trust, compiled=is_compiled)


PLANS = Loaded(plan_in)


def visible_folder(folder: str) -> Path:
    """The directory of a task, which must be visible to every worker."""
    path = Path(folder)
    if not path.is_dir():
        raise FolderError(f"{folder}: a worker can't see this directory; all must share it")
    return path


def function_named(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


class DirectorWatch:
    """Stops a worker whose scheduler has ended, was killed or was replaced by another."""

    def __init__(self, folder: Path, token: str) -> None:
        self.folder = folder
        self.token = token
        self._looked = 0.0

    def __call__(self, games: int) -> None:
        """Check at intervals; always if ``games`` is 0."""
        moment = time.monotonic()
        if games and moment - self._looked < LOOK_EVERY:
            return
        self._looked = moment
        if not still_holds(self.folder, self.token):
            raise AbandonedPartError(f"{self.folder}: the run was stopped")


# ---------------------------------------------------------------- files


def put_in_place(
    folder: Path,
    task: Task,
    tables: dict[str, Any],
    declared: Mapping[str, Table],
    on_games: OnGames,
) -> dict[str, FileRecord]:
    """Write the tables of a part; the files get their final names when all are complete."""
    files: dict[str, FileRecord] = {}
    with ExitStack() as drafts:
        for name in list(tables):
            path = folder / name / table_file(task.part)
            draft = drafts.enter_context(written_whole(path))
            files[name] = write_table(tables.pop(name), draft, declared[name])
            on_games(0)
    release_memory()
    return files


def write_table(rows: Any, path: Path, table: Table) -> FileRecord:
    """Write the rows of a table; the bytes depend on the rows alone."""
    from trisim.record.arrow import write_parquet

    write_parquet(rows, path, table)
    return FileRecord(rows.num_rows, path.stat().st_size, checksum(path))


def release_memory() -> None:
    """Return Arrow's spare memory, so that memory stays flat over many parts."""
    import pyarrow as pa

    pa.default_memory_pool().release_unused()


def disk_error(folder: Path, error: OSError, what: str = "the run") -> RunError:
    """What the system reported at a write, and how to continue."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return RunError(
            f"{folder}: the disk is full, {what} can't be written; make room, then continue with "
            "--resume"
        )
    said = error.strerror or str(error)
    return RunError(f"{folder}: {what} can't be written ({said}); fix that, then --resume")
