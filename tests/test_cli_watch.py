"""``trisim watch``: what a user sees, and what is said about mistakes."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.campaigns.compare_helpers import GAME, LOWER, variant
from tests.campaigns.watch_helpers import box, replace_in
from tests.installed import environment
from tests.typed import Typed
from trisim.box.faults import BoxError, Fault, Place
from trisim.campaigns import compare
from trisim.campaigns.watch import Watch
from trisim.campaigns.watching import AsBase, Compared, Faulty, Playing, Unchanged
from trisim.cli import keys as keys_module
from trisim.cli.keys import Keys
from trisim.cli.watch_view import View, status_words
from trisim.players.player import Speed
from trisim.plugin import load
from trisim.report.comparison import Comparison
from trisim.safe_console import SafeConsole
from trisim.sim.progress import Progress

call = Typed("watch")
SMALL = ("--game", GAME, "--players", 2, "--games", 24, "--strategy", "random", "--jobs", 1)


@pytest.fixture(autouse=True, scope="module")
def small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(compare.GAMES_A_PART, Speed.QUICK, 8)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("watch")


@pytest.fixture(scope="module")
def light(folder: Path) -> str:
    return variant(folder, LOWER)


@pytest.fixture(scope="module")
def played(small_parts: None, folder: Path, light: str) -> Result:
    """The present state of a variant, compared once."""
    file = folder / "targets.toml"
    file.write_text('[scores]\nmeasures = ["score.mean"]\nlow = 1\n')
    return call(light, *SMALL, "--targets", file, "--once", "--out", folder / "out")


@pytest.fixture(scope="module")
def found(played: Result, folder: Path) -> Comparison:
    return Watch.read_result(folder / "out")


def test_once_it_compares_the_present_state(played: Result, light: str) -> None:
    assert played.exit_code == 0, played.output
    for words in (
        "summit 36 → 20", "24 games of each in the same 12 deals", "Of ", "measures",
        "Every look is at the same deals", "To confirm this on new deals:",
        f"  trisim compare reference {light} --game summit --players 2 --strategy random",
        "--games 24 --seed ", "--out comparisons/lower", "--resume", "Targets", "--targets ",
    ):  # fmt: skip
        assert words in played.stdout, words
    assert "Watching lower, compared with reference: 12 deals of 2 games" in played.stderr
    assert "This state was compared in" in played.stderr
    assert "\x1b[" not in played.output


def test_show_says_it_once_more(played: Result, folder: Path) -> None:
    again = call("show", folder / "out")
    assert again.exit_code == 0, again.output
    assert again.stdout.splitlines()[0] in played.stdout
    assert "Every look is at the same deals" in again.stdout


def test_a_dry_run_plays_nothing(light: str, tmp_path: Path) -> None:
    result = call(light, *SMALL, "--dry-run", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "24 games of the base, and as many of every new state" in result.stdout
    assert "Nothing was written" in result.stdout
    assert not (tmp_path / "out").exists()


def test_a_box_that_is_its_own_base_has_nothing_to_compare(tmp_path: Path) -> None:
    result = call(box(tmp_path), *SMALL, "--once")
    assert result.exit_code == 0, result.output
    assert "there is nothing to compare yet" in result.stderr
    assert not result.stdout


def test_faults_are_those_of_the_check(tmp_path: Path) -> None:
    mybox = box(tmp_path)
    replace_in(mybox / "rules.toml", "36", "-3")
    replace_in(mybox / "rules.toml", "days = 5", "dais = 5")
    checked = Typed("box")("check", mybox, "--game", GAME)
    result = call(mybox, *SMALL, "--base", "reference", "--once")
    assert result.exit_code == checked.exit_code == 2
    for line in checked.stdout.splitlines():
        assert line in result.stderr.splitlines()


def test_quiet_it_says_nothing(light: str, tmp_path: Path) -> None:
    result = call(light, *SMALL, "--once", "--quiet", "--out", tmp_path / "out")
    assert (result.exit_code, result.output) == (0, "")
    assert (tmp_path / "out" / "watch.json").is_file()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), "name a box or variant, such as"),
        (("a", "b"), "one box or variant is watched"),
        (("reference",), "never changes; 'trisim box new mybox' makes a copy"),
        (("no\x1b[31m\nsuch",), "there is no such folder with a box"),
        (("--resume",), "name the folder of the watch with --out"),
        (("nowhere", "--resume", "--out", "nothing"), "there is no such folder with a box"),
        (("--resume", "--out", "nothing"), "name a box or variant"),
    ],
)
def test_mistakes_are_one_line(given: tuple[str, ...], message: str) -> None:
    line = call.mistake("--game", GAME, *given)
    assert message in line


def test_only_a_watch_is_resumed() -> None:
    assert "there is no watch in nothing" in call.mistake("--resume", "--out", "nothing")


def test_mistakes_leave_nothing_behind(light: str, tmp_path: Path) -> None:
    line = call.mistake(light, *SMALL, "--base", "elsewhere", "--out", tmp_path / "out")
    assert "elsewhere: there is no such folder with a box" in line
    assert not (tmp_path / "out").exists()


def test_a_folder_is_not_written_over(played: Result, folder: Path, light: str) -> None:
    assert "--resume" in call.mistake(light, *SMALL, "--once", "--out", folder / "out")


# ---------------------------------------------------------------- a watch that goes on


def wait_for(file: Path, words: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a process has written some words."""
    for _ in range(600):
        if words in file.read_text(encoding="utf-8"):
            return
        assert process.poll() is None, file.read_text(encoding="utf-8")
        time.sleep(0.1)
    pytest.fail(f"{words!r} is not in {file.read_text(encoding='utf-8')}")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal")
