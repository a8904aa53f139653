"""The section on the origin of the figures."""

from __future__ import annotations

from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.kit import BoxWords, ReportKit
from trisim.report.page.model import Block, Column, Section, Table
from trisim.report.provenance import Provenance, Values
from trisim.report.run_names import scenario_words
from trisim.report.sections.role_names import title
from trisim.sim.manifest import Sitting
from trisim.stats.analyses.source import Facts

KEY, TITLE = "provenance", "Where this comes from"
QUESTION = "What was played, by whom, with what, and can I play it again?"

DIGITS = 12
"""Of a digest, enough to tell two apart."""

SAME_AGAIN = (
    "The same command gives the same tables, byte for byte, with the versions named here and any "
    "number of jobs."
)
SETTINGS = (Column("what", "What"), Column("value", "Value"))


def build(inputs: ReportInputs) -> Section:
    """Every run of the report, in the given order."""
    many = len(inputs.runs) > 1
    blocks = tuple(
        block
        for number, run in enumerate(inputs.runs, start=1)
        if run.provenance is not None
        for block in run_blocks(run, run.provenance, number, many, inputs.kit)
    )
    return Section(KEY, TITLE, QUESTION, blocks)


def run_blocks(
    run: RunInputs, source: Provenance, number: int, many: bool, kit: ReportKit
) -> tuple[Block, ...]:
    """A run: settings, strategies, variants, missing parts."""
    suffix = f"-{number}" if many else ""
    of_run = f": {run.facts.label}" if many else ""
    found = [
        Block(
            f"{KEY}-run{suffix}",
            f"The run{of_run}",
            run_words(run, source, kit),
            basis(source),
            table=settings_table(run, source, suffix),
        ),
        Block(
            f"{KEY}-strategies{suffix}",
            f"Who played{of_run}",
            (strategy_words(run),),
            "",
            table=strategy_table(source, suffix),
        ),
    ]
    if source.variants:
        found.append(variant_block(source, suffix, of_run))
    if source.left_out:
        found.append(left_out_block(source, suffix, of_run))
    return tuple(found)


def run_words(run: RunInputs, source: Provenance, kit: ReportKit) -> tuple[str, ...]:
    """The games, and the origin of the values."""
    facts = run.facts
    against = f" against {kit.automa}" if facts.has_automa else f" of {facts.players} players"
    state = (
        "" if source.finished else f"; the run is not finished, it asks for {source.games_asked:,}"
    )
    played = (
        f"{facts.games:,} games{against} in {facts.games // facts.games_a_deal:,} deals, each deal "
        f"played {times(facts.games_a_deal)}{rotation_words(run)}{state}."
    )
    words = [played, values_words(source.values, kit.box)]
    if not source.same_rules:
        words.append(
            f"The run was played by trisim {source.trisim} with other rules (version "
            f"{source.rules_version}) than the trisim that wrote this report has (version "
            f"{source.rules_now}); the tables are read as they are."
        )
    return tuple(words)


def values_words(values: Values, box: BoxWords) -> str:
    sentences = {Values.REFERENCE: box.reference, Values.DERIVED: box.derived}
    return sentences.get(values, box.other)


def rotation_words(run: RunInputs) -> str:
    """Why a deal is played several times."""
    several = bool(run.facts.scenarios[1:])
    if run.facts.has_automa:
        return ", once against each setup" if several else ""
    whole = run.facts.rotations == run.facts.players
    scenarios = " of each scenario" if several else ""
    return f", so that everybody sits once in every seat{scenarios}" if whole else ""


def times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def strategy_words(run: RunInputs) -> str:
    """The strategies for which the figures hold."""
    names = ", ".join(run.facts.strategies)
    return f"All figures of this run speak of games between these players and no others: {names}."


def basis(source: Provenance) -> str:
    """How to play the same rows again."""
    return f"{SAME_AGAIN} {source.games_read:,} games were read for this report."


