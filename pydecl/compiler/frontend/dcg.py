"""Grammar rules as clauses: what SWI-Prolog makes of `-->`, with the unifications written out.

    ab(N) --> [a], !, ab(M), { N is M + 1 }.

becomes

    ab(N, S0, S) :- S0 = [a|S1], !, S2 = S1, ab(M, S2, S3), N is M + 1, S = S3.
"""

from __future__ import annotations

from itertools import count

from pydecl.compiler.frontend.instantiation import RefusedError
from pydecl.compiler.frontend.terms import (
    NOWHERE,
    arguments,
    compound,
    conjunction,
    indicator,
    is_cell,
    is_empty,
    is_goal,
    items_of,
    list_of,
    place_of,
)
from pydecl.model.term import PrologString
from pydecl.rules.syntax import Constant, Named, Node, Structure

NO_BODY = "not the body of a grammar rule"


def grammar_clause(rule: Node) -> tuple[Node, Node]:
    """Head and body of the clause that a grammar rule is, `Head --> Body`.

    Raises RefusedError if what stands in it is no body of one.
    """
    assert isinstance(rule, Structure)
    head, body = rule.args
    pushed = arguments(head)[1] if is_goal(head, ",", 2) else None
    head = grammar_head(rule)
    first, last = _states(head)
    maker = _Maker()
    if pushed is None:
        goals = maker.goals(body, first, last)
    else:
        middle = maker.state(body)
        goals = maker.goals(body, first, middle) + maker.goals(pushed, last, middle)
    return head, conjunction(goals)


def grammar_head(rule: Node) -> Node:
    """The head of the clause that a grammar rule is; a number or a variable stays as it is."""
    head = arguments(rule)[0]
    if is_goal(head, ",", 2):
        head = arguments(head)[0]
    while is_goal(head, ":", 2):
        head = arguments(head)[1]
    key = indicator(head)
    if key is None:
        return head
    return compound(key[0], (*arguments(head), *_states(head)), head.span)


def _states(head: Node) -> tuple[Named, Named]:
    """The list that a grammar rule takes, and what it leaves of it."""
    return Named("s0", head.span), Named("s", head.span)


def _equal(body: Node, left: Node, right: Node) -> Node:
    """That two states are one, at the place of a body."""
    return Structure("=", (left, right), body.span, place_of(body))


def grammar_body(body: Node, first: Node, last: Node, prefix: str) -> Node:
    """The goal that phrase/3 calls: `body` from the list `first` to its rest `last`; `prefix` makes names."""
    return conjunction(_Maker(prefix).goals(body, first, last))


class _Maker:
    """Goals of one rule; states between them are numbered."""

    def __init__(self, prefix: str = "s") -> None:
        self.numbers = count(1)
        self.prefix = prefix

    def state(self, node: Node) -> Named:
        return Named(f"{self.prefix}{next(self.numbers)}", node.span)

    def goals(self, body: Node, first: Node, last: Node) -> list[Node]:
        """The goals of a body that takes the list `first` and leaves `last`."""
        place = place_of(body)
        if isinstance(body, Named):
            return [Structure("phrase", (body, first, last), body.span, place)]
        if is_empty(body):
            return [_equal(body, last, first)]
        if is_cell(body):
            items, tail = items_of(body)
            if not is_empty(tail):
                raise RefusedError(body.span, NO_BODY)
            return [_equal(body, first, list_of(items, last, body.span))]
        if isinstance(body, Constant) and isinstance(body.value, PrologString):
            codes = [Constant(ord(char), NOWHERE) for char in body.value.value]
            return [_equal(body, first, list_of(codes, last, body.span))]
        key, args, span = indicator(body), arguments(body), body.span
        if key is None:
            raise RefusedError(span, NO_BODY)

        def joined(node: Node, start: Node, end: Node) -> Node:
            return conjunction(self.goals(node, start, end))

        match key:
            case (",", 2):
                middle = self.state(args[0])
                return self.goals(args[0], first, middle) + self.goals(args[1], middle, last)
            case (";" | "|", 2):
                branches = (joined(args[0], first, last), joined(args[1], first, last))
                return [Structure(";", branches, span, place)]
            case ("->" | "*->", 2):
                middle = self.state(args[0])
                branches = (joined(args[0], first, middle), joined(args[1], middle, last))
                return [Structure(key[0], branches, span, place)]
            case ("\\+", 1):
                inner = joined(args[0], first, self.state(args[0]))
                return [Structure("\\+", (inner,), span, place), _equal(body, last, first)]
            case ("{}", 1):
                return [args[0], _equal(body, last, first)]
            case ("!", 0):
                return [body, _equal(body, last, first)]
            case ("call", _) if args:
                return [Structure("call", (*args, first, last), span, place)]
            case _:
                return [compound(key[0], (*args, first, last), place)]
