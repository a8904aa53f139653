"""The codes of the rules: frames, moves, events, causes, and the marks of spells."""

from __future__ import annotations

from enum import IntEnum

from trisim.engine import machine


class Frame(IntEnum):
    """What is pending. Decisions first, then consequences, then chance and what comes after."""

    MAGE = 0  # who to be
    ACT = 1  # an action, an ability, or the end; arg: Act
    PAY = 2  # a card for a cost; arg: Pay
    CARD = 3  # a card for the step of the effect below
    SEAT = 4  # players for the clause below, or a receiver; arg: how many, bits of candidates
    SPELL = 5  # a spell for the step of the effect below
    CURSE = 6  # a curse for the step of the effect below
    ELEMENT = 7  # the element of a card that is gained; arg[0]: its value, arg[1]: the zone
    MAY = 8  # whether to do the step of the effect below
    TRIM = 9  # a card too many; arg[0]: the least kind in the order
    FORGET = 10  # the spell that makes room for another

    EFFECT = 11  # steps of an effect; arg: Eff
    LEARN = 12  # arg[0]: the element
    STRIKE = 13  # a curse is applied; arg[0]: the slot
    LAY = 14  # the curses of a monster
    CURSES_LEAVE = 15  # under their piles
    CURSES_UP = 16  # those that were neutralised

    DRAW = 17  # cards off the deck; arg[0]: how many, arg[1]: the zone, arg[2]: 1 if revealed
    START = 18  # decks and first hands
    TURN = 19
    MARKER = 20  # the invocation marker moves
    NEXT_MONSTER = 21
    RECOVERY = 22
    LIMIT = 23  # of the hand


DECISIONS = int(Frame.EFFECT)
EDGE = int(Frame.DRAW)


class Act(IntEnum):
    """The numbers of a frame ``ACT``."""

    LEFT = 0  # actions that may still be taken; -1: any number, in the own action phase
    KEPT = 1  # 1: cards of the pool alone pay, and stay there


class Pay(IntEnum):
    """The numbers of a frame ``PAY``."""

    ACTION = 0  # the kind of move that is paid for
    FIRST = 1  # its arguments
    SECOND = 2
    NEED = 3  # what is still to be paid of each element, four numbers
    LAST = 7  # place of the last card in the order: 0 at the beginning of an element
    KEPT = 8


class Eff(IntEnum):
    """The numbers of a frame ``EFFECT``; its seat is the caster."""

    ROW = 0
    BOOST = 1
    SEAT = 2  # who is affected now; -1: nobody yet
    LEFT = 3  # how many the step still takes; -1: it hasn't begun
    DONE = 4  # how many the step has done, or before it begins, the one before it
    PLAYERS = 5  # a bit for each player whom the clause is still to affect; -1: not known yet
    CHOSEN = 6  # the same, while players are chosen; then the least place in the order of cards,
    # or the curses that have a token by now
    LAST = 7  # the last kind of card that this step took; of a gain, the step before it; -1: none
    TO = 8  # who receives cards, or 0 once a player wants the step; -1: not asked yet
    SPELL = 9  # where the spell is that causes it: seat * SPELLS + slot; -1: nowhere


ARGS = 10


class Move(IntEnum):
    """Kinds of moves; the numbers in a move are what stands beside."""

    MAGE = 0  # mage
    END = 1  # of the action phase, or no action
    CAST = 2  # slot, boost
    LEARN = 3  # element
    ACQUIRE = 4  # kind
    DESTROY = 5  # slot of a curse
    CURE = 6  # place, element
    ABILITY = 7
    PAY = 8  # place, kind
    CARD = 9  # place, kind
    STOP = 10  # no card, or no further one
    SEAT = 11  # seat
    SPELL = 12  # seat, slot
    CURSE = 13  # slot
    ELEMENT = 14  # element
    MAY = 15  # 1: yes, 0: no
    TRIM = 16  # kind
    FORGET = 17  # slot


HAND_AT, DISCARD_AT, DESTROYED_AT, ALL_PLACES = 0, 6, 7, 8
"""Places in moves: the own hand, the supports of seats 0 to 4 at 1 to 5, the own discard pile, the
destroyed cards; how many there are."""


class Event(IntEnum):
    """What the log tells; ``seat``, ``thing`` and ``delta`` are what stands beside."""

    CHOICE = machine.CHOICE  # kind of frame, number of options
    MAGE = 1  # mage
    TURN = 2  # number of the turn, from 1; the active seat
    MARKER = 3  # space, from 1; 6 is the invocation space
    MONSTER = 4  # sheet whose monster appears, number from 0
    PAGE = 5  # sheet that lies at the right
    BEATEN = 6  # sheet of the monster, number
    ESCAPED = 7  # sheet of the monster, curses left
    CURSE_LAID = 8  # curse, slot
    CURSE_STRIKES = 9  # curse, slot
    CURSE_DESTROYED = 10  # curse, slot; by the seat
    CURSE_LEAVES = 11  # curse, slot: under its pile
    CURSE_NEUTRALISED = 12  # curse, slot
    CURSE_UP = 13  # curse, slot
    CURSE_MADNESS = 14  # slot, change of madness under the curse
    TOKEN = 15  # element, slot
    TOKENS_BACK = 16  # element, number
    PILE_REFILLED = 17  # kind of curses, number
    LIBRARY = 18  # spell that is turned up, element
    CAST = 19  # spell, boost
    LEARN = 20  # spell, slot
    ACQUIRE = 21  # kind
    DESTROY = 22  # curse: the action
    CURE = 23  # place of the madness, element that pays
    ABILITY = 24  # mage
    WILD = 25  # element that a card of value 1 counts as
    GIVEN = 26  # number of actions that the seat may take, 2 * giver (+ 1 if of the kept pool)
    PASS = 27  # actions that it leaves
    END_ACTIONS = 28
    USED = 29  # a card of the pool that pays and stays: kind, seat whose support it is in
    CARDS = 30  # cards move: kind | zone they leave << 4 | zone they reach << 8; how many
    SHUFFLED = 31  # cards in the new deck, 1 if the deck was empty when a card was due
    EXHAUSTED = 32  # spell, slot
    RECHARGED = 33  # spell, slot
    SPELL_NEUTRALISED = 34  # spell, slot
    SPELL_UP = 35  # spell, slot
    SPELL_DESTROYED = 36  # spell, slot
    ELIMINATED = 37  # madness in hand
    TARGET = 38  # a player is chosen by the caster: seat of the target
    NOTHING = 39  # a choice that leaves it: 1 if nothing was done at all
    ENDED = 40  # won, Loss; the seat that madness had to come to, or that is the last to go


class Cause(IntEnum):
    """Why something happens; the number beside is ``cause_id``."""

    SETUP = 0
    TURN = 1  # the rules of a turn
    ACTION = 2  # an action; kind of move
    SPELL = 3  # spell
    CURSE = 4  # curse
    BONUS = 5  # sheet
    FAILURE = 6  # sheet
    APPEARANCE = 7  # sheet
    MAGE = 8  # mage
    REWARD = 9  # curse that was destroyed
    ELIMINATION = 10
    LAST_PAGE = 11  # sheet


class Loss(IntEnum):
    """Why the team has lost."""

    NONE = 0
    PILE = 1  # a madness had to be taken from an empty pile
    ESCAPE = 2  # the last monster escaped
    MADNESS = 3  # all players were eliminated


EXHAUSTED, NEUTRALISED, SERVED = 1, 2, 4
"""Marks of a spell, which it can have all at once. ``SERVED``: it was cast in this turn."""
