"""What a search may ask of many positions, in one text.

The twin of `prolog/support/expand.pl`, which says what the lines mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydecl.engines.python.alarm import TimeOverError, alarm
from pydecl.engines.python.grounded import GroundedGame
from pydecl.engines.python.rules import CompiledGame
from pydecl.model.number import number_text
from pydecl.model.term import term_text
from pydecl.programs.attached import turn_and_followers
from pydecl.sandbox.faults import FAULTS, fault_text

EFFORT = 0.05
"""Seconds that a guess may take."""

UNKNOWN = "?"


class Expander:
    """What has been told of a game so far; positions are numbered from 0, and nothing is told twice."""

    def __init__(self, game: CompiledGame | GroundedGame) -> None:
        self._game = game
        self._numbers: dict[Any, int] = {}
        self._told: set[int] = set()
        self._lines: list[str] = []
        self._guesses = 0

    def lines(self, positions: Sequence[Any], plies: int, most: int) -> str:
        """The lines about these positions, and `most` others within so many plies."""
        self._lines = []
        self._guesses = most
        level = [position for position in positions if self._number(position) not in self._told]
        after = [later for position in level for later in self._tell(position, self._answer)]
        while after and self._guesses > 0 and (plies := plies - 1) > 0:
            level, after = after, []
            for position in level:
                if self._number(position) not in self._told and self._guesses > 0:
                    self._guesses -= 1
                    after += self._tell(position, self._guess)
        return "".join(f"{line}\n" for line in self._lines)

    def _number(self, position: Any) -> int:
        number = self._numbers.get(position)
        if number is None:
            text = self._game.text(position)
            number = self._numbers[position] = len(self._numbers)
            self._lines.append(f"{number}\t{text}")
        return number

    def _tell(self, position: Any, ask: Callable[[Callable[[], str]], str]) -> Sequence[Any]:
        """A line about a position, unless that takes too long; what follows it."""
        number = self._number(position)
        after: Sequence[tuple[str, Any]] = ()

        def followers(find: Callable[[Any], Sequence[tuple[str, Any]]]) -> str:
            nonlocal after
            after = find(position)
            return " ".join(str(self._number(later)) for _, later in after)

        game = self._game
        turn = ask(lambda: self._turn(position))
        find = self._chances if turn == "chance" else self._moves
        numbers = UNKNOWN if turn == UNKNOWN else ask(lambda: followers(find))
        if UNKNOWN in (turn, numbers):
            return ()
        value = self._guess(lambda: term_text(game.static_value(position)))
        outcome = self._guess(lambda: self.outcome(position))
        turbulent = self._guess(lambda: str(game.turbulent(position)).lower())
        plausible = self._guess(lambda: self._plausible(position, after))
        known = number, "", turn, value, outcome, turbulent, plausible, numbers, *(name for name, _ in after)
        self._told.add(number)
        self._lines.append("\t".join(map(str, known)))
        return [later for _, later in after]

    @staticmethod
    def _answer(question: Callable[[], str]) -> str:
        try:
            return question()
        except FAULTS as fault:
            return f"!{fault_text(fault)}"

    def _guess(self, question: Callable[[], str]) -> str:
        try:
            with alarm(EFFORT):
                return self._answer(question)
        except (TimeOverError, MemoryError):
            return UNKNOWN

    def _turn(self, position: Any) -> str:
        if self._game.chance(position):
            turn_and_followers(self._game, position)  # raises what is wrong with it
            return "chance"
        return self._game.player(position).value

    def _moves(self, position: Any) -> Sequence[tuple[str, Any]]:
        found = self._game.successors(position)
        return [("none" if move is None else f"name({term_text(move)})", after) for move, after in found]

    def _chances(self, position: Any) -> Sequence[tuple[str, Any]]:
        found = self._game.chance(position)
        return [(f"name({number_text(probability)})", after) for probability, after in found]

    def outcome(self, position: Any) -> str:
        """Won, lost, both or none, for MAX."""
        won, lost = self._game.terminal_won(position), self._game.terminal_lost(position)
        return ("both" if lost else "won") if won else "lost" if lost else "none"

    def _plausible(self, position: Any, after: Sequence[tuple[str, Any]]) -> str:
        if not self._game.tells_plausible:
            return "[]"
        flags = (str(int(self._game.plausible(position, later))) for _, later in after)
        return f"[{','.join(flags)}]"
