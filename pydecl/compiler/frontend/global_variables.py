"""Global variables: nb_setval/2, b_setval/2 and what asks for their values; terms that nb_setarg/3 changes.

A variable that no rule sets has the value that loading the file gave it. Any other one is kept in a cell, as
facts that change are (`changed_facts.py`), and compiled only if each entry sets it before it asks for it: a
value that an earlier call has left depends on the order of the calls, which is SWI-Prolog's alone.

Backtracking undoes b_setval/2, and leaves a cell as it is. So where Prolog may have come back past such a
goal, the value is lost: the variable must be set once more.

In `State = count(0), ( Goal, arg(1, State, N0), N is N0 + 1, nb_setarg(1, State, N), fail ; true )` the state
becomes such a variable of the clause's, if no other predicate gets it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import Point, RefusedError
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.predicates import Indicator, Normal, Rule, mentioned
from pydecl.compiler.frontend.terms import (
    arguments,
    atom,
    compound,
    conjunction,
    indicator,
    is_goal,
    of_library,
    place_of,
)
from pydecl.compiler.frontend.unification import unify
from pydecl.compiler.ir.call_graph import reached, recursive
from pydecl.compiler.ir.visitor import goals_of, goals_within
from pydecl.compiler.library import KEEP, KEPT
from pydecl.compiler.passes.determinism import several
from pydecl.model.term import Atom
from pydecl.rules.declarations import atom_of
from pydecl.rules.syntax import Named, Node, Span, Structure, walk

SETTING = ("nb_setval", "b_setval")

UNDONE = "undone: "
"""How the names of the cells begin that some b_setval/2 sets."""


def _set_by(rules: Iterable[Rule], names: Collection[str]) -> set[str]:
    """The variables that goals of these names set; empty: one that is not known."""
    nodes = (node for rule in rules for node in walk(rule.body) if (indicator(node) or "?")[0] in names)
    return {atom_of(arguments(node)[0]) if arguments(node) else "" for node in nodes}


def constants(
    told: Mapping[str, Node], files: Sequence[Normal], asked: Collection[Indicator] | None
) -> Mapping[str, Node]:
    """The values that loading gave to variables which no rule sets that is reached from what is asked."""
    rules = [rule for made in files for one in made.predicates.values() for rule in one.rules]
    found = _set_by(rules if asked is None else mentioned(files, asked), SETTING)
    return {} if "" in found else {name: value for name, value in told.items() if name not in found}


# States


STATE = "state: "
"""How the names of the variables begin that clauses have of their own."""


class _GivenAwayError(Exception):
    """A term that nb_setarg/3 changes is used otherwise than by its arguments."""


def keep_states(rules: Normal) -> None:
    """Keep terms that nb_setarg/3 changes in global variables, and note which ones b_setval/2 sets."""
    rules.undone = _set_by((rule for one in rules.predicates.values() for rule in one.rules), ("b_setval",))
    for (name, arity), predicate in rules.predicates.items():
        for at, rule in enumerate(predicate.rules):
            changed = [arguments(node)[1] for node in walk(rule.body) if is_goal(node, "nb_setarg", 3)]
            for term in dict.fromkeys(one.name for one in changed if isinstance(one, Named)):
                state = _State(term, f"{STATE}{name}/{arity} {at} {term}")
                with suppress(_GivenAwayError):
                    for arg in rule.args:
                        state.without(arg)
                    predicate.rules[at] = replace(predicate.rules[at], body=state.without(rule.body))


class _State:
    def __init__(self, term: str, name: str) -> None:
        self._term, self._name = term, name
        self._parts = 0

    def without(self, node: Node) -> Node:
        """The node with goals about the variable in the place of those about the term."""
        if self._is_term(node):
            raise _GivenAwayError
        args, place = arguments(node), place_of(node)
        is_part = is_goal(node, "arg", 3) or is_goal(node, "nb_setarg", 3)
        if is_part and self._is_term(args[1]) and self._parts:
            self._parts += 1
            now, new = (Named(f"{self._term} {self._parts}{which}", place) for which in ("a", "b"))
            goals = [self._goal("nb_getval", now, place)]
            if is_goal(node, "arg", 3):
                goals.append(compound("arg", (self.without(args[0]), now, self.without(args[2])), place))
            else:
                goals += (
                    compound("duplicate_term", (now, new), place),
                    compound("setarg", (self.without(args[0]), new, self.without(args[2])), place),
                    self._goal("nb_setval", new, place),
                )
            return conjunction([of_library(goal) for goal in goals])
        if is_goal(node, "=", 2) and any(map(self._is_term, args)):
            self._parts += 1
            other = self.without(args[1] if self._is_term(args[0]) else args[0])
            return of_library(self._goal("nb_setval" if self._parts == 1 else "nb_getval", other, place))
        return replace(node, args=tuple(map(self.without, args))) if isinstance(node, Structure) else node

    def _is_term(self, node: Node) -> bool:
        return isinstance(node, Named) and node.name == self._term

    def _goal(self, called: str, value: Node, place: Span) -> Node:
        return compound(called, (atom(self._name, place), value), place)


# The goals


def _variable(goal: Node, point: Point) -> str:
    name = atom_of(point.scope.resolve(arguments(goal)[0]))
    if not name:
        raise RefusedError(
            place_of(goal), "a global variable whose name is not known before the program runs"
        )
    return name


def _in_cell(analyser: Analyser, goal: Node, name: str, called: ir.Key, point: Point) -> bool:
    place, is_undone = place_of(goal), name in analyser.rules.undone or "" in analyser.rules.undone
    cell = atom(UNDONE + name if is_undone else name, place)
    made = compound(called.name, (cell, arguments(goal)[1]), place)
    return analyser.goal(of_library(made), point)


def _set(analyser: Analyser, goal: Node, point: Point) -> bool:
    return _in_cell(analyser, goal, _variable(goal, point), KEEP, point)


def _get(analyser: Analyser, goal: Node, point: Point) -> bool:
    name = _variable(goal, point)
    if (value := analyser.rules.constants.get(name)) is None:
        return _in_cell(analyser, goal, name, KEPT, point)
    unify(arguments(goal)[1], value, point.scope, point.out, place_of(goal))
    return False


GLOBAL: dict[tuple[str, int], Construct] = {
    **{(name, 2): _set for name in SETTING},
    **{(name, 2): _get for name in ("nb_getval", "b_getval", "nb_current")},
}
"""By name and arity."""


# Whether each variable is set before it is asked for


def refuse_unset(program: ir.Program) -> ir.Program:
    """Refuse the entries that use such cells, if one of them may ask for one that is not set.

    So it is beside an entry that is not compiled: SWI-Prolog may ask for a variable there.
    """
    cells = {cell for one in program.procedures.values() for _, cell in _uses(goals_of(one))}
    if not cells:
        return program
    setting = _Setting(program, cells)
    early = setting.early()
    if not (early or program.refusals):
        return program
    refusals = dict(program.refusals)
    for entry in program.entries:
        if used := setting.used(goals_of(program.procedures[entry])):
            place, cell = early[0] if early else (used[0][0].place, used[0][1])
            name = f"the global variable {cell.name.removeprefix(UNDONE)}"
            why = f"{name} may be read here before the same call has set it"
            if cell.name.startswith(STATE):
                why = "what nb_setarg/3 has changed may be another call's here"
            elif not early:
                why = f"{name} may be read by a predicate that is not compiled"
            refusals[entry] = ir.Refusal(entry, place, why)
    entries = tuple(entry for entry in program.entries if entry not in refusals)
    return ir.Program(reached(program.procedures, entries), entries, refusals)


def _uses(goals: Iterable[ir.Goal]) -> Iterator[tuple[ir.Library, Atom]]:
    """The goals that set a cell of a global variable, or ask for it."""
    for goal in goals:
        if isinstance(goal, ir.Library) and goal.procedure in (KEEP, KEPT):
            cell = goal.arguments[0]
            if isinstance(cell, ir.Const) and isinstance(cell.value, Atom):
                yield goal, cell.value


State = Mapping[Atom, bool] | None
"""Whether a cell is set at a point, or its value lost; what is left out is as the caller has left it. None:
the point is never reached."""


def _either(one: State, other: State) -> State:
    if one is None or other is None:
        return other if one is None else one
    lost = {cell for state in (one, other) for cell, is_set in state.items() if not is_set}
    return {cell: cell not in lost for cell in lost | (one.keys() & other.keys())}


class _Setting:
    """Which cells are set where: a fixpoint over the procedures.

    One is *open* if other calls of the game may come between two of its solutions.
    """

    def __init__(self, program: ir.Program, cells: Collection[Atom]) -> None:
        self._program, self._cells = program, cells
        self._many = {k for k, one in program.procedures.items() if one.determinism is ir.Determinism.NONDET}
        entries = [(entry, entry in self._many) for entry in program.entries]
        self._left: dict[tuple[ir.Key, bool], State] = dict.fromkeys(entries)
        self._asked = {one: dict[Atom, Span]() for one in entries}
        """Where a procedure asks for a cell as its caller has left it."""
        self._unset: dict[Span, Atom] = {}
        """Where a cell is asked for that may not be set, whatever the caller does."""
        before: object = None
        while before != (before := (dict(self._left), [*map(len, self._asked.values())], len(self._unset))):
            for key, is_open in list(self._left):
                self._left[key, is_open] = self._procedure(key, is_open)

    def early(self) -> list[tuple[Span, Atom]]:
        """Where a cell may be asked for before it is set."""
        entries = ((entry, entry in self._many) for entry in self._program.entries)
        asked = ((place, cell) for one in entries for cell, place in self._asked[one].items())
        again = (self._program.procedures[key] for key in self._many | recursive(self._program))
        uses = (use for one in again for use in _uses(goals_of(one)))
        overwritten = ((goal.place, cell) for goal, cell in uses if cell.name.startswith(STATE))
        return [*self._unset.items(), *asked, *overwritten]

    def used(self, goals: Iterable[ir.Goal]) -> list[tuple[ir.Library, Atom]]:
        """What uses a cell among goals, and in what they call."""
        goals = list(goals)
        called = reached(self._program.procedures, [g.procedure for g in goals if isinstance(g, ir.Call)])
        return [*_uses(goals), *(use for one in called.values() for use in _uses(goals_of(one)))]

    def _undone(self, goals: Sequence[ir.Goal]) -> set[Atom]:
        """The cells that goals set in a way that backtracking undoes."""
        uses = self.used(goals_within(goals))
        return {cell for goal, cell in uses if goal.procedure == KEEP and cell.name.startswith(UNDONE)}

    def _lost(self, state: State, cells: Iterable[Atom]) -> State:
        return None if state is None else {**state, **dict.fromkeys(cells, False)}

    def _procedure(self, key: ir.Key, is_open: bool) -> State:
        asked, begun, left = self._asked[key, is_open], dict[Atom, bool](), list[State]()
        for clause in self._program.procedures[key].clauses:
            left.append(self._goals(clause.goals, begun, asked, is_open))
            begun |= dict.fromkeys(self._cells if is_open else self._undone(clause.goals), False)
        return reduce(_either, left, None)

    def _goals(
        self, goals: Sequence[ir.Goal], state: State, asked: dict[Atom, Span], is_open: bool = False
    ) -> State:
        for at, goal in enumerate(goals):
            if state is None:
                break
            state = self._goal(goal, state, asked, is_open)
            if several([goal], self._many):
                later = self._undone(goals[at + 1 :])
                for use, cell in self.used(goals_within([goal])):
                    if use.procedure == KEPT and cell in later:
                        self._unset[use.place] = cell
                state = self._lost(state, self._cells if is_open else later)
        return state

    def _goal(self, goal: ir.Goal, state: State, asked: dict[Atom, Span], is_open: bool) -> State:
        assert state is not None
        match goal:
            case ir.Library():
                for _, cell in _uses([goal]):
                    if goal.procedure == KEEP:
                        return {**state, cell: True}
                    self._ask(cell, goal.place, state, asked)
            case ir.Call(key):
                called = key, is_open and key in self._many
                for cell, place in self._asked.setdefault(called, {}).items():
                    self._ask(cell, place, state, asked)
                left = self._left.setdefault(called, None)
                return None if left is None else {**state, **left}
            case ir.IfThenElse(condition, then, otherwise, _, soft):
                tested = self._goals(condition, state, asked, is_open and soft)
                yes = self._goals(then, tested, asked, is_open)
                refuted = self._lost(state, self._undone(condition))
                return _either(yes, self._goals(otherwise, refuted, asked, is_open))
            case ir.Or(branches):
                ends = list[State]()
                for branch in branches:
                    ends.append(self._goals(branch, state, asked, is_open))
                    state = self._lost(state, self._cells if is_open else self._undone(branch))
                return reduce(_either, ends, None)
            case ir.Catch(tried, _, recovery):
                caught = self._lost(state, self._undone(tried))
                done = self._goals(tried, state, asked, is_open)
                return _either(done, self._goals(recovery, caught, asked, is_open))
            case ir.Collect(goals=goals):
                self._goals(goals, state, asked)
                return self._lost(state, self._undone(goals))
            case ir.Fail() | ir.Raise():
                return None
            case _:
                pass
        return state

    def _ask(self, cell: Atom, place: Span, state: Mapping[Atom, bool], asked: dict[Atom, Span]) -> None:
        if cell not in state:
            asked.setdefault(cell, place)
        elif not state[cell]:
            self._unset[place] = cell
