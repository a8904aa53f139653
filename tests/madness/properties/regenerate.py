"""The golden transcripts: what they are of, and a way to write them anew.

After a change that is meant to change them, raise ``RULES_VERSION`` in
``trisim/games/madness/rules/version.py``::

    NUMBA_DISABLE_JIT=1 python -m tests.madness.properties.regenerate

Then read the difference (``git diff tests/madness/goldens``) against the rules before it is kept.

If the rules are the same and only words of transcripts changed, or goldens or counts were added::

    NUMBA_DISABLE_JIT=1 python -m tests.madness.properties.regenerate --same-rules

``version.json`` beside the goldens has the version of the rules that they and the counts in
``counts.toml`` belong to, and a digest of them. ``goldens.toml`` says what is played.
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.frozen import Frozen
from tests.madness.properties.boxes import small_box
from trisim.engine.chance import draw, hash3
from trisim.engine.game import Game
from trisim.engine.moves import first_of, kind_of, second_of
from trisim.games.madness.loop import RULES
from trisim.games.madness.rules.codes import Move
from trisim.games.madness.rules.version import RULES_VERSION
from trisim.games.madness.text.position import make_position
from trisim.games.madness.text.transcript import Transcript
from trisim.plugin import info
from trisim.transcript import text_of

FOLDER = Path(__file__).parents[1] / "goldens"
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """A game, or a part of one, whose transcript is kept."""

    name: str
    new: dict[str, Any] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    position: dict[str, Any] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    """The first moves, as ``cast 0 2``: a kind, and its first arguments."""

    turns: int = 100
    """How many turns are told."""

    @property
    def file(self) -> str:
        return f"{self.name}.txt"

    def start(self) -> Game:
        """The game before its first choice here."""
        if self.position:
            game: Game = make_position(self.position, small_box())
            return game
        options = info("madness").options(**self.options)
        return RULES.new_game(small_box(), **self.new, options=options)

    def transcript(self) -> str:
        """Play it and tell it."""
        game, script = self.start(), list(self.moves)
        transcript = Transcript(game)
        text = text_of(transcript.lines())
        last = int(game.state.turn) + self.turns
        while not game.is_over and (script or int(game.state.turn) < last):
            if script:
                move = scripted(game, script.pop(0))
            else:
                move = busy(game) if not self.moves else quiet(game)
            transcript.choose(move)
            game.apply(move)
            text += text_of(transcript.lines(flush=game.is_over))
        return text + text_of(transcript.lines(flush=True))


def words(move: int) -> list[str]:
    """A move as in a script, with all of its arguments."""
    return [Move(kind_of(move)).name.lower(), str(first_of(move)), str(second_of(move))]


def scripted(game: Game, text: str) -> int:
    """The one move that a line of a script names."""
    wanted = text.split()
    found = [move for move in game.legal() if words(move)[: len(wanted)] == wanted]
    options = [" ".join(words(move)) for move in game.legal()]
    assert len(found) == 1, f"{text}: {len(found)} of {options}"
    return found[0]


EAGER = [
    {Move.MAGE, Move.PAY, Move.DESTROY, Move.SEAT, Move.ELEMENT, Move.CARD, Move.TRIM},
    {Move.CURE, Move.LEARN},
    {Move.CAST, Move.ABILITY, Move.FORGET, Move.MAY, Move.SPELL, Move.CURSE},
    {Move.ACQUIRE},
]
"""What the busy player does if it can, in this order."""


def busy(game: Game) -> int:
    """A player who does what there is to do, with some chance, so that a lot happens."""
    moves = game.legal()
    noise = draw(hash3(int(game.state.seed), 70 + game.seat, int(game.state.decisions)), 0, 0, 64)
    for kinds in EAGER:
        wanted = [move for move in moves if kind_of(move) in kinds]
        if wanted and noise >> 3:
            return wanted[noise % len(wanted)]
    return moves[noise % len(moves)]


def quiet(game: Game) -> int:
    """A player who ends as soon as possible, and else takes the first option."""
    return game.legal()[0]


GOLDENS = [
    Golden(**entry)
    for entry in tomllib.loads((HERE / "goldens.toml").read_text("utf-8"))["goldens"]
]


def write(folder: Path) -> None:
    """Write all goldens."""
    for golden in GOLDENS:
        (folder / golden.file).write_text(golden.transcript(), encoding="utf-8")


FROZEN = Frozen(
    rules_version=RULES_VERSION,
    version_file="trisim/games/madness/rules/version.py",
    folder=FOLDER,
    counts=HERE / "counts.toml",
    module="tests.madness.properties.regenerate",
    write=write,
)

if __name__ == "__main__":
    sys.exit(FROZEN.regenerate(sys.argv[1:]))
