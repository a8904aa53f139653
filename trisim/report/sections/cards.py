"""The section on cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trisim.box.box import Box
from trisim.report.figures.cards import CUT_OFF, CardDot, draw_differences, is_cut_off
from trisim.report.inputs import ReportInputs
from trisim.report.kit import CardWords
from trisim.report.page.model import Block, Cell, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import counted, first_few, named, percent, sentence
from trisim.stats.analyses.card_figures import (
    ERROR_RATE,
    NOTABLE,
    CardFigures,
    CardFinding,
    Cards,
    KeptFigures,
    Why,
)
from trisim.stats.analyses.source import Facts, Missing
from trisim.stats.estimate import Comparison, Estimate
from trisim.texts import listed

KEY, TITLE = "cards", "Cards"
QUESTION = "Which cards are worth too much, too little, or nothing at all?"

PICTURED = 20
"""Cards in a picture; of more, those that stand out and the greatest differences are shown."""

NAMED = 4
"""Cards that a sentence names; the rest are in the table."""

LIKE_OTHERS = "adjusted win rate less that with like cards"

TOGETHER = "intervals at 95 %, those of a kind together (Bonferroni), clustered by deal."
WHOSE = "This is how these strategies play the cards: another may find a use for any of them."
ADJUSTED = (
    "the win rate of {}those who had a card, less that of {}players of {} who took as many cards "
    "of its kind and level in the same parts of the game, as many of them from the stack, but not "
    "this one"
)
ABOUT_WINS = (Why.STRONG, Why.WEAK)


MEANINGS = {
    "level": "the deck it is in",
    "offered": "share of the games in which it was there to be taken",
    "taken": "share of the times it was there",
    "completed": "share of those who had it",
    "uses": "times its ability was used by who had it",
    "points": "for who had it, printed and on the way",
    "when": "share of the game that had been played when it was taken",
}


def build(inputs: ReportInputs) -> Section:
    """All cards of the run that the page is about."""
    run = inputs.subject
    found = run.result(Cards, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    layouts = inputs.kit.cards
    kinds = {kind: [each for each in found.figures if each.kind == kind] for kind in layouts}
    blocks = [
        kind_block(kind, cards, found, run.facts, layouts[kind])
        for kind, cards in kinds.items()
        if cards
    ]
    if found.kept:
        blocks.append(kept_block(found.kept, run.facts))
    return Section(KEY, TITLE, QUESTION, (look_block(found, run.facts, layouts), *blocks))


def alike(facts: Facts) -> str:
    """The properties that compared players share: ``the same strategy and seat``."""
    role = [facts.role.one] if facts.role is not None else []
    return f"the same {listed(['strategy', *role, 'seat'])}"


def adjusted_words(facts: Facts) -> str:
    """What is compared; a team's result is that of each of its players."""
    whose = "the teams of " if facts.is_team else ""
    return ADJUSTED.format(whose, whose, alike(facts))


# ---------------------------------------------------------------- cards to look at


def look_block(found: Cards, facts: Facts, layouts: Mapping[str, CardWords]) -> Block:
    return Block(
        "cards-look",
        "Cards to look at",
        look_words(found, facts),
        f"n = {counted(facts.games, 'games')}; {basis_words(found)}",
        table=look_table(found, facts.box, layouts) if found.findings else None,
    )


def look_words(found: Cards, facts: Facts) -> tuple[str, ...]:
    """The strongest and weakest, those that nobody takes, and the scope of these statements."""
    groups = [
        named_words(lead, names_of(found.findings, why, found, facts.box))
        for lead, why in (
            ("Strong, for their takers win more often than takers of like cards", Why.STRONG),
            ("Weak, for their takers win less often", Why.WEAK),
            ("Never taken", Why.NEVER_TAKEN),
            ("Taken, but never completed", Why.NEVER_COMPLETED),
            ("Taken nearly always", Why.ALWAYS_TAKEN),
        )
    ]
    words = [each for each in groups if each] or ["No card stands out."]
    return (" ".join(words), f"Adjusted wins: {adjusted_words(facts)}.", WHOSE)


def named_words(lead: str, names: Sequence[str]) -> str:
    """``Never taken: A, B and 3 more.``; "" if there are none."""
    return f"{lead}: {first_few(names, NAMED)}." if names else ""


def names_of(findings: Sequence[CardFinding], why: Why, found: Cards, box: Box) -> list[str]:
    """Cards with a finding; with the difference if it is about wins."""
    here = [each.card for each in findings if each.why == why.value]
    if why not in ABOUT_WINS:
        return [named(box, card) for card in here]
    wins = {each.card: each.win.estimate for each in found.figures}
    return [f"{named(box, card)} ({percent(wins[card])})" for card in here]


