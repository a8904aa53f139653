"""The page of a sweep: the answer in words with its curve, all curves, changes, provenance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from trisim.report.campaign_files import aborted_words, command_of, warnings_on
from trisim.report.figures.curve import MOST_IN_A_COLUMN, CurvePanel, draw_curves
from trisim.report.kit import ReportKit
from trisim.report.page.model import (
    Block,
    Cell,
    Column,
    KeyFigure,
    Kind,
    Page,
    Picture,
    Section,
    Table,
)
from trisim.report.sections.provenance import (
    DIGITS,
    KEY,
    QUESTION,
    SAME_AGAIN,
    SETTINGS,
    TITLE,
)
from trisim.report.sections.words import slug
from trisim.report.sweep_words import (
    answers,
    basis_words,
    fair_points,
    printed_values,
    short_point,
    still_words,
    sure_words,
    target_words,
    value_text,
)
from trisim.sim.campaign_folder import CampaignManifest
from trisim.sim.run import Run
from trisim.stats.fair import FairSet
from trisim.stats.fair_words import fair_words, values_words
from trisim.stats.sweep import BASE, FairMeasure, Line, SweepFindings, SweptMeasure
from trisim.texts import SPEAKS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_PANELS = 8
MOST_COLUMNS = 6


def page_of(found: SweepFindings, base: Run, manifest: CampaignManifest[Any]) -> Page:
    """The whole page; ``base`` is the run with the printed values."""
    kit = manifest.plugin.report
    sections = (
        answer_section(found),
        curve_section(found),
        change_section(found),
        provenance_section(found, base, manifest),
    )
    names = ", ".join(each.name for each in found.settings)
    return Page(
        f"Sweep of {names}",
        subtitle(found),
        tuple(each for each in sections if each is not None),
        (
            f"{SPEAKS} All points are played on the same deals, so that changes are known better "
            "than the values themselves.",
            *kit.footer,
        ),
        key_figures(found),
        tuple(warnings(found, kit, base)),
        kit.palette,
        kind="sweep",
    )


def subtitle(found: SweepFindings) -> str:
    count = f"{len(found.points)} points of {found.games:,} games"
    return f"{count}, all on the same {found.deals:,} deals: {found.lineup}"


def key_figures(found: SweepFindings) -> tuple[KeyFigure, ...]:
    """The fair values of the first target and the printed ones, or the range that was swept."""
    figures = [
        KeyFigure(shortened(printed_values([each])), "printed")
        if len(found.settings) > 1
        else KeyFigure(shortened(value_text(each.printed)), "printed")
        for each in found.settings[:2]
    ]
    if found.fair:
        figures.insert(0, fair_key(found, found.fair[0]))
    games = found.games * len(found.points)
    return (*figures, KeyFigure(f"{games:,}", "games", f"{found.deals:,} deals"))


def fair_key(found: SweepFindings, each: FairMeasure) -> KeyFigure:
    label = f"fair for {each.label}, {target_words(each)}"
    if len(found.lines) == 1:
        words = values_words(each.lines[0], "fair") or "none"
        return KeyFigure(shortened(words), label)
    return KeyFigure(f"{len(fair_points(found, each))}", f"of {len(found.points)} points {label}")


def shortened(words: str, most: int = 28) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def warnings(found: SweepFindings, kit: ReportKit, base: Run) -> Iterator[str]:
    """What a reader must know first."""
    yield from aborted_words(found.aborted)
    yield from warnings_on(base.request.strategies, kit)
    if found.until and not found.is_narrow:
        yield (
            f"{found.until[0]} is not known to ± {found.until[1]:g} at all points yet: all games "
            "were played. Give more with --games."
        )


# ---------------------------------------------------------------- the answer


def answer_section(found: SweepFindings) -> Section:
    """The answer in words, with the curves that it comes from."""
    words = tuple(answers(found))
    first = found.fair[0].measure if found.fair else found.shown[0].measure if found.shown else ""
    measure = next((each for each in found.measures if each.measure == first), None)
    blocks = []
    if measure is None:
        blocks.append(Block("answer-words", "In words", words, ""))
    else:
        picture = picture_of(found, [measure], found.lines[:MOST_PANELS], "answer-curve")
        blocks.append(
            Block("answer-words", measure.label, words, fair_basis(found, measure), picture)
        )
    question = "Which values are fair?" if found.fair else "What does it change?"
    return Section("answer", "The answer", question, tuple(blocks))


def fair_basis(found: SweepFindings, measure: SweptMeasure) -> str:
    basis = basis_words(found, measure.bands[BASE])
    if not found.fair:
        return basis
    straight = all(not isinstance(each.printed, str) for each in found.settings)
    between = "; between the values the measure is taken as a straight line" if straight else ""
    return (
        f"{basis} A value is fair if the test of “measure = target” does not reject it (5 %, each "
        f"value for itself, so a value that is not fair may have a band with the target in it)"
        f"{between}."
    )


# ---------------------------------------------------------------- curves


def curve_section(found: SweepFindings) -> Section | None:
    """All measures that are shown, with their curves and numbers."""
    if not found.shown:
        return None
    alone = all(not line.others for line in found.lines)
    blocks = list(blocks_by_line(found) if alone else blocks_by_measure(found))
    if words := still_words(found):
        blocks.append(Block("still", "What does not move", (words,), ""))
    return Section("curves", "All curves", "What moves with it, and how much?", tuple(blocks))


def blocks_by_line(found: SweepFindings) -> Iterator[Block]:
    """For each setting all measures."""
    for number, line in enumerate(found.lines):
        setting, key = found.settings[line.setting], f"line-{number + 1}"
        yield Block(
            key,
            setting.name,
            tuple(f"{each.label}. {sure_words(found, each)}" for each in found.shown)
            if len(found.lines) == 1
            else (),
            basis_words(found, found.shown[0].bands[BASE]),
            picture_of(found, found.shown, [line], f"curves-{number + 1}"),
            value_table(found, line, f"points-{number + 1}"),
        )


def blocks_by_measure(found: SweepFindings) -> Iterator[Block]:
    """For each measure all curves of a grid."""
    for number, each in enumerate(found.shown):
        words = [sure_words(found, each)]
        fair = found.fair_for(each.measure)
        if fair is not None:
            words += [
                f"{line.others}: {fair_words(here)}"
                for line, here in zip(found.lines, fair.lines, strict=True)
            ]
        yield Block(
            f"measure-{number + 1}",
            each.label,
            tuple(words),
            basis_words(found, each.bands[BASE]),
            picture_of(found, [each], found.lines[:MOST_PANELS], f"curves-{number + 1}"),
            grid_table(found, each, f"points-{number + 1}"),
        )


def picture_of(
    found: SweepFindings, measures: Sequence[SweptMeasure], lines: Sequence[Line], name: str
) -> Picture:
    """A panel for each measure and line."""
    panels = [panel_of(found, each, line, len(measures)) for each in measures for line in lines]
    several = {line.setting for line in lines}
    below = found.settings[lines[0].setting].name if len(several) == 1 else "value of the setting"
    labels = ", ".join(each.label for each in measures)
    title = f"At all values of {below}" if len(several) == 1 else "At all values"
    is_same_measure = len(measures) == 1

    def draw() -> Figure:
        return draw_curves(panels, below, same_axis=is_same_measure)

    return Picture(
        name, title, f"Curves with their bands: {labels}", draw, len(panels) > MOST_IN_A_COLUMN
    )


def panel_of(found: SweepFindings, each: SweptMeasure, line: Line, measures: int) -> CurvePanel:
    """A measure along a line."""
    setting = found.settings[line.setting]
    about = line.others or (setting.name if len(found.lines) > 1 and measures == 1 else "")
    values = found.values_of(line)
    return CurvePanel(
        about or each.label,
        values,
        tuple(each.bands[place] for place in line.points),
        fair_set(found, each, line),
        setting.printed if BASE in line.points else None,
    )


def fair_set(found: SweepFindings, each: SweptMeasure, line: Line) -> FairSet | None:
    fair = found.fair_for(each.measure)
    return fair.lines[found.lines.index(line)] if fair else None


def value_table(found: SweepFindings, line: Line, name: str) -> Table:
    """The points of a line, with all measures that are shown."""
    shown = found.shown[:MOST_COLUMNS]
    columns = (
        Column("value", found.settings[line.setting].name),
        *(Column(slug(each.measure), each.label, Kind.ESTIMATE) for each in shown),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (row_head(found, place, line), *(each.bands[place] for each in shown))
        for place in line.points
    )
    return Table(name, "All points", columns, rows, len(rows))


def row_head(found: SweepFindings, place: int, line: Line) -> str:
    printed = " (printed)" if place == BASE else ""
    return f"{value_text(found.points[place].values[line.setting])}{printed}"


def grid_table(found: SweepFindings, each: SweptMeasure, name: str) -> Table:
    """The points of a grid with one measure."""
    columns = (Column("point", "Values"), Column("value", each.label, Kind.ESTIMATE))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (short_point(found, place), each.bands[place]) for place in range(len(found.points))
    )
    return Table(name, "All points", columns, rows, 24)


# ---------------------------------------------------------------- changes


def change_section(found: SweepFindings) -> Section | None:
    """All points minus the printed one."""
    shown = found.shown[:MOST_COLUMNS]
    if not shown:
        return None
    columns = (
        Column("point", found.settings[0].name if len(found.settings) == 1 else "Values"),
        *(Column(slug(each.measure), each.label, Kind.ESTIMATE) for each in shown),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (short_point(found, place), *(change_cell(each, place) for each in shown))
        for place in range(1, len(found.points))
    )
    block = Block(
        "changes-table",
        "Each point minus the printed values",
        (f"The printed values are: {printed_values(found.settings)}.",),
        f"{basis_words(found, shown[0].bands[BASE])} Differences are paired by deal; “identical” "
        "stands where no deal differs.",
        table=Table("changes", "Changes", columns, rows, 24),
    )
    return Section("changes", "Changes", "What would another value change for my game?", (block,))


def change_cell(each: SweptMeasure, place: int) -> Cell:
    change = each.changes[place]
    return "identical" if change is None else change


# ---------------------------------------------------------------- provenance


def provenance_section(found: SweepFindings, base: Run, manifest: CampaignManifest[Any]) -> Section:
    """How it was played; the same words whenever and wherever it is played again."""
    rows = tuple(provenance_rows(found, base, manifest))
    block = Block(
        "provenance-sweep",
        "The sweep",
        (
            "Each point is an ordinary run in runs/, for 'trisim report', 'sql' and 'replay'; the "
            "first has the printed values.",
        ),
        SAME_AGAIN,
        table=Table("provenance", "How the sweep was played", SETTINGS, rows, len(rows)),
    )
    return Section(KEY, TITLE, QUESTION, (block,))


def provenance_rows(
    found: SweepFindings, base: Run, manifest: CampaignManifest[Any]
) -> Iterator[tuple[str, str]]:
    request = manifest.request
    yield "Command", command_of("sweep", request)
    for each in found.settings:
        values = " | " if any(isinstance(value, str) for value in each.values) else ", "
        yield each.path, values.join(value_text(value) for value in each.values)
    yield "Seed", str(request.seed)
    yield "Line-up", found.lineup
    yield "Box", f"{manifest.box.name} ({manifest.box.source})"
    yield "Digest of the box", manifest.box.digest[:DIGITS]
    yield "Variants", ", ".join(each.name for each in manifest.variants) or "none"
    yield "trisim", base.manifest.trisim
    yield "Version of the rules", str(base.manifest.rules_version)
    yield "Digest of the rules", base.manifest.rules[:DIGITS]
    libraries = base.manifest.libraries.items()
    yield "Libraries", ", ".join(f"{name} {version}" for name, version in libraries)
