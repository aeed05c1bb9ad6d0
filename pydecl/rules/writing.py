"""Terms as people write them: with operators, and with blanks where they help."""

from __future__ import annotations

from pydecl.model.term import Atom, Compound, PrologList, Term, term_text
from pydecl.rules.operators import Operator, Operators

ARGUMENT = 999
"""The priority of an argument, of an item and of a goal in a conjunction."""

_SYMBOLS = "#$&*+-./:<=>?@^~\\"


def shown(term: Term, most: int = ARGUMENT) -> str:
    """The term as people write it, with operators in parentheses if their priority is more than `most`.

    >>> from pydecl.model.reader import read_term
    >>> print(shown(read_term("p(=..(:(theirs,=(F,G)),[a]),-(1,-(2,-1)),\\\\+(q),mod(+,2),','(a,b))")))
    p(theirs:(F = G) =.. [a], 1-(2-(-1)), \\+ q, (+) mod 2, (a, b))
    """
    if isinstance(term, Compound):
        operator = _TABLE.infix.get(term.name) if len(term.args) == 2 else None
        if operator is not None:
            text = _between(operator, *term.args)
        elif term.name == "\\+" and len(term.args) == 1:
            operator = _TABLE.prefix[term.name]
            text = f"\\+ {_operand(term.args[0], operator.right)}"
        else:
            return f"{Atom(term.name)}({', '.join(map(shown, term.args))})"
        return f"({text})" if operator.priority > most else text
    if isinstance(term, PrologList):
        items = ", ".join(map(shown, term.items))
        return f"[{items}]" if term.tail is None else f"[{items}|{shown(term.tail)}]"
    return term_text(term)


_TABLE = Operators()


def _between(operator: Operator, one: Term, other: Term) -> str:
    left, right = _operand(one, operator.left), _operand(other, operator.right)
    if operator.name == ",":
        return f"{left}, {right}"
    touching = left[-1] in _SYMBOLS or right[0] in _SYMBOLS or operator.name.isalpha()
    if operator.priority >= 700 or touching:
        return f"{left} {operator.name} {right}"
    return f"{left}{operator.name}{right}"


def _operand(term: Term, most: int) -> str:
    text = shown(term, most)
    negative = isinstance(term, int | float) and text.startswith("-")
    return f"({text})" if negative or (isinstance(term, Atom) and _TABLE.names(term.name)) else text
