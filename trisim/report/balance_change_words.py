"""A balancing in words: what to change, why, what it costs, and what it does not solve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from trisim.report.balance_change import (
    NOTHING,
    USELESS,
    Balanced,
    BalanceVariant,
    Judged,
    KnobChange,
    TargetValue,
)
from trisim.stats.analyses.verdicts import OUTSIDE, UNDECIDED
from trisim.stats.estimate import Estimate, Scale, with_minus
from trisim.texts import listed, plural

MOST_NAMED = 4


def headline(found: Balanced) -> str:
    """The answer in a sentence."""
    if found.is_balanced:
        is_open = found.variants[0].check.beyond or found.final.beyond
        return (
            f"Change nothing{' yet' if is_open else ''}: on new deals the printed values surely "
            "miss no target."
            f"{undecided_words(found.final)}"
        )
    if found.chosen == 0:
        missed = listed(found.variants[0].check.missed)
        return f"Nothing that may be changed helps: {missed} stays missed. Allow other changes."
    return f"Change {changes_words(found.best.changes)}."


def answers(found: Balanced) -> Iterator[str]:
    """The answer, why, what it costs, and what it does not solve."""
    yield headline(found)
    if found.chosen:
        yield from why(found)
        yield costs(found)
        yield unsolved(found)
        if words := adapted_words(found):
            yield words
    if words := useless_words(found):
        yield words
    if found.unread:
        yield f"Not judged, as these games have no such measure: {listed(found.unread)}."


def changes_words(changes: Sequence[KnobChange]) -> str:
    """A place of each knob, with the number of its other places."""
    by_knob: dict[str, list[KnobChange]] = {}
    for each in changes:
        by_knob.setdefault(each.knob, []).append(each)
    return listed([change_words(*each) for each in by_knob.values()])


def change_words(first: KnobChange, *others: KnobChange) -> str:
    """``rules.days from 5 to 4``."""
    count = len(others)
    more = f", with {count} other value{plural(count)} of “{first.knob}”" if count else ""
    return f"{first.path} from {quoted(first.before)} to {quoted(first.after)}{more}"


def quoted(value: str) -> str:
    """Texts of several words in quotation marks."""
    return f"“{value}”" if " " in value else value


def why(found: Balanced) -> Iterator[str]:
    """What the printed values miss, and what it becomes, on the last deals."""
    after = {each.key: each for each in found.final.values}
    missed = set(found.variants[0].check.missed) | set(found.final_printed.missed)
    for target in found.final_printed.targets:
        if target not in missed:
            continue
        worst = farthest(found.final_printed.of(target))
        now, last = after.get(worst.key), farthest(found.final.of(target))
        change = f", and becomes {value_words(now.estimate)} ({now.verdict})" if now else ""
        other = ""
        if now is None or (now.verdict != last.verdict and now.key != last.key):
            other = f"; {last.label} is {value_words(last.estimate)} then ({last.verdict})"
        yield (
            f"“{target}” is missed: {worst.label} is {value_words(worst.estimate)}, "
            f"and should be {band_words(worst)}{change}{other}."
        )


def farthest(values: Sequence[TargetValue]) -> TargetValue:
    """The measure that is farthest from its band, sure ones first."""

    def gap(each: TargetValue) -> tuple[bool, float]:
        value = each.estimate.value
        return each.verdict == OUTSIDE, max(value - each.high, each.low - value)

    return max(values, key=gap)


def costs(found: Balanced) -> str:
    best, count = found.best, len(found.best.changes)
    changed = "1 value changes" if count == 1 else f"{count} values change"
    words = f"It costs {best.price:g} by the prices of the knobs: {changed}"
    cheaper = [each for each in found.variants[1:] if each.price < best.price]
    if not cheaper:
        return f"{words}; no smaller change that was found misses as few targets."
    last = cheaper[-1]
    missed = missed_words(last)
    return f"{words}. The next smaller one ({last.name}, price {last.price:g}) {missed}."


def missed_words(variant: BalanceVariant) -> str:
    """Which targets are surely missed, in a clause."""
    if variant.check.missed:
        return f"still misses {listed(variant.check.missed)}"
    if variant.missed:
        return f"misses {listed(variant.missed)} with players who adapt"
    count = variant.check.beyond
    return f"has values of {count} target{plural(count)} outside, none of them surely"


def unsolved(found: Balanced) -> str:
    """What the chosen variant does not solve, on the last deals."""
    parts = []
    if missed := found.final.missed:
        parts.append(f"still missed: {listed(missed)}")
    if open_ := found.final.with_verdict(UNDECIDED):
        parts.append(f"undecided with these games: {listed(open_)}")
    if not parts:
        return "It solves all: on deals that nothing before has used, every target is met."
    return f"It does not solve all. On deals that nothing before has used, {'; '.join(parts)}."


def adapted_words(found: Balanced) -> str:
    """What the change is worth with players who were tuned for it."""
    judged = found.best.adapted
    if judged is None:
        return ""
    count = len([each for each in found.players if each.version == found.best.name])
    words = (
        f"With players who adapt, {count} times tuned to it by {found.tuning_games:,} games: "
        f"{counts_words(judged)}"
    )
    if judged.missed:
        words = f"{words} (missed: {listed(judged.missed)})"
    if any(each.is_worse for each in found.players):
        words = f"{words}. Some of them play worse than the start: give --retune more games"
    return f"{words}."


def undecided_words(judged: Judged) -> str:
    found = judged.with_verdict(UNDECIDED)
    return f" Undecided until more --games are played: {listed(found)}." if found else ""


def useless_words(found: Balanced) -> str:
    """Knobs that did not help."""
    parts = []
    if names := names_of(found, NOTHING):
        parts.append(f"{listed(names)}: no measure of a target differs in any deal")
    if names := names_of(found, USELESS):
        parts.append(
            f"{listed(names)}: no value alone brings a missed target nearer by more than chance"
        )
    return f"Knobs that did not help. {'; '.join(parts)}." if parts else ""


def names_of(found: Balanced, verdict: str) -> list[str]:
    names = [each.name for each in found.knobs if each.verdict == verdict]
    more = len(names) - MOST_NAMED
    return [*names[:MOST_NAMED], f"{more} others"] if more > 1 else names


# ---------------------------------------------------------------- figures


def value_words(estimate: Estimate) -> str:
    """``31.2 % [29.8, 32.7]``."""
    value, low, high = (
        estimate.shown(each) for each in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value}{estimate.unit} [{low}, {high}]"


def band_words(each: TargetValue) -> str:
    """``20 to 30 %``, ``at most 40``."""
    is_share = each.estimate.scale in (Scale.RATE, Scale.RATE_DIFFERENCE)
    unit = {Scale.RATE: " %", Scale.RATE_DIFFERENCE: " pp"}.get(each.estimate.scale, "")
    low, high = (
        with_minus(f"{100 * end if is_share else end:.3g}") for end in (each.low, each.high)
    )
    if each.low == -float("inf"):
        return f"at most {high}{unit}"
    return f"at least {low}{unit}" if each.high == float("inf") else f"{low} to {high}{unit}"


def counts_words(judged: Judged) -> str:
    """``2 missed, 3 undecided, 5 met``."""
    open_ = len(judged.with_verdict(UNDECIDED))
    return f"{len(judged.missed)} missed, {open_} undecided, {len(judged.met)} met"


def variant_lines(found: Balanced) -> Iterable[tuple[BalanceVariant, str]]:
    """All variants with the targets that they miss."""
    return ((each, counts_words(each.check)) for each in found.variants)
