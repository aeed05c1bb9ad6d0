"""Writing the text of a function: blocks, loops over solutions, functions inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pydecl.compiler.ir import Determinism, Expr, Procedure
from pydecl.compiler.python.conditions import Conditions
from pydecl.compiler.python.constant_pool import Pool
from pydecl.compiler.python.expressions import Expressions, Kind
from pydecl.compiler.python.loop_detection import Walk


@dataclass(frozen=True)
class Then:
    """What follows a goal: `write` writes it, `weight` is its length in goals."""

    write: Callable[[], None]
    weight: int
    ends_clause: bool = False
    """Nothing follows but the clause's results."""


@dataclass
class Stop:
    """Goals whose first solution counts: it sets `flag`; `loops` is how many loops are around them."""

    flag: str
    loops: int


class Writer:
    """The lines of one procedure's function, and where in it the next one stands."""

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
        """`recursive` are the procedures that count how deep they are; the rest is known of values."""
        self.procedure = procedure
        self.values = Expressions(pool, exact)
        self.conditions = Conditions(self.values, recursive, results, deep=procedure.key in recursive)
        self.lines: list[str] = []
        self.result_kinds: list[set[Kind | None]] = [set() for _ in range(procedure.key.mode.count("-"))]
        self.parameters = dict(zip(procedure.parameters, parameters, strict=True))
        self.generates = procedure.determinism is Determinism.NONDET
        self.indent = 0
        self.loops = 0
        self.stop: Stop | None = None
        self.cut: str | None = None
        self.inside = False
        self.results: tuple[Expr, ...] = ()
        self.last = False
        self.committed = False
        self.prefixes: dict[int, str] = {}
        self.local: list[str] = []
        self.nesting = 0
        self.walk: Walk | None = None
        """How the procedure walks along a list, if it does."""

    # Text

    def line(self, text: str) -> None:
        self.lines.append(" " * self.indent + text)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """A compound statement."""
        self.line(header)
        self.indent += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1

    @contextmanager
    def loop(self, header: str) -> Iterator[None]:
        """A loop over solutions; it ends where the first of enclosing goals has been found."""
        with self.block(header):
            self.loops += 1
            yield
            self.loops -= 1
        if self.stop is not None and self.loops > self.stop.loops:
            self.line(f"if {self.stop.flag}: break")

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A branch: what is known of variables inside is not known outside, nor is a cut."""
        known, committed = dict(self.values.kinds), self.committed
        yield
        self.values.kinds, self.committed = known, committed

    @contextmanager
    def function(self, header: str) -> Iterator[None]:
        """A function; what it defines for itself, `local`, comes before its other lines."""
        outer = self.stop, self.loops, self.inside, self.cut, self.indent, self.committed
        lines, self.lines = self.lines, []
        local, self.local = self.local, []
        self.indent = self.nesting = self.nesting + 1
        yield
        function = [" " * (self.nesting - 1) + header, *self.local, *self.lines]
        self.nesting -= 1
        self.stop, self.loops, self.inside, self.cut, self.indent, self.committed = outer
        self.lines, self.local = lines, local
        if self.nesting:
            self.local += function
        else:
            self.lines += function

    @contextmanager
    def others_left(self, left: bool) -> Iterator[None]:
        """Goals after which, if `left`, other branches are still to be tried."""
        last, committed = self.last, self.committed
        if left:
            self.last = self.committed = False
        yield
        self.last, self.committed = last, committed

    def failing(self) -> str:
        if self.generates or self.inside:
            return "return"
        return "return None" if self.result_kinds else "return False"
