"""Runs that are not as they should be: what a report says of them, and where it stops."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.conftest import REFERENCE
from tests.report.reported import SHORT_TRAP, copied, small_report, trapped_run, undrawn
from tests.small_run import TESTBOX, small_run, small_solo_run
from trisim.api import run as play_run
from trisim.games.trismegistus.report.kit import REPORT
from trisim.report import load_runs
from trisim.report.balance import page_of
from trisim.report.load_runs import NothingToSayError, bunches, read_runs
from trisim.report.page.html import html_of
from trisim.report.page.markdown import markdown_of
from trisim.report.page.model import Page
from trisim.report.provenance import Values
from trisim.sim.errors import FolderError
from trisim.sim.receipts import PartRecord, table_file
from trisim.stats.analyses.source import Missing


def file_of(run: Path, table: str, part: int = 1) -> Path:
    return run / table / table_file(part)


def flip_a_byte(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-10])


def change_manifest(run: Path, change: Callable[[dict[str, Any]], None]) -> None:
    path = run / "manifest.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def page_about(*runs: Path) -> Page:
    page = page_of(read_runs(runs))
    assert undrawn(page)
    return page


def words_of(page: Page) -> str:
    return markdown_of(page, lambda picture: picture.name)


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (flip_a_byte, "turns/part-00001.parquet is damaged"),
        (cut, "turns/part-00001.parquet is cut off"),
        (Path.unlink, "turns/part-00001.parquet is missing"),
    ],
)
def test_a_part_that_is_damaged_is_left_out_and_named(
    damage: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    run = copied(tmp_path / "run")
    damage(file_of(run, "turns"))
    page = page_about(run)
    assert page.warnings[0].startswith("run: 4 games are left out")
    assert said in words_of(page)
    assert page.subtitle.startswith("4 games of 2 players")


def test_a_run_whose_parts_are_all_damaged_is_one_line(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    for part in (0, 1):
        flip_a_byte(file_of(run, "players", part))
    with pytest.raises(
        NothingToSayError, match=r"missing or damaged; 'trisim audit .*' says which"
    ):
        read_runs([run])


def test_of_a_table_that_was_removed_its_sections_say_so(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    shutil.rmtree(run / "ledger")
    inputs = read_runs([run])
    facts = inputs.subject.facts
    assert facts.games == 8
    assert facts.unusable == {"ledger": "The files of the table ledger have been removed."}
    assert [words[:25] for words in page_of(inputs).warnings] == [
        "Everybody played at rando",
        "For questions about balan",
    ]


def test_without_players_nothing_can_be_said(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    shutil.rmtree(run / "players")
    with pytest.raises(NothingToSayError):
        read_runs([run])


def test_a_box_that_was_changed_since_is_one_line(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    path = run / "inputs" / "box" / "experiments.csv"
    path.write_text(path.read_text().replace("Test Fire Zero A", "Another"))
    with pytest.raises(FolderError, match="has been changed since it began"):
        read_runs([run])


# ---------------------------------------------------------------- not finished, empty, no run


def unfinished(data: dict[str, Any]) -> None:
    data["status"] = "interrupted"
    data["parts"] = data["parts"][:1]


def test_a_run_that_is_not_finished_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    change_manifest(run, unfinished)
    page = page_about(run)
    assert "is not finished: 4 of 8 games were read" in page.warnings[0]


def test_a_run_without_a_finished_game_is_one_line(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    change_manifest(run, lambda data: data.update(status="running", parts=[]))
    with pytest.raises(NothingToSayError, match="no game of this run has been finished"):
        read_runs([run])


def test_a_folder_that_is_no_run_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="this is no run"):
        read_runs([tmp_path])


# ---------------------------------------------------------------- other tables, other versions


def test_a_run_of_players_alone_says_which_tables_are_missing(tmp_path: Path) -> None:
    run = play_run(
        players=2, games=2, box=TESTBOX, log="players", out=tmp_path / "r", jobs=1, progress=False
    )
    inputs = read_runs([run.path])
    assert inputs.subject.facts.tables == {"games", "players"}
    for name, result in inputs.subject.results.items():
        if isinstance(result, Missing) and name != "solo":
            assert "play it" in result.reason, name
    assert undrawn(page_of(inputs))


def test_a_table_of_another_version_is_named_with_what_it_lacks(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    records = {}
    for part in (0, 1):
        path = file_of(run, "rounds", part)
        pl.read_parquet(path).drop("rerolls").write_parquet(path)
        records[part] = (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest())

    def tell_of_it(data: dict[str, Any]) -> None:
        for part in data["parts"]:
            size, digest = records[part["part"]]
            part["files"]["rounds"].update(bytes=size, sha256=digest)

    change_manifest(run, tell_of_it)
    inputs = read_runs([run])
    said = "The table rounds is of another version of trisim and lacks rerolls."
    assert inputs.subject.facts.unusable == {"rounds": said}
    assert undrawn(page_of(inputs))


def test_rules_of_another_version_are_told(tmp_path: Path) -> None:
    run = copied(tmp_path / "run")
    change_manifest(run, lambda data: data.update(trisim="0.0.1", rules_version=1))
    assert "played by trisim 0.0.1 with other rules (version 1)" in words_of(page_about(run))


# ---------------------------------------------------------------- several runs


def test_runs_of_different_boxes_are_told_apart(tmp_path: Path) -> None:
    other = play_run(players=2, games=2, out=tmp_path / "reference", jobs=1, progress=False)
    page = page_about(small_run().path, other.path)
    assert "different boxes" in page.warnings[0]


def test_runs_are_called_by_what_tells_them_apart_and_not_by_folder(tmp_path: Path) -> None:
    variant = tmp_path / "v.toml"
    variant.write_text("name = 'Few dice'\n[change.rules.numbers]\npotency_limit = 6\n")
    games: dict[str, dict[str, Any]] = {
        "a": {},
        "b": {"variants": [variant]},
        "c": {"strategy": "random:noise=0.5"},
    }
    for folder, options in games.items():
        out = tmp_path / folder
        play_run(players=2, games=2, box=TESTBOX, out=out, jobs=1, progress=False, **options)
    found = read_runs([tmp_path / folder for folder in "abc"])
    assert [run.facts.label for run in found.runs] == [
        "random",
        "random with Few dice",
        "random:noise=0.5",
    ]
    assert [run.facts.folder for run in found.runs] == ["a", "b", "c"]
    (alone,) = read_runs([tmp_path / "b"]).runs
    assert alone.facts.label == "random with Few dice"


def test_a_run_that_is_named_twice_has_two_labels() -> None:
    path = small_run().path
    labels = [run.facts.label for run in read_runs([path, path, path]).runs]
    assert labels == [f"{number}: {path.name}" for number in (1, 2, 3)]
    page_about(path, path)


def test_a_solo_run_makes_a_page() -> None:
    page = page_about(small_solo_run().path)
    assert page.subtitle == "2 games of random against Botmegistus"


def test_a_single_game_is_told_as_one_and_promises_nothing(tmp_path: Path) -> None:
    run = play_run(solo=True, games=1, box=TESTBOX, out=tmp_path / "one", jobs=1, progress=False)
    page = page_about(run.path)
    assert page.subtitle == "1 game of random against Botmegistus"
    assert (page.key_figures[0].label, page.key_figures[0].note) == ("game", "1 deal")
    assert "∞" not in "".join(key.note for key in page.key_figures)


def test_play_at_random_is_told_at_the_top() -> None:
    assert "played at random" in small_report()[0].warnings[0]


def test_weaker_strategies_are_told_at_the_top() -> None:
    assert "play with --strategy tuned" in small_report()[0].warnings[-1]


def test_a_variant_is_named_at_the_top() -> None:
    assert ", with " not in small_report()[0].subtitle
    assert ", with <" in page_about(trapped_run().path).subtitle


# ---------------------------------------------------------------- names


def test_names_of_box_variant_strategy_and_run_are_text() -> None:
    page = page_about(trapped_run().path)
    text = html_of(page)
    assert text.count("<script>") == 1
    assert not re.search(r"<(i|u|b)>\$", text)
    assert "&lt;script&gt;$x_1$|" in text
    assert "&lt;b&gt;$run$|" in text
    assert "&lt;i&gt;$x$|y.py" in text


def test_names_of_a_box_are_text_in_markdown() -> None:
    text = words_of(page_about(trapped_run().path))
    assert "<" not in text
    assert SHORT_TRAP not in text


# ---------------------------------------------------------------- how it is read


def part_of(number: int, games: int) -> PartRecord:
    return PartRecord(number, 0, games, games, 0.0, {})


def test_parts_are_read_some_thousand_games_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_runs, "GAMES_AT_A_TIME", 10)
    parts = [part_of(number, games) for number, games in enumerate((4, 4, 4, 12, 1))]
    assert [[each.games for each in bunch] for bunch in bunches(parts)] == [[4, 4], [4], [12], [1]]


def test_reading_in_bunches_changes_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    path = small_run().path
    whole = read_runs([path]).subject.measures()
    monkeypatch.setattr(load_runs, "GAMES_AT_A_TIME", 1)
    parts = read_runs([path]).subject.measures()
    lost = whole.keys() - parts.keys()  # of a card in one deal of a batch there is no interval
    assert all(name.startswith("card.") for name in lost)
    for name, estimate in parts.items():
        assert estimate.value == pytest.approx(whole[name].value, nan_ok=True), name
        assert estimate.n == whole[name].n


def test_progress_ends_where_all_is_read() -> None:
    told: list[tuple[str, int, int]] = []
    read_runs([small_run().path], lambda *words: told.append(words))
    assert told[-1] == ("Reading games", 8, 8)
    assert ("Checking files", 12, 12) in told


def test_whose_values_a_box_has_is_known_by_its_cards(tmp_path: Path) -> None:
    assert provenance(small_run().path).values is Values.OTHER
    copy = Path(shutil.copytree(REFERENCE, tmp_path / "b"))
    path = copy / "experiments.csv"
    path.write_text(path.read_text().replace("Iron Feather", "Lead Feather"))
    run = play_run(players=2, games=2, box=copy, out=tmp_path / "r", jobs=1, progress=False)
    assert provenance(run.path).values is Values.DERIVED


def provenance(path: Path) -> Any:
    found = read_runs([path]).subject.provenance
    assert found is not None
    return found


def test_the_docs_have_the_sections_in_the_order_of_the_page() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reports.md").read_text("utf-8")
    headings = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    titles = [chapter.title for chapter in REPORT.chapters]
    assert [heading for heading in headings if heading in titles] == titles
