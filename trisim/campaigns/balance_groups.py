"""The groups that play each candidate of a balancing: the one asked for, and those of targets.

A target can be about another scenario, another number of players, another strategy, or two that
meet. Each of these is a group of its own, with its own runs on the same numbers of deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from trisim.plugin import GameInfo
from trisim.record.base import Outcome
from trisim.sim.errors import SettingsError
from trisim.sim.options import GameOptions
from trisim.stats.analyses.meetings import is_meeting, who_meet
from trisim.stats.analyses.targets import Target


@dataclass(frozen=True, slots=True)
class Group:
    """Who plays, by which options of the game, and the targets that are judged on these games."""

    players: int
    lineup: tuple[str, ...]
    """A strategy for each place, without automas."""

    options: GameOptions
    name: str = ""
    """What differs from the group that was asked for; nothing of that itself."""

    targets: tuple[Target, ...] = ()

    @property
    def table(self) -> tuple[str, ...]:
        """The whole line-up."""
        return (*self.lineup, *self.options.automas)

    @property
    def is_uniform(self) -> bool:
        """Whether one strategy has all places."""
        return len(set(self.lineup)) == 1

    def with_all(self, spec: str) -> Group:
        """The same with one strategy in all places."""
        return replace(self, lineup=(spec,) * len(self.lineup))


def groups_of(
    base: Group, targets: Sequence[Target], info: GameInfo, box: Any
) -> tuple[Group, ...]:
    """The group that was asked for, then those that its targets need besides.

    A target that no group can be made for is left out; its name is said where results are.
    """
    found: dict[Group, list[Target]] = {base: []}
    for target in targets:
        for group, judged in groups_for(target, base, info, box):
            found.setdefault(group, []).append(judged)
    return tuple(replace(group, targets=tuple(each)) for group, each in found.items())


def groups_for(
    target: Target, base: Group, info: GameInfo, box: Any
) -> Iterator[tuple[Group, Target]]:
    """The groups that a target is judged on, each with the target as it is judged there."""
    group = in_scenario(target, base, info, box)
    if group is None:
        return
    if target.players and group.players not in target.players:
        if not group.is_uniform:
            return
        players = target.players[0]
        name = named(group, f"{players} players")
        group = replace(group, players=players, lineup=group.lineup[:1] * players, name=name)
    for lineup in lineups_for(target, group.lineup):
        here = group
        if lineup != group.lineup:
            name = named(group, "+".join(dict.fromkeys(lineup)))
            here = replace(group, lineup=lineup, name=name)
        yield here, alone(target, here)


def lineups_for(target: Target, usual: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The line-ups that a target is judged on: of its strategies, or the usual one."""
    wanted = target.holds_for or target.strategy
    if wanted:
        is_usual = len(set(usual)) == 1 and usual[0] in wanted
        chosen = wanted if target.holds_for else (usual[0] if is_usual else wanted[0],)
        return tuple((name,) * len(usual) for name in chosen)
    pairs = [who_meet(each) for each in target.measures if is_meeting(each)]
    apart = [pair for pair in pairs if not {*pair} - {"*"} <= {*usual}]
    found = dict.fromkeys(mixed(pair, len(usual)) for pair in apart if "*" not in pair)
    return (*found, *([usual] if len(apart) < max(1, len(pairs)) else []))


def mixed(pair: tuple[str, str], places: int) -> tuple[str, ...]:
    """Two strategies in turn, in as many places."""
    one, other = sorted(pair)
    return tuple(one if place % 2 == 0 else other for place in range(places))


def alone(target: Target, group: Group) -> Target:
    """A target as it is judged on one group; of several pairs, those that meet there."""
    names = {*group.lineup}
    measures = tuple(
        each
        for each in target.measures
        if not is_meeting(each) or {*who_meet(each)} - {"*"} <= names
    )
    strategy = group.lineup[:1] if target.holds_for or target.strategy else ()
    return replace(target, measures=measures, holds_for=(), strategy=strategy)


def in_scenario(target: Target, base: Group, info: GameInfo, box: Any) -> Group | None:
    """The group in the scenario that a target is about; None if there is none."""
    has_automa = bool(base.options.automas)
    is_kind = target.solo == has_automa
    if target.scenario and not target.solo:
        is_kind = has_automa or info.outcome is Outcome.TEAM
    wanted = target.scenario
    if is_kind and (not wanted or wanted == base.options.scenario):
        return base
    if not target.solo and not target.scenario:  # asked for is a game against an automa
        options = info.options()
        players = info.default_players
        name = f"{players} players"
    else:
        scenario = scenario_of(target, base.options, info, box)
        if scenario is None or bool(scenario.options.automas) < target.solo:
            return None
        options, name = scenario.options, scenario.name
        players = options.players or base.players
    if not base.is_uniform:
        return None
    people = players - len(options.automas)
    return Group(players, base.lineup[:1] * people, options, name)


def scenario_of(target: Target, options: GameOptions, info: GameInfo, box: Any) -> Any:
    """The scenario that a target names, or its measures do; else the first one of the game."""
    words = [target.scenario, *(word for each in target.measures for word in each.split("."))]
    name = next((word for word in words if word and word in info.presets), target.scenario)
    base = options if info.outcome is Outcome.TEAM else info.options()
    try:
        found = info.study().scenarios(info, box, base, (name,) if name else ())
    except SettingsError:
        return None
    return next((each for each in found if each.name == name), found[0] if not name else None)


def named(group: Group, words: str) -> str:
    """The name of a group with a further difference."""
    return f"{group.name}, {words}" if group.name else words
