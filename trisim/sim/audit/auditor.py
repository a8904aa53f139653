"""The auditor: all checks over all parts of a run, one part in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import polars as pl

from trisim.players.registry import StrategyError
from trisim.plugin import DEFAULT, GamePlugin, load
from trisim.sim.audit import folder as folders
from trisim.sim.audit import replay
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.findings import SHOWN, AuditReport, CheckResult, Finding, Wrong, one
from trisim.sim.audit.kit import chapter_words, checks_of
from trisim.sim.audit.registry import Check
from trisim.sim.audit.replay import Replay
from trisim.sim.errors import USER_MISTAKE, RunError
from trisim.sim.folder import all_records
from trisim.sim.manifest import MANIFEST, Manifest
from trisim.sim.receipts import PartRecord
from trisim.sim.trust import Trust, UntrustedCodeError, user_trust

Tell: TypeAlias = Callable[[int, int, str], None]
"""Called with the parts done, their number, and the current step."""


FOLDER = "folder"


def chapters_of(game: GamePlugin) -> dict[str, str]:
    """The chapters of the audit of a game's runs, and what they are about."""
    return {
        FOLDER: "manifest, inputs and parts",
        **chapter_words(game),
        replay.NAME: "games played once more",
    }


def described(game: GamePlugin) -> Iterator[tuple[str, str, str]]:
    """Every check of a game's runs: its chapter, its name, and what must hold."""
    yield from ((FOLDER, name, says) for name, says in folders.SAYS.items())
    yield from ((check.chapter, check.name, check.says) for check in checks_of(game))
    yield replay.NAME, replay.NAME, replay.SAYS


def game_of(manifest: Manifest | None) -> GamePlugin:
    """The game of a run; of one that can't be read, the default one."""
    return load(DEFAULT) if manifest is None else manifest.plugin


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
        """Add the rows that were checked, and the findings."""
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
        self.manifest, self.wrong_manifest = folders.look_at_manifest(path)
        self.game = game_of(self.manifest)
        self.checks = checks_of(self.game)
        self.games = 0
        self.aborted = 0
        self.notes: list[str] = []
        self.broken: set[int] = set()
        self.is_cut_short = False
        self.skipped: dict[str, None] = {}
        units = {check.name: unit_of(check) for check in self.checks}
        self.tallies = {
            name: Tally(chapter, name, says, units.get(name, UNITS.get(name, "")))
            for chapter, name, says in described(self.game)
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
            chapters_of(self.game),
        )

    def look(self, replay_games: int, trust: Trust) -> None:
        """Make all checks that can be made."""
        manifest = self.manifest
        self.tallies["manifest"].add(1, self.wrong_manifest)
        if manifest is None:
            self.cut_short("manifest")
            return
        records = all_records(self.path, manifest)
        self.notes += folders.notes_of(self.path, manifest, records)
        tables = self.game.record.tables
        parts = folders.look_at_parts(self.path, manifest, records, tables)
        self.tallies["parts"].add(len(records), parts)
        box, wrong = folders.look_at_inputs(self.path, manifest)
        self.tallies["inputs"].add(1, wrong)
        if box is None:
            self.cut_short("box")
            return
        kit = self.game.audit
        facts = kit.facts(manifest.request, box, self.game, manifest.format)
        again = self.replay_of(manifest, records, replay_games, trust)
        for done, record in enumerate(records.values()):
            if self.tell is not None:
                self.tell(done, len(records), f"part {record.part}")
            self.look_at_part(kit.evidence(self.path, record, facts), again)
        if self.aborted:
            self.notes.append(f"{self.aborted:,} games were aborted; less is checked in them")
        if self.skipped:
            self.notes.append(skipped_words(self.skipped, manifest.format))
        if again is not None and again.other_rules:
            self.notes.append(again.words())
        if self.broken and not folders.can_go_on(manifest):
            self.broken.clear()
            self.notes.append("the broken parts can't be played again with the current rules")

    def cut_short(self, missing: str) -> None:
        """Look no further."""
        self.is_cut_short = True
        self.notes.append(f"without the {missing} nothing else can be checked")

    def look_at_part(self, evidence: Evidence, again: Replay | None) -> None:
        """Make all checks of one part."""
        for check in self.checks:
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
