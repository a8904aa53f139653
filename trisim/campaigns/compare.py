"""A comparison: versions of a game over the same deals, and what each changes against the first.

Each version has an ordinary run. A comparison can be resumed with more games; as verdicts were
shown before, all intervals then hold at every look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.campaigns.adaptation import (
    ADAPTED,
    TUNINGS,
    USUAL_GAMES,
    Adaptation,
    AdaptedGames,
    check_tunable,
)
from trisim.campaigns.adapted_result import adapted_result
from trisim.campaigns.compare_until import (
    Until,
    Waiting,
    matcher,
    read_until,
)
from trisim.campaigns.compare_versions import (
    VersionWord,
    check_versions,
    complete_words,
    names_of,
    versions_of,
)
from trisim.campaigns.detect import Detect, Needs, needs_in, pilot
from trisim.campaigns.measures import fitting, known_measures, metric_words, patterns_of
from trisim.players.player import Player, Speed, speed_of
from trisim.plugin import DEFAULT, load
from trisim.report.comparison import Comparison
from trisim.report.comparison_facts import Comparing, ComparisonWishes, compare_runs
from trisim.report.comparison_files import ADAPTED_TABLE, PAGE, TABLES, write_page, write_tables
from trisim.report.comparison_targets import wanted_by
from trisim.report.comparison_words import measure_words
from trisim.report.decisive import MOST
from trisim.report.results import read_result, write_result
from trisim.report.sections.measures import Labels
from trisim.report.sections.words import names_of_all
from trisim.sim.campaign import (
    Campaign,
    CampaignRequest,
    Prepared,
    Together,
    Version,
    run_name,
)
from trisim.sim.campaign_folder import write_campaign
from trisim.sim.errors import SettingsError
from trisim.sim.folder import RUNS
from trisim.sim.options import BALANCED, GameOptions, check_options, option
from trisim.sim.request import (
    BOX,
    GAME,
    LINEUP,
    PLAYERS,
    ROLES,
    SEED,
    STRATEGY,
    VARIANTS,
    Execution,
    words_of,
)
from trisim.sim.run import Run
from trisim.sim.run_request import RunRequest, as_paths, fewest_deals_a_part, table_given
from trisim.stats.analyses.targets import Target, read_targets, targets_from
from trisim.stats.changes import USUAL, Margins, read_margins
from trisim.stats.estimate import StatsError

GAMES, MOST_GAMES_UNTIL = 8_000, 1_000_000
"""Games of each version: the default, and the maximum with ``until_ci``."""

GAMES_A_PART = {Speed.QUICK: 512, Speed.PYTHON: 64, Speed.SEARCH: 8}
"""Parts never depend on the number of games, so that a comparison can be extended."""

MOST_DECISIVE = 10
RESULT = "comparison.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareRequest(CampaignRequest):
    """A request that decides, with boxes, strategies and version, every row of a comparison.

    ``versions`` are complete words: a box or ``reference``, and variants over it. ``box`` and
    ``variants`` are those of the first version.
    """

    what: ClassVar[str] = "comparison"
    can_be_extended: ClassVar[bool] = True

    versions: tuple[str, ...]
    game: str = option(DEFAULT, **GAME)
    players: int = option(0, unsaid=None, **PLAYERS)
    games: int = option(
        GAMES,
        "How many games of each version, rounded up to whole deals; all versions have the same.",
        unsaid=None,
        default_words=f"{GAMES}; with --until-ci at most {MOST_GAMES_UNTIL}",
    )
    strategy: str = option("", stored=False, **STRATEGY)
    lineup: tuple[str, ...] = option((), **LINEUP)
    seed: int = option(1, **SEED)
    roles: str | tuple[str, ...] = option(BALANCED, **ROLES)
    game_options: GameOptions | None = None
    """The options of the game, the same for all versions; None stands for its defaults."""

    margin: Margins = option(
        USUAL,
        "Changes that are too small to matter: percentage points of rates, and if you like points "
        "of the game and per cent of other means.",
        metavar="RATE,POINTS,SHARE",
        unsaid=None,
        default_words=str(USUAL),
    )
    targets: Path | None = option(
        None,
        "Judge by the targets of FILE instead of those of the game.",
        metavar="FILE",
        stored=False,
        default_words="",
    )
    targets_text: str = ""
    """What the file of targets says; empty: those of the game."""

    until_ci: Until | None = option(
        None,
        "Stop as soon as the intervals of these differences have this half-width: seat, score, "
        "won, a role, or a measure, such as card.ID.win=2%; --games is the maximum.",
        metavar="METRIC=HALFWIDTH",
        default_words="",
    )
    decisive: int = option(
        MOST,
        f"How many games that the change decided are shown, up to {MOST_DECISIVE}; 0: none.",
        least=0,
        most=MOST_DECISIVE,
    )
    retune: int = option(
        0,
        "Tune the strategy for each version, too, by so many games in each of three tunings, and "
        "compare what the tuned players do.",
        alone=USUAL_GAMES,
        least=0,
        default_words=f"not; without a number {USUAL_GAMES:,}",
    )
    box: Path | None = option(None, **{**BOX, "help": "The box that variants are applied to."})
    variants: tuple[Path, ...] = option(
        (), **{**VARIANTS, "help": "A variant below all others; may be given more than once."}
    )

    def __post_init__(self) -> None:
        self.complete()
        check_options(self)
        check_versions(self.versions)
        first, put = VersionWord.read(self.versions[0]), object.__setattr__
        put(self, "box", first.box)
        put(self, "variants", first.variants)
        put(self, "games", self.run_of(first).games)

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert versions, line-ups, margins, targets and the half-width."""
        info = load(values["game"]).info
        values = values | table_given(values, given, info.tuning.start)
        until = read_until(values.get("until_ci"), info)
        if "targets" in given:
            file = Path(values["targets"])
            values["targets_text"] = read_targets(file, info.players).text
        return {
            "games": GAMES if until is None else MOST_GAMES_UNTIL,
            **values,
            "versions": read_versions(values, given),
            "strategy": "",
            "margin": read_margin(values.get("margin", USUAL)),
            "until_ci": until,
            "targets": None,
            "box": None,
            "variants": (),
        }

    def completed(self, players: Mapping[str, Player]) -> CompareRequest:
        """The same; a strategy that can't be tuned is refused."""
        if self.retune:
            check_tunable(self.adaptation, self.lineup, players)
        return self

    def check_with(self, box: Box, players: Mapping[str, Player]) -> None:
        """Stop at a measure that these games don't have."""
        if self.until_ci is not None and "." in self.until_ci[0]:
            run = self.run_of(VersionWord.read(self.versions[0]))
            known_measures(run, box).check_pattern(self.until_ci[0], "--until-ci")

    # -- what follows

    @property
    def adaptation(self) -> Adaptation:
        """The tunings for all versions, and the games of those who are tuned."""
        runs = {
            name: self.run_of(VersionWord.read(word), GAMES_A_PART[Speed.QUICK])
            for name, word in zip(self.names, self.versions, strict=True)
        }
        start, *_ = self.specs
        return Adaptation(games=self.retune, seed=self.seed, start=start, runs=runs)

    @property
    def games_before_runs(self) -> int:
        """The games of tunings and of tuned players, which are played after the runs."""
        return self.adaptation.games_in_all if self.retune else 0

    @property
    def specs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.lineup[: self.players - len(self.options.automas)]))

    @property
    def names(self) -> tuple[str, ...]:
        """The versions as tables show them."""
        return names_of(self.versions)

    def other_versions(self, box: Box) -> tuple[Version, ...]:
        return versions_of(self.versions)[1:]

    @property
    def run_names(self) -> tuple[str, ...]:
        return tuple(run_name(number, name) for number, name in enumerate(self.names))

    def boxes(self, box: Box, others: Sequence[Box]) -> dict[str, Box]:
        """The boxes of all versions but the first; two that are the same are refused."""
        seen: dict[str, str] = {}
        for name, here in zip(self.names, (box, *others), strict=True):
            if here.digest in seen:
                raise SettingsError(
                    f"versions: {seen[here.digest]} and {name} have the same values, so there is "
                    "nothing to compare; leave one out"
                )
            seen[here.digest] = name
        return dict(zip(self.run_names[1:], others, strict=True))

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The run of each version; all have the same deals, in the same parts."""
        speed = speed_of(list(players.values()))
        return {
            run: self.run_of(VersionWord.read(word), GAMES_A_PART[speed])
            for run, word in zip(self.run_names, self.versions, strict=True)
        }

    def run_of(self, version: VersionWord, part_games: int | None = None) -> RunRequest:
        """The run of a version, with all tables that the game has."""
        levels = {table.level for table in load(self.game).record.tables.values()}
        made = RunRequest(
            game=self.game,
            players=self.players,
            games=self.games,
            lineup=self.lineup,
            seed=self.seed,
            roles=self.roles,
            game_options=self.game_options,
            box=version.box,
            variants=version.variants,
            log="turns",
            cards="cards" in levels,
            ledger=int("ledger" in levels),
        )
        if part_games is None:
            return made
        least = fewest_deals_a_part(made.deals) * made.games_a_deal
        return replace(made, part_games=max(part_games, least))

    def targets_to_judge(self) -> tuple[Target, ...] | None:
        """The targets of the user's file; None stands for those of the game."""
        if not self.targets_text:
            return None
        return targets_from(self.targets_text, "the targets", self.info.players).targets

    def differences(self, other: CompareRequest) -> list[str]:
        """As of any request; the text of targets in a few words."""
        return [
            "targets: another file" if line.startswith("targets-text:") else line
            for line in CampaignRequest.differences(self, other)
        ]


