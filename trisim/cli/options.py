"""Options of the command line, made from fields; a mistake is one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import click
from click.core import ParameterSource

from trisim.cli.common import fail
from trisim.sim.options import MOST_DEALS, Option, flag_of, option_of, quote

Command = TypeVar("Command", bound=Callable[..., Any])

TRUST = click.option(
    "--trust",
    is_flag=True,
    help="Allow Python strategies in the folder that are not yours. They are executed: read "
    "them first.",
)
"""For commands that load strategies from a folder."""

VERIFY = click.option(
    "--no-verify",
    "verify",
    is_flag=True,
    default=True,
    flag_value=False,
    help="Don't compare the files of the run with their checksums.",
)
DRY_RUN = click.option(
    "--dry-run",
    is_flag=True,
    help="Show what would be played, and the time and disk it needs; play nothing.",
)
QUIET = click.option("--quiet", is_flag=True, help="No progress and no summary.")


class NamedPath(click.Path):
    """A path that has a name: an empty one would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, as click has it."""
        if value == "":
            name = param.opts[0] if isinstance(param, click.Option) else "RUN"
            fail(f"{name} '': a name is missing; '.' is the current folder")
        return super().convert(value, param, ctx)


def out_option(what: str) -> Callable[[Command], Command]:
    """Where a run or campaign goes."""
    place = NamedPath(path_type=Path)
    return click.option("--out", metavar="DIR", type=place, help=f"Where the {what} goes.")


def check_out(out: Path | None, dry_run: bool, what: str, example: str) -> None:
    """Stop if --out is missing."""
    if out is None and not dry_run:
        fail(f"--out is missing: name a folder for the {what}, such as --out {example}")


# ---------------------------------------------------------------- from fields

OptionField: TypeAlias = tuple[Field[Any], Option]


def options_of(kind: type[Any]) -> Callable[[Command], Command]:
    """Add an option for each field of a class to a command, in the order of the fields."""

    def add(command: Command) -> Command:
        for made in reversed(click_options(own_fields(kind))):
            add_option(command, made)
        return command

    return add


def add_option(command: Any, made: click.Option) -> None:
    """Add an option to a function that becomes a command, as ``click.option`` does."""
    if not hasattr(command, "__click_params__"):
        command.__click_params__ = []
    command.__click_params__.append(made)


def own_fields(kind: type[Any]) -> list[OptionField]:
    """The fields of a class that are options."""
    return [(each, found) for each in fields(kind) if (found := option_of(each)) is not None]


def click_options(known: Sequence[OptionField]) -> list[click.Option]:
    """Options from fields; tables that are written on request share ``--with``."""
    tables = [each for each, found in known if found.is_table]
    made = []
    for each, found in known:
        if not found.is_table:
            words = [found.flag or flag_of(each), each.name]
            made.append(click.Option(words, **click_attributes(each, found)))
        elif each is tables[0]:
            made.append(with_option(tables))
    return made


def click_attributes(each: Field[Any], found: Option) -> dict[str, Any]:
    """What click needs to know of a field."""
    if type_name(each) == "bool":
        return {"is_flag": True, "default": None, "help": found.help}
    shown = quote(each.default) if found.default_words is None else found.default_words
    text = f"{found.help}  [{shown}]" if shown else found.help
    common: dict[str, Any] = {"metavar": found.metavar, "help": text, "default": None}
    if found.alone is not None:
        common |= {"is_flag": False, "flag_value": found.alone}
    return {**common, "multiple": found.is_multiple, "type": click_type(each, found)}


def click_type(each: Field[Any], found: Option) -> click.ParamType[Any] | None:
    """The type of an option, by the annotation of its field."""
    if found.words:
        return OneOf(found.words)
    if type_name(each) in ("int", "int | None"):
        return Jobs() if each.name == "jobs" else WholeNumber(found.least, found.most)
    if type_name(each) == "float":
        return Number()
    if "Path" in type_name(each):
        return click.Path(path_type=Path)
    return None


def type_name(each: Field[Any]) -> str:
    """The annotation of a field as it is written, whether or not its module evaluates it."""
    return each.type.__name__ if isinstance(each.type, type) else str(each.type)


def with_option(tables: Sequence[Field[Any]]) -> click.Option:
    """``--with TABLE``; a table that is counted may be thinned out."""
    names = [each.name for each in tables]
    thin = [each.name for each in tables if each.type == "int"]
    more = [f"{name}:every=N for every N-th deal" for name in thin]
    return click.Option(
        ["--with", "tables"],
        multiple=True,
        metavar="TABLE",
        help=f"{', '.join(names)}, or {', '.join(more)}; may be given more than once.",
    )


def given_values(context: click.Context, known: Sequence[OptionField]) -> dict[str, Any]:
    """The options that were typed, with their values."""
    typed = {
        name: value
        for name, value in context.params.items()
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    names = {each.name for each, _ in known}
    found = {name: value for name, value in typed.items() if name in names}
    tables = {each.name: each for each, option in known if option.is_table}
    return found | (read_tables(typed.get("tables", ()), tables) if tables else {})


def read_tables(words: Sequence[str], tables: Mapping[str, Field[Any]]) -> dict[str, Any]:
    """The tables of ``--with``, and for every how many deals."""
    found: dict[str, Any] = {}
    for word in ",".join(words).split(",") if words else ():
        name, colon, rest = word.partition(":")
        table = one_of(name, "--with", list(tables))
        is_counted = tables[table].type == "int"
        key, _, value = rest.partition("=")
        if colon and not (is_counted and key.strip() == "every"):
            thin = next(each for each in tables if tables[each].type == "int")
            fail(f"--with {word}: only the {thin} can be thinned out, as in {thin}:every=10")
        every = whole_number(value, f"--with {table}:every") if colon else 1
        found[table] = every if is_counted else True
    return found


# ---------------------------------------------------------------- types


class WholeNumber(click.ParamType[int]):
    """A whole number; it may have underscores or commas in it."""

    name = "whole number"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a line that says what is expected."""
        option = param.opts[0] if param else ""
        return (
            value if isinstance(value, int) else whole_number(value, option, self.least, self.most)
        )


