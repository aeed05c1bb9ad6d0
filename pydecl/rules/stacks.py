"""What waits on the parser's three stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

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


class Open:
    """What is open: a parenthesis, a list, braces, or the arguments of `name`.

    `operands` and `waiting` are how high the stacks were when it was opened.
    """

    __slots__ = ("bar", "bracket", "items", "name", "operands", "start", "waiting", "where")

    def __init__(
        self, bracket: str, where: Span, start: int, name: str | None, operands: int, waiting: int
    ) -> None:
        self.bracket = bracket
        self.where = where
        """The bracket; for arguments the functor, whose bracket stands right behind it."""
        self.start = start
        self.name = name
        self.items: list[Node] = []
        self.bar = False
        self.operands = operands
        self.waiting = waiting


class Stopped(Protocol):
    """Where a parser stands when it stops: the text, its last two tokens, and its stacks."""

    text: str
    token: Token | None
    before: Token | None

    @property
    def opened(self) -> Sequence[Open]: ...

    @property
    def out(self) -> Sequence[Operand]: ...

    @property
    def waiting(self) -> Sequence[Waiting]: ...
