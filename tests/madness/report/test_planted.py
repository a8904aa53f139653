"""What is planted is found with its sign; where nothing is planted, nothing is found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.madness.report.planted import Planted, box
from trisim.games.madness.box.words import CurseKind, Side
from trisim.games.madness.report.analyses.curses import Curses
from trisim.games.madness.report.analyses.elements import Elements
from trisim.games.madness.report.analyses.monsters import Monsters
from trisim.games.madness.report.analyses.spells import SpellCards
from trisim.games.madness.report.kit import REPORT
from trisim.stats.analyses.forecast import Forecast
from trisim.stats.analyses.source import Batch, Result, analyse
from trisim.stats.analyses.team_roles import TeamRoles
from trisim.stats.estimate import Comparison

STRONG = min(box().roles)
MONSTER = next(each.id for each in box().sheets if each.side is Side.INNER)
CURSE = next(each.id for each in box().curses if each.kind is CurseKind.AIR)
SPELL = next(each.id for each in box().spells if not each.basic)
PUSHED = Planted(
    deals=500,
    mages={STRONG: 2.0},
    monsters={MONSTER: -3.0},
    curses={CURSE: -3.0},
    spells={SPELL: 3.0},
)
EVEN = Planted(deals=500)


class Both:
    """The results of games with and without what is planted, each played once."""

    pushed: dict[str, Result] | None = None
    even: dict[str, Result] | None = None


def pushed(kind: type[Any], key: str) -> Any:
    Both.pushed = Both.pushed or played(PUSHED)
    return of_kind(Both.pushed[key], kind)


def even(kind: type[Any], key: str) -> Any:
    Both.even = Both.even or played(EVEN)
    return of_kind(Both.even[key], kind)


def played(planted: Planted) -> dict[str, Result]:
    wanted = {each.key: each.analysis for each in REPORT.chapters if each.analysis is not None}
    return analyse(planted.facts(), [Batch(planted.play(3))], wanted)


def of_kind(found: Result, kind: type[Any]) -> Any:
    assert isinstance(found, kind)
    return found


def surely(compared: Iterable[tuple[str, Comparison | None]]) -> dict[str, float]:
    """Sure differences by name."""
    return {
        name: each.estimate.value
        for name, each in compared
        if each is not None and each.adjusted < 0.05 and each.estimate.excludes(0)
    }


def test_a_stronger_mage() -> None:
    found = pushed(TeamRoles, "mages")
    assert surely((each.role, each.effect) for each in found.roles)[STRONG] > 0.05
    none = even(TeamRoles, "mages")
    assert not surely((each.role, each.effect) for each in none.roles)
    assert not surely((f"{each.first} {each.second}", each.extra) for each in none.pairs)
    assert not surely((each.trait, each.effect) for each in none.traits)


def test_a_hard_monster_and_its_page() -> None:
    found = pushed(Monsters, "monsters")
    assert surely((each.name, each.win) for each in found.monsters)[MONSTER] < -0.05
    assert surely((each.name, each.win) for each in found.pages)[MONSTER] < -0.05
    none = even(Monsters, "monsters")
    assert not surely((each.name, each.win) for each in none.monsters)
    assert not surely((each.name, each.win) for each in none.pages)


def test_a_deadly_curse() -> None:
    found = pushed(Curses, "curses")
    assert surely((each.name, each.win) for each in found.curses)[CURSE] < -0.05
    assert not surely((each.name, each.win) for each in even(Curses, "curses").curses)


def test_a_strong_spell() -> None:
    found = pushed(SpellCards, "cards")
    assert surely((each.card, each.win) for each in found.figures)[SPELL] > 0.05
    assert (SPELL, "strong") in {(each.card, each.why) for each in found.findings}
    none = even(SpellCards, "cards")
    assert not surely((each.card, each.win) for each in none.figures)


def test_a_dominating_element() -> None:
    found = pushed(Elements, "elements")
    shares = {each.what: each.shares for each in found.shares}
    assert shares["paid"]["fire"].estimate.low > 0.35
    assert shares["paid"]["fire"].adjusted < 0.001
    assert shares["learned"]["fire"].estimate.low < 0.25 < shares["learned"]["fire"].estimate.high


def test_fortune_foretells_the_result() -> None:
    found = pushed(Forecast, "tension")
    assert found.skill.low > 0.2
    stages = found.ends_of_rounds
    assert [each.round for each in stages] == [1, 2, 3, 4, 5, 6]
    assert stages[-1].won.low > 0.7 > 0.3 > stages[-1].lost.high
    assert stages[0].open.value > stages[-1].open.value
