"""Rules compiled to Python, as the searches see a game: the file's text, without SWI-Prolog.

What cannot be compiled, and what goes wrong in the rules, is asked of SWI-Prolog, question by question.

>>> from pydecl.consulting import consult
>>> with consult("hexapawn") as game:
...     rules = compiled_game(game)
...     start, = rules.initial()
...     print([str(move) for move, _ in rules.successors(start)], rules.player(start))
['-(a1,a2)', '-(b1,b2)', '-(c1,c2)'] Player.MAX
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from pydecl.compiler.compile import ENTRIES, compile_normal
from pydecl.compiler.front.normal import normal
from pydecl.compiler.front.sources import Sources
from pydecl.compiler.ir import Determinism, Key, Program, Refusal
from pydecl.compiler.python.program import CompiledRules
from pydecl.compiler.runtime.values import (
    Float,
    Functor,
    PrologError,
    Rational,
    UncoveredError,
    functor,
    to_term,
    to_value,
)
from pydecl.errors import ContractError, NotCompiledError, PositionError
from pydecl.model.game import Game, Player, Successor
from pydecl.model.number import INFINITY, Number
from pydecl.model.term import Term, term_text
from pydecl.rules.reader import read_rules

UNFIT = (PrologError, UncoveredError, TypeError, ValueError, ArithmeticError, AttributeError)
"""What compiled rules raise for a position that they cannot handle, or that is an error in Prolog too."""

MOST_NAMES = 100_000
"""How many terms of moves are kept."""

DEFAULTS = (Key("default_depth", "-"), Key("default_plies", "-"))
"""What the rules declare besides."""

MINUS = functor("-", 1)
QUOTIENT = functor("/", 2)


LONGEST = 300_000
"""The longest text of rules that is compiled, in characters."""


class Consulted(Protocol):
    """What is compiled: a game whose rules are in SWI-Prolog, and the text of its file."""

    name: str
    defined: frozenset[str]
    convention: str
    rules_text: str | None
    rules_file: str
    facts: Mapping[tuple[str, int], Sequence[Term]]


def front_end(game: Consulted) -> tuple[Program, Sources]:
    """The rules of a game in the intermediate language; its facts take the place of the file's.

    Raises NotCompiledError where the text is too long, or nested too deep.
    """
    assert game.rules_text is not None
    if len(game.rules_text) > LONGEST:
        raise NotCompiledError(f"{game.name}: more than {LONGEST:,} characters of rules are not compiled")
    try:
        rules = normal(read_rules(game.rules_text, game.rules_file), game.facts)
        return compile_normal(rules, (*ENTRIES, *DEFAULTS)), rules.sources
    except RecursionError:
        raise NotCompiledError(f"{game.name}: rules that are nested so deep are not compiled") from None


def compilable(game: Consulted) -> bool:
    """Whether the rules are a file's in pydecl's own interface, and nothing else."""
    return game.rules_text is not None and game.convention == "textbook"


def compiled_game(game: Any) -> CompiledGame | None:
    """The rules of a game compiled to Python, or None where moves or movers cannot be."""
    if not compilable(game):
        return None
    try:
        program, _ = front_end(game)
    except NotCompiledError:
        return None
    found = CompiledGame(game, program)
    return found if found.searchable else None


class CompiledGame(Game[Any]):
    """A game's rules in Python; a position is a value of `pydecl.compiler.runtime.values`."""

    def __init__(self, game: Any, program: Program) -> None:
        self.name = game.name
        self.source = game.source
        self.program = program
        self.refusals: Mapping[Key, Refusal] = program.refusals
        self._prolog: Game[Term] = game
        self._names: dict[Any, Term] = {}
        self._probabilities: dict[Any, Number] = {}
        self._defined: frozenset[str] = game.defined
        self._rules = CompiledRules(program)
        self._moves = self._all("moves", "+-")
        self._move = self._all("move", "+-")
        self._named_move = self._all("move", "+--")
        self._max = self._first("max_to_move", "+")
        self._min = self._first("min_to_move", "+")
        self._value = self._all("staticval", "+-")
        self._won = self._first("terminalwon", "+")
        self._lost = self._first("terminallost", "+")
        self._chance = self._all("chance", "+--")
        self._turbulent = self._first("turbulent", "+")
        self._plausible = self._first("plausible", "++")

    @property
    def searchable(self) -> bool:
        """Whether moves, movers and chance are all compiled."""
        names = {"moves/2", "move/2", "move/3", "max_to_move/1", "min_to_move/1", "chance/3"} & self._defined
        compiled = {f"{key.name}/{key.arity}" for key in self.program.entries}
        return names <= compiled and bool(names & {"moves/2", "move/2", "move/3"})

    # Entries as Python functions

    def _all(self, name: str, mode: str) -> Callable[..., Iterable[Any]] | None:
        """All solutions of an entry, in order; None where it is not compiled."""
        key = Key(name, mode)
        if key not in self.program.procedures:
            return None
        function = self._rules.function(key)
        if self.program.procedures[key].determinism is Determinism.NONDET:
            return function

        def found(*arguments: Any) -> Iterable[Any]:
            result = function(*arguments)
            return () if result is None or result is False else (result,)

        return found

    def _first(self, name: str, mode: str) -> Callable[..., bool] | None:
        """Whether an entry without results has a solution; None where it is not compiled."""
        key = Key(name, mode)
        if key not in self.program.procedures:
            return None
        function = self._rules.function(key)
        if self.program.procedures[key].determinism is not Determinism.NONDET:
            return function
        return lambda *arguments: any(True for _ in function(*arguments))

    # The game

    def initial(self) -> Sequence[Any]:
        found = self._told("initial", "initial/1")
        return [to_value(term) for term in self._prolog.initial()] if found is None else found

    def positions(self) -> Sequence[Any] | None:
        if "position/1" not in self._defined:
            return None
        found = self._told("position", "position/1")
        return [to_value(term) for term in self._prolog.positions() or ()] if found is None else found

    def _told(self, name: str, indicator: str) -> list[Any] | None:
        """The positions that the rules enumerate; None where that is not compiled."""
        if indicator not in self._defined:
            return []
        key = Key(name, "-")
        if key not in self.program.procedures:
            return None
        try:
            return [position for (position,) in self._rules.solutions(key)]
        except UNFIT:
            return None

    def successors(self, position: Any) -> Sequence[Successor[Any]]:
        try:
            return self._successors(position)
        except UNFIT:
            found = self._prolog.successors(to_term(position))
            return [(move, to_value(after)) for move, after in found]

    def _successors(self, position: Any) -> Sequence[Successor[Any]]:
        if self._moves is None and self._move is None:
            return self._named(position)
        if self._moves is not None:
            afters: Sequence[Any] = next(iter(self._moves(position)), ())
            if afters.__class__ is not tuple or (afters and afters[0].__class__ is Functor):
                raise ContractError("no_list_of_moves", self.text(position))
        else:
            assert self._move is not None
            afters = list(self._move(position))
        named = self._named(position) if self._named_move is not None else []
        if [after for _, after in named] == list(afters):
            return named
        return [(None, after) for after in afters]

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
            highest = self._max is not None and self._max(position)
            lowest = self._min is not None and self._min(position)
        except UNFIT:
            return self._prolog.player(to_term(position))
        if highest:
            if lowest:
                raise ContractError("both_to_move", self.text(position))
            return Player.MAX
        if lowest:
            return Player.MIN
        raise ContractError("neither_to_move", self.text(position))

    def static_value(self, position: Any) -> Number:
        if self._value is None:
            return self._prolog.static_value(to_term(position))
        found = None
        try:
            for value in self._value(position):
                if found is None:
                    found = value
                elif found != value:
                    details = (self.text(position), str(to_term(found)), str(to_term(value)))
                    raise ContractError("several_values", *details)
        except UNFIT:
            return self._prolog.static_value(to_term(position))
        if found.__class__ is int:
            return found
        if found is None:
            raise ContractError("no_value", self.text(position))
        number = _number(found)
        if number is None or number != number:
            raise ContractError("value_is_no_number", self.text(position), term_text(to_term(found)))
        return number

    def terminal_won(self, position: Any) -> bool:
        if "terminalwon/1" not in self._defined:
            return super().terminal_won(position)
        if self._won is not None:
            try:
                return self._won(position)
            except UNFIT:
                pass
        return self._prolog.terminal_won(to_term(position))

    def terminal_lost(self, position: Any) -> bool:
        if "terminallost/1" not in self._defined:
            return super().terminal_lost(position)
        if self._lost is not None:
            try:
                return self._lost(position)
            except UNFIT:
                pass
        return self._prolog.terminal_lost(to_term(position))

    def turbulent(self, position: Any) -> bool:
        if "turbulent/1" not in self._defined:
            return False
        if self._turbulent is not None:
            try:
                return self._turbulent(position)
            except UNFIT:
                pass
        return self._prolog.turbulent(to_term(position))

    def plausible(self, position: Any, successor: Any) -> bool:
        if "plausible/2" not in self._defined:
            return False
        if self._plausible is not None:
            try:
                return self._plausible(position, successor)
            except UNFIT:
                pass
        return self._prolog.plausible(to_term(position), to_term(successor))

    def chance(self, position: Any) -> Sequence[tuple[Number, Any]]:
        if self._chance is None:
            return ()
        try:
            known = self._probabilities
            return [
                (known.get(value) or self._probability(value), after)
                for value, after in self._chance(position)
            ]
        except UNFIT:
            found = self._prolog.chance(to_term(position))
            return [(probability, to_value(after)) for probability, after in found]

    def _probability(self, value: Any) -> Number:
        found = self._probabilities[value] = probability_of(value)
        return found

    # Positions

    def text(self, position: Any) -> str:
        return term_text(to_term(position))

    def to_term(self, position: Any) -> Term:
        return to_term(position)

    def from_term(self, term: Term) -> Any:
        try:
            return to_value(term)
        except UncoveredError as error:
            raise PositionError(f"{term_text(term)}: {error}") from None


def _number(value: Any) -> Number | None:
    """A static value as a number; `inf` and `-inf` are numbers, too."""
    if value == "inf":
        return INFINITY
    if value == (MINUS, "inf"):
        return -INFINITY
    if value.__class__ is Float:
        return float(value)
    return Fraction(value) if value.__class__ is Rational else None


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
