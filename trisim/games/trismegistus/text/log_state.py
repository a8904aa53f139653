"""The state of a game from its log: levels, goods, dice, bowls and offers; and names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from trisim.games.trismegistus.box.words import Color, Symbol, Thing
from trisim.games.trismegistus.rules.codes import Cause, Event
from trisim.games.trismegistus.rules.game import Game, LogEvent
from trisim.games.trismegistus.text.board import experiment_words, token_name
from trisim.games.trismegistus.text.bot_log_state import BotFollowing
from trisim.games.trismegistus.text.describe import card_words, element_word
from trisim.games.trismegistus.text.sentences import HIDDEN


@dataclass
class Die:
    """The die on a player's potency track."""

    symbol: int = -1
    color: int = 0
    potency: int = 0
    used: int = 0  # dice used in this round


class Following:
    """The state that is known from the log, step by step, without secrets of other seats."""

    def __init__(
        self, game: Game, events: Sequence[LogEvent] = (), viewers: Collection[int] = ()
    ) -> None:
        """Begin with the state before ``events``; ``viewers`` are the seats that read along."""
        self.game = game
        self.box = game.box
        self.viewers = set(viewers)
        labs = game.state.labs[: game.players]
        self.levels = [[int(level) for level in lab.level] for lab in labs]
        self.held = [[int(count) for count in lab.held] for lab in labs]
        self.dice = [
            Die(int(lab.die_symbol), int(lab.die_color), int(lab.potency), int(lab.dice_used))
            for lab in labs
        ]
        self.bowls = [[int(dice) for dice in bowl] for bowl in game.state.bowls]
        self.market = [[int(card) for card in row] for row in game.state.market]
        self.books = [[int(card) for card in row] for row in game.state.books]
        self.order: list[int] = [int(seat) for seat in game.state.next_order if seat >= 0]
        self.bot = BotFollowing(game) if game.bot_seat >= 0 else None
        for event in events:
            self.take_back(event)

    def take_back(self, event: LogEvent) -> None:
        """Undo an event from before the transcript: levels and goods."""
        if event.what is Event.LEVEL:
            self.levels[event.seat][event.thing] -= event.delta
        elif event.what is Event.HOLD:
            self.held[event.seat][event.thing] -= event.delta
        if self.bot is not None and event.seat == self.bot.seat:
            self.bot.take_back(event)

    # -- who sees what

    def hides(self, seat: int) -> bool:
        """Whether a seat's secret cards are hidden from the readers."""
        return bool(self.viewers) and self.viewers != {seat}

    # -- names

    def artifact(self, card: int) -> str:
        return self.box.artifacts[card].name

    def experiment(self, card: int) -> str:
        return self.box.experiments[card].name

    def publication(self, seat: int, card: int) -> str:
        """The name of a publication that a seat draws or returns, if it is public."""
        return HIDDEN if self.hides(seat) else self.box.publications[card].name

    def formula(self, card: int) -> str:
        return self.box.formulas[card].name

    def token(self, kind: int) -> str:
        return token_name(self.game, kind)

    def dice_words(self, seat: int) -> str:
        """How many dice a player has used in this round."""
        return f"{self.dice[seat].used} of {self.box.rules.numbers.dice_per_round} dice used"

    def board_words(self, event: LogEvent) -> str:
        """A space refilled, or a token gone."""
        if event.what is Event.OFFER_ARTIFACT:
            artifact = self.box.artifacts[event.thing]
            color = Color(event.delta // 4).word
            return f"New in the {color} market: {artifact.name}: {card_words(self.box, artifact)}"
        if event.what is Event.OFFER_EXPERIMENT:
            book = Symbol(event.delta).word
            return f"New in the {book} book: {experiment_words(self.game, event.thing)}"
        level = self.box.board.tracks.bonus_spaces[event.delta % 4]
        where = f"{element_word(event.delta // 4)} {level}"
        return f"The {self.token(event.thing)} on {where} leaves the board"

    def cause_words(self, event: LogEvent) -> str:
        """Why something changes."""
        ident = event.cause_id
        match event.cause:
            case Cause.ARTIFACT:
                return f"from {self.artifact(ident)}"
            case Cause.EXPERIMENT | Cause.PAYMENT:
                return f"from {self.experiment(ident)}"
            case Cause.FORMULA:
                return f"from {self.formula(ident)}"
            case Cause.VAULT:
                return "from the vault"
            case Cause.TOKEN:
                return f"from the {self.token(ident)}"
            case Cause.ACHIEVEMENT:
                return f"from {self.box.achievements[ident].name}"
            case _:
                return f"from the {event.cause.word}"

    # -- following

    def follow(self, event: LogEvent) -> None:
        """Apply one event of the log."""
        if self.bot is not None and event.seat == self.bot.seat:
            self.bot.follow(event)
        match event.what:
            case Event.LEVEL:
                self.levels[event.seat][event.thing] += event.delta
            case Event.HOLD:
                self.held[event.seat][event.thing] += event.delta
                if event.thing == Thing.ETHEREAL_DIE and event.cause is Cause.DRAFT:
                    self.dice[event.seat].potency -= event.delta
            case Event.REACT:
                self.held[event.seat][Thing.REACTION] += event.delta
            case Event.ROUND | Event.BOWL | Event.OFFER_ARTIFACT | Event.OFFER_EXPERIMENT:
                self.follow_board(event)
            case Event.TAKE_EXPERIMENT if event.delta >= 0:
                book = self.books[event.delta]
                book[book.index(event.thing)] = -1
            case Event.FINISH:
                self.order.append(event.seat)
            case _:
                self.follow_die(event)

    def follow_board(self, event: LogEvent) -> None:
        """A new round, bowls and offers."""
        match event.what:
            case Event.BOWL:
                self.bowls[event.thing // 3][event.thing % 3] = event.delta
            case Event.OFFER_ARTIFACT:
                self.market[event.delta // 4][event.delta % 4] = event.thing
            case Event.OFFER_EXPERIMENT:
                self.books[event.delta][1] = event.thing
            case _:
                self.market = [[-1] * 4 for _ in range(3)]
                self.books = [[newer, -1] for _, newer in self.books]
                for die in self.dice:
                    die.used = 0
                if event.thing == 1:
                    self.books = [[-1, -1] for _ in self.books]

    def follow_die(self, event: LogEvent) -> None:
        """The die on the potency track, and the market space it empties."""
        die = self.dice[event.seat] if event.seat >= 0 else Die()
        match event.what:
            case Event.DRAFT:
                die.symbol, die.color = divmod(event.thing, 3)
                die.potency = event.delta
                self.bowls[die.symbol][die.color] -= 1
            case Event.WILD:
                die.symbol = event.thing
            case Event.ACTION:
                die.potency -= event.delta
            case Event.TRANSMUTE if event.cause is Cause.TRANSMUTATION:
                die.potency -= 1
            case Event.DIE_USED:
                die.symbol, die.potency, die.used = -1, 0, die.used + 1
            case Event.TAKE_ARTIFACT:
                for row in self.market:
                    if event.thing in row:
                        row[row.index(event.thing)] = -1
            case _:
                pass
