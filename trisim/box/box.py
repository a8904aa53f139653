"""A whole box for people: typed cards and settings, checked, with a way to find each by id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from trisim.box.build import SETTINGS, Draft, make, read_values
from trisim.box.faults import BoxError, Fault, Faults, Place
from trisim.box.files import RawBox, file_names, folder_of, read_folder
from trisim.box.schema import Column, Table, columns, layout
from trisim.box.variants import Variant, apply_variant, read_variant
from trisim.games.trismegistus.box.cards import (
    CARD_FILES,
    Achievement,
    Artifact,
    Card,
    Experiment,
    Formula,
    Publication,
    SoloCard,
)
from trisim.games.trismegistus.box.checks import check_all
from trisim.games.trismegistus.box.settings import (
    About,
    Alchemist,
    ArtifactCounts,
    Board,
    Counts,
    ExperimentCounts,
    Intro,
    Rules,
    Solo,
    SoloCounts,
)
from trisim.games.trismegistus.box.words import Level, SoloKind


@dataclass(frozen=True)
class Box:
    """Everything that is printed on cards, tiles and boards; cards in the order of their ids."""

    about: About
    experiments: tuple[Experiment, ...]
    artifacts: tuple[Artifact, ...]
    publications: tuple[Publication, ...]
    achievements: tuple[Achievement, ...]
    formulas: tuple[Formula, ...]
    solo_cards: tuple[SoloCard, ...]
    alchemists: dict[str, Alchemist]
    board: Board
    rules: Rules
    intro: Intro
    solo: Solo
    variants: tuple[Variant, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)
    """What the files held that it was loaded from, without the variants."""

    def cards(self, kind: str) -> tuple[Card, ...]:
        """The cards of a file: ``box.cards("artifacts")``."""
        found: tuple[Card, ...] = getattr(self, kind)
        return found

    @property
    def roles(self) -> Mapping[str, Any]:
        """The roles that players are dealt, by id."""
        return self.alchemists

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """Every card by its id."""
        return {card.id: card for kind in CARD_FILES for card in self.cards(kind)}

    def formulas_of(self, alchemist: str) -> tuple[Formula, ...]:
        """The formulas of an alchemist."""
        return tuple(formula for formula in self.formulas if formula.alchemist == alchemist)

    @cached_property
    def digest(self) -> str:
        """A hash of every value: the same for the same game, however the files are laid out."""
        lines = sorted((*key, text) for key, text in values_of(self).items())
        return hashlib.sha256(json.dumps(lines).encode()).hexdigest()


Convert = Callable[[dict[str, Any]], None]
"""Changes the tables of TOML files, by the name of the file, in place."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """How a box of an earlier version becomes one of today, before its values are read."""

    box: Convert
    variant: Convert
    """Of the tables that a variant changes."""


def load_box(
    box: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    *,
    conversion: Conversion | None = None,
) -> Box:
    """Load a box (the reference set if none is named) and lay variants over it.

    Raises ``BoxError`` with every fault there is. ``conversion`` is for copies in old runs.

    >>> load_box().by_id["iron-feather"].name
    'Iron Feather'
    """
    faults = Faults()
    what = f"box {box}" if box is not None else "reference set"
    raw = read_box(box, faults)
    if conversion is not None:
        conversion.box({name: file.tables for name, file in raw.settings.items()})
    draft = read_values(raw, faults)
    check_all(draft, faults)
    faults.raise_if_any(what)
    if not variants:
        return assemble(draft, (), raw)
    return load_variants(raw, [Path(path) for path in variants], conversion)


def read_box(box: str | Path | None, faults: Faults) -> RawBox:
    """The files of a box as they are."""
    folder = folder_of(box)
    if not folder.is_dir():
        problem = "this is a file, not a folder" if folder.is_file() else "there is no such folder"
        remedy = "name the folder of a box; 'trisim box new DIR' makes one"
        raise BoxError("box", (*one_fault(Place(str(box)), problem, remedy),))
    return read_folder(folder, faults)


def one_fault(place: Place, problem: str, remedy: str) -> Faults:
    """A list of one fault."""
    faults = Faults()
    faults.add(place, "", problem, remedy)
    return faults


def load_variants(raw: RawBox, paths: Sequence[Path], conversion: Conversion | None = None) -> Box:
    """Lay variants over a sound box, one after the other."""
    faults = Faults()
    applied = []
    for path in paths:
        variant = read_variant(path, faults)
        if variant is not None:
            changes = variant.table.tables.get("change")
            if conversion is not None and isinstance(changes, dict):
                conversion.variant(changes)
            apply_variant(raw, variant, faults)
            applied.append(variant)
    draft = read_values(raw, faults)
    check_all(draft, faults, counts=False)
    faults.advise(remedy_in_variant)
    faults.raise_if_any("variant " + ", ".join(str(path) for path in paths))
    box = assemble(draft, tuple(applied), raw)
    return replace(box, about=replace(box.about, counts=count_cards(box)))


def remedy_in_variant(fault: Fault) -> str:
    """How a variant mends what it spoiled in a line of a file that is not its own."""
    place = fault.place
    if not place.row or place.file not in file_names() or not place.file.endswith(".toml"):
        return fault.remedy
    hint = f"a variant sets it under [change.{place.file.removesuffix('.toml')}]"
    return f"{fault.remedy} ({hint})"


def assemble(draft: Draft, variants: tuple[Variant, ...], raw: RawBox) -> Box:
    """The typed box from a draft without faults."""
    cards: dict[str, Any] = {
        kind: tuple(sorted((cls(**row) for row in draft.values(kind)), key=lambda card: card.id))
        for kind, cls in CARD_FILES.items()
    }
    settings = {file: make(cls, draft.settings[file]) for file, cls in SETTINGS.items()}
    settings["about"] = settings.pop("box")
    alchemists = {name: make(Alchemist, values) for name, values in draft.alchemists.items()}
    return Box(**cards, **settings, alchemists=alchemists, variants=variants, files=dict(raw.files))


def count_cards(box: Box) -> Counts:
    """How many cards of each kind a box really holds."""

    def of_level(kind: str, level: Level) -> int:
        return sum(getattr(card, "level", None) is level for card in box.cards(kind))

    def of_kind(kind: SoloKind) -> int:
        return sum(card.kind is kind for card in box.solo_cards)

    levels = (Level.STARTING, Level.ONE, Level.TWO, Level.THREE)
    return Counts(
        experiments=ExperimentCounts(*(of_level("experiments", level) for level in Level)),
        artifacts=ArtifactCounts(*(of_level("artifacts", level) for level in levels)),
        publications=len(box.publications),
        achievements=len(box.achievements),
        alchemists=len(box.alchemists),
        formulas_each=box.about.counts.formulas_each,
        solo_cards=SoloCounts(*(of_kind(kind) for kind in SoloKind)),
    )


# ---------------------------------------------------------------- values as text


Key = tuple[str, str, str]
"""File, card or table, field."""


def values_of(box: Box) -> dict[Key, str]:
    """Every value of a box as it would be written, by file, card or table, and field.

    Without its name, and without the counts, which follow from the cards.
    """
    found: dict[Key, str] = {}
    for kind, cls in CARD_FILES.items():
        for card in box.cards(kind):
            for name, column in columns(cls).items():
                if name != "id":
                    found[kind, card.id, name] = column.field.show(getattr(card, name))
    for file in SETTINGS:
        for path, text in table_values(getattr(box, "about" if file == "box" else file), ""):
            if not path.startswith("counts.") and (file, path) != ("box", "name"):
                found[file, *split_path(path)] = text
    for ident, alchemist in box.alchemists.items():
        for path, text in table_values(alchemist, ""):
            found["alchemists", ident, path] = text
    return found


def split_path(path: str) -> tuple[str, str]:
    """The table and the field of a dotted path; a table found by id keeps all that is in it."""
    parts = path.split(".")
    at = 2 if parts[0] in BY_ID else len(parts) - 1
    return ".".join(parts[:at]), ".".join(parts[at:])


BY_ID = {
    item.name
    for cls in SETTINGS.values()
    for item in layout(cls)
    if isinstance(item, Table) and item.many
}
"""Tables that hold any number of tables by id."""


def table_values(table: Any, path: str) -> Iterator[tuple[str, str]]:
    """The values of a settings object by dotted path."""
    for item in layout(type(table)):
        value = getattr(table, item.name)
        inner = f"{path}.{item.name}" if path else item.name
        if isinstance(item, Column):
            yield inner, item.field.show(value)
        elif item.many:
            for key, member in value.items():
                yield from table_values(member, f"{inner}.{key}")
        else:
            yield from table_values(value, inner)


assert {each.name for each in fields(Box)} >= set(CARD_FILES), "a file without a place in Box"
