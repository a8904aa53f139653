"""Values of options, read with one line for what is wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

from trisim.cli.common import fail

TRUST = click.option(
    "--trust",
    is_flag=True,
    help="Execute Python strategies in the folder that are not yours: read them first.",
)
"""For commands that load strategies from a folder."""


class NamedPath(click.Path):
    """A path that has a name: an empty one would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, as click has it."""
        if value == "":
            option = param.opts[0] if isinstance(param, click.Option) else "RUN"
            fail(f"{option} '': a name is missing; '.' is the current folder")
        return super().convert(value, param, ctx)


VERIFY = click.option(
    "--no-verify",
    "verify",
    is_flag=True,
    default=True,
    flag_value=False,
    help="Don't compare the files of the run with their checksums.",
)


def one_of(word: str, option: str, words: Sequence[str]) -> str:
    """One of a few words."""
    from trisim.box.faults import did_you_mean

    found = word.strip().lower()
    if found not in words:
        fail(f"{option} {word}: {did_you_mean(found, list(words), listed(words))}")
    return found


def listed(words: Sequence[str]) -> str:
    """``a, b or c is expected``."""
    return f"{', '.join(words[:-1])} or {words[-1]} is expected"


LONGEST = 1000
"""Digits of a number that Python reads without a word."""


def whole_number(
    text: str, option: str, least: int = 1, most: int | None = None, beyond: str = ""
) -> int:
    """A whole number of the command line; numbers may have underscores or commas in them.

    ``beyond`` is what is said of a larger one than ``most``.

    >>> whole_number("1_000_000", "--games"), whole_number("-1", "--jobs", least=-1)
    (1000000, -1)
    """
    from trisim.box.faults import shown
    from trisim.sim.settings import MOST_DEALS

    largest = MOST_DEALS if most is None else most
    digits = text.strip().replace("_", "").replace(",", "")
    plain = re.fullmatch(r"-?[0-9]+", digits)
    if not plain or int(digits[:LONGEST]) < least:
        fail(f"{option} {shown(text)}: a whole number from {least} on is expected")
    if int(digits[:LONGEST]) > largest:
        fail(f"{option} {shown(text)}: {beyond or f'{largest:,} is the most'}")
    return int(digits)