def basis_words(found: Cards) -> str:
    """The meaning of the intervals and of a clear difference."""
    return (
        f"{TOGETHER} Strong and weak are cards with {100 * NOTABLE:.0f} pp or more whose interval "
        f"leaves out 0, at a false discovery rate of {100 * ERROR_RATE:.0f} % over all "
        f"{len(found.figures)} cards."
    )


def look_table(found: Cards, box: Box, layouts: Mapping[str, CardWords]) -> Table:
    figures = {each.card: each for each in found.figures}
    return Table(
        "cards-look",
        "Cards to look at",
        (
            Column("card", "Card"),
            Column("kind", "Kind"),
            Column("why", "Finding"),
            Column("win", "Adjusted wins", Kind.ESTIMATE, "against like cards; see below"),
            Column("reason", "Because"),
        ),
        tuple(
            (
                named(box, each.card),
                kind_words(figures[each.card]),
                each.why,
                known(figures[each.card].win.estimate),
                reason_words(figures[each.card], each.why, layouts),
            )
            for each in found.findings
        ),
    )


def kind_words(card: CardFigures) -> str:
    """``relic, level 2``."""
    return f"{card.kind}, level {card.level}" if card.level else card.kind


def reason_words(card: CardFigures, why: str, layouts: Mapping[str, CardWords]) -> str:
    """The figures behind a finding."""
    taken = f"taken {percent(card.taken)} of the times it was there"
    if Why(why) in ABOUT_WINS:
        side = "more" if card.win.estimate.value > 0 else "fewer"
        size = card.win.estimate.shown(abs(card.win.estimate.value)).lstrip("+")
        return f"{size} pp {side} wins than with like cards; {taken}"
    if Why(why) in (Why.NEVER_COMPLETED, Why.SELDOM_COMPLETED):
        done = layouts[card.kind].completed.lower() if card.kind in layouts else "completed"
        return f"{done} by {percent(card.completed)} of the {card.completed.n:,} who had it"
    return f"{taken}, {card.taken.n:,} in all"


# ---------------------------------------------------------------- a kind of cards


def kind_block(
    kind: str, cards: Sequence[CardFigures], found: Cards, facts: Facts, layout: CardWords
) -> Block:
    """All cards of a kind: their differences in wins, and their figures."""
    key, box = f"cards-{kind.replace(' ', '-')}", facts.box
    compared = [each for each in cards if each.win.estimate.clusters]
    takes = sum(each.wins.n for each in cards)
    return Block(
        key,
        layout.title,
        (standing_out(kind, cards, found, box, layout),),
        f"n = {counted(takes, layout.title.lower())} taken in {counted(facts.games, 'games')}; "
        f"{TOGETHER}",
        wins_picture(key, layout.title, compared, found, box) if compared else None,
        kind_table(key, layout, cards, facts),
    )


def standing_out(
    kind: str, cards: Sequence[CardFigures], found: Cards, box: Box, layout: CardWords
) -> str:
    """How many are taken, and which are findings."""
    summary = next((each for each in found.kinds if each.kind == kind), None)
    findings = [each for each in found.findings if each.kind == kind]
    groups = [
        named_words(why.value.capitalize(), names_of(findings, why, found, box)) for why in Why
    ]
    share = (
        f"{layout.taken}: {percent(summary.taken)} of those that were there. " if summary else ""
    )
    few = f"None of the {len(cards)} stands out." if len(cards) > 1 else "There is only one."
    return share + (" ".join(each for each in groups if each) or few)


def wins_picture(
    key: str, title: str, cards: Sequence[CardFigures], found: Cards, box: Box
) -> Picture:
    """The adjusted differences, sorted; findings in colour."""
    outliers = {each.card for each in found.findings if Why(each.why) in ABOUT_WINS}
    dots = [CardDot(named(box, e.card), e.win.estimate, e.card in outliers) for e in cards]
    return differences_picture(key, f"{title}: adjusted wins", dots, LIKE_OTHERS)


def differences_picture(key: str, title: str, dots: Sequence[CardDot], meaning: str) -> Picture:
    """From the most wins to the fewest; small differences are left out if there are too many."""
    telling = sorted(dots, key=lambda dot: (not dot.stands_out, -abs(dot.difference.value)))
    shown = sorted(telling[:PICTURED], key=lambda dot: (-dot.difference.value, dot.name))
    more = len(dots) - len(shown)
    gap = sum(dot.difference.value > 0 for dot in shown) if more else 0
    first, last = shown[0], shown[-1]
    alt = (
        f"Dots with intervals, from {first.name} ({percent(first.difference)}) "
        f"to {last.name} ({percent(last.difference)})"
        f"{f'; {more} with small differences are left out' if more else ''}."
        f"{f' {sentence(CUT_OFF)}' if is_cut_off(shown) else ''}"
    )
    return Picture(f"{key}-wins", title, alt, lambda: draw_differences(shown, gap, meaning))


