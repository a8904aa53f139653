"""The disk cache: what numba's own key misses, and a directory keyed by the rule sources.

A package of two modules is made in a temporary directory: `engine.run` (an entry point, cached,
taking four strategies as function pointers) calls `helper.points` in another module. The program
shows a stale result after `helper` changes, and bounds checks asked for but not made, with numba's
own key; then neither with a keyed directory; four processes starting cold at once, hits across
processes for the pointer loop, a package on a read-only mount (as root, on Linux), and what imports
cost.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

HELPER = "from numba import njit\n\n@njit\ndef points(x):\n    return x + {bonus}\n"

ENGINE = """
import os, sys, pathlib
if os.environ.get("KEYED"):
    import keyed
    keyed.use(pathlib.Path(__file__).parent, pathlib.Path(os.environ["KEYED"]))
import numpy as np
import numba
from numba import int64, njit, types
import helper

WEIGHTS = types.Array(int64, 1, "C", readonly=True)
CHOOSE = int64(WEIGHTS, int64)
PLAYERS = types.UniTuple(types.FunctionType(CHOOSE), 4)

@njit(int64(PLAYERS, WEIGHTS, int64), cache=True, nogil=True)
def run(players, weights, n):
    total = 0
    for i in range(n):
        total += helper.points(players[i & 3](weights, i))
    return total

@njit(int64(int64[::1], int64), cache=True)
def past_the_end(a, i):
    return a[i]
"""

MAIN = """
import sys, time, warnings
warnings.simplefilter("ignore")
start = time.perf_counter()
import engine
import numpy as np
from numba import njit
first = njit(engine.CHOOSE)(lambda weights, i: weights[0] + i)
weights = np.arange(4); weights.setflags(write=False)
result = engine.run((first,) * 4, weights, 1)
hits = sum(engine.run.stats.cache_hits.values())
try:
    engine.past_the_end(np.zeros(2, np.int64), 2)
    checked = "unchecked"
except IndexError:
    checked = "checked"
print(result, hits, checked, time.perf_counter() - start)
"""

KEYED = '''
"""Point numba at <base>/<hash of sources, versions, options>, before any decorator runs."""
import hashlib, os, shutil, sys, time
from importlib.metadata import version
from pathlib import Path

OPTIONS = ("NUMBA_OPT", "NUMBA_BOUNDSCHECK", "NUMBA_DEBUG", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")

def key(rules: Path) -> str:
    digest = hashlib.sha256(f"{version('numba')} {version('numpy')} {sys.version}".encode())
    for name in OPTIONS:
        digest.update(f"{name}={os.environ.get(name, '')};".encode())
    for path in sorted(rules.rglob("*.py")):
        digest.update(str(path.relative_to(rules)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]

def use(rules: Path, base: Path, keep: int = 3) -> Path:
    folder = base / key(rules)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for old in sorted(base.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True)[keep:]:
        shutil.rmtree(old, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)  # numba not imported yet; children
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(folder)
    return folder
'''


READ_ONLY = [
    "unshare",
    "-m",
    "sh",
    "-c",
    'mount --bind . . && mount -o remount,ro,bind "$PWD" && cd "$PWD" && exec "$0" "$1"',
]


def start(package: Path, env: dict[str, str], before: Sequence[str] = ()) -> subprocess.Popen[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA")}
    return subprocess.Popen(
        [*before, sys.executable, "main.py"],
        cwd=package, env={**clean, "PYTHONDONTWRITEBYTECODE": "1", **env}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def finish(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate()
    if process.returncode:
        return ["failed:", *(err.strip().splitlines() or ["?"])[-1:]]
    return out.split()


def show(title: str, words: list[str]) -> None:
    if len(words) == 4:
        result, hits, checked, took = words
        print(f"  {title:58} result {result}  hits {hits}  {checked:9}  {float(took):.2f} s")
    else:
        print(f"  {title:58} {' '.join(words)}")


def write(package: Path, bonus: int) -> None:
    (package / "helper.py").write_text(HELPER.format(bonus=bonus))


def import_costs() -> None:
    """Median of 7 processes each."""
    cases = {
        "python alone": ("pass", {}),
        "numpy": ("import numpy", {}),
        "numba": ("import numba", {}),
        "numba, NUMBA_DISABLE_JIT=1": ("import numba", {"NUMBA_DISABLE_JIT": "1"}),
        "minigame, plain (no numba import)": ("import minigame", {"NUMBA_DISABLE_JIT": "1"}),
        "minigame, compiled, warm": ("import minigame; minigame.runner(0)[0](0, 1, True)", {}),
    }
    with tempfile.TemporaryDirectory() as cache:
        for name, (code, env) in cases.items():
            times = []
            for _ in range(8):
                begin = time.perf_counter()
                full = {**os.environ, "NUMBA_CACHE_DIR": cache, **env}
                subprocess.run(
                    [sys.executable, "-W", "ignore", "-c", code],
                    env=full,
                    cwd=Path(__file__).parent,
                    check=True,
                )
                times.append(time.perf_counter() - begin)
            note = f" (cold: {times[0]:.1f} s)" if "warm" in name else ""
            print(f"  {name:40} {median(times[1:]):.2f} s{note}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        package, caches = root / "package", root / "caches"
        package.mkdir()
        for name, text in (("engine.py", ENGINE), ("main.py", MAIN), ("keyed.py", KEYED)):
            (package / name).write_text(text)
        print("numba's own key (right: 1 with bonus 1, then 101 with bonus 101)")
        plain = {"NUMBA_CACHE_DIR": str(root / "plain")}
        write(package, 1)
        show("cold", finish(start(package, plain)))
        show("another process", finish(start(package, plain)))
        show(
            "NUMBA_BOUNDSCHECK=1 on the warm cache",
            finish(start(package, {**plain, "NUMBA_BOUNDSCHECK": "1"})),
        )
        write(package, 101)
        show("helper changed to bonus 101", finish(start(package, plain)))
        print("a directory keyed by sources, versions and options")
        write(package, 1)
        keyed = {"KEYED": str(caches)}
        show("cold", finish(start(package, keyed)))
        show("another process", finish(start(package, keyed)))
        show("NUMBA_BOUNDSCHECK=1", finish(start(package, {**keyed, "NUMBA_BOUNDSCHECK": "1"})))
        write(package, 101)
        show("helper changed to bonus 101", finish(start(package, keyed)))
        for bonus in (201, 301, 401):
            write(package, bonus)
            finish(start(package, keyed))
        print(f"  after three more changes, directories kept: {len(list(caches.iterdir()))}")
        print("four processes, cold, at once")
        write(package, 501)
        for process in [start(package, keyed) for _ in range(4)]:
            show("one of four", finish(process))
        show("afterwards", finish(start(package, keyed)))
        if os.getuid() == 0 and shutil.which("unshare"):
            show("package on a read-only mount, warm", finish(start(package, keyed, READ_ONLY)))
            fresh = {"KEYED": str(root / "fresh")}
            show("package on a read-only mount, cold", finish(start(package, fresh, READ_ONLY)))
        print(f"files written beside the sources: {len(list(package.rglob('__pycache__')))}")
    print("imports, whole process, median of 7")
    import_costs()


if __name__ == "__main__":
    main()
