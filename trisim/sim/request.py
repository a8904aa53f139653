"""Requests: what a user asks for, declared once, field by field.

The fields of a request decide every row, besides the texts of box and strategies and the version.
Defaults, help texts and limits stand beside each field. From them follow the options of the command
line (``trisim.cli.options``), JSON, and the lines that say how two requests differ. ``Execution``
has what changes no row: jobs, backend, progress.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import Any, ClassVar, Self, TypeAlias

from trisim.documents import STORED, is_stored
from trisim.sim.errors import SettingsError
from trisim.sim.progress import Progress

LARGEST_SEED = 2**64 - 1
MOST_DEALS = 2**40
"""The largest number of deals, and of anything else that is counted."""


AS_IN_FIELD = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """How a field is given on the command line and in Python."""

    help: str
    metavar: str = "N"
    flag: str = ""
    """The option, if it isn't the name of the field with dashes."""

    unsaid: Any = AS_IN_FIELD
    """What "not given" is in Python, if it isn't the default of the field."""

    default_words: str | None = None
    """The default in the help text, if it isn't that of the field; "" for none."""

    least: int = 1
    most: int = MOST_DEALS
    """Limits of a whole number."""

    words: tuple[str, ...] = ()
    """The words that are allowed, if there are only a few."""

    is_multiple: bool = False
    """Whether the option may be given more than once."""

    is_table: bool = False
    """Whether it is a table, given as ``--with`` and its name."""


def option(default: Any, help: str, *, stored: bool = True, **how: Any) -> Any:  # noqa: A002
    """A field of a request with its option.

    One that isn't ``stored`` is neither written to JSON nor compared: files are known by their
    digests instead.
    """
    return field(default=default, metadata={"option": Option(help=help, **how), STORED: stored})


def option_of(each: Field[Any]) -> Option | None:
    """The option of a field; None if it isn't given by users."""
    return each.metadata.get("option")


def flag_of(each: Field[Any]) -> str:
    """The option of a field on the command line.

    >>> [flag_of(each) for each in fields(Execution)][:2]
    ['--jobs', '--backend']
    """
    found = option_of(each)
    return (found.flag if found else "") or f"--{each.name.replace('_', '-')}"


def command_words(request: Any) -> list[str]:
    """The options by which a request is given, with nothing left to defaults.

    >>> command_words(Execution(backend="dask", resume=True))
    ['--jobs', '-1', '--backend', 'dask', '--resume']
    """
    words: list[str] = []
    for each in fields(request):
        known, value = option_of(each), getattr(request, each.name)
        is_unsaid = value is None or value is False or value == () == each.default
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
    """The parameters that a function in Python has for the fields of a class, with defaults."""
    found = ((each, option_of(each)) for each in fields(kind))
    return {
        each.name: each.default if known.unsaid is AS_IN_FIELD else known.unsaid
        for each, known in found
        if known is not None
    }


class Request:
    """What a user asks for: the base of frozen dataclasses whose fields have options."""

    __slots__ = ()

    what: ClassVar[str]
    """What is played by such a request: a run, a tournament."""

    @classmethod
    def of(cls, base: Self | None = None, **given: Any) -> Self:
        """A request by what a user gives, in Python or on the command line.

        What isn't given (or None) is as in ``base``, the request of something that goes on, or has
        its default.
        """
        said = {name: value for name, value in given.items() if value is not None}
        names = [each.name for each in fields_of(cls)]
        known = {} if base is None else {name: getattr(base, name) for name in names}
        return cls(**cls.understood(known | said, frozenset(said)))

    @classmethod
    def understood(cls, values: dict[str, Any], given: frozenset[str]) -> dict[str, Any]:
        """Values as the fields have them, such as a tuple in place of a text with commas.

        ``values`` has all that is known, ``given`` the names of what the user has just given.
        """
        return values

    def differences(self, other: Self) -> list[str]:
        """What is not as in another request, one line each: ``players: 4, was 3``."""
        names = [each.name for each in fields_of(type(self)) if is_stored(each)]
        pairs = ((name, getattr(self, name), getattr(other, name)) for name in names)
        return [
            f"{name.replace('_', '-')}: {quote(mine)}, was {quote(was)}"
            for name, mine, was in pairs
            if mine != was
        ]


