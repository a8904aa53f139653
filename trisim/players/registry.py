"""Strategies by spec: a name, the path of a file or an entry point, with parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trisim.box.faults import did_you_mean, shown
from trisim.players.files import SourceFile
from trisim.players.installed import installed, load_installed, package_of
from trisim.players.kit import PlayerKit
from trisim.players.loading import load_path, load_source
from trisim.players.player import Kind as Kind
from trisim.players.player import Player as Player
from trisim.players.player import StrategyError as StrategyError
from trisim.players.player import fault_of as fault_of
from trisim.players.player import in_a_line as in_a_line
from trisim.players.specs import FILES, Spec, check_colons, parse_spec, with_parameters

OURS = "trisim"
"""The author of a shipped strategy that names nobody."""


def load(spec: str, kit: PlayerKit, others: Sequence[str] = ()) -> Player:
    """A strategy of a game by name, path or entry point, with the parameters of its spec.

    ``others`` are further valid names for the message.
    """
    asked = parse_spec(spec)
    return with_parameters(found(asked, kit, others), asked)


def load_file(source: SourceFile, spec: str, kit: PlayerKit, member: str = "") -> Player:
    """A strategy from a file that was read, with the parameters of its spec."""
    return with_parameters(load_source(source, kit, member), parse_spec(spec))


def found(asked: Spec, kit: PlayerKit, others: Sequence[str] = ()) -> Player:
    """The strategy of a spec, with default parameters."""
    where = asked.where
    if where in kit.no_strategies:
        remedy = kit.no_strategies[where]
        raise StrategyError(f"{where} is no strategy for a seat; {remedy}")
    if asked.is_path:
        return load_path(strategy_file(asked, kit), where, kit)
    if where in names(kit):
        return load_shipped(where, kit)
    entries = installed(kit)
    if where in entries:
        return replace(load_installed(where, entries[where], kit), name=where)
    check_colons(asked)
    known = [*names(kit), *entries, *others]
    raise StrategyError(f"no strategy '{shown(where)}'; {did_you_mean(where, known)}")


def strategy_file(asked: Spec, kit: PlayerKit) -> Path:
    path = asked.path
    if not path.is_file():
        check_colons(asked)
        raise StrategyError(
            f"no strategy file {asked.where}; name a file, or one of: {', '.join(names(kit))}"
        )
    if path.suffix not in FILES:
        raise StrategyError(f"{asked.where}: a strategy is a .py or a .toml file")
    return path


# ---------------------------------------------------------------- those that come with trisim


def names(kit: PlayerKit) -> list[str]:
    """The strategies that come with a game."""
    return sorted(shipped(kit))


def shipped(kit: PlayerKit) -> dict[str, list[Path]]:
    """The files of the strategies that come with a game; a name should have one."""
    files: dict[str, list[Path]] = {}
    for entry in kit.strategies.iterdir():
        path = Path(str(entry))
        if path.suffix in FILES:
            files.setdefault(path.stem, []).append(path)
    return files


def load_shipped(name: str, kit: PlayerKit) -> Player:
    files = sorted(shipped(kit)[name])
    if len(files) > 1:
        both = " and ".join(str(path) for path in files)
        raise StrategyError(f"strategy '{name}' is there twice: {both}; rename one")
    player = load_path(files[0], str(files[0]), kit)
    return replace(player, author=player.author or OURS)


# ---------------------------------------------------------------- all that have a name


@dataclass(frozen=True, slots=True)
class Listed:
    """A strategy with a name: loaded, or the reason why it can't be."""

    name: str
    package: str
    player: Player | None
    error: str = ""


def every_strategy(kit: PlayerKit) -> list[Listed]:
    """All strategies of a game with a name: those of trisim, then those of other packages."""
    ours = [tried(name, OURS, kit) for name in names(kit)]
    theirs = []
    for name, entries in installed(kit).items():
        package = ", ".join(sorted(package_of(entry) for entry in entries))
        if name in names(kit):
            taken = f"trisim has a strategy '{name}' itself; give the entry point another name"
            theirs.append(Listed(name, package, None, taken))
        else:
            theirs.append(tried(name, package, kit))
    return ours + theirs


def tried(name: str, package: str, kit: PlayerKit) -> Listed:
    """A strategy by name, loaded if possible."""
    try:
        return Listed(name, package, load(name, kit))
    except StrategyError as error:
        return Listed(name, package, None, str(error))
