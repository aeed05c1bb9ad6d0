"""The interpreter of the intermediate language, as a back end that is compared with SWI-Prolog."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from differential import SOLUTIONS

from pydecl.compiler import ir
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.ir.interpreter.interpreting import Interpreter
from pydecl.compiler.ir.interpreter.values import of_term, to_term
from pydecl.errors import LimitError
from pydecl.model.term import Term
from pydecl.rules.syntax import RulesText


@dataclass
class Interpreted:
    """A rules file, compiled to the intermediate language and run as it stands."""

    program: ir.Program

    @property
    def refusals(self) -> dict[ir.Key, ir.Refusal]:
        return dict(self.program.refusals)

    def solutions(
        self, key: ir.Key, arguments: Sequence[Term], most: int = SOLUTIONS
    ) -> Iterator[tuple[Term, ...]]:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(20_000)
        try:
            found = Interpreter(self.program).solutions(key, [of_term(arg) for arg in arguments])
            for values in islice(found, most):
                yield tuple(to_term(value) for value in values)
        except RecursionError:
            raise LimitError("too deep") from None
        finally:
            sys.setrecursionlimit(before)


class IRInterpreter:
    """The back end that interprets."""

    name = "interpreter"

    def load(self, rules: RulesText, entries: Sequence[ir.Key]) -> Interpreted:
        return Interpreted(compile_rules(rules, entries))
