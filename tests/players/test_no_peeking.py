"""No strategy chooses by what is hidden from its seat: with all of it dealt anew, it does the same.

Weights players are shown the game as it is, for speed, and must find every option worth the same.
The others are shown a view; what is hidden in it is dealt anew, and ours don't look at it either.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.players.shuffling import KEY, one_of_each, peeks, positions, shuffled, where
from trisim.games.trismegistus.players import lookahead
from trisim.games.trismegistus.players.features import UNKNOWN, Feature, list_hand
from trisim.games.trismegistus.players.kit import KIT
from trisim.games.trismegistus.players.policy import quiet_log
from trisim.games.trismegistus.rules.codes import LAID_BY, Frame
from trisim.games.trismegistus.rules.decks import top_artifact, top_experiment, top_publication
from trisim.games.trismegistus.rules.game import Game, engine_box, reference_box
from trisim.games.trismegistus.rules.machine import run_frame
from trisim.players.loading import load_path
from trisim.players.player import Kind, Player
from trisim.players.registry import load, names
from trisim.players.scaffold import TEMPLATES, template

PILES = ("experiment_at", "artifact_at", "publication_at", "achievement_at")
STRATEGIES = Path(__file__).parents[1] / "strategies"

# ---------------------------------------------------------------- what is shuffled


def hidden_things(game: Game, seat: int) -> dict[str, Any]:
    """Everything that a seat doesn't know, by name."""
    state, tables = game.state, game.tables
    others = [other for other in range(game.players) if other != seat]
    before = game.frame is Frame.LABORATORY
    return {
        "seed": int(state.seed),
        "top publication": int(top_publication(state, tables)),
        "top experiments": [int(top_experiment(state, tables, level)) for level in range(3)],
        "top artifacts": [int(top_artifact(state, tables, level)) for level in range(3)],
        "hands": [cards(state.publication_at, other) for other in others],
        "masterpieces": [int(state.labs[other].masterpiece) for other in others],
        "refused": [n for n, at in enumerate(state.experiment_at) if is_refused(int(at), seat)],
        "under": state.under[: state.unders].tolist(),
        "dealt to others": state.dealt[others].tolist(),
        "dealt to itself": state.dealt[seat].tolist() if before else [],
        "kept by others": state.kept[others].tolist() if state.choosing else [],
    }


def cards(at: Any, *places: int) -> list[int]:
    return [n for n, place in enumerate(at) if place in places]


def is_refused(at: int, seat: int) -> bool:
    """Whether a masterpiece was laid by by another seat."""
    return at >= LAID_BY and at != LAID_BY + seat


def test_shuffling_changes_all_that_is_hidden() -> None:
    unchanged = set(hidden_things(positions()[0], 0))
    for game in positions():
        before = hidden_things(game, game.seat)
        after = hidden_things(shuffled(game, game.seat, KEY), game.seat)
        unchanged -= {name for name in before if before[name] != after[name]}
    assert not unchanged


def known_things(game: Game, seat: int) -> dict[str, Any]:
    """Everything that a seat knows, by name."""
    state = game.state
    hidden = ("seed", "labs", "dealt", "kept", "under")
    names = [name for name in state.dtype.names if name not in (*hidden, *PILES)]
    things: dict[str, Any] = {name: state[name].tobytes() for name in names}
    for other in range(game.players):
        for name in state.labs.dtype.names:
            if name != "masterpiece" or other == seat:
                things[f"{name} of {other}"] = state.labs[other][name].tobytes()
        for name in PILES:
            things[f"{name} of {other}"] = int(np.sum(state[name] == other))
    for name in PILES:
        things[name] = cards(state[name], seat, seat + 4, LAID_BY + seat)
    if game.frame is not Frame.LABORATORY:
        things["dealt"] = state.dealt[seat].tolist()
    things["kept"] = state.kept[seat].tolist()
    things["options"] = game.legal()
    return things


def test_shuffling_changes_nothing_that_is_known() -> None:
    for game in positions():
        before = known_things(game, game.seat)
        after = known_things(shuffled(game, game.seat, KEY), game.seat)
        changed = [name for name in before if before[name] != after[name]]
        assert not changed, where(game)


def test_with_the_same_seed_a_seat_is_shown_the_same() -> None:
    for game in positions():
        other = shuffled(game, game.seat, KEY, keep_seed=True)
        assert other.view(game.seat).state.tobytes() == game.view(game.seat).state.tobytes()


# ---------------------------------------------------------------- nobody peeks


@pytest.mark.parametrize(("place", "name"), [*enumerate(names(KIT))], ids=names(KIT))
def test_strategies_of_ours_choose_the_same_whatever_is_hidden(place: int, name: str) -> None:
    player = load(name, KIT)
    if player.uses_search:  # plain it takes hours: tests/record/test_compiled.py has it
        player = load(f"{name}:iterations=0", KIT)
    for game in one_of_each(place):
        assert not peeks(player, game), where(game)


def everything() -> Player:
    """A weights player to whom every feature matters."""
    weights = {feature.name.lower(): (1.0, 0.9, 0.8) for feature in Feature}
    return replace(load("balanced", KIT), weights=weights)


def test_the_evaluator_finds_all_worth_the_same_whatever_is_hidden() -> None:
    player = everything()
    for game in positions():
        assert not peeks(player, game), where(game)


def test_errors_come_from_chance_of_its_own() -> None:
    for spec in ("balanced:noise=1", "random:noise=1"):
        player = load(spec, KIT)
        for game in positions()[::5]:
            assert not peeks(player, game), where(game)


