"""The notation in a player's words: costs, effects, requirements and actions of Botmegistus.

Whole cells and actions are here; things and countables are in ``nouns``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, assert_never

from trisim.games.trismegistus.box.notation.terms import (
    Advance,
    Amount,
    BotAction,
    Cost,
    Do,
    Down,
    Effect,
    Effects,
    Elementals,
    Exchange,
    Gain,
    Requirement,
    Swap,
    Transmute,
    Verb,
)
from trisim.games.trismegistus.box.nouns import (
    CHOSEN,
    gained_words,
    need_words,
    paid_words,
    per_words,
)
from trisim.games.trismegistus.box.words import Color, Element, Thing, Track
from trisim.texts import listed, plural


class Drawing(NamedTuple):
    """How many publications are drawn and put back: two numbers of ``rules.toml``."""

    drawn: int = 2
    returned: int = 1


USUAL = Drawing()

NAMED_TRACKS = (Track.FIRE, Track.WATER, Track.EARTH, Track.AIR)


# ---------------------------------------------------------------- whole cells


def cost_words(cost: Cost) -> str:
    """A cost in words.

    >>> from trisim.games.trismegistus.box.notation import parse_cost
    >>> cost_words(parse_cost("2 raw tin + any raw + silver"))
    '2 raw tin, any 1 raw material and 1 silver'
    """
    return listed(paid_words(amount) for amount in cost) or "nothing"


def effects_words(effects: Effects, drawing: Drawing = USUAL) -> str:
    """An effect in words.

    >>> from trisim.games.trismegistus.box.notation import parse_effect
    >>> effects_words(parse_effect("gold + salt + advance any by 2"))
    '1 gold and 1 salt; advance 2 spaces on one track of your choice'
    """
    return "; ".join(run_words(run, drawing) for run in runs(effects)) or "nothing"


def requirement_words(requirement: Requirement) -> str:
    """The requirement of an achievement in words.

    >>> from trisim.games.trismegistus.box.notation import parse_requirement
    >>> requirement_words(parse_requirement("3 fire experiments + lowest level 4"))
    '3 fire experiments and level 4 on every track'
    """
    return listed(need_words(need) for need in requirement) or "nothing"


def elementals_words(elementals: Elementals) -> str:
    """Elementals counted by element: ``2 fire and 1 air``; a single one is just named."""
    counts = Counter(elementals)
    if len(elementals) == len(counts) <= 2:
        return listed(element.word for element in counts) or "none"
    return listed(f"{count} {element.word}" for element, count in counts.items())


def bot_words(action: BotAction) -> str:
    """An action of Botmegistus in words.

    >>> from trisim.games.trismegistus.box.notation import parse_bot
    >>> bot_words(parse_bot("take artifact + advance lowest x2"))
    'takes an artifact; advances twice, each time on its lowest track'
    """
    return "; ".join(bot_run_words(run) for run in runs(action)) or "nothing"


# ---------------------------------------------------------------- parts that belong together


def runs(effects: Sequence[Effect]) -> list[list[Effect]]:
    """Parts in their order; neighbours that read better as one list are grouped."""
    found: list[list[Effect]] = []
    for kind, group in groupby(effects, joining):
        parts = list(group)
        found += [parts] if kind else [[part] for part in parts]
    return found


def joining(part: Effect) -> str:
    """The kind of list that a part may join; "" if it stays alone."""
    if isinstance(part, Gain) and part.per is None:
        return "goods"
    return "tracks" if is_one_step(part) else ""


def is_one_step(part: Effect) -> bool:
    """Whether it is a single space on a named track."""
    return part in [Advance(track) for track in NAMED_TRACKS]


def run_words(run: list[Effect], drawing: Drawing) -> str:
    if len(run) > 1 and is_one_step(run[0]):
        return f"advance {several_tracks(run)}"
    return listed(effect_words(part, drawing) for part in run)


def bot_run_words(run: list[Effect]) -> str:
    match run[0]:
        case Gain():
            return "gains " + listed(effect_words(part) for part in run)
        case Advance() if len(run) > 1:
            return f"advances {several_tracks(run)}"
        case Advance() as advance:
            return advance_words(advance, "its").replace("advance", "advances", 1)
        case Do(verb, times):
            return do_words(verb, times, USUAL).replace("take", "takes", 1)
        case Transmute() | Exchange():
            return effect_words(run[0])
        case _ as unknown:
            assert_never(unknown)


def several_tracks(run: list[Effect]) -> str:
    """One space on each of some named tracks."""
    tracks = [part.track for part in run if isinstance(part, Advance)]
    if sorted(tracks) == list(NAMED_TRACKS):
        return "1 space on every track"
    return f"1 space on the {listed(track.word for track in tracks)} tracks"


# ---------------------------------------------------------------- single effects


def effect_words(effect: Effect, drawing: Drawing = USUAL) -> str:
    match effect:
        case Gain(count, thing, per):
            return gained_words(count, thing) + per_words(per)
        case Advance(per=per):
            return advance_words(effect) + per_words(per)
        case Transmute(color, times, per):
            return transmute_words(color, times) + per_words(per)
        case Do(verb, times, per):
            return do_words(verb, times, drawing) + per_words(per)
        case Exchange():
            return exchange_words(effect, drawing)
        case _ as unknown:
            assert_never(unknown)


def often(times: int) -> str:
    """``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def advance_words(advance: Advance, whose: str = "your") -> str:
    """A move on the mastery tracks; ``whose`` is "its" for Botmegistus."""
    where = track_words(advance.track, advance.steps, whose)
    spaces = 1 if advance.track is Track.DIFFERENT else advance.steps
    if advance.times == 1:
        return f"advance {spaces} space{plural(spaces)} {where}"
    by = f" by {spaces} spaces" if spaces > 1 else ""
    each_time = "" if advance.track in NAMED_TRACKS else ", each time"
    return f"advance {often(advance.times)}{by}{each_time} {where}"


