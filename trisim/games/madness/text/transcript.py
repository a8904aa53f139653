"""Transcripts: a game as a story that a person can follow and check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeAlias

from trisim.games.madness.box.words import Zone
from trisim.games.madness.rules.codes import Act, Cause, Event, Frame
from trisim.games.madness.rules.state import MONSTERS
from trisim.games.madness.text.acting import Acting
from trisim.games.madness.text.board import (
    board_lines,
    entry,
    library_lines,
    player_heading,
    player_lines,
    right_page_lines,
    spell_line,
)
from trisim.games.madness.text.causes import FOR_ALL, cause_opening
from trisim.games.madness.text.effects import ability_words, effect_words
from trisim.games.madness.text.ending import result_lines
from trisim.games.madness.text.events import QUIET, LogEvent, Names, cards_moved
from trisim.games.madness.text.lines import Eliminating, Leaving, Plain, TurningUp
from trisim.games.madness.text.sentences import LINE_BREAK, Sentence
from trisim.games.madness.text.title import title_lines
from trisim.games.madness.text.words import (
    INVOCATION,
    SPACES,
    cards_words,
    curse_kind_word,
    curse_words,
    flowing,
    player_name,
    sheet_name,
)
from trisim.texts import plural
from trisim.transcript import BOARD, Line
from trisim.transcript import Transcript as AnyTranscript

AnySentence: TypeAlias = Sentence | Plain | Leaving | TurningUp | Eliminating

INDENT = "  "
OTHERS = "    "
"""Before what other players do in a turn."""

PHASE_ENDS = {Event.END_ACTIONS, Event.ABILITY}
"""Events that only an action phase has, besides actions."""


class Transcript(AnyTranscript):
    """Turns the events of a game into lines, as the game goes on.

    Hands lie open in this game, and what is hidden is hidden from everybody: the log has none of
    it, so that all viewers read the same.
    """

    def __init__(
        self,
        game: Any,
        names: Sequence[str] = (),
        *,
        viewers: Iterable[int] = (),
        roles: Sequence[str] = (),
    ) -> None:
        super().__init__(game, names, viewers=viewers, roles=roles)
        self._events: list[LogEvent] = game.events()
        self.following = Names(game, dict(enumerate(map(int, game.state.track))))
        self._open: AnySentence | None = None
        self._remarks: list[Line] = []  # to be written before the open sentence, or the next
        self._active = BOARD
        self._turn = int(game.state.turn)
        self._has_acted = False  # whether the active player has acted in this turn
        self._appearing = False  # a monster is being told, before the actions of the turn
        self._decks: dict[int, Counter[int]] = {}
        self._first_hands: dict[int, Counter[int]] = {}
        self._in_setup = any(event.what is Event.LIBRARY for event in self._events)
        self._title()
        if not self._in_setup:
            self._position()

    def tell(self, *, flush: bool) -> None:
        """Write the events since the last call."""
        events, self._events = self._events + self.game.events(), []
        for place, event in enumerate(events):
            if event.what is Event.TURN:
                self._begin_turn(event, events[place:])
            else:
                self._tell(event)
        if self._appearing and self._is_acting():
            self._begin_actions()
        if flush and not self._is_paying():
            self._close()
            self._write_remarks()

    def is_about(self, seat: int) -> bool:
        """Whether it is the turn of a seat, which the heading has named."""
        return not self._in_setup and self._active == seat

    def _is_paying(self) -> bool:
        """Whether the open line is a payment that hasn't come to its action."""
        return isinstance(self._open, Acting) and not self._open.done and not self.game.is_over

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

    def _begin(self, sentence: AnySentence) -> None:
        self._close()
        self._take_remarks()
        self._open = sentence

    def _begin_with(self, sentence: AnySentence, event: LogEvent) -> None:
        """Begin a sentence with its first event."""
        self._begin(sentence)
        if not sentence.takes(event):
            self._open = None

    def _say(self, text: str, seat: int = BOARD) -> None:
        """A line that is complete."""
        self._begin(Plain(seat, text))

    def _goes_on(self, sentence: Sentence) -> bool:
        """Whether the effect that a line is about is still under way."""
        frames = self.game.state.stack[: self.game.state.depth]
        return any(
            frame.kind == Frame.EFFECT and (frame.cause, frame.cause_id) == sentence.cause
            for frame in frames
        )

    def _close(self) -> None:
        """Write the open sentence, with the name of a player whose turn it isn't."""
        if self._open is None:
            return
        sentence, self._open = self._open, None
        if isinstance(sentence, Sentence) and self._goes_on(sentence):
            sentence.says_nothing = ""
        text, seat = sentence.text(), sentence.seat
        self._lines += self._remarks
        self._remarks = []
        if not text:
            return
        indent = INDENT
        if seat not in (BOARD, self._active):
            comma = "," if text.startswith(("from ", "for ")) else ""
            text, indent = f"{self._name(seat)}{comma} {text}", OTHERS
        for part in text.split(LINE_BREAK):
            self.write_all(flowing(part, indent), seat)
            indent = OTHERS

    def _name(self, seat: int) -> str:
        return player_name(self.game, seat)

    def _who(self, seat: int) -> str:
        return f"{self._name(seat)} (seat {seat}, {self.names[seat]})"

    # -- title, setup, position

    def _title(self) -> None:
        lines = title_lines(self.game, self.names, self.roles, whole=self._in_setup)
        self.write(lines[0], heading=True)
        self.write_all(lines[1:])
        if self._in_setup:
            self._heading("Setup")
            self.write_all(entry("library", "the spells that lie open"))
            self.write_all(library_lines(self.game, OTHERS))

    def _position(self) -> None:
        """The position at the beginning of a transcript that starts in the middle."""
        self._heading("Position")
        self.write_all(board_lines(self.game))
        for seat in range(self.game.players):
            self._heading(player_heading(self.game, seat), seat)
            self.write_all(player_lines(self.game, seat), seat)
        self._active = int(self.game.state.active)
        self._heading(f"Turn {self._turn} — {self._who(self._active)}", self._active)

    def _mage(self, event: LogEvent) -> None:
        """A player becomes a mage."""
        box = self.game.box
        element = box.mages[event.thing].element.word
        ability = ability_words(box, event.thing)
        name = box.mages[event.thing].name
        self._say(f"Seat {event.seat} is {name} ({element}): {ability}")

    def _tell_setup(self, event: LogEvent) -> bool:
        """Keep what is told together at the end of the setup: the library, decks and hands."""
        if event.what is Event.CARDS:
            kind, _, target = cards_moved(event)
            if target in (Zone.DECK, Zone.HAND):
                begun = self._decks if target is Zone.DECK else self._first_hands
                begun.setdefault(event.seat, Counter())[kind] += event.delta
        return event.what in (Event.LIBRARY, Event.CARDS, Event.SHUFFLED)

    def _hands(self) -> None:
        """The first decks and hands."""
        for seat, deck in self._decks.items():
            hand = self._first_hands.get(seat, Counter())
            words = f"{self._name(seat)} has {cards_words(deck)}; draws {cards_words(hand)}"
            self.write_all(flowing(words), seat)

    # -- events

    def _tell(self, event: LogEvent) -> None:
        self.following.follow(event)
        self._has_acted |= event.cause is Cause.ACTION or event.what is Event.ABILITY
        if event.what is Event.MARKER or (self._in_setup and self._tell_setup(event)):
            return  # told by the heading of the turn, or together
        if self._appearing and self._acts(event):
            self._begin_actions()
        if self._open is not None and self._open.takes(event):
            self._take_remarks()
            return
        if event.what in QUIET:
            return
        if event.what in self._tellers:
            self._tellers[event.what](self, event)
        else:
            self._change(event)

    def _acts(self, event: LogEvent) -> bool:
        """Whether the action phase has begun, after a monster has appeared."""
        is_action = event.cause is Cause.ACTION or event.what in PHASE_ENDS
        return is_action and event.seat == self._active

    def _begin_actions(self) -> None:
        """The turn goes on after a monster has appeared."""
        self._appearing = False
        self._heading(f"Turn {self._turn}, actions — {self._who(self._active)}", self._active)

    def _is_acting(self) -> bool:
        """Whether the active player is to choose an action now."""
        top = self.game.state.stack[int(self.game.state.depth) - 1]
        is_own = top.kind == Frame.ACT and top.arg[Act.LEFT] < 0
        return bool(not self.game.is_over and is_own)

    def _change(self, event: LogEvent) -> None:
        """Any other change begins a line with its cause."""
        sentence: Sentence | Leaving
        if event.what is Event.CARDS and cards_moved(event)[1:] == (Zone.CURSE, Zone.PILE):
            sentence = Leaving(self.following)
        elif event.cause is Cause.ACTION:
            sentence = Acting(self.following, event.seat, (event.cause, event.cause_id))
        else:
            sentence = self._of_cause(event)
        self._begin_with(sentence, event)

    def _of_cause(self, event: LogEvent) -> Sentence:
        """A line for changes of a cause."""
        is_for_all = event.cause in FOR_ALL or self._appearing
        seat = BOARD if is_for_all else event.seat
        opening = cause_opening(self.game.box, event.cause, event.cause_id)
        return Sentence(
            self.following, seat, (event.cause, event.cause_id), opening, names_first=is_for_all
        )

    # -- turns and monsters

    def _begin_turn(self, event: LogEvent, following: Sequence[LogEvent]) -> None:
        """The heading of a turn, with the space that the marker comes to."""
        self._close()
        if self._in_setup:
            self._hands()
        self._in_setup = self._appearing = self._has_acted = False
        self._active, self._turn = event.seat, event.thing
        space = next((one.thing for one in following if one.what is Event.MARKER), 1)
        where = ", invocation" if space == INVOCATION else f", space {space}"
        self._heading(f"Turn {event.thing}{where} — {self._who(event.seat)}", event.seat)

    def _monster(self, event: LogEvent) -> None:
        self._appearing = True
        name = sheet_name(self.game.box, event.thing)
        self._heading(f"Monster {event.delta + 1} of {MONSTERS} — {name}")
        sheet = self.game.box.sheets[event.thing]
        if sheet.appearance:
            text = effect_words(self.game.box, "appearance", event.thing)
            self.write_all(entry("appearance", text))

    def _page(self, event: LogEvent) -> None:
        self.write_all(right_page_lines(self.game, event.thing))

    def _beaten(self, event: LogEvent) -> None:
        self._say(f"{sheet_name(self.game.box, event.thing)} is beaten: no curse is left")

    def _escaped(self, event: LogEvent) -> None:
        left = f"{event.delta} curse{plural(event.delta)}"
        verb = "is" if event.delta == 1 else "are"
        self._say(f"{sheet_name(self.game.box, event.thing)} escapes: {left} {verb} left")

    # -- curses and spells

    def _laid(self, event: LogEvent) -> None:
        """A curse with its text."""
        text = effect_words(self.game.box, "curses", event.thing)
        words = f"{curse_words(self.game.box, event.thing)}: {text}"
        self._close()
        self._write_remarks()
        self.write_all(entry(f"on {SPACES[event.delta]}", words))

    def _strikes(self, event: LogEvent) -> None:
        """A curse at the space of the marker."""
        opening = f"{curse_words(self.game.box, event.thing)} strikes"
        cause = (Cause.CURSE, event.thing)
        nothing = "nothing happens"
        self._begin(Sentence(self.following, BOARD, cause, opening, nothing, names_first=True))

    def _leaves(self, event: LogEvent) -> None:
        self._begin_with(Leaving(self.following), event)

    def _up(self, event: LogEvent) -> None:
        self._begin_with(TurningUp(self.following), event)

    def _refilled(self, event: LogEvent) -> None:
        kind, count = curse_kind_word(event.thing), event.delta
        self._say(f"The {kind} pile is made of its {count} destroyed curse{plural(count)} again")

    def _library(self, event: LogEvent) -> None:
        self._say(f"New in the library: {spell_line(self.game.box, event.thing)}")

    # -- players

    def _ability(self, event: LogEvent) -> None:
        cause = (Cause.MAGE, event.thing)
        nothing = "nothing happens"
        self._begin(Sentence(self.following, event.seat, cause, "uses the ability", nothing))

    def _pass(self, event: LogEvent) -> None:
        self._say("passes", event.seat)

    def _end_actions(self, event: LogEvent) -> None:
        """The end of the actions is told where there was none."""
        if not self._has_acted:
            self._say("takes no action", event.seat)

    def _eliminated(self, event: LogEvent) -> None:
        self._begin(Eliminating(event.seat, event.thing))

    def _end(self, event: LogEvent) -> None:
        if isinstance(self._open, Sentence):
            self._open.says_nothing = "the game is over"
        self._heading("Result")
        self.write_all(result_lines(self.game, event))

    _tellers: ClassVar[dict[Event, Callable[[Transcript, LogEvent], None]]] = {
        Event.MAGE: _mage,
        Event.MONSTER: _monster,
        Event.PAGE: _page,
        Event.BEATEN: _beaten,
        Event.ESCAPED: _escaped,
        Event.CURSE_LAID: _laid,
        Event.CURSE_STRIKES: _strikes,
        Event.CURSE_LEAVES: _leaves,
        Event.CURSE_UP: _up,
        Event.PILE_REFILLED: _refilled,
        Event.LIBRARY: _library,
        Event.ABILITY: _ability,
        Event.PASS: _pass,
        Event.END_ACTIONS: _end_actions,
        Event.ELIMINATED: _eliminated,
        Event.ENDED: _end,
    }
