"""Options of games: those that a game declares are given like all others, and only to this game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from summit.game import Options as SummitOptions
from trisim.campaigns.difficulty import DifficultyRequest
from trisim.campaigns.tournament import TournamentRequest
from trisim.campaigns.tuning_request import TuningRequest
from trisim.documents import DocumentError, plain, typed
from trisim.games.trismegistus.game import Options, Study
from trisim.sim.errors import SettingsError
from trisim.sim.options import GameOptions, Scenario, StudyOptions, command_words, option
from trisim.sim.request import Request
from trisim.sim.run_request import RunRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather(GameOptions):
    """Options of a game that there isn't."""

    rain: bool = option(False, "Rain.")
    wind: int = option(2, "Wind.", least=0, most=9)
    sky: str = option("clear", "The sky.", words=("clear", "grey"))


def asked(**given: Any) -> RunRequest:
    return RunRequest.of(**{"game": "summit", **given})


def refused(kind: type[Request] = RunRequest, *base: Request, **given: Any) -> str:
    with pytest.raises(SettingsError) as caught:
        kind.of(*base, **given)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# ---------------------------------------------------------------- options of a game


def test_what_a_game_declares_is_given_like_all_others() -> None:
    request = asked(winter=True)
    assert request.options == SummitOptions(winter=True)
    assert (request.game, request.players, request.scenarios) == ("summit", 3, ("winter",))
    assert asked().options == SummitOptions()
    assert RunRequest.of(achievements=True).options == Options(achievements=True)
    assert RunRequest.of().game == "trismegistus"


def test_what_is_not_given_is_as_it_was() -> None:
    begun = asked(winter=True, games=30, climbers="random")
    again = RunRequest.of(begun, seed=4)
    assert again.options == SummitOptions(winter=True)
    assert (again.game, again.games, again.roles) == ("summit", 30, "random")
    assert RunRequest.of(begun, winter=False).options == SummitOptions()


def test_an_option_that_there_is_not_is_one_line() -> None:
    said = refused(game="summit", wintr=True)
    assert said == "wintr: summit has no such option in a run; did you mean 'winter'?"
    said = refused(game="summit", climber="random")
    assert said == "climber: summit has no such option in a run; did you mean 'climbers'?"
    assert refused(acheivements=True).endswith("did you mean 'achievements'?")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "summit", "achievements": True}, "achievements: summit has no such option in a"),
        ({"game": "summit", "alchemists": "random"}, "alchemists: summit has no such option in a"),
        ({"winter": True}, "winter: trismegistus has no such option in a run;"),
        ({"climbers": "random"}, "climbers: trismegistus has no such option in a run;"),
    ],
)
def test_options_of_another_game_are_refused(given: dict[str, Any], said: str) -> None:
    assert refused(**given).startswith(said)


def test_options_are_given_by_their_names_only() -> None:
    assert refused(game_options=Options()).startswith("game_options: trismegistus has no such")
    said = refused(DifficultyRequest, study=Study())
    assert said.startswith("study: trismegistus has no such option in a study;")
    assert refused(TournamentRequest, rolls=3).startswith("rolls: trismegistus has no such option")


def test_options_of_a_study_are_those_of_the_game() -> None:
    assert DifficultyRequest.of(rolls=3).study == Study(rolls=(3,))
    assert DifficultyRequest.of(game="summit").study == StudyOptions()
    said = refused(DifficultyRequest, game="summit", rolls=3)
    assert said.startswith("rolls: summit has no such option in a study;")


def test_a_request_without_roles_knows_no_word_for_them() -> None:
    said = refused(TuningRequest, alchemists="random")
    assert said.startswith("alchemists: trismegistus has no such option in a tuning;")
    assert said.count("alchemists") == 1


def test_a_command_names_the_options_of_its_game_that_are_not_as_usual() -> None:
    words = command_words(TuningRequest.of(achievements=True))
    assert "--achievements" in words
    assert not {"--difficulty", "--intro", "--solo"} & set(words)
    assert command_words(Options(solo=True, options=(("bot_first", True), ("setup_rolls", 4)))) == [
        *("--solo", "--option", "bot_first", "--option", "setup_rolls=4"),
    ]


def test_a_game_that_there_is_not_is_one_line() -> None:
    assert refused(game="sumit") == "--game: no game 'sumit'; did you mean 'summit'?"
    assert refused(game="a\nb").startswith("--game: no game 'a�b';")
    said = refused(RunRequest, asked(), game="trismegistus")
    assert said == "game: trismegistus, was summit; leave it out"


