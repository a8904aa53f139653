"""Runs in Python: ``trisim.run``, ``trisim.open`` and what a ``Run`` gives."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import trisim
from tests.small_run import GAMES, TESTBOX, run_with, small_run, small_solo_run
from trisim.display import is_live
from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.game import Options
from trisim.games.trismegistus.record.tables import TABLES
from trisim.record.columns import Kind
from trisim.sim.errors import FolderError, RunError, SettingsError
from trisim.sim.query import QueryError
from trisim.sim.receipts import RECEIPTS
from trisim.sim.run import NoTableError, Run, SummaryError, lineup_words
from trisim.sim.run_request import RunRequest

SMALL = {"players": 2, "games": 2, "box": TESTBOX, "jobs": 1}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the small run, to be damaged."""
    return Path(shutil.copytree(small_run().path, tmp_path / "copy"))


# ---------------------------------------------------------------- playing


def test_run_plays_what_was_asked_for(tmp_path: Path) -> None:
    run = trisim.run(
        2, 3, seed=9, out=tmp_path / "a", box=TESTBOX, jobs=1, log="players", achievements=True
    )
    assert run.path == tmp_path / "a"
    assert run.is_finished
    assert run.request == RunRequest(
        players=2,
        games=4,
        lineup=("random", "random"),
        seed=9,
        log="players",
        game_options=Options(achievements=True),
        part_games=run.request.part_games,
    )
    assert run.tables == ("games", "players")
    assert run.games.collect()["game"].to_list() == [0, 1, 2, 3]


def test_part_games_are_rounded_up_to_deals() -> None:
    assert small_run().request.part_deals == 2
    run = trisim.run(**SMALL, part_games=3)  # type: ignore[arg-type]
    assert run.request.part_deals == 2


def test_run_refuses_a_folder_that_holds_a_run(tmp_path: Path) -> None:
    trisim.run(**SMALL, out=tmp_path / "a", log="players")  # type: ignore[arg-type]
    with pytest.raises(FolderError, match="there is a run already"):
        trisim.run(**SMALL, out=tmp_path / "a")  # type: ignore[arg-type]
    again = trisim.run(**SMALL, out=tmp_path / "a", force=True)  # type: ignore[arg-type]
    assert "turns" in again.tables


