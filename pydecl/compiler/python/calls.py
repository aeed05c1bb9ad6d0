"""Calls: as a loop over solutions, a test, another turn of the procedure's own loop, or handed on."""

from __future__ import annotations

from pydecl.compiler.ir import Bind, Call, Determinism, Ignore, Library, MakeList, Pattern, Var
from pydecl.compiler.ir.solutions import determinism
from pydecl.compiler.ir.visitor import variables
from pydecl.compiler.python.expressions import Kind
from pydecl.compiler.python.loop_detection import REST
from pydecl.compiler.python.matching import match_all
from pydecl.compiler.python.writer import Then, Writer

_CHOICES = {
    ("select", "-+-"): (0, False),
    ("select", "-++-"): (0, True),
    ("nth0", "-+--"): (0, False),
    ("nth1", "-+--"): (1, False),
}
"""The library's choices of an item of a list: where the index begins, and whether another is put there."""


def _is_step(w: Writer, name: str, text: str) -> bool:
    """Whether a loop over a list makes this assignment by itself."""
    if w.walk is None:
        return False
    steps = (w.walk.parameter, *w.walk.beside)
    return any((name, text) == (w.values.name(step), w.values.name(REST + step)) for step in steps)


def _turn(w: Writer, goal: Call) -> bool:
    """Write a call of itself as another turn of the loop, if that is the same; says whether."""
    if w.loops or w.inside or w.stop or not (w.last or w.committed):
        return False
    names = [pattern.name for pattern in goal.results if isinstance(pattern, Bind)]
    if len(set(names)) != len(w.results):
        return False
    built = []
    for place, (name, expr) in enumerate(zip(names, w.results, strict=True)):
        if expr == Var(name):
            continue
        if not isinstance(expr, MakeList) or expr.tail != Var(name) or place not in w.prefixes:
            return False
        if any(name in variables(item) for item in expr.items for name in names):
            return False
        built.append((place, expr.items))
    w.conditions.called.append((goal.procedure, tuple(map(w.values.kind, goal.arguments))))
    for place, items in built:
        texts = [w.values.value(item) for item in items]
        more = f".append({texts[0]})" if len(texts) == 1 else f" += ({', '.join(texts)})"
        w.line(f"{w.prefixes[place]}{more}")
    parameters = [w.values.name(name) for name in w.procedure.parameters]
    pairs = [
        (name, text)
        for name, text in zip(parameters, map(w.values.value, goal.arguments), strict=True)
        if name != text and not _is_step(w, name, text)
    ]
    if pairs:
        w.line(f"{', '.join(n for n, _ in pairs)} = {', '.join(t for _, t in pairs)}")
    w.line("continue")
    return True


def _handed_on(w: Writer, goal: Call) -> bool:
    """Write a last call whose results are the clause's; says whether."""
    if w.inside or w.stop or w.prefixes:
        return False
    wanted = tuple(Bind(expr.name) if isinstance(expr, Var) else None for expr in w.results)
    if goal.results != wanted or len(set(wanted)) != len(wanted):
        return False
    called = w.values.pool.procedures[goal.procedure].determinism is Determinism.NONDET
    for place, kind in enumerate(w.conditions.kinds_of_results(goal)):
        w.result_kinds[place].add(kind)
    if called:
        if not w.generates:
            return False
        w.line(f"yield from {w.conditions.call(goal)}")
        return True
    if w.generates or w.loops or not (w.last or w.committed):
        return False
    w.line(f"return {w.conditions.call(goal)}")
    return True


def write_call(w: Writer, goal: Call | Library, then: Then) -> None:
    """A call, and what follows each of its solutions."""
    if isinstance(goal, Call) and then.ends_clause:
        if goal.procedure == w.procedure.key and _turn(w, goal):
            return
        if _handed_on(w, goal):
            return
    if isinstance(goal, Library) and _one_by_one(w, goal, then):
        return
    text, kinds = w.conditions.call(goal), w.conditions.kinds_of_results(goal)
    results = goal.results
    targets, later = [], []
    for pattern, kind in zip(results, kinds, strict=True):
        if isinstance(pattern, Bind):
            w.values.know(pattern.name, kind)
            targets.append(w.values.name(pattern.name))
        elif isinstance(pattern, Ignore):
            targets.append("_")
        else:
            targets.append(w.values.temporary())
            later.append((targets[-1], pattern, kind))
    if w.conditions.facts.many(goal):
        with w.loop(f"for {', '.join(targets) or '_'} in {text}:"):
            match_all(w, later, then)
        return
    certain = not w.conditions.facts.fails(goal) or _goal_is_det(w, goal)
    if not results:
        if certain:
            w.line(text)
            then.write()
        else:
            with w.block(f"if {text}:"):
                then.write()
        return
    if len(targets) == 1:
        target = w.values.temporary() if targets[0] == "_" else targets[0]
        w.line(f"{target} = {text}")
    elif certain:
        w.line(f"{', '.join(targets)} = {text}")
    else:
        target = w.values.temporary()
        w.line(f"{target} = {text}")
    if certain:
        match_all(w, later, then)
        return
    with w.block(f"if {target} is not None:"):
        if len(targets) > 1:
            w.line(f"{', '.join(targets)} = {target}")
        match_all(w, later, then)


def _one_by_one(w: Writer, goal: Library, then: Then) -> bool:
    """Write a choice of an item as a loop that makes the rest only of what fits; says whether."""
    key = (goal.procedure.name, goal.procedure.mode)
    if w.values.exact or key not in _CHOICES:
        return False
    base, new = _CHOICES[key]
    items, at, item = (w.values.temporary() for _ in range(3))
    given = w.values.value(goal.arguments[0])
    known = w.values.kind(goal.arguments[0]) is Kind.LIST
    w.line(f"{items} = {given if known else f'items_of({given})'}")
    middle = f"({w.values.value(goal.arguments[1])}, ) + " if new else ""
    rest = f"({items}[:{at}] + {middle}{items}[{at} + 1:])"
    *index, chosen, others = goal.results
    later: list[tuple[str, Pattern, Kind | None]] = [
        (item, chosen, None),
        *((f"{at} + {base}" if base else at, pattern, Kind.INTEGER) for pattern in index),
        (rest, others, Kind.LIST),
    ]
    with w.loop(f"for {at}, {item} in enumerate({items}):"):
        match_all(w, later, then)
    return True


def _goal_is_det(w: Writer, goal: Call | Library) -> bool:
    """Whether a call, its results apart, succeeds exactly once."""
    if isinstance(goal, Call):
        return w.values.pool.procedures[goal.procedure].determinism is Determinism.DET
    return determinism(goal, {}) is Determinism.DET
