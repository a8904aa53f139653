"""A balancing: the smallest change of a game that meets a designer's targets.

The search plays few games of many candidates; the best are checked on new deals, and the one that
is chosen is measured once more on deals that nothing before has used. All are ordinary runs: which
there are follows from the games, so a balancing that was stopped goes on from what is there.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.campaigns.adaptation import ADAPTED, TUNINGS, AdaptedGames
from trisim.campaigns.adapted_result import players_of
from trisim.campaigns.balance_groups import Group
from trisim.campaigns.balance_plays import GamePlays
from trisim.campaigns.balance_request import CHECK, FINAL, SEARCH, BalanceRequest
from trisim.campaigns.balance_search import Search, SearchResult, Tell, Tried, silent
from trisim.campaigns.knobs import Knobs
from trisim.campaigns.settings import box_values, options_with
from trisim.report.adapted import AdaptedReader
from trisim.report.balance_change import (
    HELPS,
    NOTHING,
    USED,
    USELESS,
    Balanced,
    BalanceVariant,
    Candidate,
    Judged,
    KnobChange,
    KnobResult,
    choice,
)
from trisim.report.balance_change_files import PAGE, TABLES, VARIANTS, write_files
from trisim.report.comparison_facts import ComparisonWishes, compare_runs
from trisim.report.comparison_files import write_page
from trisim.report.results import read_result, write_result
from trisim.report.sweep_words import SweepLabels, value_text
from trisim.sim.campaign import Campaign, Prepared, count_aborted, prepare_campaign
from trisim.sim.folder import RUNS
from trisim.sim.inputs import load_inputs, load_players
from trisim.sim.manifest import MANIFEST
from trisim.sim.options import command_words
from trisim.sim.progress import Progress
from trisim.sim.request import Execution, OnProgress
from trisim.sim.run import Run, lineup_words
from trisim.sim.trust import user_trust
from trisim.stats.changes import LEVEL, USUAL
from trisim.stats.knob_effects import Levels, Space
from trisim.texts import listed, plural

RESULT = "balance.json"
HELPFUL = 0.05
"""A knob helps if it brings the distance nearer to 0 by this part."""


class Balance(Campaign[BalanceRequest, Balanced]):
    """A balancing on disk, finished or not."""

    kind: ClassVar[str] = BalanceRequest.what
    command: ClassVar[str] = "balance"
    of_what: ClassVar[str] = "candidates"
    request_type: ClassVar[type[Any]] = BalanceRequest
    results: ClassVar[tuple[str, ...]] = (
        *(RESULT, *TABLES, PAGE, VARIANTS),
        *(TUNINGS, ADAPTED),
    )

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        self.found: Balanced | None = None

    def __repr__(self) -> str:
        return f"Balance({str(self.path)!r}: {lineup_words(self.request.lineup)})"

    # -- playing

    def play(self, prepared: Prepared[BalanceRequest], execution: Execution, play: str) -> None:
        knobs = prepared.request.knobs(prepared.box)
        plays = plays_of(self.path, prepared, execution, play)
        if execution.on_progress is not None:
            told = Told(execution.on_progress, prepared.request.most_games(prepared.box))
            plays.tell = told.told_after
        self.found = Balancing(prepared.request, plays, notes(execution, knobs)).balanced()

    def result(self) -> Balanced:
        """All figures; computed again from the runs unless they were just played."""
        if self.found is None:
            box = load_inputs(self.path, self.manifest)
            players = load_players(self.path, self.manifest, user_trust())
            prepared = prepare_campaign(self.request, box=box, strategies=players)
            plays = plays_of(self.path, prepared, None, "")
            self.found = Balancing(self.request, plays, silent).balanced()
        return self.found

    findings = result

    def write(self, result: Balanced) -> None:
        base = Run(self.path / result.variants[0].runs[0])
        write_files(self.path, result, base, self.manifest, self.texts(result))
        self.write_comparisons(result)
        write_result(
            self.path / RESULT, {"asked": self.manifest.asked(), "findings": result.as_dict()}
        )

    def write_comparisons(self, result: Balanced) -> None:
        """A page for each variant: everything that it changes, on the deals of the check."""
        base, *variants = result.variants
        groups = self.request.groups(load_inputs(self.path, self.manifest))
        for each in variants:
            for number, page in enumerate(each.pages):
                folders = (base.runs[number], each.runs[number])
                runs = [Run(self.path / name) for name in folders]
                wishes = ComparisonWishes(
                    targets=groups[number].targets, decisive=0, folders=folders
                )
                compared = compare_runs(runs, (base.name, each.name), wishes)
                write_page(self.path / page, compared, self.manifest.plugin.report)

    def texts(self, result: Balanced) -> dict[str, str]:
        """The variant files by name."""
        runs = {each.file: each.runs[0] for each in result.variants[1:] if each.file}
        found = {}
        for file, name in runs.items():
            here = Run(self.path / name)
            found[file] = here.manifest.variants[-1].text
        return found

    @classmethod
    def read_result(cls, folder: Path) -> Balanced:
        return read_result(cls, folder, RESULT, "findings", Balanced)

    def stopped(self, prepared: Prepared[BalanceRequest]) -> str:
        """The message after an interruption."""
        places = sorted((self.path / RUNS).glob(f"*/{MANIFEST}"))
        played = sum(Run(place.parent).games_played for place in places)
        return f"{played:,} games of {len(places):,} candidates are kept"

    # -- words

    @classmethod
    def games(cls, prepared: Prepared[BalanceRequest]) -> int:
        return prepared.request.most_games(prepared.box)

    @classmethod
    def forecast(cls, prepared: Prepared[BalanceRequest], cores: int) -> tuple[float, float]:
        """Seconds and bytes of all games, from those with the printed values."""
        seconds, size = super().forecast(prepared, cores)
        times = cls.games(prepared) / prepared.games
        return times * seconds, times * size

    @classmethod
    def plan_words(cls, prepared: Prepared[BalanceRequest]) -> str:
        request = prepared.request
        knobs = request.knobs(prepared.box).knobs
        count, goals = f"{len(knobs)} knob{plural(len(knobs))}", len(request.goals())
        tuned = ""
        if request.retune:
            tuned = (
                f"; for each, three tunings of {request.base.lineup[0]} by {request.retune:,} games"
            )
        return (
            f"{lineup_words(request.lineup)}: the smallest change over {count} that meets "
            f"{goals} target{plural(goals)}; candidates play {request.first_deals:,} to "
            f"{request.search_deals:,} deals, those that are found {request.deals:,} new "
            f"ones{tuned}; at most {cls.games(prepared):,} games in all."
        )

    @classmethod
    def plan_lines(cls, prepared: Prepared[BalanceRequest]) -> Iterable[str]:
        request, box = prepared.request, prepared.box
        for group in request.groups(box)[1:]:
            yield f"  also played, for {listed(names_of(group))}: {group.name}"
        for each in request.knobs(box).knobs:
            values = ", ".join(value_text(row[0]) for row in each.levels)
            yield f"  {each.name}: {values} (printed {value_text(each.levels[each.printed][0])})"

    @classmethod
    def rounding_words(cls, request: BalanceRequest, games: int) -> str:
        if games == request.games:
            return ""
        each = request.run_of(SEARCH).games_a_deal
        return f"--games {games}: rounded up to {request.games:,}, whole deals of {each} games."


def plays_of(
    folder: Path, prepared: Prepared[BalanceRequest], execution: Execution | None, play: str
) -> GamePlays:
    """What plays and reads the candidates in a folder."""
    request, box = prepared.request, prepared.box
    labels = SweepLabels(box, kit_of(request))
    return GamePlays(
        folder,
        prepared,
        box,
        request.knobs(box),
        request.groups(box),
        labels.measure,
        execution,
        play,
    )


def kit_of(request: BalanceRequest) -> Any:
    from trisim.plugin import load

    return load(request.game).report


def space_of(knobs: Knobs) -> Space:
    return Space(
        knobs.printed,
        tuple(each.prices for each in knobs.knobs),
        tuple(each.is_number for each in knobs.knobs),
    )


# ---------------------------------------------------------------- search, check, measurement


class Balancing:
    """The stages, one after the other."""

    def __init__(self, request: BalanceRequest, plays: GamePlays, tell: Tell) -> None:
        self.request, self.plays, self.knobs = request, plays, plays.knobs
        self.tell = tell

    def balanced(self) -> Balanced:
        request, plays = self.request, self.plays
        plays.read((), request.search_deals)
        space = space_of(self.knobs)
        search = Search(space, plays.aims, plays, request.first_deals, self.tell)
        found = search.find()
        candidates = (self.knobs.printed, *(each.levels for each in found.front))
        search_games = sum(plays.games.values())
        variants, adapted = self.checked(candidates), None
        if request.retune and found.front:
            adapted = self.retuned(candidates)
            values = judged_by(adapted, plays)
            variants = tuple(
                replace(each, adapted=judged) for each, judged in zip(variants, values, strict=True)
            )
        chosen = choice(variants)
        last = list(dict.fromkeys((self.knobs.printed, candidates[chosen])))
        final = plays.judged(FINAL, last, request.deals)
        return Balanced(
            lineup=lineup_words(request.lineup).replace(",", ", "),
            groups=tuple(each.name for each in plays.groups),
            printed=found.printed,
            variants=variants,
            chosen=chosen,
            final=final[-1],
            final_printed=final[0],
            knobs=tuple(self.knob_results(found, candidates[chosen], space)),
            candidates=tuple(self.candidates(found.tried)),
            search_games=search_games,
            check_games=sum(
                plays.request(CHECK, group, self.knobs.printed).games for group in plays.groups
            ),
            deals=request.deals,
            aborted=sum(count_aborted(Run(plays.folder / RUNS / name)) for name in plays.games),
            unread=plays.unread,
            tuning_games=request.retune or 0 if adapted else 0,
            games_of_tunings=adapted.adaptation.games_in_all if adapted else 0,
            players=tuple(players_of(adapted)) if adapted else (),
        )

    def checked(self, candidates: Sequence[Levels]) -> tuple[BalanceVariant, ...]:
        """The variants on new deals."""
        judged = self.plays.judged(CHECK, candidates, self.request.deals)
        return tuple(
            self.variant(number, levels, judged[number]) for number, levels in enumerate(candidates)
        )

    def variant(self, number: int, levels: Levels, judged: Judged) -> BalanceVariant:
        plays, values = self.plays, self.knobs.values(levels)
        words = self.knobs.words(levels)
        name = f"{VARIANTS}/{number}-{slug(words)}"
        others = [f"-{slug(group.name)}" if group.name else "" for group in plays.groups]
        return BalanceVariant(
            name=words,
            file=f"{name}.toml" if box_values(values) else "",
            options=self.option_words(levels),
            pages=tuple(f"{name}{each}.html" for each in others) if number else (),
            price=self.knobs.price(levels),
            changes=tuple(self.changes(levels)),
            check=judged,
            adapted=None,
            runs=tuple(f"{RUNS}/{plays.names[CHECK, group, levels]}" for group in plays.groups),
        )

    def option_words(self, levels: Levels) -> str:
        """The options of the game that change, as they are typed, in the first group with them."""
        for group in self.plays.groups:
            if values := self.plays.option_values(levels, group):
                return shlex.join(command_words(options_with(group.options, values)))
        return ""

    def retuned(self, candidates: Sequence[Levels]) -> AdaptedGames:
        """Players who are tuned for each variant, and play it."""
        plays, request = self.plays, self.request
        group = plays.groups[0]
        by_name = {self.knobs.words(levels): levels for levels in candidates}
        runs = {name: plays.request(CHECK, group, levels) for name, levels in by_name.items()}
        played = AdaptedGames(plays.folder, request.adaptation(runs))
        if plays.execution is not None:
            boxes = {name: plays.box_of(levels) or plays.box for name, levels in by_name.items()}
            start = plays.prepared.players[group.lineup[0]]
            told = plays.tell(sum(plays.games.values())) if plays.tell else None
            played.play(boxes, start, replace(plays.execution, on_progress=told), plays.play)
        plays.games_of_tunings = played.adaptation.games_in_all
        return played

    def changes(self, levels: Levels) -> Iterable[KnobChange]:
        for knob, level in zip(self.knobs.knobs, levels, strict=True):
            if level == knob.printed:
                continue
            for setting, value in knob.values(level).items():
                before, after = value_text(setting.printed), value_text(value)
                yield KnobChange(knob.name, setting.path, before, after)

    def knob_results(
        self, found: SearchResult, chosen: Levels, space: Space
    ) -> Iterable[KnobResult]:
        used = space.changed(chosen)
        for each in found.alone:
            knob = self.knobs.knobs[each.knob]
            is_nearer = each.distance <= (1 - HELPFUL) * found.printed
            verdict = (
                USED
                if each.knob in used
                else NOTHING if each.same
                else HELPS if is_nearer
                else USELESS
            )  # fmt: skip
            best = value_text(knob.levels[each.level][0]) if is_nearer else ""
            yield KnobResult(knob.name, knob.why, best, each.distance, verdict)

    def candidates(self, tried: Sequence[Tried]) -> Iterable[Candidate]:
        for each in tried:
            words = self.knobs.words(each.levels)
            yield Candidate(words, each.price, each.distance, each.deals)


def judged_by(played: AdaptedGames, plays: GamePlays) -> list[Judged]:
    """The targets on each variant with players who adapted; all intervals hold together.

    Intervals include what differs between tunings. Percentiles have none, and are left out.
    """
    reader = AdaptedReader.of(played.runs(), USUAL)
    numbers = range(len(played.adaptation.runs))
    aimed = [
        each
        for each in plays.aimed
        if each.group == plays.groups[0] and all(reader.has(each.measure, n) for n in numbers)
    ]
    priors, count = reader.priors(reader.levels), max(1, len(aimed) * len(numbers))
    return [
        Judged(
            tuple(
                plays.value(
                    each,
                    reader.levels(each.measure, number).estimate(
                        priors.of(each.measure), LEVEL, count
                    ),
                )
                for each in aimed
            )
        )
        for number in numbers
    ]


def names_of(group: Group) -> list[str]:
    """The targets that a group plays for."""
    return [f"“{each.name}”" for each in group.targets]


def slug(words: str) -> str:
    """Words as the name of a file."""
    letters = "".join(sign if sign.isalnum() or sign in ".=-" else "-" for sign in words)
    return "-".join(part for part in letters.split("-") if part)[:50].strip(".-") or "variant"


# ---------------------------------------------------------------- progress


class Told:
    """The progress of all runs as one."""

    def __init__(self, tell: OnProgress, most: int) -> None:
        self.tell, self.most = tell, most
        self.started = time.monotonic()
        self.before = 0
        self.now = 0
        """Games that were played in this sitting, before this run and in it."""

    def told_after(self, games: int) -> OnProgress:
        """What a run tells when so many games of others are there."""
        self.before += self.now
        self.now = 0

        def told(progress: Progress) -> None:
            self.now = progress.played_now
            self.tell(
                Progress(
                    games=min(self.most, games + progress.games),
                    games_in_all=self.most,
                    parts=0,
                    parts_in_all=1,
                    played_now=self.before + self.now,
                    seconds=time.monotonic() - self.started,
                    note=progress.note,
                )
            )

        return told


def notes(execution: Execution, knobs: Knobs) -> Tell:
    """Says the front after each round."""

    def tell(name: str, front: Sequence[Tried], played: int) -> None:
        if execution.on_note is None:
            return
        best = ", ".join(
            f"{knobs.words(each.levels)} (price {each.price:g}, distance {each.distance:.2f})"
            for each in front[-3:]
        )
        execution.on_note(f"{name}, {played} candidates: {best or 'nothing is nearer yet'}")

    return tell
