"""The page of a study of restrictions: first which parts nobody needs, then all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from trisim.report.campaign_files import aborted_words, command_of, warnings_on
from trisim.report.page.model import (
    Block,
    Cell,
    Column,
    KeyFigure,
    Kind,
    Page,
    Picture,
    Section,
    Table,
)
from trisim.report.restrict_figure import draw_effects
from trisim.report.restrict_words import ABOUT, AGAIN, difference_words, find_out, met_words
from trisim.report.sections.provenance import DIGITS, SAME_AGAIN, SETTINGS, TITLE
from trisim.report.sections.words import first_clauses, first_few, percent, slug
from trisim.sim.campaign_folder import CampaignManifest
from trisim.sim.options import quote
from trisim.stats.restrictions import (
    DEAD,
    INDIFFERENT,
    NEEDED,
    RARELY,
    TRAP,
    UNDECIDED,
    USEFUL,
    Worth,
    Worths,
)
from trisim.texts import listed

MOST_DRAWN = 60
"""Rows of a figure: of more parts those with the largest effects are drawn."""

NAMED = 6
ORDER = (DEAD, INDIFFERENT, TRAP, USEFUL, NEEDED, UNDECIDED)
"""Classes as the first question has them: what nobody needs comes first."""

HERE = "DIR"
"""How the page calls the folder of the study, which may be moved."""


def page_of(worths: Worths, manifest: CampaignManifest[Any], free: str) -> Page:
    """The whole page; ``free`` is the free run of the latest stage."""
    info, kit = manifest.request.info, manifest.plugin.report
    return Page(
        kind="study of restrictions",
        title="What each part of the game is worth",
        subtitle=f"{info.title}: {worths.strategy} without each of {len(worths.worths)} parts",
        sections=(
            answer(worths, free),
            effects(worths),
            everything(worths),
            origin(worths, manifest),
        ),
        footer=(speaks_of(worths), *kit.footer),
        key_figures=tuple(
            KeyFigure(f"{len(worths.of_class(name))}", ABOUT[name], name) for name in ORDER
        ),
        warnings=warnings(worths, manifest),
        palette=kit.palette,
    )


def speaks_of(worths: Worths) -> str:
    return (
        f"This page speaks of games in which {worths.strategy} plays all seats, and of no other "
        "strategies: a part may be worth more to players who use it better."
    )


def warnings(worths: Worths, manifest: CampaignManifest[Any]) -> tuple[str, ...]:
    on_strategy = warnings_on([worths.strategy], manifest.plugin.report)
    return (*aborted_words(worths.aborted), *on_strategy)


# ---------------------------------------------------------------- the answer


def answer(worths: Worths, free: str) -> Section:
    """Which parts nobody needs, which are traps, which are needed."""
    return Section(
        "answer",
        "Who would miss what",
        "Which parts does nobody need, and which are traps?",
        (
            unneeded(worths),
            traps(worths, free),
            needed(worths),
        ),
    )


def unneeded(worths: Worths) -> Block:
    """Parts that are dead or indifferent, in words and as a table."""
    dead, indifferent = worths.of_class(DEAD), worths.of_class(INDIFFERENT)
    rows = tuple(
        (each.part.title, each.verdict, met_words(each), difference_words(each))
        for each in (*dead, *indifferent)
    )
    columns = (
        Column("title", "Part"),
        Column("class", "Class"),
        Column("met", "Free players"),
        Column("games", "Without it"),
    )
    table = Table("unneeded", "Parts that nobody needs", columns, rows) if rows else None
    words = tuple(unneeded_words(worths, dead, indifferent))
    return Block("unneeded", "What nobody needs", words, "", table=table)


def unneeded_words(
    worths: Worths, dead: Sequence[Worth], indifferent: Sequence[Worth]
) -> Iterator[str]:
    never = [each for each in dead if each.part.offered and not each.part.chosen]
    hardly = [each for each in dead if each.part.chosen]
    absent = [each for each in dead if not each.part.offered]
    games = f"in {worths.usage_games:,} games"
    if never:
        yield f"Offered to free players, and never chosen {games}: {names_of(never)}."
    if hardly:
        yield (
            f"Chosen in no more than {100 * RARELY:g} % of the games of a free player: "
            f"{names_of(hardly)}."
        )
    if absent:
        yield f"Not even offered {games}: {names_of(absent)}."
    if not dead:
        yield "Every part was chosen by free players now and then."
    yield (
        f"Chosen, but without it the win rate surely stays within ± {100 * worths.margin:g} pp: "
        f"{names_of(indifferent)}."
        if indifferent
        else "Of no other part it is sure that its loss stays within the margin."
    )


def traps(worths: Worths, free: str) -> Block:
    found = worths.of_class(TRAP)
    if not found:
        words = ("No part is surely better left alone, on the first deals and on new ones.",)
        return Block("traps", "Traps", words, "")
    words = (
        f"Players win more often without: {names_of(found)}. That is a fault of the part, which "
        "costs more than it gives, or of the player, who values it too much. To find out, do as "
        f"below for {found[0].part.name}; {HERE} is the folder of this study.",
    )
    columns = (Column("question", "Question"), Column("command", "Command"))
    ways = tuple(find_out(worths, found[0], HERE, free))
    table = Table("find-out", "The part or the player?", columns, ways)
    return Block("traps", "Traps", words, "", table=table)


def needed(worths: Worths) -> Block:
    gone = worths.of_class(TRAP)
    found = (*worths.of_class(NEEDED), *worths.of_class(USEFUL))
    words = (
        f"Surely worse are players without: {names_of(found)}."
        if found
        else "Of no part it is sure that players are worse without it."
    )
    table = effect_table("sure", "Traps, then needed and useful parts", (*gone, *found))
    return Block(
        "needed",
        "What players need",
        (words,),
        basis(worths),
        table=table if table.rows else None,
    )


def names_of(worths: Sequence[Worth]) -> str:
    """The first few parts, in the words of the game."""
    titles = [each.part.title for each in worths]
    has_commas = any("," in title for title in titles[:NAMED])
    return first_clauses(titles, NAMED) if has_commas else first_few(titles, NAMED)


def basis(worths: Worths) -> str:
    whose = "team" if worths.is_team else "seat"
    free = listed([percent(each) for each in worths.free])
    return (
        f"Changes of the win rate of the {whose} that does without a part, against the same place "
        f"in the free game of the same deal ({free}). {worths.games:,} games in {worths.deals:,} "
        "deals for each part and stage; intervals clustered by deal, which all hold together at "
        "95 % in both stages."
    )


# ---------------------------------------------------------------- figures by kind


def effects(worths: Worths) -> Section:
    """A figure for each kind, the one with the largest effects first."""
    kinds: dict[str, list[Worth]] = {}
    for each in worths.worths:
        if not each.quoted.is_identical:
            kinds.setdefault(each.part.kind, []).append(each)
    blocks = tuple(kind_block(worths, kind, found) for kind, found in kinds.items())
    return Section(
        "effects",
        "By kind and size",
        "How much does each part matter, and how sure is that?",
        blocks,
        "" if blocks else "No game took another course without any of the parts.",
    )


def kind_block(worths: Worths, kind: str, found: Sequence[Worth]) -> Block:
    largest = sorted(found, key=lambda each: -abs(each.quoted.win.value))[:MOST_DRAWN]
    drawn = sorted(largest, key=lambda each: each.quoted.win.value)
    few = f", the {len(drawn)} largest effects of {len(found)}" if len(drawn) < len(found) else ""
    whose = "team" if worths.is_team else "seat"
    axis = f"change of the win rate of the {whose} without it, in points"
    picture = Picture(
        f"effects-{slug(kind)}",
        f"Without each {kind}{few}",
        f"{len(drawn)} parts of the kind {kind} with their effects and intervals, from "
        f"{drawn[0].part.name} ({drawn[0].quoted.win.shown(drawn[0].quoted.win.value)}) to "
        f"{drawn[-1].part.name} ({drawn[-1].quoted.win.shown(drawn[-1].quoted.win.value)}).",
        partial(draw_effects, drawn, worths.margin, axis),
    )
    same = sum(each.part.kind == kind for each in worths.worths) - len(found)
    words = f"{same} more made no difference in any game." if same else ""
    return Block(
        f"kind-{slug(kind)}",
        kind.capitalize(),
        (words,) if words else (),
        "",
        picture=picture,
        table=effect_table(slug(kind), f"Parts of the kind {kind}", found),
    )


# ---------------------------------------------------------------- tables

PART = Column("part", "Part", meaning=f"as in without=; {AGAIN} its figures are of new deals")
WIN = Column("win", "Wins", Kind.ESTIMATE, "change of the win rate without it")
SCORE = Column("score", "Score", Kind.ESTIMATE, "change of the score without it")


def effect_table(name: str, caption: str, found: Sequence[Worth]) -> Table:
    """Parts with their quoted figures."""
    columns = (PART, Column("title", "What"), Column("class", "Class"), WIN, SCORE)
    rows = tuple(
        (
            name_of(each),
            each.part.title,
            each.verdict,
            each.quoted.win,
            each.quoted.score,
        )
        for each in found
    )
    return Table(name, caption, columns, rows)


def name_of(worth: Worth) -> str:
    return f"{worth.part.name} {AGAIN}" if worth.second else worth.part.name


def everything(worths: Worths) -> Section:
    """Every part in one table."""
    columns = (
        PART,
        Column("title", "What"),
        Column("class", "Class"),
        WIN,
        SCORE,
        Column("first", "First stage", Kind.ESTIMATE, "change of the win rate on the first deals"),
        Column("offered", "Offered", Kind.COUNT, "decisions of free players with it"),
        Column("chosen", "Chosen", Kind.COUNT, "decisions of free players for it"),
        Column("differing", "Differing", Kind.COUNT, "deals with a game of another course"),
        Column(
            "blocked",
            "All restricted",
            Kind.COUNT,
            "choices in which all options were restricted, so that all were allowed",
        ),
        Column("more", "More games", Kind.COUNT, "that would decide, if it is undecided"),
    )
    rows = tuple(row_of(each) for each in worths.worths)
    table = Table("parts", "Every part, in the order of the game", columns, rows, 25)
    words = (
        "Sort by a click on a heading. Where all options of a choice were restricted, all were "
        "allowed: of a part with many such choices its loss is worth more than its figure says."
    )
    block = Block("parts", "Every part", (words,), basis(worths), table=table)
    return Section("all", "All parts", "And this one?", (block,))


def row_of(worth: Worth) -> tuple[Cell, ...]:
    quoted = worth.quoted
    return (
        name_of(worth),
        worth.part.title,
        worth.verdict,
        quoted.win,
        quoted.score,
        worth.first.win,
        worth.part.offered,
        worth.part.chosen,
        quoted.differing,
        quoted.all_restricted,
        worth.more_games,
    )


# ---------------------------------------------------------------- where it comes from


def origin(worths: Worths, manifest: CampaignManifest[Any]) -> Section:
    """What the classes mean, and how it was played."""
    columns = (Column("class", "Class"), Column("meaning", "Meaning"))
    classes = Table("classes", "The classes", columns, tuple(meanings(worths)), 12)
    rows = tuple(played_rows(worths, manifest))
    played = Table("played", "How it was played", SETTINGS, rows, len(rows))
    return Section(
        "origin",
        TITLE,
        "What was played, and what do the words mean?",
        (
            Block("classes", "The classes", (), "", table=classes),
            Block("played", "The games", (), SAME_AGAIN, table=played),
        ),
    )


def meanings(worths: Worths) -> Iterator[tuple[str, str]]:
    margin, much = f"{100 * worths.margin:g}", f"{100 * worths.much:g}"
    yield NEEDED, f"the whole interval is below −{much} points"
    yield USEFUL, "the whole interval is below 0"
    yield INDIFFERENT, f"the whole interval is within ± {margin} points"
    yield TRAP, "the whole interval is above 0, on the first deals and on new ones"
    yield (
        DEAD,
        f"chosen in no more than {100 * RARELY:g} % of the games of a free player, in "
        f"{worths.usage_games:,} games. Games without it are nearly all the free ones, unless the "
        "player looks ahead at it",
    )
    yield (
        UNDECIDED,
        "all others; what looks like a trap but was not played again on new deals is one of them",
    )


def played_rows(worths: Worths, manifest: CampaignManifest[Any]) -> Iterator[tuple[str, str]]:
    request = manifest.request
    yield "Command", command_of("restrict", request)
    yield "Game", request.info.title
    yield "Strategy of all seats", worths.strategy
    yield "Players", f"{worths.players}"
    yield "First stage", f"{len(worths.worths)} restrictions, seed {request.seed_of(1)}"
    yield "Second stage", f"{len(worths.again)} restrictions, seed {request.seed_of(2)}"
    yield "Games of each", f"{worths.games:,} in {worths.deals:,} deals"
    yield "Free games", listed([percent(each) for each in worths.free])
    yield "Box", f"{manifest.box.name} ({manifest.box.digest[:DIGITS]})"
    yield "Variants", quote(tuple(each.name for each in manifest.variants))
    for each in manifest.strategies:
        yield f"Text of {each.spec}", each.digest[:DIGITS]
    yield "trisim", manifest.trisim