def test_restrictions_are_kept_to_without_what_is_hidden() -> None:
    names = "harvest+use-formula+category:publications+category:artifacts"
    for spec in (f"balanced:without={names}", f"random:without={names}"):
        player = load(spec, KIT)
        for game in one_of_each(0):
            assert not peeks(player, game), where(game)


@pytest.mark.parametrize("kind", TEMPLATES)
def test_templates_choose_the_same_whatever_is_hidden(kind: Kind, tmp_path: Path) -> None:
    path = tmp_path / TEMPLATES[kind]
    path.write_text(template(kind, KIT), encoding="utf-8")
    player = load_path(path, path.name, KIT)
    for game in one_of_each(0):
        assert not peeks(player, game, keep_seed=True), where(game)


@pytest.mark.parametrize("path", sorted(STRATEGIES.glob("*.py")), ids=lambda path: path.stem)
def test_strategies_in_files_choose_the_same_whatever_is_hidden(path: Path) -> None:
    player = load_path(path, path.name, KIT)
    for game in one_of_each(0):
        assert not peeks(player, game, keep_seed=True), where(game)


# ---------------------------------------------------------------- cheats are caught

IMPORTS = """\
from __future__ import annotations
from trisim.games.trismegistus.strategy import Box, Game, Moves, Policy, strategy
from trisim.games.trismegistus.rules.codes import At
from trisim.games.trismegistus.rules.machine import apply
from trisim.games.trismegistus.players.policy import quiet_log

"""

MASTERPIECE = """\
@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    return int(moves[max(0, int(game.labs[(seat + 1) % int(game.players)].masterpiece)) % n])
"""

LOOKS_AHEAD = """\
@strategy()
def choose(game: Game, box: Box, moves: Moves, n: int, seat: int, policy: Policy) -> int:
    best, chosen = -1, 0
    for option in range(n):
        policy.scratch.states[0] = game
        log = quiet_log(policy.scratch.log)
        apply(policy.scratch.states[0], box, policy.scratch.moves[:], log, int(moves[option]))
        likes = 0
        for card in range(int(box.artifacts)):
            if policy.scratch.states[0].artifact_at[card] == At.DECK:
                likes += card
        for card in range(int(box.publications)):
            if policy.scratch.states[0].publication_at[card] == seat:
                likes += card
        if likes * 31 % 101 > best:
            best, chosen = likes * 31 % 101, int(moves[option])
    return chosen
"""

HANDS = """\
class Nosy:
    def choose(self, view):
        theirs = [n for n, at in enumerate(view.state.publication_at) if at in {0, 1, 2, 3}]
        moves = view.legal()
        return moves[sum(theirs) % len(moves)]
"""

NOT_BLIND = MASTERPIECE.replace("strategy()", "strategy(blind=True)")


def planted(folder: Path, text: str) -> Player:
    """A strategy from its text."""
    path = folder / "cheat.py"
    path.write_text(IMPORTS + text if "@strategy" in text else text, encoding="utf-8")
    return load_path(path, path.name, KIT)


def is_caught(player: Player, *, keep_seed: bool = False) -> bool:
    return any(peeks(player, game, keep_seed=keep_seed) for game in positions())


@pytest.mark.parametrize("text", [MASTERPIECE, LOOKS_AHEAD, HANDS, NOT_BLIND])
def test_a_planted_cheat_is_caught(text: str, tmp_path: Path) -> None:
    assert is_caught(planted(tmp_path, text))


def test_a_blind_strategy_that_looks_sees_real_cards_and_is_caught(tmp_path: Path) -> None:
    assert is_caught(planted(tmp_path, NOT_BLIND), keep_seed=True)
    assert not is_caught(planted(tmp_path, MASTERPIECE), keep_seed=True)


def with_the_masterpiece_of_the_next(found: Callable[..., None]) -> Callable[..., None]:
    """Features that count what the next player's masterpiece is worth to us."""

    def features(game: Any, box: Any, seat: int, policy: Any) -> None:
        found(game, box, seat, policy)
        theirs = int(game.labs[(seat + 1) % int(game.players)].masterpiece)
        policy.scratch.features[Feature.MASTERPIECE] += 0.1 * theirs

    return features


def with_the_top_of_the_deck(found: Callable[..., None]) -> Callable[..., None]:
    """Features that know which publication comes next."""

    def features(game: Any, box: Any, seat: int, policy: Any) -> None:
        found(game, box, seat, policy)
        policy.scratch.features[Feature.PUBLICATIONS] += 0.1 * top_publication(game, box)

    return features


def draws_for_real(found: Callable[..., bool]) -> Callable[..., bool]:
    """Looking ahead to the publications that are really drawn, and counting them."""

    def skip_chance(policy: Any, place: int, kind: int) -> bool:
        if kind != Frame.DRAW:
            return found(policy, place, kind)
        state, box = policy.scratch.states[place], engine_box(reference_box())
        seat = int(state.stack[state.depth - 1].seat)
        run_frame(state, box, quiet_log(policy.scratch.log))
        list_hand(state, box, seat, policy)
        policy.memo.hand_key = UNKNOWN
        return True

    return skip_chance


@pytest.mark.parametrize(
    ("name", "cheat"),
    [
        ("features", with_the_masterpiece_of_the_next),
        ("features", with_the_top_of_the_deck),
        ("skip_chance", draws_for_real),
    ],
    ids=["masterpiece", "deck", "draws"],
)
def test_an_evaluator_that_cheats_is_caught(
    name: str, cheat: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookahead, name, cheat(getattr(lookahead, name)))
    assert is_caught(everything())
