"""The sections on a comparison below the first one: groups of measures, games, origin."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.report.comparison import VersionFacts
from trisim.report.comparison_first import basis
from trisim.report.comparison_tables import View, change_picture, change_table, quantity_of
from trisim.report.comparison_words import difference_words
from trisim.report.decisive import DecisiveGame, Excerpt
from trisim.report.figures.histogram import draw_histogram
from trisim.report.page.cells import NOTHING
from trisim.report.page.model import (
    Block,
    Column,
    Kind,
    Picture,
    Section,
    Table,
    Text,
    Transcripts,
)
from trisim.report.sections.provenance import DIGITS, QUESTION, SETTINGS, TITLE
from trisim.report.sections.words import counted, first_clauses, percent, sentence, slug
from trisim.stats.changes import ALONE, CHANGED, IDENTICAL, SAME, VERDICTS, Change
from trisim.stats.divergence import Divergence
from trisim.texts import listed

GAMES, DECISIVE, ORIGIN = "games", "decisive", "origin"

ALL_VERDICTS = (*VERDICTS, ALONE)


# ---------------------------------------------------------------- groups of measures


def group_sections(views: Sequence[View]) -> list[Section]:
    """A section for each chapter of the game's report that has measures, in their order."""
    found = dict.fromkeys(key for view in views for key in view.version.sections)
    order = [chapter.key for chapter in views[0].kit.chapters]
    keys = sorted(found, key=lambda key: order.index(key) if key in order else len(order))
    return [group_section(key, views) for key in keys]


def group_section(key: str, views: Sequence[View]) -> Section:
    blocks = [block for view in views for block in group_blocks(key, view)]
    title = views[0].kit.title_of(key)
    return Section(
        f"group-{slug(key)}", title, "What changed here, and by how much?", tuple(blocks)
    )


def group_blocks(key: str, view: View) -> list[Block]:
    """A block for each quantity, such as wins; one if all are identical."""
    changes = view.version.of_section(key)
    if not changes:
        return []
    if all(each.verdict == IDENTICAL for each in changes):
        return [identical_block(key, changes, view)]
    groups: dict[str, list[Change]] = {}
    for each in changes:
        groups.setdefault(quantity_of(each.measure), []).append(each)
    whole_first = sorted(groups.items(), key=lambda pair: pair[0] != "")
    return [quantity_block(key, name, found, view) for name, found in whole_first]


def identical_block(key: str, changes: Sequence[Change], view: View) -> Block:
    deals = counted(view.comparison.deals, "deals")
    words = (
        f"Identical in all {deals}: no game differs in any of {counted(len(changes), 'measures')}."
    )
    return Block(
        f"group-{slug(key)}-identical{view.suffix}", f"No difference{view.heading}", (words,), ""
    )


def quantity_block(key: str, quantity: str, changes: Sequence[Change], view: View) -> Block:
    """One quantity: words, a figure of differences, and the table of all."""
    name = f"{slug(key)}-{slug(quantity or 'all')}"
    title = sentence(quantity or view.kit.title_of(key))[:-1]
    if all(each.verdict == IDENTICAL for each in changes):
        words = f"Identical in all {counted(view.comparison.deals, 'deals')}."
        return Block(f"group-{name}{view.suffix}", f"{title}{view.heading}", (words,), "")
    return Block(
        f"group-{name}{view.suffix}",
        f"{title}{view.heading}",
        tuple(group_words(changes, view)),
        basis(view),
        change_picture(f"group-{name}", f"{title}: differences", changes, view, view.subject),
        change_table(
            f"group-{name}",
            f"{title}: all measures",
            changes,
            view,
            label=view.subject,
            with_names=True,
        ),
    )


def group_words(changes: Sequence[Change], view: View) -> list[str]:
    """The number of measures with each verdict, and those that surely changed."""
    words = [count_words(changes)]
    changed = [each for each in changes if each.verdict == CHANGED]
    if changed:
        clauses = [f"{view.subject(each)} {difference_words(each)}" for each in changed]
        words.append(f"Surely changed: {first_clauses(clauses, 3)}.")
    return words


def count_words(changes: Sequence[Change]) -> str:
    """How many there are with each verdict: ``Of 12 measures: 2 surely changed, …``."""
    total = len(changes)
    counts = {verdict: sum(each.verdict == verdict for each in changes) for verdict in ALL_VERDICTS}
    said = [
        f"{count:,} {verdict_words(verdict, count)}" for verdict, count in counts.items() if count
    ]
    if len(said) > 1:
        return f"Of {total:,} measures: {listed(said)}."
    alone = next(verdict for verdict, count in counts.items() if count)
    all_of = {1: "The only measure", 2: "Both measures"}.get(total, f"All {total:,} measures")
    return f"{all_of} {verdict_words(alone, total)}."


