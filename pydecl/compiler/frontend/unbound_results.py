"""Calls of predicates that may leave a result unbound: nobody reads it, it is bound later, or not left so.

A free argument that is not read behind the call is no result: the predicate is called without it, and has a
variable of its own in its place. So `count([H|T], Pattern, N)`, which only compares with Pattern, can be
called as `count(List, piece(king, _), N)`.

In `replaced(3, Rows0, Row0, Row, Rows), changed(Row0, Row)` the list Rows holds Row before that is known.
Here replaced/5 is called twice: first for Row0 alone, where Row is a *hole*, a variable that must not be
looked at; then, as soon as Row is known, for Rows. Since nothing depends on the hole, both take the same way;
and so that they give the same solution, both must have one at most.

Any other result must be known where a clause ends. If only some clauses of a predicate leave one unbound,
these give up at run time, and the others stay compiled: often such a clause is never taken in that mode, as
`squares(Direction, From, []) :- \\+ next(Direction, From, _)` where Direction is free.
"""

from __future__ import annotations

from collections.abc import Collection

from pydecl.compiler import ir
from pydecl.compiler.frontend.call_patterns import Template, closure_positions, specialised
from pydecl.compiler.frontend.instantiation import Late, Point, RefusedError, forget, value
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.predicates import Indicator, Predicate, Rule
from pydecl.compiler.frontend.terms import arguments, atom, compound, conjunction, of_library, place_of
from pydecl.compiler.ir.visitor import goals_within
from pydecl.rules.syntax import Named, Node, Structure

HOLE = "\0hole"
"""`HOLE(Variable)`: it must not be looked at."""

KNOWN = "\0known"
"""`KNOWN(Term)`: Term has a value here; if it has none, the rules give up."""

UNBOUND = "a result that stays unbound"


class _Form:
    """A call with its arguments as leaves, and the predicate for just these."""

    def __init__(
        self, analyser: Analyser, predicate: Predicate, goal: Node, point: Point, holes: Collection[str] = ()
    ) -> None:
        """Raises RefusedError if an argument is known in part; `holes` may be arguments all the same."""
        self.analyser, self.goal, self.point, self.place = analyser, goal, point, place_of(goal)
        self.scope, self.out = point.scope.copy(), list[ir.Goal]()
        self.scope.holes -= frozenset(holes)
        template = Template(self.scope, self.out, self.place)
        closures = closure_positions(analyser, predicate)
        made = [template.of(arg, i in closures) for i, arg in enumerate(arguments(goal))]
        self.scope.holes = point.scope.holes
        if template.spines or template.partial:
            raise RefusedError(self.place, "an argument that is known in part", free=True)
        self.leaves = template.leaves
        self.base = predicate
        if not all(isinstance(part, Named) for part in made) or len(self.leaves) < len(made):
            name = f"{predicate.name}<{','.join(template.text)}>"
            self.base = analyser.derived.setdefault(
                name, specialised(predicate, name, template, made, self.leaves, False)
            )
        self.free = [i for i, (_, mark, _) in enumerate(self.leaves) if mark == "-"]

    def name(self, i: int) -> str:
        """The caller's variable for a free argument."""
        node = self.leaves[i][2]
        assert isinstance(node, Named)
        return node.name

    def call(self, key: ir.Key, without: Collection[int]) -> None:
        """Add the call of a procedure that gives the free arguments but for some. Raises RefusedError."""
        inputs = [value(node, self.scope, self.out) for _, mark, node in self.leaves if mark == "+"]
        results = [self.name(i) for i in self.free if i not in without]
        self.out.append(ir.Call(key, tuple(inputs), tuple(map(ir.Bind, results)), self.place))
        forget(self.scope, results)

    def take(self) -> None:
        """Go on behind the call."""
        self.point.scope.become(self.scope)
        self.point.out += self.out

    def without(self, left_out: Collection[int], hole: int | None = None) -> Predicate:
        """The predicate with variables of its own in the place of some arguments; one may be the hole."""
        base, numbers = self.base, sorted(left_out)
        name = f"{base.name}/{base.arity}-{','.join(str(i + 1) for i in numbers)}"
        name += "" if hole is None else f"?{hole + 1}"
        if name not in self.analyser.derived:
            rules = []
            for rule in base.rules:
                own = {i: Named(f"v{i}", rule.place) for i in numbers}
                goals = [Structure("=", (own[i], rule.args[i]), rule.place, rule.place) for i in numbers]
                if hole is not None:
                    goals.insert(0, Structure(HOLE, (own[hole],), rule.place, rule.place))
                args = tuple([arg for i, arg in enumerate(rule.args) if i not in own])
                rules.append(Rule(args, conjunction([*goals, rule.body]), rule.place))
            self.analyser.derived[name] = derived(base, name, base.arity - len(numbers), rules)
        return self.analyser.derived[name]

    def procedure(self, predicate: Predicate, without: Collection[int]) -> ir.Key:
        """A predicate that lacks some arguments, compiled. Raises RefusedError."""
        mode = "".join(mark for i, (_, mark, _) in enumerate(self.leaves) if i not in without)
        return self.analyser.procedure(predicate, mode, self.place)


