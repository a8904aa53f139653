"""Sentences of a transcript about Botmegistus: its actions and their reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from trisim.games.trismegistus.box.cards import SoloCard
from trisim.games.trismegistus.box.notation.terms import Advance, BotAction, Do, Verb
from trisim.games.trismegistus.box.speech import elementals_words
from trisim.games.trismegistus.box.words import Color, Element, SoloKind, Symbol, Thing, Track
from trisim.games.trismegistus.rules.codes import BotDecision, Cause, Event, Priority
from trisim.games.trismegistus.rules.game import LogEvent
from trisim.games.trismegistus.rules.tracks import TOP
from trisim.games.trismegistus.text.bot_log_state import BotFollowing
from trisim.games.trismegistus.text.bot_words import (
    COMPLETE_WORDS,
    DIE_WORDS,
    EXPERIMENT_WORDS,
    MASTERPIECE_WORDS,
    Choice,
    advances,
    ahead_words,
    artifact_words,
    formula_words,
    step_words,
    tie_words,
)
from trisim.games.trismegistus.text.describe import (
    element_word,
    goods_words,
    player_name,
    points_words,
)
from trisim.games.trismegistus.text.log_state import Following
from trisim.games.trismegistus.text.sentences import Changes, Drafting
from trisim.texts import plural

GOLD = int(Thing.GOLD)


# ---------------------------------------------------------------- drafting


@dataclass
class BotDrafting:
    """A die drafted by a card: the step that found it, and the reason."""

    seat: int
    card: SoloCard
    choices: list[Choice] = field(default_factory=list)
    die: Drafting | None = None

    def takes(self, event: LogEvent) -> bool:
        """The step, the die, its face and the ethereal die."""
        if event.seat != self.seat or event.cause is not Cause.DRAFT:
            return False
        if event.what is Event.BOT_CHOICE:
            self.choices.append(Choice.of(event))
        elif event.what is Event.DRAFT:
            self.die = Drafting(self.seat, event)
        else:
            return self.die is not None and self.die.takes(event)
        return True

    def text(self) -> str:
        """The draft, and why."""
        step, settled = self.choices[:2]
        found = step_words(self.card, step.priority, Color(step.thing % 3))
        drafted = self.die.text() if self.die else "drafts no die"
        return f"{drafted} ({found}: {DIE_WORDS[settled.priority]})"


# ---------------------------------------------------------------- acting


@dataclass
class BotChanges(Changes):
    """The effects of a card or a token on Botmegistus, each with its reason."""

    effects: BotAction = ()
    ahead: BotAction = ()
    reason: str = ""
    face: int = 0  # of the d6

    @property
    def bot(self) -> BotFollowing:
        """The known state of Botmegistus."""
        assert self.following.bot is not None
        return self.following.bot

    @property
    def opponent(self) -> str:
        """The name of the player against it."""
        return player_name(self.following.game, self.bot.you)

    def change(self, event: LogEvent) -> bool:
        """Decisions are remembered for their effects."""
        match event.what:
            case Event.BOT_CHOICE:
                return self.decide(Choice.of(event))
            case Event.BOT_ROLL if self.cause is Cause.BOT_CARD:
                self.face = event.thing + 1
            case Event.TAKE_ARTIFACT if self.cause is not Cause.SETUP:
                artifact = self.following.box.artifacts[event.thing]
                elementals = elementals_words(artifact.elementals)
                self.say("takes", f"{artifact.name} [{elementals}] ({self.reason})")
            case Event.TAKE_EXPERIMENT if self.cause is not Cause.SETUP:
                name, book = self.following.experiment(event.thing), Symbol(event.delta).word
                self.say("takes", f"{name} from the {book} book ({self.reason})")
            case Event.LEVEL if self.reason:
                after = self.following.levels[self.seat][event.thing]
                step = f"{element_word(event.thing)} {after - event.delta}→{after} ({self.reason})"
                self.say("", step)
            case Event.TAKE_ARTIFACT | Event.TAKE_EXPERIMENT:
                return False
            case _:
                return super().change(event)
        return True

    def decide(self, choice: Choice) -> bool:
        """Keep the reason of a decision; whether it belongs to this sentence."""
        match choice.decision:
            case BotDecision.TRACK:
                self.reason = self.track_reason(choice)
            case BotDecision.ARTIFACT:
                self.reason = artifact_words(choice.priority, self.face)
            case BotDecision.EXPERIMENT:
                self.experiment(choice)
            case BotDecision.PERSONALITY:
                self.personality(choice)
            case _:
                return False
        return True

    # -- tracks

    def track_reason(self, choice: Choice) -> str:
        """Why this track; "" for one that the card names."""
        if choice.priority is Priority.NAMED:
            return ""
        if choice.priority is Priority.NEAREST_EXPERIMENT:
            return self.nearest_words()
        base = self.base_words()
        if choice.priority is Priority.ONLY:
            return f"{base}; the only one below" if base else "the only one below the top"
        if choice.priority is Priority.LOWEST:
            return "its lowest"
        levels = self.following.levels
        lead = levels[self.bot.seat][choice.thing] - levels[self.bot.you][choice.thing]
        return "; ".join(filter(None, (base, tie_words(choice.priority, lead, self.opponent))))

    def base_words(self) -> str:
        """The common property of the tied tracks, as far as the card or token names it."""
        kinds = advances(self.effects)
        levels = self.following.levels[self.seat]
        named = {track for track in kinds if track < len(Element)}
        if kinds == named:
            tops = [Element(track).word for track in sorted(named) if levels[track] == TOP]
            return f"{' and '.join(tops)} being at the top" if tops else ""
        if kinds == {Track.NEAREST} and any(self.missing(card) for card in self.bot.holds):
            return self.nearest_words()
        return "its lowest" if not named else ""

    def nearest_words(self) -> str:
        """The experiments that it is nearest to."""
        missing = {card: self.missing(card) for card in self.bot.holds}
        fewest = min((levels for levels in missing.values() if levels), default=0)
        names = [self.following.experiment(c) for c, levels in missing.items() if levels == fewest]
        return f"nearest to completing {' and '.join(names)}"

    def missing(self, card: int) -> int:
        return self.bot.is_missing(card, self.following.levels[self.seat])

    # -- experiments and personality

    def experiment(self, choice: Choice) -> None:
        """Why an experiment is taken, or gold instead."""
        die = Symbol(self.following.dice[self.seat].symbol).word
        match choice.priority:
            case Priority.HOLDS_ENOUGH:
                self.say("", f"no experiment, as it holds {len(self.bot.holds)}")
            case Priority.EMPTY_BOOK:
                self.say("", f"no experiment, as the {die} book is empty")
            case Priority.YOU_NEARER:
                self.reason = f"{self.opponent} is nearer to it"
            case Priority.COMPLETABLE if self.can_complete_both():
                self.reason = "it can complete either now, and this gives more points"
            case _:
                self.reason = EXPERIMENT_WORDS[choice.priority]

    def can_complete_both(self) -> bool:
        """Whether its gold would do for either card of its book."""
        book = self.following.books[self.following.dice[self.seat].symbol]
        gold = self.following.held[self.seat][GOLD]
        return all(self.missing(card) <= gold for card in book)

    def personality(self, choice: Choice) -> None:
        """The choice of its personality."""
        element, levels = Element(choice.thing), self.following.levels
        own, other = levels[self.bot.seat][element], levels[self.bot.you][element]
        ahead = choice.priority is Priority.AHEAD
        self.say("", ahead_words(element, own, other, self.opponent, ahead))
        if ahead:
            self.effects = self.ahead
        self.say_what_cannot_be()

    def say_what_cannot_be(self) -> None:
        """Parts of a card that have no effect."""
        verbs = [effect.verb for effect in self.effects if isinstance(effect, Do)]
        color = self.following.dice[self.seat].color
        if Verb.TAKE_ARTIFACT in verbs and max(self.following.market[color]) < 0:
            self.say("", f"the {Color(color).word} market is empty")
        moves = any(isinstance(effect, Advance) for effect in self.effects)
        if moves and min(self.following.levels[self.seat]) == TOP:
            self.say("", "all its tracks are at the top")


def acting(following: Following, card: SoloCard, event: LogEvent) -> BotChanges:
    """Its actions by the card of its turn."""
    left = following.dice[event.seat].potency
    rest = "all it has left" if event.delta < card.potency else f"{left} left"
    opening = f"acts ({event.delta} potency, {rest})"
    made = BotChanges(following, event.seat, event.cause, event.cause_id, opening)
    made.effects, made.ahead = card.action, card.ahead
    if card.kind is not SoloKind.PERSONALITY:
        made.say_what_cannot_be()
    return made


# ---------------------------------------------------------------- completing and counting


@dataclass
class Completing:
    """An experiment or a masterpiece completed, with gold for missing levels."""

    following: Following
    seat: int
    choice: Choice
    paid: int = 0

    def takes(self, event: LogEvent) -> bool:
        """The card itself, and what is paid for it."""
        if event.seat != self.seat:
            return False
        match event.what:
            case Event.TAKE_EXPERIMENT | Event.PERFORM:
                return event.thing == self.choice.thing
            case Event.HOLD if event.cause is Cause.PAYMENT:
                self.paid -= event.delta
            case Event.LEVEL_BOUGHT:
                pass
            case _:
                return False
        return True

    def text(self) -> str:
        card = self.following.box.experiments[self.choice.thing]
        is_masterpiece = self.choice.decision is BotDecision.MASTERPIECE
        why = (MASTERPIECE_WORDS if is_masterpiece else COMPLETE_WORDS).get(self.choice.priority)
        levels = f"{self.paid} missing level{plural(self.paid)}"
        paying = f", paying {self.paid} gold for {levels}" if self.paid else ""
        reason = f" ({why})" if why else ""
        return f"completes {card.name}, {points_words(card.points)}{paying}{reason}"


@dataclass
class Counting:
    """Formulas counted before the score."""

    following: Following
    seat: int
    missed: str = ""
    gold: int = 0
    words: str = ""

    def takes(self, event: LogEvent) -> bool:
        """The gold paid, and the count."""
        if event.seat != self.seat or self.words:
            return False
        if event.what is Event.HOLD:
            self.gold -= event.delta
            return True
        if event.what is not Event.BOT_FORMULAS:
            return False
        bot = self.following.bot
        assert bot is not None
        counted = event.thing + event.delta
        self.words = formula_words(bot.types(), event.delta, counted, self.gold)
        return True

    def text(self) -> str:
        return self.missed + self.words


@dataclass
class Beginning:
    """The goods that it begins with."""

    seat: int
    goods: Counter[int] = field(default_factory=Counter)

    def takes(self, event: LogEvent) -> bool:
        """Goods of the setup."""
        is_goods = event.what is Event.HOLD and event.cause is Cause.SETUP
        if is_goods and event.seat == self.seat:
            self.goods[event.thing] += event.delta
            return True
        return False

    def text(self) -> str:
        return f"begins with {goods_words(self.goods) or 'nothing'}"
