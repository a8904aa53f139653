"""How a tuning went, as a picture."""

from __future__ import annotations

import io
import math
from pathlib import Path

import numpy as np
import pytest

from trisim.campaigns.tuning_figure import PICTURES, caption, draw, write_figures
from trisim.campaigns.tuning_log import Generation
from trisim.campaigns.tuning_request import TuningRequest
from trisim.stats.tuning_progress import WINDOW, Turn, climbs

ASKED = TuningRequest(generations=40, check=("random",))


def turns(asked: TuningRequest) -> list[Turn]:
    """Candidates that win ever more."""
    numbers = range(asked.generations)
    return [Turn(each + 1, asked.opponent(each), 0.2 + each / 200) for each in numbers]


def test_a_line_for_each_opponent_and_one_for_equals() -> None:
    found = climbs(turns(ASKED))
    assert [each.opponent for each in found] == ["balanced", "publisher", "experimenter", "itself"]
    (axes,) = draw(found, ASKED).axes
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [each.opponent for each in found]
    heights = [np.unique(np.asarray(line.get_ydata())).tolist() for line in axes.lines]
    assert [25.0] in heights


def test_a_running_mean_follows_a_straight_line() -> None:
    for climb in climbs(turns(ASKED)):
        steps = [win - mean for win, mean in zip(climb.wins, climb.means, strict=True)]
        assert max(map(abs, steps)) < 0.02
        assert math.isnan(climb.errors[0])
    (single,) = climbs([Turn(number, "random", 0.3) for number in range(30)])
    assert single.means == pytest.approx([0.3] * 30)
    assert single.errors[WINDOW] == pytest.approx(0)


def test_the_band_is_two_standard_errors() -> None:
    (found,) = climbs([Turn(number, "random", 0.1 * (number % 2)) for number in range(3)])
    assert found.means[1] == pytest.approx(0.1 / 3)
    assert found.errors[1] == pytest.approx(2 * math.sqrt(0.01 / 3) / math.sqrt(3))


def test_pictures_have_the_same_bytes_each_time(tmp_path: Path) -> None:
    generations = [
        Generation(turn.generation - 1, turn.opponent, 0, 40, 0.5, (0.1, 0.2), (turn.win,) * 2)
        for turn in turns(ASKED)
    ]
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
        write_figures(folder, generations, ASKED)
    for name in PICTURES:
        one, two = ((folder / name).read_bytes() for folder in folders)
        assert one == two
        assert len(one) > 1000


def test_a_single_generation_and_odd_names_can_be_drawn() -> None:
    asked = TuningRequest(generations=1, pool=("my/$odd$.toml",), check=())
    figure = draw(climbs([Turn(1, "my/$odd$.toml", 0.25)]), asked)
    figure.savefig(io.BytesIO(), format="png")
    assert "itself" not in caption(asked)
