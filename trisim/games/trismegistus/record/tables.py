"""The tables of a run, column by column: the only declaration.

The kernels' rows, the Arrow schemas, ``docs/tables.md``, the auditor and the tests follow from it.
"""

from __future__ import annotations

from trisim.games.trismegistus.box.limits import MAX_PUBLICATIONS
from trisim.games.trismegistus.box.words import Color, Element, Symbol, Thing, Word
from trisim.games.trismegistus.rules.codes import Part
from trisim.games.trismegistus.rules.state import SEATS
from trisim.record.base import Outcome
from trisim.record.base_tables import (
    DEAL,
    GAME,
    SEAT,
    STRATEGY,
    games_table,
    players_table,
    role_column,
)
from trisim.record.columns import Column, Kind, Table, each

FLAG, SMALL, COUNT, NUMBER = Kind.FLAG, Kind.SMALL, Kind.COUNT, Kind.NUMBER
WORD, WORDS = Kind.WORD, Kind.WORDS

EXPERIMENTS_ROOM = 40
"""Experiments that a player can perform in a game; more are counted but not listed."""

ARTIFACTS_ROOM = 32
"""Artifacts of Botmegistus, which has no slots; more are counted but not listed."""

ARTIFACTS_TAKEN_ROOM = 8
"""Artifacts that a turn lists; only a card of Botmegistus can give more than one."""

EXPERIMENTS_TAKEN_ROOM = 4
"""Experiments that a turn lists: Botmegistus has no room for more."""

FORMULAS_ROOM = 8
DEALT_ROOM = 12


def words_of(*words: Word) -> list[str]:
    """The words as parts of names."""
    return [word.name.lower() for word in words]


ALCHEMIST = role_column("alchemist", "whose laboratory; missing for Botmegistus")
ELEMENTS = words_of(*Element)
HELD = words_of(*(thing for thing in Thing if thing < Thing.POINT and thing != Thing.GOLD))
BOWLS = [
    f"{symbol}_{color}"
    for symbol in words_of(*Symbol)
    for color in words_of(Color.BLACK, Color.WHITE, Color.RED)
]
PART_MEANINGS = {
    Part.EXPERIMENTS: "printed points of performed experiments",
    Part.MASTERPIECE: "printed points of a performed masterpiece",
    Part.PUBLICATIONS: "the best-scoring set of publications",
    Part.STONE: "formulas in the vault, at the end",
    Part.GOLD: "gold left at the end",
    Part.ETHEREAL: "ethereal dice left at the end",
    Part.MASTERY: "levels on the mastery tracks, at the end",
    Part.ACHIEVEMENTS: "claimed achievements",
    Part.BONUSES: "immediate points of experiments",
    Part.ABILITIES: "abilities of artifacts, and bonus tokens that give points",
    Part.FORMULAS: "formula tiles",
    Part.VAULT: "completed lines of the vault",
    Part.TRACK_TOP: "moves that started at the top of a track",
    Part.ARTIFACTS: "elementals on artifacts, of Botmegistus alone",
    Part.BOT: "cards and tokens of Botmegistus",
}

GAMES = games_table(
    Outcome.POINTS,
    setup=(Column("solo", FLAG, "whether it is a game against Botmegistus"),),
    meanings={
        "scenario": "the setup of Botmegistus, by its name; standard in games without it",
        "rotation": "by how many seats the line-up and its alchemists are turned; 0 in a solo run",
        "decisions": "real choices, setup and assigned laboratories too",
        "settled_turn": "first turn from whose end on the later winner was never behind, by the "
        "scores after each turn; the last turn if it was behind even there (Botmegistus, before "
        "its masterpiece); missing if the win is shared",
    },
)

