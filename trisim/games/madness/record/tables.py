"""The tables of a run, column by column: the only declaration.

The kernels' rows, the Arrow schemas, ``docs/madness-tables.md``, the auditor and the tests follow
from it.
"""

from __future__ import annotations

from trisim.games.madness.box.words import Element
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

LEARNED_ROOM = 16
"""Spells that a player can learn in a game: as many as a library has; more are only counted."""

ELEMENTS = [element.name.lower() for element in Element]
ZONES = ("hand", "support", "deck", "discard")
"""Where the cards of a player are."""

MAGE = role_column("mage", "which mage it is")
ROUND = Column("round", SMALL, "number of the monster at hand, from 1")
TURN = Column("turn", COUNT, "turn of the game, from 0")


def word(name: str, vocabulary: str, meaning: str) -> Column:
    """A column of words that always has one."""
    return Column(name, WORD, meaning, vocabulary=vocabulary)


def maybe(name: str, vocabulary: str, meaning: str) -> Column:
    """A column of words that may be missing."""
    return Column(name, WORD, meaning, vocabulary=vocabulary, may_be_missing=True)


def turn_of(name: str, meaning: str) -> Column:
    """A turn that may be missing."""
    return Column(name, COUNT, meaning, may_be_missing=True)


PROGRESS = (
    "how far the team came, from 0 to 1, and 1 only if it won: 0.95 × (mean over six monsters of "
    "half the share of the turns of the monster that are over and half the share of its curses "
    "that were destroyed) + 0.04 × (share of the madness of the setup that is in the pile)"
)

GAMES = games_table(
    Outcome.TEAM,
    (
        word("loss", "loss", "why the team lost; none if it won, or if the game was aborted"),
        maybe(
            "loss_cause",
            "cause",
            "why the madness was due that the pile did not have; missing if the loss is another",
        ),
        maybe(
            "loss_card",
            "cause_id",
            "of the same: the spell, curse, sheet, mage or action; if the last monster escaped, "
            "its sheet",
        ),
        Column(
            "loss_seat",
            SMALL,
            "whose madness it was; missing if the loss is another, or it was for a curse",
            may_be_missing=True,
        ),
        Column("monsters", SMALL, "monsters that appeared", "monsters"),
        maybe("last_monster", "sheet", "the last one that appeared"),
        Column("monsters_beaten", SMALL, "monsters that were beaten", "monsters"),
        Column("monsters_escaped", SMALL, "monsters that escaped", "monsters"),
        Column("space", SMALL, "space of the invocation marker at the end; 6 is invocation"),
        Column("curses_laid", SMALL, "curses that were laid", "cards"),
        Column("curses_destroyed", SMALL, "of them destroyed", "cards"),
        Column("curses_left", SMALL, "curses on the track at the end", "cards"),
        Column("pile_left", SMALL, "madness in the pile at the end", "cards"),
        Column("madness_taken", COUNT, "madness that players took, without the setup", "cards"),
        Column("madness_cured", COUNT, "madness of players that went back to the pile", "cards"),
        *(
            Column(f"madness_{name}", SMALL, f"madness {where} of all players at the end", "cards")
            for name, where in (
                ("hands", "in the hands"),
                ("supports", "in the supports"),
                ("decks", "in the decks"),
                ("discards", "in the discard piles"),
            )
        ),
        Column("madness_curses", SMALL, "madness under curses at the end", "cards"),
        Column("madness_destroyed", SMALL, "destroyed madness, at the end", "cards"),
        Column("madness_gone", SMALL, "madness that left with eliminated players", "cards"),
        Column("eliminated", SMALL, "players that were eliminated", "players"),
        Column("spells_learned", SMALL, "spells that were learned", "cards"),
        Column("casts", COUNT, "spells that were cast", "actions"),
        Column("strength", COUNT, "value of all element cards of players at the end", "value"),
        Column("progress", Kind.SHARE, PROGRESS),
    ),
    meanings={
        "scenario": "difficulty and mode, such as II/terror",
        "turns": "turns that began; the last one of a game that went to its end is the 31st, which "
        "has a monster phase only",
        "decisions": "real choices, those of the setup too",
    },
)

