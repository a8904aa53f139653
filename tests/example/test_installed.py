"""The example is found as if it were installed, and installs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from trisim.players.player import StrategyError
from trisim.players.registry import load as load_strategy
from trisim.plugin import DEFAULT, games, info, load
from trisim.record.base import Outcome

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "summit"
INSTALLED = Path(__file__).parent / "installed" / "summit-1.0.dist-info"


def test_entry_points_of_the_tests_are_those_of_the_package() -> None:
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = ConfigParser()
    entries.read(INSTALLED / "entry_points.txt")
    assert dict(entries["trisim.games"]) == project["entry-points"]["trisim.games"]
    assert INSTALLED.name == f"{project['name']}-{project['version']}.dist-info"


@pytest.mark.parametrize(
    ("name", "outcome"), [("summit", Outcome.POINTS), ("expedition", Outcome.TEAM)]
)
def test_both_games_are_found(name: str, outcome: Outcome) -> None:
    assert name in games()
    assert info(name).outcome is load(name).record.outcome is outcome
    assert load(name).name == load(name).rules.name == name


def test_what_is_known_before_a_game_is_loaded_needs_no_numpy() -> None:
    code = "import sys, summit.game; sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    folders = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(EXAMPLE)!r}]; "
    assert subprocess.run([sys.executable, "-c", folders + code], check=False).returncode == 0


def test_a_compiled_strategy_plays_both_games_which_have_the_same_records() -> None:
    for name in ("summit", "expedition"):
        assert load_strategy("random", load(name).players).game == name
    with pytest.raises(StrategyError, match="a strategy for summit, and trismegistus is played"):
        load_strategy(str(EXAMPLE / "summit" / "strategies" / "random.py"), load(DEFAULT).players)


def test_the_package_has_its_box_and_its_strategies(tmp_path: Path) -> None:
    folder = tmp_path / "summit"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (wheel,) = WheelBuilder(str(folder)).build(directory=str(tmp_path))
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("summit/")}
    files = {path for path in (folder / "summit").rglob("*") if path.is_file()}
    assert packed == {path.relative_to(folder).as_posix() for path in files}
