"""The director of a run: hands out the parts that are missing, and writes down how it ended.

At any moment the directory holds a run that can be resumed to the same bytes, and the parts that
have a receipt are complete.
"""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from trisim.engine import cache
from trisim.engine.cache import cores
from trisim.engine.compilation import compile_all
from trisim.interrupt import check_interrupt
from trisim.sim.backends import Play, worker_error, workers_of
from trisim.sim.disk import host, remove
from trisim.sim.errors import AbandonedPartError, InterruptedRunError, RunError
from trisim.sim.folder import finished_parts, recorded_parts, sweep
from trisim.sim.lock import Lock
from trisim.sim.manifest import FINISHED, INTERRUPTED, RUNNING, Manifest, Sitting, write_manifest
from trisim.sim.part import PLAY_BLOCK, Task, disk_error, plan_of
from trisim.sim.plan import Plan
from trisim.sim.progress import Counter, Tell
from trisim.sim.provenance import now
from trisim.sim.receipts import RECEIPTS, by_part
from trisim.sim.settings import Until
from trisim.sim.trust import Trust
from trisim.sim.until import Watcher
from trisim.sim.verify import sound_parts


@dataclass(frozen=True, slots=True)
class How:
    """How a run is played: it changes no row."""

    jobs: int
    backend: str
    address: str | None
    play: str
    trust: Trust
    """The Python code that this process and its workers may execute."""

    is_compiled: bool
    """Whether this process and its workers play compiled, or plain."""


class Director:
    """Directs one sitting, from the first missing part to the end of the run."""

    def __init__(
        self, folder: Path, manifest: Manifest, lock: Lock, how: How, tell: Tell | None
    ) -> None:
        self.folder = folder
        self.manifest = manifest
        self.lock = lock
        self.how = how
        recorded = recorded_parts(folder, manifest).values()
        self.done = by_part(sound_parts(folder, [*recorded]))
        self.counter = Counter(manifest.settings.games, manifest.part_count, tell)

    def direct(self) -> None:
        """Play all parts that are missing, and finish the run."""
        self.counter.found(sum(part.games for part in self.done.values()), len(self.done))
        if self.manifest.is_finished and len(self.done) == self.manifest.part_count:
            return
        try:
            self.prepare()
            how = self.how
            with workers_of(how.backend, how.jobs, how.address, self.counter) as (workers, play):
                self.begin_sitting(workers)
                self.play_missing(play)
            self.finish()
        except (Exception, KeyboardInterrupt) as error:
            self.stop()
            raise self.explained(error) from error

    def prepare(self) -> None:
        """Sweep out what others left behind, and see that all that is needed is there."""
        sweep(self.folder, keep=self.done)
        for name in (RECEIPTS, *self.manifest.settings.tables):
            (self.folder / name).mkdir(exist_ok=True)
        self.manifest = replace(self.manifest, status=RUNNING).with_parts(self.done)
        write_manifest(self.folder, self.manifest)
        self.load_all()

    def play_missing(self, play: Play) -> None:
        """Play the parts that are missing, until the run is long enough."""
        until = self.manifest.settings.until
        if until is None or self.manifest.stopped:
            self.play_parts(play, range(self.manifest.part_count))
        else:
            self.play_until(play, until)

    def play_until(self, play: Play, until: Until) -> None:
        """Play from look to look, until one finds the run long enough."""
        from trisim.stats.sequence import looks

        watcher = Watcher(self.folder, self.plan, until)
        seen = 0
        for look in looks(self.manifest.settings.parts):
            self.play_parts(play, range(seen, look))
            watcher.add(range(seen, look))
            seen = look
            if watcher.is_satisfied():
                self.manifest = replace(self.manifest, stopped=watcher.found(look))
                return

    def play_parts(self, play: Play, parts: range) -> None:
        """Play those of some parts that are missing."""
        tasks = [self.task(part) for part in parts if part not in self.done]
        with closing(play(tasks)) as records:
            for record in records:
                self.done[record.part] = record
                self.counter.finished(record.games)
                check_interrupt()

    @property
    def plan(self) -> Plan:
        """All that is needed to play, from the directory."""
        how = self.how
        return plan_of(str(self.folder), self.manifest.run, how.trust, how.is_compiled)

    def load_all(self) -> None:
        """Load, and compile, what everybody needs, before there are several to do it at once."""
        assert self.plan.players, "a run without players"
        groups = self.plan.kernel_groups
        is_wanted = self.how.play == PLAY_BLOCK and self.plan.is_compiled
        if is_wanted and not cache.is_compiled(*groups):
            compile_all(
                lambda done, total, _: self.counter.report(note=f"compiling: {done}/{total}"),
                groups,
            )

    def task(self, part: int) -> Task:
        """The task to play a part."""
        how, run, token = self.how, self.manifest.run, self.lock.token
        return Task(str(self.folder), run, token, part, how.play, how.trust, how.is_compiled)

    # -- how it went

    def begin_sitting(self, workers: int) -> None:
        """Write down who plays."""
        sitting = Sitting(now(), host(), cores(), workers, self.how.backend)
        self.manifest = replace(self.manifest, sittings=(*self.manifest.sittings, sitting))
        write_manifest(self.folder, self.manifest)

    def end_sitting(self, status: str) -> None:
        """Write down how it ended, and how long it took."""
        ended = self.manifest.sittings
        if ended and ended[-1].seconds is None:
            took = round(self.counter.seconds(), 3)
            ended = (*ended[:-1], replace(ended[-1], seconds=took))
        self.manifest = replace(self.manifest, status=status, sittings=ended)
        write_manifest(self.folder, self.manifest)

    def finish(self) -> None:
        """Take all receipts into the manifest: the run is finished."""
        sweep(self.folder, keep=self.done)  # what workers left that were killed meanwhile
        self.check_all_there()
        self.manifest = self.manifest.with_parts(self.done)
        self.end_sitting(FINISHED)
        remove(self.folder / RECEIPTS)

    def check_all_there(self) -> None:
        """Stop if files of finished parts have been removed or cut since."""
        lost = [part for part, record in self.done.items() if not record.is_in(self.folder)]
        for part in lost:
            del self.done[part]
        if lost:
            more = f" and {len(lost) - 1} more parts" if len(lost) > 1 else ""
            raise RunError(
                f"{self.folder}: files of part-{lost[0]:05d}{more} have disappeared while the run "
                "was played; resume to play it again (--resume)"
            )

    def stop(self) -> None:
        """Leave a tidy directory; the receipts tell which parts are finished."""
        with suppress(OSError):
            self.done |= finished_parts(self.folder, self.manifest)
            sweep(self.folder, keep=self.done)
            self.end_sitting(INTERRUPTED)

    def explained(self, error: BaseException) -> RunError:
        """What went wrong, and how to go on, in one line."""
        games = sum(part.games for part in self.done.values())
        state = f"{games:,} of {self.manifest.settings.games:,} games are kept"
        if isinstance(error, KeyboardInterrupt):
            return InterruptedRunError(f"{self.folder}: stopped; {state}, go on with --resume")
        if isinstance(error, AbandonedPartError):
            return RunError(f"{self.folder}: the lock of the run is gone; {state}")
        if isinstance(error, RunError):
            return error
        if isinstance(error, OSError):
            return disk_error(self.folder, error)
        lost = worker_error(error, self.how.backend)
        return lost or RunError(
            f"{self.folder}: {type(error).__name__}: {error}; this is a fault of trisim, {state}"
        )