class Jobs(click.ParamType[int]):
    """A number of cores."""

    name = "jobs"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a line that says what is expected."""
        if not re.fullmatch(r"-1|[0-9]{1,4}", str(value).strip()) or int(value) == 0:
            fail(f"--jobs {value}: a number of cores is expected, or -1 for all")
        return int(value)


class Number(click.ParamType[float]):
    """A number."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number, or a line that says what is expected."""
        try:
            return float(value)
        except ValueError:
            fail(f"{param.opts[0] if param else ''} {value}: a number is expected, such as 0.6")


class OneOf(click.ParamType[str]):
    """One of a few words."""

    name = "word"

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word, or a line that says what is expected."""
        return one_of(value, param.opts[0] if param else "", self.words)


def one_of(word: str, option: str, words: Sequence[str]) -> str:
    """One of a few words, in upper or lower case."""
    from trisim.box.faults import did_you_mean

    by_lower = {each.lower(): each for each in words}
    typed = word.strip()
    if typed.lower() not in by_lower:
        fail(f"{option} {word}: {did_you_mean(typed, list(words), listed(words))}")
    return by_lower[typed.lower()]


def listed(words: Sequence[str]) -> str:
    """``a, b or c is expected``."""
    return f"{', '.join(words[:-1])} or {words[-1]} is expected"


LONGEST = 1000
"""Digits of a number that Python reads without a word."""


def whole_number(
    text: str, option: str, least: int = 1, most: int = MOST_DEALS, beyond: str = ""
) -> int:
    """A whole number of the command line; numbers may have underscores or commas in them.

    ``beyond`` is what is said of a larger one than ``most``.

    >>> whole_number("1_000_000", "--games"), whole_number("-1", "--jobs", least=-1)
    (1000000, -1)
    """
    from trisim.box.faults import shown

    digits = text.strip().replace("_", "").replace(",", "")
    plain = re.fullmatch(r"-?[0-9]+", digits)
    is_wide = most == MOST_DEALS or beyond
    limits = f"from {least} on" if is_wide else f"from {least} to {largest_words(most)}"
    if not plain or int(digits[:LONGEST]) < least:
        fail(f"{option} {shown(text)}: a whole number {limits} is expected")
    if int(digits[:LONGEST]) > most:
        over = beyond or (
            f"{most:,} is the most" if is_wide else f"a whole number {limits} is expected"
        )
        fail(f"{option} {shown(text)}: {over}")
    return int(digits)


def largest_words(most: int) -> str:
    """The largest number that is allowed, in words."""
    return f"{most}" if most < 10**6 else "2**64 - 1"