def derived(base: Predicate, name: str, arity: int, rules: list[Rule]) -> Predicate:
    """A predicate made of another one."""
    return Predicate(name, arity, base.place, rules, barred=base.barred, library=base.library)


def call_without_void_results(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate without the results that nobody reads; False if there are none, or it is refused."""
    try:
        form = _Form(analyser, predicate, goal, point)
        void = _void(form)
        if not void:
            return False
        form.call(form.procedure(form.without(void), void), void)
    except RefusedError:
        return False
    form.take()
    return True


def _void(form: _Form) -> list[int]:
    """The free arguments that nobody reads."""
    read = form.point.read(form.scope, form.place)
    return [i for i in form.free if form.scope.is_free(form.leaves[i][2]) and form.name(i) not in read]


# A result that is bound later


def late_call(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate that leaves one of its arguments free; False if that cannot be."""
    try:
        form = _Form(analyser, predicate, goal, point, point.scope.holes)
    except RefusedError:
        return False
    if form.base.name in analyser.several:
        return False
    holes = [i for i in form.free if form.name(i) in form.scope.holes]
    if len(holes) > 1:
        return False
    read = form.scope.free(*(Named(name, form.place) for name in sorted(point.needed())))
    # what is not read behind the call will never be known
    candidates = holes or [i for i in form.free if form.name(i) in read]
    return any(_with_hole(form, i) for i in candidates)


def _with_hole(form: _Form, hole: int) -> bool:
    """Call with one free argument as the hole."""
    later_mode = "".join("+" if i == hole else mark for i, (_, mark, _) in enumerate(form.leaves))
    try:
        later = form.analyser.procedure(form.base, later_mode, form.place)
        now, left_out = _before_hole(form, hole)
    except RefusedError:
        return False
    form.call(now, left_out)
    form.analyser.single.append((form.base.name, now, later))
    results = tuple(form.name(i) if i in left_out else None for i in form.free if i != hole)
    inputs = tuple(node for i, (_, mark, node) in enumerate(form.leaves) if mark == "+" or i == hole)
    late = Late(form.leaves[hole][2], inputs, later, results)
    form.scope.late.update((name, late) for name in results if name is not None)
    form.take()
    return True


def _before_hole(form: _Form, hole: int) -> tuple[ir.Key, set[int]]:
    """The procedure that gives what does not depend on the hole, and which arguments that leaves out."""
    left_out = {hole}
    while True:
        predicate = form.without(left_out, hole)
        try:
            return form.procedure(predicate, left_out), left_out
        except RefusedError as refused:
            if refused.output is None or refused.output[0].name != predicate.name:
                raise
            outputs = [i for i in form.free if i not in left_out]
            left_out.add(outputs[refused.output[1]])


def hole(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """Compile HOLE."""
    (variable,) = arguments(goal)
    assert isinstance(variable, Named)
    point.scope.holes |= {variable.name}
    return False


# Clauses that give up


def call_giving_up(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate whose clauses give up where they leave a result unbound; False if it is refused."""
    if predicate.library:
        return False
    try:
        form = _Form(analyser, predicate, goal, point)
        void = _void(form)
        base = form.without(void) if void else form.base
        name = f"{base.name}/{base.arity}!"
        rules = [Rule(rule.args, _with_known(rule), rule.place) for rule in base.rules]
        checked = analyser.derived.setdefault(name, derived(base, name, base.arity, rules))
        key = form.procedure(checked, void)
        if not _ends(analyser, key):
            return False
        form.call(key, void)
    except RefusedError:
        return False
    form.take()
    return True


def _with_known(rule: Rule) -> Node:
    """The body of a clause that gives up where it leaves a result unbound."""
    return conjunction([rule.body, Structure(KNOWN, rule.args, rule.place, rule.place)])


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


UNBOUND_RESULTS: dict[Indicator, Construct] = {(HOLE, 1): hole, (KNOWN, -1): known}
"""By name and arity."""
