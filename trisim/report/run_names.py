"""What runs are called in a report: what tells them apart, and their folders if nothing does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from trisim.report.page.cells import NOTHING
from trisim.report.style import short
from trisim.sim.run import lineup_words
from trisim.stats.analyses.source import Facts
from trisim.texts import plural


@dataclass(frozen=True, slots=True)
class Aspect:
    """Something in which runs differ; ``usual`` names a run of which there is nothing to say."""

    words: Callable[[Facts], str]
    usual: str = ""
    solo_only: bool = False
    """Whether it means something for solo runs alone."""

    def differs(self, facts: Sequence[Facts]) -> bool:
        """Whether the runs for which it means something differ in it."""
        return len({self.words(run) for run in facts if run.has_automa or not self.solo_only}) > 1


def table_words(facts: Facts) -> str:
    """How many play."""
    return "solo" if facts.has_automa else f"{facts.players} player{plural(facts.players)}"


def who_plays(facts: Facts) -> str:
    """The strategies of a run, in a word or two."""
    return first_and_more([short(name) for name in facts.strategies] or [NOTHING])


def first_and_more(names: Sequence[str]) -> str:
    """``a``, ``a + b``, ``a + 2 more``."""
    return f"{names[0]} + {len(names) - 1} more" if len(names) > 2 else JOINT.join(names)


def setup_words(facts: Facts) -> str:
    """What a solo run is played against."""
    return first_and_more(facts.scenarios) if facts.has_automa else ""


JOINT = " + "
"""Between parts of a name: names stand in lists, and these have commas and ``and``."""

TABLE, WHO = Aspect(table_words), Aspect(who_plays)
VARIANTS = Aspect(lambda facts: JOINT.join(facts.variants), "no variant")
SETUPS = Aspect(lambda facts: setup_words(facts), "no setup", solo_only=True)
MAIN = (
    TABLE,
    WHO,
    VARIANTS,
    Aspect(lambda facts: facts.box.about.name),
    Aspect(lambda facts: dict(facts.options).get("achievements", ""), "no achievements"),
    Aspect(lambda facts: dict(facts.options).get("intro", ""), "full setup"),
    SETUPS,
)
"""What runs are compared for; all in which they differ make the names."""

MINOR = (
    Aspect(lambda facts: lineup_words(facts.lineup)),
    Aspect(lambda facts: f"{facts.roles} alchemists"),
    Aspect(lambda facts: f"seed {facts.seed}"),
    Aspect(lambda facts: f"{facts.games} games"),
)
"""What is told as well if that is not enough."""


def run_names(facts: Sequence[Facts]) -> list[str]:
    """A name for each run, no two the same; without commas, as names stand in lists."""
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
    """The aspects in which the runs differ: all main ones, then with more and more minor ones."""
    main, minor = ([each for each in those if each.differs(facts)] for those in (MAIN, MINOR))
    for size in range(len(minor) + 1):
        yield (*main, *minor[:size])


def name_by(aspects: Sequence[Aspect], facts: Facts) -> str:
    """A run by these aspects: ``4-player balanced with Costly iron``."""
    words = {each: without_commas(each.words(facts)) for each in aspects}
    words = {each: said for each, said in words.items() if said}
    against = words.pop(SETUPS, "")
    players, who = words.pop(TABLE, ""), words.pop(WHO, "")
    if players and who and not facts.has_automa:
        players = f"{facts.players}-player"
    name = " ".join(each for each in (players, who) if each)
    name = " with ".join(each for each in (name, JOINT.join(words.values())) if each)
    name = " against ".join(each for each in (name, against) if each)
    return name or (aspects[0].usual if aspects else "")


def without_commas(words: str) -> str:
    """Words that can stand in a list.

    >>> without_commas("hard with bot_first, planning"), without_commas("tuned,random*2")
    ('hard with bot_first + planning', 'tuned + random*2')
    """
    return JOINT.join(part.strip() for part in words.split(","))


def with_folder(name: str, facts: Facts, names: Sequence[str]) -> str:
    """A name that other runs have as well, with the folder of the run."""
    if names.count(name) == 1:
        return name
    folder = without_commas(facts.folder or facts.label)
    return f"{name} in {folder}" if name else folder


def numbered(names: Sequence[str]) -> list[str]:
    """The names, with numbers if some are the same."""
    if len(set(names)) == len(names):
        return list(names)
    return [f"{number}: {name}" for number, name in enumerate(names, start=1)]
