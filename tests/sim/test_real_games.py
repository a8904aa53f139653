"""The same with real games, of which a few take a second here: the rules run plain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.sim.helpers import parquet, play_games, small
from trisim.sim.errors import BadStrategyError

TABLES = ("games", "players", "rounds", "turns", "cards", "ledger")


def asked(**changes: Any) -> Any:
    return small(**{"games": 8, "part_games": 2, "cards": True, "ledger": 2, **changes})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight real games in four parts, played by one thread."""
    return play_games(tmp_path_factory.mktemp("whole") / "run", asked())


@pytest.mark.parametrize("how", [{"jobs": 2}, {"jobs": 2, "backend": "loky"}])
def test_real_games_have_the_same_bytes_whoever_plays(
    tmp_path: Path, whole: Path, how: dict[str, Any]
) -> None:
    out = play_games(tmp_path / "run", asked(), **how)
    assert parquet(out) == parquet(whole)
    assert len(parquet(out)) == 4 * len(TABLES)


def test_real_games_have_the_same_rows_in_parts_of_any_size(tmp_path: Path, whole: Path) -> None:
    out = play_games(tmp_path / "run", asked(part_games=6))
    for table in TABLES:
        rows = [pl.read_parquet(each / table / "*.parquet") for each in (whole, out)]
        assert rows[0].height > 0
        assert rows[0].equals(rows[1]), table


@pytest.mark.parametrize(
    ("deed", "problem"),
    [
        ("raise KeyError('lost')", "KeyError: 'lost'"),
        ("return 'none'", "'none' is no move"),
        ("return 123456789", "move 123456789 is none of its options"),
        ("raise SystemExit(3)", "line 4: SystemExit: 3"),
        ("raise GeneratorExit", "line 4: GeneratorExit"),
    ],
)
@pytest.mark.parametrize("backend", ["threads", "loky"])
def test_a_strategy_that_fails_stops_the_run_and_is_named(
    tmp_path: Path, deed: str, problem: str, backend: str
) -> None:
    strategy = tmp_path / "mine.py"
    strategy.write_text(
        "class Mine:\n"
        "    def choose(self, view):\n"
        "        if view.state.decisions > 20:\n"
        f"            {deed}\n"
        "        return view.legal()[0]\n"
    )
    request = asked(lineup=f"{strategy},random", alchemists="chosen")
    with pytest.raises(BadStrategyError, match=problem) as told:
        play_games(tmp_path / "run", request, backend=backend, jobs=2)
    assert told.value.exit_code == 2
    assert "\n" not in str(told.value)
    assert f"strategy '{strategy}' in game " in str(told.value)
    assert not (tmp_path / "run" / "manifest.json").exists()  # no game was kept