def test_bad_settings_raise_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(SettingsError, match="players 7"):
        trisim.run(players=7)
    with pytest.raises(SettingsError, match="no alchemist 'duvall'"):
        trisim.run(**SMALL, alchemists="duvall,maria")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_run_without_a_folder_is_gone_when_python_ends() -> None:
    code = (
        "import trisim\n"
        f"run = trisim.run(players=2, games=2, box={str(TESTBOX)!r}, jobs=1, log='players')\n"
        "frame = trisim.open(run.path).players\n"
        "del run\n"
        "print(frame.collect().height)\n"
        f"print(trisim.run(2, 2, box={str(TESTBOX)!r}, jobs=1).path)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rows, path = done.stdout.splitlines()
    assert rows == "4", "a frame outlives its run"
    assert not Path(path).exists()
    assert done.stderr == ""


def test_close_removes_a_temporary_run_and_no_other(tmp_path: Path) -> None:
    with trisim.run(**SMALL, log="players") as run:  # type: ignore[arg-type]
        assert run.path.is_dir()
    assert not run.path.exists()
    with trisim.run(**SMALL, log="players", out=tmp_path / "a") as kept:  # type: ignore[arg-type]
        pass
    kept.close()
    assert (kept.path / "manifest.json").is_file()


# ---------------------------------------------------------------- reading


def test_open_reads_the_same_rows() -> None:
    opened = trisim.open(small_run().path)
    assert isinstance(opened, trisim.Run)
    for name in opened.tables:
        assert_frame_equal(opened.table(name).collect(), small_run().table(name).collect())


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_a_lazy_frame(name: str) -> None:
    frame = getattr(run_with(name), name)
    assert isinstance(frame, pl.LazyFrame)
    assert frame.collect().height == run_with(name).rows(name) > 0


@pytest.mark.parametrize("name", TABLES)
def test_words_are_words_in_polars_and_pandas(name: str) -> None:
    in_polars = run_with(name).table(name).collect()
    in_pandas = run_with(name).to_pandas(name)
    assert list(in_pandas.columns) == TABLES[name].names
    for column in TABLES[name].columns:
        here, there = in_polars[column.name], in_pandas[column.name]
        if column.kind is Kind.WORD:
            assert here.dtype == pl.Categorical
            assert isinstance(there.dtype, pd.CategoricalDtype)
            assert here.to_list() == [None if pd.isna(word) else word for word in there]
            assert all(isinstance(word, str) for word in here.drop_nulls())
        elif column.kind.is_list:
            assert here.to_list() == [list(words) for words in there]


def test_words_group_across_parts() -> None:
    assert len(small_run().files("turns")) == 2
    counts = small_run().turns.group_by("action").len().collect()
    assert counts["action"].n_unique() == counts.height
    assert counts["len"].sum() == small_run().rows("turns")
    in_pandas = small_run().to_pandas("turns").groupby("action", observed=True).size()
    assert in_pandas.to_dict() == dict(counts.iter_rows())


def test_words_of_lists_can_be_counted() -> None:
    counts = small_run().players.explode("kept").group_by("kept").len().collect()
    in_pandas = small_run().to_pandas("players")["kept"].explode().value_counts()
    assert in_pandas.to_dict() == dict(counts.iter_rows())


def test_plain_polars_and_pandas_read_a_run() -> None:
    path = small_run().path
    assert pl.scan_parquet(path / "turns" / "*.parquet").select(pl.len()).collect().item() > 0
    frame = pd.read_parquet(path / "turns")
    assert len(frame) == small_run().rows("turns")
    assert set(frame["action"].dropna().unique()) <= {*small_run().to_pandas("turns")["action"]}


def test_to_pandas_of_some_columns() -> None:
    frame = small_run().to_pandas("players", ["game", "win"])
    assert list(frame.columns) == ["game", "win"]
    assert frame["win"].sum() == GAMES


def test_sql_answers() -> None:
    answer = small_run().sql("select seat, sum(win) as wins from players group by seat")
    assert answer["wins"].sum() == GAMES


def test_sql_says_what_is_wrong() -> None:
    with pytest.raises(QueryError, match="there is no table 'player'; did you mean 'players'"):
        small_run().sql("select * from player")


def test_summary_speaks_of_all_games() -> None:
    summary = small_run().summary()
    assert summary.games == GAMES
    assert [level.level for level in summary.seats] == [0, 1]


def test_a_run_says_what_it_is() -> None:
    assert "8 games; 2 players, random, seed 3" in repr(small_run())
    assert "<code>turns</code>" in small_run()._repr_html_()


@pytest.mark.parametrize(
    ("lineup", "words"),
    [
        (("a", "b", "b", "a"), "a,b*2,a"),
        (("a", "a", "b"), "a*2,b"),
        (("a",) * 3, "a"),
    ],
)
def test_lineups_in_words_can_be_typed(lineup: tuple[str, ...], words: str) -> None:
    from trisim.sim.run_request import parse_lineup

    assert lineup_words(lineup) == words
    assert parse_lineup(words, len(lineup)) == lineup


# ---------------------------------------------------------------- what is not there


@pytest.mark.parametrize(
    ("name", "option"), [("cards", "--with cards"), ("ledger", "--with ledger")]
)
def test_a_table_that_was_not_written_names_its_option(
    name: str, option: str, tmp_path: Path
) -> None:
    run = trisim.run(**SMALL, out=tmp_path / "a")  # type: ignore[arg-type]
    with pytest.raises(NoTableError, match=f"no table '{name}'; it is written by a run {option}"):
        getattr(run, name)
    with pytest.raises(NoTableError):
        run.to_pandas(name)


def test_an_unknown_table_is_named() -> None:
    with pytest.raises(NoTableError, match="there is no table 'turn'; did you mean 'turns'"):
        small_run().table("turn")


def test_no_run_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"this is no run, it has no manifest\.json"):
        trisim.open(tmp_path)


# ---------------------------------------------------------------- not finished


def stopped_after_one_part(folder: Path) -> Run:
    """A run that was killed in its second part."""
    manifest = (folder / "manifest.json").read_text()
    begun = manifest.replace('"status": "finished"', '"status": "running"')
    assert begun != manifest
    (folder / "manifest.json").write_text(begun)
    (folder / "turns" / "part-00001.parquet").unlink()
    (folder / RECEIPTS / "part-00001.json").unlink(missing_ok=True)
    return Run(folder)


def test_of_an_unfinished_run_complete_parts_are_read(copied: Path) -> None:
    run = stopped_after_one_part(copied)
    assert not run.is_finished
    assert run.games.collect()["game"].to_list() == [0, 1, 2, 3]
    assert run.players.collect()["game"].unique().to_list() == [0, 1, 2, 3]
    assert len(run.to_pandas("players")) == 8
    assert run.summary().games == 4
    assert "4 games of 8, not finished" in repr(run)


