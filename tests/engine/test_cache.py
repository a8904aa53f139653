"""Compiled rules on disk: found again while all they depend on is the same, and only then."""

from __future__ import annotations

import hashlib
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from trisim.engine import cache
from trisim.engine.kernel import ENGINE
from trisim.sources import PACKAGE, GameSources

TINY = """
from __future__ import annotations

from trisim.engine.kernel import KernelRegistry

REGISTRY = KernelRegistry("tiny")
entry, kernel = REGISTRY.entry, REGISTRY.kernel


@kernel
def twice(number: int) -> int:
    return 2 * number


@entry
def go(number: int) -> int:
    return twice(number) + 1
"""

RULES = """
import sys
from types import SimpleNamespace
import tiny
from trisim.engine import cache, kernel
from trisim.engine.compilation import compile_all
GROUPS = {"solo": "tiny_solo", "search": "tiny_search"}
RULES = SimpleNamespace(registry=tiny.REGISTRY, entry_modules=("tiny",), kernel_groups=GROUPS)
"""

COMPILE = (
    RULES
    + """
warm = cache.is_compiled(tiny.REGISTRY)
early = "numba" in sys.modules
compiled = []
compile_all(RULES, lambda done, total, name: compiled.append(f"{name} {done}/{total}"))
is_compiled = cache.is_compiled(tiny.REGISTRY)
print(warm, early, "+".join(compiled) or "nothing", tiny.go(20), is_compiled, sep=",")
"""
)

COMPILED = "twice 1/2+go 2/2"

GROUP = """
from __future__ import annotations

from tiny import REGISTRY, twice


@REGISTRY.pointed(kernel_group="{group}")
def only_{group}(number: int) -> int:
    return twice(number) + 2
"""

COMPILE_GROUPS = (
    RULES
    + """
compiled = []
compile_all(RULES, lambda done, total, name: compiled.append(name), sys.argv[1:])
warm = [group for group in GROUPS if cache.is_compiled(tiny.REGISTRY, group)]
rules = cache.is_compiled(tiny.REGISTRY)
print("+".join(compiled) or "nothing", "+".join(warm) or "nothing", rules, sep=",")
"""
)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing remembered from before, nothing named in the environment."""
    for name in list(os.environ):
        if name.startswith(("NUMBA", "TRISIM", "XDG")):
            monkeypatch.delenv(name)
    forget()
    yield
    forget()


def forget() -> None:
    for remembered in (
        *(cache.key, cache.prepared_folder, cache._warn_once, cache.private_temporary_folder),
    ):
        remembered.cache_clear()


# ---------------------------------------------------------------- the key


@pytest.mark.parametrize("option", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME"])
def test_key_changes_with_options_that_change_the_code(
    monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    before = cache.make_key()
    monkeypatch.setenv(option, "1")
    assert cache.make_key() != before


def test_key_changes_with_versions_and_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {cache.make_key()}
    monkeypatch.setattr(cache, "library_version", lambda name: "0.0")
    keys.add(cache.make_key())
    monkeypatch.setattr(cache, "processor", lambda: "another one")
    keys.add(cache.make_key())
    assert len(keys) == 3


# ---------------------------------------------------------------- the folder


def test_folder_is_the_one_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache.base_folder() == Path("/x/trisim/rules")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/n")
    assert cache.base_folder() == Path("/n/trisim")
    monkeypatch.setenv("TRISIM_CACHE_DIR", "/t")
    assert cache.base_folder() == Path("/t")
    assert cache.folder(ENGINE) == Path("/t") / f"engine-{cache.key()}"


def test_each_game_has_a_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("")
    sources = GameSources(tmp_path)
    before = cache.make_key(sources), cache.make_key()
    (tmp_path / "rules.py").write_text("# changed")
    assert cache.make_key(sources) != before[0]
    assert cache.make_key() == before[1]
    (tmp_path / "words.py").write_text("")
    assert cache.make_key(GameSources(tmp_path, only_python=("words.py",))) == cache.make_key(
        GameSources(tmp_path, no_rows=("words.py",))
    )


def test_old_folders_are_removed_but_for_the_newest_and_those_in_use(tmp_path: Path) -> None:
    names = [f"tiny-{number:020x}" for number in range(6)]
    for age, name in enumerate(names):
        (tmp_path / name).mkdir()
        then = time.time() - (60 * age if age < 4 else 100_000 * age)
        os.utime(tmp_path / name, (then, then))
    others = ["notes", f"other-{9:020x}"]
    for name in others:
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1, 1))
    cache.prune(tmp_path, "tiny")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*names[:4], *others])


def test_folder_that_cant_be_written_gives_one_line_and_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TRISIM_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with caplog.at_level(logging.WARNING, logger="trisim"):
        assert cache.prepared_folder(ENGINE) is None
        assert not cache.is_compiled(ENGINE)
        cache.warn_unwritable(OSError(30, "Read-only file system"))
    assert caplog.messages[0].count("\n") == 0
    assert "TRISIM_CACHE_DIR" in caplog.messages[0]


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled rules, with all marks."""
    monkeypatch.setenv("TRISIM_CACHE_DIR", str(tmp_path))
    place = cache.prepared_folder(ENGINE)
    assert place is not None
    for what in (cache.COMPLETE, "solo", "search"):
        cache.mark(place, what)
    return place


