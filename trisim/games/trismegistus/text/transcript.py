"""Transcripts: a game as a text that a person can follow and check.

>>> from trisim.games.trismegistus.rules.game import Game
>>> transcript = Transcript(Game.new(players=2, seed=7))
>>> transcript.lines()[0].text
'A game of 2 players, seed 7'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trisim.games.trismegistus.box.words import BeforeDraft, Symbol
from trisim.games.trismegistus.rules.codes import Cause, Dealt, Event, Frame, Move
from trisim.games.trismegistus.rules.game import Game, LogEvent
from trisim.games.trismegistus.text.board import (
    achievement_lines,
    board_lines,
    book_lines,
    bowl_lines,
    evidence_lines,
    goods_of,
    laboratory_lines,
    market_lines,
    score_lines,
    standing_words,
    track_lines,
)
from trisim.games.trismegistus.text.bot_board import bot_lines
from trisim.games.trismegistus.text.bot_transcript import BotTeller
from trisim.games.trismegistus.text.describe import die_words, player_name
from trisim.games.trismegistus.text.log_state import Following
from trisim.games.trismegistus.text.sentences import (
    Acting,
    Changes,
    Drafting,
    Payment,
    Plain,
    PuttingAside,
    Sentence,
    Transmuting,
    TurningUp,
    Unlocking,
)
from trisim.games.trismegistus.text.title import title_lines
from trisim.transcript import BOARD, Line, wrapped
from trisim.transcript import Transcript as AnyTranscript

OPENING = {
    Event.DRAFT,
    Event.WASTE,
    Event.BOT_ROLL,
    Event.BOT_CARD,
    Event.BOT_OPEN,
    Event.BOT_SHUFFLE,
    Event.BOT_CHOICE,
}
"""Events of a turn that may come before the line that a player continues with a die."""

ANYBODYS = {Event.TURN, Event.DIE_USED, Event.FINISH, Event.STANDING, Event.CHOICE}
"""Events of Botmegistus that are written as those of a player, or not at all."""


class Transcript(AnyTranscript):
    """Turns the events of a game into lines, as the game goes on.

    ``viewers`` are seats that must not see the secret cards of the others before the game is over.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str] = (),
        *,
        viewers: Iterable[int] = (),
        roles: Sequence[str] = (),
    ) -> None:
        super().__init__(game, names, viewers=viewers, roles=roles)
        self._events = game.events()
        self.following = Following(game, self._events, self.viewers)
        self._open: Sentence | None = None
        self._remarks: list[Line] = []  # to be written before the open sentence, or the next
        self._active = int(game.state.active)
        self._round = int(game.state.round_no)
        self._in_setup = any(event.what is Event.ROUND for event in self._events)
        self._dealing_board = False
        self._turn_begins = False
        self._round_ends = False
        self._bot_begins = False
        self._bot_ends = False
        self.bot = BotTeller(game, self.following) if game.bot_seat >= 0 else None
        self._title()
        if not self._in_setup:
            self._position()

    def tell(self, *, flush: bool) -> None:
        """Write the events since the last call."""
        events, self._events = self._events + self.game.events(), []
        for event in events:
            self._tell(event)
        if flush:
            self._close()
            self._write_remarks()

    def is_about(self, seat: int) -> bool:
        """Whether it is the turn of a seat, which the heading has named."""
        at_setup = self.game.frame in (Frame.LABORATORY, Frame.KEEP, Frame.START_SLOT)
        return not at_setup and int(self.game.state.active) == seat

    # -- writing

    def _take_remarks(self) -> None:
        """Move remarks on a move to its sentence."""
        self._remarks += self._new_remarks
        self._new_remarks = []

    def _write_remarks(self) -> None:
        """Write the remarks on moves without a sentence."""
        self._take_remarks()
        self._lines += self._remarks
        self._remarks = []

    def _heading(self, text: str, seat: int = BOARD) -> None:
        self._close()
        self._write_remarks()
        self.write("")
        self.write(text, seat, heading=True)

    def _begin(self, sentence: Sentence) -> None:
        self._close()
        self._take_remarks()
        self._open = sentence

    def _close(self) -> None:
        """Write the open sentence."""
        if self._open is None:
            return
        sentence, self._open = self._open, None
        text, seat = sentence.text(), sentence.seat
        if seat not in (BOARD, self._active):
            comma = "," if text.startswith(("from ", "between ")) else ""
            text = f"{self._name(seat)}{comma} {text}"
        self._lines += self._remarks
        self._remarks = []
        for line in wrapped(text, "  "):
            self.write(line, seat)

    def _name(self, seat: int) -> str:
        return player_name(self.game, seat)

    def _who(self, seat: int) -> str:
        who = "" if seat == self.game.bot_seat else f", {self.names[seat]}"
        return f"{self._name(seat)} (seat {seat}{who})"

    # -- title and setup

    def _title(self) -> None:
        lines = title_lines(self.game, self.names, self.roles, whole=self._in_setup)
        self.write(lines[0], heading=True)
        self.write_all(lines[1:])

    def _position(self) -> None:
        """The position at the beginning of a transcript that starts in the middle."""
        self._heading(f"Round {self._round}")
        self.write_all(board_lines(self.game))
        self._laboratories()
        if self.bot is not None:
            self._heading(self._who(self.game.bot_seat), self.game.bot_seat)
            self.write_all(bot_lines(self.game), self.game.bot_seat)
        where = f"Turn {int(self.game.state.turn_no)} — Round {self._round}"
        self._heading(f"{where} — {self._who(self._active)}", self._active)

    def _setup_board(self) -> None:
        """All that lies open before the first turn."""
        self.write_all(track_lines(self.game))
        self.write_all(achievement_lines(self.game))

    def _laboratories(self) -> None:
        """The laboratories as the first turn begins."""
        self._in_setup = False
        for seat in range(self.game.players):
            if seat == self.game.bot_seat:  # which has none
                continue
            self._heading(self._who(seat), seat)
            hide = self.following.hides(seat)
            self.write_all(laboratory_lines(self.game, seat, hide=hide), seat)

    # -- events

    def _tell(self, event: LogEvent) -> None:
        self.following.follow(event)
        if self._dealing_board and self._tell_board(event):
            return
        if self._turn_begins and self._goes_on(event):
            self._go_on()
            self._turn_begins = False
        self._turn_begins &= event.what is not Event.DRAFT
        if self._open is not None and self._open.takes(event):
            self._take_remarks()
            return
        if self._tell_bot(event):
            return
        if not self._tell_table(event):
            self._tell_deed(event)

    def _tell_bot(self, event: LogEvent) -> bool:
        """Events of Botmegistus; whether it was one."""
        if self.bot is None or event.seat != self.game.bot_seat or event.what in ANYBODYS:
            return False
        sentence = self.bot.begin(event, self._in_setup)
        if sentence is None:
            return True
        if self._in_setup and not self._bot_begins:
            self._bot_begins = True
            self._of_bot(f"Setup of {self._name(event.seat)}")
        elif event.cause is Cause.SCORE and not self._bot_ends:
            self._bot_ends = True
            self._of_bot(f"{self._name(event.seat)} before the score")
        self._begin(sentence)
        return True

    def _of_bot(self, heading: str) -> None:
        """A heading for lines about Botmegistus."""
        self._heading(heading, self.game.bot_seat)
        self._active = self.game.bot_seat

    def _tell_board(self, event: LogEvent) -> bool:
        """While a round is prepared, its offers and bowls are collected and shown together."""
        if event.what is Event.REROLL:
            bowl = Symbol(event.thing).word
            self.write(f"  The {bowl} bowl of {event.delta} dice is rolled again")
        elif event.what is Event.BOWL and event.thing == 17:
            self._dealing_board = False
            self._close()
            self.write_all(bowl_lines(self.following.bowls))
            self.write_all(market_lines(self.game, self.following.market))
            self.write_all(book_lines(self.game, self.following.books))
            if self._in_setup:
                self._setup_board()
        elif event.what is Event.REMOVE:
            self.write(f"  {self.following.experiment(event.thing)} leaves the books")
        elif self._open is None or not self._open.takes(event):
            self._tell_bot(event)
        return True

    def _tell_table(self, event: LogEvent) -> bool:
        """Rounds, turns, setup and the board; whether it was one of these."""
        match event.what:
            case Event.ROUND:
                self._begin_round(event.thing)
            case Event.TURN:
                self._begin_turn(event)
            case Event.END:
                self._end()
            case Event.LABORATORY:
                self._begin(Plain(BOARD, f"Seat {event.seat} is {self._alchemist(event.thing)}"))
            case Event.KEEP:
                self._keep(event)
            case Event.OFFER_ARTIFACT | Event.OFFER_EXPERIMENT | Event.TOKEN_GONE:
                self._begin(Plain(BOARD, self.following.board_words(event)))
            case _:
                return self._in_setup or event.cause is Cause.SCORE
        return True

    def _alchemist(self, index: int) -> str:
        return list(self.game.box.alchemists.values())[index].name

    def _keep(self, event: LogEvent) -> None:
        """Cards refused at setup; those kept are shown with the laboratories."""
        kind, kept = Dealt(event.delta // 2), event.delta % 2
        if kept or self.following.hides(event.seat):
            return
        kinds = ("experiments", "experiments", "publications", "artifacts")
        card = self.game.box.cards(kinds[kind])[event.thing]
        opening = f"{self._name(event.seat)} refuses"
        if isinstance(self._open, Plain) and self._open.words.startswith(opening):
            self._open.words += f", {card.name}"
        else:
            self._begin(Plain(BOARD, f"{opening} {card.name}"))

    # -- rounds and turns

    def _end_round(self) -> None:
        self._close()
        self._round_ends = True
        self._active = BOARD
        self._heading(f"End of round {self._round}")

    def _sum_up(self) -> None:
        """The standing of all players after a round."""
        self._close()
        for seat, (levels, held) in enumerate(
            zip(self.following.levels, self.following.held, strict=True)
        ):
            words = standing_words(self._name(seat), levels, goods_of(held))
            self.write_all(wrapped(words, "  "), seat)

    def _begin_round(self, number: int) -> None:
        if not self._in_setup:
            if not self._round_ends:
                self._end_round()
            self._sum_up()
        self._round, self._round_ends = number, False
        order = self.following.order if not self._in_setup else list(range(self.game.players))
        self.following.order = []
        self._heading(f"Round {number}" if not self._in_setup else "Setup")
        if not self._in_setup:
            names = ", ".join(self._name(seat) for seat in order)
            self.write_all(wrapped(f"Order: {names}", "  "))
        self._dealing_board = True

    def _begin_turn(self, event: LogEvent) -> None:
        self._close()
        if self._in_setup:
            self._laboratories()
        self._active = event.seat
        where = f"Turn {event.thing} — Round {self._round}"
        self._heading(f"{where} — {self._who(event.seat)}", event.seat)
        self._turn_begins = True

    def _goes_on(self, event: LogEvent) -> bool:
        """Whether this shows that a player continues with the current die."""
        if self.game.box.rules.rulings.free_actions_before_draft is BeforeDraft.NONE:
            return event.what not in OPENING
        return event.what is Event.ACTION or event.cause is Cause.CHAMELEON

    def _go_on(self) -> None:
        die = self.following.dice[self._active]
        if die.symbol >= 0:
            words = f"goes on with the {die_words(die.symbol, die.color)} die"
            self._begin(Plain(self._active, words))

    def _end(self) -> None:
        self._close()
        self._heading("Score")
        self.write_all(score_lines(self.game))
        self._heading("What the score rests on")
        self.write_all(evidence_lines(self.game))

    # -- deeds

    def _tell_deed(self, event: LogEvent) -> None:
        """An action of a player begins a sentence."""
        seat, names = event.seat, self.following
        match event.what:
            case Event.DRAFT:
                self._begin(Drafting(seat, event))
            case Event.WASTE:
                die = die_words(*divmod(event.thing, 3))
                words = f"puts the {die} die aside, wasting {event.delta} potency"
                self._begin(PuttingAside(names, seat, words))
            case Event.DIE_USED | Event.FINISH:
                sentence = PuttingAside(names, seat, "has used up the die")
                self._begin(sentence)
                sentence.takes(event)
            case Event.CHAMELEON:
                die = die_words(*divmod(event.thing, 3))
                words = f"spends a chameleon: the die counts as {die} for this action"
                self._open = Plain(seat, words)  # in place of the token paid
                self._take_remarks()
            case Event.ACTION:
                self._act(event)
            case Event.TRANSMUTE:
                self._transmute(event)
            case Event.REACT if event.delta < 0 and event.cause is Cause.REACTION:
                self._begin(Changes(names, seat, Cause.REACTION, 0, "reacts"))
            case Event.USE_NEW:
                pass  # what the ability gives names the artifact
            case _:
                self._tell_change(event)

    def _act(self, event: LogEvent) -> None:
        kind = Move(event.thing)
        if kind is not Move.ARROW:  # each transmutation has its own line
            self._begin(Acting(self.following, event.seat, kind, event.delta))

    def _transmute(self, event: LogEvent) -> None:
        """A transmutation, by the action, by a reaction or by an effect."""
        opening, potency = "", ""
        if event.cause is Cause.TRANSMUTATION:
            potency = f" ({self.following.dice[event.seat].potency} potency left)"
        elif event.cause is Cause.REACTION:
            opening, self._open = "reacts: ", None
        elif isinstance(self._open, Changes) and not self._open.clauses and self._is_of(event):
            opening, self._open = f"{self._open.opening}: ", None
        else:
            opening = f"{self.following.cause_words(event)}: "
        self._begin(Transmuting(self.following, event.seat, opening, potency))

    def _is_of(self, event: LogEvent) -> bool:
        """Whether an event has the cause of the open sentence."""
        key = (self._open.cause, self._open.cause_id) if isinstance(self._open, Changes) else ()
        return key == (event.cause, event.cause_id)

    def _tell_change(self, event: LogEvent) -> None:
        """Gains and payments by their cause, with an announcement."""
        names, seat, card = self.following, event.seat, event.thing
        if event.cause is Cause.ROUND_END and event.what in (Event.READY, Event.REACT):
            if not self._round_ends:
                self._end_round()
            turning = TurningUp(names, seat)
            self._begin(turning)
            turning.takes(event)
            return
        match event.what:
            case Event.EXHAUST:
                opening = f"turns {names.artifact(card)} down"
                self._begin(Changes(names, seat, Cause.ARTIFACT, card, opening))
            case Event.USE_FORMULA:
                opening = f"uses the formula {names.formula(card)}"
                self._begin(Changes(names, seat, Cause.FORMULA, card, opening))
            case Event.ACHIEVE:
                name = self.game.box.achievements[card].name
                self._begin(Changes(names, seat, Cause.ACHIEVEMENT, card, f"claims {name}"))
            case Event.PERFORM:
                opening = f"performs {names.experiment(card)}"
                self._begin(Payment(names, seat, Cause.PAYMENT, card, opening))
            case Event.UNLOCK:
                opening = f"unlocks the formula {names.formula(card)}"
                self._take(Unlocking(names, seat, event.cause, event.cause_id, opening), event)
            case _:
                self._take(self._of_cause(event), event)

    def _take(self, sentence: Sentence, event: LogEvent) -> None:
        """Begin a sentence with its first event."""
        self._begin(sentence)
        if not sentence.takes(event):
            self._open = None

    def _of_cause(self, event: LogEvent) -> Changes:
        """A sentence for changes of a cause."""
        key = (self.following, event.seat, event.cause, event.cause_id)
        if event.cause is Cause.PURCHASE:
            opening = f"buys the formula {self.following.formula(event.cause_id)}"
            return Unlocking(*key, opening)
        return Changes(*key, self.following.cause_words(event))
