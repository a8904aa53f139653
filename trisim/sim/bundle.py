"""The directory of several runs that belong together, such as those of a tournament or a study.

::

    …-settings.json     what was asked for, written first
    runs/NNN-…/         ordinary runs
    …                   the results, written last
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

from trisim import __version__
from trisim.box.box import Box
from trisim.documents import plain, typed
from trisim.players.player import Player
from trisim.sim.disk import is_unfinished, remove, write_text
from trisim.sim.errors import FolderError
from trisim.sim.folder import RUNS, Holds, foreign
from trisim.sim.lock import LOCK
from trisim.sim.manifest import MANIFEST
from trisim.sim.settings import shown
from trisim.sim.stored import read_stored


class BundleSettings(Protocol):
    """What decides every row of the runs, besides box, strategies and version: a dataclass."""

    def differences(self, other: Self) -> list[str]:
        """What is not as in other settings, one line each."""


S = TypeVar("S", bound=BundleSettings)


@dataclass(frozen=True, slots=True)
class Asked(Generic[S]):
    """Settings, with what the files were that they name."""

    settings: S
    digests: Mapping[str, str]
    """A hash of each strategy's file."""

    box: str
    box_digest: str
    variants: tuple[str, ...] = ()
    trisim: str = __version__

    def differences(self, other: Asked[S]) -> list[str]:
        """What would give other rows, one line each."""
        lines = self.settings.differences(other.settings)
        if self.box_digest != other.box_digest:
            lines.append(f"box: {self.about_box()}, was {other.about_box()}")
        for spec, digest in self.digests.items():
            was = other.digests.get(spec, digest)
            if was != digest:
                lines.append(f"strategy {spec}: another text ({digest[:8]}), was {was[:8]}")
        return lines

    def about_box(self) -> str:
        """The box in a few words."""
        return f"{shown((self.box, *self.variants))} ({self.box_digest[:8]})"


def asked_for(
    settings: S,
    players: Mapping[str, Player],
    loaded: Box,
    box: str | Path | None,
    variants: Sequence[Path],
) -> Asked[S]:
    """Settings with what their files are now."""
    return Asked(
        settings=settings,
        digests={spec: player.digest for spec, player in players.items()},
        box=str(box or "reference"),
        box_digest=loaded.digest,
        variants=tuple(str(path) for path in variants),
    )


@dataclass(frozen=True, slots=True)
class Bundle(Generic[S]):
    """A kind of directory: its name, its files besides the runs, and the class of its settings."""

    what: str
    settings: str
    results: tuple[str, ...]
    kind: type[S]

    def read_asked(self, folder: Path) -> Asked[S]:
        """What was asked for."""
        path = folder / self.settings
        kind: type[Asked[S]] = Asked[self.kind]  # type: ignore[name-defined]
        advice = "begin anew with --force, or in another directory"
        try:
            return read_stored(path, partial(typed, kind), advice=advice)
        except FileNotFoundError:
            raise FolderError(f"{folder}: this is no {self.what}, it has no {path.name}") from None

    def what_holds(self, folder: Path) -> Holds:
        """What a directory holds; ``A_RUN`` stands for such a bundle here."""
        if not folder.is_dir():
            return Holds.OTHER_THINGS if folder.exists() or folder.is_symlink() else Holds.NOTHING
        if (folder / self.settings).is_file():
            return Holds.A_RUN
        known = (path.name == LOCK or is_unfinished(path) for path in folder.iterdir())
        return Holds.NOTHING if all(known) else Holds.OTHER_THINGS

    def check_free(self, folder: Path, *, resume: bool, force: bool) -> None:
        """Stop unless a bundle may begin, or go on, in a directory."""
        holds = self.what_holds(folder)
        if holds is Holds.OTHER_THINGS:
            other = f"holds other things than a {self.what}"
            what = other if folder.is_dir() else "is not a directory"
            raise FolderError(f"{folder}: it exists and {what}; name another directory with --out")
        if holds is Holds.A_RUN and not (resume or force):
            raise FolderError(
                f"{folder}: there is a {self.what} already; --resume goes on with it, --force "
                "replaces it"
            )
        if holds is Holds.A_RUN and force:
            self.check_only_ours(folder)

    def check_only_ours(self, folder: Path) -> None:
        """Stop if among the runs lies something else."""
        for path in sorted((folder / RUNS).iterdir()) if (folder / RUNS).is_dir() else ():
            other = next(foreign(path), None) if (path / MANIFEST).is_file() else path
            if other is not None and any(other.iterdir() if other.is_dir() else [other]):
                raise FolderError(
                    f"{other}: this is not of a {self.what}, so --force doesn't replace {folder}; "
                    "move it away, or name another directory with --out"
                )

    def clear(self, folder: Path) -> None:
        """Remove a bundle, and nothing else; what it was asked for goes last."""
        for name in (*self.results, RUNS, self.settings):
            remove(folder / name)

    def begin(self, folder: Path, asked: Asked[S], *, resume: bool, force: bool) -> bool:
        """Write down what is asked for, or see that it is the same; whether the bundle is new."""
        self.check_free(folder, resume=resume, force=force)  # once more: nobody else can begin now
        if self.what_holds(folder) is Holds.A_RUN:
            if not force:
                self.check_same(folder, asked, self.read_asked(folder))
                return False
            self.clear(folder)
        text = json.dumps(plain(asked), indent=1, ensure_ascii=False)
        write_text(folder / self.settings, f"{text}\n")
        (folder / RUNS).mkdir(exist_ok=True)
        return True

    def check_same(self, folder: Path, wanted: Asked[S], found: Asked[S]) -> None:
        """Stop if a bundle can't go on as asked, line by line."""
        if lines := wanted.differences(found):
            listed = "\n".join(f"  {line}" for line in lines)
            raise FolderError(
                f"{folder}: the {self.what} there was begun with other settings; resume it with "
                f"the same, name another directory with --out, or replace it with --force\n{listed}"
            )

    def withdraw(self, folder: Path) -> None:
        """Take back a bundle of which nothing was played; what isn't ours stays."""
        with suppress(OSError):
            (folder / RUNS).rmdir()  # unless it holds a run
            remove(folder / self.settings)
