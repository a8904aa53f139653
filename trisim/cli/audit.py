"""``trisim audit``: whether a run is what it says, and what is broken if it is not."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trisim.cli.common import fail
from trisim.cli.options import TRUST, NamedPath, whole_number
from trisim.terminal import console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from trisim.sim.audit import AuditReport, CheckResult

SOMETHING_WRONG = 1
FINE, BAD, NOT_MADE = "✓", "✗", "–"
COLORS = {FINE: "green", BAD: "bold red", NOT_MADE: "dim"}


@click.command(
    short_help="Check that a run is complete and all totals match.",
    epilog="""\b
Examples:
  trisim audit runs/base
  trisim audit runs/base --replay 20     and play 20 games once more, row by row the same
  trisim audit runs/base --all           every check with how much it looked at
  trisim audit --list                    every check of runs of the usual game
  trisim audit --list runs/base          every check of this run's game
""",
)
@click.argument("folder", metavar="RUN", type=NamedPath(path_type=Path), required=False)
@click.option(
    "--replay",
    "games",
    default="0",
    metavar="N",
    help="Play N games again, spread evenly over the run, and compare all rows.",
)
@click.option("--all", "every", is_flag=True, help="Show every check, also those without findings.")
@click.option("--list", "listed", is_flag=True, help="List the checks and what they require.")
@TRUST
def audit(folder: Path | None, games: str, every: bool, listed: bool, trust: bool) -> None:
    """Check that RUN is complete and all totals match; name what is wrong.

    Files and checksums, keys, seats and seeds, scores, cards, dice, turns and the ledger: all is
    worked out once more from other columns, the settings and the box, and compared. If anything is
    found, the exit code is 1. Of a run that is not finished, the parts that are there are audited.
    """
    if listed:
        list_checks(folder)
    elif folder is None:
        fail("audit: name the folder of a run, such as runs/base")
    else:
        report = audited(folder, whole_number(games, "--replay", least=0), trust)
        show(report, every=every)
        if not report.is_clean:
            raise SystemExit(SOMETHING_WRONG)


def audited(folder: Path, games: int, trust: bool) -> AuditReport:
    """The report, with progress while it is made."""
    from trisim.display import showing
    from trisim.sim.audit import NoRunError
    from trisim.sim.audit import audit as audit_run
    from trisim.sim.audit.auditor import check_there
    from trisim.sim.errors import FolderError
    from trisim.sim.run import check_no_file

    try:
        check_no_file(folder)
        check_there(folder)
        compile_for_replay(folder, games, trust)
        with showing(f"Auditing {folder}", "parts") as tell:
            return audit_run(folder, tell, replay=games, trust=trust)
    except (FolderError, NoRunError) as error:
        fail(str(error))


def compile_for_replay(folder: Path, games: int, trust: bool) -> None:
    """Compile what it takes to play games again, if they are played compiled, and say so."""
    from trisim.display import compile_for_plan
    from trisim.players.registry import StrategyError
    from trisim.sim.audit.replay import plan_again
    from trisim.sim.errors import RunError
    from trisim.sim.manifest import read_manifest
    from trisim.sim.trust import user_trust

    if not games:
        return
    try:
        plan = plan_again(folder, read_manifest(folder), games, user_trust(everything=trust))
    except (RunError, StrategyError):
        return  # which the audit reports
    compile_for_plan(plan)


def list_checks(folder: Path | None) -> None:
    """All checks, chapter by chapter: those of the game of a run, or of the usual game."""
    from rich.text import Text

    from trisim.cli.game_command import usual_game
    from trisim.plugin import PluginError, load
    from trisim.sim.audit import described
    from trisim.sim.audit.auditor import chapters_of
    from trisim.sim.errors import FolderError
    from trisim.sim.manifest import read_manifest

    try:
        game = load(usual_game().name) if folder is None else read_manifest(folder).plugin
    except (FolderError, PluginError) as error:
        fail(str(error))
    out = console()
    checks = list(described(game))
    width = max(len(name) for _, name, _ in checks) + 2
    for chapter, words in chapters_of(game).items():
        out.print(Text.assemble((chapter, "bold"), f": {words}"), soft_wrap=True)
        for _, name, says in (check for check in checks if check[0] == chapter):
            out.print(Text(f"  {name:{width}}{says}"), soft_wrap=True)


# ---------------------------------------------------------------- a report


def show(report: AuditReport, *, every: bool) -> None:
    """Chapters or all checks with their marks; what was found; what to do about it."""
    out = console()
    for chapter, results in report.chapters.items():
        if every:
            out.print(chapter, style="bold")
            for result in results:
                show_check(out, result)
        else:
            words = report.chapter_words[chapter]
            show_chapter(out, chapter, words, results, report.skipped)
    for note in report.notes:
        out.print(f"Note: {note}.", soft_wrap=True, markup=False)
    out.print(verdict(report), soft_wrap=True)
    if report.broken:
        out.print(remedy(report), soft_wrap=True, markup=False)


def show_chapter(
    out: Console, chapter: str, words: str, results: list[CheckResult], skipped: frozenset[str]
) -> None:
    """One line for a chapter, and all findings of it."""
    made = [result for result in results if result.looked_at or result.wrong]
    bad = [result for result in results if not result.is_clean]
    if not made and chapter == "replay":
        return
    mark = BAD if bad else FINE if made else NOT_MADE
    count = "1 check" if len(made) == 1 else f"{len(made)} checks"
    if not made:
        count = "skipped" if any(each.name in skipped for each in results) else "not written"
    out.print(line(mark, f"{chapter:14}{count:15}{words}"), soft_wrap=True)
    for result in bad:
        show_check(out, result)


def show_check(out: Console, result: CheckResult) -> None:
    """One line for a check, and the first of what it found."""
    mark = FINE if result.looked_at else NOT_MADE
    text = f"{result.name:22}{amount(result):>18}   {result.says}"
    if not result.is_clean:
        mark, text = BAD, f"{result.name}: {result.wrong:,} wrong; {result.says}"
    out.print(line(mark, text, indent=2), soft_wrap=True)
    for finding in result.first:
        out.print(f"      {finding}", soft_wrap=True, markup=False)
    if result.wrong > len(result.first):
        out.print(f"      … and {result.wrong - len(result.first):,} more", style="dim")


def amount(result: CheckResult) -> str:
    """How much a check looked at."""
    return f"{result.looked_at:,} {result.unit}".strip() if result.looked_at else ""


def line(mark: str, text: str, indent: int = 0) -> Text:
    """A line with its mark in colour."""
    from rich.text import Text

    return Text.assemble(" " * indent, (mark, COLORS[mark]), f" {text}")


def verdict(report: AuditReport) -> Text:
    """The last word."""
    from rich.text import Text

    checks = sum(1 for result in report.results if result.looked_at)
    if report.is_clean:
        return Text(f"{report.path}: clean. {report.games:,} games, {checks} checks.", "bold green")
    things = f"{report.wrong:,} thing{'s' if report.wrong > 1 else ''} wrong"
    return Text(f"{report.path}: {things}, found by: {', '.join(report.failed)}.", "bold red")


def remedy(report: AuditReport) -> str:
    """How missing and damaged files are restored."""
    parts = sorted(report.broken)
    named = ", ".join(f"part-{part:05d}.parquet" for part in parts[:5])
    more = f" and {len(parts) - 5} more parts" if len(parts) > 5 else ""
    out = shlex.quote(str(report.path))
    return (
        f"To repair it, 'trisim run --out {out} --resume' plays {named}{more} again, to the same "
        "bytes."
    )
