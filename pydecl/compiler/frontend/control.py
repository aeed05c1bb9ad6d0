"""Control: how each of Prolog's own constructs becomes goals of the IR.

Each function compiles one construct at a point, and says whether it has compiled the goals behind it, too.

If all branches leave a variable bound, it is bound behind them; if none touches it, it is free.
Otherwise the goals behind are compiled into each branch: `( A ; B ), C` is `( A, C ; B, C )`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.arithmetic import INSTANTIATION, compared, computed
from pydecl.compiler.frontend.dcg import grammar_body
from pydecl.compiler.frontend.goals_in_terms import called
from pydecl.compiler.frontend.instantiation import (
    Changing,
    Filled,
    NotJoinedError,
    Point,
    RefusedError,
    Scope,
    forget,
    shown,
    value,
)
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.terms import (
    NOWHERE,
    arguments,
    atom,
    compound,
    conjunction,
    conjuncts,
    cuts,
    empty,
    indicator,
    is_cell,
    is_empty,
    is_goal,
    items_of,
    place_of,
    variables,
)
from pydecl.compiler.frontend.unification import Fitting, never, unify
from pydecl.compiler.ir.visitor import parts
from pydecl.compiler.library import COMPARISONS
from pydecl.rules.declarations import atom_of
from pydecl.rules.syntax import Named, Node, Span, Structure

Branches = tuple[list[Point], Callable[[], Sequence[ir.Goal]]]
"""Branches to compile, and the goals that they are then together."""


def branch(analyser: Analyser, start: Callable[[], Branches], goal: Node, point: Point) -> bool:
    """Compile branches and join them; whether the goals behind have been compiled into each."""
    reached = len(analyser.ends[-1].reached)

    def compiled(rest: Sequence[Node], live: frozenset[str]) -> None:
        arms, made = start()
        for arm in arms:
            if not arm.scope.dead:
                analyser.conjunction(Point(arm.scope, arm.out, [*arm.rest, *rest], live, point.cut))
        join(point.scope, arms, live, place_of(goal))
        point.out += made()

    try:
        compiled((), point.needed())
    except NotJoinedError:
        del analyser.ends[-1].reached[reached:]
        if not point.rest:
            raise
        compiled(point.rest, point.live)
        return True
    return False


def join(scope: Scope, arms: Sequence[Point], needed: frozenset[str], place: Span) -> None:
    """What is known behind branches is known in `scope`, which was before them; raises NotJoinedError.

    If one alone can succeed, it is all that is known at its end. If several can, the variables that all bind
    get their values in each.
    """
    alive = [arm for arm in arms if not arm.scope.dead]
    if len(alive) == 1:
        scope.become(alive[0].scope)
    scope.dead = not alive
    if len(alive) < 2:
        return
    read = [Named(name, place) for name in sorted(needed)]
    candidates = scope.free(*read)
    bound = []
    for name, node in candidates.items():
        states = [arm.scope.is_ground(node) for arm in alive]
        if all(states):
            bound.append(name)
        elif any(states) or any(_touched(name, arm.scope, scope) for arm in alive):
            raise NotJoinedError(place, _bound_in_some(node))
    for arm in alive:
        for name in bound:
            made = value(Named(name, place), arm.scope, arm.out)
            if name not in arm.scope.bound:  # it has only been a name for the value so far
                arm.out.append(ir.Match(made, ir.Bind(name), place))
                arm.scope.bound.add(name)
    if scope.changing:
        _join_versions(scope.known(*read), scope, alive, place)
    forget(scope, bound)


def _bound_in_some(node: Named) -> str:
    return f"{shown(node)} is bound in some of the branches only"


def _join_versions(read: Mapping[str, Named], scope: Scope, alive: Sequence[Point], place: Span) -> None:
    """Compounds that branches fill, or change, are one value behind them; raises NotJoinedError."""
    joined: dict[str, list[Changing]] = {}
    for name in sorted(read.keys() & scope.changing.keys()):
        left = [arm.scope.changing[name] for arm in alive if name in arm.scope.changing]
        if len(left) < len(alive):
            raise NotJoinedError(place, _bound_in_some(read[name]))
        if any(one != scope.changing[name] for one in left):
            joined[name] = left
    for name, left in joined.items():
        version = scope.new("d")
        for arm, one in zip(alive, left, strict=True):
            arm.out.append(ir.Match(ir.Var(one.version), ir.Bind(version), place))
        scope.bound.add(version)
        filled = Filled.ALL if all(one.filled is Filled.ALL for one in left) else Filled.SOME
        scope.changing[name] = Changing(version, filled, any(one.shared for one in left))


def _touched(name: str, after: Scope, before: Scope) -> bool:
    """Whether a variable that is free is not as free as it was."""
    return name in after.names or name in after.changing or after.spines.get(name) != before.spines.get(name)


CONTROLS = {(",", 2), (";", 2), ("|", 2), ("->", 2), ("*->", 2), ("\\+", 1)}
"""What call/1 looks into: name and arity."""


def harmless(goals: Sequence[ir.Goal]) -> bool:
    """Whether goals do nothing but fail or succeed: no error, no endless search."""
    return all(
        isinstance(goal, ir.Match | ir.Order | ir.Fail)
        or (isinstance(goal, ir.IfThenElse) and all(map(harmless, parts(goal))))
        for goal in goals
    )


def shared_variables(body: Node, scope: Scope, live: frozenset[str]) -> list[Named]:
    """The variables of a body about which something is known before it, or that are read behind it."""
    read = scope.known(*[Named(name, body.span) for name in live])
    return [node for name, node in variables(body).items() if name in read or not scope.is_free(node)]


def as_called(body: Node, scope: Scope) -> Node:
    """A body as call/1 gets it: with the goals that its variables stand for, whose cuts are then its own.

    In `G = (p, !), call((G ; q))` the cut leaves q out, too; in `G = (p, !), (G ; q)` it does not.
    Raises RefusedError if it has a part that is no goal: an error before it runs.
    """

    def replaced(node: Node) -> Node:
        scope.steps.take(100)
        known = scope.resolve(node)
        if isinstance(known, Structure) and (known.name, len(known.args)) in CONTROLS:
            return Structure(known.name, tuple(map(replaced, known.args)), known.span, known.functor)
        is_called = isinstance(known, Named) or indicator(known) is not None or is_cell(known)
        if node is not body and not is_called:
            raise RefusedError(body.span, "a body that is called, with a part that is no goal")
        return known

    return replaced(body)


def opaque(analyser: Analyser, body: Node, scope: Scope, live: frozenset[str]) -> list[Node]:
    """The goals of a body in which a cut is local; `live` are the variables that are read behind it.

    What is before a cut is done once. A body with a cut in a branch becomes a predicate of its own.
    """
    goals = conjuncts(body)
    if any(cut is not goal for goal in goals for cut in cuts(goal)):
        return [analyser.own_predicate(body, shared_variables(body, scope, live))]
    last = max((i for i, goal in enumerate(goals) if is_goal(goal, "!", 0)), default=None)
    if last is None:
        return goals
    before = conjunction([goal for goal in goals[:last] if not is_goal(goal, "!", 0)])
    if any(is_goal(goal, "!", 0) for goal in goals[:last]):
        before = conjunction(opaque(analyser, conjunction(goals[:last]), scope, live))
    return [Structure("once", (before,), body.span, place_of(goals[last])), *goals[last + 1 :]]


# Constructs


def _true(_analyser: Analyser, _goal: Node, _point: Point) -> bool:
    return False


def _fail(_analyser: Analyser, goal: Node, point: Point) -> bool:
    never(point.scope, point.out, place_of(goal))
    return False


def _refused(_analyser: Analyser, goal: Node, _point: Point) -> bool:
    raise RefusedError(place_of(goal), atom_of(arguments(goal)[0]), free=True)


def _cut(_analyser: Analyser, goal: Node, point: Point) -> bool:
    if not point.cut:
        raise RefusedError(goal.span, "a cut that is not the clause's own stands in a branch")
    point.out.append(ir.Commit(goal.span))
    return False


def _unify(_analyser: Analyser, goal: Node, point: Point) -> bool:
    left, right = arguments(goal)
    unify(left, right, point.scope, point.out, place_of(goal))
    return False


def _not(analyser: Analyser, goal: Node, point: Point) -> bool:
    no, yes = atom("fail", place_of(goal)), atom("true", place_of(goal))
    return _if(analyser, arguments(goal)[0], no, yes, goal, point, False)


def _call(analyser: Analyser, goal: Node, point: Point) -> bool:
    made = called(arguments(goal)[0], arguments(goal)[1:], point.scope, place_of(goal))
    made = as_called(made, point.scope)
    return analyser.goal(conjunction(opaque(analyser, made, point.scope, point.needed())), point)


def _or(analyser: Analyser, goal: Node, point: Point) -> bool:
    left, right = arguments(goal)
    for name in ("->", "*->"):
        if is_goal(left, name, 2):
            condition, then = arguments(left)
            return _if(analyser, condition, then, right, goal, point, name == "*->")
    arms, rest = [left], right
    while (is_goal(rest, ";", 2) or is_goal(rest, "|", 2)) and not any(
        is_goal(arguments(rest)[0], name, 2) for name in ("->", "*->")
    ):
        arms.append(arguments(rest)[0])
        rest = arguments(rest)[1]
    arms.append(rest)

    def start() -> Branches:
        trials = [Point(point.scope.copy(), [], [arm]) for arm in arms]

        def made() -> Sequence[ir.Goal]:
            alive = [arm for arm in trials if not (arm.scope.dead and harmless(arm.out))]
            if len(alive) == 1:
                return alive[0].out
            if not alive:
                return [ir.Fail(place_of(goal))]
            return [ir.Or(tuple(tuple(arm.out) for arm in alive), place_of(goal))]

        return trials, made

    return branch(analyser, start, goal, point)


def _then(analyser: Analyser, goal: Node, point: Point) -> bool:
    condition, then = arguments(goal)
    return _if(analyser, condition, then, atom("fail", place_of(goal)), goal, point, is_goal(goal, "*->", 2))


def _if(
    analyser: Analyser, condition: Node, then: Node, otherwise: Node, goal: Node, point: Point, soft: bool
) -> bool:
    """`( condition -> then ; otherwise )`."""

    def start() -> Branches:
        scope, out = point.scope.copy(), list[ir.Goal]()
        fails = is_goal(then, "fail", 0)  # then nobody reads what the condition binds
        live = frozenset[str]() if fails else point.needed() | frozenset(variables(then))
        analyser.conjunction(Point(scope, out, opaque(analyser, condition, scope, live), live))
        yes, no = Point(scope, [], [then]), Point(point.scope.copy(), [], [otherwise])
        if scope.dead and harmless(out):
            return [no], lambda: no.out
        if not out:
            return [yes], lambda: yes.out
        place = place_of(goal)
        return [yes, no], lambda: [ir.IfThenElse(tuple(out), tuple(yes.out), tuple(no.out), place, soft)]

    return branch(analyser, start, goal, point)


def _throw(_analyser: Analyser, goal: Node, point: Point) -> bool:
    (ball,), scope, made = arguments(goal), point.scope, INSTANTIATION
    if not scope.is_free(scope.alias(ball)):
        known = scope.resolve(ball)
        if is_goal(known, "error", 2):  # nobody looks at the context
            formal, context = arguments(known)
            kept = scope.free(formal)
            for name, node in scope.free(context).items():
                if name not in kept and scope.is_free(node):
                    scope.names[name] = atom("_", node.span)
        for node in scope.free(ball).values():
            raise RefusedError(node.span, f"{shown(node)} may be unbound in what is thrown")
        made = value(ball, scope, point.out)
    point.out.append(ir.Raise(made, place_of(goal)))
    scope.dead = True
    return False


def _catch(analyser: Analyser, goal: Node, point: Point) -> bool:
    """catch/3: the recovery begins where the goal does, and knows what was thrown."""
    tried, catcher, recovery = arguments(goal)
    scope, place = point.scope, place_of(goal)
    needed = point.needed()
    first = Point(scope.copy(), [], opaque(analyser, as_called(tried, scope), scope, needed), needed)
    analyser.conjunction(first)
    if harmless(first.out):
        scope.become(first.scope)
        point.out += first.out
        if first.scope.dead:
            never(scope, point.out, place)
        return False
    caught = scope.copy()
    read = set(needed | variables(recovery).keys())
    for name in list(read):
        read |= variables(caught.deep(Named(name, NOWHERE))).keys()
    pattern = _ball_pattern(catcher, caught, read, place)
    second = Point(caught, [], opaque(analyser, as_called(recovery, caught), caught, needed), needed)
    analyser.conjunction(second)
    try:
        join(scope, [first, second], needed, place)
    except NotJoinedError as refused:
        raise RefusedError(place, f"{refused.reason} of catch/3") from None
    point.out.append(ir.Catch(tuple(first.out), pattern, tuple(second.out), place))
    return False


def _ball_pattern(catcher: Node, scope: Scope, read: Collection[str], place: Span) -> ir.Pattern:
    """What a ball must be; the variables that nobody reads are left out. Raises RefusedError."""
    known = scope.alias(catcher)
    if scope.is_free(known) and isinstance(known, Named) and known.name not in read:
        return ir.Ignore()
    fitting = Fitting(scope, place)
    if is_goal(known, "error", 2):
        formal, context = arguments(known)
        context = scope.alias(context)
        if not (isinstance(context, Named) and scope.is_free(context)):
            raise RefusedError(place, "the context of an error is looked into: write error(E, _)")
        if context.name in read or context.name in variables(scope.deep(formal)):
            raise RefusedError(
                place, f"{shown(context)}, the context of an error, is read: write error(E, _)"
            )
        pattern: ir.Pattern = ir.Shape("error", (fitting.pattern(formal), ir.Ignore()))
    else:
        pattern = fitting.pattern(known)
    if fitting.later:
        raise RefusedError(place, "a variable occurs twice in what is caught")
    return pattern


def _phrase(analyser: Analyser, goal: Node, point: Point) -> bool:
    body, first, *rest = arguments(goal)
    known = point.scope.resolve(body)
    if isinstance(known, Named):
        raise RefusedError(body.span, "a grammar body that is not known before the program runs")
    last = rest[0] if rest else empty(goal.span)
    checks = [check for text in (first, last) for check in _list_check(text, point, goal)]
    made = grammar_body(known, first, last, point.scope.new("s") + "x")
    return analyser.goal(conjunction([*checks, compound("call", (made,), place_of(goal))]), point)


def _list_check(text: Node, point: Point, goal: Node) -> list[Node]:
    """That a text of phrase/3 is a list, or the beginning of one."""
    scope = point.scope
    tail = items_of(scope.deep(text))[1]
    if scope.is_free(tail) or is_empty(tail) or (isinstance(tail, Named) and tail.name in scope.spines):
        return []
    if not scope.is_ground(tail) or tail is not scope.deep(text):
        raise RefusedError(goal.span, "a text that is known in part only")
    return [compound("$list", (text,), place_of(goal))]


def _output(_analyser: Analyser, goal: Node, _point: Point) -> bool:
    why = "it writes to a stream: what is written by write/1 and nl/0 is compiled"
    raise RefusedError(place_of(goal), why)


WRITING = ("write", "print", "writeln", "writeq", "write_canonical")
"""What rules write to the current output is thrown away, and always succeeds."""

CONTROL: dict[tuple[str, int], Construct] = {
    ("true", 0): _true,
    ("acyclic_term", 1): _true,
    ("otherwise", 0): _true,
    ("$refused", 1): _refused,
    ("fail", 0): _fail,
    ("false", 0): _fail,
    ("!", 0): _cut,
    ("=", 2): _unify,
    ("\\+", 1): _not,
    ("call", -1): _call,
    (";", 2): _or,
    ("|", 2): _or,
    ("->", 2): _then,
    ("*->", 2): _then,
    ("is", 2): computed,
    ("throw", 1): _throw,
    ("phrase", 2): _phrase,
    ("phrase", 3): _phrase,
    **{(name, 2): compared for name in COMPARISONS},
    ("catch", 3): _catch,
    **{(name, -1): _output for name in ("nl", *WRITING)},
    **dict.fromkeys((("nl", 0), *((name, 1) for name in WRITING)), _true),
}
"""What compiles a construct, by name and arity; -1 stands for any number of arguments."""
