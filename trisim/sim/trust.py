"""The Python code of a run that may be executed: the user's own, or all with ``--trust``.

Every Python strategy that a user's command plays is recorded with its digest and its path, one
line each, in a list in the user's state folder: ``$TRISIM_STATE_DIR``, ``$XDG_STATE_HOME/trisim``
or ``~/.local/state/trisim``. If the folder can't be read or written, nothing is trusted.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from trisim.box.faults import shown
from trisim.players.files import SourceFile, read_source
from trisim.players.player import Kind, Player, StrategyError
from trisim.sim.errors import FolderError

LIST = "trusted-strategies"


class UntrustedCodeError(FolderError):
    """Python code in the run of another user."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The Python files that may be executed, by digest."""

    homes: tuple[tuple[str, str], ...] = ()
    """The digest of each file, and the path where the user has it; "" if only the run has it."""

    everything: bool = False

    def allows(self, source: SourceFile) -> bool:
        """Whether a file may be loaded; weights always may."""
        known = any(source.digest == digest for digest, _ in self.homes)
        return known or self.everything or not source.is_code

    def own_source(self, digest: str) -> SourceFile | None:
        """The user's own file with this digest, if it exists and is unchanged."""
        for each, home in self.homes:
            if each == digest and home:
                with suppress(StrategyError, ValueError):  # a null byte
                    source = read_source(Path(home), home) if Path(home).is_file() else None
                    if source is not None and source.digest == digest:
                        return source
        return None


NOTHING = Trust()
"""No Python code at all."""


def check_trusted(
    folder: Path,
    sources: Mapping[str, SourceFile],
    trust: Trust,
    shipped: Container[str] = (),
) -> None:
    """Stop, with one line, if files may not be loaded; they are named as in the run.

    ``shipped`` has the digests of code that came with earlier versions of trisim.
    """
    refused = [
        shown(name)
        for name, source in sources.items()
        if source.digest not in shipped and not trust.allows(source)
    ]
    if refused:
        raise UntrustedCodeError(
            f"{folder}: this would execute Python code that is not yours ({', '.join(refused)}); "
            "read it, then allow it with --trust (in Python: trust=True)"
        )


def trust_of(players: Iterable[Player]) -> Trust:
    """Trust in loaded strategies, for workers."""
    return Trust(tuple(dict.fromkeys(map(home_of, filter(is_code, players)))))


def home_of(player: Player) -> tuple[str, str]:
    """The digest of a strategy, and the user's path of it."""
    return player.digest, "" if player.foreign else str(player.source)


def is_code(player: Player) -> bool:
    return player.kind is not Kind.WEIGHTS


# ---------------------------------------------------------------- the user's list


def user_trust(*, everything: bool = False) -> Trust:
    """Trust in the files that this user has played before, or in all files."""
    return Trust(tuple(recorded()), everything)


def record_own(players: Iterable[Player]) -> None:
    """Add strategies that the user has named to the list; files of other people are left out."""
    own = dict.fromkeys(home_of(player) for player in players if is_code(player))
    known = set(recorded())
    new = [home for home in own if home[1] and "\n" not in home[1] and home not in known]
    path = list_path()
    if not new or path is None or (path.exists() and not path.is_file()):
        return
    lines = "".join(f"{digest} {home}\n" for digest, home in new)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(os.fsencode(lines))


def recorded() -> list[tuple[str, str]]:
    """The digests and paths in the list, the latest first."""
    path = list_path()
    try:
        lines = os.fsdecode(path.read_bytes()).split("\n") if path and path.is_file() else []
    except OSError:
        return []
    pairs = (line.partition(" ") for line in reversed(lines))
    return [(digest, home) for digest, _, home in pairs if home]


def list_path() -> Path | None:
    """The path of the list; None without a home, or if the folder is a relative path."""
    named, base = os.environ.get("TRISIM_STATE_DIR"), os.environ.get("XDG_STATE_HOME")
    try:
        folder = Path(named or base or "~/.local/state").expanduser()
    except RuntimeError:
        return None
    if not folder.is_absolute():
        return None
    return folder / LIST if named else folder / "trisim" / LIST
