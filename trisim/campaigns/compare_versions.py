"""Versions as a user names them: ``reference``, a folder with a box, variants over one of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from trisim.box.faults import shown
from trisim.sim.campaign import Version
from trisim.sim.errors import SettingsError
from trisim.sim.inputs import REFERENCE
from trisim.sim.manifest import MANIFEST

JOINT = "+"
"""Between a box and its variants."""

VARIANT = ".toml"
MOST_VERSIONS = 12


@dataclass(frozen=True, slots=True)
class VersionWord:
    """A box and the variants over it, as paths."""

    box: Path | None
    """None: the reference set."""

    variants: tuple[Path, ...]

    @classmethod
    def read(cls, word: str) -> VersionWord:
        """A complete word; the first part is a box.

        >>> VersionWord.read("reference+light.toml")
        VersionWord(box=None, variants=(PosixPath('light.toml'),))
        """
        box, *variants = parts_of(word)
        return cls(None if box == REFERENCE else Path(box), tuple(map(Path, variants)))

    def __str__(self) -> str:
        return JOINT.join([str(self.box or REFERENCE), *map(str, self.variants)])

    @property
    def short(self) -> str:
        """The last thing that it names: a variant, or its box."""
        return self.stems[-1]

    @property
    def stems(self) -> list[str]:
        """Box and variants without folders and endings; the reference set only if it is alone."""
        box = [self.box.resolve().name if self.box else REFERENCE]
        variants = [path.stem for path in self.variants]
        return variants if self.box is None and variants else [*box, *variants]


def parts_of(word: str) -> list[str]:
    """Box and variants of a word; a path that exists is one part, whatever its name."""
    if Path(word).exists():
        return [word]
    return [part.strip() for part in word.split(JOINT)]


def complete_words(words: Sequence[str], over: VersionWord) -> tuple[str, ...]:
    """Words in which variants alone are over a certain box; files that aren't there are refused."""
    found = []
    for word in words:
        first, *others = parts_of(word)
        is_variant = first.endswith(VARIANT)
        parts = [str(over), first, *others] if is_variant else [first, *others]
        for part in (first, *others):
            check_part(word, part, is_box=part is first and not is_variant)
        found.append(JOINT.join(parts))
    return tuple(found)


def check_part(word: str, part: str, *, is_box: bool) -> None:
    """Stop at what is neither a box nor a variant."""
    path = Path(part)
    if is_box and part == REFERENCE:
        return
    if is_box and (path / MANIFEST).is_file():
        raise SettingsError(
            f"{shown(word)}: this is a run; compare runs with runs, or boxes with boxes"
        )
    if is_box and path.is_dir():
        return
    if not is_box and part.endswith(VARIANT) and path.is_file():
        return
    what = "folder with a box" if is_box else "variant"
    inside = f" ({shown(part)})" if part != word else ""
    raise SettingsError(
        f"version {shown(word)}: there is no such {what}{inside}; write reference, a folder with a "
        "box, a variant such as light.toml, or FOLDER+light.toml"
    )


def check_versions(words: Sequence[str]) -> None:
    """Stop unless there are several, each once."""
    if not 2 <= len(words) <= MOST_VERSIONS:
        raise SettingsError(
            f"versions {', '.join(words) or 'none'}: a comparison has 2 to {MOST_VERSIONS} of "
            "them; the first is the base"
        )
    for word in words:
        if words.count(word) > 1:
            raise SettingsError(f"versions: {word} is named twice; name each once")


def names_of(words: Iterable[str]) -> tuple[str, ...]:
    """Short names, no two the same.

    >>> names_of(["reference", "reference+my/light.toml"])
    ('reference', 'light')
    >>> names_of(["mybox", "mybox+light.toml", "reference+light.toml"])
    ('mybox', 'mybox+light', 'light')
    """
    read = [VersionWord.read(word) for word in words]
    for names in ([each.short for each in read], [JOINT.join(each.stems) for each in read]):
        if len(set(names)) == len(names):
            return tuple(names)
    return tuple(map(str, read))


def versions_of(words: Sequence[str]) -> tuple[Version, ...]:
    """The versions with their names, boxes and variants."""
    read = [VersionWord.read(word) for word in words]
    return tuple(
        Version(name, each.box, each.variants)
        for name, each in zip(names_of(words), read, strict=True)
    )