PLAYERS = players_table(
    Outcome.POINTS,
    ALCHEMIST,
    (
        *(Column(f"vp_{part.name.lower()}", COUNT, PART_MEANINGS[part], "points") for part in Part),
        *each(ELEMENTS, "mastery_{}", SMALL, "level on the {} track at the end", "levels"),
        Column("experiments_done", SMALL, "experiments performed, a masterpiece included", "cards"),
        *each(ELEMENTS, "experiments_{}", SMALL, "performed experiments of {}", "cards"),
        Column("experiments_starting", SMALL, "performed starting experiments", "cards"),
        *each("123", "experiments_level_{}", SMALL, "performed experiments of level {}", "cards"),
        Column("experiments_masterpiece", SMALL, "1 if the masterpiece was performed", "cards"),
        Column("experiments_held", SMALL, "experiments never performed, masterpiece too", "cards"),
        Column("artifacts_owned", SMALL, "artifacts at the end", "cards"),
        Column(
            "artifact_uses",
            COUNT,
            "abilities of artifacts used: artifacts turned down for it, or used when they were new",
            "uses",
        ),
        Column(
            "elementals",
            COUNT,
            "elementals for publications, all elements; Botmegistus: those on its artifacts",
            "elementals",
        ),
        *each(ELEMENTS, "elementals_{}", COUNT, "elementals of {}", "elementals"),
        Column(
            "formulas_unlocked",
            SMALL,
            "formulas unlocked, those that left included; Botmegistus: those it counts at the end",
            "tiles",
        ),
        Column("formulas_bought", SMALL, "of them bought with gold", "tiles"),
        Column("formulas_used", SMALL, "formulas used", "tiles"),
        Column("publications_held", SMALL, "publications at the end", "cards"),
        Column("publications_completed", SMALL, "of them in the scoring set", "cards"),
        Column("achievements", SMALL, "achievements claimed", "cards"),
        Column("chameleons", SMALL, "chameleons spent", "tokens"),
        Column("reactions", SMALL, "reactions taken", "reactions"),
        Column("ethereal_dice", SMALL, "ethereal dice spent", "dice"),
        Column("gold", COUNT, "gold left at the end", "cubes"),
        *each(HELD, "held_{}", COUNT, "{} left at the end"),
        Column("potency_spent", COUNT, "potency spent on actions", "potency"),
        Column("potency_wasted", COUNT, "potency lost by drafting early", "potency"),
        Column("choices", COUNT, "real choices, those of the setup too", "choices"),
        Column(
            "experiments",
            WORDS,
            "performed experiments, in their order",
            vocabulary="experiment",
            room=EXPERIMENTS_ROOM,
        ),
        Column(
            "artifacts",
            WORDS,
            "artifacts at the end, by arrow; of Botmegistus, who has no slots, by card",
            vocabulary="artifact",
            room=ARTIFACTS_ROOM,
        ),
        Column(
            "publications",
            WORDS,
            "publications held at the end",
            vocabulary="publication",
            room=MAX_PUBLICATIONS,
        ),
        Column(
            "publications_done",
            WORDS,
            "publications of the scoring set",
            vocabulary="publication",
            room=MAX_PUBLICATIONS,
        ),
        Column(
            "formulas",
            WORDS,
            "formulas unlocked, in their order; none of Botmegistus, who only counts them",
            vocabulary="formula",
            room=FORMULAS_ROOM,
        ),
        Column("kept", WORDS, "starting cards kept", vocabulary="card", room=DEALT_ROOM),
        Column("refused", WORDS, "starting cards not kept", vocabulary="card", room=DEALT_ROOM),
    ),
    meanings={
        "rank": "1 for the winners; equal score and experiments, equal rank; Botmegistus wins ties"
    },
)

ROUNDS = Table(
    "rounds",
    "round of a game",
    ("game", "round"),
    (
        GAME,
        DEAL,
        Column("round", SMALL, "round, from 1"),
        Column("order", Kind.SEATS, "seats in turn order", room=SEATS),
        Column("rerolls", SMALL, "overfull bowls that were rolled again", "bowls"),
        *each(BOWLS, "bowl_{}", SMALL, "dice in the bowl after the roll: {}", "dice"),
    ),
    level="turns",
)

TURNS = Table(
    "turns",
    "turn of a player",
    ("game", "turn"),
    (
        GAME,
        DEAL,
        Column("round", SMALL, "round, from 1"),
        Column("turn", COUNT, "turn of the game, from 0"),
        SEAT,
        STRATEGY,
        ALCHEMIST,
        Column("drafted", FLAG, "whether a die was drafted"),
        Column(
            "pick",
            SMALL,
            "place of the draft among all drafts of the round, from 1; missing without a draft",
            may_be_missing=True,
        ),
        Column("bowl", WORD, "bowl it was drafted from", vocabulary="symbol", may_be_missing=True),
        Column("color", WORD, "colour of the die in use", vocabulary="color"),
        Column("symbol", WORD, "its symbol, a wild one as chosen", vocabulary="symbol"),
        Column("bowl_size", SMALL, "dice there before the draft", "dice", may_be_missing=True),
        Column("ethereal", SMALL, "ethereal dice spent on it", "dice"),
        Column("potency", SMALL, "after the draft and ethereal dice, or what was left", "potency"),
        Column("wasted", SMALL, "potency of the die before, lost by drafting early", "potency"),
        Column("chameleon", FLAG, "whether a chameleon changed the die for the action"),
        Column("action", WORD, "the action; card: that of Botmegistus", vocabulary="action"),
        Column("spent", SMALL, "potency spent on the action", "potency"),
        Column("transmutations", SMALL, "transmutations by the acting player, effects included"),
        Column("arrow", WORD, "arrow of the action", vocabulary="arrow", may_be_missing=True),
        Column(
            "artifacts",
            WORDS,
            "artifact bought, or all that a card of Botmegistus gave it, in their order; not those "
            "that other effects give",
            vocabulary="artifact",
            room=ARTIFACTS_TAKEN_ROOM,
        ),
        Column(
            "experiments_taken",
            WORDS,
            "experiment taken from a book, or all that a card of Botmegistus gave it",
            vocabulary="experiment",
            room=EXPERIMENTS_TAKEN_ROOM,
        ),
        Column("experiments_done", SMALL, "experiments performed by the acting player", "cards"),
        Column("formulas_unlocked", SMALL, "formulas unlocked by the acting player", "tiles"),
        Column(
            "publications_drawn",
            SMALL,
            "publications drawn in the turn, by reacting players too, before some are put back",
            "cards",
        ),
        Column("reactions", SMALL, "how many others reacted", "players"),
        Column("vp", COUNT, "points so far, without those of the end", "points"),
        Column("score_now", COUNT, "the score if the game ended here", "points"),
        Column(
            "scores",
            Kind.COUNTS,
            "the same of every seat, by seat; what Botmegistus gets between rounds is counted "
            "from the first turn of the next round on",
            "points",
            room=SEATS,
        ),
        *each(ELEMENTS, "mastery_{}", SMALL, "level on the {} track", "levels"),
        Column("gold", COUNT, "gold held", "cubes"),
        Column("choices", COUNT, "real choices of the acting player", "choices"),
        Column("options", NUMBER, "options of all these choices together", "options"),
    ),
    level="turns",
    varies=True,
)

