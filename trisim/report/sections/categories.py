"""The section on scoring categories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trisim.box.difficulty import BOTMEGISTUS
from trisim.box.nouns import listed
from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.heat import HeatCell, draw_heat
from trisim.report.figures.histogram import draw_histogram
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.material import Material
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import (
    above,
    basis_of,
    below,
    named,
    p_words,
    percent,
    sorted_by_value,
)
from trisim.stats.balance.categories import (
    Categories,
    CategoryFigures,
    CategoryMargin,
    CategoryWhere,
    CategoryWinning,
    WinningScores,
)
from trisim.stats.balance.source import Facts, Missing
from trisim.stats.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KEY, TITLE = "categories", "Scoring categories"
QUESTION = "Where do points come from, and which of them win the game?"

NAMES = {
    "experiments": "Experiments",
    "publications": "Publications",
    "stone": "Philosopher's stone",
    "mastery": "Mastery",
    "way": "On the way",
    "leftovers": "Leftovers",
    "achievements": "Achievements",
    "botmegistus": "Botmegistus alone",
    "other": "Other",
}
PARTS = {
    "experiments": "points of experiments",
    "masterpiece": "points of masterpieces",
    "publications": "publications",
    "stone": "formulas in the vault",
    "gold": "gold left",
    "ethereal": "ethereal dice left",
    "mastery": "levels of mastery",
    "achievements": "achievements",
    "bonuses": "immediate points",
    "abilities": "abilities of artifacts",
    "formulas": "formula tiles",
    "vault": "lines of the vault",
    "track_top": "moves at the top of a track",
    "artifacts": "elementals on its artifacts",
    "bot": "its cards and tokens",
}
MEANING = "experiments with masterpiece; mastery with moves at the top of a track; on the way: "
MEANING += "immediate points, abilities, formulas and vault; leftovers: gold and ethereal dice"


def build(material: Material) -> Section:
    """What scores are made of, in the run that the page is about."""
    run = material.subject
    found = run.result(Categories, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    if not found.categories:
        return Section(KEY, TITLE, QUESTION, problem="Nobody scored a point in this run.")
    blocks = [
        share_block(found, run.facts),
        bot_block(found) if run.facts.is_solo else None,
        margin_block(found, found.margin) if found.margins and found.margin else None,
        winning_block(found) if found.winning else None,
        strategy_block(found) if found.by_strategy and not run.facts.is_solo else None,
        alchemist_block(found, run.facts) if found.by_alchemist else None,
        score_block(found.winners) if found.winners else None,
    ]
    return Section(KEY, TITLE, QUESTION, tuple(block for block in blocks if block is not None))


def name_of(category: str) -> str:
    """A category as shown."""
    return NAMES.get(category, category)


def part_name(part: str) -> str:
    """A part as shown."""
    bare = part.removeprefix("vp_")
    return PARTS.get(bare, bare.replace("_", " "))


def by_share(found: Categories) -> list[CategoryFigures]:
    """Categories, the largest first."""
    return sorted_by_value(found.categories, lambda each: each.share.value)


def plain_percent(estimate: Estimate) -> str:
    """Without an interval, for the short comparison in a sentence."""
    return f"{estimate.shown(estimate.value)} %"


# ---------------------------------------------------------------- shares of the score


def share_block(found: Categories, facts: Facts) -> Block:
    """Points and shares of each category and part."""
    words = share_words(found, facts)
    dots = [Dot(name_of(each.name), each.share) for each in by_share(found)]
    return Block(
        "categories-shares",
        "What a score is made of",
        (words,),
        basis_of(found.score, "scores"),
        Picture("category-shares", "Share of all points", words, lambda: draw_dots(dots)),
        share_table(found),
    )


def share_words(found: Categories, facts: Facts) -> str:
    """The largest categories, and the smallest."""
    who = "You score" if facts.is_solo else "Players score"
    ranked = by_share(found)
    most = listed(
        f"{name_of(each.name).lower()} {percent(each.share)}"
        for each in ranked[: min(3, len(ranked))]
    )
    least = ranked[-1]
    tail = (
        f" Least comes from {name_of(least.name).lower()}, {percent(least.share)}."
        if len(ranked) > 3
        else ""
    )
    score = found.score.shown(found.score.value)
    return f"{who} {score} points on average. The largest shares: {most}.{tail}"


def share_table(found: Categories) -> Table:
    """Categories with their parts."""
    rows: list[tuple[str, str, Estimate, Estimate]] = []
    for each in by_share(found):
        rows.append((name_of(each.name), "all of it", each.points, each.share))
        inside = [part for part in found.parts if part.category == each.name]
        if len(inside) > 1:
            rows += [("", part_name(part.name), part.points, part.share) for part in inside]
    return Table(
        "categories",
        "Points by category and part",
        (
            Column("category", "Category", Kind.TEXT, MEANING),
            Column("part", "Part"),
            Column("points", "Points", Kind.ESTIMATE, "mean of a player"),
            Column("share", "Share", Kind.ESTIMATE, "of all points: a ratio of totals"),
        ),
        tuple(rows),
        shown=20,
    )


def bot_block(found: Categories) -> Block:
    """You and Botmegistus side by side."""
    sides = sorted(
        {each.where for each in found.by_strategy}, key=lambda name: (name == BOTMEGISTUS, name)
    )
    cells = {(each.name, each.where): each for each in found.by_strategy}
    names = list(dict.fromkeys(each.name for each in found.by_strategy))
    groups = [
        Group(name_of(name), tuple(cells[name, side].points for side in sides)) for name in names
    ]
    words = bot_words(cells, names, sides)
    return Block(
        "categories-bot",
        "You and Botmegistus",
        (words,),
        basis_of(found.by_strategy[0].points, "games"),
        Picture(
            "category-bot",
            "Points of you and of Botmegistus",
            words,
            lambda: draw_grouped(groups, [side_name(side) for side in sides]),
        ),
        Table(
            "categories-bot",
            "Points of you and of Botmegistus",
            (
                Column("category", "Category", Kind.TEXT, MEANING),
                *(
                    Column(f"side_{i}", side_name(side), Kind.ESTIMATE)
                    for i, side in enumerate(sides)
                ),
            ),
            tuple((name_of(name), *(cells[name, side].points for side in sides)) for name in names),
        ),
    )


def side_name(side: str) -> str:
    """You, with the strategy that played for you, or Botmegistus."""
    return "Botmegistus" if side == BOTMEGISTUS else f"you ({side})"


def bot_words(
    cells: dict[tuple[str, str], CategoryWhere], names: Sequence[str], sides: Sequence[str]
) -> str:
    """Where only one of the two scores at all, and where one surely scores more."""
    if len(sides) < 2:
        return "Only one side has scored."
    you = {name: cells[name, sides[0]].points for name in names}
    bot = {name: cells[name, sides[-1]].points for name in names}
    told = {
        "Only you score from": [name for name in names if bot[name].value == 0],
        "Only Botmegistus scores from": [name for name in names if you[name].value == 0],
        "You surely score more from": [name for name in names if you[name].low > bot[name].high],
        "Botmegistus surely scores more from": [
            name for name in names if you[name].high < bot[name].low
        ],
    }
    said = [
        f"{words} {listed(name_of(name).lower() for name in those)}."
        for words, those in told.items()
        if those
    ]
    return " ".join(said) or "In no category are the two surely apart."


# ---------------------------------------------------------------- what sets winners apart


def margin_block(found: Categories, margin: Estimate) -> Block:
    """How much of the winner's margin each category is, beside its share of the score."""
    margins = {each.name: each for each in found.margins}
    groups = [
        Group(
            name_of(each.name),
            (each.share, margins[each.name].share, margins[each.name].second_share),
        )
        for each in by_share(found)
        if each.name in margins
    ]
    words = margin_words(found, margin, margins)
    return Block(
        "categories-margin",
        "What sets winners apart",
        words,
        basis_of(found.margins[0].over_mean, "games with one winner"),
        Picture(
            "category-margin",
            "Share of the score and of the winner's margin",
            " ".join(words),
            lambda: draw_grouped(
                groups,
                [
                    "of the score",
                    "of the margin over the mean of the others",
                    "of the margin over the second",
                ],
            ),
        ),
        margin_table(found),
    )


