"""The features of a position once more: slowly, with lists and without kernels."""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any

from trisim.games.madness.box.words import ELEMENTS, KINDS, MADNESS, CurseKind
from trisim.games.madness.players.card_facts import gifts, harms, worth
from trisim.games.madness.players.policy import Gift, Harm
from trisim.games.madness.rules.codes import EXHAUSTED, NEUTRALISED, Frame
from trisim.games.madness.rules.face import Face

Cards = Counter[int]


def cards(counts: Any) -> Cards:
    """Cards of a zone by kind."""
    return Counter({kind: int(counts[kind]) for kind in range(KINDS) if counts[kind]})


def deck(own: Any) -> Cards:
    """A deck, with the known cards on top."""
    below = Counter({kind: bin(int(own.deck[kind])).count("1") for kind in range(KINDS)})
    return below + Counter(int(kind) for kind in own.top[: own.top_n])


def values(found: Any) -> list[float]:
    """The values of cards, by element."""
    totals = [0.0] * ELEMENTS
    for kind, count in found.items():
        if kind != MADNESS:
            totals[kind // 3] += (kind % 3 + 1) * count
    return totals


def add(found: dict[int, float], more: Cards, share: float) -> None:
    """Add a share of some cards."""
    for kind, count in more.items():
        found[kind] = found.get(kind, 0.0) + share * count


class Seat:
    """A player with the hand of the next turn, as it is expected."""

    def __init__(self, game: Face, seat: int) -> None:
        state = game.state
        own = state.seats[seat]
        self.hand, self.support = cards(own.hand), cards(own.support)
        self.discard, self.deck = cards(own.discard), deck(own)
        self.draws = 0
        kinds = [(Frame(int(frame.kind)), int(frame.seat)) for frame in state.stack[: state.depth]]
        if (Frame.RECOVERY, seat) in kinds:
            self.draws = max(0, int(game.tables.hand) - self.hand.total())
        self.shuffles = int(self.draws > self.deck.total())
        self.discard[MADNESS] += self.shuffles
        drawn: dict[int, float] = dict(self.hand)
        if self.deck.total():
            add(drawn, self.deck, min(1.0, self.draws / self.deck.total()))
        if self.shuffles:  # the madness that is taken for it may be drawn, too
            rest = self.draws - self.deck.total()
            add(drawn, self.discard, min(1.0, rest / self.discard.total()))
        self.next = drawn
        self.all = self.hand + self.support + self.discard + self.deck
        size = int(game.tables.hand)
        self.usual = [value * size / self.all.total() for value in values(self.all)]
        self.next_values = values(self.next)


def slow_features(game: Face) -> dict[str, float]:
    """All features of a position in which nothing was left to chance."""
    state, tables, players = game.state, game.tables, game.players
    seats = [Seat(game, seat) for seat in range(players) if not state.seats[seat].out]
    found: dict[str, float] = {"eliminated": players - len(seats)}
    found |= of_madness(seats)
    left = max(0, 30 - int(state.turn))
    draws = int(tables.hand) * left / players
    found["shuffles"] = sum(draws / seat.all.total() for seat in seats)
    found["hands"] = sum(sum(seat.next_values) for seat in seats)
    found["hand_focus"] = sum(value**2 for seat in seats for value in seat.next_values)
    pool = [sum(values(seat.support)[element] for seat in seats) for element in range(ELEMENTS)]
    found["pool"], found["pool_focus"] = sum(pool), sum(value**2 for value in pool)
    found["decks"] = sum(draws * sum(values(seat.all)) / seat.all.total() for seat in seats)
    found["deck_focus"] = sum(
        max((seat.usual[element] for seat in seats), default=0.0) for element in range(ELEMENTS)
    )
    found["deck_size"] = sum(seat.all.total() for seat in seats)
    found["beaten"] = bin(int(state.beaten)).count("1")
    found["turned_up"] = sum(int(level) for level in state.library_level)
    found |= of_spells(game, left / 30)
    found["pile"] = int(state.pile) - sum(seat.shuffles for seat in seats)
    return found


def of_madness(seats: list[Seat]) -> dict[str, float]:
    """Madness by place."""
    hands = [seat.next.get(MADNESS, 0.0) for seat in seats]
    return {
        "madness_hands": sum(hands),
        "madness_crowd": sum(max(0.0, count - 2) ** 2 for count in hands),
        "madness_supports": sum(seat.support[MADNESS] for seat in seats),
        "madness_decks": sum(seat.deck[MADNESS] + seat.discard[MADNESS] for seat in seats),
    }


def of_spells(game: Face, left: float) -> dict[str, float]:
    """What spells do and cost."""
    found = {f"spells_{gift.name.lower()}": 0.0 for gift in Gift}
    found |= {"spell_cost": 0.0, "spells_ready": 0.0}
    for number in range(game.players):
        own = game.state.seats[number]
        if own.out:
            continue
        usual = Seat(game, number).usual
        for spell, marks in zip(own.spells, own.marks, strict=True):
            if spell < 0:
                continue
            card = game.box.spells[spell]
            found["spells_ready"] += int(marks & (EXHAUSTED | NEUTRALISED) == 0)
            use = left * min(1.0, usual[card.element] / card.level)
            use *= 0.3 if marks & NEUTRALISED else 1.0
            for gift, count in zip(Gift, gifts(card.effect, game.players), strict=True):
                found[f"spells_{gift.name.lower()}"] += use * float(count)
            found["spell_cost"] += use * card.level
    return found


# ---------------------------------------------------------------- threats


def needs_of(game: Face, slot: int) -> list[float]:
    """What a curse costs, by element."""
    curse, state = game.box.curses[game.state.track[slot]], game.state
    numbers = game.box.rules.numbers
    needs = [float(token) * numbers.token_cost for token in state.tokens[slot]]
    for element in range(ELEMENTS):
        if curse.kind is CurseKind.MULTI:
            needs[element] += numbers.multi_cost
        elif curse.kind == element:
            needs[element] += numbers.curse_cost
    return needs


def next_seats(game: Face, turns: int) -> list[int]:
    """Who takes the next turns."""
    order = []
    for ahead in range(turns):
        seat = (int(game.state.turn) + ahead) % game.players
        while game.state.seats[seat].out:
            seat = (seat + 1) % game.players
        order.append(seat)
    return order


def nearness(paid: float, judgement: dict[str, float]) -> float:
    """How much it counts that a share of a curse can be paid."""
    return paid / (paid + judgement["focus"] * (1 - paid))


def slow_plan(
    needs: list[list[float]],
    hands: list[list[float]],
    pool: list[float],
    judgement: dict[str, float],
) -> list[float]:
    """The share of each curse that is destroyed in turns with these hands."""
    done, pool = [0.0] * len(needs), list(pool)
    for hand in hands:
        left = list(hand)
        for _ in range(2):
            have = [one + other for one, other in zip(left, pool, strict=True)]
            gains = [
                (1 - share) * nearness(sum(map(min, need, have)) / sum(need), judgement)
                for need, share in zip(needs, done, strict=True)
            ]
            if max(gains, default=0) > 0:
                best = gains.index(max(gains))
                done[best] += gains[best]
                for element, need in enumerate(needs[best]):
                    used = gains[best] * min(need, have[element])
                    pool[element] -= max(0.0, used - left[element])
                    left[element] -= min(used, left[element])
    return done


def slow_threats(game: Face, judgement: dict[str, float]) -> dict[str, float]:
    """The features of curses, the page and the pile, in a position with no player eliminated."""
    state, players = game.state, game.players
    seats = [Seat(game, seat) for seat in range(players)]
    pool = [sum(values(seat.support)[element] for seat in seats) for element in range(ELEMENTS)]
    turns = max(0, 5 - int(state.space))
    slots = [slot for slot in range(5) if state.track[slot] >= 0]
    near, found = [], dict.fromkeys(("strike_madness", "strike_cards", "strike_other"), 0.0)
    for slot in slots:
        needs = needs_of(game, slot)
        best = 0.0
        for ahead, number in enumerate(next_seats(game, turns)):
            hand = seats[number].usual if ahead >= players else seats[number].next_values
            have = [hand[element] + pool[element] for element in range(ELEMENTS)]
            best = max(best, sum(map(min, needs, have)) / sum(needs))
        near.append(nearness(best, judgement))
    for slot in slots:
        later = (2, 3, 3, 4, 5)[slot] - int(state.space)
        harm = harms(game.box.curses[state.track[slot]].effect, players)
        for one in Harm:
            share = judgement["patience"] ** (later - 1) if later > 0 else 0.0
            found[f"strike_{one.name.lower()}"] += share * float(harm[one])
    room = judgement["pace"] * turns
    hands = [
        seats[number].usual if ahead >= players else seats[number].next_values
        for ahead, number in enumerate(next_seats(game, turns))
    ]
    done = slow_plan([needs_of(game, slot) for slot in slots], hands, pool, judgement)
    chance = prod(0.05 + 0.95 * each for each in done) if turns or not slots else 0.0
    low = max(0.0, judgement["margin"] - (int(state.pile) - sum(seat.shuffles for seat in seats)))
    found |= {
        "curses": len(slots),
        "curse_cost": sum(sum(needs_of(game, slot)) for slot in slots),
        "late": len(slots) if turns == 0 else 0,
        "reach": sum(near),
        "overload": max(0.0, len(slots) - room),
        "beatable": chance,
        "planned": sum(done),
        "pressure": len(slots) / (turns + 1),
        "pile_low": low**2 / judgement["margin"],
    }
    return found | of_page(game, chance)


def of_page(game: Face, chance: float) -> dict[str, float]:
    """Bonus and failure."""
    monster = int(game.state.monster)
    names = [f"failure_{one.name.lower()}" for one in Harm]
    if monster == 5:
        return dict.fromkeys([*names, "bonus"], 0.0)
    sheet = game.box.sheets[game.state.book[monster + 1]]
    harm = harms(sheet.failure, game.players)
    found = {name: (1 - chance) * float(harm[one]) for name, one in zip(names, Harm, strict=True)}
    return found | {"bonus": chance * worth(gifts(sheet.bonus, game.players))}
