"""The board, a laboratory and the score as plain text, as wide as the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from trisim.games.trismegistus.box.cards import Experiment
from trisim.games.trismegistus.box.nouns import counted_words
from trisim.games.trismegistus.box.speech import elementals_words
from trisim.games.trismegistus.box.words import Color, Element, Essence, Symbol, Thing
from trisim.games.trismegistus.rules.codes import PERFORMED_BY, At, FormulaState, Part
from trisim.games.trismegistus.rules.game import Game
from trisim.games.trismegistus.rules.scoring import elementals_of
from trisim.games.trismegistus.text.describe import (
    arrow_words,
    card_words,
    goods_words,
    player_name,
    points_words,
)
from trisim.texts import listed, plural
from trisim.transcript import PAGE_WIDTH, wrapped

KEY = 13
"""How wide the column of names at the left is."""

DICE = (Color.BLACK, Color.WHITE, Color.RED)
FACES = tuple(Symbol)[:5]


def entry(key: str, text: str, indent: str = "  ") -> list[str]:
    """A name at the left and its text at the right."""
    return wrapped(f"{indent}{key:<{KEY}}{text}", "", indent + " " * KEY)


# ---------------------------------------------------------------- the board


def bowl_lines(bowls: Any) -> list[str]:
    """The dice in the bowls as a table, with the potency that each bowl gives."""
    head = f"  {'Bowls':<8}" + "".join(f"{symbol.word:>9}" for symbol in Symbol)
    lines = [head]
    for color in DICE:
        counts = [int(bowls[symbol][color]) for symbol in Symbol]
        lines.append(f"  {color.word:<8}" + "".join(f"{count or '·':>9}" for count in counts))
    total = [int(sum(bowls[symbol])) for symbol in Symbol]
    lines.append(f"  {'dice':<8}" + "".join(f"{count:>9}" for count in total))
    return lines


def market_lines(game: Game, market: Any) -> list[str]:
    lines = ["  Market"]
    for color in DICE:
        for card in market[color]:
            if card >= 0:
                artifact = game.box.artifacts[int(card)]
                text = f"{artifact.name}: {card_words(game.box, artifact)}"
                lines += entry(color.word, text, "    ")
    return lines


def book_lines(game: Game, books: Any) -> list[str]:
    lines = ["  Books"]
    for symbol in FACES:
        for card in books[symbol]:
            if card >= 0:
                text = experiment_words(game, int(card))
                lines += entry(symbol.word, text, "    ")
    return lines


def experiment_words(game: Game, card: int) -> str:
    """An experiment by name, with what it asks and gives."""
    experiment = game.box.experiments[card]
    return f"{experiment.name}: {card_words(game.box, experiment)}"


def track_lines(game: Game) -> list[str]:
    """The tracks: dominant essences and bonus tokens."""
    state = game.state
    lines = ["  Tracks"]
    for place in game.tables.track_order[:4]:
        track = Element(int(place))
        essence = Essence([int(element) for element in state.essence_track].index(track))
        text = f"led onto by {essence.word}"
        tokens = [
            f"{token_name(game, int(kind))} at {level}"
            for kind, level in zip(
                state.bonus[track], game.box.board.tracks.bonus_spaces, strict=False
            )
            if kind >= 0
        ]
        lines += entry(track.word, text + (f"; {listed(tokens)}" if tokens else ""), "    ")
    return lines


def token_name(game: Game, kind: int) -> str:
    return f"{list(game.box.board.bonus_tokens)[kind]} token"


def achievement_lines(game: Game) -> list[str]:
    open_ones = [
        card
        for index, card in enumerate(game.box.achievements)
        if game.state.achievement_at[index] == At.OPEN
    ]
    lines = ["  Achievements"] if open_ones else []
    for card in open_ones:
        lines += wrapped(f"{card.name}: {card_words(game.box, card)}", "    ")
    return lines


def board_lines(game: Game) -> list[str]:
    """The whole board."""
    state = game.state
    return [
        *bowl_lines(state.bowls),
        *market_lines(game, state.market),
        *book_lines(game, state.books),
        *track_lines(game),
        *achievement_lines(game),
        *(line for seat in range(game.players) for line in standing_lines(game, seat)),
    ]


# ---------------------------------------------------------------- laboratories


def standing_lines(game: Game, seat: int) -> list[str]:
    """The public goods and levels of a player in a line."""
    lab = game.state.labs[seat]
    return wrapped(standing_words(player_name(game, seat), lab.level, held_words(lab)), "  ")


def standing_words(name: str, levels: Sequence[int], held: str) -> str:
    """A player's levels and goods."""
    return f"{name}: {level_words(levels)}; {held}"


