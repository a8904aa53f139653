"""Transcripts of solo games: goldens, what Botmegistus decides in words, its sheet, the score."""

from __future__ import annotations

import re
from difflib import unified_diff
from typing import Any

import pytest

from tests.trismegistus.rules.bot.helpers import solo_rule
from tests.trismegistus.rules.regenerate import SOLO_GOLDENS, Golden, busy
from tests.trismegistus.rules.test_transcript import ANEW
from trisim.api import play_game
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.box.words import Element
from trisim.games.trismegistus.rules.codes import Event, Frame
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.solo import Solo
from trisim.games.trismegistus.text.board import winner_words
from trisim.games.trismegistus.text.bot_board import bot_lines
from trisim.games.trismegistus.text.bot_words import specialization_words
from trisim.games.trismegistus.text.position import make_position
from trisim.games.trismegistus.text.seat_board import own_lines, table_lines
from trisim.games.trismegistus.text.transcript import Transcript
from trisim.transcript import text_of

# ---------------------------------------------------------------- goldens


@pytest.mark.parametrize("golden", SOLO_GOLDENS, ids=lambda golden: str(golden.name))
def test_golden_solo_transcript(golden: Golden) -> None:
    kept = golden.path.read_text(encoding="utf-8").splitlines()
    now = golden.play().transcript.splitlines()
    difference = "\n".join(unified_diff(kept, now, str(golden.path), "this version", lineterm=""))
    assert kept == now, f"{difference}\n\nIf this is meant: {ANEW}"


def golden_texts() -> list[str]:
    """The goldens as they are kept."""
    return [golden.path.read_text(encoding="utf-8") for golden in SOLO_GOLDENS]


def test_goldens_show_what_botmegistus_can_do() -> None:
    text = " ".join(" ".join(golden_texts()).split())
    for words in (
        "rolls copper (aether): water", "gets the artifact refused", "shuffles its personality of",
        "lays open at the left", "holds a starting experiment", "starts higher", "step 1", "step 2",
        "the highest white die", "first by colour", "first by symbol", "no other fits",
        "all it has left", "its lowest; left-most", "largest lead over", "level with",
        "on the d6", "most elementals", "a type it lacks", "one it can complete now",
        "it can complete either now", "paying 2 gold for 2 missing levels", "by chance",
        "into a new deck", "between the rounds: gains 2 ethereal dice", "draws the masterpiece",
        "of those it can complete, most points", "and 2 for 4 gold", "elementals on artifacts",
    ):  # fmt: skip
        assert words in text, words


@pytest.mark.parametrize("golden", SOLO_GOLDENS, ids=lambda golden: str(golden.name))
def test_lines_fit_into_100_columns_and_leave_nothing_blank(golden: Golden) -> None:
    lines = golden.path.read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)
    assert not [line for line in lines if "()" in line or "bot card" in line]


# ---------------------------------------------------------------- the draft, worked out anew

SYMBOLS = ("lead", "copper", "tin", "mercury", "iron", "wild")
COLORS = ("black", "white", "red")
BY_PRIORITY = ("red", "white", "black")
BEST_FIRST = ("wild", "iron", "mercury", "tin", "copper", "lead")
TAKEN = re.compile(r"^ drafts a (\w+) (\w+) die: potency (\d)")
CARD = re.compile(r"(?:turns up|card,) [^(]*\((\w+) ([^;]*);")
Bowls = dict[tuple[str, str], int]


def expected_die(bowls: Bowls, color: str, asked: str) -> tuple[str, str, int]:
    """The die that a card drafts from these bowls, as the rules put it: color, symbol, potency."""
    there = {die for die, count in bowls.items() if count}

    def potency(symbol: str) -> int:
        return min(5, sum(bowls[other, symbol] for other in COLORS))

    def best(dice: set[tuple[str, str]], order: tuple[str, ...]) -> tuple[str, str, int]:
        ranked = sorted(
            dice, key=lambda die: (-potency(die[1]), order.index(die[1]), BY_PRIORITY.index(die[0]))
        )
        return (*ranked[0], potency(ranked[0][1]))

    if "highest" not in asked:
        wanted = ("wild", *asked.split(" or "))
        first = {die for die in there if die[0] == color and die[1] in wanted}
        second = {die for die in there if die[0] != color and die[1] in wanted}
        if first or second:
            return best(first or second, wanted)
    colors = (color, *BY_PRIORITY)
    fallback = next(each for each in colors if any(die[0] == each for die in there))
    return best({die for die in there if die[0] == fallback}, BEST_FIRST)


