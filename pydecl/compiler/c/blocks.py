"""Blocks of goals in C: those whose first solution counts, or every one; what follows several branches."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydecl.compiler import ir
from pydecl.compiler.c.collecting import Collections
from pydecl.compiler.c.functions import Function
from pydecl.compiler.c.tables import TableGoals

NONDET = ir.Determinism.NONDET

Goals = Sequence[ir.Goal]

LIGHT = 3
"""So many goals of LIGHT_GOALS are written more than once."""

LIGHT_GOALS = (ir.Match, ir.Compute, ir.Compare, ir.Order, ir.Fail)


@dataclass(frozen=True)
class Rest:
    """What comes after some goals; `small` says that it may be written more than once.

    `close` is called when it has been written wherever it is reached from.
    """

    write: Callable[[], None]
    small: bool = False
    close: Callable[[], None] = lambda: None


def cuts(goals: Goals) -> bool:
    """Whether a cut of the clause stands among the goals."""
    for goal in goals:
        match goal:
            case ir.Commit():
                return True
            case ir.Or(branches):
                if any(map(cuts, branches)):
                    return True
            case ir.IfThenElse(_, then, otherwise):
                if cuts(then) or cuts(otherwise):
                    return True
            case _:
                pass
    return False


class Blocks(Collections, TableGoals):
    """Writes blocks of goals."""

    @abstractmethod
    def sequence(self, goals: Goals, rest: Rest) -> None:
        """The goals from left to right, then the rest."""

    def splits(self, goals: Goals) -> bool:
        """Whether writing the goals may begin another function."""
        for goal in goals:
            match goal:
                case ir.Call(key):
                    if self.program.procedure(key).determinism is NONDET and not self._tabled(goal):
                        return True
                case ir.Or(branches):
                    if any(map(self.splits, branches)):
                        return True
                case ir.IfThenElse(soft=True):
                    return True
                case ir.IfThenElse(_, then, otherwise):
                    if self.splits(then) or self.splits(otherwise):
                        return True
                case _:
                    pass
        return False

    def branching(self, goals: Goals) -> bool:
        """Whether what follows the goals cannot simply be written after them."""
        for goal in goals:
            match goal:
                case ir.Or():
                    return True
                case ir.IfThenElse(_, then, otherwise):
                    if self.branching(then) or self.branching(otherwise):
                        return True
                case _:
                    pass
        return self.splits(goals) or cuts(goals) or any(map(self.loops, goals))

    def first(self, goals: Goals, otherwise: str) -> None:
        """Code runs on with the first solution; without one, the statement `otherwise` is executed."""
        if self.splits(goals):
            block = self.function("block", lambda: self.sequence(goals, self.yes))
            self.write(f"if (!{block}(F)) {otherwise}")
            return
        found, saved = self.new("L"), self.fail
        self.fail = otherwise
        self.sequence(goals, Rest(lambda: self.write(f"goto {found};"), small=True))
        self.fail = saved
        self.write(f"{found}:;")

    @property
    def yes(self) -> Rest:
        """The end of a block whose first solution counts."""
        return Rest(lambda: self.write("return true;"), small=True)

    def every(self, goals: Goals, each: Callable[[], None]) -> None:
        """`each` with every solution; then code runs on."""

        def step() -> None:
            each()
            self.write(self.fail)

        if self.splits(goals):
            block = self.function("block", lambda: self.sequence(goals, Rest(step, small=True)))
            self.write(f"(void){block}(F);")
            return
        end, saved = self.new("L"), self.fail
        self.fail = f"goto {end};"
        self.sequence(goals, Rest(step))
        self.fail = saved
        self.write(f"{end}:;")

    def function(self, stem: str, body: Callable[[], None], head: str = "struct %s_frame *F") -> str:
        """A new function of the instance: the statements that `body` writes."""
        name = f"{self.name}_{self.new(stem)}"
        parameters = head.replace("%s", self.name)
        saved = self.fn, self.fail, self.stop
        self.fn = Function(f"static bool {name}({parameters})")
        self.functions.append(self.fn)
        self.fail, self.stop = "return false;", "return true;"
        body()
        self.write("return false;")
        self.fn, self.fail, self.stop = saved
        return name

    def join(self, goals: Goals, rest: Rest, branches: Sequence[Goals] | None) -> Rest:
        """The goals and the rest, so that they can be reached from the ends of the branches."""
        if rest.small and len(goals) <= LIGHT and all(isinstance(goal, LIGHT_GOALS) for goal in goals):
            return Rest(lambda: self.sequence(goals, rest), small=True)
        if branches is not None and not any(map(self.splits, branches)):
            return self._place(goals, rest)
        made: list[str] = []

        def write() -> None:
            if not made:
                made.append("")
                made[0] = self.function("rest", lambda: self.sequence(goals, rest))
            self.write(f"if ({made[0]}(F)) {self.stop}")
            self.write(self.fail)

        return Rest(write, small=True)

    def _place(self, goals: Goals, rest: Rest) -> Rest:
        """The goals and the rest at one place of the function; a failure goes back to where it came from."""
        here, back, came = self.new("L"), self.new("L"), self.local("int", "from")
        resumed: list[str] = []

        def write() -> None:
            if self.fail not in resumed:
                resumed.append(self.fail)
            self.write(f"{came} = {resumed.index(self.fail)}; goto {here};")

        def close() -> None:
            saved = self.fail
            self.fail = f"goto {back};"
            self.write(f"{here}:;")
            self.sequence(goals, rest)
            self.write(f"{back}:; switch ({came}) {{")
            for number, statement in enumerate(resumed):
                self.write(f"{'default' if number == len(resumed) - 1 else f'case {number}'}: {statement}")
            self.write("}")
            self.fail = saved

        return Rest(write, small=True, close=close)

    def _tabled(self, goal: ir.Call) -> bool:
        called = self.instance.calls.get((self.clause, id(goal)))
        return called is not None and self.table(called) is not None

    def loops(self, goal: ir.Goal) -> bool:
        """Whether the goal is written as a loop around what follows."""
        if isinstance(goal, ir.Call):
            called = self.instance.calls.get((self.clause, id(goal)))
            table = None if called is None else self.table(called)
            return table is not None and not table.single
        return isinstance(goal, ir.Library) and self.repeats(goal)