def margin_words(
    found: Categories, margin: Estimate, margins: dict[str, CategoryMargin]
) -> tuple[str, ...]:
    """What makes up the margin, and what is more of it than of the score."""
    ranked = sorted_by_value(found.margins, lambda each: each.share.value)
    most = listed(f"{name_of(each.name).lower()} {percent(each.share)}" for each in ranked[:3])
    first = (
        f"Winners score {percent(margin)} points more than the mean of the others. The largest "
        f"shares of that margin: {most}."
    )
    contrasts = [
        f"{name_of(each.name).lower()} ({plain_percent(each.share)} of the score, "
        f"{plain_percent(margins[each.name].share)} of the margin)"
        for each in found.categories
        if each.name in margins and margins[each.name].share.low > each.share.high
    ]
    second = (
        f"More of the margin than of the score: {listed(contrasts)}; here winners stand out."
        if contrasts
        else "No category is surely more of the margin than of the score."
    )
    return first, second


def margin_table(found: Categories) -> Table:
    """Both margins."""
    return Table(
        "category-margins",
        "The winner's margin by category",
        (
            Column("category", "Category", Kind.TEXT, MEANING),
            Column("over_mean", "Over the mean", Kind.ESTIMATE, "winner less mean of the others"),
            Column("share", "Share", Kind.ESTIMATE, "of that margin; shares add up to 100 %"),
            Column(
                "over_second", "Over the second", Kind.ESTIMATE, "winner less best of the others"
            ),
            Column("second_share", "Share", Kind.ESTIMATE, "of that margin"),
        ),
        tuple(
            (name_of(each.name), each.over_mean, each.share, each.over_second, each.second_share)
            for each in sorted_by_value(found.margins, lambda each: each.share.value)
        ),
    )


