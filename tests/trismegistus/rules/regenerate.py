"""The golden transcripts: what they are of, and a way to write them anew.

After a change that is meant to change them, raise ``RULES_VERSION`` in
``trisim/games/trismegistus/rules/version.py``::

    NUMBA_DISABLE_JIT=1 python -m tests.trismegistus.rules.regenerate

Then read the difference (``git diff tests/goldens``) against the rules before it is kept.

If the rules are the same and only words of transcripts changed, or goldens or counts were added::

    NUMBA_DISABLE_JIT=1 python -m tests.trismegistus.rules.regenerate --same-rules

``version.json`` beside the goldens has the version of the rules that they and the counts in
``counts.toml`` belong to, and a digest of them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.frozen import Frozen
from trisim.api import GameResult, play_game
from trisim.engine.chance import draw, hash3
from trisim.games.trismegistus.box.box import load_box
from trisim.games.trismegistus.rules.codes import Frame, Move
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.version import RULES_VERSION
from trisim.players.choosing import Choose

TESTS = Path(__file__).parents[2]
FOLDER = TESTS / "goldens"


@dataclass(frozen=True)
class Golden:
    """A game whose transcript is kept."""

    name: str
    seed: int
    players: int | None = None
    achievements: bool = False
    intro: bool = False
    solo: bool = False
    options: Mapping[str, bool | int] = field(default_factory=dict)
    planning: bool = False

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def play(self) -> GameResult:
        return play_game(
            self.players,
            self.seed,
            busy(self.seed),
            box=load_box(TESTS / "testbox"),
            achievements=self.achievements,
            intro=self.intro,
            solo=self.solo,
            options=self.options,
            planning=self.planning,
        )


GOLDENS = [
    Golden("play-2", players=2, seed=7, achievements=True),
    Golden("play-3", players=3, seed=11),
    Golden("play-4", players=4, seed=2, intro=True),
]

HARDER = {
    "extra_gold": True,
    "starting_experiment": True,
    "tracks_at_one": True,
    "setup_rolls": 4,
    "personality_on_tie": True,
    "three_masterpieces": True,
    "masterpiece_gold": True,
}
EASIER = {
    "bot_first": True,
    "less_gold": True,
    "setup_rolls": 0,
    "no_personality": True,
    "no_specialization": True,
    "no_masterpiece": True,
}
SOLO_GOLDENS = [
    Golden("solo-1", seed=16, solo=True),
    Golden("solo-2", seed=14, solo=True, options=HARDER, planning=True),
    Golden("solo-3", seed=1, solo=True, options=EASIER),
]

EAGER = [
    {Move.PERFORM, Move.CLAIM},
    {Move.BUY_FORMULA},
    {Move.USE_FORMULA},
    {Move.CHAMELEON},
    {Move.EXPERIMENT, Move.BUY_ARTIFACT},
    {Move.ARROW, Move.TRANSMUTE, Move.YES, Move.RECHARGE},
]
"""What the busy player does if it can, in this order."""


def busy(seed: int) -> Choose:
    """A player who performs, buys, uses and transmutes whatever it can, so that a lot happens."""

    def busy(game: Game) -> int:
        moves = game.legal()
        if game.frame is Frame.DRAFT:
            return best_die(game, moves)
        noise = draw(hash3(seed, 70 + game.seat, int(game.state.decisions)), 0, 0, 64)
        for kinds in EAGER:
            wanted = [move for move in moves if Move(move >> 24) in kinds]
            if wanted and (noise >> 2 or len(wanted) == len(moves)):
                return wanted[noise % len(wanted)]
        some = [move for move in moves if Move(move >> 24) is not Move.NONE] or moves
        return some[noise % len(some)] if noise % 4 else moves[noise % len(moves)]

    return busy


def best_die(game: Game, moves: list[int]) -> int:
    """The die there is, or the one of the highest potency."""

    def potency(move: int) -> int:
        if Move(move >> 24) is Move.NONE:
            return 1 + int(game.state.labs[game.seat].potency)
        return int(game.state.bowls[(move >> 16) & 255].sum())

    return max(moves, key=potency)


# ---------------------------------------------------------------- the version of the rules


def write(folder: Path) -> None:
    """Write all goldens."""
    for golden in (*GOLDENS, *SOLO_GOLDENS):
        (folder / golden.path.name).write_text(golden.play().transcript, encoding="utf-8")


FROZEN = Frozen(
    rules_version=RULES_VERSION,
    version_file="trisim/games/trismegistus/rules/version.py",
    folder=FOLDER,
    counts=Path(__file__).with_name("counts.toml"),
    module="tests.trismegistus.rules.regenerate",
    write=write,
)

if __name__ == "__main__":
    sys.exit(FROZEN.regenerate(sys.argv[1:]))
