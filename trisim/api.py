"""Whole games from Python: ``trisim.play_game``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from trisim.box.box import Box, load_box
from trisim.box.faults import did_you_mean
from trisim.rules.chance import NOISE, draw
from trisim.rules.describe import player_name
from trisim.rules.game import Game, GameError
from trisim.rules.transcript import Transcript, text_of

Choose: TypeAlias = Callable[[Game], int]
"""A strategy: given the game as its seat sees it, one of the legal moves."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended; everything by seat."""

    alchemists: tuple[str, ...]
    scores: tuple[int, ...]
    parts: tuple[dict[str, int], ...]
    winners: tuple[int, ...]
    transcript: str


def random_move(game: Game) -> int:
    """Any option, each as likely, by the game's own noise: the same as in compiled play."""
    moves = game.legal()
    return moves[draw(int(game.state.seed), NOISE, int(game.state.decisions), len(moves))]


STRATEGIES: dict[str, Choose] = {"random": random_move}
"""Strategies by name; these see the whole game, so that a seed means the same game everywhere."""


def find_strategy(strategy: str | Choose) -> Choose:
    """A strategy by name; a function of one's own gets the game as its seat sees it."""
    if not isinstance(strategy, str):
        own = strategy
        return lambda game: own(game.view(game.seat))
    if strategy not in STRATEGIES:
        raise GameError(f"no strategy '{strategy}'; {did_you_mean(strategy, list(STRATEGIES))}")
    return STRATEGIES[strategy]


def strategy_name(strategy: str | Choose) -> str:
    """What a transcript calls a strategy."""
    return strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "strategy")


def play(game: Game, choose: Sequence[Choose]) -> Iterator[None]:
    """Play a game to its end, with a pause before the first and after every move."""
    yield
    while not game.is_over:
        game.apply(choose[game.seat](game))
        yield


def play_game(
    players: int = 4,
    seed: int = 1,
    strategy: str | Choose | Sequence[str | Choose] = "random",
    *,
    box: Box | str | Path | None = None,
    variants: Sequence[str | Path] = (),
    achievements: bool = False,
    intro: bool = False,
    alchemists: Sequence[str] = (),
) -> GameResult:
    """Play one game and tell how it went.

    ``strategy`` is a name or a function ``choose(game) -> move``, for all seats or one for each.
    A function gets a copy of the game in which everything hidden from its seat is dealt anew.

    >>> result = play_game(players=2, seed=7)
    >>> len(result.scores), sum(result.parts[0].values()) == result.scores[0]
    (2, True)
    >>> print(result.transcript.splitlines()[0])
    A game of 2 players, seed 7

    >>> def first_option(game):
    ...     return game.legal()[0]
    >>> play_game(players=2, strategy=["random", first_option]).winners in [(0,), (1,), (0, 1)]
    True
    """
    loaded = box if isinstance(box, Box) else load_box(box, variants)
    game = Game.new(
        players, seed, box=loaded, achievements=achievements, intro=intro, alchemists=alchemists
    )
    each = [strategy] * players if isinstance(strategy, str) or callable(strategy) else strategy
    if len(each) != players:
        raise GameError(f"{players} players need one strategy, or {players} of them")
    chosen = ", ".join(alchemists) or "chosen by the players"
    names = [strategy_name(one) for one in each]
    transcript = Transcript(game, names, alchemists=chosen)
    text = "".join(
        text_of(transcript.lines()) for _ in play(game, [find_strategy(one) for one in each])
    )
    return result_of(game, text)


def result_of(game: Game, transcript: str) -> GameResult:
    """The result of a game that is over."""
    seats = range(game.players)
    return GameResult(
        alchemists=tuple(player_name(game, seat) for seat in seats),
        scores=tuple(game.score(seat) for seat in seats),
        parts=tuple(
            {part.name.lower(): points for part, points in game.parts(seat).items()}
            for seat in seats
        ),
        winners=tuple(game.winners()),
        transcript=transcript,
    )
