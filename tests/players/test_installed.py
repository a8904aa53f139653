"""Strategies of other packages, found by their entry points."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from trisim.api import play_game
from trisim.games.trismegistus.players.kit import KIT
from trisim.players.files import read_source
from trisim.players.player import Kind, StrategyError
from trisim.players.registry import every_strategy, load, load_file

MODULE = '''"""Waits for better times."""
from __future__ import annotations
from trisim.games.trismegistus.strategy import Box, Game, Moves, Policy, strategy

AUTHOR = "Ada"


class Patient:
    """Waits."""

    def __init__(self, patience=1):
        self.patience = patience

    def choose(self, view):
        return view.legal()[-1]


class Hasty:
    """Hurries."""

    def choose(self, view):
        return view.legal()[0]


@strategy()
def first(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    """The first."""
    return int(moves[0])
'''

WEIGHTS = 'idea = "Points."\nauthor = "Eve"\n[weights]\nscore = 1\n'


class Package:
    """A package that looks installed, with entry points."""

    def __init__(self, folder: Path, name: str = "waiting") -> None:
        self.folder, self.name = folder, name
        (folder / name).mkdir(parents=True)
        self.write("__init__.py", "")
        self.write("players.py", MODULE)

    def write(self, name: str, text: str) -> None:
        (self.folder / self.name / name).write_text(text, encoding="utf-8")

    def declare(self, **entries: str) -> None:
        info = self.folder / f"{self.name}-1.0.dist-info"
        info.mkdir()
        lines = "\n".join(f"{name} = {value}" for name, value in entries.items())
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {self.name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[trisim.strategies]\n{lines}\n")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    monkeypatch.syspath_prepend(tmp_path / "site")
    yield Package(tmp_path / "site")
    for name in [name for name in sys.modules if name.partition(".")[0] in ("waiting", "other")]:
        del sys.modules[name]


def refused(spec: str) -> str:
    with pytest.raises(StrategyError) as caught:
        load(spec, KIT)
    return str(caught.value)


def test_a_class_a_function_and_a_module_are_strategies(package: Package) -> None:
    package.write("alone.py", '"""Alone."""\nclass Alone:\n    def choose(self, view): ...\n')
    package.declare(
        patient="waiting.players:Patient", first="waiting.players:first", alone="waiting.alone"
    )
    specs = ("patient:patience=3", "first:noise=0.5", "alone")
    patient, first, alone = (load(spec, KIT) for spec in specs)
    assert (patient.name, patient.kind, patient.author) == ("patient", Kind.PYTHON, "Ada")
    assert (patient.idea, patient.choose().patience) == ("Waits for better times.", 3)
    assert (first.kind, first.noise, first.member) == (Kind.COMPILED, 0.5, "first")
    assert (alone.kind, alone.idea, alone.member) == (Kind.PYTHON, "Alone.", "")
    assert patient.source == package.folder / "waiting" / "players.py"
    play_game(players=2, strategy=["patient", "first"])


def test_a_path_leads_to_a_weights_file(package: Package) -> None:
    package.write("points.toml", WEIGHTS)
    package.write("paths.py", "from pathlib import Path\nNEAR = 'points.toml'\n"
                  "FAR = Path(__file__).with_name(NEAR)\n")  # fmt: skip
    package.declare(near="waiting.paths:NEAR", far="waiting.paths:FAR")
    for name in ("near", "far"):
        player = load(name, KIT)
        assert (player.name, player.kind, player.author) == (name, Kind.WEIGHTS, "Eve")
        assert player.weights == {"score": (1, 1, 1)}


def test_a_copy_of_the_file_is_enough(package: Package, tmp_path: Path) -> None:
    package.declare(patient="waiting.players:Patient")
    player = load("patient:patience=2", KIT)
    path = tmp_path / "01-players.py"
    path.write_text(MODULE)
    copy = load_file(read_source(path, str(path)), player.spec, KIT, player.member)
    assert (copy.digest, copy.parameters) == (player.digest, {"patience": 2})
    assert copy.choose().patience == 2


def test_a_name_that_is_nearly_one_gets_a_proposal(package: Package) -> None:
    package.declare(patient="waiting.players:Patient")
    assert refused("pateint") == "no strategy 'pateint'; did you mean 'patient'?"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("waiting.nothing:X", "ModuleNotFoundError: No module named 'waiting.nothing'"),
        ("waiting.players:Nobody", "has no attribute 'Nobody'"),
        ("waiting.players", "players.py, line 18: 2 strategies in one file (Patient, Hasty)"),
        ("waiting.players:AUTHOR", "Ada can't be read: No such file or directory"),
        ("waiting", "__init__.py: the file is empty"),
        ("waiting.bad", "bad.py, line 3: SyntaxError: invalid syntax"),
        ("waiting.worse", "worse.py, line 2: ZeroDivisionError: division by zero"),
    ],
)
def test_a_broken_one_is_told_with_its_package(package: Package, value: str, said: str) -> None:
    package.write("bad.py", "\n\nclass class\n")
    package.write("worse.py", "\n1 / 0\n")
    package.declare(mine=value)
    told = refused("mine")
    assert told.startswith("strategy 'mine' of waiting: ")
    assert said in told


def test_two_packages_with_one_name_are_refused(package: Package, tmp_path: Path) -> None:
    package.declare(mine="waiting.players:Patient")
    Package(tmp_path / "site", "other").declare(mine="other.players:Patient")
    assert refused("mine") == (
        "several packages have a strategy 'mine': other, waiting; remove all but one"
    )


def test_all_are_listed_broken_ones_with_their_fault(package: Package) -> None:
    package.declare(good="waiting.players:Patient", bad="waiting.nothing", random="waiting.players")
    found = {(one.name, one.package): one for one in every_strategy(KIT)}
    assert found["random", "trisim"].player == load("random", KIT)
    assert found["good", "waiting"].player == load("good", KIT)
    assert "No module named 'waiting.nothing'" in found["bad", "waiting"].error
    assert found["random", "waiting"].error == (
        "trisim has a strategy 'random' itself; give the entry point another name"
    )
