"""The auditor: all checks over all parts of a run, one part in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import polars as pl

from trisim.games.trismegistus.audit import (
    actions,
    bot,
    cards,
    leads,
    lists,
    publications,
    rounds,
    solo,
    turns,
)
from trisim.players.registry import StrategyError
from trisim.sim.audit import files, keys, ledger, replay, scores, seating
from trisim.sim.audit import folder as folders
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.facts import Facts
from trisim.sim.audit.findings import SHOWN, AuditReport, CheckResult, Finding, Wrong, one
from trisim.sim.audit.registry import CHECKS, Check
from trisim.sim.audit.replay import Replay
from trisim.sim.errors import USER_MISTAKE, RunError
from trisim.sim.folder import all_records
from trisim.sim.manifest import MANIFEST, Manifest
from trisim.sim.receipts import PartRecord
from trisim.sim.trust import Trust, UntrustedCodeError, user_trust


def chapter_of(module: str) -> str:
    """The chapter that a module is."""
    return module.rpartition(".")[2]


Tell: TypeAlias = Callable[[int, int, str], None]
"""Told how many parts are done, of how many, and what is at hand."""


CHAPTERS = {
    files: "every file is there, whole, and as declared",
    keys: "no row is missing, none is there twice",
    seating: "deals, scenarios, rotations and seeds; who sat where with which alchemist",
    scores: "parts and sums, ranks and wins, points for what is held",
    lists: "the cards of each player, against counts and box",
    publications: "the scoring sets",
    rounds: "dice in bowls, turn order",
    turns: "dice drafted and used, potency, who follows whom",
    actions: "actions, sums over turns, where each seat ends",
    leads: "scores of all seats after each turn, and who led by them",
    solo: "Botmegistus: what it can have and do, and how it scores",
    bot: "its cards, what it decides by them, and that it does so",
    cards: "what became of each card",
    ledger: "every balance runs; what is left is what players hold and score",
}
"""The modules with checks, in the order in which they are made (files come first), in words."""

FOLDER = "folder"
CHAPTER_WORDS = {
    FOLDER: "manifest, inputs and parts",
    **{chapter_of(module.__name__): words for module, words in CHAPTERS.items()},
    replay.NAME: "games played once more",
}
"""What the chapters of an audit are about."""


def checks() -> list[Check]:
    """Every check of parts, in the order in which they are made."""
    names = [chapter.__name__ for chapter in CHAPTERS]
    return sorted(CHECKS.values(), key=lambda check: names.index(check.look.__module__))


def described() -> Iterator[tuple[str, str, str]]:
    """Every check there is: its chapter, its name, and what must hold."""
    yield from ((FOLDER, name, says) for name, says in folders.SAYS.items())
    for check in checks():
        yield chapter_of(check.look.__module__), check.name, check.says
    yield replay.NAME, replay.NAME, replay.SAYS


class NoRunError(RunError):
    """A place where no run is."""

    exit_code = USER_MISTAKE


class Tally:
    """What a check has found so far."""

    def __init__(self, chapter: str, name: str, says: str, unit: str) -> None:
        self.chapter, self.name, self.says, self.unit = chapter, name, says, unit
        self.looked_at = 0
        self.wrong = 0
        self.first: list[Finding] = []

    def add(self, looked_at: int, found: Iterable[Wrong]) -> None:
        """So much more was looked at, and this was found."""
        self.looked_at += looked_at
        for wrong in found:
            self.wrong += wrong.count
            self.first += wrong.first[: SHOWN - len(self.first)]

    @property
    def result(self) -> CheckResult:
        """How it went."""
        return CheckResult(
            name=self.name,
            chapter=self.chapter,
            says=self.says,
            looked_at=self.looked_at,
            unit=self.unit,
            wrong=self.wrong,
            first=tuple(self.first),
        )


class Auditor:
    """An audit under way."""

    def __init__(self, path: Path, tell: Tell | None) -> None:
        self.path = path
        self.tell = tell
        self.games = 0
        self.aborted = 0
        self.notes: list[str] = []
        self.broken: set[int] = set()
        self.is_cut_short = False
        self.skipped: dict[str, None] = {}
        units = {check.name: unit_of(check) for check in checks()}
        self.tallies = {
            name: Tally(chapter, name, says, units.get(name, UNITS.get(name, "")))
            for chapter, name, says in described()
        }

    def report(self) -> AuditReport:
        """What was found."""
        results = tuple(tally.result for tally in self.tallies.values())
        return AuditReport(
            self.path,
            self.games,
            results,
            frozenset(self.broken),
            tuple(self.notes),
            self.is_cut_short,
            frozenset(self.skipped),
        )

    def look(self, replay_games: int, trust: Trust) -> None:
        """Make all checks that can be made."""
        manifest, wrong = folders.look_at_manifest(self.path)
        self.tallies["manifest"].add(1, wrong)
        if manifest is None:
            self.cut_short("manifest")
            return
        records = all_records(self.path, manifest)
        self.notes += folders.notes_of(self.path, manifest, records)
        parts = folders.look_at_parts(self.path, manifest, records)
        self.tallies["parts"].add(len(records), parts)
        box, wrong = folders.look_at_inputs(self.path, manifest)
        self.tallies["inputs"].add(1, wrong)
        if box is None:
            self.cut_short("box")
            return
        facts = Facts(manifest.request, box, manifest.format)
        again = self.replay_of(manifest, records, replay_games, trust)
        for done, record in enumerate(records.values()):
            if self.tell is not None:
                self.tell(done, len(records), f"part {record.part}")
            self.look_at_part(Evidence(self.path, record, facts), again)
        if self.aborted:
            self.notes.append(f"{self.aborted:,} games were aborted; less is checked in them")
        if self.skipped:
            self.notes.append(skipped_words(self.skipped, manifest.format))
        if again is not None and again.other_rules:
            self.notes.append(again.words())
        if self.broken and not folders.can_go_on(manifest):
            self.broken.clear()
            self.notes.append("the broken parts can't be played again with the rules at hand")

    def cut_short(self, missing: str) -> None:
        """Look no further."""
        self.is_cut_short = True
        self.notes.append(f"without the {missing} nothing else can be checked")

    def look_at_part(self, evidence: Evidence, again: Replay | None) -> None:
        """Make all checks of one part."""
        for check in checks():
            if check.can_look(evidence):
                size = size_of(check, evidence)
                self.tallies[check.name].add(size, looked(check, evidence))
            elif check.lacks_columns(evidence):
                self.skipped[check.name] = None
        if again is not None:
            self.play_again(evidence, again)
        if evidence.is_lost:
            self.broken.add(evidence.record.part)
        if evidence.has("games"):
            self.games += evidence["games"].height
            self.aborted += evidence.aborted.height

    def play_again(self, evidence: Evidence, again: Replay) -> None:
        """Play deals of a part once more; other rows are no fault if the rules are other ones."""
        for deal in again.deals_in(evidence):
            found = list(again.look(evidence, deal))
            if again.other_rules:
                again.count(found)
            else:
                self.tallies[replay.NAME].add(evidence.facts.request.games_a_deal, found)

    def replay_of(
        self, manifest: Manifest, records: dict[int, PartRecord], games: int, trust: Trust
    ) -> Replay | None:
        """What is played once more, if anything."""
        if not games or not records:
            return None
        try:
            return Replay.of(self.path, manifest, list(records.values()), games, trust)
        except UntrustedCodeError:
            raise
        except (RunError, StrategyError) as error:
            wrong = one("inputs", "the run can't be played once more:", str(error))
            self.tallies[replay.NAME].add(0, [wrong])
            return None


def skipped_words(names: Iterable[str], number: int) -> str:
    """Which checks were not made for want of columns."""
    return (
        f"skipped, because runs of format {number} lack columns or count something else in them: "
        f"{', '.join(names)}"
    )


def looked(check: Check, evidence: Evidence) -> Iterator[Wrong]:
    """What a check finds; rows so broken that it can't be made are a finding, too."""
    try:
        yield from check.look(evidence)
    except (pl.exceptions.PolarsError, ValueError, IndexError) as error:
        file = evidence.file(check.tables[0]) if check.needs else f"part {evidence.record.part}"
        problem = str(error).splitlines()[0]
        yield one(file, f"'{check.name}' can't be checked on such rows:", problem)


