"""Campaigns: several runs that answer one question, and their result.

A kind of campaign has a request, which lists the runs, and a class, which computes and writes the
result. A campaign that was stopped keeps its finished parts and can be resumed to the same bytes.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from trisim.box.box import Box, load_box
from trisim.box.variants import Variant
from trisim.players.kit import PlayerKit
from trisim.players.player import ITERATIONS, Player, Speed, kernel_groups, speed_of
from trisim.players.specs import parse_spec
from trisim.players.speed import plays_compiled
from trisim.plugin import load as load_game
from trisim.sim.backends import check_reachable
from trisim.sim.campaign_folder import (
    CampaignManifest,
    begin,
    check_free,
    check_same,
    earlier_head,
    holds_campaign,
    read_campaign,
    withdraw,
)
from trisim.sim.errors import (
    BackendError,
    BadStrategyError,
    FolderError,
    InterruptedRunError,
)
from trisim.sim.folder import RUNS, Holds
from trisim.sim.inputs import (
    BoxFiles,
    InputFiles,
    load_copy,
    load_inputs,
    load_players,
    paths_in,
)
from trisim.sim.manifest import MANIFEST, Stopped
from trisim.sim.part import PLAY_BLOCK, disk_error
from trisim.sim.plan import Plan, check_restrictions, loaded_players, prepare
from trisim.sim.progress import Progress
from trisim.sim.request import Execution, OnProgress, Request
from trisim.sim.run import Run
from trisim.sim.run_directory import locked
from trisim.sim.run_request import RunRequest
from trisim.sim.runner import backend_of, check_execution, extend, run, stop_after
from trisim.sim.trust import UntrustedCodeError, record_own, user_trust
from trisim.stats.sequence import looks

LONGEST_NAME = 80
"""Letters of the name of a run's folder."""

TRIED = 6
"""The most runs that a forecast samples."""


@dataclass(frozen=True, slots=True)
class Version:
    """A box of a campaign that compares several: its name, folder and variants."""

    name: str
    box: Path | None
    variants: tuple[Path | Variant, ...] = ()
    """Files, or variants that were made for the campaign."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files of the variants; one without a file is called by its name."""
        return tuple(
            Path(re.sub(r"[^\w.=,+-]+", "_", each.name) + ".toml")
            if isinstance(each, Variant)
            else each
            for each in self.variants
        )


class CampaignRequest(Request, ABC):
    """A request for several runs."""

    __slots__ = ()

    can_be_extended: ClassVar[bool] = False
    """Whether it can be resumed with more games than it was begun with."""

    version_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that decide the further boxes, besides box and variants."""

    box: Path | None
    variants: tuple[Path, ...]

    @property
    @abstractmethod
    def specs(self) -> tuple[str, ...]:
        """The strategies, as the user names them."""

    @property
    def games_before_runs(self) -> int:
        """Games that are played before the runs and belong to none."""
        return 0

    def other_versions(self, box: Box) -> tuple[Version, ...]:
        """The boxes besides ``box``, the first one, if several are compared."""
        return ()

    def load_versions(self, box: Box) -> list[Box]:
        """The further boxes, loaded; ``box`` is the first."""
        return [load_box(box.format, each.box, each.variants) for each in self.other_versions(box)]

    def boxes(self, box: Box, others: Sequence[Box]) -> dict[str, Box]:
        """The boxes of runs that don't use the first one, by the names of the runs.

        ``others`` are those of ``other_versions``.
        """
        return {}

    def check_with(self, box: Box, players: Mapping[str, Player]) -> None:
        """Stop at what can only be known with box and strategies, before anything is played."""

    def completed(self, players: Mapping[str, Player]) -> Self:
        """The request with defaults that depend on the installed strategies."""
        return self

    @abstractmethod
    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The runs by the names of their folders."""


R = TypeVar("R", bound=CampaignRequest)
T = TypeVar("T")


def run_name(number: int, *words: str) -> str:
    """The folder of a run.

    >>> run_name(1, "balanced:noise=0.1", "own")
    '001-balanced_noise=0.1-own'
    """
    name = "-".join(re.sub(r"[^\w.=]+", "_", word) for word in words)
    return f"{number:03d}-{name}"[:LONGEST_NAME]


