"""Writing the notation: each value has one normal spelling, which reads back as the same value."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Amount,
    Countable,
    CountKind,
    Do,
    Down,
    Exchange,
    Gain,
    Need,
    Part,
    Swap,
    Transmute,
)
from trisim.games.trismegistus.box.words import Element, Level, Thing, Track

PLURAL_THINGS = {
    Thing.ETHEREAL_DIE: "ethereal dice",
    Thing.CHAMELEON: "chameleons",
    Thing.REACTION: "reactions",
    Thing.POINT: "points",
}


def to_text(parts: Iterable[Part]) -> str:
    """The normal spelling of a cell.

    >>> from trisim.games.trismegistus.box.notation import parse_effect
    >>> to_text(parse_effect("1 Gold+ADVANCE any BY 2"))
    'gold + advance any by 2'
    """
    texts = []
    for part, run in groupby(parts):
        alike = len(list(run))
        if isinstance(part, Element):
            texts.append(counted(alike, part.word))
        else:
            texts += [part_text(part)] * alike
    return " + ".join(texts)


def part_text(part: Part | Down | Swap) -> str:
    match part:
        case Element() | Swap():
            return part.word
        case Down():
            return "down any"
        case Amount(count, thing):
            return counted(count, thing_word(thing, count))
        case Gain(count, thing, per):
            return counted(count, thing_word(thing, count)) + per_text(per)
        case Advance(track, steps, times, per):
            return f"advance {track_text(track, steps)}{times_text(times)}{per_text(per)}"
        case Transmute(color, times, per):
            return f"transmute {color.word}{times_text(times)}{per_text(per)}"
        case Do(verb, times, per):
            return f"{verb.word}{times_text(times)}{per_text(per)}"
        case Exchange(price, reward, times):
            often = f" up to {times} times" if times > 1 else ""
            return f"{part_text(price)} -> {part_text(reward)}{often}"
        case Need(count, what):
            return need_text(count, what)


def counted(count: int, words: str) -> str:
    """``2 gold``, but ``gold`` for one."""
    return words if count == 1 else f"{count} {words}"


def thing_word(thing: Thing, count: int) -> str:
    """The word for so many of a thing."""
    return PLURAL_THINGS.get(thing, thing.word) if count > 1 else thing.word


def track_text(track: Track, steps: int) -> str:
    """What follows "advance"."""
    if track is Track.DIFFERENT:
        return f"{steps} different"
    return track.word if steps == 1 else f"{track.word} by {steps}"


def times_text(times: int) -> str:
    """`` x2``, or "" for once."""
    return f" x{times}" if times > 1 else ""


def per_text(per: Countable | None) -> str:
    """`` per fire experiment``, or ""."""
    return f" per {countable_text(per)}" if per else ""


def countable_text(what: Countable) -> str:
    """What is counted, in the singular."""
    if what.level is Level.MASTERPIECE:
        return "masterpiece"
    if what.level is not None:
        name = what.level.word
        return f"{name} experiment" if what.level is Level.STARTING else f"level {name} experiment"
    elements = "/".join(element.word for element in what.elements)
    return f"{elements} {what.kind.word}".strip()


def need_text(count: int, what: Countable | Thing) -> str:
    """A part of a requirement."""
    if isinstance(what, Thing):
        return counted(count, thing_word(what, count))
    words = countable_text(what)
    if what.kind in (CountKind.LEVEL, CountKind.LOWEST_LEVEL, CountKind.ANY_LEVEL):
        return f"{words} {count}"
    return counted(count, words + ("s" if count > 1 else ""))
