"""A sheet of general game playing in propositional form, as the searches see a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydecl.compiler.consulted import Consulted
from pydecl.compiler.gdl.consulted import grounded_game
from pydecl.compiler.gdl.errors import NotGroundedError
from pydecl.compiler.gdl.interface import coding_of
from pydecl.compiler.gdl.running import Running, State
from pydecl.compiler.runtime.values import UncoveredError
from pydecl.engines.python.rules import CompiledGame, compiled_game, unfit
from pydecl.errors import ContractError, UnfitError
from pydecl.model.game import MAX, MIN, Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.term import Term, term_text
from pydecl.rules.conventions import asked_as


def rules_in_python(rules: Consulted) -> CompiledGame | GroundedGame:
    """The rules of a game: in propositional form if they have one, else compiled.

    Raises NotCompiledError where moves or movers cannot be.
    """
    try:
        return GroundedGame(rules)
    except NotGroundedError:
        return compiled_game(rules)


class GroundedGame(Game[State]):
    """A grounded sheet; a position is the number of the role to move, and the facts as bits."""

    tells_plausible = False

    def __init__(self, rules: Consulted) -> None:
        """Raises NotGroundedError."""
        self.name = rules.name
        self.source = rules.rules_file
        self._asked_as = asked_as(rules.decided)
        game = grounded_game(rules)
        self._running = Running(game)
        self._running.check_width()
        self._coding = coding_of(game)
        self._moves = game.moves

    def initial(self) -> Sequence[State]:
        return [self._running.start()]

    def default(self, name: str) -> Term | None:  # noqa: ARG002
        """The value of a fact such as default_depth/1 in the rules: a sheet has none."""
        return None

    def successors(self, position: State) -> Sequence[Successor[State]]:
        names = self._moves[position[0]]
        return [(names[move], after) for move, after in self._found(position)]

    def afters(self, position: State) -> Sequence[State]:
        return [after for _, after in self._found(position)]

    def _found(self, position: State) -> Sequence[tuple[int, State]]:
        try:
            return self._running.successors(position)
        except UncoveredError as error:
            raise unfit(error) from None

    def player(self, position: State) -> Player:
        return MIN if position[0] else MAX

    def static_value(self, position: State) -> Number:
        first, second = self._running.values(position[1])
        if not first or not second:
            raise ContractError("no_value", self.text(position)).in_words_of(self._asked_as)
        (one, *others), (other, *more) = first, second
        if others or more or not isinstance(one, int) or not isinstance(other, int):
            raise UnfitError("goals that are not one number for each role")
        return one - other

    # Positions

    def text(self, position: Any) -> str:
        return term_text(self.to_term(position))

    def to_term(self, position: State) -> Term:
        return self._coding.term(*position)

    def from_term(self, term: Term) -> State:
        found = self._coding.state(term)
        if found is None:
            raise UnfitError(f"{term_text(term)} holds what no play from the start has")
        return found