def short_names(specs: Sequence[str]) -> tuple[str, ...]:
    """Strategies as tables show them: files without folders, if these names differ.

    >>> short_names(["random", "my/own.py:noise=0.1"])
    ('random', 'own:noise=0.1')
    """
    short = [short_name(spec) for spec in specs]
    pairs = zip(specs, short, strict=True)
    return tuple(spec if short.count(name) > 1 else name for spec, name in pairs)


def short_name(spec: str) -> str:
    """The name of a strategy's file without folder and ending, with its parameters."""
    found = parse_spec(spec)
    name = Path(found.where).stem if found.is_path else found.where
    return name + spec.strip()[len(found.where) :]


# ---------------------------------------------------------------- loading


@dataclass(frozen=True, slots=True)
class Prepared(Generic[R]):
    """A request with its box, strategies and runs, loaded once."""

    request: R
    box: Box
    players: Mapping[str, Player]
    """The strategies by spec."""

    runs: Mapping[str, RunRequest]
    is_compiled: bool
    """Whether games are played compiled, or plain: the rows are the same."""

    others: tuple[Box, ...] = ()
    """The boxes of ``other_versions``."""

    boxes: Mapping[str, Box] = field(default_factory=dict)
    """The boxes of runs that don't use the first one."""

    @property
    def games(self) -> int:
        """The games of all runs; an interval may stop them earlier."""
        return sum(each.games for each in self.runs.values())

    @property
    def may_stop(self) -> bool:
        """Whether an interval may stop the games earlier."""
        until = getattr(self.request, "until_ci", None)
        return until is not None or any(each.until_ci for each in self.runs.values())

    @property
    def kernel_groups(self) -> tuple[str, ...]:
        """The optional groups of kernels that are needed."""
        rules = load_game(self.request.game).rules
        options = (each.options for each in self.runs.values())
        others = dict.fromkeys(group for each in options for group in rules.groups_of(each))
        return kernel_groups(self.players.values(), tuple(others))

    def plan(self, name: str, made: Mapping[str, Player] | None = None) -> Plan:
        """The plan of a run; ``made`` are strategies that the campaign has made."""
        players = {**self.players, **(made or {})}
        box = self.boxes.get(name, self.box)
        return prepare(self.runs[name], box=box, strategies=players, compiled=self.is_compiled)

    @property
    def files(self) -> InputFiles:
        request = self.request
        versions = tuple(
            BoxFiles(box, version.box, version.paths)
            for version, box in zip(request.other_versions(self.box), self.others, strict=True)
        )
        players = tuple(self.players.values())
        return InputFiles(self.box, request.box, request.variants, players, versions)


def prepare_campaign(
    request: R,
    *,
    box: Box | None = None,
    strategies: Mapping[str, Player] | None = None,
    others: Sequence[Box] | None = None,
) -> Prepared[R]:
    """Load what is not given; errors in boxes and strategies are raised here."""
    game = load_game(request.game)
    loaded = load_box(game.box, request.box, request.variants) if box is None else box
    players = known_players(request.specs, game.players, strategies or {})
    request = request.completed(players)
    others = request.load_versions(loaded) if others is None else others
    players = known_players(request.specs, game.players, players | dict(strategies or {}))
    for each in (loaded, *others):
        check_restrictions(players.values(), each)
    runs = request.runs(loaded, players)
    games = request.games_before_runs + sum(each.games for each in runs.values())
    is_compiled = plays_compiled(list(players.values()), games)
    boxes = request.boxes(loaded, others)
    request.check_with(loaded, players)
    return Prepared(request, loaded, players, runs, is_compiled, tuple(others), boxes)


def known_players(
    specs: Iterable[str], kit: PlayerKit, known: Mapping[str, Player]
) -> dict[str, Player]:
    """Strategies by spec; unknown ones are loaded, as the user names them."""
    found = {**known, **loaded_players([spec for spec in specs if spec not in known], kit)}
    return {spec: found[spec] for spec in specs}


# ---------------------------------------------------------------- on disk


