"""Transcripts: goldens line by line, the log followed without loss, secrets kept."""

from __future__ import annotations

import re
from difflib import unified_diff
from typing import Any

import pytest

from tests.trismegistus.rules.helpers import Data, acting, pass_until, play, position, rule, slot
from tests.trismegistus.rules.helpers_2 import random_move
from tests.trismegistus.rules.regenerate import GOLDENS, Golden, busy
from trisim.api import play_game
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.rules.codes import At, Frame, Move
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.text.board import winner_words
from trisim.games.trismegistus.text.position import make_position
from trisim.games.trismegistus.text.transcript import Transcript
from trisim.players.choosing import chooser
from trisim.players.registry import load
from trisim.transcript import text_of

ANEW = "NUMBA_DISABLE_JIT=1 python -m tests.trismegistus.rules.regenerate"


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: str(golden.name))
def test_golden_transcript(golden: Golden) -> None:
    kept = golden.path.read_text(encoding="utf-8").splitlines()
    now = golden.play().transcript.splitlines()
    difference = "\n".join(unified_diff(kept, now, str(golden.path), "this version", lineterm=""))
    assert kept == now, f"{difference}\n\nIf this is meant: {ANEW}"


def test_goldens_show_what_the_game_can_do() -> None:
    text = " ".join(golden.path.read_text(encoding="utf-8") for golden in GOLDENS)
    text = " ".join(text.split())
    for words in (
        "performs", "unlocks the formula", "buys the formula", "uses the formula", "discount",
        "makes up levels with", "turns it to", "wasting", "with 1 ethereal die", "rolled again",
        "spends a chameleon", "reacts: transmutes", "reacts: gains", "reacts: recharges",
        "reaches the step token", "leaves the board", "draws", "claims", "in place of",
        "leaves the books", "wins with", "from the vault", "recharges",
    ):  # fmt: skip
        assert words in text, words


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: str(golden.name))
def test_lines_fit_into_100_columns(golden: Golden) -> None:
    lines = golden.path.read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_log_alone_tells_where_everything_is(players: int, testbox: Box) -> None:
    game = Game.new(players, 3, box=testbox)
    transcript = Transcript(game)
    follower = transcript.following
    number = 0
    while not game.is_over:
        transcript.lines()
        labs = game.state.labs[:players]
        assert follower.levels == [lab.level.tolist() for lab in labs]
        assert follower.held == [lab.held.tolist() for lab in labs]
        assert follower.bowls == game.state.bowls.tolist()
        if game.frame is Frame.DRAFT:  # a bought artifact leaves the market before it is placed
            assert follower.market == game.state.market.tolist()
        assert follower.books == game.state.books.tolist()
        assert [die.used for die in follower.dice] == [lab.dice_used for lab in labs]
        assert [die.potency for die in follower.dice] == [lab.potency for lab in labs]
        game.apply(busy(3)(game) if number % 3 else random_move(game))
        number += 1


@pytest.mark.parametrize("paid_first", [True, False])
def test_a_transmutation_names_cube_and_payment_whichever_comes_first(paid_first: bool) -> None:
    game = acting(die="red lead", goods="silver + salt", box=rule(pay_before_moving=paid_first))
    transcript = Transcript(game)
    transcript.lines()
    play(game, Move.ARROW, slot("silver_gold"))
    if not paid_first:  # the gold could pay, too
        play(game, Move.TRANSMUTE, slot("silver_gold"), Thing.SILVER, Thing.SALT)
    assert "transmutes silver into gold, paying salt" in text_of(transcript.lines(flush=True))


def test_a_shared_victory_is_told(testbox: Box) -> None:
    results = (play_game(2, seed, box=testbox) for seed in range(200))
    shared = next(result for result in results if len(result.winners) == 2)
    assert "share the victory" in " ".join(shared.transcript.split())


def test_the_same_seed_gives_the_same_transcript(testbox: Box) -> None:
    first, again = (play_game(3, 9, box=testbox).transcript for _ in range(2))
    assert first == again
    assert first != play_game(3, 10, box=testbox).transcript


