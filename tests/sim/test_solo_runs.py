"""Real solo runs: their rows, the same whatever the jobs, batches and interruptions; replays."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.sim.helpers import parquet, play_games, solo_setup
from tests.sim.test_audit_runs import TESTBOX, place
from tests.sim.test_solo_settings import options_in_force
from trisim.api import play_game, run
from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.game import Options
from trisim.games.trismegistus.rules.game import Game, GameError
from trisim.sim.audit import audit
from trisim.sim.block import play_block, replay_game
from trisim.sim.errors import FolderError, InterruptedRunError, SettingsError
from trisim.sim.inputs import load_plan
from trisim.sim.manifest import read_manifest
from trisim.sim.options import Scenario
from trisim.sim.progress import Progress
from trisim.sim.run import Run, SummaryError
from trisim.sim.run_request import RunRequest
from trisim.sim.trust import user_trust

SETUPS = (
    solo_setup(),
    solo_setup("hard", {"bot_first": True}, planning=True),
    solo_setup("nightmare"),
)
EVERYTHING: dict[str, Any] = {"cards": True, "ledger": 1, "box": TESTBOX}


def asked(*setups: Scenario[Options], deals: int = 2, **changes: Any) -> RunRequest:
    given = {"games": deals * len(setups), "seed": 4, "part_games": len(setups)}
    return RunRequest.of(**{**given, "solo": True, "setups": setups, **EVERYTHING, **changes})


@lru_cache
def three_setups() -> Path:
    """Two deals against three setups, everything that can be written, in two parts."""
    return play_games(place() / "solo", asked(*SETUPS))


def rows(folder: Path, table: str) -> pl.DataFrame:
    """The rows of a table, words as text."""
    return Run(folder).table(table).with_columns(pl.col(pl.Categorical).cast(pl.String)).collect()


# ---------------------------------------------------------------- rows


def test_every_deal_is_played_against_every_setup() -> None:
    games = rows(three_setups(), "games")
    assert games["scenario"].to_list() == [setup.name for setup in SETUPS] * 2
    assert set(games["rotation"]) == {0}
    assert games["deal"].to_list() == [0, 0, 0, 1, 1, 1]
    assert games["solo"].all()
    assert games["seed"].n_unique() == 2
    assert set(games["status"]) == {"finished"}


def test_you_and_botmegistus_have_your_seats() -> None:
    players = rows(three_setups(), "players").sort("game", "seat")
    first = players.filter(pl.col("seat") == 0)
    assert first["strategy"].to_list() == ["random", "botmegistus", "botmegistus"] * 2
    bots = players.filter(pl.col("strategy") == "botmegistus")
    assert bots.height == 6
    assert bots["alchemist"].null_count() == 6
    yours = players.filter(pl.col("strategy") == "random")
    assert yours["alchemist"].null_count() == 0
    assert (yours.group_by("deal").agg(pl.col("alchemist").n_unique())["alchemist"] == 1).all()


def test_the_options_of_a_setup_are_in_force() -> None:
    rounds = rows(three_setups(), "rounds").join(
        rows(three_setups(), "games").select("game", "scenario"), on="game"
    )
    white = pl.sum_horizontal(pl.col("^bowl_.*_white$"))
    by_scenario = rounds.group_by("scenario", maintain_order=True).agg(white.first())
    dice = by_scenario.to_series(1).to_list()
    assert dice[0] == dice[1] == dice[2] + 1, "no_fifth_white belongs to nightmare alone"
    bots = rows(three_setups(), "players").filter(pl.col("strategy") == "botmegistus")
    assert set(bots.filter(pl.col("game") % 3 == 0)["seat"]) == {1}
    assert set(bots.filter(pl.col("game") % 3 > 0)["seat"]) == {0}


def test_a_solo_run_is_clean_to_the_auditor() -> None:
    report = audit(three_setups(), replay=3)
    assert report.is_clean, report
    assert report.games == 6


# ---------------------------------------------------------------- the same rows


def test_neither_jobs_nor_parts_change_a_row(tmp_path: Path) -> None:
    two = play_games(tmp_path / "two", asked(*SETUPS), jobs=2)
    assert parquet(two) == parquet(three_setups())
    large = play_games(tmp_path / "large", asked(*SETUPS, part_games=6))
    for table in Run(large).tables:
        assert rows(large, table).equals(rows(three_setups(), table)), table


def test_the_number_of_a_setup_changes_no_game(tmp_path: Path) -> None:
    alone = play_games(tmp_path / "alone", asked(SETUPS[2]))
    together = rows(three_setups(), "players").filter(pl.col("game") % 3 == 2)
    assert rows(alone, "players").drop("game").equals(together.drop("game"))


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.parts == 1:
            raise KeyboardInterrupt

    folder = tmp_path / "run"
    with pytest.raises(InterruptedRunError):
        play_games(folder, asked(*SETUPS), on_progress=stop)
    assert 0 < Run(folder).games_played < 6
    play_games(folder, asked(*SETUPS), resume=True)
    assert parquet(folder) == parquet(three_setups())


def test_a_run_goes_on_with_the_same_options_only() -> None:
    other = (SETUPS[0], solo_setup("hard", {"bot_first": True}), SETUPS[2])
    with pytest.raises(FolderError) as caught:
        play_games(three_setups(), asked(*other), resume=True)
    (line,) = str(caught.value).splitlines()[1:]
    assert line == (
        "  setups: normal; hard with bot_first; nightmare, "
        "was normal; hard with bot_first, planning; nightmare"
    )


@pytest.mark.parametrize("backend", ["threads", "loky"])
def test_backends_play_the_same_games(backend: str, tmp_path: Path) -> None:
    played = play_games(tmp_path / "run", asked(*SETUPS), jobs=2, backend=backend)
    assert parquet(played) == parquet(three_setups())


# ---------------------------------------------------------------- what is kept of it


def test_the_manifest_tells_what_it_was_played_against() -> None:
    manifest = read_manifest(three_setups())
    assert manifest.request.setups == SETUPS
    assert [record.spec for record in manifest.strategies] == ["random"]
    plan = load_plan(three_setups(), manifest, user_trust())
    normal, hard, _ = options_in_force(plan)
    assert normal == SoloOptions()
    assert hard.bot_first
    assert hard.three_masterpieces


def test_games_are_played_again_from_the_manifest() -> None:
    plan = load_plan(three_setups(), read_manifest(three_setups()), user_trust())
    stored = rows(three_setups(), "players").sort("game", "seat")["score"].to_list()
    for number in range(6):
        game, choosers = replay_game(plan, number)
        while not game.is_over:
            game.apply(choosers[game.seat](game))
        assert [game.score(0), game.score(1)] == stored[2 * number : 2 * number + 2]
        assert isinstance(game, Game)
        assert game.solo is not None
        assert game.solo.planning == (number % 3 == 1)


def test_a_block_has_the_rows_of_its_deals() -> None:
    plan = load_plan(three_setups(), read_manifest(three_setups()), user_trust())
    block = pl.DataFrame(pl.from_arrow(play_block(plan, 1, 1)["players"]))
    stored = Run(three_setups()).players.filter(pl.col("deal") == 1).collect()
    assert block["score"].to_list() == stored["score"].to_list()


def test_the_run_says_what_it_is() -> None:
    opened = Run(three_setups())
    assert "6 games; random against Botmegistus, 3 setups, seed 4" in repr(opened)
    summary = opened.solo_summary()
    assert [each.level for each in summary.setups] == [setup.name for setup in SETUPS]
    assert summary.games == 6
    with pytest.raises(SummaryError, match=r"this is a solo run; ask for its solo_summary\(\)"):
        opened.summary()


# ---------------------------------------------------------------- from Python


def test_solo_runs_from_python() -> None:
    with run(
        solo=True, difficulty="hard", options={"extra_gold": False}, planning=True, games=2,
        box=TESTBOX, jobs=1, progress=False, alchemists="newton", log="players",
    ) as played:  # fmt: skip
        assert played.request.scenarios[0] == "hard with extra_gold=no, planning"
        yours = played.players.drop_nulls("alchemist").collect()
        assert yours["alchemist"].cast(pl.String).to_list() == ["newton"] * 2
        with pytest.raises(SummaryError):
            played.summary()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"difficulty": "hard"},
            "difficulty: this is for games against Botmegistus; add solo=True",
        ),
        (
            {"options": {"bot_first": True}},
            "options: this is for games against Botmegistus; add solo",
        ),
        ({"planning": True}, "planning: this is for games against Botmegistus; add solo=True"),
        ({"solo": True, "players": 3}, "players: with solo=True you play alone; leave it out"),
        ({"solo": True, "difficulty": "hrad"}, "there is no difficulty 'hrad'; did you mean 'ha"),
        ({"solo": True, "options": {"bot_frist": True}}, "there is no option 'bot_frist'; did you"),
        ({"solo": True, "lineup": "random,random"}, "line-up random,random: one strategy plays"),
        ({"solo": True, "achievements": True}, "achievements: there are none against"),
    ],
)
def test_what_python_can_not_ask_for(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        run(games=2, jobs=1, progress=False, **changes)
    assert str(caught.value).startswith(message)


def test_one_game_from_python() -> None:
    box = load_box(TESTBOX)
    result = play_game(solo=True, seed=7, box=box, difficulty="easy", alchemists=["newton"])
    assert len(result.scores) == 2
    assert result.alchemists[0] == box.alchemists["newton"].name
    first = play_game(solo=True, seed=7, box=box, options={"bot_first": True})
    assert first.parts[0]["artifacts"] > 0
    assert first.parts[1]["artifacts"] == 0
    for changes, message in (
        ({"difficulty": "x"}, "there is no difficulty 'x'"),
        ({"strategy": ["random", "random"]}, "1 players need one strategy"),
        ({"players": 3}, "players: with solo=True you play alone; leave it out"),
    ):
        with pytest.raises(GameError, match=message):
            play_game(**{"solo": True, "box": box, **changes})  # type: ignore[arg-type]
    with pytest.raises(GameError, match="planning: this is for games against Botmegistus"):
        play_game(2, planning=True, box=box)
