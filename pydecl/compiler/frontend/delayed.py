"""Calls that leave a variable unbound which later goals bind: difference lists, and places to be filled in.

In `replaced(3, Rows0, Row0, Row, Rows), changed(Row0, Row)` the list Rows holds Row before that is known.
Here replaced/5 is called twice: first for Row0 alone, where Row is a *hole*, a variable that must not be
looked at; then, as soon as Row is known, for Rows. Since nothing depends on the hole, both take the same way;
and so that they give the same solution, both must have one at most.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydecl.compiler import ir
from pydecl.compiler.frontend.call_patterns import Template, closure_positions, specialised
from pydecl.compiler.frontend.instantiation import Late, RefusedError, Scope, forget, value
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.predicates import Indicator, Predicate, Rule
from pydecl.compiler.frontend.terms import arguments, conjunction, place_of
from pydecl.rules.syntax import Named, Node, Structure

HOLE = "\0hole"
"""`HOLE(Variable)`: it must not be looked at."""

Leaf = tuple[str, str, Node]


def late_call(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate that leaves one of its arguments free; False if that cannot be."""
    trial, out = point.scope.copy(), list[ir.Goal]()
    holes = trial.holes
    trial.holes = frozenset()
    try:
        template = Template(trial, out, place_of(goal))
        closures = closure_positions(analyser, predicate)
        made = [template.of(arg, i in closures) for i, arg in enumerate(arguments(goal))]
    except RefusedError:
        return False
    trial.holes = holes
    if template.spines or template.partial:
        return False
    base = predicate
    if not all(isinstance(part, Named) for part in made) or len(template.leaves) < len(made):
        name = f"{predicate.name}<{','.join(template.text)}>"
        base = analyser.derived.setdefault(
            name, specialised(predicate, name, template, made, template.leaves, False)
        )
    if base.name in analyser.several:
        return False
    given = [i for i, (_, mark, node) in enumerate(template.leaves) if mark == "-" and _is_hole(node, holes)]
    read = trial.free(*(Named(name, place_of(goal)) for name in sorted(point.needed())))
    candidates = given or [
        i for i, leaf in enumerate(template.leaves) if leaf[1] == "-" and _is_in(leaf, read)
    ]
    if len(given) > 1:
        return False
    return any(_with_hole(analyser, base, template.leaves, i, trial, out, goal, point) for i in candidates)


def _is_in(leaf: Leaf, read: Mapping[str, Named]) -> bool:
    """Whether an argument is read behind the call; what is not will never be known."""
    return isinstance(leaf[2], Named) and leaf[2].name in read


def _is_hole(node: Node, holes: frozenset[str]) -> bool:
    return isinstance(node, Named) and node.name in holes


def _with_hole(
    analyser: Analyser,
    base: Predicate,
    leaves: list[Leaf],
    hole: int,
    scope: Scope,
    out: list[ir.Goal],
    goal: Node,
    point: Point,
) -> bool:
    """Call with one free argument as the hole."""
    place = place_of(goal)
    later_mode = "".join("+" if i == hole else leaf[1] for i, leaf in enumerate(leaves))
    try:
        later = analyser.procedure(base, later_mode, place)
        now, dropped = _without_hole(analyser, base, leaves, hole, goal)
    except RefusedError:
        return False
    inputs = [value(node, scope, out) for _, mark, node in leaves if mark == "+"]
    kept = [
        node.name
        for i, (_, mark, node) in enumerate(leaves)
        if mark == "-" and i != hole and i not in dropped and isinstance(node, Named)
    ]
    out.append(ir.Call(now, tuple(inputs), tuple(ir.Bind(name) for name in kept), place))
    forget(scope, kept)
    analyser.single.append((base.name, now, later))
    results = tuple(
        node.name if i in dropped and isinstance(node, Named) else None
        for i, (_, mark, node) in enumerate(leaves)
        if mark == "-" and i != hole
    )
    given = tuple(node for i, (_, mark, node) in enumerate(leaves) if mark == "+" or i == hole)
    late = Late(leaves[hole][2], given, later, results)
    for name in results:
        if name is not None:
            scope.late[name] = late
    point.scope.become(scope)
    point.out += out
    return True


def _without_hole(
    analyser: Analyser, base: Predicate, leaves: list[Leaf], hole: int, goal: Node
) -> tuple[ir.Key, set[int]]:
    """The procedure that gives what does not depend on the hole, and which results that leaves out."""
    dropped: set[int] = set()
    while True:
        outputs = [i for i, leaf in enumerate(leaves) if leaf[1] == "-" and i != hole and i not in dropped]
        left = ",".join(str(i + 1) for i in sorted(dropped))
        name = f"{base.name}?{hole + 1}/{base.arity}" + (f"?{left}" if left else "")
        predicate = analyser.derived.get(name)
        if predicate is None:
            predicate = _hidden(base, name, hole, dropped)
            analyser.derived[name] = predicate
        mode = "".join(leaf[1] for i, leaf in enumerate(leaves) if i != hole and i not in dropped)
        try:
            return analyser.procedure(predicate, mode, place_of(goal)), dropped
        except RefusedError as refused:
            if refused.output is None or refused.output[0].name != name:
                raise
            dropped.add(outputs[refused.output[1]])


def _hidden(base: Predicate, name: str, hole: int, dropped: set[int]) -> Predicate:
    """A predicate without the argument that is the hole, and without some results."""
    made = Predicate(
        name, base.arity - 1 - len(dropped), base.place, barred=base.barred, library=base.library
    )
    for rule in base.rules:
        variable = Named("h", rule.place)
        goals: list[Node] = [
            Structure(HOLE, (variable,), rule.place, rule.place),
            Structure("=", (variable, rule.args[hole]), rule.place, rule.place),
        ]
        for i in sorted(dropped):
            pair = (Named(f"h{i}", rule.place), rule.args[i])
            goals.append(Structure("=", pair, rule.place, rule.place))
        args = tuple(arg for i, arg in enumerate(rule.args) if i != hole and i not in dropped)
        made.rules.append(Rule(args, conjunction([*goals, rule.body]), rule.place))
    return made


def hole(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """Compile HOLE."""
    (variable,) = arguments(goal)
    assert isinstance(variable, Named)
    point.scope.holes |= {variable.name}
    return False


DELAYED: dict[Indicator, Construct] = {(HOLE, 1): hole}
"""By name and arity."""
