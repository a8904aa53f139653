"""What people read of a game that has nothing but words for its moves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner

from trisim.api import play
from trisim.cli.play import HUMAN, Table
from trisim.engine.game import LogEvent
from trisim.plugin import GameInfo, GamePlugin, GameText, Outcome
from trisim.transcript import MoveTranscript, text_of


@dataclass
class Counting:
    """Two players take one to three in turn, up to seven: whoever takes the last wins."""

    players: int = 2
    seat: int = 0
    taken: list[int] = field(default_factory=lambda: [0, 0])
    state: Any = field(default_factory=lambda: SimpleNamespace(seed=5, decisions=0))
    automa_seat = bot_seat = -1
    box = None
    won = True

    @property
    def is_over(self) -> bool:
        return sum(self.taken) >= 7

    def legal(self) -> list[int]:
        return [1, 2, 3]

    def apply(self, move: int) -> None:
        self.taken[self.seat] += move
        self.seat = 1 - self.seat

    def score(self, seat: int) -> int:
        return self.taken[seat]

    def winners(self) -> list[int]:
        return [1 - self.seat]


INFO = GameInfo(
    name="counting",
    title="Counting",
    players=range(2, 3),
    default_players=2,
    outcome=Outcome.POINTS,
    plugin="nowhere:PLUGIN",
)
TEXT = GameText(describe=lambda game, move: f"takes {move}")


def plugin(game: GameInfo = INFO, words: GameText = TEXT) -> GamePlugin:
    class Plugin(GamePlugin):
        info = game
        text = words

    return Plugin()


def transcript_of(game: Counting, made: GamePlugin, **who: Any) -> str:
    transcript = made.transcript(game, ["a", "b"], **who)
    choose = [lambda _: 3, lambda _: 1]
    return "".join(text_of(transcript.lines()) for _ in play(cast(Any, game), choose, transcript))


def test_a_line_for_each_move_and_the_result() -> None:
    assert transcript_of(Counting(), plugin()) == (
        "A game of 2 players, seed 5\n"
        "Seats: 0 a, 1 b\n"
        "\n"
        "seat 0: takes 3\n"
        "seat 1: takes 1\n"
        "seat 0: takes 3\n"
        "\n"
        "Result\n"
        "seat 0: 6 points\n"
        "seat 1: 1 point\n"
        "Won by seat 0.\n"
    )


@pytest.mark.parametrize(("won", "said"), [(True, "won"), (False, "lost")])
def test_a_team_wins_or_loses_together(won: bool, said: str) -> None:
    game = Counting()
    game.won = won
    text = transcript_of(game, plugin(replace(INFO, outcome=Outcome.TEAM)), roles=["red", "blue"])
    assert "Roles: red, blue\n" in text
    assert text.endswith(f"Result\nThe team has {said}.\n")


class Telling(Counting):
    """Counting, with a log: a bell rings before each move."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[LogEvent[int, int]] = []

    def apply(self, move: int) -> None:
        self.log += [LogEvent(1, -1, 0, 0, 0, 0), LogEvent(2, self.seat, move, 0, 0, 0)]
        super().apply(move)

    def events(self) -> list[LogEvent[int, int]]:
        events, self.log = self.log, []
        return events


def sentence(game: Any, event: Any, is_seen: bool) -> str:
    if event.what == 1:
        return "A bell rings"
    return f"has taken {event.thing if is_seen else 'some'}" if event.thing > 1 else ""


def test_a_line_for_each_event_that_has_words() -> None:
    made = plugin(words=replace(TEXT, sentence=sentence))
    text = transcript_of(Telling(), made, viewers=[1])
    assert [line for line in text.splitlines()[2:] if line] == [
        "A bell rings",
        "seat 0 has taken some",
        "A bell rings",
        "A bell rings",
        "seat 0 has taken 3",  # nothing is secret when the game is over
        "Result",
        "seat 0: 6 points",
        "seat 1: 1 point",
        "Won by seat 0.",
    ]


def test_remarks_stand_before_their_event() -> None:
    game = Telling()
    transcript = plugin(words=replace(TEXT, sentence=sentence)).transcript(game)
    transcript.lines()
    transcript.remark(["because"], 0)
    transcript.choose(2)
    game.apply(2)
    told = [line.text for line in transcript.lines()]
    assert told == ["because", "", "A bell rings", "seat 0 has taken 2"]


def test_remarks_stand_before_their_move() -> None:
    game = Counting()
    transcript = plugin().transcript(game)
    assert isinstance(transcript, MoveTranscript)
    transcript.lines()
    transcript.remark(["because"], 0)
    transcript.choose(2)
    assert [line.text for line in transcript.lines()] == ["because", "seat 0: takes 2"]


def at_the_table(made: GamePlugin, answers: str) -> str:
    game = Counting()
    transcript = made.transcript(game, [HUMAN, HUMAN], viewers=[0, 1])
    table = Table(made, game, [HUMAN, HUMAN], transcript)  # type: ignore[arg-type]
    runner = CliRunner()
    with runner.isolation(input=answers) as (out, *_):
        table.run()
        return out.getvalue().decode()


def test_a_person_gets_options_and_only_the_keys_there_are() -> None:
    text = at_the_table(plugin(), "?\ns\n3\n3\n3\n")
    assert "— You decide (seat 0):\n   1  takes 1\n   2  takes 2\n" in text
    assert "Type a number to choose, q quit.\n" in text
    assert "'?' is not from 1 to 3" in text
    assert "'s' is not from 1 to 3" in text
    assert text.endswith("Won by seat 0.\n")


def test_own_lines_and_the_table_are_shown() -> None:
    text = replace(
        TEXT,
        own_lines=lambda game, seat: [f"  you have {game.taken[seat]}"],
        table_lines=lambda game, seat: [f"  {sum(game.taken)} of 7 are taken"],
        more_about=lambda game, move: "all of it" if move == 3 else "",
    )
    shown = at_the_table(plugin(words=text), "?\nq\n")
    assert "— You decide (seat 0):\n  you have 0\n   1  takes 1\n" in shown
    assert "takes 3 — all of it\n" in shown
    assert "  0 of 7 are taken\n" in shown
    assert "Type a number to choose, ? the board, q quit.\n" in shown
