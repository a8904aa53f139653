"""The log of a tuning: a line for each finished generation.

The first line has the versions. A last line that is incomplete after a crash is dropped, and its
generation played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, TypeVar

from trisim import __version__
from trisim.campaigns.tuning_request import TuningRequest
from trisim.documents import DocumentError, parsed, plain, read_bytes, typed
from trisim.engine.cache import library_version
from trisim.plugin import load
from trisim.sim.disk import write_text
from trisim.sim.errors import FolderError
from trisim.sim.stored import reading
from trisim.sources import digest_of, tuning_sources

GENERATIONS = "generations.jsonl"
LIBRARIES = ("cmaes", "numpy")
ADVICE = "begin anew with --force, or in another directory"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Generation:
    """The result of a generation; values of candidates are in the order of ``Search.ask``."""

    generation: int
    opponent: str
    first_deal: int
    deals: int
    spread: float
    """The spread of the candidates around their mean, in units of scale."""

    fitness: tuple[float, ...]
    wins: tuple[float, ...]
    """Win rates."""

    ALSO_WRITTEN: ClassVar[tuple[str, ...]] = ("best", "mean", "win")

    @property
    def best(self) -> float:
        return max(self.fitness)

    @property
    def win(self) -> float:
        return sum(self.wins) / len(self.wins)

    @property
    def mean(self) -> float:
        return sum(self.fitness) / len(self.fitness)

    def line(self) -> str:
        """As it is written; the best and the means are for human readers."""
        more = {"best": self.best, "mean": round(self.mean, 6), "win": round(self.win, 6)}
        return json.dumps({**plain(self), **more})


# ---------------------------------------------------------------- what it is played with


@cache
def sources_digest(game: str) -> str:
    """A hash of all sources that turn settings into weights."""
    return digest_of(tuning_sources(load(game).rules.registry.sources))


def played_with(game: str) -> dict[str, str]:
    """The versions that the weights depend on."""
    return {
        "trisim": __version__,
        "sources": sources_digest(game),
        **{name: library_version(name) for name in LIBRARIES},
    }


# ---------------------------------------------------------------- on disk


def begin_log(folder: Path, game: str) -> None:
    write_text(folder / GENERATIONS, json.dumps(played_with(game)) + "\n")


def append(folder: Path, generation: Generation) -> None:
    """Add a line and flush it to disk."""
    with (folder / GENERATIONS).open("a", encoding="utf-8") as file:
        file.write(generation.line() + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_log(folder: Path) -> tuple[dict[str, str], list[Generation]]:
    """The versions in the first line, and the finished generations."""
    path = folder / GENERATIONS
    try:
        with reading(path, advice=ADVICE):
            lines = whole_lines(read_bytes(path))
            head = typed_line(dict[str, str], lines, 0) if lines else {}
            return head, [typed_line(Generation, lines, number) for number in range(1, len(lines))]
    except FileNotFoundError:
        return {}, []


def typed_line(kind: type[T], lines: Sequence[bytes], number: int) -> T:
    try:
        return typed(kind, parsed(lines[number]))
    except DocumentError as error:
        raise error.inside(f"line {number + 1}") from error


def whole_lines(data: bytes) -> list[bytes]:
    r"""The lines that have an end; the last may have been torn.

    >>> whole_lines(b'{"a": 1}\n{"b"')
    [b'{"a": 1}']
    """
    return data.split(b"\n")[:-1]


def damaged(path: Path) -> FolderError:
    """A log that is none of this tuning."""
    return FolderError(f"{path}: can't be understood (it is of another tuning); {ADVICE}")


def resumed_log(folder: Path, request: TuningRequest) -> list[Generation]:
    """The generations that are finished, of a tuning that can go on; a torn line is gone."""
    head, found = read_log(folder)
    if not head:
        begin_log(folder, request.game)
        return []
    check_played_with(folder, head, request.game)
    for number, each in enumerate(found):
        known = (number, request.opponent(number), number * request.deals, request.deals)
        told = (each.generation, each.opponent, each.first_deal, each.deals)
        sizes = {len(each.fitness), len(each.wins)}
        if told != known or sizes != {request.population} or number >= request.generations:
            raise damaged(folder / GENERATIONS)
    text = "".join(f"{line}\n" for line in (json.dumps(head), *(each.line() for each in found)))
    write_text(folder / GENERATIONS, text)
    return found


def check_played_with(folder: Path, head: Mapping[str, str], game: str) -> None:
    """Stop if a version that the weights depend on has changed since the tuning began."""
    for name, now in played_with(game).items():
        was = head.get(name, "unknown")
        if was != now:
            what = "sources of trisim" if name == "sources" else name
            raise FolderError(
                f"{folder}: other {what} ({now[:8]}) than when the tuning began ({was[:8]}), so "
                "the weights would differ; continue with the old versions, or begin again with "
                "--force"
            )
