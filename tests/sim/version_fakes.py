"""A small campaign of several boxes, made of stand-ins, and its deaths.

``python -m tests.sim.version_fakes FOLDER HOW`` lets it die at several moments and resumes it.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from tests.sim.crashes import DIED, die_before, in_a_fork
from tests.sim.fakes import FAKE
from tests.sim.helpers import litter, parquet
from tests.small_run import TESTBOX
from trisim.box.box import Box
from trisim.players.player import Player
from trisim.plugin import DEFAULT
from trisim.plugin import load as load_game
from trisim.sim.campaign import (
    Campaign,
    CampaignRequest,
    Prepared,
    Version,
    play_campaign,
    prepared_for,
)
from trisim.sim.campaign_folder import holds_campaign
from trisim.sim.folder import RUNS, Holds
from trisim.sim.inputs import INPUTS
from trisim.sim.manifest import Stopped
from trisim.sim.options import GameOptions, option
from trisim.sim.provenance import rules_digest
from trisim.sim.request import BOX, VARIANTS, Execution
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest, as_paths

RESULT = "fakes.json"
MOMENTS = {
    "stopped": (1, 70, 120, 150, 200, 280),
    "longer": (66, 138, 146, 180),
    "extended": (0, 1, 3, 5, 9, 20, 50, 80),
}
"""Steps before which it dies; about the first 60 of a new campaign copy its files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionsRequest(CampaignRequest):
    """The same games with a box, and with each of some variants over it."""

    what: ClassVar[str] = "comparison"
    can_be_extended: ClassVar[bool] = True

    game: str = DEFAULT
    players: int = 2
    games: int = 40
    seed: int = 1
    stop_at: int = 0
    """The look that is enough; 0: none."""

    game_options: GameOptions | None = None
    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)
    versions: tuple[str, ...] = ()
    """The paths of the variants."""

    def __post_init__(self) -> None:
        self.complete()

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        texts = {"versions": tuple(map(str, values.get("versions", ())))}
        return {**values, **texts, "variants": as_paths(values.get("variants", ()))}

    @property
    def specs(self) -> tuple[str, ...]:
        return ("random",)

    def other_versions(self, box: Box) -> tuple[Version, ...]:
        return tuple(
            Version(Path(path).stem, self.box, (*self.variants, Path(path)))
            for path in self.versions
        )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{number:03d}-run" for number in range(1 + len(self.versions)))

    def boxes(self, box: Box, others: Sequence[Box]) -> dict[str, Box]:
        return dict(zip(self.names[1:], others, strict=True))

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        variants = [self.variants, *((*self.variants, Path(path)) for path in self.versions)]
        return {
            name: RunRequest.of(
                players=self.players,
                games=self.games,
                lineup="random",
                seed=self.seed,
                box=self.box,
                variants=these,
                part_games=4,
                log="players",
            )
            for name, these in zip(self.names, variants, strict=True)
        }


class Versions(Campaign[VersionsRequest, dict[str, Any]]):
    kind: ClassVar[str] = "comparison"
    command: ClassVar[str] = "compare"
    of_what: ClassVar[str] = "versions"
    request_type: ClassVar[type[Any]] = VersionsRequest
    results: ClassVar[tuple[str, ...]] = (RESULT,)
    looked: ClassVar[list[tuple[int, list[int]]]] = []
    """The looks, and the parts of each run that were there."""

    def play(self, prepared: Prepared[VersionsRequest], execution: Execution, play: str) -> None:
        def is_enough(parts: int) -> Stopped | None:
            self.looked.append((parts, [len(run.parts) for run in self.begun()]))
            enough = parts >= prepared.request.stop_at
            return Stopped(parts, "seat", 0.1, 0.05, {}) if enough else None

        stops = bool(prepared.request.stop_at)
        self.play_in_looks(prepared, execution, play, is_enough if stops else None)

    def result(self) -> dict[str, Any]:
        return {run.path.name: [part.games for part in run.parts] for run in self.runs}

    def write(self, result: dict[str, Any]) -> None:
        (self.path / RESULT).write_text(json.dumps(result))

    @classmethod
    def read_result(cls, folder: Path) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((folder / RESULT).read_text())
        return found

    @classmethod
    def plan_words(cls, prepared: Prepared[VersionsRequest]) -> str:
        return "some games"


