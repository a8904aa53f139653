"""A first file of knobs: the places of the box that move the targets which a run misses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from trisim.box.box import Box
from trisim.box.fields import Integer, ListOf
from trisim.box.schema import Column, layout
from trisim.campaigns.knob_values import Offer, Offering, is_notation
from trisim.campaigns.knobs import MOST_KNOBS, STEP
from trisim.campaigns.settings import BoxWithValues, file_of
from trisim.report.kit import Influence, ReportKit
from trisim.report.load_runs import read_runs
from trisim.sim.errors import SettingsError
from trisim.stats.analyses.judgement import judge_all
from trisim.stats.analyses.source import Facts
from trisim.stats.analyses.targets import LONGEST, Target
from trisim.stats.analyses.verdicts import (
    OUTSIDE,
    UNDECIDED,
    MeasureVerdict,
    TargetVerdict,
    share_beyond,
)
from trisim.texts import plural, visible

PRICE, PRICE_OF_MORE = 1, 2
"""Of a step of a number; and of another text, or of a step of several numbers."""

RISING = ("win", "won", "difference", "taken", "completed", "score")
"""Measures of a card or role that rise with its strength, by their last word."""

NAMED = 4
"""Measures that a line names."""

HEAD = """# What may be changed: the knobs of 'trisim balance'. docs/balancing.md explains the keys.
#
# A price says how much you mind each step away from the printed value, or any other text: edit the
# prices and values, leave out what must stay, and add what is not here. Where the game knows which
# side is likely to help, only values on that side are here.
#
# The printed values are those of the box of the run: give 'trisim balance' the same --game, --box
# and --variant.
"""


@dataclass(frozen=True, slots=True)
class Missed:
    """A measure that misses a target."""

    target: Target
    verdict: MeasureVerdict

    @property
    def name(self) -> str:
        return self.verdict.measure

    @property
    def why(self) -> str:
        estimate = self.verdict.estimate
        words = f"{self.name} is {estimate.shown(estimate.value)}{estimate.unit}"
        return f"{words} ({self.target.name})."[:LONGEST]

    def stronger(self, influence: Influence) -> bool | None:
        """Whether what has this influence should be worth more; None: not known."""
        if influence.raises is None:
            return None
        return influence.raises == (self.verdict.beyond < 0)


@dataclass(frozen=True, slots=True)
class Wish:
    """A change that may bring measures nearer to their targets."""

    influence: Influence
    stronger: bool | None
    measures: tuple[Missed, ...]


def suggested(folder: Path, targets: Sequence[Target] | None) -> str:
    """The text of a file, from a run's report; ``targets`` by default those of its game."""
    inputs = read_runs([folder])
    first = inputs.subject
    aims = inputs.targets.targets if targets is None else targets
    if not aims:
        raise SettingsError(f"{folder}: its game comes without targets; give --targets FILE")
    verdicts = judge_all(aims, [(first.facts, first.results)]).verdicts
    missed = missed_measures(verdicts)
    if not missed:
        raise SettingsError(
            f"{folder}: it misses no target, so there is nothing to suggest; play more games, or "
            "write knobs yourself (docs/balancing.md shows some)"
        )
    wishes = merged(wishes_for(missed, inputs.kit, first.facts))
    with BoxWithValues(first.facts.box) as again:
        found = tables_for(wishes, Offering(again, inputs.kit.worth))
    if not found.tables:
        raise SettingsError(
            f"{folder}: nothing in the box is known to move {names_of(missed)}, so there is "
            "nothing to suggest; write knobs yourself (docs/balancing.md shows some)"
        )
    return "\n".join([HEAD + left_out(missed, found), *found.tables])


def missed_measures(verdicts: Sequence[TargetVerdict]) -> tuple[Missed, ...]:
    """The measures outside of targets; those that may be, if none surely is.

    The farthest out of each target come first, then the second of each, and so on.
    """
    for wanted in (OUTSIDE, UNDECIDED):
        ranked = [
            (rank, -share_beyond(measure), Missed(verdict.target, measure))
            for verdict in verdicts
            for rank, measure in enumerate(m for m in verdict.those(wanted) if m.beyond)
        ]
        if ranked:
            return tuple(each for *_, each in sorted(ranked, key=lambda each: each[:2]))
    return ()


# ---------------------------------------------------------------- what moves a measure


def wishes_for(missed: Iterable[Missed], kit: ReportKit, facts: Facts) -> Iterator[Wish]:
    """What may bring measures nearer, by measure."""
    for each in missed:
        influences = (*entry_influences(each.name, facts.box), *kit.influences(each.name, facts))
        for influence in influences:
            yield Wish(influence, each.stronger(influence), (each,))


