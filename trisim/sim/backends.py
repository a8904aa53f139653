"""Backends: threads, processes, or the workers of a Dask or Ray cluster, by joblib.

A backend maps a function over tasks, such as ``play_part`` over the parts of a run. The rows are
the same on every backend. Tasks and results are small and can be pickled, and only a few tasks are
active at a time, so memory stays flat for any number of tasks.
"""

from __future__ import annotations

import logging
import signal
import socket
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from trisim.sim.errors import AbandonedPartError, BackendError, InterruptedRunError, RunError
from trisim.sim.part import disk_error
from trisim.sim.plan import OnGames
from trisim.sim.progress import Counter

THREADS, LOKY, DASK, RAY = "threads", "loky", "dask", "ray"
BACKENDS = (THREADS, LOKY, DASK, RAY)

IDLE_TIMEOUT = 60
"""Seconds after which an idle process ends, such as one whose scheduler was killed."""

WAVE = 8
"""Tasks per worker in one batch, for a backend that can't return results one by one."""

RAY_TIMEOUT = 30.0
"""Seconds that a Ray cluster may take to answer."""

T = TypeVar("T")
R = TypeVar("R")

Work: TypeAlias = Callable[[T, OnGames | None], R]
"""A function of a module that plays a task. It calls the second argument, if there is one, with the
number of games that it has just played, and stops if that raises."""


class MapTasks(Protocol):
    """Plays tasks and yields each result as soon as it is ready, in any order."""

    def __call__(self, work: Work[T, R], tasks: Iterable[T]) -> Generator[R, None, None]: ...


Crew: TypeAlias = Iterator[tuple[int, MapTasks]]
"""The number of workers, and the function that plays tasks on them."""


def choose_backend(asked: str | None, *, compiled: bool, address: str | None) -> str:
    """The requested backend, or by default threads if all seats are compiled, else processes."""
    name = asked or (THREADS if compiled else LOKY)
    if name not in BACKENDS:
        raise BackendError(f"backend {name}: one of {', '.join(BACKENDS)} is expected")
    if address and name not in (DASK, RAY):
        raise BackendError(f"address {address}: only the backends dask and ray have one")
    if name in (DASK, RAY):
        check_installed(name)
    if name == DASK:
        from trisim.sim.dask_backend import scheduler

        scheduler(address)
    return name


def check_installed(name: str) -> None:
    from importlib.util import find_spec

    library = "distributed" if name == DASK else name
    if find_spec(library) is None:
        raise BackendError(
            f"backend {name}: {library} is not installed; pip install 'trisim[{name}]'"
        )


def check_reachable(name: str, address: str | None) -> None:
    if name == DASK:
        from trisim.sim.dask_backend import connected

        with connected(address):
            return
    if name == RAY and address:
        check_ray_answers(address)


def check_ray_answers(address: str) -> None:
    """Stop if there is no answer at HOST:PORT; Ray itself would try for minutes."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if not port.isdigit():  # such as auto
        return
    try:
        socket.create_connection((host, int(port)), RAY_TIMEOUT).close()
    except (OSError, OverflowError) as error:
        raise BackendError(
            f"backend ray: no cluster answers at {address}; is it running, and is --address right?"
        ) from error


def count_workers(jobs: int) -> int:
    """How many cores are used here: -1 is all, -2 all but one, as in joblib."""
    import joblib

    if jobs == 0:
        raise BackendError("jobs 0: at least one is needed; -1 uses all cores")
    return jobs if jobs > 0 else max(1, joblib.cpu_count() + 1 + jobs)


@contextmanager
def workers_of(name: str, jobs: int, address: str | None, counter: Counter) -> Crew:
    """The number of workers, and the function that plays tasks on them; released at the end."""
    opened: dict[str, Callable[..., Any]] = {
        THREADS: threads,
        LOKY: processes,
        DASK: dask_workers,
        RAY: ray_workers,
    }
    with opened[name](jobs, address, counter) as crew:
        yield crew


def unordered(parallel: Any, play: Callable[[Work[Any, Any], Any], Any]) -> MapTasks:
    """Plays tasks on a ``joblib.Parallel`` that yields results one by one."""
    from joblib import delayed

    def map_tasks(work: Work[T, R], tasks: Iterable[T]) -> Generator[R, None, None]:
        with interrupts_blocked():
            results = parallel(delayed(play)(work, task) for task in tasks)
        try:
            for result in results:  # noqa: UP028 (closing this one must not close them as well)
                yield result
        finally:
            with warnings.catch_warnings():  # joblib's, that results are left behind: they are
                warnings.simplefilter("ignore")
                results.close()

    return map_tasks


def play_alone(work: Work[T, R], task: T) -> R:
    """Play a task in a separate process, without progress."""
    return work(task, None)


OPTIONS = {"batch_size": 1, "return_as": "generator_unordered"}


# ---------------------------------------------------------------- on this machine


@contextmanager
def threads(jobs: int, address: str | None, counter: Counter) -> Crew:
    """Threads of this process; compiled games don't hold each other up."""
    from joblib import Parallel

    workers = count_workers(jobs)
    stop = ThreadStop(counter)
    with ExitStack() as stack:
        stack.callback(stop.wait)  # last: nobody writes after the lock is released
        parallel = stack.enter_context(Parallel(workers, backend="threading", **OPTIONS))
        stack.callback(stop.set)
        yield workers, unordered(parallel, stop.play)


