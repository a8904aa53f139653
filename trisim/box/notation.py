"""Reading a cell in a notation: words with their places, and errors that say what was expected.

A game's notation has a ``Reader`` with a method for each line of its grammar. ``Notation`` in
``trisim.box.fields`` makes a kind of value of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from re import Pattern
from typing import TypeVar

from trisim.box.faults import FieldError

T = TypeVar("T")


class NotationError(FieldError):
    """A cell that can't be read: the word, the problem, the remedy."""

    def __init__(self, text: str, start: int, end: int, problem: str, remedy: str) -> None:
        super().__init__("", problem, remedy)
        self.word = text[start:end]
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign; ``text`` is its normal spelling, empty at the end of the cell."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()


@dataclass(frozen=True, slots=True)
class Spelling:
    """The words and signs of a notation."""

    token: Pattern[str]
    """A word, number or sign, each as a named group, after any blanks."""

    others: Mapping[str, str]
    """Other spellings of the same word."""

    signs: Mapping[str, str]
    """Remedies for signs that the notation doesn't use."""

    usual: str
    """The remedy for any other sign."""

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a cell, with an empty one at the end."""
        folded = text.lower() if len(text.lower()) == len(text) else text
        tokens, at, end = [], 0, len(folded.rstrip())
        while at < end:
            match = self.token.match(folded, at, end)
            if match is None:
                raise self.unreadable(text, folded, at)
            word = match.group(match.lastgroup or 0)
            tokens.append(Token(self.others.get(word, word), match.end() - len(word), match.end()))
            at = match.end()
        return [*tokens, Token("", end, end)]

    def unreadable(self, text: str, folded: str, at: int) -> NotationError:
        """The error for a character that the notation doesn't use."""
        start = at + len(folded[at:]) - len(folded[at:].lstrip())
        remedy = self.signs.get(text[start], self.usual)
        return NotationError(text, start, start + 1, "this sign has no meaning here", remedy)


class Reader:
    """Reads one cell; a game adds a method for each line of its grammar."""

    def __init__(self, text: str, spelling: Spelling) -> None:
        self.text = text
        self.tokens = spelling.tokens(text)
        self.at = 0

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def ahead(self, words: int) -> str:
        """The next ``words`` tokens as one phrase."""
        return " ".join(token.text for token in self.tokens[self.at : self.at + words])

    def sees(self, phrase: str) -> bool:
        return self.ahead(phrase.count(" ") + 1) == phrase

    def accept(self, phrase: str) -> bool:
        """Step over the phrase if it is next."""
        if not self.sees(phrase):
            return False
        self.at += phrase.count(" ") + 1
        return True

    def fail(self, problem: str, remedy: str, words: int = 1) -> NotationError:
        """The error for the next ``words`` tokens."""
        last = self.tokens[min(self.at + words, len(self.tokens)) - 1]
        return NotationError(self.text, self.here.start, last.end, problem, remedy)

    def fail_since(self, start: int, problem: str, remedy: str) -> NotationError:
        """The error for the tokens from number ``start`` up to here."""
        words, self.at = max(self.at - start, 1), start
        return self.fail(problem, remedy, words)

    def unexpected(self, expected: Sequence[str]) -> NotationError:
        """The error for a token that none of the expected phrases starts with."""
        if not self.here.text:
            return self.fail("something is missing at the end", f"expected {self.one_of(expected)}")
        if self.here.is_number:
            return self.fail("a number has no meaning here", f"expected {self.one_of(expected)}")
        for phrase in expected:  # the first word is right, the second isn't
            if " " in phrase and phrase.split()[0] == self.here.text:
                return self.second_word_wrong(expected)
        problem = "unknown word here" if self.here.text.isalpha() else "this sign can't stand here"
        return self.fail(problem, self.suggestion(self.here.text, expected))

    def second_word_wrong(self, expected: Sequence[str]) -> NotationError:
        head = self.here.text
        rest = [p.split()[1] for p in expected if " " in p and p.split()[0] == head]
        self.at += 1
        if not self.here.text:
            return self.fail(f"'{head}' needs another word", f"expected {self.one_of(rest)}")
        return self.fail(f"unknown word after '{head}'", self.suggestion(self.here.text, rest))

    def choose(self, phrases: Mapping[str, T], expected: Sequence[str] = ()) -> T:
        """Step over the longest phrase that is next and return its meaning."""
        for phrase in sorted(phrases, key=len, reverse=True):
            if self.accept(phrase):
                return phrases[phrase]
        raise self.unexpected(expected or list(phrases))

    def number(self, most: int, what: str) -> int:
        """Step over a number from 1 to ``most``."""
        if not self.here.is_number:
            raise self.fail(f"{what} needs a number", f"write a whole number from 1 to {most}")
        digits = self.here.text.lstrip("0")
        if not digits:
            raise self.fail(f"{what} must be 1 or more", "change the number or drop the part")
        if len(digits) > 6 or int(digits) > most:
            span = f"from 1 to {most}" if most < 10**5 else "smaller"
            raise self.fail(f"{what} must be {span}", "change the number or leave it out")
        self.at += 1
        return int(digits)

    def suggestion(self, word: str, expected: Sequence[str]) -> str:
        """The remedy for ``word``: the nearest of the expected words, or all."""
        heads = sorted({phrase.split()[0] for phrase in expected})
        near = get_close_matches(word, [*expected, *heads], n=1, cutoff=0.7)
        return f"did you mean '{near[0]}'?" if near else f"expected {self.one_of(expected)}"

    def one_of(self, words: Sequence[str]) -> str:
        """``'a', 'b' or 'c'``; a game may name many of them as one."""
        quoted = [f"'{word}'" for word in words]
        return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]
