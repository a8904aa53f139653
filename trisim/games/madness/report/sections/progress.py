"""The section on progress: how far teams come."""

from __future__ import annotations

from collections.abc import Sequence

from trisim.games.madness.report.analyses.progress import EscapedShare, Progress
from trisim.games.madness.report.facts import MONSTERS
from trisim.games.madness.report.sections.scenarios import scenario_blocks
from trisim.report.figures.bars import Bar, draw_bars
from trisim.report.figures.intervals import Dot, draw_dots
from trisim.report.inputs import ReportInputs
from trisim.report.page.model import Block, Column, Kind, Picture, Section, Table
from trisim.report.sections.words import basis_of, percent
from trisim.stats.analyses.source import Missing

KEY, TITLE = "progress", "How far teams come"
QUESTION = "How many monsters are beaten, and may one escape?"


def build(inputs: ReportInputs) -> Section:
    found = inputs.subject.result(Progress, KEY)
    if isinstance(found, Missing):
        return Section(KEY, TITLE, QUESTION, problem=found.reason)
    blocks = [beaten_block(found), *scenario_blocks(inputs), escaped_block(found)]
    return Section(KEY, TITLE, QUESTION, tuple(blocks))


def beaten_block(found: Progress) -> Block:
    """Games by the number of monsters beaten."""
    often = max(found.shares, key=lambda each: each.games.value)
    words = (
        f"A team beats {percent(found.beaten)} of the {MONSTERS} monsters. Most often it is "
        f"{often.monsters}: {percent(often.games)} of the games. Progress, which is 1 only for a "
        f"game that is won, is {percent(found.progress)} on average."
    )
    bars = [Bar(str(each.monsters), each.games) for each in found.shares]
    return Block(
        "progress-beaten",
        "Monsters beaten",
        (words,),
        basis_of(found.shares[0].games, "games"),
        Picture(
            "progress-beaten",
            "Share of games, by monsters beaten",
            words,
            lambda: draw_bars(bars, "monsters beaten"),
        ),
        Table(
            "progress-beaten",
            "Games by monsters beaten",
            (
                Column("monsters", "Beaten", Kind.COUNT),
                Column("games", "Games", Kind.ESTIMATE),
            ),
            tuple((each.monsters, each.games) for each in found.shares),
        ),
    )


def escaped_block(found: Progress) -> Block:
    """How many games are won in which monsters have escaped."""
    words = (
        f"{escaped_words(found.escaped)} This is no advice to let one go: teams in trouble let "
        "more escape."
    )
    dots = [Dot(monsters_words(each.monsters), each.won) for each in found.escaped]
    return Block(
        "progress-escaped",
        "Monsters that escape",
        (words,),
        basis_of(found.escaped[0].won, f"games in which {found.escaped[0].monsters} escape"),
        Picture(
            "progress-escaped",
            "Share of games won, by monsters that escaped",
            words,
            lambda: draw_dots(dots),
        ),
        Table(
            "progress-escaped",
            "Games by monsters that escaped",
            (
                Column("monsters", "Escaped", Kind.COUNT),
                Column("games", "Games", Kind.ESTIMATE),
                Column("won", "Won", Kind.ESTIMATE, "of these games"),
            ),
            tuple((each.monsters, each.games, each.won) for each in found.escaped),
        ),
    )


def escaped_words(shares: Sequence[EscapedShare]) -> str:
    """Games without an escape, and the most escapes of a game that was won."""
    parts = []
    none = next((each for each in shares if each.monsters == 0), None)
    if none is not None:
        parts.append(
            f"In {percent(none.games)} of the games no monster escapes; {percent(none.won)} of "
            "these are won."
        )
    won = [each for each in shares if each.monsters and each.won.value > 0]
    if not won:
        return " ".join([*parts, "No game was won in which a monster escaped."])
    most = won[-1]
    return " ".join(
        [
            *parts,
            f"With one monster that escaped {percent(won[0].won)} are won."
            if won[0].monsters == 1
            else "",
            f"The most that escaped in a game that was won: {most.monsters}.",
        ]
    )


def monsters_words(count: int) -> str:
    return {0: "none", 1: "1 monster"}.get(count, f"{count} monsters")
