"""Every check of this game can fail: one cell is changed, and it is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.madness.audit.runs import evidence_of, run_of
from tests.sim.damage import Change, both, copy_of, put, rewrite, without
from trisim.games.madness.audit.kit import AUDIT, CHAPTERS
from trisim.plugin import load
from trisim.sim.audit import audit, described
from trisim.sim.audit.auditor import looked
from trisim.sim.audit.kit import base_checks, checks_of

col = pl.col
GAME = load("madness")
CHECKS = AUDIT.checks.by_name


def more(old: Any) -> Any:
    return (old or 0) + 1


def less(old: Any) -> Any:
    return old - 1


def opposite(old: bool) -> bool:
    return not old


def later(by: int) -> Callable[[Any], Any]:
    return lambda old: old + by


@dataclass(frozen=True)
class Damage:
    """What is changed in the run of a case, and what must be said of it."""

    check: str
    table: str
    change: Change
    names: str
    case: str = "gifts"


GAME_1 = col("game") == 1
SEAT_1 = GAME_1 & (col("seat") == 1)
TURN_5 = GAME_1 & (col("turn") == 5)
ROUND_2 = GAME_1 & (col("round") == 2)
LAST = col("turn") == col("turn").max().over("game")
PILE, ESCAPE = col("loss") == "pile", col("loss") == "escape"
CAST, LEARN = col("kind") == "cast", col("kind") == "learn"
DESTROYED = col("fate") == "destroyed"
LEARNED = (col("kind") == "spell") & col("seat").is_not_null()
PAYMENT = (col("cause") == "action") & (col("source") == "hand") & (col("target") == "discard")

DAMAGES = [
    # -- keys
    Damage("rounds", "monsters", without(ROUND_2), "game 1, round 3: round 3, expected 2"),
    Damage("rounds", "games", put("monsters", more, GAME_1), "game 1: monsters"),
    Damage("lays", "curses", without(GAME_1 & (col("lay") == 2)), "game 1, lay 3: lay 3"),
    Damage("lays", "games", put("curses_laid", more, GAME_1), "game 1: curses_laid"),
    Damage(
        "action-numbers", "actions", without(GAME_1 & (col("action") == 4)), "action 5, expected 4"
    ),
    # -- results
    Damage("won", "games", put("loss", "none", PILE), "loss none, expected a reason"),
    Damage("won", "games", put("curses_left", 1, col("won")), "curses_left 1", "easy"),
    Damage("won", "games", put("monsters_beaten", 0, col("won")), "monsters_beaten 0", "easy"),
    Damage("losses", "games", put("pile_left", 1, PILE), "pile_left 1, expected 0"),
    Damage("losses", "games", put("space", 4, ESCAPE), "space 4, expected 6", "two"),
    Damage("losses", "games", put("eliminated", 0, col("loss") == "madness"), "eliminated", "hard"),
    Damage("loss-causes", "games", put("loss_cause", None, PILE), "loss_cause nothing"),
    Damage("loss-causes", "games", put("loss_card", "ice", PILE), "loss_card ice"),
    Damage("loss-causes", "games", put("loss_seat", 4, PILE), "loss_seat 4, expected one of"),
    Damage("marker", "games", put("turns", more, GAME_1), "game 1: turns"),
    Damage("marker", "games", put("space", less, col("won")), "turns 31, expected 30", "easy"),
    Damage("madness", "games", put("madness_decks", more, GAME_1), "game 1: pile_left"),
    Damage("madness", "games", put("madness_gone", -1, GAME_1), "madness_gone -1, expected 0"),
    Damage("sums-of-players", "games", put("casts", more, GAME_1), "game 1: casts"),
    Damage("sums-of-players", "players", put("madness_cured", more, SEAT_1), "madness_cured"),
    Damage("holdings", "players", put("madness_hand", 99, SEAT_1), "seat 1: madness_hand 99"),
    Damage("holdings", "players", put("value_fire", more, SEAT_1), "seat 1: strength"),
    Damage("holdings", "players", put("madness_empty", 99, SEAT_1), "madness_empty 99"),
    Damage(
        "holdings",
        "players",
        put("spells", 1, col("eliminated_turn").is_not_null()),
        "spells 1, expected 0",
        "hard",
    ),
    Damage("decisions", "games", put("decisions", more, GAME_1), "game 1: decisions"),
    Damage("progress", "games", put("progress", 0.99, GAME_1), "game 1: progress 0.99, expected"),
    Damage("progress", "games", put("progress", 0.9, col("won")), "expected 1", "easy"),
    # -- turns
    Damage("active", "turns", put("seat", lambda old: (old + 1) % 3, TURN_5), "turn 5, seat"),
    Damage("spaces", "turns", put("space", more, TURN_5), "turn 5, seat 2: space 2, expected 1"),
    Damage("spaces", "turns", put("round", 5, TURN_5), "round 5, expected 2"),
    Damage("monsters-of-turns", "turns", put("monster", "last", TURN_5), "monster last, expected"),
    Damage("hands", "turns", put("hand", more, TURN_5), "hand 7, expected 6"),
    Damage("turn-sums", "turns", put("madness_all", more, TURN_5), "game 1: madness_all"),
    Damage("turn-sums", "players", put("abilities", more, SEAT_1), "game 1: abilities"),
    Damage("turns-of-seats", "players", put("turns", more, SEAT_1), "seat 1: turns"),
    Damage("choices", "turns", put("options", 0, TURN_5 & (col("choices") > 0)), "options 0"),
    Damage("choices", "players", put("choices", 0, SEAT_1), "seat 1: choices 0, expected at least"),
    Damage("turn-parts", "turns", put("casts", more, TURN_5), "turn 5, seat 2: actions"),
    Damage("turn-parts", "turns", put("drawn", 99, TURN_5), "drawn 99, expected 0 to"),
    Damage("last-turns", "turns", put("pool", more, GAME_1 & LAST), "pool"),
    Damage("last-turns", "games", put("last_monster", "last", GAME_1), "expected last"),
    # -- monsters
    Damage(
        "sheets", "monsters", put("page", "last", ROUND_2), "page last, expected a sheet: inner"
    ),
    Damage("sheets", "monsters", put("monster", "last", ROUND_2), "round 2: monster last"),
    Damage("monster-turns", "monsters", put("turns", 4, ROUND_2), "turns 4, expected 5"),
    Damage("monster-turns", "monsters", put("first_turn", 6, ROUND_2), "first_turn 6, expected 5"),
    Damage("fates", "monsters", put("fate", "open", ROUND_2), "fate open, expected"),
    Damage("monster-curses", "monsters", put("left", 5, ROUND_2), "left 5, expected"),
    Damage("monster-curses", "monsters", put("struck", 9, ROUND_2), "struck 9, expected 0 to"),
    Damage(
        "monster-curses",
        "monsters",
        put("turn_destroyed", 2, ROUND_2),
        "turn_destroyed 2, expected",
    ),
    Damage("sums-of-monsters", "games", put("monsters_escaped", more, GAME_1), "monsters_escaped"),
    Damage("sums-of-monsters", "monsters", put("madness_taken", more, ROUND_2), "madness_taken"),
    Damage("monsters-in-turns", "monsters", put("actions", more, ROUND_2), "game 1: actions"),
    # -- curses
    Damage("curse-kinds", "curses", put("kind", "multi", ROUND_2), "kind multi, expected"),
    Damage("curse-kinds", "curses", put("slot", 4, ROUND_2), "slot 4, expected 0"),
    Damage("laid", "curses", put("kind", "multi", ROUND_2), "kinds of curses multi"),
    Damage("laid", "monsters", put("multi", 4, ROUND_2), "multi 4, expected up to"),
    Damage("curses-of-monsters", "monsters", put("struck", more, ROUND_2), "round 2: struck"),
    Damage("curses-of-monsters", "monsters", put("left", more, ROUND_2), "round 2: left"),
    Damage("curses-of-monsters", "curses", put("turn_laid", more, ROUND_2), "turn_laid 6"),
    Damage(
        "strikes",
        "curses",
        put("turn_struck", more, col("turn_struck").is_not_null()),
        "turn_struck",
    ),
    Damage(
        "strikes",
        "curses",
        put("turn_struck", None, col("turn_struck").is_not_null() & (col("fate") == "left")),
        "turn_struck nothing, expected",
    ),
    Damage("curse-fates", "curses", put("fate", "left", DESTROYED), "expected nobody"),
    Damage("curse-fates", "curses", put("destroyed_by", 4, DESTROYED), "destroyed_by 4"),
    Damage("curse-fates", "curses", put("turn_gone", more, col("fate") == "left"), "turn_gone 6"),
    Damage("curses-of-games", "games", put("curses_destroyed", more, GAME_1), "curses_destroyed"),
    Damage(
        "curses-of-games",
        "players",
        put("destroyed_by_effects", more, SEAT_1),
        "seat 1: destroyed_by",
    ),
    Damage("curses-in-turns", "turns", put("curses_left", more, TURN_5), "turn 5, seat 2: curses"),
    Damage(
        "one-place",
        "curses",
        lambda frame: frame.with_columns(
            curse=pl.when(GAME_1 & (col("lay") == 1))
            .then(pl.lit(frame.filter(GAME_1)["curse"][0]))
            .otherwise("curse")
        ),
        "expected one that is not on the track",
    ),
    Damage("curse-madness", "curses", put("tokens", 99, GAME_1), "tokens 99, expected up to 16"),
    Damage("curse-madness", "curses", put("madness_taken", 99, GAME_1), "madness for curses"),
    # -- actions
    Damage(
        "action-columns", "actions", put("boost", None, CAST), "boost nothing, expected a value"
    ),
    Damage("action-columns", "actions", put("curse", "ebb", CAST), "curse ebb, expected nothing"),
    Damage("action-columns", "actions", put("boost", 4, CAST), "boost 4, expected 1 to 3"),
    Damage("action-columns", "actions", put("forgotten", "ice", CAST), "forgotten ice"),
    Damage(
        "action-columns",
        "actions",
        put("cards_hand", 1, ~col("kind").is_in(["cast", "learn", "acquire", "destroy", "cure"])),
        "cards_hand 1, expected 0",
    ),
    Damage("action-seats", "actions", put("depth", 0, col("depth") > 0), "seat"),
    Damage("action-seats", "actions", put("given_by", 1, col("depth") == 0), "given_by 1"),
    Damage("actions-of-turns", "actions", put("active", more, GAME_1), "active"),
    Damage("actions-of-turns", "turns", put("cards_paid", more, TURN_5), "cards_paid"),
    Damage("rounds-of-actions", "actions", put("round", more, GAME_1), "round 2, expected the"),
    Damage("rounds-of-actions", "monsters", put("actions", more, ROUND_2), "round 2: actions"),
    Damage(
        "costs",
        "actions",
        both(
            put("paid_earth", 0, CAST & (col("spell") == "growth")),
            put("cards_hand", less, CAST & (col("spell") == "growth")),
        ),
        "paid_earth 0, expected at least",
    ),
    Damage("costs", "actions", put("paid_air", 9, LEARN), "paid_air 9, expected up to"),
    Damage("costs", "actions", put("cards_hand", 40, CAST), "cards that paid"),
    Damage(
        "token-costs",
        "actions",
        put("paid_air", later(9), col("kind") == "destroy"),
        "paid for the curse",
    ),
    Damage(
        "acquired",
        "actions",
        put("card", "fire 1", col("kind") == "acquire"),
        "card fire 1, expected",
    ),
    Damage("actions-of-players", "players", put("boosted", more, SEAT_1), "seat 1: boosted"),
    Damage("actions-of-players", "players", put("cards_kept", more, SEAT_1), "seat 1: cards_kept"),
    Damage("lent", "players", put("cards_lent", more, SEAT_1), "game 1: cards_lent"),
    Damage("given", "players", put("actions_left", 999, SEAT_1), "given actions taken"),
    Damage("given", "players", put("actions_given", 999, SEAT_1), "actions_given"),
    # -- cards
    Damage("card-kinds", "cards", put("kind", "mage", LEARNED), "kind mage, expected spell"),
    Damage("card-kinds", "cards", put("card", "hugo", col("kind") == "mage"), "mage in cards hugo"),
    Damage("card-turns", "cards", put("turn_taken", 99, LEARNED), "turn_taken 99, expected a turn"),
    Damage("card-turns", "cards", put("last_turn", more, LEARNED), "last_turn"),
    Damage("uses", "cards", put("boosted", 99, LEARNED), "boosted 99, expected 0 to"),
    Damage("uses", "cards", put("turn_completed", None, col("uses") > 0), "turn_completed nothing"),
    Damage("library", "cards", put("first_turn", more, LEARNED), ": first_turn"),
    Damage("cards-of-players", "cards", put("uses", more, LEARNED), "casts"),
    Damage(
        "cards-of-players",
        "players",
        put("spells_learned", ["avatar"], col("spells_learned").list.len() > 0),
        "spells",
    ),
    Damage("cards-of-actions", "cards", put("abroad", more, LEARNED), "abroad"),
    Damage("cards-of-actions", "actions", put("turn", more, LEARN), "turn_taken"),
    Damage(
        "forgotten",
        "cards",
        lambda frame: frame.with_columns(turn_lost=pl.lit(None, pl.Int16)),
        "forgotten",
    ),
    Damage("mage-uses", "cards", put("uses", more, col("kind") == "mage"), "uses"),
    # -- ledger
    Damage("zones", "ledger", put("source_left", more, GAME_1), "of source_left, expected"),
    Damage("zones", "ledger", put("target_now", -1, GAME_1), "-1 of target_now"),
    Damage("entries", "ledger", put("cards", 0, GAME_1), "cards 0, expected 1 or more"),
    Damage("entries", "ledger", put("seat", None, GAME_1), "seat nothing, expected a seat"),
    Damage("entries", "ledger", put("turn", 99, GAME_1), "turn 99, expected one of the game"),
    Damage("causes", "ledger", put("cause", "turn", GAME_1), "cause turn, expected setup"),
    Damage(
        "causes",
        "ledger",
        put("cause_id", "ice", col("cause") == "curse"),
        "cause_id ice, expected",
    ),
    Damage("first-decks", "ledger", put("card", "air 3", GAME_1), "in the first deck"),
    Damage("first-decks", "players", put("mage", "hugo", col("mage") != "hugo"), "first deck"),
    Damage("books", "players", put("discard", more, SEAT_1), "seat 1: discard"),
    Damage("books", "players", put("value_air", more, SEAT_1), "seat 1: value_air"),
    Damage("table", "games", put("madness_destroyed", more, GAME_1), "game 1: madness_destroyed"),
    Damage("ledger-of-turns", "turns", put("strength", more, TURN_5), "turn 5, seat 2: strength"),
    Damage("ledger-of-turns", "turns", put("drawn", more, TURN_5), "turn 5, seat 2: drawn"),
    Damage("ledger-of-players", "players", put("drawn", more, SEAT_1), "seat 1: drawn"),
    Damage("ledger-of-players", "players", put("madness_empty", 99, SEAT_1), "madness_empty 99"),
    Damage("payments", "ledger", put("cards", more, PAYMENT), "cards of hands that paid"),
    Damage("payments", "actions", put("paid_earth", more, CAST), "value of what was paid"),
    Damage("ledger-of-curses", "curses", put("madness_taken", more, GAME_1), "madness_taken"),
    Damage("ledger-of-curses", "curses", put("madness_under", more, GAME_1), "madness_under"),
    Damage("rewards", "ledger", put("card", "air 3", col("cause") == "reward"), "card air 3"),
    Damage("rewards", "curses", put("fate", "open", DESTROYED), "cards for destroying it"),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: f"{damage.check} {damage.names}")
def test_a_planted_error_is_found(damage: Damage, tmp_path: Path) -> None:
    folder = copy_of(run_of(damage.case), tmp_path)
    rewrite(folder, damage.table, damage.change)
    check, evidence = CHECKS[damage.check], evidence_of(damage.case, folder)
    assert check.can_look(evidence)
    lines = [str(each) for wrong in looked(check, evidence) for each in wrong.first]
    assert any(damage.names in line for line in lines), lines


def test_every_check_has_a_planted_error() -> None:
    assert {damage.check for damage in DAMAGES} == {*CHECKS}


def test_no_check_has_the_name_of_another() -> None:
    names = [name for _, name, _ in described(GAME)]
    assert len(names) == len({*names})
    assert not {*CHECKS} & {check.name for check in base_checks(GAME)}
    assert {check.chapter for check in checks_of(GAME)} >= {*CHAPTERS}


def test_the_audit_names_a_planted_error(tmp_path: Path) -> None:
    folder = copy_of(run_of("gifts"), tmp_path)
    rewrite(folder, "ledger", put("source_left", more, GAME_1))
    report = audit(folder)
    assert report.failed == ("zones",)
    (line,) = map(str, report["zones"].first)
    assert line.startswith("ledger/part-00000.parquet, game 1, step")
