"""A procedure as the text of a Python function, or of a generator where there may be several solutions.

Success is nesting: what follows a goal is written inside the `if` or the `for` that the goal becomes, and failing
is falling out of it, into the next solution or the next clause. `Then` is what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pydecl.compiler.ir import (
    Bind,
    Call,
    Clause,
    Collect,
    Collection,
    Commit,
    Compute,
    Determinism,
    Equal,
    Expr,
    Fail,
    Goal,
    IfThenElse,
    Ignore,
    Library,
    ListShape,
    MakeList,
    Match,
    Not,
    Once,
    Or,
    Pattern,
    Procedure,
    Raise,
    Shape,
    Var,
)
from pydecl.compiler.python_expressions import Kind, simple
from pydecl.compiler.python_goals import EMPTY_FAILS, assigned, dead, determinism, walk, weight
from pydecl.compiler.python_pool import Pool
from pydecl.compiler.python_tests import Tests

SHORT = 4
"""What follows is written several times where it is no longer than this, in goals."""

DEEPEST_TEXT = 40
"""How deep text may be nested before the rest becomes a function of its own; Python allows 100 levels."""

MOST_LOOPS = 10
"""How many loops may be nested; Python allows 20."""


@dataclass(frozen=True)
class Then:
    """What follows a goal: `write` writes it, `weight` is its length in goals."""

    write: Callable[[], None]
    weight: int
    ends_clause: bool = False
    """Nothing follows but the clause's results."""


@dataclass
class _Stop:
    """The goals whose first solution counts: `flag` is set by it; `loops` is how many loops are around them."""

    flag: str
    loops: int


