"""Codes of the machine: frames, moves, events, causes, places of cards, parts of the score."""

from __future__ import annotations

from enum import IntEnum

from trisim.games.trismegistus.box.words import Word


class Frame(IntEnum):
    """What is still to resolve. Up to ``REACT`` a player decides; the others run by themselves."""

    LABORATORY = 0  # choose one of the laboratories left
    KEEP = 1  # keep one of the cards dealt: a kind
    START_SLOT = 2  # where the starting artifact goes
    DRAFT = 3  # which die, or to go on with the one there is; by a ruling free actions
    WILD = 4  # what a wild die becomes
    ETHEREAL = 5  # spend an ethereal die
    ACTION = 6  # free actions, chameleon, the action: a is 1 once a chameleon is spent
    AFTER = 7  # free actions, or the end of the turn
    TRANSMUTE = 8  # a arrows as bits, b how many, c Transmuting, d 1 must, e form so far
    TRIGGER = 9  # use the artifact at slot a
    USE_NEW = 10  # use the ability of an artifact just placed: slot a
    SLOT = 11  # where artifact a goes
    RANDOM = 12  # gain a random artifact: a how many
    EFFECTS = 13  # which of the a parts on the agenda comes next
    GAIN_ANY = 14  # a which kind, b how many, c the least choice still open
    ADVANCE_ANY = 15  # a spaces, b times, e tracks moved so far as bits
    ADVANCE_LOWEST = 16  # a times, e tracks moved so far
    ADVANCE_DIFFERENT = 17  # a how many, b used as bits, c moves left, e tracks moved so far
    EXCHANGE = 18  # a row of effects, b how often at the most
    OTHER_RAW = 19  # a the raw material given
    PAY = 20  # pay what is due: for experiment a, or an exchange (-1)
    UNLOCK = 21  # which formula of column a
    VAULT = 22  # where formula position a goes
    RETURN = 23  # a publications go back
    REACT = 24  # react to the active player
    # the following decide nothing
    DRAW = 25  # draw publications: a times
    STEPS = 26  # a track, b spaces left
    ADVANCE_NAMED = 27  # a track, b spaces, c times, e tracks moved so far
    TRANSMUTED = 28  # a transmutation is over: a tokens waiting when it began
    TOKEN = 29  # a kind of bonus token
    PERFORM = 30  # experiment a is paid: its bonuses
    REFILL_MARKET = 31  # a color, b space
    REFILL_BOOK = 32  # a symbol
    CLEANUP = 33
    NEXT_TURN = 34
    END_ROUND = 35
    ROLL = 36
    REVEAL = 37  # kept cards are revealed, the others leave
    REWARD = 38  # of an exchange: a row of effects
    JOIN = 39  # experiment a joins its column
    DRAW_ARTIFACT = 40  # the top one of the stack
    FORMULAS = 41  # the formulas of a laboratory just taken are shuffled
    SCORE = 42  # the end: every part of every score
    BOT = 43  # Botmegistus does what it has to: a BotTask


DECISIONS = Frame.REACT + 1
"""Frames below this ask somebody something."""


class Transmuting(IntEnum):
    """What a frame of transmutations comes from."""

    EFFECT = 0  # each along any of the arrows
    ACTION = 1  # for potency
    ONE_ARROW = 2  # an effect; all of them along the arrow of the first


class Move(IntEnum):
    """Kinds of moves; arguments as in ``moves``."""

    NONE = 0  # no, nothing, stop, go on
    YES = 1  # a how many, where that matters
    LABORATORY = 2  # a alchemist
    KEEP = 3  # a place among the cards dealt
    SLOT = 4  # a slot
    DIE = 5  # a symbol, b color
    SYMBOL = 6  # a symbol
    BUY_FORMULA = 7  # a position
    USE_FORMULA = 8  # a position
    PERFORM = 9  # a place beside the laboratory, or MASTERPIECE
    CLAIM = 10  # a achievement
    CHAMELEON = 11  # a symbol, b color
    HARVEST = 12  # a how many
    ESSENCE = 13  # a essence, b how many
    ARROW = 14  # a arrow
    BUY_ARTIFACT = 15  # a color, b space
    RECHARGE = 16  # a slot
    EXPERIMENT = 17  # a symbol, b 0 older 1 newer
    TRANSMUTE = 18  # a arrow, b thing at its foot, c thing paid
    PART = 19  # a place on the agenda
    THING = 20  # a thing
    TRACK = 21  # a track
    GIVE = 22  # a thing given, b the material it stands for
    DISCOUNT = 23  # use a discount
    SPACE = 24  # a vault space
    RETURN = 25  # a publication
    CARD = 26  # of Botmegistus alone, in the log: what its card says


