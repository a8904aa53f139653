"""Explanations in words: the options of a decision, what each was worth, and what made it so."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from trisim.cli.common import fail

if TYPE_CHECKING:
    from trisim.players.choosing import Choose
    from trisim.players.explaining import Explaining, Explanation, Option
    from trisim.rules.game import Game
    from trisim.rules.transcript import Transcript

ALL = "all"
SHOWN, FEATURES, FREE = 5, 4, 2
"""Options, features and free actions that are shown at the most."""

WIDTH = 80
BAR = "    │ "
LABEL = 7
SMALLEST = 0.005
"""Points that two decimals show."""

EXPLAIN = click.option(
    "--explain",
    is_flag=False,
    flag_value=ALL,
    default="",
    metavar="[SEATS]",
    help="Say before each move what the options were worth to a strategy of weights, and why: "
    "for all seats, or for some (0,2).",
)


def seats_to_explain(text: str, players: int) -> list[int]:
    """The seats whose moves are explained."""
    if text in ("", ALL):
        return list(range(players)) if text else []
    seats = [word.strip() for word in text.split(",")]
    known = [str(seat) for seat in range(players)]
    if any(seat not in known for seat in seats):
        fail(
            f"--explain {text}: seats from 0 to {players - 1} are expected, as in --explain 0,1; "
            "give it last for all seats"
        )
    return [int(seat) for seat in seats]


def telling(choose: Explaining, name: str, transcript: Transcript) -> Choose:
    """What chooses for a seat, and says why before each move."""
    told = False

    def chosen(game: Game) -> int:
        nonlocal told
        move = choose(game)
        if choose.last is not None:
            whose = "" if is_turn_of(game, choose.seat) else f"seat {choose.seat}: "
            transcript.remark(reason_lines(choose.last, whose), choose.seat)
        elif not told:
            told = True
            note = f"seat {choose.seat}: {name} gives no reasons; only strategies of weights do"
            transcript.remark(barred(note), choose.seat)
        return move

    return chosen


def is_turn_of(game: Game, seat: int) -> bool:
    """Whether the lines of the transcript are about a seat anyway."""
    return not game.state.choosing and int(game.state.active) == seat


# ---------------------------------------------------------------- lines


def reason_lines(explained: Explanation, whose: str = "") -> list[str]:
    """What the options were worth, the chosen one first, and why it is before the next."""
    from trisim.players.explaining import Standing

    chosen = explained.chosen
    others = [option for option in explained.options if option is not chosen]
    beside = [option for option in others if option.standing is chosen.standing]
    is_first = chosen.standing is Standing.FIRST
    label = signed(chosen.value) if is_first else f"{chosen.value:.2f}"
    lines = labelled(label, whose + option_words(chosen))
    for option in beside[: SHOWN - 1]:
        lines += labelled(signed(option.value - chosen.value), option_words(option))
    if len(beside) >= SHOWN:
        least = signed(beside[SHOWN - 1].value - chosen.value)
        lines += labelled("", f"and {len(beside) - SHOWN + 1} more, from {least} down")
    if not is_first:
        lines += refused_lines([option for option in others if option.standing is Standing.NEVER])
    return lines + why_lines(explained, is_first)


def why_lines(explained: Explanation, is_first: bool) -> list[str]:
    """The features that made the difference, and what an error did to it."""
    from trisim.players.explaining import WORTH, by_size

    if is_first:
        parts = feature_words(by_size(explained.chosen.parts))
        return labelled("", f"gains before all else: {parts}") + error_lines(explained)
    found = explained.difference()
    if not found or WORTH in found or max(map(abs, found.values())) < SMALLEST:
        return error_lines(explained)
    return labelled("", f"over the next: {feature_words(found)}") + error_lines(explained)


def error_lines(explained: Explanation) -> list[str]:
    """What an error did, if the player erred."""
    if not explained.errs:
        return []
    lost = explained.best.value - explained.chosen.value
    if explained.best.move == explained.chosen.move or lost < SMALLEST:
        return labelled("", "errs, which costs nothing here")
    return labelled("", f"errs: misjudges the options, and gives {lost:.2f} away")


def refused_lines(options: Sequence[Option]) -> list[str]:
    """Free actions that are not worth it, and what would be wasted."""
    lines = []
    free = [option for option in options if option.parts or abs(option.value) >= SMALLEST]
    for option in free[:FREE]:
        lost = f"would lose {-option.value:.2f}" if -option.value >= SMALLEST else "gains nothing"
        lines += labelled("no", f"{option.words}: {lost}")
    rest = len(options) - len(lines[:FREE])
    if not free and rest:
        lines += labelled(
            "no", f"{options[0].words}{f', nor {rest - 1} more' * (rest > 1)}: a waste"
        )
    return lines


def option_words(option: Option) -> str:
    """An option, and what a die is for."""
    return f"{option.words}, to {option.deed}" if option.deed else option.words


def feature_words(parts: Mapping[str, float]) -> str:
    """The largest parts by name, and the others together."""
    named = list(parts.items())
    shown = [part for part in named[:FEATURES] if abs(part[1]) >= SMALLEST]
    words = [f"{name.replace('_', ' ')} {signed(value)}" for name, value in shown]
    rest = sum(value for _, value in named[len(shown) :])
    if abs(rest) >= SMALLEST:
        words.append(f"others {signed(rest)}")
    return ", ".join(words)


def signed(value: float) -> str:
    """Points more or less.

    >>> signed(1.5), signed(-0.25), signed(0.001)
    ('+1.50', '−0.25', '=')
    """
    if abs(value) < SMALLEST:
        return "="
    return f"{'+' if value > 0 else '−'}{abs(value):.2f}"


def labelled(label: str, text: str) -> list[str]:
    """A line with its points at the left."""
    return barred(f"{label:>{LABEL}}  {text}", LABEL + 4)


def barred(text: str, hang: int = 2) -> list[str]:
    """Lines set off from the transcript."""
    from trisim.rules.sheets import PAGE_WIDTH

    width = min(WIDTH, PAGE_WIDTH.get())
    return textwrap.wrap(
        text, width, initial_indent=BAR, subsequent_indent=BAR + " " * hang, break_on_hyphens=False
    )
