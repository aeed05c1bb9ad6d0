"""A sheet's rules as Prolog, for the convention `gdl`.

>>> from pydecl.rules.gdl.kif import read_kif
>>> sheet = read_kif("(<= (next (cell ?m ?n b))"
...     "(does ?r (mark ?j ?k)) (distinct ?m ?j) (true (cell ?m ?n b)))"
...     "(<= (append ?x) (succ ?x ?y)) (succ 1 2)", "g.kif")
>>> for clause in Clauses(sheet, {("succ", 2)}).clauses:
...     print("\\n".join(clause.lines))
next(cell(M, N, b)) :-
    does(_R, mark(J, _K)),
    true(cell(M, N, b)),
    M \\== J.
append(X) :-
    succ_(X, _Y).
succ_(1, 2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from pydecl.model.term import Atom, Compound, Term, Variable, term_text
from pydecl.rules.gdl.dependencies import Relation, recursive, relation, undefined
from pydecl.rules.gdl.rules import Literal, Rule, Sheet, ordered, variables
from pydecl.rules.operators import Operators

OPERATORS = Operators()

LATER = ("divmod", "tdiv", "tnot")
"""Operators of other editions of SWI-Prolog."""

INDENT = 4


@dataclass(frozen=True)
class Clause:
    """A clause: its predicate, its text line by line, and the rule that it is made from."""

    predicate: Relation
    lines: Sequence[str]
    rule: Rule


@dataclass(frozen=True)
class Clauses:
    """The Prolog of a sheet; `taken` are predicates that SWI-Prolog does not let a file define."""

    sheet: Sheet
    taken: Set[Relation]

    @cached_property
    def clauses(self) -> Sequence[Clause]:
        """A clause for each rule, in their order."""
        return list(map(self._clause, self.sheet.rules))

    @cached_property
    def predicates(self) -> Mapping[Relation, Relation]:
        """The predicate of each relation: of the same name, unless that is taken."""
        told = (relation(rule.head) for rule in self.sheet.rules)
        relations = list(dict.fromkeys([*told, *undefined(self.sheet)]))
        used = {*relations, *self.taken}
        found: dict[Relation, Relation] = {}
        for name, arity in relations:
            other = name if (name, arity) not in self.taken else name.lstrip("$") or "dollar"
            while (other, arity) in (used if other != name else self.taken):
                other += "_"
            found[name, arity] = other, arity
            used.add((other, arity))
        return found

    @cached_property
    def directives(self) -> Mapping[str, Sequence[Relation]]:
        """What is declared of which predicates, in the order of the sheet."""
        last: Relation | None = None
        closed: set[Relation] = set()
        apart: dict[Relation, None] = {}
        for clause in self.clauses:
            if clause.predicate != last:
                if clause.predicate in closed:
                    apart[clause.predicate] = None
                closed.add(clause.predicate)
                last = clause.predicate
        circular = recursive(self.sheet)
        declared = {
            "dynamic": [self.predicates[one] for one in undefined(self.sheet)],
            "discontiguous": list(apart),
            "table": [made for one, made in self.predicates.items() if one in circular],
        }
        return {name: predicates for name, predicates in declared.items() if predicates}

    def directive_lines(self) -> Iterator[str]:
        """The directives, each on a line."""
        for name, predicates in self.directives.items():
            listed = ", ".join(f"{_operand(Atom(one))}/{arity}" for one, arity in predicates)
            yield f":- {name} {listed}."

    def _clause(self, rule: Rule) -> Clause:
        body = ordered(rule.body)
        terms = (rule.head, *(literal.atom for literal in body))
        counts = Counter(name for term in terms for name in variables(term))
        shown = {name: name if count > 1 else f"_{name}" for name, count in counts.items()}
        head = self._goal(rule.head, shown)
        goals = [self._condition(literal, shown) for literal in body]
        predicate = self.predicates[relation(rule.head)]
        if not goals:
            return Clause(predicate, [f"{head}."], rule)
        lines = [f"{' ' * INDENT}{goal}," for goal in goals]
        return Clause(predicate, [f"{head} :-", *lines[:-1], f"{lines[-1][:-1]}."], rule)

    def _condition(self, literal: Literal, shown: Mapping[str, str]) -> str:
        atom = literal.atom
        if isinstance(atom, Compound) and relation(atom) == ("distinct", 2):
            sign = "==" if literal.is_negated else "\\=="
            return f" {sign} ".join(_operand(arg, shown) for arg in atom.args)
        goal = self._goal(atom, shown)
        return f"\\+ {goal}" if literal.is_negated else goal

    def _goal(self, atom: Term, shown: Mapping[str, str]) -> str:
        told = relation(atom)
        name, _ = self.predicates.get(told, told)
        if isinstance(atom, Compound):
            return _text(Compound(name, atom.args), shown)
        return _operand(Atom(name))


def _text(term: Term, shown: Mapping[str, str]) -> str:
    """A term as a Prolog programmer writes it; variables have the names that are `shown`."""
    if isinstance(term, Variable):
        return shown[term.name]
    if isinstance(term, Compound):
        return f"{term_text(Atom(term.name))}({', '.join(_text(arg, shown) for arg in term.args)})"
    return term_text(term)


def _operand(term: Term, shown: Mapping[str, str] | None = None) -> str:
    """A term as it stands beside an operator: one that is an operator itself is in parentheses."""
    text = _text(term, shown or {})
    is_operator = isinstance(term, Atom) and (OPERATORS.names(term.name) or term.name in LATER)
    return f"({text})" if is_operator else text
