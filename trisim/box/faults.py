"""Faults of a box: problem, place and remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from trisim.texts import did_you_mean as did_you_mean


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """The place of a value: a row and column of a CSV file, or a line and key of a TOML file."""

    file: str
    row: int = 0
    card: str = ""
    column: str = ""

    def __str__(self) -> str:
        return f"{self.file}, {self.inside}" if self.inside else self.file

    @property
    def inside(self) -> str:
        """The place inside its file: ``row 14 (glass-heart), column cost``."""
        line = "line" if self.file.endswith(".toml") else "row"
        card = f" ({self.card})" if self.card else ""
        column = (
            "" if not self.column else self.column if line == "line" else f"column {self.column}"
        )
        return ", ".join(
            part for part in (f"{line} {self.row}{card}" if self.row else "", column) if part
        )


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    place: Place
    word: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        quoted = f" '{self.word}':" if self.word else ""
        return f"{self.place}:{quoted} {self.problem}; {self.remedy}"


def shown(value: object) -> str:
    """A value as text that fits into a line: printable, and not too long."""
    try:
        text = str(value)
    except (ValueError, RecursionError):
        return "…"
    text = "".join(sign if sign.isprintable() else "�" for sign in text[:200])
    return text if len(text) <= 60 else text[:57] + "…"


class FieldError(ValueError):
    """A value that its field does not accept."""

    def __init__(self, word: object, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}; {remedy}")
        self.word = shown(word)
        self.problem = problem
        self.remedy = remedy


class Faults:
    """A list of faults that grows while a box is read."""

    def __init__(self) -> None:
        self._found: dict[Fault, None] = {}

    def add(self, place: Place, word: object, problem: str, remedy: str) -> None:
        """Add a fault; its place and word are made printable."""
        seen = Place(place.file, place.row, shown(place.card), shown(place.column))
        self._found[Fault(seen, shown(word), problem, remedy)] = None

    def add_error(self, place: Place, error: FieldError) -> None:
        """Add the error of a field."""
        self.add(place, error.word, error.problem, error.remedy)

    def advise(self, remedy_for: Callable[[Fault], str]) -> None:
        """Replace the remedies of all faults."""
        self._found = {replace(fault, remedy=remedy_for(fault)): None for fault in self._found}

    def __iter__(self) -> Iterator[Fault]:
        return iter(sorted(self._found))

    def __len__(self) -> int:
        return len(self._found)

    def raise_if_any(self, what: str) -> None:
        if self._found:
            raise BoxError(what, tuple(self))


class BoxError(ValueError):
    """A box or variant that can't be used, with all its faults."""

    def __init__(self, what: str, faults: tuple[Fault, ...]) -> None:
        self.what = what
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{what}: {faults[0]}{more}")

    def __reduce__(self) -> tuple[type[BoxError], tuple[str, tuple[Fault, ...]]]:
        return (BoxError, (self.what, self.faults))
