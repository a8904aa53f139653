"""``trisim strategies`` as a user meets it, and docs/strategies.md, which shows its templates."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trisim.api import play_game
from trisim.cli import main
from trisim.games.trismegistus.players.features import MEANINGS, Feature
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.policy import JUDGEMENT, SEARCH
from trisim.players.player import Kind
from trisim.players.registry import Listed, load, names
from trisim.players.scaffold import TEMPLATES, template
from trisim.sim.plan import prepare
from trisim.sim.run_request import RunRequest

PAGE = Path(__file__).parents[1] / "docs" / "strategies.md"
LONGEST = 37
"""Lines of a template: the list of imports has one name a line."""


def trisim(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def strategies(*args: str) -> Result:
    return trisim("strategies", *args)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------- the list


def test_all_strategies_are_listed_with_kind_idea_and_author() -> None:
    out = strategies().output
    for name in names(KIT):
        player = load(name, KIT)
        (row,) = [line for line in out.splitlines() if line.startswith(f"{name} ")]
        assert player.kind.value in row
        assert player.idea[:40] in row
        assert row.rstrip().endswith(player.author)


def test_a_broken_one_is_listed_with_its_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Listed("[bad]", "[waiting]", None, "players.py, line 3: [oh] no")
    monkeypatch.setattr("trisim.players.registry.every_strategy", lambda kit: [broken])
    result = strategies()
    assert result.exit_code == 0
    row = result.output.splitlines()[1]
    assert row.split() == ["[bad]", "broken", *broken.error.split(), "[waiting]"]


def test_features_and_numbers_are_explained() -> None:
    out = strategies("features").output
    for feature in Feature:
        assert re.search(rf"^{feature.name.lower()} +{re.escape(MEANINGS[feature])}", out, re.M)
    for name, usual in JUDGEMENT.items():
        meaning = re.escape(usual.meaning)
        assert re.search(rf"^{name} +{re.escape(f'{usual.default:g}')} +{meaning}", out, re.M)
    assert re.search(r"^\[search\] +usual +meaning", out, re.M)
    for name, usual in SEARCH.items():
        meaning = re.escape(usual.meaning)
        assert re.search(rf"^{name} +{re.escape(f'{usual.default:g}')} +{meaning}", out, re.M)


def test_show_tells_the_numbers_of_weights(here: Path) -> None:
    text = 'idea = "Gold."\nauthor = "Ada"\n[weights]\nscore = 1\ngold = [1, 0.5, 2]\n'
    Path("mine.toml").write_text(text)
    out = strategies("show", "mine.toml:score=3:noise=0.25").output
    assert "mine (weights), by Ada\nGold.\n" in out
    assert re.search(r"^score +3 +3 +3 +points, if the game ended here", out, re.M)
    assert re.search(r"^gold +1 +0\.5 +2 +gold", out, re.M)
    assert re.search(r"^noise +0\.25 ", out, re.M)
    assert re.search(r"^far +3 +size of an error: how far it misjudges", out, re.M)


def test_show_tells_how_a_player_thinks() -> None:
    out = strategies("show", "balanced:iterations=5:trust=0.25").output
    assert re.search(r"^iterations +5 +lines of play that a decision is simulated", out, re.M)
    assert re.search(r"^trust +0\.25 +lines of play that its first judgement", out, re.M)
    refused = strategies("show", "balanced:dice=0")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "trisim: balanced:dice=0: dice is a whole number from 1 to 99\n",
    )


def test_show_tells_the_parameters_of_a_class(here: Path) -> None:
    strategies("new", "mine", "--kind", "python")
    out = strategies("show", "mine.py:little=2").output
    assert re.search(r"^little +2 *$", out, re.M)
    assert re.search(r"^far +3 +no effect: in an error", out, re.M)


def test_show_refuses_in_a_line() -> None:
    result = strategies("show", "randm")
    assert (result.exit_code, result.stderr) == (
        2,
        "trisim: no strategy 'randm'; did you mean 'random'?\n",
    )


# ---------------------------------------------------------------- a new one


@pytest.mark.parametrize("kind", list(Kind))
def test_a_new_strategy_plays_at_once(kind: Kind, here: Path) -> None:
    made = strategies("new", "my-plan", "--kind", kind.value, "--out", "plans")
    assert made.exit_code == 0, made.output
    file = f"plans/my-plan{Path(TEMPLATES[kind]).suffix}"
    assert f"Wrote {file}. It plays as it is:" in made.output
    assert "NAME" not in Path(file).read_text()
    assert load(file, KIT).kind is kind
    play, run = (shlex.split(line) for line in made.output.splitlines() if "  trisim" in line)
    assert play == f"trisim play --players 4 --seed 1 --seat 0={file}".split()
    Path("short.toml").write_text("[change.rules.numbers]\nrounds = 1\n")
    short = ["--players", "2", "--variant", "short.toml"]
    played = trisim("play", *short, "--seat", f"0={file}")
    assert played.exit_code == 0, played.output
    assert file in played.output
    assert run[:4] == ["trisim", "run", "--games", "100"]
    few = ["--games", "2", "--jobs", "1", "--lineup", f"{file},random"]
    result = trisim("run", *short, *few, "--out", "a")
    assert result.exit_code == 0, result.output


def test_nothing_is_overwritten(here: Path) -> None:
    strategies("new", "mine")
    Path("mine.toml").write_text("precious")
    result = strategies("new", "mine")
    assert (result.exit_code, result.stderr) == (
        2,
        "trisim: mine.toml is there already; take another name\n",
    )
    assert Path("mine.toml").read_text() == "precious"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["mine.toml"], "'mine.toml' is no name for a strategy; take letters, digits, - and _, "),
        (["a/b"], "'a/b' is no name for a strategy"),
        (["mine", "--kind", "wieghts"], "--kind wieghts: did you mean 'weights'?"),
        (["mine", "--kind", "x"], "--kind x: weights, compiled or python is expected"),
        (["mine", "--out", ""], "--out '': a name is missing"),
        (["mine", "--out", "file"], "file/mine.toml can't be written: "),
    ],
)
def test_what_can_not_be_written_is_one_line(args: list[str], said: str, here: Path) -> None:
    Path("file").write_text("")
    result = strategies("new", *args)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"trisim: {said}")
    assert result.stderr.count("\n") == 1


def test_parameters_work_wherever_a_strategy_is_named(here: Path) -> None:
    strategies("new", "mine", "--kind", "python")
    spec = "mine.py:little=0.1:noise=0.5"
    played = trisim("play", "--players", "2", "--seat", f"0={spec}")
    assert played.exit_code == 0, played.output
    assert spec in played.output
    assert len(play_game(players=2, strategy=[spec, "random:noise=1"]).scores) == 2
    refused = trisim("play", "--seat", "0=mine.py:litle=1")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "trisim: --seat 0=mine.py:litle=1: mine.py:litle=1: no parameter 'litle'; "
        "did you mean 'little'?\n",
    )


@pytest.mark.parametrize(
    ("kind", "more", "most"),
    [
        ("weights", "", 8192),
        ("compiled", "", 8192),
        ("python", "", 64),
        ("weights", ":iterations=5", 12),  # more than 8, lest there are too many parts
    ],
)
def test_only_classes_and_thoughts_make_parts_small(
    kind: str, more: str, most: int, here: Path
) -> None:
    strategies("new", "mine", "--kind", kind)
    file = next(here.iterdir())
    lineup = f"{file.name}{more}:noise=0.1,random*3"
    plan = prepare(RunRequest.of(games=1_000_000, lineup=lineup))
    assert plan.request.part_games == most


# ---------------------------------------------------------------- the page


def blocks(language: str) -> list[str]:
    """The code blocks of the page in a language."""
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("kind", "language", "place"),
    [(Kind.WEIGHTS, "toml", 0), (Kind.COMPILED, "python", 0), (Kind.PYTHON, "python", 1)],
)
def test_the_page_shows_the_templates(kind: Kind, language: str, place: int) -> None:
    assert blocks(language)[place] == template(kind, KIT)
    assert len(template(kind, KIT).splitlines()) < LONGEST


def test_the_commands_of_the_page_work(here: Path) -> None:
    lines = [line for text in blocks("console") for line in text.splitlines()]
    assert len(lines) >= 6
    for line in lines:
        args = shlex.split(line.removeprefix("$ "), comments=True)[1:]
        few = ["2" if word == "20" else word for word in args]
        result = trisim(*few, *(["--jobs", "1"] if args[0] == "run" else []))
        assert result.exit_code == 0, f"{line}: {result.output}"


def test_what_the_page_says_of_a_view_is_there() -> None:
    from trisim.games.trismegistus.rules.game import Game

    page = PAGE.read_text(encoding="utf-8")
    game = Game.new(2, 1)
    said = set(re.findall(r"`(?:view|copy)\.(\w+)", page)) | {"held", "level", "beside"}
    assert {"legal", "describe", "copy", "apply", "score", "seat", "state"} <= said
    for name in said:
        assert hasattr(game, name) or name in game.state.labs[0].dtype.names, name