def drafts_of(text: str) -> list[tuple[tuple[str, str, int], tuple[str, str, int]]]:
    """What Botmegistus drafted, and what it should have, from the bowls that are printed."""
    bowls: Bowls = {}
    found, card, is_bot = [], ("", ""), False
    whole = re.sub(r"\n {6}", " ", text)
    for line in whole.splitlines():
        words = line.split()
        if (
            len(words) == 7
            and words[0] in COLORS
            and all(re.match(r"[\d·]$", w) for w in words[1:])
        ):
            counts = [0 if word == "·" else int(word) for word in words[1:]]
            bowls |= {(words[0], s): n for s, n in zip(SYMBOLS, counts, strict=True)}
        elif line.startswith("Turn "):
            is_bot = "Botmegistus" in line
        elif is_bot and (turned := CARD.search(line)) and "lays open" not in line:
            card = (turned[1], turned[2])
        elif taken := TAKEN.match(line[1:]):
            die = (taken[1], taken[2], int(taken[3]))
            if is_bot:
                asked = card[1].replace("of the ", "")
                found.append((die, expected_die(bowls, card[0], asked)))
            bowls[die[0], die[1]] -= 1
    return found


@pytest.mark.parametrize("number", range(len(SOLO_GOLDENS)))
def test_the_drafts_of_the_goldens_follow_from_their_bowls(number: int) -> None:
    drafts = drafts_of(golden_texts()[number])
    assert len(drafts) == 9
    for told, expected in drafts:
        assert told == expected


@pytest.mark.parametrize("seed", [40, 41, 42])
def test_the_drafts_of_any_game_follow_from_its_bowls(seed: int, testbox: Box) -> None:
    text = play_game(None, seed, "random", box=testbox, solo=True, planning=seed % 2 == 0)
    drafts = drafts_of(text.transcript)
    assert drafts
    assert all(told == expected for told, expected in drafts)


# ---------------------------------------------------------------- the log, followed


@pytest.mark.parametrize("options", [SoloOptions(), SoloOptions(bot_first=True, setup_rolls=6)])
def test_the_log_alone_tells_where_everything_is(options: SoloOptions, testbox: Box) -> None:
    game = Game.new(seed=9, box=testbox, solo=Solo(options, planning=options.bot_first))
    transcript = Transcript(game)
    follower = transcript.following
    assert follower.bot is not None
    while not game.is_over:
        transcript.lines()
        labs = game.state.labs[:2]
        assert follower.levels == [lab.level.tolist() for lab in labs]
        assert follower.held == [lab.held.tolist() for lab in labs]
        assert follower.bowls == game.state.bowls.tolist()
        assert follower.books == game.state.books.tolist()
        assert [die.potency for die in follower.dice] == [lab.potency for lab in labs]
        bot = labs[game.bot_seat]
        assert follower.bot.holds == [card for card in bot.beside.tolist() if card >= 0]
        assert follower.bot.completed == bot.performed_element.tolist()
        assert follower.bot.on_artifacts == game.state.bot.elementals.tolist()
        game.apply(busy(9)(game))


def test_a_round_is_summed_up_before_the_next_one_begins(testbox: Box) -> None:
    text = play_game(None, 14, busy(14), box=testbox, solo=True).transcript
    for ended, gained in (("1", 2), ("2", 3)):
        after = text.partition(f"End of round {ended}\n")[2]
        summed, _, later = after.partition(f"\nRound {int(ended) + 1}\n")
        assert "  Botmegistus: fire " in summed
        assert f"Botmegistus, between the rounds: gains {gained} ethereal dice" in later


# ---------------------------------------------------------------- decisions in words


