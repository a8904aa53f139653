"""A watch: what is saved is compared with the base, once for each state."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from typing import Any

import click
import pytest

import trisim
from tests.campaigns.compare_helpers import GAME, LOWER, variant
from tests.campaigns.watch_helpers import (
    GAMES,
    Editor,
    box,
    edit,
    events,
    lower,
    prepared,
    replace_in,
    request,
    watch,
)
from trisim.box.box import load_box
from trisim.box.faults import BoxError
from trisim.campaigns import compare
from trisim.campaigns import watch as watch_module
from trisim.campaigns.watch import RESULT, Watch
from trisim.campaigns.watching import (
    NOTHING,
    ONLY_TEXTS,
    AsBase,
    Compared,
    Event,
    Faulty,
    Playing,
    Unchanged,
)
from trisim.cli.compare import compare as compare_command
from trisim.players.player import Speed
from trisim.plugin import load
from trisim.sim.catalog import catalog
from trisim.sim.deletion import delete
from trisim.sim.errors import FolderError, InterruptedRunError, SettingsError
from trisim.sim.folder import RUNS
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.stats.changes import CHANGED


@pytest.fixture(autouse=True, scope="module")
def small_parts() -> Iterator[None]:
    """Several parts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(compare.GAMES_A_PART, Speed.QUICK, 8)
        yield


@pytest.fixture
def mybox(tmp_path: Path) -> Path:
    return box(tmp_path)


def kinds(found: list[Event]) -> list[type]:
    return [type(each) for each in found]


def comparisons(found: list[Event]) -> list[Compared]:
    return [each for each in found if isinstance(each, Compared)]


def games_in(folder: Path) -> dict[str, int]:
    """Games of each state that was played."""
    return {path.name: Run(path).games_played for path in (folder / RUNS).iterdir()}


# ---------------------------------------------------------------- saves


def test_a_planted_change_is_found_after_it_is_saved(mybox: Path, tmp_path: Path) -> None:
    found = events(request(mybox, games=60), tmp_path / "out", lower(mybox))
    assert kinds(found) == [Playing, AsBase, Playing, Compared]
    (compared,) = comparisons(found)
    (version,) = compared.comparison.against
    score = version.by_measure["score.mean"]
    assert score.verdict == CHANGED
    assert score.difference is not None
    assert score.difference.high < 0
    (change,) = version.box_changes
    assert (change.section, change.field, change.after) == ("rules", "summit", "20")
    assert list(games_in(tmp_path / "out").values()) == [60, 60]


def test_a_variant_is_compared_with_the_box_without_it(tmp_path: Path) -> None:
    light = variant(tmp_path, LOWER)
    found = events(request(light), tmp_path / "out")
    assert kinds(found) == [Playing, Compared]
    base, state = comparisons(found)[0].comparison.versions
    assert (base.name, state.name) == ("reference", "lower")
    assert base.variants == ()


def test_a_fault_is_shown_and_a_repair_compared(mybox: Path, tmp_path: Path) -> None:
    broken, repaired = edit(mybox, "36", "-3"), edit(mybox, "-3", "20")
    found = events(request(mybox), tmp_path / "out", broken, repaired)
    assert kinds(found) == [Playing, AsBase, Faulty, Playing, Compared]
    faulty = found[2]
    assert isinstance(faulty, Faulty)
    assert "rules.toml, line 1, summit: '-3'" in str(faulty.error)


