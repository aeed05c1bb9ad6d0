"""Calls of predicates that may leave a result unbound: one that nobody reads, or one that is never left so.

A free argument that is not read behind the call is no result: the predicate is called without it, and has a
variable of its own in its place. So `count([H|T], Pattern, N)`, which only compares with Pattern, can be
called as `count(List, piece(king, _), N)`.

Any other result must be known where a clause ends. If only some clauses of a predicate leave one unbound,
these give up at run time, and the others stay compiled: often such a clause is never taken in that mode, as
`squares(Direction, From, []) :- \\+ next(Direction, From, _)` where Direction is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.compiler import ir
from pydecl.compiler.frontend.call_patterns import Template, closure_positions, specialised
from pydecl.compiler.frontend.instantiation import RefusedError, Scope, forget, value
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.predicates import Indicator, Predicate, Rule
from pydecl.compiler.frontend.terms import arguments, atom, compound, conjunction, of_library, place_of
from pydecl.compiler.ir.visitor import goals_within
from pydecl.rules.syntax import Named, Node, Structure

KNOWN = "\0known"
"""`KNOWN(Term)`: Term has a value here; if it has none, the rules give up."""

UNBOUND = "a result that stays unbound"


@dataclass(frozen=True, slots=True)
class _Form:
    """A call with its arguments as leaves: the predicate for just these, and which of them nobody reads."""

    predicate: Predicate
    leaves: Sequence[tuple[str, str, Node]]
    void: frozenset[int]


def call_without_void_results(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate without the results that nobody reads; False if there are none, or it is refused."""
    trial, out = point.scope.copy(), list[ir.Goal]()
    form = _form(analyser, predicate, goal, point, trial, out)
    return form is not None and bool(form.void) and _called(analyser, form, goal, point, trial, out, False)


def call_giving_up(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate whose clauses give up where they leave a result unbound; False if it is refused."""
    if predicate.library:
        return False
    trial, out = point.scope.copy(), list[ir.Goal]()
    form = _form(analyser, predicate, goal, point, trial, out)
    return form is not None and _called(analyser, form, goal, point, trial, out, True)


def _form(
    analyser: Analyser, predicate: Predicate, goal: Node, point: Point, scope: Scope, out: list[ir.Goal]
) -> _Form | None:
    template = Template(scope, out, place_of(goal))
    closures = closure_positions(analyser, predicate)
    try:
        made = [template.of(arg, i in closures) for i, arg in enumerate(arguments(goal))]
    except RefusedError:
        return None
    if template.spines or template.partial:
        return None
    base = predicate
    if not all(isinstance(part, Named) for part in made) or len(template.leaves) < len(made):
        name = f"{predicate.name}<{','.join(template.text)}>"
        base = analyser.derived.setdefault(
            name, specialised(predicate, name, template, made, template.leaves, False)
        )
    read = point.read(scope, place_of(goal))
    void = [
        i
        for i, (_, mark, node) in enumerate(template.leaves)
        if mark == "-" and isinstance(node, Named) and scope.is_free(node) and node.name not in read
    ]
    return _Form(base, template.leaves, frozenset(void))


def _called(
    analyser: Analyser,
    form: _Form,
    goal: Node,
    point: Point,
    scope: Scope,
    out: list[ir.Goal],
    checked: bool,
) -> bool:
    """Call the predicate of a form without the results that nobody reads; if `checked`, it may give up."""
    base, place = form.predicate, place_of(goal)
    if form.void:
        left = ",".join(str(i + 1) for i in sorted(form.void))
        name = f"{base.name}/{base.arity}-{left}"
        base = analyser.derived.setdefault(name, _without(base, name, form.void))
    if checked:
        name = f"{base.name}/{base.arity}!"
        base = analyser.derived.setdefault(name, _checked(base, name))
    kept = [leaf for i, leaf in enumerate(form.leaves) if i not in form.void]
    try:
        key = analyser.procedure(base, "".join(mark for _, mark, _ in kept), place)
        inputs = tuple([value(node, scope, out) for _, mark, node in kept if mark == "+"])
    except RefusedError:
        return False
    if checked and not _ends(analyser, key):
        return False
    results = [node.name for _, mark, node in kept if mark == "-" and isinstance(node, Named)]
    out.append(ir.Call(key, inputs, tuple([ir.Bind(name) for name in results]), place))
    forget(scope, results)
    point.scope.become(scope)
    point.out += out
    return True


def _ends(analyser: Analyser, key: ir.Key) -> bool:
    """Whether a clause gives all results without calling the predicate itself; it may not be known yet."""
    procedure = analyser.procedures.get(key)
    if procedure is None:
        return key in analyser.active
    return any(
        not (clause.goals and isinstance(clause.goals[-1], ir.Fail))
        and not any(
            isinstance(goal, ir.Call) and goal.procedure == key for goal in goals_within(clause.goals)
        )
        for clause in procedure.clauses
    )


def _without(base: Predicate, name: str, void: frozenset[int]) -> Predicate:
    """A predicate without some arguments, in whose place it has variables of its own."""
    made = Predicate(name, base.arity - len(void), base.place, barred=base.barred, library=base.library)
    for rule in base.rules:
        own = [
            Structure("=", (Named(f"v{i}", rule.place), rule.args[i]), rule.place, rule.place)
            for i in sorted(void)
        ]
        args = tuple([arg for i, arg in enumerate(rule.args) if i not in void])
        made.rules.append(Rule(args, conjunction([*own, rule.body]), rule.place))
    return made


def _checked(base: Predicate, name: str) -> Predicate:
    """A predicate whose clauses give up where they leave a result unbound."""
    made = Predicate(name, base.arity, base.place, barred=base.barred, library=base.library)
    for rule in base.rules:
        known = Structure(KNOWN, rule.args, rule.place, rule.place)
        made.rules.append(Rule(rule.args, conjunction([rule.body, known]), rule.place))
    return made


def known(analyser: Analyser, goal: Node, point: Point) -> bool:
    """Compile KNOWN."""
    trial = point.scope.copy()
    try:
        for arg in arguments(goal):
            value(arg, trial, [])
    except RefusedError as refused:
        if not refused.free:
            raise
        reason = of_library(compound("$uncovered", (atom(UNBOUND, goal.span),), goal.span))
        point.rest = []
        analyser.goal(reason, point)
        point.out.append(ir.Fail(goal.span))
        point.scope.dead = True
        return True
    return False


UNBOUND_RESULTS: dict[Indicator, Construct] = {(KNOWN, -1): known}
"""By name and arity."""
