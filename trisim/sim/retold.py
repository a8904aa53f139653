"""Games of runs told once more: both versions of a game, and where they diverge.

The text of a changed card stands in both transcripts, on the board and elsewhere, and is no
difference in play. So the second version is told twice at once: with its own texts, to be shown,
and with the texts of the first, to be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from trisim.engine.game import Game
from trisim.players.choosing import Choose
from trisim.record.base import Outcome
from trisim.texts import visible

if TYPE_CHECKING:
    from trisim.box.box import Box
    from trisim.sim.plan import Plan

LONGEST_COMMON = 8
"""Lines in a row that both versions have and that are shown after they have diverged."""


class Moves(Protocol):
    """A transcript, as far as it is told which move is about to be made."""

    def choose(self, move: int) -> None: ...


def play(
    game: Game, choose: Sequence[Choose] | Mapping[int, Choose], transcript: Moves
) -> Iterator[None]:
    """Play a game to its end, with a pause before the first and after every move."""
    yield
    while not game.is_over:
        move = choose[game.seat](game)
        transcript.choose(move)
        game.apply(move)
        yield


def seats_of(plan: Plan, number: int) -> tuple[list[str], list[str]]:
    """Who plays each seat of a game, and the roles that were given to them."""
    seats = plan.design.seats(number)
    names = [plan.request.lineup[seat.place] for seat in seats]
    return names, [seat.role for seat in seats if seat.role is not None]


# ---------------------------------------------------------------- one version


class Line(NamedTuple):
    """A line of a transcript, safe for terminals."""

    text: str
    is_heading: bool


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game of a run that was played once more."""

    lines: tuple[Line, ...]
    compared: tuple[Line, ...]
    """The same with the texts of another box."""

    winners: tuple[int, ...]
    """The seats that won, or share the win: all or none of a team."""

    scores: tuple[float, ...]
    """By seat; none of a team."""

    result: tuple[str, ...]
    """The result in words."""


def tell_game(plan: Plan, number: int, texts: Box | None = None) -> ToldGame:
    """Play a game of a run once more and tell it; ``texts`` has the texts to compare it with."""
    from trisim.sim.block import replay_game

    game, choosers = replay_game(plan, number)
    names, roles = seats_of(plan, number)
    games = [game] if texts is None else [game, with_texts(game, texts)]
    share_events(games)
    told = [plan.game.transcript(each, names, roles=roles) for each in games]
    lines: list[list[Line]] = [[] for _ in games]
    for _ in play(game, choosers, Together(told)):
        for mine, transcript in zip(lines, told, strict=True):
            mine += [Line(visible(line.text), line.heading) for line in transcript.lines()]
    return ToldGame(tuple(lines[0]), tuple(lines[-1]), *result_of(plan, game))


def result_of(plan: Plan, game: Game) -> tuple[tuple[int, ...], tuple[float, ...], tuple[str, ...]]:
    """The winners, scores and words of a game that is over."""
    seats = tuple(range(game.players))
    words = tuple(visible(line) for line in plan.game.result_lines(game))
    if plan.game.info.outcome is Outcome.TEAM:
        return (seats if game.won else ()), (), words
    return tuple(game.winners()), tuple(game.score(seat) for seat in seats), words


@dataclass(frozen=True, slots=True)
class Together:
    """Several transcripts of a game, which are told the same moves."""

    transcripts: Sequence[Moves]

    def choose(self, move: int) -> None:
        for each in self.transcripts:
            each.choose(move)


def with_texts(game: Game, box: Box) -> Game:
    """The same game, with the same state, whose names and texts are those of a box."""
    twin = copy(game)
    twin.box = box
    return twin


def share_events(games: Sequence[Game]) -> None:
    """Let each of several copies of a game have all events of the first."""
    take = games[0].events
    waiting: list[list[Any]] = [[] for _ in games]

    def reader(place: int) -> Callable[[], list[Any]]:
        def events() -> list[Any]:
            new = take()
            for each in waiting:
                each += new
            found, waiting[place] = waiting[place], []
            return found

        return events

    for place, game in enumerate(games):
        game.events = reader(place)  # type: ignore[method-assign]


def texts_of(box: Box, other: Box) -> Box:
    """The other box with the names and texts of ``box``, for all that both have."""
    parts: dict[str, Any] = {"about": box.about, "variants": box.variants}
    for kind in box.format.cards:
        mine = {card.id: card for card in box.cards(kind)}
        parts[kind] = tuple(mine.get(card.id, card) for card in other.cards(kind))
    for file in box.format.tables:
        tables = getattr(box, file)
        parts[file] = {key: tables.get(key, each) for key, each in getattr(other, file).items()}
    return replace(other, **parts)


# ---------------------------------------------------------------- both versions


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two told games diverge."""

    same: int
    """The lines at the beginning that both have."""

    heading: str
    """The heading above the first line that differs; "" if there is none."""

    starts: tuple[int, int]
    """The first line of each game that differs, among those that are shown."""


def parting(one: ToldGame, other: ToldGame) -> Parting | None:
    """Where two games diverge; None if their transcripts are the same."""
    same = common(one.lines, other.compared)
    if same == len(one.lines) == len(other.compared):
        return None
    headings = [line.text for line in one.lines[:same] if line.is_heading]
    begins = [after_heading(told.lines, len(headings)) for told in (one, other)]
    alike = common(one.lines[begins[0] : same], other.lines[begins[1] :])
    first, second = begins[0] + alike, begins[1] + alike
    return Parting(same, headings[-1] if headings else "", (first, second))


def common(one: Sequence[Line], other: Sequence[Line]) -> int:
    """The number of lines at the beginning that are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def after_heading(lines: Sequence[Line], number: int) -> int:
    """The place after a heading, counted from 1; 0 if the number is 0."""
    places = [at for at, line in enumerate(lines, start=1) if line.is_heading]
    return places[number - 1] if number else 0


def without_common(one: Sequence[Line], other: Sequence[Line]) -> tuple[list[str], list[str]]:
    """The texts of two versions; many lines in a row that both have are replaced by their number.

    The last heading among such lines is kept.
    """
    found: tuple[list[str], list[str]] = [], []
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        sides = one[start:end], other[other_start:other_end]
        for texts, lines in zip(found, sides, strict=True):
            is_long = tag == "equal" and len(lines) > LONGEST_COMMON
            texts += left_out(lines) if is_long else [line.text for line in lines]
    return found


def left_out(lines: Sequence[Line]) -> list[str]:
    """Words in place of lines that both versions have, and the last heading among them."""
    places = [at for at, line in enumerate(lines) if line.is_heading]
    words = f"  … {len(lines)} lines that both versions have …"
    if not places:
        return [words]
    more = ["  …"] if places[-1] + 1 < len(lines) else []
    return [words, "", lines[places[-1]].text, *more]
