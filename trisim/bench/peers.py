"""Our random play beside that of other libraries: same machine, same minute, turn by turn.

All rates count the processor's time.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trisim.bench.timing import Sample, Tell, Turn, interleave
from trisim.engine.cache import user_cache

OURS = "trisim"
DRIVER = Path(__file__).with_name("peer_games.py")
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Peer:
    """A library to compare with."""

    name: str
    package: str  # on PyPI
    plays: str
    goal: float  # how many times its games a second ours should be; 0: none set


PEERS = (
    Peer("catanatron", "catanatron", "Catan, 4 random players", 100),
    Peer("gin_rummy", "open_spiel", "OpenSpiel gin rummy, C++ loop, 2 random", 1),
    Peer("backgammon", "open_spiel", "OpenSpiel backgammon, C++ loop, 2 random", 1),
    Peer("pyminion", "pyminion", "Dominion, 2 big-money bots (it has no random one)", 0),
)


@dataclass(frozen=True, slots=True)
class PeerRate:
    """What one library reached."""

    peer: Peer
    version: str
    games: Sample  # per second
    decisions: float  # per game; negative: not counted
    ratio: Sample  # our games a second over its, turn by turn


@dataclass(frozen=True, slots=True)
class PeersReport:
    """What ``trisim bench peers`` found."""

    games: Sample  # ours, per second, four random players on one core
    decisions: float  # ours, per game
    rates: tuple[PeerRate, ...]
    missing: tuple[str, ...]  # a line for each library that couldn't be had

    def as_dict(self) -> dict[str, Any]:
        """The report for a file."""
        return {
            "trisim": {"games_per_s": self.games.as_dict(), "decisions_per_game": self.decisions},
            "peers": [
                {
                    "name": rate.peer.name,
                    "package": rate.peer.package,
                    "version": rate.version,
                    "plays": rate.peer.plays,
                    "games_per_s": rate.games.as_dict(),
                    "decisions_per_game": rate.decisions if rate.decisions > 0 else None,
                    "ratio": rate.ratio.as_dict(),
                    "goal": rate.peer.goal or None,
                }
                for rate in self.rates
            ],
            "missing": list(self.missing),
        }


# ---------------------------------------------------------------- their environment


def environment() -> Path:
    """The folder of the peers' own environment."""
    return user_cache() / "trisim" / f"peers-py{sys.version_info[0]}{sys.version_info[1]}"


def python_of(folder: Path) -> Path:
    """The interpreter of an environment."""
    windows = sys.platform == "win32"
    return folder / ("Scripts/python.exe" if windows else "bin/python")


def make_environment(folder: Path) -> None:
    """An environment with nothing but pip in it, unless it is there."""
    if not python_of(folder).exists():
        venv.create(folder, with_pip=True, clear=True)


def install(folder: Path, package: str) -> str:
    """Install a package by its name; the reason if that fails, else nothing."""
    python = str(python_of(folder))
    shown = subprocess.run(  # noqa: S603
        [python, "-m", "pip", "show", "--quiet", package], capture_output=True, check=False
    )
    if shown.returncode == 0:
        return ""
    done = subprocess.run(  # noqa: S603
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return (lines or ["pip failed"])[-1].removeprefix("ERROR: ") if done.returncode else ""


# ---------------------------------------------------------------- playing


class Driver:
    """A process that plays a peer's games whenever it is told to."""

    def __init__(self, python: Path, peer: Peer) -> None:
        self.process = subprocess.Popen(  # noqa: S603
            [str(python), "-W", "ignore", str(DRIVER), peer.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.games = self.decisions = 0
        self.version = self.line()

    def line(self) -> str:
        """One line of its answer."""
        assert self.process.stdout is not None
        text = self.process.stdout.readline().strip()
        if not text:
            error = self.process.communicate()[1].strip().splitlines() or ["it says nothing"]
            raise OSError(error[-1])
        return text

    def play(self, seconds: float) -> float:
        """Play so long; games a second of the processor's time."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        games, decisions, took = self.line().split()
        self.games += int(games)
        self.decisions += int(decisions)
        return int(games) / float(took)

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.communicate()


Drivers = dict[Peer, Driver]


def prepare(say: Say, peers: Iterable[Peer] = PEERS) -> tuple[Drivers, list[str]]:
    """Install and start the peers; those that can't be are told in a line each."""
    drivers: Drivers = {}
    folder, missing = environment(), []
    try:
        make_environment(folder)
    except (OSError, subprocess.CalledProcessError) as error:
        return {}, [f"no environment can be made in {folder}: {error}"]
    for peer in peers:
        say(f"{peer.name}: installing {peer.package} from PyPI into {folder}, if it isn't there")
        reason = install(folder, peer.package)
        try:
            if not reason:
                drivers[peer] = Driver(python_of(folder), peer)
        except OSError as error:
            reason = str(error)
        if reason:
            missing.append(f"{peer.name}: {peer.package} is left out: {reason}")
    return drivers, missing


def measure(
    seconds: float,
    drivers: Drivers,
    missing: Iterable[str] = (),
    tell: Tell | None = None,
    least: int = 3,
) -> PeersReport:
    """Let us and them play in turns for about so many seconds; their processes end with it."""
    from trisim.bench.engine import Clock, Table, games_per_turn

    table = Table(4)
    turn = seconds / (5 * (len(drivers) + 1))
    games = games_per_turn(table, min(turn, 0.5))

    clock = Clock()
    cases: dict[str, Turn] = {OURS: lambda number: clock.rate(table, number, games)}
    for peer, driver in drivers.items():
        cases[peer.name] = lambda _, driver=driver: driver.play(turn)  # type: ignore[misc]
    with ExitStack() as stack:
        for driver in drivers.values():
            stack.callback(driver.stop)
        found = interleave(cases, seconds, least, tell)
    rates = tuple(
        PeerRate(
            peer,
            driver.version,
            found[peer.name],
            driver.decisions / driver.games,
            found[OURS].over(found[peer.name]),
        )
        for peer, driver in drivers.items()
    )
    return PeersReport(found[OURS], table.play(1, games) / games, rates, tuple(missing))
