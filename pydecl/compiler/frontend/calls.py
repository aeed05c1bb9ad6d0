"""Calls of predicates: of those that have clauses, in a mode or unfolded, and of the library's.

A call is tried as it stands. If that leaves a variable unbound which must be known, the predicate's clauses
take the place of the call, unless it is recursive. At last, it is called with compounds that it fills.
Built-in and library predicates are called in one of the modes of `library.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.call_patterns import Caller
from pydecl.compiler.frontend.instantiation import NotJoinedError, Point, RefusedError, Scope, value
from pydecl.compiler.frontend.mode_analysis import Analyser
from pydecl.compiler.frontend.partial_terms import with_partial_terms
from pydecl.compiler.frontend.predicates import Predicate
from pydecl.compiler.frontend.prelude import APART, apart, in_place, prelude, used
from pydecl.compiler.frontend.simplification import check_list, rewritten
from pydecl.compiler.frontend.terms import (
    arguments,
    atom,
    compound,
    conjunction,
    conjuncts,
    cuts,
    indicator,
    is_empty,
    is_goal,
    items_of,
    of_library,
    place_of,
    renamed,
    variables,
)
from pydecl.compiler.frontend.unification import Fitting, never
from pydecl.compiler.library import MODES, UNCOVERED, reason
from pydecl.rules.syntax import Named, Node, Span, Structure


def call(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """A call of a predicate; if that leaves variables unbound, its clauses in place of the call."""
    trial, out = point.scope.copy(), list[ir.Goal]()
    try:
        Caller(analyser, trial, out, place_of(goal)).call(predicate, arguments(goal))
    except RefusedError as refused:
        if not refused.free:
            raise
        if not can_be_unfolded(analyser, predicate):
            if _call_filling(analyser, predicate, goal, point):
                return False
            raise
        inner, goals = point.scope.copy(), list[ir.Goal]()
        made = Point(inner, goals, point.rest, point.live, point.cut)
        ends = len(analyser.ends[-1].reached) if analyser.ends else 0
        try:
            took = analyser.goal(unfolded(analyser, predicate, goal), made)
        except NotJoinedError:
            raise
        except RefusedError:
            if analyser.ends:
                del analyser.ends[-1].reached[ends:]
            if _call_filling(analyser, predicate, goal, point):
                return False
            raise refused from None
        point.scope.become(inner)
        point.out += goals
        return took
    point.scope.become(trial)
    point.out += out
    return False


def _call_filling(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate that fills compounds known in part; False if there are none, or it is refused."""
    trial = Point(point.scope.copy(), [], point.rest, point.live, point.cut)
    try:
        if not with_partial_terms(goal, trial):
            return False
        Caller(analyser, trial.scope, trial.out, place_of(goal)).call(predicate, arguments(goal))
    except RefusedError:
        return False
    point.scope.become(trial.scope)
    point.out += trial.out
    return True


def can_be_unfolded(analyser: Analyser, predicate: Predicate) -> bool:
    """Whether the clauses of a predicate can stand in the place of a call."""
    if (
        predicate.barred is not None
        or len(predicate.rules) > 32
        or analyser.recursion.is_recursive((predicate.name, predicate.arity))
    ):
        return False
    return all(
        sum(1 for _ in cuts(rule.body)) == sum(is_goal(goal, "!", 0) for goal in conjuncts(rule.body))
        for rule in predicate.rules
    )


def unfolded(analyser: Analyser, predicate: Predicate, goal: Node) -> Node:
    """The clauses of a predicate as one goal, with the arguments of a call."""
    place = place_of(goal)
    where = place if predicate.library else None
    made: Node = atom("fail", place)
    for rule in reversed(predicate.rules):
        analyser.inlined += 1
        prefix = f"i{analyser.inlined}_"
        goals: list[Node] = [
            Structure("=", (arg, renamed(head, prefix, where)), arg.span, place)
            for arg, head in zip(arguments(goal), rule.args, strict=True)
        ]
        goals += [renamed(body, prefix, where) for body in conjuncts(rule.body)]
        last = max((i for i, g in enumerate(goals) if is_goal(g, "!", 0)), default=None)
        if last is None:
            branch = conjunction(goals)
        else:
            condition = conjunction(goals[:last])
            branch = compound("->", (condition, conjunction(goals[last + 1 :])), place)
        made = (
            branch if rule is predicate.rules[-1] and last is None else compound(";", (branch, made), place)
        )
    return made


