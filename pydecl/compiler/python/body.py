"""A procedure as the text of a Python function, or of a generator where there may be several solutions.

Success is nesting: what follows a goal is written inside the `if` or the `for` that the goal becomes, and
failing is falling out of it, into the next solution or the next clause. `Then` is what follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.ir import (
    Bind,
    Call,
    Clause,
    Determinism,
    Expr,
    Ignore,
    Library,
    ListShape,
    MakeList,
    Match,
    Pattern,
    Shape,
    Var,
)
from pydecl.compiler.ir.solutions import determinism, last_calls
from pydecl.compiler.ir.visitor import variables
from pydecl.compiler.passes.dead_text import CHARACTER, pieces
from pydecl.compiler.python.expressions import Kind, class_of, kind_of
from pydecl.compiler.python.walking import Walking
from pydecl.compiler.python.walks import REST, fold_of, walk_of
from pydecl.compiler.python.writing import Then


class Body(Walking):
    """Writes one procedure."""

    # The procedure

    def write(self) -> list[str]:
        """The lines of the function."""
        procedure = self.procedure
        parameters = [self.name(name) for name in procedure.parameters]
        table = self.pool.table(procedure.key)
        if table is not None:
            return self._looked_up(table, parameters)
        if self.deep:
            parameters.append("depth=0")
        loops = any(self._turns(clause) for clause in procedure.clauses)
        lists = [name for name, kind in self._parameters.items() if kind is Kind.LIST and not self.exact]
        walk = walk_of(procedure, lists)
        with self._function(f"def {self.pool.function(procedure.key)}({', '.join(parameters)}):"):
            if self.deep:
                self._local.append(" if depth > DEEPEST: raise RecursionError")
            for place in sorted({place for c in procedure.clauses for place in self._built(c)}):
                self._prefixes[place] = f"built{place}"
                self._local.append(f" built{place} = []")
            fold = None if walk is not None or self._generates else fold_of(procedure)
            if walk is not None:
                self._walked(walk)
            elif fold is not None and not self.facts.any_many(fold.step):
                self._folded(fold)
            elif loops:
                with self.block("while True:"):
                    self._clauses(procedure.clauses)
                    self._end()
            else:
                self._clauses(procedure.clauses)
                self._end()
        return self.lines

    def _looked_up(self, table: str, parameters: Sequence[str]) -> list[str]:
        """The function of a table."""
        key = self.procedure.key
        for row in self.pool.rows(key):
            for kinds, value in zip(self.result_kinds, row, strict=True):
                kinds.add(kind_of(value))
        text = self.looked_up(table, key, parameters)
        with self.block(f"def {self.pool.function(key)}({', '.join(parameters)}):"):
            self.line(f"return iter({text})" if self._generates else f"return {text}")
        return self.lines

    def _clauses(self, clauses: Sequence[Clause]) -> None:
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

    def _end(self) -> None:
        """What comes after the clauses."""
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
        for name in self._parameters:
            self.kinds[REST + name] = Kind.LIST

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

    def _succeed(self) -> None:
        """The clause has a solution."""
        values = []
        for place, expr in enumerate(self._results):
            prefix = self._prefixes.get(place)
            text, kind = self.value(expr), self.kind(expr)
            if prefix is not None:
                known = kind is Kind.LIST and not self.exact
                more = "" if text == "()" else f" + {text}"
                text = f"tuple({prefix}){more}" if known else f"continued({prefix}, {text})"
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
            texts = [self.value(item) for item in items]
            more = f".append({texts[0]})" if len(texts) == 1 else f" += ({', '.join(texts)})"
            self.line(f"{self._prefixes[place]}{more}")
        parameters = [self.name(name) for name in self.procedure.parameters]
        pairs = [
            (name, text)
            for name, text in zip(parameters, map(self.value, goal.arguments), strict=True)
            if name != text and not self._is_step(name, text)
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

    # Calls

    def _call(self, goal: Call | Library, then: Then) -> None:
        if isinstance(goal, Call) and then.ends_clause:
            if goal.procedure == self.procedure.key and self._again(goal):
                return
            if self._handed_on(goal):
                return
        if isinstance(goal, Library) and (self._unread(goal, then) or self._one_by_one(goal, then)):
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

    def _unread(self, goal: Library, then: Then) -> bool:
        """Write a call whose text nobody reads as a test whether there is one; says whether."""
        if self.exact:
            return False
        texts: list[str] = []
        if (goal.procedure.name, goal.procedure.mode) == CHARACTER:
            if isinstance(goal.results[0], Ignore):
                text = self.value(goal.arguments[0])
                texts.append(f"{class_of(text)} is not int or not 0 <= {text} < 128")
        else:
            for piece in pieces(goal) or ():
                text = self.value(piece)
                if self.kind(piece) not in (Kind.INTEGER, Kind.NUMBER, Kind.ATOM):
                    texts.append(f"{class_of(text)} is not str and {class_of(text)} is not int")
        if not texts:
            return False
        with self.block(f"if {' or '.join(texts)}:"):
            self.line(self.call(goal))
        then.write()
        return True

    def _one_by_one(self, goal: Library, then: Then) -> bool:
        """Write a choice of an item as a loop that makes the rest only of what fits; says whether."""
        key = (goal.procedure.name, goal.procedure.mode)
        if self.exact or key not in _CHOICES:
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


_CHOICES = {
    ("select", "-+-"): (0, False),
    ("select", "-++-"): (0, True),
    ("nth0", "-+--"): (0, False),
    ("nth1", "-+--"): (1, False),
}
"""The library's choices of an item of a list: where the index begins, and whether another is put there."""


def goal_is_det(body: Body, goal: Call | Library) -> bool:
    """Whether a call, its results apart, succeeds exactly once."""
    if isinstance(goal, Call):
        return body.pool.procedures[goal.procedure].determinism is Determinism.DET
    return determinism(goal, {}) is Determinism.DET


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
