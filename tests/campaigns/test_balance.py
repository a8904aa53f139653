"""Balancings: planted imbalances are repaired, the same bytes however they come about."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

import trisim
from tests.campaigns.balance_fakes import KNOBS, STOPPED, TARGETS, play, small
from tests.installed import ROOT, environment
from tests.sim.helpers import litter
from tests.typed import Typed
from trisim.box.faults import Faults
from trisim.box.variants import read_variant
from trisim.campaigns.balance import Balance
from trisim.report.balance_change import NOTHING, USED
from trisim.sim.campaign import prepare_campaign, prepared_for
from trisim.sim.errors import FolderError, InterruptedRunError
from trisim.sim.folder import RUNS
from trisim.sim.run import Run

LONGEST = 120.0
call = Typed("balance")
said = call.mistake


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    kinds = ("*.parquet", "balance.json", "balance.html", "variants/*")
    found = sorted(path for kind in kinds for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An undisturbed balancing."""
    folder = tmp_path_factory.mktemp("whole")
    return play(folder / "out", small(folder / "files")).path


def test_a_planted_imbalance_is_repaired_with_the_planted_knob(whole: Path) -> None:
    found = Balance.read_result(whole)
    assert found.variants[0].check.missed == ("Scores",)
    assert {each.path for each in found.best.changes} == {"rules.days"}
    assert not found.final.missed
    assert found.final_printed.missed == ("Scores",)
    verdicts = {each.name: each.verdict for each in found.knobs}
    assert verdicts == {"Days": USED, "Falls": NOTHING}
    prices = [each.price for each in found.variants]
    assert prices == sorted(prices)
    assert prices[0] == 0
    assert len(prices) <= 6


def test_search_check_and_last_measurement_have_deals_of_their_own(whole: Path) -> None:
    runs = [Run(path) for path in sorted((whole / RUNS).iterdir())]
    seeds = {run.path.name.split("-")[0]: run.request.seed for run in runs}
    assert len(set(seeds.values())) == len(seeds) == 3
    for run in runs:
        assert run.request.seed == seeds[run.path.name.split("-")[0]]
        assert run.is_finished


def test_each_variant_is_a_file(whole: Path) -> None:
    found = Balance.read_result(whole)
    for each in found.variants[1:]:
        faults = Faults()
        variant = read_variant(whole / each.file, faults)
        assert not faults
        assert variant is not None
        days = next(change.after for change in each.changes if change.path == "rules.days")
        assert variant.table.tables["change"]["rules"]["days"] == int(days)
        page = (whole / each.file).with_suffix(".html").read_text()
        assert "Scores" in page
        assert each.name in page
    assert len(list((whole / "variants").iterdir())) == 2 * (len(found.variants) - 1)


def test_tables_have_all_candidates_and_targets(whole: Path) -> None:
    found = Balance.read_result(whole)
    candidates = pl.read_parquet(whole / "candidates.parquet")
    assert candidates.height == len(found.candidates) > 2
    targets = pl.read_parquet(whole / "targets.parquet")
    assert targets.filter(stage="check").height == len(found.variants)
    assert targets.filter(stage="final")["variant"].to_list() == [0, found.chosen]
    data = json.loads((whole / "balance.json").read_text())
    assert data["findings"]["chosen"] == found.chosen


def test_a_balanced_box_yields_change_nothing(tmp_path: Path) -> None:
    targets = TARGETS.replace("26", "10")
    request = small(tmp_path / "files", targets, games=24)
    found = play(tmp_path / "out", request).findings()
    assert found.is_balanced
    assert (found.chosen, len(found.variants), found.candidates) == (0, 1, ())
    assert found.final == found.final_printed
    assert "Change nothing" in (tmp_path / "out" / "balance.html").read_text()


def test_knobs_that_cannot_help_are_reported(tmp_path: Path) -> None:
    knobs = KNOBS.partition("[Falls]")[1] + KNOBS.partition("[Falls]")[2]
    found = play(tmp_path / "out", small(tmp_path / "files", knobs=knobs, games=24)).findings()
    assert found.chosen == 0
    assert [each.verdict for each in found.knobs] == [NOTHING]
    page = (tmp_path / "out" / "balance.html").read_text()
    assert "Nothing that may be changed helps" in page
    assert "no measure of a target differs in any deal" in page


def test_the_number_of_jobs_changes_no_byte(whole: Path, tmp_path: Path) -> None:
    play(tmp_path / "out", small(tmp_path / "files"), jobs=3)
    assert files(tmp_path / "out") == files(whole)


def test_an_interrupted_balancing_is_resumed_from_its_copies(whole: Path, tmp_path: Path) -> None:
    out, folder = tmp_path / "out", tmp_path / "files"
    with pytest.raises(InterruptedRunError, match="candidates are kept, continue with --resume"):
        play(out, small(folder), play=STOPPED)
    assert not (out / "balance.json").exists()
    with pytest.raises(FolderError, match="not all games are played; continue with --resume"):
        Balance(out).findings()
    for path in folder.iterdir():
        path.unlink()
    request = prepared_for(Balance, {}, out, resume=True).request
    play(out, request, resume=True)
    assert files(out) == files(whole)
    assert litter(out) == []


