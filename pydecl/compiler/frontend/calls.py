"""Calls of predicates: of those that have clauses, in a mode or unfolded, and of the library's.

A call is tried as it stands. If that leaves a variable unbound which must be known, or if a clause is refused
that a constant may leave out, the predicate's clauses take the place of the call, unless it is recursive.
Else it is called with compounds that it fills. At last it is called together with the goals behind it that
bind what it leaves unbound: `p(X, Y), q(Y)` calls a predicate whose clauses are p's, each with `q(Y)` behind.
Built-in and library predicates are called in one of the modes of `library.py`.

A predicate that is called as `p(f(X, Y), Z)`, X bound and Y free, is compiled for just that: as a predicate
with the arguments X, Y and Z, which begins with `p`'s own unification of `f(X, Y)`. So cuts and conditions in
it mean what they mean in Prolog. Closures are known in that way, too: `maplist(p(X), L)` is maplist/2 for
p/1.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from pydecl.compiler import ir
from pydecl.compiler.frontend.control import shared_variables
from pydecl.compiler.frontend.goals_in_terms import Goals, lambda_copy
from pydecl.compiler.frontend.instantiation import (
    END,
    Changing,
    Filled,
    NotJoinedError,
    Point,
    RefusedError,
    Scope,
    forget,
    settle,
    shown,
    value,
)
from pydecl.compiler.frontend.mode_analysis import Analyser
from pydecl.compiler.frontend.partial_terms import LEFT, PARTIAL, SHARED, WHOLE, with_partial_terms
from pydecl.compiler.frontend.predicates import Indicator, Predicate, Rule
from pydecl.compiler.frontend.prelude import in_place, prelude
from pydecl.compiler.frontend.simplification import REWRITINGS, check_list, length_of
from pydecl.compiler.frontend.terms import (
    CELL,
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
from pydecl.model.term import Atom, term_text
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure, walk


def call(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """A call of a predicate; if that leaves variables unbound, its clauses in place of the call."""
    trial = point.trial()
    try:
        _call(analyser, predicate, arguments(goal), trial, place_of(goal))
    except RefusedError as refused:
        if not (refused.free or _leaves_out(predicate, goal, point.scope)):
            raise
        if can_be_unfolded(analyser, predicate):
            trial = point.trial()
            ends = len(analyser.ends[-1].reached)
            try:
                took = analyser.goal(unfolded(analyser, predicate, goal), trial)
            except NotJoinedError:
                raise
            except RefusedError as within:
                del analyser.ends[-1].reached[ends:]
                if within.chain and within.place != refused.place:  # in a goal that follows, and went along
                    refused = RefusedError(within.place, within.reason, within.chain, refused.free)
            else:
                point.take(trial)
                return took
        if _call_filling(analyser, predicate, goal, point):
            return False
        if _call_with_goals_behind(analyser, predicate, goal, point, refused):
            return True
        raise refused from None
    point.take(trial)
    return False


def _leaves_out(predicate: Predicate, goal: Node, scope: Scope) -> bool:
    """Whether a constant leaves out a clause, for which alone the predicate may be refused."""
    return any(
        isinstance(given, Constant)
        and isinstance(head, Constant)
        and ir.Const(given.value) != ir.Const(head.value)
        for i, given in enumerate(map(scope.alias, arguments(goal)))
        for head in (rule.args[i] for rule in predicate.rules)
    )


def _call_filling(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate that fills compounds known in part; False if there are none, or it is refused."""
    trial = point.trial()
    try:
        if not with_partial_terms(goal, trial):
            return False
        _call(analyser, predicate, arguments(goal), trial, place_of(goal))
    except RefusedError:
        return False
    point.take(trial)
    return True


def _call_with_goals_behind(
    analyser: Analyser, predicate: Predicate, goal: Node, point: Point, refused: RefusedError
) -> bool:
    """Call a predicate together with goals behind it, and compile the others; False if that is of no use.

    Raises NotJoinedError if the goals that follow must come along into a branch.
    """
    if not point.rest and not point.live.isdisjoint(point.scope.free(goal)):
        raise NotJoinedError(refused.place, refused.reason, refused.chain)
    count = _binding(analyser, predicate, goal, point)
    if count == 0:
        return False
    body, rest = conjunction(point.rest[:count]), point.rest[count:]
    live = point.live.union(point.scope.steps.variables(rest), variables(goal))
    shared = shared_variables(body, point.scope, live)
    trial, together = point.trial(), analyser.together(predicate, body, shared)
    try:
        _call(analyser, together, [*arguments(goal), *shared], trial, place_of(goal))
    except RefusedError:
        return False
    point.take(trial)
    point.rest = rest
    analyser.conjunction(point)
    return True


