"""The clauses that a program of a file is made of, as they stand in its text, and as they are changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pydecl.model.term import Atom
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Named, Node, RulesText, Structure, walk

Indicator = tuple[str, int]

Splice = tuple[int, int, str]
"""From one offset in a clause's text to another, and what comes there."""


@dataclass(frozen=True)
class OwnClauses:
    """The clauses of some predicates of a file, in their order."""

    text: RulesText
    predicates: Sequence[Indicator]

    @cached_property
    def by_predicate(self) -> dict[Indicator, list[Clause]]:
        """The clauses of each predicate; grammar rules are left out."""
        found: dict[Indicator, list[Clause]] = {one: [] for one in self.predicates}
        for clause in self.text.clauses:
            if clause.kind is Kind.CLAUSE and clause.indicator in found:
                found[clause.indicator].append(clause)
        return found

    def written(self, clause: Clause) -> str:
        """A clause as it stands in the file, its full stop included."""
        return self.text.text[clause.span.start : clause.span.end]

    def part(self, node: Node) -> str:
        """A part of a clause as it stands in the file."""
        return self.text.text[node.span.start : node.span.end]

    def line(self, clause: Clause) -> int:
        """The line in which a clause begins, from 1."""
        return self.text.place(clause.span.start)[0]


@lru_cache(20_000)
def read_clause(text: str, before: str = "") -> Clause | None:
    """The one clause of a text, None if it is none; `before` has the directives that say how to read it."""
    read = read_rules(before + text)
    if read.faults or not read.clauses or read.clauses[-1].kind is not Kind.CLAUSE:
        return None
    return read.clauses[-1]


def spliced(text: str, splices: Sequence[Splice]) -> str:
    """A text with some of its parts replaced; they must not overlap.

    >>> spliced("a, b, c", [(3, 4, "B"), (0, 1, "A")])
    'A, B, c'
    """
    for start, end, new in sorted(splices, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def goals(body: Node | None, operator: str = ",") -> list[Node]:
    """The goals of a conjunction, in order, or what another operator joins.

    >>> from pydecl.rules.reader import read_rules
    >>> len(goals(read_rules("a :- b, ( c ; d ), e.").clauses[0].body))
    3
    """
    found: list[Node] = []
    while isinstance(body, Structure) and body.name == operator and len(body.args) == 2:
        found.append(body.args[0])
        body = body.args[1]
    return found if body is None else [*found, body]


def calls(clause: Clause, predicates: Sequence[Indicator]) -> Iterator[Structure]:
    """The parts of a clause's body that look like calls of these predicates."""
    for node in () if clause.body is None else walk(clause.body):
        if isinstance(node, Structure) and (node.name, len(node.args)) in predicates:
            yield node


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
