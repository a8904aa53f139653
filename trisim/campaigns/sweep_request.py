"""The request for a sweep: settings, their values, and the points that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from trisim.box.box import Box
from trisim.box.faults import shown
from trisim.campaigns.measures import (
    KnownMeasures,
    check_in_scale,
    known_measures,
    measure_and_number,
    read_halfwidth,
)
from trisim.campaigns.settings import (
    BoxWithValues,
    Setting,
    SettingKind,
    box_values,
    card_settings,
    find_setting,
    kind_of,
    lineup_with,
    number_in,
    options_with,
    parameters_of,
    parse_assignment,
    strategy_setting,
    variant_with,
    words_of_values,
)
from trisim.campaigns.sweep_design import SweepDesign, Swept
from trisim.players.player import Player, speed_of
from trisim.plugin import DEFAULT, info, load
from trisim.sim.campaign import CampaignRequest, Version
from trisim.sim.errors import SettingsError
from trisim.sim.options import BALANCED, GameOptions, check_options, option
from trisim.sim.request import (
    BOX,
    GAME,
    LINEUP,
    PLAYERS,
    ROLES,
    SEED,
    STRATEGY,
    VARIANTS,
    words_of,
)
from trisim.sim.run_request import (
    RunRequest,
    as_paths,
    table_given,
    usual_part,
)
from trisim.stats.curves import Value

GAMES, MOST_GAMES_UNTIL = 2_000, 100_000
"""Games of each point: the default, and the maximum with ``until_ci``."""

CARDS = "cards"

Goal = tuple[str, float]
"""A measure, and a value or a half-width."""

DESIGNS: dict[tuple[SweepRequest, str], SweepDesign] = {}
"""The last design that was made, by request and digest of the box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepRequest(CampaignRequest):
    """A request that decides, with box, strategies and version, every row of a sweep.

    ``settings`` are texts as a user writes them; what they mean depends on the box.
    """

    what: ClassVar[str] = "sweep"
    version_fields: ClassVar[tuple[str, ...]] = ("settings", "card", "one_at_a_time")

    settings: tuple[str, ...] = option(
        (),
        "What is changed: a place in the box, option.NAME of the game, or strategy.NAME, with a "
        "range 4..12 or 0..0.4/0.1, values 4,5,6, or texts 'one|another'; may be given more than "
        "once.",
        metavar="PATH=VALUES",
        flag="--set",
        is_multiple=True,
        default_words="",
    )
    game: str = option(DEFAULT, **GAME)
    card: str | None = option(
        None,
        "All numbers of this card, one at a time, around the printed ones.",
        metavar="ID",
        default_words="",
    )
    one_at_a_time: bool = option(
        False, "Each setting alone around the printed values, not all combinations."
    )
    measures: tuple[str, ...] = option(
        (),
        "Which measures are shown, by name or pattern, with commas; may be given more than once.",
        metavar="NAME",
        flag="--measure",
        is_multiple=True,
        default_words="those of what is changed, and targets' measures that move",
    )
    targets: tuple[Goal, ...] = option(
        (),
        "Which values are fair: those at which the measure may have this value, such as "
        "card.ID.win=0; may be given more than once.",
        metavar="MEASURE=VALUE",
        flag="--target",
        is_multiple=True,
        default_words="",
    )
    players: int = option(0, unsaid=None, **PLAYERS)
    games: int = option(
        GAMES,
        "How many games of each point, rounded up to whole deals.",
        unsaid=None,
        default_words=f"{GAMES}; with --until-ci at most {MOST_GAMES_UNTIL}",
    )
    strategy: str | None = option(None, stored=False, **STRATEGY)
    lineup: tuple[str, ...] = option(
        (), **{**LINEUP, "help": f"{LINEUP['help'][:-1]}; strategy.NAME is then of the first."}
    )
    until_ci: Goal | None = option(
        None,
        "Stop as soon as the intervals of this measure have this half-width at all points, such as "
        "card.ID.win=2%; --games is the maximum.",
        metavar="MEASURE=HALFWIDTH",
        default_words="",
    )
    seed: int = option(1, **SEED)
    roles: str | tuple[str, ...] = option(BALANCED, **ROLES)
    game_options: GameOptions | None = None
    """The options of the game; None stands for its defaults."""

    parameters: tuple[tuple[str, float], ...] = ()
    """The parameters of the first strategy that are changed, as they are without a change."""

    box: Path | None = option(None, **BOX)
    variants: tuple[Path, ...] = option((), **VARIANTS)

    def __post_init__(self) -> None:
        self.complete()
        check_options(self)
        if not self.settings and not self.card:
            raise SettingsError(
                "nothing is changed; give --set PATH=VALUES, such as --set "
                "rules.numbers.rounds=3..5, or --card ID"
            )
        for text in self.settings:
            parse_assignment(text)
        object.__setattr__(self, "games", self.run_of(self.lineup, self.options).games)

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Convert settings, goals, line-up, roles and paths."""
        until = read_halfwidth(values.get("until_ci"), "MEASURE=HALFWIDTH, such as seat.0.win=1%")
        games = MOST_GAMES_UNTIL if until and "games" not in values else GAMES
        return (
            {"games": games}
            | values
            | table_given(values, given, info(values["game"]).tuning.start)
            | {
                "settings": setting_texts(values.get("settings", ())),
                "measures": words_of(values.get("measures", ())),
                "targets": read_goals(values.get("targets", ())),
                "until_ci": until,
                "strategy": None,
                "box": None if values.get("box") is None else Path(values["box"]),
                "variants": as_paths(values.get("variants", ())),
            }
        )

    def completed(self, players: Mapping[str, Player]) -> SweepRequest:
        """With the parameters of the first strategy that are changed."""
        names = [path.partition(".")[2] for path in self.paths(SettingKind.STRATEGY)]
        known = parameters_of(players[self.lineup[0]], names)
        for name in names:
            strategy_setting(f"{SettingKind.STRATEGY}.{name}", known)
        return replace(self, parameters=tuple((name, float(known[name])) for name in names))

    def check_with(self, box: Box, players: Mapping[str, Player]) -> None:
        """Stop at measures that the game doesn't have."""
        goals = [*self.targets, *([self.until_ci] if self.until_ci else [])]
        if self.measures or goals:
            self.check_measures(known_measures(self.run_of(self.lineup, self.options), box))

    def check_measures(self, known: KnownMeasures) -> None:
        for pattern in self.measures:
            known.check_pattern(pattern, "--measure")
        for name, value in self.targets:
            check_in_scale(value, name, known.check(name, "--target"), "--target")
        if self.until_ci:
            name, width = self.until_ci
            check_in_scale(width, name, known.check(name, "--until-ci"), "--until-ci")

    # -- what is changed

    def paths(self, kind: SettingKind) -> list[str]:
        found = (parse_assignment(text)[0] for text in self.settings)
        return [path for path in found if kind_of(path) is kind]

    @property
    def each_alone(self) -> bool:
        """Whether settings are changed one at a time; the numbers of a card always are."""
        return self.one_at_a_time or bool(self.card)

    def design(self, box: Box) -> SweepDesign:
        """Settings and points with a box."""
        key = self, box.digest
        if key not in DESIGNS:
            DESIGNS.clear()
            DESIGNS[key] = self.made_design(box)
        return DESIGNS[key]

    def made_design(self, box: Box) -> SweepDesign:
        found: list[Swept] = []
        for text in self.settings:
            path, values = parse_assignment(text)
            setting = find_setting(path, box, self.options, dict(self.parameters))
            found.append(in_order(setting, setting.values(values), text))
        if self.card:
            found += [Swept(*each) for each in card_settings(self.card, box) if len(each[1]) > 1]
        return SweepDesign.of(found, each_alone=self.each_alone)

    # -- boxes

    def other_versions(self, box: Box) -> tuple[Version, ...]:
        """A box for each combination of values that are not printed."""
        return tuple(
            Version(words_of_values(values), self.box, (*self.variants, variant_with(values)))
            for values in self.design(box).boxes
        )

    def load_versions(self, box: Box) -> list[Box]:
        with BoxWithValues(box) as again:
            return [again.load(values) for values in self.design(box).boxes]

    def boxes(self, box: Box, others: Sequence[Box]) -> dict[str, Box]:
        design = self.design(box)
        return {
            name: others[design.boxes.index(values)]
            for name, point in zip(design.names, design.points, strict=True)
            if (values := box_values(point))
        }

    # -- runs

    @property
    def specs(self) -> tuple[str, ...]:
        """All strategies, with all values of their parameters."""
        automas = self.options.automas
        found = dict.fromkeys(each for each in self.lineup if each not in automas)
        known = [strategy_values(text) for text in self.settings]
        changes = [each for each in known if each is not None]
        rows: list[dict[Setting, Value]] = [{}]
        for setting, values in changes:
            alone = [{setting: value} for value in values]
            both = [{**row, setting: value} for row in rows for value in values]
            rows = [*rows, *(alone if self.each_alone else both)]
        for row in rows:
            found |= dict.fromkeys(lineup_with(self.lineup[:1], row))
        return tuple(found)

    def runs(self, box: Box, players: Mapping[str, Player]) -> dict[str, RunRequest]:
        """The run of each point; all have the same deals, in the same parts."""
        first, design = self.run_of(self.lineup, self.options), self.design(box)
        part = usual_part(first.deals, first.games_a_deal, False, speed_of(list(players.values())))
        found = {
            name: self.run_at(name, point, box, part * first.games_a_deal)
            for name, point in zip(design.names, design.points, strict=True)
        }
        for name, made in found.items():
            if made.games_a_deal != first.games_a_deal:
                raise unpaired(name)
        return found

    def run_at(
        self, name: str, values: dict[Setting, Value], box: Box, part_games: int
    ) -> RunRequest:
        options = options_with(self.options, values)
        options.check_values(box)
        if (options.automas, options.players) != (self.options.automas, self.options.players):
            raise unpaired(name)
        made = self.run_of(lineup_with(self.lineup, values), options)
        laid = box_values(values)
        paths = Version("", None, (variant_with(laid),)).paths if laid else ()
        return replace(made, variants=(*self.variants, *paths), part_games=part_games)

    def run_of(self, lineup: Sequence[str], options: GameOptions) -> RunRequest:
        """The run of a point."""
        levels = {table.level for table in load(self.game).record.tables.values()}
        return RunRequest(
            game=self.game,
            players=self.players,
            games=self.games,
            lineup=tuple(lineup),
            seed=self.seed,
            roles=self.roles,
            game_options=options,
            box=self.box,
            variants=self.variants,
            log="turns",
            cards=CARDS in levels,
        )


