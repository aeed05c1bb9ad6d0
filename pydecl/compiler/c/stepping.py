"""Procedures that add to a number what an atom is worth: `lead(b, N0, N) :- N is N0 + 1.` looks it up.

Where the atoms come in no order, a processor would often guess the clause wrongly. So it would where what is
added depends on which atoms a list holds; then all are looked for, and the sum is chosen without branches.
What all atoms of a list add is one loop: a sum is checked once, as none of what it is made of can overflow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydecl.compiler import ir
from pydecl.compiler.c.types import Instance
from pydecl.model.term import Atom

if TYPE_CHECKING:
    from pydecl.compiler.c.program import Program

MOST = 1 << 32
"""A procedure that adds as much is left as it is."""


def adding_text(whole: Program, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of a procedure of one of these kinds; None where it is another."""
    return steps_text(whole, instance) or summed_text(whole, instance) or chosen_text(whole, instance)


def steps_text(whole: Program, instance: Instance) -> tuple[str, str] | None:
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


def _steps(whole: Program, instance: Instance) -> dict[str, int] | None:
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


def summed_text(whole: Program, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of a recursion that adds what each atom of a list does."""
    layout, procedure, name = whole.layout, instance.procedure, whole.names[instance]
    at = _atoms_and_number(whole, instance)
    if at is None:
        return None
    each = call_for_each(procedure, at, lambda one: whole.names[instance.calls[1, id(one)]] == name)
    steps = None if each is None else _steps(whole, instance.calls[1, id(each[1])])
    if steps is None:
        return None
    rows = ", ".join(f"{MOST + steps[one]}" if one in steps else "NO_STEP" for one in layout.atoms)
    declared = ", ".join(f"{layout.c(one)} a{i}" for i, one in enumerate(instance.parameters)) + ", I *out0"
    return (
        f"\nSOME bool {name}({declared});",
        f"""
static const uint64_t {name}_steps[{len(layout.atoms)}] = {{{rows}}};
SOME bool {name}({declared}) {{
    uint64_t sum = 0, all = 0;
    for (const A *p = a{at}.p, *end = p + a{at}.n; p != end; p++) {{
        uint64_t step = {name}_steps[*p];
        sum += step;
        all |= step;
    }}
    if (all & NO_STEP) return false;
    *out0 = i_add(a{1 - at}, (I)(sum - (uint64_t)a{at}.n * {MOST}));
    return true;
}}
""",
    )


def _atoms_and_number(whole: Program, instance: Instance) -> int | None:
    """Which parameter is a list of atoms, where the other one and the result are an integer."""
    layout = whole.layout
    kinds = [layout.shape(node).kind for node in instance.parameters]
    if sorted(kinds) != ["I", "list"] or [layout.c(node) for node in instance.results] != ["I"]:
        return None
    at = kinds.index("list")
    return at if layout.c(instance.parameters[at].list_element()) == "A" else None


def call_for_each(
    procedure: ir.Procedure, at: int, again: Callable[[ir.Call], bool]
) -> tuple[str, ir.Call] | None:
    """An item and the call for it in `p([], N, N). p([X|Xs], N0, N) :- q(X, N0, N1), p(Xs, N1, N).`

    `at` is the number of the parameter that is the list; the other one is the number.
    """
    if procedure.determinism is ir.Determinism.NONDET or len(procedure.clauses) != 2:
        return None
    items, number = procedure.parameters[at], procedure.parameters[1 - at]
    end, step = procedure.clauses
    match end, step:
        case (
            ir.Clause((ir.Match(ir.Var(stop), ir.ListShape((), None)),), (ir.Var(unchanged),)),
            ir.Clause(
                (
                    ir.Match(ir.Var(walked), ir.ListShape((ir.Bind(item),), ir.Bind(rest))),
                    ir.Call(arguments=given, results=(ir.Bind(added),)) as call,
                    ir.Call(arguments=passed, results=(ir.Bind(total),)) as last,
                ),
                (ir.Var(result),),
            ),
        ) if stop == walked == items and unchanged == number and total == result and again(last):
            of_item = {ir.Var(item), ir.Var(number)} == set(given) and len(given) == 2
            of_rest = passed[at] == ir.Var(rest) and passed[1 - at] == ir.Var(added)
            apart = len({items, number, item, rest, added, total}) == 6
            return (item, call) if of_item and of_rest and apart else None
        case _:
            return None


@dataclass(frozen=True)
class Choice:
    """What a procedure adds to a number, by the atoms that a list holds, its parameter `place`.

    `step` is an expression in C; its conditions, c0, c1, ..., are whether the list holds each of the atoms.
    `ways` are the same, one by one: conditions, such as c0 and ~c1, and what is added where they hold.
    """

    place: str
    atoms: tuple[str, ...]
    step: str
    ways: tuple[tuple[tuple[str, ...], int], ...]


def choice(procedure: ir.Procedure) -> Choice | None:
    """How a procedure adds to its other parameter what depends on the atoms of a list; None for others."""
    if len(procedure.clauses) != 1 or len(procedure.parameters) != 2 or procedure.key.mode.count("-") != 1:
        return None
    (clause,) = procedure.clauses
    for place, number in (procedure.parameters, procedure.parameters[::-1]):
        found = _Choices(clause.results[0], place, number)
        step = found.of(clause.goals, ())
        # where there are fewer ways, one of the atoms need not be looked for
        if step is not None and found.atoms and len(found.ways) == 2 ** len(found.atoms):
            return Choice(place, tuple(found.atoms), step, tuple(found.ways))
    return None


class _Choices:
    """The atoms that are looked for, with their conditions, and the ways."""

    def __init__(self, result: ir.Expr, place: str, number: str) -> None:
        self.result = result
        self.place = place
        self.number = number
        self.atoms: dict[str, str] = {}
        self.ways: list[tuple[tuple[str, ...], int]] = []

    def of(self, goals: Sequence[ir.Goal], conditions: tuple[str, ...]) -> str | None:
        """What is added, as an expression of the conditions; None where it is something else."""
        match goals:
            case [
                ir.IfThenElse(
                    (ir.Library(ir.Key("memberchk"), (ir.Const(Atom(atom)), ir.Var(asked)), ()),), then, other
                ) as goal
            ] if not goal.soft and asked == self.place:
                test = self.atoms.setdefault(atom, f"c{len(self.atoms)}")
                yes, no = self.of(then, (*conditions, test)), self.of(other, (*conditions, f"~{test}"))
                return None if yes is None or no is None else f"({test} ? {yes} : {no})"
            case _:
                step = _added(goals, self.result, self.number)
                if step is not None:
                    self.ways.append((conditions, step))
                return None if step is None else str(step)


def chosen_text(whole: Program, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of a procedure that adds what depends on the atoms of a list."""
    layout, procedure, name = whole.layout, instance.procedure, whole.names[instance]
    at, chosen = _atoms_and_number(whole, instance), choice(procedure)
    if at is None or chosen is None or chosen.place != procedure.parameters[at]:
        return None
    has = layout.need("has", instance.parameters[at])
    found = " ".join(
        f"bool c{i} = {has}({layout.atoms[atom]}, a{at});" for i, atom in enumerate(chosen.atoms)
    )
    declared = ", ".join(f"{layout.c(one)} a{i}" for i, one in enumerate(instance.parameters)) + ", I *out0"
    start = f"\nSOME bool {name}({declared})"
    return f"{start};", f"{start} {{ {found} *out0 = i_add(a{1 - at}, {chosen.step}); return true; }}\n"


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
