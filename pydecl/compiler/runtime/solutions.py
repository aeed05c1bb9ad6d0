"""What compiled Python makes of solutions: collections, and what is thrown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydecl.compiler.runtime.arithmetic import COMPARISONS, FUNCTIONS
from pydecl.compiler.runtime.values import (
    PrologError,
    ThrownError,
    cons,
    functor,
    is_list,
    to_term,
    to_value,
    type_error,
    uncovered,
)
from pydecl.model.term import Atom, Compound

Pairs = Sequence[tuple[Any, Any, Any]]

add, maximum, minimum = FUNCTIONS["+", 2], FUNCTIONS["max", 2], FUNCTIONS["min", 2]


def thrown(ball: Any) -> ThrownError:
    """What throw/1 raises."""
    return ThrownError(to_term(ball))


def ball_of(error: PrologError, *, whole: bool) -> Any:
    """What was thrown, as a value. The context of an error is not known, and cannot be part of the `whole`.

    >>> from pydecl.model.term import term_text
    >>> print(term_text(to_term(ball_of(type_error("integer", "a"), whole=False))))
    error(type_error(integer,a),'_')
    """
    ball = error.ball
    if isinstance(ball, Compound) and (ball.name, len(ball.args)) == ("error", 2):
        if whole:
            raise uncovered("the context of an error")
        ball = Compound("error", (ball.args[0], Atom("_")))
    return to_value(ball)


def continued(items: Sequence[Any], tail: Any) -> Any:
    """The list that begins with `items`; `tail` itself where there is none."""
    return cons(tuple(items), tail) if items else tail


def items_of(value: Any) -> tuple[Any, ...]:
    """The items of a list; none of anything else."""
    return value if is_list(value) else ()


def total(values: Sequence[Any]) -> Any:
    """aggregate_all(sum(X), …)."""
    found: Any = 0
    for value in values:
        found = found + value if value.__class__ is int is found.__class__ else add(found, value)
    return found


def largest(values: Sequence[Any]) -> Any:
    """aggregate_all(max(X), …), of one value or more."""
    return _chosen(values, maximum)


def smallest(values: Sequence[Any]) -> Any:
    """aggregate_all(min(X), …), of one value or more."""
    return _chosen(values, minimum)


def _chosen(values: Sequence[Any], choose: Callable[[Any, Any], Any]) -> Any:
    found = choose(values[0], values[0])
    for value in values[1:]:
        found = choose(found, value)
    return found


def largest_with_witness(pairs: Pairs) -> Any:
    """aggregate_all(max(X, W), …): the first of the largest, max(X, W)."""
    return _with_witness(pairs, "max", COMPARISONS[">"])


def smallest_with_witness(pairs: Pairs) -> Any:
    """aggregate_all(min(X, W), …): the first of the smallest, min(X, W)."""
    return _with_witness(pairs, "min", COMPARISONS["<"])


def _with_witness(pairs: Pairs, name: str, better: Callable[[Any, Any], bool]) -> Any:
    _, found, witness = pairs[0]
    if found.__class__ is str or found.__class__ is tuple:
        raise type_error("number", found)
    for _, value, other in pairs[1:]:
        if value.__class__ is tuple:
            raise uncovered("max or min of what must be evaluated")
        if better(value, found):
            found, witness = value, other
    return functor(name, 2), found, witness