def test_saves_are_compared_until_ctrl_c(tmp_path: Path) -> None:
    mybox, said = box(tmp_path), tmp_path / "said.txt"
    words = ("-m", "trisim", "watch", mybox, *SMALL, "--out", tmp_path / "out")
    with said.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, *map(str, words)], stdout=file, stderr=file, cwd=tmp_path,
            env=environment(PYTHONUNBUFFERED="1"), stdin=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for(said, "This is the base itself", process)
        replace_in(mybox / "rules.toml", "36", "-3")
        wait_for(said, "'-3': out of range", process)
        replace_in(mybox / "rules.toml", "-3", "20")
        wait_for(said, "This state was compared in", process)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    text = said.read_text(encoding="utf-8")
    assert "summit 36 → 20" in text
    assert "trisim compare " in text.splitlines()[-2]
    assert "Traceback" not in text


def test_keys_end_it() -> None:
    reader, writer = os.pipe()
    pressed = Keys(reader)
    assert not pressed.pause(0)
    os.write(writer, b"xq")
    assert [pressed.pause(0), pressed.pause(0), pressed.pause(0)] == [False, True, True]
    os.close(writer)


def test_a_terminal_that_is_closed_is_read_no_more() -> None:
    reader, writer = os.pipe()
    os.close(writer)
    pressed = Keys(reader)
    assert not pressed.pause(0)
    assert pressed.terminal is None


def test_without_a_terminal_no_keys_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with keys_module.keys() as pressed:
        assert pressed.terminal is None


# ---------------------------------------------------------------- the view


def shown(view: View, width: int, **how: Any) -> str:
    to = io.StringIO()
    SafeConsole(file=to, width=width, force_terminal=True, highlight=False, **how).print(view)
    return to.getvalue()


def fault(*words: str) -> BoxError:
    faults = (Fault(Place("rules.toml", 1, column="summit"), w, "odd", "mend it") for w in words)
    return BoxError("box mybox", tuple(faults))


@pytest.fixture
def view() -> View:
    return View("Exploring lower against reference", load(GAME).report)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_view_fits_and_has_targets_and_changes(
    view: View, found: Comparison, width: int
) -> None:
    view.take(Compared(found, 3.0, False))
    text = shown(view, width, no_color=True)
    assert "Targets" in text
    assert "summit 36 → 20" in text
    assert ("before → after" in text) or width < 72
    plain = shown(view, width, no_color=True, color_system=None).splitlines()
    assert all(len(line) <= width for line in plain)


def test_an_old_answer_is_called_so(view: View, found: Comparison) -> None:
    view.take(Compared(found, 3.0, False))
    assert "earlier state" not in shown(view, 100)
    view.take(Playing())
    view.tell(Progress(8, 24, 0, 1, 8, 1.0))
    text = shown(view, 100)
    assert "Playing: 8 of 24 games" in text
    assert "The answer of an earlier state" in text
    view.take(AsBase())
    assert "summit 36" not in shown(view, 100)


def test_faults_are_shown_until_they_are_repaired(view: View) -> None:
    view.take(Faulty(fault("high")))
    assert "trisim: rules.toml, line 1, summit: 'high': odd; mend it" in shown(view, 100)
    view.take(Faulty(fault("high", "tall")))
    text = shown(view, 100, color_system=None)
    assert "line 1, summit: 'tall' odd. Mend it." in text
    assert "trisim: box mybox: 2 faults" in text
    view.take(Unchanged("nothing changed"))
    assert "tall" not in shown(view, 100)


def test_what_goes_on_is_said_in_a_line(found: Comparison) -> None:
    assert status_words(Unchanged("only names and texts changed")).startswith(
        "Saved: only names and texts changed, so nothing is played."
    )
    assert status_words(Compared(found, 3.0, True), once=True) == (
        "This state was compared before."
    )


def test_hostile_names_stay_in_their_line(view: View, found: Comparison) -> None:
    hostile = View("Exploring \x1b[31mred", view.kit)
    hostile.take(Faulty(fault("\x1b[31mred")))
    assert "\x1b[31m" not in shown(hostile, 100, color_system=None)
