"""Answer order: a table's several answers, where nobody can see in which order they come.

SWI-Prolog does not promise the order of a table's answers: so compiled rules take the one that there is, and
give up if there are several. Where the order makes no difference (in a test, a count, a set), a copy of the
predicate takes them all. What a tabled predicate collects is a set, too, and it may be asked while that is
not complete: then it is worked out again. Everywhere else a set must be complete.

>>> from pydecl.compiler.explain import example
>>> rules = ":- table r/2. r(X, X). max_to_move(X) :- r(X, Y), Y @> X."
>>> print(example("answer_order", rules))
max_to_move(+): any number
    r(+,-): in1 gives Y
    Y @> in1
<BLANKLINE>
r(+,-): any number
    body 1(+,-): in1 gives s2
    $complete(+) (library): s2
    $only_answer(+,-): s2 gives s3
    s3 as v(T1)
    gives T1
<BLANKLINE>
$only_answer(+,-): any number
    in1 as [Answer0|Others]
    if
        Others == []
    then
    else
        $uncovered(+) (library): 'several answers of a tabled predicate, whose order is not promised'
        fail
    gives Answer0
=>
max_to_move(+): any number
    r unordered(+,-): in1 gives Y
    Y @> in1
<BLANKLINE>
r unordered(+,-): any number
    body 1(+,-): in1 gives s2
    $complete(+) (library): s2
    member(-,+) (library): s2 gives s3
    s3 as v(T1)
    gives T1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from pydecl.compiler import ir
from pydecl.compiler.ir import Collection
from pydecl.compiler.ir.call_graph import with_callers
from pydecl.compiler.ir.visitor import assigned, commits, goals_within, read_by, succeeds, variables
from pydecl.compiler.library import COMPLETE, ONLY_ANSWER, UNCOVERED
from pydecl.compiler.passes import Options
from pydecl.model.term import Atom

PIPELINE = "frontend", 5

MEMBER, INTEGER = ir.Key("member", "-+"), ir.Key("integer", "+")

UNORDERED = " unordered"
"""How the names of copies end that may give their solutions in another order."""


class Context(Enum):
    """What may be done with the answers of a table."""

    ORDERED = ""
    UNORDERED = UNORDERED
    OPEN = " so far"
    """They need not all be there."""


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program with all answers of tables where their order is not seen."""
    if not any(procedure.tabled for procedure in program.procedures.values()):
        return program
    return _Copies(program).run()