# ---------------------------------------------------------------- winning


def winning_block(found: Categories) -> Block:
    """How often the one with most points of a category wins."""
    ranked = sorted_by_value(found.winning, lambda each: each.leader.estimate.value)
    words = winning_words(ranked, found.par)
    dots = [Dot(name_of(each.name), each.leader.estimate) for each in ranked]
    return Block(
        "categories-winning",
        "What goes with winning",
        (
            words,
            "This is what goes together: who plays well tends to score more of everything.",
        ),
        basis_of(
            ranked[0].leader.estimate, f"games that differ in {name_of(ranked[0].name).lower()}"
        ),
        Picture(
            "category-winning",
            "Win rate of the player with most points of a category",
            words,
            lambda: draw_dots(dots, found.par, "equals"),
        ),
        winning_table(ranked),
    )


def winning_words(ranked: Sequence[CategoryWinning], par: float) -> str:
    """The category whose leader wins most, what its points go with, and which go against it."""
    top = ranked[0]
    slopes = sorted_by_value(ranked, lambda each: each.slope.estimate.value)
    steep = slopes[0]
    words = (
        f"The player with most points from {name_of(top.name).lower()} wins "
        f"{percent(top.leader.estimate)}, where equals would win {100 * par:.3g} %."
    )
    if above(steep.slope):
        words += (
            f" Point for point, {name_of(steep.name).lower()} goes most with winning: for each "
            f"point more than the mean of the table {percent(steep.slope.estimate)} more wins."
        )
    no_help = [name_of(each.name).lower() for each in ranked if not above(each.leader)]
    if no_help:
        words += f" To lead in {listed(no_help, 'or')} does not surely go with winning."
    bad = [name_of(each.name).lower() for each in ranked if below(each.slope)]
    if bad:
        words += f" Points from {listed(bad)} surely go with losing."
    return words


def winning_table(ranked: Sequence[CategoryWinning]) -> Table:
    """Leaders and slopes."""
    return Table(
        "category-winning",
        "Categories and winning",
        (
            Column("category", "Category", Kind.TEXT, MEANING),
            Column(
                "leader", "Leader wins", Kind.ESTIMATE, "who has most points of it; ties shared"
            ),
            Column("p", "p", Kind.TEXT, "of a difference from equals; after Holm"),
            Column(
                "slope", "Per point", Kind.ESTIMATE, "more wins for a point more than the table"
            ),
            Column("p_slope", "p per point", Kind.TEXT, "of a difference from 0; after Holm"),
        ),
        tuple(
            (
                name_of(each.name),
                each.leader.estimate,
                p_words(each.leader.adjusted),
                each.slope.estimate,
                p_words(each.slope.adjusted),
            )
            for each in ranked
        ),
    )


# ---------------------------------------------------------------- by strategy and alchemist


def strategy_block(found: Categories) -> Block:
    """What each strategy scores with."""
    return where_block("strategies", "By strategy", "Strategy", found.by_strategy, None)


def alchemist_block(found: Categories, facts: Facts) -> Block:
    """What is scored with each alchemist."""
    return where_block("alchemists", "By alchemist", "Alchemist", found.by_alchemist, facts)


