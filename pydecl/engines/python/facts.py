"""A game as facts about positions that are numbers: what a twin runs on if nobody wrote its rules in Python.

Whoever has the rules supplies the facts, ahead of the search: SWI-Prolog (`recorded.py`), or machine code
(`engines/native/supplying.py`). A fact that is not there is asked for.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
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
        return [(None, after) for after in self.nexts[position]]

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
