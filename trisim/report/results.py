"""Results that were written as JSON, read again; what is wrong with them is one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from trisim.sim.bundle import Bundle
from trisim.sim.errors import FolderError

R = TypeVar("R")


def read_result(
    folder: Path, name: str, bundle: Bundle[Any], command: str, made: Callable[[Any], R]
) -> R:
    """What is made of a file of results in the directory of a bundle; ``command`` writes it."""
    path, again = folder / name, f"'trisim {command} --out {folder} --resume'"
    try:
        return made(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        bundle.read_asked(folder)  # says so if there is no such bundle at all
        raise FolderError(
            f"{folder}: this {bundle.what} has no results yet; go on with {again}"
        ) from None
    except NotADirectoryError:
        raise FolderError(f"{folder}: this is a file; name the folder of a {bundle.what}") from None
    except OSError as error:
        raise FolderError(f"{path}: can't be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FolderError(f"{path}: can't be understood; {again} writes it anew") from error
