"""Publications: drawing them and putting some back."""

from __future__ import annotations

from trisim.games.trismegistus.kernels import kernel
from trisim.games.trismegistus.rules.codes import LAID_BY, Event, Frame, Move
from trisim.games.trismegistus.rules.decks import draw_publication, publications_left, put_under
from trisim.games.trismegistus.rules.stack import add_move, note, pop, push
from trisim.games.trismegistus.rules.state import Box, Game, Log, Moves


@kernel
def run_draw(game: Game, box: Box, log: Log, seat: int, times: int) -> None:
    """Draw, then return; with too few left, take them and return none."""
    pop(game)
    if times > 1:
        push(game, Frame.DRAW, seat, times - 1, 0, 0)
    left = publications_left(game, box)
    drawn = min(left, int(box.rules.publications_drawn))
    for _ in range(drawn):
        card = draw_publication(game, box)
        game.publication_at[card] = seat
        note(game, log, Event.DRAW, seat, card, 1)
    if drawn == int(box.rules.publications_drawn) and box.rules.publications_returned > 0:
        push(game, Frame.RETURN, seat, int(box.rules.publications_returned), 0, 0)


@kernel
def legal_return(game: Game, box: Box, seat: int, moves: Moves) -> int:
    """Any publication of the hand."""
    n = 0
    for card in range(int(box.publications)):
        if game.publication_at[card] == seat:
            n = add_move(moves, n, Move.RETURN, card, 0, 0)
    return n


@kernel
def resolve_return(game: Game, log: Log, seat: int, left: int, card: int) -> None:
    """Put a publication under the deck."""
    pop(game)
    if left > 1:
        push(game, Frame.RETURN, seat, left - 1, 0, 0)
    put_under(game, card, LAID_BY + seat)
    note(game, log, Event.RETURN, seat, card, -1)
