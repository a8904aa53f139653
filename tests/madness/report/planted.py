"""Planted games: a team's fortune goes up and down, and what is planted pushes it.

No rules are played: tables have the columns that the report reads, with numbers that hang together.
Fortune begins at 0, changes in every turn, and shows in the pile and in curses. A game is lost at
once if it falls below ``RUIN``; at the end it is won if fortune is above 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from trisim.games.madness.box.box import Box, load_box
from trisim.games.madness.box.words import Element
from trisim.games.madness.game import GAME
from trisim.games.madness.record.tables import TABLES
from trisim.games.madness.report.kit import REPORT
from trisim.record.base import Outcome
from trisim.record.columns import Kind
from trisim.report.inputs import ReportInputs, RunInputs
from trisim.stats.analyses.source import Batch, Facts, analyse

TESTBOX = Path(__file__).parents[1] / "testbox"
RUIN = -5.0
TURNS, ROUNDS = 5, 6
ELEMENTS = [element.word for element in Element]
Rows = list[dict[str, Any]]


@lru_cache(maxsize=1)
def box() -> Box:
    """The frozen box of the tests."""
    return load_box(TESTBOX)


@dataclass(frozen=True)
class Planted:
    """What pushes fortune: mages at the table, monsters, curses laid, spells learned."""

    deals: int = 120
    players: int = 3
    scenarios: Mapping[str, float] = field(default_factory=lambda: {"II/normal": 0.0})
    mages: Mapping[str, float] = field(default_factory=dict)
    monsters: Mapping[str, float] = field(default_factory=dict)
    curses: Mapping[str, float] = field(default_factory=dict)
    spells: Mapping[str, float] = field(default_factory=dict)
    favourite: str = "fire"
    """The element that pays twice as often as the others."""

    def play(self, seed: int) -> dict[str, pl.LazyFrame]:
        """All tables."""
        rng = np.random.default_rng(seed)
        tables: dict[str, Rows] = {name: [] for name in TABLES}
        for deal in range(self.deals):
            setup = Setup.dealt(rng, self.players)
            for scenario in self.scenarios:
                for rotation in range(self.players):
                    number = len(tables["games"])
                    One(self, tables, rng, setup, (number, deal, rotation), scenario).play()
        return {name: frame_of(name, rows) for name, rows in tables.items() if rows}

    def facts(self, tables: Sequence[str] = tuple(TABLES)) -> Facts:
        games = self.deals * self.players * len(self.scenarios)
        return Facts(
            label="planted",
            box=box(),
            players=self.players,
            lineup=("steady",) * self.players,
            rotations=self.players,
            games=games,
            tables=frozenset(tables),
            game=GAME.name,
            outcome=Outcome.TEAM,
            role=GAME.role,
            scenarios=tuple(self.scenarios),
            roles="balanced",
            role_ids=tuple(box().roles),
            rounds=ROUNDS,
            game_tables=TABLES,
        )


@dataclass(frozen=True)
class Setup:
    """What is the same in all games of a deal."""

    mages: tuple[str, ...]
    sheets: tuple[str, ...]

    @classmethod
    def dealt(cls, rng: np.random.Generator, players: int) -> Setup:
        sheets = {
            side: [each.id for each in box().sheets if each.side.word == side]
            for side in ("cover", "inner", "last")
        }
        inner = rng.permutation(sheets["inner"])[: ROUNDS - 1]
        mages = rng.permutation(list(box().roles))[:players]
        return cls(
            tuple(map(str, mages)),
            (str(rng.choice(sheets["cover"])), *map(str, inner), *sheets["last"]),
        )


class One:
    """A game."""

    def __init__(
        self,
        planted: Planted,
        tables: dict[str, Rows],
        rng: np.random.Generator,
        setup: Setup,
        numbers: tuple[int, int, int],
        scenario: str,
    ) -> None:
        self.planted, self.tables, self.rng = planted, tables, rng
        self.setup, self.scenario = setup, scenario
        self.game, self.deal, self.rotation = numbers
        self.seats = [
            setup.mages[(i + self.rotation) % planted.players] for i in range(planted.players)
        ]
        self.fortune = planted.scenarios[scenario] + sum(
            planted.mages.get(m, 0.0) for m in self.seats
        )
        self.loss = "none"
        self.blow: tuple[str | None, str | None] = (None, None)
        self.beaten = self.escaped = self.lays = self.destroyed = self.turn = 0
        self.key = {"game": self.game, "deal": self.deal}

    def add(self, table: str, **values: Any) -> None:
        self.tables[table].append({**self.key, **values})

    def play(self) -> None:
        self.learn()
        for number in range(1, ROUNDS + 1):
            self.monster(number)
            if self.loss != "none":
                break
        else:
            self.loss = "none" if self.fortune > 0 else "escape"
            if self.loss == "escape":
                self.blow = (None, self.setup.sheets[ROUNDS - 1])
            self.add_turn(ROUNDS)
        self.finish(number)

    def learn(self) -> None:
        """Two spells of the library for each seat; basic spells and mages have rows, too."""
        library = [each for each in box().spells if not each.basic]
        self.known: list[list[str]] = [[] for _ in self.seats]
        turned_up = self.rng.permutation(len(library))[:16]
        for place, spell in enumerate(library[int(k)] for k in turned_up):
            seat = place % len(self.seats) if place < 2 * len(self.seats) else None
            turn = int(self.rng.integers(0, 12))
            uses = int(self.rng.integers(0, 6)) if seat is not None else 0
            if seat is not None:
                self.fortune += self.planted.spells.get(spell.id, 0.0)
                self.known[seat].append(spell.id)
            self.card(spell.id, "spell", seat, 0, turn if seat is not None else None, uses)
        for seat, mage in enumerate(self.seats):
            for spell in (each for each in box().spells if each.basic):
                self.card(spell.id, "basic spell", seat, None, -1, 3)
            self.card(mage, "mage", seat, None, -1, 2)

    def card(
        self, card: str, kind: str, seat: int | None, first: int | None, turn: int | None, uses: int
    ) -> None:
        cast = turn if uses and turn is not None else None
        self.add(
            "cards",
            card=card,
            seat=seat,
            kind=kind,
            first_turn=first,
            last_turn=turn,
            turn_taken=turn,
            turn_completed=cast,
            turn_lost=None,
            uses=uses,
            boosted=uses // 3,
            abroad=uses // 2,
        )

    def monster(self, number: int) -> None:
        """Five turns, or fewer if the game is lost in one of them."""
        sheet, page = self.setup.sheets[number - 1 : number + 1]
        self.fortune += self.planted.monsters.get(sheet, 0.0)
        first, laid = self.turn, self.lay(number)
        for _ in range(TURNS):
            self.fortune += float(self.rng.normal(0.0, 1.0))
            self.add_turn(number)
            if self.fortune < RUIN:
                self.loss = "pile"
                strikes = [each["curse"] for each in laid if each["turn_struck"] is not None]
                self.blow = ("curse", strikes[-1]) if strikes else ("empty deck", None)
                break
        down = [each for each in laid if each["fate"] == "destroyed"]
        struck = [each for each in laid if each["turn_struck"] is not None]
        fate = "beaten" if len(down) == len(laid) else "escaped"
        fate = "open" if self.loss != "none" else fate
        self.beaten += fate == "beaten"
        self.escaped += fate == "escaped"
        self.destroyed += len(down)
        self.add(
            "monsters",
            round=number,
            monster=sheet,
            page=page,
            first_turn=first,
            turns=TURNS,
            curses=len(laid),
            multi=0,
            destroyed=len(down),
            turn_destroyed=None,
            struck=len(struck),
            fate=fate,
            left=len(laid) - len(down),
            actions=10,
            madness_taken=len(struck),
            madness_cured=1,
        )

    def lay(self, number: int) -> Rows:
        """Three curses of different kinds."""
        laid = []
        for slot, kind in enumerate(self.rng.permutation(ELEMENTS)[:3]):
            pile = [each.id for each in box().curses if each.kind.word == kind]
            curse = str(self.rng.choice(pile))
            self.fortune += self.planted.curses.get(curse, 0.0)
            down = bool(self.rng.random() < 1 / (1 + np.exp(-self.fortune / 2 - 0.5)))
            laid.append(
                {
                    "lay": self.lays,
                    "curse": curse,
                    "kind": kind,
                    "round": number,
                    "slot": slot,
                    "turn_laid": self.turn,
                    "turn_struck": None if down else self.turn + slot + 1,
                    "fate": "destroyed" if down else "left",
                    "turn_gone": self.turn + (slot if down else TURNS),
                    "destroyed_by": 0 if down else None,
                    "by_effect": False,
                    "tokens": 0,
                    "neutralised": 0,
                    "madness_under": 0,
                    "madness_taken": 0 if down else 1,
                }
            )
            self.lays += 1
        for each in laid:
            self.add("curses", **each)
        return laid

    @property
    def pile(self) -> int:
        return max(0, round(12 + 2 * self.fortune - self.turn / 4))

    def add_turn(self, number: int) -> None:
        seat = self.turn % len(self.seats)
        counts = {name: int(self.rng.integers(0, 3)) for name in TURN_COUNTS}
        self.add(
            "turns",
            round=number,
            turn=self.turn,
            seat=seat,
            strategy="steady",
            mage=self.seats[seat],
            monster=self.setup.sheets[number - 1],
            space=1 + self.turn % TURNS,
            curses_left=int(self.rng.integers(0, 4)),
            pile=self.pile,
            hand=6,
            pool=int(self.rng.integers(0, 9)),
            strength=40 + self.turn,
            choices=int(self.rng.integers(1, 6)),
            options=20,
            **counts,
        )
        paid = self.rng.multinomial(
            4, [0.4 if e == self.planted.favourite else 0.2 for e in ELEMENTS]
        )
        self.add(
            "actions",
            action=self.turn,
            round=number,
            turn=self.turn,
            seat=seat,
            active=seat,
            kind="cast",
            depth=0,
            **{f"paid_{e}": int(n) for e, n in zip(ELEMENTS, paid, strict=True)},
        )
        self.moves()
        self.turn += 1

    def moves(self) -> None:
        """The ledger of a turn: cards drawn, paid and gained; madness taken and cured."""
        lines = (
            ("fire 1", "deck", "hand", 3, "turn", None),
            ("fire 1", "hand", "discard", 2, "action", "cast"),
            ("fire 1", "hand", "support", 1, "spell", "ice"),
            ("water 2", "stock", "discard", 1, "action", "acquire"),
            ("air 1", "hand", "destroyed", 1, "spell", "combustion"),
            ("madness", "pile", "discard", 1, "empty deck", None),
            ("madness", "hand", "pile", 1, "action", "cure"),
        )
        for step, (card, source, target, cards, cause, cause_id) in enumerate(lines):
            self.add(
                "ledger",
                step=100 * self.turn + step,
                turn=self.turn,
                seat=0,
                card=card,
                source=source,
                target=target,
                cards=cards,
                source_left=0,
                target_now=0,
                cause=cause,
                cause_id=cause_id,
            )

    def finish(self, number: int) -> None:
        won = self.loss == "none"
        madness = {f"madness_{name}": 2 for name in ("hands", "supports", "decks", "discards")}
        self.add(
            "games",
            scenario=self.scenario,
            rotation=self.rotation,
            seed=self.deal,
            players=len(self.seats),
            turns=self.turn,
            decisions=3 * self.turn,
            won=won,
            loss=self.loss,
            loss_cause=self.blow[0],
            loss_card=self.blow[1],
            monsters=number,
            last_monster=self.setup.sheets[number - 1],
            monsters_beaten=self.beaten,
            monsters_escaped=self.escaped,
            space=6,
            curses_laid=self.lays,
            curses_destroyed=self.destroyed,
            curses_left=self.lays - self.destroyed,
            pile_left=self.pile,
            madness_taken=self.turn,
            madness_cured=self.turn // 2,
            madness_curses=0,
            madness_destroyed=1,
            madness_gone=0,
            eliminated=0,
            spells_learned=2 * len(self.seats),
            casts=20,
            strength=60,
            progress=1.0 if won else 0.15 * self.beaten,
            status="finished",
            **madness,
        )
        for seat, mage in enumerate(self.seats):
            self.add_player(seat, mage, won)

    def add_player(self, seat: int, mage: str, won: bool) -> None:
        counts = {name: int(self.rng.integers(1, 20)) for name in PLAYER_COUNTS}
        values = {f"value_{e}": 10 + 6 * (e == self.planted.favourite) for e in ELEMENTS}
        self.add(
            "players",
            seat=seat,
            strategy="steady",
            mage=mage,
            win=float(won),
            actions=40,
            abroad=4 * seat,
            actions_given=seat,
            actions_received=2,
            actions_left=1,
            cards_hand=30,
            cards_support=6,
            cards_others=4,
            choices=20 + 10 * (seat == 0),
            madness_taken=4,
            madness_empty=1,
            spells_learned=self.known[seat],
            **values,
            **counts,
        )


TURN_COUNTS = (
    *("actions", "abroad", "casts", "learned", "acquired", "destroyed", "cures", "abilities"),
    *("curses_destroyed", "drawn", "drawn_all", "cards_paid", "cards_others"),
    *("madness", "madness_all", "madness_cured"),
)
PLAYER_COUNTS = ("cards_lent", "abilities", "casts", "boosted", "learned", "acquired", "cures")


def frame_of(name: str, rows: Rows) -> pl.LazyFrame:
    """Rows with the types of a run; every column is one of the table."""
    table = TABLES[name]
    frame = pl.DataFrame(rows, infer_schema_length=None)
    assert set(frame.columns) <= set(table.names), set(frame.columns) - set(table.names)
    words = {
        column.name: pl.Categorical
        for column in table.columns
        if column.kind is Kind.WORD and column.name in frame.columns
    }
    return frame.cast(words).sort(list(table.key), maintain_order=True).lazy()  # type: ignore[arg-type]


def inputs_of(
    planted: Planted, seed: int = 1, tables: Sequence[str] = tuple(TABLES)
) -> ReportInputs:
    """A report on planted games."""
    frames = {name: each for name, each in planted.play(seed).items() if name in tables}
    facts = planted.facts(tables)
    wanted = {each.key: each.analysis for each in REPORT.chapters if each.analysis is not None}
    run = RunInputs(facts, analyse(facts, [Batch(frames)], wanted))
    return ReportInputs((run,), REPORT, REPORT.default_targets())
