"""Reads the values of a position; errors are one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trisim.box.faults import did_you_mean
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.notation import NotationError, parse_effect
from trisim.games.trismegistus.box.notation.terms import Gain
from trisim.games.trismegistus.box.words import Thing, Word
from trisim.games.trismegistus.rules.game import GameError


class PositionError(GameError):
    """An impossible position."""


def said(value: object) -> str:
    """A value of a file, on one line."""
    text = " ".join(str(value).split())
    return text if len(text) <= 40 else text[:37] + "..."


class Reader:
    """Reads values of a position and reports errors."""

    def __init__(self, data: Mapping[str, Any], box: Box) -> None:
        self.data = data
        self.box = box

    def known(self, data: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
        """Refuse unknown keys."""
        for key in data:
            if key not in keys:
                remedy = did_you_mean(key, list(keys))
                raise PositionError(f"{where}: unknown key '{said(key)}'; {remedy}")

    def number(self, data: Mapping[str, Any], key: str, default: int, least: int, most: int) -> int:
        """A whole number between two others."""
        value = data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise PositionError(
                f"{said(key)} = {said(value)}: a whole number from {least} to {most} is expected"
            )
        return value

    def table(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        """A table, empty if there is none."""
        value = data.get(key, {})
        if not isinstance(value, Mapping):
            raise PositionError(f"{said(key)} = {said(value)}: a table is expected")
        return value

    def list_of(self, data: Mapping[str, Any], key: str, most: int = 200) -> list[Any]:
        """A list, empty if there is none."""
        value = data.get(key, [])
        if not isinstance(value, list) or len(value) > most:
            raise PositionError(
                f"{said(key)} = {said(value)}: a list of at most {most} is expected"
            )
        return value

    def word(self, kind: Sequence[Word], text: object, where: str) -> int:
        """The number of a word."""
        words = {member.word: int(member) for member in kind}
        if not isinstance(text, str) or text not in words:
            remedy = did_you_mean(said(text), list(words))
            raise PositionError(f"{where}: unknown word '{said(text)}'; {remedy}")
        return words[text]

    def card(self, kind: str, ident: object) -> int:
        """The number of a card."""
        ids = [card.id for card in self.box.cards(kind)]
        if ident not in ids:
            remedy = did_you_mean(said(ident), ids, f"see 'trisim box show {kind}'")
            raise PositionError(f"no {kind[:-1]} '{said(ident)}'; {remedy}")
        return ids.index(str(ident))

    def goods(self, text: object, where: str) -> dict[Thing, int]:
        """Things held, in the notation."""
        try:
            parts = parse_effect(str(text))
        except NotationError as error:
            raise PositionError(f"{where}: '{said(error.word)}': {error}") from None
        held: dict[Thing, int] = {}
        for part in parts:
            if not isinstance(part, Gain) or part.per or part.thing > Thing.REACTION:
                raise PositionError(f"{where}: goods are named things, as '2 salt + lead'")
            held[part.thing] = held.get(part.thing, 0) + part.count
        return held