class ThreadStop:
    """Counts the games of threads, stops threads between two games, and waits for them."""

    def __init__(self, counter: Counter) -> None:
        self.counter = counter
        self._stopped = threading.Event()
        self._active = 0
        self._changed = threading.Condition()

    def set(self) -> None:
        """Stop all threads before their next game."""
        self._stopped.set()

    def wait(self) -> None:
        """Wait until no thread plays."""
        with self._changed:
            self._changed.wait_for(lambda: self._active == 0)

    def play(self, work: Work[T, R], task: T) -> R:
        games = 0

        def on_games(more: int) -> None:
            nonlocal games
            if self._stopped.is_set():
                raise AbandonedPartError("stopped")
            games += more
            self.counter.played(more)

        with self._changed:
            self._active += 1
        try:
            return work(task, on_games)
        finally:
            self.counter.dropped(games)
            with self._changed:
                self._active -= 1
                self._changed.notify_all()


@contextmanager
def processes(jobs: int, address: str | None, counter: Counter) -> Crew:
    """Processes of this machine: for strategies in plain Python."""
    from multiprocessing.resource_tracker import ensure_running

    from joblib import Parallel
    from joblib.externals.loky import get_reusable_executor

    workers = count_workers(jobs)
    if workers == 1:  # nothing to gain from another process
        with threads(1, address, counter) as crew:
            yield crew
        return
    ensure_running()  # to start it later would unblock the interrupts that are blocked
    try:
        with Parallel(
            workers, backend="loky", idle_worker_timeout=IDLE_TIMEOUT, **OPTIONS
        ) as parallel:
            yield workers, unordered(parallel, play_alone)
    finally:
        executor = get_reusable_executor(max_workers=workers, reuse=True)
        executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for processes started here: only this process reacts to it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- on a cluster


@contextmanager
def dask_workers(jobs: int, address: str | None, counter: Counter) -> Crew:
    """The workers of a Dask cluster; the task of a worker that dies is played by another one."""
    from joblib import Parallel

    from trisim.sim.dask_backend import DaskBackend, connected

    with ExitStack() as stack:
        client = stack.enter_context(connected(address))
        backend = stack.enter_context(DaskBackend(client=client))
        parallel = Parallel(jobs, backend=backend, pre_dispatch="8*n_jobs", **OPTIONS)
        stack.enter_context(parallel)
        yield backend.effective_n_jobs(jobs), unordered(parallel, play_alone)


@contextmanager
def ray_workers(jobs: int, address: str | None, counter: Counter) -> Crew:
    from joblib import Parallel, delayed, parallel_config

    with ray_cluster(address) as cores:
        workers = jobs if jobs > 0 else cores
        with parallel_config(backend="ray"), Parallel(workers, batch_size=1) as parallel:

            def map_tasks(work: Work[T, R], tasks: Iterable[T]) -> Generator[R, None, None]:
                waiting = iter(tasks)
                while wave := list(islice(waiting, WAVE * workers)):
                    yield from parallel(delayed(play_alone)(work, task) for task in wave)

            yield workers, map_tasks


@contextmanager
def ray_cluster(address: str | None) -> Iterator[int]:
    """The cores of a Ray cluster: the one at an address, or a small one of our own."""
    ray: Any = import_module("ray")
    is_ours = not ray.is_initialized()
    if is_ours:
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, RuntimeError, ValueError) as error:
            said = str(error).partition("\n")[0]
            raise BackendError(f"backend ray: no cluster at {address} ({said})") from error
    try:
        import_module("ray.util.joblib").register_ray()
        yield int(ray.cluster_resources()["CPU"])
    finally:
        if is_ours:
            ray.shutdown()


# ---------------------------------------------------------------- errors


def error_in_words(
    error: BaseException, folder: Path, backend: str, kept: str, what: str = "the run"
) -> RunError:
    """What went wrong while tasks were played, and how to continue, in one line.

    ``kept`` says how much is played already.
    """
    if isinstance(error, KeyboardInterrupt):
        return InterruptedRunError(f"{folder}: stopped; {kept}, continue with --resume")
    if isinstance(error, AbandonedPartError):
        return RunError(f"{folder}: the lock of {what} is gone; {kept}")
    if isinstance(error, RunError):
        return error
    if isinstance(error, OSError):
        return disk_error(folder, error, what)
    return worker_error(error, backend) or RunError(
        f"{folder}: {type(error).__name__}: {error}; this is a fault of trisim, {kept}"
    )


def worker_error(error: BaseException, backend: str) -> RunError | None:
    """The message for a lost worker or cluster; None for other errors."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if names & {"BrokenProcessPool", "KilledWorker", "RayActorError", "WorkerCrashedError"}:
        return RunError(
            f"backend {backend}: a worker has died, perhaps killed for lack of memory, or the "
            "strategy ended the process; continue with fewer --jobs and --resume"
        )
    if names & {"CancelledError", "CommClosedError", "RayError", "TimeoutError"}:
        return RunError(
            f"backend {backend}: the cluster is lost ({type(error).__name__}); when it is back, "
            "continue with --resume"
        )
    return None
