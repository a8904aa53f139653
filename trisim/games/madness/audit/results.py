"""Checks of results: who has won and why not, what is left, how far the team came."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from trisim.games.madness.audit.evidence import Evidence, check
from trisim.games.madness.audit.facts import INVOCATION, MONSTERS, SPACES
from trisim.games.madness.record.tables import ELEMENTS, ZONES
from trisim.games.madness.record.words import action_words, ids
from trisim.sim.audit.findings import Wrong

SEAT = ["game", "seat"]
TOLERANCE = 1e-5
"""Shares are written with some seven digits."""


@check(
    "won", "a team won if no curse was left of the last monster, else a loss has a cause", "games"
)
def won_or_lost(evidence: Evidence) -> Iterator[Wrong]:
    """The marker is on the invocation space, and the sixth monster is beaten."""
    games = evidence.finished("games")
    reasons = (pl.col("loss") == "none") != pl.col("won")
    said = pl.when("won").then(pl.lit("none")).otherwise(pl.lit("a reason"))
    yield from evidence.faulty("games", games, reasons, "loss", said)
    won = games.filter("won")
    for name, right in (("monsters", MONSTERS), ("space", INVOCATION), ("curses_left", 0)):
        yield from evidence.differing("games", won, name, pl.lit(right))
    unbeaten = pl.col("monsters_beaten") < 1
    yield from evidence.faulty("games", won, unbeaten, "monsters_beaten", "1 or more")


@check("losses", "what a loss names is what is on the table", "games")
def losses(evidence: Evidence) -> Iterator[Wrong]:
    """An empty pile, the last monster with a curse left, or nobody left."""
    games, loss = evidence.finished("games"), pl.col("loss")
    pile = games.filter(loss == "pile")
    yield from evidence.differing("games", pile, "pile_left", pl.lit(0))
    escape = games.filter(loss == "escape")
    for name, right in (("monsters", MONSTERS), ("space", INVOCATION)):
        yield from evidence.differing("games", escape, name, pl.lit(right))
    none = pl.col("curses_left") < 1
    yield from evidence.faulty("games", escape, none, "curses_left", "1 or more")
    yield from evidence.differing("games", escape, "loss_card", "last_monster")
    all_out = pl.col("eliminated") == pl.col("players")
    wrong = (loss == "madness") != all_out
    said = pl.when("won").then(pl.lit(0)).otherwise("players")
    yield from evidence.faulty("games", games, wrong, "eliminated", said)


@check(
    "loss-causes", "a loss to the empty pile has a cause, and the card that goes with it", "games"
)
def loss_causes(evidence: Evidence) -> Iterator[Wrong]:
    """Other losses have no cause, and no card but the monster."""
    games = evidence["games"]
    is_pile = pl.col("loss") == "pile"
    said = pl.when(is_pile).then(pl.lit("a cause")).otherwise(pl.lit("nothing"))
    wrong = pl.col("loss_cause").is_not_null() != is_pile
    yield from evidence.faulty("games", games, wrong, "loss_cause", said)
    yield from named(evidence, "games", games.filter(is_pile), "loss_cause", "loss_card")
    yield from evidence.faulty(
        "games", games, pl.col("loss_seat").is_not_null() & ~is_pile, "loss_seat", "nobody"
    )
    nobody = ~pl.col("loss_seat").is_in(list(evidence.facts.seats))
    yield from evidence.faulty("games", games, nobody, "loss_seat", "one of the game")
    plain = games.filter(~pl.col("loss").is_in(["pile", "escape"]))
    yield from evidence.differing("games", plain, "loss_card", pl.lit(None, pl.String))


def named(
    evidence: Evidence, table: str, frame: pl.DataFrame, cause: str, name: str
) -> Iterator[Wrong]:
    """Causes have cards of their kind, or none."""
    allowed = with_ids(evidence)
    for word, cards in allowed.items():
        wrong = (pl.col(cause) == word) & ~pl.col(name).is_in(cards).fill_null(False)
        yield from evidence.faulty(table, frame, wrong, name, f"one for {word}")
    nameless = ~pl.col(cause).is_in(list(allowed)) & pl.col(name).is_not_null()
    yield from evidence.faulty(table, frame, nameless, name, "nothing")


def with_ids(evidence: Evidence) -> dict[str, list[str]]:
    """Causes with an id, and their possible ids."""
    box = evidence.facts.box
    spells, curses = ids(box, "spells"), ids(box, "curses")
    sheets, mages = ids(box, "sheets"), list(box.roles)
    return {
        "action": action_words([*spells, *curses, *sheets, *mages]),
        "spell": spells,
        "curse": curses,
        "reward": curses,
        **dict.fromkeys(("bonus", "failure", "appearance", "last page"), sheets),
        "mage": mages,
    }


@check("marker", "the marker and the monster follow from the number of turns", "games")
def marker(evidence: Evidence) -> Iterator[Wrong]:
    """Five turns a monster; the invocation space belongs to the first turn of the next."""
    games = evidence.finished("games")
    right = SPACES * (pl.col("monsters") - 1) + pl.col("space")
    yield from evidence.differing("games", games, "turns", right.cast(pl.Int32))
    many = pl.col("turns") > SPACES * MONSTERS + 1
    yield from evidence.faulty("games", games, many, "turns", f"up to {SPACES * MONSTERS + 1}")
    early = (pl.col("won") | (pl.col("loss") == "escape")) & (
        pl.col("turns") != SPACES * MONSTERS + 1
    )
    yield from evidence.faulty("games", games, early, "turns", f"{SPACES * MONSTERS + 1}")


MADNESS_AT = ("hands", "supports", "decks", "discards", "curses", "destroyed", "gone")


@check("madness", "all madness of the setup is somewhere", "games")
def madness_is_conserved(evidence: Evidence) -> Iterator[Wrong]:
    """In the pile, with players, under curses, destroyed, or gone with a player."""
    names = [f"madness_{name}" for name in MADNESS_AT]
    elsewhere = pl.sum_horizontal(names)
    right = evidence.facts.madness - elsewhere
    yield from evidence.differing("games", evidence["games"], "pile_left", right.cast(pl.Int32))
    for name in (*names, "pile_left"):
        below = pl.col(name) < 0
        yield from evidence.faulty("games", evidence["games"], below, name, "0 or more")


OF_PLAYERS = {
    "madness_taken": pl.col("madness_taken").sum(),
    "madness_cured": pl.col("madness_cured").sum(),
    "madness_hands": pl.col("madness_hand").sum(),
    "madness_supports": pl.col("madness_support").sum(),
    "madness_decks": pl.col("madness_deck").sum(),
    "madness_discards": pl.col("madness_discard").sum(),
    "eliminated": pl.col("eliminated_turn").count(),
    "spells_learned": pl.col("learned").sum(),
    "casts": pl.col("casts").sum(),
    "strength": pl.col("strength").sum(),
}
"""Columns of games that are sums over their players."""


@check("sums-of-players", "counts of games are the sums over their players", "games", "players")
def sums_of_players(evidence: Evidence) -> Iterator[Wrong]:
    """Madness, spells, and the value of all cards; all players have the same number of turns."""
    sums = (
        evidence["players"]
        .group_by("game")
        .agg(
            pl.col("turns").sum().cast(pl.Int32).alias("·turns"),
            *(value.cast(pl.Int32).alias(f"·{name}") for name, value in OF_PLAYERS.items()),
        )
    )
    games = evidence["games"].join(sums, on="game", how="left", maintain_order="left")
    for name in (*OF_PLAYERS, "turns"):
        yield from evidence.differing("games", games, name, f"·{name}")


@check("holdings", "what players have at the end fits together", "players")
def holdings(evidence: Evidence) -> Iterator[Wrong]:
    """Madness is part of the cards of a zone; the strength is that of all elements."""
    players = evidence["players"]
    for zone in ZONES:
        wrong = ~pl.col(f"madness_{zone}").is_between(0, pl.col(zone))
        said = pl.format("0 to {}", zone)
        yield from evidence.faulty("players", players, wrong, f"madness_{zone}", said)
    values = pl.sum_horizontal(f"value_{element}" for element in ELEMENTS)
    yield from evidence.differing("players", players, "strength", values)
    out = players.filter(pl.col("eliminated_turn").is_not_null())
    for name in (*ZONES, "strength", "spells"):
        yield from evidence.differing("players", out, name, pl.lit(0))
    high = pl.col("madness_empty") > pl.col("madness_taken")
    said = pl.format("up to {}", "madness_taken")
    yield from evidence.faulty("players", players, high, "madness_empty", said)


@check("decisions", "decisions are the players' choices and assigned mages", "games", "players")
def decisions(evidence: Evidence) -> Iterator[Wrong]:
    """The last mage of the box is no decision if no other is left."""
    facts = evidence.facts
    assigned = min(len(facts.box.roles) - 1, facts.request.players)
    given = 0 if facts.roles_are_chosen else assigned
    sums = evidence["players"].group_by("game").agg(made=pl.col("choices").sum())
    games = evidence["games"].join(sums, on="game", how="left", maintain_order="left")
    yield from evidence.differing("games", games, "decisions", pl.col("made") + given)


@check("progress", "progress follows from monsters, curses and the pile", "games", "monsters")
def progress(evidence: Evidence) -> Iterator[Wrong]:
    """Half of a monster is its turns, half its curses; 1 only if the team won."""
    games = evidence["games"].select("game", "won", "space", "monsters", "pile_left", "progress")
    frame = evidence["monsters"].join(games, on="game", how="left", maintain_order="left")
    is_last = pl.col("round") == pl.col("monsters")
    over = pl.when(is_last).then((pl.col("space") - 1) / SPACES).otherwise(1.0)
    done = pl.when(pl.col("curses") > 0).then(pl.col("destroyed") / pl.col("curses"))
    share = (over + done.otherwise(over)) / 2
    shares = frame.select("game", share=share).group_by("game").agg(pl.col("share").sum())
    pile = pl.min_horizontal(pl.col("pile_left") / evidence.facts.madness, pl.lit(1.0))
    right = 0.95 * pl.col("share").fill_null(0) / MONSTERS + 0.04 * pile
    both = games.join(shares, on="game", how="left", maintain_order="left").with_columns(
        right=pl.when("won").then(1.0).otherwise(right)
    )
    off = (pl.col("progress") - pl.col("right")).abs() > TOLERANCE
    wrong = off | pl.col("progress").is_nan()
    yield from evidence.faulty("games", both, wrong, "progress", pl.col("right"))
    whole = (pl.col("progress") >= 1) != pl.col("won")
    yield from evidence.faulty("games", both, whole, "progress", "1 if the team won, else less")
