"""The design of a sweep: the points that are played, and the curves that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from trisim.campaigns.settings import Setting, box_values, words_of_values
from trisim.sim.campaign import run_name
from trisim.sim.errors import SettingsError
from trisim.stats.curves import Value
from trisim.stats.sweep import Line, Point, SweptSetting

MOST_POINTS = 200
PRINTED = "printed"


@dataclass(frozen=True, slots=True, eq=False)
class Swept:
    """A setting with the values that were asked for."""

    setting: Setting
    values: tuple[Value, ...]

    @property
    def all_values(self) -> tuple[Value, ...]:
        """The values with the printed one; numbers from the least to the greatest."""
        printed = self.setting.printed
        values = self.values if printed in self.values else (printed, *self.values)
        return tuple(sorted(values)) if self.setting.is_number else values

    def described(self) -> SweptSetting:
        setting = self.setting
        has_printed = setting.printed in self.values
        return SweptSetting(
            setting.path, str(setting.kind), setting.printed, self.all_values, has_printed
        )


@dataclass(frozen=True, slots=True, eq=False)
class SweepDesign:
    """The settings, and their values at each point; the first point has the printed ones."""

    swept: tuple[Swept, ...]
    points: tuple[dict[Setting, Value], ...]
    each_alone: bool

    @classmethod
    def of(cls, swept: Sequence[Swept], *, each_alone: bool) -> SweepDesign:
        """A grid, or each setting alone around the printed values."""
        paths = [each.setting.path for each in swept]
        for path in paths:
            if paths.count(path) > 1:
                raise SettingsError(f"--set {path}: it is given twice; give all its values at once")
        each_alone = each_alone or len(swept) == 1
        printed = {each.setting: each.setting.printed for each in swept}
        others = alone(swept, printed) if each_alone else grid(swept)
        points = [printed, *(point for point in others if point != printed)]
        if len(points) > MOST_POINTS:
            raise SettingsError(
                f"--set: {len(points):,} points, and {MOST_POINTS} are the most; give fewer "
                "values, or --one-at-a-time"
            )
        return cls(tuple(swept), tuple(points), each_alone)

    @property
    def names(self) -> tuple[str, ...]:
        """The folders of the runs."""
        words = (point_words(point) for point in self.points)
        return tuple(run_name(number, each) for number, each in enumerate(words))

    @property
    def boxes(self) -> list[dict[Setting, Value]]:
        """The values of each box besides the printed one."""
        found: list[dict[Setting, Value]] = []
        for point in self.points:
            values = box_values(point)
            if values and values not in found:
                found.append(values)
        return found

    # -- as results have it

    @property
    def settings(self) -> tuple[SweptSetting, ...]:
        return tuple(each.described() for each in self.swept)

    @property
    def described(self) -> tuple[Point, ...]:
        """The points with the names of their runs."""
        return tuple(
            Point(name, tuple(point.values()), point_words(point))
            for name, point in zip(self.names, self.points, strict=True)
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """The curves: each along one setting, with all others fixed."""
        if self.each_alone:
            return tuple(self.line_alone(number) for number in range(len(self.swept)))
        axis = self.axis
        others = [number for number in range(len(self.swept)) if number != axis]
        rows = product(*(self.swept[number].values for number in others))
        return tuple(self.line_at(axis, dict(zip(others, row, strict=True))) for row in rows)

    @property
    def axis(self) -> int:
        """The first setting with numbers; the first of all if there is none."""
        numbers = [n for n, each in enumerate(self.swept) if each.setting.is_number]
        return numbers[0] if numbers else 0

    def line_alone(self, number: int) -> Line:
        """The points at which no other setting is changed."""
        printed = {n: each.setting.printed for n, each in enumerate(self.swept) if n != number}
        return Line(number, "", self.places(number, printed))

    def line_at(self, axis: int, fixed: Mapping[int, Value]) -> Line:
        """The points at which the other settings have these values."""
        values = {self.swept[number].setting: value for number, value in fixed.items()}
        return Line(axis, words_of_values(values), self.places(axis, fixed))

    def places(self, axis: int, fixed: Mapping[int, Value]) -> tuple[int, ...]:
        """The numbers of points with fixed values, in the order of the values on the axis."""
        rows = [tuple(point.values()) for point in self.points]
        found = [
            number
            for number, row in enumerate(rows)
            if all(row[other] == value for other, value in fixed.items())
        ]
        order = self.swept[axis].all_values
        return tuple(sorted(found, key=lambda number: order.index(rows[number][axis])))


def alone(swept: Sequence[Swept], printed: Mapping[Setting, Value]) -> list[dict[Setting, Value]]:
    """Each value of each setting, with all other settings as printed."""
    return [
        {**printed, each.setting: value}
        for each in swept
        for value in each.all_values
        if value != each.setting.printed
    ]


def grid(swept: Sequence[Swept]) -> list[dict[Setting, Value]]:
    """All combinations of values."""
    settings = [each.setting for each in swept]
    values = (
        tuple(sorted(each.values)) if each.setting.is_number else each.values for each in swept
    )
    return [dict(zip(settings, row, strict=True)) for row in product(*values)]


def point_words(point: Mapping[Setting, Value]) -> str:
    """The values that are not printed, in words."""
    changed = {setting: value for setting, value in point.items() if value != setting.printed}
    return words_of_values(changed) or PRINTED
