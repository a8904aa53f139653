"""Strategies of other packages: entry points of the group ``trisim.strategies.GAME``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from trisim.players.files import read_source
from trisim.players.kit import PlayerKit
from trisim.players.loading import explained, load_path, player_in
from trisim.players.player import GROUP, Player, StrategyError


def installed(kit: PlayerKit) -> dict[str, list[EntryPoint]]:
    """The entry points of a game by name; a name should have one."""
    found: dict[str, list[EntryPoint]] = {}
    for group in (f"{GROUP}.{kit.game}", *kit.other_groups):
        for entry in entry_points(group=group):
            found.setdefault(entry.name, []).append(entry)
    return dict(sorted(found.items()))


def package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "an unknown package"


def load_installed(name: str, entries: list[EntryPoint], kit: PlayerKit) -> Player:
    if len(entries) > 1:
        packages = ", ".join(sorted(package_of(entry) for entry in entries))
        raise StrategyError(
            f"several packages have a strategy '{name}': {packages}; remove all but one"
        )
    (entry,) = entries
    try:
        return load_entry(entry, kit)
    except StrategyError as error:
        raise StrategyError(f"strategy '{name}' of {package_of(entry)}: {error}") from error


def load_entry(entry: EntryPoint, kit: PlayerKit) -> Player:
    """The target of an entry point: a module, a function, a class, or the path of a file."""
    found = loaded(entry)
    module = sys.modules[entry.module]
    if isinstance(found, str | Path):
        return load_path(folder_of(module) / found, str(found), kit)
    if isinstance(found, ModuleType):
        source = read_source(file_of(found), str(file_of(found)))
        return player_in(found, source, kit)
    home = sys.modules.get(getattr(found, "__module__", ""), module)
    member = str(getattr(found, "__name__", entry.attr))
    source = read_source(file_of(home), str(file_of(home)))
    return player_in(home, source, kit, member)


def loaded(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        path = next(broken_files(error, entry), None)
        raise StrategyError(explained(error, path or Path(), str(path or entry.value))) from error


def broken_files(error: BaseException, entry: EntryPoint) -> Iterator[Path]:
    """The files of an entry point's package that an error passed through, the innermost first."""
    if isinstance(error, SyntaxError) and error.filename:
        yield Path(error.filename)
    found, trace = [], error.__traceback__
    while trace is not None:
        found.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    root = entry.module.partition(".")[0]
    yield from (Path(file) for file in reversed(found) if root in Path(file).with_suffix("").parts)


def folder_of(module: ModuleType) -> Path:
    return file_of(module).parent


def file_of(module: ModuleType) -> Path:
    file = getattr(module, "__file__", None)
    if file is None:
        raise StrategyError(f"module {module.__name__} has no file to be copied into runs")
    return Path(file)
