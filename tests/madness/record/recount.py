"""The rows of a game, counted once more in plain Python: slowly, in words, event by event."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias

from tests.madness.record.playing import Choice, Told
from trisim.engine.game import LogEvent
from trisim.games.madness.box.words import CurseKind, Element, When, Zone
from trisim.games.madness.rules.codes import Cause, Event, Loss, Move

Row: TypeAlias = "dict[str, Any]"

ELEMENTS = ("water", "earth", "fire", "air")
KINDS = [f"{element} {value}" for element in ELEMENTS for value in (1, 2, 3)] + ["madness"]
OWN = (Zone.HAND, Zone.SUPPORT, Zone.DISCARD, Zone.DECK)
COUNTS = {
    Event.CAST: ("casts", "cast"),
    Event.LEARN: ("learned", "learn"),
    Event.ACQUIRE: ("acquired", "acquire"),
    Event.DESTROY: ("destroyed", "destroy"),
    Event.CURE: ("cures", "cure"),
    Event.ABILITY: ("abilities", "ability"),
    Event.PASS: ("", "pass"),
}
COUNTED_OF_PLAYERS = (
    *("turns", "actions", "abroad", "actions_given", "actions_received", "actions_left", "casts"),
    *("boosted", "learned", "acquired", "destroyed", "destroyed_by_effects", "cures", "abilities"),
    *("cards_hand", "cards_support", "cards_others", "cards_kept", "cards_lent", "drawn"),
    *("madness_taken", "madness_empty", "madness_cured", "choices"),
)
COUNTED_OF_TURNS = (
    *("actions", "abroad", "casts", "learned", "acquired", "destroyed", "cures", "abilities"),
    *("curses_destroyed", "drawn", "drawn_all", "cards_paid", "cards_others", "madness"),
    *("madness_all", "madness_cured", "choices", "options"),
)


def value_of(kind: str) -> int:
    return 0 if kind == "madness" else int(kind[-1])


class Recount:
    """All tables of one game but what the loop writes: rows by table."""

    def __init__(self, told: Told) -> None:
        self.told, self.game, self.box = told, told.game, told.game.box
        self.state = told.game.state
        self.seats = range(told.game.players)
        self.mages = [self.box.mages[int(self.state.seats[seat].mage)] for seat in self.seats]
        self.turn, self.active = -1, -1
        self.players: list[Counter[str]] = [Counter() for _ in self.seats]
        self.turns: list[Row] = []
        self.monsters: list[Row] = []
        self.actions: list[Row] = []
        self.curses: list[Row] = []
        self.ledger: list[Row] = []
        self.acts = iter(told.acts)
        self.zones = self.opening()
        self.paid: list[tuple[int, Zone, str, str]] = []  # owner, zone, card, as which element
        self.kept: list[tuple[str, str]] = []
        self.wild: list[str] = []
        self.next_as: str | None = None
        self.forgotten: str | None = None
        self.track: dict[int, Row] = {}
        self.spells = self.first_spells()
        self.offers: dict[str, Row] = {}
        self.used_mages: list[Row] = [blank_card(-1) for _ in self.seats]
        self.learned: list[list[str]] = [[] for _ in self.seats]
        self.out: dict[int, int] = {}
        self.loss: Row = {"loss_cause": None, "loss_card": None, "loss_seat": None}
        self.count()

    # -- before the setup

    def opening(self) -> Counter[tuple[int | None, Zone, str]]:
        zones: Counter[tuple[int | None, Zone, str]] = Counter()
        for card in self.box.elements:
            zone = Zone.BOX if card.value == 1 else Zone.STOCK
            zones[None, zone, f"{card.element.word} {card.value}"] = card.copies
        zones[None, Zone.PILE, "madness"] = self.madness
        return zones

    @property
    def madness(self) -> int:
        return int(self.box.rules.madness.by_players[len(self.seats) - 2])

    def first_spells(self) -> dict[tuple[int, str], Row]:
        basics = [spell.id for spell in self.box.spells if spell.basic]
        return {(seat, spell): blank_card(-1) for spell in basics for seat in self.seats}

    # -- events

    def count(self) -> None:
        for entry in self.told.stream:
            if isinstance(entry, Choice):
                self.players[entry.seat]["choices"] += 1
                if entry.seat == self.active:
                    self.turns[-1]["choices"] += 1
                    self.turns[-1]["options"] += entry.options
            elif entry.what in COUNTS:
                self.on_act(entry)
            else:
                getattr(self, f"on_{entry.what.name.lower()}", ignored)(entry)
        for row, state in zip(self.turns, self.told.ends, strict=True):
            row |= self.end_of_turn(state, row["seat"])
        if self.monsters and self.monsters[-1]["fate"] == "open":
            self.monsters[-1]["left"] = len(self.track)

    def on_turn(self, event: LogEvent[Any, Any]) -> None:
        self.turn, self.active = event.thing - 1, event.seat
        self.players[event.seat]["turns"] += 1
        mage = self.mages[event.seat].id
        row: Row = {"turn": self.turn, "seat": self.active, "mage": mage}
        self.turns.append(row | dict.fromkeys(COUNTED_OF_TURNS, 0))

    def end_of_turn(self, state: Any, seat: int) -> Row:
        """What a turn leaves, from the state of the game."""
        own = [state.seats[each] for each in self.seats]
        return {
            "round": int(state.monster) + 1,
            "monster": self.box.sheets[int(state.book[state.monster])].id,
            "space": int(state.space),
            "curses_left": sum(int(curse) >= 0 for curse in state.track),
            "pile": int(state.pile),
            "hand": int(own[seat].hand.sum()),
            "pool": sum(int(each.support.sum()) for each in own),
            "strength": sum(sum(values_of(each)) for each in own),
        }

    # -- cards

    def on_cards(self, event: LogEvent[Any, Any]) -> None:
        kind = KINDS[event.thing & 15]
        source, target = Zone(event.thing >> 4 & 15), Zone(event.thing >> 8)
        leaves, comes = self.holder(event.seat, source), self.holder(event.seat, target)
        self.zones[leaves, source, kind] -= event.delta
        self.zones[comes, target, kind] += event.delta
        self.ledger.append(
            {
                "step": len(self.ledger),
                "turn": self.turn,
                "seat": None if event.seat < 0 else event.seat,
                "card": kind,
                "source": source.word,
                "target": target.word,
                "cards": event.delta,
                "source_left": self.zones[leaves, source, kind],
                "target_now": self.zones[comes, target, kind],
                **self.cause_of(event),
            }
        )
        is_payment = event.cause == Cause.ACTION and target is Zone.DISCARD
        if is_payment and source in (Zone.HAND, Zone.SUPPORT):
            self.paid.append((event.seat, source, kind, self.counted_as(kind)))
        if source is Zone.DECK and target is Zone.HAND:
            self.add(event.seat, "drawn", event.delta)
            self.in_turn(drawn_all=event.delta, drawn=event.delta * self.is_active(event))
        if kind == "madness":
            self.on_madness(event, source, target)

    def on_madness(self, event: LogEvent[Any, Any], source: Zone, target: Zone) -> None:
        if source is Zone.PILE and target in OWN and self.turn >= 0:
            self.add(event.seat, "madness_taken", event.delta)
            self.in_turn(madness_all=event.delta, madness=event.delta * self.is_active(event))
            self.monsters[-1]["madness_taken"] += event.delta
            for row in self.track.values():
                if event.cause == Cause.CURSE and row["curse"] == self.curse(event.cause_id):
                    row["madness_taken"] += event.delta
        if source in OWN and target is Zone.PILE:
            self.add(event.seat, "madness_cured", event.delta)
            self.in_turn(madness_cured=event.delta)
            self.monsters[-1]["madness_cured"] += event.delta

    def on_shuffled(self, event: LogEvent[Any, Any]) -> None:
        self.add(event.seat, "madness_empty", event.delta)

    def holder(self, seat: int, zone: Zone) -> int | None:
        return seat if zone in OWN else None

    def is_active(self, event: LogEvent[Any, Any]) -> bool:
        return event.seat == self.active

    def add(self, seat: int, name: str, count: int = 1) -> None:
        self.players[seat][name] += count

    def in_turn(self, **counts: int) -> None:
        if self.turns:
            for name, count in counts.items():
                self.turns[-1][name] += count

    # -- payments

    def on_wild(self, event: LogEvent[Any, Any]) -> None:
        self.next_as = ELEMENTS[event.thing]
        self.wild.append(self.next_as)
        self.use(self.used_mages[event.seat], event.seat)

    def counted_as(self, kind: str) -> str:
        """As which element a card pays: its own, unless it was just said to be another."""
        element, self.next_as = self.next_as or kind.split()[0], None
        return element

    def on_used(self, event: LogEvent[Any, Any]) -> None:
        kind = KINDS[event.thing]
        self.kept.append((kind, self.counted_as(kind)))

    # -- actions

    def on_act(self, event: LogEvent[Any, Any]) -> None:
        seat, (column, word), act = event.seat, COUNTS[event.what], next(self.acts)
        row = self.row_of_action(event, word) | {"depth": act.depth, "given_by": act.giver}
        self.actions.append(row)
        if word == "pass":
            if act.giver != seat:
                self.add(seat, "actions_left", event.thing)
            return
        self.add(seat, column)
        self.in_turn(**{column: 1})
        if word == "ability":
            self.use(self.used_mages[seat], seat)
            return
        abroad = int(seat != self.active)
        self.add(seat, "actions")
        self.add(seat, "abroad", abroad)
        self.in_turn(actions=1, abroad=abroad, cards_others=row["cards_others"])
        self.in_turn(cards_paid=len(self.paid) + len(self.kept))
        self.monsters[-1]["actions"] += 1
        for name in ("cards_hand", "cards_support", "cards_others", "cards_kept"):
            self.add(seat, name, row[name])
        for owner, zone, _, _ in self.paid:
            if zone is Zone.SUPPORT and owner != seat:
                self.add(owner, "cards_lent")
        self.paid, self.kept, self.wild = [], [], []
        self.after_action(event, seat)

    def row_of_action(self, event: LogEvent[Any, Any], word: str) -> Row:
        paid = [(name, kind) for _, _, kind, name in self.paid]
        paid += [(name, kind) for kind, name in self.kept]
        supports = [owner for owner, zone, _, _ in self.paid if zone is Zone.SUPPORT]
        return {
            "action": len(self.actions),
            "round": len(self.monsters),
            "turn": self.turn,
            "seat": event.seat,
            "active": self.active,
            "kind": word,
            "spell": self.spell(event.thing) if word in ("cast", "learn") else None,
            "boost": event.delta if word == "cast" else None,
            "forgotten": self.forgotten if word == "learn" else None,
            "card": KINDS[event.thing] if word == "acquire" else None,
            "curse": self.curse(event.thing) if word == "destroy" else None,
            "element": ELEMENTS[event.delta] if word == "cure" else None,
            **{
                f"paid_{element}": sum(value_of(kind) for name, kind in paid if name == element)
                for element in ELEMENTS
            },
            "wild": self.wild[-1] if self.wild else None,
            "cards_hand": sum(zone is Zone.HAND for _, zone, _, _ in self.paid),
            "cards_support": sum(owner == event.seat for owner in supports),
            "cards_others": sum(owner != event.seat for owner in supports),
            "cards_kept": len(self.kept),
        }

    def after_action(self, event: LogEvent[Any, Any], seat: int) -> None:
        if event.what is Event.CAST:
            self.add(seat, "boosted", int(event.delta > 1))
            self.use(self.spells[seat, self.spell(event.thing)], seat, event.delta)
        elif event.what is Event.LEARN:
            spell = self.spell(event.thing)
            self.forgotten = None
            self.learned[seat].append(spell)
            self.offers[spell]["last_turn"] = self.turn
            self.spells[seat, spell] = blank_card(self.turn)

    def on_given(self, event: LogEvent[Any, Any]) -> None:
        giver = event.delta // 2
        if event.cause not in (Cause.SPELL, Cause.MAGE):
            self.add(event.seat, "actions_received", event.thing)
        elif giver != event.seat:
            self.add(event.seat, "actions_received", event.thing)
            self.add(giver, "actions_given", event.thing)

    # -- the board

    def on_monster(self, event: LogEvent[Any, Any]) -> None:
        row: Row = {"round": event.delta + 1, "monster": self.box.sheets[event.thing].id}
        zeros = ("curses", "multi", "destroyed", "struck", "left", "actions")
        row |= dict.fromkeys((*zeros, "madness_taken", "madness_cured"), 0)
        row |= {"first_turn": self.turn, "turns": 1, "turn_destroyed": None, "fate": "open"}
        self.monsters.append(row)

    def on_page(self, event: LogEvent[Any, Any]) -> None:
        self.monsters[-1]["page"] = self.box.sheets[event.thing].id

    def on_marker(self, event: LogEvent[Any, Any]) -> None:
        if 1 < event.thing < 6:
            self.monsters[-1]["turns"] = event.thing

    def on_beaten(self, event: LogEvent[Any, Any]) -> None:
        self.monsters[-1] |= {"fate": "beaten", "left": len(self.track)}

    def on_escaped(self, event: LogEvent[Any, Any]) -> None:
        assert event.delta == len(self.track)
        self.monsters[-1] |= {"fate": "escaped", "left": event.delta}

    # -- curses

    def on_curse_laid(self, event: LogEvent[Any, Any]) -> None:
        kind = self.box.curses[event.thing].kind
        row: Row = {"lay": len(self.curses), "curse": self.curse(event.thing), "kind": kind.word}
        row |= {"round": len(self.monsters), "slot": event.delta, "turn_laid": self.turn}
        row |= dict.fromkeys(("turn_struck", "turn_gone", "destroyed_by"))
        row |= dict.fromkeys(("tokens", "neutralised", "madness_under", "madness_taken"), 0)
        row |= {"fate": "open", "by_effect": False}
        self.curses.append(row)
        self.track[event.delta] = row
        self.monsters[-1]["curses"] += 1
        self.monsters[-1]["multi"] += int(kind is CurseKind.MULTI)

    def on_curse_strikes(self, event: LogEvent[Any, Any]) -> None:
        self.track[event.delta]["turn_struck"] = self.turn
        self.monsters[-1]["struck"] += 1

    def on_curse_destroyed(self, event: LogEvent[Any, Any]) -> None:
        by_effect = event.cause != Cause.ACTION
        row = self.track.pop(event.delta)
        row |= {"fate": "destroyed", "turn_gone": self.turn, "destroyed_by": event.seat}
        row["by_effect"] = by_effect
        self.monsters[-1]["destroyed"] += 1
        self.monsters[-1]["turn_destroyed"] = self.turn
        self.in_turn(curses_destroyed=1)
        self.add(event.seat, "destroyed_by_effects", int(by_effect))
        if self.mages[event.seat].when is When.CURSE_DESTROYED:
            self.use(self.used_mages[event.seat], event.seat)

    def on_curse_leaves(self, event: LogEvent[Any, Any]) -> None:
        self.track.pop(event.delta).update(fate="left", turn_gone=self.turn)

    def on_curse_neutralised(self, event: LogEvent[Any, Any]) -> None:
        self.track[event.delta]["neutralised"] += 1

    def on_token(self, event: LogEvent[Any, Any]) -> None:
        self.track[event.delta]["tokens"] += 1

    def on_curse_madness(self, event: LogEvent[Any, Any]) -> None:
        if event.delta > 0:
            self.track[event.thing]["madness_under"] += event.delta

    # -- spells and players

    def on_library(self, event: LogEvent[Any, Any]) -> None:
        turn = max(self.turn, 0)
        self.offers[self.spell(event.thing)] = {"first_turn": turn, "last_turn": None}

    def on_spell_destroyed(self, event: LogEvent[Any, Any]) -> None:
        self.spells[event.seat, self.spell(event.thing)]["turn_lost"] = self.turn
        if event.cause == Cause.ACTION:
            self.forgotten = self.spell(event.thing)

    def on_eliminated(self, event: LogEvent[Any, Any]) -> None:
        self.out[event.seat] = self.turn
        held = [row for (seat, _), row in self.spells.items() if seat == event.seat]
        for row in (*held, self.used_mages[event.seat]):
            if row["turn_lost"] is None:
                row["turn_lost"] = self.turn

    def on_ended(self, event: LogEvent[Any, Any]) -> None:
        if event.delta == Loss.PILE:
            cause = self.cause_of(event)
            self.loss = {"loss_cause": cause["cause"], "loss_card": cause["cause_id"]}
            self.loss["loss_seat"] = None if event.seat < 0 else event.seat
        elif event.delta == Loss.ESCAPE:
            self.loss["loss_card"] = self.monsters[-1]["monster"]

    def use(self, row: Row, seat: int, boost: int = 1) -> None:
        row["uses"] += 1
        row["boosted"] += int(boost > 1)
        row["abroad"] += int(seat != self.active)
        if row["turn_completed"] is None:
            row["turn_completed"] = self.turn

    # -- words

    def spell(self, number: int) -> str:
        return str(self.box.spells[number].id)

    def curse(self, number: int) -> str:
        return str(self.box.curses[number].id)

    def cause_of(self, event: LogEvent[Any, Any]) -> Row:
        """Cause and card of an event in words."""
        number, cause = event.cause_id, event.cause
        found = None
        if cause == Cause.SPELL:
            found = self.spell(number)
        elif cause in (Cause.CURSE, Cause.REWARD):
            found = self.curse(number)
        elif cause in (Cause.BONUS, Cause.FAILURE, Cause.APPEARANCE, Cause.LAST_PAGE):
            found = self.box.sheets[number].id
        elif cause == Cause.MAGE:
            found = self.box.mages[number].id
        elif cause == Cause.ACTION:
            found = Move(number).name.lower()
        return {"cause": cause.name.lower().replace("_", " "), "cause_id": found}

    # -- rows

    def rows(self) -> dict[str, list[Row]]:
        """All tables."""
        return {
            "games": [self.row_of_game()],
            "players": [self.row_of_player(seat) for seat in self.seats],
            "monsters": self.monsters,
            "turns": self.turns,
            "actions": self.actions,
            "curses": self.curses,
            "cards": list(self.rows_of_cards()),
            "ledger": self.ledger,
        }

    def row_of_player(self, seat: int) -> Row:
        own = self.state.seats[seat]
        deck = deck_of(own)
        water, earth, fire, air = values_of(own)
        return {
            "seat": seat,
            "mage": self.mages[seat].id,
            "win": float(self.game.won),
            "eliminated_turn": self.out.get(seat),
            **{name: self.players[seat][name] for name in COUNTED_OF_PLAYERS},
            "hand": int(own.hand.sum()),
            "support": int(own.support.sum()),
            "deck": len(deck),
            "discard": int(own.discard.sum()),
            "madness_hand": int(own.hand[12]),
            "madness_support": int(own.support[12]),
            "madness_deck": deck.count("madness"),
            "madness_discard": int(own.discard[12]),
            "value_water": water,
            "value_earth": earth,
            "value_fire": fire,
            "value_air": air,
            "strength": water + earth + fire + air,
            "spells": sum(int(spell) >= 0 for spell in own.spells),
            "spells_learned": self.learned[seat],
        }

    def row_of_game(self) -> Row:
        players = [self.row_of_player(seat) for seat in self.seats]

        def total(name: str) -> int:
            return sum(row[name] for row in players)

        fates = [row["fate"] for row in self.monsters]
        return {
            "turns": len(self.turns),
            "won": self.game.won,
            "loss": self.game.loss.name.lower(),
            **self.loss,
            "monsters": len(self.monsters),
            "last_monster": self.monsters[-1]["monster"],
            "monsters_beaten": fates.count("beaten"),
            "monsters_escaped": fates.count("escaped"),
            "space": int(self.state.space),
            "curses_laid": len(self.curses),
            "curses_destroyed": sum(row["fate"] == "destroyed" for row in self.curses),
            "curses_left": sum(int(curse) >= 0 for curse in self.state.track),
            "pile_left": int(self.state.pile),
            "madness_taken": total("madness_taken"),
            "madness_cured": total("madness_cured"),
            "madness_hands": total("madness_hand"),
            "madness_supports": total("madness_support"),
            "madness_decks": total("madness_deck"),
            "madness_discards": total("madness_discard"),
            "madness_curses": int(self.state.under.sum()),
            "madness_destroyed": int(self.state.destroyed[12]),
            "madness_gone": int(self.state.gone[12]),
            "eliminated": len(self.out),
            "spells_learned": total("learned"),
            "casts": total("casts"),
            "strength": total("strength"),
            "progress": self.progress(),
        }

    def progress(self) -> float:
        if self.game.won:
            return 1.0
        shares = []
        for row in self.monsters:
            over = 1.0
            if row is self.monsters[-1]:
                over = (int(self.state.space) - 1) / 5
            done = row["destroyed"] / row["curses"] if row["curses"] else over
            shares.append((over + done) / 2)
        return 0.95 * sum(shares) / 6 + 0.04 * min(1.0, int(self.state.pile) / self.madness)

    def rows_of_cards(self) -> list[Row]:
        """In the order of the box: spells, then mages."""
        found: list[Row] = []
        never = {"first_turn": None, "last_turn": None}
        for spell in self.box.spells:
            owners: list[tuple[int | None, Row]] = [
                (seat, row) for (seat, name), row in self.spells.items() if name == spell.id
            ]
            if spell.basic:
                for seat, row in owners:
                    found.append(row | never | {"card": spell.id, "seat": seat})
                    found[-1]["kind"] = "basic spell"
            elif spell.id in self.offers:
                offer = dict(self.offers[spell.id])
                if offer["last_turn"] is None:
                    offer["last_turn"] = max(self.turn, 0)
                ((seat, row),) = owners or [(None, blank_card(None))]
                found.append(row | offer | {"card": spell.id, "seat": seat, "kind": "spell"})
        for mage in self.box.mages:
            for seat in self.seats:
                if self.mages[seat].id == mage.id:
                    row = self.used_mages[seat]
                    found.append(row | never | {"card": mage.id, "seat": seat, "kind": "mage"})
        return found


def blank_card(taken: int | None) -> Row:
    """A card before its first use."""
    turns: Row = {"turn_taken": taken, "turn_completed": None, "turn_lost": None}
    return turns | {"uses": 0, "boosted": 0, "abroad": 0}


def deck_of(seat: Any) -> list[str]:
    """The cards of a deck, known or not."""
    cards = [KINDS[kind] for kind in range(13) for _ in range(int(seat.deck[kind]).bit_count())]
    return cards + [KINDS[int(kind)] for kind in seat.top[: int(seat.top_n)]]


def values_of(seat: Any) -> list[int]:
    """The value of all cards of a player by element."""
    cards = deck_of(seat)
    for zone in (seat.hand, seat.support, seat.discard):
        cards += [kind for number, kind in enumerate(KINDS) for _ in range(int(zone[number]))]
    return [
        sum(value_of(card) for card in cards if card.startswith(element)) for element in ELEMENTS
    ]


def ignored(event: LogEvent[Any, Any]) -> None:
    """An event that no table tells of."""


assert [element.word for element in Element] == list(ELEMENTS)
