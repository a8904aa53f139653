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

    def begin(self, told: LogEvent, in_setup: bool) -> Sentence | None:
        """The sentence that an event begins; None for events without one."""
        match told.what:
            case Event.BOT_ROLL if in_setup:
                return self.setup_roll(told)
            case Event.BOT_ROLL:
                self.face = told.thing + 1
                return None
            case Event.BOT_CARD | Event.BOT_OPEN | Event.BOT_SHUFFLE | Event.BOT_ADDED:
                return Plain(told.seat, self.card_line(told))
            case Event.BOT_MASTERPIECE:
                self.drawn += 1
                words = experiment_words(self.game, told.thing)
                return Plain(told.seat, f"draws the masterpiece {words}")
            case Event.BOT_CHOICE:
                return self.choice(told)
            case Event.ACTION:
                card = self.game.box.solo_cards[self.card]
                self.acting = acting(self.following, card, told)
                return self.acting
            case _:
                return self.change(told, in_setup)

    def setup_roll(self, told: LogEvent) -> BotChanges:
        """A head start by a die: the track of its essence, or the lowest one."""
        essence = int(self.game.tables.bowl_essence[told.thing])
        named = 0 <= essence < Essence.ANY
        of = f" ({Essence(essence).word})" if named else ""
        made = self.of_cause(told, f"rolls {Symbol(told.thing).word}{of}")
        made.effects = () if named else (Advance(Track.LOWEST),)
        return made

    # -- cards

    def card_line(self, told: LogEvent) -> str:
        """Its cards: turned, laid open, shuffled."""
        cards = self.game.box.solo_cards
        match told.what:
            case Event.BOT_SHUFFLE:
                many = f"{told.thing} used card{plural(told.thing)}"
                return f"shuffles {many} into a new deck"
            case Event.BOT_OPEN:
                return f"lays open at the {SIDES[told.delta]}: {solo_card_words(cards[told.thing])}"
            case Event.BOT_ADDED:
                return self.added_line(cards[told.thing])
        self.card = told.thing
        words = solo_card_words(cards[told.thing])
        if told.delta == 0:
            return f"turns up {words}"
        return f"rolls {self.face} and takes the {SIDES[told.delta - 1]} card, {words}"

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

    def choice(self, told: LogEvent) -> Sentence | None:
        """A decision that begins a line."""
        choice = Choice.of(told)
        match choice.decision:
            case BotDecision.STEP:
                card = self.game.box.solo_cards[self.card]
                return BotDrafting(told.seat, card, [choice])
            case BotDecision.COMPLETE | BotDecision.MASTERPIECE:
                self.drawn = 0
                return Completing(self.following, told.seat, choice)
            case BotDecision.SPECIALIZATION:
                return None
            case _:
                return self.taken(self.of_cause(told, self.opening(told)), told)

    def change(self, told: LogEvent, in_setup: bool) -> Sentence | None:
        """Gains and payments by their cause."""
        if told.cause is Cause.SCORE:
            return self.at_the_end(told)
        if in_setup and told.cause is Cause.SETUP:
            return self.at_the_start(told)
        if told.what not in (Event.HOLD, Event.LEVEL, Event.POINTS):
            return None
        return self.taken(self.of_cause(told, self.opening(told)), told)

    def at_the_start(self, told: LogEvent) -> Sentence | None:
        """Goods, a starting experiment, the artifact refused."""
        match told.what:
            case Event.HOLD:
                return Beginning(told.seat, Counter({told.thing: told.delta}))
            case Event.TAKE_EXPERIMENT:
                words = experiment_words(self.game, told.thing)
                return Plain(told.seat, f"holds a starting experiment, {words}")
            case Event.TAKE_ARTIFACT:
                artifact = self.game.box.artifacts[told.thing]
                elementals = elementals_words(artifact.elementals)
                words = f"gets the artifact refused, {artifact.name} [{elementals}]"
                return Plain(told.seat, words)
            case _:
                return None

    def at_the_end(self, told: LogEvent) -> Sentence | None:
        """Formulas; the points themselves are on the score sheet."""
        if told.what not in (Event.HOLD, Event.BOT_FORMULAS):
            return None
        missed = "completes no masterpiece, and " if self.drawn else ""
        counting = Counting(self.following, told.seat, missed)
        counting.takes(told)
        return counting

    def opening(self, told: LogEvent) -> str:
        """Why something changes."""
        match told.cause:
            case Cause.TOKEN:
                return self.following.cause_words(told)
            case Cause.ROUND_END:
                return "between the rounds"
            case Cause.SETUP:
                return "starts higher"
            case _:
                return "goes on"

    def of_cause(self, told: LogEvent, opening: str) -> BotChanges:
        """A sentence for changes of a cause."""
        made = BotChanges(self.following, told.seat, told.cause, told.cause_id, opening)
        if told.cause is Cause.TOKEN:
            kinds = list(self.game.box.board.bonus_tokens.values())
            made.effects = kinds[told.cause_id].bot
        elif told.cause is Cause.BOT_CARD and self.acting is not None:
            made.effects = self.acting.effects
        return made

    def taken(self, sentence: BotChanges, told: LogEvent) -> BotChanges | None:
        """A sentence with its first event."""
        return sentence if sentence.takes(told) else None
