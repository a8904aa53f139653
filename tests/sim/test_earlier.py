"""Runs that an earlier version wrote: all that reads runs reads them, and nothing changes them."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner, Result

import trisim
from tests.sim.helpers import play, solo_setup
from tests.sim.tournament_fakes import play as play_tournament
from tests.small_run import small_run, small_solo_run
from trisim.box.faults import BoxError
from trisim.campaigns.tournament import Tournament
from trisim.cli import main
from trisim.games.trismegistus.box.box import Box, load_box
from trisim.games.trismegistus.box.words import BeforeDraft
from trisim.games.trismegistus.record.earlier import ADDED, WERE_SINGLE
from trisim.games.trismegistus.record.tables import TABLES
from trisim.games.trismegistus.rules.version import RULES_VERSION
from trisim.report.balance import page_of
from trisim.report.load_runs import read_runs
from trisim.report.page.markdown import markdown_of
from trisim.sim.audit import audit
from trisim.sim.catalog import entry_of
from trisim.sim.disk import checksum
from trisim.sim.earlier import FORMAT, current_manifest
from trisim.sim.errors import FolderError
from trisim.sim.manifest import check_format, read_manifest
from trisim.sim.run import NoColumnError, Run
from trisim.sim.run_request import RunRequest
from trisim.stats.analyses.source import Missing
from trisim.stats.pairs import pair_runs

EARLIER = Path(__file__).parents[1] / "earlier"
TABLE, SOLO = EARLIER / "e184c51-table", EARLIER / "e184c51-solo"
BOTH = pytest.mark.parametrize("run", [TABLE, SOLO], ids=["table", "solo"])
EASY, HARD = "easy", "hard with bot_first, planning"
SKIPPED = {"turns-of-players", "picks", "scores-by-turn", "leads"}


def bytes_of(folder: Path) -> dict[str, str]:
    """The checksum of every file, and when it was written."""
    return {
        str(path.relative_to(folder)): f"{checksum(path)} {path.stat().st_mtime_ns}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(autouse=True, scope="module")
def unchanged() -> Iterator[None]:
    """Opening an old run never changes its files."""
    before = bytes_of(EARLIER)
    yield
    assert bytes_of(EARLIER) == before


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the run of three players, to be changed."""
    return Path(shutil.copytree(TABLE, tmp_path / "copy"))


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "manifest.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def command(*args: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, args)))


def written(run: Path, table: str) -> pl.DataFrame:
    """A table as the file has it."""
    return pl.read_parquet(run / table / "part-00000.parquet")


# ---------------------------------------------------------------- manifests


@BOTH
def test_a_manifest_without_a_number_is_of_format_1(run: Path) -> None:
    data = json.loads((run / "manifest.json").read_text())
    assert not data.keys() & {"format", "rules_version", "scenarios"}
    found = read_manifest(run)
    assert (found.format, found.rules_version, found.rules) == (1, 1, data["rules"])
    assert found.is_finished
    assert found.request.scenarios == ((EASY, HARD) if run == SOLO else ("standard",))
    assert found.request.rotations == (1 if run == SOLO else 3)


def test_new_runs_say_format_and_version_of_the_rules(tmp_path: Path) -> None:
    data = json.loads((play(tmp_path / "run") / "manifest.json").read_text())
    assert (data["format"], data["rules_version"]) == (FORMAT, RULES_VERSION) == (3, 2)
    assert list(data)[:4] == ["trisim", "format", "rules_version", "rules"]
    assert data["game"] == data["request"]["game"] == "trismegistus"


def test_settings_of_development_versions_are_a_request(copied: Path) -> None:
    before = read_manifest(copied).request
    change_manifest(copied, lambda data: data.update(format=2, rules_version=2))
    assert "settings" in json.loads((copied / "manifest.json").read_text())
    assert read_manifest(copied).request == before