PLAYERS = players_table(
    Outcome.TEAM,
    MAGE,
    (
        turn_of("eliminated_turn", "turn of the elimination; missing if there was none"),
        Column("turns", SMALL, "turns in which the player was active", "turns"),
        Column("actions", COUNT, "actions: casts, learned, acquired, destroyed, cures", "actions"),
        Column("abroad", COUNT, "of them in the turn of somebody else", "actions"),
        Column(
            "actions_given", COUNT, "actions given to others by own spells and abilities", "actions"
        ),
        Column("actions_received", COUNT, "actions that others gave, taken or not", "actions"),
        Column("actions_left", COUNT, "of them left", "actions"),
        Column("casts", COUNT, "spells cast", "actions"),
        Column("boosted", COUNT, "of them paid two or three times", "actions"),
        Column("learned", SMALL, "spells learned", "actions"),
        Column("acquired", SMALL, "cards acquired by action", "actions"),
        Column("destroyed", SMALL, "curses destroyed by action", "actions"),
        Column("destroyed_by_effects", SMALL, "curses destroyed by effects of own cards", "cards"),
        Column("cures", SMALL, "actions that cured a madness", "actions"),
        Column("abilities", SMALL, "abilities used between actions", "uses"),
        Column("cards_hand", COUNT, "cards of the hand that paid for own actions", "cards"),
        Column("cards_support", COUNT, "cards of the own support that paid for them", "cards"),
        Column("cards_others", COUNT, "cards of supports of others that paid for them", "cards"),
        Column("cards_kept", COUNT, "cards of the pool that paid for them and stayed", "cards"),
        Column("cards_lent", COUNT, "cards of the own support that paid for others", "cards"),
        Column("drawn", COUNT, "cards drawn from the deck to the hand, first hand too", "cards"),
        Column("madness_taken", COUNT, "madness taken from the pile, without the setup", "cards"),
        Column("madness_empty", COUNT, "of it because the deck was empty", "cards"),
        Column("madness_cured", COUNT, "own madness that went back to the pile", "cards"),
        *each(ZONES, "{}", SMALL, "cards in the {} at the end", "cards"),
        *each(ZONES, "madness_{}", SMALL, "of them madness: {}", "cards"),
        *each(ELEMENTS, "value_{}", COUNT, "value of all own cards of {} at the end", "value"),
        Column("strength", COUNT, "value of all own element cards at the end", "value"),
        Column("spells", SMALL, "spells at the end", "cards"),
        Column("choices", COUNT, "real choices, those of the setup too", "choices"),
        Column(
            "spells_learned",
            WORDS,
            "spells learned, in their order",
            vocabulary="spell",
            room=LEARNED_ROOM,
        ),
    ),
)

MONSTERS = Table(
    "monsters",
    "monster that appeared",
    ("game", "round"),
    (
        GAME,
        DEAL,
        ROUND,
        word("monster", "sheet", "the sheet whose monster it is"),
        maybe("page", "sheet", "the sheet with its bonus and failure"),
        Column("first_turn", COUNT, "turn in which it appeared"),
        Column("turns", SMALL, "spaces before invocation that the marker reached", "turns"),
        Column("curses", SMALL, "curses that were laid", "cards"),
        Column("multi", SMALL, "of them multi-element curses", "cards"),
        Column("destroyed", SMALL, "of its curses destroyed", "cards"),
        turn_of("turn_destroyed", "turn in which the last of these was destroyed"),
        Column("struck", SMALL, "curses that were applied", "cards"),
        word("fate", "monster_fate", "beaten, escaped, or open when the game ended"),
        Column(
            "left",
            SMALL,
            "curses left when the marker reached invocation, or when the game ended before",
            "cards",
        ),
        Column("actions", COUNT, "actions while it was at hand", "actions"),
        Column(
            "madness_taken",
            COUNT,
            "madness that players took from its appearance to the turn of the page; its own bonus "
            "or failure included",
            "cards",
        ),
        Column("madness_cured", COUNT, "in the same time, back to the pile", "cards"),
    ),
    level="turns",
)

