"""``trisim doctor``: what a bug report needs to say about an installation."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from trisim import __version__
from trisim.plugin import every_game, load
from trisim.terminal import console

DEVELOPERS = "dev"
"""The extra that users don't need."""

VARIABLES = ("TRISIM_", "NUMBA_", "OMP_", "PYTHON", "XDG_CACHE", "NO_COLOR")
"""How the names of environment variables begin that change what trisim does, and hold no secret."""

Facts = Iterator[tuple[str, str]]


@click.command(short_help="Versions, machine and cache, for a bug report.")
def doctor() -> None:
    """Print what a bug report needs: versions, machine, compile cache and free disk.

    Nothing is changed or sent. The home folder is written as ~.
    """
    from rich.table import Table
    from rich.text import Text

    out = console()
    for title, facts in (
        ("versions", versions()),
        ("machine", machine()),
        ("compile cache", compile_cache()),
        ("here", surroundings()),
    ):
        out.print(Text(title, "bold"))
        made = Table(box=None, show_header=False, padding=(0, 2))
        made.add_column(no_wrap=True)
        made.add_column(overflow="fold")
        for name, value in facts:
            made.add_row(Text(name), Text(value))
        out.print(made)


def without_home(text: str) -> str:
    """Text in which the user's home folder is ``~``."""
    try:
        home = str(Path("~").expanduser())
    except RuntimeError:
        home = ""
    if len(home) < 2:  # the root of the system, or nothing
        return text
    return re.sub(rf"{re.escape(home)}(?=$|[/\\{os.pathsep}])", "~", text)


# ---------------------------------------------------------------- what there is to say


def versions() -> Facts:
    """trisim, Python and the libraries, with those of extras that may be missing."""
    from trisim.sources import PACKAGE

    yield "trisim", f"{__version__} in {without_home(str(PACKAGE))}"
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()})"
    for name, extra in dependencies():
        yield name, installed(name, extra)


def dependencies() -> Iterator[tuple[str, str]]:
    """The libraries that trisim names, each with its extra if it belongs to one."""
    try:
        named = requires("trisim") or []
    except PackageNotFoundError:  # run from a folder that is not installed
        named = ["numba", "numpy", "pyarrow", "polars", "pandas", "click", "rich"]
    yield "llvmlite", ""
    for requirement in named:
        extra = re.search(r"extra\s*==\s*['\"](\w+)['\"]", requirement)
        if not extra or extra[1] != DEVELOPERS:
            yield re.split(r"[^\w.-]", requirement)[0], extra[1] if extra else ""


def installed(name: str, extra: str) -> str:
    """The version of a library, or how to get it."""
    try:
        return version(name)
    except PackageNotFoundError:
        return f"not installed (optional: trisim[{extra}])" if extra else "MISSING"


def machine() -> Facts:
    """The system, its processor, cores and memory."""
    from trisim.cli.run_report import size_words
    from trisim.engine.cache import cores

    yield "system", platform.platform()
    yield "processor", processor_name()
    yield "cores", f"{cores()} for this process, {os.cpu_count()} in all"
    total, free = memory()
    yield "memory", f"{size_words(total)}, {size_words(free)} free" if total else "not known"


def processor_name() -> str:
    """What the processor is called."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*:\s*(.*)$", text, re.MULTILINE)
    return f"{found[1]} ({platform.machine()})" if found else platform.machine()


def memory() -> tuple[int, int]:
    """Bytes of memory, and how many are free; zeros where the system doesn't say."""
    try:
        page = os.sysconf("SC_PAGE_SIZE")
        total, free = os.sysconf("SC_PHYS_PAGES") * page, os.sysconf("SC_AVPHYS_PAGES") * page
    except (AttributeError, OSError, ValueError):
        return 0, 0
    try:  # counts what the system would give back
        text = Path("/proc/meminfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    found = re.search(r"^MemAvailable:\s*(\d+) kB", text, re.MULTILINE)
    return total, int(found[1]) * 1024 if found else free


def compile_cache() -> Facts:
    """Where compiled rules are, and whether those of each game are complete for these sources."""
    from trisim.cli.run_report import size_words
    from trisim.engine import cache
    from trisim.sim.catalog import bytes_below
    from trisim.sim.forecast import free_bytes

    base = cache.base_folder()
    yield "folder", without_home(str(base))
    for game in every_game():
        yield from compiled_rules(game.name)
    yield "all sources", size_words(bytes_below(base))
    nearest = next(folder for folder in (base, *base.parents) if folder.is_dir())
    is_writable = os.access(nearest, os.W_OK)
    yield "writable", "yes" if is_writable else "NO: what is missing is compiled anew each time"
    yield "free disk", size_words(free_bytes(base))


def compiled_rules(game: str) -> Facts:
    """Where the compiled rules of a game are, and which groups of them are there."""
    from trisim.cli.run_report import size_words
    from trisim.engine import cache
    from trisim.sim.catalog import bytes_below

    try:
        rules = load(game).rules
    except Exception as error:  # somebody else's game
        yield game, f"can't be loaded: {error}"
        return
    place = cache.folder(rules.registry)
    yield game, f"{place.name}, {size_words(bytes_below(place))}"
    groups = [(name, {name} & set(rules.kernel_groups)) for name in ("rules", *rules.kernel_groups)]
    there = {name: cache.is_compiled(rules.registry, *group) for name, group in groups}
    words = (f"{name} {'complete' if is_there else 'not yet'}" for name, is_there in there.items())
    yield "compiled", ", ".join(words)


def surroundings() -> Facts:
    """The current folder, the terminal, and variables that change what trisim does."""
    from trisim.cli.run_report import size_words
    from trisim.sim.forecast import free_bytes

    here = Path.cwd()
    yield "folder", without_home(str(here))
    yield "free disk", size_words(free_bytes(here))
    yield "writable", "yes" if os.access(here, os.W_OK) else "no"
    kind = os.environ.get("TERM", "no TERM") if sys.stdout.isatty() else "no terminal"
    yield "output", f"{kind}, {sys.stdout.encoding}"
    for name in sorted(os.environ):
        if name.startswith(VARIABLES):
            yield name, without_home(os.environ[name])