def read_versions(values: Mapping[str, Any], given: frozenset[str]) -> tuple[str, ...]:
    """The versions as complete words; those of something that is resumed are so already."""
    if "versions" not in given:
        if {"box", "variants"} & given:
            raise SettingsError("--box and --variant: name the versions again, too")
        return tuple(values.get("versions", ()))
    words = values["versions"]
    box = values.get("box") if "box" in given else None
    variants = as_paths(values.get("variants", ())) if "variants" in given else ()
    over = VersionWord(None if box is None else Path(box), variants)
    listed = words_of(words) if isinstance(words, str) else tuple(map(str, words))
    return complete_words(listed, over)


def read_margin(given: str | float | Margins) -> Margins:
    try:
        return read_margins(given)
    except StatsError as error:
        raise SettingsError(f"--{error}") from error


class ComparisonCampaign(Campaign[CompareRequest, Comparison]):
    """A comparison on disk, finished or not."""

    kind: ClassVar[str] = "comparison"
    command: ClassVar[str] = "compare"
    of_what: ClassVar[str] = "versions"
    request_type: ClassVar[type[Any]] = CompareRequest
    results: ClassVar[tuple[str, ...]] = (
        *(RESULT, *TABLES, PAGE),
        *(ADAPTED_TABLE, TUNINGS, ADAPTED),
    )

    def __repr__(self) -> str:
        return f"ComparisonCampaign({str(self.path)!r}: {', '.join(self.request.names)})"

    def play(self, prepared: Prepared[CompareRequest], execution: Execution, play: str) -> None:
        """Play all versions; then tunings, and the games of those who are tuned."""
        request = prepared.request
        if not request.retune:
            self.play_versions(prepared, execution, play)
            return
        together = Together([prepared.games, request.games_before_runs], execution.on_progress)
        told = replace(execution, on_progress=together.told_by(0))
        self.play_versions(prepared, told, play)
        together.finished(0, sum(here.games_played for here in self.begun()))
        told = replace(execution, on_progress=together.told_by(1))
        boxes = dict(zip(request.names, (prepared.box, *prepared.others), strict=True))
        self.adapted.play(boxes, prepared.players[request.specs[0]], told, play)

    def play_versions(
        self, prepared: Prepared[CompareRequest], execution: Execution, play: str
    ) -> None:
        """Play all versions to the same deals; with ``until_ci`` from look to look."""
        request = prepared.request
        waiting = None
        if request.until_ci is not None:
            first = next(iter(prepared.runs.values())).part_deals
            wishes = self.wishes((), first)
            waiting = Waiting(request.until_ci, self.opened, request.names, wishes)
        self.play_in_looks(prepared, execution, play, waiting)

    @property
    def adapted(self) -> AdaptedGames:
        """The tunings, and the games of those who were tuned, on disk."""
        return AdaptedGames(self.path, self.request.adaptation)

    def stopped(self, prepared: Prepared[CompareRequest]) -> str:
        """The message after an interruption."""
        words = super().stopped(prepared)
        return f"{self.adapted.done_words()} and {words}" if self.request.retune else words

    def opened(self) -> list[Run]:
        return [Run(self.path / RUNS / name) for name in self.manifest.runs]

    def result(self) -> Comparison:
        runs = self.runs
        deals = min(sum(part.deals for part in run.parts) for run in runs)
        earlier = tuple(each for each in self.manifest.looks if each < deals)
        wishes = self.wishes(earlier, runs[0].request.part_deals)
        found = compare_runs(runs, self.request.names, wishes)
        if not self.request.retune:
            return found
        return replace(found, adapted=adapted_result(self.adapted, found))

    comparison = result

    def wishes(self, earlier: tuple[int, ...], part: int) -> ComparisonWishes:
        """What is asked of the result, after it was shown for so many deals ``earlier``.

        With ``until_ci`` the first look of all is after one part of so many deals.
        """
        request, until = self.request, self.request.until_ci
        return ComparisonWishes(
            margins=request.margin,
            targets=request.targets_to_judge(),
            decisive=request.decisive,
            peeking=bool(until or earlier),
            looks=earlier,
            first_look=min([*earlier, *([part] if until else [])], default=0),
            until=f"{until[0]}={until[1]:g}" if until else "",
            until_measures=matcher(patterns_of(until[0], request.info)) if until else None,
            halfwidth=until[1] if until else 0.0,
            folders=tuple(f"{RUNS}/{name}" for name in self.manifest.runs),
        )

    def write(self, result: Comparison) -> None:
        """Write that results were shown, then all files."""
        if result.deals not in self.manifest.looks:
            looks = (*self.manifest.looks, result.deals)
            self.manifest = replace(self.manifest, looks=looks)
            write_campaign(self.path, self.manifest)
        write_page(self.path / PAGE, result, self.manifest.plugin.report)
        write_tables(self.path, result)
        asked = {"asked": self.manifest.asked()}
        write_result(self.path / RESULT, {**asked, "comparison": result.as_dict()})

    @classmethod
    def read_result(cls, folder: Path) -> Comparison:
        return read_result(cls, folder, RESULT, "comparison", Comparison)

    # -- words

    @classmethod
    def plan_words(cls, prepared: Prepared[CompareRequest]) -> str:
        request = prepared.request
        base, *others = request.names
        games = next(iter(prepared.runs.values()))
        most = until = ""
        if request.until_ci:
            metric, halfwidth = request.until_ci
            most, until = "at most ", f" until the differences of {metric} are known to ± "
            until += f"{halfwidth:g}"
        return (
            f"{base} against {', '.join(others)}{until}: {most}{games.deals:,} deals of "
            f"{games.games_a_deal:,} games, always the same; {most}{prepared.games:,} games in all."
            f"{request.adaptation.words() if request.retune else ''}"
        )

    @classmethod
    def forecast(cls, prepared: Prepared[CompareRequest], cores: int) -> tuple[float, float]:
        """Seconds and bytes; tuned players take as long as those who don't adapt."""
        seconds, size = super().forecast(prepared, cores)
        request = prepared.request
        if not request.retune:
            return seconds, size
        start = prepared.players[request.specs[0]]
        more = request.adaptation.forecast(prepared.box, start, cores)
        share = 1 + request.adaptation.games_of_tuned / prepared.games
        return seconds * share + more[0], size * share + more[1]

    @classmethod
    def plan_lines(cls, prepared: Prepared[CompareRequest]) -> Iterable[str]:
        request = prepared.request
        for name, word in zip(request.names, request.versions, strict=True):
            yield f"  {name:<22} {word}" if name != word else f"  {name}"

    @classmethod
    def needs(cls, prepared: Prepared[CompareRequest], detect: Detect) -> Needs:
        """How many games find a change, from a pilot of all versions."""
        request = prepared.request
        given = request.targets_to_judge()
        targets = load(request.game).report.default_targets().targets if given is None else given
        wanted = wanted_by(targets)
        with pilot([prepared.plan(name) for name in prepared.runs], wanted) as reader:
            runs = [version.run for version in reader.versions]
            wishes = ComparisonWishes(margins=request.margin, targets=given)
            comparing = Comparing(runs, request.names, reader, wishes, "")
            family = comparing.family(comparing.targets())
            names = fitting(reader.totals.sums, detect.patterns(request.info))
            if not detect.metric:
                usual = [each for words in metric_words(request.info).values() for each in words]
                changed = map(comparing.named_ids, range(1, len(runs)))
                names = [*fitting(reader.totals.sums, usual), *chain.from_iterable(changed)]
            words = words_by_measure(prepared)
            return needs_in(reader, detect, dict.fromkeys(names), family, words, "version")

    @classmethod
    def rounding_words(cls, request: CompareRequest, games: int) -> str:
        if games == request.games:
            return ""
        each = request.run_of(VersionWord.read(request.versions[0])).games_a_deal
        return (
            f"--games {games}: rounded up to {request.games:,} a version, whole deals of "
            f"{each} games."
        )


def words_by_measure(prepared: Prepared[CompareRequest]) -> Callable[[str], str]:
    """Measures in words: cards and roles as they are printed."""
    game = load(prepared.request.game)
    role = game.info.role
    names = names_of_all([prepared.box, *prepared.others])
    labels = Labels(names, game.report.measures, ("setup", *([role.one] if role else [])))
    return lambda measure: measure_words(measure, labels)
