"""The light part of *Trismegistus*: names, options, help texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from trisim.plugin import (
    GameInfo,
    GameOptions,
    Outcome,
    RoleWords,
    StudyOptions,
    TuningDefaults,
    option,
)
from trisim.sim.errors import SettingsError
from trisim.sim.options import BALANCED, CHOSEN, STANDARD, StudyScenario, quote

if TYPE_CHECKING:
    from trisim.sim.run_request import RunRequest

BOTMEGISTUS = "botmegistus"
"""The opponent's word where others have a strategy."""

NORMAL = "normal"
"""The difficulty if nothing is said; every box has it."""

SOLO_SEATS = 2
"""Seats of a solo game: yours, and its."""

Value: TypeAlias = bool | int
"""Of a difficulty option: on or off, or a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(GameOptions):
    """Variants of the game, and the solo game with its difficulty."""

    achievements: bool = option(False, "With the achievements variant.")
    intro: bool = option(False, "With the introductory setup.")
    solo: bool = option(False, "Alone against Botmegistus, the solo opponent.")
    difficulty: str = option(
        NORMAL,
        "How strong Botmegistus is: easy, normal, hard, nightmare, or a preset of your own; "
        "trisim difficulty list shows them.",
        metavar="NAME",
        unsaid=None,
    )
    options: tuple[tuple[str, Value], ...] = option(
        (),
        "A difficulty option that changes the preset, such as extra_gold, bot_first=no or "
        "setup_rolls=4; may be given more than once.",
        flag="--option",
        is_multiple=True,
        metavar="KEY[=VALUE]",
        unsaid=None,
        default_words="",
    )
    planning: bool = option(False, "Two cards of Botmegistus lie open: its planning variant.")

    def __post_init__(self) -> None:
        GameOptions.__post_init__(self)
        if self.options:
            from trisim.games.trismegistus.box.difficulty import DifficultyError, checked_value

            try:
                for name, value in self.options:
                    checked_value(name, value)
            except DifficultyError as error:
                raise SettingsError(str(error)) from error

    @classmethod
    def understood(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Convert difficulty options: words such as ``bot_first=no``, or a mapping.

        >>> Options.understood({"options": ["bot_first=no", "extra_gold"]})["options"]
        (('extra_gold', True), ('bot_first', False))
        """
        if "options" not in given:
            return given
        from trisim.games.trismegistus.box.difficulty import (
            DifficultyError,
            in_declared_order,
            read_options,
        )

        laid = given["options"]
        try:
            are_words = not isinstance(laid, Mapping) and all(isinstance(one, str) for one in laid)
            return given | {"options": in_declared_order(read_options(laid) if are_words else laid)}
        except DifficultyError as error:
            raise SettingsError(str(error)) from error

    @property
    def scenario(self) -> str:
        """The difficulty of Botmegistus in words; ``standard`` if it doesn't play.

        >>> Options(solo=True, options=(("bot_first", True),), planning=True).scenario
        'normal with bot_first, planning'
        """
        if not self.solo:
            return STANDARD
        words = [quote(each) for each in self.options] + ["planning"] * self.planning
        return f"{self.difficulty} with {', '.join(words)}" if words else self.difficulty

    @property
    def automas(self) -> tuple[str, ...]:
        """Botmegistus, in a solo game."""
        return (BOTMEGISTUS,) if self.solo else ()

    @property
    def players(self) -> int | None:
        """Two seats in a solo game."""
        return SOLO_SEATS if self.solo else None

    @property
    def default_roles(self) -> str:
        """The introductory setup deals the alchemists itself."""
        return CHOSEN if self.intro else BALANCED

    @property
    def unwritten(self) -> tuple[str, ...]:
        """Only solo games have the table of Botmegistus."""
        return () if self.solo else ("bot",)

    @property
    def changed(self) -> Mapping[str, str]:
        """Variants in words; the difficulty is the scenario."""
        words = {"achievements": "achievements", "intro": "introductory setup"}
        return {name: said for name, said in words.items() if getattr(self, name)}

    def values_in(self, box: Any) -> Mapping[str, bool | int | float | str]:
        """All options, and in a solo game the difficulty options that are in force."""
        found = dict(GameOptions.values_in(self, box))
        if not self.solo:
            return {name: found[name] for name in found if name not in ("difficulty", "planning")}
        from trisim.games.trismegistus.box.difficulty import every_option

        in_force = self.in_force(box)
        return found | {each.name: getattr(in_force, each.name) for each in every_option()}

    def with_value(self, name: str, value: bool | int | float | str) -> Options:
        """The options with another value; a difficulty option changes the preset."""
        if name in {each.name for each in fields(self)}:
            return replace(self, **{name: value})  # type: ignore[arg-type]
        from trisim.games.trismegistus.box.difficulty import in_declared_order

        return replace(self, options=in_declared_order({**dict(self.options), name: value}))  # type: ignore[dict-item]

    def check_values(self, box: Any) -> None:
        """Stop at a difficulty that the box doesn't have, or options that contradict each other."""
        if self.solo:
            self.in_force(box)

    def in_force(self, box: Any) -> Any:
        """The difficulty options: those of the preset, with changes."""
        from trisim.games.trismegistus.box.difficulty import DifficultyError, options_of

        try:
            return options_of(box, self.difficulty, dict(self.options))
        except DifficultyError as error:
            raise SettingsError(str(error)) from error

    def check_given(self, given: frozenset[str]) -> None:
        """Stop at options that contradict each other."""
        if self.solo:
            if "players" in given:
                raise SettingsError("--players: with --solo you play alone; leave it out")
            if "achievements" in given and self.achievements:
                raise SettingsError(
                    "--achievements: there are none against Botmegistus; leave out one of "
                    "--achievements and --solo"
                )
            return
        for name in ("difficulty", "options", "planning"):
            if name in given and getattr(self, name):
                raise SettingsError(
                    f"--{name.removesuffix('s')}: this is for games against Botmegistus; add "
                    "--solo, or leave it out"
                )

    def check(self, request: RunRequest) -> None:
        """Stop at values that do not fit the solo game or the introductory setup."""
        if self.intro and request.roles != CHOSEN:
            raise SettingsError(
                f"alchemists {quote(request.roles)}: the introductory setup has alchemists of its "
                "own; leave them out"
            )
        if self.solo and self.achievements:
            raise SettingsError(
                "solo: achievements can't be played against Botmegistus; leave one out"
            )