class Campaign(ABC, Generic[R, T]):
    """A campaign on disk, finished or not; a subclass for each kind."""

    kind: ClassVar[str]
    """As messages call it, such as ``tournament``."""

    command: ClassVar[str]
    """The command that plays it."""

    of_what: ClassVar[str]
    """The subject of a run, such as line-ups."""

    request_type: ClassVar[type[Any]]
    results: ClassVar[tuple[str, ...]]
    """The result files; the first in the list is written last."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.manifest: CampaignManifest[R] = read_campaign(self.path, self.kind, self.request_type)

    # -- what a kind defines

    @abstractmethod
    def result(self) -> T:
        """All figures, computed from the runs part by part, so that memory stays flat."""

    @abstractmethod
    def write(self, result: T) -> None:
        """Write all result files."""

    @classmethod
    @abstractmethod
    def read_result(cls, folder: Path) -> T: ...

    @classmethod
    @abstractmethod
    def plan_words(cls, prepared: Prepared[R]) -> str:
        """The number of games and what they are, in a sentence."""

    @classmethod
    def plan_lines(cls, prepared: Prepared[R]) -> Iterable[str]:
        """More lines for a dry run."""
        return ()

    @classmethod
    def rounding_words(cls, request: R, games: int) -> str:
        """The note that more games are played than requested; "" if not."""
        return ""

    @classmethod
    def forecast(cls, prepared: Prepared[R], cores: int) -> tuple[float, float]:
        """Seconds and bytes of the campaign, estimated from some of its runs."""
        from trisim.sim.forecast import forecast_several

        names = list(prepared.runs)
        tried = names[:: -(-len(names) // TRIED)]
        plans = (prepared.plan(name) for name in tried)
        return forecast_several(plans, len(tried), len(names), cores)

    @classmethod
    def games(cls, prepared: Prepared[R]) -> int:
        """All games; an interval may stop them earlier."""
        return prepared.request.games_before_runs + prepared.games

    @classmethod
    def plan_of_a_run(cls, prepared: Prepared[R]) -> Plan:
        """The plan of one of the runs, to check that they can be played."""
        return prepared.plan(next(iter(prepared.runs)))

    def play(self, prepared: Prepared[R], execution: Execution, play: str) -> None:
        self.play_runs(prepared, execution, play)

    # -- what all have

    @property
    def request(self) -> R:
        return self.manifest.request

    def begun(self) -> Iterator[Run]:
        """The runs that exist already."""
        places = (self.path / RUNS / name for name in self.manifest.runs)
        return (Run(place) for place in places if (place / MANIFEST).is_file())

    @property
    def runs(self) -> list[Run]:
        """All runs; raises unless each is finished and complete."""
        found = [here for here in self.begun() if here.is_finished and not here.missing_parts]
        if len(found) < len(self.manifest.runs):
            raise FolderError(
                f"{self.path}: {len(found)} of {len(self.manifest.runs)} {self.of_what} are "
                "played; continue with --resume"
            )
        return found

    def play_runs(
        self,
        prepared: Prepared[R],
        execution: Execution,
        play: str,
        made: Mapping[str, Player] | None = None,
    ) -> None:
        """Play the runs one after the other; finished ones are skipped."""
        order = slowest_first(prepared.runs, {**prepared.players, **(made or {})})
        together = Together([prepared.runs[name].games for name in order], execution.on_progress)
        for number, name in enumerate(order):
            told = together.told_by(number)
            here = replace(execution, resume=True, force=False, on_progress=told)
            run(prepared.plan(name, made), self.path / RUNS / name, here, play=play)
            together.finished(number, Run(self.path / RUNS / name).games_played)

    def play_in_looks(
        self,
        prepared: Prepared[R],
        execution: Execution,
        play: str,
        is_enough: Callable[[int], Stopped | None] | None = None,
    ) -> None:
        """Play all runs to the same deals, from look to look.

        ``is_enough`` is called with a number of parts that all runs have, and says whether they
        are enough; without it all parts are played at once. Runs that were begun with fewer games
        are extended.
        """
        for name in prepared.runs:
            extend(self.path / RUNS / name, prepared.plan(name).request)
        most = max(prepared.plan(name).request.parts for name in prepared.runs)
        order = list(prepared.runs)
        together = Together([prepared.runs[name].games for name in order], execution.on_progress)
        for look in looks(most) if is_enough else [most]:
            for number, name in enumerate(order):
                told = together.told_by(number)
                here = replace(execution, resume=True, force=False, on_progress=told)
                run(prepared.plan(name), self.path / RUNS / name, here, play=play, parts=look)
                together.paused(number)
            if is_enough and look < most and (stopped := is_enough(look)) is not None:
                for name in order:
                    stop_after(self.path / RUNS / name, stopped)
                return

    def is_blank(self) -> bool:
        """Whether nothing of it is played."""
        return not any((self.path / RUNS).iterdir())

    def stopped(self, prepared: Prepared[R]) -> str:
        """The message after an interruption."""
        played = sum(here.games_played for here in self.begun())
        most = " at most" if prepared.may_stop else ""
        return f"{played:,} of {prepared.games:,} games{most} are kept"

    def aborted(self) -> int:
        return sum(count_aborted(here) for here in self.runs)


C = TypeVar("C", bound=Campaign[Any, Any])


def slowest_first(runs: Mapping[str, RunRequest], players: Mapping[str, Player]) -> list[str]:
    """The names of runs, those with the most search first, then those with Python classes.

    So the estimate of the time left is never based on fast games while slow ones are still to come.
    """

    def slowness(name: str) -> tuple[int, float]:
        seated = [players[spec] for spec in runs[name].strategies]
        iterations = sum(player.search.get(ITERATIONS, 0) for player in seated)
        return list(Speed).index(speed_of(seated)), iterations

    return sorted(runs, key=slowness, reverse=True)


class Together:
    """The progress of all runs of a campaign as one."""

    def __init__(self, sizes: Sequence[int], on_progress: OnProgress | None) -> None:
        self.on_progress = on_progress
        self.sizes = list(sizes)
        self.games = [0] * len(self.sizes)
        """Of each run, those of earlier sittings included."""

        self.played, self.before = [0] * len(self.sizes), [0] * len(self.sizes)
        """Of each run in this sitting; and before it was continued the last time."""

        self.started = time.monotonic()

    def finished(self, number: int, games: int) -> None:
        """A run is over, perhaps with fewer games than planned."""
        self.sizes[number] = self.games[number] = games

    def paused(self, number: int) -> None:
        """A run will be continued after others."""
        self.before[number] = self.played[number]

    def told_by(self, number: int) -> OnProgress | None:
        """What one of the runs tells how far it is."""
        if self.on_progress is None:
            return None
        told = self.on_progress

        def tell(progress: Progress) -> None:
            self.played[number] = self.before[number] + progress.played_now
            self.games[number] = progress.games
            told(
                Progress(
                    games=sum(self.games),
                    games_in_all=sum(self.sizes),
                    parts=number,
                    parts_in_all=len(self.sizes),
                    played_now=sum(self.played),
                    seconds=time.monotonic() - self.started,
                    note=progress.note,
                )
            )

        return tell


def count_aborted(played: Run) -> int:
    """Games that ended at a limit that no legal game should reach."""
    import polars as pl

    status = played.games.select((pl.col("status").cast(pl.String) == "aborted").sum())
    return int(status.collect().item())


# ---------------------------------------------------------------- playing


def prepared_for(
    kind: type[C],
    given: Mapping[str, Any],
    out: Path | None,
    *,
    resume: bool = False,
    trust: bool = False,
) -> Prepared[Any]:
    """The campaign for the values that a user gives; with ``resume``, the one in ``out``.

    On resume, values that are not given again stay as they were; box and strategies are the copies.
    """
    if resume and out is not None and earlier_head(out) is not None:
        kind(out)  # says that only the version that wrote it can read it
    if not resume or out is None or holds_campaign(out) is not Holds.A_RUN:
        if resume and out is not None and not given:
            raise FolderError(
                f"--resume: there is no {kind.kind} in {out}; name its folder, or say what to play"
            )
        return prepare_campaign(kind.request_type.of(**given))
    begun = kind(out).manifest
    request = kind.request_type.of(replace(begun.request, **paths_in(begun)), **given)
    is_same_box = not {"box", "variants", "versions"} & set(given)
    has_same_versions = is_alike(request, begun.request)
    return prepare_campaign(
        request,
        box=load_inputs(out, begun) if is_same_box else None,
        strategies=load_players(out, begun, user_trust(everything=trust)),
        others=load_others(out, begun) if is_same_box and has_same_versions else None,
    )


def prepared_again(kind: type[C], request: R, out: Path) -> Prepared[R]:
    """The campaign for a request; if it has begun, with its own copies.

    A Python strategy that is not on the user's list is loaded from the path in the request, as for
    a new campaign.
    """
    if holds_campaign(out) is not Holds.A_RUN:
        return prepare_campaign(request)
    begun = kind(out).manifest
    is_same_box = paths_in(begun) == {"box": request.box, "variants": request.variants}
    try:
        strategies = load_players(out, begun, user_trust())
    except UntrustedCodeError:
        strategies = None
    if not is_same_box:
        return prepare_campaign(request, strategies=strategies)
    box = load_inputs(out, begun)
    others = load_others(out, begun) if is_alike(request, begun.request) else None
    return prepare_campaign(request, box=box, strategies=strategies, others=others)


def is_alike(one: CampaignRequest, other: CampaignRequest) -> bool:
    """Whether two requests for the same box have the same further boxes."""
    return all(getattr(one, name) == getattr(other, name) for name in one.version_fields)


def load_others(out: Path, begun: CampaignManifest[Any]) -> list[Box]:
    """The further boxes of a campaign, from their copies."""
    records = enumerate(begun.versions, start=1)
    return [load_copy(out, begun, record, number) for number, record in records]


def wanted_manifest(kind: type[C], prepared: Prepared[R], command: str = "") -> CampaignManifest[R]:
    files = prepared.files
    return CampaignManifest(
        kind=kind.kind,
        command=command,
        request=prepared.request,
        box=files.box_record(),
        variants=files.variant_records(),
        strategies=files.strategy_records(),
        runs=tuple(prepared.runs),
        results=kind.results,
        versions=files.version_records(),
    )


def check_campaign(kind: type[C], prepared: Prepared[Any], out: Path, execution: Execution) -> None:
    """Check that a campaign can be played, before anything is written or compiled."""
    check_free(out, kind.kind, execution)
    check_execution(kind.plan_of_a_run(prepared), execution)
    if holds_campaign(out) is Holds.A_RUN and not execution.force:
        check_same(out, wanted_manifest(kind, prepared), kind(out).manifest)


def play_campaign(
    kind: type[C],
    prepared: Prepared[Any],
    out: str | Path,
    execution: Execution,
    *,
    play: str = PLAY_BLOCK,
) -> C:
    """Play a campaign into a directory and write its results.

    Raises ``RunError`` with one line for the user. Finished parts always stay, and ``resume``
    continues to the same bytes.
    """
    with begun_campaign(kind, prepared, out, execution) as campaign:
        campaign.play(prepared, execution, play)
        campaign.write(campaign.result())
    return campaign


@contextmanager
def begun_campaign(
    kind: type[C], prepared: Prepared[Any], out: str | Path, execution: Execution
) -> Iterator[C]:
    """A campaign in its locked directory, begun or continued; errors become one line."""
    folder = Path(out).absolute()
    check_campaign(kind, prepared, folder, execution)
    check_reachable(backend_of(kind.plan_of_a_run(prepared), execution), execution.address)
    with locked(folder):
        wanted = wanted_manifest(kind, prepared, execution.command)
        is_new = begin(folder, wanted, prepared.files, execution)
        record_own(prepared.players.values())
        campaign = kind(folder)
        try:
            yield campaign
        except (InterruptedRunError, KeyboardInterrupt) as error:
            kept = campaign.stopped(prepared)
            raise InterruptedRunError(
                f"{folder}: stopped; {kept}, continue with --resume"
            ) from error
        except (BackendError, BadStrategyError):
            if is_new and campaign.is_blank():
                withdraw(folder, wanted.results)
            raise
        except OSError as error:
            raise disk_error(folder, error, f"the {kind.kind}") from error
