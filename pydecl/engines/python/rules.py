"""Rules compiled to Python, as the searches see a game: the file's text, without SWI-Prolog.

What cannot be compiled, and what goes wrong in the rules, raises UnfitError: SWI-Prolog is to be asked.
`worker.py` runs them in a process of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from pydecl.compiler.consulted import Consulted, front_end
from pydecl.compiler.frontend.refusals import refusal_text
from pydecl.compiler.frontend.sources import Sources
from pydecl.compiler.ir import Determinism, Key, Program
from pydecl.compiler.passes.side_to_move import MOVER, with_mover
from pydecl.compiler.python.program import CompiledRules
from pydecl.compiler.runtime.values import (
    NOT_COVERED,
    Float,
    Functor,
    PrologError,
    Rational,
    UncoveredError,
    functor,
    to_term,
    to_value,
)
from pydecl.compiler.runtime.writing import value_text
from pydecl.errors import ContractError, NotCompiledError, PositionError, UnfitError
from pydecl.model.game import MAX, MIN, Game, Player, Successor
from pydecl.model.number import INFINITY, Number
from pydecl.model.term import Term, as_key, term_text
from pydecl.rules.conventions import asked_as

UNFIT = (
    PrologError,
    UncoveredError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    RecursionError,
)
"""What compiled rules raise for a position that they cannot handle, or that is an error in Prolog too."""

MOVES = frozenset(("moves/2", "move/2", "move/3"))

ASKED_OFTEN = MOVES | {"max_to_move/1", "min_to_move/1", "chance/3"}
"""Without these a search would only ask others."""

NAMED_MOVE, UNNAMED = Key("move", "+--"), Key("\0move", "+-")
"""move/3, and the same without the move, which a search does not read."""

MOST_NAMES = 100_000
"""How many terms of moves are kept."""

MINUS = functor("-", 1)
QUOTIENT = functor("/", 2)


def compiled_game(rules: Consulted) -> CompiledGame:
    """The rules of a game compiled to Python. Raises NotCompiledError where moves or movers cannot be."""
    program, sources = front_end(rules)
    return CompiledGame(rules, program, sources)


class CompiledGame(Game[Any]):
    """A game's rules in Python; a position is a value of `pydecl.compiler.runtime.values`."""

    def __init__(self, rules: Consulted, program: Program, sources: Sources | None = None) -> None:
        """Raises NotCompiledError where moves or movers are not compiled; `sources` tell the places."""
        self.name = rules.name
        self.source = rules.rules_file
        self.program = program
        self._asked_as = asked_as(rules.decided)
        self._names: dict[Any, Term] = {}
        self._defined = rules.defined
        self._check(sources)
        named, self._unnamed = NAMED_MOVE in program.procedures, None
        copies = ((UNNAMED, NAMED_MOVE, frozenset({0})),) if named else ()
        self._rules = CompiledRules(with_mover(program), copies)
        self._mover = self._rules.function(MOVER)
        self._moves = self._all("moves", "+-")
        self._move = self._all("move", "+-")
        self._named_move = self._all("move", "+--")
        if named:
            self._unnamed = self._each(UNNAMED, program.procedures[NAMED_MOVE].determinism)
        self._max = self._first("max_to_move", "+")
        self._min = self._first("min_to_move", "+")
        self._value = self._only("staticval", "+-") or self._refused("staticval/2", None)
        self._won = self._first("terminalwon", "+") or self._refused("terminalwon/1", False)
        self._lost = self._first("terminallost", "+") or self._refused("terminallost/1", False)
        self._chance = self._all("chance", "+--")
        self._turbulent = self._first("turbulent", "+") or self._refused("turbulent/1", False)
        self._plausible = self._first("plausible", "++") or self._refused("plausible/2", False)

    def _check(self, sources: Sources | None) -> None:
        compiled = {f"{key.name}/{key.arity}" for key in self.program.entries}
        lacking = sorted(name for name in ASKED_OFTEN & self._defined if name not in compiled)
        if lacking or not MOVES & self._defined:
            if sources is not None:
                for key, refusal in self.program.refusals.items():
                    if f"{key.name}/{key.arity}" in lacking:
                        raise NotCompiledError(refusal_text(refusal, sources))
            names = ", ".join(lacking) or "what gives the moves"
            raise NotCompiledError(f"{self.name}: {names} cannot be compiled")

    # Entries as Python functions

    def _all(self, name: str, mode: str) -> Callable[..., Iterable[Any]] | None:
        """All solutions of an entry, in order; None where it is not compiled."""
        key = Key(name, mode)
        if key not in self.program.procedures:
            return None
        return self._each(key, self.program.procedures[key].determinism)

    def _each(self, key: Key, determinism: Determinism) -> Callable[..., Iterable[Any]]:
        """All solutions of an entry that is compiled, in order."""
        function = self._rules.function(key)
        if determinism is Determinism.NONDET:
            return function

        def found(*arguments: Any) -> Iterable[Any]:
            result = function(*arguments)
            return () if result is None or result is False else (result,)

        return found

    def _only(self, name: str, mode: str) -> Callable[..., Any] | None:
        """The one result of an entry, None where there is none; None where it is not compiled."""
        values = self._all(name, mode)
        key = Key(name, mode)
        if values is None or self.program.procedures[key].determinism is not Determinism.NONDET:
            return values and self._rules.function(key)

        def only(position: Any) -> Any:
            found = None
            for value in values(position):
                if found is None:
                    found = value
                elif found != value:
                    details = self.text(position), value_text(found), value_text(value)
                    raise self._broken("several_values", *details)
            return found

        return only

    def _first(self, name: str, mode: str) -> Callable[..., bool] | None:
        """Whether an entry without results has a solution; None where it is not compiled."""
        key = Key(name, mode)
        if key not in self.program.procedures:
            return None
        function = self._rules.function(key)
        if self.program.procedures[key].determinism is not Determinism.NONDET:
            return function
        return lambda *arguments: any(True for _ in function(*arguments))

    def _refused(self, name: str, nothing: Any) -> Callable[..., Any]:
        """What stands for an entry that is not compiled: `nothing`, if the rules do not define it."""

        def asked(*_: Any) -> Any:
            if name in self._defined:
                raise UncoveredError(f"{name} is not compiled")
            return nothing

        return asked

    # The game

    def initial(self) -> Sequence[Any]:
        return self._told("initial")

    def positions(self) -> Sequence[Any] | None:
        return self._told("position") if "position/1" in self._defined else None

    def default(self, name: str) -> Term | None:
        """The value of a fact such as default_depth/1 in the rules, or None."""
        found = self._told(name)
        return to_term(found[0]) if found else None

    def _told(self, name: str) -> list[Any]:
        """What the rules enumerate."""
        if f"{name}/1" not in self._defined:
            return []
        try:
            return list((self._all(name, "-") or self._refused(f"{name}/1", ()))())
        except UNFIT as error:
            raise unfit(error) from None

    def successors(self, position: Any) -> Sequence[Successor[Any]]:
        try:
            return self._successors(position)
        except UNFIT as error:
            raise unfit(error) from None

    def afters(self, position: Any) -> Sequence[Any]:
        try:
            if self._moves is None and self._move is None:
                assert self._unnamed is not None
                return list(self._unnamed(position))
            return self._afters(position)
        except UNFIT as error:
            raise unfit(error) from None

    def _successors(self, position: Any) -> Sequence[Successor[Any]]:
        if self._moves is None and self._move is None:
            return self._named(position)
        afters = self._afters(position)
        named = self._named(position) if self._named_move is not None else []
        if [after for _, after in named] == list(afters):
            return named
        return [(None, after) for after in afters]

    def _afters(self, position: Any) -> Sequence[Any]:
        """By moves/2 or move/2."""
        if self._moves is None:
            assert self._move is not None
            return list(self._move(position))
        afters: Sequence[Any] = next(iter(self._moves(position)), ())
        if afters.__class__ is not tuple or (afters and afters[0].__class__ is Functor):
            raise self._broken("no_list_of_moves", self.text(position))
        return afters

    def _named(self, position: Any) -> list[Successor[Any]]:
        assert self._named_move is not None
        names = self._names
        return [(names.get(move) or self._name(move), after) for move, after in self._named_move(position)]

    def _name(self, move: Any) -> Term:
        """A move as a term; the latest are kept."""
        if len(self._names) >= MOST_NAMES:
            self._names.clear()
        name = self._names[move] = to_term(move)
        return name

    def player(self, position: Any) -> Player:
        try:
            mover = self._mover(position)
        except UNFIT as error:
            raise unfit(error) from None
        if mover == "max":
            return MAX
        if mover == "min":
            return MIN
        raise ContractError(f"{mover}_to_move", self.text(position))

    def all_movers(self, position: Any) -> Sequence[Player]:
        asked = (MAX, self._max), (MIN, self._min)
        return [player for player, moves in asked if moves is not None and _holds(moves, position)]

    def static_value(self, position: Any) -> Number:
        try:
            found = self._value(position)
        except UNFIT as error:
            raise unfit(error) from None
        if found.__class__ is int:
            return found
        if found is None or found is False:
            raise self._broken("no_value", self.text(position))
        number = _number(found)
        if number is None or number != number:
            raise ContractError("value_is_no_number", self.text(position), value_text(found))
        return number

    def _broken(self, fault: str, *details: str) -> ContractError:
        return ContractError(fault, *details).in_words_of(self._asked_as)

    def terminal_won(self, position: Any) -> bool:
        if "terminalwon/1" not in self._defined:
            return super().terminal_won(position)
        return _holds(self._won, position)

    def terminal_lost(self, position: Any) -> bool:
        if "terminallost/1" not in self._defined:
            return super().terminal_lost(position)
        return _holds(self._lost, position)

    def turbulent(self, position: Any) -> bool:
        return "turbulent/1" in self._defined and _holds(self._turbulent, position)

    def plausible(self, position: Any, successor: Any) -> bool:
        return "plausible/2" in self._defined and _holds(self._plausible, position, successor)

    def chance(self, position: Any) -> Sequence[tuple[Number, Any]]:
        if self._chance is None:
            return ()
        found: list[tuple[Number, Any]] = []
        last: Any = None
        probability: Number = 0
        try:
            for value, after in self._chance(position):
                if value is not last:
                    last, probability = value, probability_of(value)
                found.append((probability, after))
        except UNFIT as error:
            raise unfit(error) from None
        return found

    @property
    def tells_plausible(self) -> bool:
        """Whether the rules say which successors are plausible."""
        return "plausible/2" in self._defined

    # Positions

    def text(self, position: Any) -> str:
        return value_text(position)

    def to_term(self, position: Any) -> Term:
        return as_key(to_term(position))

    def from_term(self, term: Term) -> Any:
        try:
            return to_value(term)
        except UncoveredError as error:
            raise PositionError(f"{term_text(term)}: {error}") from None


def _holds(test: Callable[..., bool], *arguments: Any) -> bool:
    try:
        return test(*arguments)
    except UNFIT as error:
        raise unfit(error) from None


def unfit(error: Exception) -> UnfitError:
    """Why SWI-Prolog must be asked."""
    if isinstance(error, UncoveredError):
        return UnfitError(str(error).removesuffix(NOT_COVERED))
    return UnfitError(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)


def _number(value: Any) -> Number | None:
    """A static value as a number; `inf` and `-inf` are numbers, too."""
    if value.__class__ is Rational:
        return Fraction(value)
    if value == "inf":
        return INFINITY
    if value == (MINUS, "inf"):
        return -INFINITY
    return float(value) if value.__class__ is Float else None


def probability_of(value: Any) -> Number:
    """A probability: an exact number above 0, or a quotient of integers."""
    if value.__class__ is tuple and value[0] is QUOTIENT:
        _, top, bottom = value
        if top.__class__ is int and bottom.__class__ is int and bottom != 0:
            value = Fraction(top, bottom)
            value = value.numerator if value.denominator == 1 else value
    if value.__class__ not in (int, Fraction, Rational) or value.numerator <= 0:
        raise ValueError("no probability")
    return Fraction(value) if value.__class__ is Rational else value
