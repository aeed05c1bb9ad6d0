"""The intermediate language as Python: a module's text, its functions, and questions to them.

>>> from pydecl.compiler.ir import *
>>> from pydecl.rules.syntax import Span
>>> here, twice = Span(0, 0), Key("twice", "+-")
>>> goals = (Compute(Arith("*", (Const(2), Var("X"))), Bind("Y"), here),)
>>> clause = Clause(goals, (Var("Y"),), here)
>>> procedure = Procedure(twice, ("X",), (clause,), Determinism.DET, here)
>>> rules = CompiledRules(Program({twice: procedure}, (twice,)))
>>> print(rules.text)
def p0_twice(vX):
 vY = (2 * vX)
 if vY.__class__ is not int: vY = a_0__(2, vX)
 return vY
 raise AssertionError('twice(+,-)')
<BLANKLINE>
>>> list(rules.solutions(twice, 21))
[(42,)]
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pydecl.compiler.ir import Call, Catch, Determinism, IfThenElse, Key, Or, Procedure, Program
from pydecl.compiler.ir.solutions import Solutions
from pydecl.compiler.ir.visitor import goals_within
from pydecl.compiler.passes.options import Options
from pydecl.compiler.passes.registry import PYTHON, optimised
from pydecl.compiler.python.constant_pool import Pool
from pydecl.compiler.python.expressions import COMPARED, Kind
from pydecl.compiler.python.procedures import write_procedure
from pydecl.compiler.python.writer import Writer
from pydecl.compiler.runtime.arithmetic import COMPARISONS, last_first, number, operand
from pydecl.compiler.runtime.order import compare, sorted_set
from pydecl.compiler.runtime.solutions import (
    ball_of,
    continued,
    items_of,
    largest,
    largest_with_witness,
    smallest,
    smallest_with_witness,
    thrown,
    total,
)
from pydecl.compiler.runtime.values import Float, Functor, PrologError, ThrownError, UncoveredError, cons
from pydecl.errors import LimitError, OutOfMemoryError
from pydecl.model.recursion import deep_recursion
from pydecl.model.term import PrologString

DEEPEST = 4000
"""How deep recursive generators may call one another: each takes some of the stack of Python itself."""

Kinds = tuple[Kind | None, ...]

RUNTIME: dict[str, Any] = {
    **{name: COMPARISONS[op] for op, name in COMPARED.items()},
    "DEEPEST": DEEPEST,
    "Float": Float,
    "Functor": Functor,
    "PrologString": PrologString,
    "PrologError": PrologError,
    "ThrownError": ThrownError,
    "ball_of": ball_of,
    "compare": compare,
    "cons": cons,
    "continued": continued,
    "items_of": items_of,
    "largest": largest,
    "last_first": last_first,
    "largest_with_witness": largest_with_witness,
    "number": number,
    "operand": operand,
    "smallest": smallest,
    "smallest_with_witness": smallest_with_witness,
    "sorted_set": sorted_set,
    "thrown": thrown,
    "total": total,
}
"""What the text of every module uses."""


Copies = Sequence[tuple[Key, Key, frozenset[int]]]
"""More entries: the name, the procedure, and which of its results are left out."""


class CompiledRules:
    """A program's procedures as Python functions; values are those of `runtime.py`."""

    def __init__(self, program: Program, copies: Copies = ()) -> None:
        """`copies` are more entries."""
        self.program = program
        self._simpler = optimised(program, PYTHON, Options(copies=copies))
        self.text, self._functions = _module(self._simpler, exact=False)

    def function(self, key: Key) -> Callable[..., Any]:
        """The function of a procedure.

        It gives the one result, a tuple of several, True if there is none, and None or False if it
        fails; of a procedure with any number of solutions, an iterator of the same. It is exact for values
        that the rules can handle, and raises any of Python's exceptions for others: then ask `solutions`.
        """
        return self._functions[key]

    @cached_property
    def _exact(self) -> Mapping[Key, Callable[..., Any]]:
        return _module(self._simpler, exact=True)[1]

    def solutions(self, key: Key, *arguments: Any) -> Iterator[tuple[Any, ...]]:
        """The results of each solution, in order.

        Raises PrologError if the rules do, UncoveredError if they do what compiled rules cannot, and
        LimitError if they go too deep or need too much memory.
        """
        if key not in self.program.procedures:
            raise UncoveredError(f"{key} is not compiled")
        found = 0
        try:
            for results in self._each(self._functions, key, arguments):
                yield results
                found += 1
            return
        except (LimitError, UncoveredError):
            raise
        except (PrologError, TypeError, ValueError, ArithmeticError, AttributeError):
            pass
        for number_, results in enumerate(self._each(self._exact, key, arguments)):
            if number_ >= found:
                yield results

    def _each(
        self, functions: Mapping[Key, Callable[..., Any]], key: Key, arguments: Sequence[Any]
    ) -> Iterator[tuple[Any, ...]]:
        procedure = self.program.procedures[key]
        count = key.mode.count("-")
        try:
            with deep_recursion():
                found = functions[key](*arguments)
                if procedure.determinism is not Determinism.NONDET:
                    found = iter(() if found is None or found is False else (found,))
            while True:
                with deep_recursion():
                    try:
                        result = next(found)
                    except StopIteration:
                        return
                yield (result,) if count == 1 else result if count else ()
        except RecursionError:
            raise LimitError(f"{key}: the rules call themselves too deep") from None
        except MemoryError:
            raise OutOfMemoryError(f"{key}: the rules need too much memory") from None


