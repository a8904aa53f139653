"""The section on where the figures come from."""

from __future__ import annotations

from trisim.games.trismegistus.rules.version import RULES_VERSION
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.report.page.model import Block, Column, Section, Table
from trisim.report.provenance import Provenance, Values
from trisim.sim.manifest import Sitting

KEY, TITLE = "provenance", "Where this comes from"
QUESTION = "What was played, by whom, with what, and can I play it again?"

DIGITS = 12
"""Of a digest, enough to tell two apart."""

VALUES = {
    Values.REFERENCE: "The cards, boards and values are those of the reference set: trisim's own, "
    "not the printed ones. What is said of single cards holds for them and not for the game as "
    "it is sold.",
    Values.DERIVED: "The box is derived from the reference set, whose values are trisim's own and "
    "not the printed ones; what isn't changed in it is still ours.",
    Values.OTHER: "The box is not the reference set; its values are those of whoever made it.",
}

SETTINGS = (Column("what", "What"), Column("value", "Value"))


def build(inputs: ReportInputs) -> Section:
    """Every run of the report, in the order they were named."""
    many = len(inputs.runs) > 1
    blocks = tuple(
        block
        for number, run in enumerate(inputs.runs, start=1)
        if run.provenance is not None
        for block in run_blocks(run, run.provenance, number, many)
    )
    return Section(KEY, TITLE, QUESTION, blocks)


def run_blocks(run: RunInputs, told: Provenance, number: int, many: bool) -> tuple[Block, ...]:
    """A run: how it was played, who played, what was changed, what is missing."""
    suffix = f"-{number}" if many else ""
    of_run = f": {run.facts.label}" if many else ""
    found = [
        Block(
            f"{KEY}-run{suffix}",
            f"The run{of_run}",
            run_words(run, told),
            basis(told),
            table=settings_table(run, told, suffix),
        ),
        Block(
            f"{KEY}-strategies{suffix}",
            f"Who played{of_run}",
            (strategy_words(run),),
            "",
            table=strategy_table(told, suffix),
        ),
    ]
    if told.variants:
        found.append(variant_block(told, suffix, of_run))
    if told.left_out:
        found.append(left_out_block(told, suffix, of_run))
    return tuple(found)


def run_words(run: RunInputs, told: Provenance) -> tuple[str, ...]:
    """What was played, and whose values these are."""
    facts = run.facts
    against = " against Botmegistus" if facts.has_automa else f" of {facts.players} players"
    state = "" if told.finished else f"; the run is not finished, it asks for {told.games_asked:,}"
    played = (
        f"{facts.games:,} games{against} in {facts.games // facts.games_a_deal:,} deals, each deal "
        f"played {times(facts.games_a_deal)}{rotation_words(run)}{state}."
    )
    words = [played, VALUES[told.values]]
    if not told.same_rules:
        words.append(
            f"The run was played by trisim {told.trisim} with other rules (version "
            f"{told.rules_version}) than the trisim that wrote this report has (version "
            f"{RULES_VERSION}); the tables are read as they are."
        )
    return tuple(words)


def rotation_words(run: RunInputs) -> str:
    """Why a deal is played several times."""
    if run.facts.has_automa:
        return ", once against each setup" if run.facts.scenarios[1:] else ""
    whole = run.facts.rotations == run.facts.players
    return ", so that everybody sits once in every seat" if whole else ""


def times(count: int) -> str:
    """Once, twice, or so many times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def strategy_words(run: RunInputs) -> str:
    """Whom the figures speak for."""
    names = ", ".join(run.facts.strategies)
    return f"All figures of this run speak of games between these players and no others: {names}."


def basis(told: Provenance) -> str:
    """How to get the same rows once more."""
    return (
        "The same command gives the same tables, byte for byte, with the versions named here and "
        f"any number of jobs. {told.games_read:,} games were read for this report."
    )


def settings_table(run: RunInputs, told: Provenance, suffix: str) -> Table:
    """The manifest in words."""
    rows: list[tuple[str, str]] = [
        ("Command", told.command),
        ("Folder", told.folder),
        ("Seed", str(told.seed)),
        ("Games", games_words(told)),
        ("Finished", "yes" if told.finished else "no"),
        ("Line-up", ", ".join(run.facts.lineup)),
        ("Alchemists", told.alchemists),
        *([("Setups", ", ".join(run.facts.scenarios))] if run.facts.has_automa else []),
        *([("Achievements", "with")] if "achievements" in dict(run.facts.options) else []),
        *([("Setup", "introductory")] if told.intro else []),
        ("Box", f"{told.box.name} ({told.box.source})"),
        ("Digest of the box", told.box.digest[:DIGITS]),
        ("Variants", ", ".join(each.name for each in told.variants) or "none"),
        ("trisim", told.trisim),
        ("Version of the rules", str(told.rules_version)),
        ("Digest of the rules", told.rules[:DIGITS]),
        ("Libraries", ", ".join(f"{each.name} {each.version}" for each in told.libraries)),
        *((f"Played ({number})", sitting_words(each)) for number, each in sittings(told)),
    ]
    return Table(f"provenance{suffix}", "How the run was played", SETTINGS, tuple(rows), len(rows))


def games_words(told: Provenance) -> str:
    """Asked for, read, and left out."""
    words = f"{told.games_read:,} read, of {told.games_asked:,}"
    return f"{words}; {told.games_left_out:,} left out" if told.left_out else words


def sittings(told: Provenance) -> list[tuple[int, Sitting]]:
    """The times somebody sat down to play the run."""
    return list(enumerate(told.sittings, start=1))


def sitting_words(sitting: Sitting) -> str:
    """When, for how long, on what."""
    lasted = "stopped in the middle" if sitting.seconds is None else f"{sitting.seconds:,.1f} s"
    jobs, cores = counted(sitting.jobs, "job"), counted(sitting.cores, "core")
    return f"{sitting.started}, {lasted}, {jobs} on {cores} ({sitting.backend})"


def counted(count: int, noun: str) -> str:
    """``1 part``, ``2 parts``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def strategy_table(told: Provenance, suffix: str) -> Table:
    """The strategies, with what each of them plans."""
    columns = (
        Column("strategy", "Strategy"),
        Column("kind", "Kind"),
        Column("idea", "Idea"),
        Column("digest", "Digest"),
    )
    rows = tuple(
        (each.spec, each.kind, each.idea, each.digest[:DIGITS]) for each in told.strategies
    )
    return Table(f"strategies{suffix}", "The strategies", columns, rows, len(rows))


def variant_block(told: Provenance, suffix: str, of_run: str) -> Block:
    """What was changed in the box, line by line."""
    lines = tuple(
        (each.name, str(number), line)
        for each in told.variants
        for number, line in enumerate(each.text.splitlines(), start=1)
        if line.strip()
    )
    columns = (Column("variant", "Variant"), Column("line", "Line"), Column("text", "Text"))
    names = ", ".join(each.name for each in told.variants)
    return Block(
        f"{KEY}-variants{suffix}",
        f"What was changed{of_run}",
        (f"Laid over the box, in this order: {names}.",),
        "",
        table=Table(f"variants{suffix}", "The variants, line by line", columns, lines, 40),
    )


def left_out_block(told: Provenance, suffix: str, of_run: str) -> Block:
    """Parts that could not be read."""
    columns = (Column("part", "Part"), Column("games", "Games"), Column("why", "What is wrong"))
    rows = tuple((str(each.part), f"{each.games:,}", each.why) for each in told.left_out)
    parts = counted(len(told.left_out), "part")
    words = (
        f"{told.games_left_out:,} games in {parts} of the run could not be read "
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