def test_flushing_changes_where_lines_break_but_not_what_is_told(testbox: Box) -> None:
    game = Game.new(2, 4, box=testbox)
    transcript = Transcript(game)
    lines = transcript.lines(flush=True)
    choose = [chooser(load("random", KIT), 4, seat, testbox) for seat in range(2)]
    while not game.is_over:
        game.apply(choose[game.seat](game))
        lines += transcript.lines(flush=True)
    plain = play_game(2, 4, box=testbox, strategy="random").transcript
    tail = "End of round 3"
    assert text_of(lines).partition(tail)[2] == plain.partition(tail)[2]


def secrets(game: Game, seat: int) -> set[str]:
    """The masterpiece and the publications of a seat."""
    lab, box = game.state.labs[seat], game.box
    found = {box.experiments[int(lab.masterpiece)].name} if lab.masterpiece >= 0 else set()
    hand = [card for card, at in enumerate(game.state.publication_at) if at == seat]
    return found | {box.publications[card].name for card in hand}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_others_hide_stays_hidden_until_the_end(seed: int, testbox: Box) -> None:
    game = Game.new(3, seed, box=testbox)
    transcript = Transcript(game, viewers={0})
    told, seen = "", set()
    hidden: set[str] = set()
    while not game.is_over:
        told += text_of(transcript.lines())
        if not game.state.choosing:
            seen |= secrets(game, 0)
            hidden |= secrets(game, 1) | secrets(game, 2)
        game.apply(busy(seed)(game))
    assert hidden - seen
    for name in hidden - seen:
        lines = [line for line in told.splitlines() if re.search(rf"{name}\b(?! and)", line)]
        lines = [line for line in lines if "refuses" not in line]  # only the viewer's are told
        assert all(re.search(f"performs {name}|from {name}", line) for line in lines), lines
    assert told.count(" refuses ") == 1
    assert "masterpiece  hidden" in told
    end = text_of(transcript.lines())
    assert any(name in end for name in secrets(game, 1) | secrets(game, 2))


def test_with_two_people_at_the_table_all_secrets_are_hidden(testbox: Box) -> None:
    transcript = Transcript(Game.new(2, box=testbox), viewers={0, 1})
    assert transcript.following.hides(0)
    assert transcript.following.hides(1)


def test_drawn_publications_are_counted_for_others(testbox: Box) -> None:
    seat = {
        "alchemist": "agrippa",
        "goods": "",
        "die": "black lead",
        "potency": 1,
        "formulas": [f"agrippa-{n}" for n in (4, 1, 2, 3, 5, 6, 7, 8)],
        "vault": {"0,0": "agrippa-4"},
    }
    data = {"players": 2, "to": "action", "seats": [seat, {"goods": "", "alchemist": "duval"}]}
    game = make_position(data, testbox)
    transcript = Transcript(game, viewers={1})
    game.apply(next(m for m in game.legal() if "Agrippa Four" in game.describe(m)))
    game.apply(game.legal()[0])
    game.apply(game.legal()[0])
    text = text_of(transcript.lines(flush=True))
    expected = (
        "uses the formula Test Agrippa Four: draws 2 publications; returns a publication; draws\n"
        "      2 publications; returns a publication"
    )
    assert expected in text
    assert not any(card.name in text for card in testbox.publications)


def test_a_position_is_told_from_where_it_stands(testbox: Box) -> None:
    seat = {"alchemist": "duval", "goods": "lead", "die": "black tin", "potency": 2}
    other = {"alchemist": "newton", "goods": "reaction"}
    data = {"players": 2, "round": 2, "to": "action", "seats": [seat, other]}
    game = make_position(data, testbox)
    transcript = Transcript(game, ["me", "you"])
    game.apply(next(m for m in game.legal() if game.describe(m).startswith("harvest 2")))
    game.apply(next(m for m in game.legal() if game.describe(m) == "react: 1 sulfur"))
    text = text_of(transcript.lines())
    assert text.startswith("A position of 2 players, seed 1\n")
    told = text[text.index("Turn 0 — Round 2 — Test Duval (seat 0, me)") :].splitlines()
    assert told[1:4] == [
        "  harvests 2 raw tin (2 potency, 0 left)",
        "  Test Newton reacts: gains 1 sulfur",
        "  has used up the die (1 of 3 dice used)",
    ]


