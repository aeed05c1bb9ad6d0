"""Tabled procedures: the least sets of answers, as a naive iteration over all questions that are open.

A question that nobody is working out opens a level, and is asked again and again, with all questions that it
leads to, until a round adds no answer to any of them: then all are complete.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydecl.compiler import ir
from pydecl.compiler.ir.interpreter.predicates import unsure
from pydecl.compiler.ir.interpreter.values import EMPTY, Value

Results = tuple[Value, ...]


class Tables:
    """The answers that are known; `work_out` goes through the clauses of a procedure once."""

    def __init__(self, work_out: Callable[[ir.Key, Sequence[Value]], Results]) -> None:
        self.work_out = work_out
        self.known: dict[object, Results] = {}
        self.open: dict[object, Results] = {}
        self.done: set[object] = set()
        """The questions that have been asked in this round."""
        self.partial = False

    def check_complete(self) -> None:
        """Give up if more answers may come to those that were told last."""
        if self.partial:
            raise unsure("the answers of a table that are not all there")

    def answers(self, key: ir.Key, inputs: Sequence[Value]) -> Results:
        """The sorted answers to a question, or those that are known so far."""
        question = key, repr(inputs)
        if question not in self.known:
            if not self.open:
                self._complete(question, key, inputs)
            elif question not in self.done:
                self._ask(question, key, inputs)
        self.partial = question not in self.known
        return self.known[question] if question in self.known else self.open[question]

    def _complete(self, question: object, key: ir.Key, inputs: Sequence[Value]) -> None:
        try:
            before = None
            while before != self.open:
                before = dict(self.open)
                self.done = set()
                self._ask(question, key, inputs)
            self.known |= self.open
        finally:
            self.open = {}

    def _ask(self, question: object, key: ir.Key, inputs: Sequence[Value]) -> None:
        self.done.add(question)
        self.open.setdefault(question, (EMPTY,))
        self.open[question] = self.work_out(key, inputs)
