"""A comparison with players who adapted: one verdict is another one with them."""

from __future__ import annotations

from dataclasses import replace

from tests.report.planted_comparison import CHANGES, GAMES, change, planted, several, team
from trisim.report.adapted import Adapted, AdaptedChange, AdaptedPlayer, AdaptedVersion
from trisim.report.comparison import Comparison
from trisim.stats.changes import CHANGED, UNDECIDED, Change
from trisim.stats.estimate import Estimate, Scale

SEEDS = (4, 5, 6)
WINS, IDENTICAL_ONE, TAKEN, *_ = CHANGES


def judged() -> tuple[AdaptedChange, ...]:
    """Wins of the card no longer surely differ; what is identical stays so; it is taken less."""
    wins = change(
        "card.glass-lamp.win", "cards", UNDECIDED, 0.2, -0.09, 0.15, scale=Scale.RATE_DIFFERENCE
    )
    taken = change("card.glass-lamp.taken", "cards", UNDECIDED, 0.9, -0.04, 0.05, named=True)
    return (
        AdaptedChange(IDENTICAL_ONE, IDENTICAL_ONE, (0.0, 0.0, 0.0), 0.0, 2.0),
        AdaptedChange(TAKEN, taken, (-0.03, -0.04, -0.05), 0.004, 8.5),
        AdaptedChange(WINS, wins, (0.05, -0.12, -0.2), 0.11, 10.0),
    )


def player(version: str, seed: int, win: float, p: float) -> AdaptedPlayer:
    found = Estimate(win, win - 0.03, win + 0.03, GAMES, GAMES // 4)
    return AdaptedPlayer(version, seed, f"tunings/x-{version}-{seed}/tuned.toml", found, 0.25, p)


def adapted(*names: str) -> Adapted:
    players = [player(name, seed, 0.31, 0.001) for name in ("base", *names) for seed in SEEDS[1:]]
    players += [player(name, SEEDS[0], 0.26, 0.6) for name in ("base", *names)]
    versions = tuple(AdaptedVersion(name, judged()) for name in names)
    return Adapted("mine", SEEDS, 20_000, 1_000, 250, 3, tuple(players), versions)


def with_adapted() -> Comparison:
    return replace(planted(), adapted=adapted("bright"))


def several_with_adapted() -> Comparison:
    return replace(several(), adapted=adapted("bright", "dim"))


def team_with_adapted() -> Comparison:
    """A team wins much more, if it adapts."""
    same = team().against[0].by_measure["team.won"]
    more: Change = change("team.won", "team", CHANGED, 0.6, 0.1, 0.04)
    version = AdaptedVersion("bright", (AdaptedChange(same, more, (0.1, 0.09, 0.11), 0.0, 2.0),))
    gain = Estimate(0.05, 0.01, 0.09, GAMES, 500, scale=Scale.RATE_DIFFERENCE)
    players = tuple(
        replace(each, against_start=gain, par=0.0) for each in adapted("bright").players
    )
    found = replace(adapted("bright"), against=(version,), players=players)
    return replace(team(), adapted=found)
