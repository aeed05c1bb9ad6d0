"""Rules with one slip each: a comparison turned, a number off by one, a goal or a clause left out, and so on.

>>> for one in mutants_of("move(p(N), M, p(K)) :- between(1, 2, M), M =< N, K is N - M.", "nim.pl")[-3:]:
...     print(one.slip)
line 1: N - M for K, and K for N - M
line 1: + for -
line 1: M for N, and N for M
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydecl.model.term import Atom, Compound, Variable, term_text
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Node, RulesText, Span, Structure, walk

ASKED = (
    *("initial", "move", "moves", "chance", "max_to_move", "min_to_move"),
    *("terminalwon", "terminallost", "staticval"),
)
"""What a game is asked; what these predicates do not call, no slip changes."""

TURNED = {
    "<": ("=<", ">"),
    "=<": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "=<"),
    "=:=": ("=\\=",),
    "=\\=": ("=:=",),
    "==": ("\\==",),
    "\\==": ("==",),
    "\\=": ("=",),
    "+": ("-",),
    "-": ("+",),
    "\\+": ("",),
    "max_to_move": ("min_to_move",),
    "min_to_move": ("max_to_move",),
    "member": ("memberchk",),
}
"""What is written by mistake for what."""


Indicator = tuple[str, int]


@dataclass(frozen=True)
class Mutant:
    """The whole text with a slip, and what that is; and the predicate that it is in."""

    text: str
    slip: str
    predicate: Indicator = ("", 0)


def mutants_of(text: str, file: str) -> list[Mutant]:
    """All of them, in the order of the text; some are no Prolog, or no game, or do the same."""
    rules = read_rules(text, file)
    called = _called(rules.clauses)
    atoms = sorted({atom for clause in rules.clauses for atom in _atoms(clause.head, text)})
    found: dict[str, Mutant] = {}
    for clause in rules.clauses:
        if clause.kind in (Kind.CLAUSE, Kind.GRAMMAR) and (clause.indicator or ("",))[0] in called:
            for edits in _slips(clause, rules, atoms):
                mutant = _mutant(rules, edits, clause.indicator)
                found.setdefault(mutant.text, mutant)
    found.pop(text, None)
    return list(found.values())


def without(predicate: Indicator, text: str, file: str) -> Mutant:
    """The text in which a predicate only raises an exception."""
    name, arity = predicate
    first = next(one for one in read_rules(text, file).clauses if one.indicator == predicate)
    raising = Compound(name, (Variable("_"),) * arity) if arity else Atom(name)
    clause = f"{term_text(raising)} :- throw(without).\n"
    return Mutant(
        text[: first.span.start] + clause + text[first.span.start :], f"no {name}/{arity}", predicate
    )


Edits = Sequence[tuple[Span, str]]


def _mutant(rules: RulesText, edits: Edits, predicate: Indicator | None) -> Mutant:
    text = rules.text
    told = []
    for span, new in sorted(edits, key=lambda edit: -edit[0].start):
        old = " ".join(text[span.start : span.end].split())
        told.append(f"{new or 'nothing'} for {old if len(old) <= 60 else old[:57] + '…'}")
        text = text[: span.start] + new + text[span.end :]
    line, _ = rules.place(min(span.start for span, _ in edits))
    return Mutant(text, f"line {line}: {', and '.join(told[::-1])}", predicate or ("", 0))


def _called(clauses: Sequence[Clause]) -> set[str]:
    found: set[str] = set()
    todo = list(ASKED)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += [other for one in clauses if (one.indicator or ("",))[0] == name for other in _names(one)]
    return found


def _names(clause: Clause) -> Iterator[str]:
    for node in walk(clause.term):
        if isinstance(node, Structure):
            yield node.name
        elif isinstance(node, Constant) and isinstance(node.value, Atom):
            yield node.value.name


def _slips(clause: Clause, rules: RulesText, atoms: Sequence[str]) -> Iterator[Edits]:
    yield [(clause.span, "")]
    goals = [] if clause.body is None else list(_goals(clause.body))
    for goal in goals:
        yield [(goal.span, "true")]
    own = sorted({*_atoms(clause.term, rules.text)})
    atoms = own if len(own) > 1 else atoms
    for node in walk(clause.term):
        if isinstance(node, Structure):
            for new in TURNED.get(node.name, ()):
                yield [(node.functor, new)]
            yield from _exchanged(node.args, rules.text)
        elif isinstance(node, Items):
            yield from _exchanged(node.items, rules.text)
        elif isinstance(node, Constant):
            old = rules.text[node.span.start : node.span.end]
            if isinstance(node.value, int):
                yield [(node.span, str(node.value + 1))]
                yield [(node.span, str(node.value - 1))]
            elif len(atoms) > 1 and old in atoms:
                yield [(node.span, atoms[(atoms.index(old) + 1) % len(atoms)])]


def _atoms(node: Node | None, text: str) -> Iterator[str]:
    for part in () if node is None else walk(node):
        if isinstance(part, Constant) and isinstance(part.value, Atom):
            yield text[part.span.start : part.span.end]


def _goals(body: Node) -> Iterator[Node]:
    if isinstance(body, Structure) and body.name in (",", ";", "->") and len(body.args) == 2:
        for part in body.args:
            yield from _goals(part)
    else:
        yield body


def _exchanged(parts: Sequence[Node], text: str) -> Iterator[Edits]:
    """Neighbours in each other's place."""
    for one, other in pairwise(parts):
        old, new = text[one.span.start : one.span.end], text[other.span.start : other.span.end]
        if "\n" not in old + new and not {old, new} & {"_"}:
            yield [(one.span, new), (other.span, old)]