class _Copies:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.asking = with_callers(program, (key for key, one in program.procedures.items() if one.tabled))
        """The procedures that ask tables, by way of others, too."""
        self.library = {key for key, one in program.procedures.items() if not one.place.end}
        self.todo: list[tuple[ir.Key, Context]] = []
        self.made: dict[ir.Key, ir.Procedure] = {}

    def run(self) -> ir.Program:
        for key in self.program.entries:
            self.asked(key, Context.ORDERED)
        seen = set()
        while self.todo:
            one = self.todo.pop()
            if one not in seen:
                seen.add(one)
                self.copy(*one)
        return replace(self.program, procedures=self.made)

    def asked(self, key: ir.Key, context: Context) -> ir.Key:
        """The name of the copy for a context."""
        if key not in self.program.procedures:
            return key
        if key not in self.asking or self.program.procedures[key].tabled:
            context = Context.ORDERED
        self.todo.append((key, context))
        return replace(key, name=key.name + context.value)

    def copy(self, key: ir.Key, context: Context) -> None:
        procedure = self.program.procedures[key]
        name = replace(key, name=key.name + context.value)
        clauses = tuple(
            [self.clause(clause, context, tabled=procedure.tabled) for clause in procedure.clauses]
        )
        self.made[name] = replace(procedure, key=name, clauses=clauses)

    def clause(self, clause: ir.Clause, context: Context, *, tabled: bool) -> ir.Clause:
        if tabled:
            collected, *best = clause.goals
            assert isinstance(collected, ir.Collect)
            goals = self.goals(collected.goals, Context.OPEN, set(variables(collected.template)))
            return replace(clause, goals=(replace(collected, goals=goals), *self.goals(best, context, set())))
        results = {name for result in clause.results for name in variables(result)}
        return replace(clause, goals=self.goals(clause.goals, context, results))

    def goals(self, goals: Sequence[ir.Goal], context: Context, after: set[str]) -> tuple[ir.Goal, ...]:
        """Goals, the order of whose solutions is seen or not; `after` is what is read behind them.

        In order, as where the first solution alone counts, those of one goal may come in any order if what is
        read behind the goals does not depend on them. So it is with the goals before a cut.
        """
        reads = _reads_behind(goals, after)
        cut = max((i for i, goal in enumerate(goals) if commits([goal])), default=-1)
        made: list[ir.Goal] = []
        for i, goal in enumerate(goals):
            inner = _of_first(goals[i:], after) if context is Context.ORDERED else context
            if i <= cut and not isinstance(goal, ir.Commit):
                last = goals[cut]
                behind = reads[cut] | (set() if isinstance(last, ir.Commit) else _reads([last]))
                inner = inner if i == cut else _of_first(goals[i : cut + 1], behind)
            if isinstance(goal, ir.Collect):
                made.append(self.collection(goal, goals[i + 1 :], after))
            else:
                made += self.goal(goal, inner, reads[i])
        return tuple(made)

    def goal(self, goal: ir.Goal, context: Context, after: set[str]) -> Sequence[ir.Goal]:
        """A goal, and what is read behind it."""
        match goal:
            case ir.Call(key, arguments, results, place) if key == ONLY_ANSWER:
                if context is Context.ORDERED:
                    self.asked(key, context)
                    return [goal]
                return [ir.Library(MEMBER, arguments, results, place, number=goal.number)]
            case ir.Library(key) if key == COMPLETE:
                return [] if context is Context.OPEN else [goal]
            case ir.Call(key):
                return [replace(goal, procedure=self.asked(key, context))]
            case ir.IfThenElse():
                return [self.if_then_else(goal, context, after)]
            case ir.Catch():
                seen = after.union(assigned(goal.goals))  # an error ends the solutions
                tried = self.goals(goal.goals, Context.ORDERED, seen)
                recovery = self.goals(goal.recovery, context, after)
                return [replace(goal, goals=tried, recovery=recovery)]
            case ir.Or():
                branches = [self.goals(branch, context, after) for branch in goal.branches]
                return [replace(goal, branches=tuple(branches))]
            case _:
                return [goal]

    def if_then_else(self, goal: ir.IfThenElse, context: Context, after: set[str]) -> ir.Goal:
        behind = after | _reads(goal.then) if succeeds(goal.then) else set[str]()
        if goal.soft:
            closed = Context.UNORDERED if context is Context.OPEN else context
            condition = self.goals(goal.condition, closed, behind)
        else:
            condition = self.goals(goal.condition, Context.ORDERED, behind)
        then, otherwise = (self.goals(part, context, after) for part in (goal.then, goal.otherwise))
        return replace(goal, condition=condition, then=then, otherwise=otherwise)

    def collection(self, goal: ir.Collect, behind: Sequence[ir.Goal], after: set[str]) -> ir.Goal:
        """A collection, the goals behind it, and what is read behind these."""
        read = set(variables(goal.template))
        goals = self.goals(goal.goals, Context.ORDERED, read)
        use = _use(goal, behind, after, self.library)
        if use is not Use.ORDERED:
            unordered = self.goals(goal.goals, Context.UNORDERED, read)
            if use is Use.NUMBERS and unordered != goals:
                unordered = (*unordered, _integer(goal))
            goals = unordered
        return replace(goal, goals=goals)


