"""Transcripts: everything is told once, the same for all viewers, and the end names its cause."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.madness.text.helpers import (
    Data,
    choose,
    new_game,
    played,
    position,
    reference,
    small_box,
    told,
    told_to_the_end,
)
from trisim.games.madness.box.words import MADNESS, Zone
from trisim.games.madness.rules.codes import Cause, Event, Loss
from trisim.games.madness.text.acting import Acting, is_payment
from trisim.games.madness.text.events import (
    CLAUSES,
    MOVED,
    QUIET,
    LogEvent,
    cards_moved,
    phrase_of,
)
from trisim.games.madness.text.sentences import Sentence, of_several
from trisim.games.madness.text.transcript import Transcript
from trisim.transcript import PAGE_WIDTH, text_of

SEEDS = range(4)


def joined(text: str) -> str:
    """A text whose lines are not broken."""
    return " ".join(text.split())


# ---------------------------------------------------------------- a whole game


def test_the_same_seed_gives_the_same_transcript() -> None:
    first, second = (told_to_the_end(new_game(5, reference()), 5) for _ in range(2))
    assert first == second


def test_the_title_names_box_difficulty_mode_and_madness() -> None:
    game = new_game(2, difficulty="III", mode="both", players=4)
    text = text_of(Transcript(game, ["a", "b", "c", "d"]).lines())
    assert text.startswith("A game of 4 players, seed 2\nBox: Test box of Madness, edition 1\n")
    assert "\nDifficulty: III, " in text
    assert "; 30 madness\nMages: chosen by the players\nSeats: 0 a, 1 b, 2 c, 3 d\n" in text


@pytest.mark.parametrize("width", [72, 80, 100])
def test_lines_fit_the_page(width: int) -> None:
    token = PAGE_WIDTH.set(width)
    try:
        for box in (reference(), small_box()):
            for seed in SEEDS:
                lines = told_to_the_end(new_game(seed, box), seed).splitlines()
                assert max(map(len, lines)) <= width
                assert all(line == line.rstrip() for line in lines)
    finally:
        PAGE_WIDTH.reset(token)


def test_an_element_stays_with_its_value() -> None:
    for seed in SEEDS:
        text = told_to_the_end(new_game(seed, reference()), seed)
        assert not re.search(r"\b(water|earth|fire|air)\n +\d", text)


def test_all_viewers_read_the_same() -> None:
    texts = []
    for viewers in ((), (0,), (0, 1)):
        game = new_game(3, reference(), players=3)
        transcript = Transcript(game, viewers=viewers)
        lines = transcript.lines()
        for _ in played(game, 3):
            lines += transcript.lines()
        texts.append(text_of(lines + transcript.lines()))
    assert texts[0] == texts[1] == texts[2]


# ---------------------------------------------------------------- each event once


class Keeping(Transcript):
    """A transcript that keeps its sentences, and the log."""

    def __init__(self, *args: Any, **who: Any) -> None:
        self.sentences: list[Any] = []
        self.log: list[LogEvent] = []
        super().__init__(*args, **who)

    def tell(self, *, flush: bool) -> None:
        self._events += self.game.events()
        self.log += self._events
        super().tell(flush=flush)

    def _close(self) -> None:
        self.sentences += [self._open] if self._open is not None else []
        super()._close()


BOXES = {"reference": reference, "testbox": small_box}


@cache
def keeping(seed: int, box: str, *, flush: bool = False) -> tuple[Keeping, str]:
    """A whole game, with what its transcript kept."""
    game = new_game(seed, BOXES[box]())
    transcript = Keeping(game)
    lines = transcript.lines(flush=flush)
    for _ in played(game, seed):
        lines += transcript.lines(flush=flush)
    return transcript, text_of(lines + transcript.lines())


def told_cards(sentences: list[Any]) -> Counter[tuple[str, int]]:
    """The cards of all sentences, by what is said of them."""
    found: Counter[tuple[str, int]] = Counter()
    for sentence in sentences:
        if isinstance(sentence, Sentence):
            for clause in sentence.clauses:
                phrase = re.sub("^gives {} to .*", "gives {}", clause.phrase)
                for kind, count in clause.cards.items():
                    found[phrase, kind] += count
        if isinstance(sentence, Acting):
            for paid in sentence.paid:
                found["pays", paid.kind] += 1
    return +found


def moved_cards(log: list[LogEvent]) -> Counter[tuple[str, int]]:
    """The same by the log."""
    found: Counter[tuple[str, int]] = Counter()
    for place, event in enumerate(log):
        if event.what is Event.USED:
            found["pays", event.thing] += 1
        if event.what is Event.SHUFFLED and event.delta and event.cause is not Cause.SETUP:
            found["takes {}", MADNESS] -= 1  # told with the shuffle
        if event.what is not Event.CARDS or event.cause in (Cause.SETUP, Cause.ELIMINATION):
            continue
        kind, source, target = cards_moved(event)
        phrase = phrase_of_event(event, source, target)
        shuffle = next((e for e in log[place:] if not goes_into_deck(e, event.seat)), event)
        if goes_into_deck(event, event.seat) and shuffle.what is Event.SHUFFLED:
            where = "hand" if source is Zone.HAND else "discard pile"
            phrase = "" if shuffle.delta else f"shuffles {{}} of the {where} into the deck"
        if phrase:
            found[phrase, kind] += event.delta
    return +found


def goes_into_deck(event: LogEvent, seat: int) -> bool:
    """Whether cards of a seat go into its deck, perhaps for a shuffle."""
    if event.what is not Event.CARDS or event.seat != seat:
        return False
    _, source, target = cards_moved(event)
    return target is Zone.DECK and source in (Zone.HAND, Zone.DISCARD)


def phrase_of_event(event: LogEvent, source: Zone, target: Zone) -> str:
    """What is said of cards; nothing where something else says it."""
    if is_payment(event):
        return "pays"
    if event.cause is Cause.ACTION and (source is Zone.STOCK or target is Zone.PILE):
        return ""  # the action says it
    if target in (Zone.PASSING, Zone.CURSE) or (source, target) == (Zone.CURSE, Zone.PILE):
        return ""  # told when they arrive, or with the curse
    return (
        "gives {}" if (source, target) == (Zone.PASSING, Zone.HAND) else phrase_of(source, target)
    )


@pytest.mark.parametrize("flush", [False, True])
def test_every_card_that_moves_is_told_once(flush: bool) -> None:
    seen: set[str] = set()
    for box in BOXES:
        for seed in range(12):
            transcript, _ = keeping(seed, box, flush=flush)
            cards = moved_cards(transcript.log)
            assert told_cards(transcript.sentences) == cards, seed
            seen |= {phrase for phrase, _ in cards}
    assert len(seen) > 20
    assert not [phrase for phrase in seen if phrase.startswith("moves ")]


COUNTED = {
    Event.MAGE: r"Seat \d is ",
    Event.TURN: r"Turn \d+, (?:space \d|invocation) — ",
    Event.MONSTER: r"Monster \d of 6 — ",
    Event.BEATEN: r" is beaten: no curse",
    Event.ESCAPED: r" escapes: \d curse",
    Event.CURSE_LAID: r" on (?:2|3 left|3 right|4|5) +\S[^:(]* \((?:\w|-)+\): ",
    Event.CURSE_STRIKES: r"\) strikes",
    Event.CAST: r"\bcasts ",
    Event.LEARN: r"\blearns ",
    Event.ACQUIRE: r"\bacquires ",
    Event.DESTROY: r"\bdestroys the curse ",
    Event.CURE: r"\bcures a madness of ",
    Event.ABILITY: r"\buses the ability",
    Event.PASS: r"\bpasses\b",
    Event.ELIMINATED: r"\bis eliminated, with ",
    Event.ENDED: r"The team has (?:won|lost) in turn \d+",
}


@pytest.mark.parametrize("what", COUNTED, ids=lambda what: what.name)
def test_every_event_of_a_kind_is_told_once(what: Event) -> None:
    for box in BOXES:
        for seed in range(12):
            transcript, text = keeping(seed, box)
            events = [event for event in transcript.log if event.what is what]
            assert len(re.findall(COUNTED[what], joined(text))) == len(events), seed


def test_every_kind_of_event_has_its_words_or_is_quiet() -> None:
    with_sentences = {Event.CARDS, Event.SHUFFLED, Event.WILD, Event.USED, Event.MARKER}
    actions = {Event.CAST, Event.LEARN, Event.ACQUIRE, Event.DESTROY, Event.CURE}
    told = {*Transcript._tellers, *CLAUSES, *QUIET, *with_sentences, *actions, Event.TURN}
    assert told == set(Event)


def test_a_line_that_is_shown_early_loses_nothing() -> None:
    for seed in SEEDS:
        names = Counter[str]()
        for flush in (False, True):
            text = joined(keeping(seed, "reference", flush=flush)[1])
            names.update({verb: text.count(verb) * (1 if flush else -1) for verb in COUNTED_VERBS})
        assert not +names
        assert not -names


COUNTED_VERBS = ("casts ", "learns ", "acquires ", " strikes", "uses the ability")


# ---------------------------------------------------------------- single lines


HAND = {"earth 1": 2, "fire 2": 1, "air 1": 1}


def test_an_action_has_its_payment_and_its_effect() -> None:
    game = position(seats=[{"hand": HAND, "top": ["water 1", "madness"]}])
    text = told(game, "cast Growth boosted ×2 (2 earth)", "end your actions")
    words = "casts Growth boosted ×2 for 2 earth 1: draws water 1 and 1 madness"
    assert text.splitlines()[0] == f"  {words}"


def test_payments_name_supports_and_what_a_card_counts_as() -> None:
    game = position(
        seats=[
            {"mage": "m2", "hand": {"air 1": 1}, "support": {"fire 1": 1}},
            {"mage": "m3", "support": {"fire 1": 1}},
        ]
    )
    text = joined(told(game, "acquire fire 3 (3 fire)"))
    assert "acquires fire 3 for fire 1 of the support, fire 1 of Mage Three's support and" in text
    assert "air 1 as fire" in text


def test_an_empty_deck_costs_a_madness_and_is_shuffled() -> None:
    game = position(seats=[{"hand": {"earth 1": 1, "fire 2": 1}, "discard": {"air 1": 3}}])
    text = told(game, "cast Growth (1 earth)")
    assert "takes a madness for the empty deck and shuffles 5 cards; draws " in joined(text)


def test_given_actions_are_told_below_with_names() -> None:
    game = position(
        seats=[
            {"mage": "m1", "hand": {"air 1": 1, "air 2": 1}},
            {"mage": "m3", "hand": {"water 1": 1, "fire 1": 2}},
        ]
    )
    text = told(game, "cast Telepathy boosted ×2 (2 air)", "cast Combustion (1 fire)")
    first, second = text.splitlines()[:2]
    assert first == "  casts Telepathy boosted ×2 for air 2: Mage Three may take 2 actions"
    assert second == "    Mage Three casts Combustion for fire 1"


def begun(game: Any) -> str:
    """What has happened before the first decision of a position."""
    return joined(text_of(Transcript(game).lines(flush=True)))


def test_a_curse_that_hits_nobody_says_so() -> None:
    game = position(
        turn=1,
        to="turn",
        curses=[{"id": "fire-loss", "on": "2"}],
        seats=[{"hand": {"water 1": 1}}, {"hand": {"water 1": 1, "earth 3": 1}}],
    )
    assert "Fire Loss (fire) strikes: nothing happens" in begun(game)


def test_a_curse_that_ends_the_game_is_not_without_effect() -> None:
    game = position(
        turn=1,
        to="turn",
        pile=0,
        curses=[{"id": "fire-rot", "on": "2"}],
        seats=[{"hand": {"water 1": 1}}, {"hand": {"water 1": 1}}],
    )
    text = begun(game)
    assert "Fire Rot (fire) strikes: the game is over" in text
    assert "The team has lost in turn 2" in text


def test_players_who_do_the_same_are_told_together() -> None:
    game = position(
        players=3,
        turn=1,
        to="turn",
        curses=[{"id": "water-loss", "on": "2"}],
        seats=[{"hand": {"water 1": 1}}] * 3,
    )
    text = begun(game)
    assert "strikes: Mage Two, Mage Three and Mage One discard water 1 each" in text


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("draws 2 fire 1", "draw 2 fire 1 each"),
        ("may take an action", "may take an action each"),
        ("neutralises Ice", "neutralise Ice each"),
    ],
)
def test_a_clause_about_several_players(one: str, several: str) -> None:
    assert of_several(one) == several


def test_every_phrase_has_one_place_for_cards() -> None:
    assert all(phrase.count("{}") == 1 for phrase in MOVED.values())


def test_a_transcript_can_begin_at_a_position() -> None:
    game = position(turn=7, curses=[{"id": "guest", "on": "5"}], seats=[{"hand": HAND}])
    text = text_of(Transcript(game, ["a", "b"]).lines())
    assert text.startswith("A position of 2 players, seed 1\n")
    assert "\nPosition\nTurn 7, marker on space 2, monster 2 of 6: " in text
    assert "\nTurn 7 — Mage One (seat 0, a)\n" in text


# ---------------------------------------------------------------- the end


BARE: Data = {"hand": {}}


def result_of(game: Any) -> str:
    """The last lines of a game, which is over."""
    assert game.is_over
    return joined(text_of(Transcript(game).lines()).partition("\nResult\n")[2])


def test_lost_for_an_empty_deck() -> None:
    game = position(turn=3, pile=0, seats=[{**BARE, "mage": "m4"}, BARE], active=0)
    assert game.loss is Loss.PILE
    assert result_of(game).startswith(
        "The team has lost in turn 3: Mage Four had to take a madness for an empty deck, drawing "
        "up at the end of the turn, and the madness pile was empty. monsters 0 of 6 beaten"
    )


def test_lost_for_an_empty_deck_in_an_effect() -> None:
    game = position(pile=0, seats=[{"hand": {"earth 1": 1, "fire 2": 1}, "discard": {}}, BARE])
    choose(game, "cast Growth (1 earth)")
    assert game.loss is Loss.PILE
    words = "Mage One had to take a madness for an empty deck because of the spell Growth, and the"
    assert words in result_of(game)


def test_lost_by_a_curse_that_gives_madness() -> None:
    game = position(
        players=3,
        turn=1,
        to="turn",
        pile=1,
        curses=[{"id": "guest", "on": "2"}],
        seats=[{"mage": "m1"}, {"mage": "m2"}, {"mage": "m3"}],
    )
    guest = next(card for card in small_box().curses if card.id == "guest")
    assert game.loss is Loss.PILE
    assert f"because of the multi-element curse {guest.name}, and the madness pile was empty" in (
        result_of(game)
    )


def test_lost_by_the_last_monster() -> None:
    game = position(turn=30, to="turn", curses=[{"id": "mud", "on": "5"}], beaten=[2, 3])
    assert game.loss is Loss.ESCAPE
    text = result_of(game)
    assert "The team has lost in turn 31: " in text
    assert ", the last monster, escapes with 1 curse (Mud (earth)) left." in text
    assert "monsters 2 of 6 beaten (" in text
    assert "; 4 escaped (" in text
    assert "curses 1 left on the track: Mud (earth)" in text


def test_lost_to_madness_in_all_hands() -> None:
    mad = {"mage": "m1", "hand": {"madness": 7}}
    game = position(players=3, turn=3, seats=[{"out": True}, {"out": True}, mad])
    assert game.loss is Loss.MADNESS
    assert "in turn 3: all players are eliminated by the madness in their hands." in result_of(game)


def test_won() -> None:
    game = position(turn=30, to="turn", beaten=[1, 2, 3, 4, 5])
    assert game.won
    text = result_of(game)
    assert text.startswith("The team has won in turn 31: ")
    assert ", the last monster, is beaten." in text
    assert "monsters 6 of 6 beaten" in text


def test_lost_for_madness_under_a_curse() -> None:
    box = reference()
    number, sheet = next(
        (n, card) for n, card in enumerate(box.sheets) if lays_madness(card.appearance)
    )
    cover = next(card for card in box.sheets if card.side.word == "cover")
    game = position(
        box=box,
        turn=5,
        to="turn",
        pile=0,
        book=[cover.id, sheet.id],
        seats=[{"hand": {"water 1": 6}, "deck": {"fire 1": 6}}, {"mage": "basil"}],
    )
    for _ in played(game):
        if game.is_over:
            break
    assert number >= 0
    assert "had to be laid under a curse because of the appearance of" in result_of(game)


def lays_madness(effect: Any) -> bool:
    """Whether an effect lays madness under curses."""
    return any(step.to is Zone.CURSE for clause in effect for step in clause.steps)