def test_kernel_groups_have_marks_of_their_own(marked: Path) -> None:
    assert cache.is_compiled(ENGINE)
    assert cache.is_compiled(ENGINE, "search")
    assert cache.is_compiled(ENGINE, "solo", "search")
    (marked / "search").unlink()
    assert cache.is_compiled(ENGINE, "solo")
    assert not cache.is_compiled(ENGINE, "search")
    assert not cache.is_compiled(ENGINE, "solo", "search")
    (marked / cache.COMPLETE).unlink()
    assert not cache.is_compiled(ENGINE, "solo")


def test_with_a_damaged_file_all_marks_are_gone(marked: Path) -> None:
    (marked / "go.compiled").write_bytes(bytes(100))
    (marked / "other.compiled").touch()
    assert cache.read_checked(marked / "go.compiled") is None
    assert [path.name for path in marked.iterdir()] == ["other.compiled"]


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    content = b"some machine code"
    whole = hashlib.sha256(content).digest() + content
    path = tmp_path / "go.compiled"
    path.write_bytes(whole)
    assert cache.read_checked(path) == content
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        path.write_bytes(damaged)
        assert cache.read_checked(path) is None
        path.write_bytes(whole[:place])
        assert cache.read_checked(path) is None


def no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("named", ["", "~no-such-user-here/cache"])
def test_without_a_home_directory_a_private_temporary_folder_is_used(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TRISIM_CACHE_DIR", named)
    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    place = cache.base_folder()
    assert place.parent == tmp_path
    assert place.stat().st_mode & 0o777 == 0o700
    assert cache.base_folder() == place
    (line,) = caplog.messages
    assert "\n" not in line
    assert "TRISIM_CACHE_DIR" in line


def test_a_temporary_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    planted = cache.private_temporary_folder()
    planted.chmod(0o777)
    forget()
    assert cache.private_temporary_folder() != planted


# ---------------------------------------------------------------- compiled, in processes of its own


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A folder with a module of two kernels, quick to compile."""
    (tmp_path / "tiny.py").write_text(TINY)
    return tmp_path


def start(
    tiny: Path, folder: Path | None = None, code: str = COMPILE, *groups: str
) -> subprocess.Popen[str]:
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tiny), str(PACKAGE.parent)]),
        "TRISIM_CACHE_DIR": str(folder or tiny / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-c", code, *groups],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[list[str], str]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.strip().split(","), err


def test_cold_then_warm_then_broken_then_warm_again(tiny: Path) -> None:
    assert finish(start(tiny))[0] == ["False", "False", COMPILED, "41", "True"]
    assert finish(start(tiny))[0] == ["True", "False", "nothing", "41", "True"]
    (data,) = (tiny / "cache").rglob("*.compiled")
    content = bytearray(data.read_bytes())
    content[len(content) // 2] ^= 255  # numba would load it, and the process might crash
    data.write_bytes(content)
    assert finish(start(tiny))[0] == ["True", "False", COMPILED, "41", "True"]
    assert finish(start(tiny))[0] == ["True", "False", "nothing", "41", "True"]
    assert sorted(path.name for path in tiny.iterdir()) == ["cache", "tiny.py"]


def test_processes_that_start_cold_at_once_all_get_it_right(tiny: Path) -> None:
    for process in [start(tiny) for _ in range(3)]:
        words, _ = finish(process)
        assert words[3:] == ["41", "True"]
    assert finish(start(tiny))[0][2] == "nothing"


def test_rules_run_without_a_folder_that_can_be_written(tiny: Path) -> None:
    words, err = finish(start(tiny, tiny / "tiny.py" / "cache"))
    assert words == ["False", "False", COMPILED, "41", "False"]
    assert err.count("\n") == 1
    assert "can't be written" in err


READ_ONLY = """
import os, pathlib

def refuse(*args, **options):
    raise OSError(30, "Read-only file system")

pathlib.Path.write_bytes = pathlib.Path.touch = pathlib.Path.unlink = os.utime = refuse
"""


def test_a_warm_cache_that_can_only_be_read_is_used(tiny: Path) -> None:
    finish(start(tiny))
    words, err = finish(start(tiny, None, READ_ONLY + COMPILE))
    assert words == ["True", "False", "nothing", "41", "True"]
    assert not err


def test_a_damaged_cache_that_can_only_be_read_is_compiled_again(tiny: Path) -> None:
    finish(start(tiny))
    (data,) = (tiny / "cache").rglob("*.compiled")
    data.write_bytes(data.read_bytes()[:100])
    words, err = finish(start(tiny, None, READ_ONLY + COMPILE))
    assert words == ["True", "False", COMPILED, "41", "True"]
    assert err.count("\n") == 1


TWO_ENTRIES = (
    TINY
    + """

@entry
def more(number: int) -> int:
    return twice(number) + 2
"""
)

COMPILE_TWO = (
    RULES
    + """
cache.cores = lambda: int(sys.argv[1])
sys.executable = sys.argv[2] or sys.executable
here, all_names = [], []
kernel.WATCHERS.append(lambda name, finished: here.append(name) if finished else None)
compile_all(RULES, lambda done, total, name: all_names.append(name))
print("+".join(here), "+".join(sorted(all_names)), tiny.go(20), tiny.more(20), sep=",")
"""
)


@pytest.mark.parametrize(
    ("cores", "executable", "here"),
    [("2", "", "twice+go"), ("1", "", "twice+go+more"), ("2", "/bin/false", "twice+go+more")],
    ids=["two processes", "one core", "the second process fails"],
)
def test_the_last_entry_is_compiled_in_a_second_process(
    tiny: Path, cores: str, executable: str, here: str
) -> None:
    (tiny / "tiny.py").write_text(TWO_ENTRIES)
    words, _ = finish(start(tiny, None, COMPILE_TWO, cores, executable))
    assert words == [here, "go+more+twice", "41", "42"]
    assert finish(start(tiny))[0][2] == "nothing"


HELPER = """
from numba import njit

STEP = {step}

@njit
def pick(number):
    return number + {add}
"""

USES_HELPER = """
from __future__ import annotations
import helper
from helper import {imports}
from trisim.engine.kernel import entry

@entry
def go(number: int) -> int:
    return {call} + {step}

print(go(20))
"""


@pytest.mark.parametrize(
    ("imports", "call", "step"),
    [("STEP, pick", "pick(number)", "STEP"), ("STEP as size", "helper.pick(number)", "size")],
)
def test_an_entry_is_compiled_again_when_a_file_that_it_imports_changes(
    tiny: Path, imports: str, call: str, step: str
) -> None:
    (tiny / "uses.py").write_text(USES_HELPER.format(imports=imports, call=call, step=step))

    def result(**values: int) -> str:
        (tiny / "helper.py").write_text(HELPER.format(**values))
        return finish(start(tiny, None, "import uses"))[0][0]

    assert result(step=0, add=1) == "21"
    assert result(step=0, add=3) == "23"
    assert result(step=5, add=3) == "28"


OWN_NUMBA_FUNCTION = """
from numba import njit
import tiny

@njit
def own(number):
    return tiny.twice(number) * 10

print(tiny.go(20), own(4), tiny.more(20), sep=",")
"""


def test_kernels_can_be_called_from_entries_and_from_other_numba_functions(tiny: Path) -> None:
    (tiny / "tiny.py").write_text(TWO_ENTRIES)
    assert finish(start(tiny, None, OWN_NUMBA_FUNCTION))[0] == ["41", "80", "42"]


def test_kernel_groups_are_compiled_when_they_are_asked_for(tiny: Path) -> None:
    for group in ("solo", "search"):
        (tiny / f"tiny_{group}.py").write_text(GROUP.format(group=group))

    def compiled(*groups: str) -> list[str]:
        return finish(start(tiny, None, COMPILE_GROUPS, *groups))[0]

    assert compiled() == ["twice+go", "nothing", "True"]
    assert compiled("search") == ["twice+only_search", "search", "True"]
    assert compiled("search") == ["nothing", "search", "True"]
    assert compiled("solo", "search") == ["twice+only_solo", "solo+search", "True"]
