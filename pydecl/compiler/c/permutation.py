"""Goals that only move the items of lists: what they make has a shape that the shape of the input decides.

`rows(Grid, Rows), append(Grid, Rows, Lanes)` never looks at a cell. Whatever the cells are, each cell of
Lanes is that of the same place in Grid, as long as the rows of Grid are as long as before. So C does it once
with numbers in place of the cells, and from then on copies each cell from where it was found to come from
(`gather.h`). That no item is looked at is read off the types: in a world of its own, nothing is known of the
items, though the goals were typed; and none of the goals compares two values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.type_inference import Instance, infer
from pydecl.compiler.c.types import Type
from pydecl.compiler.ir.call_graph import called, recursive
from pydecl.compiler.ir.visitor import bound, goals_within, read, variables

MOVERS = frozenset(
    {
        *(("append", "++-"), ("append", "+-"), ("reverse", "+-"), ("length", "+-"), ("last", "+-")),
        *(("nth0", "++-"), ("nth1", "++-"), ("$filled", "++-")),
    }
)
"""Library predicates that do not look at the items of lists, and whose errors name none."""


def moved(program: ir.Program, counted: Collection[str] = ()) -> tuple[ir.Program, frozenset[ir.Key]]:
    """The program in which goals that only move items are procedures of their own, and which these are.

    The goals end a clause, have one list of lists as their input, and give the clause's one result. They call
    none of the predicates of the names `counted`.
    """
    blind = _blind(program, counted)
    circles = recursive(program) & blind
    found: dict[ir.Key, tuple[ir.Procedure, ir.Procedure]] = {}
    for key, procedure in program.procedures.items():
        if len(procedure.clauses) == len(procedure.key.mode.replace("+", "")) == 1 and key not in circles:
            parted = _parted(program, procedure, blind, circles)
            if parted is not None:
                found[key] = parted
    inner = {one for _, mover in found.values() for one in _reached(program, called(mover))}
    procedures = dict(program.procedures)
    outer = {key: parted for key, parted in found.items() if key not in inner}
    for key, (caller, mover) in outer.items():
        procedures[key] = caller
        procedures[mover.key] = mover
    return replace(program, procedures=procedures), frozenset(mover.key for _, mover in outer.values())


def _parted(
    program: ir.Program, procedure: ir.Procedure, blind: Collection[ir.Key], circles: Collection[ir.Key]
) -> tuple[ir.Procedure, ir.Procedure] | None:
    """The procedure, and the one that does what its last goals did: as many as only move items."""
    (clause,) = procedure.clauses
    if procedure.determinism is ir.Determinism.NONDET:
        return None
    least = next((i for i in range(len(clause.goals), 0, -1) if not _moves(clause.goals[i - 1], blind)), 0)
    for start in range(least, len(clause.goals)):
        goals = clause.goals[start:]
        if not any(isinstance(goal, ir.Call) and goal.procedure in circles for goal in goals):
            return None
        wanted = read(replace(clause, goals=goals)) - bound(goals)
        if len(wanted) != 1:
            continue
        (name,) = wanted
        mode = "" if procedure.key.mode == "+-" else f" {procedure.key.mode}"
        key = ir.Key(f"{procedure.key.name}, moved{mode}", "+-")
        mover = replace(procedure, key=key, parameters=(name,), clauses=(replace(clause, goals=goals),))
        if not _is_parametric(program, mover):
            continue
        call = ir.Call(key, (ir.Var(name),), (ir.Bind("moved"),), clause.place)
        rest = replace(clause, goals=(*clause.goals[:start], call), results=(ir.Var("moved"),))
        return replace(procedure, clauses=(rest,)), mover
    return None


# Goals that do not look at items, as far as their form tells


def _blind(program: ir.Program, counted: Collection[str]) -> set[ir.Key]:
    """The procedures whose goals, and those of all that they call, may be of this kind."""
    found = {
        key
        for key, procedure in program.procedures.items()
        if procedure.determinism is not ir.Determinism.NONDET
        and key.name not in counted
        and all(_fits(goal) for clause in procedure.clauses for goal in goals_within(clause.goals))
    }
    while True:
        less = {key for key in found if called(program.procedures[key]) <= found}
        if less == found:
            return found
        found = less


def _moves(goal: ir.Goal, blind: Collection[ir.Key]) -> bool:
    inside = list(goals_within((goal,)))
    return all(_fits(one) and (not isinstance(one, ir.Call) or one.procedure in blind) for one in inside)


def _fits(goal: ir.Goal) -> bool:
    match goal:
        case ir.Match(_, pattern) | ir.Compute(_, pattern):
            return _compares_nothing(pattern)
        case ir.Call(_, _, results):
            return all(map(_compares_nothing, results))
        case ir.Library(key, _, results):
            return (key.name, key.mode) in MOVERS and all(map(_compares_nothing, results))
        case ir.IfThenElse(soft=soft):
            return not soft
        case _:
            return isinstance(goal, ir.Compare | ir.Not | ir.Fail)


def _compares_nothing(pattern: ir.Pattern) -> bool:
    """Whether no two values are compared: constants show in the types."""
    match pattern:
        case ir.Equal(value):
            return isinstance(value, ir.Const)
        case ir.Shape(_, args):
            return all(map(_compares_nothing, args))
        case ir.ListShape(items, tail):
            return all(map(_compares_nothing, items)) and (tail is None or _compares_nothing(tail))
        case _:
            return True


def _reached(program: ir.Program, keys: Collection[ir.Key]) -> set[ir.Key]:
    found: set[ir.Key] = set()
    todo = list(keys)
    while todo:
        key = todo.pop()
        if key not in found:
            found.add(key)
            todo += called(program.procedures[key])
    return found


# The types


def _is_parametric(program: ir.Program, mover: ir.Procedure) -> bool:
    """Whether it takes and gives lists of lists of which nothing more is known."""
    alone = ir.Program({**program.procedures, mover.key: mover}, (mover.key,))
    typed = infer(alone)
    instance = typed.entries.get(mover.key)
    if instance is None:
        return False
    ends = (*instance.parameters, *instance.results)
    return all(map(_of_unknown_items, ends)) and all(map(_counts, typed.instances))


def _of_unknown_items(node: Type) -> bool:
    for _ in range(2):
        node = node.find()
        if node.kinds != ("list",):
            return False
        node = node.list_element()
    return not node.kinds and node.find().is_empty


def _counts(instance: Instance) -> bool:
    """Whether its arithmetic is on integers alone."""
    return all(
        instance.variable(number, name).kinds == ("int",)
        for number, clause in enumerate(instance.procedure.clauses)
        for goal in goals_within(clause.goals)
        for name in _evaluated(goal)
    )


def _evaluated(goal: ir.Goal) -> Iterator[str]:
    sides: Sequence[ir.Expr] = ()
    if isinstance(goal, ir.Compute):
        sides = (goal.value,)
    elif isinstance(goal, ir.Compare):
        sides = (goal.left, goal.right)
    for side in sides:
        yield from variables(side)


# In C


def gather_text(whole: Module, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of what a procedure becomes that only moves items."""
    layout, name = whole.layout, whole.names[instance]
    if instance.procedure.key not in whole.moving:
        return None
    (given,), (made,) = instance.parameters, instance.results
    lists, inner = layout.c(given), given.find().element
    if inner is None or layout.c(made) != lists or {layout.shape(n).kind for n in (given, inner)} != {"list"}:
        return None
    layout.need("room", given)
    names = f"{name}, {name}_whole, {lists}, {layout.c(inner)}, {layout.c(inner.list_element())}"
    return f"\nstatic bool {name}({lists} in, {lists} *out);", f"\nGATHERED({names})\n"
