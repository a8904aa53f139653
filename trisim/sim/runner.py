"""``run``: many games by settings, into a directory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from trisim.box.box import load_box
from trisim.players.player import Player, all_compiled
from trisim.sim.backends import check_reachable, choose_backend, count_workers
from trisim.sim.errors import BackendError, BadStrategyError
from trisim.sim.folder import Holds, check_free, what_holds
from trisim.sim.inputs import Inputs
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.plan import make_plan
from trisim.sim.progress import Tell
from trisim.sim.run_directory import directing, opened, withdraw
from trisim.sim.scheduler import Director, How
from trisim.sim.settings import Settings
from trisim.sim.trust import record_own, trust_of
from trisim.sim.until import target_of


def run(
    settings: Settings,
    out: str | Path,
    *,
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    jobs: int = -1,
    backend: str | None = None,
    address: str | None = None,
    resume: bool = False,
    force: bool = False,
    command: str = "",
    tell: Tell | None = None,
    play: str = PLAY_BLOCK,
    strategies: Mapping[str, Player] | None = None,
    compiled: bool | None = None,
) -> Path:
    """Play a run into a directory; the directory, when all games are played.

    Raises ``RunError`` (or ``BoxError``) with one line for the user. Whatever happens, the parts
    that were finished stay, and ``resume=True`` goes on to the very same bytes. Only of a new run
    whose strategy or backend fails before a part is finished nothing stays. ``strategies`` by spec
    needn't be loaded, such as those that a run has copies of. Whether it is played ``compiled`` is
    decided here, unless it was decided for several runs together.
    """
    paths = tuple(Path(path) for path in variants)
    plan = make_plan(settings, load_box(box, paths), strategies, compiled=compiled)
    inputs = Inputs(plan, box, paths)
    chosen = choose_backend(backend, compiled=all_compiled(plan.players), address=address)
    count_workers(jobs)
    if settings.until is not None:
        target_of(settings.until)
    folder = Path(out).absolute()
    if not (resume and what_holds(folder) is Holds.A_RUN):
        check_free(folder, force=force)
    check_reachable(chosen, address)
    with directing(folder) as lock:
        manifest = opened(folder, inputs, command, resume=resume, force=force)
        record_own(plan.players)
        how = How(jobs, chosen, address, play, trust_of(plan.players), plan.is_compiled)
        director = Director(folder, manifest, lock, how, tell)
        try:
            director.direct()
        except (BackendError, BadStrategyError):
            is_new = not manifest.sittings
            if is_new and not director.done:
                withdraw(folder, manifest)
            raise
    return folder
