"""What adapted players did, from their runs and tunings on disk."""

from __future__ import annotations

from collections.abc import Iterator

from trisim.campaigns.adaptation import AdaptedGames
from trisim.report.adapted import (
    Adapted,
    AdaptedPlayer,
    AdaptedReader,
    AdaptedVersion,
    is_judged,
)
from trisim.report.comparison import Comparison, about


def adapted_result(played: AdaptedGames, found: Comparison) -> Adapted:
    """The measures that are judged, next to those of players who don't adapt."""
    reader = AdaptedReader.of(played.runs(), found.margins)
    judged = [
        (number, change)
        for number, version in enumerate(found.against, 1)
        for change in version.changes
        if is_judged(change, bool(about(change.measure, version.changed_ids)))
        and reader.has(change.measure, number)
    ]
    changes = list(reader.changes(judged))
    adaptation = played.adaptation
    return Adapted(
        start=adaptation.start,
        seeds=adaptation.seeds,
        tuning_games=adaptation.tuned()[0].request.games_before_runs,
        games=reader.games,
        deals=reader.deals,
        intervals=len(judged),
        players=tuple(players_of(played)),
        against=tuple(
            AdaptedVersion(
                version.name, tuple(change for other, change in changes if other == number)
            )
            for number, version in enumerate(found.against, 1)
        ),
    )


def players_of(played: AdaptedGames) -> Iterator[AdaptedPlayer]:
    """Who was tuned, and how strong they are against the start."""
    for each, tuning in played.tunings():
        check = tuning.read_result(tuning.path)
        faced = check.against_start.win
        file = played.file_of(each).relative_to(played.folder)
        yield AdaptedPlayer(
            each.version,
            each.request.seed,
            file.as_posix(),
            faced.estimate,
            check.par,
            faced.adjusted,
        )
