"""The shape of a clause: what it is, whatever its variables and, if asked, the file's predicates are called.

>>> from pydecl.rules.reader import read_rules
>>> one, other = read_rules("p(X, _) :- q(X, Y), Y > 1. r(A, B) :- s(A, C), C > 1.").clauses
>>> shape(one)
":-(p(1,_),,(q(1,2),>(2,'1')))"
>>> shape(one) == shape(other), shape(one, {("p", 2), ("q", 2)}) == shape(other, {("r", 2), ("s", 2)})
(False, True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pydecl.grading.clauses import read_clause
from pydecl.model.term import Atom
from pydecl.rules.syntax import Clause, Constant, Items, Named, Node

OWN = "·"
"""What stands for the name of a file's own predicate."""


def shape(clause: Clause, own: Collection[tuple[str, int]] = ()) -> str:
    """The shape of a clause; predicates of `own` have no names in it."""
    numbers: dict[str, int] = {}
    spans = clause.variables

    def written(node: Node) -> str:
        if isinstance(node, Named):
            if len(spans.get(node.name, ())) < 2:
                return "_"
            return str(numbers.setdefault(node.name, len(numbers) + 1))
        if isinstance(node, Constant):
            is_own = isinstance(node.value, Atom) and (node.value.name, 0) in own
            return OWN if is_own else f"'{node.value}'" if isinstance(node.value, int) else str(node.value)
        if isinstance(node, Items):
            tail = "" if node.tail is None else f"|{written(node.tail)}"
            return f"[{','.join(map(written, node.items))}{tail}]"
        name = OWN if (node.name, len(node.args)) in own else node.name
        return f"{name}({','.join(map(written, node.args))})"

    try:
        return written(clause.term)
    except RecursionError:  # deeper than anything that a person writes
        return f"a clause of {clause.span.end - clause.span.start} characters"


def shapes_of(texts: Iterable[str]) -> frozenset[str]:
    """The shapes of the clauses that these texts are, with names."""
    clauses = map(read_clause, texts)
    return frozenset(shape(clause) for clause in clauses if clause is not None)
