"""Every check of the auditor can fail: one cell is changed, and it is named.

Sizes and checksums in the manifest are those of the changed files, so that only a look at the rows
finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.sim.damage import (
    Change,
    both,
    copy_of,
    exchanged,
    put,
    rewrite,
    swapped,
    twice,
    without,
)
from tests.sim.test_audit_runs import (
    evidence_of,
    facts_of,
    failed,
    one_part,
    solo_part,
    three_parts,
)
from trisim.games.trismegistus.audit.scores import cubes
from trisim.plugin import DEFAULT, load
from trisim.sim.audit import audit, described
from trisim.sim.audit.auditor import looked
from trisim.sim.audit.evidence import Evidence
from trisim.sim.audit.kit import checks_of
from trisim.sim.audit.registry import Check

col = pl.col
GAME = load(DEFAULT)
CHECKS = {check.name: check for check in checks_of(GAME)}


def more(old: Any) -> Any:
    return (old or 0) + 1


def less(old: Any) -> Any:
    return old - 1


def each_more(old: list[int]) -> list[int]:
    return [one + 1 for one in old]


def opposite(old: bool) -> bool:
    return not old


def used_up_early(frame: pl.DataFrame) -> pl.DataFrame:
    """The last die of a round is spent, and yet used in another turn."""
    dice = col("drafted").cast(pl.Int32).cum_sum().over("game", "round", "seat")
    spent = pl.when(dice == 3).then("potency").otherwise("spent")
    return frame.with_columns(spent=spent)


@dataclass(frozen=True)
class Damage:
    """What is changed, and what must be said of it."""

    check: str
    table: str
    change: Change
    names: str
    """A part of the first finding."""


GAME_1 = col("game") == 1
SEAT_2 = GAME_1 & (col("seat") == 2)
LAST = col("turn") == col("turn").max().over("game")
TURN_5 = GAME_1 & (col("turn") == 5)
AGAIN = ~col("drafted")
SCORED = col("publications_done").list.len() > 0
UNSCORED = col("publications_done").list.len() < col("publications").list.len()
PERFORMED = col("experiments").list.len() > 0

DAMAGES = [
    Damage("missing-values", "players", put("gold", None, SEAT_2), "game 1, seat 2: gold nothing"),
    Damage("order", "players", swapped(2, 3), "game 0, seat 2: the row before has game 0, seat 3"),
    Damage("order", "cards", swapped(10, 11), "game 0"),
    Damage("order", "games", twice(GAME_1), "game 1: the row before has game 1"),
    Damage("same-games", "turns", without(GAME_1), "game 1: the game has no rows"),
    Damage("same-games", "cards", without(GAME_1), "game 1: the game has no rows"),
    Damage("same-games", "ledger", without(GAME_1), "game 1: the game has no rows"),
    Damage("same-games", "games", put("game", 9, col("game") == 3), "game 3: the game has no rows"),
    Damage("seats", "players", without(SEAT_2), "game 1: seats 0, 1, 3, expected 0, 1, 2, 3"),
    Damage("rounds", "rounds", without(GAME_1 & (col("round") == 2)), "game 1, round 3"),
    Damage(
        "rounds", "rounds", without(GAME_1 & (col("round") == 3)), "game 1: rounds 2, expected 3"
    ),
    Damage("turns", "turns", without(TURN_5), "game 1, turn 6"),
    Damage("turns", "games", put("turns", more, GAME_1), "game 1: turns"),
    Damage("steps", "ledger", without(GAME_1 & (col("step") == 7)), "game 1, step 8"),
    Damage("words", "games", put("status", "lost", GAME_1), "game 1: status lost, expected"),
    Damage("words", "players", put("kept", ["lost"], SEAT_2), "game 1, seat 2: kept lost"),
    # -- who sat where
    Damage("deals", "games", put("rotation", 2, GAME_1), "game 1: rotation 2, expected 1"),
    Damage("deals", "games", put("scenario", "hard", GAME_1), "scenario hard, expected standard"),
    Damage("deals", "games", put("deal", 5, GAME_1), "game 1: deal 5, expected 0"),
    Damage(
        "deals-of-rows", "players", put("deal", 2, SEAT_2), "game 1, seat 2: deal 2, expected 0"
    ),
    Damage("deals-of-rows", "turns", put("deal", 2, TURN_5), "game 1, turn 5, seat"),
    Damage("deals-of-rows", "cards", put("deal", 2, GAME_1), "deal 2, expected 0"),
    Damage("deals-of-rows", "ledger", put("deal", 2, GAME_1), "deal 2, expected 0"),
    Damage("turns-of-players", "turns", put("strategy", "greedy", TURN_5), "strategy greedy"),
    Damage("turns-of-players", "turns", put("alchemist", None, TURN_5), "alchemist nothing"),
    Damage("seeds", "games", put("seed", more, GAME_1), "game 1: seed"),
    Damage("players", "games", put("players", 3, GAME_1), "game 1: players 3, expected 4"),
    Damage("players", "games", put("solo", True, GAME_1), "game 1: solo yes, expected no"),
    Damage("line-up", "players", put("strategy", "greedy", SEAT_2), "strategy greedy"),
    Damage("alchemists", "players", put("alchemist", "nobody", SEAT_2), "alchemist nobody"),
    Damage(
        "rotations",
        "players",
        exchanged("alchemist", SEAT_2, GAME_1 & (col("seat") == 3)),
        "game 1, seat 2: alchemist",
    ),
    Damage(
        "different-alchemists",
        "players",
        put("alchemist", "duval", GAME_1 & (col("alchemist") != "duval")),
        "game 1",
    ),
    # -- scores
    Damage("score", "players", put("score", more, SEAT_2), "game 1, seat 2: score"),
    Damage("score", "players", put("vp_vault", more, SEAT_2), "game 1, seat 2: score"),
    Damage("rank", "players", put("rank", more, SEAT_2), "game 1, seat 2: rank"),
    Damage("rank", "players", put("win", 0.5, col("win") < 0.5), "win 0.5"),
    Damage("winner", "games", put("win_score", more, GAME_1), "game 1: win_score"),
    Damage("winner", "games", put("margin", more, GAME_1), "game 1: margin"),
    Damage("winner", "games", put("settled_turn", 999, GAME_1), "game 1: settled_turn 999"),
    Damage("winner", "games", put("settled_turn", None, GAME_1), "settled_turn nothing"),
    Damage("winner", "games", put("lead_changes", -1, GAME_1), "game 1: lead_changes -1"),
    Damage("nothing-negative", "players", put("held_lead", -1, SEAT_2), "held_lead -1"),
    Damage("nothing-negative", "players", put("mastery_air", 13, SEAT_2), "mastery_air 13"),
    Damage("gold", "players", put("vp_gold", more, SEAT_2), "game 1, seat 2: vp_gold"),
    Damage("gold", "players", put("held_ethereal_die", more, SEAT_2), "seat 2: vp_ethereal"),
    Damage("mastery", "players", put("vp_mastery", more, SEAT_2), "game 1, seat 2: vp_mastery"),
    Damage("stone", "players", put("vp_stone", more, SEAT_2), "game 1, seat 2: vp_stone"),
    Damage("achievements", "players", put("achievements", 9, GAME_1), "game 1: achievements"),
    Damage(
        "achievements",
        "players",
        put("vp_achievements", 3, col("achievements") == 0),
        "vp_achievements 3",
    ),
    # -- lists
    Damage("lists", "players", put("artifacts_owned", more, SEAT_2), "length of artifacts"),
    Damage("lists", "players", put("experiments", lambda ids: ids[1:], PERFORMED), "experiments"),
    Damage("ids", "players", put("kept", lambda ids: ["unknown", *ids[1:]], SEAT_2), "unknown"),
    Damage(
        "ids", "players", put("artifacts", lambda ids: [ids[0], ids[0]], SEAT_2), "each card once"
    ),
    Damage("kept", "players", put("kept", lambda ids: ids[1:], SEAT_2), "game 1, seat 2"),
    Damage("kept", "players", put("refused", lambda ids: [*ids, ids[0]], SEAT_2), "game 1, seat 2"),
    Damage("experiments", "players", put("experiments_fire", more, SEAT_2), "experiments_fire"),
    Damage("experiments", "players", put("experiments_level_3", more, SEAT_2), "level_3"),
    Damage("experiment-points", "players", put("vp_experiments", more, SEAT_2), "vp_experiments"),
    Damage("experiment-points", "players", put("vp_masterpiece", more, SEAT_2), "vp_masterpiece"),
    Damage("elementals", "players", put("elementals_air", more, SEAT_2), "elementals_air"),
    Damage("elementals", "players", put("elementals", more, SEAT_2), "elementals"),
    Damage("formulas", "players", put("formulas_bought", 9, SEAT_2), "formulas_bought 9"),
    Damage("formulas", "players", put("formulas_used", 9, SEAT_2), "formulas_used 9"),
    Damage(
        "formulas",
        "players",
        put(
            "formulas",
            lambda ids: ["maria-1", *ids[1:]],
            (col("formulas_unlocked") > 0) & (col("alchemist") != "maria"),
        ),
        "formula maria-1",
    ),
    Damage("publications", "players", put("vp_publications", more, SEAT_2), "vp_publications"),
    Damage("publications", "players", put("publications", [], SCORED), "one that is held"),
    Damage(
        "publication-needs",
        "players",
        both(*(put(f"elementals_{name}", 0, SCORED) for name in ("fire", "water", "earth", "air"))),
        "needed",
    ),
    Damage(
        "best-set",
        "players",
        both(put("vp_publications", 0, SCORED), put("publications_done", [], SCORED)),
        "vp_publications 0",
    ),
    # -- rounds
    Damage("dice", "rounds", put("bowl_tin_red", more, GAME_1), "game 1, round 1: red dice"),
    Damage("dice", "rounds", put("bowl_tin_red", 9, GAME_1), "dice in the tin bowl"),
    Damage("dice", "rounds", put("bowl_tin_red", -1, GAME_1), "bowl_tin_red -1"),
    Damage("rolls", "rounds", put("rerolls", more, GAME_1), "game 1, round 1: rerolls"),
    Damage("turn-order", "rounds", put("order", [0, 1, 1, 3], GAME_1), "every seat once"),
    Damage("turn-order", "rounds", put("order", [1, 0, 2, 3], GAME_1), "expected 0, 1, 2, 3"),
    Damage(
        "next-order",
        "rounds",
        put("order", lambda order: order[::-1], GAME_1 & (col("round") == 2)),
        "game 1, round 2: order",
    ),
    # -- turns
    Damage("drafts", "turns", put("bowl", None, TURN_5 | col("drafted")), "bowl nothing"),
    Damage("drafts", "turns", put("bowl_size", 3, AGAIN), "bowl_size 3, expected nothing"),
    Damage("drafts", "turns", put("ethereal", 2, col("drafted")), "ethereal 2, expected up to 1"),
    Damage("three-dice", "turns", put("drafted", opposite, col("drafted")), "dice drafted"),
    Damage("three-dice", "turns", put("spent", less, LAST), "potency left at the round's end"),
    Damage("three-dice", "turns", used_up_early, "no turn after the last die"),
    Damage("three-dice", "turns", without(GAME_1 & (col("seat") == 2)), "seats with turns"),
    Damage("picks", "turns", put("pick", more, TURN_5), "game 1, turn 5"),
    Damage("picks", "turns", put("pick", 1, AGAIN), "pick 1, expected nothing"),
    Damage("bowls", "turns", put("bowl_size", more, col("drafted")), "bowl_size"),
    Damage(
        "bowls",
        "turns",
        lambda frame: frame.with_columns(
            color=pl.when(GAME_1).then(pl.lit("red")).otherwise("color")
        ),
        "one that is there",
    ),
    Damage(
        "die", "turns", put("color", lambda was: "red" if was != "red" else "white", AGAIN), "color"
    ),
    Damage("die", "turns", put("symbol", "wild", AGAIN), "symbol wild"),
    Damage("potency", "turns", put("potency", more, col("drafted")), "potency"),
    Damage("potency", "turns", put("potency", more, AGAIN), "potency"),
    Damage("potency", "turns", put("potency", 9, AGAIN), "potency 9, expected up to 5"),
    Damage("spent", "turns", put("spent", 0, TURN_5), "game 1, turn 5"),
    Damage("spent", "turns", put("spent", 9, TURN_5), "spent 9"),
    Damage("wasted", "turns", put("wasted", more, TURN_5), "game 1, turn 5"),
    Damage(
        "turns-in-order",
        "turns",
        exchanged("seat", TURN_5, GAME_1 & (col("turn") == 6)),
        "game 1, turn 5",
    ),
    Damage("turns-in-order", "turns", put("round", 2, TURN_5), "game 1, turn 5"),
    # -- deeds
    Damage("actions", "turns", put("action", "none", TURN_5), "action none"),
    Damage("actions", "turns", put("arrow", None, col("action") == "transmute"), "arrow nothing"),
    Damage(
        "actions", "turns", put("artifacts", ["t1-x"], col("action") == "harvest"), "artifacts t1-x"
    ),
    Damage("costs", "turns", put("spent", 2, col("action") == "artifact"), "spent 2, expected 3"),
    Damage("costs", "turns", put("transmutations", 0, col("action") == "transmute"), "at least"),
    Damage(
        "arrows",
        "turns",
        put(
            "color",
            lambda was: "red" if was != "red" else "white",
            (col("action") == "transmute") & ~col("chameleon"),
        ),
        "arrow",
    ),
    Damage("sums", "players", put("potency_spent", more, SEAT_2), "seat 2: potency_spent"),
    Damage("sums", "players", put("reactions", more, SEAT_2), "game 1: reactions"),
    Damage("sums", "turns", put("chameleon", opposite, TURN_5), "chameleons"),
    Damage("choices", "turns", put("options", 1, TURN_5), "game 1, turn 5"),
    Damage("choices", "players", put("choices", 3, SEAT_2), "game 1, seat 2: choices 3"),
    Damage("decisions", "games", put("decisions", more, GAME_1), "game 1: decisions"),
    Damage(
        "experiments-held", "players", put("experiments_held", more, SEAT_2), "experiments_held"
    ),
    Damage(
        "experiments-held",
        "players",
        put("experiments", lambda ids: ["never-seen", *ids[1:]], PERFORMED),
        "experiments never-seen, expected one kept or taken",
    ),
    Damage("last-turns", "turns", lambda frame: frame.with_columns(col("gold") + 1), "gold"),
    Damage("last-turns", "turns", lambda frame: frame.with_columns(col("vp") + 1), ": vp "),
    Damage(
        "last-turns", "turns", lambda frame: frame.with_columns(col("score_now") + 1), "score_now"
    ),
    Damage("standings", "turns", put("vp", -1, TURN_5), "game 1, turn 5"),
    Damage("standings", "turns", put("score_now", -1, TURN_5), "score_now -1"),
    # -- leads
    Damage("scores-by-turn", "turns", put("scores", [1, 2], TURN_5), "one for each of 4 seats"),
    Damage("scores-by-turn", "turns", put("scores", each_more, TURN_5), "game 1, turn 5, seat 0"),
    Damage("scores-by-turn", "turns", put("score_now", more, TURN_5), "game 1, turn 5, seat"),
    Damage("scores-by-turn", "players", put("score", more, SEAT_2), "game 1, turn 45, seat 2"),
    Damage("leads", "games", put("lead_changes", more, GAME_1), "game 1: lead_changes 3"),
    Damage("leads", "games", put("settled_turn", less, GAME_1), "settled_turn 23, expected 24"),
    Damage("leads", "turns", put("scores", [99, 0, 0, 0], TURN_5), "game 1: lead_changes 2"),
    # -- cards
    Damage(
        "card-kinds", "cards", put("kind", "artifact", col("kind") == "formula"), "kind artifact"
    ),
    Damage("card-kinds", "cards", put("card", "unknown"), "card unknown"),
    Damage("card-turns", "cards", put("turn_taken", 999, GAME_1), "turn_taken 999"),
    Damage(
        "card-turns",
        "cards",
        put("turn_completed", 0, (col("turn_taken") > 0) & (col("turn_completed") > 0)),
        "turn_completed 0",
    ),
    Damage(
        "card-turns",
        "cards",
        put("turn_completed", 3, (col("kind") == "publication") & (col("turn_completed") > 0)),
        "turn_completed 3",
    ),
    Damage("card-turns", "cards", put("seat", 7, GAME_1), "seat 7"),
    Damage(
        "card-turns",
        "cards",
        put(
            "last_turn", more, (col("kind") == "artifact") & (col("turn_taken") == col("last_turn"))
        ),
        "last_turn",
    ),
    Damage(
        "cards-of-players",
        "cards",
        put(
            "seat",
            lambda seat: (seat + 1) % 4,
            col("kind").str.contains("experiment") & col("turn_completed").is_not_null(),
        ),
        "experiments",
    ),
    Damage("cards-of-players", "players", put("achievements", more, SEAT_2), "achievements"),
    Damage(
        "cards-of-players",
        "cards",
        put(
            "seat",
            lambda seat: (seat + 1) % 4,
            (col("kind") == "artifact") & (col("last_turn") == col("turn_taken")),
        ),
        "cards gives",
    ),
    Damage(
        "cards-of-turns",
        "cards",
        put("turn_taken", more, (col("kind") == "experiment") & col("turn_taken").is_not_null()),
        "experiments_taken",
    ),
    Damage(
        "cards-in-turns",
        "cards",
        put(
            "turn_completed",
            more,
            col("kind").str.contains("experiment") & col("turn_completed").is_not_null(),
        ),
        "experiments_done",
    ),
    Damage("card-uses", "cards", put("uses", more, col("kind") == "formula"), "uses"),
    Damage("card-uses", "players", put("artifact_uses", more, SEAT_2), "artifact_uses"),
    Damage(
        "card-points", "cards", put("points", 99, col("kind") == "publication"), "points of pub"
    ),
    Damage("card-points", "cards", put("points", -1), "points -1"),
    # -- ledger
    Damage("balances", "ledger", put("balance", more, GAME_1), "game 1, step 0"),
    Damage("balances", "ledger", put("balance", -1, GAME_1), "expected 0 or more"),
    Damage("balances", "ledger", put("delta", 0, GAME_1), "delta 0"),
    Damage("entries", "ledger", put("item", "silver spoon", GAME_1), "item silver spoon"),
    Damage("entries", "ledger", put("turn", 999, GAME_1), "turn 999"),
    Damage("entries", "ledger", put("seat", 5, GAME_1), "seat 5"),
    Damage("books", "players", put("held_salt", more, SEAT_2), "game 1, seat 2: held_salt"),
    Damage("books", "players", put("vp_abilities", more, SEAT_2), "vp_abilities"),
    Damage("books", "players", put("score", more, SEAT_2), "game 1, seat 2: score"),
    Damage("books-in-turns", "turns", put("mastery_fire", more, TURN_5), "game 1, turn 5"),
    Damage("causes", "ledger", put("cause", "draft", GAME_1), "cause draft"),
    Damage("causes", "ledger", put("cause_id", "t0-salt", col("cause") == "harvest"), "t0-salt"),
    Damage("causes", "ledger", put("cause", "vault", col("item") == "vp_stone"), "vp_stone"),
    Damage("counts-in-books", "players", put("formulas_bought", more, SEAT_2), "formulas_bought"),
    Damage("publications-drawn", "turns", put("publications_drawn", more, TURN_5), "turn 5"),
    Damage("harvests", "turns", put("action", "essence", col("action") == "harvest"), "essence"),
]


ITS = GAME_1 & (col("seat") == 0)
YOURS = GAME_1 & (col("seat") == 1)
FLIPS = GAME_1 & (col("decision") == "card")
BY_CARD = GAME_1 & (col("cause") == "bot card")
MINE = ITS & (col("kind") == "artifact")
GOT = ITS & (col("artifacts").list.len() > 0)


def made(decision: str) -> pl.Expr:
    """Rows of a decision in game 1."""
    return GAME_1 & (col("decision") == decision)


DRAWN_TWICE = both(
    put("choice", "air-ma", made("drawn")),
    put("choice", "air-ma", made("drawn") & (col("choice") != "air-ma")),
)

SOLO_DAMAGES = [
    Damage("players", "games", put("solo", False, GAME_1), "game 1: solo no, expected yes"),
    Damage("line-up", "players", put("strategy", "random", ITS), "strategy random, expected bot"),
    Damage("alchemists", "players", put("alchemist", "newton", ITS), "newton, expected nothing"),
    Damage("alchemists", "players", put("alchemist", None, YOURS), "seat 1: alchemist nothing"),
    Damage("bot-gold", "players", put("vp_ethereal", more, ITS), "game 1, seat 0: vp_ethereal"),
    Damage("bot-gold", "players", put("vp_gold", more, ITS), "game 1, seat 0: vp_gold"),
    Damage("kept", "players", put("refused", [], YOURS), "game 1, seat 1: starting experiments"),
    Damage("kept", "players", put("kept", ["t0-salt"], ITS), "game 1, seat 0"),
    Damage("dice", "rounds", put("bowl_tin_white", more, col("game") == 2), "white dice"),
    Damage("rolls", "rounds", put("bowl_tin_white", more, col("game") == 2), "bowl_tin_white"),
    Damage("elementals", "players", put("elementals_fire", more, ITS), "elementals_fire"),
    Damage("decisions", "games", put("decisions", more, GAME_1), "game 1: decisions"),
    Damage("bot-parts", "players", put("vp_bot", more, YOURS), "game 1, seat 1: vp_bot 1, exp"),
    Damage("bot-parts", "players", put("vp_vault", more, ITS), "game 1, seat 0: vp_vault 1"),
    Damage("bot-holds", "players", put("held_chameleon", 1, ITS), "held_chameleon 1"),
    Damage("bot-holds", "players", put("choices", 1, ITS), "game 1, seat 0: choices 1"),
    Damage("bot-artifacts", "players", put("vp_artifacts", more, ITS), "vp_artifacts"),
    Damage("bot-formulas", "players", put("formulas_unlocked", more, ITS), "formulas_unlocked"),
    Damage("bot-formulas", "players", put("vp_stone", more, ITS), "game 1, seat 0: vp_stone"),
    Damage("bot-formulas", "players", put("gold", 50, ITS), "gold 50, expected less than 2"),
    Damage("bot-masterpiece", "players", put("experiments_masterpiece", 2, ITS), "up to 1"),
    Damage("bot-turns", "turns", put("spent", 9, ITS), "spent 9, expected up to 3"),
    Damage("bot-turns", "turns", put("choices", 1, ITS), "choices 1, expected 0"),
    Damage("bot-turns", "turns", put("arrow", "lead-copper", ITS), "arrow lead-copper"),
    Damage("bot-experiments", "turns", put("experiments_done", 9, ITS), "experiments in turns"),
    Damage("bot-turns", "turns", put("action", "harvest", ITS), "action harvest, expected card"),
    Damage(
        "scores-by-turn",
        "turns",
        put("scores", [96, 4], YOURS & (col("round") == 3)),
        "turn 17, seat 0: scores 96, expected 102",
    ),
    Damage("leads", "games", put("lead_changes", more, GAME_1), "lead_changes 1, expected 0"),
    Damage("leads", "games", put("settled_turn", more, GAME_1), "settled_turn 1, expected 0"),
    Damage("bot-last-turns", "turns", put("gold", 0, ITS & (col("turn") == 25)), "gold left"),
    Damage("bot-last-turns", "players", put("experiments_masterpiece", 0, ITS), "score_now"),
    Damage("bot-steps", "bot", put("step", 99, FLIPS), "step 10, expected 9"),
    Damage("bot-steps", "bot", put("turn", 5, FLIPS), "game 1, step 10, turn 0: turn 0, expected"),
    Damage("bot-words", "bot", put("decision", "drawn", FLIPS), "choice bot-fire-water, expected"),
    Damage("bot-words", "bot", put("priority", "lowest", made("die")), "expected one for die"),
    Damage("bot-words", "bot", put("priority", None, made("track")), "priority nothing"),
    Damage("bot-words", "bot", put("choice", "fire", made("die")), "choice fire, expected one f"),
    Damage("bot-words", "bot", put("choice", None, made("artifact")), "choice nothing, expected"),
    Damage("bot-words", "bot", put("choice", None, made("experiment")), "choice nothing"),
    Damage("bot-words", "bot", put("choice", "air-ma", made("complete")), "choice air-ma"),
    Damage("bot-sides", "bot", put("priority", "deck", FLIPS), "deck, expected left card or"),
    Damage("bot-sides", "bot", put("priority", "right card", col("decision") == "card"), "game 0"),
    Damage("bot-cards", "bot", without(FLIPS & (col("turn") == 4)), "turn 4, seat 0: cards fli"),
    Damage("bot-cards", "bot", twice(FLIPS & (col("turn") == 4)), "cards flipped 2, expected 1"),
    Damage("bot-cards", "bot", put("turn", 1, FLIPS & (col("turn") == 2)), "isn't its"),
    Damage("bot-cards", "bot", put("card", "bot-gold", made("die")), "card bot-gold, expected bo"),
    Damage("bot-cards", "bot", put("card", None, made("die")), "card nothing, expected that of"),
    Damage("bot-cards", "bot", put("card", "bot-artifact", made("drawn")), "expected nothing, be"),
    Damage("bot-cards", "bot", put("decision", "card", made("step")), "cards flipped 2"),
    Damage("bot-cards", "turns", put("seat", 1, ITS), "turn 0: cards flipped 1, expected none"),
    Damage("bot-deck", "bot", put("choice", "bot-self-air", FLIPS), "expected a card of its d"),
    Damage("bot-deck", "bot", put("choice", "bot-spec-fire", FLIPS), "step 9, turn 0: choice bo"),
    Damage("bot-deck", "bot", without(made("specialization")), "cards by specialization 0"),
    Damage("bot-deck", "bot", twice(made("added")), "cards by added 2, expected from 0 to 1"),
    Damage("bot-deeds", "bot", put("choice", "red iron", made("die")), "black wild, expected red"),
    Damage("bot-deeds", "turns", put("artifacts", ["t0-salt"], ITS), "t0-salt, expected none"),
    Damage("bot-deeds", "bot", put("choice", "fire-1b", made("experiment")), "expected fire-1b"),
    Damage("bot-deeds", "turns", put("experiments_done", 1, ITS), "experiments_done 1, expected 0"),
    Damage(
        "bot-tracks", "bot", put("choice", "water", made("track")), "mastery_fire 5, expected 4"
    ),
    Damage("bot-tracks", "turns", put("mastery_air", less, ITS), "mastery_air"),
    Damage("bot-drawn", "bot", put("choice", "air-mb", made("masterpiece")), "one that was drawn"),
    Damage("bot-drawn", "bot", without(made("masterpiece")), "experiments_masterpiece 1, expect"),
    Damage("bot-drawn", "bot", DRAWN_TWICE, "each masterpiece once"),
    Damage("bot-drawn", "bot", twice(made("drawn")), "masterpieces drawn"),
    Damage("bot-books", "ledger", put("cause_id", "bot-die", BY_CARD), "bot-die, expected bot-fi"),
    Damage("bot-books", "ledger", put("seat", 1, BY_CARD), "seat 1, expected that of Botm"),
    Damage("bot-books", "players", put("formulas_bought", 1, ITS), "gold paid for formulas 4"),
    Damage("causes", "ledger", put("cause_id", None, BY_CARD), "cause_id nothing, expected one"),
    Damage("books", "players", put("formulas_unlocked", 6, ITS), "formulas_unlocked 6"),
    Damage("cards-in-turns", "turns", put("experiments_done", 1, ITS), "experiments_done 1"),
    Damage("card-points", "cards", put("points", more, MINE), "points of artifacts"),
    Damage("cards-of-turns", "turns", put("artifacts", ["t2-split"], GOT), "artifacts t2-split"),
    Damage("books", "ledger", put("delta", 99, ITS & (col("item") == "gold")), "seat 0: gold"),
    Damage("causes", "ledger", put("cause", "token", YOURS), "cause token, expected setup"),
]
"""Of a solo run, in which Botmegistus plays first in game 1, and without a white die in game 2."""


@pytest.mark.parametrize(
    "damage", SOLO_DAMAGES, ids=lambda damage: f"{damage.check}-{damage.table}-{damage.names[:30]}"
)
def test_a_changed_value_of_a_solo_run_is_found_and_named(damage: Damage, tmp_path: Path) -> None:
    folder = copy_of(solo_part(), tmp_path)
    rewrite(folder, damage.table, damage.change)
    found = list(looked(CHECKS[damage.check], evidence_of(folder, facts_of(solo_part()))))
    said = [str(finding) for wrong in found for finding in wrong.first]
    assert any(damage.names in line for line in said), said


def test_a_tie_is_a_win_of_botmegistus(tmp_path: Path) -> None:
    folder = copy_of(solo_part(), tmp_path)
    level = pl.when(GAME_1).then(50).otherwise("score").cast(pl.Int16)
    rewrite(folder, "players", lambda frame: frame.with_columns(score=level))
    its, yours = rewritten(folder, win=[1.0, 0.0], rank=[1, 2]), ["win", "rank"]
    assert list(CHECKS["rank"].look(its)) == []
    for wins, ranks in (([0.5, 0.5], [1, 1]), ([0.0, 1.0], [2, 1])):
        wrong = rewritten(folder, win=wins, rank=ranks)
        said = str([finding for each in CHECKS["rank"].look(wrong) for finding in each.first])
        assert all(f"what='{name}'" in said for name in yours)


def rewritten(folder: Path, **values: list[Any]) -> Evidence:
    """Evidence with other values of both players of game 1."""
    for name, (first, second) in values.items():
        rewrite(folder, "players", both(put(name, first, ITS), put(name, second, YOURS)))
    return evidence_of(folder, facts_of(solo_part()))


@pytest.mark.parametrize(
    "damage", DAMAGES, ids=lambda damage: f"{damage.check}-{damage.table}-{damage.names[:30]}"
)
def test_a_changed_value_is_found_and_named(damage: Damage, tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    rewrite(folder, damage.table, damage.change)
    evidence = evidence_of(folder, facts_of(one_part()))
    found = list(looked(CHECKS[damage.check], evidence))
    said = [str(finding) for wrong in found for finding in wrong.first]
    assert any(damage.names in line for line in said), said
    assert all("part-00000.parquet" in line for line in said)


@pytest.mark.parametrize(
    ("check", "sound_run"),
    [
        pytest.param(check, run, id=f"{check.name}-{run.__name__}")
        for check in CHECKS.values()
        for run in (one_part, solo_part)
        if check.needs and (run is solo_part or "bot" not in check.tables)
    ],
)
def test_a_check_is_silent_on_sound_rows_and_reads_no_other_tables(
    check: Check, sound_run: Callable[[], Path]
) -> None:
    class Watched(Evidence):
        def as_written(self, table: str) -> pl.DataFrame:
            assert table in check.tables
            return super().as_written(table)

    sound = evidence_of(sound_run(), facts_of(sound_run()))
    assert list(check.look(Watched(sound.folder, sound.record, sound.facts))) == []


def test_every_check_is_shown_to_fail() -> None:
    elsewhere = {
        *("manifest", "inputs", "parts", "files", "sizes", "checksums", "schema", "readable"),
        *("rows", "cubes", "replay"),
    }
    shown = {damage.check for damage in (*DAMAGES, *SOLO_DAMAGES)}
    assert not shown & elsewhere
    assert shown | elsewhere == {name for _, name, _ in described(GAME)}


def test_cubes_are_counted_where_they_are_limited() -> None:
    facts = facts_of(one_part())
    rules = facts.box.rules
    few = replace(rules, rulings=replace(rules.rulings, cube_supply=1))
    limited = replace(facts, box=replace(facts.box, rules=few))
    (wrong,) = cubes(evidence_of(one_part(), limited))
    assert wrong.count == 4


def test_cards_that_are_not_in_play_with_so_few_players() -> None:
    facts = facts_of(three_parts())
    cards = tuple(replace(card, players=4) for card in facts.box.experiments)
    larger = replace(facts, box=replace(facts.box, experiments=cards))
    evidence = evidence_of(three_parts(), larger)
    for name in ("ids", "card-kinds"):
        (first, *_) = CHECKS[name].look(evidence)
        assert first.count > 0
        assert "cards in play" in str(first.first[0]) or "so few players" in str(first.first[0])


def test_what_no_check_can_know_is_found_by_playing_the_game_again(tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    rewrite(folder, "turns", put("options", more, col("game") == 4), part=1)
    assert audit(folder).is_clean
    report = failed(folder, replay=1)
    assert report.failed == ("replay",)
    assert report["replay"].looked_at == 3, "the deal in the middle"
    assert "turns/part-00001.parquet, game 4, turn 0, seat 0: options" in str(
        report["replay"].first[0]
    )


def test_rows_that_are_lost_in_the_ledger_of_every_second_deal(tmp_path: Path) -> None:
    folder = copy_of(three_parts(), tmp_path)
    rewrite(folder, "ledger", without(col("game") == 7), part=2)
    report = failed(folder)
    assert str(report["same-games"].first[0]).startswith("ledger/part-00002.parquet, game 7")


def test_a_game_that_is_there_twice_in_all_tables(tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    for table in ("games", "players", "rounds", "turns", "cards", "ledger"):
        rewrite(folder, table, lambda frame: pl.concat([frame, frame.filter(GAME_1)]))
    report = failed(folder)
    files = {finding.file for finding in report["order"].first}
    assert len(files) == 5  # the first of many findings
    assert {"order", "seats", "rounds", "turns", "steps"} <= set(report.failed)


def test_rows_too_broken_for_a_check_are_a_finding(tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    rewrite(folder, "turns", put("bowl", "cauldron", col("drafted")))
    report = failed(folder)
    assert "can't be checked on such rows" in str(report["bowls"].first[0])


def test_findings_beyond_the_first_few_are_counted(tmp_path: Path) -> None:
    folder = copy_of(one_part(), tmp_path)
    rewrite(folder, "players", lambda frame: frame.with_columns(col("score") + 1))
    result = failed(folder)["score"]
    assert result.wrong == 16
    assert len(result.first) == 5
    assert [finding.at("seat") for finding in result.first] == [0, 1, 2, 3, 0]