UNITS = {"manifest": "file", "inputs": "box", "parts": "parts", replay.NAME: "games"}


def unit_of(check: Check) -> str:
    """What a check goes through: the rows of a table, or files."""
    if not check.needs:
        return "files"
    table = check.tables[0]
    return "entries" if table == "ledger" else table


def size_of(check: Check, evidence: Evidence) -> int:
    """How much a check goes through in a part."""
    return evidence[check.tables[0]].height if check.needs else len(evidence.tables)


def audit(
    path: str | Path, tell: Tell | None = None, *, replay: int = 0, trust: bool = False
) -> AuditReport:
    """Audit a run: what is written against request, box and everything else that is written.

    ``replay`` games, rounded up to whole deals and spread evenly, are played once more. If that
    would execute somebody else's Python code, ``UntrustedCodeError`` is raised, unless ``trust``
    allows it. Raises ``NoRunError`` if there is no run. Memory stays that of one part.
    """
    folder = Path(path)
    check_there(folder)
    auditor = Auditor(folder, tell)
    auditor.look(replay, user_trust(everything=trust))
    return auditor.report()


def check_there(folder: Path) -> None:
    """Stop if there is no run."""
    if not (folder / MANIFEST).is_file():
        what = f"it has no {MANIFEST}" if folder.is_dir() else "there is no such folder"
        raise NoRunError(f"{folder}: this is no run, {what}; name the folder of a run")