def test_a_killed_balancing_is_resumed_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out, folder = tmp_path / "out", tmp_path / "files"
    command = [sys.executable, "-m", "tests.campaigns.balance_fakes", str(out), str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(FAKE_SLEEP="0.1"))
    until = time.monotonic() + LONGEST
    while not list((out / RUNS).glob("search-002*/players/*.parquet")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    play(out, small(folder), resume=True)
    assert files(out) == files(whole)


def test_results_are_computed_again_from_the_runs(whole: Path) -> None:
    assert Balance(whole).result() == Balance.read_result(whole)


# ---------------------------------------------------------------- the command

SMALL = ("--game", "summit", "--strategy", "random", "--games", "24", "--jobs", "1")


@pytest.fixture
def given(tmp_path: Path) -> tuple[object, ...]:
    small(tmp_path / "files")
    folder = tmp_path / "files"
    return "--targets", folder / "targets.toml", "--over", folder / "knobs.toml"


def test_show_says_the_answer(whole: Path) -> None:
    shown = call("show", whole)
    assert shown.exit_code == 0, shown.output
    for words in (
        "Change rules.days from 5 to ", "“Scores” is missed: ", "by the prices of the knobs",
        "Knobs that did not help. Falls: no measure of a target differs", "chosen", "The variant: ",
    ):  # fmt: skip
        assert words in shown.stdout, words
    page = (whole / "balance.html").read_text()
    for words in ("The smallest change that meets the targets", "Only these figures are to be "
                  "quoted", "trisim balance", "at random"):  # fmt: skip
        assert words in page, words
    assert not re.search(r'(src|href)="(https?:)?//', page)


def test_a_dry_run_lists_the_knobs_and_writes_nothing(
    given: tuple[object, ...], tmp_path: Path
) -> None:
    shown = call(*SMALL, *given, "--dry-run")
    assert shown.exit_code == 0, shown.output
    assert "the smallest change over 2 knobs that meets 1 target;" in shown.stdout
    assert "Days: 4, 5, 8 (printed 5)" in shown.stdout
    assert "Nothing was written" in shown.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["files"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("[4, 5, 8]", "[4, 99]", "knobs.toml, line 4, Days.values: 'rules.days=99': out of range"),
        ("rules.days", "rules.day", "there is no 'day'; did you mean 'days'?"),
        ("rules.days", "option.winter", "Days.values: 'option.winter=4': on or off is expected"),
        ("rules.days", "strategy.noise", "a number of a strategy is no value of the game"),
        ("[4, 5, 8]", "[5]", "there are 1 values with the printed one; give 2 to 40"),
        ("values = [4, 5, 8]", "price = 0", "a price must be more than 0"),
        ("why", "because", "'because': unknown key"),
        ("rules.most_falls", "rules.days", "the knob 'Days' has this place, too"),
        ("[Days]", "[Days", "this is not TOML"),
    ],
)
def test_a_faulty_file_of_knobs_is_a_line(
    given: tuple[object, ...], before: str, after: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "files" / "knobs.toml"
    file.write_text(file.read_text().replace(before, after))
    result = call(*SMALL, *given, "--out", tmp_path / "out")
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert not (tmp_path / "out").exists()


def test_missing_files_and_wrong_words_are_a_line(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "out")
    assert "give --over FILE with knobs" in said(*SMALL, *out)
    assert "there is no such file" in said(*SMALL, "--over", tmp_path / "no.toml", *out)
    assert "write --over FILE" in said("knobs.toml", *SMALL, *out)
    small(tmp_path / "files")
    over = ("--over", tmp_path / "files" / "knobs.toml")
    assert "it comes without targets; give --targets FILE" in said(*SMALL, *over, *out)


# ---------------------------------------------------------------- suggested knobs


def test_knobs_are_suggested_from_the_targets_that_a_run_misses(tmp_path: Path) -> None:
    targets = tmp_path / "targets.toml"
    targets.write_text('[Climbers]\nmeasures = "climber.guide.win"\nlow = 70\n')
    run = tmp_path / "run"
    trisim.run(game="summit", strategy="random", games=60, out=run, log="turns", progress=False)
    out = tmp_path / "knobs.toml"
    shown = call("--suggest-knobs", run, "--targets", targets, "--out", out)
    assert shown.exit_code == 0, shown.output
    assert "2 knobs; edit prices and ranges" in shown.stdout
    prepared = prepare_campaign(small(tmp_path / "files", knobs=out.read_text()))
    knobs = prepared.request.knobs(prepared.box).knobs
    assert [each.name for each in knobs] == ["guide: grip", "guide: extra_cards"]
    assert all("climber.guide.win is " in each.why for each in knobs)
    assert "it exists already" in said("--suggest-knobs", run, "--targets", targets, "--out", out)
    assert "name the new file with --out" in said("--suggest-knobs", run)
