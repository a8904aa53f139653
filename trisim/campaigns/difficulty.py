"""A study of difficulty: what each option of Botmegistus is worth to each strategy.

Each strategy has an ordinary solo run over the same deals, against all setups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.box.difficulty import BOTMEGISTUS
from trisim.box.faults import shown
from trisim.campaigns.difficulty_setups import ROLLS, StudySetup, presets_of, study_setups
from trisim.players.player import Player, speed_of
from trisim.report.difficulty_files import PICTURES, TABLES, write_figures, write_tables
from trisim.report.results import read_result, write_result
from trisim.sim.campaign import (
    Campaign,
    CampaignRequest,
    Prepared,
    count_aborted,
    run_name,
    short_names,
)
from trisim.sim.errors import FolderError, SettingsError
from trisim.sim.inputs import load_inputs
from trisim.sim.request import (
    BOX,
    SEED,
    VARIANTS,
    check_named_once,
    check_options,
    option,
    words_of,
)
from trisim.sim.run import Run
from trisim.sim.run_request import ALCHEMISTS, RunRequest, as_paths, read_alchemists, usual_part
from trisim.sim.solo_setups import SoloSetup
from trisim.sim.until import target_of
from trisim.stats.difficulty import Findings, Tally, findings
from trisim.stats.estimate import StatsError
from trisim.stats.sequence import Metric, Target, halfwidth_of
from trisim.stats.solo_arrays import read_solo_sheet

GAMES, MOST_GAMES_UNTIL = 1_000, 1_000_000
"""How many games there are against each setup if nothing is said, and if an interval decides."""

MOST_STRATEGIES = 24
MOST_ROLLS = 12
METRIC = Metric.OPTION.value
RESULT = "difficulty.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyRequest(CampaignRequest):
    """What decides every row of a study, besides box, strategies and version.

    Which setups there are depends on the box, too: ``setups``.
    """

    what: ClassVar[str] = "study"

    strategies: tuple[str, ...] = option(
        ("balanced",),
        "Who plays against Botmegistus; several with commas, or given more than once.",
        metavar="NAME",
        flag="--strategy",
        is_multiple=True,
        unsaid="balanced",
    )
    only: tuple[str, ...] = option(
        (),
        "A smaller study: options, planning, presets, or single ones by name, with commas.",
        metavar="WHAT",
        is_multiple=True,
        default_words="all",
    )
    combinations: tuple[str, ...] = option(
        (),
        "Options at once, such as extra_gold+tracks_at_one; may be given more than once.",
        metavar="A+B",
        flag="--combination",
        is_multiple=True,
        default_words="",
    )
    rolls: tuple[int, ...] = option(
        ROLLS, "Numbers of setup rolls to try beside the usual one.", metavar="N,…"
    )
    games: int = option(
        GAMES,
        "How many games against each setup: so many deals, and every deal is played once against "
        "each.",
        unsaid=None,
        default_words=f"{GAMES}; with --until-ci at most {MOST_GAMES_UNTIL}",
    )
    until_ci: float | None = option(
        None,
        "Stop as soon as every effect on the win rate is known so well, such as 1% (percentage "
        "points); --games is the most.",
        metavar="HALFWIDTH",
        default_words="",
    )
    seed: int = option(1, **SEED)
    alchemists: str | tuple[str, ...] = option(
        "balanced",
        **{
            **ALCHEMISTS,
            "help": "Yours: balanced, random, chosen, or one id, as in trisim run --solo.",
        },
    )
    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)

    def __post_init__(self) -> None:
        check_options(self)
        if not 1 <= len(self.strategies) <= MOST_STRATEGIES:
            raise SettingsError(
                f"strategies {','.join(self.strategies) or 'none'}: a study has 1 to "
                f"{MOST_STRATEGIES} of them"
            )
        check_named_once("strategies", self.strategies)
        self.run_of(self.strategies[0])

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Lists, alchemists and the half-width as a user gives them."""
        halfwidth = read_halfwidth(values.get("until_ci"))
        named: dict[str, Any] = {
            name: words_of(values[name])
            for name in ("strategies", "only", "combinations")
            if name in values
        }
        return {
            "games": GAMES if halfwidth is None else MOST_GAMES_UNTIL,
            **values,
            **named,
            "rolls": read_rolls(values.get("rolls", ROLLS)),
            "until_ci": halfwidth,
            "alchemists": read_alchemists(values.get("alchemists"), False, True),
            "box": None if values.get("box") is None else Path(values["box"]),
            "variants": as_paths(values.get("variants", ())),
        }

    # -- what follows

    @property
    def specs(self) -> tuple[str, ...]:
        """The strategies that are played, as they were named."""
        return self.strategies

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies as they are called in tables."""
        return short_names(self.strategies)

    def setups(self, box: Box) -> tuple[StudySetup, ...]:
        """What every deal is played against; all others are compared with the first one."""
        found = study_setups(box, self.only, self.rolls, self.combinations)
        if len(found) < 2:
            raise SettingsError("only: nothing is left to compare with normal; ask for more")
        return found

    def presets(self, box: Box) -> tuple[str, ...]:
        """The names of the presets among the setups, from the easiest to the hardest."""
        return presets_of(box, self.setups(box), self.only)

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The run of each strategy; all have the same deals, in the same parts."""
        setups = tuple(setup.solo for setup in self.setups(box))
        part = usual_part(self.games, len(setups), False, speed_of(list(players.values())))
        return {
            run_name(number, name): self.run_of(spec, setups, part)
            for number, (name, spec) in enumerate(zip(self.names, self.strategies, strict=True))
        }

    def run_of(
        self, spec: str, setups: tuple[SoloSetup, ...] = (), part_deals: int = 1
    ) -> RunRequest:
        """The run of a strategy; without setups, against normal alone."""
        each = max(1, len(setups))
        return RunRequest(
            players=2,
            games=self.games * each,
            lineup=(spec, BOTMEGISTUS),
            seed=self.seed,
            alchemists=self.alchemists,
            solo=True,
            setups=setups,
            box=self.box,
            variants=self.variants,
            log="players",
            until_ci=(METRIC, self.until_ci) if self.until_ci and setups else None,
            part_games=part_deals * each if setups else None,
        )