def kind_table(key: str, layout: CardWords, cards: Sequence[CardFigures], facts: Facts) -> Table:
    """All cards of a kind, the most wins first; those never taken last."""
    box = facts.box
    ranked = sorted(cards, key=lambda each: rank_of(each.win, named(box, each.card)))
    return Table(
        key,
        layout.title,
        (
            Column("card", "Card"),
            *(column_of(name, layout) for name in layout.columns),
            Column("wins", "Wins", Kind.ESTIMATE, "of those who had it, whoever they are"),
            Column("win", "Adjusted wins", Kind.ESTIMATE, adjusted_words(facts)),
            Column("q", "q", Kind.P_VALUE, "false discovery rate at which it is no chance"),
        ),
        tuple(
            (
                named(box, each.card),
                *(cell_of(each, name) for name in layout.columns),
                known(each.wins),
                known(each.win.estimate),
                each.win.adjusted if each.win.estimate.clusters else None,
            )
            for each in ranked
        ),
        shown=10,
    )


def rank_of(win: Comparison, name: str) -> tuple[bool, float, str]:
    """The sort key in tables."""
    known_at_all = bool(win.estimate.clusters)
    return not known_at_all, -win.estimate.value if known_at_all else 0.0, name


def column_of(name: str, layout: CardWords) -> Column:
    """A column in the words of the kind."""
    titles = {"taken": layout.taken, "completed": layout.completed}
    title = titles.get(name, name.capitalize())
    return Column(name, title, Kind.COUNT if name == "level" else Kind.ESTIMATE, MEANINGS[name])


def cell_of(card: CardFigures, name: str) -> Cell:
    return card.level if name == "level" else known(getattr(card, name))


def known(estimate: Estimate) -> Estimate | None:
    """An estimate; None without data."""
    return estimate if estimate.clusters else None


# ---------------------------------------------------------------- kept or refused


def kept_block(kept: Sequence[KeptFigures], facts: Facts) -> Block:
    """Starting cards, and whether it matters which ones are kept."""
    box = facts.box
    compared = [each for each in kept if each.win.estimate.clusters]
    dots = [
        CardDot(named(box, each.card), each.win.estimate, is_clear(each.win)) for each in compared
    ]
    dealt = sum(each.kept.n for each in kept)
    return Block(
        "cards-kept",
        "Starting cards, kept or refused",
        (kept_words(kept, box), sentence(KEPT.format(alike(facts)))),
        f"n = {dealt:,} cards dealt in {counted(facts.games, 'games')}; {TOGETHER}",
        differences_picture("cards-kept", "Kept less refused", dots, WHO_KEEPS) if dots else None,
        kept_table(kept, facts),
    )


WHO_KEEPS = "win rate of those who keep it less that of those who refuse it"
KEPT = (
    "of those who were dealt a card, the win rate of those who kept it less that of those who "
    "refused it, among players of {}"
)

KEPT_WINS = "Those who keep it win more often"
REFUSED_WINS = "Those who refuse it win more often"


def is_clear(win: Comparison) -> bool:
    """Whether a difference is significant, large or small."""
    return win.adjusted < ERROR_RATE and win.estimate.excludes(0.0)


def kept_words(kept: Sequence[KeptFigures], box: Box) -> str:
    """The cards whose keepers win more often, and those whose refusers do."""
    ranked = sorted(
        (each for each in kept if is_clear(each.win)), key=lambda e: -e.win.estimate.value
    )
    better = [shown(each, box) for each in ranked if each.win.estimate.value > 0]
    worse = [shown(each, box) for each in reversed(ranked) if each.win.estimate.value < 0]
    words = [named_words(KEPT_WINS, better), named_words(REFUSED_WINS, worse)]
    if said := " ".join(each for each in words if each):
        return said
    many = len([each for each in kept if each.win.estimate.clusters])
    return (
        f"Of {counted(many, 'cards')} that some kept and others refused, there is none for which "
        "the choice clearly goes with winning."
    )


def shown(each: KeptFigures, box: Box) -> str:
    """A card with its difference."""
    return f"{named(box, each.card)} ({percent(each.win.estimate)})"


def kept_table(kept: Sequence[KeptFigures], facts: Facts) -> Table:
    box = facts.box
    return Table(
        "cards-kept",
        "Starting cards, kept or refused",
        (
            Column("card", "Card"),
            Column("kind", "Kind"),
            Column("kept", "Kept", Kind.ESTIMATE, "share of the times it was dealt"),
            Column("win", "Kept less refused", Kind.ESTIMATE, KEPT.format(alike(facts))),
            Column("q", "q", Kind.P_VALUE, "false discovery rate at which it is no chance"),
        ),
        tuple(
            (
                named(box, each.card),
                each.kind,
                each.kept,
                known(each.win.estimate),
                each.win.adjusted if each.win.estimate.clusters else None,
            )
            for each in sorted(kept, key=lambda e: rank_of(e.win, named(box, e.card)))
        ),
        shown=10,
    )