def _module(program: Program, *, exact: bool) -> tuple[str, dict[Key, Callable[..., Any]]]:
    """The text of a module and its functions. `exact`: with every operation in full."""
    pool = Pool(program.procedures)
    recursive = _deep_procedures(program.procedures)
    with deep_recursion():
        text = "\n".join(_written(program, pool, recursive, exact)) + "\n"
    namespace = {**RUNTIME, **pool.namespace}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # of `1[0]`, behind a test that 1 does not pass
        exec(compile(text, "<compiled rules>", "exec"), namespace)
    return text, {key: namespace[pool.function(key)] for key in program.procedures}


def _written(program: Program, pool: Pool, recursive: frozenset[object], exact: bool) -> list[str]:
    """The lines of all procedures, written again until what is known of values holds."""
    nothing = None if exact else Kind.NOTHING
    parameters: dict[Key, Kinds] = {
        key: (None if key in program.entries else nothing,) * len(procedure.parameters)
        for key, procedure in program.procedures.items()
    }
    results: dict[object, Kinds] = {key: (nothing,) * key.mode.count("-") for key in program.procedures}
    while True:
        lines: list[str] = []
        called, given = dict(parameters), dict(results)
        for key, procedure in program.procedures.items():
            writer = Writer(
                pool, procedure, exact=exact, recursive=recursive, parameters=parameters[key], results=results
            )
            lines += write_procedure(writer)
            for callee, kinds in writer.conditions.called:
                called[callee] = tuple(map(joined, called[callee], kinds))
            kinds_given = [tuple(kinds) for kinds in writer.result_kinds]
            for place, kinds in enumerate(kinds_given):
                for kind in kinds:
                    row = list(given[key])
                    row[place] = joined(row[place], kind)
                    given[key] = tuple(row)
        if exact or (called == parameters and given == results):
            return lines
        parameters, results = called, given


def joined(one: Kind | None, other: Kind | None) -> Kind | None:
    """What is known of a value that is known to be one or the other."""
    if one is other or other is Kind.NOTHING:
        return one
    if one is Kind.NOTHING:
        return other
    return Kind.NUMBER if {one, other} == {Kind.INTEGER, Kind.NUMBER} else None


def _deep_procedures(procedures: Mapping[Key, Procedure]) -> frozenset[object]:
    """The procedures that call themselves by way of generators."""
    calls = {
        key: {
            goal.procedure
            for clause in procedure.clauses
            for goal in goals_within(clause.goals)
            if isinstance(goal, Call)
        }
        for key, procedure in procedures.items()
    }
    facts = Solutions(procedures)
    return frozenset(
        key
        for key, procedure in procedures.items()
        if key in _reached(calls, key) and _generates(procedure, facts)
    )


def _reached(calls: Mapping[Key, set[Key]], start: Key) -> set[Key]:
    """The procedures that a procedure calls, directly or not."""
    found: set[Key] = set()
    todo = [start]
    while todo:
        for callee in calls[todo.pop()] - found:
            found.add(callee)
            todo.append(callee)
    return found


def _generates(procedure: Procedure, facts: Solutions) -> bool:
    """Whether a procedure is a generator, or has one inside that is its own."""
    return procedure.determinism is Determinism.NONDET or any(
        isinstance(goal, Catch) or (isinstance(goal, Or | IfThenElse) and facts.many(goal))
        for clause in procedure.clauses
        for goal in goals_within(clause.goals)
    )
