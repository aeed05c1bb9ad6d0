"""Procedures that walk along lists, as loops."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from pydecl.compiler.ir import Bind, Call, Clause, Expr, MakeList, Match, Var
from pydecl.compiler.ir.solutions import refutable, without_results
from pydecl.compiler.ir.visitor import variables
from pydecl.compiler.python.control import Control
from pydecl.compiler.python.expressions import Kind, list_test
from pydecl.compiler.python.walks import ITEM, REST, Fold, Walk
from pydecl.compiler.python.writing import Then


class Walking(Control):
    """Writes the loops over the items of lists."""

    walk: Walk | None = None
    """How the procedure walks along a list, where it does."""

    @abstractmethod
    def _clauses(self, clauses: Sequence[Clause]) -> None: ...

    @abstractmethod
    def _start(self, clause: Clause, last: bool) -> None: ...

    @abstractmethod
    def _end(self) -> None: ...

    def _walked(self, walk: Walk) -> None:
        """A loop over a list's items, and after that the clauses for the empty list."""
        items, at = self.name(walk.parameter), self.temporary()
        if not self._is_list(walk.parameter):
            with self.block(f"if not ({list_test(items)}):"):
                self.line(self._failing())
        self.walk = walk
        for name in (walk.parameter, *walk.beside):
            self.alias(ITEM + name, self.temporary())
            self.alias(REST + name, f"{self.name(name)}[{at}:]")
        each = self.name(ITEM + walk.parameter)
        lists = [self._items(name) for name in walk.beside]
        if lists:
            each = f"({', '.join([each, *(self.name(ITEM + name) for name in walk.beside)])})"
            items = f"zip({', '.join([items, *lists])})"
        if not self._copied(walk, each.strip("()"), items, lists, at):
            self._loop(walk, each, items, at)
        for name in lists:
            with self.block(f"if len({name}) < len({self.name(walk.parameter)}):"):
                self.line(self._failing())
        for name in walk.beside:
            self.alias(name, f"{self.name(name)}[len({self.name(walk.parameter)}):]")
        self._clauses(walk.empties)
        self._end()

    def _is_list(self, parameter: str) -> bool:
        return not self.exact and self._parameters.get(parameter) is Kind.LIST

    def _items(self, parameter: str) -> str:
        """A parameter's items, none where it is no list."""
        name = self.name(parameter)
        if self._is_list(parameter):
            return name
        items = self.temporary()
        self.line(f"{items} = {name} if {list_test(name)} else ()")
        return items

    def _copied(self, walk: Walk, each: str, items: str, lists: Sequence[str], at: str) -> bool:
        """Write a loop that only makes a list of what it finds as a comprehension; says whether.

        `at` is how many items there have been, where that is asked for.
        """
        if len(walk.others) > 1 or self._generates or len(self._prefixes) != 1:
            return False
        (clause,) = walk.others
        goals, results = without_results(clause.goals, clause.results)
        if any(not isinstance(goal, Match) or refutable(goal.pattern) for goal in goals[:-1]):
            return False
        last = goals[-1]
        if not isinstance(last, Call):
            return False
        steps = (walk.parameter, *walk.beside)
        wanted = tuple(Var(REST + n if n in steps else n) for n in self.procedure.parameters)
        named = [pattern.name for pattern in last.results if isinstance(pattern, Bind)]
        ((place, prefix),) = self._prefixes.items()
        made = results[place]
        if last.arguments != wanted or len(set(named)) != len(results) or not isinstance(made, MakeList):
            return False
        kept = [expr == Var(name) for expr, name in zip(results, named, strict=True)]
        if kept.count(False) != 1 or made.tail != Var(named[place]) or len(made.items) != 1:
            return False
        if any(name in variables(made.items[0]) for name in named):
            return False
        self._start(clause, last=True)
        for goal in goals[:-1]:
            if isinstance(goal, Match) and isinstance(goal.pattern, Bind):
                self.alias(goal.pattern.name, self.value(goal.value))
        self.called.append((last.procedure, tuple(map(self.kind, last.arguments))))
        item, beside = self.value(made.items[0]), [self.name(ITEM + name) for name in walk.beside]
        if item in beside:
            self.line(f"{prefix} = {lists[beside.index(item)]}[:len({self.name(walk.parameter)})]")
        elif _asks(item, at):
            each = f"({each})" if lists else each
            self.line(f"{prefix} = [{item} for {at}, {each} in enumerate({items}, 1)]")
        else:
            self.line(f"{prefix} = [{item} for {each} in {items}]")
        return True

    def _loop(self, walk: Walk, each: str, items: str, at: str) -> None:
        """The loop over the items; `at` is how many there have been, where that is asked for."""
        header = len(self.lines)
        with self.block(f"for {each.strip('()')} in {items}:"):
            self._clauses(walk.others)
            if self.lines[-1] == " " * self._indent + "continue":
                self.lines.pop()
            else:
                self.line(self._failing())
        if any(_asks(line, at) for line in (*self.lines, *self._local)):
            self.lines[header] = " " * self._indent + f"for {at}, {each} in enumerate({items}, 1):"

    def _is_step(self, name: str, text: str) -> bool:
        """Whether a loop over a list makes this assignment by itself."""
        if self.walk is None:
            return False
        steps = (self.walk.parameter, *self.walk.beside)
        return any((name, text) == (self.name(step), self.name(REST + step)) for step in steps)

    def _folded(self, fold: Fold) -> None:
        """A loop over a list's items from the last to the first."""
        items = self.name(fold.parameter)
        if not self._is_list(fold.parameter):
            with self.block(f"if not ({list_test(items)}):"):
                self.line(self._failing())
        item = self.temporary()
        self.alias(ITEM + fold.parameter, item)
        found = [self.name(name) for name in fold.results]
        known = self.kinds_of_results(fold.call)

        def kept(results: tuple[Expr, ...]) -> Callable[[], None]:
            def write() -> None:
                for kinds, expr in zip(self.result_kinds, results, strict=True):
                    kinds.add(self.kind(expr))
                texts = ", ".join(map(self.value, results))
                self.line(f"{', '.join(found)} = {texts}")

            return write

        self.line(f"{' = '.join(found)} = None")
        self._start(fold.base, last=True)
        self.goals(fold.base.goals, Then(kept(fold.base.results), 1))
        with self.block(f"if {found[0]} is None:"):
            self.line(self._failing())
        self._start(fold.base, last=True)
        for name, kind in zip(fold.results, known, strict=True):
            self.know(name, kind)
        self.called.append((fold.call.procedure, tuple(map(self.kind, fold.call.arguments))))
        done = self.temporary()
        header = len(self.lines)

        def again() -> None:
            kept(fold.made)()
            if not self._loops:
                self.line("continue")
                return
            self.line(f"{done} = True")
            self.line("break")
            inner.append(done)

        inner: list[str] = []
        with self.block(f"for {item} in {items}[::-1]:"):
            self.goals(fold.step, Then(again, 1))
            if inner:
                self.line(f"if {done}: continue")
                self.lines.insert(header + 1, " " * self._indent + f"{done} = False")
            if self.lines[-1] == " " * self._indent + "continue":
                self.lines.pop()
            else:
                self.line(self._failing())
        self.line(f"return {self.result(found)}")


def _asks(text: str, at: str) -> bool:
    """Whether a text asks for what is left of a list behind so many items."""
    return f"[{at}:]" in text
