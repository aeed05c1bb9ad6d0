"""Lists of lists that goals only move together, and that are only asked what is in them: they are not made.

    lines(Board, Lines), \\+ memberchk([x,x,x], Lines), foldl(owned, Lines, 0, Lead)

Where `moving.py` has found that the lines hold the board's cells, whatever these are, and where each goal
that reads them asks whether a list is among them, how many they are, or adds what depends on the atoms in
each, the board is handed on instead, and each question is a procedure of its own that makes the lines and
asks. `views.h` answers it from sets of cells: where an atom is, and which cells a line has.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace

from pydecl.compiler import ir
from pydecl.compiler.c.stepping import Choice, call_for_each, choice
from pydecl.compiler.ir import visitor
from pydecl.compiler.ir.call_graph import called, recursive
from pydecl.compiler.ir.visitor import bound, goals_within, variables


@dataclass(frozen=True)
class View:
    """A question to lists that are not made: `made`, `has`, `length` or `adds`; what each list adds."""

    kind: str
    mover: ir.Key
    choice: Choice | None = None
    number: int = 0
    """The parameter that it adds to; the other one is the list."""


class OtherUseError(Exception):
    """The lists are read in another way, too."""


def viewed(program: ir.Program, movers: Collection[ir.Key]) -> tuple[ir.Program, dict[ir.Key, View]]:
    """The program in which such lists are not made, and the procedures that are questions to them."""
    views: dict[ir.Key, View] = {}
    makers = {mover: key for key, one in program.procedures.items() for mover in called(one) & set(movers)}
    for mover, key in makers.items():
        program = _Views(program, mover, program.procedures[key], views).run()
    return program, views


class _Views:
    """What becomes of the lists that one procedure makes, `maker`, by its last goal, a call of `mover`."""

    def __init__(
        self, program: ir.Program, mover: ir.Key, maker: ir.Procedure, views: dict[ir.Key, View]
    ) -> None:
        self.program = program
        self.procedures = dict(program.procedures)
        self.mover = mover
        self.maker = maker
        self.views = views
        self.circles = recursive(program)

    def run(self) -> ir.Program:
        for key, procedure in self.program.procedures.items():
            clauses = tuple(map(self._clause, procedure.clauses))
            if clauses != procedure.clauses:
                self.procedures[key] = replace(procedure, clauses=clauses)
        return replace(self.program, procedures=self.procedures)

    def _clause(self, clause: ir.Clause) -> ir.Clause:
        """The clause, with the lists not made that are read by nothing but questions."""
        for goal in goals_within(clause.goals):
            match goal:
                case ir.Call(procedure, _, (ir.Bind(name),)) if procedure == self.maker.key:
                    with suppress(OtherUseError):
                        clause = self._without(clause, name)
                case _:
                    pass
        return clause

    def _without(self, clause: ir.Clause, name: str) -> ir.Clause:
        if any(name in variables(result) for result in clause.results) or _times_bound(clause, name) != 1:
            raise OtherUseError
        return replace(clause, goals=tuple(self._goal(goal, name) for goal in clause.goals))

    def _goal(self, goal: ir.Goal, name: str) -> ir.Goal:
        """The goal, which reads the variable no more as the lists, but as what they are made of."""
        reads = sum(one == name for value in visitor.expressions(goal) for one in variables(value))
        match goal:
            case ir.Call(procedure, results=(ir.Bind(bound_here),)) if (
                procedure == self.maker.key and bound_here == name and not reads
            ):
                return replace(goal, procedure=self._unmade())
            case _ if not reads:
                return visitor.parts_changed(goal, lambda part: tuple(self._goal(one, name) for one in part))
            case ir.Library(ir.Key("memberchk", "++"), (_, ir.Var(read)), ()) if read == name and reads == 1:
                return ir.Call(self._question("has", goal, ("item",)), goal.arguments, (), goal.place)
            case ir.Library(ir.Key("length", "+-"), (ir.Var(_),)) if reads == 1:
                return ir.Call(self._question("length", goal, ()), goal.arguments, goal.results, goal.place)
            case ir.Call(procedure, arguments) if reads == 1 and ir.Var(name) in arguments:
                return replace(goal, procedure=self._handed(procedure, arguments.index(ir.Var(name))))
            case _:
                raise OtherUseError

    def _unmade(self) -> ir.Key:
        """The maker, as it gives what its lists would be made of; it fails where they cannot be made."""
        key = replace(self.maker.key, name=f"{self.maker.key.name}, unmade")
        if key not in self.procedures:
            (clause,) = self.maker.clauses
            *goals, last = clause.goals
            assert isinstance(last, ir.Call)
            made = self._key("made", "+")
            call = ir.Call(self.mover, (ir.Var("lists"),), (ir.Ignore(),), last.place)
            self._add(made, ("lists",), (call,), (), View("made", self.mover))
            asked = ir.Call(made, last.arguments, (), last.place)
            own = visitor.goals(goals, lambda name: name)
            given = replace(clause, goals=(*own, asked), results=last.arguments)
            self.procedures[key] = replace(self.maker, key=key, clauses=(given,))
        return key

    def _question(self, kind: str, goal: ir.Library, others: tuple[str, ...]) -> ir.Key:
        key = self._key(kind, goal.procedure.mode)
        if key not in self.procedures:
            made = ir.Call(self.mover, (ir.Var("lists"),), (ir.Bind("made"),), goal.place)
            results = tuple(ir.Bind(f"r{i}") for i, _ in enumerate(goal.results))
            arguments = tuple(map(ir.Var, (*others, "made")))
            asked = replace(goal, arguments=arguments, results=results)
            given = tuple(ir.Var(one.name) for one in results)
            self._add(key, (*others, "lists"), (made, asked), given, View(kind, self.mover))
        return key

    def _handed(self, called_key: ir.Key, at: int) -> ir.Key:
        """The procedure whose argument is what the lists would be made of."""
        procedure = self.program.procedures.get(called_key)
        key = self._key(f"{called_key.name} {at}", called_key.mode)
        if procedure is None or called_key == self.maker.key:
            raise OtherUseError
        if key in self.procedures:
            return key
        adding = _adds(self.program, procedure, at)
        if adding is not None:
            made = ir.Call(self.mover, (ir.Var("lists"),), (ir.Bind("made"),), procedure.place)
            names = ["number", "number"]
            names[at] = "made"
            asked = ir.Call(called_key, tuple(map(ir.Var, names)), (ir.Bind("sum"),), procedure.place)
            names[at] = "lists"
            view = View("adds", self.mover, adding, 1 - at)
            self._add(key, tuple(names), (made, asked), (ir.Var("sum"),), view)
        elif called_key in self.circles:
            raise OtherUseError
        else:
            name = procedure.parameters[at]
            clauses = []
            for clause in procedure.clauses:
                if any(name in variables(result) for result in clause.results):
                    raise OtherUseError
                own = visitor.goals(clause.goals, lambda one: one)
                clauses.append(replace(clause, goals=tuple(self._goal(goal, name) for goal in own)))
            self.procedures[key] = replace(procedure, key=key, clauses=tuple(clauses))
        return key

    def _key(self, what: str, mode: str) -> ir.Key:
        return ir.Key(f"{self.mover.name}, {what}", mode)

    def _add(
        self,
        key: ir.Key,
        parameters: tuple[str, ...],
        goals: tuple[ir.Goal, ...],
        results: tuple[ir.Expr, ...],
        view: View,
    ) -> None:
        place = self.maker.place
        clause = ir.Clause(goals, results, place)
        self.procedures[key] = ir.Procedure(
            key, parameters, (clause,), ir.Determinism.SEMIDET, place, exclusive=True
        )
        self.views[key] = view


def _times_bound(clause: ir.Clause, name: str) -> int:
    """How many goals bind a variable, which may be in different branches."""
    return sum(
        name in bound((visitor.parts_changed(goal, lambda _: ()),)) for goal in goals_within(clause.goals)
    )


def _adds(program: ir.Program, procedure: ir.Procedure, at: int) -> Choice | None:
    """What each list adds to a number, where the procedure goes along the lists and adds it."""
    if len(procedure.parameters) != 2:
        return None
    each = call_for_each(procedure, at, lambda call: call.procedure == procedure.key)
    found = None if each is None else program.procedures.get(each[1].procedure)
    chosen = None if found is None else choice(found)
    if each is None or found is None or chosen is None:
        return None
    item, call = each
    same = found.parameters.index(chosen.place) == call.arguments.index(ir.Var(item))
    return chosen if same else None
