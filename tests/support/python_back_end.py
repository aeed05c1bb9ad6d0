"""Rules compiled to Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from differential import SOLUTIONS, PrologError

from pydecl.compiler import ir
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.python.program import CompiledRules
from pydecl.compiler.runtime import values as runtime
from pydecl.errors import LimitError
from pydecl.model.term import Term
from pydecl.rules.syntax import RulesText


class LoadedPython:
    """A rules file in Python."""

    def __init__(self, rules: RulesText, entries: Sequence[ir.Key]) -> None:
        self.compiled = CompiledRules(compile_rules(rules, entries))

    @property
    def refusals(self) -> Mapping[ir.Key, ir.Refusal]:
        return self.compiled.program.refusals

    def solutions(
        self, key: ir.Key, arguments: Sequence[Term], most: int = SOLUTIONS
    ) -> Iterator[tuple[Term, ...]]:
        try:
            values = [runtime.to_value(argument) for argument in arguments]
            for results in islice(self.compiled.solutions(key, *values), most):
                yield tuple(runtime.to_term(result) for result in results)
        except runtime.PrologError as error:
            raise PrologError(error.ball) from None
        except runtime.UncoveredError as error:
            raise LimitError(str(error)) from None


class PythonBackEnd:
    """The Python back end."""

    name = "python"

    def load(self, rules: RulesText, entries: Sequence[ir.Key]) -> LoadedPython:
        return LoadedPython(rules, entries)
