"""Small comparisons with known verdicts: significant, the same, undecided, identical."""

from __future__ import annotations

import math
from dataclasses import replace

from trisim.record.base import Outcome, RoleWords
from trisim.report.comparison import (
    BoxChange,
    CardText,
    Comparison,
    TargetChange,
    TargetMeasure,
    Thing,
    VersionComparison,
    VersionFacts,
)
from trisim.report.contents import neutral_report
from trisim.report.decisive import Decisive, DecisiveGame, Excerpt
from trisim.report.kit import ReportKit
from trisim.stats.changes import ALONE, CHANGED, IDENTICAL, SAME, UNDECIDED, Change, Margins
from trisim.stats.divergence import Divergence
from trisim.stats.estimate import Estimate, Scale

HERO = RoleWords("hero", "heroes", "Which heroes play.")
KIT = neutral_report(Outcome.POINTS, HERO)
TEAM_KIT = neutral_report(Outcome.TEAM)
DEALS, GAMES = 500, 2_000


def estimate(value: float, half: float, scale: Scale) -> Estimate:
    return Estimate(value, value - half, value + half, GAMES, DEALS, scale=scale)


def change(
    measure: str,
    section: str,
    verdict: str,
    before: float,
    difference: float,
    half: float,
    *,
    scale: Scale = Scale.RATE,
    named: bool = False,
    more: int | None = None,
) -> Change:
    """A change; an identical one has no difference, one of a single version no value before."""
    margin = Margins().of(measure, scale, before)
    after = estimate(before + difference, half, scale)
    found = estimate(difference, half, scale.difference) if verdict != IDENTICAL else None
    start = None if verdict == ALONE else estimate(before, half, scale)
    found = None if verdict == ALONE else found
    return Change(
        measure, section, verdict, start, after, found, margin, named, 400, DEALS, 2.5, more
    )


def facts(name: str, variants: tuple[str, ...] = ()) -> VersionFacts:
    return VersionFacts(
        name,
        "Small box",
        "0123456789abcdef" * 4,
        variants,
        4,
        ("steady",) * 4,
        "balanced",
        ("standard",),
        (),
        7,
        GAMES,
        DEALS,
        0,
        f"runs/{name}",
    )


def divergence() -> Divergence:
    return Divergence(
        ("games", "players", "turns"),
        DEALS,
        GAMES,
        0,
        0,
        1_200,
        150,
        20,
        Estimate(0.6, 0.57, 0.63, GAMES, DEALS),
        Estimate(0.075, 0.06, 0.09, GAMES, DEALS),
        ((2, 300), (5, 400), (9, 80)),
        ((1, 700), (2, 80)),
    )


def decisive() -> Decisive:
    game = DecisiveGame(
        44,
        "standard",
        2,
        (178, 178),
        ((0,), (1,)),
        ("Ann (seat 0) wins", "Bob (seat 1) wins"),
        5,
        1,
        True,
        31,
        "Turn 5",
        ("takes Glass Lamp", "passes"),
        (
            Excerpt(("Turn 5", "  takes Glass Lamp"), 12, ("Ann: 30 points",)),
            Excerpt(("Turn 5", "  passes"), 0, ("Bob: 28 points",)),
        ),
    )
    return Decisive(("base", "bright"), ("runs/base", "runs/bright"), 150, GAMES, (game,))


def targets() -> tuple[TargetChange, ...]:
    """One that goes from above to below its band, and one that stays within."""
    card = TargetMeasure(
        "card.glass-lamp.win",
        "cards",
        -0.08,
        0.08,
        estimate(0.2, 0.05, Scale.RATE_DIFFERENCE),
        estimate(-0.2, 0.05, Scale.RATE_DIFFERENCE),
        estimate(-0.4, 0.06, Scale.RATE_DIFFERENCE),
        "outside",
        "outside",
        "above",
        "below",
        CHANGED,
    )
    seat = TargetMeasure(
        "seat.0.win",
        "seats",
        -math.inf,
        0.3,
        estimate(0.25, 0.02, Scale.RATE),
        estimate(0.26, 0.02, Scale.RATE),
        estimate(0.01, 0.02, Scale.RATE_DIFFERENCE),
        "within",
        "within",
        "",
        "",
        UNDECIDED,
    )
    return (
        TargetChange("No card decides", "Cards should help.", "Its cost.", (card,)),
        TargetChange("Fair start", "", "", (seat,), "One seat was not judged."),
    )