class Body(Tests):
    """Writes one procedure."""

    def __init__(
        self,
        pool: Pool,
        procedure: Procedure,
        *,
        exact: bool,
        recursive: frozenset[object],
        parameters: Sequence[Kind | None],
        results: dict[object, tuple[Kind | None, ...]],
    ) -> None:
        """`recursive` are the procedures that count how deep they are; the rest is what is known of values."""
        super().__init__(pool, exact, procedure.key in recursive)
        self.recursive = recursive
        self.results_known = results
        self.procedure = procedure
        self.lines: list[str] = []
        self.result_kinds: list[set[Kind | None]] = [set() for _ in range(procedure.key.mode.count("-"))]
        self._parameters = dict(zip(procedure.parameters, parameters, strict=True))
        self._generates = procedure.determinism is Determinism.NONDET
        self._indent = 0
        self._loops = 0
        self._stop: _Stop | None = None
        self._cut: str | None = None
        self._inside = False
        self._results: tuple[Expr, ...] = ()
        self._last = False
        self._committed = False
        self._prefixes: dict[int, str] = {}
        self._local: list[str] = []
        self._nesting = 0

    # Text

    def line(self, text: str) -> None:
        self.lines.append(" " * self._indent + text)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """A compound statement."""
        self.line(header)
        self._indent += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self._indent -= 1

    @contextmanager
    def loop(self, header: str) -> Iterator[None]:
        """A loop over solutions; it ends where the first of enclosing goals has been found."""
        with self.block(header):
            self._loops += 1
            yield
            self._loops -= 1
        if self._stop is not None and self._loops > self._stop.loops:
            self.line(f"if {self._stop.flag}: break")

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A branch: what is known of variables inside is not known outside, nor is a cut."""
        known, committed = dict(self.kinds), self._committed
        yield
        self.kinds, self._committed = known, committed

    # The procedure

    def write(self) -> list[str]:
        """The lines of the function."""
        procedure = self.procedure
        parameters = [self.name(name) for name in procedure.parameters]
        if self.deep:
            parameters.append("depth=0")
        loops = any(self._turns(clause) for clause in procedure.clauses)
        with self._function(f"def {self.pool.function(procedure.key)}({', '.join(parameters)}):"):
            if self.deep:
                self._local.append(" if depth > DEEPEST: raise RecursionError")
            for place in sorted({place for c in procedure.clauses for place in self._built(c)}):
                self._prefixes[place] = f"built{place}"
                self._local.append(f" built{place} = []")
            if loops:
                with self.block("while True:"):
                    self._clauses()
            else:
                self._clauses()
        return self.lines

    @contextmanager
    def _function(self, header: str) -> Iterator[None]:
        """A function; what it defines for itself, `_local`, comes before its other lines."""
        outer = self._stop, self._loops, self._inside, self._cut, self._indent, self._committed
        lines, self.lines = self.lines, []
        local, self._local = self._local, []
        self._indent = self._nesting = self._nesting + 1
        yield
        function = [" " * (self._nesting - 1) + header, *self._local, *self.lines]
        self._nesting -= 1
        self._stop, self._loops, self._inside, self._cut, self._indent, self._committed = outer
        self.lines, self._local = lines, local
        if self._nesting:
            self._local += function
        else:
            self.lines += function

    def _clauses(self) -> None:
        clauses = self.procedure.clauses
        start = 0
        while start < len(clauses):
            end = start + 1
            shape = head_shape(clauses[start])
            while shape is not None and end < len(clauses) and head_shape(clauses[end]) == shape:
                end += 1
            if end - start > 1:
                self._alike(clauses[start:end], end == len(clauses))
            else:
                self._start(clauses[start], end == len(clauses))
                self.goals(clauses[start].goals, Then(self._succeed, 1, ends_clause=True))
            start = end
        if self._generates:
            self.line("return")
            self.line("yield")
        elif self.procedure.determinism is Determinism.DET:
            self.line(f"raise AssertionError({str(self.procedure.key)!r})")
        else:
            self.line(self._failing())

    def _start(self, clause: Clause, last: bool) -> None:
        """Begin a clause; `last` says that there are no others after it."""
        self._results = clause.results
        self._last = last or self.procedure.exclusive
        self._committed = False
        self.kinds = {name: kind for name, kind in self._parameters.items() if kind is not None}

    def _alike(self, clauses: Sequence[Clause], last: bool) -> None:
        """Clauses that begin by taking the same value apart in the same way: that is done once."""
        first = clauses[0].goals[0]
        assert isinstance(first, Match)
        count = len(inner_patterns(first.pattern))
        names = [f"part {self.temporary()}" for _ in range(count)]
        read = [
            number
            for number in range(count)
            if any(not isinstance(inner_patterns(head(clause))[number], Ignore) for clause in clauses)
        ]
        kept = [Bind(name) if number in read else Ignore() for number, name in enumerate(names)]
        common = with_patterns(first.pattern, kept)

        def each() -> None:
            known = dict(self.kinds)
            for number, clause in enumerate(clauses):
                self._start(clause, last and number == len(clauses) - 1)
                self.kinds |= {name: kind for name, kind in known.items() if name in names}
                patterns = inner_patterns(head(clause))
                matches = tuple(Match(Var(names[at]), patterns[at], clause.place) for at in read)
                self.goals((*matches, *clause.goals[1:]), Then(self._succeed, 1, ends_clause=True))

        self._start(clauses[0], False)
        self._goal(Match(first.value, common, first.place), Then(each, len(clauses)))

    def _failing(self) -> str:
        if self._generates or self._inside:
            return "return"
        return "return None" if self.result_kinds else "return False"

    def _succeed(self) -> None:
        """The clause has a solution."""
        values = []
        for place, expr in enumerate(self._results):
            prefix = self._prefixes.get(place)
            text, kind = self.value(expr), self.kind(expr)
            if prefix is not None:
                known = kind is Kind.LIST and not self.exact
                text = f"tuple({prefix}) + {text}" if known else f"continued({prefix}, {text})"
            self.result_kinds[place].add(kind)
            values.append(text)
        self.line(f"{'yield' if self._generates else 'return'} {self.result(values)}")

    # Calls of itself at the end

    def _turns(self, clause: Clause) -> list[tuple[Expr, ...]]:
        """The results of the clause at each last call of itself."""
        return [
            results
            for goal, results in last_calls(clause.goals, clause.results)
            if goal.procedure == self.procedure.key
        ]

    def _built(self, clause: Clause) -> list[int]:
        """The results that are a list whose tail a last call of itself makes."""
        return [
            place
            for results in self._turns(clause)
            for place, expr in enumerate(results)
            if isinstance(expr, MakeList) and isinstance(expr.tail, Var)
        ]

    def _again(self, goal: Call) -> bool:
        """Write a call of itself as another turn of the loop, where that is the same; says whether."""
        if self._loops or self._inside or self._stop or not (self._last or self._committed):
            return False
        names = [pattern.name for pattern in goal.results if isinstance(pattern, Bind)]
        if len(set(names)) != len(self._results):
            return False
        built = []
        for place, (name, expr) in enumerate(zip(names, self._results, strict=True)):
            if expr == Var(name):
                continue
            if not isinstance(expr, MakeList) or expr.tail != Var(name) or place not in self._prefixes:
                return False
            if any(name in variables(item) for item in expr.items for name in names):
                return False
            built.append((place, expr.items))
        self.called.append((goal.procedure, tuple(map(self.kind, goal.arguments))))
        for place, items in built:
            self.line(f"{self._prefixes[place]} += ({''.join(f'{self.value(item)}, ' for item in items)})")
        parameters = [self.name(name) for name in self.procedure.parameters]
        pairs = [
            (name, text)
            for name, text in zip(parameters, map(self.value, goal.arguments), strict=True)
            if name != text
        ]
        if pairs:
            self.line(f"{', '.join(n for n, _ in pairs)} = {', '.join(t for _, t in pairs)}")
        self.line("continue")
        return True

    def _handed_on(self, goal: Call) -> bool:
        """Write a last call whose results are the clause's; says whether."""
        if self._inside or self._stop or self._prefixes:
            return False
        wanted = tuple(Bind(expr.name) if isinstance(expr, Var) else None for expr in self._results)
        if goal.results != wanted or len(set(wanted)) != len(wanted):
            return False
        called = self.pool.procedures[goal.procedure].determinism is Determinism.NONDET
        for place, kind in enumerate(self.kinds_of_results(goal)):
            self.result_kinds[place].add(kind)
        if called:
            if not self._generates:
                return False
            self.line(f"yield from {self.call(goal)}")
            return True
        if self._generates or self._loops or not (self._last or self._committed):
            return False
        self.line(f"return {self.call(goal)}")
        return True

    # Goals

    def goals(self, goals: Sequence[Goal], then: Then) -> None:
        """Goals, one after another, and what follows them."""
        if then.ends_clause:
            shorter, results = without_results(goals, self._results)
            if len(shorter) < len(goals):
                kept, self._results = self._results, results
                self.goals(shorter, then)
                self._results = kept
                return
        if not goals:
            then.write()
            return
        if self._indent > DEEPEST_TEXT + self._nesting or self._loops > MOST_LOOPS:
            self._outlined(goals, then)
            return
        goal, rest = goals[0], goals[1:]
        after = then
        if rest:
            after = Then(lambda: self.goals(rest, then), weight(rest) + then.weight)
        tests = []
        number = 0
        while number < len(goals) and (text := self._plain_test(goals[number])) is not None:
            tests.append(text)
            number += 1
        if tests:
            with self.block(f"if {' and '.join(tests)}:"):
                self.goals(goals[number:], then)
            return
        self._goal(goal, after)

    def _plain_test(self, goal: Goal) -> str | None:
        """A goal that is best written as an expression: it assigns nothing."""
        if assigned((goal,)) or not self.facts.fails(goal) or self.facts.many(goal):
            return None
        if isinstance(goal, Fail | Commit | Match) and not (
            isinstance(goal, Match) and isinstance(goal.pattern, Equal)
        ):
            return None
        return self.test_of(goal, last=False)

    def _goal(self, goal: Goal, then: Then) -> None:
        if isinstance(goal, Match):
            self._match(self.value(goal.value), goal.pattern, self.kind(goal.value), then)
        elif isinstance(goal, Compute):
            self._compute(goal, then)
        elif isinstance(goal, Call | Library):
            self._call(goal, then)
        elif isinstance(goal, IfThenElse):
            self._if_then_else(goal, then)
        elif isinstance(goal, Or):
            self._or(goal, then)
        elif isinstance(goal, Not):
            flag = self._first(goal.goals)
            with self.block(f"if not {flag}:"):
                then.write()
        elif isinstance(goal, Once):
            self._once(goal, then)
        elif isinstance(goal, Commit):
            self._committed = True
            then.write()
            if self._cut is not None:
                self.line(f"{self._cut} = True")
            self.line(self._failing())
        elif isinstance(goal, Collect):
            self._collect(goal, then)
        elif isinstance(goal, Raise):
            self.line(f"raise thrown({self.value(goal.ball)})")
        elif not isinstance(goal, Fail):  # Compare and Order where all fail is not written as tests
            text = self.test_of(goal, last=False)
            with self.block(f"if {text}:"):
                then.write()

    def _compute(self, goal: Compute, then: Then) -> None:
        text, kind = self.number(goal.value)
        if isinstance(goal.pattern, Bind):
            name = self.name(goal.pattern.name)
            self.line(f"{name} = {text}")
            if kind is Kind.RAW:
                self.line(f"if {name}.__class__ is not int: {name} = {self.full(goal.value)}")
                kind = Kind.NUMBER
            self.know(goal.pattern.name, kind)
            then.write()
            return
        text, kind = self.computed(goal.value, self.temporary())
        self._match(text, goal.pattern, kind, then)

    def _call(self, goal: Call | Library, then: Then) -> None:
        if isinstance(goal, Call) and then.ends_clause:
            if goal.procedure == self.procedure.key and self._again(goal):
                return
            if self._handed_on(goal):
                return
        if isinstance(goal, Library) and not self.exact and self._one_by_one(goal, then):
            return
        text, kinds = self.call(goal), self.kinds_of_results(goal)
        results = goal.results
        targets, later = [], []
        for pattern, kind in zip(results, kinds, strict=True):
            if isinstance(pattern, Bind):
                self.know(pattern.name, kind)
                targets.append(self.name(pattern.name))
            elif isinstance(pattern, Ignore):
                targets.append("_")
            else:
                targets.append(self.temporary())
                later.append((targets[-1], pattern, kind))
        if self.facts.many(goal):
            with self.loop(f"for {', '.join(targets) or '_'} in {text}:"):
                self._matches(later, then)
            return
        certain = not self.facts.fails(goal) or goal_is_det(self, goal)
        if not results:
            if certain:
                self.line(text)
                then.write()
            else:
                with self.block(f"if {text}:"):
                    then.write()
            return
        if len(targets) == 1:
            target = self.temporary() if targets[0] == "_" else targets[0]
            self.line(f"{target} = {text}")
        elif certain:
            self.line(f"{', '.join(targets)} = {text}")
        else:
            target = self.temporary()
            self.line(f"{target} = {text}")
        if certain:
            self._matches(later, then)
            return
        with self.block(f"if {target} is not None:"):
            if len(targets) > 1:
                self.line(f"{', '.join(targets)} = {target}")
            self._matches(later, then)

    def _one_by_one(self, goal: Library, then: Then) -> bool:
        """Write a choice of an item as a loop that makes the rest only of what fits; says whether."""
        key = (goal.procedure.name, goal.procedure.mode)
        if key not in _CHOICES:
            return False
        base, new = _CHOICES[key]
        items, at, item = (self.temporary() for _ in range(3))
        given = self.value(goal.arguments[0])
        known = self.kind(goal.arguments[0]) is Kind.LIST
        self.line(f"{items} = {given if known else f'items_of({given})'}")
        middle = f"({self.value(goal.arguments[1])}, ) + " if new else ""
        rest = f"({items}[:{at}] + {middle}{items}[{at} + 1:])"
        *index, chosen, others = goal.results
        later: list[tuple[str, Pattern, Kind | None]] = [
            (item, chosen, None),
            *((f"{at} + {base}" if base else at, pattern, Kind.INTEGER) for pattern in index),
            (rest, others, Kind.LIST),
        ]
        with self.loop(f"for {at}, {item} in enumerate({items}):"):
            self._matches(later, then)
        return True

    def _matches(self, later: Sequence[tuple[str, Pattern, Kind | None]], then: Then) -> None:
        if not later:
            then.write()
            return
        (text, pattern, kind), rest = later[0], later[1:]
        self._match(text, pattern, kind, Then(lambda: self._matches(rest, then), then.weight))

    # Patterns

    def _match(self, text: str, pattern: Pattern, kind: Kind | None, then: Then) -> None:
        if isinstance(pattern, Ignore):
            then.write()
        elif isinstance(pattern, Bind):
            self.line(f"{self.name(pattern.name)} = {text}")
            self.know(pattern.name, kind)
            then.write()
        elif isinstance(pattern, Equal):
            with self.block(f"if {text} == {self.value(pattern.value)}:"):
                then.write()
        else:
            if not simple(text):
                kept = self.temporary()
                self.line(f"{kept} = {text}")
                text = kept
            if isinstance(pattern, Shape) and pattern.name == "[|]" and len(pattern.args) == 2:
                pattern = ListShape(pattern.args[:1], pattern.args[1])
            if isinstance(pattern, ListShape) and (pattern.tail is not None or not pattern.items):
                self._match_list(text, pattern, kind, then)
            else:
                self._match_case(text, pattern, then)

    def _match_list(self, text: str, pattern: ListShape, kind: Kind | None, then: Then) -> None:
        count = len(pattern.items)
        if count == 0:
            if pattern.tail is not None:
                self._match(text, pattern.tail, kind, then)
                return
            test = f"not {text}" if kind is Kind.LIST and not self.exact else f"{text} == ()"
            with self.block(f"if {test}:"):
                then.write()
            return
        tests = self.list_tests(text, text, pattern, kind)
        later: list[tuple[str, Pattern, Kind | None]] = []
        for place, item in enumerate(pattern.items):
            if isinstance(item, Equal):
                tests.append(f"{text}[{place}] == {self.value(item.value)}")
            elif not isinstance(item, Ignore):
                later.append((f"{text}[{place}]", item, None))
        with self.block(f"if {' and '.join(tests)}:"):
            assert pattern.tail is not None
            self._matches([*later, (f"{text}[{count}:]", pattern.tail, Kind.LIST)], then)

    def _match_case(self, text: str, pattern: Pattern, then: Then) -> None:
        guards: list[str] = []
        later: list[tuple[str, Pattern, Kind | None]] = []
        case = self._case(pattern, guards, later)
        with self.block(f"match {text}:"), self.block(f"case {case} if {' and '.join(guards)}:"):
            self._matches(later, then)

    def _case(
        self, pattern: Pattern, guards: list[str], later: list[tuple[str, Pattern, Kind | None]]
    ) -> str:
        """A pattern in Python's words, with guards, and what must be taken apart after that."""
        if isinstance(pattern, Ignore):
            return "_"
        if isinstance(pattern, Bind):
            self.know(pattern.name, None)
            return self.name(pattern.name)
        if isinstance(pattern, Shape) and not (pattern.name == "[|]" and len(pattern.args) == 2):
            kept = self.temporary()
            guards.append(f"{kept} is {self.pool.functor(pattern.name, len(pattern.args))}")
            return f"({', '.join([kept, *(self._case(arg, guards, later) for arg in pattern.args)])},)"
        if isinstance(pattern, ListShape) and pattern.tail is None and pattern.items:
            first, *others = (self._case(item, guards, later) for item in pattern.items)
            if not first.isidentifier() or first == "_":
                kept = self.temporary()
                first = f"{first} as {kept}" if first != "_" else kept
            else:
                kept = first
            guards.append(f"{kept}.__class__ is not Functor")
            return f"({', '.join([first, *others])},)"
        kept = self.temporary()
        if isinstance(pattern, Equal):
            guards.append(f"{kept} == {self.value(pattern.value)}")
        else:
            later.append((kept, pattern, None))
        return kept

    # Control

    def _first(self, goals: Sequence[Goal]) -> str:
        """The first solution of goals; the flag that it sets, where there is one."""
        flag = self.temporary()
        text = self.test(goals)
        if text is not None:
            if simple(text):
                return text
            self.line(f"{flag} = {text}")
            return flag
        self.line(f"{flag} = False")

        def found() -> None:
            self.line(f"{flag} = True")
            if self._loops > stop.loops:
                self.line("break")

        outer, stop = self._stop, _Stop(flag, self._loops)
        self._stop = stop
        self.goals(goals, Then(found, 1))
        self._stop = outer
        return flag

    def _once(self, goal: Once, then: Then) -> None:
        if not self.facts.any_many(goal.goals) and not goal.optional:
            self.goals(goal.goals, Then(then.write, then.weight))
            return
        flag = self._first(goal.goals)
        if goal.optional or not self.facts.any_fails(goal.goals):
            then.write()
            return
        with self.block(f"if {flag}:"):
            then.write()

    def _if_then_else(self, goal: IfThenElse, then: Then) -> None:
        branches = (goal.then, goal.otherwise)
        short = then.weight <= SHORT or any(map(dead, branches))
        if not short and (self.facts.many(goal) or cuts((goal,))):
            self._outlined((goal,), then)
            return
        if goal.soft and self.facts.any_many(goal.condition):
            self._soft(goal, then)
            return
        condition = self.test(goal.condition)
        if condition is None:
            condition = self._first(goal.condition)
        if short:
            with self.block(f"if {condition}:"), self.scope():
                self.goals(goal.then, then)
            with self.block("else:"), self.scope():
                self.goals(goal.otherwise, then)
            return
        self._joined_branches(condition, goal, then)

    def _joined_branches(self, condition: str, goal: IfThenElse, then: Then) -> None:
        """Both branches, and after them, once, what follows."""
        fails = self.facts.any_fails((*goal.then, *goal.otherwise))
        flag = self.temporary()
        if fails:
            self.line(f"{flag} = False")
        stop, self._stop = self._stop, None
        known: list[dict[str, Kind]] = []

        def done() -> None:
            known.append(dict(self.kinds))
            if fails:
                self.line(f"{flag} = True")

        for header, goals in ((f"if {condition}:", goal.then), ("else:", goal.otherwise)):
            with self.block(header), self.scope():
                self.goals(goals, Then(done, 1))
        self._stop = stop
        self.kinds = {
            name: kind
            for name, kind in (known[0] if known else {}).items()
            if all(others.get(name) is kind for others in known)
        }
        if fails:
            with self.block(f"if {flag}:"):
                then.write()
        else:
            then.write()

    def _soft(self, goal: IfThenElse, then: Then) -> None:
        flag = self.temporary()
        self.line(f"{flag} = False")

        def found() -> None:
            self.line(f"{flag} = True")
            self.goals(goal.then, then)

        with self.scope():
            self.goals(goal.condition, Then(found, then.weight + weight(goal.then)))
        with self.scope(), self.block(f"if not {flag}:"):
            self.goals(goal.otherwise, then)

    def _or(self, goal: Or, then: Then) -> None:
        if then.weight > SHORT and sum(not dead(branch) for branch in goal.branches) > 1:
            self._outlined((goal,), then)
            return
        self._branches(goal.branches, then)

    def _branches(self, branches: Sequence[tuple[Goal, ...]], then: Then) -> None:
        if not branches:
            return
        with self.scope():
            self.goals(branches[0], Then(then.write, then.weight))
        if self._stop is not None and len(branches) > 1:
            with self.block(f"if not {self._stop.flag}:"):
                self._branches(branches[1:], then)
        else:
            self._branches(branches[1:], then)

    def _outlined(self, goals: Sequence[Goal], then: Then) -> None:
        """Goals as a generator of their own inside the function, so that what follows is written once."""
        name = self.temporary()
        names = [self.name(variable) for variable in assigned(goals)]
        cut = self.temporary() if cuts(goals) else None
        kept = [*names, *([cut] if cut else [])]
        if kept:
            self._local.append(" " * self._nesting + f"{' = '.join(kept)} = None")
        with self.scope(), self._function(f"def {name}():"):
            if kept:
                self._local.append(" " * self._nesting + f"nonlocal {', '.join(kept)}")
            self._stop, self._loops, self._inside, self._cut = None, 0, True, cut
            self.goals(goals, Then(lambda: self.line("yield"), 1))
            self.line("return")
            self.line("yield")
        for variable in assigned(goals):
            self.know(variable, None)
        if cut:
            self.line(f"{cut} = False")
        with self.loop(f"for _ in {name}():"):
            then.write()
        if cut:
            with self.block(f"if {cut}:"):
                if self._cut is not None:
                    self.line(f"{self._cut} = True")
                self.line(self._failing())

    # Collections

    def _collect(self, goal: Collect, then: Then) -> None:
        items = self.temporary()
        whole = self._whole_call(goal)
        if whole is not None:
            self.line(f"{items} = {whole}")
        else:
            self.line(f"{items} = []")
            stop, self._stop = self._stop, None

            def found() -> None:
                self.line(f"{items}.append({self.value(goal.template)})")

            with self.scope():
                self.goals(goal.goals, Then(found, 1))
            self._stop = stop
        kind = _COLLECTED_KINDS.get(goal.kind, Kind.LIST)
        text = _COLLECTED[goal.kind].format(items)
        if goal.kind in EMPTY_FAILS:
            with self.block(f"if {items}:"):
                self._match(text, goal.result, kind, then)
        else:
            self._match(text, goal.result, kind, then)

    def _whole_call(self, goal: Collect) -> str | None:
        """All solutions of one call, where they are what is collected."""
        if len(goal.goals) != 1:
            return None
        (call,) = goal.goals
        if not isinstance(call, Call | Library) or not self.facts.many(call) or len(call.results) != 1:
            return None
        pattern = call.results[0]
        if isinstance(pattern, Bind) and goal.template == Var(pattern.name):
            return f"list({self.call(call)})"
        return None


