"""A first file of knobs, from the targets that a run misses: the numbers of what they name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from trisim.box.box import Box
from trisim.campaigns.settings import card_settings
from trisim.report.load_runs import read_runs
from trisim.sim.errors import SettingsError
from trisim.stats.analyses.judgement import judge_all
from trisim.stats.analyses.targets import Target
from trisim.stats.analyses.verdicts import OUTSIDE, UNDECIDED, MeasureVerdict

HEAD = """# What may be changed: the knobs of 'trisim balance'. docs/balancing.md explains the keys.
#
# A price says how much you mind each step away from the printed value: edit the prices and ranges,
# leave out what must stay, and add what is not here (seats, costs and other texts).
"""


def suggested(folder: Path, targets: Sequence[Target] | None) -> str:
    """The text of a file, from a run's report; ``targets`` by default those of its game."""
    inputs = read_runs([folder])
    first = inputs.subject
    aims = inputs.targets.targets if targets is None else targets
    if not aims:
        raise SettingsError(f"{folder}: its game comes without targets; give --targets FILE")
    verdicts = judge_all(aims, [(first.facts, first.results)]).verdicts
    box = first.facts.box
    tables = [
        text
        for wanted in (OUTSIDE, UNDECIDED)
        for each in verdicts
        for measure in each.those(wanted)
        if wanted == OUTSIDE or measure.beyond
        for text in knobs_for(measure, each.target.name, box)
    ]
    found = list(dict.fromkeys(tables))
    if not found:
        raise SettingsError(
            f"{folder}: no card or role is outside of a target, so there is nothing to suggest; "
            "write knobs yourself (docs/balancing.md shows some)"
        )
    return "\n".join([HEAD, *first_of_each(found)])


def first_of_each(tables: Sequence[str]) -> Iterator[str]:
    """Tables without those whose name was there before."""
    seen = set()
    for each in tables:
        name = each.partition("\n")[0]
        if name not in seen:
            seen.add(name)
            yield each


def knobs_for(measure: MeasureVerdict, target: str, box: Box) -> Iterator[str]:
    """The numbers of the card or role that a measure names, each as a knob."""
    ident = next((word for word in measure.measure.split(".") if word in known_ids(box)), None)
    if ident is None:
        return
    try:
        settings = card_settings(ident, box)
    except SettingsError:
        return  # it has no numbers
    value, unit = measure.estimate.shown(measure.estimate.value), measure.estimate.unit
    for setting, values in settings:
        if len(values) < 2:
            continue
        key = ".".join(setting.path.split(".")[2:])
        lines = (
            f"[{quoted(f'{ident}: {key}')}]",
            f"set = {quoted(setting.path)}",
            f"values = {json.dumps([*values])}",
            "price = 1",
            f"why = {quoted(f'{measure.measure} is {value}{unit} ({target}).')}",
        )
        yield "\n".join((*lines, ""))


def quoted(words: str) -> str:
    """A text as TOML has it."""
    return json.dumps(words, ensure_ascii=False)


def known_ids(box: Box) -> frozenset[str]:
    return frozenset({*box.by_id, *box.roles})
