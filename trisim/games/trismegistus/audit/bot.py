"""Checks of ``bot``: the cards of Botmegistus, its decisions by them, and its actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from trisim.games.trismegistus.audit.evidence import Evidence, check
from trisim.games.trismegistus.audit.facts import ELEMENTS, Facts
from trisim.games.trismegistus.box.words import Element, Level, SoloKind
from trisim.games.trismegistus.record.tables import TABLES
from trisim.games.trismegistus.record.words import dice_words, element_words
from trisim.games.trismegistus.rules.codes import BotDecision, Priority
from trisim.sim.audit.findings import Wrong
from trisim.sim.audit.groups import in_groups, running

TURN = ["game", "turn"]
CARD, ADDED, DRAWN = "card", "added", "drawn"
SPECIALIZATION = BotDecision.SPECIALIZATION.word
MASTERPIECE = BotDecision.MASTERPIECE.word

TIES = [Priority.NEXT_TOKEN, Priority.LEAD, Priority.LEFTMOST]
SETTLED_BY: dict[BotDecision, Sequence[Priority]] = {
    BotDecision.STEP: [*map(Priority, range(Priority.CARD_COLOR, Priority.POTENCY))],
    BotDecision.DIE: [Priority.ONLY, Priority.POTENCY, Priority.SYMBOL, Priority.COLOR],
    BotDecision.PERSONALITY: [Priority.NOT_AHEAD, Priority.AHEAD],
    BotDecision.ARTIFACT: [Priority.ONLY, Priority.MOST_ELEMENTALS, Priority.D6],
    BotDecision.EXPERIMENT: [
        Priority.ONLY,
        *map(Priority, range(Priority.NEW_TYPE, Priority.NAMED)),
    ],
    BotDecision.TRACK: [
        *(Priority.ONLY, Priority.NAMED, Priority.LOWEST, Priority.NEAREST_EXPERIMENT),
        *TIES,
    ],
    BotDecision.COMPLETE: [
        *(Priority.ONLY, Priority.BOTH, Priority.NEW_TYPE),
        *(Priority.MORE_POINTS, Priority.HELD_LONGER),
    ],
    BotDecision.SPECIALIZATION: [Priority.COMMONEST, Priority.RANDOM],
    BotDecision.MASTERPIECE: [
        *(Priority.ONLY, Priority.MORE_POINTS, Priority.LESS_GOLD),
        Priority.FIRST_DRAWN,
    ],
}
"""What can settle each decision."""

GOLD_INSTEAD = [Priority.HOLDS_ENOUGH.word, Priority.EMPTY_BOOK.word]
"""What makes it take gold in place of an experiment."""


def choices_of(facts: Facts) -> dict[str, list[str]]:
    """The possible values of each decision."""
    box = facts.box
    experiments = [card.id for card in box.experiments if card.level is not Level.MASTERPIECE]
    return {
        BotDecision.STEP.word: dice_words(),
        BotDecision.DIE.word: dice_words(),
        BotDecision.PERSONALITY.word: element_words(box),
        BotDecision.ARTIFACT.word: [card.id for card in box.artifacts],
        BotDecision.EXPERIMENT.word: experiments,
        BotDecision.TRACK.word: element_words(box),
        BotDecision.COMPLETE.word: experiments,
        SPECIALIZATION: cards_of(facts, SoloKind.SPECIALIZATION),
        MASTERPIECE: facts.masterpieces,
        CARD: cards_of(facts, *SoloKind),
        ADDED: cards_of(facts, SoloKind.PERSONALITY),
        DRAWN: facts.masterpieces,
    }


def cards_of(facts: Facts, *kinds: SoloKind) -> list[str]:
    """The cards of Botmegistus of some kinds."""
    return [card.id for card in facts.box.solo_cards if card.kind in kinds]


def is_decision(*words: str) -> pl.Expr:
    """Whether a row has one of these decisions."""
    return pl.col("decision").is_in(words)


# ---------------------------------------------------------------- rows


@check("bot-steps", "the rows of Botmegistus are numbered 0, 1, … in the order of turns", "bot")
def steps(evidence: Evidence) -> Iterator[Wrong]:
    """No row is missing, and the setup comes first."""
    frame = evidence["bot"].with_columns(
        nth=pl.int_range(pl.len()).over("game"), was=pl.col("turn").shift(1).over("game")
    )
    yield from evidence.differing("bot", frame, "step", "nth")
    back = (pl.col("turn") < pl.col("was")) | (pl.col("turn") < -1)
    yield from evidence.faulty("bot", frame, back, "turn", "no earlier one")


@check("bot-words", "each decision is settled by a priority of its own, and takes its kind", "bot")
def words(evidence: Evidence) -> Iterator[Wrong]:
    """Dice, cards, elements; missing only if it takes gold instead of an experiment."""
    frame, choices = evidence["bot"], choices_of(evidence.facts)
    odd = ~is_decision(*choices)
    yield from evidence.faulty("bot", frame, odd, "decision", "one that it makes")
    for decision, priorities in SETTLED_BY.items():
        rows = frame.filter(is_decision(decision.word))
        known = pl.col("priority").is_in([each.word for each in priorities]).fill_null(False)
        yield from evidence.faulty("bot", rows, ~known, "priority", f"one for {decision.word}")
    for word, allowed in choices.items():
        rows = frame.filter(is_decision(word))
        nothing = pl.lit(word == SPECIALIZATION)  # a box may have no such card
        if word == BotDecision.EXPERIMENT.word:
            nothing = pl.col("priority").is_in(GOLD_INSTEAD)
        known = pl.col("choice").is_in(allowed)
        wrong = pl.when(pl.col("choice").is_null()).then(~nothing).otherwise(~known)
        yield from evidence.faulty("bot", rows, wrong, "choice", f"one for {word}")


@check(
    "bot-sides",
    "cards come from the deck, and in the planning variant from left or right",
    "bot",
)
def sides(evidence: Evidence) -> Iterator[Wrong]:
    """Where else a card could lie."""
    setups = evidence.facts.setups
    if not setups:
        return
    planning = evidence.facts.by_scenario([int(setup.planning) for setup in setups]) == 1
    rows, lies = evidence["bot"].filter(is_decision(CARD)), pl.col("priority")
    right = (
        pl.when(planning).then(lies.is_in(["left card", "right card"])).otherwise(lies == "deck")
    )
    said = pl.when(planning).then(pl.lit("left card or right card")).otherwise(pl.lit("deck"))
    yield from evidence.faulty("bot", rows, ~right.fill_null(False), "priority", said)


# ---------------------------------------------------------------- cards


@check(
    "bot-cards",
    "every turn of Botmegistus begins with one card, by which it acts, and no other turn has one",
    "bot",
    "turns",
    "games",
)
def a_card_for_each_turn(evidence: Evidence) -> Iterator[Wrong]:
    """In the setup, between rounds and at the end there is no card."""
    rows = evidence.finished("bot")
    flipped = rows.filter(is_decision(CARD)).group_by(TURN, maintain_order=True)
    cards = flipped.agg(flips=pl.len().cast(pl.Int32), flipped=pl.col("choice").first())
    turns = evidence.automas("turns").join(cards, on=TURN, how="left", maintain_order="left")
    found = pl.col("flips").fill_null(0)
    yield from evidence.differing("turns", turns, "cards flipped", pl.lit(1, pl.Int32), found)
    astray = cards.join(evidence.automas("turns"), on=TURN, how="anti", maintain_order="left")
    said = "none in a turn that isn't its"
    yield from evidence.faulty("bot", astray, pl.lit(True), "cards flipped", said, "flips")
    frame = rows.join(cards, on=TURN, how="left", maintain_order="left")
    acting = frame.filter(pl.col("card").is_not_null())
    yield from evidence.differing("bot", acting, "card", "flipped")
    first = pl.col("turn").ne_missing(pl.col("turn").shift(1).over("game"))
    opening = frame.filter(first, pl.col("flips").is_not_null())
    yield from evidence.differing("bot", opening, "decision", pl.lit(CARD))
    yield from without_a_card(evidence, frame)


def without_a_card(evidence: Evidence, frame: pl.DataFrame) -> Iterator[Wrong]:
    """Only what happens between turns is without a card: tracks, specializations, masterpieces."""
    between = [BotDecision.TRACK.word, SPECIALIZATION, MASTERPIECE, ADDED, DRAWN]
    wrong = pl.col("card").is_null() & ~is_decision(*between)
    yield from evidence.faulty("bot", frame, wrong, "card", "that of the turn")
    later = pl.col("card").is_not_null() & is_decision(*between[1:])
    yield from evidence.faulty("bot", frame, later, "card", "nothing, between turns")


@check(
    "bot-deck", "Botmegistus flips basic cards, and others that were added before", "bot", "games"
)
def cards_of_the_deck(evidence: Evidence) -> Iterator[Wrong]:
    """Its personality at setup, a specialization after each round but the last."""
    rows, facts = evidence.finished("bot"), evidence.facts
    flips = rows.filter(is_decision(CARD))
    basic = cards_of(facts, SoloKind.BASIC)
    others = flips.filter(~pl.col("choice").is_in(basic))
    joined = rows.filter(is_decision(ADDED, SPECIALIZATION))
    since = joined.group_by("game", "choice").agg(since=pl.col("step").min())
    frame = others.join(since, on=["game", "choice"], how="left", maintain_order="left")
    early = pl.col("since").is_null() | (pl.col("since") > pl.col("step"))
    yield from evidence.faulty("bot", frame, early, "choice", "a card of its deck")
    if facts.solo:
        yield from joining(evidence, joined)


def joining(evidence: Evidence, joined: pl.DataFrame) -> Iterator[Wrong]:
    """How many cards join the deck in a game, by the options in force."""
    facts = evidence.facts
    intro = facts.request.options.intro  # you refuse no artifact
    personalities = [int(not (intro or each.no_personality)) for each in facts.solo]
    between = facts.rounds - 1
    specializations = [0 if each.no_specialization else between for each in facts.solo]
    games = evidence.finished("games").select("game")
    for word, most, least in (
        (ADDED, personalities, [0] * len(personalities)),  # a box may have no such card
        (SPECIALIZATION, specializations, specializations),
    ):
        counts = joined.filter(is_decision(word)).group_by("game")
        told = counts.agg(found=pl.len().cast(pl.Int32))
        frame = games.join(told, on="game", how="left", maintain_order="left")
        found = pl.col("found").fill_null(0)
        bounds = facts.by_scenario(least), facts.by_scenario(most)
        said = pl.format("from {} to {}", *bounds)
        wrong = ~found.is_between(*bounds)
        yield from evidence.faulty("bot", frame, wrong, f"cards by {word}", said, found)


# ---------------------------------------------------------------- deeds


@check(
    "bot-deeds", "what Botmegistus decides in a turn is what it does there", "turns", "bot", "games"
)
def deeds(evidence: Evidence) -> Iterator[Wrong]:
    """The die it drafts, the artifact and the experiment it takes, experiments it completes."""
    rows = evidence.finished("bot").filter(pl.col("card").is_not_null())
    lists = {"artifacts": BotDecision.ARTIFACT, "experiments_taken": BotDecision.EXPERIMENT}
    chosen = {
        name: pl.col("choice").filter(is_decision(decision.word)).drop_nulls()
        for name, decision in lists.items()
    }
    die_chosen = pl.col("choice").filter(is_decision(BotDecision.DIE.word)).last()
    completed = is_decision(BotDecision.COMPLETE.word).sum().cast(pl.Int32)
    told = rows.group_by(TURN).agg(
        *(value.alias(f"·{name}") for name, value in chosen.items()),
        die_chosen=die_chosen,
        completed=completed,
    )
    frame = evidence.automas("turns").join(told, on=TURN, how="left", maintain_order="left")
    die = pl.when("drafted").then(pl.format("{} {}", "color", "bowl"))
    yield from evidence.differing("turns", frame, "die drafted", "die_chosen", die)
    for name in lists:
        right = pl.col(f"·{name}").list.head(TABLES["turns"][name].room)
        yield from evidence.differing("turns", frame, name, as_text(right), as_text(pl.col(name)))
    done = pl.col("completed").fill_null(0)
    yield from evidence.differing("turns", frame, "experiments_done", done)


def as_text(cards: pl.Expr) -> pl.Expr:
    return cards.list.join(", ").fill_null("").replace("", "none")


@check(
    "bot-tracks",
    "each track that Botmegistus decides on rises by one, and no other",
    "turns",
    "bot",
    "games",
)
def tracks(evidence: Evidence) -> Iterator[Wrong]:
    """From the setup on; its mastery after each turn is how often it chose the track."""
    names = element_words(evidence.facts.box)
    moves = evidence.finished("bot").filter(is_decision(BotDecision.TRACK.word))
    chosen = [
        (pl.col("choice") == names[element]).sum().cast(pl.Int32).alias(f"·{ELEMENTS[element]}")
        for element in Element
    ]
    by_turn = moves.group_by(TURN).agg(*chosen).sort(TURN)
    totals = in_groups(by_turn, "game").with_columns(
        running(pl.col(f"·{name}")) for name in ELEMENTS
    )
    turns = evidence.automas("turns").sort("turn")
    frame = turns.join_asof(
        totals.sort("turn").drop("row", "starts"), on="turn", by="game", check_sortedness=False
    ).sort(TURN)
    for name in ELEMENTS:
        level = f"mastery_{name}"
        yield from evidence.differing("turns", frame, level, pl.col(f"·{name}").fill_null(0))


@check(
    "bot-drawn",
    "Botmegistus draws as many masterpieces as it may, and completes one of them",
    "bot",
    "players",
    "games",
)
def masterpieces(evidence: Evidence) -> Iterator[Wrong]:
    """Each once; fewer if there are not enough."""
    facts, rows = evidence.facts, evidence.finished("bot")
    drawn = rows.filter(is_decision(DRAWN))
    again = drawn.filter(pl.len().over("game", "choice") > 1)
    yield from evidence.faulty("bot", again, pl.lit(True), "choice", "each masterpiece once")
    told = rows.group_by("game").agg(
        drawn=pl.col("choice").filter(is_decision(DRAWN)),
        taken=pl.col("choice").filter(is_decision(MASTERPIECE)),
    )
    frame = evidence.automas("players").join(told, on="game", how="left", maintain_order="left")
    taken = pl.col("taken").list
    yield from evidence.differing(
        "players", frame, "experiments_masterpiece", taken.len().cast(pl.Int32)
    )
    for name, said in (("drawn", "one that was drawn"), ("experiments", "one that it lists")):
        astray = taken.set_difference(pl.col(name)).list.len() > 0
        yield from evidence.faulty("players", frame, astray, "masterpiece", said, "taken")
    if facts.solo:
        numbers = [masterpieces_drawn(facts, number) for number in range(len(facts.solo))]
        many = pl.col("drawn").list.len().cast(pl.Int32) > facts.by_scenario(numbers)
        most = pl.format("up to {}", facts.by_scenario(numbers))
        yield from evidence.faulty("players", frame, many, "masterpieces drawn", most, "drawn")


def masterpieces_drawn(facts: Facts, setup: int) -> int:
    """How many masterpieces are drawn against a setup, as long as there are enough."""
    options = facts.solo[setup]
    if options.no_masterpiece:
        return 0
    return facts.box.solo.masterpieces + int(options.three_masterpieces)


@check(
    "bot-books",
    "what a card of Botmegistus gives is in the books of its turn, and formulas are paid",
    "ledger",
    "bot",
    "players",
    "games",
)
def cards_in_books(evidence: Evidence) -> Iterator[Wrong]:
    """Entries for the card of the turn, of its seat alone; at the end, gold for formulas."""
    entries = evidence["ledger"].filter(pl.col("cause") == "bot card")
    yours = ~evidence.facts.is_automa
    yield from evidence.faulty("ledger", entries, yours, "seat", "that of Botmegistus")
    flips = evidence["bot"].filter(is_decision(CARD)).unique(TURN, keep="first")
    frame = entries.join(
        flips.select(*TURN, flipped="choice"), on=TURN, how="left", maintain_order="left"
    )
    yield from evidence.differing("ledger", frame, "cause_id", "flipped")
    paid = evidence["ledger"].filter(pl.col("item") == "gold", pl.col("cause") == "score")
    sums = paid.group_by("game", "seat").agg(paid=-pl.col("delta").sum())
    request = evidence.facts.request
    in_ledger = (pl.col("game") // request.games_a_deal) % max(request.ledger, 1) == 0
    players = evidence.automas("players").filter(in_ledger)
    both = players.join(sums, on=["game", "seat"], how="left", maintain_order="left")
    price = pl.col("formulas_bought") * evidence.facts.box.solo.gold_per_formula
    found = pl.col("paid").fill_null(0)
    yield from evidence.differing("players", both, "gold paid for formulas", price, found)