def test_a_newer_format_is_one_line(copied: Path) -> None:
    change_manifest(copied, lambda data: data.update(format=4, trisim="9.0", future=[1]))
    result = command("sql", copied, "select * from games")
    assert result.exit_code == 2
    assert result.stderr == (
        f"trisim: {copied / 'manifest.json'}: can't be understood (trisim 9.0 wrote it in format "
        "4, and this version reads up to format 3); read the run with the trisim that wrote it, "
        "replace it with --force, or begin anew in another directory\n"
    )


OPTIONS = ("achievements", "intro", "solo", "difficulty", "options", "planning")


def as_format_2(data: dict[str, Any]) -> None:
    """Make the manifest of a run of today one of format 2."""
    request = data["request"]
    data["format"] = 2
    del data["game"], request["game"]
    request["alchemists"] = request.pop("roles")
    request |= request.pop("game_options")
    request["setups"] = [
        {"name": setup["name"], **{name: setup["options"][name] for name in OPTIONS[3:]}}
        for setup in request["setups"]
    ]


@pytest.mark.parametrize("new", [small_run, small_solo_run], ids=["table", "solo"])
def test_a_run_of_format_2_is_one_of_trismegistus(new: Callable[[], Run], tmp_path: Path) -> None:
    now = new()
    run = Path(shutil.copytree(now.path, tmp_path / "run"))
    change_manifest(run, as_format_2)
    data = json.loads((run / "manifest.json").read_text())
    assert {*OPTIONS, "alchemists"} < data["request"].keys()
    assert not {"game", "game_options", "roles"} & data["request"].keys()
    opened = Run(run)
    assert (opened.manifest.format, opened.manifest.game) == (2, "trismegistus")
    assert opened.request == now.request
    for table in now.tables:
        assert opened.table(table).collect().equals(now.table(table).collect())
    assert audit(run, replay=1).is_clean
    with pytest.raises(FolderError, match=r"wrote this run \(format 2\), so it can be read"):
        check_format(run, opened.manifest)


def test_setups_of_format_2_are_scenarios(tmp_path: Path) -> None:
    hard = solo_setup("hard", {"bot_first": True}, planning=True)
    asked = RunRequest.of(
        games=4, solo=True, setups=(solo_setup(), hard), log="players", part_games=2
    )
    run = play(tmp_path / "run", asked)
    change_manifest(run, as_format_2)
    written = json.loads((run / "manifest.json").read_text())["request"]["setups"][1]
    assert written == {
        "name": "hard with bot_first, planning",
        "difficulty": "hard",
        "options": {"bot_first": True},
        "planning": True,
    }
    assert read_manifest(run).request == asked


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"alchemists": "fair"}, "request: alchemists fair: balanced, random, chosen, or 2 ids"),
        ({"weather": "fine"}, "request.weather: this key is unknown"),
        ({"achievements": 1}, "request.game_options.achievements: true or false is expected"),
        ({"setups": [7]}, r"request.setups\[0\]: an object is expected, not 7"),
        ({"setups": 7}, "request.setups: a list is expected, not 7"),
    ],
)
def test_what_is_wrong_in_format_2_is_one_line(
    change: dict[str, Any], said: str, tmp_path: Path
) -> None:
    run = play(tmp_path / "run")
    change_manifest(run, as_format_2)
    change_manifest(run, lambda data: data["request"].update(change))
    with pytest.raises(FolderError, match=said) as caught:
        read_manifest(run)
    assert "\n" not in str(caught.value)


def test_reading_a_manifest_changes_nothing_that_was_given() -> None:
    data = json.loads((TABLE / "manifest.json").read_text())
    data |= {"format": 2, "rules_version": 2}
    before = json.dumps(data)
    current_manifest(data)
    assert json.dumps(data) == before


@pytest.mark.parametrize("number", ["2", 2.5, None, [], -1, 0])
def test_a_format_that_is_none_is_one_line(number: object, copied: Path) -> None:
    change_manifest(copied, lambda data: data.update(format=number, rules_version=2))
    with pytest.raises(FolderError, match="format: ") as caught:
        read_manifest(copied)
    assert "\n" not in str(caught.value)


