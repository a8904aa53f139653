"""Positions as small TOML files: for rule tests, bug reports and "what would you do here".

What a position doesn't name is as after an ordinary setup with its seed, except that nobody has
starting cards. ::

    players = 2
    round = 2
    active = 0
    to = "action"                         # draft (the default), action, after or react

    [bowls]                               # if there is any, the other bowls are empty
    mercury = { red = 3 }

    [[seats]]
    alchemist = "duval"
    goods = "2 silver + raw mercury"      # instead of the starting goods
    levels = { fire = 3 }
    die = "red mercury"
    potency = 2
    artifacts = { silver_gold = "moon-coffer" }
    beside = ["iron-feather"]

A table ``[solo]`` makes it a game against Botmegistus, whose seat is the second of ``[[seats]]``,
or the first with the option ``bot_first``::

    [solo]
    planning = true
    options = { extra_gold = true, setup_rolls = 4 }  # those that are not as usual
    deck = ["bot-relic", "bot-hoard"]     # instead of all basic cards
    used = ["bot-furnace"]
    open = ["bot-notebook", "bot-crucible"]           # left and right
    special = "fire"                      # of the first specialization

Its seat has no alchemist and no slots: ``artifacts = ["moon-coffer"]``.

A position that ``write_position`` wrote goes on exactly as the game would have.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from trisim.box.faults import did_you_mean
from trisim.box.files import toml_problem
from trisim.engine.kernel import records
from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.settings import Arrows
from trisim.games.trismegistus.box.words import Color, Element, Essence, Level, Symbol, Word
from trisim.games.trismegistus.loop import RULES
from trisim.games.trismegistus.rules.artifacts import refill_book, refill_market
from trisim.games.trismegistus.rules.codes import LAID_BY, PERFORMED_BY, At, FormulaState, Part
from trisim.games.trismegistus.rules.experiments import count_performed
from trisim.games.trismegistus.rules.game import Game, engine_box, reference_box
from trisim.games.trismegistus.rules.setup import (
    bonus_spaces,
    set_up,
    shuffle_formulas,
    take_laboratory,
)
from trisim.games.trismegistus.rules.stack import pop
from trisim.games.trismegistus.rules.state import GAME, LOG
from trisim.games.trismegistus.rules.stone import SIDE
from trisim.games.trismegistus.rules.tracks import TOP, bonus_space
from trisim.games.trismegistus.rules.turn import start_turn
from trisim.games.trismegistus.text.position_reader import PositionError as PositionError
from trisim.games.trismegistus.text.position_reader import Reader, said
from trisim.games.trismegistus.text.position_solo import begin_solo, fill_bot, give_artifact

SLOTS = list(Arrows.__dataclass_fields__)
PHASES = {"draft": 0, "action": 1, "after": 2, "react": 3}
TOP_KEYS = (
    "players", "seed", "round", "turn", "active", "order", "next_order", "to", "intro", "bowls",
    "market", "books", "tokens", "essences", "achievements", "under", "left", "solo",
    "seats",
)  # fmt: skip
SEAT_KEYS = (
    "alchemist", "goods", "used_reactions", "levels", "entered", "die", "potency", "dice_used",
    "artifacts", "used", "beside", "masterpiece", "refused", "performed", "publications",
    "returned", "achievements", "formulas", "vault", "used_formulas", "gone", "bought",
    "discounts", "points",
)  # fmt: skip
BOT_SEAT_KEYS = (
    "goods", "levels", "entered", "die", "potency", "dice_used", "artifacts", "beside",
    "performed", "points",
)  # fmt: skip

COLORS = [color for color in Color if color is not Color.ANY]
SYMBOLS = [symbol for symbol in Symbol if symbol is not Symbol.WILD]
ESSENCES = [essence for essence in Essence if essence is not Essence.ANY]


def read_position(text: str, box: Box | None = None) -> Game:
    """The game of a position written as TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        row, problem, remedy = toml_problem(text, error)
        where = f"position, line {row}" if row else "position"
        raise PositionError(f"{where}: this is not TOML: {problem}; {remedy}") from None
    return make_position(data, box)


def make_position(data: Mapping[str, Any], box: Box | None = None) -> Game:
    """The game of a position given as a mapping, as TOML would give it."""
    return Maker(data, box or reference_box()).game()


def write_position(game: Game) -> str:
    """A position as TOML; possible wherever a player is to draft, to act or to end a turn."""
    from trisim.games.trismegistus.text.position_writer import Writer

    return Writer(game).text()


