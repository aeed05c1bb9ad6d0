"""Values that are not computed, and computations of what has no value yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from pydecl.rules.catalogue.meaning import NOT_COMPUTED, REASSIGNED, UNBOUND
from pydecl.rules.checks.goals import Call, Indicator, arguments, functor, same
from pydecl.rules.checks.interface import MOVES, VALUE
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.finding import Finding
from pydecl.rules.syntax import Clause, Constant, Kind, Named, Node, walk

COMPARISONS = {(name, 2) for name in ("<", ">", "=<", ">=", "=:=", "=\\=")}

OPERATORS: set[Indicator] = {
    (name, 2) for name in ("+", "-", "*", "/", "//", "mod", "rem", "**", "^", "min", "max")
}

PAIRS: set[Indicator] = {("-", 2), ("/", 2)}
"""What pairs are written with, too."""

IS: Indicator = ("is", 2)


def arithmetic(predicates: Predicates) -> Iterator[Finding]:
    """Expressions that stay expressions, and variables without a value in arithmetic."""
    for clause in predicates.rules.clauses:
        if clause.head is not None and clause.module is None:
            yield from _values(predicates, clause)
            yield from _goals(predicates, clause)


def _values(predicates: Predicates, clause: Clause) -> Iterator[Finding]:
    """An expression as the value of staticval/2."""
    if clause.kind is not Kind.CLAUSE or clause.indicator != VALUE:
        return
    value = arguments(clause.head)[1]
    if _is_expression(value):
        message = "this static value is an expression, not a number"
        remedy = "write the number, or a variable and Val is ... in the body"
        yield predicates.rules.finding(NOT_COMPUTED, value.span, message, remedy)


def _is_expression(node: Node) -> bool:
    """Whether a term is a sum, a product, or the like, of numbers and variables."""
    return functor(node) in OPERATORS and all(_is_operand(part) for part in arguments(node))


def _is_operand(node: Node) -> bool:
    number = isinstance(node, Constant) and isinstance(node.value, int | float)
    return number or isinstance(node, Named) or _is_expression(node)


def _goals(predicates: Predicates, clause: Clause) -> Iterator[Finding]:
    first = {name: spans[0].start for name, spans in clause.variables.items()}
    inside = predicates.calls_of(clause)
    numbers = _Numbers.of(predicates, clause, inside)
    for call in inside:
        if call.indicator in predicates.clauses or len(arguments(call.goal)) != 2:
            continue
        if call.indicator == IS or call.indicator in COMPARISONS:
            yield from _unbound(predicates, call, first)
        if call.indicator == IS:
            yield from _reassigned(predicates, call)
        if call.indicator == ("=", 2):
            yield from _not_computed(predicates, clause, call, numbers)


def _unbound(predicates: Predicates, call: Call, first: dict[str, int]) -> Iterator[Finding]:
    """A variable that is met first where its value is needed."""
    left, right = arguments(call.goal)
    known = {left.name} if call.indicator == IS and isinstance(left, Named) else set()
    for side in (right,) if call.indicator == IS else (left, right):
        for node in walk(side):
            if isinstance(node, Named) and node.name not in known:
                if node.name == "_" or first[node.name] >= side.span.start:
                    message = f"{node.name} has no value here: this raises an exception"
                    yield predicates.rules.finding(UNBOUND, node.span, message)
                known.add(node.name)


def _reassigned(predicates: Predicates, call: Call) -> Iterator[Finding]:
    """`N is N - 1`."""
    left, right = arguments(call.goal)
    if not isinstance(left, Named) or functor(right) not in (("+", 2), ("-", 2)):
        return
    one, other = arguments(right)
    if functor(right) == ("+", 2) and isinstance(one, Constant):
        one, other = other, one
    if isinstance(one, Named) and one.name == left.name and isinstance(other, Constant) and other.value != 0:
        message = f"{left.name} cannot become another number: this always fails"
        remedy = f"write {left.name}1 is ... and use {left.name}1 from there on"
        yield predicates.rules.finding(REASSIGNED, call.goal.span, message, remedy)


@dataclass(frozen=True)
class _Numbers:
    """Which variables of a clause are used as numbers."""

    compared: frozenset[str]
    """Those that are a whole side of a comparison."""
    together: frozenset[frozenset[str]]
    """Those that are compared with each other."""
    last: Mapping[str, int]
    """Where the last call stands that computes with a variable, or is the recursive one it is counted for."""

    @staticmethod
    def of(predicates: Predicates, clause: Clause, inside: Sequence[Call]) -> _Numbers:
        compared: set[str] = set()
        together: set[frozenset[str]] = set()
        last: dict[str, int] = {}
        computed: set[str] = set()
        recursive: list[Call] = []
        for call in inside:
            args = arguments(call.goal)
            wanted: list[Node] = []
            if call.indicator in COMPARISONS or call.indicator == IS:
                wanted = [node for side in args[-1:] if call.indicator == IS for node in walk(side)]
                wanted += [node for side in args if call.indicator != IS for node in walk(side)]
                sides = [side.name for side in args if call.indicator != IS and isinstance(side, Named)]
                compared.update(sides)
                together.add(frozenset(sides))
            elif call.indicator == clause.indicator:
                recursive.append(call)
            for node in wanted:
                if isinstance(node, Named) and node.name != "_":
                    computed.add(node.name)
                    last[node.name] = max(last.get(node.name, 0), call.place.start)
        for call in recursive:
            for position, node in enumerate(arguments(call.goal)):
                if isinstance(node, Named) and _is_number(predicates, clause, position, computed):
                    last[node.name] = max(last.get(node.name, 0), call.place.start)
        return _Numbers(frozenset(compared), frozenset(together), last)


def _is_number(predicates: Predicates, clause: Clause, position: int, computed: Set[str]) -> bool:
    """Whether a predicate takes a number in this position: it computes with it, or another clause has one."""
    own = arguments(clause.head)[position : position + 1]
    if any(isinstance(node, Named) and node.name in computed for node in own):
        return True
    assert clause.indicator is not None
    others = (arguments(other.head)[position] for other in predicates.clauses.get(clause.indicator, ()))
    return any(isinstance(node, Constant) and isinstance(node.value, int | float) for node in others)


def _not_computed(predicates: Predicates, clause: Clause, call: Call, numbers: _Numbers) -> Iterator[Finding]:
    """`Val = X + 1`, where Val is wanted as a number."""
    variable, expression = arguments(call.goal)
    if not isinstance(variable, Named) or not _is_expression(expression):
        return
    value = arguments(clause.head)[1] if clause.kind is Kind.CLAUSE and clause.indicator == VALUE else None
    is_value = value is not None and same(value, variable)
    is_count = clause.indicator in MOVES and _is_reckoned(expression, numbers)
    if is_value or is_count or numbers.last.get(variable.name, 0) > call.goal.span.end:
        message = f"{variable.name} is the expression here, not its value"
        yield predicates.rules.finding(NOT_COMPUTED, call.place, message, f"write {variable.name} is ...")


def _is_reckoned(expression: Node, numbers: _Numbers) -> bool:
    """Whether each variable of an expression is also compared as a number, as in `N >= K`.

    `X-Y` and `X/Y` are pairs, such as the squares of a board, unless X is compared with Y.
    """
    variables = [node.name for node in walk(expression) if isinstance(node, Named)]
    if "_" in variables:
        return False
    if functor(expression) in PAIRS and all(isinstance(part, Named) for part in arguments(expression)):
        return frozenset(variables) in numbers.together
    return bool(variables) and numbers.compared.issuperset(variables)


CHECKS = (arithmetic,)
