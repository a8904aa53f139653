"""What the report calls causes, cards and numbers of this game."""

from __future__ import annotations

from trisim.games.madness.box.words import CurseKind, Element
from trisim.games.madness.game import GAME
from trisim.games.madness.record.codes import CardKind
from trisim.games.madness.report.facts import MONSTERS
from trisim.report.kit import BoxWords, CardWords
from trisim.report.sections.team_roles import TraitWords

LOSS_NAMES = {
    "pile": "pile empty",
    "escape": "last monster escapes",
    "madness": "all players mad",
}
LOSS_SENTENCES = {
    "pile": "a madness is due from an empty pile",
    "escape": "the last monster escapes",
    "madness": "all players are eliminated",
}
CAUSES = {
    "setup": "first decks",
    "turn": "recovery",
    "action": "actions",
    "spell": "spells",
    "curse": "curses",
    "bonus": "bonuses of pages",
    "failure": "failures of pages",
    "appearance": "monsters appearing",
    "mage": "mages",
    "reward": "rewards for curses",
    "empty deck": "empty decks",
    "elimination": "elimination",
    "last page": "last page",
}
ACTIONS = {
    "cast": "casting",
    "learn": "learning",
    "acquire": "acquiring",
    "destroy": "destroying curses",
    "cure": "curing",
    "ability": "abilities",
}
KINDS = {kind.word: f"{kind.word} curses" for kind in CurseKind} | {
    CurseKind.MULTI.word: "multi-element curses"
}
ENDS = {
    "pile_left": "pile",
    "madness_hands": "hands",
    "madness_supports": "supports",
    "madness_decks": "decks",
    "madness_discards": "discard piles",
    "madness_curses": "under curses",
    "madness_destroyed": "destroyed",
    "madness_gone": "with eliminated players",
}
SHARES = {
    "first": "first decks",
    "strength": "decks at the end",
    "paid": "payments",
    "learned": "spells learned",
    "cast": "spells cast",
}
ELEMENT_MEASURES = {
    f"element.{element.word}.{what}": f"{element.word}, {name}"
    for element in Element
    for what, name in SHARES.items()
}
ROUNDS = range(1, MONSTERS + 1)
MEASURES = {
    **ELEMENT_MEASURES,
    **{f"curses.{kind}.destroyed": f"{name} that are destroyed" for kind, name in KINDS.items()},
    **{f"loss.round.{n}.lost": f"lost at monster {n}, of games that reach it" for n in ROUNDS},
    **{f"monsters.{n}.beaten": f"monster {n} is beaten" for n in ROUNDS},
    **{f"madness.pile.{n}": f"madness in the pile after round {n}" for n in ROUNDS},
    **{f"tension.open.{n}": f"games that are open after round {n}" for n in ROUNDS},
    **{f"progress.{name}.beaten": f"monsters beaten in {name}" for name in GAME.presets},
    "loss.pile.share": "lost games with an empty pile",
    "loss.escape.share": "lost games in which the last monster escapes",
    "loss.madness.share": "lost games in which all players are mad",
    "loss.early.share": "lost games that end in the first half",
    "progress.beaten": "monsters beaten",
    "progress.mean": "progress",
    "teamwork.busiest": "choices of the busiest seat",
    "teamwork.abroad": "actions in others' turns",
    "teamwork.given": "actions given to others",
    "teamwork.left": "given actions that are left",
    "teamwork.others_pay": "cards of others that pay",
    "teamwork.own_support": "cards of the own support that pay",
    "tension.foretold": "lost games that are foretold",
    "tension.turns_after": "turns of lost games after they are foretold",
    "tension.skill": "skill of the forecast",
    "tension.brier": "Brier score",
    "madness.taken": "madness taken",
    "madness.cured": "madness cured",
    "madness.empty_decks": "madness taken for empty decks",
}
"""Words for measures whose names would say too little."""

POSITION = {
    "curses_left": "the curses on the track",
    "pile": "the madness in the pile",
    "strength": "the value of all decks",
    "pool": "the cards in supports",
    "hand": "the hand of the active player",
}

FIRST_CARDS = TraitWords(
    part="first cards",
    rest="ability and all else",
    one="element",
    one_more="one more value of an element",
    meaning="What goes with one more value of an element in the first deck of a mage, in place of "
    "the mean of the others.",
    apart="To tell ability and cards apart for sure, give mages each other's ones in a variant and "
    "compare: 'trisim compare'.",
)

CARDS = {
    CardKind.SPELL.word: CardWords(
        "Spells of the library",
        ("level", "offered", "taken", "completed", "uses", "when"),
        taken="Learned",
        completed="Cast",
    ),
}

BOX = BoxWords(
    reference="The box is the reference set: counts, costs and mages follow the published "
    "rulebook, and so do the cards that its text names; all others are trisim's own, not the "
    "printed ones. What is said of single cards holds for them and not for the game as it is sold.",
    derived="The box is derived from the reference set, most of whose cards are trisim's own and "
    "not the printed ones; what isn't changed in it is still ours.",
)


def cause_name(cause: str, detail: str = "") -> str:
    """A cause in a figure; of actions, which one."""
    if detail:
        return ACTIONS.get(detail.removesuffix(" action"), detail)
    return CAUSES.get(cause, cause or "not known")
