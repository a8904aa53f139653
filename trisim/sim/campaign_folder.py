"""The directory of a campaign: several runs that answer one question.

::

    campaign.json     the kind, the request and the inputs; written first
    inputs/           copies of box, variants and strategies: a resumed campaign uses these
    runs/NNN-…/       ordinary runs
    …                 the results, written last
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from trisim import __version__
from trisim.documents import Constraint, DocumentError, one_of, plain, typed, typed_at
from trisim.plugin import GamePlugin, load
from trisim.sim.disk import flush_folder, is_unfinished, remove, unfinished_name, write_text
from trisim.sim.earlier import FORMAT
from trisim.sim.errors import FolderError
from trisim.sim.folder import RUNS, Holds, copies_of, foreign, foreign_inputs, unwritable
from trisim.sim.inputs import INPUTS, InputFiles, about_box, input_differences
from trisim.sim.lock import LOCK
from trisim.sim.manifest import (
    CREATING,
    MANIFEST,
    BoxRecord,
    StrategyRecord,
    VariantRecord,
    VersionRecord,
)
from trisim.sim.request import Execution, Request
from trisim.sim.stored import read_stored

CAMPAIGN = "campaign.json"
BEGUN = "begun"
KNOWN_FORMAT = Constraint(lambda number: number == FORMAT, f"format {FORMAT}")
"""The format of the runs in a campaign; campaigns of other formats aren't read."""

ADVICE = "begin anew with --force, or in another directory"
R = TypeVar("R", bound=Request)


@dataclass(frozen=True, slots=True)
class CampaignHead:
    """The part of a manifest that campaigns of all kinds share."""

    kind: str
    results: tuple[str, ...]
    """The result files; the first in the list is written last."""


PICTURES = ("options", "margins", "presets", "scores")
BEFORE = {
    "tournament-settings.json": CampaignHead(
        "tournament",
        (
            "tournament.json",
            "strategies.parquet",
            "pairs.parquet",
            "tournament.png",
            "tournament.svg",
        ),
    ),
    "difficulty-settings.json": CampaignHead(
        "study",
        (
            "difficulty.json",
            *(f"{name}.parquet" for name in ("effects", "presets", "brackets")),
            *(f"{name}.{kind}" for name in PICTURES for kind in ("png", "svg")),
        ),
    ),
    "tuning-settings.json": CampaignHead(
        "tuning",
        (
            "tuned.toml",
            "check.json",
            "tuning.png",
            "tuning.svg",
            "unchecked.toml",
            "generations.jsonl",
        ),
    ),
}
"""What earlier versions wrote in place of ``campaign.json``: such campaigns are listed and deleted,
but not read."""


