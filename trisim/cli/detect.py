"""``--dry-run --detect``: how many games a question needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from trisim.cli.common import fail

if TYPE_CHECKING:
    from trisim.campaigns.detect import Detect, Needs
    from trisim.sim.campaign import Prepared

FOUND = "With --dry-run: how many games find a change of this size with a probability of 80 %, "

DETECT = click.option(
    "--detect",
    metavar="[METRIC=]SIZE",
    help=FOUND + "such as 2% (percentage points of rates), 1.5 (of means), seat=2% or "
    "score.mean=1.5. It plays a pilot of a few hundred games on other deals.",
)
DETECT_WINS = click.option(
    "--detect", metavar="SIZE", help=FOUND + "such as 2% (percentage points of wins)."
)


def detecting(
    options: Mapping[str, Any], needs: Callable[[Prepared[Any], Detect], Needs]
) -> dict[str, Any]:
    """What ``run_campaign`` is given, so that a dry run says how many games it takes."""
    text = options["detect"]
    if text is None:
        return {}
    if not options["dry_run"]:
        fail(f"--detect {text}: it adds lines to a dry run; add --dry-run")
    from trisim.campaigns.detect import Detect

    return {
        "check": lambda prepared: Detect.read(text, prepared.request.info),
        "more": lambda prepared: needs(prepared, Detect.read(text, prepared.request.info)).lines(),
    }
