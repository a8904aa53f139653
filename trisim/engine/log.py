"""The log of a game: events as records of fixed size.

A look-ahead writes nothing: it has a log without capacity, which takes no room (``QUIET_LOG``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from trisim.engine.kernel import JIT, Builtin, KernelRegistry, struct

EVENT = struct(
    ("what", np.int16),
    ("seat", np.int16),
    ("thing", np.int16),
    ("delta", np.int16),
    ("cause", np.int16),
    ("cause_id", np.int16),
)


def log_type(events: int) -> np.dtype[Any]:
    """A log with room for ``events`` events; its ``capacity`` may be set to less."""
    return struct(("capacity", np.int32), ("count", np.int32), ("events", EVENT, (events,)))


QUIET_LOG = log_type(1)
"""A log that stays at a capacity of 0: it begins like any other, and its events are never read."""


def quiet_log_of(registry: KernelRegistry) -> Callable[[Any], Any]:
    """Makes a ``QUIET_LOG`` a ``Log`` of a game for its kernels, which never read beyond the count.

    Compiled, it is the same address with another type.
    """

    def make() -> Any:
        from numba.extending import intrinsic

        log = registry.numba_type("Log")

        def quiet_log(typing: Any, record: Any) -> Any:
            def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return builder.bitcast(args[0], context.get_value_type(signature.return_type))

            return log(record), write

        return intrinsic(quiet_log)

    def plain(log: Any) -> Any:
        return log

    return Builtin(plain, make) if JIT else plain
