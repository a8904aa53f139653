"""Options that a user can give, declared as fields of requests and of a game's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from trisim.box.faults import did_you_mean
from trisim.documents import STORED
from trisim.sim.errors import SettingsError

if TYPE_CHECKING:
    from trisim.sim.run_request import RunRequest

LARGEST_SEED = 2**64 - 1
MOST_DEALS = 2**40
"""The limit of deals and of all other counts."""

BALANCED, RANDOM, CHOSEN = "balanced", "random", "chosen"
"""How roles are dealt: equally often everywhere, at random, or as the strategies choose."""

STANDARD = "standard"
"""The name of the only scenario."""

AS_IN_FIELD = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """How a field is given on the command line and in Python."""

    help: str
    metavar: str = "N"
    flag: str = ""
    """The option, if it isn't the name of the field with dashes."""

    unsaid: Any = AS_IN_FIELD
    """The value for "not given" in Python, if it isn't the default of the field."""

    default_words: str | None = None
    """The default in the help text, if it isn't that of the field; "" for none."""

    alone: Any = None
    """The value of an option that is given without one; None: it needs one."""

    least: int = 1
    most: int = MOST_DEALS
    """Limits of a whole number."""

    words: tuple[str, ...] = ()
    """The words that are allowed, if there are only a few."""

    is_multiple: bool = False
    """Whether the option may be given more than once."""

    is_table: bool = False
    """Whether it is a table, given as ``--with`` and its name."""

    is_roles: bool = False
    """Whether the flag is the game's word for its roles."""


def option(default: Any, help: str, *, stored: bool = True, **how: Any) -> Any:  # noqa: A002
    """A field of a request with its option.

    A field that isn't ``stored`` is neither written to JSON nor compared: files are identified by
    their digests instead.
    """
    return field(default=default, metadata={"option": Option(help=help, **how), STORED: stored})


def option_of(each: Field[Any]) -> Option | None:
    """The option of a field; None if users can't give it."""
    return each.metadata.get("option")


def flag_of(each: Field[Any]) -> str:
    """The option of a field on the command line.

    >>> from trisim.sim.request import Execution
    >>> [flag_of(each) for each in fields(Execution)][:2]
    ['--jobs', '--backend']
    """
    found = option_of(each)
    return (found.flag if found else "") or f"--{each.name.replace('_', '-')}"


def command_words(request: Any) -> list[str]:
    """The command-line options of a request, defaults included except those of the game.

    >>> from trisim.sim.request import Execution
    >>> command_words(Execution(backend="dask", resume=True))
    ['--jobs', '-1', '--backend', 'dask', '--resume']
    """
    words: list[str] = []
    for each in fields(request):
        known, value = option_of(each), getattr(request, each.name)
        is_unsaid = value is None or value is False or value == () == each.default
        if isinstance(value, GameOptions | StudyOptions):
            words += command_words(value)
        if isinstance(request, GameOptions | StudyOptions) and value == each.default:
            continue
        if known is None or is_unsaid:
            continue
        if value is True:
            words.append(flag_of(each))
        elif known.is_multiple:
            words += [word for one in value for word in (flag_of(each), quote(one))]
        else:
            words += [flag_of(each), quote(value)]
    return words


def python_defaults(kind: type[Any]) -> dict[str, Any]:
    """The parameters of a Python function for the fields of a class, with defaults."""
    found = ((each, option_of(each)) for each in fields(kind))
    return {
        each.name: each.default if known.unsaid is AS_IN_FIELD else known.unsaid
        for each, known in found
        if known is not None
    }


