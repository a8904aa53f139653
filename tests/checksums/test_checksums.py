"""Rows and results stay what they are: a checksum of every column is compared with a stored one.

A change of the code that isn't meant to change results keeps all of them. One that adds, renames or
removes a column declares it below, as ``table.column`` with the reason; every other column has to
stay equal. A column whose values change on purpose is declared as removed and as added. When the
checksums are written anew (``regenerate.py`` says how), the declarations are emptied.
"""

from __future__ import annotations

from copy import deepcopy

import polars as pl
import pytest

from tests.checksums.cases import CAMPAIGNS, RUNS
from tests.checksums.comparing import MOST_SHOWN, Changes, differences, message
from tests.checksums.digests import checksum, of_frame
from tests.checksums.playing import Cases
from tests.checksums.regenerate import played, read

ADDED: dict[str, str] = {}
"""``{"players.new_column": "why it is there"}``"""

RENAMED: dict[str, tuple[str, str]] = {}
"""``{"players.old_name": ("players.new_name", "why")}``; the values stay the same."""

REMOVED: dict[str, str] = {}
"""``{"players.old_column": "why it is gone"}``"""

ANEW = "python -m tests.checksums.regenerate, in a commit of its own"


def test_every_column_is_as_it_was() -> None:
    changes = Changes(added=ADDED, renamed=RENAMED, removed=REMOVED)
    lines = differences(read(), played(), changes)
    assert not lines, f"\n{message(lines)}\n\nIf this is meant: declare it above, or {ANEW}"


def test_every_case_is_stored() -> None:
    stored = read()
    assert {name.partition(",")[0] for name in stored} == {*RUNS, *CAMPAIGNS}
    tables = {table for case in stored.values() for table in case}
    assert tables >= {
        "games", "players", "rounds", "turns", "bot", "cards", "ledger",
        "strategies", "pairs", "standings", "lineups", "effects", "presets", "brackets",
        "findings", "check", "generations", "weights", "judgement",
        "monsters", "curses", "actions",
    }  # fmt: skip


# ---------------------------------------------------------------- the comparison itself


def cases() -> Cases:
    """Two small cases."""
    frame = pl.DataFrame({"score": [3, 5], "win": [0.0, 1.0]})
    tables = {"players": of_frame(frame), "games": of_frame(frame)}
    return {"one": tables, "two": deepcopy(tables)}


def test_equal_checksums_have_no_differences() -> None:
    assert differences(cases(), cases(), Changes()) == []


def test_a_value_that_differs_is_named_by_case_table_and_column() -> None:
    now = cases()
    now["two"]["players"] = of_frame(pl.DataFrame({"score": [3, 6], "win": [0.0, 1.0]}))
    (line,) = differences(cases(), now, Changes())
    assert line.startswith("two: players.score differs (2:")


def test_stored_checksums_notice_one_changed_column() -> None:
    stored, now = read(), read()
    now["4 mixed"]["turns"]["gold"] = checksum([1, 2, 3])
    (line,) = differences(stored, now, Changes())
    assert line.startswith("4 mixed: turns.gold differs")


def test_columns_tables_and_cases_that_come_or_go_are_named() -> None:
    now = cases()
    del now["one"]["players"]["win"], now["two"]["games"]
    now["one"]["cards"] = {"card": checksum(["a"])}
    now["three"] = {"games": {"game": checksum([0])}}
    assert differences(cases(), now, Changes()) == [
        "one: cards.card is new",
        "one: players.win is missing",
        "three: games.game is new",
        "two: games.score is missing",
        "two: games.win is missing",
    ]


def test_declared_columns_may_come_go_and_be_renamed() -> None:
    now = cases()
    for tables in now.values():
        tables["players"]["points"] = tables["players"].pop("score")
        tables["players"]["gold"] = checksum([1, 1])
        del tables["games"]["win"]
    changes = Changes(
        added={"players.gold": "asked for"},
        renamed={"players.score": ("players.points", "a clearer name")},
        removed={"games.win": "of no use"},
    )
    assert differences(cases(), now, changes) == []
    now["one"]["players"]["points"] = checksum([3, 6])
    (line,) = differences(cases(), now, changes)
    assert line.startswith("one: players.points differs")


def test_a_column_that_is_declared_as_removed_and_added_may_have_other_values() -> None:
    now = cases()
    for tables in now.values():
        tables["players"]["score"] = checksum([1, 1])
    (reason, column) = ("counted otherwise", "players.score")
    assert (
        differences(cases(), now, Changes(added={column: reason}, removed={column: reason})) == []
    )
    assert len(differences(cases(), now, Changes(removed={column: reason}))) == 2


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (Changes(added={"players.wim": ""}), "players.wim is declared as added"),
        (Changes(removed={"players.wim": ""}), "players.wim is declared as removed"),
        (Changes(renamed={"players.win": ("players.w", "")}), "players.w is declared as added"),
    ],
)
def test_declarations_of_what_there_is_not_are_named(changes: Changes, problem: str) -> None:
    assert any(line.startswith(problem) for line in differences(cases(), cases(), changes))


def test_a_long_message_counts_the_rest_by_case() -> None:
    lines = [f"one: players.c{number} is new" for number in range(MOST_SHOWN + 5)]
    assert "c59 is new" in message(lines)
    assert message(lines).endswith("and 5 more; by case: one 65")


# ---------------------------------------------------------------- checksums


def test_a_checksum_is_of_values_not_of_how_they_are_stored() -> None:
    words = pl.Series(["a", None, "b"])
    assert checksum(words.cast(pl.Categorical).to_list()) == checksum(words.to_list())
    small, large = pl.Series([1, 2], dtype=pl.Int8), pl.Series([1, 2], dtype=pl.Int64)
    assert checksum(small.to_list()) == checksum(large.to_list())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2], [2, 1]),
        ([None], [0]),
        ([None], [""]),
        ([None], [[]]),
        (["1"], [1]),
        ([True], [1]),
        ([1.0], [1.0000001]),
        ([[1], [2]], [[1, 2], []]),
        ([float("nan")], [None]),
        ([], [None]),
    ],
)
def test_different_values_have_different_checksums(one: list[object], other: list[object]) -> None:
    assert checksum(one) != checksum(other)
