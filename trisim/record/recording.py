"""How the games of one kind are recorded: tables, rows that kernels fill, room, words.

A game declares its ``Recording`` once, with ``declare``. Its kernels then know the types of a row
and of all rows of each table (``GameRow`` and ``GameRows`` for ``games``), ``Rows`` (all tables),
``Tally`` and ``Tallies``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from trisim.engine.kernel import KernelRegistry, records, struct
from trisim.engine.loop import Status
from trisim.record.base import Outcome
from trisim.record.columns import Table, Words
from trisim.record.earlier import EarlierTables

GAMES, PLAYERS = 0, 1
"""Places of the tables that every game has, in ``Rows.filled`` and among the bits of ``keep``."""


class Room(NamedTuple):
    """The room that the rows of a table need."""

    usual: int
    """Rows of a usual game."""

    most: int
    """Rows that no game can exceed."""


def no_words(box: Any) -> Words:
    """For a game whose tables have no words of its box."""
    return {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Recording:
    outcome: Outcome
    tables: Mapping[str, Table]
    """By name, in the order in which they are written; ``games`` and ``players`` come first."""

    rows: Callable[..., Any]
    """The type of all rows: an array for each table, and ``filled``, ``size`` and ``most``."""

    room: Mapping[str, Room]
    tally: np.dtype[Any]
    """What ``record`` counts while it reads a log: a record that the loop hands on."""

    vocabularies: Words = field(default_factory=dict)
    """Words of columns that are the same whatever the box."""

    box_words: Callable[[Any], Words] = no_words
    """The words of columns that a box decides."""

    declared_in: str = ""
    """The module in which the tables are declared."""

    missing_examples: str = ""
    """What a missing value can say, for the page about the tables."""

    earlier: EarlierTables = field(default_factory=EarlierTables)
    """Its tables in earlier formats of runs."""

    def words(self, box: Any, strategies: Sequence[str], scenarios: Sequence[str]) -> Words:
        """All vocabularies for games with a box, strategies and scenarios."""
        return {
            **self.fixed_words,
            **self.box_words(box),
            "scenario": list(scenarios),
            "strategy": list(strategies),
        }

    @property
    def fixed_words(self) -> Words:
        """The vocabularies that depend on no box and no request."""
        return {**self.vocabularies, "status": [status.name.lower() for status in Status]}

    # -- which tables are kept

    def at(self, name: str) -> int:
        """The position of a table among all."""
        return list(self.tables).index(name)

    def keep_bits(self, names: Iterable[str]) -> int:
        """The argument ``keep`` of the loop: bit i stands for the i-th table."""
        return sum(1 << self.at(name) for name in names)

    @property
    def ledger_bits(self) -> int:
        """The bits of tables that may be kept for every N-th deal only."""
        return self.keep_bits(
            name for name, table in self.tables.items() if table.level == "ledger"
        )

    # -- rows

    def make_rows(self, names: Iterable[str], games: int, ledger_every: int = 1) -> Any:
        """Blank rows with room for ``games`` games; a single row of tables that aren't named."""
        kept = set(names)
        size = np.zeros(len(self.tables), np.int64)
        for place, (name, table) in enumerate(self.tables.items()):
            if name in kept:
                every = max(ledger_every, 1) if table.level == "ledger" else 1
                size[place] = (games - 1) * self.room[name].usual // every + self.room[name].most
        most = np.array([self.room[name].most for name in self.tables], np.int64)
        arrays = [  # one row more: kernels may hold the row after the last
            records(int(size[place]) + 1, row_type(table))
            for place, table in enumerate(self.tables.values())
        ]
        return self.rows(*arrays, filled=np.zeros(len(self.tables), np.int64), size=size, most=most)

    def clear(self, rows: Any) -> None:
        """Make filled rows blank again, which is faster than new ones."""
        for place, name in enumerate(self.tables):
            array = getattr(rows, name)
            used = max(1, int(rows.filled[place])) * array.itemsize
            array.view(np.uint8)[:used] = 0  # by bytes: by fields it takes twenty times as long
        rows.filled[:] = 0

    def filled(self, rows: Any, name: str) -> Any:
        return getattr(rows, name)[: rows.filled[self.at(name)]]