def quote(value: object) -> str:
    """A value as a user would type it.

    >>> quote(True), quote(("a", "b")), quote(("seat", 0.01)), quote(())
    ('on', 'a,b', 'seat=0.01', 'none')
    >>> quote((("early", True), ("first", False), ("rolls", 4)))
    'early,first=no,rolls=4'
    """
    match value:
        case None | () | "":
            return "none"
        case bool():
            return "on" if value else "off"
        case float():
            return repr(value)
        case (str() as name, float() as number):
            return f"{name}={number:g}"
        case (str() as name, bool() as is_on):
            return name if is_on else f"{name}=no"
        case (str() as name, int() as number):
            return f"{name}={number}"
        case (first, *_) if is_dataclass(first):  # its words may have commas
            return "; ".join(map(str, value))
        case tuple():
            return ",".join(map(quote, value))
    return str(value)


# ---------------------------------------------------------------- what must hold


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Stop unless a value is a whole number within its limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise SettingsError(f"{name} {value}: a whole number from {least} to {most} is expected")


def check_options(request: Any) -> None:
    """Stop unless every whole number and every word is allowed by its option."""
    for each in fields(request):
        known, value = option_of(each), getattr(request, each.name)
        if known is None or value is None:
            continue
        name = each.name.replace("_", "-")
        if known.words and value not in known.words:
            listed = f"{', '.join(known.words[:-1])} or {known.words[-1]}"
            raise SettingsError(f"{name} {value}: {listed} is expected")
        if str(each.type) in ("int", "int | None"):
            check_whole(name, value, known.least, known.most)


