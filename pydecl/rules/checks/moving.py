"""Positions that the text alone shows to break the game's contract: no mover, or an empty list of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.rules.catalogue.meaning import EMPTY_MOVES, NO_MOVER
from pydecl.rules.checks.goals import Indicator, arguments, functor
from pydecl.rules.checks.interface import MOVERS, MOVES, VALUE
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.finding import Finding
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Named, Node, Structure, parts, walk


def empty_moves(predicates: Predicates) -> Iterator[Finding]:
    """Clauses of moves/2 that give []."""
    for clause in predicates.clauses.get(("moves", 2), ()):
        if clause.kind is Kind.CLAUSE and _is_empty(arguments(clause.head)[1]):
            place = arguments(clause.head)[1].span
            message = "moves/2 gives [] here: pydecl takes it as the end of the game"
            yield predicates.rules.finding(EMPTY_MOVES, place, message)


def _is_empty(node: Node) -> bool:
    return (isinstance(node, Items) and not node.items and node.tail is None) or functor(node) == ("[]", 0)


def leaves_without_mover(predicates: Predicates) -> Iterator[Finding]:
    """Positions with a static value, and perhaps moves, that no clause of a mover can mean."""
    if not predicates.is_all_here or not all(mover in predicates.clauses for mover in MOVERS):
        return
    if any(mover in predicates.declared["dynamic"] | predicates.asserted for mover in MOVERS):
        return
    movers = _heads(predicates, (*MOVERS, ("chance", 3)))
    moves = _heads(predicates, MOVES)
    for clause in predicates.clauses.get(VALUE, ()):
        position = arguments(clause.head)[0] if clause.kind is Kind.CLAUSE else None
        if (
            position is not None
            and clause.body is None
            and not any(isinstance(part, Named) for part in walk(position))
            and moves.take(position)
            and not movers.take(position)
        ):
            shown = predicates.rules.text[position.span.start : position.span.end]
            message = f"neither max_to_move/1 nor min_to_move/1 takes {shown}"
            yield predicates.rules.finding(NO_MOVER, position.span, message)


def _heads(predicates: Predicates, indicators: Sequence[Indicator]) -> Heads:
    found = Heads()
    for indicator in indicators:
        for clause in predicates.clauses.get(indicator, ()):
            found.add(clause)
    return found


class Heads:
    """The first arguments of some clauses, looked up by their functors."""

    def __init__(self) -> None:
        self._by_functor: dict[Indicator | None, list[Node]] = {}
        self._constants: set[object] = set()

    def add(self, clause: Clause) -> None:
        node = arguments(clause.head)[0]
        if isinstance(node, Constant):
            self._constants.add((type(node.value), node.value))
        else:
            self._by_functor.setdefault(_key(node), []).append(node)

    def take(self, position: Node) -> bool:
        """Whether one of them may unify with a ground term."""
        if isinstance(position, Constant) and (type(position.value), position.value) in self._constants:
            return True
        either = (*self._by_functor.get(None, ()), *self._by_functor.get(_key(position), ()))
        return any(_may_match(node, position) for node in either)


def _key(node: Node) -> Indicator | None:
    """What two terms that unify have in common; None for a variable."""
    if isinstance(node, Items):
        return ("[|]", 2)
    return (node.name, len(node.args)) if isinstance(node, Structure) else None


def _may_match(pattern: Node, term: Node) -> bool:
    """Whether a pattern may unify with a ground term; a variable may stand for anything, each time."""
    todo = [(pattern, term)]
    while todo:
        one, other = todo.pop()
        if isinstance(one, Named):
            continue
        if isinstance(one, Items) and isinstance(other, Items):
            if one.tail is None and other.tail is None and len(one.items) != len(other.items):
                return False
            todo += zip(one.items, other.items, strict=False)
        elif isinstance(one, Constant) and isinstance(other, Constant):
            if type(one.value) is not type(other.value) or one.value != other.value:
                return False
        elif type(one) is not type(other) or functor(one) != functor(other):
            return False
        else:
            todo += zip(parts(one), parts(other), strict=True)
    return True


CHECKS = (empty_moves, leaves_without_mover)
