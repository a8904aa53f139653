"""Ctrl-C: the first one stops in order, a second one ends the process, whatever it is doing.

Python handles signals between two of its own instructions. While the main thread, or a thread that
it waits for, is inside compiled code that never returns, no handler runs. So a thread reads the
signals from a pipe that the system's own handler writes to.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

INTERRUPTED = 130
TOGETHER = 0.5
"""Seconds in which two signals are one Ctrl-C: wrappers such as uv send theirs again."""

PATIENCE = 3.0
"""Seconds after which it is said how to end what hasn't stopped yet."""

HINT = "trisim: stopping; press Ctrl-C again to end at once\n"
SHOW_CURSOR = b"\x1b[?25h"
RECEIVED = threading.Event()
RESTORE: list[Callable[[], None]] = []
"""What puts a terminal back as it was, if the process ends at once."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Watch for Ctrl-C; whatever follows from it here, the exit code is 130.

    What is done here is all that this process does: it ends when it was interrupted.
    """
    start_watching()
    try:
        yield
    except BaseException as error:
        if not (RECEIVED.is_set() or isinstance(error, KeyboardInterrupt)):
            raise
        if not isinstance(error, SystemExit):
            sys.stderr.write("trisim: stopped\n")
        end_in_order()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done; Python only tidies up


def start_watching() -> None:
    """Have a thread watch for Ctrl-C."""
    reader, writer = os.pipe()
    if sys.platform != "win32":
        os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # in the background it isn't
        signal.signal(signal.SIGINT, interrupt)
    threading.Thread(target=watch, args=(reader,), name="trisim-ctrl-c", daemon=True).start()


def interrupt(number: int, frame: object) -> NoReturn:
    """Note that Ctrl-C was pressed, and raise ``KeyboardInterrupt`` in the main thread."""
    RECEIVED.set()
    raise KeyboardInterrupt


def check_interrupt() -> None:
    """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed: a library may have dropped the first."""
    if RECEIVED.is_set():
        raise KeyboardInterrupt


def watch(reader: int) -> None:
    """Wait for a first Ctrl-C, then for a second one."""
    wait_for_interrupt(reader)
    first = time.monotonic()
    hint = threading.Timer(PATIENCE, sys.stderr.write, [HINT])
    hint.daemon = True
    hint.start()
    while time.monotonic() - first < TOGETHER:
        wait_for_interrupt(reader)
    os.write(2, b"trisim: stopped\n")
    end_at_once()


def wait_for_interrupt(reader: int) -> None:
    """Wait for the next SIGINT."""
    while signal.SIGINT not in os.read(reader, 1):
        pass


def end_in_order() -> NoReturn:
    """End this process after what libraries do at exit, even if threads are in compiled code."""
    atexit._run_exitfuncs()  # exit() would tear down code that threads still run
    sys.stderr.flush()
    end_at_once()


def end_at_once() -> NoReturn:
    """End this process and its workers as it is."""
    if "multiprocessing.process" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.kill()
    for restore in RESTORE:
        with suppress(Exception):
            restore()
    if os.isatty(2):
        os.write(2, SHOW_CURSOR)  # which a progress bar hides
    os._exit(INTERRUPTED)
