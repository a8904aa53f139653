"""Specs of strategies: a name or path with parameters, ``balanced:noise=0.1:without=recharge``."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from trisim.box.faults import did_you_mean, shown
from trisim.players.kit import PlayerKit
from trisim.players.player import FAR, FOR_ALL, NOISE, WITHOUT, Kind, Player, StrategyError
from trisim.players.weights_file import SEE

PARAMETER = re.compile(
    r":(?:\s*without\s*=(?:[^:=/\\]|:(?![^:=/\\]*=))*|[^:=/\\]*=[^:/\\]*)(?=:|\Z)", re.DOTALL
)
"""``:key=value``. What a player does without can have colons: ``:without=card:courier-bell``."""

SPEC = re.compile(rf"(?P<where>.*?)(?P<given>(?:{PARAMETER.pattern})*)", re.DOTALL)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
FILES = (".py", ".toml")
"""How the names of files end that can be strategies."""


@dataclass(frozen=True, slots=True)
class Spec:
    """The strategy and the parameters of a spec."""

    text: str
    where: str
    given: Mapping[str, float] = field(default_factory=dict, hash=False)
    without: tuple[str, ...] = ()
    """What the player neither takes nor uses, by name."""

    @property
    def is_path(self) -> bool:
        """Whether it names a file, not a strategy by name."""
        return self.where.endswith(FILES) or "/" in self.where or "\\" in self.where

    @property
    def path(self) -> Path:
        """The named file; ``~`` stays if the home folder is unknown."""
        try:
            return Path(self.where).expanduser()
        except RuntimeError:
            return Path(self.where)


def parse_spec(text: str) -> Spec:
    """The parts of a spec.

    >>> parse_spec("./mine.py:patience=0.3:noise=.1").given
    {'patience': 0.3, 'noise': 0.1}
    """
    found = SPEC.fullmatch(text)
    assert found is not None
    words: dict[str, str] = {}
    for word in PARAMETER.findall(found["given"]):
        key, _, value = (part.strip() for part in word[1:].partition("="))
        if key in words:
            raise StrategyError(f"{shown(text)}: '{key}' is given twice; give it once")
        words[key] = value
    without = parse_without(words.pop(WITHOUT), text) if WITHOUT in words else ()
    given = {key: parse_number(key, value, text) for key, value in words.items()}
    return Spec(text, found["where"].strip(), given, without)


def parse_without(value: str, text: str) -> tuple[str, ...]:
    """The names of what a player does without, joined with ``+`` in a spec."""
    names = tuple(name.strip() for name in value.split("+"))
    if not all(names):
        raise StrategyError(
            f"{shown(text)}: '{WITHOUT}={shown(value)}' names nothing; {WITHOUT}=NAME or "
            f"{WITHOUT}=NAME+NAME is expected"
        )
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise StrategyError(f"{shown(text)}: '{shown(twice[0])}' is named twice; name it once")
    return names


def parse_number(key: str, value: str, text: str) -> float:
    if not key or not NUMBER.fullmatch(value) or not math.isfinite(float(value)):
        raise StrategyError(
            f"{shown(text)}: '{shown(key)}={shown(value)}' is no parameter with a number; "
            "NAME:key=value is expected, such as random:noise=0.1"
        )
    return float(value)


def check_colons(spec: Spec) -> None:
    """Explain a colon that is not followed by ``key=value``."""
    name, colon, rest = spec.where.rpartition("/")[2].partition(":")
    if colon:
        raise StrategyError(
            f"{shown(spec.text)}: '{shown(rest)}' is no parameter; NAME:key=value is expected "
            f"after the colon, such as {shown(name)}:noise=0.1"
        )


# ---------------------------------------------------------------- parameters that are given


def with_parameters(player: Player, spec: Spec) -> Player:
    player = replace(player, without=spec.without)
    for key, value in spec.given.items():
        player = with_parameter(player, key, value, spec.text)
    if player.kind is Kind.PYTHON and player.parameters:
        player = replace(player, choose=partial(player.choose, **player.parameters))
    if player.kind is Kind.WEIGHTS:
        player = replace(player, choose=kernel_of_weights(player.kit, player.uses_search))
    return replace(player, spec=spec.text)


def kernel_of_weights(kit: PlayerKit, uses_search: bool) -> Any:
    """The kernel that chooses with weights: directly, or by search."""
    return kit.choose_by_search if uses_search else kit.choose_best


def with_parameter(player: Player, key: str, value: float, text: str) -> Player:
    """A strategy with another value of a parameter; an unknown one is refused."""
    if key == NOISE:
        return replace(player, noise=checked_noise(value, text))
    if key == FAR:
        return replace(player, far=checked_far(value, text))
    if key in player.parameters:
        number = as_default(key, value, player.parameters[key], text)
        return replace(player, parameters={**player.parameters, key: number})
    if key in player.judgement:
        return replace(player, judgement={**player.judgement, key: value})
    if key in player.search:
        return replace(
            player, search={**player.search, key: checked_search(player, key, value, text)}
        )
    if key in known_features(player):
        same_in_all_phases = (value,) * len(player.kit.phases)
        return replace(player, weights={**player.weights, key: same_in_all_phases})
    known = [*known_features(player), *player.judgement, *player.search]
    known += [*player.parameters, *FOR_ALL, WITHOUT]
    see = SEE if player.kind is Kind.WEIGHTS else ""
    remedy = did_you_mean(key, known, see)
    raise StrategyError(f"{shown(text)}: no parameter '{shown(key)}'; {remedy}")


def known_features(player: Player) -> list[str]:
    """The features that can have weights."""
    if player.kind is not Kind.WEIGHTS:
        return []
    return list(player.kit.features)


def checked_noise(value: float, text: str) -> float:
    """The share of decisions with an error."""
    if not 0 <= value <= 1:
        raise StrategyError(
            f"{shown(text)}: noise is the share of decisions with an error, from 0 to 1"
        )
    return value


def checked_far(value: float, text: str) -> float:
    """The size of an error."""
    if value < 0:
        raise StrategyError(f"{shown(text)}: far is the size of an error, in points, 0 or more")
    return value


def checked_search(player: Player, key: str, value: float, text: str) -> float:
    """A number of the search."""
    number = player.kit.search[key]
    if not number.allows(value):
        raise StrategyError(f"{shown(text)}: {key} is {number.limits}")
    return value


def as_default(key: str, value: float, default: float, text: str) -> float:
    """A value of the same type as the default: a class may accept whole numbers only."""
    if not isinstance(default, int):
        return value
    if not value.is_integer():
        raise StrategyError(f"{shown(text)}: {key} is a whole number, such as {default}")
    return int(value)