# ---------------------------------------------------------------- from what a user gives


def setting_texts(given: Any) -> tuple[str, ...]:
    """Settings as texts: one text or several, or a mapping of paths to values.

    >>> setting_texts({"rules.numbers.rounds": range(3, 6), "rules.open": "on,off"})
    ('rules.numbers.rounds=3,4,5', 'rules.open=on,off')
    """
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Mapping):
        return tuple(map(str, given))
    return tuple(f"{path}={values_text(values)}" for path, values in given.items())


def values_text(values: Any) -> str:
    """Values of a setting as a text; a list of texts has bars between them."""
    if isinstance(values, str) or not isinstance(values, Sequence):
        return str(values)
    is_text = any(isinstance(each, str | list) for each in values)
    return ("|" if is_text else ",").join(map(str, values))


def read_goals(given: Any) -> tuple[Goal, ...]:
    """``MEASURE=VALUE``, one or several; in Python also a mapping.

    >>> read_goals("seat.0.win=25%"), read_goals({"score.mean": 100})
    ((('seat.0.win', 0.25),), (('score.mean', 100.0),))
    """
    if isinstance(given, Mapping):
        given = [f"{name}={value}" for name, value in given.items()]
    texts = [given] if isinstance(given, str) else given
    example = "MEASURE=VALUE, such as seat.0.win=25%"
    found = [
        measure_and_number(each, "--target", example) if isinstance(each, str) else tuple(each)
        for each in texts
    ]
    for name, _ in found:
        if [each for each, _ in found].count(name) > 1:
            raise SettingsError(f"--target {shown(name)}: it is given twice; give one value")
    return tuple(found)


def unpaired(run: str) -> SettingsError:
    """The error for a point that can't be played on the same deals."""
    words = run.partition("-")[2]
    return SettingsError(
        f"--set: at {words} other seats play than with the printed values, or a deal is played "
        "another number of times, so deals can't be paired; leave it out"
    )


def in_order(setting: Setting, values: tuple[Value, ...], text: str) -> Swept:
    """A setting with its values, of which there must be two or more."""
    if len(values) < 2:
        hint = " (texts are separated by |)" if setting.separator == "|" else ""
        raise SettingsError(
            f"--set {shown(text)}: this is one value; give two or more{hint}, or compare two "
            "versions with 'trisim compare'"
        )
    return Swept(setting, values)


def strategy_values(text: str) -> tuple[Setting, tuple[Value, ...]] | None:
    """The values of a parameter of a strategy, whatever is printed; None for other settings."""
    path, values = parse_assignment(text)
    if kind_of(path) is not SettingKind.STRATEGY:
        return None
    setting = Setting(path, SettingKind.STRATEGY, float("nan"), lambda word: number_in(word, path))
    return setting, setting.values(values)
