"""The blocks on the scores of winners, in the section on scoring categories."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.figures.grouped import Group, draw_grouped
from trisim.report.figures.histogram import draw_histogram
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.kit import ScoreWords
from trisim.report.page.model import Block, Column, Kind, Picture, Table
from trisim.report.sections.words import (
    above,
    basis_of,
    below,
    exact_percent,
    percent,
    sorted_by_value,
)
from trisim.stats.analyses.category_figures import (
    Categories,
    CategoryFigures,
    CategoryMargin,
    CategoryWinning,
    WinningScores,
)
from trisim.stats.estimate import Estimate
from trisim.texts import listed


def by_share(found: Categories) -> list[CategoryFigures]:
    """Categories, the largest first."""
    return sorted_by_value(found.categories, lambda each: each.share.value)


# ---------------------------------------------------------------- winners and others


def margin_block(found: Categories, margin: Estimate, score: ScoreWords) -> Block:
    """The share of each category in the winner's margin, beside its share of the score."""
    margins = {each.name: each for each in found.margins}
    groups = [
        Group(
            score.category(each.name),
            (each.share, margins[each.name].share, margins[each.name].second_share),
        )
        for each in by_share(found)
        if each.name in margins
    ]
    words = margin_words(found, margin, margins, score)
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
        margin_table(found, score),
    )


def margin_words(
    found: Categories, margin: Estimate, margins: dict[str, CategoryMargin], score: ScoreWords
) -> tuple[str, ...]:
    """The main parts of the margin, and categories with a larger share of it than of the score."""
    ranked = sorted_by_value(found.margins, lambda each: each.share.value)
    most = listed(f"{score.in_text(each.name)} {percent(each.share)}" for each in ranked[:3])
    first = (
        f"Winners score {percent(margin)} points more than the mean of the others. The largest "
        f"shares of that margin: {most}."
    )
    contrasts = [
        f"{score.in_text(each.name)} ({plain_percent(each.share)} of the score, "
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


def margin_table(found: Categories, score: ScoreWords) -> Table:
    return Table(
        "category-margins",
        "The winner's margin by category",
        (
            Column("category", "Category", Kind.TEXT, score.meaning),
            Column("over_mean", "Over the mean", Kind.ESTIMATE, "winner less mean of the others"),
            Column("share", "Share", Kind.ESTIMATE, "of that margin; shares add up to 100 %"),
            Column(
                "over_second", "Over the second", Kind.ESTIMATE, "winner less best of the others"
            ),
            Column("second_share", "Share", Kind.ESTIMATE, "of that margin"),
        ),
        tuple(
            (
                score.category(each.name),
                each.over_mean,
                each.share,
                each.over_second,
                each.second_share,
            )
            for each in sorted_by_value(found.margins, lambda each: each.share.value)
        ),
    )


def plain_percent(estimate: Estimate) -> str:
    """Without an interval, for a short comparison in a sentence."""
    return f"{estimate.shown(estimate.value)} %"


# ---------------------------------------------------------------- winning


def winning_block(found: Categories, score: ScoreWords) -> Block:
    """The win rate of the player with most points of a category."""
    ranked = sorted_by_value(found.winning, lambda each: each.leader.estimate.value)
    par = ranked[0].leader.null
    words = winning_words(ranked, par, score)
    dots = [Dot(score.category(each.name), each.leader.estimate) for each in ranked]
    return Block(
        "categories-winning",
        "What goes with winning",
        (
            words,
            "This is what goes together: who plays well tends to score more of everything.",
        ),
        basis_of(
            ranked[0].leader.estimate, f"games that differ in {score.in_text(ranked[0].name)}"
        ),
        Picture(
            "category-winning",
            "Win rate of the player with most points of a category",
            words,
            lambda: draw_dots(dots, par, "equals"),
        ),
        winning_table(ranked, score),
    )


def winning_words(ranked: Sequence[CategoryWinning], par: float, score: ScoreWords) -> str:
    """The category whose leader wins most, and the associations of points with winning."""
    top = ranked[0]
    slopes = sorted_by_value(ranked, lambda each: each.slope.estimate.value)
    steep = slopes[0]
    words = (
        f"The player with most points from {score.in_text(top.name)} wins "
        f"{percent(top.leader.estimate)}, where equals would win {exact_percent(par)}."
    )
    if above(steep.slope):
        words += (
            f" Point for point, {score.in_text(steep.name)} goes most with winning: a point more "
            f"than the mean of the table goes with {percent(steep.slope.estimate)} of wins."
        )
    no_help = [score.in_text(each.name) for each in ranked if not above(each.leader)]
    if no_help:
        words += f" Leading in {listed(no_help, 'or')} has no sure association with winning."
    bad = [score.in_text(each.name) for each in ranked if below(each.slope)]
    if bad:
        words += f" Points from {listed(bad)} surely go with losing."
    return words


def winning_table(ranked: Sequence[CategoryWinning], score: ScoreWords) -> Table:
    return Table(
        "category-winning",
        "Categories and winning",
        (
            Column("category", "Category", Kind.TEXT, score.meaning),
            Column(
                "leader", "Leader wins", Kind.ESTIMATE, "who has most points of it; ties shared"
            ),
            Column("p", "p", Kind.P_VALUE, "of a difference from equals; after Holm"),
            Column(
                "slope", "Per point", Kind.ESTIMATE, "more wins for a point more than the table"
            ),
            Column("p_slope", "p per point", Kind.P_VALUE, "of a difference from 0; after Holm"),
        ),
        tuple(
            (
                score.category(each.name),
                each.leader.estimate,
                each.leader.adjusted,
                each.slope.estimate,
                each.slope.adjusted,
            )
            for each in ranked
        ),
    )


# ---------------------------------------------------------------- winning scores


def score_block(winners: WinningScores) -> Block:
    """The scores of winners."""
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
    low, high = winners.quantiles[0], winners.quantiles[-1]
    few, many = winners.shares[0], winners.shares[-1]
    return (
        f"Winners score {percent(winners.mean)} points on average. At least {100 * few:.0f} % of "
        f"games are won with {low.value:.0f} points or fewer, at most {100 * (1 - many):.0f} % "
        f"with more than {high.value:.0f}."
    )


def score_table(winners: WinningScores) -> Table:
    rows: list[tuple[str, Estimate]] = [("mean", winners.mean)]
    for share, points in zip(winners.shares, winners.quantiles, strict=True):
        rows.append((f"{100 * share:.0f} % have at most", points))
    return Table(
        "winning-scores",
        "Winning scores",
        (Column("what", "Figure"), Column("score", "Score", Kind.ESTIMATE)),
        tuple(rows),
    )