def earlier_head(folder: Path) -> CampaignHead | None:
    """The campaign that an earlier version wrote into a folder, if any."""
    return next((head for name, head in BEFORE.items() if (folder / name).is_file()), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignManifest(Generic[R]):
    """The request of a campaign and records of its input files."""

    kind: str
    trisim: str = __version__
    format: Annotated[int, KNOWN_FORMAT] = FORMAT
    status: Annotated[str, one_of(CREATING, BEGUN)] = CREATING
    command: str = ""
    request: R
    box: BoxRecord
    variants: tuple[VariantRecord, ...]
    strategies: tuple[StrategyRecord, ...]
    runs: tuple[str, ...]
    """The names of the folders of all runs."""

    results: tuple[str, ...]
    """The result files; the first in the list is written last."""

    versions: tuple[VersionRecord, ...] = ()
    """Further boxes, if the campaign compares several."""

    looks: tuple[int, ...] = ()
    """The numbers of deals at which results were written, if it can be extended."""

    @property
    def plugin(self) -> GamePlugin:
        return load(self.request.game)

    def asked(self) -> dict[str, Any]:
        """All that decides the results, without times: the same bytes each time."""
        passing = ("command", "status", "looks", *(() if self.versions else ("versions",)))
        return {name: value for name, value in plain(self).items() if name not in passing}

    def differences(self, other: CampaignManifest[R]) -> list[str]:
        """Differences that would change rows, one line each."""
        lines = self.request.differences(other.request)
        if self.extends(other):
            lines = [line for line in lines if not line.startswith("games:")]
        versions = zip(self.versions, other.versions, strict=False)
        return (
            lines
            + input_differences(self, other)
            + [
                f"box: {about_box(mine)}, was {about_box(was)}"
                for mine, was in versions
                if mine.box.digest != was.box.digest
            ]
        )

    def extends(self, other: CampaignManifest[R]) -> bool:
        """Whether it is the same campaign with more games, and may be so."""
        mine, before = (getattr(each.request, "games", 0) for each in (self, other))
        return getattr(self.request, "can_be_extended", False) and mine > before


def read_campaign(folder: Path, kind: str, request_type: type[R]) -> CampaignManifest[R]:
    hint: Any = CampaignManifest[request_type]  # type: ignore[valid-type]

    def read(data: Any) -> CampaignManifest[R]:
        found = typed_at("kind", str, data)
        if found != kind:
            raise DocumentError(f"this is a {found}, not a {kind}")
        if typed_at("format", int, data) < FORMAT:
            raise DocumentError(f"an earlier version of trisim wrote this {kind}")
        manifest: CampaignManifest[R] = typed(hint, data)
        return manifest

    try:
        return read_stored(folder / CAMPAIGN, read, advice=ADVICE)
    except FileNotFoundError:
        raise FolderError(f"{folder}: {why_none(folder, kind)}") from None


def why_none(folder: Path, kind: str) -> str:
    if head := earlier_head(folder):
        return f"an earlier version of trisim wrote this {head.kind}, and only that can read it"
    return f"this is no {kind}, it has no {CAMPAIGN}"


def read_head(folder: Path) -> CampaignHead | None:
    """Kind and results of the campaign in a folder; None if there is none."""

    def read(data: Any) -> CampaignHead:
        return CampaignHead(typed_at("kind", str, data), typed_at("results", tuple[str, ...], data))

    try:
        return read_stored(folder / CAMPAIGN, read, advice=ADVICE)
    except FileNotFoundError:
        return None


def holds_campaign(folder: Path) -> Holds:
    """What a directory holds; ``A_RUN`` stands for a campaign here."""
    if not folder.is_dir():
        return Holds.OTHER_THINGS if folder.exists() or folder.is_symlink() else Holds.NOTHING
    if (folder / CAMPAIGN).is_file():
        return Holds.NOTHING if is_creating(folder) else Holds.A_RUN
    known = (path.name == LOCK or is_unfinished(path) for path in folder.iterdir())
    return Holds.NOTHING if all(known) else Holds.OTHER_THINGS


def is_creating(folder: Path) -> bool:
    """Whether a process was killed while it created the campaign in a folder."""
    try:
        status = read_stored(folder / CAMPAIGN, partial(typed_at, "status", str), advice=ADVICE)
    except FolderError:
        return False
    return status == CREATING


def check_free(folder: Path, kind: str, execution: Execution) -> None:
    """Stop unless a campaign may begin, or continue, in a directory."""
    holds = holds_campaign(folder)
    if holds is Holds.OTHER_THINGS:
        other = f"holds other things than a {kind}"
        what = other if folder.is_dir() else "is not a directory"
        raise FolderError(f"{folder}: it exists and {what}; name another directory with --out")
    if holds is Holds.A_RUN and not (execution.resume or execution.force):
        raise FolderError(
            f"{folder}: there is a {kind} already; --resume continues it, --force replaces it"
        )
    if holds is Holds.A_RUN and execution.force:
        check_only_ours(folder, kind)


def check_only_ours(folder: Path, kind: str) -> None:
    """Stop at files of others among the runs and copies, which would be removed with them."""
    for other in foreign_files(folder):
        raise FolderError(
            f"{other}: this is not of a {kind}, so --force doesn't replace {folder}; move it away, "
            "or name another directory with --out"
        )


def foreign_files(folder: Path) -> Iterator[Path]:
    """Files among the runs and inputs that do not belong to the campaign."""
    place = folder / RUNS
    for path in sorted(place.iterdir()) if place.is_dir() else ():
        other = next(foreign(path), None) if (path / MANIFEST).is_file() else path
        if other is not None and any(other.iterdir() if other.is_dir() else [other]):
            yield other
    yield from foreign_inputs(folder, recorded_copies(folder))
    yield from foreign_inside(folder)


def foreign_inside(folder: Path) -> Iterator[Path]:
    """Files of others in campaigns and runs that are results, such as tunings of a comparison."""
    try:
        head = read_head(folder)
    except FolderError:
        return
    for name in head.results if head is not None else ():
        place = folder / name
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            yield from foreign_part(path)


def foreign_part(path: Path) -> Iterator[Path]:
    """Files that don't belong to a campaign or a run, or that are in no such folder."""
    if path.is_dir() and (path / MANIFEST).is_file():
        yield from foreign(path)
        return
    ours = {LOCK}
    if path.is_dir() and (head := read_head(path)) is not None:
        ours = {CAMPAIGN, *head.results, RUNS, INPUTS, LOCK}
        yield from foreign_files(path)
    for other in path.iterdir() if path.is_dir() else [path]:
        if other.name not in ours and not is_unfinished(other):
            yield other


def recorded_copies(folder: Path) -> set[str] | None:
    """The copies that the manifest names; None if it can't be read."""

    def read(data: Any) -> set[str]:
        variants = typed_at("variants", tuple[VariantRecord, ...], data)
        strategies = typed_at("strategies", tuple[StrategyRecord, ...], data)
        if "versions" in data:
            for version in typed_at("versions", tuple[VersionRecord, ...], data):
                variants += version.variants
        return copies_of(variants, strategies)

    try:
        return read_stored(folder / CAMPAIGN, read, advice=ADVICE)
    except (FileNotFoundError, FolderError):
        return None


def begin(
    folder: Path, wanted: CampaignManifest[R], files: InputFiles, execution: Execution
) -> bool:
    """Begin a campaign in a locked directory, or check that it is the same; whether it is new."""
    check_free(folder, wanted.kind, execution)  # once more: nobody else can begin now
    if holds_campaign(folder) is Holds.A_RUN and not execution.force:
        found = read_campaign(folder, wanted.kind, type(wanted.request))
        check_same(folder, wanted, found)
        sweep_unfinished(folder)
        if wanted.extends(found):
            write_campaign(folder, replace(found, request=wanted.request))
        return False
    try:
        write_campaign(folder, wanted)
        clear(folder, wanted.results)
        staged = unfinished_name(folder / INPUTS)
        staged.mkdir()
        files.copy_to(staged)
        staged.replace(folder / INPUTS)
        (folder / RUNS).mkdir(exist_ok=True)
        flush_folder(folder)
        write_campaign(folder, replace(wanted, status=BEGUN))
    except OSError as error:
        raise unwritable(folder, error) from error
    return True


def sweep_unfinished(folder: Path) -> None:
    """Remove what a process left that was killed while it wrote the manifest or a result."""
    for path in list(folder.iterdir()):
        if is_unfinished(path):
            remove(path)


def write_campaign(folder: Path, manifest: CampaignManifest[R]) -> None:
    """Replace the manifest atomically."""
    text = json.dumps(plain(manifest), indent=1, ensure_ascii=False)
    write_text(folder / CAMPAIGN, f"{text}\n")


def check_same(folder: Path, wanted: CampaignManifest[R], found: CampaignManifest[R]) -> None:
    """Stop if a campaign can't be resumed as requested, with a line for each difference."""
    if lines := wanted.differences(found):
        listed = "\n".join(f"  {line}" for line in lines)
        raise FolderError(
            f"{folder}: the {wanted.kind} there was begun with other settings; resume it with the "
            f"same, name another directory with --out, or replace it with --force\n{listed}"
        )


def clear(folder: Path, results: tuple[str, ...]) -> None:
    """Remove results, runs and copies of a campaign; other files stay."""
    for path in list(folder.iterdir()):
        if path.name in (*results, RUNS, INPUTS) or is_unfinished(path):
            remove(path)


def withdraw(folder: Path, results: tuple[str, ...]) -> None:
    """Remove a campaign in which nothing was played; other files stay."""
    with suppress(OSError):
        (folder / RUNS).rmdir()  # unless it holds a run
        for name in results:
            remove(folder / name)
        remove(folder / INPUTS)
        remove(folder / CAMPAIGN)
