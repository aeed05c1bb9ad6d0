"""Clauses that the file's own term_expansion/2 makes while it is loaded: tables that are computed, mostly.

They are computed here, too, by the file's rules, compiled to Python. Where a clause that may be changed is
not ground, or the rules for that are not covered, or take too long, nothing of the file is compiled.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from pydecl.compiler import ir
from pydecl.compiler.frontend.normal import add_clause, node_of
from pydecl.compiler.frontend.predicates import Expansion, Indicator, Normal
from pydecl.compiler.frontend.terms import indicator, is_cell, is_goal, items_of, variables
from pydecl.compiler.python.program import CompiledRules
from pydecl.compiler.runtime.values import PrologError, to_term, to_value
from pydecl.errors import LimitError, PydeclError
from pydecl.model.term import Compound, PrologList, Term
from pydecl.rules.clauses import term_of
from pydecl.rules.syntax import Node, Span, Structure

EXPANSION = ir.Key("term_expansion", "+-")

SECONDS = 2.0
"""What all expansions of a file may take."""


def expand(rules: Normal, program: ir.Program) -> None:
    """Put what term_expansion/2, compiled, makes of clauses in their places."""
    compiled = CompiledRules(program)
    expansions, rules.expansions = rules.expansions, []
    added: dict[Indicator, int] = {}
    late = time.monotonic() + SECONDS
    for one in expansions:
        made: Sequence[Node] | None = None
        if EXPANSION in program.procedures and not variables(one.term) and rules.barred is None:
            with suppress(PrologError, PydeclError, RecursionError), _until(late):
                found = next(compiled.solutions(EXPANSION, to_value(_value(one.term))), None)
                made = [one.term] if found is None else _clauses(to_term(found[0]), one.place)
        if made is not None:
            rules.expanded.append((one.place, made))
        elif rules.barred is None:
            why = "may change this clause" if time.monotonic() < late else f"takes more than {SECONDS:g} s"
            rules.barred = (one.place, f"the file's term_expansion/2 {why}")
        for clause in [one.term] if made is None else made:  # what is not compiled is defined nevertheless
            _insert(rules, clause, one, added)


@contextmanager
def _until(late: float) -> Iterator[None]:
    """Raise LimitError in what runs inside, in loops too, at a time of `time.monotonic`; in any thread."""

    def look(*_: object) -> Any:
        if time.monotonic() >= late:
            raise LimitError("time is up")
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(before)


def _clauses(made: Term, place: Span) -> Sequence[Node] | None:
    """The clauses that a term stands for; None if a directive or an end of file is among them."""
    clauses = [node_of(clause, place) for clause in (made.items if isinstance(made, PrologList) else (made,))]
    barred = any(is_goal(clause, *other) for clause in clauses for other in _NO_CLAUSES)
    return None if barred else clauses


_NO_CLAUSES = ((":-", 1), ("?-", 1), ("end_of_file", 0))


def _insert(rules: Normal, clause: Node, one: Expansion, added: dict[Indicator, int]) -> None:
    """Put a clause behind those of its predicate that stand before it in the file."""
    head = add_clause(rules, clause, one.place)
    key = None if head is None else indicator(head)
    if key is not None:
        others = rules.predicates[key].rules
        others.insert(one.before.get(key, 0) + added.get(key, 0), others.pop())
        added[key] = added.get(key, 0) + 1


def _value(node: Node) -> Term:
    """A ground term as a value."""
    if isinstance(node, Structure):
        if is_cell(node) or not node.args:
            items, _ = items_of(node)
            return PrologList(tuple(_value(item) for item in items))
        return Compound(node.name, tuple(_value(arg) for arg in node.args))
    return term_of(node)