def settings_table(run: RunInputs, source: Provenance, suffix: str) -> Table:
    """The manifest in words."""
    rows: list[tuple[str, str]] = [
        ("Command", source.command),
        ("Folder", source.folder),
        ("Seed", str(source.seed)),
        ("Games", games_words(source)),
        ("Finished", "yes" if source.finished else "no"),
        ("Line-up", ", ".join(run.facts.lineup)),
        *game_rows(run.facts),
        ("Box", f"{source.box.name} ({source.box.source})"),
        ("Digest of the box", source.box.digest[:DIGITS]),
        ("Variants", ", ".join(each.name for each in source.variants) or "none"),
        ("trisim", source.trisim),
        ("Version of the rules", str(source.rules_version)),
        ("Digest of the rules", source.rules[:DIGITS]),
        ("Libraries", ", ".join(f"{each.name} {each.version}" for each in source.libraries)),
        *((f"Played ({number})", sitting_words(each)) for number, each in sittings(source)),
    ]
    return Table(f"provenance{suffix}", "How the run was played", SETTINGS, tuple(rows), len(rows))


def game_rows(facts: Facts) -> list[tuple[str, str]]:
    """The choices of the game: roles, scenarios, options."""
    rows = [(title(facts.role.many), facts.roles)] if facts.role is not None else []
    if scenario_words(facts):
        name = "Setups" if facts.has_automa else "Scenarios"
        rows.append((name, ", ".join(facts.scenarios)))
    if facts.options:
        rows.append(("Options", ", ".join(words for _, words in facts.options)))
    return rows


def games_words(source: Provenance) -> str:
    """The games of the request, those read, and those left out."""
    words = f"{source.games_read:,} read, of {source.games_asked:,}"
    return f"{words}; {source.games_left_out:,} left out" if source.left_out else words


def sittings(source: Provenance) -> list[tuple[int, Sitting]]:
    """The sessions in which the run was played."""
    return list(enumerate(source.sittings, start=1))


def sitting_words(sitting: Sitting) -> str:
    lasted = "stopped in the middle" if sitting.seconds is None else f"{sitting.seconds:,.1f} s"
    jobs, cores = counted(sitting.jobs, "job"), counted(sitting.cores, "core")
    return f"{sitting.started}, {lasted}, {jobs} on {cores} ({sitting.backend})"


def counted(count: int, noun: str) -> str:
    """``1 part``, ``2 parts``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def strategy_table(source: Provenance, suffix: str) -> Table:
    """The strategies, with their ideas."""
    columns = (
        Column("strategy", "Strategy"),
        Column("kind", "Kind"),
        Column("idea", "Idea"),
        Column("digest", "Digest"),
    )
    rows = tuple(
        (each.spec, each.kind, each.idea, each.digest[:DIGITS]) for each in source.strategies
    )
    return Table(f"strategies{suffix}", "The strategies", columns, rows, len(rows))


def variant_block(source: Provenance, suffix: str, of_run: str) -> Block:
    """The changes of the box, line by line."""
    lines = tuple(
        (each.name, str(number), line)
        for each in source.variants
        for number, line in enumerate(each.text.splitlines(), start=1)
        if line.strip()
    )
    columns = (Column("variant", "Variant"), Column("line", "Line"), Column("text", "Text"))
    names = ", ".join(each.name for each in source.variants)
    return Block(
        f"{KEY}-variants{suffix}",
        f"What was changed{of_run}",
        (f"Laid over the box, in this order: {names}.",),
        "",
        table=Table(f"variants{suffix}", "The variants, line by line", columns, lines, 40),
    )


def left_out_block(source: Provenance, suffix: str, of_run: str) -> Block:
    columns = (Column("part", "Part"), Column("games", "Games"), Column("why", "What is wrong"))
    rows = tuple((str(each.part), f"{each.games:,}", each.why) for each in source.left_out)
    parts = counted(len(source.left_out), "part")
    words = (
        f"{source.games_left_out:,} games in {parts} of the run could not be read "
        "and count nowhere. A part is a block of deals, drawn like all others, so what is left is "
        f"a smaller sample, not a slanted one. 'trisim audit' checks the run; with the files of "
        "these parts removed, 'trisim run --resume' plays them once more, to the very same bytes."
    )
    return Block(
        f"{KEY}-left-out{suffix}",
        f"What was left out{of_run}",
        (words,),
        "",
        table=Table(f"left-out{suffix}", "Parts that could not be read", columns, rows),
    )
