"""A watch: every saved state of a box or variant against a base, on the same deals.

The run of each state is kept under the digest of its values, so that a state that comes back is
answered at once. The deals are always the same: what is found here is confirmed on new ones.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box, load_box
from trisim.box.faults import BoxError
from trisim.campaigns.compare_versions import JOINT, VersionWord
from trisim.campaigns.watch_request import WatchRequest, state_name
from trisim.plugin import DEFAULT, load
from trisim.report.comparison import Comparison
from trisim.report.comparison_facts import ComparisonWishes, compare_runs
from trisim.report.results import read_result, write_result
from trisim.sim.backends import count_workers
from trisim.sim.campaign import Campaign, Prepared
from trisim.sim.folder import RUNS, Holds, what_holds
from trisim.sim.inputs import BOX, INPUTS, REFERENCE, load_inputs
from trisim.sim.manifest import read_manifest
from trisim.sim.options import command_words, quote
from trisim.sim.part import PLAY_BLOCK
from trisim.sim.plan import Plan, prepare
from trisim.sim.request import Execution
from trisim.sim.run import Run
from trisim.sim.runner import run as run
from trisim.stats.changes import USUAL

RESULT = "watch.json"
OVER_REFERENCE = f"{REFERENCE}{JOINT}"
COMPARISONS = "comparisons"
"""The folder that the command that confirms writes into."""

IsOver = Callable[[], bool]
"""Whether to stop playing: a newer state was saved, or the user ends."""


class Watch(Campaign[WatchRequest, Comparison]):
    """A watch on disk; its result is the comparison of the last state."""

    kind: ClassVar[str] = "watch"
    command: ClassVar[str] = "watch"
    of_what: ClassVar[str] = "states"
    request_type: ClassVar[type[Any]] = WatchRequest
    results: ClassVar[tuple[str, ...]] = (RESULT,)

    def __repr__(self) -> str:
        return f"Watch({str(self.path)!r}: {self.request.watched})"

    # -- states

    def loaded(self) -> Box:
        """The present state; raises ``BoxError`` with all faults."""
        word = VersionWord.read(self.request.watched)
        found: Box = load_box(self.manifest.plugin.box, word.box, word.variants)
        return found

    def folder_of(self, box: Box) -> Path:
        return self.path / RUNS / state_name(box)

    def plan_of(self, prepared: Prepared[WatchRequest], box: Box) -> Plan:
        """The plan of a state; one that was begun has the box of its run: texts may differ."""
        folder, first = self.folder_of(box), next(iter(prepared.runs.values()))
        if what_holds(folder) is Holds.A_RUN:
            box = load_inputs(folder, read_manifest(folder))
        is_base = box.rules_digest == prepared.box.rules_digest
        word = VersionWord.read(self.request.base if is_base else self.request.watched)
        request = replace(first, box=word.box, variants=word.variants)
        players, compiled = prepared.players, prepared.is_compiled
        return prepare(request, box=box, strategies=players, compiled=compiled)

    def play_state(
        self,
        prepared: Prepared[WatchRequest],
        box: Box,
        execution: Execution,
        is_over: IsOver,
        play: str = PLAY_BLOCK,
    ) -> bool:
        """Play a state, a few parts at a time; False if it was stopped before the end."""
        folder, plan = self.folder_of(box), self.plan_of(prepared, box)
        how = replace(execution, resume=True, force=False)
        step, parts = count_workers(execution.jobs), plan.request.parts
        for limit in range(step, parts + step, step):
            if is_over():
                return False
            run(plan, folder, how, play=play, parts=min(limit, parts))
        return True

    def compared(
        self,
        prepared: Prepared[WatchRequest],
        box: Box,
        execution: Execution,
        is_over: IsOver,
    ) -> Comparison | None:
        """A state against the base; None if playing was stopped."""
        for each in (prepared.box, box):
            if not self.play_state(prepared, each, execution, is_over):
                return None
        folders = [self.folder_of(each) for each in (prepared.box, box)]
        request = self.request
        wishes = ComparisonWishes(
            margins=request.margin,
            targets=request.targets_to_judge(),
            decisive=0,
            folders=tuple(f"{RUNS}/{folder.name}" for folder in folders),
        )
        found = compare_runs([Run(folder) for folder in folders], request.names, wishes)
        self.write(found)
        return found

    # -- results

    def result(self) -> Comparison:
        return self.read_result(self.path)

    comparison = result

    def write(self, result: Comparison) -> None:
        asked = {"asked": self.manifest.asked()}
        write_result(self.path / RESULT, {**asked, "comparison": result.as_dict()})

    @classmethod
    def read_result(cls, folder: Path) -> Comparison:
        return read_result(cls, folder, RESULT, "comparison", Comparison)

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[WatchRequest]) -> str:
        request, played = prepared.request, next(iter(prepared.runs.values()))
        base, watched = request.names
        return (
            f"Watching {watched}, compared with {base}: {played.deals:,} deals of "
            f"{played.games_a_deal:,} games, always the same; {played.games:,} games of the base, "
            "and as many of every new state."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[WatchRequest]) -> Iterable[str]:
        for file in watched_files(prepared.request):
            yield f"  {file}"

    @classmethod
    def forecast(cls, prepared: Prepared[WatchRequest], cores: int) -> tuple[float, float]:
        """Seconds and bytes of the base and one state."""
        seconds, size = super().forecast(prepared, cores)
        return 2 * seconds, 2 * size


def watched_files(request: WatchRequest) -> tuple[Path, ...]:
    """All files of what is watched."""
    word = VersionWord.read(request.watched)
    names = load(request.game).box.file_names
    in_box = [word.box / name for name in names] if word.box is not None else []
    return (*in_box, *word.variants)


# ---------------------------------------------------------------- the command that confirms


def confirming_command(watch: Watch, base: Box, state: Box) -> str:
    """The command that compares a state with the base on deals that nobody has seen yet."""
    request = watch.request
    words = ["trisim", "compare", base_word(watch, base), watched_word(request)]
    words += [] if request.game == DEFAULT else ["--game", request.game]
    words += [] if request.options.players else ["--players", str(request.players)]
    words += [*strategy_words(request), "--games", str(request.games)]
    words += ["--seed", str(new_seed(request.seed, base, state)), *role_words(request)]
    words += command_words(request.options)
    words += [] if request.margin == USUAL else ["--margin", str(request.margin)]
    words += ["--targets", request.targets_file] if request.targets_file else []
    words += ["--out", str(free_folder(VersionWord.read(request.watched).short))]
    return shlex.join(words)


def new_seed(seed: int, base: Box, state: Box) -> int:
    """A seed of six digits that differs from the old one; always the same for the same boxes."""
    text = f"{seed} {base.rules_digest} {state.rules_digest}"
    found = 100_000 + int(hashlib.sha256(text.encode()).hexdigest()[:12], 16) % 900_000
    return found if found != seed else found - 1


def watched_word(request: WatchRequest) -> str:
    """What is watched, as short as ``trisim compare`` understands it."""
    return request.watched.removeprefix(OVER_REFERENCE)


def base_word(watch: Watch, base: Box) -> str:
    """The base by its name; if that is another box by now, the copies in the folder."""
    request = watch.request
    word = VersionWord.read(request.base)
    if is_still(watch, word, base):
        return request.base.removeprefix(OVER_REFERENCE)
    copies = [watch.path / INPUTS / BOX]
    copies += [watch.path / INPUTS / each.file for each in watch.manifest.variants]
    return JOINT.join(map(str, copies))


def is_still(watch: Watch, word: VersionWord, base: Box) -> bool:
    """Whether a word still names a box with the values of the base."""
    try:
        here = load_box(watch.manifest.plugin.box, word.box, word.variants)
    except BoxError:
        return False
    return bool(here.digest == base.digest)


def strategy_words(request: WatchRequest) -> list[str]:
    people = request.lineup[: request.players - len(request.options.automas)]
    if len(set(people)) == 1:
        return ["--strategy", people[0]]
    return ["--lineup", ",".join(people)]


def role_words(request: WatchRequest) -> list[str]:
    role = request.info.role
    if role is None or request.roles == request.options.default_roles:
        return []
    return [f"--{role.many}", quote(request.roles)]


def free_folder(name: str) -> Path:
    """A folder for the comparison that doesn't exist yet."""

    def names() -> Iterator[Path]:
        yield Path(COMPARISONS) / name
        number = 2
        while True:
            yield Path(COMPARISONS) / f"{name}-{number}"
            number += 1

    return next(place for place in names() if not place.exists())