_CHOICES = {
    ("select", "-+-"): (0, False),
    ("select", "-++-"): (0, True),
    ("nth0", "-+--"): (0, False),
    ("nth1", "-+--"): (1, False),
}
"""The library's ways to choose an item of a list: where the index begins, and whether another is put there."""

_COLLECTED = {
    Collection.LIST: "tuple({})",
    Collection.BAG: "tuple({})",
    Collection.BAG_ALL: "tuple({})",
    Collection.SORTED: "sorted_set({})",
    Collection.SET_ALL: "sorted_set({})",
    Collection.COUNT: "len({})",
    Collection.SUM: "total({})",
    Collection.MAX: "largest({})",
    Collection.MIN: "smallest({})",
    Collection.MAX_WITNESS: "largest_with_witness({})",
    Collection.MIN_WITNESS: "smallest_with_witness({})",
}

_COLLECTED_KINDS: dict[Collection, Kind | None] = {
    Collection.COUNT: Kind.INTEGER,
    Collection.SUM: Kind.NUMBER,
    Collection.MAX: Kind.NUMBER,
    Collection.MIN: Kind.NUMBER,
    Collection.MAX_WITNESS: None,
    Collection.MIN_WITNESS: None,
}


def goal_is_det(body: Body, goal: Call | Library) -> bool:
    """Whether a call, its results apart, succeeds exactly once."""
    if isinstance(goal, Call):
        return body.pool.procedures[goal.procedure].determinism is Determinism.DET
    return determinism(goal, {}) is Determinism.DET