def library(analyser: Analyser, goal: Node, point: Point) -> bool:
    """A call of a library predicate: a simpler goal, a primitive, or a predicate of the prelude."""
    key = indicator(goal)
    assert key is not None
    if (clause := in_place(goal, point.scope)) is not None:
        return analyser.goal(clause, point)
    simpler = rewritten(goal, point)
    if simpler is not None:
        return analyser.goal(of_library(simpler), point)
    if _primitive(goal, point):
        return False
    if (written := prelude().get(key)) is not None:
        if used(key) & analyser.rules.predicates.keys():
            analyser.rules.predicates.update(apart(key))
            written = analyser.rules.predicates[APART + key[0], key[1]]
        return call(analyser, written, goal, point)
    raise RefusedError(place_of(goal), reason(key))


def _primitive(goal: Node, point: Point) -> bool:
    """Compile a call in a mode of `library.py`; whether there are any. Raises RefusedError."""
    key = indicator(goal)
    if key is None or key not in MODES:
        return False
    scope, args, place = point.scope, arguments(goal), place_of(goal)
    mode = _mode(key, args, scope)
    if mode is None and key in prelude():
        return False
    if mode is None:
        given = ",".join("+" if scope.is_ground(arg) else "-" for arg in args)
        why = f"{key[0]}/{key[1]} called as {key[0]}({given})"
        own = "what a predicate of the library needs may be unbound here"
        raise RefusedError(place, own if key[0].startswith("$") else why, free=True)
    _check_terms(key, args, scope, place)
    if key == ("=..", 2):
        _check_univ(mode, args, scope, place)
    if key == ("arg", 3) and mode[0] == "-":
        _check_own_number(args, scope, place)
    library_goal(key[0], mode, args, scope, point.out, goal)
    if key == (UNCOVERED.name, 1):
        never(scope, point.out, place)
    return True


_NUMBERS: dict[tuple[str, int], tuple[int, ...]] = {
    ("length", 2): (1,),
    ("between", 3): (0, 1, 2),
    ("arg", 3): (0,),
    ("compare", 3): (0,),
}
"""The arguments that cannot be compounds."""


def _check_terms(key: tuple[str, int], args: Sequence[Node], scope: Scope, place: Span) -> None:
    """Raises RefusedError if a term that is known in part is an error, in the place of something else."""
    for index in _NUMBERS.get(key, ()):
        node = scope.resolve(args[index])
        is_spine = isinstance(node, Named) and node.name in scope.spines  # a list of free variables
        if is_spine or (isinstance(node, Structure) and not scope.is_ground(node)):
            raise RefusedError(place, f"a term in the place of a number of {key[0]}/{key[1]}")


def _check_univ(mode: str, args: Sequence[Node], scope: Scope, place: Span) -> None:
    """Raises RefusedError if =../2 may be an error, and not only fail."""
    term, made = args
    check_list(made, scope, place)
    if mode[0] == "-" and not _is_free(scope.alias(term), scope):
        raise RefusedError(place, "a term of =../2 that is known in part")
    if mode[1] == "-" and not _is_free(scope.alias(made), scope):
        tail = items_of(scope.deep(made))[1]
        if scope.is_ground(made) or not (is_empty(tail) or _is_free(tail, scope)):
            what = "a result of =../2 that is given"
            raise RefusedError(place, f"{what}: ask for it by a variable of its own, and compare that")


def _check_own_number(args: Sequence[Node], scope: Scope, place: Span) -> None:
    """Raises RefusedError if an argument that is sought may hold its own number.

    SWI-Prolog 9.0.4 ends at the first one that fits and is another number: arg(N, f(2, 2), N) fails there.
    """
    number = scope.alias(args[0])
    sought = scope.deep(args[2])
    if isinstance(number, Named) and number.name != "_" and number.name in variables(sought):
        raise RefusedError(place, "one variable for the number and the argument of arg/3")


def _is_free(node: Node, scope: Scope) -> bool:
    return isinstance(node, Named) and node.name not in scope.bound


def library_goal(
    name: str, mode: str, args: Sequence[Node], scope: Scope, out: list[ir.Goal], goal: Node
) -> None:
    """Add a call in a mode."""
    place = place_of(goal)
    inputs = [value(arg, scope, out) for arg, mark in zip(args, mode, strict=True) if mark == "+"]
    fitting = Fitting(scope, place)
    results = [fitting.pattern(arg) for arg, mark in zip(args, mode, strict=True) if mark == "-"]
    out.append(ir.Library(ir.Key(name, mode), tuple(inputs), tuple(results), place))
    out += fitting.later


def _mode(key: tuple[str, int], args: Sequence[Node], scope: Scope) -> str | None:
    """The first mode whose inputs are all ground."""
    ground = [scope.is_ground(arg) for arg in args]
    for mode in MODES[key]:
        if all(mark == "-" or is_ground for mark, is_ground in zip(mode.arguments, ground, strict=True)):
            return mode.arguments
    return None