def variants_in(folder: Path) -> tuple[Path, ...]:
    """Two variants, in which the price of gold and a limit differ."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"gold": "points_per_gold = 3", "dear": "experiment_potency = 2"}
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(f"[change.rules.numbers]\n{text}\n")
    return tuple(folder / f"{name}.toml" for name in texts)


def asked(folder: Path, **changes: Any) -> dict[str, Any]:
    """What a user gives: three versions of 40 games, in parts of 4."""
    given: dict[str, Any] = {"box": TESTBOX, "versions": variants_in(folder / "mine"), "games": 40}
    return given | changes


def play_versions(
    out: Path, given: Mapping[str, Any], *, resume: bool = False, play: str = FAKE, **how: Any
) -> Versions:
    """Play it in one thread; what has begun is resumed from its copies if nothing is given."""
    prepared = prepared_for(Versions, given, out, resume=resume)
    execution = Execution(**{"jobs": 1, "resume": resume, **how})
    return play_campaign(Versions, prepared, out, execution, play=play)


def runs_of(out: Path) -> list[Run]:
    return [Run(place) for place in sorted((out / RUNS).iterdir())]


def kept(out: Path) -> dict[str, str]:
    """All that must be the same: every table, the result, and all copies."""
    files = sorted(path for path in out.rglob("*") if path.is_file())
    names = {path: path.relative_to(out) for path in files}
    texts = {str(name): path.read_text() for path, name in names.items() if INPUTS in name.parts}
    return parquet(out) | {RESULT: (out / RESULT).read_text()} | texts


# ---------------------------------------------------------------- deaths


def go_on(out: Path, given: Mapping[str, Any], more: Mapping[str, Any]) -> None:
    """Resume with as few words as possible."""
    begun = holds_campaign(out) is Holds.A_RUN
    play_versions(out, more if begun else given, resume=True)
    assert not litter(out), litter(out)


def main(place: Path, how: str) -> int:
    """Die at several moments and resume; how many deaths there were.

    A campaign that is *stopped* by a look dies while it is played. One that is *longer* in the end
    dies, too, and is resumed with more games. One that is *extended* dies while it gets them.
    """
    rules_digest(load_game(DEFAULT))
    for name in ("joblib", "pandas", "trisim.record.arrow"):
        import_module(name)
    given = asked(place, games=16, stop_at=2 if how == "stopped" else 0)
    short = given | {"games": 6}  # its last part is shorter than the others
    more = {} if how == "stopped" else {"games": 16}
    whole, old = place / "whole", place / "old"
    assert in_a_fork(lambda: play_versions(whole, given)) == 0
    assert in_a_fork(lambda: play_versions(old, short)) == 0
    wanted, deaths = kept(whole), 0
    for step in MOMENTS[how]:
        out = place / f"step-{step}"
        if how == "extended":
            shutil.copytree(old, out)
        work = {"stopped": (given, False), "longer": (short, False), "extended": (more, True)}[how]

        def doomed(out: Path = out, step: int = step, work: Any = work) -> None:
            die_before(step, out)
            play_versions(out, work[0], resume=work[1])

        died = in_a_fork(doomed)
        assert died in (0, DIED), died
        assert in_a_fork(partial(go_on, out, given, more)) == 0, f"step {step}"
        assert kept(out) == wanted, f"step {step}"
        shutil.rmtree(out)
        deaths += died == DIED
    return deaths


if __name__ == "__main__":
    sys.stdout.write(f"{main(Path(sys.argv[1]), sys.argv[2])}\n")
