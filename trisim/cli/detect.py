"""``--dry-run --detect EFFECT``: how many games a question needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import fail, failing

if TYPE_CHECKING:
    from trisim.campaigns.detect import Needed

MOST_SHOWN = 12

DETECT = click.option(
    "--detect",
    metavar="EFFECT",
    help="With --dry-run: how many games find a change of this size, such as 2% (percentage "
    "points of rates) or 1.5 (of means), with a probability of 80 %. Estimated from a pilot of 400 "
    "games of some versions: from the spread, deal by deal, of their paired differences.",
)


def read_effect(options: Mapping[str, Any]) -> tuple[float, bool] | None:
    """The size of the effect, and whether it is one of rates; None if nobody asks."""
    text = options["detect"]
    if text is None:
        return None
    from trisim.campaigns.measures import number_of

    if not options["dry_run"]:
        fail(f"--detect {text}: it says what a dry run says; add --dry-run")
    with failing():
        effect, is_rate = number_of(text, f"--detect {text}")
    if effect <= 0 or (is_rate and effect >= 1):
        limits = "more than 0 % and less than 100 %" if is_rate else "more than 0"
        fail(f"--detect {text}: an effect is {limits}, such as 2%")
    return effect, is_rate


def needed_lines(found: Sequence[Needed], effect: str) -> Iterator[str]:
    """How many games each measure takes, the one with the fewest first."""
    if not found:
        yield f"--detect {effect}: no measure of this kind; name one with --measure"
        return
    yield (
        f"To find a change of {effect} against the printed values with a probability of 80 %, from "
        "a pilot:"
    )
    order = sorted(found, key=lambda each: (each.games is None, each.games or 0))
    for each in order[:MOST_SHOWN]:
        games = "no realistic number of" if each.games is None else f"about {each.games:,}"
        yield f"  {each.measure:<36} {games} games of each point"
    if len(order) > MOST_SHOWN:
        yield f"  … and {len(order) - MOST_SHOWN} more measures; see --measure"
