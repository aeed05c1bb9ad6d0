"""Procedures in C: the clauses of one instance, tried in order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydecl.compiler import ir
from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.allocation import without_marks
from pydecl.compiler.c.blocks import NOTHING, first, write
from pydecl.compiler.c.calls import START, builder, found, front, push, put_all, result
from pydecl.compiler.c.emitter import FAILED, FOUND, NONDET, STOP, Emitter, Open, Success
from pydecl.compiler.c.goals import GOALS
from pydecl.compiler.c.loops import NONE, Fold, Lists, at_end, fold, loops, replacing
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import match, value
from pydecl.compiler.ir.visitor import assigned, assigned_by, goals_within, succeeds

SHORT = 16
"""Functions of so many statements are written into those that call them: compilers are told so."""

CHECK_STACK = c.Do(c.call("check_stack"))


def written(module: Module, instance: Instance, name: str, *, recursive: bool, alone: bool) -> Emitter:
    """What has written an instance's functions, of which `name` is the main one.

    `alone` says that the procedure calls none that calls it, but itself. Raises NotCoveredError.
    """
    e = Emitter(module, instance, name, GOALS)
    e.final = Success(lambda: e.found(e.procedure.clauses[e.clause].results), small=True, last=True)
    e.found = lambda expressions: _found(e, expressions)
    e.references = _references(e)
    taken = _open(e)
    counted = module.counted.get(e.procedure.key.name)
    lists = _lists(e, e.instance.parameters)
    e.steps = loops(e.procedure, e.again, lists, _lists(e, e.instance.results)) if recursive else NONE
    room = e.block(lambda: _make_room(e))
    folded = fold(e.procedure, e.again, lists) if recursive and counted is None else None
    if folded is None:
        _clauses(e)
        e.write(FAILED)
    else:
        _from_end(e, folded)
    e.called_again = any(name in c.called_within(one.body) for one in e.functions)
    in_place = (e.looping or folded is not None) and alone and not e.called_again
    started = () if counted is None else counted(e)
    e.fn.body = [
        *taken,
        *((CHECK_STACK,) if recursive and not in_place else ()),
        *room,
        *((c.Label(START),) if e.looping else ()),
        *started,
        *e.fn.body,
    ]
    return e


def _references(e: Emitter) -> set[tuple[int, str] | str]:
    """What holds the address of a value: the parameters that are passed by a pointer, and stay there, none if
    the procedure may be a loop; and the variables of its clauses that are parts of these, or items of lists.
    """
    clauses = e.procedure.clauses
    nodes = zip(e.procedure.parameters, e.instance.parameters, strict=True)
    own: set[str] = set()
    if not e.again:
        own = {name for name, node in nodes if e.layout.is_large(node)}
    parts = ((n, name) for n, clause in enumerate(clauses) for name in _parts(e, n, clause.goals, own))
    return {*own, *parts}


def _parts(e: Emitter, number: int, goals: Sequence[ir.Goal], own: Collection[str]) -> set[str]:
    """The large variables of a clause that are, wherever they are bound, parts of what has an address."""
    found = {name for name in assigned(goals) if e.layout.is_large(e.instance.variable(number, name))}
    before = -1
    while found and len(found) != before:
        before = len(found)
        for goal in goals_within(goals):
            match goal:
                case ir.Match(ir.Var(name), pattern):
                    found -= _unaddressed(pattern, addressed=name in own or name in found)
                case ir.Library(ir.Key("member"), results=patterns):
                    found -= set().union(*(_unaddressed(one, addressed=True) for one in patterns))
                case _:
                    found -= set(assigned_by(goal))
    return found


def _unaddressed(pattern: ir.Pattern, *, addressed: bool) -> set[str]:
    """The variables of a pattern that are bound to what has no address; the items of a list have one."""
    match pattern:
        case ir.Bind(name):
            return set() if addressed else {name}
        case ir.Shape(_, args):
            return set().union(*(_unaddressed(one, addressed=addressed) for one in args))
        case ir.ListShape(items, tail):
            of_tail = set[str]() if tail is None else _unaddressed(tail, addressed=False)
            return of_tail.union(*(_unaddressed(one, addressed=True) for one in items))
        case _:
            return set()


def _open(e: Emitter) -> list[c.Statement]:
    """Begin the main function; the statements that give the parameters that are passed by a pointer names."""
    declared: list[c.Parameter] = []
    named: list[c.Statement] = []
    names = [e.variable(name) for name in e.procedure.parameters]
    for index, (x, node) in enumerate(zip(names, e.instance.parameters, strict=True)):
        kind, passed = e.layout.c(node), e.layout.passed(node)
        place = x.value if isinstance(x, c.Unary) else x
        assert isinstance(place, c.Variable)
        if passed == kind or place is not x:
            declared.append(c.Parameter(passed, place))
            continue
        declared.append(c.Parameter(passed, c.Name(f"given{index}")))
        named.append(c.assign(x, e.layout.taken(c.Name(f"given{index}"), node)))
    outputs = [("k", e.module.pointer(e.instance.results)), ("context", "void *")]
    if e.procedure.determinism is not NONDET:
        outputs = [(f"out{i}", f"{e.layout.c(node)} *") for i, node in enumerate(e.instance.results)]
    declared += [c.Parameter(kind, e.shared(name, kind)) for name, kind in outputs]
    e.fn = Open(e.name, declared, framed="main")
    e.functions.append(e.fn)
    return named


def _lists(e: Emitter, nodes: Sequence[Type]) -> Lists:
    return [shape.name if shape.kind == "list" else None for shape in map(e.layout.shape, nodes)]


def _from_end(e: Emitter, folded: Fold) -> None:
    """The clauses as a loop from the end of a list."""
    end, step = e.procedure.clauses
    nodes, i = e.instance.results, e.local("int32_t", "i")
    e.clause = 1
    made = [e.variable(name) for name in folded.names]
    e.clause = 0
    goals, results = at_end(end.results, end.goals[1:])
    write(e, goals, NOTHING)
    put_all(e, made, [value(e, one, node) for one, node in zip(results, nodes, strict=True)], nodes)
    e.clause = 1
    given = e.variable(e.procedure.parameters[folded.parameter])
    element = e.instance.parameters[folded.parameter].list_element()

    def body() -> None:
        e.write(c.assign(i, c.number(1), "-="))
        match(e, c.item(given, i), element, folded.item)
        first(e, folded.goals, FAILED)
        ends = [value(e, one, node) for one, node in zip(step.results, nodes, strict=True)]
        put_all(e, made, ends, nodes)

    e.write(c.For(c.Assign(i, c.count(given)), c.Binary(">", i, c.ZERO), None, e.block(body)))
    for index, (one, node) in enumerate(zip(made, nodes, strict=True)):
        e.put(c.Unary("*", result(e, index)), one, node)
    e.write(FOUND)


def _make_room(e: Emitter) -> None:
    """Room for the items of the results that are built."""
    parameters = e.procedure.parameters
    for index, parameter in e.steps.fronts.items():
        start, count = front(e, index)
        e.write(c.assign(start, c.items(e.variable(parameters[parameter]))), c.assign(count, c.ZERO))
    for index, (measure, each, last) in e.steps.built.items():
        part = e.layout.list_part(e.instance.results[index])
        p, k, most = builder(e, index)
        all_: c.Expr = c.number(last)
        for parameter in measure:
            size = c.cast("I", c.count(e.variable(parameters[parameter])))
            all_ = c.Binary("+", c.Binary("*", size, c.number(each)), all_)
        t = e.local(e.layout.c(e.instance.results[index]), "t")
        e.write(c.assign(t, c.call(e.layout.need("room", part), all_)))
        e.write(c.assign(p, c.items(t)), c.assign(k, c.ZERO), c.assign(most, c.count(t)))


def _clauses(e: Emitter) -> None:
    clauses, several = e.procedure.clauses, e.procedure.determinism is NONDET
    given_back = e.giving_back() if several and len(clauses) > 1 else ()
    asking = e.module.asking.get(e.instance, [clause.goals for clause in clauses])
    for number, goals in enumerate(asking):
        last = number == len(clauses) - 1
        e.clause = number
        e.fail = e.clause_fail = FAILED if last else c.Goto(f"C{number + 1}")
        write(e, goals, e.final)
        if not last:
            e.write(c.Label(f"C{number + 1}"), *given_back)


def _found(e: Emitter, expressions: Sequence[ir.Expr]) -> None:
    """A solution of the clause."""
    if not succeeds(e.procedure.clauses[e.clause].goals):
        e.write(e.fail)  # which is never reached: the goals have thrown something
        return
    nodes = e.instance.results
    results = [_given(e, i, one, node) for i, (one, node) in enumerate(zip(expressions, nodes, strict=True))]
    if e.procedure.determinism is NONDET:
        k, context = e.shared("k", e.kinds["k"]), e.shared("context", "void *")
        given = [e.handed(one, node) for one, node in zip(results, nodes, strict=True)]
        e.write(c.If(c.call(k, context, *given), found(e)), e.fail)
        return
    for index, (one, node) in enumerate(zip(results, nodes, strict=True)):
        e.put(c.Unary("*", result(e, index)), one, node)
    e.write(*found(e))


def _given(e: Emitter, index: int, expression: ir.Expr, node: Type) -> c.Expr:
    """A result."""
    if index in e.steps.fronts:
        return _after_front(e, index, expression, node)
    if index in e.steps.built:
        return _finished(e, index, expression, node)
    return value(e, expression, node)


def _after_front(e: Emitter, index: int, expression: ir.Expr, node: Type) -> c.Expr:
    """A result that begins as a parameter does."""
    start, count = front(e, index)
    kind, parameter = e.layout.c(node), e.steps.fronts[index]
    made = c.Made(kind, c.Braces((start, count)))
    if expression == ir.MakeList((), None):
        return made
    item = replacing(e.procedure, e.procedure.clauses[e.clause], parameter, expression)
    if item is not None:
        size = c.Binary("+", count, c.count(e.variable(e.procedure.parameters[parameter])))
        one = value(e, item, node.list_element())
        return c.call(e.layout.need("set", node), c.Made(kind, c.Braces((start, size))), count, one)
    return c.call(e.layout.need("append", node), made, value(e, expression, node))


def _finished(e: Emitter, index: int, expression: ir.Expr, node: Type) -> c.Expr:
    """A result that is built: its items, and what comes after them."""
    several, count = e.procedure.determinism is NONDET, 0
    if isinstance(expression, ir.MakeList):
        count = len(expression.items)
        push(e, index, expression.items, node)
        expression = expression.tail if expression.tail is not None else ir.MakeList((), None)
    part, (p, k, most), rest = e.layout.list_part(node), builder(e, index), value(e, expression, node)
    if not several:
        return c.call(e.layout.need("finish", part), p, k, most, rest)
    name = e.local(e.layout.c(node), "t")  # what is built is needed for the next solution
    made = c.call(e.layout.need("of", part), p, k, rest)
    e.write(c.assign(name, made), c.assign(k, c.number(count), "-="))
    return name


# Frames: what several functions use lies in a struct of the main one, which hands a pointer to it on; a
# variable that only one function uses is its own. A cut in another function than the main one leaves that
# with true; a success notes in the frame that it was one.


def printed(e: Emitter, known: Collection[str]) -> tuple[str, str]:
    """The prototypes and the definitions of a procedure's functions; `known` are those that take memory."""
    name, parts, kinds = e.name, e.functions, e.kinds
    takes = any(part.name in known for part in parts)
    for part in parts:
        part.body = [*without_marks(part.body, known, takes=takes)]
        used = set(c.expressions_within(part.body))
        part.locals = [one for one in part.locals if one.name in used]
    users: dict[str, set[int]] = {}
    for number, part in enumerate(parts):
        for variable in (*part.given, *c.variables_within(part.body)):
            users.setdefault(variable, set()).add(number)
    shared = {variable for variable, used in users.items() if len(used) > 1}
    heads, bodies = [], []
    for number, part in enumerate(parts):
        own = sorted(one for one, used in users.items() if number in used and one not in shared)
        declared = [c.Parameter(kinds[one], c.Variable(one)) for one in own if one not in part.given]
        before, locals_ = _frame(name, part, shared, stops=e.stops) if len(parts) > 1 else ((), ())
        body = (*before, *part.body)
        locals_ = *locals_, *declared, *part.locals
        short = part.main and not e.called_again and len(list(c.statements_within(part.body))) <= SHORT
        made = c.Function(part.name, tuple(part.parameters), locals_, body, short)
        heads.append(f"{printer.head(made)};")
        bodies.append(printer.function(made, shared))
    if len(parts) > 1:
        fields = [f"{printer.declared(kinds[one], one)};" for one in sorted(shared)]
        fields += ["bool stop;"] * e.stops
        heads.insert(0, f"struct {name}_frame {{ {' '.join(fields) or 'char none;'} }};")
    return "\n".join(heads), "\n".join(bodies)


def _frame(
    name: str, part: Open, shared: set[str], *, stops: bool
) -> tuple[Sequence[c.Statement], Sequence[c.Parameter]]:
    """The first statements and the local variables by which a function has the frame."""
    frame, pointer = f"struct {name}_frame", c.Parameter(f"struct {name}_frame *", c.FRAME)
    if part.framed == "context":
        return (c.assign(c.FRAME, c.CONTEXT),), (pointer,)
    if not part.main:
        return (), ()
    first = [c.assign(c.FRAME, c.Unary("&", c.Name("frame")))]
    first += [c.assign(c.Variable(one), c.Name(one)) for one in sorted(shared & part.given)]
    if stops:
        first.append(c.assign(STOP, c.FALSE))
    return first, (c.Parameter(frame, c.Name("frame")), pointer)
