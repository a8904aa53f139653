"""The auditor: sound runs are clean; broken files, folders and manifests are found and named."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from tests.sim.damage import copy_of, edit_manifest, path_of, put, record_anew, rewrite
from tests.sim.helpers import play_games
from tests.sim.test_audit_runs import (
    facts_of,
    failed,
    one_part,
    players_only,
    solo_part,
    three_parts,
)
from trisim.cli.audit import audit as audit_command
from trisim.games.trismegistus import loop
from trisim.plugin import DEFAULT, load
from trisim.sim.audit import NoRunError, audit, described
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.kit import checks_of
from trisim.sim.audit.registry import check
from trisim.sim.audit.replay import spread
from trisim.sim.manifest import read_manifest
from trisim.sim.receipts import RECEIPTS, write_receipt
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest

GAME = load(DEFAULT)
ROOT = Path(__file__).parents[2]
TABLES = ["games", "players", "rounds", "turns", "cards", "ledger"]


def command(*args: str) -> Result:
    return CliRunner().invoke(audit_command, list(args))


# ---------------------------------------------------------------- sound runs


@pytest.mark.parametrize("sound", [one_part, three_parts, players_only, solo_part])
def test_a_sound_run_is_clean(sound: Any) -> None:
    report = audit(sound())
    assert report.is_clean, report.failed
    assert report.games == {one_part: 4, three_parts: 9, players_only: 2, solo_part: 3}[sound]
    assert not report.notes


def test_every_check_looks_at_something() -> None:
    report, solo = audit(three_parts(), replay=1), audit(solo_part())
    unseen = [result.name for result in report.results if not result.looked_at]
    assert [name for name in unseen if not solo[name].looked_at] == []
    assert all(name.startswith("bot-") for name in unseen)
    assert report["replay"].looked_at == 3, "whole deals are played again"


def test_checks_of_tables_that_were_not_written_are_not_made() -> None:
    report = audit(players_only())
    assert report["score"].looked_at == 4
    assert report["bowls"].looked_at == report["balances"].looked_at == 0


@pytest.mark.parametrize("alchemists", ["chosen", "random", "duval,newton", "intro"])
def test_alchemists_of_every_design(alchemists: str, tmp_path: Path, testbox_path: Path) -> None:
    intro = alchemists == "intro"
    request = RunRequest.of(
        players=2,
        games=1,
        alchemists=None if intro else alchemists,
        intro=intro,
        log="players",
        box=testbox_path,
    )
    folder = play_games(tmp_path / "run", request)
    assert audit(folder).is_clean
    rewrite(folder, "players", put("alchemist", "nobody"))
    assert "alchemists" in failed(folder).failed


@pytest.mark.parametrize("bot_first", [False, True])
def test_an_introductory_solo_run(bot_first: bool, tmp_path: Path, testbox_path: Path) -> None:
    options = {"bot_first": bot_first}
    request = RunRequest.of(games=1, intro=True, solo=True, options=options, box=testbox_path)
    folder = play_games(tmp_path / "run", request)
    assert audit(folder).is_clean
    rewrite(folder, "players", put("alchemist", "newton", ~pl.col("alchemist").is_null()))
    assert "alchemists" in failed(folder).failed


def test_progress_is_told_part_by_part() -> None:
    told: list[tuple[int, int, str]] = []
    audit(three_parts(), lambda *now: told.append(now))
    assert told == [(0, 3, "part 0"), (1, 3, "part 1"), (2, 3, "part 2")]


def test_only_one_part_is_held_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    alive = 0
    most = 0
    begin, end = Evidence.__init__, getattr(Evidence, "__del__", None)
    assert end is None

    def count(self: Evidence, *args: Any) -> None:
        nonlocal alive, most
        alive += 1
        most = max(most, alive)
        begin(self, *args)

    def forget(self: Evidence) -> None:
        nonlocal alive
        alive -= 1

    monkeypatch.setattr(Evidence, "__init__", count)
    monkeypatch.setattr(Evidence, "__del__", forget, raising=False)
    audit(three_parts())
    assert most == 1


def test_deals_to_play_again_are_spread_evenly() -> None:
    assert spread([range(100)], 4) == [12, 37, 62, 87]
    assert spread([range(3)], 9) == [0, 1, 2]


def test_aborted_games_are_counted_and_less_is_asked_of_them(
    tmp_path: Path, testbox_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(loop.bound.names, "DECISION_LIMIT", 40)
    request = RunRequest.of(players=2, games=2, cards=True, ledger=1, box=testbox_path)
    folder = play_games(tmp_path / "run", request)
    report = audit(folder)
    assert report.is_clean, [str(each) for result in report.results for each in result.first]
    assert report.notes == ("2 games were aborted; less is checked in them",)
    rewrite(folder, "players", put("score", 99))
    assert "score" in failed(folder).failed


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("table", TABLES)
def test_a_flipped_byte_in_a_data_page(table: str, tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    path = path_of(folder, table)
    column = pq.ParquetFile(path).metadata.row_group(0).column(0)
    data = bytearray(path.read_bytes())
    data[column.data_page_offset + column.total_compressed_size // 2] ^= 1
    path.write_bytes(data)
    report = failed(folder)
    assert report.failed == ("checksums",)
    assert str(report["checksums"].first[0]).startswith(f"{table}/part-00000.parquet: checksum ")
    assert report.broken == {0}


@pytest.mark.parametrize("table", TABLES)
def test_a_file_that_was_cut(table: str, tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    path = path_of(folder, table)
    path.write_bytes(path.read_bytes()[:-100])
    report = failed(folder)
    assert report.failed == ("sizes",)
    assert f"{table}/part-00000.parquet: size" in str(report["sizes"].first[0])


def test_a_missing_part(tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    path_of(folder, "turns", 1).unlink()
    report = failed(folder)
    assert report.failed == ("files",)
    assert str(report["files"].first[0]) == "turns/part-00001.parquet: the file is missing"
    assert report.broken == {1}
    assert report["score"].looked_at == 27, "the other tables of the part are still looked at"


def test_a_table_that_is_missing_altogether(tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    shutil.rmtree(folder / "rounds")
    report = failed(folder)
    assert report.failed == ("files",)
    assert report["files"].wrong == 3


def test_a_file_that_is_no_parquet(tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    path_of(folder, "cards").write_bytes(b"not at all" * 100)
    record_anew(folder, "cards")
    report = failed(folder)
    assert report.failed == ("schema",)
    assert "cards/part-00000.parquet: no Parquet file:" in str(report["schema"].first[0])


def test_a_page_that_cannot_be_unpacked(tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    path = path_of(folder, "turns")
    column = pq.ParquetFile(path).metadata.row_group(0).column(0)
    start = column.dictionary_page_offset or column.data_page_offset
    data = bytearray(path.read_bytes())
    data[start : start + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    path.write_bytes(data)
    record_anew(folder, "turns")
    report = failed(folder)
    assert report.failed == ("readable",)
    assert "turns/part-00000.parquet: can't be read:" in str(report["readable"].first[0])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda table: table.drop_columns(["gold"]), "columns differ: gold"),
        (lambda table: table.select(table.schema.names[::-1]), "the same in another order"),
        (
            lambda table: table.set_column(
                table.schema.get_field_index("gold"), "gold", table["gold"].cast(pa.int64())
            ),
            "type of gold int64, expected int16",
        ),
        (
            lambda table: table.set_column(
                table.schema.get_field_index("alchemist"),
                "alchemist",
                table["alchemist"].cast(pa.string()),
            ),
            "type of alchemist string, expected dictionary",
        ),
        (
            lambda table: table.set_column(
                table.schema.get_field_index("kept"),
                "kept",
                table["kept"].cast(pa.list_(pa.string())),
            ),
            "type of kept",
        ),
    ],
)
def test_other_columns_than_declared(change: Any, said: str, tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    path = path_of(folder, "players")
    pq.write_table(change(pq.ParquetFile(path).read()), path)
    record_anew(folder, "players")
    report = failed(folder)
    assert report.failed == ("schema",)
    assert said in str(report["schema"].first[0])
    assert not report.broken, "playing the part again would not help"


def test_fewer_rows_than_the_manifest_says(tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    record_anew(folder, "games", rows=5)
    report = failed(folder)
    assert report.failed == ("rows",)
    assert str(report["rows"].first[0]) == "games/part-00000.parquet: rows 4, expected 5"


# ---------------------------------------------------------------- manifest, inputs, parts


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", '{"request": {"players": 9}}'])
def test_a_manifest_that_says_nothing(text: str, tmp_path: Path) -> None:
    folder = copy_of(players_only(), tmp_path)
    (folder / "manifest.json").write_text(text)
    report = failed(folder)
    assert report.failed == ("manifest",)
    assert str(report["manifest"].first[0]).startswith("manifest.json: the manifest can't be")
    assert report.is_cut_short
    assert report.notes == ("without the manifest nothing else can be checked",)


def test_a_box_that_was_changed(tmp_path: Path) -> None:
    folder = copy_of(players_only(), tmp_path)
    path = folder / "inputs" / "box" / "experiments.csv"
    path.write_text(path.read_text().replace("Test Fire Zero A", "Another Name"))
    report = failed(folder)
    assert report.failed == ("inputs",)
    assert "has been changed" in str(report["inputs"].first[0])
    path.write_text("nonsense")
    assert "damaged" in str(failed(folder)["inputs"].first[0])
    assert "without the box nothing else can be checked" in failed(folder).notes


def test_a_strategy_that_was_changed(tmp_path: Path) -> None:
    folder = copy_of(players_only(), tmp_path)
    (strategy,) = (folder / "inputs" / "strategies").iterdir()
    strategy.write_text(strategy.read_text() + "\n# changed\n")
    report = failed(folder)
    assert report.failed == ("inputs",)
    assert f"inputs/strategies/{strategy.name}: the strategy is" in str(report["inputs"].first[0])


def test_a_strategy_that_is_nowhere_as_it_was_cannot_be_played_again(tmp_path: Path) -> None:
    folder = copy_of(players_only(), tmp_path)
    edit_manifest(folder, lambda data: data["strategies"][0].update(digest="0" * 64))
    report = failed(folder, replay=1)
    assert report.failed == ("inputs", "replay")
    assert "can't be played once more" in str(report["replay"].first[0])


def test_a_variant_that_was_changed(tmp_path: Path, testbox_path: Path) -> None:
    variant = tmp_path / "rich.toml"
    variant.write_text('name = "Rich"\n[change.rules.numbers]\npoints_per_gold = 2\n')
    request = RunRequest.of(players=2, games=2, log="players", box=testbox_path, variants=[variant])
    folder = play_games(tmp_path / "run", request)
    assert audit(folder).is_clean, "gold is worth 2 here"
    (copied,) = (folder / "inputs" / "variants").iterdir()
    copied.write_text(copied.read_text() + "\n")
    assert "the variant is missing or changed" in str(failed(folder)["inputs"].first[0])


def test_files_that_are_no_part_of_the_run(tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    shutil.copy(path_of(folder, "games", 0), path_of(folder, "games", 7))
    report = failed(folder)
    assert report.failed == ("parts",)
    assert "games/part-00007.parquet: the file is no part" in str(report["parts"].first[0])


@pytest.mark.parametrize("name", ["../../x", "bot"])
def test_a_record_that_does_not_fit_the_request(name: str, tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    edit_manifest(
        folder,
        lambda data: data["parts"][1]["files"].update(
            {name: {"rows": 0, "bytes": 0, "sha256": ""}}
        ),
    )
    assert Run(folder).missing_parts == [1]
    report = failed(folder)
    assert report.failed == ("parts",)
    assert name in str(report["parts"].first[0])


def test_a_part_that_the_manifest_forgot(tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    edit_manifest(folder, lambda data: data["parts"].pop(1))
    report = failed(folder)
    assert report.failed == ("parts",)
    assert "manifest.json, part 1: the part is not listed" in str(report["parts"].first[0])


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"first_deal": 2}, "part 1: first deal, deals (2, 1), expected (1, 1)"),
        ({"games": 4}, "part 1: games 4, expected 3"),
        ({"part": 9}, "part 9: the part is beyond the last one"),
    ],
)
def test_a_part_with_other_deals(values: dict[str, int], said: str, tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    edit_manifest(folder, lambda data: data["parts"][1].update(values))
    report = failed(folder)
    assert "parts" in report.failed
    assert any(said in str(finding) for finding in report["parts"].first)


def test_another_seed_in_the_request(tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    edit_manifest(folder, lambda data: data["request"].update(seed=12))
    assert "seeds" in failed(folder).failed


# ---------------------------------------------------------------- runs that are not finished


def unfinished(folder: Path) -> Path:
    """A run of three parts of which one was played, as a killed one is left."""
    manifest = read_manifest(folder)
    edit_manifest(folder, lambda data: data.update(status="running", parts=[]))
    (folder / RECEIPTS).mkdir()
    write_receipt(folder, manifest.run, manifest.parts[0])
    for table in TABLES:
        path_of(folder, table, 1).unlink()
    (folder / "games" / ".part-00001.parquet.0123456789ab.unfinished").write_bytes(b"half a")
    return folder


def test_what_is_there_of_an_unfinished_run_is_audited(tmp_path: Path) -> None:
    folder = unfinished(copy_of(three_parts(), tmp_path))
    report = audit(folder)
    assert report.is_clean
    assert report.games == 3
    assert "1 of 3 parts, 3 of 9 games are there" in report.notes[0]
    assert report.notes[1] == f"to go on: trisim run --out {folder} --resume"
    rewritten = pl.read_parquet(path_of(folder, "games")).height
    assert rewritten == 3
    path_of(folder, "games").unlink()
    assert failed(folder).failed == ("files",)


def test_a_run_by_other_rules_is_said_to_be_one(tmp_path: Path) -> None:
    folder = copy_of(players_only(), tmp_path)
    edit_manifest(folder, lambda data: data.update(rules_version=1))
    report = audit(folder)
    assert report.is_clean
    assert not report.is_cut_short
    assert "it was played by rules version 1 " in report.notes[0]


def test_what_other_rules_have_played_is_not_said_to_go_on(tmp_path: Path) -> None:
    folder = unfinished(copy_of(three_parts(), tmp_path))
    edit_manifest(folder, lambda data: data.update(rules="other"))
    path_of(folder, "games").unlink()
    result = command(str(folder))
    assert result.exit_code == 1
    assert "--resume" not in result.output
    assert "the broken parts can't be played again with the current rules" in result.output
    assert "install the trisim of then, else begin anew with --force" in result.output


@pytest.mark.parametrize("make", [False, True])
def test_no_run_there(make: bool, tmp_path: Path) -> None:
    if make:
        (tmp_path / "none").mkdir()
    with pytest.raises(NoRunError, match=r"none: this is no run"):
        audit(tmp_path / "none")


# ---------------------------------------------------------------- the registry


def test_every_check_says_in_one_line_what_must_hold() -> None:
    rows = list(described(GAME))
    names = [name for _, name, _ in rows]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)
    assert all(says and "\n" not in says and not says.endswith(".") for _, _, says in rows)


def test_files_are_checked_before_their_rows() -> None:
    chapters = [each.chapter for each in checks_of(GAME)]
    assert chapters[0] == "files"
    assert len(set(chapters)) == 14


def test_two_checks_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two checks 'score'"):
        check("score", "once more", "players")(lambda evidence: iter(()))


def test_facts_of_a_table_for_fewer_players() -> None:
    facts = facts_of(three_parts())
    assert [facts.dice(color) for color in ("black", "white", "red")] == [5, 5, 5]


# ---------------------------------------------------------------- the command line


def test_a_clean_run_ends_with_0() -> None:
    result = command(str(three_parts()))
    assert result.exit_code == 0
    assert "✓ scores" in result.output
    assert "✗" not in result.output
    assert f"{three_parts()}: clean. 9 games" in result.output


def test_all_checks_can_be_shown() -> None:
    output = command(str(three_parts()), "--all").output
    for _, name, says in described(GAME):
        assert re.search(rf"[✓–] {name} .*{re.escape(says)}", output), name
    assert re.search(r"✓ score +27 players", output)


def test_findings_are_shown_and_end_with_1(tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    rewrite(folder, "players", lambda frame: frame.with_columns(pl.col("score") + 1), part=1)
    result = command(str(folder))
    assert result.exit_code == 1
    assert "  ✗ score: 9 wrong; a score is the sum of its vp_ columns\n" in result.output
    assert "      players/part-00001.parquet, game 3, seat 0: score " in result.output
    assert "      … and 4 more\n" in result.output
    assert re.search(r"things wrong, found by: score, ", result.output)
    assert "To repair it" not in result.output


def test_broken_files_come_with_a_remedy_that_works(tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    before = path_of(folder, "turns", 1).read_bytes()
    path_of(folder, "turns", 1).write_bytes(b"x" * len(before))
    result = command(str(folder))
    assert result.exit_code == 1
    assert "--resume' plays part-00001.parquet again, to the same bytes." in result.output
    request = replace(read_manifest(folder).request, box=folder / "inputs" / "box")
    play_games(folder, request, resume=True)
    assert audit(folder).is_clean
    assert path_of(folder, "turns", 1).read_bytes() == before


def test_games_can_be_played_again() -> None:
    result = command(str(three_parts()), "--replay", "1")
    assert result.exit_code == 0
    assert "✓ replay" in result.output


def test_an_unfinished_run_says_how_to_go_on(tmp_path: Path) -> None:
    folder = unfinished(copy_of(three_parts(), tmp_path))
    result = command(str(folder))
    assert result.exit_code == 0
    assert f"Note: to go on: trisim run --out {folder} --resume." in result.output


def test_no_run_is_the_users_mistake(tmp_path: Path) -> None:
    result = command(str(tmp_path / "none"))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert "there is no such folder" in result.output


@pytest.mark.parametrize("args", [(), (".", "--replay", "some")])
def test_mistakes_are_one_line(args: tuple[str, ...]) -> None:
    result = command(*args)
    assert result.exit_code == 2
    assert result.output.count("\n") == 1


def test_the_checks_are_listed() -> None:
    output = command("--list").output
    assert "scores: parts and sums" in output
    assert re.search(r"^  score +a score is the sum of its vp_ columns$", output, re.MULTILINE)
    assert all(says in output for _, _, says in described(GAME))


def test_the_checks_of_the_game_of_a_run_are_listed(tmp_path: Path) -> None:
    assert command("--list", str(three_parts())).output == command("--list").output
    result = command("--list", str(tmp_path))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1


def test_the_manual_names_every_check() -> None:
    manual = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", manual, re.MULTILINE)
    assert rows == [(name, says) for _, name, says in described(GAME)]