def told_turn(
    testbox: Box, card: str, bot: dict[str, Any], you: dict[str, Any] | None = None, **data: Any
) -> str:
    """The lines of a turn of Botmegistus by a card, in one."""
    seats = [{"alchemist": "duval", **(you or {})}, bot]
    solo = {"deck": [card], **data.pop("solo", {})}
    game = make_position({"players": 2, "active": 1, "solo": solo, "seats": seats, **data}, testbox)
    told = game.events()
    before = make_position({"players": 2, "solo": solo, "seats": seats, **data}, testbox)
    transcript = Transcript(before)
    transcript.lines()
    transcript._active = 1
    transcript._events = [each for each in told if each.what is not Event.TURN]
    return " ".join(text_of(transcript.lines(flush=True)).split())


BOOK = {"books": {"iron": ["fire-1a", "fire-2a"]}}
DIE = {"die": "red iron", "potency": 5}


@pytest.mark.parametrize(
    ("card", "bot", "you", "data", "expected"),
    [
        ("bot-experiment", {**DIE, "beside": ["air-1a", "air-2a"], "goods": ""}, {}, BOOK,
         "no experiment, as it holds 2; gains 1 gold"),
        ("bot-experiment", {**DIE, "goods": ""}, {}, {"books": {"tin": ["fire-1a"]}},
         "no experiment, as the iron book is empty; gains 1 gold"),
        ("bot-experiment", {**DIE, "goods": ""}, {}, BOOK,
         "takes Test Fire One A from the iron book (fewer levels missing)"),
        ("bot-experiment", {**DIE, "goods": "", "levels": {"fire": 2}}, {}, BOOK,
         "takes Test Fire One A from the iron book (one it can complete now)"),
        ("bot-experiment", {**DIE, "goods": "9 gold"}, {}, BOOK,
         "takes Test Fire Two A from the iron book (it can complete either now, and this gives"
         " more points)"),
        ("bot-experiment", {**DIE, "goods": "", "beside": ["fire-3a"]}, {},
         {"books": {"iron": ["fire-1a", "water-2a"]}},
         "takes Test Water Two A from the iron book (a type it lacks)"),
        ("bot-experiment", {**DIE, "goods": ""}, {"levels": {"water": 1}},
         {"books": {"iron": ["fire-1a", "water-1a"]}},
         "takes Test Water One A from the iron book (Test Duval is nearer to it)"),
        ("bot-experiment", {**DIE, "goods": ""}, {},
         {"books": {"iron": ["fire-1a", "water-1a"]}},
         "takes Test Fire One A from the iron book (the left one)"),
        ("bot-fire-water", {**DIE, "levels": {"fire": 12, "water": 1, "earth": 6, "air": 1}}, {},
         {}, "earth 6→7 (fire being at the top; nearest to the next bonus token)"),
        ("bot-lowest", {**DIE, "levels": dict.fromkeys(("fire", "water", "earth", "air"), 12)}, {},
         {}, "acts (2 potency, 3 left): all its tracks are at the top"),
        ("bot-nearest", {**DIE, "goods": "", "beside": ["water-2a"]}, {}, {},
         "water 0→1 (nearest to completing Test Water Two A)"),
        ("bot-nearest", {**DIE, "goods": "", "beside": ["water-2a", "fire-2a"]}, {}, {},
         "fire 0→1 (nearest to completing Test Water Two A and Test Fire Two A; left-most)"),
        ("bot-lowest", {**DIE, "levels": {"fire": 1, "water": 1, "earth": 1}}, {}, {},
         "air 0→1 (its lowest)"),
        ("bot-lowest", DIE, {"levels": {"fire": 2, "water": 1, "earth": 2, "air": 2}}, {},
         "water 0→1 (its lowest; smallest lag behind Test Duval)"),
        ("bot-artifact", DIE, {}, {"market": {"black": ["t1-lead"]}},
         "acts (3 potency, 2 left): the red market is empty"),
        ("bot-artifact", DIE, {}, {"market": {"red": ["t1-lead"]}}, "(the only one there)"),
        ("bot-self-fire", {**DIE, "levels": {"fire": 3}}, {"levels": {"fire": 2}}, {},
         "above Test Duval on fire (3 to 2); scores 10 points"),
        ("bot-self-fire", {**DIE, "levels": {"fire": 1}}, {"levels": {"fire": 2}}, {},
         "below Test Duval on fire (1 to 2); fire 1→3"),
        ("bot-self-fire", DIE, {}, {},
         "level with Test Duval on fire (0 each), which is not enough; fire 0→2"),
        ("bot-self-fire", DIE, {}, {"solo": {"options": {"personality_on_tie": True}}},
         "level with Test Duval on fire (0 each), which is enough; scores 10 points"),
        ("bot-gold", {**DIE, "beside": ["fire-1a", "water-1a"], "goods": "gold"}, {}, {},
         "completes Test Fire One A, 4 points, paying 2 gold for 2 missing levels (not both can be"
         " paid, and this was held longer)"),
        ("bot-gold", {**DIE, "beside": ["fire-1a", "air-1b"], "goods": "2 gold"}, {}, {},
         "completes Test Air One B, 5 points, paying 3 gold for 3 missing levels (not both can be"
         " paid, and this gives more points)"),
        ("bot-gold", {**DIE, "beside": ["fire-1a", "water-1a"], "performed": ["fire-2a"],
                      "goods": "gold"}, {}, {},
         "completes Test Water One A, 4 points, paying 2 gold for 2 missing levels (not both can be"
         " paid, and this is a type it has not completed)"),
    ],
)  # fmt: skip
def test_what_it_decides_and_why(
    card: str,
    bot: dict[str, Any],
    you: dict[str, Any],
    data: dict[str, Any],
    expected: str,
    testbox: Box,
) -> None:
    assert expected in told_turn(testbox, card, bot, you, **data)


