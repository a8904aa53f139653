"""The solo game in a position: its options, and the cards and goods of Botmegistus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from trisim.games.trismegistus.box.difficulty import DifficultyError, check_together, checked_value
from trisim.games.trismegistus.box.settings import SoloOptions
from trisim.games.trismegistus.box.words import Element
from trisim.games.trismegistus.rules.bot.cards import own_artifact, run
from trisim.games.trismegistus.rules.bot.deck import OPEN, lay_open, make_deck
from trisim.games.trismegistus.rules.bot.rounds import change_gold
from trisim.games.trismegistus.rules.codes import At, Cause
from trisim.games.trismegistus.rules.solo import PLAYERS, Solo, fill_solo
from trisim.games.trismegistus.rules.stack import because
from trisim.games.trismegistus.text.position_reader import PositionError, said

if TYPE_CHECKING:
    from trisim.games.trismegistus.text.position import Maker

KEYS = ("planning", "options", "deck", "used", "open", "shuffles", "rolls", "special")
MOST = 1000
"""Shuffles and rolls that a position can have had."""


def begin_solo(maker: Maker) -> None:
    """Before the setup: whether it is a solo game, and how hard."""
    if "solo" not in maker.data:
        return
    data = maker.table(maker.data, "solo")
    maker.known(data, KEYS, "solo")
    if maker.players != PLAYERS:
        raise PositionError(f"players = {maker.players}: a solo game has 2 seats, yours and its")
    if "achievements" in maker.data:
        raise PositionError("achievements: a solo game is played without; leave it out")
    planning = data.get("planning", False)
    if not isinstance(planning, bool):
        raise PositionError(f"solo: planning = {said(planning)}: true or false is expected")
    fill_solo(maker.state.solo, Solo(options_in(maker.table(data, "options")), planning))


def options_in(data: Mapping[str, Any]) -> SoloOptions:
    """The options of the file; others have their defaults."""
    try:
        changes: dict[str, Any] = {name: checked_value(name, data[name]) for name in data}
        options = replace(SoloOptions(), **changes)
        check_together(options, "", changes)
    except DifficultyError as error:
        raise PositionError(f"solo: {error}") from None
    return options


# ---------------------------------------------------------------- what Botmegistus has


def fill_bot(maker: Maker) -> None:
    """Its starting goods, and its cards."""
    state, tables, quiet = maker.state, maker.tables, maker.quiet
    if state.bot_seat < 0:
        return
    because(state, Cause.SETUP, 0)
    make_deck(state, tables)
    run(state, tables, quiet, int(tables.solo_start[0]), int(tables.solo_start[1]))
    change_gold(state, quiet)
    fill_cards(maker, maker.table(maker.data, "solo"))


def fill_cards(maker: Maker, data: Mapping[str, Any]) -> None:
    """Deck, used and open cards; how often it was shuffled and the d6 rolled."""
    bot = maker.state.bot
    if "deck" in data:
        bot.at[:] = At.AWAY
    for key, place in (("deck", At.DECK), ("used", At.USED)):
        for ident in maker.list_of(data, key):
            bot.at[solo_card(maker, ident)] = place
    bot.shuffles = maker.number(data, "shuffles", 0, 0, MOST)
    bot.rolls = maker.number(data, "rolls", 0, 0, MOST)
    if "special" in data:
        bot.special = maker.word(list(Element), data["special"], "solo: special")
    if "open" in data:
        open_cards(maker, maker.list_of(data, "open", OPEN))
    else:
        lay_open(maker.state, maker.tables, maker.quiet)


def open_cards(maker: Maker, idents: list[Any]) -> None:
    """The open cards, left and right; "" for an empty place."""
    if not maker.state.solo.planning:
        raise PositionError("solo: open: cards lie open only with planning = true")
    for place, ident in enumerate(idents):
        if ident:
            card = solo_card(maker, ident)
            maker.state.bot.at[card] = At.OPEN
            maker.state.bot.open[place] = card


def solo_card(maker: Maker, ident: object) -> int:
    """A card of Botmegistus, which lies in one place."""
    card = maker.card("solo_cards", ident)
    named = maker.named.setdefault("solo_cards", set())
    if card in named:
        raise PositionError(f"'{ident}' stands in two places")
    named.add(card)
    return card


def give_artifact(maker: Maker, artifact: int) -> None:
    """An artifact is its, with its elementals."""
    own_artifact(maker.state, maker.tables, maker.quiet, artifact)
