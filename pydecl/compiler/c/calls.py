"""Calls in C.

A deterministic predicate is a function that gives false where it fails and stores its results where it is
told. One with several solutions calls another with each, which gives true where no more are wanted: so
solutions are made one at a time, when they are asked for, and a cut or the first solution ends the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.blocks import write
from pydecl.compiler.c.emitter import FAILED, FOUND, NONDET, STOP, Emitter, Success
from pydecl.compiler.c.loops import naming
from pydecl.compiler.c.module import NotCoveredError
from pydecl.compiler.c.tables import looked_up, table_of
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import match, value

START = "start"
"""The label at which a procedure begins once more."""


def write_call(e: Emitter, goal: ir.Call, success: Success) -> None:
    """A call and what follows it."""
    called = e.instance.calls.get(goal.number)
    if called is None:
        raise NotCoveredError(f"{goal.procedure} is not compiled", goal)
    name = e.module.names[called]
    if goal.number in e.steps.steps and success.last and naming(success.goals) and _is_last(e):
        _step(e, goal, called)
        return
    table = table_of(e.module, called)
    if table is not None:
        looked_up(e, goal, called, table, lambda: write(e, (), success))
        return
    inputs = [value(e, a, t) for a, t in zip(goal.arguments, called.parameters, strict=True)]
    passed = success.last and not success.goals and _passes(e, goal.results)
    ends = e.fn.main and e.fail == FAILED
    if not (passed and name == e.name and ends):
        inputs = [e.handed(x, t) for x, t in zip(inputs, called.parameters, strict=True)]
    if called.procedure.determinism is NONDET:
        _call_all(e, goal, called, inputs, success, passed=passed)
        return
    if passed and e.procedure.determinism is not NONDET and ends:
        _tail_call(e, name, inputs, [result(e, i) for i in range(len(goal.results))])
        return
    outputs: list[c.Expr] = []
    for pattern, node in zip(goal.results, called.results, strict=True):
        bound = isinstance(pattern, ir.Bind)
        outputs.append(e.variable(pattern.name) if bound else e.local(e.layout.c(node), "t"))  # type: ignore[union-attr]
    called_with = c.call(name, *inputs, *(c.Unary("&", output) for output in outputs))
    plain = called.procedure.key in e.module.counting and all(node.find().is_plain for node in called.results)
    given_back = e.giving_back() if plain else ()
    e.require(called_with)
    e.write(*given_back)
    for pattern, node, output in zip(goal.results, called.results, outputs, strict=True):
        if not isinstance(pattern, ir.Bind):
            match(e, output, node, pattern)
    write(e, (), success)


def _is_last(e: Emitter) -> bool:
    """Whether a failure here is one of the procedure."""
    return e.fn.main and (e.fail == FAILED or (e.procedure.exclusive and e.fail == e.clause_fail))


def _step(e: Emitter, goal: ir.Call, called: Instance) -> None:
    """A call of the procedure itself that goes on as a loop."""
    for index, items in enumerate(e.steps.steps[goal.number].items):
        if index in e.steps.fronts:
            e.write(c.increment(front(e, index)[1]))
            continue
        push(e, index, items, e.instance.results[index])
    _again(e, [value(e, a, t) for a, t in zip(goal.arguments, called.parameters, strict=True)])


def push(e: Emitter, index: int, items: Sequence[ir.Expr], node: Type) -> None:
    """Items of a result that is built."""
    for item in items:
        p, k, _ = builder(e, index)
        made = value(e, item, node.list_element())
        e.write(c.assign(c.Item(p, k), made), c.increment(k))


def front(e: Emitter, index: int) -> tuple[c.Expr, c.Expr]:
    """A result that is the front of a parameter: its items, and how many there are."""
    kind = e.layout.c(e.instance.results[index].list_element())
    return e.shared(f"front{index}_", f"{kind} *"), e.shared(f"count{index}_", "int32_t")


def builder(e: Emitter, index: int) -> tuple[c.Expr, c.Expr, c.Expr]:
    """Where a result is built: the array, how many items are there, how many there is room for."""
    kind = e.layout.c(e.instance.results[index].list_element())
    return (
        e.shared(f"items{index}_", f"{kind} *"),
        e.shared(f"count{index}_", "int32_t"),
        e.shared(f"most{index}_", "int32_t"),
    )


def _passes(e: Emitter, results: Sequence[ir.Pattern]) -> bool:
    """Whether the results of a last call are those of the clause."""
    own = e.procedure.clauses[e.clause].results
    names = [pattern.name for pattern in results if isinstance(pattern, ir.Bind)]
    parameters = e.procedure.parameters
    if e.steps.built or e.steps.fronts:  # items of a loop may have to go in front of them
        return False
    simple = len(names) == len(results) == len(set(names)) and not set(names) & set(parameters)
    return simple and tuple(ir.Var(name) for name in names) == own


def _tail_call(e: Emitter, name: str, inputs: Sequence[c.Expr], outputs: Sequence[c.Expr]) -> None:
    if name != e.name:
        e.write(c.Return(c.call(name, *inputs, *outputs)))
        return
    _again(e, inputs)


def _again(e: Emitter, inputs: Sequence[c.Expr]) -> None:
    """The procedure once more, with other arguments."""
    targets = [e.variable(name) for name in e.procedure.parameters]
    put_all(e, targets, inputs, e.instance.parameters)
    e.looping = True
    e.write(c.Goto(START))


def put_all(e: Emitter, targets: Sequence[c.Expr], values: Sequence[c.Expr], nodes: Sequence[Type]) -> None:
    """Give the variables `targets` values, all at the same time."""
    moves = [move for move in zip(targets, values, nodes, strict=True) if move[0] != move[1]]
    late = []
    for index, (x, given, node) in enumerate(moves):
        if any(c.mentions(other, x) for _, other, _ in moves[index + 1 :]):
            kept = e.local(e.layout.c(node), "t")
            e.put(kept, given, node)
            late.append((x, kept, node))
        else:
            e.put(x, given, node)
    for x, kept, node in late:
        e.put(x, kept, node)


def _call_all(
    e: Emitter,
    goal: ir.Call,
    called: Instance,
    inputs: list[c.Expr],
    success: Success,
    *,
    passed: bool,
) -> None:
    """A call of what has several solutions."""
    name = e.module.names[called]
    if passed and e.procedure.determinism is NONDET:
        kind = e.module.pointer(e.instance.results)
        more = [e.shared("k", kind), e.shared("context", "void *")]
        if e.fn.main and e.fail == FAILED:
            _tail_call(e, name, inputs, more)
            return
        e.write(c.If(c.call(name, *inputs, *more), found(e)), e.fail)
        return
    results = [c.Name(f"r{number}") for number in range(len(called.results))]

    def solution() -> None:
        for r, pattern, node in zip(results, goal.results, called.results, strict=True):
            match(e, e.layout.taken(r, node), node, pattern)
        write(e, (), success)

    parameters = [
        c.Parameter(e.layout.passed(node), r) for r, node in zip(results, called.results, strict=True)
    ]
    each = e.function("each", solution, parameters)
    e.write(c.If(c.call(name, *inputs, c.Name(each), c.FRAME), (e.stop,)), e.fail)


def result(e: Emitter, index: int) -> c.Expr:
    """Where a result is stored."""
    return e.shared(f"out{index}", f"{e.layout.c(e.instance.results[index])} *")


def found(e: Emitter) -> tuple[c.Statement, ...]:
    """The statements after the last goal, where no more is wanted."""
    return (c.assign(STOP, c.TRUE), FOUND) if e.stops and not e.fn.main else (FOUND,)
