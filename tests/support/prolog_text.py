"""Clauses as Prolog text that a person reads: operators between their operands, `_` for what stands once.

>>> from pydecl.rules.reader import read_rules, term_of
>>> text = "p(X, _) :-\\n    q(X, Y),\\n    ( Y > 1 ; \\\\+ Y = (-2) ).\\n"
>>> clause_text(term_of(read_rules(text).clauses[0].term)) == text
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from pydecl.model.term import Atom, Compound, PrologList, Term, Variable, atom_text, term_text

_OPERATORS = r"""
    = \= == \== @< @> @=< @>= is < > =< >= =:= =\= =.. + - * / // mod rem div rdiv xor ** ^ >> << /\ \/
    -> *-> ; , :- --> =>
"""

_INFIX = frozenset(_OPERATORS.split())


def clause_text(clause: Term) -> str:
    """A clause with its full stop and a newline."""
    counts = Counter(variables(clause))
    clause = _named(clause, {name for name, count in counts.items() if count == 1})
    if isinstance(clause, Compound) and clause.name in (":-", "=>") and len(clause.args) == 2:
        head, body = clause.args
        goals = ",\n    ".join(_text(goal) for goal in conjuncts(body))
        return f"{_text(head)} {clause.name}\n    {goals}.\n"
    return _text(clause) + ".\n"


def variables(term: Term) -> Iterator[str]:
    """The names of the variables of a term, in order, each as often as it stands there."""
    if isinstance(term, Variable):
        yield term.name
    for part in parts(term):
        yield from variables(part)


def parts(term: Term) -> tuple[Term, ...]:
    """The arguments of a compound, the items and the tail of a list."""
    if isinstance(term, Compound):
        return term.args
    if isinstance(term, PrologList):
        return term.items if term.tail is None else (*term.items, term.tail)
    return ()


def rebuilt(term: Term, made: Sequence[Term]) -> Term:
    """The term with other parts."""
    if isinstance(term, Compound):
        return Compound(term.name, tuple(made))
    if isinstance(term, PrologList):
        count = len(term.items)
        return PrologList(tuple(made[:count]), made[count] if term.tail is not None else None)
    return term


def with_parts(term: Term, change: Callable[[Term], Term]) -> Term:
    """The term with each of its parts changed."""
    return rebuilt(term, list(map(change, parts(term))))


def with_part(term: Term, index: int, new: Term) -> Term:
    """The term with another part in one place."""
    made = list(parts(term))
    made[index] = new
    return rebuilt(term, made)


def conjuncts(body: Term) -> list[Term]:
    """The goals that commas join."""
    if isinstance(body, Compound) and body.name == "," and len(body.args) == 2:
        return [*conjuncts(body.args[0]), *conjuncts(body.args[1])]
    return [body]


def conjunction(goals: Sequence[Term]) -> Term:
    """The goals joined by commas."""
    if not goals:
        return Atom("true")
    whole = goals[-1]
    for goal in reversed(goals[:-1]):
        whole = Compound(",", (goal, whole))
    return whole


def _named(term: Term, single: set[str]) -> Term:
    """The term with `_` for the variables that stand once."""
    if isinstance(term, Variable):
        return Variable("_") if term.name in single else term
    return with_parts(term, lambda part: _named(part, single))


def _text(term: Term) -> str:
    if isinstance(term, PrologList):
        inside = ", ".join(_argument(item) for item in term.items)
        return f"[{inside}]" if term.tail is None else f"[{inside}|{_argument(term.tail)}]"
    if not isinstance(term, Compound):
        return term_text(term)
    if term.name in (";", "->", "*->", ",") and len(term.args) == 2:
        return f"( {_alternatives(term)} )"
    if len(term.args) == 2 and term.name in _INFIX:
        left, right = (_operand(arg) for arg in term.args)
        return f"{left}^{right}" if term.name == "^" else f"{left} {term.name} {right}"
    if term.name == "\\+" and len(term.args) == 1:
        return f"\\+ {_text(term.args[0])}"
    return f"{atom_text(term.name)}({', '.join(_argument(arg) for arg in term.args)})"


def _alternatives(term: Term) -> str:
    """What stands between the parentheses of a control structure."""
    if isinstance(term, Compound) and len(term.args) == 2:
        left, right = term.args
        if term.name == ";":
            first = _text(left) if isinstance(left, Compound) and left.name == ";" else _alternatives(left)
            return f"{first} ; {_alternatives(right)}"
        if term.name in ("->", "*->"):
            return f"{_conjunction(left)} {term.name} {_conjunction(right)}"
    return _conjunction(term)


def _conjunction(term: Term) -> str:
    return ", ".join(_text(goal) for goal in conjuncts(term))


def _operand(term: Term) -> str:
    """An operand, in parentheses where it might be read otherwise."""
    text = _text(term)
    negative = isinstance(term, int | float | Fraction) and text.startswith("-")
    symbol = isinstance(term, Atom) and not text[0].isalnum() and (text[0] != "'" or term.name in (",", "|"))
    infix = isinstance(term, Compound) and (term.name in _INFIX or term.name == "\\+")
    control = text.startswith("( ")
    return f"({text})" if (negative or symbol or infix) and not control else text


def _argument(term: Term) -> str:
    """An argument; rules and lambdas need parentheses."""
    wide = isinstance(term, Compound) and term.name in (":-", "-->") and len(term.args) == 2
    return f"({_text(term)})" if wide else _text(term)
