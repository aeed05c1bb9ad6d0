"""Procedures that add to a number what an atom is worth: `lead(b, N0, N) :- N is N0 + 1.` looks it up.

Where the atoms come in no order, a processor would often guess the clause wrongly.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.type_inference import Instance
from pydecl.model.term import Atom

MOST = 1 << 32
"""A procedure that adds as much is left as it is."""


def steps_text(whole: Module, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of such a procedure; None where it is another."""
    layout, name = whole.layout, whole.names[instance]
    kinds, steps = [layout.c(node) for node in instance.parameters], _steps(whole, instance)
    if steps is None:
        return None
    at = kinds.index("A")
    rows = ", ".join(f"[{layout.atoms[one]}] = {{{step}, true}}" for one, step in steps.items())
    declared = ", ".join(f"{kind} a{i}" for i, kind in enumerate(kinds)) + ", I *out0"
    return (
        f"\nSOME bool {name}({declared});",
        f"""
static const struct {{ I step; bool there; }} {name}_steps[{len(layout.atoms)}] = {{{rows}}};
SOME bool {name}({declared}) {{
    *out0 = i_add(a{1 - at}, {name}_steps[a{at}].step);
    return {name}_steps[a{at}].there;
}}
""",
    )


def _steps(whole: Module, instance: Instance) -> dict[str, int] | None:
    """What each atom adds, where a procedure does nothing else."""
    layout, procedure = whole.layout, instance.procedure
    kinds = [layout.c(node) for node in instance.parameters]
    if sorted(kinds) != ["A", "I"] or [layout.c(node) for node in instance.results] != ["I"]:
        return None
    if procedure.determinism is ir.Determinism.NONDET:
        return None
    at = kinds.index("A")
    atom, number = procedure.parameters[at], procedure.parameters[1 - at]
    steps: dict[str, int] = {}
    for clause in procedure.clauses:
        found = _step(clause, atom, number)
        if found is None:
            return None
        steps.setdefault(*found)
    return steps


def _step(clause: ir.Clause, atom: str, number: str) -> tuple[str, int] | None:
    """The atom that a clause is for, and what it adds to the number."""
    match clause:
        case ir.Clause((ir.Match(ir.Var(name), ir.Equal(ir.Const(Atom(value)))), *goals), (result,)) if (
            name == atom
        ):
            step = _added([goal for goal in goals if not isinstance(goal, ir.Commit)], result, number)
            return None if step is None else (value, step)
        case _:
            return None


def _added(goals: Sequence[ir.Goal], result: ir.Expr, number: str) -> int | None:
    match goals:
        case []:
            return 0 if result == ir.Var(number) else None
        case [ir.Match(ir.Var(value), ir.Bind(name))] if result == ir.Var(name):
            return 0 if value == number else None
        case [ir.Compute(ir.Arith(sign, (left, right)), ir.Bind(name), _)] if result == ir.Var(name):
            if sign == "+" and isinstance(left, ir.Const):
                left, right = right, left
            if sign in ("+", "-") and left == ir.Var(number) and isinstance(right, ir.Const):
                step = right.value
                if isinstance(step, int) and not isinstance(step, bool) and abs(step) < MOST:
                    return step if sign == "+" else -step
            return None
        case _:
            return None
