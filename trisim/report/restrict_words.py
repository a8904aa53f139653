"""Words on the classes of parts of a game, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Iterator

from trisim.stats.restrictions import (
    DEAD,
    INDIFFERENT,
    MUCH,
    NEEDED,
    TRAP,
    UNDECIDED,
    USEFUL,
    Worth,
    Worths,
)

AGAIN = "*"
"""The mark of figures that come from new deals."""

ABOUT = {
    NEEDED: f"over {100 * MUCH:g} points worse without it",
    USEFUL: "surely worse without it",
    INDIFFERENT: "within the margin without it",
    TRAP: "better without it, in both stages",
    DEAD: "never chosen, or hardly ever",
    UNDECIDED: "more games would tell",
}


def find_out(worths: Worths, worth: Worth, folder: str, free: str) -> Iterator[tuple[str, str]]:
    """How to find out whether a trap is a fault of the part or of the player: why, and how.

    ``free`` is a run in ``folder`` whose players may use the part.
    """
    name = worth.part.name
    yield (
        "Is it the player? One that plays better shows whether it is a trap for it, too.",
        f"trisim restrict --game {worths.game} --strategy STRONGER --only {name} "
        f"--out {folder}-stronger",
    )
    yield (
        "Why do players choose it? Their reasons are in any game in which they may.",
        f"trisim replay {folder}/{free} 0 --explain",
    )
    yield (
        "Is it the part? Compare the game with one that lacks it, or has a better one.",
        f"trisim compare reference CHANGED.toml --game {worths.game} "
        f"--strategy {worths.strategy} --out {folder}-changed",
    )


def met_words(worth: Worth) -> str:
    """How often free players met a part."""
    part = worth.part
    if not part.offered:
        return "never offered"
    if not part.chosen:
        return f"offered {part.offered:,} times, never chosen"
    return f"chosen {part.chosen:,} of {part.offered:,} times"


def difference_words(worth: Worth) -> str:
    """Whether games without a part that nobody chose are the free ones."""
    first = worth.first
    if first.is_identical:
        return f"identical in all {first.deals:,} deals"
    return f"another course in {first.differing:,} of {first.deals:,} deals"
