"""The built wheel, installed in an environment of its own and used from another directory."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
REFERENCE = Path("trisim", "games", "trismegistus", "box", "reference")


def call(*args: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(arg) for arg in args], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and, by a path file, the dependencies of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    call(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT, cwd=folder)
    venv.create(folder / "env", with_pip=False, symlinks=True)
    (wheel,) = folder.glob("trisim-*.whl")
    site = next((folder / "env").glob("lib/python*/site-packages"))
    python = folder / "env" / "bin" / "python"
    call(*pip, "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_wheel_shows_and_copies_the_box_from_any_directory(installed: Path) -> None:
    trisim = installed / "env" / "bin" / "trisim"
    assert "no faults" in call(trisim, "box", "check", cwd=installed)
    call(trisim, "box", "new", "mybox", cwd=installed)
    assert "no faults" in call(trisim, "box", "check", "mybox", cwd=installed)


def test_wheel_is_what_runs_and_not_the_checkout(installed: Path) -> None:
    python = installed / "env" / "bin" / "python"
    where = call(python, "-c", "import trisim; print(trisim.__file__)", cwd=installed)
    assert str(installed) in where


def test_wheel_carries_every_strategy_file(installed: Path) -> None:
    python = installed / "env" / "bin" / "python"
    code = (
        "from trisim.players.library import strategies_folder\n"
        "print(*sorted(p.name for p in strategies_folder('trismegistus').iterdir() if p.is_file()))"
    )
    shipped = call(python, "-c", code, cwd=installed).split()
    assert shipped == sorted(
        p.name for p in (ROOT / "strategies" / "trismegistus").iterdir() if p.is_file()
    )


def test_wheel_writes_new_strategies(installed: Path) -> None:
    trisim = installed / "env" / "bin" / "trisim"
    assert "random" in call(trisim, "strategies", cwd=installed)
    for kind in ("weights", "compiled", "python"):
        call(trisim, "strategies", "new", kind, "--kind", kind, "--out", "mine", cwd=installed)
    written = {path.name: path.read_text() for path in (installed / "mine").iterdir()}
    folder = ROOT / "trisim" / "games" / "trismegistus" / "players" / "templates"
    assert written == {
        path.name: path.read_text().replace("NAME", path.stem)
        for path in folder.iterdir()
        if path.name in ("weights.toml", "compiled.py", "python.py")
    }


def test_wheel_carries_every_box_file_and_is_typed(installed: Path) -> None:
    site = next((installed / "env").glob("lib/python*/site-packages"))
    reference = ROOT / REFERENCE
    for path in reference.iterdir():
        assert (site / REFERENCE / path.name).read_bytes() == path.read_bytes()
    assert (site / "trisim" / "py.typed").exists()