# ---------------------------------------------------------------- options of a game


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """The options of a game: a game declares them as fields of a subclass, with ``option(...)``.

    They become options of the command line, keywords in Python and part of every manifest. A game
    without options uses this class as it is.
    """

    @classmethod
    def of(cls, base: Self | None, given: Mapping[str, Any]) -> Self:
        """Options from what a user gives; other values are those of ``base``, or defaults."""
        read = cls.understood(dict(given))
        return cls(**read) if base is None else replace(base, **read)

    @classmethod
    def understood(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Values converted to the types of the fields, such as a text with commas to a tuple."""
        return given

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def scenario(self) -> str:
        """The name of the scenario that is played."""
        return STANDARD

    @property
    def automas(self) -> tuple[str, ...]:
        """The words of opponents that the rules play; they have the last places of the line-up."""
        return ()

    @property
    def players(self) -> int | None:
        """The number of seats, if the options decide it."""
        return None

    @property
    def default_roles(self) -> str:
        """How roles are dealt by default."""
        return BALANCED

    @property
    def unwritten(self) -> tuple[str, ...]:
        """Tables of the game that games with these options don't have."""
        return ()

    @property
    def changed(self) -> Mapping[str, str]:
        """Options that differ from their defaults, name → words, without those of the scenario."""
        usual = type(self)()
        names = [each.name for each in fields(self) if option_of(each)]
        changed = [name for name in names if getattr(self, name) != getattr(usual, name)]
        values = {name: getattr(self, name) for name in changed}
        return {
            name: name.replace("_", " ") if value is True else f"{name} {quote(value)}"
            for name, value in values.items()
        }

    def values_in(self, box: Any) -> Mapping[str, bool | int | float | str]:
        """What a campaign can set one by one: names, and the values in force with a box."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if option_of(each)}
        return {
            name: value
            for name, value in values.items()
            if isinstance(value, bool | int | float | str)
        }

    def with_value(self, name: str, value: bool | int | float | str) -> Self:
        """The options with another value of one of ``values_in``."""
        return replace(self, **{name: value})

    def check_values(self, box: Any) -> None:
        """Stop at values that a box doesn't allow."""

    def check_given(self, given: frozenset[str]) -> None:
        """Stop at options that contradict each other; ``given`` are the names of those typed."""

    def check(self, request: RunRequest) -> None:
        """Stop at a request that does not fit these options."""


AnyOptions = TypeVar("AnyOptions", bound=GameOptions)


@dataclass(frozen=True, slots=True)
class Scenario(Generic[AnyOptions]):
    """Options with a name; every deal is played under each scenario."""

    name: str
    options: AnyOptions

    def __post_init__(self) -> None:
        if not self.name:
            raise SettingsError("scenarios: one has no name; give it one")

    def __str__(self) -> str:
        words = self.options.scenario
        if words == STANDARD:
            words = ", ".join(self.options.changed.values())
        return self.name if words in ("", self.name) else f"{self.name} ({words})"


MOST_SCENARIOS = 100
"""A deal has a game in each of them, and parts hold whole deals."""


def check_scenarios(scenarios: Sequence[Scenario[Any]]) -> None:
    """Stop at too many scenarios or two with the same name."""
    if len(scenarios) > MOST_SCENARIOS:
        raise SettingsError(
            f"scenarios: {len(scenarios)} of them, and {MOST_SCENARIOS} are the most"
        )
    names = [each.name for each in scenarios]
    for name in names:
        if names.count(name) > 1:
            raise SettingsError(f"scenarios: two are called '{name}'; rename one")


# ---------------------------------------------------------------- scenarios that are compared


MOST_CHANGES = 3
"""Scenarios that a search for a win rate combines at the most."""


@dataclass(frozen=True, slots=True)
class StudyScenario:
    """A scenario and its part in a study of difficulty."""

    name: str
    options: Any
    kind: str = "preset"
    group: str = ""
    meant: str = ""
    """``harder`` or ``easier``, if the game declares one."""

    parts: tuple[str, ...] = ()
    """The names of the scenarios that it combines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOptions:
    """What a study of difficulty compares: by default the presets of the game.

    A game that has more to compare declares a subclass, with options as fields.
    """

    @classmethod
    def of(cls, base: Self | None, given: Mapping[str, Any]) -> Self:
        """Options from what a user gives; other values are those of ``base``, or defaults."""
        read = cls.understood(dict(given))
        return cls(**read) if base is None else replace(base, **read)

    @classmethod
    def understood(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Values converted to the types of the fields."""
        return given

    def scenarios(
        self, info: Any, box: Any, options: GameOptions, only: Sequence[str]
    ) -> tuple[StudyScenario, ...]:
        """The scenarios of every deal; the first is the baseline of the comparisons.

        ``options`` hold in all of them; ``only`` are the names that a user wants.
        """
        known = {name: replace(options, **values) for name, values in info.presets.items()}
        for name in only:
            if name not in known:
                raise SettingsError(
                    f"only {name}: there is no such scenario; {did_you_mean(name, list(known))}"
                )
        chosen = only or list(known)
        first, *_ = [*known, ""]
        return tuple(
            StudyScenario(name, each, "baseline" if name == first else "preset")
            for name, each in known.items()
            if name in chosen or name == first
        )

    def presets(
        self, info: Any, box: Any, scenarios: Sequence[StudyScenario], only: Sequence[str]
    ) -> tuple[str, ...]:
        """The names of presets among the scenarios, from the easiest to the hardest."""
        return tuple(each.name for each in scenarios)

    def combined(
        self, box: Any, baseline: StudyScenario, parts: Sequence[StudyScenario]
    ) -> StudyScenario | None:
        """Several scenarios at once; None if they contradict each other, or one adds nothing."""
        changes: dict[str, Any] = {}
        for part in parts:
            own = changes_of(baseline.options, part.options)
            if not own or set(own) & set(changes):
                return None
            changes |= own
        try:
            both = replace(baseline.options, **changes)
            both.check_given(frozenset(changes))
        except SettingsError:
            return None
        names = tuple(part.name for part in parts)
        return StudyScenario("+".join(names), both, "combination", parts=names)

    def preset_text(self, box: Any, scenario: StudyScenario, name: str, meaning: str) -> str:
        """A variant that adds a scenario to the box by name; "" if the game has no such thing."""
        return ""


def changes_of(usual: GameOptions, options: GameOptions) -> dict[str, Any]:
    """The options that differ between two scenarios, with the values of the second."""
    names = [each.name for each in fields(options) if option_of(each)]
    values = {name: getattr(options, name) for name in names}
    return {name: value for name, value in values.items() if value != getattr(usual, name)}