def verdict_words(verdict: str, count: int) -> str:
    """What measures with a verdict did, or are."""
    did = {CHANGED: "surely changed", SAME: "stayed the same"}
    only = " only" if verdict == ALONE else ""
    return did.get(verdict) or f"{'is' if count == 1 else 'are'} {verdict}{only}"


# ---------------------------------------------------------------- games


def games_section(views: Sequence[View]) -> Section:
    blocks = [block for view in views for block in games_blocks(view)]
    return Section(GAMES, "Games", "How many games does the change reach, and when?", tuple(blocks))


def games_blocks(view: View) -> list[Block]:
    found = view.version.divergence
    if found is None:
        why = view.comparison.unpaired_because or "Games of these versions can't be paired."
        return [Block(f"games-unpaired{view.suffix}", f"Not paired{view.heading}", (why,), "")]
    return [games_block(found, view), *gain_blocks(view)]


def games_block(found: Divergence, view: View) -> Block:
    """Identical games, and where the others diverge."""
    table, below = (found.by_turn, "turn") if found.by_turn else (found.by_round, "round")
    return Block(
        f"games-identical{view.suffix}",
        f"Identical games{view.heading}",
        tuple(games_words(found, view)),
        f"{counted(found.games, 'pairs')} of games in {counted(found.deals, 'deals')}; games are "
        f"identical if they have the same rows in {listed(found.tables)}. The first turn is 0.",
        divergence_picture(found, table, below, view) if len(table) > 1 else None,
        divergence_table(table, below, found, view) if table else None,
    )


def games_words(found: Divergence, view: View) -> list[str]:
    other = f"In {percent(found.other_winner_share)} {other_winner(view)}."
    none = f"No game has another {'result' if view.is_team else 'winner'}."
    words = [
        f"{percent(found.identical_share)} of the games are identical in both versions "
        f"({found.identical:,} of {found.games:,}). "
        f"{other if found.other_winner else none}"
    ]
    known = dict(found.quantiles)
    if known:
        words.append(
            f"Half of the games that diverge have done so by turn {known[0.5]:,}; one in ten by "
            f"turn {known[0.1]:,}, nine in ten by turn {known[0.9]:,}."
        )
    if found.only_result:
        words.append(
            f"{counted(found.only_result, 'games')} with the same turns have another result."
        )
    return words


def other_winner(view: View) -> str:
    """What it means that a change decides a game."""
    return "the team wins in one version only" if view.is_team else "somebody else wins"


def divergence_picture(
    found: Divergence, table: Sequence[tuple[int, int]], below: str, view: View
) -> Picture:
    known = dict(found.quantiles) if below == "turn" else {}
    marks = [("half", known[0.5])] if known else []
    return Picture(
        f"divergence{view.suffix}",
        f"The first {below} that differs, in per cent of the games that diverge",
        f"A bar for each {below}, from {table[0][0]} to {table[-1][0]}.",
        lambda: draw_histogram(table, marks, below),
    )


def divergence_table(
    table: Sequence[tuple[int, int]], below: str, found: Divergence, view: View
) -> Table:
    columns = (
        Column(below, f"First {below} that differs", Kind.COUNT),
        Column("games", "Games", Kind.COUNT),
        Column("share", "Of all games", Kind.PERCENT),
    )
    rows = tuple((number, count, count / found.games) for number, count in table)
    return Table(f"divergence{view.suffix}", "Where games diverge", columns, rows)


def gain_blocks(view: View) -> list[Block]:
    """What pairing saved."""
    gain = view.version.gain
    if gain is None:
        return []
    words = (
        f"Without pairing, the same intervals would need {gain.median:.3g} times as many games, by "
        f"the median of {counted(gain.measures, 'measures')}; {gain.least:.3g} times for the one "
        f"that gains least, {gain.most:.3g} times for the one that gains most."
    )
    return [Block(f"pairing{view.suffix}", f"What pairing saved{view.heading}", (words,), "")]


# ---------------------------------------------------------------- decisive games


def decisive_section(views: Sequence[View]) -> Section | None:
    """Games in which the change decided the winner; None if there are none."""
    blocks = [block for view in views for block in decisive_blocks(view)]
    if not blocks:
        return None
    question = "In which games did the change decide who won, and how?"
    return Section(DECISIVE, "Decisive games", question, tuple(blocks))


