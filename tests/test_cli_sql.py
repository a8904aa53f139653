"""``trisim sql`` as a user meets it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner, Result

from tests.small_run import GAMES, run_with, small_run
from trisim.cli import main
from trisim.games.trismegistus.record.tables import TABLES

WINS = "select seat, sum(win) as wins from players group by seat order by seat"


def sql(*args: str) -> Result:
    return CliRunner().invoke(main, ["sql", str(small_run().path), *args])


def test_without_a_query_every_column_is_listed_with_its_meaning() -> None:
    for table in TABLES.values():
        run = run_with(table.name)
        result = CliRunner().invoke(main, ["sql", str(run.path)])
        assert result.exit_code == 0
        rows = run.rows(table.name)
        assert f"{table.name}: {rows:,} rows, one for each {table.row}" in result.output
        assert all(f" {column.name} " in result.output for column in table.columns)
        assert "final score: the sum of all vp_" in result.output


def test_an_answer_is_a_table() -> None:
    result = sql("select card, kind from cards order by card limit 2")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[1].replace("│", " ").replace("┆", " ").split() == ["card", "kind"]
    assert len(lines) == 6
    assert result.stderr == ""


def test_a_long_answer_is_cut_and_says_so() -> None:
    result = sql("select game, turn from turns", "--rows", "3")
    assert len(result.stdout.splitlines()) == 7
    assert result.stderr == "The first 3 rows; --rows 0 or --format csv gives all.\n"
    whole = sql("select game, turn from turns", "--rows", "0")
    assert len(whole.stdout.splitlines()) == small_run().rows("turns") + 4
    assert whole.stderr == ""


def test_wide_answers_are_whole_in_a_pipe() -> None:
    (header,) = sql("select * from players limit 1").output.splitlines()[1:2]
    shown = header.replace("│", " ").replace("┆", " ").split()
    assert shown == TABLES["players"].names


def test_csv_json_and_parquet_hold_the_same_answer() -> None:
    right = small_run().sql(WINS).rows()
    csv = pl.read_csv(io.BytesIO(sql(WINS, "--format", "csv").stdout_bytes))
    assert csv.rows() == right
    rows = json.loads(sql(WINS, "--format", "json").output)
    assert [(row["seat"], row["wins"]) for row in rows] == right
    parquet = pl.read_parquet(io.BytesIO(sql(WINS, "--format", "parquet").stdout_bytes))
    assert parquet.rows() == right


def test_lists_have_blanks_in_csv() -> None:
    kept = sql("select kept from players order by game, seat", "--format", "csv")
    rows = small_run().players.collect()["kept"].to_list()
    assert kept.stdout.splitlines() == ["kept", *(" ".join(words) for words in rows)]
    order = sql('select distinct "order" from rounds', "--format", "csv")
    assert set(order.stdout.splitlines()) <= {"order", "0 1", "1 0"}


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_file_has_the_format_of_its_ending(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"answer.{form}"
    result = sql(WINS, "--out", str(file))
    assert (result.exit_code, result.output) == (0, "")
    read = {"csv": pl.read_csv, "json": pl.read_json, "parquet": pl.read_parquet}[form]
    assert read(file).rows() == small_run().sql(WINS).rows()  # type: ignore[operator]
    assert list(tmp_path.iterdir()) == [file], "nothing is left beside it"


def test_a_table_goes_to_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "answer.txt"
    assert sql(WINS, "--format", "table", "--out", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8") == sql(WINS).output


def test_a_bad_query_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "answer.csv"
    file.write_text("mine")
    assert sql("select nope from games", "--out", str(file)).exit_code == 2
    assert sql("select cast(card as int) from cards", "--out", str(file)).exit_code == 2
    assert file.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "query",
    [
        "select count(*) as n from turns where action like 'trans%'",
        "select count(*) as n from turns where action ~ '^trans'",
        "select count(*) as n from turns where upper(action) = 'TRANSMUTE'",
        "select count(*) as n from turns where substr(action, 1, 5) = 'trans'",
        "/* a comment */ select count(*) as n from turns where action = 'transmute';",
        "with t as (select * from turns) select count(*) as n from t where action = 'transmute'",
        "select count(*) as n from turns where action in ('transmute')",
    ],
)
def test_words_are_text_to_sql(query: str) -> None:
    expected = small_run().turns.filter(pl.col("action") == "transmute").collect().height
    (row,) = json.loads(sql(query, "--format", "json").output)
    assert row == {"n": expected}
    assert expected > 0


def test_words_of_lists_can_be_asked_for() -> None:
    query = "select card, count(*) as n from (select unnest(kept) as card from players) as k "
    answer = json.loads(sql(f"{query} group by card", "--format", "json").output)
    lists = small_run().players.select("kept").collect()["kept"].to_list()
    assert sum(row["n"] for row in answer) == sum(map(len, lists))
    like = json.loads(sql(f"{query} where card like '%' group by card", "--format", "json").output)
    assert sorted(map(str, like)) == sorted(map(str, answer))


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["selct 1"], "SQL: Expected: an SQL statement, found: selct"),
        (["select"], "SQL: Expected: an expression"),
        (["select * from turn"], "SQL: there is no table 'turn'; did you mean 'turns'?"),
        (["select * from x"], "there is no table 'x'; known: games, players, rounds, turns, cards"),
        (["select acton from turns"], "SQL: there is no column 'acton'; did you mean 'action'?"),
        (["select t.acton from turns t"], "there is no column 'acton'; did you mean 'action'?"),
        (["select zzz from turns"], "SQL: there is no column 'zzz'; trisim sql RUN lists all"),
        (["select foo(game) from turns"], "SQL: unsupported function 'foo'"),
        (["select sum(action) from turns"], "SQL: `sum` operation not supported"),
        (["select 1; select 2"], "one (and only one) statement"),
        (["drop table games"], "SQL: the tables of a run are not changed; begin with select"),
        ([WINS, "--format", "xls"], "--format xls: table, csv, json or parquet is expected"),
        ([WINS, "--format", "cvs"], "--format cvs: did you mean 'csv'?"),
        ([WINS, "--out", "a.xls"], "--out a.xls: end the name with .csv, .json or .parquet"),
        ([WINS, "--rows", "-1"], "--rows -1: a whole number from 0 on is expected"),
        (["select nosuch"], "there is no column 'nosuch' without a table; add one"),
        (["--out", "y.csv"], "--out y.csv: this is for the answer to a query"),
        (["--format", "csv"], "--format csv: this is for the answer to a query"),
        ([WINS, "--rows", "many"], "--rows many: a whole number from 0"),
        ([WINS, "--out", "no/such/a.csv"], "no/such/a.csv can't be written: No such file"),
    ],
)
def test_mistakes_are_one_line(
    args: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = sql(*args)
    assert result.exit_code == 2
    assert expected in result.stderr
    assert result.stderr.startswith("trisim: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_no_file_is_written_into_the_run() -> None:
    result = sql(WINS, "--out", str(small_run().path / "turns" / "part-00000.parquet"))
    assert result.exit_code == 2
    assert "inside the run" in result.stderr


def test_a_table_that_the_run_has_not_names_its_option(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(small_run().path, tmp_path / "run"))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["request"]["cards"] = False
    (folder / "manifest.json").write_text(json.dumps(manifest))
    result = CliRunner().invoke(main, ["sql", str(folder), "select * from cards"])
    assert result.exit_code == 2
    assert "this run has no table 'cards'; it is written by a run --with cards" in result.stderr


def test_no_run_is_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["sql", str(tmp_path / "nowhere"), WINS])
    assert result.exit_code == 2
    problem = "this is no run, there is no such folder; name the folder of a run"
    assert result.stderr == f"trisim: {tmp_path}/nowhere: {problem}\n"


@pytest.mark.parametrize("command", [["sql"], ["audit"], ["replay", "0"]])
def test_a_file_or_a_name_that_is_no_folder_is_one_line(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name, said in (
        (str(tmp_path / "file"), "file: this is a file, not a folder; name the folder of a run"),
        ("", "RUN '': a name is missing"),
        ("x" * 300, "this name is too long"),
    ):
        result = CliRunner().invoke(main, [command[0], name, *command[1:]])
        assert result.exit_code == 2
        assert said in result.stderr
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_file_that_has_no_room_says_why(form: str, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    query = "select * from ledger a cross join games b limit 20000"
    file = tmp_path / f"a.{form}"
    done = subprocess.run(
        [sys.executable, "-m", "trisim", "sql", str(small_run().path), query, "--out", str(file)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512)),
    )
    assert done.returncode == 2
    assert done.stderr == f"trisim: {file} can't be written: File too large; name another file\n"
    assert list(tmp_path.iterdir()) == []


def test_nobody_reads_on() -> None:
    query = "select * from ledger a cross join games b"
    command = [sys.executable, "-m", "trisim", "sql", str(small_run().path), query]
    process = subprocess.Popen(
        [*command, "--format", "csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait(timeout=60) in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "trisim", "sql", str(small_run().path), WINS, "--format", "csv"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "RUST_BACKTRACE": "0"},
        )
    assert done.returncode == 1
    assert done.stderr == "trisim: the output can't be written: No space left on device\n"


def test_sums_are_those_of_the_run() -> None:
    assert sum(row["wins"] for row in json.loads(sql(WINS, "--format", "json").output)) == GAMES


def test_a_query_that_would_crash_polars_is_one_line() -> None:
    result = sql(f"select {'+'.join(['seat'] * 20_000)} as n from players")
    assert result.exit_code == 2
    assert result.stderr.startswith("trisim: SQL: 20,000 operators in one query, 1,000 is the most")
    assert result.stderr.count("\n") == 1


def test_long_lists_and_texts_are_no_operators() -> None:
    numbers = ", ".join(map(str, range(5000)))
    text = "+" * 5000
    result = sql(f"select count(*) as n from players where seat in ({numbers}) and '{text}' = '+'")
    assert result.exit_code == 0, result.output


def test_csv_has_no_formulas_and_numbers_stay_numbers() -> None:
    query = (
        "select '=1+1' as a, '@x' as b, '-3.5' as c, -3.5 as d, '- none' as e, card as f, '+' as g "
        "from cards limit 1"
    )
    header, row = sql(query, "--format", "csv").output.splitlines()
    assert header == "a,b,c,d,e,f,g"
    assert row.startswith("'=1+1,'@x,-3.5,-3.5,'- none,")
    assert row.endswith(",'+")
    assert not row.split(",")[5].startswith("'")