BOT = Table(
    "bot",
    "card that Botmegistus flips, and each of its decisions",
    ("game", "step"),
    (
        GAME,
        DEAL,
        Column("step", COUNT, "number of the row in the game, from 0"),
        Column("turn", COUNT, "turn; -1 in the setup; between rounds and at the end, the last one"),
        Column(
            "card",
            WORD,
            "its card of the turn; missing in the setup, between rounds and at the end",
            vocabulary="solo_card",
            may_be_missing=True,
        ),
        Column(
            "decision",
            WORD,
            "what it decides: the step of the draft that finds a die, which die of it, what its "
            "personality does, which artifact, experiment and track, which experiment to complete "
            "first, which specialization, which masterpiece; or what happens: a card is flipped, "
            "its personality is added to the deck, a masterpiece is drawn for it",
            vocabulary="decision",
        ),
        Column(
            "priority",
            WORD,
            "what settled it; of a card, where it lay; missing if nothing had to be settled",
            vocabulary="priority",
            may_be_missing=True,
        ),
        Column(
            "choice",
            WORD,
            "what it takes: a die as it lay, a card of any kind, an element; missing if it is gold "
            "instead of an experiment",
            vocabulary="choice",
            may_be_missing=True,
        ),
    ),
    level="turns",
    option="--solo",
)

CARDS = Table(
    "cards",
    "card seen in a game",
    ("game", "card"),
    (
        GAME,
        DEAL,
        Column("card", WORD, "the card's id", vocabulary="card"),
        Column("kind", WORD, "kind of card", vocabulary="kind"),
        Column(
            "first_turn",
            COUNT,
            "first turn on offer (0: from the setup); missing if it never was: drawn, or laid out "
            "after the last turn of a round or game and put away before anybody's turn",
            may_be_missing=True,
        ),
        Column(
            "last_turn",
            COUNT,
            "last turn on offer: in which it was taken, or after which it was put away",
            may_be_missing=True,
        ),
        Column("seat", SMALL, "who had it last", may_be_missing=True),
        Column(
            "turn_taken",
            COUNT,
            "turn it was taken, drawn or (formulas) unlocked, the last time; -1 at setup",
            may_be_missing=True,
        ),
        Column(
            "turn_completed",
            COUNT,
            "turn it was performed, used (formulas) or claimed; publications that score: the last",
            may_be_missing=True,
        ),
        Column(
            "uses",
            COUNT,
            "times its ability was used, on taking it too (artifacts); used (formulas); drawn "
            "(publications)",
            "uses",
        ),
        Column(
            "points",
            COUNT,
            "points it gave: printed ones if it was performed, claimed or in a scoring set, and "
            "those of its bonus or ability; an artifact of Botmegistus: those of its elementals",
            "points",
        ),
    ),
    level="cards",
)

LEDGER = Table(
    "ledger",
    "change of something held",
    ("game", "step"),
    (
        GAME,
        DEAL,
        Column("step", COUNT, "number of the entry in the game, from 0"),
        Column("turn", COUNT, "turn; -1 in the setup"),
        SEAT,
        Column("cause", WORD, "why", vocabulary="cause"),
        Column(
            "cause_id",
            WORD,
            "which card, formula, laboratory, token or arrow",
            vocabulary="cause_id",
            may_be_missing=True,
        ),
        Column(
            "item",
            WORD,
            "what changed: mostly a column of `players` (what is held without `held_`); "
            "`reaction`: reaction tokens that are not used, so a reaction is -1, and used ones "
            "return at the end of a round; `formulas`: formulas unlocked, those that were used or "
            "left too; of Botmegistus, all it counts, at the end",
            vocabulary="item",
        ),
        Column("delta", COUNT, "by how much"),
        Column("balance", COUNT, "how much there is now"),
    ),
    level="ledger",
    varies=True,
)

TABLES: dict[str, Table] = {
    table.name: table for table in (GAMES, PLAYERS, ROUNDS, TURNS, BOT, CARDS, LEDGER)
}
"""Every table by name, in the order in which they are written."""