def read_rolls(given: int | str | Sequence[int | str]) -> tuple[int, ...]:
    """Numbers of setup rolls.

    >>> read_rolls("0, 4"), read_rolls([1, 6]), read_rolls(3)
    ((0, 4), (1, 6), (3,))
    """
    listed = (given,) if isinstance(given, int) else given
    texts = listed if isinstance(listed, str) else [str(each) for each in listed]
    return tuple(map(rolls_of, words_of(texts)))


def rolls_of(text: str) -> int:
    """A number of setup rolls."""
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= MOST_ROLLS):
        raise SettingsError(
            f"--rolls {shown(text)}: a whole number from 0 to {MOST_ROLLS} is expected"
        )
    return int(text)


def read_halfwidth(given: str | float | None) -> float | None:
    """The half-width of an interval, as a number or in words.

    >>> read_halfwidth("1%"), read_halfwidth("option=0.01"), read_halfwidth(0.01)
    (0.01, 0.01, 0.01)
    """
    if given is None:
        return None
    text = str(given).strip().removeprefix(f"{METRIC}=")
    try:
        return Target(Metric.OPTION, halfwidth_of(text, Metric.OPTION)).halfwidth
    except StatsError as error:
        raise SettingsError(f"--until-ci {shown(str(given))}: {error}") from error


class Study(Campaign[DifficultyRequest, Findings]):
    """A study of difficulty on disk, finished or not."""

    kind: ClassVar[str] = "study"
    command: ClassVar[str] = "difficulty"
    of_what: ClassVar[str] = "strategies"
    request_type: ClassVar[type[Any]] = DifficultyRequest
    results: ClassVar[tuple[str, ...]] = (RESULT, *TABLES, *PICTURES)

    def __repr__(self) -> str:
        return f"Study({str(self.path)!r}: {', '.join(self.request.names)})"

    def result(self) -> Findings:
        """All figures, from the tables of the runs: part by part, so that memory stays flat."""
        request, runs = self.request, self.runs
        box = load_inputs(self.path, self.manifest)
        tallies = (tally(here, request, box) for here in runs)
        return findings(
            dict(zip(request.names, tallies, strict=True)),
            specs=request.strategies,
            aborted=[count_aborted(here) for here in runs],
            until=target_of((METRIC, request.until_ci)) if request.until_ci else None,
        )

    findings = result

    def write(self, result: Findings) -> None:
        """Write tables, pictures, and JSON with all figures."""
        write_tables(self.path, result)
        write_figures(self.path, result)
        pairs = zip(self.request.names, self.manifest.runs, strict=True)
        runs = {name: f"runs/{run}" for name, run in pairs}
        asked = {"asked": self.manifest.asked(), "runs": runs}
        write_result(self.path / RESULT, {**asked, "findings": result.as_dict()})

    @classmethod
    def read_result(cls, folder: Path) -> Findings:
        """The findings that were written."""
        return read_result(cls, folder, RESULT, "findings", Findings)

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[DifficultyRequest]) -> str:
        """How many games a study has, and of what."""
        request = prepared.request
        most = until = ""
        if request.until_ci:
            most = "at most "
            until = f" until all effects are known to ± {100 * request.until_ci:g} points"
        return (
            f"{', '.join(request.names)} against {len(request.setups(prepared.box))} setups of "
            f"Botmegistus{until}: {most}{request.games:,} games against each, always the same "
            f"{request.games:,} deals; {most}{prepared.games:,} games in all."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[DifficultyRequest]) -> Iterable[str]:
        """What would be compared."""
        for setup in prepared.request.setups(prepared.box):
            about = f", {setup.group}" if setup.group not in ("", setup.kind) else ""
            yield f"  {setup.name:<22} {setup.kind}{about}"


def tally(run: Run, request: DifficultyRequest, box: Box) -> Tally:
    """The sums of the run of a strategy."""
    setups = tuple(setup.for_stats() for setup in request.setups(box))
    if tuple(setup.name for setup in setups) != run.request.scenarios:
        raise FolderError(
            f"{run.path}: it was played against other setups than this version of trisim derives "
            "from the request; read it with the trisim that played it"
        )
    made = Tally(setups, request.presets(box))
    for file in run.files("players"):
        made.read(read_solo_sheet(file, len(setups)))
    return made