def test_a_file_that_is_gone_is_a_fault(
    mybox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trisim.campaigns.saved_files.PATIENCE", 0.0)
    found = events(request(mybox), tmp_path / "out", (mybox / "weather.csv").unlink)
    assert kinds(found) == [Playing, AsBase, Faulty]
    assert isinstance(found[-1], Faulty)
    assert "weather.csv: this file is missing" in str(found[-1].error)


@pytest.mark.parametrize(
    ("name", "before", "after", "words"),
    [
        ("rules.toml", "# its height", "# how high it is", NOTHING),
        ("box.toml", 'name = "mybox"', 'name = "Hill"', NOTHING),
        ("climbers.toml", '"Guide"', '"Leader"', ONLY_TEXTS),
        ("weather.csv", "Blue sky", "Blue skies", ONLY_TEXTS),
    ],
)
def test_a_save_that_changes_no_game_plays_nothing(
    mybox: Path, tmp_path: Path, name: str, before: str, after: str, words: str
) -> None:
    found = events(request(mybox), tmp_path / "out", edit(mybox, before, after, name))
    assert found == [Playing(), AsBase(), Unchanged(words)]
    assert len(games_in(tmp_path / "out")) == 1


def test_an_earlier_state_is_answered_at_once(mybox: Path, tmp_path: Path) -> None:
    acts = lower(mybox), edit(mybox, "20", "25"), edit(mybox, "25", "20")
    first, second, third = comparisons(events(request(mybox), tmp_path / "out", *acts))
    assert (first.is_known, second.is_known, third.is_known) == (False, False, True)
    assert third.comparison is first.comparison
    assert len(games_in(tmp_path / "out")) == 3


def test_back_to_the_base_there_is_nothing_to_compare(mybox: Path, tmp_path: Path) -> None:
    with watch(request(mybox), tmp_path / "out", Editor([lower(mybox)])) as found:
        list(found.events())
        assert found.command
        replace_in(mybox / "rules.toml", "20", "36")
        list(found.events())
        assert not found.command


def test_a_newer_save_stops_the_comparison(mybox: Path, tmp_path: Path) -> None:
    editor = Editor([lower(mybox)])
    with watch(request(mybox), tmp_path / "out", editor) as found:
        happened = []
        for event in found.events():
            happened.append(event)
            if kinds(happened) == [Playing, AsBase, Playing]:
                editor.while_playing = [lambda: None] * 4 + [edit(mybox, "20", "25")]
    assert kinds(happened) == [Playing, AsBase, Playing, Playing, Compared]
    games = sorted(games_in(tmp_path / "out").values())
    assert games[0] < GAMES
    assert games[1:] == [GAMES, GAMES]
    change = comparisons(happened)[0].comparison.against[0].box_changes[0]
    assert change.after == "25"


# ---------------------------------------------------------------- what it is compared with


def test_a_box_is_compared_with_its_state_at_the_start(mybox: Path, tmp_path: Path) -> None:
    events(request(mybox), tmp_path / "out", lower(mybox))
    copy = tmp_path / "out" / "inputs" / "box"
    assert "summit = 36" in (copy / "rules.toml").read_text()
    manifest = json.loads((tmp_path / "out" / "campaign.json").read_text())
    assert manifest["kind"] == "watch"


def test_a_base_may_be_named(mybox: Path, tmp_path: Path) -> None:
    lower(mybox)()
    asked = request(mybox, base="reference")
    (compared,) = comparisons(events(asked, tmp_path / "out"))
    assert [each.name for each in compared.comparison.versions] == ["reference", "mybox"]


def test_the_base_is_played_once(mybox: Path, tmp_path: Path) -> None:
    out, acts = tmp_path / "out", [lower(mybox), edit(mybox, "20", "25")]
    with watch(request(mybox), out, Editor(acts)) as found:
        base = found.watch.folder_of(found.prepared.box)
        for event in found.events():
            if isinstance(event, AsBase):
                written = {path: path.stat().st_mtime_ns for path in base.rglob("*.parquet")}
    assert written
    assert written == {path: path.stat().st_mtime_ns for path in base.rglob("*.parquet")}


def test_watched_and_base_may_be_boxes_with_variants(mybox: Path, tmp_path: Path) -> None:
    light = variant(tmp_path, LOWER)
    asked = request(light, box=mybox)
    assert (asked.base, asked.watched) == (str(mybox), f"{mybox}+{light}")
    asked = request(f"{mybox}+{light}", base=light)
    assert (asked.base, asked.watched) == (f"reference+{light}", f"{mybox}+{light}")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"watched": "reference"}, "a part of trisim that never changes"),
        ({"watched": "nowhere"}, "there is no such folder with a box"),
        ({"watched": "nothing.toml"}, "there is no such variant"),
        ({"watched": "\x1b[31mred\n"}, "there is no such folder with a box"),
        ({"watched": ""}, "a name is missing"),
        ({"base": "elsewhere"}, "version elsewhere: there is no such folder"),
        ({"margin": "a lot"}, "margin a lot: write percentage points"),
        ({"games": 0}, "games 0: a whole number"),
        ({"summit": 3}, "summit has no such option in a watch"),
    ],
)
def test_mistakes_are_one_line(mybox: Path, given: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message) as error:
        request(**{"watched": mybox, **given})
    assert str(error.value).isprintable()