def test_a_run_without_any_part_has_empty_tables(copied: Path) -> None:
    stopped_after_one_part(copied)
    (copied / "games" / "part-00000.parquet").unlink()
    run = Run(copied)
    for name in run.tables:
        blank, whole = run.table(name).collect(), small_run().table(name).collect()
        assert blank.height == 0
        assert blank.schema == whole.schema
        assert list(run.to_pandas(name).columns) == TABLES[name].names
    assert run.sql("select count(*) as n from turns").item() == 0


# ---------------------------------------------------------------- mistakes in a notebook


def test_one_variant_needs_no_brackets(tmp_path: Path) -> None:
    variant = tmp_path / "short.toml"
    variant.write_text('name = "Short"\n[change.rules.numbers]\nrounds = 1\n')
    for given in (variant, str(variant)):
        with trisim.run(**SMALL, log="players", variants=given) as run:  # type: ignore[arg-type]
            assert [each.name for each in run.manifest.variants] == ["Short"]
    assert trisim.play_game(2, box=TESTBOX, variants=str(variant)).scores


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": "2"}, "players 2: a whole number from 2 to 4 is expected"),
        ({"games": "2"}, "games 2: a whole number"),
        ({"jobs": "2"}, "jobs 2: a number of cores is expected, or -1 for all"),
        ({"jobs": -99}, "jobs -99: a number of cores is expected, or -1 for all"),
        ({"ledger": "yes"}, "ledger yes: a whole number"),
        ({"part_games": "9"}, "part_games 9: a whole number"),
        ({"out": ""}, "out '': a name is missing"),
        ({"out": "x" * 300}, "File name too long; name another directory with out$"),
    ],
)
def test_wrong_arguments_are_one_line(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(RunError, match=said):
        trisim.run(**SMALL | wrong)  # type: ignore[arg-type]


def test_messages_name_arguments_not_options(tmp_path: Path) -> None:
    trisim.run(**SMALL, out=tmp_path / "a", log="players")  # type: ignore[arg-type]
    with pytest.raises(FolderError) as caught:
        trisim.run(**SMALL, out=tmp_path / "a")  # type: ignore[arg-type]
    assert "resume=True continues it, force=True replaces it" in str(caught.value)
    assert "--" not in str(caught.value)


def test_an_unknown_column_is_named(copied: Path) -> None:
    with pytest.raises(RunError, match="'players' has no column 'scor'; did you mean 'score'"):
        small_run().to_pandas("players", columns=["scor"])
    assert list(small_run().to_pandas("players", columns="win").columns) == ["win"]


def test_a_closed_run_says_so(copied: Path) -> None:
    run = trisim.run(**SMALL, log="players")  # type: ignore[arg-type]
    run.close()
    for read in (run.summary, lambda: run.players, lambda: run.to_pandas("players")):
        with pytest.raises(RunError, match="this run is closed, and its folder removed"):
            read()
    with pytest.raises(RunError, match="closed"):
        run.sql("select * from games")
    kept = Run(copied)
    shutil.rmtree(copied)
    with pytest.raises(RunError, match="its folder was removed or renamed"):
        kept.to_pandas("games")


# ---------------------------------------------------------------- for notebooks


def test_a_run_has_the_box_that_it_was_played_with(copied: Path) -> None:
    assert small_run().box.digest == load_box(TESTBOX).digest
    (copied / "inputs" / "box" / "experiments.csv").write_text("id\n")
    with pytest.raises(FolderError, match="the box of this run is damaged"):
        _ = Run(copied).box


def test_solo_games_have_their_scenario_and_margin() -> None:
    games = small_solo_run().solo_games().collect()
    assert games["game"].to_list() == [0, 1]
    assert games["scenario"].to_list() == ["normal", "normal"]
    assert (games["score"] - games["bot_score"] == games["margin"]).all()
    with pytest.raises(SummaryError, match="this is no solo run; its games are in players"):
        small_run().solo_games()


@pytest.mark.parametrize("has_widgets", [True, False])
def test_a_notebook_shows_a_bar_only_if_it_can(
    has_widgets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setattr("trisim.display.has_widgets", lambda: has_widgets)
    assert is_live() is has_widgets


def test_a_run_without_a_team_has_no_summary_of_one() -> None:
    with pytest.raises(SummaryError, match=r"no team plays in this run; ask for its summary\(\)"):
        small_run().team_summary()
