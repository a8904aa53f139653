"""Kinds of values: how each is read from a cell, checked, and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from trisim.box.faults import FieldError, did_you_mean

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Field(Protocol[T_co]):
    """The kind of value of a column or key."""

    @property
    def expects(self) -> str:
        """The valid values, in words."""

    def parse(self, value: object) -> T_co:
        """The value, or a ``FieldError``."""

    def show(self, value: object) -> str:
        """The value as it would be written."""


def as_text(value: object, expects: str) -> str:
    """A cell as text; files of both kinds may give numbers."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise FieldError(value, "this is no text", f"expected {expects}")


@dataclass(frozen=True)
class Integer:
    """A whole number in a range."""

    least: int
    most: int

    @property
    def expects(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def advice(self, value: object) -> str:
        """The remedy for a value that is no whole number."""
        if isinstance(value, str) and (found := re.fullmatch(r"(-?[0-9]{1,9})[.,]0+", value)):
            return f"write {found[1]}, as 'trisim box tidy' does"
        return f"expected {self.expects}"

    def parse(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise FieldError(value, "this is no whole number", self.advice(value))
        if not self.least <= value <= self.most:
            raise FieldError(value, "out of range", f"expected {self.expects}")
        return value

    def show(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True)
class Switch:
    """Yes or no."""

    expects: str = "true or false"

    def parse(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise FieldError(value, "this is neither true nor false", "write true or false")
        return value

    def show(self, value: object) -> str:
        return str(value).lower()


@dataclass(frozen=True)
class Text:
    """Words for people, such as a name: games never depend on them."""

    longest: int = 60
    lines: bool = False

    @property
    def expects(self) -> str:
        return f"text of 1 to {self.longest} characters"

    def parse(self, value: object) -> str:
        text = as_text(value, self.expects)
        if not text.strip():
            raise FieldError("", "a text is missing", f"expected {self.expects}")
        if len(text) > self.longest:
            raise FieldError(text, f"this text has {len(text)} characters", "shorten it")
        if not (text.replace("\n", " ") if self.lines else text).isprintable():
            raise FieldError(text, "this text has an unprintable character", "type it anew")
        return text

    def show(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True)
class Ident:
    """A short stable id; of a card or table of the file ``of``, if given."""

    of: str = ""
    expects: str = "an id of at most 24 lower-case letters, digits and hyphens, as 'glass-heart'"

    def parse(self, value: object) -> str:
        text = as_text(value, self.expects)
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text) or len(text) > 24:
            problem = "this is no id" if text else "an id is missing"
            raise FieldError(text, problem, f"expected {self.expects}")
        return text

    def show(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True)
class Choice(Generic[T]):
    """One of a few words."""

    words: Mapping[str, T]

    @property
    def expects(self) -> str:
        return "one of " + ", ".join(word or "(empty)" for word in self.words)

    def parse(self, value: object) -> T:
        text = as_text(value, self.expects)
        if text not in self.words:
            problem = "unknown word" if text else "a word is missing"
            named = [word for word in self.words if word]
            raise FieldError(text, problem, did_you_mean(text, named, f"expected {self.expects}"))
        return self.words[text]

    def show(self, value: object) -> str:
        return next(word for word, meaning in self.words.items() if meaning == value)


@dataclass(frozen=True)
class Notation(Generic[T]):
    """A cell in a notation of the game, whose ``read`` raises ``FieldError``."""

    read: Callable[[str], T]
    write: Callable[[T], str]
    expects: str
    may_be_empty: bool = True

    def parse(self, value: object) -> T:
        text = as_text(value, self.expects)
        if not text.strip() and not self.may_be_empty:
            raise FieldError("", "nothing stands here", f"expected {self.expects}")
        try:
            return self.read(text)
        except FieldError as error:
            raise FieldError(error.word or text, error.problem, error.remedy) from None

    def show(self, value: object) -> str:
        return self.write(value)  # type: ignore[arg-type]


@dataclass(frozen=True)
class ListOf(Generic[T]):
    """A TOML list of values of one kind."""

    field: Field[T]
    lengths: Sequence[int]

    @property
    def expects(self) -> str:
        span = sorted({self.lengths[0], self.lengths[-1]})
        return f"a list of {' to '.join(map(str, span))} values: each {self.field.expects}"

    def parse(self, value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise FieldError(value, "this is no list", f"expected {self.expects}")
        if len(value) not in self.lengths:
            raise FieldError(
                str(value), f"{len(value)} values stand here", f"expected {self.expects}"
            )
        return tuple(self.field.parse(item) for item in value)

    def show(self, value: object) -> str:
        assert isinstance(value, tuple)
        return "[" + ", ".join(self.field.show(item) or '""' for item in value) + "]"
