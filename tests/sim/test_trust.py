"""Opening somebody else's run executes none of its Python code, unless ``--trust`` allows it."""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import json
import os
import pwd
import py_compile
import shutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.small_run import TESTBOX
from trisim.campaigns.difficulty import Study
from trisim.campaigns.tournament import Tournament
from trisim.campaigns.tuning import Tuning
from trisim.cli import main
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.players.kit import KIT
from trisim.players.files import read_source
from trisim.players.loading import load_source
from trisim.players.registry import load, load_file
from trisim.sim.audit import audit
from trisim.sim.campaign import prepare_campaign, wanted_manifest
from trisim.sim.campaign_folder import begin
from trisim.sim.inputs import load_plan
from trisim.sim.manifest import read_manifest
from trisim.sim.part import Task, play_part
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.trust import (
    LIST,
    NOTHING,
    UntrustedCodeError,
    check_trusted,
    list_path,
    record_own,
    recorded,
    trust_of,
    user_trust,
)

CODE = """
import os, pathlib
if "TRISIM_MARK" in os.environ:
    with pathlib.Path(os.environ["TRISIM_MARK"]).open("a") as marks:
        marks.write(f"{os.getpid()}\\n")
"""
CLASS = f"{CODE}\n\nclass Evil:\n    def choose(self, view):\n        return view.legal()[0]\n"
COMPILED = f"""
from __future__ import annotations
from trisim.games.trismegistus.strategy import Box, Game, Moves, Policy, strategy
{CODE}

@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    return int(moves[0])
"""
COPY = "inputs/strategies/01-evil.py"