def fields_of(kind: type[Any]) -> tuple[Field[Any], ...]:
    """The fields of a request class."""
    return fields(kind)


def quote(value: object) -> str:
    """A value as a person would type it.

    >>> quote(True), quote(("a", "b")), quote(("seat", 0.01)), quote(())
    ('on', 'a,b', 'seat=0.01', 'none')
    >>> quote((("extra_gold", True), ("bot_first", False), ("setup_rolls", 4)))
    'extra_gold,bot_first=no,setup_rolls=4'
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


def words_of(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Words with commas between them, in one text or several.

    >>> words_of("greedy, balanced:noise=0.1"), words_of(["a,b", "c"])
    (('greedy', 'balanced:noise=0.1'), ('a', 'b', 'c'))
    """
    texts = [text] if isinstance(text, str) else text
    words = (word.strip() for each in texts for word in str(each).split(","))
    return tuple(word for word in words if word)


# ---------------------------------------------------------------- what must hold


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Stop unless it is a whole number within its limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise SettingsError(f"{name} {value}: a whole number from {least} to {most} is expected")


def check_options(request: Any) -> None:
    """Stop unless every whole number and every word is one that its option allows."""
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


def check_named_once(name: str, specs: tuple[str, ...]) -> None:
    """Stop at a strategy that is named twice."""
    for spec in specs:
        if specs.count(spec) > 1:
            raise SettingsError(f"{name}: {spec} is named twice; name each once")


# ---------------------------------------------------------------- how it is played

OnProgress: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """How games are played: it changes no row."""

    jobs: int = option(-1, "How many cores; -1 for all.", least=-1, most=9999)
    backend: str | None = option(
        None,
        "threads, loky (processes), dask or ray.",
        metavar="NAME",
        words=("threads", "loky", "dask", "ray"),
        default_words="threads; loky if a strategy is in Python",
    )
    address: str | None = option(
        None, "Where the Dask scheduler or Ray cluster is.", metavar="URL", default_words=""
    )
    resume: bool = option(False, "Go on with what is in DIR, to the very same bytes.")
    force: bool = option(False, "Replace what is in DIR.")
    command: str = ""
    """What was typed, for the manifest."""

    on_progress: OnProgress | None = None
    on_note: Callable[[str], None] | None = None
    """Told what is worth a line of its own while it is played."""

    def __post_init__(self) -> None:
        is_number = type(self.jobs) is int
        if not is_number or self.jobs < -1 or self.jobs == 0:
            raise SettingsError(f"jobs {self.jobs}: a number of cores is expected, or -1 for all")
        if self.resume and self.force:
            raise SettingsError("--resume and --force: give one of them")


Shared: TypeAlias = dict[str, Any]
"""An option that several requests have, as arguments of ``option``."""

BOX: Shared = {
    "help": "The box; left out, the reference set.",
    "metavar": "DIR",
    "default_words": "",
    "stored": False,
}
VARIANTS: Shared = {
    "help": "A variant to lay over it; may be given more than once.",
    "metavar": "FILE",
    "flag": "--variant",
    "is_multiple": True,
    "default_words": "",
    "stored": False,
}
PLAYERS: Shared = {"help": "How many players: 2 to 4.", "least": 2, "most": 4}
SEED: Shared = {
    "help": "The same one, the same games.",
    "metavar": "S",
    "least": 0,
    "most": LARGEST_SEED,
}
ACHIEVEMENTS: Shared = {"help": "With the achievements variant."}
INTRO: Shared = {"help": "With the introductory setup."}
LOG: Shared = {
    "metavar": "LEVEL",
    "words": ("players", "turns"),
    "help": "What is written: players (and games), or turns (and rounds) as well.",
}