def test_a_new_manifest_needs_the_version_of_its_rules(tmp_path: Path) -> None:
    run = play(tmp_path / "run")
    change_manifest(run, lambda data: data.pop("rules_version"))
    with pytest.raises(FolderError, match="rules_version"):
        read_manifest(run)


@BOTH
def test_an_old_run_is_listed(run: Path) -> None:
    entry = entry_of(run)
    assert (entry.kind, entry.state.status, entry.state.games) == ("run", "complete", 12)
    result = command("runs", "list", EARLIER)
    assert f"{run.name}" in result.stdout
    assert "unreadable" not in result.stdout


# ---------------------------------------------------------------- boxes


def box_of(run: Path) -> Box:
    box = trisim.open(run).box
    assert isinstance(box, Box)
    return box


@BOTH
def test_newer_rulings_are_read_as_they_were_in_force(run: Path) -> None:
    box = box_of(run)
    rules = box.rules.rulings
    assert rules.free_actions_before_draft is BeforeDraft.NONE
    assert not rules.colored_transmutations_share_arrow
    assert rules.each_advance_scores_at_top
    assert box.solo.rulings.step_ignores_met_experiments
    assert box.solo.rulings.keeps_refused_artifact
    assert not load_box().solo.rulings.keeps_refused_artifact


@pytest.mark.parametrize(("run", "value"), [(TABLE, False), (SOLO, True)])
def test_the_ruling_on_refined_materials_becomes_two(run: Path, value: bool) -> None:
    rules = box_of(run).rules.rulings  # the variant of the first one says false
    assert rules.any_refined_gained_is_precious is value
    assert rules.any_refined_paid_is_precious is value


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules.toml", "any_refined_is_precious = true", "any_refined_is_precious = false"),
        ("rules.toml", "potency_limit = 5", "potency_limit = 4"),
        ("box.toml", 'name = "Reference set"', 'name = "Another"'),
        ("rules.toml", "[rulings]", "[rulings]\neach_advance_scores_at_top = false"),
    ],
)
def test_a_box_that_was_changed_is_noticed(file: str, old: str, new: str, tmp_path: Path) -> None:
    run = Path(shutil.copytree(SOLO, tmp_path / "copy"))
    path = run / "inputs" / "box" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(FolderError, match=r"has been changed since it began"):
        _ = Run(run).box


def test_a_box_of_ones_own_still_needs_every_key(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="any_refined_gained_is_precious"):
        load_box(TABLE / "inputs" / "box")
    with pytest.raises(BoxError, match="any_refined_is_precious"):
        load_box(None, [TABLE / "inputs" / "variants" / "01-precious.toml"])
    old = (SOLO / "inputs" / "box").resolve()
    result = command("run", "--games", "2", "--box", old, "--out", tmp_path / "run")
    assert result.exit_code == 2
    assert "step_ignores_met_experiments" in result.stderr


# ---------------------------------------------------------------- tables


@BOTH
def test_every_column_of_today_is_there_but_for_four(run: Path) -> None:
    opened = trisim.open(run)
    lacking = {
        f"{table}.{name}"
        for table in opened.tables
        for name in set(TABLES[table].names) - set(opened.columns(table))
    }
    assert lacking == {
        "players.all_restricted", "turns.strategy", "turns.alchemist", "turns.scores",
    }  # fmt: skip
    for table, frame in opened.frames().items():
        names = frame.collect_schema().names()
        assert names == opened.columns(table)
        assert names == [name for name in TABLES[table].names if name in names]
        assert frame.collect().height == written(run, table).height == opened.rows(table)


@BOTH
def test_supplied_columns_have_the_types_of_today(run: Path) -> None:
    opened = trisim.open(run)
    now = small_solo_run() if run == SOLO else small_run()
    for table in opened.tables:
        expected = now.table(table).collect_schema()
        found = opened.table(table).collect_schema()
        assert {name: expected[name] for name in found} == dict(found)


