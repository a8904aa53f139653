"""Runs of another game: who sits where, what a manifest says, what is swept out of a folder."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from tests.sim.helpers import names, parquet, play, play_games, small
from trisim.box.box import Box, load_box
from trisim.plugin import PluginError, load
from trisim.sim import folder
from trisim.sim.audit import audit
from trisim.sim.catalog import entry_of
from trisim.sim.design import Design, balanced_cycle
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.folder import known_tables, table_folders
from trisim.sim.manifest import read_manifest
from trisim.sim.run import NoTableError, Run
from trisim.sim.run_request import RunRequest

GAMES = ("summit", "expedition")


def asked(game: str = "summit", **changes: Any) -> RunRequest:
    return RunRequest.of(**{"game": game, "games": 6, "part_games": 3, **changes})


@lru_cache
def played(game: str) -> Path:
    """Two deals of three players, in two parts, played plain."""
    return play_games(Path(mkdtemp(prefix="trisim-games-")) / game, asked(game), compiled=False)


# ---------------------------------------------------------------- roles that may repeat


@pytest.mark.parametrize("roles", [1, 2, 3, 4])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_roles_that_may_repeat_meet_in_all_combinations(roles: int, players: int) -> None:
    cycle = balanced_cycle(roles, players, may_repeat=True)
    assert sorted(cycle) == sorted(product(range(roles), repeat=players))
    for one, other in combinations(range(players), 2):
        pairs = Counter((row[one], row[other]) for row in cycle)
        assert len(pairs) == roles**2
        assert len(set(pairs.values())) == 1
    for start in range(0, len(cycle), roles):
        for place in range(players):
            assert len({row[place] for row in cycle[start : start + roles]}) == roles


@pytest.fixture(scope="module")
def box() -> Box:
    found: Box = load_box(load("summit").box)
    return found


def test_more_players_than_roles_can_share_them(box: Box) -> None:
    request = asked(players=3)
    assert len(box.roles) < request.players
    design = Design.of(request, box)
    assert design.may_repeat
    assert len(design.cycle) == len(box.roles) ** 3
    seats = [seat.role for deal in range(8) for seat in design.seats(3 * deal)]
    assert Counter(seats) == dict.fromkeys(box.roles, 12)


def test_drawn_roles_are_those_of_each_place(box: Box) -> None:
    design = Design.of(asked(climbers="random", players=3), box)
    drawn = design.drawn(0, 400)
    assert drawn.shape == (400, 3)
    seen = Counter(map(tuple, drawn.tolist()))
    assert set(seen) == set(product(range(len(box.roles)), repeat=3))
    assert min(seen.values()) > 25, "places are drawn on their own"
    assert (design.drawn(100, 50) == drawn[100:150]).all(), "a block can be cut anywhere"
    fewer = Design.of(asked(climbers="random", players=2), box)
    assert (fewer.drawn(0, 400) == drawn[:, :2]).all(), "a place more changes no other"


def test_fixed_roles_may_be_the_same(box: Box) -> None:
    design = Design.of(asked(climbers="guide,guide,porter"), box)
    assert [seat.role for seat in design.seats(1)] == ["guide", "porter", "guide"]
    with pytest.raises(SettingsError, match="climbers: there is no climber 'giude'; did you mean"):
        Design.of(asked(climbers="giude,guide,porter"), box)


# ---------------------------------------------------------------- what is written


@pytest.mark.parametrize("game", GAMES)
def test_the_manifest_names_the_game(game: str) -> None:
    data = json.loads((played(game) / "manifest.json").read_text())
    assert data["game"] == data["request"]["game"] == game
    assert data["request"]["game_options"] == {"winter": False}
    assert data["scenarios"] == ["summer"]
    manifest = read_manifest(played(game))
    assert manifest.plugin is load(game)
    assert manifest.rules_version == load(game).rules_version


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_attributes_of_a_run(game: str) -> None:
    run = Run(played(game))
    assert run.tables == ("games", "players", "turns")
    assert run.turns.collect().equals(run.table("turns").collect())
    assert {"games", "turns", "path"} < set(dir(run))
    assert "rounds" not in dir(run)
    with pytest.raises(AttributeError, match="a run has no attribute 'rounds'"):
        _ = run.rounds
    with pytest.raises(AttributeError, match="a run has no attribute 'trns'"):
        _ = run.trns
    assert audit(run.path, replay=2).is_clean


def test_tables_that_a_run_does_not_have_say_how_they_are_written(tmp_path: Path) -> None:
    run = Run(play(tmp_path / "run", small(log="players")))
    with pytest.raises(NoTableError, match="no table 'turns'; it is written by a run "):
        _ = run.turns


def test_a_run_can_be_copied() -> None:
    run = Run(played("summit"))
    for other in (copy.copy(run), pickle.loads(pickle.dumps(run))):
        assert other.turns.collect().equals(run.turns.collect())
    with pytest.raises(AttributeError, match="a run has no attribute 'manifest'"):
        _ = Run.__new__(Run).manifest


def test_an_error_in_a_property_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        @property
        def record(self) -> None:
            raise AttributeError("this game forgot its tables")

    run = Run(played("summit"))
    monkeypatch.setattr("trisim.sim.manifest.load", lambda name: Broken())
    with pytest.raises(AttributeError, match="this game forgot its tables"):
        _ = run.declared


# ---------------------------------------------------------------- folders


def test_a_run_goes_on_as_the_game_that_it_is(tmp_path: Path) -> None:
    run = play_games(tmp_path / "run", asked(), compiled=False)
    before = parquet(run)
    (run / "turns" / "part-00001.parquet").unlink()
    play_games(run, asked(), compiled=False, resume=True)
    assert parquet(run) == before
    with pytest.raises(FolderError, match="game: expedition, was summit"):
        play_games(run, asked("expedition"), resume=True)


def test_force_sweeps_out_the_run_of_another_game(tmp_path: Path) -> None:
    out = play(tmp_path / "run", small(cards=True, ledger=1))
    assert {"rounds", "cards", "ledger"} < names(out)
    play_games(out, asked(), compiled=False, force=True)
    assert names(out) == {"manifest.json", "inputs", "games", "players", "turns"}
    assert len(list((out / "turns").iterdir())) == 2
    assert parquet(out) == parquet(played("summit"))
    play(out, small(log="players"), force=True)
    assert names(out) == {"manifest.json", "inputs", "games", "players"}
    assert Run(out).request.game == "trismegistus"


def test_what_is_not_of_a_run_stays(tmp_path: Path) -> None:
    out = play(tmp_path / "run", small())
    (out / "rounds" / "mine.txt").write_text("mine")
    (out / "notes").mkdir()
    (out / "notes" / "part-00000.parquet").write_text("mine")
    play_games(out, asked(), compiled=False, force=True)
    assert [path.name for path in (out / "rounds").iterdir()] == ["mine.txt"]
    assert (out / "notes" / "part-00000.parquet").read_text() == "mine"


def test_games_that_can_not_be_loaded_stop_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> Any:
        if name == "summit":
            raise PluginError("game 'summit': it is broken")
        if name == "expedition":
            raise ImportError("no such module")
        return load(name)

    (tmp_path / "turns").mkdir()
    (tmp_path / "weather").mkdir()
    monkeypatch.setattr(folder, "load", broken)
    known_tables.cache_clear()
    assert {"games", "rounds", "ledger"} < known_tables()
    assert table_folders(tmp_path) == [tmp_path / "turns"]
    known_tables.cache_clear()


def test_an_empty_folder_needs_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> Any:
        raise AssertionError("a game was loaded")

    monkeypatch.setattr(folder, "known_tables", nothing)
    (tmp_path / "inputs").mkdir()
    assert table_folders(tmp_path) == table_folders(tmp_path / "nowhere") == []


def test_a_run_of_a_game_that_is_gone_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = play_games(tmp_path / "run", asked(), compiled=False)
    path = run / "manifest.json"
    path.write_text(path.read_text().replace('"summit"', '"summitt"'))
    state = entry_of(run).state
    assert state.status == "unreadable"
    assert "request.game: no game 'summitt'; did you mean 'summit'?" in state.why

    def broken(name: str) -> Any:
        raise PluginError("game 'summit': ImportError: no numpy (in summit.plugin:SUMMIT)")

    monkeypatch.setattr("trisim.sim.run_request.load", broken)
    other = entry_of(played("summit")).state
    assert (other.status, other.why[:27]) == ("unreadable", "game 'summit': ImportError:")
