"""``run``: many games by a plan, into a directory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from trisim.players.player import all_compiled
from trisim.sim.backends import check_reachable, choose_backend, count_workers
from trisim.sim.disk import remove
from trisim.sim.errors import BackendError, BadStrategyError, FolderError
from trisim.sim.folder import (
    Holds,
    check_free,
    check_no_links,
    finished_parts,
    recorded_parts,
    sweep,
    what_holds,
)
from trisim.sim.inputs import load_inputs, load_players, paths_in
from trisim.sim.manifest import (
    FINISHED,
    INTERRUPTED,
    Stopped,
    check_format,
    read_manifest,
    write_manifest,
)
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.plan import Plan, prepare
from trisim.sim.receipts import RECEIPTS
from trisim.sim.request import Execution
from trisim.sim.run_directory import begin_or_resume, locked, withdraw
from trisim.sim.run_request import RunRequest
from trisim.sim.scheduler import RunScheduler
from trisim.sim.trust import record_own, user_trust
from trisim.sim.until import target_of

DEFAULT = Execution()


def run(
    plan: Plan,
    out: str | Path,
    execution: Execution = DEFAULT,
    *,
    play: str = PLAY_BLOCK,
    parts: int | None = None,
) -> Path:
    """Play a run into a directory; the directory, when all games are played.

    With ``parts`` it pauses after so many of them; it continues as any run that is resumed.

    Raises ``RunError`` with one line for the user. Finished parts always stay, and ``resume``
    continues to the same bytes. A new run whose strategy or backend fails before a part is finished
    is removed.
    """
    folder = Path(out).absolute()
    check_execution(plan, execution)
    if not (execution.resume and what_holds(folder) is Holds.A_RUN):
        check_free(folder, force=execution.force)
    backend = backend_of(plan, execution)
    check_reachable(backend, execution.address)
    with locked(folder) as lock:
        manifest = begin_or_resume(folder, plan, execution)
        record_own(plan.players)
        scheduler = RunScheduler(folder, manifest, lock, plan, execution, backend, play, parts)
        try:
            scheduler.play()
        except (BackendError, BadStrategyError):
            is_new = not manifest.sittings
            if is_new and not scheduler.done:
                withdraw(folder, manifest)
            raise
    return folder


def extend(folder: Path, request: RunRequest) -> None:
    """Give a run more games; its complete parts stay.

    A last part that was shorter than the others doesn't fit any more, and is played again. A run
    that was never completely created is left to be begun anew.
    """
    if what_holds(folder) is not Holds.A_RUN:
        return
    with locked(folder):
        found = read_manifest(folder)
        if found.request.games < request.games:
            longer = replace(found, request=request, status=INTERRUPTED, stopped=None, parts=())
            kept = recorded_parts(folder, replace(longer, parts=found.parts))
            write_manifest(folder, longer.with_parts(kept))


def stop_after(folder: Path, stopped: Stopped) -> None:
    """Finish a run that has paused after enough parts."""
    with locked(folder):
        found = read_manifest(folder)
        if not found.is_finished:
            shorter = replace(found, stopped=stopped)
            parts = finished_parts(folder, shorter)
            sweep(folder, keep=parts)
            write_manifest(folder, replace(shorter, status=FINISHED).with_parts(parts))
            remove(folder / RECEIPTS)


def plan_for(
    given: Mapping[str, Any], out: Path | None, *, resume: bool = False, trust: bool = False
) -> Plan:
    """The plan for the values that a user gives; with ``resume``, of the run in ``out``.

    On resume, values that are not given again stay as they were; box and strategies are the copies.
    """
    if not resume or out is None or what_holds(out) is not Holds.A_RUN:
        if resume and out is not None and not given:
            raise FolderError(
                f"--resume: there is no run in {out}; name its folder, or say what to play"
            )
        return prepare(RunRequest.of(**given))
    begun = read_manifest(out)
    check_format(out, begun)
    request = RunRequest.of(replace(begun.request, **paths_in(begun)), **given)
    is_same_box = not {"box", "variants"} & set(given)
    are_same_strategies = (
        not {"strategy", "lineup"} & set(given) and request.strategies == begun.request.strategies
    )
    return prepare(
        request,
        box=load_inputs(out, begun) if is_same_box else None,
        strategies=load_players(out, begun, user_trust(everything=trust))
        if are_same_strategies
        else None,
    )


def check_folder(out: Path, execution: Execution) -> None:
    """Check that a run can begin or continue in a folder, before anything is compiled."""
    check_no_links(out)
    if not (execution.resume and what_holds(out) is Holds.A_RUN):
        check_free(out, force=execution.force)


def check_execution(plan: Plan, execution: Execution) -> None:
    """Check jobs and backend before anything is written or compiled."""
    backend_of(plan, execution)
    count_workers(execution.jobs)
    if plan.request.until_ci is not None:
        target_of(plan.request.until_ci, plan.request.info)


def backend_of(plan: Plan, execution: Execution) -> str:
    compiled = all_compiled(plan.players)
    return choose_backend(execution.backend, compiled=compiled, address=execution.address)