def decisive_blocks(view: View) -> list[Block]:
    found = view.version.decisive
    if found is None or not found.decided:
        return []
    words = [f"In {found.decided:,} of {counted(found.pairs, 'games')} {other_winner(view)}."]
    if found.games:
        words.append(
            f"Here {'is' if len(found.games) == 1 else 'are'} {len(found.games)} of them, played "
            "again, from the point where both versions diverge: games with a changed card first, "
            "spread over the turns in which games diverge."
        )
    if found.problem:
        words.append(f"No transcripts: {found.problem}")
    head = Block(f"decisive-games{view.suffix}", f"Which games{view.heading}", tuple(words), "")
    return [head, *(game_block(each, number, view) for number, each in enumerate(found.games, 1))]


def game_block(game: DecisiveGame, number: int, view: View) -> Block:
    """A game: who wins in each version, where they diverge, and both transcripts."""
    titles = [f"{name}: {won}" for name, won in zip(view.names, game.winner_words, strict=True)]
    return Block(
        f"decisive-game-{number}{view.suffix}",
        f"Deal {game.deal}, rotation {game.rotation}{where_words(game)}{view.heading}",
        tuple(decided_words(game, view)),
        replay_words(game, view),
        transcripts=Transcripts(
            tuple(text_of(title, each) for title, each in zip(titles, game.excerpts, strict=True))
        )
        if game.excerpts
        else None,
    )


def where_words(game: DecisiveGame) -> str:
    """``: both versions diverge in turn 12 of round 2``."""
    if game.turn is None:
        return ""
    of_round = f" of round {game.round}" if game.round is not None else ""
    return f": both versions diverge in turn {game.turn}{of_round}"


def decided_words(game: DecisiveGame, view: View) -> list[str]:
    """Who wins, and the first line that differs."""
    before, after = view.names
    words = [f"{before}: {game.winner_words[0]}. {after}: {game.winner_words[1]}."]
    words += [game.problem] if game.problem else []
    if game.excerpts:
        start = f"After {counted(game.same_lines, 'equal lines')} of the transcript"
        first, second = (line or "nothing" for line in game.difference)
        words.append(f"{start} they diverge: “{first}” in {before}, “{second}” in {after}.")
    return words


def replay_words(game: DecisiveGame, view: View) -> str:
    """How to see the whole game."""
    assert view.version.decisive is not None
    pairs = zip(view.version.decisive.folders, game.games, strict=True)
    commands = [f"'trisim replay {folder} {number}'" for folder, number in pairs]
    return f"The whole game: {' and '.join(commands)}."


def text_of(title: str, excerpt: Excerpt) -> Text:
    more = (f"… {counted(excerpt.left_out, 'further lines')}",) if excerpt.left_out else ()
    return Text(title, (*excerpt.lines, *more), excerpt.result)


# ---------------------------------------------------------------- origin


def origin_section(views: Sequence[View]) -> Section:
    """What was played, for whoever wants to play it again."""
    versions = views[0].comparison.versions
    blocks = [version_block(each, number) for number, each in enumerate(versions, 1)]
    return Section(
        ORIGIN,
        TITLE,
        QUESTION,
        tuple(blocks),
    )


def version_block(version: VersionFacts, number: int) -> Block:
    role = "the base" if number == 1 else f"version {number}"
    return Block(
        f"origin-{number}",
        f"{version.name} ({role})",
        (f"The figures speak of games between these players only: {listed(version.strategies)}.",),
        "",
        table=Table(
            f"origin-{number}", f"How {version.name} was played", SETTINGS, origin_rows(version), 20
        ),
    )


def origin_rows(version: VersionFacts) -> tuple[tuple[str, str], ...]:
    rows = (
        ("Run", version.folder),
        ("Box", version.box),
        ("Digest of the box", version.digest[:DIGITS]),
        ("Variants", ", ".join(version.variants) or "none"),
        ("Seed", str(version.seed)),
        ("Games", f"{version.games:,} in {version.deals:,} deals"),
        ("Players", str(version.players)),
        ("Line-up", ", ".join(version.lineup)),
        ("Roles", version.roles),
        ("Scenarios", ", ".join(version.scenarios)),
        ("Options", ", ".join(words for _, words in version.options)),
        ("Aborted games", f"{version.aborted:,}" if version.aborted else ""),
    )
    return tuple((name, words) for name, words in rows if words not in ("", NOTHING))
