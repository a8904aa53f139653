"""The manifest of a run: its request, inputs, environment and finished parts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from trisim.documents import Constraint, Count, one_of, plain, typed
from trisim.plugin import GamePlugin, load
from trisim.sim.disk import write_text
from trisim.sim.earlier import FORMAT, current_manifest
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.receipts import PartRecord, by_part
from trisim.sim.run_request import RunRequest
from trisim.sim.stored import read_stored

MANIFEST = "manifest.json"
ADVICE = (
    "read the run with the trisim that wrote it, replace it with --force, or begin anew in another "
    "directory"
)
"""The remedy for an invalid manifest."""

CREATING, RUNNING, INTERRUPTED, FINISHED = "creating", "running", "interrupted", "finished"
"""A run that is being created has no games yet; a killed one still has the status ``running``."""


@dataclass(frozen=True, slots=True)
class BoxRecord:
    """The box of a run; its files are in ``inputs/box``."""

    name: str
    source: str
    digest: str
    """Of the box with all variants applied."""


@dataclass(frozen=True, slots=True)
class VariantRecord:
    """A variant of a run; its file is in ``inputs/variants``."""

    name: str
    source: str
    file: str
    text: str


@dataclass(frozen=True, slots=True)
class VersionRecord:
    """A further box of a campaign; its files are in ``inputs/box-NN``."""

    box: BoxRecord
    variants: tuple[VariantRecord, ...]


@dataclass(frozen=True, slots=True)
class StrategyRecord:
    """A strategy of a run; ``file`` is its copy in ``inputs/strategies``, if it has one."""

    spec: str
    """With its parameters."""

    name: str
    kind: str
    """``weights``, ``compiled`` or ``python``."""

    idea: str
    digest: str
    file: str | None
    member: str = ""
    """The class or function in the file that an entry point names."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session in which the run was started or resumed."""

    started: str
    host: str
    cores: Count
    jobs: int
    backend: str
    seconds: float | None = None
    """Its duration; None if it was killed."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The look at which a run was long enough."""

    parts: int
    metric: str
    halfwidth: float
    widest: float
    """The half-width of the widest interval."""

    estimates: Mapping[str, Any]


KNOWN_FORMAT = Constraint(lambda number: 1 <= number <= FORMAT, f"from 1 to {FORMAT}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """All facts about a run except its rows."""

    trisim: str
    format: Annotated[int, KNOWN_FORMAT] = FORMAT
    """How manifest, inputs and tables were written."""

    rules_version: Count
    """By which rules: readers compare it."""

    rules: str
    """A hash of the sources that turn a seed into rows: ``--resume`` compares it."""

    run: str
    """A unique id: a run that was begun again in the same directory has another one."""

    status: Annotated[str, one_of(CREATING, RUNNING, INTERRUPTED, FINISHED)]
    command: str
    request: RunRequest
    box: BoxRecord
    variants: tuple[VariantRecord, ...]
    strategies: tuple[StrategyRecord, ...]
    libraries: Mapping[str, str]
    sittings: tuple[Sitting, ...] = ()
    stopped: Stopped | None = None
    """For a run with ``until``."""

    parts: tuple[PartRecord, ...] = ()

    ALSO_WRITTEN: ClassVar[tuple[str, ...]] = ("game", "seed", "games", "scenarios", "seconds")

    def __post_init__(self) -> None:
        if self.part_count not in range(1, self.request.parts + 1):
            raise SettingsError(f"stopped.parts: from 1 to {self.request.parts} is expected")

    @property
    def game(self) -> str:
        return self.request.game

    @property
    def plugin(self) -> GamePlugin:
        return load(self.game)

    @property
    def is_finished(self) -> bool:
        return self.status == FINISHED

    @property
    def part_count(self) -> int:
        """The final number of parts, as far as it is known."""
        return self.stopped.parts if self.stopped else self.request.parts

    @property
    def seconds(self) -> float:
        """The duration of all sittings that ended in order."""
        return sum(sitting.seconds or 0.0 for sitting in self.sittings)

    @property
    def games(self) -> int:
        """The games of the parts that are listed here."""
        return sum(record.games for record in self.parts)

    def with_parts(self, parts: Mapping[int, PartRecord]) -> Manifest:
        return replace(self, parts=tuple(by_part(parts.values()).values()))

    def to_json(self) -> dict[str, Any]:
        """As it is written, with derived values for human readers."""
        data = plain(self)
        names = ("trisim", "format", "rules_version", "rules", "run", "status", "command")
        head = {name: data[name] for name in names}
        derived = {
            "game": self.game,
            "seed": self.request.seed,
            "games": self.games,
            "scenarios": list(self.request.scenarios),
            "seconds": round(self.seconds, 3),
        }
        return {**head, **derived, **data}


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest atomically."""
    write_text(folder / MANIFEST, readable(manifest.to_json()))


def readable(data: dict[str, Any]) -> str:
    """JSON for human readers: a line for each value, and one for each part."""
    rest = {name: value for name, value in data.items() if name != "parts"}
    head = json.dumps(rest, indent=1).removesuffix("\n}")
    lines = ",\n  ".join(json.dumps(part) for part in data["parts"])
    parts = f"[\n  {lines}\n ]" if lines else "[]"
    return f'{head},\n "parts": {parts}\n}}\n'


def about_other_rules(manifest: Manifest) -> str:
    """Why a run of other rules can't be continued with the current ones, and what to do."""
    then = f"trisim {manifest.trisim}, rules {manifest.rules[:8]}"
    return (
        f"the rules have changed since the run began ({then}); to continue it, install the "
        "trisim of then, else begin anew with --force"
    )


def about_rules_version(manifest: Manifest) -> str:
    """The rules of a run, if they are not the current ones."""
    now = manifest.plugin.rules_version
    if manifest.rules_version == now:
        return ""
    return (
        f"played by rules version {manifest.rules_version} (trisim {manifest.trisim}), and the "
        f"current rules are version {now}"
    )


def check_format(folder: Path, manifest: Manifest) -> None:
    """Stop if a run has an earlier format and so can't be continued."""
    if manifest.format != FORMAT:
        raise FolderError(
            f"{folder}: an earlier version of trisim wrote this run (format {manifest.format}), so "
            "it can be read but not resumed; begin anew with --force, or in another directory"
        )


def manifest_of(data: Any) -> Manifest:
    """A manifest of any format."""
    return typed(Manifest, current_manifest(data))


def read_manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    try:
        return read_stored(path, manifest_of, advice=ADVICE)
    except FileNotFoundError:
        what = f"it has no {MANIFEST}" if folder.is_dir() else "there is no such folder"
        raise FolderError(f"{folder}: this is no run, {what}; name the folder of a run") from None
