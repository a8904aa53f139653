"""Waits for the key that ends a command, while other work goes on."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from trisim.interrupt import RESTORE

END = b"qQ"


class Keys:
    """Whether ``q`` was pressed; without a terminal it only waits."""

    def __init__(self, terminal: int | None) -> None:
        self.terminal = terminal
        """The file to read keys from."""

        self.is_over = False

    def pause(self, seconds: float) -> bool:
        """Wait, at most until a key is pressed; whether to end."""
        if self.is_over or self.terminal is None:
            time.sleep(0 if self.is_over else seconds)
            return self.is_over
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if ready:
            key = os.read(self.terminal, 1)
            self.is_over = key in END and key != b""
            self.terminal = self.terminal if key else None  # it was closed
        return self.is_over


@contextmanager
def keys() -> Iterator[Keys]:
    """Read single keys if somebody is at a terminal, which is as before afterwards."""
    terminal = terminal_of_user()
    if terminal is None:
        yield Keys(None)
        return
    import termios
    import tty

    before = termios.tcgetattr(terminal)

    def restore() -> None:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)

    RESTORE.append(restore)
    try:
        tty.setcbreak(terminal)
        yield Keys(terminal)
    finally:
        restore()
        RESTORE.remove(restore)


def terminal_of_user() -> int | None:
    """The terminal whose keys this process may read; None in a pipe or in the background."""
    if sys.platform == "win32":
        return None
    try:
        terminal = sys.stdin.fileno()
        is_ours = os.isatty(terminal) and os.tcgetpgrp(terminal) == os.getpgrp()
    except (OSError, ValueError, AttributeError):
        return None
    return terminal if is_ours else None
