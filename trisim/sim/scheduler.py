"""Plays the missing parts of a run on a backend and finishes the manifest.

At any moment the directory holds a run that can be resumed to the same bytes, and the parts that
have a receipt are complete.
"""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from trisim.engine import cache
from trisim.engine.cache import cores
from trisim.engine.compilation import compile_all
from trisim.interrupt import check_interrupt
from trisim.sim.backends import MapTasks, error_in_words, workers_of
from trisim.sim.disk import host, remove
from trisim.sim.errors import RunError
from trisim.sim.folder import finished_parts, recorded_parts, sweep
from trisim.sim.lock import Lock
from trisim.sim.manifest import FINISHED, INTERRUPTED, RUNNING, Manifest, Sitting, write_manifest
from trisim.sim.part import PLANS, PLAY_BLOCK, Task, play_part
from trisim.sim.plan import Plan
from trisim.sim.progress import Counter
from trisim.sim.provenance import now
from trisim.sim.receipts import RECEIPTS, by_part
from trisim.sim.request import Execution
from trisim.sim.run_request import Until
from trisim.sim.trust import Trust, trust_of
from trisim.sim.until import Watcher
from trisim.sim.verify import sound_parts


class RunScheduler:
    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        lock: Lock,
        plan: Plan,
        execution: Execution,
        backend: str,
        play: str,
        limit: int | None = None,
    ) -> None:
        self.folder = folder
        self.limit = limit
        """Parts after which it pauses; None: it plays all."""

        self.manifest = manifest
        self.lock = lock
        self.plan = plan
        self.execution = execution
        self.backend = backend
        self.play_function = play
        recorded = recorded_parts(folder, manifest).values()
        self.done = by_part(sound_parts(folder, [*recorded]))
        request = manifest.request
        self.counter = Counter(request.games, manifest.part_count, execution.on_progress)

    def play(self) -> None:
        self.counter.found(sum(part.games for part in self.done.values()), len(self.done))
        if self.manifest.is_finished and len(self.done) == self.manifest.part_count:
            return
        if self.pauses and all(part in self.done for part in range(self.limit or 0)):
            return
        try:
            self.prepare()
            jobs, address = self.execution.jobs, self.execution.address
            with (
                PLANS.at_hand(self.plan, *self.plan_key),
                workers_of(self.backend, jobs, address, self.counter) as (workers, map_tasks),
            ):
                self.begin_sitting(workers)
                self.play_missing(map_tasks)
            if self.pauses:
                self.end_sitting(INTERRUPTED)
            else:
                self.finish()
        except (Exception, KeyboardInterrupt) as error:
            self.stop()
            raise self.explained(error) from error

    @property
    def pauses(self) -> bool:
        """Whether it stops before the last part, to go on later."""
        return self.limit is not None and self.limit < self.manifest.part_count

    def prepare(self) -> None:
        """Remove unfinished files of others, and load all that is needed."""
        sweep(self.folder, keep=self.done)
        for name in (RECEIPTS, *self.manifest.request.tables):
            (self.folder / name).mkdir(exist_ok=True)
        self.manifest = replace(self.manifest, status=RUNNING).with_parts(self.done)
        write_manifest(self.folder, self.manifest)
        self.load_all()

    def play_missing(self, map_tasks: MapTasks) -> None:
        """Play the missing parts, until the run is long enough."""
        until = self.manifest.request.until_ci
        if self.pauses:
            self.play_parts(map_tasks, range(self.limit or 0))
        elif until is None or self.manifest.stopped:
            self.play_parts(map_tasks, range(self.manifest.part_count))
        else:
            self.play_until(map_tasks, until)

    def play_until(self, map_tasks: MapTasks, until: Until) -> None:
        """Play from look to look, until the intervals are narrow enough."""
        from trisim.stats.sequence import looks

        watcher = Watcher(self.folder, self.plan, until)
        seen = 0
        for look in looks(self.manifest.request.parts):
            self.play_parts(map_tasks, range(seen, look))
            watcher.add(range(seen, look))
            seen = look
            if watcher.is_satisfied():
                self.manifest = replace(self.manifest, stopped=watcher.found(look))
                return

    def play_parts(self, map_tasks: MapTasks, parts: range) -> None:
        tasks = [self.task(part) for part in parts if part not in self.done]
        with closing(map_tasks(play_part, tasks)) as records:
            for record in records:
                self.done[record.part] = record
                self.counter.finished(record.games)
                check_interrupt()

    def load_all(self) -> None:
        """Load and compile what all workers need, before several do it at once."""
        groups = self.plan.kernel_groups
        is_wanted = self.play_function == PLAY_BLOCK and self.plan.is_compiled
        if is_wanted and not cache.is_compiled(self.plan.game.rules.registry, *groups):
            compile_all(
                self.plan.game.rules,
                lambda done, total, _: self.counter.report(note=f"compiling: {done}/{total}"),
                groups,
            )

    @property
    def plan_key(self) -> tuple[str, str, Trust, bool]:
        """The key by which workers load the plan."""
        trust = trust_of(self.plan.players)
        return str(self.folder), self.manifest.run, trust, self.plan.is_compiled

    def task(self, part: int) -> Task:
        folder, run, trust, is_compiled = self.plan_key
        return Task(
            folder=folder,
            run=run,
            token=self.lock.token,
            part=part,
            play=self.play_function,
            trust=trust,
            is_compiled=is_compiled,
        )

    # -- how it went

    def begin_sitting(self, workers: int) -> None:
        sitting = Sitting(now(), host(), cores(), workers, self.backend)
        self.manifest = replace(self.manifest, sittings=(*self.manifest.sittings, sitting))
        write_manifest(self.folder, self.manifest)

    def end_sitting(self, status: str) -> None:
        ended = self.manifest.sittings
        if ended and ended[-1].seconds is None:
            took = round(self.counter.seconds(), 3)
            ended = (*ended[:-1], replace(ended[-1], seconds=took))
        self.manifest = replace(self.manifest, status=status, sittings=ended)
        write_manifest(self.folder, self.manifest)

    def finish(self) -> None:
        """Move all receipts into the manifest: the run is finished."""
        sweep(self.folder, keep=self.done)  # what workers left that were killed meanwhile
        self.check_all_there()
        self.manifest = self.manifest.with_parts(self.done)
        self.end_sitting(FINISHED)
        remove(self.folder / RECEIPTS)

    def check_all_there(self) -> None:
        """Stop if files of finished parts have been removed or cut off."""
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
        """Remove unfinished files; the receipts name the finished parts."""
        with suppress(OSError):
            self.done |= finished_parts(self.folder, self.manifest)
            sweep(self.folder, keep=self.done)
            self.end_sitting(INTERRUPTED)

    def explained(self, error: BaseException) -> RunError:
        """The error and how to continue, in one line."""
        games = sum(part.games for part in self.done.values())
        kept = f"{games:,} of {self.manifest.request.games:,} games are kept"
        return error_in_words(error, self.folder, self.backend, kept)
