"""The TOML files: one class for each file or table, one field for each key.

As in ``cards``, these classes are the only place where the keys are declared.
"""

from __future__ import annotations

from dataclasses import dataclass

from trisim.box import box
from trisim.box.fields import Choice, Ident, Integer, ListOf, Switch, Text
from trisim.box.schema import column, option, ruling, table
from trisim.games.trismegistus.box.cards import DIE_COLOR, ELEMENT
from trisim.games.trismegistus.box.fields import ABILITY, BOT_ACTION, BOT_EFFECT, EFFECT
from trisim.games.trismegistus.box.notation.terms import BotAction, Effects
from trisim.games.trismegistus.box.words import BeforeDraft, Color, Element, Essence, Symbol

COUNT = Integer(0, 200)
FEW = Integer(0, 20)
ESSENCE = Choice({essence.word: essence for essence in Essence if essence is not Essence.ANY})
BOWL_ESSENCE = Choice({essence.word: essence for essence in Essence})
SYMBOL = Choice({symbol.word: symbol for symbol in Symbol if symbol is not Symbol.WILD})
BEFORE_DRAFT = Choice({value.word: value for value in BeforeDraft})
YES_NO = Switch()
MAX_VAULT_SIDE = 4


# ---------------------------------------------------------------- box.toml


@dataclass(frozen=True, slots=True)
class ExperimentCounts:
    """How many experiments of each level."""

    starting: int = column(COUNT, "starting experiments")
    level_1: int = column(COUNT, "of level 1")
    level_2: int = column(COUNT, "of level 2")
    level_3: int = column(COUNT, "of level 3")
    masterpiece: int = column(COUNT, "masterpieces")


@dataclass(frozen=True, slots=True)
class ArtifactCounts:
    """How many artifacts of each level."""

    starting: int = column(COUNT, "starting artifacts")
    level_1: int = column(COUNT, "of level 1")
    level_2: int = column(COUNT, "of level 2")
    level_3: int = column(COUNT, "of level 3")