TURNS = Table(
    "turns",
    "turn",
    ("game", "turn"),
    (
        GAME,
        DEAL,
        ROUND,
        TURN,
        SEAT,
        STRATEGY,
        MAGE,
        maybe("monster", "sheet", "the sheet of the monster at hand"),
        Column("space", SMALL, "space of the invocation marker; 6 is invocation"),
        Column("actions", COUNT, "actions of all players in the turn", "actions"),
        Column("abroad", COUNT, "of them by players who are not active", "actions"),
        Column("casts", COUNT, "spells cast", "actions"),
        Column("learned", SMALL, "spells learned", "actions"),
        Column("acquired", SMALL, "cards acquired by action", "actions"),
        Column("destroyed", SMALL, "curses destroyed by action", "actions"),
        Column("cures", SMALL, "actions that cured a madness", "actions"),
        Column("abilities", SMALL, "abilities used between actions", "uses"),
        Column("curses_destroyed", SMALL, "curses destroyed by actions and effects", "cards"),
        Column("drawn", COUNT, "cards that the active player drew to the hand", "cards"),
        Column("drawn_all", COUNT, "cards that all players drew to their hands", "cards"),
        Column("cards_paid", COUNT, "cards that paid for actions, those that stay too", "cards"),
        Column("cards_others", COUNT, "of them from supports of other players", "cards"),
        Column("madness", SMALL, "madness that the active player took from the pile", "cards"),
        Column("madness_all", SMALL, "madness that all players took from the pile", "cards"),
        Column("madness_cured", SMALL, "madness of players that went back to the pile", "cards"),
        Column("curses_left", SMALL, "curses on the track at the end of the turn", "cards"),
        Column("pile", SMALL, "madness in the pile at the end of the turn", "cards"),
        Column("hand", SMALL, "hand of the active player at the end of the turn", "cards"),
        Column("pool", SMALL, "cards in all supports at the end of the turn", "cards"),
        Column("strength", COUNT, "value of all element cards of players at its end", "value"),
        Column("choices", COUNT, "real choices of the active player", "choices"),
        Column("options", NUMBER, "options of all these choices together", "options"),
    ),
    level="turns",
    varies=True,
)

ACTIONS = Table(
    "actions",
    "action or ability, and each time given actions are left",
    ("game", "action"),
    (
        GAME,
        DEAL,
        Column("action", COUNT, "number of the row in the game, from 0"),
        ROUND,
        TURN,
        SEAT,
        Column("active", SMALL, "the active seat, whose turn it is"),
        word("kind", "action", "what it is; pass: given actions are left"),
        maybe("spell", "spell", "the spell that is cast or learned"),
        Column("boost", SMALL, "how many times a spell is paid", may_be_missing=True),
        maybe("forgotten", "spell", "the spell that made room for the one that is learned"),
        maybe("card", "card_kind", "the card that is acquired"),
        maybe("curse", "curse", "the curse that is destroyed"),
        maybe("element", "element", "the element that pays for a cure"),
        *each(ELEMENTS, "paid_{}", SMALL, "value of the cards that paid as {}", "value"),
        maybe("wild", "element", "what a card of another element counted as"),
        Column("cards_hand", SMALL, "cards of the hand that paid", "cards"),
        Column("cards_support", SMALL, "cards of the own support that paid", "cards"),
        Column("cards_others", SMALL, "cards of supports of others that paid", "cards"),
        Column("cards_kept", SMALL, "cards of the pool that paid and stayed", "cards"),
        Column(
            "depth",
            SMALL,
            "effects that give actions and that it is inside of; 0: own action phase",
        ),
        Column(
            "given_by",
            SMALL,
            "seat whose spell or ability gave the action, the own one too; missing in the own "
            "action phase, and if nobody's gave it",
            may_be_missing=True,
        ),
    ),
    level="cards",
    varies=True,
)

