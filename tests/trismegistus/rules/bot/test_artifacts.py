"""Artifacts of Botmegistus: which one it gains; no slots, no limit, no abilities."""

from __future__ import annotations

from tests.trismegistus.rules.bot.helpers import (
    BLACK,
    LEAD,
    RED,
    WHITE,
    artifact,
    bot_game,
    call,
    decided,
    fill_market,
    give_die,
    lab_of,
    own,
)
from tests.trismegistus.rules.property_checks import more_cards
from trisim.games.trismegistus.rules.bot.cards import gain_artifact
from trisim.games.trismegistus.rules.codes import At, BotDecision, Event, Priority
from trisim.games.trismegistus.rules.game import Game


def gained(game: Game) -> list[str]:
    """What it gains now."""
    before = set(own(game))
    call(gain_artifact, game)
    return [ident for ident in own(game) if ident not in before]


def test_artifact_of_its_dies_colour_with_most_elementals() -> None:
    for idents in (("t1-lead", "t1-black"), ("t1-tin", "t1-iron"), ("t1-chameleon", "t1-white")):
        best = {"t1-black", "t1-iron", "t1-chameleon"} & set(idents)
        for order in (idents, idents[::-1]):
            game = bot_game()
            give_die(game, LEAD, WHITE)
            fill_market(game, WHITE, *order)
            fill_market(game, RED, "t1-other", "t1-step")
            assert set(gained(game)) == best
            assert decided(game) == [
                (
                    BotDecision.ARTIFACT,
                    Priority.MOST_ELEMENTALS,
                    artifact(game, next(iter(best))),
                )
            ]


def test_artifact_tie_is_settled_by_the_d6() -> None:
    faces = set()
    for seed in range(16):
        game = bot_game(seed)
        give_die(game, LEAD, BLACK)
        fill_market(game, BLACK, "t1-tin", "t1-white")
        (ident,) = gained(game)
        told = game.events()
        (face,) = [one.thing for one in told if one.what is Event.BOT_ROLL]
        assert ident == ("t1-tin" if face < 3 else "t1-white")
        settled = [one.thing % 100 for one in told if one.what is Event.BOT_CHOICE]
        assert settled == [Priority.D6]
        faces.add(face)
    assert faces == set(range(6))


def test_artifact_tie_of_more_spaces_is_among_the_best_alone() -> None:
    seen = set()
    for seed in range(16):
        game = bot_game(seed, box=more_cards())
        give_die(game, LEAD, BLACK)
        fill_market(game, BLACK, "t1-tin", "t1-iron", "t1-lead", "t1-other")
        seen |= set(gained(game))
    assert seen == {"t1-iron", "t1-other"}


def test_artifact_alone_is_taken() -> None:
    for order in (("t1-lead", None), (None, "t1-lead")):
        game = bot_game()
        give_die(game, LEAD, RED)
        fill_market(game, RED, *order)
        assert gained(game) == ["t1-lead"]
        assert decided(game)[0][1] is Priority.ONLY


def test_artifact_none_there_nothing_happens() -> None:
    game = bot_game()
    give_die(game, LEAD, RED)
    fill_market(game, RED, None, None)
    before = game.state.tobytes()
    assert gained(game) == []
    assert game.state.tobytes() == before
    assert game.events() == []


def test_artifact_space_is_refilled() -> None:
    game = bot_game()
    give_die(game, LEAD, RED)
    fill_market(game, RED, "t1-iron", "t1-lead")
    gained(game)
    assert int(game.state.market[RED, 0]) not in (-1, artifact(game, "t1-iron"))
    assert int(game.state.market[RED, 1]) == artifact(game, "t1-lead")
    assert game.state.artifact_at[game.state.market[RED, 0]] == At.OPEN


def test_artifact_gives_elementals_and_nothing_else() -> None:
    game = bot_game()
    start = game.state.bot.elementals.copy()
    give_die(game, LEAD, RED)
    before = lab_of(game).tobytes()
    for ident in ("t1-iron", "t1-chameleon", "t1-other"):
        fill_market(game, RED, ident, None)
        gained(game)
    assert (game.state.bot.elementals - start).tolist() == [1, 1, 2, 2]
    assert lab_of(game).tobytes() == before
    taken = [one for one in game.events() if one.what is Event.TAKE_ARTIFACT]
    assert [one.delta for one in taken] == [-1, -1, -1]