CHANGES = (
    change(
        "card.glass-lamp.win",
        "cards",
        CHANGED,
        0.2,
        -0.4,
        0.06,
        scale=Scale.RATE_DIFFERENCE,
        named=True,
    ),
    change("card.glass-lamp.offered", "cards", IDENTICAL, 0.9, 0.0, 0.01, named=True),
    change("card.glass-lamp.taken", "cards", UNDECIDED, 0.9, -0.02, 0.03, named=True, more=900),
    change("card.iron-key.taken", "cards", CHANGED, 0.4, 0.12, 0.04),
    change("seat.0.win", "seats", UNDECIDED, 0.25, 0.01, 0.02, more=3_500),
    change("seat.0.score", "seats", CHANGED, 41.0, -3.4, 1.1, scale=Scale.MEAN),
    change("hero.ann.win", "heroes", UNDECIDED, 0.3, 0.001, 0.02),
    change("flow.turns", "flow", SAME, 30.0, 0.1, 0.2, scale=Scale.MEAN),
    change("category.gems.points", "categories", IDENTICAL, 12.0, 0.0, 1.0, scale=Scale.MEAN),
)


def version(name: str = "bright") -> VersionComparison:
    return VersionComparison(
        name,
        (
            BoxChange("lamps", "glass-lamp", "Glass Lamp", "lamp", "changed", "points", "9", "4"),
            BoxChange("rules", "limits", "limits", "", "added", "", "", "hand: 5"),
        ),
        (CardText("glass-lamp", "Glass Lamp", "worth 9 points", "worth 4 points"),),
        ("strategies: steady → bold",),
        ("glass-lamp",),
        (),
        CHANGES,
        targets(),
        divergence(),
        decisive(),
        ("These strategies hardly use Glass Lamp.",),
    )


def planted() -> Comparison:
    return Comparison(
        "small",
        Outcome.POINTS.value,
        (facts("base"), facts("bright", ("light.toml",))),
        True,
        "",
        DEALS,
        GAMES,
        Margins(),
        False,
        (),
        "",
        len(CHANGES),
        (version(),),
        {"glass-lamp": Thing("Glass Lamp"), "iron-key": Thing("Iron Key")},
        {"ann": Thing("Ann")},
        "hero",
        ("2 games of base were aborted.",),
    )


def unpaired() -> Comparison:
    alone = replace(version(), divergence=None, decisive=None)
    why = "Games can't be paired, because seeds differ."
    return replace(planted(), paired=False, unpaired_because=why, against=(alone,))


def identical() -> Comparison:
    """Nothing was changed, and nothing differs."""
    same = tuple(replace(each, verdict=IDENTICAL, difference=None) for each in CHANGES)
    count = Estimate(1.0, 0.99, 1.0, GAMES, DEALS)
    none = Estimate(0.0, 0.0, 0.01, GAMES, DEALS)
    games = Divergence(("games", "players"), DEALS, GAMES, 0, 0, GAMES, 0, 0, count, none)
    found = replace(
        version(),
        box_changes=(),
        card_texts=(),
        other_changes=(),
        changed_cards=(),
        changes=same,
        targets=(),
        divergence=games,
        decisive=Decisive(("base", "bright"), ("a", "b"), 0, GAMES, ()),
        warnings=(),
    )
    return replace(planted(), against=(found,), warnings=())


def team() -> Comparison:
    """A team of players without roles, scores and seats."""
    changes = (
        change("team.won", "team", UNDECIDED, 0.6, -0.01, 0.02, more=4_000),
        change("flow.turns", "flow", CHANGED, 30.0, 4.0, 1.0, scale=Scale.MEAN),
    )
    found = replace(
        version(),
        box_changes=version().box_changes[1:],
        card_texts=(),
        changed_cards=(),
        changes=changes,
        targets=(),
        warnings=(),
    )
    return replace(planted(), outcome=Outcome.TEAM.value, against=(found,), roles={}, role="")


def several() -> Comparison:
    three = (*planted().versions, facts("dim"))
    return replace(planted(), versions=three, against=(version(), version("dim")))


def hostile(words: str) -> Comparison:
    """These words wherever a name or a text comes from elsewhere."""
    trap = replace(
        version(words),
        box_changes=(BoxChange(words, words, words, words, "changed", words, words, words),),
        card_texts=(CardText("glass-lamp", words, words, words),),
        other_changes=(words,),
        targets=tuple(replace(each, name=words, note=words) for each in targets()),
        decisive=hostile_games(words),
        warnings=(words,),
    )
    names = tuple(
        replace(each, name=words, box=words, folder=words, lineup=(words,) * 4, variants=(words,))
        for each in planted().versions
    )
    things = {name: Thing(words) for name in planted().cards}
    return replace(
        planted(),
        versions=names,
        against=(trap,),
        cards=things,
        roles={"ann": Thing(words)},
        warnings=(words,),
    )


def hostile_games(words: str) -> Decisive:
    found = decisive()
    text = Excerpt((words,), 3, (words,))
    games = tuple(
        replace(
            each,
            winner_words=(words, words),
            heading=words,
            difference=(words, words),
            excerpts=(text, text),
            problem=words,
        )
        for each in found.games
    )
    return replace(found, names=(words, words), folders=(words, words), games=games, problem=words)


def kit_of(comparison: Comparison) -> ReportKit:
    return TEAM_KIT if comparison.outcome == Outcome.TEAM.value else KIT
