"""The vocabulary of positions: how each kind of value is written in TOML, and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from trisim.engine.game import GameError
from trisim.games.madness.box.words import KINDS, Word
from trisim.games.madness.text.words import kind_word
from trisim.texts import did_you_mean

KIND_NAMES = [kind_word(kind) for kind in range(KINDS)]
MOST_CARDS = 200
"""Cards of a kind that a position may name; how many there are is checked afterwards."""

COPIES = 62
"""Copies of a kind in a deck, which has a bit for each."""


class PositionError(GameError):
    """An impossible position, in one line."""


def said(value: object) -> str:
    """A value of a file, on one line."""
    text = " ".join(str(value).split())
    return text if len(text) <= 40 else text[:37] + "..."


def whole_number(value: object, least: int, most: int, where: str) -> int:
    """A whole number between two others."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise PositionError(
            f"{where} = {said(value)}: a whole number from {least} to {most} is expected"
        )
    return value


def table_of(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise PositionError(f"{where} = {said(value)}: a table is expected")
    return value


def list_of(value: object, where: str, most: int = 200) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise PositionError(f"{where} = {said(value)}: a list of at most {most} is expected")
    return value


def known_keys(data: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    """Refuse unknown keys."""
    for key in data:
        if key not in keys:
            remedy = did_you_mean(said(key), list(keys))
            raise PositionError(f"{where}: unknown key '{said(key)}'; {remedy}")


def one_of(words: Sequence[str], value: object, where: str, what: str = "word") -> int:
    """The number of a word."""
    if not isinstance(value, str) or value not in words:
        remedy = did_you_mean(said(value), list(words))
        raise PositionError(f"{where}: unknown {what} '{said(value)}'; {remedy}")
    return list(words).index(value)


class Vocabulary(Protocol):
    """How values of a kind are written and read."""

    def write(self, value: Any, box: Any) -> Any:
        """A value of the record as TOML data."""
        ...

    def read(self, value: Any, box: Any, where: str) -> Any:
        """TOML data as a value of the record; a ``PositionError`` for what is none."""
        ...


# ---------------------------------------------------------------- numbers and words


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number; files count from ``first`` what the record counts from 0."""

    least: int
    most: int
    first: int = 0

    def write(self, value: Any, box: Any) -> int:
        return int(value) + self.first

    def read(self, value: Any, box: Any, where: str) -> int:
        return whole_number(value, self.least, self.most, where) - self.first


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def write(self, value: Any, box: Any) -> bool:
        return bool(value)

    def read(self, value: Any, box: Any, where: str) -> bool:
        if not isinstance(value, bool):
            raise PositionError(f"{where} = {said(value)}: true or false is expected")
        return value


@dataclass(frozen=True, slots=True)
class OneWord:
    """A word of a list that the box may extend."""

    words: Any  # a function of the box

    def write(self, value: Any, box: Any) -> str:
        return str(self.words(box)[int(value)])

    def read(self, value: Any, box: Any, where: str) -> int:
        return one_of(self.words(box), value, where)


@dataclass(frozen=True, slots=True)
class OneCard:
    """The id of a card of a kind; "" for none."""

    kind: str

    def write(self, value: Any, box: Any) -> str:
        return str(getattr(box, self.kind)[int(value)].id) if value >= 0 else ""

    def read(self, value: Any, box: Any, where: str) -> int:
        if value == "":
            return -1
        ids = [card.id for card in getattr(box, self.kind)]
        if not isinstance(value, str) or value not in ids:
            remedy = did_you_mean(said(value), ids, f"see 'trisim box show {self.kind}'")
            raise PositionError(f"{where}: no {self.kind[:-1]} '{said(value)}'; {remedy}")
        return ids.index(value)


# ---------------------------------------------------------------- several of them


@dataclass(frozen=True, slots=True)
class Row:
    """A list of values of a kind, in a row of ``length``; ``empty`` is what stands behind them."""

    of: Any
    length: int
    empty: int

    def write(self, value: Any, box: Any) -> list[Any]:
        values = [self.of.write(one, box) for one in value]
        while values and value[len(values) - 1] == self.empty:
            values.pop()
        return values

    def read(self, value: Any, box: Any, where: str) -> np.ndarray[Any, Any]:
        row = np.full(self.length, self.empty, np.int64)
        for place, one in enumerate(list_of(value, where, self.length)):
            row[place] = self.of.read(one, box, where)
        return row


@dataclass(frozen=True, slots=True)
class ByWord:
    """A table with a value for each word; words with ``empty`` are left out."""

    of: Any
    kind: type[Word]
    empty: int = 0

    def write(self, value: Any, box: Any) -> dict[str, Any]:
        return {
            word.word: self.of.write(value[word], box)
            for word in self.kind
            if value[word] != self.empty
        }

    def read(self, value: Any, box: Any, where: str) -> np.ndarray[Any, Any]:
        words = [word.word for word in self.kind]
        row = np.full(len(words), self.empty, np.int64)
        for word, one in table_of(value, where).items():
            row[one_of(words, word, where)] = self.of.read(one, box, f"{where}.{said(word)}")
        return row


@dataclass(frozen=True, slots=True)
class Bits:
    """A list of numbers from 1 on, which the record keeps as bits."""

    most: int

    def write(self, value: Any, box: Any) -> list[int]:
        return [place + 1 for place in range(self.most) if int(value) >> place & 1]

    def read(self, value: Any, box: Any, where: str) -> int:
        bits = 0
        for one in list_of(value, where, self.most):
            bits |= 1 << whole_number(one, 1, self.most, where) - 1
        return bits


# ---------------------------------------------------------------- cards of decks


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards of each kind: ``{ "fire 2" = 3, madness = 1 }``."""

    def write(self, value: Any, box: Any) -> dict[str, int]:
        return {KIND_NAMES[kind]: int(value[kind]) for kind in range(KINDS) if value[kind]}

    def read(self, value: Any, box: Any, where: str) -> np.ndarray[Any, Any]:
        counts = np.zeros(KINDS, np.int64)
        for name, count in table_of(value, where).items():
            kind = one_of(KIND_NAMES, name, where, "kind of card")
            counts[kind] = whole_number(count, 0, MOST_CARDS, f"{where}.{said(name)}")
        return counts


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a deck below the known ones.

    The copies of a kind have numbers, from 0 at each shuffle, that the order of the deck follows
    from: ``{ "fire 1" = 3, "air 1" = [0, 2] }`` are the copies 0 to 2 and the copies 0 and 2.
    """

    def write(self, value: Any, box: Any) -> dict[str, Any]:
        return {
            KIND_NAMES[kind]: copies_written(int(value[kind]))
            for kind in range(KINDS)
            if value[kind]
        }

    def read(self, value: Any, box: Any, where: str) -> np.ndarray[Any, Any]:
        deck = np.zeros(KINDS, np.int64)
        for name, copies in table_of(value, where).items():
            kind = one_of(KIND_NAMES, name, where, "kind of card")
            deck[kind] = copies_read(copies, f"{where}.{said(name)}")
        return deck


def copies_written(bits: int) -> int | list[int]:
    """The copies of a kind: how many, or their numbers if they are not the first ones."""
    copies = [copy for copy in range(COPIES) if bits >> copy & 1]
    return len(copies) if copies == list(range(len(copies))) else copies


def copies_read(value: Any, where: str) -> int:
    """The same as bits."""
    if not isinstance(value, list):
        return (1 << whole_number(value, 0, COPIES, where)) - 1
    bits = 0
    for copy in value:
        number = whole_number(copy, 0, COPIES - 1, where)
        if bits >> number & 1:
            raise PositionError(f"{where}: copy {number} stands there twice; name each once")
        bits |= 1 << number
    return bits


@dataclass(frozen=True, slots=True)
class Top:
    """Known cards on a deck, the next one first; the record has it last."""

    def write(self, value: Any, box: Any) -> list[str]:
        return [KIND_NAMES[int(kind)] for kind in reversed(value)]

    def read(self, value: Any, box: Any, where: str) -> list[int]:
        kinds = [
            one_of(KIND_NAMES, one, where, "kind of card") for one in list_of(value, where, 100)
        ]
        return kinds[::-1]
