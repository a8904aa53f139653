"""What runs are called in a report: what tells them apart, and their folders if nothing does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from trisim.box.nouns import listed, plural
from trisim.report.page.cells import NOTHING
from trisim.report.style import short
from trisim.sim.run import lineup_words
from trisim.stats.balance.source import Facts


@dataclass(frozen=True, slots=True)
class Aspect:
    """Something in which runs differ; ``usual`` names a run of which there is nothing to say."""

    words: Callable[[Facts], str]
    usual: str = ""


def table_words(facts: Facts) -> str:
    """How many play."""
    return "solo" if facts.is_solo else f"{facts.players} player{plural(facts.players)}"


def who_plays(facts: Facts) -> str:
    """The strategies of a run, in a word or two."""
    return first_and_more([short(name) for name in facts.strategies] or [NOTHING])


def first_and_more(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a and 2 more``."""
    return f"{names[0]} and {len(names) - 1} more" if len(names) > 2 else listed(names)


TABLE, WHO = Aspect(table_words), Aspect(who_plays)
VARIANTS = Aspect(lambda facts: listed(facts.variants), "no variant")
MAIN = (
    TABLE,
    WHO,
    VARIANTS,
    Aspect(lambda facts: facts.box.about.name),
    Aspect(lambda facts: first_and_more(facts.setups) if facts.setups else "", "no setup"),
    Aspect(lambda facts: "achievements" if facts.achievements else "", "no achievements"),
    Aspect(lambda facts: "introductory setup" if facts.intro else "", "full setup"),
)
"""What runs are compared for; the first that are enough make the names."""

MINOR = (
    Aspect(lambda facts: lineup_words(facts.lineup)),
    Aspect(lambda facts: f"{facts.alchemists} alchemists"),
    Aspect(lambda facts: f"seed {facts.seed}"),
    Aspect(lambda facts: f"{facts.games:,} games"),
)
"""What is told as well if that is not enough."""


def run_names(facts: Sequence[Facts]) -> list[str]:
    """A name for each run, no two the same."""
    if len(facts) == 1:
        return [name_by((WHO, VARIANTS), facts[0])]
    names: list[str] = []
    for aspects in ways(facts):
        names = [name_by(aspects, each) for each in facts]
        if len(set(names)) == len(names):
            return names
    return numbered(
        [with_folder(name, each, names) for name, each in zip(names, facts, strict=True)]
    )


def ways(facts: Sequence[Facts]) -> Iterator[tuple[Aspect, ...]]:
    """Sets of aspects in which the runs differ: as few as may be, then all with the minor ones."""
    main, minor = (
        [each for each in those if len({each.words(run) for run in facts}) > 1]
        for those in (MAIN, MINOR)
    )
    for size in range(1, len(main) + 1):
        yield from combinations(main, size)
    for size in range(len(minor) + 1):
        yield (*main, *minor[:size])


def name_by(aspects: Sequence[Aspect], facts: Facts) -> str:
    """A run by these aspects: ``4-player balanced, Costly iron``."""
    words = [each.words(facts) for each in aspects]
    if tuple(aspects[:2]) == (TABLE, WHO):
        table = "solo" if facts.is_solo else f"{facts.players}-player"
        words[:2] = [f"{table} {who_plays(facts)}"]
    usual = aspects[0].usual if aspects else ""
    return ", ".join(each for each in words if each) or usual


def with_folder(name: str, facts: Facts, names: Sequence[str]) -> str:
    """A name that other runs have as well, with the folder of the run."""
    if names.count(name) == 1:
        return name
    folder = facts.folder or facts.label
    return f"{name} ({folder})" if name else folder


def numbered(names: Sequence[str]) -> list[str]:
    """The names, with numbers if some are the same."""
    if len(set(names)) == len(names):
        return list(names)
    return [f"{number}: {name}" for number, name in enumerate(names, start=1)]
