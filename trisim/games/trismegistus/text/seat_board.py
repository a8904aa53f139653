"""The view of a player before a decision: the own laboratory, and the whole board."""

from __future__ import annotations

from collections.abc import Iterable

from trisim.games.trismegistus.box.nouns import counted_words
from trisim.games.trismegistus.box.words import Thing
from trisim.games.trismegistus.rules.codes import Dealt, Frame
from trisim.games.trismegistus.rules.experiments import can_perform
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.solo import Solo
from trisim.games.trismegistus.text.board import (
    artifact_lines,
    board_lines,
    entry,
    experiment_words,
    formula_lines,
    laboratory_lines,
    publication_words,
    publications_of,
    standing_lines,
)
from trisim.games.trismegistus.text.bot_board import bot_lines
from trisim.games.trismegistus.text.describe import (
    BOT_NAME,
    card_words,
    dealt_card,
    die_words,
    player_name,
)
from trisim.texts import listed, plural


def table_lines(game: Game, seat: int) -> list[str]:
    """The board and every laboratory, the own one last, as a seat sees them."""
    others = [other for other in range(game.players) if other != seat]
    lines = board_lines(game)
    for one in (*others, seat):
        if one == game.bot_seat and not game.state.choosing:
            lines += ["", f"{player_name(game, one)} (seat {one})", *bot_lines(game)]
        elif game.state.labs[one].alchemist >= 0:
            yours = ", you" if one == seat else ""
            lines += ["", f"{player_name(game, one)} (seat {one}{yours})"]
            lines += laboratory_lines(game, one, hide=one != seat)
    return lines


def own_lines(game: Game, seat: int) -> list[str]:
    """The player's goods, levels, artifacts, and what is missing for experiments."""
    lab = game.state.labs[seat]
    lines = standing_lines(game, seat)
    if lab.die_symbol >= 0:
        die = die_words(int(lab.die_symbol), int(lab.die_color))
        lines += entry("die", f"{die}, potency {int(lab.potency)}; {dice_words(game, seat)}")
    elif not game.state.choosing:
        lines += entry("dice", dice_words(game, seat))
    if game.frame is Frame.REACT:
        lines += reaction_lines(game)
    if game.frame is Frame.KEEP:
        lines += formula_lines(game, lab) + dealt_lines(game, seat)
    lines += artifact_lines(game, lab)
    for card in (*lab.beside, lab.masterpiece):
        if card >= 0:
            lines += missing_lines(game, seat, int(card))
    for card in publications_of(game, seat):
        lines += entry("publication", publication_words(game, card))
    return lines


def dealt_lines(game: Game, seat: int) -> list[str]:
    """The cards dealt to a seat, those apart that it chooses from now."""
    lines = []
    asked = int(game.state.stack[game.state.depth - 1].arg[0])
    for what in [what for what in Dealt if what != asked]:
        kept = int(game.state.kept[seat, what])
        places = [place for place, index in enumerate(game.state.dealt[seat, what]) if index >= 0]
        for place in places if kept < 0 else [kept]:
            card = dealt_card(game, seat, what, place)
            text = f"{card.name}: {card_words(game.box, card)}"
            lines += entry("dealt" if kept < 0 else "kept", text)
    if game.solo is not None and asked == Dealt.ARTIFACT:
        lines += entry("refused", refused_words(game, game.solo))
    return lines


def refused_words(game: Game, solo: Solo) -> str:
    """The fate of the starting artifact that you refuse."""
    if not solo.options.no_personality:
        return f"goes to {BOT_NAME}, with the personality of its element"
    if game.box.solo.rulings.keeps_refused_artifact:
        return f"goes to {BOT_NAME}"
    return "leaves the game"


def reaction_lines(game: Game) -> list[str]:
    """The die that can be reacted to."""
    active = int(game.state.active)
    lab = game.state.labs[active]
    die = die_words(int(lab.die_symbol), int(lab.die_color))
    return entry("react to", f"the {die} die of {player_name(game, active)}")


def dice_words(game: Game, seat: int) -> str:
    """How many dice of the round are used."""
    used, most = int(game.state.labs[seat].dice_used), game.box.rules.numbers.dice_per_round
    return f"{used} of {most} dice used"


def missing_lines(game: Game, seat: int, card: int) -> list[str]:
    """An experiment that could be performed, and what is missing for it."""
    kind = "masterpiece" if card == game.state.labs[seat].masterpiece else "beside"
    lines = entry(kind, experiment_words(game, card))
    if can_perform(game.state, game.tables, seat, card):
        return lines + entry("", "can be performed")
    return lines + entry("", f"missing: {missing_words(game, seat, card)}")


def missing_words(game: Game, seat: int, card: int) -> str:
    """Levels and materials an experiment asks beyond what is held, gold and discounts apart."""
    lab, experiment = game.state.labs[seat], game.box.experiments[card]
    track = experiment.element
    levels = experiment.mastery - int(lab.level[track])
    missing = [f"{levels} level{plural(levels)} of {track.word}"] if levels > 0 else []
    spare = {thing: int(lab.held[thing]) for thing in range(Thing.GOLD)}
    for amount in sorted(experiment.cost, key=lambda amount: amount.thing):
        left = amount.count
        for payer in payers(amount.thing):
            paid = min(left, spare.get(payer, 0))
            spare[payer] = spare.get(payer, 0) - paid
            left -= paid
        if left:
            missing.append(counted_words(left, amount.thing))
    gold, discounts = int(lab.held[Thing.GOLD]), int(lab.discounts[track])
    help_words = [counted_words(gold, Thing.GOLD)] if gold else []
    help_words += [f"{discounts} discount{plural(discounts)}"] if discounts else []
    return listed(missing) + (f" (there is {listed(help_words)})" if help_words else "")


def payers(thing: Thing) -> Iterable[int]:
    """What pays a thing, the cheapest first; gold apart."""
    if thing is Thing.ANY_RAW:
        return range(Thing.REFINED_IRON + 1)
    if thing is Thing.ANY_REFINED:
        return range(Thing.REFINED_COPPER, Thing.GOLD)
    if Thing.RAW_COPPER <= thing <= Thing.RAW_IRON:
        return (thing, thing + 4)
    return (thing,)
