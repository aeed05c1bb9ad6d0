"""Reads the terms of a rules file by the priorities of their operators, as SWI-Prolog reads them.

Operands wait on one stack, operators that lack their right operand on another, and what is open (parentheses,
a list, arguments) on a third. Nothing recurs: a body of 200,000 goals is read like one of two.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydecl.model.term import Atom, PrologString, atom_text
from pydecl.rules import complaints
from pydecl.rules.catalogue import syntax as codes
from pydecl.rules.complaints import Complaint
from pydecl.rules.literals import LiteralError, character_value, number_value, unquote
from pydecl.rules.operators import Operators, Row
from pydecl.rules.stacks import Open, Operand, Stacks, Waiting
from pydecl.rules.syntax import Constant, Items, Named, Node, Span, Structure
from pydecl.rules.tokens import Token

_ANY = 1201
"""The priority of a whole term, of an argument, too: SWI-Prolog reads f(a :- b)."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}


class Parser(Stacks):
    """Reads one term after the other from a text's tokens."""

    def __init__(self, text: str, tokens: Iterator[Token], operators: Operators) -> None:
        super().__init__(text)
        self.tokens = tokens
        self.operators = operators
        self.exported: list[Row] | None = None
        """The operators that the file exports, if it is a module."""
        self.double_quotes = "string"
        self.back_quotes = "codes"
        self.notes: list[Complaint] = []
        """What is worth a warning in what was read."""
        self.long_quote: Token | None = None
        """The first item in quotes of this clause that goes on in another line."""
        self.has_operand = False
        """Whether the innermost open term ends with an operand, so that an operator is due."""

    def read(self) -> Operand:
        """The term from the current token, up to its full stop, which then is the current token.

        Raises Complaint at the first fault; the current token is where it was seen.
        """
        self.opened, self.out, self.waiting = [], [], []
        self.notes = []
        self.has_operand = False
        self.before = self.long_quote = None
        while True:
            token = self.token
            if token is None:
                raise complaints.no_end(self)
            kind = token.kind
            if kind == "END":
                if self.opened or not (self.out or self.waiting):
                    raise complaints.unexpected_end(self, token)
                return self._complete()
            if kind == "PUNCTUATION":
                self._punctuation(token)
            elif self.has_operand:
                self._operator(token)
            else:
                self._operand(token)

    def finish(self) -> Operand:
        """The term that was read before a fault, if nothing is open in it. Raises Complaint."""
        if self.opened or not self.has_operand:
            raise complaints.missing_operand(self)
        return self._complete()

    def advance(self) -> None:
        self.before = self.token
        self.token = next(self.tokens, None)

    # Operands

    def _operand(self, token: Token) -> None:
        kind, start, end = token
        text = self.text
        if kind == "VARIABLE":
            if text.startswith("{", end):
                raise complaints.dictionary(self, token)
            self._push(Named(text[start:end], Span(start, end)), start, end)
            return
        if kind in ("NAME", "SYMBOL", "SOLO"):
            self._name(token, text[start:end])
            return
        if kind == "QUOTED":
            self._quoted(token)
            return
        if kind in ("NUMBER", "BASED", "CHARACTER"):
            self._number(token, start, 1)
            return
        if kind == "STRING":
            self._push(_text_node(self._unquoted(token), Span(start, end), self.double_quotes), start, end)
            return
        if kind == "CODES":
            self._push(_text_node(self._unquoted(token), Span(start, end), self.back_quotes), start, end)
            return
        raise complaints.bad_token(self, token)

    def _name(self, token: Token, name: str) -> None:
        """An atom where an operand is due: a functor, a prefix operator or an operand."""
        start, end = token.start, token.end
        after = self.text[end : end + 1]
        if after == "(":
            self._open_arguments(name, start, end)
            return
        if after == "{" and token.kind != "SOLO":
            raise complaints.dictionary(self, token)
        if name == "-" and after.isdecimal() and after.isascii():
            self.advance()
            assert self.token is not None
            self._number(self.token, start, -1)
            return
        operator = self.operators.prefix.get(name)
        if operator is not None:
            self.waiting.append(Waiting(operator, 1, start, end))
            self.advance()
            return
        if self._after_prefix(token, name):
            return
        self._push(Constant(Atom(name), Span(start, end)), start, end)

    def _after_prefix(self, token: Token, name: str) -> bool:
        """Whether an operator makes an atom of the prefix operator before it, as in `- = x`."""
        for operators in (self.operators.infix, self.operators.postfix):
            operator = operators.get(name)
            if operator is not None:
                self._settle(operator.left)
                if self.has_operand:
                    self._operator(token)
                    return True
        return False

    def _quoted(self, token: Token) -> None:
        name = self._unquoted(token)
        start, end = token.start, token.end
        after = self.text[end : end + 1]
        if after == "(":
            self._open_arguments(name, start, end)
        elif after == "{":
            raise complaints.dictionary(self, token)
        elif _needs_quotes(name) and name in self.operators.prefix:
            self.waiting.append(Waiting(self.operators.prefix[name], 1, start, end))
            self.advance()
        elif not (_needs_quotes(name) and self._after_prefix(token, name)):
            self._push(Constant(Atom(name), Span(start, end), True), start, end)

    def _number(self, token: Token, start: int, sign: int) -> None:
        text = self.text[token.start : token.end]
        try:
            value = character_value(text) if token.kind == "CHARACTER" else number_value(text)
        except LiteralError as error:
            raise complaints.bad_literal(codes.BAD_NUMBER, token, error) from None
        if " " in text and token.kind == "NUMBER":
            self.notes.append(complaints.split_number(token, text))
        self._push(Constant(value if sign > 0 else -value, Span(start, token.end)), start, token.end)

    def _unquoted(self, token: Token) -> str:
        text = self.text[token.start : token.end]
        if "\n" in text and self.long_quote is None and complaints.is_long(text):
            self.long_quote = token
        try:
            return unquote(text)
        except LiteralError as error:
            raise complaints.bad_literal(codes.BAD_ESCAPE, token, error) from None

    def _push(self, node: Node, start: int, end: int) -> None:
        """An operand is complete, and the current token its last one."""
        self.out.append(tuple.__new__(Operand, (node, 0, start, end)))  # Operand(…) takes twice the time
        self.has_operand = True
        self.before = self.token
        self.token = next(self.tokens, None)

    # Operators

    def _operator(self, token: Token) -> None:
        kind, start, end = token
        if kind in ("NAME", "SYMBOL", "SOLO", "PUNCTUATION"):
            name = self.text[start:end]
        elif kind == "QUOTED" and _needs_quotes(name := self._unquoted(token)):
            pass
        else:
            raise complaints.no_operator(self, token)
        operator = self.operators.infix.get(name)
        if operator is not None:
            if name == ".":
                raise complaints.dot(self, token)
            self._reduce(operator.left)
            self.waiting.append(Waiting(operator, 2, start, end))
            self.has_operand = False
            self.advance()
            return
        operator = self.operators.postfix.get(name)
        if operator is None:
            raise complaints.no_operator(self, token)
        self._reduce(operator.left)
        self.waiting.append(Waiting(operator, 1, start, end))
        self.advance()

    def _base(self) -> tuple[int, int]:
        """How high the stacks were when the innermost open term began."""
        return (self.opened[-1].operands, self.opened[-1].waiting) if self.opened else (0, 0)

    def _settle(self, priority: int) -> None:
        """No operand follows an operator: a prefix one is an atom, an infix one may be a postfix one."""
        operands, waiting = self._base()
        if self.has_operand or len(self.waiting) <= waiting:
            return
        operator, needs, start, end = self.waiting[-1]
        if priority <= operator.right:
            return
        if operator.left < 0:
            self.waiting.pop()
            self.out.append(Operand(Constant(Atom(operator.name), Span(start, end)), 0, start, end))
            self.has_operand = True
        elif needs == 2 and len(self.out) > operands and operator.name in self.operators.postfix:
            self.waiting[-1] = Waiting(self.operators.postfix[operator.name], 1, start, end)
            self._build(self.waiting.pop())
            self.has_operand = True

    def _reduce(self, priority: int) -> None:
        """Give the waiting operators up to this priority their operands."""
        operands, base = self._base()
        waiting, out = self.waiting, self.out
        while len(waiting) > base and priority >= waiting[-1].operator.priority:
            operator, needs, _, _ = waiting[-1]
            if len(out) - operands < needs:
                return
            fits = out[-1].priority <= operator.right if operator.right >= 0 else True
            if operator.left >= 0:
                fits = fits and out[-needs].priority <= operator.left
            if not fits:
                if priority == _ANY:
                    raise complaints.clash(self, waiting[-1])
                return
            self._build(waiting.pop())

    def _build(self, waiting: Waiting) -> None:
        operator, needs, at, behind = waiting
        out = self.out
        functor = Span(at, behind)
        if needs == 2:
            right, left = out.pop(), out.pop()
            args: tuple[Node, ...] = (left.node, right.node)
            start, end = left.start, right.end
        else:
            only = out.pop()
            args = (only.node,)
            start, end = min(only.start, at), max(only.end, behind)
        node = Structure(operator.name, args, Span(start, end), functor)
        out.append(Operand(node, operator.priority, start, end))

    def _complete(self) -> Operand:
        """The one operand that the innermost open term is, taken off the stack."""
        operands, waiting = self._base()
        if self.has_operand and len(self.out) == operands + 1 and len(self.waiting) == waiting:
            return self.out.pop()
        self._settle(_ANY)
        if not self.has_operand:
            raise complaints.missing_operand(self)
        self._reduce(_ANY)
        if len(self.out) != operands + 1 or len(self.waiting) != waiting:
            raise complaints.missing_operand(self)
        return self.out.pop()

    # Brackets

    def _punctuation(self, token: Token) -> None:
        char = self.text[token.start]
        if char in "([{":
            if self.has_operand:
                raise complaints.no_operator(self, token)
            self._open(token, char)
            return
        top = self.opened[-1] if self.opened else None
        if char in ")]}":
            if top is None or _CLOSING[top.bracket] != char:
                raise complaints.stray(self, token)
            self._close(top, token)
            return
        if top is not None and (top.bracket == "[" or (top.name is not None and char == ",")):
            self._separate(top, token, char)
        elif self.has_operand:
            self._operator(token)
        elif char == "|" or not self._after_prefix(token, char):
            raise complaints.missing_term(self, token)

    def _open(self, token: Token, bracket: str) -> None:
        start, end = token.start, token.end
        self.opened.append(Open(bracket, Span(start, end), start, None, len(self.out), len(self.waiting)))
        self._deeper(token)

    def _open_arguments(self, name: str, start: int, end: int) -> None:
        where = Span(start, end)
        self.advance()
        assert self.token is not None
        self.opened.append(Open("(", where, start, name, len(self.out), len(self.waiting)))
        self._deeper(self.token)

    def _deeper(self, token: Token) -> None:
        if len(self.opened) > codes.NESTING:
            raise complaints.too_deep(token)
        self.has_operand = False
        self.advance()

    def _close(self, top: Open, token: Token) -> None:
        empty = len(self.out) == top.operands and len(self.waiting) == top.waiting
        if empty and (top.items or (top.bracket == "(" and top.name is None)):
            raise complaints.missing_term(self, token)
        last = None if empty else self._complete()
        self.opened.pop()
        end = token.end
        span = Span(top.start, end)
        node: Node
        if top.name is not None:
            args = tuple(top.items) if last is None else (*top.items, last.node)
            node = Structure(top.name, args, span, top.where)
        elif top.bracket == "[":
            node = _list(top, last, span)
        elif top.bracket == "{":
            node = (
                Constant(Atom("{}"), span) if last is None else Structure("{}", (last.node,), span, top.where)
            )
        else:
            assert last is not None
            node = last.node
        if last is None and top.name is None and self.text.startswith("(", end):
            self.before, self.token = token, next(self.tokens, None)
            name = top.bracket + self.text[token.start : end]
            self.opened.append(Open("(", span, top.start, name, top.operands, top.waiting))
            assert self.token is not None
            self._deeper(self.token)
            return
        self._push(node, top.start, end)

    def _separate(self, top: Open, token: Token, char: str) -> None:
        """A comma or a bar between arguments or members."""
        if len(self.out) == top.operands and len(self.waiting) == top.waiting:
            raise complaints.missing_term(self, token)
        if top.bar:
            raise complaints.after_tail(token)
        top.items.append(self._complete().node)
        top.bar = char == "|"
        self.has_operand = False
        self.advance()


def _list(top: Open, last: Operand | None, span: Span) -> Items:
    if last is None:
        return Items((), None, span)
    if top.bar:
        return Items(tuple(top.items), last.node, span)
    return Items((*top.items, last.node), None, span)


def _text_node(value: str, span: Span, flag: str) -> Node:
    """What a text in double quotes or back quotes stands for, by the flag that says so."""
    if flag == "codes":
        return Items(tuple(Constant(ord(char), span) for char in value), None, span)
    if flag == "chars":
        return Items(tuple(Constant(Atom(char), span, True) for char in value), None, span)
    return Constant(Atom(value) if flag == "atom" else PrologString(value), span, True)


def _needs_quotes(name: str) -> bool:
    """Whether an atom is an operator even in quotes: SWI-Prolog takes only those that cannot do without."""
    return atom_text(name).startswith("'")