@BOTH
def test_deals_follow_from_games(run: Path) -> None:
    opened = trisim.open(run)
    games_a_deal = 2 if run == SOLO else 3
    known = dict(written(run, "games").select("game", "deal").iter_rows())
    for table in opened.tables:
        rows = opened.table(table).select("game", "deal").unique().collect()
        assert set(rows.iter_rows()) == set(known.items())
    assert {game // games_a_deal for game in known} == set(known.values())


def test_the_rotation_of_a_solo_game_becomes_its_scenario() -> None:
    before = written(SOLO, "games")["rotation"].to_list()
    assert set(before) == {0, 1}
    games = trisim.open(SOLO).games.select("scenario", "rotation").collect()
    assert games["scenario"].to_list() == [(EASY, HARD)[number] for number in before]
    assert set(games["rotation"].to_list()) == {0}


def test_games_at_a_table_keep_their_rotation() -> None:
    games = trisim.open(TABLE).games.collect()
    assert set(games["scenario"].to_list()) == {"standard"}
    assert (
        games["rotation"].to_list()
        == written(TABLE, "games")["rotation"].to_list()
        == [0, 1, 2] * 4
    )


@BOTH
def test_single_cards_become_lists(run: Path) -> None:
    turns, before = trisim.open(run).turns.collect(), written(run, "turns")
    for name, single in WERE_SINGLE.items():
        expected = [[] if card is None else [card] for card in before[single].to_list()]
        assert turns[name].to_list() == expected
        assert single not in turns.columns
        assert [] in expected
        assert max(map(len, expected)) == 1


@BOTH
def test_picks_are_counted_by_round(run: Path) -> None:
    turns = trisim.open(run).turns.collect()
    drafts: dict[tuple[int, int], int] = {}
    for game, number, drafted, pick in turns.select("game", "round", "drafted", "pick").iter_rows():
        if drafted:
            drafts[game, number] = drafts.get((game, number), 0) + 1
        assert pick == (drafts[game, number] if drafted else None)


def test_files_that_have_a_column_keep_it(copied: Path) -> None:
    """As those of versions between the formats, whose manifests have no number either."""
    now = small_run().path
    shutil.copytree(now, copied, dirs_exist_ok=True)
    change_manifest(copied, lambda data: (data.pop("format"), data.pop("rules_version")))
    opened = Run(copied, verify=False)
    assert opened.manifest.format == 1
    assert opened.box.digest == small_run().box.digest
    for table in opened.tables:
        before, after = small_run().table(table).collect(), opened.table(table).collect()
        assert after.equals(before)


def test_pandas_has_the_same_columns() -> None:
    opened = trisim.open(SOLO)
    frame = opened.to_pandas("games")
    assert list(frame.columns) == TABLES["games"].names
    assert frame["scenario"].tolist() == opened.games.collect()["scenario"].to_list()
    assert str(frame["scenario"].dtype) == "category"
    assert opened.to_pandas("turns", "artifacts")["artifacts"].map(len).max() == 1
    said = (
        "an earlier version of trisim wrote this run, and its table 'turns' has no column 'scores'"
    )
    with pytest.raises(NoColumnError, match=said):
        opened.to_pandas("turns", ["game", "scores"])
    with pytest.raises(NoColumnError, match="did you mean"):
        opened.to_pandas("turns", ["gmae"])


def test_sql_over_old_tables() -> None:
    query = "select scenario, count(*) as n from games group by scenario order by n, scenario"
    result = command("sql", SOLO, query, "--format", "csv")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "scenario,n",
        "easy,6",
        '"hard with bot_first, planning",6',
    ]
    result = command("sql", TABLE, "select max(pick) as most, max(deal) as last from turns")
    assert result.exit_code == 0
    listed = command("sql", TABLE).stdout
    assert re.search(r"^ *scenario +dictionary", listed, re.M)
    assert not re.search(r"^ *scores +list of", listed, re.M)
    assert command("sql", TABLE, "select scores from turns").stderr == (
        "trisim: SQL: an earlier version of trisim wrote this run, without a column 'scores'\n"
    )