class Use(Enum):
    """What is made of all solutions."""

    ORDERED = "their order is seen"
    NUMBERS = "a number that is the same in any order, if all are integers"
    UNORDERED = "their order is not seen"


_OF_KIND = {Collection.COUNT: Use.UNORDERED, Collection.SUM: Use.NUMBERS}

_OF_LIST = {
    **dict.fromkeys((("sort", "+-"), ("msort", "+-"), ("length", "+-")), Use.UNORDERED),
    ("memberchk", "++"): Use.UNORDERED,
    **dict.fromkeys(((f"{name}_list", "+-") for name in ("sum", "max", "min")), Use.NUMBERS),
    **dict.fromkeys((("$max_of", "+-"), ("$min_of", "+-")), Use.NUMBERS),
}
"""What library predicates make of a list."""


def _use(goal: ir.Collect, behind: Sequence[ir.Goal], after: set[str], library: set[ir.Key]) -> Use:
    """What is made of a collection; `library` are the procedures whose clauses stand in no file."""
    if goal.kind in _OF_KIND:
        return _OF_KIND[goal.kind]
    match goal.result:
        case ir.Ignore():
            return Use.UNORDERED
        case ir.Bind(name) if name not in after:
            uses = {_use_of_list(name, one, library) for one in goals_within(behind) if name in read_by(one)}
            return next((use for use in (Use.ORDERED, Use.NUMBERS) if use in uses), Use.UNORDERED)
        case pattern:
            return Use.UNORDERED if _tells_length(pattern) else Use.ORDERED


def _use_of_list(name: str, goal: ir.Goal, library: set[ir.Key]) -> Use:
    """What a goal makes of a list that it reads."""
    match goal:
        case ir.Library(ir.Key("sort", "+++-"), (ir.Const(0), _, ir.Var(one))) if one == name:
            return Use.UNORDERED
        case ir.Library(key, (*others, ir.Var(one))) if one == name and ir.Var(name) not in others:
            return _OF_LIST.get((key.name, key.mode), Use.ORDERED)
        case ir.Call(key, (ir.Var(one),)) if one == name and key in library:
            return _OF_LIST.get((key.name, key.mode), Use.ORDERED)
        case ir.Library(ir.Key("length", "++"), (ir.Var(one), _)) if one == name:
            return Use.UNORDERED
        case ir.Match(ir.Var(), pattern) if _tells_length(pattern):
            return Use.UNORDERED
        case _:
            return Use.ORDERED


def _tells_length(pattern: ir.Pattern) -> bool:
    """Whether a pattern only asks how many items a list has, or at least has."""
    match pattern:
        case ir.ListShape(items, tail):
            return all(isinstance(one, ir.Ignore) for one in (*items, *([tail] if tail else [])))
        case ir.Equal(ir.MakeList((), None)):
            return True
        case _:
            return False


def _integer(goal: ir.Collect) -> ir.Goal:
    """That a value is an integer; if not, compiled rules give up."""
    why = ir.Const(Atom("a sum or an extreme of floats from a table, whose order is not promised"))
    test = ir.Library(INTEGER, (goal.template,), (), goal.place)
    return ir.IfThenElse((test,), (), (ir.Library(UNCOVERED, (why,), (), goal.place),), goal.place)


def _of_first(goals: Sequence[ir.Goal], after: set[str]) -> Context:
    """The context of the first of some goals, if `after` is all that is read of their solutions."""
    return Context.ORDERED if after.intersection(assigned(goals)) else Context.UNORDERED


def _reads(goals: Sequence[ir.Goal]) -> set[str]:
    """The variables that goals read."""
    return {name for goal in goals_within(goals) for name in read_by(goal)}


def _reads_behind(goals: Sequence[ir.Goal], after: set[str]) -> list[set[str]]:
    """What is read behind each of some goals."""
    found, read = list[set[str]](), after
    for goal in reversed(goals):
        found.append(read)
        read = read | _reads([goal])
    return found[::-1]
