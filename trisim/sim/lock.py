"""The lock of a run's directory: only one process at a time schedules its parts.

The lock is on the file ``.lock``; the system releases it when its process ends for any reason. The
file names the holder. Workers read it to see whether the holder is still the one they play for: a
worker that has lost its scheduler stops by itself and writes nothing more.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import sys
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from trisim.documents import DocumentError, plain, read_json, typed
from trisim.sim.disk import host
from trisim.sim.errors import FolderError
from trisim.sim.provenance import now

LOCK = ".lock"
NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}
"""The errors of a file system without locks."""

NO_LINKS: int = getattr(os, "O_NOFOLLOW", 0)
"""Opens no file through a link, where the system can do that."""

LOG = logging.getLogger("trisim")


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a lock, as the file names it."""

    token: str
    pid: int
    host: str
    since: str


TRIES, PAUSE = 4, 0.05
"""How often a lock is tried again, and how many seconds are between two tries."""


class Lock:
    """The right to schedule a run; held from ``take`` to ``release``."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK
        self.token = uuid.uuid4().hex
        self._file = -1

    def take(self) -> Lock:
        """Take the lock, or raise an error that names its holder."""
        while not self._is_mine():
            self._let_go()
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | NO_LINKS, 0o644)
            try:
                lock_soon(self._file)
            except BlockingIOError:
                self._let_go()
                raise FolderError(self._who()) from None
            except BaseException:
                self._let_go()
                raise
        self._sign()
        return self

    def release(self) -> None:
        """Release the lock; workers that still play for it stop."""
        if self._file >= 0:
            with suppress(OSError):
                os.ftruncate(self._file, 0)  # where an open file can't be removed
                self.path.unlink()
            self._let_go()

    def __enter__(self) -> Lock:
        return self.take()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def _is_mine(self) -> bool:
        """Whether the locked file still has its name: the previous holder may have removed it."""
        if self._file < 0:
            return False
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except FileNotFoundError:
            return False

    def _let_go(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _sign(self) -> None:
        """Write the holder into the file."""
        about = plain(Holder(self.token, os.getpid(), host(), now()))
        try:
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, json.dumps(about).encode())
        except BaseException:
            self.release()
            raise

    def _who(self) -> str:
        """The holder of the lock, and what to do about it."""
        holder = read_lock(self.path.parent)
        who = "another process"
        if holder is not None:
            who = f"process {holder.pid} on {holder.host}, since {holder.since}"
        return (
            f"{self.path.parent}: {who}, is playing into this directory; wait for it, "
            "or name another one with --out"
        )


def read_lock(folder: Path) -> Holder | None:
    """The holder of a run's lock; None if it is free."""
    try:
        return typed(Holder, read_json(folder / LOCK))
    except (OSError, DocumentError):
        return None


def is_held(folder: Path) -> bool:
    try:
        file = os.open(folder / LOCK, os.O_RDWR)
    except OSError:  # there is none, or it isn't ours to lock
        return False
    try:
        lock_file(file)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def lock_soon(file: int) -> None:
    """Lock a file, or raise ``BlockingIOError`` if it stays locked: ``is_held`` does so briefly."""
    for _ in range(TRIES):
        try:
            return lock_file(file)
        except BlockingIOError:
            time.sleep(PAUSE)
    return lock_file(file)


def still_holds(folder: Path, token: str) -> bool:
    """Whether the holder with this token still schedules the run."""
    holder = read_lock(folder)
    return holder is not None and holder.token == token


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    FAR = 1 << 30  # locked bytes can't be read, so not those with the holder's name

    def lock_file(file: int) -> None:
        """Lock a file, or raise ``BlockingIOError``."""
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error

else:
    import fcntl

    def lock_file(file: int) -> None:
        """Lock a file, or raise ``BlockingIOError``; without locks, go on and say so."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            LOG.warning(
                "trisim: this file system has no locks; take care that nobody else plays into "
                "the same directory"
            )