class Event(IntEnum):
    """What a line of the log tells; item and delta mean what stands beside."""

    HOLD = 0  # a thing gained or paid: item Thing, delta
    POINTS = 1  # points: item Part, delta
    LEVEL = 2  # a track: item Element, delta
    ROUND = 3  # a round begins: item round
    BOWL = 4  # after the roll: item symbol * 3 + color, delta count
    REROLL = 5  # item symbol, delta dice
    TURN = 6  # a turn begins: item turn
    DRAFT = 7  # item symbol * 3 + color, delta potency
    WASTE = 8  # a die is put aside: delta potency left
    WILD = 9  # item symbol
    CHAMELEON = 10  # item symbol * 3 + color
    ACTION = 11  # item Move, delta potency spent
    TAKE_EXPERIMENT = 12  # item experiment
    TAKE_ARTIFACT = 13  # item artifact, delta slot
    LOSE_ARTIFACT = 14  # item artifact, delta slot
    EXHAUST = 15  # an artifact turns down: item artifact
    READY = 16  # an artifact turns up: item artifact
    TRANSMUTE = 17  # item arrow
    TOKEN = 18  # a bonus token: item kind, delta track * 4 + space
    TOKEN_GONE = 19  # item kind, delta track * 4 + space
    PERFORM = 20  # item experiment
    DISCOUNT = 21  # item experiment
    LEVEL_BOUGHT = 22  # silver or gold for a level: item thing
    UNLOCK = 23  # item formula, delta vault space or -1
    USE_FORMULA = 24  # item formula
    DRAW = 25  # a publication drawn: item publication
    RETURN = 26  # a publication put back: item publication
    ACHIEVE = 27  # item achievement
    REACT = 28  # a reaction token turns: delta -1 used, +1 restored
    FINISH = 29  # done for this round: delta place in the next order
    OFFER_EXPERIMENT = 30  # item experiment, delta symbol
    OFFER_ARTIFACT = 31  # item artifact, delta color * 4 + space
    REMOVE = 32  # an experiment leaves the books: item
    LABORATORY = 33  # item alchemist
    KEEP = 34  # item card, delta kind * 2 + 1 kept, + 0 refused
    FORMULA_AT = 35  # item formula, delta position
    ESSENCE_AT = 36  # item element, delta essence
    TOKEN_AT = 37  # item kind, delta track * 4 + space
    OFFER_ACHIEVEMENT = 38  # item achievement
    DIE_USED = 39  # item symbol * 3 + color
    END = 40
    SPEND = 41  # potency spent on a transmutation of the action: item arrow, delta
    STANDING = 42  # where a seat stands after a turn: item score now, delta points on the way
    ORDER = 43  # the order of a round: item seat, delta place
    CHOICE = 44  # a real choice, where games are recorded: item Frame, delta how many options
    USE_NEW = 45  # the ability of a new artifact is used: item artifact, delta slot
    # of Botmegistus
    BOT_CARD = 46  # it flips a card: item card, delta 0 of the deck, 1 the left open one, 2 right
    BOT_CHOICE = 47  # it decides: item BotDecision * 100 + Priority, delta what it takes
    BOT_SHUFFLE = 48  # used cards become a new deck: item how many of them
    BOT_ADDED = 49  # a card is shuffled into the deck: item card
    BOT_OPEN = 50  # a card is laid open: item card, delta 0 left, 1 right
    BOT_ROLL = 51  # a die is rolled for it: item face, delta how many faces; from 0
    BOT_FORMULAS = 52  # formulas it counts at the end: item by types, delta by gold
    BOT_MASTERPIECE = 53  # a masterpiece is drawn for it: item experiment


class Cause(Word):
    """Why something was gained, paid or moved."""

    SETUP = 0
    DRAFT = 1
    HARVEST = 2
    ESSENCE = 3
    TRANSMUTATION = 4
    ARTIFACT = 5  # id: artifact
    EXPERIMENT = 6  # id: experiment, its bonus
    FORMULA = 7  # id: formula
    VAULT = 8  # id: alchemist
    TOKEN = 9  # id: kind of token
    ACHIEVEMENT = 10  # id: achievement
    REACTION = 11
    PAYMENT = 12  # id: experiment
    PURCHASE = 13  # id: formula
    CHAMELEON = 14
    ROUND_END = 15
    SCORE = 16
    BOT_CARD = 17  # id: card of Botmegistus


