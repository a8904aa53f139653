"""The light part of *The Big Book of Madness*: names, options, help texts."""

from __future__ import annotations

from dataclasses import dataclass

from trisim.plugin import GameInfo, GameOptions, Outcome, RoleWords, TuningDefaults, option

DIFFICULTIES = ("I", "II", "III")
MODES = ("normal", "terror", "nightmare", "both")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(GameOptions):
    """Difficulty and mode."""

    difficulty: str = option(
        "I",
        "How many multi-element curses there are: I (easy), II (medium) or III (hard).",
        metavar="NAME",
        words=DIFFICULTIES,
    )
    mode: str = option(
        "normal",
        "How decks begin: normal; terror (a madness in each), nightmare (no card of value 2), or "
        "both.",
        metavar="NAME",
        words=MODES,
    )

    @property
    def scenario(self) -> str:
        """Difficulty and mode.

        >>> Options(difficulty="II", mode="terror").scenario
        'II/terror'
        """
        return f"{self.difficulty}/{self.mode}"


EXAMPLES = {
    "run": ("trisim run --game madness --players 3 --difficulty II --games 20000 --out runs/m",),
    "play": (
        "trisim play --game madness --players 3 --difficulty II --mode terror",
        "trisim play --game madness --seat 0=human --seat 1=human    one person, two players",
    ),
    "difficulty": ("trisim difficulty --game madness --only II/normal,II/terror --out studies/m",),
    "box": (
        "trisim box show growth --game madness       one card",
        "trisim box show fire --game madness         spells and curses of an element",
    ),
}
"""Examples for the help of commands."""

NOTES = {
    "run": (
        "The usual strategy, random, wins almost no game: for questions about balance play with "
        "--strategy balanced. How far teams come is in the columns progress and monsters_beaten of "
        "games."
    ),
    "box show": """\b
WHAT is a spell, curse, mage, sheet or monster, by id or name;
spells: spells, basic, level 1, level 2, level 3;
curses: curses, water curses, earth curses, fire curses, air curses, multi curses;
an element, with its spells and curses: water, earth, fire, air;
the grimoire: sheets; or a part of the game: mages, elements, rounds, modes, rules.""",
}
"""Paragraphs for the help of commands."""

GAME = GameInfo(
    name="madness",
    title="The Big Book of Madness",
    players=range(2, 6),
    default_players=3,
    outcome=Outcome.TEAM,
    role=RoleWords(
        "mage",
        "mages",
        "balanced: all line-ups equally often in all seats; random; chosen: by the strategies; or "
        "ids with commas, one for each place.",
    ),
    options=Options,
    tuning=TuningDefaults(start="balanced", pool=("balanced",)),
    presets={
        f"{difficulty}/{mode}": {"difficulty": difficulty, "mode": mode}
        for mode in MODES
        for difficulty in DIFFICULTIES
    },
    box="Reference set",
    examples=EXAMPLES,
    notes=NOTES,
    words=(
        *("curse", "curses", "grimoire", "invocation", "madness", "mage", "mages", "monster"),
        *("monsters", "nightmare", "spell", "spells"),
    ),
    plugin="trisim.games.madness.plugin:PLUGIN",
)
