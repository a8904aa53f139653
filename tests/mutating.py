"""Break rules of a game in copies of the sources, and see which tests notice."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TIMEOUT = 900.0


@dataclass(frozen=True)
class Mutation:
    """A rule broken by a replacement of text in one module."""

    name: str
    module: str
    old: str
    new: str


@dataclass(frozen=True, eq=False)
class Suite:
    """The broken rules of a game, and its tests."""

    name: str
    folders: tuple[str, ...]
    """Where the tests of its rules are."""

    mutations: Sequence[Mutation]
    last: tuple[str, ...]
    """Broad tests, which run after those of single rules."""

    left_out: tuple[str, ...]
    """Tests of something else: of compiled code, or of the script."""

    @property
    def rules(self) -> Path:
        """The folder of the modules that are broken."""
        return Path("trisim", "games", self.name, "rules")

    def source(self, mutation: Mutation, root: Path = ROOT) -> Path:
        """The module that a mutation breaks."""
        return root / self.rules / f"{mutation.module}.py"

    def occurrences(self, mutation: Mutation, root: Path = ROOT) -> int:
        """How often the text to replace stands in the module."""
        return self.source(mutation, root).read_text("utf-8").count(mutation.old)

    # -- the tests

    def tests(self, root: Path) -> list[Path]:
        """All files of tests, relative to the root."""
        found = [
            path for each in self.folders for path in sorted((root / each).glob("**/test_*.py"))
        ]
        return [path.relative_to(root) for path in found if path.stem not in self.left_out]

    def stages(self, root: Path, module: str) -> list[list[str]]:
        """The tests to run: those named after the module, those beside them, others, broad ones."""
        paths = self.tests(root)
        beside = Path(self.folders[0], module).parent
        near = [path for path in paths if path.parent == beside]
        own = [path for path in near if path.stem.startswith(f"test_{Path(module).name}")]
        rest = [path for path in paths if path not in own]
        chosen = (
            own,
            [path for path in rest if path.stem not in self.last and path in near],
            [path for path in rest if path.stem not in self.last and path not in near],
            [path for name in self.last for path in rest if path.stem == name],
        )
        return [[path.as_posix() for path in stage] for stage in chosen if stage]

    def run_tests(self, folder: Path, module: str) -> str:
        """Run the tests on a copy, stage by stage; the first that failed, or nothing."""
        for files in self.stages(folder, module):
            failed = first_failure(folder, files)
            if failed:
                return failed
        return ""

    # -- trying out

    def try_out(self, mutation: Mutation) -> str:
        """Break a rule in a copy and run the tests; the first that noticed, or nothing."""
        with copy_of_sources() as folder:
            if self.occurrences(mutation, folder) != 1:
                raise RuntimeError(f"'{mutation.name}': its text doesn't stand there just once")
            path = self.source(mutation, folder)
            path.write_text(path.read_text("utf-8").replace(mutation.old, mutation.new), "utf-8")
            noticed = self.run_tests(folder, mutation.module)
        file = noticed.partition("::")[0]
        if file.endswith(".py") and fails_anyway(file):
            raise RuntimeError(f"{fails_anyway(file)} fails on unbroken rules, too")
        return noticed


def first_failure(folder: Path, files: list[str]) -> str:
    """Run some tests on a copy; the first that failed, or nothing."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder)}
    options = ["-x", "-rfE", "-p", "no:randomly", "-p", "no:cacheprovider", "--tb=line"]
    command = [sys.executable, "-m", "pytest", *options, *files]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return "(time ran out)"
    if done.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (?:\S*?/)??(tests/\w+/\S+)", done.stdout, re.MULTILINE)
    if found is None:
        raise RuntimeError(f"the tests could not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return found.group(1)


@contextmanager
def copy_of_sources() -> Iterator[Path]:
    """A folder with the package and its tests, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("trisim", "tests", "strategies"):
            ignored = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc")
            shutil.copytree(ROOT / part, folder / part, ignore=ignored)
        for file in ("pyproject.toml", "conftest.py"):
            shutil.copy(ROOT / file, folder)
        yield folder


@lru_cache
def fails_anyway(file: str) -> str:
    """Run a file of tests on unbroken rules; the first that failed, or nothing."""
    with copy_of_sources() as folder:
        return first_failure(folder, [file])