@pytest.mark.parametrize(
    ("card", "bowls", "expected"),
    [
        ("bot-gold", {"tin": {"white": 1}}, "(step 1, a white die, wild or tin: no other fits)"),
        ("bot-gold", {"tin": {"red": 1}},
         "(step 2, wild or tin of another colour than white: no other fits)"),
        ("bot-gold", {"iron": {"white": 1}, "lead": {"white": 1, "red": 1}},
         "drafts a white lead die: potency 2 (step 3, any white die: the highest potency)"),
        ("bot-gold", {"iron": {"black": 1, "red": 1}},
         "drafts a red iron die: potency 2 (step 3, any red die, as none is white: no other fits)"),
        ("bot-artifact", {"tin": {"white": 1}, "wild": {"white": 1}},
         "drafts a white wild die: potency 1; turns it to iron (the highest white die, as none is"
         " red: first by symbol of those as high)"),
        ("bot-lowest", {"iron": {"white": 1, "black": 1}},
         "drafts a white iron die: potency 2 (step 2, wild or iron of another colour than red:"
         " first by colour of those as high)"),
    ],
)  # fmt: skip
def test_how_it_drafts(card: str, bowls: dict[str, Any], expected: str, testbox: Box) -> None:
    assert expected in told_turn(testbox, card, {"goods": ""}, bowls=bowls)


def test_why_a_specialization_joins() -> None:
    air = Element.AIR
    assert specialization_words([0, 1, 0, 3], -1, air) == "its commonest elemental: 3"
    assert (
        specialization_words([4, 1, 0, 3], 0, air) == "its commonest elemental apart from fire: 3"
    )
    assert specialization_words([4, 0, 0, 0], 0, air) == (
        "by chance, as it has no elementals apart from fire"
    )


# ---------------------------------------------------------------- title, sheets, score


def test_the_title_names_difficulty_and_options(testbox: Box) -> None:
    easy = testbox.solo.difficulty["easy"].options
    game = Game.new(box=testbox, alchemists=["newton"], solo=Solo(easy, planning=True))
    title = [line.text for line in Transcript(game, ["random", "botmegistus"]).lines()[:10]]
    assert title == [
        "A solo game against Botmegistus, seed 1",
        "Box: Test box, edition 1",
        "Difficulty: easy",
        "  setup_rolls=0         dice rolled for it at setup, 2 as a rule",
        "  less_gold             it starts with 1 gold fewer",
        "  no_specialization     no specialization cards",
        "  no_personality        no personality card, nor the artifact you refuse",
        "Planning: two cards of Botmegistus lie open",
        "Alchemist: chosen by the player",
        "Seats: 0 random, 1 botmegistus (seat 0 starts)",
    ]


