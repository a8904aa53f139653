"""The inputs of a run: copied, found again, and guarded."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.sim.helpers import parquet, play, small
from trisim.games.trismegistus.box.box import load_box
from trisim.sim.errors import BadStrategyError, FolderError
from trisim.sim.inputs import load_inputs, load_plan
from trisim.sim.manifest import read_manifest
from trisim.sim.trust import user_trust

MINE = "class Mine:\n    def choose(self, view):\n        return view.legal()[0]\n"
LIMIT = "[change.rules.numbers]\npotency_limit = 6\n"
GONE = '[remove]\nalchemists = ["maria"]\n'


@pytest.fixture
def inputs(tmp_path: Path, fresh_box: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A box, variants and strategies of a user's own, who has played nothing else yet."""
    monkeypatch.setenv("TRISIM_STATE_DIR", str(tmp_path / "state"))
    for name, text in {"limit.toml": LIMIT, "gone.toml": f'name = "Gone"\n{GONE}'}.items():
        (tmp_path / name).write_text(text)
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(MINE.replace("0", str(-(folder == "two"))))
    lineup = f"{tmp_path / 'one' / 'mine.py'},{tmp_path / 'two' / 'mine.py'}"
    return {
        "lineup": lineup,
        "log": "players",
        "box": fresh_box,
        "variants": (tmp_path / "limit.toml", tmp_path / "gone.toml"),
    }


def test_inputs_are_copied_in_order(tmp_path: Path, inputs: dict[str, Any]) -> None:
    out = play(tmp_path / "run", small(**inputs), backend="threads")
    copies = {str(path.relative_to(out / "inputs")) for path in (out / "inputs").glob("*/*")}
    assert {name for name in copies if not name.startswith("box")} == {
        "variants/01-limit.toml",
        "variants/02-gone.toml",
        "strategies/01-mine.py",
        "strategies/02-mine.py",
    }
    manifest = read_manifest(out)
    assert [(variant.name, variant.text) for variant in manifest.variants] == [
        ("limit", LIMIT),
        ("Gone", f'name = "Gone"\n{GONE}'),
    ]
    assert [strategy.kind for strategy in manifest.strategies] == ["python", "python"]


def test_a_run_can_be_played_again_after_everything_has_changed(
    tmp_path: Path, inputs: dict[str, Any]
) -> None:
    out = play(tmp_path / "run", small(**inputs), backend="threads")
    wanted = load_box(inputs["box"], inputs["variants"]).digest
    shutil.rmtree(inputs["box"])
    for name in ("limit.toml", "gone.toml", "one/mine.py"):
        (tmp_path / name).unlink()
    (tmp_path / "two" / "mine.py").write_text("nonsense")
    manifest = read_manifest(out)
    assert load_inputs(out, manifest).digest == wanted
    plan = load_plan(out, manifest, user_trust())
    assert plan.request.differences(small(**inputs)) == []
    assert [player.spec for player in plan.players] == inputs["lineup"].split(",")
    assert [player.name for player in plan.players] == ["mine", "mine"]
    assert "maria" not in plan.design.names


def test_parameters_are_those_of_the_run_whatever_has_become_of_the_file(
    tmp_path: Path, inputs: dict[str, Any]
) -> None:
    with_depth = MINE.replace("def choose", "def __init__(self, depth=1): ...\n    def choose", 1)
    path = tmp_path / "one" / "mine.py"
    path.write_text(with_depth)
    lineup = (f"{path}:depth=4:noise=0.1", f"{path}:far=2")
    out = play(tmp_path / "run", small(**{**inputs, "lineup": lineup}), backend="threads")
    assert [path.name for path in (out / "inputs" / "strategies").iterdir()] == ["01-mine.py"]
    path.unlink()
    first, second = load_plan(out, read_manifest(out), user_trust()).players
    assert (first.spec, second.spec) == lineup
    assert (first.parameters, first.noise, first.far) == ({"depth": 4}, 0.1, 3)
    assert (second.parameters, second.noise, second.far) == ({"depth": 1}, 0, 2)
    assert first.source == second.source == (out / "inputs" / "strategies" / "01-mine.py").resolve()


def test_copies_that_were_changed_are_refused(tmp_path: Path, inputs: dict[str, Any]) -> None:
    out = play(tmp_path / "run", small(**inputs), backend="threads")
    manifest = read_manifest(out)
    for name, problem in {
        "variants/01-limit.toml": "the box of this run has been changed since it began",
        "box/rules.toml": "the box of this run is damaged",
        "strategies/02-mine.py": "isn't what it was when the run began",
    }.items():
        path = out / "inputs" / name
        text = path.read_text()
        path.write_text(text.replace("6", "5").replace("-1", "1").replace("[numbers]", "[names]"))
        (tmp_path / "two" / "mine.py").write_text("nonsense")
        with pytest.raises(FolderError, match=problem):
            load_plan(out, manifest, user_trust())
        path.write_text(text)
    assert len(load_plan(out, manifest, user_trust()).players) == 2


def test_the_reference_set_is_copied_too(tmp_path: Path) -> None:
    out = play(tmp_path / "run")
    reference = Path("trisim/games/trismegistus/box/reference").absolute()
    for copy in (out / "inputs" / "box").iterdir():
        assert copy.read_bytes() == (reference / copy.name).read_bytes()
    assert parquet(play(tmp_path / "again", small(box=out / "inputs" / "box"))) == parquet(out)


def test_an_unknown_strategy_is_told_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(BadStrategyError, match="no strategy 'randon'; did you mean 'random'"):
        play(tmp_path / "run", small(lineup="randon"))
    assert not (tmp_path / "run").exists()