def cuts(goals: Sequence[Goal]) -> bool:
    """Whether there is a cut among goals."""
    return any(isinstance(goal, Commit) for goal in walk(goals))


def head(clause: Clause) -> Pattern:
    """The pattern that a clause begins with."""
    first = clause.goals[0]
    assert isinstance(first, Match)
    return first.pattern


def head_shape(clause: Clause) -> tuple[object, ...] | None:
    """Which value a clause begins by taking apart, and how; None where it begins with something else."""
    first = clause.goals[0] if clause.goals else None
    if not isinstance(first, Match) or not isinstance(first.value, Var):
        return None
    pattern = first.pattern
    if isinstance(pattern, Shape):
        return first.value, pattern.name, len(pattern.args)
    if isinstance(pattern, ListShape) and pattern.items:
        return first.value, len(pattern.items), pattern.tail is None
    return None


def inner_patterns(pattern: Pattern) -> tuple[Pattern, ...]:
    """The patterns of a structure's parts."""
    if isinstance(pattern, Shape):
        return pattern.args
    assert isinstance(pattern, ListShape)
    return (*pattern.items, *(() if pattern.tail is None else (pattern.tail,)))


def with_patterns(pattern: Pattern, inner: Sequence[Pattern]) -> Pattern:
    """The same structure with other patterns for its parts."""
    if isinstance(pattern, Shape):
        return Shape(pattern.name, tuple(inner))
    assert isinstance(pattern, ListShape)
    if pattern.tail is None:
        return ListShape(tuple(inner), None)
    return ListShape(tuple(inner[:-1]), inner[-1])


