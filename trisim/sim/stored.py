"""Reads files of runs and campaigns that hold typed values; errors are one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from trisim.documents import DocumentError, read_json, typed_at
from trisim.sim.errors import FolderError

T = TypeVar("T")


def read_stored(path: Path, read: Callable[[Any], T], *, advice: str) -> T:
    """The result of ``read`` for a JSON file; ``advice`` is the remedy if it is invalid.

    Raises ``FolderError``, or ``FileNotFoundError`` if there is no such file.
    """
    with reading(path, advice=advice):
        return read(read_json(path))


def game_of_folder(folder: Path) -> str:
    """The name of the game of a run or campaign; "" if none can be read."""
    for name in ("manifest.json", "campaign.json"):
        try:
            request = typed_at("request", dict[str, Any], read_json(folder / name))
            return typed_at("game", str, request)
        except (OSError, DocumentError):
            continue
    return ""


@contextmanager
def reading(path: Path, *, advice: str) -> Iterator[None]:
    """Turn the errors of a file of typed values into one line."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise FolderError(f"{path}: can't be read ({error.strerror})") from error
    except DocumentError as error:
        raise FolderError(f"{path}: can't be understood ({error}); {advice}") from error