# ---------------------------------------------------------------- kept, and gone on with


def test_killed_and_resumed_gives_the_same_bytes(
    mybox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = request(mybox, base="reference")
    lower(mybox)()
    events(asked, tmp_path / "whole", once=True)
    with monkeypatch.context() as patch:
        patch.setattr(watch_module, "run", killed_after(4))
        with pytest.raises(InterruptedRunError, match="continue with --resume"):
            events(asked, tmp_path / "cut", once=True)
    assert not (tmp_path / "cut" / RESULT).exists()
    events(asked, tmp_path / "cut", once=True, resume=True, jobs=2)
    assert results(tmp_path / "cut") == results(tmp_path / "whole")


def killed_after(calls: int) -> Any:
    """What plays a few parts some times, and is then stopped."""
    usual, count = watch_module.run, 0

    def run(*args: Any, **how: Any) -> Path:
        nonlocal count
        count += 1
        if count > calls:
            raise KeyboardInterrupt
        return usual(*args, **how)

    return run


def results(folder: Path) -> dict[str, bytes]:
    paths = sorted([*folder.rglob("*.parquet"), folder / RESULT])
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_resumed_it_has_the_base_of_the_start(mybox: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    events(request(mybox), out)
    lower(mybox)()
    with watch(request(mybox), out, resume=True) as found:
        (compared,) = comparisons(list(found.events()))
    assert compared.comparison.against[0].box_changes[0].before == "36"
    assert len(games_in(out)) == 2


def test_resumed_with_other_texts_a_state_is_not_played_again(mybox: Path, tmp_path: Path) -> None:
    out, asked = tmp_path / "out", request(mybox, base="reference")
    lower(mybox)()
    events(asked, out)
    before = results(out)
    replace_in(mybox / "climbers.toml", '"Guide"', '"Leader"')
    (compared,) = comparisons(events(asked, out, resume=True))
    assert len(games_in(out)) == 2
    assert results(out) == before
    assert compared.comparison.games == GAMES


def test_other_settings_are_not_resumed(mybox: Path, tmp_path: Path) -> None:
    events(request(mybox), tmp_path / "out")
    with pytest.raises(FolderError, match="games: 80, was 24"):
        events(request(mybox, games=80), tmp_path / "out", resume=True)


def test_the_result_can_be_read_again(mybox: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (compared,) = comparisons(events(request(mybox), out, lower(mybox)))
    assert Watch.read_result(out) == compared.comparison
    assert json.loads((out / RESULT).read_text())["asked"]["kind"] == "watch"


def test_it_is_listed_and_deleted_like_any_campaign(mybox: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    events(request(mybox), out, lower(mybox))
    (entry,) = catalog(out)
    assert (entry.kind, entry.state.status, entry.state.games) == ("watch", "complete", 2 * GAMES)
    delete(out)
    assert not out.exists()


# ---------------------------------------------------------------- a temporary folder


def test_a_temporary_folder_is_removed(tmp_path: Path) -> None:
    with watch(request(variant(tmp_path, LOWER)), None) as found:
        list(found.events())
        folder, command = found.watch.path, found.command
    assert not folder.exists()
    assert str(folder) not in command


def test_of_a_temporary_folder_the_base_stays_if_it_is_needed(mybox: Path) -> None:
    with watch(request(mybox), None, Editor([lower(mybox)])) as found:
        list(found.events())
        folder, command = found.watch.path, found.command
    assert [path.name for path in folder.iterdir()] == ["inputs"]
    copy = folder / "inputs" / "box"
    assert str(copy) in shlex.split(command)
    assert "summit = 36" in (copy / "rules.toml").read_text()
    rmtree(folder)


def test_without_a_comparison_nothing_stays(mybox: Path) -> None:
    with watch(request(mybox), None) as found:
        list(found.events())
        folder = found.watch.path
    assert not folder.exists()


# ---------------------------------------------------------------- the command that confirms


def parsed(command: str) -> dict[str, Any]:
    """The values of a command line, as click reads them."""
    program, name, *words = shlex.split(command)
    assert (program, name) == ("trisim", "compare")
    context: click.Context = compare_command.make_context("compare", words)
    return context.params


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"seed": 7, "players": 3, "games": 12},
        {"strategy": None, "lineup": "random,steady"},
        {"roles": "guide,porter"},
        {"margin": "2%,3,5%"},
    ],
)
def test_the_last_command_is_the_same_on_new_deals(
    mybox: Path, tmp_path: Path, given: dict[str, Any]
) -> None:
    asked = request(mybox, base="reference", **given)
    lower(mybox)()
    with watch(asked, tmp_path / "out") as found:
        list(found.events())
        command = parsed(found.command)
    assert command["words"] == ("reference", str(mybox))
    assert command["seed"] != asked.seed
    names = ("players", "games", "lineup", "roles", "margin")
    typed = {name: value for name, value in command.items() if value}
    again = compare.CompareRequest.of(
        game=GAME,
        versions=typed["words"],
        seed=typed["seed"],
        **{name: typed[name] for name in (*names, "strategy") if name in typed},
    )
    assert [getattr(again, name) for name in names] == [getattr(asked, name) for name in names]


def test_the_seed_differs_from_state_to_state(mybox: Path, tmp_path: Path) -> None:
    editor = Editor([lower(mybox), edit(mybox, "20", "25")])
    with watch(request(mybox), tmp_path / "out", editor) as found:
        commands = [found.command for each in found.events() if isinstance(each, Compared)]
    seeds = {parsed(command)["seed"] for command in commands}
    assert len(seeds) == 2


def test_targets_of_a_file_are_confirmed_with_it(mybox: Path, tmp_path: Path) -> None:
    file = tmp_path / "my targets.toml"
    file.write_text('[scores]\nmeasures = ["score.mean"]\nlow = 1\n')
    lower(mybox)()
    with watch(request(mybox, base="reference", targets=file), tmp_path / "out") as found:
        (compared,) = comparisons(list(found.events()))
        assert parsed(found.command)["targets"] == file
    assert [each.name for each in compared.comparison.against[0].targets] == ["scores"]


def test_hostile_names_are_quoted(tmp_path: Path) -> None:
    folder = tmp_path / "my box; rm -rf $HOME"
    folder.mkdir()
    made = box(folder)
    with watch(request(made, base="reference"), tmp_path / "out", Editor([lower(made)])) as found:
        list(found.events())
        assert parsed(found.command)["words"] == ("reference", str(made))


# ---------------------------------------------------------------- from Python


def test_comparisons_come_one_by_one(mybox: Path) -> None:
    found = trisim.watch(
        mybox, game=GAME, players=2, games=8, strategy="random", jobs=1, base="reference"
    )
    lower(mybox)()
    first = next(found)
    replace_in(mybox / "rules.toml", "20", "25")
    second = next(found)
    found.close()  # type: ignore[attr-defined]
    afters = [each.against[0].box_changes[0].after for each in (first, second)]
    assert afters == ["20", "25"]


def test_once_raises_faults_unless_somebody_takes_them(mybox: Path) -> None:
    def look(**how: Any) -> list[Any]:
        how = {"games": 8, "strategy": "random", "jobs": 1, "once": True, **how}
        return list(trisim.watch(mybox, game=GAME, base="reference", **how))

    replace_in(mybox / "rules.toml", "36", "-3")
    with pytest.raises(BoxError, match="'-3'"):
        look()
    faults: list[BoxError] = []
    assert look(on_fault=faults.append) == []
    assert len(faults) == 1


def test_mistakes_are_raised_before_anything_is_watched(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no such folder"):
        trisim.watch(tmp_path / "nowhere", game=GAME)


# ---------------------------------------------------------------- digests


def test_what_games_depend_on_has_a_digest_of_its_own(mybox: Path) -> None:
    form = load(GAME).box
    before = load_box(form, mybox)
    replace_in(mybox / "climbers.toml", '"Guide"', '"Leader"')
    renamed = load_box(form, mybox)
    lower(mybox)()
    changed = load_box(form, mybox)
    assert before.digest != renamed.digest
    assert before.rules_digest == renamed.rules_digest != changed.rules_digest


def test_a_dry_run_says_what_is_played(mybox: Path, tmp_path: Path) -> None:
    asked = prepared(request(mybox), None, Execution())
    assert Watch.games(asked) == 2 * GAMES
    assert "Watching mybox, compared with mybox at the start" in Watch.plan_words(asked)
    assert f"  {mybox / 'rules.toml'}" in Watch.plan_lines(asked)
