"""Progress of long work: a bar on a terminal, a few plain lines elsewhere; always on stderr.

The command line and the functions of ``trisim.api`` show it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

import click

from trisim.terminal import console
from trisim.texts import visible

if TYPE_CHECKING:
    from trisim.engine.rules import Rules
    from trisim.players.player import Player
    from trisim.plugin import GamePlugin
    from trisim.sim.progress import Progress
    from trisim.sim.request import Request

Tell = Callable[[int, int, str], None]
"""Called with the amount done, the total, and the current step."""

TellGames = Callable[["Progress"], None]
"""Called with the progress of a run."""

PAUSE = 10.0
"""Seconds between two plain lines."""

BESIDE_BAR = 64
"""Columns that the words beside the bar of a run take."""


def is_live() -> bool:
    """Whether somebody watches a terminal, or a notebook that can show a bar."""
    shown = console(stderr=True)
    watched = has_widgets() if shown.is_jupyter else shown.is_terminal
    return watched and not os.environ.get("CI")


def has_widgets() -> bool:
    """Whether a notebook can show something that moves; without, rich would only complain."""
    return find_spec("ipywidgets") is not None


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

    name, count = (
        TextColumn(words, markup=False) for words in ("{task.description}", "{task.fields[count]}")
    )
    columns = (name, BarColumn(), count)
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


@contextmanager
def reporting(quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Show which step of a report is being made, and how far it is."""
    if quiet:
        yield lambda what, done, of: None
        return
    with showing("Reporting") as tell:
        yield lambda what, done, of: tell(done, of, f"{what}: {done:,} of {of:,}")


# ---------------------------------------------------------------- games of a run


@contextmanager
def playing(games: int, *, quiet: bool = False, most: bool = False) -> Iterator[TellGames]:
    """Show how the games of a run go on; the runner calls what this gives.

    ``most``: it may stop before, so that the time left is the longest it can be.
    """
    if quiet:
        yield lambda progress: None
    elif is_live():
        with game_bar(games, Pace(most)) as tell:
            yield tell
    else:
        yield game_lines(Pace(most))


@contextmanager
def game_bar(games: int, pace: Pace) -> Iterator[TellGames]:
    """Games, games a second and the time left, on one line."""
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    shown = console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(max(10, min(40, shown.width - BESIDE_BAR))),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TextColumn("{task.fields[pace]}"),
    )
    with Bar(*columns, console=shown, transient=True) as bar:
        task = bar.add_task("Playing", total=games, pace="")

        def tell(progress: Progress) -> None:
            bar.update(
                task,
                description=progress.note or "Playing",
                completed=progress.games,
                total=progress.games_in_all,
                pace=pace.words(progress),
            )

        yield tell


def game_lines(pace: Pace) -> TellGames:
    """A line when it begins and one from time to time."""
    told = 0.0

    def tell(progress: Progress) -> None:
        nonlocal told
        words = pace.words(progress)
        count = f"{progress.games:,} of {progress.games_in_all:,} games"
        if not told:
            there = f"; {progress.games:,} are there already" if progress.games else ""
            click.echo(f"Playing {progress.games_in_all:,} games{there} …", err=True)
        elif time.monotonic() - told >= PAUSE:
            click.echo(f"{count}, {words}" if words else count, err=True)
        else:
            return
        told = time.monotonic()

    return tell


def say_beside(line: str) -> None:
    """Say something while a bar may be shown: rich puts what is written to stderr above it."""
    with suppress(OSError):  # nobody listens any more: no reason to stop playing
        sys.stderr.write(f"{visible(line)}\n")  # click would write past rich, into the bar


class Pace:
    """How fast games are played since the first ones were: what is loaded before doesn't count."""

    def __init__(self, most: bool = False) -> None:
        self._first: Progress | None = None
        self._most = "at most " if most else ""

    def words(self, progress: Progress) -> str:
        """Games a second and the time left, as soon as that can be said."""
        pace = self.pace(progress)
        left = progress.games_in_all - progress.games
        return f"{rate_words(pace)}, {self._most}{duration(left / pace)} left" if pace else ""

    def pace(self, progress: Progress) -> float:
        """Games a second."""
        if self._first is None and progress.played_now:
            self._first = progress
        if self._first is None:
            return 0.0
        seconds = progress.seconds - self._first.seconds
        games = progress.played_now - self._first.played_now
        return games / seconds if seconds >= 1 and games > 0 else progress.pace


def rate_words(pace: float) -> str:
    """Games a second.

    >>> rate_words(12345.6), rate_words(3.21)
    ('12,346 games/s', '3.2 games/s')
    """
    return f"{pace:,.{0 if pace >= 100 else 1}f} games/s"


def duration(seconds: float) -> str:
    """A time as people say it.

    >>> duration(0.34), duration(42), duration(59.7), duration(3 * 3600 + 61)
    ('0.3 s', '42 s', '1:00 min', '3:01 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600:,}:{whole // 60 % 60:02} h"


# ---------------------------------------------------------------- compiling


def compile_for(game: GamePlugin, players: Iterable[Player], games: int) -> None:
    """Compile what so many games of some players need, if they are played compiled, and say so."""
    from trisim.players.player import kernel_groups
    from trisim.players.speed import plays_compiled

    seated = list(players)
    if plays_compiled(seated, games):
        compile_groups(game.rules, *kernel_groups(seated))


class PlannedGames(Protocol):
    """What is going to be played: the plan of a run, or all that a campaign has loaded."""

    @property
    def request(self) -> Request:
        """What was asked for."""

    @property
    def is_compiled(self) -> bool:
        """Whether it is played compiled."""

    @property
    def kernel_groups(self) -> tuple[str, ...]:
        """The groups of kernels that it needs besides those that all need."""


def compile_for_plan(planned: PlannedGames) -> None:
    """Compile what is needed, if it is played compiled, and say so."""
    from trisim.plugin import load

    if planned.is_compiled:
        compile_groups(load(planned.request.game).rules, *planned.kernel_groups)


def compile_groups(rules: Rules, *kernel_groups: str) -> None:
    """Compile the rules and some groups of kernels, unless they are already, and say so."""
    from trisim.engine import cache, kernel
    from trisim.engine.compilation import compile_all

    if kernel.JIT and not cache.is_compiled(rules.registry, *kernel_groups):
        with showing(compiling_words(rules, kernel_groups), "functions") as tell:
            compile_all(rules, tell, kernel_groups)


def compiling_words(rules: Rules, kernel_groups: Sequence[str]) -> str:
    """What is compiled, and about how long that takes."""
    from trisim.engine import cache

    if not cache.is_compiled(rules.registry):
        what = "rules and the search" if cache.SEARCH in kernel_groups else "rules"
        return f"Compiling the {what}, once (half a minute to a minute)"
    if cache.SEARCH in kernel_groups and not cache.is_compiled(rules.registry, cache.SEARCH):
        return "Compiling the search, once (half a minute to a minute)"
    others = [group for group in kernel_groups if group != cache.SEARCH]
    return f"Compiling the rules for {' and '.join(others)}, once (about ten seconds)"
