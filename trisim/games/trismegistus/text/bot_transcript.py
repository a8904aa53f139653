"""The sentence of a transcript that an event of Botmegistus begins."""

from __future__ import annotations

from collections import Counter

from trisim.games.trismegistus.box.cards import SoloCard
from trisim.games.trismegistus.box.notation.terms import Advance
from trisim.games.trismegistus.box.speech import elementals_words
from trisim.games.trismegistus.box.words import Essence, SoloKind, Symbol, Track
from trisim.games.trismegistus.rules.codes import BotDecision, Cause, Event
from trisim.games.trismegistus.rules.game import Game, LogEvent
from trisim.games.trismegistus.text.board import experiment_words
from trisim.games.trismegistus.text.bot_log_state import BotFollowing
from trisim.games.trismegistus.text.bot_sentences import (
    Beginning,
    BotChanges,
    BotDrafting,
    Completing,
    Counting,
    acting,
)
from trisim.games.trismegistus.text.bot_words import Choice, solo_card_words, specialization_words
from trisim.games.trismegistus.text.log_state import Following
from trisim.games.trismegistus.text.sentences import Plain, Sentence
from trisim.texts import plural

SIDES = ("left", "right")


class BotTeller:
    """Begins the sentences about Botmegistus."""

    def __init__(self, game: Game, following: Following) -> None:
        self.game = game
        self.following = following
        self.card = int(game.state.bot.card)
        self.face = 0
        self.acting: BotChanges | None = None  # what it does by its card in this turn
        self.drawn = 0  # masterpieces that are still to be completed

    @property
    def bot(self) -> BotFollowing:
        """The known state of Botmegistus."""
        assert self.following.bot is not None
        return self.following.bot

    def begin(self, event: LogEvent, in_setup: bool) -> Sentence | None:
        """The sentence that an event begins; None for events without one."""
        match event.what:
            case Event.BOT_ROLL if in_setup:
                return self.setup_roll(event)
            case Event.BOT_ROLL:
                self.face = event.thing + 1
                return None
            case Event.BOT_CARD | Event.BOT_OPEN | Event.BOT_SHUFFLE | Event.BOT_ADDED:
                return Plain(event.seat, self.card_line(event))
            case Event.BOT_MASTERPIECE:
                self.drawn += 1
                words = experiment_words(self.game, event.thing)
                return Plain(event.seat, f"draws the masterpiece {words}")
            case Event.BOT_CHOICE:
                return self.choice(event)
            case Event.ACTION:
                card = self.game.box.solo_cards[self.card]
                self.acting = acting(self.following, card, event)
                return self.acting
            case _:
                return self.change(event, in_setup)

    def setup_roll(self, event: LogEvent) -> BotChanges:
        """A head start by a die: the track of its essence, or the lowest one."""
        essence = int(self.game.tables.bowl_essence[event.thing])
        named = 0 <= essence < Essence.ANY
        of = f" ({Essence(essence).word})" if named else ""
        made = self.of_cause(event, f"rolls {Symbol(event.thing).word}{of}")
        made.effects = () if named else (Advance(Track.LOWEST),)
        return made

    # -- cards

    def card_line(self, event: LogEvent) -> str:
        """Its cards: turned, laid open, shuffled."""
        cards = self.game.box.solo_cards
        match event.what:
            case Event.BOT_SHUFFLE:
                many = f"{event.thing} used card{plural(event.thing)}"
                return f"shuffles {many} into a new deck"
            case Event.BOT_OPEN:
                return (
                    f"lays open at the {SIDES[event.delta]}: {solo_card_words(cards[event.thing])}"
                )
            case Event.BOT_ADDED:
                return self.added_line(cards[event.thing])
        self.card = event.thing
        words = solo_card_words(cards[event.thing])
        if event.delta == 0:
            return f"turns up {words}"
        return f"rolls {self.face} and takes the {SIDES[event.delta - 1]} card, {words}"

    def added_line(self, card: SoloCard) -> str:
        """A card that joins the deck, and why."""
        assert card.element is not None
        kind, element = card.kind.word, card.element
        why = "of the refused artifact"
        if card.kind is SoloKind.SPECIALIZATION:
            why = specialization_words(self.bot.elementals(), self.bot.special, element)
            self.bot.specialize(element)
        words = solo_card_words(card)
        return f"shuffles its {kind} of {element.word} into the deck ({why}): {words}"

    # -- decisions and changes

    def choice(self, event: LogEvent) -> Sentence | None:
        """A decision that begins a line."""
        choice = Choice.of(event)
        match choice.decision:
            case BotDecision.STEP:
                card = self.game.box.solo_cards[self.card]
                return BotDrafting(event.seat, card, [choice])
            case BotDecision.COMPLETE | BotDecision.MASTERPIECE:
                self.drawn = 0
                return Completing(self.following, event.seat, choice)
            case BotDecision.SPECIALIZATION:
                return None
            case _:
                return self.taken(self.of_cause(event, self.opening(event)), event)

    def change(self, event: LogEvent, in_setup: bool) -> Sentence | None:
        """Gains and payments by their cause."""
        if event.cause is Cause.SCORE:
            return self.at_the_end(event)
        if in_setup and event.cause is Cause.SETUP:
            return self.at_the_start(event)
        if event.what not in (Event.HOLD, Event.LEVEL, Event.POINTS):
            return None
        return self.taken(self.of_cause(event, self.opening(event)), event)

    def at_the_start(self, event: LogEvent) -> Sentence | None:
        """Goods, a starting experiment, the artifact refused."""
        match event.what:
            case Event.HOLD:
                return Beginning(event.seat, Counter({event.thing: event.delta}))
            case Event.TAKE_EXPERIMENT:
                words = experiment_words(self.game, event.thing)
                return Plain(event.seat, f"holds a starting experiment, {words}")
            case Event.TAKE_ARTIFACT:
                artifact = self.game.box.artifacts[event.thing]
                elementals = elementals_words(artifact.elementals)
                words = f"gets the artifact refused, {artifact.name} [{elementals}]"
                return Plain(event.seat, words)
            case _:
                return None

    def at_the_end(self, event: LogEvent) -> Sentence | None:
        """Formulas; the points themselves are on the score sheet."""
        if event.what not in (Event.HOLD, Event.BOT_FORMULAS):
            return None
        missed = "completes no masterpiece, and " if self.drawn else ""
        counting = Counting(self.following, event.seat, missed)
        counting.takes(event)
        return counting

    def opening(self, event: LogEvent) -> str:
        """Why something changes."""
        match event.cause:
            case Cause.TOKEN:
                return self.following.cause_words(event)
            case Cause.ROUND_END:
                return "between the rounds"
            case Cause.SETUP:
                return "starts higher"
            case _:
                return "goes on"

    def of_cause(self, event: LogEvent, opening: str) -> BotChanges:
        """A sentence for changes of a cause."""
        made = BotChanges(self.following, event.seat, event.cause, event.cause_id, opening)
        if event.cause is Cause.TOKEN:
            kinds = list(self.game.box.board.bonus_tokens.values())
            made.effects = kinds[event.cause_id].bot
        elif event.cause is Cause.BOT_CARD and self.acting is not None:
            made.effects = self.acting.effects
        return made

    def taken(self, sentence: BotChanges, event: LogEvent) -> BotChanges | None:
        """A sentence with its first event."""
        return sentence if sentence.takes(event) else None
