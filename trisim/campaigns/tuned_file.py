"""The weights file of a tuning: how it was found, and its numbers in readable groups.

It has no time, machine or folder, so that the same command gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from trisim.campaigns.tuning_numbers import GROUPS
from trisim.campaigns.tuning_request import ITSELF, TuningRequest
from trisim.campaigns.tuning_search import LAST
from trisim.players.player import Player
from trisim.sim.campaign import short_name
from trisim.sim.campaign_folder import CampaignManifest
from trisim.sim.inputs import about_box, paths_in
from trisim.texts import number_word

if TYPE_CHECKING:
    from trisim.stats.tuning_check import Check, Faced

WIDTH = 98
"""Letters of a line of comment."""

OTHERS = "others"
JUDGEMENT = "numbers inside the features"


def tuned_text(
    player: Player, asked: CampaignManifest[TuningRequest], check: Check | None = None
) -> str:
    """The whole file; without a check, it says that there is none."""
    request = asked.request
    start, games = short_name(request.start), request.games_before_runs
    lines = [
        *(f"# {line}".rstrip() for line in header(asked, check)),
        f"idea = {quoted(f'Whatever has won: {start}, tuned by {games:,} games.')}",
        *(line for group in GROUPS for line in table_lines(group.table, player)),
        *search_lines(player),
    ]
    return "\n".join(lines) + "\n"


def quoted(words: str) -> str:
    """A TOML string."""
    return json.dumps(" ".join(words.split()), ensure_ascii=False)


# ---------------------------------------------------------------- numbers


def table_lines(table: str, player: Player) -> Iterator[str]:
    """A table with all its numbers, if the player has it."""
    values = getattr(player, table, {})
    if not values:
        return
    about = about_weights(player) if table == "weights" else JUDGEMENT
    yield from ("", f"[{table}]  # {about}")
    if table == "weights":
        yield from weight_lines(player)
    else:
        yield from (f"{name} = {value:g}" for name, value in values.items())


def search_lines(player: Player) -> Iterator[str]:
    """The numbers of the search that the start has set: they aren't tuned."""
    known = player.kit.search
    found = {name: value for name, value in player.search.items() if value != known[name].default}
    if found:
        yield from ("", "[search]  # those of the start")
        yield from (f"{name} = {value:g}" for name, value in found.items())


def about_weights(player: Player) -> str:
    phases = player.kit.phases
    if len(phases) == 1:
        return "points for one of each"
    number = number_word(len(phases))
    return f"points for one of each; {number} numbers are for {player.kit.phase_words}"


def weight_lines(player: Player) -> Iterator[str]:
    """The weights, chapter by chapter; weights of 0 are left out."""
    yield from weights_named([player.kit.yardstick], player)
    for chapter, names in chapters(player).items():
        if found := list(weights_named(names, player)):
            yield f"# {chapter}"
            yield from found


def chapters(player: Player) -> dict[str, Sequence[str]]:
    """All features except the yardstick, by chapter."""
    known = player.kit.chapters
    listed = {player.kit.yardstick, *(name for names in known.values() for name in names)}
    return {**known, OTHERS: [name for name in player.kit.features if name not in listed]}


def weights_named(names: Sequence[str], player: Player) -> Iterator[str]:
    """A line for each feature with a weight other than 0."""
    for name in names:
        weight = player.weights.get(name, ())
        if any(weight):
            words = [f"{value:g}" for value in weight]
            listed = ", ".join(words)
            yield f"{name} = {words[0] if len(set(words)) == 1 else f'[{listed}]'}"


# ---------------------------------------------------------------- how it was found


def header(asked: CampaignManifest[TuningRequest], check: Check | None) -> Iterator[str]:
    request = replace(asked.request, **paths_in(asked))
    yield f"Found by 'trisim tune' (trisim {asked.trisim}); to make it again:"
    yield f"  {request.command}"
    yield ""
    yield from wrap(how_found(asked), WIDTH)
    yield ""
    if check is None:
        yield "Not checked yet."
    else:
        yield from check_lines(check)


def how_found(asked: CampaignManifest[TuningRequest]) -> str:
    """Start, pool, box, and how many games."""
    request = asked.request
    digests = {record.spec: record.digest[:8] for record in asked.strategies}
    pool = ", ".join(f"{spec} ({digests[spec]})" for spec in request.pool)
    itself = (
        f", and {ITSELF} as it was every {request.self_play} generations"
        if request.plays_itself
        else ""
    )
    last = max(1, request.generations // LAST)
    met = f" Pool: {pool}{itself}." if pool else ""
    how = f"one against {request.players - 1} of the pool"
    if request.is_team:
        how = f"in all {request.players} seats of a team"
    return " ".join(
        f"Start: {request.start} ({digests[request.start]}).{met} "
        f"Box: {about_box(asked)}. {request.generations:,} generations of "
        f"{request.population:,} candidates, each {how} "
        f"in {request.games:,} games: {request.games_before_runs:,} games, seed {request.seed}. "
        f"The numbers are the mean of the last {last:,} generations, rounded.".split()
    )


def check_lines(check: Check) -> Iterator[str]:
    games = f"{check.games // len(check.faced):,} games"
    how = f"one against {check.players - 1} of each in {games}; equals would win "
    how += f"{100 * check.par:.3g} %"
    if check.is_team:
        how = "how many percentage points more its team wins than that of each"
    yield from wrap(
        f"Its check, on {check.deals:,} deals that it never met, {how}. Intervals of 95 %, "
        "clustered by deal, which hold together:",
        WIDTH,
    )
    for title, met in (("never met", False), ("met", True)):
        for each in check.faced:
            if each.met is met:
                yield f"  {title}: {faced_words(each)}"
    yield from wrap(verdict(check), WIDTH)


def faced_words(faced: Faced) -> str:
    """The result against one strategy."""
    found = faced.win.estimate
    low, high = found.shown(found.low), found.shown(found.high)
    return f"{faced.strategy} {found.shown(found.value)} % [{low}, {high}]"


def verdict(check: Check) -> str:
    """Whether the result is better than its start, and what that means."""
    if check.against_start.is_better:
        return f"It is surely better than its start, {check.start}."
    if check.against_start.is_worse:
        return f"It is surely worse than its start, {check.start}: don't use it."
    return (
        f"It is NOT surely better than its start, {check.start}: tune for longer, or "
        "check it with more games."
    )
