"""A game as facts about positions that are numbers: what a twin runs on if nobody wrote its rules in Python.

Whoever has the rules supplies the facts, ahead of the search: SWI-Prolog (`recorded.py`), or machine code
(`engines/native/supplied_facts.py`). A fact that is not there is asked for.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar

from pydecl.errors import ContractError
from pydecl.model.game import Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.term import Term, term_text

K = TypeVar("K")
V = TypeVar("V")


class Fact(Enum):
    """What may be known of a position."""

    MOVER = "mover"
    NEXTS = "nexts"
    VALUE = "value"
    WON = "won"
    LOST = "lost"
    TURBULENT = "turbulent"
    PLAUSIBLE = "plausible"
    CHANCE = "chance"


class Known(dict[K, V]):
    """Facts of one kind, by positions, or by these and successors; one that is missing is asked for."""

    def __init__(self, ask: Callable[[Fact, Any], None], fact: Fact) -> None:
        super().__init__()
        self._ask = ask
        self._fact = fact

    def __missing__(self, key: K) -> V:
        self._ask(self._fact, key)
        if key not in self:  # whoever has the rules did not answer what it always answers
            raise ContractError("tampered")
        return self[key]


class FactsGame(Game[int]):
    """Rules as facts that are supplied."""

    root: int
    """The position on which the search begins."""

    def __init__(self, name: str, source: str, defined: frozenset[str]) -> None:
        """`defined` holds the predicates of the interface that the rules define, as `name/arity`."""
        self.name = name
        self.source = source
        self._defined = defined
        self.movers: Known[int, Player | None] = Known(self.ask, Fact.MOVER)
        """Who is to move; None if that is chance, or nobody at an end."""
        self.nexts: Known[int, Sequence[int]] = Known(self.ask, Fact.NEXTS)
        self.values: Known[int, Number] = Known(self.ask, Fact.VALUE)
        self.won: Known[int, bool] = Known(self.ask, Fact.WON)
        self.lost: Known[int, bool] = Known(self.ask, Fact.LOST)
        self.turbulent_ones: Known[int, bool] = Known(self.ask, Fact.TURBULENT)
        self.plausible_ones: Known[tuple[int, int], bool] = Known(self.ask, Fact.PLAUSIBLE)
        self.chances: Known[int, Sequence[tuple[Number, int]]] = Known(self.ask, Fact.CHANCE)
        # What a search asks at each node is looked up without a call between:
        for asked, known in (("afters", self.nexts), ("static_value", self.values)):
            setattr(self, asked, known.__getitem__)

    @abstractmethod
    def ask(self, fact: Fact, about: Any) -> None:
        """Learn a fact about a position, or about it and its successor, and maybe other facts."""

    @abstractmethod
    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        """The positions with these numbers."""

    @property
    def known(self) -> Mapping[Fact, Known[Any, Any]]:
        """All facts that are known."""
        every = (self.movers, self.nexts, self.values, self.won, self.lost, self.turbulent_ones)
        return dict(zip(Fact, (*every, self.plausible_ones, self.chances), strict=True))

    def told(self) -> set[int]:
        """The positions about which something has been told so far."""
        about = set().union(*self.known.values())
        return {one if isinstance(one, int) else one[0] for one in about}

    # The game

    def initial(self) -> Sequence[int]:
        return [self.root]

    def successors(self, position: int) -> Sequence[Successor[int]]:
        after = self.nexts[position]
        return list(zip(self.names(position), after, strict=True))

    def names(self, position: int) -> Sequence[Term | None]:
        """The names of the moves, None where they have none."""
        return [None] * len(self.nexts[position])

    def afters(self, position: int) -> Sequence[int]:
        return self.nexts[position]

    def player(self, position: int) -> Player:
        mover = self.movers[position]
        if mover is None:
            raise ContractError("neither_to_move", self.text(position))
        return mover

    @property
    def player_if_any(self) -> Callable[[int], Player | None]:
        return self.movers.__getitem__  # an error would tell the position's text, which another process has

    def player_or(self, position: int, due: Player | None) -> Player:
        try:
            mover = self.movers[position]
        except ContractError:
            return super().player_or(position, due)
        if mover is not None:
            return mover
        if due is None or self.following(position):
            raise ContractError("neither_to_move", self.text(position))
        return due

    def all_movers(self, position: int) -> Sequence[Player]:
        try:
            mover = self.movers[position]
        except ContractError:
            return super().all_movers(position)
        return () if mover is None else (mover,)

    def static_value(self, position: int) -> Number:
        return self.values[position]

    def terminal_won(self, position: int) -> bool:
        return self.won[position]

    def terminal_lost(self, position: int) -> bool:
        return self.lost[position]

    def turbulent(self, position: int) -> bool:
        return "turbulent/1" in self._defined and self.turbulent_ones[position]

    def plausible(self, position: int, successor: int) -> bool:
        return "plausible/2" in self._defined and self.plausible_ones[position, successor]

    def chance(self, position: int) -> Sequence[tuple[Number, int]]:
        return self.chances[position] if "chance/3" in self._defined else ()

    def to_term(self, position: int) -> Term:
        return self.to_terms([position])[0]

    def text(self, position: int) -> str:
        return term_text(self.to_term(position))


class NumberedGame(FactsGame):
    """Any rules as facts about positions, which get numbers as they are met.

    The facts come from `rules`, one position at a time; the root is 0.

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

    def names(self, position: int) -> Sequence[Term | None]:
        return self._names[position] if self.nexts[position] else ()

    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        return [self.rules.to_term(self.states[position]) for position in positions]

    def from_term(self, term: Term) -> int:
        return self.number(self.rules.from_term(term))

    def format_position(self, position: int) -> str:
        return self.rules.format_position(self.states[position])

    def close(self) -> None:
        """The rules are closed by those who opened them."""