def declare(
    registry: KernelRegistry,
    module: str,
    *,
    seats: int,
    outcome: Outcome,
    tables: Iterable[Table],
    room: Mapping[str, Room] | None = None,
    tally: Sequence[tuple[Any, ...]] = (),
    vocabularies: Words | None = None,
    box_words: Callable[[Any], Words] = no_words,
    missing_examples: str = "",
    earlier: EarlierTables | None = None,
) -> Recording:
    """The recording of a game, whose types are registered with its kernels.

    ``module`` is where the tables are declared. ``room`` is needed for tables besides ``games`` and
    ``players``. ``tally`` are the fields that the game counts, besides ``tally_fields``.
    ``missing_examples`` are for the page about the tables: ``"no card was drawn"``.
    """
    by_name = {table.name: table for table in tables}
    if list(by_name)[:2] != ["games", "players"]:
        raise ValueError(f"{registry.name}: the first two tables must be games and players")
    rooms = {"games": Room(1, 1), "players": Room(seats, seats), **(room or {})}
    if wrong := sorted(set(by_name) ^ set(rooms)):
        raise ValueError(f"{registry.name}: tables without room, or rooms without table: {wrong}")
    rows = declare_rows(registry, by_name.values())
    registry.records["Tally"] = struct(*tally_fields(outcome, seats), *tally)
    registry.arrays["Tallies"] = ("Tally", 1)
    return Recording(
        outcome=outcome,
        tables=by_name,
        rows=rows,
        room=rooms,
        tally=registry.records["Tally"],
        vocabularies=vocabularies or {},
        box_words=box_words,
        declared_in=module,
        missing_examples=missing_examples,
        earlier=earlier or EarlierTables(),
    )


def row_type(table: Table) -> np.dtype[Any]:
    """The record type of a table's rows."""
    return struct(*(field for column in table.columns for field in column.fields))


def declare_rows(registry: KernelRegistry, tables: Iterable[Table]) -> Callable[..., Any]:
    """Register the types of the rows of each table, and of all rows, which is returned."""
    arrays = {}
    for table in tables:
        name = row_name(table.name)
        registry.records[name] = row_type(table)
        registry.arrays[f"{name}s"] = (name, 1)
        arrays[table.name] = f"{name}s"
    registry.arrays["Counts"] = ("int64", 1)
    fields = {**arrays, "filled": "Counts", "size": "Counts", "most": "Counts"}
    kind = rows_type(f"{registry.name}_rows", tuple(fields))
    registry.tuples["Rows"] = (kind, tuple(fields.values()))
    return kind


def rows_type(name: str, fields: tuple[str, ...]) -> type[Any]:
    """A named tuple that compiled code can name, because it is an attribute of this module."""
    kind: type[Any] = NamedTuple(name, [(field, Any) for field in fields])  # type: ignore[misc]
    kind.__module__ = __name__
    globals()[name] = kind
    return kind


def row_name(table: str) -> str:
    """The name of a row of a table in kernels.

    >>> row_name("games"), row_name("ledger"), row_name("market_buys")
    ('GameRow', 'LedgerRow', 'MarketBuyRow')
    """
    words = table.removesuffix("s").split("_")
    return "".join(word.capitalize() for word in words) + "Row"


def tally_fields(outcome: Outcome, seats: int) -> tuple[tuple[Any, ...], ...]:
    """The fields of every game's tally: the loop fills in ``strategies``.

    The others are for ``trisim.record.standings``, which games with points use.
    """
    strategies = ("strategies", np.int32, (seats,))  # codes, by seat
    if outcome is Outcome.TEAM:
        return (strategies,)
    return (
        strategies,
        ("standing", np.int32, (seats,)),  # scores after the latest turn
        (
            "ahead_since",
            np.int32,
            (seats,),
        ),  # turn since whose end nobody is ahead; -1: somebody is
        ("leader", np.int32),  # who came to lead alone last; -1: nobody yet
        ("lead_changes", np.int32),
    )
