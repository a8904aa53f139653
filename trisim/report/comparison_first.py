"""The first section on a comparison: what was changed, what changed, and where targets stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trisim.report.comparison import BoxChange, Comparison
from trisim.report.comparison_adapted import adapted_blocks
from trisim.report.comparison_aims import target_block
from trisim.report.comparison_tables import Label, View, change_picture, change_table
from trisim.report.comparison_words import difference_words
from trisim.report.page.cells import NOTHING
from trisim.report.page.model import (
    Block,
    Column,
    Section,
    Table,
    Text,
    Transcripts,
)
from trisim.report.sections.words import counted, first_clauses, first_few, named, sentence
from trisim.stats.changes import CHANGED, Change
from trisim.texts import listed

KEY, TITLE = "changes", "What changed"
QUESTION = "I changed this: what did it do, and can I believe it?"

MOST_ROWS = 20
"""Rows of the short tables of this section; the sections below have all."""

SHOWN = 6
"""Rows that are visible at once."""

MOST_TEXTS = 3
"""Changed cards whose whole texts are shown."""


def build(views: Sequence[View]) -> Section:
    """The blocks of every version, in the order in which a designer asks."""
    blocks = [block for view in views for block in blocks_of(view)]
    return Section(KEY, TITLE, QUESTION, tuple(blocks))


def blocks_of(view: View) -> list[Block]:
    """The blocks of one version; those with nothing to say are left out."""
    found: list[Callable[[View], Block | None]] = [
        edited_block,
        named_block,
        changed_block,
        same_block,
        undecided_block,
        target_block,
    ]
    blocks = [block for make in found if (block := make(view)) is not None]
    place = 1 + max(number for number, each in enumerate(blocks) if is_of_changes(each))
    return [*blocks[:place], *adapted_blocks(view), *blocks[place:]]


def is_of_changes(block: Block) -> bool:
    """Whether a block says what changed, after which one wants to know if that lasts."""
    return block.key.startswith(("edited", "named", "changed"))


# ---------------------------------------------------------------- what was changed


def edited_block(view: View) -> Block:
    """The differences between both versions themselves."""
    changes = view.version.box_changes
    words = [*edited_words(changes), *(sentence(line) for line in view.version.other_changes)]
    if not changes and not view.version.other_changes:
        words = ["Nothing: both versions have the same box, players and options."]
    return Block(
        f"edited{view.suffix}",
        f"What was changed{view.heading}",
        tuple(words),
        "",
        table=edited_table(changes, view) if changes else None,
        transcripts=card_texts(view),
    )


def card_texts(view: View) -> Transcripts | None:
    """The first changed cards as they are printed, in both versions."""
    sides = [
        Text(f"{card.name} {when}", tuple((text or NOTHING).splitlines()))
        for card in view.version.card_texts[:MOST_TEXTS]
        for when, text in (("before", card.before), ("after", card.after))
    ]
    return Transcripts(tuple(sides)) if sides else None


def edited_words(changes: Sequence[BoxChange]) -> list[str]:
    """How much of the box differs."""
    if not changes:
        return ["The box is the same."]
    phrases = []
    for kind in ("changed", "added", "removed"):
        names = dict.fromkeys(subject_of(each) for each in changes if each.kind == kind)
        phrases += [f"{kind}: {first_few(list(names))}"] if names else []
    return [sentence("; ".join(phrases))]


def edited_table(changes: Sequence[BoxChange], view: View) -> Table:
    columns = (
        Column("what", "What"),
        Column("kind", "Kind"),
        Column("field", "Field"),
        Column("before", "Before"),
        Column("after", "After"),
    )
    rows = tuple(
        (
            subject_of(each),
            each.about or each.section,
            each.field.replace("_", " ") if each.field else each.kind,
            each.before or NOTHING,
            each.after or NOTHING,
        )
        for each in changes
    )
    return Table(f"edited{view.suffix}", "The box, value by value", columns, rows)


def subject_of(change: BoxChange) -> str:
    """A card by its printed name, a table by its file."""
    return change.name or change.ident or change.section


# ---------------------------------------------------------------- what changed


def named_block(view: View) -> Block | None:
    """All measures of the changed cards and roles; None if no card or role was changed."""
    found = view.version.of_changed
    names = [named(view.labels.names, ident) for ident in view.version.changed_ids]
    if not names:
        return None
    title = f"{first_few(names)}{view.heading}"
    if not found:
        words = f"No table of these runs has measures of {listed(names)}."
        return Block(f"named{view.suffix}", title, (words,), "")
    label = view.quantity if len(names) == 1 else view.words
    return Block(
        f"named{view.suffix}",
        title,
        (named_words(found, label),),
        basis(view),
        table=change_table("named", f"Measures of {first_few(names)}", found, view, label=label),
    )


def named_words(found: Sequence[Change], label: Label) -> str:
    """What surely changed of the changed cards."""
    changed = [each for each in found if each.verdict == CHANGED]
    if not changed:
        return "None of their measures surely changed."
    clauses = [f"{label(each)}: {difference_words(each)}" for each in changed]
    return f"Surely changed: {first_clauses(clauses)}."


def changed_block(view: View) -> Block:
    """The measures of everything else that surely changed, with a figure."""
    found = view.version.significant
    rest = " else" if view.version.of_changed else ""
    words = f"Nothing{rest} surely changed."
    if found:
        first = first_clauses([change_words(each, view) for each in found], 3)
        words = f"{counted(len(found), 'measures')} surely changed: {first}."
    return Block(
        f"changed{view.suffix}",
        f"What{rest} changed significantly{view.heading}",
        (words,),
        f"{basis(view)} {meaning_words(view)}",
        change_picture("changed", "What changed most", found, view),
        change_table("changed", "Significant changes, the largest first", found, view)
        if found
        else None,
    )


def change_words(change: Change, view: View) -> str:
    """``first player, wins: −3.2 pp [−4.1, −2.3]``."""
    return f"{view.words(change)}: {difference_words(change)}"


def same_block(view: View) -> Block | None:
    found, identical = view.version.same, view.version.identical
    if not found and not identical:
        return None
    words = []
    if found:
        words.append(
            f"{counted(len(found), 'measures')} stayed the same: the whole interval of the "
            f"difference is within the margin of {margins_words(view)}."
        )
    if identical:
        deals = counted(view.comparison.deals, "deals")
        words.append(f"Identical in all {deals}: {counted(len(identical), 'measures')}.")
    return Block(
        f"same{view.suffix}",
        f"What did not change{view.heading}",
        tuple(words),
        "",
        table=change_table(
            "same", short_caption("Unchanged", found), found[:MOST_ROWS], view, shown=SHOWN
        )
        if found
        else None,
    )


def same_table(found: Sequence[Change], view: View) -> Table:
    caption = short_caption("Unchanged", found)
    return change_table("same", caption, found[:MOST_ROWS], view, shown=SHOWN)


def margins_words(view: View) -> str:
    """``1 pp, 1 point and 2 % of other means``."""
    found = view.comparison.margins
    points = f"{found.points:g} {'point' if found.points == 1 else 'points'}"
    return f"{100 * found.rate:g} pp, {points} or {100 * found.share:g} % of other means"


def short_caption(what: str, changes: Sequence[Change]) -> str:
    """``Undecided measures: the first 20 of 213``."""
    some = f": the first {MOST_ROWS} of {len(changes):,}" if len(changes) > MOST_ROWS else ""
    return f"{what} measures{some}"


def undecided_block(view: View) -> Block | None:
    found = view.version.undecided
    if not found:
        return None
    are = "is" if len(found) == 1 else "are"
    words = [f"{counted(len(found), 'measures')} {are} undecided: {decided_by(found, view)}."]
    return Block(
        f"undecided{view.suffix}",
        f"What is undecided{view.heading}",
        tuple(words),
        "How many games would decide follows from the intervals; it holds if the differences stay "
        "where they are.",
        table=change_table(
            "undecided", short_caption("Undecided", found), found[:MOST_ROWS], view, shown=SHOWN
        ),
    )


def decided_by(found: Sequence[Change], view: View) -> str:
    """How many of them would be decided by as many games again, and by more."""
    counts: dict[int, int] = {}
    for times in (1, 9, 99):
        more = times * view.comparison.games
        count = sum(each.more_games is not None and each.more_games <= more for each in found)
        if count and count not in counts.values():
            counts[more] = count
    if not counts:
        return "no realistic number of games would decide them"
    return listed(f"{more:,} more games would decide {count:,}" for more, count in counts.items())


# ---------------------------------------------------------------- the meaning of intervals


def basis(view: View) -> str:
    """How many games and deals, and how many intervals hold together."""
    found = view.comparison
    how = "compared deal by deal" if found.paired else "not paired"
    return (
        f"{games_of(found)}, {how}; the intervals of all "
        f"{counted(found.intervals, 'differences')} hold together at {100 * found.level:.0f} %, "
        "whichever of them are shown."
    )


def games_of(found: Comparison) -> str:
    """The games of each version; if they aren't paired, all that each has."""
    if found.paired:
        games, deals = counted(found.games, "games"), counted(found.deals, "deals")
        return f"{games} of each version in {deals}"
    return listed(
        f"{counted(each.games, 'games')} of {each.name} in {counted(each.deals, 'deals')}"
        for each in found.versions
    )


def meaning_words(view: View) -> str:
    """How intervals are corrected, and whether they hold if games are added."""
    every = [each.named for version in view.comparison.against for each in version.changes]
    shares = ""
    if any(every) and not all(every):
        shares = (
            "half of the risk is kept for changed cards, roles and targets, half is for all other "
            "measures"
        )
    words = f"Bonferroni: {shares}." if shares else "They are corrected after Bonferroni."
    return f"{words} {looking_words(view.comparison.peeking)}{until_words(view)}"


def until_words(view: View) -> str:
    """What decided when the games stopped."""
    found = view.comparison.until
    return f" They stopped at {found}." if found else ""


def looking_words(peeking: bool) -> str:
    """Whether more games may be played because of these intervals."""
    if peeking:
        return "The intervals hold at every look, so they stay valid however often games are added."
    return (
        "The intervals are for a fixed number of games; if games are added, all become intervals "
        "that hold at every look, which are wider."
    )
