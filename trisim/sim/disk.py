"""Atomic writes: a file is complete or absent."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import socket
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = re.compile(r"\.[\w.-]+\.[0-9a-f]{12}\.unfinished")
"""Names of files that are being written, or that a killed process left behind."""

CHUNK = 1 << 20


def unfinished_name(path: Path) -> Path:
    """A hidden name beside a file, unique to this call and recognisable as unfinished."""
    return path.with_name(f".{path.name}.{uuid.uuid4().hex[:12]}.unfinished")


def is_unfinished(path: Path) -> bool:
    """Whether a file or folder was left by an interrupted write."""
    return UNFINISHED.fullmatch(path.name) is not None


@contextmanager
def written_whole(path: Path, *, flush: bool = True) -> Iterator[Path]:
    """A path to write to; on success the file is flushed and gets its final name."""
    draft = unfinished_name(path)
    try:
        yield draft
        if flush:
            flush_file(draft)
        draft.replace(path)
    except BaseException:
        remove(draft)
        raise


def write_text(path: Path, text: str, *, flush: bool = True) -> None:
    """Write a small file atomically; without ``flush``, a power cut may lose or empty it."""
    with written_whole(path, flush=flush) as draft:
        draft.write_text(text, encoding="utf-8")
    if flush:
        flush_folder(path.parent)


def flush_file(path: Path) -> None:
    """Flush a file to disk (fsync)."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder to disk, where the system can do that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def remove(path: Path) -> None:
    """Remove a file or a folder, if it exists and can be removed."""
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def host() -> str:
    return socket.gethostname()