def where_block(
    kind: str, title: str, column: str, cells: Sequence[CategoryWhere], facts: Facts | None
) -> Block:
    """A heat map of points, coloured by how the shares differ from all."""
    words = where_words(cells, facts)
    return Block(
        f"categories-{kind}",
        title,
        (words,),
        basis_of(cells[0].points, "scores in each cell"),
        Picture(
            f"category-{kind}",
            f"Points by category, {title.lower()}",
            words,
            lambda: where_picture(cells, facts),
        ),
        where_table(f"category-{kind}", f"Categories {title.lower()}", column, cells, facts),
    )


def where_name(where: str, facts: Facts | None) -> str:
    """An alchemist as printed, or a strategy as it is."""
    return named(facts.box, where) if facts else where


def where_words(cells: Sequence[CategoryWhere], facts: Facts | None) -> str:
    """The cell that is farthest from what all have."""
    apart = [each for each in cells if each.share.excludes(each.share.value - each.beyond)]
    if not apart:
        return "No share is surely other than that of all together."
    far = max(apart, key=lambda each: abs(each.beyond))
    return (
        f"Farthest from the rest: {where_name(far.where, facts)} has {percent(far.share)} of its "
        f"points from {name_of(far.name).lower()}, where all together have "
        f"{100 * (far.share.value - far.beyond):.1f} %."
    )


def where_picture(cells: Sequence[CategoryWhere], facts: Facts | None) -> Figure:
    """Categories from top to bottom, strategies or alchemists from left to right."""
    rows = list(dict.fromkeys(each.name for each in cells))
    columns = list(dict.fromkeys(each.where for each in cells))
    drawn = {
        (rows.index(each.name), columns.index(each.where)): HeatCell(
            each.beyond,
            each.points.shown(each.points.value),
            f"{100 * each.share.value:.1f} %",
            each.share.excludes(each.share.value - each.beyond),
        )
        for each in cells
    }
    return draw_heat(
        [name_of(each) for each in rows],
        [where_name(each, facts) for each in columns],
        drawn,
        0.0,
        "points, and share of the score; colour: share less that of all; bold: surely different",
    )


def where_table(
    name: str,
    caption: str,
    column: str,
    cells: Sequence[CategoryWhere],
    facts: Facts | None = None,
) -> Table:
    """All cells."""
    return Table(
        name,
        caption,
        (
            Column("where", column),
            Column("category", "Category", Kind.TEXT, MEANING),
            Column("points", "Points", Kind.ESTIMATE, "mean of a player"),
            Column("share", "Share", Kind.ESTIMATE, "of all points of these players"),
            Column("beyond", "Less all", Kind.NUMBER, "percentage points from the share of all"),
        ),
        tuple(
            (
                where_name(each.where, facts),
                name_of(each.name),
                each.points,
                each.share,
                100 * each.beyond,
            )
            for each in sorted(cells, key=lambda each: each.where)
        ),
    )


# ---------------------------------------------------------------- winning scores


def score_block(winners: WinningScores) -> Block:
    """What it takes to win."""
    marks = [
        (f"{100 * share:.0f} %: {score.value:.0f}", score.value)
        for share, score in zip(winners.shares, winners.quantiles, strict=True)
    ]
    words = score_words(winners)
    counts = [(each.score, each.games) for each in winners.counts]
    return Block(
        "categories-winners",
        "Winning scores",
        (words,),
        basis_of(winners.mean, "games"),
        Picture(
            "winning-scores",
            "Scores of winners",
            words,
            lambda: draw_histogram(counts, marks, "points of the winner, share of games"),
        ),
        score_table(winners),
    )


def score_words(winners: WinningScores) -> str:
    """Mean, and from where to where."""
    low, high = winners.quantiles[0], winners.quantiles[-1]
    few, many = winners.shares[0], winners.shares[-1]
    return (
        f"Winners score {percent(winners.mean)} points on average. {100 * few:.0f} % of games are "
        f"won with {low.value:.0f} points or fewer, {100 * (1 - many):.0f} % with more than "
        f"{high.value:.0f}."
    )


def score_table(winners: WinningScores) -> Table:
    """Mean and quantiles."""
    rows: list[tuple[str, Estimate]] = [("mean", winners.mean)]
    for share, score in zip(winners.shares, winners.quantiles, strict=True):
        rows.append((f"{100 * share:.0f} % have at most", score))
    return Table(
        "winning-scores",
        "Winning scores",
        (Column("what", "Figure"), Column("score", "Score", Kind.ESTIMATE)),
        tuple(rows),
    )
