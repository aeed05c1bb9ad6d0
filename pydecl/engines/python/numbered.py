"""Any rules as facts about positions that are numbers: they get these as they are met."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from pydecl.engines.python.facts import Fact, FactsGame
from pydecl.model.game import Game, Player, Successor
from pydecl.model.term import Term


class NumberedGame(FactsGame):
    """The facts come from `rules`, one position at a time; the root is 0.

    >>> from pydecl.games.nim import Nim
    >>> nim = NumberedGame(Nim((1, 2)))
    >>> [after for _, after in nim.successors(0)], nim.format_position(1)
    ([1, 2, 3], '0/2 min')
    """

    root = 0
    compiled = False

    def __init__(self, rules: Game[Any], start: Hashable | None = None) -> None:
        """It begins at `start`, by default at the first start of the rules."""
        super().__init__(rules.name, rules.source, frozenset(("chance/3", "turbulent/1", "plausible/2")))
        self.rules = rules
        self.moves_again = rules.moves_again
        self._names: dict[int, Sequence[Term | None]] = {}
        self._start = rules.start.state if start is None else start
        self.forget()

    def forget(self) -> None:
        """Let all positions go but the root; numbers from before mean nothing."""
        for known in (*self.known.values(), self._names):
            known.clear()
        self.states = [self._start]
        """The positions of the rules, by their numbers."""
        self._numbers = {self._start: self.root}

    def number(self, state: Any) -> int:
        """The number of a position of the rules."""
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def ask(self, fact: Fact, about: Any) -> None:
        rules, state = self.rules, self.states[about[0] if fact is Fact.PLAUSIBLE else about]
        if fact is Fact.VALUE:
            self.values[about] = rules.static_value(state)
        elif fact in (Fact.WON, Fact.LOST):
            self.won[about], self.lost[about] = rules.terminal_won(state), rules.terminal_lost(state)
        elif fact is Fact.TURBULENT:
            self.turbulent_ones[about] = rules.turbulent(state)
        elif fact is Fact.PLAUSIBLE:
            self.plausible_ones[about] = rules.plausible(state, self.states[about[1]])
        else:
            self._follow(about, state)

    def _follow(self, about: int, state: Any) -> None:
        rules = self.rules
        chances = rules.chance(state)
        successors = () if chances else rules.successors(state)
        self.chances[about] = [(odds, self.number(after)) for odds, after in chances]
        self.nexts[about] = [self.number(after) for _, after in successors]
        self._names[about] = [name for name, _ in successors]
        self.movers[about] = None if chances else self._mover(state, bool(successors))

    def _mover(self, state: Any, goes_on: bool) -> Player | None:
        """Nobody need be named at an end. Raises ContractError where that is wrong."""
        if goes_on:
            return self.rules.player(state)
        movers = self.rules.all_movers(state)
        return movers[0] if len(movers) == 1 else None

    def initial(self) -> Sequence[int]:
        return [self.root]

    def successors(self, position: int) -> Sequence[Successor[int]]:
        after = self.nexts[position]
        return list(zip(self.names(position), after, strict=True))

    def names(self, position: int) -> Sequence[Term | None]:
        """The names of the moves, None where they have none."""
        return self._names[position] if self.nexts[position] else ()

    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        return [self.rules.to_term(self.states[position]) for position in positions]

    def from_term(self, term: Term) -> int:
        return self.number(self.rules.from_term(term))

    def format_position(self, position: int) -> str:
        return self.rules.format_position(self.states[position])

    def close(self) -> None:
        """The rules are closed by those who opened them."""