ROLLS = (0, 4)
"""Numbers of setup rolls that are tried if nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study(StudyOptions):
    """The scenarios of a study of Botmegistus: options, presets and combinations."""

    combinations: tuple[str, ...] = option(
        (),
        "Options at once, such as extra_gold+tracks_at_one; may be given more than once.",
        metavar="A+B",
        flag="--combination",
        is_multiple=True,
        default_words="",
    )
    rolls: tuple[int, ...] = option(
        ROLLS, "Numbers of setup rolls to try beside the usual one.", metavar="N,…"
    )

    @classmethod
    def understood(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Convert combinations and numbers of rolls."""
        from trisim.games.trismegistus.studies import read_study

        return read_study(given)

    def scenarios(
        self, info: Any, box: Any, options: Any, only: Sequence[str]
    ) -> tuple[StudyScenario, ...]:
        """The normal difficulty, options one by one, presets and combinations."""
        from trisim.games.trismegistus.studies import study_scenarios

        return study_scenarios(box, only, self.rolls, self.combinations)

    def presets(
        self, info: Any, box: Any, scenarios: Sequence[StudyScenario], only: Sequence[str]
    ) -> tuple[str, ...]:
        """The presets in the study; empty if the normal one is the only one."""
        from trisim.games.trismegistus.studies import presets_of

        return presets_of(box, scenarios, only)

    def combined(
        self, box: Any, baseline: StudyScenario, parts: Sequence[StudyScenario]
    ) -> StudyScenario | None:
        """Options, planning and at most one preset at once; None if they contradict each other."""
        from trisim.games.trismegistus.studies import combined

        return combined(box, parts)

    def preset_text(self, box: Any, scenario: StudyScenario, name: str, meaning: str) -> str:
        """The options of a scenario as a preset of the box; planning is not one of them."""
        from trisim.games.trismegistus.studies import preset_text

        return preset_text(box, scenario, name, meaning)


