"""The directory of a tournament: what it may be, how a tournament begins in it or goes on.

::

    tournament-settings.json     what was asked for, written first
    runs/000-a-b-c-d/ …          a run for each line-up, with all that runs have
    tournament.json, …           the results, written last
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from trisim import __version__
from trisim.box.box import Box
from trisim.players.player import Player
from trisim.sim.disk import is_unfinished, remove, write_text
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.folder import Holds, foreign
from trisim.sim.lock import LOCK
from trisim.sim.manifest import MANIFEST
from trisim.sim.settings import shown
from trisim.sim.tournament_settings import TournamentSettings

SETTINGS = "tournament-settings.json"
RUNS = "runs"
RESULT = "tournament.json"
TABLES = ("strategies.parquet", "pairs.parquet")
PICTURES = ("tournament.png", "tournament.svg")


@dataclass(frozen=True, slots=True)
class Asked:
    """Settings, with what the files were that they name."""

    settings: TournamentSettings
    digests: Mapping[str, str]
    """A hash of each strategy's file."""

    box: str
    box_digest: str
    variants: tuple[str, ...] = ()
    trisim: str = __version__

    def to_json(self) -> dict[str, Any]:
        """As it is written."""
        return {**asdict(self), "settings": self.settings.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Asked:
        """Back from what was written."""
        known = {
            "settings": TournamentSettings.from_json(data["settings"]),
            "variants": tuple(data["variants"]),
        }
        return cls(**{**data, **known})

    def differences(self, other: Asked) -> list[str]:
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
    settings: TournamentSettings,
    players: Mapping[str, Player],
    loaded: Box,
    box: str | Path | None,
    variants: Sequence[Path],
) -> Asked:
    """Settings with what their files are now."""
    return Asked(
        settings=settings,
        digests={spec: player.digest for spec, player in players.items()},
        box=str(box or "reference"),
        box_digest=loaded.digest,
        variants=tuple(str(path) for path in variants),
    )


def read_asked(folder: Path) -> Asked:
    """What a tournament was asked for."""
    path = folder / SETTINGS
    try:
        return Asked.from_json(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise FolderError(f"{folder}: this is no tournament, it has no {SETTINGS}") from None
    except OSError as error:
        raise FolderError(f"{path}: can't be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, AttributeError, SettingsError) as error:
        raise FolderError(
            f"{path}: can't be understood; begin anew with --force, or in another directory"
        ) from error


def what_holds(folder: Path) -> Holds:
    """What a directory holds; ``A_RUN`` stands for a tournament here."""
    if not folder.is_dir():
        return Holds.OTHER_THINGS if folder.exists() or folder.is_symlink() else Holds.NOTHING
    if (folder / SETTINGS).is_file():
        return Holds.A_RUN
    others = [path for path in folder.iterdir() if not (path.name == LOCK or is_unfinished(path))]
    return Holds.OTHER_THINGS if others else Holds.NOTHING


def check_free(folder: Path, *, resume: bool, force: bool) -> None:
    """Stop unless a tournament may begin, or go on, in a directory."""
    holds = what_holds(folder)
    if holds is Holds.OTHER_THINGS:
        what = "holds other things than a tournament" if folder.is_dir() else "is not a directory"
        raise FolderError(f"{folder}: it exists and {what}; name another directory with --out")
    if holds is Holds.A_RUN and not (resume or force):
        raise FolderError(
            f"{folder}: there is a tournament already; --resume goes on with it, --force "
            "replaces it"
        )
    if holds is Holds.A_RUN and force:
        check_only_ours(folder)


def check_only_ours(folder: Path) -> None:
    """Stop if among the runs of a tournament lies something else."""
    for path in sorted((folder / RUNS).iterdir()) if (folder / RUNS).is_dir() else ():
        other = next(foreign(path), None) if (path / MANIFEST).is_file() else path
        if other is not None and any(other.iterdir() if other.is_dir() else [other]):
            raise FolderError(
                f"{other}: this is not of a tournament, so --force doesn't replace {folder}; move "
                "it away, or name another directory with --out"
            )


def clear(folder: Path) -> None:
    """Remove a tournament, and nothing else; what it was asked for goes last."""
    for name in (RESULT, *TABLES, *PICTURES, RUNS, SETTINGS):
        remove(folder / name)


def begin(folder: Path, asked: Asked, *, resume: bool, force: bool) -> bool:
    """Write down what is asked for, or see that it is the same; whether the tournament is new."""
    check_free(folder, resume=resume, force=force)  # once more, now that nobody else can begin
    if what_holds(folder) is Holds.A_RUN:
        if not force:
            check_same(folder, asked, read_asked(folder))
            return False
        clear(folder)
    text = json.dumps(asked.to_json(), indent=1, ensure_ascii=False)
    write_text(folder / SETTINGS, f"{text}\n")
    (folder / RUNS).mkdir(exist_ok=True)
    return True


def check_same(folder: Path, wanted: Asked, found: Asked) -> None:
    """Stop if a tournament can't go on as asked, line by line."""
    if lines := wanted.differences(found):
        listed = "\n".join(f"  {line}" for line in lines)
        raise FolderError(
            f"{folder}: the tournament there was begun with other settings; resume it with the "
            f"same, name another directory with --out, or replace it with --force\n{listed}"
        )


def withdraw(folder: Path) -> None:
    """Take back a tournament of which nothing was played; what isn't ours stays."""
    with suppress(OSError):
        (folder / RUNS).rmdir()  # unless it holds a run
        remove(folder / SETTINGS)
