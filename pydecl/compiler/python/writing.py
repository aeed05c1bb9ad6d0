"""Writing the text of a function: blocks, loops over solutions, functions inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pydecl.compiler.ir import (
    Determinism,
    Expr,
    Procedure,
)
from pydecl.compiler.python.expressions import Kind
from pydecl.compiler.python.pool import Pool
from pydecl.compiler.python.tests import Tests


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


class Writer(Tests):
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
        self._stop: Stop | None = None
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

    @contextmanager
    def others_left(self, left: bool) -> Iterator[None]:
        """Goals after which, where `left`, other branches are still to be tried."""
        last, committed = self._last, self._committed
        if left:
            self._last = self._committed = False
        yield
        self._last, self._committed = last, committed

    def _failing(self) -> str:
        if self._generates or self._inside:
            return "return"
        return "return None" if self.result_kinds else "return False"
