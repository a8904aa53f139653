"""``--explain`` as a user meets it: reasons before each move, and the same game otherwise."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import trisim
from trisim.cli import main
from trisim.cli.reasons import BAR, WIDTH, reason_lines
from trisim.games.trismegistus.players.lookahead import WORST
from trisim.games.trismegistus.players.search import bound as search
from trisim.players.explaining import Explanation, Option, Standing

ONE_ROUND = 'name = "One round"\n[change.rules.numbers]\nrounds = 1\n'
PLAYERS = ("--players", "2", "--seed", "3")


def play(*args: str) -> Result:
    return CliRunner().invoke(main, ["play", *PLAYERS, *args])


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A variant of one round."""
    path = tmp_path_factory.mktemp("variant") / "short.toml"
    path.write_text(ONE_ROUND, encoding="utf-8")
    return str(path)


@lru_cache(maxsize=8)
def played(*args: str) -> str:
    result = play(*args)
    assert result.exit_code == 0, result.output
    return result.output


def reasons(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(BAR.rstrip())]


def without_reasons(text: str) -> str:
    return "".join(line for line in text.splitlines(True) if not line.startswith(BAR.rstrip()))


# ---------------------------------------------------------------- trisim play


@pytest.mark.parametrize("spec", ["balanced", "balanced:noise=0.5"])
def test_the_game_is_the_same_with_and_without_reasons(spec: str, short: str) -> None:
    args = ("--strategy", spec, "--variant", short)
    text = played(*args, "--explain")
    assert len(reasons(text)) > 50
    assert max(map(len, reasons(text))) <= WIDTH
    assert without_reasons(text) == played(*args)
    assert ("makes an error" in text) == ("noise" in spec)


def test_reasons_come_before_the_move(short: str) -> None:
    lines = played("--strategy", "balanced", "--variant", short, "--explain").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("Turn "))
    draft = next(n for n in range(at, len(lines)) if lines[n].startswith("  drafts a "))
    before = lines[at + 1 : draft]
    assert before
    assert before == reasons("\n".join(before))
    _, color, symbol = lines[draft].split(":")[0].rsplit(" ", 3)[:3]
    assert f"draft a {color} die from the {symbol} bowl" in before[0] + before[1]
    assert any("against −" in line for line in before)


def test_some_seats_only(short: str) -> None:
    args = ("--strategy", "balanced", "--variant", short)
    text = played(*args, "--explain", "1")
    assert any("seat 1: " in line for line in reasons(text))
    assert not any("seat 0: " in line for line in reasons(text))
    assert without_reasons(text) == played(*args)


def test_who_gives_no_reasons_says_so_once(short: str) -> None:
    text = played("--variant", short, "--explain")
    assert [line.strip(" │") for line in sorted(reasons(text))] == [
        f"seat {seat}: random gives no reasons; only strategies of weights do" for seat in (0, 1)
    ]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--explain", "2"], "--explain 2: seats from 0 to 1 are expected"),
        (["--explain", "0,x"], "--explain 0,x: seats from 0 to 1 are expected"),
        (["--seat", "0=human", "--explain"], "--explain shows what the others hide"),
    ],
)
def test_mistakes_are_one_clear_line(args: list[str], expected: str) -> None:
    result = play(*args)
    assert result.exit_code == 2
    assert result.output.startswith(f"trisim: {expected}")
    assert result.output.count("\n") == 1


# ---------------------------------------------------------------- trisim replay


