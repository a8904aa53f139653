"""What is known of the versions of a comparison besides their measures: facts and warnings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from trisim.box.box import Box
from trisim.report.comparison import VersionComparison, VersionFacts
from trisim.report.load_runs import roles_of
from trisim.sim.campaign import count_aborted
from trisim.sim.errors import SettingsError
from trisim.sim.inputs import INPUTS
from trisim.sim.run import Run, lineup_words
from trisim.stats.analyses.source import Facts
from trisim.stats.estimate import Estimate
from trisim.texts import listed, visible

HARDLY = 0.05
"""A card that is taken in a smaller share of offers is hardly used."""

OFFERED_OFTEN = 100
"""Offers from which on that can be said."""

TUNED_ON = re.compile(r"\bBox: (?P<source>.+?) \((?P<digests>[0-9a-f]{8}(?:, [0-9a-f]{8})*)\)")
"""What ``trisim tune`` writes at the top of a strategy. More digests may be added by hand, of boxes
that differ in nothing that its games use."""


def facts_of_version(name: str, run: Run, facts: Facts, folder: str) -> VersionFacts:
    return VersionFacts(
        name,
        facts.box.about.name,
        facts.box.digest,
        facts.variants,
        facts.players,
        facts.lineup,
        facts.roles,
        facts.scenarios,
        facts.options,
        facts.seed,
        facts.games,
        facts.games // facts.games_a_deal,
        count_aborted(run),
        folder,
        tuple(tuned_elsewhere(run, facts.box)),
    )


def unpaired_because(runs: Sequence[Run], names: Sequence[str]) -> str:
    """Why games of runs can't be paired, in a sentence; "" if they can.

    Raises if they can't be compared at all.
    """
    base = runs[0]
    for other, name in zip(runs[1:], names[1:], strict=True):
        check_comparable(base, other)
        if why := reasons(base, other):
            return (
                f"Games of {names[0]} and {name} can't be paired, because {listed(why)} differ: "
                "each version is taken by itself, so intervals are wider."
            )
    return ""


def check_comparable(base: Run, other: Run) -> None:
    """Stop at runs of which nothing can be compared."""
    if base.plugin.name != other.plugin.name:
        raise SettingsError(
            f"{base.path} is a run of {base.plugin.name}, and {other.path} one of "
            f"{other.plugin.name}: they can't be compared"
        )
    if base.request.automas != other.request.automas:
        solo = base if base.request.automas else other
        table = other if solo is base else base
        raise SettingsError(
            f"{solo.path} is against {solo.request.automas[0]}, and {table.path} is not: they "
            "can't be compared"
        )


def reasons(base: Run, other: Run) -> list[str]:
    """In what the games of two runs differ so that they can't be paired."""
    one, two = base.request, other.request
    aspects = {
        "numbers of players": (one.players, two.players),
        "strategies": (players_of(base), players_of(other)),
        word_of_roles(base): (one.roles, two.roles),
        "seeds": (one.seed, two.seed),
        "numbers of scenarios": (len(one.scenarios), len(two.scenarios)),
        "rotations": (one.rotations, two.rotations),
    }
    return [what for what, (mine, yours) in aspects.items() if mine != yours]


def players_of(run: Run) -> list[str]:
    """The strategies of all places by the digests of their files, with parameters."""
    digests = {record.spec: record.digest for record in run.manifest.strategies}
    return [f"{spec}@{digests.get(spec, '')}" for spec in run.request.lineup]


def word_of_roles(run: Run) -> str:
    role = run.plugin.info.role
    return role.many if role else "roles"


def other_changes(base: Run, other: Run) -> tuple[str, ...]:
    """What differs besides the box, a line each."""
    one, two = base.request, other.request
    lines = [
        line_of("players", one.players, two.players),
        line_of("strategies", lineup_words(one.lineup), lineup_words(two.lineup)),
        line_of(word_of_roles(base), roles_of(base), roles_of(other)),
        line_of("seed", one.seed, two.seed),
        line_of("scenarios", ", ".join(one.scenarios), ", ".join(two.scenarios)),
    ]
    mine, yours = one.options.changed, two.options.changed
    lines += [
        line_of(name.replace("_", " "), mine.get(name), yours.get(name))
        for name in dict.fromkeys([*mine, *yours])
    ]
    if one.lineup == two.lineup and players_of(base) != players_of(other):
        lines.append("strategies: the files have other contents")
    return tuple(line for line in lines if line)


def line_of(what: str, before: object, after: object) -> str:
    """``players: 4 → 3``; "" if it is the same."""
    if before == after:
        return ""
    return visible(f"{what}: {before or 'as usual'} → {after or 'as usual'}")


# ---------------------------------------------------------------- warnings


def tuned_elsewhere(run: Run, box: Box) -> Iterator[str]:
    """Each strategy that was tuned on another box than this one: ``mine (mybox, 0a1b2c3d)``."""
    for record in run.manifest.strategies:
        path = run.path / INPUTS / record.file if record.file else None
        if path is None or path.suffix != ".toml" or not path.is_file():
            continue
        tuned = tuned_on(path.read_text(encoding="utf-8", errors="replace"))
        if tuned is not None and box.digest[:8] not in tuned[1].split(", "):
            yield visible(f"{record.spec} ({tuned[0]}, {tuned[1].split(', ')[0]})")


def tuned_on(text: str) -> tuple[str, str] | None:
    """The box on which a strategy was tuned, as its file says at the top: name and digests."""
    head = [line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#")]
    found = TUNED_ON.search(" ".join(head))
    return (found["source"], found["digests"]) if found else None


def version_warnings(
    found: VersionComparison, base: VersionFacts, facts: VersionFacts, boxes: Sequence[Box]
) -> tuple[str, ...]:
    """What weakens the comparison of one version with the base."""
    return (*hardly_used(found, boxes), *tuned_words(base, facts))


def tuned_words(base: VersionFacts, facts: VersionFacts) -> Iterator[str]:
    """A sentence for each strategy that was tuned on the box of one version, or of none."""
    for each in dict.fromkeys([*base.tuned_for, *facts.tuned_for]):
        where = [one.name for one in (base, facts) if each in one.tuned_for]
        yield (
            f"{each} was tuned on another box than {listed(where)}: players who adapt may play "
            "otherwise."
        )


def hardly_used(found: VersionComparison, boxes: Sequence[Box]) -> Iterator[str]:
    """A sentence for each changed card that is offered often and hardly ever taken."""
    known = found.by_measure
    for ident in found.changed_cards:
        change = known.get(f"card.{ident}.taken")
        shares = [each for each in (change.before, change.after) if each] if change else []
        if shares and all(is_hardly(each) for each in shares):
            name = next(box.by_id[ident].name for box in reversed(boxes) if ident in box.by_id)
            words = listed(f"{each.shown(each.value)} % of {each.n:,} offers" for each in shares)
            yield visible(
                f"These strategies hardly use {name}: they take it in {words}. What it does for "
                "players who want it can't be seen here."
            )


def is_hardly(share: Estimate) -> bool:
    return share.n >= OFFERED_OFTEN and share.value < HARDLY
