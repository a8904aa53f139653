"""What is known of both games before they are loaded: names, options and help texts."""

from __future__ import annotations

from dataclasses import dataclass

from trisim.plugin import GameInfo, GameOptions, Outcome, RoleWords, TuningDefaults, option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(GameOptions):
    """The season."""

    winter: bool = option(False, "In winter: the wind is stronger by one.")

    @property
    def scenario(self) -> str:
        """The name of the season."""
        return "winter" if self.winter else "summer"


def mountain(name: str, title: str, outcome: Outcome, plugin: str) -> GameInfo:
    """A game on the mountain."""
    return GameInfo(
        name=name,
        title=title,
        players=range(2, 6),
        default_players=3,
        outcome=outcome,
        role=RoleWords(
            "climber",
            "climbers",
            "balanced: all in all seats equally often; random; chosen: by the strategies; or ids "
            "with commas, one for each place.",
            may_repeat=True,
        ),
        options=Options,
        presets={"summer": {}, "winter": {"winter": True}},
        tuning=TuningDefaults(start="steady", pool=("steady", "bold")),
        box="Summit",
        words=("climber", "climbers", "ledge", "ledges", "rope", "ropes"),
        plugin=plugin,
    )


SUMMIT = mountain("summit", "Summit: a race to the top", Outcome.POINTS, "summit.plugin:SUMMIT")
EXPEDITION = mountain(
    "expedition", "Expedition: all or nobody", Outcome.TEAM, "summit.plugin:EXPEDITION"
)
