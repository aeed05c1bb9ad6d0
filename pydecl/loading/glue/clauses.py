"""Clauses and comments as lines of text, as people write them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydecl.model.term import Atom, Compound, PrologList, Term, term_text

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


OPERATORS = {"-": 500, "/": 400, ":": 200, ",": 1000, "=..": 700, "=:=": 700}


def shown(term: Term) -> str:
    """The term as people write it: a blank after a comma, and the operators of moves between operands."""
    if isinstance(term, Compound) and len(term.args) == 2 and OPERATORS.get(term.name) == 700:
        return f"{shown(term.args[0])} {term.name} {shown(term.args[1])}"
    if isinstance(term, Compound) and len(term.args) == 2 and term.name in OPERATORS:
        left, right = (_operand(arg) for arg in term.args)
        if term.name == ",":
            return f"({left}, {right})"
        return f"{left}{term.name}{right}"
    if isinstance(term, Compound) and term.name == "\\+" and len(term.args) == 1:
        return f"\\+ {shown(term.args[0])}"
    if isinstance(term, Compound):
        return f"{Atom(term.name)}({', '.join(map(shown, term.args))})"
    if isinstance(term, PrologList):
        items = ", ".join(map(shown, term.items))
        return f"[{items}]" if term.tail is None else f"[{items}|{shown(term.tail)}]"
    return term_text(term)


def _operand(term: Term) -> str:
    text = shown(term)
    plain = not (isinstance(term, Compound) and term.name in OPERATORS) or term.name == ","
    negative = isinstance(term, int | float) and term < 0
    symbolic = isinstance(term, Atom) and not (text[:1].isalpha() or text[:1] in "'[")
    return f"({text})" if not plain or negative or symbolic else text