def track_words(track: Track, steps: int, whose: str) -> str:
    """Which track, or tracks."""
    match track:
        case Track.ANY:
            return "on one track of your choice" if steps > 1 else "on a track of your choice"
        case Track.LOWEST:
            return f"on {whose} lowest track"
        case Track.DIFFERENT:
            many = steps < len(Element)
            return f"on each of {steps} different tracks" if many else "on every track"
        case Track.NEAREST:
            return "where it is nearest to completing an experiment"
        case _:
            return f"on the {track.word} track"


def transmute_words(color: Color, times: int) -> str:
    """Transmutations along arrows of a colour."""
    if color is Color.ANY:
        arrow = "any arrow" if times == 1 else "any arrows"
    else:
        arrow = f"a {color.word} arrow" if times == 1 else f"{color.word} arrows"
    return f"transmute {often(times)} along {arrow}"


def do_words(verb: Verb, times: int, drawing: Drawing) -> str:
    """An action without further words."""
    several = times > 1
    match verb:
        case Verb.DRAW_PUBLICATIONS:
            return (f"{often(times)}, " if several else "") + draw_words(drawing)
        case Verb.RANDOM_ARTIFACT:
            return f"gain {times} random artifacts" if several else "gain a random artifact"
        case Verb.RESTORE_REACTION:
            return f"restore {times} used reactions" if several else "restore a used reaction"
        case Verb.TAKE_ARTIFACT:
            return f"take {times} artifacts" if several else "take an artifact"
        case Verb.TAKE_EXPERIMENT:
            return f"take {times} experiments" if several else "take an experiment"
        case _ as unknown:
            assert_never(unknown)


def draw_words(drawing: Drawing) -> str:
    """Drawing publications by the numbers of the rules."""
    drawn = f"draw {drawing.drawn} publication{plural(drawing.drawn)}"
    return f"{drawn}, return {drawing.returned}" if drawing.returned else drawn


# ---------------------------------------------------------------- exchanges


def exchange_words(exchange: Exchange, drawing: Drawing) -> str:
    """A price and what it buys."""
    price, reward, times = exchange.price, exchange.reward, exchange.times
    if reward is Swap.SAME_REFINED and isinstance(price, Amount):
        return f"refine {f'up to {times} raw materials' if times > 1 else '1 raw material'}"
    repeated = f"up to {times} times, " if times > 1 else ""
    match price, reward:
        case Down(), _:
            return f"{repeated}go down 1 space on a track to {bought_words(reward, drawing)}"
        case Amount(), Swap():
            return f"{repeated}exchange a raw material for a different one"
        case Amount(), Gain(count, thing):
            return f"{repeated}exchange {price_words(price)} for {gained_words(count, thing)}"
        case Amount(), _:
            return f"{repeated}pay {price_words(price)} to {bought_words(reward, drawing)}"


def price_words(price: Amount) -> str:
    """The price of an exchange; a single cube of any kind needs no number."""
    if price.count == 1 and price.thing in CHOSEN:
        return f"any {CHOSEN[price.thing]}"
    return paid_words(price)


def bought_words(reward: Effect | Swap, drawing: Drawing) -> str:
    """A reward as something to do."""
    match reward:
        case Swap.SAME_REFINED:
            return "refine 1 raw material"
        case Swap.OTHER_RAW:
            return "exchange a raw material for a different one"
        case Gain(thing=Thing.POINT):
            return f"score {effect_words(reward)}"
        case Gain():
            return f"take {effect_words(reward)}"
        case Advance() | Transmute() | Do() | Exchange():
            return effect_words(reward, drawing)
        case _ as unknown:
            assert_never(unknown)
