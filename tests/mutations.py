"""Break one rule after the other, and see that the tests of the rules notice.

``python tests/mutations.py [--only NAME …] [--game GAME] [--jobs 2]`` copies the package, changes
one line of a rule, runs the uncompiled tests of the rules on the copy, and tells which test
noticed. It exits with 1 if a broken rule goes unnoticed. Tests of single rules run first, broad
ones last. A file of tests that noticed must pass on unbroken rules, or it doesn't count.
``make mutations`` tries all of them, which takes long; ``--list`` names them. Each game has a list
of its own: ``tests/trismegistus/mutations.py``, ``tests/madness/mutations.py``.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.mutating import Mutation, Suite

GAMES = ("trismegistus", "madness")


def suites(games: tuple[str, ...] = GAMES) -> list[Suite]:
    """The broken rules of some games."""
    from importlib import import_module

    return [import_module(f"tests.{game}.mutations").SUITE for game in games]


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def all_of(games: tuple[str, ...]) -> list[tuple[Suite, Mutation]]:
    return [(suite, mutation) for suite in suites(games) for mutation in suite.mutations]


def main() -> int:
    """Try out the mutations; 1 if any survives."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", nargs="+", metavar="NAME", default=[], help="just these")
    parser.add_argument("--game", choices=GAMES, help="those of one game")
    parser.add_argument("--list", action="store_true", help="name them, and do nothing")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    arguments = parser.parse_args()
    there = all_of((arguments.game,) if arguments.game else GAMES)
    unknown = set(arguments.only) - {one.name for _, one in there}
    if unknown:
        parser.error(f"no mutation is called {', '.join(sorted(unknown))}; --list names them")
    chosen = [each for each in there if not arguments.only or each[1].name in arguments.only]
    if arguments.list:
        say("\n".join(one.name for _, one in chosen))
        return 0
    return try_all(chosen, arguments.jobs)


def try_all(chosen: list[tuple[Suite, Mutation]], jobs: int) -> int:
    """Try out some mutations, so many at a time; 1 if any survives."""
    survivors = 0
    with ThreadPoolExecutor(jobs) as pool:
        tests = pool.map(lambda each: each[0].try_out(each[1]), chosen)
        for (suite, mutation), test in zip(chosen, tests, strict=True):
            name = f"{suite.name}: {mutation.name}"
            say(f"{'caught  ' if test else 'SURVIVED'}  {name}  {test}")
            survivors += not test
    say(f"{len(chosen) - survivors} of {len(chosen)} caught")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    sys.exit(main())