def entry_influences(measure: str, box: Box) -> Iterator[Influence]:
    """The numbers and texts of the card or role that a measure names."""
    words = measure.split(".")
    ident = next((word for word in words if word in box.by_id or word in box.roles), None)
    if ident is None:
        return
    entry = box.by_id[ident] if ident in box.by_id else box.roles[ident]
    raises = True if words[-1] in RISING else None
    for path in open_paths(type(entry)):
        yield Influence((f"{file_of(box, ident)}.{ident}.{path}",), raises, f"{ident}: {path}")


def open_paths(cls: type[Any], inner: str = "") -> Iterator[str]:
    """The whole numbers, and the texts in a notation, of a card or table; by path."""
    for item in layout(cls):
        if isinstance(item, Column):
            kind = item.field.field if isinstance(item.field, ListOf) else item.field
            if isinstance(kind, Integer) or is_notation(kind):
                yield inner + item.name
        elif not item.many:
            yield from open_paths(item.of, f"{inner}{item.name}.")


def merged(wishes: Iterable[Wish]) -> tuple[Wish, ...]:
    """Wishes for the same places as one; if they go different ways, for both sides."""
    found: dict[tuple[str, ...], Wish] = {}
    for each in wishes:
        paths = each.influence.paths
        there = found.setdefault(paths, each)
        if there is not each:
            stronger = each.stronger if each.stronger is there.stronger else None
            measures = (*there.measures, *each.measures)
            found[paths] = replace(there, stronger=stronger, measures=measures)
    return tuple(found.values())


# ---------------------------------------------------------------- the file


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a file, measures that they move, and those for which there is no room."""

    tables: tuple[str, ...]
    met: frozenset[str]
    no_room: frozenset[str]


def tables_for(wishes: Sequence[Wish], offering: Offering) -> Tables:
    """A table for each wish that has values; no place is in two of them."""
    tables: dict[str, str] = {}
    used: set[str] = set()
    met: set[str] = set()
    no_room: set[str] = set()
    for wish in wishes:
        influence, names = wish.influence, {each.name for each in wish.measures}
        paths = [path for path in influence.paths if path not in used]
        if not paths:
            met |= names  # all of it is in other knobs
        elif len(tables) == MOST_KNOBS:
            no_room |= names
        elif offer := offering.offer(paths, influence.texts, wish.stronger):
            name = influence.name or paths[0]
            name = name if name not in tables else ", ".join(paths)
            tables[name] = table(name, offer, wish.measures[0].why)
            used.update(paths)
            met |= names
    return Tables(tuple(tables.values()), frozenset(met), frozenset(no_room - met))


def table(name: str, offer: Offer, why: str) -> str:
    """A knob as the file has it."""
    paths = [each.path for each in offer.settings]
    several, is_number = len(paths) > 1, offer.settings[0].is_number
    price = PRICE if is_number and not several else PRICE_OF_MORE
    lines = [f"[{quoted(name)}]", f"set = {quoted(paths if several else paths[0])}"]
    if offer.note:
        lines.append(f"# {offer.note[:1].upper()}{offer.note[1:]}.")
    lines += [f"values = {values_text(offer)}", f"price = {price}"]
    if not is_number:
        lines.append('per = "change"')
    if several:
        lines.append(f"coupled = {quoted(STEP)}")
    return "\n".join((*lines, f"why = {quoted(why)}", ""))


def values_text(offer: Offer) -> str:
    """The values as a TOML list; lists are written as such."""
    if isinstance(offer.settings[0].field, ListOf):
        return f"[{', '.join(map(str, offer.values))}]"
    return quoted(list(offer.values))


def quoted(words: object) -> str:
    """A text, or a list, as TOML has it."""
    safe = visible(words) if isinstance(words, str) else words
    return json.dumps(safe, ensure_ascii=False)


def left_out(missed: Sequence[Missed], found: Tables) -> str:
    """Comments on measures without a knob: by target, and why."""
    groups: dict[tuple[str, str], list[Missed]] = {}
    for each in missed:
        if each.name not in found.met:
            full = each.name in found.no_room
            why = (
                f"{MOST_KNOBS} knobs are the most"
                if full
                else "no change of the box is known to help"
            )
            groups.setdefault((each.target.name, why), []).append(each)
    lines = (f"#   {quoted(name)}: {names_of(here)}; {why}" for (name, why), here in groups.items())
    return "\n".join(["#", "# Targets left out:", *lines, ""]) if groups else ""


def names_of(missed: Sequence[Missed]) -> str:
    """Measures by name; of many only the first ones."""
    names = list(dict.fromkeys(each.name for each in missed))
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} other{plural(more)}" if more > 0 else "")
