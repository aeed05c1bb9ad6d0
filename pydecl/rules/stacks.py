"""What waits on the parser's three stacks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pydecl.rules.operators import Operator
from pydecl.rules.syntax import Node, Span
from pydecl.rules.tokens import Token


class Operand(NamedTuple):
    """A term that was read, with its priority; `start` and `end` include parentheses around it."""

    node: Node
    priority: int
    start: int
    end: int


class Waiting(NamedTuple):
    """An operator whose right operand is still to come; `operands` is 2 for an infix operator."""

    operator: Operator
    operands: int
    start: int
    end: int


@dataclass(slots=True)
class Open:
    """What is open: a parenthesis, a list, braces, or the arguments of `name`.

    `operands` and `waiting` are how high the stacks were when it was opened.
    """

    bracket: str
    where: Span
    """The bracket; for arguments the functor, whose bracket stands right behind it."""
    start: int
    name: str | None
    operands: int
    waiting: int
    items: list[Node] = field(default_factory=list)
    bar: bool = False


class Stacks:
    """Where a parser stands in a text: its last two tokens, and its stacks."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.token: Token | None = None
        """The token that was read last; None at the end of the text."""
        self.before: Token | None = None
        self.opened: list[Open] = []
        self.out: list[Operand] = []
        self.waiting: list[Waiting] = []