def test_summaries_and_pairs_of_old_runs() -> None:
    assert trisim.open(TABLE).summary().strategies[0].level == "balanced"
    solo = trisim.open(SOLO)
    assert set(solo.solo_games().collect()["scenario"].to_list()) == {EASY, HARD}
    assert [each.level for each in solo.solo_summary().setups] == [EASY, HARD]
    scenario = pl.col("scenario").cast(pl.String)
    easy, hard = (solo.solo_games().filter(scenario == name) for name in (EASY, HARD))
    assert pair_runs(easy, hard).matching.is_complete


# ---------------------------------------------------------------- audits


@BOTH
def test_an_audit_is_clean_and_names_what_it_skips(run: Path) -> None:
    report = audit(run, replay=1)
    assert report.is_clean, report.failed
    assert report.skipped == SKIPPED | (
        {"card-points", "publications-drawn"} if run == TABLE else set()
    )
    rules, skipped, again = report.notes
    assert rules.startswith(
        "it was played by rules version 1 (trisim 0.1.0), and the current rules"
    )
    assert skipped.startswith("skipped, because runs of format 1 lack columns")
    assert set(skipped.partition(": ")[2].split(", ")) == report.skipped
    assert all(not report[name].looked_at for name in report.skipped)
    # Games of several players are the same by both versions, row by row; solo games are not.
    assert again.startswith(f"{int(run == SOLO)} of 1 deals that were played once more have other")
    assert report["actions"].looked_at
    assert not report["replay"].looked_at


def test_the_command_shows_skipped_chapters() -> None:
    result = command("audit", TABLE)
    assert result.exit_code == 0
    assert re.search(r"^– leads +skipped", result.stdout, re.M)
    assert f"{TABLE}: clean. 12 games" in result.stdout


