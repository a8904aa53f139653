"""Names of runs in a report: by what distinguishes them, else by folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from trisim.report.page.cells import NOTHING
from trisim.report.style import short
from trisim.sim.run import lineup_words
from trisim.stats.analyses.source import Facts
from trisim.texts import plural

STANDARD = "standard"
"""The scenario of a game that has no others."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """A property in which runs differ; ``usual`` names a run with its default value."""

    words: Callable[[Facts], str]
    usual: str = ""
    named_only: bool = False
    """Whether runs with an empty value are ignored."""

    is_option: bool = False
    """Whether it is an option of the game, which the name of a scenario may say as well."""

    def differs(self, facts: Sequence[Facts]) -> bool:
        """Whether the runs that have this property differ in it."""
        found = {self.words(run) for run in facts}
        return len(found - {""} if self.named_only else found) > 1


def table_words(facts: Facts) -> str:
    return "solo" if facts.has_automa else f"{facts.players} player{plural(facts.players)}"


def who_plays(facts: Facts) -> str:
    """The strategies of a run, in a word or two."""
    return first_and_more([short(name) for name in facts.strategies] or [NOTHING])


def scenario_words(facts: Facts) -> str:
    """The scenarios or the opponent; "" if there is only one way to play."""
    return "" if facts.scenarios == (STANDARD,) else first_and_more(facts.scenarios)


def first_and_more(names: Sequence[str]) -> str:
    """``a``, ``a + b``, ``a + 2 more``."""
    return f"{names[0]} + {len(names) - 1} more" if len(names) > 2 else JOINT.join(names)


JOINT = " + "
"""Between parts of a name: names stand in lists, and these have commas and ``and``."""

TABLE, WHO = Aspect(table_words), Aspect(who_plays)
VARIANTS = Aspect(lambda facts: JOINT.join(facts.variants), "no variant")
SCENARIOS = Aspect(lambda facts: scenario_words(facts), "no setup", named_only=True)
MAIN = (
    TABLE,
    WHO,
    VARIANTS,
    Aspect(lambda facts: facts.box.about.name),
)
"""The main properties by which runs are compared, besides options and scenarios; names contain all
in which the runs differ."""

MINOR = (
    Aspect(lambda facts: lineup_words(facts.lineup)),
    Aspect(lambda facts: f"{facts.roles} {facts.role.many}" if facts.role else ""),
    Aspect(lambda facts: f"seed {facts.seed}"),
    Aspect(lambda facts: f"{facts.games} games"),
)
"""Further properties, if names are not yet unique."""


def option_aspects(facts: Sequence[Facts]) -> list[Aspect]:
    """The options that differ from their defaults in some run."""
    options = {name: words for run in facts for name, words in run.options}
    return [
        Aspect(partial(option_words, name=name), f"no {words}", is_option=True)
        for name, words in options.items()
    ]


def option_words(facts: Facts, name: str) -> str:
    """An option of a run; "" if it has its default."""
    return dict(facts.options).get(name, "")


def run_names(facts: Sequence[Facts]) -> list[str]:
    """A name for each run, no two the same; without commas, because names appear in lists."""
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
    all_main = (*MAIN, *option_aspects(facts), SCENARIOS)
    main, minor = ([each for each in those if each.differs(facts)] for those in (all_main, MINOR))
    for size in range(len(minor) + 1):
        yield (*main, *minor[:size])


def name_by(aspects: Sequence[Aspect], facts: Facts) -> str:
    """A run by these aspects: ``4-player balanced with Costly iron``."""
    words = {each: without_commas(each.words(facts)) for each in aspects}
    scenario = words.get(SCENARIOS, "")
    words = {each: said for each, said in words.items() if said and not tells(scenario, each, said)}
    against = words.pop(SCENARIOS, "")
    players, who = words.pop(TABLE, ""), words.pop(WHO, "")
    if players and who and not facts.has_automa:
        players = f"{facts.players}-player"
    name = " ".join(each for each in (players, who) if each)
    name = " with ".join(each for each in (name, JOINT.join(words.values())) if each)
    between = " against " if facts.has_automa else " in "
    name = between.join(each for each in (name, against) if each)
    return name or (aspects[0].usual if aspects else "")


def tells(scenario: str, aspect: Aspect, words: str) -> bool:
    """Whether the name of a scenario has the value of an option: ``II/terror`` is difficulty II."""
    return aspect.is_option and words.split()[-1] in scenario.split("/")


def without_commas(words: str) -> str:
    """Words that can stand in a list.

    >>> without_commas("hard with wind, snow"), without_commas("tuned,random*2")
    ('hard with wind + snow', 'tuned + random*2')
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
