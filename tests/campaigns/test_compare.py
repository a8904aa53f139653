"""Comparisons: what was planted is found, what isn't there is not, and bytes are the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import trisim
from tests.campaigns.compare_helpers import LOWER, PORTER, WINDY, play, request, variant
from trisim.campaigns import compare, detect
from trisim.campaigns.compare import RESULT, ComparisonCampaign
from trisim.campaigns.compare_versions import names_of
from trisim.campaigns.detect import Detect, Need, Needs
from trisim.documents import typed
from trisim.players.player import Speed
from trisim.report.comparison import Comparison, VersionComparison
from trisim.report.comparison_versions import tuned_on
from trisim.sim.campaign import prepare_campaign
from trisim.sim.errors import FolderError, InterruptedRunError, RunError, SettingsError
from trisim.sim.run import Run
from trisim.stats.changes import CHANGED, IDENTICAL, SAME


def written(path: Path, comparison: Comparison, kit: Any) -> None:
    """Instead of a page, which takes long to draw."""
    path.write_text(f"{comparison.game}: {kit.title_of('seats')}", encoding="utf-8")


CUT = "tests.contract.playing:cut"


@pytest.fixture(autouse=True, scope="module")
def small_parts() -> Iterator[None]:
    """Several parts, and quick ones; the page has tests of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare, "write_page", written)
        patch.setitem(compare.GAMES_A_PART, Speed.QUICK, 20)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compare")


@pytest.fixture(scope="module")
def lower(folder: Path) -> str:
    """A lower summit, which is reached sooner."""
    return variant(folder, LOWER)


@pytest.fixture(scope="module")
def whole(folder: Path, lower: str) -> ComparisonCampaign:
    """An undisturbed comparison."""
    return play(folder / "whole", request("reference", lower))


@pytest.fixture(scope="module")
def found(whole: ComparisonCampaign) -> Comparison:
    return ComparisonCampaign.read_result(whole.path)


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same each time."""
    kinds = ("*.parquet", RESULT, "*.html")
    paths = sorted(path for kind in kinds for path in folder.rglob(kind))
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def only(found: Comparison) -> VersionComparison:
    (version,) = found.against
    return version


# ---------------------------------------------------------------- what is found


def test_a_planted_change_is_found_with_its_sign(found: Comparison) -> None:
    score = only(found).by_measure["score.mean"]
    assert score.verdict == CHANGED
    assert score.before is not None
    assert score.after is not None
    assert score.difference is not None
    assert score.difference.high < 0
    assert score.difference.value == pytest.approx(score.after.value - score.before.value)


def test_the_box_is_compared_value_by_value(found: Comparison) -> None:
    (change,) = only(found).box_changes
    assert (change.section, change.field) == ("rules", "summit")
    assert (change.before, change.after) == ("36", "20")
    assert [each.name for each in found.versions] == ["reference", "lower"]


def test_games_are_paired_deal_by_deal(found: Comparison) -> None:
    divergence = only(found).divergence
    assert found.paired
    assert divergence is not None
    assert (divergence.games, divergence.deals) == (40, 20) == (found.games, found.deals)
    assert not divergence.games_only_in_base


def test_a_change_that_nobody_meets_changes_no_row(folder: Path) -> None:
    asked = request("reference", variant(folder, PORTER, "porter"), roles=("guide", "guide"))
    version = only(play(folder / "unseen", asked).comparison())
    assert {each.verdict for each in version.changes} == {IDENTICAL}
    assert all(each.difference is None for each in version.changes)
    assert version.identical_sections == version.sections
    assert version.divergence is not None
    assert version.divergence.identical == version.divergence.games
    assert version.changed_roles == ("porter",)
    assert version.gain is None


def test_no_interval_of_a_difference_is_without_ends_around_zero(found: Comparison) -> None:
    for each in only(found).changes:
        here = each.difference
        assert here is None or here.value or here.low > float("-inf")


STRENGTH = """
[pays]
measures = "strategy.steady.against.random.win"
low = 60

[both]
measures = ["strategy.steady.against.random.win", "strategy.timid.against.random.win"]
low = 60

[seats]
measures = "seat.*.win"
low = 1
strategy = "steady"

