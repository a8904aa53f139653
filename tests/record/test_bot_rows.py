"""The rows of solo games against a plain reading of the log of each game, played again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import polars as pl
import pytest

from tests.record.playing import box_of, cases, game_of
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Color, Element, Symbol, Thing
from trisim.games.trismegistus.record.codes import decision_words, priority_words
from trisim.games.trismegistus.record.rows import RECORDING
from trisim.games.trismegistus.record.words import element_words
from trisim.games.trismegistus.rules.codes import (
    DECISION_STEP,
    BotDecision,
    Cause,
    Event,
    Move,
    Part,
    Priority,
)
from trisim.games.trismegistus.rules.game import Game, LogEvent
from trisim.sim.block import play_block

CASES = ["solo", "solo reference"]
GAMES = [(case, number) for case in CASES for number in range(4)]
SIDES = ["deck", "left card", "right card"]

every_game = pytest.mark.parametrize(("case", "number"), GAMES)


@lru_cache
def rows_of(case: str) -> dict[str, pl.DataFrame]:
    plan = cases()[case]
    blocks = play_block(plan, 0, plan.request.deals)
    return {name: pl.DataFrame(pl.from_arrow(table)) for name, table in blocks.items()}


def rows(case: str, table: str, number: int, **where: Any) -> list[dict[str, Any]]:
    """The rows of a game."""
    frame = rows_of(case)[table].filter(pl.col("game") == number)
    for name, value in where.items():
        frame = frame.filter(pl.col(name) == value)
    return frame.to_dicts()


@lru_cache
def played(case: str, number: int) -> tuple[Game, list[LogEvent]]:
    """A game played again, and all that happened in it."""
    game, choosers = game_of(case, number)
    happened = game.events()
    while not game.is_over:
        game.apply(choosers[game.seat](game))
        happened += game.events()
    return game, happened


def with_turns(happened: list[LogEvent]) -> Iterator[tuple[int, int | None, LogEvent]]:
    """Happenings with their turn, and the card by which Botmegistus acts then."""
    turn, card = -1, None
    for each in happened:
        if each.what in (Event.TURN, Event.ROUND) or each.cause is Cause.SCORE:
            card = None
        if each.what is Event.TURN:
            turn = each.thing
        if each.what is Event.BOT_CARD:
            card = each.thing
        yield turn, card, each


def solo_card(box: Box, card: int | None) -> str | None:
    return None if card is None or card < 0 else box.solo_cards[card].id


def die_word(die: int) -> str:
    return f"{Color(die % 3).word} {Symbol(die // 3).word}"


# ---------------------------------------------------------------- bot


def told(box: Box, each: LogEvent) -> tuple[str, str | None, str | None] | None:
    """What a row of ``bot`` says of a happening: decision, priority, choice."""
    if each.what is Event.BOT_CARD:
        return "card", SIDES[each.delta], box.solo_cards[each.thing].id
    if each.what is Event.BOT_MASTERPIECE:
        return "drawn", None, box.experiments[each.thing].id
    if each.what is not Event.BOT_CHOICE:
        return None
    decision, priority = divmod(each.thing, DECISION_STEP)
    word = chosen(box, BotDecision(decision), each.delta)
    return BotDecision(decision).word, Priority(priority).word, word


def chosen(box: Box, decision: BotDecision, taken: int) -> str | None:
    match decision:
        case _ if taken < 0:
            return None
        case BotDecision.STEP | BotDecision.DIE:
            return die_word(taken)
        case BotDecision.PERSONALITY | BotDecision.TRACK:
            return Element(taken).word
        case BotDecision.ARTIFACT:
            return box.artifacts[taken].id
        case BotDecision.SPECIALIZATION:
            return box.solo_cards[taken].id
        case _:
            return box.experiments[taken].id


@every_game
def test_cards_and_decisions_are_those_of_the_log(case: str, number: int) -> None:
    game, happened = played(case, number)
    expected = []
    for turn, card, each in with_turns(happened):
        said = told(game.box, each)
        if each.what is Event.BOT_ADDED and turn < 0:
            said = "added", None, game.box.solo_cards[each.thing].id
        if said:
            expected.append((turn, solo_card(game.box, card), *said))
    names = ("turn", "card", "decision", "priority", "choice")
    found = [tuple(row[name] for name in names) for row in rows(case, "bot", number)]
    assert found == expected
    assert [row["step"] for row in rows(case, "bot", number)] == list(range(len(expected)))


def test_the_games_tell_of_every_decision() -> None:
    seen = {row["decision"] for case, number in GAMES for row in rows(case, "bot", number)}
    assert seen == set(decision_words())
    sides = Counter(
        row["priority"]
        for case, number in GAMES
        for row in rows(case, "bot", number, decision="card")
    )
    assert set(sides) == set(SIDES)


def test_words_are_at_the_place_of_their_codes() -> None:
    assert [decision_words()[decision] for decision in BotDecision] == [
        decision.word for decision in BotDecision
    ]
    assert [priority_words()[each] for each in Priority] == [each.word for each in Priority]
    for words in RECORDING.words(box_of("solo"), ["random", "botmegistus"], ["normal"]).values():
        assert len(words) == len(set(words)), "pandas takes each category once"


def test_an_element_that_a_card_is_called_after_is_its_track() -> None:
    box = box_of("solo")
    assert element_words(box) == ["fire", "water", "earth", "air"]
    first = replace(box.experiments[0], id="earth")
    other = replace(box, experiments=(first, *box.experiments[1:]))
    assert element_words(other) == ["fire", "water", "earth track", "air"]


# ---------------------------------------------------------------- turns


@every_game
def test_turns_of_the_bot_are_those_of_the_log(case: str, number: int) -> None:
    game, happened = played(case, number)
    seat, box = game.bot_seat, game.box
    found = {row["turn"]: row for row in rows(case, "turns", number, seat=seat)}
    assert len(found) == sum(each.what is Event.BOT_CARD for each in happened)
    for turn, row in found.items():
        own = [
            each
            for at, card, each in with_turns(happened)
            if at == turn and each.seat == seat and card is not None
        ]
        action = [each for each in own if each.what is Event.ACTION]
        assert (row["action"], row["spent"]) == ("card", action[0].delta)
        assert action[0].thing == Move.CARD
        assert (row["choices"], row["options"], row["wasted"]) == (0, 0, 0)
        check_draft(row, own)
        for name, what, cards in (
            ("artifacts", Event.TAKE_ARTIFACT, box.artifacts),
            ("experiments_taken", Event.TAKE_EXPERIMENT, box.experiments),
        ):
            taken = [cards[each.thing].id for each in own if each.what is what]
            assert row[name] == taken
        assert row["experiments_done"] == sum(each.what is Event.PERFORM for each in own)
        assert row["formulas_unlocked"] == row["transmutations"] == 0


@pytest.mark.parametrize("name", ["artifacts", "experiments_taken"])
def test_a_turn_lists_all_that_a_card_of_the_bot_gave_it(name: str) -> None:
    turns = rows_of("solo")["turns"]
    assert turns[name].list.len().max() == 2
    listed = turns.select("game", "turn", card=name).explode("card").drop_nulls()
    taken = rows_of("solo")["cards"].select("game", "card", "turn_taken")
    found = listed.join(taken, on=["game", "card"])
    assert found["turn"].to_list() == found["turn_taken"].to_list()
    assert found.height == listed.height


def check_draft(row: dict[str, Any], own: list[LogEvent]) -> None:
    """The die of a turn, a wild one as it was set, and ethereal dice."""
    drafts = [each for each in own if each.what is Event.DRAFT]
    assert row["drafted"] == bool(drafts)
    spent = [each.delta for each in own if each.thing == Thing.ETHEREAL_DIE and each.delta < 0]
    dice = -sum(spent) if drafts else 0
    if drafts:
        assert f"{row['color']} {row['bowl']}" == die_word(drafts[0].thing)
        assert row["ethereal"] == dice
        assert row["potency"] == drafts[0].delta + dice
    faces = [Symbol(each.thing).word for each in own if each.what is Event.WILD]
    if faces:
        assert (row["bowl"], row["symbol"]) == ("wild", faces[0])


def test_a_masterpiece_at_the_end_is_in_no_turn() -> None:
    crowned = 0
    for case, number in GAMES:
        game, _ = played(case, number)
        (player,) = rows(case, "players", number, seat=game.bot_seat)
        turns = rows(case, "turns", number, seat=game.bot_seat)
        last = rows(case, "turns", number)[-1]
        masterpiece = player["experiments_masterpiece"]
        assert sum(row["experiments_done"] for row in turns) == (
            player["experiments_done"] - masterpiece
        )
        crowned += masterpiece and last["seat"] == game.bot_seat
    assert crowned, "of a game that ends with a turn of Botmegistus"


# ---------------------------------------------------------------- players, cards, ledger


@every_game
def test_the_row_of_the_bot_is_what_it_ended_with(case: str, number: int) -> None:
    game, happened = played(case, number)
    seat, box = game.bot_seat, game.box
    (row,) = rows(case, "players", number, seat=seat)
    lab = game.state.labs[seat]
    assert (row["strategy"], row["alchemist"], row["choices"]) == ("botmegistus", None, 0)
    assert row["score"] == game.score(seat) == sum(game.parts(seat).values())
    for part in Part:
        assert row[f"vp_{part.name.lower()}"] == game.parts(seat)[part]
    owned = [
        card for at, card in zip(game.state.artifact_at, box.artifacts, strict=False) if at == seat
    ]
    assert row["artifacts"] == [card.id for card in owned]
    assert row["artifacts_owned"] == len(owned) > 0
    elementals = Counter(element for card in owned for element in card.elementals)
    for element in Element:
        assert row[f"elementals_{element.name.lower()}"] == elementals[element]
    assert row["vp_artifacts"] == box.solo.points_per_elemental * row["elementals"]
    performed = [box.experiments[each.thing] for each in happened if is_done(each, seat)]
    assert row["experiments"] == [card.id for card in performed]
    types = len({card.element for card in performed})
    assert row["formulas_unlocked"] == min(box.solo.most_formulas, types + int(lab.bought))
    assert row["formulas_bought"] == int(lab.bought)
    assert row["formulas"] == row["kept"] == row["refused"] == row["publications"] == []
    assert row["experiments_held"] == sum(int(place) >= 0 for place in lab.beside)
    spent = [each.delta for each in happened if each.what is Event.ACTION and each.seat == seat]
    assert row["potency_spent"] == sum(spent)


def is_done(each: LogEvent, seat: int) -> bool:
    return each.what is Event.PERFORM and each.seat == seat


@every_game
def test_cards_of_the_bot_are_where_it_has_them(case: str, number: int) -> None:
    game, happened = played(case, number)
    seat, box = game.bot_seat, game.box
    cards = {row["card"]: row for row in rows(case, "cards", number)}
    for turn, _, each in with_turns(happened):
        if each.what is Event.TAKE_ARTIFACT and each.seat == seat:
            card = box.artifacts[each.thing]
            row = cards[card.id]
            assert (row["seat"], row["turn_taken"], row["uses"]) == (seat, turn, 0)
            assert row["points"] == len(card.elementals) * box.solo.points_per_elemental
        elif is_done(each, seat):
            done = box.experiments[each.thing]
            assert cards[done.id]["turn_completed"] == turn
            assert cards[done.id]["points"] == done.points
        elif each.what is Event.BOT_MASTERPIECE:
            assert cards[box.experiments[each.thing].id]["kind"] == "masterpiece"


@every_game
def test_the_ledger_names_the_card_that_was_flipped(case: str, number: int) -> None:
    flipped = {row["turn"]: row["choice"] for row in rows(case, "bot", number, decision="card")}
    entries = rows(case, "ledger", number, cause="bot card")
    assert entries
    assert all(entry["cause_id"] == flipped[entry["turn"]] for entry in entries)


def test_without_turns_there_is_no_table_of_the_bot() -> None:
    plan = cases()["solo players"]
    assert "bot" not in play_block(plan, 0, plan.request.deals)