EXAMPLES = {
    "run": (
        "trisim run --games 10000 --strategy tuned --with cards --out runs/tuned   for balance",
        "trisim run --games 1000000 --until-ci alchemist=0.5% --out runs/exact",
        "trisim run --solo --difficulty hard --option bot_first --strategy balanced "
        "--out runs/solo",
    ),
    "play": (
        "trisim play --players 3 --achievements --alchemists duval,newton,bacon",
        "trisim play --solo --seat 0=human            yourself against Botmegistus",
        "trisim play --solo --difficulty hard --option bot_first --planning",
    ),
    "sweep": (
        "trisim sweep --set experiments.iron-feather.points=4..20/2 --strategy tuned "
        "--target card.iron-feather.win=0 --out sweeps/feather",
        "trisim sweep --set 'board.start.fourth=2 ethereal dice|3 ethereal dice' "
        "--target seat.3.win=25% --out sweeps/fourth",
        "trisim sweep --solo --set option.setup_rolls=0..6 --target solo.win=50% "
        "--out sweeps/rolls",
    ),
    "tune": ("trisim tune mine.toml --only gold,silver,less --generations 100 --out tunings/gold",),
    "difficulty": (
        "trisim difficulty --strategy greedy,balanced --only presets --out studies/presets",
        "trisim difficulty --only bot_first,setup_rolls=6 --out studies/two",
        "trisim difficulty --combination extra_gold+tracks_at_one --out studies/both",
    ),
    "box": (
        "trisim box show 'iron feather'            one card",
        "trisim box show level 2 --box mybox       a deck",
    ),
    "bench engine": ("trisim bench engine --solo --strategy balanced",),
}
"""Examples for the help of commands."""

NOTES = {
    "run": (
        "For questions about balance play with --strategy tuned: weaker strategies overlook whole "
        "cards (balanced takes Courier Bell in 0.4 % of cases, tuned in 94 %)."
    ),
    "play": (
        "With --solo you play against Botmegistus, which turns up its cards and does what they say."
    ),
    "difficulty": (
        "Here the scenarios are Botmegistus as it is (normal), with each option changed alone, in "
        "the planning variant, with each preset of the box and with combinations of your choice."
    ),
    "box show": """\b
WHAT is a card or an alchemist, by id or name;
a deck: experiments, starting, level 1, level 2, level 3, masterpieces, artifacts,
  publications, achievements, formulas, alchemists, solo;
or a part of the setup: board, bonus tokens, rules, intro, difficulty.""",
    "difficulty list": (
        "Each preset with what it is for and what it switches on; each option with its meaning, "
        "whom it is meant to help, its usual value and its value in each preset; which options "
        "contradict each other; how to add a preset of your own."
    ),
}
"""Paragraphs for the help of commands."""

GAME = GameInfo(
    name="trismegistus",
    title="Trismegistus: The Ultimate Formula",
    players=range(2, 5),
    default_players=4,
    outcome=Outcome.POINTS,
    role=RoleWords(
        "alchemist",
        "alchemists",
        "balanced: all meet in all seats equally often; random; chosen: by the strategies; or ids "
        "with commas, one for each place.",
    ),
    automa=BOTMEGISTUS,
    options=Options,
    study=Study,
    tuning=TuningDefaults(
        pool=("balanced", "publisher", "experimenter"),
        unchecked=("greedy", "tuned"),  # all beat the one; the other may be this very result
    ),
    presets={
        name: {"solo": True, "difficulty": name} for name in ("normal", "easy", "hard", "nightmare")
    },
    box="Reference set",
    examples=EXAMPLES,
    notes=NOTES,
    words=(
        *("achievement", "achievements", "alchemist", "alchemists", "artifact", "artifacts"),
        *("botmegistus", "bowl", "bowls", "chameleon", "chameleons", "cube", "cubes"),
        *("elemental", "elementals", "essence", "essences", "ethereal", "experiment"),
        *("experiments", "formula", "formulas", "gold", "intro", "introductory"),
        *("laboratories", "laboratory", "masterpiece", "masterpieces", "mastery", "mercury"),
        *("philosopher", "potency", "publication", "publications", "quicksilver"),
        *("transmutation", "transmutations", "transmute", "transmuted", "transmutes"),
        *("transmuting", "trismegistus", "vault", "vaults"),
    ),
    plugin="trisim.games.trismegistus.plugin:PLUGIN",
)