def last_calls(goals: Sequence[Goal], results: tuple[Expr, ...]) -> Iterator[tuple[Call, tuple[Expr, ...]]]:
    """The calls that a clause's goals end with, in each branch, and its results there."""
    goals, results = without_results(goals, results)
    if not goals:
        return
    last = goals[-1]
    if isinstance(last, Call):
        yield last, results
    elif isinstance(last, IfThenElse):
        yield from last_calls(last.then, results)
        yield from last_calls(last.otherwise, results)
    elif isinstance(last, Or):
        for branch in last.branches:
            yield from last_calls(branch, results)


def without_results(
    goals: Sequence[Goal], results: tuple[Expr, ...]
) -> tuple[Sequence[Goal], tuple[Expr, ...]]:
    """A clause's goals without those at the end that only make its results, and the results themselves."""
    while goals:
        last = goals[-1]
        if not isinstance(last, Match) or not isinstance(last.pattern, Bind):
            break
        variable = Var(last.pattern.name)
        if variable not in results or any(
            variable.name in variables(expr) for expr in results if expr != variable
        ):
            break
        results = tuple(last.value if expr == variable else expr for expr in results)
        goals = goals[:-1]
    return goals, results


def variables(expr: object) -> set[str]:
    """The variables of an expression."""
    if isinstance(expr, Var):
        return {expr.name}
    found: set[str] = set()
    for inner in (*getattr(expr, "args", ()), *getattr(expr, "items", ()), getattr(expr, "tail", None)):
        if inner is not None:
            found |= variables(inner)
    return found