def test_its_sheet_shows_everything_of_it(testbox: Box) -> None:
    bot = {
        "goods": "3 gold + ethereal die", "levels": {"fire": 1}, "die": "red iron", "potency": 2,
        "dice_used": 1, "artifacts": ["t0-salt"], "beside": ["fire-1a"], "performed": ["air-1a"],
        "points": {"bot": 7},
    }  # fmt: skip
    solo = {"planning": True, "deck": ["bot-die"], "used": ["bot-lowest"],
            "open": ["bot-gold", "bot-points"]}  # fmt: skip
    data = {"players": 2, "solo": solo, "seats": [{"alchemist": "duval"}, bot]}
    game = make_position(data, testbox)
    cost = "Test Fire One A: fire 2; pay 2 lead"
    assert [line.removeprefix("  ") for line in bot_lines(game)] == [
        "holds        3 gold and 1 ethereal die",
        "die          red iron, potency 2; 1 of 3 dice used",
        "artifact     Test Salt Tool [fire]",
        f"to complete  {cost}; 4 points; bonus: 1 gold (1 level missing)",
        "completed    Test Air One A",
        "scored       7 points",
        "left         Test Bot Gold (white tin; 1 potency): gains 1 gold",
        "right        Test Bot Points (red mercury or tin; 3 potency): gains 60 points",
        "in its deck  1: Test Bot Die",
        "used         1: Test Bot Lowest",
    ]
    assert [*bot_lines(game)] == [line for line in table_lines(game, 0) if line in bot_lines(game)]


def test_before_choosing_a_player_is_told_whose_the_refused_artifact_is(testbox: Box) -> None:
    without = SoloOptions(no_personality=True)
    for box, options, expected in (
        (testbox, SoloOptions(), "goes to Botmegistus, with the personality of its element"),
        (testbox, without, "leaves the game"),
        (solo_rule(keeps_refused_artifact=True), without, "goes to Botmegistus"),
    ):
        game = Game.new(box=box, alchemists=["duval"], solo=Solo(options))
        while not any("refused" in line for line in own_lines(game, 0)):
            game.apply(game.legal()[0])
        assert f"  refused      {expected}" in own_lines(game, 0)


def test_its_die_is_named_when_you_react(testbox: Box) -> None:
    game = Game.new(seed=2, box=testbox, alchemists=["duval"], solo=Solo())
    while game.frame is not Frame.REACT:
        game.apply(game.legal()[0])
    assert any(re.match(r"  react to     the \w+ \w+ die of Botmegistus", line)
               for line in own_lines(game, 0))  # fmt: skip


def test_a_position_is_told_with_its_sheet(testbox: Box) -> None:
    data = {"players": 2, "solo": {}, "seats": [{"alchemist": "duval"}, {"goods": "gold"}]}
    text = text_of(Transcript(make_position(data, testbox)).lines())
    assert text.startswith("A solo position against Botmegistus, seed 1\n")
    assert "\nBotmegistus (seat 1)\n  holds        1 gold\n" in text


@pytest.mark.parametrize("number", range(len(SOLO_GOLDENS)))
def test_every_number_of_the_score_sheet_adds_up(number: int) -> None:
    sheet = golden_texts()[number].partition("\nScore\n")[2].partition("What the score")[0]
    rows = [re.split(r"\s{2,}", line.strip()) for line in sheet.splitlines() if line[2:3].islower()]
    values = {row[0]: [int(cell) for cell in row[1:]] for row in rows}
    total = values.pop("total")
    values.pop("experiments performed")
    assert [sum(column) for column in zip(*values.values(), strict=True)] == total
    assert values["elementals on artifacts"] != [0, 0]


def test_a_tie_is_its_win(testbox: Box) -> None:
    game = Game.new(box=testbox, solo=Solo())
    game.state.over = True
    for lab, performed in zip(game.state.labs, (5, 1), strict=False):
        lab.score, lab.performed = 30, performed
    words = winner_words(game, ["Newton", "Botmegistus"], [5, 1])
    assert words == "Newton and Botmegistus have 30 points each; a tie is a win for Botmegistus."


def test_masterpieces_are_not_told_before_the_end(testbox: Box) -> None:
    text = play_game(None, 28, busy(28), box=testbox, solo=True).transcript
    game, _, end = text.partition("\nBotmegistus before the score\n")
    drawn = re.findall(r"draws the masterpiece (.*?):", end)
    assert len(drawn) == 2
    assert not [name for name in drawn if name in game]
