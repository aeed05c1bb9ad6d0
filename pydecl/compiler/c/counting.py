"""Successors that are counted before they are made: what follows cannot fail, and is left out.

Where many matches are stepped, all moves of a position are counted, and one is made. In the text for that the
procedure that gives the successors asks, at the end of each clause, whether the solution is passed over: in
front of the last goals, if each of these has exactly one solution, whatever it is given. An error in them is
met where the move is made. `batching.h` of the native engine has the other side.

What has exactly one solution is a greatest fixpoint over the calls: a procedure may fail if no clause is left
for some value of the arguments' types, or if a goal in it may fail.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pydecl.compiler import ir
from pydecl.compiler.c.emitter import NONDET, Goals
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.type_inference import RESULT, Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.ir.visitor import commits, goals_within
from pydecl.compiler.library import MADE, WANTED
from pydecl.model.term import Atom
from pydecl.rules.syntax import Span

QUESTION = ir.Library(WANTED, (), (), Span(0, 0))

WORK = (ir.Call, ir.Library, ir.Collect)
"""Goals that it is worth leaving out."""


def counted_before(module: Module, instance: Instance) -> dict[Instance, Sequence[Goals]]:
    """The goals of each clause with the question in them; nothing if that would leave out no work.

    Others must not call the procedure: their solutions are not counted.
    """
    procedure, name = instance.procedure, module.names[instance]
    called = (module.names[one] for other in module.typed.instances for one in other.calls.values())
    if procedure.determinism is not NONDET or procedure.tabled or name in called:
        return {}
    known = _may_fail(module)
    made = [
        _Clause(instance, number, known).asking(clause.goals)
        for number, clause in enumerate(procedure.clauses)
    ]
    return {instance: [goals for goals, _ in made]} if any(saves for _, saves in made) else {}


def _may_fail(module: Module) -> set[Instance]:
    """The instances that may have no solution, or several."""
    found = {one for one in module.typed.instances if one.procedure.determinism is NONDET}
    before = -1
    while before < len(found):
        before = len(found)
        found |= {one for one in module.typed.instances if one not in found and not _surely(one, found)}
    return found


def _surely(instance: Instance, failing: Collection[Instance]) -> bool:
    """Whether a procedure of at most one solution has one, unless one of those that may fail does."""
    left: dict[str, set[object]] = {}
    for number, clause in enumerate(instance.procedure.clauses):
        one = _Clause(instance, number, failing)
        goals = [goal for goal in clause.goals if not one.succeeds(goal)]
        while goals and isinstance(goals[-1], ir.Commit):
            goals.pop()
        match goals:
            case []:
                return True
            case [ir.Match(ir.Var(name), pattern)] if name in instance.procedure.parameters:
                node = instance.variable(number, name)
                left.setdefault(name, _constructors(node))
                left[name] -= {_fitting(node, pattern)}
                if not left[name]:
                    return True
            case _ if commits(goals):
                return False
            case _:
                pass
    return False


ANYTHING, EMPTY, ITEMS = range(3)
"""Beside the names of atoms, and names with arities."""


def _constructors(node: Type) -> set[object]:
    """What a value may begin with; ANYTHING where it cannot be told one by one."""
    found = node.find()
    lists = () if found.element is None else (EMPTY, ITEMS)
    several = found.ints or found.floats or found.strings or found.open or found.unusual or found.wide
    return {*found.atoms, *found.structs, *lists, *((ANYTHING,) if several else ())}


def _fitting(node: Type, pattern: ir.Pattern) -> object:
    """The constructor of which a pattern takes every value, None if there is none."""
    match pattern:
        case ir.Equal(ir.Const(Atom(name))):
            return name
        case ir.Equal(ir.MakeList((), None)) | ir.ListShape((), None):
            return EMPTY
        case ir.ListShape((item,), ir.Bind() | ir.Ignore()) if _fits(node.list_element(), item):
            return ITEMS
        case ir.Shape(name, args) if (name, len(args)) in node.find().structs:
            nodes = node.arguments(name, len(args))
            return (name, len(args)) if all(map(_fits, nodes, args)) else None
        case _:
            return None


def _fits(node: Type, pattern: ir.Pattern) -> bool:
    """Whether a pattern takes every value of a type."""
    return isinstance(pattern, ir.Bind | ir.Ignore) or not _constructors(node) - {_fitting(node, pattern)}


@dataclass(frozen=True)
class _Clause:
    """A clause of an instance, where it is known which other instances may fail."""

    instance: Instance
    number: int
    failing: Collection[Instance]

    def succeeds(self, goal: ir.Goal) -> bool:
        """Whether a goal has exactly one solution, and is no cut."""
        match goal:
            case ir.Match(ir.Var(name), pattern):
                return _fits(self.instance.variable(self.number, name), pattern)
            case ir.Match(_, pattern):
                return _fits(self.instance.place(goal, 0), pattern)
            case ir.Compute(_, pattern):
                return isinstance(pattern, ir.Bind | ir.Ignore)
            case ir.Collect(_, _, _, pattern):
                return _fits(self.instance.place(goal, RESULT), pattern)
            case ir.Library(key, _, results):
                return key in MADE and all(isinstance(one, ir.Bind | ir.Ignore) for one in results)
            case ir.Call(_, _, results):
                called = self.instance.calls.get(goal.number)
                return (
                    called is not None
                    and called not in self.failing
                    and all(map(_fits, called.results, results))
                )
            case ir.IfThenElse(condition, then, otherwise, _, soft):
                ends = otherwise if not all(map(self.succeeds, condition)) else ()  # of once/1: fail
                return not soft and all(map(self.succeeds, (*then, *ends)))
            case _:
                return False

    def asking(self, goals: Goals) -> tuple[tuple[ir.Goal, ...], bool]:
        """The goals with the question, and whether it saves anything."""
        at = len(goals)
        while at and self.succeeds(goals[at - 1]):
            at -= 1
        saves = any(isinstance(goal, WORK) for goal in goals_within(goals[at:]))
        match goals[at - 1] if at else None:
            case ir.IfThenElse(_, then, otherwise, _, False) as branching:
                asked = [self.asking(then), self.asking(otherwise)]
                made: ir.Goal = replace(branching, then=asked[0][0], otherwise=asked[1][0])
            case ir.Or(branches) as branching:
                asked = list(map(self.asking, branches))
                made = replace(branching, branches=tuple(branch for branch, _ in asked))
            case _:
                return (*goals[:at], QUESTION, *goals[at:]), saves
        return (*goals[: at - 1], made, *goals[at:]), saves or any(one for _, one in asked)
