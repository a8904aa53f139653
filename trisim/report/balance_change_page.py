"""The page of a balancing: the answer, the variants, the targets, the knobs, provenance."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from trisim.report.balance_change import Balanced, BalanceVariant
from trisim.report.balance_change_words import (
    answers,
    band_words,
    changes_words,
    counts_words,
    headline,
    variant_lines,
)
from trisim.report.page.model import (
    Block,
    Cell,
    Column,
    KeyFigure,
    Kind,
    Page,
    Section,
    Standing,
    Table,
)
from trisim.sim.campaign_folder import CampaignManifest
from trisim.sim.options import command_words
from trisim.sim.run import Run

DIGITS = 12
ADAPTED_BASIS = (
    "The last column has players whom three tunings of {:,} games each have fitted to the variant, "
    "on deals of the check's number; its intervals include what differs between tunings. "
    "Percentiles and other groups are not judged there."
)
BASIS = (
    "Intervals are clustered by deal, and all hold together at 95 %: over variants and targets in "
    "the check, over the targets in the last measurement."
)


def page_of(found: Balanced, base: Run, manifest: CampaignManifest[Any]) -> Page:
    """The whole page; ``base`` is the run with the printed values."""
    kit = manifest.plugin.report
    sections = (
        answer_section(found),
        front_section(found),
        target_section(found),
        knob_section(found),
        provenance_section(found, base, manifest),
    )
    return Page(
        "The smallest change that meets the targets",
        f"{found.games:,} games of {found.lineup}",
        sections,
        (
            "Figures speak of the strategies that were played, and of no others."
            + ("" if found.players else " Players who adapt to the change may undo it."),
            *kit.footer,
        ),
        key_figures(found),
        tuple(warnings(found, kit.advice(base.request.strategies), base)),
        kit.palette,
        kind="balancing",
        answer=headline(found),
    )


def key_figures(found: Balanced) -> tuple[KeyFigure, ...]:
    before, after = len(found.final_printed.missed), len(found.final.missed)
    count = len(found.final.targets)
    return (
        KeyFigure(f"{before} → {after}", f"of {count} targets missed", "on the last deals"),
        KeyFigure(f"{len(found.final.met)}", "targets surely met"),
        KeyFigure(f"{found.best.price:g}", "price of the change"),
        KeyFigure(f"{found.games:,}", "games"),
    )


def warnings(found: Balanced, advice: str, base: Run) -> Iterator[str]:
    """What a reader must know first."""
    if found.aborted:
        yield (
            f"{found.aborted:,} games were aborted at a limit that no legal game should reach; "
            "they count here."
        )
    if set(base.request.strategies) == {"random"}:
        yield (
            "Everybody played at random: this shows what a balancing looks like, and says nothing "
            "of people who play to win."
        )
    if advice:
        yield advice


def answer_section(found: Balanced) -> Section:
    block = Block("answer-words", "In words", tuple(answers(found)), BASIS)
    question = "What should I change, why, what does it cost, and what does it not solve?"
    return Section("answer", "The answer", question, (block,))


def front_section(found: Balanced) -> Section:
    """The variants between fewer missed targets and smaller changes."""
    columns = (
        Column("variant", "Variant"),
        Column("price", "Price", Kind.NUMBER),
        Column("targets", "Targets"),
        Column("missed", "Surely missed"),
        *([Column("adapted", "Players tuned to it")] if found.players else []),
        Column("file", "File"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            f"{each.name}{' (chosen)' if number == found.chosen else ''}",
            each.price,
            words,
            ", ".join(each.check.missed) or "none",
            *([counts_words(each.adapted) if each.adapted else "–"] if found.players else []),
            where_words(each),
        )
        for number, (each, words) in enumerate(variant_lines(found))
    )
    more = (
        "Each file is a variant for 'trisim compare'. The page beside it, of the same name, shows "
        "everything that it changes on the deals of the check."
        if len(rows) > 1
        else "The search found no change that brings a missed target nearer, or none was missed."
    )
    block = Block(
        "front-table",
        "From the smallest change to the nearest",
        (more,),
        f"Each on the same {found.deals:,} new deals. {BASIS}",
        table=Table("variants", "Variants", columns, rows, len(rows)),
    )
    return Section("front", "Variants", "Which smaller changes are there?", (block,))


def where_words(variant: BalanceVariant) -> str:
    """Where the changes of a variant are."""
    parts = (variant.file, variant.options)
    return ", ".join(filter(None, parts)) or "the box as it is"


def target_section(found: Balanced) -> Section:
    """All measures of targets with the chosen variant, on the last deals."""
    before = {each.key: each for each in found.final_printed.values}
    adapted = {each.key: each for each in found.best.adapted.values} if found.best.adapted else {}
    columns = (
        Column("target", "Target"),
        Column("measure", "Measure"),
        Column("band", "Should be"),
        Column("printed", "Printed", Kind.ESTIMATE),
        Column("chosen", "Chosen", Kind.ESTIMATE),
        Column("verdict", "Verdict", Kind.STANDING),
        *([Column("adapted", "Players tuned to it", Kind.ESTIMATE)] if adapted else []),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            each.target,
            each.label,
            band_words(each),
            before[each.key].estimate if each.key in before else None,
            each.estimate,
            Standing(each.verdict),
            *([adapted[each.key].estimate if each.key in adapted else None] if adapted else []),
        )
        for each in found.final.values
    )
    block = Block(
        "targets-table",
        "The chosen variant, measured once more",
        (
            "Only these figures are to be quoted: these deals decided nothing before.",
            *([ADAPTED_BASIS.format(found.tuning_games)] if adapted else []),
        ),
        f"{found.check_games:,} games on {found.deals:,} deals. {BASIS}",
        table=Table("targets", "Targets", columns, rows, 24),
    )
    return Section("targets", "Targets", "Are the targets met?", (block,))


def knob_section(found: Balanced) -> Section:
    columns = (
        Column("knob", "Knob"),
        Column("verdict", "Verdict"),
        Column("best", "Best value alone"),
        Column("distance", "Distance", Kind.NUMBER, "To all targets, in half-widths of bands"),
        Column("why", "Why it may help"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.name, each.verdict, each.best or "–", each.distance, each.why) for each in found.knobs
    )
    words = (
        f"The distance of the printed values is {found.printed:.2f}: half-widths beyond "
        "the bands, summed over the measures that are outside.",
    )
    if not rows:
        words = ("No knob was tried: the printed values miss no target.",)
    block = Block(
        "knobs-table",
        "Each knob alone",
        words,
        "From the games of the search; effects are estimated with shrinkage for noise.",
        table=Table("knobs", "Knobs", columns, rows, 24) if rows else None,
    )
    return Section("knobs", "Knobs", "Which knobs help, and which do not?", (block,))


def provenance_section(found: Balanced, base: Run, manifest: CampaignManifest[Any]) -> Section:
    request = manifest.request
    files = ["--targets", "FILE"] if request.targets_text else []
    words = [*command_words(request), *files, "--over", "FILE", "--out", "DIR"]
    rows = (
        ("Command", shlex.join(["trisim", "balance", *words])),
        ("Change", changes_words(found.best.changes) or "none"),
        ("Games of the search", f"{found.search_games:,}"),
        ("Groups", ", ".join(each or "as asked for" for each in found.groups)),
        ("Games of tunings", f"{found.games_of_tunings:,}" if found.players else "none"),
        ("Seed", str(request.seed)),
        ("Line-up", found.lineup),
        ("Box", f"{manifest.box.name} ({manifest.box.source})"),
        ("Digest of the box", manifest.box.digest[:DIGITS]),
        ("Variants", ", ".join(each.name for each in manifest.variants) or "none"),
        ("trisim", base.manifest.trisim),
        ("Version of the rules", str(base.manifest.rules_version)),
        ("Digest of the rules", base.manifest.rules[:DIGITS]),
    )
    columns = (Column("what", "What"), Column("value", "Value"))
    block = Block(
        "provenance-balance",
        "The balancing",
        ("Each candidate is an ordinary run in runs/, for 'trisim report', 'sql' and 'replay'.",),
        "The same command gives the same tables, byte for byte, with the versions named here and "
        "any number of jobs.",
        table=Table("provenance", "How it was played", columns, rows, len(rows)),
    )
    question = "What was played, by whom, with what, and can I play it again?"
    return Section("provenance", "Where this comes from", question, (block,))