@dataclass(frozen=True, slots=True)
class SoloCounts:
    """How many cards of each kind Botmegistus has."""

    basic: int = column(COUNT, "basic cards")
    specialization: int = column(COUNT, "specialization cards")
    personality: int = column(COUNT, "personality cards")


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of cards: finds a row that was lost or doubled by mistake."""

    experiments: ExperimentCounts = table(ExperimentCounts)
    artifacts: ArtifactCounts = table(ArtifactCounts)
    publications: int = column(COUNT, "publications")
    achievements: int = column(COUNT, "achievements")
    alchemists: int = column(COUNT, "alchemists")
    formulas_each: int = column(Integer(8, 8), "formulas of each alchemist: two a column")
    solo_cards: SoloCounts = table(SoloCounts)


@dataclass(frozen=True, slots=True)
class About(box.About):
    """``box.toml``."""

    counts: Counts = table(Counts)


# ---------------------------------------------------------------- alchemists.toml


@dataclass(frozen=True, slots=True)
class Vault:
    """The vault of a laboratory: ``#`` is a space for a formula, ``.`` is none."""

    top: tuple[Effects, ...] = column(
        ListOf(EFFECT, range(1, MAX_VAULT_SIDE + 1)), "for completing each column"
    )
    left: tuple[Effects, ...] = column(
        ListOf(EFFECT, range(1, MAX_VAULT_SIDE + 1)), "for completing each row"
    )
    shape: tuple[str, ...] = column(
        ListOf(Text(MAX_VAULT_SIDE), range(1, MAX_VAULT_SIDE + 1)), "its rows of '#' and '.'"
    )
    right: tuple[Effects, ...] = column(
        ListOf(EFFECT, range(1, MAX_VAULT_SIDE + 1)), "for completing each row"
    )
    bottom: tuple[Effects, ...] = column(
        ListOf(EFFECT, range(1, MAX_VAULT_SIDE + 1)), "for completing each column"
    )

    @property
    def spaces(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each space, row by row."""
        return tuple(
            (r, c) for r, row in enumerate(self.shape) for c, sign in enumerate(row) if sign == "#"
        )


@dataclass(frozen=True, slots=True)
class Alchemist:
    name: str = column(Text(), "what people call this alchemist")
    plan: str = column(Text(300), "how this alchemist wants to win")
    vault: Vault = table(Vault)


# ---------------------------------------------------------------- board.toml


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice by colour."""

    black: int = column(FEW, "black dice")
    white: int = column(FEW, "white dice")
    red: int = column(FEW, "red dice")


@dataclass(frozen=True, slots=True)
class DiceLeftOut:
    """Dice that leave the game with fewer players; two also stands for solo."""

    two_players: Dice = table(Dice)
    three_players: Dice = table(Dice)


@dataclass(frozen=True, slots=True)
class Bowls:
    """The essence beside each bowl."""

    lead: Essence = column(BOWL_ESSENCE, "essence of the lead bowl")
    copper: Essence = column(BOWL_ESSENCE, "essence of the copper bowl")
    tin: Essence = column(BOWL_ESSENCE, "essence of the tin bowl")
    mercury: Essence = column(BOWL_ESSENCE, "essence of the mercury bowl")
    iron: Essence = column(BOWL_ESSENCE, "essence of the iron bowl")


@dataclass(frozen=True, slots=True)
class Tracks:
    order: tuple[Element, ...] = column(ListOf(ELEMENT, [4]), "the tracks from left to right")
    fire: Essence = column(ESSENCE, "dominant essence printed at the fire track")
    water: Essence = column(ESSENCE, "dominant essence printed at the water track")
    earth: Essence = column(ESSENCE, "dominant essence printed at the earth track")
    air: Essence = column(ESSENCE, "dominant essence printed at the air track")
    bonus_spaces: tuple[int, ...] = column(
        ListOf(Integer(1, 12), range(3)), "levels with a bonus token, on every track"
    )
    points: tuple[int, ...] = column(
        ListOf(Integer(0, 60), [13]), "points at the end for standing on level 0 to 12"
    )


@dataclass(frozen=True, slots=True)
class BonusToken:
    """A kind of bonus token."""

    count: int = column(Integer(0, 20), "how many there are")
    effect: Effects = column(ABILITY, "what a player gets")
    bot: BotAction = column(BOT_EFFECT, "what Botmegistus gets")


@dataclass(frozen=True, slots=True)
class Arrows:
    """Colours of the transmutation arrows."""

    lead_copper: Color = column(DIE_COLOR, "from lead to copper")
    copper_tin: Color = column(DIE_COLOR, "from copper to tin")
    tin_mercury: Color = column(DIE_COLOR, "from tin to mercury")
    mercury_iron: Color = column(DIE_COLOR, "from mercury to iron")
    iron_silver: Color = column(DIE_COLOR, "from iron to silver")
    silver_gold: Color = column(DIE_COLOR, "from silver to gold")


@dataclass(frozen=True, slots=True)
class Start:
    everyone: Effects = column(EFFECT, "what each player begins with")
    first: Effects = column(EFFECT, "what the first player gets besides")
    second: Effects = column(EFFECT, "what the second player gets besides")
    third: Effects = column(EFFECT, "what the third player gets besides")
    fourth: Effects = column(EFFECT, "what the fourth player gets besides")


@dataclass(frozen=True, slots=True)
class Stone:
    points: tuple[int, ...] = column(
        ListOf(Integer(0, 200), range(2, 10)), "points for 0, 1, 2… formulas placed"
    )
    prices: tuple[int, ...] = column(
        ListOf(Integer(0, 20), [4]), "gold for the first to fourth formula bought"
    )


@dataclass(frozen=True, slots=True)
class Board:
    """``board.toml``."""

    dice: Dice = table(Dice)
    dice_left_out: DiceLeftOut = table(DiceLeftOut)
    bowls: Bowls = table(Bowls)
    tracks: Tracks = table(Tracks)
    bonus_tokens: dict[str, BonusToken] = table(BonusToken, many=True)
    arrows: Arrows = table(Arrows)
    start: Start = table(Start)
    stone: Stone = table(Stone)


# ---------------------------------------------------------------- rules.toml


@dataclass(frozen=True, slots=True)
class Numbers:
    rounds: int = column(Integer(1, 3), "rounds in a game, one for each level of cards")
    dice_per_round: int = column(Integer(1, 4), "dice each player uses in a round")
    bowl_limit: int = column(Integer(1, 16), "a bowl with more dice than this is rerolled")
    potency_limit: int = column(Integer(1, 16), "highest potency a die can have")
    ethereal_per_draft: int = column(Integer(0, 5), "ethereal dice that may be spent on one draft")
    artifact_potency: int = column(Integer(1, 5), "potency to buy an artifact")
    recharge_potency: int = column(Integer(1, 5), "potency to recharge an artifact")
    experiment_potency: int = column(Integer(1, 5), "potency to take an experiment")
    held_experiments: int = column(
        Integer(1, 4), "experiments a player may hold, masterpiece aside"
    )
    market_per_color: int = column(Integer(1, 4), "market spaces for each colour of dice")
    cards_dealt: int = column(
        Integer(1, 3), "starting cards of each kind dealt to each player, who keeps one"
    )
    publications_drawn: int = column(Integer(1, 4), "publications taken when drawing")
    publications_returned: int = column(Integer(0, 3), "publications put back after drawing")
    achievements_open: int = column(Integer(1, 8), "achievements on offer, with that variant")
    points_at_top: int = column(
        Integer(0, 5), "points for a move that starts at the top of a track"
    )
    points_per_gold: int = column(Integer(0, 5), "points for each gold at the end")
    points_per_ethereal: int = column(Integer(0, 5), "points for each ethereal die at the end")


@dataclass(frozen=True, slots=True)
class Rulings:
    """What rulebooks leave open, or say differently from each other."""

    shuffle_essences: bool = ruling(
        YES_NO,
        "the dominant essences are shuffled over the tracks at setup",
        "an optional step of the setup; on, because it makes deals differ more",
    )
    cube_supply: int = ruling(
        Integer(0, 200),
        "how many cubes there are of all materials together; 0: as many as are needed",
        "no rulebook says what happens when cubes run out",
    )
    any_refined_gained_is_precious: bool = ruling(
        YES_NO,
        "'any refined' that is gained may be silver or gold",
        "three editions exclude them from 'any raw' only, one from every gain of any material",
    )
    any_refined_paid_is_precious: bool = ruling(
        YES_NO,
        "'any refined' that is paid or shown may be silver; gold always may",
        "no edition excludes silver from payments of refined material",
    )
    gained_reaction_is_ready: bool = ruling(
        YES_NO,
        "a reaction token gained in play arrives ready and is kept",
        "the tokens of the setup arrive ready too",
    )
    pay_before_moving: bool = ruling(
        YES_NO,
        "an essence is paid before the cube moves, so the new cube can't pay for itself",
        "two editions say so, and all examples; two list the steps the other way round",
    )
    mix_raw_and_refined: bool = ruling(
        YES_NO,
        "raw and refined cubes may be mixed within one transmutation action",
        "all editions but one box of one of them",
    )
    bonus_waits_for_artifact: bool = ruling(
        YES_NO,
        "a bonus token reached in a transmutation takes effect after the artifact's ability",
        "three editions; one says at once",
    )
    bonus_waits_for_outermost: bool = ruling(
        YES_NO,
        "in a chain of transmutations, tokens wait until the outermost one is done",
        "follows from tokens never interrupting a transmutation",
    )
    formulas_between_transmutations: bool = ruling(
        YES_NO,
        "formulas may be used between the transmutations of one action",
        "one edition allows it, three don't",
    )
    free_actions_before_draft: BeforeDraft = ruling(
        BEFORE_DRAFT,
        "free actions that are possible before the draft: none, experiments (performing them), all",
        "they belong just before or after the action; three editions also say that an experiment "
        "may be performed at any time of the turn",
    )
    colored_transmutations_share_arrow: bool = ruling(
        YES_NO,
        "transmutations of one colour that one effect grants all follow the same arrow",
        "said of an action and denied of wild transmutations; coloured ones are left open",
    )
    each_advance_scores_at_top: bool = ruling(
        YES_NO,
        "'advance fire x2' at the top of a track gives the points of the top twice; "
        "false: once for each track, and nothing if the first advance reaches the top",
        "one move gives the points once, however far it goes; x2 is read as two moves",
    )
    performed_card_counts_itself: bool = ruling(
        YES_NO,
        "an experiment counts itself for its own conditional points",
        "bonuses are taken before the card joins its column",
    )
    one_formula_by_each_way: bool = ruling(
        YES_NO,
        "a column yields one formula for its first experiment and one for gold; false: one in all",
        "three editions; the wording of the fourth is taken for a slip",
    )
    price_counts_bought_only: bool = ruling(
        YES_NO,
        "the price of a formula rises with formulas bought; false: with all unlocked",
        "three editions against one",
    )
    discounts_last: bool = ruling(
        YES_NO,
        "a formula's discount holds for every experiment of its column; false: for the next one",
        "three editions against one",
    )
    full_vault_keeps_discount: bool = ruling(
        YES_NO,
        "a formula unlocked with the vault full leaves the game, but its discount stays",
        "no rulebook says what happens; it is the space left empty that gives a discount",
    )
    achievements_count_all_elementals: bool = ruling(
        YES_NO,
        "elementals for achievements are counted as for publications; false: on artifacts only",
        "there is one definition of a player's elementals, and it is that of the publications",
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """``rules.toml``."""

    numbers: Numbers = table(Numbers)
    rulings: Rulings = table(Rulings)


# ---------------------------------------------------------------- intro.toml


@dataclass(frozen=True, slots=True)
class IntroSeat:
    """What a player gets in the introductory setup."""

    alchemist: str = column(Ident(), "the laboratory")
    experiment: str = column(Ident(), "the starting experiment")
    masterpiece: str = column(Ident(), "the masterpiece")
    publication: str = column(Ident(), "the publication")
    artifact: str = column(Ident(), "the starting artifact")


SLOTS = Choice({name: slot for slot, name in enumerate(Arrows.__dataclass_fields__)})


@dataclass(frozen=True, slots=True)
class Intro:
    """``intro.toml``."""

    slot: int = column(SLOTS, "the arrow where the starting artifact goes")
    first: IntroSeat = table(IntroSeat)
    second: IntroSeat = table(IntroSeat)
    third: IntroSeat = table(IntroSeat)
    fourth: IntroSeat = table(IntroSeat)

    @property
    def seats(self) -> tuple[IntroSeat, ...]:
        """The four seats in turn order."""
        return (self.first, self.second, self.third, self.fourth)


# ---------------------------------------------------------------- solo.toml


@dataclass(frozen=True, slots=True)
class SoloRulings:
    """What rulebooks leave open about Botmegistus."""

    reshuffle_at_once: bool = ruling(
        YES_NO,
        "used cards become a new deck once the last one is resolved; false: when one is needed",
        "so a card added between rounds always meets a deck",
    )
    setup_rolls_by_essence: bool = ruling(
        YES_NO,
        "a setup roll advances the track of its bowl's essence; false: of the printed pairing",
        "one edition says so plainly; with shuffled essences the two differ",
    )
    wild_for_max: Symbol = ruling(
        SYMBOL, "what a wild die is set to by a 'max' card", "the icon, read from one edition"
    )
    gold_for_empty_book: int = ruling(
        FEW, "gold it gets when the book is empty", "as when it holds two experiments"
    )
    top_moves_elsewhere: bool = ruling(
        YES_NO,
        "at the top of a named track it advances another one below the top; false: nothing happens",
        "said in words, but not which tracks are meant",
    )
    masterpieces_not_dealt: bool = ruling(
        YES_NO,
        "its masterpieces come from those not dealt; false: also from the one you refused",
        "refused masterpieces have left the game",
    )
    keeps_refused_artifact: bool = ruling(
        YES_NO,
        "without personality cards it still gets the starting artifact you refuse",
        "all editions call it skipping a step, and the same step hands over the artifact",
    )
    step_ignores_met_experiments: bool = ruling(
        YES_NO,
        "its step token leaves out held experiments whose level it has; false: they are nearest",
        "three editions name its incomplete experiments, and none says whether a met one counts",
    )


@dataclass(frozen=True, slots=True)
class SoloOptions:
    """The difficulty options; all are optional."""

    extra_gold: bool = option(YES_NO, False, "Botmegistus starts with 1 more gold")
    starting_experiment: bool = option(YES_NO, False, "it starts with a random starting experiment")
    tracks_at_one: bool = option(YES_NO, False, "it starts at level 1 of all tracks")
    setup_rolls: int = option(Integer(0, 12), 2, "dice rolled for it at setup")
    personality_on_tie: bool = option(YES_NO, False, "its personality scores on equal mastery too")
    three_masterpieces: bool = option(YES_NO, False, "it draws 3 masterpieces, not 2")
    masterpiece_gold: bool = option(YES_NO, False, "it may pay gold for a masterpiece")
    bot_first: bool = option(YES_NO, False, "it plays first; no ethereal die for you")
    no_fifth_white: bool = option(YES_NO, False, "one white die fewer")
    one_publication: bool = option(YES_NO, False, "you are dealt 1 publication, not 2")
    one_masterpiece: bool = option(YES_NO, False, "you are dealt 1 masterpiece, not 2")
    less_gold: bool = option(YES_NO, False, "it starts with 1 gold fewer")
    no_masterpiece: bool = option(YES_NO, False, "it completes no masterpiece")
    no_specialization: bool = option(YES_NO, False, "no specialization cards")
    no_personality: bool = option(YES_NO, False, "no personality card, nor the artifact you refuse")


CONTRADICTIONS = (
    ("extra_gold", "less_gold"),
    ("no_masterpiece", "three_masterpieces"),
    ("no_masterpiece", "masterpiece_gold"),
    ("personality_on_tie", "no_personality"),
)
"""Pairs of difficulty options that can't both be on."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named combination of difficulty options."""

    meaning: str = column(Text(200), "what it is for")
    options: SoloOptions = table(SoloOptions)


@dataclass(frozen=True, slots=True)
class Solo:
    """``solo.toml``."""

    color_priority: tuple[Color, ...] = column(
        ListOf(DIE_COLOR, [3]), "colours in the order in which it turns to them"
    )
    start: BotAction = column(BOT_ACTION, "what it begins with")
    after_rounds: tuple[BotAction, ...] = column(
        ListOf(BOT_EFFECT, [2]), "what it gets after rounds 1 and 2"
    )
    masterpieces: int = column(Integer(0, 4), "masterpieces it draws before the score")
    points_per_elemental: int = column(FEW, "points for each elemental on its artifacts")
    points_per_ethereal: int = column(FEW, "points for each ethereal die it has left")
    gold_per_formula: int = column(Integer(1, 20), "gold that counts as a formula at the end")
    most_formulas: int = column(Integer(0, 8), "formulas it can count at the most")
    rulings: SoloRulings = table(SoloRulings)
    difficulty: dict[str, Preset] = table(Preset, many=True)
