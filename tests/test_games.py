"""Games by name: those of trisim, and those of other packages by their entry points."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from trisim import plugin
from trisim.plugin import PluginError

GAME = '''"""A game of dice."""
from trisim.plugin import GameInfo, Outcome

GAME = GameInfo(
    name="dicey",
    title="Dicey",
    players=range(2, 6),
    default_players=3,
    outcome=Outcome.TEAM,
    plugin="dicey.plugin:PLUGIN",
)
OTHER = 7
'''


class Package:
    """A package that looks installed, with a game."""

    def __init__(self, folder: Path, name: str = "dicey") -> None:
        self.folder, self.name = folder, name
        (folder / name).mkdir(parents=True)
        self.write("__init__.py", "")
        self.write("game.py", GAME)

    def write(self, name: str, text: str) -> None:
        (self.folder / self.name / name).write_text(text, encoding="utf-8")

    def declare(self, **entries: str) -> None:
        info = self.folder / f"{self.name}-1.0.dist-info"
        info.mkdir()
        lines = "\n".join(f"{name} = {value}" for name, value in entries.items())
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {self.name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{plugin.GROUP}]\n{lines}\n")


def of_tests(installed: Any) -> dict[str, Any]:
    """The games of the packages that tests make, whatever else is installed."""
    return {
        name: entries
        for name, entries in installed().items()
        if {plugin.package_of(entry) for entry in entries} <= {"dicey", "other"}
    }


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    monkeypatch.syspath_prepend(tmp_path / "site")
    monkeypatch.setattr(plugin, "installed", partial(of_tests, plugin.installed))
    yield Package(tmp_path / "site")
    plugin.found_info.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] in ("dicey", "other")]:
        del sys.modules[name]


def refused(name: str) -> str:
    with pytest.raises(PluginError) as caught:
        plugin.info(name)
    return str(caught.value)


def test_a_game_of_another_package_is_found_by_its_entry_point(package: Package) -> None:
    package.declare(dicey="dicey.game:GAME")
    assert plugin.games() == ("trismegistus", "madness", "dicey")
    assert plugin.info("dicey").title == "Dicey"
    assert "dicey.plugin" not in sys.modules


def test_an_unknown_game_is_one_line_with_the_nearest(package: Package) -> None:
    package.declare(dicey="dicey.game:GAME")
    assert refused("diecy") == "no game 'diecy'; did you mean 'dicey'?"
    assert refused("chess") == "no game 'chess'; known: trismegistus, madness, dicey"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("dicey.nothing:GAME", "ModuleNotFoundError: No module named 'dicey.nothing'"),
        ("dicey.game:NOTHING", "AttributeError: module 'dicey.game' has no attribute 'NOTHING'"),
        ("dicey.bad:GAME", "ZeroDivisionError: division by zero"),
        ("dicey.game:OTHER", "dicey.game:OTHER is no GameInfo"),
    ],
)
def test_a_game_that_fails_to_import_is_one_line(package: Package, value: str, said: str) -> None:
    package.write("bad.py", "\n1 / 0\n")
    package.declare(dicey=value)
    told = refused("dicey")
    assert told.startswith("game 'dicey' of dicey: ")
    assert said in told
    assert "\n" not in told
    listed = {one.name: one for one in plugin.every_game()}
    assert listed["dicey"].error == told
    assert listed["trismegistus"].info is plugin.info("trismegistus")


def test_a_plugin_that_fails_to_import_is_one_line(package: Package) -> None:
    package.declare(dicey="dicey.game:GAME")
    with pytest.raises(PluginError, match=r"^game 'dicey': ModuleNotFoundError: .*dicey\.plugin"):
        plugin.load("dicey")


def test_entry_point_and_game_have_one_name(package: Package) -> None:
    package.declare(rolls="dicey.game:GAME")
    assert refused("rolls") == (
        "game 'rolls' of dicey: its GameInfo is called 'dicey'; the entry point needs the same name"
    )


def test_two_packages_with_one_name_are_refused(package: Package, tmp_path: Path) -> None:
    package.declare(dicey="dicey.game:GAME")
    Package(tmp_path / "site", "other").declare(dicey="other.game:GAME")
    said = "several packages have a game 'dicey': dicey, other; remove all but one"
    assert refused("dicey") == said
    assert [one.error for one in plugin.every_game() if one.name == "dicey"] == [said]


def test_the_name_of_a_game_of_trisim_is_taken(package: Package) -> None:
    package.declare(trismegistus="dicey.game:GAME")
    assert plugin.info("trismegistus").title.startswith("Trismegistus")
    ours, other = (one for one in plugin.every_game() if one.name == "trismegistus")
    assert (ours.package, ours.error) == ("trisim", "")
    assert other.error == (
        "trisim has a game 'trismegistus' itself; give the entry point another name"
    )