[holds]
measures = "seat.*.win"
low = 1
holds_for = ["random", "steady"]
"""


@pytest.mark.parametrize(
    ("lineup", "judged", "notes"),
    [
        (
            ("steady", "random"),
            ["pays"],
            {
                "both": "Not judged: timid and random don't meet in these games.",
                "seats": "Not judged: steady doesn't play all places in “000-reference”.",
            },
        ),
        (
            ("random", "random"),
            [],
            {
                "pays": "Not judged: random plays all places in “000-reference”, so it meets no "
                "other strategy.",
                "seats": "Not judged: steady doesn't play all places in “000-reference”.",
            },
        ),
    ],
)
def test_targets_on_strength_are_judged_where_the_line_up_allows_it(
    folder: Path, lower: str, lineup: tuple[str, ...], judged: list[str], notes: dict[str, str]
) -> None:
    file = folder / "strength.toml"
    file.write_text(STRENGTH, encoding="utf-8")
    asked = request("reference", lower, strategy=None, lineup=lineup, targets=file)
    version = only(play(folder / f"strength-{lineup[0]}", asked).comparison())
    found = {each.name: each for each in version.targets}
    assert [name for name, each in found.items() if each.measures] == judged
    assert {name: found[name].note for name in notes} == notes
    assert all(each.after == "not judged" for each in found.values() if each.why_not)
    assert found["holds"].why_not == (
        "it must hold for random and steady; a report on a run of each judges that."
    )
    # meetings are read only for those who ask for them, and then paired like any measure
    meetings = [each for each in version.by_measure if ".against." in each]
    assert meetings == (["strategy.steady.against.random.win"] if judged else [])
    for name in judged:
        (measure,) = found[name].measures
        assert (measure.verdict_before, measure.verdict_after) == ("within", "within")


def test_targets_are_judged_before_and_after(folder: Path, lower: str) -> None:
    file = folder / "targets.toml"
    file.write_text('["Low scores"]\nmeasures = "score.mean"\nhigh = 1\nwhy = "Late."\n')
    asked = request("reference", lower, targets=file)
    (target,) = only(play(folder / "targets", asked).comparison()).targets
    assert target.name == "Low scores"
    assert (target.before_words, target.after_words) == ("outside, above", "outside, above")
    (measure,) = target.measures
    assert measure.before is not None
    assert measure.before.family == 2


def test_several_versions_are_compared_with_the_first(folder: Path, lower: str) -> None:
    windy = variant(folder, WINDY, "windy")
    found = play(folder / "three", request("reference", lower, windy, games=8)).comparison()
    assert [each.name for each in found.against] == ["lower", "windy"]
    assert found.intervals == 2 * len(found.against[0].changes)
    only_windy = found.against[1]
    assert only_windy.changed_cards == ("blue-sky",)
    assert only_windy.card_texts[0].before != only_windy.card_texts[0].after


# ---------------------------------------------------------------- on disk


def test_the_result_is_read_again_as_it_was(found: Comparison) -> None:
    assert typed(Comparison, json.loads(json.dumps(found.as_dict()))) == found


def test_tables_say_the_same_as_the_result(whole: ComparisonCampaign, found: Comparison) -> None:
    table = pl.read_parquet(whole.path / "changes.parquet")
    assert table["measure"].to_list() == [each.measure for each in only(found).changes]
    assert table["verdict"].to_list() == [each.verdict for each in only(found).changes]
    assert (whole.path / "comparison.html").is_file()
    assert pl.read_parquet(whole.path / "box_changes.parquet").height == 1


def test_killed_and_resumed_gives_the_same_bytes(
    whole: ComparisonCampaign, tmp_path: Path, lower: str
) -> None:
    asked = request("reference", lower)
    for _ in range(2):  # once in each version
        with pytest.raises(InterruptedRunError, match="resume"):
            play(tmp_path / "cut", asked, play=CUT, resume=True)
    assert not (tmp_path / "cut" / RESULT).exists()
    play(tmp_path / "cut", asked, resume=True, jobs=2)
    assert files(tmp_path / "cut") == files(whole.path)


def test_more_games_make_all_intervals_hold_at_every_look(
    tmp_path: Path, lower: str, found: Comparison
) -> None:
    play(tmp_path / "out", request("reference", lower, games=20))
    longer = play(tmp_path / "out", request("reference", lower, games=40), resume=True)
    extended = ComparisonCampaign.read_result(longer.path)
    assert (extended.peeking, extended.looks, extended.games) == (True, (10,), 40)
    assert not found.peeking
    for mine, yours in zip(only(extended).changes, only(found).changes, strict=True):
        if mine.difference is None or yours.difference is None:
            continue
        assert mine.difference.value == pytest.approx(yours.difference.value)
        assert mine.difference.anytime
        assert mine.difference.halfwidth >= yours.difference.halfwidth


def test_the_same_games_again_are_no_further_look(tmp_path: Path, lower: str) -> None:
    asked = request("reference", lower, games=4)
    first = files(play(tmp_path / "out", asked).path)
    assert files(play(tmp_path / "out", asked, resume=True).path) == first


def test_fewer_games_than_were_played_are_refused(whole: ComparisonCampaign, lower: str) -> None:
    with pytest.raises(FolderError, match="games: 20, was 40"):
        play(whole.path, request("reference", lower, games=20), resume=True)


def test_it_stops_when_differences_are_known(tmp_path: Path, lower: str) -> None:
    asked = request("reference", lower, until_ci="score.mean=8", games=400)
    found = play(tmp_path / "out", asked).comparison()
    score = only(found).by_measure["score.mean"]
    assert found.games < 400
    assert found.peeking
    assert found.until == "score.mean=8"
    assert score.difference is not None
    assert score.difference.anytime
    assert score.difference.halfwidth <= 8
    assert {each.games for each in found.versions} == {found.games}


def test_a_maximum_that_is_too_small_is_said(tmp_path: Path, lower: str) -> None:
    asked = request("reference", lower, until_ci="score.mean=0.01", games=8)
    (first, *_) = play(tmp_path / "out", asked).comparison().warnings
    assert first.startswith("The maximum of games was reached")


# ---------------------------------------------------------------- runs that exist


def run_of(folder: Path, name: str, **changes: Any) -> Path:
    given: dict[str, Any] = {
        "game": "summit", "players": 2, "games": 12, "strategy": "random", "jobs": 1
    }  # fmt: skip
    return trisim.run(out=folder / name, **{**given, **changes}).path


def test_runs_over_the_same_deals_are_paired(tmp_path: Path, lower: str) -> None:
    runs = run_of(tmp_path, "a"), run_of(tmp_path, "b", variants=lower)
    found = trisim.compare(runs, decisive=1, out=tmp_path / "page.html")
    assert isinstance(found, Comparison)
    assert found.paired
    assert [each.name for each in found.versions] == ["a", "b"]
    assert only(found).decisive is not None
    assert "Lower" in found.versions[1].variants
    assert "Lower" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("changes", "word"),
    [({"seed": 2}, "seeds"), ({"strategy": "random:noise=0.5"}, "strategies"),
     ({"players": 3, "games": 12}, "players"), ({"roles": "random"}, "climbers")],
)  # fmt: skip
def test_what_can_not_be_paired_says_so(tmp_path: Path, changes: dict[str, Any], word: str) -> None:
    runs = run_of(tmp_path, "a"), run_of(tmp_path, "b", **changes)
    found = trisim.compare(runs)
    assert isinstance(found, Comparison)
    assert not found.paired
    assert word in found.unpaired_because
    assert only(found).divergence is None
    assert only(found).changes
    assert all(each.verdict != IDENTICAL for each in only(found).changes)


def test_another_game_is_one_line(tmp_path: Path) -> None:
    runs = run_of(tmp_path, "a"), run_of(tmp_path, "b", game="expedition")
    with pytest.raises(RunError, match="one of expedition: they can't be compared"):
        trisim.compare(runs)


def test_python_gives_the_campaign_back(tmp_path: Path, lower: str) -> None:
    made = trisim.compare(
        ["reference", lower], game="summit", players=2, games=10, strategy="random",
        decisive=0, out=tmp_path / "out", jobs=1, progress=False,
    )  # fmt: skip
    assert isinstance(made, ComparisonCampaign)
    assert made.comparison().games == 10
    assert [Run(path).games_played for path in sorted((made.path / "runs").iterdir())] == [10, 10]


# ---------------------------------------------------------------- how many games it takes


def test_a_pilot_says_how_many_games_it_takes(lower: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(detect.PILOT, Speed.QUICK, 40)
    asked = request("reference", lower, games=400)
    prepared = prepare_campaign(asked)
    large, small = (
        ComparisonCampaign.needs(prepared, Detect.read(text, asked.info))
        for text in ("score=2", "score=1")
    )
    games = [max(each.games or 0 for each in found.needs) for found in (large, small)]
    assert 3.5 < games[1] / games[0] < 4.5
    assert large.pilot == 40
    assert "a change of 2 with a probability of 80 %" in next(large.lines())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("score.men=1", "no such measure; did you mean 'score.mean'"),
        ("score=2%", "this is no rate"),
        ("seat=2", "this is a rate; write percentage points"),
    ],
)
def test_a_size_that_no_measure_can_have_is_refused(
    lower: str, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    monkeypatch.setitem(detect.PILOT, Speed.QUICK, 8)
    asked = request("reference", lower, games=400)
    with pytest.raises(SettingsError, match=re.escape(words)):
        ComparisonCampaign.needs(prepare_campaign(asked), Detect.read(text, asked.info))


def test_measures_that_need_the_fewest_games_stand_first() -> None:
    needs = (Need("b", 12_345), Need("a", None, is_identical=True), Need("c", 87, 1.5))
    first, *lines, last = Needs(0.01, True, needs, 3, "version", 400).lines()
    assert "a change of 1 percentage point with" in first
    assert lines == [
        "  c  about 87 games of each version, 1.5 times as many without pairing",
        "  b  about 13,000 games of each version",
        "  a  no game of the pilot differs",
    ]
    assert "a pilot of 400 games of each version" in last


# ---------------------------------------------------------------- versions and mistakes


def test_names_of_versions_are_short_and_distinct() -> None:
    assert names_of(["reference", "reference+a/x.toml"]) == ("reference", "x")
    assert names_of(["reference+a/x.toml", "reference+b/x.toml"]) == (
        "reference+a/x.toml", "reference+b/x.toml"
    )  # fmt: skip


def test_variants_are_over_the_box_of_the_option(folder: Path, lower: str) -> None:
    windy = variant(folder, WINDY, "windy")
    asked = request("reference", lower, variants=[windy])
    assert asked.versions == ("reference", f"reference+{windy}+{lower}")
    assert asked.names == ("reference", "lower")


@pytest.mark.parametrize(
    ("versions", "changes", "message"),
    [
        (("reference",), {}, "2 to 12"),
        (("reference", "reference"), {}, "named twice"),
        (("reference", "lite.toml"), {}, "no such variant"),
        (("reference", "nowhere"), {}, "no such folder with a box"),
        (("reference", "LOWER+gone.toml"), {}, "no such variant"),
        (("reference", "LOWER"), {"margin": "wide"}, "--margin wide"),
        (("reference", "LOWER"), {"margin": "-1%"}, "--margin -1%"),
        (("reference", "LOWER"), {"until_ci": "seat"}, "METRIC=HALFWIDTH"),
        (("reference", "LOWER"), {"until_ci": "sheep=1%"}, "unknown metric"),
        (("reference", "LOWER"), {"until_ci": "seat=0"}, "must be greater than 0"),
        (("reference", "LOWER"), {"decisive": 11}, "from 0 to 10"),
        (("reference", "LOWER"), {"strategy": "a", "lineup": "b"}, "give one of them"),
    ],
)
def test_a_mistake_is_one_line(
    lower: str, versions: tuple[str, ...], changes: dict[str, Any], message: str
) -> None:
    words = [word.replace("LOWER", lower) for word in versions]
    with pytest.raises(SettingsError, match=message) as caught:
        request(*words, **changes)
    assert "\n" not in str(caught.value)


def test_versions_with_the_same_values_are_refused(folder: Path) -> None:
    same = variant(folder, 'name = "Same"\n[change.rules]\nsummit = 36\n', "same")
    with pytest.raises(SettingsError, match="reference and same have the same values"):
        prepare_campaign(request("reference", same))


def test_an_unknown_measure_is_refused_before_anything_is_written(
    tmp_path: Path, lower: str
) -> None:
    with pytest.raises(SettingsError, match=r"--until-ci flow\.turnz: there is no such measure"):
        play(tmp_path / "out", request("reference", lower, until_ci="flow.turnz=1"))
    assert not (tmp_path / "out").exists()


def test_the_box_of_a_tuning_is_read_from_its_strategy() -> None:
    text = "# Found by 'trisim tune'\n# Pool: x. Box: mybox,\n# a.toml (0a1b2c3d). 3\nidea = 'x'\n"
    assert tuned_on(text) == ("mybox, a.toml", "0a1b2c3d")
    assert tuned_on(text.replace("0a1b2c3d", "0a1b2c3d, 4e5f6a7b")) == (
        "mybox, a.toml",
        "0a1b2c3d, 4e5f6a7b",
    )
    assert tuned_on("idea = 'Box: x (0a1b2c3d)'") is None


def test_same_is_a_verdict_of_the_whole_interval(found: Comparison) -> None:
    for each in only(found).changes:
        if each.verdict == SAME:
            assert each.difference is not None
            assert max(-each.difference.low, each.difference.high) <= each.margin