BEFORE: Data = {"alchemist": "newton", "goods": "lead", "die": "red tin", "beside": ["fire-0a"]}


def turn_told(*moves: tuple[Any, ...]) -> list[str]:
    """What seat 1 does in a turn in which it performs an experiment before the draft."""
    active = {"alchemist": "duval", "goods": "", "die": "black tin", "potency": 2}
    box = rule(free_actions_before_draft="all")
    game = position(active, BEFORE, box=box, bowls={"lead": {"black": 2}}, to="action")
    transcript = Transcript(game)
    play(game, Move.HARVEST, 1)
    play(game, Move.PERFORM)
    pass_until(game, Frame.DRAFT)
    for move in moves:
        play(game, *move)
    text = text_of(transcript.lines(flush=True))
    verbs = ("performs", "puts", "drafts", "goes", "harvests")
    turn = text.partition("Turn 1 ")[2].partition("Turn 2 ")[0]
    return [line.split()[0] for line in turn.splitlines() if line.strip().startswith(verbs)]


def test_free_actions_before_the_draft_are_told_before_the_die() -> None:
    drafted = turn_told((Move.DIE,), (Move.HARVEST, 1))
    assert drafted == ["performs", "puts", "drafts", "harvests"]
    assert turn_told((Move.NONE,), (Move.HARVEST, 1)) == ["performs", "goes", "harvests"]


def test_every_number_of_the_score_sheet_adds_up(testbox: Box) -> None:
    result = play_game(4, 2, busy(2), box=testbox, achievements=True)
    sheet = result.transcript.partition("\nScore\n")[2].partition("What the score rests on")[0]
    rows = [re.split(r"\s{2,}", line.strip()) for line in sheet.splitlines() if line[2:3].islower()]
    values = {row[0]: [int(cell) for cell in row[1:]] for row in rows}
    total = values.pop("total")
    values.pop("experiments performed")
    assert [sum(column) for column in zip(*values.values(), strict=True)] == total
    assert tuple(total) == result.scores


def ended(testbox: Box, scores: list[int], performed: list[int]) -> Game:
    """A finished game with such scores."""
    game = Game.new(len(scores), box=testbox)
    game.state.over = True
    for lab, score, count in zip(game.state.labs, scores, performed, strict=False):
        lab.score, lab.performed = score, count
    return game


@pytest.mark.parametrize(
    ("scores", "performed", "expected"),
    [
        ([9, 30, 8], [1, 2, 3], "b wins with 30 points."),
        (
            [30, 30, 8],
            [4, 2, 3],
            "a and b have 30 points each; a performed most experiments (4) and wins.",
        ),
        (
            [30, 30, 8],
            [2, 2, 3],
            "a and b have 30 points each, performed 2 experiments each and share the victory.",
        ),
        (
            [30, 30, 30],
            [2, 1, 2],
            "a, b and c have 30 points each; a and c performed 2 experiments each and share the"
            " victory.",
        ),
    ],
)
def test_winners_and_ties(
    scores: list[int], performed: list[int], expected: str, testbox: Box
) -> None:
    assert winner_words(ended(testbox, scores, performed), "abc", performed) == expected


def test_the_title_names_the_options(testbox: Box) -> None:
    game = Game.new(2, box=testbox, achievements=True, alchemists=["duval", "maria"])
    transcript = Transcript(game, ["random", "human"], roles=["duval", "maria"])
    title = [line.text for line in transcript.lines()[:5]]
    assert title == [
        "A game of 2 players, seed 1",
        "Box: Test box, edition 1",
        "Options: achievements",
        "Alchemists: duval, maria",
        "Seats: 0 random, 1 human (seat 0 starts, then clockwise)",
    ]


def test_achievements_on_offer_are_those_of_the_game(testbox: Box) -> None:
    game = Game.new(2, box=testbox, achievements=True)
    text = text_of(Transcript(game).lines())
    for index, card in enumerate(testbox.achievements):
        assert (f"    {card.name}: " in text) == (game.state.achievement_at[index] == At.OPEN)