def test_a_game_of_a_run_is_explained(
    short: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = ["--lineup", "balanced,random", "--players", "2", "--games", "2", "--variant", short]
    made = CliRunner().invoke(main, ["run", *args, "--jobs", "1", "--quiet", "--out", "a"])
    assert made.exit_code == 0, made.output
    plain = CliRunner().invoke(main, ["replay", "a", "1"])
    told = CliRunner().invoke(main, ["replay", "a", "1", "--explain"])
    assert (plain.exit_code, told.exit_code) == (0, 0), told.output
    assert without_reasons(told.output) == plain.output
    assert any("against −" in line for line in reasons(told.output))
    assert sum("gives no reasons" in line for line in reasons(told.output)) == 1


# ---------------------------------------------------------------- words


def option(move: int, value: float, standing: Standing = Standing.PLAIN, **parts: float) -> Option:
    return Option(move, f"do {move}", value, parts, standing)


def told(*options: Option, errs: bool = False, chosen: int = 0) -> list[str]:
    found = Explanation(0, options[chosen], options, errs)
    lines = reason_lines(found, "potency that is left is never wasted")
    return [line.removeprefix(BAR.rstrip()).strip() for line in lines]


def test_the_features_that_made_the_difference_are_named() -> None:
    best = option(1, 5.0, gold=3.0, raw=2.0)
    assert told(best, option(2, 4.0, gold=1.0, silver=1.5, raw=1.5)) == [
        "5.00  do 1",
        "−1.00  do 2",
        "against −1.00: gold +2.00, silver −1.50, raw +0.50",
    ]


def test_many_options_are_counted() -> None:
    lines = told(*(option(n, 9.0 - n, gold=9.0 - n) for n in range(1, 9)))
    assert lines[5:] == ["and 3 more, from −5.00 down", "against −1.00: gold +1.00"]
    same = told(*(option(n, 1.0, gold=1.0) for n in range(1, 9)))
    assert same == ["1.00  do 1", "=  7 more, worth as much"]


def test_a_free_action_that_gains_comes_first() -> None:
    first = option(1, 2.5, Standing.FIRST, score=4.0, formulas_ready=-1.5)
    assert told(first, option(2, 30.0, gold=30.0)) == [
        "+2.50  do 1",
        "gains before all else: score +4.00, formulas ready −1.50",
    ]


def test_a_free_action_that_gains_nothing_is_refused() -> None:
    never = option(1, -2.0, Standing.NEVER, gold=-2.0), option(2, 0.0, Standing.NEVER)
    lines = told(option(3, 8.0, gold=8.0), *never)
    assert lines == ["8.00  do 3", "no  do 1: would lose 2.00", "no  do 2: gains nothing"]
    lines = told(option(3, 8.0, gold=8.0), option(1, 1.5, Standing.NEVER, gold=1.5))
    assert lines[1:] == ["no  do 1: gains 1.50, and can wait"]


def test_potency_is_never_wasted() -> None:
    lines = told(option(1, 0.0), option(2, 0.0, Standing.WASTE))
    assert lines == ["do 1: potency that is left is never wasted"]
    free = option(3, -2.0, Standing.NEVER, gold=-2.0)
    lines = told(option(1, 0.0), option(2, 0.0, Standing.WASTE), free)
    assert lines == ["do 1: potency that is left is never wasted", "no  do 3: would lose 2.00"]


def test_errors_are_owned_up_to() -> None:
    options = option(1, 5.0, gold=5.0), option(2, 4.0, gold=4.0)
    assert told(*options, errs=True)[-1] == "makes an error, which costs nothing here"
    lines = told(*options, errs=True, chosen=1)
    assert lines[0] == "4.00  do 2"
    assert lines[1] == "+1.00  do 1"
    assert lines[-1] == "makes an error: it misjudges the options and loses 1.00 points"


# ---------------------------------------------------------------- players that think


def thought(move: int, value: float, lines: int) -> Option:
    return Option(move, f"do {move}", value, lines=lines)


UNSEARCHED = Option(9, "do 9", WORST, standing=Standing.UNSEARCHED)


def test_what_lines_of_play_came_to_is_told_with_how_many_there_were() -> None:
    assert told(thought(1, 61.5, 40), thought(2, 60.25, 40), thought(3, 61.75, 12)) == [
        "61.50  do 1 (40 lines of play)",
        "−1.25  do 2 (40 lines of play)",
        "+0.25  do 3 (12 lines of play)",
    ]


def test_options_left_out_at_first_sight_are_counted() -> None:
    options = thought(1, 5.0, 2), thought(2, 4.0, 2)
    assert len(told(*options)) == 2
    assert told(*options, UNSEARCHED)[-1] == "and 1 more, left out at first sight"
    assert told(*options, *[UNSEARCHED] * 3)[-1] == "and 3 more, left out at first sight"


def test_who_thinks_owns_up_to_errors_too() -> None:
    options = thought(1, 5.0, 2), thought(2, 4.0, 2), UNSEARCHED
    assert told(*options, errs=True, chosen=1) == [
        "4.00  do 2 (2 lines of play)",
        "+1.00  do 1 (2 lines of play)",
        "and 1 more, left out at first sight",
        "makes an error: it misjudges the options and loses 1.00 points",
    ]


def test_a_game_of_one_who_thinks_is_explained(short: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With made-up lines of play, which take no time."""
    monkeypatch.setitem(search.names, "play_line", made_up)
    args = ("--strategy", "balanced:iterations=6:options=3:trust=1", "--variant", short)
    text = play(*args, "--explain", "0").output
    found = [line for line in reasons(text) if "lines of play)" in line]
    assert len(found) > 10
    assert max(map(len, reasons(text))) <= WIDTH
    assert any("left out at first sight" in line for line in reasons(text))
    assert without_reasons(text) == play(*args).output


def made_up(box: Any, seat: int, policy: Any, move: int) -> float:
    """A line of play that isn't played."""
    policy.search.lines += 1
    return 50.0 + move % 7


def test_from_python() -> None:
    found = trisim.explain(trisim.Game.new(players=2, seed=7), "balanced")
    assert found.chosen is found.best