def level_words(levels: Sequence[int]) -> str:
    return ", ".join(f"{track.word} {int(levels[track])}" for track in Element)


def held_words(lab: Any) -> str:
    used = int(lab.used_reactions)
    spent = f" ({counted_words(used, Thing.REACTION)} used)" if used else ""
    return goods_of(lab.held) + spent


def goods_of(held: Sequence[int]) -> str:
    goods = {thing: int(held[thing]) for thing in range(Thing.POINT) if held[thing]}
    return goods_words(goods) or "nothing"


def laboratory_lines(game: Game, seat: int, *, hide: bool = False) -> list[str]:
    """A whole laboratory; with ``hide``, as the others see it."""
    lab = game.state.labs[seat]
    return [
        *entry("holds", held_words(lab)),
        *formula_lines(game, lab),
        *artifact_lines(game, lab),
        *(line for card in lab.beside for line in beside_lines(game, int(card))),
        *secret_lines(game, seat, hide),
        *performed_lines(game, seat),
    ]


def formula_lines(game: Game, lab: Any) -> list[str]:
    """The formulas of each column, and where those are that left it."""
    where = {
        FormulaState.LOCKED: "",
        FormulaState.READY: " (in the vault)",
        FormulaState.USED: " (used)",
        FormulaState.GONE: " (gone)",
    }
    lines = []
    for column in Element:
        for position, key in ((2 * column, column.word), (2 * column + 1, "")):
            if lab.formula[position] >= 0:
                card = game.box.formulas[int(lab.formula[position])]
                state = where[FormulaState(int(lab.formula_state[position]))]
                lines += entry(key, f"{card.name}{state}: {card_words(game.box, card)}")
    return lines


def artifact_lines(game: Game, lab: Any, indent: str = "  ") -> list[str]:
    """The artifacts in their slots."""
    lines = []
    for slot, card in enumerate(lab.slots):
        if card >= 0:
            artifact = game.box.artifacts[int(card)]
            used = "" if lab.ready[slot] else " (used)"
            text = f"{artifact.name}{used} at {arrow_words(slot)}"
            lines += entry("artifact", f"{text}: {card_words(game.box, artifact)}", indent)
    return lines


def beside_lines(game: Game, card: int) -> list[str]:
    """An experiment beside the laboratory."""
    return entry("beside", experiment_words(game, card)) if card >= 0 else []


def secret_lines(game: Game, seat: int, hide: bool) -> list[str]:
    """Masterpiece and publications: only their number, if they are hidden."""
    masterpiece = int(game.state.labs[seat].masterpiece)
    lines = []
    if masterpiece >= 0:
        text = "hidden" if hide else experiment_words(game, masterpiece)
        lines += entry("masterpiece", text)
    hand = publications_of(game, seat)
    if hide and hand:
        lines += entry("publications", f"{len(hand)} hidden")
    else:
        for card in hand:
            lines += entry("publication", publication_words(game, card))
    return lines


def publications_of(game: Game, seat: int) -> list[int]:
    """The publications in a hand."""
    places = game.state.publication_at[: len(game.box.publications)]
    return [card for card, at in enumerate(places) if at == seat]


def publication_words(game: Game, card: int) -> str:
    """A publication by name, with what it needs and gives."""
    publication = game.box.publications[card]
    return f"{publication.name}: {card_words(game.box, publication)}"


def performed_lines(game: Game, seat: int, indent: str = "  ") -> list[str]:
    """The experiments performed."""
    names = ", ".join(card.name for card in performed_by(game, seat))
    return entry("performed", names, indent) if names else []


def performed_by(game: Game, seat: int) -> list[Experiment]:
    """The experiments a player performed."""
    places = game.state.experiment_at[: len(game.box.experiments)]
    cards = zip(game.box.experiments, places, strict=True)
    return [card for card, at in cards if at == PERFORMED_BY + seat]


# ---------------------------------------------------------------- the score


SCORE_ROWS = {
    Part.EXPERIMENTS: "experiments",
    Part.MASTERPIECE: "masterpiece",
    Part.PUBLICATIONS: "publications",
    Part.STONE: "philosopher's stone",
    Part.GOLD: "gold left",
    Part.ETHEREAL: "ethereal dice left",
    Part.MASTERY: "mastery",
    Part.ACHIEVEMENTS: "achievements",
    Part.BONUSES: "bonuses of experiments",
    Part.ABILITIES: "abilities of artifacts",
    Part.FORMULAS: "formulas used",
    Part.VAULT: "vault",
    Part.TRACK_TOP: "at the top of tracks",
    Part.ARTIFACTS: "elementals on artifacts",
    Part.BOT: "its cards and tokens",
}
OF_BOT = (Part.ARTIFACTS, Part.BOT)
"""Rows of Botmegistus alone."""