def rewritten(run: Path, table: str, *columns: pl.Expr) -> None:
    """Change a table of a run, with its record."""
    file = run / table / "part-00000.parquet"
    import pyarrow.parquet as pq

    schema = pq.read_schema(file)
    frame = pl.read_parquet(file).with_columns(*columns)
    pq.write_table(frame.to_arrow().cast(schema), file)
    record = {"bytes": file.stat().st_size, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
    change_manifest(run, lambda data: data["parts"][0]["files"][table].update(record))


def test_what_is_wrong_in_old_tables_is_still_found(tmp_path: Path, copied: Path) -> None:
    solo = Path(shutil.copytree(SOLO, tmp_path / "solo"))
    rewritten(solo, "games", (1 - pl.col("rotation")).cast(pl.Int8).alias("rotation"))
    assert audit(solo).failed == ("deals",)
    rewritten(copied, "turns", pl.col("artifact").reverse())
    assert "actions" in audit(copied).failed


def test_a_column_that_no_format_has_is_found(copied: Path) -> None:
    file = copied / "turns" / "part-00000.parquet"
    pl.read_parquet(file).drop("gold").write_parquet(file)
    record = {"bytes": file.stat().st_size, "sha256": checksum(file)}
    change_manifest(copied, lambda data: data["parts"][0]["files"]["turns"].update(record))
    report = audit(copied)
    assert report.failed == ("schema",)
    assert report["schema"].first[0].found == "gold"


def test_a_damaged_old_run_is_not_said_to_be_resumed(copied: Path) -> None:
    (copied / "players" / "part-00000.parquet").write_bytes(b"PAR1")
    result = command("audit", copied)
    assert result.exit_code == 1
    assert "--resume" not in result.output
    result = command("sql", copied, "select * from players")
    assert result.exit_code == 2
    assert "--resume" not in result.output
    assert "an earlier version of trisim wrote the run" in result.output


# ---------------------------------------------------------------- replays


def test_a_game_that_agrees_is_said_to() -> None:
    result = command("replay", TABLE, "5")
    assert result.exit_code == 0
    assert "deal 1, rotation 2" in result.stdout
    assert result.stderr == (
        f"trisim: {TABLE} was played by rules version 1 (trisim 0.1.0), and the current rules are "
        "version 2; this replay uses the current rules, and the run has the same scores for this "
        "game\n"
    )


def test_a_game_that_differs_is_said_to() -> None:
    result = command("replay", SOLO, "0")
    assert result.exit_code == 0
    assert f"against Botmegistus, {EASY}" in result.stdout
    assert result.stderr.count("\n") == 1
    assert "the run has other scores for this game (119, 68, not " in result.stderr


# ---------------------------------------------------------------- reports


def words_about(*runs: Path) -> str:
    return markdown_of(page_of(read_runs(runs)), lambda picture: picture.name)


@BOTH
def test_a_report_names_the_section_that_it_skips(run: Path) -> None:
    inputs = read_runs([run])
    results = inputs.subject.results
    skipped = {name for name, found in results.items() if isinstance(found, Missing)}
    lacking = Missing("An earlier version of trisim wrote the run, without turns.scores.")
    assert results["flow"] == lacking
    assert {"bowls", "categories"} & skipped == set()
    if run == TABLE:
        assert {"cards", "economy", "alchemists"} & skipped == set()
    text = words_about(run)
    assert lacking.reason in text
    assert (
        "with other rules (version 1) than the trisim that wrote this report has (version 2)"
        in text
    )


def test_old_and_new_runs_in_one_report() -> None:
    text = words_about(TABLE, small_run().path)
    assert text.count("with other rules (version") == 1


# ---------------------------------------------------------------- going on


def test_an_old_run_is_not_resumed(copied: Path) -> None:
    before = bytes_of(copied)
    told = (
        f"{copied}: an earlier version of trisim wrote this run (format 1), so it can be read but "
        "not resumed; begin anew with --force, or in another directory"
    )
    for more in ([], ["--dry-run"], ["--seed", "3"]):
        result = command("run", "--out", copied, "--resume", *more)
        assert (result.exit_code, result.stderr) == (2, f"trisim: {told}\n")
    with pytest.raises(FolderError, match="not resumed"):
        play(copied, Run(copied).request, resume=True)
    assert bytes_of(copied) == before


def test_an_old_run_can_be_replaced(copied: Path) -> None:
    play(copied, force=True)
    assert read_manifest(copied).format == FORMAT


def test_an_old_campaign_can_be_shown_but_not_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    tournament = play_tournament(tmp_path / "t")
    before = tournament.standings()
    for run in tournament.runs:
        change_manifest(run.path, lambda data: data.update(format=1, rules="other"))
    assert Tournament(tmp_path / "t").standings() == before
    with pytest.raises(FolderError, match=r"\(format 1\), so it can be read but not resumed"):
        play_tournament(tmp_path / "t", resume=True)


def test_added_columns_are_columns() -> None:
    for table, names in ADDED.items():
        assert set(names) <= set(TABLES[table].names)
    assert WERE_SINGLE.keys() <= set(TABLES["turns"].names)


# ---------------------------------------------------------------- the version of the rules


@pytest.fixture
def new_run(tmp_path: Path) -> Path:
    """A copy of a run of this version."""
    return Path(shutil.copytree(small_run().path, tmp_path / "new"))


def test_other_sources_of_the_same_rules_are_no_matter(new_run: Path) -> None:
    change_manifest(new_run, lambda data: data.update(rules="0" * 64))
    assert audit(new_run, replay=1).notes == ()
    assert audit(new_run, replay=1)["replay"].looked_at
    assert "other rules" not in words_about(new_run)
    assert command("replay", new_run, "0").stderr == ""
    result = command("run", "--out", new_run, "--resume")
    assert result.exit_code == 2
    assert "the rules have changed since the run began" in result.stderr


def test_another_version_of_the_rules_is_one_line(new_run: Path) -> None:
    change_manifest(new_run, lambda data: data.update(rules_version=7))
    told = "rules version 7 (trisim 0.1.0), and the current rules are version 2"
    first, second = audit(new_run, replay=1).notes
    assert told in first
    assert second == (
        "0 of 1 deals that were played once more have other rows with the current rules"
    )
    assert "with other rules (version 7)" in words_about(new_run)
    result = command("replay", new_run, "0")
    assert result.exit_code == 0
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