# ---------------------------------------------------------------- the class of options


def test_values_of_options_are_checked() -> None:
    assert Weather.of(None, {"rain": True}) == Weather(rain=True)
    assert Weather.of(Weather(wind=4), {"rain": True}) == Weather(rain=True, wind=4)
    with pytest.raises(SettingsError, match="wind 12: a whole number from 0 to 9 is expected"):
        Weather(wind=12)
    with pytest.raises(SettingsError, match="sky blue: clear or grey is expected"):
        Weather(sky="blue")


def test_what_is_not_as_usual_is_told_in_words() -> None:
    assert Weather().changed == {}
    assert Weather(rain=True, wind=4).changed == {"rain": "rain", "wind": "wind 4"}


def test_a_game_that_says_nothing_has_one_scenario_and_no_automa() -> None:
    options = Weather()
    assert (options.scenario, options.automas, options.players) == ("standard", (), None)
    assert (options.default_roles, options.unwritten) == ("balanced", ())


def test_scenarios_in_words() -> None:
    assert str(Scenario("storm", Weather(rain=True, wind=9))) == "storm (rain, wind 9)"
    assert str(Scenario("usual", Weather())) == "usual"
    assert str(Scenario("winter", SummitOptions(winter=True))) == "winter"
    assert str(Scenario("cold", SummitOptions(winter=True))) == "cold (winter)"


# ---------------------------------------------------------------- scenarios of a run

SEASONS = (
    Scenario("summer", SummitOptions()),
    Scenario("winter", SummitOptions(winter=True)),
)


def test_every_game_can_have_several_scenarios() -> None:
    request = asked(setups=SEASONS, games=7)
    assert request.scenarios == ("summer", "winter")
    assert request.scenario_options == (SummitOptions(), SummitOptions(winter=True))
    assert (request.rotations, request.games_a_deal, request.games) == (3, 6, 12)
    assert request.differences(asked(games=12)) == ["setups: summer; winter, was none"]


def test_scenarios_come_back_with_the_options_of_their_game() -> None:
    request = asked(setups=SEASONS, climbers="random")
    written = json.loads(json.dumps(plain(request)))
    assert written["game"] == "summit"
    assert written["game_options"] == {"winter": False}
    assert written["setups"][1] == {"name": "winter", "options": {"winter": True}}
    assert typed(RunRequest, written) == request


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "trismegistus"}, "game_options.winter: this key is unknown"),
        ({"game": "sumit"}, "game: no game 'sumit'; did you mean 'summit'?"),
        ({"game": 7}, "game: no game '7'; "),
        ({"game_options": {"winter": 1}}, "game_options.winter: true or false is expected, not 1"),
        ({"setups": [{"name": "x", "options": {"snow": 1}}]}, "setups[0].options.snow: this key"),
    ],
)
def test_options_in_a_manifest_are_those_of_its_game(change: dict[str, Any], said: str) -> None:
    with pytest.raises(DocumentError) as caught:
        typed(RunRequest, {**plain(asked(games=3)), **change})
    assert str(caught.value).startswith(said)


def test_options_that_differ_stand_where_the_options_are() -> None:
    one = RunRequest.of(achievements=True, log="players", seed=2)
    assert one.differences(RunRequest.of()) == [
        "seed: 2, was 1",
        "achievements: on, was off",
        "log: players, was turns",
    ]
    assert asked(climbers="random").differences(asked()) == ["climbers: random, was balanced"]


# ---------------------------------------------------------------- roles


def test_roles_have_the_word_of_the_game_and_a_neutral_one() -> None:
    assert asked(climbers="random").roles == asked(roles="random").roles == "random"
    assert RunRequest.of(alchemists="chosen").roles == RunRequest.of(roles="chosen").roles


def test_roles_that_may_repeat_are_given_one_for_each_place() -> None:
    assert asked(climbers="guide,guide,porter").roles == ("guide", "guide", "porter")
    assert refused(game="summit", climbers="guide,porter") == (
        "climbers guide,porter: 3 players need one each"
    )
    assert refused(game="summit", climbers="guide").startswith(
        "climbers guide: balanced, random, chosen, or 3 ids with commas between them are expected"
    )
    assert refused(players=3, alchemists="newton,newton,bacon").endswith(
        "3 players need as many different ones"
    )
