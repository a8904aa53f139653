"""``trisim sweep``: what a user sees, and what is said about mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import Result

from tests.typed import Typed
from trisim.campaigns import detect
from trisim.players.player import Speed

call = Typed("sweep")
said = call.mistake
SMALL = ("--game", "summit", "--strategy", "random", "--games", "12", "--jobs", "1")
HAND = ("--set", "rules.hand=0,2")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    out = tmp_path_factory.mktemp("cli") / "first"
    return out, call(*SMALL, *HAND, "--target", "climber.guide.win=33%", "--out", out)


def test_a_sweep_shows_the_answer_and_writes_everything(played: tuple[Path, Result]) -> None:
    out, result = played
    assert result.exit_code == 0, result.output
    assert "3 points of random: 12 games each, 36 in all, always the same 4 deals" in result.stderr
    for words in ("Guide: wins, target 33 %. ", "printed 1 (", "The page: ", "(printed)",
                  "the printed value, 1, was not among the values"):  # fmt: skip
        assert words in result.stdout, words
    assert "\x1b[" not in result.stdout
    assert {path.name for path in out.iterdir()} == {
        "campaign.json", "inputs", "runs", "sweep.json", "sweep.html", "points.parquet",
        "changes.parquet", "fair.parquet",
    }  # fmt: skip


def test_the_page_is_whole_and_says_what_was_played(played: tuple[Path, Result]) -> None:
    out, _ = played
    page = (out / "sweep.html").read_text()
    for words in (
        "The answer", "Which values are fair?", "All curves", "Changes", "<svg", "at random",
        "trisim sweep --set rules.hand=0,2", "--strategy random",
    ):  # fmt: skip
        assert words in page, words
    assert not re.search(r'(src|href)="(https?:)?//', page)


def test_show_says_it_once_more(played: tuple[Path, Result]) -> None:
    out, result = played
    again = call("show", out)
    assert (again.exit_code, again.stdout) == (0, result.stdout)


def test_resume_needs_nothing_but_the_folder(played: tuple[Path, Result]) -> None:
    out, result = played
    again = call("--out", out, "--resume", "--jobs", "1")
    assert again.exit_code == 0, again.output
    assert again.stdout == result.stdout


def test_a_dry_run_lists_the_points_and_how_many_games_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(detect.PILOT, Speed.QUICK, 12)
    result = call(*SMALL, *HAND, "--dry-run", "--detect", "20%", "--measure", "seat.*.win")
    assert result.exit_code == 0, result.output
    for words in ("000  printed", "001  rules.hand=0", "is played as the base",
                  "Nothing was written", "To find a change of 20 percentage points"):  # fmt: skip
        assert words in result.stdout, words
    assert len(re.findall(r"player: wins +about [\d,]+ games of each point", result.stdout)) == 3


def test_a_target_may_be_how_often_a_strategy_beats_another(tmp_path: Path) -> None:
    target = "strategy.steady.against.random.win=60%"
    table = ("--game", "summit", "--players", "2", "--games", "12", "--jobs", "1")
    result = call(*table, "--lineup", "steady,random", *HAND, "--target", target,
                  "--out", tmp_path / "a")  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "Steady against random: wins, target 60 %" in result.stdout
    alone = said(*SMALL, *HAND, "--target", target, "--out", tmp_path / "b")
    assert "random plays all places and meets no other strategy, so this can't be judged" in alone
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--set", "rulez.hand=1,2"), "there is no 'rulez'; did you mean 'rules'?"),
        (("--set", "rules.hand=3..0"), "this range is empty; write 0..3"),
        (("--set", "rules.hand=1,9"), "out of range; expected a whole number from 0 to 3"),
        (("--set", "option.wintr=on,off"), "did you mean 'winter'?"),
        (("--card", "thawn"), "did you mean 'thaw'?"),
        ((), "nothing is changed; give --set"),
        (("rules.hand=1,2",), "write --set PATH=VALUES"),
        ((*HAND, "--strategy", "random", "--lineup", "random*3"), "give one of them"),
        ((*HAND, "--detect", "2%"), "add --dry-run"),
        ((*HAND, "--dry-run", "--detect", "-1"), "a change is more than 0"),
        ((*HAND, "--dry-run", "--detect", "lots"), "a number is expected"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert message in said("--game", "summit", *arguments, "--out", out)
    assert not out.exists()


def test_out_is_needed() -> None:
    assert "--out is missing" in said("--game", "summit", *HAND)
