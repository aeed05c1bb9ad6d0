"""Goals in C.

Code runs on where a goal succeeds; failing is one statement. A deterministic predicate is a function that
gives false where it fails and stores its results where it is told. One with several solutions calls another
with each, which gives true where no more are wanted: so solutions are made one at a time, when they are asked
for, and a cut or the first solution ends the rest.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.blocks import NONDET, Blocks, Goals, Rest
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.loops import NONE, Loops, at_end, naming
from pydecl.compiler.c.types import RESULT, Instance


class GoalWriter(Blocks):
    """Writes the goals of one instance."""

    final: Rest
    steps: Loops = NONE
    clause_fail = ""
    """How the clause fails."""

    @abstractmethod
    def found(self, expressions: Sequence[ir.Expr]) -> None:
        """A solution of the clause, with these results."""

    def sequence(self, goals: Goals, rest: Rest) -> None:
        """The goals from left to right, then the rest."""
        if rest is self.final and naming(goals):
            kept, results = at_end(self.procedure.clauses[self.clause].results, goals)
            for goal in kept:
                self._simple(goal)
            self.found(results)
            return
        if not goals:
            rest.write()
            return
        goal, after = goals[0], goals[1:]
        match goal:
            case ir.Or(branches):
                self._branches(branches, after, rest)
            case ir.IfThenElse(soft=True):
                self._soft(goal, after, rest)
            case ir.IfThenElse():
                self._if(goal, after, rest)
            case ir.Call():
                self._call(goal, after, rest)
            case ir.Library():
                self.library(goal, lambda: self.sequence(after, rest))
            case ir.Commit():
                self.fail = "@CUT@"
                self.sequence(after, rest)
            case _:
                self._simple(goal)
                self.sequence(after, rest)

    def _simple(self, goal: ir.Goal) -> None:
        match goal:
            case ir.Match(ir.Var(name), pattern):
                self.match(self.variable(name), self.type_of(name), pattern)
            case ir.Match(value, pattern):
                node = self.instance.place(self.clause, goal, 0)
                self.match(self.named(self.value(value, node), node), node, pattern)
            case ir.Compute(value, pattern):
                self._compute(goal, *self.number(value), pattern)
            case ir.Compare(op, left, right):
                self.require(self.comparison(op, left, right))
            case ir.Order(op, left, right):
                self.require(self._order(goal, op, left, right))
            case ir.Not(goals):
                self._not(goals)
            case ir.Once(goals, optional=optional):
                self._once(goals, optional=optional)
            case ir.Fail():
                self.write(self.fail)
            case ir.Raise(ball):
                node = self.instance.place(self.clause, goal, 0)
                self.write("error_start = out_size;")
                self.write(
                    f'{self.layout.need("put", node)}({self.value(ball, node)}); trap(THROWN, "thrown");'
                )
            case ir.Collect():
                self.collect(goal)
            case _:
                raise NotCoveredError(f"the goal {type(goal).__name__}", goal)

    def _compute(self, goal: ir.Goal, kind: str, text: str, pattern: ir.Pattern) -> None:
        node = self.instance.place(self.clause, goal, RESULT)
        self.fit(self.wrapped(kind, text, node), node, pattern)

    def _order(self, goal: ir.Goal, op: str, left: ir.Expr, right: ir.Expr) -> str:
        node = self.instance.place(self.clause, goal, 0)
        if op in ("==", "\\=="):
            if isinstance(left, ir.Const):
                left, right = right, left
            same = self.equality(self.named(self.value(left, node), node), node, right)
            return same if op == "==" else f"!({same})"
        sign = {"@<": "<", "@>": ">", "@=<": "<=", "@>=": ">="}[op]
        return (
            f"{self.layout.need('order', node)}({self.value(left, node)}, {self.value(right, node)}) {sign} 0"
        )

    def _not(self, goals: Goals) -> None:
        mark, none, outer = self.local("char *", "m"), self.new("L"), self.fail
        self.write(f"{mark} = hp;")
        self.first(goals, f"goto {none};")
        self.write(f"release({mark});")
        self.write(outer)
        self.write(f"{none}:; release({mark});")

    def _once(self, goals: Goals, *, optional: bool) -> None:
        if optional:
            end = self.new("L")
            self.first(goals, f"goto {end};")
            self.write(f"{end}:;")
        else:
            self.first(goals, self.fail)

    # Branches

    def _if(self, goal: ir.IfThenElse, after: Goals, rest: Rest) -> None:
        other, end, outer = self.new("L"), self.new("L"), self.fail
        short = naming(after) and rest.small
        if short or self.branching(goal.then) or self.branching(goal.otherwise):
            joined = rest if short else self.join(after, rest, (goal.then, goal.otherwise))
            names = tuple(after) if short else ()
            self.first(goal.condition, f"goto {other};")
            self.sequence((*goal.then, *names), joined)
            self.fail = outer
            self.write(f"{other}:;")
            self.sequence((*goal.otherwise, *names), joined)
            self.fail = outer
            if not short:
                joined.close()
            return
        self.first(goal.condition, f"goto {other};")
        self.sequence(goal.then, Rest(lambda: self.write(f"goto {end};")))
        self.write(f"{other}:;")
        self.sequence(goal.otherwise, Rest(lambda: None))
        self.write(f"{end}:;")
        self.sequence(after, rest)

    def _soft(self, goal: ir.IfThenElse, after: Goals, rest: Rest) -> None:
        joined, outer = self.join(after, rest, None), self.fail
        found, end = self.mark(self.new("found"), "bool"), self.new("L")
        self.write(f"{found} = false;")

        def then() -> None:
            self.write(f"{found} = true;")
            self.sequence(goal.then, joined)

        self.fail = f"goto {end};"
        self.sequence(goal.condition, Rest(then))
        self.write(f"{end}:;")
        self.write(f"if ({found}) {outer}")
        self.fail = outer
        self.sequence(goal.otherwise, joined)

    def _branches(self, branches: Sequence[Goals], after: Goals, rest: Rest) -> None:
        joined, outer = self.join(after, rest, branches), self.fail
        for branch in branches[:-1]:
            following = self.new("L")
            self.fail = f"goto {following};"
            self.sequence(branch, joined)
            self.write(f"{following}:;")
        self.fail = outer
        self.sequence(branches[-1], joined)
        self.fail = outer
        joined.close()

    # Calls

    def _call(self, goal: ir.Call, after: Goals, rest: Rest) -> None:
        called = self.instance.calls.get((self.clause, id(goal)))
        if called is None:
            raise NotCoveredError(f"{goal.procedure} is not compiled", goal)
        name = self.program.function(called)
        if id(goal) in self.steps.steps and rest is self.final and naming(after) and self._last():
            self._step(goal, called)
            return
        table = self.table(called)
        if table is not None:
            self.looked_up(goal, called, table, lambda: self.sequence(after, rest))
            return
        inputs = [self.value(a, t) for a, t in zip(goal.arguments, called.parameters, strict=True)]
        passed = not after and rest is self.final and self._passes(goal.results)
        if not (passed and name == self.name and self.fn.main and self.fail == "return false;"):
            inputs = [self.handed(x, t) for x, t in zip(inputs, called.parameters, strict=True)]
        if called.procedure.determinism is NONDET:
            self._call_all(name, goal, called.results, inputs, after, rest, passed=passed)
            return
        if (
            passed
            and self.procedure.determinism is not NONDET
            and self.fn.main
            and self.fail == "return false;"
        ):
            self._tail_call(name, inputs, [self.result(i) for i in range(len(goal.results))])
            return
        outputs = []
        for pattern, node in zip(goal.results, called.results, strict=True):
            bound = isinstance(pattern, ir.Bind)
            outputs.append(self.variable(pattern.name) if bound else self.local(self.layout.c(node), "t"))  # type: ignore[union-attr]
        arguments = ", ".join((*inputs, *(f"&{o}" for o in outputs)))
        self.require(f"{name}({arguments})")
        for pattern, node, output in zip(goal.results, called.results, outputs, strict=True):
            if not isinstance(pattern, ir.Bind):
                self.match(output, node, pattern)
        self.sequence(after, rest)

    def _last(self) -> bool:
        """Whether a failure here is one of the procedure."""
        return self.fn.main and (
            self.fail in ("return false;", "@CUT@")
            or (self.procedure.exclusive and self.fail == self.clause_fail)
        )

    def _step(self, goal: ir.Call, called: Instance) -> None:
        """A call of the procedure itself that goes on as a loop."""
        for index, items in enumerate(self.steps.steps[id(goal)].items):
            if index in self.steps.fronts:
                self.write(f"{self.front(index)[1]}++;")
                continue
            self.push(index, items, self.instance.results[index])
        self._again([self.value(a, t) for a, t in zip(goal.arguments, called.parameters, strict=True)])

    def push(self, index: int, items: Sequence[ir.Expr], node: Type) -> None:
        """Items of a result that is built."""
        for item in items:
            p, k, _ = self.builder(index)
            value = self.value(item, node.list_element())
            self.write(f"{p}[{k}++] = {value};")

    def front(self, index: int) -> tuple[str, str]:
        """A result that is the front of a parameter: its items, and how many there are."""
        c = self.layout.c(self.instance.results[index].list_element())
        return self.mark(f"front{index}_", f"{c} *"), self.mark(f"count{index}_", "int32_t")

    def builder(self, index: int) -> tuple[str, str, str]:
        """Where a result is built: the array, how many items are there, how many there is room for."""
        c = self.layout.c(self.instance.results[index].list_element())
        return (
            self.mark(f"items{index}_", f"{c} *"),
            self.mark(f"count{index}_", "int32_t"),
            self.mark(f"most{index}_", "int32_t"),
        )

    def _passes(self, results: Sequence[ir.Pattern]) -> bool:
        """Whether the results of a last call are those of the clause."""
        own = self.procedure.clauses[self.clause].results
        names = [pattern.name for pattern in results if isinstance(pattern, ir.Bind)]
        parameters = self.instance.procedure.parameters
        if self.steps.built or self.steps.fronts:  # items of a loop may have to go in front of them
            return False
        plain = len(names) == len(results) == len(set(names)) and not set(names) & set(parameters)
        return plain and tuple(ir.Var(name) for name in names) == own

    def _tail_call(self, name: str, inputs: list[str], outputs: list[str]) -> None:
        if name != self.name:
            self.write(f"return {name}({', '.join((*inputs, *outputs))});")
            return
        self._again(inputs)

    def _again(self, inputs: Sequence[str]) -> None:
        """The procedure once more, with other arguments."""
        targets = [self.variable(name) for name in self.procedure.parameters]
        self.put_all(targets, inputs, self.instance.parameters)
        self.program.looping.add(self.name)
        self.write("goto start;")

    def put_all(self, targets: Sequence[str], texts: Sequence[str], nodes: Sequence[Type]) -> None:
        """Give the variables `targets` values, all at the same time."""
        moves = [move for move in zip(targets, texts, nodes, strict=True) if move[0] != move[1]]
        late = []
        for index, (x, text, node) in enumerate(moves):
            if any(x in other for _, other, _ in moves[index + 1 :]):
                kept = self.local(self.layout.c(node), "t")
                self.put(kept, text, node)
                late.append((x, kept, node))
            else:
                self.put(x, text, node)
        for x, kept, node in late:
            self.put(x, kept, node)

    def _call_all(
        self,
        name: str,
        goal: ir.Call,
        types: Sequence[Type],
        inputs: list[str],
        after: Goals,
        rest: Rest,
        *,
        passed: bool,
    ) -> None:
        if passed and self.procedure.determinism is NONDET:
            more = [self.mark("k", self.continuation(self.instance.results)), self.mark("context", "void *")]
            if self.fn.main and self.fail == "return false;":
                self._tail_call(name, inputs, more)
                return
            self.write(f"if ({name}({', '.join((*inputs, *more))})) {{ {self.success()} }}")
            self.write(self.fail)
            return

        def solution() -> None:
            for number, (pattern, node) in enumerate(zip(goal.results, types, strict=True)):
                self.match(self.layout.taken(f"r{number}", node), node, pattern)
            self.sequence(after, rest)

        parameters = "".join(f", {self.layout.passed(node)} r{number}" for number, node in enumerate(types))
        each = self.function("each", solution, f"void *context{parameters}")
        self.write(f"if ({name}({', '.join((*inputs, each, 'F'))})) {self.stop}")
        self.write(self.fail)

    def continuation(self, types: Sequence[Type]) -> str:
        """The C type of what is called with each solution."""
        return self.program.pointer([self.layout.passed(node) for node in types])

    def result(self, index: int) -> str:
        """Where a result is stored."""
        return self.mark(f"out{index}", self.layout.c(self.instance.results[index]) + " *")

    def success(self) -> str:
        """The statements after the last goal, where no more is wanted."""
        return "return true;" if self.fn.main else "@SET@return true;"

    @property
    def procedure(self) -> ir.Procedure:
        return self.instance.procedure
