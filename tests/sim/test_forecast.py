"""What a run will take, from a few of its games."""

from __future__ import annotations

import pytest

from trisim.sim import forecast as module
from trisim.sim.forecast import LONG_ENOUGH, PATIENCE, SLOW, forecast, forecast_several
from trisim.sim.plan import Plan, prepare
from trisim.sim.run_request import RunRequest


class Clock:
    """Deals that take as long as a test says, the first one longer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, first: float, each: float) -> None:
        self.now, self.first, self.each = 0.0, first, each
        self.sampled: list[int] = []
        monkeypatch.setattr(module, "sampled", self.sample)
        monkeypatch.setattr("trisim.sim.forecast.time.perf_counter", lambda: self.now)

    def sample(self, plan: Plan, deals: int) -> tuple[float, int]:
        seconds = deals * self.each + (0.0 if self.sampled else self.first)
        self.sampled.append(deals)
        self.now += seconds
        return seconds, 1000 * deals


@pytest.fixture(scope="module")
def plan() -> Plan:
    return prepare(RunRequest.of(players=2, games=4000))


def test_pace_is_that_of_a_block_that_took_long_enough(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, first=2.0, each=LONG_ENOUGH / 10)
    found = forecast(plan, cores=1)
    assert clock.sampled == [1, 1, 4, 16]
    assert found.pace == pytest.approx(2 / (LONG_ENOUGH / 10))
    assert found.bytes == 1000 * 2000


def test_a_slow_first_deal_is_not_played_twice(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, first=0.0, each=SLOW)
    assert forecast(plan, cores=1).seconds == pytest.approx(2000 * SLOW)
    assert clock.sampled == [1]


def test_of_several_slow_runs_not_all_are_tried(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, first=0.0, each=PATIENCE / 1.5)
    seconds, size = forecast_several([plan] * 6, tried=6, runs=12, cores=1)
    assert len(clock.sampled) == 2
    assert seconds == pytest.approx(12 * 2000 * PATIENCE / 1.5)
    assert size == 12 * 1000 * 2000