class BotTask(IntEnum):
    """What Botmegistus has to do when it is asked: it decides by its priorities alone."""

    SETUP = 0
    TURN = 1
    ROUND = 2  # between two rounds
    END = 3  # before the score


class BotDecision(Word):
    """What Botmegistus decides."""

    STEP = 0  # which step of the draft finds a die: the priority
    DIE = 1  # which of the dice of that step: symbol * 3 + color as it lay
    PERSONALITY = 2  # what its personality does: element
    ARTIFACT = 3  # which artifact
    EXPERIMENT = 4  # which experiment, or -1 for gold
    TRACK = 5  # which track: element
    COMPLETE = 6  # which experiment comes first
    SPECIALIZATION = 7  # which card: solo card
    MASTERPIECE = 8  # which masterpiece


class Priority(Word):
    """What settled a decision of Botmegistus, in the order of the rules."""

    ONLY = 0  # there was but one
    # the draft: steps, then what settles it inside a step
    CARD_COLOR = 1  # wild, left or right symbol, of the card's colour
    OTHER_COLOR = 2  # the same of another colour
    ANY_OF_COLOR = 3  # any die of the card's colour
    ANY_OF_OTHER_COLOR = 4  # any die of the first colour that has one
    HIGHEST = 5  # a "max" card: of its colour
    HIGHEST_OF_OTHER_COLOR = 6  # a "max" card: of the first colour that has one
    POTENCY = 7
    SYMBOL = 8
    COLOR = 9
    # personality
    NOT_AHEAD = 10
    AHEAD = 11
    # artifacts
    MOST_ELEMENTALS = 12
    D6 = 13
    # experiments
    NEW_TYPE = 14
    COMPLETABLE = 15
    NEARER = 16
    YOU_NEARER = 17
    MORE_POINTS = 18
    LEFT = 19
    HOLDS_ENOUGH = 20  # gold instead
    EMPTY_BOOK = 21  # gold instead
    # tracks
    NAMED = 22
    LOWEST = 23
    NEAREST_EXPERIMENT = 24
    NEXT_TOKEN = 25
    LEAD = 26
    LEFTMOST = 27
    # completing
    HELD_LONGER = 28
    BOTH = 33  # all of them can be paid
    # specialization
    COMMONEST = 29
    RANDOM = 30
    # masterpiece
    LESS_GOLD = 31
    FIRST_DRAWN = 32


DECISION_STEP = 100
"""A BOT_CHOICE names its decision times this, and its priority."""


class At(IntEnum):
    """Where a card is; 0 to 3: with a seat, 4 to 7: performed by a seat, 8 to 11: laid by it."""

    AWAY = -1
    DECK = -2
    OPEN = -3
    UNDER = -4
    DEALT = -5
    UNSEEN = -6  # inside ``view`` only
    USED = -7  # a card of Botmegistus that has been resolved


PERFORMED_BY = 4
"""Added to a seat: where its performed experiments are."""

LAID_BY = 8
"""Added to a seat: masterpieces it refused, publications it put under their deck."""


class Part(Word):
    """Parts of a score."""

    EXPERIMENTS = 0
    MASTERPIECE = 1
    PUBLICATIONS = 2
    STONE = 3
    GOLD = 4
    ETHEREAL = 5
    MASTERY = 6
    ACHIEVEMENTS = 7
    BONUSES = 8
    ABILITIES = 9
    FORMULAS = 10
    VAULT = 11
    TRACK_TOP = 12
    ARTIFACTS = 13  # of Botmegistus alone: elementals on its artifacts
    BOT = 14  # of Botmegistus alone: its cards and tokens


class Dealt(Word):
    """Kinds of cards dealt at setup."""

    EXPERIMENT = 0
    MASTERPIECE = 1
    PUBLICATION = 2
    ARTIFACT = 3


class FormulaState(IntEnum):
    """Where a formula tile is."""

    LOCKED = 0
    READY = 1
    USED = 2
    GONE = 3


MASTERPIECE = 15
"""In place of a place beside the laboratory: the masterpiece."""
