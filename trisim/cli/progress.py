"""Progress of long work: a bar on a terminal, a few plain lines elsewhere; always on stderr."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from trisim.cli.common import console

Tell = Callable[[int, int, str], None]
"""Told how much is done, of how much, and what is at hand."""

PAUSE = 10.0
"""Seconds between two plain lines."""


def is_live() -> bool:
    """Whether somebody watches a terminal."""
    return console(stderr=True).is_terminal and not os.environ.get("CI")


@contextmanager
def showing(title: str, unit: str = "") -> Iterator[Tell]:
    """Show how work goes on; the work calls what this gives."""
    if is_live():
        with bar(title, unit) as tell:
            yield tell
    else:
        yield plain_lines(title, unit)


@contextmanager
def bar(title: str, unit: str) -> Iterator[Tell]:
    """A bar that disappears when the work is done."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[count]}"))
    shown = Progress(*columns, TimeElapsedColumn(), console=console(stderr=True), transient=True)
    with shown as progress:
        task = progress.add_task(title, total=None, count="")

        def tell(done: int, total: int, name: str) -> None:
            count = f"{done} of {total} {unit}" if unit else name
            progress.update(task, completed=done, total=total, count=count)

        yield tell


def plain_lines(title: str, unit: str) -> Tell:
    """A line now and one from time to time."""
    click.echo(f"{title} …", err=True)
    told = time.monotonic()

    def tell(done: int, total: int, name: str) -> None:
        nonlocal told
        if time.monotonic() - told >= PAUSE:
            told = time.monotonic()
            click.echo(
                f"{title}: {done} of {total} {unit}" if unit else f"{title}: {name}", err=True
            )

    return tell


def make_warm() -> None:
    """Compile the rules if they aren't yet, and say so."""
    from trisim.rules import cache
    from trisim.rules.kernel import JIT

    if JIT and not cache.is_warm():
        title = "Compiling the rules, once (about a minute)"
        with showing(title, "functions") as tell:
            cache.warm_up(tell)