def _binding(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> int:
    """How many of the goals behind a call bind the variables that it must not leave unbound; 0: not known."""
    free, bound = point.scope.free(goal), set[str]()
    for count, behind in enumerate(point.rest[:MOST_BEHIND], 1):
        if is_goal(behind, END, len(arguments(behind))) or any(cuts(behind)):
            return 0
        if not (met := free.keys() & point.scope.free(behind).keys() - bound):
            continue
        bound |= met
        trial = point.trial()
        trial.scope.bound |= bound
        with suppress(RefusedError):
            _call(analyser, predicate, arguments(goal), trial, place_of(goal))
            return count
    return 0


def can_be_unfolded(analyser: Analyser, predicate: Predicate) -> bool:
    """Whether the clauses of a predicate can stand in the place of a call."""
    if predicate.barred is not None or len(predicate.rules) > 32 or analyser.is_recursive(predicate):
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
    rewriting = REWRITINGS.get(key)
    simpler = rewriting and rewriting(arguments(goal), point, place_of(goal))
    if simpler is not None:
        return analyser.goal(of_library(simpler), point)
    if is_goal(goal, "append", 3) and _put_off(goal, point):
        analyser.conjunction(point)
        return True
    if key in MODES and _primitive(key, goal, point):
        return False
    if (written := prelude().get(key)) is not None:
        return call(analyser, written, goal, point)
    raise RefusedError(place_of(goal), reason(key))


def _primitive(key: Indicator, goal: Node, point: Point) -> bool:
    """Compile a call in the first mode of `library.py` whose inputs are all ground; whether there is one.

    Raises RefusedError.
    """
    scope, args, place = point.scope, arguments(goal), place_of(goal)
    given = ["+" if scope.is_ground(arg) else "-" for arg in args]
    modes = (one.arguments for one in MODES[key])
    mode = next((one for one in modes if ("+", "-") not in zip(one, given, strict=True)), None)
    if mode is None and key in prelude():
        return False
    if mode is None:
        why = f"{key[0]}/{key[1]} called as {key[0]}({','.join(given)})"
        own = "what a predicate of the library needs may be unbound here"
        raise RefusedError(place, own if key[0].startswith("$") else why, free=True)
    _check_terms(key, args, scope, place)
    if key == ("=..", 2):
        _check_univ(mode, args, scope, place)
    if key == ("arg", 3) and mode[0] == "-":
        _check_own_number(args, scope, place)
    _add(ir.Library, ir.Key(key[0], mode), args, point, place)
    if key == (UNCOVERED.name, 1):
        never(scope, point.out, place)
    return True


def _put_off(goal: Node, point: Point) -> bool:
    """Join lists one goal later, as what is joined is not known yet; False if that may not, or need not, be.

    It makes no difference: they are joined in one way, and the goal between does not read the result.
    Raises NotJoinedError if the goals that follow must come along into a branch.
    """
    scope, (front, back, made) = point.scope, arguments(goal)
    unknown = scope.free(back)
    if not unknown or not scope.is_ground(front) or not scope.is_free(scope.alias(made)):
        return False
    if not point.rest:
        raise NotJoinedError(place_of(goal), f"{shown(next(iter(unknown.values())))} may be unbound here")
    behind, *rest = point.rest
    if (
        is_goal(behind, END, len(arguments(behind)))
        or scope.free(made).keys() & scope.free(back, behind).keys()
    ):
        return False
    is_list = compound("$proper", [front], place_of(goal))
    point.rest = [of_library(is_list), behind, of_library(goal), *rest]
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


def _add(
    kind: type[ir.Call | ir.Library], key: ir.Key, args: Sequence[Node], point: Point, place: Span
) -> None:
    """Add a call in a mode; what is known in part is a pattern for the results."""
    scope, out = point.scope, point.out
    inputs = [value(arg, scope, out) for arg, mark in zip(args, key.mode, strict=True) if mark == "+"]
    fitting = Fitting(scope, place)
    results = [fitting.pattern(arg) for arg, mark in zip(args, key.mode, strict=True) if mark == "-"]
    out.append(kind(key, tuple(inputs), tuple(results), place))
    out += fitting.later


# Arguments that are known in part

SPINE = "\0spine"
"""`SPINE(List, Length)`: List is a list of so many free variables."""

MOST_BEHIND = 8
"""How many goals behind a call may go along with it."""

LONGEST = 400
"""The longest description of an argument that is known in part, in characters."""


def _call(analyser: Analyser, predicate: Predicate, args: Sequence[Node], point: Point, place: Span) -> None:
    """Add one call: what is passed in, and patterns for what comes out. Raises RefusedError."""
    scope, closures = point.scope, closure_positions(analyser, predicate)
    for i, arg in enumerate(args):
        if i not in closures and scope.changes(arg) is None and scope.is_ground(arg):
            settle(arg, scope, point.out)  # it is passed as a value
    if not closures and is_table(predicate):
        mode = "".join("+" if scope.is_ground(arg) else "-" for arg in args)
        _add(ir.Call, analyser.procedure(predicate, mode, place), args, point, place)
        return
    template = Template(scope, place, analyser.calling)
    elsewhere: dict[str, Named] = {}
    for i, arg in enumerate(args):
        if i not in closures:
            variables(scope.deep(arg), elsewhere)
    made = [template.of(arg, closures.get(i), elsewhere) for i, arg in enumerate(args)]
    leaves = template.leaves
    if template.is_partial or len(leaves) < len(made) or not all(isinstance(one, Named) for one in made):
        name = f"{analyser.name_of(predicate)}<{','.join(template.text)}>"
        if name not in analyser.derived:
            analyser.derived[name] = _specialised(predicate, name, template, made)
        predicate = analyser.derived[name]
    key = analyser.procedure(predicate, "".join(mark for _, mark, _ in leaves), place)
    inputs = [value(node, scope, point.out) for _, mark, node in leaves if mark == "+"]
    outputs = [node.name for _, mark, node in leaves if mark == "-" and isinstance(node, Named)]
    results = tuple(ir.Bind(name) for name in outputs)
    point.out.append(ir.Call(key, tuple(inputs), results, place))
    forget(scope, outputs)
    for name, (*_, after) in template.changing.items():
        before = scope.changing[name]
        filled = before.filled if before.filled is Filled.ALL else Filled.SOME
        shared = before.shared or len(outputs) > 1  # another result may have it
        scope.changing[name] = Changing(after, filled, shared)


def _specialised(predicate: Predicate, name: str, template: Template, made: Sequence[Node]) -> Predicate:
    """The predicate for arguments of a template, whose leaves are its arguments."""
    leaves = template.leaves
    derived = Predicate(
        name, len(leaves), predicate.place, barred=predicate.barred, library=predicate.library
    )
    names = [node.name for part in made for node in walk(part) if isinstance(node, Named)]
    plain = len(set(names)) == len(names) and not template.is_partial
    for rule in predicate.rules:
        place = rule.place
        heads = {leaf: Named(leaf, place) for leaf, _, _ in leaves}
        goals = [compound(SPINE, (heads[one], heads[two]), place) for one, two in template.spines.values()]
        goals += [
            compound(how, (Named(term, place), heads[on]), place)
            for how, term, on, *_ in template.changing.values()
        ]
        direct: dict[str, Node] = {}
        for part, arg in zip(made, rule.args, strict=True):
            if plain and isinstance(part, Named) and part.name in heads:
                direct[part.name] = arg  # it stays in the head, so that facts stay facts
            else:
                goals.append(compound("=", (part, arg), arg.span))
        goals.append(rule.body)
        for _, term, _, after, _ in template.changing.values():
            goals.append(compound(LEFT, (Named(term, place), heads[after]), place))
        args = tuple(direct.get(leaf, heads[leaf]) for leaf, _, _ in leaves)
        derived.rules.append(Rule(args, conjunction(goals), place))
    return derived


def is_table(predicate: Predicate) -> bool:
    """Whether all clauses are facts without variables."""
    return all(rule.is_fact and not any(variables(arg) for arg in rule.args) for rule in predicate.rules)


class Template:
    """Arguments as terms of leaves: what is passed for each is ground, free, or such a list."""

    def __init__(self, scope: Scope, place: Span, calling: Goals) -> None:
        self.scope, self.place, self.calling = scope, place, calling
        self.leaves: list[tuple[str, str, Node]] = []
        """Name, mode, and the caller's term of each."""
        self.free: dict[str, str] = {}
        self.spines: dict[str, tuple[str, str]] = {}
        """By the caller's variable: the leaf of the list, and of its length."""
        self.changing: dict[str, tuple[str, str, str, str, str]] = {}
        """By the caller's variable: the goal that makes it such a term, its name, the leaves of what it is
        before the call and behind it, and what the caller calls that."""
        self.text: list[str] = []
        self.local: dict[str, str] = {}
        """The variables of lambda terms, which are not passed."""

    @property
    def is_partial(self) -> bool:
        """Whether an argument is a list of free variables, or may be changed."""
        return bool(self.spines or self.changing)

    def of(self, arg: Node, lacks: int | None, elsewhere: Collection[str]) -> Node:
        """The template of an argument; `lacks` is None, or says how many arguments a closure lacks."""
        is_closure = lacks is not None
        made, text = self._of(arg if lacks is None else self._lambdas(arg, lacks, elsewhere), is_closure)
        self._check(text)
        self.text.append(text)
        return made

    def _lambdas(self, closure: Node, lacks: int, elsewhere: Collection[str]) -> Node:
        """A closure whose lambda terms keep those of their variables alone that stand elsewhere."""
        known = self.scope.resolve(closure)
        if is_goal(known, ">>", 2):
            made, before = lambda_copy(known, self.scope, elsewhere), variables(self.scope.deep(known))
            new = [name for name in variables(made) if name not in before]
            self.local.update({name: f"y{i}" for i, name in enumerate(new, len(self.local) + 1)})
            return made
        name, arity = indicator(known) or ("", 0)
        goals = self.calling.positions((name, arity + lacks), is_library=False)
        parts = list(arguments(known)) if goals and isinstance(known, Structure) else []
        for i, part in enumerate(parts):
            if i in goals:
                others = self.scope.deep(conjunction([*parts[:i], *parts[i + 1 :]]))
                parts[i] = self._lambdas(part, goals[i], {*elsewhere, *variables(others)})
        return compound(name, tuple(parts), known.span) if parts else closure

    def _check(self, text: str) -> None:
        if len(text) > LONGEST:
            raise RefusedError(self.place, "an argument that is known in part only grows from call to call")

    def _leaf(self, mark: str, node: Node) -> Named:
        name = f"p{len(self.leaves) + 1}"
        self.leaves.append((name, mark, node))
        return Named(name, node.span)

    def _of(self, arg: Node, is_closure: bool) -> tuple[Node, str]:
        node = self.scope.alias(arg)
        if isinstance(node, Named) and node.name in self.scope.changing:
            return self._changing(node)
        node = self.scope.resolve(node) if is_closure else node
        if is_closure and isinstance(node, Constant):
            return node, term_text(node.value)
        if self.scope.is_ground(node) and not (is_closure and isinstance(node, Structure)):
            return self._leaf("+", arg), "+"
        if isinstance(node, Named):
            return self._free(node)
        assert isinstance(node, Structure)
        return self._structure(node, is_closure)

    def _free(self, node: Named) -> tuple[Node, str]:
        if (local := self.local.get(node.name)) is not None:
            return Named(local, node.span), local
        if node.name in self.scope.spines:
            if node.name not in self.spines:
                spine, number = self._leaf("-", node), length_of(node, self.scope, node.span)
                self.spines[node.name] = spine.name, self._leaf("+", number).name
            leaf = self.spines[node.name][0]
            return Named(leaf, node.span), f"~{leaf[1:]}"
        if node.name not in self.free:
            self.free[node.name] = self._leaf("-", node).name
        leaf = self.free[node.name]
        return Named(leaf, node.span), f"-{leaf[1:]}"

    def _changing(self, node: Named) -> tuple[Node, str]:
        if node.name not in self.changing:
            known = self.scope.changing[node.name]
            after = Named(self.scope.new("d"), node.span)
            leaves = self._leaf("+", Named(known.version, node.span)).name, self._leaf("-", after).name
            term = f"o{len(self.changing) + 1}"
            goal = WHOLE if known.filled is Filled.ALL else PARTIAL
            self.changing[node.name] = SHARED if known.shared else goal, term, *leaves, after.name
        goal, term, leaf, *_ = self.changing[node.name]
        return Named(term, node.span), f"{_MARKS[goal]}{leaf[1:]}"

    def _structure(self, node: Structure, is_closure: bool) -> tuple[Node, str]:
        parts: list[tuple[Node, str]] = []
        for arg in node.args:
            parts.append(self._of(arg, is_closure))
            self._check(parts[-1][1])
        made = Structure(node.name, tuple(part for part, _ in parts), node.span, node.functor)
        name = "." if node.name == CELL else term_text(Atom(node.name))
        return made, f"{name}({','.join(text for _, text in parts)})"


_MARKS = {PARTIAL: "^", SHARED: "&", WHOLE: "*"}
"""How a term that may be filled or changed is shown in the name of a predicate."""


def spine(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """Compile SPINE."""
    made, length = arguments(goal)
    assert isinstance(made, Named)
    point.scope.spines[made.name] = value(length, point.scope, point.out)
    return False


def closure_positions(analyser: Analyser, predicate: Predicate) -> dict[int, int]:
    """Which arguments of a predicate are called as goals, and how many arguments these lack."""
    key = analyser.name_of(predicate), predicate.arity
    if key not in analyser.closures:
        analyser.closures[key] = analyser.calling.of(predicate)
    return analyser.closures[key]
