"""``trisim run --solo`` and ``trisim difficulty list`` as a user meets them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner, Result

from tests.sim.helpers import parquet
from tests.small_run import TESTBOX, small_run
from trisim.cli import main
from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.box.difficulty import every_option
from trisim.games.trismegistus.box.settings import CONTRADICTIONS
from trisim.sim.run import Run

SMALL = ["--solo", "--games", "2", "--box", str(TESTBOX), "--jobs", "1"]
GENTLE = """
[add.solo.difficulty.gentle]
meaning = "Between easy and normal."
options = { less_gold = true }
"""


def trisim(*args: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, args)])


def run(*args: str | Path) -> Result:
    return trisim("run", *args)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------- a run


def test_a_solo_run_says_how_it_went(here: Path) -> None:
    result = run(*SMALL, "--difficulty", "hard", "--option", "bot_first", "--out", "a")
    assert result.exit_code == 0, result.output
    out = result.stdout
    assert re.search(
        r"^2 games of random against Botmegistus, hard with bot_first, 2 deals in .* a game$",
        out, re.M,
    )  # fmt: skip
    whole = Run("a").solo_summary().whole
    (line,) = re.findall(r"^all games\n(?:  .*\n)+|^ all games .*$", out, re.M)
    assert f"{whole.win.shown(whole.win.value)} %" in line
    assert f"{whole.margin.shown(whole.margin.value)} ±" in line
    assert f"{whole.score.shown(whole.score.value)} ±" in line
    assert f"{whole.bot_score.shown(whole.bot_score.value)} ±" in line
    alchemists = [each.level for each in Run("a").solo_summary().roles]
    assert len(alchemists) == 2
    assert all(f" {name} " in out for name in alchemists)
    assert "A tie is a win of Botmegistus." in out
    assert "seat" not in out
    assert "trisim audit a" in out


def test_narrow_terminals_get_figures_below_each_other(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trisim.terminal.PIPE_WIDTH", 40)
    out = run(*SMALL, "--alchemists", "newton", "--out", "a").stdout
    assert re.search(r"^all games\n  you win \S+ %\n  95 % .*\n  margin \S+ ± ", out, re.M)
    assert "\nnewton" not in out, "one alchemist alone is no block"


def test_a_preset_of_ones_own(here: Path) -> None:
    Path("v.toml").write_text(GENTLE)
    result = run(*SMALL, "--difficulty", "gentle", "--variant", "v.toml", "--out", "a", "--quiet")
    assert result.exit_code == 0, result.output
    assert Run("a").request.options.difficulty == "gentle"
    again = run("--out", "a", "--resume", "--quiet")
    assert again.exit_code == 0, again.output


def test_the_introductory_setup_against_botmegistus(here: Path) -> None:
    result = run(*SMALL, "--intro", "--out", "a")
    assert result.exit_code == 0, result.output
    assert Run("a").request.options.intro
    box: Any = Run("a").box
    first = box.intro.first.alchemist
    yours = Run("a").players.drop_nulls("alchemist").collect()
    assert set(yours["alchemist"].cast(pl.String)) == {first}
    again = run("--out", "a", "--resume", "--quiet")
    assert again.exit_code == 0, again.output


def test_a_dry_run_says_what_would_be_played(here: Path) -> None:
    result = run(*SMALL, "--planning", "--dry-run")
    assert result.exit_code == 0, result.output
    out = result.stdout
    assert "2, against Botmegistus, normal with planning: 2 deals, seed 1" in out
    assert "you have had each of them equally often after" in out
    assert re.search(r"game 0 \(normal with planning\) +random \(\w+\) +botmegistus", out)


def test_a_run_that_waits_for_your_win_rate(here: Path) -> None:
    args = ["--games", "60", "--part-games", "20", "--log", "players", "--alchemists", "newton"]
    result = run(*SMALL, *args, "--until-ci", "strategy=30%", "--out", "a")
    assert result.exit_code == 0, result.output
    opened = Run("a")
    assert opened.games_played == 20
    assert opened.manifest.stopped is not None
    assert list(opened.manifest.stopped.estimates) == ["normal"]
    assert opened.solo_summary().setups[0].win.anytime
    assert "(stopped: the intervals are narrow enough)" in result.stdout
    assert "those of your win rate, by which it stops, hold at every look" in result.stdout


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--solo --players 2", "--players: with --solo you play alone; leave it out"),
        ("--solo --intro --alchemists newton", "alchemists newton: the introductory setup has"),
        ("--solo --achievements", "--achievements: there are none against Botmegistus; leave out"),
        ("--difficulty hard", "--difficulty: this is for games against Botmegistus; add --solo"),
        ("--option bot_first", "--option: this is for games against Botmegistus; add --solo"),
        ("--planning", "--planning: this is for games against Botmegistus; add --solo"),
        ("--solo --lineup random,random", "line-up random,random: one strategy plays against Bot"),
        ("--strategy botmegistus", "botmegistus is no strategy for a seat; play against it with"),
        ("--lineup random*3,botmegistus", "botmegistus is no strategy for a seat; play against"),
        ("--solo --strategy botmegistus", "line-up botmegistus: Botmegistus is the opponent"),
        ("--solo --option extra_glod", "there is no option 'extra_glod'; did you mean 'extra_go"),
        ("--solo --option setup_rolls=13", "option setup_rolls=13: out of range; expected a whole"),
        ("--solo --option bot_first --option bot_first", "option bot_first is given twice; give"),
        ("--solo --difficulty hrad", "there is no difficulty 'hrad'; did you mean 'hard'?"),
        (
            "--solo --difficulty easy --option extra_gold",
            "extra_gold and less_gold contradict each other, and less_gold is part of the diffic",
        ),
        (
            "--solo --option no_masterpiece --option masterpiece_gold",
            "no_masterpiece and masterpiece_gold contradict each other; keep one of them",
        ),
        (
            "--solo --alchemists newton,duval",
            "alchemists newton,duval: balanced, random, chosen, or one id is expected",
        ),
        ("--solo --until-ci seat=1%", "until-ci seat=0.01: seats aren't changed in a solo run"),
    ],
)
def test_what_is_refused_is_one_line(here: Path, args: str, message: str) -> None:
    result = run(*args.split(), "--games", "2", "--out", "a")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"trisim: {message}"), result.stderr
    assert result.stderr.count("\n") == 1
    assert not Path("a").exists()


# ---------------------------------------------------------------- a run that goes on


def test_a_run_goes_on_with_what_it_began_with(here: Path) -> None:
    began = [*SMALL, "--difficulty", "hard", "--option", "setup_rolls=1", "--log", "players"]
    assert run(*began, "--out", "a", "--quiet").exit_code == 0
    before = parquet(Path("a"))
    for again in (
        [],
        ["--solo"],
        ["--difficulty", "hard"],
        ["--option", "setup_rolls=1"],
        ["--strategy", "random", "--solo", "--difficulty", "hard", "--option", "setup_rolls=1"],
    ):
        result = run("--out", "a", "--resume", "--quiet", "--log", "players", *again)
        assert result.exit_code == 0, result.output
    assert parquet(Path("a")) == before


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (["--difficulty", "normal"], "difficulty: normal, was easy"),
        (["--planning"], "planning: on, was off"),
        (["--option", "setup_rolls=9"], "options: setup_rolls=9, was bot_first"),
    ],
)
def test_changed_options_are_named(here: Path, changes: list[str], line: str) -> None:
    began = [*SMALL, "--games", "1", "--difficulty", "easy", "--option", "bot_first"]
    assert run(*began, "--out", "a", "--quiet").exit_code == 0
    result = run("--out", "a", "--resume", *changes)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[1:] == [f"  {line}"]


def test_a_run_of_another_kind_does_not_go_on_alone(here: Path) -> None:
    path = small_run().path
    result = run("--out", path, "--resume", "--solo")
    assert result.exit_code == 2
    assert "the run there was begun with other settings" in result.stderr


# ---------------------------------------------------------------- the list


def test_presets_and_options_are_listed() -> None:
    result = trisim("difficulty", "list")
    assert result.exit_code == 0, result.output
    text = " ".join(result.stdout.split())
    for name, preset in load_box().solo.difficulty.items():
        assert name in text
        assert preset.meaning in text
    for option in every_option():
        assert option.name in text
        assert option.group in text
        assert option.meaning.split()[0] in text
    assert all(f"{one} with {other}" in text for one, other in CONTRADICTIONS)
    assert "[add.solo.difficulty.gentle]" in text
    assert "setup_rolls=0, less_gold, no_specialization, no_personality" in text


def test_the_preset_of_the_list_can_be_added(here: Path) -> None:
    text = trisim("difficulty", "list").stdout
    example = re.search(r"^  \[add\.solo.*?\n\n", text, re.M | re.S)
    assert example is not None
    Path("mine.toml").write_text(re.sub("^  ", "", example[0], flags=re.M))
    result = trisim("difficulty", "list", "--variant", "mine.toml")
    assert result.exit_code == 0, result.output
    assert "(5 presets)" in result.stdout
    assert "gentle" in result.stdout.split("Options")[0]


def test_a_list_of_a_box_that_is_broken_is_refused(here: Path) -> None:
    result = trisim("difficulty", "list", "--box", "nowhere")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