def trisim(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


def play(out: Path, strategy: str, *how: str) -> Path:
    """A run of two parts."""
    args = ["--strategy", strategy, "--players", "2", "--games", "4", "--part-games", "2"]
    args += ["--log", "players", "--quiet", "--box", str(TESTBOX), "--out", str(out)]
    result = trisim("run", *args, *how)
    assert result.exit_code == 0, result.output
    return out


@lru_cache(maxsize=2)
def made_by_somebody(text: str) -> Path:
    """A run in the home of somebody else, who has the strategy beside it."""
    home = Path(mkdtemp(prefix="trisim-somebody-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    (home / "evil.py").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRISIM_STATE_DIR", str(home / "state"))
        patch.delenv("TRISIM_MARK", raising=False)
        patch.chdir(home)
        return play(home / "run", "evil.py", "--jobs", "1")


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that foreign code writes, for a user who has played nothing yet."""
    monkeypatch.setenv("TRISIM_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("TRISIM_MARK", str(tmp_path / "mark"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mark"


def foreign(place: Path, text: str = CLASS, **record: Any) -> Path:
    """A run from somebody else, to be resumed, with another record of its strategy."""
    run = Path(shutil.copytree(made_by_somebody(text), place / "foreign"))
    for path in run.glob("*/part-00001.parquet"):
        path.unlink()
    change(run, **record)
    return run


def change(run: Path, **record: Any) -> None:
    """Write something else about the strategy into the manifest."""
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["status"], manifest["parts"] = "interrupted", manifest["parts"][:1]
    (strategy,) = manifest["strategies"]
    strategy |= record
    manifest["request"]["lineup"] = [strategy["spec"]] * 2
    (run / "manifest.json").write_text(json.dumps(manifest))


COMMANDS: dict[str, Callable[[Path], list[str | Path]]] = {
    "replay": lambda run: ["replay", run, "1"],
    "audit": lambda run: ["audit", run, "--replay", "2"],
    "resume": lambda run: ["run", "--out", run, "--resume", "--quiet", "--jobs", "1"],
}


@pytest.mark.parametrize("text", [CLASS, COMPILED], ids=["class", "compiled"])
@pytest.mark.parametrize("command", COMMANDS)
def test_foreign_code_is_executed_only_with_trust(
    command: str, text: str, mark: Path, tmp_path: Path
) -> None:
    run = foreign(tmp_path, text)
    result = trisim(*COMMANDS[command](run))
    assert (result.exit_code, mark.exists()) == (2, False)
    assert result.output.removeprefix(f"Auditing {run} …\n") == (
        f"trisim: {run}: this would execute Python code that is not yours "
        "(inputs/strategies/01-evil.py); read it, then allow it with --trust "
        "(in Python: trust=True)\n"
    )
    result = trisim(*COMMANDS[command](run), "--trust")
    assert (result.exit_code, mark.exists()) == (0, True), result.output
    assert recorded() == []  # it isn't the user's own by that


def escaping(run: Path) -> dict[str, str]:
    """Files outside, and how a manifest may name them."""
    outside = run.parent / "outside.py"
    shutil.copy(run / COPY, outside)
    (run / "inputs" / "strategies" / "link.py").symlink_to(outside)
    (run / "inputs" / "linked").symlink_to(run.parent)
    (run / "inputs" / "loop").symlink_to(run / "inputs" / "loop")
    return {
        "up": "../../outside.py",
        "absolute": str(outside),
        "link": "strategies/link.py",
        "folder": "linked/outside.py",
        "loop": "loop/outside.py",
        "null": "strategies/\0.py",
        "all": ".",
    }


@pytest.mark.parametrize("name", ["up", "absolute", "link", "folder", "loop", "null", "all"])
def test_files_outside_the_run_are_refused_even_with_trust(
    name: str, mark: Path, tmp_path: Path
) -> None:
    run = foreign(tmp_path)
    change(run, file=escaping(run)[name])
    for command in ("replay", "resume"):
        result = trisim(*COMMANDS[command](run), "--trust")
        assert (result.exit_code, mark.exists()) == (2, False)
        assert "leads out of inputs/" in result.output
        assert result.output.count("\n") == 1


def test_a_pipe_among_the_copies_is_not_read(mark: Path, tmp_path: Path) -> None:
    run = foreign(tmp_path)
    (run / COPY).unlink()
    os.mkfifo(run / COPY)
    result = trisim(*COMMANDS["replay"](run), "--trust")
    assert result.exit_code == 2
    assert "isn't what it was when the run began" in result.output


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_another_digest_is_refused_before_the_import_even_with_trust(
    command: str, mark: Path, tmp_path: Path
) -> None:
    run = foreign(tmp_path)
    (run / COPY).write_text(f"{CLASS}\n# changed\n")
    result = trisim(*COMMANDS[command](run), "--trust")
    assert (result.exit_code, mark.exists()) == (2, False)
    assert result.output.endswith("strategy evil.py isn't what it was when the run began\n")
    assert result.output.count("\n") == 1


@pytest.mark.parametrize(
    "spec", ["evil.py", "{run}/inputs/strategies/01-evil.py", "{here}/evil.py"]
)
def test_a_file_that_the_manifest_names_as_its_origin_is_not_the_users_own(
    spec: str, mark: Path, tmp_path: Path
) -> None:
    """An archive may bring the file along, wherever it is unpacked."""
    run = foreign(tmp_path)
    (tmp_path / "evil.py").write_text(CLASS)
    change(run, spec=spec.format(run=run, here=tmp_path))
    for command in COMMANDS.values():
        assert trisim(*command(run)).exit_code == 2
    assert not mark.exists()


def test_a_manifest_without_strategies_does_not_load_the_line_up(
    mark: Path, tmp_path: Path
) -> None:
    run = foreign(tmp_path)
    (tmp_path / "evil.py").write_text(CLASS)
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, "strategies": []}))
    for command in ("replay", "resume"):
        result = trisim(*COMMANDS[command](run), "--trust")
        assert (result.exit_code, mark.exists()) == (2, False)
        assert "the manifest names no file of it" in result.output


def test_bytecode_beside_a_trusted_file_is_not_used(mark: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("class Own:\n    def choose(self, view):\n        return view.legal()[0]\n")
    (tmp_path / "other.py").write_text(CLASS)
    cached = importlib.util.cache_from_source(str(own))
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(tmp_path / "other.py"), cached, invalidation_mode=unchecked)
    assert load(str(own), KIT).choose.__name__ == "Own"
    assert not mark.exists()


def test_a_foreign_file_cannot_import_what_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"FILE = globals().get('__file__', 'none')\n{CLASS}")
    for is_foreign, file in ((True, "none"), (False, str(path))):
        source = read_source(path, str(path), foreign=is_foreign)
        player = load_file(source, "mine.py", KIT)
        assert player.foreign is is_foreign
        assert vars(__import__(player.choose.__module__))["FILE"] == file


def campaign(kind: str, folder: Path, box: Box) -> None:
    """A tournament, study or tuning that has just begun, with a strategy beside it."""
    found: Any = {"tournament": Tournament, "difficulty": Study, "tune": Tuning}[kind]
    request = found.request_type.of(
        box=TESTBOX,
        **{
            "tournament": {"strategies": ["random", "evil.py"], "games": 2, "players": 2},
            "difficulty": {"strategies": ["evil.py"], "games": 1, "only": ["presets"]},
            "tune": {"check": ["evil.py"], "pool": ["greedy"], "generations": 1},
        }[kind],
    )
    prepared = prepare_campaign(request, box=box)
    folder.mkdir()
    begin(folder, wanted_manifest(found, prepared), prepared.files, Execution())


@pytest.mark.parametrize("kind", ["tournament", "difficulty", "tune"])
def test_a_campaign_that_names_a_file_is_not_the_users_command(
    kind: str, mark: Path, tmp_path: Path, testbox: Box
) -> None:
    (tmp_path / "evil.py").write_text(CLASS)
    campaign(kind, tmp_path / "out", testbox)
    (copied,) = (tmp_path / "out" / "inputs" / "strategies").glob("*-evil.py")
    mark.unlink()  # of what somebody else has loaded
    load_source.cache_clear()
    command = [kind, "--out", str(tmp_path / "out"), "--resume"]
    for more in ([], ["--dry-run"]):
        result = trisim(*command, *more)
        assert (result.exit_code, mark.exists()) == (2, False)
        assert result.output == (
            f"trisim: {tmp_path / 'out'}: this would execute Python code that is not yours "
            f"(inputs/strategies/{copied.name}); read it, then allow it with --trust (in Python: "
            "trust=True)\n"
        )
    copied.write_text(f"{CLASS}\n# changed\n")
    result = trisim(*command, "--trust")
    assert (result.exit_code, mark.exists()) == (2, False)
    assert "evil.py isn't what it was" in result.output


# ---------------------------------------------------------------- one's own


def play_own(tmp_path: Path, *how: str) -> Path:
    """A run of the user's own, with a strategy beside it."""
    (tmp_path / "evil.py").write_text(CLASS)
    return play(tmp_path / "own", "evil.py", *how)


def test_ones_own_run_asks_for_nothing(mark: Path, tmp_path: Path) -> None:
    run = play_own(tmp_path, "--jobs", "1")
    assert recorded() == [(hashlib.sha256(CLASS.encode()).hexdigest(), str(tmp_path / "evil.py"))]
    shutil.copytree(run, tmp_path / "copy")  # the list goes by what is in the files
    assert trisim(*COMMANDS["replay"](tmp_path / "copy")).exit_code == 0
    (tmp_path / "evil.py").unlink()
    for path in run.glob("*/part-00001.parquet"):
        path.unlink()
    change(run)
    for command in COMMANDS.values():
        result = trisim(*command(run))
        assert result.exit_code == 0, result.output


def test_workers_get_the_decision_from_the_main_process(
    mark: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no list that they could read."""
    monkeypatch.setenv("TRISIM_STATE_DIR", str(tmp_path / "evil.py" / "state"))
    run = play_own(tmp_path, "--jobs", "2", "--backend", "loky")
    assert set(mark.read_text().split()) - {str(os.getpid())}
    assert trisim(*COMMANDS["replay"](run)).exit_code == 2


def test_a_worker_executes_only_what_it_was_told(mark: Path, tmp_path: Path) -> None:
    run = foreign(tmp_path)
    manifest = read_manifest(run)
    (run / ".lock").write_text("{}")
    task = Task(str(run), manifest.run, "", 1, trust=NOTHING)
    with pytest.raises(UntrustedCodeError):
        play_part(task, lambda games: None)
    assert not mark.exists()
    players = load_plan(run, manifest, user_trust(everything=True)).players
    assert trust_of(players).homes == ((manifest.strategies[0].digest, ""),)


@pytest.mark.parametrize("state", ["none", "relative", "unwritable", "damaged"])
def test_without_a_state_folder_nothing_is_trusted_and_nothing_breaks(
    state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / LIST).write_bytes(b"\xff\xfe\n\n one\ntwo \n")
    folders = {"relative": "state", "unwritable": tmp_path / "file" / "state", "damaged": tmp_path}
    monkeypatch.setenv("TRISIM_STATE_DIR", str(folders.get(state, "")))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    (tmp_path / "evil.py").write_text(CLASS)
    source = read_source(tmp_path / "evil.py", "evil.py")
    assert not user_trust().allows(source)
    record_own([load(str(tmp_path / "evil.py"), KIT)])
    assert user_trust().allows(source) is (state == "damaged")


def test_a_pipe_is_no_list_and_no_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRISIM_STATE_DIR", str(tmp_path))
    (tmp_path / "evil.py").write_text(CLASS)
    player = load(str(tmp_path / "evil.py"), KIT)
    os.mkfifo(tmp_path / LIST)
    record_own([player])
    assert recorded() == []
    (tmp_path / LIST).unlink()
    record_own([player])
    assert user_trust().own_source(player.digest) is not None
    (tmp_path / "evil.py").unlink()
    os.mkfifo(tmp_path / "evil.py")
    assert user_trust().own_source(player.digest) is None
    (tmp_path / "evil.py").unlink()  # hypothesis opens the file of every module there is


def test_the_list_is_in_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRISIM_STATE_DIR", str(tmp_path / "a"))
    assert list_path() == tmp_path / "a" / "trusted-strategies"
    monkeypatch.delenv("TRISIM_STATE_DIR")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "b"))
    assert list_path() == tmp_path / "b" / "trisim" / "trusted-strategies"
    monkeypatch.delenv("XDG_STATE_HOME")
    assert list_path() == Path.home() / ".local" / "state" / "trisim" / "trusted-strategies"


def test_from_python_audit_takes_trust(mark: Path, tmp_path: Path) -> None:
    run = foreign(tmp_path)
    with pytest.raises(UntrustedCodeError):
        audit(run, replay=2)
    assert not mark.exists()
    assert audit(run, replay=2, trust=True).is_clean
    assert Run(run).games_played == 2


def test_what_earlier_versions_shipped_is_trusted() -> None:
    old = Path(__file__).parents[1] / "earlier" / "e184c51-table" / "inputs" / "strategies"
    source = read_source(old / "02-random.py", "random.py")
    check_trusted(old, {"random": source}, NOTHING, KIT.shipped_before)
    with pytest.raises(UntrustedCodeError, match=r"this would execute Python code .*\(random\)"):
        check_trusted(old, {"random": source}, NOTHING)
