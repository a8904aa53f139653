"""Opens the directory of a run: a new run begins in it, or the one in it is resumed.

A run is resumed only with the same request and inputs; each difference is reported in a line.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from trisim import __version__
from trisim.sim.disk import remove
from trisim.sim.errors import FolderError
from trisim.sim.folder import (
    Holds,
    begin,
    check_free,
    check_no_links,
    make_folder,
    sweep,
    unwritable,
    what_holds,
    wipe,
)
from trisim.sim.inputs import InputFiles, input_differences
from trisim.sim.lock import LOCK, Lock
from trisim.sim.manifest import (
    CREATING,
    MANIFEST,
    Manifest,
    about_other_rules,
    check_format,
    read_manifest,
    write_manifest,
)
from trisim.sim.plan import Plan
from trisim.sim.provenance import library_versions, rules_digest
from trisim.sim.request import Execution

LOG = logging.getLogger("trisim")


@contextmanager
def locked(folder: Path) -> Iterator[Lock]:
    """Hold the lock of a directory without links; a directory made in vain is removed again."""
    is_new = not folder.exists()
    make_folder(folder)
    check_no_links(folder)
    lock = Lock(folder)
    try:
        try:
            lock.take()
        except OSError as error:
            raise unwritable(folder, error) from error
        yield lock
    finally:
        lock.release()
        if is_new:
            with suppress(OSError):  # it is not empty: as it should be
                folder.rmdir()


def begin_or_resume(folder: Path, plan: Plan, execution: Execution) -> Manifest:
    """The manifest of a run that has just begun, or is resumed."""
    files = input_files(plan)
    wanted = wanted_manifest(plan, files, execution.command)
    if execution.resume and what_holds(folder) is Holds.A_RUN:
        found = read_manifest(folder)
        check_same(folder, wanted, found)
        return found
    check_free(folder, force=execution.force)  # once more, now that nobody else can begin here
    try:
        return begin(folder, wanted, files.copy_to)
    except OSError as error:
        give_up_beginning(folder)
        raise unwritable(folder, error) from error


def withdraw(folder: Path, manifest: Manifest) -> None:
    """Remove a run that has begun and finished no part; other files stay."""
    with suppress(OSError):
        write_manifest(folder, replace(manifest, status=CREATING))
        wipe(folder)
        if {path.name for path in folder.iterdir()} <= {MANIFEST, LOCK}:
            remove(folder / MANIFEST)  # beside other things it says that a run may begin here


def give_up_beginning(folder: Path) -> None:
    """Remove the files of a run that could not begin."""
    with suppress(OSError, FolderError):
        sweep(folder, keep=())
        if read_manifest(folder).status == CREATING:
            remove(folder / MANIFEST)


def input_files(plan: Plan) -> InputFiles:
    request = plan.request
    return InputFiles(plan.box, request.box, request.variants, plan.players)


def wanted_manifest(plan: Plan, files: InputFiles, command: str) -> Manifest:
    return Manifest(
        trisim=__version__,
        rules_version=plan.game.rules_version,
        rules=rules_digest(plan.game),
        run=uuid.uuid4().hex,
        status=CREATING,
        command=command,
        request=plan.request,
        box=files.box_record(),
        variants=files.variant_records(),
        strategies=files.strategy_records(),
        libraries=library_versions(),
    )


def check_same(folder: Path, wanted: Manifest, found: Manifest) -> None:
    """Stop if a run can't be resumed as requested, line by line; warn if its bytes may differ."""
    check_format(folder, found)
    if wanted.rules != found.rules:
        raise FolderError(f"{folder}: {about_other_rules(found)}")
    lines = wanted.request.differences(found.request) + input_differences(wanted, found)
    if lines:
        listed = "\n".join(f"  {line}" for line in lines)
        raise FolderError(
            f"{folder}: the run there was begun with other settings; resume it with the same, name "
            f"another directory with --out, or replace it with --force\n{listed}"
        )
    for name, version in wanted.libraries.items():
        before = found.libraries.get(name, "none")
        if version != before:
            LOG.warning(
                "trisim: %s %s, was %s when the run began: new parts have the same rows, "
                "but perhaps not the same bytes", name, version, before
            )  # fmt: skip
