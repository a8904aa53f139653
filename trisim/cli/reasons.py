"""Explanations in words: the options of a decision, what each was worth, and what made it so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import fail
from trisim.transcript import wrapped

if TYPE_CHECKING:
    from trisim.players.choosing import Choose
    from trisim.players.explaining import Explaining, Explanation, Option
    from trisim.plugin import GamePlugin
    from trisim.transcript import Transcript

ALL = "all"
SHOWN, FEATURES, FREE = 5, 4, 2
"""Options, features and free actions that are shown at the most."""

WIDTH = 80
BAR = "    │ "
LABEL = 7
SMALLEST, SAME = 0.005, "="
"""Points that two decimals show, and what stands for less."""

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


def explainer_of(plugin: GamePlugin) -> Callable[..., Any]:
    """What explains the choices of a game's strategies; stops if nothing does."""
    if plugin.players.explain is None:
        fail(f"--explain: strategies of {plugin.name} give no reasons; leave it out")
    return plugin.players.explain


def telling(choose: Explaining, name: str, transcript: Transcript, never_wasted: str) -> Choose:
    """A chooser for a seat that prints its reasons before each move."""
    told = False

    def chosen(game: Any) -> int:
        nonlocal told
        move = choose(game)
        if choose.last is not None:
            whose = "" if transcript.is_about(choose.seat) else f"seat {choose.seat}: "
            lines = reason_lines(choose.last, never_wasted, whose)
            transcript.remark(lines, choose.seat)
        elif not told:
            told = True
            note = f"seat {choose.seat}: {name} gives no reasons; only strategies of weights do"
            transcript.remark(barred(note), choose.seat)
        return move

    return chosen


# ---------------------------------------------------------------- lines


def reason_lines(explained: Explanation, never_wasted: str, whose: str = "") -> list[str]:
    """What the options were worth, the chosen one first, and why it is before the next.

    ``never_wasted`` says why an option is taken when all others would waste something.
    """
    from trisim.players.explaining import Standing

    chosen = explained.chosen
    others = [option for option in explained.options if option is not chosen]
    if chosen.lines:
        return thought_lines(explained, whose) + error_lines(explained)
    refused = [option for option in others if option.standing is Standing.NEVER]
    rest = [option for option in others if option not in refused]
    if rest and all(option.standing is Standing.WASTE for option in rest):
        words = f"{whose}{chosen.words}: {never_wasted}"
        return labelled("", words) + refused_lines(refused)
    is_first = chosen.standing is Standing.FIRST
    beside = [option for option in others if option.standing is chosen.standing]
    label = signed(chosen.value) if is_first else f"{chosen.value:.2f}"
    lines = labelled(label, whose + option_words(chosen)) + beside_lines(chosen, beside)
    if is_first:
        lines += labelled("", f"gains before all else: {feature_words(chosen.parts)}")
        return lines + error_lines(explained)
    lines += refused_lines(refused)
    return lines + why_lines(explained) + error_lines(explained)


def thought_lines(explained: Explanation, whose: str) -> list[str]:
    """The results of the simulations, the chosen option first."""
    chosen = explained.chosen
    others = [option for option in explained.options if option.lines and option is not chosen]
    lines = labelled(f"{chosen.value:.2f}", f"{whose}{chosen.words} ({lines_words(chosen)})")
    for option in others:
        less = signed(option.value - chosen.value)
        lines += labelled(less, f"{option.words} ({lines_words(option)})")
    left_out = len(explained.options) - len(others) - 1
    if left_out:
        lines += labelled("", f"and {left_out} more, left out at first sight")
    return lines


def lines_words(option: Option) -> str:
    """How an option was judged by a player that thinks."""
    from trisim.texts import plural

    return f"{option.lines} line{plural(option.lines)} of play"


def beside_lines(chosen: Option, others: Sequence[Option]) -> list[str]:
    """The best of the other options, by how much they are worth less."""
    less = [signed(option.value - chosen.value) for option in others]
    if len(others) > 1 and set(less) == {SAME}:
        return labelled(SAME, f"{len(others)} more, worth as much")
    lines = []
    for option, label in zip(others[: SHOWN - 1], less, strict=False):
        lines += labelled(label, option_words(option))
    if len(others) >= SHOWN:
        rest = less[SHOWN - 1 :]
        lines += labelled("", f"and {len(rest)} more, from {rest[0]} down")
    return lines


def why_lines(explained: Explanation) -> list[str]:
    """The features that made the difference to the next one."""
    from trisim.players.explaining import WORTH

    found, other = explained.difference(), explained.runner_up
    if other is None or WORTH in found or not feature_words(found):
        return []
    less = signed(other.value - explained.chosen.value)
    return labelled("", f"against {less}: {feature_words(found)}")


def error_lines(explained: Explanation) -> list[str]:
    """What an error did, if the player erred."""
    if not explained.makes_error:
        return []
    lost = explained.best.value - explained.chosen.value
    if explained.best.move == explained.chosen.move or lost < SMALLEST:
        return labelled("", "makes an error, which costs nothing here")
    return labelled("", f"makes an error: it misjudges the options and loses {lost:.2f} points")


def refused_lines(options: Sequence[Option]) -> list[str]:
    """Free actions that are not worth it, or can wait."""
    lines = []
    for option in options[:FREE]:
        lines += labelled("no", f"{option.words}: {refused_words(option.value)}")
    return lines


def refused_words(value: float) -> str:
    """Why a free action of a value is not taken now."""
    if value >= SMALLEST:
        return f"gains {value:.2f}, and can wait"
    return f"would lose {-value:.2f}" if -value >= SMALLEST else "gains nothing"


def option_words(option: Option) -> str:
    """An option, and what it is for."""
    return f"{option.words}, to {option.action}" if option.action else option.words


def feature_words(parts: Mapping[str, float]) -> str:
    """The largest parts by name, and the others together."""
    from trisim.players.explaining import by_size

    named = list(by_size(parts).items())
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
        return SAME
    return f"{'+' if value > 0 else '−'}{abs(value):.2f}"


def labelled(label: str, text: str) -> list[str]:
    """A line with its points at the left."""
    return barred(f"{label:>{LABEL}}  {text}", LABEL + 4)


def barred(text: str, hang: int = 2) -> list[str]:
    """Lines set off from the transcript."""
    return wrapped(text, BAR, " " * hang, WIDTH)