class Maker(Reader):
    """Makes one position."""

    def __init__(self, data: Mapping[str, Any], box: Box) -> None:
        super().__init__(data, box)
        self.tables = engine_box(box)
        self.state = records(1, GAME)[0]
        self.quiet = records(1, LOG)[0]
        self.named: dict[str, set[int]] = {}  # cards that the position has named so far
        self.known(data, TOP_KEYS, "position")
        self.players = self.number(data, "players", 2, 2, 4)

    def game(self) -> Game:
        """The game, at its first real choice."""
        seed = self.number(self.data, "seed", 1, 0, 2**64 - 1)
        achievements = "achievements" in self.data
        begin_solo(self)
        set_up(self.state, self.tables, self.quiet, self.players, achievements, False, seed)
        self.clear_setup()
        fill_bot(self)
        self.board()
        seats = self.list_of(self.data, "seats", self.players)
        for seat in range(self.players):
            rows = {"seats": seats[seat]} if seat < len(seats) else {}
            self.seat(seat, self.table(rows, "seats"))
        self.turn()
        game = Game(RULES, self.box, self.state)
        game.run_on()
        return game

    # -- the board

    def clear_setup(self) -> None:
        """Undo dealing: nobody has starting cards, nothing is pending."""
        state = self.state
        state.depth = 0
        state.choosing = False
        state.with_intro = bool(self.data.get("intro", False))
        for at in (state.experiment_at, state.artifact_at, state.publication_at):
            at[at == At.DEALT] = At.DECK
        state.dealt[:] = -1
        state.round_no = self.number(self.data, "round", 1, 1, int(self.tables.rules.rounds))
        state.turn_no = self.number(self.data, "turn", 0, 0, 1000)

    def board(self) -> None:
        """Everything that belongs to nobody."""
        self.bowls()
        self.offers("market", "artifacts", COLORS, 4)
        self.offers("books", "experiments", SYMBOLS, 2)
        self.tokens()
        self.essences()
        self.state.achievement_at[:] = At.AWAY
        for ident in self.list_of(self.data, "achievements"):
            self.take("achievements", ident, At.OPEN)
        for ident in self.list_of(self.data, "left"):
            kind = "artifacts" if self.is_artifact(ident) else "experiments"
            self.take(kind, ident, At.AWAY)
        for place, ident in enumerate(self.list_of(self.data, "under", len(self.state.under))):
            self.state.under[place] = self.take("publications", ident, At.UNDER)
            self.state.unders = place + 1

    def is_artifact(self, ident: object) -> bool:
        """Whether an id is that of an artifact."""
        return ident in [card.id for card in self.box.artifacts]

    def bowls(self) -> None:
        """The dice in the bowls."""
        if "bowls" not in self.data:
            return
        self.state.bowls[:] = 0
        bowls = self.table(self.data, "bowls")
        for symbol in bowls:
            dice = self.table(bowls, symbol)
            for color in dice:
                place = self.word(list(Symbol), symbol, "bowls"), self.word(COLORS, color, "bowls")
                self.state.bowls[place] = self.number(dice, color, 0, 0, 24)

    def offers(self, key: str, kind: str, rows: Sequence[Word], most: int) -> None:
        """The market or the books, as given."""
        if key not in self.data:
            return
        places = self.state.market if key == "market" else self.state.books
        at = self.state.artifact_at if key == "market" else self.state.experiment_at
        at[at == At.OPEN] = At.DECK
        places[:] = -1
        offers = self.table(self.data, key)
        for name in offers:
            row = self.word(rows, name, key)
            for space, ident in enumerate(self.list_of(offers, name, most)):
                if ident:
                    places[row, space] = self.take(kind, ident, At.OPEN)

    def tokens(self) -> None:
        """The bonus tokens on the tracks."""
        if "tokens" not in self.data:
            return
        self.state.bonus[:] = -1
        kinds = list(self.box.board.bonus_tokens)
        tokens = self.table(self.data, "tokens")
        for element in tokens:
            track = self.word(list(Element), element, "tokens")
            for space, kind in enumerate(self.list_of(tokens, element, 4)):
                if not kind:
                    continue
                if kind not in kinds or space >= bonus_spaces(self.tables):
                    remedy = did_you_mean(said(kind), kinds)
                    raise PositionError(f"tokens: no '{said(kind)}' at space {space}; {remedy}")
                self.state.bonus[track, space] = kinds.index(kind)

    def essences(self) -> None:
        """Each essence named goes to its track; the one that was there takes its place."""
        track_of = self.state.essence_track
        named: set[int] = set()
        for element, word in self.table(self.data, "essences").items():
            track = self.word(list(Element), element, "essences")
            essence = self.word(ESSENCES, word, "essences")
            if essence in named:
                raise PositionError(f"essences: '{word}' stands at two tracks")
            named.add(essence)
            other = [int(there) for there in track_of].index(track)
            track_of[other] = track_of[essence]
            track_of[essence] = track

    # -- cards

    def take(self, kind: str, ident: object, where: int) -> int:
        """Take a card from wherever it is, once."""
        card = self.card(kind, ident)
        at = getattr(self.state, f"{kind[:-1]}_at")
        named = self.named.setdefault(kind, set())
        if card in named:
            raise PositionError(f"'{ident}' stands in two places")
        named.add(card)
        on_offer = at[card] == At.OPEN and where != At.OPEN
        at[card] = where
        if on_offer:
            self.replace_offer(kind, card)
        return card

    def replace_offer(self, kind: str, card: int) -> None:
        """A card that the setup put on offer makes room for the next one of its deck."""
        places = self.state.market if kind == "artifacts" else self.state.books
        row, space = (int(n[0]) for n in (places == card).nonzero())
        if kind == "artifacts":
            refill_market(self.state, self.tables, self.quiet, row, space)
        else:
            refill_book(self.state, self.tables, self.quiet, row)

    # -- seats

    def seat(self, seat: int, data: Mapping[str, Any]) -> None:
        """Everything of one player."""
        where = f"seats {seat}"
        if seat == self.state.bot_seat:
            self.bot(seat, data, f"{where} (Botmegistus)")
            return
        self.known(data, SEAT_KEYS, where)
        self.laboratory(seat, data)
        self.own_goods(seat, data, where)
        lab = self.state.labs[seat]
        lab.used_reactions = self.number(data, "used_reactions", 0, 0, 20)
        self.artifacts(seat, data, where)
        self.held_cards(seat, data, where)
        self.formulas(lab, data, where)

    def bot(self, seat: int, data: Mapping[str, Any], where: str) -> None:
        """Everything of Botmegistus but its cards."""
        self.known(data, BOT_SEAT_KEYS, where)
        self.own_goods(seat, data, where)
        self.experiments(seat, data, where)
        for ident in self.list_of(data, "artifacts"):
            give_artifact(self, self.take("artifacts", ident, seat))

    def own_goods(self, seat: int, data: Mapping[str, Any], where: str) -> None:
        """Goods, levels, the die, and points on the way."""
        lab = self.state.labs[seat]
        if "goods" in data:
            lab.held[:] = 0
            for thing, count in self.goods(data["goods"], where).items():
                lab.held[thing] = count
        self.levels(lab, data, where)
        self.die(lab, data, where)
        points = self.table(data, "points")
        for part in points:
            lab.vp[self.word(list(Part), part, where)] = self.number(points, part, 0, 0, 1000)

    def laboratory(self, seat: int, data: Mapping[str, Any]) -> None:
        """A laboratory that nobody else has."""
        names = list(self.box.alchemists)
        taken = [int(self.state.labs[other].alchemist) for other in range(seat)]
        free = next(name for n, name in enumerate(names) if n >= seat and n not in taken)
        name = data.get("alchemist", free)
        if name not in names:
            remedy = did_you_mean(said(name), names)
            raise PositionError(f"no alchemist '{said(name)}'; {remedy}")
        if names.index(name) in taken:
            raise PositionError(f"seats {seat}: '{name}' is another seat's alchemist")
        take_laboratory(self.state, self.quiet, seat, names.index(name))
        shuffle_formulas(self.state, self.tables, self.quiet, seat)

    def levels(self, lab: Any, data: Mapping[str, Any], where: str) -> None:
        """Markers, and the bonus tokens a player has had."""
        levels, entered = self.table(data, "levels"), self.table(data, "entered")
        for element in levels:
            track = self.word(list(Element), element, where)
            lab.level[track] = self.number(levels, element, 0, 0, TOP)
        for element in entered:
            track = self.word(list(Element), element, where)
            for level in self.list_of(entered, element):
                level = self.number({"entered": level}, "entered", 0, 0, TOP)
                space = bonus_space(self.tables, level)
                if space < 0:
                    raise PositionError(f"{where}: entered: level {level} has no bonus token")
                lab.tokens = int(lab.tokens) | 1 << (track * 4 + space)

    def die(self, lab: Any, data: Mapping[str, Any], where: str) -> None:
        """The die on the potency track, and dice used."""
        most = int(self.tables.rules.dice_per_round)
        lab.dice_used = self.number(data, "dice_used", 0, 0, most)
        lab.finished = lab.dice_used == most
        if "die" not in data:
            return
        if lab.finished:
            raise PositionError(f"{where}: a die, but all dice of the round are used")
        color, _, symbol = str(data["die"]).partition(" ")
        lab.die_color = lab.as_color = self.word(COLORS, color, where)
        lab.die_symbol = lab.as_symbol = self.word(SYMBOLS, symbol, where)
        lab.potency = self.number(data, "potency", 1, 0, int(self.tables.rules.potency_limit))

    def artifacts(self, seat: int, data: Mapping[str, Any], where: str) -> None:
        """Artifacts in slots, face up or used."""
        lab = self.state.labs[seat]
        used = self.list_of(data, "used")
        slots = self.table(data, "artifacts")
        for slot in (*slots, *used):
            if slot not in SLOTS:
                remedy = did_you_mean(said(slot), SLOTS)
                raise PositionError(f"{where}: no slot '{said(slot)}'; {remedy}")
        for slot in used:
            if slot not in slots:
                raise PositionError(f"{where}: used: there is no artifact at '{slot}'")
        for slot, ident in slots.items():
            lab.slots[SLOTS.index(slot)] = self.take("artifacts", ident, seat)
            lab.ready[SLOTS.index(slot)] = slot not in used

    def held_cards(self, seat: int, data: Mapping[str, Any], where: str) -> None:
        """Experiments, publications and achievements."""
        lab = self.state.labs[seat]
        self.experiments(seat, data, where)
        for card in self.cards_at("experiments", PERFORMED_BY + seat):
            lab.by_experiment[self.tables.experiment_element[card]] = 1
        if "masterpiece" in data:
            lab.masterpiece = self.take("experiments", data["masterpiece"], seat)
            self.is_masterpiece(int(lab.masterpiece), True, where)
        for ident in self.list_of(data, "refused"):
            card = self.take("experiments", ident, LAID_BY + seat)
            self.is_masterpiece(card, True, where)
        for ident in self.list_of(data, "publications"):
            self.take("publications", ident, seat)
        for ident in self.list_of(data, "achievements"):
            self.take("achievements", ident, seat)
        for ident in self.list_of(data, "returned"):
            card = self.card("publications", ident)
            if self.state.publication_at[card] != At.UNDER:
                raise PositionError(f"{where}: returned: '{ident}' is not under the deck")
            self.state.publication_at[card] = LAID_BY + seat

    def experiments(self, seat: int, data: Mapping[str, Any], where: str) -> None:
        """Experiments held and performed."""
        lab = self.state.labs[seat]
        for place, ident in enumerate(self.list_of(data, "beside", len(lab.beside))):
            lab.beside[place] = self.take("experiments", ident, seat)
            self.is_masterpiece(int(lab.beside[place]), False, where)
        for ident in self.list_of(data, "performed"):
            card = self.take("experiments", ident, PERFORMED_BY + seat)
            count_performed(self.state, self.tables, seat, card)

    def cards_at(self, kind: str, where: int) -> list[int]:
        """The cards in a place."""
        at = getattr(self.state, f"{kind[:-1]}_at")
        return [int(card) for card in (at == where).nonzero()[0]]

    def is_masterpiece(self, card: int, wanted: bool, where: str) -> None:
        """Only a masterpiece can be a masterpiece."""
        is_one = int(self.tables.experiment_level[card]) == Level.MASTERPIECE
        if is_one != wanted:
            what = "is no masterpiece" if wanted else "is a masterpiece, which lies elsewhere"
            raise PositionError(f"{where}: '{self.box.experiments[card].id}' {what}")

    # -- formulas

    def formulas(self, lab: Any, data: Mapping[str, Any], where: str) -> None:
        """Formulas in columns and vault, and the discounts they give."""
        own = sorted(int(formula) for formula in lab.formula)
        if "formulas" in data:
            named = [self.card("formulas", ident) for ident in self.list_of(data, "formulas")]
            if sorted(named) != own:
                raise PositionError(f"{where}: formulas: name all eight of this laboratory")
            lab.formula[:] = named
        self.vault(lab, data, where)
        for position in self.positions(lab, data, "used_formulas", where):
            if lab.formula_state[position] != FormulaState.READY:
                raise PositionError(f"{where}: used_formulas: only one in the vault can be used")
            lab.formula_state[position] = FormulaState.USED
        for position in self.positions(lab, data, "gone", where):
            if lab.formula_state[position] != FormulaState.LOCKED:
                raise PositionError(f"{where}: gone: a formula stands in two places")
            lab.formula_state[position] = FormulaState.GONE
            if self.tables.rules.full_vault_keeps_discount:
                lab.discounts[position // 2] += 1
        for position in self.positions(lab, data, "bought", where):
            if lab.by_gold[position // 2]:
                raise PositionError(f"{where}: bought: only one formula of a column can be bought")
            lab.by_gold[position // 2] = 1
            lab.bought += 1
        discounts = self.table(data, "discounts")
        for element in discounts:
            column = self.word(list(Element), element, where)
            lab.discounts[column] = self.number(discounts, element, 0, 0, 2)

    def positions(self, lab: Any, data: Mapping[str, Any], key: str, where: str) -> list[int]:
        """The formulas of a list by their positions, each once."""
        positions = [self.position(lab, ident, where) for ident in self.list_of(data, key)]
        if len(set(positions)) < len(positions):
            raise PositionError(f"{where}: {key}: something stands there twice")
        return positions

    def position(self, lab: Any, ident: object, where: str) -> int:
        """Where a formula lies in the columns."""
        places = [self.box.formulas[int(formula)].id for formula in lab.formula]
        if ident not in places:
            raise PositionError(f"{where}: '{said(ident)}' is no formula of this laboratory")
        return places.index(str(ident))

    def vault(self, lab: Any, data: Mapping[str, Any], where: str) -> None:
        """Formulas in the vault, by row and column."""
        shape = self.tables.vault_space[int(lab.alchemist)]
        spaces = {f"{r},{c}": r * SIDE + c for r in range(SIDE) for c in range(SIDE) if shape[r, c]}
        for space, ident in self.table(data, "vault").items():
            position = self.position(lab, ident, where)
            if space not in spaces:
                remedy = "known: " + " ".join(spaces)
                raise PositionError(f"{where}: vault: no space '{said(space)}'; {remedy}")
            if lab.formula_state[position] != FormulaState.LOCKED:
                raise PositionError(f"{where}: vault: '{ident}' stands in two places")
            lab.vault[spaces[space]] = position
            lab.placed += 1
            lab.formula_state[position] = FormulaState.READY
            lab.discounts[position // 2] += 1

    # -- the turn

    def turn(self) -> None:
        """Whose turn it is, and at which step."""
        state = self.state
        active = self.number(self.data, "active", 0, 0, self.players - 1)
        state.order[: self.players] = self.seats_in("order", list(range(self.players)))
        state.order_at = list(state.order).index(active)
        done = [seat for seat in range(self.players) if state.labs[seat].finished]
        for place, seat in enumerate(self.seats_in("next_order", done)):
            state.next_order[place] = seat
        state.finished = len(done)
        phase = self.data.get("to", "draft")
        if not isinstance(phase, str) or phase not in PHASES:
            raise PositionError(f"to = '{said(phase)}'; known: {', '.join(PHASES)}")
        self.check_dice(active, phase)
        start_turn(state, self.tables, self.quiet, active)
        for _ in range(self.frames_done(active, phase)):
            pop(state)

    def frames_done(self, active: int, phase: str) -> int:
        """Steps of the turn that are over."""
        if active != self.state.bot_seat:
            return PHASES[phase]
        if phase not in ("draft", "react"):
            raise PositionError(f"to = '{phase}': a turn of Botmegistus is to draft or to react")
        return int(phase == "react")

    def seats_in(self, key: str, seats: list[int]) -> list[int]:
        """These seats, in the order given."""
        order = self.list_of(self.data, key) if key in self.data else seats
        if not all(type(seat) is int for seat in order) or sorted(order) != seats:
            words = " ".join(map(str, seats)) or "none"
            raise PositionError(f"{key} = {said(order)}: the seats {words} are expected, each once")
        return order

    def check_dice(self, active: int, phase: str) -> None:
        """The active player has a die where one is needed, and can get one where not."""
        lab = self.state.labs[active]
        if lab.finished:
            raise PositionError(f"active = {active}: this seat has used all its dice")
        if phase != "draft" and lab.die_symbol < 0:
            raise PositionError(f"to = '{phase}': seat {active} needs a die")
        if phase == "draft" and lab.die_symbol < 0 and not self.state.bowls.any():
            raise PositionError(f"bowls: seat {active} is to draft, and there is no die")
        for seat in range(self.players):
            spent = seat == active and phase in ("after", "react")
            has_die = self.state.labs[seat].die_symbol >= 0
            if has_die and not self.state.labs[seat].potency and not spent:
                raise PositionError(f"seats {seat}: a die of potency 0 would have been put aside")