SCORE_LABELS = 24
"""How wide the column of labels is."""


def score_lines(game: Game) -> list[str]:
    """The score sheet: parts by player, totals, experiments for ties, and who won."""
    seats = range(game.players)
    names = [player_name(game, seat) for seat in seats]
    heads = score_heads(names)
    widths = [max(6, *(len(row[seat]) for row in heads)) + 2 for seat in seats]
    parts = [game.parts(seat) for seat in seats]
    rows = [
        (label, [parts[seat][part] for seat in seats])
        for part, label in SCORE_ROWS.items()
        if is_scored(game, part)
    ]
    total = ("total", [game.score(seat) for seat in seats])
    performed = [int(game.state.labs[seat].performed) for seat in seats]
    rule = "  " + "─" * (SCORE_LABELS + sum(widths))
    return [
        *(score_row("", row, widths) for row in heads),
        rule,
        *(score_row(label, values, widths) for label, values in rows),
        rule,
        score_row(*total, widths),
        score_row("experiments performed", performed, widths),
        "",
        *wrapped(winner_words(game, names, performed), "  "),
    ]


def is_scored(game: Game, part: Part) -> bool:
    """Whether a part of the score is one in this kind of game."""
    if part in OF_BOT:
        return game.bot_seat >= 0
    return part is not Part.ACHIEVEMENTS or bool(game.state.with_achievements)


def score_row(label: str, values: Sequence[object], widths: Sequence[int]) -> str:
    cells = "".join(f"{value!s:>{width}}" for value, width in zip(values, widths, strict=True))
    return f"  {label:<{SCORE_LABELS}}{cells}".rstrip()


def score_heads(names: Sequence[str]) -> list[Sequence[str]]:
    """The names over the score sheet: in one row, or, if the page is too narrow, word by word.

    >>> score_heads(["Maria", "Isaac Newton"])
    [['Maria', 'Isaac Newton']]
    """
    if 2 + SCORE_LABELS + sum(max(6, len(name)) + 2 for name in names) <= PAGE_WIDTH.get():
        return [names]
    upwards = zip_longest(*(reversed(name.split()) for name in names), fillvalue="")
    return list(reversed(list(upwards)))


def winner_words(game: Game, names: Sequence[str], performed: Sequence[int]) -> str:
    """Who won, and by what."""
    winners = game.winners()
    best = game.score(winners[0])
    level = [seat for seat in range(game.players) if game.score(seat) == best]
    count = performed[winners[0]]
    if len(level) == 1:
        return f"{names[winners[0]]} wins with {points_words(best)}."
    tied = f"{listed(names[seat] for seat in level)} have {points_words(best)} each"
    if game.bot_seat >= 0:
        return f"{tied}; a tie is a win for {names[game.bot_seat]}."
    if len(winners) == 1:
        return f"{tied}; {names[winners[0]]} performed most experiments ({count}) and wins."
    if len(winners) == len(level):
        return f"{tied}, performed {count} experiments each and share the victory."
    shared = listed(names[seat] for seat in winners)
    return f"{tied}; {shared} performed {count} experiments each and share the victory."


def evidence_lines(game: Game) -> list[str]:
    """The basis of the final score, player by player."""
    lines = []
    for seat in range(game.players):
        lines.append(f"  {player_name(game, seat)}")
        lines += standing_entry(game, seat)
        if seat == game.bot_seat:
            from trisim.games.trismegistus.text.bot_board import bot_evidence_lines

            lines += bot_evidence_lines(game)
            continue
        lines += performed_lines(game, seat, "    ")
        lines += artifact_lines(game, game.state.labs[seat], "    ")
        found = [elementals_of(game.state, game.tables, seat, element) for element in Element]
        elementals = tuple(e for e, count in zip(Element, found, strict=True) for _ in range(count))
        lines += entry("elementals", elementals_words(elementals), "    ")
        for card in publications_of(game, seat):
            lines += entry("publication", publication_words(game, card), "    ")
        placed = int(game.state.labs[seat].placed)
        lines += entry("stone", f"{placed} formula{plural(placed)} placed", "    ")
    return lines


def standing_entry(game: Game, seat: int) -> list[str]:
    """Levels and goods as entries."""
    lab = game.state.labs[seat]
    return entry("levels", level_words(lab.level), "    ") + entry("holds", held_words(lab), "    ")
