"""Clauses and comments as lines of text, as people write them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydecl.model.term import Atom, Compound, PrologList, Term, term_text
from pydecl.rules.operators import Operator, Operators

WIDTH = 100


@dataclass
class Lines:
    """A text on its way, line by line."""

    lines: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        """A comment."""
        self.lines += textwrap.wrap(text, WIDTH, initial_indent="% ", subsequent_indent="%   ")

    def put(self, head: str, goals: Sequence[str] = ()) -> None:
        """A clause."""
        if not goals:
            self.lines.append(f"{head}.")
        elif len(head) + sum(map(len, goals)) + 2 * len(goals) < WIDTH - 8 and len(goals) < 3:
            self.lines.append(f"{head} :- {', '.join(goals)}.")
        else:
            self.lines += [f"{head} :-", *(f"    {goal}," for goal in goals[:-1]), f"    {goals[-1]}."]

    def gap(self) -> None:
        """An empty line, if the last one is not empty."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    @property
    def whole(self) -> str:
        """The text."""
        return "\n".join(self.lines).rstrip() + "\n"


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
