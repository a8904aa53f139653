"""The state of Botmegistus from the log: experiments, elementals and gold."""

from __future__ import annotations

from trisim.games.trismegistus.box.box import Box
from trisim.games.trismegistus.box.words import Element
from trisim.games.trismegistus.rules.codes import Event
from trisim.games.trismegistus.rules.game import Game, LogEvent


class BotFollowing:
    """The basis of its decisions, step by step."""

    def __init__(self, game: Game) -> None:
        self.box: Box = game.box
        self.seat = game.bot_seat
        self.you = 1 - game.bot_seat
        lab, bot = game.state.labs[game.bot_seat], game.state.bot
        self.holds = [int(card) for card in lab.beside if card >= 0]
        self.completed = [int(count) for count in lab.performed_element]
        self.on_artifacts = [int(count) for count in bot.elementals]
        self.special = int(bot.special) if game.state.round_no > 1 else -1

    def take_back(self, event: LogEvent) -> None:
        """Undo an event from before the transcript."""
        self.change(event, -1)

    def follow(self, event: LogEvent) -> None:
        """Apply one of its events."""
        self.change(event, 1)

    def change(self, event: LogEvent, sign: int) -> None:
        """Artifacts, experiments taken and completed."""
        match event.what:
            case Event.TAKE_ARTIFACT:
                for element in self.box.artifacts[event.thing].elementals:
                    self.on_artifacts[element] += sign
            case Event.TAKE_EXPERIMENT:
                self.put(event.thing, sign > 0)
            case Event.PERFORM:
                self.completed[self.box.experiments[event.thing].element] += sign
                self.put(event.thing, sign < 0)
            case _:
                pass

    def put(self, card: int, held: bool) -> None:
        """An experiment comes or goes."""
        if held:
            self.holds.append(card)
        elif card in self.holds:
            self.holds.remove(card)

    def specialize(self, element: Element) -> None:
        """The first specialization is left out the next time."""
        if self.special < 0:
            self.special = element

    def elementals(self) -> list[int]:
        """By element: on artifacts, and one for each completed experiment."""
        return [own + done for own, done in zip(self.on_artifacts, self.completed, strict=True)]

    def types(self) -> list[Element]:
        """Elements of which it has completed an experiment."""
        return [element for element in Element if self.completed[element]]

    def is_missing(self, card: int, levels: list[int]) -> int:
        """Levels missing for an experiment."""
        experiment = self.box.experiments[card]
        return max(0, experiment.mastery - levels[experiment.element])
