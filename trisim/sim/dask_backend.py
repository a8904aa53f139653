"""The Dask backend of joblib, with errors for lost tasks and lost workers.

The original never reports that Dask has given up a task (because it killed several workers), and
waits for ever if no worker is left.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from joblib._dask import DaskDistributedBackend

from trisim.sim.errors import BackendError, RunError

LOOK_EVERY = 5.0
"""Seconds between two checks for workers."""

PATIENCE = 12
"""How many checks in a row may find no worker."""

NO_WORKER = "backend dask: there is no worker; start some, then continue with --resume"


TIMEOUT = "30s"
"""How long a scheduler may take to answer."""


def scheduler(address: str | None) -> str:
    """The address of the Dask scheduler: given, or from Dask's settings."""
    where = address or os.environ.get("DASK_SCHEDULER_ADDRESS")
    if not where:
        raise BackendError(
            "backend dask: name its scheduler with --address, such as tcp://host:8786"
        )
    return where


@contextmanager
def connected(address: str | None) -> Iterator[Any]:
    where = scheduler(address)
    distributed: Any = import_module("distributed")
    try:
        client = distributed.Client(where, set_as_default=False, timeout=TIMEOUT)
    except (OSError, ValueError) as error:
        raise BackendError(
            f"backend dask: no scheduler answers at {where}; is it running, and is --address right?"
        ) from error
    with client:
        yield client


class DaskBackend(DaskDistributedBackend):  # type: ignore[misc]
    """Plays on the workers of a Dask cluster; raises where the original would wait for ever."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._waiting: dict[Callable[..., None], None] = {}
        self._over = threading.Event()

    def __enter__(self) -> DaskBackend:
        threading.Thread(target=self._watch, name="trisim-dask-watch", daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()

    def submit(self, func: Any, callback: Any = None) -> Any:
        self._waiting[callback] = None

        def ended(future: Any) -> None:
            self._waiting.pop(callback, None)
            if (lost := future.exception()) is not None:
                callback(lost)

        future = super().submit(func, callback)
        future.add_done_callback(ended)
        return future

    def retrieve_result_callback(self, out: Any) -> Any:
        """The result of a task, or its error."""
        if isinstance(out, BaseException):
            raise out
        return super().retrieve_result_callback(out)

    def effective_n_jobs(self, n_jobs: int) -> int:
        """The cores of all workers; at least two, because joblib would play one job here."""
        try:
            return max(2, int(super().effective_n_jobs(n_jobs)))
        except TimeoutError as error:
            raise RunError(NO_WORKER) from error

    def _watch(self) -> None:
        """Raise if tasks have waited too long and there are no workers."""
        missing = 0
        while not self._over.wait(LOOK_EVERY):
            with suppress(Exception):  # a scheduler that is gone is noticed elsewhere
                missing = missing + 1 if self._waiting and not self.client.ncores() else 0
            if missing >= PATIENCE:
                for callback in list(self._waiting):
                    callback(RunError(NO_WORKER))