CURSES = Table(
    "curses",
    "curse that was laid",
    ("game", "lay"),
    (
        GAME,
        DEAL,
        Column("lay", SMALL, "number of the curse in the game, from 0"),
        word("curse", "curse", "the curse"),
        word("kind", "curse_kind", "its pile"),
        ROUND,
        Column("slot", SMALL, "place on the track in the order of laying, from 0"),
        Column("turn_laid", COUNT, "turn in which it was laid"),
        turn_of("turn_struck", "turn in which it was applied; missing if it was not"),
        word("fate", "curse_fate", "destroyed, left under its pile, or open at the end"),
        turn_of("turn_gone", "turn in which it was destroyed, or left"),
        Column("destroyed_by", SMALL, "seat that destroyed it", may_be_missing=True),
        Column("by_effect", FLAG, "whether an effect destroyed it, not an action"),
        Column("tokens", SMALL, "tokens that were put on it", "tokens"),
        Column("neutralised", SMALL, "times it was neutralised", "times"),
        Column("madness_under", SMALL, "madness that was put under it", "cards"),
        Column("madness_taken", SMALL, "madness that players took for it", "cards"),
    ),
    level="cards",
)

CARDS = Table(
    "cards",
    "spell that was turned up, basic spell of a player, or mage",
    ("game", "card", "seat"),
    (
        GAME,
        DEAL,
        word("card", "card", "the card's id"),
        Column("seat", SMALL, "whose it is; missing if nobody learned it", may_be_missing=True),
        word("kind", "kind", "kind of card"),
        turn_of("first_turn", "first turn on offer (0: from the setup); missing if it never was"),
        turn_of("last_turn", "last turn on offer: in which it was learned, or the last"),
        turn_of("turn_taken", "turn in which it was learned; -1 at setup"),
        turn_of("turn_completed", "turn in which it was first cast, or its ability first used"),
        turn_of("turn_lost", "turn in which it was destroyed, or its player eliminated"),
        Column(
            "uses",
            COUNT,
            "times it was cast; of a mage: abilities used, cards that counted as another element, "
            "rewards of its own for destroyed curses",
            "uses",
        ),
        Column("boosted", COUNT, "of them paid two or three times", "uses"),
        Column("abroad", COUNT, "of them in the turn of somebody else", "uses"),
    ),
    level="cards",
)

LEDGER = Table(
    "ledger",
    "move of cards of a kind from zone to zone",
    ("game", "step"),
    (
        GAME,
        DEAL,
        Column("step", COUNT, "number of the entry in the game, from 0"),
        Column("turn", COUNT, "turn; -1 in the setup"),
        Column("seat", SMALL, "whose cards; missing if nobody's", may_be_missing=True),
        word("card", "card_kind", "the kind of the cards"),
        word(
            "source",
            "zone",
            "where they leave; hand, support, discard and deck are the seat's, stock, pile, "
            "destroyed, box and curse the table's, passing is between two of them",
        ),
        word("target", "zone", "where they come to"),
        Column("cards", SMALL, "how many", "cards"),
        Column("source_left", COUNT, "of this kind in the source afterwards", "cards"),
        Column("target_now", COUNT, "of this kind in the target afterwards", "cards"),
        word("cause", "cause", "why"),
        maybe("cause_id", "cause_id", "which spell, curse, sheet, mage or action"),
    ),
    level="ledger",
    varies=True,
)

TABLES: dict[str, Table] = {
    table.name: table for table in (GAMES, PLAYERS, MONSTERS, TURNS, ACTIONS, CURSES, CARDS, LEDGER)
}
"""Every table by name, in the order in which they are written."""
