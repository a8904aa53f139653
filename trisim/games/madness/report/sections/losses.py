"""The section on lost games: why, where, and by what."""

from __future__ import annotations

from trisim.games.madness.report.analyses.losses import HALF, CardBlow, Losses
from trisim.games.madness.report.colors import LOSSES
from trisim.games.madness.report.facts import box_of
from trisim.games.madness.report.words import LOSS_NAMES, LOSS_SENTENCES, cause_name
from trisim.report.figures.bars import Divided, draw_divided
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import (
    NamesThings,
    basis_of,
    named,
    percent,
    sorted_by_value,
)
from trisim.stats.analyses.source import Facts, Missing
from trisim.texts import listed

KEY, TITLE = "losses", "How games are lost"
QUESTION = "What loses games, and at which monster?"

SHOWN_CARDS = 12


def build(inputs: ReportInputs) -> Section:
    run = inputs.subject
    found = run.result(Losses, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = [cause_block(found), round_block(found)]
    if found.blows:
        blocks.append(blow_block(found))
    if found.cards:
        blocks.append(card_block(found, run.facts))
    return Section(KEY, TITLE, QUESTION, tuple(blocks))


# ---------------------------------------------------------------- why


def cause_block(found: Losses) -> Block:
    """The three ways to lose."""
    ranked = sorted_by_value(found.losses, lambda each: each.share.value)
    parts = [f"{LOSS_SENTENCES[each.loss]}, {percent(each.share)}" for each in ranked]
    words = f"{percent(found.lost)} of the games are lost. Of these: {'; '.join(parts)}."
    dots = [Dot(LOSS_NAMES[each.loss], each.share, LOSSES[each.loss]) for each in ranked]
    return Block(
        "losses-why",
        "Three ways to lose",
        (words,),
        basis_of(found.losses[0].share, "lost games"),
        Picture("losses-why", "Share of lost games", words, lambda: draw_dots(dots)),
        Table(
            "losses-why",
            "Why games are lost",
            (
                Column("loss", "Why"),
                Column("share", "Lost games", Kind.ESTIMATE),
                Column("turns", "Turns", Kind.ESTIMATE, "of such a game"),
            ),
            tuple(
                (LOSS_NAMES[each.loss], each.share, each.turns if each.turns.clusters else None)
                for each in ranked
            ),
        ),
    )


# ---------------------------------------------------------------- where


def round_block(found: Losses) -> Block:
    """At which monster games are lost."""
    words = round_words(found)
    bars = [
        Divided(
            f"monster {each.round}", {LOSS_NAMES[name]: here.value for name, here in each.shares}
        )
        for each in found.rounds
    ]
    colors = {LOSS_NAMES[name]: color for name, color in LOSSES.items()}
    return Block(
        "losses-rounds",
        "At which monster",
        (words,),
        basis_of(found.rounds[0].lost, "games that reach the first monster"),
        Picture(
            "losses-rounds",
            "Lost games by the monster at hand",
            words,
            lambda: draw_divided(bars, colors, below="share of lost games"),
        ),
        Table(
            "losses-rounds",
            "Lost games by the monster at hand",
            (
                Column("round", "Monster", Kind.COUNT),
                Column("reached", "Reached", Kind.ESTIMATE, "share of all games"),
                Column("lost", "Lost there", Kind.ESTIMATE, "of the games that reach it"),
                *(
                    Column(f"share_{name}", LOSS_NAMES[name], Kind.ESTIMATE, "of all lost games")
                    for name, _ in found.rounds[0].shares
                ),
            ),
            tuple(
                (each.round, each.reached, each.lost, *(share for _, share in each.shares))
                for each in found.rounds
                if each.lost.clusters
            ),
        ),
    )


def round_words(found: Losses) -> str:
    """The deadliest monster by number, and early losses."""
    reached = [each for each in found.rounds if each.lost.clusters]
    most = sorted_by_value(reached, lambda each: each.lost.value)[0]
    return (
        f"The deadliest is monster {most.round}: of the games that reach it "
        f"{percent(most.lost)} are lost there. Of all lost games {percent(found.early)} end in the "
        f"first {HALF} rounds."
    )


# ---------------------------------------------------------------- by what


def blow_block(found: Losses) -> Block:
    """What the madness was due for that the pile did not have."""
    ranked = sorted_by_value(found.blows, lambda each: each.share.value)
    words = (
        "Where the pile was empty, the madness that lost the game was due for "
        + listed([f"{cause_name(each.cause)} ({percent(each.share)})" for each in ranked[:3]])
        + "."
    )
    dots = [Dot(cause_name(each.cause), each.share) for each in ranked]
    return Block(
        "losses-blow",
        "The madness too many",
        (words,),
        basis_of(ranked[0].share, "games lost by an empty pile"),
        Picture(
            "losses-blow",
            "Share of the games that are lost by an empty pile",
            words,
            lambda: draw_dots(dots),
        ),
        Table(
            "losses-blow",
            "What the last madness was due for",
            (Column("cause", "Cause"), Column("share", "Games", Kind.ESTIMATE)),
            tuple((cause_name(each.cause), each.share) for each in ranked),
        ),
    )


def card_block(found: Losses, facts: Facts) -> Block:
    """The cards that dealt the last blow."""
    box = box_of(facts)
    ranked = sorted_by_value(found.cards, lambda each: each.share.value)
    words = (
        "The cards that ended most of these games: "
        f"{listed([f'{card_name(box, each)} ({percent(each.share)})' for each in ranked[:3]])}. "
        "A card that strikes often is named often; the sections on monsters and curses compare "
        "each with its like."
    )
    return Block(
        "losses-cards",
        "The last card",
        (words,),
        basis_of(ranked[0].share, "games lost by an empty pile"),
        table=Table(
            "losses-cards",
            "Cards that took the madness too many",
            (
                Column("card", "Card"),
                Column("cause", "As"),
                Column("share", "Games", Kind.ESTIMATE, "of those lost by an empty pile"),
            ),
            tuple((card_name(box, each), cause_name(each.cause), each.share) for each in ranked),
            shown=SHOWN_CARDS,
        ),
    )


def card_name(box: NamesThings, blow: CardBlow) -> str:
    return named(box, blow.card)
