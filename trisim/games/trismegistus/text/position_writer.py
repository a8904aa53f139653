"""Writes a position: everything that the rest of the game depends on."""

from __future__ import annotations

from typing import Any

from trisim.games.trismegistus.box.difficulty import changed_options
from trisim.games.trismegistus.box.notation import to_text
from trisim.games.trismegistus.box.notation.terms import Gain
from trisim.games.trismegistus.box.words import Element, Essence, Symbol, Thing
from trisim.games.trismegistus.rules.codes import (
    LAID_BY,
    PERFORMED_BY,
    At,
    FormulaState,
    Frame,
    Part,
)
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.stone import SIDE
from trisim.games.trismegistus.rules.tracks import TOP, bonus_space
from trisim.games.trismegistus.text.position import COLORS, SLOTS, SYMBOLS
from trisim.games.trismegistus.text.position_reader import PositionError

MOST = 20
"""The highest count that the notation can say."""


class Writer:
    """Writes one position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.box = game.box
        self.state = game.state
        self.lines: list[str] = []

    def text(self) -> str:
        state, players = self.state, self.game.players
        to = self.phase()
        self.put("players", players)
        self.put("seed", int(state.seed))
        self.put("round", int(state.round_no))
        self.put("turn", int(state.turn_no))
        self.put("active", int(state.active))
        self.put("order", [int(seat) for seat in state.order[:players]])
        if state.finished:
            self.put("next_order", [int(seat) for seat in state.next_order[: state.finished]])
        self.put("to", to)
        if state.with_intro:
            self.put("intro", True)
        if state.with_achievements:
            self.put("achievements", self.at("achievements", At.OPEN))
        self.put("under", [self.ident("publications", int(n)) for n in self.under()])
        self.put("left", self.left())
        self.board()
        self.solo()
        for seat in range(players):
            if seat == self.game.bot_seat:
                self.bot(seat)
            else:
                self.seat(seat)
        return "\n".join(self.lines) + "\n"

    def phase(self) -> str:
        """What is pending; only the main steps of a turn can be written."""
        frames = {Frame.DRAFT: "draft", Frame.ACTION: "action", Frame.AFTER: "after"}
        frame, state = self.game.frame, self.state
        if frame in frames:
            spent = frame is Frame.ACTION and state.stack[state.depth - 1].arg[0]
            reacting = self.game.players - 1 - int(self.game.bot_seat >= 0)
            depth = reacting + 4 - list(frames).index(frame)
            if not spent and state.depth == depth:
                return frames[frame]
        raise PositionError("a position can be written when a player drafts, acts or ends a turn")

    def put(self, key: str, value: object) -> None:
        self.lines.append(f"{key} = {toml_value(value)}")

    def ident(self, kind: str, card: int) -> str:
        """The id of a card; "" for none."""
        return self.box.cards(kind)[card].id if card >= 0 else ""

    def at(self, kind: str, where: int) -> list[str]:
        """The ids of the cards in a place."""
        places = getattr(self.state, f"{kind[:-1]}_at")
        return [
            card.id for index, card in enumerate(self.box.cards(kind)) if places[index] == where
        ]

    def under(self) -> list[int]:
        """Publications under their deck, next first."""
        return [int(card) for card in self.state.under[: self.state.unders]]

    def left(self) -> list[str]:
        """Cards that left the game, except those for more players."""
        players = {card.id: card.players for card in self.box.experiments}
        away = self.at("experiments", At.AWAY)
        return [i for i in away if players[i] <= self.game.players] + self.at("artifacts", At.AWAY)

    def board(self) -> None:
        """Everything that belongs to nobody."""
        state = self.state
        self.lines.append("\n[bowls]")
        for symbol in Symbol:
            dice = {color.word: int(state.bowls[symbol, color]) for color in COLORS}
            self.put(symbol.word, {color: count for color, count in dice.items() if count})
        self.lines.append("\n[market]")
        for color in COLORS:
            cards = [self.ident("artifacts", int(card)) for card in state.market[color]]
            self.put(color.word, cards)
        self.lines.append("\n[books]")
        for symbol in SYMBOLS:
            self.put(symbol.word, [self.ident("experiments", int(c)) for c in state.books[symbol]])
        self.lines.append("\n[tokens]")
        kinds = [*self.box.board.bonus_tokens, ""]
        for element in Element:
            self.put(element.word, [kinds[int(kind)] for kind in state.bonus[element]])
        self.lines.append("\n[essences]")
        for essence, track in enumerate(state.essence_track):
            self.put(Element(int(track)).word, Essence(essence).word)

    def solo(self) -> None:
        """A game against Botmegistus: its options without default values, and its cards."""
        solo, bot = self.game.solo, self.state.bot
        if solo is None:
            return
        self.lines.append("\n[solo]")
        self.put("planning", solo.planning)
        self.put("options", changed_options(solo.options))
        cards = [card.id for card in self.box.solo_cards]
        for key, place in (("deck", At.DECK), ("used", At.USED)):
            self.put(key, [ident for n, ident in enumerate(cards) if bot.at[n] == place])
        if solo.planning:
            self.put("open", [cards[int(card)] if card >= 0 else "" for card in bot.open])
        self.put("shuffles", int(bot.shuffles))
        self.put("rolls", int(bot.rolls))
        if bot.special >= 0:
            self.put("special", Element(int(bot.special)).word)

    def bot(self, seat: int) -> None:
        """Everything of Botmegistus but its cards."""
        lab = self.state.labs[seat]
        self.lines.append("\n[[seats]]")
        self.own_goods(lab)
        self.put("artifacts", self.at("artifacts", seat))
        self.put("beside", [self.ident("experiments", int(c)) for c in lab.beside if c >= 0])
        self.put("performed", self.at("experiments", PERFORMED_BY + seat))
        self.points(lab)

    def seat(self, seat: int) -> None:
        """Everything of one player."""
        lab = self.state.labs[seat]
        self.lines.append("\n[[seats]]")
        self.put("alchemist", list(self.box.alchemists)[int(lab.alchemist)])
        self.put("used_reactions", int(lab.used_reactions))
        self.own_goods(lab)
        self.cards(seat, lab)
        self.formulas(lab)
        self.points(lab)

    def own_goods(self, lab: Any) -> None:
        """Goods, levels and the die."""
        self.put("goods", to_text(goods(lab)))
        self.put("levels", {e.word: int(lab.level[e]) for e in Element if lab.level[e]})
        self.put("entered", self.entered(int(lab.tokens)))
        self.put("dice_used", int(lab.dice_used))
        if lab.die_symbol >= 0:
            color, symbol = COLORS[int(lab.die_color)], Symbol(int(lab.die_symbol))
            self.put("die", f"{color.word} {symbol.word}")
            self.put("potency", int(lab.potency))

    def points(self, lab: Any) -> None:
        """Points on the way."""
        self.put("points", {part.word: int(lab.vp[part]) for part in Part if lab.vp[part]})

    def entered(self, tokens: int) -> dict[str, list[int]]:
        """Levels whose bonus tokens a player has had, by track."""
        spaces = {level: bonus_space(self.game.tables, level) for level in range(TOP + 1)}
        levels = {
            e.word: [n for n, s in spaces.items() if s >= 0 and (tokens >> (int(e) * 4 + s)) & 1]
            for e in Element
        }
        return {element: had for element, had in levels.items() if had}

    def cards(self, seat: int, lab: Any) -> None:
        """Artifacts, experiments, publications and achievements."""
        slots = {SLOTS[n]: self.ident("artifacts", int(a)) for n, a in enumerate(lab.slots)}
        slots = {slot: ident for slot, ident in slots.items() if ident}
        self.put("artifacts", slots)
        self.put("used", [slot for slot in slots if not lab.ready[SLOTS.index(slot)]])
        self.put("beside", [self.ident("experiments", int(c)) for c in lab.beside if c >= 0])
        if lab.masterpiece >= 0:
            self.put("masterpiece", self.ident("experiments", int(lab.masterpiece)))
        self.put("refused", self.at("experiments", LAID_BY + seat))
        self.put("performed", self.at("experiments", PERFORMED_BY + seat))
        self.put("publications", self.at("publications", seat))
        self.put("returned", self.at("publications", LAID_BY + seat))
        self.put("achievements", self.at("achievements", seat))

    def formulas(self, lab: Any) -> None:
        """Formulas in columns and vault, and the discounts."""
        ids = [self.ident("formulas", int(formula)) for formula in lab.formula]
        self.put("formulas", ids)
        placed = {f"{s // SIDE},{s % SIDE}": ids[int(p)] for s, p in enumerate(lab.vault) if p >= 0}
        self.put("vault", placed)
        states = [int(state) for state in lab.formula_state]
        self.put("used_formulas", [ids[p] for p in range(8) if states[p] == FormulaState.USED])
        self.put("gone", [ids[p] for p in range(8) if states[p] == FormulaState.GONE])
        pairs = [range(column * 2, column * 2 + 2) for column in range(4) if lab.by_gold[column]]
        bought = [next(p for p in pair if states[p] != FormulaState.LOCKED) for pair in pairs]
        self.put("bought", [ids[p] for p in bought])
        self.put("discounts", {e.word: int(lab.discounts[e]) for e in Element})


def goods(lab: Any) -> list[Gain]:
    """The goods of a player, in counts that the notation can express."""
    gains = []
    for thing in range(int(Thing.POINT)):
        left = int(lab.held[thing])
        while left > 0:
            gains.append(Gain(min(left, MOST), Thing(thing)))
            left -= MOST
    return gains


def toml_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        inner = ", ".join(f'"{key}" = {toml_value(item)}' for key, item in value.items())
        return "{ " + inner + " }" if inner else "{}"
    return str(value)
